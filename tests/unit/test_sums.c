/*
 * test_sums.c - partial sums: their names, their numbers at the bounds.
 */
#include "prof/show/sums.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <cmocka.h>

#include "prof/show/view.h"

static struct arena arena;

/* A member of a line has the name of the column that it is made into. */
static void test_names(void **state)
{
	size_t n;
	const struct column *columns = view_group_sums(&n);
	struct group_more m = {0};
	unsigned wide;

	(void)state;
#define CHECK(name, sum)                                                       \
	assert_string_equal(#name, columns[sum].key);                          \
	assert_in_range(group_more_shape(sum, &wide), 1, GROUP_NUMBERS);
	GROUP_PARTS(CHECK)
#undef CHECK
	/* the median alone has no parts */
	group_more_all(&m);
	assert_int_equal(m.n, NSUMS - SUM_MORE - 1);
	assert_int_equal(group_more_shape(SUM_MED, &wide), 0);
}

static int read_line(const char *text, struct sums_line *line, struct err *err)
{
	struct sums_reader *r = sums_reader_new();
	int rc = sums_read(r, str_of(text), &arena, line, err);

	sums_reader_free(r);
	return rc;
}

/* 2^64 - 1 and 2^128 - 1 are the last. */
static void test_bounds(void **state)
{
	static struct sums_line line;
	struct err err;

	(void)state;
	assert_int_equal(
	    read_line("{\"kind\":\"sums\",\"group\":[\"a\",null],"
		      "\"count\":\"18446744073709551615\",\"timed\":1,"
		      "\"total\":\"18446744073709551615\","
		      "\"max\":\"18446744073709551615\","
		      "\"std\":[\"340282366920938463463374607431768211455\"]}",
		&line, &err),
	    0);
	assert_int_equal(line.what, SUMS_GROUP);
	assert_true(line.sum.n == UINT64_MAX && line.sum.total == UINT64_MAX);
	assert_true(line.more[SUM_STD].v[0] == ~(group_wide)0);
	assert_int_equal(line.keys.n, 2);
	assert_int_equal(line.keys.v[1].kind, CELL_NONE);
	assert_int_equal(
	    read_line("{\"kind\":\"sums\",\"end\":18446744073709551616}", &line,
		&err),
	    -1);
	assert_string_equal(
	    err.text, "field 'end': no count of at most 64 bits");
}

/* Nothing but digits is a number, of 64 bits or of 128. */
static void test_digits(void **state)
{
	static struct sums_line line;
	struct err err;

	(void)state;
	for (char c = ' '; c < 127; c++) {
		bool digit = c >= '0' && c <= '9';
		char text[100];

		if (c == '"' || c == '\\')
			continue;
		for (int wide = 0; wide < 2; wide++) {
			snprintf(text, sizeof text,
			    "{\"kind\":\"sums\",\"group\":[],%s\"1%c%s}",
			    wide ? "\"count\":1,\"timed\":1,\"std\":[" : "\"count\":",
			    c, wide ? "\"]" : "\"");
			assert_int_equal(
			    read_line(text, &line, &err), digit ? 0 : -1);
		}
	}
	assert_int_equal(
	    read_line("{\"kind\":\"sums\",\"group\":[],\"count\":\"\"}", &line, &err),
	    -1);
}

/* Parts of 3 and 4 ns, twice, are as 3, 4, 3 and 4: squares 2 * (9 + 16) = 50 of a sum
 * of 14, so the deviation is the root of (4 * 50 - 196) / (4 * 3) = 0.577, rounded 1. */
static void test_join(void **state)
{
	struct group_more m = {0};
	struct group part = {.n = 2, .timed = 2, .total = 7}, g = {0};
	struct group_numbers numbers[NSUMS] = {0};
	struct cell cells[NSUMS] = {0};

	(void)state;
	for (int i = 0; i < 2; i++) { /* once is enough */
		group_more_ask(&m, SUM_STD);
		group_more_ask(&m, SUM_MED);
		group_more_ask(&m, SUM_MEAN); /* is of every group */
	}
	assert_int_equal(m.n, 2);
	g.more = arena_array(&arena, 1, m.size);
	numbers[SUM_STD].v[0] = 25;
	group_more_join(&m, &g, &part, numbers);
	group_more_join(&m, &g, &part, numbers);
	group_more_put(&m, &g, cells);
	assert_int_equal(cells[SUM_STD].kind, CELL_TIME);
	assert_int_equal(cells[SUM_STD].i, 1);
	assert_int_equal(cells[SUM_MED].kind, CELL_NA);
	group_more_save(&m, &g, SUM_STD, &numbers[SUM_STD]);
	assert_int_equal((uint64_t)numbers[SUM_STD].v[0], 50);
	/* squares that do not fit stay so */
	numbers[SUM_STD].v[0] = ~(group_wide)0 - 49;
	group_more_join(&m, &g, &part, numbers);
	group_more_save(&m, &g, SUM_STD, &numbers[SUM_STD]);
	assert_true(numbers[SUM_STD].v[0] == ~(group_wide)0);
	group_more_free(&m, &g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_names),
	    cmocka_unit_test(test_bounds),
	    cmocka_unit_test(test_digits),
	    cmocka_unit_test(test_join),
	};
	int rc = cmocka_run_group_tests(tests, NULL, NULL);

	arena_free(&arena);
	return rc;
}
