/*
 * test_models_compiled.c - kernels that torch.compile fused, by their names.
 */
#include "tests/unit/models.h"

/* x and y of 1000 float32 are 8000 bytes. */
static void test_fused(void **state)
{
	static const struct cost_case cases[] = {
	    /* add, mul, relu: 3 an element; 1000 by the number, or the tensor */
	    F("triton_poi_fused_add_mul_relu_0", "f32[1000] f32[1000] 1000",
		3000, 8000),
	    F("triton_poi_fused_add_mul_relu_0", "f32[10,100] f32[1000]", 3000, 8000),
	    /* names with underscores inside and in front: _to_copy 0, addcmul
	     * 2, native_dropout 2, masked_fill 0 */
	    F("triton_poi_fused__to_copy_addcmul_masked_fill_native_dropout_12",
		"f32[1000] f32[1000] 1000", 4000, 8000),
	    /* a name that is the beginning of another: clamp_min 1, not clamp */
	    F("triton_poi_fused_clamp_min_3", "f32[1000] f32[1000] 1000", 1000, 8000),
	    /* 10 rows of 100: softmax 5 */
	    F("triton_per_fused__softmax_1", "f32[1000] f32[1000] 10 100", 5000, 8000),
	    F("triton_red_fused_mean_2", "f32[1000] f32[10] 10 100", 1000, 4040),
	    /* read and written */
	    F("triton_poi_fused_add_0",
		"in_out_ptr0=f32[1000] in_ptr0=f32[1000] xnumel=1000", 1000, 12000),
	    /* an operator that nobody knows; tensors that were not recorded */
	    U("triton_poi_fused_add_frobnicate_0", "f32[1000] 1000", NA, 4000,
		WHY_ATTRIBUTE),
	    U("triton_poi_fused_add_0", "1000", 1000, NA, WHY_NO_SHAPE),
	    U("triton_poi_fused_add_0", "None", NA, NA, WHY_NO_SHAPE),
	    U("triton_0", "f32[4]", NA, 16, WHY_ATTRIBUTE),
	    UB("triton_poi_fused_add_0", "f32[4]", NA, NA, WHY_NO_BACKWARD),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* A name of more words than are looked at (64 with the number) is not counted
 * by those that are: 63 adds, and 64. */
static void test_long_name(void **state)
{
	struct cost_case cases[] = {
	    F(NULL, "f32[1000] f32[1000] 1000", 63000, 8000),
	    U(NULL, "f32[1000] f32[1000] 1000", NA, 8000, WHY_ATTRIBUTE),
	};
	struct strbuf b = {0};
	size_t i, j;

	(void)state;
	for (i = 0; i < 2; i++) {
		b.n = 0;
		strbuf_text(&b, "triton_poi_fused");
		for (j = 0; j < 63 + i; j++)
			strbuf_text(&b, "_add");
		strbuf_add(&b, "_0", sizeof "_0");
		cases[i].name = b.p;
		costs_check(&cases[i]);
	}
	strbuf_free(&b);
}

/* 2 * 4 * 6 * 5; bytes of all three: 4 * (20 + 30 + 24) */
static void test_product(void **state)
{
	static const struct cost_case cases[] = {
	    {"triton_tem_fused_mm_5", "f32[4,5] f32[5,6] f32[4,6]",
		PART_FORWARD, 240, 240, 296, NULL},
	    {"triton_tem_fused_bmm_5", "f32[3,4,5] f32[3,5,6] f32[3,4,6]",
		PART_FORWARD, 720, 720, 888, NULL},
	    /* sizes between the tensors are none of them; a bias of 6 is the
	     * fourth tensor and no factor: 4 * (20 + 30 + 24 + 6) */
	    {"triton_tem_fused_addmm_5", "4 f32[4,5] 6 f32[5,6] f32[4,6] f32[6]",
		PART_FORWARD, 240, 240, 320, NULL},
	    /* one factor, and two that do not fit: 4 * 20, 4 * (20 + 24) */
	    {"triton_tem_fused_mm_5", "f32[4,5] 6", PART_FORWARD, NA, 0, 80,
		WHY_NO_SHAPE},
	    {"triton_tem_fused_mm_5", "f32[4,5] f32[4,6]", PART_FORWARD, NA, 0,
		176, WHY_MISMATCH},
	    /* 2 * 2^66 FLOPs are too many to count; 3 * 4 * 2^44 bytes are not */
	    {"triton_tem_fused_mm_5",
		"f32[4194304,4194304] f32[4194304,4194304] "
		"f32[4194304,4194304]",
		PART_FORWARD, NA, 0, 211106232532992, NULL},
	};

	(void)state;
	MODELS_RUN(cases);
}

/* What a compiler calls that it did not make itself. */
static void test_extern(void **state)
{
	static const struct cost_case cases[] = {
	    {"extern_kernels.mm", NULL, PART_FORWARD, NA, NA, NA, WHY_NO_ARGS},
	    {"extern_kernels.mm", "f32[4,5] f32[5,6]", PART_FORWARD, 240, 240,
		296, NULL},
	};
	static const struct conf_case confs[] = {
	    {"triton_poi_fused_add_0", "f32[4] f32[4] 4", PART_FORWARD, CONF_ESTIMATE},
	};

	(void)state;
	MODELS_RUN(cases);
	MODELS_CONF(confs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_fused),
	    cmocka_unit_test(test_long_name),
	    cmocka_unit_test(test_product),
	    cmocka_unit_test(test_extern),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
