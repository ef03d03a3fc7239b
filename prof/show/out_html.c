/*
 * out_html.c - one page for a browser (--html).
 *
 * In:  rows; or tables, each with a title, notes and perhaps a picture
 * Out: an HTML document that needs nothing besides itself
 *
 * All of a profile is text in it: escaped, and a policy in its head lets nothing
 * run or load but the script and the style that the build made.  A number that
 * is shown rounded has its exact value in its title, by which it is sorted.
 * Sections are kept until all are written, as the head says what was read.
 */
#include "prof/show/out.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/io.h"
#include "prof/show/about.h"
#include "prof/show/escape.h"
#include "prof/show/page.h"
#include "prof/show/scale.h"

/* Rows of a table, unless -n says how many: browsers are slow beyond. */
enum { MOST = 10000 };

/* A text of more characters may be cut, so it has a title. */
enum { LONG = 40 };

struct html {
	struct about about;
	struct strbuf sections;
	struct strbuf links;   /* to the sections */
	struct strbuf caption; /* of the last one, escaped */
	struct strbuf number;
	size_t nsections;
	struct table rows; /* where no table is given */
	struct cell *cells;
	uint64_t nrows;
};

/* That of the whole page. */
static struct html *html_of(const struct out *o)
{
	return (o->page ? o->page : o)->own;
}

static int html_start(struct out *o, struct err *err)
{
	(void)err;
	if (!o->page)
		o->own = arena_xzeroed(1, sizeof(struct html));
	return 0;
}

static void html_free(struct out *o)
{
	struct html *h = o->own;

	about_free(&h->about);
	strbuf_free(&h->sections);
	strbuf_free(&h->links);
	strbuf_free(&h->caption);
	strbuf_free(&h->number);
	if (h->cells)
		table_free(&h->rows);
	free(h->cells);
	free(h);
}

static size_t most_rows(const struct out *o)
{
	int64_t most = (o->page ? o->page : o)->most;

	return most >= 0 ? (size_t)most : MOST;
}

/*
 * Cells
 */

static bool is_absent(const struct cell *cell)
{
	return cell->kind == CELL_NONE || cell->kind == CELL_NA;
}

static bool is_share(const struct column *col, const struct cell *cell)
{
	return col->of == OF_PERCENT && cell->kind == CELL_REAL;
}

/* Its title, where the text lacks digits: the number in ns. */
static void put_exact(
    struct out *o, const struct cell *cell, struct str text, struct strbuf *b)
{
	enum out_unit unit = o->unit;
	struct str exact;

	o->unit = OUT_NS;
	exact = out_text(o, cell);
	o->unit = unit;
	if (str_eq(exact, text))
		return;
	strbuf_text(b, " title=\"");
	escape_text(exact, b);
	strbuf_text(b, cell->kind == CELL_TIME ? " ns\"" : "\"");
}

static void put_bar(const struct cell *cell, struct strbuf *b)
{
	strbuf_text(b, "<svg class=\"b\" aria-hidden=\"true\"><rect width=\"");
	if (cell->real.whole >= 100)
		strbuf_text(b, "100");
	else
		out_real(b, &cell->real);
	strbuf_text(b, "%\"/></svg>");
}

static void put_number(struct out *o, const struct column *col,
    const struct scale *scale, const struct cell *cell, struct strbuf *b)
{
	struct strbuf *text = &html_of(o)->number;

	text->n = 0;
	scale_text(scale, o, cell, text);
	strbuf_text(b, is_share(col, cell) ? "<td class=\"p\"" : "<td");
	put_exact(o, cell, strbuf_get(text), b);
	strbuf_char(b, '>');
	if (is_share(col, cell) && !cell->real.negative)
		put_bar(cell, b);
	escape_text(strbuf_get(text), b);
	strbuf_text(b, "</td>");
}

static void put_text(struct str s, struct strbuf *b)
{
	strbuf_text(b, "<td class=\"t\"");
	if (s.n > LONG) {
		strbuf_text(b, " title=\"");
		escape_text(s, b);
		strbuf_char(b, '"');
	}
	strbuf_char(b, '>');
	escape_text(s, b);
	strbuf_text(b, "</td>");
}

static void put_cell(struct out *o, const struct column *col,
    const struct scale *scale, const struct cell *cell, struct strbuf *b)
{
	if (is_absent(cell)) {
		strbuf_printf(b, "<td class=\"m%s\">%s</td>",
		    column_right(col) ? "" : " t",
		    cell->kind == CELL_NA ? "na" : "-");
		return;
	}
	if (column_right(col) && !col->flag)
		put_number(o, col, scale, cell, b);
	else
		put_text(out_text(o, cell), b);
}

