/*
 * test_models_more.c - libraries' operators (vLLM, SGLang, apex, Liger), the
 * parts of operators that torch runs one by one, optimizers.
 */
#include "tests/unit/models.h"

/* 16 rows of 64: 1024 elements, 2048 bytes of bfloat16. */
static void test_libraries(void **state)
{
	static const struct cost_case cases[] = {
	    /* 3 and the weight; x, y and 64 weights */
	    F("_C::rms_norm", "bf16[16,64] bf16[16,64] bf16[64]", 4096, 4224),
	    F("sgl_kernel::rmsnorm", "bf16[16,64] bf16[16,64] bf16[64]", 4096, 4224),
	    /* a library that returns the result */
	    F("vllm::rms_norm", "bf16[16,64] bf16[64]", 4096, 4224),
	    F("aiter::rmsnorm2d_fwd", "bf16[16,64] bf16[64] 1e-6", 4096, 4224),
	    F("sgl_kernel::fused_add_rmsnorm",
		"bf16[16,64] bf16[16,64] bf16[64]", 5120, 8320),
	    /* 1/rms is saved: 4 bytes a row */
	    F("LigerRMSNormFunction", "bf16[16,64] bf16[64]", 4096, 4288),
	    /* 7 and 2; dy, x, dx, 1/rms, weight and its gradient */
	    B("LigerRMSNormFunction", "bf16[16,64] bf16[64]", 9216, 6464),
	    F("apex::FusedLayerNormAffineFunction",
		"bf16[16,64] bf16[64] bf16[64] [64]", 5120, 4480),
	    /* halves of 32: silu 5 and a product */
	    F("_C::silu_and_mul", "bf16[16,32] bf16[16,64]", 3072, 3072),
	    U("_C::silu_and_mul", "bf16[16,31] bf16[16,64]", NA, NA, WHY_MISMATCH),
	    /* an end for each of 4 groups */
	    U("aten::_grouped_mm", "bf16[100,64] bf16[4,64,32] i32[5] None None",
		NA, NA, WHY_MISMATCH),
	    F("mylib::silu_and_mul.default", "bf16[16,32] bf16[16,64]", 3072, 3072),
	    F("vllm::silu_and_mul", "bf16[16,64]", 3072, 3072),
	    F("_C::gelu_tanh_and_mul", "bf16[16,32] bf16[16,64]", 5120, 3072),
	    F("LigerGELUMulFunction", "bf16[16,32] bf16[16,32]", 5120, 3072),
	    F("SwiGLUFunction", "bf16[16,64]", 3072, 3072),
	    F("LigerCrossEntropyFunction", "bf16[16,64] i64[16]", 5120, 2240),
	    /* 16 tokens of 64 keys and values, read and written, 16 slots */
	    F("_C_cache_ops::reshape_and_cache", "bf16[16,4,16] bf16[16,4,16] bf16[9,4,2,16,8] bf16[9,4,16,16] i64[16]",
		0, 8320),
	    /* a cache of 8 bits */
	    F("_C_cache_ops::reshape_and_cache_flash", "bf16[16,4,16] bf16[16,4,16] u8[9,16,4,16] u8[9,16,4,16] i64[16]",
		0, 6272),
	    U("nosuch::nosuch_and_mul", "bf16[16,64]", NA, NA, WHY_NO_MODEL),
	    U("my::linear", "bf16[16,64]", NA, NA, WHY_NO_MODEL),
	};
	static const struct cost_case products[] = {
	    /* TE's weight comes first: 2 * 16 * 32 * 64; 2 * (1024 + 2048 + 512) */
	    {"_Linear", "bf16[32,64] bf16[16,64]", PART_FORWARD, 65536, 65536,
		7168, NULL},
	    {"aiter::gemm_a16w16", "bf16[16,64] bf16[32,64]", PART_FORWARD,
		65536, 65536, 7168, NULL},
	    /* 2 * 4 * 6 * 5, 24 for C, relu 24 or gelu 9 * 24 */
	    {"aten::_addmm_activation", "f32[6] f32[4,5] f32[5,6] 1 1 false",
		PART_FORWARD, 288, 240, 320, NULL},
	    {"aten::_addmm_activation", "f32[6] f32[4,5] f32[5,6] 1 1 true",
		PART_FORWARD, 480, 240, 320, NULL},
	};

	(void)state;
	MODELS_RUN(cases);
	MODELS_RUN(products);
}

