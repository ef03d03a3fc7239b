/*
 * test_models_fbgemm.c - FBGEMM's lookups and features against sizes worked out
 * by hand.
 */
#include "tests/unit/models.h"

#define LOOKUP "fbgemm::split_embedding_codegen_lookup_adagrad_function"
#define PT2 "fbgemm::split_embedding_codegen_lookup_adam_function_pt2"
#define DENSE "fbgemm::dense_embedding_codegen_lookup_function"

/* 3 tables of 4, 8 and 12 columns, 5 samples, 60 indices */
#define TABLES "f32[0] f16[800] f16[0] f16[0,0] i32[3] i64[3] i32[4] "
#define INDICES "i64[4] 8 i64[60] i64[16] "

static const struct cost_case lookups[] = {
    /* 60 indices of 24 / 3 = 8 columns: 480 elements.  Indices 480, offsets
     * 128, rows of float16 960, 5 samples of 24 float32 480. */
    F(LOOKUP, TABLES "24 12 " INDICES "0", 480, 2048),
    F("fb::split_embedding_codegen_lookup_approx_rowwise_adagrad_function",
	TABLES "24 12 " INDICES "0", 480, 2048),
    F("fbgemm::ssd_embedding_codegen_lookup_rowwise_adagrad_function",
	TABLES "24 12 " INDICES "1", 480, 2048),
    /* weights of the indices: a product and a sum; 240 bytes */
    F(LOOKUP, TABLES "24 12 " INDICES "0 f32[60]", 960, 2288),
    /* the columns by the result, whose type is known too */
    F(LOOKUP, TABLES "? ? i64[4] ? i64[60] i64[16] ? > f32[5,24]", 480, 2048),
    F(LOOKUP, TABLES "? ? i64[4] ? i64[60] i64[16] ? > f16[5,24]", 480, 1808),
    /* the backward: n rows of dy, added */
    B(LOOKUP, TABLES "? ? i64[4] ? i64[60] i64[16] ? > f32[5,24]", 480, 2048),
    U(LOOKUP, TABLES "? ? i64[4] ? i64[60] i64[16] ?", NA, NA, WHY_ATTRIBUTE),
    U(LOOKUP, TABLES "None None " INDICES "0", NA, NA, WHY_ATTRIBUTE),
    /* one table is as wide as the widest */
    F(LOOKUP,
	"f32[0] f32[800] f32[0] f32[0,0] i32[1] i64[1] i32[2] ? 12 "
	"i64[2] ? i64[60] i64[6] ?",
	720, 480 + 48 + 2880 + 240),
    /* without a sum: 60 rows of 8 read and written.  480 + 128 + 960 + 1920 */
    F(LOOKUP, TABLES "24 8 " INDICES "2", 0, 3488),
    F(LOOKUP, TABLES "? ? i64[4] ? i64[60] i64[16] ? > f32[60,8]", 0, 3488),
    B(LOOKUP, TABLES "24 8 " INDICES "2", 480, 3488),
    /* batches of unlike size: 17 offsets are not 3 times as many and one */
    U(LOOKUP, TABLES "24 12 i64[4] 8 i64[60] i64[18] 0", 480, NA, WHY_VALUES),
    /* the tables of a list; the result's type 1 is float16 */
    F(PT2, "f32[0] [] i32[4] 24 12 " INDICES "0 None None 1", 480, NA),
    /* dense ones have no placements; float16 by the last number */
    F(DENSE, "f32[800] i64[3] i32[4] 24 12 " INDICES "0 None None 1", 480,
	480 + 128 + 1920 + 240),
    U(LOOKUP, TABLES "24 12 i64[4] 8 ? ? 0", NA, NA, WHY_NO_SHAPE),
};

