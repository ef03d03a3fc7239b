/*
 * test_mean.c - means by time: of what, merged, too large.
 */
#include "prof/show/mean.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

/* The mean in thousandths, or -1: it is not known. */
static int64_t milli(const struct mean *m)
{
	struct cell cell = {.kind = CELL_NONE};

	mean_put(&cell, m);
	if (cell.kind == CELL_NA)
		return -1;
	assert_int_equal(cell.kind, CELL_REAL);
	return (int64_t)cell.real.whole * 1000 + cell.real.milli;
}

static void test_weights(void **state)
{
	struct mean m = {0}, other = {0};

	(void)state;
	assert_int_equal(milli(&m), -1);
	mean_add(&m, 1, 1);
	assert_int_equal(milli(&m), 1000);
	mean_add(&m, 4, 2); /* (1 * 1 + 4 * 2) / 3 */
	assert_int_equal(milli(&m), 3000);
	mean_add(&m, 9, 0); /* no time */
	assert_int_equal(milli(&m), 3000);
	/* what is no value: 10^9 is the last that is */
	mean_add(&m, -0.1, 5);
	mean_add(&m, NAN, 5);
	mean_add(&m, 1e9 + 1, 5);
	assert_int_equal(milli(&m), 3000);
	mean_add(&other, 1e9, 1);
	assert_int_equal(milli(&other), 1000000000000);
	other = (struct mean){0};
	mean_add(&other, 0, 1);
	assert_int_equal(milli(&other), 0);
	mean_merge(&m, &other); /* 9 / 4 */
	assert_int_equal(milli(&m), 2250);
	mean_merge(&other, &m); /* 9 / 5 */
	assert_int_equal(milli(&other), 1800);
}

/* 2^64 - 1 ns are too large for ever, and so is a sum of 2^128. */
static void test_large(void **state)
{
	struct mean m = {0}, none = {0}, little = {0};

	(void)state;
	mean_add(&little, 1, 1);
	mean_add(&m, 1, UINT64_MAX - 1);
	assert_int_equal(milli(&m), 1000);
	mean_merge(&m, &little);
	assert_int_equal(milli(&m), -1);
	mean_add(&m, 1, 0);
	mean_add(&m, 1, 7);
	mean_merge(&m, &none);
	mean_merge(&m, &little);
	assert_int_equal(milli(&m), -1);
	mean_merge(&none, &m);
	assert_int_equal(milli(&none), -1);
	mean_merge(&little, &m);
	assert_int_equal(milli(&little), -1);
	/* 2^63 ns twice */
	m = (struct mean){0};
	for (int i = 0; i < 2; i++)
		mean_add(&m, 1e9, UINT64_C(1) << 63);
	assert_int_equal(milli(&m), -1);
	m = (struct mean){.sum = ~(mean_wide)0, .ns = 5};
	mean_add(&m, 1, 1);
	assert_int_equal(milli(&m), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_weights),
	    cmocka_unit_test(test_large),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
