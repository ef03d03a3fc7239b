/*
 * args.c - find the arguments of a call, and what they say.
 *
 * In:  a call's arguments as they were recorded, the row of its operator
 * Out: arguments by the row's names; numbers, lists and words of them, with
 *      "not given" told from "not recorded"
 *
 * Arguments are found by the names in the row and not by fixed positions in the
 * models: the sources order them differently (F.embedding(input, weight) and
 * aten::embedding(weight, indices)), some give keywords, some flatten lists.
 * Where each name stands is worked out once a call; a name is a number, so a
 * model's question is a search of a few numbers.
 */
#include "prof/ops/args.h"

#include "common/nelems.h"
#include "prof/kernel/name.h"

const struct str op_args_names[OP_NAMES] = {
#define NAME(name) [AT_##name] = {#name, sizeof #name - 1},
#define ALSO(name, word)
#include "prof/ops/names.def"
#undef NAME
#undef ALSO
};

const struct arg op_args_unrecorded = {.kind = ARG_UNKNOWN};

/* 1. Where arguments stand. */

bool op_args_positional(const struct arg *a)
{
	return a->name.n == 0 || a->name.p[0] == '/';
}

static enum op_at name_at(const struct op_entry *e, size_t i)
{
	return (enum op_at)(e->names[i] & ~OP_FLAGS);
}

/*
 * How many of the first n arguments the row's i-th name takes from `from` on: a
 * list takes the run of tensors there, less those that the row says follow it;
 * one where it was recorded as a list, or not recorded.
 */
static size_t count_places(const struct op_entry *e, size_t i,
    const struct call *call, size_t from, size_t n)
{
	size_t run = 0, behind = 0;

	if (!(e->names[i] & OP_LIST) || from >= n ||
	    call->args[from].kind != ARG_TENSOR)
		return 1;
	while (from + run < n && call->args[from + run].kind == ARG_TENSOR)
		run++;
	while (++i < e->nnames && e->names[i] & OP_BEHIND)
		behind++;
	return run > behind ? run - behind : 0;
}

/* Names in whose place torch puts `out` where an overload is without them: no
 * operator that has the name takes a tensor by it as its last argument. */
static bool is_out_place(enum op_at name)
{
	static const enum op_at names[] = {AT_inplace, AT_keepdim,
	    AT_rounding_mode, AT_reduce, AT_dtype, AT_m, AT_end};
	size_t i;

	for (i = 0; i < NELEMS(names); i++)
		if (names[i] == name)
			return true;
	return false;
}

/*
 * The first of the tensors that the caller gave for the results, nargs where it
 * gave none.  aten's forms with out (silu.out, sigmoid_backward.grad_input)
 * record what they are given as the last arguments, without a name, behind all
 * that the row names or in the place of a name that they do not have.
 */
static size_t first_out(const struct op_ask *q)
{
	const struct op_entry *e = q->entry;
	const struct call *call = q->call;
	const size_t n = call->nargs;
	size_t i, place = 0, out = n;

	/* Most calls have no argument behind those of the row that is a tensor. */
	if (n == 0 || !op_args_positional(&call->args[n - 1]) || call->mod.n ||
	    !(q->row->spaces & SPACE_ATEN) || op_args_inplace(call))
		return n;
	while (out > 0 && call->args[out - 1].kind == ARG_TENSOR)
		out--;
	for (i = 0; i < e->nnames && place < n; i++) {
		place += count_places(e, i, call, place, n);
		if (place > out && !is_out_place(name_at(e, i)))
			out = place;
	}
	if (place < n && call->args[place].kind == ARG_TENSOR)
		out = place;
	return out < n ? out : n;
}

/* Where among the row's names it is; nnames where it is not. */
static size_t name_index(const struct op_entry *e, enum op_at name)
{
	size_t i;

	if (!(e->bits & op_name_bit(name)))
		return e->nnames;
	for (i = 0; i < e->nnames; i++)
		if (name_at(e, i) == name)
			break;
	return i;
}

static bool has_name(const struct op_entry *e, enum op_at name)
{
	return name_index(e, name) < e->nnames;
}

bool op_args_has(const struct op_ask *q, enum op_at name)
{
	return has_name(q->entry, name);
}

/* The other words for names, those of a name side by side. */
static const enum op_at also[] = {
#define NAME(name)
#define ALSO(name, word) AT_##word,
#include "prof/ops/names.def"
#undef NAME
#undef ALSO
};

