/*
 * test_json.c - the scanner against RFC 8259, against jansson on documents made
 * here, cut at every byte, and streamed in pieces of every size.
 *
 * What a text should give is written as a trace: `{ "a": [ 1 ] } .` with the
 * tokens' texts, `.` for the end, `!line:column` for an error.
 */
#include "common/json.h"

#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>
#include <cmocka.h>

#include "common/jansson_apart.h"
#include "tests/utf8_text.h"
#undef JSON_OBJECT
#undef JSON_ARRAY
#undef JSON_STRING
#undef JSON_REAL
#undef JSON_TRUE
#undef JSON_FALSE
#undef JSON_NULL

/* ---- traces ---- */

/* One token, with a blank behind. */
static void trace_token(struct strbuf *b, const struct json *j,
    enum json_token token, struct str text)
{
	static const char *const fixed[] = {
	    [JSON_OBJECT] = "{",
	    [JSON_OBJECT_END] = "}",
	    [JSON_ARRAY] = "[",
	    [JSON_ARRAY_END] = "]",
	    [JSON_TRUE] = "true",
	    [JSON_FALSE] = "false",
	    [JSON_NULL] = "null",
	    [JSON_END] = ".",
	};

	switch (token) {
	case JSON_KEY:
		strbuf_printf(b, "\"%.*s\":", (int)text.n, text.p);
		break;
	case JSON_STRING:
		strbuf_printf(b, "\"%.*s\"", (int)text.n, text.p);
		break;
	case JSON_INT:
	case JSON_REAL:
		strbuf_str(b, text);
		break;
	case JSON_ERROR:
		strbuf_printf(
		    b, "!%" PRIu64 ":%" PRIu64, json_line(j), json_column(j));
		break;
	default:
		strbuf_text(b, fixed[token]);
	}
	if (token != JSON_END && token != JSON_ERROR)
		strbuf_char(b, ' ');
}

static void trace_rest(struct strbuf *b, struct json *j)
{
	enum json_token token;
	struct str text;

	do {
		token = json_next(j, &text);
		trace_token(b, j, token, text);
	} while (token != JSON_END && token != JSON_ERROR);
}

/* The trace of text; b is emptied first and holds it with a NUL. */
static const char *trace(struct strbuf *b, struct str text, unsigned mode)
{
	struct json *j = json_text(text, mode);

	b->n = 0;
	trace_rest(b, j);
	strbuf_char(b, '\0');
	json_free(j);
	return b->p;
}

static void expect(const char *text, unsigned mode, const char *wanted)
{
	struct strbuf b = {0};

	assert_string_equal(trace(&b, str_of(text), mode), wanted);
	strbuf_free(&b);
}

/* ---- the grammar, by hand ---- */

static void test_values(void **state)
{
	(void)state;
	expect("0", 0, "0 .");
	expect("-0", 0, "-0 .");
	expect(" 1 ", 0, "1 .");
	expect("-12", 0, "-12 .");
	expect("1.5", 0, "1.5 .");
	expect("1e5", 0, "1e5 .");
	expect("-0.0E+10", 0, "-0.0E+10 .");
	expect("1e999", 0, "1e999 .");
	expect("123456789012345678901234567890", 0,
	    "123456789012345678901234567890 .");
	expect("true", 0, "true .");
	expect("false", 0, "false .");
	expect("null", 0, "null .");
	expect("\"\"", 0, "\"\" .");
	expect("[]", 0, "[ ] .");
	expect("{}", 0, "{ } .");
	expect("\t[ \r\n]\n", 0, "[ ] .");
	expect("{\"\":{\"b\":[1,{},[]]},\"c\" :\t\"d\"}", 0,
	    "{ \"\": { \"b\": [ 1 { } [ ] ] } \"c\": \"d\" } .");
	expect("\xef\xbb\xbf[1]", 0, "[ 1 ] .");
	expect("\"\x7f\"", 0, "\"\x7f\" .");
}

static void test_escapes(void **state)
{
	(void)state;
	expect("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", 0, "\"\"\\/\b\f\n\r\t\" .");
	expect("\"a\\u0041\\u00e9\\u20ac\\u20AC\"", 0,
	    "\"aA\xc3\xa9\xe2\x82\xac\xe2\x82\xac\" .");
	/* U+1F600 = D83D DE00: 0x10000 + (0x3d << 10) + 0x200 */
	expect("\"\\ud83d\\ude00\"", 0, "\"\xf0\x9f\x98\x80\" .");
	expect("\"\\uDBFF\\uDFFF\"", 0, "\"\xf4\x8f\xbf\xbf\" .");
	expect("{\"\\u006b\":1}", 0, "{ \"k\": 1 } .");
	/* Halves of pairs, and bytes that are no UTF-8, become U+FFFD. */
	expect("\"\\ud83d\"", 0, "\"\xef\xbf\xbd\" .");
	expect("\"\\ud83dx\"", 0, "\"\xef\xbf\xbdx\" .");
	expect("\"\\ud83d\\n\"", 0, "\"\xef\xbf\xbd\n\" .");
	expect("\"\\ude00\\ud83d\"", 0, "\"\xef\xbf\xbd\xef\xbf\xbd\" .");
	expect("\"\\ud83d\\ud83d\\ude00\"", 0, "\"\xef\xbf\xbd\xf0\x9f\x98\x80\" .");
	expect("\"a\x80\"", 0, "\"a\xef\xbf\xbd\" .");
	expect("\"\xc3\"", 0, "\"\xef\xbf\xbd\" .");
	expect("\"\xe2\x82\"", 0, "\"\xef\xbf\xbd\xef\xbf\xbd\" .");
	expect("\"\xc0\xaf\"", 0, "\"\xef\xbf\xbd\xef\xbf\xbd\" .");
	expect("\"\xff\xfe\"", 0, "\"\xef\xbf\xbd\xef\xbf\xbd\" .");
	expect("\"\xe2\x82\xac\"", 0, "\"\xe2\x82\xac\" .");
}

static void test_nul(void **state)
{
	struct json *j = json_text(STR("{\"a\\u0000b\":\"\\u0000\"}"), 0);
	struct str text;

	(void)state;
	assert_int_equal(json_next(j, &text), JSON_OBJECT);
	assert_int_equal(json_next(j, &text), JSON_KEY);
	assert_true(str_eq(text, STR("a\0b")));
	assert_int_equal(json_next(j, &text), JSON_STRING);
	assert_true(str_eq(text, STR("\0")));
	json_reset(j, STR("[\0]"));
	json_next(j, &text);
	assert_int_equal(json_next(j, &text), JSON_ERROR);
	assert_string_equal(
	    json_error(j), "line 1, column 2: expected a value, found '\\x00'");
	assert_string_equal(json_reason(j), "expected a value, found '\\x00'");
	json_free(j);
}

