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
	 * profile's arena; p == NULL: none. */
	struct str first;
};

/*
 * counters_join(p, measured, report):
 * Give the kernels of p the counters of the same kernels of another run of the
 * same program: of one device, name, grid and block the k-th launch there is the
 * k-th launch here.  Device and sizes count where all kernels of both tell them.
 * Of a name, only its last part counts (scale of void ns::scale<int>(float*)):
 * ncu may print no more.  Where there are more of a kind in the one than in the
 * other, nobody can tell which are missing, and none of the kind is joined.
 */
void counters_join(struct profile *p, const struct profile *measured,
    struct counters_report *report);

#endif
