/*
 * test_trace.c - the events of a Chrome trace: times from their decimal text,
 * whole numbers in every spelling, members in any order.
 */
#include "parse/read/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- times ---- */

/* Microseconds to ns: the decimal point moves by three. */
static void times(void **state)
{
	static const struct {
		const char *text;
		int64_t ns;
	} cases[] = {
	    {"0", 0},
	    {"-0", 0},
	    {"0.000", 0},
	    {"1", 1000},
	    {"12", 12000},
	    {"1623143089861", INT64_C(1623143089861000)},
	    {"1712195495505582.988", INT64_C(1712195495505582988)},
	    {"1712195495505582.9", INT64_C(1712195495505582900)},
	    {"-1712195495505582.988", -INT64_C(1712195495505582988)},
	    {"0.001", 1},
	    {"0.0005", 1}, /* half of a ns: up */
	    {"0.00049999999999999999999999", 0},
	    {"0.00005", 0},
	    {"-0.0005", -1},
	    {"-0.0004", 0},
	    {"3.1416", 3142},
	    {"3.1414", 3141},
	    {"2.9996", 3000}, /* the carry goes all the way */
	    /* more digits than 64 bits hold: the one behind the last ns counts */
	    {"1712195495505582.98876", INT64_C(1712195495505582989)},
	    {"1712195495505582.98824", INT64_C(1712195495505582988)},
	    {"1712195495505582.98849999999999999999", INT64_C(1712195495505582988)},
	    {"1.00000000000000000000000000000001", 1000},
	    {"0000000000000000000000000000001.5", 1500},
	    /* exponents */
	    {"1e3", 1000000},
	    {"1E3", 1000000},
	    {"1e+3", 1000000},
	    {"1.5e-3", 2}, /* 1.5 ns: up */
	    {"15e-4", 2},
	    {"1.4e-3", 1},
	    {"1.712195495505582988e15", INT64_C(1712195495505582988)},
	    {"1712195495505582988e-3", INT64_C(1712195495505582988)},
	    {"0e9999", 0},
	    {"0e-9999", 0},
	    {"5e-9999", 0},
	    {"-1e-9999", 0},
	    /* 2^63 - 1 = 9223372036854775807 */
	    {"9223372036854775.807", INT64_MAX},
	    {"-9223372036854775.807", -INT64_MAX},
	    {"9223372036854775.8074", INT64_MAX},
	};
	size_t i;
	int64_t ns;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		ns = 77;
		if (!trace_ns(str_of(cases[i].text), &ns) || ns != cases[i].ns)
			fail_msg("%s: %lld", cases[i].text, (long long)ns);
	}
}

static void no_times(void **state)
{
	static const char *const texts[] = {"", "-", ".", ".5", "-.5", "e3",
	    "1e", "1e+", "1e-", "1e+-3", "1e--3", "1ex", "1.5.5", "1x", " 1",
	    "1 ", "+1", "0x10", "inf", "nan", "1e99999", "1e-99999", "12us",
	    /* beyond 64 bits */
	    "9223372036854775.808", "9223372036854775.8075", "9223372036854776",
	    "-9223372036854775.808", "1e16", "1e9999",
	    "99999999999999999999999999", "92233720368547758070"};
	size_t i;
	int64_t ns;

	(void)state;
	for (i = 0; i < sizeof texts / sizeof *texts; i++)
		if (trace_ns(str_of(texts[i]), &ns))
			fail_msg("%s: %lld", texts[i], (long long)ns);
	assert_false(trace_ns((struct str){0}, &ns));
	/* only the bytes of the text: a digit behind it is none */
	assert_true(trace_ns((struct str){"15", 1}, &ns));
	assert_true(ns == 1000);
}

/* Every number of three decimals is exact: i ns as text and back. */
static void times_exact(void **state)
{
	uint64_t x = 88172645463325252u;
	char text[32];
	int64_t want, got;
	int i;

	(void)state;
	for (i = 0; i < 100000; i++) {
		x ^= x << 13, x ^= x >> 7, x ^= x << 17;
		want = (int64_t)(x >> (1 + i % 60));
		snprintf(text, sizeof text, "%lld.%03lld",
		    (long long)(want / 1000), (long long)(want % 1000));
		assert_true(trace_ns(str_of(text), &got));
		assert_true(got == want);
	}
}

