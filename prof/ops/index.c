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
#include "prof/ops/family.h"

enum {
	INDEX_GATHER,
	INDEX_SELECT,
	INDEX_TENSORS, /* index(x, [i, j]) */
	INDEX_SCATTER,
	INDEX_SCATTER_ADD, /* scatter_add, scatter_reduce */
	INDEX_ADD,	   /* index_add */
	INDEX_COPY,
	INDEX_FILL,
	INDEX_PUT,
	INDEX_MASK_SELECT,
	INDEX_MASK_SCATTER,
	INDEX_NONZERO,
	INDEX_CACHE, /* keys and values to where a slot map says */
	INDEX_ND,    /* ONNX's GatherND */
	INDEX_COMPRESS,
	INDEX_ITEM, /* __getitem__: INDEX_TENSORS, or a view */
};

struct access {
	const struct arg *x, *index, *src;
	uint64_t n;    /* elements of x */
	uint64_t m;    /* elements that the indices name */
	uint64_t read; /* bytes of the indices */
};

/* The lesser of two counts; what is wrong with one is wrong with both. */
static uint64_t least(uint64_t a, uint64_t b)
{
	if (a >= NUM_BAD || b >= NUM_BAD)
		return a >= NUM_BAD ? a : b;
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
static uint64_t along(struct op_ask *q, const struct access *a)
{
	struct op_shape s;
	bool known = true;
	int64_t dim = op_args_int(q, AT_dim, 0, &known);
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
	return num_times(op_shape_elems(&s), op_elems(a->index));
}

/*
 * Elements that a list of index tensors names: they broadcast together, each
 * takes one dimension of x, None leaves one whole, a mask takes as many as it
 * has itself.
 */
static uint64_t named(struct op_ask *q, const struct arg *x,
    const struct arg *list, size_t n, struct access *a)
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
				whole = num_times(whole, (uint64_t)s.v[at]);
			at++;
			continue;
		}
		a->read = num_plus(a->read, op_moved(&list[i]));
		taken = 1;
		if (is_mask(&one)) {
			taken = one.shape.n;
			one.shape = (struct dims){&elems, 1};
			q->cost->conf = CONF_UPPER;
		}
		at += taken;
		/* op_broadcast passes over a 0-dim int64, which is right. */
		if (!op_broadcast(&together, &one))
			return OP_MISFIT;
	}
	if (at > s.n)
		return OP_MISFIT;
	for (; at < s.n; at++)
		whole = num_times(whole, (uint64_t)s.v[at]);
	return num_times(whole, op_shape_elems(&together));
}

/* Elements in the order of another tensor, or of a list of them. */
static int gather(struct op_ask *q, const struct access *a, bool grad)
{
	/* The backward adds dy's elements to zeros, which are written once. */
	if (grad)
		return answer(q, a->m, 0,
		    num_plus(a->read, num_plus(size(a, a->m), size(a, a->n))));
	return answer(q, 0, 0, num_plus(a->read, num_times(2, size(a, a->m))));
}

/*
 * a->m elements put into x, or added to it.  In place only those are touched;
 * else all of x is copied.
 */
static int put(struct op_ask *q, const struct access *a, bool add, uint64_t src)
{
	uint64_t touched = size(a, least(a->m, a->n)), bytes;

	if (op_args_inplace(q->call))
		bytes = num_times(add ? 2 : 1, touched);
	else
		bytes = num_plus(op_moved(a->x), size(a, a->n));
	return answer(
	    q, add ? a->m : 0, 0, num_plus(num_plus(a->read, src), bytes));
}

/* scatter(q, index): as many of src as there are indices. */
static int scatter(struct op_ask *q, struct access *a)
{
	enum op_given how = op_args_given(op_arg(q, AT_reduce));
	bool add = q->row->variant == INDEX_SCATTER_ADD || how == GIVEN_YES;
	uint64_t src = 0;

	if (a->src)
		src = least(op_moved(a->src),
		    op_size(least(a->m, op_elems(a->src)), a->src->dtype));
	if (q->row->variant == INDEX_SCATTER && how == GIVEN_UNTOLD)
		return lacks(q, OP_NO_ATTR);
	return put(q, a, add, src);
}

