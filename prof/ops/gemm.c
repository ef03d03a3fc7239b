/*
 * gemm.c - matrix products: mm, bmm, matmul, linear, mv, dot, outer.
 *
 * In:  a call with two operands, and the addend of addmm and linear
 * Out: 2 FLOPs a multiply-add, bytes of operands and result
 *
 * All of them are torch.matmul of some operands: a vector is a matrix of one
 * row or column, leading dimensions are a batch that broadcasts, linear's
 * weight is transposed.  So sizes are found in one way for all of them.
 *
 * Sources: torch/utils/flop_counter.py (mm_flop, bmm_flop) for the products;
 * the bias is counted besides, see pp-models(7).
 */
#include "prof/ops/family.h"
#include "common/nelems.h"
#include "prof/ops/product.h"

enum {
	GEMM_C = 1,	 /* the first operand is added: addmm */
	GEMM_T = 2,	 /* the right operand is (N, K): linear */
	GEMM_SWAP = 4,	 /* the right operand comes first: __rmatmul__ */
	GEMM_SUM = 8,	 /* summed over the batch: addbmm */
	GEMM_OUTER = 16, /* two vectors to a matrix: outer */
	GEMM_TRANS = 32, /* ONNX: transA and transB say what is transposed; C is
			  * the third operand */
	GEMM_ACT = 64,	 /* relu of the result, or gelu */
};

/* Dimensions that the operands must have; those of a batch are as many. */
#define RANKS(a, b) ((a) << 8 | (b) << 12)
#define MM RANKS(2, 2)
#define BMM RANKS(3, 3)

struct product {
	const struct arg *a, *b, *c; /* c: the addend, or NULL */
	bool has_c;		     /* something is added */
	bool sure;		     /* beta and the like were recorded */
	uint64_t m, n, k, batch;
	struct op_shape lead; /* of the result, in front of its matrices */
	uint64_t out;	      /* elements of the result */
	enum dtype type;      /* of the product */
	enum dtype y;	      /* of what is written */
	enum dtype cast; /* operands were cast to this before, or unknown */
	bool ta, tb;	 /* the operand is transposed */
	uint64_t act;	 /* FLOPs an element of what follows in the kernel */
};

static bool is_scalar(const struct arg *a)
{
	return a && (a->kind == ARG_INT || a->kind == ARG_FLOAT);
}

