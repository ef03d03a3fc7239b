/*
 * steps.c - the steps that follow reading, in their order.
 *
 * In:  a profile as its reader left it
 * Out: what is known of each launch, the order of the records
 */
#include "parse/steps/steps.h"

#include <stddef.h>
#include <stdlib.h>

#include "common/order.h"
#include "parse/steps/decode.h"
#include "parse/steps/devices.h"
#include "parse/steps/external.h"
#include "parse/steps/host.h"
#include "parse/steps/inner.h"
#include "parse/steps/link.h"
#include "parse/steps/nest.h"
#include "parse/steps/passes.h"
#include "parse/steps/phase.h"
#include "parse/steps/replay.h"
#include "parse/steps/result.h"
#include "parse/steps/self.h"
#include "parse/steps/seq.h"
#include "parse/steps/share.h"
#include "parse/steps/unit.h"

/* The ranges around launches: as the reader set them, else by time. */
static void nest(struct analysis *a)
{
	const struct profile *p = a->p;
	size_t i, k, end;

	if (p->chain_at.n == 0) {
		nest_launches(p, &a->around);
		return;
	}
	for (i = 0; i < p->launches.n; i++) {
		uint64_t at = a->around.ranges.n;

		k = i < p->chain_at.n ? p->chain_at.v[i] : p->chain.n;
		end = i + 1 < p->chain_at.n ? p->chain_at.v[i + 1] : p->chain.n;
		for (; k < end; k++)
			*vec_add(&a->around.ranges) = p->chain.v[k];
		*vec_add(&a->around.of) = nest_chain(&a->around, at, false);
	}
}

/* Order the launches for output: by start, those without a start last. */
struct place {
	int64_t start;
	uint32_t launch;
};

static int by_start(const void *pa, const void *pb)
{
	const struct place *a = pa, *b = pb;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->launch > b->launch) - (a->launch < b->launch);
}

/* Sort by insertion: kernels are written as they end, so few are far from
 * their place.  Where they are not, by merging. */
static void sort_places(struct place *v, size_t n)
{
	size_t moves = 0, i, k;

	for (i = 1; i < n && moves < 8 * n; i++) {
		struct place next = v[i];

		for (k = i; k > 0 && by_start(&next, &v[k - 1]) < 0; k--)
			v[k] = v[k - 1];
		v[k] = next;
		moves += i - k;
	}
	if (i < n)
		qsort(v, n, sizeof *v, by_start);
}

static bool is_printed(const struct analysis *a, const struct launch *l)
{
	return (a->p->kinds & LAUNCH_BIT(l->kind)) != 0;
}

static void order(struct analysis *a)
{
	const struct launch *v = a->p->launches.v;
	size_t n = a->p->launches.n, timed = 0, i;
	struct place *places = arena_xrealloc(NULL, n, sizeof *places);

	for (i = 0; i < n; i++)
		if (v[i].flags & LAUNCH_TIMED && is_printed(a, &v[i]))
			places[timed++] = (struct place){v[i].start, (uint32_t)i};
	sort_places(places, timed);
	vec_room(&a->order, timed);
	for (i = 0; i < timed; i++)
		*vec_add(&a->order) = places[i].launch;
	free(places);
	for (i = 0; i < n; i++)
		if (!(v[i].flags & LAUNCH_TIMED) && is_printed(a, &v[i]))
			*vec_add(&a->order) = (uint32_t)i;
}

/* Where a launch has two counters of one name, keep the first. */
static void drop_repeated(struct analysis *a)
{
	const struct profile *p = a->p;
	uint32_t *seen = arena_xzeroed(p->texts.list.n, sizeof *seen);
	size_t launch, end, i = 0, kept = 0;

	for (launch = 0; launch < p->launches.n; launch++) {
		end = a->counter_at[launch + 1];
		for (a->counter_at[launch] = kept; i < end; i++) {
			uint32_t name = p->counters.v[a->counters[i]].name;

			if (seen[name] == launch + 1)
				continue;
			seen[name] = (uint32_t)launch + 1;
			a->counters[kept++] = a->counters[i];
		}
	}
	a->counter_at[launch] = kept;
	free(seen);
}

/* Order the counters by launch. */
static void order_counters(struct analysis *a)
{
	const struct profile *p = a->p;

	if (p->counters.n == 0)
		return;
	a->counter_at = arena_xzeroed(p->launches.n + 2, sizeof *a->counter_at);
	a->counters =
	    order_group(p->counters.v, p->counters.n, sizeof *p->counters.v,
		offsetof(struct counter, launch), p->launches.n, a->counter_at);
	drop_repeated(a);
}

static bool is_cut(const struct analysis *a, size_t launch)
{
	uint32_t fwd = a->facts.v[launch].fwd;

	return a->around.of.v[launch].cut ||
	       (a->replay.n && a->replay.v[launch].cut) ||
	       (fwd != PROFILE_NONE && a->fwd_around.of.v[fwd].cut);
}

/* Say how many records do not have all ranges that are around them. */
static void tell_cut(const struct analysis *a)
{
	size_t i, n = 0;

	for (i = 0; i < a->order.n; i++)
		n += is_cut(a, a->order.v[i]);
	for (i = 0; i < n; i++)
		warnings_add(a->p->warnings,
		    n == 1 ? "%s tells 256 of the ranges around it"
			   : "%s tell 256 of the ranges around them",
		    "record", (struct str){0});
}

void steps_run(struct analysis *a, struct profile *p)
{
	size_t i;

	analysis_init(a, p);
	if (p->chain_at.n == 0)
		nest_sort(p);
	decode_marks(a);
	if (p->chain_at.n == 0)
		host_ranges(a);
	vec_room(&a->facts, p->launches.n);
	for (i = 0; i < p->launches.n; i++)
		*vec_add(&a->facts) = (struct fact){.kname = PROFILE_NONE,
		    .node = PROFILE_NONE,
		    .fwd = PROFILE_NONE,
		    .device = PROFILE_NONE,
		    .call = PROFILE_NONE,
		    .unit = PROFILE_NONE};
	nest(a);
	external_nest(a);
	replay_split(a);
	replay_count_bare(a);
	link_nodes(a);
	seq_directions(a);
	phase_find(a);
	link_forwards(a);
	result_shapes(a);
	if (p->kinds & LAUNCH_HOST)
		self_find(a);
	order(a);
	tell_cut(a);
	unit_group(a);
	inner_find(a);
	share_find(a);
	passes_number(a);
	devices_find(a);
	order_counters(a);
}
