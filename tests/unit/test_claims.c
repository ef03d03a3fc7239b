/*
 * test_claims.c - which call launched which row, of calls of several processes
 * with one id.
 */
#include "parse/read/claims.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NPROCESSES = 4 };

/* The next word of s: a process's letter or none, a time or '?', '+' or none. */
static const char *word(
    const char *s, uint32_t *process, int64_t *time, bool *timed, bool *many)
{
	char *end;

	*process = *s >= 'A' ? (uint32_t)(*s++ - 'A') : CLAIMS_NONE;
	*timed = *s != '?';
	*time = strtoll(s, &end, 10);
	s = *timed ? end : s + 1;
	*many = *s == '+';
	s += *many;
	return s + strspn(s, " ");
}

/* Add calls "A10 B12+": of processes A and B at 10 and 12, the latter of which
 * may have more than one row; and rows "20 A22 ?", the last without a time. */
static void add(struct claims *c, const char *calls, const char *rows,
    int64_t id, uint8_t kind)
{
	uint32_t n = (uint32_t)c->calls.n, k = (uint32_t)c->rows.n;
	bool timed;

	for (; *calls; n++) {
		struct claims_call call = {.id = id, .call = n, .kind = kind};

		calls = word(calls, &call.process, &call.start, &timed, &call.many);
		*vec_add(&c->calls) = call;
	}
	for (; *rows; k++) {
		struct claims_row row = {
		    .id = id, .row = k, .device = CLAIMS_NONE, .kind = kind};
		bool many;

		rows = word(rows, &row.process, &row.start, &row.timed, &many);
		*vec_add(&c->rows) = row;
	}
}

/* Of each row, in the order in which they were added, the call or '-'. */
static void said(const struct claims *c, char *text)
{
	size_t i;

	for (i = 0; i < c->rows.n; i++)
		text[c->rows.v[i].row] = c->rows.v[i].call == CLAIMS_NONE
					     ? '-'
					     : (char)('0' + c->rows.v[i].call);
	text[i] = '\0';
}

static const struct {
	const char *calls, *rows, *want;
} cases[] = {
    /* a call and a row are each other's, unless the row is before it or told to
     * be another's: both may have lost their own */
    {"A10", "20", "0"},
    {"A10", "10", "0"},
    {"A10", "9", "-"},
    {"A10", "?", "-"},
    {"A10", "A?", "0"},
    {"A10", "A5", "0"},
    {"A10", "B20", "-"},
    {"", "20", "-"},
    /* two rows of a call that has one: a call is missing */
    {"A10", "20 30", "--"},
    {"A10", "20 ?", "--"},
    {"A10", "5 20", "-0"}, /* no row is before its call */
    {"A10+", "5 20 A? B20 A5", "-00-0"},
    /* times decide where one call at a time is at hand */
    {"A10 B21", "20 30", "01"},
    {"A10 B21", "30 20", "10"},
    {"A10 B20", "20 30", "--"}, /* one that begins with the row is at hand */
    {"A10 B12", "11 20", "01"},
    {"A10 B12", "20 30", "--"},
    {"A10 B12", "20", "-"},
    {"A10 B12 A40", "20 30 50", "--2"}, /* all before have had their rows */
    {"A10 B12 C40", "20 50 60", "---"},
    {"A10 B12 C40", "20 30 50", "--2"},
    {"A10 B12", "9 20 30", "---"},
    {"A10 B12 C40 D42 A70", "20 30 50 60 80", "----4"},
    {"A10 B12", "11 ?", "0-"},
    {"A10 B12 C40", "20 ? 50", "---"},
    /* of a process the last that began; what came before has had its row */
    {"A10 A20", "30", "1"},
    {"A10 A20", "15 30", "01"},
    {"A10 A20", "30 40", "--"},
    {"A10 B12 A20", "15 30", "--"},
    {"A10 A20 B21 C45", "30 40 50", "--3"},
    {"A10 B12 A40 B42", "20 41 50", "---"},
    /* a row too many: any before it may be that of the missing call */
    {"A10 B31", "20 40 45", "---"},
    {"A10 B31 C50", "20 40 45 60", "---2"},
    /* graphs */
    {"A10+ B22", "15 20 30 40", "00--"},
    {"A10 B12+", "11 20 30", "011"},
    {"A10+ B12", "11 20 30 ?", "0---"},
    {"A10+ B12+ A30+", "11 20 40", "0--"},
    {"A10+ A30", "20 35", "01"},
    {"A10+ A30", "20 35 40", "---"},
    {"A10 A30+", "20 35 40", "011"},
    /* rows that are told to be a process's, and what they leave the others */
    {"A10 B12", "A20 B20", "01"},
    {"A10 B12", "B20 30", "10"},
    {"A10 B12", "A20 A30", "--"},
    {"A10 B12", "A20 A30 40", "--1"},
    {"A10+ B12", "A20 A30 B40", "001"},
    {"A10+ B12", "A20 B30 40", "010"},
    {"A10 B12", "A5 B?", "01"},
    {"A10 A20 B12", "A15 A30 A5 A? B14", "01--2"},
    {"A10 B12 A20", "A25 30", "21"},
    {"A10 B12", "A11 20 30", "0--"},
    {"A10 B12", "C20", "-"},
    {"A10 B12", "C20 11 20", "-01"},
};

