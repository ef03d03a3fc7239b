/*
 * activation.c - activation functions and the operators of their backward.
 *
 * In:  a call with one input (an aten backward: dy and what was saved)
 * Out: as pointwise.c; dy, a saved tensor and dx for the backward
 *
 * They are pointwise but for glu and the fused gates, whose result is half as
 * wide as the input, and prelu, whose weight has a dimension of its own.
 *
 * FLOPs an element are the elementary operations of the function as torch's
 * kernels write it: sigmoid(x) = 1 / (1 + exp(-x)) is 4, silu(x) = x *
 * sigmoid(x) is 5, gelu = x / 2 * (1 + erf(x / sqrt 2)) is 5, in tanh's form 9.
 */
#include "prof/ops/family.h"
#include "common/nelems.h"
#include "prof/ops/pointwise.h"

/* FLOPs an element by erf or by tanh, as `approximate` says, else the name of
 * the kernel; else by erf, which is the default. */
static uint64_t gelu(struct op_ask *q, uint64_t by_erf, uint64_t by_tanh)
{
	struct str word;

	switch (op_args_word(op_arg(q, AT_approximate), &word)) {
	case GIVEN_YES:
		if (str_is(word, "tanh"))
			return by_tanh;
		return str_is(word, "none") ? by_erf : OP_NO_ATTR;
	case GIVEN_NO:
		return by_erf;
	default:
		break;
	}
	switch (op_args_mode(q)) {
	case MODE_TANH:
		return by_tanh;
	case MODE_ERF:
		break;
	default:
		estimates_flops(q, WHY_ATTRIBUTE);
		break;
	}
	return by_erf;
}

static uint64_t half(uint64_t n)
{
	return num_divide(n, 2);
}

/* log_sigmoid_backward(dy, x, buffer): the buffer is empty on a GPU. */
static int buffered(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *dy = op_tensor(q, AT_grad_output);
	uint64_t n = op_elems(x);

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!x || !dy)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = x->dtype;
	works(q, q->row->each, n);
	reads(q, dy);
	reads(q, x);
	reads(q, op_tensor(q, AT_buffer));
	moves(q, n, x->dtype);
	return done(q);
}

/* Whether x has the dimension that glu halves, of an even size, and dy half of
 * its elements. */
static bool halves(const struct op_ask *q, const struct arg *x, const struct arg *dy)
{
	bool known = true;
	int64_t dim = op_args_int(q, AT_dim, -1, &known);
	size_t i;

	if (known && x->shape.n &&
	    (!op_dim(dim, x->shape.n, &i) || x->shape.v[i] % 2 != 0))
		return false;
	return !differ(op_elems(dy), half(op_elems(x)));
}

/* glu(x): the result is half of x; its gradient is as wide as x. */
static int glu(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *dy = op_tensor(q, AT_grad_output);
	bool backward = q->part != PART_FORWARD;
	uint64_t n = op_elems(x);

	if (!x)
		return lacks(q, OP_NO_SHAPE);
	if (backward && !(q->row->backward & PB))
		return refuses(q, WHY_NO_BACKWARD);
	if (!halves(q, x, dy))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	works(q, backward ? q->row->each_backward : q->row->each, half(n));
	reads(q, x);
	moves_bytes(q, op_moved_or(dy, half(n), x->dtype)); /* or y */
	if (backward || q->row->variant & PW_GLU_GRAD)
		moves(q, n, x->dtype);
	return done(q);
}

/* silu_and_mul(out, x): x is twice as wide as out. */
static int gated(struct op_ask *q)
{
	const struct arg *out = op_tensor(q, AT_out);
	const struct arg *x = op_tensor(q, AT_input);

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!out)
		return lacks(q, OP_NO_SHAPE);
	if (!x) {
		/* Some libraries return the result: silu_and_mul(x). */
		q->cost->dtype = out->dtype;
		works(q, q->row->each, half(op_elems(out)));
		reads(q, out);
		moves(q, half(op_elems(out)), out->dtype);
		return done(q);
	}
	if (differ(op_elems(x), num_times(2, op_elems(out))))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	works(q, q->row->each, op_elems(out));
	reads(q, x);
	reads(q, out);
	return done(q);
}

/* Whether torch's weight is one slope, or one for each channel, which a vector
 * has one of. */
