/*
 * scan.c - what goes along a dimension and does not reduce it: cumsum, sort,
 * topk, unique, searchsorted.
 *
 * In:  a call with a tensor
 * Out: FLOPs of a running sum; none for sorting, whose comparisons depend on
 *      the algorithm; bytes of the input and the results, indices as int64
 *
 * A radix sort moves its input several times; bytes are what any sort has to
 * move.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	SCAN_SUM,  /* cumsum */
	SCAN_PROD, /* cumprod */
	SCAN_LSE,  /* logcumsumexp */
	SCAN_MAX,  /* cummax: with indices */
	SCAN_SORT,
	SCAN_MSORT,
	SCAN_ARGSORT,
	SCAN_TOPK,
	SCAN_KTH, /* kthvalue */
	SCAN_UNIQUE,
	SCAN_SEARCH, /* searchsorted, bucketize */
	SCAN_HISTC,
	SCAN_BINCOUNT,
	SCAN_DRAW, /* multinomial: `num_samples` indices a row */
	SCAN_DIFF, /* differences of neighbours */
	SCAN_INTO, /* _cummax_helper: the results are arguments */
	SCAN_ISIN, /* each compared with each of others */
};

/* Elements of x with `dim` cut to k. */
static uint64_t cut(struct op_ask *q, const struct arg *x, int64_t k)
{
	struct op_shape s;
	bool known = true;
	int64_t dim = op_args_int(q, AT_dim, -1, &known);
	size_t i;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (!known)
		return OP_NO_ATTR;
	if (s.n == 0)
		return 1;
	if (!op_dim(dim, s.n, &i) || k > s.v[i])
		return OP_MISFIT;
	s.v[i] = k;
	return op_shape_elems(&s);
}

/* Elements of values and of indices that are written. */
static void results(
    struct op_ask *q, const struct arg *x, uint64_t *values, uint64_t *indices)
{
	bool known = true;
	uint64_t k;

	*values = op_elems(x);
	*indices = 0;
	switch (q->row->variant) {
	case SCAN_MAX:
	case SCAN_SORT:
		*indices = *values;
		break;
	case SCAN_ARGSORT:
		*indices = *values;
		*values = 0;
		break;
	case SCAN_TOPK:
		k = op_args_count(q, AT_k);
		*values = *indices = op_args_result_elems(
		    q, !num_bad(k) ? cut(q, x, (int64_t)k) : k);
		break;
	case SCAN_KTH:
		k = op_args_count_or(q, AT_k, 1);
		*values = *indices = op_args_result_elems(q, cut(q, x, 1));
		if (!num_bad(k) && cut(q, x, (int64_t)k) == OP_MISFIT)
			*values = OP_MISFIT;
		break;
	case SCAN_DRAW:
		k = op_args_count(q, AT_num_samples);
		*indices = num_times(cut(q, x, 1), k);
		*values = 0;
		/* each is drawn once, unless it is put back */
		if (!num_bad(k) && k > op_last(x) &&
		    !op_args_bool(q, AT_replacement, false, &known) && known)
			*indices = OP_MISFIT;
		break;
	case SCAN_INTO:
		*indices = *values;
		break;
	default:
		break;
	}
}

/* unique: as many values as elements at most. */
static int unique(struct op_ask *q, const struct arg *x)
{
	bool known = true;
	bool inverse = op_args_bool(q, AT_return_inverse, false, &known);
	bool counts = op_args_bool(q, AT_return_counts, false, &known);
	uint64_t n = op_elems(x);

	bounds_bytes(q, WHY_VALUES);
	if (!known)
		moves_bytes(q, OP_NO_ATTR);
	reads(q, x);
	moves(q, n, x->dtype);
	if (inverse)
		moves(q, n, DTYPE_INT64);
	if (counts)
		moves(q, n, DTYPE_INT64);
	return done(q);
}

/* Whether boundaries are one list for all values, or of searchsorted, one for
 * each of their rows. */
static bool boundaries_fit(
    const struct op_ask *q, const struct arg *at, const struct arg *x)
{
	struct op_shape b, v;

	if (!op_shape_of(at, &b) || !op_shape_of(x, &v) || b.n < 2)
		return true;
	if (op_operand(q, 0) == x || b.n != v.n)
		return false;
	b.v[b.n - 1] = v.v[v.n - 1];
	return op_shape_same(&b, &v);
}

/* searchsorted(boundaries, values), bucketize(values, boundaries): an index for
 * each value. */
static int search_sorted(struct op_ask *q, const struct arg *x)
{
	const struct arg *at = op_tensor(q, AT_boundaries);
	bool known = true;
	bool narrow = op_args_bool(q, AT_out_int32, false, &known);

	if (!at)
		return lacks_bytes(q, OP_NO_SHAPE);
	if (!boundaries_fit(q, at, x))
		return lacks(q, OP_MISFIT);
	reads(q, x);
	reads(q, at);
	moves(q, known ? op_elems(x) : OP_NO_ATTR,
	    narrow ? DTYPE_INT32 : DTYPE_INT64);
	return done(q);
}

