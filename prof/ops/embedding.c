/*
 * embedding.c - embedding, embedding_bag, one_hot.
 *
 * In:  a call with indices and a table of V rows of D
 * Out: an embedding is a copy: indices, the rows that are read (no more than
 *      there are), the result.  Its backward adds each row of dy to a table of
 *      zeros, which is written once.  A bag adds its rows up.
 *
 * How many rows are hit depends on the indices, so the bytes of the forward are
 * an estimate: a row an index, and not more than the table has.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

struct lookup {
	const struct arg *indices, *table;
	uint64_t n, v, d;
};

static bool get_lookup(
    const struct op_entry *e, const struct call *call, struct lookup *l)
{
	l->indices = op_tensor(e, call, "indices");
	if (!l->indices) /* F.embedding's keyword */
		l->indices = op_tensor(e, call, "input");
	l->table = op_tensor(e, call, "weight");
	if (!l->indices || !l->table || l->table->shape.n != 2 ||
	    l->table->shape.v[0] < 0 || l->table->shape.v[1] < 0)
		return false;
	l->n = op_elems(l->indices);
	l->v = (uint64_t)l->table->shape.v[0];
	l->d = (uint64_t)l->table->shape.v[1];
	return true;
}

/* Bytes of rows of the table. */
static uint64_t rows(const struct lookup *l, uint64_t n)
{
	return op_size(op_mul(n, l->d), l->table->dtype);
}

static uint64_t rows_hit(const struct lookup *l)
{
	return rows(l, l->n < l->v ? l->n : l->v);
}

static int embedding(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	struct lookup l;
	bool known = true, sparse;
	uint64_t bytes;

	if (!get_lookup(e, call, &l))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	cost->dtype = l.table->dtype;
	bytes = op_add(op_moved(l.indices), rows(&l, l.n));
	if (part == PART_FORWARD) {
		cost->conf = CONF_ESTIMATE;
		return op_set(cost, 0, 0, op_add(bytes, rows_hit(&l)));
	}
	sparse = op_bool(e, call, "sparse", false, &known);
	if (!known)
		return op_set(cost, OP_NO_ATTR, 0, OP_NO_ATTR);
	if (sparse) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	return op_set(cost, op_mul(l.n, l.d), 0, op_add(bytes, rows(&l, l.v)));
}

/* embedding_dense_backward(dy, indices, num_weights); that of a bag has a dy
 * for each bag and reads which one an index is of. */
static int embedding_grad(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *dy = op_tensor(e, call, "grad_output");
	const struct arg *indices = op_tensor(e, call, "indices");
	uint64_t v = op_args_count(e, call, "num_weights", -1);
	bool known = true;
	bool sparse = op_bool(e, call, "sparse", false, &known);
	const struct arg *bag_of = op_tensor(e, call, "offset2bag");
	uint64_t d, bytes;

	if (!known)
		v = OP_NO_ATTR;
	if (part != PART_FORWARD || sparse) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (!dy || !indices || dy->shape.n == 0 || dy->shape.v[dy->shape.n - 1] < 0)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	cost->dtype = dy->dtype;
	d = (uint64_t)dy->shape.v[dy->shape.n - 1];
	bytes = op_add(op_moved(dy), op_moved(indices));
	bytes = op_add(bytes, op_moved(bag_of));
	bytes = op_add(bytes, op_size(op_mul(d, v), dy->dtype));
	return op_set(cost, op_mul(op_elems(indices), d), 0, bytes);
}

uint64_t op_embedding_zeros(const struct op_entry *e, const struct call *call)
{
	const struct arg *dy = op_tensor(e, call, "grad_output");
	struct lookup l;
	bool known = true, sparse;

	if (e->model != op_embedding)
		return OP_NO_ATTR;
	sparse = op_bool(e, call, "sparse", false, &known);
	if (!known || sparse)
		return OP_NO_ATTR;
	/* A bag's backward fills what tells the bags, too. */
	if (e->variant == EMBEDDING)
		return get_lookup(e, call, &l) ? rows(&l, l.v) : OP_NO_SHAPE;
	if (e->variant != EMBEDDING_GRAD || op_tensor(e, call, "offset2bag"))
		return OP_NO_ATTR;
	if (!dy || dy->shape.n == 0 || dy->shape.v[dy->shape.n - 1] < 0)
		return OP_NO_SHAPE;
	return op_size(op_mul((uint64_t)dy->shape.v[dy->shape.n - 1],
			   op_args_count(e, call, "num_weights", -1)),
	    dy->dtype);
}

/* The bags: an offset each, or a row of two-dimensional indices. */
static uint64_t bags(const struct op_entry *e, const struct call *call,
    const struct lookup *l, const struct arg *offsets)
{
	bool known = true;
	bool last = op_bool(e, call, "include_last_offset", false, &known);
	uint64_t n;

	if (!offsets) {
		if (l->indices->shape.n != 2 || l->indices->shape.v[0] < 0)
			return OP_NO_SHAPE;
		return (uint64_t)l->indices->shape.v[0];
	}
	n = op_elems(offsets);
	if (!known)
		return OP_NO_ATTR;
	return last && n > 0 && n < OP_BAD ? n - 1 : n;
}

static int bag(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *offsets = op_tensor(e, call, "offsets");
	const struct arg *scale = op_tensor(e, call, "per_sample_weights");
	struct lookup l;
	uint64_t flops, bytes, out;

	if (!get_lookup(e, call, &l))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	cost->dtype = l.table->dtype;
	out = rows(&l, bags(e, call, &l, offsets));
	flops = op_mul(l.n, l.d);
	bytes = op_add(op_moved(l.indices), out);
	bytes = op_add(bytes, op_moved(offsets));
	if (scale) {
		flops = op_mul(2, flops);
		bytes = op_add(bytes, op_moved(scale));
	}
	if (part == PART_FORWARD)
		cost->conf = CONF_ESTIMATE;
	bytes = op_add(bytes, part == PART_FORWARD ? rows_hit(&l) : rows(&l, l.v));
	return op_set(cost, flops, 0, bytes);
}

/* one_hot(x, num_classes): int64, the classes by the values where not told. */
static int one_hot(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	bool known = true;
	int64_t classes = op_int(e, call, "num_classes", -1, &known);
	uint64_t n;

	if (part != PART_FORWARD) {
		cost->why = WHY_NO_GRADIENT;
		return -1;
	}
	if (!x)
		return op_set(cost, 0, 0, OP_NO_SHAPE);
	n = !known ? OP_NO_ATTR : classes < 0 ? OP_NO_VALUE : (uint64_t)classes;
	cost->dtype = DTYPE_INT64;
	return op_set(cost, 0, 0,
	    op_add(op_moved(x), op_size(op_mul(n, op_elems(x)), DTYPE_INT64)));
}

int op_embedding(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	static op_model *const model[] = {
	    [EMBEDDING] = embedding,
	    [EMBEDDING_GRAD] = embedding_grad,
	    [EMBEDDING_BAG] = bag,
	    [EMBEDDING_ONE_HOT] = one_hot,
	};

	return model[e->variant](e, call, part, cost);
}
