/*
 * unit.h - which kernels belong to one call, their roles, the main one.
 */
#ifndef PARSE_STEPS_UNIT_H
#define PARSE_STEPS_UNIT_H

#include "parse/steps/analysis.h"

/*
 * unit_group(a):
 * Set kname, unit, sub, nsub, role and main of each kernel, and tallies of each
 * call's range.
 *
 * A kernel's unit is the innermost call around it; in a node, the node, but for
 * a forward that is run again there.  sub counts a unit's kernels in the order
 * in which they are printed.  A GEMM or convolution in a node takes a role by
 * its name, else the one that its only sibling has not; a reduction beside one
 * is the bias's part.  The main kernel, of a unit or, where there are roles, of
 * those with the same role, is the one of the best class, then the longest,
 * then the earliest; a helper is none.
 * peers counts the kernels of the main one's class, itself among them.
 */
void unit_group(struct analysis *a);

/* unit_tally(a, range, launch): the kernels that the call's range encloses; of
 * a kernel from a CUDA graph, those of its replay.  The range is a call's
 * around the launch. */
const struct tally *unit_tally(
    const struct analysis *a, uint32_t range, size_t launch);

#endif
