/*
 * test_tc.c - Tensor Core verdicts: names by rule, names of public profiles
 * (tables/tc_cases.tsv of the shared data, where it is there), devices, and
 * what is inferred.
 */
#include "prof/gpu/gpu.h"
#include "prof/kernel/name.h"
#include "prof/ops/op.h"
#include "tests/unit/calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static struct arena arena;
static struct name_cache names;

static enum tc by_name(struct str full)
{
	return name_read(&names, full)->tc;
}

static void test_names(void **state)
{
	static const struct {
		const char *name;
		enum tc verdict;
	} cases[] = {
	    /* the words of several rules in one name: the order decides */
	    {"void cutlass::Kernel2<cutlass_80_simt_sgemm_64x64_8x5_tn_align1>"
	     "(cutlass_80_simt_sgemm_64x64_8x5_tn_align1::Params)",
		TC_NO},
	    {"void cublasLt::splitKreduce_kernel<32, 16, int, "
	     "cutlass_80_tensorop_s16816gemm>(int)",
		TC_NO},
	    {"volta_fp16_scudnn_fp16_128x32_relu_small_nn_v1", TC_NO},
	    {"sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x32x8_stage3_"
	     "warpsize1x2x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas",
		TC_NO},
	    {"sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize64x64x32_stage3_"
	     "warpsize2x2x1_tensor16x8x8_kernel",
		TC_YES},
	    /* the fields of types alone */
	    {"sm80_xmma_gemm_f32f32_f32f32_f32_tn_n", TC_NO},
	    {"sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n", TC_YES},
	    {"sm75_xmma_gemm_f16f16_f16f32_f32_nn_n_tilesize128x128x32", TC_YES},
	    {"sm89_xmma_gemm_e4m3bf16_e4m3f32_f32_tn_n", TC_YES},
	    {"sm80_xmma_gemm_i8i32_i8i32_i32_tn_n", TC_YES},
	    /* digits: of an instruction, of a tile, of a complex product */
	    {"volta_h884gemm_256x128_ldg8_tn", TC_YES},
	    {"ampere_c1688gemm_64x64_nt", TC_YES},
	    {"ampere_gcgemm_64x64_nt", TC_NO},
	    {"volta_zgemm_32x32_nn", TC_NO},
	    {"cutlass_80_tensorop_i16832gemm_s8_128x64_128x3_tn_align16", TC_YES},
	    {"some_kernel_884_1688", TC_UNKNOWN},
	    {"turing_s1688_kernel", TC_YES},
	    {"kernel_x2884gemm", TC_UNKNOWN},
	    {"void mma_m16n8k16_kernel<4>(int)", TC_YES},
	    /* MIOpen without its matrix cores: Winograd's, direct, before xdlops */
	    {"miopenSp3AsmConv_v30_2_6_gfx9_fp32_stride1", TC_NO},
	    {"MIOpenConvUni", TC_NO},
	    {"gridwise_convolution_implicit_gemm_v4r4_nchw_kcyx_nkhw_lds_"
	     "double_"
	     "buffer",
		TC_NO},
	    {"gridwise_convolution_implicit_gemm_v4r4_xdlops_nchw_kcyx_nkhw", TC_YES},
	    /* depthwise, one channel each: "those kernels don't use tensor
	     * cores", pytorch/pytorch pull 22302 */
	    {"void cudnn::cnn::conv2d_c1_k1_nhwc_kernel<__half, float, 1, 5, "
	     "5>(x)",
		TC_NO},
	    {"void cudnn::cnn::wgrad2d_c1_k1_nhwc_kernel<__half, float, 1, 5, "
	     "5>(x)",
		TC_NO},
	    {"void cudnn::cnn::dgrad2d_c1_k1_nhwc_kernel<__half, float, 1, 5, "
	     "5>(x)",
		TC_NO},
	    /* plain products of cuBLAS and cuDNN */
	    {"volta_sgemm_int8_128x128_nt", TC_NO},
	    {"void gemv2N_kernel<int, int, float, float, float, float, 128>(f)",
		TC_NO},
	    {"void gemmk1_kernel<float, 256, 5, false, false>(float*)", TC_NO},
	    {"void gemmSN_TN_kernel<float, 128, 16, 2, 4, 4, 4>(int)", TC_NO},
	    {"void cudnn::winograd_nonfused::winogradForwardData4x4<float, "
	     "float>(int)",
		TC_NO},
	    {"maxwell_sgemm_fp16_128x64_tn", TC_NO},
	    {"void implicit_convolve_hhgemm<float, 128>(int)", TC_NO},
	    /* cuDNN 7's other engines, which NVIDIA's list of 2019 leaves out */
	    {"void cudnn::detail::wgrad_alg0_engine<float, 128, 5, 5>(int)", TC_NO},
	    {"void cudnn::detail::wgrad_alg1_engine_NHWC<__half, 128>(int)", TC_NO},
	    {"void wgrad_alg1_nd_float_engine<float, 3, 0, 5>(int)", TC_NO},
	    {"void cudnn::detail::dgrad2d_alg1_1<float, 0, 6, 7>(int)", TC_NO},
	    {"volta_int8x4_icudnn_int8x4_128x128_relu_medium_nn_v1", TC_NO},
	    {"turing_int8_i8816cudnn_int8_128x128_ldg16_relu_medium_nt_v1", TC_YES},
	    /* words inside of others */
	    {"void summary_kernel<float>(float*)", TC_UNKNOWN},
	    {"SubTensorOpWithScalar1d", TC_UNKNOWN},
	    {"void batchedGemm<float>(float*)", TC_UNKNOWN},
	    {"Volta_hmma_implicit_gemm_fprop_fp32_nhwc_128x128x64x1", TC_YES},
	    {"void xmma_new::gemm::kernel<xmma_new::Ampere_hmma_tf32_traits<"
	     "unsigned int, float>>(P)",
		TC_YES},
	    /* torch's own */
	    {"void at::native::vectorized_elementwise_kernel<4, F>(int)", TC_NONE},
	    {"void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, "
	     "float>(float*)",
		TC_NONE},
	    {"_ZN2at6native13reduce_kernelILi512EEEvT0_", TC_NONE},
	    {"void at::native::(anonymous namespace)::run<cutlass_tensorop_"
	     "f16_s16816gemm>(P)",
		TC_YES},
	    {"triton_poi_fused_addmm_relu_3", TC_NONE},
	    {"triton_per_fused__softmax_addmm_16", TC_NONE},
	    {"ncclKernel_AllReduce_RING_LL_Sum_half(ncclWorkElem)", TC_NONE},
	    /* the function's own name, not its template arguments */
	    {"void vllm::scaled_fp8_quant_kernel_strided<c10::BFloat16>(int)", TC_NO},
	    {"void moe::dev::routing::routingIndicesHistogramKernel<K>(K)", TC_NO},
	    {"void tensorrt_llm::kernels::quantize_with_block_size<1>(int)", TC_NO},
	    {"_ZN7ck_tile6kentryILi1ENS_13FmhaFwdKernelINS_33Block"
	     "AttentionQuantScaleEnum_quant_kernelEEEEEvT_",
		TC_YES},
	    {"void deep_gemm::transpose_and_pack_fp32_into_ue8m0<512>(P)", TC_NO},
	    {"_ZN9deep_gemm34transpose_and_pack_fp32_into_ue8m0ILi512EEEvPf", TC_NO},
	    {"_ZN9deep_gemm23sm90_fp8_gemm_1d2d_implILi0EEEvPf", TC_YES},
	    {"_ZN3cub22DeviceRadixSortKernelILi1EEEvPf", TC_NONE},
	    /* mangled without a scope: the length follows _Z; a constant member */
	    {"_Z9naive_mulPf", TC_NO},
	    {"_ZNK5naive3runEPf", TC_NO},
	    /* attention */
	    {"void pytorch_flash::flash_fwd_kernel<T>(Flash_fwd_params)", TC_YES},
	    {"void pytorch_flash::flash_bwd_dot_do_o_kernel<true, T>(P)", TC_NO},
	    {"void pytorch_flash::flash_bwd_convert_dq_kernel<T>(P)", TC_NO},
	    {"void pytorch_flash::flash_fwd_splitkv_combine_kernel<T>(P)", TC_NO},
	    {"void cutlass::device_kernel<flash::FlashAttnFwdCombine<"
	     "cute::tuple<Sm90>>>(P)",
		TC_NO},
	    {"void cutlass::device_kernel<flash::enable_sm90_or_later<flash::"
	     "FlashAttnFwdSm90<M>>>(P)",
		TC_YES},
	    {"fmha_cutlassF_f16_aligned_64x64_rf_sm80(Params)", TC_YES},
	    {"fmha_cutlassB_f16_aligned_64x64_k64_sm70(Params)", TC_YES},
	    {"fmha_cutlassF_f32_aligned_64x64_rf_sm80(Params)", TC_YES},
	    {"fmha_cutlassF_f32_aligned_64x64_rf_sm75(Params)", TC_NO},
	    {"fmha_cutlassF_f16_aligned_64x64_rf_sm50(Params)", TC_NO},
	    {"cudnn_generated_fort_native_sdpa_sm80_flash_bprop_f16_knob_1", TC_YES},
	    /* newer generations */
	    {"nvjet_tst_192x8_64x8_4x1_v_bz_TNT", TC_YES},
	    {"cutlass3x_sm100_simt_sgemm_f32_f32_128x64", TC_NO},
	    {"cutlass3x_sm100_s128x256_bgrada", TC_YES},
	    {"void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<"
	     "cute::tuple<int>, cutlass::arch::Sm90>>(P)",
		TC_YES},
	    {"void gptq_marlin_repack_kernel<4>(int)", TC_NO},
	    {"void marlin::Marlin<c10::Half, 256>(int4 const*)", TC_YES},
	    /* AMD */
	    {"Cijk_Ailk_Bljk_BBS_BH_MT256x256x32_MI32x32x8x1_SN", TC_YES},
	    {"Cijk_Ailk_Bljk_HHS_BH_MT1x2x512_SN_1LDSB0", TC_NO},
	    {"Cijk_DD_GG_PostGSU16_VW2", TC_NO},
	    {"igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32", TC_YES},
	    {"aiter::fmha_fwd_hd128_bf16_rtz", TC_YES},
	    {"_ZN5aiter34fmha_bwd_hd128_bf16_causal_a16_rtzE", TC_YES},
	    {"igemm_fwd_gtc_bt128x128x16_tt8x8", TC_NO},
	    /* one word of a rule that wants several */
	    {"void aiter::topk_gating_kernel<float>(int)", TC_UNKNOWN},
	    {"void ck_tile::topk_gating_kernel<float>(int)", TC_UNKNOWN},
	    {"void fmha_varlen_kernel<float>(int)", TC_UNKNOWN},
	    {"void bmm_scale_kernel<float>(int)", TC_UNKNOWN},
	    {"void topk_sm100_kernel<float>(int)", TC_UNKNOWN},
	    {"cudnn_generated_fort_native_sdpa_sm80_stats", TC_UNKNOWN},
	    {"void run_sdpa_prop_kernel<float>(int)", TC_UNKNOWN},
	    {"void run_MI16x16_kernel<float>(int)", TC_UNKNOWN},
	    {"void run_MI32x32_kernel<float>(int)", TC_UNKNOWN},
	    {"void run_MI4x4_kernel<float>(int)", TC_UNKNOWN},
	    {"igemm_wrw_bt128x128x16", TC_UNKNOWN},
	    {"void run_gtcx_gtc_kernel<float>(int)", TC_UNKNOWN},
	    {"naive_conv_fwd_nchw", TC_NO},
	    {"paged_attention_ll4mi_QKV_mfma16_kernel", TC_YES},
	    /* in NVIDIA's list of 2019 */
	    {"void cudnn::cnn::dgrad_1x1_stride_2x2<fp16>(P)", TC_YES},
	    {"void conv1x1_kernel<float>(P)", TC_NO},
	    /* no rule */
	    {"void my_kernel<float>(float*)", TC_UNKNOWN},
	    {"triton_tem_fused_addmm_softmax_2", TC_GENERATED},
	    {"", TC_UNKNOWN},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		enum tc got = by_name(str_of(cases[i].name));

		if (got != cases[i].verdict)
			fail_msg("%s: %s", cases[i].name, tc_text(got));
	}
}