/* ---- events ---- */

static struct trace_event event;
static struct json *scanner;

static bool any(void *arg, const struct trace_event *e)
{
	(void)e;
	++*(int *)arg;
	return true;
}

/* Only kernels, by what is known. */
static bool kernels(void *arg, const struct trace_event *e)
{
	++*(int *)arg;
	return !trace_has(e, TRACE_CAT) ||
	       str_is(trace_text(e, TRACE_CAT), "kernel");
}

static void begin(void)
{
	trace_init(&event);
}

static void end(void)
{
	json_free(scanner);
	scanner = NULL;
	trace_free(&event);
}

/* The scanner behind the brace that opens the text. */
static void open_text(struct str text)
{
	json_free(scanner);
	scanner = json_text(text, JSON_LENIENT);
	assert_int_equal(json_next(scanner, NULL), JSON_OBJECT);
	json_hold(scanner);
}

/* Read text, an event. */
static void take(const char *text)
{
	int asked = 0;

	open_text(str_of(text));
	assert_int_equal(trace_event(scanner, &event, any, &asked), JSON_OBJECT_END);
	assert_int_equal(json_next(scanner, NULL), JSON_END);
}

static void same(enum trace_key key, const char *want)
{
	struct str got = trace_text(&event, key);

	if (!str_is(got, want))
		fail_msg("'%.*s' is not '%s'", (int)got.n, got.p, want);
}

static void no_event(void **state)
{
	(void)state;
	begin();
	take("{}");
	assert_true(event.has == 0);
	assert_null(trace_text(&event, TRACE_NAME).p);
	assert_true(trace_int(&event, TRACE_DEVICE, -3) == -3);
	take("{\"args\":{}}");
	assert_true(event.has == 0);
	take("{\"unknown\":{\"ph\":\"X\"},\"args\":{\"args\":{\"device\":1}}}");
	assert_true(event.has == 0);
	end();
}

/* A whole number in args, -77 where it is none. */
static int64_t device(const char *value)
{
	char text[200];

	snprintf(text, sizeof text, "{\"args\":{\"device\":%s}}", value);
	take(text);
	return trace_int(&event, TRACE_DEVICE, -77);
}

static void whole_numbers(void **state)
{
	static const struct {
		const char *text;
		int64_t value; /* -77: none */
	} cases[] = {
	    {"0", 0},
	    {"-1", -1},
	    {"12", 12},
	    {"4294967295", INT64_C(4294967295)},
	    {"9223372036854775807", INT64_MAX},
	    {"-9223372036854775808", INT64_MIN},
	    {"9223372036854775808", -77},
	    {"12.0", 12},
	    {"-12.000", -12},
	    {"1200e-2", 12},
	    {"12.5", -77},
	    {"1e-2", -77},
	    /* as text */
	    {"\"12\"", 12},
	    {"\"-12\"", -12},
	    {"\"12.0\"", 12},
	    {"\"0x1f\"", 31},
	    {"\"0X1F\"", 31},
	    {"\"0x0\"", 0}, /* HIP's default stream */
	    {"\"0x7fffffffffffffff\"", INT64_MAX},
	    {"\"0x8000000000000000\"", -77},
	    {"\"0x10000000000000000\"", -77}, /* 17 digits */
	    {"\"0x\"", -77},
	    {"\"0x1g\"", -77},
	    {"\"-0x1\"", -77},
	    {"\"\"", -77},
	    {"\" 1\"", -77},
	    {"\"1 \"", -77},
	    {"\"stream 7\"", -77},
	    /* 922337203685477580.8 is no whole number, long as it is */
	    {"922337203685477580.8", -77},
	    {"922337203685477580.0", INT64_C(922337203685477580)},
	    /* other types */
	    {"null", -77},
	    {"true", -77},
	    {"[1]", -77},
	    {"{\"device\":1}", -77},
	    {"nan", -77},
	};
	size_t i;

	(void)state;
	begin();
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		if (device(cases[i].text) != cases[i].value)
			fail_msg("%s: %lld", cases[i].text,
			    (long long)device(cases[i].text));
	end();
}

