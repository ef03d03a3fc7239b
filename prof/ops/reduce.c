/*
 * reduce.c - what makes one number of many: sum, mean, norm, max, var.
 *
 * In:  a call with a tensor, and the dimensions to reduce (none: all)
 * Out: FLOPs by elements of the input (one for each accumulated operation) and
 *      of the result; bytes of both
 *
 * keepdim changes the shape and not the number of elements, so it is not asked.
 */
#include "prof/ops/family.h"
#include "common/nelems.h"
#include "prof/ops/pointwise.h"

enum {
	REDUCE_SUM,
	REDUCE_PROD,
	REDUCE_MEAN,
	REDUCE_MAX,  /* max, min: of all; along a dim, with indices; of two */
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
	REDUCE_MEDIAN, /* along a dim, with indices */
	REDUCE_MINMAX, /* two results */
	REDUCE_DIST,   /* the norm of a difference */
	REDUCE_L1,     /* ONNX's, one operator a norm */
	REDUCE_L2,
	REDUCE_SQUARES, /* the sum of squares */
	REDUCE_LOG,	/* the logarithm of the sum */
	REDUCE_TRACE,	/* the sum of the diagonal */
};

struct reduction {
	const struct arg *x;
	uint64_t in, out; /* elements */
	enum dtype type;  /* of the result */
	bool along;	  /* a dimension was given */
};

/*
 * Whether a type stands in the place of dim.  aten's sum(x, *, dtype) and its
 * like are recorded with two arguments, norm(x, p, *, dtype) with three, the
 * last a number; the forms that take dimensions have more.
 */
static bool has_only_dtype(struct op_ask *q)
{
	const struct arg *a = op_arg(q, AT_dim);

	if (q->call->mod.n || q->row->spaces & SPACE_ONNX || !a || a->name.n)
		return false;
	switch (q->row->variant) {
	case REDUCE_SUM:
	case REDUCE_PROD:
	case REDUCE_MEAN:
		return q->call->nargs == 2 && a->value.kind != VALUE_LIST;
	case REDUCE_NORM:
		return strcmp(q->row->name, "norm") == 0 &&
		       q->call->nargs == 3 && a->value.kind == VALUE_INT;
	default:
		return false;
	}
}

/* The tensor given for the result.  In aten's all(x, out) it has dim's place. */
static const struct arg *out_of(struct op_ask *q)
{
	const struct arg *out = op_arg(q, AT_out);
	const struct arg *dim = op_arg(q, AT_dim);

	/* ONNX's axes are a tensor, whose values are not recorded. */
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
	/* ONNX's ArgMax has the first where torch has all */
	if (!a && q->row->variant == REDUCE_ARG &&
	    q->row->spaces & SPACE_ONNX && !q->call->noattr) {
		dim[0] = 0;
		*n = 1;
		return GIVEN_YES;
	}
	return op_args_ints(a, dim, OP_MAX_DIMS, n);
}

/* Whether ONNX's reduction without axes reduces none, and not all. */
static bool reduces_none(struct op_ask *q)
{
	const struct arg *a = op_arg(q, AT_dim);
	bool known = true;

	return op_args_bool(q, AT_noop_with_empty_axes, false, &known) &&
	       (!a || a->value.kind == VALUE_NONE || op_elems(a) == 0 ||
		   (a->value.kind == VALUE_LIST && a->value.list.n == 0));
}

/* Whether none of no elements is the result: a greatest one, or where it is. */
static bool wants_some(const struct op_ask *q)
{
	static const unsigned variants[] = {
	    REDUCE_MAX, REDUCE_AMAX, REDUCE_ARG, REDUCE_MINMAX};
	size_t i;

	for (i = 0; i < NELEMS(variants); i++)
		if (q->row->variant == variants[i])
			return !(q->row->spaces & SPACE_ONNX);
	return false;
}

/* Elements that are left of x.  A dimension is named once. */
static uint64_t reduced(struct op_ask *q, struct reduction *r)
{
	int64_t dim[OP_MAX_DIMS];
	bool gone[OP_MAX_DIMS] = {0};
	struct op_shape s;
	size_t i, n, at;

	if (!op_shape_of(r->x, &s))
		return OP_NO_SHAPE;
	switch (dims_of(q, dim, &n)) {
	case GIVEN_NO:
		return r->in == 0 && wants_some(q) ? OP_MISFIT : 1;
	case GIVEN_UNRECORDED:
		r->along = true;
		return OP_NO_ATTR;
	case GIVEN_YES:
		break;
	}
	/* An empty list reduces all, as None does. */
	if (n == 0)
		return r->in == 0 && wants_some(q) ? OP_MISFIT : 1;
	r->along = true;
	if (s.n == 0)
		return 1;
	for (i = 0; i < n; i++) {
		if (!op_dim(dim[i], s.n, &at) || gone[at])
			return OP_MISFIT;
		if (s.v[at] == 0 && wants_some(q))
			return OP_MISFIT;
		gone[at] = true;
		s.v[at] = 1;
	}
	return op_shape_elems(&s);
}

