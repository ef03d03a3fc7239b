/*
 * test_models_pointwise.c - element by element, activations too: forward and
 * backward against sizes worked out by hand.
 */
#include "tests/unit/models.h"

static const struct cost_case forward[] = {
    /* 4 * 5 = 20 elements, 80 bytes in, 80 out */
    F("torch.exp", "f32[4,5]", 20, 160),
    F("Tensor.exp_", "f32[4,5]", 20, 160),
    F("aten::exp", "f32[4,5]", 20, 160),
    F("exp", "f32[4,5]", 20, 160),
    /* a transposed or sliced input is read all the same; an expanded one once:
     * 4 * 4 + 80 */
    F("aten::exp", "f32[4,5]/[1,4]", 20, 160),
    F("aten::exp", "f32[4,5]/[1,0]", 20, 96),
    /* exp of integers is float32: 8 * 20 + 4 * 20; floor keeps them: 2 * 160 */
    F("torch.exp", "i64[4,5]", 20, 240),
    F("torch.floor", "i64[4,5]", 20, 320),
    /* 1 / (1 + exp(-x)): 4 an element */
    F("torch.sigmoid", "f16[1000]", 4000, 4000),
    F("torch.nn.functional.tanh", "f16[1000]", 1000, 4000),
    /* a bit test is no arithmetic; the result is bool: 80 + 20 */
    /* x is not x: a comparison */
    F("torch.isnan", "f32[4,5]", 20, 100),
    F("torch.logical_not", "b[4,5]", 20, 40),
    F("Tensor.__invert__", "b[4,5]", 20, 40),
    /* complex: |z| is one call and is real: 8 * 10 + 4 * 10; -z is two */
    F("torch.abs", "c64[10]", 10, 120),
    F("torch.abs", "c32[10]", 10, 60),
    F("torch.abs", "c128[10]", 10, 240),
    F("torch.neg", "c64[10]", 20, 160),
    U("torch.exp", "c64[10]", NA, 160, WHY_NO_COMPLEX),
    /* one for each bound */
    F("torch.clamp", "f32[4,4] min=0 max=6", 32, 128),
    F("torch.clamp", "f32[4,4] 0", 16, 128),
    F("torch.clamp", "f32[4,4] None 1.5", 16, 128),
    F("torch.clamp", "f32[4,4] min='-inf' max='nan'", 32, 128),
    F("aten::clamp_min_", "f32[4,4] 0", 16, 128),
    U("aten::clamp", "f32[4,4] ? ?", NA, 128, WHY_ATTRIBUTE),
    U("torch.clamp", "f32[4,4]", NA, 128, WHY_ATTRIBUTE),

    /* 64 * 128 = 8192; 4 * (8192 + 128 + 8192): a row broadcasts, read once */
    F("Tensor.__add__", "f32[64,128] f32[128]", 8192, 66048),
    F("torch.add", "f32[64,1] f32[128]", 8192, 33536),
    /* the bias of a language model: 35 * 20 * 33278 = 23294600;
     * 4 * (2 * 23294600 + 33278) */
    F("Tensor.__iadd__", "f32[35,20,33278] f32[33278]", 23294600, 186489912),
    /* float32 with bool is float32: 100 + 25 + 100 */
    F("Tensor.__add__", "f32[5,5] b[5,5]", 25, 225),
    /* half with float is float: 2 * 20 + 80 + 80 */
    F("torch.mul", "f16[4,5] f32[4,5]", 20, 200),
    F("torch.mul", "f16[4,5] bf16[4,5]", 20, 160),
    /* in place the type stays: 40 + 80 + 40 */
    F("Tensor.mul_", "f16[4,5] f32[4,5]", 20, 160),
    F("aten::mul_.Tensor", "f16[4,5] f32[4,5]", 20, 160),
    F("Tensor.__imul__", "f16[4,5] f32[4,5]", 20, 160),
    /* a number moves nothing and does not widen what is of its category */
    F("Tensor.__mul__", "f16[4,5] 0.5", 20, 80),
    F("Tensor.__rmul__", "f32[4,5] 2", 20, 160),
    F("aten::mul", "f32[4,5] f64[]", 20, 160),
    /* ... but integers and a float make float32: 8 * 20 + 80 */
    F("Tensor.__mul__", "i64[4,5] 0.5", 20, 240),
    F("Tensor.__mul__", "i32[4,5] 3", 20, 160),
    /* a 0-dim tensor that is no number costs its element: 80 + 4 + 80 */
    F("aten::mul", "f32[4,5] f32[]", 20, 164),
    /* complex: an addition is 2, a product 6; 8 * 30 */
    F("aten::add", "c64[10] c64[10] 1", 20, 240),
    F("aten::mul", "c64[10] c64[10]", 60, 240),
    /* complex64 and float64 are complex128: 80 + 80 + 160 */
    F("torch.mul", "c64[10] f64[10]", 60, 320),
    /* division of integers is float32: 80 + 80 + 80; rounded it is not */
    F("Tensor.__truediv__", "i32[4,5] i32[4,5]", 20, 240),
    F("torch.div", "i64[4,5] i64[4,5]", 20, 400),
    F("torch.div", "i64[4,5] i64[4,5] rounding_mode='floor'", 20, 480),
    F("torch.pow", "f32[4,5] 2", 20, 160),
    F("Tensor.__rpow__", "f32[4,5] 2", 20, 160),
    /* a comparison writes bool: 80 + 80 + 20; in place it keeps the type */
    F("Tensor.lt", "f32[4,5] f32[4,5]", 20, 180),
    F("Tensor.__eq__", "f32[4,5] 0", 20, 100),
    F("Tensor.lt_", "f32[4,5] f32[4,5]", 20, 240),
    F("Tensor.__and__", "b[4,5] b[4,5]", 20, 60),
    F("Tensor.__ilshift__", "i32[4,5] 2", 20, 160),
    /* uint8 and int8 meet in int16: 20 + 20 + 40 */
    F("torch.add", "u8[4,5] int8[4,5]", 20, 80),

    /* alpha is one more product, in its place, as a keyword or in the middle:
     * 2 * 33278; 3 * 4 * 33278 */
    F("torch.add", "f32[10] f32[10] alpha=0.5", 20, 120),
    F("torch.add", "f32[10] f32[10] alpha=1", 10, 120),
    F("aten::add", "f32[10] f32[10] 0.5", 20, 120),
    F("Tensor.add_", "f32[33278] -20 f32[33278]", 66556, 399336),
    F("Tensor.add_", "f32[10] 1 f32[10]", 10, 120),
    F("Tensor.rsub", "f32[10] 1 alpha=2", 20, 80),
    /* x + v * (a * b): 2, and 3 with v; 4 tensors of 200 bytes */
    F("torch.addcmul", "f32[50] f32[50] f32[50]", 100, 800),
    F("torch.addcmul", "f32[50] f32[50] f32[50] value=0.5", 150, 800),
    F("Tensor.addcdiv_", "f32[50] -0.1 f32[50] f32[50]", 150, 800),
    F("Tensor.addcmul_", "f32[50] 1 f32[50] f32[50]", 100, 800),
    /* value not told: 1 */
    U("aten::addcmul_", "f32[50] f32[50] f32[50] ?", 100, 800, WHY_ATTRIBUTE),
    U("aten::addcdiv_", "f32[50] f32[50] f32[50] ?", 100, 800, WHY_ATTRIBUTE),
    F("torch.lerp", "f32[50] f32[50] 0.3", 150, 600),
    F("torch.lerp", "f32[50] f32[50] f32[50]", 150, 800),
    /* selections are no arithmetic: a mask of 16 bytes, 3 * 64 */
    F("torch.where", "b[4,4] f32[4,4] f32[4,4]", 0, 208),
    F("Tensor.where", "f32[4,4] b[4,4] f32[4,4]", 0, 208),
    /* where's operands are on the GPU: 16 + 64 + 8 + 64; the number of its
     * overload is none */
    F("aten::where", "b[4,4] f32[4,4] f64[]", 0, 152),
    F("aten::where", "b[4,4] f32[4,4] 1.5", 0, 144),
    F("aten::where", "b[] i64[] i64[]", 0, 1 + 8 + 8 + 8),
    F("aten::where", "b[] f64[] f32[4]", 0, 1 + 8 + 16 + 16),
    /* masked_fill keeps its type; its kernel takes the value as a number, which
     * torch fetches where it is a tensor: 8 + 1 + 8, 32 + 4 + 32 */
    F("aten::masked_fill", "i64[] b[] i64[]", 0, 17),
    F("aten::masked_fill", "i64[4] b[4] f64[]", 0, 68),
    F("aten::masked_fill", "i64[4] b[4] 1.5", 0, 68),
    F("aten::masked_fill_", "f32[4] b[4] f32[]", 0, 36),
    F("aten::masked_fill", "f64[] b[4] 1.5", 0, 8 + 4 + 32),
    U("aten::masked_fill", "f32[4] b[4] f32[1]", NA, NA, WHY_MISMATCH),
    U("aten::masked_fill_", "f32[] b[4] 1.5", NA, NA, WHY_MISMATCH),
    /* 2 * 2 * 8 * 128 * 128 + 128 * 128 */
    F("Tensor.masked_fill_", "f16[8,128,128] b[1,128,128] -65504.0", 0, 540672),
    /* out is written, not read */
    F("torch.add", "f32[10] f32[10] out=f64[10]", 10, 160),

    /* what is not known */
    U("aten::exp", "?[4,5]", 20, NA, WHY_NO_DTYPE),
    U("torch.exp", "weird7[4,5]", 20, NA, WHY_NO_DTYPE),
    U("aten::mul", "?[4,5] ?", 20, NA, WHY_NO_DTYPE),
    U("aten::mul", "? ?", NA, NA, WHY_NO_SHAPE),
    U("aten::mul", "f32[4,5] f32[4,6]", NA, NA, WHY_MISMATCH),
    U("torch.exp", "f32[4294967296,4294967296]", NA, NA, WHY_OVERFLOW),
    U("torch.exp", "", NA, NA, WHY_NO_SHAPE),
    /* no elements: no work */
    F("torch.exp", "f32[0,5]", 0, 0),
};

