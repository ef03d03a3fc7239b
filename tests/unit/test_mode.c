/*
 * test_mode.c - the mode of an operator by its kernel's name: names of public
 * profiles, what compilers and demanglers write for them, and what only looks
 * like them.
 */
#include "prof/kernel/name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static struct name_cache names;

#define GELU                                                                   \
	"void at::native::vectorized_elementwise_kernel<4, "                   \
	"at::native::GeluCUDAKernelImpl"
#define GELU_BACKWARD                                                          \
	"void at::native::vectorized_elementwise_kernel<4, "                   \
	"at::native::GeluBackwardCUDAKernelImpl"
#define TYPED "(at::TensorIteratorBase&, at::native::GeluType)"
#define MANGLED                                                                \
	"_ZN2at6native29vectorized_elementwise_kernelILi8EZZZNS0_"             \
	"18GeluCUDAKernelImplERNS_18TensorIteratorBaseE"

static const struct {
	const char *name;
	enum mode mode;
} cases[] = {
    /* torch's ActivationGeluKernel.cu: `if (approximate == GeluType::Tanh)` has
     * the first lambda, `else` the second; the type has those inside */
    {GELU TYPED
	"::{lambda()#1}::operator()() const::{lambda()#2}::operator()() "
	"const::{lambda(float)#1}, at::detail::Array<char*, 2> >(int)",
	MODE_TANH},
    {GELU TYPED
	"::{lambda()#2}::operator()() const::{lambda()#1}::operator()() "
	"const::{lambda(double)#1}, std::array<char*, 2ul> >(int)",
	MODE_ERF},
    {GELU_BACKWARD TYPED "::{lambda()#1}::operator()() const::{lambda()#2}",
	MODE_TANH},
    {GELU_BACKWARD TYPED "::{lambda()#2}::operator()() const::{lambda()#1}", MODE_ERF},
    /* before GeluType */
    {GELU "(at::TensorIteratorBase&)::{lambda()#1}::operator()() "
	  "const::{lambda()#2}::operator()() const::{lambda(float)#1}",
	MODE_ERF},
    {GELU_BACKWARD "(at::TensorIterator&)::{lambda()#1}::operator()()", MODE_ERF},
    /* NVIDIA's demangler, LLVM's, none */
    {GELU
	"(at::TensorIteratorBase &, at::native::GeluType)::"
	"[lambda() (instance 1)]::operator ()() const::[lambda() (instance 2)]",
	MODE_TANH},
    {GELU
	"(at::TensorIteratorBase &, at::native::GeluType)::"
	"[lambda() (instance 2)]::operator ()() const::[lambda() (instance 1)]",
	MODE_ERF},
    {GELU TYPED "::'lambda'()::operator()() const::'lambda0'()", MODE_TANH},
    {GELU TYPED "::'lambda0'()::operator()() const::'lambda'()", MODE_ERF},
    {MANGLED "NS0_8GeluTypeEENKUlvE_clEvENKUlvE2_clEvEUlN3c108BFloat16EE_", MODE_TANH},
    {MANGLED "NS0_8GeluTypeEENKUlvE0_clEvENKUlvE_clEvEUldE_", MODE_ERF},
    {MANGLED "ENKUlvE_clEvENKUlvE0_clEvEUlfE_", MODE_ERF},
    /* another lambda, none, an end */
    {GELU TYPED "::{lambda()#3}::operator()()", MODE_UNKNOWN},
    {GELU TYPED "::{lambda()#12}::operator()()", MODE_UNKNOWN},
    {GELU TYPED, MODE_UNKNOWN},
    {GELU "(at::TensorIteratorBase&, at::native::GeluTy", MODE_UNKNOWN},
    {GELU, MODE_UNKNOWN},
    {"gelu_kernel", MODE_UNKNOWN},

    {"void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, float, int, 512, true, 1, "
     "true>()",
	MODE_TRAINING},
    {"void cudnn::bn_fw_tr_1C11_singleread<float, 512, true, 1, 2, 0>()",
	MODE_TRAINING},
    {"void cudnn::bn_fw_inf_1C11_kernel_NCHW<float, float, true, 1>()",
	MODE_EVALUATION},
    {"void cudnn::bn_bw_1C11_kernel_new<float, float, float2, 512, true, 1>()",
	MODE_TRAINING},
    {"void cudnn::batchnorm_fwtr_nhwc_semiPersist<__half, 512, 16>()", MODE_TRAINING},
    {"void cudnn::batchnorm_bwtr_nhwc_semiPersist<__half, 512, 16>()", MODE_TRAINING},
    {"MIOpenBatchNormFwdTrainSpatialMeanVariance", MODE_TRAINING},
    {"MIOpenBatchNormFwdInferSpatialEst", MODE_EVALUATION},
    {"MIOpenBatchNormBwdSpatial", MODE_TRAINING},
    {"_ZN5cudnn18bn_fw_inf_1C11_argsIfEE", MODE_EVALUATION},
    /* torch's own: the flag of the template is `train` (Normalization.cuh) */
    {"void at::native::batch_norm_transform_input_kernel<float, float, float, "
     "true, int>(x<false, int>)",
	MODE_TRAINING},
    {"void at::native::batch_norm_transform_input_kernel<c10::BFloat16, float, "
     "float, false, int>(x<float, true, int>)",
	MODE_EVALUATION},
    {"void at::native::batch_norm_transform_input_kernel<float, "
     "float>(x<float, "
     "true, int>)",
	MODE_UNKNOWN},
    {"batch_norm_transform_input_kernel<float", MODE_UNKNOWN},
    {"batch_norm_transform_input_kernel", MODE_UNKNOWN},
    {"void at::native::batch_norm_collect_statistics_kernel<at::native::Var, "
     "float, float, float, int>()",
	MODE_TRAINING},
    {"void at::native::batch_norm_backward_kernel<float, float, float, int>()",
	MODE_UNKNOWN},
    {"", MODE_UNKNOWN},
};

static void test_modes(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct name *name = name_read(&names, str_of(cases[i].name));

		if (name->mode != cases[i].mode)
			fail_msg("%s: mode %d", cases[i].name, name->mode);
	}
}

static int free_names(void **state)
{
	(void)state;
	name_cache_free(&names);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_modes),
	};

	return cmocka_run_group_tests(tests, NULL, free_names);
}
