/*
 * fbgemm.c - operators of FBGEMM: lookups in many tables at once, and what
 * sorts and packs the features of recommendation models.
 *
 * In:  a lookup with the indices and offsets of all tables; features and how
 *      they are permuted; rows of floats or of packed 8-bit numbers
 * Out: FLOPs of the additions of a lookup; bytes of indices, offsets, rows and
 *      results
 *
 * How the indices of a lookup are shared out between tables of unlike width is
 * in the offsets' values, so each is taken to be of the mean width: an estimate.
 *
 * Source: the schemas in FBGEMM's fbgemm_gpu, from 0.1 on.  They differ in the
 * tensors that hold the tables, but D_offsets is always behind the last of them.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	FBGEMM_LOOKUP,
	FBGEMM_PERMUTE,	    /* lengths and values of features */
	FBGEMM_POOLED,	    /* columns: as many as before */
	FBGEMM_POOLED_MORE, /* ... some twice */
	FBGEMM_CUMSUM,
	FBGEMM_CUMSUM_MORE, /* with a zero in front */
	FBGEMM_BOUNDS,
	FBGEMM_PACK,	 /* rows of 8 bits, scale and bias at their end */
	FBGEMM_UNPACK,	 /* ... to float32 */
	FBGEMM_NARROW,	 /* to 8 bits, elements alone */
	FBGEMM_WIDEN,	 /* ... to float32 */
	FBGEMM_CAST,	 /* to 16 bits */
	FBGEMM_PAD_PACK, /* rows cut to `row_dim`, each with a scale and a pad */
	FBGEMM_PAD_UNPACK,
	FBGEMM_FP8_ONE, /* 8 bits and one scale */
	FBGEMM_FP8_ROW, /* ... a scale for each row */
	FBGEMM_FP8_COL, /* ... and for each column */
};

/* 1. Lookups. */

struct tables {
	const struct arg *indices, *offsets, *weights, *out;
	uint64_t n;	 /* indices */
	uint64_t count;	 /* tables */
	uint64_t width;	 /* of all tables together */
	uint64_t moved;	 /* elements of the rows that are read: n rows */
	bool pooled;	 /* rows are summed up */
	enum dtype type; /* of the tables */
	enum dtype out_type;
};

/* The type of the tables, which one of several tensors holds: the largest. */
static enum dtype table_type(const struct op_ask *q)
{
	enum dtype type = DTYPE_UNKNOWN;
	uint64_t most = 0;
	size_t i, n;
	const struct arg *list = op_args_list(q, AT_weights, &n);

	for (i = 0; list && i < n; i++) {
		uint64_t size = op_elems(&list[i]);

		if (op_args_is_tensor(&list[i]) && !num_bad(size) &&
		    size > most && dtype_class(list[i].dtype) == DTYPE_FLOAT) {
			most = size;
			type = list[i].dtype;
		}
	}
	return type;
}

/* The type of the result: as the profile tells, else the SparseType that the
 * call has as a number, else FBGEMM's default. */
static enum dtype result_type(struct op_ask *q, const struct arg *out)
{
	static const enum dtype types[] = {DTYPE_FLOAT32, DTYPE_FLOAT16,
	    DTYPE_INT8, DTYPE_INT4, DTYPE_INT2, DTYPE_BFLOAT16};
	bool known = true;
	int64_t i = op_args_int(q, AT_output_dtype, -1, &known);

	if (out && out->dtype)
		return out->dtype;
	if (known && i >= 0 && (size_t)i < NELEMS(types))
		return types[i];
	if (!known)
		estimates_bytes(q, WHY_ATTRIBUTE);
	return op_args_result_type(q, DTYPE_FLOAT32);
}

/* Whether rows are summed up: `pooling_mode` is not NONE; or by the rows of the
 * result, of which a lookup without a sum has one for each index. */
