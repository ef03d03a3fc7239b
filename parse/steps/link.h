/*
 * link.h - from a backward node to the forward call that made it.
 */
#ifndef PARSE_STEPS_LINK_H
#define PARSE_STEPS_LINK_H

#include "parse/steps/analysis.h"

/*
 * link_nodes(a):
 * Set node_fwd of each autograd node to a call of the same process that has the
 * same sequence number and began before the node.  Of several such calls, those
 * whose name is the node's stem are preferred, then the one that began last; an
 * operator of torch's own has a node of its name, so no other belongs to it.
 * If two threads tie, there is no link.  Inside a node, calls with number 0 do
 * not count: there 0 means no number.  Where a flow of the profile ends at the
 * node, the call at its start replaces one of another thread.  Set has_node of
 * the calls found.
 */
void link_nodes(struct analysis *a);

/*
 * link_forwards(a):
 * Link the ranges of frameworks without numbers, by label.h; then set fwd of
 * each launch, forwards and fwd_around.  A launch has no forward where a PyProf
 * call lies inside its node: a custom backward names itself.
 */
void link_forwards(struct analysis *a);

#endif