/* Where in it those of a name begin: a name counts for nothing, a word for
 * one. */
enum {
#define NAME(name) ALSO_##name, COUNTED_##name = ALSO_##name - 1,
#define ALSO(name, word) WORD_##name##_##word,
#include "prof/ops/names.def"
#undef NAME
#undef ALSO
	ALSO_END
};

static const uint8_t also_from[OP_NAMES + 1] = {
#define NAME(name) ALSO_##name,
#define ALSO(name, word)
#include "prof/ops/names.def"
#undef NAME
#undef ALSO
    ALSO_END,
};

/* Whether a keyword is the name, or what is taken in its place. */
static bool is_keyword(const struct op_entry *e, struct str word, enum op_at name)
{
	unsigned i;

	if (str_eq(word, op_args_names[name]))
		return true;
	for (i = also_from[name]; i < also_from[name + 1]; i++)
		if (str_eq(word, op_args_names[also[i]]))
			return !has_name(e, also[i]);
	return false;
}

static const struct arg *find_keyword(const struct op_ask *q, enum op_at name)
{
	const struct arg *a, *end;

	if (!q->keywords)
		return NULL;
	end = q->call->args + q->call->nargs;
	for (a = q->call->args; a < end; a++)
		if (a->name.n && is_keyword(q->entry, a->name, name))
			return a;
	return NULL;
}

/*
 * Whether the inputs end where no list of the operator's ends.  torch's
 * dispatcher hands over every argument, a default too, so that those of aten
 * which are not there were lost; of other calls they are what the caller left
 * out.
 */
static bool is_cut(const struct op_ask *q, size_t npos)
{
	const struct op_entry *e = q->entry;
	size_t i, inputs = q->out < npos ? q->out : npos;

	if (npos == 0 || q->call->mod.n || !(q->row->spaces & SPACE_ATEN) ||
	    q->row->spaces & SPACE_OTHER)
		return false;
	for (i = 0; i < e->nnames; i++)
		if (q->place[i].first >= inputs && !find_keyword(q, name_at(e, i)))
			return !(e->names[i] & OP_OPTION);
	return false;
}

void op_args_bind(struct op_ask *q, const struct op_entry *e,
    const struct call *call, enum op_part part, struct cost *cost)
{
	size_t i, n, npos = 0, from = 0;

	q->entry = e;
	q->row = op_row(e);
	q->call = call;
	q->part = part;
	q->cost = cost;
	q->name = NULL;
	q->flops = q->gemm = q->bytes = 0;
	while (npos < call->nargs && op_args_positional(&call->args[npos]))
		npos++;
	q->keywords = npos < call->nargs;
	for (i = 0; i < e->nnames; i++) {
		n = from < npos ? count_places(e, i, call, from, npos) : 0;
		q->place[i].first = from;
		q->place[i].n = from + n <= npos ? n : 0;
		from += n;
	}
	q->has_result = false;
	q->out = first_out(q);
	q->lost = is_cut(q, npos);
}

/* The first of the n arguments in the name's place, or NULL. */
static const struct arg *find_place(
    const struct op_ask *q, enum op_at name, size_t *n)
{
	size_t i = name_index(q->entry, name);

	*n = i < q->entry->nnames ? q->place[i].n : 0;
	return *n ? q->call->args + q->place[i].first : NULL;
}

/* What is not among the arguments: it was not given, unless the profile has the
 * inputs alone, or lost it. */
static const struct arg *missing(const struct op_ask *q, enum op_at name)
{
	if (name == AT_out || name == AT_inplace)
		return NULL;
	return q->call->noattr || (q->lost && has_name(q->entry, name))
		   ? &op_args_unrecorded
		   : NULL;
}

const struct arg *op_args_find(const struct op_ask *q, enum op_at name)
{
	const struct arg *a = find_keyword(q, name), *out;
	size_t n;

	if (a || q->call->nargs == 0)
		return a;
	out = q->call->args + q->out;
	if (name == AT_out && q->out < q->call->nargs)
		return out;
	a = find_place(q, name, &n);
	return a && a < out ? a : missing(q, name);
}

/* Whether t is dy, or what an operator of the backward makes a gradient of. */
static bool is_backward_tensor(const struct op_ask *q, const struct arg *t)
{
	return op_args_has(q, AT_grad_output) &&
	       (t == op_arg(q, AT_grad_output) || t == op_arg(q, AT_input) ||
		   t == op_arg(q, AT_output));
}

