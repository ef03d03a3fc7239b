/*
 * test_diag.c - messages: their form, and that no byte of a profile reaches the
 * terminal raw.
 */
#include "common/diag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "common/die.h"
#include "common/warnings.h"
#include "tests/unit/child.h"

static struct child c;

static void say(const void *which)
{
	static char longest[5000];

	die_init("pp-x");
	switch (*(const int *)which) {
	case 0:
		diag_error(NULL, 0, "unknown column '%s'", "flop");
		break;
	case 1:
		diag_error("net.sql", 0, "not a database");
		break;
	case 2:
		diag_error("<stdin>", 1204, "field '%s': wrong type", "grid");
		break;
	case 3: /* ESC, LF, TAB, DEL, C1 CSI, a stray byte; e acute stays */
		diag_error("a\nb", 0, "%s",
		    "\x1b[31m\n\t\x7f\xc2\x9b\xff caf\xc3\xa9 'q' \\");
		break;
	case 4:
		memset(longest, 'y', sizeof longest - 1);
		diag_error("f", 0, "%s", longest);
		break;
	case 5:
		memset(longest, '\x1b', sizeof longest - 1);
		diag_error(longest, 7, "%s", longest);
		break;
	}
	_exit(0);
}

static void run(int which)
{
	child_run(&c, say, &which);
	assert_int_equal(c.status, 0);
	assert_string_equal(c.out, "");
}

static void test_form(void **state)
{
	(void)state;
	run(0);
	assert_string_equal(c.err, "pp-x: unknown column 'flop'\n");
	run(1);
	assert_string_equal(c.err, "pp-x: net.sql: not a database\n");
	run(2);
	assert_string_equal(
	    c.err, "pp-x: <stdin>:1204: field 'grid': wrong type\n");
	run(3);
	assert_string_equal(c.err,
	    "pp-x: a\\x0ab: \\x1b[31m\\x0a\\x09\\x7f\\xc2\\x9b\\xff "
	    "caf\xc3\xa9 'q' \\\n");
}

/* One line whatever comes, that ends in dots where it was cut. */
static void test_long(void **state)
{
	size_t n;

	(void)state;
	run(4);
	n = strlen(c.err);
	assert_true(n > 500 && n < 2000);
	assert_string_equal(c.err + n - 4, "...\n");
	run(5);
	assert_null(strchr(c.err, '\x1b'));
	assert_non_null(strstr(c.err, "x1b...:7: \\x1b"));
}

static void wrong_usage(const void *what)
{
	die_init("pp-x");
	diag_usage("unknown option '%s'", (const char *)what);
}

static void test_usage(void **state)
{
	(void)state;
	child_run(&c, wrong_usage, "--f\to");
	assert_int_equal(c.status, 2);
	assert_string_equal(
	    c.err, "pp-x: unknown option '--f\\x09o' (try 'pp-x --help')\n");
	assert_string_equal(c.out, "");
}

static void test_clean(void **state)
{
	static const char escape[] = "\x1b"
				     "abcdef";
	char buf[64];
	size_t size, n;

	(void)state;
	/* 8 letters need 9 bytes; in 8 there is room for 4 and the dots. */
	assert_string_equal(diag_clean(STR("abcdefgh"), buf, 9), "abcdefgh");
	assert_string_equal(diag_clean(STR("abcdefgh"), buf, 8), "abcd...");
	assert_string_equal(diag_clean(STR("abcdefgh"), buf, 4), "...");
	assert_string_equal(diag_clean(STR("abcdefgh"), buf, 2), ".");
	assert_string_equal(diag_clean(STR("abcdefgh"), buf, 1), "");
	assert_string_equal(diag_clean((struct str){NULL, 0}, buf, sizeof buf), "");
	assert_string_equal(
	    diag_clean((struct str){"a\0b", 3}, buf, sizeof buf), "a\\x00b");
	/* U+202E would turn what follows around; U+202F is a blank. */
	assert_string_equal(diag_clean(STR("a\xe2\x80\xae"
					   "b\xe2\x80\xaf"),
				buf, sizeof buf),
	    "a\\xe2\\x80\\xaeb\xe2\x80\xaf");
	/* A letter of two bytes, or an escape, is not cut in two. */
	assert_string_equal(diag_clean(STR("ab\xc3\xa9xyz"), buf, 7), "ab...");
	for (size = 1; size < 16; size++) {
		diag_clean(str_of(escape), buf, size);
		n = strlen(buf);
		assert_true(n < size);
		if (n > 3 && buf[0] == '\\')
			assert_memory_equal(buf, "\\x1b", 4);
		else
			assert_int_equal(strspn(buf, "."), n);
	}
}

static void test_err(void **state)
{
	char longest[1000];
	struct err err;

	(void)state;
	assert_int_equal(err_set(&err, "line %d: %s", 3, "bad"), -1);
	assert_string_equal(err.text, "line 3: bad");
	assert_int_equal(err_set(NULL, "x"), -1);
	memset(longest, 'z', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	err_set(&err, "%s", longest);
	assert_int_equal(strlen(err.text), sizeof err.text - 1);
	assert_string_equal(err.text + sizeof err.text - 5, "z...");
}

static void warn(const void *unused)
{
	static const char zero[] = "%s with zero duration";
	struct warnings *w = warnings_new();
	int i;

	(void)unused;
	die_init("pp-x");
	for (i = 0; i < 17; i++)
		warnings_add(w, zero, "kernel",
		    i == 0 ? STR("row 4: 'k\n1'") : STR("row 9"));
	warnings_add(
	    w, "no row for %s in the table", "string", (struct str){NULL, 0});
	warnings_print(w, "a.sql");
	warnings_print(w, "a.sql"); /* nothing is left */
	warnings_add(w, zero, "kernel", STR("later"));
	warnings_print(w, "b.sql");
	warnings_free(w);
	warnings_free(NULL);
	_exit(0);
}

static void test_warnings(void **state)
{
	(void)state;
	child_run(&c, warn, NULL);
	assert_int_equal(c.status, 0);
	assert_string_equal(c.err,
	    "pp-x: a.sql: 17 kernels with zero duration "
	    "(first: row 4: 'k\\x0a1')\n"
	    "pp-x: a.sql: no row for 1 string in the table\n"
	    "pp-x: b.sql: 1 kernel with zero duration (first: later)\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_form),
	    cmocka_unit_test(test_long),
	    cmocka_unit_test(test_usage),
	    cmocka_unit_test(test_clean),
	    cmocka_unit_test(test_err),
	    cmocka_unit_test(test_warnings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