static bool is_pooled(const struct op_ask *q, const struct tables *t)
{
	const int64_t none = 2;
	bool known = true;
	int64_t mode = op_args_int(q, AT_pooling_mode, 0, &known);

	if (known || !t->out || t->out->shape.n != 2)
		return mode != none;
	return (uint64_t)t->out->shape.v[0] != t->n;
}

/* The columns of all tables; of rows that are not summed up, of each. */
static uint64_t total_width(const struct op_ask *q, const struct tables *t)
{
	enum op_at widest = t->pooled ? AT_total_D : AT_max_D;
	uint64_t width = op_args_count(q, widest);

	if (!num_bad(width))
		return width;
	if (t->out && t->out->shape.n == 2)
		return op_extent(t->out, 1);
	return t->count == 1 ? op_args_count(q, AT_max_D) : OP_NO_ATTR;
}

/* 0, or what is wrong. */
static uint64_t get_tables(struct op_ask *q, struct tables *t)
{
	const struct arg *widths = op_tensor(q, AT_D_offsets);
	uint64_t count = op_elems(widths);

	t->indices = op_tensor(q, AT_indices);
	t->offsets = op_tensor(q, AT_offsets);
	t->weights = op_tensor(q, AT_indice_weights);
	t->out = op_args_result(q->call);
	if (!t->indices || !t->offsets || num_bad(count))
		return OP_NO_SHAPE;
	if (count < 2)
		return OP_MISFIT;
	t->n = op_elems(t->indices);
	t->count = count - 1;
	t->pooled = is_pooled(q, t);
	t->width = total_width(q, t);
	t->type = table_type(q);
	t->out_type = result_type(q, t->out);
	t->moved = num_times(t->n, t->width);
	if (t->pooled && !num_bad(t->moved))
		t->moved /= t->count;
	return 0;
}

/* Elements of the result, or of its gradient: a row for each sample, or for
 * each index. */
static uint64_t result_elems(const struct tables *t)
{
	uint64_t bags = op_elems(t->offsets);

	if (t->out)
		return op_elems(t->out);
	if (!t->pooled)
		return t->moved;
	if (num_bad(bags))
		return bags;
	if (bags == 0 || (bags - 1) % t->count)
		return OP_NO_VALUE; /* batches of unlike size */
	return num_times((bags - 1) / t->count, t->width);
}

/* The backward adds each row of dy to the rows of the tables. */
static int lookup(struct op_ask *q)
{
	struct tables t = {0};
	uint64_t bad = get_tables(q, &t);

	if (bad)
		return lacks(q, bad);
	q->cost->dtype = t.type;
	estimates(q, WHY_VALUES);
	if (t.pooled || q->part != PART_FORWARD)
		works(q, t.weights ? 2 : 1, t.moved);
	reads(q, t.indices);
	reads(q, t.offsets);
	reads(q, t.weights);
	moves(q, t.moved, t.type);
	moves(q, result_elems(&t), t.out_type);
	return done(q);
}

/* 2. Features. */

/*
 * permute(permute, lengths, values, weights, permuted_lengths_sum): a length of
 * each feature and sample, and the values in the new order.  How many there are
 * follows from which features are taken; all are where as many are taken as
 * there are.
 */
static int permute(struct op_ask *q)
{
	const struct arg *order = op_tensor(q, AT_permute);
	const struct arg *lengths = op_tensor(q, AT_lengths);
	const struct arg *values = op_tensor(q, AT_values);
	const struct arg *weights = op_tensor(q, AT_weights);
	uint64_t given = op_args_count(q, AT_permuted_lengths_sum);
	uint64_t n = op_elems(values), features, taken, rows = 1;

	if (!order || !lengths || !values || lengths->shape.n == 0)
		return lacks_bytes(q, OP_NO_SHAPE);
	q->cost->dtype = values->dtype;
	features = (uint64_t)lengths->shape.v[0];
	taken = op_elems(order);
	/* of a feature: values, or rows of embeddings */
	if (values->shape.n > 1 && values->shape.v[0] > 0 && !num_bad(n))
		rows = n / (uint64_t)values->shape.v[0];
	if (num_bad(n) || !num_bad(given)) {
		n = num_bad(n) ? n : num_times(given, rows);
	} else if (taken == features) {
		estimates_bytes(q, WHY_VALUES); /* one may be twice */
	} else {
		n = OP_NO_VALUE;
	}
	reads(q, order);
	reads(q, lengths);
	moves(q, num_times(taken, features ? op_elems(lengths) / features : 0),
	    lengths->dtype);
	moves(q, num_times(2, n), values->dtype);
	if (weights)
		moves(q, num_times(2, n), weights->dtype);
	return done(q);
}

