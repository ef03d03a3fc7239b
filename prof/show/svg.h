/*
 * svg.h - the pictures of views, and what they are drawn with.
 *
 * A picture is as wide as the page: what lies along it is in percent, what goes
 * up in pixels, so that texts keep their size and nothing needs a script.
 */
#ifndef PROF_SHOW_SVG_H
#define PROF_SHOW_SVG_H

#include "prof/show/view.h"

extern const struct view_picture svg_steps, svg_roofline, svg_calls;

/* svg_column(run, key): the number of the view's column of this key. */
size_t svg_column(const struct view_run *run, const char *key);

/* svg_real(cell, f): whether the cell is a number; then f is set to it. */
bool svg_real(const struct cell *cell, double *f);

/*
 * svg_begin(class, height, title, b):
 * Begin a picture of so many pixels.  The caller appends its description, text
 * between <desc> and </desc>, then shapes, and svg_end.
 */
void svg_begin(
    const char *class, double height, const char *title, struct strbuf *b);
void svg_end(struct strbuf *b);

/* svg_number(f, b): append a number, with at most three decimals. */
void svg_number(double f, struct strbuf *b);

/* svg_set(name, f, unit, b): append an attribute: x="12.5%"; unit may be "". */
void svg_set(const char *name, double f, const char *unit, struct strbuf *b);

/* svg_line(x1, y1, x2, y2, class, b): x in percent. */
void svg_line(double x1, double y1, double x2, double y2, const char *class,
    struct strbuf *b);

/* svg_text(x, y, anchor, s, b): a text at x percent; anchor: start, middle, end. */
void svg_text(
    double x, double y, const char *anchor, struct str s, struct strbuf *b);

#endif
