/*
 * test_models_borders.c - where a number begins or ends: sizes of none, the
 * longest sequence, lengths that are no numbers, words that stand for names.
 */
#include "prof/ops/args.h"
#include "common/nelems.h"
#include "tests/unit/models.h"

#define FWD PART_FORWARD
#define BWD PART_BACKWARD
#define T1(shape, type)                                                        \
	"{\"name\":\"\",\"type\":\"tensor\",\"shape\":" shape                  \
	",\"dtype\":\"" type "\"}"

/* 3 queries of 4 heads in pages of 2; 64 FLOPs a pair and head */
#define PAGED(lens)                                                            \
	"f16[3,4,16] f16[3,4,16] f16[64,2,2,16,8] f16[64,2,16,16] 2 0.25 "     \
	"i32[3,7] " lens " 16 100"
#define EVOFORMER                                                              \
	"f16[2,3,8,2,16] f16[2,3,8,2,16] f16[2,3,8,2,16] f16[2,3,1,1,8] "      \
	"f16[2,1,2,8,8]"

static void test_attention(void **state)
{
	static const struct cost_case cases[] = {
	    /* float8 has a wider result: 3 * 1024 + 2 * 1024 */
	    {"aten::scaled_dot_product_attention",
		"e4m3[2,4,8,16] e4m3[2,4,8,16] e4m3[2,4,8,16] None 0.0 false",
		FWD, 32768, 32768, 5120, NULL},
	    /* 2^30 rows: 2^29 * (2^30 + 1) pairs of 4; one more is too many */
	    {"aten::scaled_dot_product_attention",
		"f16[1,1,1073741824,1] f16[1,1,1073741824,1] "
		"f16[1,1,1073741824,1] None 0.0 true",
		FWD, 2305843011361177600, 2305843011361177600, 8589934592, NULL},
	    {"aten::scaled_dot_product_attention",
		"f16[1,1,1073741825,1] f16[1,1,1073741825,1] "
		"f16[1,1,1073741825,1] None 0.0 true",
		FWD, NA, 0, 8589934600, WHY_OVERFLOW},
	    /* no heads, of all and of the keys alone */
	    {"aten::scaled_dot_product_attention",
		"f16[2,0,5,8] f16[2,0,7,8] f16[2,0,7,8] None 0.0 false", FWD, 0,
		0, 0, NULL},
	    {"aten::scaled_dot_product_attention",
		"f16[2,3,5,8] f16[2,0,7,8] f16[2,0,7,8]", FWD, NA, 0, NA,
		WHY_MISMATCH},
	    /* 0 + 5 + 9 pairs of 4 * 64; as many keys of 2 * 32, and 2 * 192 */
	    {"_C::paged_attention_v1", PAGED("[0,5,9]"), FWD, 3584, 3584, 2560, NULL},
	    /* lengths that are none */
	    {"_C::paged_attention_v1", PAGED("[1,2.5,9]"), FWD, NA, 0, NA,
		WHY_ATTRIBUTE},
	    {"_C::paged_attention_v1", PAGED("[1,-1,9]"), FWD, NA, 0, NA,
		WHY_ATTRIBUTE},
	    {"_C::paged_attention_v1", PAGED("i32[3]"), BWD, NA, 0, NA,
		WHY_NO_BACKWARD},
	    {"aiter::mha_batch_prefill",
		"f16[3,4,16] f16[64,2,16] f16[64,2,12] i32[4] i32[4] i32[9] 1 "
		"100 0.0 0.25 0.0 false true -1 -1 false",
		BWD, NA, 0, NA, WHY_NO_BACKWARD},
	    /* only an engine's step tells what is in its pages */
	    {"sglang_profiler::attention_paged_attention_ragged",
		"bf16[4,8,64] u8[100] bf16[4,8,64] bf16[99,1,2,64] "
		"bf16[99,1,2,64] i32[5] i32[77]",
		FWD, NA, 0, NA, WHY_VALUES},
	    /* five products of 12 * 64 pairs; query, key, value, result and
	     * their gradients of 3072, the log-sum-exp 384, masks of 608 */
	    {"EvoformerAttention", EVOFORMER, BWD, 122880, 122880, 25568, NULL},
	};

	(void)state;
	MODELS_RUN(cases);
}