static void test_wrong(void **state)
{
	static const struct {
		const char *text, *trace;
	} cases[] = {
	    {"", "!1:1"},
	    {" ", "!1:2"},
	    {"\n\n ", "!3:2"},
	    {"-", "!1:2"},
	    {"-a", "!1:2"},
	    {"+1", "!1:1"},
	    {"01", "!1:1"},
	    {"-01", "!1:1"},
	    {"00", "!1:1"},
	    {"1.", "!1:3"},
	    {".5", "!1:1"},
	    {"1.e5", "!1:3"},
	    {"1e", "!1:3"},
	    {"1e+", "!1:4"},
	    {"1ex", "!1:3"},
	    {"1.5.5", "!1:4"},
	    {"0x10", "!1:2"},
	    {"1-1", "!1:2"},
	    {"tru", "!1:4"},
	    {"trux", "!1:1"},
	    {"True", "!1:1"},
	    {"nul", "!1:4"},
	    {"nan", "!1:1"},
	    {"-inf", "!1:2"},
	    {"Infinity", "!1:1"},
	    {"-Infinity", "!1:2"},
	    {"true1", "true !1:5"},
	    {"1 2", "1 !1:3"},
	    {"{} {}", "{ } !1:4"},
	    {"'a'", "!1:1"},
	    {"\"a", "!1:3"},
	    {"\"a\nb\"", "!1:3"},
	    {"\"a\tb\"", "!1:3"},
	    {"\"\x1f\"", "!1:2"},
	    {"\"\\x41\"", "!1:2"},
	    {"\"\\u12\"", "!1:2"},
	    {"\"\\u12g4\"", "!1:2"},
	    {"\"\\", "!1:3"},
	    {"\"\\u00", "!1:6"},
	    {"[", "[ !1:2"},
	    {"[1", "[ 1 !1:3"},
	    {"[1,", "[ 1 !1:4"},
	    {"[1,]", "[ 1 !1:4"},
	    {"[,1]", "[ !1:2"},
	    {"[,]", "[ !1:2"},
	    {"[1,,2]", "[ 1 !1:4"},
	    {"[1 2]", "[ 1 !1:4"},
	    {"[1}", "[ 1 !1:3"},
	    {"{]", "{ !1:2"},
	    {"]", "!1:1"},
	    {"}", "!1:1"},
	    {",", "!1:1"},
	    {":", "!1:1"},
	    {"{1:2}", "{ !1:2"},
	    {"{\"a\"}", "{ !1:5"},
	    {"{\"a\" 1}", "{ !1:6"},
	    {"{\"a\":}", "{ \"a\": !1:6"},
	    {"{\"a\":,}", "{ \"a\": !1:6"},
	    {"{\"a\"::1}", "{ \"a\": !1:6"},
	    {"{\"a\":1,}", "{ \"a\": 1 !1:8"},
	    {"{\"a\":1,,\"b\":2}", "{ \"a\": 1 !1:8"},
	    {"{\"a\":1 \"b\":2}", "{ \"a\": 1 !1:8"},
	    {"{a:1}", "{ !1:2"},
	    {"[1]\n\n  x", "[ 1 ] !3:3"},
	    {"\xef\xbb\xbf[x]", "[ !1:2"},
	    {"\xef\xbb", "!1:1"},
	    {"/* */1", "!1:1"},
	    {"\v1", "!1:1"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		expect(cases[i].text, 0, cases[i].trace);
}

static void test_places(void **state)
{
	struct json *j = json_text(
	    STR("{\n  \"a\": [1,\r\n\t\"\xc3\xa9\\n\" ,true]\n\n}\n"), 0);
	/* Counted by hand; the e with an accent is two bytes. */
	static const unsigned at[][2] = {{1, 1}, {2, 3}, {2, 8}, {2, 9}, {3, 2},
	    {3, 10}, {3, 14}, {5, 1}, {6, 1}};
	struct str text;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof at / sizeof *at; i++) {
		json_next(j, &text);
		assert_int_equal(json_line(j), at[i][0]);
		assert_int_equal(json_column(j), at[i][1]);
		assert_int_equal(json_line(j), at[i][0]);
	}
	json_free(j);
}

static void test_int(void **state)
{
	static const struct {
		const char *text;
		bool ok;
		int64_t value;
	} cases[] = {
	    {"0", true, 0},
	    {"-0", true, 0},
	    {"7", true, 7},
	    {"-7", true, -7},
	    {"999999999999999999", true, INT64_C(999999999999999999)},
	    {"-999999999999999999", true, -INT64_C(999999999999999999)},
	    {"9223372036854775807", true, INT64_MAX},
	    {"-9223372036854775808", true, INT64_MIN},
	    {"9223372036854775808", false, 0},
	    {"-9223372036854775809", false, 0},
	    {"18446744073709551616", false, 0},
	    {"99999999999999999999999", false, 0},
	};
	struct json *j = json_text(STR(""), 0);
	struct str text;
	size_t i;
	bool ok;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		json_reset(j, str_of(cases[i].text));
		assert_int_equal(json_next(j, &text), JSON_INT);
		assert_string_equal(text.p, cases[i].text);
		assert_true(cases[i].ok == (json_int(j, &ok), ok));
		if (cases[i].ok)
			assert_true(json_int(j, &ok) == cases[i].value);
	}
	json_free(j);
}

static void test_depth(void **state)
{
	char text[2 * 513];
	struct strbuf b = {0};
	size_t i;

	(void)state;
	memset(text, '[', 513);
	memset(text + 513, ']', 513);
	trace(&b, (struct str){text + 1, 1024}, 0);
	assert_int_equal(b.n, 2 * 1024 + 2); /* each with a blank, '.', NUL */
	trace(&b, (struct str){text, 1026}, 0);
	assert_string_equal(b.p + 2 * 512, "!1:513");
	for (i = 0; i < 512; i++)
		assert_int_equal(b.p[2 * i], '[');
	strbuf_free(&b);
}

/* ---- lenient modes ---- */

/* One mode alone, and all; then how often and where first. */
static void lenient(const char *text, unsigned mode, const char *wanted,
    unsigned count, const char *first)
{
	struct strbuf b = {0};
	struct json *j;
	unsigned modes[] = {mode, JSON_LENIENT}, i;

	for (i = 0; i < 2; i++) {
		j = json_text(str_of(text), modes[i]);
		b.n = 0;
		trace_rest(&b, j);
		strbuf_char(&b, '\0');
		assert_string_equal(b.p, wanted);
		assert_int_equal(json_lenient_count(j), count);
		assert_string_equal(json_lenient_first(j), first);
		assert_false(json_was_cut(j));
		json_free(j);
	}
	/* Without the mode it is an error. */
	trace(&b, str_of(text), JSON_LENIENT & ~mode);
	assert_non_null(strchr(b.p, '!'));
	strbuf_free(&b);
}

static void test_bare_numbers(void **state)
{
	static const char first[] = "line 1, column 2: a number JSON has not";

	(void)state;
	lenient("[inf]", JSON_BARE_NUMBERS, "[ null ] .", 1, first);
	lenient("[-inf,Infinity,-Infinity,INF,+1]", JSON_BARE_NUMBERS,
	    "[ null null null null !1:30", 4, first);
	lenient("[nan,NaN,-nan,-nan(ind),nan(snan),N/A]", JSON_BARE_NUMBERS,
	    "[ null null null null null null ] .", 6, first);
	lenient("{\"a\":\n nan}", JSON_BARE_NUMBERS, "{ \"a\": null } .", 1,
	    "line 2, column 2: a number JSON has not");
	/* what torch makes of a whole double */
	lenient("[1.]", JSON_BARE_NUMBERS, "[ 1. ] .", 1, first);
	lenient("{\"a\":-0.,\"b\":1.e3}", JSON_BARE_NUMBERS,
	    "{ \"a\": -0. \"b\": 1.e3 } .", 2,
	    "line 1, column 6: a number JSON has not");
	expect("[1.x]", JSON_LENIENT, "[ !1:4");
	expect("[.5]", JSON_LENIENT, "[ !1:2");
	expect("[infx]", JSON_LENIENT, "[ null !1:5");
	expect("[nada]", JSON_LENIENT, "[ !1:2");
	expect("[-true]", JSON_LENIENT, "[ !1:3");
	expect("[True]", JSON_LENIENT, "[ !1:2");
}

static void test_bad_escapes(void **state)
{
	(void)state;
	lenient("\"C:\\path\\unew\\\\x\"", JSON_BAD_ESCAPES,
	    "\"C:\\path\\unew\\x\" .", 2,
	    "line 1, column 4: invalid escape in a string");
	lenient("{\"\\_\":\"\\u12\"}", JSON_BAD_ESCAPES, "{ \"\\_\": \"\\u12\" } .",
	    2, "line 1, column 3: invalid escape in a string");
	lenient("\"\\u123\\u0041\"", JSON_BAD_ESCAPES, "\"\\u123A\" .", 1,
	    "line 1, column 2: invalid escape in a string");
	lenient("\"\\\xc3\xa9\"", JSON_BAD_ESCAPES, "\"\\\xc3\xa9\" .", 1,
	    "line 1, column 2: invalid escape in a string");
}

static void test_controls(void **state)
{
	(void)state;
	lenient("[\"a\nb\",\n\"\x01\"]", JSON_CONTROLS, "[ \"a\nb\" \"\x01\" ] .",
	    2, "line 1, column 4: control character in a string");
	/* Lines count on through them. */
	expect("\"\n\n\"x", JSON_CONTROLS, "\"\n\n\" !3:2");
}

static void test_stray_commas(void **state)
{
	static const char first[] = "line 1, column 2: a comma too many";

	(void)state;
	lenient("[,1]", JSON_STRAY_COMMAS, "[ 1 ] .", 1, first);
	lenient("[,]", JSON_STRAY_COMMAS, "[ ] .", 1, first);
	lenient("[1,]", JSON_STRAY_COMMAS, "[ 1 ] .", 1,
	    "line 1, column 4: a comma too many");
	lenient("[1,,,2]", JSON_STRAY_COMMAS, "[ 1 2 ] .", 2,
	    "line 1, column 4: a comma too many");
	lenient("{,\"a\":1,,\"b\":2,}", JSON_STRAY_COMMAS,
	    "{ \"a\": 1 \"b\": 2 } .", 3, first);
	expect("{\"a\":,}", JSON_LENIENT, "{ \"a\": !1:6");
	expect("[1,}", JSON_LENIENT, "[ 1 !1:4");
	expect("{,]", JSON_LENIENT, "{ !1:3");
	expect("1,", JSON_LENIENT, "1 !1:2");
	expect(",1", JSON_LENIENT, "!1:1");
}

