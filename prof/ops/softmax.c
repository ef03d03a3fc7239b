/*
 * softmax.c - softmax and log_softmax, as called and as torch's kernels.
 *
 * In:  a call with a tensor; _softmax_backward_data: dy and y
 * Out: 5 FLOPs an element (maximum, subtraction, exp, sum, and a division or a
 *      subtraction), 4 for the backward (a product and a sum for the dot
 *      product, a subtraction and a product); bytes of in and out, of dy, y, dx
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define FORWARD_FLOPS 5
#define BACKWARD_FLOPS 4

/* The type of y. */
static enum dtype result_type(
    const struct op_entry *e, const struct call *call, enum dtype in)
{
	bool known = true;

	if (e->variant == SOFTMAX_INNER &&
	    op_bool(e, call, "half_to_float", false, &known) && known)
		return DTYPE_FLOAT32;
	return op_dtype_arg(e, call, "dtype", in);
}

/* _softmax_backward_data(dy, y, dim, input_dtype); before torch 1.11 the fourth
 * was the input, of which the kernel reads nothing but its type. */
static int grad(const struct op_entry *e, const struct call *call, struct cost *cost)
{
	const struct arg *dy = op_tensor(e, call, "grad_output");
	const struct arg *y = op_tensor(e, call, "output");
	const struct arg *in = op_arg(e, call, "input_dtype");
	const struct arg *mask = op_tensor(e, call, "mask");
	enum dtype type;
	uint64_t n;

	if (!dy || !y)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	n = op_elems(dy);
	type = op_args_is_tensor(in)
		   ? in->dtype
		   : op_dtype_arg(e, call, "input_dtype", dy->dtype);
	cost->dtype = dy->dtype;
	return op_set(cost, op_mul(BACKWARD_FLOPS, n), 0,
	    op_add(op_add(op_moved(dy), op_moved(y)),
		op_add(op_size(n, type), op_moved(mask))));
}

int op_softmax(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input"), *mask = NULL;
	enum dtype type;
	uint64_t n, in, out;

	if (e->variant == SOFTMAX_GRAD) {
		if (part == PART_FORWARD)
			return grad(e, call, cost);
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (!x)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	n = op_elems(x);
	type = result_type(e, call, x->dtype);
	in = op_size(n, x->dtype);
	out = op_size(n, type);
	cost->dtype = type;
	if (e->variant == SOFTMAX_MASKED)
		mask = op_tensor(e, call, "mask");
	if (part != PART_FORWARD)
		return op_set(cost, op_mul(BACKWARD_FLOPS, n), 0,
		    op_add(op_add(op_mul(2, out), in), op_moved(mask)));
	return op_set(cost, op_mul(FORWARD_FLOPS, n), 0,
	    op_add(op_add(op_moved(x), out), op_moved(mask)));
}
