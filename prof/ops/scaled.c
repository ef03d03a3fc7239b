/*
 * scaled.c - products of quantised, scaled or sparse matrices.
 *
 * In:  activations (..., K), a weight in the layout that the row says, scales
 * Out: 2MNK with the logical K; bytes of what is stored: packed weights,
 *      scales, the result in its own type
 *
 * Every library packs and orders these in its own way, so the row says where N
 * is found and how K is stored.  All tensors of the call but the result are
 * read, whatever the library calls its scales, zeros and tables.
 *
 * Sources: torch.utils.flop_counter (_scaled_mm_flop); the schemas of the
 * libraries.  Of a 2:4 sparse product the half that is done is counted.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"
#include "prof/kernel/name.h"

/* Where N is, plus flags. */
enum {
	SCALED_COLUMNS = 0,	/* the right operand is (K, N) */
	SCALED_ROWS = 1,	/* (N, K) */
	SCALED_ROWS_HALF = 2,	/* (N, K / 2): two values in a byte */
	SCALED_ROWS_SPARSE = 3, /* (N, K / 2), the other half is 0 */
	SCALED_COMPRESSED = 4,	/* the left operand is 2:4 sparse */
	SCALED_FIRST = 5,	/* (N, K in blocks) */
	SCALED_SCALES = 6,	/* of the scales behind it, (K / group, N) */
	SCALED_ARGUMENT = 7,	/* `out_features` */
	SCALED_INT4PACK = 8,	/* of `scales`, (K / group, N, 2) */
	SCALED_PER_COLUMN = 9,	/* of `scales`, (N) */
	SCALED_WHERE = 15,
	SCALED_PACKED = 1 << 4, /* bytes of either operand are two values */
	SCALED_INT32 = 1 << 5,	/* the result's type */
	SCALED_FLOAT = 1 << 6,
	SCALED_BF16 = 1 << 7,
	SCALED_C = 1 << 8,     /* `bias` is added unless beta is 0 */
	SCALED_TRANS = 1 << 9, /* trans_a and trans_b are arguments */
	SCALED_PACK = 1 << 10, /* no product: a weight is packed to 4 bits */
};

struct scaled {
	const struct arg *a, *b, *out;
	uint64_t m, n, k;
	enum dtype type; /* of the result */
};

static uint64_t from_end(const struct arg *t, size_t i)
{
	return i < t->shape.n ? op_extent(t, t->shape.n - 1 - i) : OP_MISFIT;
}

/* N as an argument, a number or the first size of the weight's shape. */
static uint64_t out_features(const struct op_ask *q)
{
	int64_t v[8];
	size_t n;

	if (op_args_ints(op_arg(q, AT_out_features), v, 8, &n) != GIVEN_YES || n == 0)
		return OP_NO_ATTR;
	return v[0] < 0 ? OP_MISFIT : (uint64_t)v[0];
}

/* Values in an element of an operand: 2 where its type says so, or the row does
 * and it is bytes. */
static uint64_t values_in(const struct op_ask *q, const struct arg *t)
{
	bool packed = q->row->variant & SCALED_PACKED && dtype_bits(t->dtype) <= 8;

	return packed || t->dtype == DTYPE_FLOAT4_E2M1FN_X2 ? 2 : 1;
}

/* N by the first matrix of floats behind the weight: (K / group, N) scales. */
static uint64_t columns_of_scales(const struct op_ask *q, const struct scaled *s)
{
	const struct arg *x = s->b + 1, *end = q->call->args + q->call->nargs;

	for (; x < end; x++)
		if (x->kind == ARG_TENSOR && x->shape.v && x->shape.n >= 2 &&
		    (dtype_class(x->dtype) == DTYPE_FLOAT ||
			x->dtype == DTYPE_UNKNOWN))
			return from_end(x, 0);
	return OP_NO_SHAPE;
}

/* M of a 2:4 sparse operand.  A flat one is what cuSPARSELt makes of it, 9/16
 * of the elements, of bytes 10/16. */
static uint64_t rows_of_compressed(const struct scaled *s, uint64_t k)
{
	uint64_t factor = dtype_bits(s->a->dtype) == 8 ? 10 : 9;
	uint64_t n = num_times(op_elems(s->a), 16), d = num_times(factor, k);

	if (s->a->shape.n == 2)
		return op_extent(s->a, 0);
	if (num_bad(n) || num_bad(d))
		return num_bad(n) ? n : d;
	return d == 0 ? OP_MISFIT : n / d;
}

