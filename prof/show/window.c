/*
 * window.c - the windows of steps.
 *
 * In:  ranges of steps, and what was launched in them
 * Out: intervals that do not overlap
 *
 * The rules are those of PyTorch's TensorBoard plugin, but for one: a step in a
 * step is no step of its own.
 */
#include "prof/show/window.h"

#include "common/order.h"

static void extend(struct windows_span *to, int64_t first, int64_t last)
{
	if (!to->is || first < to->first)
		to->first = first;
	if (!to->is || last > to->last)
		to->last = last;
	to->is = true;
}

static struct str keep(struct intern *labels, struct str label)
{
	return intern_get(labels, intern_add(labels, label));
}

void window_step(struct windows *w, const struct span *s, struct str label)
{
	*vec_add(&w->list) = (struct window){
	    .start = s->start, .end = s->end, .label = keep(&w->labels, label)};
}

void window_host(struct windows *w, const struct span *s)
{
	extend(&w->host, s->start, s->end);
}

void window_gpu(struct windows *w, const struct span *s)
{
	extend(&w->gpu, s->start, s->end);
}

void window_merge(struct windows *to, struct windows *from)
{
	for (size_t i = 0; i < from->list.n; i++) {
		struct window *win = vec_add(&to->list);

		*win = from->list.v[i];
		win->label = keep(&to->labels, win->label);
	}
	if (from->host.is)
		extend(&to->host, from->host.first, from->host.last);
	if (from->gpu.is)
		extend(&to->gpu, from->gpu.first, from->gpu.last);
	window_free(from);
}

/* An enclosing one comes first. */
static int by_start(const void *a, const void *b)
{
	const struct window *x = a, *y = b;
	int c = order_int(x->start, y->start);

	if (c == 0)
		c = order_int(y->end, x->end);
	return c ? c : str_cmp(x->label, y->label);
}

static void drop_nested(struct windows *w)
{
	size_t kept = 0;

	for (size_t i = 0; i < w->list.n; i++) {
		if (kept == 0 || w->list.v[i].end > w->list.v[kept - 1].end)
			w->list.v[kept++] = w->list.v[i];
	}
	w->list.n = kept;
}

void window_sort(struct windows *w)
{
	const struct windows_span *only = w->host.is ? &w->host : &w->gpu;

	if (w->list.n > 0)
		qsort(w->list.v, w->list.n, sizeof *w->list.v, by_start);
	else if (only->is)
		*vec_add(&w->list) =
		    (struct window){.start = only->first, .end = only->last};
	drop_nested(w);
	if (w->list.n > 0)
		w->early = w->list.v[0].start;
}

/* The step that a span was launched in, from the first to the last moment of
 * the call; or NULL. */
static struct window *owner(struct windows *w, const struct span *s)
{
	struct window key = {.start = s->api_start, .end = INT64_MIN};
	size_t i;

	if (!sweep_launched(s))
		return NULL;
	/* the first that begins later, for INT64_MIN comes behind all ends */
	i = order_find(&key, w->list.v, w->list.n, sizeof key, by_start);
	if (i == 0 || s->api_end > w->list.v[i - 1].end)
		return NULL;
	return &w->list.v[i - 1];
}

void window_own(struct windows *w, const struct span *s)
{
	struct window *win = owner(w, s);

	if (!win)
		return;
	if (win->n == 0 || s->start < win->first)
		win->first = s->start;
	if (win->n == 0 || s->end > win->last)
		win->last = s->end;
	win->n++;
}

/* A window that stands in for steps has all work. */
void window_early(struct windows *w, const struct span *s)
{
	const struct window *first = w->list.v;

	if (w->list.n > 0 && first->label.p && first->n > 0 &&
	    s->end > w->early && s->end < first->first && !owner(w, s))
		w->early = s->end;
}

/* Steps at the end that launched nothing, and then one that launched less than
 * 80 % of what the one before did, were not recorded whole. */
static void drop_last(struct windows *w)
{
	struct window *v = w->list.v;
	size_t n = w->list.n;

	while (n > 0 && v[n - 1].n == 0)
		n--;
	if (n == 0)
		return;
	if (n > 1 && v[n - 1].n * 5 < v[n - 2].n * 4)
		n--;
	w->dropped = w->list.n - n;
	w->list.n = n;
}

void window_close(struct windows *w)
{
	int64_t end = w->early;

	for (size_t i = 0; i < w->list.n; i++) {
		struct window *win = &w->list.v[i];

		if (win->start < end)
			win->start = end;
		if (win->n > 0 && win->end < win->last)
			win->end = win->last;
		if (win->end < win->start)
			win->end = win->start;
		end = win->end;
	}
	if (w->list.n > 1)
		drop_last(w);
}

void window_free(struct windows *w)
{
	vec_free(&w->list);
	intern_free(&w->labels);
}
