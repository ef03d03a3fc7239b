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
#include "prof/ops/args.h"
#include "prof/ops/models.h"

/* Bytes of a list's tensors, *n their elements; none is 0. */
static uint64_t list_bytes(const struct op_entry *e, const struct call *call,
    const char *name, uint64_t *n)
{
	const struct arg *a = op_arg(e, call, name);
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
		bytes = op_add(bytes, op_moved(&a->value.args.v[i]));
		*n = op_add(*n, op_elems(&a->value.args.v[i]));
	}
	return bytes;
}

/* Whether a number or a flag is set. */
static bool is_set(const struct op_entry *e, const struct call *call,
    const char *name, bool *known)
{
	double x = 0;

	if (op_args_real(op_arg(e, call, name), &x) == GIVEN_UNTOLD)
		*known = false;
	return x != 0;
}

/* adam(p, half_p, m, v, g): half_p is a copy in g's type, or empty. */
static int apex(const struct op_entry *e, const struct call *call, struct cost *cost)
{
	const struct arg *p = op_tensor(e, call, "p");
	const struct arg *half = op_tensor(e, call, "half_p");
	const struct arg *m = op_tensor(e, call, "m");
	const struct arg *v = op_tensor(e, call, "v");
	const struct arg *g = op_tensor(e, call, "g");
	uint64_t state;

	if (!p || !half || !m || !v || !g)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	cost->dtype = p->dtype;
	state = op_add(op_add(op_moved(p), op_moved(m)), op_moved(v));
	return op_set(cost,
	    op_mul((uint64_t)(e->variant & OPTIM_WEIGHT), op_elems(p)), 0,
	    op_add(op_mul(2, state), op_add(op_moved(g), op_moved(half))));
}

/* What Adam and SGD have in common: p and g, and g scaled and written back. */
static uint64_t common(const struct op_entry *e, const struct call *call,
    uint64_t *n, uint64_t *flops, struct cost *cost)
{
	const struct arg *p = op_arg(e, call, "self");
	uint64_t ng, bytes, grads;

	bytes = op_mul(2, list_bytes(e, call, "self", n));
	grads = list_bytes(e, call, "grads", &ng);
	if (op_args_is_tensor(op_arg(e, call, "grad_scale"))) {
		++*flops;
		grads = op_mul(2, grads);
	}
	if (p && p->value.kind == VALUE_ARGS && p->value.args.n)
		cost->dtype = p->value.args.v[0].dtype;
	if ((*n == 0 && bytes == 0) || (ng == 0 && *n))
		return OP_NO_SHAPE;
	return op_add(bytes, grads);
}

static int adam(const struct op_entry *e, const struct call *call, struct cost *cost)
{
	static const char *const state[] = {
	    "exp_avgs", "exp_avg_sqs", "max_exp_avg_sqs"};
	uint64_t flops = (uint64_t)(e->variant & OPTIM_WEIGHT), n, bytes, ignore;
	bool known = true;
	bool amsgrad = is_set(e, call, "amsgrad", &known);
	size_t i;

	if (e->variant & OPTIM_L2 && is_set(e, call, "weight_decay", &known))
		flops += 2;
	flops += amsgrad;
	bytes = common(e, call, &n, &flops, cost);
	for (i = 0; i < (amsgrad ? 3 : 2); i++)
		bytes = op_add(
		    bytes, op_mul(2, list_bytes(e, call, state[i], &ignore)));
	bytes = op_add(bytes, list_bytes(e, call, "state_steps", &ignore));
	if (n == 0)
		n = OP_NO_SHAPE;
	return op_set(cost, op_mul(n, known ? flops : OP_NO_ATTR), 0,
	    known ? bytes : OP_NO_ATTR);
}

static int sgd(const struct op_entry *e, const struct call *call, struct cost *cost)
{
	uint64_t flops = (uint64_t)(e->variant & OPTIM_WEIGHT), n, bytes, ignore;
	bool known = true;

	if (is_set(e, call, "weight_decay", &known))
		flops += 2;
	bytes = common(e, call, &n, &flops, cost);
	if (is_set(e, call, "momentum", &known)) {
		flops += is_set(e, call, "nesterov", &known) ? 4 : 2;
		bytes = op_add(bytes,
		    op_mul(2, list_bytes(e, call, "momentum_buffer_list", &ignore)));
	}
	if (n == 0)
		n = OP_NO_SHAPE;
	return op_set(cost, op_mul(n, known ? flops : OP_NO_ATTR), 0,
	    known ? bytes : OP_NO_ATTR);
}

