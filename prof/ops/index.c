/*
 * index.c - elements by index or mask: gather, index, scatter, index_put,
 * masked_select, nonzero.
 *
 * In:  a call with a tensor and indices, or a mask
 * Out: bytes of the indices and of the elements that they name, read and
 *      written; an addition for each that is accumulated
 *
 * Which elements the indices name depends on their values.  What is written in
 * place is no more than the tensor has; how much a mask picks is known only as
 * an upper bound (all).
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

struct access {
	const struct arg *x, *index, *src;
	uint64_t n;    /* elements of x */
	uint64_t m;    /* elements that the indices name */
	uint64_t read; /* bytes of the indices */
};

/* The lesser of two counts; what is wrong with one is wrong with both. */
static uint64_t least(uint64_t a, uint64_t b)
{
	if (a >= OP_BAD || b >= OP_BAD)
		return a >= OP_BAD ? a : b;
	return a < b ? a : b;
}

static uint64_t size(const struct access *a, uint64_t n)
{
	return op_size(n, a->x->dtype);
}

static bool is_mask(const struct arg *a)
{
	return a->dtype == DTYPE_BOOL8 || a->dtype == DTYPE_UINT8;
}

/* Elements of x along dimension `dim` taken as often as there are indices. */
static uint64_t along(
    const struct op_entry *e, const struct call *call, const struct access *a)
{
	struct op_shape s;
	bool known = true;
	int64_t dim = op_int(e, call, "dim", 0, &known);
	size_t i;

	if (!op_shape_of(a->x, &s))
		return OP_NO_SHAPE;
	if (!known)
		return OP_NO_ATTR;
	if (s.n == 0)
		return op_elems(a->index);
	if (!op_dim(dim, s.n, &i))
		return OP_MISFIT;
	s.v[i] = 1;
	return op_mul(op_shape_elems(&s), op_elems(a->index));
}

/*
 * Elements that a list of index tensors names: they broadcast together, each
 * takes one dimension of x, None leaves one whole, a mask takes as many as it
 * has itself.
 */
static uint64_t named(const struct arg *x, const struct arg *list, size_t n,
    struct access *a, struct cost *cost)
{
	struct op_shape s, together = {.n = 0};
	uint64_t whole = 1;
	size_t at = 0, i, taken;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	for (i = 0; i < n; i++) {
		struct arg one = list[i];
		int64_t elems = (int64_t)op_elems(&one);

		if (!op_args_is_tensor(&one)) {
			if (at < s.n)
				whole = op_mul(whole, (uint64_t)s.v[at]);
			at++;
			continue;
		}
		a->read = op_add(a->read, op_moved(&list[i]));
		taken = 1;
		if (is_mask(&one)) {
			taken = one.shape.n;
			one.shape = (struct dims){&elems, 1};
			cost->conf = CONF_UPPER;
		}
		at += taken;
		/* op_broadcast passes over a 0-dim int64, which is right. */
		if (!op_broadcast(&together, &one))
			return OP_MISFIT;
	}
	if (at > s.n)
		return OP_MISFIT;
	for (; at < s.n; at++)
		whole = op_mul(whole, (uint64_t)s.v[at]);
	return op_mul(whole, op_shape_elems(&together));
}

/* Elements in the order of another tensor, or of a list of them. */
static int gather(const struct access *a, bool grad, struct cost *cost)
{
	/* The backward adds dy's elements to zeros, which are written once. */
	if (grad)
		return op_set(cost, a->m, 0,
		    op_add(a->read, op_add(size(a, a->m), size(a, a->n))));
	return op_set(cost, 0, 0, op_add(a->read, op_mul(2, size(a, a->m))));
}

/*
 * a->m elements put into x, or added to it.  In place only those are touched;
 * else all of x is copied.
 */
static int put(const struct call *call, const struct access *a, bool add,
    uint64_t src, struct cost *cost)
{
	uint64_t touched = size(a, least(a->m, a->n)), bytes;

	if (op_args_inplace(call))
		bytes = op_mul(add ? 2 : 1, touched);
	else
		bytes = op_add(op_moved(a->x), size(a, a->n));
	return op_set(cost, add ? a->m : 0, 0, op_add(op_add(a->read, src), bytes));
}

