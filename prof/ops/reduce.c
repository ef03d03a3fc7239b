/*
 * reduce.c - what makes one number of many: sum, mean, norm, max, var.
 *
 * In:  a call with a tensor, and the dimensions to reduce (none: all)
 * Out: FLOPs by elements of the input (one for each accumulated operation) and
 *      of the result; bytes of both
 *
 * keepdim changes the shape and not the number of elements, so nobody reads it.
 */
#include "prof/ops/family.h"
#include "prof/ops/pointwise.h"

enum {
	REDUCE_SUM, /* one an element of the input */
	REDUCE_PROD,
	REDUCE_MEAN,
	REDUCE_MAX,  /* max, min: of all, along a dim with indices, of two */
	REDUCE_AMAX, /* amax: along dims, without indices */
	REDUCE_ARG,  /* argmax */
	REDUCE_NORM,
	REDUCE_VAR,
	REDUCE_STD,
	REDUCE_VAR_MEAN,
	REDUCE_STD_MEAN,
	REDUCE_LSE,   /* logsumexp */
	REDUCE_ANY,   /* any, all */
	REDUCE_COUNT, /* count_nonzero */
	REDUCE_EQUAL,
	REDUCE_MEDIAN, /* with indices along a dim */
	REDUCE_MINMAX, /* two results */
	REDUCE_DIST,   /* the norm of a difference */
	REDUCE_L1,     /* ONNX names the norm */
	REDUCE_L2,
	REDUCE_SQUARES, /* the sum of squares */
	REDUCE_LOG,	/* the logarithm of the sum */
};

struct reduction {
	const struct arg *x;
	uint64_t in, out; /* elements */
	enum dtype type;  /* of the result */
	bool along;	  /* a dimension was given */
};

/* aten's sum(x, *, dtype) and mean(x, *, dtype) are recorded as two arguments,
 * their forms with dimensions as four. */
static bool has_only_dtype(struct op_ask *q)
{
	return !q->call->mod.n && !(q->row->spaces & SPACE_ONNX) &&
	       q->call->nargs == 2 &&
	       (q->row->variant == REDUCE_SUM || q->row->variant == REDUCE_PROD ||
		   q->row->variant == REDUCE_MEAN) &&
	       q->call->args[1].name.n == 0 &&
	       q->call->args[1].value.kind != VALUE_LIST;
}

/* The tensor for the result.  In aten's all(x, out) it has the place of dim. */
static const struct arg *out_of(struct op_ask *q)
{
	const struct arg *out = op_arg(q, AT_out);
	const struct arg *dim = op_arg(q, AT_dim);

	/* ONNX's axes are a tensor, whose values nobody recorded. */
	if (q->row->spaces & SPACE_ONNX)
		return NULL;
	return !out && op_args_is_tensor(dim) ? dim : out;
}

/* The dimensions to reduce.  In var(x, unbiased) a bool stands in their place. */
static enum op_given dims_of(struct op_ask *q, int64_t *dim, size_t *n)
{
	const struct arg *a = op_arg(q, AT_dim);

	*n = 0;
	if (has_only_dtype(q) || (a && a->kind == ARG_BOOL) ||
	    (a && a == out_of(q)))
		return GIVEN_NO;
	return op_args_ints(a, dim, OP_MAX_DIMS, n);
}

