/*
 * test_heldrows.c - rows that are kept come back as they were.
 */
#include "parse/read/heldrows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Up to 8950; mostly short. */
static size_t length_of(size_t i)
{
	return i % 50 ? i % 200 : i;
}

static void same_rows(void **state)
{
	/* lengths and numbers of texts on both sides of 64 and 128, where a
	 * head gets its second byte, and of 8192, the third */
	enum { ROWS = 9000, FIELDS = 6 };
	static char digits[9001];
	struct heldrows h = {0};
	struct strbuf b = {0};
	size_t i, k;

	(void)state;
	memset(digits, '7', sizeof digits);
	for (i = 0; i < ROWS; i++) {
		struct str v[FIELDS];
		struct csvrow row = {v, i % (FIELDS + 1), i * 3, false, false};

		b.n = 0;
		strbuf_printf(&b, "text %d", (int)i);
		v[0] = strbuf_get(&b);
		v[1] = (struct str){digits, length_of(i)};
		v[2] = (struct str){"", 0};
		v[3] = (struct str){"a\0b", 3};
		v[4] = (struct str){"12\0\"", 4};
		v[5] = (struct str){"-5", 2};
		heldrows_add(&h, &row);
	}
	assert_int_equal(h.rows.n, ROWS);
	for (i = ROWS; i-- > 0;) {
		struct csvrow row = heldrows_get(&h, i);
		struct str wanted[] = {{NULL, 0}, {digits, length_of(i)},
		    {"", 0}, {"a\0b", 3}, {"12\0\"", 4}, {"-5", 2}};

		b.n = 0;
		strbuf_printf(&b, "text %d", (int)i);
		wanted[0] = strbuf_get(&b);
		assert_int_equal(row.line, i * 3);
		assert_int_equal(row.n, i % (FIELDS + 1));
		for (k = 0; k < row.n; k++) {
			assert_non_null(row.v[k].p);
			assert_true(str_eq(row.v[k], wanted[k]));
		}
	}
	strbuf_free(&b);
	heldrows_free(&h);
	assert_int_equal(h.rows.n, 0);
	heldrows_free(&h);
}

/* 10000 rows of a kernel's name of 1000 bytes and a number */
static void little_memory(void **state)
{
	static char name[1000];
	struct str v[] = {{name, sizeof name}, {"123", 3}};
	struct csvrow row = {v, 2, 1, false, false};
	struct heldrows h = {0};
	int i;

	(void)state;
	memset(name, 'k', sizeof name);
	for (i = 0; i < 10000; i++)
		heldrows_add(&h, &row);
	/* a byte for the name, one for the length of the number */
	assert_int_equal(h.bytes.n, 10000 * (1 + 1 + 3));
	assert_int_equal(h.texts.list.n, 1);
	heldrows_free(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(same_rows),
	    cmocka_unit_test(little_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