/* Repairs are counted in every mode. */
static void test_repairs(void **state)
{
	struct json *j = json_text(STR("[1,\"a\xff\\udc00\"]"), 0);
	struct str text;

	(void)state;
	while (json_next(j, &text) != JSON_END)
		;
	assert_int_equal(json_lenient_count(j), 2);
	assert_string_equal(
	    json_lenient_first(j), "line 1, column 6: malformed UTF-8");
	json_free(j);
}

/* ---- a text that is cut ---- */

static const char sample[] =
    "{\n \"schemaVersion\": 1, \"e\": [\n"
    "  {\"ph\": \"X\", \"na\\u006de\": \"a\\\\b \xe2\x82\xac "
    "\\ud83d\\ude00\",\n"
    "   \"ts\": 1234.5e-1, \"ok\": true, \"no\": false, \"x\": null},\n"
    "  [[], {}, [-1, \"\"]]\n ], \"tail\": {\"k\": [0]}\n}";

struct tokens {
	struct strbuf text[200];
	enum json_token token[200];
	size_t n;
	size_t uncut; /* those before the cut showed */
};

static void tokens_of(struct tokens *t, struct json *j)
{
	struct str text = {0};

	t->n = t->uncut = 0;
	do {
		assert_true(t->n < 200);
		t->token[t->n] = json_next(j, &text);
		t->text[t->n].n = 0;
		trace_token(&t->text[t->n], j, t->token[t->n], text);
		if (!json_was_cut(j))
			t->uncut = t->n + 1;
		t->n++;
	} while (t->token[t->n - 1] != JSON_END && t->token[t->n - 1] != JSON_ERROR);
}

static void tokens_free(struct tokens *t)
{
	size_t i;

	for (i = 0; i < 200; i++)
		strbuf_free(&t->text[i]);
	free(t);
}

static bool tokens_same(const struct tokens *a, const struct tokens *b, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (a->token[i] != b->token[i] ||
		    !str_eq(strbuf_get(&a->text[i]), strbuf_get(&b->text[i])))
			return false;
	return true;
}

/* What the cut adds: the null of a key, then the ends that are missing. */
static void check_tail(const struct tokens *t)
{
	char open[16];
	size_t depth = 0, i;

	for (i = 0; i < t->n; i++) {
		if (i == t->uncut && i && t->token[i - 1] == JSON_KEY) {
			assert_int_equal(t->token[i], JSON_NULL);
			continue;
		}
		switch (t->token[i]) {
		case JSON_OBJECT:
		case JSON_ARRAY:
			assert_true(i < t->uncut);
			open[depth++] = (char)t->token[i];
			break;
		case JSON_OBJECT_END:
		case JSON_ARRAY_END:
			assert_true(depth > 0);
			assert_int_equal(t->token[i], open[--depth] + 1);
			break;
		case JSON_END:
			assert_int_equal(depth, 0);
			assert_int_equal(i, t->n - 1);
			break;
		default:
			assert_true(i < t->uncut);
		}
	}
}

static void test_cut(void **state)
{
	struct tokens *whole = calloc(1, sizeof *whole);
	struct tokens *part = calloc(1, sizeof *part);
	struct json *j = json_text(str_of(sample), JSON_CUT);
	struct str text;
	size_t n, line = 1, column = 1;

	(void)state;
	assert_int_equal(JSON_OBJECT_END, JSON_OBJECT + 1);
	assert_int_equal(JSON_ARRAY_END, JSON_ARRAY + 1);
	tokens_of(whole, j);
	assert_false(json_was_cut(j));
	assert_int_equal(whole->token[whole->n - 1], JSON_END);
	json_free(j);
	for (n = 0; n < sizeof sample - 1; n++) {
		text = (struct str){sample, n};
		j = json_text(text, JSON_CUT);
		tokens_of(part, j);
		assert_true(json_was_cut(j));
		assert_int_equal(json_lenient_count(j), 0);
		assert_true(tokens_same(part, whole, part->uncut));
		check_tail(part);
		json_free(j);

		/* Strictly, it is an error at the end. */
		j = json_text(text, JSON_LENIENT & ~(unsigned)JSON_CUT);
		tokens_of(part, j);
		assert_int_equal(part->token[part->n - 1], JSON_ERROR);
		assert_int_equal(json_line(j), line);
		assert_int_equal(json_column(j), column);
		json_free(j);
		column++;
		if (sample[n] == '\n') {
			line++;
			column = 1;
		}
	}
	tokens_free(whole);
	tokens_free(part);
}

static void test_cut_by_hand(void **state)
{
	(void)state;
	expect("", JSON_CUT, ".");
	expect("[", JSON_CUT, "[ ] .");
	expect("[{\"a\":1}", JSON_CUT, "[ { \"a\": 1 } ] .");
	expect("[{\"a\":1", JSON_CUT, "[ { \"a\": null } ] .");
	expect("[{\"a\":1 ", JSON_CUT, "[ { \"a\": 1 } ] .");
	expect("[{\"a\"", JSON_CUT, "[ { } ] .");
	expect("[{\"a\":\"x", JSON_CUT, "[ { \"a\": null } ] .");
	expect("[1,tr", JSON_CUT, "[ 1 ] .");
	expect("[1,2", JSON_CUT, "[ 1 ] .");
	expect("[1,-", JSON_CUT, "[ 1 ] .");
	expect("[1,\"\\u00", JSON_CUT, "[ 1 ] .");
	expect("[1,in", JSON_LENIENT, "[ 1 ] .");
	expect("[1,-in", JSON_LENIENT, "[ 1 ] .");
	expect("12", JSON_CUT, "12 .");
	expect("[1]]", JSON_CUT, "[ 1 ] !1:4");
	expect("[1x", JSON_CUT, "[ !1:3");
}

/* ---- streams ---- */

struct source {
	struct str text;
	size_t at, most; /* bytes a read */
	bool fails;	 /* at the end */
};

static long source_read(void *arg, char *buf, size_t size)
{
	struct source *s = arg;
	size_t n = s->text.n - s->at;

	if (n == 0)
		return s->fails ? -1 : 0;
	n = n < s->most ? n : s->most;
	n = n < size ? n : size;
	memcpy(buf, s->text.p + s->at, n);
	s->at += n;
	return (long)n;
}

/* The trace with places, of a text or of pieces of it. */
static void placed(struct strbuf *b, struct json *j)
{
	enum json_token token;
	struct str text;

	b->n = 0;
	do {
		token = json_next(j, &text);
		trace_token(b, j, token, text);
		strbuf_printf(b, "%" PRIu64 ":%" PRIu64 "\n", json_line(j),
		    json_column(j));
	} while (token != JSON_END && token != JSON_ERROR);
	strbuf_printf(b, "%s %" PRIu64 " %s %d", json_error(j),
	    json_lenient_count(j), json_lenient_first(j), json_was_cut(j));
	json_free(j);
}

static void same_in_pieces(struct str text, size_t most, unsigned mode)
{
	struct strbuf whole = {0}, pieces = {0};
	struct source s = {text, 0, most, false};

	placed(&whole, json_text(text, mode));
	placed(&pieces, json_stream(source_read, &s, mode));
	assert_true(str_eq(strbuf_get(&whole), strbuf_get(&pieces)));
	strbuf_free(&whole);
	strbuf_free(&pieces);
}

static void test_stream(void **state)
{
	static const char *const texts[] = {sample, "", " ", "12", "-", "1e5 ",
	    "[1,]", "\xef\xbb\xbf[\"\xe2\x82\xac\"]", "\xef\xbb", "[inf, -nan",
	    "[\"\\x\", \"\\u12\", \"\n\"]", "{\"a\"  :  \n1}x", "[nul", "[tru]",
	    "[-inf]", "[1, -nan]", "-1"};
	size_t i, most, n;

	(void)state;
	for (i = 0; i < sizeof texts / sizeof *texts; i++) {
		for (most = 1; most < 20; most++) {
			same_in_pieces(str_of(texts[i]), most, 0);
			same_in_pieces(str_of(texts[i]), most, JSON_LENIENT);
		}
	}
	for (n = 0; n < sizeof sample; n++)
		same_in_pieces((struct str){sample, n}, 1, JSON_LENIENT);
}

/* Tokens across the buffer's end, strings and blanks that are longer than the
 * buffer, in pieces of odd sizes. */
