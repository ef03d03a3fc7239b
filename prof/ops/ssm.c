/*
 * ssm.c - state-space models: Mamba's selective scan, Mamba-2's chunks, and
 * the causal convolution before them.
 *
 * In:  sequences, the parameters of the scan
 * Out: FLOPs of the scan or of the products over chunks; bytes of the operands
 *      and the result
 *
 * Sources: 9BLDN for the scan is the count of Mamba's authors for the reference
 * (selective_scan_flop_count); Mamba-2's products are those of its chunked
 * algorithm, as TraceLens counts them.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

static uint64_t moved(const struct arg *t)
{
	return t ? op_moved(t) : 0;
}

static uint64_t mul4(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	return op_mul(op_mul(a, b), op_mul(c, d));
}

/* All tensors of the call. */
static uint64_t all_bytes(const struct call *call)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < call->nargs; i++)
		if (call->args[i].kind == ARG_TENSOR)
			sum = op_add(sum, moved(&call->args[i]));
	return sum;
}

/* u (B, D, L), A (D, N): a state of N for each channel and step. */
static int scan(const struct op_entry *e, const struct call *call, struct cost *cost)
{
	const struct arg *a = op_tensor(e, call, "A");
	struct op_shape u, s;
	uint64_t steps, flops;

	if (!op_shape_of(op_tensor(e, call, "input"), &u) || !op_shape_of(a, &s))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (u.n != 3 || s.n != 2 || s.v[0] != u.v[1])
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	steps = op_shape_elems(&u);
	flops = op_mul(9, op_mul(steps, (uint64_t)s.v[1]));
	/* u scaled and added; the gate */
	if (op_tensor(e, call, "D"))
		flops = op_add(flops, steps);
	if (op_tensor(e, call, "z"))
		flops = op_add(flops, steps);
	cost->conf = CONF_ESTIMATE;
	return op_set(cost, flops, 0,
	    op_add(all_bytes(call),
		op_size(steps, op_tensor(e, call, "input")->dtype)));
}

/*
 * zxbcdt (B, T, 2HP + 2GN + H), the convolution's weight (HP + 2GN, width),
 * dt_bias (H): per chunk CB', its product with x, and states in and out.
 */
static int chunks(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	const struct arg *project = op_tensor(e, call, "outproj_weight");
	bool known = true;
	int64_t groups = op_int(e, call, "ngroups", 1, &known);
	int64_t chunk = op_int(e, call, "chunk_size", -1, &known);
	struct op_shape s, w, h;
	uint64_t rows, heads, channels, inner, p, n, c, g, gemm, out, bytes;

	if (!op_shape_of(x, &s) ||
	    !op_shape_of(op_tensor(e, call, "conv1d_weight"), &w) ||
	    !op_shape_of(op_tensor(e, call, "dt_bias"), &h))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (!known || groups < 1 || chunk < 1)
		return op_set(cost, OP_NO_ATTR, 0, OP_NO_ATTR);
	if (s.n != 3 || w.n < 2 || h.n != 1 || h.v[0] < 1 ||
	    op_add((uint64_t)w.v[0], (uint64_t)h.v[0]) > (uint64_t)s.v[2])
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	g = (uint64_t)groups;
	c = (uint64_t)chunk;
	rows = op_mul((uint64_t)s.v[0], (uint64_t)s.v[1]);
	heads = (uint64_t)h.v[0];
	channels = (uint64_t)w.v[0];
	inner = (uint64_t)(s.v[2] - w.v[0] - h.v[0]);
	if (inner > channels || inner % heads || (channels - inner) % 2 ||
	    (channels - inner) / 2 % g)
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	p = inner / heads;
	n = (channels - inner) / 2 / g;
	cost->dtype = x->dtype;
	cost->conf = CONF_ESTIMATE;
	gemm = mul4(2, rows, channels, (uint64_t)w.v[w.n - 1]);
	gemm = op_add(gemm, op_mul(mul4(2, rows, g, c), n));
	gemm = op_add(gemm, op_mul(mul4(2, rows, heads, c), p));
	gemm = op_add(gemm, op_mul(mul4(4, rows, heads, n), p));
	out = inner;
	if (project && project->shape.n == 2 && project->shape.v[0] >= 0) {
		out = (uint64_t)project->shape.v[0];
		gemm = op_add(gemm, mul4(2, rows, inner, out));
	}
	bytes = op_add(all_bytes(call), op_size(op_mul(rows, out), x->dtype));
	if (part == PART_FORWARD)
		return op_set(cost, gemm, gemm, bytes);
	/* Two gradients of each product, and a half computed again. */
	gemm = op_mul(5, gemm);
	if (gemm < OP_BAD)
		gemm /= 2;
	return op_set(cost, gemm, gemm, op_add(bytes, all_bytes(call)));
}

/*
 * A causal depthwise convolution, x (B, D, L), weight (D, width): its result is
 * as long as its input; silu of it in the same kernel.
 */
static int causal_conv(const struct op_entry *e, const struct call *call,
    bool grad, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	const struct arg *w = op_tensor(e, call, "weight");
	const struct arg *b = op_tensor(e, call, "bias");
	const struct arg *dy = op_tensor(e, call, "grad_out");
	bool known = true,
	     silu = op_bool(e, call, "silu_activation", false, &known);
	struct op_shape xs, ws;
	uint64_t n, gemm, flops, bytes, y;

	if (!op_shape_of(x, &xs) || !op_shape_of(w, &ws))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (xs.n != 3 || ws.n != 2 || xs.v[1] != ws.v[0])
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	n = op_elems(x);
	y = dy ? op_moved(dy) : op_size(n, x->dtype);
	gemm = op_mul(op_mul(2, n), (uint64_t)ws.v[1]);
	flops = gemm;
	cost->dtype = x->dtype;
	if (grad) {
		/* as any convolution's: dx, dw and db are a part each */
		gemm = op_mul(2, gemm);
		flops = b ? op_add(gemm, n) : gemm;
		bytes = op_add(op_add(y, op_moved(w)), op_size(n, x->dtype));
		bytes = op_add(bytes, op_add(y, op_moved(x)));
		bytes = op_add(bytes, op_size(op_elems(w), w->dtype));
		if (b)
			bytes = op_add(bytes, op_add(y, op_moved(b)));
		if (silu)
			flops = op_add(flops, op_mul(9, n));
	} else {
		bytes = op_add(op_add(op_moved(x), op_moved(w)), moved(b));
		bytes = op_add(bytes, op_size(n, x->dtype));
		if (b)
			flops = op_add(flops, n);
		if (silu)
			flops = op_add(flops, op_mul(5, n));
	}
	if (!known)
		flops = gemm = OP_NO_ATTR;
	return op_set(cost, flops, gemm, bytes);
}

int op_ssm(const struct op_entry *e, const struct call *call, enum op_part part,
    struct cost *cost)
{
	if (e->variant == SSM_CHUNKS)
		return chunks(e, call, part, cost);
	if (e->variant == SSM_CONV ||
	    (e->variant == SSM_CONV_GRAD && part == PART_FORWARD))
		return causal_conv(e, call,
		    part != PART_FORWARD || e->variant == SSM_CONV_GRAD, cost);
	if (part != PART_FORWARD) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	return scan(e, call, cost);
}
