/*
 * linalg.c - factorisations and what solves equations with them.
 *
 * In:  matrices (..., m, n), right-hand sides (..., n, r)
 * Out: FLOPs of the textbook algorithm, always an estimate; bytes of the
 *      operands and results
 *
 * How long an iterative algorithm takes depends on the values, and which one a
 * library takes on the size; these are the usual counts to compare with.
 *
 * Source: Golub and Van Loan, Matrix Computations; LAPACK working note 41.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	LINALG_INV,
	LINALG_SOLVE,
	LINALG_LU,
	LINALG_LU_SOLVE,
	LINALG_CHOLESKY,
	LINALG_CHOLESKY_SOLVE,
	LINALG_TRIANGULAR,
	LINALG_QR,
	LINALG_Q, /* householder_product */
	LINALG_SVD,
	LINALG_SVD_FULL,   /* by default with all of both bases */
	LINALG_SVD_VALUES, /* without them */
	LINALG_EIGH,
	LINALG_EIGH_VALUES,
	LINALG_EIG,
	LINALG_DET,
	LINALG_LSTSQ,
};

struct linalg {
	const struct arg *a, *b;
	uint64_t batch, m, n, k; /* k: the lesser of both */
	uint64_t r;		 /* right-hand sides */
};

/* 0, or what is wrong. */
static uint64_t get_sizes(const struct op_ask *q, struct linalg *l)
{
	struct op_shape a, b, lead;
	struct arg rest = {.kind = ARG_TENSOR};

	if (!op_shape_of(l->a, &a))
		return OP_NO_SHAPE;
	if (a.n < 2)
		return OP_MISFIT;
	l->m = (uint64_t)a.v[a.n - 2];
	l->n = (uint64_t)a.v[a.n - 1];
	l->k = l->m < l->n ? l->m : l->n;
	lead = a;
	lead.n = a.n - 2;
	l->r = 1;
	if (op_shape_of(l->b, &b)) {
		/* A vector, or one for each matrix of a batch. */
		bool vector = b.n == 1 ||
			      (b.n + 1 == a.n && (uint64_t)b.v[b.n - 1] == l->m);
		size_t rows = vector ? 1 : 2;

		if (b.n < rows || (uint64_t)b.v[b.n - rows] != l->m)
			return q->row->variant == LINALG_TRIANGULAR ? OP_NO_VALUE
								    : OP_MISFIT;
		l->r = vector ? 1 : (uint64_t)b.v[b.n - 1];
		rest.shape = (struct dims){b.v, b.n - rows};
		if (rest.shape.n && op_broadcast(&lead, &rest))
			return OP_MISFIT;
	}
	l->batch = op_shape_elems(&lead);
	return num_bad(l->batch) ? l->batch : 0;
}

static uint64_t mul3(uint64_t a, uint64_t b, uint64_t c)
{
	return num_times(a, num_times(b, c));
}

/* a - b, which is not less than b. */
static uint64_t minus(uint64_t a, uint64_t b)
{
	if (num_bad(a) || num_bad(b))
		return num_bad(a) ? a : b;
	return a > b ? a - b : 0;
}

static uint64_t thrice(uint64_t n)
{
	return num_times(3, n);
}

/* LU of m by n: mn^2 - n^3 / 3 for m >= n; 2n^3 / 3 where it is square. */
static uint64_t lu(const struct linalg *l)
{
	uint64_t most = l->m > l->n ? l->m : l->n, k = l->k;

	return minus(thrice(mul3(most, k, k)), mul3(k, k, k));
}

/* QR of m by n, m >= n: 2mn^2 - 2n^3 / 3. */
static uint64_t qr(const struct linalg *l)
{
	uint64_t most = l->m > l->n ? l->m : l->n, k = l->k;

	return minus(num_times(6, mul3(most, k, k)), num_times(2, mul3(k, k, k)));
}

/* SVD of m by n, m >= n; *out is how many elements its results have: with bases
 * 4m^2n + 8mn^2 + 9n^3, the singular values alone 4mn^2 - 4n^3 / 3. */
static uint64_t svd(
    const struct op_ask *q, const struct linalg *l, uint64_t *out, bool *known)
{
	uint64_t n = l->k, m = l->m > l->n ? l->m : l->n;
	unsigned variant = q->row->variant;
	bool bases = variant != LINALG_SVD_VALUES, full, know_size = true;

	if (bases)
		bases = op_args_bool(q, AT_compute_uv, true, known);
	if (!*known)
		return OP_NO_ATTR;
	*out = n;
	if (!bases)
		return minus(
		    num_times(12, mul3(m, n, n)), num_times(4, mul3(n, n, n)));
	full = op_args_bool(
	    q, AT_full_matrices, variant == LINALG_SVD_FULL, &know_size);
	*out = num_plus(n, full ? num_plus(num_times(m, m), num_times(n, n))
				: num_times(n, num_plus(m, n)));
	if (!know_size)
		*out = OP_NO_ATTR;
	return thrice(num_plus(num_times(4, mul3(m, m, n)),
	    num_plus(num_times(8, mul3(m, n, n)), num_times(9, mul3(n, n, n)))));
}

/* Thrice the FLOPs of one matrix; *out is how many elements its results have.
 * *known becomes false where that was not recorded. */
