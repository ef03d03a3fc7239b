/*
 * test_models_told.c - what a call does not say and its kernel's name, its
 * result or another argument does; None as torch's profiler shows it.
 */
#include "tests/unit/models.h"

#define GELU                                                                   \
	"at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "             \
	"at::native::GeluType)"
#define GELU_BACKWARD                                                          \
	"at::native::GeluBackwardCUDAKernelImpl(at::TensorIteratorBase&, "     \
	"at::native::GeluType)"
#define TANH "::{lambda()#1}::operator()() const::{lambda()#2}"
#define ERF "::{lambda()#2}::operator()() const::{lambda()#1}"

/* 2 * 3 * 4 * 5 = 120 elements of 480 bytes, 3 channels of 12 bytes */
#define X "f32[2,3,4,5]"
#define C "f32[3]"
#define XC X " " C " " C " " C " " C
#define TRAINING "cudnn::bn_fw_tr_1C11_kernel_NCHW<float>"
#define EVALUATION "cudnn::bn_fw_inf_1C11_kernel_NCHW<float>"

static const struct cost_case names[] = {
    /* gelu: 5 by erf, 9 by tanh; the gradient 11 and 18; 2 * 80 and 3 * 80 */
    K(GELU TANH, "aten::gelu", "f32[4,5] ?", PART_FORWARD, 180, 160),
    K(GELU ERF, "aten::gelu", "f32[4,5] ?", PART_FORWARD, 100, 160),
    K(GELU TANH, "aten::gelu", "f32[4,5] _", PART_FORWARD, 180, 160),
    K(GELU_BACKWARD TANH, "aten::gelu_backward", "f32[4,5] f32[4,5] _",
	PART_FORWARD, 360, 240),
    K(GELU_BACKWARD ERF, "aten::gelu_backward", "f32[4,5] f32[4,5] ?",
	PART_FORWARD, 220, 240),
    K(GELU_BACKWARD TANH, "aten::gelu", "f32[4,5] ?", PART_BACKWARD, 360, 240),
    /* what was recorded goes first, also that nothing was given */
    K(GELU TANH, "aten::gelu", "f32[4,5] 'none'", PART_FORWARD, 100, 160),
    K(GELU TANH, "aten::gelu", "f32[4,5]", PART_FORWARD, 100, 160),
    /* training 5 * 120, x, y, the parameters 48, the running ones again 24 and
     * the saved 24; evaluation 2 * 120 and no more than the parameters */
    K(TRAINING, "aten::cudnn_batch_norm", XC " ? ? ?", PART_FORWARD, 600, 1056),
    K(EVALUATION, "aten::cudnn_batch_norm", XC " ? ? ?", PART_FORWARD, 240, 1008),
    K(TRAINING, "aten::instance_norm", XC " ? ? ?", PART_FORWARD, 600, 1080),
    K(TRAINING, "aten::cudnn_batch_norm", XC " false 0.1 0.00001", PART_FORWARD,
	240, 1008),
    /* 13 * 120; dy, x, dx 1440, saved 24, weight, dw, db 36 */
    K("cudnn::bn_bw_1C11_kernel_new<float>", "aten::cudnn_batch_norm",
	XC " ? ? ?", PART_BACKWARD, 1560, 1500),
};

static void test_names(void **state)
{
	(void)state;
	MODELS_RUN(names);
}

/* A name tells for certain, the default does not. */
static void test_sure(void **state)
{
	struct arena a = {0};
	struct name_cache cache = {0};
	const struct call *call = calls_make(&a, "aten::gelu", "f32[4,5] ?");
	struct cost cost;

	(void)state;
	op_cost_of(op_find(call), call, PART_FORWARD,
	    name_read(&cache, str_of(GELU ERF)), &cost);
	assert_int_equal(cost.of_flops.conf, CONF_EXACT);
	op_cost_of(op_find(call), call, PART_FORWARD,
	    name_read(&cache, str_of("gelu_kernel")), &cost);
	assert_int_equal(cost.of_flops.conf, CONF_ESTIMATE);
	assert_int_equal(cost.of_bytes.conf, CONF_EXACT);
	op_cost_of(op_find(call), call, PART_FORWARD, NULL, &cost);
	assert_int_equal(cost.of_flops.conf, CONF_ESTIMATE);
	name_cache_free(&cache);
	arena_free(&a);
}

