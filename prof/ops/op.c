/*
 * op.c - run an operator's model, read its arguments, count and promote.
 *
 * In:  a call as pp-parse recorded it
 * Out: what it costs, arguments by the row's names, checked numbers
 *
 * Arguments are looked up by the names in the row and not by fixed positions
 * in the models: the sources order them differently (F.embedding(input, weight)
 * and aten::embedding(weight, indices)), some give keywords, some flatten lists.
 */
#include "prof/ops/op.h"

#include "prof/ops/args.h"
#include "prof/ops/models.h"

/* 1. Cost. */

int op_cost(const struct call *call, enum op_part part, struct cost *cost)
{
	return op_cost_of(op_find(call), call, part, cost);
}

int op_cost_of(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	struct str each;
	int status;

	memset(cost, 0, sizeof *cost);
	if (!e || !e->model) {
		cost->why = e && e->why ? e->why : WHY_NO_MODEL;
		return -1;
	}
	if (!call->has_args) {
		cost->why = WHY_NO_ARGS;
		return -1;
	}
	cost->conf = CONF_EXACT;
	if (op_find_each(call, &each))
		status = op_each(e, call, part, cost);
	else
		status = e->model(e, call, part, cost);
	if (status != 0 || !(cost->has_flops || cost->has_bytes)) {
		const char *why = cost->why;

		memset(cost, 0, sizeof *cost);
		cost->why = why ? why : WHY_ATTRIBUTE;
		return -1;
	}
	/* What most models cannot be sure of is what tensors hold. */
	if (cost->conf != CONF_EXACT && !cost->why)
		cost->why = WHY_VALUES;
	return 0;
}

/* 2. Arguments. */

bool op_positional(const struct arg *a)
{
	return a->name.n == 0 || a->name.p[0] == '/';
}

/* The names of a row, one after another. */
struct names {
	const char *at;
	struct str name;
	bool list;  /* ended in "..." */
	bool after; /* ended in '*': a tensor behind a list */
};

static bool next_name(struct names *it)
{
	size_t n;

	if (!it->at || *it->at == '\0')
		return false;
	n = strcspn(it->at, ",");
	it->name = (struct str){it->at, n};
	it->at += n + (it->at[n] == ',');
	it->list = str_ends(it->name, "...");
	it->after = str_ends(it->name, "*");
	it->name.n -= it->list ? 3 : it->after ? 1 : 0;
	return true;
}

/*
 * How many positions the list that starts at position i takes: the run of
 * tensors there, less those that the row says follow it; one where it was
 * recorded as a list, or not told.
 */
static size_t list_places(
    const struct call *call, size_t i, size_t npos, struct names rest)
{
	size_t n = 0, behind = 0;

	if (i >= npos || call->args[i].kind != ARG_TENSOR)
		return 1;
	while (i + n < npos && call->args[i + n].kind == ARG_TENSOR)
		n++;
	while (next_name(&rest) && rest.after)
		behind++;
	return n > behind ? n - behind : 0;
}

/* Where the named argument stands among the positional ones; *n how many
 * places it has.  Positional arguments come first.  False: not there. */
static bool find_place(const struct op_entry *e, const struct call *call,
    struct str name, size_t *place, size_t *n)
{
	struct names it = {.at = e->args};
	size_t i = 0, npos = 0;

	while (npos < call->nargs && op_positional(&call->args[npos]))
		npos++;
	while (i < npos && next_name(&it)) {
		*n = it.list ? list_places(call, i, npos, it) : 1;
		if (str_eq(it.name, name)) {
			*place = i;
			return *n > 0 && i + *n <= npos;
		}
		i += *n;
	}
	return false;
}

/* Names in whose place torch puts `out` where an overload is without them: no
 * operator that has the name takes a tensor by it as its last argument. */
static bool is_out_place(struct str name)
{
	static const char *const names[] = {"out", "inplace", "keepdim",
	    "rounding_mode", "reduce", "dtype", "m", "end"};
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i][0] == name.p[0] && str_is(name, names[i]))
			return true;
	return false;
}

/*
 * The first of the tensors that the caller gave for the results, nargs where it
 * gave none.  aten's forms with out (silu.out, sigmoid_backward.grad_input)
 * record what they are given as the last arguments, without a name, behind all
 * that the row names or in the place of a name that they do not have.
 */
static size_t first_out(const struct op_entry *e, const struct call *call)
{
	struct names it = {.at = e->args};
	const size_t n = call->nargs;
	size_t i = 0, out = n;

	/* Most calls end in something else. */
	if (n == 0 || call->args[n - 1].kind != ARG_TENSOR ||
	    !op_positional(&call->args[n - 1]) || call->mod.n ||
	    !(e->spaces & SPACE_ATEN) || op_args_inplace(call))
		return n;
	while (out > 0 && call->args[out - 1].kind == ARG_TENSOR)
		out--;
	while (i < n && next_name(&it)) {
		i += it.list ? list_places(call, i, n, it) : 1;
		if (i > out && !is_out_place(it.name))
			out = i;
	}
	return out < n ? out : n;
}

