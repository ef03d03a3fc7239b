/*
 * grouped.c - products of several groups of rows, each with a weight of its
 * own: grouped products, and mixtures of experts in one operator.
 *
 * In:  rows of all groups together, weights of all groups, where groups end
 * Out: 2 FLOPs a multiply-add; bytes of the rows, the weights of the groups
 *      that can be hit, the result, and the ends
 *
 * How many rows a group has is in no record and needs not be: their sum is.
 * How many groups have any is not known either; there are at most as many as
 * rows.
 */
#include "prof/ops/family.h"

enum {
	GROUPED_EITHER = 1, /* weights are (G, K, N) or (G, N, K) */
	GROUPED_ROWS = 2,   /* rows are summed up: (T, M) by (T, N) */
};

struct grouped {
	struct op_ask *q;
	const struct arg *a, *b;
	uint64_t macs;
	uint64_t a_elems, b_elems, out; /* elements that are read and written */
	uint64_t all_b;			/* of all groups */
	enum dtype type;		/* of the result */
};

static uint64_t least(uint64_t a, uint64_t b)
{
	if (a >= NUM_BAD || b >= NUM_BAD)
		return a >= NUM_BAD ? a : b;
	return a < b ? a : b;
}

static uint64_t values_in(const struct arg *t)
{
	return t->dtype == DTYPE_FLOAT4_E2M1FN_X2 ? 2 : 1;
}

/* Groups of an operator whose operands both lack that dimension. */
static uint64_t groups_of(const struct grouped *g)
{
	const struct arg *ends = op_tensor(g->q, AT_offs);

	return ends && ends->shape.n == 1 && ends->shape.v[0] >= 0
		   ? (uint64_t)ends->shape.v[0]
		   : OP_NO_SHAPE;
}

/*
 * (M, K) by (G, K, N): rows are in groups; (G, M, K) by (K, N): columns are;
 * (M, K) by (K, N): K is, which makes G results; (G, M, K) by (G, K, N): a
 * batch.
 */
static uint64_t get_sizes(struct grouped *g)
{
	struct op_shape a, b;
	const int64_t *x = a.v, *w = b.v;
	uint64_t m, n, k, deep, groups, hit;

	if (!op_shape_of(g->a, &a) || !op_shape_of(g->b, &b))
		return OP_NO_SHAPE;
	if (a.n < 2 || a.n > 3 || b.n < 2 || b.n > 3)
		return OP_MISFIT;
	m = (uint64_t)x[a.n - 2];
	k = (uint64_t)x[a.n - 1];
	deep = (uint64_t)w[b.n - 2];
	n = (uint64_t)w[b.n - 1];
	if (g->q->row->variant & GROUPED_EITHER && k != deep && k == n) {
		n = deep; /* (G, N, K) */
		deep = k;
	}
	if (g->q->row->variant & GROUPED_ROWS) {
		/* rows are summed up: (T, M) by (T, N) */
		if (a.n != 2 || b.n != 2 || x[0] != w[0])
			return OP_MISFIT;
		k = deep = (uint64_t)x[0];
		m = (uint64_t)x[1];
	}
	if (k != deep || (a.n == 3 && b.n == 3 && x[0] != w[0]))
		return OP_MISFIT;
	groups = a.n == 3   ? (uint64_t)x[0]
		 : b.n == 3 ? (uint64_t)w[0]
			    : groups_of(g);
	k = num_times(k, values_in(g->a));
	g->macs = num_times(num_times(m, n), k);
	g->out = num_times(m, n);
	g->a_elems = op_elems(g->a);
	g->all_b = op_elems(g->b);
	g->b_elems = g->all_b;
	if (a.n == b.n) {
		g->out = num_times(g->out, groups);
		if (a.n == 3)
			g->macs = num_times(g->macs, groups);
	} else if (b.n == 3) {
		hit = least(groups, m);
		g->b_elems =
		    num_times(hit, num_times((uint64_t)w[1], (uint64_t)w[2]));
	} else {
		hit = least(groups, n);
		g->a_elems =
		    num_times(hit, num_times((uint64_t)x[1], (uint64_t)x[2]));
	}
	return 0;
}

