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
 * arguments.  The ranges of these calls get new marks.
 */
void result_shapes(struct analysis *a);

#endif
