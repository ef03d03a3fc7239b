/*
 * opt.h - command-line options from one table per program.
 *
 * A row says how an option is written, what -h and --help say of it, and what
 * it sets.  Parsing, the usage line, both helps, the hints of messages and the
 * shells' completion come from the rows.  Options come before operands: one
 * behind an operand is wrong usage, unless "--" ended them.  Long names are
 * taken whole (no abbreviation), "-" is an operand.  Every program has -h,
 * --help and --version besides its table.
 */
#ifndef COMMON_OPT_H
#define COMMON_OPT_H

#include <stdbool.h>
#include <stddef.h>

struct err;
struct opt;

/* What take may return besides 0; the reason is in err. */
enum {
	OPT_WRONG = -1, /* the reason says itself what would be right */
	OPT_USAGE = -2, /* --help does */
};

/* Set what the option sets; value is its argument, NULL where it has none. */
typedef int opt_take(
    const struct opt *opt, const char *value, void *to, struct err *err);

struct opt {
	const char *name;  /* long name without "--"; NULL: none */
	char letter;	   /* 0: none */
	const char *arg;   /* what --help calls the argument; NULL: none */
	bool arg_attached; /* the argument is optional: --csv[=sheet] */

	/* What --help says, and -h, where it is not NULL: broken where the
	 * screen ends; '\n' breaks earlier, %s stands for the words. */
	const char *help;
	const char *daily;

	/* What the argument may be, by number, NULL behind the last; or NULL. */
	const char *(*word)(size_t i);
	const char *noun; /* what messages call such a word */
	bool list;	  /* the argument is several of them, by ',' */

	opt_take *take;
	size_t at;	   /* where in the program's settings it sets */
	const void *which; /* take's own: which of several it is to set */

	unsigned either; /* rows side by side with one number exclude each other
			  * on the usage line; 0: the row stands alone */

	/* The row is this one, wherever it stands, and sets at this at; a
	 * zeroed one is passed over.  NULL: it is here. */
	const struct opt *from;
};

struct opt_program {
	const char *name;	/* pp-prof */
	const char *operands;	/* what follows the options on the usage line */
	const char *purpose;	/* one line */
	const struct opt *opts; /* ends with an all-zero row */
	const char *examples;	/* lines, each with its newline */
	void (*help_more)(void); /* printed after the options; may be NULL */
};

/*
 * opt_parse(prog, argc, argv, to):
 * Take all options; to are the settings that the rows' at count in.  Return the
 * index of the first operand.  Wrong usage ends the program with status 2,
 * --help and --version print to stdout and end it with io_finish(0).
 */
int opt_parse(const struct opt_program *prog, int argc, char **argv, void *to);

/* Taking an option: set a const char * to the argument, a bool to true. */
opt_take opt_text, opt_flag;

/* opt_word(opt, value, i, err): set i to the number of the word.  Return 0, or
 * OPT_WRONG with "unknown unit 's' (try: ns, us, ms)". */
int opt_word(const struct opt *opt, const char *value, size_t *i, struct err *err);

/* opt_next_word(opt, list, i, err): the same for the first word of a comma
 * list, which is taken off it; *list is NULL behind the last. */
int opt_next_word(
    const struct opt *opt, const char **list, size_t *i, struct err *err);

#endif