static void settled(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct claims c = {.nprocesses = NPROCESSES};
		char text[16];

		add(&c, cases[i].calls, cases[i].rows, 7, 0);
		claims_order(&c);
		claims_settle(&c);
		said(&c, text);
		if (strcmp(text, cases[i].want) != 0)
			print_error("%s | %s\n", cases[i].calls, cases[i].rows);
		assert_string_equal(text, cases[i].want);
		claims_free(&c);
	}
}

/* Ids, their spaces and kinds of rows have nothing to do with each other;
 * settling again changes nothing. */
static void apart(void **state)
{
	struct claims c = {.nprocesses = NPROCESSES};
	char text[16];
	size_t i;

	(void)state;
	add(&c, "A10 B12", "11 20", 7, 0); /* calls 0 and 1 */
	add(&c, "", "12 20", 7, 1);
	add(&c, "C10", "20", 8, 0); /* call 2 */
	add(&c, "B11", "13", 7, 2); /* call 3 */
	add(&c, "A10 B10", "", INT64_MIN, 0);
	add(&c, "", "5", 9, 0);
	for (i = 0; i < 2; i++) {
		claims_order(&c);
		claims_settle(&c);
		said(&c, text);
		assert_string_equal(text, "01--23-");
	}
	c.calls.v[0].space = 1; /* the call of INT64_MIN by A */
	for (i = 0; i < c.rows.n; i++)
		if (c.rows.v[i].id == 8)
			c.rows.v[i].space = 1;
	claims_order(&c);
	claims_settle(&c);
	said(&c, text);
	assert_string_equal(text, "01---3-");
	claims_free(&c);
}

/* What was at hand of one id, or told, is not of the next. */
static void one_by_one(void **state)
{
	struct claims c = {.nprocesses = NPROCESSES};
	char text[16];

	(void)state;
	add(&c, "A10 B12", "20", 1, 0);
	add(&c, "C10 D30", "20 40", 2, 0); /* calls 2 and 3 */
	add(&c, "A10 B12", "A11 B20", 3, 0);
	add(&c, "B10 A12", "A5 B20", 4, 0); /* 6 and 7 */
	add(&c, "A10+", "11 12", 5, 0);
	add(&c, "A10 B30", "20", 6, 0);
	claims_order(&c);
	claims_settle(&c);
	said(&c, text);
	assert_string_equal(text, "-234576889");
	claims_free(&c);
}

/* Of each call whether it launched something, or may have: + or -. */
static const struct {
	const char *calls, *rows, *want;
} launches[] = {
    {"A10", "20", "+"},
    {"A10", "9", "-"}, /* no row is before its call */
    {"A10", "?", "+"}, /* which may be its */
    {"A10", "20 30", "+"},
    {"A10 B12", "11 20", "++"},
    {"A10 B12", "20 30", "++"},
    /* one of two is lost, whichever it is */
    {"A10 B12", "20", "-+"},
    {"A10 B12 C40", "20 50 60", "+++"},
    {"A10 B12 C40", "20 50", "-++"}, /* of 20 A or B, of 50 any */
    {"A10 B12 C14", "20", "--+"},
    {"A10+ B12", "20", "-+"},
    /* rows that are told to be a process's are of no other's call */
    {"A10 B12", "A20 A30", "+-"},
    {"A10 B12", "C20", "--"},
    {"A10 B12 C14", "C20 30", "-++"},
    {"A10 B12", "A5", "+-"},
    {"A10 A20", "A?", "+-"}, /* the one or the other */
    /* nor do they use up another's, nor one that begins later */
    {"A10 A11 B12", "A20 A30 A40", "++-"},
    {"A10 A50", "A20 A30", "+-"},
    {"A10 A20", "A5", "--"},
};

static void launched(void **state)
{
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof launches / sizeof *launches; i++) {
		struct claims c = {.nprocesses = NPROCESSES};
		char text[16] = "";

		add(&c, launches[i].calls, launches[i].rows, 7, 0);
		claims_order(&c);
		claims_settle(&c);
		for (k = 0; k < c.calls.n; k++)
			text[c.calls.v[k].call] = c.calls.v[k].launched ? '+' : '-';
		if (strcmp(text, launches[i].want) != 0)
			print_error(
			    "%s | %s\n", launches[i].calls, launches[i].rows);
		assert_string_equal(text, launches[i].want);
		claims_free(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(settled),
	    cmocka_unit_test(apart),
	    cmocka_unit_test(one_by_one),
	    cmocka_unit_test(launched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