/* Whether the row has an argument of this name. */
static bool has_name(const struct op_entry *e, struct str name)
{
	struct names it = {.at = e->args};

	while (next_name(&it))
		if (str_eq(it.name, name))
			return true;
	return false;
}

/*
 * Whether a keyword is the name, or what torch takes in its place: NumPy's
 * words (its numpy_compatibility_arg_names), and names that differ between
 * operators of one row layout.  A word that the row itself has means that.
 */
static bool is_keyword(const struct op_entry *e, struct str word, struct str name)
{
	static const struct {
		const char *name, *word;
	} alias[] = {
	    {"dim", "axis"},
	    {"other", "exponent"}, /* pow */
	    {"src", "source"},	   /* index_add, index_copy, masked_scatter */
	    {"src", "tensor"},	   /* ... before torch 1.12 */
	    {"out", "grad_input"}, /* of a backward */
	    {"zero_point", "zero_points"},
	    {"boundaries", "sorted_sequence"}, /* searchsorted */
	    {"input", "tensor"},	       /* one_hot */
	    {"input", "a"},		       /* tensordot */
	    {"other", "b"},
	    {"other", "values"}, /* heaviside */
	    /* ONNX's attributes */
	    {"dim", "axes"},
	    {"kernel_size", "kernel_shape"},
	    {"stride", "strides"},
	    {"padding", "pads"},
	    {"pad", "pads"},
	    {"dilation", "dilations"},
	    {"groups", "group"},
	    {"dtype", "to"},
	    {"num_groups", "group"},
	    {"training", "training_mode"},
	    {"size", "sizes"},
	    {"size", "shape"},
	    {"scale", "scales"},
	    /* interpolate, and what it calls */
	    {"scale", "scale_factor"},
	    {"scale", "scale_factors"},
	    {"size", "output_size"},
	};
	size_t i;

	if (str_eq(word, name))
		return true;
	for (i = 0; i < sizeof alias / sizeof *alias; i++)
		if (str_is(word, alias[i].word) && str_is(name, alias[i].name))
			return !has_name(e, word);
	return false;
}

static const struct arg *find_keyword(
    const struct op_entry *e, const struct call *call, struct str name)
{
	size_t i;

	for (i = 0; i < call->nargs; i++)
		if (call->args[i].name.n && is_keyword(e, call->args[i].name, name))
			return &call->args[i];
	return NULL;
}

static const struct arg *find_arg(
    const struct op_entry *e, const struct call *call, struct str name)
{
	const struct arg *a = find_keyword(e, call, name);
	size_t place, n, out;

	if (a)
		return a;
	out = first_out(e, call);
	if (out < call->nargs && str_is(name, "out"))
		return &call->args[out];
	if (!find_place(e, call, name, &place, &n) || place >= out)
		return NULL;
	return &call->args[place];
}

const struct arg *op_arg(
    const struct op_entry *e, const struct call *call, const char *name)
{
	return find_arg(e, call, str_of(name));
}

const struct arg *op_operand(
    const struct op_entry *e, const struct call *call, size_t i)
{
	struct names it = {.at = e->args};

	while (next_name(&it))
		if (i-- == 0)
			return find_arg(e, call, it.name);
	return NULL;
}

const struct arg *op_tensor(
    const struct op_entry *e, const struct call *call, const char *name)
{
	const struct arg *a = op_arg(e, call, name);

	return a && a->kind == ARG_TENSOR && a->shape.v ? a : NULL;
}

const struct arg *op_result(const struct call *call)
{
	const struct arg *a = call->nout ? &call->out[0] : NULL;

	return a && a->kind == ARG_TENSOR && a->shape.v ? a : NULL;
}

bool op_is_out(
    const struct op_entry *e, const struct call *call, const struct arg *a)
{
	const struct arg *out = op_arg(e, call, "out");

	return out &&
	       (a == out || (a > out && op_positional(out) && op_positional(a)));
}

const struct arg *op_list(const struct op_entry *e, const struct call *call,
    const char *name, size_t *n)
{
	const struct arg *a = find_keyword(e, call, str_of(name)), *end;
	size_t place;

	*n = 0;
	if (a) {
		/* A flattened keyword list repeats its name. */
		end = call->args + call->nargs;
		while (a + *n < end && str_is(a[*n].name, name))
			++*n;
	} else if (find_place(e, call, str_of(name), &place, n)) {
		a = &call->args[place];
	} else {
		*n = 0;
	}
	if (a && *n == 1 && a->value.kind == VALUE_ARGS) {
		*n = a->value.args.n;
		a = a->value.args.v;
	} else if (a && *n == 1 && a->kind != ARG_TENSOR) {
		*n = 0; /* none, or not told */
	}
	return *n ? a : NULL;
}

