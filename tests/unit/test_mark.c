/*
 * test_mark.c - what the texts of ranges say.
 *
 * Own cases are written by hand from the formats that the frameworks document;
 * the shared table of real texts is read as well where it is there.
 */
#include "parse/mark/mark.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "common/num.h"

#include "common/jansson_apart.h"

static struct arena arena;

static struct mark decode_in(const char *domain, struct str text)
{
	struct mark m;

	arena_reset(&arena);
	mark_decode(text, str_of(domain), &arena, &m);
	return m;
}

static struct mark decode(struct str text)
{
	return decode_in(NULL, text);
}

static struct mark decode_text(const char *text)
{
	return decode(str_of(text));
}

static void same(struct str got, const char *want)
{
	if (!str_is(got, want))
		fail_msg("'%.*s' is not '%s'", (int)got.n, got.p, want);
}

/*
 * emit_nvtx
 */

#define NO_SEQ INT64_MIN

static void torch_calls(void **state)
{
	static const struct {
		const char *text;
		enum mark_kind kind;
		const char *op;
		int64_t seq, id;
		int nargs; /* -1: not recorded */
	} cases[] = {
	    /* 1.0 */
	    {"conv2d, seq=5", MARK_CALL, "conv2d", 5, -1, -1},
	    {"ThresholdBackward, stashed seq=7", MARK_NODE, "ThresholdBackward",
		7, -1, -1},
	    /* 1.1 to 1.5 */
	    {"conv2d, seq = 5", MARK_CALL, "conv2d", 5, -1, -1},
	    {"MulBackward0, seq = 0", MARK_NODE, "MulBackward0", 0, -1, -1},
	    {"addmm, seq = 5, sizes = [[2, 3], [2, 3], [3, 3], [], []]",
		MARK_CALL, "addmm", 5, -1, 5},
	    {", sizes = [[2], []]", MARK_CALL, "", NO_SEQ, -1, 2},
	    /* 1.6 to 1.10 */
	    {"aten::mm, seq = 12", MARK_CALL, "aten::mm", 12, -1, -1},
	    {"aten::mm", MARK_CALL, "aten::mm", NO_SEQ, -1, -1},
	    {"autograd::engine::evaluate_function: MmBackward0", MARK_ENGINE,
		"MmBackward0", NO_SEQ, -1, -1},
	    {"autograd::engine::evaluate_function: MmBackward0, seq = 9",
		MARK_ENGINE, "MmBackward0", 9, -1, -1},
	    /* 1.11 on */
	    {"aten::relu_, op_id = 19", MARK_CALL, "aten::relu_", NO_SEQ, 19, -1},
	    {"aten::add, seq = 4, op_id = 17, sizes = [[2, 3], [], []], "
	     "input_op_ids = [(15,0), (0,-1), (0,-1)]",
		MARK_CALL, "aten::add", 4, 17, 3},
	    {"aten::zeros, op_id = 20, sizes = [[], []]", MARK_CALL,
		"aten::zeros", NO_SEQ, 20, 2},
	    {"aten::rand, op_id = 1, sizes = [], input_op_ids = []", MARK_CALL,
		"aten::rand", NO_SEQ, 1, 0},
	    {"aten::x, input_op_ids = [(1,0)]", MARK_CALL, "aten::x", NO_SEQ, -1, -1},
	    /* no number: -1, and less on ROCm */
	    {"aten::x, seq = -1", MARK_CALL, "aten::x", NO_SEQ, -1, -1},
	    {"aten::x, seq = -72", MARK_CALL, "aten::x", NO_SEQ, -1, -1},
	    /* 2^63 - 1 is a number, 2^63 is a part of the name */
	    {"x, seq = 9223372036854775807", MARK_CALL, "x", INT64_MAX, -1, -1},
	    {"x, seq = 9223372036854775808, op_id = 1", MARK_CALL,
		"x, seq = 9223372036854775808", NO_SEQ, 1, -1},
	    /* names that look like parts, or hold anything */
	    {"f, seq = 7, seq = 8", MARK_CALL, "f, seq = 7", 8, -1, -1},
	    {"a\nb, sizes = [[1]], op_id = 3", MARK_CALL, "a\nb, sizes = [[1]]",
		NO_SEQ, 3, -1},
	    {"f, op_id = 3, seq = 4", MARK_CALL, "f, op_id = 3", 4, -1, -1},
	    {"f, sizes = [[1,2]], seq = 4", MARK_CALL, "f, sizes = [[1,2]]", 4,
		-1, -1},
	    {"f, op_id = -3, seq = 4", MARK_CALL, "f, op_id = -3", 4, -1, -1},
	    {"f, seq = 1, sizes = [[-1]], input_op_ids = [(1,0)]", MARK_CALL,
		"f, seq = 1, sizes = [[-1]]", NO_SEQ, -1, -1},
	    {", seq = 3", MARK_CALL, "", 3, -1, -1},
	    /* nodes, and what only looks like one */
	    {"torch::autograd::CopyBackwards, seq = 79", MARK_NODE,
		"torch::autograd::CopyBackwards", 79, -1, -1},
	    {"torch::autograd::CopySlices", MARK_NODE,
		"torch::autograd::CopySlices", NO_SEQ, -1, -1},
	    {"torch::jit::(anonymous namespace)::DifferentiableGraphBackward",
		MARK_NODE, "torch::jit::(anonymous namespace)::DifferentiableGraphBackward",
		NO_SEQ, -1, -1},
	    {"torch::autograd::CppNode<ops::(anonymous namespace)::RoiAlign>, "
	     "seq = 6",
		MARK_NODE, "torch::autograd::CppNode<ops::(anonymous namespace)::RoiAlign>",
		6, -1, -1},
	    {"CheckpointFunctionBackward, seq = 50", MARK_NODE,
		"CheckpointFunctionBackward", 50, -1, -1},
	    {"MulBackward", MARK_NODE, "MulBackward", NO_SEQ, -1, -1},
	    {"RegisterPostBackwardFunction, seq = 46241, op_id = 993694",
		MARK_CALL, "RegisterPostBackwardFunction", 46241, 993694, -1},
	    {"aten::convolution_backward, seq = 3", MARK_CALL,
		"aten::convolution_backward", 3, -1, -1},
	    {"_softmax_backward_data, seq = 0", MARK_CALL,
		"_softmax_backward_data", 0, -1, -1},
	    {"my Backward, seq = 3", MARK_CALL, "my Backward", 3, -1, -1},
	    /* the engine's own */
	    {"torch::autograd::GraphRoot, seq = 129", MARK_ENGINE,
		"torch::autograd::GraphRoot", 129, -1, -1},
	    {"GraphRoot", MARK_ENGINE, "GraphRoot", NO_SEQ, -1, -1},
	    {"torch::autograd::AccumulateGrad, seq = 3", MARK_ACCUMULATE,
		"torch::autograd::AccumulateGrad", 3, -1, -1},
	    {"AccumulateGrad", MARK_ACCUMULATE, "AccumulateGrad", NO_SEQ, -1, -1},
	    {"autograd::engine::evaluate_function: "
	     "torch::autograd::AccumulateGrad, op_id = 74",
		MARK_ENGINE, "torch::autograd::AccumulateGrad", NO_SEQ, 74, -1},
	    /* makers of tensors before 1.6; collectives are calls */
	    {"zeros", MARK_CALL, "zeros", NO_SEQ, -1, -1},
	    {"nccl:all_to_all, op_id = 993824", MARK_CALL, "nccl:all_to_all",
		NO_SEQ, 993824, -1},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mark m = decode_text(cases[i].text);

		if (m.kind != cases[i].kind)
			fail_msg("%s: kind %d", cases[i].text, (int)m.kind);
		same(m.call.op, cases[i].op);
		assert_int_equal(m.call.node, m.kind == MARK_NODE);
		assert_false(m.pyprof);
		assert_int_equal(m.call.has_seq, cases[i].seq != NO_SEQ);
		if (m.call.has_seq)
			assert_true(m.call.seq == cases[i].seq);
		assert_int_equal(m.call.has_id, cases[i].id >= 0);
		if (m.call.has_id)
			assert_true(m.call.id == cases[i].id);
		assert_int_equal(m.call.has_args, cases[i].nargs >= 0);
		if (m.call.has_args)
			assert_int_equal(m.call.nargs, cases[i].nargs);
	}
}

static void torch_shapes(void **state)
{
	struct mark m = decode_text("aten::f, seq = 8, op_id = 200, "
				    "sizes = [[2, 3, 8], [], [0], [64, 1]]");
	const struct arg *args = m.call.args;

	(void)state;
	assert_int_equal(m.call.nargs, 4);
	assert_int_equal(args[0].kind, ARG_TENSOR);
	same(args[0].type, "tensor");
	assert_int_equal(args[0].shape.n, 3);
	assert_int_equal(args[0].shape.v[0], 2);
	assert_int_equal(args[0].shape.v[1], 3);
	assert_int_equal(args[0].shape.v[2], 8);
	assert_int_equal(args[0].dtype, DTYPE_UNKNOWN);
	assert_null(args[0].dtype_text.p);
	assert_int_equal(args[0].value.kind, VALUE_ABSENT);
	assert_int_equal(args[1].kind, ARG_UNKNOWN);
	same(args[1].type, "unknown");
	assert_null(args[1].shape.v);
	assert_int_equal(args[2].shape.n, 1);
	assert_int_equal(args[2].shape.v[0], 0);
	assert_int_equal(args[3].shape.v[0], 64);
	assert_int_equal(args[3].shape.v[1], 1);
	/* a dimension beyond 64 bits is not known, the others are */
	m = decode_text("f, sizes = [[4, 9223372036854775808], [7]]");
	assert_int_equal(m.call.nargs, 2);
	assert_int_equal(m.call.args[0].kind, ARG_TENSOR);
	assert_null(m.call.args[0].shape.v);
	assert_int_equal(m.call.args[1].shape.v[0], 7);
}

/* Texts that are nobody's, and torch's ranges that are no operators. */
static void ranges(void **state)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
	    {"", ""},
	    {"forward", "forward"},
	    {"conv2d", "conv2d"}, /* torch 0.4; or a user's */
	    {"encoder.forward", "encoder.forward"},
	    {"FP32 kernel: a, b = 3", "FP32 kernel: a, b = 3"},
	    {"backward", "backward"},
	    {"Backward", "Backward"},
	    {"Batch-3 Backward", "Batch-3 Backward"},
	    {"model.backward", "model.backward"},
	    {"x, seq = ", "x, seq = "},
	    {"x, seq = 1a", "x, seq = 1a"},
	    {"x, seq = 5 ", "x, seq = 5 "},
	    {"x,seq = 5", "x,seq = 5"},
	    {"x, sizes = [[1, 2]", "x, sizes = [[1, 2]"},
	    {"x, sizes = []]", "x, sizes = []]"},
	    {"x, sizes = [][1]", "x, sizes = [][1]"},
	    {"x, op_id = -3", "x, op_id = -3"},
	    {"x, sizes = [1, 2]", "x, sizes = [1, 2]"},
	    {"x, sizes = [[1, 2],]", "x, sizes = [[1, 2],]"},
	    {"x, sizes = [[1,]]", "x, sizes = [[1,]]"},
	    {"x, sizes =  [[1]]", "x, sizes =  [[1]]"},
	    {"sizes = [[1]]", "sizes = [[1]]"},
	    {"]", "]"},
	    {"[]", "[]"},
	    {" []", " []"},
	    {"5", "5"},
	    {"-5", "-5"},
	    {"xlayer:q:z", "xlayer:q:z"},
	    {"my range (of mine), op_id = 5", "my range (of mine)"},
	    {"## forward ##, seq = 3", "## forward ##"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mark m = decode_text(cases[i].text);

		if (m.kind != MARK_RANGE)
			fail_msg("%s: kind %d", cases[i].text, (int)m.kind);
		same(m.text, cases[i].want);
		assert_false(m.call.has_seq);
		assert_false(m.pyprof);
	}
	assert_int_equal(decode_text("__start_profile").kind, MARK_IGNORE);
	assert_int_equal(decode_text("__stop_profile").kind, MARK_IGNORE);
}

static void layers(void **state)
{
	struct mark m = decode_text("layer:a:b");

	(void)state;
	assert_int_equal(m.kind, MARK_LAYER);
	same(m.text, "a:b");
	m = decode_text("layer:");
	assert_int_equal(m.kind, MARK_LAYER);
	same(m.text, "");
	m = decode_text("layer:x, seq = 5");
	assert_int_equal(m.kind, MARK_LAYER);
	same(m.text, "x, seq = 5");
	m = decode((struct str){"layer:a\0\n\x1b", 9});
	assert_int_equal(m.text.n, 3);
}

