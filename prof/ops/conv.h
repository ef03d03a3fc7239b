/*
 * conv.h - the sizes of a convolution in space.
 */
#ifndef PROF_OPS_CONV_H
#define PROF_OPS_CONV_H

#include "prof/ops/args.h"

#define OP_CONV_AXES 3

/* One dimension in space.  The window's pad is what padding='same' comes to. */
struct op_conv_axis {
	int64_t in;
	uint64_t out; /* or what is wrong */
	struct op_window w;
};

/* op_conv_axes(q, axes): of a call of the family; how many dimensions it has,
 * 0 where one of them does not follow from what was recorded. */
size_t op_conv_axes(const struct op_ask *q, struct op_conv_axis *axes);

#endif
