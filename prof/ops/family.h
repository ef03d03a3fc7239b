/*
 * family.h - what a family of operators is written with.
 *
 * A model is asked for a part of what a call costs.  It looks up arguments by
 * the names of its row (args.h), counts in numbers that carry what is wrong
 * with them (op.h), and ends in op_set.
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

#define NELEMS(a) (sizeof(a) / sizeof *(a))

/* answer(q, flops, gemm, bytes): op_set of q's cost. */
static inline int answer(
    struct op_ask *q, uint64_t flops, uint64_t gemm, uint64_t bytes)
{
	return op_set(q->cost, flops, gemm, bytes);
}

#endif
