/*
 * test_onnx.c - ONNX's operators: attributes are keywords, inputs that are left
 * out are None, what depends on the values of an input has no cost.
 */
#include "tests/unit/models.h"

#define P(name, args, flops, gemm, bytes)                                      \
	{                                                                      \
		name, args, PART_FORWARD, flops, gemm, bytes, NULL             \
	}

static void test_products(void **state)
{
	static const struct cost_case cases[] = {
	    /* 2 * 4 * 6 * 5, and 24 for C; 4 * (20 + 30 + 24), + 6 */
	    P("Gemm", "f32[4,5] f32[5,6]", 240, 240, 296),
	    P("onnx::Gemm", "f32[4,5] f32[6,5] f32[6] transB=1", 264, 240, 320),
	    P("Gemm", "f32[5,4] f32[5,6] transA=1", 240, 240, 296),
	    P("Gemm", "f32[4,5] f32[5,6] f32[6] beta=0.0", 240, 240, 296),
	    P("com.microsoft.FusedMatMul", "f32[3,5,4] f32[5,6] transA=1", 720,
		720, 648),
	    P("MatMul", "f32[4,5] f32[5,6]", 240, 240, 296),
	    /* a transposed product of 3 batches */
	    P("FusedMatMul", "f32[3,4,5] f32[3,6,5] transB=1", 720, 720, 888),
	    {"Gemm", "f32[4,5] f32[6,6] transB=1", PART_FORWARD, NA, NA, NA,
		WHY_MISMATCH},
	};

	(void)state;
	MODELS_RUN(cases);
}

/*
 * (1, 4, 10, 10) by (8, 4, 3, 3).  Without padding 8 by 8: 2 * 8 * 64 * 36 =
 * 36864; 4 * (400 + 288 + 512) = 4800.
 */
static void test_conv(void **state)
{
	static const struct cost_case cases[] = {
	    P("onnx::Conv", "f32[1,4,10,10] f32[8,4,3,3]", 36864, 36864, 4800),
	    P("onnx::Conv", "f32[1,4,10,10] f32[8,4,3,3] f32[8]", 37376, 36864, 4832),
	    /* in front and behind: 10 + 1 + 2 - 2 = 11 by 10 + 0 + 1 - 2 = 9:
	     * 2 * 8 * 99 * 36, 4 * (688 + 792) */
	    P("onnx::Conv", "f32[1,4,10,10] f32[8,4,3,3] pads=[1,0,2,1]", 57024,
		57024, 5920),
	    /* as large as the input over the stride: 5 by 5 */
	    P("onnx::Conv", "f32[1,4,10,10] f32[8,4,3,3] auto_pad='SAME_UPPER' strides=[2,2]",
		14400, 14400, 3552),
	    P("onnx::Conv", "f32[1,4,10,10] f32[8,4,3,3] auto_pad='VALID'",
		36864, 36864, 4800),
	    /* dilated by 2: 6 by 6 */
	    P("onnx::Conv", "f32[1,4,10,10] f32[8,4,3,3] dilations=[2,2]",
		20736, 20736, 3904),
	    /* 4 groups: 2 * 8 * 64 * 9 */
	    P("onnx::Conv", "f32[1,4,10,10] f32[8,1,3,3] group=4", 9216, 9216, 3936),
	    /* what is added to the result, 512, read; FusedConv's order */
	    P("com.microsoft.FusedConv",
		"f32[1,4,10,10] f32[8,4,3,3] f32[8] f32[1,8,8,8]", 37888, 36864,
		6880),
	    /* 8-bit operands, a result of int32: 400 + 288 + 4 * 512 */
	    P("onnx::ConvInteger", "u8[1,4,10,10] u8[8,4,3,3]", 36864, 36864, 2736),
	    /* (8, 2, 3, 3) transposed, stride 2: 9 - 0 + 2 + 1 = 21 each way:
	     * 2 * 800 * 18 = 28800; 4 * (800 + 144 + 882) */
	    P("onnx::ConvTranspose",
		"f32[1,8,10,10] f32[8,2,3,3] strides=[2,2]", 28800, 28800, 7304),
	    /* ... less 1 in front and 0 behind, 1 more of output_padding */
	    P("onnx::ConvTranspose",
		"f32[1,8,10,10] f32[8,2,3,3] strides=[2,2] pads=[1,1,0,0] "
		"output_padding=[1,1]",
		28800, 28800, 7304),
	    {"onnx::Conv", "f32[1,4,10,10] f32[8,3,3,3] group=1", PART_FORWARD,
		NA, NA, NA, WHY_MISMATCH},
	};

	(void)state;
	MODELS_RUN(cases);
}

