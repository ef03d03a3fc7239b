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

/* Print "name=value;" for each option. */
static int say(const struct opt *opt, const char *value, void *to, struct err *err)
{
	char line[256];

	(void)to;
	(void)err;
	snprintf(line, sizeof line, "%s%s%s;", opt->name ? opt->name : "c",
	    value ? "=" : "", value ? value : "");
	io_write(str_of(line));
	return 0;
}

static const char *kind(size_t i)
{
	static const char *const words[] = {"sheet", "plain", NULL};

	return words[i];
}

/* Rows that stand elsewhere, as those of a plug-in. */
static const struct opt csv = {.name = "csv",
    .arg = "sheet",
    .arg_attached = true,
    .help = "comma-separated\n'sheet': safe to open",
    .daily = "comma-separated: %s",
    .word = kind,
    .take = say};
static const struct opt none = {0};

static const struct opt opts[] = {
    {.name = "width",
	.letter = 'w',
	.arg = "N",
	.help = "columns of N characters",
	.daily = "N wide",
	.take = say,
	.either = 1},
    {.from = &none, .either = 1},
    {.from = &csv, .either = 1},
    {.name = "json", .letter = 'j', .help = "one object a line", .take = say},
    {.letter = 'c',
	.arg = "COLS",
	.help = "columns: %s;\nno more",
	.word = kind,
	.list = true,
	.take = say},
    {.name = "verbose",
	.letter = 'v',
	.help =
	    "more; this is what a line of eighty columns holds, "
	    "wxyzwxyz and this what it does not, so that it goes on below it",
	.take = say},
    {.name = "a-name-too-long-to-align",
	.letter = 'a',
	.arg = "ARGUMENT",
	.help = "far right",
	.word = kind,
	.take = say},
    {0},
};

static const struct opt_program prog = {
    .name = "pp-x",
    .operands = "[FILE ...]",
    .purpose = "Does a thing.",
    .opts = opts,
    .examples = "  pp-x -w 3 f\n",
    .help_more = more,
};

enum { ARGS_MOST = 8 };

/* Parse, and print "name=value;" for each option, then the operands. */
static void parse(const void *arg)
{
	const char *const *words = arg;
	char *argv[ARGS_MOST + 2], line[256];
	int argc = 0, i;

	die_init("pp-x");
	argv[argc++] = strdup("pp-x");
	for (; words[argc - 1]; argc++)
		argv[argc] = strdup(words[argc - 1]);
	argv[argc] = NULL;
	for (i = opt_parse(&prog, argc, argv, NULL); i < argc; i++) {
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
	    {{"-j", "f", "-", "g"}, "json; f - g"},
	    {{"-j", "--", "f", "-v", "--"}, "json; f -v --"},
	    {{"-j", "--", "-v"}, "json; -v"},
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

/* A name that is nearly one is told; a swap is one edit. */
static void test_nearly(void **state)
{
	static const struct {
		const char *args[ARGS_MOST], *want;
	} cases[] = {
	    {{"--widths=3"}, "unknown option '--widths' (try: --width)"},
	    {{"--jsno"}, "unknown option '--jsno' (try: --json)"},
	    {{"--hlep", "-w"}, "unknown option '--hlep' (try: --help)"},
	};
	char want[256];
	size_t k;

	(void)state;
	for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		child_run(&c, parse, cases[k].args);
		snprintf(want, sizeof want, "pp-x: %s\n", cases[k].want);
		assert_string_equal(c.err, want);
		assert_string_equal(c.out, "");
		assert_int_equal(c.status, 2);
	}
}

/* An option behind an operand is no file, and no permutation. */
static void test_late(void **state)
{
	static const struct {
		const char *args[ARGS_MOST];
		const char *late;
	} cases[] = {
	    {{"f", "-w", "80"}, "-w"},
	    {{"-j", "f", "g", "-v", "-w"}, "-v"},
	    {{"-", "--help"}, "--help"},
	    {{"f", "--"}, "--"},
	    {{"f", "-\x1b[31m"}, "-\\x1b[31m"},
	};
	char want[256];
	size_t k;

	(void)state;
	for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		child_run(&c, parse, cases[k].args);
		snprintf(want, sizeof want,
		    "pp-x: '%s' comes after a file: options go first\n",
		    cases[k].late);
		assert_string_equal(c.err, want);
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
	    "usage: pp-x [-w N | --csv[=sheet]] [-j] [-c COLS] [-v] "
	    "[-a ARGUMENT] [FILE ...]\n"
	    "Does a thing.\n"
	    "\n"
	    "  -w, --width N      columns of N characters\n"
	    "      --csv[=sheet]  comma-separated\n"
	    "                     'sheet': safe to open\n"
	    "  -j, --json         one object a line\n"
	    "  -c COLS            columns: sheet, plain;\n"
	    "                     no more\n"
	    "  -v, --verbose      more; this is what a line of eighty columns "
	    "holds, wxyzwxyz\n"
	    "                     and this what it does not, so that it goes "
	    "on below it\n"
	    "  -a, --a-name-too-long-to-align ARGUMENT\n"
	    "                     far right\n"
	    "  -h, --help         print this help and exit; -h: the options "
	    "of every day\n"
	    "      --version      print the version and exit\n"
	    "\n"
	    "Examples:\n"
	    "  pp-x -w 3 f\n"
	    "\n"
	    "Columns: idx dir\n");
	assert_string_equal(c.err, "");
	assert_int_equal(c.status, 0);

	/* What comes behind it is not looked at. */
	child_run(&c, parse, late);
	assert_int_equal(c.status, 0);
	assert_non_null(strstr(c.out, "usage: "));
}

