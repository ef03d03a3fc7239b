/*
 * view.c - views, which move nothing.
 *
 * In:  a call with the tensor that is viewed
 * Out: no cost, as a kernel right under a view belongs to another operator; the
 *      cost of a copy (select_copy), and of the backward where that moves
 *      something (split's joins the gradients)
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

/* What the backward does. */
enum {
	VIEW_FREE,   /* nothing: it is a view too */
	VIEW_JOIN,   /* split: the gradients are put together */
	VIEW_EXPAND, /* expand: the gradient is summed */
	VIEW_SELECT, /* select: zeros around the gradient */
	VIEW_NARROW,
	VIEW_SLICE,
	VIEW_COPY = 8, /* the form in _copy, which puts it into a new tensor */
};

static unsigned kind(const struct op_ask *q)
{
	return q->row->variant & ~(unsigned)VIEW_COPY;
}

/* Elements of start:end:step of a dimension of n, as Python counts them. */
static uint64_t slice_elems(struct op_ask *q, int64_t n)
{
	bool known = true;
	int64_t start = op_args_int(q, AT_start, 0, &known);
	int64_t end = op_args_int(q, AT_end, n, &known);
	int64_t step = op_args_int(q, AT_step, 1, &known);

	if (!known || step < 1)
		return OP_NO_ATTR;
	start = start < -n ? 0 : start < 0 ? start + n : start > n ? n : start;
	end = end < -n ? 0 : end < 0 ? end + n : end > n ? n : end;
	return end <= start ? 0 : (uint64_t)((end - start - 1) / step + 1);
}

/* Elements of the view of x that select, narrow or slice makes. */
static uint64_t part_elems(struct op_ask *q, const struct arg *x)
{
	struct op_shape s;
	bool known = true;
	int64_t dim = op_args_int(q, AT_dim, 0, &known), length = 1;
	uint64_t n;
	size_t i;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (!known)
		return OP_NO_ATTR;
	if (!op_dim(dim, s.n, &i))
		return OP_MISFIT;
	if (kind(q) == VIEW_NARROW)
		length = op_args_int(q, AT_length, -1, &known);
	if (!known || length < 0)
		return OP_NO_ATTR;
	if (kind(q) != VIEW_SLICE && length > s.v[i])
		return OP_MISFIT;
	n = kind(q) == VIEW_SLICE ? slice_elems(q, s.v[i]) : (uint64_t)length;
	s.v[i] = 1;
	return num_times(op_shape_elems(&s), n);
}

/* Elements of x expanded: sizes as a list or one by one, -1 as in x. */
static uint64_t expanded(struct op_ask *q, const struct arg *x)
{
	const struct arg *a = op_arg(q, AT_size);
	const struct arg *end = q->call->args + q->call->nargs;
	struct op_shape s, to;
	size_t i;

	if (op_args_is_tensor(a)) /* expand_as */
		return op_elems(a);
	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (op_args_ints(a, to.v, OP_MAX_DIMS, &to.n) != GIVEN_YES)
		return OP_NO_ATTR;
	if (a->value.kind != VALUE_LIST)
		for (a++; a < end && a->kind == ARG_INT && a->name.n == 0; a++) {
			if (to.n == OP_MAX_DIMS)
				return OP_MISFIT;
			if (!op_args_whole(&a->value, &to.v[to.n++]))
				return OP_NO_ATTR;
		}
	if (to.n < s.n)
		return OP_MISFIT;
	for (i = 1; i <= s.n; i++)
		if (to.v[to.n - i] == -1)
			to.v[to.n - i] = s.v[s.n - i];
	return op_shape_elems(&to);
}