/* permute_pooled_embs(x, offset_dim_list, permute_list, ...): columns, in the
 * backward back again. */
static int pooled(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *y = op_args_result(q->call);
	uint64_t n = op_elems(x);

	if (!x)
		return lacks_bytes(q, OP_NO_SHAPE);
	q->cost->dtype = x->dtype;
	if (q->row->variant == FBGEMM_POOLED_MORE)
		n = y ? op_elems(y) : OP_NO_VALUE;
	reads(q, x);
	reads(q, op_tensor(q, AT_offset_dim_list));
	reads(q, op_tensor(q, AT_permute_list));
	moves(q, n, x->dtype);
	return done(q);
}

/* A running sum of each row, which with a zero in front is one longer. */
static int cumsum(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	uint64_t n = op_elems(x), rows = 0;

	if (!x)
		return lacks(q, OP_NO_SHAPE);
	if (q->row->variant == FBGEMM_CUMSUM_MORE)
		rows = x->shape.n > 1 ? op_extent(x, 0) : 1;
	q->cost->dtype = x->dtype;
	works(q, 1, n);
	reads(q, x);
	moves(q, num_plus(n, rows), x->dtype);
	return done(q);
}

/* Each index is compared with both ends of its table; those beyond are mended
 * in place, which are none as a rule. */
static int check_bounds(struct op_ask *q)
{
	const struct arg *indices = op_tensor(q, AT_indices);

	if (!indices)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = indices->dtype;
	works(q, 2, op_elems(indices));
	reads(q, op_tensor(q, AT_rows));
	reads(q, indices);
	reads(q, op_tensor(q, AT_offsets));
	return done(q);
}

/* 3. Numbers of 8 and 16 bits. */

/* A scale and a bias of float32 at the end of a row. */
#define ROW_END 8
#define ROW_ALIGN 4

/* The rows of a tensor, its last dimension each; false where it has none. */
static bool rows_of(const struct arg *x, uint64_t *rows, uint64_t *cols)
{
	struct op_shape s;

	if (!op_shape_of(x, &s) || s.n == 0)
		return false;
	*cols = (uint64_t)s.v[--s.n];
	*rows = op_shape_elems(&s);
	return true;
}

static int packed(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	uint64_t n = op_elems(x), cols, rows;

	if (!rows_of(x, &rows, &cols))
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = x->dtype;
	reads(q, x);
	if (q->row->variant == FBGEMM_PACK) {
		/* minimum and maximum, the product with the scale, rounding,
		 * a bound */
		works(q, 5, n);
		cols = num_plus(cols, ROW_ALIGN - 1);
		cols = !num_bad(cols) ? cols / ROW_ALIGN * ROW_ALIGN : cols;
		moves(q, num_times(rows, num_plus(cols, ROW_END)), DTYPE_UINT8);
		return done(q);
	}
	if (cols < ROW_END)
		return lacks(q, OP_MISFIT);
	n = num_times(rows, cols - ROW_END);
	works(q, 2, n);
	moves(q, n, result_type(q, op_args_result(q->call)));
	return done(q);
}

