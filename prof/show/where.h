/*
 * where.h - --where: which records are looked at.
 */
#ifndef PROF_SHOW_WHERE_H
#define PROF_SHOW_WHERE_H

#include "common/opt.h"
#include "prof/show/column.h"

struct condition;
struct sums_keys;

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

/* where_text(w, i): condition i as it was given, NULL behind the last. */
const char *where_text(const struct where *w, size_t i);

/* where_looks_beyond(w, keys, n): NULL where the conditions look at no columns
 * but these n, else the key of one. */
const char *where_looks_beyond(
    const struct where *w, const char *const *keys, size_t n);

/* where_bind(w, keys, err): the conditions are of the keys of sums from here
 * on; -1 with the reason where one of them has none. */
int where_bind(struct where *w, struct sums_keys *keys, struct err *err);

void where_free(struct where *w);

#endif
