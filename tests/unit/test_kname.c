/*
 * test_kname.c - kernel names: demangling, hostile ones too, short names, and
 * the class of each family of kernels.
 */
#include "parse/name/kname.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <cmocka.h>

#include "parse/name/mangled.h"

static void assert_str(struct str got, const char *want)
{
	assert_int_equal(got.n, strlen(want));
	assert_memory_equal(got.p, want, got.n);
}

static void test_demangle(void **state)
{
	/* Itanium ABI 5.1; the texts are c++filt's. */
	static const char *const cases[][2] = {
	    {"_Z1kPiN2ns1VILi1EEE", "k(int*, ns::V<1>)"},
	    {"_ZN2at6native13reduce_kernelIfEEvi",
		"void at::native::reduce_kernel<float>(int)"},
	    {"_ZN78_GLOBAL__N__54_tmpxft_00008e34_00000000_11_SoftMax_"
	     "compute_75_cpp1_ii_a331004220softmax_warp_forwardIfffLi6ELb0E"
	     "EEvPT0_PKT_iii",
		"void (anonymous namespace)::softmax_warp_forward<float, "
		"float, float, 6, false>(float*, float const*, int, int, "
		"int)"},
	    /* Not mangled, or not well. */
	    {"_Z_not_mangled", "_Z_not_mangled"},
	    {"_ZN6awesome6kernelB2v1E", "_ZN6awesome6kernelB2v1E"},
	    {"_Z", "_Z"},
	    {"_ZN", "_ZN"},
	    {"volta_sgemm_128x64_nn", "volta_sgemm_128x64_nn"},
	    {"f", "f"}, /* is float to __cxa_demangle */
	    {"", ""},
	};
	struct arena a = {0};
	struct str nul = {"_Z1fv\0x", 7};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_str(kname_demangle(&a, str_of(cases[i][0])), cases[i][1]);
	assert_ptr_equal(kname_demangle(&a, nul).p, nul.p);
	assert_int_equal(kname_demangle(&a, (struct str){NULL, 0}).n, 0);
	arena_free(&a);
}

/*
 * A<int, int> is S0_; each further parameter A<Sn, Sn> doubles: 90 of them are
 * 2^90 times "int, int".
 */
static void test_demangle_bomb(void **state)
{
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	struct arena a = {0};
	struct strbuf b = {0};
	clock_t start = clock();
	struct str name, full;
	int i;

	(void)state;
	strbuf_text(&b, "_Z1f1AIiiE");
	for (i = 0; i < 30; i++) {
		strbuf_printf(&b, "S_IS%c_S%c_E", digits[i], digits[i]);
		full = kname_demangle(&a, strbuf_get(&b));
		assert_true(full.n < 4 << 20);
		if (i < 6) /* 2^7 times is still demangled */
			assert_true(str_starts(full, "f(A<int, int>, "));
	}
	assert_ptr_equal(full.p, b.p);
	assert_str(kname_short(&a, strbuf_get(&b)), "f");

	/* A pack of two, expanded over and over: 2^60. */
	b.n = 0;
	strbuf_text(&b, "_Z1fIJiiEEv");
	for (i = 0; i < 60; i++)
		strbuf_text(&b, "Dp");
	strbuf_text(&b, "T_");
	full = kname_demangle(&a, strbuf_get(&b));
	assert_true(full.n < 4 << 20);

	/* Pointers to pointers, too deep for anybody's stack. */
	b.n = 0;
	strbuf_text(&b, "_Z1f");
	for (i = 0; i < 60000; i++)
		strbuf_char(&b, 'P');
	strbuf_char(&b, 'i');
	name = strbuf_get(&b);
	assert_ptr_equal(kname_demangle(&a, name).p, name.p);
	b.n = 4;
	for (i = 0; i < 30000; i++)
		strbuf_text(&b, "1AI");
	name = strbuf_get(&b);
	assert_ptr_equal(kname_demangle(&a, name).p, name.p);
	assert_str(kname_short(&a, name), "f");

	assert_true(clock() - start < 2 * CLOCKS_PER_SEC);
	strbuf_free(&b);
	arena_free(&a);
}

/*
 * Names that could be bombs by the count of their references and are not, each
 * with parts of the grammar that a wrong count of substitutions would refuse:
 * g++'s, of functions written for this test over P<P<int>> and P<.., A, 4>.
 */
