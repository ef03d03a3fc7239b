/*
 * rope.c - rotary position embedding.
 *
 * In:  a call with queries, keys or both, positions, and angles or their
 *      cosines and sines
 * Out: 3 FLOPs an element that is rotated (two products and a sum); bytes of
 *      queries and keys, read and written, of the positions, and of the angles:
 *      a row for each token where they are a table that positions index
 *
 * What works in place does not touch the part of a head that stays as it is;
 * what writes new tensors copies it.
 *
 * The backward rotates the gradient the other way and costs the same.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	ROPE_WHOLE,	/* cosines are as wide as what is rotated */
	ROPE_HALF,	/* half as wide */
	ROPE_PLACE = 2, /* a flag: in place, or another call copies the rest */
};

#define ROTATE_FLOPS 3

/* The size of a head of x; 0: not known. */
static uint64_t head_size(const struct op_ask *q, const struct arg *x)
{
	bool known = true;
	int64_t size = op_args_int(q, AT_head_size, 0, &known);
	int64_t heads = op_args_int(q, AT_num_heads, 0, &known);
	uint64_t wide = op_last(x);

	if (size > 0)
		return (uint64_t)size;
	if (heads > 0 && !num_bad(wide))
		return wide / (uint64_t)heads;
	/* (batch, sequence, heads, size), in some order of the first three */
	return x->shape.n >= 4 && !num_bad(wide) ? wide : 0;
}

/*
 * Elements of x that are rotated: of each head no more than the angles are
 * wide.  A table of cosines and sines side by side is as wide as the rotated
 * part, one of cosines as wide or half as wide.
 */
static uint64_t rotated(struct op_ask *q, const struct arg *x, uint64_t angles)
{
	uint64_t n = op_elems(x), d = head_size(q, x);

	if (num_bad(n) || num_bad(angles))
		return num_plus(n, angles);
	/* of heads whose size was not recorded it may be all */
	if (d == 0 && angles < op_last(x) &&
	    op_args_given(op_arg(q, AT_head_size)) == GIVEN_UNRECORDED) {
		bounds_flops(q, WHY_ATTRIBUTE);
		if (q->row->variant & ROPE_PLACE)
			bounds_bytes(q, WHY_ATTRIBUTE);
	}
	if (d == 0 || angles == 0 || angles >= d || n % d)
		return n;
	return num_times(n / d, angles);
}

static void rotate(struct op_ask *q, const struct arg *x, uint64_t angles)
{
	uint64_t n = rotated(q, x, angles);

	works(q, ROTATE_FLOPS, n);
	if ((q->row->variant & ROPE_PLACE) && n != op_elems(x)) {
		moves(q, num_times(2, n), x->dtype);
		return;
	}
	reads(q, x);
	reads(q, x); /* and written */
}

static int cost_rope(struct op_ask *q)
{
	const struct arg *query = op_tensor(q, AT_query);
	const struct arg *key = op_tensor(q, AT_key);
	const struct arg *at = op_tensor(q, AT_positions);
	const struct arg *table = op_tensor(q, AT_table);
	const struct arg *cos = op_tensor(q, AT_cos);
	const struct arg *angles = table ? table : cos;
	uint64_t wide, rows;

	if (!query || !angles)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = query->dtype;
	wide = op_last(angles);
	if (cos && (q->row->variant & ROPE_HALF))
		wide = num_times(2, wide);
	rotate(q, query, wide);
	if (key)
		rotate(q, key, wide);
	reads(q, at);
	if (at && op_elems(at) > 1) {
		/* a row of the table, or of both, for each position */
		rows = num_times(op_elems(at), op_last(angles));
		moves(q, rows, angles->dtype);
		if (cos)
			moves(q, rows, angles->dtype);
	} else {
		reads(q, angles);
		if (cos)
			reads(q, op_tensor(q, AT_sin));
	}
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"FusedRoPEFunc", O, "query,table", ROPE_WHOLE},
{"GemmaRotaryEmbedding", N, .why = WHY_NO_RULE},
{"LigerRopeFunction", O, "query,key,cos,sin", ROPE_WHOLE},
{"RotaryEmbedding", N, "query,cos,sin,positions", ROPE_HALF},
{"apply_rotary", L, "query,cos,sin,positions", ROPE_HALF | ROPE_PLACE},
{"com.microsoft.RotaryEmbedding", N, "query,positions,cos,sin", ROPE_HALF},
{"rope_fwd", L, "out,query,table", ROPE_WHOLE},
{"rotary_embedding", L, "positions,query,key,head_size,table", ROPE_PLACE},
};
/* clang-format on */

const struct op_family op_rope = {
    .title = "Rotary embedding",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_rope,
};