/* Lengths one after the other, 5, 0 and 7, and such as are none. */
static void test_lengths(void **state)
{
	static const struct {
		const char *q, *k;
		uint64_t pairs;
		const char *why;
	} cases[] = {
	    {"[0,5,5,12]", "[0,5,5,12]", 25 + 49, NULL},
	    {"[0,5,5,12]", "[0,5,12]", NA, WHY_MISMATCH},
	    {"[0,5,2.5,12]", "[0,5,5,12]", NA, WHY_ATTRIBUTE},
	    {"[0.5,5,5,12]", "[0,5,5,12]", NA, WHY_ATTRIBUTE},
	    {"[0,5,5,12]", "[0,5,5,12.5]", NA, WHY_ATTRIBUTE},
	    {"[0,5,4,12]", "[0,5,5,12]", NA, WHY_MISMATCH},
	    {"[0,5,5,12]", "[-1,5,5,12]", NA, WHY_MISMATCH},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena a = {0};
		struct strbuf b = {0};
		struct cost cost;

		strbuf_text(&b, "{\"v\":1,\"op\":[{\"op\":\"flash_attn::_flash_"
				"attn_varlen_forward\",\"args\":[");
		for (size_t k = 0; k < 3; k++)
			strbuf_text(&b, T1("[12,1,16]", "float16") ",");
		strbuf_printf(&b,
		    "{\"type\":\"tensor\",\"shape\":[4],\"dtype\":\"int32\","
		    "\"value\":%s},{\"type\":\"tensor\",\"shape\":[4],"
		    "\"dtype\":\"int32\",\"value\":%s},{\"type\":\"int\","
		    "\"value\":7},{\"type\":\"int\",\"value\":7}]}]}",
		    cases[i].q, cases[i].k);
		strbuf_char(&b, '\0');
		op_cost_of_call(&calls_read(&a, b.p)->op.v[0], FWD, &cost);
		if (cost.has_flops != (cases[i].pairs != NA) ||
		    (cost.has_flops && cost.flops != 64 * cases[i].pairs) ||
		    (cases[i].why && strcmp(cases[i].why, cost.of_flops.why) != 0))
			fail_msg("%s %s: %ju %s", cases[i].q, cases[i].k,
			    (uintmax_t)cost.flops,
			    cost.of_flops.why ? cost.of_flops.why : "-");
		strbuf_free(&b);
		arena_free(&a);
	}
}

/* As many of the greatest length as there is room for, and what is left: pairs
 * of one head, with 4 heads of 8 and 6: 2 * 4 * 14 products each. */
static void test_packed_pairs(void **state)
{
	static const struct {
		int q, k, most_q, most_k, pairs;
	} cases[] = {
	    {12, 40, 8, 8, 8 * 8 + 4 * 8},
	    {40, 12, 8, 8, 8 * 8 + 8 * 4},
	    {20, 12, 8, 8, 8 * 8 + 8 * 4},
	    {20, 30, 8, 10, 2 * 8 * 10 + 4 * 10},
	    {16, 35, 8, 10, 2 * 8 * 10},
	    {16, 16, 8, 8, 2 * 8 * 8},
	};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		struct arena a = {0};
		struct cost cost;
		char args[200];

		snprintf(args, sizeof args,
		    "f16[%d,4,8] f16[%d,2,8] f16[%d,2,6] i32[9] i32[9] %d %d "
		    "0.0 1.0 false -1 -1",
		    cases[i].q, cases[i].k, cases[i].k, cases[i].most_q,
		    cases[i].most_k);
		op_cost_of_call(
		    calls_make(&a, "flash_attn::_flash_attn_varlen_forward", args),
		    FWD, &cost);
		if (cost.gemm != 112U * (unsigned)cases[i].pairs)
			fail_msg("%zu: %ju", i, (uintmax_t)cost.gemm);
		arena_free(&a);
	}
}

/* Packed sequences of which the greatest length and the sum are known: exact
 * where only one way of dividing them is left. */