/*
 * Rows of a PyTorch trace
 */

static void kineto_names(void **state)
{
	static const struct {
		const char *domain, *text;
		enum mark_kind kind;
		const char *want; /* the operator, or the text */
	} cases[] = {
	    /* the category says that these are operators, no name could */
	    {"cpu_op", "aten::mm", MARK_CALL, "aten::mm"},
	    {"cpu_op", "triton_poi_fused_add_0", MARK_CALL, "triton_poi_fused_add_0"},
	    {"cpu_op", "linear", MARK_CALL, "linear"},
	    {"cpu_op", "forward", MARK_CALL, "forward"},
	    {"cpu_op", "record_param_comms", MARK_CALL, "record_param_comms"},
	    {"cpu_op", "AddmmBackward0", MARK_NODE, "AddmmBackward0"},
	    {"cpu_op", "torch::autograd::CopyBackwards", MARK_NODE,
		"torch::autograd::CopyBackwards"},
	    {"cpu_op", "autograd::engine::evaluate_function: MmBackward0",
		MARK_ENGINE, "MmBackward0"},
	    {"cpu_op", "torch::autograd::AccumulateGrad", MARK_ACCUMULATE,
		"torch::autograd::AccumulateGrad"},
	    /* commas and numbers are parts of a name here */
	    {"cpu_op", "aten::f, seq = 5", MARK_CALL, "aten::f, seq = 5"},
	    /* rows of 2021 are of one category: a user's name has no "::" */
	    {"Operator", "aten::mm", MARK_CALL, "aten::mm"},
	    {"Operator", "my block", MARK_RANGE, "my block"},
	    {"Operator", "MmBackward", MARK_NODE, "MmBackward"},
	    {"Operator", "my_forward_2", MARK_RANGE, "my_forward_2"},
	    {"user_annotation", "my block", MARK_RANGE, "my block"},
	    {"user_annotation", "linear", MARK_RANGE, "linear"},
	    {"user_annotation", "layer:encoder", MARK_LAYER, "encoder"},
	    /* frames, modules */
	    {"python_function", "nn.Module: Linear_3", MARK_MODULE, "Linear_3"},
	    {"python_function", "train.py(12): main", MARK_FRAME, "train.py:12"},
	    {"python_function", "train.py(12)", MARK_FRAME, "train.py:12"},
	    {"python_function", "C:\\Program Files (x86)\\a.py(3): f(x)",
		MARK_FRAME, "C:\\Program Files (x86)\\a.py:3"},
	    {"python_function", "a.py(3): f(4)", MARK_FRAME, "a.py(3): f:4"},
	    {"python_function", "<built-in method f of type object at 0x7f>",
		MARK_FRAME, "<built-in method f of type object at 0x7f>"},
	    {"python_function", "f(x)", MARK_FRAME, "f(x)"},
	    {"python_function", "(3)", MARK_FRAME, "(3)"},
	    {"python_function", "a.py()", MARK_FRAME, "a.py()"},
	    {"python_function", "a.py(-3)", MARK_FRAME, "a.py(-3)"},
	    {"python_function", ")))", MARK_FRAME, ")))"},
	    {"python_function", "aten::mm", MARK_FRAME, "aten::mm"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mark m = decode_in(cases[i].domain, str_of(cases[i].text));

		if (m.kind != cases[i].kind)
			fail_msg("%s: kind %d", cases[i].text, (int)m.kind);
		same(m.kind >= MARK_CALL && m.kind <= MARK_ACCUMULATE ? m.call.op
								      : m.text,
		    cases[i].want);
		assert_false(m.call.has_seq);
		assert_int_equal(m.call.node, m.kind == MARK_NODE);
	}
	/* steps and phases are a user's annotations, whatever the year */
	for (i = 0; i < 2; i++) {
		struct mark m = decode_in(
		    i ? "Operator" : "user_annotation", STR("ProfilerStep#7"));

		assert_non_null(m.facts);
		same(m.facts->step, "ProfilerStep#7");
		m = decode_in(i ? "Operator" : "user_annotation",
		    STR("Optimizer.step#SGD.step"));
		assert_int_equal(m.kind, MARK_CALL);
		same(m.call.op, "SGD.step");
		same(m.facts->phase, "update");
		assert_true(m.facts->optimizer);
		m = decode_in(i ? "Operator" : "user_annotation",
		    STR("Optimizer.zero_grad#SGD.zero_grad"));
		same(m.facts->phase, "update");
		assert_false(m.facts->optimizer);
	}
}

/* The mark of a row with arguments. */
static struct mark kineto_row(
    const char *domain, const char *text, const char *payload)
{
	struct mark m = decode_in(domain, str_of(text));

	mark_add_payload(&m, str_of(payload), str_of(domain), &arena);
	return m;
}

/* An integer numbers a step that has no number; another payload, a numbered
 * text and any other word are left alone. */
static void step_payloads(void **state)
{
	static const struct {
		const char *text, *payload, *step;
	} cases[] = {
	    {"iteration", "0", "iteration 0"},
	    {"iteration", "-3", "iteration -3"},
	    {"Step", "12", "Step 12"},
	    {"BATCH", "9223372036854775807", "BATCH 9223372036854775807"},
	    {"iter", "2", "iter 2"},
	    {"iteration 7", "3", "iteration 7"},
	    {"batch", "2.5", NULL},
	    {"iteration", "2.5", NULL},
	    {"iteration", "9223372036854775808", NULL},
	    {"iteration", "{\"n\":3}", "iteration"},
	    {"step", "{\"n\":3}", NULL},
	    {"step", "", NULL},
	    {"step", "9223372036854775808", NULL},
	    {"steps", "3", NULL},
	    {"my step", "3", NULL},
	};
	struct mark m;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		mark_decode(
		    str_of(cases[i].text), (struct str){NULL, 0}, &arena, &m);
		mark_add_payload(&m, str_of(cases[i].payload),
		    (struct str){NULL, 0}, &arena);
		assert_int_equal(m.kind, MARK_RANGE);
		same(m.text, cases[i].text);
		if (cases[i].step)
			same(m.facts->step, cases[i].step);
		else
			assert_true(!m.facts || !m.facts->step.p);
	}
}

/*
 * Steps of engines, with the sums that their labels have.  The labels are those
 * of the engines' own tests (test_step_span_utils.py of SGLang) and of the
 * comments of TraceLens (annotation_utils.py).
 */
static void engine_steps(void **state)
{
	static const struct {
		const char *text;
		int64_t sums[2 * NLENGTHS]; /* all 0: none */
	} cases[] = {
	    /* 10 and 20 keys */
	    {"step[DECODE bs=2 g_sqsq=2 g_sqsk=30 g_sk=30]",
		{0, 0, 0, 0, 2, 30, 2, 30}},
	    {"step[DECODE bs=64 g_sq=128 g_sqsq=256 g_sqsk=262144 g_sk=131072]",
		{0, 0, 0, 0, 128, 131072, 256, 262144}},
	    /* 8 of 10 and 4 of 10 */
	    {"step[EXTEND bs=2 toks=12 c_sqsq=80 c_sqsk=120 c_sk=20]",
		{12, 20, 80, 120}},
	    {"step[EXTEND bs=1 toks=8192 c_sq=8192 c_sqsq=67108864 "
	     "c_sqsk=201326592 c_sk=24576]",
		{8192, 24576, 67108864, 201326592}},
	    {"step[MIXED bs=2 c=1 g=1 c_sq=5 c_sk=8 c_sqsq=25 c_sqsk=40 g_sq=1 "
	     "g_sk=12 g_sqsq=1 g_sqsk=12]",
		{5, 8, 25, 40, 1, 12, 1, 12}},
	    {"step[MIXED bs=1 c=1 g=0 c_sq=3 c_sk=3 c_sqsq=9 c_sqsk=9 g_sq=0 "
	     "g_sk=0 g_sqsq=0 g_sqsk=0]",
		{3, 3, 9, 9}},
	    {"step[TARGET_VERIFY bs=2 g_sq=8 g_sqsq=32 g_sqsk=120 g_sk=30]",
		{0, 0, 0, 0, 8, 30, 32, 120}},
	    {"execute_6147_context_2(sq6144sk7144sqsq20971520sqsk23019520)_"
	     "generation_3(sq3sk6144sqsq3sqsk6144)",
		{6144, 7144, 20971520, 23019520, 3, 6144, 3, 6144}},
	    {"execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32("
	     "sq32sk32785sqsq32sqsk32785)",
		{0, 0, 0, 0, 32, 32785, 32, 32785}},
	    {"prefill[bs=2 tok=14721 ctx=[7803, 6918] sqsq=108745533 "
	     "sqsk=108745533 sk=14721]",
		{14721, 14721, 108745533, 108745533}},
	    {"decode[bs=32/64 tok=128 d=32 spec=3 sqsq=512 sqsk=262144 "
	     "sk=65536]",
		{0, 0, 0, 0, 128, 65536, 512, 262144}},
	    /* without sums, or with such as cannot be */
	    {"step[DECODE bs=64]", {0}},
	    {"step[EXTEND bs=2 toks=14721]", {0}},
	    {"step[MIXED bs=2]", {0}},
	    {"step[IDLE bs=0]", {0}},
	    {"execute_context_2(14721)_generation_0(0)", {0}},
	    {"execute_new_3_cached_7", {0}},
	    {"prefill[bs=6 tok=17408 ctx=[4096, 4096, 4096]...+3]", {0}},
	    {"decode[bs=117/128 tok=117 d=117]", {0}},
	    {"step[DECODE bs=2 g_sqsq=1 g_sqsk=30 g_sk=30]", {0}}, /* qq < q */
	    {"step[DECODE bs=2 g_sqsq=3 g_sqsk=30 g_sk=30]", {0}}, /* odd */
	    {"step[DECODE bs=2 g_sqsq=2 g_sqsk=1 g_sk=30]", {0}},  /* qk < qq */
	    {"step[DECODE bs=2 g_sqsq=2 g_sqsk=30 g_sk=1]", {0}},  /* k < q */
	    {"step[DECODE bs=2 g_sqsq=2 g_sqsk=30]", {0}},
	    {"step[EXTEND bs=2 c_sqsq=80 c_sqsk=120 c_sk=20]", {0}},
	    {"step[DECODE bs=9999999999 g_sqsq=9999999999 g_sqsk=9999999999 "
	     "g_sk=9999999999]",
		{0}},
	};
	static const char *const others[] = {
	    "step[DECODE]",
	    "step[DECODE toks=3]",
	    "step[DECODE bs=x]",
	    "step[DECODE bs=]",
	    "step[DECODE bs=3",
	    "step[DECODE bs=3] ",
	    "step[ bs=3]",
	    "step[bs=3]",
	    "step[]",
	    "step[",
	    "steps[DECODE bs=3]",
	    "step[DECODE bs=99999999999999999999]",
	    "decode[bs=2]",
	    "decode[tok=2]",
	    "decode[bs=2 tok=]",
	    "decode[]",
	    "decode",
	    "prefill[bs=6 tok=17408 ctx=[4096]",
	    "prefill[bs=6 tok=17408 ctx]",
	    "execute_context_2(14721)_generation_0",
	    "execute_context_2(14721)_generation_0(0)x",
	    "execute_context_x(14721)_generation_0(0)",
	    "execute_1_context_1(sq1sk1sqsq1sqsk1)",
	    "execute_new_3_cached_",
	    "execute_diffusion_1_1024x1024",
	    "execute_",
	};
	struct mark m;
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		bool any = false;

		mark_decode(
		    str_of(cases[i].text), (struct str){NULL, 0}, &arena, &m);
		assert_int_equal(m.kind, MARK_RANGE);
		same(m.text, cases[i].text);
		same(m.facts->step, cases[i].text);
		for (k = 0; k < (size_t)2 * NLENGTHS; k++)
			any |= cases[i].sums[k] != 0;
		if (any != (m.facts->lengths != NULL))
			fail_msg("%s: sums", cases[i].text);
		for (k = 0; any && k < (size_t)2 * NLENGTHS; k++)
			if (m.facts->lengths[k] != cases[i].sums[k])
				fail_msg("%s: sum %zu", cases[i].text, k);
	}
	for (i = 0; i < sizeof others / sizeof *others; i++) {
		mark_decode(str_of(others[i]), (struct str){NULL, 0}, &arena, &m);
		if (m.facts && m.facts->step.p)
			fail_msg("'%s' is no step", others[i]);
	}
}

