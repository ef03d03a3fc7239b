/*
 * reduce.c - what makes one number of many: sum, mean, norm, max, var.
 *
 * In:  a call with a tensor, and the dimensions to reduce (none: all)
 * Out: FLOPs by elements of the input (one for each accumulated operation) and
 *      of the result; bytes of both
 *
 * keepdim changes the shape and not the number of elements, so nobody reads it.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

struct reduction {
	const struct arg *x;
	uint64_t in, out; /* elements */
	enum dtype type;  /* of the result */
	bool along;	  /* a dimension was given */
};

/* aten's sum(x, *, dtype) and mean(x, *, dtype) are recorded as two arguments,
 * their forms with dimensions as four. */
static bool has_only_dtype(const struct op_entry *e, const struct call *call)
{
	return !call->mod.n && !(e->spaces & SPACE_ONNX) && call->nargs == 2 &&
	       (e->variant == REDUCE_SUM || e->variant == REDUCE_PROD ||
		   e->variant == REDUCE_MEAN) &&
	       call->args[1].name.n == 0 && call->args[1].value.kind != VALUE_LIST;
}

/* The tensor for the result.  In aten's all(x, out) it has the place of dim. */
static const struct arg *out_of(const struct op_entry *e, const struct call *call)
{
	const struct arg *out = op_arg(e, call, "out");
	const struct arg *dim = op_arg(e, call, "dim");

	/* ONNX's axes are a tensor, whose values nobody recorded. */
	if (e->spaces & SPACE_ONNX)
		return NULL;
	return !out && op_args_is_tensor(dim) ? dim : out;
}

/* The dimensions to reduce.  In var(x, unbiased) a bool stands in their place. */
static enum op_given dims_of(
    const struct op_entry *e, const struct call *call, int64_t *dim, size_t *n)
{
	const struct arg *a = op_arg(e, call, "dim");

	*n = 0;
	if (has_only_dtype(e, call) || (a && a->kind == ARG_BOOL) ||
	    (a && a == out_of(e, call)))
		return GIVEN_NO;
	return op_args_ints(a, dim, OP_MAX_DIMS, n);
}

/* Elements that are left of x. */
static uint64_t reduced(
    const struct op_entry *e, const struct call *call, struct reduction *r)
{
	int64_t dim[OP_MAX_DIMS];
	struct op_shape s;
	size_t i, n, at;

	if (!op_shape_of(r->x, &s))
		return OP_NO_SHAPE;
	switch (dims_of(e, call, dim, &n)) {
	case GIVEN_NO:
		return 1;
	case GIVEN_UNTOLD:
		return OP_NO_ATTR;
	case GIVEN_YES:
		break;
	}
	/* An empty list reduces all, as None does. */
	if (n == 0)
		return 1;
	r->along = true;
	if (s.n == 0)
		return 1;
	for (i = 0; i < n; i++) {
		if (!op_dim(dim[i], s.n, &at))
			return OP_MISFIT;
		s.v[at] = 1;
	}
	return op_shape_elems(&s);
}

/* The result's type: sums of integers are int64, means float32. */
static enum dtype result_type(
    const struct op_entry *e, const struct call *call, enum dtype in)
{
	const struct arg *out = out_of(e, call);
	bool whole = dtype_class(in) == DTYPE_INT || dtype_class(in) == DTYPE_BOOL;

	if (op_args_is_tensor(out))
		return out->dtype;
	switch (e->variant) {
	case REDUCE_SUM:
	case REDUCE_PROD:
		in = whole ? DTYPE_INT64 : in;
		break;
	case REDUCE_MEAN:
	case REDUCE_LSE:
		in = whole ? DTYPE_FLOAT32 : in;
		break;
	case REDUCE_ANY:
	case REDUCE_EQUAL:
		return DTYPE_BOOL8;
	case REDUCE_ARG:
	case REDUCE_COUNT:
		return DTYPE_INT64;
	default:
		break;
	}
	return op_dtype_arg(e, call, has_only_dtype(e, call) ? "dim" : "dtype", in);
}