static bool slopes_fit(const struct op_ask *q, const struct arg *x)
{
	uint64_t n = op_elems(op_tensor(q, AT_weight));

	return q->row->spaces & SPACE_ONNX || n == 1 ||
	       !differ(n, x->shape.n > 1 ? op_extent(x, 1) : 1);
}

/*
 * prelu(x, weight): the weight is a number, or one for each channel, and then
 * does not broadcast along the last dimension.  The backward makes dx and
 * dweight in one kernel, which another sums over the channel: dy or weight *
 * dy, and 0 or x * dy.
 */
static int prelu(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *dy = op_tensor(q, AT_grad_output);
	bool backward = q->part != PART_FORWARD;
	uint64_t n = op_elems(x);

	if (backward && !(q->row->backward & PB))
		return refuses(q, WHY_NO_BACKWARD);
	if (!x)
		return lacks(q, OP_NO_SHAPE);
	if (!slopes_fit(q, x))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	works(q, backward ? q->row->each_backward : q->row->each, n);
	reads(q, x);
	reads(q, op_tensor(q, AT_weight));
	yields(q, n, x->dtype); /* y or dx */
	if (backward || q->row->variant & PW_PRELU_GRAD) {
		moves_bytes(q, op_moved_or(dy, n, x->dtype));
		moves(q, n, x->dtype); /* dweight */
	}
	return done(q);
}

static int cost_activation(struct op_ask *q)
{
	struct op_row row = *q->row;

	if (row.variant & (PW_HALF | PW_GLU_GRAD))
		return glu(q);
	if (row.variant & (PW_PRELU | PW_PRELU_GRAD))
		return prelu(q);
	if (row.variant & PW_GATED)
		return gated(q);
	if (row.variant & PW_BUFFER)
		return buffered(q);
	if (row.variant & PW_GELU)
		row.each = gelu(q, row.each, PW_GELU_TANH);
	if (row.variant & PW_GELU_GRAD)
		row.each = gelu(q, row.each, PW_GELU_TANH_GRAD);
	if (row.backward & PB_GELU)
		row.each_backward = gelu(q, row.each_backward, PW_GELU_TANH_GRAD);
	return op_pointwise_cost(q, &row);
}