/* Elements of a tensor; 1 of a number, which a trace without values does not
 * show. */
static uint64_t elems_or_one(struct op_ask *q, const struct arg *a)
{
	bool hidden = op_args_given(a) == GIVEN_UNRECORDED;

	if (op_args_is_number(a) || (hidden && a != &op_args_unrecorded))
		return 1;
	return op_elems(op_as_tensor(q, a));
}

/* isin(x, others): torch compares all pairs where the others are few, and sorts
 * them together else.  One of the two may be a number. */
static int isin(struct op_ask *q)
{
	const struct arg *x = op_arg(q, AT_input), *others = op_arg(q, AT_other);
	uint64_t n = elems_or_one(q, x), m = elems_or_one(q, others);

	if (!op_args_is_tensor(x) && !op_args_is_tensor(others))
		return lacks(q, OP_NO_SHAPE);
	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_GRADIENT);
	q->cost->dtype = op_args_is_tensor(x) ? x->dtype : others->dtype;
	if (op_args_is_tensor(others))
		estimates_flops(q, WHY_ALGORITHM);
	works(q, m, n);
	reads(q, op_as_tensor(q, x));
	reads(q, op_as_tensor(q, others));
	yields(q, n, DTYPE_BOOL8);
	return done(q);
}

/* Running sums of integers are int64. */
static enum dtype sum_type(struct op_ask *q, enum dtype in)
{
	const struct arg *out = op_arg(q, AT_out);

	if (op_args_is_tensor(out))
		return out->dtype;
	if (dtype_class(in) == DTYPE_INT || dtype_class(in) == DTYPE_BOOL)
		in = op_args_inplace(q->call) ? in : DTYPE_INT64;
	return op_args_result_type(q, op_args_dtype(q, AT_dtype, in));
}

/* dx of a running sum is the running sum of dy from the other end; that of a
 * selection is dy, put where the indices say. */
static int backward(struct op_ask *q, const struct arg *x)
{
	uint64_t n = op_elems(x), values, indices;
	enum dtype type = x->dtype; /* of dy */

	switch (q->row->variant) {
	case SCAN_SUM:
		type = sum_type(q, type);
		works(q, sum_flops(type), n);
		break;
	case SCAN_SORT:
	case SCAN_TOPK:
	case SCAN_KTH:
		break;
	case SCAN_ARGSORT:
	case SCAN_UNIQUE:
	case SCAN_SEARCH:
	case SCAN_HISTC:
	case SCAN_BINCOUNT:
	case SCAN_DRAW:
		return refuses(q, WHY_NO_GRADIENT);
	default:
		return refuses(q, WHY_NO_BACKWARD);
	}
	results(q, x, &values, &indices);
	if (values == OP_MISFIT || indices == OP_MISFIT)
		return lacks(q, OP_MISFIT);
	moves(q, values, type); /* dy */
	moves(q, n, x->dtype);
	moves(q, indices, DTYPE_INT64);
	return done(q);
}

/* The size of a tensor that diff puts in front of x or behind it along
 * dimension i; 0 where there is none. */
static uint64_t joined(const struct op_shape *x, size_t i, const struct arg *t)
{
	struct op_shape s;
	int64_t size;

	if (!t)
		return 0;
	if (!op_shape_of(t, &s) || s.n != x->n)
		return OP_MISFIT;
	size = s.v[i];
	s.v[i] = x->v[i];
	return memcmp(s.v, x->v, s.n * sizeof *s.v) == 0 ? (uint64_t)size
							 : OP_MISFIT;
}

/* diff(x, n, dim, prepend, append): n passes, each over one less than before;
 * with n 0 a copy of x. */
static int diff(struct op_ask *q, const struct arg *x)
{
	const struct arg *prepend = op_tensor(q, AT_prepend);
	const struct arg *append = op_tensor(q, AT_append);
	uint64_t times = op_args_count_or(q, AT_n, 1), rows, size, all, less;
	bool known = true;
	int64_t dim = op_args_int(q, AT_dim, -1, &known);
	struct op_shape s;
	size_t i;

	if (!op_shape_of(x, &s))
		return lacks(q, OP_NO_SHAPE);
	if (num_bad(times) || !known) {
		works(q, 1, OP_NO_ATTR);
		reads(q, x);
		moves(q, op_args_result_elems(q, OP_NO_ATTR), x->dtype);
		return done(q);
	}
	if (!op_dim(dim, s.n, &i))
		return lacks(q, OP_MISFIT);
	size = (uint64_t)s.v[i];
	if (times > 0) {
		size = num_plus(size,
		    num_plus(joined(&s, i, prepend), joined(&s, i, append)));
		reads(q, prepend);
		reads(q, append);
	}
	if (num_bad(size))
		return lacks(q, size);
	times = num_least(times, size);
	s.v[i] = 1;
	rows = op_shape_elems(&s);
	/* size - 1, size - 2, ... */
	less = num_divide(num_times(times, times + 1), 2);
	all = num_times(times, size);
	works(q, sum_flops(x->dtype),
	    num_times(rows,
		num_bad(all) || num_bad(less) ? NUM_OVERFLOW : all - less));
	reads(q, x);
	moves(q, num_times(rows, size - times), x->dtype);
	return done(q);
}

