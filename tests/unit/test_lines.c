/*
 * test_lines.c - lines of a table: padding, texts that are cut, numbers that
 * are wider than their columns.
 */
#include "prof/show/lines.h"

#include <stdlib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "common/nelems.h"

enum { COLUMNS = 4 };

static const struct column words = {.key = "op", .kind = CELL_STR};
static const struct column numbers = {.key = "n", .kind = CELL_INT};

/*
 * A width and a text for each column; numbers are whole and set flush right.
 */
static const struct {
	size_t most;
	const char *line;
	struct {
		size_t width;
		const char *text;
	} cells[COLUMNS];
} lines[] = {
    /* padding, but none at the end */
    {20, "ab       12", {{5, "ab"}, {5, "12"}}},
    {20, "   12 ab", {{5, "12"}, {5, "ab"}}},
    {20, "", {{5, ""}, {5, ""}}},
    {20, "a    b", {{4, "a"}, {4, "b"}}},
    /* a text is cut to its column: (4 - 2 + 1) / 2 = 1 in front of the gap */
    {20, "a..f", {{4, "abcdef"}}},
    {20, "abcd", {{4, "abcd"}}},
    /* 3 more for the number: of the padding of 4 before it */
    {9, "ab  12345", {{6, "ab"}, {2, "12345"}}},
    /* no padding, but a line of 12 has room for 3 + 1 + 5 */
    {12, "abc 12345", {{3, "abc"}, {2, "12345"}}},
    /* of 3 that it needs 2 are free, 1 is of the text, which may go down to 10;
     * then all 3 */
    {17, "abcde..ijkl 12345", {{12, "abcdefghijkl"}, {2, "12345"}}},
    {17, "abcde..klmn 12345", {{14, "abcdefghijklmn"}, {2, "12345"}}},
    /* 1 down to 10, 3 more down to 7 */
    {14, "abc..jk 123456", {{11, "abcdefghijk"}, {2, "123456"}}},
    /* nothing is left to give */
    {5, ".. 123456", {{3, "abc"}, {1, "123456"}}},
    /* the nearest before it gives first, then what stands behind it */
    {12, "a  123 b", {{4, "a"}, {1, "123"}, {5, "b"}}},
    {14, "a  b 1234 c", {{3, "a"}, {3, "b"}, {1, "1234"}, {4, "c"}}},
    {14, "a b 12345 c", {{2, "a"}, {3, "b"}, {1, "12345"}, {5, "c"}}},
    {8, "1234 a b", {{1, "1234"}, {4, "a"}, {2, "b"}}},
    /* what one number took of the room is gone for the next */
    {11, "123 123 a..", {{1, "123"}, {1, "123"}, {5, "abcde"}}},
    {13, "123 123 abcde", {{1, "123"}, {1, "123"}, {5, "abcde"}}},
    /* numbers give their padding alone */
    {9, "12 12345", {{5, "12"}, {2, "12345"}}},
};

static void test_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < NELEMS(lines); i++) {
		struct place places[COLUMNS];
		struct text texts[COLUMNS];
		struct strbuf b = {0};
		size_t n = 0;

		for (; n < COLUMNS && lines[i].cells[n].text; n++) {
			const char *s = lines[i].cells[n].text;
			bool number = *s >= '0' && *s <= '9';

			places[n] = (struct place){.col = number ? &numbers : &words,
			    .width = lines[i].cells[n].width};
			texts[n] = (struct text){str_of(s), strlen(s), number};
		}
		strbuf_text(&b, "| ");
		lines_put(places, texts, n, lines[i].most, &b);
		if (b.n != strlen(lines[i].line) + 3 || b.p[b.n - 1] != '\n' ||
		    memcmp(b.p + 2, lines[i].line, b.n - 3) != 0)
			fail_msg("%zu: '%.*s', wanted '%s'", i, (int)b.n, b.p,
			    lines[i].line);
		strbuf_free(&b);
	}
}

static struct place place(
    enum cell_kind kind, const char *key, const char *label, const char *unit)
{
	struct column *col = calloc(1, sizeof *col);

	*col = (struct column){.key = key, .label = label, .kind = kind};
	return (struct place){.col = col, .scale.unit = unit};
}

/* The first of several times says their unit, if they have one. */
static void test_headers(void **state)
{
	struct place v[] = {
	    place(CELL_STR, "op", NULL, ""),
	    place(CELL_TIME, "sil", "time", "us"),
	    place(CELL_TIME, "mean", NULL, "us"),
	    place(CELL_REAL, "share", NULL, "%"),
	    place(CELL_TIME, "max", NULL, "us"),
	};
	static const struct {
		const char *unit; /* of the last */
		const char *headers[5];
	} cases[] = {
	    {"us", {"op", "time(us)", "mean", "share(%)", "max"}},
	    {"ms", {"op", "time(us)", "mean(us)", "share(%)", "max(ms)"}},
	};
	struct arena arena = {0};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		struct text *texts;

		v[4].scale.unit = cases[i].unit;
		texts = lines_headers(v, NELEMS(v), &arena);
		for (size_t k = 0; k < NELEMS(v); k++) {
			assert_true(str_is(texts[k].s, cases[i].headers[k]));
			assert_int_equal(texts[k].width, texts[k].s.n);
			assert_true(texts[k].whole);
		}
	}
	for (size_t k = 0; k < NELEMS(v); k++)
		free((void *)(uintptr_t)v[k].col);
	arena_free(&arena);
}

/* Texts and lists may be cut, all else may not; a list of one number is a
 * number. A list has a brief form; blanks at the end are not shown. */
static void test_texts(void **state)
{
	static const struct str strs[] = {{"ab", 2}, {"c ", 2}};
	static const int64_t ids[] = {7, 8};
	static const struct {
		struct cell cell;
		const char *text;
		bool whole;
	} cases[] = {
	    {{.kind = CELL_STR, .s = {"relu  ", 6}}, "relu", false},
	    {{.kind = CELL_STR, .s = {"\033", 1}}, "\\x1b", false},
	    {{.kind = CELL_LIST, .joiner = ':', .list = {strs, 2}}, "ab:c", false},
	    {{.kind = CELL_LIST, .joiner = ':', .list = {strs, 2}, .brief = {"b", 1}},
		"b", false},
	    {{.kind = CELL_INTS, .joiner = ',', .ints = {ids, 2}}, "7,8", false},
	    {{.kind = CELL_INTS, .joiner = ',', .ints = {ids, 1}}, "7", true},
	    {{.kind = CELL_INT, .i = -5}, "-5", true},
	    {{.kind = CELL_DIM3, .dim3 = {1, 2, 3}}, "1,2,3", true},
	    {{.kind = CELL_NA}, "na", true},
	    {{.kind = CELL_NONE}, "-", true},
	};
	const struct place at = {
	    .col = &words, .scale = {.unit = "", .per = 1, .all = true}};
	struct out o = {.format = &out_space};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		struct strbuf b = {0};
		struct text t;

		strbuf_text(&b, "  ");
		t = lines_text(&at, &o, &cases[i].cell, &b);
		if (!str_is(t.s, cases[i].text) || t.whole != cases[i].whole ||
		    t.width != t.s.n)
			fail_msg("%zu: '%.*s'", i, (int)t.s.n, t.s.p);
		strbuf_free(&b);
	}
	strbuf_free(&o.scratch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_lines),
	    cmocka_unit_test(test_headers),
	    cmocka_unit_test(test_texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
