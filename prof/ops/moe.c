/*
 * moe.c - mixtures of experts in one call.
 *
 * In:  tokens, the weights of the experts, how many experts a token goes to
 * Out: 2 FLOPs a multiply-add of the products; bytes of tokens, of the weights
 *      that are hit, and of the result
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	MOE_ONNX = 1, /* k is 1 where it is not given */
};

/*
 * A mixture of experts: T tokens, each to k of E experts, whose two products
 * (three matrices where it is gated) are (H to I, twice) and (I to H).
 */
struct experts {
	const struct arg *x, *w1, *w2, *w3;
	uint64_t tokens, hidden, inner, first, k, experts;
};

/* Sizes; 0, or what is wrong. */
static uint64_t get_experts(const struct op_ask *q, struct experts *m)
{
	const struct arg *ids = op_tensor(q, AT_topk_ids);
	struct op_shape w1, w2;
	bool known = true, onnx = (q->row->variant & MOE_ONNX) != 0;
	uint64_t n = op_elems(m->x), pack = 1;
	int64_t k;

	if (!op_shape_of(m->w1, &w1) || !op_shape_of(m->w2, &w2))
		return OP_NO_SHAPE;
	if (num_bad(n))
		return n;
	if (m->x->shape.n == 0 || w1.n != 3 || w2.n != 3 || w1.v[0] != w2.v[0])
		return OP_MISFIT;
	k = op_args_int(q, onnx ? AT_k : AT_topk, onnx ? 1 : 0, &known);
	if (ids && ids->shape.n > 0)
		k = ids->shape.v[ids->shape.n - 1];
	if (!known || k < 1)
		return OP_NO_ATTR;
	m->k = (uint64_t)k;
	m->experts = (uint64_t)w1.v[0];
	m->hidden = op_last(m->x);
	if (m->hidden == 0)
		return OP_MISFIT;
	m->tokens = n / m->hidden;
	/* Weights of less than a byte are packed along the last dimension. */
	if (w1.v[2] > 0 && m->hidden % (uint64_t)w1.v[2] == 0)
		pack = m->hidden / (uint64_t)w1.v[2];
	else if (m->hidden != (uint64_t)w1.v[2])
		return OP_MISFIT;
	m->inner = num_times((uint64_t)w2.v[2], pack);
	m->first = (uint64_t)w1.v[1];
	if (m->hidden != (uint64_t)w2.v[1] ||
	    (m->first != m->inner && m->first != num_times(2, m->inner)))
		return OP_MISFIT;
	return 0;
}

static int cost_moe(struct op_ask *q)
{
	struct experts m = {
	    .x = op_tensor(q, AT_input),
	    .w1 = op_tensor(q, AT_w1),
	    .w2 = op_tensor(q, AT_w2),
	    .w3 = op_tensor(q, AT_w3),
	};
	uint64_t routed, hit, weights, bad;
	bool gated;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	bad = get_experts(q, &m);
	if (bad)
		return lacks(q, bad);
	q->cost->dtype = m.x->dtype;
	estimates(q, WHY_VALUES);
	routed = num_times(m.tokens, m.k);
	gated = m.w3 || m.first != m.inner;
	multiplies(q, num_times(num_times(2, routed),
			  num_times(m.hidden, num_times(gated ? 3 : 2, m.inner))));
	/* silu and the gate's product 6, silu alone 5 */
	works(q, gated ? 6 : 5, num_times(routed, m.inner));
	/* results are scaled and summed */
	works(q, num_plus(m.k, m.k - 1), num_times(m.tokens, m.hidden));
	reads(q, m.x);
	reads(q, m.x); /* the result is as large */
	hit = num_least(m.experts, routed);
	if (num_bad(hit)) {
		moves_bytes(q, hit);
	} else if (m.experts) {
		/* all experts are of one size */
		weights = num_plus(
		    num_plus(op_moved(m.w1), op_moved(m.w2)), op_moved(m.w3));
		moves_bytes(q, num_bad(weights)
				   ? weights
				   : num_times(weights / m.experts, hit));
	}
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"MoE", N, "input,router_probs,w1,b1,w2,b2,w3,b3,k", MOE_ONNX, .needs = 3},
{"QMoE", N, "input,router_probs,w1,s1,b1,w2,s2,b2,w3,s3,b3,k", MOE_ONNX, .needs = 4},
{"_transformer_encoder_layer_fwd", A, .why = WHY_PARTS},
{"aiter::fused_moe", O, "input,w1,w2,topk_weights,topk_ids"},
{"sglang::fused_experts", O, "input,w1,w2,topk_weights,topk_ids"},
{"trtllm::fp4_block_scale_moe_runner", O, .why = WHY_NO_RULE},
{"vllm::fused_moe", O, "input,w1,w2,gating_output,topk"},
{"vllm::inplace_fused_experts", O, "input,w1,w2,topk_weights,topk_ids"},
{"vllm::moe_forward", O, .why = WHY_NO_SHAPE},
{"vllm::moe_forward_shared", O, .why = WHY_NO_SHAPE},
{"vllm::outplace_fused_experts", O, "input,w1,w2,topk_weights,topk_ids"},
};
/* clang-format on */

const struct op_family op_moe = {
    .title = "Experts",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_moe,
    .tc = true,
};