static int cost_scan(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	uint64_t values, indices;
	enum dtype type;

	if (q->row->variant == SCAN_ISIN)
		return isin(q);
	if (!x)
		return lacks(q, OP_NO_SHAPE);
	if (!op_args_fit_dim(q, x))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = type = x->dtype;
	if (q->part != PART_FORWARD)
		return backward(q, x);
	if (q->row->variant == SCAN_UNIQUE)
		return unique(q, x);
	if (q->row->variant == SCAN_SEARCH)
		return search_sorted(q, x);
	if (q->row->variant == SCAN_DIFF)
		return diff(q, x);
	results(q, x, &values, &indices);
	if (values == OP_MISFIT || indices == OP_MISFIT)
		return lacks(q, OP_MISFIT);
	switch (q->row->variant) {
	case SCAN_SUM:
		type = sum_type(q, type);
		works(q, sum_flops(type), values);
		break;
	case SCAN_PROD:
		type = sum_type(q, type);
		works(q, times_flops(type), values);
		break;
	case SCAN_LSE:
		works(q, 1, values);
		break;
	case SCAN_MAX:
	case SCAN_INTO:
		works(q, sum_flops(type), values);
		break;
	case SCAN_HISTC:
		values = op_args_count_or(q, AT_bins, 100);
		break;
	case SCAN_BINCOUNT:
		values = OP_NO_VALUE;
		break;
	default:
		break;
	}
	reads(q, x);
	yields(q, values, type);
	moves(q, indices, DTYPE_INT64);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"CumProd", N, "input", SCAN_PROD},
{"CumSum", N, "input", SCAN_SUM},
{"NonMaxSuppression", N, .why = WHY_VALUES},
{"Sampling", N, .why = WHY_VALUES},
{"TopK", N, "input,k", SCAN_TOPK},
{"Unique", N, "input", SCAN_UNIQUE},
{"_cummax_helper", A, "input,values,indices,dim", SCAN_INTO},
{"_cummin_helper", A, "input,values,indices,dim", SCAN_INTO},
{"_logcumsumexp", A, "input,dim", SCAN_LSE, .no_complex = true},
{"_unique", A, "input,sorted,return_inverse", SCAN_UNIQUE},
{"_unique2", A, "input,sorted,return_inverse,return_counts", SCAN_UNIQUE},
{"argsort", T | X | A, "input,dim,descending", SCAN_ARGSORT},
{"bincount", T | X | A, "input,weights,minlength", SCAN_BINCOUNT},
{"bucketize", T | A, "input,boundaries,out_int32,right", SCAN_SEARCH},
{"cummax", T | X | A, "input,dim", SCAN_MAX},
{"cummin", T | X | A, "input,dim", SCAN_MAX},
{"cumprod", T | X | A, "input,dim,dtype", SCAN_PROD},
{"cumprod_backward", A, .why = WHY_PARTS},
{"cumsum", T | X | A, "input,dim,dtype", SCAN_SUM},
{"diff", T | X | A, "input,n,dim,prepend,append", SCAN_DIFF},
{"histc", T | X | A, "input,bins,min,max", SCAN_HISTC},
{"histogram", T | X | A, .why = WHY_NO_RULE},
{"isin", T | A, "input,other", SCAN_ISIN},
{"kthvalue", T | X | A, "input,k,dim,keepdim", SCAN_KTH},
{"logcumsumexp", T | X | A, "input,dim", SCAN_LSE, .no_complex = true},
{"mode", T | X | A, "input,dim,keepdim", SCAN_KTH},
{"msort", T | X | A, "input", SCAN_MSORT},
{"multinomial", T | X | A, "input,num_samples,replacement", SCAN_DRAW},
{"searchsorted", T | A, "boundaries,input,out_int32,right,side,sorter", SCAN_SEARCH},
{"sort", T | X | A, "input,dim,descending", SCAN_SORT},
{"topk", T | X | A, "input,k,dim,largest,sorted", SCAN_TOPK},
{"unique", T | X, "input,sorted,return_inverse,return_counts,dim", SCAN_UNIQUE},
{"unique_consecutive", T | X | A, "input,return_inverse,return_counts,dim", SCAN_UNIQUE},
{"unique_dim", A, "input,dim,sorted,return_inverse,return_counts", SCAN_UNIQUE},
};
/* clang-format on */

const struct op_family op_scan = {
    .title = "Scans and sorts",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_scan,
    .tensors = true,
    .complex = true,
    .each_flops = OP_EACH(1),
};
