/*
 * test_opt.c - options: every way to write one, --help, wrong usage.
 */
#include "common/opt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "common/die.h"
#include "common/io.h"
#include "tests/unit/child.h"

static struct child c;

static void more(void)
{
	io_write(STR("\nColumns: idx dir\n"));
}

static const struct opt opts[] = {
    {"width", 'w', "N", "columns of N characters", false},
    {"csv", 0, "sheet", "comma-separated\n'sheet': safe to open", true},
    {"json", 'j', NULL, "one object a line", false},
    {NULL, 'c', "COLS", "columns", false},
    {"verbose", 'v', NULL, "more", false},
    {"a-name-too-long-to-align", 'a', "ARGUMENT", "far right", false},
    {0},
};

static const struct opt_program prog = {
    .name = "pp-x",
    .usage = "[OPTION ...] [FILE ...]",
    .purpose = "Does a thing.",
    .opts = opts,
    .help_more = more,
};

enum { ARGS_MOST = 8 };

/* Parse, and print "name=value;" for each option, then the operands. */
static void parse(const void *arg)
{
	const char *const *words = arg;
	char *argv[ARGS_MOST + 2], line[256];
	const struct opt *o;
	const char *value;
	int argc = 0, i;

	die_init("pp-x");
	argv[argc++] = strdup("pp-x");
	for (; words[argc - 1]; argc++)
		argv[argc] = strdup(words[argc - 1]);
	argv[argc] = NULL;
	while ((o = opt_next(&prog, argc, argv, &value))) {
		snprintf(line, sizeof line, "%s%s%s;", o->name ? o->name : "c",
		    value ? "=" : "", value ? value : "");
		io_write(str_of(line));
	}
	for (i = opt_index(); i < argc; i++) {
		snprintf(line, sizeof line, " %s", argv[i]);
		io_write(str_of(line));
	}
	for (i = 0; i < argc; i++)
		free(argv[i]);
	_exit(io_finish(0));
}

static void test_good(void **state)
{
	static const struct {
		const char *args[ARGS_MOST];
		const char *want;
	} cases[] = {
	    {{NULL}, ""},
	    {{"a", "b"}, " a b"},
	    {{"-w", "150"}, "width=150;"},
	    {{"-w150", "f"}, "width=150; f"},
	    {{"--width=150"}, "width=150;"},
	    {{"--width", "150", "-"}, "width=150; -"},
	    {{"--width=", "f"}, "width=; f"},
	    {{"-w", ""}, "width=;"},
	    {{"-w", "-5"}, "width=-5;"},
	    {{"--width", "--"}, "width=--;"},
	    {{"--csv"}, "csv;"},
	    {{"--csv", "sheet"}, "csv; sheet"}, /* an operand */
	    {{"--csv=sheet"}, "csv=sheet;"},
	    {{"-jv"}, "json;verbose;"},
	    {{"-jw7", "-vc", "x,y"}, "json;width=7;verbose;c=x,y;"},
	    {{"-c+a,b"}, "c=+a,b;"},
	    {{"-j", "f", "-v"}, "json; f -v"}, /* no permutation */
	    {{"-j", "--", "-v"}, "json; -v"},
	    {{"-j", "-", "-v"}, "json; - -v"},
	    {{"--", "--"}, " --"},
	};
	size_t k;

	(void)state;
	for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		child_run(&c, parse, cases[k].args);
		assert_string_equal(c.err, "");
		assert_string_equal(c.out, cases[k].want);
		assert_int_equal(c.status, 0);
	}
}

static void test_bad(void **state)
{
	static const struct {
		const char *args[ARGS_MOST];
		const char *want;
	} cases[] = {
	    {{"--foo"}, "unknown option '--foo'"},
	    {{"--foo=1"}, "unknown option '--foo'"},
	    {{"--wid", "3"}, "unknown option '--wid'"}, /* no short forms */
	    {{"--widths=3"}, "unknown option '--widths'"},
	    {{"--=3"}, "unknown option '--'"},
	    {{"-x"}, "unknown option '-x'"},
	    {{"-jx"}, "unknown option '-x'"},
	    {{"-j-"}, "unknown option '--'"},
	    {{"--json=1"}, "option '--json' takes no argument"},
	    {{"--help=1"}, "option '--help' takes no argument"},
	    {{"-w"}, "option '-w' needs an argument: N"},
	    {{"-jw"}, "option '-w' needs an argument: N"},
	    {{"--width"}, "option '--width' needs an argument: N"},
	    {{"--\x1b[31m"}, "unknown option '--\\x1b[31m'"},
	};
	char want[256];
	size_t k;

	(void)state;
	for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		child_run(&c, parse, cases[k].args);
		snprintf(want, sizeof want, "pp-x: %s (try 'pp-x --help')\n",
		    cases[k].want);
		assert_string_equal(c.err, want);
		assert_string_equal(c.out, "");
		assert_int_equal(c.status, 2);
	}
}

static void test_help(void **state)
{
	static const char *const help[] = {"--help", NULL};
	static const char *const late[] = {"-j", "--help", "--foo", NULL};

	(void)state;
	child_run(&c, parse, help);
	assert_string_equal(c.out,
	    "usage: pp-x [OPTION ...] [FILE ...]\n"
	    "Does a thing.\n"
	    "\n"
	    "  -w, --width N      columns of N characters\n"
	    "      --csv[=sheet]  comma-separated\n"
	    "                     'sheet': safe to open\n"
	    "  -j, --json         one object a line\n"
	    "  -c COLS            columns\n"
	    "  -v, --verbose      more\n"
	    "  -a, --a-name-too-long-to-align ARGUMENT\n"
	    "                     far right\n"
	    "      --help         print this help and exit\n"
	    "      --version      print the version and exit\n"
	    "\n"
	    "Columns: idx dir\n");
	assert_string_equal(c.err, "");
	assert_int_equal(c.status, 0);

	/* What comes behind it is not looked at. */
	child_run(&c, parse, late);
	assert_int_equal(c.status, 0);
	assert_non_null(strstr(c.out, "usage: "));
}

static void test_version(void **state)
{
	static const char *const args[] = {"--version", NULL};

	(void)state;
	child_run(&c, parse, args);
	assert_string_equal(c.out, "pp-x " VERSION "\n");
	assert_int_equal(c.status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_good),
	    cmocka_unit_test(test_bad),
	    cmocka_unit_test(test_help),
	    cmocka_unit_test(test_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
