/*
 * nest.h - which ranges enclose a launch: one sweep over time a thread.
 */
#ifndef PARSE_STEPS_NEST_H
#define PARSE_STEPS_NEST_H

#include "parse/steps/analysis.h"

/* nest_sort(p): put the ranges in order of (start, -end), and those of a trace
 * that are equal in order of their ids; other ties as they were. */
void nest_sort(struct profile *p);

/*
 * nest_launches(p, around):
 * The ranges on a launch's thread that began before its call and end after it
 * (touching is enclosing only where p->touch says so, and p->slack is how much
 * later the call may seem to end), and those of its whole process.  Launches
 * without a call get none.  A launch that is a range gets what nest_ranges
 * gives it: touching encloses, and itself is the last.
 */
void nest_launches(const struct profile *p, struct chains *around);

/* nest_captures(p, around): as nest_launches, for each of p->captures. */
void nest_captures(const struct profile *p, struct chains *around);

/*
 * nest_ranges(p, list, n, around):
 * The ranges on a range's thread that enclose it (touching is enclosing, and of
 * two with equal times the earlier encloses), and the range itself last, for
 * each of the n ranges of list.
 */
void nest_ranges(const struct profile *p, const uint32_t *list, size_t n,
    struct chains *around);

#endif
