/*
 * row.h - a record and what is worked out of it: all that a column may look at.
 */
#ifndef PROF_ROW_H
#define PROF_ROW_H

#include "common/kclass.h"
#include "prof/ops/cost.h"
#include "prof/gpu/gpu.h"
#include "prof/gpu/hw.h"
#include "prof/kernel/name.h"

/* What the counters say, worked out when a column first asks. */
struct row_counted {
	struct hw hw;
	bool has_flops; /* flops are */
	struct hw_flops flops;
};

struct cell;

struct row {
	uint64_t idx; /* line of the input, from 1 */
	const struct record *rec;
	struct name name; /* what a kernel's full name says */
	enum tc tc;
	struct gpu_choice *gpu;	     /* the user's, or NULL */
	enum hw_half half;	     /* the user's */
	struct row_counted *counted; /* NULL: it has no counters; see row_hw */
	size_t levels;		     /* that KEY:* shows of a list; 0: all */
	const struct cell *given;    /* of sums: what its keys are; else NULL */
	struct arena *arena; /* for texts that a column makes; the row's */
	struct costed c;
};

/* row_make(row, idx, rec, gpu, names, arena): a row of the record, which must
 * outlive it, as gpu must, with its cost and verdict where its kind has them. */
void row_make(struct row *row, uint64_t idx, const struct record *rec,
    struct gpu_choice *gpu, struct name_cache *names, struct arena *arena);

/* row_dtype(row): the type that a matrix kernel works in: what its name says for
 * certain, as a library may convert what the call was given, else the call's. */
enum dtype row_dtype(const struct row *row);

/* row_hw(row): what the row's counters say, or NULL where it has none. */
const struct hw *row_hw(const struct row *row);

/* row_hw_flops(row, out): the operations by its counters; false where it has
 * none. */
bool row_hw_flops(const struct row *row, struct hw_flops *out);

/* row_own_call(rec): the call that a record of kind op is about, where it is
 * the last of op; NULL: op has those around it alone. */
const struct call *row_own_call(const struct record *rec);

/* row_is_kernel(rec): whether the record is of a kernel, not of a copy or of
 * something on the host. */
bool row_is_kernel(const struct record *rec);

/* row_is_memory(rec): whether it is of a copy or a fill of memory. */
bool row_is_memory(const struct record *rec);

/* row_is_class(rec, class): whether its kernel is of the class. */
bool row_is_class(const struct record *rec, enum kclass class);

/* row_is_helper(rec): whether the kernel's name says that it only prepares or
 * finishes another one's work. */
bool row_is_helper(const struct record *rec);

/* row_has_time(rec): whether its duration is known: a negative one is none.
 * row_ns(rec): the duration, 0 where it is not known. */
static inline bool row_has_time(const struct record *rec)
{
	return record_has(rec, dur) && rec->dur >= 0;
}

static inline uint64_t row_ns(const struct record *rec)
{
	return row_has_time(rec) ? (uint64_t)rec->dur : 0;
}

/* row_is_host(rec): whether the record is a call or a range on the host.  Its time
 * contains that of other records, so it must not be added to theirs.
 * row_is_gpu(rec): whether it is anything else. */
bool row_is_host(const struct record *rec);
bool row_is_gpu(const struct record *rec);

#endif