/* M and K by the left operand; what is wrong, or 0. */
static uint64_t get_left(const struct op_ask *q, struct scaled *s, bool *known)
{
	uint64_t elems = op_elems(s->a), stored = from_end(s->a, 0);

	if (q->row->variant & SCALED_TRANS &&
	    op_args_bool(q, AT_trans_a, false, known))
		stored = from_end(s->a, 1);
	if (num_bad(elems) || num_bad(stored))
		return num_bad(elems) ? elems : stored;
	s->m = stored ? elems / stored : 0;
	s->k = num_times(stored, values_in(q, s->a));
	return 0;
}

/* N by a right operand of (K, N) or, transposed, (N, K); its K. */
static uint64_t get_columns(const struct op_ask *q, struct scaled *s, bool *known)
{
	bool transposed = q->row->variant & SCALED_TRANS &&
			  op_args_bool(q, AT_trans_b, false, known);

	s->n = from_end(s->b, transposed ? 1 : 0);
	return num_times(from_end(s->b, transposed ? 0 : 1), values_in(q, s->b));
}

/* N by what the right operand is; its K, or the left one's where its layout
 * does not tell. */
static uint64_t get_right(const struct op_ask *q, struct scaled *s, bool *known)
{
	switch (q->row->variant & SCALED_WHERE) {
	case SCALED_ROWS: /* (N, K) */
		s->n = from_end(s->b, 1);
		return num_times(from_end(s->b, 0), values_in(q, s->b));
	case SCALED_ROWS_SPARSE: /* (N, K / 2): half of the products */
		s->n = from_end(s->b, 1);
		s->k = from_end(s->b, 0);
		break;
	case SCALED_ROWS_HALF: /* (N, K / 2), two values in a byte */
		s->n = from_end(s->b, 1);
		break;
	case SCALED_FIRST: /* (N, K in blocks) */
		s->n = s->b->shape.n ? op_extent(s->b, 0) : OP_MISFIT;
		break;
	case SCALED_SCALES: /* packed beyond what its shape tells */
		s->n = columns_of_scales(q, s);
		break;
	case SCALED_ARGUMENT:
		s->n = out_features(q);
		break;
	case SCALED_INT4PACK: /* scales and zeros are (K / group, N, 2) */
		s->b = op_tensor(q, AT_scales);
		s->n = s->b ? from_end(s->b, 1) : OP_NO_SHAPE;
		break;
	case SCALED_PER_COLUMN: /* a scale for each column */
		s->b = op_tensor(q, AT_scales);
		s->n = s->b ? op_elems(s->b) : OP_NO_SHAPE;
		break;
	default:
		return get_columns(q, s, known);
	}
	return s->k;
}

/* m, n and k; 0, or what is wrong. */
static uint64_t get_sizes(const struct op_ask *q, struct scaled *s)
{
	unsigned where = q->row->variant & SCALED_WHERE;
	uint64_t bad, deep;
	bool known = true;

	if (s->a->shape.n == 0)
		return OP_MISFIT;
	if (where == SCALED_COMPRESSED) {
		s->k = from_end(s->b, 1);
		s->n = from_end(s->b, 0);
		s->m = rows_of_compressed(s, s->k);
		return 0;
	}
	bad = get_left(q, s, &known);
	if (bad)
		return bad;
	deep = get_right(q, s, &known);
	if (!known)
		return OP_NO_ATTR;
	if (!num_bad(deep) && deep != s->k)
		return OP_MISFIT;
	/* A batch of right operands: each has its own rows. */
	if (where == SCALED_COLUMNS && s->b->shape.n > 2 &&
	    s->a->shape.n != s->b->shape.n)
		return OP_MISFIT;
	return num_bad(deep) ? deep : 0;
}

/* The result's type where nothing was recorded of it: as the left operand,
 * except where the library has another default; unknown where it was chosen,
 * and of four bits, which no result has. */
static enum dtype default_type(struct op_ask *q, const struct scaled *s)
{
	enum dtype a = s->a->dtype;

