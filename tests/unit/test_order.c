/*
 * test_order.c - comparing, and finding the first that is not before.
 */
#include "common/order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

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

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ints),
	    cmocka_unit_test(find),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
