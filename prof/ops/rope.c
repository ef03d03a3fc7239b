/*
 * rope.c - rotary position embedding.
 *
 * In:  a call with queries, keys or both, positions, and angles or their
 *      cosines and sines
 * Out: 3 FLOPs an element that is rotated (two products and a sum); bytes of
 *      what is rotated, read and written, of the positions, and of the angles:
 *      a row for each token where they are a table that positions index
 *
 * The backward rotates the gradient the other way and costs the same.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define ROTATE_FLOPS 3

static uint64_t moved(const struct arg *t)
{
	return t ? op_moved(t) : 0;
}

/* The last size of a shape. */
static uint64_t width(const struct arg *t)
{
	if (!t || t->shape.n == 0 || t->shape.v[t->shape.n - 1] < 0)
		return OP_NO_SHAPE;
	return (uint64_t)t->shape.v[t->shape.n - 1];
}

/* The size of a head of x; 0: not known. */
static uint64_t head_size(
    const struct op_entry *e, const struct call *call, const struct arg *x)
{
	bool known = true;
	int64_t size = op_int(e, call, "head_size", 0, &known);
	int64_t heads = op_int(e, call, "num_heads", 0, &known);
	uint64_t wide = width(x);

	if (size > 0)
		return (uint64_t)size;
	if (heads > 0 && wide < OP_BAD)
		return wide / (uint64_t)heads;
	/* (batch, sequence, heads, size), in some order of the first three */
	return x->shape.n >= 4 && wide < OP_BAD ? wide : 0;
}

/*
 * Elements of x that are rotated: of each head no more than the angles are
 * wide.  A table of cosines and sines side by side is as wide as the rotated
 * part, one of cosines as wide or half as wide.
 */
static uint64_t rotated(const struct op_entry *e, const struct call *call,
    const struct arg *x, uint64_t angles)
{
	uint64_t n = op_elems(x), d = head_size(e, call, x);

	if (n >= OP_BAD || angles >= OP_BAD)
		return op_add(n, angles);
	if (d == 0 || angles == 0 || angles >= d || n % d)
		return n;
	return op_mul(n / d, angles);
}

int op_rope(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *q = op_tensor(e, call, "query");
	const struct arg *k = op_tensor(e, call, "key");
	const struct arg *at = op_tensor(e, call, "positions");
	const struct arg *table = op_tensor(e, call, "table");
	const struct arg *cos = op_tensor(e, call, "cos");
	const struct arg *sin = op_tensor(e, call, "sin");
	const struct arg *angles = table ? table : cos;
	uint64_t wide, n, bytes;

	(void)part;
	if (!q || !angles)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	cost->dtype = q->dtype;
	wide = width(angles);
	if (cos && e->variant & ROPE_HALF)
		wide = op_mul(2, wide);
	n = rotated(e, call, q, wide);
	bytes = op_mul(2, op_moved(q));
	if (k) {
		n = op_add(n, rotated(e, call, k, wide));
		bytes = op_add(bytes, op_mul(2, op_moved(k)));
	}
	bytes = op_add(bytes, moved(at));
	if (at && op_elems(at) > 1) {
		/* a row of the table, or of both, for each position */
		uint64_t rows = op_mul(op_elems(at), width(angles));

		bytes = op_add(
		    bytes, op_mul(cos ? 2 : 1, op_size(rows, angles->dtype)));
	} else {
		bytes =
		    op_add(bytes, op_add(moved(angles), moved(cos ? sin : NULL)));
	}
	return op_set(cost, op_mul(ROTATE_FLOPS, n), 0, bytes);
}
