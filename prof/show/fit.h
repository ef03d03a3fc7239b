/*
 * fit.h - the widths of a table's columns, for lines of so many cells.
 */
#ifndef PROF_SHOW_FIT_H
#define PROF_SHOW_FIT_H

#include <stdbool.h>
#include <stddef.h>

/* A text is not cut to less, except that it is no longer anyway. */
enum { FIT_LEAST = 10 };

struct fit {
	size_t wish;  /* the widest cell */
	size_t least; /* what it cannot do without, at most wish */
	size_t width; /* what it gets */
};

/* fit_ask(f, width, whole): a cell or a header that wide; whole: not to be cut. */
void fit_ask(struct fit *f, size_t width, bool whole);

/*
 * fit_widths(v, n, most):
 * Set the widths of n columns so that a line with a blank between each takes at
 * most that many cells: as they wish, else the widest are cut to the same width.
 * Return 0, or, without setting them, how many cells a line needs at least.
 */
size_t fit_widths(struct fit *v, size_t n, size_t most);

#endif