static void processes(void **state)
{
	(void)state;
	begin();
	take("{\"pid\":12,\"tid\":\"stream 7\"}");
	assert_true(event.v[TRACE_PID].whole && event.v[TRACE_PID].i == 12);
	same(TRACE_PID, "12");
	assert_false(event.v[TRACE_TID].whole);
	same(TRACE_TID, "stream 7");
	take("{\"pid\":\"25738\",\"tid\":\"\"}");
	assert_true(event.v[TRACE_PID].whole && event.v[TRACE_PID].i == 25738);
	assert_true(trace_has(&event, TRACE_TID) && !event.v[TRACE_TID].whole);
	take("{\"pid\":null,\"tid\":[1]}");
	assert_false(trace_has(&event, TRACE_PID));
	assert_false(trace_has(&event, TRACE_TID));
	end();
}

static void reals(void **state)
{
	(void)state;
	begin();
	take("{\"args\":{\"blocks per SM\":0.0125,\"warps per SM\":\"1.5\","
	     "\"est. achieved occupancy %\":31}}");
	assert_true(event.v[TRACE_BLOCKS_PER_SM].f == 0.0125);
	assert_true(event.v[TRACE_WARPS_PER_SM].f == 1.5);
	assert_true(event.v[TRACE_OCCUPANCY].f == 31);
	/* bare inf of old traces, "inf" of new ones; one beyond a double */
	take("{\"args\":{\"blocks per SM\":inf,\"warps per SM\":\"inf\","
	     "\"est. achieved occupancy %\":1e999}}");
	assert_true(event.has == 0);
	take("{\"args\":{\"theoretical occupancy %\":75}}");
	assert_true(event.v[TRACE_OCCUPANCY].f == 75);
	end();
}

static void shapes(void **state)
{
	static const char *const wrong[] = {"[1,2]", "[1,2,3,4]", "[]", "12",
	    "\"grid(100,)\"", "[1,2,\"3\"]", "[1,2,[3]]", "[1,2,null]",
	    "{\"x\":1}", "[1,2,9223372036854775808]", "[1.0,2,3]", "null"};
	char text[200];
	size_t i;

	(void)state;
	begin();
	take("{\"args\":{\"grid\":[12,1,5],\"block\":[ 256 , 2 , 1 ]}}");
	assert_true(event.v[TRACE_GRID].v[0] == 12);
	assert_true(event.v[TRACE_GRID].v[1] == 1);
	assert_true(event.v[TRACE_GRID].v[2] == 5);
	assert_true(event.v[TRACE_BLOCK].v[0] == 256);
	for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		snprintf(text, sizeof text,
		    "{\"args\":{\"grid\":%s,\"device\":3}}", wrong[i]);
		take(text);
		if (trace_has(&event, TRACE_GRID))
			fail_msg("%s", wrong[i]);
		assert_true(trace_int(&event, TRACE_DEVICE, -1) == 3);
	}
	end();
}

/* Lists are kept as they are written; a null is none. */
static void sources(void **state)
{
	(void)state;
	begin();
	take("{\"args\":{\"Input Dims\": [[64, 32],\n []], \"Input type\":"
	     "[\"c10::Half\",\"\"],\"Input Strides\":null,"
	     "\"Concrete Inputs\":\"('1', '\\u0041')\"}}");
	same(TRACE_DIMS, "[[64, 32],\n []]");
	same(TRACE_TYPES, "[\"c10::Half\",\"\"]");
	same(TRACE_VALUES, "\"('1', '\\u0041')\"");
	assert_false(trace_has(&event, TRACE_STRIDES));
	take("{\"args\":{\"Input dims\":[]}}"); /* torch 1.8 */
	same(TRACE_DIMS, "[]");
	end();
}

