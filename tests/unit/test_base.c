/*
 * test_base.c - arena, strings, checked numbers, interning, UTF-8.
 */
#include "common/arena.h"
#include "common/ascii.h"
#include "common/die.h"
#include "common/intern.h"
#include "common/num.h"
#include "common/str.h"
#include "common/vec.h"

#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <cmocka.h>

#include "tests/unit/child.h"
#include "tests/utf8_text.h"

static void test_arena(void **state)
{
	struct arena a = {0};
	char *p[100], *text;
	int64_t *v;
	size_t i;

	(void)state;
	/* Any size, zero too, is a place of its own, aligned for any type. */
	for (i = 0; i < 100; i++) {
		p[i] = arena_alloc(&a, i);
		assert_int_equal((uintptr_t)p[i] % _Alignof(max_align_t), 0);
		if (i)
			assert_true(p[i] != p[i - 1]);
		memset(p[i], (int)i, i);
	}
	for (i = 1; i < 100; i++) {
		assert_int_equal(p[i][0], i);
		assert_int_equal(p[i][i - 1], i);
	}

	/* Larger than any block, then small again. */
	memset(arena_alloc(&a, 10 << 20), 1, 10 << 20);
	text = arena_text(&a, "ab\0cd", 5);
	assert_memory_equal(text, "ab\0cd", 6);
	assert_string_equal(arena_text(&a, NULL, 0), "");
	v = arena_array(&a, 1000, sizeof *v);
	for (i = 0; i < 1000; i++)
		assert_int_equal(v[i], 0);
	assert_non_null(arena_array(&a, 0, 8));
	assert_non_null(arena_array(&a, 8, 0));

	/* What was used may be dirty, and an array is still zeroed. */
	memset(arena_alloc(&a, 4096), 0xFF, 4096);
	arena_reset(&a);
	v = arena_array(&a, 100000, sizeof *v);
	for (i = 0; i < 100000; i++)
		assert_int_equal(v[i], 0);
	arena_reset(&a);
	arena_reset(&a);
	arena_free(&a);
	assert_null(a.head);
	arena_free(&a);
	arena_reset(&a); /* of nothing */
	arena_free(&a);
}

/* A reset arena that is filled again to the same size asks for no more: the
 * largest block is kept. */
static void test_arena_reuse(void **state)
{
	struct arena a = {0};
	void *kept;
	int i;

	(void)state;
	arena_alloc(&a, 3 << 20);
	arena_reset(&a);
	kept = a.head;
	for (i = 0; i < 10; i++) {
		arena_alloc(&a, 1 << 20);
		arena_alloc(&a, 1 << 20);
		assert_ptr_equal(a.head, kept);
		arena_reset(&a);
	}
	arena_free(&a);
}

#if defined __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define IS_GAP(p) (__asan_address_is_poisoned(p) != 0)
#define IS_OURS(p) (!__asan_address_is_poisoned(p))
#else
#define IS_GAP(p) ((p) != NULL)
#define IS_OURS(p) ((p) != NULL)
#endif

/* One byte past a piece is none of it, whatever was asked for; after a reset
 * nothing is.  Only sanitizers can tell. */
static void test_arena_gaps(void **state)
{
	struct arena a = {0};
	char *first = arena_alloc(&a, 16), *p;

	(void)state;
	for (size_t n = 0; n < 40; n++) {
		p = arena_alloc(&a, n);
		for (size_t i = 0; i < n; i++)
			assert_true(IS_OURS(p + i));
		assert_true(IS_GAP(p + n));
		assert_true(IS_GAP(p - 1));
	}
	assert_true(IS_OURS(first));
	arena_reset(&a);
	assert_true(IS_GAP(first));
	arena_free(&a);
}

#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__
/* Touch each page of a block, and free it; how many faults that was. */
static long touch(size_t size)
{
	struct rusage before, after;
	volatile char *p = arena_xmalloc(size);
	size_t i;

	getrusage(RUSAGE_SELF, &before);
	for (i = 0; i < size; i += 4096)
		p[i] = 1;
	getrusage(RUSAGE_SELF, &after);
	free((void *)p);
	return after.ru_minflt - before.ru_minflt;
}

