/*
 * find.h - how the catalogue is searched for a name, for find.c and for the
 * program of the build that lays it out.
 */
#ifndef PROF_OPS_FIND_H
#define PROF_OPS_FIND_H

#include "prof/ops/op.h"

/* Places of the table of hashed names, a power of two; at most half are
 * taken. */
#define OP_FIND_SLOTS 4096

/* In each place the row of the catalogue, from 1, at which the rows of a name
 * begin, or 0.  A name whose place is taken is in the next that is free. */
extern const uint16_t op_catalogue_slots[OP_FIND_SLOTS];

/* op_find_slot(name): the place where the search for a name begins: FNV-1a. */
static inline size_t op_find_slot(struct str name)
{
	uint32_t hash = 2166136261u;
	size_t i;

	for (i = 0; i < name.n; i++)
		hash = (hash ^ (unsigned char)name.p[i]) * 16777619u;
	return (hash ^ hash >> 16) % OP_FIND_SLOTS;
}

#endif