static void test_brief_help(void **state)
{
	static const char *const help[] = {"-h", NULL};
	static const char *const late[] = {"-jh", "--foo", NULL};

	(void)state;
	child_run(&c, parse, help);
	assert_string_equal(c.out,
	    "usage: pp-x [OPTION ...] [FILE ...]\n"
	    "Does a thing.\n"
	    "\n"
	    "  -w, --width N      N wide\n"
	    "      --csv[=sheet]  comma-separated: sheet, plain\n"
	    "  -h, --help         -h: this; --help: all that there is\n"
	    "\n"
	    "Examples:\n"
	    "  pp-x -w 3 f\n");
	assert_string_equal(c.err, "");
	assert_int_equal(c.status, 0);
	child_run(&c, parse, late);
	assert_int_equal(c.status, 0);
	assert_non_null(strstr(c.out, "N wide"));
}

static void test_version(void **state)
{
	static const char *const args[] = {"--version", NULL};

	(void)state;
	child_run(&c, parse, args);
	assert_string_equal(c.out, "pp-x " VERSION "\n");
	assert_int_equal(c.status, 0);
}

static void test_completion(void **state)
{
	static const char *const args[] = {"--completion-helper", NULL};

	(void)state;
	child_run(&c, parse, args);
	assert_string_equal(c.out,
	    "-w\t?\n"
	    "--width\t?\n"
	    "--csv\n"
	    "--csv=sheet\n"
	    "--csv=plain\n"
	    "-j\n"
	    "--json\n"
	    "-c\t,\tsheet\tplain\n"
	    "-v\n"
	    "--verbose\n"
	    "-a\t=\tsheet\tplain\n"
	    "--a-name-too-long-to-align\t=\tsheet\tplain\n"
	    "-h\n"
	    "--help\n"
	    "--version\n");
	assert_int_equal(c.status, 0);
}

/*
 * What a row sets
 */

struct settings {
	const char *text;
	bool flag;
	size_t word, from, sum; /* sum: of the words' numbers, from 1 */
};

static int take_word(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	return opt_word(opt, value, to, err);
}

static int take_words(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	size_t *sum = to, i;

	while (value) {
		if (opt_next_word(opt, &value, &i, err) != 0)
			return OPT_WRONG;
		*sum = *sum * 10 + i + 1;
	}
	return 0;
}

