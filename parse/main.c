/*
 * main.c - pp-parse: a profile as records, one JSON object a GPU kernel.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/die.h"
#include "common/io.h"
#include "common/nelems.h"
#include "common/opt.h"
#include "common/progress.h"
#include "parse/steps/captured.h"
#include "parse/steps/replayed.h"
#include "parse/steps/steps.h"
#include "parse/read/counters.h"
#include "parse/read/read.h"
#include "parse/write.h"

/* A word of -k besides the kinds of launches. */
enum { KIND_PROFILE = LAUNCH_BIT(NLAUNCH_KINDS) };

static const struct {
	const char *name;
	unsigned kinds;
} kind_sets[] = {
    {"profile", KIND_PROFILE},
    {"gpu", LAUNCH_GPU | LAUNCH_BIT(LAUNCH_GRAPH)},
    {"host", LAUNCH_HOST},
    {"all", KIND_PROFILE | LAUNCH_ALL},
};

/* The format of captures, and of what they are joined to. */
#define CAPTURE_FORMAT "kineto"

struct settings {
	unsigned kinds;
	const char *wanted; /* -k as given */
	bool stacks;
	bool filename; /* file in every record, of one profile too */
	const char *format;
	const char *counters; /* file, or NULL */
	VEC(const char *) captures;
	const char *output;
	bool progress; /* shown whatever stderr and the output are */
};

/* The i-th word of -k. */
static const char *kind_word(size_t i)
{
	if (i < NLAUNCH_KINDS)
		return profile_kinds[i].name;
	i -= NLAUNCH_KINDS;
	return i < NELEMS(kind_sets) ? kind_sets[i].name : NULL;
}

/* -k: a list of such words. */
static int take_kinds(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	struct settings *s = to;
	const char *list = value;
	size_t i;

	s->kinds = 0;
	s->wanted = value;
	while (list) {
		if (opt_next_word(opt, &list, &i, err) != 0)
			return OPT_WRONG;
		s->kinds |= i < NLAUNCH_KINDS ? LAUNCH_BIT(i)
					      : kind_sets[i - NLAUNCH_KINDS].kinds;
	}
	return 0;
}

static int take_format(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	size_t i;

	if (opt_word(opt, value, &i, err) != 0)
		return OPT_WRONG;
	*(const char **)to = value;
	return 0;
}

static int take_counters(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	if (*(const char **)to) {
		err_set(err, "--counters can be given once");
		return OPT_USAGE;
	}
	return opt_text(opt, value, to, err);
}

static int take_capture(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	struct settings *s = to;

	(void)opt;
	(void)err;
	*vec_add(&s->captures) = value;
	return 0;
}

#define SETS(member) .at = offsetof(struct settings, member)

static const struct opt opts[] = {
    {.name = "kinds",
	.letter = 'k',
	.arg = "KINDS",
	.help = "kinds of records, separated by commas: kernel (default), "
		"memcpy, memset, sync, graph (graphs traced as a whole), "
		"api (calls of CUDA), op, step, range (ranges on the host); "
		"profile; gpu (kernel, memcpy, memset, sync and graph); "
		"host (api, op, step and range); all",
	.daily = "kinds of records: kernel (default), gpu, host, all, ...",
	.word = kind_word,
	.noun = "kind",
	.list = true,
	.take = take_kinds},
    {.name = "format",
	.letter = 'f',
	.arg = "FORMAT",
	.help = "format of the profiles: %s\n(default: by content)",
	.daily = "format of the profiles; by default by content",
	.word = read_format,
	.noun = "format",
	.take = take_format,
	SETS(format)},
    {.name = "stacks",
	.letter = 's',
	.help = "frames and modules of Python, where the trace has them",
	.daily = "frames and modules of Python, where the trace has them",
	.take = opt_flag,
	SETS(stacks)},
    {.name = "with-filename",
	.letter = 'H',
	.help = "the key file in each record, even of one profile",
	.daily = "say in each record which profile it is from",
	.take = opt_flag,
	SETS(filename)},
    {.name = "counters",
	.arg = "FILE",
	.help = "give the kernels the counters that ncu --csv printed to FILE "
		"in another run of the same program",
	.daily = "add the hardware counters of ncu --csv",
	.take = take_counters,
	SETS(counters)},
    {.name = "capture",
	.arg = "FILE",
	.help = "give the kernels of graphs the operators of the captures that "
		"FILE is a trace of; may be given several times",
	.daily = "operators for the kernels of CUDA graphs",
	.take = take_capture},
    {.name = "output",
	.letter = 'o',
	.arg = "FILE",
	.help = "write to FILE instead of stdout",
	.daily = "write to FILE instead of stdout",
	.take = opt_text,
	SETS(output)},
    {.name = "progress",
	.help = "say on stderr how far the reading is; by itself only where "
		"that is a terminal and the output goes to a file",
	.daily = "say on stderr how far the reading is",
	.take = opt_flag,
	SETS(progress)},
    {0},
};