/* Elements that are left of x. */
static uint64_t reduced(struct op_ask *q, struct reduction *r)
{
	int64_t dim[OP_MAX_DIMS];
	struct op_shape s;
	size_t i, n, at;

	if (!op_shape_of(r->x, &s))
		return OP_NO_SHAPE;
	switch (dims_of(q, dim, &n)) {
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
static enum dtype result_type(struct op_ask *q, enum dtype in)
{
	const struct arg *out = out_of(q);
	bool whole = dtype_class(in) == DTYPE_INT || dtype_class(in) == DTYPE_BOOL;

	if (op_args_is_tensor(out))
		return out->dtype;
	switch (q->row->variant) {
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
	return op_args_dtype(q, has_only_dtype(q) ? AT_dim : AT_dtype, in);
}

/* Which norm: *p, 1 where it is infinite, which costs the same; false where it
 * is not told. */
static bool norm_p(struct op_ask *q, double *p, bool *infinite)
{
	const struct arg *a = op_arg(q, AT_p);

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
static uint64_t norm_flops(struct op_ask *q, const struct reduction *r)
{
	bool infinite;
	double p;

	if (!norm_p(q, &p, &infinite))
		return OP_NO_ATTR;
	if (p == 0 || p == 1)
		return num_times(2, r->in);
	return num_plus(num_times(p == 2 ? 2 : 3, r->in), r->out);
}

static uint64_t reduce_flops(struct op_ask *q, const struct reduction *r)
{
	uint64_t n = r->in, out = r->out;
	bool complex = r->x && dtype_class(r->x->dtype) == DTYPE_COMPLEX;

	/* An addition of complex numbers is two, a product six. */
	if (complex && q->row->variant == REDUCE_SUM)
		return num_times(2, n);
	if (complex && q->row->variant == REDUCE_PROD)
		return num_times(6, n);
	if (complex && q->row->variant != REDUCE_ANY)
		return OP_NO_ATTR;
	switch (q->row->variant) {
	case REDUCE_ANY:
		return 0;
	case REDUCE_MEAN:
		return num_plus(n, out);
	case REDUCE_NORM:
		return norm_flops(q, r);
	case REDUCE_VAR:
	case REDUCE_VAR_MEAN:
	case REDUCE_LSE:
		return num_plus(num_times(4, n), out);
	case REDUCE_STD:
	case REDUCE_STD_MEAN:
		return num_plus(num_times(4, n), num_times(2, out));
	case REDUCE_MEDIAN: /* a selection compares, as a sort does */
		return 0;
	case REDUCE_MINMAX:
	case REDUCE_L1:
	case REDUCE_SQUARES:
		return num_times(2, n);
	case REDUCE_L2:
		return num_plus(num_times(2, n), out);
	case REDUCE_LOG:
		return num_plus(n, out);
	case REDUCE_DIST:
		return num_plus(n, norm_flops(q, r));
	default:
		return n;
	}
}

/* Bytes of what is written. */
static uint64_t written(struct op_ask *q, const struct reduction *r)
{
	uint64_t bytes = op_size(r->out, r->type);

	if (q->row->variant == REDUCE_VAR_MEAN ||
	    q->row->variant == REDUCE_STD_MEAN || q->row->variant == REDUCE_MINMAX)
		return num_times(2, bytes);
	if ((q->row->variant == REDUCE_MAX || q->row->variant == REDUCE_MEDIAN) &&
	    r->along)
		return num_plus(bytes, num_times(8, r->out));
	return bytes;
}

/* The backward of a norm: of the 2-norm x * (dy / y), of the 1-norm the sign of
 * x by dy; no formula for others. */
static int norm_backward(struct op_ask *q, const struct reduction *r)
{
	uint64_t dy = op_size(r->out, r->type), bytes;
	bool infinite;
	double p;

	if (!norm_p(q, &p, &infinite))
		return lacks(q, OP_NO_ATTR);
	if (infinite || (p != 1 && p != 2))
		return refuses(q, WHY_NO_BACKWARD);
	bytes = num_plus(op_moved(r->x), op_size(r->in, r->x->dtype));
	return answer(q, p == 2 ? num_plus(r->in, r->out) : num_times(2, r->in),
	    0, num_plus(bytes, num_times(p == 2 ? 2 : 1, dy)));
}

/*
 * The backward of sum and mean spreads dy over dx; that of max along a dim puts
 * it where the indices say.  logsumexp: dy * exp(x - y).  var: the mean again,
 * then (x - mean) * (dy * 2 / (n - 1)); std has dy / (2 * y) for dy.
 */
static int backward(struct op_ask *q, const struct reduction *r)
{
	uint64_t dy = op_size(r->out, r->type);
	uint64_t dx = op_size(r->in, r->x->dtype);
	uint64_t flops = 0;
	bool complex = dtype_class(r->x->dtype) == DTYPE_COMPLEX;

	switch (q->row->variant) {
	case REDUCE_SUM:
		break;
	case REDUCE_NORM:
		if (complex)
			goto none;
		return norm_backward(q, r);
	case REDUCE_VAR:
	case REDUCE_STD:
		if (complex)
			goto none;
		flops = num_plus(num_times(3, r->in),
		    num_times(q->row->variant == REDUCE_STD ? 4 : 2, r->out));
		dy = num_plus(q->row->variant == REDUCE_STD ? num_times(2, dy) : dy,
		    op_moved(r->x));
		break;
	case REDUCE_MEAN:
		flops = r->in;
		break;
	case REDUCE_MAX:
		if (!r->along && r->out == 1)
			goto none;
		dy = num_plus(dy, num_times(8, r->out));
		break;
	case REDUCE_LSE:
		flops = num_times(3, r->in);
		dy = num_plus(num_times(2, dy), op_moved(r->x));
		break;
	default:
		goto none;
	}
	return answer(q, flops, 0, num_plus(dy, dx));
none:
	q->cost->why = q->row->variant == REDUCE_ANY ||
			       q->row->variant == REDUCE_ARG ||
			       q->row->variant == REDUCE_COUNT ||
			       q->row->variant == REDUCE_EQUAL
			   ? WHY_NO_GRADIENT
			   : WHY_NO_BACKWARD;
	return -1;
}

static int cost_reduce(struct op_ask *q)
{
	struct reduction r = {.x = op_tensor(q, AT_input)};
	const struct arg *y = op_operand(q, 1);
	uint64_t bytes, flops;

	/* max(a, b) is pointwise. */
	if (q->row->variant == REDUCE_MAX &&
	    (op_args_is_tensor(y) || op_args_is_tensor(op_arg(q, AT_other))))
		return op_pointwise_cost(q, &(struct op_row){.each = 1});
	if (!r.x)
		return lacks(q, OP_NO_SHAPE);
	r.in = op_elems(r.x);
	r.out = q->row->variant == REDUCE_EQUAL || q->row->variant == REDUCE_DIST
		    ? 1
		    : reduced(q, &r);
	r.type = result_type(q, r.x->dtype);
	q->cost->dtype = r.x->dtype;
	if (q->part != PART_FORWARD)
		return backward(q, &r);
	bytes = num_plus(op_moved(r.x), written(q, &r));
	if (q->row->variant == REDUCE_EQUAL || q->row->variant == REDUCE_DIST)
		bytes = num_plus(
		    bytes, op_args_is_tensor(y) ? op_moved(y) : OP_NO_SHAPE);
	flops = reduce_flops(q, &r);
	if (answer(q, flops, 0, bytes) < 0)
		return -1;
	if (!q->cost->has_flops && dtype_class(r.x->dtype) == DTYPE_COMPLEX)
		q->cost->why = WHY_NO_COMPLEX;
	return 0;
}

static struct op_each each_flops(const struct op_row *row)
{
	switch (row->variant) {
	case REDUCE_VAR:
	case REDUCE_STD:
	case REDUCE_VAR_MEAN:
	case REDUCE_STD_MEAN:
	case REDUCE_LSE:
		return (struct op_each)OP_EACH(4);
	default:
		return (struct op_each)OP_EACH(1);
	}
}

/* clang-format off */
static const struct op_row rows[] = {
{"ArgMax", N, "input,dim", REDUCE_ARG},
{"ArgMin", N, "input,dim", REDUCE_ARG},
{"ReduceL1", N, "input,dim", REDUCE_L1},
{"ReduceL2", N, "input,dim", REDUCE_L2},
{"ReduceLogSum", N, "input,dim", REDUCE_LOG},
{"ReduceLogSumExp", N, "input,dim", REDUCE_LSE},
{"ReduceMax", N, "input,dim", REDUCE_AMAX},
{"ReduceMean", N, "input,dim", REDUCE_MEAN},
{"ReduceMin", N, "input,dim", REDUCE_AMAX},
{"ReduceProd", N, "input,dim", REDUCE_PROD},
{"ReduceSum", N, "input,dim", REDUCE_SUM},
{"ReduceSumSquare", N, "input,dim", REDUCE_SQUARES},
{"_sparse_sum", A, .why = WHY_VALUES},
{"all", T | X | A, "input,dim,keepdim,out", REDUCE_ANY},
{"allclose", T | X | A, .why = WHY_PARTS},
{"amax", T | X | A, "input,dim,keepdim,out", REDUCE_AMAX},
{"amin", T | X | A, "input,dim,keepdim,out", REDUCE_AMAX},
{"aminmax", T | X | A, "input,dim,keepdim", REDUCE_MINMAX},
{"any", T | X | A, "input,dim,keepdim,out", REDUCE_ANY, .params = PARAMS_MAP},
{"argmax", T | X | A, "input,dim,keepdim,out", REDUCE_ARG},
{"argmin", T | X | A, "input,dim,keepdim,out", REDUCE_ARG},
{"count_nonzero", T | X | A, "input,dim", REDUCE_COUNT},
{"dist", T | X | A, "input,other,p", REDUCE_DIST},
{"equal", T | X | A, "input,other", REDUCE_EQUAL},
{"frobenius_norm", A, "input,dim,keepdim", REDUCE_NORM},
{"linalg_matrix_norm", A, .why = WHY_PARTS},
{"linalg_norm", A, .why = WHY_PARTS},
{"linalg_vector_norm", A, "input,p,dim,keepdim,dtype", REDUCE_NORM},
{"logsumexp", T | X | A, "input,dim,keepdim,out", REDUCE_LSE},
{"max", T | X | A, "input,dim,keepdim,out", REDUCE_MAX},
{"mean", T | X | A, "input,dim,keepdim,dtype,out", REDUCE_MEAN, .params = PARAMS_ONE},
{"median", T | X | A, "input,dim,keepdim,out", REDUCE_MEDIAN},
{"min", T | X | A, "input,dim,keepdim,out", REDUCE_MAX},
{"nanmean", T | X | A, "input,dim,keepdim,dtype,out", REDUCE_MEAN},
{"nanmedian", T | X | A, "input,dim,keepdim,out", REDUCE_MEDIAN},
{"nansum", T | X | A, "input,dim,keepdim,dtype,out", REDUCE_SUM},
{"norm", T | X, "input,p,dim,keepdim,out,dtype", REDUCE_NORM, .params = PARAMS_MAP},
{"norm", A, "input,p,dim,keepdim,dtype", REDUCE_NORM, .params = PARAMS_MAP},
{"prod", T | X | A, "input,dim,keepdim,dtype", REDUCE_PROD},
{"std", T | X | A, "input,dim,unbiased,keepdim", REDUCE_STD},
{"std_mean", T | A, "input,dim,unbiased,keepdim", REDUCE_STD_MEAN},
{"sum", T | X | A, "input,dim,keepdim,dtype,out", REDUCE_SUM, .params = PARAMS_MAP},
{"sum_to_size", X | A, .why = WHY_PARTS},
{"trace", T | X | A, .why = WHY_NO_RULE},
{"var", T | X | A, "input,dim,unbiased,keepdim", REDUCE_VAR},
{"var_mean", T | A, "input,dim,unbiased,keepdim", REDUCE_VAR_MEAN},
};
/* clang-format on */

const struct op_family op_reduce = {
    .title = "Reductions",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_reduce,
    .each = each_flops,
};