static int converted(struct op_ask *q)
{
	static const struct {
		unsigned each;
		enum dtype type;
	} to[] = {
	    [FBGEMM_NARROW] = {5, DTYPE_UINT8},
	    [FBGEMM_WIDEN] = {2, DTYPE_FLOAT32},
	    [FBGEMM_CAST] = {0, DTYPE_FLOAT16},
	};
	const struct arg *x = op_tensor(q, AT_input);
	enum dtype type = to[q->row->variant].type;

	if (!x)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = x->dtype;
	/* Back again the 16 bits are an int16, or float16. */
	if (q->row->variant == FBGEMM_CAST && dtype_bits(x->dtype) == 16)
		type = DTYPE_FLOAT32;
	if (to[q->row->variant].each)
		works(q, to[q->row->variant].each, op_elems(x));
	reads(q, x);
	moves(q, op_elems(x), type);
	return done(q);
}

/* The last row of a block is filled up, with how many is in its values. */
static int padded(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *y = op_args_result(q->call);
	uint64_t block = op_args_count(q, AT_row_dim), cols, rows, n;

	if (!rows_of(x, &rows, &cols))
		return lacks(q, OP_NO_SHAPE);
	if (block == 0)
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	reads(q, x);
	if (q->row->variant == FBGEMM_PAD_PACK) {
		works(q, 5, op_elems(x));
		if (!num_bad(block))
			block = num_times(cols / block + (cols % block != 0),
			    num_plus(block, ROW_END));
		moves(q, num_times(rows, block), DTYPE_UINT8);
		return done(q);
	}
	/* by default -1: the values say it */
	cols = op_args_count(q, AT_output_last_dim);
	n = y		    ? op_elems(y)
	    : num_bad(cols) ? OP_NO_VALUE
			    : num_times(rows, cols);
	works(q, 2, n);
	moves(q, n, result_type(q, y));
	return done(q);
}

/* quantize_fp8_per_row(x, ...): the greatest absolute value of each row is its
 * scale, a float32. */
static int scaled(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	uint64_t n = op_elems(x), scales = 1, rows, cols;

	if (!rows_of(x, &rows, &cols))
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = x->dtype;
	if (q->row->variant == FBGEMM_FP8_COL)
		scales = cols;
	if (q->row->variant == FBGEMM_FP8_ROW)
		scales = rows;
	works(q, 5, n);
	reads(q, x);
	moves_bytes(q, n);
	moves(q, scales, DTYPE_FLOAT32);
	return done(q);
}

static int cost_fbgemm(struct op_ask *q)
{
	static int (*const model[])(struct op_ask * q) = {
	    [FBGEMM_LOOKUP] = lookup,
	    [FBGEMM_PERMUTE] = permute,
	    [FBGEMM_POOLED] = pooled,
	    [FBGEMM_POOLED_MORE] = pooled,
	    [FBGEMM_CUMSUM] = cumsum,
	    [FBGEMM_CUMSUM_MORE] = cumsum,
	    [FBGEMM_BOUNDS] = check_bounds,
	    [FBGEMM_PACK] = packed,
	    [FBGEMM_UNPACK] = packed,
	    [FBGEMM_NARROW] = converted,
	    [FBGEMM_WIDEN] = converted,
	    [FBGEMM_CAST] = converted,
	    [FBGEMM_PAD_PACK] = padded,
	    [FBGEMM_PAD_UNPACK] = padded,
	    [FBGEMM_FP8_ONE] = scaled,
	    [FBGEMM_FP8_ROW] = scaled,
	    [FBGEMM_FP8_COL] = scaled,
	};

	if (q->part != PART_FORWARD && q->row->variant != FBGEMM_LOOKUP &&
	    q->row->variant != FBGEMM_POOLED)
		return refuses(q, WHY_NO_BACKWARD);
	return model[q->row->variant](q);
}

#define LOOKUP                                                                 \
	"weights...,D_offsets*,total_D,max_D,hash_size_cumsum,"                \
	"total_hash_size_bits,indices,offsets,pooling_mode,indice_weights"
#define LOOKUP_DENSE LOOKUP ",feature_requires_grad,output_dtype"
#define LOOKUP_PT2 "placeholder," LOOKUP_DENSE
#define FEATURES "permute,lengths,values,weights,permuted_lengths_sum"
#define COLUMNS "input,offset_dim_list,permute_list"

