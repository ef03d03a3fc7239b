/*
 * test_cupti.c - a metric's eight bytes, a device's threads.
 */
#include "parse/read/cupti.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* The bytes of u, least first. */
static struct str bytes(uint64_t u)
{
	static char b[8];
	int i;

	for (i = 0; i < 8; i++)
		b[i] = (char)(u >> (8 * i) & 0xff);
	return (struct str){b, sizeof b};
}

static void test_metric(void **state)
{
	/* doubles: sign, exponent + 1023, and the fraction behind the 1 */
	static const struct {
		uint64_t bits;
		double value;
	} good[] = {
	    {0, 0}, {98304, 98304},
	    {UINT64_C(0x000FFFFFFFFFFFFF), 4503599627370495.0}, /* 2^52 - 1 */
	    {UINT64_C(0x3FF0000000000000), 1}, {UINT64_C(0x3FE0000000000000), 0.5},
	    {UINT64_C(0x404EA00000000000), 61.25}, /* 32 * 1.9140625 */
	    {UINT64_C(0x4270000000000000), 1099511627776.0}, /* 2^40 */
	};
	static const uint64_t bad[] = {UINT64_C(1) << 52, UINT64_C(1) << 58,
	    UINT64_MAX, UINT64_C(0x8000000000000000), UINT64_C(0xBFF0000000000000),
	    UINT64_C(0x7FF0000000000000), UINT64_C(0x7FF8000000000000),
	    UINT64_C(0x7FE0000000000000), UINT64_C(0x0010000000000000)};
	double v;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof good / sizeof *good; i++) {
		v = -1;
		assert_true(cupti_metric(bytes(good[i].bits), &v));
		assert_true(v == good[i].value);
	}
	for (i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(cupti_metric(bytes(bad[i]), &v));
	assert_false(cupti_metric((struct str){NULL, 0}, &v));
	assert_false(cupti_metric((struct str){"\0\0\0\0\0\0\0", 7}, &v));
	assert_false(cupti_metric((struct str){"\0\0\0\0\0\0\0\0", 9}, &v));
}

/* warps of 32 or 64 threads */
static void test_threads(void **state)
{
	(void)state;
	assert_int_equal(cupti_threads(64, 32), 2048);
	assert_int_equal(cupti_threads(32, 64), 2048);
	assert_int_equal(cupti_threads(0, 32), -1);
	assert_int_equal(cupti_threads(64, -1), -1);
	assert_int_equal(cupti_threads(INT64_MAX, 2), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_metric),
	    cmocka_unit_test(test_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
