/*
 * claims.c - which call launched which row of the GPU.
 *
 * In:  calls and rows, each with an id and a start
 * Out: each row's call, or none
 *
 * Of one id and kind calls and rows are gone through in order of time, with
 * those calls at hand that may have launched the next row: of a process its
 * last one, until its row has come.  A row is decided where one call is at
 * hand.  Where there are more, it is not, and neither are those that follow
 * until as many rows have come as there were calls.  A row too many shows that
 * a call is missing, which may be that of any row before.
 */
#include "parse/read/claims.h"

#include <stdlib.h>

#include "common/arena.h"
#include "common/map.h"
#include "common/order.h"

/* The calls that may have launched the next row. */
struct hand {
	VEC(uint32_t) calls;   /* of the group */
	uint32_t *at;	       /* of each process: place in calls, or NONE */
	uint32_t *only, *last; /* of each process: its one call, or MAP_SEVERAL;
				* the last that began; NONE */
	uint32_t many;	/* how many of these may have more than one row */
	uint32_t taken; /* rows that had one of the others, not known which */
	/* Of each process: its calls that began and are not known to have
	 * launched something, and how many of these must have. */
	uint32_t *idle, *busy;
};

static int call_order(const void *pa, const void *pb)
{
	const struct claims_call *a = pa, *b = pb;
	int c = order_int(a->space, b->space);

	c = c ? c : order_int(a->id, b->id);
	c = c ? c : order_int(a->kind, b->kind);
	c = c ? c : order_int(a->start, b->start);
	return c ? c : order_int(a->call, b->call);
}

static int row_order(const void *pa, const void *pb)
{
	const struct claims_row *a = pa, *b = pb;
	int c = order_int(a->space, b->space);

	c = c ? c : order_int(a->id, b->id);
	c = c ? c : order_int(a->kind, b->kind);
	c = c ? c : order_int(b->timed, a->timed); /* those without behind */
	c = c ? c : order_int(a->start, b->start);
	return c ? c : order_int(a->row, b->row);
}

/* ---- rows that are told to be of a process ---- */

/* Note the only call of each process. */
static void find_only(const struct claims_group *g, struct hand *h)
{
	uint32_t i;

	for (i = 0; i < g->ncalls; i++)
		map_only(&h->only[g->calls[i].process], i);
}

static void forget(const struct claims_group *g, struct hand *h)
{
	uint32_t i;

	for (i = 0; i < g->ncalls; i++)
		h->only[g->calls[i].process] = h->last[g->calls[i].process] =
		    CLAIMS_NONE;
}

/* Each is of the last call of its process that began by then, and whatever the
 * time of the only one. */
static void settle_told(struct claims_group *g, struct hand *h)
{
	uint32_t next = 0;
	size_t i;

	find_only(g, h);
	for (i = 0; i < g->nrows; i++) {
		struct claims_row *row = &g->rows[i];

		if (row->process == CLAIMS_NONE)
			continue;
		for (; row->timed && next < g->ncalls &&
		       g->calls[next].start <= row->start;
		     next++)
			h->last[g->calls[next].process] = next;
		row->call = h->only[row->process];
		if (row->call == MAP_SEVERAL)
			row->call = row->timed ? h->last[row->process] : CLAIMS_NONE;
		if (row->call != CLAIMS_NONE)
			g->calls[row->call].rows++;
	}
	for (i = 0; i < g->nrows; i++) {
		struct claims_row *row = &g->rows[i];

		if (row->call != CLAIMS_NONE && !g->calls[row->call].many &&
		    g->calls[row->call].rows > 1)
			row->call = CLAIMS_NONE;
	}
}

/* ---- the others ---- */

static void let_go(struct hand *h, const struct claims_group *g, uint32_t at)
{
	uint32_t *v = h->calls.v, last = v[--h->calls.n];

	h->many -= g->calls[v[at]].many;
	h->at[g->calls[v[at]].process] = CLAIMS_NONE;
	if (at < h->calls.n) {
		v[at] = last;
		h->at[g->calls[last].process] = at;
	}
}

static void let_all_go(struct hand *h, const struct claims_group *g)
{
	while (h->calls.n)
		let_go(h, g, (uint32_t)h->calls.n - 1);
	h->taken = 0;
}

/* A call begins: what its process launched before has run, or is lost. */
static void take_up(struct hand *h, const struct claims_group *g, uint32_t i)
{
	const struct claims_call *c = &g->calls[i];

	if (h->at[c->process] != CLAIMS_NONE) {
		let_go(h, g, h->at[c->process]);
		if (h->taken)
			h->taken--;
	}
	if (c->rows && !c->many)
		return;
	h->at[c->process] = (uint32_t)h->calls.n;
	*vec_add(&h->calls) = i;
	h->many += c->many;
}

/* The call of the next row, of those at hand; CLAIMS_NONE: not decided.
 * *missing: it is of none of them. */
static uint32_t draw(struct hand *h, const struct claims_group *g, bool *missing)
{
	uint32_t call = CLAIMS_NONE;

	*missing = h->calls.n == 0;
	if (h->calls.n == 1) {
		call = h->calls.v[0];
		if (!h->many)
			let_go(h, g, 0);
	} else if (h->many == 0 && h->calls.n && ++h->taken == h->calls.n) {
		let_all_go(h, g);
	}
	return call;
}

static void settle_untold(struct claims_group *g, struct hand *h)
{
	uint32_t next = 0;
	bool missing, timed;
	size_t i, k = 0;

	for (i = 0; i < g->nrows; i++) {
		struct claims_row *row = &g->rows[i];

		if (row->process != CLAIMS_NONE)
			continue;
		timed = row->timed;
		for (; next < g->ncalls &&
		       (!timed || g->calls[next].start <= row->start);
		     next++)
			take_up(h, g, next);
		row->call = draw(h, g, &missing);
		if (!timed)
			row->call = CLAIMS_NONE;
		for (; missing && k < i; k++)
			if (g->rows[k].process == CLAIMS_NONE)
				g->rows[k].call = CLAIMS_NONE;
	}
	let_all_go(h, g);
}

