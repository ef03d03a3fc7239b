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
	LINALG_GEQRF, /* R and the reflectors in one matrix, and tau */
	LINALG_Q,     /* householder_product */
	LINALG_ORMQR, /* the reflectors applied to a matrix */
	LINALG_SVD,
	LINALG_SVD_FULL,   /* by default with all of both bases */
	LINALG_SVD_VALUES, /* without them */
	LINALG_EIGH,
	LINALG_EIGH_VALUES,
	LINALG_EIG,
	LINALG_EIG_VALUES,
	LINALG_CHOLESKY_INV, /* of a factor */
	LINALG_DET,
	LINALG_SLOGDET, /* a sign, and the logarithm of the absolute value */
	LINALG_LSTSQ,
	LINALG_WHICH = 31,
	/* more results */
	LINALG_FACTORS = 1 << 5, /* the matrix, factorised */
	LINALG_PIVOTS = 1 << 6,
	LINALG_INFO = 1 << 7,
	LINALG_COPY = 1 << 8, /* the triangle that was solved with */
};

struct linalg {
	const struct arg *a, *b;
	uint64_t batch;	   /* of the result */
	uint64_t matrices; /* in a */
	uint64_t shared;   /* thrice the FLOPs that each matrix in a takes once,
			    * for all of the batch that it is in */
	uint64_t m, n, k;  /* k: the lesser of both */
	uint64_t r;	   /* right-hand sides */
	uint64_t out, reals; /* elements of the results for each of the batch,
			      * and real ones besides */
};

static unsigned which(const struct op_ask *q)
{
	return q->row->variant & LINALG_WHICH;
}

/* Whether b is a vector, or one for each matrix of a batch: torch's
 * linalg_solve_is_vector_rhs. */
static bool is_vector(
    const struct op_ask *q, const struct op_shape *a, const struct op_shape *b)
{
	if (which(q) != LINALG_SOLVE && which(q) != LINALG_LSTSQ)
		return false;
	return b->n == 1 ||
	       (b->n + 1 == a->n && memcmp(a->v, b->v, b->n * sizeof *b->v) == 0);
}

/* Which dimension of b, from the end, meets the matrix: XA = B with `left`
 * false.  Where that was not recorded the one that fits; where both do there
 * are as many right-hand sides either way. */
