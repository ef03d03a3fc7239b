/*
 * again.h - calls of a database that has no processes for its kernels, where a
 * correlation id comes again: CUDA counts anew after a reset of the device, and
 * each process counts its own.
 */
#ifndef PARSE_READ_AGAIN_H
#define PARSE_READ_AGAIN_H

#include "common/vec.h"
#include "parse/profile.h"
#include "parse/read/lost.h"

/* A call with an id. */
struct again_call {
	int64_t start, end, process;
	uint32_t launch; /* the first in the list of those with the id */
	uint32_t thread, api;
	struct lost_call lost; /* what is said if it launched nothing */
};

struct again {
	VEC(struct again_call) calls;
};

/*
 * again_settle(a, p, next, lost):
 * Give the launches of these ids their calls, besides a->calls the one that they
 * have: the last that began by their start; none where calls of several
 * processes did, or the launch has no time.  What lies in another call of its id
 * and process is the same launch.  next[i]: the next launch with launch i's id, or
 * MAP_NONE.  Calls that have no launch go to lost.  Frees what a has.
 */
void again_settle(struct again *a, struct profile *p, const uint32_t *next,
    struct lost *lost);

#endif
