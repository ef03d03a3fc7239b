/*
 * test_width.c - cells of a terminal: of characters, of texts, and texts cut to
 * them.
 */
#define _XOPEN_SOURCE 700 /* wcwidth */
#include "prof/show/width.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <wchar.h>
#include <cmocka.h>

#define E_ACUTE "\xc3\xa9"
#define ACUTE "\xcc\x81" /* U+0301, which combines */
#define ZHONG "\xe4\xb8\xad"
#define SMILE "\xf0\x9f\x98\x80"
#define ZWJ "\xe2\x80\x8d"

/* From EastAsianWidth.txt and UnicodeData.txt: the first and the last of
 * ranges, and those beside them. */
static void test_rune(void **state)
{
	static const struct {
		uint32_t rune;
		unsigned width;
	} wanted[] = {
	    {'a', 1},
	    {0x7e, 1},
	    {0xa0, 1},
	    {0xad, 1}, /* the soft hyphen is drawn */
	    {0x2ff, 1},
	    {0x300, 0},
	    {0x36f, 0},
	    {0x370, 1},
	    {0x10ff, 1},
	    {0x1100, 2},
	    {0x115f, 2},
	    {0x1160, 0},
	    {0x11ff, 0},
	    {0x1200, 1},
	    {0x200b, 0},
	    {0x200d, 0},
	    {0x2010, 1},
	    {0x2500, 1}, /* lines are ambiguous, which is narrow */
	    {0x2e80, 2},
	    {0x303e, 2},
	    {0x303f, 1},
	    {0x3041, 2},
	    {0x4e2d, 2},
	    {0xac00, 2},
	    {0xd7a3, 2},
	    {0xd7a4, 1},
	    {0xfe0f, 0},
	    {0xff01, 2},
	    {0xff60, 2},
	    {0xff61, 1},
	    {0xffe6, 2},
	    {0xfffd, 1},
	    {0x1f5ff, 2},
	    {0x1f600, 2},
	    {0x20000, 2},
	    {0x3fffd, 2},
	    {0xe0001, 0},
	    {0x10fffd, 1},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		if (width_rune(wanted[i].rune) != wanted[i].width)
			fail_msg("U+%04X: %u, wanted %u", (unsigned)wanted[i].rune,
			    width_rune(wanted[i].rune), wanted[i].width);
	}
}

/* Every character that the system's UTF-8 locale knows, where it is of the same
 * Unicode: U+FBC2 is of 14, U+1FAF7 of 15. */
static void test_as_wcwidth(void **state)
{
	locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t old = utf8 ? uselocale(utf8) : (locale_t)0;
	unsigned wrong = 0;

	(void)state;
	if (!utf8)
		skip();
	for (uint32_t rune = 0xa0; rune < 0x110000; rune++) {
		int width = wcwidth((wchar_t)rune);

		wrong += width >= 0 && (unsigned)width != width_rune(rune);
	}
	if (wcwidth(0xfbc2) < 0 || wcwidth(0x1faf7) >= 0)
		wrong = 0;
	uselocale(old);
	freelocale(utf8);
	assert_int_equal(wrong, 0);
}

static void test_text(void **state)
{
	(void)state;
	assert_int_equal(width_of(STR("")), 0);
	assert_int_equal(width_of(STR("relu")), 4);
	assert_int_equal(width_of(STR("e" ACUTE)), 1);
	assert_int_equal(width_of(STR(ZHONG ZHONG "x")), 5);
	assert_int_equal(width_of(STR(SMILE)), 2);
}

static void cuts(const char *text, size_t most, const char *wanted, size_t width)
{
	struct strbuf b = {0};
	size_t got = width_cut(str_of(text), most, &b);

	strbuf_char(&b, '\0');
	assert_string_equal(b.p, wanted);
	assert_int_equal(got, width);
	assert_int_equal(width_of(str_of(b.p)), width);
	strbuf_free(&b);
}

/* Of an odd rest the beginning has one more; half a wide character is none. */
static void test_cut(void **state)
{
	(void)state;
	cuts("0123456789", 10, "0123456789", 10);
	cuts("0123456789a", 10, "0123..789a", 10);
	cuts("0123456789a", 9, "0123..89a", 9);
	cuts("0123456789a", 3, "0..", 3);
	cuts("0123456789a", 2, "..", 2);
	cuts("0123456789a", 1, ".", 1);
	cuts("0123456789a", 0, "", 0);
	/* 4 cells in front, 4 behind */
	cuts(ZHONG ZHONG ZHONG ZHONG ZHONG ZHONG, 10,
	    ZHONG ZHONG ".." ZHONG ZHONG, 10);
	/* 4 in front, 3 behind, of which 1 is left over */
	cuts(ZHONG ZHONG ZHONG ZHONG ZHONG ZHONG, 9, ZHONG ZHONG ".." ZHONG, 8);
	/* 3 in front hold one character and leave its half to the other side */
	cuts(ZHONG ZHONG "456789abcdef", 7, ZHONG "..def", 7);
	/* an accent stays on its letter, and does not lead the end */
	cuts("abcde" ACUTE "fghijklmnop", 12, "abcde" ACUTE "..lmnop", 12);
	cuts("0123456e" ACUTE "89ab", 8, "012..9ab", 8);
	cuts("01234567" ACUTE "89", 8, "012..7" ACUTE "89", 8);
	cuts("01234567" ACUTE "89", 7, "012..89", 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_rune),
	    cmocka_unit_test(test_as_wcwidth),
	    cmocka_unit_test(test_text),
	    cmocka_unit_test(test_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
