/*
 * label.h - from a backward range to its forward, where both have a label.
 */
#ifndef PARSE_STEPS_LABEL_H
#define PARSE_STEPS_LABEL_H

#include "parse/steps/analysis.h"

/*
 * label_forwards(a):
 * Set node_fwd of each range that is the backward of a label.  Its forward has
 * the same label, belongs to the same process and step, and ended before the
 * backward began; the latest such range is taken.  With label_once, a forward
 * is linked to one backward only.  The ranges must be in order.
 */
void label_forwards(struct analysis *a);

/* label_backward(a, launch): the innermost range with a label around the
 * launch, if that is a backward one; else PROFILE_NONE. */
uint32_t label_backward(const struct analysis *a, size_t launch);

#endif
