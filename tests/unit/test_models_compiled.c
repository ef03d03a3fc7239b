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
	    /* one point reads one place of 1000 */
	    F("triton_poi_fused_add_index_0", "f32[1000] f32[1] 1", 1, 8),
	    /* names with underscores inside and in front: _to_copy 0, addcmul
	     * 2, native_dropout 2, masked_fill 0 */
	    F("triton_poi_fused__to_copy_addcmul_masked_fill_native_dropout_12",
		"f32[1000] f32[1000] 1000", 4000, 8000),
	    /* a name that is the beginning of another: clamp_min 1, not clamp */
	    F("triton_poi_fused_clamp_min_3", "f32[1000] f32[1000] 1000", 1000, 8000),
	    /* 10 rows of 100: softmax 5 */
	    F("triton_per_fused__softmax_1", "f32[1000] f32[1000] 10 100", 5000, 8000),
	    F("triton_red_fused_mean_2", "f32[1000] f32[10] 10 100", 1000, 4040),
	    /* 4 for each element that a variance reads */
	    F("triton_red_fused_var_2", "f32[1000] f32[10] 10 100", 4000, 4040),
	    /* read and written */
	    F("triton_poi_fused_add_0",
		"in_out_ptr0=f32[1000] in_ptr0=f32[1000] xnumel=1000", 1000, 12000),
	    /* what has no kernel does nothing in one; what has no formula may
	     * do anything */
	    F("triton_poi_fused_add_empty_like_0", "f32[1000] f32[1000] 1000",
		1000, 8000),
	    F("triton_poi_fused_add_new_empty_0", "f32[1000] f32[1000] 1000",
		1000, 8000),
	    U("triton_poi_fused_add_to_dense_0", "f32[1000] f32[1000] 1000", NA,
		8000, WHY_BY_NAME),
	    U("triton_poi_fused_add_float_power_0", "f32[1000] f32[1000] 1000",
		NA, 8000, WHY_BY_NAME),
	    /* an operator that nobody knows; tensors that were not recorded */
	    U("triton_poi_fused_add_frobnicate_0", "f32[1000] 1000", NA, 4000,
		WHY_BY_NAME),
	    /* a kernel over lists, of which no number tells all points */
	    U("triton_for_fused__foreach_sqrt_0", "f32[1000] f32[1000] 1000",
		NA, 8000, WHY_BY_NAME),
	    /* more points than any tensor has elements */
	    U("triton_poi_fused_add_0",
		"f32[16384] f32[16384] 4611686018427387904", NA, NA, WHY_MISMATCH),
	    U("triton_poi_fused_add_0", "1000", 1000, NA, WHY_NO_SHAPE),
	    U("triton_poi_fused_add_0", "None", NA, NA, WHY_NO_SHAPE),
	    U("triton_0", "f32[4]", NA, 16, WHY_BY_NAME),
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
	    U(NULL, "f32[1000] f32[1000] 1000", NA, 8000, WHY_BY_NAME),
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

/* Of a NUL in a name nothing is known; it ends no other name. */
static void test_nul(void **state)
{
	static const char name[] = "triton_poi_fused_mm\0nothing_relu_0";
	struct arena a = {0};
	struct call call = *calls_make(&a, "triton_", "f32[8,4] 32");
	struct cost c;

	(void)state;
	call.op = (struct str){name, sizeof name - 1};
	op_cost_of_call(&call, PART_FORWARD, &c);
	assert_false(c.has_flops);
	for (size_t n = 0; n < 200; n++) {
		char op[32] = "aten::mm";

		call.op = (struct str){
		    op, 9 + (size_t)snprintf(op + 9, sizeof op - 9, "%zu", n)};
		assert_null(op_find(&call));
	}
	arena_free(&a);
}

/*
 * Products that were fused in are other kernels'.  What is left of one is the
 * addition of its bias, 1 a point; a reduction may sum up a small one, 2.
 */
