/*
 * nest.c - which ranges enclose a launch: one sweep over time a thread.
 *
 * In:  ranges and launches with thread and times
 * Out: for each launch the ranges around it, outermost first; of one that is a
 *      range, itself the last
 *
 * Not a stack of pushes and pops: nvprof does not distinguish push/pop ranges
 * from start/end ranges, which may cross, and a profile may lack ends.  Nor a
 * query for each launch: it would look at the ranges of a thread that launches
 * nothing again and again.
 *
 * The sweep keeps a stack of the open ranges.  What ends while it is not on top
 * stays, and maxima over blocks of the stack say where nothing is left to find:
 * a chain costs what it has, however many ranges are open.  It has at most
 * CHAIN_MOST, as a file of a megabyte may have thousands of ranges around each
 * of thousands.
 */
#include "parse/steps/nest.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "common/map.h"
#include "common/order.h"

/* A point of the sweep: something that wants to know what encloses it. */
struct point {
	int64_t alive;	 /* a range that ended by then is over for good */
	int64_t until;	 /* an enclosing range starts before this, */
	int64_t min_end; /* ends after this, */
	uint32_t before; /* and has a lower number than this */
	uint32_t who;	 /* position in the result */
};

/* Who asks, and on which thread.  There are millions: a point is made when it
 * is its turn. */
struct asker {
	uint32_t who, thread;
};

struct asked {
	const struct profile *p;
	const uint32_t *list; /* of ranges, where these ask */
	struct point (*point)(const struct asked *q, uint32_t who);
	VEC(struct asker) askers;
	uint32_t *ranges; /* by thread: t has those from range_at[t] to */
	size_t *range_at; /* range_at[t + 1] */
};

/* The id of a range in a trace, which counts up as ranges begin; or -1. */
static int64_t id_of(const struct profile *p, const struct range *r)
{
	return p->numbers_apart && r->numbers ? profile_numbers(p, r).id : -1;
}

static bool in_order(
    const struct profile *p, const struct range *a, const struct range *b)
{
	int64_t b_id;

	if (a->start != b->start)
		return a->start < b->start;
	if (a->end != b->end)
		return a->end > b->end;
	b_id = id_of(p, b);
	return b_id == -1 || id_of(p, a) <= b_id;
}

/* Merge the sorted runs [at, mid) and [mid, end) of from into to. */
static void merge(const struct profile *p, const struct range *from,
    struct range *to, size_t at, size_t mid, size_t end)
{
	size_t i = at, k = mid;

	for (; at < end; at++) {
		if (k == end || (i < mid && in_order(p, &from[i], &from[k])))
			to[at] = from[i++];
		else
			to[at] = from[k++];
	}
}

void nest_sort(struct profile *p)
{
	size_t n = p->ranges.n, i, width;
	struct range *from = p->ranges.v, *to, *swap;

	for (i = 1; i < n && in_order(p, &from[i - 1], &from[i]); i++)
		;
	if (i >= n)
		return; /* files are mostly written in this order */
	to = arena_xrealloc(NULL, n, sizeof *to);
	for (width = 1; width < n; width *= 2) {
		for (i = 0; i < n; i += 2 * width) {
			size_t mid = n - i < width ? n : i + width;
			size_t end = n - mid < width ? n : mid + width;

			merge(p, from, to, i, mid, end);
		}
		swap = from;
		from = to;
		to = swap;
	}
	p->ranges.v = from;
	p->ranges.room = n;
	free(to);
}

static int64_t just_before(int64_t time)
{
	return time > INT64_MIN ? time - 1 : time;
}

struct chain nest_chain(struct chains *c, uint64_t at, bool cut)
{
	enum { HALF = CHAIN_MOST / 2 };
	size_t n = c->ranges.n - at;
	uint32_t *v;

	if (n > CHAIN_MOST) {
		v = c->ranges.v + at;
		memmove(v + HALF, v + n - HALF, HALF * sizeof *v);
		c->ranges.n = at + CHAIN_MOST;
		n = CHAIN_MOST;
		cut = true;
	}
	return chain_of(at, n, cut);
}

static int by_time(const void *pa, const void *pb)
{
	const struct point *a = pa, *b = pb;
	int c = order_int(a->alive, b->alive);

	c = c ? c : order_int(a->before, b->before);
	return c ? c : order_int(a->who, b->who);
}

/* Sort those who ask by their points, unless they are in order: in most files
 * they are. */
static void sort_points(const struct asked *q, uint32_t *who, size_t n)
{
	struct point *v, last = {0}, next;
	size_t i;

	for (i = 0; i < n; i++, last = next) {
		next = q->point(q, who[i]);
		if (i && by_time(&last, &next) > 0)
			break;
	}
	if (i == n)
		return;
	v = arena_xrealloc(NULL, n, sizeof *v);
	for (i = 0; i < n; i++)
		v[i] = q->point(q, who[i]);
	qsort(v, n, sizeof *v, by_time);
	for (i = 0; i < n; i++)
		who[i] = v[i].who;
	free(v);
}

