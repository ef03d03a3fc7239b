/*
 * lines.h - lines whose cells are as wide as their columns, for a terminal.
 */
#ifndef PROF_SHOW_LINES_H
#define PROF_SHOW_LINES_H

#include "prof/show/fit.h"
#include "prof/show/scale.h"

/* A column of the lines. */
struct place {
	const struct column *col;
	struct scale scale;
	size_t width;
};

/* What stands in one. */
struct text {
	struct str s;
	size_t width; /* cells of the terminal */
	bool whole;   /* never cut: a number */
};

/* lines_text(place, o, cell, b): append the cell's text to b, as it may reach a
 * terminal and uncut.  Return it; its s is valid until b grows. */
struct text lines_text(const struct place *place, struct out *o,
    const struct cell *cell, struct strbuf *b);

/* lines_headers(v, n, arena): what stands above each of n columns, in arena:
 * the key with its unit.  Where all times have one unit, the first says it. */
struct text *lines_headers(const struct place *v, size_t n, struct arena *arena);

/*
 * lines_put(v, texts, n, most, b):
 * Append a line of these texts, which is at most so many cells.  A number that
 * is wider than its column takes what it needs from the padding or the text
 * nearest to it; the line is longer only where its numbers are.
 */
void lines_put(const struct place *v, const struct text *texts, size_t n,
    size_t most, struct strbuf *b);

#endif