/* index_add, index_copy: src has a slice for each index; index_fill: a number. */
static int slices(struct op_ask *q, struct access *a)
{
	a->m = q->row->variant == INDEX_FILL ? along(q, a) : op_elems(a->src);
	return put(q, a, q->row->variant == INDEX_ADD, op_moved(a->src));
}

static int index_put(struct op_ask *q, struct access *a)
{
	const struct arg *values = op_tensor(q, AT_values);
	const struct arg *list;
	bool known = true, add;
	size_t n;

	add = op_args_bool(q, AT_accumulate, false, &known);
	list = op_args_list(q, AT_indices, &n);
	if (!list || !known)
		return answer(q, known ? OP_NO_SHAPE : OP_NO_ATTR, 0,
		    known ? OP_NO_SHAPE : OP_NO_ATTR);
	a->m = named(q, a->x, list, n, a);
	return put(q, a, add, op_moved(values));
}

static int index_tensors(struct op_ask *q, struct access *a, bool grad)
{
	const struct arg *list;
	size_t n, i, ntensors = 0;

	list = op_args_list(q, AT_indices, &n);
	for (i = 0; i < n; i++)
		ntensors += op_args_is_tensor(&list[i]);
	if (q->row->variant == INDEX_ITEM) {
		if (ntensors == 0)
			return refuses(q, WHY_VIEW);
		/* PyProf leaves out the slices of x[:, i]. */
		q->cost->conf = CONF_ESTIMATE;
		q->cost->why = WHY_ATTRIBUTE;
	}
	if (ntensors == 0)
		return answer(q, 0, 0, OP_NO_SHAPE);
	a->m = named(q, a->x, list, n, a);
	return gather(q, a, grad);
}

/* masked_select, masked_scatter: the mask may pick all. */
static int masked(struct op_ask *q, struct access *a, bool grad)
{
	const struct arg *mask = op_tensor(q, AT_mask);
	struct op_shape s;
	uint64_t n, bytes;

	if (!mask || !op_shape_of(a->x, &s))
		return answer(q, 0, 0, OP_NO_SHAPE);
	if (!op_broadcast(&s, mask))
		return lacks(q, OP_MISFIT);
	n = op_shape_elems(&s);
	q->cost->conf = CONF_UPPER;
	if (q->row->variant == INDEX_MASK_SELECT) {
		bytes =
		    num_plus(grad ? size(a, a->n) : op_moved(a->x), size(a, n));
		return answer(q, 0, 0, num_plus(bytes, op_moved(mask)));
	}
	if (!a->src)
		return answer(q, 0, 0, OP_NO_SHAPE);
	bytes = least(op_moved(a->src),
	    op_size(least(op_elems(a->src), n), a->src->dtype));
	bytes = num_plus(num_plus(bytes, op_moved(mask)), size(a, n));
	if (!op_args_inplace(q->call))
		bytes = num_plus(bytes, op_moved(a->x));
	return answer(q, 0, 0, bytes);
}

/* As many rows of int64 as elements, an index for each dimension. */
static int nonzero(struct op_ask *q, const struct access *a)
{
	q->cost->conf = CONF_UPPER;
	return answer(q, 0, 0,
	    num_plus(op_moved(a->x),
		op_size(num_times(a->n, a->x->shape.n), DTYPE_INT64)));
}

/* reshape_and_cache(key, value, key_cache, value_cache, slots): both are read
 * and written. */
