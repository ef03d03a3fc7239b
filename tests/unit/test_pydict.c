/*
 * test_pydict.c - Python literals, as repr() writes them and worse.
 *
 * Expected values are what Python 3's ast.literal_eval gives, or, where that
 * refuses, what pydict.h promises.
 */
#include "parse/mark/pydict.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static struct arena arena;

/* Parse a copy of just this size, so that a read past its end is found. */
static int parse_bytes(const char *text, size_t n, struct py *v, struct err *err)
{
	char *exact = malloc(n ? n : 1);
	struct str s = {exact, n};
	int got;

	assert_non_null(exact);
	if (n)
		memcpy(exact, text, n);
	arena_reset(&arena);
	/* values may lie in the text: keep it in the arena's time */
	got = pydict_parse(s, &arena, v, err);
	if (got == 0 && v->kind == PY_STR)
		v->text.p = arena_text(&arena, v->text.p, v->text.n);
	free(exact);
	return got;
}

static struct py parse(const char *text)
{
	struct err err;
	struct py v;

	arena_reset(&arena);
	if (pydict_parse(str_of(text), &arena, &v, &err) != 0)
		fail_msg("%s: %s", text, err.text);
	return v;
}

static void is_text(const struct py *v, const char *want)
{
	assert_int_equal(v->kind, PY_STR);
	assert_int_equal(v->text.n, strlen(want));
	assert_memory_equal(v->text.p, want, v->text.n);
}

static void strings(void **state)
{
	static const struct {
		const char *source, *want;
	} cases[] = {
	    {"''", ""},
	    {"'abc'", "abc"},
	    {"\"it's\"", "it's"},
	    {"'say \"hi\"'", "say \"hi\""},
	    {"'it\\'s'", "it's"},
	    {"'a\\\\n'", "a\\n"},
	    {"'\\n\\t\\r\\a\\b\\f\\v'", "\n\t\r\a\b\f\v"},
	    {"'\\x41\\x7e'", "A~"},
	    {"'\\xe9'", "\xc3\xa9"},	   /* U+00E9 */
	    {"'\\u6f22'", "\xe6\xbc\xa2"}, /* U+6F22 */
	    {"'\\U0001F600'", "\xf0\x9f\x98\x80"},
	    {"'\\udc80'", "\xef\xbf\xbd"},   /* half a pair: U+FFFD */
	    {"'\\101\\7x\\1234'", "A\axS4"}, /* octal: up to three digits */
	    {"'\\N{BULLET}'", "\\N{BULLET}"},
	    {"'\\q\\x4'", "\\q\\x4"}, /* unknown: kept */
	    {"'a\\\nb'", "ab"},	      /* joined lines */
	    {"r'a\\nb'", "a\\nb"},
	    {"R'a\\'b'", "a\\'b"},	     /* the backslash stays too */
	    {"b'\\x41\\u0041'", "A\\u0041"}, /* \u is none in bytes */
	    {"u'x'", "x"},
	    {"rb'\\x'", "\\x"},
	    {"Br'\\x'", "\\x"},
	    {"'''it's'''", "it's"},
	    {"\"\"\"a\"b\"\"c\"\"\"", "a\"b\"\"c"},
	    {"''''a'''", "'a"},
	    {"''''''", ""},
	    {"'a' 'b'\"c\"", "abc"},
	    {"'a\\n' r'\\n' 'c'", "a\n\\nc"},
	    {"'' ''", ""},
	    {"('a' 'b')", "ab"},
	    {"  'x'\n", "x"},
	    {"'caf\xc3\xa9'", "caf\xc3\xa9"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct py v = parse(cases[i].source);

		is_text(&v, cases[i].want);
	}
}

static void nul_in_string(void **state)
{
	struct py v;

	(void)state;
	assert_int_equal(parse_bytes("'a\0b\\0'", 7, &v, NULL), 0);
	assert_int_equal(v.text.n, 4);
	assert_memory_equal(v.text.p, "a\0b\0", 4);
}

static void integers(void **state)
{
	static const struct {
		const char *source;
		int64_t want;
	} cases[] = {
	    {"0", 0},
	    {"-7", -7},
	    {"+5", 5},
	    {"- 3", -3},
	    {"007", 7},
	    {"1_000", 1000},
	    {"0x1F", 31},
	    {"-0b101", -5},
	    {"0o17", 15},
	    {"10L", 10},
	    {"(4)", 4},
	    {"9223372036854775807", INT64_MAX},
	    {"-9223372036854775808", INT64_MIN},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct py v = parse(cases[i].source);

		assert_int_equal(v.kind, PY_INT);
		assert_true(v.i == cases[i].want);
	}
}

static void floats(void **state)
{
	static const struct {
		const char *source;
		double want;
	} cases[] = {
	    {"0.5", 0.5}, {"1e-05", 1e-05}, {"-2.5E+300", -2.5e300}, {".5", 0.5},
	    {"1.", 1.0}, {"1_0.5", 10.5}, {"9.668195724487305", 9.668195724487305},
	    {"inf", INFINITY}, {"-inf", -INFINITY}, {"1e400", INFINITY},
	    {"9223372036854775808", 9223372036854775808.0}, /* 2^63 */
	    {"-9223372036854775809", -9223372036854775808.0},
	    {"0x10000000000000000", 18446744073709551616.0}, /* 2^64 */
	};
	struct py v;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		v = parse(cases[i].source);
		assert_int_equal(v.kind, PY_FLOAT);
		assert_true(v.f == cases[i].want);
		assert_true(str_is(v.text, cases[i].source));
	}
	v = parse("nan");
	assert_int_equal(v.kind, PY_FLOAT);
	assert_true(isnan(v.f));
	v = parse("-nan");
	assert_true(isnan(v.f));
}

