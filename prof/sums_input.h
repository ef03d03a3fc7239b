/*
 * sums_input.h - partial sums as input, in place of records.
 *
 * One stream may have several sums one behind the other, as cat makes it.
 */
#ifndef PROF_SUMS_INPUT_H
#define PROF_SUMS_INPUT_H

#include "prof/gpu/gpu.h"
#include "prof/gpu/hw.h"
#include "prof/show/sums_bind.h"
#include "prof/show/view.h"
#include "prof/show/where.h"

/* Zeroed at first, but for what it is asked for. */
struct sums_input {
	/* Set by the caller, before the first line */
	struct view_run *run; /* of -g; NULL: rows or another view are asked for */
	struct where *where;
	const struct gpu_choice *gpu;
	enum hw_half half;

	struct sums_reader *reader;
	struct sums_keys keys;
	struct sums_line line;
	VEC(struct str) with; /* of all, sorted, each once; in with_arena */
	struct arena with_arena;
	bool begun;	/* a head was read */
	bool open;	/* it has no end yet */
	uint64_t lines; /* since the head, with it */
};

/* sums_input_line(in, line, arena, err): add a line.  0, or -1 with the reason. */
int sums_input_line(struct sums_input *in, struct str line, struct arena *arena,
    struct err *err);

/* sums_input_end(in, err): a file is over.  0, or -1 where its sums are not. */
int sums_input_end(const struct sums_input *in, struct err *err);

/* sums_input_write(in): write what was added, of sums or of records, as sums. */
void sums_input_write(struct sums_input *in);
void sums_input_free(struct sums_input *in);

#endif