/* Its arguments, as the record has them. */
static void kineto_args_are(const char *payload, const char *want)
{
	struct mark m = kineto_row("cpu_op", "aten::f", payload);
	struct strbuf b = {0};

	call_write(&m.call, &b);
	strbuf_char(&b, '\0');
	if (strcmp(b.p, want) != 0)
		fail_msg("%s:\n%s is not\n%s", payload, b.p, want);
	strbuf_free(&b);
}

static void kineto_args(void **state)
{
#define ARGS(text) "{\"op\":\"aten::f\",\"args\":[" text "]}"
	(void)state;
	/* tensors: shape and element type, strides, each spelling of both */
	kineto_args_are(
	    "{'dims':[[64, 32],[32]],'types':[\"float\",\"c10::Half\"]}",
	    ARGS(
		"{\"type\":\"tensor\",\"shape\":[64,32],\"dtype\":\"float32\"},"
		"{\"type\":\"tensor\",\"shape\":[32],\"dtype\":\"float16\"}"));
	kineto_args_are(
	    "{'dims':[[2],[3],[4],[5],[6],[7]],'types':[\"long int\","
	    "\"unsigned char\",\"c10::BFloat16\",\"double\",\"bool\","
	    "\"c10::Float8_e4m3fn\"]}",
	    ARGS("{\"type\":\"tensor\",\"shape\":[2],\"dtype\":\"int64\"},"
		 "{\"type\":\"tensor\",\"shape\":[3],\"dtype\":\"uint8\"},"
		 "{\"type\":\"tensor\",\"shape\":[4],\"dtype\":\"bfloat16\"},"
		 "{\"type\":\"tensor\",\"shape\":[5],\"dtype\":\"float64\"},"
		 "{\"type\":\"tensor\",\"shape\":[6],\"dtype\":\"bool\"},"
		 "{\"type\":\"tensor\",\"shape\":[7],\"dtype\":\"float8_"
		 "e4m3fn\"}"));
	kineto_args_are("{'dims':[[64, 32]],'types':[\"float\"],"
			"'strides':[[1, 64]],'values':[\"\"]}",
	    ARGS("{\"type\":\"tensor\",\"shape\":[64,32],\"strides\":[1,64],"
		 "\"dtype\":\"float32\"}"));
	/* a tensor without dimensions has a type of elements; what has none is
	 * None, or a tensor that is not defined, or a value that was not told */
	kineto_args_are(
	    "{'dims':[[],[],[]],'types':[\"float\",\"\",\"Scalar\"]}",
	    ARGS("{\"type\":\"tensor\",\"shape\":[],\"dtype\":\"float32\"},"
		 "{\"type\":\"unknown\"},{\"type\":\"unknown\"}"));
	/* an unknown element type stays as it is; no types at all */
	kineto_args_are("{'dims':[[2]],'types':[\"c10::New\"]}",
	    ARGS("{\"type\":\"tensor\",\"shape\":[2],\"dtype\":\"c10::New\"}"));
	kineto_args_are("{'dims':[[2],[]]}",
	    ARGS("{\"type\":\"tensor\",\"shape\":[2]},{\"type\":\"unknown\"}"));
	kineto_args_are("{'dims':[]}", ARGS(""));
	/* values, as text */
	kineto_args_are("{'dims':[[],[],[],[],[],[],[]],'types':[\"Scalar\","
			"\"Scalar\",\"Bool\",\"ScalarList\",\"Int\",\"\",\"\"],"
			"'values':[\"1\",\"-0.5\",\"True\",\"[2, 2]\",\"3\","
			"\"None\",\"cuda:0\"]}",
	    ARGS("{\"type\":\"int\",\"value\":1},{\"type\":\"float\",\"value\":"
		 "-0.5},"
		 "{\"type\":\"bool\",\"value\":true},{\"type\":\"list\","
		 "\"value\":[2,2]},"
		 "{\"type\":\"int\",\"value\":3},{\"type\":\"NoneType\","
		 "\"value\":null},"
		 "{\"type\":\"str\",\"value\":\"cuda:0\"}"));
	kineto_args_are(
	    "{'dims':[[],[]],'types':[\"ScalarList\",\"GenericList\"],"
	    "'values':[\"[True, False]\",\"[]\"]}",
	    ARGS("{\"type\":\"list\",\"value\":[true,false]},"
		 "{\"type\":\"list\",\"value\":[]}"));
	/* complex numbers, and names that end as they do */
	kineto_args_are("{'dims':[[],[],[],[]],'types':[\"Scalar\",\"Scalar\","
			"\"\",\"\"],"
			"'values':[\"0.+1.j\",\"-1.-2.5j\",\"obj\",\"Obj\"]}",
	    ARGS("{\"type\":\"complex\",\"value\":\"0.+1.j\"},"
		 "{\"type\":\"complex\",\"value\":\"-1.-2.5j\"},"
		 "{\"type\":\"str\",\"value\":\"obj\"},"
		 "{\"type\":\"str\",\"value\":\"Obj\"}"));
	/* where the event has values, nothing is None, a text or a long list; a
	 * number always has its value */
	kineto_args_are(
	    "{'dims':[[6],[],[],[]],'types':[\"float\",\"\",\"Scalar\","
	    "\"\"],'values':[\"\",\"\",\"\"]}",
	    ARGS("{\"type\":\"tensor\",\"shape\":[6],\"dtype\":\"float32\"},"
		 "{\"type\":\"unknown\",\"value\":null},"
		 "{\"type\":\"unknown\"},{\"type\":\"unknown\"}"));
	/* lists of tensors: one level deeper, without or with their types */
	kineto_args_are(
	    "{'dims':[[[2, 3],[4, 3]],[]],"
	    "'types':[\"TensorList\",\"Scalar\"],'values':[\"\",\"1\"]}",
	    ARGS("{\"type\":\"list\",\"value\":[{\"type\":\"tensor\",\"shape\":"
		 "[2,3]},"
		 "{\"type\":\"tensor\",\"shape\":[4,3]}]},"
		 "{\"type\":\"int\",\"value\":1}"));
	kineto_args_are(
	    "{'dims':[[[2],[],[]]],'types':[[\"float\",\"long int\",\"\"]],"
	    "'strides':[[[1],[],[]]]}",
	    ARGS("{\"type\":\"list\",\"value\":[{\"type\":\"tensor\",\"shape\":"
		 "[2],"
		 "\"strides\":[1],\"dtype\":\"float32\"},"
		 "{\"type\":\"tensor\",\"shape\":[],\"strides\":[],\"dtype\":"
		 "\"int64\"},"
		 "{\"type\":\"unknown\"}]}"));
	/* 0-dim tensors of a list (an optimizer's steps) */
	kineto_args_are("{'dims':[[[],[]]],'types':[\"TensorList\"]}",
	    ARGS("{\"type\":\"list\",\"value\":[{\"type\":\"tensor\",\"shape\":"
		 "[]},"
		 "{\"type\":\"tensor\",\"shape\":[]}]}"));
	/* types as a text, as rows of 2021 have them; one type is a word */
	kineto_args_are("{'dims':[[2,3],[3]],'types':\"('float', 'float')\"}",
	    ARGS("{\"type\":\"tensor\",\"shape\":[2,3],\"dtype\":\"float32\"},"
		 "{\"type\":\"tensor\",\"shape\":[3],\"dtype\":\"float32\"}"));
	kineto_args_are(
	    "{'dims':\"[[2, 3], []]\",'types':\"['c10::Half', 'Scalar']\"}",
	    ARGS("{\"type\":\"tensor\",\"shape\":[2,3],\"dtype\":\"float16\"},"
		 "{\"type\":\"unknown\"}"));
	/* shorter and longer lists than that of the shapes */
	kineto_args_are("{'dims':[[2],[3]],'types':[\"float\"],"
			"'values':[\"\",\"\",\"7\"]}",
	    ARGS("{\"type\":\"tensor\",\"shape\":[2],\"dtype\":\"float32\"},"
		 "{\"type\":\"tensor\",\"shape\":[3]}"));
	/* a dimension that is none: a tensor of unknown shape */
	kineto_args_are("{'dims':[[2, -1],[2, 'x'],[1.5]],'types':[\"float\"]}",
	    ARGS("{\"type\":\"tensor\",\"dtype\":\"float32\"},"
		 "{\"type\":\"tensor\"},{\"type\":\"tensor\"}"));
#undef ARGS
	/* no list of shapes: nothing was recorded, which is not "no arguments" */
	kineto_args_are("{'types':[\"float\"]}", "{\"op\":\"aten::f\"}");
	kineto_args_are("{'dims':5}", "{\"op\":\"aten::f\"}");
	kineto_args_are("{'dims':\"lost\"}", "{\"op\":\"aten::f\"}");
	kineto_args_are("{'dims':[[2]", "{\"op\":\"aten::f\"}");
	kineto_args_are("", "{\"op\":\"aten::f\"}");
	/* a node has arguments, and so have AccumulateGrad and a range, for
	 * records of their own; the engine has those of its node */
	assert_int_equal(
	    kineto_row("cpu_op", "MmBackward0", "{'dims':[[2]]}").call.nargs, 1);
	assert_int_equal(kineto_row("cpu_op", "torch::autograd::AccumulateGrad",
			     "{'dims':[[2]]}")
			     .call.nargs,
	    1);
	assert_false(kineto_row("cpu_op",
	    "autograd::engine::evaluate_function: F", "{'dims':[[2]]}")
			 .call.has_args);
	assert_int_equal(kineto_row("Operator", "my block", "{'dims':[[2]]}").kind,
	    MARK_RANGE);
	assert_true(
	    str_is(kineto_row("Operator", "my block", "{'dims':[[2]]}").call.op,
		"my block"));
	assert_int_equal(
	    kineto_row("Operator", "my block", "{'dims':[[2]]}").call.nargs, 1);
}

static void kineto_facts(void **state)
{
	struct mark m = kineto_row("cpu_op",
	    "record_param_comms", "{'comm':\"allreduce\",'elements':1048576,'group':8,'dtype':\"Half\"}");

	(void)state;
	same(m.facts->comm, "allreduce");
	assert_false(m.facts->comm_vague);
	assert_true(m.facts->comm_elements == 1048576);
	assert_true(m.facts->comm_group == 8);
	same(m.facts->comm_dtype, "Half");
	/* frames: the row has the innermost first, a record the outermost */
	m = kineto_row("cpu_op", "aten::f",
	    "{'stack':\"in.py(3): g;mid.py(2): f(x);;<built-in f>;out.py(1): "
	    "<module>\",'modules':\"Net.fc\"}");
	assert_int_equal(m.facts->nframes, 4);
	same(m.facts->frames[0], "out.py:1");
	same(m.facts->frames[1], "<built-in f>");
	same(m.facts->frames[2], "mid.py:2");
	same(m.facts->frames[3], "in.py:3");
	assert_int_equal(m.facts->nmodules, 1);
	same(m.facts->modules[0], "Net.fc");
	/* of a range, too; and an empty one is none */
	m = kineto_row("user_annotation", "mine", "{'stack':\"a.py(1): f\"}");
	assert_int_equal(m.kind, MARK_RANGE);
	assert_int_equal(m.facts->nframes, 1);
	m = kineto_row("cpu_op", "aten::f", "{'stack':\"\",'modules':\"\"}");
	assert_null(m.facts);
	m = kineto_row("cpu_op", "aten::f", "{'stack':\";;\"}");
	assert_int_equal(m.facts->nframes, 0);
	m = kineto_row("cpu_op", "aten::f", "{'stack':\"b;a;\"}");
	assert_int_equal(m.facts->nframes, 2);
	same(m.facts->frames[0], "a");
	/* a text with quotes and backslashes, as json_escape writes it */
	m = kineto_row("cpu_op", "aten::f",
	    "{'stack':\"C:\\\\new\\\\a.py(1): f(\\\"b\\\")\"}");
	same(m.facts->frames[0], "C:\\new\\a.py:1");
}

/*
 * PyProf's dicts
 */

