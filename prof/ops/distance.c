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
#include "prof/ops/args.h"
#include "prof/ops/models.h"

/* FLOPs a coordinate and a distance, of the norm. */
static bool weights(const struct op_entry *e, const struct call *call,
    uint64_t *each, uint64_t *once)
{
	double p = 2;

	if (op_args_real(op_arg(e, call, "p"), &p) == GIVEN_UNTOLD)
		return false;
	/* difference, square, sum, and a root; absolute value or comparison in
	 * place of the square; any other power takes both */
	*each = p == 0 || p == 1 || p == 2 || p > 1e300 ? 3 : 4;
	*once = p == 0 || p == 1 || p > 1e300 ? 0 : 1;
	return true;
}

/* Rows and coordinates of the last two dimensions, and what is before them. */
static uint64_t get_rows(
    const struct arg *t, uint64_t *batch, uint64_t *rows, uint64_t *width)
{
	struct op_shape s;

	if (!op_shape_of(t, &s))
		return OP_NO_SHAPE;
	if (s.n < 2)
		return OP_MISFIT;
	*width = (uint64_t)s.v[s.n - 1];
	*rows = (uint64_t)s.v[s.n - 2];
	s.n -= 2;
	*batch = op_shape_elems(&s);
	return *batch >= OP_BAD ? *batch : 0;
}

/* Row by row: the operands broadcast; distances along `dim`. */
static int pairwise(const struct op_entry *e, const struct call *call,
    const struct arg *a, const struct arg *b, struct cost *cost)
{
	bool cosine = e->variant == DISTANCE_COSINE, known = true;
	int64_t dim = op_int(e, call, "dim", cosine ? 1 : -1, &known);
	const struct arg *both[2] = {a, b};
	uint64_t n, out, each = 3, once = 1;
	struct op_shape s;
	enum dtype t;

	if (!op_shape_of(a, &s))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (!op_broadcast(&s, b) || s.n == 0 || s.n > OP_MAX_DIMS)
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	if (!cosine && !weights(e, call, &each, &once))
		known = false;
	dim += dim < 0 ? (int64_t)s.n : 0;
	if (!known || dim < 0 || dim >= (int64_t)s.n)
		return op_set(cost, known ? OP_MISFIT : OP_NO_ATTR, 0,
		    known ? OP_MISFIT : OP_NO_ATTR);
	n = op_shape_elems(&s);
	s.v[dim] = 1;
	out = op_shape_elems(&s);
	t = op_promote(both, 2);
	cost->dtype = t;
	/* Three dot products, two roots and bounds, a product, a quotient; a
	 * distance adds its eps to each difference. */
	n = op_mul(n, cosine ? 6 : each + 1);
	n = op_add(n, op_mul(out, cosine ? 6 : once));
	return op_set(cost, n, 0,
	    op_add(op_add(op_moved(a), op_moved(b)), op_size(out, t)));
}

static int each_to_each(const struct op_entry *e, const struct call *call,
    const struct arg *a, const struct arg *b, bool grad, struct cost *cost)
{
	const struct arg *dy = op_tensor(e, call, "grad");
	const struct arg *d = op_tensor(e, call, "distances");
	uint64_t ba, bb = 1, ra, rb = 0, wa, wb = 0;
	uint64_t pairs, n, bytes, each, once, bad;
	bool self = b == NULL;

	bad = get_rows(a, &ba, &ra, &wa);
	if (!bad && !self)
		bad = get_rows(b, &bb, &rb, &wb);
	if (!bad && !self && (wa != wb || (ba != bb && ba != 1 && bb != 1)))
		bad = OP_MISFIT;
	if (!bad && !weights(e, call, &each, &once))
		bad = OP_NO_ATTR;
	if (bad)
		return op_set(cost, bad, 0, bad);
	cost->dtype = a->dtype;
	if (self) {
		pairs = op_mul(ra, ra ? ra - 1 : 0);
		pairs = pairs < OP_BAD ? pairs / 2 : pairs;
	} else {
		pairs = op_mul(op_mul(ba > bb ? ba : bb, ra), rb);
	}
	bytes = op_moved(a);
	if (!self)
		bytes = op_add(bytes, op_moved(b));
	if (grad) {
		/* difference, product with dy, quotient, sum */
		n = op_mul(op_mul(4, pairs), wa);
		bytes =
		    op_add(bytes, dy ? op_moved(dy) : op_size(pairs, a->dtype));
		bytes = op_add(bytes, d ? op_moved(d) : op_size(pairs, a->dtype));
		bytes = op_add(bytes, op_size(op_elems(a), a->dtype));
	} else {
		n = op_mul(pairs, op_add(op_mul(each, wa), once));
		bytes = op_add(bytes, op_size(pairs, a->dtype));
	}
	return op_set(cost, n, 0, bytes);
}

int op_distance(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const int variant = e->variant;
	bool grad = variant == DISTANCE_EACH_GRAD || variant == DISTANCE_SELF_GRAD;
	bool self = variant == DISTANCE_SELF || variant == DISTANCE_SELF_GRAD;
	bool pair = variant == DISTANCE_PAIR || variant == DISTANCE_COSINE;
	const struct arg *a = op_tensor(e, call, "x1");
	const struct arg *b = op_tensor(e, call, "x2");

	if (part != PART_FORWARD && (grad || pair)) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (!a || (!b && !self))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (pair)
		return pairwise(e, call, a, b, cost);
	return each_to_each(
	    e, call, a, self ? NULL : b, grad || part != PART_FORWARD, cost);
}