static size_t met_dim(
    const struct op_ask *q, const struct linalg *l, const struct op_shape *b)
{
	bool known = true, left = op_args_bool(q, AT_left, true, &known);

	if (!known)
		left = b->n < 2 || (uint64_t)b->v[b->n - 2] == l->m;
	return left ? 2 : 1;
}

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
	l->matrices = op_shape_elems(&lead);
	l->r = 1;
	if (op_shape_of(l->b, &b)) {
		bool vector = is_vector(q, &a, &b);
		size_t dims = vector ? 1 : 2, at = vector ? 1 : met_dim(q, l, &b);

		if (b.n < dims || (uint64_t)b.v[b.n - at] != l->m)
			return OP_MISFIT;
		if (!vector)
			l->r = (uint64_t)b.v[b.n - (3 - at)];
		rest.shape = (struct dims){b.v, b.n - dims};
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

/* Whether tau has a number for each reflector, a column of the matrix, of which
 * there are no more than rows. */
static bool tau_fits(const struct linalg *l, const struct arg *tau)
{
	struct op_shape a, t;

	if (!op_shape_of(tau, &t) || !op_shape_of(l->a, &a))
		return true;
	return t.n + 1 == a.n && (uint64_t)t.v[t.n - 1] <= l->k &&
	       memcmp(a.v, t.v, (t.n - 1) * sizeof *a.v) == 0;
}

/* Reflectors of m rows applied to r columns: 2rk(2m - k). */
static uint64_t reflect(const struct op_ask *q, const struct linalg *l)
{
	const struct arg *tau = op_tensor(q, AT_tau);
	uint64_t k = tau ? op_last(tau) : l->k;

	return num_times(6, mul3(l->r, k, minus(num_times(2, l->m), k)));
}

/* SVD of m by n, m >= n: with bases 4m^2n + 8mn^2 + 9n^3, the singular values
 * alone 4mn^2 - 4n^3 / 3. */
static uint64_t svd(const struct op_ask *q, struct linalg *l)
{
	uint64_t n = l->k, m = l->m > l->n ? l->m : l->n;
	bool bases = which(q) != LINALG_SVD_VALUES, full, known = true;

	if (bases)
		bases = op_args_bool(q, AT_compute_uv, true, &known);
	if (!known)
		return l->out = OP_NO_ATTR;
	l->out = 0;
	l->reals = n;
	if (!bases)
		return minus(
		    num_times(12, mul3(m, n, n)), num_times(4, mul3(n, n, n)));
	full = op_args_bool(
	    q, AT_full_matrices, which(q) == LINALG_SVD_FULL, &known);
	l->out = full ? num_plus(num_times(m, m), num_times(n, n))
		      : num_times(n, num_plus(m, n));
	if (!known)
		l->out = OP_NO_ATTR;
	return thrice(num_plus(num_times(4, mul3(m, m, n)),
	    num_plus(num_times(8, mul3(m, n, n)), num_times(9, mul3(n, n, n)))));
}

/* Elements of Q and R: (m, k) and (k, n); with mode complete (m, m) and (m, n),
 * with r no Q. */
static uint64_t qr_out(struct op_ask *q, const struct linalg *l)
{
	struct str mode = str_of("reduced");
	uint64_t rows = l->k, r;

	if (op_args_word(op_arg(q, AT_mode), &mode) == GIVEN_UNRECORDED)
		estimates_bytes(q, WHY_ATTRIBUTE);
	if (str_is(mode, "complete"))
		rows = l->m;
	r = num_times(rows, l->n);
	return str_is(mode, "r") ? r : num_plus(num_times(l->m, rows), r);
}

/* Thrice the FLOPs of one of the batch; sets l->out, l->reals and l->shared. */
static uint64_t count(struct op_ask *q, struct linalg *l)
{
	uint64_t m = l->m, n = l->n, k = l->k, r = l->r;
	uint64_t cube = mul3(n, n, n), solve = mul3(n, n, r);
	bool known = true;

	l->out = num_times(m, n);
	switch (which(q)) {
	case LINALG_INV:
		return num_times(6, cube);
	case LINALG_SOLVE:
		l->out = num_times(n, r);
		l->shared = lu(l);
		return num_times(6, solve);
	case LINALG_LU:
		return lu(l);
	case LINALG_LU_SOLVE:
	case LINALG_CHOLESKY_SOLVE:
		l->out = num_times(n, r);
		return num_times(6, solve);
	case LINALG_TRIANGULAR:
		l->out = num_times(n, r);
		return thrice(solve);
	case LINALG_CHOLESKY:
		return cube;
	case LINALG_QR:
		l->out = qr_out(q, l);
		return qr(l);
	case LINALG_GEQRF:
		l->out = num_plus(l->out, k);
		return qr(l);
	case LINALG_Q:
		return qr(l);
	case LINALG_ORMQR:
		l->out = num_times(m, r);
		return reflect(q, l);
	case LINALG_SVD:
	case LINALG_SVD_FULL:
	case LINALG_SVD_VALUES:
		return svd(q, l);
	case LINALG_EIGH:
		l->reals = n;
		if (!op_args_bool(q, AT_compute_v, true, &known))
			l->out = 0;
		if (!known)
			l->out = OP_NO_ATTR;
		return num_times(27, cube);
	case LINALG_EIGH_VALUES:
		l->out = 0;
		l->reals = n;
		return num_times(27, cube);
	case LINALG_EIG:
		l->out = num_plus(l->out, n);
		return num_times(75, cube);
	case LINALG_EIG_VALUES:
		l->out = n;
		return num_times(30, cube);
	case LINALG_CHOLESKY_INV:
		return num_times(2, cube);
	case LINALG_DET:
		l->out = 1;
		return lu(l);
	case LINALG_SLOGDET:
		l->out = 1;
		l->reals = 1;
		return lu(l);
	default: /* least squares by QR; residuals where there are more rows */
		l->out = num_times(n, r);
		l->reals = m > n ? r : 0;
		return num_plus(qr(l),
		    num_plus(num_times(12, mul3(m, n, r)), thrice(solve)));
	}
}

static void moves_results(struct op_ask *q, const struct linalg *l)
{
	const enum dtype type = l->a->dtype;
	const unsigned more = q->row->variant;
	const uint64_t factors = num_times(l->m, l->n);

	moves(q, num_times(l->batch, l->out),
	    which(q) == LINALG_EIG || which(q) == LINALG_EIG_VALUES
		? dtype_complex(type)
		: type);
	moves(q, num_times(l->batch, l->reals), dtype_real(type));
	if (more & LINALG_FACTORS)
		moves(q, num_times(l->matrices, factors), type);
	if (more & LINALG_PIVOTS)
		moves(q, num_times(l->matrices, l->k), DTYPE_INT32);
	if (more & LINALG_INFO)
		moves(q, l->matrices, DTYPE_INT32);
	if (more & LINALG_COPY)
		moves(q, num_times(l->batch, factors), type);
}

/* Whether the matrix must be square. */
static bool is_square(unsigned variant)
{
	switch (variant) {
	case LINALG_LU:
	case LINALG_QR:
	case LINALG_GEQRF:
	case LINALG_Q:
	case LINALG_ORMQR:
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
	case LINALG_ORMQR:
		return true;
	default:
		return false;
	}
}

static int cost_linalg(struct op_ask *q)
{
	struct linalg l = {.a = op_tensor(q, AT_a), .b = op_tensor(q, AT_b)};
	uint64_t bad = get_sizes(q, &l), flops;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (bad)
		return lacks(q, bad);
	if ((is_square(which(q)) && l.m != l.n) ||
	    !tau_fits(&l, op_tensor(q, AT_tau)))
		return lacks(q, OP_MISFIT);
	if (has_right_side(which(q)) && !l.b)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = l.a->dtype;
	estimates_flops(q, WHY_VALUES);
	/* Thirds are added up over the batch, and rounded in the end. */
	flops = num_times(l.batch, count(q, &l));
	flops = num_plus(flops, num_times(l.matrices, l.shared));
	if (dtype_class(l.a->dtype) == DTYPE_COMPLEX)
		flops = num_times(4, flops);
	works(q, 1, !num_bad(flops) ? flops / 3 + (flops % 3 > 1) : flops);
	reads(q, l.a);
	reads(q, l.b);
	reads(q, op_tensor(q, AT_pivots));
	reads(q, op_tensor(q, AT_tau));
	moves_results(q, &l);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"Det", N, "a", LINALG_DET},
{"_linalg_det", A, "a", LINALG_DET | LINALG_FACTORS | LINALG_PIVOTS},
{"_linalg_eigh", A, "a,UPLO,compute_v", LINALG_EIGH},
{"_linalg_eigvals", A, "a", LINALG_EIG_VALUES},
{"_linalg_slogdet", A, "a", LINALG_SLOGDET | LINALG_FACTORS | LINALG_PIVOTS},
{"_linalg_solve_ex", A, "a,b,left", LINALG_SOLVE | LINALG_FACTORS | LINALG_PIVOTS | LINALG_INFO},
{"_linalg_svd", A, "a,full_matrices,compute_uv", LINALG_SVD},
{"cholesky", T | X | A, "a", LINALG_CHOLESKY},
{"cholesky_inverse", T | X | A, "a", LINALG_CHOLESKY_INV},
{"cholesky_solve", T | X | A, "b,a", LINALG_CHOLESKY_SOLVE},
{"det", T | X | A, "a", LINALG_DET},
{"geqrf", T | X | A, "a", LINALG_GEQRF},
{"inverse", T | X | A, "a", LINALG_INV},
{"linalg_cholesky", A, "a", LINALG_CHOLESKY},
{"linalg_cholesky_ex", A, "a", LINALG_CHOLESKY | LINALG_INFO},
{"linalg_det", A, "a", LINALG_DET},
{"linalg_eig", A, "a", LINALG_EIG},
{"linalg_eigh", A, "a", LINALG_EIGH},
{"linalg_eigvals", A, "a", LINALG_EIG_VALUES},
{"linalg_eigvalsh", A, "a", LINALG_EIGH_VALUES},
{"linalg_householder_product", A, "a,tau", LINALG_Q},
{"linalg_inv", A, "a", LINALG_INV},
{"linalg_inv_ex", A, "a", LINALG_INV | LINALG_INFO},
{"linalg_lstsq", A, "a,b", LINALG_LSTSQ},
{"linalg_lu", A, .why = WHY_PARTS},
{"linalg_lu_factor", A, "a", LINALG_LU | LINALG_PIVOTS},
{"linalg_lu_factor_ex", A, "a", LINALG_LU | LINALG_PIVOTS | LINALG_INFO},
{"linalg_lu_solve", A, "a,pivots,b,left", LINALG_LU_SOLVE},
{"linalg_matrix_exp", A, .why = WHY_VALUES},
{"linalg_qr", A, "a,mode", LINALG_QR},
{"linalg_slogdet", A, "a", LINALG_SLOGDET},
{"linalg_solve", A, "a,b,left", LINALG_SOLVE},
{"linalg_solve_ex", A, "a,b,left", LINALG_SOLVE | LINALG_INFO},
{"linalg_solve_triangular", A, "a,b,upper,left", LINALG_TRIANGULAR},
{"linalg_svd", A, "a,full_matrices", LINALG_SVD_FULL},
{"linalg_svdvals", A, "a", LINALG_SVD_VALUES},
{"lu_unpack", T | A, .why = WHY_PARTS},
{"matrix_exp", T | X | A, .why = WHY_VALUES},
{"ormqr", T | X | A, "a,tau,b,left", LINALG_ORMQR},
{"slogdet", T | X | A, "a", LINALG_SLOGDET},
{"triangular_solve", T | X | A, "b,a", LINALG_TRIANGULAR | LINALG_COPY},
};
/* clang-format on */

const struct op_family op_linalg = {
    .title = "Linear algebra",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_linalg,
    .tensors = true,
    .complex = true,
};
