/*
 * result.h - the shapes of what forward calls returned.
 */
#ifndef PARSE_STEPS_RESULT_H
#define PARSE_STEPS_RESULT_H

#include "parse/steps/analysis.h"

/*
 * result_shapes(a):
 * Set call.out of the forward calls that nodes link to (node_fwd) and whose
 * arguments were not all recorded, from the nodes' own arguments.  The marks of
 * their ranges become others.
 */
void result_shapes(struct analysis *a);

#endif
