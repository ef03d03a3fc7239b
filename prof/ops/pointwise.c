/*
 * pointwise.c - one element of the result from one of each operand: unary,
 * binary, comparisons, logic, addcmul, lerp, where.
 *
 * In:  a call whose tensors broadcast; FLOPs an element, from its row
 * Out: FLOPs of the result's elements; bytes of the operands and the result
 *
 * The operands are all the tensors of the call and not the arguments by name:
 * torch before 1.5 had numbers between them (x.add_(alpha, other)), PyProf
 * leaves out what it cannot write, and the order does not change the cost.
 *
 * An addition, product, comparison or call of a mathematical function is 1 an
 * element; a selection, a copy and a cast are 0.  Those of the backward follow
 * from torch's tools/autograd/derivatives.yaml by the same count.
 */
#include "prof/ops/pointwise.h"

#include "common/nelems.h"
#include "prof/ops/family.h"

#define MAX_OPERANDS 8 /* torch has no pointwise operator with more than 5 */

struct work {
	const struct arg *operand[MAX_OPERANDS]; /* those that make the type */
	size_t noperands, ntensors;
	struct op_shape shape; /* of the result */
	uint64_t n;	       /* its elements */
	uint64_t read;	       /* bytes of the tensors */
	const struct arg *mask;
	enum dtype type;   /* of the arithmetic */
	enum dtype result; /* of what is written */
};

static void add_operand(struct work *w, const struct arg *a)
{
	if (w->noperands < MAX_OPERANDS)
		w->operand[w->noperands++] = a;
}

/* Whether one of these was given, and not as a tensor. */
static bool has_other(const struct op_ask *q, const enum op_at *names, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		const struct arg *a = op_arg(q, names[i]);

		if (a && a != &op_args_unrecorded && !op_args_is_tensor(a))
			return true;
	}
	return false;
}

/* Whether one of the operands that are always tensors was not recorded: both of
 * a backward operator's, lerp's end, the slopes of prelu. */
static bool lacks_tensor(const struct op_ask *q)
{
	static const enum op_at tensors[] = {AT_grad_output, AT_input,
	    AT_output, AT_buffer, AT_noise, AT_weight};
	static const enum op_at others[] = {AT_condition, AT_end, AT_mask, AT_noise};

	if (op_args_lacks_operand(q, false) || has_other(q, others, NELEMS(others)))
		return true;
	return q->entry->nnames > 0 && q->entry->names[0] == AT_grad_output &&
	       has_other(q, tensors, NELEMS(tensors));
}

/* Whether the argument, one of the call's, is a number or a tensor that the
 * result's type follows. */
static bool makes_type(const struct op_ask *q, const struct arg *a)
{
	static const enum op_at names[] = {AT_input, AT_other, AT_min, AT_max};
	size_t i;

	for (i = 0; i < NELEMS(names); i++)
		if (op_args_has(q, names[i]) && a == op_arg(q, names[i]))
			return true;
	return false;
}

/* Whether a number that was not recorded may raise the type of the tensors: of
 * an operator of whole numbers alone, bool to int64. */
static bool may_rise(
    const struct op_ask *q, const struct op_row *row, enum dtype type)
{
	size_t i;

	if (dtype_class(type) != DTYPE_BOOL &&
	    (dtype_class(type) != DTYPE_INT || row->variant & PW_WHOLE))
		return false;
	for (i = 0; i < q->call->nargs; i++) {
		const struct arg *a = &q->call->args[i];

		if (op_args_given(a) == GIVEN_UNRECORDED && makes_type(q, a))
			return true;
	}
	return false;
}

