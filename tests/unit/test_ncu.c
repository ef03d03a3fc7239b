/*
 * test_ncu.c - numbers and units of ncu --csv.
 *
 * Scales are those of the manual of ncu: bytes and times by powers of 1000.
 */
#include "parse/read/ncu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

static void test_units(void **state)
{
	static const struct {
		const char *text;
		int exponent;
		const char *base;
	} cases[] = {
	    {"", 0, ""},
	    {"%", 0, "%"},
	    {"byte", 0, "byte"},
	    {"Kbyte", 3, "byte"},
	    {"Mbyte", 6, "byte"},
	    {"Gbyte", 9, "byte"},
	    {"Tbyte", 12, "byte"},
	    {"bytes", 0, "byte"},
	    {"nsecond", 0, "ns"},
	    {"usecond", 3, "ns"},
	    {"msecond", 6, "ns"},
	    {"second", 9, "ns"},
	    {"ns", 0, "ns"},
	    {"us", 3, "ns"},
	    {"ms", 6, "ns"},
	    {"s", 9, "ns"},
	    {"hz", 0, "hz"},
	    {"Khz", 3, "hz"},
	    {"Mhz", 6, "hz"},
	    {"Ghz", 9, "hz"},
	    {"GHz", 9, "hz"},
	    {"cycle", 0, "cycle"},
	    {"cycle/second", 0, "cycle/s"},
	    {"cycle/usecond", 6, "cycle/s"},
	    {"cycle/nsecond", 9, "cycle/s"},
	    {"Gbyte/s", 9, "byte/s"},
	    {"Gbyte/second", 9, "byte/s"},
	    {"Kbyte/ms", 6, "byte/s"},
	    {"byte/block", 0, "byte/block"},
	    {"Kbyte/block", 3, "byte/block"},
	    {"register/thread", 0, "register/thread"},
	    {"inst/cycle", 0, "inst/cycle"},
	    {"inst", 0, "inst"},
	    {"Kinst", 3, "inst"},
	    {"1/s", 0, "1/s"},
	    {"1/us", 6, "1/s"},
	    {" Kbyte ", 3, "byte"},
	    {"SM", 0, "SM"},
	};
	static const char *const unknown[] = {"furlong", "Kfurlong", "mbyte",
	    "Kibyte", "Ksecond", "KK", "K", "/", "byte/", "/s", "1", "1/", "n",
	    "Kb", "byte/s/s", "%s", "K%"};
	struct strbuf base = {0};
	int exponent;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		base.n = 0;
		if (!ncu_unit(str_of(cases[i].text), &exponent, &base) ||
		    exponent != cases[i].exponent ||
		    !str_is(strbuf_get(&base), cases[i].base))
			fail_msg("'%s': %d '%.*s'", cases[i].text, exponent,
			    (int)base.n, base.p);
	}
	for (i = 0; i < sizeof unknown / sizeof *unknown; i++)
		if (ncu_unit(str_of(unknown[i]), &exponent, &base))
			fail_msg("'%s' is known", unknown[i]);
	strbuf_free(&base);
}

