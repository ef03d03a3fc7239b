/*
 * loss.h - what the rows of losses tell of them.
 */
#ifndef PROF_OPS_LOSS_H
#define PROF_OPS_LOSS_H

/* Which loss.  0: a pointwise one, the row's `each` with the mean or sum
 * included. */
enum {
	LOSS_NLL = 1 << 8,
	LOSS_NLL_GRAD = 1 << 9,
	LOSS_CROSS = 1 << 10,	    /* log_softmax and nll_loss */
	LOSS_CROSS_FUSED = 1 << 11, /* in one kernel */
	LOSS_GRAD = 1 << 12,	    /* mse_loss_backward */
	LOSS_CTC = 1 << 13,
	LOSS_CTC_GRAD = 1 << 14,
};

#endif
