/*
 * where.h - --where: which records are looked at.
 */
#ifndef PROF_SHOW_WHERE_H
#define PROF_SHOW_WHERE_H

#include "common/opt.h"
#include "prof/show/column.h"

struct condition;

/* Conditions that must all hold; empty when zeroed. */
struct where {
	VEC(struct condition *) list;
};

/* where_take: an option whose argument is a condition to add: COL=GLOB, COL!=GLOB,
 * or COL<N, <=, >, >= with a decimal number, nanoseconds where COL is a time. */
opt_take where_take;

/* where_holds(w, row): whether all conditions hold of the row.  What is unknown
 * is neither less nor more than anything. */
bool where_holds(const struct where *w, const struct row *row);

void where_free(struct where *w);

#endif
