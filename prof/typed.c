/*
 * typed.c - the cost of a call whose tensors were recorded without types.
 *
 * In:  the call, what the kernel's name says
 * Out: its cost by the types of the name, that of the result apart
 *
 * emit_nvtx records no types at all, torch's profiler none of the tensors in
 * lists.  Models count what a call says, so they are shown a copy that says it.
 */
#include "prof/typed.h"

#include "common/arena.h"
#include "common/nelems.h"
#include "prof/ops/args.h"

/* Whether the argument is the one of this name, or of a list of that name. */
static bool is_named(const struct op_ask *q, const struct arg *a, enum op_at name)
{
	const struct arg *list;
	size_t n;

	if (op_arg(q, name) == a)
		return true;
	list = op_args_list(q, name, &n);
	return list && a >= list && a < list + n;
}

/* What an argument says of its type, whatever the kernel reads: by its name, or
 * as the one that is written over. */
static enum dtype type_of_arg(
    const struct op_ask *q, const struct arg *a, const struct name *name)
{
	static const struct {
		enum op_at name;
		enum dtype dtype;
	} names[] = {
	    {AT_indices, DTYPE_INT64},
	    {AT_index, DTYPE_INT64},
	    {AT_offsets, DTYPE_INT64},
	    {AT_targets, DTYPE_INT64},
	    {AT_positions, DTYPE_INT64},
	    {AT_slots, DTYPE_INT64},
	    {AT_mask, DTYPE_BOOL8},
	    {AT_condition, DTYPE_BOOL8},
	};
	size_t i;

	for (i = 0; i < NELEMS(names); i++)
		if (is_named(q, a, names[i].name))
			return names[i].dtype;
	if (a == q->call->args && name->result && op_args_inplace(q->call))
		return name->result;
	return name->operand;
}

/* Give the tensor, or those of the list, the type unless one was recorded. */
static void set_type(struct arg *a, enum dtype dtype, struct arena *arena)
{
	struct arg *list;
	size_t i, n = a->value.args.n;

	if (a->kind == ARG_TENSOR && !a->dtype_text.n)
		a->dtype = dtype;
	if (a->value.kind != VALUE_ARGS)
		return;
	list = arena_array(arena, n, sizeof *list);
	for (i = 0; i < n; i++) {
		list[i] = a->value.args.v[i];
		if (list[i].kind == ARG_TENSOR && !list[i].dtype_text.n)
			list[i].dtype = dtype;
	}
	a->value.args.v = list;
}

/* The call with types, in the arena. */
static struct call *typed_call(
    const struct costed *out, const struct name *name, struct arena *arena)
{
	const struct call *call = op_cost_asked(out);
	struct call *typed = arena_array(arena, 1, sizeof *typed);
	struct arg *args = arena_array(arena, call->nargs, sizeof *args);
	struct arg *result = arena_array(arena, 1, sizeof *result);
	struct op_ask q;
	size_t i;

	op_args_bind(&q, out->entry, call, out->part, NULL);
	for (i = 0; i < call->nargs; i++) {
		args[i] = call->args[i];
		set_type(&args[i], type_of_arg(&q, &call->args[i], name), arena);
	}
	*result = call->nout > 0 ? call->out[0] : (struct arg){.kind = ARG_TENSOR};
	if (!result->dtype_text.n)
		result->dtype = name->result;
	*typed = *call;
	typed->args = args;
	typed->out = result;
	typed->nout = 1;
	return typed;
}

void typed_cost(const struct name *name, struct arena *arena, struct costed *out)
{
	struct cost cost;

	if (out->helper || !out->call || !out->entry || !name->operand ||
	    out->cost.has_bytes ||
	    strcmp(out->cost.of_bytes.why, WHY_NO_DTYPE) != 0 ||
	    op_cost_of(out->entry, typed_call(out, name, arena), out->part,
		name, &cost) < 0)
		return;
	if (name->opaque)
		cost.dtype = DTYPE_UNKNOWN;
	if (cost.of_bytes.conf == CONF_EXACT)
		op_lower(&cost.of_bytes, CONF_ESTIMATE, WHY_NO_DTYPE);
	/* types do not tell what other kernels share */
	if (cost.has_flops && out->cost.has_flops)
		op_lower(&cost.of_flops, out->cost.of_flops.conf,
		    out->cost.of_flops.why);
	out->cost = cost;
}
