/*
 * sums.h - partial sums of -g: what pp-prof --sums writes and another pp-prof
 * adds up.  pp-record(5), PARTIAL SUMS, has the format.
 *
 * A sums_line owns nothing: what it points to is in the line, or in the arena
 * of whoever asked for it.
 */
#ifndef PROF_SHOW_SUMS_H
#define PROF_SHOW_SUMS_H

#include "common/record.h"
#include "prof/show/group_more.h"

#define SUMS_VERSION 1

enum sums_what { SUMS_HEAD, SUMS_GROUP, SUMS_PROCESS, SUMS_END };

/* How all of them were made, the same for all that are added up. */
struct sums_head {
	int64_t v;
	struct record_strs keys;
	struct record_strs with; /* other options that change what is summed */
};

struct sums_cells {
	const struct cell *v;
	size_t n;
};

/* A process, and what was told of it. */
struct sums_process {
	struct record rec;	  /* file, rank and pid, where they are known */
	struct record_strs steps; /* of what worked on the GPU */
	struct record_strs others; /* of other rows alone */
};

struct sums_line {
	enum sums_what what;
	struct sums_head head;
	struct sums_cells keys; /* in the order of the head's */
	bool stepless;		/* its rows are of no step */
	struct group sum;	/* all but keys, number, text and more */
	struct group_numbers more[NSUMS];
	struct sums_process process;
	uint64_t end; /* lines before it, from the head on */
};

struct sums_reader;

struct sums_reader *sums_reader_new(void);
void sums_reader_free(struct sums_reader *r);

/* sums_is(line): whether the line says that it is of sums. */
bool sums_is(struct str line);

/*
 * sums_read(r, line, arena, out, err):
 * Parse one line, without its LF.  Return 0, or -1 with the reason in err
 * ("field 'count': wrong type", "version 2 is newer than this program reads
 * (1)"); out is then undefined.
 */
int sums_read(struct sums_reader *r, struct str line, struct arena *arena,
    struct sums_line *out, struct err *err);

/* What is written. */
struct sums_source {
	const struct columns *by; /* the keys; the groups have one more, whether
				   * the rows are of a step */
	const struct group_table *groups;
	const struct group_more *more; /* with all of GROUP_PARTS */
	struct group_table *steps;     /* by file, rank, pid and step; more is a
					* bool: something worked on the GPU */
	const struct str *with;
	size_t nwith;
};

/* sums_write(s): write all to the output.  The order of s->steps changes. */
void sums_write(const struct sums_source *s);

#endif
