/*
 * test_measure.c - printed numbers: exact where the text allows one whole number.
 */
#include "parse/read/measure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "parse/read/cells.h"

static struct measure of(const char *text)
{
	struct measure m;

	if (!measure_read(str_of(text), &m))
		fail_msg("%s is no number", text);
	return m;
}

static void test_read(void **state)
{
	static const char *const none[] = {"", "-", ".5", "1.2.3", "1,23", "1,2345",
	    "12,", "1e3", "1 2", "0x1", "99999999999999999999", "1.2,345"};
	struct measure m;
	size_t i;

	(void)state;
	m = of("1,234,567.890");
	assert_int_equal(m.digits, 1234567890);
	assert_int_equal(m.places, 3);
	m = of("-12");
	assert_int_equal(m.digits, -12);
	assert_int_equal(m.places, 0);
	for (i = 0; i < sizeof none / sizeof *none; i++)
		if (measure_read(str_of(none[i]), &m))
			fail_msg("'%s' is a number", none[i]);
}

/* Half up, also below 0: -0.0005 us is 0 ns, -0.00051 is -1. */
static void test_times(void **state)
{
	static const struct {
		const char *text, *unit;
		int64_t ns;
		bool rough;
	} cases[] = {{"928", "ns", 928, false}, {"0.4995", "us", 500, false},
	    {"0.4994", "us", 499, false}, {"0.0005", "us", 1, false},
	    {"1.6782", "ms", 1678200, true}, {"1.07556", "s", 1075560000, true},
	    {"1.204081", "sec", 1204081000, true}, {"-0.0005", "us", 0, false},
	    {"-0.00051", "us", -1, false}, {"0.001", "us", 1, false},
	    {"0.01", "us", 10, true}, {"3", "nsec", 3, false}};
	int64_t ns;
	int exponent;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct measure m = of(cases[i].text);

		assert_true(measure_time(str_of(cases[i].unit), &exponent));
		assert_true(measure_ns(&m, exponent, &ns));
		if (ns != cases[i].ns ||
		    measure_is_rough(&m, exponent) != cases[i].rough)
			fail_msg("%s %s: %lld", cases[i].text, cases[i].unit,
			    (long long)ns);
	}
	assert_false(measure_time(str_of("min"), &exponent));
	/* 10^10 s are more ns than fit */
	assert_false(measure_ns(&(struct measure){10000000000, 0}, 9, &ns));
}

static void test_bytes(void **state)
{
	static const struct {
		const char *text, *unit;
		int64_t thousand, n; /* -1: not told */
	} cases[] = {{"512", "B", 1024, 512}, {"1.000000", "KB", 1024, 1024},
	    {"39.062500", "KB", 1024, 40000},
	    /* 1027.9997 */
	    {"1.003906", "KB", 1024, 1028},
	    /* 388607.5 to 388608.6 */
	    {"0.370605", "MB", 1024, -1},
	    /* 0.0005 MB to both sides */
	    {"0.025", "MB", 1000, -1}, {"0.000", "MB", 1000, -1},
	    /* no byte has a half */
	    {"39.0625", "B", 1024, -1}, {"2.0000", "KB", 1024, 2048},
	    {"0", "B", 1000, 0}, {"0", "KB", 1000, -1}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct measure m = of(cases[i].text);
		int64_t factor, n = -1;

		assert_true(measure_bytes(
		    str_of(cases[i].unit), cases[i].thousand, &factor));
		if (!measure_exact(&m, factor, &n))
			n = -1;
		if (n != cases[i].n)
			fail_msg("%s %s: %lld", cases[i].text, cases[i].unit,
			    (long long)n);
	}
}