/* Whether the number is 0; *known becomes false where it was not recorded. */
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
static bool find_operands(
    const struct op_ask *q, struct product *p, const struct arg **beta)
{
	const struct arg *t[3] = {0}, *number = NULL;
	size_t i, nt = 0;

	for (i = 0; i < q->call->nargs && op_args_positional(&q->call->args[i]);
	     i++) {
		const struct arg *x = &q->call->args[i];

		if (x->kind == ARG_TENSOR && nt < 3)
			t[nt++] = x;
		else if (is_scalar(x) && !number)
			number = x;
	}
	p->c = op_operand(q, 0);
	p->a = op_operand(q, 1);
	p->b = op_operand(q, 2);
	*beta = op_arg(q, AT_beta);
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

/* A size of the tensor, counted from its last one; -1: it has none there. */
static int64_t size_at(const struct arg *a, size_t i)
{
	return a && a->kind == ARG_TENSOR && i < a->shape.n
		   ? a->shape.v[a->shape.n - 1 - i]
		   : -1;
}

/* ONNX's transA and transB.  Where they were not recorded the result tells: its
 * rows are those of the first operand, its columns those of the second. */
static void get_transposed(const struct op_ask *q, struct product *p)
{
	const struct arg *y = op_args_result(q->call);
	bool known = true;

	p->ta = op_args_bool(q, AT_transA, false, &known);
	p->tb = op_args_bool(q, AT_transB, false, &known);
	if (known)
		return;
	if (!y) {
		p->sure = false;
		return;
	}
	p->ta = size_at(p->a, 1) != size_at(y, 1);
	p->tb = size_at(p->b, 0) != size_at(y, 0);
}

/* False where two operands cannot be found. */
static bool get_operands(const struct op_ask *q, struct product *p)
{
	p->sure = true;
	if (q->row->variant & GEMM_C) {
		const struct arg *beta;

		if (!find_operands(q, p, &beta))
			return false;
		p->has_c = !is_zero(beta, &p->sure);
	} else {
		p->a = op_operand(q, 0);
		p->b = op_operand(q, 1);
		p->c = op_tensor(q, AT_bias);
		p->has_c = p->c != NULL;
	}
	if (q->row->variant & GEMM_TRANS) { /* ONNX: C is optional */
		p->c = op_tensor(q, AT_C);
		p->has_c = p->c && !is_zero(op_arg(q, AT_beta), &p->sure);
		get_transposed(q, p);
	}
	/* _addmm_activation: relu, or cublasLt's gelu, which is tanh's. */
	if (q->row->variant & GEMM_ACT)
		p->act = op_args_bool(q, AT_use_gelu, false, &p->sure) ? 9 : 1;
	if (q->row->variant & GEMM_SWAP) {
		const struct arg *first = p->a;

		p->a = p->b;
		p->b = first;
	}
	return true;
}

static bool ranks_fit(
    unsigned variant, const struct op_shape *a, const struct op_shape *b)
{
	size_t na = variant >> 8 & 15, nb = variant >> 12;

	if (na == 0)
		return true;
	return a->n == na && b->n == nb && (na < 3 || a->v[0] == b->v[0]);
}

/* m, k, n and the batch from the operands' shapes: elements of the result, or
 * what is wrong. */
static uint64_t get_sizes(unsigned variant, struct product *p)
{
	struct op_shape a, b, *lead = &p->lead;
	struct arg rest = {.kind = ARG_TENSOR};
	int64_t m, n, ka, kb;

	if (!op_shape_of(p->a, &a) || !op_shape_of(p->b, &b))
		return OP_NO_SHAPE;
	if (a.n == 0 || b.n == 0 || !ranks_fit(variant, &a, &b))
		return OP_MISFIT;
	if (variant & GEMM_OUTER) {
		if (a.n != 1 || b.n != 1)
			return OP_MISFIT;
		p->m = (uint64_t)a.v[0];
		p->n = (uint64_t)b.v[0];
		p->k = p->batch = 1;
		p->out = num_times(p->m, p->n);
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
	*lead = a;
	lead->n = a.n > 2 ? a.n - 2 : 0;
	rest.shape = (struct dims){b.v, b.n > 2 ? b.n - 2 : 0};
	if (rest.shape.n && op_broadcast(lead, &rest))
		return OP_MISFIT;
	p->m = (uint64_t)m;
	p->n = (uint64_t)n;
	p->k = (uint64_t)ka;
	p->batch = op_shape_elems(lead);
	if (variant & GEMM_SUM)
		lead->n = 0;
	p->out = num_times(p->m, p->n);
	if (!(variant & GEMM_SUM))
		p->out = num_times(p->out, p->batch);
	return p->out;
}

/* Whether the addend broadcasts to the result. */
static bool addend_fits(const struct product *p)
{
	int64_t rows = size_at(p->c, 1), columns = size_at(p->c, 0);
	size_t i, n = p->lead.n + 2;

	if (!p->has_c || !op_args_is_tensor(p->c) || p->c->shape.n == 0)
		return true;
	for (i = 2; i < p->c->shape.n; i++) {
		int64_t size = size_at(p->c, i);

		if (i >= n || (size != 1 && size != p->lead.v[n - 1 - i]))
			return false;
	}
	/* of addmv the result is a column, and both are vectors */
	if (p->n == 1 && p->c->shape.n == 1 && columns == (int64_t)p->m)
		return true;
	return (columns == 1 || columns == (int64_t)p->n) &&
	       (p->c->shape.n == 1 || rows == 1 || rows == (int64_t)p->m);
}

/* The result's type, and what autocast cast the operands to. */
static void get_type(const struct op_ask *q, struct product *p)
{
	enum dtype a = p->a->dtype, b = p->b->dtype;

	p->type = op_promote2(a, b);
	/* An element is a pair of values. */
	if (a == DTYPE_FLOAT4_E2M1FN_X2 && a == b)
		p->k = num_times(2, p->k);
	p->cast = op_cast(q->cost, a, b);
	if (p->cast)
		p->type = p->cast;
	if (q->row->variant & GEMM_T && p->c)
		p->cast = p->type;
	p->type = op_args_dtype(q, AT_out_dtype, p->type);
	p->y = op_args_result_type(q, p->type);
}

static bool is_complex(const struct product *p)
{
	return dtype_class(p->type) == DTYPE_COMPLEX;
}

static uint64_t multiply_adds(const struct product *p)
{
	return num_times(num_times(p->m, p->n), num_times(p->k, p->batch));
}

static uint64_t product_flops(const struct product *p, uint64_t macs)
{
	return num_times(is_complex(p) ? 8 : 2, macs);
}

/* FLOPs of an addition for each element of the result. */
static uint64_t adds(const struct product *p)
{
	return num_times(is_complex(p) ? 2 : 1, p->out);
}

static int forward(struct op_ask *q, const struct product *p)
{
	uint64_t macs = multiply_adds(p);

	/* An outer product has nothing to add up. */
	if (q->row->variant & GEMM_OUTER)
		works(q, is_complex(p) ? 6 : 1, macs);
	else
		multiplies(q, product_flops(p, macs));
	moves_bytes(q, op_moved_as(p->a, p->cast));
	moves_bytes(q, op_moved_as(p->b, p->cast));
	yields(q, p->out, p->y);
	if (p->has_c) {
		works(q, 1, adds(p));
		moves_bytes(q, op_moved_as(p->c, p->cast));
	}
	works(q, p->act, p->out);
	/* beta and the like were not recorded: torch's defaults hold. */
	if (!p->sure)
		estimates(q, WHY_ATTRIBUTE);
	return done(q);
}

/*
 * What is summed over a batch takes no more FLOPs than the product.  dA of an
 * outer product is dY.b, which does add up.
 */
static int backward(struct op_ask *q, const struct product *p)
{
	struct op_product b = {
	    .flops = product_flops(p, multiply_adds(p)),
	    .adds = adds(p),
	    .has_bias = p->has_c,
	    .dy = op_size(p->out, p->y),
	    .a = op_moved_as(p->a, p->cast),
	    .b = op_moved_as(p->b, p->cast),
	    .da = op_grad_as(p->a, p->cast),
	    .db = op_grad_as(p->b, p->cast),
	};

	if (p->c && p->c->kind == ARG_TENSOR)
		b.dc = op_grad_as(p->c, p->cast);
	/* Without beta's value there may or may not be a gradient of C. */
	if (!p->sure && (q->part == PART_DBIAS || q->part == PART_BACKWARD))
		estimates(q, WHY_ATTRIBUTE);
	return op_product_backward(q, &b);
}

static int cost_gemm(struct op_ask *q)
{
	struct product p = {0};
	uint64_t n;

	if (!get_operands(q, &p))
		return lacks(q, OP_NO_SHAPE);
	n = get_sizes(q->row->variant, &p);
	if (num_bad(n))
		return lacks(q, n);
	if (!addend_fits(&p))
		return lacks(q, OP_MISFIT);
	get_type(q, &p);
	q->cost->dtype = p.type;
	return q->part == PART_FORWARD ? forward(q, &p) : backward(q, &p);
}

static bool is_multiple(int64_t n, unsigned of)
{
	return n > 0 && n % of == 0;
}

/* The dims of a product's operands: the last, and what stands before it; of a
 * batch of products, the one before it. */
static bool aligned(const struct op_ask *q, unsigned n)
{
	const struct call *call = q->call;
	bool batch = true;

	for (size_t i = 0; i < call->nargs; i++)
		batch &= call->args[i].kind != ARG_TENSOR ||
			 call->args[i].shape.n >= 3;
	for (size_t i = 0; i < call->nargs; i++) {
		const struct dims *s = &call->args[i].shape;
		bool rows = false;

		if (call->args[i].kind != ARG_TENSOR || !s->v || s->n < 2)
			continue;
		for (size_t k = batch ? s->n - 2 : 0; k + 1 < s->n; k++)
			rows |= is_multiple(s->v[k], n);
		if (!rows || !is_multiple(s->v[s->n - 1], n))
			return false;
	}
	return true;
}

/* clang-format off */
static const struct op_row rows[] = {
{"FusedGemm", N, "input,mat2,C", GEMM_TRANS | GEMM_ACT},
{"FusedMatMul", N, "input,other", GEMM_TRANS},
{"Gemm", N, "input,mat2,C", GEMM_TRANS},
{"MatMul", N, "input,other"},
{"SparseToDenseMatMul", N, .why = WHY_VALUES},
{"TransposeMatMul", N, "input,other", GEMM_TRANS},
{"_LayerNormLinear", O, .why = WHY_NO_RULE},
{"_Linear", O, "weight,input,bias", GEMM_T | GEMM_SWAP},
{"_LinearBackward_wgrad_mm", O, .why = WHY_NO_RULE},
{"_LinearBackward_xgrad_mm", O, .why = WHY_NO_RULE},
{"_Linear_yfwd_mm", O, .why = WHY_NO_RULE},
{"__matmul__", X, "input,other", .params = PARAMS_MATMUL},
{"__rmatmul__", X, "input,other", GEMM_SWAP},
{"_addmm_activation", A, "input,mat1,mat2,beta,alpha,use_gelu", GEMM_C | GEMM_ACT | MM},
{"_sparse_addmm", A, .why = WHY_VALUES},
{"_sparse_mm", A, .why = WHY_VALUES},
{"_sparse_mm_reduce_impl", A, .why = WHY_VALUES},
{"_sparse_sparse_matmul", A, .why = WHY_VALUES},
{"_wrapped_linear_prepack", A, .why = WHY_NO_RULE},
{"addbmm", T | X | A, "input,batch1,batch2,beta,alpha", GEMM_C | GEMM_SUM | BMM},
{"addmm", T | X | A, "input,mat1,mat2,beta,alpha", GEMM_C | MM, .params = PARAMS_ADDMM | PARAMS_IN_PLACE, .longer = "addmm.dtype"},
{"addmm.dtype", A, "input,mat1,mat2,out_dtype,beta,alpha", GEMM_C | MM, .params = PARAMS_ADDMM | PARAMS_IN_PLACE},
{"addmm.sparse", A, .why = WHY_VALUES, .params = PARAMS_ADDMM | PARAMS_IN_PLACE},
{"addmv", T | X | A, "input,mat,vec,beta,alpha", GEMM_C | RANKS(2, 1), .no_tc = true},
{"addr", T | X | A, "input,vec1,vec2,beta,alpha", GEMM_C | GEMM_OUTER, .no_tc = true},
{"baddbmm", T | X | A, "input,batch1,batch2,beta,alpha", GEMM_C | BMM, .longer = "baddbmm.dtype"},
{"baddbmm.dtype", A, "input,batch1,batch2,out_dtype,beta,alpha", GEMM_C | BMM},
{"bmm", T | X | A, "input,mat2", BMM, .params = PARAMS_BMM, .longer = "bmm.dtype"},
{"bmm.dtype", A, "input,mat2,out_dtype", BMM, .params = PARAMS_BMM},
{"dot", T | X | A, "input,tensor", RANKS(1, 1), .no_tc = true},
{"gemm_a16w16", L, "input,weight,bias", GEMM_T},
{"ger", T | X | A, "input,vec2", GEMM_OUTER, .no_tc = true},
{"linear", F | A, "input,weight,bias", GEMM_T, .params = PARAMS_LINEAR},
{"matmul", T | X | A, "input,other", .params = PARAMS_MATMUL},
{"mm", T | X | A, "input,mat2", MM, .params = PARAMS_MM, .longer = "mm.dtype"},
{"mm.dtype", A, "input,mat2,out_dtype", MM, .params = PARAMS_MM},
{"mv", T | X | A, "input,vec", RANKS(2, 1), .no_tc = true},
{"outer", T | X | A, "input,vec2", GEMM_OUTER, .no_tc = true},
{"rocm_unquantized_gemm", L, "input,weight,bias", GEMM_T},
{"sparse_sampled_addmm", A, .why = WHY_VALUES},
{"spmm", T, .why = WHY_VALUES},
{"sspaddmm", A, .why = WHY_VALUES},
{"tex_ts::te_gemm_ts", O, .why = WHY_NO_RULE},
{"vdot", T | X | A, "input,other", RANKS(1, 1), .no_tc = true},
};
/* clang-format on */

const struct op_family op_gemm = {
    .title = "Matrix products",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_gemm,
    .tensors = true,
    .complex = true,
    .aligned = aligned,
    .tc = true,
    .product = true,
};
