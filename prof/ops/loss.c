/*
 * loss.c - losses: nll_loss, cross_entropy, and the pointwise ones.
 *
 * In:  a call with a prediction and a target, `reduction` as PyProf's word or
 *      torch's number
 * Out: FLOPs an element with the mean or sum counted as one addition each;
 *      bytes of what is read, and of one result or of all
 *
 * nll_loss reads one log-probability a row and not all of them.  Its second
 * result, total_weight, is written by the forward and read by the backward.
 * The one division of a mean is not counted.
 */
#include "common/nelems.h"
#include "prof/ops/family.h"

enum {
	LOSS_POINTWISE,	     /* FLOPs an element: each, each_backward */
	LOSS_POINTWISE_GRAD, /* mse_loss_backward */
	LOSS_NLL,
	LOSS_NLL_GRAD,
	LOSS_CROSS,	  /* log_softmax and nll_loss */
	LOSS_CROSS_FUSED, /* in one kernel */
	LOSS_MARGIN,	  /* multi_margin_loss */
	LOSS_CTC,
	LOSS_CTC_GRAD,
};

#define LOG_SOFTMAX_FLOPS 5
#define LOG_SOFTMAX_GRAD_FLOPS 4
#define STATISTIC_SIZE 4 /* float32 whatever the input */

/*
 * The reduction of a loss with an element for each of `of`: as the call says,
 * else as the gradient dy or the result shows: what was reduced has no
 * dimensions.
 */
static enum op_reduction reduction_of(const struct op_ask *q, const struct arg *of)
{
	enum op_reduction reduction = op_args_reduction(q);
	const struct arg *y = op_tensor(q, AT_grad_output);

	if (!y)
		y = op_args_result(q->call);
	if (reduction != REDUCTION_UNRECORDED || !y || !of || of->shape.n == 0)
		return reduction;
	if (y->shape.n == 0)
		return REDUCTION_WHOLE;
	return op_elems(y) == op_elems(of) ? REDUCTION_NONE : reduction;
}

/* Results of a loss of n elements. */
static uint64_t loss_elems(enum op_reduction reduction, uint64_t n)
{
	switch (reduction) {
	case REDUCTION_NONE:
		return n;
	case REDUCTION_UNRECORDED:
		return OP_NO_ATTR;
	default:
		return 1;
	}
}

/* Bytes of dy, or of the results of a loss of n elements. */
static uint64_t loss_size(const struct arg *dy, enum op_reduction reduction,
    uint64_t n, enum dtype type)
{
	/* A float64 without dimensions is a tensor here, not a number. */
	if (dy && dy->shape.n)
		return op_moved(dy);
	return op_size(loss_elems(reduction, n), type);
}

struct nll {
	const struct arg *x, *target, *weight, *dy;
	uint64_t rows, n; /* elements of target and of x */
	enum op_reduction reduction;
};

static bool get_nll(struct op_ask *q, struct nll *l)
{
	l->x = op_tensor(q, AT_input);
	l->target = op_tensor(q, AT_target);
	l->weight = op_tensor(q, AT_weight);
	l->dy = op_tensor(q, AT_grad_output);
	l->rows = op_elems(l->target);
	l->n = op_elems(l->x);
	l->reduction = reduction_of(q, l->target);
	return l->x && l->target;
}

/* One element of x is read for each target; dx is zeros but for one element a
 * target.  Where the loss is reduced its total weight is written too, or read. */
static int nll(struct op_ask *q, const struct nll *l, bool grad)
{
	const enum dtype type = l->x->dtype;

	works(q, 1, l->rows);
	reads(q, l->target);
	reads(q, l->weight);
	moves_bytes(q, loss_size(l->dy, l->reduction, l->rows, type));
	if (grad)
		fills(q, l->n, l->rows, type, false);
	else
		moves(q, l->rows, type);
	if (l->reduction != REDUCTION_NONE)
		moves(q, 1, type);
	return done(q);
}

/* Class indices, and no smoothing: what torch computes as log_softmax and
 * nll_loss. */
