/*
 * test_map.c - 64-bit keys to 32-bit numbers.
 */
#include "common/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void test_empty(void **state)
{
	struct map m = {0};

	(void)state;
	assert_int_equal(map_get(&m, 7), MAP_NONE);
	assert_int_equal(map_take(&m, 7), MAP_NONE);
	map_free(&m);
}

/* Keys at the ends of the range and of every stride that real ids have. */
static void test_keys(void **state)
{
	static const uint64_t strides[] = {
	    1, 2, 8, 16, 1000, 1 << 20, UINT64_C(1) << 32, UINT64_C(1) << 60};
	struct map m = {0};
	uint32_t i;
	size_t s;

	(void)state;
	for (s = 0; s < sizeof strides / sizeof *strides; s++) {
		/* up to 15 of the last stride fit in 64 bits */
		uint32_t n = strides[s] >> 60 ? 15 : 5000;

		for (i = 0; i < n; i++)
			*map_at(&m, i * strides[s]) = i;
		*map_at(&m, UINT64_MAX) = n;
		for (i = 0; i < n; i++)
			assert_int_equal(map_get(&m, i * strides[s]), i);
		assert_int_equal(map_get(&m, UINT64_MAX), n);
		assert_int_equal(map_get(&m, UINT64_MAX - 1), MAP_NONE);
		map_free(&m);
	}
}

/* What is left after every third key went is there, the rest is not. */
static void test_take(void **state)
{
	struct map m = {0};
	uint32_t i;

	(void)state;
	for (i = 0; i < 10000; i++)
		*map_at(&m, i) = i;
	for (i = 0; i < 10000; i += 3)
		assert_int_equal(map_take(&m, i), i);
	assert_int_equal(map_take(&m, 10000), MAP_NONE);
	for (i = 0; i < 10000; i++)
		assert_int_equal(map_get(&m, i), i % 3 ? i : MAP_NONE);
	for (i = 0; i < 10000; i++)
		map_take(&m, i);
	assert_int_equal(*map_at(&m, 5), MAP_NONE);
	map_free(&m);
}

/* The only number that a key was put with, however often; else MAP_SEVERAL,
 * which no other number changes. */
static void test_only(void **state)
{
	struct map m = {0};
	uint32_t i, at = MAP_NONE;

	(void)state;
	for (i = 0; i < 1000; i++) {
		map_put_only(&m, 7, 0);
		map_put_only(&m, 8, i % 2);
		map_put_only(&m, 100 + i, i);
	}
	assert_int_equal(map_get(&m, 7), 0);
	assert_int_equal(map_get(&m, 8), MAP_SEVERAL);
	assert_int_equal(map_get(&m, 9), MAP_NONE);
	for (i = 0; i < 1000; i++)
		assert_int_equal(map_get(&m, 100 + i), i);
	map_put_only(&m, 8, 0);
	map_put_only(&m, 8, 0);
	assert_int_equal(map_get(&m, 8), MAP_SEVERAL);
	map_take(&m, 8);
	map_put_only(&m, 8, 3);
	assert_int_equal(map_get(&m, 8), 3);
	map_only(&at, 5);
	assert_int_equal(at, 5);
	map_only(&at, 6);
	assert_int_equal(at, MAP_SEVERAL);
	map_free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_empty),
	    cmocka_unit_test(test_keys),
	    cmocka_unit_test(test_take),
	    cmocka_unit_test(test_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
