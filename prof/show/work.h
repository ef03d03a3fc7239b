/*
 * work.h - work of several rows, and the time that it took, where some of it
 * may be unknown.
 */
#ifndef PROF_SHOW_WORK_H
#define PROF_SHOW_WORK_H

#include "prof/row.h"
#include "prof/show/cell.h"

/* Empty when zeroed.  Sums that do not fit are CELL_MUCH. */
struct work {
	uint64_t sum, ns; /* of what is known, and its time */
	uint64_t n;	  /* rows whose own number is known */
	uint64_t none;	  /* rows that have none of their own: 0 is known */
	uint64_t out;	  /* rows that should have one */
};

enum work_has { WORK_UNKNOWN, WORK_NONE, WORK_HAS };

/* work_of(sure, known): what a row has, whose number is known or not: a helper
 * has no work of its own. */
enum work_has work_of(const struct sure *sure, bool known);

/* work_take(w, has, value, ns): add a row: its number, and its time. */
void work_take(struct work *w, enum work_has has, uint64_t value, uint64_t ns);

/* work_take_timed(w, row, has, value, ns): the same of what takes time: it is
 * not known where the row's time is not. */
void work_take_timed(struct work *w, const struct row *row, enum work_has has,
    uint64_t value, uint64_t ns);
void work_merge(struct work *to, const struct work *from);

/* work_known(w): whether there is a sum: it would be a 0 that nobody counted
 * where all that is known is no row's own, and some is unknown. */
bool work_known(const struct work *w);

/*
 * work_put(cell, w), work_put_time(cell, w):
 * Set cell to the sum; unknown where that is not known, none where no row
 * should have such a number.  work_put_tflops(cell, w): FLOPs a time; besides,
 * none where there is no time.
 */
void work_put(struct cell *cell, const struct work *w);
void work_put_time(struct cell *cell, const struct work *w);
void work_put_tflops(struct cell *cell, const struct work *w);

/* work_put_bytes(cell, w), work_put_gbs(cell, w): the same of bytes, which are
 * unknown of helpers alone: these have no FLOPs, but do move something. */
void work_put_bytes(struct cell *cell, const struct work *w);
void work_put_gbs(struct cell *cell, const struct work *w);

#endif