static int cache(struct op_ask *q)
{
	const struct arg *k = op_tensor(q, AT_key);
	const struct arg *v = op_tensor(q, AT_value);
	const struct arg *to = op_tensor(q, AT_key_cache);
	const struct arg *slots = op_tensor(q, AT_slots);
	uint64_t n;

	if (!k || !v || !to || !slots)
		return answer(q, 0, 0, OP_NO_SHAPE);
	q->cost->dtype = k->dtype;
	n = num_plus(op_elems(k), op_elems(v));
	/* what is stored may have fewer bits */
	return answer(q, 0, 0,
	    num_plus(num_plus(op_moved(k), op_moved(v)),
		num_plus(op_size(n, to->dtype), op_moved(slots))));
}

/* GatherND(x, indices; batch_dims): the last dimension of the indices names
 * that many of x's. */
static int gather_nd(struct op_ask *q, struct access *a)
{
	struct op_shape x, at;
	bool known = true;
	int64_t batch = op_args_int(q, AT_batch_dims, 0, &known), k;
	uint64_t m;
	size_t i;

	if (!op_shape_of(a->x, &x) || !op_shape_of(a->index, &at) || at.n == 0)
		return lacks(q, OP_NO_SHAPE);
	k = at.v[at.n - 1];
	if (!known || batch < 0 || k < 0 || (uint64_t)batch > x.n ||
	    (uint64_t)k > x.n - (uint64_t)batch)
		return lacks(q, OP_MISFIT);
	at.n--;
	m = op_shape_elems(&at);
	for (i = (size_t)(batch + k); i < x.n; i++)
		m = num_times(m, (uint64_t)x.v[i]);
	a->m = m;
	return gather(q, a, false);
}

static bool has_backward(unsigned variant)
{
	return variant == INDEX_GATHER || variant == INDEX_SELECT ||
	       variant == INDEX_TENSORS || variant == INDEX_ITEM ||
	       variant == INDEX_MASK_SELECT;
}

static int cost_index(struct op_ask *q)
{
	struct access a = {.x = op_tensor(q, AT_input)};
	const struct arg *mask;
	bool grad = q->part != PART_FORWARD;

	if (grad && !has_backward(q->row->variant)) {
		q->cost->why = q->row->variant == INDEX_NONZERO ? WHY_NO_GRADIENT
								: WHY_NO_BACKWARD;
		return -1;
	}
	if (q->row->variant == INDEX_CACHE)
		return cache(q);
	if (!a.x)
		return lacks(q, OP_NO_SHAPE);
	a.n = op_elems(a.x);
	a.src = op_tensor(q, AT_src);
	q->cost->dtype = a.x->dtype;
	switch (q->row->variant) {
	case INDEX_TENSORS:
	case INDEX_ITEM:
		return index_tensors(q, &a, grad);
	case INDEX_PUT:
		return index_put(q, &a);
	case INDEX_MASK_SELECT:
	case INDEX_MASK_SCATTER:
		return masked(q, &a, grad);
	case INDEX_NONZERO:
		return nonzero(q, &a);
	case INDEX_COMPRESS: /* a mask of one dimension may pick all */
		mask = op_tensor(q, AT_mask);
		q->cost->conf = CONF_UPPER;
		return answer(q, 0, 0,
		    num_plus(num_plus(op_moved(a.x), size(&a, a.n)),
			mask ? op_moved(mask) : OP_NO_SHAPE));
	default:
		break;
	}
	a.index = op_tensor(q, AT_index);
	if (!a.index)
		return lacks(q, OP_NO_SHAPE);
	a.read = op_moved(a.index);
	if (q->row->variant == INDEX_ND)
		return gather_nd(q, &a);
	a.m = q->row->variant == INDEX_SELECT ? along(q, &a) : op_elems(a.index);
	switch (q->row->variant) {
	case INDEX_SCATTER:
	case INDEX_SCATTER_ADD:
		return scatter(q, &a);
	case INDEX_ADD:
	case INDEX_COPY:
	case INDEX_FILL:
		return slices(q, &a);
	default:
		return gather(q, &a, grad);
	}
}

