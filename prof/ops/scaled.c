/*
 * scaled.c - products of quantised, scaled or sparse matrices.
 *
 * In:  activations (..., K), a weight in the layout that the row tells, scales
 * Out: 2MNK with the logical K, bytes of what is stored: packed weights,
 * scales, the result in its own type
 *
 * Every library packs and orders these otherwise, so the row says where N is
 * found and how K is stored; what is read is all tensors of the call but the
 * result, whatever the library calls its scales, zeros and tables.
 *
 * Sources: torch.utils.flop_counter (_scaled_mm_flop); the schemas of the
 * libraries.  Of a 2:4 sparse product the half that is done is counted.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

struct scaled {
	const struct op_entry *e;
	const struct call *call;
	const struct arg *a, *b, *out;
	uint64_t m, n, k;
	enum dtype type; /* of the result */
};

static uint64_t size_at(const struct arg *t, size_t i)
{
	return t->shape.v[i] < 0 ? OP_NO_SHAPE : (uint64_t)t->shape.v[i];
}

static uint64_t from_end(const struct arg *t, size_t i)
{
	return i < t->shape.n ? size_at(t, t->shape.n - 1 - i) : OP_MISFIT;
}

/* A size that is an argument, or the i-th of a list of them. */
static uint64_t number(const struct scaled *s, const char *name, size_t i)
{
	int64_t v[8];
	size_t n;

	if (op_args_ints(op_arg(s->e, s->call, name), v, 8, &n) != GIVEN_YES ||
	    n <= i)
		return OP_NO_ATTR;
	return v[i] < 0 ? OP_MISFIT : (uint64_t)v[i];
}

static bool is_float8(enum dtype t)
{
	return dtype_class(t) == DTYPE_FLOAT && dtype_bits(t) == 8;
}

/* Values in an element of an operand: of a packed one, where its type says so
 * or the row does and it is bytes. */
static uint64_t values_in(const struct scaled *s, const struct arg *t)
{
	if (t->dtype == DTYPE_FLOAT4_E2M1FN_X2)
		return 2;
	return s->e->variant & SCALED_PACKED && dtype_bits(t->dtype) <= 8 ? 2 : 1;
}

/* N by the first matrix of floats behind the weight: (K / group, N) scales. */
static uint64_t columns_of_scales(const struct scaled *s)
{
	const struct arg *x = s->b + 1, *end = s->call->args + s->call->nargs;

	for (; x < end; x++)
		if (x->kind == ARG_TENSOR && x->shape.v && x->shape.n >= 2 &&
		    (dtype_class(x->dtype) == DTYPE_FLOAT ||
			x->dtype == DTYPE_UNKNOWN))
			return from_end(x, 0);
	return OP_NO_SHAPE;
}

/* The half of the rows' K that a 2:4 sparse operand stores; M of a flat one is
 * what cuSPARSELt makes of it: 9/16 of the elements, 10/16 of bytes. */
static uint64_t rows_of_compressed(const struct scaled *s, uint64_t k)
{
	uint64_t factor = dtype_bits(s->a->dtype) == 8 ? 10 : 9;
	uint64_t n = op_mul(op_elems(s->a), 16), d = op_mul(factor, k);

	if (s->a->shape.n == 2)
		return size_at(s->a, 0);
	if (n >= OP_BAD || d >= OP_BAD)
		return n >= OP_BAD ? n : d;
	return d == 0 ? OP_MISFIT : n / d;
}

/* m, n and k; 0, or why not. */
static uint64_t get_sizes(struct scaled *s)
{
	const int variant = s->e->variant, where = variant & SCALED_WHERE;
	uint64_t elems = op_elems(s->a), stored, deep;
	bool transposed = false, known = true;

	if (s->a->shape.n == 0)
		return OP_MISFIT;
	if (where == SCALED_COMPRESSED) {
		s->k = from_end(s->b, 1);
		s->n = from_end(s->b, 0);
		s->m = rows_of_compressed(s, s->k);
		return 0;
	}
	stored = from_end(s->a, 0);
	if (variant & SCALED_TRANS)
		transposed = op_bool(s->e, s->call, "trans_a", false, &known);
	if (transposed)
		stored = from_end(s->a, 1);
	if (elems >= OP_BAD || stored >= OP_BAD)
		return elems >= OP_BAD ? elems : stored;
	s->m = stored ? elems / stored : 0;
	s->k = op_mul(stored, values_in(s, s->a));
	deep = s->k;
	switch (where) {
	case SCALED_ROWS: /* (N, K) */
		s->n = from_end(s->b, 1);
		deep = from_end(s->b, 0);
		break;
	case SCALED_ROWS_SPARSE: /* (N, K / 2): half of the products */
		s->n = from_end(s->b, 1);
		s->k = deep = from_end(s->b, 0);
		break;
	case SCALED_ROWS_HALF: /* (N, K / 2), two values in a byte */
		s->n = from_end(s->b, 1);
		break;
	case SCALED_FIRST: /* (N, K in blocks) */
		s->n = s->b->shape.n ? size_at(s->b, 0) : OP_MISFIT;
		break;
	case SCALED_SCALES: /* packed beyond what its shape tells */
		s->n = columns_of_scales(s);
		break;
	case SCALED_ARGUMENT:
		s->n = number(s, "out_features", 0);
		break;
	case SCALED_INT4PACK: /* scales and zeros are (K / group, N, 2) */
		s->b = op_tensor(s->e, s->call, "scales");
		s->n = s->b ? from_end(s->b, 1) : OP_NO_SHAPE;
		break;
	case SCALED_PER_COLUMN: /* a scale for each column */
		s->b = op_tensor(s->e, s->call, "scales");
		s->n = s->b ? op_elems(s->b) : OP_NO_SHAPE;
		break;
	default: /* (K, N) */
		if (variant & SCALED_TRANS &&
		    op_bool(s->e, s->call, "trans_b", false, &known)) {
			s->n = from_end(s->b, 1);
			deep = from_end(s->b, 0);
		} else {
			s->n = from_end(s->b, 0);
			deep = from_end(s->b, 1);
		}
		deep = op_mul(deep, values_in(s, s->b));
		break;
	}
	if (!known)
		return OP_NO_ATTR;
	if (where == SCALED_ROWS)
		deep = op_mul(deep, values_in(s, s->b));
	if (deep < OP_BAD && deep != s->k)
		return OP_MISFIT;
	/* A batch of right operands: each has its own rows. */
	if (where == 0 && s->b->shape.n > 2 && s->a->shape.n != s->b->shape.n)
		return OP_MISFIT;
	return deep >= OP_BAD ? deep : 0;
}

