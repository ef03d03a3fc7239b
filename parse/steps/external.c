/*
 * external.c - launches whose operator ran on another thread.
 *
 * In:  launches with the id of the operator that a trace says they are of
 * Out: their chains, where no operator of their own thread is around them
 *
 * The id alone is no link: some versions of torch write another number there,
 * which may be the id of any operator.  Those never name one that enclosed the
 * launch call.
 */
#include "parse/steps/external.h"

#include "parse/steps/nest.h"

/* Who asks for which operator. */
struct asking {
	uint32_t launch;
	uint32_t range; /* the only one of the id, or PROFILE_NONE */
	int64_t id;
	bool several; /* ranges have the id */
};

struct askings {
	VEC(struct asking) list;
	VEC(struct asking) ids; /* each once: range and several */
	struct map of_id;	/* -> of ids */
};

static bool is_operator(const struct analysis *a, uint32_t range)
{
	return analysis_is_call(a, range) ||
	       profile_extra(a->p, &a->p->ranges.v[range])->is_op;
}

static bool has_operator(const struct analysis *a, uint32_t launch)
{
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	uint32_t i;

	for (i = c->n; i > 0; i--)
		if (is_operator(a, v[i - 1]))
			return true;
	return false;
}

static void ask(struct analysis *a, struct askings *q)
{
	size_t i;

	for (i = 0; i < a->p->externals.n; i++) {
		const struct external *e = &a->p->externals.v[i];
		struct asking asking = {e->launch, PROFILE_NONE, e->id, false};
		uint32_t *at;

		if (has_operator(a, e->launch))
			continue;
		*vec_add(&q->list) = asking;
		at = map_at(&q->of_id, (uint64_t)e->id);
		if (*at != MAP_NONE)
			continue;
		*at = (uint32_t)q->ids.n;
		*vec_add(&q->ids) = asking;
	}
}

/* Find the ranges of the ids. */
static void find(struct analysis *a, struct askings *q)
{
	const struct profile *p = a->p;
	uint32_t i, at;

	for (i = 0; i < p->ranges.n; i++) {
		const struct range *r = &p->ranges.v[i];

		if (r->numbers == 0)
			continue;
		at = map_get(&q->of_id, (uint64_t)profile_numbers(p, r).id);
		if (at == MAP_NONE)
			continue;
		q->ids.v[at].several = q->ids.v[at].range != PROFILE_NONE;
		q->ids.v[at].range = i;
	}
}

/* Whether the launch was called while the operator of its process ran. */
static bool encloses(const struct analysis *a, uint32_t range, uint32_t launch)
{
	const struct profile *p = a->p;
	const struct range *r = &p->ranges.v[range];
	const struct launch *l = &p->launches.v[launch];

	return l->flags & LAUNCH_HAS_API && l->thread != PROFILE_NONE &&
	       p->threads.v[l->thread].process == p->threads.v[r->thread].process &&
	       r->start <= l->api_start && l->api_end <= r->end;
}

static void give(struct analysis *a, const struct askings *q)
{
	VEC(uint32_t) launches = {0}, ranges = {0};
	struct chains chains = {0};
	size_t i;

	for (i = 0; i < q->list.n; i++) {
		const struct asking
		    *ask = &q->list.v[i],
		    *op = &q->ids.v[map_get(&q->of_id, (uint64_t)ask->id)];

		if (op->range == PROFILE_NONE || op->several ||
		    !is_operator(a, op->range) ||
		    !encloses(a, op->range, ask->launch))
			continue;
		*vec_add(&launches) = ask->launch;
		*vec_add(&ranges) = op->range;
	}
	nest_ranges(a->p, ranges.v, ranges.n, &chains);
	for (i = 0; i < launches.n; i++)
		nest_add(&a->around, &a->around.of.v[launches.v[i]], &chains,
		    &chains.of.v[i]);
	vec_free(&launches);
	vec_free(&ranges);
	vec_free(&chains.ranges);
	vec_free(&chains.of);
}

void external_nest(struct analysis *a)
{
	struct askings q = {0};

	ask(a, &q);
	if (q.list.n > 0) {
		find(a, &q);
		give(a, &q);
	}
	vec_free(&q.list);
	vec_free(&q.ids);
	map_free(&q.of_id);
}
