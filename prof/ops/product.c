/*
 * product.c - the backward of a product.
 *
 * In:  what the product and its operands cost, the part that a kernel did
 * Out: FLOPs of one product for dgrad and for wgrad, of a sum for dbias; bytes
 *      of dY, the other operand, and the gradient
 */
#include "prof/ops/product.h"

#include "prof/ops/family.h"

void op_product_enter(struct op_ask *q, const struct op_product *p, unsigned gradients)
{
	if (gradients & PRODUCT_DGRAD) {
		multiplies(q, p->flops);
		moves_bytes(q, p->dy);
		moves_bytes(q, p->b);
		moves_bytes(q, p->rest);
		moves_bytes(q, p->da);
	}
	if (gradients & PRODUCT_WGRAD) {
		multiplies(q, p->flops);
		moves_bytes(q, p->dy);
		moves_bytes(q, p->a);
		moves_bytes(q, p->rest);
		moves_bytes(q, p->db);
	}
	if (gradients & PRODUCT_DBIAS) {
		works(q, 1, p->adds);
		moves_bytes(q, p->dy);
		moves_bytes(q, p->dc);
	}
}

int op_product_backward(struct op_ask *q, const struct op_product *p)
{
	static const unsigned gradients_of[] = {
	    [PART_BACKWARD] = PRODUCT_DGRAD | PRODUCT_WGRAD | PRODUCT_DBIAS,
	    /* Either: their FLOPs are the same. */
	    [PART_PRODUCT] = PRODUCT_DGRAD,
	    [PART_DGRAD] = PRODUCT_DGRAD,
	    [PART_WGRAD] = PRODUCT_WGRAD,
	    [PART_DBIAS] = PRODUCT_DBIAS,
	};
	unsigned gradients = gradients_of[q->part];

	if (!p->has_bias)
		gradients &= ~(unsigned)PRODUCT_DBIAS;
	if (gradients == 0)
		return refuses(q, WHY_NO_BIAS);
	takes_all(q, p->has_bias ? 3 : 2);
	op_product_enter(q, p, gradients);
	return done(q);
}
