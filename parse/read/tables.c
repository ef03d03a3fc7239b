/*
 * tables.c - lines of a file in which a profiler printed tables.
 *
 * In:  a file, or its first bytes
 * Out: its lines, one by one, each to whoever knows the table
 */
#include "parse/read/tables.h"

#include "common/ascii.h"
#include "common/io.h"
#include "parse/read/input.h"
#include "parse/read/read.h"

struct str tables_line(struct tables *t)
{
	t->text.n = 0;
	strbuf_printf(&t->text, "line %llu", (unsigned long long)t->line);
	return strbuf_get(&t->text);
}

_Static_assert(CELLS_BYTES == 4 << 20 && CELLS_MOST == 65536,
    "messages and man/pp-parse.1 say so");

/* Read a line, unless it is longer than a row may be. */
static void read_one(struct tables *t, struct str line,
    const struct tables_kind *kind, void *reading)
{
	t->cells.over = false;
	if (line.n <= CELLS_BYTES)
		kind->read_line(reading, line);
	if (line.n <= CELLS_BYTES && !t->cells.over)
		return;
	t->over = t->over ? t->over : t->line;
	t->p->nlost++;
	warnings_add(t->p->warnings,
	    "%s of more than 4 MiB or 65536 cells: not read", "row",
	    tables_line(t));
}

static int read_lines(struct tables *t, struct io_lines *lines,
    const struct tables_kind *kind, void *reading, struct err *err)
{
	struct str line;
	int got;

	while ((got = io_lines_next(lines, &line, err)) > 0) {
		t->line++;
		t->cut = io_lines_cut(lines);
		read_one(t, line, kind, reading);
	}
	if (got < 0)
		t->p->line = t->line + 1;
	return got;
}

int tables_read(struct tables *t, const struct source *src,
    const struct tables_kind *kind, void *reading, struct err *err)
{
	struct io_lines *lines = io_lines_from(input_read, src->input);
	int status = read_lines(t, lines, kind, reading, err);

	io_lines_close(lines);
	if (status < 0)
		return -1;
	if (!t->any && t->over) {
		t->p->line = t->over;
		return err_set(err, "a row of more than 4 MiB or 65536 cells");
	}
	if (!t->any)
		return err_set(err, "%s", kind->none);
	if (t->others)
		warnings_say(t->p->warnings, kind->others, (struct str){NULL, 0});
	return 0;
}

/* A number or name where the file ends may be half of one, unless it is in
 * quotes or in the brackets of a copy or set. */
static void leave_out_last(struct tables *t, struct str line)
{
	struct str *last = &t->cells.v.v[t->cells.v.n - 1];

	if (!last->n || line.p[line.n - 1] == '"' ||
	    (last->p[0] == '[' && last->p[last->n - 1] == ']'))
		return;
	warnings_add(t->p->warnings, "%s where the file ends: left out",
	    is_digit(last->p[0]) ? "number" : "name", *last);
	t->half = *last;
	last->n = 0;
}

struct str tables_half(const struct tables *t, size_t at)
{
	return at + 1 == t->cells.v.n ? t->half : (struct str){NULL, 0};
}

void tables_begin(struct tables *t, bool placed)
{
	t->placed = placed;
	t->ncells = t->cells.v.n;
	t->named = cells_named(&t->cells);
}

bool tables_may_be_row(const struct tables *t, struct str line)
{
	return cells_may_be_row(line, t->named, t->placed);
}

bool tables_row(struct tables *t, struct str line, bool whole)
{
	if (whole && t->cells.v.n == t->ncells) {
		if (t->cut)
			leave_out_last(t, line);
		return true;
	}
	if (t->cells.over || !(t->cut || tables_may_be_row(t, line)))
		return false;
	t->p->nlost++;
	warnings_add(
	    t->p->warnings, "%s of a table not read", "row", tables_line(t));
	return false;
}

bool tables_odd_cell(struct profile *p, struct str cell)
{
	if (cell.n)
		warnings_add(
		    p->warnings, "%s not understood: left out", "cell", cell);
	return false;
}

bool tables_found(
    const struct source *src, bool (*is_head)(struct cells *c, struct str line))
{
	struct str line, rest = src->head;
	struct cells c = {0};
	bool found = false;

	str_skip(&rest, "\xEF\xBB\xBF");
	while (!found && str_line(&rest, &line)) {
		if (line.n && line.p[line.n - 1] == '\r')
			line.n--;
		found = is_head(&c, line);
	}
	cells_free(&c);
	return found;
}

void tables_free(struct tables *t)
{
	cells_free(&t->cells);
	strbuf_free(&t->text);
}
