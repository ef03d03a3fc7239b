/*
 * lost.c - launches of kernels that the profile has no kernel for.
 *
 * In:  calls without a kernel, begins and ends of captures, in any order
 * Out: a warning with their number and the first of them
 *
 * A whole graph that is launched is none of these: how many kernels it has, the
 * call does not tell.
 */
#include "parse/read/lost.h"

#include <stdlib.h>

#include "common/nelems.h"
#include "common/order.h"

/* Calls that launch a kernel and do not say so; behind the name there may be a
 * version: cudaLaunch_ptsz. */
static const char *const launches[] = {"cudaLaunch", "cuLaunch", "cuLaunchGrid",
    "cuLaunchGridAsync", "hipLaunchByPtr"};

static bool is_launch(struct str name)
{
	size_t i;

	for (i = 0; i < NELEMS(launches); i++) {
		struct str s = name;

		if (str_skip(&s, launches[i]) && (s.n == 0 || s.p[0] == '_'))
			return true;
	}
	return false;
}

enum lost_kind lost_kind(struct str name)
{
	const char *launch = str_find(name, "Launch");

	if (launch && is_launch(name))
		return LOST_LAUNCH;
	if (launch)
		return str_has(
			   str_from(name, (size_t)(launch - name.p)), "Kernel")
			   ? LOST_LAUNCH
			   : LOST_OTHER;
	if (str_has(name, "StreamBeginCapture"))
		return LOST_CAPTURE;
	return str_has(name, "StreamEndCapture") ? LOST_END : LOST_OTHER;
}

void lost_add(struct lost *l, const struct lost_call *call)
{
	*vec_add(&l->calls) = *call;
}

static int by_thread(const void *pa, const void *pb)
{
	const struct lost_call *a = pa, *b = pb;
	int c = order_int(a->thread, b->thread);

	c = c ? c : order_int(a->start, b->start);
	return c ? c : order_int(a->corr, b->corr);
}

/* Keep the calls that launched something. */
static void drop_captured(struct lost *l)
{
	size_t i, n = 0;
	bool captures = false;

	for (i = 0; i < l->calls.n; i++) {
		struct lost_call call = l->calls.v[i];

		if (i == 0 || call.thread != l->calls.v[i - 1].thread)
			captures = false;
		if (call.kind != LOST_LAUNCH)
			captures = call.kind == LOST_CAPTURE;
		else if (!captures)
			l->calls.v[n++] = call;
	}
	l->calls.n = n;
}

/* Add it to the reason why there are no kernels; there is one line for both. */
static void say_empty(struct profile *p, size_t n, struct str first)
{
	struct strbuf b = {0};

	strbuf_printf(&b, "%s (%zu launch call%s without the kernel's row%s",
	    p->empty, n, n == 1 ? "" : "s", first.n ? ", first: " : "");
	strbuf_str(&b, first);
	strbuf_char(&b, ')');
	p->empty = arena_text(&p->arena, b.p, b.n);
	strbuf_free(&b);
}

static bool has_kernels(const struct profile *p)
{
	size_t i;

	for (i = 0; i < p->launches.n; i++)
		if (p->launches.v[i].kind == LAUNCH_KERNEL)
			return true;
	return false;
}

static bool is_before(const struct lost_call *a, const struct lost_call *b)
{
	return a->start != b->start ? a->start < b->start : a->corr < b->corr;
}

void lost_report(struct lost *l, struct profile *p)
{
	const struct lost_call *first = NULL;
	struct strbuf b = {0};
	bool in_reason = p->empty && !has_kernels(p);
	size_t i;

	if (l->calls.n)
		qsort(l->calls.v, l->calls.n, sizeof *l->calls.v, by_thread);
	drop_captured(l);
	p->nlost += l->calls.n;
	for (i = 0; i < l->calls.n; i++)
		if (!first || is_before(&l->calls.v[i], first))
			first = &l->calls.v[i];
	if (first && first->has_corr && first->corr != 0)
		strbuf_printf(&b, "correlation id %lld", (long long)first->corr);
	if (in_reason && l->calls.n)
		say_empty(p, l->calls.n, strbuf_get(&b));
	for (i = 0; i < l->calls.n && !in_reason; i++)
		warnings_add(p->warnings, "%s without the kernel's row",
		    "launch call", b.n ? strbuf_get(&b) : (struct str){0});
	strbuf_free(&b);
	vec_free(&l->calls);
}
