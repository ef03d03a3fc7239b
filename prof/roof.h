/*
 * roof.h - the roofline: which peak a kernel is held against, and how close it
 * came.
 *
 * See pp-prof(1), THE ROOFLINE.
 */
#ifndef PROF_ROOF_H
#define PROF_ROOF_H

#include "prof/gpu/gpu.h"
#include "prof/row.h"

enum roof_bound {
	ROOF_NO_BOUND, /* not known */
	ROOF_COMPUTE,
	ROOF_MEMORY,
	ROOF_LATENCY,
	ROOF_NBOUNDS,
};

enum roof_eligible {
	ROOF_NEVER,   /* '-': the operator cannot use Tensor Cores */
	ROOF_NO,      /* '0': not on this device with this type */
	ROOF_TODAY,   /* '1?': with the libraries of today */
	ROOF_YES,     /* '1' */
	ROOF_UNKNOWN, /* 'na' */
};

struct roof {
	bool has_peak;	       /* peak_name, peak */
	const char *peak_name; /* "fp16", or "dram" where nothing is computed */
	uint64_t peak;	       /* a second */
	bool idle;	       /* no work at all: there is no roofline for it */
	bool has_time; /* femtoseconds: what it would take at the roofline */
	uint64_t femto;
	bool memory; /* moving its bytes takes longer than computing */
};

/* Femtoseconds of a nanosecond. */
#define ROOF_NS UINT64_C(1000000)

/* roof_make(row, roof): never fails; what is unknown is absent. */
void roof_make(const struct row *row, struct roof *roof);

/*
 * roof_hw(row, roof):
 * The same by the row's counters.  Kinds of operations run side by side, so
 * that the one that takes longest has the peak that applies.  A peak that the
 * counters say goes before the device's, one that the user gave before both.
 */
void roof_hw(const struct row *row, struct roof *roof);

/* roof_ns(roof): its time in nanoseconds, rounded up: nothing takes no time. */
int64_t roof_ns(const struct roof *roof);

/* roof_bound(roof, dur): what holds a kernel of dur nanoseconds back. */
enum roof_bound roof_bound(const struct roof *roof, int64_t dur);
const char *roof_bound_name(enum roof_bound bound);

/* roof_eligible(row): whether the operator could use Tensor Cores on this
 * device with this type, whatever it did. */
enum roof_eligible roof_eligible(const struct row *row);

#endif
