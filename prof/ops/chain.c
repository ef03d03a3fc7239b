/*
 * chain.c - products of several matrices, and Kronecker's.
 *
 * In:  the operands
 * Out: 2 FLOPs a multiply-add, of a chain in the cheapest order, which torch
 *      takes; 1 for each element of Kronecker's, which sums nothing; bytes of
 *      operands and result
 *
 * Source: arithmetic; the order is the textbook's of a matrix chain, which
 * at::linalg_multi_dot takes too.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	CHAIN, /* matrices, one after the other */
	CHAIN_KRON,
};

#define MOST_MATRICES 32

/* The sizes between matrices (p0, p1), (p1, p2) ...; 0, or what is wrong. */
static uint64_t chain_sizes(const struct arg *t, size_t n, uint64_t *p)
{
	size_t i;

	for (i = 0; i < n; i++) {
		size_t nd = t[i].shape.n;
		uint64_t rows, columns;

		if (num_bad(op_elems(&t[i])))
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

/* FLOPs of the cheapest order: of parts of two matrices, of three ... */
static uint64_t cheapest(const uint64_t *p, size_t n)
{
	uint64_t best[MOST_MATRICES][MOST_MATRICES] = {{0}};
	size_t len, i, k;

	for (len = 2; len <= n; len++) {
		for (i = 0; i + len <= n; i++) {
			size_t j = i + len - 1;

			best[i][j] = NUM_OVERFLOW;
			for (k = i; k < j; k++) {
				uint64_t parts =
				    num_plus(best[i][k], best[k + 1][j]);
				uint64_t last = num_times(num_times(2, p[i]),
				    num_times(p[k + 1], p[j + 1]));
				uint64_t all = num_plus(parts, last);

				if (all < best[i][j])
					best[i][j] = all;
			}
		}
	}
	return n ? best[0][n - 1] : 0;
}

static int kron(struct op_ask *q)
{
	const struct arg *v[2] = {op_operand(q, 0), op_operand(q, 1)};
	uint64_t n = num_times(op_elems(v[0]), op_elems(v[1]));

	q->cost->dtype = op_promote(v, 2, false);
	works(q, times_flops(q->cost->dtype), n);
	reads(q, v[0]);
	reads(q, v[1]);
	moves(q, n, q->cost->dtype);
	return done(q);
}

static int cost_chain(struct op_ask *q)
{
	uint64_t p[MOST_MATRICES + 1] = {0}, bad;
	const struct arg *t;
	size_t n, i;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (q->row->variant == CHAIN_KRON)
		return kron(q);
	t = op_args_list(q, AT_matrices, &n);
	if (!t)
		return lacks(q, OP_NO_SHAPE);
	if (n > MOST_MATRICES)
		return lacks(q, NUM_OVERFLOW);
	bad = chain_sizes(t, n, p);
	if (bad)
		return lacks(q, bad);
	q->cost->dtype = t[0].dtype;
	/* a multiply-add of complex numbers is eight */
	multiplies(q, num_times(dtype_class(t[0].dtype) == DTYPE_COMPLEX ? 4 : 1,
			  cheapest(p, n)));
	for (i = 0; i < n; i++)
		reads(q, &t[i]);
	moves(q, num_times(p[0], p[n]), q->cost->dtype);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"chain_matmul", T | A, "matrices...", CHAIN},
{"kron", T | X | A, "input,other", CHAIN_KRON, .no_tc = true},
{"linalg_multi_dot", A, "matrices...", CHAIN},
};
/* clang-format on */

const struct op_family op_chain = {
    .title = "Several factors",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_chain,
    .complex = true,
    .tc = true,
};
