/*
 * op.c - the numbers, shapes and types of a formula.
 *
 * In:  tensors as pp-parse recorded them, counts
 * Out: checked numbers, shapes that broadcast, the type that torch computes in
 */
#include "prof/ops/op.h"

/* 1. Numbers. */

static const char *why_bad(uint64_t bad)
{
	static const char *const text[] = {WHY_VALUES, WHY_ATTRIBUTE,
	    WHY_MISMATCH, WHY_NO_SHAPE, WHY_NO_DTYPE, WHY_OVERFLOW};

	return text[bad - NUM_BAD];
}

int op_set(struct cost *cost, uint64_t flops, uint64_t gemm, uint64_t bytes)
{
	uint64_t bad = num_bad(flops) ? flops : gemm;

	/* then the call that ran was another, of which nothing is known */
	if (bad == OP_MISFIT || bytes == OP_MISFIT)
		bad = bytes = OP_MISFIT;
	cost->has_flops = !num_bad(bad);
	cost->has_bytes = !num_bad(bytes);
	if (cost->has_flops) {
		cost->flops = flops;
		cost->gemm = gemm;
	} else {
		op_lower(&cost->of_flops, CONF_UNKNOWN, why_bad(bad));
	}
	if (cost->has_bytes)
		cost->bytes = bytes;
	else
		op_lower(&cost->of_bytes, CONF_UNKNOWN, why_bad(bytes));
	return cost->has_flops || cost->has_bytes ? 0 : -1;
}

void op_unknown(struct cost *cost, const char *why)
{
	struct sure none = {CONF_UNKNOWN, why};

	*cost = (struct cost){.of_flops = none, .of_bytes = none};
}

void op_lower(struct sure *s, enum conf conf, const char *why)
{
	if (conf > s->conf)
		*s = (struct sure){conf, why};
}

const struct sure *op_sure(const struct cost *cost)
{
	if (cost->of_flops.conf == CONF_HELPER)
		return &cost->of_flops;
	return cost->of_bytes.conf > cost->of_flops.conf ? &cost->of_bytes
							 : &cost->of_flops;
}

/* Elements of a shape of n sizes: none where one size is 0, whatever the others
 * make. */
static uint64_t shape_elems(const int64_t *v, size_t n)
{
	uint64_t all = 1;
	bool none = false;
	size_t i;

	for (i = 0; i < n; i++) {
		if (v[i] < 0)
			return OP_NO_SHAPE;
		none |= v[i] == 0;
		all = num_times(all, (uint64_t)v[i]);
	}
	return none ? 0 : all;
}

uint64_t op_elems(const struct arg *t)
{
	return t && t->shape.v ? shape_elems(t->shape.v, t->shape.n) : OP_NO_SHAPE;
}

uint64_t op_extent(const struct arg *t, size_t i)
{
	return t->shape.v[i] < 0 ? OP_NO_SHAPE : (uint64_t)t->shape.v[i];
}

uint64_t op_last(const struct arg *t)
{
	return t && t->shape.n ? op_extent(t, t->shape.n - 1) : OP_NO_SHAPE;
}

uint64_t op_size(uint64_t n, enum dtype t)
{
	unsigned bits = dtype_bits(t);

	if (num_bad(n))
		return n;
	if (bits == 0)
		return OP_NO_DTYPE;
	if (bits % 8 == 0)
		return num_times(n, bits / 8);
	n = num_times(n, bits);
	return num_bad(n) ? n : n / 8 + (n % 8 != 0);
}

/* A number, or what Kineto shows for one: a 0-dim entry of C++'s double, long or
 * complex<double> (rule B3).  A marker of PyProf's tells a tensor from a number. */
static bool is_number(const struct arg *t, bool marker)
{
	if (t->kind != ARG_TENSOR)
		return t->kind == ARG_NONE || t->kind == ARG_BOOL ||
		       t->kind == ARG_INT || t->kind == ARG_FLOAT ||
		       t->kind == ARG_COMPLEX;
	return !marker && t->shape.v && t->shape.n == 0 &&
	       (t->dtype == DTYPE_FLOAT64 || t->dtype == DTYPE_INT64 ||
		   t->dtype == DTYPE_COMPLEX128 || str_is(t->dtype_text, "Scalar"));
}