static const struct cost_case features[] = {
    /* 3 features of 4 samples in a new order: order 12, lengths 96 twice,
     * 100 values of int64 twice */
    F("fbgemm::permute_2D_sparse_data", "i32[3] i64[3,4] i64[100]", 0, 1804),
    F("fbgemm::permute_sparse_features", "i32[3] i64[3,4] i64[100] f32[100]", 0, 2604),
    /* two of the three: 40 values, as the last argument says; 8 + 96 + 64 */
    F("fbgemm::permute_2D_sparse_data", "i32[2] i64[3,4] i64[100] None 40", 0, 808),
    U("fbgemm::permute_2D_sparse_data", "i32[2] i64[3,4] i64[100]", 0, NA, WHY_VALUES),
    /* 40 rows of 8: 8 + 96 + 64 + 2 * 1280 */
    F("fbgemm::permute_2D_sparse_data", "i32[2] i64[3,4] f32[100,8] None 40", 0, 2728),
    /* of no features: the order */
    F("fbgemm::permute_2D_sparse_data", "i32[2] i64[0,4] i64[0] None 0", 0, 8),
    /* rows of 8: 12 + 24 + 24 + 2 * 4 * 160 */
    F("fbgemm::permute_sequence_embeddings", "i32[3] i64[3] f32[20,8]", 0, 1340),
    /* 16 x 24 elements twice, the lists 32 and 24 */
    F("fbgemm::permute_pooled_embs_auto_grad",
	"f32[16,24] i64[4] i64[3] i64[4] i64[3]", 0, 3128),
    B("fbgemm::permute_pooled_embs_auto_grad",
	"f32[16,24] i64[4] i64[3] i64[4] i64[3]", 0, 3128),
    U("fbgemm::permute_duplicate_pooled_embs", "f32[16,24] i64[4] i64[5]", 0,
	NA, WHY_VALUES),
    F("fbgemm::recat_embedding_grad_output", "f32[16,24]", 0, 3072),
    /* 10 sums into 11 */
    F("fbgemm::asynchronous_complete_cumsum", "i64[10]", 10, 168),
    F("fbgemm::asynchronous_complete_cumsum", "i32[2,10]", 20, 168),
    F("fbgemm::asynchronous_exclusive_cumsum", "i32[10]", 10, 80),
    F("fb::asynchronous_complete_cumsum", "i64[10]", 10, 168),
    /* both ends of the table for each of 60; 24 + 480 + 128 */
    F("fbgemm::bounds_check_indices", "i64[3] i64[60] i64[16] 1 i64[1]", 120, 632),
};

static const struct cost_case numbers[] = {
    /* 7 columns fill 8, a scale and a bias follow: 4 * 16 */
    F("fbgemm::FloatToFP8RowwiseQuantized", "f32[4,7] true", 140, 176),
    F("fbgemm::FP8RowwiseQuantizedToFloat", "u8[4,16] true", 64, 192),
    F("fbgemm::FP8RowwiseQuantizedToFloat", "u8[4,16] true 1", 64, 128),
    U("fbgemm::FP8RowwiseQuantizedToFloat", "u8[4,7] true", NA, NA, WHY_MISMATCH),
    /* 10 columns are 3 blocks of 4, each with 8 bytes: 2 * 3 * 12 */
    F("fbgemm::FloatToPaddedFP8RowwiseQuantized", "f32[2,10] true 4", 100, 152),
    F("fbgemm::PaddedFP8RowwiseQuantizedToFloat", "u8[2,36] true 4 10 0", 40, 152),
    U("fbgemm::PaddedFP8RowwiseQuantizedToFloat", "u8[2,36] true 4 -1 0", NA,
	NA, WHY_VALUES),
    U("fbgemm::FloatToPaddedFP8RowwiseQuantized", "f32[2,10] true 0", NA, NA,
	WHY_MISMATCH),
    U("fbgemm::FloatToPaddedFP8RowwiseQuantized", "f32[2,10] ? ?", 100, NA,
	WHY_ATTRIBUTE),
    /* 4 rows of 6: x 48, y 24, scales of 4 bytes */
    F("fbgemm::quantize_fp8_per_tensor", "bf16[4,6]", 120, 76),
    F("fbgemm::quantize_fp8_per_row", "bf16[4,6]", 120, 88),
    F("fbgemm::quantize_fp8_per_col", "bf16[4,6]", 120, 96),
    /* 60 + 30 + 5 * 4 */
    F("fbgemm::quantize_fp8_per_col", "bf16[2,3,5]", 150, 110),
    F("fbgemm::FloatToHFP8Quantized", "f32[40] 4 14 0.9", 200, 200),
    F("fbgemm::HFP8QuantizedToFloat", "u8[40] 4 14", 80, 200),
    F("fbgemm::FloatToBfloat16Quantized", "f32[40]", 0, 240),
    F("fbgemm::Bfloat16QuantizedToFloat", "f16[40]", 0, 240),
    U("fbgemm::FloatToFP8RowwiseQuantized", "f32[] true", NA, NA, WHY_NO_SHAPE),
};

static void run_lookups(void **state)
{
	(void)state;
	MODELS_RUN(lookups);
}

static void run_features(void **state)
{
	(void)state;
	MODELS_RUN(features);
}

static void run_numbers(void **state)
{
	(void)state;
	MODELS_RUN(numbers);
}

/* Only the names that FBGEMM's programs make. */
static void names(void **state)
{
	static const char *const none[] = {
	    "fbgemm::split_embedding_codegen_lookup_",
	    "fbgemm::split_embedding_codegen_lookup_adagrad",
	    "fbgemm::split_embedding_codegen_lookup_a-b_function",
	    "split_embedding_codegen_lookup_adagrad_function",
	    "aten::split_embedding_codegen_lookup_adagrad_functions"};
	struct arena a = {0};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof none / sizeof *none; i++)
		assert_null(op_find(calls_make(&a, none[i], "f32[2]")));
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(run_lookups),
	    cmocka_unit_test(run_features),
	    cmocka_unit_test(run_numbers),
	    cmocka_unit_test(names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
