/*
 * product.c - products that are none of two matrices: a chain of matrices,
 * Kronecker's, bilinear forms, cross products.
 *
 * In:  the operands
 * Out: 2 FLOPs a multiply-add, of a chain in the cheapest order, as torch does
 *      it; 1 for each product of Kronecker's, which sums nothing; bytes of
 *      operands and result
 *
 * Source: arithmetic; the order is the textbook's of a matrix chain, which
 * at::linalg_multi_dot takes too.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define MOST_MATRICES 32

/* Matrices as sizes between them: (p0, p1), (p1, p2) ... */
static uint64_t chain_sizes(const struct arg *t, size_t n, uint64_t *p)
{
	size_t i;

	for (i = 0; i < n; i++) {
		size_t nd = t[i].shape.n;
		uint64_t rows, columns;

		if (op_elems(&t[i]) >= OP_BAD)
			return op_elems(&t[i]);
		/* A vector is a row in front, a column behind. */
		if (nd < 1 || nd > 2 || (nd == 1 && i != 0 && i + 1 != n))
			return OP_MISFIT;
		rows = nd == 1 && i == 0 ? 1 : (uint64_t)t[i].shape.v[0];
		columns = nd == 2  ? (uint64_t)t[i].shape.v[1]
			  : i == 0 ? (uint64_t)t[i].shape.v[0]
				   : 1;
		if (i == 0)
			p[0] = rows;
		if (p[i] != rows)
			return OP_MISFIT;
		p[i + 1] = columns;
	}
	return 0;
}

/* FLOPs of the cheapest order, longer and longer parts at a time. */
static uint64_t cheapest(const uint64_t *p, size_t n)
{
	uint64_t best[MOST_MATRICES][MOST_MATRICES] = {{0}};
	size_t len, i, k;

	for (len = 2; len <= n; len++) {
		for (i = 0; i + len <= n; i++) {
			size_t j = i + len - 1;

			best[i][j] = OP_OVERFLOW;
			for (k = i; k < j; k++) {
				uint64_t parts =
				    op_add(best[i][k], best[k + 1][j]);
				uint64_t last = op_mul(op_mul(2, p[i]),
				    op_mul(p[k + 1], p[j + 1]));
				uint64_t all = op_add(parts, last);

				if (all < best[i][j])
					best[i][j] = all;
			}
		}
	}
	return n ? best[0][n - 1] : 0;
}

static int kron(const struct op_entry *e, const struct call *call, struct cost *cost)
{
	const struct arg *v[2] = {op_operand(e, call, 0), op_operand(e, call, 1)};
	uint64_t n = op_mul(op_elems(v[0]), op_elems(v[1]));

	cost->dtype = op_promote(v, 2);
	return op_set(cost, n, 0,
	    op_add(op_add(op_moved(v[0]), op_moved(v[1])), op_size(n, cost->dtype)));
}

int op_chain(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	uint64_t p[MOST_MATRICES + 1] = {0}, bad, flops, bytes = 0;
	const struct arg *t;
	size_t n, i;

	if (part != PART_FORWARD) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (e->variant == CHAIN_KRON)
		return kron(e, call, cost);
	t = op_list(e, call, "matrices", &n);
	if (!t)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (n > MOST_MATRICES)
		return op_set(cost, OP_OVERFLOW, 0, OP_OVERFLOW);
	bad = chain_sizes(t, n, p);
	if (bad)
		return op_set(cost, bad, 0, bad);
	cost->dtype = t[0].dtype;
	for (i = 0; i < n; i++)
		bytes = op_add(bytes, op_moved(&t[i]));
	flops = cheapest(p, n);
	bytes = op_add(bytes, op_size(op_mul(p[0], p[n]), cost->dtype));
	return op_set(cost, flops, flops, bytes);
}

/* x1 (..., I1), x2 (..., I2), weight (O, I1, I2): x1.W for each output, and the
 * product with x2. */
int op_bilinear(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *a = op_tensor(e, call, "input1");
	const struct arg *b = op_tensor(e, call, "input2");
	const struct arg *w = op_tensor(e, call, "weight");
	const struct arg *bias = op_tensor(e, call, "bias");
	uint64_t rows, o, i1, i2, gemm, flops, bytes;
	struct op_shape s;

	if (!op_shape_of(w, &s) || op_elems(a) >= OP_BAD || op_elems(b) >= OP_BAD)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	cost->dtype = a->dtype;
	if (part != PART_FORWARD) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	o = s.n == 3 ? (uint64_t)s.v[0] : 0;
	i1 = s.n == 3 ? (uint64_t)s.v[1] : 0;
	i2 = s.n == 3 ? (uint64_t)s.v[2] : 0;
	rows = i1 ? op_elems(a) / i1 : 0;
	if (s.n != 3 || op_mul(rows, i1) != op_elems(a) ||
	    op_mul(rows, i2) != op_elems(b))
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	gemm = op_mul(op_mul(2, op_mul(rows, o)), op_mul(i2, op_add(i1, 1)));
	flops = bias ? op_add(gemm, op_mul(rows, o)) : gemm;
	bytes = op_add(op_add(op_moved(a), op_moved(b)), op_moved(w));
	if (bias)
		bytes = op_add(bytes, op_moved(bias));
	bytes = op_add(bytes, op_size(op_mul(rows, o), a->dtype));
	return op_set(cost, flops, gemm, bytes);
}

/* Each component is two products and their difference.  The gradient of an
 * operand is the cross product of the other one and dy. */
int op_cross(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *v[2] = {
	    op_tensor(e, call, "input"), op_tensor(e, call, "other")};
	bool complex;
	struct op_shape s;
	uint64_t n, first;

	if (!v[1] || !op_shape_of(v[0], &s))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (!op_broadcast(&s, v[1]))
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	n = op_shape_elems(&s);
	cost->dtype = op_promote(v, 2);
	complex = dtype_class(cost->dtype) == DTYPE_COMPLEX;
	first = part == PART_FORWARD ? op_moved(v[0]) : op_size(n, cost->dtype);
	return op_set(cost, op_mul(complex ? 2 * 6 + 2 : 2 + 1, n), 0,
	    op_add(op_add(first, op_moved(v[1])), op_size(n, cost->dtype)));
}
