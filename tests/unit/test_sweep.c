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

static int falling(const struct span *a, const struct span *b)
{
	return (a->start < b->start) - (a->start > b->start);
}

/* As many as fit no heap's level, with equal ones, in any order. */
static void test_sort_many(void **state)
{
	uint32_t random = 1;

	(void)state;
	for (size_t n = 0; n < 70; n++) {
		struct spans s = {0};
		size_t seen[10] = {0};

		for (size_t i = 0; i < n; i++) {
			random = random * 1664525 + 1013904223;
			*vec_add(&s) = (struct span){.start = random >> 16 & 7};
			seen[random >> 16 & 7]++;
		}
		sweep_sort(&s);
		for (size_t i = 0; i < n; i++) {
			assert_true(i == 0 || s.v[i - 1].start <= s.v[i].start);
			seen[s.v[i].start]--;
		}
		for (size_t i = 0; i < 8; i++)
			assert_int_equal(seen[i], 0);
		sweep_sort_by(&s, falling);
		for (size_t i = 1; i < n; i++)
			assert_true(s.v[i - 1].start >= s.v[i].start);
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

static void add(struct spans *s, uint32_t from, uint32_t n)
{
	for (uint32_t i = from; i < from + n; i++)
		*vec_add(s) = (struct span){.what = i};
}

/* All are there, and from has nothing, whichever has more. */
static void test_move(void **state)
{
	(void)state;
	for (uint32_t na = 0; na < 4; na++) {
		for (uint32_t nb = 0; nb < 4; nb++) {
			struct spans a = {0}, b = {0};
			unsigned seen = 0;

			add(&a, 0, na);
			add(&b, na, nb);
			sweep_move(&a, &b);
			assert_int_equal(b.n, 0);
			assert_null(b.v);
			assert_int_equal(a.n, na + nb);
			for (size_t i = 0; i < a.n; i++)
				seen |= 1u << a.v[i].what;
			assert_int_equal(seen, (1u << (na + nb)) - 1);
			sweep_free(&a);
		}
	}
}

static enum work work_of(const char *kind, const char *class)
{
	struct record rec = {.kind = str_of(kind), .class = str_of(class)};

	if (*kind)
		record_mark(&rec, kind);
	if (*class)
		record_mark(&rec, class);
	return sweep_work(&rec);
}

static void test_work(void **state)
{
	(void)state;
	assert_int_equal(work_of("", ""), WORK_KERNEL);
	assert_int_equal(work_of("kernel", "gemm"), WORK_KERNEL);
	assert_int_equal(work_of("", "comm"), WORK_COMM);
	assert_int_equal(work_of("kernel", "comm"), WORK_COMM);
	assert_int_equal(work_of("memcpy", ""), WORK_MEMCPY);
	assert_int_equal(work_of("memset", ""), WORK_MEMSET);
	assert_int_equal(work_of("graph", ""), WORK_GRAPH);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_span),
	    cmocka_unit_test(test_sort),
	    cmocka_unit_test(test_sort_many),
	    cmocka_unit_test(test_sweep),
	    cmocka_unit_test(test_merge),
	    cmocka_unit_test(test_move),
	    cmocka_unit_test(test_work),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