static bool is_plain(struct op_ask *q, const struct nll *l)
{
	double smoothing = 0;

	return dtype_class(l->target->dtype) != DTYPE_FLOAT &&
	       l->target->shape.n < l->x->shape.n + (l->x->shape.n == 1) &&
	       op_args_real(op_arg(q, AT_label_smoothing), &smoothing) !=
		   GIVEN_UNRECORDED &&
	       smoothing == 0;
}

/* log_softmax with nll_loss behind it, or before it in the backward. */
static int cross_entropy(struct op_ask *q, const struct nll *l, bool grad)
{
	const enum dtype type = l->x->dtype;

	if (grad) {
		works(q, LOG_SOFTMAX_GRAD_FLOPS, l->n);
		moves(q, l->n, type); /* dy */
		moves(q, l->n, type); /* y */
		moves(q, l->n, type); /* dx */
	} else {
		works(q, LOG_SOFTMAX_FLOPS, l->n);
		reads(q, l->x);
		moves(q, l->n, type);
	}
	return nll(q, l, grad);
}

/* One kernel reads logits and target, and writes a float32 a row; that of the
 * backward writes the gradient, too. */
static int fused_cross_entropy(struct op_ask *q, const struct nll *l, bool grad)
{
	works(q, grad ? LOG_SOFTMAX_GRAD_FLOPS : LOG_SOFTMAX_FLOPS, l->n);
	reads(q, l->x);
	reads(q, l->target);
	reads(q, l->weight);
	moves_bytes(q, num_times(STATISTIC_SIZE, l->rows));
	if (grad)
		moves(q, l->n, l->x->dtype);
	return done(q);
}

/* Whether there is a target for each sample: of (N, C, ...) the classes are the
 * second dimension, in libraries' kernels the last. */
static bool targets_fit(const struct nll *l)
{
	size_t n = l->x->shape.n;

	return n == 0 || l->target->shape.n == n ||
	       num_times(l->rows, op_extent(l->x, n > 1)) == l->n ||
	       num_times(l->rows, op_extent(l->x, n - 1)) == l->n;
}

/* Whether there is a weight for each class, of which they are the same. */
static bool weights_fit(const struct nll *l)
{
	size_t n = l->x->shape.n;

	return n == 0 || !l->weight ||
	       !differ(op_elems(l->weight), op_extent(l->x, n > 1));
}

static int nll_family(struct op_ask *q, bool grad)
{
	struct nll l;

	if (!get_nll(q, &l))
		return lacks(q, OP_NO_SHAPE);
	if (!targets_fit(&l) || !weights_fit(&l))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = l.x->dtype;
	if (q->row->variant == LOSS_NLL || q->row->variant == LOSS_NLL_GRAD)
		return nll(q, &l, grad);
	if (q->row->variant == LOSS_CROSS_FUSED)
		return fused_cross_entropy(q, &l, grad);
	if (is_plain(q, &l))
		return cross_entropy(q, &l, grad);
	return refuses(q, WHY_NO_RULE);
}

/* Whether dy broadcasts to the shape.  It may have 1s in front, unlike a weight:
 * torch makes dx as large (resize_output), but multiplies by a weight in place. */
static bool gradient_fits(const struct arg *dy, const struct op_shape *s)
{
	struct op_shape to = *s;

	return op_broadcast(&to, dy) != OP_MISFIT &&
	       op_shape_elems(&to) == op_shape_elems(s);
}

