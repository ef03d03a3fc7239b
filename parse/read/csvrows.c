/*
 * csvrows.c - rows of comma-separated values with named columns.
 *
 * In:  lines, some of which are rows (RFC 4180; a field may hold line ends)
 * Out: rows of fields
 *
 * libcsv splits rows into fields, but it is shown only lines that belong to a
 * row: otherwise a quote in a program's own output would swallow everything
 * behind it.  For the same reason, a line inside a quoted field begins a new
 * row if it begins with a quote and looks like a row: a quote inside a field
 * must be doubled or end it.
 */
#include "parse/read/csvrows.h"

#include <csv.h>

#include "common/arena.h"
#include "common/ascii.h"
#include "common/io.h"
#include "common/vec.h"

/* A field within the text of its row. */
struct part {
	size_t at, n;
};

struct csvrows {
	struct io_lines *lines;
	csvrows_begins *begins;
	void *arg;
	uint64_t line;	  /* lines read */
	struct str ahead; /* the next line, read already, or p == NULL */

	struct csv_parser parser;
	bool begun, over, bad, cut; /* the row */
	uint64_t first;		    /* line of the row */
	size_t size;		    /* bytes of its lines */
	struct strbuf text;
	VEC(struct part) parts;
	VEC(struct str) fields;

	struct strbuf name_text;
	VEC(struct part) names;
};

static void *grow(void *p, size_t n)
{
	return arena_xrealloc(p, n, 1);
}

/* Only LF, so that a row has at least one line. */
static int is_line_end(unsigned char c)
{
	return c == '\n';
}

static void start_parser(struct csvrows *r)
{
	csv_init(&r->parser, CSV_STRICT);
	csv_set_realloc_func(&r->parser, grow);
	csv_set_term_func(&r->parser, is_line_end);
}

struct csvrows *csvrows_open(
    struct io_lines *lines, csvrows_begins *begins, void *arg)
{
	struct csvrows *r = arena_xzeroed(1, sizeof *r);

	r->lines = lines;
	r->begins = begins;
	r->arg = arg;
	start_parser(r);
	return r;
}

void csvrows_close(struct csvrows *r)
{
	if (!r)
		return;
	io_lines_close(r->lines);
	csv_free(&r->parser);
	strbuf_free(&r->text);
	strbuf_free(&r->name_text);
	vec_free(&r->parts);
	vec_free(&r->fields);
	vec_free(&r->names);
	free(r);
}

static void add_part(void *field, size_t n, void *arg)
{
	struct csvrows *r = arg;

	if (r->parts.n == CELLS_MOST) {
		r->bad = true;
		return;
	}
	*vec_add(&r->parts) = (struct part){r->text.n, n};
	strbuf_add(&r->text, field, n);
}

static void end_row(int c, void *arg)
{
	struct csvrows *r = arg;

	(void)c;
	r->over = true;
}

static void begin_row(struct csvrows *r)
{
	r->begun = true;
	r->over = r->bad = false;
	r->first = r->line;
	r->size = 0;
	r->text.n = 0;
	r->parts.n = 0;
}

/* End the row.  A broken one may not end in the state that libcsv is in. */
static int give(struct csvrows *r, struct csvrow *row, bool broken)
{
	size_t i;

	r->begun = false;
	if (broken) {
		csv_free(&r->parser);
		start_parser(r);
	}
	r->fields.n = 0;
	for (i = 0; i < r->parts.n; i++)
		*vec_add(&r->fields) = (struct str){
		    strbuf_get(&r->text).p + r->parts.v[i].at, r->parts.v[i].n};
	*row = (struct csvrow){.v = r->fields.v,
	    .n = r->fields.n,
	    .line = r->first,
	    .broken = broken,
	    .cut = r->cut};
	return 1;
}

static bool is_blank_line(struct str line)
{
	size_t i;

	for (i = 0; i < line.n; i++)
		if (!is_blank(line.p[i]))
			return false;
	return true;
}

static bool begins(const struct csvrows *r, struct str line)
{
	if (is_blank_line(line))
		return false;
	return !r->begins || r->begins(r->arg, line);
}

/* Whether the line begins a row and cannot be part of a quoted field. */
static bool breaks(const struct csvrows *r, struct str line)
{
	return r->begins && line.n > 1 && line.p[0] == '"' &&
	       line.p[1] != '"' && line.p[1] != ',' && begins(r, line);
}

/* False if a quote stands inside a field. */
static bool feed(struct csvrows *r, struct str line)
{
	r->size += line.n;
	/* libcsv's buffer grows by this: at least to twice the row so far */
	csv_set_blk_size(&r->parser, r->size + 128);
	return csv_parse(&r->parser, line.p, line.n, add_part, end_row, r) ==
		   line.n &&
	       csv_parse(&r->parser, "\n", 1, add_part, end_row, r) == 1;
}

/* The line that was read ahead, or the next. */
static int next_line(struct csvrows *r, struct str *line, struct err *err)
{
	int got;

	if (r->ahead.p) {
		*line = r->ahead;
		r->ahead.p = NULL;
		return 1;
	}
	got = io_lines_next(r->lines, line, err);
	if (got > 0)
		r->line++;
	return got;
}

int csvrows_next(struct csvrows *r, struct csvrow *row, struct err *err)
{
	struct str line;
	int got;

	while ((got = next_line(r, &line, err)) > 0) {
		r->cut = io_lines_cut(r->lines) && line.n > 0 &&
			 line.p[line.n - 1] != '"';
		if (r->begun && breaks(r, line)) {
			r->ahead = line;
			return give(r, row, true);
		}
		if (!r->begun) {
			if (!begins(r, line))
				continue;
			begin_row(r);
		}
		if (line.n > CELLS_BYTES - r->size || !feed(r, line))
			return give(r, row, true);
		if (r->over)
			return give(r, row, r->bad);
	}
	if (got == 0 && r->begun)
		return give(r, row, true);
	return got;
}

uint64_t csvrows_line(const struct csvrows *r)
{
	return r->line;
}

void csvrows_name(struct csvrows *r, const struct csvrow *row)
{
	size_t i;

	r->name_text.n = 0;
	r->names.n = 0;
	for (i = 0; i < row->n; i++) {
		*vec_add(&r->names) = (struct part){r->name_text.n, row->v[i].n};
		strbuf_str(&r->name_text, row->v[i]);
	}
}

size_t csvrows_columns(const struct csvrows *r)
{
	return r->names.n;
}

struct str csvrows_column(const struct csvrows *r, size_t i)
{
	return (struct str){
	    strbuf_get(&r->name_text).p + r->names.v[i].at, r->names.v[i].n};
}

size_t csvrows_find(const struct csvrows *r, const char *name)
{
	size_t i;

	for (i = 0; i < r->names.n; i++)
		if (str_is(csvrows_column(r, i), name))
			return i;
	return SIZE_MAX;
}

struct str csvrows_field(const struct csvrow *row, size_t column)
{
	return column < row->n ? row->v[column] : (struct str){NULL, 0};
}
