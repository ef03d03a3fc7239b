/*
 * cross.c - cross products.
 *
 * In:  two tensors, one of whose dimensions is 3
 * Out: each component is two products and their difference; bytes of operands
 *      and result
 *
 * The gradient of an operand is the cross product of the other one and dy.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

#define CROSS_FLOPS 3
#define COMPLEX_FLOPS (2 * 6 + 2)

static int cost_cross(struct op_ask *q)
{
	const struct arg *v[2] = {op_tensor(q, AT_input), op_tensor(q, AT_other)};
	struct op_shape s;
	bool complex;
	uint64_t n, bad;
	size_t ndim, i;
	int64_t dim;

	if (!v[1] || !op_shape_of(v[0], &s))
		return lacks(q, OP_NO_SHAPE);
	bad = op_broadcast(&s, v[1]);
	if (bad)
		return lacks(q, bad);
	if (op_args_ints(op_arg(q, AT_dim), &dim, 1, &ndim) == GIVEN_YES &&
	    ndim == 1 && s.n && (!op_dim(dim, s.n, &i) || s.v[i] != 3))
		return lacks(q, OP_MISFIT);
	n = op_shape_elems(&s);
	q->cost->dtype = op_promote(v, 2, false);
	complex = dtype_class(q->cost->dtype) == DTYPE_COMPLEX;
	works(q, complex ? COMPLEX_FLOPS : CROSS_FLOPS, n);
	if (q->part == PART_FORWARD)
		reads(q, v[0]);
	else
		moves(q, n, q->cost->dtype); /* dy */
	reads(q, v[1]);
	moves(q, n, q->cost->dtype);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"cross", T | X | A, "input,other,dim"},
{"linalg_cross", A, "input,other,dim"},
};
/* clang-format on */

const struct op_family op_cross = {
    .title = "Cross products",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_cross,
    .tensors = true,
    .complex = true,
};
