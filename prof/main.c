/*
 * main.c - pp-prof: records in, one row a kernel out.
 *
 * In:  pp-record(5) lines, from files or stdin
 * Out: rows of the chosen columns in the chosen format
 *
 * One record is in memory at a time.  The input is read twice only if a column
 * is asked for that stands for all names in it, as ctr:* does.
 */
#include <stddef.h>
#include <stdlib.h>

#include "common/die.h"
#include "common/io.h"
#include "common/opt.h"
#include "common/warnings.h"
#include "prof/gpu/gpu_file.h"
#include "prof/operands.h"
#include "prof/show/out.h"
#include "prof/show/params.h"
#include "prof/show/several.h"
#include "prof/show/view.h"
#include "prof/show/where.h"
#include "prof/sums_input.h"

/* So many rows are held before those that -n leaves out are dropped. */
enum { HELD_LEAST = 1000 };

/* What --view names. */
struct views {
	const struct view *one; /* NULL: none, or several */
	struct several several;
};

struct prof {
	struct operands input;
	struct out out;
	struct columns cols;
	struct gpu_choice gpu;
	enum hw_half half;
	struct views views;
	const struct view *view; /* in place of rows, or NULL */
	struct view group;	 /* the one of -g */
	struct group_how how;
	struct view_run run;
	const char *cols_text, *group_keys; /* -c and -g as given */
	struct where where;
	struct sums_input sums;
	enum { NOTHING_YET, RECORDS, SUMS } input_is;
	const char *empty; /* a file that is, or NULL */
	bool found;	   /* a record of which it holds */
	struct arrange arrange;
	const struct column *by;  /* what --sort sorts by, or NULL */
	struct columns sort_cols; /* that column, where it is one of rows */
	struct table held;	  /* the rows, where they are sorted */
	struct cell *cells;	  /* of a row to hold */
	bool no_header;
	bool header_done; /* printed, or not to be */
	struct record_reader *reader;
	struct warnings *warnings; /* about the file being read */
	struct name_cache names;
	struct arena arena;
	struct strbuf line;
	uint64_t idx;	/* lines read, of all files */
	uint64_t nrows; /* printed, or left out by -n */
};

/* End with a message that says itself what would be right. */
static _Noreturn void refuse(const struct err *err)
{
	diag_error(NULL, 0, "%s", err->text);
	exit(2);
}

static int take_unit(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	enum out_unit *unit = to;
	size_t i;

	if (opt_word(opt, value, &i, err) != 0)
		return OPT_WRONG;
	*unit = (enum out_unit)i;
	return 0;
}

static int take_gpu(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	(void)opt;
	return str_ends(str_of(value), ".json") ? gpu_file_read(value, to, err)
						: gpu_option(value, to, err);
}

static int take_list(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	struct strbuf b = {0};

	(void)opt;
	(void)value;
	(void)to;
	(void)err;
	gpu_list(&b);
	io_write(strbuf_get(&b));
	strbuf_free(&b);
	exit(io_finish(0));
}

static int take_peak(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	(void)opt;
	return gpu_peak_option(value, to, err);
}

static int take_half(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	enum hw_half *half = to;
	size_t i;

	if (opt_word(opt, value, &i, err) != 0)
		return OPT_WRONG;
	*half = (enum hw_half)i;
	return 0;
}

static int take_view(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	struct views *views = to;
	const char *list = value;
	size_t i;

	several_free(&views->several);
	views->one = NULL;
	while (list) {
		if (opt_next_word(opt, &list, &i, err) != 0)
			return OPT_WRONG;
		if (i == view_n)
			several_report(&views->several);
		else if (!list && views->several.list.n == 0)
			views->one = view_table[i];
		else
			several_add(&views->several, view_table[i]);
	}
	return 0;
}

#define SETS(member) .at = offsetof(struct prof, member)

/* Those that exclude each other. */
enum { FORMATS = 1 };

/* The devices that --gpu knows, without their other names. */
static const char *gpu_word(size_t i)
{
	return i < gpu_table_n ? gpu_table[i].name : NULL;
}

