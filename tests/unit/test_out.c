/*
 * test_out.c - the writers on cells made by hand: every kind of cell in every
 * format, hostile text, widths.
 */
#include "prof/show/out.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

/* What the columns of these tests show: set by each test. */
static struct cell shown[8];

static void show(const struct column *col, const struct row *row, struct cell *cell)
{
	(void)row;
	*cell = shown[col->which];
}

static struct column columns[] = {
    {"a", "Alpha", 6, CELL_STR, "", .value = show, .which = 0},
    {"b", "Beta", 5, CELL_INT, "", .value = show, .which = 1},
    {"c", "Gamma", 0, CELL_STR, "", .value = show, .which = 2},
    {"d", "Delta", 0, CELL_STR, "", .value = show, .which = 3},
    {"t", "Sil(ns)", 10, CELL_TIME, "", .value = show, .which = 0},
    {"u", "start", 10, CELL_TIME, "", .value = show, .which = 1},
};

static struct cell text(const char *s)
{
	return (struct cell){.kind = CELL_STR, .s = str_of(s)};
}

static struct cell number(int64_t i)
{
	return (struct cell){.kind = CELL_INT, .i = i};
}

static struct cell ns(int64_t i)
{
	return (struct cell){.kind = CELL_TIME, .i = i};
}

static struct cell real(uint64_t whole, unsigned milli, bool negative)
{
	return (struct cell){.kind = CELL_REAL, .real = {whole, milli, negative}};
}

struct job {
	struct out out;
	struct columns cols;
	struct strbuf b;
};

/* A writer for the columns whose keys are in the string. */
static struct job job(const struct out_format *format, const char *keys)
{
	struct job j = {.out.format = format};

	for (; *keys; keys++) {
		for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
			if (columns[i].key[0] == *keys)
				*vec_add(&j.cols.list) = &columns[i];
		}
	}
	return j;
}

/* What the job prints: with its header, or a row only. */
static const char *print(struct job *j, bool header)
{
	struct row row = {0};
	struct err err;

	j->out.cols = &j->cols;
	j->b.n = 0;
	assert_int_equal(out_start(&j->out, &err), 0);
	if (header)
		out_header(&j->out, &j->b);
	out_row(&j->out, &row, &j->b);
	strbuf_char(&j->b, '\0');
	return j->b.p;
}

static void end(struct job *j)
{
	out_free(&j->out);
	column_free(&j->cols);
	strbuf_free(&j->b);
}

/* One cell in one format. */
static void gives(
    const struct out_format *format, struct cell cell, const char *wanted)
{
	struct job j = job(format, "a");

	shown[0] = cell;
	assert_string_equal(print(&j, false), wanted);
	end(&j);
}

/* What sums and quotients become: three decimals, a sign where a digit is left,
 * percents, TFLOP/s and GB/s. */
static void test_numbers(void **state)
{
	static const struct {
		double f;
		const char *text;
	} reals[] = {
	    {-1, "-1.000\n"},
	    {-0.5, "-0.500\n"},
	    {-0.0001, "0.000\n"},
	    {0, "0.000\n"},
	    {1.0005, "1.001\n"},
	    {1.0004, "1.000\n"},
	    {-999999999999, "-999999999999.000\n"},
	    {1e12, "na\n"},
	    {-1e12, "na\n"},
	    {NAN, "na\n"},
	};
	struct cell cell;

	(void)state;
	for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
		cell = (struct cell){0};
		cell_double(&cell, reals[i].f);
		gives(&out_space, cell, reals[i].text);
	}
	/* 125.3376 * 10^12, 898.048 * 10^9 */
	cell = (struct cell){0};
	cell_peak(&cell, "fp16", UINT64_C(125337600000000));
	assert_int_equal(cell.kind, CELL_NAMED);
	assert_int_equal(cell.named.real.whole, 125);
	assert_int_equal(cell.named.real.milli, 338);
	cell_peak(&cell, "fp16", UINT64_C(999999500000000000));
	assert_int_equal(cell.named.real.whole, 999999);
	assert_int_equal(cell.named.real.milli, 500);
	cell_peak(&cell, "dram", UINT64_C(898048000000));
	assert_int_equal(cell.named.real.whole, 898);
	assert_int_equal(cell.named.real.milli, 48);
	cell_peak(&cell, "dram_ncu", UINT64_C(999999500000000));
	assert_int_equal(cell.named.real.whole, 999999);
	assert_int_equal(cell.named.real.milli, 500);
	/* a quarter; of nothing there is no share; of too much none is known */
	cell = (struct cell){0};
	cell_share(&cell, 1, 4);
	gives(&out_space, cell, "25.000\n");
	cell = (struct cell){0};
	cell_share(&cell, 0, 0);
	assert_int_equal(cell.kind, CELL_NONE);
	cell_share(&cell, 0, 1);
	gives(&out_space, cell, "0.000\n");
	cell = (struct cell){0};
	cell_share(&cell, CELL_MUCH, 4);
	assert_int_equal(cell.kind, CELL_NA);
	cell = (struct cell){0};
	cell_share(&cell, 4, CELL_MUCH);
	assert_int_equal(cell.kind, CELL_NA);
	cell_sum(&cell, CELL_MUCH);
	assert_int_equal(cell.kind, CELL_NA);
	cell_sum(&cell, CELL_MUCH - 1);
	assert_int_equal(cell.kind, CELL_UINT);
	cell_sum_time(&cell, INT64_MAX);
	assert_int_equal(cell.kind, CELL_TIME);
	cell_sum_time(&cell, (uint64_t)INT64_MAX + 1);
	assert_int_equal(cell.kind, CELL_NA);
}