/* Take all operands together: the elements of the result, or what is wrong. */
static uint64_t collect(struct op_ask *q, const struct op_row *row, struct work *w)
{
	const struct arg *out = op_arg(q, AT_out);
	const struct arg *value = op_arg(q, AT_value);
	struct op_shape self;
	bool any = false;
	uint64_t bad;
	size_t i;

	if (lacks_tensor(q))
		return OP_NO_SHAPE;
	w->mask = op_arg(q, AT_mask);
	if (!w->mask)
		w->mask = op_arg(q, AT_condition);
	for (i = 0; i < q->call->nargs; i++) {
		const struct arg *a = &q->call->args[i];

		if (op_args_is_number(a) && makes_type(q, a))
			add_operand(w, a);
		if (!op_args_is_tensor(a) || (out && op_args_is_out(q, a)))
			continue;
		if (row->variant & PW_FILL && a == value) {
			if (a->shape.n > 0)
				return OP_MISFIT;
			continue;
		}
		if (!any && !op_shape_of(a, &w->shape))
			return OP_NO_SHAPE;
		bad = any ? op_broadcast(&w->shape, a) : 0;
		if (bad)
			return bad;
		any = true;
		/* a trace shows a number as a tensor without dimensions */
		w->ntensors += a->shape.n > 0 || a != value || q->call->mod.n;
		w->read = num_plus(w->read, op_args_moved(q, a));
		if (a != w->mask)
			add_operand(w, a);
	}
	/* the result is written over the first, which does not grow */
	if (op_args_inplace(q->call) && op_shape_of(op_operand(q, 0), &self) &&
	    !op_shape_same(&self, &w->shape))
		return OP_MISFIT;
	/* addcmul(x, tensor1, tensor2) */
	if (!any || (row->variant & PW_VALUE && w->ntensors < 3))
		return OP_NO_SHAPE;
	w->n = op_shape_elems(&w->shape);
	return w->n;
}

/*
 * Whether div(a, b, rounding_mode='floor') keeps integers; false where that was
 * not recorded.  An argument that is there is a word rather than None.
 */
static bool keeps_integers(struct op_ask *q, bool *keeps)
{
	struct str word;

	*keeps = false;
	if (!op_args_has(q, AT_rounding_mode))
		return true;
	switch (op_args_word(op_arg(q, AT_rounding_mode), &word)) {
	case GIVEN_NO:
		return true;
	case GIVEN_YES:
		*keeps = true;
		return true;
	default:
		*keeps = !q->call->noattr;
		return false;
	}
}

static void get_types(struct op_ask *q, const struct op_row *row, struct work *w)
{
	const struct arg *out = op_arg(q, AT_out);
	const struct arg *self = op_operand(q, 0);
	bool whole, keeps = false, doubtful = false;

	w->type = op_promote(w->operand, w->noperands, q->call->mod.n > 0);
	whole = dtype_class(w->type) == DTYPE_INT ||
		dtype_class(w->type) == DTYPE_BOOL;
	if (row->variant & PW_FLOAT && whole) {
		doubtful = !keeps_integers(q, &keeps);
		if (!keeps)
			w->type = DTYPE_FLOAT32;
	}
	doubtful |= may_rise(q, row, w->type) && !(row->variant & PW_BOOL);
	w->result = w->type;
	if (row->variant & PW_CABS)
		w->result = dtype_real(w->type);
	if (row->variant & PW_TO_COMPLEX)
		w->result = dtype_complex(w->type);
	if (row->variant & PW_BOOL)
		w->result = DTYPE_BOOL8;
	if (op_args_is_tensor(out))
		w->result = out->dtype;
	else if (op_args_inplace(q->call) && op_args_is_tensor(self))
		w->result = self->dtype;
	else if (op_args_result_type(q, DTYPE_UNKNOWN))
		w->result = op_args_result_type(q, DTYPE_UNKNOWN);
	else if (doubtful)
		estimates_bytes(q, WHY_ATTRIBUTE);
}

/*
 * A factor that is 1 unless it is given: alpha, value.  x.add_(alpha, y) had it
 * between the operands; then a tensor stands in the row's place for it.
 */
static enum op_given factor_of(struct op_ask *q, enum op_at name, double *x)
{
	const struct arg *a = op_arg(q, name);

	*x = 1;
	if (op_args_is_tensor(a) && op_args_is_number(op_operand(q, 1)))
		a = op_operand(q, 1);
	return op_args_real(a, x);
}

/* How many of min and max are given.  One of them must have been; PyProf may
 * have left it out. */
static uint64_t count_bounds(struct op_ask *q)
{
	enum op_given min = op_args_given(op_arg(q, AT_min));
	enum op_given max = op_args_given(op_arg(q, AT_max));
	uint64_t n = (uint64_t)(min == GIVEN_YES) + (max == GIVEN_YES);

	if (n == 0 || min == GIVEN_UNRECORDED || max == GIVEN_UNRECORDED)
		return OP_NO_ATTR;
	return n;
}

