/*
 * pointwise.c - one element of the result from one of each operand: unary,
 * binary, comparisons, logic, addcmul, lerp, where.
 *
 * In:  a call whose tensors broadcast, the FLOPs an element from its row
 * Out: FLOPs of the result's elements; bytes of the operands and the result
 *
 * The operands are all the tensors of the call and not the arguments by name:
 * torch before 1.5 took numbers between them (x.add_(alpha, other)), PyProf
 * leaves out what it cannot write, and a result costs the same for each order.
 *
 * Weights: an addition, product, comparison or call of a mathematical function
 * is 1; a selection, a copy and a cast are 0.  The backward's follow from
 * torch's tools/autograd/derivatives.yaml by the same count.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define MAX_OPERANDS 8 /* torch has no pointwise operator with more than 5 */

struct work {
	const struct arg *operand[MAX_OPERANDS]; /* those that make the type */
	size_t noperands, ntensors;
	struct op_shape shape; /* of the result */
	uint64_t n;	       /* its elements */
	uint64_t read;	       /* bytes of the tensors */
	const struct arg *mask;
	enum dtype type;   /* worked in */
	enum dtype result; /* written */
};

static void add_operand(struct work *w, const struct arg *a)
{
	if (w->noperands < MAX_OPERANDS)
		w->operand[w->noperands++] = a;
}

/* Take all operands together; OP_BAD or more when they do not fit. */
static uint64_t collect(
    const struct op_entry *e, const struct call *call, struct work *w)
{
	const struct arg *input = op_arg(e, call, "input");
	const struct arg *other = op_arg(e, call, "other");
	const struct arg *out = op_arg(e, call, "out");
	bool any = false;
	size_t i;

	w->mask = op_arg(e, call, "mask");
	if (!w->mask)
		w->mask = op_arg(e, call, "condition");
	for (i = 0; i < call->nargs; i++) {
		const struct arg *a = &call->args[i];

		if (op_args_is_number(a) && (a == input || a == other))
			add_operand(w, a);
		if (!op_args_is_tensor(a) || (out && op_is_out(e, call, a)))
			continue;
		if (!a->shape.v)
			return OP_NO_SHAPE;
		if (any ? !op_broadcast(&w->shape, a) : !op_shape_of(a, &w->shape))
			return OP_MISFIT;
		any = true;
		w->ntensors++;
		w->read = op_add(w->read, op_moved(a));
		if (a != w->mask)
			add_operand(w, a);
	}
	w->n = any ? op_shape_elems(&w->shape) : OP_NO_SHAPE;
	return w->n;
}

static enum dtype real_of(enum dtype t)
{
	switch (t) {
	case DTYPE_COMPLEX128:
		return DTYPE_FLOAT64;
	case DTYPE_COMPLEX64:
		return DTYPE_FLOAT32;
	case DTYPE_COMPLEX32:
		return DTYPE_FLOAT16;
	default:
		return t;
	}
}

static void get_types(const struct op_entry *e, const struct call *call,
    int variant, struct work *w)
{
	const struct arg *out = op_arg(e, call, "out");
	const struct arg *self = op_operand(e, call, 0);

	w->type = op_promote(w->operand, w->noperands);
	/* div(a, b, rounding_mode='floor') keeps integers. */
	if (op_args_given(op_arg(e, call, "rounding_mode")) == GIVEN_YES)
		variant &= ~PW_FLOAT;
	if (variant & PW_FLOAT && (dtype_class(w->type) == DTYPE_INT ||
				      dtype_class(w->type) == DTYPE_BOOL))
		w->type = DTYPE_FLOAT32;
	w->result = w->type;
	if (variant & PW_CABS)
		w->result = real_of(w->type);
	if (variant & PW_BOOL)
		w->result = DTYPE_BOOL8;
	if (op_args_is_tensor(out))
		w->result = out->dtype;
	else if (op_args_inplace(call) && op_args_is_tensor(self))
		w->result = self->dtype;
}

/*
 * A factor that is 1 unless it is given: alpha, value.  x.add_(alpha, y) had it
 * between the operands; then the row's place for it holds a tensor.
 */
static enum op_given factor_of(const struct op_entry *e,
    const struct call *call, const char *name, double *x)
{
	const struct arg *a = op_arg(e, call, name);

	*x = 1;
	if (op_args_is_tensor(a) && op_args_is_number(op_operand(e, call, 1)))
		a = op_operand(e, call, 1);
	return op_args_real(a, x);
}

/* How many of min and max are given, added to *n; false when untold. */
static bool count_bounds(
    const struct op_entry *e, const struct call *call, uint64_t *n)
{
	static const char *const bound[] = {"min", "max"};
	size_t i;

	for (i = 0; i < 2; i++) {
		switch (op_args_given(op_arg(e, call, bound[i]))) {
		case GIVEN_NO:
			break;
		case GIVEN_YES:
			++*n;
			break;
		case GIVEN_UNTOLD:
			return false;
		}
	}
	return true;
}

