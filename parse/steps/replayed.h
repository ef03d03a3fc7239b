/*
 * replayed.h - give the kernels of a graph's replays the calls of its capture.
 *
 * The two are of different runs, or of different times of one run, and nothing
 * but the kernels' names tells that they belong together.  So there is no
 * partial match, and nothing is taken from a text as bs=32: all kernels of a
 * replay, in their order, are all those of a capture, or it is not joined.
 */
#ifndef PARSE_STEPS_REPLAYED_H
#define PARSE_STEPS_REPLAYED_H

#include <stddef.h>

#include "common/str.h"

struct captured;
struct profile;

/* What was joined. */
struct replayed_report {
	size_t joined, kernels; /* of graphs */
	/* The first that was not, "correlation id 7, no capture of ...", in the
	 * arena of the profile; p == NULL: all were. */
	struct str first;
};

/*
 * replayed_join(p, c, report):
 * The kernels of a graph's launch, in order of their nodes (where the profile
 * has no ids of these, of their start), belong to a capture where number and
 * full names are the same, and grid and block where both have them.  If one
 * graph of c is that, they get its calls, modules, layers and frames.  If
 * several are, only if these have the same calls; the kernels then get what all
 * captures of these kernels and calls agree in.  Kernels of one name that ran
 * on several streams or began at one time are in no known order, unless their
 * nodes have ids: they get the calls only if these are the same, or if grid and
 * block, which all of the name have in both, tell them apart.
 *
 * The calls become ranges of p on threads of their own, marked captured, and
 * each kernel the capture of its place.  They have no numbers.  To be called
 * between reading and the steps.
 */
void replayed_join(
    struct profile *p, struct captured *c, struct replayed_report *report);

#endif
