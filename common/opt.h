/*
 * opt.h - command-line options from one table per program.
 *
 * The table gives parsing, --help and the bash completion.  Options come before
 * operands, "--" ends them, long names are taken whole (no abbreviation), "-"
 * is an operand.  Every program has --help and --version besides its table.
 */
#ifndef COMMON_OPT_H
#define COMMON_OPT_H

#include <stdbool.h>

struct opt {
	const char *name;  /* long name without "--"; NULL: none */
	char letter;	   /* 0: none */
	const char *arg;   /* what --help calls the argument; NULL: none */
	const char *help;  /* one line, or several with '\n' between */
	bool arg_attached; /* the argument is optional: --csv[=sheet] */
};

struct opt_program {
	const char *name;	 /* pp-prof */
	const char *usage;	 /* what follows the name on the usage line */
	const char *purpose;	 /* one line */
	const struct opt *opts;	 /* ends with an all-zero row */
	void (*help_more)(void); /* printed after the options; may be NULL */
};

/*
 * opt_next(prog, argc, argv, value):
 * The row of the next option, with its argument in *value (NULL when it has
 * none), or NULL when the options are over; opt_index() is then the first
 * operand.  Wrong usage ends the program with status 2, --help and --version
 * print to stdout and end it with io_finish(0).
 */
const struct opt *opt_next(
    const struct opt_program *prog, int argc, char **argv, const char **value);
int opt_index(void);

#endif
