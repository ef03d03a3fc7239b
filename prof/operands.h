/*
 * operands.h - the operands of the command line, which may have to be read twice.
 *
 * What is not a regular file is then copied to a temporary one.  The operands own
 * its descriptor.
 */
#ifndef PROF_OPERANDS_H
#define PROF_OPERANDS_H

#include "common/intern.h"
#include "common/io.h"
#include "common/record.h"

struct operand;

/* A zeroed one has no operands. */
struct operands {
	struct operand *v;
	size_t n;
};

/* operands_init(in, paths, n): these operands, or standard input where n is 0.
 * The paths must outlive it. */
void operands_init(struct operands *in, char **paths, size_t n);
void operands_free(struct operands *in);

/* operands_path(in, i): the path of an operand. */
const char *operands_path(const struct operands *in, size_t i);

/*
 * operands_counters(in, reader, names, err):
 * Read all operands for the first time; add the names of their counters to
 * names, in the order of their first appearance.  What cannot be opened or is
 * no record is passed over: reading the rows will report it.  Return the number
 * of operands that can be read again; if that is not all, err says what is
 * wrong with the next one.
 */
size_t operands_counters(struct operands *in, struct record_reader *reader,
    struct intern *names, struct err *err);

/* operands_lines(in, i, err): the lines of an operand; NULL with the reason in
 * err. */
struct io_lines *operands_lines(struct operands *in, size_t i, struct err *err);

#endif
