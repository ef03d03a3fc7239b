/*
 * self.c - how much of a range or call on the host is its own.
 *
 * In:  ranges in order of time, calls of the host that are records
 * Out: the parent of each, and the time that nothing in it covers
 *
 * A moment is the own time of what began last of all that is open then.  So
 * each is counted once, also where ranges cross: what began in a child and ends
 * after it covers its parent, too.
 *
 * Not by the chains of nest.c: those exist for printed launches only, and a
 * range has children whether they are printed or not.
 */
#include "parse/steps/self.h"

#include <stdlib.h>

#include "common/num.h"
#include "common/order.h"

/* A range, a call or a mark, on its thread. */
struct item {
	int64_t start, end;
	uint32_t thread;
	uint32_t range, launch; /* one of them PROFILE_NONE */
};

struct sweep {
	const struct profile *p;
	struct self *self;
	VEC(struct item) items;
	/* Of the thread, those that began first at the bottom: items that may
	 * be open, and those of them that are ranges */
	VEC(uint32_t) open;
	VEC(uint32_t) ranges;
	int64_t now; /* the time up to which all is counted */
};

/* Whether the thread of the range is known. */
static bool is_placed(const struct profile *p, const struct range *r)
{
	return p->threads.v[r->thread].tid != PROFILE_ALL_THREADS ||
	       profile_extra(p, r)->home;
}

/* Whether it is a call or mark that lies on a thread at a time. */
static bool is_call(const struct profile *p, const struct launch *l)
{
	int64_t dur;

	return launch_is_host(l) && l->range == PROFILE_NONE &&
	       l->flags & LAUNCH_TIMED && l->thread != PROFILE_NONE &&
	       p->threads.v[l->thread].tid != PROFILE_ALL_THREADS &&
	       num_sub(l->end, l->start, &dur);
}

static void add_items(struct sweep *s)
{
	const struct profile *p = s->p;
	size_t i;

	for (i = 0; i < p->ranges.n; i++) {
		const struct range *r = &p->ranges.v[i];
		uint32_t home = profile_extra(p, r)->home;

		if (is_placed(p, r))
			*vec_add(&s->items) = (struct item){r->start, r->end,
			    home ? home - 1 : r->thread, (uint32_t)i, PROFILE_NONE};
	}
	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];

		if (is_call(p, l))
			*vec_add(&s->items) = (struct item){l->start, l->end,
			    l->thread, PROFILE_NONE, (uint32_t)i};
	}
}

/* By thread and time; ranges before calls, ranges by their numbers. */
static int by_time(const void *pa, const void *pb)
{
	const struct item *a = pa, *b = pb;
	int c = order_int(a->thread, b->thread);

	c = c ? c : order_int(a->start, b->start);
	c = c ? c : order_int(b->end, a->end);
	c = c ? c : order_int(a->range, b->range);
	return c ? c : order_int(a->launch, b->launch);
}

/* Where the own time of the item is counted. */
static int64_t *own_of(const struct sweep *s, const struct item *it)
{
	return it->range != PROFILE_NONE ? &s->self->ns[it->range]
					 : &s->self->launch_ns[it->launch];
}

/* Count the time up to then: each moment is that of the topmost item that is
 * open. */
static void count_until(struct sweep *s, int64_t then)
{
	while (s->open.n) {
		const struct item *top = &s->items.v[s->open.v[s->open.n - 1]];
		int64_t until = top->end < then ? top->end : then;
		int64_t *own = own_of(s, top);

		if (until > s->now) {
			if (*own != -1)
				*own += until - s->now;
			s->now = until;
		}
		if (top->end > then)
			break;
		s->open.n--;
	}
	s->now = then;
}

/* The innermost range that is open where the item begins.  One that ends there
 * is around what ends there, too. */
static uint32_t parent_of(struct sweep *s, const struct item *it)
{
	while (s->ranges.n) {
		const struct item *top = &s->items.v[s->ranges.v[s->ranges.n - 1]];

		if (top->end > it->start ||
		    (top->end == it->start && it->end <= top->end))
			return top->range;
		s->ranges.n--;
	}
	return PROFILE_NONE;
}

static void place(struct sweep *s, uint32_t i)
{
	const struct item *it = &s->items.v[i];
	uint32_t parent = parent_of(s, it);

	count_until(s, it->start);
	*vec_add(&s->open) = i;
	if (it->range == PROFILE_NONE) {
		s->self->launch_parent[it->launch] = parent;
		return;
	}
	s->self->range_parent[it->range] = parent;
	*vec_add(&s->ranges) = i;
}

/* The items of one thread, from at on.  Return where those of the next begin. */
static size_t sweep_thread(struct sweep *s, size_t at)
{
	uint32_t thread = s->items.v[at].thread;

	s->now = s->items.v[at].start;
	for (; at < s->items.n && s->items.v[at].thread == thread; at++)
		place(s, (uint32_t)at);
	count_until(s, INT64_MAX);
	s->ranges.n = 0;
	return at;
}

/* The time of what has one is counted from 0. */
static void begin(const struct profile *p, struct self *self)
{
	int64_t dur;
	size_t i;

	self->range_parent = profile_nones(p->ranges.n);
	self->launch_parent = profile_nones(p->launches.n);
	self->ns = arena_xzeroed(p->ranges.n, sizeof *self->ns);
	self->launch_ns = arena_xzeroed(p->launches.n, sizeof *self->launch_ns);
	for (i = 0; i < p->ranges.n; i++) {
		const struct range *r = &p->ranges.v[i];

		if (!is_placed(p, r) || r->end == INT64_MAX ||
		    !num_sub(r->end, r->start, &dur))
			self->ns[i] = -1;
	}
	for (i = 0; i < p->launches.n; i++) {
		if (!is_call(p, &p->launches.v[i]))
			self->launch_ns[i] = -1;
	}
}

void self_find(struct analysis *a)
{
	struct sweep s = {.p = a->p, .self = &a->self};
	size_t at = 0;

	begin(a->p, &a->self);
	add_items(&s);
	if (s.items.n)
		qsort(s.items.v, s.items.n, sizeof *s.items.v, by_time);
	while (at < s.items.n)
		at = sweep_thread(&s, at);
	vec_free(&s.items);
	vec_free(&s.open);
	vec_free(&s.ranges);
}
