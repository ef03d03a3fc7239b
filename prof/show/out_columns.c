/*
 * out_columns.c - a table for a terminal that is so many cells wide (-w N).
 *
 * In:  cells
 * Out: lines of at most N cells, the columns below each other
 *
 * The rows of a group or a view are all known: a column is as wide as its
 * widest cell, and texts are cut where that is too much.  Rows of records
 * stream: numbers get what their kind needs, texts share the rest by the first
 * rows, which are held for that.
 */
#include "prof/show/out.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/io.h"
#include "common/num.h"
#include "prof/show/alike.h"
#include "prof/show/lines.h"
#include "prof/show/missing.h"
#include "prof/show/width.h"

static int too_narrow(const struct out *o, size_t least, struct err *err)
{
	return err_set(err,
	    "-w %" PRId64 " is too narrow for these columns: at least %zu",
	    o->width, least);
}

/* Give the columns their widths.  Return 0, or what a line needs at least. */
static size_t set_widths(
    struct place *v, struct fit *fits, size_t n, const struct out *o)
{
	size_t least = fit_widths(fits, n, (size_t)o->width);

	for (size_t i = 0; i < n; i++)
		v[i].width = fits[i].width;
	return least;
}

/*
 * Held tables
 */

struct sheet {
	struct out *o;
	struct table *t;
	struct place *v;      /* one a column */
	struct text **texts;  /* of each column, one a row */
	struct text *headers; /* one a column */
	struct arena arena;
};

static void set_scales(struct sheet *s)
{
	size_t n = s->t->ncols;
	struct scale *v = arena_array(&s->arena, n, sizeof *v);

	scale_table(s->t, s->o->unit, v);
	for (size_t i = 0; i < n; i++) {
		s->v[i].col = s->t->cols[i].col;
		s->v[i].scale = v[i];
	}
}

static void make_texts(struct sheet *s, size_t i, struct strbuf *b)
{
	size_t nrows = s->t->rows.n;

	s->texts[i] = arena_array(&s->arena, nrows, sizeof **s->texts);
	for (size_t row = 0; row < nrows; row++) {
		struct text *t = &s->texts[i][row];

		b->n = 0;
		*t = lines_text(&s->v[i], s->o, table_cell(s->t, row, i), b);
		t->s.p = arena_text(&s->arena, t->s.p, t->s.n);
	}
}

/* Cut the texts of a column to so many cells, different ones to different ones.
 * A column of numbers is left alone. */
static void cut_texts(struct sheet *s, size_t i, size_t most)
{
	size_t n = s->t->rows.n, ntexts = 0;
	struct str *texts = arena_array(&s->arena, n, sizeof *texts);
	struct str *values = arena_array(&s->arena, n, sizeof *values);
	struct strbuf b = {0};

	for (size_t row = 0; row < n; row++) {
		b.n = 0;
		cell_bytes(table_cell(s->t, row, i), &b);
		values[row] = (struct str){arena_text(&s->arena, b.p, b.n), b.n};
		texts[row] = s->texts[i][row].s;
		ntexts += !s->texts[i][row].whole;
	}
	if (ntexts > 0)
		alike_cut(texts, values, n, most, &s->arena);
	for (size_t row = 0; row < n; row++) {
		s->texts[i][row].s = texts[row];
		s->texts[i][row].width = width_of(texts[row]);
	}
	strbuf_free(&b);
}

/* Make the texts of all cells, and set the widths.  Return 0, or what a line
 * needs at least. */
static size_t lay_out(struct sheet *s)
{
	size_t ncols = s->t->ncols, nrows = s->t->rows.n, least;
	struct fit *fits;
	struct strbuf b = {0};

	arena_reset(&s->arena);
	s->v = arena_array(&s->arena, ncols, sizeof *s->v);
	s->texts = arena_array(&s->arena, ncols, sizeof *s->texts);
	fits = arena_array(&s->arena, ncols, sizeof *fits);
	set_scales(s);
	for (size_t i = 0; i < ncols; i++) {
		make_texts(s, i, &b);
		cut_texts(s, i, SIZE_MAX); /* what looks alike as it is */
	}
	s->headers = lines_headers(s->v, ncols, &s->arena);
	for (size_t i = 0; i < ncols; i++) {
		fit_ask(&fits[i], s->headers[i].width, true);
		for (size_t row = 0; row < nrows; row++)
			fit_ask(&fits[i], s->texts[i][row].width,
			    s->texts[i][row].whole);
	}
	least = set_widths(s->v, fits, ncols, s->o);
	for (size_t i = 0; least == 0 && i < ncols; i++)
		cut_texts(s, i, s->v[i].width);
	strbuf_free(&b);
	return least;
}

/* Where a line is too long, do without the last columns that are no keys and
 * that nobody named. */
