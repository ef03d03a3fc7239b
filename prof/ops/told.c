/*
 * told.c - what other calls of a record tell of the one that counts.
 *
 * In:  a call, the calls around it and inside, the node of the backward
 * Out: the call with its result and with what was done inside, as models see it
 *
 * A profile has the arguments of calls and no results.  pp-parse finds some of
 * them, as arguments of the backward, and puts each at one call.  The call that
 * counts is often another one, which does the same work.
 */
#include "prof/ops/told.h"

#include "common/lengths.h"

static bool has_result(const struct record_calls *calls)
{
	for (size_t i = 0; i < calls->n; i++) {
		if (calls->v[i].nout > 0)
			return true;
	}
	return false;
}

bool op_told_any(const struct record *rec)
{
	return has_result(&rec->op) || has_result(&rec->fwd);
}

/* Whether two calls begin with tensors of one shape, or with what has none. */
static bool same_first(const struct call *a, const struct call *b)
{
	struct dims x, y;

	if (a->nargs == 0 || b->nargs == 0)
		return false;
	x = a->args[0].shape;
	y = b->args[0].shape;
	return a->args[0].kind == b->args[0].kind && x.n == y.n &&
	       (x.n == 0 || memcmp(x.v, y.v, x.n * sizeof *x.v) == 0);
}

/* How far from a call others are looked for.  No program's calls are nested as
 * deep; made to, each would look through all of them. */
enum { NEAR = 64 };

/* Whether a call of row e does the work of the call around it, as do all
 * between them: sum in sum, cat in stack, nll_loss_forward in nll_loss. */
static bool same_work(const struct op_entry *e, const struct call *call,
    const struct call *around)
{
	const struct op_entry *outer = op_find(around);

	if (call - around > NEAR)
		return false;
	for (; around < call; around++) {
		if (!same_first(around, call))
			return false;
	}
	return outer && outer->family == e->family;
}

/* A call and what is told of it. */
struct telling {
	const struct op_entry *e; /* its row, or NULL */
	const struct call *call;
	struct call *told;
	bool any; /* told is set */
};

/* The call, for a model to see what other calls of the record tell of it. */
static struct call *tell(struct telling *t)
{
	if (!t->any)
		*t->told = *t->call;
	t->any = true;
	return t->told;
}

static void tell_result(struct telling *t, const struct arg *v, size_t n, bool similar)
{
	struct call *told = tell(t);

	told->out = v;
	told->nout = n;
	told->similar = similar;
}

/* Whether the call, of a product, has the result of the one inside it: that
 * does all of its work. */
static bool has_result_of(const struct telling *t, const struct call *inner)
{
	const struct op_entry *i = op_is_product(t->e) ? op_find(inner) : NULL;

	return op_known(i) && same_work(i, inner, t->call);
}

/*
 * Inside the backward of a call is what is inside its node.  The node is that
 * of the forward's own call, the last of fwd, and what it takes is as large as
 * what that call returned.
 */
static void ask_node(
    struct telling *t, const struct call *node, const struct call *last)
{
	if (node->inner || t->call->inner)
		tell(t)->inner = node->inner;
	if (t->call->nout == 0 && node->nargs > 0 &&
	    node->args[0].kind == ARG_TENSOR &&
	    (t->call == last || has_result_of(t, last)))
		tell_result(t, node->args, 1, false);
}

/* The step that a call is made in tells the lengths of its sequences: those of
 * the record, if they are all there and none is negative. */
static void ask_step(struct telling *t, const struct record_ints *lengths)
{
	size_t i;

	if (lengths->n != (size_t)2 * NLENGTHS)
		return;
	for (i = 0; i < lengths->n; i++)
		if (lengths->v[i] < 0)
			return;
	tell(t)->lengths = lengths->v;
}

/* The innermost of the calls around one, from the first on and behind a node,
 * that the profile tells a result of, or NULL. */
static const struct call *find_around(
    const struct call *call, const struct call *first)
{
	size_t i;

	for (i = 0; i < NEAR && call > first && !call[-1].node; i++)
		if ((--call)->nout > 0)
			return call;
	return NULL;
}

/* The first call inside that it tells a result of, before the end, or NULL. */
static const struct call *find_inside(const struct call *call, const struct call *end)
{
	size_t i;

	for (i = 0; i < NEAR && ++call < end; i++)
		if (call->nout > 0)
			return call;
	return NULL;
}

/* Look from the call, which has no result, outward, then inward. */
static void ask_calls(
    struct telling *t, const struct call *first, const struct call *end)
{
	const struct call *c = find_around(t->call, first);

	if (!c || !same_work(t->e, t->call, c)) {
		c = find_inside(t->call, end);
		if (!c || !has_result_of(t, c))
			return;
	}
	tell_result(t, c->out, c->nout, c->similar);
}

bool op_told_find(const struct op_told_from *from, const struct op_entry *e,
    const struct call *call, bool backward, struct call *told)
{
	const struct record_calls *calls =
	    backward ? &from->rec->fwd : &from->rec->op;
	const struct call *end = calls->v + calls->n;
	struct telling t = {e, call, told, false};

	if (backward && from->node)
		ask_node(&t, from->node, end - 1);
	if (record_has(from->rec, lengths) && op_known(e) && e->family->lengths)
		ask_step(&t, &from->rec->lengths);
	if (from->any && op_known(e) && call->nout == 0 &&
	    !(t.any && told->nout > 0))
		ask_calls(&t, backward ? calls->v : calls->v + from->first, end);
	return t.any;
}
