/*
 * nest.h - which ranges enclose a launch: one sweep over time a thread.
 */
#ifndef PARSE_STEPS_NEST_H
#define PARSE_STEPS_NEST_H

#include "parse/steps/analysis.h"

/* nest_sort(p): order the ranges by start, the longer one first.  Equal ranges
 * of a trace are ordered by their ids; other ties keep their order. */
void nest_sort(struct profile *p);

/*
 * nest_launches(p, around):
 * The ranges around each launch: those on the launch's thread, or of its whole
 * process, that began before the launch call and ended after it.  A range that
 * only touches the call encloses it if p->touch is set, and the call may then
 * end up to p->slack later than the range.  Launches without a call have no
 * ranges around them.  A launch that is itself a range gets what nest_ranges
 * gives it.  A chain that would have more than CHAIN_MOST ranges is cut.
 */
void nest_launches(const struct profile *p, struct chains *around);

/* nest_captures(p, around): as nest_launches, for each of p->captures. */
void nest_captures(const struct profile *p, struct chains *around);

/*
 * nest_ranges(p, list, n, around):
 * For each of the n ranges of list, the ranges on its thread that enclose it,
 * and the range itself last.  A range that touches it encloses it; of two with
 * equal times the earlier one encloses the other.
 */
void nest_ranges(const struct profile *p, const uint32_t *list, size_t n,
    struct chains *around);

/* nest_add(out, to, from, more): put the ranges of more, a chain of from, into
 * to, one of out; both are in order.  Of each the outermost and the innermost
 * are there, and so are those of both. */
void nest_add(struct chains *out, struct chain *to, const struct chains *from,
    const struct chain *more);

/* nest_chain(c, at, cut): the chain of the ranges of c from at on, which is cut
 * to CHAIN_MOST; cut: it was before. */
struct chain nest_chain(struct chains *c, uint64_t at, bool cut);

#endif