static void test_whole(void **state)
{
	struct measure m = of("23.810");
	struct whole w;
	int64_t factor;

	(void)state;
	assert_true(measure_rate(STR("MB/s"), 1000, &factor));
	assert_int_equal(factor, 1000000);
	/* 23809500 to 23810500, by 10^9 / 672 = 1488095: 15.99999 to 16.0007 */
	assert_true(measure_whole(&m, factor, 1, 1000000000 / 672, &w));
	assert_int_equal(w.least, 16);
	assert_int_equal(w.most, 16);
	/* for a ms: 23.8095 to 23.8105 times 2^30 / 1000 */
	assert_true(measure_rate(STR("GBps"), 1024, &factor));
	assert_int_equal(factor, 1073741824);
	assert_true(measure_whole(&m, factor, 1000000, 1000000000, &w));
	/* 25565255.96 to 25566329.70 */
	assert_int_equal(w.least, 25565256);
	assert_int_equal(w.most, 25566329);
	/* none between 0.45 and 0.55 */
	m = of("0.5");
	assert_true(measure_whole(&m, 1, 1, 1, &w));
	assert_true(w.least > w.most);
	assert_false(measure_rate(STR("GB"), 1024, &factor));
	assert_false(measure_whole(&m, 1, 1, 0, &w));
	m = of("9223372036854775807");
	assert_false(measure_whole(&m, INT64_MAX, INT64_MAX, 1, &w));
}

static void test_cells(void **state)
{
	struct cells c = {0};

	(void)state;
	assert_true(cells_commas(&c, STR("1,,\"a, \"\"b\"\"\",")));
	assert_int_equal(c.v.n, 4);
	assert_true(str_is(c.v.v[1], ""));
	assert_true(str_is(c.v.v[2], "a, \"b\""));
	assert_true(str_is(c.v.v[3], ""));
	assert_false(cells_commas(&c, STR("1,\"a")));
	assert_false(cells_commas(&c, STR("1,\"a\"b")));
	assert_false(cells_commas(&c, STR("1,a\"b")));
	/* 3 commas may be a row of 6 cells, not one of 7 */
	assert_true(cells_may_be_row(STR("a,b,c,d"), 6, false));
	assert_false(cells_may_be_row(STR("a,b,c,d"), 7, false));
	cells_free(&c);
}

static void test_columns(void **state)
{
	struct cells c = {0};

	(void)state;
	assert_false(cells_ruled(&c, STR("-----")));
	assert_false(cells_ruled(&c, STR("--- a--")));
	assert_true(cells_ruled(&c, STR(" ---  ----")));
	assert_true(cells_placed(&c, STR("   1  a name that is longer ")));
	assert_int_equal(c.v.n, 2);
	assert_true(str_is(c.v.v[0], "1"));
	assert_true(str_is(c.v.v[1], "a name that is longer"));
	/* no last cell; it begins too early, too late; a cell is too wide */
	assert_false(cells_placed(&c, STR(" 7")));
	assert_true(str_is(c.v.v[0], "7"));
	assert_true(str_is(c.v.v[1], ""));
	assert_false(cells_placed(&c, STR("   1 a name")));
	assert_false(cells_placed(&c, STR("   1   a name")));
	assert_false(cells_placed(&c, STR(" 1234 a name")));
	assert_false(cells_placed(&c, STR("1  2  a name")));
	assert_true(cells_placed(&c, STR(" 123  a name")));
	assert_true(cells_placed(&c, STR("      a name")));

	/* ends at 8, 20; the name is the rest */
	cells_headed(&c, STR("   Start   Grid Size  Name"));
	assert_true(cells_placed(&c, STR("326.63ms   (256 1 1)  f(int) [1]")));
	assert_int_equal(c.v.n, 3);
	assert_true(str_is(c.v.v[0], "326.63ms"));
	assert_true(str_is(c.v.v[1], "(256 1 1)"));
	assert_true(str_is(c.v.v[2], "f(int) [1]"));
	/* a place begins two blanks behind the one before: 10 to 20 */
	assert_true(cells_placed(&c, STR("   326ms  (2560 1 1)  f(int)")));
	assert_false(cells_placed(&c, STR("   326ms (25600 1 1)  f(int)")));
	assert_false(cells_placed(&c, STR(" 26.63ms   (256 1 1)   f(int)")));

	/* 3 columns may be a row of 9, not one of 10; none begins with a word */
	assert_true(cells_may_be_row(STR(" 1  2 3  (4 5)"), 9, true));
	assert_false(cells_may_be_row(STR(" 1  2 3  (4 5)"), 10, true));
	assert_true(cells_may_be_row(STR(",234  5"), 6, true));
	assert_false(cells_may_be_row(STR("a  b  c"), 3, true));
	assert_false(cells_may_be_row(STR(""), 1, true));
	cells_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_read),
	    cmocka_unit_test(test_times),
	    cmocka_unit_test(test_bytes),
	    cmocka_unit_test(test_whole),
	    cmocka_unit_test(test_cells),
	    cmocka_unit_test(test_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