/* What is freed is had again without asking the kernel: of 40 MB, 10240 pages
 * of 4 KiB, each faults once. */
static void keep(const void *size)
{
	arena_keep();
	touch(*(const size_t *)size);
	if (touch(*(const size_t *)size) < 100)
		die_put("kept", 4);
}

static void test_arena_keep(void **state)
{
	static struct child c;
	size_t size = 40 * 1024 * 1024;

	(void)state;
	child_run(&c, keep, &size);
	assert_string_equal(c.err, "kept");
}
#else
static void test_arena_keep(void **state)
{
	(void)state;
	arena_keep(); /* does nothing */
}
#endif

static void overflow(const void *how)
{
	struct arena a = {0};
	struct strbuf b = {0};

	die_init("prog");
	switch (*(const int *)how) {
	case 0: /* 2^63 * 2 = 2^64 */
		arena_array(&a, (size_t)1 << 63, 2);
		break;
	case 1:
		arena_alloc(&a, SIZE_MAX);
		break;
	case 2:
		arena_text(&a, NULL, SIZE_MAX);
		break;
	case 3:
		arena_xrealloc(NULL, (size_t)1 << 62, 8);
		break;
	case 4:
		strbuf_char(&b, 'x');
		strbuf_reserve(&b, SIZE_MAX);
		break;
	}
}

static void test_no_memory(void **state)
{
	static struct child c;
	int how;

	(void)state;
	for (how = 0; how < 5; how++) {
		child_run(&c, overflow, &how);
		assert_string_equal(c.err, "prog: out of memory\n");
		assert_int_equal(c.status, 1);
	}
}

static void test_vec(void **state)
{
	VEC(int) v = {0};
	int i;

	(void)state;
	for (i = 0; i < 1000; i++)
		*vec_add(&v) = i;
	assert_int_equal(v.n, 1000);
	for (i = 0; i < 1000; i++)
		assert_int_equal(v.v[i], i);
	vec_free(&v);
	assert_null(v.v);
	assert_int_equal(v.n, 0);
	/* room that was asked for is not exceeded, nor taken away; none is made
	 * twice */
	vec_room(&v, 3);
	assert_int_equal(v.room, 3);
	for (i = 0; i < 3; i++)
		*vec_add(&v) = i;
	assert_int_equal(v.room, 3);
	vec_room(&v, 2);
	assert_int_equal(v.room, 3);
	*vec_add(&v) = 3;
	assert_int_equal(v.room, 6);
	for (i = 0; i < 4; i++)
		assert_int_equal(v.v[i], i);
	vec_free(&v);
}

static void test_str(void **state)
{
	struct str absent = {NULL, 0}, zero = {"a\0b", 3}, s = STR("abc");

	(void)state;
	assert_true(str_eq(absent, STR("")));
	assert_true(str_eq(zero, zero));
	assert_false(str_eq(zero, STR("a")));
	assert_true(str_cmp(STR("a"), STR("b")) < 0);
	assert_true(str_cmp(STR("ab"), STR("a")) > 0);
	assert_true(str_cmp(STR("a"), zero) < 0);
	assert_true(str_cmp(STR("\x80"), STR("z")) > 0); /* unsigned bytes */
	assert_int_equal(str_cmp(absent, absent), 0);

	assert_true(str_starts(STR("abc"), "ab"));
	assert_true(str_starts(absent, ""));
	assert_false(str_starts(STR("a"), "ab"));
	assert_true(str_ends(STR("abc"), "bc"));
	assert_false(str_ends(STR("bc"), "abc"));

	assert_false(str_skip(&s, "b"));
	assert_true(str_is(s, "abc"));
	assert_true(str_skip(&s, "ab"));
	assert_true(str_is(s, "c"));
	assert_false(str_skip(&s, "cd"));
	assert_true(str_skip(&s, "c") && s.n == 0);
	assert_true(str_skip(&s, "") && !str_skip(&s, "c"));
	assert_true(str_skip(&absent, ""));

	assert_ptr_equal(str_find(zero, "b"), zero.p + 2);
	assert_null(str_find(STR("aaab"), "aab "));
	assert_non_null(str_find(STR("aaab"), "aab"));
	assert_null(str_find(STR("ab"), "abc"));
	assert_null(str_find(absent, "a"));
	assert_true(str_has(STR("x"), ""));
}