static uint64_t count(
    const struct op_ask *q, const struct linalg *l, uint64_t *out, bool *known)
{
	uint64_t m = l->m, n = l->n, k = l->k, r = l->r;
	uint64_t cube = mul3(n, n, n), solve = mul3(n, n, r);

	*out = num_times(m, n);
	switch (q->row->variant) {
	case LINALG_INV:
		return num_times(6, cube);
	case LINALG_SOLVE:
		*out = num_times(n, r);
		return num_plus(lu(l), num_times(6, solve));
	case LINALG_LU:
		return lu(l);
	case LINALG_LU_SOLVE:
	case LINALG_CHOLESKY_SOLVE:
		*out = num_times(n, r);
		return num_times(6, solve);
	case LINALG_TRIANGULAR:
		*out = num_times(n, r);
		return thrice(solve);
	case LINALG_CHOLESKY:
		return cube;
	case LINALG_QR:
		*out = num_times(k, num_plus(m, n));
		return qr(l);
	case LINALG_Q:
		return qr(l);
	case LINALG_SVD:
	case LINALG_SVD_FULL:
	case LINALG_SVD_VALUES:
		return svd(q, l, out, known);
	case LINALG_EIGH:
		*out = num_plus(*out, n);
		return num_times(27, cube);
	case LINALG_EIGH_VALUES:
		*out = n;
		return num_times(27, cube);
	case LINALG_EIG:
		*out = num_times(2, num_plus(*out, n)); /* complex */
		return num_times(75, cube);
	case LINALG_DET:
		*out = 1;
		return lu(l);
	default: /* least squares by QR */
		*out = num_times(n, r);
		return num_plus(qr(l),
		    num_plus(num_times(12, mul3(m, n, r)), thrice(solve)));
	}
}

/* Whether the matrix must be square. */
static bool is_square(unsigned variant)
{
	switch (variant) {
	case LINALG_LU:
	case LINALG_QR:
	case LINALG_Q:
	case LINALG_SVD:
	case LINALG_SVD_FULL:
	case LINALG_SVD_VALUES:
	case LINALG_LSTSQ:
		return false;
	default:
		return true;
	}
}

static bool has_right_side(unsigned variant)
{
	switch (variant) {
	case LINALG_SOLVE:
	case LINALG_LU_SOLVE:
	case LINALG_TRIANGULAR:
	case LINALG_CHOLESKY_SOLVE:
	case LINALG_LSTSQ:
		return true;
	default:
		return false;
	}
}

static int cost_linalg(struct op_ask *q)
{
	struct linalg l = {.a = op_tensor(q, AT_a), .b = op_tensor(q, AT_b)};
	uint64_t bad = get_sizes(q, &l), flops, out;
	bool known = true;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (bad)
		return lacks(q, bad);
	if (is_square(q->row->variant) && l.m != l.n)
		return lacks(q, OP_MISFIT);
	if (has_right_side(q->row->variant) && !l.b)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = l.a->dtype;
	estimates_flops(q, WHY_VALUES);
	flops = count(q, &l, &out, &known);
	if (dtype_class(l.a->dtype) == DTYPE_COMPLEX)
		flops = num_times(4, flops);
	/* Thirds are added up over the batch, and rounded in the end. */
	flops = num_times(l.batch, flops);
	works(q, 1, !num_bad(flops) ? flops / 3 + (flops % 3 > 1) : flops);
	reads(q, l.a);
	reads(q, l.b);
	moves(q, known ? num_times(l.batch, out) : OP_NO_ATTR, l.a->dtype);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"Det", N, "a", LINALG_DET},
{"_linalg_det", A, "a", LINALG_DET},
{"_linalg_eigh", A, "a", LINALG_EIGH},
{"_linalg_slogdet", A, "a", LINALG_DET},
{"_linalg_solve_ex", A, "a,b", LINALG_SOLVE},
{"_linalg_svd", A, "a,full_matrices,compute_uv", LINALG_SVD},
{"cholesky", T | X | A, "a", LINALG_CHOLESKY},
{"cholesky_solve", T | X | A, "b,a", LINALG_CHOLESKY_SOLVE},
{"det", T | X | A, "a", LINALG_DET},
{"inverse", T | X | A, "a", LINALG_INV},
{"linalg_cholesky", A, "a", LINALG_CHOLESKY},
{"linalg_cholesky_ex", A, "a", LINALG_CHOLESKY},
{"linalg_det", A, "a", LINALG_DET},
{"linalg_eig", A, "a", LINALG_EIG},
{"linalg_eigh", A, "a", LINALG_EIGH},
{"linalg_eigvalsh", A, "a", LINALG_EIGH_VALUES},
{"linalg_householder_product", A, "a,tau", LINALG_Q},
{"linalg_inv", A, "a", LINALG_INV},
{"linalg_inv_ex", A, "a", LINALG_INV},
{"linalg_lstsq", A, "a,b", LINALG_LSTSQ},
{"linalg_lu_factor", A, "a", LINALG_LU},
{"linalg_lu_factor_ex", A, "a", LINALG_LU},
{"linalg_lu_solve", A, "a,pivots,b", LINALG_LU_SOLVE},
{"linalg_matrix_exp", A, .why = WHY_VALUES},
{"linalg_qr", A, "a,mode", LINALG_QR},
{"linalg_slogdet", A, "a", LINALG_DET},
{"linalg_solve", A, "a,b", LINALG_SOLVE},
{"linalg_solve_ex", A, "a,b", LINALG_SOLVE},
{"linalg_solve_triangular", A, "a,b,upper,left", LINALG_TRIANGULAR},
{"linalg_svd", A, "a,full_matrices", LINALG_SVD_FULL},
{"linalg_svdvals", A, "a", LINALG_SVD_VALUES},
{"matrix_exp", T | X | A, .why = WHY_VALUES},
{"slogdet", T | X | A, "a", LINALG_DET},
{"triangular_solve", T | X | A, "b,a", LINALG_TRIANGULAR},
};
/* clang-format on */

const struct op_family op_linalg = {
    .title = "Linear algebra",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_linalg,
};