static const struct opt_program program = {
    .name = "pp-parse",
    .operands = "[PROFILE ...]",
    .purpose = "Print one JSON record for each GPU kernel of a profile.",
    .opts = opts,
    .examples = "  pp-parse net.sqlite | pp-prof -w 80\n"
		"  pp-parse net.pt.trace.json.gz | pp-prof -g op,dir -w 80\n"
		"  pp-parse -k all -o net.jsonl net.sqlite\n",
};

/* Counters are measured for one run, so they go with one profile. */
static void check_counters(int n, char **operands, const struct settings *s)
{
	if (!s->counters)
		return;
	if (n > 1)
		diag_usage("--counters takes one profile, not %d", n);
	if (!(s->kinds & LAUNCH_BIT(LAUNCH_KERNEL)))
		diag_usage("--counters are of kernels: -k must have them");
	if (strcmp(s->counters, "-") == 0 &&
	    (n == 0 || strcmp(operands[0], "-") == 0))
		diag_usage("standard input cannot be both the profile and its "
			   "counters");
}

/* Captures are traces, and so is what they are joined to. */
static void check_captures(int n, char **operands, const struct settings *s)
{
	bool from_stdin = n == 0 || (s->counters && strcmp(s->counters, "-") == 0);
	size_t i;
	int k;

	if (s->captures.n == 0)
		return;
	if (!(s->kinds & LAUNCH_BIT(LAUNCH_KERNEL)))
		diag_usage("--capture is for kernels: -k must have them");
	if (s->format && strcmp(s->format, CAPTURE_FORMAT) != 0)
		diag_usage("--capture goes with the format " CAPTURE_FORMAT
			   ", not '%s'",
		    s->format);
	for (k = 0; k < n; k++)
		from_stdin |= strcmp(operands[k], "-") == 0;
	for (i = 0; i < s->captures.n; i++) {
		if (strcmp(s->captures.v[i], "-") != 0)
			continue;
		if (from_stdin)
			diag_usage("standard input cannot be read twice");
		from_stdin = true;
	}
}

/* Print what is said of the profile. */
static void print_said(const struct profile *p)
{
	size_t i;

	warnings_print(p->warnings, p->file);
	for (i = 0; i < p->notes.n; i++)
		diag_error(p->file, 0, "%s", p->notes.v[i]);
}

/* A profile without kernels is not an error, but rarely what was wanted. */
static void warn_empty(const struct profile *p)
{
	size_t i;

	for (i = 0; i < p->launches.n; i++)
		if (p->launches.v[i].kind == LAUNCH_KERNEL)
			return;
	if (p->broken || (p->notes.n && !p->empty))
		return; /* a message says why already */
	diag_error(p->file, 0, "%s",
	    p->empty ? p->empty : "0 GPU kernels: was the run traced on the GPU?");
}

/* The same for one without anything on the host, if only that was asked for. */
static void warn_no_host(const struct profile *p)
{
	if (p->launches.n == 0 && p->ranges.n == 0 && !p->notes.n)
		diag_error(p->file, 0,
		    "no calls or ranges on the host: was the run traced with "
		    "calls of CUDA and NVTX?");
}

/* read_profile, with what a person is told meanwhile: who gave no profile may
 * wonder what is waited for. */
static int read_input(
    const char *path, const char *format, struct profile *p, struct err *err)
{
	int status;

	if (io_from_terminal(path))
		diag_error(NULL, 0, "reading standard input");
	status = read_profile(path, format, p, err);
	progress_clear();
	return status;
}

/* Read the file of --counters.  Return 0, or -1 after a message. */
static int read_counters(const char *path, struct profile *measured)
{
	struct err err;

	profile_init(measured, io_name(path), LAUNCH_BIT(LAUNCH_KERNEL));
	if (read_input(path, "ncu", measured, &err) == -1) {
		diag_error(measured->file, measured->line, "%s", err.text);
		return -1;
	}
	print_said(measured);
	warn_empty(measured);
	return 0;
}

/* Join the counters, and report what does not fit. */
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

/* Databases have no captures of this kind: nsys tells which calls made a node. */
static void refuse_database(const struct profile *p)
{
	if (p->database)
		diag_usage("--capture goes with traces, and '%s' is a database",
		    p->file);
}

/* Read the captures of a file.  Return the exit status; false in *readable: it
 * cannot be read at all.  All of that after a message. */
static int read_capture(const char *path, const struct settings *s,
    struct captured *captured, bool *readable)
{
	struct profile p;
	struct err err;
	size_t n;

	profile_init(&p, io_name(path), 0);
	p.of_captures = true;
	p.stacks = s->stacks;
	*readable = read_input(path, CAPTURE_FORMAT, &p, &err) == 0;
	if (!*readable) {
		refuse_database(&p);
		diag_error(p.file, p.line, "%s", err.text);
	} else {
		n = captured_add(captured, &p);
		print_said(&p);
		if (n == 0)
			diag_error(p.file, 0,
			    "no kernels of a capture: was the trace begun "
			    "before it?");
		if (p.broken)
			diag_error(p.file, 0, "%s", p.broken);
	}
	n = p.broken || !*readable;
	profile_free(&p);
	return (int)n;
}

