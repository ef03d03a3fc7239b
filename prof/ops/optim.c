/*
 * optim.c - optimizer steps in one kernel: apex's adam, torch's fused ones.
 *
 * In:  a call with parameters, gradients and moments, as tensors (apex) or as
 *      lists of tensors (torch)
 * Out: FLOPs and bytes of all parameters: each state read and written, the
 *      gradient read
 *
 * Optimizers that torch runs operator by operator need no model: their add_,
 * mul_ and addcdiv_ are calls themselves.
 *
 * Adam is 13 an element: two moments (3 and 4), bias corrections and the step
 * (6).  AdamW scales the parameter besides; Adam's own weight decay is a
 * product and a sum.  SGD is 2, a momentum 2 more, Nesterov's 2 more.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

/* Which optimizer.  The row's `each` is the FLOPs a parameter. */
enum {
	OPTIM_APEX = 1 << 0, /* p, half copy, m, v, g */
	OPTIM_ADAM = 1 << 1, /* torch's lists */
	OPTIM_SGD = 1 << 2,
	OPTIM_L2 = 1 << 3,	/* weight decay is two more */
	OPTIM_STATE = 1 << 4,	/* one state for each parameter: Adagrad */
	OPTIM_UNSCALE = 1 << 5, /* gradients times a number, in place */
	OPTIM_TWICE = 1 << 6,	/* the parameter is read and written again */
	OPTIM_PLAIN = 1 << 7, /* by name, each a tensor or a list: the gradient
			       * is read, all else is written back, too */
};

/* Bytes of a list's tensors, *n their elements; none is 0. */
static uint64_t list_bytes(struct op_ask *q, enum op_at name, uint64_t *n)
{
	const struct arg *a = op_arg(q, name);
	uint64_t bytes = 0;
	size_t i;

	*n = 0;
	/* Flattened lists cannot be told from one another. */
	if (!a || a->value.kind != VALUE_ARGS)
		return op_args_given(a) == GIVEN_NO ||
			       (a->value.kind == VALUE_LIST && a->value.list.n == 0)
			   ? 0
			   : OP_NO_SHAPE;
	for (i = 0; i < a->value.args.n; i++) {
		bytes = num_plus(bytes, op_moved(&a->value.args.v[i]));
		*n = num_plus(*n, op_elems(&a->value.args.v[i]));
	}
	return bytes;
}

/* These bytes are read and written. */
static void updates(struct op_ask *q, uint64_t bytes)
{
	moves_bytes(q, num_times(2, bytes));
}

/* Whether a number or a flag is set. */
static bool is_set(struct op_ask *q, enum op_at name, bool *known)
{
	double x = 0;

	if (op_args_real(op_arg(q, name), &x) == GIVEN_UNRECORDED)
		*known = false;
	return x != 0;
}

/* adam(p, half_p, m, v, g): half_p is a copy in g's type, or empty. */
static int apex(struct op_ask *q)
{
	const struct arg *p = op_tensor(q, AT_p);
	const struct arg *half = op_tensor(q, AT_half_p);
	const struct arg *m = op_tensor(q, AT_m);
	const struct arg *v = op_tensor(q, AT_v);
	const struct arg *g = op_tensor(q, AT_g);

	if (!p || !half || !m || !v || !g)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = p->dtype;
	works(q, q->row->each, op_elems(p));
	updates(q, op_moved(p));
	updates(q, op_moved(m));
	updates(q, op_moved(v));
	reads(q, g);
	reads(q, half);
	return done(q);
}

/*
 * What Adam and SGD have in common: p is updated and g read, and where g is
 * scaled that is one more of *each and written back.  How many parameters, or
 * OP_NO_SHAPE.
 */
static uint64_t common(struct op_ask *q, uint64_t *each)
{
	static const enum op_at scalars[] = {AT_grad_scale, AT_found_inf};
	const struct arg *p = op_arg(q, AT_self);
	uint64_t n, ng, params, grads;
	size_t i;

	params = list_bytes(q, AT_self, &n);
	grads = list_bytes(q, AT_grads, &ng);
	if (ng == 0 || (n == 0 && params == 0))
		params = OP_NO_SHAPE;
	else if (!num_bad(ng) && !num_bad(n) && ng != n)
		params = OP_MISFIT;
	updates(q, params);
	if (op_args_is_tensor(op_arg(q, AT_grad_scale))) {
		++*each;
		updates(q, grads);
	} else {
		moves_bytes(q, grads);
	}
	for (i = 0; i < NELEMS(scalars); i++)
		if (op_args_is_tensor(op_arg(q, scalars[i])))
			reads(q, op_arg(q, scalars[i]));
	if (p && p->value.kind == VALUE_ARGS && p->value.args.n)
		q->cost->dtype = p->value.args.v[0].dtype;
	if (params == OP_MISFIT)
		return params;
	return n ? n : OP_NO_SHAPE;
}

