/*
 * group_more.h - sums of -g that take time or memory, and so are made only
 * where somebody asks for them.
 *
 * A group has room for those that are asked for, one behind the other.
 */
#ifndef PROF_SHOW_GROUP_MORE_H
#define PROF_SHOW_GROUP_MORE_H

#include "prof/show/group.h"

/* The columns of -g behind its keys.  The first are of every group. */
enum sum {
	SUM_COUNT,
	SUM_TOTAL,
	SUM_SHARE,
	SUM_MEAN,
	SUM_MIN,
	SUM_MAX,
	SUM_KNOWN,
	SUM_BKNOWN,
	SUM_MORE,
	SUM_MED = SUM_MORE,
	SUM_STD,
	SUM_FLOPS,
	SUM_BYTES,
	SUM_MOVED,
	SUM_TFLOPS,
	SUM_GBS,
	SUM_TCTIME,
	SUM_ELIGTIME,
	SUM_BLOCKS,
	SUM_OCC,
	NSUMS
};

/* Those that can be added up of parts, and what they are called there: all but
 * the median, which needs every row. */
#define GROUP_PARTS(X)                                                         \
	X(std, SUM_STD)                                                        \
	X(flops, SUM_FLOPS)                                                    \
	X(bytes, SUM_BYTES)                                                    \
	X(moved, SUM_MOVED)                                                    \
	X(tflops, SUM_TFLOPS)                                                  \
	X(gbs, SUM_GBS)                                                        \
	X(tctime, SUM_TCTIME)                                                  \
	X(eligtime, SUM_ELIGTIME)                                              \
	X(blocks, SUM_BLOCKS)                                                  \
	X(occ, SUM_OCC)

__extension__ typedef unsigned __int128 group_wide;

/* The numbers that a part of a sum is. */
enum { GROUP_NUMBERS = 5 };
struct group_numbers {
	group_wide v[GROUP_NUMBERS];
};

/* Empty when zeroed. */
struct group_more {
	size_t n; /* of those asked for, in the order of asking */
	enum sum which[NSUMS];
	size_t at[NSUMS]; /* where which[i] is in group.more */
	size_t size;	  /* of group.more */
};

/* group_more_ask(m, sum): this sum is wanted, too; before the first row.  Those
 * that every group has are wanted anyway. */
void group_more_ask(struct group_more *m, enum sum sum);

/* group_more_add(m, row, g): add the row to the sums of its group. */
void group_more_add(
    const struct group_more *m, const struct row *row, struct group *g);

/* group_more_put(m, g, cells): set those of cells[NSUMS] that are asked for.
 * Once for a group. */
void group_more_put(
    const struct group_more *m, const struct group *g, struct cell *cells);

/* group_more_all(m): all of GROUP_PARTS are wanted. */
void group_more_all(struct group_more *m);

/* group_more_shape(sum, big): how many numbers a part of the sum is, and which
 * of them may need more than 64 bits, as bits. */
size_t group_more_shape(enum sum sum, unsigned *big);

/* group_more_save(m, g, sum, numbers): set numbers to what g has of the sum, which
 * was asked for.  One that is too large is the largest that there is room for. */
void group_more_save(const struct group_more *m, const struct group *g,
    enum sum sum, struct group_numbers *numbers);

/* group_more_join(m, g, from, numbers): add to the sums of g those of
 * numbers[NSUMS], a part of which the rest is from.  What m has besides
 * GROUP_PARTS then is unknown. */
void group_more_join(const struct group_more *m, struct group *g,
    const struct group *from, const struct group_numbers *numbers);

/* group_more_free(m, g): free what g has; all of it is then empty. */
void group_more_free(const struct group_more *m, struct group *g);

#endif
