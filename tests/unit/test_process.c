/*
 * test_process.c - whose groups are of one process, and their order.
 */
#include "prof/show/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#define INT(n)                                                                 \
	{                                                                      \
		.kind = CELL_INT, .i = (n)                                     \
	}
#define TEXT(t)                                                                \
	{                                                                      \
		.kind = CELL_STR, .s = STR(t)                                  \
	}

/* All of file, rank and pid are the same, whatever the further keys are. */
static void test_same(void **state)
{
	struct cell a[] = {TEXT("a"), INT(1), INT(10), INT(0)};
	struct cell others[][4] = {
	    {TEXT("a"), INT(1), INT(10), INT(0)},
	    {TEXT("a"), INT(1), INT(10), INT(1)},
	    {TEXT("b"), INT(1), INT(10), INT(0)},
	    {TEXT("a"), INT(2), INT(10), INT(0)},
	    {TEXT("a"), INT(1), INT(11), INT(0)},
	};
	struct group x = {.keys = a};

	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		struct group y = {.keys = others[i]};

		assert_int_equal(process_same(&x, &y), i < 2);
		assert_int_equal(process_same(&y, &x), i < 2);
	}
}

/* Unknown ones first; numbers as numbers, texts by their bytes, and different
 * kinds by kind. */
static void test_order(void **state)
{
	static const struct str ab[] = {{"a", 1}, {"b", 1}},
				ac[] = {{"a", 1}, {"c", 1}};
	const struct cell rising[] = {
	    {.kind = CELL_NA},
	    INT(-1),
	    INT(9),
	    INT(10),
	    TEXT("10"),
	    TEXT("9"),
	    TEXT("9a"),
	    {.kind = CELL_LIST, .list = {ab, 1}},
	    {.kind = CELL_LIST, .list = {ab, 2}},
	    {.kind = CELL_LIST, .list = {ac, 2}},
	};
	const struct cell none = {.kind = CELL_NONE};
	const int n = sizeof rising / sizeof *rising;

	(void)state;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++) {
			int c = process_cell_order(&rising[i], &rising[k]);

			assert_int_equal((c > 0) - (c < 0), (i > k) - (i < k));
		}
	assert_int_equal(process_cell_order(&rising[0], &none), 0);
}

static void by_total(const struct group *g, uint64_t numbers[2])
{
	numbers[0] = g->total;
	numbers[1] = g->n;
}

/* The larger first within a process, then by the second number, then by keys;
 * processes stay in their order. */
static void test_most(void **state)
{
	struct cell keys[][4] = {
	    {TEXT("a"), INT(0), INT(1), INT(0)},
	    {TEXT("a"), INT(0), INT(1), INT(1)},
	    {TEXT("a"), INT(0), INT(1), INT(2)},
	    {TEXT("a"), INT(0), INT(1), INT(3)},
	    {TEXT("a"), INT(0), INT(2), INT(0)},
	    {TEXT("a"), INT(0), INT(2), INT(1)},
	    {TEXT("a"), INT(1), INT(2), INT(0)},
	};
	static const struct {
		uint64_t total, n;
	} sums[] = {{1, 1}, {2, 1}, {2, 3}, {2, 3}, {8, 1}, {9, 1}, {99, 1}};
	static const size_t wanted[] = {2, 3, 1, 0, 5, 4, 6};
	struct group g[7];
	struct group *v[7];
	struct group_table t = {0};

	(void)state;
	for (size_t i = 0; i < 7; i++) {
		g[i] = (struct group){
		    .keys = keys[i], .total = sums[i].total, .n = sums[i].n};
		v[i] = &g[i];
	}
	process_most(&t, by_total); /* nothing of nothing */
	t.keys.list.n = 4;
	t.list.v = v;
	t.list.n = 7;
	process_most(&t, by_total);
	for (size_t i = 0; i < 7; i++)
		assert_ptr_equal(t.list.v[i], &g[wanted[i]]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_same),
	    cmocka_unit_test(test_order),
	    cmocka_unit_test(test_most),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