static const struct cost_case others[] = {
    /* a saved mean that is empty is of an evaluation: dx 2, dw 2, db 1; dy, x,
     * dx 1440, weight, dw, db and the running statistics 60 */
    F("aten::native_batch_norm_backward",
	X " " X " " C " " C " " C " f32[0] f32[0] ? 0.00001 [true,true,true]",
	600, 1500),
    F("aten::native_batch_norm_backward",
	X " " X " " C " " C " " C " " C " " C " ? 0.00001 [true,true,true]",
	1560, 1500),
    U("aten::native_batch_norm_backward",
	X " " X " " C " " C " " C " ? ? ? 0.00001 [true,true,true]", NA, NA,
	WHY_ATTRIBUTE),
    /* the saved deviations say how many rows of statistics there are: 2 * 4
     * groups of 120 elements; 13 * 120; 1440 + 2 * 8 * 4 + 3 * 12 */
    U("aten::native_group_norm_backward",
	X " " X " f32[2,4] f32[2,4] " C " ? ? ? ? ?", 1560, 1540, WHY_ATTRIBUTE),
    /* masks that were not recorded: both gradients of grid_sampler, 2 * 2 * 4
     * for each of 1 * 9; x 64, grid 72, dy 36, and both again */
    U("aten::grid_sampler_2d_backward",
	"f32[1,1,3,3] f32[1,1,4,4] f32[1,3,3,2] 0 0 false ?", 144, 308, WHY_VALUES),
};

static void test_others(void **state)
{
	(void)state;
	MODELS_RUN(others);
}

