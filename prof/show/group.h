/*
 * group.h - rows that agree in some columns, and sums over them.
 *
 * The table owns its groups and copies of their keys.  It grows with the number
 * of distinct keys, not with that of rows.
 */
#ifndef PROF_SHOW_GROUP_H
#define PROF_SHOW_GROUP_H

#include "common/intern.h"
#include "prof/show/column.h"

struct group {
	const struct cell *keys;  /* in the order of the table's columns */
	size_t order;		  /* groups that were there before it */
	uint64_t n;		  /* rows */
	uint64_t timed;		  /* those of known duration */
	uint64_t total, min, max; /* ns of these; CELL_MUCH: does not fit */
	void *more; /* what is added up besides, zeroed at first */
};

/* Zeroed but for nmore it is an empty one. */
struct group_table {
	size_t nmore; /* bytes of group.more */
	struct columns keys;
	struct arena arena;
	struct intern texts; /* the keys' values; the number is the group's */
	VEC(struct group *) list;
	struct strbuf text;
	struct cell *cells; /* of the row */
};

/* group_by(t, col): one more column that makes a group; before any row. */
void group_by(struct group_table *t, const struct column *col);

/* group_add(t, row): count the row and its time; return its group, which stays
 * where it is until group_free. */
struct group *group_add(struct group_table *t, const struct row *row);

/* group_sum(a, b): a + b of sums such as group.total. */
uint64_t group_sum(uint64_t a, uint64_t b);

/* group_merge(to, from): add the rows and times of from to those of to, which
 * may be a zeroed struct group.  more is left alone. */
void group_merge(struct group *to, const struct group *from);

/* group_sort(t): put the list in order: most time first, else as they came. */
void group_sort(struct group_table *t);
void group_free(struct group_table *t);

#endif