static void test_tame(void **state)
{
	static const char *const names[] = {
	    /* members, arrays, functions, std:: names, nested classes */
	    "_Z3oddIN2ns3UseINS0_1PENS2_INS2_IiLNS0_1KE1ELin3EEELS3_1ELin3"
	    "EEEEEEvMS5_FiNS2_IS5_LS3_0ELi4EEES5_EMS7_S5_RA7_iPA2_A3_S5_PF"
	    "vS5_S7_zENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
	    "St6vectorIS5_SaIS5_EESt3mapIS5_S7_St4lessIS5_ESaISt4pairIKS5_"
	    "S7_EEET_DnS5_S7_NS5_2InENS7_2InEPVKS7_",
	    /* the address of a function as an argument */
	    "_Z4addrISt5tupleIJN2ns1PINS2_IiLNS1_1KE1ELin3EEELS3_1ELin3EEE"
	    "NS2_IS5_LS3_0ELi4EEES5_S6_S5_EEXadL_ZNS1_4siluEiEEEvT_S5_PS5_"
	    "PKS5_S6_PS6_RKS6_S5_S6_S5_S6_RS5_RS6_",
	    /* packs */
	    "_Z4packIN2ns1PINS1_IiLNS0_1KE1ELin3EEELS2_1ELin3EEEJNS1_IS4_L"
	    "S2_0ELi4EEES4_S5_EEvNS0_4PackIJT_DpT0_EEES9_RKS7_OS7_DpPS8_NS"
	    "6_IJSF_EEENS6_IJDpNS1_IS8_LS2_1ELin3EEEEEE",
	    /* an ABI tag */
	    "_Z6taggedB2v1N2ns1PINS0_IiLNS_1KE1ELin3EEELS1_1ELin3EEENS0_IS"
	    "3_LS1_0ELi4EEES3_S4_S3_S4_S3_S4_S3_S4_S3_S4_",
	    /* no name space */
	    "_ZN12_GLOBAL__N_14anonISt6vectorIN2ns1PINS3_INS3_IiLNS2_1KE1E"
	    "Lin3EEELS4_1ELin3EEELS4_0ELi4EEESaIS7_EEEEvT_S6_S7_S6_S7_S6_S"
	    "7_S6_S7_S6_S7_S6_S7_",
	    /* a constructor, an operator */
	    "_ZN1CC1IN2ns1PINS2_INS2_INS2_IiLNS1_1KE1ELin3EEELS3_1ELin3EEE"
	    "LS3_0ELi4EEELS3_1ELin3EEEEET_S5_S6_S5_S6_S5_S6_S5_S6_",
	    "_ZN1ClsIN2ns4PackIJNS1_1PINS3_IiLNS1_1KE1ELin3EEELS4_1ELin3EE"
	    "ENS3_IS6_LS4_0ELi4EEES6_S7_S6_S7_S6_S7_S6_S7_S6_S7_EEEEERS_T_",
	    /* a class in a function; a lambda in a lambda in a function */
	    "_Z4kernIZ4hostIN2ns1PINS2_INS2_IiLNS1_1KE1ELin3EEELS3_1ELin3E"
	    "EELS3_0ELi4EEEEvT_E1LEvS7_S5_S6_PS5_PS6_S5_S6_S9_SA_",
	    "_Z4kernIZZ4hostIN2ns1PINS2_INS2_IiLNS1_1KE1ELin3EEELS3_1ELin3"
	    "EEELS3_0ELi4EEEEvT_ENKUlS6_S5_RKS6_E_clES6_S5_S9_EUlS6_S5_S6_"
	    "PS5_E_EvS7_S5_S6_SB_PS6_S5_S6_SB_SD_",
	};
	struct arena a = {0};
	struct str name;
	size_t i, n;

	(void)state;
	for (i = 0; i < sizeof names / sizeof names[0]; i++) {
		name = str_of(names[i]);
		assert_true(mangled_is_tame(name));
		assert_ptr_not_equal(kname_demangle(&a, name).p, name.p);
		/* Cut anywhere, it is looked at and left alone. */
		for (n = 0; n < name.n; n++)
			kname_demangle(&a, (struct str){name.p, n});
	}
	assert_false(mangled_is_tame(STR("f")));
	assert_false(mangled_is_tame(STR("")));
	arena_free(&a);
}

/* libstdc++ demangles nothing above 1024 letters: the identifiers stay. */
static void test_long_mangled(void **state)
{
	struct arena a = {0};
	struct strbuf b = {0};
	struct str full;
	int i;

	(void)state;
	strbuf_text(&b, "_ZN7cutlass12_GLOBAL__N_16KernelI");
	for (i = 0; i < 300; i++)
		strbuf_text(&b, "4Conv5fprop");
	strbuf_text(&b, "EEvT_");
	full = kname_demangle(&a, strbuf_get(&b));
	assert_ptr_equal(full.p, b.p);
	assert_str(kname_short(&a, full), "cutlass::Kernel");
	assert_int_equal(kname_class(full), KCLASS_CONV);
	strbuf_free(&b);
	arena_free(&a);
}