static const struct cost_case backward[] = {
    /* dy, the saved tensor, dx of 20 elements: 240 bytes.  exp: dy * y */
    B("torch.exp", "f32[4,5]", 20, 240),
    /* sqrt: dy / (2 * y); rsqrt: -dy / 2 * y * y * y as -0.5 * dy * y^3 */
    B("torch.sqrt", "f32[4,5]", 40, 240),
    B("torch.rsqrt", "f32[4,5]", 60, 240),
    /* sigmoid and tanh: dy * (1 - y) * y, dy * (1 - y * y) */
    B("torch.sigmoid", "f32[4,5]", 60, 240),
    B("torch.tanh", "f32[4,5]", 60, 240),
    /* -dy: nothing saved */
    B("torch.neg", "f32[4,5]", 20, 160),
    /* floor is flat: zeros are written */
    B("torch.floor", "f32[4,5]", 0, 80),
    B("torch.clamp", "f32[4,4] min=0 max=6", 32, 192),

    /* the gradient of one operand: dy and dx of the result's shape */
    B("Tensor.__add__", "f32[64,128] f32[128]", 0, 65536),
    B("Tensor.sub", "f32[64,128] f32[64,128]", 8192, 65536),
    B("Tensor.__radd__", "f32[4,5] 1", 0, 160),
    /* dy * other */
    B("Tensor.mul", "f32[4,5] f32[4,5]", 20, 240),
    B("Tensor.__mul__", "f32[4,5] f32[5]", 20, 180),
    B("Tensor.__rmul__", "f32[4,5] 2", 20, 160),
    B("aten::mul", "c64[10] c64[10]", 60, 240),
    /* the other is the tensor: torch.mul(2, x) */
    B("torch.mul", "2 f32[4,5]", 20, 160),
    /* x / 2: dy / 2; 2 / x: -dy * 2 / x / x, reads x */
    B("Tensor.__truediv__", "f32[4,5] 2", 20, 160),
    B("Tensor.__truediv__", "f32[4,5] f32[4,5]", 20, 240),
    B("Tensor.__rtruediv__", "f32[4,5] 2", 60, 240),
    B("torch.div", "2 f32[4,5]", 60, 240),
    /* dy * n * x^(n-1) */
    B("Tensor.__pow__", "f32[4,5] 2", 60, 240),
    /* float32 with half: dy and dx float32; the half is read: 80 + 40 + 80 */
    B("torch.mul", "f32[4,5] f16[4,5]", 20, 200),
    /* dy where the mask says: 64 + 16 + 64 */
    B("torch.where", "b[4,4] f32[4,4] f32[4,4]", 0, 144),
    B("Tensor.masked_fill_", "f32[4,4] b[4,4] 0.0", 0, 144),

    UB("Tensor.lt", "f32[4,5] f32[4,5]", NA, NA, WHY_NO_GRADIENT),
    UB("torch.fmod", "f32[4,5] 2", NA, NA, WHY_NO_BACKWARD),
    UB("torch.exp", "?[4,5]", 20, NA, WHY_NO_DTYPE),
    UB("torch.exp", "c64[10]", NA, 240, WHY_NO_COMPLEX),
    /* no part of a product is a part of theirs: all of it */
    {"torch.exp", "f32[4,5]", PART_DGRAD, 20, 0, 240, NULL},
};