static int pointwise_loss(struct op_ask *q, bool grad)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *target = op_tensor(q, AT_target);
	const struct arg *weight = op_tensor(q, AT_weight);
	const struct arg *pos = op_tensor(q, AT_pos_weight);
	const struct arg *dy = op_tensor(q, AT_grad_output);
	enum op_reduction reduction;
	uint64_t each, n;
	struct op_shape s;

	if (!op_shape_of(x, &s) || !target)
		return lacks(q, OP_NO_SHAPE);
	n = op_broadcast(&s, target);
	if (n)
		return lacks(q, n);
	n = op_shape_elems(&s);
	if (!op_expands(weight, &s) || !op_expands(pos, &s) ||
	    !gradient_fits(dy, &s))
		return lacks(q, OP_MISFIT);
	/* x, or what it broadcasts to */
	reduction = reduction_of(q, op_elems(x) < n ? target : x);
	q->cost->dtype = op_promote2(x->dtype, target->dtype);
	each = q->part == PART_FORWARD ? q->row->each : q->row->each_backward;
	if (!grad && elsewhere(q))
		reduction = REDUCTION_NONE;
	if (each == 0)
		return refuses(q, WHY_NO_BACKWARD);
	/* The last addition is that of the mean or sum. */
	if (!grad && reduction == REDUCTION_NONE)
		each--;
	if (weight) /* a product */
		each++;
	if (pos) /* ((p - 1) * y + 1) * ... */
		each += 4;
	if (!grad && reduction == REDUCTION_UNRECORDED)
		each = OP_NO_ATTR;
	works(q, each, n);
	reads(q, x);
	reads(q, target);
	reads(q, weight);
	reads(q, pos);
	moves_bytes(q, loss_size(dy, reduction, n, dtype_real(x->dtype)));
	if (grad)
		moves(q, op_elems(x), x->dtype); /* dx, as large as x */
	return done(q);
}

/*
 * multi_margin_loss(x, target, p, margin): of each row every element's distance
 * to the target's, the margin, a bound and the sum, and for p 2 a square.  A
 * weight is a product.  A sum over a row is there without a reduction too.
 */
static int margin(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *target = op_tensor(q, AT_target);
	const struct arg *weight = op_tensor(q, AT_weight);
	enum op_reduction reduction = op_args_reduction(q);
	uint64_t each = 4, p = op_args_count_or(q, AT_p, 1);

	if (!x || !target)
		return lacks(q, OP_NO_SHAPE);
	if (differ(op_elems(target), x->shape.n > 1 ? op_extent(x, 0) : 1))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	if (!num_bad(p))
		each += (uint64_t)(p == 2) + (weight != NULL);
	else
		each = p;
	works(q, each, op_elems(x));
	reads(q, x);
	reads(q, target);
	reads(q, weight);
	moves_bytes(q, loss_size(NULL, reduction, op_elems(target), x->dtype));
	return done(q);
}

/* How many lengths an argument has: a tensor's or a list's. */
static uint64_t lengths(const struct arg *a)
{
	if (op_args_is_tensor(a))
		return op_elems(a);
	return a && a->value.kind == VALUE_LIST ? a->value.list.n : OP_NO_ATTR;
}

/*
 * ctc_loss(log_probs (T, B, C), or (T, C), targets, ...): each of the 2S + 1
 * states of a target of S labels follows from three before it at each step: 6
 * operations, forward, and again twice in the backward.  The probabilities of
 * the states are saved.  How long each target is depends on values; of targets
 * laid end to end it is the mean.
 */
static int ctc(struct op_ask *q, bool grad)
{
	const struct arg *x = op_tensor(q, AT_log_probs);
	const struct arg *targets = op_tensor(q, AT_targets);
	uint64_t t, b, s, states;

	if (!x || !targets)
		return lacks(q, OP_NO_SHAPE);
	if (x->shape.n < 2 || x->shape.n > 3 || targets->shape.n == 0 ||
	    targets->shape.n > 2)
		return lacks(q, OP_MISFIT);
	t = op_extent(x, 0);
	b = x->shape.n == 3 ? op_extent(x, 1) : 1;
	if ((targets->shape.n == 2 && differ(op_extent(targets, 0), b)) ||
	    differ(lengths(op_arg(q, AT_input_lengths)), b) ||
	    differ(lengths(op_arg(q, AT_target_lengths)), b))
		return lacks(q, OP_MISFIT);
	s = b ? num_divide(op_elems(targets), b) : 0;
	states = num_times(num_times(t, b), num_plus(num_times(2, s), 1));
	q->cost->dtype = x->dtype;
	estimates(q, WHY_VALUES);
	works(q, grad ? 12 : 6, states);
	reads(q, x);
	if (grad)
		moves(q, op_elems(x), x->dtype);
	reads(q, targets);
	moves(q, states, x->dtype);
	moves(q, b, x->dtype); /* y or dy */
	return done(q);
}