/* scatter(x, dim, index, src): as many of src as there are indices. */
static int scatter(const struct op_entry *e, const struct call *call,
    struct access *a, struct cost *cost)
{
	enum op_given how = op_args_given(op_arg(e, call, "reduce"));
	bool add = e->variant == INDEX_SCATTER_ADD || how == GIVEN_YES;
	uint64_t src = 0;

	if (a->src)
		src = least(op_moved(a->src),
		    op_size(least(a->m, op_elems(a->src)), a->src->dtype));
	if (e->variant == INDEX_SCATTER && how == GIVEN_UNTOLD)
		return op_set(cost, OP_NO_ATTR, 0, OP_NO_ATTR);
	return put(call, a, add, src, cost);
}

/* index_add, index_copy: src has a slice for each index; index_fill: a number. */
static int slices(const struct op_entry *e, const struct call *call,
    struct access *a, struct cost *cost)
{
	a->m = e->variant == INDEX_FILL ? along(e, call, a) : op_elems(a->src);
	return put(call, a, e->variant == INDEX_ADD, op_moved(a->src), cost);
}

static int index_put(const struct op_entry *e, const struct call *call,
    struct access *a, struct cost *cost)
{
	const struct arg *values = op_tensor(e, call, "values");
	const struct arg *list;
	bool known = true, add;
	size_t n;

	add = op_bool(e, call, "accumulate", false, &known);
	list = op_list(e, call, "indices", &n);
	if (!list || !known)
		return op_set(cost, known ? OP_NO_SHAPE : OP_NO_ATTR, 0,
		    known ? OP_NO_SHAPE : OP_NO_ATTR);
	a->m = named(a->x, list, n, a, cost);
	return put(call, a, add, op_moved(values), cost);
}

static int index_tensors(const struct op_entry *e, const struct call *call,
    struct access *a, bool grad, struct cost *cost)
{
	const struct arg *list;
	size_t n, i, ntensors = 0;

	list = op_list(e, call, "indices", &n);
	for (i = 0; i < n; i++)
		ntensors += op_args_is_tensor(&list[i]);
	if (e->variant == INDEX_ITEM) {
		if (ntensors == 0) {
			cost->why = WHY_VIEW;
			return -1;
		}
		/* PyProf leaves out the slices of x[:, i]. */
		cost->conf = CONF_ESTIMATE;
		cost->why = WHY_ATTRIBUTE;
	}
	if (ntensors == 0)
		return op_set(cost, 0, 0, OP_NO_SHAPE);
	a->m = named(a->x, list, n, a, cost);
	return gather(a, grad, cost);
}

/* masked_select, masked_scatter: the mask may pick all. */
static int masked(const struct op_entry *e, const struct call *call,
    struct access *a, bool grad, struct cost *cost)
{
	const struct arg *mask = op_tensor(e, call, "mask");
	struct op_shape s;
	uint64_t n, bytes;

	if (!mask || !op_shape_of(a->x, &s))
		return op_set(cost, 0, 0, OP_NO_SHAPE);
	if (!op_broadcast(&s, mask))
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	n = op_shape_elems(&s);
	cost->conf = CONF_UPPER;
	if (e->variant == INDEX_MASK_SELECT) {
		bytes = op_add(grad ? size(a, a->n) : op_moved(a->x), size(a, n));
		return op_set(cost, 0, 0, op_add(bytes, op_moved(mask)));
	}
	if (!a->src)
		return op_set(cost, 0, 0, OP_NO_SHAPE);
	bytes = least(op_moved(a->src),
	    op_size(least(op_elems(a->src), n), a->src->dtype));
	bytes = op_add(op_add(bytes, op_moved(mask)), size(a, n));
	if (!op_args_inplace(call))
		bytes = op_add(bytes, op_moved(a->x));
	return op_set(cost, 0, 0, bytes);
}

/* As many rows of int64 as elements, an index for each dimension. */
static int nonzero(const struct access *a, struct cost *cost)
{
	cost->conf = CONF_UPPER;
	return op_set(cost, 0, 0,
	    op_add(op_moved(a->x),
		op_size(op_mul(a->n, a->x->shape.n), DTYPE_INT64)));
}