/* Whether t, without dimensions, is a tensor and not a number: so it is in a
 * marker of PyProf's, where the operator takes no numbers, in the backward,
 * where it is written over, and, since an operator of aten takes a tensor,
 * where it is the first of a call in which all look like numbers. */
static bool is_surely_tensor(const struct op_ask *q, const struct arg *t)
{
	const struct call *call = q->call;
	const struct arg *first = NULL;
	size_t i;

	if (call->mod.n)
		return true;
	if (t->dtype && (q->entry->family->tensors || q->row->tensors))
		return true;
	if (is_backward_tensor(q, t) ||
	    (op_args_inplace(call) && t == op_operand(q, 0)))
		return true;
	for (i = 0; i < call->nargs; i++) {
		if (!op_args_is_tensor(&call->args[i]))
			continue;
		if (op_moved(&call->args[i]))
			return false;
		first = first ? first : &call->args[i];
	}
	return t == first;
}

uint64_t op_args_moved(const struct op_ask *q, const struct arg *t)
{
	if (op_args_is_tensor(t) && t->shape.v && t->shape.n == 0 &&
	    is_surely_tensor(q, t))
		return op_size(1, t->dtype);
	return op_moved(t);
}

const struct arg *op_args_result(const struct call *call)
{
	const struct arg *a = call->nout ? &call->out[0] : NULL;

	return a && a->shape.v ? a : NULL;
}

bool op_args_result_differs(const struct op_ask *q)
{
	const struct call *call = q->call;
	uint64_t all = 0, first;
	size_t i;

	if (!q->has_result || !(q->row->spaces & SPACE_ONNX) ||
	    q->part != PART_FORWARD || !op_args_result(call) ||
	    q->cost->of_bytes.conf != CONF_EXACT)
		return false;
	for (i = 0; i < call->nout; i++)
		all = num_plus(all, op_elems(&call->out[i]));
	first = op_elems(&call->out[0]);
	return !num_bad(q->result) && !num_bad(all) && q->result != first &&
	       q->result != all;
}

uint64_t op_args_result_elems(const struct op_ask *q, uint64_t n)
{
	const struct arg *y = op_args_result(q->call);

	return y && (n == OP_NO_ATTR || n == OP_NO_VALUE) ? op_elems(y) : n;
}

enum dtype op_args_result_type(const struct op_ask *q, enum dtype otherwise)
{
	const struct arg *y = q->call->nout ? &q->call->out[0] : NULL;

	if (!y || !y->dtype)
		return otherwise;
	/* A kernel of the backward writes no result: its name says another's. */
	return y->dtype_text.n || q->part == PART_FORWARD ? y->dtype : otherwise;
}

bool op_args_is_out(const struct op_ask *q, const struct arg *a)
{
	const struct arg *out = op_arg(q, AT_out);

	return out && (a == out || (a > out && op_args_positional(out) &&
				       op_args_positional(a)));
}

const struct arg *op_args_list(const struct op_ask *q, enum op_at name, size_t *n)
{
	const struct arg *a = find_keyword(q, name), *end;

	if (a) {
		/* A flattened keyword list repeats its name. */
		end = q->call->args + q->call->nargs;
		for (*n = 0; a + *n < end; ++*n)
			if (!str_eq(a[*n].name, op_args_names[name]))
				break;
	} else {
		a = find_place(q, name, n);
		if (!a && q->lost && q->cost && has_name(q->entry, name))
			q->cost->lost = true;
	}
	if (a && *n == 1 && a->value.kind == VALUE_ARGS) {
		*n = a->value.args.n;
		a = a->value.args.v;
	} else if (a && *n == 1 && a->kind != ARG_TENSOR) {
		*n = 0; /* none, or not recorded */
	}
	return *n ? a : NULL;
}

/* 2. What they say. */

bool op_args_whole(const struct value *v, int64_t *i)
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
	return op_args_whole(
	    v->kind == VALUE_LIST && v->list.n == 1 ? v->list.v : v, i);
}

/* Whether the profile does not show it, or shows values and none here: of a
 * number or a list of them that is None, but it may be a text or a list of
 * other things. */
static bool is_blank(const struct arg *a)
{
	return a && a->kind == ARG_UNKNOWN;
}

/* Whether the argument says that the default holds: it is not there, or None. */
static bool is_default(const struct arg *a)
{
	return !a || a->kind == ARG_NONE || a->value.kind == VALUE_NONE;
}

