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
#include "prof/ops/args.h"
#include "prof/ops/models.h"

struct grouped {
	const struct op_entry *e;
	const struct call *call;
	const struct arg *a, *b;
	uint64_t macs;
	uint64_t a_elems, b_elems, out; /* elements that are read and written */
	uint64_t all_b;			/* of all groups */
	enum dtype type;		/* of the result */
};

static uint64_t least(uint64_t a, uint64_t b)
{
	if (a >= OP_BAD || b >= OP_BAD)
		return a >= OP_BAD ? a : b;
	return a < b ? a : b;
}

static uint64_t values_in(const struct arg *t)
{
	return t->dtype == DTYPE_FLOAT4_E2M1FN_X2 ? 2 : 1;
}

/* Groups of an operator whose operands both lack that dimension. */
static uint64_t groups_of(const struct grouped *g)
{
	const struct arg *ends = op_tensor(g->e, g->call, "offs");

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
	if (g->e->variant & GROUPED_EITHER && k != deep && k == n) {
		n = deep; /* (G, N, K) */
		deep = k;
	}
	if (g->e->variant & GROUPED_ROWS) {
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
	k = op_mul(k, values_in(g->a));
	g->macs = op_mul(op_mul(m, n), k);
	g->out = op_mul(m, n);
	g->a_elems = op_elems(g->a);
	g->all_b = op_elems(g->b);
	g->b_elems = g->all_b;
	if (a.n == b.n) {
		g->out = op_mul(g->out, groups);
		if (a.n == 3)
			g->macs = op_mul(g->macs, groups);
	} else if (b.n == 3) {
		hit = least(groups, m);
		g->b_elems = op_mul(hit, op_mul((uint64_t)w[1], (uint64_t)w[2]));
	} else {
		hit = least(groups, n);
		g->a_elems = op_mul(hit, op_mul((uint64_t)x[1], (uint64_t)x[2]));
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
		    !(v == g->call->args && op_is_out(g->e, g->call, &v[i])))
			sum = op_add(sum, op_moved(&v[i]));
		else if (v[i].value.kind == VALUE_ARGS && v == g->call->args)
			sum = op_add(sum,
			    rest_bytes(g, v[i].value.args.v, v[i].value.args.n));
	}
	return sum;
}

static int forward(const struct grouped *g, struct cost *cost)
{
	uint64_t gemm = op_mul(2, g->macs), flops = gemm;
	uint64_t bytes = op_add(
	    op_size(g->a_elems, g->a->dtype), op_size(g->b_elems, g->b->dtype));

	if (op_tensor(g->e, g->call, "bias"))
		flops = op_add(flops, g->out);
	bytes = op_add(bytes, rest_bytes(g, g->call->args, g->call->nargs));
	bytes = op_add(bytes, op_size(g->out, g->type));
	return op_set(cost, flops, gemm, bytes);
}

/* As of any product: dA = dY.B', dB = A'.dY; all groups have a gradient. */
static int backward(const struct grouped *g, enum op_part part, struct cost *cost)
{
	uint64_t gemm = 0, bytes = 0, one = op_mul(2, g->macs);
	uint64_t dy = op_size(g->out, g->type);
	uint64_t a = op_size(g->a_elems, g->a->dtype);
	uint64_t b = op_size(g->b_elems, g->b->dtype);
	uint64_t ends = rest_bytes(g, g->call->args, g->call->nargs);

	if (part == PART_DBIAS) {
		cost->why = WHY_NO_BIAS;
		return -1;
	}
	if (part != PART_WGRAD) {
		gemm = one;
		bytes = op_add(op_add(dy, b),
		    op_add(ends, op_size(op_elems(g->a), g->a->dtype)));
	}
	if (part == PART_WGRAD || part == PART_BACKWARD) {
		gemm = op_add(gemm, one);
		bytes = op_add(
		    bytes, op_add(op_add(dy, a),
			       op_add(ends, op_size(g->all_b, g->b->dtype))));
	}
	return op_set(cost, gemm, gemm, bytes);
}

