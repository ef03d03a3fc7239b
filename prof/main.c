/*
 * main.c - pp-prof: records in, one row a kernel out.
 *
 * In:  pp-record(5) lines, from files or stdin
 * Out: rows of the chosen columns in the chosen format
 *
 * One record is in memory at a time.  Input is read twice only where columns
 * are asked for that it alone tells.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "common/die.h"
#include "common/io.h"
#include "common/num.h"
#include "common/opt.h"
#include "common/warnings.h"
#include "prof/operands.h"
#include "prof/show/out.h"
#include "prof/show/params.h"
#include "prof/show/tree.h"
#include "prof/show/view.h"

enum {
	OPT_COLS,
	OPT_WIDTH,
	OPT_CSV,
	OPT_JSON,
	OPT_TREE,
	OPT_NO_HEADER,
	OPT_UNIT,
	OPT_GPU,
	OPT_PEAK,
	OPT_HALF,
	OPT_GROUP,
	OPT_VIEW,
};

static const struct opt opts[] = {
    [OPT_COLS] = {.letter = 'c',
	.arg = "COLS",
	.help = "columns, in this order: a,b,c; +a,b adds to the default"},
    [OPT_WIDTH] = {.letter = 'w',
	.arg = "N",
	.help = "columns of fixed width, N wide without the blanks between"},
    [OPT_CSV] = {.name = "csv",
	.arg = "sheet",
	.arg_attached = true,
	.help = "comma-separated values, data exact; --csv=sheet: made safe\n"
		"for spreadsheets, which changes cells that would run as\n"
		"formulas and ids of more than 15 digits"},
    [OPT_JSON] = {.name = "json",
	.help = "one JSON object a line, times in ns whatever -u says"},
    [OPT_TREE] = {.name = "tree",
	.arg = "KEYS",
	.help = "one JSON document: kernels by these columns; phase,op is\n"
		"what ONNX Runtime's gather_op_profile printed"},
    [OPT_NO_HEADER] = {.name = "no-header", .help = "leave out the header"},
    [OPT_UNIT] = {.letter = 'u',
	.arg = "UNIT",
	.help = "unit of times: ns (default), us or ms"},
    [OPT_GPU] = {.name = "gpu",
	.arg = "NAME",
	.help = "peaks of this device, whatever the records say"},
    [OPT_PEAK] = {.name = "peak",
	.arg = "KEY=N,...",
	.help = "peaks in TFLOP/s: fp64 fp64_tc fp32 tf32 fp16 bf16 fp8 int8\n"
		"fp4 fp16_vec; in GB/s: dram"},
    [OPT_HALF] = {.name = "half",
	.arg = "HOW",
	.help = "what a float16 instruction counts in hwflops: hta (default)\n"
		"as it is, ncu twice, as Nsight Compute's chart does"},
    [OPT_GROUP] = {.letter = 'g',
	.arg = "KEYS",
	.help = "one row for all that agree in these columns: calls, total,\n"
		"share, mean, min, max of sil; -c picks of keys and these"},
    [OPT_VIEW] = {.name = "view",
	.arg = "NAME",
	.help = "a summary in place of rows: see the end; -c picks of its\n"
		"columns"},
    {0},
};

static void print_columns(void)
{
	struct strbuf b = {0};

	column_help(&b);
	view_help(&b);
	io_write(strbuf_get(&b));
	strbuf_free(&b);
}

static const struct opt_program program = {
    .name = "pp-prof",
    .usage = "[-c COLS] [-w N | --csv[=sheet] | --json | --tree KEYS] "
	     "[--no-header] "
	     "[-u UNIT] [--gpu NAME] [--peak KEY=N,...] [--half HOW] "
	     "[-g KEYS | --view NAME] [FILE ...]",
    .purpose = "print the cost of each kernel in the records of pp-parse",
    .opts = opts,
    .help_more = print_columns,
};

struct prof {
	struct operands input;
	struct out out;
	struct columns cols;
	struct gpu_choice gpu;
	enum hw_half half;
	const struct view *view; /* in place of rows, or NULL */
	struct view group;	 /* the one of -g */
	struct view_run run;
	struct tree tree; /* of --tree */
	bool header;	  /* still to be printed */
	struct record_reader *reader;
	struct warnings *warnings; /* about the file being read */
	struct name_cache names;
	struct arena arena;
	struct strbuf line;
	uint64_t idx; /* lines read, of all files */
};

/* Wrong usage that says itself what would be right. */
static _Noreturn void refuse(const struct err *err)
{
	diag_error(NULL, 0, "%s", err->text);
	exit(2);
}

/* The format, unless another was asked for already. */
static void choose(struct out *out, const struct out_format *format)
{
	if (out->format && out->format != format)
		diag_usage("-w, --csv, --csv=sheet, --json and --tree exclude "
			   "each other");
	out->format = format;
}