/* Which norm: *p, 1 where it is infinite, which costs the same; false where it
 * is not told. */
static bool norm_p(const struct op_entry *e, const struct call *call, double *p,
    bool *infinite)
{
	const struct arg *a = op_arg(e, call, "p");

	*p = 2;
	*infinite = false;
	switch (op_args_real(a, p)) {
	case GIVEN_NO:
		return true;
	case GIVEN_UNTOLD:
		/* 'fro', and PyProf's words for the infinite. */
		if (!a || a->value.kind != VALUE_STR)
			return false;
		*infinite =
		    str_is(a->value.s, "inf") || str_is(a->value.s, "-inf");
		if (!*infinite && !str_is(a->value.s, "fro"))
			return false;
		break;
	case GIVEN_YES:
		*infinite = *p - *p != 0; /* inf, -inf */
		break;
	}
	if (*infinite)
		*p = 1;
	return true;
}

/* FLOPs of a norm: 2 an element for the 1-, 2- and inf-norm (|x| or x * x, and
 * the sum or maximum), one more a result for the root; 3 for any other. */
static uint64_t norm_flops(const struct op_entry *e, const struct call *call,
    const struct reduction *r)
{
	bool infinite;
	double p;

	if (!norm_p(e, call, &p, &infinite))
		return OP_NO_ATTR;
	if (p == 0 || p == 1)
		return op_mul(2, r->in);
	return op_add(op_mul(p == 2 ? 2 : 3, r->in), r->out);
}

static uint64_t reduce_flops(const struct op_entry *e, const struct call *call,
    const struct reduction *r)
{
	uint64_t n = r->in, out = r->out;
	bool complex = r->x && dtype_class(r->x->dtype) == DTYPE_COMPLEX;

	/* An addition of complex numbers is two, a product six. */
	if (complex && e->variant == REDUCE_SUM)
		return op_mul(2, n);
	if (complex && e->variant == REDUCE_PROD)
		return op_mul(6, n);
	if (complex && e->variant != REDUCE_ANY)
		return OP_NO_ATTR;
	switch (e->variant) {
	case REDUCE_ANY:
		return 0;
	case REDUCE_MEAN:
		return op_add(n, out);
	case REDUCE_NORM:
		return norm_flops(e, call, r);
	case REDUCE_VAR:
	case REDUCE_VAR_MEAN:
	case REDUCE_LSE:
		return op_add(op_mul(4, n), out);
	case REDUCE_STD:
	case REDUCE_STD_MEAN:
		return op_add(op_mul(4, n), op_mul(2, out));
	case REDUCE_MEDIAN: /* a selection compares, as a sort does */
		return 0;
	case REDUCE_MINMAX:
	case REDUCE_L1:
	case REDUCE_SQUARES:
		return op_mul(2, n);
	case REDUCE_L2:
		return op_add(op_mul(2, n), out);
	case REDUCE_LOG:
		return op_add(n, out);
	case REDUCE_DIST:
		return op_add(n, norm_flops(e, call, r));
	default:
		return n;
	}
}

/* Bytes of what is written. */
static uint64_t written(const struct op_entry *e, const struct reduction *r)
{
	uint64_t bytes = op_size(r->out, r->type);

	if (e->variant == REDUCE_VAR_MEAN || e->variant == REDUCE_STD_MEAN ||
	    e->variant == REDUCE_MINMAX)
		return op_mul(2, bytes);
	if ((e->variant == REDUCE_MAX || e->variant == REDUCE_MEDIAN) && r->along)
		return op_add(bytes, op_mul(8, r->out));
	return bytes;
}

/* The backward of a norm: of the 2-norm x * (dy / y), of the 1-norm the sign of
 * x by dy; no formula for others. */
