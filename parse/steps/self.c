/*
 * self.c - how much of a range on the host is its own.
 *
 * In:  ranges in order of time, calls of the host that are records
 * Out: the parent of each, and of each range the time that no child covers
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

/* An open range, and the time up to which its children cover it. */
struct open {
	uint32_t range;
	int64_t covered;
};

struct sweep {
	const struct profile *p;
	struct self *self;
	VEC(struct item) items;
	VEC(struct open) open; /* of the thread, outermost first */
};

/* Whether the thread of the range is known. */
static bool is_placed(const struct profile *p, const struct range *r)
{
	return p->threads.v[r->thread].tid != PROFILE_ALL_THREADS ||
	       profile_extra(p, r)->home;
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

		if (launch_is_host(l) && l->range == PROFILE_NONE &&
		    l->flags & LAUNCH_TIMED)
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

static int64_t end_of(const struct sweep *s, const struct open *o)
{
	return s->p->ranges.v[o->range].end;
}

/* Close the ranges that ended before the item begins, or that end where it
 * begins and goes on. */
static void close_ended(struct sweep *s, const struct item *it)
{
	while (s->open.n) {
		int64_t end = end_of(s, &s->open.v[s->open.n - 1]);

		if (end > it->start || (end == it->start && it->end <= end))
			break;
		s->open.n--;
	}
}

/* Count the part of the parent that this item covers and no earlier one did. */
static void cover(struct sweep *s, struct open *parent, const struct item *it)
{
	int64_t from = it->start > parent->covered ? it->start : parent->covered;
	int64_t end = end_of(s, parent), to = it->end < end ? it->end : end;

	parent->covered = to > from ? to : parent->covered;
	if (to <= from || s->self->ns[parent->range] == -1)
		return;
	s->self->ns[parent->range] -= to - from;
}

static void place(struct sweep *s, const struct item *it)
{
	uint32_t parent = PROFILE_NONE;

	close_ended(s, it);
	if (s->open.n) {
		struct open *top = &s->open.v[s->open.n - 1];

		parent = top->range;
		cover(s, top, it);
	}
	if (it->range == PROFILE_NONE) {
		s->self->launch_parent[it->launch] = parent;
		return;
	}
	s->self->range_parent[it->range] = parent;
	*vec_add(&s->open) = (struct open){it->range, it->start};
}

void self_find(struct analysis *a)
{
	const struct profile *p = a->p;
	struct self *self = &a->self;
	struct sweep s = {.p = p, .self = self};
	size_t i;

	self->range_parent = profile_nones(p->ranges.n);
	self->launch_parent = profile_nones(p->launches.n);
	self->ns = arena_xrealloc(NULL, p->ranges.n, sizeof *self->ns);
	for (i = 0; i < p->ranges.n; i++)
		if (!is_placed(p, &p->ranges.v[i]) ||
		    p->ranges.v[i].end == INT64_MAX ||
		    !num_sub(p->ranges.v[i].end, p->ranges.v[i].start, &self->ns[i]))
			self->ns[i] = -1;
	add_items(&s);
	if (s.items.n)
		qsort(s.items.v, s.items.n, sizeof *s.items.v, by_time);
	for (i = 0; i < s.items.n; i++) {
		if (i && s.items.v[i].thread != s.items.v[i - 1].thread)
			s.open.n = 0;
		place(&s, &s.items.v[i]);
	}
	vec_free(&s.items);
	vec_free(&s.open);
}
