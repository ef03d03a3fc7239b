/*
 * opt.c - command-line options from one table per program.
 *
 * In:  the argument vector and the program's table
 * Out: settings
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
struct place {
	char **argv;
	int argc, index;
	const char *letters; /* the rest of -abc, or NULL */
};

enum { HELP, VERSION_OF };

static const struct opt common_opts[] = {
    [HELP] = {.name = "help", .help = "print this help and exit"},
    [VERSION_OF] = {.name = "version", .help = "print the version and exit"},
    {0},
};

/* Not in --help: it is what the bash completion asks. */
static const struct opt completion_opts[] = {
    {.name = "completion-helper"},
    {0},
};

/* The row itself, where the table only says where it stands. */
static const struct opt *row_of(const struct opt *o)
{
	return o && o->from ? o->from : o;
}

static bool is_last(const struct opt *o)
{
	return !o->name && !o->letter && !o->from;
}

/* The next row from o on that is an option, or the last one. */
static const struct opt *skip(const struct opt *o)
{
	while (!is_last(o) && !row_of(o)->name && !row_of(o)->letter)
		o++;
	return o;
}

#define EACH(o, opts)                                                          \
	(o) = skip(opts);                                                      \
	!is_last(o);                                                           \
	(o) = skip((o) + 1)

/* Append the option's argument as it follows its name. */
static void put_arg(const struct opt *o, bool is_name, struct strbuf *b)
{
	if (o->arg)
		strbuf_printf(b,
		    !o->arg_attached ? " %s"
		    : is_name	     ? "[=%s]"
				     : "[%s]",
		    o->arg);
}

/* Append what the option looks like, "-w, --width N"; return its width. */
static size_t put_form(const struct opt *o, struct strbuf *b)
{
	size_t start = b->n;

	if (o->letter)
		strbuf_printf(b, "-%c", o->letter);
	if (o->name)
		strbuf_printf(b, "%s--%s", o->letter ? ", " : "    ", o->name);
	put_arg(o, o->name != NULL, b);
	return b->n - start;
}

/* Append the options as the usage line has them: "[-c COLS] [-g KEYS | ...]". */
static void put_usage(const struct opt *opts, struct strbuf *b)
{
	const struct opt *o;
	unsigned either = 0;
	size_t start = b->n;

	for (EACH(o, opts)) {
		const struct opt *row = row_of(o);

		if (o->either && o->either == either)
			strbuf_text(b, " | ");
		else
			strbuf_text(b, b->n > start ? "] [" : "[");
		either = o->either;
		if (row->letter)
			strbuf_printf(b, "-%c", row->letter);
		else
			strbuf_printf(b, "--%s", row->name);
		put_arg(row, !row->letter, b);
	}
	if (b->n > start)
		strbuf_text(b, "] ");
}

/* Append the words with a text between them. */
static void put_words(const struct opt *o, const char *between, struct strbuf *b)
{
	for (size_t i = 0; o->word && o->word(i); i++)
		strbuf_printf(b, "%s%s", i > 0 ? between : "", o->word(i));
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
	const struct opt *o;
	struct strbuf b = {0};
	size_t n;

	for (EACH(o, opts)) {
		n = put_form(row_of(o), &b);
		if (n > most && n <= HELP_WIDEST)
			most = n;
	}
	strbuf_free(&b);
	return most;
}

/* Set text to the row's help, the words in place of %s, and a NUL behind it. */
static void make_help(const struct opt *o, struct strbuf *text)
{
	const char *words = strstr(o->help, "%s");

	text->n = 0;
	strbuf_add(
	    text, o->help, words ? (size_t)(words - o->help) : strlen(o->help));
	if (words) {
		put_words(o, ", ", text);
		strbuf_text(text, words + strlen("%s"));
	}
	strbuf_char(text, '\0');
}