uint64_t op_moved(const struct arg *t)
{
	uint64_t n;
	size_t i;

	if (!t || is_number(t, false))
		return 0;
	n = op_elems(t);
	if (num_bad(n) || n == 0)
		return op_size(n, t->dtype);
	for (n = 1, i = 0; i < t->shape.n; i++)
		if (!(t->strides.v && t->strides.n == t->shape.n &&
			t->strides.v[i] == 0 && t->shape.v[i] > 0))
			n = num_times(n, (uint64_t)t->shape.v[i]);
	return op_size(n, t->dtype);
}

uint64_t op_moved_or(const struct arg *t, uint64_t n, enum dtype type)
{
	return t ? op_moved(t) : op_size(n, type);
}

uint64_t op_moved_as(const struct arg *t, enum dtype type)
{
	struct arg as;

	if (!t)
		return 0;
	as = *t;
	if (type)
		as.dtype = type;
	return op_moved(&as);
}

uint64_t op_grad_as(const struct arg *t, enum dtype type)
{
	return op_size(op_elems(t), type ? type : t->dtype);
}

/* 2. Shapes. */

bool op_dim(int64_t dim, size_t n, size_t *i)
{
	if (dim < 0)
		dim += (int64_t)n;
	*i = (size_t)dim;
	return dim >= 0 && *i < n;
}

uint64_t op_windows(int64_t n, const struct op_window *w)
{
	/* No size of a real tensor; products of two fit. */
	const int64_t many = INT64_C(1) << 31;
	int64_t room, places;

	if (n < 0 || w->size < 1 || w->stride < 1 || w->pad < 0 ||
	    w->dilation < 1 || w->skew < -w->pad)
		return OP_MISFIT;
	if (n >= many || w->size >= many || w->stride >= many ||
	    w->pad >= many || w->dilation >= many || w->skew >= many)
		return NUM_OVERFLOW;
	room = n + 2 * w->pad + w->skew - w->dilation * (w->size - 1) - 1;
	if (w->ceil)
		room += w->stride - 1;
	if (room < 0)
		return OP_MISFIT;
	places = room / w->stride + 1;
	if (w->ceil && (places - 1) * w->stride >= n + w->pad)
		places--;
	return (uint64_t)places;
}

bool op_shape_of(const struct arg *t, struct op_shape *s)
{
	size_t i;

	s->n = 0;
	if (!t || !t->shape.v || t->shape.n > OP_MAX_DIMS)
		return false;
	for (i = 0; i < t->shape.n; i++) {
		if (t->shape.v[i] < 0)
			return false;
		s->v[i] = t->shape.v[i];
	}
	s->n = t->shape.n;
	return true;
}

bool op_shape_same(const struct op_shape *s, const struct op_shape *t)
{
	return s->n == t->n && memcmp(s->v, t->v, s->n * sizeof *s->v) == 0;
}

bool op_alike(const struct arg *a, const struct arg *b)
{
	struct op_shape s, t;

	if (!op_shape_of(a, &s) || !op_shape_of(b, &t))
		return true;
	return op_shape_same(&s, &t);
}

uint64_t op_broadcast(struct op_shape *s, const struct arg *t)
{
	struct op_shape o;
	size_t i;

	if (!t || is_number(t, false))
		return 0;
	if (!op_shape_of(t, &o))
		return OP_NO_SHAPE;
	if (o.n > s->n) {
		struct op_shape swap = *s;

		*s = o;
		o = swap;
	}
	for (i = 1; i <= o.n; i++) {
		int64_t *a = &s->v[s->n - i], b = o.v[o.n - i];

		if (*a == 1)
			*a = b;
		else if (b != 1 && b != *a)
			return OP_MISFIT;
	}
	return 0;
}

bool op_expands(const struct arg *t, const struct op_shape *s)
{
	struct op_shape both = *s;

	return op_broadcast(&both, t) != OP_MISFIT && op_shape_same(&both, s);
}

uint64_t op_shape_elems(const struct op_shape *s)
{
	return shape_elems(s->v, s->n);
}

/* 3. Types. */

enum dtype op_promote2(enum dtype a, enum dtype b)
{
	enum dtype_class ca = dtype_class(a), cb = dtype_class(b);