/* All members of an event, by each rotation of their order. */
static void any_order(void **state)
{
	static const char *const members[] = {"\"ph\":\"X\"",
	    "\"cat\":\"kernel\"", "\"name\":\"k\"", "\"pid\":0", "\"tid\":7",
	    "\"ts\":10.5", "\"dur\":2", "\"id\":99",
	    ("\"args\":{\"stream\":7,\"cat\":\"x\",\"ph\":\"i\",\"name\":\"y\","
	     "\"correlation\":5,\"nested\":{\"device\":9,\"a\":[{},[{}]]}}"),
	    "\"other\":[{\"ts\":1}]"};
	enum { N = sizeof members / sizeof *members };
	struct strbuf b = {0};
	size_t first, step, i;

	(void)state;
	begin();
	for (first = 0; first < N; first++) {
		for (step = 1; step < N; step += 2) { /* 1, 3, 7, 9: all of them */
			if (step == 5)
				continue;
			b.n = 0;
			for (i = 0; i < N; i++) {
				strbuf_char(&b, i ? ',' : '{');
				strbuf_text(&b, members[(first + i * step) % N]);
			}
			strbuf_text(&b, "}");
			strbuf_char(&b, '\0');
			take(b.p);
			same(TRACE_PH, "X");
			same(TRACE_CAT, "kernel");
			same(TRACE_NAME, "k");
			assert_true(event.v[TRACE_PID].i == 0);
			assert_true(event.v[TRACE_TID].i == 7);
			assert_true(event.v[TRACE_TS].i == 10500);
			assert_false(event.v[TRACE_TS].whole);
			assert_true(event.v[TRACE_DUR].i == 2000);
			assert_true(event.v[TRACE_DUR].whole);
			assert_true(event.v[TRACE_ID].i == 99);
			assert_true(event.v[TRACE_STREAM].i == 7);
			assert_true(event.v[TRACE_CORRELATION].i == 5);
			assert_false(trace_has(&event, TRACE_DEVICE));
		}
	}
	strbuf_free(&b);
	end();
}

/* Of a key that comes twice, the last value that is one. */
static void twice(void **state)
{
	(void)state;
	begin();
	take("{\"name\":\"a\",\"name\":\"bc\",\"ts\":1,\"ts\":2}");
	same(TRACE_NAME, "bc");
	assert_true(event.v[TRACE_TS].i == 2000);
	take("{\"name\":\"a\",\"name\":{},\"ts\":1,\"ts\":\"soon\","
	     "\"args\":{\"grid\":[1,2,3],\"grid\":[9],\"device\":4,"
	     "\"device\":\"1e5\"},\"args\":null}");
	same(TRACE_NAME, "a");
	assert_true(event.v[TRACE_TS].i == 1000);
	assert_true(event.v[TRACE_GRID].v[0] == 1);
	assert_true(event.v[TRACE_DEVICE].i == 4);
	take("{\"args\":{\"device\":1},\"args\":{\"stream\":2}}");
	assert_true(event.v[TRACE_DEVICE].i == 1);
	assert_true(event.v[TRACE_STREAM].i == 2);
	end();
}

/* Texts: decoded, any length; numbers as they are written. */
static void texts(void **state)
{
	(void)state;
	begin();
	take("{\"name\":\"a\\u0041\\n\",\"cat\":5,\"ph\":1.50}");
	same(TRACE_NAME, "aA\n");
	same(TRACE_CAT, "5");
	same(TRACE_PH, "1.50");
	take("{\"name\":\"\",\"cat\":true,\"ph\":[]}");
	assert_non_null(trace_text(&event, TRACE_NAME).p);
	same(TRACE_NAME, "");
	assert_null(trace_text(&event, TRACE_CAT).p);
	assert_null(trace_text(&event, TRACE_PH).p);
	end();
}

/* wanted is asked at ph and cat, and what it does not want is left. */
static void unwanted(void **state)
{
	static const char text[] = "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":"
				   "\"n\",\"args\":{\"device\":1,"
				   "\"deep\":[[{}]]}}";
	int asked = 0;

	(void)state;
	begin();
	open_text(STR(text));
	assert_int_equal(
	    trace_event(scanner, &event, kernels, &asked), JSON_OBJECT_END);
	assert_int_equal(asked, 2);
	assert_false(trace_has(&event, TRACE_NAME));
	assert_false(trace_has(&event, TRACE_DEVICE));
	assert_int_equal(json_next(scanner, NULL), JSON_END);
	/* not by a cat inside args, which comes first */
	asked = 0;
	open_text(
	    STR("{\"args\":{\"cat\":\"cpu_op\",\"ph\":\"M\",\"device\":1},"
		"\"cat\":\"kernel\"}"));
	assert_int_equal(
	    trace_event(scanner, &event, kernels, &asked), JSON_OBJECT_END);
	assert_int_equal(asked, 1);
	assert_true(trace_int(&event, TRACE_DEVICE, 0) == 1);
	/* the cat last: all before it was read, and is the caller's to drop */
	asked = 0;
	open_text(STR("{\"name\":\"n\",\"cat\":\"cpu_op\"}"));
	assert_int_equal(
	    trace_event(scanner, &event, kernels, &asked), JSON_OBJECT_END);
	assert_int_equal(asked, 1);
	/* what is left may be wrong: it is not passed over in silence */
	open_text(STR("{\"cat\":\"cpu_op\",\"name\":tru}"));
	assert_int_equal(trace_event(scanner, &event, kernels, &asked), JSON_ERROR);
	end();
}

