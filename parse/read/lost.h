/*
 * lost.h - launches of kernels that the profile has no kernel for: the profiler
 * lost it, or it ran after the profiler had stopped.
 *
 * A call that failed launched nothing, and neither did one that a stream
 * capture on its thread recorded.
 */
#ifndef PARSE_READ_LOST_H
#define PARSE_READ_LOST_H

#include "parse/profile.h"

enum lost_kind {
	LOST_OTHER,
	LOST_LAUNCH,  /* cudaLaunchKernel, hipExtModuleLaunchKernel, ... */
	LOST_CAPTURE, /* cudaStreamBeginCapture, ... */
	LOST_END,     /* cudaStreamEndCapture, ... */
};

/* A call that launched a kernel which is not there, or a capture's begin or
 * end. */
struct lost_call {
	int64_t start, corr;
	uint32_t thread;
	uint8_t kind; /* enum lost_kind */
	bool has_corr;
};

struct lost {
	VEC(struct lost_call) calls;
};

/* lost_kind(name): what a call of CUDA or HIP by this name does; p NULL: no
 * name. */
enum lost_kind lost_kind(struct str name);

/* lost_add(l, call): a call of any kind but LOST_OTHER.  Its start is valid. */
void lost_add(struct lost *l, const struct lost_call *call);

/* lost_report(l, p): count them in p->warnings, with the first by its start, or
 * where there are no kernels at all in p->empty, if that is set.  Frees what l
 * has. */
void lost_report(struct lost *l, struct profile *p);

#endif