static const struct opt opts[] = {
    {.name = "columns",
	.letter = 'c',
	.arg = "COLS",
	.help = "columns, in this order: a,b,c; +a,b adds to the default",
	.daily = "these columns: a,b,c; +a,b adds to the default",
	.word = view_column,
	.list = true,
	.take = opt_text,
	SETS(cols_text)},
    {.name = "group",
	.letter = 'g',
	.arg = "KEYS",
	.help = "one row for all that agree in these columns: count, total, "
		"share, mean, min, max of sil; -c picks of keys and these",
	.daily = "one row for all that agree in these columns",
	.word = column_key,
	.list = true,
	.take = opt_text,
	SETS(group_keys)},
    {.name = "per-step",
	.help = "with -g: sums by the number of steps of all processes; rows "
		"of no step are left out",
	.take = opt_flag,
	SETS(how.per_step)},
    {.name = "diff",
	.help = "with -g: what changed from one file to another, by how much",
	.take = opt_flag,
	SETS(how.diff)},
    {.name = "view",
	.arg = "NAME,...",
	.help =
	    "a summary in place of rows, or several: see the end; -c picks of "
	    "its columns",
	.daily = "a summary: %s",
	.word = view_name,
	.list = true,
	.noun = "view",
	.take = take_view,
	SETS(views)},
#define OUT(x) {.from = &out_##x.opt, .either = FORMATS, SETS(out)},
#include "prof/show/out.def"
#undef OUT
    {.name = "where",
	.arg = "COND",
	.help =
	    "records of which this holds: COL=GLOB, COL!=GLOB, COL<N, <=, >, "
	    ">= (times in ns); if repeated, all must hold",
	.daily = "records with COL=GLOB, COL!=GLOB, COL<N, COL>N ...",
	.take = where_take,
	SETS(where)},
    {.name = "sort",
	.letter = 's',
	.arg = "COL",
	.help = "rows by this column, the greatest number first; -COL the "
		"least first",
	.daily = "rows by this column, greatest first; -COL: least first",
	.word = view_column,
	.take = opt_text,
	SETS(arrange.by)},
    {.name = "rows",
	.letter = 'n',
	.arg = "N",
	.help = "the first N rows; those of totals and means stay",
	.daily = "the first N rows",
	.take = arrange_take,
	SETS(arrange.most)},
    {.name = "no-header", .help = "leave out the header", .take = opt_flag, SETS(no_header)},
    {.name = "unit",
	.letter = 'u',
	.arg = "UNIT",
	.help = "unit of times: ns (default), us or ms; auto, as with -w",
	.word = out_unit_name,
	.noun = "unit",
	.take = take_unit,
	SETS(out.unit)},
    {.name = "gpu",
	.arg = "NAME",
	.help =
	    "this device, whatever the records say; FILE.json describes one",
	.daily = "peaks of this device, whatever the records say",
	.word = gpu_word,
	.take = take_gpu,
	SETS(gpu)},
    {.name = "list-gpus",
	.help = "print the devices that --gpu knows and their peaks, and exit",
	.take = take_list},
    {.name = "peak",
	.arg = "KEY=N,...",
	.help = "peaks in TFLOP/s: fp64 fp64_tc fp32 fp32_tc tf32 fp16 bf16 "
		"fp8 int8 "
		"fp4 fp16_vec; in GB/s: dram",
	.take = take_peak,
	SETS(gpu)},
    {.name = "half",
	.arg = "HOW",
	.help = "what a float16 instruction counts in hwflops: hta (default) "
		"as it is, ncu twice, as Nsight Compute's chart does",
	.word = hw_half_name,
	.noun = "--half",
	.take = take_half,
	SETS(half)},
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
    .operands = "[FILE ...]",
    .purpose = "Print the cost of each kernel in the records of pp-parse.",
    .opts = opts,
    .examples =
	"  pp-parse net.sqlite | pp-prof -w 80\n"
	"  pp-parse net.sqlite | pp-prof -g op,dir -w 80\n"
	"  pp-parse net.sqlite | pp-prof --view roofline --csv >roofline.csv\n",
    .help_more = print_columns,
};

/* What --sort sorts by.  Rows have it besides the columns that are shown. */
static int choose_order(struct prof *p, struct err *err)
{
	struct strbuf b = {0};
	int status;

	if (!p->arrange.by)
		return 0;
	if (p->view) {
		p->by = view_column_find(p->view, arrange_column(&p->arrange), err);
		return p->by ? 0 : -1;
	}
	strbuf_str(&b, arrange_column(&p->arrange));
	strbuf_char(&b, '\0');
	status = column_list(b.p, &p->sort_cols, err);
	strbuf_free(&b);
	if (status == 0 && p->sort_cols.list.n != 1)
		return err_set(err, "--sort wants one column");
	if (status == 0)
		p->by = p->sort_cols.list.v[0];
	return status;
}