static int cost_view(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	bool copies = q->part == PART_FORWARD && q->row->variant & VIEW_COPY;
	uint64_t dy;

	if (!copies && (q->part == PART_FORWARD || kind(q) == VIEW_FREE))
		return refuses(q, WHY_VIEW);
	if (!x)
		return lacks_bytes(q, OP_NO_SHAPE);
	q->cost->dtype = x->dtype;
	switch (kind(q)) {
	case VIEW_JOIN:
		dy = op_elems(x);
		break;
	case VIEW_EXPAND:
		dy = op_args_result_elems(q, expanded(q, x));
		if (!copies)
			works(q, sum_flops(x->dtype), dy);
		break;
	default:
		dy = op_args_result_elems(q, part_elems(q, x));
		break;
	}
	if (copies) {
		/* of x no more is read than there is */
		moves_bytes(q, num_least(op_size(dy, x->dtype), op_moved(x)));
		yields(q, dy, x->dtype);
		return done(q);
	}
	moves(q, dy, x->dtype);
	moves(q, op_elems(x), x->dtype);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"Flatten", N, "input", VIEW_FREE},
{"Reshape", N, "input", VIEW_FREE},
{"Shape", N, .why = WHY_NO_KERNEL},
{"Size", N, .why = WHY_NO_KERNEL},
{"Squeeze", N, "input", VIEW_FREE},
{"Unsqueeze", N, "input", VIEW_FREE},
{"_conj", A, "input", VIEW_FREE},
{"_reshape_alias", A, "input", VIEW_FREE},
{"_unsafe_view", A, "input", VIEW_FREE},
{"alias", A, "input", VIEW_FREE},
{"as_strided", T | X | A, "input", VIEW_FREE},
{"broadcast_to", T | X | A, "input,size", VIEW_EXPAND},
{"chunk", T | X | A, "input", VIEW_JOIN},
{"conj", T | X | A, "input", VIEW_FREE},
{"detach", T | X | A, "input", VIEW_FREE},
{"diagonal", T | X | A, "input", VIEW_FREE},
{"dsplit", T | X | A, "input", VIEW_JOIN},
{"expand", T | X | A, "input,size", VIEW_EXPAND},
{"expand_as", T | X | A, "input,size", VIEW_EXPAND},
{"expand_copy", T | A, "input,size", VIEW_EXPAND | VIEW_COPY},
{"hsplit", T | X | A, "input", VIEW_JOIN},
{"imag", T | X | A, "input", VIEW_FREE},
{"is_nonzero", X | A, .why = WHY_NO_KERNEL},
{"lift_fresh", A, "input", VIEW_FREE},
{"meshgrid", T | A, "input...", VIEW_FREE},
{"moveaxis", T | X | A, "input", VIEW_FREE},
{"movedim", T | X | A, "input", VIEW_FREE},
{"narrow", T | X | A, "input,dim,start,length", VIEW_NARROW},
{"narrow_copy", T | X | A, "input,dim,start,length", VIEW_NARROW | VIEW_COPY},
{"numpy_T", A, "input", VIEW_FREE},
{"permute", T | X | A, "input", VIEW_FREE},
{"positive", T | X | A, "input", VIEW_FREE},
{"real", T | X | A, "input", VIEW_FREE},
{"resolve_conj", T | X | A, "input", VIEW_FREE},
{"resolve_neg", T | X | A, "input", VIEW_FREE},
{"result_type", T | A, .why = WHY_NO_KERNEL},
{"select", T | X | A, "input,dim,index", VIEW_SELECT},
{"select_copy", T | A, "input,dim,index", VIEW_SELECT | VIEW_COPY},
{"size", X | A, .why = WHY_NO_KERNEL},
{"slice", A, "input,dim,start,end,step", VIEW_SLICE},
{"slice_copy", T | A, "input,dim,start,end,step", VIEW_SLICE | VIEW_COPY},
{"split", T | X | A, "input", VIEW_JOIN},
{"split_with_sizes", T | X | A, "input", VIEW_JOIN},
{"squeeze", T | X | A, "input", VIEW_FREE},
{"stride", X | A, .why = WHY_NO_KERNEL},
{"swapaxes", T | X | A, "input", VIEW_FREE},
{"swapdims", T | X | A, "input", VIEW_FREE},
{"t", T | X | A, "input", VIEW_FREE},
{"tensor_split", T | X | A, "input", VIEW_JOIN},
{"transpose", T | X | A, "input", VIEW_FREE},
{"unbind", T | X | A, "input", VIEW_JOIN},
{"unflatten", T | X | A, "input", VIEW_FREE},
{"unfold", T | X | A, "input", VIEW_FREE},
{"unsafe_chunk", T | X | A, "input", VIEW_JOIN},
{"unsafe_split", T | X | A, "input", VIEW_JOIN},
{"unsafe_split_with_sizes", T | X | A, "input", VIEW_JOIN},
{"unsqueeze", T | X | A, "input", VIEW_FREE},
{"view", T | X | A, "input", VIEW_FREE},
{"view_as", T | X | A, "input,other", VIEW_FREE},
{"view_as_complex", T | X | A, "input", VIEW_FREE},
{"view_as_real", T | X | A, "input", VIEW_FREE},
{"vsplit", T | X | A, "input", VIEW_JOIN},
};
/* clang-format on */

const struct op_family op_view = {
    .title = "Views",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_view,
    .complex = true,
    .each_flops = OP_EACH(0),
};
