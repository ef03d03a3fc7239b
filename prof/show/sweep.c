/*
 * sweep.c - the walk over sorted edges that the views of intervals share.
 *
 * In:  spans, sorted by start
 * Out: a call at each begin and end
 *
 * Ends wait in a heap, which holds what is running: a list of all edges would
 * take as much again as the spans.
 */
#include "prof/show/sweep.h"

#include "common/num.h"
#include "common/order.h"
#include "prof/row.h"
#include "prof/show/asked.h"

enum work sweep_work(const struct record *rec)
{
	switch (asked_kind(rec)) {
	case KIND_MEMCPY:
		return WORK_MEMCPY;
	case KIND_MEMSET:
		return WORK_MEMSET;
	case KIND_GRAPH:
		return WORK_GRAPH;
	default:
		return row_is_class(rec, KCLASS_COMM) ? WORK_COMM : WORK_KERNEL;
	}
}

bool sweep_span(const struct record *rec, uint32_t what, struct span *s)
{
	*s = (struct span){.api_start = 0, .api_end = -1, .what = what};
	if (!record_has(rec, start) || !record_has(rec, dur) || rec->dur < 0 ||
	    !num_sum(rec->start, rec->dur, &s->end))
		return false;
	s->start = rec->start;
	if (record_has(rec, api_start) && record_has(rec, api_dur) &&
	    rec->api_dur >= 0 && num_sum(rec->api_start, rec->api_dur, &s->api_end))
		s->api_start = rec->api_start;
	else
		s->api_end = -1;
	return true;
}

/* What is equal in all of these is the same to every view. */
static int by_start(const struct span *x, const struct span *y)
{
	int c = order_int(x->start, y->start);

	if (c == 0)
		c = order_int(x->end, y->end);
	if (c == 0)
		c = order_int(x->api_start, y->api_start);
	if (c == 0)
		c = order_int(x->api_end, y->api_end);
	if (c == 0)
		c = order_int(x->what, y->what);
	return c ? c : order_int(x->more, y->more);
}

typedef int span_order(const struct span *a, const struct span *b);

/* Let v[i] sink to its place in the heap of the first n, the last on top. */
static void sink(struct span *v, size_t i, size_t n, span_order *order)
{
	struct span s = v[i];
	size_t k;

	while ((k = 2 * i + 1) < n) {
		if (k + 1 < n && order(&v[k], &v[k + 1]) < 0)
			k++;
		if (order(&s, &v[k]) >= 0)
			break;
		v[i] = v[k];
		i = k;
	}
	v[i] = s;
}

/* By a heap: a million spans take 40 MB, and glibc's qsort would take 16 more.
 * Records come in the order of time where nobody changed it. */
void sweep_sort_by(struct spans *s, span_order *order)
{
	size_t i = 1;

	while (i < s->n && order(&s->v[i - 1], &s->v[i]) <= 0)
		i++;
	if (i >= s->n)
		return;
	for (i = s->n / 2; i > 0; i--)
		sink(s->v, i - 1, s->n, order);
	for (i = s->n - 1; i > 0; i--) {
		struct span last = s->v[i];

		s->v[i] = s->v[0];
		s->v[0] = last;
		sink(s->v, 0, i, order);
	}
}

void sweep_sort(struct spans *s)
{
	sweep_sort_by(s, by_start);
}

void sweep_free(void *spans)
{
	struct spans *s = spans;

	vec_free(s);
}

void sweep_merge(void *to, void *from)
{
	struct spans *more = from, *s = to;

	for (size_t i = 0; i < more->n; i++)
		*vec_add(s) = more->v[i];
	vec_free(more);
}

void sweep_move(struct spans *to, struct spans *from)
{
	struct spans less = *from;

	if (from->n > to->n) {
		less = *to;
		*to = *from;
	}
	*from = (struct spans){0};
	sweep_merge(to, &less);
}

/* The spans that are running, the first to end on top. */
struct heap {
	const struct span **v;
	size_t n, room;
};

static void swap(struct heap *h, size_t i, size_t k)
{
	const struct span *s = h->v[i];

	h->v[i] = h->v[k];
	h->v[k] = s;
}

static void push(struct heap *h, const struct span *s)
{
	size_t i = h->n;

	*vec_add(h) = s;
	for (; i > 0 && h->v[i]->end < h->v[(i - 1) / 2]->end; i = (i - 1) / 2)
		swap(h, i, (i - 1) / 2);
}

static const struct span *pop(struct heap *h)
{
	const struct span *top = h->v[0];
	size_t i = 0, least;

	h->v[0] = h->v[--h->n];
	for (;; i = least) {
		least = i;
		for (size_t k = 2 * i + 1; k < h->n && k <= 2 * i + 2; k++)
			if (h->v[k]->end < h->v[least]->end)
				least = k;
		if (least == i)
			return top;
		swap(h, i, least);
	}
}

void sweep(const struct spans *s, enum sweep_first first, sweep_change *change,
    void *view)
{
	struct heap running = {0};

	for (size_t i = 0; i < s->n; i++) {
		int64_t at = s->v[i].start;

		while (running.n > 0 &&
		       (running.v[0]->end < at ||
			   (first == SWEEP_ENDS && running.v[0]->end == at))) {
			const struct span *ended = pop(&running);

			change(view, ended, ended->end, false);
		}
		change(view, &s->v[i], at, true);
		push(&running, &s->v[i]);
	}
	while (running.n > 0) {
		const struct span *ended = pop(&running);

		change(view, ended, ended->end, false);
	}
	vec_free(&running);
}
