/*
 * fill.c - what makes a tensor out of nothing: zeros, full, rand, arange.
 *
 * In:  a call with a size, or with a tensor of that size
 * Out: 0 FLOPs (random numbers and indices are no floating-point work), bytes
 *      of the result, and of tensors that say how numbers are drawn
 *
 * PyProf leaves out an argument that is a torch.dtype.  So where its marker
 * names no type the default is only likely.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

/* Where the number of elements and the type are from. */
enum {
	FILL_SELF,  /* fill_, normal_: the tensor itself */
	FILL_DRAWN, /* bernoulli: tensors that numbers are drawn by */
	FILL_LIKE,  /* zeros_like */
	FILL_SIZE,  /* zeros: `size`, float32 */
	FILL_INT,   /* randint: `size`, int64 */
	FILL_VALUE, /* full: `size`, the type of `fill_value` */
	FILL_NEW,   /* new_zeros: `size`, the type of the tensor */
	FILL_ARANGE,
	FILL_STEPS, /* linspace */
	FILL_EYE,
	FILL_PERM, /* randperm */
	FILL_ONE,  /* scalar_tensor */
	FILL_TRIL, /* tril_indices: rows and columns, int64 */
	FILL_TRIU,
	FILL_WINDOW, /* hann_window: of n elements, float32 */
};

/* randint(low, high, size): the size is the first list. */
static const struct arg *find_size(struct op_ask *q)
{
	size_t i;

	if (q->row->variant != FILL_INT || call_find_arg(q->call, "size"))
		return op_arg(q, AT_size);
	for (i = 0; i < q->call->nargs; i++)
		if (q->call->args[i].value.kind == VALUE_LIST)
			return &q->call->args[i];
	return NULL;
}

/* A size as torch takes it: a list, or numbers one by one. */
static uint64_t size_elems(struct op_ask *q)
{
	const struct arg *a = find_size(q);
	const struct arg *end = q->call->args + q->call->nargs;
	struct op_shape s;
	int64_t more;
	uint64_t n;

	if (op_args_ints(a, s.v, OP_MAX_DIMS, &s.n) != GIVEN_YES)
		return OP_NO_ATTR;
	n = op_shape_elems(&s);
	if (a->value.kind == VALUE_LIST)
		return n;
	for (a++; a < end && a->kind == ARG_INT && a->name.n == 0; a++) {
		if (!op_args_whole(&a->value, &more) || more < 0)
			return OP_NO_ATTR;
		n = num_times(n, (uint64_t)more);
	}
	return n;
}

/*
 * How many arguments of an aten factory come before dtype, layout, device and
 * pin_memory, its last ones (zeros_like and its kind have memory_format too).
 * All of them when the call is not recorded that way.
 */
static size_t own_args(struct op_ask *q)
{
	size_t after = q->row->variant == FILL_LIKE ? 5 : 4, i;

	/* A call that is given the tensor to fill takes no type. */
	if (q->call->mod.n || q->row->variant == FILL_SELF ||
	    q->call->nargs <= after || op_args_is_tensor(op_arg(q, AT_out)))
		return q->call->nargs;
	for (i = 0; i < q->call->nargs; i++)
		if (q->call->args[i].name.n)
			return q->call->nargs;
	return q->call->nargs - after;
}

static const struct arg *find_dtype(struct op_ask *q)
{
	size_t n = own_args(q);

	return n < q->call->nargs ? &q->call->args[n]
				  : call_find_arg(q->call, "dtype");
}

/* torch's enum ScalarType, or a name. */
static enum dtype dtype_of(struct op_ask *q, const struct arg *a)
{
	return op_args_type(a, (q->row->spaces & SPACE_ONNX) != 0, DTYPE_UNKNOWN);
}

/* The type of what is filled: that of `out`, or of `dtype`, else otherwise. */
static enum dtype wanted_type(struct op_ask *q, enum dtype otherwise)
{
	const struct arg *a = find_dtype(q), *out = op_arg(q, AT_out);

	if (op_args_is_tensor(out))
		return out->dtype;
	return op_args_given(a) == GIVEN_NO ? otherwise : dtype_of(q, a);
}

