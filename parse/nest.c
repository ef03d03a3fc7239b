/*
 * nest.c - which ranges enclose a launch: one sweep over time a thread.
 *
 * In:  ranges and launches with thread and times
 * Out: for each launch the ranges around it, outermost first
 *
 * Not a stack of pushes and pops: nvprof does not tell push/pop ranges from
 * start/end ranges, which may cross, and a profile may lack ends.  Not a query
 * for each launch either: ranges of a thread that launches nothing would be
 * looked at again and again.
 *
 * The sweep keeps the ranges that are still open, in order, and throws out
 * those that have ended whenever it looks at them, so each range is passed over
 * once after its end: linear, plus the size of what is found.
 */
#include "parse/nest.h"

#include <stdlib.h>
#include <string.h>

/* A point of the sweep: something that wants to know what encloses it. */
struct point {
	int64_t time;
	int64_t alive;	 /* a range that ended by then is over for good */
	int64_t min_end; /* an enclosing range ends after this */
	uint32_t before; /* and its number is less than this */
	uint32_t thread;
	uint32_t who; /* position in the result */
};

static bool in_order(const struct range *a, const struct range *b)
{
	return a->start < b->start || (a->start == b->start && a->end >= b->end);
}

/* Merge the sorted runs [at, mid) and [mid, end) of from into to. */
static void merge(const struct range *from, struct range *to, size_t at,
    size_t mid, size_t end)
{
	size_t i = at, k = mid;

	for (; at < end; at++) {
		if (k == end || (i < mid && in_order(&from[i], &from[k])))
			to[at] = from[i++];
		else
			to[at] = from[k++];
	}
}

void nest_sort(struct profile *p)
{
	size_t n = p->ranges.n, i, width;
	struct range *from = p->ranges.v, *to, *swap;

	for (i = 1; i < n && in_order(&from[i - 1], &from[i]); i++)
		;
	if (i >= n)
		return; /* files are mostly written in this order */
	to = arena_xrealloc(NULL, n, sizeof *to);
	for (width = 1; width < n; width *= 2) {
		for (i = 0; i < n; i += 2 * width) {
			size_t mid = n - i < width ? n : i + width;
			size_t end = n - mid < width ? n : mid + width;

			merge(from, to, i, mid, end);
		}
		swap = from;
		from = to;
		to = swap;
	}
	p->ranges.v = from;
	p->ranges.room = n;
	free(to);
}

static int by_thread_and_time(const void *pa, const void *pb)
{
	const struct point *a = pa, *b = pb;

	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	if (a->before != b->before)
		return a->before < b->before ? -1 : 1;
	return (a->who > b->who) - (a->who < b->who);
}

/* Range numbers by thread, each thread's in order; at has a place more than
 * there are threads. */
static uint32_t *by_thread(const struct profile *p, size_t **at)
{
	size_t nthreads = p->threads.n, i;
	uint32_t *list = arena_xrealloc(NULL, p->ranges.n, sizeof *list);

	*at = arena_xrealloc(NULL, nthreads + 2, sizeof **at);
	memset(*at, 0, (nthreads + 2) * sizeof **at);
	for (i = 0; i < p->ranges.n; i++)
		(*at)[p->ranges.v[i].thread + 2]++;
	for (i = 0; i < nthreads; i++)
		(*at)[i + 2] += (*at)[i + 1];
	for (i = 0; i < p->ranges.n; i++)
		list[(*at)[p->ranges.v[i].thread + 1]++] = (uint32_t)i;
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

/* The points of one thread against its ranges. */
static void sweep(const struct profile *p, const uint32_t *ranges, size_t nranges,
    const struct point *points, size_t npoints, struct chains *out)
{
	VEC(uint32_t) open = {0};
	struct chain *last = NULL;
	size_t next = 0, i, k, kept;

	for (i = 0; i < npoints; i++) {
		const struct point *pt = &points[i];
		uint64_t at = out->ranges.n;
		uint32_t n;

		for (; next < nranges && ranges[next] < pt->before; next++)
			if (p->ranges.v[ranges[next]].end > pt->alive)
				*vec_add(&open) = ranges[next];
		for (k = kept = 0; k < open.n; k++) {
			int64_t end = p->ranges.v[open.v[k]].end;

			if (end > pt->alive)
				open.v[kept++] = open.v[k];
			if (end > pt->min_end)
				*vec_add(&out->ranges) = open.v[k];
		}
		open.n = kept;
		n = (uint32_t)(out->ranges.n - at);
		if (same_as_last(out, last, at, n)) {
			out->ranges.n = at;
			at = last->at;
		}
		last = &out->of.v[pt->who];
		*last = (struct chain){at, n};
	}
	vec_free(&open);
}

/* All points, thread by thread. */
static void sweep_all(const struct profile *p, struct point *points,
    size_t npoints, struct chains *out)
{
	size_t *at, i, first;
	uint32_t *list = by_thread(p, &at);

	if (npoints > 0)
		qsort(points, npoints, sizeof *points, by_thread_and_time);
	for (first = 0; first < npoints; first = i) {
		uint32_t t = points[first].thread;

		for (i = first; i < npoints && points[i].thread == t; i++)
			;
		sweep(p, list + at[t], at[t + 1] - at[t], points + first,
		    i - first, out);
	}
	free(list);
	free(at);
}

/* The number of the first range that starts at or after the time. */
static uint32_t first_from(const struct profile *p, int64_t time)
{
	size_t low = 0, high = p->ranges.n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (p->ranges.v[mid].start < time)
			low = mid + 1;
		else
			high = mid;
	}
	return (uint32_t)low;
}

/* n empty chains. */
static void make_room(struct chains *c, size_t n)
{
	while (c->of.n < n)
		*vec_add(&c->of) = (struct chain){0, 0};
}

void nest_launches(const struct profile *p, struct chains *around)
{
	VEC(struct point) points = {0};
	size_t i;

	make_room(around, p->launches.n);
	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];

		if (l->flags & LAUNCH_HAS_API)
			*vec_add(&points) = (struct point){l->api_start,
			    l->api_start, l->api_end,
			    first_from(p, l->api_start), l->thread, (uint32_t)i};
	}
	sweep_all(p, points.v, points.n, around);
	vec_free(&points);
}

static int64_t just_before(int64_t time)
{
	return time > INT64_MIN ? time - 1 : time;
}

void nest_ranges(const struct profile *p, const uint32_t *list, size_t n,
    struct chains *around)
{
	VEC(struct point) points = {0};
	size_t i;

	make_room(around, n);
	for (i = 0; i < n; i++) {
		const struct range *r = &p->ranges.v[list[i]];

		*vec_add(&points) = (struct point){r->start, just_before(r->start),
		    just_before(r->end), list[i] + 1, r->thread, (uint32_t)i};
	}
	sweep_all(p, points.v, points.n, around);
	vec_free(&points);
}