static void names(void **state)
{
	static const char *const others[] = {
	    "Ellipsis",
	    "...",
	    "slice(0, 1, None)",
	    "torch.float16",
	    "device(type='cuda', index=0)",
	    "tensor([[1., 2.]], device='cuda:0')",
	    "f(')')",
	    "f(\"]\", '''(''')[0].g",
	    "set()",
	    "2j",
	    "1+2j",
	    "none",
	    "__import__('os').system('touch /tmp/x')",
	};
	struct py v;
	size_t i;

	(void)state;
	assert_int_equal(parse("None").kind, PY_NONE);
	v = parse("True");
	assert_true(v.kind == PY_BOOL && v.b);
	v = parse("False");
	assert_true(v.kind == PY_BOOL && !v.b);
	for (i = 0; i < sizeof others / sizeof *others; i++) {
		v = parse(others[i]);
		assert_int_equal(v.kind, PY_OTHER);
		assert_true(str_is(v.text, others[i]));
	}
	assert_int_equal(parse("(1+2j)").kind, PY_OTHER);
}

static void containers(void **state)
{
	const struct py *got;
	struct py v;

	(void)state;
	v = parse("[]");
	assert_true(v.kind == PY_LIST && v.n == 0);
	v = parse("()");
	assert_true(v.kind == PY_TUPLE && v.n == 0);
	v = parse("{}");
	assert_true(v.kind == PY_DICT && v.n == 0);
	v = parse("(1,)");
	assert_true(v.kind == PY_TUPLE && v.n == 1 && v.items[0].i == 1);
	v = parse("[1, [2, (3, 4)], ]");
	assert_true(v.kind == PY_LIST && v.n == 2);
	assert_true(v.items[1].kind == PY_LIST && v.items[1].n == 2);
	assert_true(v.items[1].items[1].kind == PY_TUPLE);
	assert_true(v.items[1].items[1].items[1].i == 4);
	assert_true(str_is(v.items[1].text, "[2, (3, 4)]"));
	v = parse("{1, 2}");
	assert_true(v.kind == PY_LIST && v.n == 2 && v.items[1].i == 2);
	v = parse("{1}");
	assert_true(v.kind == PY_LIST && v.n == 1);
	v = parse("{'a': 1, 'b': {'c': (None,)}, 3: 4, 'a': 5,}");
	assert_true(v.kind == PY_DICT && v.n == 8);
	assert_int_equal(pydict_get(&v, "a")->i, 5); /* the last one counts */
	got = pydict_get(pydict_get(&v, "b"), "c");
	assert_true(got && got->kind == PY_TUPLE);
	assert_null(pydict_get(&v, "3"));
	assert_null(pydict_get(got, "a"));
	assert_null(pydict_get(NULL, "a"));
}

