/*
 * test_csvrows.c - rows, and the lines between them.
 */
#include "parse/read/csvrows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "common/io.h"

#define TEXT(literal) literal, sizeof(literal) - 1

/* A row begins with a digit or a quote and a digit. */
static bool digit(void *arg, struct str line)
{
	size_t quote = line.n && line.p[0] == '"';

	++*(int *)arg;
	return line.n > quote && line.p[quote] >= '0' && line.p[quote] <= '9';
}

/* What is left of a text, as a source of lines. */
static long give(void *arg, char *buf, size_t size, struct err *err)
{
	struct str *left = arg;

	(void)err;
	if (size > left->n)
		size = left->n;
	if (size)
		memcpy(buf, left->p, size);
	*left = str_from(*left, size);
	return (long)size;
}

/* Each row as LINE:[FIELD][FIELD], a broken one as LINE!. */
static void rows(const char *p, size_t n, csvrows_begins *begins, struct strbuf *b)
{
	int asked = 0, got;
	struct str left = {p, n};
	struct csvrows *r =
	    csvrows_open(io_lines_from(give, &left), begins, &asked);
	struct csvrow row;
	struct err err;
	size_t i;

	while ((got = csvrows_next(r, &row, &err)) > 0) {
		strbuf_printf(b, "%d%c", (int)row.line, row.broken ? '!' : ':');
		for (i = 0; i < row.n && !row.broken; i++) {
			strbuf_char(b, '[');
			strbuf_str(b, row.v[i]);
			strbuf_char(b, ']');
		}
	}
	assert_int_equal(got, 0);
	assert_int_equal(csvrows_next(r, &row, &err), 0); /* stays over */
	csvrows_close(r);
}

static void test_rows(void **state)
{
	static const struct {
		const char *text;
		size_t n;
		csvrows_begins *begins;
		const char *want;
		size_t nwant;
	} cases[] = {
	    {TEXT(""), NULL, TEXT("")},
	    {TEXT("\n \n"), NULL, TEXT("")},
	    {TEXT("a,b\n"), NULL, TEXT("1:[a][b]")},
	    {TEXT("a,b"), NULL, TEXT("1:[a][b]")},
	    {TEXT("\na\r\nb,\r\n"), NULL, TEXT("2:[a]3:[b][]")},
	    {TEXT("\"a,\"\"b\"\"\",\"\"\n"), NULL, TEXT("1:[a,\"b\"][]")},
	    {TEXT("\"a\nb\",c\nd\n"), NULL, TEXT("1:[a\nb][c]3:[d]")},
	    {TEXT("a\0b,\"\0\"\n"), NULL, TEXT("1:[a\0b][\0]")},
	    /* a CR alone ends nothing */
	    {TEXT("\"a\",b\rc\n"), NULL, TEXT("1:[a][b\rc]")},
	    {TEXT("a,\"b\nc\n"), NULL, TEXT("1!")},
	    /* where the field ends nobody can say */
	    {TEXT("a,\"b,\"c\",d\ne\n"), NULL, TEXT("1!2:[e]")},
	    {TEXT("a,b\"c,d\ne\n"), NULL, TEXT("1!2:[e]")},
	    {TEXT("\"a\" ,b\n"), NULL, TEXT("1:[a][b]")},
	    /* other output, with a quote of its own */
	    {TEXT("say \"hi\n\"1\",x\n\nbye\n2,y\n"), digit,
		TEXT("2:[1][x]5:[2][y]")},
	    /* in a field */
	    {TEXT("\"1\",\"x\n\n2,y\n\"\"3\"\"\n\",z\n"), digit,
		TEXT("1:[1][x\n\n2,y\n\"3\"\n][z]")},
	    /* a quote without an end costs its own row only */
	    {TEXT("\"1\",\"x\n\"2\",y\n\"3\",\"z\n"), digit, TEXT("1!2:[2][y]3!")},
	};
	struct strbuf b = {0};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		b.n = 0;
		rows(cases[i].text, cases[i].n, cases[i].begins, &b);
		if (b.n != cases[i].nwant ||
		    memcmp(strbuf_get(&b).p, cases[i].want, b.n) != 0)
			fail_msg("case %zu: %.*s", i, (int)b.n, strbuf_get(&b).p);
	}
	strbuf_free(&b);
}