/* Whether an option says what of one table is shown, and how. */
static bool picks(const struct prof *p)
{
	return p->cols_text || p->group_keys || p->arrange.by ||
	       p->arrange.most >= 0;
}

/* The columns are looked at when all options are read. */
static int choose_columns(struct prof *p, struct err *err)
{
	bool keyed = p->out.format->keyed, several = p->views.several.list.n > 0;

	p->view = p->views.one;
	if (keyed && (p->view || several || picks(p)))
		diag_usage("%s goes with none of -c, -g, --view, --sort and -n",
		    p->out.format->name);
	if (p->out.format->sums &&
	    (!p->group_keys || p->view || several || p->cols_text || p->arrange.by ||
		p->arrange.most >= 0 || p->how.per_step || p->how.diff))
		diag_usage(
		    "--sums goes with -g KEYS, and with none of -c, --view, "
		    "--sort, -n, --per-step and --diff");
	p->how.sums = p->out.format->sums;
	if (several && picks(p))
		diag_usage(
		    "several views go with none of -c, -g, --sort and -n");
	if (keyed)
		return column_list(p->out.keys, &p->cols, err);
	if ((p->how.per_step || p->how.diff) &&
	    (!p->group_keys || p->view || several))
		diag_usage("%s goes with -g KEYS, without --view",
		    p->how.diff ? "--diff" : "--per-step");
	if (several)
		return several_start(&p->views.several, &p->out, err);
	if (p->group_keys && p->view) {
		p->view = view_split(p->view, p->group_keys, &p->group, err);
		if (!p->view)
			return -1;
	} else if (p->group_keys) {
		if (view_group(p->group_keys, &p->how, &p->group, err) < 0)
			return -1;
		p->view = &p->group;
	}
	if (p->view)
		return view_columns(p->view, &p->out, p->cols_text, &p->cols, err);
	return column_parse(out_defaults(&p->out), p->cols_text, &p->cols, err);
}

/* The files of --diff. */
static void check_files(char **paths, int n)
{
	if (n != 2)
		diag_usage("--diff wants two files, %d given", n);
	if (strcmp(paths[0], "-") == 0 && strcmp(paths[1], "-") == 0)
		diag_usage("--diff reads standard input once");
}

/* Return the index of the first operand. */
static int read_options(struct prof *p, int argc, char **argv)
{
	int first = opt_parse(&program, argc, argv, p);
	struct err err;

	p->header_done = p->no_header;
	if (!p->out.format)
		p->out.format = &out_space;
	p->out.cols = &p->cols;
	if (choose_columns(p, &err) < 0 || choose_order(p, &err) < 0)
		refuse(&err);
	if (p->how.diff)
		check_files(argv + first, argc - first);
	return first;
}

/* Find the columns that only the input tells, unless the format has no header
 * and so need not know them; -1 if the input cannot be read twice. */
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

/* Rows that are sorted: the cells that are shown, then the one sorted by. */
static void hold_start(struct prof *p)
{
	size_t ncells = p->cols.list.n + 1;

	table_init(&p->held, ncells, &p->cols, NULL);
	p->cells = arena_xzeroed(ncells, sizeof *p->cells);
}

/* Where few rows are wanted, no more than twice as many are in memory. */
static void hold(struct prof *p, const struct row *row)
{
	size_t n = p->cols.list.n, most = (size_t)p->arrange.most;

	memset(p->cells, 0, (n + 1) * sizeof *p->cells);
	for (size_t i = 0; i < n; i++)
		column_value(p->cols.list.v[i], row, &p->cells[i]);
	column_value(p->by, row, &p->cells[n]);
	table_add(&p->held, p->cells);
	if (p->arrange.most >= 0 && p->held.rows.n / 2 > most + HELD_LEAST) {
		arrange_table(&p->arrange, &p->held, n);
		table_pack(&p->held);
	}
}

static void start(struct prof *p)
{
	struct err err;

	p->out.held = p->view || p->by;
	p->out.most = p->arrange.most;
	if (out_start(&p->out, &err) < 0)
		refuse(&err);
	if (p->view)
		view_start(&p->run, p->view, &p->out);
	else if (p->by)
		hold_start(p);
}

