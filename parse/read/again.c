/*
 * again.c - calls whose correlation id comes again.
 *
 * In:  the calls of such ids, launches in lists by id
 * Out: of each launch its call, or none
 *
 * claims.c decides.  Here calls inside calls are left out, and processes get
 * small numbers.
 */
#include "parse/read/again.h"

#include <stdlib.h>

#include "common/map.h"
#include "common/order.h"
#include "parse/read/claims.h"

/* An outer call comes before those in it. */
static int by_place(const void *pa, const void *pb)
{
	const struct again_call *a = pa, *b = pb;
	int c = order_int(a->launch, b->launch);

	c = c ? c : order_int(a->process, b->process);
	c = c ? c : order_int(a->start, b->start);
	return c ? c : order_int(b->end, a->end);
}

/* What is said of the call of the launch, if it turns out to be of none. */
static struct lost_call lost_of(const struct profile *p, const struct launch *l)
{
	struct lost_call call = {.start = l->api_start,
	    .corr = l->corr,
	    .thread = l->thread,
	    .kind = LOST_OTHER,
	    .has_corr = true};

	if (p->kinds & LAUNCH_BIT(LAUNCH_KERNEL) && l->api != PROFILE_NONE)
		call.kind = (uint8_t)lost_kind(intern_get(&p->texts, l->api));
	return call;
}

/* Add the call that the launches of each id have by now. */
static void add_first(struct again *a, const struct profile *p)
{
	struct map seen = {0};
	size_t i, n = a->calls.n;

	for (i = 0; i < n; i++) {
		uint32_t launch = a->calls.v[i].launch;
		const struct launch *l = &p->launches.v[launch];
		uint32_t *there = map_at(&seen, launch);

		if (*there != MAP_NONE)
			continue;
		*there = 1;
		*vec_add(&a->calls) = (struct again_call){.start = l->api_start,
		    .end = l->api_end,
		    .process = p->threads.v[l->thread].process,
		    .launch = launch,
		    .thread = l->thread,
		    .api = l->api,
		    .lost = lost_of(p, l)};
	}
	map_free(&seen);
}

static void drop_nested(struct again *a)
{
	size_t i, kept = 0;

	qsort(a->calls.v, a->calls.n, sizeof *a->calls.v, by_place);
	for (i = 0; i < a->calls.n; i++) {
		const struct again_call *c = &a->calls.v[i];
		const struct again_call *outer = kept ? &a->calls.v[kept - 1] : NULL;

		if (!outer || c->launch != outer->launch ||
		    c->process != outer->process || c->end > outer->end)
			a->calls.v[kept++] = *c;
	}
	a->calls.n = kept;
}

/* Add the launches from this one on, which are of one id. */
static void add_rows(struct claims *claims, const struct profile *p,
    const uint32_t *next, uint32_t launch)
{
	uint32_t i;

	for (i = launch; i != MAP_NONE; i = next[i]) {
		const struct launch *l = &p->launches.v[i];

		*vec_add(&claims->rows) = (struct claims_row){.id = launch,
		    .start = l->start,
		    .row = i,
		    .process = CLAIMS_NONE,
		    .device = CLAIMS_NONE,
		    .timed = (l->flags & LAUNCH_TIMED) != 0};
	}
}

/* A small number for the process. */
static uint32_t number_of(struct map *processes, int64_t process, uint32_t *n)
{
	uint32_t *number = map_at(processes, (uint64_t)process);

	if (*number == MAP_NONE)
		*number = (*n)++;
	return *number;
}

static void add_claims(struct again *a, struct claims *claims,
    const struct profile *p, const uint32_t *next)
{
	struct map processes = {0};
	uint32_t i;

	for (i = 0; i < a->calls.n; i++) {
		const struct again_call *c = &a->calls.v[i];

		/* a call may have several launches, as MultiDevice's */
		*vec_add(&claims->calls) = (struct claims_call){.id = c->launch,
		    .start = c->start,
		    .call = i,
		    .process =
			number_of(&processes, c->process, &claims->nprocesses),
		    .many = true};
		if (i == 0 || c->launch != c[-1].launch)
			add_rows(claims, p, next, c->launch);
	}
	map_free(&processes);
}

static void give(
    const struct again *a, struct profile *p, const struct claims_row *row)
{
	struct launch *l = &p->launches.v[row->row];
	const struct again_call *c;

	if (row->call == CLAIMS_NONE) {
		l->flags &= (uint16_t)~LAUNCH_HAS_API;
		l->thread = l->api = PROFILE_NONE;
		return;
	}
	c = &a->calls.v[row->call];
	l->flags |= LAUNCH_HAS_API;
	l->api_start = c->start;
	l->api_end = c->end;
	l->thread = c->thread;
	l->api = c->api;
}

void again_settle(
    struct again *a, struct profile *p, const uint32_t *next, struct lost *lost)
{
	struct claims claims = {0};
	size_t i;

	if (a->calls.n == 0)
		return;
	add_first(a, p);
	drop_nested(a);
	add_claims(a, &claims, p, next);
	claims_order(&claims);
	claims_settle(&claims);
	for (i = 0; i < claims.rows.n; i++)
		give(a, p, &claims.rows.v[i]);
	for (i = 0; i < claims.calls.n; i++) {
		const struct claims_call *c = &claims.calls.v[i];
		const struct lost_call *call = &a->calls.v[c->call].lost;

		if (!c->launched && call->kind != LOST_OTHER)
			lost_add(lost, call);
	}
	claims_free(&claims);
	vec_free(&a->calls);
}