static void test_long_stream(void **state)
{
	struct strbuf b = {0};
	size_t i;

	(void)state;
	strbuf_text(&b, "[\n");
	for (i = 0; i < 60000; i++)
		strbuf_printf(&b, "{\"key\\n%zu\": \"value %zu\"},\n%*d,", i, i,
		    (int)(i % 7) + 1, (int)i);
	strbuf_char(&b, '"');
	for (i = 0; i < 700000; i++)
		strbuf_char(&b, (char)('a' + i % 26));
	strbuf_text(&b, "\\u20ac\",");
	for (i = 0; i < 700000; i++)
		strbuf_char(&b, i % 100 ? ' ' : '\n');
	strbuf_text(&b, "\"end\"]");
	same_in_pieces(strbuf_get(&b), 4093, 0);
	same_in_pieces(strbuf_get(&b), SIZE_MAX, 0);
	strbuf_free(&b);
}

static void test_stream_fails(void **state)
{
	static const char *const texts[] = {
	    "", "[", "[1", "[\"a", "{\"a\"", "[1]", "12", "[tr"};
	struct source s;
	struct json *j;
	struct str text;
	enum json_token token;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof texts / sizeof *texts; i++) {
		s = (struct source){str_of(texts[i]), 0, 100, true};
		j = json_stream(source_read, &s, JSON_LENIENT);
		do
			token = json_next(j, &text);
		while (token != JSON_END && token != JSON_ERROR);
		assert_int_equal(token, JSON_ERROR);
		assert_string_equal(json_reason(j), "cannot read");
		assert_false(json_was_cut(j));
		json_free(j);
	}
}

/* ---- passing over ---- */

/* The token that closes or ends what token i of t began. */
static size_t end_of(const struct tokens *t, size_t i)
{
	size_t depth = 0;

	if (t->token[i] == JSON_KEY)
		i++;
	for (;; i++) {
		if (t->token[i] == JSON_OBJECT || t->token[i] == JSON_ARRAY)
			depth++;
		if (t->token[i] == JSON_OBJECT_END || t->token[i] == JSON_ARRAY_END)
			depth--;
		if (!depth)
			return i;
	}
}

static void test_skip(void **state)
{
	struct tokens *whole = calloc(1, sizeof *whole);
	struct json *j = json_text(str_of(sample), 0);
	struct strbuf b = {0};
	struct str text;
	size_t i, k, end;

	(void)state;
	tokens_of(whole, j);
	for (i = 0; i < whole->n - 1; i++) {
		if (whole->token[i] != JSON_KEY && whole->token[i] != JSON_OBJECT &&
		    whole->token[i] != JSON_ARRAY)
			continue;
		json_reset(j, str_of(sample));
		for (k = 0; k <= i; k++)
			json_next(j, &text);
		end = end_of(whole, i);
		assert_int_equal(json_skip(j), whole->token[end]);
		for (k = end + 1; k < whole->n; k++) {
			enum json_token token = json_next(j, &text);

			b.n = 0;
			trace_token(&b, j, token, text);
			assert_int_equal(token, whole->token[k]);
			assert_true(
			    str_eq(strbuf_get(&b), strbuf_get(&whole->text[k])));
		}
	}
	json_free(j);
	strbuf_free(&b);
	tokens_free(whole);
}

/* Passing over is as strict as reading, and ends where a cut text ends. */
static void test_skip_wrong(void **state)
{
	static const char *const wrong[] = {"{\"a\":[1,]}", "{\"a\":{\"b\" 1}}",
	    "{\"a\":[\"\\x\"]}", "{\"a\":[01]}", "{\"a\":[}", "{\"a\":\"\n\"}",
	    "{\"a\":[nul]}", "{\"a\":[", "{\"a\":", "{\"a\":}"};
	struct json *j = json_text(STR(""), 0);
	struct str text;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		json_reset(j, str_of(wrong[i]));
		assert_int_equal(json_next(j, &text), JSON_OBJECT);
		assert_int_equal(json_next(j, &text), JSON_KEY);
		assert_int_equal(json_skip(j), JSON_ERROR);
		assert_int_equal(json_next(j, &text), JSON_ERROR);
		assert_int_equal(json_skip(j), JSON_ERROR);
	}
	json_free(j);
	j = json_text(STR("[{\"a\":[1,{\"b\":"), JSON_CUT);
	json_next(j, &text);
	json_next(j, &text);
	json_next(j, &text);
	assert_int_equal(json_skip(j), JSON_ARRAY_END);
	assert_true(json_was_cut(j));
	assert_int_equal(json_next(j, &text), JSON_OBJECT_END);
	assert_int_equal(json_next(j, &text), JSON_ARRAY_END);
	assert_int_equal(json_next(j, &text), JSON_END);
	json_free(j);
}

static void test_raw(void **state)
{
	struct json *j =
	    json_text(STR("{\"a\" : [1, {\"b\":\"\\n\"}] , \"c\": 2.50,"
			  "\"d\":\"\\u0041\"}"),
		0);
	struct str text, raw;

	(void)state;
	json_next(j, &text);
	json_next(j, &text);
	assert_int_equal(json_raw(j, &raw), JSON_ARRAY_END);
	assert_true(str_eq(raw, STR("[1, {\"b\":\"\\n\"}]")));
	json_next(j, &text);
	assert_int_equal(json_raw(j, &raw), JSON_REAL);
	assert_true(str_eq(raw, STR("2.50")));
	json_next(j, &text);
	assert_int_equal(json_raw(j, &raw), JSON_STRING);
	assert_true(str_eq(raw, STR("\"\\u0041\"")));
	assert_int_equal(json_next(j, &text), JSON_OBJECT_END);
	json_free(j);
}

/* A string that needs no decoding is handed out where it lies. */
static void test_in_place(void **state)
{
	static const char source[] = "{\"key\":\"v\xc3\xa9\"}";
	struct json *j = json_text(str_of(source), 0);
	struct str text;

	(void)state;
	json_next(j, &text);
	json_next(j, &text);
	assert_ptr_equal(text.p, source + 2);
	json_next(j, &text);
	assert_ptr_equal(text.p, source + 8);
	json_free(j);
}

/* ---- objects that are held ---- */

/* The n tokens that are next, with their places, behind b. */
static enum json_token placed_tokens(struct strbuf *b, struct json *j, size_t n)
{
	enum json_token token = JSON_NULL;
	struct str text = {0};

	for (; n > 0 && token != JSON_END && token != JSON_ERROR; n--) {
		token = json_next(j, &text);
		trace_token(b, j, token, text);
		strbuf_printf(b, "%" PRIu64 ":%" PRIu64 "\n", json_line(j),
		    json_column(j));
	}
	return token;
}

/* A scanner over text: in memory where most is 0, else in pieces of it. */
static struct json *open_text(
    struct source *s, struct str text, size_t most, unsigned mode)
{
	*s = (struct source){text, 0, most, false};
	return most ? json_stream(source_read, s, mode) : json_text(text, mode);
}

/* Bytes a read; 0: in memory. */
static const size_t reads[] = {0, 1, 2, 7, SIZE_MAX};

enum { NREADS = sizeof reads / sizeof *reads };

/* From every token inside an object, and from its end, back to its start: what
 * follows is as if nothing had been read. */
static void test_hold(void **state)
{
	static const char text[] =
	    "[\n {\"a\": {\"b\":\n [1, \"\\u20ac\", {}]}, \"c\": tr"
	    "ue},\n\n {\"d\":\"\xc3\xa9\", \"e\":[ ]} ,{}\n, 5]";
	/* Which tokens begin an object of the array, and how many it has behind:
	 * 0 is '[', 1 is '{', then "a" { "b" [ 1 EURO { } ] } "c" true } */
	static const size_t objects[] = {1, 15, 22}, inside[] = {13, 6, 1};
	struct strbuf want = {0}, got = {0}, lost = {0};
	struct source s;
	struct json *j;
	enum json_token last;
	size_t k, o, n;

	(void)state;
	j = json_text(STR(text), 0);
	assert_int_equal(placed_tokens(&want, j, SIZE_MAX), JSON_END);
	json_free(j);
	for (k = 0; k < NREADS; k++) {
		for (o = 0; o < 3; o++) {
			for (n = 0; n <= inside[o]; n++) {
				j = open_text(&s, STR(text), reads[k], 0);
				got.n = 0;
				assert_int_equal(
				    placed_tokens(&got, j, objects[o] + 1),
				    JSON_OBJECT);
				json_hold(j);
				last = placed_tokens(&lost, j, n);
				if (n == inside[o])
					assert_int_equal(last, JSON_OBJECT_END);
				json_back(j, 0);
				if (n % 2)
					json_release(j);
				placed_tokens(&got, j, SIZE_MAX);
				assert_true(
				    str_eq(strbuf_get(&want), strbuf_get(&got)));
				json_free(j);
			}
		}
	}
	strbuf_free(&want);
	strbuf_free(&got);
	strbuf_free(&lost);
}

