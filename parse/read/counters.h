/*
 * counters.h - hardware counters that another run measured.
 */
#ifndef PARSE_READ_COUNTERS_H
#define PARSE_READ_COUNTERS_H

#include <stddef.h>

#include "common/str.h"

struct profile;

/* What was joined, and what was not. */
struct counters_report {
	size_t joined;	 /* kernels, of either */
	size_t kernels;	 /* of the profile */
	size_t measured; /* kernels of the other run */
	/* One that does not fit, "'k', 12 measured, 10 in the profile", in the
	 * arena of the profile; p == NULL: all fit. */
	struct str first;
};

/*
 * counters_join(p, measured, report):
 * Give the kernels of p the counters that another run of the same program
 * measured.  Kernels of one kind agree in device, name, grid and block; the
 * k-th launch of a kind in one run is the k-th in the other.  Device and sizes
 * count only if all kernels of both runs have them.  Of a name the namespaces
 * and templates count if both runs tell them, else only the last part (scale of
 * void ns::scale<int>(float*)), as ncu may print no more.  Where launches were
 * lost, and the kinds that lack some do not lack as many, the order of none is
 * known.  Where one run has more kernels of a kind than the other, nobody knows
 * which are missing, and none of the kind is joined.  Nor is any where it is of
 * several processes on one side, unless both have the same pids, each of which
 * then is for itself.  Kernels the order of which nothing tells are joined only
 * if all have the same counters: those of one call, or of which no call is
 * known, on several streams or with the same start.
 */
void counters_join(struct profile *p, const struct profile *measured,
    struct counters_report *report);

#endif