/* Those who ask, by thread, each group in the given order: thread t has those
 * from at[t] to at[t + 1]. */
static uint32_t *askers_by_thread(const struct asked *q, size_t *at)
{
	const struct asker *v = q->askers.v;
	size_t n = q->askers.n, i;
	uint32_t *list = order_group(v, n, sizeof *v,
	    offsetof(struct asker, thread), q->p->threads.n, at);

	for (i = 0; i < n; i++)
		list[i] = v[list[i]].who;
	return list;
}

/* Whether the n ranges at the end of the vector are those of the last chain. */
static bool same_as_last(
    const struct chains *c, const struct chain *last, uint64_t at, uint32_t n)
{
	return last && last->n == n && last->at + n == at &&
	       (n == 0 || memcmp(c->ranges.v + last->at, c->ranges.v + at,
			      n * sizeof *c->ranges.v) == 0);
}

/* The open ranges of a thread.  ends[0] are their ends, ends[k] the latest of
 * each BLOCK of ends[k - 1]; those of ranges that were on top count, too, but they
 * are past.  A level is there where the one below has more than a block. */
enum { BLOCK_BITS = 6, BLOCK = 1 << BLOCK_BITS, LEVELS = 6 };

struct stack {
	VEC(uint32_t) ranges;
	VEC(int64_t) ends[LEVELS];
};

/* Whether level k is there where the last range is at this place. */
static bool has_level(size_t last, size_t k)
{
	return k < LEVELS && last >> k * BLOCK_BITS;
}

/* Count the end of the range at this place, the last, in the levels above. */
static void raise_levels(struct stack *s, size_t at, int64_t end)
{
	size_t k, i, block;
	int64_t *v;

	for (k = 1; has_level(at, k); k++) {
		block = at >> k * BLOCK_BITS;
		while (s->ends[k].n <= block)
			*vec_add(&s->ends[k]) = INT64_MIN;
		v = s->ends[k].v;
		if (at == (size_t)BLOCK << (k - 1) * BLOCK_BITS) /* it begins */
			for (v[0] = INT64_MIN, i = 0; i < BLOCK; i++)
				if (s->ends[k - 1].v[i] > v[0])
					v[0] = s->ends[k - 1].v[i];
		if (at == block << k * BLOCK_BITS || end > v[block])
			v[block] = end;
	}
}

static void push(struct stack *s, uint32_t range, int64_t end)
{
	size_t at = s->ranges.n;

	*vec_add(&s->ranges) = range;
	s->ends[0].n = at;
	*vec_add(&s->ends[0]) = end;
	if (at >= BLOCK)
		raise_levels(s, at, end);
}

/* Drop what ended by then, down to the first that did not. */
static void pop_ended(struct stack *s, int64_t time)
{
	while (s->ranges.n && s->ends[0].v[s->ranges.n - 1] <= time)
		s->ranges.n--;
}

/* Whether no range of a block of level k ends after the time. */
static bool is_over(const struct stack *s, size_t k, size_t block, int64_t time)
{
	return has_level(s->ranges.n - 1, k) && s->ends[k].v[block] <= time;
}

/* The first open range from at on that ends after the time; their number: none. */
static size_t next_open(const struct stack *s, size_t at, int64_t time)
{
	size_t k, step;

	while (at < s->ranges.n && s->ends[0].v[at] <= time) {
		for (k = 1; at % ((size_t)1 << k * BLOCK_BITS) == 0 &&
			    is_over(s, k, at >> k * BLOCK_BITS, time);
		     k++)
			;
		step = (size_t)1 << (k - 1) * BLOCK_BITS;
		at += step;
	}
	return at < s->ranges.n ? at : s->ranges.n;
}

/* The last one in front of end.  There is one. */
static size_t last_open(const struct stack *s, size_t end, int64_t time)
{
	size_t k;

	while (s->ends[0].v[end - 1] <= time) {
		for (k = 1; end % ((size_t)1 << k * BLOCK_BITS) == 0 &&
			    is_over(s, k, (end - 1) >> k * BLOCK_BITS, time);
		     k++)
			;
		end -= (size_t)1 << (k - 1) * BLOCK_BITS;
	}
	return end - 1;
}

/* Where the clock is coarse, a range may seem to end just where the next one
 * begins, and both seem to enclose what begins there.  Only those that enclose
 * the innermost do: the time that they end after. */
