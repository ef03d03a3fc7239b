/*
 * embedding.c - embedding, embedding_bag, one_hot.
 *
 * In:  a call with indices and a table of V rows of D
 * Out: an embedding is a copy: bytes of the indices, of the rows that are read
 *      and of the result.  Its backward adds each row of dy to a table of
 *      zeros, which is written once.  A bag adds its rows up.
 *
 * How many rows are read depends on the indices, so the bytes of the forward
 * are an estimate: a row for each index, but no more than the table has.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	EMBEDDING,
	EMBEDDING_GRAD,
	EMBEDDING_BAG,
	EMBEDDING_ONE_HOT,
	EMBEDDING_WEIGHTS_GRAD, /* of a bag's per-sample weights */
};

struct lookup {
	const struct arg *indices, *table;
	uint64_t n;    /* indices */
	uint64_t v, d; /* rows of the table, and their width */
};

/* 0, or what is wrong. */
static uint64_t get_lookup(struct op_ask *q, struct lookup *l)
{
	l->indices = op_tensor(q, AT_indices);
	if (!l->indices) /* F.embedding's keyword */
		l->indices = op_tensor(q, AT_input);
	l->table = op_tensor(q, AT_weight);
	if (!l->indices || !l->table)
		return OP_NO_SHAPE;
	if (l->table->shape.n != 2)
		return OP_MISFIT;
	l->n = op_elems(l->indices);
	l->v = op_extent(l->table, 0);
	l->d = op_extent(l->table, 1);
	return 0;
}

/* n rows of the table's width and type. */
static void moves_rows(struct op_ask *q, const struct lookup *l, uint64_t n)
{
	moves(q, num_times(n, l->d), l->table->dtype);
}

/* Rows of the table that the indices name, at most. */
static uint64_t rows_hit(const struct lookup *l)
{
	return num_least(l->n, l->v);
}

/* The gradient of a table of v rows of d, to which n rows are added.  How many
 * different ones depends on the indices. */
static void adds_rows(
    struct op_ask *q, uint64_t v, uint64_t n, uint64_t d, enum dtype type)
{
	uint64_t all = num_times(v, d);

	if (op_args_zeroed(q, op_size(all, type)))
		estimates_bytes(q, WHY_VALUES);
	fills(q, all, num_times(n, d), type, true);
}

static int embedding(struct op_ask *q)
{
	struct lookup l;
	bool known = true, sparse;
	uint64_t bad;

	bad = get_lookup(q, &l);
	if (bad)
		return lacks(q, bad);
	q->cost->dtype = l.table->dtype;
	reads(q, l.indices);
	moves_rows(q, &l, l.n); /* y or dy */
	if (q->part == PART_FORWARD) {
		estimates_bytes(q, WHY_VALUES);
		moves_rows(q, &l, rows_hit(&l));
		return done(q);
	}
	sparse = op_args_bool(q, AT_sparse, false, &known);
	if (!known)
		return lacks(q, OP_NO_ATTR);
	if (sparse)
		return refuses(q, WHY_NO_BACKWARD);
	works(q, sum_flops(l.table->dtype), num_times(l.d, l.n));
	adds_rows(q, l.v, l.n, l.d, l.table->dtype);
	return done(q);
}

/* embedding_dense_backward(dy, indices, num_weights); that of a bag has a dy
 * for each bag and reads which bag an index is in. */
static int embedding_grad(struct op_ask *q)
{
	const struct arg *dy = op_tensor(q, AT_grad_output);
	const struct arg *indices = op_tensor(q, AT_indices);
	uint64_t v = op_args_count(q, AT_num_weights), d = op_last(dy);
	bool known = true;
	bool sparse = op_args_bool(q, AT_sparse, false, &known);

	if (!known)
		v = OP_NO_ATTR;
	if (q->part != PART_FORWARD || sparse)
		return refuses(q, WHY_NO_BACKWARD);
	if (num_bad(d) || !indices)
		return lacks(q, OP_NO_SHAPE);
	if (!op_args_has(q, AT_offset2bag) &&
	    differ(op_elems(dy), num_times(d, op_elems(indices))))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = dy->dtype;
	works(q, sum_flops(dy->dtype), num_times(d, op_elems(indices)));
	reads(q, dy);
	reads(q, indices);
	reads(q, op_tensor(q, AT_offset2bag));
	adds_rows(q, v, op_elems(indices), d, dy->dtype);
	return done(q);
}

