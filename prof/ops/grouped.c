/*
 * grouped.c - products of several groups of rows, each with a weight of its own.
 *
 * In:  rows of all groups together, weights of all groups, where groups end
 * Out: 2 FLOPs a multiply-add; bytes of the rows, the weights of the groups
 *      that can be hit, the result, and the ends
 *
 * No record says how many rows a group has, and none needs to: FLOPs follow
 * from their sum.  Nor is it known how many groups have any, but at most as
 * many as there are rows.
 */
#include "prof/ops/family.h"
#include "common/nelems.h"
#include "prof/ops/product.h"

enum {
	GROUPED_EITHER = 1, /* weights are (G, K, N) or (G, N, K) */
	GROUPED_ROWS = 2,   /* rows are summed up: (T, M) by (T, N) */
};

struct grouped {
	const struct arg *a, *b, *bias;
	uint64_t macs;
	uint64_t a_elems, b_elems, out; /* elements that are read and written */
	enum dtype type;		/* of the result */
};

static uint64_t values_in(const struct arg *t)
{
	return t->dtype == DTYPE_FLOAT4_E2M1FN_X2 ? 2 : 1;
}

/* How many groups there are where no operand has them as a dimension. */
static uint64_t groups_of(const struct op_ask *q)
{
	const struct arg *ends = op_tensor(q, AT_offs);

	return ends && ends->shape.n == 1 ? op_extent(ends, 0) : OP_NO_SHAPE;
}

/*
 * (M, K) by (G, K, N): rows are in groups; (G, M, K) by (K, N): columns are;
 * (M, K) by (K, N): K is, which makes G results; (G, M, K) by (G, K, N): a
 * batch.
 */
static uint64_t get_sizes(const struct op_ask *q, struct grouped *g)
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
	if (q->row->variant & GROUPED_EITHER && k != deep && k == n) {
		n = deep; /* (G, N, K) */
		deep = k;
	}
	if (q->row->variant & GROUPED_ROWS) {
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
			    : groups_of(q);
	if (q->row->spaces & SPACE_ATEN && differ(groups, groups_of(q)))
		return OP_MISFIT;
	k = num_times(k, values_in(g->a));
	g->macs = num_times(num_times(m, n), k);
	g->out = num_times(m, n);
	g->a_elems = op_elems(g->a);
	g->b_elems = op_elems(g->b);
	if (a.n == b.n) {
		g->out = num_times(g->out, groups);
		if (a.n == 3)
			g->macs = num_times(g->macs, groups);
	} else if (b.n == 3) {
		hit = num_least(groups, m);
		g->b_elems =
		    num_times(hit, num_times((uint64_t)w[1], (uint64_t)w[2]));
	} else {
		hit = num_least(groups, n);
		g->a_elems =
		    num_times(hit, num_times((uint64_t)x[1], (uint64_t)x[2]));
	}
	return 0;
}

/* Bytes of scales and ends: all tensors but the operands and the bias. */
static uint64_t rest_bytes(const struct op_ask *q, const struct grouped *g,
    const struct arg *v, size_t n)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (v[i].kind == ARG_TENSOR && &v[i] != g->a && &v[i] != g->b &&
		    &v[i] != g->bias &&
		    !(v == q->call->args && op_args_is_out(q, &v[i])))
			sum = num_plus(sum, op_moved(&v[i]));
		else if (v[i].value.kind == VALUE_ARGS && v == q->call->args)
			sum = num_plus(sum, rest_bytes(q, g, v[i].value.args.v,
						v[i].value.args.n));
	}
	return sum;
}

static int forward(struct op_ask *q, const struct grouped *g)
{
	multiplies(q, num_times(2, g->macs));
	if (g->bias)
		works(q, 1, g->out);
	moves(q, g->a_elems, g->a->dtype);
	moves(q, g->b_elems, g->b->dtype);
	moves_bytes(q, op_moved(g->bias));
	moves_bytes(q, rest_bytes(q, g, q->call->args, q->call->nargs));
	moves(q, g->out, g->type);
	return done(q);
}

/* All groups have a gradient. */
static int backward(struct op_ask *q, const struct grouped *g)
{
	struct op_product p = {
	    .flops = num_times(2, g->macs),
	    .adds = g->out,
	    .has_bias = g->bias != NULL,
	    .dy = op_size(g->out, g->type),
	    .a = op_size(g->a_elems, g->a->dtype),
	    .b = op_size(g->b_elems, g->b->dtype),
	    .rest = rest_bytes(q, g, q->call->args, q->call->nargs),
	    .da = op_size(op_elems(g->a), g->a->dtype),
	    .db = op_size(op_elems(g->b), g->b->dtype),
	};

	if (g->bias)
		p.dc = op_grad_as(g->bias, DTYPE_UNKNOWN);
	return op_product_backward(q, &p);
}

static int cost_grouped(struct op_ask *q)
{
	struct grouped g = {.a = op_tensor(q, AT_a),
	    .b = op_tensor(q, AT_b),
	    .bias = op_tensor(q, AT_bias)};
	uint64_t bad = get_sizes(q, &g);

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
