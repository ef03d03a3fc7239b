/*
 * seq.h - direction, node and sequence numbers of each launch.
 */
#ifndef PARSE_STEPS_SEQ_H
#define PARSE_STEPS_SEQ_H

#include "parse/steps/analysis.h"

/*
 * seq_directions(a):
 * Set bprop, recomp, node and inside_node of every launch with ranges around
 * it, and of every launch directed.  A launch is backward when an autograd
 * node, an engine range or AccumulateGrad encloses it, or a range of another
 * framework that says so, or when all its calls are bare ", seq = 0" calls on a
 * thread that has seen nodes.  A forward range in such a backward one is run
 * again. Its node is the innermost of these; beside a node but in the same
 * engine range, that node.
 */
void seq_directions(struct analysis *a);

/*
 * seq_numbers(a, launch, seq, altseq):
 * Append the launch's sequence numbers to seq (its own: one or none) and altseq
 * (the rest, ascending).  Both vectors are emptied first.
 */
struct seq_list {
	VEC(int64_t) of;
};

void seq_numbers(const struct analysis *a, size_t launch, struct seq_list *seq,
    struct seq_list *altseq);

#endif
