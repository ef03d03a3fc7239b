/*
 * link.h - from a backward node to the forward call that made it.
 */
#ifndef PARSE_STEPS_LINK_H
#define PARSE_STEPS_LINK_H

#include "parse/steps/analysis.h"

/*
 * link_forwards(a):
 * Set node_fwd of each autograd node: the call of the same process with the
 * same sequence number that began before the node.  Of several, those whose
 * name is the node's stem; of these, or of all where there are none, the one
 * that began last.  None where two threads tie, and no call with number 0
 * inside a node, where 0 stands for nothing.  Where a flow of the profile ends
 * at the node, another thread's call gives way to the one where it begins.
 * Ranges of frameworks without numbers are linked by label.h.
 * Then set fwd of each launch, forwards and fwd_around.  A launch has none
 * where a PyProf call lies inside its node: a custom backward names itself.
 */
void link_forwards(struct analysis *a);

#endif
