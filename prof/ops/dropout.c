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
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define FLOPS 2

int op_dropout(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	const struct arg *mask = op_tensor(e, call, "mask");
	bool known = true;
	bool train = op_bool(e, call, "training", true, &known);
	uint64_t n, bytes, flops;

	if (!x)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	n = op_elems(x);
	flops = op_mul(FLOPS, n);
	bytes = op_size(n, x->dtype);
	cost->dtype = x->dtype;
	if (e->variant == DROPOUT_GRAD) {
		if (part != PART_FORWARD) {
			cost->why = WHY_NO_BACKWARD;
			return -1;
		}
		bytes = op_add(bytes, op_moved(x)); /* x is dy */
		return op_set(cost, flops, 0,
		    op_add(bytes, op_moved_or(mask, n, DTYPE_BOOL8)));
	}
	if (part == PART_FORWARD && known && !train) {
		if (e->variant == DROPOUT) {
			cost->why = WHY_NO_KERNEL;
			return -1;
		}
		flops = 0;
	}
	/* native_dropout runs in and out of training; dropout only in it, so
	 * its kernel tells what the source does not. */
	if (!known && part == PART_FORWARD && e->variant == DROPOUT_NATIVE)
		flops = OP_NO_ATTR;
	/* x, or a dy that was not recorded */
	bytes = op_add(
	    bytes, op_moved_or(part == PART_FORWARD ? x : NULL, n, x->dtype));
	return op_set(cost, flops, 0, op_add(bytes, n));
}
