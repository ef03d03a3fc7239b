/*
 * overlap.c - kernels with impossible times.
 *
 * In:  kernels with their streams
 * Out: a warning, counted, for each that ends after the next one of its stream began
 */
#include "parse/read/overlap.h"

#include <stdlib.h>

#include "common/order.h"

/* A kernel on its stream. */
struct turn {
	int64_t process, device, stream, start;
	uint32_t launch;
};

static int by_turn(const void *pa, const void *pb)
{
	const struct turn *a = pa, *b = pb;
	int c = order_int(a->process, b->process);

	c = c ? c : order_int(a->device, b->device);
	c = c ? c : order_int(a->stream, b->stream);
	c = c ? c : order_int(a->start, b->start);
	return c ? c : order_int(a->launch, b->launch);
}

/* Each process numbers its own streams. */
static int64_t process_of(const struct profile *p, const struct launch *l)
{
	return l->thread == PROFILE_NONE ? PROFILE_ANY
					 : p->threads.v[l->thread].process;
}

/* Whether the launch may be a programmatic dependent one, which begins before
 * the kernel ahead of it has ended: cudaLaunchKernelExC, cuLaunchKernelEx. */
static bool may_begin_early(const struct profile *p, const struct launch *l)
{
	return l->api != PROFILE_NONE &&
	       str_has(intern_get(&p->texts, l->api), "LaunchKernelEx");
}

/* Kernels of one stream run one after the other, except those of a graph. */
void overlap_count(struct profile *p, size_t first)
{
	enum { ASKED = LAUNCH_TIMED | LAUNCH_HAS_DEVICE | LAUNCH_HAS_STREAM };
	VEC(struct turn) turns = {0};
	struct strbuf b = {0};
	size_t i;

	for (i = first; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];
		const struct config *c = profile_config(p, l);

		if (l->kind == LAUNCH_KERNEL && (l->flags & ASKED) == ASKED &&
		    !(l->flags & LAUNCH_HAS_GRAPH))
			*vec_add(&turns) = (struct turn){process_of(p, l),
			    c->device, c->stream, l->start, (uint32_t)i};
	}
	if (turns.n)
		qsort(turns.v, turns.n, sizeof *turns.v, by_turn);
	for (i = 1; i < turns.n; i++) {
		const struct turn *t = &turns.v[i - 1], *next = &turns.v[i];
		const struct launch *l = &p->launches.v[t->launch];

		if (t->process != next->process || t->device != next->device ||
		    t->stream != next->stream || l->end - p->slack <= next->start ||
		    may_begin_early(p, &p->launches.v[next->launch]))
			continue;
		b.n = 0;
		if (l->flags & LAUNCH_HAS_CORR)
			strbuf_printf(
			    &b, "correlation id %lld, ", (long long)l->corr);
		strbuf_printf(&b, "by %lld ns", (long long)(l->end - next->start));
		warnings_add(p->warnings,
		    "%s ending after the next of the stream began", "kernel",
		    strbuf_get(&b));
	}
	strbuf_free(&b);
	vec_free(&turns);
}
