/*
 * gputrace.h - a table of what an NVIDIA GPU did: a row a kernel, copy or set,
 * as nvprof and nsys stats print it.
 */
#ifndef PARSE_READ_GPUTRACE_H
#define PARSE_READ_GPUTRACE_H

#include "parse/profile.h"
#include "parse/read/measure.h"

enum gputrace_column {
	GPUTRACE_START,
	GPUTRACE_DURATION,
	GPUTRACE_GRID_X,
	GPUTRACE_GRID_Y,
	GPUTRACE_GRID_Z,
	GPUTRACE_BLOCK_X,
	GPUTRACE_BLOCK_Y,
	GPUTRACE_BLOCK_Z,
	GPUTRACE_GRID, /* three numbers, here and below */
	GPUTRACE_BLOCK,
	GPUTRACE_REGS,
	GPUTRACE_STATIC, /* shared memory */
	GPUTRACE_DYNAMIC,
	GPUTRACE_SIZE,
	GPUTRACE_RATE,
	GPUTRACE_SRC, /* kind of memory */
	GPUTRACE_DST,
	GPUTRACE_DEVICE,
	GPUTRACE_CONTEXT,
	GPUTRACE_STREAM,
	GPUTRACE_CORR,
	GPUTRACE_NAME,
	GPUTRACE_NCOLUMNS,
};

struct tables;

struct gputrace {
	struct profile *p;
	int64_t thousand; /* KB in a MB */
	bool whole_rate;  /* a size was multiplied by 10^9 / duration in whole
			   * numbers for the rate */
	int64_t pid;	  /* -1: not known */

	/* Of the table: which cells the columns are, SIZE_MAX: none, and their
	 * units; of a unit p == NULL, the cells have their own. */
	size_t at[GPUTRACE_NCOLUMNS];
	struct str units[GPUTRACE_NCOLUMNS];

	struct intern devices; /* process, number and name, as bytes */
	struct strbuf text;
	bool rough; /* some time's last digit is more than a ns */
};

/* gputrace_add(t, tables): add the launch that the row of the tables tells of,
 * with oddities counted in p->warnings.  Returns its number; PROFILE_NONE: it
 * tells of none, or of one that is not wanted. */
uint32_t gputrace_add(struct gputrace *t, const struct tables *tables);

/* gputrace_shape(s, v): three numbers with what is no digit between them. */
bool gputrace_shape(struct str s, int64_t *v);

/* gputrace_free(t): free what t itself owns; launches and texts are p's. */
void gputrace_free(struct gputrace *t);

#endif