static int make_fit(struct sheet *s, struct err *err)
{
	struct strbuf gone = {0};
	size_t least;

	while ((least = lay_out(s)) > 0) {
		size_t i = s->t->ncols - 1;

		while (i > 0 && (s->t->cols[i].named || s->t->cols[i].col->is_key))
			i--;
		if (i == 0)
			break;
		strbuf_printf(
		    &gone, "%s%s", gone.n ? ", " : "", s->t->cols[i].col->key);
		table_hide(s->t, i);
	}
	if (least == 0 && gone.n > 0)
		diag_error(NULL, 0, "%.*s: no room in -w %" PRId64 ": see -c",
		    (int)gone.n, gone.p, s->o->width);
	strbuf_free(&gone);
	return least > 0 ? too_narrow(s->o, least, err) : 0;
}

static void put_sheet(struct sheet *s)
{
	size_t n = s->t->ncols, most = (size_t)s->o->width;
	struct text *texts = arena_array(&s->arena, n, sizeof *texts);
	struct strbuf b = {0};

	if (s->o->headed)
		lines_put(s->v, s->headers, n, most, &b);
	for (size_t row = 0; row < s->t->rows.n && !io_failed(); row++) {
		for (size_t i = 0; i < n; i++)
			texts[i] = s->texts[i][row];
		lines_put(s->v, texts, n, most, &b);
		io_write(strbuf_get(&b));
		b.n = 0;
	}
	io_write(strbuf_get(&b));
	strbuf_free(&b);
}

static int columns_table(struct out *o, struct table *t, struct err *err)
{
	struct sheet s = {.o = o, .t = t};
	int status = make_fit(&s, err);

	if (status == 0)
		put_sheet(&s);
	arena_free(&s.arena);
	return status;
}

/*
 * Rows
 */

/* Rows that are held for the widths, and bytes of their texts. */
enum { SAMPLE = 200, SAMPLE_BYTES = 1 << 20 };

struct stream {
	struct place *v; /* one a column */
	struct fit *fits;
	struct table first; /* the rows that are held */
	size_t bytes;	    /* of their texts */
	bool flows;	    /* the widths are set, no row is held any more */
	struct cell *cells; /* of a row */
	struct text *texts;
	struct strbuf b;   /* of texts */
	enum worth *worth; /* one a column */
	const struct gpu_choice *gpu;
	uint64_t nrows;
};

/* A column whose texts may be of any length. */
static bool is_open(const struct column *col)
{
	return col->width == 0;
}

/* The width that the column's kind needs in its unit. */
static size_t width_for(const struct place *p)
{
	size_t width = p->col->width;

	if (p->scale.all && p->col->kind == CELL_TIME)
		width += p->scale.unit[0] != 'n'; /* a point */
	if (p->scale.all && p->col->kind == CELL_REAL)
		width++; /* the third decimal */
	return width;
}

static int columns_start(struct out *o, struct err *err)
{
	size_t n = o->cols->list.n, least;
	struct arena arena = {0};
	struct text *headers;
	struct stream *s;

	if (o->held)
		return 0;
	o->own = s = arena_xzeroed(1, sizeof *s);
	table_init(&s->first, n, o->cols, NULL);
	s->v = arena_xzeroed(n, sizeof *s->v);
	s->fits = arena_xzeroed(n, sizeof *s->fits);
	s->cells = arena_xzeroed(n, sizeof *s->cells);
	s->texts = arena_xzeroed(n, sizeof *s->texts);
	s->worth = arena_xzeroed(n, sizeof *s->worth);
	for (size_t i = 0; i < n; i++) {
		s->v[i].col = o->cols->list.v[i];
		s->v[i].scale = scale_row(s->v[i].col, o->unit);
	}
	headers = lines_headers(s->v, n, &arena);
	for (size_t i = 0; i < n; i++) {
		fit_ask(&s->fits[i], headers[i].width, true);
		if (is_open(s->v[i].col))
			fit_ask(&s->fits[i], FIT_LEAST, false);
		else
			fit_ask(&s->fits[i], width_for(&s->v[i]), true);
	}
	arena_free(&arena);
	least = set_widths(s->v, s->fits, n, o);
	return least > 0 ? too_narrow(o, least, err) : 0;
}

/* Make the texts of a row. */
static void set_texts(struct stream *s, struct out *o, const struct cell *cells)
{
	size_t n = o->cols->list.n, at = 0;

	s->b.n = 0;
	for (size_t i = 0; i < n; i++)
		s->texts[i] = lines_text(&s->v[i], o, &cells[i], &s->b);
	for (size_t i = 0; i < n; i++) {
		/* b may have grown */
		s->texts[i].s.p = str_from(strbuf_get(&s->b), at).p;
		at += s->texts[i].s.n;
	}
}

static void put_row(
    struct stream *s, struct out *o, const struct cell *cells, struct strbuf *b)
{
	set_texts(s, o, cells);
	lines_put(s->v, s->texts, o->cols->list.n, (size_t)o->width, b);
}