/* Scales, ends and a bias: all tensors but the operands. */
static uint64_t rest_bytes(const struct grouped *g, const struct arg *v, size_t n)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (v[i].kind == ARG_TENSOR && &v[i] != g->a && &v[i] != g->b &&
		    !(v == g->q->call->args && op_args_is_out(g->q, &v[i])))
			sum = num_plus(sum, op_moved(&v[i]));
		else if (v[i].value.kind == VALUE_ARGS && v == g->q->call->args)
			sum = num_plus(sum,
			    rest_bytes(g, v[i].value.args.v, v[i].value.args.n));
	}
	return sum;
}

static int forward(struct op_ask *q, const struct grouped *g)
{
	uint64_t gemm = num_times(2, g->macs), flops = gemm;
	uint64_t bytes = num_plus(
	    op_size(g->a_elems, g->a->dtype), op_size(g->b_elems, g->b->dtype));

	if (op_tensor(g->q, AT_bias))
		flops = num_plus(flops, g->out);
	bytes =
	    num_plus(bytes, rest_bytes(g, g->q->call->args, g->q->call->nargs));
	bytes = num_plus(bytes, op_size(g->out, g->type));
	return answer(q, flops, gemm, bytes);
}

/* As of any product: dA = dY.B', dB = A'.dY; all groups have a gradient. */
static int backward(struct op_ask *q, const struct grouped *g)
{
	uint64_t gemm = 0, bytes = 0, one = num_times(2, g->macs);
	uint64_t dy = op_size(g->out, g->type);
	uint64_t a = op_size(g->a_elems, g->a->dtype);
	uint64_t b = op_size(g->b_elems, g->b->dtype);
	uint64_t ends = rest_bytes(g, g->q->call->args, g->q->call->nargs);

	if (q->part == PART_DBIAS)
		return refuses(q, WHY_NO_BIAS);
	if (q->part != PART_WGRAD) {
		gemm = one;
		bytes = num_plus(num_plus(dy, b),
		    num_plus(ends, op_size(op_elems(g->a), g->a->dtype)));
	}
	if (q->part == PART_WGRAD || q->part == PART_BACKWARD) {
		gemm = num_plus(gemm, one);
		bytes = num_plus(
		    bytes, num_plus(num_plus(dy, a),
			       num_plus(ends, op_size(g->all_b, g->b->dtype))));
	}
	return answer(q, gemm, gemm, bytes);
}

static int cost_grouped(struct op_ask *q)
{
	struct grouped g = {.q = q};
	uint64_t bad;

	g.a = op_tensor(q, AT_a);
	g.b = op_tensor(q, AT_b);
	bad = get_sizes(&g);
	if (bad)
		return lacks(q, bad);
	q->cost->dtype = g.a->dtype;
	g.type = g.a->dtype;
	if (dtype_class(g.type) == DTYPE_FLOAT && dtype_bits(g.type) == 8)
		g.type = DTYPE_BFLOAT16;
	g.type = op_args_dtype(q, AT_out_dtype, g.type);
	return q->part == PART_FORWARD ? forward(q, &g) : backward(q, &g);
}

/* clang-format off */
static const struct op_row rows[] = {
{"_GroupedLinear", A | O, .why = WHY_PARTS},
{"_grouped_mm", A, "a,b,offs,bias,out_dtype"},
{"_scaled_grouped_mm", A, "a,b,scale_a,scale_b,offs,bias,scale_result,out_dtype,use_fast_accum"},
{"_scaled_grouped_mm_v2", A, "a,b,scale_a,recipe_a,swizzle_a,scale_b,recipe_b,swizzle_b,offs,bias,out_dtype"},
{"primus_turbo::grouped_gemm", O, "a,b,offs", GROUPED_EITHER},
{"primus_turbo::grouped_gemm_variable_k", O, "a,b,offs", GROUPED_ROWS},
};
/* clang-format on */

const struct op_family op_grouped = {
    .title = "Grouped products",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_grouped,
    .tc = true,
    .product = true,
};