/* Bytes of the gradient of the table, which is filled with zeros first. */
static uint64_t zeros(struct op_ask *q)
{
	const struct arg *dy = op_tensor(q, AT_grad_output);
	struct lookup l;
	uint64_t bad;
	bool known = true, sparse;

	sparse = op_args_bool(q, AT_sparse, false, &known);
	if (!known || sparse)
		return OP_NO_ATTR;
	/* A bag's backward fills another tensor too: which bag an index is in. */
	if (q->row->variant == EMBEDDING && q->part != PART_FORWARD)
		return (bad = get_lookup(q, &l))
			   ? bad
			   : op_size(num_times(l.v, l.d), l.table->dtype);
	if (q->row->variant != EMBEDDING_GRAD || op_tensor(q, AT_offset2bag))
		return OP_NO_ATTR;
	if (!dy)
		return OP_NO_SHAPE;
	return op_size(num_times(op_last(dy), op_args_count(q, AT_num_weights)),
	    dy->dtype);
}

/* The number of bags: of offsets, or of rows of two-dimensional indices. */
static uint64_t bags(
    struct op_ask *q, const struct lookup *l, const struct arg *offsets)
{
	bool known = true;
	bool last = op_args_bool(q, AT_include_last_offset, false, &known);
	uint64_t n;

	if (!offsets) {
		if (l->indices->shape.n > 2)
			return OP_MISFIT;
		if (l->indices->shape.n != 2)
			return OP_NO_SHAPE;
		return op_extent(l->indices, 0);
	}
	n = op_elems(offsets);
	if (!known)
		return OP_NO_ATTR;
	return last && n > 0 && !num_bad(n) ? n - 1 : n;
}

/* Whether a bag takes the maximum of its rows, and saves which they are. */
static bool is_max(const struct op_ask *q)
{
	const struct arg *mode = op_arg(q, AT_mode);

	if (!mode)
		return false;
	return mode->value.kind == VALUE_STR
		   ? str_is(mode->value.s, "max")
		   : mode->value.kind == VALUE_INT && mode->value.i == 2;
}

static int bag(struct op_ask *q)
{
	const struct arg *offsets = op_tensor(q, AT_offsets);
	const struct arg *scale = op_tensor(q, AT_per_sample_weights);
	struct lookup l;
	uint64_t bad, y;

	bad = get_lookup(q, &l);
	if (bad)
		return lacks(q, bad);
	if ((offsets && offsets->shape.n != 1) || differ(op_elems(scale), l.n))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = l.table->dtype;
	works(q, sum_flops(l.table->dtype), num_times(l.n, l.d));
	if (scale)
		works(q, times_flops(l.table->dtype), num_times(l.n, l.d));
	reads(q, l.indices);
	y = op_args_result_elems(q, num_times(bags(q, &l, offsets), l.d));
	moves(q, y, l.table->dtype);
	if (is_max(q))
		moves(q, y, DTYPE_INT64);
	reads(q, offsets);
	reads(q, scale);
	if (q->part == PART_FORWARD) {
		estimates_bytes(q, WHY_VALUES);
		moves_rows(q, &l, rows_hit(&l));
	} else {
		adds_rows(q, l.v, l.n, l.d, l.table->dtype);
	}
	if (op_args_given(op_arg(q, AT_mode)) == GIVEN_UNRECORDED)
		estimates_bytes(q, WHY_ATTRIBUTE);
	return done(q);
}

/* _embedding_bag_per_sample_weights_backward(dy, weight, indices, ...): for
 * each index the dot product of its row and the row of dy. */
