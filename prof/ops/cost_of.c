/*
 * cost_of.c - find an operator's row and run its model.
 *
 * In:  a call as pp-parse recorded it, the part of it that a kernel did
 * Out: what it costs, or the reason why that is not known
 */
#include "prof/ops/args.h"
#include "prof/ops/each.h"

int op_cost_of_call(const struct call *call, enum op_part part, struct cost *cost)
{
	return op_cost_of(op_find(call), call, part, NULL, cost);
}

/* Whether an input may have been left out, so that those behind it do not stand
 * in their places. */
static bool is_unclear(const struct op_entry *e, const struct call *call)
{
	unsigned needs = op_row(e)->needs;

	return call->noattr && needs && call->nargs > needs &&
	       call->nargs < e->nnames;
}

/* Whether a tensor of n arguments, or of a list of them, has a size below 0, or
 * no shape, though it was given. */
static bool lacks_size(const struct arg *v, size_t n, bool given)
{
	size_t i, j;

	for (i = 0; i < n; i++) {
		if (given && v[i].kind == ARG_TENSOR && !v[i].shape.v)
			return true;
		for (j = 0; j < v[i].shape.n; j++)
			if (v[i].shape.v[j] < 0)
				return true;
		if (v[i].value.kind == VALUE_ARGS &&
		    lacks_size(v[i].value.args.v, v[i].value.args.n, given))
			return true;
	}
	return false;
}

/* Whether a reason is of what was recorded, as against one of the operator. */
static bool is_of_record(const char *why)
{
	static const char *const of_record[] = {
	    WHY_MISMATCH, WHY_ATTRIBUTE, WHY_VALUES, WHY_NO_DTYPE};
	size_t i;

	for (i = 0; i < NELEMS(of_record); i++)
		if (strcmp(why, of_record[i]) == 0)
			return true;
	return false;
}

/*
 * A size below 0 is none that was recorded.  What a model makes of that shape,
 * or of none, is no cost: to some it does not fit the others, to some it is as
 * if the tensor had not been given.
 */
static int check_sizes(const struct call *call, struct cost *cost, int status)
{
	if ((status != 0 && !is_of_record(cost->of_flops.why)) ||
	    (!lacks_size(call->args, call->nargs, true) &&
		!lacks_size(call->out, call->nout, false)))
		return status;
	op_unknown(cost, WHY_NO_SHAPE);
	return -1;
}

/* Whether one of the tensors is of complex numbers. */
static bool has_complex(const struct arg *v, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (v[i].kind == ARG_TENSOR && dtype_class(v[i].dtype) == DTYPE_COMPLEX)
			return true;
	return false;
}

/* Of complex numbers a formula for real ones counts too little; so it does
 * where they are among numbers of an unknown type. */
static void check_complex(
    const struct op_entry *e, const struct call *call, struct cost *cost)
{
	const char *why = NULL;

	if (!cost->dtype && has_complex(call->args, call->nargs))
		why = WHY_NO_DTYPE;
	else if (dtype_class(cost->dtype) == DTYPE_COMPLEX &&
		 (!e->family->complex || op_row(e)->no_complex))
		why = WHY_NO_COMPLEX;
	if (!why)
		return;
	cost->flops = cost->gemm = 0;
	cost->has_flops = false;
	cost->of_flops = (struct sure){CONF_UNKNOWN, why};
}

static int run(const struct op_entry *e, const struct call *call,
    enum op_part part, const struct name *name, struct cost *cost)
{
	const char *why = op_why_not(e, call);
	struct op_ask q;
	struct str each;
	int status;

	memset(cost, 0, sizeof *cost);
	if (!why && is_unclear(e, call))
		why = WHY_NO_ARGS;
	if (why) {
		op_unknown(cost, why);
		return -1;
	}
	op_args_bind(&q, e, call, part, cost);
	q.name = name;
	if (op_find_each(call, &each))
		status = op_each(&q);
	else
		status = e->family->model(&q);
	if (status == 0 && cost->flops)
		check_complex(e, call, cost);
	if (status == 0 && cost->lost) {
		op_unknown(cost, WHY_NO_SHAPE);
		status = -1;
	}
	if (status != 0 || !(cost->has_flops || cost->has_bytes)) {
		op_unknown(cost, cost->of_flops.why);
		status = -1;
	}
	return check_sizes(call, cost, status);
}

/* What is not known without a result that was found elsewhere is an estimate. */
static void doubt_result(const struct op_entry *e, const struct call *call,
    enum op_part part, const struct name *name, struct cost *cost)
{
	struct call bare = *call;
	struct cost sure;

	bare.nout = 0;
	run(e, &bare, part, name, &sure);
	if (cost->has_flops && !sure.has_flops)
		op_lower(&cost->of_flops, CONF_ESTIMATE, WHY_SIMILAR);
	if (cost->has_bytes && !sure.has_bytes)
		op_lower(&cost->of_bytes, CONF_ESTIMATE, WHY_SIMILAR);
}

int op_cost_of(const struct op_entry *e, const struct call *call,
    enum op_part part, const struct name *name, struct cost *cost)
{
	int status = run(e, call, part, name, cost);

	if (call->similar && status == 0)
		doubt_result(e, call, part, name, cost);
	return status;
}

uint64_t op_cost_of_zeros(
    const struct op_entry *e, const struct call *call, enum op_part part)
{
	struct op_ask q;

	if (!e->family->zeros)
		return OP_NO_ATTR;
	op_args_bind(&q, e, call, part, NULL);
	return e->family->zeros(&q);
}

bool op_cost_of_aligned(
    const struct op_entry *e, const struct call *call, unsigned n)
{
	struct op_ask q;

	if (!op_known(e) || !e->family->aligned)
		return true;
	op_args_bind(&q, e, call, PART_FORWARD, NULL);
	return e->family->aligned(&q, n);
}

uint64_t op_cost_of_each(const struct op_entry *e)
{
	const struct op_row *row = op_row(e);
	struct op_each each = e->family->each_flops;

	/* empty_like and the like have no formula and no kernel */
	if (row->why)
		return strcmp(row->why, WHY_NO_KERNEL) == 0 ? 0 : OP_NO_ATTR;
	if (e->family->each)
		each = e->family->each(row);
	return each.known ? each.flops : OP_NO_ATTR;
}
