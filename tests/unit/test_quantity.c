/*
 * test_quantity.c - decimal numbers compared to the last digit.
 */
#include "prof/show/quantity.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "common/nelems.h"
#include "prof/show/out.h"

static struct quantity of(const char *text)
{
	struct quantity q;

	if (!quantity_parse(str_of(text), &q))
		fail_msg("'%s' is no number", text);
	return q;
}

static void test_parse(void **state)
{
	static const char *const good[] = {"0", "1", "-1", "007", "1.5", "-0.5",
	    "1.50", "0.0", "18446744073709551616", "-0"};
	static const char *const bad[] = {"", "-", ".", ".5", "1.", "-.5",
	    "1.x", "1e5", "+1", " 1", "1 ", "0x1", "nan", "inf", "1.5.2", "--1",
	    "1,5", "1.-5", "x"};
	struct quantity q;

	(void)state;
	for (size_t i = 0; i < NELEMS(good); i++)
		of(good[i]);
	for (size_t i = 0; i < NELEMS(bad); i++) {
		if (quantity_parse(str_of(bad[i]), &q))
			fail_msg("'%s' is a number", bad[i]);
	}
}

/* 2^53 + 1 and 2^64 - 1 are doubles of their neighbours. */
static void test_order(void **state)
{
	static const struct {
		const char *less, *more;
	} cases[] = {
	    {"1", "2"},
	    {"2", "10"},
	    {"-2", "1"},
	    {"-10", "-2"},
	    {"1.05", "1.5"},
	    {"0.5", "1"},
	    {"9007199254740992", "9007199254740993"},
	    {"-9007199254740993", "-9007199254740992"},
	    {"18446744073709551615", "18446744073709551616"},
	    {"0.1", "0.10000000000000000001"},
	    {"-0.10000000000000000001", "-0.1"},
	    {"9007199254740992", "9007199254740992.5"},
	    {"9007199254740992.25", "9007199254740992.5"},
	    {"9999999999999999999", "10000000000000000000"},
	};
	static const struct {
		const char *a, *b;
	} equal[] = {{"1.5", "1.50"}, {"007", "7"}, {"0", "-0"}, {"0", "0.000"},
	    {"9007199254740993", "9007199254740993.0"}, {"-00.10", "-0.1"}};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		struct quantity less = of(cases[i].less), more = of(cases[i].more);

		if (quantity_order(&less, &more) >= 0 ||
		    quantity_order(&more, &less) <= 0)
			fail_msg("%s, %s", cases[i].less, cases[i].more);
	}
	for (size_t i = 0; i < NELEMS(equal); i++) {
		struct quantity a = of(equal[i].a), b = of(equal[i].b);

		if (quantity_order(&a, &b) != 0 || quantity_order(&b, &a) != 0)
			fail_msg("%s, %s", equal[i].a, equal[i].b);
	}
}

/* Numbers of each kind, to their last digit; texts and what is absent are none. */
static void test_cells(void **state)
{
	static const struct {
		struct cell cell;
		const char *is;
	} cases[] = {
	    {{.kind = CELL_INT, .i = -5}, "-5"},
	    {{.kind = CELL_UINT, .u = UINT64_MAX}, "18446744073709551615"},
	    {{.kind = CELL_TIME, .i = 1500}, "1500"},
	    {{.kind = CELL_BOOL, .b = true}, "1"},
	    {{.kind = CELL_BOOL, .b = false}, "0"},
	    {{.kind = CELL_REAL, .real = {2, 125, true}}, "-2.125"},
	    {{.kind = CELL_NAMED, .named = {"fp16", {19, 500, false}}}, "19.5"},
	    {{.kind = CELL_NUMBER, .number = 0.25}, "0.25"},
	    {{.kind = CELL_STR, .s = {"7", 1}}, NULL},
	    {{.kind = CELL_DIM3, .dim3 = {1, 1, 1}}, NULL},
	    {{.kind = CELL_NA}, NULL},
	    {{.kind = CELL_NONE}, NULL},
	};
	struct out o = {.format = &out_csv};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		struct quantity q, is;

		assert_int_equal(
		    quantity_of(&cases[i].cell, &o, &q), cases[i].is != NULL);
		if (!cases[i].is)
			continue;
		is = of(cases[i].is);
		if (quantity_order(&q, &is) != 0)
			fail_msg("%s", cases[i].is);
	}
	strbuf_free(&o.scratch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_parse),
	    cmocka_unit_test(test_order),
	    cmocka_unit_test(test_cells),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