/* FLOPs an element, of numbers of the type that w works in. */
static uint64_t weight_of(const struct op_entry *e, const struct call *call,
    int variant, const struct work *w, struct cost *cost)
{
	uint64_t weight = (uint64_t)(variant & PW_WEIGHT);
	double x;

	if (variant & PW_UNTOLD)
		return OP_NO_ATTR;
	/* One of the two must have been given; PyProf may have left it out. */
	if (variant & PW_BOUNDS && (!count_bounds(e, call, &weight) || weight == 0))
		return OP_NO_ATTR;
	if (variant & PW_BIAS && op_args_is_tensor(op_arg(e, call, "bias")))
		weight++;
	if (variant & PW_MANY)
		weight = weight + w->ntensors - 2;
	if (variant & PW_ALPHA) {
		/* Untold: one an element, as torch's profiler counts add. */
		if (factor_of(e, call, "alpha", &x) == GIVEN_UNTOLD) {
			cost->conf = CONF_ESTIMATE;
			cost->why = WHY_ATTRIBUTE;
		} else if (x != 1) {
			weight++;
		}
	}
	if (variant & PW_VALUE) {
		if (factor_of(e, call, "value", &x) == GIVEN_UNTOLD)
			return OP_NO_ATTR;
		if (x != 1)
			weight++;
	}
	if (dtype_class(w->type) != DTYPE_COMPLEX || weight == 0 || variant & PW_CABS)
		return weight;
	if (variant & PW_CADD)
		return 2 * weight;
	return variant & PW_CMUL ? 6 : OP_NO_ATTR;
}

/* Set the cost; unknown FLOPs of complex numbers say so. */
static int finish(struct work *w, uint64_t weight, uint64_t bytes, bool untold,
    struct cost *cost)
{
	int status = op_set(cost, op_mul(w->n, weight), 0, bytes);

	if (weight >= OP_BAD && !untold && dtype_class(w->type) == DTYPE_COMPLEX)
		cost->why = WHY_NO_COMPLEX;
	return status;
}

static int forward(const struct op_entry *e, const struct call *call,
    int variant, struct work *w, struct cost *cost)
{
	uint64_t weight = weight_of(e, call, variant, w, cost);
	uint64_t bytes = op_add(w->read, op_size(w->n, w->result));

	return finish(w, weight, bytes, variant & PW_UNTOLD, cost);
}

/*
 * The gradient of one operand, x: a kernel of the backward makes one.  It has
 * the result's shape; where x was broadcast a sum follows, which torch launches
 * as an operator of its own.
 */
static int backward(const struct op_entry *e, const struct call *call,
    int variant, struct work *w, struct cost *cost)
{
	const struct arg *input = op_arg(e, call, "input");
	const struct arg *x =
	    op_args_is_tensor(input) ? input : op_arg(e, call, "other");
	const struct arg *y = x == input ? op_arg(e, call, "other") : input;
	uint64_t weight = (uint64_t)(variant & PB_WEIGHT);
	uint64_t bytes = op_size(w->n, w->result);

	if (!op_args_is_tensor(x))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (variant & PB_ZERO)
		return op_set(cost, 0, 0, op_size(w->n, x->dtype));
	if (variant & PB_BOUNDS && (!count_bounds(e, call, &weight) || weight == 0))
		weight = OP_NO_ATTR;
	if (variant & (PB_DIV | PB_RDIV)) {
		/* dy / y, or -dy * x / y / y for the divisor. */
		bool divisor = (x != input) != !!(variant & PB_RDIV);

		weight = divisor ? 3 : 1;
		variant |= divisor ? PB_OTHER | PB_SAVED : PB_OTHER;
		if (op_args_is_tensor(y)) {
			cost->conf = CONF_ESTIMATE;
			cost->why = WHY_OPERAND;
		}
	}
	if (variant & PB_SAVED)
		bytes = op_add(bytes, op_size(w->n, w->type));
	if (variant & PB_OTHER && op_args_is_tensor(y))
		bytes = op_add(bytes, op_moved(y));
	if (variant & PB_MASK)
		bytes = op_add(bytes, op_moved(w->mask));
	if (variant & PB_UNTOLD)
		weight = OP_NO_ATTR;
	else if (dtype_class(w->type) == DTYPE_COMPLEX && weight)
		weight = variant & PB_CMUL ? 6 : OP_NO_ATTR;
	bytes = op_add(bytes, op_size(w->n, x->dtype));
	return finish(w, weight, bytes, variant & PB_UNTOLD, cost);
}

int op_pointwise_with(const struct op_entry *e, const struct call *call,
    enum op_part part, int variant, int variant_bwd, struct cost *cost)
{
	struct work w = {0};
	uint64_t n;

	if (part != PART_FORWARD && !(variant_bwd & PB)) {
		cost->why =
		    variant_bwd & PB_NONE ? WHY_NO_GRADIENT : WHY_NO_BACKWARD;
		return -1;
	}
	n = collect(e, call, &w);
	if (n >= OP_BAD)
		return op_set(cost, n, 0, n);
	get_types(e, call, variant, &w);
	cost->dtype = w.type;
	if (part == PART_FORWARD)
		return forward(e, call, variant, &w, cost);
	return backward(e, call, variant_bwd, &w, cost);
}

int op_pointwise(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	return op_pointwise_with(e, call, part, e->variant, e->variant_bwd, cost);
}