static void test_packed(void **state)
{
	static const struct {
		int q, k, n, most_q, most_k;
		enum conf conf;
	} cases[] = {
	    /* one is all of them; two of 5 are 10, or the other is what is left */
	    {10, 14, 1, 10, 14, CONF_EXACT},
	    {10, 14, 2, 5, 7, CONF_EXACT},
	    {10, 10, 2, 7, 7, CONF_EXACT},
	    {10, 14, 2, 7, 10, CONF_ESTIMATE},
	    {10, 10, 2, 7, 8, CONF_ESTIMATE},
	    /* one side tells which is which */
	    {10, 13, 2, 5, 7, CONF_EXACT},
	    {9, 14, 2, 5, 7, CONF_EXACT},
	    /* three: all of them must be the greatest */
	    {15, 21, 3, 5, 7, CONF_EXACT},
	    {15, 20, 3, 5, 7, CONF_ESTIMATE},
	    {14, 21, 3, 5, 7, CONF_ESTIMATE},
	    {15, 21, 4, 5, 7, CONF_ESTIMATE},
	    {16, 21, 3, 5, 7, CONF_ESTIMATE},
	    {15, 22, 3, 5, 7, CONF_ESTIMATE},
	    {15, 28, 3, 5, 7, CONF_ESTIMATE},
	    /* of so many none */
	    {10, 14, 0, 5, 7, CONF_ESTIMATE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena a = {0};
		struct cost cost;
		char args[200];

		snprintf(args, sizeof args,
		    "f16[%d,4,8] f16[%d,2,8] f16[%d,2,6] i32[%d] i32[%d] %d %d "
		    "0.0 1.0 false -1 -1",
		    cases[i].q, cases[i].k, cases[i].k, cases[i].n + 1,
		    cases[i].n + 1, cases[i].most_q, cases[i].most_k);
		op_cost_of_call(
		    calls_make(&a, "flash_attn::_flash_attn_varlen_forward", args),
		    FWD, &cost);
		if (cost.of_flops.conf != cases[i].conf)
			fail_msg("%s: %d", args, (int)cost.of_flops.conf);
		arena_free(&a);
	}
}

static void test_numbers(void **state)
{
	static const struct cost_case cases[] = {
	    /* a type and not a step: 8 of float16 */
	    F("aten::arange", "2 10 5 None None None", 0, 16),
	    /* a number in front is an operand, alpha is none: 48 + 24, 3 * 48 */
	    F("torch.mul", "2.5 i64[6]", 6, 72),
	    F("torch.mul", "i64[6] 2.5", 6, 72),
	    F("aten::add", "i64[6] i64[6] 2.5", 12, 144),
	    /* 240 of the product; 24 of the bias's gradient */
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 1 1", PART_DGRAD, 240,
		240, 296, NULL},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 1 1", PART_DBIAS, 24, 0,
		120, NULL},
	    /* from the beginning to the end: 32 read, 32 written */
	    B("aten::slice", "f32[8,4] 0 None None 1", 0, 256),
	    B("aten::slice", "f32[8,4] 0 1 None 1", 0, 240),
	    /* 4 * 36 results of 36 products */
	    {"aten::convolution",
		"f32[1,4,8,8] f32[4,4,3,3] None [1,1] [0,0] [1,1] false "
		"[0,0] groups=1",
		FWD, 10368, 10368, 2176, NULL},
	    /* complex: four times the products, two additions of a bias */
	    {"aten::conv2d", "c64[1,4,8,8] c64[4,4,3,3] c64[4] [1,1] [0,0] [1,1] 1",
		FWD, 41760, 41472, 4384, NULL},
	    {"aten::conv_transpose2d", "f32[1,4,5,5] f32[4,6,3,3] f32[6]", FWD,
		NA, 0, NA, WHY_ATTRIBUTE, "k"},
	    /* as many as the result has */
	    K("k", "aten::repeat_interleave", "i64[3] None > i64[10]", FWD, 0, 104),
	    U("aten::repeat_interleave", "i64[3]", 0, NA, WHY_VALUES),
	    /* where an overload is without a type stands the result, float64 */
	    F("aten::norm", "f32[4,6] 2 [1] false f64[4]", 52, 128),
	    F("aten::norm", "f32[4,6] 2 [1] false", 52, 112),
	    /* a weight of no rows: 128 of x, 64 of the scales, 16 of the code */
	    F("bitsandbytes::gemv_4bit",
		"f16[1,64] u8[0,1] [0,64] f32[4] f32[16] 64", 0, 208),
	    U("bitsandbytes::gemv_4bit",
		"f16[1,64] u8[0,1] [-1,64] f32[4] f32[16] 64", NA, NA, WHY_MISMATCH),
	    /* the right operand as it stands, where nothing says transposed */
	    {"primus_turbo::hipblaslt_gemm_fp8",
		"e4m3[4,8] f32[] e4m3[8,6] f32[] 15", FWD, 384, 384, 136, NULL},
	    /* 4400 and what comes back of the states, 2 * 96 */
	    {"aten::_cudnn_rnn_backward",
		"f32[5,3,6] ? 4 f32[352] f32[2,3,4] f32[2,3,4] f32[5,3,4] "
		"f32[5,3,4] f32[2,3,4] f32[2,3,4] 2 4 0 2 false 0.0 true false "
		"[] None u8[99] [true,true,true,true]",
		FWD, 17280, 17280, 4592, NULL},
	    /* a product of complex numbers is six */
	    F("aten::prod", "c64[4,6] None", 144, 200),
	    /* no stride is none, whatever the padding */
	    U("onnx::MaxPool", "f32[1,1,4,4] kernel_shape=[2,2] strides=[0,0] auto_pad='SAME_UPPER'",
		NA, NA, WHY_MISMATCH),
	    /* a vector in front is a row, one behind a column */
	    {"aten::linalg_multi_dot",
		"[" T1("[3]", "float32") "," T1("[3,4]", "float32") "]", FWD,
		24, 24, 76, NULL},
	    {"aten::linalg_multi_dot",
		"[" T1("[2,3]", "float32") "," T1("[3]", "float32") "]", FWD,
		12, 12, 44, NULL},
	    {"aten::linalg_multi_dot",
		"[" T1("[3]", "float32") "," T1("[3]", "float32") "]", FWD, 6,
		6, 28, NULL},
	    /* through one of x's dimensions behind the batch's: 4 elements of
	     * 4 rows, read and written, and 4 indices */
	    F("onnx::GatherND", "f32[4,6] i64[4,1] batch_dims=1", 0, 64),
	    U("onnx::GatherND", "f32[4,6] i64[4,1] batch_dims=-1", NA, NA,
		WHY_MISMATCH),
	    U("onnx::GatherND", "f32[4,6] i64[4,1] batch_dims=2", NA, NA,
		WHY_MISMATCH),
	    U("onnx::GatherND", "f32[4,6] i64[4,1] batch_dims=3", NA, NA,
		WHY_MISMATCH),
	    /* no count */
	    U("aten::histc", "f32[4,6] -10 0 1", NA, NA, WHY_MISMATCH),
	    U("aten::histc", "f32[4,6] ? 0 1", 0, NA, WHY_ATTRIBUTE),
	    /* not recorded: the result's 12 read and written, and 16 of the
	     * indices */
	    F("onnx::GatherND", "f32[4,6] i64[2,1] batch_dims=? > f32[2,6]", 0, 112),
	    U("onnx::GatherND", "f32[4,6] i64[2,1] batch_dims=?", 0, NA,
		WHY_ATTRIBUTE),
	    U("onnx::GatherND", "f32[4,6] i64[2,3] batch_dims=? > f32[2,6]", NA,
		NA, WHY_MISMATCH),
	    U("onnx::GatherND", "f32[4,6] i64[4,3]", NA, NA, WHY_MISMATCH),
	    /* the last offset is an end: 2 bags, none, and no offset at all; 7
	     * rows and indices, 168 */
	    F("aten::_embedding_bag", "f32[10,4] i64[7] i64[3] false 0 false None true",
		28, 168 + 24 + 32),
	    F("aten::_embedding_bag",
		"f32[10,4] i64[7] i64[1] false 0 false None true", 28, 168 + 8),
	    F("aten::_embedding_bag",
		"f32[10,4] i64[7] i64[0] false 0 false None true", 28, 168),
	    /* 12 results of 16 neighbours, of one */
	    F("onnx::GridSample", "f32[1,3,4,4] f32[1,2,2,2] mode='cubic'", 372, 272),
	    F("onnx::GridSample", "f32[1,3,4,4] f32[1,2,2,2] mode='nearest'", 0, 272),
	    /* 24 additions and 6 quotients */
	    F("onnx::ReduceMean", "f32[4,6] axes=[0]", 30, 120),
	    /* a list of lists; one more is none */
	    F("c10d::allgather",
		"[{\"name\":\"\",\"type\":\"list\",\"value\":[" T1("[4]",
		    "float16") "," T1("[4]", "float16") "]}] "
							"[" T1("[4]", "float16") "]",
		0, 24),
	    U("c10d::allgather",
		"[{\"name\":\"\",\"type\":\"list\",\"value\":[{\"name\":\"\","
		"\"type\":\"list\",\"value\":[" T1(
		    "[4]", "float16") "]}]}] [" T1("[4]", "float16") "]",
		0, NA, WHY_ATTRIBUTE),
	    F("c10d::allgather",
		"[" T1("[8]", "float16") "] [{\"name\":\"\",\"type\":\"list\","
					 "\"value\":[" T1(
					     "[4]", "float16") "]}]",
		0, 24),
	    U("c10d::allgather",
		"[" T1("[8]", "float16") "] [{\"name\":\"\",\"type\":\"list\","
					 "\"value\":[{\"name\":\"\",\"type\":"
					 "\"list\",\"value\":[" T1(
					     "[4]", "float16") "]}]}]",
		0, NA, WHY_ATTRIBUTE),
	    /* lists: of one tensor in two the FLOPs are not known */
	    U("aten::_foreach_exp_",
		"[" T1("[3]", "float32") "," T1("[3]", "complex64") "]", NA, 72,
		WHY_NO_COMPLEX),
	    U("aten::_foreach_exp_",
		"[" T1("[3]", "complex64") "," T1("[3]", "float32") "]", NA, 72,
		WHY_NO_COMPLEX),
	    F("aten::_foreach_exp_",
		"[" T1("[3]", "float16") "," T1("[3]", "float32") "]", 6, 36),
	    U("vllm::rmsnorm", "f16[4,6] ? f16[6]", NA, NA, WHY_NO_SHAPE),
	    U("vllm::rmsnorm", "f16[4,6]", NA, NA, WHY_NO_SHAPE),
	    /* half of each head is turned: 3 * 160; 2 * 640 and a table of 160 */
	    F("te::rope_fwd", "f16[10,1,4,8] f16[10,1,4,8] f32[10,1,1,4]", 480, 1440),
	};
	static const struct conf_case confs[] = {
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] ? ?", PART_DBIAS, CONF_ESTIMATE},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] ? ?", PART_BACKWARD,
		CONF_ESTIMATE},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] ? ?", PART_DGRAD, CONF_EXACT},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] ? ?", PART_WGRAD, CONF_EXACT},
	};

	(void)state;
	MODELS_RUN(cases);
	MODELS_CONF(confs);
}