static void pyprof_call(void **state)
{
	struct mark m = decode_text(
	    "{'mod': 'torch.nn.functional', 'op': 'conv2d', 'args': ["
	    "{'name': '', 'type': 'tensor', 'shape': (32, 3, 8), "
	    "'dtype': 'float16'}, "
	    "{'name': '', 'type': 'NoneType', 'value': None}, "
	    "{'name': 'stride', 'type': 'tuple', 'value': (2, 1)}, "
	    "{'name': '', 'type': 'int', 'value': -1}, "
	    "{'name': '', 'type': 'float', 'value': 1e-05}, "
	    "{'name': '', 'type': 'bool', 'value': True}, "
	    "{'name': '', 'type': 'str', 'value': \"b'i,ij->bj\"}]}");
	const struct arg *a = m.call.args;

	(void)state;
	assert_int_equal(m.kind, MARK_CALL);
	assert_true(m.pyprof);
	assert_false(m.call.has_seq);
	assert_false(m.call.has_id);
	assert_false(m.call.node);
	same(m.call.mod, "torch.nn.functional");
	same(m.call.op, "conv2d");
	assert_true(m.call.has_args);
	assert_int_equal(m.call.nargs, 7);
	assert_int_equal(a[0].kind, ARG_TENSOR);
	same(a[0].type, "tensor");
	assert_int_equal(a[0].name.n, 0);
	assert_int_equal(a[0].shape.n, 3);
	assert_int_equal(a[0].shape.v[2], 8);
	assert_int_equal(a[0].dtype, DTYPE_FLOAT16);
	same(a[0].dtype_text, "float16");
	assert_int_equal(a[0].value.kind, VALUE_ABSENT);
	assert_int_equal(a[1].kind, ARG_NONE);
	assert_int_equal(a[1].value.kind, VALUE_NONE);
	assert_null(a[1].shape.v);
	same(a[2].name, "stride");
	assert_int_equal(a[2].kind, ARG_LIST);
	assert_int_equal(a[2].value.kind, VALUE_LIST);
	assert_int_equal(a[2].value.list.n, 2);
	assert_int_equal(a[2].value.list.v[0].i, 2);
	assert_int_equal(a[2].value.list.v[1].i, 1);
	assert_int_equal(a[3].value.kind, VALUE_INT);
	assert_int_equal(a[3].value.i, -1);
	assert_int_equal(a[4].value.kind, VALUE_REAL);
	assert_true(a[4].value.f == 1e-05);
	assert_int_equal(a[5].kind, ARG_BOOL);
	assert_true(a[5].value.kind == VALUE_BOOL && a[5].value.b);
	assert_int_equal(a[6].value.kind, VALUE_STR);
	same(a[6].value.s, "b'i,ij->bj");
}

/* Values that are no plain literals. */
static void pyprof_values(void **state)
{
	struct mark m = decode_text(
	    "{'mod': 'Tensor', 'op': 'f', 'args': ["
	    "{'name': 'a', 'type': 'float', 'value': 'inf'}, "
	    "{'name': 'b', 'type': 'float', 'value': -inf}, "
	    "{'name': 'c', 'type': 'float', 'value': nan}, "
	    "{'name': 'd', 'type': 'tuple', 'value': "
	    "(Ellipsis, slice(None, 3, None), None, [1.5, ()])}, "
	    "{'name': 'e', 'type': 'int', 'value': 18446744073709551616}, "
	    "{'name': 'f', 'type': 'Foo', 'value': torch.float16}, "
	    "{'name': 'g', 'type': 'list', 'value': [{'name': '', "
	    "'type': 'tensor', 'shape': (), 'dtype': 'float32'}]}, "
	    "{'name': 'h', 'type': 'dict', 'value': {'k': 1}}, "
	    "{'name': 'i', 'type': 'tensor', 'shape': 5, 'dtype': 'odd9'}, "
	    "{'name': 'j', 'type': 'tensor', 'shape': (2, None)}, "
	    "{'name': 'k', 'type': 'ndarray', 'shape': [4], "
	    "'dtype': 'double'}]}");
	const struct arg *a = m.call.args;
	const struct value *v;

	(void)state;
	assert_int_equal(m.call.nargs, 11);
	assert_int_equal(a[0].value.kind, VALUE_STR);
	same(a[0].value.s, "inf");
	assert_int_equal(a[1].value.kind, VALUE_REAL);
	assert_true(a[1].value.f == -INFINITY);
	assert_int_equal(a[2].value.kind, VALUE_REAL);
	assert_true(isnan(a[2].value.f));
	assert_int_equal(a[3].value.kind, VALUE_LIST);
	assert_int_equal(a[3].value.list.n, 4);
	v = a[3].value.list.v;
	same(v[0].s, "Ellipsis");
	same(v[1].s, "slice(None, 3, None)");
	assert_int_equal(v[2].kind, VALUE_NONE);
	assert_int_equal(v[3].kind, VALUE_LIST);
	assert_true(v[3].list.v[0].f == 1.5);
	assert_true(v[3].list.v[1].kind == VALUE_LIST && v[3].list.v[1].list.n == 0);
	assert_int_equal(a[4].value.kind, VALUE_REAL); /* 2^64 */
	assert_true(a[4].value.f == 18446744073709551616.0);
	assert_int_equal(a[5].kind, ARG_OTHER);
	same(a[5].type, "Foo");
	same(a[5].value.s, "torch.float16");
	assert_int_equal(a[6].value.kind, VALUE_ARGS);
	assert_int_equal(a[6].value.args.n, 1);
	assert_int_equal(a[6].value.args.v[0].kind, ARG_TENSOR);
	assert_non_null(a[6].value.args.v[0].shape.v); /* 0-dim is known */
	assert_int_equal(a[6].value.args.v[0].shape.n, 0);
	same(a[7].value.s, "{'k': 1}");
	assert_null(a[8].shape.v);
	assert_int_equal(a[8].dtype, DTYPE_UNKNOWN);
	same(a[8].dtype_text, "odd9");
	assert_null(a[9].shape.v);
	assert_null(a[9].dtype_text.p);
	assert_int_equal(a[10].kind, ARG_TENSOR);
	assert_int_equal(a[10].shape.v[0], 4);
	assert_int_equal(a[10].dtype, DTYPE_FLOAT64);
	same(a[10].dtype_text, "float64");
}

static void pyprof_others(void **state)
{
	struct mark m;

	(void)state;
	m = decode_text("{'mod': 'torch', 'op': 'rand', 'args': []}");
	assert_true(m.kind == MARK_CALL && m.call.has_args);
	assert_int_equal(m.call.nargs, 0);
	/* DLProf: more keys, in another order, ids as strings */
	m = decode_text("{'op': 'relu', 'callid': 6, 'input_callids': ['5'], "
			"'args': [], 'mod': 'torch'}");
	assert_true(m.kind == MARK_CALL && m.pyprof && m.call.has_id);
	assert_int_equal(m.call.id, 6);
	m = decode_text("{'mod': 'a', 'op': 'b', 'callid': '7', 'args': []}");
	assert_true(m.call.has_id && m.call.id == 7);
	m = decode_text("{'mod': 'a', 'op': 'b', 'callid': -1, 'args': []}");
	assert_true(m.kind == MARK_CALL && !m.call.has_id);
	m = decode_text(" {'mod': 'LSTMCell', 'strRepr': '512, 256'} ");
	assert_true(m.kind == MARK_MODULE && m.pyprof);
	same(m.text, "LSTMCell(512, 256)");
	m = decode_text("{'mod': \"Foo\", 'strRepr': ''}");
	same(m.text, "Foo()");
}

static void pyprof_trace(void **state)
{
	struct mark m = decode_text(
	    "{'traceMarker': ['/u/train.py:88', "
	    "'/lib/python3.6/site-packages/torch/nn/modules/module.py:550', "
	    "'/lib/torch/nn/functional.py:2', '/lib/torch/tensor.py:3', "
	    "'/lib/torch/_tensor.py:4', '/lib/torch/autograd/__init__.py:5', "
	    "'/lib/torch/_jit_internal.py:6', "
	    "'/lib/pyprof/nvtx/nvmarker.py:7', "
	    "'/lib/apex/optimizers/fused_adam.py:8', '/lib/torch/_utils.py:9', "
	    "'/lib/torch/optim/sgd.py:10', '/lib/torch/random.py:11', "
	    "'C:\\\\src\\\\new\\\\train.py:12', \"/home/u/o'brien.py:3\"], "
	    "'funcStack': '/Net::forward'}");

	(void)state;
	assert_int_equal(m.kind, MARK_TRACE);
	assert_true(m.pyprof);
	assert_int_equal(m.nframes, 4);
	same(m.frames[0], "/u/train.py:88");
	same(m.frames[1], "/lib/torch/random.py:11");
	same(m.frames[2], "C:\\src\\new\\train.py:12");
	same(m.frames[3], "/home/u/o'brien.py:3");
	assert_true(m.updates);
	m = decode_text("{'traceMarker': []}");
	assert_true(m.kind == MARK_TRACE && m.nframes == 0 && !m.updates);
	m = decode_text(
	    "{'traceMarker': ['/u/train.py:88', "
	    "'/lib/torch/nn/functional.py:2', '/u/optim/sgd.py:3']}");
	assert_true(m.nframes == 2 && !m.updates);
}

/* Cut or broken texts keep the name of the call, never half of its arguments;
 * dicts of others are ranges with their whole text. */
static void pyprof_broken(void **state)
{
	static const char *const calls[] = {
	    "{'mod': 'M', 'op': 'F', 'args': [{'name': '', 'type': 'ten",
	    ("{'mod': 'M', 'op': 'F', 'args': [{'name': '', 'type': 'tensor', "
	     "'shape': (3,), 'dtype': 'float32'}, {'name': '', 'ty"),
	    "{'mod': 'M', 'op': 'F', 'args': ",
	    "{'mod': 'M', 'op': 'F', ",
	    "{'mod': 'M', 'op': 'F'",
	    "{'mod': 'M', 'op': 'F'}",
	    "{'mod': 'M', 'op': 'F', 'args': [<object at 0x7f>]}",
	    "{'mod': 'M', 'op': 'F', 'callid': 5, 'args': [{",
	};
	static const char *const others[] = {
	    "{'mod': 'M', 'op': 'F",
	    "{'mod': 'M', 'op': ",
	    "{'mod': 'M",
	    "{'mod': 'M', 'op': 7, 'args': []}",
	    "{'mod': None, 'op': 'F', 'args': []}",
	    "{'mod': 'M', 'op': 'F', 'args': 'type'}",
	    "{'mod': 'M', 'op': 'F', 'args': (1, 2)}",
	    "{'mod': 'M', 'op': 'F', 'args': [1, 2]}",
	    "{'mod': __import__('os').system('id'), 'op': 'F', 'args': []}",
	    "{'mod': 'M', 'op': 'F', 'args': __import__('os').system('type')}",
	    "{'mod': 'M', 'op': 'F', 'args': [print('type')]}",
	    "{'op': 'F', 'args': []}",
	    "{'mod': 'C'}",
	    "{'mod': 'C', 'strRepr': 5}",
	    "{'mod': 'C', 'strRepr': '51",
	    "{'traceMarker': ['a.py:1', 'b.py",
	    "{'traceMarker': 'a.py:1'}",
	    "{'traceMarker': ['a.py:1', 2]}",
	    "{'Modules': 'lm_head', 'TrainableParams': {}}",
	    "{\"op\":\"MatMul\",\"names\":\"d\",\"args\":[],\"attrs\":{}}",
	    "mod op args type",
	    "['mod', 'op', 'args', 'type']",
	    "{",
	    "{}",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof calls / sizeof *calls; i++) {
		struct mark m = decode_text(calls[i]);

		if (m.kind != MARK_CALL)
			fail_msg("%s: kind %d", calls[i], (int)m.kind);
		same(m.call.mod, "M");
		same(m.call.op, "F");
		assert_false(m.call.has_args);
		assert_int_equal(m.call.nargs, 0);
	}
	for (i = 0; i < sizeof others / sizeof *others; i++) {
		struct mark m = decode_text(others[i]);

		if (m.kind != MARK_RANGE)
			fail_msg("%s: kind %d", others[i], (int)m.kind);
		same(m.text, others[i]);
		assert_null(m.call.op.p);
		assert_false(m.pyprof);
	}
}

/*
 * Names
 */

