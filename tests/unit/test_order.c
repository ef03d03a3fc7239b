/*
 * test_order.c - comparing, and finding the first that is not before.
 */
#include "common/order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static int compare(const void *pa, const void *pb)
{
	const int64_t *a = pa, *b = pb;

	return order_int(*a, *b);
}

static void ints(void **state)
{
	(void)state;
	assert_true(order_int(INT64_MIN, INT64_MAX) < 0);
	assert_true(order_int(INT64_MAX, INT64_MIN) > 0);
	assert_int_equal(order_int(-1, -1), 0);
}

/* Of 2, 4, 4, 4, 8: as many come before as are less, by counting. */
static void find(void **state)
{
	static const int64_t v[] = {2, 4, 4, 4, 8};
	int64_t key;
	size_t n, i, less;

	(void)state;
	for (n = 0; n <= 5; n++)
		for (key = 1; key <= 9; key++) {
			for (i = less = 0; i < n; i++)
				less += v[i] < key;
			assert_int_equal(
			    order_find(&key, v, n, sizeof *v, compare), less);
		}
}

/* Groups 1, 0, 3, 1 of 4: element 1, elements 0 and 3, none, element 2. */
static void group(void **state)
{
	static const struct {
		char what;
		uint32_t group;
	} v[] = {{'a', 1}, {'b', 0}, {'c', 3}, {'d', 1}};
	static const size_t ends[] = {0, 1, 3, 3, 4};
	static const uint32_t want[] = {1, 0, 3, 2};
	size_t at[6] = {0}, none[3] = {0};
	uint32_t *list = order_group(v, 4, sizeof *v, sizeof *v - 4, 4, at);

	(void)state;
	assert_memory_equal(list, want, sizeof want);
	assert_memory_equal(at, ends, sizeof ends);
	free(list);
	list = order_group(NULL, 0, 8, 4, 1, none);
	assert_true(none[0] == 0 && none[1] == 0);
	free(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ints),
	    cmocka_unit_test(find),
	    cmocka_unit_test(group),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