/* A loss of each element, or of all: 2 FLOPs and a result each, or 3 and one. */
static void test_reduction(void **state)
{
	static const struct {
		const char *args;
		bool each, unknown;
	} cases[] = {
	    {"", false, false},
	    {" reduction='none'", true, false},
	    {" reduction='mean'", false, false},
	    {" reduction='sum'", false, false},
	    {" reduction='batchmean'", false, false},
	    {" reduction='nosuch'", false, true},
	    {" reduction=0", true, false},
	    {" reduction=1", false, false},
	    {" reduction=2", false, false},
	    {" reduction=3", false, true},
	    {" reduction=-1", false, true},
	    {" reduction=?", false, true},
	    {" reduction=1.5", false, true},
	    /* size_average, reduce: the latter alone tells */
	    {" true true", false, false},
	    {" false true", false, false},
	    {" true false", true, false},
	    {" false false", true, false},
	    {" false", false, false},
	    {" None false", true, false},
	    {" None true", false, false},
	    {" None 'none'", false, false},
	    {" None ''", true, false},
	    {" None 0.5", false, true},
	    {" ? false", false, true},
	    {" true ?", false, true},
	    /* and goes first */
	    {" None None 'none'", true, false},
	    {" None true 'none'", false, false},
	    {" None false 'sum'", true, false},
	    {" false None 'none'", false, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena a = {0};
		struct cost cost;
		char args[100];

		snprintf(args, sizeof args, "f32[4] f32[4]%s", cases[i].args);
		op_cost_of_call(calls_make(&a, "torch.nn.functional.mse_loss", args),
		    FWD, &cost);
		if (cases[i].unknown ? cost.has_bytes
				     : cost.flops != (cases[i].each ? 8 : 12) ||
					   cost.bytes != (cases[i].each ? 48 : 36))
			fail_msg("%s: %ju, %ju", args, (uintmax_t)cost.flops,
			    (uintmax_t)cost.bytes);
		arena_free(&a);
	}
}

/* Keywords that stand for a name: NumPy's (torch's numpy_compat_arg_names),
 * ONNX's attributes, and other operators' of one layout. */
static const struct {
	enum op_at name;
	const char *words; /* blanks around each */
} also[] = {
    {AT_boundaries, " sorted_sequence "},
    {AT_dilation, " dilations "},
    {AT_dim, " axis axes "},
    {AT_dtype, " to "},
    {AT_groups, " group "},
    {AT_input, " tensor a "},
    {AT_kernel_size, " kernel_shape "},
    {AT_n, " s "},
    {AT_num_groups, " group "},
    {AT_other, " exponent b values "},
    {AT_out, " grad_input "},
    {AT_pad, " pads "},
    {AT_padding, " pads "},
    {AT_scale, " scales scale_factor scale_factors "},
    {AT_size, " sizes shape output_size "},
    {AT_src, " source tensor "},
    {AT_stride, " strides "},
    {AT_training, " training_mode "},
    {AT_zero_point, " zero_points "},
};

static bool is_also(enum op_at name, const char *word)
{
	char text[80];

	snprintf(text, sizeof text, " %s ", word);
	for (size_t i = 0; i < sizeof also / sizeof *also; i++)
		if (also[i].name == name)
			return strstr(also[i].words, text);
	return false;
}

static void test_keywords(void **state)
{
	const struct call add = {.op = STR("aten::add")};
	const struct op_entry *e = op_find(&add);

	(void)state;
	for (size_t i = 0; i < OP_NAMES; i++) {
		struct arg a = {
		    .kind = ARG_INT, .value = {.kind = VALUE_INT, .i = 7}};
		const struct call call = {
		    .op = add.op, .args = &a, .nargs = 1, .has_args = true};
		struct op_ask q;

		a.name = op_args_names[i];
		op_args_bind(&q, e, &call, FWD, NULL);
		for (size_t k = 0; k < OP_NAMES; k++) {
			/* the row has these itself */
			bool own = i == AT_input || i == AT_other || i == AT_alpha;
			bool wanted =
			    k == i || (!own && is_also((enum op_at)k, a.name.p));

			if ((op_args_find(&q, (enum op_at)k) == &a) != wanted)
				fail_msg("%s for %s", a.name.p, op_args_names[k].p);
		}
	}
}

/* What is filled with zeros before the work begins: the gradient of what was
 * indexed, of the table, of a loss's input; 0: there is none. */
static void test_zeros(void **state)
{
	static const struct {
		const char *name, *args;
		uint64_t forward, backward;
	} cases[] = {
	    {"aten::nll_loss", "f32[4,6] i64[4]", 0, 96},
	    {"aten::nll_loss_forward", "f32[4,6] i64[4] None 1 -100", 0, 96},
	    {"aten::nll_loss_backward",
		"f32[] f32[4,6] i64[4] None 1 -100 f32[]", 96, 96},
	    {"aten::mse_loss", "f32[4,6] f32[4,6]", 0, 0},
	    {"aten::mse_loss_backward", "f32[] f32[4,6] f32[4,6] 1", 0, 0},
	    {"aten::gather", "f32[4,6] 0 i64[2,6]", 0, 96},
	    {"aten::index_select", "f32[4,6] 0 i64[2]", 0, 96},
	    {"aten::index", "f32[4,6] [" T1("[3]", "int64") "]", 0, 96},
	    {"aten::masked_select", "f32[4,6] b[4,6]", 0, 96},
	    {"Tensor.__getitem__", "f32[4,6] i64[3]", 0, 96},
	    {"aten::scatter", "f32[4,6] 0 i64[2,6] f32[2,6]", 0, 0},
	    {"aten::nonzero", "f32[4,6]", 0, 0},
	    {"aten::embedding", "f32[10,4] i64[3]", 0, 0},
	    {"aten::embedding", "f32[10,4] i64[3] -1 false false", 0, 160},
	    {"aten::embedding", "f32[10,4] i64[3] -1 false true", 0, 0},
	    {"aten::embedding", "f32[10,4] i64[3] -1 false ?", 0, 0},
	    {"aten::embedding_dense_backward", "f32[3,4] i64[3] 10 -1 false",
		160, 160},
	    {"aten::embedding_dense_backward", "f32[3,4] i64[3] ? -1 false", 0, 0},
	    {"aten::_embedding_bag", "f32[10,4] i64[7] i64[3] false 0", 0, 0},
	    {"aten::adaptive_max_pool2d", "f32[1,1,4,4] [2,2]", 0, 64},
	    {"aten::adaptive_max_pool2d_backward",
		"f32[1,1,2,2] f32[1,1,4,4] i64[1,1,2,2]", 64, 64},
	    {"aten::adaptive_avg_pool2d", "f32[1,1,4,4] [2,2]", 0, 0},
	    {"aten::max_pool2d", "f32[1,1,4,4] [2,2]", 0, 0},
	    {"aten::mm", "f32[4,5] f32[5,6]", 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena a = {0};
		const struct call *call =
		    calls_make(&a, cases[i].name, cases[i].args);
		const struct op_entry *e = op_find(call);
		uint64_t got[2] = {op_cost_of_zeros(e, call, FWD),
		    op_cost_of_zeros(e, call, BWD)};

		for (size_t k = 0; k < 2; k++)
			got[k] = num_bad(got[k]) ? 0 : got[k];
		if (got[0] != cases[i].forward || got[1] != cases[i].backward)
			fail_msg("%s(%s): %ju, %ju", cases[i].name,
			    cases[i].args, (uintmax_t)got[0], (uintmax_t)got[1]);
		arena_free(&a);
	}
}

/* Sizes that older libraries wanted for Tensor Cores: multiples of 8. */
static void test_aligned(void **state)
{
	static const struct {
		const char *name, *args;
		bool aligned;
	} cases[] = {
	    {"aten::mm", "f16[8,16] f16[16,24]", true},
	    {"aten::mm", "f16[7,16] f16[16,24]", false},
	    {"aten::mm", "f16[8,15] f16[15,24]", false},
	    {"aten::mm", "f16[8,16] f16[16,23]", false},
	    {"aten::mm", "f16[8,0] f16[0,24]", false},
	    {"aten::addmm", "f16[24] f16[8,16] f16[16,24]", true},
	    {"aten::addmm", "f16[23] f16[8,16] f16[16,23]", false},
	    /* any of those in front; of a batch the one before the last */
	    {"aten::linear", "f16[3,8,16] f16[24,16]", true},
	    {"aten::linear", "f16[8,3,16] f16[24,16]", true},
	    {"aten::linear", "f16[3,5,16] f16[24,16]", false},
	    {"aten::bmm", "f16[3,8,16] f16[3,16,24]", true},
	    {"aten::bmm", "f16[8,3,16] f16[8,16,24]", false},
	    /* channels in and out */
	    {"aten::conv2d", "f16[2,8,4,4] f16[16,8,3,3]", true},
	    {"aten::conv2d", "f16[2,8,4,4] f16[12,8,3,3]", false},
	    {"aten::conv2d", "f16[2,4,4,4] f16[16,4,3,3]", false},
	    {"aten::conv2d", "f16[2,8,4,4] f16[0,8,3,3]", false},
	    {"aten::conv2d", "f16[2,0,4,4] f16[16,0,3,3]", false},
	    {"aten::conv2d", "f16[2,8,4,4] ?", true},
	    {"aten::conv2d", "f16[2,8,4,4] f16[3]", true},
	    /* of others it is not asked */
	    {"aten::add", "f16[7] f16[7]", true},
	    {"aten::nosuch", "f16[7]", true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena a = {0};
		const struct call *call =
		    calls_make(&a, cases[i].name, cases[i].args);

		if (op_cost_of_aligned(op_find(call), call, 8) != cases[i].aligned)
			fail_msg("%s(%s)", cases[i].name, cases[i].args);
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_attention),
	    cmocka_unit_test(test_lengths),
	    cmocka_unit_test(test_packed),
	    cmocka_unit_test(test_packed_pairs),
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_reduction),
	    cmocka_unit_test(test_zeros),
	    cmocka_unit_test(test_aligned),
	    cmocka_unit_test(test_keywords),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