/* What the last call appended. */
static void assert_appended(struct strbuf *b, const char *want)
{
	strbuf_char(b, '\0');
	assert_string_equal(b->p, want);
	b->n = 0;
}

/* Each byte, against the ctype.h of the C locale. */
static void test_ascii(void **state)
{
	int i;
	char c;

	(void)state;
	for (i = 0; i < 256; i++) {
		c = (char)i;
		assert_int_equal(is_digit(c), isdigit(i) != 0);
		assert_int_equal(is_upper(c), isupper(i) != 0);
		assert_int_equal(is_lower(c), islower(i) != 0);
		assert_int_equal(is_letter(c), isalpha(i) != 0);
		assert_int_equal(is_blank(c), isblank(i) != 0);
		assert_int_equal(to_lower(c), (char)tolower(i));
	}
}

static void test_strbuf(void **state)
{
	struct strbuf b = {0};
	int i;

	(void)state;
	assert_true(str_is(strbuf_get(&b), ""));
	strbuf_int(&b, INT64_MIN); /* -2^63 */
	assert_appended(&b, "-9223372036854775808");
	strbuf_int(&b, INT64_MAX);
	assert_appended(&b, "9223372036854775807");
	strbuf_uint(&b, UINT64_MAX); /* 2^64 - 1 */
	assert_appended(&b, "18446744073709551615");
	strbuf_int(&b, 0);
	assert_appended(&b, "0");

	/* Shortest that reads back. */
	strbuf_real(&b, 0.1);
	assert_appended(&b, "0.1");
	strbuf_real(&b, 1.0);
	assert_appended(&b, "1.0");
	strbuf_real(&b, -2.5e-300);
	assert_appended(&b, "-2.5e-300");
	strbuf_real(&b, 1.0 / 3.0);
	assert_appended(&b, "0.3333333333333333");
	strbuf_real(&b, nextafter(1.0, 2.0)); /* 1 + 2^-52 */
	assert_appended(&b, "1.0000000000000002");
	strbuf_real(&b, 1e22);
	assert_appended(&b, "1e+22");
	strbuf_real(&b, 5e-324); /* 2^-1074, of one binary digit */
	assert_appended(&b, "5e-324");

	/* A number is whole where it can be. */
	strbuf_number(&b, 7.0);
	assert_appended(&b, "7");
	strbuf_number(&b, -12.5);
	assert_appended(&b, "-12.5");
	strbuf_number(&b, 9007199254740992.0); /* 2^53 */
	assert_appended(&b, "9007199254740992");
	strbuf_number(&b, 9007199254740994.0); /* 2^53 + 2: no shorter text */
	assert_appended(&b, "9007199254740994");
	strbuf_number(&b, 1e17);
	assert_appended(&b, "1e+17");

	strbuf_printf(&b, "%s %d", "abc", 42);
	assert_appended(&b, "abc 42");
	for (i = 0; i < 1000; i++)
		strbuf_printf(&b, "%03d", i);
	assert_int_equal(b.n, 3000);
	assert_memory_equal(b.p + 2997, "999", 3);
	strbuf_free(&b);
	assert_null(b.p);
}

/* Around each power of ten the number of digits changes. */
static void test_digits(void **state)
{
	struct strbuf b = {0};
	uint64_t power = 1;
	char want[64];
	int i, k;

	(void)state;
	for (i = 0; i < 20; i++, power *= 10)
		for (k = -1; k <= 1; k++) {
			uint64_t u = power + (uint64_t)k;

			b.n = 0;
			strbuf_uint(&b, u);
			snprintf(want, sizeof want, "%llu", (unsigned long long)u);
			assert_true(str_is(strbuf_get(&b), want));
		}
	strbuf_free(&b);
}