/* reshape_and_cache(key, value, key_cache, value_cache, slots): both are read
 * and written. */
static int cache(const struct op_entry *e, const struct call *call, struct cost *cost)
{
	const struct arg *k = op_tensor(e, call, "key");
	const struct arg *v = op_tensor(e, call, "value");
	const struct arg *to = op_tensor(e, call, "key_cache");
	const struct arg *slots = op_tensor(e, call, "slots");
	uint64_t n;

	if (!k || !v || !to || !slots)
		return op_set(cost, 0, 0, OP_NO_SHAPE);
	cost->dtype = k->dtype;
	n = op_add(op_elems(k), op_elems(v));
	/* what is stored may have fewer bits */
	return op_set(cost, 0, 0,
	    op_add(op_add(op_moved(k), op_moved(v)),
		op_add(op_size(n, to->dtype), op_moved(slots))));
}

/* GatherND(x, indices; batch_dims): the last dimension of the indices names
 * that many of x's. */
static int gather_nd(const struct op_entry *e, const struct call *call,
    struct access *a, struct cost *cost)
{
	struct op_shape x, at;
	bool known = true;
	int64_t batch = op_int(e, call, "batch_dims", 0, &known), k;
	uint64_t m;
	size_t i;

	if (!op_shape_of(a->x, &x) || !op_shape_of(a->index, &at) || at.n == 0)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	k = at.v[at.n - 1];
	if (!known || batch < 0 || k < 0 || (uint64_t)batch > x.n ||
	    (uint64_t)k > x.n - (uint64_t)batch)
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	at.n--;
	m = op_shape_elems(&at);
	for (i = (size_t)(batch + k); i < x.n; i++)
		m = op_mul(m, (uint64_t)x.v[i]);
	a->m = m;
	return gather(a, false, cost);
}

static bool has_backward(int variant)
{
	return variant == INDEX_GATHER || variant == INDEX_SELECT ||
	       variant == INDEX_TENSORS || variant == INDEX_ITEM ||
	       variant == INDEX_MASK_SELECT;
}

int op_index(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	struct access a = {.x = op_tensor(e, call, "input")};
	const struct arg *mask;
	bool grad = part != PART_FORWARD;

	if (grad && !has_backward(e->variant)) {
		cost->why = e->variant == INDEX_NONZERO ? WHY_NO_GRADIENT
							: WHY_NO_BACKWARD;
		return -1;
	}
	if (e->variant == INDEX_CACHE)
		return cache(e, call, cost);
	if (!a.x)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	a.n = op_elems(a.x);
	a.src = op_tensor(e, call, "src");
	cost->dtype = a.x->dtype;
	switch (e->variant) {
	case INDEX_TENSORS:
	case INDEX_ITEM:
		return index_tensors(e, call, &a, grad, cost);
	case INDEX_PUT:
		return index_put(e, call, &a, cost);
	case INDEX_MASK_SELECT:
	case INDEX_MASK_SCATTER:
		return masked(e, call, &a, grad, cost);
	case INDEX_NONZERO:
		return nonzero(&a, cost);
	case INDEX_COMPRESS: /* a mask of one dimension may pick all */
		mask = op_tensor(e, call, "mask");
		cost->conf = CONF_UPPER;
		return op_set(cost, 0, 0,
		    op_add(op_add(op_moved(a.x), size(&a, a.n)),
			mask ? op_moved(mask) : OP_NO_SHAPE));
	default:
		break;
	}
	a.index = op_tensor(e, call, "index");
	if (!a.index)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	a.read = op_moved(a.index);
	if (e->variant == INDEX_ND)
		return gather_nd(e, call, &a, cost);
	a.m = e->variant == INDEX_SELECT ? along(e, call, &a) : op_elems(a.index);
	switch (e->variant) {
	case INDEX_SCATTER:
	case INDEX_SCATTER_ADD:
		return scatter(e, call, &a, cost);
	case INDEX_ADD:
	case INDEX_COPY:
	case INDEX_FILL:
		return slices(e, call, &a, cost);
	default:
		return gather(&a, grad, cost);
	}
}
