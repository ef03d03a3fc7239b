/*
 * test_kfacts.c - types from kernel names, of every library and generation.
 */
#include "prof/kernel/kfacts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void test_dtype(void **state)
{
	static const struct {
		const char *name;
		enum dtype dtype;
	} cases[] = {
	    /* cuBLAS: the type behind the product, not that in front */
	    {"volta_h884gemm_256x64_ldg8_tn", DTYPE_FLOAT16},
	    {"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_tn", DTYPE_FLOAT16},
	    {"volta_s884gemm_fp16_128x64_ldg8_tn", DTYPE_FLOAT16},
	    {"volta_sgemm_128x64_nn", DTYPE_FLOAT32},
	    {"volta_dgemm_64x64_nt", DTYPE_FLOAT64},
	    {"volta_cgemm_32x64_tn", DTYPE_COMPLEX64},
	    {"volta_zgemm_32x32_nn", DTYPE_COMPLEX128},
	    {"ampere_gcgemm_64x32_nt", DTYPE_COMPLEX64},
	    {"volta_sgemm_int8_128x128_nt", DTYPE_INT8},
	    {"maxwell_sgemm_fp16_128x64_tn", DTYPE_FLOAT16},
	    {"sgemm_32x32x32_NN", DTYPE_FLOAT32},
	    {"turing_h1688gemm_128x128_ldg8_tn", DTYPE_FLOAT16},
	    {"ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_nn",
		DTYPE_BFLOAT16},
	    {"ampere_s16816gemm_fp16_128x128_ldg8_stages_32x5_nn", DTYPE_FLOAT16},
	    {"sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize64x128x8_stage3_"
	     "ffma",
		DTYPE_FLOAT32},
	    {"sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n", DTYPE_FLOAT32},
	    {"sm89_xmma_gemm_e4m3bf16_e4m3f32_f32_tn_n", DTYPE_FLOAT8_E4M3FN},
	    {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n", DTYPE_BFLOAT16},
	    {"sm80_xmma_sparse_gemm_i8i8_i8i32_f32_tn_n", DTYPE_INT8},
	    {"nvjet_hsh_256x128_64x4_1x2_h_bz_coopA_NNT", DTYPE_FLOAT16},
	    {"nvjet_tst_192x8_64x8_4x1_v_bz_TNT", DTYPE_BFLOAT16},
	    {"nvjet_tss_128x64_64x6_1x1_h_bz_TNT", DTYPE_BFLOAT16},
	    {"nvjet_sm100_qqtst_128x256_128x6_2x1_2cta_v_bz_bias_TNT",
		DTYPE_FLOAT8_E4M3FN},
	    {"nvjet_sm90_hss_320x128_64x3_1x2_h_bz_coopB_NNT", DTYPE_FLOAT16},
	    {"nvjet_ootst_128x128_256x4_2x1_v_bz_Avec16UE4M3_TNT",
		DTYPE_FLOAT4_E2M1FN_X2},
	    {"nvjet_sm120_biu_mma_64x64x64", DTYPE_INT8},
	    /* cuDNN */
	    {"turing_fp16_s1688cudnn_fp16_256x128_ldg8_relu_f2f_exp_medium_"
	     "nhwc_tn_v1",
		DTYPE_FLOAT16},
	    {"volta_scudnn_128x64_relu_interior_nn_v1", DTYPE_FLOAT32},
	    {"turing_int8_i8816cudnn_int8_256x128_ldg16_relu", DTYPE_INT8},
	    {"sm80_xmma_fprop_implicit_gemm_f16f16_f16f32_f32_nhwckrsc_nhwc",
		DTYPE_FLOAT16},
	    {"sm80_xmma_wgrad_implicit_gemm_indexed_wo_smem_bf16bf16_bf16f32_"
	     "f32",
		DTYPE_BFLOAT16},
	    {"sm80_xmma_dgrad_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nhwc",
		DTYPE_FLOAT32},
	    {"cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_"
	     "7",
		DTYPE_FLOAT16},
	    /* CUTLASS */
	    {"cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x64_64x6_tn_"
	     "align8",
		DTYPE_BFLOAT16},
	    {"cutlass_80_wmma_tensorop_f16_s161616gemm_f16_16x16_128x1_tn_"
	     "align8",
		DTYPE_FLOAT16},
	    {"cutlass_80_tensorop_s1688gemm_128x64_16x6_tn_align4", DTYPE_FLOAT32},
	    {"cutlass_80_tensorop_d884gemm_64x64_16x4_nn_align1", DTYPE_FLOAT64},
	    {"cutlass_80_tensorop_i16832gemm_s8_128x64_128x3_tn_align16", DTYPE_INT8},
	    {"void "
	     "cutlass::Kernel2<cutlass_80_simt_sgemm_64x128_8x5_nn_align1>(x)",
		DTYPE_FLOAT32},
	    {"void cutlass__5x_cudnn::Kernel<cutlass_tensorop_f16_s16816fprop_"
	     "optimized_f16_128x128_64x3_nhwc_align8>",
		DTYPE_FLOAT16},
	    {"cutlass_tensorop_s1688dgrad_optimized_tf32_128x128_16x4_nhwc",
		DTYPE_FLOAT32},
	    {"cutlass3x_sm90_tensorop_s64x128x16gemm_f16_f16_f32_void_f16_"
	     "128x128x64",
		DTYPE_FLOAT16},
	    /* AMD */
	    {"Cijk_Ailk_Bljk_HHS_BH_MT128x128x32_MI32x32x8x1", DTYPE_FLOAT16},
	    {"Cijk_Alik_Bljk_BBS_BH_MT256x16x128_MI16x16x1", DTYPE_BFLOAT16},
	    {"Cijk_Ailk_Bjlk_SB_Bias_AS_MT64x16x16", DTYPE_FLOAT32},
	    {"Cijk_Ailk_Bljk_DB_MT64x64x16", DTYPE_FLOAT64},
	    {"Cijk_Alik_Bljk_F8BS_BH_MT64", DTYPE_FLOAT8_E4M3FN},
	    {"igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32", DTYPE_BFLOAT16},
	    {"aiter::fmha_fwd_hd128_bf16_rtz", DTYPE_BFLOAT16},
	    /* templates: the first floating-point type */
	    {"void at::native::vectorized_elementwise_kernel<4, "
	     "at::native::CUDAFunctor_add<c10::Half>, at::detail::Array<char*, "
	     "3>>",
		DTYPE_FLOAT16},
	    {"void softmax_warp_forward<c10::BFloat16, float, float, 8, "
	     "true>(float*)",
		DTYPE_BFLOAT16},
	    {"void gemv2T_kernel_val<int, int, __half, __half, __half, float, "
	     "128>",
		DTYPE_FLOAT16},
	    {"void reduce_kernel<512, 1, ReduceOp<double, "
	     "func_wrapper_t<double>>>",
		DTYPE_FLOAT64},
	    {"void flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, false, "
	     "cutlass::bfloat16_t, x>>",
		DTYPE_BFLOAT16},
	    {"void k<c10::complex<float>, float>()", DTYPE_COMPLEX64},
	    {"void k<c10::complex<double>>()", DTYPE_COMPLEX128},
	    {"fmha_cutlassF_f16_aligned_64x64_rf_sm80", DTYPE_FLOAT16},
	    {"deep_gemm::sm90_fp8_gemm_1d2d_impl", DTYPE_FLOAT8_E4M3FN},
	    /* names that say nothing of it */
	    {"void cudnn::winograd::generateWinogradTilesKernel", DTYPE_UNKNOWN},
	    {"triton_poi_fused_add_mul_0", DTYPE_UNKNOWN},
	    {"void at::native::fill_kernel<long, int, 4>", DTYPE_UNKNOWN},
	    {"gemmk1_kernel", DTYPE_UNKNOWN},
	    {"nvjet_", DTYPE_UNKNOWN},
	    {"Cijk_Ailk_Bljk", DTYPE_UNKNOWN},
	    {"floater<halves>", DTYPE_UNKNOWN},
	    {"", DTYPE_UNKNOWN},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		enum dtype t = kfacts_dtype(str_of(cases[i].name));

		if (t != cases[i].dtype)
			fail_msg("%s: %s, not %s", cases[i].name, dtype_name(t),
			    dtype_name(cases[i].dtype));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_dtype),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