static void print_header(struct prof *p)
{
	p->line.n = 0;
	if (!p->header_done)
		out_header(&p->out, &p->line);
	p->header_done = true;
}

/* Warn where the bytes are unknown because the recorded type is in no table.
 * Where none was recorded, no warning helps. */
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
	bool holds;

	if (str_is(rec->kind, "profile")) {
		out_profile(&p->out, rec);
		several_profile(&p->views.several, rec);
		if (p->view)
			view_profile(&p->run, rec);
		return;
	}
	row_make(&row, p->idx, rec, &p->gpu, &p->names, &p->arena);
	row.half = p->half;
	holds = p->where.list.n == 0 || where_holds(&p->where, &row);
	out_seen(&p->out, &row, holds);
	if (!holds)
		return;
	p->found = true;
	warn(p, &row);
	if (p->views.several.list.n > 0) {
		several_row(&p->views.several, &row);
		return;
	}
	if (p->view) {
		view_add(&p->run, &row);
		return;
	}
	if (p->by) {
		hold(p, &row);
		return;
	}
	if (p->arrange.most >= 0 && p->nrows++ >= (uint64_t)p->arrange.most)
		return;
	print_header(p);
	out_row(&p->out, &row, &p->line);
	io_write(strbuf_get(&p->line));
}

enum { GO_ON, STOP };

static void start_sums(struct prof *p)
{
	p->sums.run = p->view == &p->group && p->group.plan ? &p->run : NULL;
	p->sums.where = &p->where;
	p->sums.gpu = &p->gpu;
	p->sums.half = p->half;
}

/* Line n of a file; hint follows what is wrong with it. */
static int read_record(struct prof *p, uint64_t n, struct str line,
    const char **hint, struct err *err)
{
	struct record rec;

	if (record_read(p->reader, line, &p->arena, &rec, err) == 0) {
		print_record(p, &rec);
		return 0;
	}
	if (sums_is(line))
		err_set(err, "sums behind records: give either");
	else if (n == 1 && (!str_starts(line, "{\"") ||
			       strstr(err->text, "not a record")))
		*hint = ": a profile goes through pp-parse first";
	else if (!str_starts(line, "{\"") && !strstr(err->text, "not a record"))
		*hint = ": not a record of pp-parse";
	return -1;
}

/* The first line of all says which of both the input is. */
static int read_line(struct prof *p, uint64_t n, struct str line,
    const char **hint, struct err *err)
{
	p->idx++;
	arena_reset(&p->arena);
	if (p->input_is == NOTHING_YET)
		p->input_is = sums_is(line) ? SUMS : RECORDS;
	if (p->input_is == RECORDS)
		return read_record(p, n, line, hint, err);
	if (!sums_is(line) && line.n > 0)
		return err_set(
		    err, "no line of sums, as those before: give either");
	return sums_input_line(&p->sums, line, &p->arena, err);
}

/* All records of a file.  A file that cannot be read is passed over.  A line that
 * is no record ends everything, since sums over the rest would be wrong. */
static int read_file(struct prof *p, size_t i, int *status)
{
	const char *name = io_name(operands_path(&p->input, i));
	struct err err;
	struct io_lines *lines = operands_lines(&p->input, i, &err);
	struct str line;
	uint64_t n = 0;
	const char *hint = "";
	int got, next = GO_ON;

	if (!lines) {
		diag_error(name, 0, "%s", err.text);
		*status = 1;
		return p->how.diff ? STOP : GO_ON;
	}
	out_input(&p->out, str_of(name));
	p->run.input = p->how.diff ? i : 0;
	while ((got = io_lines_next(lines, &line, &err)) > 0) {
		n++;
		if (read_line(p, n, line, &hint, &err) < 0) {
			diag_error(name, n, "%s%s", err.text, hint);
			*status = 1;
			next = STOP;
			break;
		}
		if (io_failed()) {
			next = STOP;
			break;
		}
	}
	if (got < 0) {
		diag_error(name, n ? n + 1 : 0, "%s", err.text);
		*status = 1;
	}
	if (next == GO_ON && got == 0 && sums_input_end(&p->sums, &err) < 0) {
		diag_error(name, 0, "%s", err.text);
		*status = 1;
		next = STOP;
	}
	if (n == 0)
		p->empty = name;
	warnings_print(p->warnings, name);
	io_lines_close(lines);
	return next;
}

