/*
 * cells.h - the cells of a line, of a table that a profiler printed: separated
 * by commas, or in columns.
 *
 * A row is a line: no name has a line end, and a quote that was lost then costs
 * one row.
 */
#ifndef PARSE_READ_CELLS_H
#define PARSE_READ_CELLS_H

#include "common/str.h"
#include "common/vec.h"

enum {
	CELLS_BYTES = 4 << 20, /* of a row, at most; and its cells */
	CELLS_MOST = 1 << 16,
};

/* Where a column is: bytes of a line.  The last one has no end. */
struct cells_place {
	size_t at, end;
};

struct cells {
	VEC(struct str) v; /* of the last line; they lie in it or in text */
	struct strbuf text;
	VEC(struct cells_place) places;
	bool over; /* a line had more than CELLS_MOST */
};

void cells_free(struct cells *t);

/* cells_commas(t, line): cells separated by commas, quoted or not.  False where
 * a quote is not closed, or stands inside a cell, or there are too many. */
bool cells_commas(struct cells *t, struct str line);

/* cells_ruled(t, rule): place the columns where a line of dashes has its runs;
 * false if it is none, or has too many. */
bool cells_ruled(struct cells *t, struct str rule);

/* cells_headed(t, heads): place the columns by their heads, two blanks apart:
 * each ends where its head ends, and begins two blanks behind the one before.
 * Of too many there is none. */
void cells_headed(struct cells *t, struct str heads);

/* cells_placed(t, line): the cells in these places, without the blanks around
 * them.  False where the line is not laid out so, and a cell may be another's
 * or a part of one: something is between the places, or the last cell, which is
 * never empty, begins elsewhere. */
bool cells_placed(struct cells *t, struct str line);

/* cells_named(t): how many there are without empty ones at the end. */
size_t cells_named(const struct cells *t);

/* cells_may_be_row(line, n, placed): whether the line may be a row of n cells,
 * perhaps a damaged one; else it is a program's, as it has hardly any commas,
 * or columns. */
bool cells_may_be_row(struct str line, size_t n, bool placed);

#endif