/* Right after going back the place is that of the object's brace, and a mode
 * that forgives more reads what was an error; what was forgiven in what is read
 * again is counted once. */
static void test_back_from_error(void **state)
{
	static const char text[] =
	    "[1,\n  {\"a\": inf, \"b\": \"C:\\x\", \"c\": 2},\n"
	    "{\"d\": 3}]";
	struct strbuf b = {0};
	struct source s;
	struct json *j;
	size_t k;

	(void)state;
	for (k = 0; k < NREADS; k++) {
		j = open_text(&s, STR(text), reads[k], JSON_BARE_NUMBERS);
		b.n = 0;
		placed_tokens(&b, j, 3); /* [ 1 { */
		json_hold(j);
		assert_int_equal(placed_tokens(&b, j, SIZE_MAX), JSON_ERROR);
		assert_string_equal(json_error(j),
		    "line 2, column 22: invalid escape in a string");
		assert_int_equal(json_lenient_count(j), 1);
		json_back(j, JSON_LENIENT);
		assert_int_equal(json_line(j), 2);
		assert_int_equal(json_column(j), 3);
		b.n = 0;
		trace_rest(&b, j);
		assert_true(
		    str_is(strbuf_get(&b), "\"a\": null \"b\": \"C:\\x\" "
					   "\"c\": 2 } { \"d\": 3 } ] ."));
		assert_int_equal(json_lenient_count(j), 2);
		json_free(j);
	}
	strbuf_free(&b);
}

/* What is held outgrows the buffer, which is 256 KiB at first; the source of a
 * value in it lies whole, and going back still works. */
static void test_hold_long(void **state)
{
	struct strbuf text = {0};
	static const size_t most[] = {0, 4093, SIZE_MAX};
	struct source s;
	struct json *j;
	struct str raw, key, value;
	size_t k, i, list, n;

	(void)state;
	strbuf_text(&text, "[{}, {\"list\" : ");
	list = text.n;
	strbuf_char(&text, '[');
	for (i = 0; i < 100000; i++)
		strbuf_printf(&text, "%s{\"n\":[%zu, \"]\"]}", i ? ",\n" : "", i);
	strbuf_char(&text, ']');
	n = text.n - list;
	strbuf_text(&text, ",\"short\":[\"\\u0041\" ]}, {\"e\":1}]");
	for (k = 0; k < sizeof most / sizeof *most; k++) {
		j = open_text(&s, strbuf_get(&text), most[k], 0);
		for (i = 0; i < 4; i++) /* [ { } { */
			json_next(j, NULL);
		json_hold(j);
		for (i = 0; i < 2; i++) {
			assert_int_equal(json_next(j, &key), JSON_KEY);
			assert_int_equal(json_raw(j, &raw), JSON_ARRAY_END);
			assert_true(str_eq(raw, (struct str){text.p + list, n}));
			assert_int_equal(json_next(j, &key), JSON_KEY);
			assert_true(str_is(key, "short"));
			assert_int_equal(json_raw(j, &raw), JSON_ARRAY_END);
			assert_true(str_is(raw, "[\"\\u0041\" ]"));
			assert_int_equal(json_next(j, NULL), JSON_OBJECT_END);
			if (i == 0)
				json_back(j, 0);
		}
		json_release(j);
		assert_int_equal(json_next(j, NULL), JSON_OBJECT);
		assert_int_equal(json_next(j, &key), JSON_KEY);
		assert_int_equal(json_next(j, &value), JSON_INT);
		assert_int_equal(json_next(j, NULL), JSON_OBJECT_END);
		assert_int_equal(json_next(j, NULL), JSON_ARRAY_END);
		assert_int_equal(json_next(j, NULL), JSON_END);
		json_free(j);
	}
	strbuf_free(&text);
}

/* Of an array of objects, going on behind those that are broken: where each
 * begins, the values in it, ';' at its end, '!' for an error. */
static void resumed(struct str text, size_t most, const char *wanted)
{
	struct strbuf b = {0};
	struct source s;
	struct json *j = open_text(&s, text, most, 0);
	enum json_token token = json_next(j, NULL);
	struct str t;

	assert_int_equal(token, JSON_ARRAY);
	while (token != JSON_ARRAY_END) {
		token = json_next(j, NULL);
		if (token == JSON_OBJECT) {
			json_hold(j);
			strbuf_printf(&b, "%" PRIu64 ":%" PRIu64, json_line(j),
			    json_column(j));
			while ((token = json_next(j, &t)) == JSON_KEY &&
			       (token = json_next(j, &t)) == JSON_INT) {
				strbuf_char(&b, '=');
				strbuf_str(&b, t);
			}
			if (token == JSON_OBJECT_END)
				strbuf_char(&b, ';');
			json_release(j);
		}
		if (token == JSON_ERROR) {
			strbuf_char(&b, '!');
			if (!json_resume(j, 0))
				break;
		}
	}
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, wanted);
	strbuf_free(&b);
	json_free(j);
}

static void test_resume(void **state)
{
	static const struct {
		const char *text, *wanted;
	} cases[] = {
	    {"[{\"n\":1},\n {\"n\" 2},\n {\"n\":3}]", "1:2=1;2:2!3:2=3;"},
	    {"[{\"n\":1},{\"n\":x, \"a\":{\"n\":9}} , {\"n\":3}]",
		"1:2=1;1:10!1:33=3;"},
	    {"[{\"n\":1} {\"n\":2}, {\"n\":3}]", "1:2=1;!1:19=3;"},
	    /* an inner "}, {" and a quote look just like it */
	    {"[{\"n\":x, \"a\":[{\"n\":8},{\"n\":9}]}, {\"n\":3}]",
		"1:2!1:23=9;"},
	    /* braces that do not */
	    {"[{\"n\":x}}, {1}, {}, [{\"n\":4}], {\"n\":3}]", "1:2!"},
	    /* no other object */
	    {"[{\"n\":x}]", "1:2!"},
	    {"[{\"n\":x},", "1:2!"},
	    {"[{\"n\":x},{", "1:2!"},
	    {"[{\"n\":x},{\"", "1:2!1:10!"},
	    /* nothing was held yet */
	    {"[x, {\"n\":1}, {\"n\":2}]", "!"},
	};
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		for (k = 0; k < NREADS; k++)
			resumed(str_of(cases[i].text), reads[k], cases[i].wanted);
}

/* Behind an error in memory that is far from what follows, in pieces: the
 * buffer moves meanwhile, places do not. */
static void test_resume_far(void **state)
{
	struct strbuf text = {0};
	size_t i;

	(void)state;
	strbuf_text(&text, "[{\"n\":1},\n{\"n\":x");
	for (i = 0; i < 700000; i++)
		strbuf_char(&text, i % 1000 ? (i % 7 ? ' ' : '}') : '\n');
	/* 700 lines more, from the third on */
	strbuf_text(&text, "}\n,\n{\"n\":2}]");
	for (i = 0; i < NREADS; i++)
		if (reads[i] != 1)
			resumed(strbuf_get(&text), reads[i], "1:2=1;2:1!704:1=2;");
	strbuf_free(&text);
}

/* ---- quotes inside strings ---- */

/* As expect, but also in pieces, and as retried: in an array behind an error. */
static void bare(const char *text, const char *wanted, unsigned count)
{
	struct strbuf b = {0};
	struct source s;
	struct json *j;
	size_t k;

	for (k = 0; k < NREADS; k++) {
		j = open_text(&s, str_of(text), reads[k],
		    JSON_LENIENT | JSON_BARE_QUOTES);
		b.n = 0;
		trace_rest(&b, j);
		strbuf_char(&b, '\0');
		assert_string_equal(b.p, wanted);
		assert_int_equal(json_lenient_count(j), count);
		if (count)
			assert_non_null(strstr(
			    json_lenient_first(j), "a quote inside a string"));
		json_free(j);
	}
	strbuf_free(&b);
}