static void test_fused_products(void **state)
{
	static const struct cost_case cases[] = {
	    F("triton_poi_fused_addmm_relu_0", "f32[8,4] f32[4] 32", 64, 144),
	    /* what begins at 0 is no size */
	    F("triton_poi_fused_addmm_relu_0", "f32[8,4] f32[4] 32 0", 64, 144),
	    F("triton_poi_fused_add_baddbmm_0", "f32[8,4] f32[8,4] 32", 64, 256),
	    F("triton_poi_fused_addmv_0", "f32[8,4] 32", 32, 128),
	    F("triton_poi_fused_linear_relu_0", "f32[8,4] 32", 64, 128),
	    F("triton_poi_fused_convolution_relu_0", "f32[2,4,8] f32[4] 64", 128, 272),
	    F("triton_poi_fused_mm_mul_0", "f32[8,4] 32", 32, 128),
	    F("triton_poi_fused_matmul_mul_0", "f32[8,4] 32", 32, 128),
	    F("triton_poi_fused_mul_mv_0", "f32[8] 8", 8, 32),
	    F("triton_poi_fused__scaled_mm_mul_0", "f32[8,4] 32", 32, 128),
	    F("triton_poi_fused_bmm_transpose_3", "f32[8,4] f32[4,8] 32", 0, 256),
	    F("triton_poi_fused__scaled_dot_product_efficient_attention_add_0",
		"f32[8,4] 32", 32, 128),
	    /* what comes back through a convolution; the bias's gradient */
	    F("triton_poi_fused_convolution_backward_mul_0", "f32[8,4] 32", 32, 128),
	    F("triton_red_fused_convolution_backward_0", "f32[8,4] f32[4] 4 8",
		32, 144),
	    /* 4 rows of 8: the bias and softmax's 5; two a point; attention's
	     * own work is not here */
	    F("triton_per_fused__softmax_addmm_0", "f32[4,8] f32[8] 4 8", 192, 160),
	    F("triton_red_fused_mv_0", "f32[4,8] f32[8] f32[4] 4 8", 64, 176),
	    F("triton_per_fused_bmm_sum_0", "f32[4,8] f32[4] 4 8", 96, 144),
	    F("triton_per_fused_dot_0", "f32[8] f32[8] f32[] 1 8", 16, 68),
	    F("triton_red_fused__scaled_dot_product_flash_attention_sum_0",
		"f32[4,8] f32[4] 4 8", 32, 144),
	    /* no FLOPs are none, however many points there are */
	    F("triton_poi_fused_mm_view_0", "f32[8,4]", 0, 128),
	    U("triton_poi_fused_mm_view_0", "", 0, NA, WHY_NO_SHAPE),
	};
	struct arena a = {0};
	struct cost c;

	(void)state;
	MODELS_RUN(cases);
	/* a product that is not there, though the FLOPs are not known */
	op_cost_of_call(calls_make(&a, "triton_poi_fused_max_pool2d_with_indices_0",
			    "f32[16] f32[4] 4"),
	    PART_FORWARD, &c);
	assert_false(c.has_flops);
	assert_true(c.no_gemm);
	op_cost_of_call(calls_make(&a, "triton_tem_fused_mm_0", "f32[4,5] f32[4,6]"),
	    PART_FORWARD, &c);
	assert_false(c.no_gemm);
	arena_free(&a);
}

/* A bias is added, or a product summed up, two operations each. */
static void test_all_products(void **state)
{
	static const struct {
		const char *names;
		uint64_t pointwise, reduction;
	} products[] = {
	    {"addbmm addmm addmv baddbmm conv1d conv2d conv3d conv_transpose1d "
	     "conv_transpose2d conv_transpose3d convolution linear",
		32, 32},
	    {"bmm dot matmul mm mv vdot", 0, 64},
	    {"convolution_backward", 0, 32},
	};

	(void)state;
	for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
		for (const char *p = products[i].names; *p; p += strspn(p, " ")) {
			int n = (int)strcspn(p, " ");
			char point[64], sum[64];
			const struct cost_case cases[] = {
			    F(point, "f32[8,4] 32", products[i].pointwise, 128),
			    F(sum, "f32[8,4] f32[8] 8 4", products[i].reduction, 160),
			};

			snprintf(point, sizeof point, "triton_poi_fused_%.*s_0",
			    n, p);
			snprintf(sum, sizeof sum, "triton_red_fused_%.*s_0", n, p);
			MODELS_RUN(cases);
			p += n;
		}
	}
}

/* The points are those of the longest run of last numbers that makes a tensor's
 * size. */
