/*
 * test_kdecode.c - what a kernel's name says: names of public profiles, decoded
 * by hand.
 */
#include "prof/kernel/kdecode.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#define UNKNOWN DTYPE_UNKNOWN
#define F16 DTYPE_FLOAT16
#define BF16 DTYPE_BFLOAT16
#define F32 DTYPE_FLOAT32
#define F64 DTYPE_FLOAT64
#define I8 DTYPE_INT8
#define I32 DTYPE_INT32
#define FP8 DTYPE_FLOAT8_E4M3FN
#define FP4 DTYPE_FLOAT4_E2M1FN_X2

enum { TF32 = 1, THREE = 2, SPARSE = 4, SPLIT = 8 };

static const struct {
	const char *name;
	enum dtype in, acc, out;
	unsigned m, n, k, stages;
	const char *layout;
	unsigned flags;
} cases[] = {
    {"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_tn", F16, F32, F16, 128, 64, 0,
	0, "tn", 0},
    {"volta_fp16_s884gemm_fp16_128x128_ldg8_f2f_stages_32x1_tn", F16, F32, F16,
	128, 128, 32, 1, "tn", 0},
    {"volta_s884gemm_fp16_64x64_ldg8_nn", F16, F32, F32, 64, 64, 0, 0, "nn", 0},
    {"volta_h884gemm_256x128_ldg8_tn", F16, F16, F16, 256, 128, 0, 0, "tn", 0},
    {"volta_fp16_s884cudnn_fp16_256x128_ldg8_splitK_relu_f2f_exp_small_nhwc_tn_"
     "v1",
	F16, F32, F16, 256, 128, 0, 0, "tn", SPLIT},
    {"turing_h1688gemm_256x64_sliced1x2_ldg8_tn", F16, F16, F16, 256, 64, 0, 0,
	"tn", 0},
    {"ampere_s16816gemm_fp16_128x128_ldg8_stages_32x5_tn", F16, F32, F32, 128,
	128, 32, 5, "tn", 0},
    {"ampere_fp16_s1688gemm_fp16_256x64_ldg8_f2f_nn", F16, F32, F16, 256, 64, 0,
	0, "nn", 0},
    {"ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_nn", BF16, F32,
	BF16, 128, 256, 64, 3, "nn", 0},
    {"ampere_sgemm_128x64_tn", F32, F32, F32, 128, 64, 0, 0, "tn", 0},
    {"ampere_dgemm_64x64_nn", F64, F64, F64, 64, 64, 0, 0, "nn", 0},
    {"maxwell_sgemm_fp16_128x64_tn", F16, F32, F32, 128, 64, 0, 0, "tn", 0},
    {"volta_sgemm_int8_128x128_nt", I8, F32, F32, 128, 128, 0, 0, "nt", 0},
    {"volta_scudnn_128x64_relu_interior_nn_v1", F32, F32, F32, 128, 64, 0, 0,
	"nn", 0},
    {"volta_cgemm_32x64_tn", DTYPE_COMPLEX64, DTYPE_COMPLEX64, DTYPE_COMPLEX64,
	32, 64, 0, 0, "tn", 0},
    {"void "
     "cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x64_"
     "64x6_tn_align8>"
     "(cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x64_64x6_tn_align8::"
     "Params)",
	BF16, F32, BF16, 128, 64, 64, 6, "tn", 0},
    {"cutlass_80_tensorop_s1688gemm_128x64_16x6_nn_align4", F32, F32, F32, 128,
	64, 16, 6, "nn", TF32},
    {"_ZN7cutlass7Kernel2I49cutlass_80_tensorop_d884gemm_32x64_16x4_nt_"
     "align1EEvNT_6ParamsE",
	F64, F64, F64, 32, 64, 16, 4, "nt", 0},
    {"cutlass_80_tensorop_i16832gemm_s8_128x64_128x3_tn_align16", I8, I32, I32,
	128, 64, 128, 3, "tn", 0},
    {"cutlass_80_wmma_tensorop_f16_s161616gemm_f16_16x16_128x2_tn_align8", F16,
	F32, F16, 16, 16, 128, 2, "tn", 0},
    {"cutlass_80_simt_sgemm_128x32_8x5_nn_align1", F32, F32, F32, 128, 32, 8, 5,
	"nn", 0},
    {"void "
     "cutlass_cudnn_infer::Kernel<cutlass_tensorop_s1688dgrad_optimized_tf32_"
     "128x128_16x4_"
     "nhwc_unity_stride_align4>",
	F32, F32, F32, 128, 128, 16, 4, "", TF32},
    {"sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize128x64x32_stage3_"
     "warpsize2x2x1_"
     "tensor16x8x16_kernel",
	F16, F32, F16, 128, 64, 32, 3, "tn", 0},
    {"sm75_xmma_gemm_f16f16_f16f16_f16_nn_n_tilesize128x128x32", F16, F16, F16,
	128, 128, 32, 0, "nn", 0},
    {"sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize64x128x8_stage3_"
     "warpsize1x4x1_ffma_aligna4_"
     "alignc4_execute_kernel__5x_cublas",
	F32, F32, F32, 64, 128, 8, 3, "nn", 0},
    {"sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize64x64x32_stage3_"
     "warpsize2x2x1_tensor16x8x8",
	F32, F32, F32, 64, 64, 32, 3, "tn", TF32},
    {"sm80_xmma_dgrad_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nhwc_"
     "tilesize128x128x16_stage4_"
     "warpsize2x2x1_g1_tensor16x8x8_execute_kernel_cudnn_infer",
	F32, F32, F32, 128, 128, 16, 4, "", TF32},
    {"sm89_xmma_gemm_e4m3bf16_e4m3f32_f32_tn_n_tilesize128x64x64_stage4_"
     "warpsize2x2x1_"
     "tensor16x8x32_algo2",
	FP8, F32, BF16, 128, 64, 64, 4, "tn", 0},
    {"sm80_xmma_sparse_gemm_i8i8_i8i32_f32_tn_n_tilesize128x64x128_stage4_"
     "warpsize2x2x1_"
     "sptensor16x8x64_execute_split_k_kernel_cusparselt",
	I8, I32, I8, 128, 64, 128, 4, "tn", SPARSE | SPLIT},
    {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x64x64_"
     "warpgroupsize1x1x1_execute_"
     "segment_k_off_kernel__5x_cublas",
	BF16, F32, BF16, 64, 64, 64, 0, "tn", 0},
    {"nvjet_hsh_256x128_64x4_1x2_h_bz_coopA_NNT", F16, F32, F16, 256, 128, 64,
	4, "nn", 0},
    {"nvjet_tss_64x8_64x16_2x1_v_bz_splitK_TNT", BF16, F32, F32, 64, 8, 64, 16,
	"tn", SPLIT},
    {"nvjet_qqtst_128x256_128x6_2x2_2cta_h_bz_Avec32UE8M0_Bvec32UE8M0_TNT", FP8,
	F32, BF16, 128, 256, 128, 6, "tn", 0},
    {"nvjet_sm100_tst_64x8_64x16_2x4_h_bz_splitK_TNT", BF16, F32, BF16, 64, 8,
	64, 16, "tn", SPLIT},
    {"nvjet_sm90_tst_192x192_64x3_2x1_v_bz_coopB_NTN", BF16, F32, BF16, 192,
	192, 64, 3, "nt", 0},
    {"nvjet_sm120_tst_mma_64x64x128_3_32x32x128_tmaAB_alignCD4_bz_TNNN", BF16,
	F32, BF16, 64, 64, 128, 3, "tn", 0},
    {"nvjet_ootst_128x64_256x5_1x1_v_bz_Avec16UE4M3_Bvec16UE4M3_TNT", FP4, F32,
	BF16, 128, 64, 256, 5, "tn", 0},
    {"cutlass3x_sm90_tensorop_s64x128x16gemm_f16_f16_f32_void_f16_128x128x64_"
     "2x1x1_0_ttn_align8_"
     "warpspecialized_pingpong_epi_tma",
	F16, F32, F16, 128, 128, 64, 0, "tt", 0},
    {"Cijk_Alik_Bljk_BBS_BH_Bias_HAS_SAV_UserArgs_MT256x16x128_MI16x16x1_SN_"
     "LDSB1",
	BF16, F32, BF16, 256, 16, 128, 0, "tn", 0},
    {"Cijk_Ailk_Bjlk_SB_Bias_AS_SAV_UserArgs_MT64x16x16_MI16x16x1_SN", F32, F32,
	F32, 64, 16, 16, 0, "nt", 0},
    {"Cijk_Ailk_Bljk_HHS_BH_MT128x64x64_MI32x32x8x1_SN", F16, F32, F16, 128, 64,
	64, 0, "nn", 0},
    {"fmha_cutlassF_bf16_aligned_64x128_rf_sm80", BF16, UNKNOWN, UNKNOWN, 0, 0,
	0, 0, "", 0},
    {"fmha_cutlassF_f32_aligned_64x64_rf_sm80(PyTorchMemEffAttention)", F32,
	UNKNOWN, UNKNOWN, 0, 0, 0, 0, "", TF32 | THREE},
    {"fmha_cutlassF_f32_aligned_64x64_rf_sm75", F32, UNKNOWN, UNKNOWN, 0, 0, 0,
	0, "", 0},
    {"cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_"
     "64x128x128_4x1x1",
	F16, UNKNOWN, UNKNOWN, 0, 0, 0, 0, "", 0},
    {"void "
     "pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<"
     "64, 128, 128, "
     "4, false, false, cutlass::bfloat16_t, x> >",
	BF16, UNKNOWN, UNKNOWN, 0, 0, 0, 0, "", 0},
    {"void "
     "xmma_new::gemm::kernel<xmma_new::implicit_gemm::fprop::Kernel_traits<"
     "xmma_new::Ampere_hmma_tf32_traits<unsigned int, float> > >",
	F32, UNKNOWN, UNKNOWN, 0, 0, 0, 0, "", TF32},
    {"igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32_wt32x32x8", BF16, UNKNOWN,
	UNKNOWN, 0, 0, 0, 0, "", 0},
    {"fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausalP16", FP8, UNKNOWN,
	UNKNOWN, 0, 0, 0, 0, "", 0},
    /* says nothing */
    {"nvjet_sm120_biu_mma", I8, I32, UNKNOWN, 0, 0, 0, 0, "", 0},
    {"nvjet_", UNKNOWN, UNKNOWN, UNKNOWN, 0, 0, 0, 0, "", 0},
    {"volta_", UNKNOWN, UNKNOWN, UNKNOWN, 0, 0, 0, 0, "", 0},
    {"Cijk_", UNKNOWN, UNKNOWN, UNKNOWN, 0, 0, 0, 0, "", 0},
    {"a_xmma_99999999999999x1_tilesize7", UNKNOWN, UNKNOWN, UNKNOWN, 0, 0, 0, 0,
	"", 0},
    {"", UNKNOWN, UNKNOWN, UNKNOWN, 0, 0, 0, 0, "", 0},
};

static void test_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct kdecode d;
		unsigned flags;

		kdecode_name(str_of(cases[i].name), &d);
		flags = (d.tf32 ? TF32 : 0u) | (d.three ? THREE : 0u) |
			(d.sparse ? SPARSE : 0u) | (d.split_k ? SPLIT : 0u);
		if (d.in != cases[i].in || d.acc != cases[i].acc ||
		    d.out != cases[i].out || d.m != cases[i].m ||
		    d.n != cases[i].n || d.k != cases[i].k ||
		    d.stages != cases[i].stages || flags != cases[i].flags ||
		    strcmp(d.layout, cases[i].layout) != 0)
			fail_msg("%s: %s %s %s %ux%ux%u %u '%s' %u",
			    cases[i].name, dtype_name(d.in), dtype_name(d.acc),
			    dtype_name(d.out), d.m, d.n, d.k, d.stages,
			    d.layout, flags);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_names)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
