/*
 * activation.c - activation functions and the operators of their backward.
 *
 * In:  a call with one input (an aten backward: dy and what was saved)
 * Out: as pointwise.c; dy, a saved tensor and dx for the backward
 *
 * They are pointwise but for three: gelu, whose weight hangs on a word, glu and
 * the fused gates, whose result is half as wide as the input.
 *
 * Weights: the elementary operations of the function as torch's kernels write
 * it: sigmoid(x) = 1 / (1 + exp(-x)) is 4, silu(x) = x * sigmoid(x) is 5, gelu
 * = x / 2 * (1 + erf(x / sqrt 2)) is 5, in tanh's form 9.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define GELU_TANH 9
#define GELU_TANH_GRAD 18

/* The weight in the low byte of variant, if `approximate` is as it says. */
static int gelu(const struct op_entry *e, const struct call *call, int variant,
    int tanh_weight, int untold)
{
	const struct arg *a = op_arg(e, call, "approximate");

	switch (op_args_given(a)) {
	case GIVEN_UNTOLD:
		return variant | untold;
	case GIVEN_YES:
		if (a->value.kind == VALUE_STR && str_is(a->value.s, "tanh"))
			return (variant & ~PW_WEIGHT) | tanh_weight;
		if (a->value.kind != VALUE_STR || !str_is(a->value.s, "none"))
			return variant | untold;
		break;
	case GIVEN_NO:
		break;
	}
	return variant;
}

/* glu(x): the result is half of x; its gradient is as wide as x. */
static int glu(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	bool grad = part != PART_FORWARD || e->variant & PW_GLU_GRAD;
	uint64_t n = op_elems(x), half = n < OP_BAD ? n / 2 : n;
	uint64_t weight =
	    (uint64_t)(part == PART_FORWARD ? e->variant & PW_WEIGHT
					    : e->variant_bwd & PB_WEIGHT);
	uint64_t bytes;

	if (!x || (part != PART_FORWARD && !(e->variant_bwd & PB))) {
		cost->why = x ? WHY_NO_BACKWARD : WHY_NO_SHAPE;
		return -1;
	}
	cost->dtype = x->dtype;
	/* dy or y is the half */
	bytes = op_add(op_moved(x),
	    op_moved_or(op_tensor(e, call, "grad_output"), half, x->dtype));
	if (grad)
		bytes = op_add(bytes, op_size(n, x->dtype));
	return op_set(cost, op_mul(half, weight), 0, bytes);
}

/* silu_and_mul(out, x): x is twice as wide as out. */
static int gated(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *out = op_tensor(e, call, "out");
	const struct arg *x = op_tensor(e, call, "input");
	uint64_t weight = (uint64_t)(e->variant & PW_WEIGHT), n;

	/* Some libraries return the result. */
	if (out && !x && part == PART_FORWARD) {
		n = op_elems(out) / 2;
		cost->dtype = out->dtype;
		return op_set(cost, op_mul(n, weight), 0,
		    op_add(op_moved(out), op_size(n, out->dtype)));
	}
	if (part != PART_FORWARD) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (!out || !x) {
		cost->why = WHY_NO_SHAPE;
		return -1;
	}
	cost->dtype = x->dtype;
	return op_set(cost, op_mul(op_elems(out), weight), 0,
	    op_add(op_moved(x), op_moved(out)));
}

/*
 * prelu(x, weight): the weight is a number, or one for each channel, which is
 * no broadcast by the last dimension.  The backward makes dx and, before it is
 * summed over the channel, dweight in one kernel: dy or weight * dy, and 0 or
 * x * dy.
 */
static int prelu(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	const struct arg *weight = op_tensor(e, call, "weight");
	const struct arg *dy = op_tensor(e, call, "grad_output");
	uint64_t flops = (uint64_t)(e->variant & PW_WEIGHT), n = op_elems(x), bytes;
	bool grad = part != PART_FORWARD;

	if (grad && !(e->variant_bwd & PB)) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (!x)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (grad)
		flops = (uint64_t)(e->variant_bwd & PB_WEIGHT);
	cost->dtype = x->dtype;
	bytes =
	    op_add(op_add(op_moved(x), op_moved(weight)), op_size(n, x->dtype));
	if (grad || e->variant & PW_PRELU_GRAD)
		bytes = op_add(bytes,
		    op_add(op_moved_or(dy, n, x->dtype), op_size(n, x->dtype)));
	return op_set(cost, op_mul(flops, n), 0, bytes);
}

/* rrelu in training writes the slopes that it drew. */
static void add_noise(
    const struct op_entry *e, const struct call *call, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	bool known = true, training = op_bool(e, call, "training", false, &known);
	uint64_t bytes = cost->bytes;

	if (!x || !cost->has_bytes || (known && !training))
		return;
	cost->bytes = 0;
	bytes = known ? op_add(bytes, op_size(op_elems(x), x->dtype)) : OP_NO_ATTR;
	op_set(cost, cost->flops, 0, bytes);
}

int op_activation(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	int variant = e->variant, variant_bwd = e->variant_bwd, status;

	if (variant & (PW_HALF | PW_GLU_GRAD))
		return glu(e, call, part, cost);
	if (variant & (PW_PRELU | PW_PRELU_GRAD))
		return prelu(e, call, part, cost);
	if (variant & PW_GATED)
		return gated(e, call, part, cost);
	if (variant & PW_GELU)
		variant = gelu(e, call, variant, GELU_TANH, PW_UNTOLD);
	if (variant & PW_GELU_GRAD)
		variant = gelu(e, call, variant, GELU_TANH_GRAD, PW_UNTOLD);
	if (variant_bwd & PB_GELU)
		variant_bwd = gelu(e, call, variant_bwd, GELU_TANH_GRAD, PB_UNTOLD);
	status = op_pointwise_with(e, call, part, variant, variant_bwd, cost);
	if (status == 0 && variant & PW_NOISE && part == PART_FORWARD)
		add_noise(e, call, cost);
	return status;
}