static void test_real(void **state)
{
	static const struct {
		const char *text;
		bool good;
		double value;
	} cases[] = {
	    {"0", true, 0},
	    {"-1.5", true, -1.5},
	    {"25e-2", true, 0.25},
	    {"", false, 0},
	    {"1.5x", false, 0},
	    {"1 2", false, 0},
	    {"inf", false, 0},
	    {"nan", false, 0},
	    {"1e400", false, 0},
	    /* 63 bytes, 64 */
	    {"000000000000000000000000000000000000000000000000000000000000001",
		true, 1},
	    {"0000000000000000000000000000000000000000000000000000000000000001",
		false, 0},
	};
	double f;
	size_t k;

	(void)state;
	for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		f = 77;
		assert_int_equal(num_real(cases[k].text, strlen(cases[k].text), &f),
		    cases[k].good);
		assert_true(f == (cases[k].good ? cases[k].value : 77));
	}
	/* what stands behind the n bytes does not matter */
	assert_true(num_real("12", 1, &f) && f == 1);
	assert_false(num_real(NULL, 0, &f));
}

static void test_num(void **state)
{
	static const struct {
		const char *text;
		bool good;
		int64_t value;
	} cases[] = {
	    {"0", true, 0},
	    {"-0", true, 0},
	    {"007", true, 7},
	    {"9223372036854775807", true, INT64_MAX},
	    {"-9223372036854775808", true, INT64_MIN},
	    {"9223372036854775808", false, 0},
	    {"-9223372036854775809", false, 0},
	    {"18446744073709551616", false, 0},
	    {"99999999999999999999999", false, 0},
	    {"", false, 0},
	    {"-", false, 0},
	    {"--1", false, 0},
	    {"+1", false, 0},
	    {" 1", false, 0},
	    {"1 ", false, 0},
	    {"1.0", false, 0},
	    {"0x10", false, 0},
	};
	uint64_t u;
	int64_t i;
	size_t k;

	(void)state;
	for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		i = 77;
		assert_int_equal(num_parse(cases[k].text, strlen(cases[k].text),
				     INT64_MIN, INT64_MAX, &i),
		    cases[k].good);
		assert_int_equal(i, cases[k].good ? cases[k].value : 77);
	}
	assert_false(num_parse(NULL, 0, 0, 9, &i));
	assert_true(num_parse("8", 1, 0, 8, &i));
	assert_false(num_parse("9", 1, 0, 8, &i));
	assert_false(num_parse("-1", 2, 0, 8, &i));
	assert_true(num_parse_u64("18446744073709551615", 20, &u));
	assert_true(u == UINT64_MAX);
	assert_false(num_parse_u64("18446744073709551616", 20, &u));
	assert_false(num_parse_u64("-1", 2, &u));

	/* 2^32 * 2^32 = 2^64 */
	assert_false(num_mul(UINT64_C(1) << 32, UINT64_C(1) << 32, &u));
	assert_true(num_mul(UINT64_C(1) << 32, UINT64_C(1) << 31, &u));
	assert_true(u == UINT64_C(1) << 63);
	assert_false(num_add(UINT64_MAX, 1, &u));
	assert_true(num_add(UINT64_MAX, 0, &u));
	assert_false(num_sub(INT64_MIN, 1, &i));
	assert_true(num_sub(INT64_MIN, -1, &i));
	assert_int_equal(i, INT64_MIN + 1);
}

