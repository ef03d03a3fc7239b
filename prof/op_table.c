/*
 * op_table.c - the catalogue: one row per operator and argument layout.
 *
 * Sorted by name and then by spaces, which test_op checks, because op_find
 * searches it.  In-place forms (relu_) need no row where they have the
 * arguments and the cost of the plain one; nor do overloads (max.dim).
 * pp-models(7) has the formulas by family.
 */
#include "prof/op.h"

/* Name spaces: PyProf's torch, Tensor and torch.nn.functional; aten; others. */
#define T SPACE_TORCH
#define X SPACE_TENSOR
#define F SPACE_FUNCTIONAL
#define A SPACE_ATEN
#define O SPACE_OTHER

/* Families whose rows are alike. */
#define GEMM(name, spaces, args, variant)                                      \
	{                                                                      \
		name, spaces, op_gemm, args, variant, 0, NULL, true            \
	}
/* Matrix times vector and less: no Tensor Cores. */
#define GEMV(name, spaces, args, variant)                                      \
	{                                                                      \
		name, spaces, op_gemm, args, variant, 0, NULL, false           \
	}

const struct op_entry op_table[] = {
    /* clang-format off */
GEMM("__matmul__", X, "input,other", 0),
GEMM("__rmatmul__", X, "input,other", GEMM_SWAP),
GEMM("addbmm", T | X | A, "input,batch1,batch2,beta,alpha", GEMM_C | GEMM_SUM),
GEMM("addmm", T | X | A, "input,mat1,mat2,beta,alpha", GEMM_C),
GEMM("addmm.dtype", A, "input,mat1,mat2,out_dtype,beta,alpha", GEMM_C),
GEMV("addmv", T | X | A, "input,mat,vec,beta,alpha", GEMM_C),
GEMV("addr", T | X | A, "input,vec1,vec2,beta,alpha", GEMM_C | GEMM_OUTER),
GEMM("baddbmm", T | X | A, "input,batch1,batch2,beta,alpha", GEMM_C),
GEMM("bmm", T | X | A, "input,mat2", 0),
GEMM("bmm.dtype", A, "input,mat2,out_dtype", 0),
GEMV("dot", T | X | A, "input,tensor", 0),
GEMV("ger", T | X | A, "input,vec2", GEMM_OUTER),
GEMM("linear", F | A, "input,weight,bias", GEMM_T),
GEMM("matmul", T | X | A, "input,other", 0),
GEMM("mm", T | X | A, "input,mat2", 0),
GEMM("mm.dtype", A, "input,mat2,out_dtype", 0),
GEMV("mv", T | X | A, "input,vec", 0),
GEMV("outer", T | X | A, "input,vec2", GEMM_OUTER),
GEMV("vdot", T | X | A, "input,other", 0),
    /* clang-format on */
};
const unsigned op_table_n = sizeof op_table / sizeof *op_table;