static void refused(void **state)
{
	static const struct {
		const char *source, *why;
	} cases[] = {
	    {"", "byte 1: the text ends too early"},
	    {"  ", "byte 3: the text ends too early"},
	    {"'abc", "byte 5: the text ends within a string"},
	    {"'abc\\", "byte 6: the text ends within a string"},
	    {"[1, 2", "byte 6: the text ends too early"},
	    {"[1 2]", "byte 4: a comma is missing"},
	    {"[,]", "byte 2: no value"},
	    {"{'a' 1}", "byte 6: a comma is missing"},
	    {"{'a': }", "byte 7: no value"},
	    {"{'a': 1 'b': 2}", "byte 9: a comma is missing"},
	    {"{1, 2: 3}", "byte 6: a comma is missing"},
	    {"1 2", "byte 3: something follows the value"},
	    {"1x", "byte 2: a letter follows a number"},
	    {"0x", "byte 3: the text ends too early"},
	    {".", "byte 2: the text ends too early"},
	    {"-", "byte 2: the text ends too early"},
	    {"-None", "byte 6: a sign before a name"},
	    {"lambda: 0", "byte 7: something follows the value"},
	    {"1+1", "byte 2: something follows the value"},
	    {"f(]", "byte 3: brackets do not match"},
	    {"f(1", "byte 4: the text ends within brackets"},
	    {"\x01", "byte 1: no value"},
	};
	struct err err;
	struct py v;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *s = cases[i].source;

		assert_int_equal(parse_bytes(s, strlen(s), &v, &err), -1);
		assert_string_equal(err.text, cases[i].why);
		assert_int_equal(parse_bytes(s, strlen(s), &v, NULL), -1);
	}
}

/* n times the text */
static char *repeat(const char *text, size_t n)
{
	size_t length = strlen(text), i;
	char *p = malloc(n * length + 1);

	assert_non_null(p);
	for (i = 0; i < n; i++)
		memcpy(p + i * length, text, length);
	p[n * length] = '\0';
	return p;
}

static void depth(void **state)
{
	static const char *const open[] = {"[", "(", "{1:", "{", "f(", "[{'a':("};
	struct err err;
	struct py v;
	char *text;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof open / sizeof *open; i++) {
		text = repeat(open[i], 10000);
		assert_int_equal(pydict_parse(str_of(text), &arena, &v, &err), -1);
		assert_non_null(strstr(err.text, "nested too deeply"));
		free(text);
	}
	/* 64 levels are allowed, 65 are not */
	text = repeat("[", 130);
	memset(text + 64, ']', 64);
	assert_int_equal(pydict_parse((struct str){text, 128}, &arena, &v, &err), 0);
	memset(text, '[', 65);
	memset(text + 65, ']', 65);
	assert_int_equal(
	    pydict_parse((struct str){text, 130}, &arena, &v, &err), -1);
	free(text);
	arena_reset(&arena);
}

/* 2^20 items are allowed, one more is not; what came before it is there. */
static void values(void **state)
{
	enum { MOST = 1 << 20, HEAD = 12 };
	char *text = repeat(",1", MOST + HEAD);
	struct str list = {text + HEAD, 2 * MOST + 1};
	struct err err;
	struct py v;

	(void)state;
	text[HEAD] = '[';
	text[HEAD + 2 * MOST] = ']';
	assert_int_equal(pydict_parse(list, &arena, &v, &err), 0);
	assert_int_equal(v.n, MOST);
	memcpy(text + HEAD + 2 * MOST, ",1]", 3);
	list.n += 2;
	assert_int_equal(pydict_parse(list, &arena, &v, &err), -1);
	assert_non_null(strstr(err.text, "too many values"));
	memcpy(text, "{'a':1,'b': ", HEAD);
	assert_int_equal(
	    pydict_pairs((struct str){text, HEAD + list.n}, &arena, &v), 0);
	assert_int_equal(v.n, 2);
	free(text);
	arena_reset(&arena);
}

/* A megabyte each of what might be looked at again and again; with quadratic
 * time this test would take hours. */
