/*
 * main.c - pp-parse: a profile as records, one JSON object a GPU kernel.
 */
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/die.h"
#include "common/io.h"
#include "common/opt.h"
#include "parse/steps/steps.h"
#include "parse/read/counters.h"
#include "parse/read/read.h"
#include "parse/write.h"

static char format_help[256];

static const struct opt opts[] = {
    {"kinds", 'k', "KINDS",
	"kinds of records, separated by commas: kernel (default),\n"
	"memcpy, memset, sync, graph (graphs traced as a whole),\n"
	"api (calls of CUDA), op, step, range (ranges on the host); profile;\n"
	"gpu (kernel, memcpy, memset and sync);\n"
	"host (api, op, step and range); all",
	false},
    {"format", 'f', "FORMAT", format_help, false},
    {"stacks", 's', NULL,
	"frames and modules of Python, where the trace has them", false},
    {"counters", 0, "FILE",
	"give the kernels the counters that ncu --csv printed to FILE\n"
	"in another run of the same program",
	false},
    {"output", 'o', "FILE", "write to FILE instead of stdout", false},
    {0},
};

static const struct opt_program program = {
    .name = "pp-parse",
    .usage = "[-k KINDS] [-f FORMAT] [-s] [--counters FILE] [-o FILE] "
	     "[PROFILE ...]",
    .purpose = "Print one JSON record for each GPU kernel of a profile.",
    .opts = opts,
};

/* What -k may say besides the kinds of launches. */
enum { KIND_PROFILE = LAUNCH_BIT(NLAUNCH_KINDS) };

static const struct {
	const char *name;
	unsigned kinds;
} kind_sets[] = {
    {"profile", KIND_PROFILE},
    {"gpu", LAUNCH_GPU},
    {"host", LAUNCH_HOST},
    {"all", KIND_PROFILE | LAUNCH_ALL},
};

struct settings {
	unsigned kinds;
	bool stacks;
	const char *wanted;
	const char *format;
	const char *counters; /* file, or NULL */
	const char *output;
};

/* The set that a word means; 0: none. */
static unsigned kinds_of(struct str word)
{
	size_t i;

	for (i = 0; i < NLAUNCH_KINDS; i++)
		if (str_is(word, profile_kinds[i].name))
			return LAUNCH_BIT(i);
	for (i = 0; i < sizeof kind_sets / sizeof *kind_sets; i++)
		if (str_is(word, kind_sets[i].name))
			return kind_sets[i].kinds;
	return 0;
}

/* The set that a list of kinds means. */
static unsigned parse_kinds(const char *list)
{
	unsigned kinds = 0, more;
	size_t n;

	for (;; list += n + 1) {
		n = strcspn(list, ",");
		more = kinds_of((struct str){list, n});
		if (more == 0)
			diag_usage("unknown kind '%.*s'", (int)n, list);
		kinds |= more;
		if (!list[n])
			return kinds;
	}
}

/* The help of -f: it names all formats. */
static void list_formats(void)
{
	struct strbuf b = {0};
	size_t i;

	strbuf_printf(&b, "format of the profiles: ");
	for (i = 0; read_format(i); i++)
		strbuf_printf(&b, "%s%s", i ? ", " : "", read_format(i));
	strbuf_printf(&b, "\n(default: by content)");
	memcpy(format_help, b.p,
	    b.n < sizeof format_help ? b.n : sizeof format_help - 1);
	strbuf_free(&b);
}

static const char *parse_format(const char *name)
{
	size_t i;

	for (i = 0; read_format(i); i++)
		if (strcmp(read_format(i), name) == 0)
			return name;
	diag_usage("unknown format '%s'", name);
}

static void parse_options(int argc, char **argv, struct settings *s)
{
	const struct opt *o;
	const char *value;

	*s = (struct settings){
	    .kinds = LAUNCH_BIT(LAUNCH_KERNEL), .wanted = "kernel"};
	while ((o = opt_next(&program, argc, argv, &value))) {
		switch (o->letter) {
		case 'k':
			s->kinds = parse_kinds(value);
			s->wanted = value;
			break;
		case 'f':
			s->format = parse_format(value);
			break;
		case 's':
			s->stacks = true;
			break;
		case 'o':
			s->output = value;
			break;
		default: /* --counters */
			if (s->counters)
				diag_usage("--counters can be given once");
			s->counters = value;
		}
	}
}

/* A run is measured once, so its counters are those of one profile. */
static void check_counters(int argc, char **argv, const struct settings *s)
{
	int operands = argc - opt_index();

	if (!s->counters)
		return;
	if (operands > 1)
		diag_usage("--counters takes one profile, not %d", operands);
	if (!(s->kinds & LAUNCH_BIT(LAUNCH_KERNEL)))
		diag_usage("--counters are of kernels: -k must have them");
	if (strcmp(s->counters, "-") == 0 &&
	    (operands == 0 || strcmp(argv[opt_index()], "-") == 0))
		diag_usage("standard input cannot be both the profile and its "
			   "counters");
}

