/*
 * gemm.c - matrix products: mm, bmm, matmul, linear, mv, dot, outer.
 *
 * In:  a call with two operands, and the addend of addmm and linear
 * Out: 2 FLOPs a multiply-add, bytes of operands and result
 *
 * All of them are torch.matmul of some operands: a vector is a matrix of one
 * row or column, leading dimensions are a batch that broadcasts, linear's
 * weight is transposed.  So there is one way to take a product apart and not
 * one per operator.
 *
 * Sources: torch/utils/flop_counter.py (mm_flop, bmm_flop) for the products;
 * the bias is counted besides, see pp-models(7).
 */
#include "prof/ops/op.h"

struct product {
	const struct arg *a, *b, *c; /* c: the addend, or NULL */
	bool has_c;		     /* something is added */
	bool sure;		     /* whether it is added is known */
	uint64_t m, n, k, batch;
	uint64_t out;	 /* elements of the result */
	enum dtype type; /* of the result */
	enum dtype cast; /* operands were cast to this before, or unknown */
	bool ta, tb;	 /* the operand is transposed */
	uint64_t act;	 /* FLOPs an element of what follows in the kernel */
};

static bool is_scalar(const struct arg *a)
{
	return a && (a->kind == ARG_INT || a->kind == ARG_FLOAT);
}

/* Zero as a number; *known false where it is none. */
static bool is_zero(const struct arg *a, bool *known)
{
	if (!a || a->kind == ARG_NONE)
		return false;
	if (a->value.kind == VALUE_INT)
		return a->value.i == 0;
	if (a->value.kind == VALUE_REAL)
		return a->value.f == 0;
	if (a->value.kind == VALUE_BOOL)
		return !a->value.b;
	*known = false;
	return false;
}

/*
 * The operands of addmm and its like.  Before torch 1.5 numbers could stand
 * between them, torch.addmm(beta, C, alpha, A, B), and PyProf records a 0-dim
 * C as a number; so where the row's order does not give two matrices the
 * tensors are taken in order, and the first of the numbers is beta.
 */
static bool find_operands(const struct op_entry *e, const struct call *call,
    struct product *p, const struct arg **beta)
{
	const struct arg *t[3] = {0}, *number = NULL;
	size_t i, nt = 0;

	for (i = 0; i < call->nargs && op_positional(&call->args[i]); i++) {
		const struct arg *x = &call->args[i];

		if (x->kind == ARG_TENSOR && nt < 3)
			t[nt++] = x;
		else if (is_scalar(x) && !number)
			number = x;
	}
	p->c = op_operand(e, call, 0);
	p->a = op_operand(e, call, 1);
	p->b = op_operand(e, call, 2);
	*beta = op_arg(e, call, "beta");
	if (p->a && p->b && p->a->kind == ARG_TENSOR &&
	    p->b->kind == ARG_TENSOR && !(nt == 3 && is_scalar(p->c)))
		return true;
	if (nt == 3) {
		p->c = t[0];
		p->a = t[1];
		p->b = t[2];
		*beta = number;
	}
	return nt == 3;
}

static int get_operands(const struct op_entry *e, const struct call *call,
    struct product *p, struct cost *cost)
{
	const struct arg *swap;

	p->sure = true;
	if (e->variant & GEMM_C) {
		const struct arg *beta;

		if (!find_operands(e, call, p, &beta)) {
			cost->why = WHY_NO_SHAPE;
			return -1;
		}
		p->has_c = !is_zero(beta, &p->sure);
	} else {
		p->a = op_operand(e, call, 0);
		p->b = op_operand(e, call, 1);
		p->c = op_tensor(e, call, "bias");
		p->has_c = p->c != NULL;
	}
	if (e->variant & GEMM_TRANS) { /* ONNX: C is optional */
		p->c = op_tensor(e, call, "C");
		p->has_c = p->c && !is_zero(op_arg(e, call, "beta"), &p->sure);
		p->ta = op_bool(e, call, "transA", false, &p->sure);
		p->tb = op_bool(e, call, "transB", false, &p->sure);
	}
	/* _addmm_activation: relu, or cublasLt's gelu, which is tanh's. */
	if (e->variant & GEMM_ACT)
		p->act = op_bool(e, call, "use_gelu", false, &p->sure) ? 9 : 1;
	if (e->variant & GEMM_SWAP) {
		swap = p->a;
		p->a = p->b;
		p->b = swap;
	}
	return 0;
}

