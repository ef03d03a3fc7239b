/*
 * product.h - the backward of a product: which of its gradients a kernel makes,
 * and what each of them costs.
 *
 * Y = A.B + C, where B may be a filter and C is a bias that was broadcast, has
 * the gradients dA = dY.B' (dgrad), dB = A'.dY (wgrad) and dC, a sum of dY
 * (dbias).
 */
#ifndef PROF_OPS_PRODUCT_H
#define PROF_OPS_PRODUCT_H

#include "prof/ops/args.h"

/* Gradients, as a set; in the order of torch's output_mask. */
enum {
	PRODUCT_DGRAD = 1,
	PRODUCT_WGRAD = 2,
	PRODUCT_DBIAS = 4,
};

struct op_product {
	uint64_t flops; /* of the forward's product, and of either gradient's */
	uint64_t adds;	/* of the sum that is dC */
	bool has_bias;	/* something was added */
	uint64_t dy, a, b;   /* bytes read */
	uint64_t rest;	     /* ... of what both products read besides */
	uint64_t da, db, dc; /* bytes written */
};

/* op_product_backward(q, p): of a product's family: the gradients that q->part
 * stands for.  0 or -1 as a model. */
int op_product_backward(struct op_ask *q, const struct op_product *p);

/* op_product_enter(q, p, gradients): enter some of them into the accounts. */
void op_product_enter(
    struct op_ask *q, const struct op_product *p, unsigned gradients);

#endif