static void stems(void **state)
{
	static const struct {
		const char *name;
		bool node;
		const char *want;
	} cases[] = {
	    {"AddmmBackward0", true, "addmm"},
	    {"aten::addmm", false, "addmm"},
	    {"MmBackward", true, "mm"},
	    {"DivBackward1", true, "div"},
	    {"NllLossBackward0", true, "nllloss"},
	    {"nll_loss", false, "nllloss"},
	    {"CudnnConvolutionBackward", true, "cudnnconvolution"},
	    {"cudnn_convolution", false, "cudnnconvolution"},
	    {"_log_softmax", false, "logsoftmax"},
	    {"aten::conv2d", false, "convd"}, /* digits go on both sides */
	    {"MaxPool2DWithIndicesBackward0", true, "maxpooldwithindices"},
	    {"max_pool2d_with_indices", false, "maxpooldwithindices"},
	    /* a call keeps its Backward, so that it is no forward of itself */
	    {"My::FooBackward", false, "foobackward"},
	    {"My::FooBackward", true, "foo"},
	    {"torch::autograd::CopyBackwards", true, "copy"},
	    {"ToCopyBackward0", true, "copy"},
	    {"CopyBackward", true, "copy"},
	    {"contiguous", false, "copy"},
	    {"aten::to", false, "copy"},
	    {"copy_", false, "copy"},
	    {"aten::_to_copy", false, "copy"},
	    {"aten::copy_", false, "copy"},
	    {"clone", false, "clone"},
	    {"CloneBackward0", true, "clone"},
	    {"toto", false, "toto"},
	    {"", false, ""},
	    {"a::", false, ""},
	    /* functions in C++ */
	    {"torch::autograd::CppNode<SplitLookupFunction_rowwise_adagrad_Op>",
		true, "lookuprowwiseadagrad"},
	    {"torch::autograd::CppNode<SplitNoBagVBELookupFunction_adam_Op_"
	     "pt2>",
		true, "lookupadam"},
	    {"fbgemm::split_embedding_codegen_lookup_rowwise_adagrad_function",
		false, "lookuprowwiseadagrad"},
	    {"fbgemm::split_embedding_codegen_lookup_adam_function_pt2", false,
		"lookupadam"},
	    {"torch::autograd::CppNode<SplitLookupFunction_Dense_Op>", true, "lookup"},
	    {"fbgemm::dense_embedding_codegen_lookup_function", false, "lookup"},
	    {"torch::autograd::CppNode<fbgemm_gpu::PermutePooledEmbsFunction<"
	     "&fbgemm_gpu::permute_pooled_embs_gpu> >",
		true, "permutepooledembs"},
	    {"fbgemm::permute_pooled_embs_auto_grad", false, "permutepooledembs"},
	    {"torch::autograd::CppNode<", true, ""},
	    {"torch::autograd::CppNode<_Op_pt2", true, ""},
	    {"_function", false, ""},
	};
	char out[64], small[4];
	size_t i, n;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		n = mark_stem(str_of(cases[i].name), cases[i].node, out, sizeof out);
		same((struct str){out, n}, cases[i].want);
	}
	n = mark_stem(STR("cudnn_convolution"), false, small, sizeof small);
	same((struct str){small, n}, "cudn");
	assert_int_equal(mark_stem(STR("x"), false, out, 0), 0);
}

static void node_names(void **state)
{
	static const char *const nodes[] = {"MulBackward", "MulBackward0",
	    "MulBackward12", "torch::autograd::CopyBackwards", "_Foo1Backward",
	    "torch::jit::(anonymous namespace)::DifferentiableGraphBackward"};
	static const char *const others[] = {"Backward", "Backward0", "",
	    "MulBackward0x", "MulBackwards0", "MulBackwardss", "mul_backward",
	    "x::Backward", "MulBackward::", "a Backward", "a.Backward",
	    "RegisterPostBackwardFunction", "MulBackward0, seq = 3"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof nodes / sizeof *nodes; i++) {
		if (!mark_is_node(str_of(nodes[i])))
			fail_msg("%s is a node", nodes[i]);
	}
	for (i = 0; i < sizeof others / sizeof *others; i++) {
		if (mark_is_node(str_of(others[i])))
			fail_msg("%s is no node", others[i]);
	}
}

/*
 * Other frameworks.  What is not told is NULL; range: what will be listed among
 * the ranges, "=" for the whole text.
 */

struct dialect {
	const char *domain, *text;
	enum mark_kind kind;
	const char *op, *modules; /* modules joined by '|' */
	const char *phase, *step, *comm, *range;
	enum mark_dir dir;
};