/* (2, 4, 8): 64 elements of 4 channels, float32. */
static void test_parts(void **state)
{
	static const struct cost_case cases[] = {
	    /* 3 and 2 are the 5 of batch_norm; statistics of float32 */
	    F("aten::batch_norm_stats", "f32[2,4,8] 1e-5", 192, 288),
	    F("aten::batch_norm_elemt",
		"f32[2,4,8] f32[4] f32[4] f32[4] f32[4] 1e-5", 128, 576),
	    /* 3 and 10 are the 13 of its backward */
	    F("aten::batch_norm_backward_reduce",
		"f32[2,4,8] f32[2,4,8] f32[4] f32[4] f32[4] true true true",
		192, 608),
	    F("aten::batch_norm_backward_elemt", "f32[2,4,8] f32[2,4,8] f32[4] f32[4] f32[4] f32[4] f32[4] i32[1]",
		640, 848),
	    /* 3 an element, 2 a row; v, w, g and the norms */
	    F("aten::_weight_norm_interface", "f32[4,16] f32[4,1] 0", 200, 544),
	    F("torch.median", "f32[4,6]", 0, 100),
	    F("torch.median", "f32[4,6] 1", 0, 144),
	    F("aten::mode", "f32[4,6] 1", 0, 144),
	    F("aten::aminmax", "f32[4,6] None false", 48, 104),
	    /* a difference, and the norm's 2 and root */
	    F("aten::dist", "f32[24] f32[24] 2", 73, 196),
	    F("aten::logcumsumexp", "f32[4,6] 1", 24, 192),
	    F("aten::diff", "f32[4,6] 1 1 None None", 20, 176),
	    F("aten::_cummax_helper", "f32[4,6] f32[4,6] i64[4,6] 1", 24, 384),
	    F("aten::multinomial", "f32[4,6] 3 true", 0, 192),
	    F("aten::soft_margin_loss", "f32[24] f32[24] 1", 144, 196),
	    /* T = 10, B = 2, S = 3: 6 * 20 * 7; x, targets, alphas, 2 losses */
	    F("aten::_ctc_loss", "f32[10,2,5] i64[2,3] [10,10] [3,3]", 840, 1016),
	    B("torch.nn.functional.ctc_loss",
		"f32[10,2,5] i64[2,3] i64[2] i64[2]", 1680, 1416),
	    F("aten::logit_backward", "f32[24] f32[24] None", 72, 288),
	    F("aten::rrelu_with_noise", "f32[24] f32[24] 0.1 0.3 true", 48, 288),
	    U("aten::item", "f32[]", NA, NA, WHY_NO_KERNEL),
	    U("torch.nn.functional.triplet_margin_loss", "f32[4] f32[4] f32[4]",
		NA, NA, WHY_PARTS),
	};

	(void)state;
	MODELS_RUN(cases);
}

#define LIST(t) "{\"type\":\"TensorList\",\"value\":[" t "]}"
#define T24 "{\"type\":\"tensor\",\"shape\":[24],\"dtype\":\"float32\"}"
#define T1 "{\"type\":\"tensor\",\"shape\":[1],\"dtype\":\"float32\"}"
#define NUM(n, x) "{\"name\":\"" n "\",\"type\":\"float\",\"value\":" x "}"

/* 24 parameters, 96 bytes each time. */
static void test_optimizers(void **state)
{
	static const struct {
		const char *op, *args;
		uint64_t flops, bytes;
	} lists[] = {
	    /* p and the sum are read and written, g read; a step of 4 bytes */
	    {"aten::_fused_adagrad_",
		LIST(T24) "," LIST(T24) "," LIST(T24) "," LIST(T1) "," NUM(
		    "weight_decay", "0.0"),
		144, 484},
	    {"aten::_fused_adagrad_",
		LIST(T24) "," LIST(T24) "," LIST(T24) "," LIST(T1) "," NUM(
		    "weight_decay", "0.1"),
		192, 484},
	    {"aten::_amp_foreach_non_finite_check_and_unscale_",
		LIST(T24) "," T1 "," T1, 24, 200},
	    {"aten::_fused_sgd_",
		LIST(T24) "," LIST(T24) "," LIST(T24) "," NUM(
		    "weight_decay", "0.0") "," NUM("momentum",
		    "0.9") ",{\"name\":\"nesterov\",\"type\":\"bool\","
			   "\"value\":true}",
		144, 480},
	    {"aten::_fused_sgd_",
		LIST(T24) "," LIST(T24) "," LIST() "," NUM(
		    "weight_decay", "0.0") "," NUM("momentum", "0.0"),
		48, 288},
	    /* lists that were not recorded */
	    {"aten::_fused_adam_",
		LIST() "," LIST() "," LIST() "," LIST() "," LIST() "," LIST(),
		NA, NA},
	    {"aten::_fused_sgd_",
		LIST(T24) "," LIST() "," LIST() "," NUM(
		    "weight_decay", "0.0") "," NUM("momentum", "0.0"),
		48, NA},
	};
	static const struct cost_case tensors[] = {
	    F("lion", "f32[24] f32[24] f32[24]", 144, 480),
	    F("rmsprop", "f32[24] f32[24] f32[24]", 168, 480),
	    F("adagrad", "f32[24] f32[24] f32[24]", 144, 480),
	    F("adamw", "f32[24] f32[24] f32[24] f32[24]", 336, 672),
	    /* two passes: 9 times */
	    F("lamb", "f32[24] f32[24] f32[24] f32[24]", 480, 864),
	    F("sgd", "f32[24] f32[24]", 48, 288),
	    F("sgd", "f32[24] f32[24] f32[24]", 96, 480),
	    F("apex.fused_adam", "f32[24] f16[0] f32[24] f32[24] f32[24]", 312, 672),
	    UB("lion", "f32[24] f32[24] f32[24]", NA, NA, WHY_NO_GRADIENT),
	};
	size_t i;

	(void)state;
	MODELS_RUN(tensors);
	for (i = 0; i < sizeof lists / sizeof *lists; i++) {
		struct arena a = {0};
		struct strbuf b = {0};
		struct record *rec;
		struct cost c;

		strbuf_printf(&b, "{\"v\":1,\"op\":[{\"op\":\"%s\",\"args\":[%s]}]}",
		    lists[i].op, lists[i].args);
		strbuf_char(&b, '\0');
		rec = calls_read(&a, b.p);
		op_cost_of_call(&rec->op.v[0], PART_FORWARD, &c);
		if (c.has_flops != (lists[i].flops != NA) ||
		    c.has_bytes != (lists[i].bytes != NA) ||
		    (c.has_flops && c.flops != lists[i].flops) ||
		    (c.has_bytes && c.bytes != lists[i].bytes))
			fail_msg("%zu, %s: %" PRIu64 " %" PRIu64 " %s", i,
			    lists[i].op, c.flops, c.bytes,
			    op_sure(&c)->why ? op_sure(&c)->why : "-");
		strbuf_free(&b);
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_libraries),
	    cmocka_unit_test(test_parts),
	    cmocka_unit_test(test_optimizers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
