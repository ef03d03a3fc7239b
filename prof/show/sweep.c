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
static int by_start(const void *a, const void *b)
{
	const struct span *x = a, *y = b;
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

/* Records come in the order of time where nobody changed it. */
void sweep_sort(struct spans *s)
{
	for (size_t i = 1; i < s->n; i++) {
		if (by_start(&s->v[i - 1], &s->v[i]) > 0) {
			qsort(s->v, s->n, sizeof *s->v, by_start);
			return;
		}
	}
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
