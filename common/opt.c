/*
 * opt.c - command-line options from one table per program.
 *
 * In:  the argument vector and the program's table
 * Out: one row of the table after another
 *
 * Not getopt_long: it takes abbreviations, which would make every new option a
 * break of scripts, and it writes its own messages.
 */
#include "common/opt.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/io.h"
#include "common/str.h"

enum { HELP_INDENT = 2, HELP_GAP = 2, HELP_WIDEST = 26 };

/* Where in the argument vector we are. */
static struct {
	char **argv;
	int index;
	const char *letters; /* the rest of -abc, or NULL */
} at;

static const struct opt common_opts[] = {
    {"help", 0, NULL, "print this help and exit", false},
    {"version", 0, NULL, "print the version and exit", false},
    {0},
};

static bool is_last(const struct opt *o)
{
	return !o->name && !o->letter;
}

int opt_index(void)
{
	return at.index;
}

/* Append what the option looks like, "-w, --width N"; return its width. */
static size_t put_form(const struct opt *o, struct strbuf *b)
{
	size_t start = b->n;

	if (o->letter)
		strbuf_printf(b, "-%c", o->letter);
	if (o->name)
		strbuf_printf(b, "%s--%s", o->letter ? ", " : "    ", o->name);
	if (o->arg)
		strbuf_printf(b,
		    !o->arg_attached ? " %s"
		    : o->name	     ? "[=%s]"
				     : "[%s]",
		    o->arg);
	return b->n - start;
}

/* Append n blanks. */
static void put_blanks(struct strbuf *b, size_t n)
{
	while (n--)
		strbuf_char(b, ' ');
}

/* The width of the widest form of the table, up to HELP_WIDEST. */
static size_t widest(const struct opt *opts, size_t most)
{
	struct strbuf b = {0};
	size_t n;

	for (; !is_last(opts); opts++) {
		n = put_form(opts, &b);
		if (n > most && n <= HELP_WIDEST)
			most = n;
	}
	strbuf_free(&b);
	return most;
}

/* Append the table's lines, the help texts below each other. */
static void put_table(const struct opt *opts, size_t width, struct strbuf *b)
{
	const char *p, *end;
	size_t n;

	for (; !is_last(opts); opts++) {
		put_blanks(b, HELP_INDENT);
		n = put_form(opts, b);
		for (p = opts->help; *p; p = *end ? end + 1 : end) {
			if (n > width || p != opts->help) {
				strbuf_char(b, '\n');
				n = 0;
				put_blanks(b, HELP_INDENT);
			}
			put_blanks(b, width + HELP_GAP - n);
			end = p + strcspn(p, "\n");
			strbuf_add(b, p, (size_t)(end - p));
		}
		strbuf_char(b, '\n');
	}
}

/* Print all help and exit. */
static _Noreturn void help(const struct opt_program *prog)
{
	size_t width = widest(common_opts, widest(prog->opts, 0));
	struct strbuf b = {0};

	strbuf_printf(
	    &b, "usage: %s %s\n%s\n\n", prog->name, prog->usage, prog->purpose);
	put_table(prog->opts, width, &b);
	put_table(common_opts, width, &b);
	io_write(strbuf_get(&b));
	strbuf_free(&b);
	if (prog->help_more)
		prog->help_more();
	exit(io_finish(0));
}

static _Noreturn void version(const struct opt_program *prog)
{
	io_write(str_of(prog->name));
	io_write(STR(" " VERSION "\n"));
	exit(io_finish(0));
}

/* The row of the long name's n bytes, or NULL. */
static const struct opt *find_name(
    const struct opt *opts, const char *name, size_t n)
{
	for (; !is_last(opts); opts++) {
		if (opts->name && strlen(opts->name) == n &&
		    memcmp(opts->name, name, n) == 0)
			return opts;
	}
	return NULL;
}

static const struct opt *find_letter(const struct opt *opts, char letter)
{
	for (; !is_last(opts); opts++) {
		if (opts->letter && opts->letter == letter)
			return opts;
	}
	return NULL;
}

/* The next element of the vector as an option's argument; form is the option
 * as the user wrote it. */
static const char *take_next(
    const struct opt *o, int argc, const char *form, size_t n)
{
	if (at.index >= argc)
		diag_usage("option '%.*s' needs an argument: %s", (int)n, form,
		    o->arg);
	return at.argv[at.index++];
}

/* --name, --name=value, --name value */
static const struct opt *long_option(
    const struct opt_program *prog, int argc, const char **value)
{
	const char *text = at.argv[at.index++];
	const char *name = text + 2;
	size_t n = strcspn(name, "=");
	const struct opt *o = find_name(prog->opts, name, n);

	if (!o)
		o = find_name(common_opts, name, n);
	if (!o)
		diag_usage("unknown option '--%.*s'", (int)n, name);
	if (name[n] == '=') {
		if (!o->arg)
			diag_usage("option '--%s' takes no argument", o->name);
		*value = name + n + 1;
	} else if (o->arg && !o->arg_attached) {
		*value = take_next(o, argc, text, n + 2);
	}
	if (o == &common_opts[0])
		help(prog);
	if (o == &common_opts[1])
		version(prog);
	return o;
}

/* -a, -abc, -w150, -w 150 */
static const struct opt *short_option(
    const struct opt_program *prog, int argc, const char **value)
{
	const char form[] = {'-', *at.letters, '\0'};
	const struct opt *o = find_letter(prog->opts, *at.letters);

	if (!o)
		diag_usage("unknown option '%s'", form);
	if (*++at.letters == '\0') {
		at.letters = NULL;
		at.index++;
	}
	if (!o->arg)
		return o;
	if (at.letters) {
		*value = at.letters;
		at.letters = NULL;
		at.index++;
	} else if (!o->arg_attached) {
		*value = take_next(o, argc, form, 2);
	}
	return o;
}

const struct opt *opt_next(
    const struct opt_program *prog, int argc, char **argv, const char **value)
{
	const char *text;

	if (at.argv != argv) {
		at.argv = argv;
		at.index = 1;
		at.letters = NULL;
	}
	*value = NULL;
	if (at.letters)
		return short_option(prog, argc, value);
	if (at.index >= argc)
		return NULL;
	text = argv[at.index];
	if (text[0] != '-' || text[1] == '\0')
		return NULL;
	if (strcmp(text, "--") == 0) {
		at.index++;
		return NULL;
	}
	if (text[1] == '-')
		return long_option(prog, argc, value);
	at.letters = text + 1;
	return short_option(prog, argc, value);
}
