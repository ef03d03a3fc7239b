/*
 * test_models_quant.c - quantisation and rotary embedding.
 */
#include "tests/unit/models.h"

/* 1000 elements: float32 are 4000 bytes, what has 8 bits 1000. */
static void test_quant(void **state)
{
	static const struct cost_case cases[] = {
	    F("aten::quantize_per_tensor", "f32[1000] 0.1 0 12", 3000, 5000),
	    F("aten::quantize_per_tensor", "f32[1000] 0.1 0 14", 3000, 8000),
	    /* scales float64 and zero points int64 of 10 channels */
	    F("aten::quantize_per_channel", "f32[10,100] f64[10] i64[10] 0 13",
		3000, 5160),
	    F("aten::quantize_per_tensor_dynamic", "f32[1000] 13 false", 5000, 5000),
	    F("aten::dequantize", "quint8[1000]", 2000, 5000),
	    F("aten::int_repr", "quint8[1000]", 0, 2000),
	    /* result and mask */
	    F("aten::fake_quantize_per_tensor_affine_cachemask",
		"f32[1000] 0.1 0 -128 127", 6000, 9000),
	    F("torch.fake_quantize_per_tensor_affine",
		"f16[1000] 0.1 0 -128 127", 6000, 5000),
	    /* a scale for each of 8 */
	    U("aten::fake_quantize_per_channel_affine_cachemask",
		"f32[8,16] f32[9] i32[9] 0 0 255", NA, NA, WHY_MISMATCH),
	    F("aten::fake_quantize_per_channel_affine_cachemask",
		"f32[10,100] f32[10] i32[10] 0 -128 127", 6000, 9080),
	    F("aten::fake_quantize_per_tensor_affine_cachemask_backward",
		"f32[1000] b[1000]", 1000, 9000),
	    B("aten::fake_quantize_per_tensor_affine_cachemask",
		"f32[1000] 0.1 0 -128 127", 1000, 9000),
	    /* the result is an argument; the scale is read, or written */
	    F("_C::static_scaled_fp8_quant",
		"float8_e4m3fn[10,100] bf16[10,100] f32[1]", 3000, 3004),
	    F("_C::dynamic_scaled_fp8_quant",
		"float8_e4m3fn[10,100] bf16[10,100] f32[1]", 5000, 3004),
	    F("_C::dynamic_per_token_scaled_fp8_quant",
		"float8_e4m3fn[10,100] bf16[10,100] f32[10,1]", 5000, 3040),
	    F("primus_turbo::quantize_fp8_tensorwise",
		"bf16[1000] 'float8_e4m3fn'", 5000, 3004),
	    F("onnx::QuantizeLinear", "f32[1000] f32[1] u8[1]", 3000, 5005),
	    F("onnx::DequantizeLinear", "u8[1000] f16[1] u8[1]", 2000, 3003),
	    F("onnx::DynamicQuantizeLinear", "f32[1000]", 5000, 5005),
	    U("aten::quantize_per_tensor", "?[1000] 0.1 0 13", 3000, NA, WHY_NO_DTYPE),
	    UB("aten::quantize_per_tensor", "f32[4] 0.1 0", NA, NA, WHY_NO_GRADIENT),
	};
	static const struct conf_case confs[] = {
	    {"torch.quantize_per_tensor", "f32[1000] 0.1 0", PART_FORWARD,
		CONF_ESTIMATE},
	    {"aten::quantize_per_tensor", "f32[1000] 0.1 0 13", PART_FORWARD,
		CONF_EXACT},
	};

	(void)state;
	MODELS_RUN(cases);
	MODELS_CONF(confs);
}

/* 16 tokens of 4 heads of 32: 2048 elements of bfloat16, 3 each. */
static void test_rope(void **state)
{
	static const struct cost_case cases[] = {
	    /* x read and written, angles of float32 */
	    F("FusedRoPEFunc", "bf16[16,1,4,32] f32[16,1,1,32]", 6144, 10240),
	    B("FusedRoPEFunc", "bf16[16,1,4,32] f32[16,1,1,32]", 6144, 10240),
	    /* half of each head is rotated */
	    F("FusedRoPEFunc", "bf16[16,1,4,32] f32[16,1,1,16]", 3072, 9216),
	    /* query, and a key of one head: 2048 + 512; 16 positions of int64,
	     * a row of the table for each, not all 4096 */
	    F("_C::rotary_embedding",
		"i64[16] bf16[16,128] bf16[16,32] 32 bf16[4096,32] true", 7680,
		11392),
	    F("sgl_kernel::rotary_embedding",
		"i64[16] bf16[16,128] bf16[16,32] 32 bf16[4096,16] true", 3840,
		/* 2 * 2 * (1024 + 256) + 8 * 16 + 2 * 16 * 16 */
		5760),
	    /* 8 and 2 heads of 64, of which 32 are rotated in place: of 37
	     * tokens 37 * 320 elements; 2 * 2 * 37 * 320 + 8 * 37 + 2 * 37 * 32 */
	    F("_C::rotary_embedding",
		"i64[37] bf16[37,512] bf16[37,128] 64 bf16[4096,32] true",
		35520, 50024),
	    /* cosines and sines as wide as the head, or half as wide */
	    F("LigerRopeFunction",
		"bf16[1,4,16,32] bf16[1,1,16,32] bf16[1,16,32] bf16[1,16,32]",
		7680, 12288),
	    /* ... or cover half of each head: 3 * (4 + 1) * 16 * 16;
	     * 2 * (2 * (2048 + 512) + 2 * 256) */
	    F("LigerRopeFunction",
		"bf16[1,4,16,32] bf16[1,1,16,32] bf16[1,16,16] bf16[1,16,16]",
		3840, 11264),
	    F("flash_attn::apply_rotary",
		"bf16[1,16,4,32] bf16[16,16] bf16[16,16]", 6144, 9216),
	    /* 16 of 32 rotated, the rest is copied by a call of its own:
	     * 2 * (2 * 1024 + 2 * 128) */
	    F("flash_attn::apply_rotary",
		"bf16[1,16,4,32] bf16[16,8] bf16[16,8]", 3072, 4608),
	    /* ONNX's two orders; rows of both tables for 16 positions */
	    F("onnx::RotaryEmbedding",
		"bf16[1,4,16,32] bf16[99,16] bf16[99,16] i64[1,16]", 6144, 9344),
	    F("com.microsoft.RotaryEmbedding",
		"bf16[1,4,16,32] i64[1,16] bf16[99,16] bf16[99,16]", 6144, 9344),
	    U("FusedRoPEFunc", "bf16[16,1,4,32]", NA, NA, WHY_NO_SHAPE),
	};

	(void)state;
	MODELS_RUN(cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_quant),
	    cmocka_unit_test(test_rope),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
