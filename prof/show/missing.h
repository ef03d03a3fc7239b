/*
 * missing.h - columns of a held table that say nothing: what is left out where
 * a person reads, and why
 */
#ifndef PROF_SHOW_MISSING_H
#define PROF_SHOW_MISSING_H

#include "prof/show/out.h"

/* Append why no row has a value of the column, and what to do; false: no word,
 * the column's own (lacks) holds. */
typedef bool missing_why(
    const void *of, const struct column *col, struct strbuf *b);

/*
 * missing_hide(t, why, of, o):
 * Hide the columns that nobody named and in which each row has none or na, and
 * say so by out_note, a line for each reason.  why, which may be NULL, is asked
 * for the reason first.  A column of how much is known is hidden without a word
 * where all rows have 100.
 */
void missing_hide(struct table *t, missing_why *why, const void *of, struct out *o);

#endif