static int unknown_view(const char *name, struct err *err)
{
	struct strbuf b = {0};
	char clean[80];

	diag_clean(str_of(name), clean, sizeof clean);
	for (size_t i = 0; i < view_n; i++)
		strbuf_printf(&b, "%s%s", i > 0 ? ", " : "", view_table[i]->name);
	err_set(err, "unknown view '%s' (try: %.*s)", clean, (int)b.n, b.p);
	strbuf_free(&b);
	return -1;
}

/* Lists of columns as given, which are looked at when all options are read. */
struct lists {
	const char *cols, *group, *tree;
};

/* Take one option; -1 with the reason in err when its argument is wrong. */
static int take_option(struct prof *p, const struct opt *opt, const char *value,
    struct lists *lists, struct err *err)
{
	switch (opt - opts) {
	case OPT_COLS:
		lists->cols = value;
		break;
	case OPT_WIDTH:
		choose(&p->out, &out_columns);
		if (!num_parse(value, strlen(value), 1, 100000, &p->out.width))
			return err_set(err,
			    "-w '%s': not a number from 1 to 100000", value);
		break;
	case OPT_CSV:
		choose(&p->out, value ? &out_sheet : &out_csv);
		if (value && strcmp(value, "sheet") != 0)
			return err_set(err,
			    "unknown kind of CSV '%s' (try: sheet)", value);
		break;
	case OPT_JSON:
		choose(&p->out, &out_json);
		break;
	case OPT_TREE:
		choose(&p->out, &out_tree);
		lists->tree = value;
		break;
	case OPT_NO_HEADER:
		p->header = false;
		break;
	case OPT_UNIT:
		if (!out_unit_find(value, &p->out.unit))
			return err_set(
			    err, "unknown unit '%s' (try: ns, us, ms)", value);
		break;
	case OPT_GPU:
		return gpu_option(value, &p->gpu, err);
	case OPT_PEAK:
		return gpu_peak_option(value, &p->gpu, err);
	case OPT_HALF:
		if (!hw_half_find(value, &p->half))
			return err_set(
			    err, "--half '%s': neither hta nor ncu", value);
		break;
	case OPT_GROUP:
		lists->group = value;
		break;
	case OPT_VIEW:
		p->view = view_find(value);
		if (!p->view)
			return unknown_view(value, err);
		break;
	}
	return 0;
}

static int choose_columns(struct prof *p, const struct lists *lists, struct err *err)
{
	if (lists->group && p->view)
		diag_usage("-g and --view exclude each other");
	if (lists->tree && (lists->cols || lists->group || p->view))
		diag_usage("--tree goes with none of -c, -g and --view");
	if (lists->tree && tree_start(&p->tree, lists->tree, err) < 0)
		return -1;
	if (lists->group) {
		if (view_group(lists->group, &p->group, err) < 0)
			return -1;
		p->view = &p->group;
	}
	if (p->view)
		return column_parse_of(p->view->columns, p->view->ncolumns,
		    NULL, lists->cols, &p->cols, err);
	return column_parse(lists->cols, &p->cols, err);
}

static void read_options(struct prof *p, int argc, char **argv)
{
	const struct opt *opt;
	const char *value;
	struct lists lists = {0};
	struct err err;

	p->header = true;
	while ((opt = opt_next(&program, argc, argv, &value))) {
		if (take_option(p, opt, value, &lists, &err) < 0)
			refuse(&err);
	}
	if (!p->out.format)
		p->out.format = &out_space;
	p->out.cols = &p->cols;
	if (choose_columns(p, &lists, &err) < 0)
		refuse(&err);
}

/* Ask the input for the columns that only it tells, unless no header needs to
 * know them; -1 where it cannot be read twice. */
static int close_columns(struct prof *p)
{
	struct intern names = {0};
	struct err err;
	size_t n;
	int status = 0;

	if (!column_is_open(&p->cols) || p->out.format->headless)
		return 0;
	n = operands_counters(&p->input, p->reader, &names, &err);
	if (n < p->input.n) {
		diag_error(io_name(operands_path(&p->input, n)), 0, "%s", err.text);
		status = -1;
	} else if (column_close(&p->cols, &names, &err) < 0) {
		diag_error(NULL, 0, "%s", err.text);
		status = -1;
	}
	intern_free(&names);
	return status;
}

static void start(struct prof *p)
{
	struct err err;

	if (out_start(&p->out, &err) < 0)
		refuse(&err);
	if (p->view)
		view_start(&p->run, p->view, &p->out);
}

static void print_header(struct prof *p)
{
	p->line.n = 0;
	if (p->header)
		out_header(&p->out, &p->line);
	p->header = false;
}

/* Bytes are unknown where the source said a type, but one that nobody knows;
 * where it said none there is nothing to say. */
