/*
 * ssm.c - state-space models: Mamba's selective scan, Mamba-2's chunks, and the
 * backward of the causal convolution before them.
 *
 * In:  sequences, the parameters of the scan
 * Out: FLOPs of the scan or of the products over chunks; bytes of the operands
 *      and the result
 *
 * Sources: 9BLDN for the scan is the count of Mamba's authors for the reference
 * (selective_scan_flop_count); Mamba-2's products are those of its chunked
 * algorithm, as TraceLens counts them.
 */
#include "prof/ops/family.h"
#include "common/nelems.h"
#include "prof/ops/product.h"

enum {
	SSM_SCAN,      /* Mamba's selective scan */
	SSM_CHUNKS,    /* Mamba-2's, with its convolution */
	SSM_CONV_GRAD, /* causal_conv1d's backward */
};

static uint64_t mul4(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	return num_times(num_times(a, b), num_times(c, d));
}

static void reads_all(struct op_ask *q)
{
	const struct call *call = q->call;

	for (size_t i = 0; i < call->nargs; i++)
		if (call->args[i].kind == ARG_TENSOR)
			reads(q, &call->args[i]);
}

/* u (B, D, L), A (D, N): a state of N for each channel and step. */
static int scan(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	struct op_shape u, s;
	uint64_t steps;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!op_shape_of(x, &u) || !op_shape_of(op_tensor(q, AT_A), &s))
		return lacks(q, OP_NO_SHAPE);
	if (u.n != 3 || s.n != 2 || s.v[0] != u.v[1])
		return lacks(q, OP_MISFIT);
	steps = op_shape_elems(&u);
	estimates_flops(q, WHY_VALUES);
	works(q, 9, num_times(steps, (uint64_t)s.v[1]));
	if (op_tensor(q, AT_D)) /* u scaled and added */
		works(q, 1, steps);
	if (op_tensor(q, AT_z)) /* the gate */
		works(q, 1, steps);
	reads_all(q);
	moves(q, steps, x->dtype);
	return done(q);
}

/*
 * zxbcdt (B, T, 2HP + 2GN + H), the convolution's weight (HP + 2GN, width),
 * dt_bias (H): per chunk CB', its product with x, and states in and out.
 */
static int chunks(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *project = op_tensor(q, AT_outproj_weight);
	bool known = true;
	int64_t groups = op_args_int(q, AT_ngroups, 1, &known);
	int64_t chunk = op_args_int(q, AT_chunk_size, -1, &known);
	struct op_shape s, w, h;
	uint64_t rows, heads, channels, inner, p, n, c, g, gemm, out;

	if (!op_shape_of(x, &s) ||
	    !op_shape_of(op_tensor(q, AT_conv1d_weight), &w) ||
	    !op_shape_of(op_tensor(q, AT_dt_bias), &h))
		return lacks(q, OP_NO_SHAPE);
	if (!known || groups < 1 || chunk < 1)
		return lacks(q, OP_NO_ATTR);
	if (s.n != 3 || w.n < 2 || h.n != 1 || h.v[0] < 1 ||
	    num_plus((uint64_t)w.v[0], (uint64_t)h.v[0]) > (uint64_t)s.v[2])
		return lacks(q, OP_MISFIT);
	g = (uint64_t)groups;
	c = (uint64_t)chunk;
	rows = num_times((uint64_t)s.v[0], (uint64_t)s.v[1]);
	heads = (uint64_t)h.v[0];
	channels = (uint64_t)w.v[0];
	inner = (uint64_t)(s.v[2] - w.v[0] - h.v[0]);
	if (inner > channels || inner % heads || (channels - inner) % 2 ||
	    (channels - inner) / 2 % g)
		return lacks(q, OP_MISFIT);
	p = inner / heads;
	n = (channels - inner) / 2 / g;
	q->cost->dtype = x->dtype;
	estimates_flops(q, WHY_VALUES);
	gemm = mul4(2, rows, channels, (uint64_t)w.v[w.n - 1]);
	gemm = num_plus(gemm, num_times(mul4(2, rows, g, c), n));
	gemm = num_plus(gemm, num_times(mul4(2, rows, heads, c), p));
	gemm = num_plus(gemm, num_times(mul4(4, rows, heads, n), p));
	out = inner;
	if (project && project->shape.n == 2) {
		out = op_extent(project, 0);
		gemm = num_plus(gemm, mul4(2, rows, inner, out));
	}
	reads_all(q);
	moves(q, num_times(rows, out), x->dtype);
	if (q->part != PART_FORWARD) {
		/* Two gradients of each product, and a half computed again. */
		gemm = num_divide(num_times(5, gemm), 2);
		reads_all(q); /* as large as their gradients */
	}
	multiplies(q, gemm);
	return done(q);
}

/*
 * The backward of a causal depthwise convolution, x (B, D, L), weight (D,
 * width), the result of which is as long as its input.  silu of it is computed
 * again in the same kernel.
 */
static int conv_grad(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *w = op_tensor(q, AT_weight);
	const struct arg *b = op_tensor(q, AT_bias);
	struct op_product p = {0};
	struct op_shape xs, ws;
	bool known = true, silu;
	uint64_t n;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!op_shape_of(x, &xs) || !op_shape_of(w, &ws))
		return lacks(q, OP_NO_SHAPE);
	if (xs.n != 3 || ws.n != 2 || xs.v[1] != ws.v[0])
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	n = op_elems(x);
	p = (struct op_product){
	    .flops = num_times(num_times(2, n), (uint64_t)ws.v[1]),
	    .adds = n,
	    .dy = op_moved_or(op_tensor(q, AT_grad_out), n, x->dtype),
	    .a = op_moved(x),
	    .b = op_moved(w),
	    .da = op_size(n, x->dtype),
	    .db = op_size(op_elems(w), w->dtype),
	    .dc = op_moved(b),
	};
	silu = op_args_bool(q, AT_silu_activation, false, &known);
	if (!known)
		works(q, 1, OP_NO_ATTR);
	op_product_enter(
	    q, &p, PRODUCT_DGRAD | PRODUCT_WGRAD | (b ? PRODUCT_DBIAS : 0u));
	if (silu)
		works(q, 9, n);
	return done(q);
}

static int cost_ssm(struct op_ask *q)
{
	switch (q->row->variant) {
	case SSM_CHUNKS:
		return chunks(q);
	case SSM_CONV_GRAD:
		return conv_grad(q);
	default:
		return scan(q);
	}
}

/* clang-format off */
static const struct op_row rows[] = {
{"MambaSplitConv1dScanCombinedFn", A | O, "input,conv1d_weight,conv1d_bias,dt_bias,A,D,chunk_size,initial_states,seq_idx,"
 "dt_limit,return_final_states,activation,rmsnorm_weight,rmsnorm_eps,outproj_weight,"
 "outproj_bias,headdim,ngroups", SSM_CHUNKS},
{"SelectiveScanFn", A | O, "input,delta,A,B,C,D,z,delta_bias", SSM_SCAN},
{"_causal_conv1d_bwd_cpp", L, "input,weight,bias,grad_out,seq_idx,initial_states,dfinal_states,dx,dweight,dbias,"
 "dinitial_states,silu_activation", SSM_CONV_GRAD},
{"fla::chunk_gated_delta_rule", O, .why = WHY_NO_RULE},
{"mamba_ssm::selective_scan_fwd", O, "input,delta,A,B,C,D,z,delta_bias", SSM_SCAN},
};
/* clang-format on */

const struct op_family op_ssm = {
    .title = "State spaces",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_ssm,
};
