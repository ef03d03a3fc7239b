/*
 * group_diff.h - a group in two files: what changed.
 */
#ifndef PROF_SHOW_GROUP_DIFF_H
#define PROF_SHOW_GROUP_DIFF_H

#include "prof/show/group.h"

/* The columns of --diff behind the keys. */
enum diff {
	DIFF_COUNT0,
	DIFF_COUNT1,
	DIFF_TOTAL0,
	DIFF_TOTAL1,
	DIFF_DELTA,
	DIFF_RATIO,
	DIFF_STATE,
	NDIFFS
};

extern const struct column group_diff_columns[NDIFFS];

/* group_diff_put(of, steps, cells): set the cells to what of[0] and of[1] are,
 * divided by steps[0] and steps[1]; steps is NULL where nothing is divided. */
void group_diff_put(
    const struct group of[2], const uint64_t steps[2], struct cell *cells);

/* group_diff_size(of, steps): how much the total changed, ns; 0 where that is
 * unknown. */
uint64_t group_diff_size(const struct group of[2], const uint64_t steps[2]);

/* group_per(sum, steps): a sum by the number of steps, rounded; the sum where
 * that is 0. */
uint64_t group_per(uint64_t sum, uint64_t steps);

#endif
