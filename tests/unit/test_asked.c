/*
 * test_asked.c - which kinds of records the input has: by what was seen, and by
 * the words of pp-parse's -k in a profile record.
 */
#include "prof/show/asked.h"
#include "tests/unit/calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#define ALL_KINDS "kernel,memcpy,memset,sync,graph,op,api,step,range"

static void missing_is(const struct asked *a, const char *wanted)
{
	struct strbuf b = {0};

	asked_missing(a, KIND_BIT(KIND_OTHER) - 1, &b);
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, wanted);
	strbuf_free(&b);
}

static void add(struct asked *a, const char *json)
{
	struct arena arena = {0};

	asked_add(a, calls_read(&arena, json));
	arena_free(&arena);
}

/* Each word; of several all; what nobody knows names nothing. */
static void test_named(void **state)
{
	static const struct {
		const char *kinds, *missing;
	} cases[] = {
	    {"\"kernel\"", "memcpy,memset,sync,graph,op,api,step,range"},
	    {"\"memcpy\"", "kernel,memset,sync,graph,op,api,step,range"},
	    {"\"memset\"", "kernel,memcpy,sync,graph,op,api,step,range"},
	    {"\"sync\"", "kernel,memcpy,memset,graph,op,api,step,range"},
	    {"\"graph\"", "kernel,memcpy,memset,sync,op,api,step,range"},
	    {"\"op\"", "kernel,memcpy,memset,sync,graph,api,step,range"},
	    {"\"api\"", "kernel,memcpy,memset,sync,graph,op,step,range"},
	    {"\"step\"", "kernel,memcpy,memset,sync,graph,op,api,range"},
	    {"\"range\"", "kernel,memcpy,memset,sync,graph,op,api,step"},
	    {"\"gpu\"", "graph,op,api,step,range"},
	    {"\"host\"", "kernel,memcpy,memset,sync,graph"},
	    {"\"all\"", ""},
	    {"\"gpu\",\"graph\",\"op\"", "api,step,range"},
	    {"\"frob\"", ALL_KINDS},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct asked a = {.last = 0};
		char json[200];

		snprintf(json, sizeof json,
		    "{\"v\":1,\"kind\":\"profile\",\"kinds\":[%s]}",
		    cases[i].kinds);
		add(&a, json);
		missing_is(&a, cases[i].missing);
		asked_free(&a);
	}
}

/* Without a profile record: what was seen, or kernels where nothing was; of
 * several files what one does not have is missing. */
static void test_seen(void **state)
{
	struct asked a = {.last = 0};
	struct err err;

	(void)state;
	assert_int_equal(asked_of(&a, STR("x")), KIND_BIT(KIND_KERNEL));
	add(&a, "{\"v\":1,\"kind\":\"api\",\"file\":\"x\"}");
	missing_is(&a, "kernel,memcpy,memset,sync,graph,op,step,range");
	assert_int_equal(asked_of(&a, STR("x")), KIND_BIT(KIND_API));
	assert_int_equal(asked_check(&a, "steps", KIND_BIT(KIND_API), &err), 0);
	add(&a, "{\"v\":1,\"kernel\":\"k\",\"file\":\"y\"}");
	missing_is(&a, ALL_KINDS);
	assert_int_equal(asked_of(&a, STR("y")), KIND_BIT(KIND_KERNEL));
	assert_int_equal(asked_check(&a, "steps",
			     KIND_BIT(KIND_API) | KIND_BIT(KIND_OP), &err),
	    -1);
	assert_string_equal(
	    err.text, "view 'steps' needs op,api: run pp-parse -k all");
	asked_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_named),
	    cmocka_unit_test(test_seen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