static const struct cost_case activations[] = {
    F("torch.nn.functional.relu", "f32[4,5]", 20, 160),
    F("torch.nn.functional.relu", "f32[4,5] inplace=true", 20, 160),
    F("torch.relu_", "f32[4,5]", 20, 160),
    F("torch.nn.functional.leaky_relu", "f32[100] 0.01", 200, 800),
    F("torch.nn.functional.hardtanh", "f32[4,5]", 40, 160),
    F("torch.nn.functional.elu", "f32[4,5] 1.0", 60, 160),
    F("torch.nn.functional.softplus", "f32[4,5]", 80, 160),
    F("torch.nn.functional.silu", "bf16[64,1024]", 327680, 262144),
    F("torch.nn.functional.logsigmoid", "f32[4,5]", 100, 160),
    /* a slope for each of 3 channels: 2 * 30; 4 * (30 + 3 + 30) */
    F("torch.nn.functional.prelu", "f32[2,3,5] f32[3]", 60, 252),
    /* in training the slopes are drawn and written: 3 * 80 */
    F("torch.nn.functional.rrelu", "f32[4,5]", 40, 160),
    F("torch.nn.functional.rrelu", "f32[4,5] training=true", 40, 240),
    U("torch.nn.functional.rrelu", "f32[4,5] training=?", 40, NA, WHY_ATTRIBUTE),
    U("torch.nn.functional.rrelu", "c64[10] training=true", NA, 240, WHY_NO_COMPLEX),
    /* erf's form 5, tanh's 9 */
    F("torch.nn.functional.gelu", "f32[4,5]", 100, 160),
    F("torch.nn.functional.gelu", "f32[4,5] approximate='none'", 100, 160),
    F("torch.nn.functional.gelu", "f32[4,5] approximate='tanh'", 180, 160),
    F("aten::gelu", "f16[64,1024] 'tanh'", 589824, 262144),
    /* not told: erf, the default */
    U("aten::gelu", "f16[64,1024] ?", 327680, 262144, WHY_ATTRIBUTE),
    U("aten::gelu", "f16[64,1024] 'other'", NA, 262144, WHY_ATTRIBUTE),
    /* half as wide: 5 * 10 * 32; 4 * (640 + 320) */
    F("torch.nn.functional.glu", "f32[10,64]", 1600, 3840),
    F("sgl_kernel::silu_and_mul", "bf16[64,11008] bf16[64,22016]", 4227072, 4227072),
    /* half of a size that is not known is not known */
    U("sgl_kernel::silu_and_mul", "bf16[-1,64]", NA, NA, WHY_NO_SHAPE),

    B("torch.nn.functional.relu", "f32[4,5]", 20, 240),
    B("torch.relu_", "f32[4,5]", 20, 240),
    B("torch.nn.functional.hardtanh", "f32[4,5]", 40, 240),
    B("torch.nn.functional.elu", "f32[4,5]", 60, 240),
    B("torch.nn.functional.softplus", "f32[4,5]", 80, 240),
    B("torch.nn.functional.silu", "f32[4,5]", 180, 240),
    B("torch.nn.functional.gelu", "f32[4,5]", 220, 240),
    B("torch.nn.functional.gelu", "f32[4,5] approximate='tanh'", 360, 240),
    UB("torch.nn.functional.gelu", "f32[4,5] ?", 220, 240, WHY_ATTRIBUTE),
    /* dA = dy * s, dB = dy * a * s * (1 - s) with s = sigmoid(b), 4: 9 for each
     * of 320; 4 * (320 + 640 + 640) */
    B("torch.nn.functional.glu", "f32[10,64]", 2880, 6400),
    /* 3 * 30; dy, x, dx and dw of 120, w of 12 */
    B("torch.nn.functional.prelu", "f32[2,3,5] f32[3]", 90, 492),

    /* the operators of a backward: dy, saved, dx */
    F("aten::threshold_backward", "f32[4,5] f32[4,5] 0", 20, 240),
    F("threshold_backward", "f16[4,5] f16[4,5] 0", 20, 120),
    F("aten::gelu_backward", "f16[64,1024] f16[64,1024] 'none'", 720896, 393216),
    F("aten::gelu_backward", "f32[4,5] f32[4,5] 'tanh'", 360, 240),
    F("aten::silu_backward", "bf16[64,1024] bf16[64,1024]", 589824, 393216),
    F("aten::sigmoid_backward", "f32[4,5] f32[4,5]", 60, 240),
    F("aten::hardswish_backward", "f32[4,5] f32[4,5]", 80, 240),
    F("aten::elu_backward", "f32[4,5] 1.0 1 1 false f32[4,5]", 60, 240),
    F("aten::glu_backward", "f32[10,32] f32[10,64] 1", 2880, 6400),
    UB("aten::silu_backward", "f32[4,5] f32[4,5]", NA, NA, WHY_NO_BACKWARD),
};