/* ---- calls that may have launched something ---- */

/* Whether the row has no call, as of several nothing tells which. */
static bool is_open(const struct claims_row *row, const struct hand *h)
{
	return row->call == CLAIMS_NONE &&
	       (row->process == CLAIMS_NONE || h->only[row->process] == MAP_SEVERAL);
}

/* Go to the calls that have begun where the row does; whether there is one more
 * that is not known to have launched something. */
static bool next_idle(
    const struct claims_group *g, const struct claims_row *row, uint32_t *next)
{
	for (; *next < g->ncalls &&
	       (!row->timed || g->calls[*next].start <= row->start);
	     ++*next)
		if (!g->calls[*next].launched)
			return true;
	return false;
}

/* The same for each such row that is told to be of a process: the first calls
 * of that will do, as they began by then. */
static void find_launched_told(struct claims_group *g, struct hand *h)
{
	uint32_t next = 0;
	size_t i;

	for (i = 0; i < g->nrows; i++) {
		const struct claims_row *row = &g->rows[i];

		for (; next_idle(g, row, &next); next++)
			h->idle[g->calls[next].process]++;
		if (row->process != CLAIMS_NONE && is_open(row, h) &&
		    h->busy[row->process] < h->idle[row->process])
			h->busy[row->process]++;
	}
	for (i = 0; i < g->ncalls; i++) {
		struct claims_call *call = &g->calls[i];

		h->idle[call->process] = 0;
		if (!call->launched && h->busy[call->process]) {
			call->launched = true;
			h->busy[call->process]--;
		}
	}
}

/* Note the calls that have rows, and for each row that is not decided one that
 * may be its. */
static void find_launched(struct claims_group *g, struct hand *h)
{
	uint32_t next = 0;
	size_t i;

	for (i = 0; i < g->ncalls; i++)
		g->calls[i].launched = g->calls[i].rows > 0;
	for (i = 0; i < g->nrows; i++)
		if (g->rows[i].call != CLAIMS_NONE)
			g->calls[g->rows[i].call].launched = true;
	find_launched_told(g, h);
	for (i = 0; i < g->nrows; i++) {
		const struct claims_row *row = &g->rows[i];

		for (; next_idle(g, row, &next); next++)
			*vec_add(&h->calls) = next;
		if (h->calls.n && row->process == CLAIMS_NONE && is_open(row, h))
			g->calls[h->calls.v[--h->calls.n]].launched = true;
	}
	h->calls.n = 0;
}

/* ---- all of it ---- */

static void settle(struct claims_group *g, struct hand *h)
{
	size_t i;

	for (i = 0; i < g->ncalls; i++)
		g->calls[i].rows = 0;
	for (i = 0; i < g->nrows; i++)
		g->rows[i].call = CLAIMS_NONE;
	settle_told(g, h);
	settle_untold(g, h);
	find_launched(g, h);
	forget(g, h);
	for (i = 0; i < g->nrows; i++)
		if (g->rows[i].call != CLAIMS_NONE)
			g->rows[i].call = g->calls[g->rows[i].call].call;
}

/* How the groups of a call and a row compare. */
static int compare(const struct claims_call *c, const struct claims_row *r)
{
	int n = order_int(c->space, r->space);

	n = n ? n : order_int(c->id, r->id);
	return n ? n : order_int(c->kind, r->kind);
}

static bool same_group(const struct claims_row *a, const struct claims_row *b)
{
	return a->space == b->space && a->id == b->id && a->kind == b->kind;
}

void claims_order(struct claims *c)
{
	if (c->calls.n)
		qsort(c->calls.v, c->calls.n, sizeof *c->calls.v, call_order);
	if (c->rows.n)
		qsort(c->rows.v, c->rows.n, sizeof *c->rows.v, row_order);
}

bool claims_next(const struct claims *c, struct claims_group *g)
{
	const struct claims_call *calls = c->calls.v;
	const struct claims_row *rows = c->rows.v;
	size_t row = g->row + g->nrows, call = g->call + g->ncalls, end;

	if (row == c->rows.n)
		return false;
	for (end = row; end < c->rows.n && same_group(&rows[row], &rows[end]); end++)
		;
	*g = (struct claims_group){
	    .rows = &c->rows.v[row], .row = row, .nrows = end - row};
	while (call < c->calls.n && compare(&calls[call], &rows[row]) < 0)
		call++;
	for (end = call;
	     end < c->calls.n && compare(&calls[end], &rows[row]) == 0; end++)
		;
	g->calls = call < end ? &c->calls.v[call] : NULL;
	g->call = call;
	g->ncalls = end - call;
	return true;
}

void claims_settle(struct claims *c)
{
	struct hand hand = {.at = profile_nones(c->nprocesses),
	    .only = profile_nones(c->nprocesses),
	    .last = profile_nones(c->nprocesses),
	    .idle = arena_xzeroed(c->nprocesses, sizeof *hand.idle),
	    .busy = arena_xzeroed(c->nprocesses, sizeof *hand.busy)};
	struct claims_group g = {0};

	while (claims_next(c, &g))
		settle(&g, &hand);
	free(hand.at);
	free(hand.only);
	free(hand.last);
	free(hand.idle);
	free(hand.busy);
	vec_free(&hand.calls);
}

void claims_free(struct claims *c)
{
	vec_free(&c->calls);
	vec_free(&c->rows);
}