static void test_short(void **state)
{
	static const char *const cases[][2] = {
	    /* PyProf's rule, seen in its runs. */
	    {"void cudnn::detail::bn_fw_tr_1C11_kernel_NCHW<float>(int)",
		"cudnn::detail::bn_fw_tr_1C11_kernel_NCHW"},
	    {"void at::native::elementwise_kernel<4, f()>(int)",
		"elementwise_kernel"},
	    {"cudnn::gemm::computeOffsetsKernel(cudnn::gemm::Params)",
		"cudnn::gemm::computeOffsetsKernel"},
	    {"at::native::modern::elementwise_kernel",
		"modern::elementwise_kernel"},
	    {"void at::native::(anonymous namespace)::"
	     "cunn_SoftMaxForward<2, float>(float*, int)",
		"cunn_SoftMaxForward"},
	    {"xcuda::f(int)", "xf"},
	    {"void mshadow::cuda::MapPlanKernel<int>(T1)",
		"mshadow::MapPlanKernel"},
	    {"volta_sgemm_128x64_nn", "volta_sgemm_128x64_nn"},
	    {"void f<A<void (*)(int)> >(g<h>)", "f"},
	    {"k(int*, ns::V<1>)", "k"},
	    {"", ""},

	    /* Where it leaves nothing, a scope, or a stump. */
	    {"operator()", "operator()"},
	    {"ns::{lambda(int)#1}::operator()(int) const", "operator()"},
	    {"void a::F::operator()<float>(int)", "operator()"},
	    {"void <unnamed>::softmax_warp_forward<float, (int)6>(T2 *)",
		"softmax_warp_forward"},
	    {"<unnamed>::nvfuser_pointwise_f0(<unnamed>::Tensor<float>)",
		"nvfuser_pointwise_f0"},
	    {"void at::native::<unnamed>::Cat<<unnamed>::Op<2>, 1>(char)",
		"Cat"},
	    {"void foo::<unnamed>::bar<int>(int)", "foo::bar"},
	    {"ns::[lambda(int) (instance 1)]::operator ()(int) const",
		"operator()"},
	    {"a::{lambda()#1}", "a::{lambda()#1}"},

	    /* Where it cut in the return type. */
	    {"std::enable_if<!(false), void>::type internal::gemvx::"
	     "kernel<int, float>(P<float const>)",
		"internal::gemvx::kernel"},
	    {"A<(1 > 2)> ns::f<B>(int)", "ns::f"},

	    /* Kept from what does not demangle. */
	    {"_ZN7ck_tile6kentryILi1ENS_5thingDF16b", "ck_tile::kentry"},
	    {"_Z9my_kernelIDF16bEvT_", "my_kernel"},
	    {"_ZN2at6native12_GLOBAL__N_13fooILi", "foo"},
	    {"_Z_not_mangled", "_Z_not_mangled"},
	    {"_ZN6awesome6kernelB2v1E", "_ZN6awesome6kernelB2v1E"},
	    {"_Z99999999999999999999x", "_Z99999999999999999999x"},
	    {"_ZN5ab", "_ZN5ab"},

	    /* Text that is no C++ at all. */
	    {"<<<", "<<<"},
	    {"(((", "((("},
	    {"a<b", "a"},
	    {"void", "void"},
	    {"::", "::"},
	    {"f[abi:v1](int)", "f[abi:v1]"},
	    {"\x1b[31m", "\x1b[31m"},
	};
	struct arena a = {0};
	struct strbuf b = {0};
	struct str s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
		assert_str(kname_short(&a, str_of(cases[i][0])), cases[i][1]);
	assert_int_equal(kname_short(&a, (struct str){NULL, 0}).n, 0);

	/* NUL is a letter as any other. */
	s = kname_short(&a, (struct str){"void k\0x<int>(int)", 18});
	assert_int_equal(s.n, 3);
	assert_memory_equal(s.p, "k\0x", 3);

	/* 7 kB of scope. */
	strbuf_text(&b, "void ");
	for (i = 0; i < 500; i++)
		strbuf_text(&b, "very::deep::");
	strbuf_text(&b, "kernel");
	strbuf_text(&b, "<std::tuple<int, ns::V<0>>>(float*, \"a,b\")");
	assert_str(kname_short(&a, strbuf_get(&b)), "kernel");

	/* 256 bytes stay, 257 do not: 248 of x, and n::kerne or n::kernel */
	b.n = 0;
	for (i = 0; i < 248; i++)
		strbuf_char(&b, 'x');
	strbuf_text(&b, "n::kerne");
	assert_int_equal(kname_short(&a, strbuf_get(&b)).n, 256);
	strbuf_text(&b, "l<int>(int)");
	assert_str(kname_short(&a, strbuf_get(&b)), "kernel");

	/* Long without a scope, and with nothing behind it. */
	b.n = 0;
	for (i = 0; i < 300; i++)
		strbuf_char(&b, 'x');
	assert_int_equal(kname_short(&a, strbuf_get(&b)).n, 300);
	strbuf_text(&b, "::");
	assert_int_equal(kname_short(&a, strbuf_get(&b)).n, 302);
	strbuf_free(&b);
	arena_free(&a);
}

struct named {
	enum kclass class;
	const char *name;
};

#define ELEMENTWISE(functor)                                                   \
	"void at::native::vectorized_elementwise_kernel<4, "                   \
	"at::native::" functor ", at::detail::Array<char*, 2> >(int, float)"

/*
 * What each kernel does is from its library's documentation or source; the
 * names are from public profiles, as said.
 */
