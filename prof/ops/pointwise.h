/*
 * pointwise.h - what the rows of pointwise operators and of activations say.
 */
#ifndef PROF_OPS_POINTWISE_H
#define PROF_OPS_POINTWISE_H

struct op_ask;
struct op_each;
struct op_row;

/* A row's variant; each is the FLOPs an element of the result. */
enum {
	PW_BOOL = 1 << 0,   /* the result is bool */
	PW_FLOAT = 1 << 1,  /* integers become float32 */
	PW_ALPHA = 1 << 2,  /* one more where alpha is not 1 */
	PW_VALUE = 1 << 3,  /* one more where value is not 1 */
	PW_BOUNDS = 1 << 4, /* one for each of min and max that is given */
	PW_BIAS = 1 << 5,   /* one more where a bias is given */
	PW_MANY = 1 << 6,   /* one more for each operand after the second */
	PW_CADD = 1 << 7,   /* two for complex numbers */
	PW_CMUL = 1 << 8,   /* six for complex numbers */
	PW_CABS = 1 << 9, /* the same for complex numbers; the result is real */
	PW_CDIV = 1 << 18,	 /* two for complex numbers by real ones */
	PW_TO_COMPLEX = 1 << 19, /* the result is complex */
	PW_FILL = 1 << 21, /* `value` is a number to the kernel, a tensor too */
	PW_WHOLE = 1 << 22, /* takes no floats */
	/* of activations only */
	PW_BUFFER = 1 << 20,	 /* reads a buffer of its own size */
	PW_GELU = 1 << 10,	 /* more where approximate is tanh */
	PW_GELU_GRAD = 1 << 11,	 /* the same of the backward */
	PW_HALF = 1 << 12,	 /* glu: the result is half of the input */
	PW_GATED = 1 << 13,	 /* ... and is the first argument */
	PW_GLU_GRAD = 1 << 14,	 /* the result is as wide as the second */
	PW_NOISE = 1 << 15,	 /* rrelu writes its slopes in training */
	PW_PRELU = 1 << 16,	 /* `weight` has one dimension, of channels */
	PW_PRELU_GRAD = 1 << 17, /* makes two gradients in full */
};

/* FLOPs an element of gelu by tanh, and of its gradient. */
#define PW_GELU_TANH 9
#define PW_GELU_TANH_GRAD 18

/* A row's backward; each_backward is the FLOPs an element of the gradient of
 * one operand. */
enum {
	PB = 1 << 0,	   /* there is a formula, be it of no FLOPs */
	PB_SAVED = 1 << 1, /* reads the input or the result besides dy */
	PB_OTHER = 1 << 2, /* reads the other operand */
	PB_MASK = 1 << 3,  /* reads the mask */
	PB_DIV = 1 << 4,   /* a quotient's: the divisor's gradient costs more */
	PB_RDIV = 1 << 5,  /* the same, the operands swapped */
	PB_ZERO = 1 << 6,  /* zero everywhere: written, nothing is read */
	PB_CMUL = 1 << 7,  /* six for complex numbers */
	PB_NONE = 1 << 8,  /* not differentiable */
	PB_BOUNDS = 1 << 9, /* one for each of min and max */
	PB_GELU = 1 << 10,  /* more where approximate is tanh */
	PB_ALPHA = 1 << 11, /* one for the second operand where alpha is not 1 */
	PB_FIRST = 1 << 12,  /* of FLOPs for the first operand alone */
	PB_SECOND = 1 << 13, /* ... for the second */
};

/* op_pointwise_cost(q, row): the cost of a pointwise operator with this row in
 * place of its own, of which each and each_backward may be OP_NO_ATTR.  0 or -1
 * as a model. */
int op_pointwise_cost(struct op_ask *q, const struct op_row *row);

/* op_pointwise_each(row): FLOPs an element in a compiled kernel: those of the row. */
struct op_each op_pointwise_each(const struct op_row *row);

#endif