static const struct dialect dialects[] = {
    /* ONNX Runtime: README of gather_op_profile, PR 5542, PR 5562, source */
    {NULL, "Gemm.0()", MARK_CALL, .op = "Gemm", .range = "="},
    {NULL, "Gemm.0", MARK_CALL, .op = "Gemm", .range = "="},
    {NULL, "Conv.12(a (b) c)", MARK_CALL, .op = "Conv", .modules = "a (b) c",
	.range = "="},
    {NULL, "Conv.12(x)_kernel", MARK_CALL, .op = "Conv", .modules = "x",
	.range = "Conv.12(x)"},
    {NULL, "Conv.3(/l.0/c)\n)", MARK_CALL, .op = "Conv", .modules = "/l.0/c)\n",
	.range = "="},
    {NULL, "my_op.3(x)", MARK_CALL, .op = "my_op", .modules = "x", .range = "="},
    {NULL, "layer.3", MARK_RANGE, .range = "="},
    {NULL, "Conv.3x", MARK_RANGE, .range = "="},
    {NULL, "Conv.", MARK_RANGE, .range = "="},
    {NULL, "Conv.3(x", MARK_RANGE, .range = "="},
    {NULL, "Conv.3)", MARK_RANGE, .range = "="},
    {NULL, "Conv.9223372036854775808(x)", MARK_RANGE, .range = "="},
    {NULL, "3.4", MARK_RANGE, .range = "="},
    {"mine", "Conv.12(x)", MARK_RANGE, .range = "="},
    {NULL, "Batch-3 Forward", MARK_RANGE, .phase = "forward", .range = "=",
	.dir = MARK_FPROP},
    {NULL, "Batch-a b Backward", MARK_RANGE, .phase = "backward", .range = "=",
	.dir = MARK_BPROP},
    {NULL, "Batch- Backward", MARK_RANGE, .phase = "backward", .range = "=",
	.dir = MARK_BPROP},
    {NULL, "Batch-0 SendMemcpy-12", MARK_CALL, .op = "SendMemcpy",
	.comm = "SendMemcpy", .range = "="},
    {NULL, "Batch- Recv-1", MARK_CALL, .op = "Recv", .comm = "Recv", .range = "="},
    {NULL, "Batch-0 Record-7", MARK_RANGE, .range = "="},
    {NULL, "Batch-0 Recv-", MARK_RANGE, .range = "="},
    {NULL, "Batch-Recv-1", MARK_RANGE, .range = "="},
    {NULL, "Batch-", MARK_RANGE, .range = "="},
    /* Chainer's labels are in its source: basic_math.py and class names */
    {NULL, "ReLU.forward", MARK_CALL, .op = "ReLU", .dir = MARK_FPROP},
    {NULL, "_ * 0.5.forward", MARK_CALL, .op = "_ * 0.5", .dir = MARK_FPROP},
    {NULL, "2 - _.backward", MARK_CALL, .op = "2 - _", .dir = MARK_BPROP},
    {NULL, "|_|.forward", MARK_CALL, .op = "|_|", .dir = MARK_FPROP},
    {NULL, "__neg__.backward", MARK_CALL, .op = "__neg__", .dir = MARK_BPROP},
    {NULL, "_ + constant array.forward", MARK_CALL, .op = "_ + constant array",
	.dir = MARK_FPROP},
    /* a '_' that touches a letter or a digit is of a user's word; the last of
     * two counts as well */
    {NULL, "a _b.forward", MARK_RANGE, .range = "="},
    {NULL, "a _b c.forward", MARK_RANGE, .range = "="},
    {NULL, "a_ + b.forward", MARK_RANGE, .range = "="},
    {NULL, "step 1_.forward", MARK_RANGE, .range = "="},
    {NULL, "step _1.forward", MARK_RANGE, .range = "="},
    {NULL, "a b.forward", MARK_RANGE, .range = "="},
    {NULL, "1_ / _.forward", MARK_CALL, .op = "1_ / _", .dir = MARK_FPROP},
    {NULL, "_!.forward", MARK_CALL, .op = "_!", .dir = MARK_FPROP},
    {NULL, "(_, a).forward", MARK_CALL, .op = "(_, a)", .dir = MARK_FPROP},
    {NULL, "encoder.forward", MARK_RANGE, .range = "="},
    {NULL, "my_net.backward", MARK_RANGE, .range = "="},
    {NULL, ".forward", MARK_RANGE, .range = "="},
    {"torch.nn", "Linear.forward", MARK_RANGE, .range = "="},
    {NULL, "iteration", MARK_RANGE, .step = "iteration", .range = "="},
    {NULL, "model.forward", MARK_RANGE, .phase = "forward", .range = "=",
	.dir = MARK_FPROP},
    {NULL, "model.backward", MARK_RANGE, .phase = "backward", .range = "=",
	.dir = MARK_BPROP},
    {NULL, "model.update", MARK_RANGE, .phase = "update", .range = "="},
    {"mine", "model.forward", MARK_RANGE, .range = "="},
    /* torch's own */
    {NULL, "ProfilerStep#3", MARK_NOTE, .step = "ProfilerStep#3"},
    {NULL, "ProfilerStep#3, op_id = 1", MARK_NOTE, .step = "ProfilerStep#3"},
    {NULL, "Optimizer.step#Adam.step", MARK_CALL, .op = "Adam.step",
	.phase = "update", .range = "="},
    {NULL, "Optimizer.zero_grad#Adam.zero_grad, op_id = 1", MARK_CALL,
	.op = "Adam.zero_grad", .phase = "update",
	.range = "Optimizer.zero_grad#Adam.zero_grad"},
    {NULL, "FSDP::root_pre_forward, op_id = 1", MARK_CALL,
	.op = "FSDP::root_pre_forward", .range = "FSDP::root_pre_forward"},
    {NULL, "FSDP::all_gather (a (b))", MARK_CALL, .op = "FSDP::all_gather",
	.modules = "a (b)", .range = "="},
    {NULL, "FSDP::x (y, op_id = 1", MARK_CALL, .op = "FSDP::x (y",
	.range = "FSDP::x (y"},
    {NULL, "FSDP::", MARK_CALL, .op = "FSDP::", .range = "="},
    {NULL, "c10d::allreduce_, op_id = 1", MARK_CALL, .op = "c10d::allreduce_",
	.comm = "c10d::allreduce_"},
    {NULL, "nccl:all_reduce, op_id = 1", MARK_CALL, .op = "nccl:all_reduce",
	.comm = "nccl:all_reduce"},
    {"pytorch", "aten::mm, seq = 3", MARK_CALL, .op = "aten::mm"},
    {NULL, "forward, op_id = 3", MARK_CALL, .op = "forward", .phase = "forward"},
    {NULL, "gpu_model_runner: forward, op_id = 3", MARK_CALL,
	.op = "gpu_model_runner: forward", .phase = "forward", .dir = MARK_FPROP},
    {NULL, "## backward ##, op_id = 3", MARK_RANGE, .phase = "backward",
	.range = "## backward ##"},
    /* TensorFlow */
    {"tensorflow-core", "Epoch: 3", MARK_CALL, .op = "Epoch", .modules = "3"},
    {NULL, "Epoch: 3", MARK_RANGE, .range = "="},
    {NULL, "Epoch: 3/10", MARK_RANGE, .range = "="},
    {NULL, "MatMul: MatMul_1", MARK_CALL, .op = "MatMul", .modules = "MatMul_1"},
    {NULL, "MatMul: my matmul", MARK_RANGE, .range = "="},
    {NULL, "Mul: gradients/dense/Mul_grad/Mul", MARK_CALL, .op = "Mul",
	.modules = "gradients/dense/Mul_grad/Mul", .dir = MARK_BPROP},
    {NULL, "MatMul: gradient_tape/m/MatMul", MARK_CALL, .op = "MatMul",
	.modules = "gradient_tape/m/MatMul", .dir = MARK_BPROP},
    {NULL, "FusedBatchNormGradV3: a/b", MARK_CALL, .op = "FusedBatchNormGradV3",
	.modules = "a/b", .dir = MARK_BPROP},
    {NULL, "Conv2DBackpropInput: a/b", MARK_CALL, .op = "Conv2DBackpropInput",
	.modules = "a/b", .dir = MARK_BPROP},
    {NULL, "MatMul: gradients_of/x", MARK_CALL, .op = "MatMul",
	.modules = "gradients_of/x", .dir = MARK_BPROP},
    {NULL, "MatMul: my_gradients/x", MARK_CALL, .op = "MatMul",
	.modules = "my_gradients/x"},
    {"Gradient", "anything: at all", MARK_RANGE, .range = "=", .dir = MARK_BPROP},
    {"Forward", "aten::mm, seq = 3", MARK_RANGE, .range = "=", .dir = MARK_FPROP},
    /* XLA: what nsys-jax's reader accepts, and names with anything in them */
    {"TSL", "XlaModule:#hlo_module=jit_f#", MARK_RANGE, .modules = "jit_f",
	.range = "="},
    {"TSL", "XlaModule:#prefix=a,hlo_module=b#,hlo_module=c,program_id=1#",
	MARK_RANGE, .modules = "c", .range = "="},
    {"TSL", "Thunk:#name=x,hlo_op=y#,hlo_op=z#", MARK_CALL, .op = "z",
	.modules = "x,hlo_op=y#"},
    {NULL, "TSL:Thunk:#hlo_op=z,unique_hlo_op_id=7#", MARK_CALL, .op = "z"},
    {"TSL", "Thunk:#name=jit(f)/jvp(g)/dot,hlo_op=z#", MARK_CALL, .op = "z",
	.modules = "jit(f)/jvp(g)/dot", .dir = MARK_FPROP},
    {"TSL", "Thunk:#name=,hlo_op=z#", MARK_CALL, .op = "z"},
    {"TSL", "Thunk:#hlo_op=#", MARK_RANGE, .range = "="},
    {"TSL", "Thunk:#xhlo_op=z#", MARK_RANGE, .range = "="},
    {"TSL", "Thunk:##", MARK_RANGE, .range = "="},
    {"TSL", "Thunk:#", MARK_RANGE, .range = "="},
    {"TSL", "XlaModule:#", MARK_RANGE, .range = "="},
    {"TSL", "XlaAutotunerMeasurement:#hlo_op=f#", MARK_RANGE,
	.phase = "autotune", .range = "="},
    {"TSL", "TSL:XlaCompileBackend:#module=jit_f#", MARK_RANGE,
	.phase = "compile", .range = "="},
    {NULL, "Xla#", MARK_RANGE, .range = "="},
    /* TensorRT */
    {"TensorRT", "conv1", MARK_CALL, .op = "conv1", .modules = "conv1",
	.dir = MARK_FPROP},
    {"TensorRT", "aten::mm, seq = 3", MARK_CALL, .op = "aten::mm, seq = 3",
	.modules = "aten::mm, seq = 3", .dir = MARK_FPROP},
    {"TensorRT", "ExecutionContext::enqueue", MARK_RANGE, .phase = "enqueue",
	.range = "=", .dir = MARK_FPROP},
    {NULL, "conv1", MARK_RANGE, .range = "="},
    {NULL, "Conv_0 + Relu_1", MARK_CALL, .op = "Conv_0 + Relu_1",
	.modules = "Conv_0|Relu_1", .dir = MARK_FPROP},
    {NULL, "/a/b || /a/c || /a/d + /a/e", MARK_CALL,
	.op = "/a/b || /a/c || /a/d + /a/e", .modules = "/a/b|/a/c|/a/d|/a/e",
	.dir = MARK_FPROP},
    {NULL, "forward + backward", MARK_RANGE, .range = "="},
    {NULL, "1 + 2", MARK_RANGE, .range = "="},
    /* every part must look like a layer; a name needs more than "_" before its
     * number, and a number */
    {NULL, "Conv_0 + relu", MARK_RANGE, .range = "="},
    {NULL, "relu + Conv_0", MARK_RANGE, .range = "="},
    {NULL, "Conv_0 + /a/b of mine", MARK_RANGE, .range = "="},
    {NULL, "Conv_0 + _1", MARK_RANGE, .range = "="},
    {NULL, "Conv_0 + a_", MARK_RANGE, .range = "="},
    {NULL, "Conv_0 + conv1", MARK_RANGE, .range = "="},
    {NULL, "PWN(a b) + (Unnamed Layer* 1) [Scale]", MARK_CALL,
	.op = "PWN(a b) + (Unnamed Layer* 1) [Scale]",
	.modules = "PWN(a b)|(Unnamed Layer* 1) [Scale]", .dir = MARK_FPROP},
    {NULL, "Reformatting CopyNode for Input Tensor 0 to to to a", MARK_CALL,
	.op = "Reformatting CopyNode for Input Tensor 0 to to to a",
	.modules = "a", .dir = MARK_FPROP},
    {NULL, "{ForeignNode[a + b...c]}", MARK_CALL, .op = "{ForeignNode[a + b...c]}",
	.modules = "a + b|c", .dir = MARK_FPROP},
    {NULL, "{ForeignNode[a]}", MARK_CALL, .op = "{ForeignNode[a]}",
	.modules = "a", .dir = MARK_FPROP},
    {NULL, "{ForeignNode[", MARK_RANGE, .range = "="},
    /* libraries */
    {"CCCL", "any text", MARK_CALL, .op = "any text"},
    {"cuDNN", "x", MARK_CALL, .op = "x"},
    {"cudnn ", "x", MARK_RANGE, .range = "="},
    {NULL, "cublasGemmEx", MARK_CALL, .op = "cublasGemmEx"},
    {NULL, "cublas", MARK_RANGE, .range = "="},
    {NULL, "cudnn frontend", MARK_RANGE, .range = "="},
    {NULL, "cub::DeviceScan::InclusiveSum", MARK_CALL,
	.op = "cub::DeviceScan::InclusiveSum"},
    {NULL, "cub:: is nice", MARK_RANGE, .range = "="},
    {"DALI", "[DALI][OpTask] Setup x", MARK_CALL, .op = "[DALI][OpTask] Setup x"},
    {"NCCL", "ncclAllReduce", MARK_CALL, .op = "ncclAllReduce",
	.comm = "ncclAllReduce"},
    {NULL, "nccl tests", MARK_RANGE, .range = "="},
    {NULL, "nccl", MARK_RANGE, .range = "="},
    /* large models */
    {"DeepSpeed", "DeepSpeedEngine.forward", MARK_RANGE, .phase = "forward",
	.range = "=", .dir = MARK_FPROP},
    {NULL, "DeepSpeedZeroOptimizer_Stage3.step", MARK_RANGE, .phase = "update",
	.range = "="},
    {NULL, "DeepSpeedEngine.allreduce_gradients", MARK_RANGE, .range = "="},
    {NULL, "DeepSpeed", MARK_RANGE, .range = "="},
    {NULL, "transformer_engine.FusedAttnFunc.forward", MARK_CALL,
	.op = "FusedAttnFunc", .range = "=", .dir = MARK_FPROP},
    {NULL, "transformer_engine._Linear.backward.dgrad_gemm", MARK_CALL,
	.op = "_Linear", .range = "=", .dir = MARK_BPROP},
    {NULL, "transformer_engine._Linear", MARK_RANGE, .range = "="},
    {NULL, "transformer_engine.", MARK_RANGE, .range = "="},
    {NULL, "megatron.core.transformer.mlp.backward", MARK_NOTE,
	.modules = "megatron.core.transformer.mlp", .range = "=", .dir = MARK_BPROP},
    {NULL, "megatron.core.t.layer._forward_mlp.mlp", MARK_CALL, .op = "mlp",
	.modules = "megatron.core.t.layer", .range = "="},
    {NULL, "megatron.core", MARK_RANGE, .range = "="},
    {NULL, "megatron.", MARK_RANGE, .range = "="},
    {NULL, "megatron.x y.forward.z", MARK_RANGE, .range = "="},
    {NULL, "MFSDP layers.0 backward", MARK_RANGE, .modules = "layers.0",
	.range = "=", .dir = MARK_BPROP},
    {NULL, "MFSDP <root> forward", MARK_RANGE, .modules = "<root>",
	.range = "=", .dir = MARK_FPROP},
    {NULL, "MFSDP forward", MARK_RANGE, .range = "="},
    {NULL, "MFSDP RS release: x", MARK_RANGE, .range = "="},
    {NULL, "gpu_model_runner: forward", MARK_RANGE, .phase = "forward",
	.range = "=", .dir = MARK_FPROP},
    {NULL, "gpu_model_runner: ", MARK_RANGE, .range = "="},
    {NULL, "[Executor] _forward_step 7: 1 ctx reqs", MARK_RANGE, .step = "7",
	.range = "=", .dir = MARK_FPROP},
    {NULL, "[Executor] _forward_step 7x: 1 ctx reqs", MARK_RANGE, .range = "=",
	.dir = MARK_FPROP},
    {NULL, "[Executor] _forward_step", MARK_RANGE, .range = "=", .dir = MARK_FPROP},
    {NULL, "q_proj: Linear", MARK_RANGE, .modules = "q_proj: Linear", .range = "="},
    {NULL, "0: LlamaDecoderLayer", MARK_RANGE,
	.modules = "0: LlamaDecoderLayer", .range = "="},
    {NULL, "FP32 kernel: a, b = 3", MARK_RANGE, .range = "="},
    {NULL, "time: UTC", MARK_RANGE, .range = "="},
    /* users */
    {NULL, "forward", MARK_RANGE, .phase = "forward", .range = "="},
    {"mine", "Backward", MARK_RANGE, .phase = "backward", .range = "="},
    {NULL, "forward 2", MARK_RANGE, .range = "="},
    {NULL, "step 12", MARK_RANGE, .step = "step 12", .range = "="},
    {NULL, "Iter_3", MARK_RANGE, .step = "Iter_3", .range = "="},
    {NULL, "batch: 7", MARK_RANGE, .step = "batch: 7", .range = "="},
    {NULL, "Step 0 to 10", MARK_RANGE, .range = "="},
    {NULL, "stepping 3", MARK_RANGE, .range = "="},
    {NULL, "step", MARK_RANGE, .range = "="},
    {NULL, "step 3 ", MARK_RANGE, .range = "="},
};

static void same_or_none(const char *text, struct str got, const char *want)
{
	if (want ? !str_is(got, want) : got.p != NULL)
		fail_msg("%s: '%.*s' is not '%s'", text, (int)got.n,
		    got.p ? got.p : "", want ? want : "(nothing)");
}

/* The modules joined. */
static struct str join_modules(const struct mark_facts *f)
{
	struct strbuf b = {0};
	struct str joined = {0};
	size_t i;

	if (f->nmodules == 0)
		return joined;
	for (i = 0; i < f->nmodules; i++) {
		if (i)
			strbuf_char(&b, '|');
		strbuf_str(&b, f->modules[i]);
	}
	joined.n = b.n;
	joined.p = arena_text(&arena, b.p, b.n);
	strbuf_free(&b);
	return joined;
}

/* What a backward has in common with its forward. */
static void labels(void **state)
{
	static const struct {
		const char *text, *label; /* NULL: none */
		enum mark_dir dir;
	} cases[] = {
	    {"A.forward", "A", MARK_FPROP},
	    {"A.backward", "A", MARK_BPROP},
	    {"model.forward", NULL, MARK_FPROP},
	    {"MatMul: a/MatMul", "a/MatMul", MARK_DIR_NONE},
	    {"MatMul: gradients/a/MatMul_grad/MatMul", "a/MatMul", MARK_BPROP},
	    {"Sum: t/gradients/gradients_1/a/b_grad/c_grad/Sum", "a/b", MARK_BPROP},
	    {"AddN: gradients/AddN", NULL, MARK_BPROP},
	    {"Thunk:#name=jvp(f)/g,hlo_op=x.1#", "jvp(f)/g", MARK_FPROP},
	    {"Thunk:#name=a/transpose(jvp(f(y)))/g,hlo_op=x.1#",
		"a/jvp(f(y))/g", MARK_BPROP},
	    {"Thunk:#name=transpose(jvp(f),hlo_op=x.1#", NULL, MARK_BPROP},
	    {"megatron.core.mlp.forward.fc1", "megatron.core.mlp", MARK_FPROP},
	    {"MFSDP layers.0 backward", "layers.0", MARK_BPROP},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mark m = decode_text(cases[i].text);

		assert_non_null(m.facts);
		assert_int_equal(m.facts->dir, cases[i].dir);
		if (cases[i].label)
			same(m.facts->label, cases[i].label);
		else if (m.facts->label.p)
			fail_msg("%s has a label", cases[i].text);
	}
}

