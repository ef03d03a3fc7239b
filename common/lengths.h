/*
 * lengths.h - sums over the requests of an engine's step.
 *
 * A request computes q tokens and sees k of itself, those q with them.  A step
 * has 2 * NLENGTHS sums: first of the requests that are in their prompt, then
 * of those behind it.
 */
#ifndef COMMON_LENGTHS_H
#define COMMON_LENGTHS_H

enum {
	LENGTH_Q,
	LENGTH_K,
	LENGTH_QQ, /* of q * q */
	LENGTH_QK, /* of q * k */
	NLENGTHS,
};

#endif
