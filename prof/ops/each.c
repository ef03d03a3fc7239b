/*
 * each.c - an operator on each tensor of a list: _foreach_add_.
 *
 * In:  a call whose arguments are lists of tensors and of numbers, and the row
 *      of the operator that it runs on each
 * Out: the sum of what the operator's model says of the first of each list, of
 *      the second, and so on
 *
 * So these have no rows: torch's _foreach_X is its X.
 */
#include "prof/ops/each.h"

#include "prof/ops/args.h"

#define MAX_ARGS 8 /* torch has no operator for lists with more than 4 */

/* Whether it is a vector of numbers, one for each: addcdiv's and addcmul's
 * `value`.  Any other tensor beside lists has no dimensions, and is the same
 * for all. */
static bool is_vector(const struct arg *a)
{
	return op_args_is_tensor(a) && a->shape.n > 0;
}

/* Whether there is one for each of n: what is no list is the same for all. */
static bool fits(const struct op_ask *q, const struct arg *a, size_t n)
{
	if (is_vector(a))
		return op_args_has(q, AT_value) && a->shape.n == 1 &&
		       op_elems(a) == n;
	if (a->value.kind == VALUE_ARGS)
		return a->value.args.n == n;
	return a->value.kind != VALUE_LIST || a->value.list.n == n;
}

/* The i-th of a list, or the argument itself. */
static struct arg element(const struct arg *a, size_t i)
{
	struct arg one = *a;

	if (is_vector(a))
		return (struct arg){.name = a->name, .kind = ARG_UNKNOWN};
	if (a->value.kind == VALUE_ARGS) {
		one = a->value.args.v[i];
		one.name = a->name;
	} else if (a->value.kind == VALUE_LIST) {
		one.value = a->value.list.v[i];
		one.kind = one.value.kind == VALUE_INT	  ? ARG_INT
			   : one.value.kind == VALUE_REAL ? ARG_FLOAT
							  : ARG_UNKNOWN;
	}
	return one;
}

/* Whether one of a list of tensors was not recorded. */
static bool lacks_tensor(const struct arg *a)
{
	size_t i;

	for (i = 0; a->value.kind == VALUE_ARGS && i < a->value.args.n; i++)
		if (!op_args_is_tensor(&a->value.args.v[i]))
			return true;
	return false;
}

/* How many tensors: of the first list of tensors.  0: none was recorded. */
static size_t count(const struct call *call)
{
	size_t i, n = 0;

	for (i = 0; i < call->nargs && n == 0; i++)
		if (call->args[i].value.kind == VALUE_ARGS)
			n = call->args[i].value.args.n;
	return n;
}

/* Add one's cost to the sum. */
static void add(struct cost *sum, const struct cost *one)
{
	sum->has_flops = sum->has_flops && one->has_flops;
	sum->has_bytes = sum->has_bytes && one->has_bytes;
	sum->flops = num_plus(sum->flops, one->flops);
	sum->gemm = num_plus(sum->gemm, one->gemm);
	sum->bytes = num_plus(sum->bytes, one->bytes);
	op_lower(&sum->of_flops, one->of_flops.conf, one->of_flops.why);
	op_lower(&sum->of_bytes, one->of_bytes.conf, one->of_bytes.why);
	if (!sum->dtype)
		sum->dtype = one->dtype;
}

int op_each(struct op_ask *q)
{
	struct cost sum = {.has_flops = true, .has_bytes = true};
	struct arg args[MAX_ARGS];
	struct op_ask ask;
	struct call one = {.args = args, .nargs = q->call->nargs, .has_args = true};
	size_t n = count(q->call), i, j;

	if (!op_find_each(q->call, &one.op) || q->call->nargs > MAX_ARGS ||
	    n == 0 || op_args_lacks_operand(q, true))
		return op_set(q->cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	for (j = 0; j < q->call->nargs; j++) {
		if (lacks_tensor(&q->call->args[j]))
			return op_set(q->cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
		if (!fits(q, &q->call->args[j], n))
			return op_set(q->cost, OP_MISFIT, 0, OP_MISFIT);
	}
	for (i = 0; i < n; i++) {
		struct cost c = {0};

		for (j = 0; j < q->call->nargs; j++)
			args[j] = element(&q->call->args[j], i);
		/* _foreach_norm(x, p, dtype) */
		if (str_is(one.op, "norm") && one.nargs > 2 && !args[2].name.n)
			args[2].name = STR("dtype");
		op_args_bind(&ask, q->entry, &one, q->part, &c);
		ask.name = q->name;
		/* only the overload for two lists has an alpha */
		if (one.nargs > 1 && op_args_is_number(&args[1]))
			ask.lost = false;
		if (q->entry->family->model(&ask) < 0) {
			*q->cost = c;
			return -1;
		}
		q->cost->lost |= c.lost;
		add(&sum, &c);
	}
	q->cost->of_flops = sum.of_flops;
	q->cost->of_bytes = sum.of_bytes;
	q->cost->dtype = sum.dtype;
	op_set(q->cost, sum.has_flops ? sum.flops : OP_NO_ATTR, sum.gemm,
	    sum.has_bytes ? sum.bytes : OP_NO_ATTR);
	return 0;
}
