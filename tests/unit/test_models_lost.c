/*
 * test_models_lost.c - what a profile lost: one of a list of tensors, an
 * argument whose default would be a guess; and sizes that contradict each other.
 */
#include "tests/unit/models.h"

#define LIST(...) "[" __VA_ARGS__ "]"
#define F32(n) "{\"type\":\"tensor\",\"shape\":[" #n "],\"dtype\":\"float32\"}"
#define LOST "{\"type\":\"unknown\"}"

/* What a list lacks is no number that is the same for all. */
static void test_lists(void **state)
{
	static const struct cost_case cases[] = {
	    U("aten::_foreach_add_", LIST(F32(2) "," LOST) " 1.0", NA, NA,
		WHY_NO_SHAPE),
	    U("aten::_foreach_addcdiv_",
		LIST(F32(2) "," F32(3)) " " LIST(F32(2) "," F32(3)) " " LIST(
		    F32(2) "," LOST) " [1.0,1.0]",
		NA, NA, WHY_NO_SHAPE),
	    U("aten::einsum", "'i,i->' " LIST(F32(2) "," LOST), NA, NA, WHY_NO_SHAPE),
	    /* a trace shows what is lost as without dimensions: 5 * 3 twice */
	    U("aten::cat", LIST(F32(2) "," F32()) " 0", 0, NA, WHY_NO_SHAPE),
	    F("aten::cat", LIST(F32(2) "," F32()) " 0 > f32[5,3]", 0, 4 * 30),
	    F("aten::stack", LIST(F32() "," F32()) " 0", 0, 16),
	    /* Adagrad: 6 a parameter; three lists, the gradient is read alone,
	     * a step each: 4 * 5 * 5 + 2 * 4 */
	    F("aten::_fused_adagrad_",
		LIST(F32(2) "," F32(3)) " " LIST(F32(2) "," F32(
		    3)) " " LIST(F32(2) "," F32(3)) " " LIST(F32(1) "," F32(1)) " 0.1 0.0 0.0 0.0 false None None",
		30, 108),
	    U("aten::_fused_adagrad_",
		LIST(F32(2) "," F32(3)) " " LIST(F32(2)) " " LIST(
		    F32(2) "," F32(3)) " " LIST(F32(1) "," F32(1)),
		NA, NA, WHY_MISMATCH),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* A default is taken where torch has one, and then it is an estimate. */
static void test_attributes(void **state)
{
	static const struct cost_case cases[] = {
	    /* 0, 2, 4, 6 and 8, of float16 */
	    F("aten::arange", "0 10 2 5 None None None", 0, 10),
	    U("aten::arange", "0 ? 2 5 None None None", 0, NA, WHY_ATTRIBUTE),
	    U("aten::arange", "0 10 'x' 5 None None None", 0, NA, WHY_ATTRIBUTE),
	    /* 1 query of each of 2 sequences sees its 8 and 4 keys: 4 heads,
	     * 2 * 2 * 16 a pair; 14 * 4 * 16 elements twice, log-sum-exp 2 * 4 */
	    {"flash_attn::_flash_attn_varlen_forward",
		"f16[2,4,16] f16[12,4,16] f16[12,4,16] i32[3] i32[3] 1 8 0.0 "
		"0.25 true",
		PART_FORWARD, 4 * 64 * 12, 4 * 64 * 12, 3584 + 32, NULL, NULL},
	    U("flash_attn::_flash_attn_varlen_forward",
		"f16[2,4,16] f16[12,4,16] f16[12,4,16] i32[3] i32[3] 1 ? 0.0 "
		"0.25 true",
		NA, 3616, WHY_ATTRIBUTE),
	    /* of (5, 3) 12 rows, of all 15 elements 12: x and y */
	    F("aten::repeat_interleave", "f32[5,3] i64[5] 0 12", 0, 4 * (15 + 36)),
	    F("aten::repeat_interleave", "f32[5,3] i64[3] -1 7", 0, 4 * (15 + 35)),
	    F("aten::repeat_interleave", "f32[5,3] i64[15] None 12", 0,
		4 * (15 + 12)),
	    U("aten::repeat_interleave", "f32[5,3] i64[5] 2 12", NA, NA, WHY_MISMATCH),
	    U("aten::repeat_interleave", "f32[5,3] i64[5] ? 12", 0, NA, WHY_ATTRIBUTE),
	    U("aten::repeat_interleave", "f32[5,3] i64[5] 0 ?", 0, NA, WHY_VALUES),
	};
	static const struct conf_case confs[] = {
	    {"aten::_softmax", "f16[4,6] 1 ?", PART_FORWARD, CONF_ESTIMATE},
	    {"aten::_softmax", "f16[4,6] 1 ? > f16[4,6]", PART_FORWARD, CONF_EXACT},
	    {"aten::_softmax", "f16[4,6] 1 false", PART_FORWARD, CONF_EXACT},
	    {"aten::_softmax", "f16[4,6] 1 true", PART_FORWARD, CONF_EXACT},
	    {"aten::_softmax", "f32[4,6] 1 ?", PART_FORWARD, CONF_EXACT},
	    {"aten::softmax", "f32[4,6] 1 ?", PART_FORWARD, CONF_ESTIMATE},
	    {"aten::softmax", "f32[4,6] 1 _", PART_FORWARD, CONF_EXACT},
	    {"aten::softmax", "f32[4,6] 1 None", PART_FORWARD, CONF_EXACT},
	    {"aten::cumsum", "f32[4,6] 1 ?", PART_FORWARD, CONF_ESTIMATE},
	    {"aten::cumsum", "f32[4,6] 1 ? > f32[4,6]", PART_FORWARD, CONF_EXACT},
	    {"aten::cumsum", "f32[4,6] 1 None", PART_FORWARD, CONF_EXACT},
	    {"fbgemm::FP8RowwiseQuantizedToFloat", "u8[4,16] true ?",
		PART_FORWARD, CONF_ESTIMATE},
	    {"fbgemm::FP8RowwiseQuantizedToFloat", "u8[4,16] true",
		PART_FORWARD, CONF_EXACT},
	    {"fbgemm::FP8RowwiseQuantizedToFloat", "u8[4,16] true 1",
		PART_FORWARD, CONF_EXACT},
	};

	(void)state;
	MODELS_RUN(cases);
	MODELS_CONF(confs);
}

static void test_contradictions(void **state)
{
	static const struct cost_case cases[] = {
	    U("aten::linear", "f32[8,4] f32[6,4] f32[7]", NA, NA, WHY_MISMATCH),
	    U("aten::linear", "f32[8,4] f32[6,4] f32[2,6]", NA, NA, WHY_MISMATCH),
	    {"aten::linear", "f32[8,4] f32[6,4] f32[1]", PART_FORWARD, 432, 384,
		4 * (32 + 24 + 48 + 1), NULL, NULL},
	    {"aten::addmm", "f32[8,1] f32[8,4] f32[4,6] 1 1", PART_FORWARD, 432,
		384, 4 * (32 + 24 + 48 + 8), NULL, NULL},
	    U("aten::addmm", "f32[6,1] f32[8,4] f32[4,6]", NA, NA, WHY_MISMATCH),
	    {"aten::addmv", "f32[8] f32[8,4] f32[4] 1 1", PART_FORWARD, 72, 64,
		4 * (8 + 32 + 4 + 8), NULL, NULL},
	    U("aten::addmv", "f32[7] f32[8,4] f32[4]", NA, NA, WHY_MISMATCH),
	    U("aten::nll_loss_forward", "f32[4,5] i64[7] None 1 -100", NA, NA,
		WHY_MISMATCH),
	    U("aten::nll_loss2d_forward", "f32[2,3,5,6] i64[2,5,7] None 1 -100",
		NA, NA, WHY_MISMATCH),
	    /* one sample: its element, the target's 8, a weight in all, y */
	    F("aten::nll_loss_forward", "f32[5] i64[] None 1 -100", 1, 4 + 8 + 4 + 4),
	    /* of libraries' kernels the classes are the last: 5 * 3 * 2 * 9; x,
	     * 6 targets and statistics */
	    F("CrossEntropyFunction", "f32[3,2,9] i64[3,2]", 270,
		4 * 54 + 6 * 8 + 4 * 6),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* torch hands over all arguments, those that are defaults too: a list that ends
 * early was cut, and what is behind its end is not known to be the default. */
static void test_cut(void **state)
{
	static const struct cost_case cases[] = {
	    /* no padding, no stride, no bias */
	    U("aten::conv2d", "f32[1,3,8,8] f32[4,3,3,3] None [1,1]", NA, NA,
		WHY_ATTRIBUTE),
	    U("aten::conv2d", "f32[1,3,8,8] f32[4,3,3,3] None", NA, NA, WHY_ATTRIBUTE),
	    U("aten::conv2d", "f32[1,3,8,8] f32[4,3,3,3]", NA, NA, WHY_ATTRIBUTE),
	    /* 4 channels in and out: plain or transposed */
	    U("aten::convolution", "f32[1,4,8,8] f32[4,4,3,3] None [2,2] [0,0] [1,1]",
		NA, NA, WHY_ATTRIBUTE),
	    U("aten::convolution",
		"input=f32[1,4,8,8] weight=f32[4,4,3,3] bias=None stride=[2,2]",
		NA, NA, WHY_ATTRIBUTE),
	    U("aten::_fused_sgd_", LIST(F32(2)) " " LIST(F32(2)), NA, NA, NULL),
	    U("aten::_fused_adam_", LIST(F32(2)) " " LIST(F32(2)), NA, NA, NULL),
	    /* a mask */
	    U("aten::scaled_dot_product_attention",
		"f16[1,4,5,8] f16[1,4,7,8] f16[1,4,7,8]", NA, NA, WHY_NO_SHAPE),
	    U("aten::linear", "f32[8,4] f32[6,4]", NA, NA, WHY_NO_SHAPE),
	    U("aten::layer_norm", "f32[4,6] [6]", NA, NA, WHY_NO_SHAPE),
	    U("aten::layer_norm", "f32[4,6] [6] None", NA, NA, WHY_NO_SHAPE),
	    U("aten::nll_loss_forward", "f32[4,6] i64[4]", NA, NA, NULL),
	    U("aten::mse_loss", "f32[4,6] f32[4,6]", NA, NA, WHY_ATTRIBUTE),
	    U("aten::add", "f32[4,6]", NA, NA, WHY_NO_SHAPE),
	    U("aten::mul", "f32[4,6]", NA, NA, WHY_NO_SHAPE),
	    U("aten::addcmul", "f32[4,6] f32[4,6]", NA, NA, WHY_NO_SHAPE),
	    U("aten::lerp", "f32[4,6] f32[4,6]", NA, NA, WHY_NO_SHAPE),
	    U("aten::where", "b[4,6] f32[4,6]", NA, NA, WHY_NO_SHAPE),
	    U("aten::clamp", "f32[4,6] 0", NA, NA, WHY_NO_SHAPE),
	    U("aten::threshold_backward", "f32[4,6]", NA, NA, WHY_NO_SHAPE),
	    U("aten::prelu", "f32[4,6]", NA, NA, WHY_NO_SHAPE),
	    /* a name without aten:: is of torch before 1.6, which recorded
	     * tensors alone; a caller's own notation leaves out defaults:
	     * 2 * 4 * 6 * 6 * 27; 4 * (192 + 108 + 144) */
	    U("conv2d", "f32[1,3,8,8] f32[4,3,3,3] f32[4]", NA, NA, WHY_ATTRIBUTE),
	    {"torch.conv2d", "f32[1,3,8,8] f32[4,3,3,3]", PART_FORWARD, 7776,
		7776, 1776, NULL, NULL},
	    /* overloads, and releases that had no more arguments: 24 sums; a
	     * rounding to come, an element of x, y and the result each; gelu
	     * was erf's alone: 5; no window */
	    F("aten::max", "f32[4,6]", 24, 100),
	    F("aten::div", "f32[4,6] f32[4,6]", 24, 288),
	    F("aten::div", "f32[4,6] f32[4,6] f32[4,6]", 24, 288),
	    F("aten::gelu", "f32[4,6]", 120, 192),
	};
	static const struct conf_case confs[] = {
	    {"aten::addmm", "f32[6] f32[8,4] f32[4,6]", PART_FORWARD, CONF_ESTIMATE},
	    {"aten::addmm", "f32[6] f32[8,4] f32[4,6] 1 1", PART_FORWARD, CONF_EXACT},
	    {"aten::add", "f32[4,6] f32[4,6]", PART_FORWARD, CONF_ESTIMATE},
	    {"aten::add", "f32[4,6] f32[4,6] 1", PART_FORWARD, CONF_EXACT},
	    {"torch.add", "f32[4,6] f32[4,6]", PART_FORWARD, CONF_EXACT},
	    {"aten::scaled_dot_product_attention",
		"f16[1,4,5,8] f16[1,4,7,8] f16[1,4,7,8] None 0.0", PART_FORWARD,
		CONF_UPPER},
	};

	(void)state;
	MODELS_RUN(cases);
	MODELS_CONF(confs);
}

/* An operand that is a tensor is not left out of the count. */
static void test_operands(void **state)
{
	static const struct cost_case cases[] = {
	    U("aten::addcmul", "f32[4,6] ? f32[4,6] 1", NA, NA, WHY_NO_SHAPE),
	    U("aten::addcmul", "f32[4,6] f32[4,6] ? 1", NA, NA, WHY_NO_SHAPE),
	    U("aten::addcdiv_", "f32[4,6] f32[4,6] _ 1", NA, NA, WHY_NO_SHAPE),
	    U("torch.addcdiv", "f32[4,6] f32[4,6]", NA, NA, WHY_NO_SHAPE),
	    U("aten::lerp", "f32[4,6] ? 0.5", NA, NA, WHY_NO_SHAPE),
	    U("aten::where", "? f32[4,6] f32[4,6]", NA, NA, WHY_NO_SHAPE),
	    U("aten::_foreach_addcmul_", LIST(F32(2)) " " LIST(F32(2)) " ? 1",
		NA, NA, WHY_NO_SHAPE),
	    U("aten::_foreach_addcdiv_", LIST(F32(2)) " ? " LIST(F32(2)) " 1",
		NA, NA, WHY_NO_SHAPE),
	    U("aten::_foreach_addcdiv_", LIST(F32(2)) " " LIST(F32(2)), NA, NA,
		WHY_NO_SHAPE),
	    U("aten::_foreach_lerp_", LIST(F32(2)) " " LIST(F32(2)) " ?", NA,
		NA, WHY_NO_SHAPE),
	    U("aten::_foreach_lerp_", LIST(F32(2)) " " LIST(F32(2)), NA, NA,
		WHY_NO_SHAPE),
	    U("aten::_foreach_add_", LIST(F32(2)) " _", NA, NA, WHY_NO_SHAPE),
	    U("aten::_foreach_add_", LIST(F32(2)), NA, NA, WHY_NO_SHAPE),
	    U("aten::_foreach_copy_", LIST(F32(2)), NA, NA, WHY_NO_SHAPE),
	    U("aten::_foreach_add_",
		LIST(F32(2)) " " LIST("{\"type\":\"tensor\",\"dtype\":"
				      "\"float32\"}") " 1",
		NA, NA, WHY_NO_SHAPE),
	    /* a scatter without its source; sizes of a new tensor */
	    U("aten::scatter_add", "f32[4,6] 0 i64[2,6] ?", NA, NA, WHY_NO_SHAPE),
	    U("aten::scatter_add_", "f32[4,6] 0 i64[2,6]", NA, NA, WHY_NO_SHAPE),
	    U("aten::new_zeros", "f32[4,6] ? None None None None", 0, NA,
		WHY_ATTRIBUTE),
	    U("aten::new_zeros", "f32[4,6]", 0, NA, WHY_ATTRIBUTE),
	    U("torch.zeros", "?", 0, NA, WHY_ATTRIBUTE),
	    U("aten::zeros", "? 6 None None None", 0, NA, WHY_ATTRIBUTE),
	};

	static const struct conf_case confs[] = {
	    /* a number is none, and has no alpha */
	    {"aten::_foreach_add_", LIST(F32(2)) " 1.0", PART_FORWARD, CONF_EXACT},
	    {"aten::_foreach_add_", LIST(F32(2)) " " LIST(F32(2)), PART_FORWARD,
		CONF_ESTIMATE},
	    {"aten::_foreach_add_", LIST(F32(2)) " " LIST(F32(2)) " 1",
		PART_FORWARD, CONF_EXACT},
	    {"aten::scatter", "f32[4,6] 0 i64[2,6] 1.0", PART_FORWARD, CONF_EXACT},
	};

	(void)state;
	MODELS_RUN(cases);
	MODELS_CONF(confs);
}

/* A type that is no type that is known is not the usual one. */
static void test_types(void **state)
{
	static const struct cost_case cases[] = {
	    U("aten::softmax", "f16[4,6] 1 999", 120, NA, WHY_NO_DTYPE),
	    U("aten::cumsum", "f32[4,6] 1 999", 24, NA, WHY_NO_DTYPE),
	    /* float8_e8m0fnu and float4_e2m1fn_x2: x 48 and a byte each */
	    F("aten::_to_copy", "f16[4,6] 44 None None None false None", 0, 72),
	    F("aten::_to_copy", "f16[4,6] 45 None None None false None", 0, 72),
	    /* the type of what fills it, where nothing else tells */
	    F("aten::full", "[4,6] 1 None None None None", 0, 192),
	    F("aten::full", "[4,6] 1.0 None None None None", 0, 96),
	    F("aten::full", "[4,6] i64[] None None None None", 0, 192),
	    U("aten::full", "[4,6] ? None None None None", 0, NA, WHY_NO_DTYPE),
	    F("aten::full", "[4,6] ? 5 None None None", 0, 48),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* Where a kernel runs over nothing it does nothing. */
static void test_empty(void **state)
{
	static const struct cost_case cases[] = {
	    F("triton_poi_fused_add_0", "f32[0,3] f32[0,3] 0", 0, 0),
	    F("triton_red_fused_sum_0", "f32[0,3] f32[0]", 0, 0),
	    U("triton_poi_fused_add_0", "None", NA, NA, WHY_NO_SHAPE),
	};

	(void)state;
	MODELS_RUN(cases);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_lists),
	    cmocka_unit_test(test_attributes),
	    cmocka_unit_test(test_contradictions),
	    cmocka_unit_test(test_cut),
	    cmocka_unit_test(test_operands),
	    cmocka_unit_test(test_types),
	    cmocka_unit_test(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
