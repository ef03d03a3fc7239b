/*
 * read_nvprofcsv.c - read what nvprof --print-gpu-trace prints.
 *
 * In:  a table for each process, between lines of nvprof and of the program:
 *      separated by commas with a line of units below the heads (--csv), or in
 *      columns, where each cell has its unit
 * Out: one launch a kernel, copy or set, of the process whose table it is
 *
 * A process counts from its own start, and when that was is not told, so each
 * table has its own time 0.
 */
#include "parse/read/read.h"

#include <string.h>

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"
#include "parse/profile.h"
#include "parse/read/gputrace.h"
#include "parse/read/overlap.h"
#include "parse/read/tables.h"

/* Heads, of both forms. */
static const struct {
	const char *name;
	enum gputrace_column column;
} names[] = {
    {"Start", GPUTRACE_START},
    {"Duration", GPUTRACE_DURATION},
    {"Grid X", GPUTRACE_GRID_X},
    {"Grid Y", GPUTRACE_GRID_Y},
    {"Grid Z", GPUTRACE_GRID_Z},
    {"Block X", GPUTRACE_BLOCK_X},
    {"Block Y", GPUTRACE_BLOCK_Y},
    {"Block Z", GPUTRACE_BLOCK_Z},
    {"Grid Size", GPUTRACE_GRID},
    {"Block Size", GPUTRACE_BLOCK},
    {"Registers Per Thread", GPUTRACE_REGS},
    {"Regs*", GPUTRACE_REGS},
    {"Static SMem", GPUTRACE_STATIC},
    {"SSMem*", GPUTRACE_STATIC},
    {"Dynamic SMem", GPUTRACE_DYNAMIC},
    {"DSMem*", GPUTRACE_DYNAMIC},
    {"Size", GPUTRACE_SIZE},
    {"Throughput", GPUTRACE_RATE},
    {"SrcMemType", GPUTRACE_SRC},
    {"DstMemType", GPUTRACE_DST},
    {"Device", GPUTRACE_DEVICE},
    {"Context", GPUTRACE_CONTEXT},
    {"Stream", GPUTRACE_STREAM},
    {"Name", GPUTRACE_NAME},
    {"Correlation_ID", GPUTRACE_CORR},
};

enum { SAID_MOST = 8 };

struct reading {
	struct profile *p;
	struct gputrace trace;
	struct tables tables;
	bool in_table;
	bool wants_units; /* the next row has them, or there are none */
	int64_t pid;	  /* of the last line of nvprof; -1: not told */
	size_t first;	  /* launch of the table */
	bool timed;	  /* some table has a time */
	bool rough;	  /* and one that is rounded */
	struct intern said;
};

/* ---- tables ---- */

/* End the table: its times count from its earliest. */
static void end_table(struct reading *r)
{
	struct profile *p = r->p;
	size_t i;

	r->in_table = false;
	if (p->base == INT64_MAX)
		return;
	r->timed = true;
	if (!r->trace.rough)
		overlap_count(p, r->first);
	r->rough |= r->trace.rough;
	r->trace.rough = false;
	for (i = r->first; i < p->launches.n; i++) {
		struct launch *l = &p->launches.v[i];

		if (!(l->flags & LAUNCH_TIMED))
			continue;
		l->start -= p->base;
		l->end -= p->base;
	}
	p->base = INT64_MAX;
	r->first = p->launches.n;
}

/* What a line of heads begins. */
enum heads { HEADS_NONE, HEADS_TRACE, HEADS_OTHER };

static enum heads heads_of(const struct str *cells, size_t n)
{
	bool start = false, duration = false, time = false, grid = false;
	size_t i;

	for (i = 0; i < n; i++) {
		start |= str_is(cells[i], "Start");
		duration |= str_is(cells[i], "Duration");
		time |= str_is(cells[i], "Time(%)");
		grid |=
		    str_is(cells[i], "Grid X") || str_is(cells[i], "Grid Size");
	}
	if (start && duration)
		return grid ? HEADS_TRACE : HEADS_OTHER;
	return time ? HEADS_OTHER : HEADS_NONE;
}

/* The line's cells, if it may be one of heads. */
static enum heads read_heads(struct cells *t, struct str line, bool *columns)
{
	if (!str_find(line, "Duration") && !str_find(line, "Time(%)"))
		return HEADS_NONE;
	*columns = !memchr(line.p, ',', line.n);
	if (*columns) {
		cells_headed(t, line);
		cells_placed(t, line);
	} else if (!cells_commas(t, line)) {
		return HEADS_NONE;
	}
	return heads_of(t->v.v, t->v.n);
}

static void begin_table(struct reading *r, bool columns)
{
	size_t i, k;

	end_table(r);
	r->in_table = r->tables.any = true;
	r->wants_units = !columns;
	tables_begin(&r->tables, columns);
	r->trace.pid = r->pid;
	for (k = 0; k < GPUTRACE_NCOLUMNS; k++) {
		r->trace.at[k] = SIZE_MAX;
		r->trace.units[k] = (struct str){NULL, 0};
	}
	/* of two columns with one name the first counts */
	for (i = r->tables.ncells; i-- > 0;)
		for (k = 0; k < NELEMS(names); k++)
			if (str_is(r->tables.cells.v.v[i], names[k].name))
				r->trace.at[names[k].column] = i;
}