/*
 * Tables
 */

static void put_head(const struct table *t, const struct scale *v, struct strbuf *b)
{
	strbuf_text(b, "<thead><tr>");
	for (size_t i = 0; i < t->ncols; i++) {
		const struct column *col = t->cols[i].col;
		bool text = !column_right(col) || col->flag;

		strbuf_printf(b, "<th scope=\"col\" aria-sort=\"none\"%s title=\"",
		    text ? " class=\"t\"" : "");
		escape_text(str_of(col->help), b);
		strbuf_text(b, "\"><button type=\"button\">");
		escape_text(str_of(col->key), b);
		strbuf_text(b, "</button>");
		if (v[i].unit[0])
			strbuf_printf(b, " <small>%s</small>", v[i].unit);
		strbuf_text(b, "</th>");
	}
	strbuf_text(b, "</tr></thead>\n");
}

static void put_rows(struct out *o, const struct table *t,
    const struct scale *v, size_t first, size_t n, struct strbuf *b)
{
	for (size_t row = first; row < first + n; row++) {
		strbuf_text(b, "<tr>");
		for (size_t i = 0; i < t->ncols; i++)
			put_cell(o, t->cols[i].col, &v[i], table_cell(t, row, i), b);
		strbuf_text(b, "</tr>\n");
	}
}

static void put_note(struct html *h, struct str line)
{
	strbuf_text(&h->sections, "<p class=\"note\">");
	escape_text(line, &h->sections);
	strbuf_text(&h->sections, "</p>\n");
}

/* Who keeps the page without a look at it must know, too. */
static void say_cut(struct html *h, size_t shown, uint64_t all)
{
	struct strbuf b = {0};

	strbuf_printf(&b, "the first %zu of %" PRIu64 " rows: see -n", shown, all);
	put_note(h, strbuf_get(&b));
	diag_error(NULL, 0, "--html: %.*s", (int)b.n, b.p);
	strbuf_free(&b);
}

static void put_box(size_t nrows, struct strbuf *b)
{
	strbuf_text(b,
	    "<p class=\"find\"><input type=\"search\" "
	    "placeholder=\"Filter rows\" aria-label=\"Filter rows\"> ");
	strbuf_printf(b, "<output>%zu rows</output></p>\n", nrows);
}

/* all: rows that there are, of which t may have but the first. */
static void put_table(struct out *o, const struct table *t, uint64_t all)
{
	struct html *h = html_of(o);
	struct strbuf *b = &h->sections;
	struct scale *v = arena_xzeroed(t->ncols + 1, sizeof *v);
	size_t n = t->rows.n - t->nclosing, most = most_rows(o);
	size_t shown = n < most ? n : most;

	if (shown < all)
		say_cut(h, shown, all);
	scale_table(t, o->unit, v);
	if (shown > 1)
		put_box(shown, b);
	strbuf_printf(b,
	    "<div class=\"t\" tabindex=\"0\" role=\"region\" "
	    "aria-labelledby=\"h%zu\">\n<table><caption>",
	    h->nsections);
	strbuf_str(b, strbuf_get(&h->caption));
	strbuf_text(b, "</caption>\n");
	put_head(t, v, b);
	strbuf_text(b, "<tbody>\n");
	put_rows(o, t, v, 0, shown, b);
	strbuf_text(b, "</tbody>\n");
	if (t->nclosing > 0) {
		strbuf_text(b, "<tfoot>\n");
		put_rows(o, t, v, n, t->nclosing, b);
		strbuf_text(b, "</tfoot>\n");
	}
	strbuf_text(b, "</table></div>\n");
	free(v);
}

static int html_table(struct out *o, struct table *t, struct err *err)
{
	(void)err;
	if (t->rows.n > 0)
		put_table(o, t, t->rows.n - t->nclosing);
	return 0;
}

static void html_add(struct out *o, const struct row *row, struct strbuf *b)
{
	struct html *h = o->own;
	size_t n = o->cols->list.n;

	(void)b;
	if (!h->cells) {
		h->cells = arena_xzeroed(n, sizeof *h->cells);
		table_init(&h->rows, n, o->cols, NULL);
	}
	if (h->nrows++ >= most_rows(o))
		return;
	memset(h->cells, 0, n * sizeof *h->cells);
	for (size_t i = 0; i < n; i++)
		column_value(o->cols->list.v[i], row, &h->cells[i]);
	table_add(&h->rows, h->cells);
}

