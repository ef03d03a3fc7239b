/*
 * fill.c - what makes a tensor out of nothing: zeros, full, rand, arange.
 *
 * In:  a call with a size, or with a tensor to take it from
 * Out: 0 FLOPs (random numbers and indices are no floating-point work), bytes
 *      of the result
 *
 * PyProf leaves out an argument that is a torch.dtype.  So where its marker
 * names no type the default holds, but not for sure.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

/* randint(low, high, size): the size is the first list. */
static const struct arg *find_size(const struct op_entry *e, const struct call *call)
{
	size_t i;

	if (e->variant != FILL_INT || call_find_arg(call, "size"))
		return op_arg(e, call, "size");
	for (i = 0; i < call->nargs; i++)
		if (call->args[i].value.kind == VALUE_LIST)
			return &call->args[i];
	return NULL;
}

/* A size as torch takes it: a list, or numbers one by one. */
static uint64_t size_elems(const struct op_entry *e, const struct call *call)
{
	const struct arg *a = find_size(e, call);
	const struct arg *end = call->args + call->nargs;
	struct op_shape s;
	uint64_t n;
	size_t i;

	if (op_args_ints(a, s.v, OP_MAX_DIMS, &s.n) != GIVEN_YES)
		return OP_NO_ATTR;
	n = op_shape_elems(&s);
	if (a->value.kind == VALUE_LIST)
		return n;
	for (a++; a < end && a->kind == ARG_INT && a->name.n == 0; a++) {
		if (op_args_ints(a, s.v, 1, &i) != GIVEN_YES || s.v[0] < 0)
			return OP_NO_ATTR;
		n = op_mul(n, (uint64_t)s.v[0]);
	}
	return n;
}

/*
 * How many arguments of an aten factory come before dtype, layout, device and
 * pin_memory, which close it (and memory_format, of one made like another).
 * All of them when it is not recorded that way.
 */
static size_t own_args(const struct op_entry *e, const struct call *call)
{
	size_t after = e->variant == FILL_LIKE ? 5 : 4, i;

	/* What is given a tensor to fill asks for no type. */
	if (call->mod.n || e->variant == FILL_SELF || call->nargs <= after ||
	    op_args_is_tensor(op_arg(e, call, "out")))
		return call->nargs;
	for (i = 0; i < call->nargs; i++)
		if (call->args[i].name.n)
			return call->nargs;
	return call->nargs - after;
}

static const struct arg *find_dtype(const struct op_entry *e, const struct call *call)
{
	size_t n = own_args(e, call);

	return n < call->nargs ? &call->args[n] : call_find_arg(call, "dtype");
}

/* torch's enum ScalarType, or a name. */
static enum dtype dtype_of(const struct op_entry *e, const struct arg *a)
{
	struct arg named = *a;
	struct call one = {.args = &named, .nargs = 1};

	named.name = STR("dtype");
	return op_dtype_arg(e, &one, "dtype", DTYPE_UNKNOWN);
}

/* Elements of arange(end), (start, end) or (start, end, step), and the type
 * that its numbers make.  aten records all three, or None. */
static uint64_t arange_elems(
    const struct op_entry *e, const struct call *call, enum dtype *type)
{
	const struct arg *a[3];
	double x[3] = {0, 0, 1}, n;
	size_t i, given = 0, own = own_args(e, call);

	for (i = 0; i < 3 && i < own; i++) {
		a[i] = op_operand(e, call, i);
		if (!op_args_is_number(a[i]))
			break;
		if (op_args_real(a[i], &x[i]) != GIVEN_YES)
			return OP_NO_ATTR;
		if (a[i]->kind == ARG_FLOAT)
			*type = DTYPE_FLOAT32;
		given++;
	}
	if (given == 0)
		return OP_NO_ATTR;
	if (given == 1) {
		x[1] = x[0];
		x[0] = 0;
	}
	n = (x[1] - x[0]) / x[2];
	/* Not a number, or more than a tensor can have. */
	if (!(n >= 0 && n < (double)NUM_EXACT_DOUBLE))
		return OP_NO_ATTR;
	return (uint64_t)n + ((double)(uint64_t)n < n);
}

/* Elements of the result, and its type. */
static uint64_t fill_elems(
    const struct op_entry *e, const struct call *call, enum dtype *type)
{
	const struct arg *x = op_arg(e, call, "input");
	const struct arg *value;
	uint64_t n, m;

	if (op_args_is_tensor(x))
		*type = x->dtype;
	switch (e->variant) {
	case FILL_SELF:
	case FILL_LIKE:
		if (op_args_is_tensor(x))
			return op_elems(x);
		/* PyProf records a 0-dim tensor as its number. */
		*type = DTYPE_UNKNOWN;
		return op_args_is_number(x) ? 1 : OP_NO_SHAPE;
	case FILL_SIZE:
	case FILL_NEW:
		return size_elems(e, call);
	case FILL_INT:
		*type = DTYPE_INT64;
		return size_elems(e, call);
	case FILL_VALUE:
		value = op_arg(e, call, "fill_value");
		if (value && value->kind == ARG_INT)
			*type = DTYPE_INT64;
		if (value && value->kind == ARG_BOOL)
			*type = DTYPE_BOOL8;
		return size_elems(e, call);
	case FILL_ARANGE:
		*type = DTYPE_INT64;
		return arange_elems(e, call, type);
	case FILL_STEPS:
		return op_args_count(e, call, "steps", 100);
	case FILL_EYE:
		n = op_args_count(e, call, "n", -1);
		m = own_args(e, call) > 1 && op_arg(e, call, "m")
			? op_args_count(e, call, "m", -1)
			: n;
		return op_mul(n, m);
	case FILL_PERM:
		*type = DTYPE_INT64;
		return op_args_count(e, call, "n", -1);
	default: /* FILL_ONE */
		return 1;
	}
}

int op_fill(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	enum dtype type = DTYPE_FLOAT32;
	const struct arg *a = find_dtype(e, call);
	const struct arg *out = op_arg(e, call, "out");
	const struct arg *x = op_arg(e, call, "input");
	uint64_t n;

	if (part != PART_FORWARD) {
		cost->why = WHY_NO_GRADIENT;
		return -1;
	}
	n = fill_elems(e, call, &type);
	if (op_args_is_tensor(out)) {
		/* One without elements is made as large as it has to be. */
		if (op_elems(out) > 0 && op_elems(out) < OP_BAD)
			n = op_elems(out);
		type = out->dtype;
	} else if (op_args_given(a) != GIVEN_NO)
		type = dtype_of(e, a);
	else if (call->mod.n && type && !op_args_is_tensor(x)) {
		cost->conf = CONF_ESTIMATE;
		cost->why = WHY_NO_DTYPE;
	}
	cost->dtype = type;
	return op_set(cost, 0, 0, op_size(n, type));
}