/* The result's type: sums of integers are int64, means float32, norms and
 * variances real. */
static enum dtype result_type(struct op_ask *q, enum dtype in)
{
	const struct arg *out = out_of(q);
	bool whole = dtype_class(in) == DTYPE_INT || dtype_class(in) == DTYPE_BOOL;
	enum op_at name = has_only_dtype(q) ? AT_dim : AT_dtype;

	if (op_args_is_tensor(out))
		return out->dtype;
	switch (q->row->variant) {
	case REDUCE_SUM:
	case REDUCE_PROD:
	case REDUCE_TRACE:
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
	case REDUCE_NORM:
	case REDUCE_DIST:
	case REDUCE_VAR:
	case REDUCE_STD:
	case REDUCE_VAR_MEAN:
	case REDUCE_STD_MEAN:
		return dtype_real(op_args_dtype(q, name, in));
	default:
		break;
	}
	return op_args_dtype(q, name, in);
}

/* Which norm: *p, 1 where it is infinite, which costs the same; false where it
 * was not recorded. */
static bool norm_p(struct op_ask *q, double *p, bool *infinite)
{
	const struct arg *a = op_arg(q, AT_p);

	*p = 2;
	*infinite = false;
	switch (op_args_real(a, p)) {
	case GIVEN_NO:
		return true;
	case GIVEN_UNRECORDED:
		/* 'fro', and PyProf's words for infinity. */
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

/* FLOPs of a norm: 2 an element for the 0-, 1-, 2- and inf-norm (|x| or x * x,
 * and the sum or maximum), 3 for any other; 1 a result where there is a root. */
static void norm_works(struct op_ask *q, const struct reduction *r)
{
	bool infinite;
	double p;

	if (!norm_p(q, &p, &infinite)) {
		works(q, 1, OP_NO_ATTR);
		return;
	}
	works(q, p == 0 || p == 1 || p == 2 ? 2 : 3, r->in);
	if (p != 0 && p != 1)
		works(q, 1, r->out);
}

/* Elements of a matrix's diagonal. */
static uint64_t diagonal(const struct arg *x)
{
	struct op_shape s;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (s.n != 2)
		return OP_MISFIT;
	return (uint64_t)(s.v[0] < s.v[1] ? s.v[0] : s.v[1]);
}

/* Whether complex numbers are reduced: sum(x, dtype=complex64) makes them. */
static bool is_complex(const struct reduction *r)
{
	return dtype_class(r->x->dtype) == DTYPE_COMPLEX ||
	       dtype_class(r->type) == DTYPE_COMPLEX;
}

/* FLOPs of the forward, for each element of the input and of the result. */
static void reduce_works(struct op_ask *q, const struct reduction *r)
{
	static const struct {
		unsigned in, out;
	} each[] = {
	    [REDUCE_SUM] = {1, 0},
	    [REDUCE_PROD] = {1, 0},
	    [REDUCE_MEAN] = {1, 1},
	    [REDUCE_MAX] = {1, 0},
	    [REDUCE_AMAX] = {1, 0},
	    [REDUCE_ARG] = {1, 0},
	    [REDUCE_NORM] = {0, 0}, /* norm_works */
	    [REDUCE_VAR] = {4, 1},
	    [REDUCE_STD] = {4, 2},
	    [REDUCE_VAR_MEAN] = {4, 1},
	    [REDUCE_STD_MEAN] = {4, 2},
	    [REDUCE_LSE] = {4, 1},
	    [REDUCE_ANY] = {0, 0},
	    [REDUCE_COUNT] = {1, 0},
	    [REDUCE_EQUAL] = {1, 0},
	    [REDUCE_MEDIAN] = {0, 0}, /* a selection compares, like a sort */
	    [REDUCE_MINMAX] = {2, 0},
	    [REDUCE_DIST] = {1, 0}, /* and norm_works */
	    [REDUCE_L1] = {2, 0},
	    [REDUCE_L2] = {2, 1},
	    [REDUCE_SQUARES] = {2, 0},
	    [REDUCE_LOG] = {1, 1},
	    [REDUCE_TRACE] = {0, 0}, /* diagonal */
	};
	const unsigned variant = q->row->variant;

	if (is_complex(r) && variant != REDUCE_ANY) {
		/* An addition of complex numbers is two, a product six. */
		if (variant == REDUCE_SUM || variant == REDUCE_MEAN)
			works(q, 2, r->in);
		else if (variant == REDUCE_PROD)
			works(q, 6, r->in);
		else
			works(q, 1, OP_NO_ATTR);
		if (variant == REDUCE_MEAN) /* by a real number */
			works(q, 2, r->out);
		return;
	}
	if (each[variant].in)
		works(q, each[variant].in, r->in);
	if (each[variant].out)
		works(q, each[variant].out, r->out);
	if (variant == REDUCE_NORM || variant == REDUCE_DIST)
		norm_works(q, r);
	if (variant == REDUCE_TRACE)
		works(q, 1, diagonal(r->x));
}

/* What the forward writes: a result, two, or one and its positions. */
static void moves_results(struct op_ask *q, const struct reduction *r)
{
	yields(q, r->out, r->type);
	switch (q->row->variant) {
	case REDUCE_VAR_MEAN:
	case REDUCE_STD_MEAN:
		moves(q, r->out, r->x->dtype); /* the mean */
		break;
	case REDUCE_MINMAX:
		moves(q, r->out, r->type);
		break;
	case REDUCE_MAX:
	case REDUCE_MEDIAN:
		if (r->along)
			moves(q, r->out, DTYPE_INT64);
		break;
	default:
		break;
	}
}

/* The backward of a norm: x * (dy / y) for the 2-norm, the sign of x times dy
 * for the 1-norm; others have no formula. */
static int norm_backward(struct op_ask *q, const struct reduction *r)
{
	bool infinite;
	double p;

	if (!norm_p(q, &p, &infinite))
		return lacks(q, OP_NO_ATTR);
	if (infinite || (p != 1 && p != 2))
		return refuses(q, WHY_NO_BACKWARD);
	reads(q, r->x);
	moves(q, r->in, r->x->dtype);
	moves(q, r->out, r->type); /* dy */
	if (p == 1) {
		works(q, 2, r->in);
	} else {
		works(q, 1, r->in);
		works(q, 1, r->out);
		moves(q, r->out, r->type); /* y */
	}
	return done(q);
}

static int no_backward(struct op_ask *q)
{
	switch (q->row->variant) {
	case REDUCE_ANY:
	case REDUCE_ARG:
	case REDUCE_COUNT:
	case REDUCE_EQUAL:
		return refuses(q, WHY_NO_GRADIENT);
	default:
		return refuses(q, WHY_NO_BACKWARD);
	}
}

/*
 * The backward of sum and mean spreads dy over dx; that of max along a dim puts
 * it where the indices say.  logsumexp: dy * exp(x - y).  var: the mean again,
 * then (x - mean) * (dy * 2 / (n - 1)); std has dy / (2 * y) for dy.
 */
static int backward(struct op_ask *q, const struct reduction *r)
{
	bool complex = dtype_class(r->x->dtype) == DTYPE_COMPLEX;

	moves(q, r->out, r->type); /* dy */
	switch (q->row->variant) {
	case REDUCE_SUM:
		break;
	case REDUCE_VAR:
		if (complex)
			return no_backward(q);
		works(q, 3, r->in);
		works(q, 2, r->out);
		reads(q, r->x);
		break;
	case REDUCE_STD:
		if (complex)
			return no_backward(q);
		works(q, 3, r->in);
		works(q, 4, r->out);
		moves(q, r->out, r->type); /* y */
		reads(q, r->x);
		break;
	case REDUCE_MEAN:
		works(q, complex ? 2 : 1, r->in);
		break;
	case REDUCE_MAX:
		if (!r->along && r->out == 1)
			return no_backward(q);
		moves(q, r->out, DTYPE_INT64);
		break;
	case REDUCE_LSE:
		if (complex)
			return no_backward(q);
		works(q, 3, r->in);
		moves(q, r->out, r->type); /* y */
		reads(q, r->x);
		break;
	default:
		return no_backward(q);
	}
	moves(q, r->in, r->x->dtype);
	return done(q);
}

static int cost_reduce(struct op_ask *q)
{
	struct reduction r = {.x = op_tensor(q, AT_input)};
	const struct arg *y = op_operand(q, 1);
	bool two = q->row->variant == REDUCE_EQUAL || q->row->variant == REDUCE_DIST;
	struct op_shape both;
	bool complex;

	/* max(a, b) is pointwise. */
	if (q->row->variant == REDUCE_MAX &&
	    (op_args_is_tensor(y) || op_args_is_tensor(op_arg(q, AT_other))))
		return op_pointwise_cost(q, &(struct op_row){.each = 1});
	if (!r.x)
		return lacks(q, OP_NO_SHAPE);
	if (reduces_none(q))
		return refuses(q, WHY_NO_RULE);
	r.in = op_elems(r.x);
	if (q->row->variant == REDUCE_DIST && op_shape_of(r.x, &both) &&
	    op_args_is_tensor(y)) {
		if (op_broadcast(&both, y) == OP_MISFIT)
			return lacks(q, OP_MISFIT);
		r.in = op_shape_elems(&both);
	}
	r.out = two ? 1 : op_args_result_elems(q, reduced(q, &r));
	if (r.out == OP_MISFIT ||
	    (q->row->variant == REDUCE_TRACE && diagonal(r.x) == OP_MISFIT))
		return lacks(q, OP_MISFIT);
	r.type = op_args_result_type(q, result_type(q, r.x->dtype));
	q->cost->dtype = r.x->dtype;
	complex = is_complex(&r);
	if (q->part != PART_FORWARD)
		return q->row->variant == REDUCE_NORM && !complex
			   ? norm_backward(q, &r)
			   : backward(q, &r);
	reduce_works(q, &r);
	reads(q, r.x);
	moves_results(q, &r);
	if (two && op_args_is_tensor(y))
		reads(q, y);
	else if (two)
		moves_bytes(q, OP_NO_SHAPE);
	if (done(q) < 0)
		return -1;
	if (!q->cost->has_flops && complex)
		q->cost->of_flops.why = WHY_NO_COMPLEX;
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
{"all", T | X | A, "input,dim?,keepdim", REDUCE_ANY},
{"allclose", T | X | A, .why = WHY_PARTS},
{"amax", T | X | A, "input,dim,keepdim", REDUCE_AMAX},
{"amin", T | X | A, "input,dim,keepdim", REDUCE_AMAX},
{"aminmax", T | X | A, "input,dim,keepdim", REDUCE_MINMAX},
{"any", T | X | A, "input,dim?,keepdim", REDUCE_ANY, .params = PARAMS_MAP},
{"argmax", T | X | A, "input,dim,keepdim", REDUCE_ARG},
{"argmin", T | X | A, "input,dim,keepdim", REDUCE_ARG},
{"count_nonzero", T | X | A, "input,dim", REDUCE_COUNT},
{"dist", T | X | A, "input,other,p", REDUCE_DIST},
{"equal", T | X | A, "input,other", REDUCE_EQUAL},
{"frobenius_norm", A, "input,dim,keepdim", REDUCE_NORM},
{"linalg_matrix_norm", A, .why = WHY_PARTS},
{"linalg_norm", A, .why = WHY_PARTS},
{"linalg_vector_norm", A, "input,p,dim,keepdim,dtype", REDUCE_NORM},
{"logsumexp", T | X | A, "input,dim,keepdim", REDUCE_LSE},
{"max", T | X | A, "input,dim?,keepdim?", REDUCE_MAX},
{"mean", T | X | A, "input,dim,keepdim?,dtype", REDUCE_MEAN, .params = PARAMS_ONE},
{"median", T | X | A, "input,dim?,keepdim", REDUCE_MEDIAN},
{"min", T | X | A, "input,dim?,keepdim?", REDUCE_MAX},
{"nanmean", T | X | A, "input,dim,keepdim,dtype", REDUCE_MEAN},
{"nanmedian", T | X | A, "input,dim?,keepdim", REDUCE_MEDIAN},
{"nansum", T | X | A, "input,dim,keepdim,dtype", REDUCE_SUM},
{"norm", T | X, "input,p,dim,keepdim,out,dtype", REDUCE_NORM, .params = PARAMS_MAP},
{"norm", A, "input,p,dim?,keepdim?,dtype?", REDUCE_NORM, .params = PARAMS_MAP},
{"prod", T | X | A, "input,dim,keepdim?,dtype", REDUCE_PROD},
{"special_logsumexp", A, "input,dim,keepdim", REDUCE_LSE},
{"std", T | X | A, "input,dim,unbiased?,keepdim", REDUCE_STD},
{"std_mean", T | A, "input,dim,unbiased?,keepdim", REDUCE_STD_MEAN},
{"sum", T | X | A, "input,dim,keepdim?,dtype", REDUCE_SUM, .params = PARAMS_MAP},
{"sum_to_size", X | A, .why = WHY_PARTS},
{"trace", T | X | A, "input", REDUCE_TRACE},
{"var", T | X | A, "input,dim,unbiased?,keepdim", REDUCE_VAR},
{"var_mean", T | A, "input,dim,unbiased?,keepdim", REDUCE_VAR_MEAN},
};
/* clang-format on */

const struct op_family op_reduce = {
    .title = "Reductions",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_reduce,
    .tensors = true,
    .complex = true,
    .each = each_flops,
};