/* 1 is 1; 0 in the file is "must not be 1". */
static void test_public_names(void **state)
{
	const char *shared = getenv("PP_SHARED");
	struct strbuf path = {0};
	char line[20000];
	size_t checked = 0, wrong = 0;
	FILE *f;

	(void)state;
	strbuf_text(&path, shared ? shared : "../shared");
	strbuf_text(&path, "/tables/tc_cases.tsv");
	strbuf_char(&path, '\0');
	f = fopen(path.p, "r");
	strbuf_free(&path);
	if (!f)
		skip();
	while (fgets(line, sizeof line, f)) {
		char *tab = strchr(line, '\t');
		enum tc got;

		if (line[0] == '#')
			continue;
		assert_non_null(tab);
		got = by_name((struct str){line, (size_t)(tab - line)});
		checked++;
		if ((got == TC_YES) == (tab[1] == '1'))
			continue;
		wrong++;
		print_message("%.*s: %s\n", (int)(tab - line), line, tc_text(got));
	}
	fclose(f);
	print_message("%zu names of public profiles\n", checked);
	assert_true(checked > 100);
	assert_int_equal(wrong, 0);
}

static const char *verdict(const char *keys, int eligible, enum dtype dtype)
{
	struct strbuf b = {0};
	struct gpu_choice none = {0};
	struct gpu_peaks peaks;
	const struct record *rec;
	const char *text;

	strbuf_printf(&b, "{\"v\":1,%s}", keys);
	strbuf_char(&b, '\0');
	rec = calls_read(&arena, b.p);
	peaks = *gpu_peaks(&none, record_has(rec, gpu) ? &rec->gpu : NULL);
	text = tc_text(tc_verdict(rec, &peaks,
	    by_name(record_has(rec, name) ? rec->name : rec->kernel), eligible,
	    dtype));
	strbuf_free(&b);
	return text;
}

