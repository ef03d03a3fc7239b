/*
 * copy.c - what moves elements and computes nothing: copies, casts, cat,
 * pad; and views, which move nothing.
 *
 * In:  a call with the tensors that are read
 * Out: 0 FLOPs, bytes of what is read (expanded dimensions once) and written
 *
 * A view has a row and no cost: a kernel right under it belongs to another
 * operator.  Its backward can have one (split's joins the gradients).
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define OP_NO_SIZE OP_NO_ATTR /* the result's shape was not recorded */

/* The tensor that is copied. */
static const struct arg *source(const struct op_entry *e, const struct call *call)
{
	return op_tensor(e, call, e->variant == COPY_INTO ? "src" : "input");
}

/* The tensors of cat: all that the call has, but `out`. */
static int cat(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *t, *one;
	uint64_t n = 0, read = 0, grads = 0;
	enum dtype type = DTYPE_UNKNOWN;
	const struct arg *out = op_arg(e, call, "out");
	size_t nt, i;

	t = op_list(e, call, "tensors", &nt);
	for (i = 0; i < nt; i++) {
		one = &t[i];
		if (!op_args_is_tensor(one))
			return op_set(cost, 0, 0, OP_NO_SHAPE);
		type = i ? op_promote2(type, one->dtype) : one->dtype;
		n = op_add(n, op_elems(one));
		read = op_add(read, op_moved(one));
		grads = op_add(grads, op_size(op_elems(one), one->dtype));
	}
	if (op_args_is_tensor(out))
		type = out->dtype;
	cost->dtype = type;
	if (nt == 0)
		return op_set(cost, 0, 0, OP_NO_SHAPE);
	/* The backward takes dY apart: a view, but where it must be a copy. */
	if (part != PART_FORWARD)
		read = grads;
	return op_set(cost, 0, 0, op_add(read, op_size(n, type)));
}

/* The type of the result of to(): a name, another tensor's, or untold: PyProf
 * leaves out a torch.dtype, so x.to(torch.half) has but one argument. */
static enum dtype type_of(
    const struct op_entry *e, const struct call *call, const struct arg *x)
{
	const struct arg *a = op_arg(e, call, "dtype");
	const struct arg *other = op_arg(e, call, "other");

	if (e->variant >= COPY_NAMED)
		return (enum dtype)(e->variant - COPY_NAMED);
	switch (e->variant) {
	case COPY_LIKE:
		return op_args_is_tensor(other) ? other->dtype : DTYPE_UNKNOWN;
	case COPY_TYPE:
		if (op_args_is_tensor(a))
			return a->dtype;
		/* aten records all its arguments. */
		return op_dtype_arg(e, call, "dtype",
		    !call->mod.n && op_args_given(a) == GIVEN_NO ? x->dtype
								 : DTYPE_UNKNOWN);
	default:
		return x->dtype;
	}
}

/* Product of the second argument's whole numbers: repeat([4, 5]), or of all
 * that follow one by one: repeat(4, 5). */
static uint64_t product(const struct op_entry *e, const struct call *call)
{
	const struct arg *a = op_operand(e, call, 1);
	const struct arg *end = call->args + call->nargs;
	int64_t v[OP_MAX_DIMS];
	uint64_t p = 1;
	size_t i, n;

	if (!a)
		return OP_NO_SIZE;
	for (; a < end; a++) {
		if (op_args_ints(a, v, OP_MAX_DIMS, &n) != GIVEN_YES)
			return OP_NO_SIZE;
		for (i = 0; i < n; i++)
			p = v[i] < 0 ? OP_NO_SIZE : op_mul(p, (uint64_t)v[i]);
		if (a->name.n || a->value.kind == VALUE_LIST)
			break;
	}
	return p;
}

/* Elements of x padded by (left, right) of its last dimension, then of the one
 * before, and so on; ONNX has those in front of all dimensions, then those
 * behind.  Negative numbers cut. */
static uint64_t padded(
    const struct op_entry *e, const struct call *call, const struct arg *x)
{
	struct op_shape s;
	int64_t pad[2 * OP_MAX_DIMS];
	size_t i, n;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (op_args_ints(op_arg(e, call, "pad"), pad, 2 * OP_MAX_DIMS, &n) != GIVEN_YES)
		return OP_NO_SIZE;
	if (n % 2 || n / 2 > s.n)
		return OP_MISFIT;
	for (i = 0; i < n; i++) {
		int64_t *dim = &s.v[s.n - 1 - i / 2];

		if (e->spaces & SPACE_ONNX)
			dim = &s.v[s.n - n / 2 + i % (n / 2)];
		if (__builtin_add_overflow(*dim, pad[i], dim))
			return OP_OVERFLOW;
	}
	for (i = 0; i < s.n; i++)
		if (s.v[i] < 0)
			return OP_MISFIT;
	return op_shape_elems(&s);
}

