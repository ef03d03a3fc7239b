/*
 * test_sweep.c - spans: which records have one, their order, and the walk over
 * their edges.
 */
#include "prof/show/sweep.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void test_span(void **state)
{
	struct record rec = {0};
	struct span s;

	(void)state;
	assert_false(sweep_span(&rec, 7, &s));
	record_set(&rec, start, -5);
	assert_false(sweep_span(&rec, 7, &s));
	record_set(&rec, dur, -1);
	assert_false(sweep_span(&rec, 7, &s));
	rec.dur = 0;
	assert_true(sweep_span(&rec, 7, &s));
	assert_int_equal(s.start, -5);
	assert_int_equal(s.end, -5);
	assert_int_equal(s.what, 7);
	assert_int_equal(s.more, 0);
	assert_false(sweep_launched(&s));
	/* a call that takes no time is one, too; one whose end is unknown is not */
	record_set(&rec, api_start, -9);
	assert_true(sweep_span(&rec, 7, &s));
	assert_false(sweep_launched(&s));
	record_set(&rec, api_dur, -1);
	assert_true(sweep_span(&rec, 7, &s));
	assert_false(sweep_launched(&s));
	rec.api_dur = 0;
	assert_true(sweep_span(&rec, 7, &s));
	assert_true(sweep_launched(&s));
	assert_int_equal(s.api_start, -9);
	assert_int_equal(s.api_end, -9);
	rec.api_dur = INT64_MAX;
	rec.api_start = 1;
	assert_true(sweep_span(&rec, 7, &s));
	assert_false(sweep_launched(&s));
	rec.dur = INT64_MAX;
	rec.start = 1;
	assert_false(sweep_span(&rec, 7, &s));
}

/* By each field in turn, where those before it are equal. */
static void test_sort(void **state)
{
	static const struct span rising[] = {
	    {1, 9, 9, 9, 9, 9},
	    {2, 3, 9, 9, 9, 9},
	    {2, 4, 5, 9, 9, 9},
	    {2, 4, 6, 7, 9, 9},
	    {2, 4, 6, 8, 1, 9},
	    {2, 4, 6, 8, 2, 3},
	    {2, 4, 6, 8, 2, 4},
	    {3, 3, 0, 0, 0, 0},
	};
	enum { N = sizeof rising / sizeof *rising };

	(void)state;
	/* each pair turned round, and all */
	for (size_t at = 0; at < N; at++) {
		struct spans s = {0};

		for (size_t i = 0; i < N; i++)
			*vec_add(&s) = rising[at == N - 1   ? N - 1 - i
					      : i == at	    ? at + 1
					      : i == at + 1 ? at
							    : i];
		sweep_sort(&s);
		assert_memory_equal(s.v, rising, sizeof rising);
		sweep_free(&s);
	}
}

static void note(void *view, const struct span *s, int64_t at, bool begins)
{
	strbuf_printf(
	    view, "%s%c%u@%jd", begins ? "" : "-", 'a', s->what, (intmax_t)at);
	strbuf_char(view, ' ');
}

static void walks(enum sweep_first first, const char *wanted)
{
	static struct span v[] = {
	    {.start = 0, .end = 10, .what = 1},
	    {.start = 2, .end = 9, .what = 2},
	    {.start = 3, .end = 4, .what = 3},
	    {.start = 4, .end = 5, .what = 4},
	    {.start = 4, .end = 7, .what = 5},
	    {.start = 8, .end = 8, .what = 6},
	    {.start = 10, .end = 12, .what = 7},
	};
	const struct spans s = {.v = v, .n = sizeof v / sizeof *v};
	struct strbuf b = {0};

	sweep(&s, first, note, &b);
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, wanted);
	strbuf_free(&b);
}

/* In the order of time; at one time ends first, or begins. */
static void test_sweep(void **state)
{
	(void)state;
	walks(SWEEP_ENDS,
	    "a1@0 a2@2 a3@3 -a3@4 a4@4 a5@4 -a4@5 -a5@7 a6@8 -a6@8 -a2@9 "
	    "-a1@10 a7@10 -a7@12 ");
	walks(SWEEP_BEGINS,
	    "a1@0 a2@2 a3@3 a4@4 a5@4 -a3@4 -a4@5 -a5@7 a6@8 -a6@8 -a2@9 "
	    "a7@10 -a1@10 -a7@12 ");
}

static void test_merge(void **state)
{
	struct spans a = {0}, b = {0}, none = {0};

	(void)state;
	*vec_add(&a) = (struct span){.what = 1};
	*vec_add(&b) = (struct span){.what = 2};
	*vec_add(&b) = (struct span){.what = 3};
	sweep_merge(&a, &b);
	sweep_merge(&a, &none);
	assert_int_equal(a.n, 3);
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(a.v[i].what, i + 1);
	sweep_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_span),
	    cmocka_unit_test(test_sort),
	    cmocka_unit_test(test_sweep),
	    cmocka_unit_test(test_merge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