static void html_finish(struct out *o, bool whole, struct strbuf *b)
{
	struct html *h = o->own;

	(void)whole;
	(void)b;
	if (h->cells)
		put_table(o, &h->rows, h->nrows);
	else
		out_note(o, "no rows: the input has nothing to show here");
}

/*
 * The document
 */

static void html_input(struct out *o, struct str name)
{
	about_input(&html_of(o)->about, name);
}

static void html_profile(struct out *o, const struct record *rec)
{
	if (!o->page)
		about_profile(&html_of(o)->about, rec);
}

static void html_seen(struct out *o, const struct row *row, bool holds)
{
	about_row(&html_of(o)->about, row, holds);
}

static void end_section(struct html *h)
{
	if (h->nsections > 0)
		strbuf_text(&h->sections, "</section>\n");
}

static void html_title(struct out *o, struct str name, const char *help)
{
	struct html *h = html_of(o);
	struct strbuf text = {0};

	end_section(h);
	h->nsections++;
	escape_text(name, &text);
	strbuf_printf(&h->links, "<a href=\"#s%zu\">%.*s</a>\n", h->nsections,
	    (int)text.n, text.p);
	strbuf_printf(
	    &h->sections, "<section id=\"s%zu\" aria-labelledby=\"h%zu\">\n<h2 id=\"h%zu\">%.*s</h2>\n",
	    h->nsections, h->nsections, h->nsections, (int)text.n, text.p);
	h->caption.n = 0;
	escape_text(help ? str_of(help) : name, &h->caption);
	strbuf_free(&text);
}

static void html_note(struct out *o, struct str line)
{
	put_note(html_of(o), line);
}

static void html_picture(struct out *o, struct str svg)
{
	struct html *h = html_of(o);

	strbuf_text(&h->sections, "<figure>\n");
	strbuf_str(&h->sections, svg);
	strbuf_text(&h->sections, "</figure>\n");
}

/* The policy comes before all that it is about. */
static void put_start(const struct html *h, struct strbuf *b)
{
	strbuf_printf(b,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
	    "charset=\"utf-8\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" "
	    "content=\"default-src "
	    "'none'; script-src 'sha256-%s'; style-src 'sha256-%s'; base-uri "
	    "'none'; form-action 'none'\">\n<meta name=\"viewport\" "
	    "content=\"width=device-width, initial-scale=1\">\n<title>",
	    page_js_sha256, page_css_sha256);
	about_title(&h->about, b);
	strbuf_text(b, " - pp-prof</title>\n<style>");
	strbuf_add(b, page_css, page_css_n);
	strbuf_text(b, "</style>\n</head>\n<body>\n<header>\n<h1>");
	about_title(&h->about, b);
	strbuf_text(b, "</h1>\n");
}

static void html_close(struct out *o, bool whole)
{
	struct html *h = html_of(o);
	struct strbuf b = {0};

	if (h->nsections == 0)
		return;
	end_section(h);
	put_start(h, &b);
	about_put(&h->about, whole, &b);
	strbuf_text(&b, "</header>\n");
	if (h->nsections > 1) {
		strbuf_text(&b, "<nav aria-label=\"Sections\">\n");
		strbuf_str(&b, strbuf_get(&h->links));
		strbuf_text(&b, "</nav>\n");
	}
	strbuf_text(&b, "<main>\n");
	io_write(strbuf_get(&b));
	io_write(strbuf_get(&h->sections));
	b.n = 0;
	strbuf_text(
	    &b, "</main>\n<footer>pp-prof " VERSION "</footer>\n<script>");
	strbuf_add(&b, page_js, page_js_n);
	strbuf_text(&b, "</script>\n</body>\n</html>\n");
	io_write(strbuf_get(&b));
	strbuf_free(&b);
}

static const struct out_document document = {
    .input = html_input,
    .seen = html_seen,
    .title = html_title,
    .note = html_note,
    .picture = html_picture,
    .close = html_close,
};

const struct out_format out_html = {
    .name = "--html",
    .opt = {.name = "html",
	.help = "one page for a browser, with pictures of some views; of rows "
		"the first 10000, unless -n says how many",
	.daily = "one page for a browser",
	.take = out_take,
	.which = &out_html},
    .fits = true,
    .wide = true,
    .start = html_start,
    .add = html_add,
    .table = html_table,
    .finish = html_finish,
    .free = html_free,
    .profile = html_profile,
    .document = &document,
};