/* Elements of the list of sizes in an argument. */
static uint64_t sized(
    const struct op_entry *e, const struct call *call, const char *name)
{
	struct op_shape s;

	if (op_args_ints(op_arg(e, call, name), s.v, OP_MAX_DIMS, &s.n) != GIVEN_YES)
		return OP_NO_SIZE;
	return op_shape_elems(&s);
}

/* im2col(x, kernel_size, dilation, padding, stride): windows times channels
 * times the elements of a window. */
static uint64_t unfolded(
    const struct op_entry *e, const struct call *call, const struct arg *x)
{
	int64_t k[2], d[2], p[2], s[2];
	struct op_shape in;
	bool known = true;
	uint64_t n;
	size_t i;

	op_ints(e, call, "kernel_size", k, 2, 0, &known);
	op_ints(e, call, "dilation", d, 2, 1, &known);
	op_ints(e, call, "padding", p, 2, 0, &known);
	op_ints(e, call, "stride", s, 2, 1, &known);
	if (!op_shape_of(x, &in))
		return OP_NO_SHAPE;
	if (in.n < 3)
		return OP_MISFIT;
	for (i = 0; i < 2; i++) {
		int64_t *v = &in.v[in.n - 2 + i];

		if (!known || k[i] < 1 || s[i] < 1 || d[i] < 1 || p[i] < 0 ||
		    k[i] > INT32_MAX || s[i] > INT32_MAX || d[i] > INT32_MAX ||
		    p[i] > INT32_MAX / 2 || *v > INT32_MAX)
			return OP_NO_SIZE;
		*v = *v + 2 * p[i] - d[i] * (k[i] - 1) - 1;
		if (*v < 0)
			return OP_MISFIT;
		*v = *v / s[i] + 1;
	}
	n = op_shape_elems(&in);
	return op_mul(n, op_mul((uint64_t)k[0], (uint64_t)k[1]));
}

/* col2im(x, output_size, kernel_size, ...): x has a kernel's elements for each
 * channel in the dimension before the last. */
static uint64_t folded(
    const struct op_entry *e, const struct call *call, const struct arg *x)
{
	int64_t k[2], size[2];
	struct op_shape in;
	bool known = true;
	uint64_t window, n;

	op_ints(e, call, "kernel_size", k, 2, 0, &known);
	op_ints(e, call, "output_size", size, 2, -1, &known);
	if (!op_shape_of(x, &in))
		return OP_NO_SHAPE;
	if (!known || k[0] < 1 || k[1] < 1 || size[0] < 0 || size[1] < 0)
		return OP_NO_SIZE;
	window = op_mul((uint64_t)k[0], (uint64_t)k[1]);
	if (in.n < 2 || window >= OP_BAD || (uint64_t)in.v[in.n - 2] % window)
		return OP_MISFIT;
	in.v[in.n - 2] = (int64_t)((uint64_t)in.v[in.n - 2] / window);
	in.v[in.n - 1] = 1;
	n = op_shape_elems(&in);
	return op_mul(n, op_mul((uint64_t)size[0], (uint64_t)size[1]));
}

/* Elements of the result. */
static uint64_t result_elems(
    const struct op_entry *e, const struct call *call, const struct arg *x)
{
	const struct arg *a;
	int64_t times;
	size_t i;

	switch (e->variant) {
	case COPY_REPEAT:
		return op_mul(op_elems(x), product(e, call));
	case COPY_TIMES:
		a = op_operand(e, call, 1);
		if (op_args_is_tensor(a))
			return OP_NO_VALUE;
		if (op_args_ints(a, &times, 1, &i) != GIVEN_YES || times < 0)
			return OP_NO_SIZE;
		return op_mul(op_elems(x), (uint64_t)times);
	case COPY_PAD:
		return padded(e, call, x);
	case COPY_UNFOLD:
		return unfolded(e, call, x);
	case COPY_FOLD:
		return folded(e, call, x);
	case COPY_SPREAD:
		return op_elems(op_tensor(e, call, "self"));
	case COPY_GRAD:
		return sized(e, call, "input_sizes");
	default:
		return op_elems(x);
	}
}

/* copy_(dst, src), which does not read dst; slice_scatter(x, src), which does. */
static int into(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *dst = op_tensor(e, call, "input");
	const struct arg *src = op_tensor(e, call, "src");
	uint64_t bytes;

	if (!dst || !src)
		return op_set(cost, 0, 0, OP_NO_SHAPE);
	cost->dtype = dst->dtype;
	bytes = op_add(op_moved(src), op_size(op_elems(dst), dst->dtype));
	if (e->variant == COPY_SCATTER)
		bytes = op_add(bytes, op_moved(dst));
	if (part != PART_FORWARD)
		/* dsrc is dy cast, or the part of dy that it was put to */
		bytes = op_add(op_size(op_elems(src), dst->dtype),
		    op_size(op_elems(src), src->dtype));
	return op_set(cost, 0, 0, bytes);
}