/* Append the table's lines, the help texts below each other. */
static void put_table(const struct opt *opts, size_t width, struct strbuf *b)
{
	const struct opt *o;
	const char *p, *end;
	struct strbuf text = {0};
	size_t n;

	for (EACH(o, opts)) {
		put_blanks(b, HELP_INDENT);
		n = put_form(row_of(o), b);
		make_help(row_of(o), &text);
		for (p = text.p; *p; p = *end ? end + 1 : end) {
			if (n > width || p != text.p) {
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
	strbuf_free(&text);
}

/* Print all help and exit. */
static _Noreturn void help(const struct opt_program *prog)
{
	size_t width = widest(common_opts, widest(prog->opts, 0));
	struct strbuf b = {0};

	strbuf_printf(&b, "usage: %s ", prog->name);
	put_usage(prog->opts, &b);
	strbuf_printf(&b, "%s\n%s\n\n", prog->operands, prog->purpose);
	put_table(prog->opts, width, &b);
	put_table(common_opts, width, &b);
	io_write(strbuf_get(&b));
	strbuf_free(&b);
	if (prog->help_more)
		prog->help_more();
	exit(io_finish(0));
}

/* Append a line of a way to write an option: "-c , a b c" is followed by a list
 * of these words, "-f = a b c" by one of them, "-o ?" by whatever it is. */
static void put_completion(
    const struct opt *o, const char *dashes, const char *name, struct strbuf *b)
{
	strbuf_printf(b, "%s%s", dashes, name);
	if (o->arg && !o->arg_attached) {
		strbuf_text(b, !o->word ? " ?" : o->list ? " , " : " = ");
		put_words(o, " ", b);
	}
	strbuf_char(b, '\n');
	for (size_t i = 0; o->arg_attached && o->word && o->word(i); i++)
		strbuf_printf(b, "%s%s=%s\n", dashes, name, o->word(i));
}

static void put_completions(const struct opt *opts, struct strbuf *b)
{
	const struct opt *o;

	for (EACH(o, opts)) {
		const struct opt *row = row_of(o);

		if (row->letter)
			put_completion(row, "-", (char[]){row->letter, '\0'}, b);
		if (row->name)
			put_completion(row, "--", row->name, b);
	}
}

/* Print what completion.bash reads and exit. */
static _Noreturn void completion(const struct opt_program *prog)
{
	struct strbuf b = {0};

	put_completions(prog->opts, &b);
	put_completions(common_opts, &b);
	io_write(strbuf_get(&b));
	strbuf_free(&b);
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
	const struct opt *o;

	for (EACH(o, opts)) {
		const char *other = row_of(o)->name;

		if (other && strlen(other) == n && memcmp(other, name, n) == 0)
			return o;
	}
	return NULL;
}

static const struct opt *find_letter(const struct opt *opts, char letter)
{
	const struct opt *o;

	for (EACH(o, opts)) {
		if (row_of(o)->letter && row_of(o)->letter == letter)
			return o;
	}
	return NULL;
}

/* The next element of the vector as an option's argument; form is the option
 * as the user wrote it. */
static const char *take_next(
    const struct opt *row, struct place *at, const char *form, size_t n)
{
	if (at->index >= at->argc)
		diag_usage("option '%.*s' needs an argument: %s", (int)n, form,
		    row->arg);
	return at->argv[at->index++];
}

/* --name, --name=value, --name value */
static const struct opt *long_option(
    const struct opt_program *prog, struct place *at, const char **value)
{
	const char *text = at->argv[at->index++];
	const char *name = text + 2;
	size_t n = strcspn(name, "=");
	const struct opt *o = find_name(prog->opts, name, n), *row;

	if (!o)
		o = find_name(common_opts, name, n);
	if (!o)
		o = find_name(completion_opts, name, n);
	if (!o)
		diag_usage("unknown option '--%.*s'", (int)n, name);
	row = row_of(o);
	if (name[n] == '=') {
		if (!row->arg)
			diag_usage("option '--%s' takes no argument", row->name);
		*value = name + n + 1;
	} else if (row->arg && !row->arg_attached) {
		*value = take_next(row, at, text, n + 2);
	}
	if (o == &common_opts[HELP])
		help(prog);
	if (o == &common_opts[VERSION_OF])
		version(prog);
	if (o == completion_opts)
		completion(prog);
	return o;
}

/* -a, -abc, -w150, -w 150 */
static const struct opt *short_option(
    const struct opt_program *prog, struct place *at, const char **value)
{
	const char form[] = {'-', *at->letters, '\0'};
	const struct opt *o = find_letter(prog->opts, *at->letters), *row;

	if (!o)
		diag_usage("unknown option '%s'", form);
	row = row_of(o);
	if (*++at->letters == '\0') {
		at->letters = NULL;
		at->index++;
	}
	if (!row->arg)
		return o;
	if (at->letters) {
		*value = at->letters;
		at->letters = NULL;
		at->index++;
	} else if (!row->arg_attached) {
		*value = take_next(row, at, form, 2);
	}
	return o;
}

/* The table's row of the next option, with its argument; NULL at the end. */
static const struct opt *next_option(
    const struct opt_program *prog, struct place *at, const char **value)
{
	const char *text;

	*value = NULL;
	if (at->letters)
		return short_option(prog, at, value);
	if (at->index >= at->argc)
		return NULL;
	text = at->argv[at->index];
	if (text[0] != '-' || text[1] == '\0')
		return NULL;
	if (strcmp(text, "--") == 0) {
		at->index++;
		return NULL;
	}
	if (text[1] == '-')
		return long_option(prog, at, value);
	at->letters = text + 1;
	return short_option(prog, at, value);
}

int opt_parse(const struct opt_program *prog, int argc, char **argv, void *to)
{
	struct place at = {.argv = argv, .argc = argc, .index = 1};
	const struct opt *o;
	const char *value;
	struct err err;

	while ((o = next_option(prog, &at, &value))) {
		const struct opt *row = row_of(o);
		char *set = (char *)to + o->at + (row != o ? row->at : 0);
		int status = row->take(row, value, set, &err);

		if (status == OPT_USAGE)
			diag_usage("%s", err.text);
		if (status != 0) {
			diag_error(NULL, 0, "%s", err.text);
			exit(2);
		}
	}
	return at.index;
}

int opt_text(const struct opt *opt, const char *value, void *to, struct err *err)
{
	(void)opt;
	(void)err;
	*(const char **)to = value;
	return 0;
}

int opt_flag(const struct opt *opt, const char *value, void *to, struct err *err)
{
	(void)opt;
	(void)value;
	(void)err;
	*(bool *)to = true;
	return 0;
}

int opt_word(const struct opt *opt, const char *value, size_t *i, struct err *err)
{
	struct strbuf b = {0};
	char clean[80];

	for (*i = 0; opt->word(*i); ++*i) {
		if (strcmp(opt->word(*i), value) == 0)
			return 0;
	}
	put_words(opt, ", ", &b);
	diag_clean(str_of(value), clean, sizeof clean);
	err_set(err, "unknown %s '%s' (try: %.*s)", opt->noun, clean, (int)b.n,
	    b.p);
	strbuf_free(&b);
	return OPT_WRONG;
}
