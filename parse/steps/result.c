/*
 * result.c - the shapes of what forward calls returned.
 *
 * In:  node_fwd; the arguments of autograd nodes and of backward calls
 * Out: call.out of the forward calls
 *
 * No profile records what a call returns.  That follows from its arguments only
 * where their values were recorded: traces made before torch 1.13 have no
 * stride of a convolution.  But the arguments of a node are the gradients of
 * the results, and torch insists that both have the same shapes (validate_grads
 * in torch/csrc/autograd/engine.cpp).  So no operator need be known here.
 *
 * Traces of torch before 1.9 have no numbers, so nothing leads from a node to
 * its forward.  There the backward call is looked for by its name, x_backward
 * of x, and by its tensors: it takes those of the forward, vectors (a bias)
 * aside, and the gradient.  Several calls may have the same tensors.  Their
 * results are then taken to have one shape, unless two of the gradients differ.
 */
#include "parse/steps/result.h"

#include <string.h>

#include "common/map.h"
#include "common/nelems.h"

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

/* A copy of m with n results of these shapes, which are the gradients'. */
static struct mark *with_results(
    struct analysis *a, const struct mark *m, const struct arg *v, size_t n)
{
	struct mark *made = arena_array(&a->arena, 1, sizeof *made);
	struct arg *out = arena_array(&a->arena, n, sizeof *out);
	size_t i;

	for (i = 0; i < n; i++) {
		out[i] = v[i];
		out[i].strides = (struct dims){0}; /* the gradient's own */
	}
	*made = *m;
	made->call.out = out;
	made->call.nout = n;
	return made;
}

/* 1. Of calls that a node links to. */
static void take_nodes(struct analysis *a)
{
	struct intern known = {0}; /* marks of a call and of its node */
	VEC(uint32_t) made = {0};
	uint32_t i;

	for (i = 0; i < a->p->ranges.n; i++) {
		const struct mark *node = analysis_mark(a, i), *m;
		uint32_t pair[2], at;

		if (node->kind != MARK_NODE || node->call.nargs == 0 ||
		    a->node_fwd[i] == PROFILE_NONE)
			continue;
		m = analysis_mark(a, a->node_fwd[i]);
		if (m->call.nout || !has_unrecorded(&m->call) ||
		    !is_own_node(&node->call, &m->call))
			continue;
		pair[0] = a->range_mark[a->node_fwd[i]];
		pair[1] = a->range_mark[i];
		at = intern_add(
		    &known, (struct str){(const char *)pair, sizeof pair});
		if (at == made.n)
			*vec_add(&made) = analysis_add_mark(a,
			    with_results(a, m, node->call.args, node->call.nargs));
		a->range_mark[a->node_fwd[i]] = made.v[at];
	}
	intern_free(&known);
	vec_free(&made);
}

/* 2. Of calls whose backward's calls take the same tensors. */

/* The gradient that the backward of an operator and some shapes takes. */
struct gradient {
	const struct arg *dy; /* NULL: none is known */
	bool several;	      /* of unlike size */
};

struct similar {
	struct analysis *a;
	struct intern keys; /* operator and shapes */
	VEC(struct gradient) of;
	struct map marks; /* of calls: what each is replaced by */
	struct strbuf key;
};

/* The backward calls whose gradient is the second of their tensors; all others
 * have it in front. */
static const char *const second[] = {
    "cudnn_convolution_backward",
    "cudnn_convolution_transpose_backward",
    "miopen_convolution_backward",
    "miopen_convolution_transpose_backward",
    "miopen_depthwise_convolution_backward",
    "mkldnn_convolution_backward",
};

static bool has_gradient_second(struct str op)
{
	size_t i;

	str_skip(&op, "aten::");
	for (i = 0; i < NELEMS(second); i++)
		if (str_is(op, second[i]))
			return true;
	return false;
}

/* Whether it is a tensor, and no vector or number. */
static bool is_operand(const struct arg *arg)
{
	return arg->kind == ARG_TENSOR && arg->shape.v && arg->shape.n > 1;
}

