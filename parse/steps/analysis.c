/*
 * analysis.c - what the steps share: how it begins and ends.
 */
#include "parse/steps/analysis.h"

#include <stdlib.h>

void analysis_init(struct analysis *a, struct profile *p)
{
	*a = (struct analysis){.p = p};
}

void analysis_free(struct analysis *a)
{
	arena_free(&a->arena);
	vec_free(&a->marks);
	free(a->range_mark);
	free(a->node_fwd);
	free(a->has_node);
	vec_free(&a->tallies);
	free(a->range_tally);
	free(a->passes);
	free(a->counters);
	free(a->counter_at);
	map_free(&a->replay_tally);
	map_free(&a->inner_of);
	vec_free(&a->inners);
	map_free(&a->share_of);
	vec_free(&a->shares);
	vec_free(&a->replay);
	vec_free(&a->replays);
	vec_free(&a->around.ranges);
	vec_free(&a->around.of);
	vec_free(&a->fwd_around.ranges);
	vec_free(&a->fwd_around.of);
	vec_free(&a->facts);
	vec_free(&a->knames);
	vec_free(&a->forwards);
	vec_free(&a->order);
	free(a->self.range_parent);
	free(a->self.launch_parent);
	free(a->self.ns);
	free(a->self.launch_ns);
	*a = (struct analysis){0};
}