/* torch's Adagrad: the sum of squares is the state. */
static int adagrad(
    const struct op_entry *e, const struct call *call, struct cost *cost)
{
	uint64_t flops = (uint64_t)(e->variant & OPTIM_WEIGHT), n, bytes, ignore;
	bool known = true;

	if (is_set(e, call, "weight_decay", &known))
		flops += 2;
	bytes = common(e, call, &n, &flops, cost);
	bytes =
	    op_add(bytes, op_mul(2, list_bytes(e, call, "state_sums", &ignore)));
	bytes = op_add(bytes, list_bytes(e, call, "state_steps", &ignore));
	if (n == 0)
		n = OP_NO_SHAPE;
	return op_set(cost, op_mul(n, known ? flops : OP_NO_ATTR), 0,
	    known ? bytes : OP_NO_ATTR);
}

/* _amp_foreach_non_finite_check_and_unscale_(grads, found_inf, inv_scale) */
static int unscale(
    const struct op_entry *e, const struct call *call, struct cost *cost)
{
	const struct arg *found = op_tensor(e, call, "found_inf");
	const struct arg *scale = op_tensor(e, call, "inv_scale");
	const struct arg *grads = op_arg(e, call, "self");
	uint64_t n, bytes = op_mul(2, list_bytes(e, call, "self", &n));

	if (n == 0)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (grads && grads->value.kind == VALUE_ARGS)
		cost->dtype = grads->value.args.v[0].dtype;
	if (found)
		bytes = op_add(bytes, op_moved(found));
	if (scale)
		bytes = op_add(bytes, op_moved(scale));
	return op_set(cost, n, 0, bytes);
}

/*
 * An optimizer's kernel with its tensors by name: the parameter and what it
 * keeps are read and written, the gradient is read.
 */
static int plain(const struct op_entry *e, const struct call *call, struct cost *cost)
{
	static const char *const names[] = {"p", "m", "v"};
	const struct arg *p = op_arg(e, call, "p"), *g = op_arg(e, call, "g");
	uint64_t flops = (uint64_t)(e->variant & OPTIM_WEIGHT);
	uint64_t n = 0, ignore, bytes = 0;
	size_t i;

	if (op_args_is_tensor(p)) {
		n = op_elems(p);
		cost->dtype = p->dtype;
		for (i = 0; i < sizeof names / sizeof *names; i++) {
			const struct arg *t = op_arg(e, call, names[i]);

			if (op_args_is_tensor(t))
				bytes = op_add(bytes, op_mul(2, op_moved(t)));
		}
		if (e->variant & OPTIM_TWICE)
			bytes = op_add(bytes, op_mul(2, op_moved(p)));
		bytes = op_add(
		    bytes, op_args_is_tensor(g) ? op_moved(g) : OP_NO_SHAPE);
	} else if (p && p->value.kind == VALUE_ARGS && p->value.args.n) {
		cost->dtype = p->value.args.v[0].dtype;
		bytes = list_bytes(e, call, "p", &n);
		bytes = op_mul(e->variant & OPTIM_TWICE ? 4 : 2, bytes);
		for (i = 1; i < sizeof names / sizeof *names; i++)
			bytes = op_add(bytes,
			    op_mul(2, list_bytes(e, call, names[i], &ignore)));
		bytes = op_add(bytes, list_bytes(e, call, "g", &ignore));
		if (ignore == 0)
			bytes = OP_NO_SHAPE;
	} else {
		n = bytes = OP_NO_SHAPE;
	}
	if (e->variant & OPTIM_SGD && op_args_given(op_arg(e, call, "m")) != GIVEN_NO)
		flops += 2; /* a momentum */
	return op_set(cost, op_mul(flops, n), 0, bytes);
}

int op_optim(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	if (part != PART_FORWARD) {
		cost->why = WHY_NO_GRADIENT;
		return -1;
	}
	if (e->variant & OPTIM_APEX)
		return apex(e, call, cost);
	if (e->variant & OPTIM_STATE)
		return adagrad(e, call, cost);
	if (e->variant & OPTIM_UNSCALE)
		return unscale(e, call, cost);
	if (e->variant & OPTIM_PLAIN)
		return plain(e, call, cost);
	return e->variant & OPTIM_ADAM ? adam(e, call, cost) : sgd(e, call, cost);
}