static const struct named names[] = {
    /* GPU MODE lm net.sql: a Transformer language model, torch 1.5, V100 */
    {KCLASS_GEMM, "volta_sgemm_128x64_tn"},
    {KCLASS_GEMM, "volta_sgemm_32x32_sliced1x4_nt"},
    {KCLASS_SOFTMAX, "void (anonymous namespace)::softmax_warp_forward<"
		     "float, float, float, 6, false>(float*, int)"},
    {KCLASS_SOFTMAX, "void at::native::(anonymous namespace)::"
		     "cunn_SoftMaxForward<2, float, float, float, at::"
		     "native::(anonymous namespace)::"
		     "LogSoftMaxForwardEpilogue>(float*, float*, int)"},
    {KCLASS_LOSS, "void cunn_ClassNLLCriterion_updateOutput_kernel<float, "
		  "float>(float*, float*, long*, int)"},
    {KCLASS_LOSS, "void cunn_ClassNLLCriterion_updateGradInput_kernel<"
		  "float>(float*, long*, int)"},
    {KCLASS_INDEX, "void indexSelectLargeIndex<float, unsigned int, 2, 2, "
		   "-2, true>(TensorInfo<float, unsigned int>)"},
    {KCLASS_EMBEDDING, "void at::native::(anonymous namespace)::"
		       "embedding_backward_feature_kernel<float, float>("
		       "long*, float const*, float*, int, long, int)"},
    {KCLASS_DROPOUT, "void at::native::(anonymous namespace)::"
		     "fused_dropout_kernel<float, float, unsigned int, 1>("
		     "at::cuda::detail::TensorInfo<float, unsigned int>)"},
    {KCLASS_DROPOUT, "void at::cuda::(anonymous namespace)::"
		     "kernelPointwiseApply3<at::native::(anonymous "
		     "namespace)::masked_scale_kernel<float, float>()>()"},
    {KCLASS_NORM, "void at::native::(anonymous namespace)::"
		  "RowwiseMomentsCUDAKernel<float>(long, float)"},
    {KCLASS_NORM, "void at::native::(anonymous namespace)::"
		  "LayerNormForwardCUDAKernel<float>(long)"},
    {KCLASS_NORM, "void at::native::(anonymous namespace)::"
		  "ComputeInternalGradientsCUDAKernel<float>(long)"},
    {KCLASS_NORM, "void at::native::(anonymous namespace)::"
		  "ComputeGradientFusedParamsCUDAKernel<float>(long)"},
    {KCLASS_NORM, "void at::native::(anonymous namespace)::"
		  "LayerNormBackwardCUDAKenrel<float>(long)"},
    {KCLASS_NORM, "void at::native::(anonymous namespace)::"
		  "GammaBetaBackwardCUDAKernel<float>(long, long)"},
    {KCLASS_REDUCE, "void at::native::reduce_kernel<512, at::native::"
		    "ReduceOp<float, at::native::NormOps<float> > >()"},
    {KCLASS_REDUCE, "void kernelReduceAllPass1<unsigned char, unsigned "
		    "int, long, ReduceMin<long>, 1>(int)"},
    {KCLASS_POINTWISE,
	"void kernelPointwiseApply3<TensorEQOp<float, unsigned char>, "
	"unsigned char, float, float, unsigned int, 1, 1, 1>(int)"},
    {KCLASS_POINTWISE,
	"void at::native::elementwise_kernel<128, 4, at::native::"
	"gpu_kernel_impl<at::native::add_kernel_cuda(at::TensorIterator&, "
	"c10::Scalar)::{lambda()#1}::operator()() const::{lambda(int)#3}>"
	"(at::TensorIterator&)>(int)"},
    {KCLASS_FILL,
	"void at::native::elementwise_kernel<512, 1, at::native::"
	"gpu_kernel_impl<at::native::fill_kernel_cuda(at::TensorIterator&,"
	" c10::Scalar)::{lambda()#1}>(at::TensorIterator&)>(int)"},
    {KCLASS_COPY, "void at::native::elementwise_kernel<128, 4, at::native::"
		  "gpu_kernel_impl<at::native::copy_device_to_device(at::"
		  "TensorIterator&, bool)::{lambda()#1}>(int)>(int)"},

    /* torch 1.8 to 2.x traces of HTA, TraceLens and the kineto tests */
    {KCLASS_POINTWISE, ELEMENTWISE("CUDAFunctor_add<float>")},
    {KCLASS_POINTWISE, ELEMENTWISE("(anonymous namespace)::"
				   "masked_fill_kernel(int)::{lambda()#1}")},
    {KCLASS_POINTWISE, ELEMENTWISE("tanh_backward_kernel_cuda(int)")},
    {KCLASS_POINTWISE, ELEMENTWISE("(anonymous namespace)::"
				   "where_kernel_impl(int)")},
    {KCLASS_FILL, ELEMENTWISE("FillFunctor<float>")},
    {KCLASS_COPY, ELEMENTWISE("bfloat16_copy_kernel_cuda(int)")},
    {KCLASS_COPY,
	"void at::native::unrolled_elementwise_kernel<at::native::"
	"direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}, "
	"at::detail::Array<char*, 2> >(int)"},
    {KCLASS_LOSS, ELEMENTWISE("mse_kernel_cuda(at::TensorIteratorBase&)")},
    {KCLASS_LOSS, ELEMENTWISE("binary_cross_entropy_backward_kernel(int)")},
    {KCLASS_NORM, ELEMENTWISE("batch_norm_calc_invstd(at::Tensor const&)")},
    {KCLASS_FILL,
	"void at::native::(anonymous namespace)::"
	"distribution_elementwise_grid_stride_kernel<float, 4, void at::"
	"native::templates::cuda::normal_and_transform<float> >(int)"},
    {KCLASS_FILL, "void (anonymous namespace)::elementwise_kernel_with_index"
		  "<int, at::native::arange_cuda_out(int)>(int)"},
    {KCLASS_INDEX,
	"void at::native::index_elementwise_kernel<128, 4, at::native::"
	"gpu_index_kernel<at::native::index_kernel_impl<float> > >(int)"},
    {KCLASS_INDEX,
	"void at::native::_scatter_gather_elementwise_kernel<128, 4, at::"
	"native::_cuda_scatter_gather_internal_kernel<false> >(int)"},
    {KCLASS_INDEX, "void (anonymous namespace)::indexing_backward_kernel<"
		   "float, 4>(long*, long*, float*)"},
    {KCLASS_INDEX, "void at::native::vectorized_gather_kernel<16, long>()"},
    {KCLASS_COPY, "void at::native::(anonymous namespace)::CatArrayBatchedCopy<"
		  "float, unsigned int, 1, 128, 1>(float*)"},
    {KCLASS_NORM, "void at::native::batch_norm_collect_statistics_kernel<"
		  "at::native::InvStd, float>(int)"},
    {KCLASS_NORM, "void at::native::(anonymous namespace)::"
		  "vectorized_layer_norm_kernel<float, float>(int, float)"},
    {KCLASS_NORM, "void cuComputeGradGammaBeta<float, float>(float const*)"},
    {KCLASS_LOSS, "void at::native::(anonymous namespace)::"
		  "nll_loss_backward_reduce_cuda_kernel_2d<float>(float*)"},
    {KCLASS_POOL, "void (anonymous namespace)::max_pool_forward_nchw<float, "
		  "float>(int, float const*)"},
    {KCLASS_POOL, "void at::native::(anonymous namespace)::"
		  "adaptive_average_pool<float>(float const*, float*)"},
    {KCLASS_OPTIMIZER,
	"void multi_tensor_apply_kernel<TensorListMetadata<4>, "
	"AdamFunctor<float>, float>(int, TensorListMetadata<4>)"},
    {KCLASS_SORT, "void at::native::radixSortKVInPlace<2, -1, 32>(int)"},
    {KCLASS_SORT, "void at::native::sbtopk::gatherTopK<float, 2>(int)"},
    {KCLASS_SORT, "void at_cuda_detail::cub::"
		  "DeviceRadixSortSingleTileKernel<int>(long const*)"},
    {KCLASS_REDUCE, "void at_cuda_detail::cub::DeviceScanKernel<int>(int)"},
    {KCLASS_REDUCE, "void at::native::tensor_kernel_scan_innermost_dim<int>"
		    "(long*)"},
    {KCLASS_INDEX, "void at_cuda_detail::cub::DeviceSelectSweepKernel<int>"
		   "(int)"},
    {KCLASS_EMBEDDING,
	"void split_embedding_codegen_forward_unweighted_kernel<float, "
	"float, float, false, long, 1ul, 8ul>(int)"},
    {KCLASS_EMBEDDING,
	"void split_embedding_backward_codegen_rowwise_adagrad_unweighted_"
	"kernel_cta_per_row_1<float, float>(int)"},
    {KCLASS_HELPER,
	"split_embedding_backward_codegen_adagrad_unweighted_find_long_"
	"segments(at::GenericPackedTensorAccessor<int>)"},
    {KCLASS_EMBEDDING, "void fbgemm_gpu::permute_indices_weights_kernel<false, "
		       "int>(int)"},
    {KCLASS_EMBEDDING, "void fbgemm_gpu::permute_2D_data_kernel<true, long>()"},
    {KCLASS_COPY, "void permute_pooled_embs_kernel<float>(float const*)"},
    {KCLASS_OTHER, "void at::native::(anonymous namespace)::"
		   "upsample_bilinear2d_out_frame<float, float>(int)"},
    {KCLASS_OTHER, "void vision::ops::(anonymous namespace)::"
		   "nms_kernel_impl<float>(int)"},

    /* cuBLAS */
    {KCLASS_GEMM, "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_nt"},
    {KCLASS_GEMM, "sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize32x32x8_"
		  "stage3_warpsize1x2x1_ffma_aligna4_alignc4_execute_"
		  "kernel__5x_cublas"},
    {KCLASS_GEMM, "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_TNN"},
    {KCLASS_GEMM, "void cutlass::Kernel2<cutlass_80_simt_sgemm_64x64_8x5_"
		  "tn_align1>(Params)"},
    {KCLASS_GEMM, "cutlass3x_sm100_s128x256_bgrada"},
    {KCLASS_GEMM, "void gemv2T_kernel_val<int, int, float, 128, 16>(int)"},
    {KCLASS_GEMM, "std::enable_if<!(false), void>::type internal::gemvx::"
		  "kernel<int, int, float, 7>(cublasGemvParams<float>)"},
    {KCLASS_GEMM, "void dot_kernel<float, 128, 0, cublasDotParams<"
		  "cublasGemvTensorStridedBatched<float const> > >()"},
    {KCLASS_HELPER, "void reduce_1Block_kernel<float, 128, 7, "
		    "cublasGemvTensorStridedBatched<float> >(int)"},
    {KCLASS_HELPER, "void cublasLt::splitKreduce_kernel<32, 16, int>(int)"},
    {KCLASS_GEMM, "void gemmSN_TN_kernel<float, 128, 16, 2, 4, 4, 4>()"},
    {KCLASS_GEMM, "volta_gcgemm_64x32_nt"},
    {KCLASS_GEMM, "magma_sgemmEx_kernel"},
    {KCLASS_GEMM, "void deep_gemm::sm90_fp8_gemm_1d2d_impl<1>(int)"},

    /* cuDNN; sm80_xmma and volta_* from apex issues 530 and 666 */
    {KCLASS_CONV, "volta_fp16_s884cudnn_fp16_256x128_ldg8_relu_f2f_exp_"
		  "small_nhwc2nchw_tn_v1"},
    {KCLASS_CONV, "turing_fp16_s1688cudnn_fp16_128x128_ldg8_relu_f2f_exp_"
		  "small_nhwc_tn_v1"},
    {KCLASS_CONV, "volta_scudnn_winograd_128x128_ldg1_ldg4_relu_tile148t_"
		  "nt_v1"},
    {KCLASS_CONV, "sm80_xmma_fprop_implicit_gemm_f16f16_f16f32_f32_"
		  "nhwckrsc_nhwc_tilesize128x32x32_stage4_warpsize4x1x1_"
		  "g1_tensor16x8x16_execute_kernel__5x_cudnn"},
    {KCLASS_CONV, "sm80_xmma_wgrad_implicit_gemm_indexed_tf32f32_tf32f32_"
		  "f32_nhwckrsc_nhwc_execute_split_k_kernel_cudnn_train"},
    {KCLASS_CONV, "void cutlass_cudnn_infer::Kernel<cutlass_tensorop_"
		  "s1688dgrad_optimized_tf32_128x128_16x4_nhwc_align4>()"},
    {KCLASS_CONV,
	"void xmma_new::gemm::kernel<xmma_new::implicit_gemm::fprop::"
	"Kernel_traits<xmma_new::Ampere_hmma_tf32_traits<float> > >()"},
    {KCLASS_CONV, "void cudnn::detail::dgrad_engine<float>(int)"},
    {KCLASS_CONV, "void cudnn::detail::wgrad_alg0_engine<float>(int)"},
    {KCLASS_CONV, "void cudnn::detail::implicit_convolve_sgemm<float, "
		  "float, 1024>(int)"},
    {KCLASS_CONV, "void cudnn::cnn::conv2d_grouped_direct_kernel<false>()"},
    {KCLASS_CONV, "Volta_hmma_implicit_gemm_fprop_fp32_nhwc_128x128x64x1_"
		  "1x3x3x0x1"},
    {KCLASS_CONV, "dgrad_1x1_stride_2x2"},
    {KCLASS_CONV, "first_layer_wgrad_kernel"},
    {KCLASS_CONV, "void at::native::(anonymous namespace)::"
		  "conv_depthwise2d_forward_kernel<3>(int)"},
    {KCLASS_HELPER, "cask_cudnn::computeOffsetsKernel(cask_cudnn::"
		    "ComputeOffsetsParams)"},
    {KCLASS_HELPER, "cudnn::gemm::computeOffsetsKernel(cudnn::gemm::"
		    "ComputeOffsetsParams)"},
    {KCLASS_HELPER, "void nchwToNhwcKernel<__half>(int)"},
    {KCLASS_HELPER, "void cudnn::ops::nhwcToNchwKernel<float>(int)"},
    {KCLASS_HELPER, "void cudnn::winograd::generateWinogradTilesKernel<0>"
		    "()"},
    {KCLASS_HELPER, "void cudnn::winograd_nonfused::"
		    "winogradForwardFilter4x4<float, float>(int)"},
    {KCLASS_HELPER, "void fft2d_c2r_32x32<float, false>(float*)"},
    {KCLASS_HELPER, "void cudnn::ops::scalePackedTensor_kernel<float>()"},
    {KCLASS_HELPER,
	"void cutlass_cudnn_train::Kernel<cutlass_cudnn_train::reduction::"
	"kernel::ReduceSplitK<cutlass_cudnn_train::MatrixShape<4, 128> > "
	">(int)"},
    {KCLASS_NORM, "void cudnn::detail::bn_fw_tr_1C11_kernel_NCHW<float>()"},
    {KCLASS_NORM, "void cudnn::bn_bw_1C11_singleread<float, 512>(float)"},
    {KCLASS_POOL, "void cudnn::detail::pooling_fw_4d_kernel<float, float, "
		  "cudnn::detail::maxpooling_func<float> >(int)"},
    {KCLASS_POOL, "sm50_xmma_pooling_fw_4d_FP16FP32NHWC_Average_FastDiv_"
		  "CAlign8_execute_kernel_trt"},
    {KCLASS_POINTWISE, "void op_generic_tensor_kernel<2, float>(int)"},
    {KCLASS_RNN, "void LSTM_elementWise_fp<float, float, float>(int)"},
    {KCLASS_RNN, "RNN_blockPersist_fp_LSTM"},
    {KCLASS_RNN, "void at::native::(anonymous namespace)::kernel::"
		 "gru_cell_forward<float>(int)"},

    /* Attention */
    {KCLASS_ATTENTION, "void pytorch_flash::flash_fwd_kernel<pytorch_flash::"
		       "Flash_fwd_kernel_traits<64, 128> >(int)"},
    {KCLASS_ATTENTION, "flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel"},
    {KCLASS_ATTENTION, "fmha_cutlassF_bf16_aligned_64x128_rf_sm80("
		       "PyTorchMemEffAttention::Params)"},
    {KCLASS_ATTENTION, "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_"
		       "wgmma_f16_knob_7_64x128x128_4x1x1_cga1x1x1"},
    {KCLASS_ATTENTION, "void cutlass::device_kernel<flash::"
		       "enable_sm90_or_later<flash::FlashAttnFwdSm90<1> > "
		       ">(int)"},
    {KCLASS_ATTENTION, "fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausal"},
    {KCLASS_ATTENTION, "void paged_attention_ll4mi_QKV_mfma16_kernel<0>()"},
    {KCLASS_HELPER, "void paged_attention_ll4mi_reduce_kernel<128>()"},
    {KCLASS_HELPER, "flash_bwd_convert_dq_kernel"},
    {KCLASS_HELPER, "flash_bwd_dot_do_o_kernel"},
    {KCLASS_HELPER, "flash::FlashAttnFwdCombine"},
    {KCLASS_HELPER, "void flash::flash_fwd_splitkv_combine_kernel<1>()"},
    {KCLASS_INDEX, "void (anonymous namespace)::store_kvcache<2048l>()"},
    {KCLASS_INDEX, "void vllm::reshape_and_cache_flash_kernel<float>()"},
    {KCLASS_POINTWISE, "void vllm::rotary_embedding_kernel<float, true>()"},
    {KCLASS_POINTWISE, "void vllm::act_and_mul_kernel<float, silu>()"},
    {KCLASS_POINTWISE, "void vllm::scaled_fp8_quant_kernel_strided<float>"
		       "(int)"},

    /* Compilers */
    {KCLASS_POINTWISE, "triton_poi_fused_add_cos_sin_0"},
    {KCLASS_POINTWISE, "triton_poi_fused__softmax_addmm_copy_3"},
    {KCLASS_REDUCE, "triton_per_fused__to_copy_abs_add_amax_cat_16"},
    {KCLASS_REDUCE, "triton_red_fused_addmm_sum_2"},
    {KCLASS_NORM, "triton_red_fused_add_mean_mul_pow_rsqrt_0"},
    {KCLASS_NORM, "triton_per_fused_native_layer_norm_4"},
    {KCLASS_SOFTMAX, "triton_per_fused__softmax_5"},
    {KCLASS_GEMM, "triton_tem_fused_addmm_relu_1"},
    {KCLASS_CONV, "triton_tem_fused_convolution_1"},
    {KCLASS_POINTWISE, "<unnamed>::nvfuser_pointwise_f0_c1_r0_g0(T)"},
    {KCLASS_REDUCE, "<unnamed>::nvfuser_reduction_f0_c1_r0_g3(T)"},
    {KCLASS_OTHER, "triton__0d1d2d3de"},

    /* Collectives, copies, sets */
    {KCLASS_COMM, "ncclDevKernel_Generic(ncclDevKernelArgsStorage<4096ul>)"},
    {KCLASS_COMM, "ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)"},
    {KCLASS_COMM, "void vllm::cross_device_reduce_1stage<float, 8>(int)"},
    {KCLASS_COPY, "Memcpy HtoD (Pageable -> Device)"},
    {KCLASS_FILL, "Memset (Device)"},

    /* AMD */
    {KCLASS_GEMM, "Cijk_Ailk_Bljk_BBS_BH_MT128x64x64_MI32x32x8x1_SN"},
    {KCLASS_HELPER, "Cijk_DD_GG_PostGSU16_VW2"},
    {KCLASS_CONV, "igemm_wrw_gtcx3_nhwc_bf16_bx0_ex1_bt64x32x32"},
    {KCLASS_CONV, "_ZN2ck16tensor_operation6device37kernel_batched_gemm_"
		  "xdlops_bwd_weightINS_47Gridwise"},
    {KCLASS_NORM, "MIOpenBatchNormFwdTrainSpatialNorm"},
    {KCLASS_NORM, "_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdINS_27Rms"},
    {KCLASS_ATTENTION, "attn_fwd"},
    {KCLASS_HELPER, "batched_transpose_32x32_half"},
    {KCLASS_REDUCE,
	"void rocprim::ROCPRIM_400200_NS::detail::trampoline_kernel<"
	"rocprim::ROCPRIM_400200_NS::detail::wrapped_scan_config<long> >()"},

    /* Others: MXNet, CuPy, TensorRT, Thrust, cuFFT */
    {KCLASS_SOFTMAX, "void mshadow::cuda::SoftmaxKernel<8, float>(int)"},
    {KCLASS_POINTWISE, "void mshadow::cuda::MapPlanKernel<1>(int)"},
    {KCLASS_COPY, "cupy_copy__float64_float64"},
    {KCLASS_FILL, "cupy_fill"},
    {KCLASS_POINTWISE, "cupy_multiply__float64_float64_float64"},
    {KCLASS_COPY, "void genericReformat::copyVectorizedKernel<double>()"},
    {KCLASS_SORT, "void thrust::cuda_cub::core::_kernel_agent<thrust::"
		  "cuda_cub::__merge_sort::BlockSortAgent<int> >()"},
    {KCLASS_FFT, "void vector_fft<1024u, float>(int)"},
    {KCLASS_FFT, "void regular_fft<256u, EPT<16u> >(int)"},

    /* Words that only look like one */
    {KCLASS_OTHER, "my_kernel(gemm::Params, softmax_t)"},
    {KCLASS_OTHER, "converge_step"},
    {KCLASS_OTHER, "resorted_out"},
    {KCLASS_OTHER, "lambda_max"},
    /* rope, rolls and scan, but no word begins between a capital and a small
     * letter, nor between two capitals */
    {KCLASS_OTHER, "PropertyKernel"},
    {KCLASS_OTHER, "TrollsKernel"},
    {KCLASS_OTHER, "XSCANKernel"},
    {KCLASS_REDUCE, "myScanKernel"},
    {KCLASS_REDUCE, "my2scanKernel"},
    {KCLASS_OTHER, ""},
};