	if (s->out || op_args_given(op_arg(q, AT_out_dtype)) != GIVEN_NO)
		return DTYPE_UNKNOWN;
	if (q->row->variant & SCALED_BF16) {
		estimates_bytes(q, WHY_NO_DTYPE);
		return DTYPE_BFLOAT16;
	}
	return a == DTYPE_FLOAT4_E2M1FN_X2 ? DTYPE_UNKNOWN : a;
}

/* The result's type: recorded, by the kernel's name, or the default. */
static enum dtype result_type(struct op_ask *q, const struct scaled *s)
{
	const struct arg *y = s->out ? s->out : op_args_result(q->call);
	enum dtype t;

	if (q->row->variant & SCALED_INT32)
		return DTYPE_INT32;
	if (q->row->variant & SCALED_FLOAT)
		return DTYPE_FLOAT32;
	t = y && y->dtype ? y->dtype
			  : op_args_dtype(q, AT_out_dtype, DTYPE_UNKNOWN);
	if (t)
		return t;
	if (q->name && q->name->sure && q->name->result) {
		estimates_bytes(q, WHY_NO_DTYPE);
		return q->name->result;
	}
	return default_type(q, s);
}

/* All tensors of a list or call are read but the result and what is scratch. */
static void reads_all(struct op_ask *q, const struct arg *v, size_t n)
{
	const struct arg *scratch = op_arg(q, AT_workspace);
	const struct arg *same = op_arg(q, AT_out);
	size_t i;

	for (i = 0; i < n; i++) {
		if (&v[i] == scratch || &v[i] == same)
			continue;
		if (v[i].kind == ARG_TENSOR)
			reads(q, &v[i]);
		else if (v[i].value.kind == VALUE_ARGS && v == q->call->args)
			reads_all(q, v[i].value.args.v, v[i].value.args.n);
	}
}

/* Whether something is added to the result: a bias, or addmm's operand. */
static bool has_addend(const struct op_ask *q, bool *known)
{
	double beta = 1;

	if (q->row->variant & SCALED_C &&
	    op_args_real(op_arg(q, AT_beta), &beta) == GIVEN_UNRECORDED)
		*known = false;
	return beta != 0 && op_tensor(q, AT_bias);
}

/* Packing a weight: (N, K) of integers, or (N, K / 2) of bytes, to 4 bits each. */
static int pack_weight(struct op_ask *q, const struct arg *w)
{
	uint64_t n = op_elems(w);

	if (dtype_bits(w->dtype) == 8)
		n = num_times(n, 2);
	reads(q, w);
	moves(q, n, DTYPE_INT4);
	return done(q);
}

/* 2MNK; of a 2:4 sparse product the half that is done. */
static uint64_t product_flops(const struct op_ask *q, const struct scaled *s)
{
	uint64_t mn = num_times(s->m, s->n);
	uint64_t dense = num_times(mn, num_times(s->k, 2));

	if ((q->row->variant & SCALED_WHERE) != SCALED_COMPRESSED || num_bad(dense))
		return dense;
	return s->a->shape.n == 2 ? num_times(mn, num_times(2, from_end(s->a, 0)))
				  : dense / 2;
}