/* Results that the profile tells where an argument was not recorded. */
static const struct cost_case results[] = {
    /* 6 * 7 = 42 elements of 168 bytes, 6 of 24 */
    F("aten::sum", "f32[6,7] ? ? ? > f32[6]", 42, 192),
    F("aten::amax", "f32[6,7] ? ? > f32[6]", 42, 192),
    F("aten::mean", "f32[6,7] ? ? ? > f32[6]", 48, 192),
    /* of all: no dimensions */
    F("aten::sum", "f32[6,7] ? ? ? > f32[]", 42, 172),
    /* float16 added up to float32: 84 + 24 */
    F("aten::sum", "f16[6,7] ? ? ? > f32[6]", 42, 108),
    /* 4 * 42 + 6; two results */
    F("aten::var_mean", "f32[6,7] ? ? ? > f32[6] f32[6]", 174, 216),
    /* values and indices: 168 + 6 * 12 */
    F("aten::max", "f32[6,7] ? ? > f32[6]", 42, 240),
    F("aten::linalg_vector_norm", "f32[6,7] 2 ? ? ? > f32[6]", 90, 192),
    U("aten::linalg_vector_norm", "f32[6,7] ? ? ? ? > f32[6]", NA, 192, WHY_ATTRIBUTE),
    /* dy of 24 to dx of 168 */
    B("aten::sum", "f32[6,7] ? ? ? > f32[6]", 0, 192),
    B("aten::mean", "f32[6,7] ? ? ? > f32[6]", 42, 192),
    /* no tensor; a result without a shape */
    U("aten::sum", "f32[6,7] ? ? ? > ?", 42, NA, WHY_ATTRIBUTE),
    /* one that was recorded needs none */
    F("aten::sum", "f32[6,7] [1] false ? > f32[5]", 42, 192),

    /* 384 elements of 1536 bytes, 96 of 384 with indices of 768 */
    U("aten::max_pool2d_with_indices", "f32[2,3,8,8] ? ? ? ? ? > f32[2,3,4,4]",
	NA, 2688, WHY_ATTRIBUTE),
    U("aten::avg_pool2d", "f32[2,3,8,8] ? ? ? ? ? ? > f32[2,3,4,4]", NA, 1920,
	WHY_ATTRIBUTE),
    /* the gradient adds one of each window: dy, dx, indices */
    UB("aten::max_pool2d_with_indices", "f32[2,3,8,8] ? ? ? ? ? > f32[2,3,4,4]",
	96, 2688, NULL),
    F("aten::_adaptive_avg_pool2d", "f32[2,6,7,7] ? > f32[2,6,1,1]", 588, 2400),
    /* x of 96, indices of 192, y of 384 */
    F("aten::max_unpool2d", "f32[2,3,2,2] i64[2,3,2,2] ? > f32[2,3,4,4]", 0, 672),

    F("aten::cat", "? ? > f32[2,3,4,4]", 0, 768),
    F("aten::stack", "? ? > f32[2,3,4,4]", 0, 768),
    U("aten::cat", "? ?", 0, NA, WHY_NO_SHAPE),
    /* x of 1 * 2 * 4 * 4, 9 times that */
    F("aten::im2col", "f32[1,2,4,4] ? ? ? ? > f32[1,18,16]", 0, 1280),
    F("aten::repeat", "f32[2,3] ? > f32[4,3]", 0, 72),
    F("aten::constant_pad_nd", "f32[2,3] ? 0 > f32[2,5]", 0, 64),
    /* a cast to a type that was not recorded */
    F("aten::_to_copy", "f32[2,3] ? ? ? ? ? ? > f16[2,3]", 0, 36),

    /* 4 products and 3 sums for each of 1536; x 1536 bytes, y 6144 */
    F("aten::upsample_bilinear2d", "f32[2,3,8,8] ? ? ? ? > f32[2,3,16,16]",
	10752, 7680),
    F("aten::upsample_nearest2d", "f32[2,3,8,8] ? ? ? > f32[2,3,16,16]", 0, 7680),
    F("aten::upsample_nearest2d", "f32[2,3,8,8] _ ? > f32[2,3,16,16]", 0, 7680),
    B("aten::upsample_bilinear2d", "f32[2,3,8,8] ? ? ? ? > f32[2,3,16,16]",
	12288, 7680),
    /* a product of (x, y, 1) and 2 x 3 for each of 16 points; 24 + 128 bytes */
    F("aten::affine_grid_generator", "f32[1,2,3] ? ? > f32[1,4,4,2]", 192, 152),

    /* a reduced loss has no dimensions: a subtraction, a square, an addition;
     * 2 * 80 + 4.  Else two, 3 * 80 */
    F("aten::mse_loss", "f32[4,5] f32[4,5] ? > f32[]", 60, 164),
    F("aten::mse_loss", "f32[4,5] f32[4,5] ? > f32[4,5]", 40, 240),
    U("aten::mse_loss", "f32[4,5] f32[4,5] ? > f32[4]", NA, NA, WHY_ATTRIBUTE),
    U("aten::mse_loss", "f32[] f32[] ? > f32[]", NA, NA, WHY_ATTRIBUTE),
    /* of 4 rows: 4 targets of 8, 4 elements, the loss and the total weight */
    F("aten::nll_loss_forward", "f32[4,5] i64[4] ? ? ? > f32[]", 4, 56),
    F("aten::nll_loss_forward", "f32[4,5] i64[4] ? ? ? > f32[4]", 4, 64),
    /* the gradient tells it too: dy, x, target, dx */
    F("aten::mse_loss_backward", "f32[] f32[4,5] f32[4,5] ?", 60, 244),
    F("aten::mse_loss_backward", "f32[4,5] f32[4,5] f32[4,5] ?", 60, 320),

    /* 2 of each 5: values of 16 bytes, indices of 32 */
    F("aten::topk", "f32[2,5] ? ? ? ? > f32[2,2]", 0, 88),
    F("aten::kthvalue", "f32[2,5] 2 ? ? > f32[2]", 0, 64),
    F("aten::cumsum", "f16[2,5] 1 ? > f32[2,5]", 10, 60),
    /* 3 rows of 4, read and written, 3 indices */
    F("aten::index_select", "f32[5,4] ? i64[3] > f32[3,4]", 0, 120),
    U("aten::index", "f32[6,7] ? > f32[4,7]", 0, NA, WHY_NO_SHAPE),
    /* how many bags there are: 3 of 4; 8 indices, 8 offsets, min(8, 5) rows */
    U("aten::_embedding_bag", "f32[5,4] i64[8] i64[4] ? ? ? ? ? > f32[3,4]", 32,
	224, WHY_VALUES),
    /* softmax of float16 in float32: 5 * 10; 20 + 40 */
    F("aten::_softmax", "f16[2,5] 1 ? > f32[2,5]", 50, 60),
    /* the backward of a view reads dy and writes dx */
    B("aten::expand", "f32[1,5] ? ? > f32[4,5]", 20, 100),
    B("aten::select", "f32[4,5] ? ? > f32[5]", 0, 100),
    B("aten::slice", "f32[4,5] ? ? ? ? > f32[2,5]", 0, 120),
    /* how long the transforms are is not told: 40 bytes and 6 of 8 */
    U("aten::fft_rfft", "f32[10] ? ? ? > c64[6]", NA, 88, WHY_ATTRIBUTE),

    /* the type that was recorded of a product's and a convolution's result, of
     * 2 * 3 with 4 in between: 2 * 24; (8 + 12) * 2 + 6 * 4 */
    {"aten::mm", "f16[2,4] f16[4,3] ? > f32[2,3]", PART_FORWARD, 48, 48, 64,
	NULL, NULL},
    /* dA = dY.B': dY of 24 bytes, B, dA and A, dB */
    {"aten::mm", "f16[2,4] f16[4,3] ? > f32[2,3]", PART_BACKWARD, 96, 96, 128,
	NULL, NULL},
    /* 2 * 4 * 4; x, w of 2 bytes, y of 4: 32 + 2 + 64 */
    {"aten::conv2d", "f16[1,1,4,4] f16[1,1,1,1] ? ? ? ? ? > f32[1,1,4,4]",
	PART_FORWARD, 32, 32, 98, NULL, NULL},
};