static void test_class(void **state)
{
	size_t i, n = sizeof names / sizeof names[0];
	enum kclass got;

	(void)state;
	assert_true(n >= 120);
	for (i = 0; i < n; i++) {
		got = kname_class(str_of(names[i].name));
		if (got != names[i].class)
			fail_msg("'%s' is %s, not %s", names[i].name,
			    kclass_name(got), kclass_name(names[i].class));
	}
}

/* A name ends where its length says: what lies before and behind it in memory
 * is no part of its words. */
static void test_class_of_slice(void **state)
{
	static const char text[] = "Xtril::";
	char exact[256]; /* fills what a strbuf first gets */

	(void)state;
	assert_int_equal(kname_class((struct str){text + 1, 6}), KCLASS_POINTWISE);
	memset(exact, 'x', sizeof exact);
	memcpy(exact + 251, "scans", 5);
	assert_int_equal(kname_class((struct str){exact, 255}), KCLASS_REDUCE);
	assert_int_equal(kname_class((struct str){exact, 256}), KCLASS_OTHER);
	memcpy(exact + 251, "xscan", 5);
	assert_int_equal(kname_class((struct str){exact, 256}), KCLASS_REDUCE);
}

/* The mangled name of an nvprof database and its C++ name are of one class. */
static void test_class_of_mangled(void **state)
{
	static const struct named cases[] = {
	    {KCLASS_FILL,
		"_ZN2at6native18elementwise_kernelILi128ELi4EZNS0_15gpu_"
		"kernel_implIZZZNS0_16fill_kernel_cudaERNS_14Tensor"
		"IteratorEN3c106ScalarEENKUlvE_clEvENKUlvE2_clEvEUlvE_EEv"
		"S4_RKT_EUliE2_EEviT1_"},
	    {KCLASS_EMBEDDING,
		"_ZN2at6native80_GLOBAL__N__56_tmpxft_000084e1_00000000_11_"
		"Embedding_compute_75_cpp1_ii_9c8c8d3a33embedding_backward"
		"_feature_kernelIffEEvPlPKT_PS4_ili"},
	    {KCLASS_COMM, "_Z33ncclAllReduceTreeLLKernel_sum_i328ncclColl"},
	    {KCLASS_GEMM, "_ZN7cutlass7Kernel2I49cutlass_80_tensorop_"
			  "d884gemm_32x64_16x4_nt_align1EEvNT_6ParamsE"},
	};
	struct arena a = {0};
	struct str full;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		full = kname_demangle(&a, str_of(cases[i].name));
		assert_false(str_starts(full, "_Z"));
		assert_int_equal(kname_class(full), cases[i].class);
		assert_int_equal(kname_class(str_of(cases[i].name)), cases[i].class);
	}
	arena_free(&a);
}

