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
#include "common/near.h"
#include "common/str.h"

enum { HELP_INDENT = 2, HELP_GAP = 2, HELP_WIDEST = 26, SCREEN = 80 };

/* Where in the argument vector we are. */
struct place {
	char **argv;
	int argc, index;
	const char *letters; /* the rest of -abc, or NULL */
	bool ended;	     /* by "--" */
};

enum { HELP, VERSION_OF };

static const struct opt common_opts[] = {
    [HELP] = {.name = "help",
	.letter = 'h',
	.help = "print this help and exit; -h: the options of every day",
	.daily = "-h: this; --help: all that there is"},
    [VERSION_OF] = {.name = "version", .help = "print the version and exit"},
    {0},
};

/* Not in --help: it is what the shells' completion asks. */
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

/* Append n blanks. */
static void put_blanks(struct strbuf *b, size_t n)
{
	while (n--)
		strbuf_char(b, ' ');
}

/* Lines up to the screen's end, of which the first has begun. */
struct lines {
	struct strbuf *b;
	size_t indent, at; /* where a line begins, and where we are */
};

static void new_line(struct lines *l)
{
	strbuf_char(l->b, '\n');
	put_blanks(l->b, l->indent);
	l->at = l->indent;
}

/* Append what is not to be broken, behind a blank or on a line of its own. */
static void put_item(struct lines *l, struct str item)
{
	if (l->at > l->indent && l->at + 1 + item.n > SCREEN) {
		new_line(l);
	} else if (l->at > l->indent) {
		strbuf_char(l->b, ' ');
		l->at++;
	}
	strbuf_str(l->b, item);
	l->at += item.n;
}

/* Append what the usage line has of an option, "-w N". */
static void put_short(const struct opt *row, struct strbuf *b)
{
	if (row->letter)
		strbuf_printf(b, "-%c", row->letter);
	else
		strbuf_printf(b, "--%s", row->name);
	put_arg(row, !row->letter, b);
}

/* Append the options as the usage line has them: "[-c COLS] [-g KEYS | ...]".
 * What is too long for a line is broken before a bar. */
static void put_usage(const struct opt *opts, struct lines *l)
{
	const struct opt *o = skip(opts), *next;
	struct strbuf item = {0}, one = {0};

	for (; !is_last(o); o = next) {
		one.n = 0;
		put_short(row_of(o), &one);
		if (item.n > 0 &&
		    l->indent + item.n + strlen(" | ]") + one.n > SCREEN) {
			put_item(l, strbuf_get(&item));
			item.n = 0;
			strbuf_text(&item, "| ");
		} else {
			strbuf_text(&item, item.n > 0 ? " | " : "[");
		}
		strbuf_str(&item, strbuf_get(&one));
		next = skip(o + 1);
		if (o->either && o->either == next->either)
			continue;
		strbuf_char(&item, ']');
		put_item(l, strbuf_get(&item));
		item.n = 0;
	}
	strbuf_free(&item);
	strbuf_free(&one);
}

/* Append the words with a text between them. */
static void put_words(const struct opt *o, const char *between, struct strbuf *b)
{
	for (size_t i = 0; o->word && o->word(i); i++)
		strbuf_printf(b, "%s%s", i > 0 ? between : "", o->word(i));
}

/* Append a text, broken at its blanks and newlines. */
static void put_text(struct lines *l, struct str text)
{
	struct str line, word;

	for (bool first = true; str_line(&text, &line); first = false) {
		if (!first)
			new_line(l);
		while (line.n > 0) {
			const char *blank = memchr(line.p, ' ', line.n);

			word = (struct str){
			    line.p, blank ? (size_t)(blank - line.p) : line.n};
			put_item(l, word);
			line = str_from(line, word.n + (blank ? 1 : 0));
		}
	}
}

/* What the help has of the row, or NULL. */
static const char *text_of(const struct opt *o, bool brief)
{
	return brief ? row_of(o)->daily : row_of(o)->help;
}

/* The width of the widest form of the table, up to HELP_WIDEST. */
static size_t widest(const struct opt *opts, bool brief, size_t most)
{
	const struct opt *o;
	struct strbuf b = {0};
	size_t n;

	for (EACH(o, opts)) {
		n = text_of(o, brief) ? put_form(row_of(o), &b) : 0;
		if (n > most && n <= HELP_WIDEST)
			most = n;
	}
	strbuf_free(&b);
	return most;
}

/* Set text to the row's help, the words in place of %s. */
static void make_help(const struct opt *o, const char *help, struct strbuf *text)
{
	const char *words = strstr(help, "%s");

	text->n = 0;
	strbuf_add(text, help, words ? (size_t)(words - help) : strlen(help));
	if (words) {
		put_words(o, ", ", text);
		strbuf_text(text, words + strlen("%s"));
	}
}

/* Append the table's lines, the help texts below each other. */
static void put_table(
    const struct opt *opts, bool brief, size_t width, struct strbuf *b)
{
	size_t n, indent = HELP_INDENT + width + HELP_GAP;
	struct strbuf text = {0};
	const struct opt *o;

	for (EACH(o, opts)) {
		if (!text_of(o, brief))
			continue;
		put_blanks(b, HELP_INDENT);
		n = HELP_INDENT + put_form(row_of(o), b);
		make_help(row_of(o), text_of(o, brief), &text);
		if (n > indent - HELP_GAP) {
			strbuf_char(b, '\n');
			n = 0;
		}
		put_blanks(b, indent - n);
		put_text(&(struct lines){b, indent, indent}, strbuf_get(&text));
		strbuf_char(b, '\n');
	}
	strbuf_free(&text);
}