static bool is_complex(const struct arg *a)
{
	return a->kind == ARG_COMPLEX || dtype_class(a->dtype) == DTYPE_COMPLEX;
}

/* Whether a number or a tensor of real ones is the operand; not where its type
 * was not recorded. */
static bool is_real(const struct arg *a)
{
	if (op_args_is_number(a))
		return a->kind != ARG_COMPLEX;
	return op_args_is_tensor(a) && a->dtype && !is_complex(a);
}

/* FLOPs an element. */
static uint64_t each_of(
    struct op_ask *q, const struct op_row *row, const struct work *w)
{
	uint64_t each = row->variant & PW_BOUNDS ? count_bounds(q) : row->each;
	double x;

	if (num_bad(each))
		return each;
	if (row->variant & PW_BIAS && op_args_is_tensor(op_arg(q, AT_bias)))
		each++;
	if (row->variant & PW_MANY)
		each = each + w->ntensors - 2;
	if (row->variant & (PW_ALPHA | PW_VALUE)) {
		enum op_at name = row->variant & PW_ALPHA ? AT_alpha : AT_value;

		/* Not recorded: one, as torch's profiler counts add. */
		if (factor_of(q, name, &x) == GIVEN_UNRECORDED)
			estimates_flops(q, WHY_ATTRIBUTE);
		else if (x != 1)
			each++;
	}
	if (dtype_class(w->type) != DTYPE_COMPLEX || each == 0 ||
	    row->variant & PW_CABS)
		return each;
	if (row->variant & PW_CADD)
		return 2 * each;
	if (row->variant & PW_CDIV && is_real(op_arg(q, AT_other)))
		return 2;
	return row->variant & PW_CMUL ? 6 : OP_NO_ATTR;
}

/* Where all was recorded, FLOPs of complex numbers that are not known have no
 * formula. */
static int finish(struct op_ask *q, const struct work *w, uint64_t each, bool recorded)
{
	int status;

	works(q, each, w->n);
	status = done(q);
	if (num_bad(each) && recorded && dtype_class(w->type) == DTYPE_COMPLEX)
		q->cost->of_flops.why = WHY_NO_COMPLEX;
	return status;
}

/* rrelu in training writes the slopes that it drew. */
static void write_noise(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	bool known = true, training = op_args_bool(q, AT_training, false, &known);

	if (!x || (known && !training))
		return;
	moves(q, known ? op_elems(x) : OP_NO_ATTR, x->dtype);
}

static int forward(struct op_ask *q, const struct op_row *row, const struct work *w)
{
	moves_bytes(q, w->read);
	yields(q, w->n, w->result);
	if (row->variant & PW_NOISE)
		write_noise(q);
	return finish(q, w, each_of(q, row, w), !num_bad(row->each));
}

/* Whether the backward makes a gradient of the operand: a tensor of numbers
 * that have one. */
static bool has_gradient(const struct op_ask *q, const struct arg *a)
{
	return op_args_is_tensor(a) && op_args_moved(q, a) > 0 &&
	       dtype_class(a->dtype) != DTYPE_INT &&
	       dtype_class(a->dtype) != DTYPE_BOOL;
}

/* The second operand; x.add_(alpha, y) has it in alpha's place. */
static const struct arg *second(const struct op_ask *q)
{
	const struct arg *alpha = op_arg(q, AT_alpha);
	const struct arg *other = op_arg(q, AT_other);

	return op_args_is_number(other) && op_args_is_tensor(alpha) ? alpha : other;
}

/* FLOPs an element of a sum's gradient.  A kernel of it is not of an operand
 * whose gradient is dy itself. */
static uint64_t each_of_sum(struct op_ask *q, const struct op_row *row)
{
	double alpha;

	if (!has_gradient(
		q, row->backward & PB_FIRST ? op_arg(q, AT_input) : second(q)))
		return 0;
	if (row->backward & (PB_FIRST | PB_SECOND))
		return row->each_backward;
	if (factor_of(q, AT_alpha, &alpha) == GIVEN_UNRECORDED)
		estimates_flops(q, WHY_ATTRIBUTE);
	return alpha != 1;
}