bool op_whole(const struct value *v, int64_t *i)
{
	if (v->kind == VALUE_INT)
		*i = v->i;
	else if (v->kind == VALUE_BOOL)
		*i = v->b;
	else
		return false;
	return true;
}

/* A whole number, or a list of one. */
static bool value_int(const struct value *v, int64_t *i)
{
	return op_whole(v->kind == VALUE_LIST && v->list.n == 1 ? v->list.v : v, i);
}

/* Whether the argument says that the default holds: it is not there, or None. */
static bool is_default(const struct arg *a)
{
	return !a || a->kind == ARG_NONE || a->value.kind == VALUE_NONE;
}

int64_t op_int(const struct op_entry *e, const struct call *call,
    const char *name, int64_t otherwise, bool *known)
{
	const struct arg *a = op_arg(e, call, name);
	int64_t i;

	if (is_default(a))
		return otherwise;
	if (!value_int(&a->value, &i)) {
		*known = false;
		return otherwise;
	}
	return i;
}

bool op_bool(const struct op_entry *e, const struct call *call,
    const char *name, bool otherwise, bool *known)
{
	return op_int(e, call, name, otherwise, known) != 0;
}

void op_ints(const struct op_entry *e, const struct call *call,
    const char *name, int64_t *out, size_t n, int64_t otherwise, bool *known)
{
	const struct arg *a = op_arg(e, call, name);
	const struct value *v = a ? &a->value : NULL;
	int64_t one = otherwise;
	size_t i;

	/* An empty list is how torch says "the kernel size" for a stride. */
	if (!is_default(a) && !(v->kind == VALUE_LIST && v->list.n == 0)) {
		if (v->kind == VALUE_LIST && v->list.n == n) {
			for (i = 0; i < n; i++)
				if (!value_int(&v->list.v[i], &out[i]))
					*known = false;
			return;
		}
		if (!value_int(v, &one))
			*known = false;
	}
	for (i = 0; i < n; i++)
		out[i] = one;
}

enum dtype op_dtype_arg(const struct op_entry *e, const struct call *call,
    const char *name, enum dtype otherwise)
{
	/* torch's enum ScalarType, as Kineto prints it. */
	static const enum dtype scalar_types[] = {DTYPE_UINT8, DTYPE_INT8,
	    DTYPE_INT16, DTYPE_INT32, DTYPE_INT64, DTYPE_FLOAT16, DTYPE_FLOAT32,
	    DTYPE_FLOAT64, DTYPE_COMPLEX32, DTYPE_COMPLEX64, DTYPE_COMPLEX128,
	    DTYPE_BOOL8, DTYPE_QINT8, DTYPE_QUINT8, DTYPE_QINT32,
	    DTYPE_BFLOAT16, DTYPE_QUINT4X2, DTYPE_QUINT2X4, DTYPE_BITS1X8,
	    DTYPE_BITS2X4, DTYPE_BITS4X2, DTYPE_BITS8, DTYPE_BITS16,
	    DTYPE_FLOAT8_E5M2, DTYPE_FLOAT8_E4M3FN, DTYPE_FLOAT8_E5M2FNUZ,
	    DTYPE_FLOAT8_E4M3FNUZ, DTYPE_UINT16, DTYPE_UINT32, DTYPE_UINT64};
	/* ONNX's TensorProto.DataType; 8 is a string. */
	static const enum dtype onnx_types[] = {DTYPE_UNKNOWN, DTYPE_FLOAT32,
	    DTYPE_UINT8, DTYPE_INT8, DTYPE_UINT16, DTYPE_INT16, DTYPE_INT32,
	    DTYPE_INT64, DTYPE_UNKNOWN, DTYPE_BOOL8, DTYPE_FLOAT16,
	    DTYPE_FLOAT64, DTYPE_UINT32, DTYPE_UINT64, DTYPE_COMPLEX64,
	    DTYPE_COMPLEX128, DTYPE_BFLOAT16, DTYPE_FLOAT8_E4M3FN,
	    DTYPE_FLOAT8_E4M3FNUZ, DTYPE_FLOAT8_E5M2, DTYPE_FLOAT8_E5M2FNUZ};
	const struct arg *a = op_arg(e, call, name);
	bool onnx = (e->spaces & SPACE_ONNX) != 0;
	const enum dtype *numbers = onnx ? onnx_types : scalar_types;
	size_t n = onnx ? sizeof onnx_types / sizeof *onnx_types
			: sizeof scalar_types / sizeof *scalar_types;
	enum dtype t = DTYPE_UNKNOWN;

	if (is_default(a))
		return otherwise;
	if (a->value.kind == VALUE_STR)
		t = dtype_find(a->value.s);
	else if (a->value.kind == VALUE_INT && a->value.i >= 0 &&
		 (uint64_t)a->value.i < n)
		t = numbers[a->value.i];
	return t ? t : otherwise;
}

