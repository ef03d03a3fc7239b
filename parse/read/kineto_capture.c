/*
 * kineto_capture.c - the kernels that stream captures recorded.
 *
 * In:  calls with their kinds; of HIP a launch's row has the kernel's name
 * Out: launches, capture by capture
 *
 * A capture is what lies between the calls that begin and end it on one thread.
 * Its kernels have no rows of their own, as they did not run.  Where captures
 * of two streams lie in each other, which one a launch went to is not told, so
 * that both are left out.
 */
#include "parse/read/kineto_capture.h"

#include <stdlib.h>
#include <string.h>

#include "common/order.h"
#include "parse/read/kineto.h"

/* A call that launches, or that begins or ends a capture. */
struct step {
	int64_t start;
	uint32_t thread, call;
};

struct walk {
	struct kineto *k;
	VEC(struct step) steps;
	VEC(uint32_t) calls; /* launches of the capture that is open */
	uint32_t thread;
	uint32_t depth; /* captures that are open */
	bool crossed;	/* there was more than one */
	int64_t number; /* of the last capture that was added */
};

static int by_thread(const void *pa, const void *pb)
{
	const struct step *a = pa, *b = pb;
	int c = order_int(a->thread, b->thread);

	c = c ? c : order_int(a->start, b->start);
	return c ? c : order_int(a->call, b->call);
}

static void count(struct walk *w, const char *what)
{
	warnings_add(w->k->p->warnings, what, "capture", (struct str){NULL, 0});
}

static void add_launch(struct walk *w, const struct kineto_call *c)
{
	struct profile *p = w->k->p;
	struct launch *l = profile_launch(p, LAUNCH_KERNEL);
	struct config config = PROFILE_NO_CONFIG;

	l->name = c->kernel;
	l->thread = c->thread;
	l->api = c->name;
	l->api_start = c->start;
	l->api_end = c->end;
	l->flags = LAUNCH_HAS_API;
	profile_set_graph(p, l, w->number);
	if (c->shape) {
		const struct kineto_shape *s = &w->k->shapes.v[c->shape - 1];

		memcpy(config.grid, s->grid, sizeof config.grid);
		memcpy(config.block, s->block, sizeof config.block);
		l->flags |= LAUNCH_HAS_GRID;
		profile_set_config(p, l, &config);
	}
}

/* Add the launches of a capture that was ended. */
static void add_capture(struct walk *w)
{
	const struct kineto_call *calls = w->k->calls.v;
	size_t i;

	for (i = 0; i < w->calls.n; i++)
		if (calls[w->calls.v[i]].kernel == PROFILE_NONE) {
			count(w, SAID("%s left out: its launches do not name "
				      "their kernels (CUDA's never do)"));
			return;
		}
	if (w->calls.n == 0)
		return;
	w->number++;
	for (i = 0; i < w->calls.n; i++)
		add_launch(w, &calls[w->calls.v[i]]);
}

/* What is open when the thread's calls are over was not captured to its end. */
static void begin_thread(struct walk *w, uint32_t thread)
{
	if (w->depth)
		count(w, SAID("%s left out: the trace does not have its end"));
	w->depth = 0;
	w->thread = thread;
}

static void take_step(struct walk *w, const struct step *s)
{
	if (s->thread != w->thread)
		begin_thread(w, s->thread);
	switch (w->k->calls.v[s->call].kind) {
	case LOST_CAPTURE:
		if (w->depth++ == 0) {
			w->calls.n = 0;
			w->crossed = false;
		} else {
			w->crossed = true;
		}
		break;
	case LOST_END:
		if (w->depth == 0 || --w->depth > 0)
			break;
		if (w->crossed)
			count(w, SAID("%s left out: others lie in it"));
		else
			add_capture(w);
		break;
	default:
		if (w->depth)
			*vec_add(&w->calls) = s->call;
		break;
	}
}

void kineto_capture(struct kineto *k)
{
	struct walk w = {.k = k, .thread = PROFILE_NONE};
	size_t i;

	for (i = 0; i < k->calls.n; i++) {
		const struct kineto_call *c = &k->calls.v[i];

		if ((c->kind != LOST_OTHER || c->kernel != PROFILE_NONE) &&
		    c->end >= c->start)
			*vec_add(&w.steps) =
			    (struct step){c->start, c->thread, (uint32_t)i};
	}
	if (w.steps.n)
		qsort(w.steps.v, w.steps.n, sizeof *w.steps.v, by_thread);
	for (i = 0; i < w.steps.n; i++)
		take_step(&w, &w.steps.v[i]);
	begin_thread(&w, PROFILE_NONE);
	vec_free(&w.steps);
	vec_free(&w.calls);
}