/* Append the usage line, without the options where opts is NULL, and what the
 * program is for. */
static void put_head(
    const struct opt_program *prog, const struct opt *opts, struct strbuf *b)
{
	size_t indent = strlen("usage: ") + strlen(prog->name) + 1;
	struct lines l = {b, indent, indent};

	strbuf_printf(b, "usage: %s ", prog->name);
	if (opts)
		put_usage(opts, &l);
	else
		put_item(&l, STR("[OPTION ...]"));
	put_item(&l, str_of(prog->operands));
	strbuf_printf(b, "\n%s\n\n", prog->purpose);
}

static void put_examples(const struct opt_program *prog, struct strbuf *b)
{
	if (prog->examples)
		strbuf_printf(b, "\nExamples:\n%s", prog->examples);
}

/* Print the options of every day, or all that there is, and exit. */
static _Noreturn void help(const struct opt_program *prog, bool brief)
{
	size_t width = widest(common_opts, brief, widest(prog->opts, brief, 0));
	struct strbuf b = {0};

	put_head(prog, brief ? NULL : prog->opts, &b);
	put_table(prog->opts, brief, width, &b);
	put_table(common_opts, brief, width, &b);
	put_examples(prog, &b);
	io_write(strbuf_get(&b));
	strbuf_free(&b);
	if (!brief && prog->help_more)
		prog->help_more();
	exit(io_finish(0));
}

/* Append a line of a way to write an option, with tabs between: "-c , a b c" is
 * followed by a list of these words, "-f = a b c" by one of them, "-o ?" by
 * whatever it is. */
static void put_completion(
    const struct opt *o, const char *dashes, const char *name, struct strbuf *b)
{
	strbuf_printf(b, "%s%s", dashes, name);
	if (o->arg && !o->arg_attached) {
		strbuf_text(b, !o->word ? "\t?" : o->list ? "\t,\t" : "\t=\t");
		put_words(o, "\t", b);
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

/* Print what completion.bash and completion.zsh read, and exit. */
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

/* Say so, with the name that was meant if one is near, and exit. */
static _Noreturn void unknown_name(const struct opt_program *prog, struct str name)
{
	struct near near = {.word = name};
	const struct opt *o;

	for (EACH(o, prog->opts)) {
		if (row_of(o)->name)
			near_take(&near, str_of(row_of(o)->name));
	}
	for (EACH(o, common_opts))
		near_take(&near, str_of(o->name));
	if (!near.best.p)
		diag_usage("unknown option '--%.*s'", (int)name.n, name.p);
	diag_error(NULL, 0, "unknown option '--%.*s' (try: --%.*s)",
	    (int)name.n, name.p, (int)near.best.n, near.best.p);
	exit(2);
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
		unknown_name(prog, (struct str){name, n});
	row = row_of(o);
	if (name[n] == '=') {
		if (!row->arg)
			diag_usage("option '--%s' takes no argument", row->name);
		*value = name + n + 1;
	} else if (row->arg && !row->arg_attached) {
		*value = take_next(row, at, text, n + 2);
	}
	if (o == &common_opts[HELP])
		help(prog, false);
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

	if (!o && find_letter(common_opts, *at->letters))
		help(prog, true); /* the only letter there */
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
		at->ended = true;
		return NULL;
	}
	if (text[1] == '-')
		return long_option(prog, at, value);
	at->letters = text + 1;
	return short_option(prog, at, value);
}

/* What looks like an option and comes too late would be read as a file, once
 * what is before it is printed. */
static void refuse_late(const struct place *at)
{
	for (int i = at->index; i < at->argc && !at->ended; i++) {
		if (at->argv[i][0] != '-' || at->argv[i][1] == '\0')
			continue;
		diag_error(NULL, 0, "'%s' comes after a file: options go first",
		    at->argv[i]);
		exit(2);
	}
}

int opt_parse(const struct opt_program *prog, int argc, char **argv, void *to)
{
	struct place at = {.argv = argv, .argc = argc, .index = 1};
	const struct opt *o;
	const char *value;
	struct err err;

	while ((o = next_option(prog, &at, &value))) {
		const struct opt *row = row_of(o);
		size_t member = o->at + (row != o ? row->at : 0);
		char *set = to ? (char *)to + member : NULL;
		int status = row->take(row, value, set, &err);

		if (status == OPT_USAGE)
			diag_usage("%s", err.text);
		if (status != 0) {
			diag_error(NULL, 0, "%s", err.text);
			exit(2);
		}
	}
	refuse_late(&at);
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

/* The number of the word that the n bytes are. */
static int find_word(
    const struct opt *opt, struct str value, size_t *i, struct err *err)
{
	struct strbuf b = {0};
	char clean[80];

	for (*i = 0; opt->word(*i); ++*i) {
		if (str_is(value, opt->word(*i)))
			return 0;
	}
	put_words(opt, ", ", &b);
	diag_clean(value, clean, sizeof clean);
	err_set(err, "unknown %s '%s' (try: %.*s)", opt->noun, clean, (int)b.n,
	    b.p);
	strbuf_free(&b);
	return OPT_WRONG;
}

int opt_word(const struct opt *opt, const char *value, size_t *i, struct err *err)
{
	return find_word(opt, str_of(value), i, err);
}

int opt_next_word(
    const struct opt *opt, const char **list, size_t *i, struct err *err)
{
	struct str word = {*list, strcspn(*list, ",")};

	*list = word.p[word.n] ? word.p + word.n + 1 : NULL;
	return find_word(opt, word, i, err);
}