static void others(void **state)
{
	static const struct mark_facts none;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof dialects / sizeof *dialects; i++) {
		const struct dialect *d = &dialects[i];
		struct mark m = decode_in(d->domain, str_of(d->text));
		const struct mark_facts *f = m.facts ? m.facts : &none;
		struct str range = m.kind == MARK_RANGE ? m.text : f->range;

		if (m.kind != d->kind)
			fail_msg("%s: kind %d", d->text, (int)m.kind);
		assert_true(m.kind != MARK_RANGE || !f->range.p);
		same_or_none(d->text, m.call.op, d->op);
		same_or_none(d->text, join_modules(f), d->modules);
		same_or_none(d->text, f->phase, d->phase);
		same_or_none(d->text, f->step, d->step);
		same_or_none(d->text, f->comm, d->comm);
		same_or_none(d->text, range,
		    d->range && strcmp(d->range, "=") == 0 ? d->text : d->range);
		if (f->dir != d->dir)
			fail_msg("%s: direction %d", d->text, (int)f->dir);
	}
}

/* The byte before a text is none of it. */
static void text_in_text(void **state)
{
	struct mark m = decode(str_from(STR("a_ * 2.forward"), 1));

	(void)state;
	assert_int_equal(m.kind, MARK_CALL);
	same(m.call.op, "_ * 2");
}

/* The index of a node is the call's id. */
static void ort_index(void **state)
{
	struct mark m = decode_text("Conv.12(Conv_12)");

	(void)state;
	assert_true(m.call.has_id && m.call.id == 12);
	assert_false(m.call.has_args);
}

/* Wrappers' names give way to collectives'. */
static void collectives(void **state)
{
	(void)state;
	assert_true(decode_text("ncclGroupEnd").facts->comm_vague);
	assert_true(decode_text("record_param_comms, op_id = 1").facts->comm_vague);
	assert_true(decode_text("c10d::barrier, op_id = 1").facts->comm_vague);
	assert_false(decode_text("ncclSend").facts->comm_vague);
	assert_false(decode_text("nccl:send, op_id = 1").facts->comm_vague);
}

static void tf_detailed(void **state)
{
	struct mark m = decode_text(
	    "{\"op\":\"Conv2DBackpropInput\",\"name\":\"gradients/c_grad/x\","
	    "\"args\":[{\"name\":\"s\",\"shape\":[4]},{\"name\":\"w\","
	    "\"shape\":[3,3,8,16]},{\"name\":\"g\",\"shape\":[-1,8,8,16]}],"
	    "\"attrs\":{\"T\":\"bfloat32&\",\"data_format\":\"NHWC\"}}");

	(void)state;
	assert_int_equal(m.kind, MARK_CALL);
	same(m.call.mod, "tensorflow");
	assert_int_equal(m.facts->dir, MARK_BPROP);
	assert_int_equal(m.call.nargs, 3);
	same(m.call.args[0].name, "s");
	same(m.call.args[0].dtype_text, "int32"); /* sizes, though T is not */
	same(m.call.args[1].dtype_text, "bfloat16");
	assert_int_equal(m.call.args[1].dtype, DTYPE_BFLOAT16);
	assert_int_equal(m.call.args[1].shape.v[3], 16);
	assert_null(m.call.args[2].shape.v); /* a dimension is not known */
	/* another attribute of a type: which input has which is not told */
	m = decode_text(
	    "{\"op\":\"Sum\",\"name\":\"s\",\"args\":[{\"name\":\"x\","
	    "\"shape\":[]}],\"attrs\":{\"T\":\"half\","
	    "\"Tidx\":\"int32\"}}");
	assert_null(m.call.args[0].dtype_text.p);
	assert_non_null(m.call.args[0].shape.v);
	assert_int_equal(m.call.args[0].shape.n, 0);
	m = decode_text(
	    "{\"op\":\"Cast\",\"name\":\"c\",\"args\":[{\"name\":\"x\","
	    "\"shape\":[2]}],\"attrs\":{\"SrcT\":\"half\"}}");
	same(m.call.args[0].dtype_text, "float16");
	/* cut off */
	m = decode_text(
	    "{\"op\":\"Cast\",\"name\":\"c\",\"args\":[{\"name\":\"x");
	assert_int_equal(m.kind, MARK_CALL);
	assert_false(m.call.has_args);
	same(m.facts->modules[0], "c");
	assert_int_equal(decode_text("{\"op\":\"Cast\",\"na").kind, MARK_RANGE);
}

static void layerwise(void **state)
{
	struct mark m = decode_text("{'Module': 'm.mlp', 'positions': [[16]], "
				    "'Inputs': [[16, 896], None, "
				    "[]], 'pair': [(2, 3), (4,)]}");
	const struct arg *args = m.call.args;

	(void)state;
	assert_int_equal(m.kind, MARK_CALL);
	assert_false(m.pyprof);
	same(m.call.mod, "nn.Module");
	same(m.call.op, "m.mlp");
	same(m.facts->modules[0], "m.mlp");
	assert_int_equal(m.facts->dir, MARK_FPROP);
	assert_null(m.facts->range.p);
	assert_int_equal(m.call.nargs, 6);
	assert_true(args[0].name.n == 0 && args[0].kind == ARG_TENSOR);
	assert_int_equal(args[0].shape.v[1], 896);
	assert_int_equal(args[1].kind, ARG_UNKNOWN);
	assert_true(args[2].shape.v && args[2].shape.n == 0);
	same(args[3].name, "positions");
	assert_int_equal(args[3].shape.v[0], 16);
	same(args[4].name, "pair");
	assert_int_equal(args[4].shape.v[1], 3);
	assert_int_equal(args[5].shape.v[0], 4);
	m = decode_text("{'Module': 'a', 'Outputs': [[1]]}");
	assert_true(m.kind == MARK_NOTE && m.facts->range.p);
	m = decode_text("{'Module': 'a', 'Inputs': [[1, 2], [3");
	assert_true(m.kind == MARK_NOTE && !m.call.op.p);
	m = decode_text("{'Module': 5, 'Inputs': [[1]]}");
	assert_int_equal(m.kind, MARK_RANGE);
	m = decode_text("{'Module': 'a', 'Inputs': 5, 3: [[1]], 'x': 'y'}");
	assert_true(m.kind == MARK_NOTE || m.call.nargs == 1);
}

/*
 * The shared table: format, text, what it says as JSON
 */