static void test_results(void **state)
{
	(void)state;
	MODELS_RUN(results);
}

/* None, of an event with values. */
static const struct cost_case none[] = {
    /* one bound; 2 * 168 */
    F("aten::clamp", "f32[6,7] 0.0 _", 42, 336),
    F("aten::clamp", "f32[6,7] _ 0.0", 42, 336),
    /* x * x, the sum, a root; 168 + 4 */
    F("aten::linalg_vector_norm", "f32[6,7] 2.0 _ false _", 85, 172),
    F("aten::mean", "f32[6,7] _", 43, 172),
    F("aten::sum", "f32[6,7] _ false _", 42, 172),
    F("aten::aminmax", "f32[6,7] _ false", 84, 176),
    F("aten::count_nonzero", "f32[6,7] _", 42, 176),
    F("aten::argmax", "f32[6,7] _ false", 42, 176),
    F("aten::arange", "5 _ _ _ _", 0, 40),
    F("aten::_to_copy", "f32[6,7] _ _ _ _ false _", 0, 336),
    F("aten::layer_norm", "f32[6,7] [7] _ _ 0.00001 true", 168, 384),
    F("aten::cumsum", "f32[6,7] 1 _", 42, 336),
    /* a text may be given, though none is shown */
    U("aten::scatter", "f32[6,7] 0 i64[2,7] f32[2,7] _", NA, NA, WHY_ATTRIBUTE),
    U("aten::conv2d", "f32[1,1,4,4] f32[1,1,3,3] _ [1,1] _ [1,1] 1", NA, NA,
	WHY_ATTRIBUTE),
    UB("aten::pad", "f32[6,7] [1,1] _ _", NA, NA, WHY_NO_BACKWARD),
};

static void test_none(void **state)
{
	(void)state;
	MODELS_RUN(none);
}

static const struct cost_case sizes[] = {
    UB("Tensor.expand", "f32[1] 4", 4, 20, NULL),
    UB("Tensor.expand", "f32[1,5] 4 5", 20, 100, NULL),
    UB("Tensor.expand", "f32[] []", 1, 8, NULL),
    UB("Tensor.expand", "f32[1,5] 4 []", NA, NA, WHY_MISMATCH),
    U("torch.repeat_interleave", "f32[6,7] []", 0, NA, WHY_ATTRIBUTE),
    U("torch.zeros", "3 4", 0, 48, WHY_NO_DTYPE),
};

/* An empty list is no number, whatever the type of the argument is said to be. */
static void test_empty(void **state)
{
	static const struct {
		const char *json;
		enum op_part part;
	} cases[] = {
	    {"{\"v\":1,\"op\":[{\"mod\":\"torch\",\"op\":\"zeros\",\"args\":[{"
	     "\"type\":\"int\",\"value\":3},{\"type\":\"int\",\"value\":[]}]}]"
	     "}",
		PART_FORWARD},
	    {"{\"v\":1,\"op\":[{\"mod\":\"Tensor\",\"op\":\"expand\",\"args\":["
	     "{\"type\":\"tensor\",\"shape\":[1],\"dtype\":\"float32\"},{"
	     "\"type\":\"int\",\"value\":3},{\"type\":\"int\",\"value\":[]}]}]"
	     "}",
		PART_BACKWARD},
	    {"{\"v\":1,\"op\":[{\"mod\":\"torch\",\"op\":\"repeat_interleave\","
	     "\"args\":[{\"type\":\"tensor\",\"shape\":[1],\"dtype\":"
	     "\"float32\"},{\"type\":\"int\",\"value\":[]}]}]}",
		PART_FORWARD},
	};
	struct arena a = {0};
	struct cost cost;

	(void)state;
	MODELS_RUN(sizes);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct record *rec = calls_read(&a, cases[i].json);

		op_cost_of_call(&rec->op.v[0], cases[i].part, &cost);
		assert_false(cost.has_bytes);
		assert_string_equal(cost.of_bytes.why, WHY_ATTRIBUTE);
	}
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_names),
	    cmocka_unit_test(test_sure),
	    cmocka_unit_test(test_others),
	    cmocka_unit_test(test_results),
	    cmocka_unit_test(test_none),
	    cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