/* Take m, k, n and the batch from the operands' shapes. */
static uint64_t get_sizes(int variant, struct product *p)
{
	struct op_shape a, b, lead;
	struct arg rest = {.kind = ARG_TENSOR};
	int64_t m, n, ka, kb;

	if (!op_shape_of(p->a, &a) || !op_shape_of(p->b, &b))
		return OP_NO_SHAPE;
	if (a.n == 0 || b.n == 0)
		return OP_MISFIT;
	if (variant & GEMM_OUTER) {
		if (a.n != 1 || b.n != 1)
			return OP_MISFIT;
		p->m = (uint64_t)a.v[0];
		p->n = (uint64_t)b.v[0];
		p->k = p->batch = 1;
		p->out = op_mul(p->m, p->n);
		return p->out;
	}
	p->tb |= (variant & GEMM_T) != 0;
	p->ta &= a.n > 1;
	ka = a.v[a.n - (p->ta ? 2 : 1)];
	m = a.n > 1 ? a.v[a.n - (p->ta ? 1 : 2)] : 1;
	if (b.n == 1) {
		kb = b.v[0];
		n = 1;
	} else {
		kb = b.v[b.n - (p->tb ? 1 : 2)];
		n = b.v[b.n - (p->tb ? 2 : 1)];
	}
	if (ka != kb || (variant & GEMM_T && b.n > 2))
		return OP_MISFIT;
	/* The leading dimensions broadcast. */
	lead = a;
	lead.n = a.n > 2 ? a.n - 2 : 0;
	rest.shape = (struct dims){b.v, b.n > 2 ? b.n - 2 : 0};
	if (rest.shape.n && !op_broadcast(&lead, &rest))
		return OP_MISFIT;
	p->m = (uint64_t)m;
	p->n = (uint64_t)n;
	p->k = (uint64_t)ka;
	p->batch = op_shape_elems(&lead);
	p->out = op_mul(p->m, p->n);
	if (!(variant & GEMM_SUM))
		p->out = op_mul(p->out, p->batch);
	return p->out;
}

/*
 * The result's type.  Two floats of unlike width meet in a marker that was
 * written before autocast cast the wider one (PyProf): all of the work is then
 * done in the narrower.
 */
static void get_type(
    const struct op_entry *e, const struct call *call, struct product *p)
{
	enum dtype a = p->a->dtype, b = p->b->dtype;

	p->type = op_promote2(a, b);
	/* An element is a pair of values. */
	if (a == DTYPE_FLOAT4_E2M1FN_X2 && a == b)
		p->k = op_mul(2, p->k);
	if (a != b && dtype_class(a) == DTYPE_FLOAT &&
	    dtype_class(b) == DTYPE_FLOAT) {
		p->type = dtype_bits(a) < dtype_bits(b) ? a : b;
		p->cast = p->type;
	}
	if (e->variant & GEMM_T && p->c && p->c->dtype != p->type)
		p->cast = p->type;
	p->type = op_dtype_arg(e, call, "out_dtype", p->type);
}

static bool is_complex(const struct product *p)
{
	return dtype_class(p->type) == DTYPE_COMPLEX;
}

/* FLOPs of one product: 2MNK, 8MNK where it is complex.  An outer product has
 * nothing to add up. */