/* Padding with copies of the input, whose gradients add up. */
static bool is_fold(const struct op_entry *e, const struct call *call)
{
	const struct arg *mode = op_arg(e, call, "mode");

	if (e->variant != COPY_PAD)
		return false;
	if (op_args_given(mode) == GIVEN_NO)
		return str_has(call->op, "reflection") ||
		       str_has(call->op, "replication");
	return mode->value.kind != VALUE_STR ||
	       !str_is(mode->value.s, "constant");
}

int op_copy(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = source(e, call);
	uint64_t n, flops = 0, bytes;
	enum dtype type;

	if (e->variant == COPY_CAT)
		return cat(e, call, part, cost);
	if (e->variant == COPY_INTO || e->variant == COPY_SCATTER)
		return into(e, call, part, cost);
	if (part != PART_FORWARD && (e->variant == COPY_GRAD || is_fold(e, call))) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (!x)
		return op_set(cost, 0, 0, OP_NO_SHAPE);
	type = type_of(e, call, x);
	n = result_elems(e, call, x);
	cost->dtype = type;
	if (part == PART_FORWARD) {
		bytes = op_add(op_moved(x), op_size(n, type));
		if (e->variant == COPY_FOLD || e->variant == COPY_SPREAD)
			flops = op_elems(x);
	} else {
		bytes = op_add(op_size(n, type), op_size(op_elems(x), x->dtype));
		/* What was repeated is summed. */
		if (e->variant == COPY_REPEAT || e->variant == COPY_TIMES ||
		    e->variant == COPY_UNFOLD)
			flops = n;
	}
	if (type == DTYPE_UNKNOWN && e->variant == COPY_TYPE && x->dtype)
		bytes = OP_NO_ATTR;
	return op_set(cost, flops, 0, bytes);
}

/* Elements of start:end:step of a dimension of n, as Python counts them. */
static uint64_t slice_elems(
    const struct op_entry *e, const struct call *call, int64_t n)
{
	bool known = true;
	int64_t start = op_int(e, call, "start", 0, &known);
	int64_t end = op_int(e, call, "end", n, &known);
	int64_t step = op_int(e, call, "step", 1, &known);

	if (!known || step < 1)
		return OP_NO_ATTR;
	start = start < -n ? 0 : start < 0 ? start + n : start > n ? n : start;
	end = end < -n ? 0 : end < 0 ? end + n : end > n ? n : end;
	return end <= start ? 0 : (uint64_t)((end - start - 1) / step + 1);
}

/* Elements of the view of x that select, narrow or slice makes. */
static uint64_t part_elems(
    const struct op_entry *e, const struct call *call, const struct arg *x)
{
	struct op_shape s;
	bool known = true;
	int64_t dim = op_int(e, call, "dim", 0, &known), length = 1;
	uint64_t n;
	size_t i;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (!known)
		return OP_NO_ATTR;
	if (!op_dim(dim, s.n, &i))
		return OP_MISFIT;
	if (e->variant == VIEW_NARROW)
		length = op_int(e, call, "length", -1, &known);
	if (!known || length < 0)
		return OP_NO_ATTR;
	if (e->variant != VIEW_SLICE && length > s.v[i])
		return OP_MISFIT;
	n = e->variant == VIEW_SLICE ? slice_elems(e, call, s.v[i])
				     : (uint64_t)length;
	s.v[i] = 1;
	return op_mul(op_shape_elems(&s), n);
}

/* Elements of x expanded: sizes as a list or one by one, -1 as in x. */
static uint64_t expanded(
    const struct op_entry *e, const struct call *call, const struct arg *x)
{
	const struct arg *a = op_arg(e, call, "size");
	const struct arg *end = call->args + call->nargs;
	struct op_shape s, to;
	size_t i, n;

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
			if (op_args_ints(a, &to.v[to.n], 1, &n) == GIVEN_YES)
				to.n++;
		}
	if (to.n < s.n)
		return OP_MISFIT;
	for (i = 1; i <= s.n; i++)
		if (to.v[to.n - i] == -1)
			to.v[to.n - i] = s.v[s.n - i];
	return op_shape_elems(&to);
}

int op_view(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	uint64_t dx, n;

	cost->why = WHY_VIEW;
	if (part == PART_FORWARD || e->variant == VIEW_FREE)
		return -1;
	if (!x)
		return op_set(cost, 0, 0, OP_NO_SHAPE);
	cost->why = NULL;
	cost->dtype = x->dtype;
	dx = op_size(op_elems(x), x->dtype);
	switch (e->variant) {
	case VIEW_JOIN:
		return op_set(cost, 0, 0, op_mul(2, dx));
	case VIEW_EXPAND:
		n = expanded(e, call, x);
		return op_set(cost, n, 0, op_add(op_size(n, x->dtype), dx));
	default:
		n = part_elems(e, call, x);
		return op_set(cost, 0, 0, op_add(op_size(n, x->dtype), dx));
	}
}
