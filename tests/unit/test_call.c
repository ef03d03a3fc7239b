/*
 * test_call.c - the entry of a call: what is written, argument kinds, finding
 * arguments.  test_record.c reads entries back.
 */
#include "common/call.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void expect(const struct call *call, const char *wanted)
{
	struct strbuf b = {0};

	strbuf_text(&b, "x"); /* what was there before stays */
	call_write(call, &b);
	strbuf_char(&b, '\0');
	assert_int_equal(b.p[0], 'x');
	assert_string_equal(b.p + 1, wanted);

	strbuf_free(&b);
}

static void test_write_call(void **state)
{
	static const int64_t sizes[] = {3};
	static const struct arg out[] = {{.shape = {sizes, 1}}};
	static const struct str calls[] = {{"aten::add_", 10}, {"\"", 1}};
	struct call_inner inner = {calls, 2, 0};
	struct call call = {0};

	(void)state;
	expect(&call, "{}");
	call.main = true;
	expect(&call, "{\"main\":true}");
	call.main = false;
	call.has_n = true;
	call.n = 4;
	expect(&call, "{\"n\":4}");
	call.has_n = false;
	call.has_args = true;
	expect(&call, "{\"args\":[]}");
	call.mod = STR("torch");
	call.op = STR("a\"b");
	call.seq = 7;
	call.has_seq = true;
	call.has_id = true;
	call.node = call.capture = call.has_n = call.main = true;
	expect(&call, "{\"mod\":\"torch\",\"op\":\"a\\\"b\",\"seq\":7,\"id\":0,"
		      "\"args\":[],\"node\":true,\"capture\":true,\"n\":4,"
		      "\"main\":true}");
	call = (struct call){.has_args = true, .out = out, .nout = 1, .node = true};
	expect(&call, "{\"args\":[],\"out\":[{\"shape\":[3]}],\"node\":true}");
	call = (struct call){.op = STR("")};
	expect(&call, "{\"op\":\"\"}");
	call = (struct call){.inner = &inner, .main = true};
	expect(&call,
	    "{\"main\":true,\"inner\":{\"calls\":[\"aten::add_\",\"\\\"\"],"
	    "\"zeroed\":0}}");
	inner.ncalls = 0;
	expect(&call, "{\"main\":true,\"inner\":{\"zeroed\":0}}");
	inner.zeroed = -1;
	expect(&call, "{\"main\":true,\"inner\":{}}");
	inner.ncalls = 1;
	expect(&call, "{\"main\":true,\"inner\":{\"calls\":[\"aten::add_\"]}}");
}

static void test_write_args(void **state)
{
	static const int64_t shape[] = {2, INT64_C(9007199254740993)};
	static const struct value list[] = {
	    {.kind = VALUE_NONE},
	    {.kind = VALUE_BOOL, .b = true},
	    {.kind = VALUE_INT, .i = INT64_C(9007199254740992)},
	    {.kind = VALUE_INT, .i = -INT64_C(9007199254740993)},
	    {.kind = VALUE_REAL, .f = 1},
	    {.kind = VALUE_REAL, .f = 0.1},
	    {.kind = VALUE_REAL, .f = -INFINITY},
	    {.kind = VALUE_REAL, .f = NAN},
	    {.kind = VALUE_STR, .s = {"\n", 1}},
	    {.kind = VALUE_LIST},
	};
	static const struct arg tensors[] = {
	    {.type = {"tensor", 6}, .shape = {shape, 1}},
	    {.type = {"NoneType", 8}, .value = {.kind = VALUE_NONE}},
	};
	static const struct arg args[] = {
	    {.type = {"tensor", 6},
		.shape = {shape, 2},
		.strides = {shape, 0},
		.dtype_text = {"Half", 4},
		.dtype = DTYPE_FLOAT16},
	    {.name = {"dtype", 5}, .dtype_text = {"weird7", 6}},
	    {.type = {"unknown", 7}},
	    {.type = {"list", 4}, .value = {.kind = VALUE_LIST, .list = {list, 10}}},
	    {.type = {"list", 4},
		.value = {.kind = VALUE_ARGS, .args = {tensors, 2}}},
	    {.name = {NULL, 0}},
	};
	struct call call = {.op = STR("f"), .args = args, .nargs = 6};

	(void)state;
	/* 2^53 = 9007199254740992 is the last integer written as a number. */
	expect(&call,
	    "{\"op\":\"f\",\"args\":["
	    "{\"type\":\"tensor\",\"shape\":[2,\"9007199254740993\"],"
	    "\"strides\":[],\"dtype\":\"float16\"},"
	    "{\"name\":\"dtype\",\"dtype\":\"weird7\"},"
	    "{\"type\":\"unknown\"},"
	    "{\"type\":\"list\",\"value\":[null,true,9007199254740992,"
	    "\"-9007199254740993\",1.0,0.1,\"-inf\",\"nan\",\"\\n\",[]]},"
	    "{\"type\":\"list\",\"value\":[{\"type\":\"tensor\",\"shape\":[2]},"
	    "{\"type\":\"NoneType\",\"value\":null}]},"
	    "{}]}");
}

static void test_arg_kind(void **state)
{
	static const struct {
		const char *type;
		enum arg_kind kind;
	} cases[] = {
	    {"tensor", ARG_TENSOR},
	    {"ndarray", ARG_TENSOR},
	    {"NoneType", ARG_NONE},
	    {"bool", ARG_BOOL},
	    {"int", ARG_INT},
	    {"float", ARG_FLOAT},
	    {"str", ARG_STR},
	    {"list", ARG_LIST},
	    {"tuple", ARG_LIST},
	    {"unknown", ARG_UNKNOWN},
	    {"", ARG_UNKNOWN},
	    {"Size", ARG_OTHER},
	    {"dtype", ARG_OTHER},
	    {"ints", ARG_OTHER},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(
		    call_arg_kind(str_of(cases[i].type)), cases[i].kind);
}

static void test_find_arg(void **state)
{
	static const struct arg args[] = {
	    {.type = {"int", 3}},
	    {.name = {"stride", 6}},
	    {.name = {"padding", 7}},
	};
	struct call call = {.args = args, .nargs = 3};

	(void)state;
	assert_ptr_equal(call_find_arg(&call, "stride"), &args[1]);
	assert_ptr_equal(call_find_arg(&call, "padding"), &args[2]);
	assert_null(call_find_arg(&call, "strid"));
	assert_null(call_find_arg(&call, ""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_write_call),
	    cmocka_unit_test(test_write_args),
	    cmocka_unit_test(test_arg_kind),
	    cmocka_unit_test(test_find_arg),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