static void test_bare_quotes(void **state)
{
	(void)state;
	/* names of torch's traces */
	bare("{\"name\": \"{\"device\": \"cpu\"}(12): run\", \"ts\": 1}",
	    "{ \"name\": \"{\"device\": \"cpu\"}(12): run\" \"ts\": 1 } .", 4);
	bare("{\"name\": \"torch/library.py(5): Library(\"x\"), {\"device\": "
	     "\"cpu\"}\", \"ts\": 1}",
	    "{ \"name\": \"torch/library.py(5): Library(\"x\"), {\"device\": "
	    "\"cpu\"}\" \"ts\": 1 } .",
	    6);
	bare("{\"args\": {\"Call stack\": \"a.py(1): f(\"b\")\"}, \"ts\": 1}", "{ \"args\": { \"Call stack\": \"a.py(1): f(\"b\")\" } \"ts\": 1 } .",
	    2);
	/* the last member, of an object that is inside another, or in a list */
	bare("[{\"a\": \"say \"hi\"\"}, {\"b\": \"\"\"}]",
	    "[ { \"a\": \"say \"hi\"\" } { \"b\": \"\"\" } ] .", 3);
	bare("{\"a\": [\"b\"c\", \"d\"]}", "{ \"a\": [ \"b\"c\" \"d\" ] } .", 1);
	/* a string without an end does not take the next object for its text */
	bare("[{\"a\": \"b,\"c\": [1]} ,\n {\"d\": 1}]", "[ { \"a\": !1:19", 2);
	bare("[{\"a\": \"b\"x}, c\n{\"d\"\nx\"}]",
	    "[ { \"a\": \"b\"x}, c\n{\"d\"\nx\" } ] .", 5);
	/* not in a key */
	bare("{\"a\"b\": 1}", "{ !1:5", 0);
	bare("[{\"a\" \"b\"}, {\"c\": 1}]", "[ { !1:7", 0);
	/* escaped ones are no ends, nor is one in the next key */
	bare("{\"a\": \"b\\\"c\", \"d\\\"e\": 1}",
	    "{ \"a\": \"b\"c\" \"d\"e\": 1 } .", 0);
	bare("{\"a\": \"b\", \"\\\\\": 1}", "{ \"a\": \"b\" \"\\\": 1 } .", 0);
	/* blanks may stand behind an end */
	bare("{\"a\" : \"b\" , \"c\" : \"d\" } ",
	    "{ \"a\": \"b\" \"c\": \"d\" } .", 0);
	/* cut texts */
	bare("{\"a\": \"b\"c", "{ \"a\": null } .", 1);
	/* what cannot be told from members is taken for them */
	bare("{\"a\": \"b\", \"c\": \"d\"}", "{ \"a\": \"b\" \"c\": \"d\" } .", 0);
}

/* How far is looked is the same in pieces and in memory: what lies 256 bytes
 * behind a quote does not count. */
static void test_bare_quotes_far(void **state)
{
	struct strbuf text = {0};
	size_t n, k;

	(void)state;
	for (n = 200; n < 300; n++) {
		text.n = 0;
		strbuf_text(&text, "{\"a\": \"b\", \"");
		for (k = 0; k < n; k++)
			strbuf_char(&text, 'x');
		strbuf_text(&text, "\" y\", \"c\": 1}");
		same_in_pieces(
		    strbuf_get(&text), 1, JSON_LENIENT | JSON_BARE_QUOTES);
		same_in_pieces(
		    strbuf_get(&text), 1000, JSON_LENIENT | JSON_BARE_QUOTES);
	}
	strbuf_free(&text);
}

/* ---- against jansson ---- */

/* xorshift64, Marsaglia 2003: the same documents every time. */
static uint64_t dice = 88172645463325252u;

static unsigned roll(unsigned n)
{
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (unsigned)((dice >> 32) % n);
}

static void make_blank(struct strbuf *b)
{
	unsigned n = roll(4) ? 0 : roll(12);

	while (n--)
		strbuf_char(b, " \t\n\r"[roll(4)]);
}

/* A string; a key gets a number in front, which makes it the only one. */
static void make_string(struct strbuf *b, unsigned *number)
{
	static const char *const pieces[] = {"\\\"", "\\\\", "\\/", "\\b",
	    "\\f", "\\n", "\\r", "\\t", "\\u00e9", "\\u20AC", "\\ud83d\\ude00",
	    "\\u001f", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\x7f",
	    "long run of plain text", "{[,:]}", "'"};
	unsigned n = roll(6);

	strbuf_char(b, '"');
	if (number)
		strbuf_uint(b, (*number)++);
	while (n--) {
		if (roll(2))
			strbuf_char(b, (char)('a' + roll(26)));
		else
			strbuf_text(
			    b, pieces[roll(sizeof pieces / sizeof *pieces)]);
	}
	strbuf_char(b, '"');
}

static void make_number(struct strbuf *b)
{
	static const char *const exponents[] = {"e", "E", "e+", "E-", "e-"};

	strbuf_text(b, roll(3) ? "" : "-");
	strbuf_uint(b, roll(3) ? roll(100) : roll(UINT32_MAX));
	if (roll(3) == 0)
		strbuf_printf(b, ".%0*u", (int)roll(9) + 1, roll(1000));
	if (roll(4) == 0)
		strbuf_printf(b, "%s%u", exponents[roll(5)], roll(250));
}

static void make_value(struct strbuf *b, unsigned depth, unsigned *number)
{
	static const char *const words[] = {"true", "false", "null"};
	unsigned n = roll(5), what = roll(depth ? 9 : 5), i;
	bool object = what > 6;

	if (what < 2) {
		make_string(b, NULL);
		return;
	}
	if (what < 4) {
		make_number(b);
		return;
	}
	if (what < 5) {
		strbuf_text(b, words[roll(3)]);
		return;
	}
	strbuf_char(b, object ? '{' : '[');
	make_blank(b);
	for (i = 0; i < n; i++) {
		if (i) {
			strbuf_char(b, ',');
			make_blank(b);
		}
		if (object) {
			make_string(b, number);
			make_blank(b);
			strbuf_char(b, ':');
			make_blank(b);
		}
		make_value(b, depth - 1, number);
		make_blank(b);
	}
	strbuf_char(b, object ? '}' : ']');
}

static void make_document(struct strbuf *b)
{
	unsigned number = 0;

	b->n = 0;
	make_blank(b);
	make_value(b, 6, &number);
	make_blank(b);
}