static void test_numbers(void **state)
{
	static const struct {
		const char *text;
		int exponent;
		enum ncu_number number;
		double point, comma;
	} cases[] = {
	    {"0", 0, NCU_PLAIN, 0, 0},
	    {"4512", 0, NCU_PLAIN, 4512, 4512},
	    {"-3", 3, NCU_PLAIN, -3000, -3000},
	    {"12.00", 3, NCU_POINT, 12000, 12000},
	    {"2.33", 6, NCU_POINT, 2330000, 2330000},
	    {"1,234.50", 3, NCU_POINT, 1234500, 1234500},
	    {"1,073,741,824", 0, NCU_POINT, 1073741824, 1073741824},
	    {"196,456,177,859.63", 0, NCU_POINT, 196456177859.63, 196456177859.63},
	    {"0.123", 0, NCU_POINT, 0.123, 0.123},
	    {"1234.567", 0, NCU_POINT, 1234.567, 1234.567},
	    {"1.5e+06", 0, NCU_POINT, 1.5e6, 1.5e6},
	    {"1.234e3", 0, NCU_POINT, 1234, 1234},
	    {"1.234,50", 3, NCU_COMMA, 1234500, 1234500},
	    {"1.073.741.824", 0, NCU_COMMA, 1073741824, 1073741824},
	    {"2,56", 3, NCU_COMMA, 2560, 2560},
	    {"0,123", 0, NCU_COMMA, 0.123, 0.123},
	    /* what the decimal point is, the text does not say */
	    {"4,512", 0, NCU_EITHER_COMMA, 4512, 4.512},
	    {"4.512", 0, NCU_EITHER_POINT, 4.512, 4512},
	    {"98.304", 3, NCU_EITHER_POINT, 98304, 98304000},
	    {" 7 ", 0, NCU_PLAIN, 7, 7},
	    {"+7", 0, NCU_PLAIN, 7, 7},
	    /* a separator of its own leaves the comma and point to decimals:
	     * France, Sweden, Switzerland; code pages 1252 and 850 */
	    {"117 344", 0, NCU_PLAIN, 117344, 117344},
	    {"27\xC2\xA0"
	     "595\xC2\xA0"
	     "520,5",
		0, NCU_COMMA, 27595520.5, 27595520.5},
	    {"27\xE2\x80\xAF"
	     "595",
		3, NCU_PLAIN, 27595000, 27595000},
	    {"-1'234'567.25", 0, NCU_POINT, -1234567.25, -1234567.25},
	    {"1\xE2\x80\x99"
	     "234",
		0, NCU_PLAIN, 1234, 1234},
	    {"1\xA0"
	     "234,567",
		0, NCU_COMMA, 1234.567, 1234.567},
	    {"1\xFF"
	     "234.567",
		0, NCU_POINT, 1234.567, 1234.567},
	    /* India */
	    {"1,23,456", 0, NCU_POINT, 123456, 123456},
	    {"1,17,344", 0, NCU_POINT, 117344, 117344},
	    {"2,75,95,520.50", 0, NCU_POINT, 27595520.5, 27595520.5},
	    {"12,34,567", 3, NCU_POINT, 1234567000, 1234567000},
	};
	static const char *const none[] = {"", " ", "n/a", "nan", "inf", "-inf",
	    "-", "N/A", "CachePreferNone", "(1, 1, 1)"};
	static const char *const bad[] = {"1.2.3", "1,2,3", "1,234,5",
	    "12,3456,789", "1.234,567,8", "1,234.567.8", "0,123,456", "12 34",
	    "12 3456", "1234 567", "0 123", "1 234'567", "1'234 567", "1  234",
	    "1 234,5,6", "1 234.5,6", "1 234e3", "1,5 234", "1 234 ,5",
	    "1.17.344", "123,45,678", "1,23,45", "1,234,56,789", "1,17,344,000",
	    "5.", ".5", ",5", "5,", "1,234,", "3%", "0x10", "5 (1; 2)", "1e",
	    "1e+", "1e+-2", "1e99999", "9e400", "1,000,000e3", "2026-01-01",
	    "1111111111111111111111111111111111111111111111111111111111111111"};
	double v[2];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		enum ncu_number number =
		    ncu_number(str_of(cases[i].text), cases[i].exponent, v);

		if (number != cases[i].number || v[0] != cases[i].point ||
		    v[1] != cases[i].comma)
			fail_msg("'%s': %d %.17g %.17g", cases[i].text, number,
			    v[0], v[1]);
	}
	for (i = 0; i < sizeof none / sizeof *none; i++)
		if (ncu_number(str_of(none[i]), 0, v) != NCU_NONE)
			fail_msg("'%s' has digits", none[i]);
	for (i = 0; i < sizeof bad / sizeof *bad; i++)
		if (ncu_number(str_of(bad[i]), 0, v) != NCU_BAD)
			fail_msg("'%s' is a number", bad[i]);
	assert_int_equal(ncu_number((struct str){NULL, 0}, 0, v), NCU_NONE);
	assert_int_equal(ncu_number((struct str){"1\0", 2}, 0, v), NCU_BAD);
}

