/*
 * test_scale.c - units of columns, and numbers rounded in them.
 */
#include "prof/show/scale.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static const struct column time = {.key = "total", .kind = CELL_TIME};
static const struct column key = {.key = "sil", .kind = CELL_TIME, .is_key = true};
static const struct column work = {.key = "flops", .kind = CELL_UINT, .of = OF_WORK};
static const struct column count = {.key = "count", .kind = CELL_UINT};
static const struct column rate = {.key = "tflops", .kind = CELL_REAL};
static const struct column share = {
    .key = "share", .kind = CELL_REAL, .of = OF_PERCENT};
static const struct column known = {
    .key = "known", .kind = CELL_REAL, .of = OF_KNOWN};

static void unit_is(const struct column *col, uint64_t largest, const char *unit)
{
	assert_string_equal(scale_choose(col, OUT_AUTO, largest).unit, unit);
}

/* The least unit in which the largest is at most 9999. */
static void test_units(void **state)
{
	(void)state;
	unit_is(&time, 0, "ns");
	unit_is(&time, 9999, "ns");
	unit_is(&time, 10000, "us");
	unit_is(&time, 9999000, "us");
	unit_is(&time, 9999001, "ms");
	unit_is(&time, 9999000000, "ms");
	unit_is(&time, 9999000001, "s");
	unit_is(&time, UINT64_MAX, "s");
	unit_is(&work, 9999, "");
	unit_is(&work, 10000, "k");
	unit_is(&work, 9999001, "M");
	unit_is(&work, 10000000000, "G");
	unit_is(&work, 10000000000000, "T");
	unit_is(&work, 10000000000000000, "P");
	unit_is(&work, UINT64_MAX, "E");
	unit_is(&share, 0, "%");
	unit_is(&known, 0, "%");
	unit_is(&rate, 0, "");
	unit_is(&count, 0, "");
	/* rows: us, and FLOPs as they are */
	assert_string_equal(scale_row(&time, OUT_AUTO).unit, "us");
	assert_string_equal(scale_row(&time, OUT_MS).unit, "ms");
	assert_string_equal(scale_row(&work, OUT_AUTO).unit, "");
	assert_string_equal(scale_choose(&work, OUT_US, 20000).unit, "");
	assert_string_equal(scale_choose(&known, OUT_NS, 0).unit, "%");
}

static void test_size(void **state)
{
	struct cell cell = {0};

	(void)state;
	cell_time(&cell, INT64_MIN);
	assert_true(scale_size(&time, &cell) == (uint64_t)1 << 63);
	cell_uint(&cell, 7);
	assert_int_equal(scale_size(&work, &cell), 7);
	assert_int_equal(scale_size(&count, &cell), 0);
	cell.kind = CELL_NA;
	assert_int_equal(scale_size(&time, &cell), 0);
}

static void gives(const struct column *col, enum out_unit unit,
    uint64_t largest, struct cell cell, const char *wanted)
{
	struct scale scale = scale_choose(col, unit, largest);
	struct out o = {.unit = unit};
	struct strbuf b = {0};

	scale_text(&scale, &o, &cell, &b);
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, wanted);
	strbuf_free(&b);
	out_free(&o);
}

static struct cell ns(int64_t i)
{
	return (struct cell){.kind = CELL_TIME, .i = i};
}

static struct cell amount(uint64_t u)
{
	return (struct cell){.kind = CELL_UINT, .u = u};
}

static struct cell ratio(uint64_t a, uint64_t scale, uint64_t b)
{
	struct cell cell = {0};

	cell_ratio(&cell, a, scale, b);
	return cell;
}

enum { US = 10000, MS = 10000000 };

/* Half up, away from 0, from the integer. */
static void test_integers(void **state)
{
	(void)state;
	gives(&time, OUT_AUTO, MS, ns(272900412), "272.90");
	gives(&time, OUT_AUTO, MS, ns(4999), "0.00");
	gives(&time, OUT_AUTO, MS, ns(5000), "0.01");
	gives(&time, OUT_AUTO, MS, ns(994999), "0.99");
	gives(&time, OUT_AUTO, MS, ns(995000), "1.00");
	gives(&time, OUT_AUTO, MS, ns(-5000), "-0.01");
	gives(&time, OUT_AUTO, MS, ns(-4999), "0.00");
	gives(&time, OUT_AUTO, US, ns(1504), "1.50");
	gives(&time, OUT_AUTO, US, ns(1505), "1.51");
	gives(&time, OUT_AUTO, US, ns(INT64_MIN), "-9223372036854775.81");
	gives(&time, OUT_AUTO, 1, ns(1504), "1504");
	gives(&work, OUT_AUTO, MS, amount(11280384), "11.28");
	gives(&work, OUT_AUTO, 1, amount(11280384), "11280384");
	/* 18.446744073709551615: in E no product overflows */
	gives(&work, OUT_AUTO, UINT64_MAX, amount(UINT64_MAX), "18.45");
	gives(&count, OUT_AUTO, 0, amount(11280384), "11280384");
	/* no digit is lost */
	gives(&time, OUT_US, MS, ns(1504), "1.504");
	gives(&time, OUT_MS, MS, ns(1504), "0.001504");
	gives(&time, OUT_NS, MS, ns(1504), "1504");
	gives(&work, OUT_MS, MS, amount(11280384), "11280384");
	gives(&key, OUT_AUTO, MS, ns(1504), "1.504");
	gives(&time, OUT_AUTO, MS, (struct cell){.kind = CELL_NA}, "na");
	gives(&time, OUT_AUTO, MS, (struct cell){.kind = CELL_NONE}, "-");
}

/*
 * Ratios have thousandths, and are not rounded twice: 460496 / 10000 is 46.0496,
 * whose thousandths are 46.050 and whose tenths are 46.0; 46.05 is 46.1.
 */
static void test_ratios(void **state)
{
	struct cell minus = ratio(1, 1000, 3);

	(void)state;
	gives(&share, OUT_AUTO, 0, ratio(460496, 1000, 10000), "46.0");
	gives(&share, OUT_AUTO, 0, ratio(460500, 1000, 10000), "46.1");
	gives(&share, OUT_AUTO, 0, ratio(460510, 1000, 10000), "46.1");
	gives(&share, OUT_AUTO, 0, ratio(460490, 1000, 10000), "46.0");
	gives(&share, OUT_AUTO, 0, ratio(99951, 1, 1), "100.0");
	gives(&known, OUT_AUTO, 0, ratio(100000, 1, 1), "100.0");
	gives(&rate, OUT_AUTO, 0, ratio(12485, 1, 1), "12.49");
	gives(&rate, OUT_AUTO, 0, ratio(124849, 1, 10), "12.48");
	gives(&rate, OUT_AUTO, 0, ratio(12484, 1, 1), "12.48");
	gives(&rate, OUT_AUTO, 0, ratio(9996, 1, 1), "10.00");
	gives(&rate, OUT_AUTO, 0, ratio(50, 1, 1), "0.05");
	minus.real.negative = true;
	gives(&rate, OUT_AUTO, 0, minus, "-0.33");
	minus.real = (struct cell_real){.milli = 4, .negative = true};
	gives(&rate, OUT_AUTO, 0, minus, "0.00");
	gives(&rate, OUT_NS, 0, ratio(12485, 1, 1), "12.485");
	gives(&share, OUT_US, 0, ratio(460496, 1000, 10000), "46.050");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_units),
	    cmocka_unit_test(test_size),
	    cmocka_unit_test(test_integers),
	    cmocka_unit_test(test_ratios),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