static int64_t without_followed(
    const struct profile *p, const struct stack *open, int64_t time)
{
	const struct range *inner;
	int64_t after;

	if (open->ranges.n < 2 || next_open(open, 0, time) == open->ranges.n)
		return time;
	inner =
	    &p->ranges.v[open->ranges.v[last_open(open, open->ranges.n, time)]];
	after = just_before(inner->end);
	after = inner->start < after ? inner->start : after;
	return after > time ? after : time;
}

/* Add the open ranges that end after the time, outermost first.  Return whether
 * some of the middle were left out. */
static bool add_open(const struct stack *open, int64_t time, struct chains *out)
{
	size_t n = open->ranges.n, at, count, i;
	uint32_t *v;

	if (n <= BLOCK) {
		for (i = 0; i < n; i++)
			if (open->ends[0].v[i] > time)
				*vec_add(&out->ranges) = open->ranges.v[i];
		return false;
	}
	at = next_open(open, 0, time);
	for (count = 0; at < n && count < CHAIN_MOST; count++) {
		*vec_add(&out->ranges) = open->ranges.v[at];
		at = next_open(open, at + 1, time);
	}
	if (at == n)
		return false;
	v = out->ranges.v + out->ranges.n;
	for (i = 0; i < CHAIN_MOST / 2; i++) {
		n = last_open(open, n, time);
		*--v = open->ranges.v[n];
	}
	return true;
}

/* The points of one thread against its ranges. */
static void sweep(const struct asked *q, const uint32_t *ranges, size_t nranges,
    const uint32_t *who, size_t n_asking, struct chains *out)
{
	const struct profile *p = q->p;
	struct stack open = {0};
	struct chain *last = NULL;
	size_t next = 0, i;

	for (i = 0; i < n_asking; i++) {
		struct point pt = q->point(q, who[i]);
		uint64_t at = out->ranges.n;
		int64_t time = pt.alive > pt.min_end ? pt.alive : pt.min_end;
		uint32_t n;
		bool cut;

		for (; next < nranges && ranges[next] < pt.before &&
		       p->ranges.v[ranges[next]].start < pt.until;
		     next++) {
			pop_ended(&open, pt.alive);
			if (p->ranges.v[ranges[next]].end > pt.alive)
				push(&open, ranges[next],
				    p->ranges.v[ranges[next]].end);
		}
		pop_ended(&open, pt.alive);
		if (p->slack)
			time = without_followed(p, &open, time);
		cut = add_open(&open, time, out);
		n = (uint32_t)(out->ranges.n - at);
		if (same_as_last(out, last, at, n)) {
			out->ranges.n = at;
			at = last->at;
		}
		last = &out->of.v[pt.who];
		*last = chain_of(at, n, cut);
	}
	vec_free(&open.ranges);
	for (i = 0; i < LEVELS; i++)
		vec_free(&open.ends[i]);
}

/* All who ask, thread by thread. */
static void sweep_all(const struct asked *q, struct chains *out)
{
	size_t nthreads = q->p->threads.n, t, n;
	const size_t *rat = q->range_at;
	size_t *pat = arena_xzeroed(nthreads + 2, sizeof *pat);
	uint32_t *who = askers_by_thread(q, pat);

	for (t = 0; t < nthreads; t++) {
		n = pat[t + 1] - pat[t];
		sort_points(q, who + pat[t], n);
		sweep(q, q->ranges + rat[t], rat[t + 1] - rat[t], who + pat[t],
		    n, out);
	}
	free(pat);
	free(who);
}

/* n empty chains. */
static void make_room(struct chains *c, size_t n)
{
	vec_room(&c->of, n);
	while (c->of.n < n)
		*vec_add(&c->of) = (struct chain){0};
}

/* For each thread, the thread that stands for its process and has ranges, or
 * PROFILE_NONE.  NULL if the profile has no range of a whole process. */
static uint32_t *process_threads(const struct asked *q)
{
	const struct profile *p = q->p;
	struct map of_process = {0};
	uint32_t *list = NULL;
	size_t t;

	for (t = 0; t < p->threads.n; t++)
		if (p->threads.v[t].tid == PROFILE_ALL_THREADS &&
		    q->range_at[t] < q->range_at[t + 1])
			*map_at(&of_process, (uint64_t)p->threads.v[t].process) =
			    (uint32_t)t;
	if (of_process.npages > 0) {
		list = arena_xrealloc(NULL, p->threads.n, sizeof *list);
		for (t = 0; t < p->threads.n; t++)
			list[t] = map_get(
			    &of_process, (uint64_t)p->threads.v[t].process);
	}
	map_free(&of_process);
	return list;
}