/* clang-format off */
static const struct op_row rows[] = {
{"Bfloat16QuantizedToFloat", L, "input", FBGEMM_CAST},
{"FP8RowwiseQuantizedToFloat", L, "input,forward,output_dtype", FBGEMM_UNPACK},
{"FloatOrHalfToFused8BitRowwiseQuantized", L, "input", FBGEMM_PACK},
{"FloatToBfloat16Quantized", L, "input", FBGEMM_CAST},
{"FloatToFP8RowwiseQuantized", L, "input,forward", FBGEMM_PACK},
{"FloatToFused8BitRowwiseQuantized", L, "input", FBGEMM_PACK},
{"FloatToHFP8Quantized", L, "input", FBGEMM_NARROW},
{"FloatToPaddedFP8RowwiseQuantized", L, "input,forward,row_dim", FBGEMM_PAD_PACK},
{"Fused8BitRowwiseQuantizedToFloat", L, "input", FBGEMM_UNPACK},
{"Fused8BitRowwiseQuantizedToFloatOrHalf", L, "input,output_dtype", FBGEMM_UNPACK},
{"HFP8QuantizedToFloat", L, "input", FBGEMM_WIDEN},
{"HalfToFused8BitRowwiseQuantized", L, "input", FBGEMM_PACK},
{"PaddedFP8RowwiseQuantizedToFloat", L, "input,forward,row_dim,output_last_dim,output_dtype", FBGEMM_PAD_UNPACK},
{"asynchronous_complete_cumsum", L, "input", FBGEMM_CUMSUM_MORE},
{"asynchronous_exclusive_cumsum", L, "input", FBGEMM_CUMSUM},
{"asynchronous_inclusive_cumsum", L, "input", FBGEMM_CUMSUM},
{"bounds_check_indices", L, "rows,indices,offsets", FBGEMM_BOUNDS},
{"dense_embedding_codegen_lookup_function", L, LOOKUP_DENSE, FBGEMM_LOOKUP},
{"dense_embedding_codegen_lookup_function_pt2", L, LOOKUP_DENSE, FBGEMM_LOOKUP},
{"permute_1D_sparse_data", L, FEATURES, FBGEMM_PERMUTE},
{"permute_2D_sparse_data", L, FEATURES, FBGEMM_PERMUTE},
{"permute_duplicate_pooled_embs", L, COLUMNS, FBGEMM_POOLED_MORE},
{"permute_duplicate_pooled_embs_auto_grad", L, COLUMNS, FBGEMM_POOLED_MORE},
{"permute_pooled_embs", L, COLUMNS, FBGEMM_POOLED},
{"permute_pooled_embs_auto_grad", L, COLUMNS, FBGEMM_POOLED},
{"permute_sequence_embeddings", L, FEATURES, FBGEMM_PERMUTE},
{"permute_sparse_data", L, FEATURES, FBGEMM_PERMUTE},
{"permute_sparse_features", L, FEATURES, FBGEMM_PERMUTE},
{"quantize_fp8_per_col", L, "input", FBGEMM_FP8_COL},
{"quantize_fp8_per_row", L, "input", FBGEMM_FP8_ROW},
{"quantize_fp8_per_tensor", L, "input", FBGEMM_FP8_ONE},
{"recat_embedding_grad_output", L, "input", FBGEMM_POOLED},
{"recat_embedding_grad_output_mixed_D", L, "input", FBGEMM_POOLED},
{"recat_embedding_grad_output_mixed_D_batch", L, "input", FBGEMM_POOLED},
{"split_embedding_codegen_lookup_..._function", L, LOOKUP, FBGEMM_LOOKUP},
{"split_embedding_codegen_lookup_..._function_pt2", L, LOOKUP_PT2, FBGEMM_LOOKUP},
};
/* clang-format on */

const struct op_family op_fbgemm = {
    .title = "FBGEMM",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_fbgemm,
};