/* Join the captures, and report which kernels have none. */
static void join_captures(struct profile *p, struct captured *captured)
{
	struct replayed_report r;

	replayed_join(p, captured, &r);
	if (r.kernels == 0)
		diag_error(p->file, 0, "no kernels of graphs: no capture joined");
	else if (r.first.p)
		diag_error(p->file, 0,
		    "%zu of %zu kernels of graphs joined (first not: %s)",
		    r.joined, r.kernels, r.first.p);
}

/* What other files tell of a profile. */
struct others {
	const struct profile *measured; /* its counters, or NULL */
	struct captured *captured;	/* its graphs, or NULL */
};

/* Print the records of a profile.  Return the exit status. */
static int one_profile(const char *path, const struct settings *s,
    const struct others *others, bool several)
{
	struct write_options w = {
	    .profile = (s->kinds & KIND_PROFILE) != 0, .wanted = s->wanted};
	struct analysis a;
	struct profile p;
	struct err err;
	int status = 0;

	profile_init(&p, io_name(path), s->kinds & LAUNCH_ALL);
	p.stacks = s->stacks;
	if (several || s->filename)
		w.file = str_of(io_name(path));
	if (read_input(path, others->captured ? CAPTURE_FORMAT : s->format, &p,
		&err) == -1) {
		if (others->captured)
			refuse_database(&p);
		diag_error(p.file, p.line, "%s", err.text);
		status = 1;
	} else {
		if (others->measured)
			join_counters(&p, others->measured);
		if (others->captured)
			join_captures(&p, others->captured);
		steps_run(&a, &p);
		print_said(&p);
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

/* Whether the input is the output, with a message.  A database's log is input,
 * too. */
static bool is_output(const char *input, const char *output)
{
	bool beside = read_is_beside(output, input);

	if (!beside && !io_is_output(input))
		return false;
	diag_error(io_name(input), 0, "%s is the output file: give -o another name",
	    beside ? "the database's log" : "input file");
	return true;
}

/* Whether one of the inputs is the output, with a message. */
static bool have_output(const struct settings *s, int n, char **operands)
{
	int i;

	size_t k;

	if (s->counters && is_output(s->counters, s->output))
		return true;
	for (k = 0; k < s->captures.n; k++)
		if (is_output(s->captures.v[k], s->output))
			return true;
	for (i = 0; i < n || i == 0; i++)
		if (is_output(i < n ? operands[i] : "-", s->output))
			return true;
	return false;
}

/* Open the file of -o.  Return -1 after a message if that fails or it is one of
 * the inputs, which is then left as it was. */
static int open_output(const struct settings *s, int n, char **operands)
{
	struct err err;

	/* before it is opened, when it may not exist yet, and after, when links
	 * were followed */
	if (have_output(s, n, operands))
		return -1;
	if (io_output(s->output, &err) == -1) {
		diag_error(s->output, 0, "%s", err.text);
		return -1;
	}
	return have_output(s, n, operands) ? -1 : 0;
}

/* Print the records of all profiles.  Return the exit status. */
static int all_profiles(int n, char **operands, const struct settings *s,
    const struct others *others)
{
	int status = 0, i;

	if (n == 0)
		return one_profile("-", s, others, false);
	for (i = 0; i < n && !io_failed(); i++) {
		progress_file((unsigned)i + 1, (unsigned)n);
		status |= one_profile(operands[i], s, others, n > 1);
	}
	return status;
}

/* The same for the one profile of --counters. */
static int counted_profile(
    int n, char **operands, const struct settings *s, struct others others)
{
	struct profile measured;
	int status = 1;

	if (read_counters(s->counters, &measured) == 0) {
		others.measured = &measured;
		status = all_profiles(n, operands, s, &others);
	}
	profile_free(&measured);
	return status;
}

/* The same with the files of --capture and --counters. */
static int run(int n, char **operands, const struct settings *s)
{
	struct captured captured = {0};
	struct others others = {.captured = s->captures.n ? &captured : NULL};
	bool readable = true;
	int status = 0;
	size_t i;

	for (i = 0; i < s->captures.n && readable; i++)
		status |= read_capture(s->captures.v[i], s, &captured, &readable);
	if (readable)
		status |= s->counters ? counted_profile(n, operands, s, others)
				      : all_profiles(n, operands, s, &others);
	captured_free(&captured);
	return status;
}

int main(int argc, char **argv)
{
	struct settings s = {.kinds = LAUNCH_BIT(LAUNCH_KERNEL), .wanted = "kernel"};
	int status = 1, first, n;

	arena_keep();
	io_std_fds();
	die_init(program.name);
	first = opt_parse(&program, argc, argv, &s);
	argv += first;
	n = argc - first;
	check_counters(n, argv, &s);
	check_captures(n, argv, &s);
	if (!s.output || open_output(&s, n, argv) == 0) {
		if (s.progress || (isatty(STDERR_FILENO) && io_to_file()))
			progress_start(NULL);
		status = run(n, argv, &s);
		progress_end();
		status = io_finish(status);
	}
	vec_free(&s.captures);
	return status;
}
