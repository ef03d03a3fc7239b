/*
 * test_window.c - the windows of steps: what a step launched, the limits of
 * each rule on both sides.
 */
#include "prof/show/window.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static struct span host(int64_t start, int64_t end)
{
	return (struct span){
	    .start = start, .end = end, .api_start = 0, .api_end = -1};
}

static struct span gpu(int64_t api_start, int64_t api_end, int64_t start, int64_t end)
{
	return (struct span){
	    .start = start, .end = end, .api_start = api_start, .api_end = api_end};
}

static void step(struct windows *w, int64_t start, int64_t end, const char *label)
{
	struct span s = host(start, end);

	window_step(w, &s, str_of(label));
}

static void all(struct windows *w, const struct span *v, size_t n)
{
	window_sort(w);
	for (size_t i = 0; i < n; i++)
		window_own(w, &v[i]);
	for (size_t i = 0; i < n; i++)
		window_early(w, &v[i]);
	window_close(w);
}

static void is(const struct windows *w, size_t i, int64_t start, int64_t end)
{
	assert_in_range(i, 0, w->list.n - 1);
	assert_int_equal(w->list.v[i].start, start);
	assert_int_equal(w->list.v[i].end, end);
}

/* A launch call from the first to the last moment of a step is the step's; the
 * work's own time, before 0 too, is kept from its first start to its last end. */
static void test_own(void **state)
{
	const struct span v[] = {
	    gpu(10, 20, -30, -20), /* both edges */
	    gpu(10, 10, -50, -40),
	    gpu(9, 12, -90, -80),  /* begins before the first step */
	    gpu(12, 21, -70, -65), /* ends behind it */
	    gpu(15, 16, -60, -35), gpu(20, 30, 40, 45), /* of the second */
	};
	struct windows w = {0};

	(void)state;
	step(&w, 20, 30, "b");
	step(&w, 10, 19, "a0"); /* the longer one, from the same start, has it */
	step(&w, 10, 20, "a");
	all(&w, v, sizeof v / sizeof *v);
	assert_int_equal(w.list.n + w.dropped, 2);
	assert_true(str_is(w.list.v[0].label, "a"));
	assert_int_equal(w.list.v[0].n, 3);
	assert_int_equal(w.list.v[0].first, -60);
	assert_int_equal(w.list.v[0].last, -20);
	/* 1 is less than 80 % of 3 */
	assert_int_equal(w.dropped, 1);
	window_free(&w);
}

/* What ended before the step's first work, and nobody launched, moves its
 * begin; what ends with it does not. */
static void test_early(void **state)
{
	const struct {
		struct span early;
		int64_t start;
	} cases[] = {
	    {gpu(0, -1, 5, 12), 12}, {gpu(0, -1, 5, 39), 39},
	    {gpu(0, -1, 5, 40), 10}, /* the first work starts at 40 */
	    {gpu(0, -1, 5, 10), 10}, {gpu(0, -1, 5, 9), 10},
	    {gpu(10, 11, 5, 12), 10}, /* the step's own, which comes first */
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct span v[] = {gpu(11, 12, 40, 50), cases[i].early};
		struct windows w = {0};

		step(&w, 10, 60, "a");
		all(&w, v, 2);
		assert_int_equal(w.list.n, 1);
		is(&w, 0, cases[i].start, 60);
		window_free(&w);
	}
}

/* Work that runs behind its step's end makes the window longer, and the next
 * begins there; it has at least no negative time.  Before any early work all of
 * it may lie below 0. */
static void test_close(void **state)
{
	const struct span v[] = {
	    gpu(-100, -99, -95, -70),
	    gpu(-79, -78, -69, -68),
	    gpu(-75, -74, -66, -65),
	};
	struct windows w = {0};

	(void)state;
	step(&w, -100, -90, "a");
	step(&w, -90, -80, "b"); /* launched nothing: empty, at a's end */
	step(&w, -80, -60, "c");
	all(&w, v, 3);
	assert_int_equal(w.list.n, 3);
	is(&w, 0, -100, -70);
	is(&w, 1, -70, -70);
	is(&w, 2, -70, -60);
	window_free(&w);
}

/* The last step is whole from 80 % of what the one before launched: 4 of 5 are, 3
 * are not.  Those that launched nothing go first, and one step alone stays. */
static void test_dropped(void **state)
{
	const struct {
		unsigned n[4], left;
	} cases[] = {
	    {{5, 4}, 2},
	    {{5, 3}, 1},
	    {{5, 5, 3}, 2},
	    {{5, 4, 0, 0}, 2},
	    {{5, 3, 0}, 1},
	    {{0, 0}, 2}, /* nothing was launched in any */
	    {{0, 1}, 2},
	    {{1, 0}, 1},
	    {{0}, 1},
	    {{1}, 1},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		static const unsigned nsteps[] = {2, 2, 3, 4, 3, 2, 2, 2, 1, 1};
		struct windows w = {0};
		struct span v[20];
		size_t n = 0;

		for (unsigned k = 0; k < nsteps[i]; k++) {
			step(&w, 10 * k, 10 * k + 9, "s");
			for (unsigned j = 0; j < cases[i].n[k]; j++)
				v[n++] = gpu(10 * k, 10 * k, 10 * k, 10 * k + 1);
		}
		all(&w, v, n);
		assert_int_equal(w.list.n, cases[i].left);
		assert_int_equal(w.dropped, nsteps[i] - cases[i].left);
		window_free(&w);
	}
}

/* Without steps there is one window: of the host's rows, else of the GPU's;
 * what is merged adds to both, whichever was there first. */
static void test_merge(void **state)
{
	struct windows a = {0}, b = {0}, c = {0}, none = {0};
	const struct span h = host(5, 6), early = host(-9, -8),
			  late = host(8, 9), g = gpu(0, -1, 20, 30);

	(void)state;
	window_gpu(&a, &g);
	window_host(&b, &h);
	window_merge(&a, &b);
	window_host(&c, &late);
	window_host(&c, &early);
	window_merge(&a, &c);
	window_merge(&a, &none);
	all(&a, NULL, 0);
	assert_int_equal(a.list.n, 1);
	is(&a, 0, -9, 9);
	assert_true(a.list.v[0].label.p == NULL);
	window_free(&a);
	memset(&a, 0, sizeof a);
	memset(&b, 0, sizeof b);
	window_gpu(&b, &g);
	window_merge(&a, &b);
	all(&a, NULL, 0);
	is(&a, 0, 20, 30);
	window_free(&a);
	memset(&a, 0, sizeof a);
	memset(&b, 0, sizeof b);
	step(&b, 1, 2, "late");
	step(&a, 0, 1, "first");
	window_merge(&a, &b);
	window_sort(&a);
	assert_int_equal(a.list.n, 2);
	assert_true(str_is(a.list.v[1].label, "late"));
	window_free(&a);
	memset(&a, 0, sizeof a);
	all(&a, NULL, 0);
	assert_int_equal(a.list.n, 0);
	window_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_own),
	    cmocka_unit_test(test_early),
	    cmocka_unit_test(test_close),
	    cmocka_unit_test(test_dropped),
	    cmocka_unit_test(test_merge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
