/*
 * seq.h - direction, node and sequence numbers of each launch.
 */
#ifndef PARSE_STEPS_SEQ_H
#define PARSE_STEPS_SEQ_H

#include "parse/steps/analysis.h"

/*
 * seq_directions(a):
 * Set bprop, recomp, node and inside_node of each launch that has ranges around
 * it, and directed of every launch.  A launch is backward if it lies inside an
 * autograd node, an engine range, AccumulateGrad, or a range of another
 * framework that says so; or if all its calls are bare ", seq = 0" calls on a
 * thread that has seen nodes.  A forward range inside a backward range of
 * another framework is run again.  The node is the innermost node around the
 * launch, or the node beside it in the same engine range.
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