/* 3. Numbers. */

static const char *why_bad(uint64_t bad)
{
	static const char *const text[] = {WHY_VALUES, WHY_ATTRIBUTE,
	    WHY_MISMATCH, WHY_NO_SHAPE, WHY_NO_DTYPE, WHY_OVERFLOW};

	return text[bad - OP_BAD];
}

int op_set(struct cost *cost, uint64_t flops, uint64_t gemm, uint64_t bytes)
{
	uint64_t bad = flops >= OP_BAD ? flops : gemm;

	cost->has_flops = bad < OP_BAD;
	cost->has_bytes = bytes < OP_BAD;
	if (cost->has_flops) {
		cost->flops = flops;
		cost->gemm = gemm;
	} else {
		cost->why = why_bad(bad);
	}
	if (cost->has_bytes)
		cost->bytes = bytes;
	else if (cost->has_flops)
		cost->why = why_bad(bytes);
	return cost->has_flops || cost->has_bytes ? 0 : -1;
}

uint64_t op_elems(const struct arg *t)
{
	uint64_t n = 1;
	size_t i;

	if (!t || !t->shape.v)
		return OP_NO_SHAPE;
	for (i = 0; i < t->shape.n; i++) {
		if (t->shape.v[i] < 0)
			return OP_NO_SHAPE;
		n = op_mul(n, (uint64_t)t->shape.v[i]);
	}
	return n;
}

uint64_t op_size(uint64_t n, enum dtype t)
{
	unsigned bits = dtype_bits(t);

	if (n >= OP_BAD)
		return n;
	if (bits == 0)
		return OP_NO_DTYPE;
	if (bits % 8 == 0)
		return op_mul(n, bits / 8);
	n = op_mul(n, bits);
	return n >= OP_BAD ? n : n / 8 + (n % 8 != 0);
}

/* A number, or what Kineto shows for one: a 0-dim entry of C++'s double or
 * long (rule B3). */
static bool is_number(const struct arg *t)
{
	if (t->kind != ARG_TENSOR)
		return t->kind == ARG_NONE || t->kind == ARG_BOOL ||
		       t->kind == ARG_INT || t->kind == ARG_FLOAT;
	return t->shape.v && t->shape.n == 0 &&
	       (t->dtype == DTYPE_FLOAT64 || t->dtype == DTYPE_INT64 ||
		   str_is(t->dtype_text, "Scalar"));
}

uint64_t op_moved(const struct arg *t)
{
	uint64_t n = 1;
	size_t i;

	if (!t || is_number(t))
		return 0;
	if (op_elems(t) >= OP_BAD)
		return op_elems(t);
	for (i = 0; i < t->shape.n; i++)
		if (!(t->strides.v && t->strides.n == t->shape.n &&
			t->strides.v[i] == 0 && t->shape.v[i] > 0))
			n = op_mul(n, (uint64_t)t->shape.v[i]);
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

/* 4. Shapes. */

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
		return OP_OVERFLOW;
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

bool op_broadcast(struct op_shape *s, const struct arg *t)
{
	struct op_shape o;
	size_t i;

	if (!t || is_number(t))
		return true;
	if (!op_shape_of(t, &o))
		return false;
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
			return false;
	}
	return true;
}

uint64_t op_shape_elems(const struct op_shape *s)
{
	uint64_t n = 1;
	size_t i;

	for (i = 0; i < s->n; i++)
		n = s->v[i] < 0 ? OP_NO_SHAPE : op_mul(n, (uint64_t)s->v[i]);
	return n;
}

/* 5. Types. */

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
	return DTYPE_FLOAT32;
}

enum dtype op_promote(const struct arg *const *v, size_t n)
{
	/* 0: tensors with dimensions, 1: without, 2: numbers */
	enum dtype t[3] = {0}, result = DTYPE_UNKNOWN;
	bool has[3] = {0};
	size_t i;
	unsigned k;

	for (i = 0; i < n; i++) {
		enum dtype it;

		if (!v[i] || v[i]->kind == ARG_NONE ||
		    v[i]->kind == ARG_UNKNOWN || v[i]->kind == ARG_STR)
			continue;
		k = is_number(v[i]) ? 2 : v[i]->shape.n ? 0 : 1;
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
			result = op_promote2(result, t[k]);
	}
	return result;
}