/* The end of a step of n parameters; where an option was not recorded nothing
 * of it is known. */
static int step(struct op_ask *q, uint64_t each, uint64_t n, bool known)
{
	if (!known)
		return lacks(q, num_plus(n, OP_NO_ATTR));
	works(q, each, n);
	return done(q);
}

static int adam(struct op_ask *q)
{
	static const enum op_at state[] = {
	    AT_exp_avgs, AT_exp_avg_sqs, AT_max_exp_avg_sqs};
	uint64_t each = q->row->each, n, ignore;
	bool known = true;
	bool amsgrad = is_set(q, AT_amsgrad, &known);
	size_t i;

	if (q->row->variant & OPTIM_L2 && is_set(q, AT_weight_decay, &known))
		each += 2;
	each += amsgrad;
	n = common(q, &each);
	for (i = 0; i < (amsgrad ? 3 : 2); i++)
		updates(q, list_bytes(q, state[i], &ignore));
	moves_bytes(q, list_bytes(q, AT_state_steps, &ignore));
	return step(q, each, n, known);
}

static int sgd(struct op_ask *q)
{
	uint64_t each = q->row->each, n, ignore;
	bool known = true;

	if (is_set(q, AT_weight_decay, &known))
		each += 2;
	n = common(q, &each);
	if (is_set(q, AT_momentum, &known)) {
		each += is_set(q, AT_nesterov, &known) ? 4 : 2;
		updates(q, list_bytes(q, AT_momentum_buffer_list, &ignore));
	}
	return step(q, each, n, known);
}

/* torch's Adagrad: the sum of squares is the state. */
static int adagrad(struct op_ask *q)
{
	uint64_t each = q->row->each, n, ignore;
	bool known = true;

	if (is_set(q, AT_weight_decay, &known))
		each += 2;
	n = common(q, &each);
	updates(q, list_bytes(q, AT_state_sums, &ignore));
	moves_bytes(q, list_bytes(q, AT_state_steps, &ignore));
	return step(q, each, n, known);
}

/* _amp_foreach_non_finite_check_and_unscale_(grads, found_inf, inv_scale) */
static int unscale(struct op_ask *q)
{
	const struct arg *grads = op_arg(q, AT_self);
	uint64_t n, bytes = list_bytes(q, AT_self, &n);

	if (n == 0)
		return lacks(q, OP_NO_SHAPE);
	if (grads && grads->value.kind == VALUE_ARGS)
		q->cost->dtype = grads->value.args.v[0].dtype;
	works(q, 1, n);
	updates(q, bytes);
	reads(q, op_tensor(q, AT_found_inf));
	reads(q, op_tensor(q, AT_inv_scale));
	return done(q);
}

/* An optimizer's kernel with its tensors by name, each one tensor. */
static uint64_t plain_tensors(struct op_ask *q, const struct arg *p)
{
	static const enum op_at names[] = {AT_p, AT_m, AT_v};
	const struct arg *g = op_arg(q, AT_g);
	size_t i;

	q->cost->dtype = p->dtype;
	for (i = 0; i < NELEMS(names); i++) {
		const struct arg *t = op_arg(q, names[i]);

		if (op_args_is_tensor(t))
			updates(q, op_moved(t));
	}
	if (q->row->variant & OPTIM_TWICE)
		updates(q, op_moved(p));
	moves_bytes(q, op_args_is_tensor(g) ? op_moved(g) : OP_NO_SHAPE);
	return op_elems(p);
}

/* ... each a list of tensors. */
static uint64_t plain_lists(struct op_ask *q, const struct arg *p)
{
	uint64_t n, ng, params = list_bytes(q, AT_p, &n), grads, ignore;

	q->cost->dtype = p->value.args.v[0].dtype;
	updates(q, params);
	if (q->row->variant & OPTIM_TWICE)
		updates(q, params);
	updates(q, list_bytes(q, AT_m, &ignore));
	updates(q, list_bytes(q, AT_v, &ignore));
	grads = list_bytes(q, AT_g, &ng);
	moves_bytes(q, ng ? grads : OP_NO_SHAPE);
	return n;
}

