/*
 * analysis.c - the steps from nest to unit, in their order.
 */
#include "parse/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "common/map.h"
#include "parse/link.h"
#include "parse/nest.h"
#include "parse/replay.h"
#include "parse/seq.h"
#include "parse/unit.h"

/* Ranges around launches: from the reader where it told them, else by time. */
static void nest(struct analysis *a)
{
	const struct profile *p = a->p;
	size_t i, end;

	if (p->chain_at.n == 0) {
		nest_sort(a->p);
		nest_launches(p, &a->around);
		return;
	}
	for (i = 0; i < p->chain.n; i++)
		*vec_add(&a->around.ranges) = p->chain.v[i];
	for (i = 0; i < p->launches.n; i++) {
		end = i + 1 < p->chain_at.n ? p->chain_at.v[i + 1] : p->chain.n;
		*vec_add(&a->around.of) = (struct chain){
		    p->chain_at.v[i], (uint32_t)(end - p->chain_at.v[i])};
	}
}

/* A range without an end is not known to enclose what came after it, so no
 * operator is told by it; layers and the like still are. */
static const struct mark *open_mark(struct analysis *a, size_t range)
{
	const struct mark *m = a->marks[range];
	struct mark *plain;

	switch (m->kind) {
	case MARK_CALL:
	case MARK_NODE:
	case MARK_ENGINE:
	case MARK_ACCUMULATE:
		plain = arena_array(&a->arena, 1, sizeof *plain);
		plain->kind = MARK_RANGE;
		plain->text = intern_get(&a->p->texts, a->p->ranges.v[range].text);
		return plain;
	default:
		return m;
	}
}

static const struct mark *decode(struct analysis *a, const struct range *r)
{
	const struct intern *texts = &a->p->texts;
	struct mark *m = arena_array(&a->arena, 1, sizeof *m);
	struct str domain = {0};

	if (r->domain != PROFILE_NONE)
		domain = intern_get(texts, r->domain);
	mark_decode(intern_get(texts, r->text), domain, &a->arena, m);
	if (r->payload != PROFILE_NONE)
		mark_add_payload(
		    m, intern_get(texts, r->payload), domain, &a->arena);
	a->phases |= m->facts && m->facts->phase.p;
	return m;
}

/* Decode each distinct text once, in a domain of its own once more. */
static void mark(struct analysis *a)
{
	const struct profile *p = a->p;
	const struct mark **by_text =
	    arena_array(&a->arena, p->texts.list.n, sizeof *by_text);
	VEC(const struct mark *) in_domain = {0};
	struct map known = {0}; /* (domain, text): its place in in_domain */
	size_t i;

	a->marks = arena_xrealloc(NULL, p->ranges.n, sizeof *a->marks);
	for (i = 0; i < p->ranges.n; i++) {
		const struct range *r = &p->ranges.v[i];
		const struct mark **m = &by_text[r->text];

		if (r->domain != PROFILE_NONE) {
			uint32_t *at =
			    map_at(&known, (uint64_t)r->domain << 32 | r->text);

			if (*at == MAP_NONE) {
				*at = (uint32_t)in_domain.n;
				*vec_add(&in_domain) = NULL;
			}
			m = &in_domain.v[*at];
		}
		if (r->payload != PROFILE_NONE)
			a->marks[i] = decode(a, r);
		else if (*m)
			a->marks[i] = *m;
		else
			a->marks[i] = *m = decode(a, r);
		if (p->ranges.v[i].end == INT64_MAX)
			a->marks[i] = open_mark(a, i);
	}
	map_free(&known);
	vec_free(&in_domain);
}

/* Launches as they are printed: by start, those without one last. */
struct place {
	int64_t start;
	uint32_t launch;
	bool timed;
};

static int by_start(const void *pa, const void *pb)
{
	const struct place *a = pa, *b = pb;

	if (a->timed != b->timed)
		return a->timed ? -1 : 1;
	if (a->timed && a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->launch > b->launch) - (a->launch < b->launch);
}

static void order(struct analysis *a)
{
	size_t n = a->p->launches.n, i;
	struct place *places = arena_xrealloc(NULL, n, sizeof *places);

	for (i = 0; i < n; i++) {
		const struct launch *l = &a->p->launches.v[i];

		places[i] = (struct place){
		    l->start, (uint32_t)i, (l->flags & LAUNCH_TIMED) != 0};
	}
	qsort(places, n, sizeof *places, by_start);
	for (i = 0; i < n; i++)
		*vec_add(&a->order) = places[i].launch;
	free(places);
}

void analysis_run(struct analysis *a, struct profile *p)
{
	size_t i;

	*a = (struct analysis){.p = p};
	for (i = 0; i < p->launches.n; i++)
		*vec_add(&a->facts) = (struct fact){.kname = PROFILE_NONE,
		    .node = PROFILE_NONE,
		    .fwd = PROFILE_NONE,
		    .unit = PROFILE_NONE};
	nest(a);
	replay_split(a);
	mark(a);
	seq_directions(a);
	link_forwards(a);
	order(a);
	unit_group(a);
}

void analysis_free(struct analysis *a)
{
	arena_free(&a->arena);
	free(a->marks);
	free(a->node_fwd);
	free(a->tallies);
	map_free(&a->replay_tally);
	vec_free(&a->replay_tallies);
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
	*a = (struct analysis){0};
}
