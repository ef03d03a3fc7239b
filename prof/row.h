/*
 * row.h - a record with what follows from it: all that a column may look at.
 */
#ifndef PROF_ROW_H
#define PROF_ROW_H

#include "prof/cost.h"
#include "prof/tc.h"

struct row {
	uint64_t idx; /* line of the input, from 1 */
	const struct record *rec;
	struct costed c;
	enum tc tc;
	struct arena *arena; /* for texts that a column makes; the row's */
};

#endif
