/*
 * test_models_limits.c - what decides at a limit: sizes that are not those of a
 * square, dimensions that are none, attributes that a profile leaves out.
 */
#include "prof/ops/comm.h"
#include "common/nelems.h"
#include "tests/unit/models.h"

#define LOOKUP "fbgemm::split_embedding_codegen_lookup_adagrad_function"

static void test_sizes(void **state)
{
	static const struct cost_case cases[] = {
	    /* a kernel of one: 24 to 4 * 2 * 3 */
	    F("aten::col2im", "f32[1,4,6] [2,3] [1,1] [1,1] [0,0] [1,1]", 24,
		96 + 96),
	    /* 18 are 2 channels of 3 * 3: 72 added to 2 * 4 * 6, of float32 */
	    F("aten::col2im", "f32[1,18,4] [4,6] [3,3] [1,1] [1,1] [1,1]", 72,
		4 * (72 + 48)),
	    F("aten::col2im", "f32[1,18,4] [6,4] [3,3] [1,1] [1,1] [1,1]", 72,
		4 * (72 + 48)),
	    /* 12 are 2 channels of 2 * 3: 108 added to 2 * 4 * 5 */
	    F("aten::col2im", "f32[1,12,9] [4,5] [2,3] [1,1] [0,0] [1,1]", 108,
		4 * (108 + 40)),
	    F("aten::col2im", "f32[1,12,12] [4,5] [3,2] [1,1] [0,0] [1,1]", 144,
		4 * (144 + 40)),
	    /* 6 and 4 are 3 by 2 windows of 2 * 2, not 2 by 3 of the other */
	    F("aten::im2col", "f32[1,1,6,4] [2,2] [1,1] [0,0] [2,2]", 0,
		4 * (24 + 4 * 6)),
	    /* heads by their number: 64 / 4 = 16 wide, of which 2 * 4 turn:
	     * 3 * 10 * 4 * 8 FLOPs; x twice, 10 rows of 4 of two tables */
	    F("com.microsoft.RotaryEmbedding",
		"f16[2,5,64] i64[2,5] f16[10,4] f16[10,4] num_heads=4", 960,
		2 * 2 * 640 + 80 + 2 * 2 * 40),
	    /* how many heads there are is not known: all of it turns */
	    F("com.microsoft.RotaryEmbedding",
		"f16[2,5,64] i64[2,5] f16[10,4] f16[10,4]", 1920,
		2 * 2 * 640 + 80 + 2 * 2 * 40),
	    /* one offset is of no table */
	    U(LOOKUP,
		"f32[0] f16[800] f16[0] f16[0,0] i32[3] i64[3] i32[1] 24 12 "
		"i64[4] 8 i64[60] i64[16] 0",
		NA, NA, WHY_MISMATCH),
	    /* a size that is none */
	    U("aten::embedding_dense_backward", "f32[3,-1] i64[3] 10 -1 false",
		NA, NA, WHY_NO_SHAPE),
	    /* dimensions from either end, and beyond */
	    {"aten::linalg_vecdot", "f32[6,7] f32[6,7] -2", PART_FORWARD, 84,
		84, 4 * (42 + 42 + 7), NULL, NULL},
	    U("aten::linalg_vecdot", "f32[6,7] f32[6,7] -3", NA, NA, WHY_MISMATCH),
	    U("aten::linalg_vecdot", "f32[6,7] f32[6,7] 2", NA, NA, WHY_MISMATCH),
	    U("aten::linalg_vecdot", "f32[6,7] f32[6,7] ?", NA, NA, WHY_ATTRIBUTE),
	    /* as many channels in and out, no result, and whether it is
	     * transposed not recorded */
	    U("aten::convolution",
		"f16[1,4,6,6] f16[4,4,3,3] None [1,1] [0,0] [1,1] ? [0,0] 1",
		NA, NA, WHY_ATTRIBUTE),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* One colon is part of a name: this is no library's. */
static void test_colon(void **state)
{
	struct arena a = {0};

	(void)state;
	assert_non_null(op_find(calls_make(&a, "a::rope_fwd", "f32[4]")));
	assert_null(op_find(calls_make(&a, "a:rope_fwd", "f32[4]")));
	/* names that programs make up have something in the middle */
	assert_non_null(op_find(calls_make(&a, "triton_poi_x", "f32[4]")));
	assert_non_null(op_find(calls_make(&a, "triton_", "f32[4]")));
	assert_null(op_find(calls_make(&a, "triton_a-b", "f32[4]")));
	assert_null(op_find(calls_make(&a, "triton_a b", "f32[4]")));
	assert_non_null(op_find(calls_make(
	    &a, "x::split_embedding_codegen_lookup_a_function_pt2", "f32[4]")));
	assert_null(op_find(calls_make(
	    &a, "x::split_embedding_codegen_lookup__function_pt2", "f32[4]")));
	assert_null(op_find(calls_make(
	    &a, "split_embedding_codegen_lookup_a_function_pt2", "f32[4]")));
	assert_non_null(op_find(calls_make(&a, "Optimizer.step", NULL)));
	arena_free(&a);
}

/* Whether sizes are multiples of 8: the last, and of those before it one; of a
 * batch of products the batch is none of them. */
static void test_aligned(void **state)
{
	static const struct {
		const char *name, *args;
		bool aligned;
	} cases[] = {
	    {"aten::mm", "f16[8,16] f16[16,8]", true},
	    {"aten::mm", "f16[7,16] f16[16,8]", false},
	    {"aten::mm", "f16[8,15] f16[15,8]", false},
	    {"aten::bmm", "f16[7,8,16] f16[7,16,8]", true},
	    {"aten::bmm", "f16[8,7,16] f16[8,16,8]", false},
	    {"aten::matmul", "f16[8,7,16] f16[16,8]", true},
	};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		struct arena a = {0};
		const struct call *call =
		    calls_make(&a, cases[i].name, cases[i].args);

		if (op_cost_of_aligned(op_find(call), call, 8) != cases[i].aligned)
			fail_msg("%s(%s)", cases[i].name, cases[i].args);
		arena_free(&a);
	}
}

/* Inputs without attributes: what a row has no attribute for is as ever, an
 * attribute that it has is not known. */
static void test_inputs_alone(void **state)
{
	static const struct cost_case cases[] = {
	    /* 2 * 4 * 8 * 6; zero points there may be */
	    {"onnx::MatMulInteger", "int8[4,8] int8[8,6] !", PART_FORWARD, 384,
		384, NA, WHY_NO_SHAPE, NULL},
	    F("onnx::Relu", "f32[4,6] !", 24, 4 * 48),
	    F("onnx::Add", "f32[4,6] f32[4,6] !", 24, 4 * 72),
	    F("onnx::Exp", "f32[4,6] !", 24, 4 * 48),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* Of a collective: a size that is not known, ranks that are not, ranks of the
 * whole job in their place.  1024 float32: 7/8 * 1024 = 896 sums, 4096 bytes. */
static void test_comm(void **state)
{
	static const struct {
		const char *name, *dtype;
		int64_t elements, ranks, world;
		uint64_t flops, bytes;
		const char *why_flops, *why_bytes;
	} cases[] = {
	    {"allreduce", "Float", 1024, 8, -1, 896, 8192, NULL, NULL},
	    {"allreduce", "Float", -1, 8, -1, NA, NA, WHY_NO_SHAPE, WHY_NO_SHAPE},
	    {"allreduce", "Float", 1024, -1, -1, NA, 8192, WHY_ATTRIBUTE, NULL},
	    {"allreduce", "Float", 1024, 0, -1, NA, 8192, WHY_ATTRIBUTE, NULL},
	    {"allreduce", "Float", 1024, -1, 8, 896, 8192, WHY_WORLD, NULL},
	    {"allreduce", "", 1024, 8, -1, 896, NA, NULL, WHY_NO_DTYPE},
	    {"_allgather_base", "Float", 1024, -1, -1, 0, NA, NULL, WHY_ATTRIBUTE},
	    {"_allgather_base", "Float", 1024, -1, 8, 0, 4096 + 32768, NULL,
		WHY_WORLD},
	    {"reduce_scatter", "Float", 8192, -1, 8, 7168, 32768 + 4096,
		WHY_WORLD, WHY_WORLD},
	    {"broadcast", "Float", -1, 8, -1, 0, NA, NULL, WHY_NO_SHAPE},
	    {"broadcast", "Float", 1024, -1, -1, 0, 4096, NULL, NULL},
	};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		struct record_comm comm = {str_of(cases[i].name), cases[i].ranks,
		    cases[i].elements, -1, str_of(cases[i].dtype)};
		struct cost c;

		op_comm_cost(&comm, cases[i].world, NULL, 0, &c);
		if (c.has_flops != (cases[i].flops != NA) ||
		    c.has_bytes != (cases[i].bytes != NA) ||
		    (c.has_flops && c.flops != cases[i].flops) ||
		    (c.has_bytes && c.bytes != cases[i].bytes))
			fail_msg("%zu: %d %ju %d %ju", i, c.has_flops,
			    (uintmax_t)c.flops, c.has_bytes, (uintmax_t)c.bytes);
		if (!c.of_flops.why != !cases[i].why_flops ||
		    !c.of_bytes.why != !cases[i].why_bytes ||
		    (c.of_flops.why &&
			strcmp(c.of_flops.why, cases[i].why_flops) != 0) ||
		    (c.of_bytes.why &&
			strcmp(c.of_bytes.why, cases[i].why_bytes) != 0))
			fail_msg("%zu: %s, %s", i,
			    c.of_flops.why ? c.of_flops.why : "-",
			    c.of_bytes.why ? c.of_bytes.why : "-");
	}
}

/* What is asked of an argument that is not there, or of a size below 0. */
static void test_missing(void **state)
{
	static const struct cost_case cases[] = {
	    /* windows: each alone */
	    U("aten::im2col", "f32[1,2,9,9] ? [1,1] [0,0] [1,1]", 0, NA,
		WHY_ATTRIBUTE),
	    U("aten::im2col", "f32[1,2,9,9]", 0, NA, WHY_ATTRIBUTE),
	    /* (9 - 3) / 1 + 1 = 7: 4 * (162 + 18 * 49) */
	    F("aten::im2col", "f32[1,2,9,9] [3,3] 1 0 1", 0, 4176),
	    U("aten::col2im", "f32[1,18,4]", 72, NA, WHY_ATTRIBUTE),
	    U("aten::col2im", "f32[1,18,4] [4,6]", 72, NA, WHY_ATTRIBUTE),
	    U("aten::col2im", "f32[1,18,4] [-1,6] [3,3] [1,1] [1,1] [1,1]", 72,
		NA, WHY_ATTRIBUTE),
	    U("aten::fractional_max_pool2d", "f32[1,2,4,4] ? [2,2] f32[1,2,2]",
		NA, NA, WHY_ATTRIBUTE),
	    U("aten::fractional_max_pool2d",
		"f32[1,2,4,4] [0,2] [2,2] f32[1,2,2]", NA, NA, WHY_ATTRIBUTE),
	    U("aten::diag_embed", "f32[] 1", NA, NA, WHY_MISMATCH),
	    U("aten::diag_embed", "f32[4] ?", 0, NA, WHY_ATTRIBUTE),
	    /* 4 in, 5 * 5 out */
	    F("aten::diag_embed", "f32[4] 1", 0, 4 * 29),
	    F("aten::diag_embed", "f32[4] -1", 0, 4 * 29),
	    F("aten::diag_embed", "f32[4] 0 -2 -1", 0, 4 * 20),
	    U("aten::repeat", "f32[4] 0 -2 -1", 0, NA, WHY_ATTRIBUTE),
	    U("aten::repeat", "f32[4] ?", 0, NA, WHY_ATTRIBUTE),
	    U("aten::repeat", "f32[4] [2,-1]", 0, NA, WHY_ATTRIBUTE),
	    /* distances along the last dimension as a rule, cosines along the
	     * second: 12 in each */
	    U("aten::cosine_similarity", "f32[4,3] f32[4,3] 2", NA, NA, WHY_MISMATCH),
	    U("aten::cosine_similarity", "f32[4,3] f32[4,3] -3", NA, NA, WHY_MISMATCH),
	    U("aten::cosine_similarity", "f32[4,3] f32[4,3] ?", NA, NA, WHY_ATTRIBUTE),
	    /* 6 * 12 + 6 * 4; 4 * (24 + 4), or 3 along the first */
	    F("aten::cosine_similarity", "f32[4,3] f32[4,3] 1 ?", 96, 112),
	    F("aten::cosine_similarity", "f32[4,3] f32[4,3] -1", 96, 112),
	    F("aten::cosine_similarity", "f32[4,3] f32[4,3] 0", 90, 108),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* An argument that was not recorded makes a number an estimate, or a bound; not
 * both, where only one depends on it. */
static void test_not_recorded(void **state)
{
#define EXACT CONF_EXACT, NULL
#define GUESS CONF_ESTIMATE, WHY_ATTRIBUTE
	static const struct {
		const char *name, *args;
		enum conf flops;
		const char *why_flops;
		enum conf bytes;
		const char *why_bytes;
	} cases[] = {
	    {"aten::gelu", "f32[4] ?", GUESS, EXACT},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] ? ?", GUESS, GUESS},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 1 1", EXACT, EXACT},
	    /* the result tells what is transposed */
	    {"onnx::Gemm", "f32[8,2] f32[8,4] transA=? transB=? > f32[2,4]",
		EXACT, EXACT},
	    {"onnx::Gemm", "f32[8,2] f32[4,8] transA=? transB=? > f32[2,4]",
		EXACT, EXACT},
	    {"onnx::Gemm", "f32[2,8] f32[4,8] transA=? transB=? > f32[2,4]",
		EXACT, EXACT},
	    {"onnx::Gemm", "f32[8,2] f32[2,4] transA=? transB=?", GUESS, GUESS},
	    {"aten::addcmul", "f32[4] f32[4] f32[4] ?", GUESS, EXACT},
	    {"aten::addcdiv", "f32[4] f32[4] f32[4] ?", GUESS, EXACT},
	    {"aten::quantize_per_tensor", "f32[4] 0.1 0 ?", EXACT,
		CONF_ESTIMATE, WHY_NO_DTYPE},
	    {"aten::quantize_per_tensor", "f32[4] 0.1 0 12", EXACT, EXACT},
	    {"aten::native_batch_norm_backward",
		"f32[2,3] f32[2,3] f32[3] None None f32[3] f32[3] true 0.1 ?",
		GUESS, GUESS},
	    {"com.microsoft.Attention",
		"f32[1,5,12] f32[12,36] f32[36] num_heads=2 unidirectional=?",
		CONF_UPPER, WHY_VALUES, EXACT},
	    {"com.microsoft.Attention",
		"f32[1,5,12] f32[12,36] f32[36] num_heads=2 unidirectional=0",
		EXACT, EXACT},
	    {"aten::_scaled_dot_product_flash_attention",
		"f16[2,4,5,8] f16[2,4,7,8] f16[2,4,7,8] 0.0 ?", CONF_UPPER,
		WHY_ATTRIBUTE, EXACT},
	    {"aten::_sparse_semi_structured_addmm",
		"f16[8] f16[8,16] i16[8,2] f16[32,4] ? ? None", CONF_UPPER,
		WHY_VALUES, EXACT},
	    {"aten::_sparse_semi_structured_addmm",
		"f16[8] f16[8,16] i16[8,2] f16[32,4] 1 1 None", EXACT, EXACT},
	};
#undef EXACT
#undef GUESS

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		struct arena a = {0};
		struct cost c;

		op_cost_of_call(calls_make(&a, cases[i].name, cases[i].args),
		    PART_FORWARD, &c);
		if (c.of_flops.conf != cases[i].flops ||
		    c.of_bytes.conf != cases[i].bytes ||
		    !c.of_flops.why != !cases[i].why_flops ||
		    !c.of_bytes.why != !cases[i].why_bytes ||
		    (c.of_flops.why &&
			strcmp(c.of_flops.why, cases[i].why_flops) != 0) ||
		    (c.of_bytes.why &&
			strcmp(c.of_bytes.why, cases[i].why_bytes) != 0))
			fail_msg("%s(%s): %d %s, %d %s", cases[i].name,
			    cases[i].args, (int)c.of_flops.conf,
			    c.of_flops.why ? c.of_flops.why : "-",
			    (int)c.of_bytes.conf,
			    c.of_bytes.why ? c.of_bytes.why : "-");
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_sizes),
	    cmocka_unit_test(test_colon),
	    cmocka_unit_test(test_aligned),
	    cmocka_unit_test(test_inputs_alone),
	    cmocka_unit_test(test_comm),
	    cmocka_unit_test(test_missing),
	    cmocka_unit_test(test_not_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