/* A profile without kernels is no error, but rarely what was meant. */
static void warn_empty(const struct profile *p)
{
	size_t i;

	for (i = 0; i < p->launches.n; i++)
		if (p->launches.v[i].kind == LAUNCH_KERNEL)
			return;
	if (p->broken || (p->note && !p->empty))
		return; /* that says why */
	diag_error(p->file, 0, "%s",
	    p->empty ? p->empty : "0 GPU kernels: was the run traced on the GPU?");
}

/* Nor is one without anything on the host, where only that was asked for. */
static void warn_no_host(const struct profile *p)
{
	if (p->launches.n == 0 && p->ranges.n == 0 && !p->note)
		diag_error(p->file, 0,
		    "no calls or ranges on the host: was the run traced with "
		    "calls of CUDA and NVTX?");
}

/* Read the file of --counters; 0, or -1 and said. */
static int read_counters(const char *path, struct profile *measured)
{
	struct err err;

	profile_init(measured, io_name(path), LAUNCH_BIT(LAUNCH_KERNEL));
	if (read_profile(path, "ncu", measured, &err) == -1) {
		diag_error(measured->file, measured->line, "%s", err.text);
		return -1;
	}
	warnings_print(measured->warnings, measured->file);
	warn_empty(measured);
	return 0;
}

/* Join the counters, and say what does not fit. */
static void join_counters(struct profile *p, const struct profile *measured)
{
	struct counters_report r;

	counters_join(p, measured, &r);
	if (r.first.p && r.measured)
		diag_error(measured->file, 0,
		    "%zu of %zu kernels joined to %zu of the profile's %zu "
		    "(first that does not fit: %s)",
		    r.joined, r.measured, r.joined, r.kernels, r.first.p);
}

/* One profile, with the counters that were measured, or NULL; 0 or 1. */
static int one_profile(const char *path, const struct settings *s,
    const struct profile *measured, bool several)
{
	struct write_options w = {
	    .profile = (s->kinds & KIND_PROFILE) != 0, .wanted = s->wanted};
	struct analysis a;
	struct profile p;
	struct err err;
	int status = 0;

	profile_init(&p, io_name(path), s->kinds & LAUNCH_ALL);
	p.stacks = s->stacks;
	if (several)
		w.file = str_of(io_name(path));
	if (read_profile(path, s->format, &p, &err) == -1) {
		diag_error(p.file, p.line, "%s", err.text);
		status = 1;
	} else {
		if (measured)
			join_counters(&p, measured);
		steps_run(&a, &p);
		warnings_print(p.warnings, p.file);
		if (p.note)
			diag_error(p.file, 0, "%s", p.note);
		if (s->kinds & LAUNCH_BIT(LAUNCH_KERNEL))
			warn_empty(&p);
		else if (s->kinds & LAUNCH_HOST)
			warn_no_host(&p);
		write_records(&a, &w);
		analysis_free(&a);
		if (p.broken) {
			diag_error(p.file, 0, "%s", p.broken);
			status = 1;
		}
	}
	profile_free(&p);
	return status;
}

/* Whether the input is the output, said. */
static bool is_output(const char *input)
{
	if (!io_is_output(input))
		return false;
	diag_error(io_name(input), 0,
	    "input file is the output file: give -o another name");
	return true;
}

/* Open the file of -o; -1, said, where it cannot be or is one of the inputs:
 * then it is left as it is. */
static int open_output(const struct settings *s, int argc, char **argv)
{
	struct err err;
	int i;

	if (io_output(s->output, &err) == -1) {
		diag_error(s->output, 0, "%s", err.text);
		return -1;
	}
	if (s->counters && is_output(s->counters))
		return -1;
	for (i = opt_index(); i < argc || i == opt_index(); i++)
		if (is_output(i < argc ? argv[i] : "-"))
			return -1;
	return 0;
}

/* The one profile, with counters; 0 or 1. */
static int counted_profile(const char *path, const struct settings *s)
{
	struct profile measured;
	int status = 1;

	if (read_counters(s->counters, &measured) == 0)
		status = one_profile(path, s, &measured, false);
	profile_free(&measured);
	return status;
}

int main(int argc, char **argv)
{
	struct settings s;
	int status = 0, i;

	io_std_fds();
	die_init(program.name);
	list_formats();
	parse_options(argc, argv, &s);
	check_counters(argc, argv, &s);
	if (s.output && open_output(&s, argc, argv) == -1)
		return 1;
	if (s.counters)
		return io_finish(counted_profile(
		    opt_index() < argc ? argv[opt_index()] : "-", &s));
	if (opt_index() == argc)
		status = one_profile("-", &s, NULL, false);
	for (i = opt_index(); i < argc && !io_failed(); i++)
		status |= one_profile(argv[i], &s, NULL, argc - opt_index() > 1);
	return io_finish(status);
}
