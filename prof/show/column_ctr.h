/*
 * column_ctr.h - the list of columns to show, and the columns that are in no
 * table but made for a name: ctr:NAME, a hardware counter.
 */
#ifndef PROF_SHOW_COLUMN_CTR_H
#define PROF_SHOW_COLUMN_CTR_H

#include "common/intern.h"
#include "common/vec.h"
#include "prof/show/cell.h"

/* In the order asked for; a column may repeat.  Owns those that were made. */
struct columns {
	VEC(const struct column *) list;
	size_t ndefault; /* the first of them, which nobody named */
	struct arena made;
	bool no_names; /* column_close found none for the one that stands for
			* all */
};

/*
 * column_make(cols, key, err):
 * The column for a key such as ctr:NAME: one of cols, or a new one that cols
 * owns but does not list.  Its key and header are foreign text that ends at a
 * NUL. Return NULL for any other key, with err->text empty, and for a bad one,
 * with the reason in err.
 */
const struct column *column_make(
    struct columns *cols, struct str key, struct err *err);

/* column_is_open(cols): whether one of them stands for all names of the input,
 * as ctr:* does. */
bool column_is_open(const struct columns *cols);

/*
 * column_close(cols, names, err):
 * Replace the column that stands for all by one for each of these names, in
 * their order; a name that was asked for by itself gets no second column.
 * Return 0, or -1 if there are too many.
 */
int column_close(struct columns *cols, const struct intern *names, struct err *err);

/* column_lost(cols, i): the name that column i was made for, if no row had it
 * so far; else p is NULL. */
struct str column_lost(const struct columns *cols, size_t i);

/* column_lost_all(cols): whether one of them stands for all names, and no row
 * had any so far. */
bool column_lost_all(const struct columns *cols);

/* column_make_help(b): append the kinds of made columns for --help. */
void column_make_help(struct strbuf *b);

#endif
