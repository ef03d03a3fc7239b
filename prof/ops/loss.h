/*
 * loss.h - what the rows of losses tell of them.
 */
#ifndef PROF_OPS_LOSS_H
#define PROF_OPS_LOSS_H

/* Of the pointwise losses the FLOPs an element, the mean or sum included, plus
 * these; the row's backward is those of the backward. */
enum {
	LOSS_WEIGHT = 0xff,
	LOSS_NLL = 1 << 8,
	LOSS_NLL_GRAD = 1 << 9,
	LOSS_CROSS = 1 << 10,	    /* log_softmax and nll_loss */
	LOSS_CROSS_FUSED = 1 << 11, /* in one kernel */
	LOSS_GRAD = 1 << 12,	    /* mse_loss_backward */
	LOSS_CTC = 1 << 13,
	LOSS_CTC_GRAD = 1 << 14,
};

#endif
