/*
 * rocprof_process.h - a process of rocprofv3's JSON: its records, and what the
 * numbers in them mean.
 *
 * Numbers stand in front of or behind their meaning, and are a process's own: a
 * dispatch becomes a launch at once, and what it names is looked up when its
 * process ends.
 */
#ifndef PARSE_READ_ROCPROF_PROCESS_H
#define PARSE_READ_ROCPROF_PROCESS_H

#include "common/map.h"
#include "parse/profile.h"

struct lost;

/* Until the process ends a launch has its agent's handle for a device, and
 * keeps the thread and the kernel's symbol in other members. */
#define ROCPROF_LATER_THREAD api_start
#define ROCPROF_LATER_KERNEL api_end

/* A call, or a range of roctx, whose times may not be valid. */
struct rocprof_call {
	int64_t start, end;
	int64_t corr;	/* 0: none; above INT64_MAX it is negative */
	int64_t thread; /* -1: not told */
	uint32_t kind, operation;
};

/* A copy, whose name is an operation's. */
struct rocprof_copy {
	int64_t source, destination;
	uint32_t launch, kind, operation;
};

/* A value of a counter, of an entry of counter_collection. */
struct rocprof_value {
	int64_t counter;
	double value;
	uint32_t entry;
};

/* An entry of counter_collection: the launch that it is, unless the dispatch
 * has a record of its own. */
struct rocprof_entry {
	struct launch launch;
	int64_t dispatch;
	uint32_t number; /* of the launch, in the end */
};

/* A range's text and, apart, the numbers in it; as in struct range. */
struct rocprof_text {
	uint32_t text, numbers;
};

struct rocprof_process {
	struct profile *p;
	struct lost *lost; /* gets the launches without a dispatch; or NULL */
	int64_t process;   /* that no other has: pids of containers repeat */
	int64_t pid, gpus;
	size_t first;		 /* its launches */
	VEC(int64_t) dispatches; /* of these */
	VEC(struct rocprof_call) calls;
	VEC(struct rocprof_call) markers;
	VEC(struct rocprof_copy) copies;
	VEC(struct rocprof_entry) entries;
	VEC(struct rocprof_value) values;
	struct map agents; /* handles of GPUs to their numbers */
	VEC(struct rocprof_text) texts;
	struct map marker_texts; /* ids to places in texts, or MAP_SEVERAL */
	struct map symbols, counters; /* to texts */
	struct map operations;	      /* see rocprof_process_operation */
};

/* rocprof_process_put(m, id, number): let the id, of agents, symbols or counters,
 * mean this number.  If it has another meaning already, it has none. */
void rocprof_process_put(struct map *m, int64_t id, uint32_t number);

/* rocprof_process_operation(o, kind, operation): the text that an operation of
 * this kind of record is called, or will be. */
uint32_t *rocprof_process_operation(
    struct rocprof_process *o, uint32_t kind, uint32_t operation);

/* rocprof_process_end(o): look up what its launches name, and add ranges, calls
 * and counters to the profile. */
void rocprof_process_end(struct rocprof_process *o);
void rocprof_process_free(struct rocprof_process *o);

#endif
