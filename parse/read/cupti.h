/*
 * cupti.h - the activity tables of CUPTI, as nvprof and Nsight Systems both
 * store them: one row a kernel, copy, set, synchronisation or graph launch.
 */
#ifndef PARSE_READ_CUPTI_H
#define PARSE_READ_CUPTI_H

#include "parse/read/db.h"
#include "parse/profile.h"

/* The columns of both programs' tables; each table has some of them. */
enum cupti_column {
	CUPTI_START,
	CUPTI_END,
	CUPTI_DEVICE,
	CUPTI_CONTEXT,
	CUPTI_STREAM,
	CUPTI_CORR,
	CUPTI_GRID_X,
	CUPTI_GRID_Y,
	CUPTI_GRID_Z,
	CUPTI_BLOCK_X,
	CUPTI_BLOCK_Y,
	CUPTI_BLOCK_Z,
	CUPTI_REGS,
	CUPTI_SMEM_STATIC,
	CUPTI_SMEM_DYNAMIC,
	CUPTI_BYTES,
	CUPTI_COPY,
	CUPTI_NAME,	    /* nvprof's, here and below */
	CUPTI_RUNTIME_CORR, /* of a copy, where its own is the driver's */
	CUPTI_DEMANGLED,    /* nsys's, here and below */
	CUPTI_MANGLED,
	CUPTI_SHORT,
	CUPTI_PID,
	CUPTI_GRAPH_NODE,
	CUPTI_GRAPH,
	CUPTI_NKERNEL_COLUMNS,
	CUPTI_SRC = CUPTI_NKERNEL_COLUMNS, /* kinds of memory, of copies */
	CUPTI_DST,
	CUPTI_MEMORY, /* of sets: nvprof's */
	CUPTI_NSYS_MEMORY,
	CUPTI_SYNC, /* what is waited for: nvprof's */
	CUPTI_NSYS_SYNC,
	CUPTI_NCOLUMNS,
};

extern const char *const cupti_columns[CUPTI_NCOLUMNS];

/* cupti_ncolumns(kind): how many of these a launch of the kind may have. */
static inline int cupti_ncolumns(enum launch_kind kind)
{
	return kind == LAUNCH_KERNEL ? CUPTI_NKERNEL_COLUMNS : CUPTI_NCOLUMNS;
}

/* What kinds of memory are called, by their numbers; p == NULL: no kind has the
 * number. */
enum { CUPTI_NMEMORY = 16 };
extern const struct str cupti_memory[CUPTI_NMEMORY];

/* cupti_launch(p, kind, row, memory): a launch from the row, without process
 * and call; a kernel without name, a copy, set or synchronisation with the one
 * that the PyTorch profiler gives it: "Memcpy HtoD (Pageable -> Device)", where
 * the row tells all of it.  If its times are not valid (no start, or an end
 * before it), it is counted in p->warnings. */
struct launch *cupti_launch(struct profile *p, enum launch_kind kind,
    const struct db_row *row, const struct str *memory);

/* cupti_threads(warps, threads): threads of a multiprocessor, from its warps
 * and the threads of one; -1 unless both are more than 0. */
int64_t cupti_threads(int64_t warps, int64_t threads);

/* cupti_metric(blob, value): the number in the eight bytes of a
 * CUpti_MetricValue, a union whose kind no table records.  The bits show it: a
 * count below 2^52 would not be a normal double, and a double in the range of a
 * metric would be a count above 2^58.  (A level of utilization is an int in the
 * low half.)  False if it is neither. */
bool cupti_metric(struct str blob, double *value);

#endif
