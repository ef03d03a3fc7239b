/*
 * group.h - rows that agree in some columns, and sums over them.
 *
 * The table owns its groups and copies of their keys.  It grows with the number
 * of distinct keys, not of rows.
 */
#ifndef PROF_SHOW_GROUP_H
#define PROF_SHOW_GROUP_H

#include "common/intern.h"
#include "prof/show/column.h"

struct group {
	const struct cell *keys; /* in the order of the table's columns */
	uint32_t number;	 /* of its tuple in texts */
	uint64_t n;		 /* rows */
	uint64_t timed;		 /* rows of known duration */
	uint64_t total, min, max; /* of their durations, ns; CELL_MUCH: too large */
	struct group_known {
		uint64_t ns, all; /* time of the rows whose number is known,
				   * and of all that have such a number */
	} flops, bytes;
	struct str text; /* group_sort's, where other groups took the same time */
	void *more;	 /* the view's own sums, zeroed at first */
};

/* Empty when zeroed, but for nmore. */
struct group_table {
	size_t nmore; /* bytes of group.more */
	struct columns keys;
	struct arena arena;
	struct intern texts; /* the keys' values, numbered as the groups */
	VEC(struct group *) list;
	struct strbuf text;
	struct cell *cells; /* of the row */
};

/* group_by(t, col): group by this column, too; before the first row. */
void group_by(struct group_table *t, const struct column *col);

/* group_put_known(cell, g, known): set cell to the percent that is known, of
 * the FLOPs or bytes of g. */
void group_put_known(
    struct cell *cell, const struct group *g, const struct group_known *known);

/* group_put_total(cells, g, all): set two cells: total, its share of all;
 * unknown where g has rows and none is of known duration. */
void group_put_total(struct cell *cells, const struct group *g, uint64_t all);

/* group_put_times(cells, g, all): set five cells: total, its share of all,
 * mean, min and max; unknown if no duration is known. */
void group_put_times(struct cell *cells, const struct group *g, uint64_t all);

/* group_of(t, row): the group of the row, which is not added. */
struct group *group_of(struct group_table *t, const struct row *row);

/* group_add(t, row): add the row and its time to its group.  Return the group,
 * which is valid until group_free. */
struct group *group_add(struct group_table *t, const struct row *row);

/* group_count(g, row): add the row and its time to a group of no table. */
void group_count(struct group *g, const struct row *row);

/* group_sum(a, b): a + b of sums such as group.total. */
uint64_t group_sum(uint64_t a, uint64_t b);

/* group_merge(to, from): add the rows and times of from to those of to, which
 * may be a zeroed struct group.  more is left alone. */
void group_merge(struct group *to, const struct group *from);

/* group_sort(t): sort the list: the most time first, none known last, then by the
 * bytes of the keys' texts, so that the order of the input does not matter. */
void group_sort(struct group_table *t);
void group_free(struct group_table *t);

#endif