/* A megabyte of anything takes linear time: a second of CPU would be many
 * times what it takes. */
static void test_hostile_length(void **state)
{
	static const char *const units[] = {" ", "<", "(", "{", "a<",
	    "::", "operator ", "void ", "<unnamed>::", "T_", "at::a", "decltype ("};
	struct arena a = {0};
	struct strbuf b = {0};
	clock_t start;
	struct str s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof units / sizeof units[0]; i++) {
		b.n = 0;
		while (b.n < 1 << 20)
			strbuf_text(&b, units[i]);
		start = clock();
		s = kname_demangle(&a, strbuf_get(&b));
		kname_class(s);
		assert_true(kname_short(&a, s).n > 0);
		assert_true(clock() - start < CLOCKS_PER_SEC);
		arena_reset(&a);
	}
	strbuf_free(&b);
	arena_free(&a);
}

static void test_class_names(void **state)
{
	int c;

	(void)state;
	for (c = 0; c < NKCLASSES; c++)
		assert_int_equal(
		    kclass_find(str_of(kclass_name((enum kclass)c))), c);
	assert_int_equal(kclass_find(STR("gem")), NKCLASSES);
	assert_int_equal(kclass_find((struct str){NULL, 0}), NKCLASSES);

	/* The order decides which kernel of a unit is its main one. */
	assert_true(KCLASS_GEMM < KCLASS_CONV);
	assert_true(KCLASS_EMBEDDING < KCLASS_FILL);
	assert_true(KCLASS_OTHER < KCLASS_POINTWISE);
	assert_true(KCLASS_HELPER == NKCLASSES - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_demangle),
	    cmocka_unit_test(test_demangle_bomb),
	    cmocka_unit_test(test_tame),
	    cmocka_unit_test(test_long_mangled),
	    cmocka_unit_test(test_short),
	    cmocka_unit_test(test_class),
	    cmocka_unit_test(test_class_of_slice),
	    cmocka_unit_test(test_class_of_mangled),
	    cmocka_unit_test(test_hostile_length),
	    cmocka_unit_test(test_class_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