/* Texts of rows to come may be longer than those so far: half of what they have is
 * added as far as there is room, and the last column has all that is left. */
static void stretch(struct stream *s, const struct out *o)
{
	size_t n = o->cols->list.n, left = (size_t)o->width, nopen = 0, part;

	for (size_t i = 0; i < n; i++) {
		left -= s->v[i].width + (i > 0);
		nopen += is_open(s->v[i].col);
	}
	part = nopen > 0 ? left / nopen : 0;
	for (size_t i = 0; i + 1 < n; i++) {
		size_t half = s->v[i].width / 2, more = half < part ? half : part;

		if (!is_open(s->v[i].col))
			continue;
		s->v[i].width += more;
		left -= more;
	}
	if (n > 0 && is_open(s->v[n - 1].col))
		s->v[n - 1].width += left;
}

/* What the texts of the rows that are held ask for, besides the headers.  Where
 * no more rows come, no column need be wider. */
static void ask(
    struct stream *s, struct out *o, const struct text *headers, bool more)
{
	size_t n = o->cols->list.n;

	for (size_t i = 0; i < n; i++) {
		if (is_open(s->v[i].col) && !more) {
			s->fits[i] = (struct fit){0};
			fit_ask(&s->fits[i], headers[i].width, true);
		}
	}
	for (size_t row = 0; row < s->first.rows.n; row++) {
		set_texts(s, o, s->first.rows.v[row]);
		for (size_t i = 0; i < n; i++) {
			struct fit *f = &s->fits[i];
			size_t width = s->texts[i].width;

			if (is_open(s->v[i].col))
				fit_ask(f, width, false);
			else if (!column_right(s->v[i].col) && width > f->wish)
				f->wish = width; /* if there is room */
		}
	}
}

/* Set the widths by the rows that are held, and put these; more rows may come. */
static void flow(struct stream *s, struct out *o, bool more, struct strbuf *b)
{
	size_t n = o->cols->list.n;
	struct arena arena = {0};
	struct text *headers = lines_headers(s->v, n, &arena);

	ask(s, o, headers, more);
	set_widths(s->v, s->fits, n, o);
	if (more)
		stretch(s, o);
	if (o->headed)
		lines_put(s->v, headers, n, (size_t)o->width, b);
	for (size_t row = 0; row < s->first.rows.n; row++)
		put_row(s, o, s->first.rows.v[row], b);
	s->flows = true;
	arena_free(&arena);
	table_free(&s->first);
}

static void columns_add(struct out *o, const struct row *row, struct strbuf *b)
{
	size_t n = o->cols->list.n;
	struct stream *s = o->own;

	memset(s->cells, 0, n * sizeof *s->cells);
	s->gpu = row->gpu;
	s->nrows++;
	for (size_t i = 0; i < n; i++) {
		column_value(o->cols->list.v[i], row, &s->cells[i]);
		s->worth[i] =
		    missing_worth(o->cols->list.v[i], &s->cells[i], s->worth[i]);
	}
	if (s->flows) {
		put_row(s, o, s->cells, b);
		return;
	}
	table_add(&s->first, s->cells);
	set_texts(s, o, s->cells);
	s->bytes += s->b.n;
	if (s->first.rows.n == SAMPLE || s->bytes > SAMPLE_BYTES)
		flow(s, o, true, b);
}

static void columns_finish(struct out *o, bool whole, struct strbuf *b)
{
	struct stream *s = o->own;

	if (!s->flows)
		flow(s, o, false, b);
	if (whole && s->nrows > 0)
		missing_say(o->cols, s->worth, s->gpu, o);
}

static void columns_free(struct out *o)
{
	struct stream *s = o->own;

	table_free(&s->first);
	strbuf_free(&s->b);
	free(s->v);
	free(s->fits);
	free(s->worth);
	free(s->cells);
	free(s->texts);
	free(s);
}

/*
 * The option
 */

/* Where the eight columns of scripts would not fit; the longest text is last. */
static const char *columns_default(const struct out *o)
{
	return o->width < 120
		   ? "idx,dir,op,sil,tflops,gbs,tc,kernel"
		   : "idx,dir,op,sil,tflops,gbs,tc,flops,bytes,params,kernel";
}

static int take_width(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	struct out *o = to;

	(void)opt;
	if (out_choose(o, &out_columns, err) != 0)
		return OPT_USAGE;
	if (!num_parse(value, strlen(value), 1, 100000, &o->width))
		return err_set(err, "-w '%s': not a number from 1 to 100000", value);
	return 0;
}

const struct out_format out_columns = {
    .name = "-w",
    .opt = {.name = "width",
	.letter = 'w',
	.arg = "N",
	.help = "a table whose lines are at most N cells of a terminal",
	.daily = "a table for a terminal, N wide",
	.take = take_width},
    .fits = true,
    .defaults = columns_default,
    .start = columns_start,
    .add = columns_add,
    .table = columns_table,
    .finish = columns_finish,
    .free = columns_free,
};