/* What is read or asked only where somebody wants it. */
static void asked_for(void **state)
{
	static const char text[] =
	    "{\"cat\":\"kernel\",\"name\":\"k\",\"args\":{\"kernel\":\"f\"}}";
	int asked = 0;

	(void)state;
	begin();
	take(text);
	assert_true(!trace_has(&event, TRACE_KERNEL));
	open_text(str_of(text));
	trace_event(scanner, &event, any, &asked);
	assert_int_equal(asked, 1); /* at cat */
	trace_ask(&event, TRACE_KERNEL);
	take(text);
	same(TRACE_KERNEL, "f");
	asked = 0;
	trace_ask(&event, TRACE_NAME);
	open_text(str_of(text));
	trace_event(scanner, &event, any, &asked);
	assert_int_equal(asked, 2); /* at cat and name */
	end();
}

static void wrong(void **state)
{
	static const char *const cases[] = {"{\"ph\":}", "{\"ph\" \"X\"}",
	    "{\"args\":{\"grid\":[1,2,}}", "{\"args\":{\"Input Dims\":[[1}}}",
	    "{\"args\":{\"device\":1 2}}", "{\"ts\":01}", "{\"name\":\"a\"b\"}",
	    "{\"args\":{\"x\":{]}}}"};
	size_t i;
	int asked = 0;

	(void)state;
	begin();
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		open_text(str_of(cases[i]));
		if (trace_event(scanner, &event, any, &asked) != JSON_ERROR)
			fail_msg("%s", cases[i]);
	}
	end();
}

/* ---- the numbers of args ---- */

static struct strbuf listed;

static void list(void *arg, struct str name, double value)
{
	assert_ptr_equal(arg, &listed);
	strbuf_str(&listed, name);
	strbuf_printf(&listed, "=%g;", value);
}

static void numbers(void **state)
{
	static const char text[] =
	    "{\"ph\":\"X\",\"ts\":5,\"args\":{\"a.sum\":1,\"kernel\":\"k\","
	    "\"b.avg\":-2.5e3,\"list\":[1,2],\"o\":{\"c\":3},\"n\":null,"
	    "\"d\\u0041\":0,\"huge\":1e999},\"x\":{\"args\":{\"y\":1}}}";
	int asked = 0;

	(void)state;
	begin();
	open_text(STR(text));
	assert_int_equal(trace_numbers(scanner, list, &listed), JSON_OBJECT_END);
	assert_true(str_is(strbuf_get(&listed), "a.sum=1;b.avg=-2500;dA=0;"));
	/* and again, of an event that was read */
	listed.n = 0;
	open_text(STR(text));
	trace_event(scanner, &event, any, &asked);
	json_back(scanner, JSON_LENIENT);
	assert_int_equal(trace_numbers(scanner, list, &listed), JSON_OBJECT_END);
	assert_true(str_is(strbuf_get(&listed), "a.sum=1;b.avg=-2500;dA=0;"));
	assert_int_equal(json_next(scanner, NULL), JSON_END);
	listed.n = 0;
	open_text(STR("{\"args\":[1,2],\"b\":3}"));
	assert_int_equal(trace_numbers(scanner, list, &listed), JSON_OBJECT_END);
	assert_int_equal(listed.n, 0);
	strbuf_free(&listed);
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(times),
	    cmocka_unit_test(no_times),
	    cmocka_unit_test(times_exact),
	    cmocka_unit_test(no_event),
	    cmocka_unit_test(whole_numbers),
	    cmocka_unit_test(processes),
	    cmocka_unit_test(reals),
	    cmocka_unit_test(shapes),
	    cmocka_unit_test(sources),
	    cmocka_unit_test(any_order),
	    cmocka_unit_test(twice),
	    cmocka_unit_test(texts),
	    cmocka_unit_test(unwanted),
	    cmocka_unit_test(asked_for),
	    cmocka_unit_test(wrong),
	    cmocka_unit_test(numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
