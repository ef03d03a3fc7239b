/*
 * replay.h - kernels that ran from a CUDA graph.
 */
#ifndef PARSE_STEPS_REPLAY_H
#define PARSE_STEPS_REPLAY_H

#include "parse/steps/analysis.h"

/*
 * replay_split(a):
 * The ranges around a graph's launch speak of the replay, not of its kernels:
 * move them from around to replay.  A kernel whose node's making is known gets
 * the ranges around that instead.  Number the replays: kernels of one graph
 * launch have one number, others 0.  A profile without graphs is left alone,
 * and replay and replays stay empty.
 */
void replay_split(struct analysis *a);

/* replay_number(a, launch): the number of the launch's replay, from 1; 0: the
 * launch is no graph's. */
static inline uint32_t replay_number(const struct analysis *a, size_t launch)
{
	return a->replays.n ? a->replays.v[launch] : 0;
}

#endif