static void warn(struct prof *p, const struct row *row)
{
	struct str type;

	if (!row->c.call || row->c.cost.has_bytes)
		return;
	type = params_odd_type(row->c.call);
	if (type.p)
		warnings_add(p->warnings,
		    "%s with operands of an unknown element type", "kernel", type);
}

static void print_record(struct prof *p, const struct record *rec)
{
	struct row row;

	if (str_is(rec->kind, "profile")) {
		tree_profile(&p->tree, rec);
		return;
	}
	row_make(&row, p->idx, rec, &p->names, &p->arena);
	row.gpu = &p->gpu;
	row.half = p->half;
	warn(p, &row);
	if (p->view) {
		view_add(&p->run, &row);
		return;
	}
	if (p->out.format == &out_tree) {
		tree_add(&p->tree, &row);
		return;
	}
	print_header(p);
	out_row(&p->out, &row, &p->line);
	io_write(strbuf_get(&p->line));
}

enum { GO_ON, STOP };

/* All records of a file.  A file that cannot be read is passed over; a line
 * that is no record ends everything, since what is summed up from the rest
 * would be wrong. */
static int read_file(struct prof *p, size_t i, int *status)
{
	const char *name = io_name(operands_path(&p->input, i));
	struct err err;
	struct io_lines *lines = operands_lines(&p->input, i, &err);
	struct str line;
	uint64_t n = 0;
	int got, next = GO_ON;

	if (!lines) {
		diag_error(name, 0, "%s", err.text);
		*status = 1;
		return GO_ON;
	}
	while ((got = io_lines_next(lines, &line, &err)) > 0) {
		struct record rec = {0};

		n++;
		p->idx++;
		arena_reset(&p->arena);
		if (record_read(p->reader, line, &p->arena, &rec, &err) < 0) {
			diag_error(name, n, "%s%s", err.text,
			    line.n > 0 && line.p[0] == '{'
				? ""
				: ": is this what pp-parse prints?");
			*status = 1;
			next = STOP;
			break;
		}
		print_record(p, &rec);
		if (io_failed()) {
			next = STOP;
			break;
		}
	}
	if (got < 0) {
		diag_error(name, n ? n + 1 : 0, "%s", err.text);
		*status = 1;
	}
	warnings_print(p->warnings, name);
	io_lines_close(lines);
	return next;
}

static void print_tree(struct tree *t)
{
	static const char *const why[TREE_NLOST] = {
	    [TREE_NO_PHASE] = "ran in no phase",
	    [TREE_NO_NODE] = "ran in a phase, but in none of its nodes",
	    [TREE_TOO_MANY] = "came after the last that there is room for",
	};

	tree_grow(t);
	out_tree_print(t);
	for (size_t i = TREE_NO_PHASE; i < TREE_NLOST; i++) {
		if (t->lost[i] > 0)
			diag_error(NULL, 0,
			    "%" PRIu64 " kernel%s %s: not in the tree",
			    t->lost[i], t->lost[i] > 1 ? "s" : "", why[i]);
	}
}

/* A name that no record has is most likely misspelt. */
static void warn_lost(const struct columns *cols)
{
	char clean[200];

	for (size_t i = 0; i < cols->list.n; i++) {
		struct str name = column_lost(cols, i);

		if (name.p)
			diag_error(NULL, 0, "no record has the counter '%s'",
			    diag_clean(name, clean, sizeof clean));
	}
}

/* What is printed when all is read: a view, a tree; of empty input the header. */
static void print_end(struct prof *p, bool whole, int status)
{
	if (p->out.format == &out_tree) {
		if (whole)
			print_tree(&p->tree);
		if (whole && p->idx > 0)
			warn_lost(&p->tree.keys);
		return;
	}
	if (p->view ? whole : status == 0) {
		print_header(p);
		io_write(strbuf_get(&p->line));
	}
	if (p->view && whole)
		view_print(&p->run);
	if (whole && p->idx > 0)
		warn_lost(p->view && p->view->by ? p->view->by : &p->cols);
}

int main(int argc, char **argv)
{
	struct prof p = {0};
	int status = 0, next = GO_ON;

	io_std_fds();
	die_init("pp-prof");
	read_options(&p, argc, argv);
	p.reader = record_reader_new();
	p.warnings = warnings_new();
	operands_init(&p.input, argv + opt_index(), (size_t)(argc - opt_index()));
	if (close_columns(&p) == 0) {
		start(&p);
		for (size_t i = 0; i < p.input.n && next == GO_ON; i++)
			next = read_file(&p, i, &status);
		print_end(&p, next == GO_ON, status);
	} else {
		status = 1;
	}
	operands_free(&p.input);
	view_free(&p.run);
	tree_free(&p.tree);
	view_group_free(&p.group);
	record_reader_free(p.reader);
	warnings_free(p.warnings);
	name_cache_free(&p.names);
	arena_free(&p.arena);
	strbuf_free(&p.line);
	out_free(&p.out);
	column_free(&p.cols);
	return io_finish(status);
}
