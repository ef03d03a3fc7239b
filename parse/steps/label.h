/*
 * label.h - from a backward range to its forward, where both have a label.
 */
#ifndef PARSE_STEPS_LABEL_H
#define PARSE_STEPS_LABEL_H

#include "parse/steps/analysis.h"

/*
 * label_forwards(a):
 * Set node_fwd of the ranges whose facts say that they are the backward of a
 * label: the forward range of the same process and step with this label that
 * ended before; of several the last, and of those that have one backward each
 * the last that none has taken.  Needs the ranges in order.
 */
void label_forwards(struct analysis *a);

/* label_backward(a, launch): the innermost range around the launch that has a
 * label, if it is a backward one; or PROFILE_NONE. */
uint32_t label_backward(const struct analysis *a, size_t launch);

#endif
