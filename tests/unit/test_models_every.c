/*
 * test_models_every.c - operators with names that few profiles have: each row
 * takes its arguments from the right places and counts what its kind counts.
 *
 * The places are those of torch's native_functions.yaml, of ONNX's and ONNX
 * Runtime's operator pages, and of the libraries' sources.
 */
#include "tests/unit/kinds.h"

#define FWD PART_FORWARD
#define BWD PART_BACKWARD

/* A list of tensors that was recorded as a list. */
#define T(shape, type)                                                         \
	"{\"name\":\"\",\"type\":\"tensor\",\"shape\":" shape                  \
	",\"dtype\":\"" type "\"}"
#define TWO "[" T("[2,3]", "float32") "," T("[4,3]", "float32") "]"

static void test_views(void **state)
{
#define FREE                                                                   \
	"_conj _reshape_alias _unsafe_view alias as_strided conj detach "      \
	"diagonal imag lift_fresh meshgrid moveaxis movedim numpy_T permute "  \
	"positive real resolve_conj resolve_neg squeeze swapaxes swapdims t "  \
	"transpose unflatten unfold unsqueeze view view_as view_as_complex "   \
	"view_as_real"
#define FREE_ONNX "Flatten Reshape Squeeze Unsqueeze"
#define JOIN                                                                   \
	"chunk dsplit hsplit split split_with_sizes tensor_split unbind "      \
	"unsafe_chunk unsafe_split unsafe_split_with_sizes vsplit"
	static const struct kind_case kinds[] = {
	    KU("aten::", "f32[4,6]", FWD, NA, NA, WHY_VIEW, FREE),
	    KU("aten::", "f32[4,6]", BWD, NA, NA, WHY_VIEW, FREE),
	    KU("onnx::", "f32[4,6]", FWD, NA, NA, WHY_VIEW, FREE_ONNX),
	    KU("onnx::", "f32[4,6]", BWD, NA, NA, WHY_VIEW, FREE_ONNX),
	    KU("aten::", "f32[4,6]", FWD, NA, NA, WHY_VIEW, JOIN),
	    /* the gradients are put together: 2 * 96 */
	    KB("aten::", "f32[4,6]", 0, 192, JOIN),
	    KU("aten::", "f32[1,5] [4,5]", FWD, NA, NA, WHY_VIEW,
		"broadcast_to expand"),
	    /* a sum of 20, 4 * (20 + 5) */
	    KB("aten::", "f32[1,5] [4,5]", 20, 100, "broadcast_to expand"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* 8 ranks, 1024 float32 or float16 of each: 7 / 8 are added up. */
static void test_collectives(void **state)
{
	static const struct kind_case kinds[] = {
	    KF("onnx::", "f32[1024] group_size=8", 896, 8192,
		"AllReduce NcclAllReduce"),
	    KF("", "f32[1024] world_size=8", 896, 8192,
		"_c10d_functional::all_reduce c10d::allreduce_coalesced "
		"c10d::allreduce nccl:all_reduce symm_mem::multimem_all_reduce "
		"symm_mem::one_shot_all_reduce symm_mem::two_shot_all_reduce "
		"torch.distributed.all_reduce"),
	    KF("onnx::", "f16[1024] group_size=8", 0, 18432, "AllGather"),
	    KF("", "f16[8192] f16[1024]", 0, 18432,
		"c10d::_allgather_base c10d::allgather "
		"c10d::allgather_into_tensor_coalesced "
		"torch.distributed.all_gather "
		"torch.distributed.all_gather_into_tensor"),
	    KF("", "f16[1024] f16[8192]", 0, 18432,
		"nccl:_all_gather_base nccl:all_gather"),
	    KF("", "f16[1024] f16[8192]", 7168, 18432,
		"c10d::_reduce_scatter_base c10d::reduce_scatter "
		"torch.distributed.reduce_scatter "
		"torch.distributed.reduce_scatter_tensor"),
	    KF("", "f16[8192] f16[1024]", 7168, 18432,
		"nccl:_reduce_scatter_base nccl:reduce_scatter"),
	    KF("onnx::", "f32[64]", 0, 512, "AllToAll"),
	    KF("", "f32[64]", 0, 512, "_c10d_functional::all_to_all_single"),
	    /* 60 are got, 64 given: 4 * 124 */
	    KF("", "f32[60] f32[64]", 0, 496,
		"c10d::alltoall c10d::alltoall_base "
		"torch.distributed.all_to_all "
		"torch.distributed.all_to_all_single"),
	    KF("", "f32[1024] world_size=8", 0, 4096,
		"_c10d_functional::broadcast c10d::broadcast nccl:broadcast "
		"torch.distributed.broadcast c10d::send c10d::recv nccl:send "
		"nccl:recv"),
	    KF("", "f32[1024] world_size=8", 896, 4096,
		"c10d::reduce nccl:reduce torch.distributed.reduce"),
	    KF("", "f32[8192] f32[1024]", 0, 36864, "c10d::gather"),
	    KF("", "f32[1024] f32[8192]", 0, 36864, "c10d::scatter"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* 24 elements of float32: 96 bytes. */
static void test_copies(void **state)
{
	static const struct kind_case kinds[] = {
	    KF("aten::", "f32[4,6]", 0, 192,
		"alias_copy clone contiguous "
		"detach_copy flatten flip fliplr flipud permute_copy "
		"ravel reshape roll rot90 "
		"split_with_sizes_copy squeeze_copy t_copy transpose_copy tril "
		"triu unsqueeze_copy view_copy"),
	    KB("aten::", "f32[4,6]", 0, 192,
		"alias_copy clone contiguous detach_copy "
		"flatten flip fliplr flipud permute_copy "
		"ravel reshape roll rot90 "
		"split_with_sizes_copy squeeze_copy t_copy transpose_copy tril "
		"triu unsqueeze_copy view_copy"),
	    /* as PyProf has them, which leaves out a type */
	    KF("torch.", "f32[4,6]", 0, 192,
		"alias_copy clone detach_copy "
		"flatten flip fliplr flipud permute_copy "
		"ravel reshape roll rot90 "
		"split_with_sizes_copy squeeze_copy t_copy transpose_copy tril "
		"triu unsqueeze_copy view_copy"),
	    KF("Tensor.", "f32[4,6]", 0, 192,
		"clone contiguous cpu cuda flatten flip fliplr "
		"flipud "
		"ravel reshape roll rot90 tril triu"),
	    KF("onnx::", "f32[4,6]", 0, 192,
		"Bernoulli Flip Identity MemcpyFromHost "
		"MemcpyToHost NhwcToNchw Split Transpose Trilu"),
	    KF("onnx::", "f32[4,6] f16[2]", 0, 144, "CastLike"),
	    KF("onnx::", "f32[1,4,2,3]", 0, 192, "DepthToSpace SpaceToDepth"),
	    KF("onnx::", "f32[1,6,2,2] blocksize=2", 0, 192, "SpaceToDepth"),
	    KU("onnx::", "f32[1,6,2,2] blocksize=2", FWD, NA, NA, WHY_MISMATCH,
		"DepthToSpace"),
	    /* a picture of four channels and 2 x 3 */
	    KF("aten::", "f32[4,2,3]", 0, 192,
		"channel_shuffle pixel_shuffle pixel_unshuffle"),
	    KB("aten::", "f32[1,4,2,3] 1", 0, 192,
		"channel_shuffle pixel_shuffle pixel_unshuffle"),
	    KF("torch.", "f32[1,4,2,3] 2", 0, 192, "channel_shuffle pixel_shuffle"),
	    KU("aten::", "f32[1,4,2,3] 3", FWD, NA, NA, WHY_MISMATCH,
		"channel_shuffle pixel_shuffle pixel_unshuffle"),
	    /* by name: 1, 2, 4, 8 or 16 bytes for 4 */
	    KF("Tensor.", "f32[4,6]", 0, 96 + 24, "bool byte char"),
	    KF("Tensor.", "f32[4,6]", 0, 96 + 48, "bfloat16 half short"),
	    KF("Tensor.", "f32[4,6]", 0, 96 + 96, "float int"),
	    KF("Tensor.", "f32[4,6]", 0, 96 + 192, "cfloat double long"),
	    KF("Tensor.", "f32[4,6]", 0, 96 + 384, "cdouble"),
	    KF("Tensor.", "f32[4,6] dtype='float16'", 0, 144, "to type"),
	    /* 6 and 12 elements, read and written */
	    KF("aten::", TWO " 0", 0, 144,
		"_cat cat concat concatenate row_stack vstack"),
	    KF("aten::", "f32[2,3] f32[2,6]", 0, 144, "column_stack hstack"),
	    KF("aten::", "f32[2,3] f32[2,3,2]", 0, 144, "dstack"),
	    KF("aten::", "f32[3,3] f32[3,3] 0", 0, 144, "stack"),
	    KF("aten::", TWO " 0 2", 0, 144, "_chunk_cat"),
	    KF("aten::", TWO, 0, 144, "_cudnn_rnn_flatten_weight"),
	    /* a row of 128 float16 to 64 of float32 */
	    KF("aten::", "f16[128] f32[64,128] false", 0, 33024, "_copy_from"),
	    /* 4 into 32: both are read, 32 written */
	    KF("aten::", "f32[8,4] f32[4] 0 2", 0, 272,
		"diagonal_scatter select_scatter"),
	    KF("aten::", "f32[8,4] f32[1,4] 0 2 3", 0, 272, "slice_scatter"),
	    /* 4 into zeros: 16 + 128 */
	    KF("aten::", "f32[4] [8,4] 0 0 1", 0, 144,
		"diagonal_backward select_backward unfold_backward"),
	    KF("aten::", "f32[1,4] [8,4] 0 0 1 1", 0, 144, "slice_backward"),
	    /* 48 to 2*3*11; 96 to 2*3*6*6; 8 to 4*3*3 */
	    KF("aten::", "f32[2,3,8] [1,2]", 0, 456,
		"reflection_pad1d replication_pad1d"),
	    KF("aten::", "f32[2,3,4,4] [1,1,2,0]", 0, 1248,
		"reflection_pad2d replication_pad2d"),
	    KF("aten::", "f32[1,1,2,2,2] [1,0,0,1,1,1]", 0, 176,
		"reflection_pad3d replication_pad3d"),
	    /* all of dy is added up */
	    KF("aten::", "f32[2,3,11] f32[2,3,8] [1,2]", 66, 456,
		"reflection_pad1d_backward replication_pad1d_backward"),
	    KF("aten::", "f32[2,3,6,6] f32[2,3,4,4] [1,1,2,0]", 216, 1248,
		"reflection_pad2d_backward replication_pad2d_backward"),
	    KF("aten::", "f32[1,1,4,3,3] f32[1,1,2,2,2] [1,0,0,1,1,1]", 36, 176,
		"reflection_pad3d_backward replication_pad3d_backward"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* 20 elements, or 12 where a size is given; 5 and 6 are float16 and float32. */
static void test_fills(void **state)
{
	static const struct kind_case kinds[] = {
	    KF("aten::", "f16[4,5]", 0, 40,
		"bernoulli_ cauchy_ exponential_ fill_ geometric_ log_normal_ "
		"normal_ random_ uniform_ zero_ full_like ones_like rand_like "
		"randint_like randn_like zeros_like"),
	    KF("aten::", "f16[4,5] 6 None None None None", 0, 80,
		"ones_like rand_like randn_like zeros_like"),
	    KF("aten::", "f16[4,5] 9 6 None None None None", 0, 80,
		"full_like randint_like"),
	    KF("aten::", "f16[4,5]", 0, 80, "bernoulli normal poisson"),
	    KF("onnx::", "f16[4,5]", 0, 40,
		"EyeLike RandomNormalLike RandomUniformLike"),
	    KF("onnx::", "shape=[3,4]", 0, 48, "RandomNormal RandomUniform"),
	    KF("aten::", "[3,4] 5 None None None", 0, 24, "ones rand randn zeros"),
	    KF("aten::", "f16[4] [3,4] None None None None", 0, 24,
		"new_ones new_zeros"),
	    KF("aten::", "f16[4] [3,4] 1.5 None None None None", 0, 24, "new_full"),
	    KF("aten::", "12 None None None None", 0, 48,
		"bartlett_window blackman_window hamming_window hann_window"),
	    KF("aten::", "12 5 None None None", 0, 24,
		"bartlett_window blackman_window hamming_window hann_window"),
	    KF("aten::", "2.5 None None None None", 0, 4, "scalar_tensor"),
	    KF("aten::", "2.5 5 None None None", 0, 2, "scalar_tensor"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

static void test_activations(void **state)
{
	static const struct kind_case kinds[] = {
	    /* a bias is an addition more, and read */
	    KF("onnx::", "f32[4,6]", 120, 192, "BiasGelu"),
	    KF("onnx::", "f32[4,6] f32[6]", 144, 216, "BiasGelu"),
	    KF("onnx::", "f32[4,6] f32[4,6]", 432, 288, "FastGeluGrad"),
	    KF("onnx::", "f32[4,6] f32[4,6] f32[6]", 456, 312, "FastGeluGrad"),
	    /* a comparison and a product */
	    KF("onnx::", "f32[4,6] f32[6]", 48, 216, "PRelu"),
	    KF("aten::", "f32[2,6,2] f32[1,6,1]", 48, 216, "_prelu_kernel prelu"),
	    /* dx and dweight of 24 each; dy, x and the weight are read */
	    KB("aten::", "f32[2,6,2] f32[1,6,1]", 72, 408, "_prelu_kernel prelu"),
	    /* half as wide as x, 6 an element of it */
	    KF("_C::", "f32[4,6] f32[4,12]", 144, 288, "gelu_and_mul silu_and_mul"),
	    KF("onnx::", "b[6] f32[6] f32[6]", 0, 78, "Where"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* Matrices of 6 by 6: n^3 is 216; of 8 by 6. */
static void test_linalg(void **state)
{
	static const struct kind_case kinds[] = {
	    /* LU is 2n^3 / 3 */
	    KF("aten::", "f32[6,6]", 144, 148, "det linalg_det"),
	    KF("onnx::", "f32[6,6]", 144, 148, "Det"),
	    /* a sign and a logarithm */
	    KF("aten::", "f32[6,6]", 144, 152, "linalg_slogdet slogdet"),
	    /* ... both factors in one matrix, 144, and 6 pivots of int32 */
	    KF("aten::", "f32[6,6]", 144, 316, "_linalg_det"),
	    KF("aten::", "f32[6,6]", 144, 320, "_linalg_slogdet"),
	    KF("aten::", "f32[6,6]", 432, 288, "inverse linalg_inv"),
	    KF("aten::", "f32[6,6]", 72, 288, "cholesky linalg_cholesky"),
	    /* an int32 for each matrix says how it went */
	    KF("aten::", "f32[3,6,6]", 1296, 876, "linalg_inv_ex"),
	    KF("aten::", "f32[3,6,6]", 216, 876, "linalg_cholesky_ex"),
	    /* 25n^3; complex values and vectors: 144 + 8 * 42 */
	    KF("aten::", "f32[6,6]", 5400, 480, "linalg_eig"),
	    /* 10n^3; complex values: 144 + 8 * 6, 288 + 48 */
	    KF("aten::", "f32[6,6]", 2160, 192, "linalg_eigvals _linalg_eigvals"),
	    KF("aten::", "c64[6,6]", 8640, 336, "linalg_eigvals _linalg_eigvals"),
	    /* 2n^3 / 3 */
	    KF("aten::", "f32[6,6]", 144, 288, "cholesky_inverse"),
	    /* LU, and 2n^2 a right-hand side: 144 + 48 + 48 */
	    KF("aten::", "f32[6,6] f32[6,2]", 288, 240, "linalg_solve"),
	    KF("aten::", "f32[6,6] f32[6,2]", 288, 244, "linalg_solve_ex"),
	    /* factors and pivots: 144 + 24 + 4 */
	    KF("aten::", "f32[6,6] f32[6,2]", 288, 412, "_linalg_solve_ex"),
	    /* those of the matrix, not of the batch of the others: 144 + 144 +
	     * 144; LU once, 144 + 3 * 144 */
	    KF("aten::", "f32[6,6] f32[3,6,2]", 576, 604, "_linalg_solve_ex"),
	    KF("aten::", "f32[6,6] f32[3,6,2]", 576, 432, "linalg_solve"),
	    /* 4 * (2 * 27 / 3 + 3 * 2 * 9 * 2); 72 + 144 + 144 */
	    KF("aten::", "c64[3,3] c64[3,3,2]", 504, 360, "linalg_solve"),
	    /* one for each matrix of a batch; two that all have */
	    KF("aten::", "f32[3,6,6] f32[3,6]", 648, 576, "linalg_solve"),
	    KF("aten::", "f32[3,6,6] f32[6,2]", 864, 624, "linalg_solve"),
	    KF("aten::", "f32[3,6,6] f32[6]", 648, 528, "linalg_solve"),
	    /* a matrix of six that all have, not a batch of vectors:
	     * 3 * (144 + 2 * 36 * 6); 432 + 144 + 432 */
	    KF("aten::", "f32[3,6,6] f32[6,6]", 1728, 1008, "linalg_solve"),
	    KF("aten::", "f32[6,2] f32[6,6]", 144, 240, "cholesky_solve"),
	    /* with a copy of the triangle: 48 + 144 + 48 + 144 */
	    KF("aten::", "f32[6,2] f32[6,6]", 72, 384, "triangular_solve"),
	    KF("aten::", "f32[6,6] f32[6,2] true true", 72, 240,
		"linalg_solve_triangular"),
	    /* pivots are read */
	    KF("aten::", "f32[6,6] i32[6] f32[6,2]", 144, 264, "linalg_lu_solve"),
	    /* XA = B: two rows of 6 are what two columns are */
	    KF("aten::", "f32[6,6] f32[2,6] true false", 72, 240,
		"linalg_solve_triangular"),
	    KF("aten::", "f32[6,6] i32[6] f32[2,6] false", 144, 264,
		"linalg_lu_solve"),
	    KF("aten::", "f32[6,6] f32[2,6] false", 288, 240, "linalg_solve"),
	    KF("aten::", "f32[6,6] f32[2,6] false", 288, 244, "linalg_solve_ex"),
	    KF("aten::", "f32[6,6] f32[2,6] false", 288, 412, "_linalg_solve_ex"),
	    /* where it was not recorded, what fits */
	    KF("aten::", "f32[6,6] f32[2,6] ? ?", 72, 240, "linalg_solve_triangular"),
	    KF("aten::", "f32[6,6] f32[6,2] ? ?", 72, 240, "linalg_solve_triangular"),
	    KU("aten::", "f32[6,6] f32[2,5] ? ?", FWD, NA, NA, WHY_MISMATCH,
		"linalg_solve_triangular"),
	    KU("aten::", "f32[6,6] f32[2,6] true true", FWD, NA, NA,
		WHY_MISMATCH, "linalg_solve_triangular"),
	    KU("aten::", "f32[6,6] f32[6,2] true false", FWD, NA, NA,
		WHY_MISMATCH, "linalg_solve_triangular"),
	    /* these take no vectors */
	    KU("aten::", "f32[6,6] f32[6] true true", FWD, NA, NA, WHY_MISMATCH,
		"linalg_solve_triangular"),
	    KU("aten::", "f32[6,6] f32[6] ? ?", FWD, NA, NA, WHY_MISMATCH,
		"linalg_solve_triangular"),
	    KU("aten::", "f32[3,6,6] f32[3,6] true true", FWD, NA, NA,
		WHY_MISMATCH, "linalg_solve_triangular"),
	    /* mn^2 - n^3 / 3; 192 + 192 and 6 pivots */
	    KF("aten::", "f32[8,6]", 216, 408, "linalg_lu_factor"),
	    KF("aten::", "f32[8,6]", 216, 412, "linalg_lu_factor_ex"),
	    /* 2mn^2 - 2n^3 / 3; with a factor for each of 6 reflectors */
	    KF("aten::", "f32[8,6] f32[6]", 432, 408, "linalg_householder_product"),
	    KF("aten::", "f32[8,6]", 432, 408, "geqrf"),
	    /* 2 * 5 * 6 * (16 - 6), from the right 2 * 5 * 6 * 10, too; 4 of
	     * the reflectors 2 * 5 * 4 * (16 - 4); 4 * (48 + 6 + 2 * 40) */
	    KF("aten::", "f32[8,6] f32[6] f32[8,5] true false", 600, 536, "ormqr"),
	    KF("aten::", "f32[8,6] f32[6] f32[5,8] false true", 600, 536, "ormqr"),
	    KF("aten::", "f32[8,6] f32[4] f32[8,5] true false", 480, 528, "ormqr"),
	    KU("aten::", "f32[8,6] f32[7] f32[8,5] true false", FWD, NA, NA,
		WHY_MISMATCH, "ormqr"),
	    KU("aten::", "f32[8,6] f32[6] f32[7,5] true false", FWD, NA, NA,
		WHY_MISMATCH, "ormqr"),
	    KU("aten::", "f32[8,6] f32[8]", FWD, NA, NA, WHY_MISMATCH,
		"linalg_householder_product"),
	    /* 192, and (8, 6) + (6, 6); (8, 8) + (8, 6); (6, 6) */
	    KF("aten::", "f32[8,6] 'reduced'", 432, 528, "linalg_qr"),
	    KF("aten::", "f32[8,6] 'complete'", 432, 640, "linalg_qr"),
	    KF("aten::", "f32[8,6] 'r'", 432, 336, "linalg_qr"),
	    KF("aten::", "f32[6,8] 'reduced'", 432, 528, "linalg_qr"),
	    /* ... and 4mn and n^2 a right-hand side; 192 + 64 + 48, and two
	     * residuals where there are more equations than unknowns */
	    KF("aten::", "f32[8,6] f32[8,2]", 888, 312, "linalg_lstsq"),
	    KF("aten::", "f32[6,6] f32[6,2]", 648, 240, "linalg_lstsq"),
	    /* what is real of complex numbers: 288, 8 * 36 and 4 * 6 */
	    KF("aten::", "c64[6,6]", 7776, 600, "linalg_eigh"),
	    KF("aten::", "c64[6,6] 'L' true", 7776, 600, "_linalg_eigh"),
	    KF("aten::", "c64[6,6]", 7776, 312, "linalg_eigvalsh"),
	    KF("aten::", "f32[6,6] 'L' false", 1944, 168, "_linalg_eigh"),
	    KU("aten::", "f32[6,6] ? ?", FWD, 1944, NA, WHY_ATTRIBUTE, "_linalg_eigh"),
	    KF("aten::", "c64[6,6]", 21600, 624, "linalg_eig"),
	    KF("aten::", "c64[6,6] true None", 18144, 888, "linalg_svd"),
	    KF("aten::", "c64[6,6] true true None", 18144, 888, "_linalg_svd"),
	    KF("aten::", "c64[6,6]", 2304, 312, "linalg_svdvals"),
	    KF("aten::", "c64[6,6]", 576, 300, "linalg_slogdet slogdet"),
	    KF("aten::", "c64[6,6]", 576, 296, "det linalg_det"),
	    /* 8 * 84 + 4 * 2 */
	    KF("aten::", "c64[8,6] c64[8,2]", 3552, 616, "linalg_lstsq"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

static void test_scans(void **state)
{
	static const struct kind_case kinds[] = {
	    KF("onnx::", "f32[4,6]", 24, 192, "CumProd CumSum"),
	    KF("aten::", "f32[4,6] 1 None", 24, 192,
		"_logcumsumexp cumprod cumsum logcumsumexp"),
	    /* sums and products of integers are int64, but in place */
	    KF("aten::", "i32[4,6] 1 None", 24, 96 + 192, "cumprod cumsum"),
	    KF("aten::", "b[4,6] 1 None", 24, 24 + 192, "cumprod cumsum"),
	    KF("aten::", "i32[4,6] 1 None", 24, 192, "cumprod_ cumsum_"),
	    /* complex: 2 for a sum, 6 for a product */
	    KF("aten::", "c64[4,6] 1 None", 48, 384, "cumsum"),
	    KF("aten::", "c64[4,6] 1 None", 144, 384, "cumprod"),
	    /* logarithms and exponentials of complex numbers have no formula; x, y */
	    KU("aten::", "c64[4,6] 1", FWD, NA, 384, WHY_NO_COMPLEX,
		"_logcumsumexp logcumsumexp"),
	    KF("aten::", "f32[4,6] 1", 24, 96 + 96 + 192, "cummax cummin"),
	    KF("aten::", "f32[4,6] f32[4,6] i64[4,6] 1", 24, 96 + 96 + 192,
		"_cummax_helper _cummin_helper"),
	    /* at most as many values; positions and counts where asked for */
	    KF("onnx::", "f32[24]", 0, 192, "Unique"),
	    KF("aten::", "f32[24] true false false", 0, 192, "_unique _unique2"),
	    KF("aten::", "f32[24] true true false", 0, 384, "_unique _unique2"),
	    KF("torch.", "f32[24] true true", 0, 384, "unique"),
	    KF("torch.", "f32[24] true false", 0, 192, "unique"),
	    KF("aten::", "f32[24] true true true", 0, 576, "_unique2"),
	    KF("aten::", "f32[24] false true", 0, 384, "unique_consecutive"),
	    KF("aten::", "f32[24] true true", 0, 576, "unique_consecutive"),
	    KF("aten::", "f32[24] 0 true false true", 0, 384, "unique_dim"),
	    KF("aten::", "f32[24] 0 true false false", 0, 192, "unique_dim"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

static void test_softmax(void **state)
{
	static const struct kind_case kinds[] = {
	    KF("onnx::", "f32[4,6] axis=-1", 120, 192, "LogSoftmax Softmax"),
	    KF("aten::", "f32[4,6] 1 None", 120, 192,
		"_safe_softmax log_softmax softmax special_log_softmax "
		"special_softmax"),
	    KB("aten::", "f32[4,6] 1", 96, 288,
		"_safe_softmax log_softmax softmax special_log_softmax "
		"special_softmax"),
	    KF("onnx::", "f32[4,6] f32[4,6]", 96, 288, "LogSoftmaxGrad SoftmaxGrad"),
	    /* no mask, but where an operator takes one */
	    KF("aten::", "f32[4,6] b[4,6]", 120, 216, "_masked_softmax"),
	    KF("onnx::", "f32[4,6] mask=f32[4,6]", 120, 192, "LogSoftmax Softmax"),
	    KF("aten::", "f32[4,6] 1 None mask=f32[4,6]", 120, 192,
		"_log_softmax _safe_softmax _softmax log_softmax softmax "
		"special_softmax"),
	    KF("torch.nn.functional.", "f32[4,6] 1 mask=f32[4,6]", 120, 192,
		"log_softmax softmax"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* 24 to 6, or to 4. */
static void test_reductions(void **state)
{
	static const struct kind_case kinds[] = {
	    KF("onnx::", "f32[4,6] axis=1", 24, 128, "ArgMax ArgMin"),
	    KF("onnx::", "f32[4,6] axes=[0]", 24, 120,
		"ReduceMax ReduceMin ReduceProd ReduceSum"),
	    KF("onnx::", "f32[4,6] axes=[0]", 48, 120, "ReduceL1 ReduceSumSquare"),
	    KF("onnx::", "f32[4,6] axes=[0]", 102, 120, "ReduceLogSumExp"),
	    KF("aten::", "f32[4,6] [0]", 24, 120, "amax amin"),
	    KF("aten::", "f32[4,6] 0", 24, 96 + 48, "argmax argmin"),
	    KF("aten::", "f32[4,6] [0]", 54, 120, "frobenius_norm"),
	    KF("aten::", "f32[4,6] [0] false None", 30, 120, "mean nanmean"),
	    KB("aten::", "f32[4,6] [0] false None", 24, 120, "mean nanmean"),
	    KF("aten::", "f32[4,6] [0] false None", 24, 120, "nansum sum"),
	    KB("aten::", "f32[4,6] [0] false None", 0, 120, "nansum sum"),
	    KF("aten::", "f32[4,6] 0", 0, 96 + 24 + 48, "median nanmedian"),
	    KF("aten::", "f32[4,6] 0", 24, 96 + 24 + 48, "max min"),
	    KF("aten::", "f32[4,6] [0]", 108, 144, "std_mean"),
	    KF("aten::", "f32[4,6] [0]", 102, 144, "var_mean"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

static void test_resampling(void **state)
{
	static const struct kind_case kinds[] = {
	    /* 2*4*5 points, 2 results of 2 * 3 each; 4 * (12 + 80) */
	    KF("onnx::", "f32[2,2,3] size=[2,3,4,5]", 480, 368, "AffineGrid"),
	    KF("aten::", "f32[2,2,3] 2 3 4 5 > f32[2,4,5,2]", 480, 368,
		"cudnn_affine_grid_generator"),
	    KF("aten::", "f32[2,2,3] [2,3,4,5] false", 480, 368,
		"affine_grid_generator"),
	    /* 12 results of 4 neighbours: 7 each; 4 * (48 + 8 + 12) */
	    KF("aten::", "f32[1,3,4,4] f32[1,2,2,2]", 84, 272, "cudnn_grid_sampler"),
	    KF("onnx::", "f32[1,3,4,4] f32[1,2,2,2]", 84, 272, "GridSample"),
	    /* 64 results of 16 neighbours, of 4, of one */
	    KF("aten::", "f32[1,1,4,4] [8,8] false None", 1984, 320,
		"_upsample_bicubic2d_aa upsample_bicubic2d"),
	    KF("aten::", "f32[1,1,4,4] [8,8] false None", 448, 320,
		"_upsample_bilinear2d_aa upsample_bilinear2d"),
	    KF("torch.nn.functional.", "f32[1,1,4,4] [8,8]", 448, 320,
		"upsample_bilinear"),
	    KF("aten::", "f32[1,1,4,4] [8,8] None", 0, 320,
		"_upsample_nearest_exact2d upsample_nearest2d"),
	    KF("aten::", "f32[1,1,4] [8] None", 0, 48,
		"_upsample_nearest_exact1d upsample_nearest1d"),
	    KF("aten::", "f32[1,1,2,2,2] [4,4,4] None", 0, 288,
		"_upsample_nearest_exact3d upsample_nearest3d"),
	    KF("torch.nn.functional.", "f32[1,1,4] 8", 0, 48, "upsample_nearest"),
	    KF("torch.nn.functional.", "f32[1,1,4] 8 None 'linear'", 24, 48,
		"interpolate upsample"),
	    KF("onnx::", "f32[1,1,4,4] scales=[1.0,1.0,2.0,2.0]", 0, 320,
		"Resize Upsample"),
	    KF("onnx::", "f32[1,1,4,4] scales=[1.0,1.0,2.0,2.0] mode='linear'",
		448, 320, "Resize Upsample"),
	    /* twice the neighbours for each of dy; of one neighbour a sum */
	    KF("aten::", "f32[1,1,8] [8] [1,1,4] false", 32, 48,
		"upsample_linear1d_backward"),
	    KF("aten::", "f32[1,1,8] [8] [1,1,4] None", 8,
		48, "_upsample_nearest_exact1d_backward upsample_nearest1d_backward"),
	    KF("aten::", "f32[1,1,8,8] [8,8] [1,1,4,4] false", 2048, 320,
		"_upsample_bicubic2d_aa_backward upsample_bicubic2d_backward"),
	    KF("aten::", "f32[1,1,8,8] [8,8] [1,1,4,4] false", 512,
		320, "_upsample_bilinear2d_aa_backward upsample_bilinear2d_backward"),
	    KF("aten::", "f32[1,1,4,4,4] [4,4,4] [1,1,2,2,2] None", 64,
		288, "_upsample_nearest_exact3d_backward upsample_nearest3d_backward"),
	    /* 8 points of 2 channels: 16 results of 8 neighbours, twice, for x
	     * and the grid; dy, x twice, the grid twice: 4 * (16 + 256 + 48) */
	    KF("aten::", "f32[1,2,2,2,2] f32[1,2,4,4,4] f32[1,2,2,2,3] 0 0 false [true,true]",
		512, 1280, "grid_sampler_3d_backward"),
	    /* of the nearest, for the grid alone: one for each of 16 results, 4
	     * * (16 + 128 + 2 * 24); of 8 results, 4 * (8 + 32 + 2 * 8) */
	    KF("aten::", "f32[1,2,2,2,2] f32[1,2,4,4,4] f32[1,2,2,2,3] 1 0 false [false,true]",
		16, 768, "grid_sampler_3d_backward"),
	    KF("aten::", "f32[1,2,2,2] f32[1,2,4,4] f32[1,2,2,2] 1 0 false [false,true]",
		8, 224, "grid_sampler_2d_backward"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

static void test_indexing(void **state)
{
	static const struct kind_case kinds[] = {
	    /* at most all: 24 rows of two int64 */
	    KF("onnx::", "f32[4,6]", 0, 480, "NonZero"),
	    KF("aten::", "f32[4,6]", 0, 480, "argwhere nonzero"),
	    /* x is copied, 12 are put where 12 indices say */
	    KF("onnx::", "f32[4,6] i64[2,6] f32[2,6]", 0, 336,
		"Scatter ScatterElements"),
	    KF("aten::", "f32[4,6] 0 i64[2,6] f32[2,6]", 0, 336, "scatter"),
	    KF("aten::", "f32[4,6] 0 i64[2,6] f32[2,6] 'sum'", 12, 336,
		"scatter_reduce scatter"),
	    KF("aten::", "f32[4,6] 0 i64[2,6] f32[2,6]", 12, 336, "scatter_add"),
	    /* in place: indices 96, 48 read, 48 written, and read to be added to */
	    KF("aten::", "f32[4,6] 0 i64[2,6] f32[2,6]", 0, 192, "scatter_"),
	    KF("aten::", "f32[4,6] 0 i64[2,6] f32[2,6]", 12, 240, "scatter_add_"),
	    /* two slices of 6 */
	    KF("onnx::", "f32[4,6] i64[2,1] f32[2,6]", 0, 256, "ScatterND"),
	    KF("aten::", "f32[4,6] i64[12] f32[12] false", 0, 336, "put"),
	    KF("aten::", "f32[1000,64] [" T("[10]", "int64") "]", 0, 5200,
		"_unsafe_index index"),
	    /* x twice, 10 rows, 10 indices */
	    KF("aten::", "f32[1000,64] [" T("[10]", "int64") "] f32[10,64] false",
		0, 514640, "_index_put_impl _unsafe_index_put index_put"),
	    KF("aten::", "f32[1000,64] [" T("[10]", "int64") "] f32[10,64] true",
		640, 514640, "_index_put_impl _unsafe_index_put index_put"),
	    KF("aten::", "f32[4,6] i64[2,6] 0", 0, 192, "take_along_dim"),
	    KF("aten::", "f32[4,6] i64[12]", 0, 192, "take"),
	    /* 1024 of keys and of values, stored as a byte each */
	    KF("sgl_kernel::", "bf16[16,4,16] bf16[16,4,16] u8[9,16,4,16] u8[9,16,4,16] i64[16]",
		0, 6272, "store_cache"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

static void test_losses(void **state)
{
	static const struct kind_case kinds[] = {
	    KF("onnx::", "f32[64,1000] i64[64]", 64, 776, "NegativeLogLikelihoodLoss"),
	    KF("onnx::", "f32[64,1000] i64[64] f32[1000]", 64, 4776,
		"NegativeLogLikelihoodLoss"),
	    KF("onnx::", "f32[32,10] i64[32]", 1632, 2952, "SoftmaxCrossEntropyLoss"),
	    KF("aten::", "f32[2,3,5,6] i64[2,5,6] None 1 -100", 60, 728,
		"nll_loss nll_loss2d nll_loss2d_forward nll_loss_forward "
		"nll_loss_nd"),
	    /* dy, targets, all of dx, the total weight: 4 + 480 + 720 + 4 */
	    KB("aten::", "f32[2,3,5,6] i64[2,5,6] None 1 -100", 60, 1208,
		"nll_loss nll_loss2d nll_loss2d_forward nll_loss_forward "
		"nll_loss_nd"),
	    KF("aten::", "f32[] f32[2,3,5,6] i64[2,5,6] None 1 -100 f32[]", 60,
		1208, "nll_loss2d_backward nll_loss_backward"),
	    /* 50 * 2 * 21 states, 6 each; 8000 + 160 + 8400 + 8 */
	    KF("aten::", "f32[50,2,20] i64[2,10] [50,50] [10,10]", 12600, 16568,
		"_ctc_loss _cudnn_ctc_loss ctc_loss"),
	    KF("aten::", "f32[2] f32[50,2,20] i64[2,10]", 25200, 24568,
		"_ctc_loss_backward"),
	    KF("aten::", "f32[256] f32[256] None 1", 1536, 2052,
		"binary_cross_entropy"),
	    KF("aten::", "f32[100] f32[100] 2", 300, 804, "l1_loss mse_loss"),
	    KF("aten::", "f32[100] f32[100] 2", 400, 804, "kl_div"),
	    KF("aten::", "f32[100] f32[100] 2", 600, 804,
		"huber_loss smooth_l1_loss soft_margin_loss"),
	    /* dy, x, y, dx */
	    KF("aten::", "f32[100] f32[100] f32[100] None 0", 500, 1600,
		"binary_cross_entropy_backward"),
	    KF("aten::", "f32[] f32[100] f32[100] f32[100] 1", 600, 1604,
		"binary_cross_entropy_backward"),
	    KF("aten::", "f32[100] f32[100] f32[100] 0", 200, 1600,
		"kl_div_backward l1_loss_backward"),
	    KF("aten::", "f32[100] f32[100] f32[100] 0", 300, 1600,
		"mse_loss_backward"),
	    KF("aten::", "f32[100] f32[100] f32[100] 0 1.0", 400, 1600,
		"huber_loss_backward smooth_l1_loss_backward"),
	    KF("aten::", "f32[100] f32[100] f32[100] 0", 700, 1600,
		"soft_margin_loss_backward"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* 120 elements of 3 channels; or 4 rows of 6. */
static void test_norms(void **state)
{
#define X "f32[2,3,4,5]"
#define C " f32[3]"
	static const struct kind_case kinds[] = {
	    /* test_models_norm.c has the sums */
	    KF("aten::", X C C C C " true 0.1 0.00001", 600, 1056,
		"_batch_norm_impl_index _native_batch_norm_legit "
		"_native_batch_norm_legit_functional batch_norm "
		"cudnn_batch_norm "
		"miopen_batch_norm native_batch_norm"),
	    KF("aten::", X C C C C " false 0.1 0.00001", 240, 1008,
		"_batch_norm_impl_index _native_batch_norm_legit "
		"_native_batch_norm_legit_functional batch_norm "
		"cudnn_batch_norm "
		"miopen_batch_norm native_batch_norm"),
	    KF("aten::", "1 " X " " X C C C C C " true 0.00001 [true,true,true]",
		1560, 1500, "_batch_norm_impl_index_backward"),
	    KF("aten::", X " " X C C C C C " true 0.00001 [true,true,true]",
		1560, 1500, "batch_norm_backward native_batch_norm_backward"),
	    /* by given statistics dx 1 and 1, the weight 2, the bias 1; dy, x,
	     * dx 1440; mean, var 24, weight and both gradients 36 */
	    KF("aten::", "1 " X " " X C C C C C " false 0.00001 [true,true,true]",
		600, 1500, "_batch_norm_impl_index_backward"),
	    KF("aten::", X " " X C C C C C " false 0.00001 [true,true,true]",
		600, 1500, "batch_norm_backward native_batch_norm_backward"),
	    KF("aten::", X " " X C C C C C " 0.00001", 1560, 1500,
		"cudnn_batch_norm_backward miopen_batch_norm_backward"),
	    /* 5 an element; x, y, weight, bias, two float32 a row */
	    KF("", "f32[4,6] f32[6] f32[6] [6]", 120, 272,
		"FusedLayerNormAffineFunction "
		"apex::FusedLayerNormAffineFunction LigerLayerNormFunction "
		"_LayerNorm"),
	    /* 10 + 2 + 1; dy, x, dx 288, saved 32, weight, both gradients 72 */
	    KB("", "f32[4,6] f32[6] f32[6] [6]", 312, 392,
		"FusedLayerNormAffineFunction "
		"apex::FusedLayerNormAffineFunction LigerLayerNormFunction "
		"_LayerNorm"),
	    /* 4 an element; x, y, weight, a float32 a row */
	    KF("", "f32[4,6] f32[6] [6]", 96, 232,
		"FusedRMSNormAffineFunction apex::FusedRMSNormAffineFunction "
		"LigerRMSNormFunction _RMSNorm"),
	    /* 7 + 2; dy, x, dx 288, saved 16, the weight and its gradient 48 */
	    KB("", "f32[4,6] f32[6] [6]", 216, 352,
		"FusedRMSNormAffineFunction apex::FusedRMSNormAffineFunction "
		"LigerRMSNormFunction _RMSNorm"),
	    /* nothing is saved */
	    KF("onnx::", "f32[2,6,4] f32[6] f32[6]", 240, 432,
		"GroupNorm GroupNormalization InstanceNormalization "
		"LayerNormalization"),
	    KF("onnx::", "f32[2,6,4]", 192, 384, "MeanVarianceNormalization"),
	    KF("onnx::", "f32[4,6] f32[6]", 96, 216,
		"RMSNormalization SimplifiedLayerNormalization"),
	    /* 3 an element, 2 a norm; v twice, g and the norms */
	    KF("aten::", "f32[8,6] f32[8,1] 0", 160, 448,
		"_weight_norm _weight_norm_interface"),
	    /* a residual is added, 24, and written: 4 * (4 * 24 + 6) */
	    KF("aiter::", "f32[4,6] f32[4,6] f32[4,6] f32[4,6] f32[6]", 120,
		408, "add_rmsnorm"),
	};
#undef X
#undef C

	(void)state;
	KINDS_RUN(kinds);
}

/*
 * 14 by 14, a window of 3, dilated by 2, padded by 1, every third place: 4 by
 * 4, and no other order of these numbers gives that.  2 * 96 * 36 = 6912, 96
 * for a bias; 4 * (784 + 216 + 96) = 4384, 24 for a bias.
 */
static void test_convolutions(void **state)
{
#define XW "f32[1,4,14,14] f32[6,4,3,3]"
#define DW "f32[1,4,14,14] f32[4,1,3,3]"
#define XT "f32[1,4,5,5] f32[4,6,3,3]"
#define X3 "f32[1,4,6,6,6]"
	static const struct kind_case kinds[] = {
	    KP("aten::", XW " f32[6] [3,3] [1,1] [2,2] 1", FWD, 7008, 6912,
		4408, "conv2d"),
	    KP("aten::", XW " f32[6] [3,3] [1,1] [2,2] false [0,0] 1", FWD,
		7008, 6912, 4408,
		"_convolution _convolution_nogroup convolution "
		"convolution_overrideable"),
	    KP("aten::", XW " f32[6] [3,3] 'valid' [2,2] 1", FWD, 7008, 6912,
		4408, "_convolution_mode"),
	    KP("aten::", XW " f32[6] [1,1] [3,3] [2,2] 1", FWD, 7008, 6912,
		4408, "miopen_convolution mkldnn_convolution"),
	    KP("aten::", XW " [1,1] [3,3] [2,2] 1", FWD, 6912, 6912, 4384,
		"cudnn_convolution"),
	    /* relu, and what is added to the result and read, 96 each */
	    KP("aten::", XW " f32[6] [3,3] [1,1] [2,2] 1", FWD, 7104, 6912,
		4408, "cudnn_convolution_relu miopen_convolution_relu"),
	    KP("aten::", XW " f32[1,6,4,4] 1.0 f32[6] [3,3] [1,1] [2,2] 1", FWD,
		7200, 6912, 4792,
		"cudnn_convolution_add_relu miopen_convolution_add_relu"),
	    KP("aten::", XW " [3,3] f32[6] [3,3] [1,1] [2,2]", FWD, 7008, 6912,
		4408, "slow_conv_dilated2d"),
	    KP("onnx::", "u8[1,4,14,14] f32[1] u8[1] u8[6,4,3,3] f32[1] u8[1] f32[1] u8[1] strides=[3,3] pads=[1,1,1,1] dilations=[2,2]",
		FWD, 6912, 6912, 1096, "QLinearConv"),
	    /* 6 biases of int32 are 24 bytes, each added to the 96 results */
	    KP("onnx::", "u8[1,4,14,14] f32[1] u8[1] u8[6,4,3,3] f32[1] u8[1] f32[1] u8[1] i32[6] strides=[3,3] pads=[1,1,1,1] dilations=[2,2]",
		FWD, 7008, 6912, 1120, "QLinearConv"),
	    /* not dilated: 5 by 5, 2 * 150 * 36; 4 * (784 + 216 + 150 + 6) */
	    KP("aten::", XW " [3,3] f32[6] [3,3] [1,1]", FWD, 10950, 10800,
		4624, "_slow_conv2d_forward thnn_conv2d thnn_conv2d_forward"),
	    KP("", XW " f32[6] 1 3", FWD, 10950, 10800, 4624, "ConvBias_"),
	    KP("", XW " f32[6] 1 3", FWD, 11100, 10800, 4624, "ConvBiasReLU_"),
	    /* depthwise: 2 * 64 * 9, 64; 4 * (784 + 36 + 64 + 4) */
	    KP("aten::", DW " f32[4] [1,1] [3,3] [2,2] 4", FWD, 1216, 1152,
		3552, "miopen_depthwise_convolution"),
	    KP("aten::", DW " [3,3] f32[4] [3,3] [1,1] [2,2]", FWD, 1216, 1152, 3552,
		"_conv_depthwise2d thnn_conv_depthwise2d "
		"thnn_conv_depthwise2d_forward"),
	    /* 3-D, dilated by 3, every second: 3 by 3 by 3.  Depthwise 2 * 108
	     * * 8, 108; 5 filters 2 * 135 * 32, 135 */
	    KP("aten::", X3 " f32[4,1,2,2,2] [2,2,2] f32[4] [2,2,2] [1,1,1] [3,3,3]",
		FWD, 1836, 1728, 4032, "conv_depthwise3d"),
	    KP("aten::", X3 " f32[5,4,2,2,2] [2,2,2] f32[5] [2,2,2] [1,1,1] [3,3,3]",
		FWD, 8775, 8640, 4656, "slow_conv_dilated3d"),
	    KP("aten::", X3 " f32[5,4,2,2,2] f32[5] [2,2,2] [1,1,1] [3,3,3] 1",
		FWD, 8775, 8640, 4656, "conv3d"),
	    /* not dilated 4 by 4 by 4: 2 * 320 * 32, 320 */
	    KP("aten::", X3 " f32[5,4,2,2,2] [2,2,2] f32[5] [2,2,2] [1,1,1]",
		FWD, 20800, 20480, 5396, "slow_conv3d slow_conv3d_forward"),
	    /* transposed: 4 * 3 - 2 + 4 + 2 + 1 = 17 by 17.  2 * 100 * 54,
	     * 1734; 4 * (100 + 216 + 1734 + 6) */
	    KP("aten::", XT " f32[6] [3,3] [1,1] [2,2] 1 [2,2]", FWD, 12534,
		10800, 8224, "conv_transpose2d"),
	    KP("aten::", XT " f32[6] [1,1] [2,2] [3,3] [2,2] 1", FWD, 12534,
		10800, 8224, "miopen_convolution_transpose"),
	    KP("aten::", XT " [1,1] [2,2] [3,3] [2,2] 1", FWD, 10800, 10800,
		8200, "cudnn_convolution_transpose"),
	    KP("aten::", XT " [3,3] f32[6] [3,3] [1,1] [2,2] [2,2]", FWD, 12534,
		10800, 8224, "slow_conv_transpose2d"),
	    /* 4 * 3 - 2 + 4 + 1 + 1 = 16: 2 * 20 * 18, 96 */
	    KP("aten::", "f32[1,4,5] f32[4,6,3] f32[6] [3] [1] [1] 1 [2]", FWD,
		816, 720, 776, "conv_transpose1d"),
	    /* 2 + 1 + 1 + 1 = 5: 2 * 32 * 48, 6 * 125; 4 * (32 + 192 + 756) */
	    KP("aten::", "f32[1,4,2,2,2] f32[4,6,2,2,2] f32[6] [2,2,2] [0,0,0] [1,1,1] 1 [1,1,1]",
		FWD, 3822, 3072, 3920, "conv_transpose3d"),
	    KP("aten::", "f32[1,4,2,2,2] f32[4,6,2,2,2] [2,2,2] f32[6] [2,2,2] [0,0,0] [1,1,1] [1,1,1]",
		FWD, 3822, 3072, 3920, "slow_conv_transpose3d"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* Each gradient is a product of the forward's size, and moves as much; that of
 * the bias adds dy up. */
static void test_gradients(void **state)
{
#define DY "f32[1,6,4,4]"
	static const struct kind_case kinds[] = {
	    /* 2 * 6912 + 96; 2 * 4384 + 4 * (96 + 6) */
	    KP("aten::", DY " " XW " [3,3] [1,1] [2,2] false [0,0] 1 [true,true,true]",
		FWD, 13920, 13824, 9176, "convolution_backward_overrideable"),
	    KP("aten::", DY " " XW " [6] [3,3] [1,1] [2,2] false [0,0] 1 [true,true,true]",
		FWD, 13920, 13824, 9176, "convolution_backward"),
	    KP("aten::", "f32[1,4,14,14] " DY " f32[6,4,3,3] [1,1] [3,3] [2,2] 1 false false [true,true,true]",
		FWD, 13920, 13824, 9176, "miopen_convolution_backward"),
	    KP("aten::", "f32[1,4,14,14] " DY " f32[6,4,3,3] [1,1] [3,3] [2,2] 1 false false true [true,true]",
		FWD, 13824, 13824, 8768, "cudnn_convolution_backward"),
	    /* 2 * 10800 + 150; 8 * (150 + 216 + 784) + 4 * 156 */
	    KP("aten::", "f32[1,6,5,5] " XW " [3,3] [3,3] [1,1] [true,true,true]",
		FWD, 21750, 21600, 9824, "_slow_conv2d_backward"),
	    KP("aten::", "f32[1,4,4,4] " DW " [3,3] [3,3] [1,1] [2,2] [true,true,false]",
		FWD, 2304, 2304, 7072,
		"_conv_depthwise2d_backward thnn_conv_depthwise2d_backward"),
	    /* 2 * 10800; 8 * (100 + 216 + 1734) */
	    KP("aten::", "f32[1,4,5,5] f32[1,6,17,17] f32[4,6,3,3] [1,1] [2,2] [3,3] [2,2] 1 false false true [true,true]",
		FWD, 21600, 21600, 16400, "cudnn_convolution_transpose_backward"),
	    /* ONNX tells no mask: the kernel's role does */
	    KU("onnx::", DY " " XW, FWD, NA, NA, WHY_ATTRIBUTE, "ConvGrad"),
	    KP("onnx::", DY " " XW, PART_DGRAD, 6912, 6912, 4384, "ConvGrad"),
	    KP("onnx::", DY " " XW, PART_WGRAD, 6912, 6912, 4384, "ConvGrad"),
	    KP("onnx::", DY " " XW, PART_DBIAS, 96, 0, 408, "ConvGrad"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_views),
	    cmocka_unit_test(test_collectives),
	    cmocka_unit_test(test_copies),
	    cmocka_unit_test(test_fills),
	    cmocka_unit_test(test_activations),
	    cmocka_unit_test(test_linalg),
	    cmocka_unit_test(test_scans),
	    cmocka_unit_test(test_softmax),
	    cmocka_unit_test(test_reductions),
	    cmocka_unit_test(test_resampling),
	    cmocka_unit_test(test_indexing),
	    cmocka_unit_test(test_losses),
	    cmocka_unit_test(test_norms),
	    cmocka_unit_test(test_convolutions),
	    cmocka_unit_test(test_gradients),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
