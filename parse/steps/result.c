/*
 * result.c - the shapes of what forward calls returned.
 *
 * In:  node_fwd, and the arguments that a profile shows of autograd nodes
 * Out: call.out of the forward calls
 *
 * No profile records what a call returns.  That follows from its arguments only
 * where their values were recorded: traces made before torch 1.13 have no
 * stride of a convolution.  But the arguments of a node are the gradients of
 * the results, and torch insists that both have the same shapes (validate_grads
 * in torch/csrc/autograd/engine.cpp).  So no operator need be known here.
 */
#include "parse/steps/result.h"

#include <string.h>

enum { STEM_LENGTH = 128 };

/* Whether the node is the backward of this very call.  A node that was linked
 * by its number alone may belong to another call. */
static bool is_own_node(const struct call *node, const struct call *call)
{
	char of_node[STEM_LENGTH], of_call[STEM_LENGTH];
	struct str s = {of_node, 0}, t = {of_call, 0};

	s.n = mark_stem(node->op, true, of_node, sizeof of_node);
	t.n = mark_stem(call->op, false, of_call, sizeof of_call);
	if (t.n > s.n && str_ends(t, MARK_FORWARD))
		t.n -= strlen(MARK_FORWARD);
	return str_eq(s, t);
}

static bool has_unrecorded(const struct call *call)
{
	size_t i;

	for (i = 0; i < call->nargs; i++)
		if (call->args[i].kind == ARG_UNKNOWN)
			return true;
	return false;
}

/* A copy of m with results of the gradients' shapes. */
static const struct mark *with_results(
    struct analysis *a, const struct mark *m, const struct call *node)
{
	struct mark *made = arena_array(&a->arena, 1, sizeof *made);
	struct arg *out = arena_array(&a->arena, node->nargs, sizeof *out);
	size_t i;

	for (i = 0; i < node->nargs; i++) {
		out[i] = node->args[i];
		out[i].strides = (struct dims){0}; /* the gradient's own */
	}
	*made = *m;
	made->call.out = out;
	made->call.nout = node->nargs;
	return made;
}

void result_shapes(struct analysis *a)
{
	struct intern known = {0}; /* marks of a call and of its node */
	VEC(const struct mark *) made = {0};
	size_t i;

	for (i = 0; i < a->p->ranges.n; i++) {
		const struct mark *node = a->marks[i], *pair[2];
		const struct mark **m;
		uint32_t at;

		if (node->kind != MARK_NODE || node->call.nargs == 0 ||
		    a->node_fwd[i] == PROFILE_NONE)
			continue;
		m = &a->marks[a->node_fwd[i]];
		if ((*m)->call.nout || !has_unrecorded(&(*m)->call) ||
		    !is_own_node(&node->call, &(*m)->call))
			continue;
		pair[0] = *m;
		pair[1] = node;
		at = intern_add(
		    &known, (struct str){(const char *)pair, sizeof pair});
		if (at == made.n)
			*vec_add(&made) = with_results(a, *m, &node->call);
		*m = made.v[at];
	}
	intern_free(&known);
	vec_free(&made);
}