static json_t *peer_load(struct str text)
{
	return json_loadb(text.p, text.n, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
}

/* Whether the scanner's next value, which begins with token, is v. */
static bool same_value(
    struct json *j, enum json_token token, struct str text, json_t *v)
{
	const char *key;
	size_t i;
	json_t *member;
	bool ok;

	switch (token) {
	case JSON_TRUE:
		return json_typeof(v) == JANSSON_TRUE;
	case JSON_FALSE:
		return json_typeof(v) == JANSSON_FALSE;
	case JSON_NULL:
		return json_typeof(v) == JANSSON_NULL;
	case JSON_INT:
		return json_typeof(v) == JSON_INTEGER &&
		       json_int(j, &ok) == json_integer_value(v) && ok;
	case JSON_REAL:
		return json_typeof(v) == JANSSON_REAL &&
		       strtod(text.p, NULL) == json_real_value(v);
	case JSON_STRING:
		return json_typeof(v) == JANSSON_STRING &&
		       str_eq(text, (struct str){json_string_value(v),
					json_string_length(v)});
	case JSON_ARRAY:
		if (json_typeof(v) != JANSSON_ARRAY)
			return false;
		for (i = 0; i < json_array_size(v); i++) {
			token = json_next(j, &text);
			if (!same_value(j, token, text, json_array_get(v, i)))
				return false;
		}
		return json_next(j, &text) == JSON_ARRAY_END;
	case JSON_OBJECT:
		if (json_typeof(v) != JANSSON_OBJECT)
			return false;
		json_object_foreach(v, key, member)
		{
			if (json_next(j, &text) != JSON_KEY || !str_is(text, key))
				return false;
			token = json_next(j, &text);
			if (!same_value(j, token, text, member))
				return false;
		}
		return json_next(j, &text) == JSON_OBJECT_END;
	default:
		return false;
	}
}

static bool same_document(struct json *j, json_t *v)
{
	struct str text = {0};
	enum json_token token = json_next(j, &text);

	return same_value(j, token, text, v) && json_next(j, &text) == JSON_END;
}

static void test_jansson_valid(void **state)
{
	struct strbuf b = {0};
	struct json *j = json_text(STR(""), 0), *lenient, *stream, *quotes;
	struct source s;
	json_t *v;
	int i;

	(void)state;
	for (i = 0; i < 20000; i++) {
		make_document(&b);
		strbuf_char(&b, '\0'); /* strtod stops at it */
		s = (struct source){{b.p, b.n - 1}, 0, 1 + roll(30), false};
		v = peer_load(s.text);
		assert_non_null(v);
		json_reset(j, s.text);
		lenient = json_text(s.text, JSON_LENIENT);
		quotes = json_text(s.text, JSON_LENIENT | JSON_BARE_QUOTES);
		stream = json_stream(source_read, &s, 0);
		/* A number at the very end of a stream has no NUL behind. */
		if (!same_document(j, v) ||
		    ((json_typeof(v) == JANSSON_OBJECT ||
			 json_typeof(v) == JANSSON_ARRAY) &&
			!same_document(stream, v)) ||
		    !same_document(lenient, v) || !same_document(quotes, v))
			fail_msg("%s", b.p);
		assert_int_equal(json_lenient_count(j), 0);
		assert_int_equal(json_lenient_count(lenient), 0);
		assert_int_equal(json_lenient_count(quotes), 0);
		assert_false(json_was_cut(lenient));
		json_free(lenient);
		json_free(quotes);
		json_free(stream);
		json_decref(v);
	}
	json_free(j);
	strbuf_free(&b);
}

/* What we take on purpose and jansson does not: numbers out of range, malformed
 * UTF-8 and half pairs (repaired), NUL in a key, a byte order mark. */
static bool takes(struct json *j, struct str text, bool *beyond)
{
	enum json_token token;
	struct str t;
	bool ok;

	*beyond = str_starts(text, "\xef\xbb\xbf");
	json_reset(j, text);
	do {
		token = json_next(j, &t);
		if (token == JSON_INT) {
			json_int(j, &ok);
			*beyond |= !ok;
		} else if (token == JSON_REAL) {
			*beyond |= isinf(strtod(t.p, NULL));
		} else if (token == JSON_KEY) {
			*beyond |= memchr(t.p, 0, t.n) != NULL;
		}
	} while (token != JSON_END && token != JSON_ERROR);
	*beyond |= json_lenient_count(j) != 0;
	return token == JSON_END;
}

/* No NUL: jansson 2.14 passes over one behind a number, RFC 8259 does not. */
static void mutate(struct strbuf *b)
{
	static const char bytes[] = "{}[]:,\"\\ \n\t0123456789.eE+-untrfalse/b"
				    "\x01\x1f\x7f\x80\xbf\xc3\xe2\xf0\xff";
	size_t at = roll((unsigned)b->n), n;

	switch (roll(4)) {
	case 0: /* another byte */
		b->p[at] = bytes[roll(sizeof bytes - 1)];
		break;
	case 1: /* without a few */
		n = roll(4) + 1;
		n = n < b->n - at ? n : b->n - at;
		memmove(b->p + at, b->p + at + n, b->n - at - n);
		b->n -= n;
		break;
	case 2: /* one more */
		strbuf_char(b, ' ');
		memmove(b->p + at + 1, b->p + at, b->n - at - 1);
		b->p[at] = bytes[roll(sizeof bytes - 1)];
		break;
	default: /* cut */
		b->n = at;
	}
}

static void test_jansson_mutated(void **state)
{
	struct strbuf b = {0};
	struct json *j = json_text(STR(""), 0);
	unsigned valid = 0, invalid = 0, times;
	bool beyond, ours;
	json_t *v;
	int i;

	(void)state;
	for (i = 0; i < 60000; i++) {
		make_document(&b);
		for (times = roll(3) + 1; times && b.n; times--)
			mutate(&b);
		strbuf_char(&b, '\0');
		b.n--;
		v = peer_load(strbuf_get(&b));
		ours = takes(j, strbuf_get(&b), &beyond);
		if (v)
			valid++;
		else
			invalid++;
		if (v ? !ours : ours && !beyond)
			fail_msg("%s: jansson %d, ours %d", b.p, v != NULL, ours);
		if (i % 8 == 0)
			same_in_pieces(strbuf_get(&b), 1 + roll(9),
			    JSON_LENIENT | JSON_BARE_QUOTES);
		json_decref(v);
	}
	/* Both kinds were tried. */
	assert_true(valid > 5000 && invalid > 5000);
	json_free(j);
	strbuf_free(&b);
}

/* The file's text, unpacked; false when it is longer than `most`. */
static bool slurp(const char *path, struct strbuf *b, size_t most)
{
	gzFile f = gzopen(path, "rb");
	int n;

	assert_non_null(f);
	b->n = 0;
	do {
		strbuf_reserve(b, 65536);
		n = gzread(f, b->p + b->n, 65536);
		assert_true(n >= 0);
		b->n += (size_t)n;
	} while (n && b->n <= most);
	gzclose(f);
	return b->n <= most;
}

/* Real traces, where they are at hand: those that jansson reads in a moment. */
static void test_jansson_traces(void **state)
{
	const char *shared = getenv("PP_SHARED");
	struct strbuf path = {0}, b = {0};
	struct json *j = json_text(STR(""), 0), *stream;
	struct source s;
	struct dirent *entry;
	unsigned n = 0;
	json_t *v;
	DIR *dir;

	(void)state;
	strbuf_printf(&path, "%s/data/kineto", shared ? shared : "../shared");
	strbuf_char(&path, '\0');
	dir = opendir(path.p);
	while (dir && (entry = readdir(dir))) {
		if (!strstr(entry->d_name, ".json"))
			continue;
		path.n = 0;
		strbuf_printf(&path, "%s/data/kineto/%s",
		    shared ? shared : "../shared", entry->d_name);
		strbuf_char(&path, '\0');
		if (!slurp(path.p, &b, 4 << 20))
			continue;
		v = peer_load(strbuf_get(&b));
		if (!v)
			continue;
		n++;
		json_reset(j, strbuf_get(&b));
		s = (struct source){strbuf_get(&b), 0, 70001, false};
		stream = json_stream(source_read, &s, JSON_LENIENT);
		if (!same_document(j, v) || !same_document(stream, v))
			fail_msg("%s", path.p);
		assert_int_equal(json_lenient_count(stream), 0);
		json_free(stream);
		json_decref(v);
	}
	json_free(j);
	strbuf_free(&path);
	strbuf_free(&b);
	if (!dir)
		skip();
	closedir(dir);
	assert_true(n > 5);
}

/* ---- writing ---- */

static void escaped(struct str s, const char *wanted)
{
	struct strbuf b = {0};

	json_escape(&b, s);
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, wanted);
	strbuf_free(&b);
}

static void test_escape(void **state)
{
	(void)state;
	escaped(STR(""), "\"\"");
	escaped((struct str){0}, "\"\"");
	escaped(STR("plain /text, eight or more"),
	    "\"plain /text, eight or more\"");
	escaped(STR("\"\\\b\f\n\r\t"), "\"\\\"\\\\\\b\\f\\n\\r\\t\"");
	escaped(STR("a\0b"), "\"a\\u0000b\"");
	escaped(STR("\x01\x1b[31m\x1f\x7f"),
	    "\"\\u0001\\u001b[31m\\u001f\\u007f\"");
	/* C1: CSI is U+009B; U+00A0 is none. */
	escaped(STR("\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0"),
	    "\"\\u0080\\u009b\\u009f\xc2\xa0\"");
	escaped(STR("\xe2\x82\xac\xf0\x9f\x98\x80"),
	    "\"\xe2\x82\xac\xf0\x9f\x98\x80\"");
	escaped(STR("a\xff"
		    "b\xc3"),
	    "\"a\xef\xbf\xbd"
	    "b\xef\xbf\xbd\"");
	escaped(STR("12345678\x7f"), "\"12345678\\u007f\"");
	escaped(STR("1234567\xc3\xa9"), "\"1234567\xc3\xa9\"");
}

/* Any bytes: what is written is read back by us and by jansson as the bytes
 * repaired, and has no control character. */
/* json_at_key shows a key where json_next would give it, and json_take_key
 * reads it as json_next would: the tokens of each text and their columns, by
 * these where they can, and by json_next alone; and how many keys they took. */
static void walk_keys(const char *text, size_t read, bool look,
    struct strbuf *out, unsigned *taken)
{
	struct source source;
	struct json *j = open_text(&source, str_of(text), read, 0);
	enum json_token token = json_next(j, NULL);

	while (token != JSON_ERROR && token != JSON_END) {
		const char *key = look ? json_at_key(j) : NULL;
		const char *quote = key ? memchr(key, '"', JSON_KEY_LOOK - 1) : NULL;
		struct str name = {0};

		if (quote && quote[1] == ':') {
			name = (struct str){key, (size_t)(quote - key)};
			json_take_key(j, key, name.n);
			token = JSON_KEY;
			++*taken;
		} else {
			token = json_next(j, &name);
		}
		strbuf_printf(out, "%d.%u", (int)token, (unsigned)json_column(j));
		if (token == JSON_KEY)
			strbuf_str(out, name);
		strbuf_char(out, ' ');
	}
	strbuf_char(out, '\0');
	json_free(j);
}

