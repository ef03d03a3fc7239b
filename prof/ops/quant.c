/*
 * quant.c - to fewer bits and back: quantize, dequantize, fake_quantize.
 *
 * In:  a call with a tensor, its scales, and the result or its type
 * Out: FLOPs an element from the row: a product and two bounds to quantize, two
 *      more (the absolute value and the maximum) where the scale is computed,
 *      two to dequantize; bytes of what is read and written, scales and masks
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define SCALE_SIZE 4 /* float32 whatever the input */

static uint64_t moved(const struct arg *t)
{
	return op_args_is_tensor(t) ? op_moved(t) : 0;
}

/* Bytes of the tensors that are no input or result. */
static uint64_t scales(const struct op_entry *e, const struct call *call)
{
	static const char *const names[] = {
	    "scale", "zero_point", "min", "max", "mask"};
	uint64_t bytes = 0;
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++)
		bytes = op_add(bytes, moved(op_arg(e, call, names[i])));
	return bytes;
}

/* The type of the result: what `dtype` says, else what the row does; a dtype
 * that was not recorded is one of 8 bits. */
static enum dtype result_type(const struct op_entry *e, const struct call *call,
    const struct arg *x, struct cost *cost)
{
	const struct arg *zero = op_arg(e, call, "zero_point");
	const struct arg *scale = op_tensor(e, call, "scale");
	enum dtype t;

	if (e->variant & QUANT_FAKE)
		return x->dtype;
	if (e->variant & QUANT_REAL)
		return e->variant & QUANT_TYPED && scale ? scale->dtype
							 : DTYPE_FLOAT32;
	/* ONNX's y_zero_point has the type of the result. */
	if (e->variant & QUANT_TYPED)
		return op_args_is_tensor(zero) ? zero->dtype : DTYPE_UINT8;
	t = op_dtype_arg(e, call, "dtype", DTYPE_UNKNOWN);
	if (!t) {
		cost->conf = CONF_ESTIMATE;
		cost->why = WHY_NO_DTYPE;
	}
	return t ? t : DTYPE_QUINT8;
}

/* The gradient passes where nothing was cut off. */
static int backward(const struct op_entry *e, const struct arg *x, struct cost *cost)
{
	uint64_t n = op_elems(x);

	if (!(e->variant & QUANT_FAKE)) {
		cost->why = WHY_NO_GRADIENT;
		return -1;
	}
	return op_set(cost, n, 0, op_add(op_mul(2, op_size(n, x->dtype)), n));
}

int op_quant(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	const struct arg *out = op_tensor(e, call, "result");
	uint64_t n, bytes, flops = (uint64_t)(e->variant & QUANT_WEIGHT);

	if (!x)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	n = op_elems(x);
	cost->dtype = x->dtype;
	if (part != PART_FORWARD)
		return backward(e, x, cost);
	/* A scale that was not given is computed, and written. */
	bytes = scales(e, call);
	if (e->variant & QUANT_MAYBE &&
	    !op_args_is_tensor(op_arg(e, call, "scale"))) {
		flops += 2;
		bytes = op_add(bytes, SCALE_SIZE);
	}
	bytes = op_add(bytes, op_moved(x));
	if (out)
		bytes = op_add(bytes, op_moved(out));
	else
		bytes = op_add(bytes, op_size(n, result_type(e, call, x, cost)));
	if (e->variant & QUANT_MASK)
		bytes = op_add(bytes, n);
	if (e->variant & QUANT_STATS) /* ONNX: scale and zero point are results */
		bytes = op_add(bytes, SCALE_SIZE + 1);
	return op_set(cost, op_mul(n, flops), 0, bytes);
}