static int take_badly(
    const struct opt *opt, const char *value, void *to, struct err *err)
{
	(void)opt;
	(void)to;
	err_set(err, "'%s' is wrong", value);
	return OPT_USAGE;
}

/* Its at is added to that of the row that stands for it. */
static const struct opt from = {.letter = 'e',
    .arg = "KIND",
    .help = "",
    .word = kind,
    .take = take_word,
    .at = offsetof(struct settings, from) - offsetof(struct settings, word)};

static const struct opt settings_opts[] = {
    {.letter = 't',
	.arg = "TEXT",
	.help = "",
	.take = opt_text,
	.at = offsetof(struct settings, text)},
    {.letter = 'f', .help = "", .take = opt_flag, .at = offsetof(struct settings, flag)},
    {.letter = 'k',
	.arg = "KIND",
	.help = "",
	.word = kind,
	.noun = "kind",
	.take = take_word,
	.at = offsetof(struct settings, word)},
    {.from = &from, .at = offsetof(struct settings, word)},
    {.letter = 'l',
	.arg = "KINDS",
	.help = "",
	.word = kind,
	.noun = "kind",
	.list = true,
	.take = take_words,
	.at = offsetof(struct settings, sum)},
    {.letter = 'b', .arg = "X", .help = "", .take = take_badly},
    {0},
};

static const struct opt_program settings_prog = {
    .name = "pp-x", .operands = "", .purpose = "", .opts = settings_opts};

static void set(const void *arg)
{
	char *const *argv = arg;
	struct settings s = {.text = "none"};
	char line[256];
	int argc = 0;

	die_init("pp-x");
	while (argv[argc])
		argc++;
	opt_parse(&settings_prog, argc, (char **)argv, &s);
	snprintf(line, sizeof line, "%s %d %zu %zu %zu", s.text, s.flag, s.word,
	    s.from, s.sum);
	io_write(str_of(line));
	_exit(io_finish(0));
}

static void test_settings(void **state)
{
	static const struct {
		const char *args[ARGS_MOST];
		const char *out, *err;
		int status;
	} cases[] = {
	    {{"pp-x"}, "none 0 0 0 0", "", 0},
	    {{"pp-x", "-t", "a", "-f"}, "a 1 0 0 0", "", 0},
	    {{"pp-x", "-t", "a", "-tb"}, "b 0 0 0 0", "", 0},
	    {{"pp-x", "-k", "plain"}, "none 0 1 0 0", "", 0},
	    {{"pp-x", "-e", "plain"}, "none 0 0 1 0", "", 0},
	    {{"pp-x", "-k", "pl"}, "",
		"pp-x: unknown kind 'pl' (try: sheet, plain)\n", 2},
	    {{"pp-x", "-l", "plain,sheet,plain"}, "none 0 0 0 212", "", 0},
	    {{"pp-x", "-l", "plain,she,plain"}, "",
		"pp-x: unknown kind 'she' (try: sheet, plain)\n", 2},
	    {{"pp-x", "-l", "plain,"}, "",
		"pp-x: unknown kind '' (try: sheet, plain)\n", 2},
	    {{"pp-x", "-l", "sheet\x1b"}, "",
		"pp-x: unknown kind 'sheet\\x1b' (try: sheet, plain)\n", 2},
	    {{"pp-x", "-b", "pl", "-k", "pl"}, "",
		"pp-x: 'pl' is wrong (try 'pp-x --help')\n", 2},
	};

	(void)state;
	for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
		child_run(&c, set, cases[k].args);
		assert_string_equal(c.err, cases[k].err);
		assert_string_equal(c.out, cases[k].out);
		assert_int_equal(c.status, cases[k].status);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_good),
	    cmocka_unit_test(test_bad),
	    cmocka_unit_test(test_nearly),
	    cmocka_unit_test(test_late),
	    cmocka_unit_test(test_help),
	    cmocka_unit_test(test_brief_help),
	    cmocka_unit_test(test_version),
	    cmocka_unit_test(test_completion),
	    cmocka_unit_test(test_settings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