/* A name that no record has is most likely misspelled. */
static void warn_lost(const struct columns *cols)
{
	char clean[200];

	for (size_t i = 0; i < cols->list.n; i++) {
		struct str name = column_lost(cols, i);

		if (name.p)
			diag_error(NULL, 0, "no record has the counter '%s'",
			    diag_clean(name, clean, sizeof clean));
	}
	if (column_lost_all(cols))
		diag_error(NULL, 0,
		    "no record has counters, so 'ctr:*' shows none: give those "
		    "of ncu --csv to pp-parse --counters");
}

/* What the only table is of. */
static void print_heading(struct prof *p)
{
	struct strbuf b = {0};

	if (!p->view) {
		out_heading(&p->out, STR("rows"), NULL);
	} else if (p->group_keys) {
		if (p->views.one)
			strbuf_printf(&b, "%s ", p->view->name);
		strbuf_printf(&b, "-g %s", p->group_keys);
		out_heading(&p->out, strbuf_get(&b), p->view->help);
	} else {
		out_heading(&p->out, str_of(p->view->name), p->view->help);
	}
	strbuf_free(&b);
}

/* What is printed when all is read: a view, a document; for empty input the
 * header. */
static int print_end(struct prof *p, bool whole, int status)
{
	const char *none =
	    p->where.list.n > 0 && !p->found ? "no record meets --where" : NULL;
	struct err err;
	int lacks;

	if (whole && p->input_is == SUMS && p->empty) {
		diag_error(p->empty, 0, "cut off: no sums at all");
		return 1;
	}
	if (p->views.several.list.n > 0) {
		lacks = whole ? several_print(&p->views.several, !p->no_header, none)
			      : 0;
		return lacks > status ? lacks : status;
	}
	if (p->view && whole &&
	    view_ready(&p->run, &p->cols, p->cols_text, &err) < 0) {
		diag_error(NULL, 0, "%s", err.text);
		return 1;
	}
	if (p->out.format->sums) {
		if (whole)
			sums_input_write(&p->sums);
		return status;
	}
	if (whole || !p->view)
		print_heading(p);
	if (p->view ? whole : status == 0) {
		print_header(p);
		io_write(strbuf_get(&p->line));
	}
	p->line.n = 0;
	if (!p->view && whole && p->out.format->fits && none)
		diag_error(NULL, 0, "no rows: %s", none);
	if (none)
		p->run.empty = none;
	if (p->view && whole && view_print(&p->run, &p->arrange, p->by, &err) < 0)
		refuse(&err);
	if (!p->view && p->by) {
		arrange_table(&p->arrange, &p->held, p->cols.list.n);
		if (out_table(&p->out, &p->held, &err) < 0)
			refuse(&err);
	} else if (!p->view) {
		out_finish(&p->out, whole, &p->line);
	}
	io_write(strbuf_get(&p->line));
	if (whole && p->idx > 0)
		warn_lost(p->view && p->view->by ? p->view->by : &p->cols);
	return status;
}

int main(int argc, char **argv)
{
	struct prof p = {.out.unit = OUT_UNSET, .arrange.most = -1};
	int status = 0, next = GO_ON, first;

	io_std_fds();
	die_init("pp-prof");
	first = read_options(&p, argc, argv);
	p.reader = record_reader_new();
	p.warnings = warnings_new();
	operands_init(&p.input, argv + first, (size_t)(argc - first));
	for (size_t i = 0; i < p.input.n; i++) {
		if (io_from_terminal(operands_path(&p.input, i)))
			diag_error(NULL, 0, "reading standard input");
	}
	if (close_columns(&p) == 0) {
		start(&p);
		start_sums(&p);
		for (size_t i = 0; i < p.input.n && next == GO_ON; i++)
			next = read_file(&p, i, &status);
		status = print_end(&p, next == GO_ON, status);
		out_close(&p.out, next == GO_ON);
	} else {
		status = 1;
	}
	operands_free(&p.input);
	several_free(&p.views.several);
	sums_input_free(&p.sums);
	view_free(&p.run);
	view_group_free(&p.group);
	record_reader_free(p.reader);
	warnings_free(p.warnings);
	name_cache_free(&p.names);
	arena_free(&p.arena);
	strbuf_free(&p.line);
	out_free(&p.out);
	column_free(&p.cols);
	column_free(&p.sort_cols);
	where_free(&p.where);
	table_free(&p.held);
	free(p.cells);
	return io_finish(status);
}