static void test_kinds(void **state)
{
	static const struct str names[] = {{"x", 1}, {"y z", 3}};
	static const int64_t ids[] = {3, 12};
	struct cell list = {.kind = CELL_LIST, .joiner = ':'};
	struct cell ints = {.kind = CELL_INTS, .joiner = ','};
	struct cell dim3 = {.kind = CELL_DIM3, .dim3 = {12, 1, 5}};
	struct cell none = {.kind = CELL_NONE}, na = {.kind = CELL_NA};
	struct cell yes = {.kind = CELL_BOOL, .b = true};
	struct cell peak = {
	    .kind = CELL_NAMED, .named = {"fp16", {19, 500, false}}};

	(void)state;
	list.list.v = names;
	list.list.n = 2;
	ints.ints.v = ids;
	ints.ints.n = 2;
	gives(&out_space, none, "-\n");
	gives(&out_csv, none, "\"-\"\n");
	gives(&out_json, none, "{}\n");
	gives(&out_space, na, "na\n");
	gives(&out_csv, na, "\"na\"\n");
	gives(&out_json, na, "{\"a\":null}\n");
	gives(&out_space, list, "x:y_z\n");
	gives(&out_csv, list, "\"x:y z\"\n");
	gives(&out_json, list, "{\"a\":[\"x\",\"y z\"]}\n");
	gives(&out_space, ints, "3,12\n");
	gives(&out_json, ints, "{\"a\":[3,12]}\n");
	gives(&out_space, dim3, "12,1,5\n");
	gives(&out_csv, dim3, "\"12,1,5\"\n");
	gives(&out_sheet, dim3, "\"(12,1,5)\"\n");
	gives(&out_json, dim3, "{\"a\":[12,1,5]}\n");
	gives(&out_space, yes, "1\n");
	gives(&out_json, yes, "{\"a\":true}\n");
	gives(&out_json, peak, "{\"a\":{\"name\":\"fp16\",\"value\":19.500}}\n");
	gives(&out_csv, peak, "\"fp16:19.500\"\n");
	gives(&out_space, real(0, 5, false), "0.005\n");
	gives(&out_json, real(1234, 500, true), "{\"a\":-1234.500}\n");
	gives(&out_space, number(INT64_MIN), "-9223372036854775808\n");
}

/* 2^53 = 9007199254740992 is the last integer that every reader keeps. */
static void test_json_numbers(void **state)
{
	struct cell big = {.kind = CELL_UINT, .u = UINT64_MAX};

	(void)state;
	gives(&out_json, number(INT64_C(9007199254740992)),
	    "{\"a\":9007199254740992}\n");
	gives(&out_json, number(INT64_C(9007199254740993)),
	    "{\"a\":\"9007199254740993\"}\n");
	gives(&out_json, number(INT64_C(-9007199254740993)),
	    "{\"a\":\"-9007199254740993\"}\n");
	gives(&out_json, big, "{\"a\":\"18446744073709551615\"}\n");
}

