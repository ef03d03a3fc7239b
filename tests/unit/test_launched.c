/*
 * test_launched.c - calls of the host, each once: none is lost where the table
 * grows.
 */
#include "prof/show/launched.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static struct launched_call call(int64_t i)
{
	return (struct launched_call){
	    .pid = 1, .tid = i % 3, .start = i, .dur = 5, .corr = i};
}

static void test_once(void **state)
{
	enum { CALLS = 5000 };
	struct launched l = {0};

	(void)state;
	for (int64_t i = 0; i < CALLS; i++) {
		struct launched_call c = call(i);

		assert_true(launched_add(&l, &c, STR("cudaLaunchKernel")));
	}
	assert_int_equal(l.n, CALLS);
	for (int64_t i = 0; i < CALLS; i++) {
		struct launched_call c = call(i);

		assert_false(launched_add(&l, &c, STR("cudaLaunchKernel")));
	}
	assert_int_equal(l.n, CALLS);
	assert_int_equal(l.room, 8192); /* full from 6144 on */
	launched_free(&l);
}

/* Each number and the name tell calls apart. */
static void test_apart(void **state)
{
	const struct launched_call one = {1, 2, 3, 4, 5};
	struct launched l = {0};

	(void)state;
	assert_true(launched_add(&l, &one, STR("a")));
	assert_true(launched_add(&l, &one, STR("b")));
	assert_true(launched_add(&l, &one, STR("")));
	for (size_t i = 0; i < 5; i++) {
		struct launched_call c = one;
		int64_t *number[] = {&c.pid, &c.tid, &c.start, &c.dur, &c.corr};

		*number[i] = 9;
		assert_true(launched_add(&l, &c, STR("a")));
		assert_false(launched_add(&l, &c, STR("a")));
	}
	assert_false(launched_add(&l, &one, STR("a")));
	launched_free(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_once),
	    cmocka_unit_test(test_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