static void test_ranges(void **state)
{
	static const struct {
		const char *cell;
		bool has_id;
		const char *ranges; /* domain|text, one a line */
	} cases[] = {
	    {"", false, ""},
	    {"1", false, ""},
	    {" \"d:t:none:none:none:none:none:none\" ", false, "d|t\n"},
	    {"\"<default domain>:aten::mm, seq = "
	     "3:none:none:none:none:none:none\"",
		false, "|aten::mm, seq = 3\n"},
	    {"\"a:b:0:1:2:3:4:5\"  \"c:d:0:1:2:3:4:5\"", false, "a|b\nc|d\n"},
	    /* quotes in a text */
	    {"\"a:say \"no\":0:1:2:3:4:5\"\t\"c:\":0:1:2:3:4:5\"", false,
		"a|say \"no\"\nc|\"\n"},
	    /* and what looks like the end of one; it has all its fields */
	    {"\"a:say \"x\" \"y\":0:1:2:3:4:5\" \"c:d:0:1:2:3:4:5\"", false,
		"a|say \"x\" \"y\"\nc|d\n"},
	    /* fewer fields are no range; an empty text is one */
	    {"\"a:b:none\"", false, ""},
	    {"\"a:0:1:2:3:4:5\"", false, ""},
	    {"\"d:t:0:1:2:3:4:5\"", true, ""},
	    {"\"a::0:1:2:3:4:5\"", false, "a|\n"},
	    {"\"7:d:t:0:1:2:3:4:5\" \"8:<default domain>:u:0:1:2:3:4:5\"", true,
		"d|t\n|u\n"},
	    {"\"7:no domain\"", true, ""},
	    {"\"no colon\"", false, ""},
	    {"\"not closed:", false, ""},
	    {"\"", false, ""},
	    {"bare:text", false, ""},
	};
	char got[200];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct str cell = str_of(cases[i].cell);
		struct ncu_range range;

		got[0] = '\0';
		while (ncu_range(&cell, cases[i].has_id, &range))
			snprintf(got + strlen(got), sizeof got - strlen(got),
			    "%.*s|%.*s\n", (int)range.domain.n, range.domain.p,
			    (int)range.text.n, range.text.p);
		assert_string_equal(got, cases[i].ranges);
	}
	/* what is no range is left, to be told */
	{
		struct str cell = STR("\"a:b:0:1:2:3:4:5\" \"forward\"");
		struct ncu_range range;

		assert_true(ncu_range(&cell, false, &range));
		assert_false(ncu_range(&cell, false, &range));
		assert_true(str_is(cell, " \"forward\""));
	}
}

/* Of the fields behind the text the first is the payload's type, the second its
 * value. */
static void test_payload(void **state)
{
	struct str cell = STR("\"a:b:c:int64:-5:none:none:none:none\" "
			      "\"a:b:none:none:none:none:none:none\" "
			      "\"a:b:double::none:none:none:none\"");
	struct ncu_range range;

	(void)state;
	assert_true(ncu_range(&cell, false, &range));
	assert_true(str_is(range.text, "b:c"));
	assert_true(str_is(range.payload, "-5"));
	assert_true(ncu_range(&cell, false, &range));
	assert_null(range.payload.p);
	assert_true(ncu_range(&cell, false, &range));
	assert_non_null(range.payload.p);
	assert_int_equal(range.payload.n, 0);
}

static void test_thread(void **state)
{
	struct str cell = STR("97844  \"a:b\"");
	int64_t tid = 0;

	(void)state;
	assert_true(ncu_thread(&cell, &tid));
	assert_int_equal(tid, 97844);
	assert_int_equal(cell.p[cell.n - 1], '"');
	assert_true(cell.n < strlen("97844  \"a:b\"") - 4);
	cell = STR("12");
	assert_true(ncu_thread(&cell, &tid));
	assert_int_equal(cell.n, 0);
	cell = STR("12:a");
	assert_false(ncu_thread(&cell, &tid));
	assert_int_equal(cell.n, 4);
	cell = STR("9223372036854775808");
	assert_false(ncu_thread(&cell, &tid));
	cell = STR("");
	assert_false(ncu_thread(&cell, &tid));
}

static void test_dim3(void **state)
{
	static const char *const bad[] = {"", "8", "()", "(1, 2)",
	    "(1, 2, 3, 4)", "(1, , 3)", "(1, 2, )", "(1, 2, -3)", "(1, 2, 3",
	    "1, 2, 3)", "(1, 2, 4294967296)", "(,,)"};
	int64_t v[3];
	size_t i;

	(void)state;
	assert_true(ncu_dim3(STR("(64, 32, 1)"), v));
	assert_int_equal(v[0], 64);
	assert_int_equal(v[1], 32);
	assert_int_equal(v[2], 1);
	assert_true(ncu_dim3(STR("(   256,      2,      1)"), v));
	assert_int_equal(v[0], 256);
	assert_int_equal(v[1], 2);
	for (i = 0; i < sizeof bad / sizeof *bad; i++)
		if (ncu_dim3(str_of(bad[i]), v))
			fail_msg("'%s' is three numbers", bad[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_units),
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_ranges),
	    cmocka_unit_test(test_payload),
	    cmocka_unit_test(test_thread),
	    cmocka_unit_test(test_dim3),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
