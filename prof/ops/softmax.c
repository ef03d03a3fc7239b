/*
 * softmax.c - softmax and log_softmax, as called and as torch's kernels.
 *
 * In:  a call with a tensor; _softmax_backward_data: dy and y
 * Out: 5 FLOPs an element (maximum, subtraction, exp, sum, and a division or a
 *      subtraction), 4 for the backward (a product and a sum for the dot
 *      product, a subtraction and a product); bytes of in and out, of dy, y, dx
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	SOFTMAX_FORWARD,
	SOFTMAX_INNER,	/* _softmax: half_to_float */
	SOFTMAX_MASKED, /* reads a mask */
	SOFTMAX_GRAD,	/* _softmax_backward_data */
};

#define FORWARD_FLOPS 5
#define BACKWARD_FLOPS 4

/* FLOPs an element of the backward: dy * y may be a kernel of aten::mul. */
static uint64_t backward_flops(const struct op_ask *q)
{
	return elsewhere(q) ? BACKWARD_FLOPS - 1 : BACKWARD_FLOPS;
}

/* The type of y. */
static enum dtype result_type(struct op_ask *q, enum dtype in)
{
	bool known = true, half = dtype_bits(in) == 16;

	if (q->row->variant == SOFTMAX_INNER &&
	    op_args_bool(q, AT_half_to_float, false, &known))
		return DTYPE_FLOAT32;
	if (!known && half && !op_args_result_type(q, DTYPE_UNKNOWN))
		estimates_bytes(q, WHY_ATTRIBUTE);
	return op_args_result_type(q, op_args_dtype(q, AT_dtype, in));
}

/* _softmax_backward_data(dy, y, dim, input_dtype); before torch 1.11 the fourth
 * was the input, of which the kernel reads nothing but its type. */
static int grad(struct op_ask *q)
{
	const struct arg *dy = op_tensor(q, AT_grad_output);
	const struct arg *y = op_tensor(q, AT_output);
	const struct arg *in = op_arg(q, AT_input_dtype);
	enum dtype type;

	if (!dy || !y)
		return lacks(q, OP_NO_SHAPE);
	if (!op_alike(dy, y))
		return lacks(q, OP_MISFIT);
	type = op_args_is_tensor(in)
		   ? in->dtype
		   : op_args_dtype(q, AT_input_dtype, dy->dtype);
	q->cost->dtype = dy->dtype;
	works(q, backward_flops(q), op_elems(dy));
	reads(q, dy);
	reads(q, y);
	moves(q, op_elems(dy), type);
	reads(q, op_tensor(q, AT_mask));
	return done(q);
}

static int cost_softmax(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	enum dtype type;
	uint64_t n;

	if (q->row->variant == SOFTMAX_GRAD)
		return q->part == PART_FORWARD ? grad(q)
					       : refuses(q, WHY_NO_BACKWARD);
	if (!x)
		return lacks(q, OP_NO_SHAPE);
	if (!op_args_fit_dim(q, x))
		return lacks(q, OP_MISFIT);
	n = op_elems(x);
	type = result_type(q, x->dtype);
	q->cost->dtype = type;
	if (q->part == PART_FORWARD) {
		works(q, FORWARD_FLOPS, n);
		reads(q, x);
		yields(q, n, type);
	} else {
		works(q, backward_flops(q), n);
		moves(q, n, type); /* dy */
		moves(q, n, type); /* y */
		moves(q, n, x->dtype);
	}
	if (q->row->variant == SOFTMAX_MASKED)
		reads(q, op_tensor(q, AT_mask));
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"BiasSoftmax", N, .why = WHY_NO_RULE},
{"Hardmax", N, .why = WHY_NO_RULE},
{"LogSoftmax", N, "input", SOFTMAX_FORWARD},
{"LogSoftmaxGrad", N, "grad_output,output", SOFTMAX_GRAD},
{"QLinearSoftmax", N, .why = WHY_NO_RULE},
{"Softmax", N, "input", SOFTMAX_FORWARD},
{"SoftmaxGrad", N, "grad_output,output", SOFTMAX_GRAD},
{"_log_softmax", A, "input,dim,half_to_float", SOFTMAX_INNER},
{"_log_softmax_backward_data", A, "grad_output,output,dim,input_dtype", SOFTMAX_GRAD},
{"_masked_softmax", A, "input,mask,dim,mask_type", SOFTMAX_MASKED},
{"_masked_softmax_backward", A, "grad_output,output,mask,dim", SOFTMAX_GRAD},
{"_safe_softmax", A, "input,dim,dtype", SOFTMAX_FORWARD},
{"_softmax", A, "input,dim,half_to_float", SOFTMAX_INNER},
{"_softmax_backward_data", A, "grad_output,output,dim,input_dtype", SOFTMAX_GRAD},
{"_sparse_softmax", A, .why = WHY_VALUES},
{"gumbel_softmax", F, .why = WHY_PARTS},
{"log_softmax", F, "input,dim,_stacklevel,dtype", SOFTMAX_FORWARD, .params = PARAMS_ONE},
{"log_softmax", T | X | A, "input,dim,dtype", SOFTMAX_FORWARD, .params = PARAMS_ONE},
{"softmax", F, "input,dim,_stacklevel,dtype", SOFTMAX_FORWARD, .params = PARAMS_ONE},
{"softmax", T | X | A, "input,dim,dtype", SOFTMAX_FORWARD, .params = PARAMS_ONE},
{"softmin", F, .why = WHY_PARTS},
{"special_log_softmax", A, "input,dim,dtype", SOFTMAX_FORWARD},
{"special_softmax", T | A, "input,dim,dtype", SOFTMAX_FORWARD},
};
/* clang-format on */

const struct op_family op_softmax = {
    .title = "Softmax",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_softmax,
    .tensors = true,
    .holds = "mul",
    .each_flops = OP_EACH(5),
};
