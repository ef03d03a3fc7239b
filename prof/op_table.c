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
#define GEMM(n, s, a, v)                                                       \
	{                                                                      \
		.name = n, .spaces = s, .model = op_gemm, .args = a,           \
		.variant = v, .tc = true, .product = true                      \
	}
/* Matrix times vector and less: no Tensor Cores. */
#define GEMV(n, s, a, v)                                                       \
	{                                                                      \
		.name = n, .spaces = s, .model = op_gemm, .args = a,           \
		.variant = v, .product = true                                  \
	}
#define CONV(n, s, a, v)                                                            \
	{                                                                           \
		.name = n, .spaces = s, .model = op_conv, .args = a,                \
		.variant = v, .tc = true, .product = true, .by_role = (v)&CONV_GRAD \
	}

const struct op_entry op_table[] = {
    /* clang-format off */
GEMM("__matmul__", X, "input,other", 0),
GEMM("__rmatmul__", X, "input,other", GEMM_SWAP),
CONV("_conv_depthwise2d", A,
    "input,weight,kernel_size,bias,stride,padding,dilation", 0),
CONV("_conv_depthwise2d_backward", A,
    "grad_output,input,weight,kernel_size,stride,padding,dilation,output_mask", CONV_GRAD),
CONV("_convolution", T | A,
    "input,weight,bias,stride,padding,dilation,transposed,output_padding,groups"
    ",benchmark,deterministic,cudnn_enabled,allow_tf32", CONV_ASK),
CONV("_convolution_mode", A,
    "input,weight,bias,stride,padding,dilation,groups", 0),
CONV("_convolution_nogroup", A,
    "input,weight,bias,stride,padding,dilation,transposed,output_padding", CONV_ASK),
CONV("_slow_conv2d_backward", A,
    "grad_output,input,weight,kernel_size,stride,padding,output_mask", CONV_GRAD),
CONV("_slow_conv2d_forward", A,
    "input,weight,kernel_size,bias,stride,padding", 0),
GEMM("addbmm", T | X | A, "input,batch1,batch2,beta,alpha", GEMM_C | GEMM_SUM),
GEMM("addmm", T | X | A, "input,mat1,mat2,beta,alpha", GEMM_C),
GEMM("addmm.dtype", A, "input,mat1,mat2,out_dtype,beta,alpha", GEMM_C),
GEMV("addmv", T | X | A, "input,mat,vec,beta,alpha", GEMM_C),
GEMV("addr", T | X | A, "input,vec1,vec2,beta,alpha", GEMM_C | GEMM_OUTER),
GEMM("baddbmm", T | X | A, "input,batch1,batch2,beta,alpha", GEMM_C),
GEMM("bmm", T | X | A, "input,mat2", 0),
GEMM("bmm.dtype", A, "input,mat2,out_dtype", 0),
CONV("conv1d", F | T | A,
    "input,weight,bias,stride,padding,dilation,groups", 0),
CONV("conv2d", F | T | A,
    "input,weight,bias,stride,padding,dilation,groups", 0),
CONV("conv3d", F | T | A,
    "input,weight,bias,stride,padding,dilation,groups", 0),
CONV("conv_depthwise3d", A,
    "input,weight,kernel_size,bias,stride,padding,dilation", 0),
CONV("conv_transpose1d", F | T | A,
    "input,weight,bias,stride,padding,output_padding,groups,dilation", CONV_T),
CONV("conv_transpose2d", F | T | A,
    "input,weight,bias,stride,padding,output_padding,groups,dilation", CONV_T),
CONV("conv_transpose3d", F | T | A,
    "input,weight,bias,stride,padding,output_padding,groups,dilation", CONV_T),
CONV("convolution", T | A,
    "input,weight,bias,stride,padding,dilation,transposed,output_padding,groups", CONV_ASK),
CONV("convolution_backward", A,
    "grad_output,input,weight,bias_sizes,stride,padding,dilation,transposed,output_padding,groups,output_mask", CONV_GRAD | CONV_ASK),
CONV("convolution_backward_overrideable", A,
    "grad_output,input,weight,stride,padding,dilation,transposed,output_padding,groups,output_mask", CONV_GRAD | CONV_ASK),
CONV("convolution_overrideable", A,
    "input,weight,bias,stride,padding,dilation,transposed,output_padding,groups", CONV_ASK),
CONV("cudnn_convolution", A,
    "input,weight,padding,stride,dilation,groups,benchmark,deterministic,allow_tf32", 0),
CONV("cudnn_convolution_backward", A,
    "input,grad_output,weight,padding,stride,dilation,groups"
    ",benchmark,deterministic,allow_tf32,output_mask", CONV_GRAD),
CONV("cudnn_convolution_relu", A,
    "input,weight,bias,stride,padding,dilation,groups", CONV_RELU),
CONV("cudnn_convolution_transpose", A,
    "input,weight,padding,output_padding,stride,dilation,groups"
    ",benchmark,deterministic,allow_tf32", CONV_T),
CONV("cudnn_convolution_transpose_backward", A,
    "input,grad_output,weight,padding,output_padding,stride,dilation,groups"
    ",benchmark,deterministic,allow_tf32,output_mask", CONV_GRAD | CONV_T),
GEMV("dot", T | X | A, "input,tensor", 0),
GEMV("ger", T | X | A, "input,vec2", GEMM_OUTER),
GEMM("linear", F | A, "input,weight,bias", GEMM_T),
GEMM("matmul", T | X | A, "input,other", 0),
CONV("miopen_convolution", A,
    "input,weight,bias,padding,stride,dilation,groups,benchmark,deterministic", 0),
CONV("miopen_convolution_backward", A,
    "input,grad_output,weight,padding,stride,dilation,groups"
    ",benchmark,deterministic,output_mask", CONV_GRAD),
CONV("miopen_convolution_relu", A,
    "input,weight,bias,stride,padding,dilation,groups", CONV_RELU),
CONV("miopen_convolution_transpose", A,
    "input,weight,bias,padding,output_padding,stride,dilation,groups"
    ",benchmark,deterministic", CONV_T),
CONV("miopen_depthwise_convolution", A,
    "input,weight,bias,padding,stride,dilation,groups,benchmark,deterministic", 0),
CONV("mkldnn_convolution", A,
    "input,weight,bias,padding,stride,dilation,groups", 0),
GEMM("mm", T | X | A, "input,mat2", 0),
GEMM("mm.dtype", A, "input,mat2,out_dtype", 0),
GEMV("mv", T | X | A, "input,vec", 0),
GEMV("outer", T | X | A, "input,vec2", GEMM_OUTER),
CONV("slow_conv3d", A,
    "input,weight,kernel_size,bias,stride,padding", 0),
CONV("slow_conv3d_forward", A,
    "input,weight,kernel_size,bias,stride,padding", 0),
CONV("slow_conv_dilated2d", A,
    "input,weight,kernel_size,bias,stride,padding,dilation", 0),
CONV("slow_conv_dilated3d", A,
    "input,weight,kernel_size,bias,stride,padding,dilation", 0),
CONV("slow_conv_transpose2d", A,
    "input,weight,kernel_size,bias,stride,padding,output_padding,dilation", CONV_T),
CONV("slow_conv_transpose3d", A,
    "input,weight,kernel_size,bias,stride,padding,output_padding,dilation", CONV_T),
CONV("thnn_conv2d", A,
    "input,weight,kernel_size,bias,stride,padding", 0),
CONV("thnn_conv2d_forward", A,
    "input,weight,kernel_size,bias,stride,padding", 0),
CONV("thnn_conv_depthwise2d", A,
    "input,weight,kernel_size,bias,stride,padding,dilation", 0),
CONV("thnn_conv_depthwise2d_backward", A,
    "grad_output,input,weight,kernel_size,stride,padding,dilation,output_mask", CONV_GRAD),
CONV("thnn_conv_depthwise2d_forward", A,
    "input,weight,kernel_size,bias,stride,padding,dilation", 0),
GEMV("vdot", T | X | A, "input,other", 0),
    /* clang-format on */
};
const unsigned op_table_n = sizeof op_table / sizeof *op_table;