/* Numbers that say why there is none: the smallest is 2^64 - 6. */
static void test_num_reason(void **state)
{
	const uint64_t bad = NUM_BAD, other = NUM_BAD + 3;
	const uint64_t two63 = UINT64_C(1) << 63, two61 = UINT64_C(1) << 61;

	(void)state;
	assert_true(bad == UINT64_MAX - 5 && NUM_OVERFLOW == UINT64_MAX);
	assert_true(num_times(6, 7) == 42);
	assert_true(num_plus(6, 7) == 13);
	assert_true(num_plus(num_times(0, two63), 0) == 0);

	/* 8 * (2^61 - 1) = 2^64 - 8 is still a count, and so is 1 more. */
	assert_true(num_times(8, two61 - 1) == UINT64_MAX - 7);
	assert_true(num_plus(UINT64_MAX - 7, 1) == UINT64_MAX - 6);
	/* 2 * (2^63 - 3) = 2^64 - 6 would be read as a reason. */
	assert_true(num_times(2, two63 - 3) == NUM_OVERFLOW);
	assert_true(num_plus(two63 - 3, two63 - 3) == NUM_OVERFLOW);
	assert_true(num_times(2, two63) == NUM_OVERFLOW);
	assert_true(num_plus(two63, two63) == NUM_OVERFLOW);

	/* A reason sticks on either side, and the first of two, even where the
	 * other factor is 0. */
	assert_true(num_times(bad, 2) == bad && num_times(2, bad) == bad);
	assert_true(num_plus(bad, 2) == bad && num_plus(2, bad) == bad);
	assert_true(num_times(0, other) == other && num_times(other, 0) == other);
	assert_true(num_times(other, bad) == other);
	assert_true(num_times(bad, other) == bad);
	assert_true(num_plus(other, bad) == other);
	assert_true(num_plus(bad, NUM_OVERFLOW) == bad);
	assert_true(num_plus(NUM_OVERFLOW, bad) == NUM_OVERFLOW);
}

static void test_intern(void **state)
{
	struct intern t = {0};
	char text[32];
	struct str s;
	uint32_t i;
	int n;

	(void)state;
	assert_int_equal(intern_add(&t, (struct str){NULL, 0}), 0);
	assert_int_equal(intern_add(&t, STR("")), 0);
	assert_int_equal(intern_add(&t, (struct str){"a\0b", 3}), 1);
	assert_int_equal(intern_add(&t, (struct str){"a\0c", 3}), 2);
	assert_int_equal(intern_add(&t, STR("a")), 3);

	/* Enough for the table to grow many times. */
	for (i = 0; i < 100000; i++) {
		n = snprintf(text, sizeof text, "text %u", i);
		s = (struct str){text, (size_t)n};
		assert_int_equal(intern_add(&t, s), i + 4);
	}
	for (i = 0; i < 100000; i++) {
		n = snprintf(text, sizeof text, "text %u", i);
		s = (struct str){text, (size_t)n};
		assert_int_equal(intern_add(&t, s), i + 4);
		assert_true(str_eq(intern_get(&t, i + 4), s));
		assert_int_equal(intern_get(&t, i + 4).p[n], '\0');
	}
	assert_int_equal(t.list.n, 100004);
	intern_free(&t);
	assert_int_equal(t.list.n, 0);
	intern_free(&t);
}

/* Every code point goes out and comes back; surrogates do not. */
static void test_utf8_round_trip(void **state)
{
	uint32_t rune, back;
	size_t n, want;
	char text[4];

	(void)state;
	for (rune = 0; rune <= 0x110000; rune++) {
		n = utf8_put(rune, text);
		assert_int_equal(utf8_next(text, n, &back), n);
		if ((rune >= 0xD800 && rune < 0xE000) || rune > 0x10FFFF) {
			assert_int_equal(back, 0xFFFD);
			continue;
		}
		want = rune < 0x80	? 1
		       : rune < 0x800	? 2
		       : rune < 0x10000 ? 3
					: 4;
		assert_int_equal(n, want);
		assert_int_equal(back, rune);
		/* Cut off, it is malformed. */
		assert_int_equal(utf8_next(text, n - 1, &back), 0);
	}
}

/*
 * Of all sequences just those are well-formed that a code point has:
 * two bytes: 0x800 - 0x80 = 1920; three: 0x10000 - 0x800 less 2048 surrogates =
 * 61440; four: 0x100000 = 2^20, of which 2 of 64 have a last byte 80 or BF:
 * 2^20 / 32 = 32768.
 */