static const char *text_in(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

static void same_dims(const struct dims *got, const json_t *want)
{
	size_t i;

	assert_non_null(got->v);
	assert_int_equal(got->n, json_array_size(want));
	for (i = 0; i < got->n; i++)
		assert_true(
		    got->v[i] == json_integer_value(json_array_get(want, i)));
}

static void same_value(const struct value *got, const json_t *want)
{
	size_t i;

	switch (json_typeof(want)) {
	case JSON_NULL:
		assert_int_equal(got->kind, VALUE_NONE);
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		assert_int_equal(got->kind, VALUE_BOOL);
		assert_int_equal(got->b, json_typeof(want) == JSON_TRUE);
		break;
	case JSON_INTEGER:
		assert_int_equal(got->kind, VALUE_INT);
		assert_true(got->i == json_integer_value(want));
		break;
	case JSON_REAL:
		assert_int_equal(got->kind, VALUE_REAL);
		assert_true(got->f == json_real_value(want));
		break;
	case JSON_STRING:
		assert_int_equal(got->kind, VALUE_STR);
		same(got->s, json_string_value(want));
		break;
	case JSON_ARRAY:
		assert_int_equal(got->kind, VALUE_LIST);
		assert_int_equal(got->list.n, json_array_size(want));
		for (i = 0; i < got->list.n; i++)
			same_value(&got->list.v[i], json_array_get(want, i));
		break;
	default:
		fail_msg("a value of an unknown type");
	}
}

static void same_args(const struct call *c, const json_t *want)
{
	size_t i;
	json_t *w;

	assert_int_equal(c->nargs, json_array_size(want));
	json_array_foreach(want, i, w)
	{
		same(c->args[i].name, text_in(w, "name"));
		same(c->args[i].type, text_in(w, "type"));
		if (json_object_get(w, "shape"))
			same_dims(
			    &c->args[i].shape, json_object_get(w, "shape"));
		if (json_object_get(w, "dtype"))
			same(c->args[i].dtype_text, text_in(w, "dtype"));
		if (json_object_get(w, "value"))
			same_value(
			    &c->args[i].value, json_object_get(w, "value"));
	}
}

static void same_sizes(const struct call *c, const json_t *want)
{
	size_t i;
	json_t *w;

	assert_true(c->has_args);
	assert_int_equal(c->nargs, json_array_size(want));
	json_array_foreach(want, i, w)
	{
		if (json_is_null(w))
			assert_null(c->args[i].shape.v);
		else if (json_array_size(w))
			same_dims(&c->args[i].shape, w);
		else
			assert_int_equal(c->args[i].kind, ARG_UNKNOWN);
	}
}

/* Lower case without underscores and digits. */
static void same_stem(struct str op, const char *want)
{
	char got[128], plain[128];
	size_t n = 0;

	for (; *want && n < sizeof plain; want++) {
		if (*want >= 'A' && *want <= 'Z')
			plain[n++] = (char)(*want + 32);
		else if (*want != '_' && !(*want >= '0' && *want <= '9'))
			plain[n++] = *want;
	}
	assert_int_equal(mark_stem(op, true, got, sizeof got), n);
	assert_memory_equal(got, plain, n);
}

static void same_call(const struct mark *m, const json_t *want)
{
	const struct call *c = &m->call;
	const json_t *seq = json_object_get(want, "seq");
	const json_t *id = json_object_get(want, "op_id");

	if (json_object_get(want, "op"))
		same(c->op, text_in(want, "op"));
	if (json_object_get(want, "mod"))
		same(c->mod, text_in(want, "mod"));
	assert_int_equal(m->call.has_seq, json_is_integer(seq));
	if (m->call.has_seq)
		assert_true(m->call.seq == json_integer_value(seq));
	if (!id)
		id = json_object_get(want, "callid");
	if (!id)
		id = json_object_get(want, "index");
	assert_int_equal(c->has_id, json_is_integer(id));
	if (c->has_id)
		assert_true(c->id == json_integer_value(id));
	if (json_object_get(want, "sizes"))
		same_sizes(c, json_object_get(want, "sizes"));
	if (json_object_get(want, "args"))
		same_args(c, json_object_get(want, "args"));
	if (json_object_get(want, "fwd_stem"))
		same_stem(c->op, text_in(want, "fwd_stem"));
}

static void same_frames(const struct mark *m, const json_t *want)
{
	size_t i, n = 0;
	json_t *w;

	json_array_foreach(want, i, w)
	{
		if (strstr(json_string_value(w), "/torch/nn/modules/"))
			continue;
		assert_true(n < m->nframes);
		same(m->frames[n++], json_string_value(w));
	}
	assert_int_equal(m->nframes, n);
}

static void same_module(const struct mark *m, const json_t *want)
{
	char text[256];

	snprintf(text, sizeof text, "%s(%s)", text_in(want, "module_class"),
	    text_in(want, "repr"));
	same(m->text, text);
}

/* The row's text, without the number that torch adds. */
static struct str plain(struct str text)
{
	const char *tail = str_find(text, ", op_id = ");

	if (tail)
		text.n = (size_t)(tail - text.p);
	return text;
}

static struct mark_facts facts_of(const struct mark *m)
{
	return m->facts ? *m->facts : (struct mark_facts){0};
}

/* What will be listed among the ranges. */
static struct str range_of(const struct mark *m)
{
	return m->kind == MARK_RANGE ? m->text : facts_of(m).range;
}

static bool is_call(const struct mark *m)
{
	return m->kind == MARK_CALL || m->kind == MARK_NODE;
}

/* A string, or a list of them, are the modules. */
static void same_modules(const struct mark *m, const json_t *want)
{
	struct mark_facts f = facts_of(m);
	size_t i;
	json_t *w;

	if (m->kind == MARK_LAYER) {
		same(m->text, json_string_value(want));
		return;
	}
	assert_int_equal(
	    f.nmodules, json_is_array(want) ? json_array_size(want) : 1);
	if (json_is_string(want))
		same(f.modules[0], json_string_value(want));
	json_array_foreach(want, i, w) same(f.modules[i], json_string_value(w));
}

static void same_direction(const struct mark *m, const char *dir)
{
	struct mark_facts f = facts_of(m);

	if (!dir)
		assert_int_equal(f.dir, MARK_DIR_NONE);
	else if (strcmp(dir, "fwd") == 0)
		assert_int_equal(f.dir, MARK_FPROP);
	else if (strcmp(dir, "upd") == 0)
		same(f.phase, "update");
	else if (m->kind != MARK_NODE && m->kind != MARK_ENGINE &&
		 m->kind != MARK_ACCUMULATE)
		assert_int_equal(f.dir, MARK_BPROP);
}

static void same_kwargs(const struct call *c, const json_t *want)
{
	const char *key;
	json_t *w;

	json_object_foreach((json_t *)want, key, w)
	{
		const struct arg *arg = call_find_arg(c, key);

		assert_non_null(arg);
		same_dims(&arg->shape, json_array_get(w, 0));
	}
}

static void same_dtypes(const struct call *c, const json_t *want)
{
	size_t i;
	json_t *w;

	json_array_foreach(want, i, w)
	    same(c->args[i].dtype_text, json_string_value(w));
}

/* Keys of a row that have no key of the record: the text as a range has them. */
static const char *const in_text[] = {"tag", "frame", "ub", "part", "prefix",
    "program_id", "ctx_reqs", "gen_reqs", "params", "out_sizes"};

static void same_phase(const struct mark *m, const json_t *want)
{
	struct mark_facts f = facts_of(m);
	const char *dir = text_in(want, "dir"), *phase = text_in(want, "phase");

	if (dir && strcmp(dir, "upd") == 0)
		phase = "update";
	else if (!phase && dir && json_object_get(want, "tag"))
		phase = strcmp(dir, "fwd") == 0 ? "forward" : "backward";
	if (phase)
		same(f.phase, phase);
	else
		assert_null(f.phase.p);
}

/* The call that a row means, if it means one. */
static void check_call(const struct mark *m, struct str text, const json_t *want)
{
	const char *kind = text_in(want, "kind");
	bool engine =
	    strcmp(kind, "engine") == 0 || strcmp(kind, "accumulate") == 0;

	if (engine)
		assert_true(m->kind == MARK_ENGINE || m->kind == MARK_ACCUMULATE);
	else if (json_object_get(want, "op") || json_object_get(want, "layers") ||
		 json_object_get(want, "sizes"))
		assert_true(is_call(m));
	else if (json_object_get(want, "kwargs"))
		same_kwargs(&m->call, json_object_get(want, "kwargs"));
	else
		assert_false(is_call(m));
	if (m->call.op.p)
		same_call(m, want);
	if (json_object_get(want, "layers"))
		assert_true(str_eq(m->call.op, text));
	if (json_object_get(want, "dtypes"))
		same_dtypes(&m->call, json_object_get(want, "dtypes"));
	if (strcmp(kind, "comm") == 0)
		same(m->facts->comm, text_in(want, "op"));
}

static void same_step(const struct mark *m, const json_t *want)
{
	struct str step = facts_of(m).step;
	const json_t *w = json_object_get(want, "step");
	int64_t n = -1;

	if (json_is_integer(w))
		assert_true(num_parse(step.p, step.n, 0, INT64_MAX, &n) &&
			    n == json_integer_value(w));
	else
		assert_null(step.p);
}

static void check_row(struct str text, const json_t *want)
{
	static const char *const modules[] = {
	    "module", "node", "layers", "hlo_module", "name"};
	struct mark m = decode(text);
	json_t *w;
	size_t i;

	if (json_object_get(want, "trace")) {
		same_frames(&m, json_object_get(want, "trace"));
		return;
	}
	if (json_object_get(want, "module_class")) {
		same_module(&m, want);
		return;
	}
	same_direction(&m, text_in(want, "dir"));
	same_phase(&m, want);
	for (i = 0; i < sizeof modules / sizeof *modules; i++) {
		w = json_object_get(want, modules[i]);
		if (w && !json_is_null(w))
			same_modules(&m, w);
	}
	same_step(&m, want);
	for (i = 0; i < sizeof in_text / sizeof *in_text; i++) {
		w = json_object_get(want, in_text[i]);
		if (w && !(json_is_object(w) && json_object_size(w) == 0))
			assert_true(str_eq(range_of(&m), plain(text)));
	}
	if (strcmp(text_in(want, "kind"), "user") == 0) {
		assert_true(str_eq(range_of(&m), text));
		if (!json_object_get(want, "module") &&
		    !json_object_get(want, "part"))
			return; /* its op is the range */
	}
	check_call(&m, text, want);
}

/* "\n" in the table is a line feed. */
static size_t unescape(char *s)
{
	char *from = s, *to = s;

	while (*from) {
		if (from[0] == '\\' && from[1] == 'n') {
			*to++ = '\n';
			from += 2;
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
	return (size_t)(to - s);
}

static FILE *open_table(void)
{
	const char *shared = getenv("PP_SHARED");
	char path[4096];

	snprintf(path, sizeof path, "%s/tables/marker_examples.tsv",
	    shared ? shared : "../shared");
	return fopen(path, "r");
}

static void table(void **state)
{
	FILE *f = open_table();
	char line[8192];
	size_t checked = 0, n;

	(void)state;
	if (!f)
		skip();
	assert_non_null(fgets(line, sizeof line, f));
	while (fgets(line, sizeof line, f)) {
		char *text = strchr(line, '\t'), *json;
		json_t *want;

		assert_non_null(text);
		*text++ = '\0';
		json = strchr(text, '\t');
		assert_non_null(json);
		*json++ = '\0';
		want = json_loads(json, 0, NULL);
		assert_non_null(want);
		n = unescape(text);
		check_row((struct str){text, n}, want);
		checked++;
		json_decref(want);
	}
	fclose(f);
	assert_true(checked >= 86);
}

/*
 * Any text
 */

static const char *const seeds[] = {
    "aten::add, seq = 4, op_id = 17, sizes = [[2, 3], [], []], "
    "input_op_ids = [(15,0), (0,-1), (0,-1)]",
    "autograd::engine::evaluate_function: torch::autograd::CopyBackwards, "
    "stashed seq=7",
    "{'mod': 'torch', 'op': 'relu', 'callid': 6, 'args': [{'name': \"x\", "
    "'type': 'tensor', 'shape': (1,), 'dtype': 'float32'}, {'value': [1e5, "
    "slice(0, None), -inf, r'\\x', {'a'}]}]}",
    "{'traceMarker': ['C:\\\\a.py:1', '\\u00e9\\n'], 'funcStack': '/f'}",
    "{'mod': 'C', 'strRepr': '5'}",
    "layer:x",
    "{\"op\":\"AddN\",\"name\":\"gradients/n\",\"args\":[{\"name\":\"a\","
    "\"shape\":[2]},null],\"attrs\":{\"T\":\"bfloat32\"}}",
    "{'Module': 'a.b', 'TrainableParams': {'w': [2]}, 'Inputs': [[1], None], "
    "'x': [[4]]}",
    "TSL:Thunk:#name=a,hlo_op=b,hlo_op=gemm.3,unique_hlo_op_id=123#",
    "TSL:XlaModule:#prefix=f(<x>)[a=2],hlo_module=jit_f,program_id=7#",
    "Reformatting CopyNode for Input Tensor 0 to /a/Conv + /b || /c",
    "{ForeignNode[ReduceMean_1...Mul_2]}",
    "ExecutionContext::enqueue",
    "Conv.12(Conv_12)_kernel",
    "Batch-3 Recv-1",
    "_ * (-1).backward",
    "transformer_engine._Linear.backward.fc1_dgrad.wgrad_gemm",
    "megatron.core.transformer.mlp.forward.linear_fc1",
    "MFSDP layers.0 backward",
    "[Executor] _forward_step 60000: 0 ctx reqs",
    "Mul: gradients/dense/Mul_grad/Mul",
    "FSDP::pre_forward (blocks.8), op_id = 3",
    "Torch-Compiled Region: 0/0, op_id = 41",
    "iteration_12",
};

/* Decode a copy of just this size, and look at all that comes out. */
static void try_bytes(const char *p, size_t n)
{
	char *exact = malloc(n ? n : 1);
	struct strbuf b = {0};
	struct mark m;
	char stem[8];
	size_t i;

	assert_non_null(exact);
	if (n)
		memcpy(exact, p, n);
	m = decode_in(n % 4 ? NULL : "TensorRT", (struct str){exact, n});
	assert_true(m.kind <= MARK_IGNORE);
	if (m.facts) {
		strbuf_str(&b, join_modules(m.facts));
		strbuf_str(&b, m.facts->phase);
		strbuf_str(&b, m.facts->step);
		strbuf_str(&b, m.facts->range);
	}
	for (i = 0; m.kind == MARK_TRACE && i < m.nframes; i++)
		strbuf_str(&b, m.frames[i]);
	if (m.kind != MARK_TRACE && m.text.p)
		strbuf_str(&b, m.text);
	if (m.call.op.p) {
		call_write(&m.call, &b);
		mark_stem(m.call.op, m.call.node, stem, sizeof stem);
	}
	strbuf_free(&b);
	free(exact);
}

static void any_text(void **state)
{
	uint64_t x = 88172645463325252u;
	char text[512];
	size_t i, k, n;

	(void)state;
	for (i = 0; i < sizeof seeds / sizeof *seeds; i++) {
		n = strlen(seeds[i]);
		for (k = 0; k <= n; k++) {
			try_bytes(seeds[i], k);
			try_bytes(seeds[i] + k, n - k);
		}
		for (k = 0; k < 4000; k++) {
			memcpy(text, seeds[i], n);
			x ^= x << 13, x ^= x >> 7, x ^= x << 17;
			text[x % n] = seeds[x >> 8 & 3][x >> 16 & 31];
			text[(x >> 32) % n] = (char)(x >> 24);
			try_bytes(text, n);
		}
	}
}

/* A quarter of a megabyte of what might be looked at again and again. */
static void megabytes(void **state)
{
	static const char *const bodies[] = {"[", "]", "[], ", "[1, 2], ", "9",
	    "(1,0), ", ", seq = 1", ", sizes = []", "::", "Backward",
	    "{'mod': ", "{'op': 'a', ", "s", "- ", " + ", "/", "_ ", ".forward",
	    "...", "hlo_op=", ",", "Module", "\"op\""};
	static const char *const heads[] = {"", "x, sizes = [",
	    "x, input_op_ids = [", "x, seq = ", "{'mod': 'a', 'op': 'b', ",
	    "Thunk:#name=", "Conv.1(", "{ForeignNode[", "megatron.", "FSDP::x ",
	    "{'Module': 'a', 'x': [", "{\"op\":\"a\",\"name\":\"b\",\"args\":["};
	static const char *const tails[] = {
	    "", "[]]", "]", ", op_id = 3", "#", ")", "]}"};
	size_t i, head, tail, n;

	(void)state;
	for (i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		for (head = 0; head < sizeof heads / sizeof *heads; head++) {
			struct strbuf b = {0};

			strbuf_text(&b, heads[head]);
			while (b.n < 1 << 18)
				strbuf_text(&b, bodies[i]);
			n = b.n;
			for (tail = 0; tail < sizeof tails / sizeof *tails; tail++) {
				b.n = n;
				strbuf_text(&b, tails[tail]);
				decode(strbuf_get(&b));
			}
			strbuf_free(&b);
		}
	}
}

static int free_arena(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(torch_calls),
	    cmocka_unit_test(torch_shapes),
	    cmocka_unit_test(ranges),
	    cmocka_unit_test(step_payloads),
	    cmocka_unit_test(engine_steps),
	    cmocka_unit_test(layers),
	    cmocka_unit_test(kineto_names),
	    cmocka_unit_test(kineto_args),
	    cmocka_unit_test(kineto_facts),
	    cmocka_unit_test(pyprof_call),
	    cmocka_unit_test(pyprof_values),
	    cmocka_unit_test(pyprof_others),
	    cmocka_unit_test(pyprof_trace),
	    cmocka_unit_test(pyprof_broken),
	    cmocka_unit_test(labels),
	    cmocka_unit_test(others),
	    cmocka_unit_test(text_in_text),
	    cmocka_unit_test(ort_index),
	    cmocka_unit_test(collectives),
	    cmocka_unit_test(tf_detailed),
	    cmocka_unit_test(layerwise),
	    cmocka_unit_test(stems),
	    cmocka_unit_test(node_names),
	    cmocka_unit_test(table),
	    cmocka_unit_test(any_text),
	    cmocka_unit_test(megabytes),
	};

	return cmocka_run_group_tests(tests, NULL, free_arena);
}