/* As they were measured: integers as such to 2^53, else what reads back. */
static void test_measured(void **state)
{
	static const struct {
		double number;
		const char *text;
	} cases[] = {
	    {0, "0"},
	    {81, "81"},
	    {-3, "-3"},
	    {80231038456, "80231038456"},
	    {9007199254740992, "9007199254740992"},
	    {0.1, "0.1"},
	    {71.53, "71.53"},
	    {1.0 / 3, "0.3333333333333333"},
	    {1e300, "1e+300"},
	    {5e-324, "5e-324"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct cell cell = {
		    .kind = CELL_NUMBER, .number = cases[i].number};
		char line[64];

		snprintf(line, sizeof line, "{\"a\":%s}\n", cases[i].text);
		gives(&out_json, cell, line);
		snprintf(line, sizeof line, "\"%s\"\n", cases[i].text);
		gives(&out_sheet, cell, line);
		snprintf(line, sizeof line, "%s\n", cases[i].text);
		gives(&out_space, cell, line);
	}
}

/* Several members of one cell, their keys foreign text. */
static void test_members(void **state)
{
	static const struct cell_member v[] = {
	    {{"x\"y", 3}, 1}, {{"z", 1}, INFINITY}};
	const struct cell cell = {
	    .kind = CELL_MEMBERS, .joiner = ';', .members = {v, 2}};

	(void)state;
	gives(&out_json, cell, "{\"x\\\"y\":1,\"z\":null}\n");
	gives(&out_space, cell, "x\"y=1;z=inf\n");
}

/* 1500 ns are 1.5 us and 0.0015 ms; no digit is lost. */
static void test_units(void **state)
{
	struct job j = job(&out_space, "tu");

	(void)state;
	shown[0] = ns(1500);
	shown[1] = ns(-1);
	assert_string_equal(print(&j, true), "Sil(ns) start\n1500 -1\n");
	j.out.unit = OUT_US;
	assert_string_equal(
	    print(&j, true), "Sil(us) start(us)\n1.500 -0.001\n");
	j.out.unit = OUT_MS;
	shown[1] = ns(INT64_MAX);
	assert_string_equal(print(&j, true),
	    "Sil(ms) start(ms)\n0.001500 9223372036854.775807\n");
	shown[1] = ns(INT64_MIN);
	assert_string_equal(
	    print(&j, false), "0.001500 -9223372036854.775808\n");
	end(&j);
	j = job(&out_json, "t");
	j.out.unit = OUT_MS;
	assert_string_equal(print(&j, true), "{\"t\":1500}\n");
	end(&j);
	assert_string_equal(out_unit_name(OUT_US), "us");
	assert_string_equal(out_unit_name(OUT_AUTO), "auto");
	assert_null(out_unit_name(OUT_AUTO + 1));
}

static void test_hostile(void **state)
{
	struct cell c = text("a\tb\nc,d\"e\033[31m \\");
	struct cell nul = {.kind = CELL_STR, .s = {"x\0y", 3}};

	(void)state;
	gives(&out_space, c, "a\\tb\\nc,d\"e\\x1b[31m_\\\\\n");
	gives(&out_csv, c, "\"a\tb\nc,d\"\"e\033[31m \\\"\n");
	gives(&out_json, c, "{\"a\":\"a\\tb\\nc,d\\\"e\\u001b[31m \\\\\"}\n");
	gives(&out_space, nul, "x\\x00y\n");
	/* U+009B is ESC [ to some terminals; 0xff is no UTF-8; a letter is. */
	gives(&out_space,
	    text("\xc2\x9b"
		 "1m\xff\xc3\xa9"),
	    "\\x9b1m\\xff\xc3\xa9\n");
	gives(&out_space, text(""), "-\n");
	gives(&out_csv, text(""), "\"\"\n");
	gives(&out_json, text(""), "{\"a\":\"\"}\n");
}

/* What a spreadsheet would work out is text; numbers stay numbers. */
static void test_sheet(void **state)
{
	struct cell sum = {.kind = CELL_UINT, .u = UINT64_MAX};
	static const int64_t id[] = {INT64_C(9007199254740993)};
	struct cell seq = {.kind = CELL_INTS, .joiner = ','};

	(void)state;
	seq.ints.v = id;
	seq.ints.n = 1;
	gives(&out_sheet, text("=2+5"), "\"'=2+5\"\n");
	gives(&out_sheet, text("+cmd|' /C calc'!A0"), "\"'+cmd|' /C calc'!A0\"\n");
	gives(&out_sheet, text("-1"), "\"'-1\"\n");
	gives(&out_sheet, text("@SUM(A1:A9)"), "\"'@SUM(A1:A9)\"\n");
	gives(&out_sheet, text("\t=1"), "\"'\t=1\"\n");
	gives(&out_sheet, text("\r=\"\""), "\"'\r=\"\"\"\"\"\n");
	gives(&out_sheet,
	    text("\xef\xbc\x9d"
		 "1"),
	    "\"'\xef\xbc\x9d"
	    "1\"\n");
	gives(&out_sheet, text("1-2"), "\"1-2\"\n");
	gives(&out_sheet, text("enc"), "\"enc\"\n");
	gives(&out_sheet, text("-"), "\"-\"\n");
	gives(&out_sheet, (struct cell){.kind = CELL_NONE}, "\"-\"\n");
	gives(&out_sheet, number(-5), "\"-5\"\n");
	gives(&out_sheet, real(0, 1, true), "\"-0.001\"\n");
	gives(&out_sheet, number(999999999999999), "\"999999999999999\"\n");
	gives(&out_sheet, number(1000000000000000), "\"'1000000000000000\"\n");
	gives(&out_sheet, seq, "\"'9007199254740993\"\n");
	gives(&out_sheet, sum, "\"18446744073709551615\"\n");
	gives(&out_csv, text("=2+5"), "\"=2+5\"\n");
	gives(&out_csv, seq, "\"9007199254740993\"\n");
}

/* What -w prints of one row, the last. */
static const char *print_last(struct job *j)
{
	struct row row = {0};
	struct err err;

	j->out.cols = &j->cols;
	j->out.unit = OUT_AUTO;
	assert_int_equal(out_start(&j->out, &err), 0);
	out_header(&j->out, &j->b);
	out_row(&j->out, &row, &j->b);
	assert_int_equal(j->b.n, 0); /* it is held */
	out_finish(&j->out, true, &j->b);
	strbuf_char(&j->b, '\0');
	return j->b.p;
}

/*
 * Where no more rows come texts are as wide as they wish, 8, 1 and 16 here;
 * with 5 for the number and three blanks that is 33.  A number of 7 digits
 * takes the 2 that it lacks from padding in front of it, or what is left of the
 * line, or the nearest text that is longer than 10.
 */
static void test_widths(void **state)
{
	static const struct {
		int64_t width;
		const char *a, *header, *line;
	} cases[] = {
	    {36, "abcdefgh", "a            b c d\n",
		"abcdefgh 1234567 c 0123456789abcdef\n"},
	    {34, "abcdefgh", "a            b c d\n",
		"abcdefgh 1234567 c 0123456..abcdef\n"},
	    {34, "ab", "a          b c d\n", "ab   1234567 c 0123456789abcdef\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct job j = job(&out_columns, "abcd");
		char wanted[160];

		j.out.width = cases[i].width;
		shown[0] = text(cases[i].a);
		shown[1] = number(1234567);
		shown[2] = text("c");
		shown[3] = text("0123456789abcdef");
		snprintf(wanted, sizeof wanted, "%s%s", cases[i].header,
		    cases[i].line);
		assert_string_equal(print_last(&j), wanted);
		end(&j);
	}
}

/* What a column shows in a narrow place; nothing behind the last text. */
static void test_narrow_texts(void **state)
{
	struct job j = job(&out_columns, "badc");

	(void)state;
	j.out.width = 50;
	shown[0] = text("a\nb");
	shown[1] = (struct cell){.kind = CELL_NA};
	shown[2] = text("end  ");
	shown[3] = text("/long/way/to/last");
	shown[3].brief = str_of("last");
	assert_string_equal(print_last(&j), "    b a      d    c\n"
					    "   na a\\nb   last end\n");
	end(&j);
	/* one unit is said once; rows have us, and two decimals */
	j = job(&out_columns, "tu");
	j.out.width = 21;
	shown[0] = ns(1505);
	shown[1] = ns(-4);
	assert_string_equal(print_last(&j), "     t(us)          u\n"
					    "      1.51       0.00\n");
	end(&j);
}

/* Print the shown row and return what was appended. */
static const char *flows(struct job *j)
{
	struct row row = {0};

	j->b.n = 0;
	out_row(&j->out, &row, &j->b);
	strbuf_char(&j->b, '\0');
	return j->b.p;
}

/*
 * 200 rows set the widths: the texts have 10, as longer ones may come; of the
 * 26 that are left of 60 c has half of its 10, and d, the last, all others: 31.
 */
static void test_flow(void **state)
{
	struct job j = job(&out_columns, "abcd");
	struct err err;

	(void)state;
	j.out.cols = &j.cols;
	j.out.unit = OUT_AUTO;
	j.out.width = 60;
	shown[0] = text("ab");
	shown[1] = number(7);
	shown[2] = text("c");
	shown[3] = text("d");
	assert_int_equal(out_start(&j.out, &err), 0);
	out_header(&j.out, &j.b);
	for (int i = 1; i < 200; i++)
		assert_string_equal(flows(&j), "");
	flows(&j);
	assert_int_equal(strncmp(j.b.p,
			     "a          b c               d\n"
			     "ab         7 c               d\n",
			     60),
	    0);
	assert_int_equal(j.b.n - 1, 201 * 31);
	/* then they do not move, whatever comes */
	shown[1] = number(1234567);
	shown[2] = text("01234567890123456789");
	shown[3] = text("0123456789012345678901234567890123456789");
	assert_string_equal(flows(&j), "ab   1234567 0123456..456789 "
				       "012345678901234..67890123456789\n");
	j.b.n = 0;
	out_finish(&j.out, true, &j.b);
	assert_int_equal(j.b.n, 0);
	end(&j);
}

/* No more than a MiB of texts is held: the row that passes it is put at once. */
static void test_large_texts(void **state)
{
	struct job j = job(&out_columns, "c");
	char *large = arena_xmalloc((1 << 20) + 1);
	struct err err;

	(void)state;
	j.out.cols = &j.cols;
	j.out.unit = OUT_AUTO;
	j.out.width = 12;
	memset(large, 'x', 1 << 20);
	large[1 << 20] = '\0';
	shown[2] = text(large);
	assert_int_equal(out_start(&j.out, &err), 0);
	assert_string_equal(flows(&j), "");
	assert_string_equal(flows(&j), "xxxxx..xxxxx\nxxxxx..xxxxx\n");
	shown[2] = text("y");
	assert_string_equal(flows(&j), "y\n");
	free(large);
	end(&j);
}

/* Digits are whole, if need be at the cost of all texts, and of the line. */
static void test_digits(void **state)
{
	static const int64_t ids[] = {123456789, 1};
	struct cell wide[] = {
	    {.kind = CELL_INTS, .joiner = ',', .ints = {ids, 1}},
	    {.kind = CELL_DIM3, .dim3 = {123456, 1, 1}},
	    {.kind = CELL_INTS, .joiner = ',', .ints = {ids, 2}},
	};
	static const char *const lines[] = {
	    "a\n123456789\n", "a\n123456,1,1\n", "a\n12..,1\n"};
	struct job j = job(&out_columns, "abcd");

	(void)state;
	j.out.width = 34;
	shown[0] = text("abcdef");
	shown[1] = number(INT64_MIN);
	shown[2] = text("cccccccccc");
	shown[3] = text("dddddddddd");
	/* 15 more than 5: 4 of a, 8 of c, 3 of d */
	assert_string_equal(print_last(&j),
	    "a          b c          d\n"
	    ".. -9223372036854775808 .. ddd..dd\n");
	end(&j);
	/* an id and a grid are numbers, several ids a text: 6 cells */
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
		j = job(&out_columns, "a");
		j.out.width = 6;
		shown[0] = wide[i];
		assert_string_equal(print_last(&j), lines[i]);
		end(&j);
	}
	j = job(&out_columns, "bb");
	j.out.width = 11;
	shown[1] = number(INT64_MIN);
	assert_string_equal(print_last(&j),
	    "    b     b\n"
	    "-9223372036854775808 -9223372036854775808\n");
	end(&j);
}

/* 6 and 5 of a and b, 10 of each text, three blanks */
static void test_too_narrow(void **state)
{
	struct job j = job(&out_columns, "abcd");
	struct err err;

	(void)state;
	j.out.cols = &j.cols;
	j.out.unit = OUT_AUTO;
	j.out.width = 33;
	assert_int_equal(out_start(&j.out, &err), -1);
	assert_string_equal(
	    err.text, "-w 33 is too narrow for these columns: at least 34");
	end(&j);
	/* a unit that is not the same in all rows is for people alone */
	j = job(&out_csv, "t");
	j.out.cols = &j.cols;
	j.out.unit = OUT_AUTO;
	assert_int_equal(out_start(&j.out, &err), -1);
	assert_string_equal(err.text,
	    "-u auto goes with -w and --html alone (try: ns, us, ms)");
	j.out.unit = OUT_UNSET;
	assert_int_equal(out_start(&j.out, &err), 0);
	assert_int_equal(j.out.unit, OUT_NS);
	end(&j);
}

/* A repeated column is printed again, but a JSON key once. */
static void test_repeated(void **state)
{
	struct job j = job(&out_csv, "bb");

	(void)state;
	shown[1] = number(7);
	assert_string_equal(
	    print(&j, true), "\"Beta\",\"Beta\"\n\"7\",\"7\"\n");
	j.out.format = &out_json;
	assert_string_equal(print(&j, true), "{\"b\":7}\n");
	end(&j);
}

static void shows(struct str text, const char *wanted)
{
	struct strbuf b = {0};

	out_visible(text, ' ', &b);
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, wanted);
	strbuf_free(&b);
}