/* Whether the operator is itself the backward of a loss. */
static bool is_grad(unsigned variant)
{
	return variant == LOSS_POINTWISE_GRAD || variant == LOSS_NLL_GRAD ||
	       variant == LOSS_CTC_GRAD;
}

static int cost_loss(struct op_ask *q)
{
	bool grad = is_grad(q->row->variant);

	if (q->part != PART_FORWARD && grad)
		return refuses(q, WHY_NO_BACKWARD);
	if (q->part != PART_FORWARD)
		grad = true;
	switch (q->row->variant) {
	case LOSS_POINTWISE:
	case LOSS_POINTWISE_GRAD:
		return pointwise_loss(q, grad);
	case LOSS_MARGIN:
		return grad ? refuses(q, WHY_NO_BACKWARD) : margin(q);
	case LOSS_CTC:
	case LOSS_CTC_GRAD:
		return ctc(q, grad);
	default:
		return nll_family(q, grad);
	}
}

/* Bytes of the gradient of nll_loss, which is filled with zeros first. */
static uint64_t zeros(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	bool grad = q->row->variant == LOSS_NLL_GRAD ||
		    (q->row->variant == LOSS_NLL && q->part != PART_FORWARD);

	return grad && x ? op_size(op_elems(x), x->dtype) : OP_NO_ATTR;
}