int64_t op_args_int(
    const struct op_ask *q, enum op_at name, int64_t otherwise, bool *known)
{
	const struct arg *a = op_arg(q, name);
	int64_t i;

	if (is_default(a))
		return otherwise;
	if (!value_int(&a->value, &i)) {
		*known = false;
		return otherwise;
	}
	return i;
}

bool op_args_bool(
    const struct op_ask *q, enum op_at name, bool otherwise, bool *known)
{
	return op_args_int(q, name, otherwise, known) != 0;
}

void op_args_spread(const struct op_ask *q, enum op_at name, int64_t *out,
    size_t n, int64_t otherwise, bool *known)
{
	const struct arg *a = op_arg(q, name);
	const struct value *v = a ? &a->value : NULL;
	int64_t one = otherwise;
	size_t i;

	/* What is spread is never None, but padding may be a text. */
	if (is_blank(a))
		*known = false;
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

enum dtype op_args_type(const struct arg *a, bool onnx, enum dtype otherwise)
{
	/* torch's enum ScalarType, as Kineto prints it (ScalarType.h). */
	static const enum dtype scalar_types[] = {DTYPE_UINT8, DTYPE_INT8,
	    DTYPE_INT16, DTYPE_INT32, DTYPE_INT64, DTYPE_FLOAT16, DTYPE_FLOAT32,
	    DTYPE_FLOAT64, DTYPE_COMPLEX32, DTYPE_COMPLEX64, DTYPE_COMPLEX128,
	    DTYPE_BOOL8, DTYPE_QINT8, DTYPE_QUINT8, DTYPE_QINT32, DTYPE_BFLOAT16,
	    DTYPE_QUINT4X2, DTYPE_QUINT2X4, DTYPE_BITS1X8, DTYPE_BITS2X4,
	    DTYPE_BITS4X2, DTYPE_BITS8, DTYPE_BITS16, DTYPE_FLOAT8_E5M2,
	    DTYPE_FLOAT8_E4M3FN, DTYPE_FLOAT8_E5M2FNUZ, DTYPE_FLOAT8_E4M3FNUZ,
	    DTYPE_UINT16, DTYPE_UINT32, DTYPE_UINT64, DTYPE_UINT1, DTYPE_UINT2,
	    DTYPE_UINT3, DTYPE_UINT4, DTYPE_UINT5, DTYPE_UINT6, DTYPE_UINT7,
	    DTYPE_INT1, DTYPE_INT2, DTYPE_INT3, DTYPE_INT4, DTYPE_INT5,
	    DTYPE_INT6, DTYPE_INT7, DTYPE_FLOAT8_E8M0FNU, DTYPE_FLOAT4_E2M1FN_X2};
	/* ONNX's TensorProto.DataType; 8 is a string. */
	static const enum dtype onnx_types[] = {DTYPE_UNKNOWN, DTYPE_FLOAT32,
	    DTYPE_UINT8, DTYPE_INT8, DTYPE_UINT16, DTYPE_INT16, DTYPE_INT32,
	    DTYPE_INT64, DTYPE_UNKNOWN, DTYPE_BOOL8, DTYPE_FLOAT16,
	    DTYPE_FLOAT64, DTYPE_UINT32, DTYPE_UINT64, DTYPE_COMPLEX64,
	    DTYPE_COMPLEX128, DTYPE_BFLOAT16, DTYPE_FLOAT8_E4M3FN,
	    DTYPE_FLOAT8_E4M3FNUZ, DTYPE_FLOAT8_E5M2, DTYPE_FLOAT8_E5M2FNUZ};
	const enum dtype *numbers = onnx ? onnx_types : scalar_types;
	size_t n = onnx ? NELEMS(onnx_types) : NELEMS(scalar_types);
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

enum dtype op_args_dtype(const struct op_ask *q, enum op_at name, enum dtype otherwise)
{
	const struct arg *a = op_arg(q, name);
	enum dtype t =
	    op_args_type(a, (q->row->spaces & SPACE_ONNX) != 0, DTYPE_UNKNOWN);

	if (!t && op_args_given(a) == GIVEN_YES)
		return DTYPE_UNKNOWN;
	if (!t && op_args_given(a) != GIVEN_NO && otherwise && q->cost &&
	    !op_args_result_type(q, DTYPE_UNKNOWN))
		op_lower(&q->cost->of_bytes, CONF_ESTIMATE, WHY_ATTRIBUTE);
	return t ? t : otherwise;
}

enum op_given op_args_given(const struct arg *a)
{
	if (!a || a->kind == ARG_NONE || a->value.kind == VALUE_NONE)
		return GIVEN_NO;
	return a->kind == ARG_UNKNOWN ? GIVEN_UNRECORDED : GIVEN_YES;
}

enum op_given op_args_ints(const struct arg *a, int64_t *v, size_t max, size_t *n)
{
	enum op_given given = op_args_given(a);
	size_t i;

	*n = 0;
	if (given != GIVEN_YES)
		return given;
	if (a->value.kind != VALUE_LIST) {
		if (max == 0 || !op_args_whole(&a->value, &v[0]))
			return GIVEN_UNRECORDED;
		*n = 1;
		return GIVEN_YES;
	}
	if (a->value.list.n > max)
		return GIVEN_UNRECORDED;
	for (i = 0; i < a->value.list.n; i++)
		if (!op_args_whole(&a->value.list.v[i], &v[i]))
			return GIVEN_UNRECORDED;
	*n = i;
	return GIVEN_YES;
}

enum op_given op_args_word(const struct arg *a, struct str *word)
{
	enum op_given given = is_blank(a) ? GIVEN_UNRECORDED : op_args_given(a);

	if (given != GIVEN_YES)
		return given;
	*word = a->value.s;
	return a->value.kind == VALUE_STR ? GIVEN_YES : GIVEN_UNRECORDED;
}

enum op_given op_args_real(const struct arg *a, double *x)
{
	enum op_given given = op_args_given(a);
	int64_t i;

	if (given != GIVEN_YES)
		return given;
	if (a->value.kind == VALUE_REAL)
		*x = a->value.f;
	else if (op_args_whole(&a->value, &i))
		*x = (double)i;
	else
		return GIVEN_UNRECORDED;
	return GIVEN_YES;
}

uint64_t op_args_count(const struct op_ask *q, enum op_at name)
{
	return op_args_count_or(q, name, INT64_MIN);
}

uint64_t op_args_count_or(const struct op_ask *q, enum op_at name, int64_t otherwise)
{
	bool known = true;
	int64_t n = op_args_int(q, name, otherwise, &known);

	if (!known || n == INT64_MIN)
		return OP_NO_ATTR;
	return n >= 0 ? (uint64_t)n : OP_MISFIT;
}

bool op_args_is_tensor(const struct arg *a)
{
	return a && a->kind == ARG_TENSOR;
}

bool op_args_lacks_operand(const struct op_ask *q, bool unknown)
{
	static const enum op_at names[] = {AT_buffer, AT_condition, AT_end,
	    AT_grad_output, AT_input, AT_mask, AT_max, AT_min, AT_noise,
	    AT_other, AT_output, AT_src, AT_tensor1, AT_tensor2, AT_weight};
	size_t i;

	if (!unknown && !q->lost)
		return false; /* of every call: this is a hot path */
	for (i = 0; i < NELEMS(names); i++) {
		const struct arg *a = op_arg(q, names[i]);

		if (unknown ? is_blank(a) : a == &op_args_unrecorded)
			return true;
	}
	return false;
}

bool op_args_is_number(const struct arg *a)
{
	return a && (a->kind == ARG_INT || a->kind == ARG_FLOAT ||
			a->kind == ARG_COMPLEX || a->kind == ARG_BOOL);
}

bool op_args_inplace(const struct call *call)
{
	struct str s = call->op;
	const char *dot = s.n ? memchr(s.p, '.', s.n) : NULL;

	if (dot) /* aten::add_.Tensor */
		s.n = (size_t)(dot - s.p);
	if (str_starts(s, "__i"))
		return !str_is(s, "__invert__") && !str_is(s, "__index__");
	return s.n > 1 && s.p[s.n - 1] == '_' && s.p[s.n - 2] != '_';
}

enum mode op_args_mode(const struct op_ask *q)
{
	return q->name ? q->name->mode : MODE_UNKNOWN;
}

/* Padding by a word. */
static bool named_padding(const struct op_ask *q, bool *same)
{
	const struct arg *a = op_arg(q, AT_auto_pad);
	struct str word;

	if (!a || a->value.kind != VALUE_STR || str_is(a->value.s, "NOTSET"))
		a = op_arg(q, AT_padding);
	if (!a || a->value.kind != VALUE_STR)
		return false;
	word = a->value.s;
	*same = str_is(word, "same") || str_is(word, "SAME_UPPER") ||
		str_is(word, "SAME_LOWER");
	return *same || str_is(word, "valid") || str_is(word, "VALID");
}

bool op_args_padding(
    const struct op_ask *q, size_t n, struct op_window *w, bool *same)
{
	const struct arg *a = op_arg(q, AT_padding);
	int64_t pad[2 * OP_MAX_DIMS];
	bool known = true, both;
	size_t i;

	*same = false;
	for (i = 0; i < n; i++)
		w[i].pad = w[i].skew = 0;
	if (n > OP_MAX_DIMS || named_padding(q, same))
		return n <= OP_MAX_DIMS;
	/* ONNX has those in front of all dimensions, then those behind. */
	both = a && a->value.kind == VALUE_LIST && a->value.list.n == 2 * n;
	op_args_spread(q, AT_padding, pad, both ? 2 * n : n, 0, &known);
	for (i = 0; i < n && known; i++) {
		w[i].pad = pad[i];
		if (both && __builtin_sub_overflow(pad[n + i], pad[i], &w[i].skew))
			known = false;
	}
	return known;
}

bool op_args_fit_dim(const struct op_ask *q, const struct arg *x)
{
	const struct arg *a = op_arg(q, AT_dim);
	int64_t dim;
	size_t n, i;

	if (q->row->spaces & SPACE_ONNX || !a || a->kind == ARG_BOOL ||
	    op_args_ints(a, &dim, 1, &n) != GIVEN_YES || n != 1)
		return true;
	return x->shape.n == 0 || op_dim(dim, x->shape.n, &i);
}

/* `reduction` as a word or torch's number; F.kl_div's batchmean is a sum
 * divided by the batch. */
static enum op_reduction named_reduction(const struct value *v)
{
	static const char *const words[] = {"none", "mean", "sum", "batchmean"};
	size_t i;

	if (v->kind == VALUE_INT && v->i >= 0 && v->i <= 2)
		return v->i ? REDUCTION_WHOLE : REDUCTION_NONE;
	for (i = 0; i < NELEMS(words); i++)
		if (v->kind == VALUE_STR && str_is(v->s, words[i]))
			return i ? REDUCTION_WHOLE : REDUCTION_NONE;
	return REDUCTION_UNRECORDED;
}

enum op_reduction op_args_reduction(const struct op_ask *q)
{
	const struct arg *a = op_arg(q, AT_reduction);
	const struct arg *reduce = op_arg(q, AT_reduce);
	enum op_given given = op_args_given(a), old = op_args_given(reduce),
		      average = op_args_given(op_arg(q, AT_size_average));
	int64_t i = 1;

	if (given == GIVEN_UNRECORDED || old == GIVEN_UNRECORDED ||
	    average == GIVEN_UNRECORDED)
		return REDUCTION_UNRECORDED;
	/* The old flags win where they are given, as in torch, which takes any
	 * word there for true. */
	if (old == GIVEN_YES && reduce->value.kind == VALUE_STR)
		i = reduce->value.s.n > 0;
	else if (old == GIVEN_YES && !op_args_whole(&reduce->value, &i))
		return REDUCTION_UNRECORDED;
	if (old == GIVEN_YES || average == GIVEN_YES)
		return i ? REDUCTION_WHOLE : REDUCTION_NONE;
	return given == GIVEN_YES ? named_reduction(&a->value) : REDUCTION_WHOLE;
}

/* 4. What calls inside did. */

/* Whether the name is one of a list with commas between. */
static bool is_listed(const char *list, const char *name)
{
	size_t n = strlen(name);
	const char *at;

	for (at = list; *at; at += strcspn(at, ","), at += *at == ',')
		if (strcspn(at, ",") == n && memcmp(at, name, n) == 0)
			return true;
	return false;
}

bool op_args_elsewhere(const struct op_ask *q)
{
	const struct call_inner *inner = q->call->inner;
	const char *holds = q->entry->family->holds;
	size_t i;

	for (i = 0; holds && inner && i < inner->ncalls; i++) {
		struct call call = {.op = inner->calls[i]};
		const struct op_entry *e = op_find(&call);

		if (e && is_listed(holds, op_row(e)->name))
			return true;
	}
	return false;
}

bool op_args_zeroed(const struct op_ask *q, uint64_t n)
{
	const struct call_inner *inner = q->call->inner;

	return inner && !num_bad(n) && inner->zeroed >= 0 &&
	       (inner->zeroed == 0 || (uint64_t)inner->zeroed >= n);
}