/* What of a number torch's arange of int64 takes; of other types all of it
 * (arange_out in RangeFactories.cpp). */
static double whole_part(double x)
{
	return x > -NUM_EXACT_DOUBLE && x < NUM_EXACT_DOUBLE ? (double)(int64_t)x
							     : x;
}

/* Elements of arange(end), (start, end) or (start, end, step); the type is a
 * float's where one of them is.  aten records all three, or None. */
static uint64_t arange_elems(struct op_ask *q, enum dtype *type)
{
	const struct arg *a[3];
	double x[3] = {0, 0, 1}, n;
	size_t i, given = 0, own = own_args(q);

	for (i = 0; i < 3 && i < own; i++) {
		a[i] = op_operand(q, i);
		if (op_args_is_tensor(a[i]) || op_args_given(a[i]) == GIVEN_NO)
			break;
		if (!op_args_is_number(a[i]))
			return OP_NO_ATTR;
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
	if (wanted_type(q, *type) == DTYPE_INT64)
		for (i = 0; i < 3; i++)
			x[i] = whole_part(x[i]);
	n = (x[1] - x[0]) / x[2];
	if (n < 0)
		return OP_MISFIT;
	/* Not a number, or more than a tensor can have. */
	if (!(n >= 0 && n < (double)NUM_EXACT_DOUBLE))
		return OP_NO_ATTR;
	return (uint64_t)n + ((double)(uint64_t)n < n);
}

/* Elements of the first n rows of a matrix of m columns, of which row i has i +
 * k where that is a number of columns: an arithmetic series between 0 and m. */
static uint64_t trapezoid(int64_t n, int64_t m, int64_t k)
{
	int64_t from = k < 0 ? -k : 0, to = m - k;

	from = from < n ? from : n;
	to = to < from ? from : to < n ? to : n;
	return (uint64_t)((to - from) * (from + k + to - 1 + k) / 2 + (n - to) * m);
}

/* tril_indices(row, col, offset): those of the elements on and below a
 * diagonal, or on and above it. */
static uint64_t triangle(struct op_ask *q)
{
	const int64_t most = INT64_C(1) << 30; /* sums of products fit */
	bool known = true;
	int64_t n = op_args_int(q, AT_n, -1, &known);
	int64_t m = op_args_int(q, AT_m, -1, &known);
	int64_t k = own_args(q) > 2 ? op_args_int(q, AT_offset, 0, &known) : 0;

	if (!known || n < 0 || m < 0)
		return OP_NO_ATTR;
	if (n > most || m > most || k > most || k < -most)
		return NUM_OVERFLOW;
	if (q->row->variant == FILL_TRIL)
		return 2 * trapezoid(n, m, k + 1);
	return 2 * ((uint64_t)(n * m) - trapezoid(n, m, k));
}

/* The type of a tensor that is filled with a value, where nothing else tells
 * it: torch's default of the value's kind.  A trace shows a number as a tensor
 * without dimensions. */
static enum dtype type_of_value(const struct arg *value)
{
	enum arg_kind kind = value ? value->kind : ARG_UNKNOWN;
	enum dtype_class class =
	    kind == ARG_TENSOR ? dtype_class(value->dtype) : DTYPE_FLOAT;

	if (kind == ARG_UNKNOWN || (kind == ARG_TENSOR && !value->dtype))
		return DTYPE_UNKNOWN;
	if (kind == ARG_INT || class == DTYPE_INT)
		return DTYPE_INT64;
	if (kind == ARG_BOOL || class == DTYPE_BOOL)
		return DTYPE_BOOL8;
	if (kind == ARG_COMPLEX || class == DTYPE_COMPLEX)
		return DTYPE_COMPLEX64;
	return DTYPE_FLOAT32;
}

/*
 * Elements that are drawn, and the tensors that they are drawn by are read: p
 * for each element of x, x itself where there is no p, means and deviations, of
 * which one may be a number.
 */
static uint64_t drawn_elems(struct op_ask *q)
{
	const enum op_at names[] = {AT_p, AT_mean, AT_std};
	const struct arg *x = op_tensor(q, AT_input);
	struct op_shape s, to;
	bool any = op_shape_of(x, &s);
	enum op_given p = GIVEN_NO;
	uint64_t bad;
	size_t i;

	to = s;
	for (i = 0; i < NELEMS(names); i++) {
		const struct arg *by = op_arg(q, names[i]);

		if (!op_args_has(q, names[i]))
			continue;
		if (names[i] == AT_p)
			p = op_args_given(by);
		if (!op_as_tensor(q, by))
			continue;
		bad = any ? op_broadcast(&s, by) : 0;
		if (bad)
			return bad;
		any = any || op_shape_of(by, &s);
		reads(q, by);
	}
	if (!any)
		return op_args_has(q, AT_size) ? size_elems(q) : OP_NO_SHAPE;
	if (x && !op_shape_same(&s, &to))
		return OP_MISFIT;
	if (p != GIVEN_YES && !op_args_inplace(q->call)) {
		reads(q, x);
		/* torch's generator stands in p's place, and is not shown */
		if (p == GIVEN_UNRECORDED)
			estimates_bytes(q, WHY_ATTRIBUTE);
	}
	return op_shape_elems(&s);
}

/* The tensor whose type the result has, or NULL. */
static const struct arg *form(const struct op_ask *q)
{
	static const enum op_at names[] = {AT_input, AT_mean, AT_std};
	size_t i;

	for (i = 0; i < NELEMS(names); i++)
		if (op_args_has(q, names[i]) &&
		    op_args_is_tensor(op_arg(q, names[i])))
			return op_arg(q, names[i]);
	return NULL;
}

/* Elements of the result, and its type. */
static uint64_t fill_elems(struct op_ask *q, enum dtype *type)
{
	const struct arg *x = form(q);
	uint64_t n, m;

	if (x)
		*type = x->dtype;
	switch (q->row->variant) {
	case FILL_DRAWN:
		return drawn_elems(q);
	case FILL_SELF:
	case FILL_LIKE:
		if (x)
			return op_elems(x);
		/* PyProf records a 0-dim tensor as its number. */
		*type = DTYPE_UNKNOWN;
		return op_args_is_number(op_arg(q, AT_input)) ? 1 : OP_NO_SHAPE;
	case FILL_SIZE:
	case FILL_NEW:
		return size_elems(q);
	case FILL_INT:
		*type = DTYPE_INT64;
		return size_elems(q);
	case FILL_VALUE:
		*type = type_of_value(op_arg(q, AT_fill_value));
		return size_elems(q);
	case FILL_ARANGE:
		*type = DTYPE_INT64;
		return arange_elems(q, type);
	case FILL_STEPS:
		return op_args_count_or(q, AT_steps, 100);
	case FILL_EYE:
		n = op_args_count(q, AT_n);
		m = own_args(q) > 1 && op_arg(q, AT_m) ? op_args_count(q, AT_m) : n;
		return num_times(n, m);
	case FILL_TRIL:
	case FILL_TRIU:
		*type = DTYPE_INT64;
		return triangle(q);
	case FILL_WINDOW:
		return op_args_count(q, AT_n);
	case FILL_PERM:
		*type = DTYPE_INT64;
		return op_args_count(q, AT_n);
	default: /* FILL_ONE */
		return 1;
	}
}

static int cost_fill(struct op_ask *q)
{
	enum dtype type = DTYPE_FLOAT32;
	const struct arg *a = find_dtype(q);
	const struct arg *out = op_arg(q, AT_out);
	uint64_t n;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_GRADIENT);
	n = fill_elems(q, &type);
	/* torch resizes an empty one. */
	if (op_args_is_tensor(out) && op_elems(out) > 0 && !num_bad(op_elems(out)))
		n = op_elems(out);
	else if (!op_args_is_tensor(out) && op_args_given(a) == GIVEN_NO &&
		 q->call->mod.n && type && !form(q))
		estimates_bytes(q, WHY_NO_DTYPE);
	type = wanted_type(q, type);
	q->cost->dtype = type;
	moves(q, n, type);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"BlackmanWindow", N, .why = WHY_VALUES},
{"Constant", N, .why = WHY_NO_KERNEL},
{"ConstantOfShape", N, .why = WHY_VALUES},
{"EyeLike", N, "input", FILL_LIKE},
{"HammingWindow", N, .why = WHY_VALUES},
{"HannWindow", N, .why = WHY_VALUES},
{"Multinomial", N, .why = WHY_NO_RULE},
{"OneHot", N, .why = WHY_VALUES},
{"RandomNormal", N, "size", FILL_SIZE},
{"RandomNormalLike", N, "input", FILL_LIKE},
{"RandomUniform", N, "size", FILL_SIZE},
{"RandomUniformLike", N, "input", FILL_LIKE},
{"Range", N, .why = WHY_VALUES},
{"arange", T | A, "start,end?,step?", FILL_ARANGE},
{"bartlett_window", T | A, "n", FILL_WINDOW},
{"bernoulli", T | X | A, "input,p?", FILL_DRAWN},
{"bernoulli_", T | X | A, "input,p?", FILL_DRAWN},
{"blackman_window", T | A, "n", FILL_WINDOW},
{"cauchy_", T | X | A, "input", FILL_SELF},
{"empty", T | A, .why = WHY_NO_KERNEL},
{"empty_like", T | A, .why = WHY_NO_KERNEL},
{"empty_strided", T | A, .why = WHY_NO_KERNEL},
{"exponential_", T | X | A, "input", FILL_SELF},
{"eye", T | A, "n,m?", FILL_EYE},
{"fill", A, "input,value", FILL_LIKE},
{"fill_", T | X | A, "input", FILL_SELF, .params = PARAMS_ONE},
{"full", T | A, "size,fill_value", FILL_VALUE, .params = PARAMS_FULL},
{"full_like", T | A, "input", FILL_LIKE},
{"geometric_", T | X | A, "input", FILL_SELF},
{"hamming_window", T | A, "n", FILL_WINDOW},
{"hann_window", T | A, "n", FILL_WINDOW},
{"linspace", T | A, "start,end,steps", FILL_STEPS},
{"log_normal_", T | X | A, "input", FILL_SELF},
{"logspace", T | A, "start,end,steps", FILL_STEPS},
{"new_empty", X | A, .why = WHY_NO_KERNEL},
{"new_empty_strided", X | A, .why = WHY_NO_KERNEL},
{"new_full", X | A, "input,size", FILL_NEW},
{"new_ones", X | A, "input,size", FILL_NEW},
{"new_zeros", X | A, "input,size", FILL_NEW},
{"normal", T | A, "mean,std?,size?", FILL_DRAWN},
{"normal_", T | X | A, "input", FILL_SELF},
{"ones", T | A, "size", FILL_SIZE, .params = PARAMS_SIZED},
{"ones_like", T | A, "input", FILL_LIKE, .params = PARAMS_ONE},
{"poisson", T | A, "input", FILL_DRAWN, .tensors = true},
{"rand", T | A, "size", FILL_SIZE},
{"rand_like", T | A, "input", FILL_LIKE},
{"randint", T | A, "", FILL_INT},
{"randint_like", T | A, "input", FILL_LIKE},
{"randn", T | A, "size", FILL_SIZE},
{"randn_like", T | A, "input", FILL_LIKE},
{"random_", T | X | A, "input", FILL_SELF},
{"randperm", T | A, "n", FILL_PERM, .params = PARAMS_RANDPERM},
{"scalar_tensor", T | A, "s", FILL_ONE},
{"tril_indices", T | A, "n,m,offset", FILL_TRIL},
{"triu_indices", T | A, "n,m,offset", FILL_TRIU},
{"uniform_", T | X | A, "input", FILL_SELF},
{"zero_", T | X | A, "input", FILL_SELF, .params = PARAMS_ONE},
{"zeros", T | A, "size", FILL_SIZE, .params = PARAMS_SIZED},
{"zeros_like", T | A, "input", FILL_LIKE, .params = PARAMS_ONE},
};
/* clang-format on */

const struct op_family op_fill = {
    .title = "Fills",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_fill,
    .each_flops = OP_EACH(0),
};