static int norm_backward(const struct op_entry *e, const struct call *call,
    const struct reduction *r, struct cost *cost)
{
	uint64_t dy = op_size(r->out, r->type), bytes;
	bool infinite;
	double p;

	if (!norm_p(e, call, &p, &infinite))
		return op_set(cost, OP_NO_ATTR, 0, OP_NO_ATTR);
	if (infinite || (p != 1 && p != 2)) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	bytes = op_add(op_moved(r->x), op_size(r->in, r->x->dtype));
	return op_set(cost, p == 2 ? op_add(r->in, r->out) : op_mul(2, r->in),
	    0, op_add(bytes, op_mul(p == 2 ? 2 : 1, dy)));
}

/*
 * The backward of sum and mean spreads dy over dx; that of max along a dim puts
 * it where the indices say.  logsumexp: dy * exp(x - y).  var: the mean again,
 * then (x - mean) * (dy * 2 / (n - 1)); std has dy / (2 * y) for dy.
 */
static int backward(const struct op_entry *e, const struct call *call,
    const struct reduction *r, struct cost *cost)
{
	uint64_t dy = op_size(r->out, r->type);
	uint64_t dx = op_size(r->in, r->x->dtype);
	uint64_t flops = 0;
	bool complex = dtype_class(r->x->dtype) == DTYPE_COMPLEX;

	switch (e->variant) {
	case REDUCE_SUM:
		break;
	case REDUCE_NORM:
		if (complex)
			goto none;
		return norm_backward(e, call, r, cost);
	case REDUCE_VAR:
	case REDUCE_STD:
		if (complex)
			goto none;
		flops = op_add(op_mul(3, r->in),
		    op_mul(e->variant == REDUCE_STD ? 4 : 2, r->out));
		dy = op_add(e->variant == REDUCE_STD ? op_mul(2, dy) : dy,
		    op_moved(r->x));
		break;
	case REDUCE_MEAN:
		flops = r->in;
		break;
	case REDUCE_MAX:
		if (!r->along && r->out == 1)
			goto none;
		dy = op_add(dy, op_mul(8, r->out));
		break;
	case REDUCE_LSE:
		flops = op_mul(3, r->in);
		dy = op_add(op_mul(2, dy), op_moved(r->x));
		break;
	default:
		goto none;
	}
	return op_set(cost, flops, 0, op_add(dy, dx));
none:
	cost->why = e->variant == REDUCE_ANY || e->variant == REDUCE_ARG ||
			    e->variant == REDUCE_COUNT || e->variant == REDUCE_EQUAL
			? WHY_NO_GRADIENT
			: WHY_NO_BACKWARD;
	return -1;
}

int op_reduce(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	struct reduction r = {.x = op_tensor(e, call, "input")};
	const struct arg *y = op_operand(e, call, 1);
	uint64_t bytes, flops;

	/* max(a, b) is pointwise. */
	if (e->variant == REDUCE_MAX &&
	    (op_args_is_tensor(y) || op_args_is_tensor(op_arg(e, call, "other"))))
		return op_pointwise_with(e, call, part, 1, 0, cost);
	if (!r.x)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	r.in = op_elems(r.x);
	r.out = e->variant == REDUCE_EQUAL || e->variant == REDUCE_DIST
		    ? 1
		    : reduced(e, call, &r);
	r.type = result_type(e, call, r.x->dtype);
	cost->dtype = r.x->dtype;
	if (part != PART_FORWARD)
		return backward(e, call, &r, cost);
	bytes = op_add(op_moved(r.x), written(e, &r));
	if (e->variant == REDUCE_EQUAL || e->variant == REDUCE_DIST)
		bytes = op_add(
		    bytes, op_args_is_tensor(y) ? op_moved(y) : OP_NO_SHAPE);
	flops = reduce_flops(e, call, &r);
	if (op_set(cost, flops, 0, bytes) < 0)
		return -1;
	if (!cost->has_flops && dtype_class(r.x->dtype) == DTYPE_COMPLEX)
		cost->why = WHY_NO_COMPLEX;
	return 0;
}