/* clang-format off */
static const struct op_row rows[] = {
{"Compress", N, "input,mask", INDEX_COMPRESS},
{"Gather", N, "input,index", INDEX_SELECT},
{"GatherBlockQuantized", N, .why = WHY_NO_RULE},
{"GatherElements", N, "input,index", INDEX_GATHER},
{"GatherND", N, "input,index", INDEX_ND},
{"NonZero", N, "input", INDEX_NONZERO},
{"Scatter", N, "input,index,src", INDEX_SCATTER},
{"ScatterElements", N, "input,index,src", INDEX_SCATTER},
{"ScatterND", N, "input,index,src", INDEX_COPY},
{"TensorScatter", N, .why = WHY_NO_RULE},
{"__getitem__", T | X, "input,indices...", INDEX_ITEM},
{"__setitem__", T | X, .why = WHY_PARTS},
{"_index_put_impl", A, "input,indices...,values*,accumulate", INDEX_PUT},
{"_segment_reduce_backward", A, .why = WHY_NO_RULE},
{"_unsafe_index", A, "input,indices...", INDEX_TENSORS},
{"_unsafe_index_put", A, "input,indices...,values*,accumulate", INDEX_PUT},
{"argwhere", T | X | A, "input", INDEX_NONZERO},
{"fbgemm::permute_2D_sparse_data", O, .why = WHY_VALUES},
{"fbgemm::split_embedding_codegen_lookup_rowwise_adagrad_function", O, .why = WHY_VALUES},
{"gather", T | X | A, "input,dim,index", INDEX_GATHER, .params = PARAMS_MAP},
{"gather_backward", A, .why = WHY_PARTS},
{"index", A, "input,indices...", INDEX_TENSORS},
{"index_add", T | X | A, "input,dim,index,src,alpha", INDEX_ADD},
{"index_copy", T | X | A, "input,dim,index,src", INDEX_COPY},
{"index_fill", T | X | A, "input,dim,index,value", INDEX_FILL},
{"index_put", T | X | A, "input,indices...,values*,accumulate", INDEX_PUT},
{"index_select", T | X | A, "input,dim,index", INDEX_SELECT, .params = PARAMS_INDEX_SELECT},
{"index_select_backward", A, .why = WHY_PARTS},
{"masked_scatter", T | X | A, "input,mask,src", INDEX_MASK_SCATTER, .params = PARAMS_MAP | PARAMS_ONLY_IN_PLACE},
{"masked_select", T | X | A, "input,mask", INDEX_MASK_SELECT, .params = PARAMS_MASKED_SELECT},
{"masked_select_backward", A, .why = WHY_PARTS},
{"nonzero", T | X | A, "input", INDEX_NONZERO, .params = PARAMS_MAP},
{"nonzero_static", T | X | A, .why = WHY_NO_RULE},
{"put", T | X | A, "input,index,src,accumulate", INDEX_SCATTER},
{"reshape_and_cache", L, "key,value,key_cache,value_cache,slots", INDEX_CACHE},
{"reshape_and_cache_flash", L, "key,value,key_cache,value_cache,slots", INDEX_CACHE},
{"scatter", T | X | A, "input,dim,index,src,reduce", INDEX_SCATTER},
{"scatter_add", T | X | A, "input,dim,index,src,reduce", INDEX_SCATTER_ADD},
{"scatter_reduce", T | X | A, "input,dim,index,src,reduce", INDEX_SCATTER_ADD},
{"segment_reduce", T | A, .why = WHY_NO_RULE},
{"store_cache", L, "key,value,key_cache,value_cache,slots", INDEX_CACHE},
{"take", T | X | A, "input,index", INDEX_GATHER},
{"take_along_dim", T | X | A, "input,index,dim", INDEX_GATHER},
{"value_selecting_reduction_backward", A, .why = WHY_PARTS},
};
/* clang-format on */

const struct op_family op_index = {
    .title = "Indexing",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_index,
    .each_flops = OP_EACH(0),
};
