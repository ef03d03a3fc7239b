/*
 * comm.h - collectives by all that a record has of one.
 */
#ifndef PROF_OPS_COMM_H
#define PROF_OPS_COMM_H

#include "common/record.h"
#include "prof/ops/op.h"

/*
 * op_comm_cost(comm, world_size, calls, n, cost):
 * The cost of the collective that the n calls are, outermost first, one inside
 * the other.  What its message has (comm; NULL: there is none) comes first,
 * then what the innermost call shows, then its callers.  The ranks are those of
 * the message, of a call, of its two sides, else of the whole job (world_size;
 * 0 or less: not known), an estimate.  0 or -1 as a model.
 */
int op_comm_cost(const struct record_comm *comm, int64_t world_size,
    const struct call *calls, size_t n, struct cost *cost);

#endif
