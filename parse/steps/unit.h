/*
 * unit.h - which kernels belong to one call, their roles, the main one.
 */
#ifndef PARSE_STEPS_UNIT_H
#define PARSE_STEPS_UNIT_H

#include "parse/steps/analysis.h"

/*
 * unit_group(a):
 * Set kname, call, unit, sub, nsub, role and main of each kernel, and the
 * tallies of each call's range.
 *
 * A kernel's unit is the node around it, except for a forward that is run again
 * there; else the innermost call.  sub numbers the kernels of a unit in the
 * order of output.  A GEMM or convolution in a node has the role that its name
 * shows, else the role that its only sibling does not have; a reduction beside
 * one computes the gradient of the bias.  The main kernel of a unit (or of each
 * role in it, or of a call) is one that the call or node launched itself, else
 * one of a call inside: the one of the best class, then the longest, then the
 * earliest; a helper is never one.  peers is the number of kernels in the main
 * one's class among which it was chosen.
 */
void unit_group(struct analysis *a);

/* unit_tally(a, range, launch): the kernels inside the call's range; for a
 * kernel of a CUDA graph, those of its replay.  NULL: there are none.  The
 * range must be a call's and be around the launch. */
const struct tally *unit_tally(
    const struct analysis *a, uint32_t range, size_t launch);

#endif
