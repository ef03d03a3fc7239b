/*
 * comm.h - collectives by the message that a record has of one.
 */
#ifndef PROF_OPS_COMM_H
#define PROF_OPS_COMM_H

#include "prof/ops/op.h"

/* op_comm_message(name, elements, ranks, dtype, cost): the cost of a collective
 * that was recorded as such, by the elements that a rank gives; -1 ranks or
 * elements are not known.  0 or -1 as a model. */
int op_comm_message(struct str name, int64_t elements, int64_t ranks,
    enum dtype dtype, struct cost *cost);

#endif
