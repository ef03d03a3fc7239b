/*
 * svg.c - what pictures are drawn with.
 *
 * In:  numbers, foreign texts
 * Out: SVG, well-formed as XML, without style attributes
 */
#include "prof/show/svg.h"

#include <assert.h>
#include <stdio.h>

#include "prof/show/escape.h"

size_t svg_column(const struct view_run *run, const char *key)
{
	const struct view *view = run->view;
	size_t i = 0;

	while (i < view->ncolumns && strcmp(view->columns[i].key, key) != 0)
		i++;
	assert(i < view->ncolumns);
	return i;
}

bool svg_real(const struct cell *cell, double *f)
{
	switch (cell->kind) {
	case CELL_REAL:
		*f = (double)cell->real.whole + cell->real.milli / 1000.0;
		return !cell->real.negative;
	case CELL_TIME:
		*f = (double)cell->i;
		return cell->i >= 0;
	case CELL_UINT:
		*f = (double)cell->u;
		return true;
	default:
		return false;
	}
}

void svg_begin(const char *class, double height, const char *title, struct strbuf *b)
{
	strbuf_printf(
	    b, "<figcaption>%s</figcaption>\n<svg class=\"%s\" ", title, class);
	strbuf_text(b, "role=\"group\" width=\"100%\"");
	svg_set("height", height, "", b);
	strbuf_printf(b, ">\n<title>%s</title>\n", title);
}

void svg_end(struct strbuf *b)
{
	strbuf_text(b, "</svg>\n");
}

void svg_number(double f, struct strbuf *b)
{
	char text[64];
	int n = snprintf(text, sizeof text, "%.3f", f);

	while (n > 1 && text[n - 1] == '0')
		n--;
	if (text[n - 1] == '.')
		n--;
	strbuf_add(b, text, (size_t)n);
}

void svg_set(const char *name, double f, const char *unit, struct strbuf *b)
{
	strbuf_printf(b, " %s=\"", name);
	svg_number(f, b);
	strbuf_printf(b, "%s\"", unit);
}

void svg_line(double x1, double y1, double x2, double y2, const char *class,
    struct strbuf *b)
{
	strbuf_printf(b, "<line class=\"%s\"", class);
	svg_set("x1", x1, "%", b);
	svg_set("y1", y1, "", b);
	svg_set("x2", x2, "%", b);
	svg_set("y2", y2, "", b);
	strbuf_text(b, "/>\n");
}

void svg_text(double x, double y, const char *anchor, struct str s, struct strbuf *b)
{
	strbuf_text(b, "<text");
	svg_set("x", x, "%", b);
	svg_set("y", y, "", b);
	if (strcmp(anchor, "start") != 0)
		strbuf_printf(b, " text-anchor=\"%s\"", anchor);
	strbuf_char(b, '>');
	escape_text(s, b);
	strbuf_text(b, "</text>\n");
}