static void get_type(struct scaled *s)
{
	enum dtype a = s->a->dtype, t = a;

	if (s->e->variant & SCALED_INT32)
		t = DTYPE_INT32;
	else if (s->e->variant & SCALED_FLOAT)
		t = DTYPE_FLOAT32;
	else if (is_float8(a) || s->e->variant & SCALED_BF16)
		t = DTYPE_BFLOAT16;
	if (s->out)
		t = s->out->dtype;
	s->type = op_dtype_arg(s->e, s->call, "out_dtype", t);
}

/* Bytes of all tensors of a list or call but the result and what is scratch. */
static uint64_t read_bytes(const struct scaled *s, const struct arg *v, size_t n)
{
	const struct arg *scratch = op_arg(s->e, s->call, "workspace");
	const struct arg *same = op_arg(s->e, s->call, "out");
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		if (&v[i] == scratch || &v[i] == same)
			continue;
		if (v[i].kind == ARG_TENSOR)
			sum = op_add(sum, op_moved(&v[i]));
		else if (v[i].value.kind == VALUE_ARGS && v == s->call->args)
			sum = op_add(sum,
			    read_bytes(s, v[i].value.args.v, v[i].value.args.n));
	}
	return sum;
}

/* Whether something is added to the result: a bias, or addmm's operand. */
static bool has_addend(const struct scaled *s, bool *known)
{
	double beta = 1;

	if (s->e->variant & SCALED_C &&
	    op_args_real(op_arg(s->e, s->call, "beta"), &beta) == GIVEN_UNTOLD)
		*known = false;
	return beta != 0 && op_tensor(s->e, s->call, "bias");
}

/* Packing a weight: (N, K) of integers, or (N, K / 2) of bytes, to 4 bits each. */
static int pack_weight(const struct scaled *s, struct cost *cost)
{
	uint64_t n = op_elems(s->a);

	if (dtype_bits(s->a->dtype) == 8)
		n = op_mul(n, 2);
	return op_set(cost, 0, 0, op_add(op_moved(s->a), op_size(n, DTYPE_INT4)));
}

int op_scaled(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	struct scaled s = {.e = e, .call = call};
	const struct arg *scales = op_arg(e, call, "scale_list");
	uint64_t flops, gemm, bytes, bad;
	bool known = true;

	if (part != PART_FORWARD) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	s.a = op_tensor(e, call, "a");
	s.b = op_tensor(e, call, "b");
	s.out = op_tensor(e, call, "out");
	if (!s.a)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	cost->dtype = s.a->dtype;
	if (e->variant & SCALED_PACK)
		return pack_weight(&s, cost);
	if (!s.b)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	bad = get_sizes(&s);
	if (bad)
		return op_set(cost, bad, bad, bad);
	get_type(&s);
	gemm = op_mul(op_mul(s.m, s.n), op_mul(s.k, 2));
	if ((e->variant & SCALED_WHERE) == SCALED_COMPRESSED && gemm < OP_BAD)
		gemm = s.a->shape.n == 2
			   ? op_mul(op_mul(s.m, s.n), op_mul(2, from_end(s.a, 0)))
			   : gemm / 2;
	flops = gemm;
	if (has_addend(&s, &known))
		flops = op_add(flops, op_mul(s.m, s.n));
	if (!known)
		cost->conf = CONF_UPPER;
	bytes = op_add(read_bytes(&s, call->args, call->nargs),
	    op_size(op_mul(s.m, s.n), s.type));
	/* A list of scales that was not recorded. */
	if (scales && op_args_given(scales) == GIVEN_UNTOLD)
		bytes = OP_NO_SHAPE;
	return op_set(cost, flops, gemm, bytes);
}
