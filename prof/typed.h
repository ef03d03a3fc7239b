/*
 * typed.h - the cost of a call whose tensors were recorded without types.
 */
#ifndef PROF_TYPED_H
#define PROF_TYPED_H

#include "prof/ops/cost.h"

struct arena;

/*
 * typed_cost(name, arena, out):
 * Where out lacks bytes for want of types, cost its call by those that the
 * kernel's name says, as an estimate.  Of a helper no bytes are set: where
 * those of its call are known now, they are counted at another kernel.  The
 * call is copied into arena; out keeps pointing to the record's.
 */
void typed_cost(const struct name *name, struct arena *arena, struct costed *out);

#endif
