/*
 * pointwise.h - pointwise operators: what the rows of those and of activations
 * tell of them.
 */
#ifndef PROF_OPS_POINTWISE_H
#define PROF_OPS_POINTWISE_H

struct op_ask;
struct op_row;

/* The variant: what else there is to know.  A row's `each` is the FLOPs an
 * element of the result. */
enum {
	PW_BOOL = 1 << 8,    /* the result is bool */
	PW_FLOAT = 1 << 9,   /* integers become float32 */
	PW_ALPHA = 1 << 10,  /* one more where alpha is not 1 */
	PW_VALUE = 1 << 11,  /* one more where value is not 1 */
	PW_BOUNDS = 1 << 12, /* one for each of min and max that is given */
	PW_CADD = 1 << 13,   /* two for complex numbers */
	PW_CMUL = 1 << 14,   /* six for complex numbers */
	PW_CABS = 1 << 15, /* the same for complex numbers; the result is real */
	/* op_activation only */
	PW_GELU = 1 << 16,	/* more where approximate is tanh */
	PW_HALF = 1 << 17,	/* glu: the result is half of the input */
	PW_GATED = 1 << 18,	/* ... and is the first argument */
	PW_GELU_GRAD = 1 << 19, /* as PW_GELU, of the backward */
	PW_NOISE = 1 << 20,	/* rrelu writes its noise in training */
	PW_GLU_GRAD = 1 << 21, /* the result is as wide as the second argument */
	PW_UNRECORDED = 1 << 22, /* the weight depends on what was not recorded */
	PW_BIAS = 1 << 24,	 /* one more where a bias is given */
	PW_MANY = 1 << 25, /* the weight is that of each operand but the first */
	PW_PRELU = 1 << 23,	 /* the weight has one dimension, of channels */
	PW_PRELU_GRAD = 1 << 26, /* makes two gradients in full */
};

/* Weights of gelu by tanh, and of its gradient. */
#define PW_GELU_TANH 9
#define PW_GELU_TANH_GRAD 18

/* The same of the backward; its `each` is the FLOPs an element of one operand's
 * gradient.  0 where no formula is known. */
enum {
	PB = 1 << 8,	    /* there is a formula, whatever the weight */
	PB_SAVED = 1 << 9,  /* reads the input or the result besides dy */
	PB_OTHER = 1 << 10, /* reads the other operand */
	PB_MASK = 1 << 11,  /* reads the mask */
	PB_DIV = 1 << 12,  /* a quotient's: the divisor's gradient costs more */
	PB_RDIV = 1 << 13, /* the same, the operands swapped */
	PB_ZERO = 1 << 14, /* zero everywhere: written, nothing is read */
	PB_CMUL = 1 << 15, /* six for complex numbers */
	PB_NONE = 1 << 16, /* not differentiable */
	PB_BOUNDS = 1 << 17, /* one for each of min and max */
	PB_GELU = 1 << 18,   /* more where approximate is tanh */
	PB_UNRECORDED = 1 << 19,
};

/* op_pointwise_cost(q, row): the cost of a pointwise operator by this row's
 * variant, backward and FLOPs an element.  0 or -1 as a model. */
int op_pointwise_cost(struct op_ask *q, const struct op_row *row);

#endif