static int weights_grad(struct op_ask *q)
{
	const struct arg *dy = op_tensor(q, AT_grad);
	struct lookup l;
	uint64_t bad;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	bad = dy ? get_lookup(q, &l) : OP_NO_SHAPE;
	if (bad)
		return lacks(q, bad);
	if (dy->shape.n != 2 || differ(op_last(dy), l.d))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = dy->dtype;
	works(q, sum_flops(dy->dtype) + times_flops(dy->dtype),
	    num_times(l.d, l.n));
	reads(q, l.indices);
	reads(q, op_tensor(q, AT_offset2bag));
	moves_rows(q, &l, l.n);
	reads(q, dy);
	moves(q, l.n, dy->dtype);
	return done(q);
}

/* one_hot(x, num_classes): int64; num_classes, where it is not given, depends
 * on the values. */
static int one_hot(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	bool known = true;
	int64_t classes = op_args_int(q, AT_num_classes, -1, &known);
	uint64_t n;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_GRADIENT);
	if (!x)
		return lacks_bytes(q, OP_NO_SHAPE);
	n = !known ? OP_NO_ATTR : classes < 0 ? OP_NO_VALUE : (uint64_t)classes;
	q->cost->dtype = DTYPE_INT64;
	reads(q, x);
	moves(q, num_times(n, op_elems(x)), DTYPE_INT64);
	return done(q);
}

static int cost_embedding(struct op_ask *q)
{
	static int (*const model[])(struct op_ask * q) = {
	    [EMBEDDING] = embedding,
	    [EMBEDDING_GRAD] = embedding_grad,
	    [EMBEDDING_BAG] = bag,
	    [EMBEDDING_ONE_HOT] = one_hot,
	    [EMBEDDING_WEIGHTS_GRAD] = weights_grad,
	};

	return model[q->row->variant](q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"EmbedLayerNormalization", N, .why = WHY_NO_RULE},
{"_embedding_bag", T | A, "weight,indices,offsets,scale_grad_by_freq,mode,sparse,per_sample_weights,"
 "include_last_offset", EMBEDDING_BAG},
{"_embedding_bag_backward", A, .why = WHY_PARTS},
{"_embedding_bag_dense_backward", A, "grad_output,indices,offset2bag,bag_size,maximum_indices,num_weights,scale_grad_by_freq,mode,per_sample_weights", EMBEDDING_GRAD},
{"_embedding_bag_forward_only", T | A, "weight,indices,offsets,scale_grad_by_freq,mode,sparse,per_sample_weights,"
 "include_last_offset", EMBEDDING_BAG},
{"_embedding_bag_per_sample_weights_backward", A, "grad,weight,indices,offsets,offset2bag,mode", EMBEDDING_WEIGHTS_GRAD},
{"embedding", F, "indices,weight,padding_idx,max_norm,norm_type,scale_grad_by_freq,sparse", EMBEDDING, .params = PARAMS_EMBEDDING},
{"embedding", T | A, "weight,indices,padding_idx,scale_grad_by_freq,sparse", EMBEDDING, .params = PARAMS_EMBEDDING},
{"embedding_backward", A, "grad_output,indices,num_weights,padding_idx,scale_grad_by_freq,sparse", EMBEDDING_GRAD},
{"embedding_bag", F, "indices,weight,offsets,max_norm,norm_type,scale_grad_by_freq,mode,sparse,"
 "per_sample_weights,include_last_offset", EMBEDDING_BAG},
{"embedding_bag", T | A, "weight,indices,offsets,scale_grad_by_freq,mode,sparse,per_sample_weights,"
 "include_last_offset", EMBEDDING_BAG},
{"embedding_dense_backward", A, "grad_output,indices,num_weights", EMBEDDING_GRAD},
{"embedding_renorm", T | A, .why = WHY_VALUES},
{"embedding_sparse_backward", A, .why = WHY_NO_RULE},
{"one_hot", F | A, "input,num_classes", EMBEDDING_ONE_HOT},
};
/* clang-format on */

const struct op_family op_embedding = {
    .title = "Embedding",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_embedding,
    .tensors = true,
    .complex = true,
    .zeros = zeros,
    .each_flops = OP_EACH(0),
};
