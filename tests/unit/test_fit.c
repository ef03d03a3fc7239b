/*
 * test_fit.c - widths of columns that fit a line, and cut texts that stay
 * different.
 */
#include "prof/show/fit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

#include "prof/show/alike.h"

struct wish {
	size_t width;
	bool whole;
};

enum { MOST = 4 };

/* Columns with one cell each that asks for so much get so much; least: what a
 * line needs, where it is too narrow. */
static void gives(const struct wish *wishes, size_t n, size_t most,
    const size_t *wanted, size_t least)
{
	struct fit v[MOST] = {0};

	for (size_t i = 0; i < n; i++)
		fit_ask(&v[i], wishes[i].width, wishes[i].whole);
	assert_int_equal(fit_widths(v, n, most), least);
	for (size_t i = 0; least == 0 && i < n; i++)
		assert_int_equal(v[i].width, wanted[i]);
}

static void test_widths(void **state)
{
	static const struct wish four[] = {
	    {30, false}, {5, true}, {20, false}, {40, false}};
	static const struct wish short_text[] = {{4, false}, {8, true}};

	(void)state;
	/* all wishes: 95 and 3 blanks */
	gives(four, 4, 200, (size_t[]){30, 5, 20, 40}, 0);
	gives(four, 4, 98, (size_t[]){30, 5, 20, 40}, 0);
	/* the widest gives first */
	gives(four, 4, 97, (size_t[]){30, 5, 20, 39}, 0);
	gives(four, 4, 88, (size_t[]){30, 5, 20, 30}, 0);
	/* 87 - 3 - 5 - 20 = 59 for two: the one behind has one more */
	gives(four, 4, 87, (size_t[]){29, 5, 20, 30}, 0);
	gives(four, 4, 68, (size_t[]){20, 5, 20, 20}, 0);
	gives(four, 4, 66, (size_t[]){19, 5, 19, 20}, 0);
	/* 3 * 10 + 5 + 3 = 38 is the end: no text below 10, no number at all */
	gives(four, 4, 38, (size_t[]){10, 5, 10, 10}, 0);
	gives(four, 4, 37, NULL, 38);
	/* a text of 4 needs no 10 */
	gives(short_text, 2, 13, (size_t[]){4, 8}, 0);
	gives(short_text, 2, 12, NULL, 13);
	gives(NULL, 0, 5, NULL, 0);
}

/* A number that is wider than the text beside it is not cut with it. */
static void test_ask(void **state)
{
	struct fit v[2] = {0};

	(void)state;
	fit_ask(&v[0], 12, true);
	fit_ask(&v[0], 40, false);
	fit_ask(&v[0], 7, true);
	fit_ask(&v[1], 30, false);
	assert_int_equal(v[0].wish, 40);
	assert_int_equal(v[0].least, 12);
	assert_int_equal(fit_widths(v, 2, 23), 0);
	assert_int_equal(v[0].width, 12);
	assert_int_equal(v[1].width, 10);
	assert_int_equal(fit_widths(v, 2, 22), 23);
}

/* Texts whose values are themselves, cut to so many cells. */
static void cuts(const char *const *in, size_t n, size_t most, const char *const *out)
{
	struct arena arena = {0};
	struct str texts[8], values[8];

	for (size_t i = 0; i < n; i++)
		texts[i] = values[i] = str_of(in[i]);
	alike_cut(texts, values, n, most, &arena);
	for (size_t i = 0; i < n; i++) {
		if (!str_is(texts[i], out[i]))
			fail_msg("%s: '%.*s', wanted '%s'", in[i],
			    (int)texts[i].n, texts[i].p, out[i]);
	}
	arena_free(&arena);
}

static void test_alike(void **state)
{
	(void)state;
	/* alike in the first 4 and the last 4 */
	cuts((const char *[]){"gemm_128x64_nn", "gemm_256x64_nn",
		 "gemm_128x64_nn", "gemm_512x64_nn", "relu"},
	    5, 10,
	    (const char *[]){"gemm..4_nn", "gem.._nn~2", "gemm..4_nn",
		"gem.._nn~3", "relu"});
	/* what is not cut keeps its text, wherever it stands */
	cuts((const char *[]){"gemm_128x64_nn", "gemm..4_nn"}, 2, 10,
	    (const char *[]){"gem.._nn~2", "gemm..4_nn"});
	/* also where that is a marked one: ~2 is taken */
	cuts((const char *[]){"gem.._nn~2", "gemm_128x64_nn", "gemm_256x64_nn"},
	    3, 10, (const char *[]){"gem.._nn~2", "gemm..4_nn", "gem.._nn~3"});
	cuts((const char *[]){"abcdef", "abcxef"}, 2, 4,
	    (const char *[]){"a..f", "..~2"});
}

/* Values that differ may look the same without being cut. */
static void test_same_text(void **state)
{
	struct str texts[] = {STR("na"), STR("na"), STR("na")};
	const struct str values[] = {STR("unknown"), STR("text"), STR("unknown")};
	struct arena arena = {0};

	(void)state;
	alike_cut(texts, values, 3, SIZE_MAX, &arena);
	assert_true(str_is(texts[0], "na"));
	assert_true(str_is(texts[1], "na~2"));
	assert_true(str_is(texts[2], "na"));
	arena_free(&arena);
}

/* Very many that look alike take no more than their number. */
static void test_many(void **state)
{
	enum { N = 20000 };
	struct arena arena = {0};
	struct str *texts = arena_array(&arena, N, sizeof *texts);
	struct str *values = arena_array(&arena, N, sizeof *values);
	char text[32];

	(void)state;
	for (int i = 0; i < N; i++) {
		memcpy(text, "kernel_00000_of_all", 20);
		for (int k = 0, rest = i; k < 5; k++, rest /= 10)
			text[11 - k] = (char)('0' + rest % 10);
		texts[i] = values[i] =
		    (struct str){arena_text(&arena, text, 19), 19};
	}
	alike_cut(texts, values, N, 12, &arena);
	assert_true(str_is(texts[0], "kerne..f_all"));
	assert_true(str_is(texts[1], "kern.._all~2"));
	assert_true(str_is(texts[N - 1], "ke..ll~20000"));
	arena_free(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_widths),
	    cmocka_unit_test(test_ask),
	    cmocka_unit_test(test_alike),
	    cmocka_unit_test(test_same_text),
	    cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
