/*
 * dropout.c - dropout and the operators that it is made of.
 *
 * In:  a call with a tensor, or with dy and the mask
 * Out: 2 FLOPs an element (the comparison with p and the scaling, random
 *      numbers are integer work; two products in the backward); bytes of x, y
 *      and a mask of one byte an element
 *
 * Out of training F.dropout launches nothing.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	DROPOUT,
	DROPOUT_NATIVE, /* writes its mask out of training too */
	DROPOUT_GRAD,	/* dy, mask: _masked_scale */
};

#define FLOPS 2

static int cost_dropout(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *mask = op_tensor(q, AT_mask);
	bool forward = q->part == PART_FORWARD, known = true;
	bool train = op_args_bool(q, AT_training, true, &known);
	struct op_shape s;
	uint64_t n;

	if (!x)
		return lacks(q, OP_NO_SHAPE);
	n = op_elems(x);
	q->cost->dtype = x->dtype;
	if (q->row->variant == DROPOUT_GRAD) {
		if (!forward)
			return refuses(q, WHY_NO_BACKWARD);
		if (op_shape_of(x, &s) && op_broadcast(&s, mask) == OP_MISFIT)
			return lacks(q, OP_MISFIT);
		works(q, FLOPS, n);
		reads(q, x); /* dy */
		moves(q, n, x->dtype);
		moves_bytes(q, op_moved_or(mask, n, DTYPE_BOOL8));
		return done(q);
	}
	if (q->row->variant == DROPOUT && forward && known && !train)
		return refuses(q, WHY_NO_KERNEL);
	/* native_dropout runs in and out of training; dropout only in it, so
	 * its kernel says what was not recorded. */
	if (q->row->variant == DROPOUT_NATIVE && forward && !known)
		works(q, FLOPS, OP_NO_ATTR);
	else if (!forward || !known || train)
		works(q, FLOPS, n);
	if (forward)
		reads(q, x);
	else
		moves(q, n, x->dtype); /* dy */
	yields(q, n, x->dtype);
	moves(q, n, DTYPE_BOOL8);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"BiasDropout", N, .why = WHY_NO_RULE},
{"BitmaskDropout", N, .why = WHY_NO_RULE},
{"Dropout", N, "input,p,training", DROPOUT},
{"_fused_dropout", T | A, "input,p", DROPOUT},
{"_masked_scale", A, "input,mask,scale", DROPOUT_GRAD},
{"alpha_dropout", F | T | A, .why = WHY_PARTS},
{"dropout", F, "input,p,training,inplace", DROPOUT, .params = PARAMS_ONE},
{"dropout", T | A, "input,p,training", DROPOUT, .params = PARAMS_ONE},
{"dropout2d", F, .why = WHY_PARTS},
{"dropout3d", F, .why = WHY_PARTS},
{"feature_alpha_dropout", F | T | A, .why = WHY_PARTS},
{"feature_dropout", F | T | A, .why = WHY_PARTS},
{"native_dropout", T | A, "input,p,training", DROPOUT_NATIVE},
{"native_dropout_backward", A, "input,mask,scale", DROPOUT_GRAD},
};
/* clang-format on */

const struct op_family op_dropout = {
    .title = "Dropout",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_dropout,
    .tensors = true,
    .each_flops = OP_EACH(2),
};