static void test_forward(void **state)
{
	(void)state;
	MODELS_RUN(forward);
}

static void test_backward(void **state)
{
	(void)state;
	MODELS_RUN(backward);
}

static void test_activations(void **state)
{
	(void)state;
	MODELS_RUN(activations);
}

/* What is counted without being sure, and in which type. */
static void test_conf(void **state)
{
	static const struct {
		const char *name, *args;
		enum op_part part;
		enum conf conf;
		enum dtype dtype;
	} cases[] = {
	    {"torch.add", "f32[10] f32[10]", PART_FORWARD, CONF_EXACT, DTYPE_FLOAT32},
	    /* alpha is there and nobody says what it is: torch's own profiler
	     * counts one an element */
	    {"aten::add", "?[10] ?[10] ?", PART_FORWARD, CONF_ESTIMATE, DTYPE_UNKNOWN},
	    /* which of the two has a gradient, and so its formula */
	    {"torch.div", "f32[10] f32[10]", PART_BACKWARD, CONF_ESTIMATE,
		DTYPE_FLOAT32},
	    {"torch.div", "f32[10] 3", PART_BACKWARD, CONF_EXACT, DTYPE_FLOAT32},
	    /* compared as half, written as bool */
	    {"torch.lt", "f16[10] 3", PART_FORWARD, CONF_EXACT, DTYPE_FLOAT16},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena a = {0};
		struct cost cost;

		op_cost_of_call(calls_make(&a, cases[i].name, cases[i].args),
		    cases[i].part, &cost);
		assert_int_equal(cost.of_flops.conf, cases[i].conf);
		assert_int_equal(cost.dtype, cases[i].dtype);
		arena_free(&a);
	}
}