/* What would turn the rest of a line around, or break it, is shown as a number. */
static void test_visible(void **state)
{
	(void)state;
	shows(STR(""), "");
	shows(STR("a b\\\n\x1b"), "a b\\\\\\n\\x1b");
	shows(STR("\xd8\x9c"), "\\u061c");
	shows(STR("a\xe2\x80\xae"
		  "b"),
	    "a\\u202eb");
	shows(STR("\xe2\x80\x8e\xe2\x80\x8f"), "\\u200e\\u200f");
	shows(STR("\xe2\x80\xa8\xe2\x80\xaa\xe2\x80\xae"),
	    "\\u2028\\u202a\\u202e");
	shows(STR("\xe2\x81\xa6\xe2\x81\xa9"), "\\u2066\\u2069");
	/* what is not drawn: U+200B, U+2060, U+206F, U+FEFF, U+FFF9, U+FFFB */
	shows(STR("\xe2\x80\x8b\xe2\x81\xa0\xe2\x81\xaf"),
	    "\\u200b\\u2060\\u206f");
	shows(STR("\xef\xbb\xbf\xef\xbf\xb9\xef\xbf\xbb"),
	    "\\ufeff\\ufff9\\ufffb");
	/* U+00AD, U+034F, U+3164; tags, U+E0001, U+E0020, U+E007F */
	shows(STR("\xc2\xad\xcd\x8f\xe3\x85\xa4"), "\\xad\\u034f\\u3164");
	shows(STR("\xf3\xa0\x80\x81\xf3\xa0\x80\xa0\xf3\xa0\x81\xbf"),
	    "\\U000e0001\\U000e0020\\U000e007f");
	/* beside them; the joiners, a selector of variants */
	shows(STR("\xe2\x80\x8c\xe2\x80\x8d\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf"
		  "\xe2\x81\xb0\xef\xb8\x8f\xef\xbf\xbc\xf3\xa0\x84\x80"),
	    "\xe2\x80\x8c\xe2\x80\x8d\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf"
	    "\xe2\x81\xb0\xef\xb8\x8f\xef\xbf\xbc\xf3\xa0\x84\x80");
	/* bytes that are no UTF-8 are one cell each when they are shown */
	shows(STR("\xe2\x80"), "\\xe2\\x80");
	/* and hide nothing behind them */
	shows(STR("\xff\xe2\x80\xae"), "\\xff\\u202e");
	shows(STR("\xe2\x80\xe2\x80\xae"), "\\xe2\\x80\\u202e");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_visible),
	    cmocka_unit_test(test_kinds),
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_json_numbers),
	    cmocka_unit_test(test_measured),
	    cmocka_unit_test(test_members),
	    cmocka_unit_test(test_units),
	    cmocka_unit_test(test_hostile),
	    cmocka_unit_test(test_sheet),
	    cmocka_unit_test(test_widths),
	    cmocka_unit_test(test_narrow_texts),
	    cmocka_unit_test(test_flow),
	    cmocka_unit_test(test_large_texts),
	    cmocka_unit_test(test_digits),
	    cmocka_unit_test(test_too_narrow),
	    cmocka_unit_test(test_repeated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
