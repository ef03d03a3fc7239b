/*
 * test_owners.c - of which process a device is, by the ids of its rows.
 */
#include "parse/read/owners.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NPROCESSES = 3, NDEVICES = 2 };

/* Take ids "3" or "1-5", a letter from `first` on, and a time or '?'. */
static const char *word(const char *s, char first, int64_t ids[2],
    uint32_t *letter, int64_t *start, bool *timed)
{
	char *end;

	ids[0] = ids[1] = strtoll(s, &end, 10);
	if (*end == '-')
		ids[1] = strtoll(end + 1, &end, 10);
	*letter = (uint32_t)(*end++ - first);
	*timed = *end != '?';
	*start = strtoll(end, &end, 10);
	return end + !*timed;
}

/* Calls "1-5A10 6B12+" of A and B, the last of which may have several rows. */
static void add_calls(struct claims *c, const char *s)
{
	struct claims_call call = {0};
	int64_t ids[2];
	bool timed;

	while (*s) {
		s = word(s, 'A', ids, &call.process, &call.start, &timed);
		call.many = *s == '+';
		s += call.many;
		s += strspn(s, " ");
		for (call.id = ids[0]; call.id <= ids[1]; call.id++)
			*vec_add(&c->calls) = call;
	}
}

/* Rows "1-5x20 6y?B" of devices x and y, the last of which a label says is B's. */
static void add_rows(struct claims *c, const char *s)
{
	struct claims_row row = {0};
	int64_t ids[2];

	while (*s) {
		s = word(s, 'x', ids, &row.device, &row.start, &row.timed);
		row.process = CLAIMS_NONE;
		if (*s >= 'A' && *s <= 'Z')
			row.process = (uint32_t)(*s++ - 'A');
		s += strspn(s, " ");
		for (row.id = ids[0]; row.id <= ids[1]; row.id++)
			*vec_add(&c->rows) = row;
	}
}

/* Rows of id 1 have no label: they tell the process of x and that of y, or '-'. */
static const struct {
	const char *calls, *rows, *want;
} cases[] = {
    /* five ids that nobody else has, and no fewer */
    {"1-5A10", "1-5x20", "A-"},
    {"1-4A10", "1-4x20", "--"},
    {"1-5A10", "1-5x?", "A-"},
    {"1-6A10 7-11B10", "1-6x20 7-11y20 1y20", "AB"},
    {"", "1-5x20", "--"},
    /* one that only another has: both may use the device */
    {"1-9A10 10B10", "1-10x20", "--"},
    {"1B10", "1x20", "--"},
    /* unless the id has a row too many: a call is missing, which may be A's */
    {"1-5A10 6B10", "1-5x20 6x20 6y20", "A-"},
    {"1-5A10 6B10+", "1-5x20 6x20 6y20", "--"},
    /* two such ids are luck where of four it is certain that a call is missing */
    {"1-30A10 31-32B10 40-43B10", "1-32x20 40-43x20 40-43y20", "A-"},
    {"1-30A10 31-32B10 40-42B10", "1-32x20 40-42x20 40-42y20", "--"},
    {"1-30A10 31-32B10 40-43B30", "1-32x20 40-43x20", "A-"},
    {"1-30A10 31-32B10", "1-32x20 40-43x20 40-43y20", "--"},
    {"1-30A10 40-43B10", "1-30x20 40-43x20 40-43y20 50x20B", "--"},
    {"1-6A10 40-43B10", "1-5x20 6x9 40-43x20 40-43y20", "--"},
    /* ids that nobody has say nothing */
    {"1-5A10", "1-9x20", "A-"},
    /* the other's call begins behind the rows; all y's rows may be of both */
    {"1-5A10 1-5B25", "1-5x20 1-5y30", "A-"},
    {"1-5A10 1-5B10", "1-5x20 1-5y20", "--"},
    {"1-5A10 1-4B25 5B15", "1-5x20", "--"}, /* only four against B */
    /* one id in eight: five of 40, six of 48 */
    {"1-40A10 1-35B10", "1-40x20", "A-"},
    {"1-48A10 1-43B10", "1-48x20", "--"},
    {"1-48A10 1-42B10", "1-48x20", "A-"},
    {"1-49A10 1-43B10", "1-49x20", "A-"},
    {"1-4A10 1-5B10", "1-5x20", "--"},
    {"1-5C10 2-6B10", "1-5x20 6y20", "--"},
    /* a row before its call, and more rows than its calls have: not A's alone */
    {"1-6A10", "1-5x20 6x9", "--"},
    {"1-6A10", "1-5x20 6x20 6x21", "--"},
    {"1-5A10 6A10+", "1-5x20 6x20 6x21", "A-"},
    {"1-5A10 6A10+", "1-5x20 6x9 6x21", "--"},
    {"1-5A10 1-5A30", "1-5x20 1-5x40", "A-"},
    {"1-5A10 1-5A30", "1-5x40 1-5x40", "A-"},
    {"1-5A10 1-5A30", "1-5x20 1-5x25", "--"},
    {"1-5A10 1-5A30 6A10", "1-5x20 6x20 6x?", "--"},
    /* labels */
    {"1-5A10", "1-5x20 9x20B", "--"},
    {"1-5A10", "1-5x20 9x20A", "A-"},
    {"", "2-6x20A 1x20", "A-"},
    {"1-5A10", "1-5x20 9x20A 9x20B", "--"},
    {"", "1x20 2-6x20C", "C-"},
};

/* The process that rows of id 1 tell of the device. */
static char owner(const struct claims *c, uint32_t device)
{
	char said = '-';
	size_t i;

	for (i = 0; i < c->rows.n; i++)
		if (c->rows.v[i].id == 1 && c->rows.v[i].device == device &&
		    c->rows.v[i].process != CLAIMS_NONE)
			said = (char)('A' + c->rows.v[i].process);
	return said;
}

static void told(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct claims c = {.nprocesses = NPROCESSES, .ndevices = NDEVICES};
		char text[NDEVICES + 1] = "";

		add_calls(&c, cases[i].calls);
		add_rows(&c, cases[i].rows);
		claims_order(&c);
		owners_tell(&c);
		text[0] = owner(&c, 0);
		text[1] = owner(&c, 1);
		if (strcmp(text, cases[i].want) != 0)
			print_error("%s | %s\n", cases[i].calls, cases[i].rows);
		assert_string_equal(text, cases[i].want);
		claims_free(&c);
	}
}

/* Rows whose device is not told, or is one too many, stay as they are. */
static void untold(void **state)
{
	struct claims c = {.nprocesses = NPROCESSES, .ndevices = OWNERS_DEVICES + 1};
	size_t i;

	(void)state;
	add_calls(&c, "1-5A10 11-15A10 21-25A10");
	add_rows(&c, "1-5x20 11-15x20 21-25x20");
	for (i = 5; i < 10; i++)
		c.rows.v[i].device = CLAIMS_NONE;
	for (; i < 15; i++)
		c.rows.v[i].device = OWNERS_DEVICES;
	claims_order(&c);
	owners_tell(&c);
	for (i = 0; i < c.rows.n; i++)
		assert_int_equal(c.rows.v[i].process, i < 5 ? 0 : CLAIMS_NONE);
	claims_free(&c);
	owners_tell(&c);
	c.ndevices = 0;
	owners_tell(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(told),
	    cmocka_unit_test(untold),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
