/*
 * input.h - the operands of the command line, which may have to be read twice.
 *
 * What is no regular file is then copied to a temporary one, whose descriptor
 * the input owns.
 */
#ifndef PROF_INPUT_H
#define PROF_INPUT_H

#include "common/intern.h"
#include "common/io.h"
#include "common/record.h"

struct input_operand;

/* A zeroed one has no operands. */
struct input {
	struct input_operand *v;
	size_t n;
};

/* input_init(in, paths, n): these operands, or standard input where n is 0.
 * The paths must outlive it. */
void input_init(struct input *in, char **paths, size_t n);
void input_free(struct input *in);

/* input_path(in, i): the path of an operand. */
const char *input_path(const struct input *in, size_t i);

/*
 * input_counters(in, reader, names, err):
 * Read all operands for the first time; add the names of their counters to
 * names, in the order of their first appearance.  What cannot be opened or read
 * as records is passed over: it will be found again when the rows are read.
 * Return how many operands could be made ready to be read again: all, or fewer,
 * and err says what kept the next one from it.
 */
size_t input_counters(struct input *in, struct record_reader *reader,
    struct intern *names, struct err *err);

/* input_lines(in, i, err): the lines of an operand; NULL with the reason in
 * err. */
struct io_lines *input_lines(struct input *in, size_t i, struct err *err);

#endif