/*
 * The gradient of one operand, x: a kernel of the backward makes one.  It has
 * the result's shape; where x was broadcast a sum follows, which torch launches
 * as an operator of its own.
 */
static int backward(struct op_ask *q, const struct op_row *row, const struct work *w)
{
	const struct arg *input = op_arg(q, AT_input);
	const struct arg *other = second(q);
	bool first = op_args_is_tensor(input) &&
		     (has_gradient(q, input) || !has_gradient(q, other));
	const struct arg *x = first ? input : other;
	const struct arg *y = x == input ? other : input;
	unsigned flags = row->backward;
	uint64_t each = flags & PB_BOUNDS ? count_bounds(q) : row->each_backward;

	if (!op_args_is_tensor(x))
		return lacks(q, OP_NO_SHAPE);
	if (flags & PB_ZERO) {
		moves(q, w->n, x->dtype);
		return done(q);
	}
	if (flags & (PB_ALPHA | PB_FIRST | PB_SECOND))
		each = each_of_sum(q, row);
	if (flags & (PB_DIV | PB_RDIV)) {
		/* dy / y, or -dy * x / y / y for the divisor. */
		bool divisor = (x != input) != !!(flags & PB_RDIV);

		each = divisor ? 3 : 1;
		flags |= divisor ? PB_OTHER | PB_SAVED : PB_OTHER;
		if (has_gradient(q, y))
			estimates(q, WHY_OPERAND);
	} else if (flags & PB_OTHER && has_gradient(q, x) && has_gradient(q, y) &&
		   (op_moved(x) != op_moved(y) || x->dtype != y->dtype)) {
		estimates_bytes(q, WHY_OPERAND);
	}
	if (each && dtype_class(w->type) == DTYPE_COMPLEX) {
		bool by_real = flags & PB_DIV && x == input && is_real(y);

		each = flags & PB_CMUL		? 6
		       : row->variant & PW_CADD ? 2 * each
		       : by_real		? 2
						: OP_NO_ATTR;
	}
	moves(q, w->n, w->result); /* dy */
	if (flags & PB_SAVED)
		moves(q, w->n, w->type);
	if (flags & PB_OTHER && op_args_is_tensor(y))
		reads(q, y);
	if (flags & PB_MASK)
		reads(q, w->mask);
	moves(q, w->n, x->dtype); /* dx */
	return finish(q, w, each, !num_bad(row->each_backward));
}

int op_pointwise_cost(struct op_ask *q, const struct op_row *row)
{
	struct work w = {0};
	uint64_t n;

	if (q->part != PART_FORWARD && row->backward & PB_NONE)
		return refuses(q, WHY_NO_GRADIENT);
	if (q->part != PART_FORWARD && !(row->backward & PB))
		return refuses(q, WHY_NO_BACKWARD);
	n = collect(q, row, &w);
	if (num_bad(n))
		return lacks(q, n);
	get_types(q, row, &w);
	q->cost->dtype = w.type;
	return q->part == PART_FORWARD ? forward(q, row, &w)
				       : backward(q, row, &w);
}

static int cost_pointwise(struct op_ask *q)
{
	return op_pointwise_cost(q, q->row);
}

struct op_each op_pointwise_each(const struct op_row *row)
{
	return (struct op_each)OP_EACH(row->each);
}

