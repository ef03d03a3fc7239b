/*
 * inner.c - work inside a call that its main kernel need not do.
 *
 * In:  chains, tallies, kernel names, sets of memory
 * Out: inners: names of calls inside with kernels of their own, and how much
 *      memory was set
 *
 * A formula may include work that torch leaves to another operator, or a whole
 * tensor that a fill has filled.  pp-prof knows which do; this only says what
 * was there.
 */
#include "parse/steps/inner.h"

#include "common/num.h"
#include "parse/steps/replay.h"
#include "parse/steps/unit.h"

enum { NAME_MOST = 64 }; /* no operator has a longer one */

/* The inner of a call around the launch, which is made if it is missing. */
static struct inner *inner_of(struct analysis *a, uint32_t call, size_t launch)
{
	uint32_t *at = map_at(&a->inner_of, replay_key(a, call, launch));

	if (*at == MAP_NONE) {
		*at = (uint32_t)a->inners.n;
		*vec_add(&a->inners) = (struct inner){.zeroed = -1};
	}
	return &a->inners.v[*at];
}

const struct inner *inner_get(const struct analysis *a, uint32_t call, size_t launch)
{
	uint32_t at = map_get(&a->inner_of, replay_key(a, call, launch));

	return at == MAP_NONE ? NULL : &a->inners.v[at];
}

static struct str name_of(const struct analysis *a, uint32_t range)
{
	return analysis_mark(a, range)->call.op;
}

/* Note a call that launched a kernel.  Of names that are alike the first
 * counts, and of all the first ones, by their ranges, which are in order of
 * time: kernels come in any. */
static void add_call(struct analysis *a, struct inner *inner, uint32_t range)
{
	struct str name = name_of(a, range);
	uint32_t *calls = inner->calls, i;

	for (i = 0; i < inner->n && !str_eq(name_of(a, calls[i]), name); i++)
		;
	if (i < inner->n && calls[i] <= range)
		return;
	if (i == INNER_MOST) { /* the last one goes, if this is before it */
		if (calls[--i] <= range)
			return;
	} else if (i == inner->n) {
		inner->n++;
	}
	for (; i > 0 && calls[i - 1] > range; i--)
		calls[i] = calls[i - 1];
	calls[i] = range;
}

/* Bytes of the call's first tensor, which is what a fill fills; 0: unknown. */
static int64_t first_tensor(const struct call *call)
{
	uint64_t n;
	size_t i, k;

	for (i = 0; i < call->nargs; i++) {
		const struct arg *x = &call->args[i];

		if (x->kind != ARG_TENSOR || !x->shape.v)
			continue;
		n = dtype_bits(x->dtype) / 8;
		for (k = 0; k < x->shape.n; k++)
			n = num_times(
			    n, x->shape.v[k] < 0 ? 0 : (uint64_t)x->shape.v[k]);
		return n <= INT64_MAX ? (int64_t)n : 0;
	}
	return 0;
}

/* The bytes that a launch sets, 0 where they are unknown, -1 where it sets
 * none.  A kernel's are told by the call whose work it is. */
static int64_t set_bytes(const struct analysis *a, size_t i)
{
	const struct launch *l = &a->p->launches.v[i];
	uint32_t k = a->facts.v[i].kname, from = a->facts.v[i].call;
	int64_t bytes = profile_config(a->p, l)->bytes;

	if (l->kind == LAUNCH_MEMSET && !(l->flags & LAUNCH_HAS_BYTES && bytes >= 0))
		return 0;
	if (l->kind == LAUNCH_MEMSET)
		return bytes > 0 ? bytes : -1;
	if (k == PROFILE_NONE || !a->knames.v[k].sets)
		return -1;
	if (unit_tally(a, from, i)->best != i)
		return 0;
	return first_tensor(&analysis_mark(a, from)->call);
}

static void add_zeroed(struct inner *inner, int64_t bytes)
{
	if (bytes == 0 || inner->zeroed == -1 ||
	    (inner->zeroed > 0 && bytes > inner->zeroed))
		inner->zeroed = bytes;
}

/*
 * Note at each call around a launch that has another main kernel which call the
 * launch is from, and what it sets.  That call must have its arguments, or its
 * work could not be counted at its own kernel.  A call around that of the main
 * kernel is passed over where that one has arguments: there are many, and it is
 * the inner one that is counted.
 */
static void tell_around(struct analysis *a, size_t i)
{
	const struct chain *c = &a->around.of.v[i];
	const uint32_t *v = chain_ranges(&a->around, c);
	uint32_t from = a->facts.v[i].call, main_from, k;
	struct str name = name_of(a, from);
	bool named = a->p->launches.v[i].kind == LAUNCH_KERNEL &&
		     analysis_class(a, i) != KCLASS_HELPER &&
		     analysis_mark(a, from)->call.has_args && name.p &&
		     name.n <= NAME_MOST;
	int64_t set = set_bytes(a, i);

	for (k = 0; k < c->n; k++) {
		const struct tally *t;

		if (!analysis_is_call(a, v[k]))
			continue;
		t = unit_tally(a, v[k], i);
		if (!t || t->best == PROFILE_NONE || t->best == i)
			continue;
		main_from = a->facts.v[t->best].call;
		if (main_from != v[k] && analysis_mark(a, main_from)->call.has_args &&
		    (set < 0 || analysis_mark(a, v[k])->kind != MARK_NODE))
			continue;
		if (named && from != v[k] && from != main_from)
			add_call(a, inner_of(a, v[k], i), from);
		if (set >= 0)
			add_zeroed(inner_of(a, v[k], i), set);
	}
}

void inner_find(struct analysis *a)
{
	size_t i;

	for (i = 0; i < a->facts.n; i++) {
		enum launch_kind kind = a->p->launches.v[i].kind;

		if (a->facts.v[i].call != PROFILE_NONE &&
		    (kind == LAUNCH_KERNEL || kind == LAUNCH_MEMSET))
			tell_around(a, i);
	}
}