static int cost_scaled(struct op_ask *q)
{
	struct scaled s = {
	    .a = op_tensor(q, AT_a),
	    .b = op_tensor(q, AT_b),
	    .out = op_tensor(q, AT_out),
	};
	bool known = true;
	uint64_t bad;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!s.a)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = s.a->dtype;
	if (q->row->variant & SCALED_PACK)
		return pack_weight(q, s.a);
	if (!s.b)
		return lacks(q, OP_NO_SHAPE);
	bad = get_sizes(q, &s);
	if (bad)
		return lacks(q, bad);
	s.type = result_type(q, &s);
	multiplies(q, product_flops(q, &s));
	if (has_addend(q, &known))
		works(q, 1, num_times(s.m, s.n));
	if (!known)
		bounds_flops(q, WHY_VALUES);
	/* A list of scales that was not recorded. */
	if (op_args_given(op_arg(q, AT_scale_list)) == GIVEN_UNRECORDED)
		moves_bytes(q, OP_NO_SHAPE);
	reads_all(q, q->call->args, q->call->nargs);
	yields(q, num_times(s.m, s.n), s.type);
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"DynamicQuantizeMatMul", N, "a,b,b_scale,b_zero_point,bias", .needs = 3},
{"MatMulInteger", N, "a,b,a_zero_point,b_zero_point", SCALED_INT32, .needs = 2},
{"MatMulIntegerToFloat", N, "a,b,a_scale,b_scale,a_zero_point,b_zero_point,bias", SCALED_FLOAT, .needs = 4},
{"MatMulNBits", N, "a,b,scales,zero_points,g_idx,bias", SCALED_FIRST, .needs = 3},
{"QGemm", N, "a,a_scale,a_zero_point,b,b_scale,b_zero_point,bias,y_scale,y_zero_point", .needs = 6},
{"QLinearMatMul", N, "a,a_scale,a_zero_point,b,b_scale,b_zero_point,y_scale,y_zero_point"},
{"_C::awq_gemm", O, "a,b,scales,zeros", SCALED_SCALES},
{"_C::cutlass_scaled_fp4_mm", O, "out,a,b,scale_a,scale_b,alpha", SCALED_ROWS | SCALED_PACKED},
{"_C::cutlass_scaled_mm", O, "out,a,b,scale_a,scale_b,bias"},
{"_C::gptq_gemm", O, "a,b,zeros,scales", SCALED_SCALES},
{"_C::gptq_marlin_gemm", O, "a,out,b", SCALED_SCALES},
{"_C::marlin_gemm", O, "a,b,scales,workspace", SCALED_SCALES},
{"_convert_weight_to_int4pack", A, "a,inner_k_tiles", SCALED_PACK},
{"_cslt_sparse_mm", A, "a,b,bias,alpha,out_dtype", SCALED_COMPRESSED},
{"_dyn_quant_matmul_4bit", A, "a,b,block_size,in_features,out_features", SCALED_ARGUMENT},
{"_int_mm", T | A, "a,b", SCALED_INT32},
{"_mixed_dtypes_linear", A, "a,b,scales,bias,activation", SCALED_PER_COLUMN},
{"_scaled_mm", A, "a,b,scale_a,scale_b,bias,scale_result,out_dtype,use_fast_accum"},
{"_scaled_mm_v2", A, "a,b,scale_list,recipe_a,swizzle_a,scale_b,recipe_b,swizzle_b,bias,out_dtype,"
 "contraction_dim,use_fast_accum"},
{"_sparse_semi_structured_addmm", A, "bias,a,meta,b,alpha,beta,out_dtype", SCALED_COMPRESSED | SCALED_C},
{"_sparse_semi_structured_linear", A, "a,b,meta,bias,activation,out_dtype", SCALED_ROWS_SPARSE},
{"_sparse_semi_structured_mm", A, "a,meta,b,out_dtype", SCALED_COMPRESSED},
{"_weight_int4pack_mm", A, "a,b,group,scales", SCALED_INT4PACK},
{"_weight_int8pack_mm", A, "a,b,scales", SCALED_ROWS},
{"aiter::gemm_a4w4", O, "a,b,scale_a,scale_b,out", SCALED_ROWS | SCALED_PACKED | SCALED_BF16},
{"aiter::gemm_a8w8", O, "a,b,scale_a,scale_b", SCALED_ROWS | SCALED_BF16},
{"bitsandbytes::gemv_4bit", O, "a,b,out_features,absmax,code,blocksize", SCALED_ARGUMENT},
{"bitsandbytes::int8_linear_matmul", O, "a,b", SCALED_ROWS | SCALED_INT32},
{"deep_gemm::fp8_gemm_nt", O, "a,scale_a,b,scale_b,out,bias", SCALED_ROWS},
{"primus_turbo::hipblaslt_gemm_fp4", O, "a,scale_a,b,scale_b,out_dtype,trans_a,trans_b", SCALED_TRANS | SCALED_PACKED},
{"primus_turbo::hipblaslt_gemm_fp8", O, "a,scale_a,b,scale_b,out_dtype,trans_a,trans_b", SCALED_TRANS},
{"torchao::rowwise_scaled_linear_cutlass_s8s4", O, "a,scale_a,b,scale_b,bias,out_dtype", SCALED_ROWS_HALF | SCALED_BF16},
{"trtllm::cublas_scaled_mm", O, "a,b,scale_a,scale_b,bias,out_dtype"},
{"vllm::gemm_with_dynamic_quant", O, "a,b,scale_b,scale_a", SCALED_ROWS_HALF},
};
/* clang-format on */

const struct op_family op_scaled = {
    .title = "Quantised products",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_scaled,
    .tc = true,
};
