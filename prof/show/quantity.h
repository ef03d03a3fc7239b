/*
 * quantity.h - what of a cell can be compared as a number, exactly.
 */
#ifndef PROF_SHOW_QUANTITY_H
#define PROF_SHOW_QUANTITY_H

#include "common/str.h"

struct cell;
struct out;

/* A decimal number, and what is near it; texts are the caller's. */
struct quantity {
	double near;
	struct str digits; /* [-]N[.N]; p == NULL: near is all that there is */
};

/* quantity_parse(s, q): set q, which refers to s, to the number that s is:
 * [-]N[.N], of at most 63 bytes.  False: it is none. */
bool quantity_parse(struct str s, struct quantity *q);

/* quantity_of(cell, out, q): the same of a cell, its text made with out: valid
 * until out's next text.  False where it is no number, or not known. */
bool quantity_of(const struct cell *cell, struct out *out, struct quantity *q);

/* quantity_order(a, b): negative, 0 or positive, as qsort wants it. */
int quantity_order(const struct quantity *a, const struct quantity *b);

#endif