void nest_add(struct chains *out, struct chain *to, const struct chains *from,
    const struct chain *more)
{
	uint64_t at = out->ranges.n;
	uint32_t i = 0, k = 0, a, b;

	while (i < to->n || k < more->n) {
		a = i < to->n ? out->ranges.v[to->at + i] : PROFILE_NONE;
		b = k < more->n ? from->ranges.v[more->at + k] : PROFILE_NONE;
		*vec_add(&out->ranges) = a < b ? a : b;
		i += a <= b;
		k += b <= a;
	}
	*to = nest_chain(out, at, to->cut || more->cut);
}

/* Who asks, against the ranges of their threads and of their processes. */
static void sweep_both(struct asked *q, struct chains *out)
{
	const struct profile *p = q->p;
	uint32_t *process;
	struct asker *v = q->askers.v;
	struct chains more = {0};
	size_t i, n = 0;

	if (q->askers.n == 0)
		return;
	q->range_at = arena_xzeroed(p->threads.n + 2, sizeof *q->range_at);
	q->ranges = order_group(p->ranges.v, p->ranges.n, sizeof *p->ranges.v,
	    offsetof(struct range, thread), p->threads.n, q->range_at);
	sweep_all(q, out);
	process = process_threads(q);
	if (!process)
		goto out;
	make_room(&more, out->of.n);
	for (i = 0; i < q->askers.n; i++) {
		v[n] = (struct asker){v[i].who, process[v[i].thread]};
		n += v[n].thread != PROFILE_NONE;
	}
	q->askers.n = n;
	sweep_all(q, &more);
	for (i = 0; i < out->of.n; i++)
		if (more.of.v[i].n > 0)
			nest_add(out, &out->of.v[i], &more, &more.of.v[i]);
	vec_free(&more.ranges);
	vec_free(&more.of);
	free(process);
out:
	free(q->ranges);
	free(q->range_at);
}

/* The end that a range must reach to enclose what ends at this time. */
static int64_t must_reach(const struct profile *p, int64_t end)
{
	return just_before(end > INT64_MIN + p->slack ? end - p->slack : end);
}

/* The point that wants the ranges around a call. */
static struct point around_call(
    const struct profile *p, int64_t start, int64_t end, uint32_t who)
{
	return (struct point){.alive = p->touch ? just_before(start) : start,
	    .until = p->touch && start < INT64_MAX ? start + 1 : start,
	    .min_end = p->touch ? must_reach(p, end) : end,
	    .before = PROFILE_NONE,
	    .who = who};
}

/* The point that wants the ranges around a range, itself the last. */
static struct point around_range(
    const struct profile *p, uint32_t range, uint32_t who)
{
	const struct range *r = &p->ranges.v[range];

	return (struct point){.alive = just_before(r->start),
	    .until = INT64_MAX,
	    .min_end = must_reach(p, r->end),
	    .before = range + 1,
	    .who = who};
}

static struct point launch_point(const struct asked *q, uint32_t who)
{
	const struct launch *l = &q->p->launches.v[who];

	return l->range == PROFILE_NONE
		   ? around_call(q->p, l->api_start, l->api_end, who)
		   : around_range(q->p, l->range, who);
}

static struct point capture_point(const struct asked *q, uint32_t who)
{
	const struct capture *c = &q->p->captures.v[who];

	return around_call(q->p, c->start, c->end, who);
}

static struct point range_point(const struct asked *q, uint32_t who)
{
	return around_range(q->p, q->list[who], who);
}

static void ask(struct asked *q, size_t who, uint32_t thread)
{
	*vec_add(&q->askers) = (struct asker){(uint32_t)who, thread};
}

void nest_launches(const struct profile *p, struct chains *around)
{
	struct asked q = {.p = p, .point = launch_point};
	size_t i;

	make_room(around, p->launches.n);
	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];

		if (l->flags & LAUNCH_HAS_API && l->range == PROFILE_NONE)
			ask(&q, i, l->thread);
	}
	sweep_both(&q, around);
	/* apart: these see ranges that start with them, those do not */
	for (i = q.askers.n = 0; i < p->launches.n; i++)
		if (p->launches.v[i].range != PROFILE_NONE)
			ask(&q, i, p->ranges.v[p->launches.v[i].range].thread);
	sweep_both(&q, around);
	vec_free(&q.askers);
}

void nest_captures(const struct profile *p, struct chains *around)
{
	struct asked q = {.p = p, .point = capture_point};
	size_t i;

	make_room(around, p->captures.n);
	for (i = 0; i < p->captures.n; i++)
		ask(&q, i, p->captures.v[i].thread);
	sweep_both(&q, around);
	vec_free(&q.askers);
}

void nest_ranges(const struct profile *p, const uint32_t *list, size_t n,
    struct chains *around)
{
	struct asked q = {.p = p, .list = list, .point = range_point};
	size_t i;

	make_room(around, n);
	for (i = 0; i < n; i++)
		ask(&q, i, p->ranges.v[list[i]].thread);
	sweep_both(&q, around);
	vec_free(&q.askers);
}
