/*
 * bilinear.c - bilinear forms.
 *
 * In:  x1 (..., I1), x2 (..., I2), weight (O, I1, I2), and a bias
 * Out: 2 FLOPs a multiply-add: x1.W for each output, and the product with x2;
 *      bytes of operands and result
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

static int cost_bilinear(struct op_ask *q)
{
	const struct arg *a = op_tensor(q, AT_input1);
	const struct arg *b = op_tensor(q, AT_input2);
	const struct arg *w = op_tensor(q, AT_weight);
	const struct arg *bias = op_tensor(q, AT_bias);
	uint64_t rows, o, i1, i2, macs;
	struct op_shape s;

	if (!op_shape_of(w, &s) || num_bad(op_elems(a)) || num_bad(op_elems(b)))
		return lacks(q, OP_NO_SHAPE);
	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (s.n != 3)
		return lacks(q, OP_MISFIT);
	o = (uint64_t)s.v[0];
	i1 = (uint64_t)s.v[1];
	i2 = (uint64_t)s.v[2];
	rows = i1 ? op_elems(a) / i1 : 0;
	if (num_times(rows, i1) != op_elems(a) ||
	    num_times(rows, i2) != op_elems(b))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = a->dtype;
	macs = num_times(num_times(rows, o), num_times(i2, num_plus(i1, 1)));
	multiplies(q, num_times(sum_flops(a->dtype) + times_flops(a->dtype), macs));
	if (bias)
		works(q, sum_flops(a->dtype), num_times(rows, o));
	reads(q, a);
	reads(q, b);
	reads(q, w);
	reads(q, bias);
	moves(q, num_times(rows, o), a->dtype);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"_trilinear", A, .why = WHY_PARTS},
{"bilinear", T | F | A, "input1,input2,weight,bias"},
};
/* clang-format on */

const struct op_family op_bilinear = {
    .title = "Bilinear forms",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_bilinear,
    .tensors = true,
    .complex = true,
};
