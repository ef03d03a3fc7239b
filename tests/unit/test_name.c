/*
 * test_name.c - what a kernel's name says: names of public profiles, read by
 * hand.
 */
#include "prof/kernel/name.h"
#include "prof/kernel/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "common/intern.h"

#define UNKNOWN DTYPE_UNKNOWN
#define F16 DTYPE_FLOAT16
#define BF16 DTYPE_BFLOAT16
#define F32 DTYPE_FLOAT32
#define F64 DTYPE_FLOAT64
#define I8 DTYPE_INT8
#define I32 DTYPE_INT32
#define FP8 DTYPE_FLOAT8_E4M3FN
#define BF8 DTYPE_FLOAT8_E5M2
#define FP4 DTYPE_FLOAT4_E2M1FN_X2

static struct name_cache names;

enum { GUESS, SURE, THREE }; /* THREE is sure too */

static const struct {
	const char *name;
	enum dtype operand, sum, result;
	unsigned how;
} cases[] = {
    {"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_tn", F16, F32, F16, SURE},
    {"volta_fp16_s884gemm_fp16_128x128_ldg8_f2f_stages_32x1_tn", F16, F32, F16, SURE},
    {"volta_s884gemm_fp16_64x64_ldg8_nn", F16, F32, F32, SURE},
    {"volta_h884gemm_256x128_ldg8_tn", F16, F16, F16, SURE},
    {"volta_fp16_s884cudnn_fp16_256x128_ldg8_splitK_relu_f2f_exp_small_nhwc_tn_"
     "v1",
	F16, F32, F16, SURE},
    {"turing_h1688gemm_256x64_sliced1x2_ldg8_tn", F16, F16, F16, SURE},
    {"ampere_s16816gemm_fp16_128x128_ldg8_stages_32x5_tn", F16, F32, F32, SURE},
    {"ampere_fp16_s1688gemm_fp16_256x64_ldg8_f2f_nn", F16, F32, F16, SURE},
    {"ampere_bf16_s16816gemm_bf16_128x256_ldg8_f2f_stages_64x3_nn", BF16, F32,
	BF16, SURE},
    {"ampere_sgemm_128x64_tn", F32, F32, F32, SURE},
    /* a type in front that is a name of its own is of something else */
    {"bf16::sgemm_128x64_tn", F32, F32, F32, SURE},
    {"ampere_dgemm_64x64_nn", F64, F64, F64, SURE},
    {"maxwell_sgemm_fp16_128x64_tn", F16, F32, F32, SURE},
    {"volta_sgemm_int8_128x128_nt", I8, F32, F32, SURE},
    {"volta_scudnn_128x64_relu_interior_nn_v1", F32, F32, F32, SURE},
    {"volta_cgemm_32x64_tn", DTYPE_COMPLEX64, DTYPE_COMPLEX64, DTYPE_COMPLEX64, SURE},
    {"void "
     "cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x64_"
     "64x6_tn_align8>(cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x64_"
     "64x6_tn_align8::Params)",
	BF16, F32, BF16, SURE},
    {"cutlass_80_tensorop_s1688gemm_128x64_16x6_nn_align4", F32, F32, F32, SURE},
    {"_ZN7cutlass7Kernel2I49cutlass_80_tensorop_d884gemm_32x64_16x4_nt_"
     "align1EEvNT_6ParamsE",
	F64, F64, F64, SURE},
    {"cutlass_80_tensorop_i16832gemm_s8_128x64_128x3_tn_align16", I8, I32, I32, SURE},
    {"cutlass_80_wmma_tensorop_f16_s161616gemm_f16_16x16_128x2_tn_align8", F16,
	F32, F16, SURE},
    {"cutlass_80_simt_sgemm_128x32_8x5_nn_align1", F32, F32, F32, SURE},
    {"void "
     "cutlass_cudnn_infer::Kernel<cutlass_tensorop_s1688dgrad_optimized_tf32_"
     "128x128_16x4_nhwc_unity_stride_align4>",
	F32, F32, F32, SURE},
    {"sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize128x64x32_stage3_"
     "warpsize2x2x1_tensor16x8x16_kernel",
	F16, F32, F16, SURE},
    {"sm75_xmma_gemm_f16f16_f16f16_f16_nn_n_tilesize128x128x32", F16, F16, F16, SURE},
    {"sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize64x128x8_stage3_"
     "warpsize1x4x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas",
	F32, F32, F32, SURE},
    {"sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize64x64x32_stage3_"
     "warpsize2x2x1_tensor16x8x8",
	F32, F32, F32, SURE},
    {"sm80_xmma_dgrad_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nhwc_"
     "tilesize128x128x16_stage4_warpsize2x2x1_g1_tensor16x8x8_execute_kernel_"
     "cudnn_infer",
	F32, F32, F32, SURE},
    {"sm89_xmma_gemm_e4m3bf16_e4m3f32_f32_tn_n_tilesize128x64x64_stage4_"
     "warpsize2x2x1_tensor16x8x32_algo2",
	FP8, F32, BF16, SURE},
    {"sm80_xmma_sparse_gemm_i8i8_i8i32_f32_tn_n_tilesize128x64x128_stage4_"
     "warpsize2x2x1_sptensor16x8x64_execute_split_k_kernel_cusparselt",
	I8, I32, I8, SURE},
    {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x64x64_"
     "warpgroupsize1x1x1_execute_segment_k_off_kernel__5x_cublas",
	BF16, F32, BF16, SURE},
    {"nvjet_hsh_256x128_64x4_1x2_h_bz_coopA_NNT", F16, F32, F16, SURE},
    {"nvjet_tss_64x8_64x16_2x1_v_bz_splitK_TNT", BF16, F32, F32, SURE},
    {"nvjet_qqtst_128x256_128x6_2x2_2cta_h_bz_Avec32UE8M0_Bvec32UE8M0_TNT", FP8,
	F32, BF16, SURE},
    {"nvjet_sm100_tst_64x8_64x16_2x4_h_bz_splitK_TNT", BF16, F32, BF16, SURE},
    {"nvjet_sm90_tst_192x192_64x3_2x1_v_bz_coopB_NTN", BF16, F32, BF16, SURE},
    {"nvjet_sm120_tst_mma_64x64x128_3_32x32x128_tmaAB_alignCD4_bz_TNNN", BF16,
	F32, BF16, SURE},
    {"nvjet_ootst_128x64_256x5_1x1_v_bz_Avec16UE4M3_Bvec16UE4M3_TNT", FP4, F32,
	BF16, SURE},
    {"cutlass3x_sm90_tensorop_s64x128x16gemm_f16_f16_f32_void_f16_128x128x64_"
     "2x1x1_0_ttn_align8_warpspecialized_pingpong_epi_tma",
	F16, F32, F16, SURE},
    {"Cijk_Alik_Bljk_BBS_BH_Bias_HAS_SAV_UserArgs_MT256x16x128_MI16x16x1_SN_"
     "LDSB1",
	BF16, F32, BF16, SURE},
    {"Cijk_Ailk_Bjlk_SB_Bias_AS_SAV_UserArgs_MT64x16x16_MI16x16x1_SN", F32, F32,
	F32, SURE},
    {"Cijk_Ailk_Bljk_HHS_BH_MT128x64x64_MI32x32x8x1_SN", F16, F32, F16, SURE},
    /* four codes: operands, result, sums; what is behind them is none */
    {"Cijk_Ailk_Bljk_HHHSSS_BH_MT128x64x64_MI32x32x8x1_SN", F16, F32, F16, SURE},
    {"fmha_cutlassF_bf16_aligned_64x128_rf_sm80", BF16, UNKNOWN, UNKNOWN, SURE},
    {"fmha_cutlassF_f32_aligned_64x64_rf_sm80(PyTorchMemEffAttention)", F32,
	UNKNOWN, UNKNOWN, THREE},
    {"fmha_cutlassF_f32_aligned_64x64_rf_sm75", F32, UNKNOWN, UNKNOWN, SURE},
    {"cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_"
     "64x128x128_4x1x1",
	F16, UNKNOWN, UNKNOWN, SURE},
    {"void "
     "pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<"
     "64, 128, 128, 4, false, false, cutlass::bfloat16_t, x> >",
	BF16, UNKNOWN, UNKNOWN, SURE},
    {"void "
     "xmma_new::gemm::kernel<xmma_new::implicit_gemm::fprop::Kernel_traits<"
     "xmma_new::Ampere_hmma_tf32_traits<unsigned int, float> > >",
	F32, UNKNOWN, UNKNOWN, SURE},
    {"igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32_wt32x32x8", BF16, UNKNOWN,
	UNKNOWN, SURE},
    {"fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausalP16", FP8, UNKNOWN,
	UNKNOWN, SURE},
    /* the results of the two that were read in two ways */
    {"cutlass3x_sm100_tensorop_s256x256x32gemm_f8_f8_f32_f16_f16_128x256x64_0_"
     "tnn_align16_2sm",
	FP8, F32, F16, SURE},
    {"Cijk_Ailk_Bljk_B8BS_BH_MT128x64x32_MI32x32x8x1", BF8, F32, BF16, SURE},
    /* scaled by blocks: the type of the scales is in front */
    {"cutlass3x_sm100_bstensorop_s128x128x32gemm_block_scaled_ue8m0xe4m3_"
     "ue8m0xe5m2_f32_void_bf16_128x128x128",
	FP8, F32, BF16, SURE},
    {"cutlass3x_sm100_simt_sgemm_f32_f32_128x64", F32, UNKNOWN, UNKNOWN, SURE},
    {"cutlass3x_sm100_s128x256_bgrada", UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
    /* Tensile: types of one word, flags where there is no second */
    {"Cijk_Ailk_Bljk_I8II_BH_MT64x64x64", I8, I32, I32, SURE},
    {"Cijk_Ailk_Bljk_HSS_BH_MT64x64x64", F16, F32, F32, SURE},
    {"Cijk_Ailk_Bljk_HBH_MT64x64x64", F16, UNKNOWN, F16, SURE},
    {"Cijk_Ailk_Bljk_BBH_MT64x64x64", BF16, UNKNOWN, BF16, SURE},
    {"Cijk_Ailk_Bljk_HB_MT64x64x8", F16, F16, F16, SURE},
    {"Cijk_Ailk_Bljk_4xi8BH_MT64x64x8", I8, UNKNOWN, I8, SURE},
    {"Cijk_Ailk_Bljk_F8NBS_BH_MT64x64x64", DTYPE_FLOAT8_E4M3FNUZ, F32, BF16, SURE},
    {"Cijk_Ailk_Bljk_F8B8HS_BH_MT64x64x64", FP8, F32, F16, SURE},
    {"Cijk_Ailk_Bljk_S_MX_B_MT64x64x64", F32, F32, F32, SURE},
    {"Cijk_DD_GG_PostGSU16_VW2", UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
    /* the type of the template's argument is the operands' */
    {"void implicit_convolve_sgemm<__half, __half, 128, 6, 7>(int)", F16, F32,
	UNKNOWN, SURE},
    {"void implicit_convolve_sgemm<float, float, 128, 6, 7>(int)", F32, F32,
	UNKNOWN, SURE},
    {"void gemmSN_TN_kernel<float, 128, 16, 2, 4, 4, 4, true, "
     "cublasGemvTensorStridedBatched<__nv_bfloat16 const>, "
     "cublasGemvTensorStridedBatched<float> >(x)",
	BF16, UNKNOWN, UNKNOWN, SURE},
    /* the operands of HMMA are no float32 */
    {"Volta_hmma_implicit_gemm_fprop_fp32_nhwc_128x128x64x1", F16, F32, UNKNOWN, SURE},
    {"deep_gemm::sm90_bf16_gemm_impl", BF16, UNKNOWN, UNKNOWN, SURE},
    /* wide types beside a short one are sums and numbers */
    {"void at::native::distribution_elementwise_grid_stride_kernel<float, 4, "
     "normal_and_transform<c10::BFloat16, float> >(x)",
	BF16, UNKNOWN, UNKNOWN, SURE},
    {"void vllm::scaled_fp8_quant_kernel_strided<c10::BFloat16, "
     "c10::Float8_e4m3fn>(x)",
	BF16, UNKNOWN, UNKNOWN, SURE},
    {"void k<cutlass::float_e5m2_t, cutlass::bfloat16_t>()", BF8, UNKNOWN,
	UNKNOWN, SURE},
    {"void k<cutlass::float_e5m2, cutlass::bfloat16_t>()", BF8, UNKNOWN,
	UNKNOWN, SURE},
    {"void k<float>()", F32, UNKNOWN, UNKNOWN, GUESS},
    {"batched_transpose_32x32_half", F16, UNKNOWN, UNKNOWN, GUESS},
    {"nvfuser_pointwise_f8_c1_r0_g0", UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
    /* mangled */
    {"_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16_Li256ELb0EEEvPT0_S4_", BF16,
	UNKNOWN, UNKNOWN, SURE},
    {"_ZN5aiter3absIDF16_Li64EEEvPT0_", F16, UNKNOWN, UNKNOWN, SURE},
    {"_ZN3sgl18act_and_mul_kernelI14__hip_bfloat16Li1EEEvPS3_", BF16, UNKNOWN,
	UNKNOWN, SURE},
    {"_ZN7cutlass6KernelINS_4gemm9GemmShapeILi128ELi128ELi32EEENS_10tfloat32_"
     "tEEEvT_",
	F32, UNKNOWN, UNKNOWN, SURE},
    {"_ZN2at6nativeI4halfE", F16, UNKNOWN, UNKNOWN, SURE},
    {"fmhaSm100aKernel_QkvBfloat16OBfloat16H128", BF16, UNKNOWN, UNKNOWN, SURE},
    {"fmhaSm100aKernel_QkvFp16OFp16H128", F16, UNKNOWN, UNKNOWN, SURE},
    /* says nothing */
    {"nvjet_sm120_biu_mma", I8, I32, UNKNOWN, SURE},
    {"nvjet_", UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
    /* not PyTorch's multi_tensor_apply: the first type, not the functor's */
    {"void multi_head_apply_kernel<c10::Half, ScaleFunctor<float, float> >",
	F16, UNKNOWN, UNKNOWN, SURE},
    {"void multi_tensor_scale_kernel<c10::Half, ScaleFunctor<float, float> >",
	F16, UNKNOWN, UNKNOWN, SURE},
    /* English words: two buffers, half of a warp, of a head; eight times */
    {"gridwise_convolution_implicit_gemm_v4r4_nchw_kcyx_nkhw_lds_double_buffer",
	UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
    {"sgemm_double_buffer_kernel", F32, F32, F32, SURE},
    {"hgemm_128x128_double_buffering", F16, F16, F16, SURE},
    {"sgemm_half_warp_kernel", F32, F32, F32, SURE},
    {"double_buffer_sgemm_128x128", F32, F32, F32, SURE},
    {"double_sgemm_128x128", F32, F32, F32, SURE},
    {"double_buffer_gemm", UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
    {"rotate_half_kernel", UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
    {"_Z27gemm_double_buffered_kernelIfEvPT_", UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
    {"sgemm_128x128_u8_nn", F32, F32, F32, SURE},
    /* types all the same */
    {"gemm_half_128x128", F16, UNKNOWN, UNKNOWN, SURE},
    {"gemm_double_kernel", F64, UNKNOWN, UNKNOWN, SURE},
    {"copy_half_to_float", F16, UNKNOWN, UNKNOWN, GUESS},
    {"gemm_half_vec4", F16, UNKNOWN, UNKNOWN, SURE},
    {"gemm_half_vec", F16, UNKNOWN, UNKNOWN, SURE},
    {"gemm_half_vectorized", F16, UNKNOWN, UNKNOWN, SURE},
    {"gemm_double_vec2_kernel", F64, UNKNOWN, UNKNOWN, SURE},
    {"void gemm_kernel<double_buffer, cutlass::half_t>()", F16, UNKNOWN,
	UNKNOWN, SURE},
    {"volta_", UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
    {"Cijk_", UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
    {"", UNKNOWN, UNKNOWN, UNKNOWN, GUESS},
};

static void test_facts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct name *it = name_read(&names, str_of(cases[i].name));
		unsigned how = it->three ? THREE : it->sure ? SURE : GUESS;

		if (it->operand != cases[i].operand || it->sum != cases[i].sum ||
		    it->result != cases[i].result || how != cases[i].how)
			fail_msg("%s: %s %s %s %u", cases[i].name,
			    dtype_name(it->operand), dtype_name(it->sum),
			    dtype_name(it->result), how);
	}
}

/* Types as cuBLAS, cuDNN, CUTLASS, Composable Kernel, Triton and nvFuser write
 * them; as CUTLASS names block-scaled operands. */
static void test_words(void **state)
{
	static const struct {
		const char *words;
		enum dtype dtype;
	} types[] = {
	    {"float f32 tf32 fp32 float32 tfloat32", DTYPE_FLOAT32},
	    {"half f16 fp16 float16 df16", DTYPE_FLOAT16},
	    {"bfloat16 bf16 bfloat df16b", DTYPE_BFLOAT16},
	    {"double f64 fp64 float64", DTYPE_FLOAT64},
	    {"fp8 f8 e4m3 e4m3fn ue8m0xe4m3", DTYPE_FLOAT8_E4M3FN},
	    {"e4m3fnuz", DTYPE_FLOAT8_E4M3FNUZ},
	    {"e5m2 ue8m0xe5m2", DTYPE_FLOAT8_E5M2},
	    {"e5m2fnuz", DTYPE_FLOAT8_E5M2FNUZ},
	    {"f4 e2m1 ue4m3xe2m1", DTYPE_FLOAT4_E2M1FN_X2},
	    {"int8 i8 s8", DTYPE_INT8},
	    {"u8", DTYPE_UINT8},
	    {"i32 s32", DTYPE_INT32},
	    {"x floats bfloat1 8f e2m3 tn 128 ue8m0 ve8m0xe4m3 ue8m0ye4m3 "
	     "bfloat168 a",
		DTYPE_UNKNOWN},
	};
	static const struct {
		const char *text, *letters, *shape; /* letters NULL: no product */
	} products[] = {
	    {"s884gemm", "s", "884"},
	    {"sgemm", "s", ""},
	    {"gemm", "", ""},
	    {"s64x128x16gemm", "s", "64x128x16"},
	    {"scudnn", "s", ""},
	    {"i8816cudnn", "i", "8816"},
	    {"fprop", "", ""},
	    {"dgrad", "", ""},
	    {"h1688wgrad", "h", "1688"},
	    {"gem", NULL, NULL},
	    {"norm", NULL, NULL},
	    {"column", NULL, NULL},
	    {"loop", NULL, NULL},
	    {"read", NULL, NULL},
	    {"gemmk", NULL, NULL},
	};
	struct str a, b;

	(void)state;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		for (const char *p = types[i].words; *p; p += strspn(p, " ")) {
			struct str word = {p, strcspn(p, " ")};

			if (words_type(word) != types[i].dtype)
				fail_msg("%.*s: %s", (int)word.n, word.p,
				    dtype_name(words_type(word)));
			p += word.n;
		}
	}
	for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
		bool is = words_product(str_of(products[i].text), &a, &b);

		if (is != (products[i].letters != NULL) ||
		    (is && (!str_is(a, products[i].letters) ||
			       !str_is(b, products[i].shape))))
			fail_msg("%s", products[i].text);
	}
	assert_true(words_pair(STR("f16f32"), &a, &b));
	assert_true(str_is(a, "f16") && str_is(b, "f32"));
	assert_true(words_pair(STR("i8i32"), &a, &b));
	assert_true(words_pair(STR("f8f8"), &a, &b));
	assert_true(words_pair(STR("bf16bf16"), &a, &b)); /* as long as they get */
	assert_false(words_pair(STR("tf32bf16x"), &a, &b));
	assert_false(words_pair(STR("f16"), &a, &b));
	assert_false(words_pair(STR("f16x"), &a, &b));
	assert_false(words_pair(STR("f32f3"), &a, &b));
}

/* How names are cut: "_" before what underscores alone join to the word before,
 * "*" behind what is of the function's own name, which is the second text. */
static void test_cut(void **state)
{
	static const struct {
		const char *name, *words, *own;
	} cuts[] = {
	    {"sgemm_32x32__nn", "sgemm* _32x32* _nn*", "sgemm_32x32__nn"},
	    {"void a::B<int>(float *)", "void a* b* int float", "a::b"},
	    {"int volatile f_:g", "int volatile f* g*", "f_:g"},
	    {"(anonymous namespace)::f(int)", "f* int", "::f"},
	    {"f<(int)4, g<h> >::k<2>(x)", "f* int 4 g h k* 2 x", "f::k"},
	    {"a>b", "a* b*", "a>b"},
	    {"f() const", "f* const", "f"},
	    {"", "", ""},
	    {"_ZN2at6native4reluEPf", "at* native* relu*", "at::native::relu::"},
	    {"_ZN1a3b_CEv", "a* b* _c*", "a::b_c::"},
	    {"_ZNK1a1bEv", "a* b*", "a::b::"},
	    {"_Z1fDF16bDF16_", "f* df16b df16", "f::"},
	    {"_Z1fIiLi64EA8_1gS1_EvPT0_", "f* g", "f::"},
	    {"_Z12fg", "fg*", "fg::"},
	};
	static struct words w;

	(void)state;
	for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
		struct strbuf b = {0};

		words_cut(&w, str_of(cuts[i].name));
		for (size_t k = 0; k < w.n; k++)
			strbuf_printf(&b, "%s%s%.*s%s", k ? " " : "",
			    w.v[k].joined ? "_" : "", (int)w.v[k].text.n,
			    w.v[k].text.p, w.v[k].own ? "*" : "");
		strbuf_char(&b, '\0');
		assert_string_equal(b.p, cuts[i].words);
		assert_string_equal(w.own, cuts[i].own);
		strbuf_free(&b);
	}
}

/* The operands' type alone. */
static void test_operand(void **state)
{
	static const struct {
		const char *name;
		enum dtype dtype;
	} operands[] = {
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
	    {"Cijk_Ailk_Bljk_DB", DTYPE_FLOAT64},
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

	(void)state;
	for (size_t i = 0; i < sizeof operands / sizeof *operands; i++) {
		enum dtype t = name_read(&names, str_of(operands[i].name))->operand;

		if (t != operands[i].dtype)
			fail_msg("%s: %s, not %s", operands[i].name,
			    dtype_name(t), dtype_name(operands[i].dtype));
	}
}

#define NATIVE "void at::native::(anonymous namespace)::"
#define CAT NATIVE "CatArrayBatchedCopy_aligned16_contig<"
#define CAT_END ", unsigned int, 1, 128, 1>(x)"
#define OPAQUE "at::native::(anonymous namespace)::OpaqueType<"
#define APPLY                                                                  \
	NATIVE "multi_tensor_apply_kernel<at::native::(anonymous "             \
	       "namespace)::TensorListMetadata<2>, at::native::(anonymous "    \
	       "namespace)::"

/* A name is looked at up to 16384 characters, which may be all of it or end
 * within a word. */
static void test_longest(void **state)
{
	static const struct {
		size_t n;
		enum dtype dtype;
	} ends[] = {{100, DTYPE_FLOAT32}, {16383, DTYPE_FLOAT32},
	    {16384, DTYPE_FLOAT32}, {16385, DTYPE_UNKNOWN}};
	static const char word[] = "volta_sgemm";
	static char text[20000];

	(void)state;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		struct str name = {text, ends[i].n};

		memset(text, ' ', sizeof text);
		memcpy(text + name.n - strlen(word), word, strlen(word));
		if (name_read(&names, name)->operand != ends[i].dtype)
			fail_msg("%zu: %s", name.n,
			    dtype_name(name_read(&names, name)->operand));
	}
}

/* Kernels of lists: the type is an argument of a template, of any kind. */
static void test_lists(void **state)
{
	static const struct {
		const char *name;
		enum dtype operand, result;
		bool opaque;
	} lists[] = {
	    {CAT "float" CAT_END, F32, UNKNOWN, false},
	    {CAT "c10::Half" CAT_END, F16, UNKNOWN, false},
	    {CAT "c10::BFloat16" CAT_END, BF16, UNKNOWN, false},
	    {CAT "long" CAT_END, DTYPE_INT64, UNKNOWN, false},
	    {CAT "unsigned char" CAT_END, DTYPE_UINT8, UNKNOWN, false},
	    {CAT "signed char" CAT_END, I8, UNKNOWN, false},
	    {CAT "bool" CAT_END, DTYPE_BOOL8, UNKNOWN, false},
	    {CAT "short" CAT_END, DTYPE_INT16, UNKNOWN, false},
	    {CAT "char" CAT_END, I8, UNKNOWN, false},
	    {CAT "int" CAT_END, I32, UNKNOWN, false},
	    {CAT "unsigned short" CAT_END, DTYPE_UINT16, UNKNOWN, false},
	    {CAT "unsigned int" CAT_END, DTYPE_UINT32, UNKNOWN, false},
	    {CAT "unsigned long long" CAT_END, DTYPE_UINT64, UNKNOWN, false},
	    {CAT "c10::complex<double>" CAT_END, DTYPE_COMPLEX128, UNKNOWN, false},
	    {CAT "c10::Float8_e4m3fn" CAT_END, FP8, UNKNOWN, false},
	    {CAT OPAQUE "1u>" CAT_END, DTYPE_UINT8, UNKNOWN, true},
	    {CAT OPAQUE "2u>" CAT_END, DTYPE_UINT16, UNKNOWN, true},
	    {CAT OPAQUE "4u>" CAT_END, DTYPE_UINT32, UNKNOWN, true},
	    {CAT OPAQUE "8u>" CAT_END, DTYPE_UINT64, UNKNOWN, true},
	    {CAT OPAQUE "16u>" CAT_END, DTYPE_COMPLEX128, UNKNOWN, true},
	    /* cut before the size; no word of the name before */
	    {CAT "at::native::(anonymous namespace)::OpaqueType", UNKNOWN,
		UNKNOWN, false},
	    {CAT OPAQUE "3u>" CAT_END, UNKNOWN, UNKNOWN, false},
	    {APPLY "BinaryOpScalarFunctor<c10::Half, 1, 1, 0>, "
		   "std::multiplies<float>, float>(x)",
		F16, UNKNOWN, false},
	    {APPLY "BinaryOpScalarFunctor<double, 1, 1, 0>, "
		   "std::multiplies<float>, float>(x)",
		F64, UNKNOWN, false},
	    {APPLY "UnaryOpFunctor<long, 2, 1, 1>, at::native::Copy<long, "
		   "long> >(x)",
		DTYPE_INT64, UNKNOWN, false},
	    {APPLY "LpNormFunctor<float, (at::native::NormType)1, c10::Half, "
		   "1, 1, "
		   "0>, c10::Half*>(x)",
		F32, UNKNOWN, false},
	    /* to, from */
	    {APPLY "CopyFunctor<int, long, 2, 1, 1>, at::native::Copy<int, "
		   "long> >(x)",
		DTYPE_INT64, I32, false},
	    {APPLY "CopyFunctor<float, c10::BFloat16, 2, 1, 1>, x>(x)", BF16,
		F32, false},
	    {"void multi_tensor_apply_kernel<TensorListMetadata<4>, "
	     "AdamFunctor<float>, float, float>(x)",
		F32, UNKNOWN, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		const struct name *n = name_read(&names, str_of(lists[i].name));

		/* what it reads is certain, but where only the size is said */
		if (n->operand != lists[i].operand ||
		    n->result != lists[i].result || n->opaque != lists[i].opaque ||
		    n->sure != (n->operand && !n->opaque))
			fail_msg("%s: %s to %s", lists[i].name,
			    dtype_name(n->operand), dtype_name(n->result));
	}
}

/* What may stand in front of the type; behind any other word it may be of
 * something else, and so is not certain. */
static void test_before_type(void **state)
{
	static const struct {
		const char *before;
		bool sure;
	} words[] = {
	    {"at::", true},
	    {"native::", true},
	    {"at::(anonymous namespace)::", true},
	    {"c10::", true},
	    {"std::", true},
	    {"cuda::", true},
	    {"const ", true},
	    {"at::native::(anonymous namespace)::c10::std::cuda::const ", true},
	    {"other::", false},
	    {"at::other::", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		char text[200];
		const struct name *n;

		snprintf(text, sizeof text, CAT "%sfloat" CAT_END, words[i].before);
		n = name_read(&names, str_of(text));
		if (n->operand != F32 || n->sure != words[i].sure)
			fail_msg("%s", text);
	}
}

/* A name that was cut off ends where it ends: the words of the one read before
 * are still in memory. */
static void test_cut_off(void **state)
{
	(void)state;
	name_read(&names, STR("CatArrayBatchedCopy<elementsofit, int, 1>"));
	assert_int_equal(
	    name_read(&names, STR("CatArrayBatchedCopy<unsigned"))->operand,
	    UNKNOWN);
	name_read(&names, STR("float_e5m2"));
	assert_int_equal(name_read(&names, STR("float"))->operand, F32);
}

static enum tc by_name(struct str full)
{
	return name_read(&names, full)->tc;
}

/* Any bytes: NUL, brackets that do not match, lengths that lie, a megabyte. */
static void test_hostile_names(void **state)
{
	size_t n = 1 << 20;
	char *big = malloc(n);

	(void)state;
	by_name(STR("a\0nvjet"));
	by_name(STR(">>>>(((<<<<"));
	by_name(STR("_ZN99999999999999999999999a"));
	by_name(STR("_ZN5"));
	by_name(STR("_Z"));
	by_name(STR("_ZN3abc0003def"));
	/* a NUL in front of a length does not make it a number of something */
	assert_int_equal(
	    name_read(&names, STR("_ZN1a\0004halfE"))->operand, DTYPE_FLOAT16);
	by_name(STR("CatArrayBatchedCopy<"));
	by_name(STR("CatArrayBatchedCopy<OpaqueType<"));
	by_name(STR("multi_tensor_apply_kernel<CopyFunctor<unsigned"));
	by_name(STR("multi_tensor_apply_kernel<CopyFunctor"));
	by_name(STR("multi_tensor_apply"));
	assert_non_null(big);
	memset(big, '1', n);
	assert_int_equal(by_name((struct str){big, n}), TC_UNKNOWN);
	memset(big, 'a', n);
	big[0] = '_';
	big[1] = 'Z';
	assert_int_equal(by_name((struct str){big, n}), TC_UNKNOWN);
	free(big);
}

/* One step of intern_hash. */
static uint64_t step(uint64_t h, const char *word)
{
	uint64_t w;

	memcpy(&w, word, 8);
	h = (h ^ w) * UINT64_C(0xD6E8FEB86659FD93);
	return h ^ h >> 32;
}

/* Two names that were made to have one hash: the second's other half takes back
 * what its first half changed. */
static void test_collision(void **state)
{
	const char yes[] = "s884gemm_128x128";
	char no[] = "sgemm_64????????";
	uint64_t h = UINT64_C(0x9E3779B97F4A7C15) ^ 16, w;
	int i;

	(void)state;
	memcpy(&w, yes + 8, 8);
	w ^= step(h, yes) ^ step(h, no);
	memcpy(no + 8, &w, 8);
	assert_true(intern_hash(yes, 16) == intern_hash(no, 16));
	for (i = 0; i < 2; i++) {
		assert_int_equal(by_name((struct str){yes, 16}), TC_YES);
		assert_int_equal(by_name((struct str){no, 16}), TC_NO);
	}
}

/* More text than is kept, and names of which the end is not looked at. */
static void test_many_names(void **state)
{
	size_t n = 20000;
	char *name = malloc(n);
	size_t i;

	(void)state;
	assert_non_null(name);
	memset(name, 'x', n);
	for (i = 0; i < 600; i++) {
		struct str s = {name, n - i % 2};

		memcpy(name, i % 3 ? "sgemm_" : "h884gemm_", i % 3 ? 6 : 9);
		name[16] = (char)('a' + i % 26);
		name[17] = (char)('a' + i / 26 % 26);
		assert_int_equal(by_name(s), i % 3 ? TC_NO : TC_YES);
		memset(name, 'x', 18);
	}
	assert_int_equal(by_name((struct str){0}), TC_UNKNOWN);
	assert_int_equal(by_name(STR("volta_h884gemm_256x128")), TC_YES);
	free(name);
}

static int free_names(void **state)
{
	(void)state;
	name_cache_free(&names);
	return 0;
}

/* A cache that was freed is an empty one. */
static void test_freed(void **state)
{
	struct name_cache own = {0};

	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(
		    name_read(&own, STR("volta_h884gemm_64x64_nn"))->operand,
		    DTYPE_FLOAT16);
		name_cache_free(&own);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_facts),
	    cmocka_unit_test(test_words),
	    cmocka_unit_test(test_cut),
	    cmocka_unit_test(test_longest),
	    cmocka_unit_test(test_operand),
	    cmocka_unit_test(test_lists),
	    cmocka_unit_test(test_before_type),
	    cmocka_unit_test(test_cut_off),
	    cmocka_unit_test(test_hostile_names),
	    cmocka_unit_test(test_collision),
	    cmocka_unit_test(test_many_names),
	    cmocka_unit_test(test_freed),
	};

	return cmocka_run_group_tests(tests, NULL, free_names);
}
