/*
 * kineto.h - what is read of a PyTorch profiler trace before its rows are put
 * together: the parts that read_kineto.c, parties.c and kineto.c share.
 *
 * Rows come in any order: a kernel's may stand before or after that of its
 * launch call.  So both are kept until the trace ends.
 */
#ifndef PARSE_READ_KINETO_H
#define PARSE_READ_KINETO_H

#include "parse/profile.h"
#include "parse/read/lost.h"
#include "parse/read/ort.h"

/* A call of CUDA or HIP. */
struct kineto_call {
	int64_t start, end; /* ns; end < start: it has no times */
	int64_t corr;
	int64_t external; /* "External id"; 0: none */
	uint32_t thread, name;
	uint32_t shape;	 /* 1-based, of shapes; 0: none */
	uint32_t kernel; /* text: its name; PROFILE_NONE: not told */
	bool has_corr;
	bool launched; /* some launch is its, or may be: nothing tells */
	uint8_t kind;  /* enum lost_kind */
	bool replays;  /* a graph */
};

/* The id that its rows have, or 0. */
static inline int64_t kineto_id(const struct kineto_call *c)
{
	return c->has_corr ? c->corr : c->external;
}

/* What a call is found by. */
struct kineto_key {
	int64_t id, start;
	uint32_t call;
	bool external; /* the id is; else the correlation id */
};

/* Of a kernel, where the call's row tells it (HIP). */
struct kineto_shape {
	int64_t grid[3], block[3];
	int64_t smem; /* -1: unknown */
};

/* Counters of a kernel that has no row of its own (cuda_profiler_range). */
struct kineto_counters {
	int64_t start; /* only their order means something */
	int64_t corr;
	int64_t device;	 /* -1: unknown */
	uint32_t name;	 /* text; PROFILE_NONE where CUPTI had none */
	uint32_t number; /* in the file, for ties */
	size_t at, n;	 /* of values */
	bool has_corr;
};

/* One end of a flow. */
struct kineto_end {
	int64_t id, time;
	uint32_t thread;
};

struct kineto_flows {
	VEC(struct kineto_end) from;
	VEC(struct kineto_end) to;
};

/* A launch whose row has no correlation id. */
struct kineto_loose {
	uint32_t launch;
	int64_t external; /* "External id" */
};

/* A launch, and the process of its row where that has only a name. */
struct kineto_label {
	uint32_t launch;
	int64_t process;
};

/* A row of the GPU that -k asks no launch of, and what tells whose it is. */
struct kineto_unread {
	int64_t id, start;
	int64_t process; /* where that has only a name; else 0 */
	int64_t device;	 /* -1: unknown */
	uint8_t kind;	 /* enum launch_kind */
	bool timed;	 /* start is valid */
	bool external;	 /* the id is; else the correlation id */
};

/* A kernel of the time before Kineto, and where its row stands. */
struct kineto_legacy {
	int64_t start;
	uint32_t launch, thread;
};

struct kineto {
	struct profile *p;
	VEC(struct kineto_call) calls;
	VEC(struct kineto_shape) shapes;
	VEC(struct kineto_counters) counters;
	VEC(struct record_counter) values; /* of counters; names are in texts */
	struct kineto_flows backwards;	   /* from forward to backward */
	struct kineto_flows kernels;	   /* from operator to kernel */
	VEC(struct kineto_loose) loose;
	VEC(struct kineto_label) labels;
	VEC(struct kineto_unread) unread;
	VEC(struct kineto_legacy) legacy;
	/* Of threads and processes that have no number; name i is number
	 * PROFILE_TID_LEAST - 1 - i. */
	struct intern names;
	VEC(struct kineto_key) keys; /* of calls, in order; set by join */
	/* Set by parties_settle: calls are of several processes; the call of
	 * each launch, or PROFILE_NONE. */
	bool several;
	uint32_t *call_of;
	struct ort ort;
};

/* kineto_join(k): join launches with their calls, which parties_settle found
 * where these are of several processes, and counters with their kernels, and
 * add the profile's flows and, if -k asks for them, its calls as records.
 * p->warnings or p->notes says what does not fit. */
void kineto_join(struct kineto *k);
void kineto_free(struct kineto *k);

#endif
