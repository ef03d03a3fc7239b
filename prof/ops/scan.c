/*
 * scan.c - along a dimension, without making less of it: cumsum, sort, topk,
 * unique, searchsorted.
 *
 * In:  a call with a tensor
 * Out: FLOPs of a running sum; none for sorting, whose comparisons depend on
 *      the algorithm; bytes of the input and the results, indices as int64
 *
 * A radix sort moves its input several times over; bytes are what any sort has
 * to move.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define INDEX_SIZE 8

/* Elements of x with `dim` cut to k. */
static uint64_t cut(const struct op_entry *e, const struct call *call,
    const struct arg *x, int64_t k)
{
	struct op_shape s;
	bool known = true;
	int64_t dim = op_int(e, call, "dim", -1, &known);
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

/* Elements of x with `dim` one shorter, n times. */
static uint64_t shorter(
    const struct op_entry *e, const struct call *call, const struct arg *x)
{
	struct op_shape s;
	bool known = true;
	int64_t dim = op_int(e, call, "dim", -1, &known);
	int64_t times = op_int(e, call, "n", 1, &known);
	size_t i;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (!known || times < 0)
		return OP_NO_ATTR;
	if (!op_dim(dim, s.n, &i))
		return OP_MISFIT;
	return cut(e, call, x, s.v[i] > times ? s.v[i] - times : 0);
}

/* Elements of values and of indices that are written. */
static void results(const struct op_entry *e, const struct call *call,
    const struct arg *x, uint64_t *values, uint64_t *indices)
{
	uint64_t k;

	*values = op_elems(x);
	*indices = 0;
	switch (e->variant) {
	case SCAN_MAX:
	case SCAN_SORT:
		*indices = *values;
		break;
	case SCAN_ARGSORT:
		*indices = *values;
		*values = 0;
		break;
	case SCAN_TOPK:
		k = op_args_count(e, call, "k", -1);
		*values = k < OP_BAD ? cut(e, call, x, (int64_t)k) : k;
		*indices = *values;
		break;
	case SCAN_KTH:
		*values = *indices = cut(e, call, x, 1);
		break;
	case SCAN_DRAW:
		k = op_args_count(e, call, "num_samples", -1);
		*indices = op_mul(cut(e, call, x, 1), k);
		*values = 0;
		break;
	case SCAN_DIFF:
		*values = shorter(e, call, x);
		break;
	case SCAN_INTO:
		*indices = *values;
		break;
	default:
		break;
	}
}

/* unique: as many values as elements at most. */
static int unique(const struct op_entry *e, const struct call *call,
    const struct arg *x, struct cost *cost)
{
	bool known = true;
	bool inverse = op_bool(e, call, "return_inverse", false, &known);
	bool counts = op_bool(e, call, "return_counts", false, &known);
	uint64_t n = op_elems(x);
	uint64_t bytes = op_add(op_moved(x), op_size(n, x->dtype));

	bytes =
	    op_add(bytes, op_mul(n, INDEX_SIZE * ((uint64_t)inverse + counts)));
	cost->conf = CONF_UPPER;
	return op_set(cost, 0, 0, known ? bytes : OP_NO_ATTR);
}

/* searchsorted(boundaries, values), bucketize(values, boundaries): an index for
 * each value. */
static int search_sorted(
    const struct op_entry *e, const struct call *call, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	const struct arg *at = op_tensor(e, call, "boundaries");
	bool known = true;
	uint64_t size =
	    op_bool(e, call, "out_int32", false, &known) ? 4 : INDEX_SIZE;
	uint64_t bytes;

	if (!x || !at)
		return op_set(cost, 0, 0, OP_NO_SHAPE);
	cost->dtype = x->dtype;
	bytes = op_add(op_moved(x), op_moved(at));
	bytes = op_add(bytes, op_mul(op_elems(x), known ? size : OP_NO_ATTR));
	return op_set(cost, 0, 0, bytes);
}

/* dx of a running sum is one the other way round; of a selection, dy put where
 * the indices say. */
static int backward(const struct op_entry *e, const struct call *call,
    const struct arg *x, struct cost *cost)
{
	uint64_t n = op_elems(x), values, indices, bytes;

	results(e, call, x, &values, &indices);
	bytes = op_add(op_size(values, x->dtype), op_size(n, x->dtype));
	bytes = op_add(bytes, op_mul(indices, INDEX_SIZE));
	switch (e->variant) {
	case SCAN_SUM:
		return op_set(cost, n, 0, bytes);
	case SCAN_SORT:
	case SCAN_TOPK:
	case SCAN_KTH:
		return op_set(cost, 0, 0, bytes);
	case SCAN_ARGSORT:
	case SCAN_UNIQUE:
	case SCAN_SEARCH:
	case SCAN_HISTC:
	case SCAN_BINCOUNT:
	case SCAN_DRAW:
		cost->why = WHY_NO_GRADIENT;
		return -1;
	default:
		break;
	}
	cost->why = WHY_NO_BACKWARD;
	return -1;
}

/* Running sums of integers are int64. */
static enum dtype sum_type(
    const struct op_entry *e, const struct call *call, enum dtype in)
{
	const struct arg *out = op_arg(e, call, "out");

	if (op_args_is_tensor(out))
		return out->dtype;
	if (dtype_class(in) == DTYPE_INT || dtype_class(in) == DTYPE_BOOL)
		in = op_args_inplace(call) ? in : DTYPE_INT64;
	return op_dtype_arg(e, call, "dtype", in);
}

int op_scan(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	uint64_t values, indices, flops = 0, bytes;
	enum dtype type;

	if (!x)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	cost->dtype = type = x->dtype;
	if (part != PART_FORWARD)
		return backward(e, call, x, cost);
	if (e->variant == SCAN_UNIQUE)
		return unique(e, call, x, cost);
	if (e->variant == SCAN_SEARCH)
		return search_sorted(e, call, cost);
	results(e, call, x, &values, &indices);
	switch (e->variant) {
	case SCAN_SUM:
	case SCAN_PROD:
		type = sum_type(e, call, x->dtype);
		flops = values;
		break;
	case SCAN_MAX:
	case SCAN_DIFF:
	case SCAN_INTO:
		flops = values;
		break;
	case SCAN_HISTC:
		values = op_args_count(e, call, "bins", 100);
		break;
	case SCAN_BINCOUNT:
		values = OP_NO_VALUE;
		break;
	default:
		break;
	}
	if (flops && dtype_class(x->dtype) == DTYPE_COMPLEX)
		flops = op_mul(e->variant == SCAN_PROD ? 6 : 2, flops);
	bytes = op_add(op_moved(x), op_size(values, type));
	bytes = op_add(bytes, op_mul(indices, INDEX_SIZE));
	return op_set(cost, flops, 0, bytes);
}
