/*
 * quant.c - to fewer bits and back: quantize, dequantize, fake_quantize.
 *
 * In:  a call with a tensor, its scales, and the result or its type
 * Out: FLOPs an element from the row: a product and two bounds to quantize, two
 *      more (the absolute value and the maximum) where the scale is computed,
 *      two to dequantize; bytes of what is read and written, scales and masks
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

/* What the result is, and what else is written. */
enum {
	QUANT_REAL = 1 << 0,  /* the result is real: dequantize */
	QUANT_FAKE = 1 << 1,  /* the result has the input's type */
	QUANT_MASK = 1 << 2,  /* writes which elements were not cut off */
	QUANT_TYPED = 1 << 3, /* ONNX: zero point and scale tell the type */
	QUANT_MAYBE = 1 << 4, /* computes the scale where none is given */
	QUANT_STATS = 1 << 5, /* writes scale and zero point */
};

#define SCALE_SIZE 4 /* float32 whatever the input */

static uint64_t moved(const struct arg *t)
{
	return op_args_is_tensor(t) ? op_moved(t) : 0;
}

/* Bytes of the tensors that are no input or result. */
static uint64_t scales(struct op_ask *q)
{
	static const enum op_at names[] = {
	    AT_scale, AT_zero_point, AT_min, AT_max, AT_mask};
	uint64_t bytes = 0;
	size_t i;

	for (i = 0; i < NELEMS(names); i++)
		bytes = num_plus(bytes, moved(op_arg(q, names[i])));
	return bytes;
}

/* The type of the result: what `dtype` says, else what the row does; a dtype
 * that was not recorded is one of 8 bits. */
static enum dtype result_type(struct op_ask *q, const struct arg *x)
{
	const struct arg *zero = op_arg(q, AT_zero_point);
	const struct arg *scale = op_tensor(q, AT_scale);
	enum dtype t;

	if (q->row->variant & QUANT_FAKE)
		return x->dtype;
	if (q->row->variant & QUANT_REAL)
		return q->row->variant & QUANT_TYPED && scale ? scale->dtype
							      : DTYPE_FLOAT32;
	/* ONNX's y_zero_point has the type of the result. */
	if (q->row->variant & QUANT_TYPED)
		return op_args_is_tensor(zero) ? zero->dtype : DTYPE_UINT8;
	t = op_args_dtype(q, AT_dtype, DTYPE_UNKNOWN);
	if (!t)
		estimates_bytes(q, WHY_NO_DTYPE);
	return t ? t : DTYPE_QUINT8;
}

/* Whether there is a scale for each place along `axis`; also where that was not
 * recorded, or there is one scale. */
static bool scales_fit(struct op_ask *q, const struct arg *x)
{
	bool known = true;
	int64_t axis = op_args_int(q, AT_axis, 0, &known);
	size_t i;

	if (!op_args_has(q, AT_axis) || !known)
		return true;
	return op_dim(axis, x->shape.n, &i) &&
	       !differ(op_elems(op_tensor(q, AT_scale)), op_extent(x, i));
}

/* The gradient passes where nothing was cut off. */
static int backward(struct op_ask *q, const struct arg *x)
{
	uint64_t n = op_elems(x);

	if (!(q->row->variant & QUANT_FAKE))
		return refuses(q, WHY_NO_GRADIENT);
	works(q, 1, n);
	moves(q, num_times(2, n), x->dtype); /* dy, dx */
	moves_bytes(q, n);		     /* the mask */
	return done(q);
}

static int cost_quant(struct op_ask *q)
{
	const unsigned variant = q->row->variant;
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *out = op_tensor(q, AT_result);
	uint64_t n = op_elems(x);

	if (!x)
		return lacks(q, OP_NO_SHAPE);
	if (!scales_fit(q, x))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	if (q->part != PART_FORWARD)
		return backward(q, x);
	works(q, q->row->each, n);
	moves_bytes(q, scales(q));
	/* A scale that was not given is computed, and written. */
	if (variant & QUANT_MAYBE && !op_args_is_tensor(op_arg(q, AT_scale))) {
		works(q, 2, n);
		moves_bytes(q, SCALE_SIZE);
	}
	reads(q, x);
	if (out)
		reads(q, out);
	else
		yields(q, n, result_type(q, x));
	if (variant & QUANT_MASK)
		moves_bytes(q, n);
	/* ONNX: scale and zero point are results */
	if (variant & QUANT_STATS)
		moves_bytes(q, SCALE_SIZE + 1);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"DequantizeLinear", N, "input,scale,zero_point", QUANT_TYPED | QUANT_REAL, 2},
{"DynamicQuantizeLinear", N, "input", QUANT_TYPED | QUANT_STATS, 5},
{"QuantizeLinear", N, "input,scale,zero_point", QUANT_TYPED, 3},
{"_fused_moving_avg_obs_fq_helper", A, "input,observer_on,fake_quant_on,min,max,scale,zero_point", QUANT_FAKE | QUANT_MASK, 8},
{"dequantize", T | X | A, "input", QUANT_REAL, 2},
{"dynamic_per_token_scaled_fp8_quant", L, "result,input,scale", 0, 5},
{"dynamic_scaled_fp8_quant", L, "result,input,scale", 0, 5},
{"fake_quantize_per_channel_affine", T | A, "input,scale,zero_point,axis,quant_min,quant_max", QUANT_FAKE | QUANT_MASK, 6},
{"fake_quantize_per_channel_affine_cachemask", A, "input,scale,zero_point,axis,quant_min,quant_max", QUANT_FAKE | QUANT_MASK, 6},
{"fake_quantize_per_channel_affine_cachemask_backward", A, "input,mask", QUANT_FAKE, 1},
{"fake_quantize_per_tensor_affine", T | A, "input,scale,zero_point,quant_min,quant_max", QUANT_FAKE | QUANT_MASK, 6},
{"fake_quantize_per_tensor_affine_cachemask", A, "input,scale,zero_point,quant_min,quant_max", QUANT_FAKE | QUANT_MASK, 6},
{"fake_quantize_per_tensor_affine_cachemask_backward", A, "input,mask", QUANT_FAKE, 1},
{"fp8_quantize", L, "input,scale,dtype", QUANT_MAYBE, 3},
{"fused_moving_avg_obs_fake_quant", T | A, "input,observer_on,fake_quant_on,min,max,scale,zero_point", QUANT_FAKE | QUANT_MASK, 8},
{"int_repr", T | X | A, "input", QUANT_FAKE},
{"quantize_fp8_tensorwise", L, "input,dtype,scale", QUANT_MAYBE, 3},
{"quantize_per_channel", T | A, "input,scale,zero_point,axis,dtype", 0, 3},
{"quantize_per_tensor", T | A, "input,scale,zero_point,dtype", 0, 3},
{"quantize_per_tensor_dynamic", T | A, "input,dtype", 0, 5},
{"scaled_fp4_quant", L, "result,input,scale,min", 0, 5},
{"scaled_fp8_quant", L, "input,scale,dtype", QUANT_MAYBE, 3},
{"static_scaled_fp8_quant", L, "result,input,scale", 0, 3},
};
/* clang-format on */

const struct op_family op_quant = {
    .title = "Quantisation",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_quant,
};