/* A row of more than CELLS_BYTES bytes is given up, whether it is one line or
 * many. */
static void test_bound(void **state)
{
	struct strbuf text = {0}, b = {0};
	size_t i;

	(void)state;
	strbuf_text(&text, "1,");
	for (i = 0; i < CELLS_BYTES; i++)
		strbuf_char(&text, 'x');
	strbuf_text(&text, "\n2,y\n3,\"");
	for (i = 0; i < CELLS_BYTES / 64 + 1; i++)
		strbuf_text(&text, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
				   "xxxxxxxxxxxxxxxxxxxxx"
				   "\n");
	strbuf_text(&text, "4,z\n");
	rows(text.p, text.n, digit, &b);
	/* the third row's lines: 3 to 3 + 4 * 2^20 / 64 = 65539 */
	assert_string_equal(
	    (strbuf_char(&b, '\0'), b.p), "1!2:[2][y]3!65540:[4][z]");
	strbuf_free(&text);
	strbuf_free(&b);
}

/* So is one of too many fields. */
static void test_many_fields(void **state)
{
	struct strbuf text = {0}, b = {0};
	size_t i;

	(void)state;
	for (i = 0; i < CELLS_MOST; i++)
		strbuf_char(&text, ',');
	strbuf_text(&text, "\na\n");
	rows(text.p, text.n, NULL, &b);
	assert_true(str_is(strbuf_get(&b), "1!2:[a]"));
	text.p[0] = ' '; /* one less */
	b.n = 0;
	rows(text.p, text.n, NULL, &b);
	assert_true(str_starts(strbuf_get(&b), "1:[][]["));
	assert_true(str_ends(strbuf_get(&b), "[]2:[a]"));
	strbuf_free(&text);
	strbuf_free(&b);
}

static void test_columns(void **state)
{
	struct str left = STR("ID,\"Kernel Name\",ID,\n0,k\n");
	struct csvrows *r = csvrows_open(io_lines_from(give, &left), NULL, NULL);
	struct csvrow row;

	(void)state;
	assert_int_equal(csvrows_columns(r), 0);
	assert_true(csvrows_find(r, "ID") == SIZE_MAX);
	assert_int_equal(csvrows_next(r, &row, NULL), 1);
	csvrows_name(r, &row);
	assert_int_equal(csvrows_columns(r), 4);
	assert_int_equal(csvrows_find(r, "ID"), 0);
	assert_int_equal(csvrows_find(r, "Kernel Name"), 1);
	assert_int_equal(csvrows_find(r, ""), 3);
	assert_true(csvrows_find(r, "Kernel") == SIZE_MAX);
	assert_int_equal(csvrows_next(r, &row, NULL), 1);
	assert_int_equal(csvrows_line(r), 2);
	assert_true(
	    str_is(csvrows_field(&row, csvrows_find(r, "Kernel Name")), "k"));
	assert_null(csvrows_field(&row, 2).p);
	assert_null(csvrows_field(&row, SIZE_MAX).p);
	assert_true(str_is(csvrows_column(r, 1), "Kernel Name"));
	csvrows_close(r);
	csvrows_close(NULL);
}

static long fail_to(void *arg, char *buf, size_t size, struct err *err)
{
	(void)arg;
	(void)buf;
	(void)size;
	return err_set(err, "gone");
}

static void test_unreadable(void **state)
{
	struct csvrows *r = csvrows_open(io_lines_from(fail_to, NULL), NULL, NULL);
	struct csvrow row;
	struct err err;

	(void)state;
	assert_int_equal(csvrows_next(r, &row, &err), -1);
	assert_string_equal(err.text, "gone");
	csvrows_close(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_rows),
	    cmocka_unit_test(test_bound),
	    cmocka_unit_test(test_many_fields),
	    cmocka_unit_test(test_columns),
	    cmocka_unit_test(test_unreadable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
