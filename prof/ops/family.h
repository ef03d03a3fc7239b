/*
 * family.h - what a family of operators is written with.
 *
 * A model is asked for a part of what a call costs.  It looks up arguments by
 * the names of its row (args.h), counts in numbers that carry what is wrong
 * with them (op.h), and ends in done.
 */
#ifndef PROF_OPS_FAMILY_H
#define PROF_OPS_FAMILY_H

#include "prof/ops/args.h"

/* Name spaces: PyProf's torch, Tensor and torch.nn.functional; aten; others. */
#define T SPACE_TORCH
#define X SPACE_TENSOR
#define F SPACE_FUNCTIONAL
#define A SPACE_ATEN
#define O SPACE_OTHER
#define N SPACE_ONNX
#define L SPACE_LIBRARY

/*
 * Accounts of what the part of the call does.  A model enters what it counts,
 * line for line as its section of pp-models(7), and ends in
 *
 *	return done(q);
 *
 * What is wrong with a number stays in the account; the first thing is kept.
 */

/* works(q, each, n): FLOPs that are no product's, each of n times. */
static inline void works(struct op_ask *q, uint64_t each, uint64_t n)
{
	q->flops = num_plus(q->flops, num_times(each, n));
}

/* multiplies(q, flops): FLOPs of matrix products. */
static inline void multiplies(struct op_ask *q, uint64_t flops)
{
	q->gemm = num_plus(q->gemm, flops);
	q->flops = num_plus(q->flops, flops);
}

/* differ(a, b): whether two counts are known and are not the same: sizes that
 * contradict each other. */
static inline bool differ(uint64_t a, uint64_t b)
{
	return !num_bad(a) && !num_bad(b) && a != b;
}

/* sum_flops(t), times_flops(t): FLOPs of an addition and of a product of two
 * numbers of the type. */
static inline uint64_t sum_flops(enum dtype t)
{
	return dtype_class(t) == DTYPE_COMPLEX ? 2 : 1;
}

static inline uint64_t times_flops(enum dtype t)
{
	return dtype_class(t) == DTYPE_COMPLEX ? 6 : 1;
}

/* reads(q, x): a tensor is read (or written) as it was recorded:
 * op_args_moved. */
static inline void reads(struct op_ask *q, const struct arg *x)
{
	q->bytes = num_plus(q->bytes, op_args_moved(q, x));
}

/* moves(q, n, type): n elements of type are read or written. */
static inline void moves(struct op_ask *q, uint64_t n, enum dtype type)
{
	q->bytes = num_plus(q->bytes, op_size(n, type));
}

/* yields(q, n, type): the call's first result, of n elements, is written. */
static inline void yields(struct op_ask *q, uint64_t n, enum dtype type)
{
	q->has_result = true;
	q->result = n;
	moves(q, n, type);
}

/* moves_bytes(q, n): n bytes are. */
static inline void moves_bytes(struct op_ask *q, uint64_t n)
{
	q->bytes = num_plus(q->bytes, n);
}

/* elsewhere(q): whether the work of family->holds was done by kernels of calls
 * inside. */
static inline bool elsewhere(const struct op_ask *q)
{
	return q->call->inner && op_args_elsewhere(q);
}

/* estimates(q, why): both numbers are estimates, or one of them; why is a WHY_
 * of why.h. */
static inline void estimates_flops(struct op_ask *q, const char *why)
{
	op_lower(&q->cost->of_flops, CONF_ESTIMATE, why);
}

static inline void estimates_bytes(struct op_ask *q, const char *why)
{
	op_lower(&q->cost->of_bytes, CONF_ESTIMATE, why);
}

static inline void estimates(struct op_ask *q, const char *why)
{
	estimates_flops(q, why);
	estimates_bytes(q, why);
}

/* takes_all(q, n): the cost has n gradients.  Of a call's backward nothing
 * tells which of them are wanted; that all are is an estimate. */
static inline void takes_all(struct op_ask *q, unsigned n)
{
	if (q->part == PART_BACKWARD && n > 1)
		estimates(q, WHY_ATTRIBUTE);
}

/* fills(q, n, m, type, adds): a tensor of n elements is filled with zeros, and
 * at most m elements are then written.  Where another kernel filled it, only
 * those m are this one's; with adds they are read, too. */
static inline void fills(
    struct op_ask *q, uint64_t n, uint64_t m, enum dtype type, bool adds)
{
	if (!op_args_zeroed(q, op_size(n, type))) {
		moves(q, n, type);
		return;
	}
	/* another tensor may have been set, or one of unknown size */
	if ((uint64_t)q->call->inner->zeroed != op_size(n, type))
		estimates_bytes(q, WHY_NO_SHAPE);
	moves(q, num_least(m, n), type);
	if (adds)
		moves(q, num_least(m, n), type);
}

/* bounds(q, why): both are upper bounds, or one of them. */
static inline void bounds_flops(struct op_ask *q, const char *why)
{
	op_lower(&q->cost->of_flops, CONF_UPPER, why);
}

static inline void bounds_bytes(struct op_ask *q, const char *why)
{
	op_lower(&q->cost->of_bytes, CONF_UPPER, why);
}

static inline void bounds(struct op_ask *q, const char *why)
{
	bounds_flops(q, why);
	bounds_bytes(q, why);
}

/* lacks(q, bad): nothing can be counted, for one reason: OP_NO_SHAPE. */
static inline int lacks(struct op_ask *q, uint64_t bad)
{
	return op_set(q->cost, bad, 0, bad);
}

/* done(q): the accounts are the answer, unless ONNX Runtime recorded another
 * result.  0 or -1 as a model. */
static inline int done(struct op_ask *q)
{
	if (op_args_result_differs(q))
		return lacks(q, OP_MISFIT);
	return op_set(q->cost, q->flops, q->gemm, q->bytes);
}

/* lacks_bytes(q, bad): there are no FLOPs, and bytes are not known. */
static inline int lacks_bytes(struct op_ask *q, uint64_t bad)
{
	return op_set(q->cost, 0, 0, bad);
}

/* refuses(q, why): nothing can be counted, for a reason in
 * words: WHY_NO_BACKWARD. */
static inline int refuses(struct op_ask *q, const char *why)
{
	op_unknown(q->cost, why);
	return -1;
}

#endif