/* torch's operators with layouts of their own. */
static void test_layouts(void **state)
{
	static const struct cost_case cases[] = {
	    /* bias, z and relu: 512 each; z is read */
	    P("aten::cudnn_convolution_add_relu", "f32[1,4,10,10] f32[8,4,3,3] f32[1,8,8,8] 1.0 f32[8] [1,1] [0,0] [1,1] 1",
		38400, 36864, 6880),
	    /* one product of the backward; the other operand is a list of sizes */
	    P("aten::cudnn_convolution_backward_input",
		"[1,4,10,10] f32[1,8,8,8] f32[8,4,3,3] [0,0] [1,1] [1,1] 1",
		36864, 36864, 4800),
	    P("aten::cudnn_convolution_backward_weight",
		"[8,4,3,3] f32[1,8,8,8] f32[1,4,10,10] [0,0] [1,1] [1,1] 1",
		36864, 36864, 4800),
	    /* T = 10, B = 2, Ci = 4; k = 3, Co = 8: 8 results: 2 * 8 * 2 * 8 *
	     * 12; 4 * (80 + 96 + 128) */
	    P("aten::conv_tbc", "f32[10,2,4] f32[3,4,8] f32[8] 0", 3200, 3072, 1248),
	    /* depthwise, as long as the input: 2 * 96 * 4, 96 for the bias;
	     * 2 * (96 + 24 + 6 + 96) */
	    P("DaoAILab::_causal_conv1d_fwd_cpp", "f16[1,6,16] f16[6,4] f16[6]",
		864, 768, 444),
	    P("ConvBiasReLU_", "f32[1,4,10,10] f32[8,4,3,3] f32[8] 0 1", 37888,
		36864, 4832),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* 24 elements of float32: 96 bytes. */
static void test_others(void **state)
{
	static const struct cost_case cases[] = {
	    F("Relu", "f32[4,6]", 24, 192),
	    F("onnx::Add", "f32[4,6] f32[6]", 24, 216),
	    F("onnx::Sum", "f32[4,6] f32[4,6] f32[4,6]", 48, 384),
	    F("onnx::Max", "f32[4,6]", 0, 192),
	    /* a sum, and a division */
	    F("onnx::Mean", "f32[4,6] f32[4,6]", 48, 288),
	    F("onnx::Clip", "f32[4,6] min=0.0 max=6.0", 48, 192),
	    F("onnx::Equal", "f32[4,6] f32[4,6]", 24, 216),
	    F("onnx::Gelu", "f32[4,6] approximate='tanh'", 216, 192),
	    F("com.microsoft.FastGelu", "f32[4,6] f32[6]", 240, 216),
	    F("com.microsoft.FastGelu", "f32[4,6]", 216, 192),
	    F("onnx::Softmax", "f32[4,6] axis=-1", 120, 192),
	    F("onnx::LayerNormalization", "f32[4,6] f32[6] f32[6] axis=-1", 120, 240),
	    F("com.microsoft.SkipLayerNormalization",
		"f32[4,6] f32[4,6] f32[6] f32[6]", 144, 336),
	    /* a bias of the residual: an addition and 6 numbers more */
	    F("com.microsoft.SkipLayerNormalization",
		"f32[4,6] f32[4,6] f32[6] f32[6] f32[6]", 168, 360),
	    /* by given statistics 2, by the batch's 5: running statistics are
	     * read and written, the batch's saved: 4 * (48 + 6 + 12 + 6) */
	    F("onnx::BatchNormalization",
		"f32[4,3,2] f32[3] f32[3] f32[3] f32[3]", 48, 240),
	    F("onnx::BatchNormalization",
		"f32[4,3,2] f32[3] f32[3] f32[3] f32[3] training_mode=1", 120, 288),
	    F("onnx::RMSNormalization", "f32[4,6] f32[6]", 96, 216),
	    F("SkipSimplifiedLayerNormalization", "f32[4,6] f32[4,6] f32[6]",
		120, 312),
	    F("onnx::ReduceMean", "f32[4,6] axes=[1]", 28, 112),
	    F("onnx::ReduceSum", "f32[4,6]", 24, 100),
	    F("onnx::ReduceL2", "f32[4,6] axes=[0]", 54, 120),
	    F("onnx::ReduceL1", "f32[4,6] axes=[0]", 48, 120),
	    F("onnx::ReduceLogSum", "f32[4,6] axes=[0]", 30, 120),
	    F("onnx::ArgMax", "f32[4,6] axis=1", 24, 128),
	    F("onnx::Transpose", "f32[4,6] perm=[1,0]", 0, 192),
	    /* ONNX's own numbers: 10 is float16, which is torch's bool */
	    F("onnx::Cast", "f32[4,6] to=10", 0, 144),
	    F("onnx::Concat", "f32[4,6] f32[4,6] axis=0", 0, 384),
	    F("onnx::RandomNormal", "shape=[4,6]", 0, 96),
	    /* 2 indices of a row of 6: 16 + 2 * 48 */
	    F("onnx::Gather", "f32[4,6] i64[2] axis=0", 0, 112),
	    F("onnx::GatherElements", "f32[4,6] i64[2,6] axis=0", 0, 192),
	    /* 3 indices of one dimension: 3 rows of 6; 24 + 2 * 72 */
	    F("onnx::GatherND", "f32[4,6] i64[3,1]", 0, 168),
	    F("onnx::GatherND", "f32[4,6] i64[3,2]", 0, 72),
	    /* x is copied, 12 are put */
	    F("onnx::ScatterElements", "f32[4,6] i64[2,6] f32[2,6]", 0, 336),
	    /* each of the 12 is added, or is a product or the larger of two */
	    F("onnx::ScatterElements",
		"f32[4,6] i64[2,6] f32[2,6] reduction='none'", 0, 336),
	    F("onnx::ScatterElements",
		"f32[4,6] i64[2,6] f32[2,6] reduction='add'", 12, 336),
	    F("onnx::ScatterND", "f32[4,6] i64[2,1] f32[2,6] reduction='max'",
		12, 256),
	    F("onnx::ScatterND", "f32[4,6] i64[2,1] f32[2,6] reduction='none'",
		0, 256),
	    F("onnx::Compress", "f32[4,6] b[4]", 0, 196),
	    F("onnx::Pad", "f32[4,6] pads=[0,1,0,1]", 0, 224),
	    F("onnx::TopK", "f32[4,6] k=2", 0, 192),
	    F("onnx::CumSum", "f32[4,6] axis=1", 24, 192),
	    /* Adam: R, T, X, G, V, H of 24: 13, and 7 * 96 */
	    F("ai.onnx.preview.training.Adam",
		"f32[1] i64[1] f32[24] f32[24] f32[24] f32[24]", 312, 672),
	    F("com.microsoft.SGDOptimizer", "f32[1] f32[24] f32[24]", 48, 288),
	    U("onnx::ReduceSum", "f32[4,6] i64[1]", 24, NA, WHY_ATTRIBUTE),
	    U("onnx::Slice", "f32[4,6] i64[1] i64[1]", NA, NA, WHY_VALUES),
	    U("onnx::TopK", "f32[4,6] i64[1]", 0, NA, WHY_ATTRIBUTE),
	    U("onnx::Shape", "f32[4,6]", NA, NA, WHY_NO_KERNEL),
	    U("onnx::Reshape", "f32[4,6] i64[2]", NA, NA, WHY_VIEW),
	};

	(void)state;
	MODELS_RUN(cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_products),
	    cmocka_unit_test(test_conv),
	    cmocka_unit_test(test_layouts),
	    cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
