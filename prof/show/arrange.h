/*
 * arrange.h - --sort and -n: the order of a held table's rows, and how many.
 */
#ifndef PROF_SHOW_ARRANGE_H
#define PROF_SHOW_ARRANGE_H

#include "common/opt.h"
#include "prof/show/table.h"

/* What the user asked for.  {NULL, -1}: all rows, as they come. */
struct arrange {
	const char *by; /* a column; -COL: the other way round; NULL: none */
	int64_t most;	/* rows; -1: all */
};

/* arrange_column(a): the name of the column that by is of. */
struct str arrange_column(const struct arrange *a); /* by is not NULL */

/*
 * arrange_table(a, t, at):
 * Sort the rows but the closing ones by their cells `at`, and drop those behind
 * the first `most`: the greatest number first, texts by their bytes behind
 * them, what is unknown last; the other way round the least number first, and
 * still last what is unknown.  Rows that agree in it come by the texts of the
 * table's keys, then as they were added.
 */
void arrange_table(const struct arrange *a, struct table *t, size_t at);

/* arrange_take: an option that sets an int64_t to a count of rows. */
opt_take arrange_take;

#endif