static void test_points(void **state)
{
	static const struct cost_case cases[] = {
	    /* y and x; z, y and x */
	    F("triton_poi_fused_add_clone_0", "f32[240,70] 240 70", 16800, 67200),
	    F("triton_poi_fused_add_0", "f32[2,3,4] 2 3 4", 24, 96),
	    /* where the random numbers begin, and x; y and x; x and r */
	    F("triton_poi_fused_native_dropout_9", "f32[64,128] i64[8] 3 8192",
		16384, 32832),
	    F("triton_poi_fused_add_0", "f32[8,4] 3 8 4", 32, 128),
	    F("triton_red_fused_mean_0", "f32[8,4] f32[8] 3 8 4", 32, 160),
	    /* a grid has three dimensions: a fourth number is none of it */
	    F("triton_poi_fused_add_0", "f32[120] f32[60] 2 3 4 5", 60, 720),
	    /* 4 is the size of the bias */
	    F("triton_poi_fused_add_0", "f32[8,4] f32[4] 8 4", 32, 144),
	    /* of no tensor: x; x and r */
	    F("triton_poi_fused_add_0", "f32[100] 3 30", 30, 120),
	    F("triton_red_fused_sum_0", "f32[100] f32[3] 7 3 10", 30, 132),
	    /* r alone is a weight's size, not the points */
	    F("triton_red_fused_mean_0", "f32[100] f32[10] 3 10", 30, 160),
	    /* numbers in front of tensors are none of the last */
	    F("triton_poi_fused_add_0", "7 f32[8,4] 32", 32, 128),
	    F("triton_poi_fused_add_0", "7 f32[8,4]", 32, 128),
	    F("triton_red_fused_sum_0", "f32[8,4] 4", 32, 128),
	    /* too many to count */
	    U("triton_poi_fused_add_0",
		"f32[4] 9223372036854775807 9223372036854775807 4", 4, 16,
		WHY_BY_NAME),
	    U("triton_red_fused_sum_0",
		"f32[4] 9223372036854775807 9223372036854775807", NA, 16,
		WHY_OVERFLOW),
	    /* add 1 * 5000, and the sum reads 4 * 5000 */
	    F("triton_poi_fused_add_sum_12", "f32[4,100,50] f32[100,50] 5000",
		25000, 100000),
	    F("triton_poi_fused_amax_0", "f32[4,100,50] f32[100,50] 5000",
		20000, 100000),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* bounded(args, bytes): the kernel moves no more than that. */
static void bounded(const char *name, const char *args, uint64_t bytes)
{
	struct arena a = {0};
	struct cost c;

	op_cost_of_call(calls_make(&a, name, args), PART_FORWARD, &c);
	if (c.bytes != bytes || c.of_bytes.conf != CONF_UPPER ||
	    c.of_flops.conf != CONF_ESTIMATE ||
	    strcmp(c.of_bytes.why, WHY_BY_NAME) != 0)
		fail_msg("%s(%s): %" PRIu64 " conf %d", name, args, c.bytes,
		    c.of_bytes.conf);
	arena_free(&a);
}

/* A point reads one place of a tensor that has more. */
static void test_parts(void **state)
{
	static const struct cost_case cases[] = {
	    /* several places: half of each row, four rows; glu is 5 */
	    F("triton_poi_fused_mul_silu_split_0", "f16[4,64] f16[4,32] 128",
		768, 768),
	    F("triton_poi_fused_slice_sum_0", "f32[4,32] f32[32] 32", 128, 640),
	    F("triton_poi_fused_glu_slice_0", "f32[4,64] f32[4,32] 128", 640, 1536),
	    /* no word of it, and a multiple */
	    F("triton_poi_fused_add_0", "f32[4,32] f32[32] 32", 32, 640),
	    /* rows that are one in memory: 32 elements, not 128 */
	    F("triton_poi_fused_add_0", "f32[4,32]/[0,1] f32[100] 100", 100, 528),
	    /* a kernel of a user's: its numbers may be anything */
	    U("triton_slice", "f32[4,32] 3", NA, 512, WHY_BY_NAME),
	};
	struct arena a = {0};
	struct cost c;

	(void)state;
	MODELS_RUN(cases);
	/* 2 * 64 * 2 bytes, not the 16 * 64 of the source */
	bounded("triton_poi_fused_slice_6", "f16[16,64] f16[64] 64", 256);
	bounded("triton_poi_fused_select_6", "f16[16,64] f16[64] 64", 256);
	bounded("triton_poi_fused_index_6", "f16[16,64] f16[64] 64", 256);
	bounded("triton_poi_fused_gather_6", "f16[16,64] f16[64] 64", 256);
	/* 2 indices, 2 rows of 16, read and written */
	bounded("triton_poi_fused_embedding_7",
	    "i64[2] f32[100,16] f32[2,16] 32", 16 + 256);
	/* as many as there are: no bound */
	op_cost_of_call(
	    calls_make(&a, "triton_poi_fused_slice_6", "f16[64] f16[64] 64"),
	    PART_FORWARD, &c);
	assert_int_equal(c.bytes, 256);
	assert_int_equal(c.of_bytes.conf, CONF_ESTIMATE);
	arena_free(&a);
	/* 1050 is no multiple of 500 */
	bounded("triton_poi_fused_clone_14", "f32[3,7,50] f32[10,50] 500", 4000);
	/* read and written: 2 * 50 + 50 elements */
	bounded("triton_poi_fused_add_0",
	    "in_out_ptr0=f32[70] in_ptr0=f32[50] xnumel=50", 600);
	bounded("triton_red_fused_embedding_mean_0", "f32[101,8] f32[4] 4 8",
	    128 + 16);
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
		PART_FORWARD, NA, 0, 211106232532992, WHY_OVERFLOW},
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
	    cmocka_unit_test(test_nul),
	    cmocka_unit_test(test_fused_products),
	    cmocka_unit_test(test_all_products),
	    cmocka_unit_test(test_points),
	    cmocka_unit_test(test_parts),
	    cmocka_unit_test(test_product),
	    cmocka_unit_test(test_extern),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
