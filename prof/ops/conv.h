/*
 * conv.h - the spatial dimensions of a convolution.
 */
#ifndef PROF_OPS_CONV_H
#define PROF_OPS_CONV_H

#include "prof/ops/args.h"

#define OP_CONV_AXES 3

/* One spatial dimension.  The window's pad is a number for padding='same', too. */
struct op_conv_axis {
	int64_t in;
	uint64_t out; /* or what is wrong */
	struct op_window w;
};

/* op_conv_axes(q, axes): set axes, room for OP_CONV_AXES, to those of a call of
 * the family.  Return how many there are, or 0 where one of them does not
 * follow from what was recorded. */
size_t op_conv_axes(const struct op_ask *q, struct op_conv_axis *axes);

#endif