/* clang-format off */
static const struct op_row rows[] = {
{"CrossEntropyFunction", A | O, "input,target", LOSS_CROSS_FUSED},
{"LigerCrossEntropyFunction", O, "input,target", LOSS_CROSS_FUSED},
{"LigerFusedLinearCrossEntropyFunction", O, .why = WHY_NO_RULE},
{"NegativeLogLikelihoodLoss", N, "input,target,weight", LOSS_NLL},
{"SoftmaxCrossEntropyLoss", N, "input,target,weight", LOSS_CROSS},
{"_ctc_loss", A, "log_probs,targets,input_lengths,target_lengths", LOSS_CTC},
{"_ctc_loss_backward", A, "grad_output,log_probs,targets,input_lengths,target_lengths,neg_log_likelihood,log_alpha", LOSS_CTC_GRAD},
{"_cudnn_ctc_loss", A, "log_probs,targets,input_lengths,target_lengths", LOSS_CTC},
{"_use_cudnn_ctc_loss", A, .why = WHY_NO_KERNEL},
{"binary_cross_entropy", F, "input,target,weight,size_average,reduce,reduction", LOSS_POINTWISE, 6, .each_backward = 5},
{"binary_cross_entropy", A, "input,target,weight,reduction", LOSS_POINTWISE, 6, .each_backward = 5},
{"binary_cross_entropy_backward", A, "grad_output,input,target,weight,reduction", LOSS_POINTWISE_GRAD, 5},
{"binary_cross_entropy_with_logits", F, "input,target,weight,size_average,reduce,reduction,pos_weight", LOSS_POINTWISE, 8, .each_backward = 5},
{"binary_cross_entropy_with_logits", T | A, "input,target,weight,pos_weight,reduction", LOSS_POINTWISE, 8, .each_backward = 5},
{"cosine_embedding_loss", F | T | A, .why = WHY_PARTS},
{"cross_entropy", F, "input,target,weight,size_average,ignore_index,reduce,reduction,label_smoothing", LOSS_CROSS},
{"cross_entropy_loss", A, "input,target,weight,reduction,ignore_index,label_smoothing", LOSS_CROSS},
{"ctc_loss", F | T | A, "log_probs,targets,input_lengths,target_lengths", LOSS_CTC},
{"gaussian_nll_loss", F | A, .why = WHY_PARTS},
{"hinge_embedding_loss", F | T | A, .why = WHY_PARTS},
{"huber_loss", F | A, "input,target,reduction,delta", LOSS_POINTWISE, 6, .each_backward = 4},
{"huber_loss_backward", A, "grad_output,input,target,reduction,delta", LOSS_POINTWISE_GRAD, 4},
{"kl_div", F, "input,target,size_average,reduce,reduction,log_target", LOSS_POINTWISE, 4, .each_backward = 2},
{"kl_div", T | A, "input,target,reduction,log_target", LOSS_POINTWISE, 4, .each_backward = 2},
{"kl_div_backward", A, "grad_output,input,target,reduction,log_target", LOSS_POINTWISE_GRAD, 2},
{"l1_loss", F, "input,target,size_average,reduce,reduction", LOSS_POINTWISE, 3, .each_backward = 2},
{"l1_loss", A, "input,target,reduction", LOSS_POINTWISE, 3, .each_backward = 2},
{"l1_loss_backward", A, "grad_output,input,target,reduction", LOSS_POINTWISE_GRAD, 2},
{"margin_ranking_loss", F | T | A, .why = WHY_PARTS},
{"mse_loss", F, "input,target,size_average,reduce,reduction", LOSS_POINTWISE, 3, .each_backward = 3, .params = PARAMS_MSE_LOSS},
{"mse_loss", A, "input,target,reduction", LOSS_POINTWISE, 3, .each_backward = 3, .params = PARAMS_MSE_LOSS},
{"mse_loss_backward", A, "grad_output,input,target,reduction", LOSS_POINTWISE_GRAD, 3},
{"multi_margin_loss", F, "input,target,p,margin,weight,size_average,reduce,reduction", LOSS_MARGIN},
{"multi_margin_loss", A, "input,target,p,margin,weight,reduction", LOSS_MARGIN},
{"multilabel_margin_loss", F | A, .why = WHY_NO_RULE},
{"multilabel_margin_loss_forward", A, .why = WHY_NO_RULE},
{"nll_loss", F, "input,target,weight,size_average,ignore_index,reduce,reduction", LOSS_NLL},
{"nll_loss", T | A, "input,target,weight,reduction,ignore_index", LOSS_NLL},
{"nll_loss2d", A, "input,target,weight,reduction,ignore_index", LOSS_NLL},
{"nll_loss2d_backward", A, "grad_output,input,target,weight,reduction,ignore_index,total_weight", LOSS_NLL_GRAD},
{"nll_loss2d_forward", A, "input,target,weight,reduction,ignore_index", LOSS_NLL},
{"nll_loss_backward", A, "grad_output,input,target,weight,reduction,ignore_index,total_weight", LOSS_NLL_GRAD},
{"nll_loss_forward", A, "input,target,weight,reduction,ignore_index", LOSS_NLL},
{"nll_loss_nd", A, "input,target,weight,reduction,ignore_index", LOSS_NLL},
{"poisson_nll_loss", F | T | A, .why = WHY_PARTS},
{"smooth_l1_loss", F, "input,target,size_average,reduce,reduction,beta", LOSS_POINTWISE, 6, .each_backward = 4},
{"smooth_l1_loss", A, "input,target,reduction,beta", LOSS_POINTWISE, 6, .each_backward = 4},
{"smooth_l1_loss_backward", A, "grad_output,input,target,reduction,beta", LOSS_POINTWISE_GRAD, 4},
{"soft_margin_loss", F, "input,target,size_average,reduce,reduction", LOSS_POINTWISE, 6, .each_backward = 7},
{"soft_margin_loss", A, "input,target,reduction", LOSS_POINTWISE, 6, .each_backward = 7},
{"soft_margin_loss_backward", A, "grad_output,input,target,reduction", LOSS_POINTWISE_GRAD, 7},
{"triplet_margin_loss", F | T | A, .why = WHY_PARTS},
};
/* clang-format on */

const struct op_family op_loss = {
    .title = "Losses",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_loss,
    .tensors = true,
    .holds = "mean,sum",
    .zeros = zeros,
};