/* The gradient among the arguments of a backward call, or NULL. */
static const struct arg *find_gradient(const struct call *call)
{
	size_t i, left = has_gradient_second(call->op);

	for (i = 0; i < call->nargs; i++)
		if (is_operand(&call->args[i]) && left-- == 0)
			return &call->args[i];
	return NULL;
}

/* What calls of op with these tensors are known by, but for one of them; false
 * where there are none. */
static bool make_key(struct strbuf *b, struct str op, const struct call *call,
    const struct arg *without)
{
	size_t i, n = 0;

	b->n = 0;
	strbuf_str(b, op);
	for (i = 0; i < call->nargs; i++) {
		const struct arg *arg = &call->args[i];

		if (!is_operand(arg) || (without && arg == without))
			continue;
		strbuf_char(b, '\0');
		strbuf_add(b, (const char *)arg->shape.v,
		    arg->shape.n * sizeof *arg->shape.v);
		n++;
	}
	return n > 0;
}

static bool same_shape(const struct arg *x, const struct arg *y)
{
	return x->shape.n == y->shape.n &&
	       memcmp(x->shape.v, y->shape.v, x->shape.n * sizeof *x->shape.v) == 0;
}

/* The gradient by the key that was made, or NULL where it is a new one. */
static struct gradient *gradient_of(struct similar *s)
{
	uint32_t at = intern_add(&s->keys, strbuf_get(&s->key));

	if (at == s->of.n)
		*vec_add(&s->of) = (struct gradient){NULL, false};
	return &s->of.v[at];
}

/* Take the gradient of a backward call. */
static void take_backward(struct similar *s, const struct call *call)
{
	const struct arg *dy = find_gradient(call);
	struct str forward = {call->op.p, call->op.n - strlen("_backward")};
	struct gradient *g;

	if (!dy || !make_key(&s->key, forward, call, dy))
		return;
	g = gradient_of(s);
	g->several |= g->dy && !same_shape(g->dy, dy);
	g->dy = dy;
}

/* Whether an argument has no value, not even None, as in profiles that show
 * values. */
static bool lacks_values(const struct call *call)
{
	size_t i;

	for (i = 0; i < call->nargs; i++)
		if (call->args[i].kind == ARG_UNKNOWN &&
		    call->args[i].value.kind == VALUE_ABSENT)
			return true;
	return false;
}

/* The number of the mark with the result that was found, or of m. */
static uint32_t with_similar(struct similar *s, uint32_t number)
{
	const struct mark *m = s->a->marks.v[number];
	struct gradient *g;
	struct mark *made;

	if (m->call.nout || !lacks_values(&m->call) ||
	    !make_key(&s->key, m->call.op, &m->call, NULL))
		return number;
	g = gradient_of(s);
	if (!g->dy || g->several)
		return number;
	made = with_results(s->a, m, g->dy, 1);
	made->call.similar = true;
	return analysis_add_mark(s->a, made);
}

static void take_similar(struct analysis *a)
{
	struct similar s = {.a = a};
	uint32_t number, *to, i;

	for (i = 0; i < a->p->ranges.n; i++) {
		const struct mark *m = analysis_mark(a, i);

		if (m->kind != MARK_CALL || !str_ends(m->call.op, "_backward"))
			continue;
		number = a->range_mark[i];
		to = map_at(&s.marks, number);
		if (*to == MAP_NONE) {
			*to = number;
			take_backward(&s, &m->call);
		}
	}
	for (i = 0; s.of.n && i < a->p->ranges.n; i++) {
		if (analysis_mark(a, i)->kind != MARK_CALL)
			continue;
		number = a->range_mark[i];
		to = map_at(&s.marks, number);
		if (*to == MAP_NONE)
			*to = with_similar(&s, number);
		a->range_mark[i] = *to;
	}
	intern_free(&s.keys);
	vec_free(&s.of);
	map_free(&s.marks);
	strbuf_free(&s.key);
}

void result_shapes(struct analysis *a)
{
	take_nodes(a);
	take_similar(a);
}
