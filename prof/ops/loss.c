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
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define LOG_SOFTMAX_FLOPS 5
#define LOG_SOFTMAX_GRAD_FLOPS 4
#define STATISTIC_SIZE 4 /* float32 whatever the input */

/* Results of a loss of n elements. */
static uint64_t loss_elems(enum op_reduction reduction, uint64_t n)
{
	switch (reduction) {
	case REDUCTION_NONE:
		return n;
	case REDUCTION_UNTOLD:
		return OP_NO_ATTR;
	default:
		return 1;
	}
}

/* Bytes of dy, or of the results of a loss of n elements. */
static uint64_t loss_size(const struct arg *dy, enum op_reduction reduction,
    uint64_t n, enum dtype type)
{
	/* One of float64 without dimensions is no number here. */
	if (dy && dy->shape.n)
		return op_moved(dy);
	return op_size(loss_elems(reduction, n), type);
}

struct nll {
	const struct arg *x, *target, *dy;
	uint64_t rows, n; /* elements of target and of x */
	uint64_t in;	  /* bytes of target and weight */
	enum op_reduction reduction;
};

static bool get_nll(const struct op_entry *e, const struct call *call, struct nll *l)
{
	const struct arg *weight = op_tensor(e, call, "weight");

	l->x = op_tensor(e, call, "input");
	l->target = op_tensor(e, call, "target");
	l->dy = op_tensor(e, call, "grad_output");
	if (!l->x || !l->target)
		return false;
	l->rows = op_elems(l->target);
	l->n = op_elems(l->x);
	l->in = op_add(op_moved(l->target), op_moved(weight));
	l->reduction = op_args_reduction(e, call);
	return true;
}

/*
 * Bytes of nll_loss: target and weight, the result or dy, total_weight where
 * the rows are reduced, and nx elements of x: one a row is read, all of dx are
 * written.
 */
static uint64_t nll_bytes(const struct nll *l, uint64_t nx)
{
	uint64_t n = l->reduction != REDUCTION_NONE ? op_add(nx, 1) : nx;
	uint64_t y = loss_size(l->dy, l->reduction, l->rows, l->x->dtype);

	return op_add(l->in, op_add(y, op_size(n, l->x->dtype)));
}

static int nll(const struct nll *l, bool grad, struct cost *cost)
{
	return op_set(cost, l->rows, 0, nll_bytes(l, grad ? l->n : l->rows));
}

/* Class indices, and no smoothing: what torch computes as log_softmax and
 * nll_loss. */
static bool is_plain(
    const struct op_entry *e, const struct call *call, const struct nll *l)
{
	double smoothing = 0;

	return dtype_class(l->target->dtype) != DTYPE_FLOAT &&
	       l->target->shape.n < l->x->shape.n + (l->x->shape.n == 1) &&
	       op_args_real(op_arg(e, call, "label_smoothing"), &smoothing) !=
		   GIVEN_UNTOLD &&
	       smoothing == 0;
}

/* log_softmax with nll_loss behind it, or before it in the backward. */
static int cross_entropy(const struct nll *l, bool grad, struct cost *cost)
{
	uint64_t x = op_size(l->n, l->x->dtype);

	if (grad)
		return op_set(cost,
		    op_add(op_mul(LOG_SOFTMAX_GRAD_FLOPS, l->n), l->rows), 0,
		    op_add(op_mul(3, x), nll_bytes(l, l->n)));
	return op_set(cost, op_add(op_mul(LOG_SOFTMAX_FLOPS, l->n), l->rows), 0,
	    op_add(op_add(op_moved(l->x), x), nll_bytes(l, l->rows)));
}

/* One kernel: logits, target and a float32 a row; the gradient besides. */
static int fused_cross_entropy(const struct nll *l, bool grad, struct cost *cost)
{
	uint64_t bytes = op_add(op_moved(l->x), l->in);

	bytes = op_add(bytes, op_mul(STATISTIC_SIZE, l->rows));
	if (grad)
		bytes = op_add(bytes, op_size(l->n, l->x->dtype));
	return op_set(cost,
	    op_mul(grad ? LOG_SOFTMAX_GRAD_FLOPS : LOG_SOFTMAX_FLOPS, l->n), 0,
	    bytes);
}

