/*
 * replay.h - kernels that ran from a CUDA graph.
 */
#ifndef PARSE_STEPS_REPLAY_H
#define PARSE_STEPS_REPLAY_H

#include "parse/steps/analysis.h"

/*
 * replay_split(a):
 * The ranges around the launch of a graph belong to the replay, not to its
 * kernels: move them from around to replay.  A kernel gets the ranges around
 * the call that made its node instead, if the profile has that call.  Then
 * number the replays: the kernels of one graph launch share a number, all other
 * launches have 0.  A profile without graphs is left alone; replay and replays
 * stay empty.
 */
void replay_split(struct analysis *a);

/* replay_count_bare(a): warn of the kernels of graphs that no call is known to
 * have made. */
void replay_count_bare(struct analysis *a);

/* replay_number(a, launch): the number of the launch's replay, from 1; 0 if it
 * is not part of a graph. */
static inline uint32_t replay_number(const struct analysis *a, size_t launch)
{
	return a->replays.n ? a->replays.v[launch] : 0;
}

/* replay_key(a, range, launch): a key of the range in the launch's replay; no
 * replay has the range itself. */
static inline uint64_t replay_key(
    const struct analysis *a, uint32_t range, size_t launch)
{
	return (uint64_t)replay_number(a, launch) << 32 | range;
}

#endif
