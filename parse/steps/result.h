/*
 * result.h - the shapes of what forward calls returned.
 */
#ifndef PARSE_STEPS_RESULT_H
#define PARSE_STEPS_RESULT_H

#include "parse/steps/analysis.h"

/*
 * result_shapes(a):
 * Set call.out of each forward call that a node links to (node_fwd), if some of
 * its arguments were not recorded.  The results have the shapes of the node's
 * arguments.  Of the other calls with such arguments, those get one whose
 * backward's calls in the file take the same tensors and gradients of one size;
 * call.similar is set.  The ranges of these calls get new marks.
 */
void result_shapes(struct analysis *a);

#endif