/* clang-format off */
static const struct op_row rows[] = {
{"BiasGelu", N, "input,bias", PW_BIAS, 5},
{"Celu", N, "input", 0, 4},
{"Elu", N, "input", 0, 3},
{"FastGelu", N, "input,bias", PW_BIAS, 9},
{"FastGeluGrad", N, "grad_output,input,bias", PW_BIAS, 18},
{"Gelu", N, "input", PW_GELU, 5},
{"GeluGrad", N, "grad_output,input", 0, 11},
{"HardSigmoid", N, "input", 0, 4},
{"HardSwish", N, "input", 0, 5},
{"LeakyRelu", N, "input", 0, 2},
{"LigerGELUMulFunction", O, "input,other", 0, 10},
{"LigerSiLUMulFunction", A | O, "input,other", 0, 6},
{"Mish", N, "input", 0, 4},
{"PRelu", N, "input,weight", PW_PRELU, 2},
{"QuickGelu", N, "input", 0, 6},
{"Relu", N, "input", 0, 1},
{"ReluGrad", N, "grad_output,input", 0, 1},
{"Selu", N, "input", 0, 4},
{"Shrink", N, "input", 0, 2},
{"Softplus", N, "input", 0, 4},
{"Softsign", N, "input", 0, 3},
{"SwiGLUFunction", O, "input", PW_HALF, 6},
{"Swish", N, "input", 0, 5},
{"ThresholdedRelu", N, "input", 0, 1},
{"_prelu_kernel", A, "input,weight", PW_PRELU, 2, PB, 3},
{"_prelu_kernel_backward", A, "grad_output,input,weight", PW_PRELU_GRAD, 3},
{"celu", T | F | A, "input,alpha,inplace", 0, 4, PB | PB_SAVED, 3, .params = PARAMS_ONE},
{"elu", F | A, "input,alpha,inplace", 0, 3, PB | PB_SAVED, 3, .params = PARAMS_ONE | PARAMS_IN_PLACE},
{"elu_backward", A, "grad_output,alpha,scale,input_scale,is_result,input", 0, 3},
{"gelu", F | A, "input,approximate?", PW_GELU, 5, PB | PB_SAVED | PB_GELU, 11},
{"gelu_and_mul", L, "out,input", PW_GATED, 6},
{"gelu_backward", A, "grad_output,input,approximate?", PW_GELU_GRAD, 11},
{"gelu_tanh_and_mul", L, "out,input", PW_GATED, 10},
{"glu", F | A, "input,dim", PW_HALF, 5, PB, 9},
{"glu_backward", A, "grad_output,input,dim", PW_GLU_GRAD, 9},
{"hardshrink", T | X | F | A, "input,lambd", 0, 2, PB | PB_SAVED, 2, .params = PARAMS_ONE},
{"hardshrink_backward", A, "grad_output,input,lambd", 0, 2},
{"hardsigmoid", F | A, "input,inplace", 0, 4, PB | PB_SAVED, 3},
{"hardsigmoid_backward", A, "grad_output,input", 0, 3},
{"hardswish", F | A, "input,inplace", 0, 5, PB | PB_SAVED, 4},
{"hardswish_backward", A, "grad_output,input", 0, 4},
{"hardtanh", F | A, "input,min_val,max_val,inplace", 0, 2, PB | PB_SAVED, 2, .params = PARAMS_ONE | PARAMS_IN_PLACE},
{"hardtanh_backward", A, "grad_output,input,min_val,max_val", 0, 2},
{"leaky_relu", F | A, "input,negative_slope,inplace", 0, 2, PB | PB_SAVED, 2, .params = PARAMS_ONE | PARAMS_IN_PLACE},
{"leaky_relu_backward", A, "grad_output,input,negative_slope,self_is_result", 0, 2},
{"log_sigmoid", A, "input", 0, 5, PB | PB_SAVED, 7},
{"log_sigmoid_backward", A, "grad_output,input,buffer", PW_BUFFER, 7},
{"log_sigmoid_forward", A, "input", 0, 5, PB | PB_SAVED, 7},
{"logit_backward", A, "grad_output,input,eps", 0, 3},
{"logsigmoid", F, "input", 0, 5, PB | PB_SAVED, 7, .params = PARAMS_ONE},
{"mish", F | A, "input,inplace", 0, 4, PB | PB_SAVED, 10},
{"mish_backward", A, "grad_output,input", 0, 10},
{"prelu", T | X | F | A, "input,weight", PW_PRELU, 2, PB, 3, .params = PARAMS_ONE},
{"prelu_backward", A, "grad_output,input,weight", PW_PRELU_GRAD, 3},
{"relu", T | X | F | A, "input,inplace", 0, 1, PB | PB_SAVED, 1, .params = PARAMS_ONE | PARAMS_IN_PLACE},
{"relu6", F | A, "input,inplace", 0, 2, PB | PB_SAVED, 2, .params = PARAMS_ONE},
{"rrelu", T | F | A, "input,lower,upper,training,inplace", PW_NOISE, 2, .params = PARAMS_ONE | PARAMS_IN_PLACE},
{"rrelu_with_noise", A, "input,noise", 0, 2},
{"rrelu_with_noise_backward", A, "grad_output,input,noise", 0, 1},
{"selu", T | F | A, "input,inplace", 0, 4, PB | PB_SAVED, 3, .params = PARAMS_ONE},
{"sigmoid_backward", A, "grad_output,input", 0, 3},
{"silu", F | A, "input,inplace", 0, 5, PB | PB_SAVED, 9},
{"silu_and_mul", L, "out,input", PW_GATED, 6},
{"silu_backward", A, "grad_output,input", 0, 9},
{"softplus", F | A, "input,beta,threshold", 0, 4, PB | PB_SAVED, 4, .params = PARAMS_ONE},
{"softplus_backward", A, "grad_output,input,beta,threshold", 0, 4},
{"softshrink", F | A, "input,lambd", 0, 2, PB | PB_SAVED, 2, .params = PARAMS_ONE},
{"softshrink_backward", A, "grad_output,input,lambd", 0, 2},
{"softsign", F, "input", PW_FLOAT, 3, .params = PARAMS_ONE},
{"tanh_backward", A, "grad_output,input", 0, 3},
{"tanhshrink", F, "input", PW_FLOAT, 2, .params = PARAMS_ONE},
{"threshold", T | F | A, "input,threshold,value,inplace", 0, 1, PB | PB_SAVED, 1, .params = PARAMS_ONE | PARAMS_IN_PLACE},
{"threshold_backward", A, "grad_output,input,threshold", 0, 1},
};
/* clang-format on */

const struct op_family op_activation = {
    .title = "Activations",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_activation,
    .each = op_pointwise_each,
};