static int nll_family(const struct op_entry *e, const struct call *call,
    bool grad, struct cost *cost)
{
	struct nll l;

	if (!get_nll(e, call, &l))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	cost->dtype = l.x->dtype;
	if (e->variant & (LOSS_NLL | LOSS_NLL_GRAD))
		return nll(&l, grad || e->variant & LOSS_NLL_GRAD, cost);
	if (e->variant & LOSS_CROSS_FUSED)
		return fused_cross_entropy(&l, grad, cost);
	if (is_plain(e, call, &l))
		return cross_entropy(&l, grad, cost);
	cost->why = WHY_NO_RULE;
	return -1;
}

/* Weights are a product an element; pos_weight is ((p - 1) * y + 1) * ... */
static uint64_t weight_flops(
    const struct op_entry *e, const struct call *call, uint64_t *bytes)
{
	const struct arg *weight = op_tensor(e, call, "weight");
	const struct arg *pos = op_tensor(e, call, "pos_weight");

	*bytes = op_add(*bytes, op_add(op_moved(weight), op_moved(pos)));
	return (weight ? UINT64_C(1) : 0) + (pos ? UINT64_C(4) : 0);
}

static int pointwise_loss(const struct op_entry *e, const struct call *call,
    bool grad, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	const struct arg *target = op_tensor(e, call, "target");
	const struct arg *dy = op_tensor(e, call, "grad_output");
	enum op_reduction reduction = op_args_reduction(e, call);
	uint64_t weight = (uint64_t)(e->variant & LOSS_WEIGHT), bytes, n;
	struct op_shape s;

	if (!op_shape_of(x, &s) || !target)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (!op_broadcast(&s, target))
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	n = op_shape_elems(&s);
	cost->dtype = op_promote2(x->dtype, target->dtype);
	bytes = op_add(op_moved(x), op_moved(target));
	if (grad && !(e->variant & LOSS_GRAD))
		weight = (uint64_t)e->variant_bwd;
	if (grad && weight == 0) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	weight += weight_flops(e, call, &bytes);
	/* dy or the result; dx is as large as x */
	bytes = op_add(bytes, loss_size(dy, reduction, n, x->dtype));
	if (grad)
		return op_set(cost, op_mul(weight, n), 0,
		    op_add(bytes, op_size(op_elems(x), x->dtype)));
	if (reduction == REDUCTION_UNTOLD)
		weight = OP_NO_ATTR;
	else if (reduction == REDUCTION_NONE && weight)
		weight--;
	return op_set(cost, op_mul(weight, n), 0, bytes);
}

/*
 * ctc_loss(log_probs (T, B, C), targets, ...): each of the 2S + 1 states of a
 * target of S labels follows from three before it at each step: 6 operations,
 * forward, and again twice in the backward.  The probabilities of the states
 * are saved.  How long each target is depends on values; of targets end to end
 * it is the mean.
 */
static int ctc(const struct op_entry *e, const struct call *call, bool grad,
    struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "log_probs");
	const struct arg *targets = op_tensor(e, call, "targets");
	uint64_t t, b, s, states, n, x_bytes;

	if (!x || !targets || x->shape.n != 3 || x->shape.v[0] < 0 ||
	    x->shape.v[1] < 0 || targets->shape.n == 0)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	t = (uint64_t)x->shape.v[0];
	b = (uint64_t)x->shape.v[1];
	s = op_elems(targets);
	if (s < OP_BAD)
		s = b ? s / b : 0;
	states = op_mul(op_mul(t, b), op_add(op_mul(2, s), 1));
	n = op_mul(grad ? 12 : 6, states);
	x_bytes = op_moved(x);
	cost->dtype = x->dtype;
	cost->conf = CONF_ESTIMATE;
	if (grad)
		x_bytes = op_add(x_bytes, op_size(op_elems(x), x->dtype));
	return op_set(cost, n, 0,
	    op_add(op_add(x_bytes, op_moved(targets)),
		op_add(op_size(states, x->dtype), op_size(b, x->dtype))));
}

int op_loss(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	bool grad = part != PART_FORWARD;

	if (grad && e->variant & (LOSS_NLL_GRAD | LOSS_GRAD | LOSS_CTC_GRAD)) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (e->variant & (LOSS_CTC | LOSS_CTC_GRAD))
		return ctc(e, call, grad || e->variant & LOSS_CTC_GRAD, cost);
	if (e->variant & ~LOSS_WEIGHT & ~LOSS_GRAD)
		return nll_family(e, call, grad, cost);
	return pointwise_loss(e, call, grad || e->variant & LOSS_GRAD, cost);
}