/* Whether the row has what the table's rows cannot: a unit for a time. */
static bool are_units(const struct reading *r)
{
	static const enum gputrace_column times[] = {
	    GPUTRACE_START, GPUTRACE_DURATION};
	const struct cells *c = &r->tables.cells;
	size_t i, at;
	int exponent;

	for (i = 0; i < NELEMS(times); i++) {
		at = r->trace.at[times[i]];
		if (at < c->v.n && measure_time(c->v.v[at], &exponent))
			return true;
	}
	return false;
}

/* The row of units was lost: nothing tells what times and sizes mean. */
static void leave_out_units(struct reading *r)
{
	static const enum gputrace_column measured[] = {GPUTRACE_START,
	    GPUTRACE_DURATION, GPUTRACE_STATIC, GPUTRACE_DYNAMIC, GPUTRACE_SIZE,
	    GPUTRACE_RATE};
	size_t i;

	for (i = 0; i < NELEMS(measured); i++)
		r->trace.at[measured[i]] = SIZE_MAX;
	warnings_add(r->p->warnings,
	    "%s without its row of units: no times and sizes", "table",
	    tables_line(&r->tables));
}

static void read_units(struct reading *r)
{
	const struct cells *c = &r->tables.cells;
	struct intern *texts = &r->p->texts;
	size_t k, at;

	for (k = 0; k < GPUTRACE_NCOLUMNS; k++) {
		at = r->trace.at[k];
		if (at < c->v.n)
			r->trace.units[k] =
			    intern_get(texts, intern_add(texts, c->v.v[at]));
	}
}

/* ---- lines ---- */

/* "==4242== Warning: ...", or "======== ..." where the process is not told. */
static bool read_saying(struct reading *r, struct str line)
{
	struct str rest = line;
	size_t n;

	if (!str_skip(&rest, "=="))
		return false;
	n = ascii_digits(rest.p, rest.n);
	if (!num_parse(rest.p, n, 0, INT64_MAX, &r->pid)) {
		r->pid = -1;
		if (!str_skip(&rest, "======"))
			return false;
	} else {
		rest = str_from(rest, n);
		if (!str_skip(&rest, "=="))
			return false;
	}
	if (str_skip(&rest, " Warning: ") && r->said.list.n < SAID_MOST) {
		n = r->said.list.n;
		if (intern_add(&r->said, rest) == n)
			warnings_say(r->p->warnings, "nvprof says: ", rest);
	}
	return true;
}

/* A line inside a table. */
static void read_row(struct reading *r, struct str line)
{
	struct cells *c = &r->tables.cells;
	bool whole =
	    r->tables.placed ? cells_placed(c, line) : cells_commas(c, line);

	if (!tables_row(&r->tables, line, whole))
		return;
	if (r->wants_units && are_units(r)) {
		read_units(r);
	} else {
		if (r->wants_units)
			leave_out_units(r);
		gputrace_add(&r->trace, &r->tables);
	}
	r->wants_units = false;
}

static void read_line(void *reading, struct str line)
{
	struct reading *r = reading;
	enum heads heads;
	bool columns;

	if (read_saying(r, line))
		return;
	heads = read_heads(&r->tables.cells, line, &columns);
	if (heads == HEADS_TRACE) {
		begin_table(r, columns);
	} else if (heads == HEADS_OTHER) {
		end_table(r);
		r->tables.others = true;
	} else if (r->in_table) {
		read_row(r, line);
	}
}

static int read_all(const struct source *src, struct profile *p, struct err *err)
{
	static const struct tables_kind traces = {.read_line = read_line,
	    .none = "a table of nvprof that has no single kernels: "
		    "nvprof --csv --print-gpu-trace, or nvprof -o",
	    .others = SAID("tables without single kernels: passed over")};
	struct reading r = {.p = p,
	    .tables.p = p,
	    .pid = -1,
	    .trace = {.p = p, .thousand = 1024, .pid = -1}};
	int status;

	p->producer = STR("nvprof");
	p->from_zero = p->no_epoch = true;
	status = tables_read(&r.tables, src, &traces, &r, err);
	end_table(&r);
	if (r.timed)
		p->base = 0;
	if (status == 0 && r.rough)
		warnings_say(
		    p->warnings, "times are rounded in print: nvprof --csv -u ns has all digits",
		    (struct str){NULL, 0});
	gputrace_free(&r.trace);
	tables_free(&r.tables);
	intern_free(&r.said);
	return status;
}

/* Whether only nvprof prints the line, or it has the heads of a table. */
static bool is_nvprof(struct cells *c, struct str line)
{
	bool columns;

	return str_has(line, "== NVPROF is profiling") ||
	       str_has(line, "== Profiling result:") ||
	       read_heads(c, line, &columns) != HEADS_NONE;
}

static bool detect(const struct source *src)
{
	return tables_found(src, is_nvprof);
}

const struct reader read_nvprofcsv = {
    .name = "nvprof-csv",
    .what = "a table of nvprof",
    .detect = detect,
    .read = read_all,
};
