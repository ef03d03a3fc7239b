/*
 * scale.h - the unit that the numbers of a column are shown in (-u).
 */
#ifndef PROF_SHOW_SCALE_H
#define PROF_SHOW_SCALE_H

#include "prof/show/out.h"

struct scale {
	const char *unit; /* as the header has it: "ms", "G", "%"; "" */
	uint64_t per;	  /* how many of the cell's are one of it */
	unsigned decimals;
	bool all; /* every digit is shown, as all other formats do */
};

/*
 * scale_choose(col, unit, largest):
 * How col is shown with -u UNIT.  OUT_AUTO is the least unit in which the
 * largest number of the column, whatever its sign, is at most 9999; but a key
 * of groups, and each unit by name, lose no digit.
 */
struct scale scale_choose(
    const struct column *col, enum out_unit unit, uint64_t largest);

/* scale_table(t, unit, v): how the columns of a held table are shown, one of v
 * each.  The first time and those that are parts have one unit, by the largest
 * of them; one that is 0 in all rows has it, too. */
void scale_table(const struct table *t, enum out_unit unit, struct scale *v);

/* scale_row(col, unit): the same for a column of rows, whose largest number is
 * not known: OUT_AUTO is us, and FLOPs and bytes as they are. */
struct scale scale_row(const struct column *col, enum out_unit unit);

/* scale_size(col, cell): how large the number is, whatever its sign; 0 where it
 * is none that gets a unit. */
uint64_t scale_size(const struct column *col, const struct cell *cell);

/* scale_text(scale, o, cell, b): append the cell, which is of the column that
 * the scale was chosen for. */
void scale_text(const struct scale *scale, struct out *o,
    const struct cell *cell, struct strbuf *b);

/* scale_time(ns, b): append a time in the unit that suits it: "272.90 ms". */
void scale_time(uint64_t ns, struct strbuf *b);

#endif
