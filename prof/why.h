/*
 * why.h - why a number is unknown: all that a reason can say.
 *
 * pp-models(7), REASONS FOR na, explains each.
 */
#ifndef PROF_WHY_H
#define PROF_WHY_H

#define WHY_NO_CALL "no call"
#define WHY_GRAPH "graph"
#define WHY_NO_MODEL "no model"
#define WHY_NO_ARGS "no arguments"
#define WHY_NO_DTYPE "no dtype"
#define WHY_NO_SHAPE "no shape"
#define WHY_ATTRIBUTE "attributes missing"
#define WHY_MISMATCH "shapes do not fit"
#define WHY_OVERFLOW "overflow"
#define WHY_VIEW "view"
#define WHY_HELPER "helper kernel"
#define WHY_VALUES "value-dependent"
#define WHY_NO_BIAS "no bias"
#define WHY_NODE "node of the backward"
#define WHY_SHARED "shared with other kernels"
#define WHY_OPERAND "which operand"
#define WHY_ALGORITHM "one of several algorithms"
#define WHY_NO_BACKWARD "no formula for the backward"
#define WHY_NO_GRADIENT "not differentiable"
#define WHY_NO_COMPLEX "no formula for complex numbers"
#define WHY_NO_KERNEL "no kernel"
#define WHY_NO_RULE "no formula"
#define WHY_PARTS "counted at its parts"
#define WHY_WORLD "ranks of the whole job"
#define WHY_SIMILAR "result of a similar call"
#define WHY_INDUCTOR "counted by Inductor"
#define WHY_BY_NAME "operators by name"

/* Why operations by counters are not exact; WHY_OVERFLOW besides. */
#define WHY_NO_COUNTERS "no counters of FLOPs"
#define WHY_COUNTERS "counters missing"
#define WHY_BELOW "counters below 0"
#define WHY_INST_SIZE "tensor instructions of unknown size"
#define WHY_INSTS "tensor instructions"
#define WHY_RATES "rates of counters"
#define WHY_TYPES "not all types counted"
#define WHY_SPARSE "sparse operations not counted"
#define WHY_TENSOR "tensor units not counted"
#define WHY_ODD_TENSOR "tensor counters of unknown names"

#endif