/* Numbers have a type of their own: of truth values 20 are read, the condition,
 * and 20 written. */
static void test_truth(void **state)
{
	struct arena arena = {0};
	const struct call *call =
	    calls_make(&arena, "aten::where", "b[4,5] true false");
	struct cost cost;

	(void)state;
	assert_int_equal(
	    op_cost_of(op_find(call), call, PART_FORWARD, NULL, &cost), 0);
	assert_true(cost.has_bytes);
	assert_int_equal(cost.bytes, 40);
	arena_free(&arena);
}

/* What is written over the first operand broadcasts to it, or torch refuses it:
 * "output with shape [10, 1] doesn't match the broadcast shape [10, 5]". */
static void test_grows(void **state)
{
	static const struct cost_case cases[] = {
	    U("aten::add_", "f32[10,1] f32[10,5] 1", NA, NA, WHY_MISMATCH),
	    U("aten::mul_", "f32[10] f32[5,10]", NA, NA, WHY_MISMATCH),
	    U("aten::mul_", "f32[10] f32[1,10]", NA, NA, WHY_MISMATCH),
	    U("aten::addcmul_", "f32[10] f32[10,10] f32[10] 1", NA, NA, WHY_MISMATCH),
	    U("aten::lerp_", "f32[10] f32[10,10] 0.5", NA, NA, WHY_MISMATCH),
	    U("Tensor.__iadd__", "f32[10,1] f32[10,5]", NA, NA, WHY_MISMATCH),
	    UB("aten::mul_", "f32[10] f32[5,10]", NA, NA, WHY_MISMATCH),
	    /* 50 elements; what is read 4 * (10 + 50) or 4 * (50 + 10), y 200 */
	    F("aten::mul", "f32[10,1] f32[10,5]", 50, 440),
	    F("aten::mul_", "f32[10,5] f32[10,1]", 50, 440),
	    F("aten::mul_", "f32[5,10] f32[10]", 50, 440),

	    /* a slope for each of three channels, or one; a vector has one channel */
	    U("aten::prelu", "f32[2,3,4] f32[5]", NA, NA, WHY_MISMATCH),
	    U("aten::prelu", "f32[2,3,4] f32[4]", NA, NA, WHY_MISMATCH),
	    U("aten::prelu", "f32[6] f32[6]", NA, NA, WHY_MISMATCH),
	    /* 2 * 24; x, y 192, the weight */
	    F("aten::prelu", "f32[2,3,4] f32[3]", 48, 204),
	    F("aten::prelu", "f32[2,3,4] f32[1]", 48, 196),
	    F("aten::prelu", "f32[6] f32[1]", 12, 52),
	    /* glu halves a dimension, and dy is half of x */
	    U("aten::glu", "f32[10,7] -1", NA, NA, WHY_MISMATCH),
	    U("aten::glu", "f32[10,8] 2", NA, NA, WHY_MISMATCH),
	    U("aten::glu_backward", "f32[10,8] f32[10,8] 1", NA, NA, WHY_MISMATCH),
	    /* 35 elements of 5; x 280, y 140 */
	    F("aten::glu", "f32[10,7] 0", 175, 420),

	    /* a cross product is of vectors of 3: three an element, 60 bytes each */
	    U("aten::linalg_cross", "f32[5,4] f32[5,4] -1", NA, NA, WHY_MISMATCH),
	    U("aten::linalg_cross", "f32[3,5] f32[3,5] 2", NA, NA, WHY_MISMATCH),
	    U("aten::cross", "f32[5,3] f32[5,3] 0", NA, NA, WHY_MISMATCH),
	    F("aten::linalg_cross", "f32[3,5] f32[3,5] 0", 45, 180),
	    F("aten::cross", "f32[3,5] f32[3,5] None", 45, 180),
	    F("aten::cross", "f32[3,5] f32[3,5] []", 45, 180),
	    /* ONNX's slope broadcasts */
	    F("onnx::PRelu", "f32[2,3,4] f32[4]", 48, 208),
	};

	(void)state;
	MODELS_RUN(cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_truth),
	    cmocka_unit_test(test_forward),
	    cmocka_unit_test(test_backward),
	    cmocka_unit_test(test_activations),
	    cmocka_unit_test(test_grows),
	    cmocka_unit_test(test_conf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
