/*
 * distance.c - distances between rows: all to all, or row by row.
 *
 * In:  rows of D coordinates, and which norm
 * Out: FLOPs a coordinate: difference, power, sum; and the root of each
 *      distance.  Bytes: the rows and the distances
 *
 * The count is the definition's also where torch multiplies matrices instead,
 * for more than 25 rows: that form runs operators that have rules of their own.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	DISTANCE_EACH, /* each row of one to each of the other: cdist */
	DISTANCE_EACH_GRAD,
	DISTANCE_SELF, /* each to each later one: pdist */
	DISTANCE_SELF_GRAD,
	DISTANCE_PAIR, /* row by row */
	DISTANCE_COSINE,
};

/* FLOPs of the norm, for each coordinate and for each distance. */
static bool weights(const struct op_ask *q, uint64_t *each, uint64_t *once)
{
	double p = 2;

	if (op_args_real(op_arg(q, AT_p), &p) == GIVEN_UNRECORDED)
		return false;
	/* Difference, square, sum, and a root; an absolute value or a
	 * comparison in place of the square; any other power takes both. */
	*each = p == 0 || p == 1 || p == 2 || p > 1e300 ? 3 : 4;
	*once = p == 0 || p == 1 || p > 1e300 ? 0 : 1;
	return true;
}

/* Rows and coordinates of the last two dimensions, and those before them. */
static uint64_t get_rows(
    const struct arg *t, struct op_shape *lead, uint64_t *rows, uint64_t *width)
{
	if (!op_shape_of(t, lead))
		return OP_NO_SHAPE;
	if (lead->n < 2)
		return OP_MISFIT;
	*width = (uint64_t)lead->v[lead->n - 1];
	*rows = (uint64_t)lead->v[lead->n - 2];
	lead->n -= 2;
	return 0;
}

/* Row by row: the operands broadcast; distances along `dim`, and real. */
static int pairwise(struct op_ask *q, const struct arg *a, const struct arg *b)
{
	bool cosine = q->row->variant == DISTANCE_COSINE, known = true;
	int64_t dim = op_args_int(q, AT_dim, cosine ? 1 : -1, &known);
	const struct arg *both[2] = {a, b};
	uint64_t n, out, bad, each = 3, once = 1;
	struct op_shape s;
	enum dtype type;
	size_t at;

	if (!op_shape_of(a, &s))
		return lacks(q, OP_NO_SHAPE);
	bad = op_broadcast(&s, b);
	if (bad)
		return lacks(q, bad);
	if (!cosine && !weights(q, &each, &once))
		known = false;
	n = op_shape_elems(&s);
	if (s.n == 0) /* has one dimension to torch */
		s.v[s.n++] = 1;
	if (!known || !op_dim(dim, s.n, &at))
		return lacks(q, known ? OP_MISFIT : OP_NO_ATTR);
	s.v[at] = 1;
	out = op_shape_elems(&s);
	type = op_promote(both, 2, false);
	if (dtype_class(type) == DTYPE_INT)
		type = DTYPE_FLOAT32;
	q->cost->dtype = type;
	/* Three dot products, two roots and bounds, a product, a quotient; a
	 * distance adds its eps to each difference. */
	works(q, cosine ? 6 : each + 1, n);
	works(q, cosine ? 6 : once, out);
	reads(q, a);
	reads(q, b);
	moves(q, out, dtype_real(type));
	return done(q);
}

/* b is NULL where the rows of a are paired with each other. */
static int each_to_each(
    struct op_ask *q, const struct arg *a, const struct arg *b, bool grad)
{
	struct op_shape lead, other = {.n = 0};
	struct arg rest = {.kind = ARG_TENSOR};
	uint64_t ra, rb = 0, wa, wb = 0, pairs, each, once, bad;

	bad = get_rows(a, &lead, &ra, &wa);
	if (!bad && b)
		bad = get_rows(b, &other, &rb, &wb);
	if (!bad && b && wa != wb)
		bad = OP_MISFIT;
	rest.shape = (struct dims){other.v, other.n};
	if (!bad && other.n)
		bad = op_broadcast(&lead, &rest);
	if (!bad && !weights(q, &each, &once))
		bad = OP_NO_ATTR;
	if (bad)
		return lacks(q, bad);
	q->cost->dtype = a->dtype;
	if (b) {
		pairs = num_times(num_times(op_shape_elems(&lead), ra), rb);
	} else {
		pairs = num_times(ra, ra ? ra - 1 : 0);
		pairs = num_divide(pairs, 2);
	}
	reads(q, a);
	reads(q, b);
	if (grad) {
		/* difference, product with dy, quotient, sum */
		works(q, 4, num_times(pairs, wa));
		moves_bytes(q, op_moved_or(op_tensor(q, AT_grad), pairs, a->dtype));
		moves_bytes(q,
		    op_moved_or(op_tensor(q, AT_distances), pairs, a->dtype));
		moves(q, op_elems(a), a->dtype);
	} else {
		works(q, num_plus(num_times(each, wa), once), pairs);
		moves(q, pairs, a->dtype);
	}
	return done(q);
}

static int cost_distance(struct op_ask *q)
{
	const unsigned variant = q->row->variant;
	bool grad = variant == DISTANCE_EACH_GRAD || variant == DISTANCE_SELF_GRAD;
	bool self = variant == DISTANCE_SELF || variant == DISTANCE_SELF_GRAD;
	bool pair = variant == DISTANCE_PAIR || variant == DISTANCE_COSINE;
	const struct arg *a = op_tensor(q, AT_x1);
	const struct arg *b = op_tensor(q, AT_x2);

	if (q->part != PART_FORWARD && (grad || pair))
		return refuses(q, WHY_NO_BACKWARD);
	if (!a || (!b && !self))
		return lacks(q, OP_NO_SHAPE);
	if (pair)
		return pairwise(q, a, b);
	return each_to_each(q, a, self ? NULL : b, grad || q->part != PART_FORWARD);
}

/* clang-format off */
static const struct op_row rows[] = {
{"CDist", N, "x1,x2", DISTANCE_EACH},
{"_cdist_backward", A, "grad,x1,x2,p,distances", DISTANCE_EACH_GRAD},
{"_cdist_forward", A, "x1,x2,p", DISTANCE_EACH},
{"_euclidean_dist", A, .why = WHY_PARTS},
{"_pdist_backward", A, "grad,x1,p,distances", DISTANCE_SELF_GRAD},
{"_pdist_forward", A, "x1,p", DISTANCE_SELF},
{"cdist", T | A, "x1,x2,p", DISTANCE_EACH},
{"cosine_similarity", T | F | A, "x1,x2,dim,eps", DISTANCE_COSINE},
{"pairwise_distance", T | F | A, "x1,x2,p,eps", DISTANCE_PAIR},
{"pdist", T | F | A, "x1,p", DISTANCE_SELF},
};
/* clang-format on */

const struct op_family op_distance = {
    .title = "Distances",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_distance,
    .tensors = true,
};
