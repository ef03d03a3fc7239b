/*
 * mean.h - a mean that is weighted by time, exact, so that the order of its
 * values does not matter.
 */
#ifndef PROF_SHOW_MEAN_H
#define PROF_SHOW_MEAN_H

#include "prof/show/cell.h"

__extension__ typedef unsigned __int128 mean_wide;

/* Empty when zeroed. */
struct mean {
	mean_wide sum; /* values in 10^-9, times ns */
	uint64_t ns;   /* CELL_MUCH: too large */
};

/* mean_add(m, value, ns): a value of 0 to 10^9 that held for so long; any other
 * is no value. */
void mean_add(struct mean *m, double value, uint64_t ns);
void mean_merge(struct mean *m, const struct mean *from);

/* mean_put(cell, m): set cell to the mean; unknown where nothing was added. */
void mean_put(struct cell *cell, const struct mean *m);

#endif