/* clang-format off */
static const struct op_row rows[] = {
{"Abs", N, "input", PW_CABS, 1},
{"Acos", N, "input", 0, 1},
{"Acosh", N, "input", 0, 1},
{"Add", N, "input,other", 0, 1},
{"And", N, "input,other", PW_BOOL, 1, PB_NONE},
{"Asin", N, "input", 0, 1},
{"Asinh", N, "input", 0, 1},
{"Atan", N, "input", 0, 1},
{"Atanh", N, "input", 0, 1},
{"BitShift", N, "input,other", 0, 1, PB_NONE},
{"BitwiseAnd", N, "input,other", 0, 1, PB_NONE},
{"BitwiseNot", N, "input", 0, 1, PB_NONE},
{"BitwiseOr", N, "input,other", 0, 1, PB_NONE},
{"BitwiseXor", N, "input,other", 0, 1, PB_NONE},
{"Ceil", N, "input", 0, 1},
{"Clip", N, "input,min,max", PW_BOUNDS},
{"Cos", N, "input", 0, 1},
{"Cosh", N, "input", 0, 1},
{"Div", N, "input,other", 0, 1},
{"Equal", N, "input,other", PW_BOOL | PW_CADD, 1, PB_NONE},
{"Erf", N, "input", 0, 1},
{"Exp", N, "input", 0, 1},
{"Floor", N, "input", 0, 1},
{"Greater", N, "input,other", PW_BOOL, 1, PB_NONE},
{"GreaterOrEqual", N, "input,other", PW_BOOL, 1, PB_NONE},
{"IsInf", N, "input", PW_BOOL, 0, PB_NONE},
{"IsNaN", N, "input", PW_BOOL, 0, PB_NONE},
{"Less", N, "input,other", PW_BOOL, 1, PB_NONE},
{"LessOrEqual", N, "input,other", PW_BOOL, 1, PB_NONE},
{"Log", N, "input", 0, 1},
{"Max", N, "input,other", PW_MANY, 1},
{"Mean", N, "input,other", PW_MANY, 2},
{"Min", N, "input,other", PW_MANY, 1},
{"Mod", N, "input,other", 0, 1},
{"Mul", N, "input,other", 0, 1},
{"Neg", N, "input", 0, 1},
{"Not", N, "input", PW_BOOL, 1, PB_NONE},
{"Or", N, "input,other", PW_BOOL, 1, PB_NONE},
{"Pow", N, "input,other", 0, 1},
{"Reciprocal", N, "input", 0, 1},
{"Round", N, "input", 0, 1},
{"Sigmoid", N, "input", 0, 4},
{"Sign", N, "input", 0, 1},
{"Sin", N, "input", 0, 1},
{"Sinh", N, "input", 0, 1},
{"Sqrt", N, "input", 0, 1},
{"Sub", N, "input,other", 0, 1},
{"Sum", N, "input,other", PW_MANY, 1},
{"Tan", N, "input", 0, 1},
{"Tanh", N, "input", 0, 1},
{"Where", N, "condition,input,other"},
{"Xor", N, "input,other", PW_BOOL, 1, PB_NONE},
{"__abs__", T | X, "input", PW_CABS, 1, PB | PB_SAVED, 2, .params = PARAMS_OPERANDS},
{"__add__", T | X, "input,other", PW_CADD, 1, PB, .params = PARAMS_OPERANDS},
{"__and__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__div__", T | X, "input,other", PW_FLOAT | PW_CDIV, 1, PB | PB_DIV},
{"__eq__", T | X, "input,other", PW_BOOL | PW_CADD, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__floordiv__", T | X, "input,other", 0, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__ge__", T | X, "input,other", PW_BOOL, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__gt__", T | X, "input,other", PW_BOOL, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__iadd__", T | X, "input,other", PW_CADD, 1, PB, .params = PARAMS_OPERANDS},
{"__iand__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__idiv__", T | X, "input,other", PW_FLOAT | PW_CDIV, 1, PB | PB_DIV},
{"__ifloordiv__", T | X, "input,other", 0, 1, PB_NONE},
{"__ilshift__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__imod__", T | X, "input,other", 0, 1},
{"__imul__", T | X, "input,other", PW_CMUL, 1, PB | PB_OTHER | PB_CMUL, 1, .params = PARAMS_OPERANDS},
{"__invert__", T | X, "input", 0, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__ior__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__ipow__", T | X, "input,other", 0, 1, PB | PB_SAVED | PB_OTHER, 3},
{"__irshift__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__isub__", T | X, "input,other", PW_CADD, 1, PB | PB_SECOND, 1, .params = PARAMS_OPERANDS},
{"__itruediv__", T | X, "input,other", PW_FLOAT | PW_CDIV, 1, PB | PB_DIV, .params = PARAMS_OPERANDS},
{"__ixor__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__le__", T | X, "input,other", PW_BOOL, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__lshift__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__lt__", T | X, "input,other", PW_BOOL, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__mod__", T | X, "input,other", 0, 1, .params = PARAMS_OPERANDS},
{"__mul__", T | X, "input,other", PW_CMUL, 1, PB | PB_OTHER | PB_CMUL, 1, .params = PARAMS_OPERANDS},
{"__ne__", T | X, "input,other", PW_BOOL | PW_CADD, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__neg__", T | X, "input", PW_CADD, 1, PB, 1, .params = PARAMS_OPERANDS},
{"__or__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__pow__", T | X, "input,other", 0, 1, PB | PB_SAVED | PB_OTHER, 3, .params = PARAMS_OPERANDS},
{"__radd__", T | X, "input,other", PW_CADD, 1, PB, .params = PARAMS_OPERANDS},
{"__rand__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE},
{"__rdiv__", T | X, "input,other", PW_FLOAT, 1, PB | PB_RDIV, .params = PARAMS_OPERANDS},
{"__rfloordiv__", T | X, "input,other", 0, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__rmod__", T | X, "input,other", 0, 1},
{"__rmul__", T | X, "input,other", PW_CMUL, 1, PB | PB_OTHER | PB_CMUL, 1, .params = PARAMS_OPERANDS},
{"__ror__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE},
{"__rpow__", T | X, "input,other", 0, 1, PB | PB_SAVED | PB_OTHER, 3, .params = PARAMS_OPERANDS},
{"__rshift__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"__rsub__", T | X, "input,other", PW_CADD, 1, PB | PB_FIRST, 1, .params = PARAMS_OPERANDS},
{"__rtruediv__", T | X, "input,other", PW_FLOAT, 1, PB | PB_RDIV, .params = PARAMS_OPERANDS},
{"__rxor__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE},
{"__sub__", T | X, "input,other", PW_CADD, 1, PB | PB_SECOND, 1, .params = PARAMS_OPERANDS},
{"__truediv__", T | X, "input,other", PW_FLOAT | PW_CDIV, 1, PB | PB_DIV, .params = PARAMS_OPERANDS},
{"__xor__", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE, .params = PARAMS_OPERANDS},
{"_conj_physical", A, "input"},
{"abs", T | X | A, "input", PW_CABS, 1, PB | PB_SAVED, 2, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"absolute", T | X | A, "input", PW_CABS, 1, PB | PB_SAVED, 2},
{"acos", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 5, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"acosh", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 4},
{"add", T | X | A, "input,other,alpha", PW_ALPHA | PW_CADD, 1, PB | PB_ALPHA, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"addcdiv", T | X | A, "input,tensor1,tensor2,value", PW_VALUE, 2, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"addcmul", T | X | A, "input,tensor1,tensor2,value", PW_VALUE, 2, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"angle", T | X | A, "input", PW_FLOAT | PW_CABS, 1},
{"arccos", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 5},
{"arccosh", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 4},
{"arcsin", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 4},
{"arcsinh", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 4},
{"arctan", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 3},
{"arctan2", T | X | A, "input,other", PW_FLOAT, 1},
{"arctanh", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 3},
{"asin", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 4, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"asinh", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 4},
{"atan", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 3, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"atan2", T | X | A, "input,other", PW_FLOAT, 1, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"atanh", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 3},
{"bitwise_and", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE},
{"bitwise_left_shift", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE},
{"bitwise_not", T | X | A, "input", 0, 1, PB_NONE},
{"bitwise_or", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE},
{"bitwise_right_shift", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE},
{"bitwise_xor", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE},
{"ceil", T | X | A, "input", 0, 1, PB | PB_ZERO, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"clamp", T | X | A, "input,min,max", PW_BOUNDS, 0, PB | PB_BOUNDS | PB_SAVED, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"clamp_max", T | X | A, "input,max", 0, 1, PB | PB_SAVED, 1},
{"clamp_min", T | X | A, "input,min", 0, 1, PB | PB_SAVED, 1},
{"clip", T | X | A, "input,min,max", PW_BOUNDS, 0, PB | PB_BOUNDS | PB_SAVED},
{"complex", T | A, "input,other", PW_TO_COMPLEX},
{"conj_physical", T | X | A, "input"},
{"copysign", T | X | A, "input,other", PW_FLOAT, 1},
{"cos", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 3, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"cosh", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"deg2rad", T | X | A, "input", PW_FLOAT, 1, PB, 1},
{"digamma", T | X | A, "input", PW_FLOAT, 1, .params = PARAMS_OPERANDS},
{"div", T | X | A, "input,other,rounding_mode?", PW_FLOAT | PW_CDIV, 1, PB | PB_DIV, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"divide", T | X | A, "input,other,rounding_mode?", PW_FLOAT | PW_CDIV, 1, PB | PB_DIV},
{"eq", T | X | A, "input,other", PW_BOOL | PW_CADD, 1, PB_NONE, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"erf", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 5, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"erfc", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 5, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"erfinv", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 5, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"exp", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 1, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
/* PyProf's word for expm1, which no torch has. */
{"exp1m", T | X, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE, .why = WHY_NO_MODEL},
{"exp2", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2},
{"expm1", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2},
{"fix", T | X | A, "input", 0, 1, PB | PB_ZERO},
{"float_power", T | X | A, .why = WHY_NO_RULE},
{"floor", T | X | A, "input", 0, 1, PB | PB_ZERO, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"floor_divide", T | X | A, "input,other", 0, 1, PB_NONE},
{"fmax", T | X | A, "input,other", 0, 1},
{"fmin", T | X | A, "input,other", 0, 1},
{"fmod", T | X | A, "input,other", 0, 1, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"frac", T | X | A, "input", 0, 1, PB, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"gcd", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE},
{"ge", T | X | A, "input,other", PW_BOOL, 1, PB_NONE, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"greater", T | X | A, "input,other", PW_BOOL, 1, PB_NONE},
{"greater_equal", T | X | A, "input,other", PW_BOOL, 1, PB_NONE},
{"gt", T | X | A, "input,other", PW_BOOL, 1, PB_NONE, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"heaviside", T | X | A, "input,other", 0, 1},
{"hypot", T | X | A, "input,other", 0, 1},
{"i0", T | X | A, "input", PW_FLOAT, 1},
{"isclose", T | X | A, "input,other,rtol,atol,equal_nan", PW_BOOL, 6, PB_NONE},
{"isfinite", T | X | A, "input", PW_BOOL, 0, PB_NONE},
{"isinf", T | X | A, "input", PW_BOOL, 0, PB_NONE},
{"isnan", T | X | A, "input", PW_BOOL, 1, PB_NONE},
{"isneginf", T | X | A, "input", PW_BOOL, 0, PB_NONE},
{"isposinf", T | X | A, "input", PW_BOOL, 0, PB_NONE},
{"lcm", T | X | A, "input,other", PW_WHOLE, 1, PB_NONE},
{"le", T | X | A, "input,other", PW_BOOL, 1, PB_NONE, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"lerp", T | X | A, "input,end,weight", 0, 3, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"less", T | X | A, "input,other", PW_BOOL, 1, PB_NONE},
{"less_equal", T | X | A, "input,other", PW_BOOL, 1, PB_NONE},
{"lgamma", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2},
{"log", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 1, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"log10", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"log1p", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"log2", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"logaddexp", T | X | A, "input,other", 0, 1},
{"logaddexp2", T | X | A, "input,other", 0, 1},
{"logical_and", T | X | A, "input,other", PW_BOOL, 1, PB_NONE},
{"logical_not", T | X | A, "input", PW_BOOL, 1, PB_NONE},
{"logical_or", T | X | A, "input,other", PW_BOOL, 1, PB_NONE},
{"logical_xor", T | X | A, "input,other", PW_BOOL, 1, PB_NONE},
{"logit", T | X | A, "input,eps", PW_FLOAT, 4},
{"lt", T | X | A, "input,other", PW_BOOL, 1, PB_NONE, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"masked_fill", T | X | A, "input,mask,value", PW_FILL, 0, PB | PB_MASK, .tensors = true},
{"maximum", T | X | A, "input,other", 0, 1},
{"minimum", T | X | A, "input,other", 0, 1},
{"mul", T | X | A, "input,other", PW_CMUL, 1, PB | PB_OTHER | PB_CMUL, 1, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"multiply", T | X | A, "input,other", PW_CMUL, 1, PB | PB_OTHER | PB_CMUL, 1},
{"mvlgamma", T | X | A, .why = WHY_PARTS, .params = PARAMS_OPERANDS},
{"nan_to_num", T | X | A, "input,nan,posinf,neginf", 0, 1},
{"ne", T | X | A, "input,other", PW_BOOL | PW_CADD, 1, PB_NONE, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE, .inside = "isnan"},
{"neg", T | X | A, "input", PW_CADD, 1, PB, 1, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"negative", T | X | A, "input", PW_CADD, 1, PB, 1},
{"nextafter", T | X | A, "input,other", 0, 1},
{"not_equal", T | X | A, "input,other", PW_BOOL | PW_CADD, 1, PB_NONE},
{"polar", T | A, "input,other", PW_TO_COMPLEX, 4},
{"polygamma", T | A, "n,input", PW_FLOAT, 1},
{"pow", T | X | A, "input,other", 0, 1, PB | PB_SAVED | PB_OTHER, 3, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"rad2deg", T | X | A, "input", PW_FLOAT, 1, PB, 1},
{"reciprocal", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 3, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"remainder", T | X | A, "input,other", 0, 1, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"round", T | X | A, "input", 0, 1, PB | PB_ZERO, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"rsqrt", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 3, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"rsub", T | X | A, "input,other,alpha", PW_ALPHA | PW_CADD, 1, PB | PB_FIRST, 1},
{"sgn", T | X | A, "input", 0, 1},
{"sigmoid", T | X | F | A, "input", PW_FLOAT, 4, PB | PB_SAVED, 3, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"sign", T | X | A, "input", 0, 1, PB | PB_ZERO, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"signbit", T | X | A, "input", PW_BOOL, 1, PB_NONE},
{"sin", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"sinc", T | X | A, "input", PW_FLOAT, 1},
{"sinh", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"special_digamma", A, "input", PW_FLOAT, 1},
{"special_entr", A, "input", PW_FLOAT, 1},
{"special_erf", A, "input", PW_FLOAT, 1, PB | PB_SAVED, 5},
{"special_erfc", A, "input", PW_FLOAT, 1, PB | PB_SAVED, 5},
{"special_erfcx", A, "input", PW_FLOAT, 1},
{"special_erfinv", A, "input", PW_FLOAT, 1, PB | PB_SAVED, 5},
{"special_exp2", A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2},
{"special_expit", A, "input", PW_FLOAT, 4, PB | PB_SAVED, 3},
{"special_expm1", A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2},
{"special_gammaln", A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2},
{"special_i0", A, "input", PW_FLOAT, 1},
{"special_i0e", A, "input", PW_FLOAT, 1},
{"special_i1", A, "input", PW_FLOAT, 1},
{"special_i1e", A, "input", PW_FLOAT, 1},
{"special_log1p", A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2},
{"special_log_ndtr", A, "input", PW_FLOAT, 1},
{"special_logit", A, "input,eps", PW_FLOAT, 4},
{"special_ndtri", A, "input", PW_FLOAT, 1},
{"special_psi", A, "input", PW_FLOAT, 1},
{"special_round", A, "input", 0, 1, PB | PB_ZERO},
{"special_sinc", A, "input", PW_FLOAT, 1},
{"special_xlog1py", T | A, "input,other", PW_FLOAT, 1},
{"special_xlogy", A, "input,other", PW_FLOAT, 1},
{"special_zeta", A, "input,other", PW_FLOAT, 1},
{"sqrt", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 2, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"square", T | X | A, "input", PW_CMUL, 1, PB | PB_SAVED, 3},
{"sub", T | X | A, "input,other,alpha", PW_ALPHA | PW_CADD, 1, PB | PB_SECOND, 1, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"subtract", T | X | A, "input,other,alpha", PW_ALPHA | PW_CADD, 1, PB | PB_SECOND, 1},
{"tan", T | X | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 3, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"tanh", T | X | F | A, "input", PW_FLOAT, 1, PB | PB_SAVED, 3, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"true_divide", T | X | A, "input,other", PW_FLOAT | PW_CDIV, 1, PB | PB_DIV},
{"trunc", T | X | A, "input", 0, 1, PB | PB_ZERO, .params = PARAMS_OPERANDS | PARAMS_IN_PLACE},
{"where", X, "input,condition,other", 0, 0, PB | PB_MASK, .tensors = true},
{"where", T | A, "condition,input?,other", 0, 0, PB | PB_MASK, .tensors = true},
{"xlogy", T | X | A, "input,other", PW_FLOAT, 1},
};
/* clang-format on */

const struct op_family op_pointwise = {
    .title = "Pointwise",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_pointwise,
    .complex = true,
    .each = op_pointwise_each,
};
