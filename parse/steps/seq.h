/*
 * seq.h - direction, node and sequence numbers of each launch.
 */
#ifndef PARSE_STEPS_SEQ_H
#define PARSE_STEPS_SEQ_H

#include "parse/steps/analysis.h"

/*
 * seq_directions(a):
 * Set bprop, recomp, dir, node, inside_node, in_call and updates of each
 * launch. It is bprop inside an autograd node, an engine range, AccumulateGrad,
 * or a range of another framework that says so; if all its calls are bare ",
 * seq = 0" calls on a thread that has seen nodes; or on a thread that runs
 * nothing but nodes, after the first.  Its dir is then backward; else what a
 * framework's range says, forward in a call that a node belongs to, what the
 * phase of a user's range says, forward in any call, or none.  A forward range
 * inside a backward range of another framework is run again.  The node is the
 * innermost node around the launch, or the node beside it in the same engine
 * range. link_nodes must have run.
 */
void seq_directions(struct analysis *a);

/*
 * seq_numbers(a, launch, seq, altseq):
 * Set seq to the launch's own sequence number (one or none) and altseq to its
 * other numbers in ascending order.  What the lists held before is dropped.
 */
struct seq_list {
	VEC(int64_t) of;
};

void seq_numbers(const struct analysis *a, size_t launch, struct seq_list *seq,
    struct seq_list *altseq);

#endif