int op_grouped(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	struct grouped g = {.e = e, .call = call};
	uint64_t bad;

	g.a = op_tensor(e, call, "a");
	g.b = op_tensor(e, call, "b");
	bad = get_sizes(&g);
	if (bad)
		return op_set(cost, bad, bad, bad);
	cost->dtype = g.a->dtype;
	g.type = g.a->dtype;
	if (dtype_class(g.type) == DTYPE_FLOAT && dtype_bits(g.type) == 8)
		g.type = DTYPE_BFLOAT16;
	g.type = op_dtype_arg(e, call, "out_dtype", g.type);
	return part == PART_FORWARD ? forward(&g, cost) : backward(&g, part, cost);
}

/*
 * A mixture of experts: T tokens, each to k of E experts, whose two products
 * (three matrices where it is gated) are (H to I, twice) and (I to H).
 */
struct experts {
	const struct arg *x, *w1, *w2, *w3;
	uint64_t tokens, hidden, inner, first, k, experts;
};

static uint64_t get_experts(
    const struct op_entry *e, const struct call *call, struct experts *m)
{
	const struct arg *ids = op_tensor(e, call, "topk_ids");
	struct op_shape w1, w2;
	bool known = true, onnx = (e->variant & MOE_ONNX) != 0;
	uint64_t n = op_elems(m->x), pack = 1;
	int64_t k;

	if (!op_shape_of(m->w1, &w1) || !op_shape_of(m->w2, &w2) || n >= OP_BAD)
		return OP_NO_SHAPE;
	if (m->x->shape.n == 0 || w1.n != 3 || w2.n != 3 || w1.v[0] != w2.v[0])
		return OP_MISFIT;
	k = op_int(e, call, onnx ? "k" : "topk", onnx ? 1 : 0, &known);
	if (ids && ids->shape.n > 0)
		k = ids->shape.v[ids->shape.n - 1];
	if (!known || k < 1)
		return OP_NO_ATTR;
	m->k = (uint64_t)k;
	m->experts = (uint64_t)w1.v[0];
	m->hidden = (uint64_t)m->x->shape.v[m->x->shape.n - 1];
	m->tokens = m->hidden ? n / m->hidden : 0;
	/* Weights of less than a byte are packed along the last dimension. */
	if (w1.v[2] > 0 && m->hidden % (uint64_t)w1.v[2] == 0)
		pack = m->hidden / (uint64_t)w1.v[2];
	else if (m->hidden != (uint64_t)w1.v[2])
		return OP_MISFIT;
	m->inner = op_mul((uint64_t)w2.v[2], pack);
	m->first = (uint64_t)w1.v[1];
	if (m->hidden != (uint64_t)w2.v[1] ||
	    (m->first != m->inner && m->first != op_mul(2, m->inner)))
		return OP_MISFIT;
	return 0;
}

int op_moe(const struct op_entry *e, const struct call *call, enum op_part part,
    struct cost *cost)
{
	struct experts m = {0};
	uint64_t routed, gated, gemm, flops, bytes, hit, bad;

	if (part != PART_FORWARD) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	m.x = op_tensor(e, call, "input");
	m.w1 = op_tensor(e, call, "w1");
	m.w2 = op_tensor(e, call, "w2");
	m.w3 = op_tensor(e, call, "w3");
	if (!m.x)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	bad = get_experts(e, call, &m);
	if (bad)
		return op_set(cost, bad, bad, bad);
	cost->dtype = m.x->dtype;
	cost->conf = CONF_ESTIMATE;
	routed = op_mul(m.tokens, m.k);
	gated = m.w3 || m.first != m.inner;
	gemm = op_mul(op_mul(2, routed),
	    op_mul(m.hidden, op_add(op_mul(gated ? 2 : 1, m.inner), m.inner)));
	/* silu and the gate's product 6, silu alone 5; results are scaled and
	 * summed */
	flops = op_add(gemm, op_mul(op_mul(gated ? 6 : 5, routed), m.inner));
	if (m.k > 0)
		flops = op_add(flops,
		    op_mul(op_add(m.k, m.k - 1), op_mul(m.tokens, m.hidden)));
	hit = least(m.experts, routed);
	bytes = op_mul(2, op_moved(m.x));
	if (m.experts && hit < OP_BAD) {
		uint64_t w = op_add(op_moved(m.w1), op_moved(m.w2));

		if (m.w3)
			w = op_add(w, op_moved(m.w3));
		/* all experts are of one size */
		bytes =
		    op_add(bytes, w >= OP_BAD ? w : op_mul(w / m.experts, hit));
	}
	return op_set(cost, flops, gemm, bytes);
}