#define H884 "\"name\":\"volta_h884gemm_256x128_ldg8_tn\""
#define SGEMM "\"name\":\"volta_sgemm_128x64_nn\""
#define ODD "\"name\":\"my_kernel\""
#define TRITON "\"name\":\"triton_tem_fused_mm_1\""
#define GPU(cc) ",\"gpu\":{\"name\":\"Some GPU\",\"cc\":\"" cc "\"}"

static void test_verdicts(void **state)
{
	static const struct {
		const char *keys;
		int eligible;
		enum dtype dtype;
		const char *text;
	} cases[] = {
	    {H884, 1, DTYPE_FLOAT16, "1"},
	    {H884, 0, DTYPE_FLOAT16, "1"},
	    {H884, -1, DTYPE_UNKNOWN, "1"},
	    {SGEMM, 1, DTYPE_FLOAT32, "0"},
	    /* mv: no operator for Tensor Cores */
	    {SGEMM, 0, DTYPE_FLOAT32, "-"},
	    {SGEMM ",\"class\":\"gemm\"", -1, DTYPE_UNKNOWN, "0"},
	    /* a helper of a convolution, and one of nobody knows what */
	    {"\"name\":\"nchwToNhwcKernel\",\"class\":\"helper\"", 1,
		DTYPE_FLOAT16, "0"},
	    {"\"name\":\"nchwToNhwcKernel\",\"class\":\"helper\"", -1,
		DTYPE_UNKNOWN, "-"},
	    {"\"name\":\"scal_kernel\",\"class\":\"helper\"", 1, DTYPE_FLOAT16, "0"},
	    /* the bias kernel under linear */
	    {"\"name\":\"void at::native::elementwise_kernel<1>(int)\"", 1,
		DTYPE_FLOAT32, "-"},
	    {ODD ",\"class\":\"pointwise\"", 1, DTYPE_FLOAT32, "-"},
	    {ODD ",\"class\":\"gemm\"", 1, DTYPE_FLOAT32, "na"},
	    {ODD, 1, DTYPE_FLOAT32, "na"},
	    {ODD, 0, DTYPE_FLOAT32, "-"},
	    {ODD ",\"class\":\"softmax\"", -1, DTYPE_UNKNOWN, "-"},
	    {ODD, -1, DTYPE_UNKNOWN, "na"},
	    /* the short name where there is no full one */
	    {"\"kernel\":\"volta_h884gemm_256x128_ldg8_tn\"", 1, DTYPE_FLOAT16, "1"},
	    {"\"dur\":1", 1, DTYPE_FLOAT16, "na"},
	    /* devices without */
	    {H884 GPU("6.1"), 1, DTYPE_FLOAT16, "0"},
	    {H884 GPU("6.1"), 0, DTYPE_FLOAT16, "-"},
	    {H884 GPU("7.0"), 1, DTYPE_FLOAT16, "1"},
	    {H884 GPU("10.0"), 1, DTYPE_FLOAT16, "1"},
	    {H884 GPU("odd"), 1, DTYPE_FLOAT16, "1"},
	    {H884 ",\"gpu\":{\"name\":\"NVIDIA GeForce GTX 1660 Ti\","
		  "\"cc\":\"7.5\"}",
		1, DTYPE_FLOAT16, "0"},
	    {H884 ",\"gpu\":{\"name\":\"GeForce RTX 2080\",\"cc\":\"7.5\"}", 1,
		DTYPE_FLOAT16, "1"},
	    /* inferred from type and device */
	    {TRITON GPU("8.0"), 1, DTYPE_BFLOAT16, "1?"},
	    {TRITON GPU("7.5"), 1, DTYPE_BFLOAT16, "0?"},
	    {TRITON GPU("7.0"), 1, DTYPE_FLOAT16, "1?"},
	    {TRITON GPU("8.9"), 1, DTYPE_FLOAT8_E4M3FN, "1?"},
	    {TRITON GPU("8.0"), 1, DTYPE_FLOAT8_E4M3FN, "0?"},
	    {TRITON GPU("8.0"), 1, DTYPE_FLOAT32, "0?"},
	    {TRITON GPU("8.0"), 1, DTYPE_UNKNOWN, "na"},
	    {TRITON, 1, DTYPE_FLOAT16, "na"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *got =
		    verdict(cases[i].keys, cases[i].eligible, cases[i].dtype);

		if (strcmp(got, cases[i].text) != 0)
			fail_msg("%s, %d: %s and not %s", cases[i].keys,
			    cases[i].eligible, got, cases[i].text);
	}
}

/*
 * Which types the devices multiply in units of their own.  NVIDIA's since: CUDA
 * C++ Programming Guide, "Element Types and Matrix Sizes" and the PTX manual's
 * mma (int8 since 7.2, float8 since 8.9, float4 since 10.0).  AMD's: the matrix
 * instructions of the ISA manuals (MI100, MI200, MI300, MI350, RDNA 3 and 4).
 */
static void test_types(void **state)
{
	static const struct {
		enum dtype dtype;
		const char *before, *since; /* NULL: on no device */
		const char *with, *without; /* of AMD's, separated by blanks */
	} types[] = {
	    {DTYPE_FLOAT16, NULL, "7.0", "gfx908 gfx90a gfx942 gfx1100 gfx1201", ""},
	    {DTYPE_INT8, "7.1", "7.2", "gfx908 gfx90a gfx942 gfx1100 gfx1201", ""},
	    {DTYPE_UINT8, "7.1", "7.2", "gfx908 gfx90a gfx942 gfx1100 gfx1201", ""},
	    {DTYPE_BFLOAT16, "7.9", "8.0",
		"gfx908 gfx90a gfx942 gfx1100 gfx1201", ""},
	    {DTYPE_FLOAT64, "7.9", "8.0", "gfx90a gfx942 gfx950",
		"gfx908 gfx1100 gfx1201"},
	    {DTYPE_FLOAT8_E4M3FN, "8.8", "8.9", "gfx950 gfx1201",
		"gfx908 gfx90a gfx1100"},
	    {DTYPE_FLOAT8_E5M2, "8.8", "8.9", "gfx950 gfx1201",
		"gfx908 gfx90a gfx1100"},
	    {DTYPE_FLOAT8_E4M3FNUZ, "12.0", NULL, "gfx942", "gfx90a gfx1100"},
	    {DTYPE_FLOAT8_E5M2FNUZ, "12.0", NULL, "gfx942", "gfx90a gfx1100"},
	    {DTYPE_FLOAT4_E2M1FN_X2, "9.9", "10.0", "gfx950", "gfx942 gfx1201"},
	    {DTYPE_FLOAT32, "12.0", NULL, "gfx908 gfx90a gfx942 gfx950",
		"gfx1100 gfx1201"},
	    {DTYPE_INT32, "12.0", NULL, "", "gfx942 gfx1201"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		const struct {
			const char *ccs, *text;
		} asked[] = {{types[i].before, "0?"}, {types[i].since, "1?"},
		    {types[i].with, "1?"}, {types[i].without, "0?"}};

		for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
			const char *cc = asked[k].ccs ? asked[k].ccs : "";

			for (size_t n; (n = strcspn(cc, " ")) > 0;
			     cc += n + (cc[n] == ' ')) {
				char keys[200];

				snprintf(keys, sizeof keys, TRITON GPU("%.*s"),
				    (int)n, cc);
				if (strcmp(verdict(keys, 1, types[i].dtype),
					asked[k].text) != 0)
					fail_msg("%s of %.*s is not %s",
					    dtype_name(types[i].dtype), (int)n,
					    cc, asked[k].text);
			}
		}
	}
}

static int free_arena(void **state)
{
	(void)state;
	name_cache_free(&names);
	arena_free(&arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_names),
	    cmocka_unit_test(test_public_names),
	    cmocka_unit_test(test_verdicts),
	    cmocka_unit_test(test_types),
	};

	return cmocka_run_group_tests(tests, NULL, free_arena);
}