static void test_at_key(void **state)
{
#define BEHIND ",\"the long way behind what is near the end\":0}"
	static const struct {
		const char *text;
		unsigned taken; /* in memory */
	} cases[] = {
	    {"{\"a\":1,\"bc\":\"x\",\"\":{\"d\":[1,{\"e\":2}]}" BEHIND, 5},
	    /* blanks before a key, behind it, both */
	    {"{ \"a\":1, \"b\":2,\"c\" :3,\"d\": 4" BEHIND, 1},
	    /* strings of arrays and values are no keys */
	    {"{\"a\":[\"b\",\"c\"],\"d\":\"e\"" BEHIND, 2},
	    {"[\"a\",\"b\",{\"c\":\"d\"},\"e\",\"much more text behind\"]", 1},
	    /* what is wrong stays wrong */
	    {"{\"a\":1 \"b\":2" BEHIND, 1},
	    {"{,\"a\":1" BEHIND, 0},
	    {"[{\"a\":1],\"b\":2" BEHIND, 1},
	    {"{\"a\":\"b\":2" BEHIND, 1},
	    /* 26 bytes from the quote or the comma on, and one less */
	    {"{\"a\":\"6789012345678901234\"}", 1},
	    {"{\"a\":\"678901234567890123\"}", 0},
	    {"{\"a\":0,\"b\":\"789012345678901234\"}", 2},
	    {"{\"a\":0,\"b\":\"78901234567890123\"}", 1},
	};
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		for (k = 0; k < NREADS; k++) {
			struct strbuf wanted = {0}, got = {0};
			unsigned taken = 0;

			walk_keys(cases[i].text, reads[k], false, &wanted, &taken);
			assert_int_equal(taken, 0);
			walk_keys(cases[i].text, reads[k], true, &got, &taken);
			assert_string_equal(got.p, wanted.p);
			if (k == 0)
				assert_int_equal(taken, cases[i].taken);
			strbuf_free(&wanted);
			strbuf_free(&got);
		}
}

static void test_escape_any(void **state)
{
	struct strbuf in = {0}, out = {0}, repaired = {0};
	struct json *j = json_text(STR(""), 0);
	struct str text;
	json_t *v;
	size_t i, n;
	int round;

	(void)state;
	for (round = 0; round < 20000; round++) {
		in.n = out.n = repaired.n = 0;
		for (n = roll(40); n; n--)
			strbuf_char(
			    &in, (char)(roll(3) ? 'a' + roll(4) : roll(256)));
		json_escape(&out, strbuf_get(&in));
		utf8_repair(strbuf_get(&in), &repaired);
		json_reset(j, strbuf_get(&out));
		assert_int_equal(json_next(j, &text), JSON_STRING);
		assert_true(str_eq(text, strbuf_get(&repaired)));
		assert_int_equal(json_next(j, &text), JSON_END);
		v = peer_load(strbuf_get(&out));
		assert_non_null(v);
		assert_true(str_eq(strbuf_get(&repaired),
		    (struct str){json_string_value(v), json_string_length(v)}));
		json_decref(v);
		for (i = 0; i < out.n; i++) {
			unsigned char c = (unsigned char)out.p[i];

			assert_true(c >= ' ' && c != 0x7f);
			assert_false(
			    c == 0xc2 && (unsigned char)out.p[i + 1] < 0xa0);
		}
	}
	json_free(j);
	strbuf_free(&in);
	strbuf_free(&out);
	strbuf_free(&repaired);
}

/* json_next_int takes an integer where json_next would give the same, or takes
 * nothing: the values of each array, by it where it can and else by json_next,
 * and how many it took. */
static void test_next_int(void **state)
{
#define PADDING ",\"the long way behind what is near the end\"]"
	static const struct {
		const char *text, *wanted;
		unsigned quick; /* in memory */
	} cases[] = {
	    {"[1,20,-3" PADDING, "1 20 -3 s", 3},
	    {"[0,-0,10" PADDING, "0 0 10 s", 3},
	    /* 18 digits are the most; the scanner takes more */
	    {"[999999999999999999,-999999999999999999" PADDING,
		"999999999999999999 -999999999999999999 s", 2},
	    {"[1000000000000000000" PADDING, "1000000000000000000 s", 0},
	    /* blanks, other numbers */
	    {"[ 1,2 , 3,4" PADDING, "1 2 3 4 s", 1},
	    {"[1.5,2e3,7" PADDING, "r r 7 s", 1},
	    {"[1,[2],3" PADDING, "1 [ 2 ] 3 s", 3},
	    {"[{\"a\":1,\"b\":2},3" PADDING, "{ k 1 k 2 } 3 s", 1},
	    /* what is wrong stays wrong */
	    {"[1,01" PADDING, "1 !", 1},
	    {"[1,-" PADDING, "1 !", 1},
	    {"[1,2x" PADDING, "1 !", 1},
	    {"[,1" PADDING, "!", 0},
	    {"[1,,2" PADDING, "1 !", 1},
	    {"[1 2" PADDING, "1 !", 0},
	};
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		for (k = 0; k < NREADS; k++) {
			struct source source;
			struct json *j = open_text(
			    &source, str_of(cases[i].text), reads[k], 0);
			struct strbuf b = {0};
			enum json_token token = json_next(j, NULL);
			unsigned quick = 0;
			int64_t n;
			bool ok;

			while (token != JSON_ERROR && token != JSON_END) {
				if (json_next_int(j, &n)) {
					strbuf_int(&b, n);
					strbuf_char(&b, ' ');
					quick++;
					continue;
				}
				token = json_next(j, NULL);
				if (token == JSON_INT) {
					strbuf_int(&b, json_int(j, &ok));
					assert_true(ok);
				} else {
					strbuf_char(
					    &b, token == JSON_REAL	   ? 'r'
						: token == JSON_STRING	   ? 's'
						: token == JSON_KEY	   ? 'k'
						: token == JSON_OBJECT	   ? '{'
						: token == JSON_OBJECT_END ? '}'
						: token == JSON_ARRAY	   ? '['
						: token == JSON_ARRAY_END  ? ']'
						: token == JSON_ERROR	   ? '!'
								      : '.');
				}
				strbuf_char(&b, ' ');
			}
			strbuf_char(&b, '\0');
			/* the array's own end, and that of the text */
			if (!strchr(cases[i].wanted, '!')) {
				size_t wanted = strlen(cases[i].wanted);

				assert_int_equal(
				    strncmp(b.p, cases[i].wanted, wanted), 0);
				assert_string_equal(b.p + wanted, " ] . ");
			} else {
				b.p[b.n - 2] = '\0';
				assert_string_equal(b.p, cases[i].wanted);
			}
			if (k == 0)
				assert_int_equal(quick, cases[i].quick);
			strbuf_free(&b);
			json_free(j);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_values),
	    cmocka_unit_test(test_escapes),
	    cmocka_unit_test(test_nul),
	    cmocka_unit_test(test_wrong),
	    cmocka_unit_test(test_places),
	    cmocka_unit_test(test_int),
	    cmocka_unit_test(test_depth),
	    cmocka_unit_test(test_bare_numbers),
	    cmocka_unit_test(test_bad_escapes),
	    cmocka_unit_test(test_controls),
	    cmocka_unit_test(test_stray_commas),
	    cmocka_unit_test(test_repairs),
	    cmocka_unit_test(test_cut),
	    cmocka_unit_test(test_cut_by_hand),
	    cmocka_unit_test(test_stream),
	    cmocka_unit_test(test_long_stream),
	    cmocka_unit_test(test_stream_fails),
	    cmocka_unit_test(test_skip),
	    cmocka_unit_test(test_skip_wrong),
	    cmocka_unit_test(test_raw),
	    cmocka_unit_test(test_in_place),
	    cmocka_unit_test(test_hold),
	    cmocka_unit_test(test_back_from_error),
	    cmocka_unit_test(test_hold_long),
	    cmocka_unit_test(test_resume),
	    cmocka_unit_test(test_resume_far),
	    cmocka_unit_test(test_bare_quotes),
	    cmocka_unit_test(test_bare_quotes_far),
	    cmocka_unit_test(test_next_int),
	    cmocka_unit_test(test_at_key),
	    cmocka_unit_test(test_jansson_valid),
	    cmocka_unit_test(test_jansson_mutated),
	    cmocka_unit_test(test_jansson_traces),
	    cmocka_unit_test(test_escape),
	    cmocka_unit_test(test_escape_any),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
