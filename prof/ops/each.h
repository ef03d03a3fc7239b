/*
 * each.h - an operator on each tensor of a list.
 */
#ifndef PROF_OPS_EACH_H
#define PROF_OPS_EACH_H

struct op_ask;

/* op_each(q): the sum over lists of tensors of the model of q's row, for calls
 * that op_find_each knows.  0 or -1 as a model. */
int op_each(struct op_ask *q);

#endif