static uint64_t product_flops(int variant, const struct product *p)
{
	uint64_t mnk = op_mul(op_mul(p->m, p->n), op_mul(p->k, p->batch));

	if (variant & GEMM_OUTER)
		return op_mul(is_complex(p) ? 6 : 1, mnk);
	return op_mul(is_complex(p) ? 8 : 2, mnk);
}

/* What is added, as FLOPs: one addition an element of the result. */
static uint64_t adds(const struct product *p)
{
	return op_mul(is_complex(p) ? 2 : 1, p->out);
}

static int forward(
    const struct op_entry *e, const struct product *p, struct cost *cost)
{
	uint64_t flops = product_flops(e->variant, p);
	uint64_t gemm = e->variant & GEMM_OUTER ? 0 : flops;
	uint64_t bytes =
	    op_add(op_moved_as(p->a, p->cast), op_moved_as(p->b, p->cast));

	bytes = op_add(bytes, op_size(p->out, p->type));
	if (p->has_c) {
		flops = op_add(flops, adds(p));
		bytes = op_add(bytes, op_moved_as(p->c, p->cast));
	}
	if (e->variant & GEMM_ACT)
		flops = op_add(flops, op_mul(p->act, p->out));
	/* Without beta's value the addend may or may not have been read. */
	if (!p->sure) {
		cost->conf = CONF_UPPER;
		cost->why = WHY_ATTRIBUTE;
	}
	return op_set(cost, flops, gemm, bytes);
}

/*
 * The backward: dA = dY.B', dB = A'.dY and, for an addend that was broadcast,
 * dC = a sum of dY.  What is summed over a batch takes no more FLOPs than the
 * product.
 */
static int backward(const struct op_entry *e, const struct product *p,
    enum op_part part, struct cost *cost)
{
	uint64_t one = product_flops(e->variant, p);
	uint64_t dy = op_size(p->out, p->type);
	uint64_t dgrad = op_add(
	    op_add(dy, op_moved_as(p->b, p->cast)), op_grad_as(p->a, p->cast));
	uint64_t wgrad = op_add(
	    op_add(dy, op_moved_as(p->a, p->cast)), op_grad_as(p->b, p->cast));
	uint64_t flops = 0, gemm = 0, bytes = 0;

	/* dA of an outer product is dY.b, which does add up. */
	if (e->variant & GEMM_OUTER)
		one = op_mul(is_complex(p) ? 8 : 2, op_mul(p->m, p->n));
	if (part == PART_DBIAS && !p->has_c) {
		cost->why = WHY_NO_BIAS;
		return -1;
	}
	if (part == PART_DGRAD || part == PART_PRODUCT || part == PART_BACKWARD) {
		gemm = op_add(gemm, one);
		bytes = op_add(bytes, dgrad);
	}
	if (part == PART_WGRAD || part == PART_BACKWARD) {
		gemm = op_add(gemm, one);
		bytes = op_add(bytes, wgrad);
	}
	flops = gemm;
	if (p->has_c && (part == PART_DBIAS || part == PART_BACKWARD)) {
		flops = op_add(flops, adds(p));
		bytes = op_add(bytes, dy);
		if (p->c && p->c->kind == ARG_TENSOR)
			bytes = op_add(bytes, op_grad_as(p->c, p->cast));
	}
	if (!p->sure && part != PART_DGRAD && part != PART_WGRAD &&
	    part != PART_PRODUCT) {
		cost->conf = CONF_UPPER;
		cost->why = WHY_ATTRIBUTE;
	}
	return op_set(cost, flops, gemm, bytes);
}

int op_gemm(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	struct product p = {0};
	uint64_t n;

	if (get_operands(e, call, &p, cost) < 0)
		return -1;
	n = get_sizes(e->variant, &p);
	if (n >= OP_BAD)
		return op_set(cost, n, n, n);
	get_type(e, call, &p);
	cost->dtype = p.type;
	if (part == PART_FORWARD)
		return forward(e, &p, cost);
	return backward(e, &p, part, cost);
}
