/*
 * replay.c - kernels that ran from a CUDA graph.
 *
 * In:  launches with graph nodes, the ranges around their launch call, where
 *      their nodes were made
 * Out: around: the ranges around the capture; replay: those around the replay
 *
 * All kernels of a replay share one launch call.  It is made long after the
 * operators ran from which the graph was captured, so the ranges around it say
 * nothing about a single kernel.  A graph is replayed many times: units and
 * main kernels are counted for each replay.
 */
#include "parse/steps/replay.h"

#include "parse/steps/nest.h"

static bool is_node(const struct launch *l)
{
	return l->flags & LAUNCH_HAS_GRAPH && l->kind != LAUNCH_GRAPH;
}

/* The ranges around each capture, behind those in around. */
static void nest_captured(struct analysis *a)
{
	struct chains captured = {0};
	uint64_t base = a->around.ranges.n;
	size_t i;

	nest_captures(a->p, &captured);
	for (i = 0; i < captured.ranges.n; i++)
		*vec_add(&a->around.ranges) = captured.ranges.v[i];
	for (i = 0; i < a->p->launches.n; i++) {
		const struct launch *l = &a->p->launches.v[i];
		const struct chain *c;

		if (!is_node(l) || l->capture == PROFILE_NONE)
			continue;
		c = &captured.of.v[l->capture];
		a->around.of.v[i] = chain_of(base + c->at, c->n, c->cut);
	}
	vec_free(&captured.ranges);
	vec_free(&captured.of);
}

/* Number the launch calls.  A kernel without a call is a replay of its own. */
static void number_replays(struct analysis *a)
{
	struct intern calls = {0};
	size_t i;

	for (i = 0; i < a->p->launches.n; i++) {
		const struct launch *l = &a->p->launches.v[i];
		bool called = l->flags & LAUNCH_HAS_API;
		int64_t key[3] = {called ? l->api_start : -1,
		    called ? (int64_t)l->thread : -1,
		    called ? l->corr : (int64_t)i};
		struct str bytes = {(const char *)key, sizeof key};

		*vec_add(&a->replays) =
		    is_node(l) ? intern_add(&calls, bytes) + 1 : 0;
	}
	intern_free(&calls);
}

void replay_split(struct analysis *a)
{
	size_t i;

	for (i = 0; i < a->p->launches.n && !is_node(&a->p->launches.v[i]); i++)
		;
	if (i == a->p->launches.n)
		return;
	for (i = 0; i < a->p->launches.n; i++) {
		struct chain *c = &a->around.of.v[i];

		*vec_add(&a->replay) = *c;
		if (is_node(&a->p->launches.v[i]))
			*c = (struct chain){0};
		else
			a->replay.v[i].n = 0;
	}
	nest_captured(a);
	number_replays(a);
}

static bool has_call(const struct analysis *a, size_t launch)
{
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	uint32_t i;

	for (i = 0; i < c->n; i++)
		if (analysis_is_call(a, v[i]))
			return true;
	return false;
}

void replay_count_bare(struct analysis *a)
{
	size_t i;

	for (i = 0; i < a->replays.n; i++) {
		const struct launch *l = &a->p->launches.v[i];

		/* without a launch call it is counted already, and where
		 * captures were joined, what was not is */
		if (a->replays.v[i] && l->kind == LAUNCH_KERNEL &&
		    l->flags & LAUNCH_HAS_API && !has_call(a, i) &&
		    !(a->p->replayed && l->capture == PROFILE_NONE))
			warnings_add(a->p->warnings, "%s of graphs: no operator",
			    "kernel", (struct str){NULL, 0});
	}
}
