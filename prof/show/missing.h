/*
 * missing.h - columns of a held table that say nothing: what is left out where
 * a person reads, and why
 */
#ifndef PROF_SHOW_MISSING_H
#define PROF_SHOW_MISSING_H

#include "prof/show/out.h"

struct gpu_choice;

/* What a column is worth.  SAYS: some row has a value; NO_NEWS: all have, and one
 * that nobody need see; NA: none has, but one should; NONE: it applies to none. */
enum worth { WORTH_NONE, WORTH_NA, WORTH_NO_NEWS, WORTH_SAYS };

/* missing_worth(col, cell, worth): the worth of a column with one more cell;
 * that of one without cells is WORTH_NONE. */
enum worth missing_worth(
    const struct column *col, const struct cell *cell, enum worth worth);

/*
 * missing_hide(t, gpu, o):
 * Hide the columns that nobody named and in which no row has a value, and say
 * why by out_note, a line for each reason; say it of those that are left, too.
 * gpu, which may be NULL, knows the device.  A column of how much is known is
 * hidden without a word where all rows have 100.
 */
void missing_hide(struct table *t, const struct gpu_choice *gpu, struct out *o);

/* missing_say(cols, worth, gpu, o): say of the columns that were named and in which no
 * row had a value why, as far as that is known; worth has one a column. */
void missing_say(const struct columns *cols, const enum worth *worth,
    const struct gpu_choice *gpu, struct out *o);

#endif