	if (a == b)
		return a;
	if (!a || !b)
		return DTYPE_UNKNOWN;
	/* complex64 with float64 is complex128. */
	if ((ca == DTYPE_COMPLEX) != (cb == DTYPE_COMPLEX)) {
		enum dtype c = ca == DTYPE_COMPLEX ? a : b;
		enum dtype r = ca == DTYPE_COMPLEX ? b : a;

		if (dtype_class(r) == DTYPE_FLOAT &&
		    2 * dtype_bits(r) > dtype_bits(c))
			return r == DTYPE_FLOAT64 ? DTYPE_COMPLEX128
						  : DTYPE_COMPLEX64;
		return c;
	}
	if (ca != cb)
		return ca > cb ? a : b;
	if (dtype_bits(a) != dtype_bits(b))
		return dtype_bits(a) > dtype_bits(b) ? a : b;
	/* float16 with bfloat16; uint8 with int8. */
	if (ca == DTYPE_FLOAT)
		return DTYPE_FLOAT32;
	if (ca == DTYPE_INT && dtype_bits(a) == 8)
		return DTYPE_INT16;
	return DTYPE_UNKNOWN;
}

/* The type that a Python number has beside tensors of lower category. */
static enum dtype number_type(const struct arg *a)
{
	if (a->kind == ARG_BOOL || dtype_class(a->dtype) == DTYPE_BOOL)
		return DTYPE_BOOL8;
	if (a->kind == ARG_INT || a->dtype == DTYPE_INT64)
		return DTYPE_INT64;
	if (a->kind == ARG_COMPLEX || a->dtype == DTYPE_COMPLEX128)
		return DTYPE_COMPLEX64;
	return DTYPE_FLOAT32;
}

/* The type of operands of type t beside one of lower rank and higher category:
 * of floats with complex numbers as wide as the floats are (combine_categories
 * of torch's TypeProperties.cpp). */
static enum dtype promote_lower(enum dtype t, enum dtype lower)
{
	if (dtype_class(t) == DTYPE_FLOAT && dtype_class(lower) == DTYPE_COMPLEX)
		return dtype_complex(t) ? dtype_complex(t) : DTYPE_COMPLEX64;
	return op_promote2(t, lower);
}

enum dtype op_cast(struct cost *cost, enum dtype a, enum dtype b)
{
	enum dtype narrow = dtype_bits(a) < dtype_bits(b) ? a : b;

	if (a == b || dtype_class(a) != DTYPE_FLOAT || dtype_class(b) != DTYPE_FLOAT)
		return DTYPE_UNKNOWN;
	if (dtype_bits(a) != dtype_bits(b) &&
	    (narrow == DTYPE_FLOAT16 || narrow == DTYPE_BFLOAT16))
		return narrow;
	op_lower(&cost->of_flops, CONF_ESTIMATE, WHY_NO_DTYPE);
	op_lower(&cost->of_bytes, CONF_ESTIMATE, WHY_NO_DTYPE);
	return DTYPE_UNKNOWN;
}

static bool is_operand(const struct arg *a)
{
	return a && a->kind != ARG_NONE && a->kind != ARG_UNKNOWN &&
	       a->kind != ARG_STR;
}

/*
 * A call has a tensor: where all operands look like numbers, *type is that of the
 * ones that may be it, unknown where they differ.  False where there is another.
 */
static bool are_numbers(const struct arg *const *v, size_t n, enum dtype *type)
{
	bool any = false;
	size_t i;

	*type = DTYPE_UNKNOWN;
	for (i = 0; i < n; i++) {
		if (!is_operand(v[i]))
			continue;
		if (!is_number(v[i], false))
			return false;
		if (v[i]->kind != ARG_TENSOR || !v[i]->dtype)
			continue;
		*type = !any || *type == v[i]->dtype ? v[i]->dtype : DTYPE_UNKNOWN;
		any = true;
	}
	return any;
}

enum dtype op_promote(const struct arg *const *v, size_t n, bool marker)
{
	/* 0: tensors with dimensions, 1: without, 2: numbers */
	enum dtype t[3] = {0}, result = DTYPE_UNKNOWN;
	bool has[3] = {0}, alone;
	size_t i;
	unsigned k;

	alone = !marker && are_numbers(v, n, &t[1]);
	has[1] = alone;
	for (i = 0; i < n; i++) {
		enum dtype it;

		if (!is_operand(v[i]))
			continue;
		k = is_number(v[i], marker) ? 2 : v[i]->shape.n ? 0 : 1;
		if (alone && v[i]->dtype)
			k = 1;
		it = k == 2 ? number_type(v[i]) : v[i]->dtype;
		t[k] = has[k] ? op_promote2(t[k], it) : it;
		has[k] = true;
	}
	for (k = 0; k < 3; k++) {
		if (!has[k])
			continue;
		if (!t[k])
			return DTYPE_UNKNOWN;
		/* A lower rank counts where its category is higher. */
		if (!result)
			result = t[k];
		else if (dtype_class(t[k]) > dtype_class(result))
			result = promote_lower(result, t[k]);
	}
	return result;
}