static void megabytes(void **state)
{
	static const struct {
		const char *head, *body, *tail;
		int want;
	} cases[] = {
	    {"'", "x", "'", 0},
	    {"'", "\\n", "'", 0},
	    {"'", "\\", "", -1},
	    {"", "'a' ", "", 0},
	    {"", "'a", "", -1},
	    {"", "r", "", 0},
	    {"", "'' ", "", 0},
	    {"[", "1, ", "]", 0},
	    {"[", "[], ", "]", 0},
	    {"[", "[], ", "", -1},
	    {"", "9", "", 0},
	    {"0x", "f", "", 0},
	    {"", "1_", "", 0},
	    {"1", ".1", "", -1},
	    {"a", ".a", "", 0},
	    {"a", "()", "", 0},
	    {"a(", "'", "", -1},
	    {"{", "'k': 1, ", "}", 0},
	    {"", " ", "", -1},
	    {"-", "-", "", -1},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *body =
		    repeat(cases[i].body, (1 << 20) / strlen(cases[i].body));
		struct strbuf b = {0};
		struct py v;

		strbuf_text(&b, cases[i].head);
		strbuf_text(&b, body);
		strbuf_text(&b, cases[i].tail);
		if (pydict_parse(strbuf_get(&b), &arena, &v, NULL) != cases[i].want)
			fail_msg("case %zu", i);
		pydict_pairs(strbuf_get(&b), &arena, &v);
		free(body);
		strbuf_free(&b);
		arena_reset(&arena);
	}
}

static void pairs(void **state)
{
	static const struct {
		const char *source;
		const char *keys; /* of the pairs that are kept */
	} cases[] = {
	    {"{'a': 'x', 'b': 2}", "ab"},
	    {" {'a': 'x', 'b': 2", "a"}, /* 2 may have been 25 */
	    {"{'a': 'x', 'b': 2,", "ab"},
	    {"{'a': 'x', 'b': [2", "a"},
	    {"{'a': 'x', 'b': [2]", "ab"},
	    {"{'a': 'x', 'b': ['y', {'c': 1}, ", "a"},
	    {"{'a': 'x', 'b': 'y", "a"},
	    {"{'a': 'x', 'b': ", "a"},
	    {"{'a': 'x', 'b'", "a"},
	    {"{'a': 'x', ", "a"},
	    {"{'a': 'x'", "a"},
	    {"{'a': None", ""},
	    {"{'a': '", ""},
	    {"{'a", ""},
	    {"{", ""},
	    {"{}", ""},
	    {"{'a': 'x', 'b': <object>, 'c': 1}", "a"},
	    {"{'a': 'x'} and more", "a"},
	    {"{'a'}", ""},
	};
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct py v;

		arena_reset(&arena);
		assert_int_equal(
		    pydict_pairs(str_of(cases[i].source), &arena, &v), 0);
		assert_int_equal(v.kind, PY_DICT);
		assert_int_equal(v.n, 2 * strlen(cases[i].keys));
		for (k = 0; k < v.n; k += 2) {
			char key[2] = {cases[i].keys[k / 2], '\0'};

			is_text(&v.items[k], key);
		}
	}
}

static void no_pairs(void **state)
{
	struct py v;

	(void)state;
	assert_int_equal(pydict_pairs(STR(""), &arena, &v), -1);
	assert_int_equal(pydict_pairs(STR("['a']"), &arena, &v), -1);
	assert_int_equal(pydict_pairs(STR("layer:{}"), &arena, &v), -1);
}

/* Whatever the bytes, parsing ends and stays within them. */
static void any_bytes(void **state)
{
	static const char alphabet[] = "'\"\\[](){},:.-+rbuxN0159ej_ \n\xc3";
	uint64_t x = 88172645463325252u;
	char text[48];
	size_t i, k, n;

	(void)state;
	for (i = 0; i < 50000; i++) {
		struct py v;

		for (k = 0; k < sizeof text; k++) {
			x ^= x << 13, x ^= x >> 7, x ^= x << 17;
			text[k] = alphabet[x % (sizeof alphabet - 1)];
		}
		n = x >> 32 & 31;
		parse_bytes(text, n, &v, NULL);
		parse_bytes(text, sizeof text, &v, NULL);
	}
}

static int free_arena(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(strings),
	    cmocka_unit_test(nul_in_string),
	    cmocka_unit_test(integers),
	    cmocka_unit_test(floats),
	    cmocka_unit_test(names),
	    cmocka_unit_test(containers),
	    cmocka_unit_test(refused),
	    cmocka_unit_test(depth),
	    cmocka_unit_test(values),
	    cmocka_unit_test(megabytes),
	    cmocka_unit_test(pairs),
	    cmocka_unit_test(no_pairs),
	    cmocka_unit_test(any_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, free_arena);
}