static void test_utf8_malformed(void **state)
{
	static const int last[] = {0x7F, 0x80, 0xBF, 0xC0};
	unsigned a, b, c, two = 0, three = 0, four = 0;
	uint32_t rune;
	char t[4];
	size_t k;

	(void)state;
	for (a = 0; a < 256; a++) {
		t[0] = (char)a;
		for (b = 0; b < 256; b++) {
			t[1] = (char)b;
			two += utf8_next(t, 2, &rune) == 2;
			if (a < 0xC0)
				continue;
			for (c = 0; c < 256; c++) {
				t[2] = (char)c;
				three += utf8_next(t, 3, &rune) == 3;
				for (k = 0; a >= 0xF0 && k < 4; k++) {
					t[3] = (char)last[k];
					four += utf8_next(t, 4, &rune) == 4;
				}
			}
		}
	}
	assert_int_equal(two, 1920);
	assert_int_equal(three, 61440);
	assert_int_equal(four, 32768);
	assert_int_equal(utf8_next("", 0, &rune), 0);
}

static void test_utf8_repair(void **state)
{
	static const struct {
		const char *text;
		size_t n, bad;
		const char *want;
	} cases[] = {
	    {"", 0, 0, ""},
	    {"plain ascii text", 16, 0, "plain ascii text"},
	    {"caf\xC3\xA9 \xF0\x9F\x98\x80", 10, 0, "caf\xC3\xA9 \xF0\x9F\x98\x80"},
	    {"\xFF", 1, 1, "\xEF\xBF\xBD"},
	    {"12345678\xC3", 9, 1, "12345678\xEF\xBF\xBD"},
	    /* An overlong '/': two malformed bytes. */
	    {"a\xC0\xAF"
	     "b",
		4, 2,
		"a\xEF\xBF\xBD\xEF\xBF\xBD"
		"b"},
	    /* A surrogate: three. */
	    {"\xED\xA0\x80", 3, 3, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
	};
	struct strbuf b = {0};
	struct str s;
	size_t k;

	(void)state;
	for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		s = (struct str){cases[k].text, cases[k].n};
		assert_int_equal(utf8_valid(s), cases[k].bad == 0);
		assert_int_equal(utf8_repair(s, &b), cases[k].bad);
		assert_true(utf8_valid(strbuf_get(&b)));
		assert_appended(&b, cases[k].want);
	}
	assert_int_equal(utf8_repair((struct str){NULL, 0}, &b), 0);
	assert_true(utf8_valid((struct str){"a\0b", 3}));
	strbuf_free(&b);
}

static void test_lines(void **state)
{
	struct str rest = STR("a\n\nlast"), line;

	(void)state;
	assert_true(str_line(&rest, &line) && str_is(line, "a"));
	assert_true(str_line(&rest, &line) && line.n == 0);
	assert_true(str_line(&rest, &line) && str_is(line, "last"));
	assert_false(str_line(&rest, &line));
	rest = STR("b\n");
	assert_true(str_line(&rest, &line) && str_is(line, "b"));
	assert_false(str_line(&rest, &line));
	rest = (struct str){NULL, 0};
	assert_false(str_line(&rest, &line));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_real),
	    cmocka_unit_test(test_lines),
	    cmocka_unit_test(test_arena),
	    cmocka_unit_test(test_arena_reuse),
	    cmocka_unit_test(test_arena_gaps),
	    cmocka_unit_test(test_arena_keep),
	    cmocka_unit_test(test_no_memory),
	    cmocka_unit_test(test_vec),
	    cmocka_unit_test(test_str),
	    cmocka_unit_test(test_ascii),
	    cmocka_unit_test(test_strbuf),
	    cmocka_unit_test(test_digits),
	    cmocka_unit_test(test_num),
	    cmocka_unit_test(test_num_reason),
	    cmocka_unit_test(test_intern),
	    cmocka_unit_test(test_utf8_round_trip),
	    cmocka_unit_test(test_utf8_malformed),
	    cmocka_unit_test(test_utf8_repair),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