/* The parameter and what is kept of it are updated, the gradient is read. */
static int plain(struct op_ask *q)
{
	const struct arg *p = op_arg(q, AT_p);
	uint64_t each = q->row->each, n;

	if (op_args_is_tensor(p))
		n = plain_tensors(q, p);
	else if (p && p->value.kind == VALUE_ARGS && p->value.args.n)
		n = plain_lists(q, p);
	else
		return lacks(q, OP_NO_SHAPE);
	if (q->row->variant & OPTIM_SGD && op_args_given(op_arg(q, AT_m)) != GIVEN_NO)
		each += 2; /* a momentum */
	works(q, each, n);
	return done(q);
}

static int cost_optim(struct op_ask *q)
{
	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_GRADIENT);
	if (q->row->variant & OPTIM_APEX)
		return apex(q);
	if (q->row->variant & OPTIM_STATE)
		return adagrad(q);
	if (q->row->variant & OPTIM_UNSCALE)
		return unscale(q);
	if (q->row->variant & OPTIM_PLAIN)
		return plain(q);
	return q->row->variant & OPTIM_ADAM ? adam(q) : sgd(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"Adagrad", N, "lr,step,p,g,m", OPTIM_PLAIN, 6},
{"Adam", N, "lr,step,p,g,m,v", OPTIM_PLAIN, 13},
{"AdamOptimizer", N, "lr,step,p,g,m,v", OPTIM_PLAIN, 13},
{"Gradient", N, .why = WHY_PARTS},
{"LambOptimizer", N, .why = WHY_NO_RULE},
{"Momentum", N, "lr,step,p,g,m", OPTIM_PLAIN, 4},
{"Optimizer.step", O, .why = WHY_NO_ARGS},
{"SGDOptimizer", N, "lr,p,g", OPTIM_PLAIN, 2},
{"_amp_foreach_non_finite_check_and_unscale", A, "self,found_inf,inv_scale", OPTIM_UNSCALE},
{"_amp_update_scale", A, .why = WHY_NO_RULE},
{"_fused_adagrad", A, "self,grads,state_sums,state_steps,lr,lr_decay,weight_decay,eps,maximize,"
 "grad_scale,found_inf", OPTIM_STATE, 6},
{"_fused_adam", A, "self,grads,exp_avgs,exp_avg_sqs,max_exp_avg_sqs,state_steps,lr,beta1,beta2,"
 "weight_decay,eps,amsgrad,maximize,grad_scale,found_inf", OPTIM_ADAM | OPTIM_L2, 13},
{"_fused_adamw", A, "self,grads,exp_avgs,exp_avg_sqs,max_exp_avg_sqs,state_steps,lr,beta1,beta2,"
 "weight_decay,eps,amsgrad,maximize,grad_scale,found_inf", OPTIM_ADAM, 14},
{"_fused_sgd", A, "self,grads,momentum_buffer_list,weight_decay,momentum,lr,dampening,nesterov,"
 "maximize,is_first_step,grad_scale,found_inf", OPTIM_SGD, 2},
{"adagrad", O, "p,g,m", OPTIM_PLAIN, 6},
{"adam", A | O, "p,half_p,m,v,g", OPTIM_APEX, 13, .params = PARAMS_ADAM},
{"adamw", O, "p,g,m,v", OPTIM_PLAIN, 14},
{"apex.fused_adam", O, "p,half_p,m,v,g", OPTIM_APEX, 13},
{"apex.fused_lamb", O, "p,g,m,v", OPTIM_PLAIN | OPTIM_TWICE, 20},
{"apex.fused_sgd", O, "p,g,m", OPTIM_PLAIN | OPTIM_SGD, 2},
{"lamb", O, "p,g,m,v", OPTIM_PLAIN | OPTIM_TWICE, 20},
{"lion", O, "p,g,m", OPTIM_PLAIN, 6},
{"rmsprop", O, "p,g,m", OPTIM_PLAIN, 7},
{"sgd", O, "p,g,m", OPTIM_PLAIN | OPTIM_SGD, 2},
};
/* clang-format on */

const struct op_family op_optim = {
    .title = "Optimizers",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_optim,
};
