/*
 * index.c - elements by index or mask: gather, index, scatter, index_put,
 * masked_select, nonzero.
 *
 * In:  a call with a tensor and indices, or a mask
 * Out: bytes of the indices and of the elements that they name, read and
 *      written; an addition for each that is accumulated
 *
 * Which elements the indices name depends on their values.  No more is written
 * in place than the tensor has; what a mask picks has only an upper bound, all.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	INDEX_GATHER,
	INDEX_SELECT,
	INDEX_TENSORS, /* index(x, [i, j]) */
	INDEX_SCATTER,
	INDEX_SCATTER_ADD, /* scatter_add, scatter_reduce */
	INDEX_ADD,	   /* index_add, index_reduce */
	INDEX_COPY,
	INDEX_FILL,
	INDEX_PUT,
	INDEX_MASK_SELECT,
	INDEX_MASK_SCATTER,
	INDEX_NONZERO,
	INDEX_CACHE, /* puts keys and values where a slot map says */
	INDEX_ND,    /* ONNX's GatherND */
	INDEX_COMPRESS,
	INDEX_ALONG, /* take_along_dim: both broadcast, but for the dimension */
	INDEX_ITEM,  /* __getitem__: INDEX_TENSORS, or a view */
};

struct access {
	const struct arg *x, *index, *src;
	uint64_t n; /* elements of x */
	uint64_t m; /* elements that the indices name */
};

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

/* Elements of take_along_dim; without a dimension x is a vector. */
static uint64_t taken(struct op_ask *q, const struct access *a)
{
	struct op_shape s;
	int64_t dim;
	uint64_t bad;
	size_t i, n;

	if (!op_shape_of(a->x, &s))
		return OP_NO_SHAPE;
	switch (op_args_ints(op_arg(q, AT_dim), &dim, 1, &n)) {
	case GIVEN_NO:
		return op_elems(a->index);
	case GIVEN_UNRECORDED:
		return OP_NO_ATTR;
	case GIVEN_YES:
		break;
	}
	if (n != 1 || a->index->shape.n != s.n || !op_dim(dim, s.n, &i))
		return OP_MISFIT;
	s.v[i] = 1;
	bad = op_broadcast(&s, a->index);
	return bad ? bad : op_shape_elems(&s);
}

/* Whether a mask has the sizes of x from dimension `at` on.  PyProf leaves out
 * the slices in front of it. */
static bool mask_fits(const struct op_ask *q, const struct op_shape *x,
    size_t at, const struct arg *mask)
{
	size_t i;

	for (i = 0; i < mask->shape.n && q->row->variant != INDEX_ITEM; i++)
		if (at + i >= x->n || mask->shape.v[i] != x->v[at + i])
			return false;
	return true;
}

/*
 * Whether one of the n in a list may be something else than an index: torch's
 * profiler records no types in a list, and None as a tensor without dimensions.
 * What has the sizes of x may be a mask.
 */
static bool is_untold(const struct op_ask *q, const struct arg *x,
    const struct arg *list, size_t n)
{
	struct op_shape s;
	size_t i;

	if (!op_shape_of(x, &s))
		return false;
	for (i = 0; i < n; i++)
		if (op_args_is_tensor(&list[i]) && list[i].shape.v &&
		    !list[i].dtype_text.n && mask_fits(q, &s, i, &list[i]))
			return true;
	return false;
}

/* The sizes of x[indices].  Those that indices and masks take are replaced by
 * what they name together, in front where another dimension is between them
 * (NumPy's advanced indexing, torch's makeInfo). */
struct named {
	struct op_shape before, after;
	struct op_shape together; /* of the indices */
	uint64_t picked;	  /* by masks, at most */
	bool any, apart, masked;
	bool alone; /* a mask, without another or an index */
};

static void add_dim(struct op_shape *s, int64_t n)
{
	s->v[s->n++] = n;
}

static void joins(struct named *y)
{
	y->apart |= y->after.n > 0;
	y->any = true;
}

/*
 * Whether values broadcast to x[indices].  Where they are added and are as
 * many, CUDA's kernel does not ask for their shape
 * (index_put_with_sort_kernel).  One element of whatever rank may fill a mask
 * (canDispatchToMaskedFill).  How many a mask picks is not known.
 */
static bool values_fit(const struct arg *values, const struct named *y, bool add)
{
	struct op_shape z = {.n = 0};
	const struct op_shape *part[] = {y->apart ? &y->together : &y->before,
	    y->apart ? &y->before : &y->together, &y->after};
	size_t end = 0, behind, i, j;
	uint64_t n;

	if (!values || !values->shape.v)
		return true;
	if (y->alone && !add && op_elems(values) == 1)
		return true;
	for (i = 0; i < NELEMS(part); i++) {
		for (j = 0; j < part[i]->n && z.n < OP_MAX_DIMS; j++)
			add_dim(&z, part[i]->v[j]);
		if (part[i] == &y->together)
			end = z.n;
	}
	if (z.n == OP_MAX_DIMS)
		return true;
	if (y->masked && z.v[end - 1] == 1) {
		/* the last of what is named, which with a mask is one size at
		 * least: as many as there are values */
		behind = z.n - end;
		n = values->shape.n > behind
			? op_extent(values, values->shape.n - 1 - behind)
			: 1;
		if (!num_bad(n) && n <= y->picked)
			z.v[end - 1] = (int64_t)n;
	} else if (add && op_elems(values) == op_shape_elems(&z)) {
		return true;
	}
	return op_expands(values, &z);
}

/*
 * Read a list of index tensors, and find how many elements they name: they
 * broadcast together, each takes one dimension of x, None leaves one whole.  A
 * mask takes as many as it has itself; what it picks, at most all, is a vector
 * that broadcasts with the indices and with what other masks pick: one element,
 * or as many.  Where one of the list is untold the number is known of a single
 * vector alone: a mask picks no more than as many indices would.
 */
static uint64_t named(struct op_ask *q, const struct arg *x,
    const struct arg *list, size_t n, struct named *y)
{
	struct op_shape s, *together = &y->together;
	uint64_t whole, bad;
	size_t at = 0, i;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (is_untold(q, x, list, n) && (n != 1 || list->shape.n != 1)) {
		moves_bytes(q, OP_NO_DTYPE);
		return OP_NO_DTYPE;
	}
	for (i = 0; i < n; i++) {
		const struct arg *one = &list[i];

		if (!op_args_is_tensor(one)) {
			if (at < s.n)
				add_dim(y->any ? &y->after : &y->before, s.v[at]);
			at++;
			continue;
		}
		reads(q, one);
		y->alone = !y->any && is_mask(one);
		joins(y);
		if (is_mask(one)) {
			if (!mask_fits(q, &s, at, one))
				return OP_MISFIT;
			if (y->picked < op_elems(one))
				y->picked = op_elems(one);
			y->masked = true;
			at += one->shape.n;
			continue;
		}
		at++;
		/* op_broadcast passes over a 0-dim int64, which is right. */
		bad = op_broadcast(together, one);
		if (bad)
			return bad;
	}
	if (at > s.n)
		return OP_MISFIT;
	for (; at < s.n; at++)
		add_dim(y->any ? &y->after : &y->before, s.v[at]);
	whole = num_times(op_shape_elems(&y->before), op_shape_elems(&y->after));
	if (y->masked) {
		bounds(q, WHY_VALUES);
		if (together->n == 0)
			add_dim(together, 1);
		/* the indices are repeated where they are one along the last */
		if (together->v[together->n - 1] == 1)
			whole = num_times(whole, y->picked);
	}
	return num_times(whole, op_shape_elems(together));
}

/* The dimension, where it was recorded and x has it. */
static bool get_dim(const struct op_ask *q, const struct access *a, size_t *i)
{
	bool known = true;
	int64_t dim = op_args_int(q, AT_dim, 0, &known);

	return known && op_dim(dim, a->x->shape.n, i);
}

/*
 * Whether the index of gather and scatter fits: it has as many dimensions as x
 * and src, and is nowhere larger, but along `dim` than x.  An empty one always
 * fits; nothing is asked of a tensor without dimensions, of take, which has no
 * `dim`, and of ONNX.
 */
static bool index_fits(const struct op_ask *q, const struct access *a)
{
	const struct arg *index = a->index, *src = a->src;
	size_t dim, i;
	bool known = get_dim(q, a, &dim);

	if (!op_args_has(q, AT_dim))
		return true;
	if (!op_args_fit_dim(q, a->x))
		return false;
	if (op_elems(index) == 0)
		return true;
	if (!index->shape.n || !a->x->shape.n || (src && !src->shape.n))
		return true;
	if (index->shape.n != a->x->shape.n ||
	    (src && src->shape.n != index->shape.n))
		return false;
	for (i = 0; i < index->shape.n; i++) {
		int64_t n = index->shape.v[i];

		if ((known && i != dim && n > a->x->shape.v[i]) ||
		    (src && n > src->shape.v[i]))
			return false;
	}
	return true;
}

/* Whether src of index_add and index_copy has a slice for each index, as large
 * as those of x. */
static bool slices_fit(const struct op_ask *q, const struct access *a)
{
	struct op_shape x, src;
	size_t dim;

	if (!op_args_has(q, AT_dim) || !op_shape_of(a->x, &x) ||
	    !op_shape_of(a->src, &src) || x.n == 0 || src.n == 0)
		return true;
	if (!op_args_fit_dim(q, a->x))
		return false;
	if (!get_dim(q, a, &dim))
		return true;
	if (dim >= src.n || differ((uint64_t)src.v[dim], op_elems(a->index)))
		return false;
	x.v[dim] = src.v[dim] = 1;
	return !differ(op_shape_elems(&x), op_shape_elems(&src));
}

/* a->m elements of x are read and written; the indices were read before. */
static int gather(struct op_ask *q, const struct access *a, bool grad)
{
	const enum dtype type = a->x->dtype;

	if (!grad) {
		moves(q, a->m, type);
		yields(q, a->m, type);
		return done(q);
	}
	/* dy's elements are added to zeros */
	works(q, sum_flops(type), a->m);
	moves(q, a->m, type);
	fills(q, a->n, a->m, type, true);
	return done(q);
}

/* FLOPs of one element that is combined with what is there: as `reduce` says,
 * else an addition.  Those of a product of complex numbers differ. */
static uint64_t combine_flops(struct op_ask *q, enum dtype type)
{
	static const char *const products[] = {"prod", "multiply"};
	struct str word;

	switch (op_args_word(op_arg(q, AT_reduce), &word)) {
	case GIVEN_NO:
		return sum_flops(type);
	case GIVEN_UNRECORDED:
		return sum_flops(type) == 1 ? 1 : OP_NO_ATTR;
	case GIVEN_YES:
		break;
	}
	for (size_t i = 0; i < NELEMS(products); i++)
		if (str_is(word, products[i]))
			return times_flops(type);
	return sum_flops(type);
}

/*
 * a->m elements, which were read before, are put into x or added to it.  In
 * place, or where another kernel copied x before, only those are written, and
 * read where added to; else all of x is copied.
 */
static int put(struct op_ask *q, const struct access *a, bool add)
{
	const enum dtype type = a->x->dtype;

	if (add)
		works(q, combine_flops(q, type), a->m);
	if (op_args_inplace(q->call) || elsewhere(q)) {
		if (add)
			moves(q, num_least(a->m, a->n), type);
		moves(q, num_least(a->m, a->n), type);
	} else {
		reads(q, a->x);
		yields(q, a->n, type);
	}
	return done(q);
}

/* As many elements of src are read as there are indices, n. */
static void reads_src(struct op_ask *q, const struct access *a, uint64_t n)
{
	moves_bytes(q, num_least(op_args_moved(q, a->src),
			   op_size(num_least(n, op_elems(a->src)), a->src->dtype)));
}

/*
 * Whether elements are combined with those that are there, one operation each:
 * put's accumulate, scatter's reduce, ONNX's reduction.  False where that was
 * not recorded.
 */
static bool get_combines(struct op_ask *q, bool *combines)
{
	const enum op_at words[] = {AT_reduce, AT_reduction};
	const unsigned variant = q->row->variant;
	struct str word;
	bool known = true;

	*combines = variant == INDEX_SCATTER_ADD || variant == INDEX_ADD;
	if (*combines)
		return true;
	*combines = op_args_bool(q, AT_accumulate, false, &known);
	for (size_t i = 0; i < NELEMS(words); i++) {
		enum op_given how = op_args_word(op_arg(q, words[i]), &word);

		if (how == GIVEN_UNRECORDED)
			return false;
		if (how == GIVEN_YES && !str_is(word, "none"))
			*combines = true;
	}
	return known;
}

static int scatter(struct op_ask *q, const struct access *a)
{
	bool add;

	if (!get_combines(q, &add))
		return lacks(q, OP_NO_ATTR);
	/* a number costs nothing */
	if (!a->src && !op_args_is_number(op_arg(q, AT_src)))
		return lacks(q, OP_NO_SHAPE);
	if (!index_fits(q, a))
		return lacks(q, OP_MISFIT);
	if (a->src)
		reads_src(q, a, a->m);
	return put(q, a, add);
}

/* index_add adds src by alpha. */
static void scales_src(struct op_ask *q, const struct access *a)
{
	double alpha = 1;

	if (op_args_real(op_arg(q, AT_alpha), &alpha) == GIVEN_UNRECORDED)
		estimates_flops(q, WHY_ATTRIBUTE);
	else if (alpha != 1)
		works(q, times_flops(a->x->dtype), a->m);
}

/* index_add, index_copy: src has a slice for each index; index_fill: a number,
 * which the kernel is given as one where it is a tensor, too. */
static int slices(struct op_ask *q, struct access *a)
{
	bool add;

	if (!get_combines(q, &add))
		return lacks(q, OP_NO_ATTR);
	if (!slices_fit(q, a))
		return lacks(q, OP_MISFIT);
	a->m = q->row->variant == INDEX_FILL ? along(q, a) : op_elems(a->src);
	if (a->m == OP_MISFIT)
		return lacks(q, a->m);
	if (op_args_has(q, AT_alpha))
		scales_src(q, a);
	reads(q, a->src);
	return put(q, a, add);
}

/* m elements are added, or with 0 none; where is not told. */
static int adds_somewhere(struct op_ask *q, uint64_t m)
{
	works(q, sum_flops(q->cost->dtype), m);
	moves_bytes(q, OP_NO_SHAPE);
	return done(q);
}

/*
 * Values may be less than what the indices name, and are then repeated; not so
 * where autograd calls it for the gradient of x[index], which is what `unsafe`
 * tells (index_backward in torch/csrc/autograd/FunctionsManual.cpp).
 */
static int index_put(struct op_ask *q, struct access *a)
{
	const struct arg *list, *values = op_tensor(q, AT_values);
	bool known = true, add, unsafe;
	struct named y = {.any = false};
	size_t n;

	add = op_args_bool(q, AT_accumulate, false, &known);
	list = op_args_list(q, AT_indices, &n);
	if (!known)
		return lacks(q, OP_NO_ATTR);
	unsafe = op_args_bool(q, AT_unsafe, false, &known) && known;
	if (!list)
		return adds_somewhere(q, !add	  ? 0
					 : unsafe ? op_elems(values)
						  : OP_NO_SHAPE);
	a->m = named(q, a->x, list, n, &y);
	if (is_untold(q, a->x, list, n)) {
		/* repeated for an index, or as many as a mask picks */
		if (add || differ(a->m, op_elems(values)))
			a->m = unsafe ? op_elems(values) : OP_NO_DTYPE;
	} else if (a->m == OP_MISFIT ||
		   (!num_bad(a->m) && !values_fit(values, &y, add))) {
		return lacks(q, OP_MISFIT);
	}
	reads(q, values);
	return put(q, a, add);
}

static int index_tensors(struct op_ask *q, struct access *a, bool grad)
{
	const struct arg *list, *y = op_args_result(q->call);
	struct named shape = {.any = false};
	bool any = false;
	size_t n, i;

	list = op_args_list(q, AT_indices, &n);
	for (i = 0; i < n; i++)
		any |= op_args_is_tensor(&list[i]);
	if (q->row->variant == INDEX_ITEM) {
		if (!any)
			return refuses(q, WHY_VIEW);
		/* PyProf leaves out the slices of x[:, i]. */
		estimates(q, WHY_ATTRIBUTE);
	}
	/* dy is as large as y. */
	if (!any)
		return adds_somewhere(q, grad ? op_elems(y) : 0);
	a->m = named(q, a->x, list, n, &shape);
	if (is_untold(q, a->x, list, n) && (grad || y))
		a->m = y ? op_elems(y) : OP_NO_DTYPE;
	if (a->m == OP_MISFIT)
		return lacks(q, a->m);
	return gather(q, a, grad);
}

/* masked_select, masked_scatter: the mask may pick all. */
static int masked(struct op_ask *q, struct access *a, bool grad)
{
	const struct arg *mask = op_tensor(q, AT_mask);
	struct op_shape s;
	uint64_t n, bad;

	if (!mask || !op_shape_of(a->x, &s))
		return lacks_bytes(q, OP_NO_SHAPE);
	bad = op_broadcast(&s, mask);
	if (bad)
		return lacks(q, bad);
	n = op_shape_elems(&s);
	bounds_bytes(q, WHY_VALUES);
	if (q->row->variant == INDEX_MASK_SELECT) {
		if (grad)
			moves(q, a->n, a->x->dtype);
		else
			reads(q, a->x);
		moves(q, n, a->x->dtype);
		reads(q, mask);
		return done(q);
	}
	if (!a->src)
		return lacks_bytes(q, OP_NO_SHAPE);
	reads_src(q, a, n);
	reads(q, mask);
	moves(q, n, a->x->dtype);
	if (!op_args_inplace(q->call))
		reads(q, a->x);
	return done(q);
}

/* At most a row for each element, with an int64 for each dimension; as many as
 * the result has where that was recorded. */
static int nonzero(struct op_ask *q, const struct access *a)
{
	uint64_t most = num_times(a->n, a->x->shape.n);
	uint64_t n = op_elems(op_args_result(q->call));

	if (num_bad(n)) {
		bounds_bytes(q, WHY_VALUES);
		n = most;
	}
	if (!num_bad(most) && n > most)
		return lacks(q, OP_MISFIT);
	reads(q, a->x);
	moves(q, n, DTYPE_INT64);
	return done(q);
}

/* Compress(x, mask): the mask, of one dimension, may pick all. */
static int compress(struct op_ask *q, const struct access *a)
{
	const struct arg *mask = op_tensor(q, AT_mask);

	bounds_bytes(q, WHY_VALUES);
	reads(q, a->x);
	moves(q, a->n, a->x->dtype);
	if (mask)
		reads(q, mask);
	else
		moves_bytes(q, OP_NO_SHAPE);
	return done(q);
}

/* reshape_and_cache(key, value, key_cache, value_cache, slots): key and value
 * are read, and written to the caches. */
static int cache(struct op_ask *q)
{
	const struct arg *k = op_tensor(q, AT_key);
	const struct arg *v = op_tensor(q, AT_value);
	const struct arg *to = op_tensor(q, AT_key_cache);
	const struct arg *slots = op_tensor(q, AT_slots);

	if (!k || !v || !to || !slots)
		return lacks_bytes(q, OP_NO_SHAPE);
	q->cost->dtype = k->dtype;
	reads(q, k);
	reads(q, v);
	/* What is stored may have fewer bits. */
	moves(q, num_plus(op_elems(k), op_elems(v)), to->dtype);
	reads(q, slots);
	return done(q);
}

/* GatherND(x, indices; batch_dims): the last dimension of the indices says
 * how many of x's dimensions they go through. */
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
	if ((uint64_t)k > x.n)
		return lacks(q, OP_MISFIT);
	if (!known) {
		a->m = op_args_result(q->call) ? op_elems(op_args_result(q->call))
					       : OP_NO_ATTR;
		return gather(q, a, false);
	}
	if (batch < 0 || (uint64_t)batch > x.n || (uint64_t)k > x.n - (uint64_t)batch)
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
	return variant == INDEX_GATHER || variant == INDEX_ALONG ||
	       variant == INDEX_SELECT || variant == INDEX_TENSORS ||
	       variant == INDEX_ITEM || variant == INDEX_MASK_SELECT;
}

static int cost_index(struct op_ask *q)
{
	struct access a = {.x = op_tensor(q, AT_input)};
	bool grad = q->part != PART_FORWARD;

	if (grad && !has_backward(q->row->variant))
		return refuses(q, q->row->variant == INDEX_NONZERO
				      ? WHY_NO_GRADIENT
				      : WHY_NO_BACKWARD);
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
	case INDEX_COMPRESS:
		return compress(q, &a);
	default:
		break;
	}
	a.index = op_tensor(q, AT_index);
	if (!a.index)
		return lacks(q, OP_NO_SHAPE);
	reads(q, a.index);
	switch (q->row->variant) {
	case INDEX_SELECT:
		a.m = op_args_result_elems(q, along(q, &a));
		break;
	case INDEX_ALONG:
		a.m = op_args_result_elems(q, taken(q, &a));
		break;
	default:
		a.m = op_elems(a.index);
		break;
	}
	if (a.m == OP_MISFIT)
		return lacks(q, a.m);
	switch (q->row->variant) {
	case INDEX_ND:
		return gather_nd(q, &a);
	case INDEX_SCATTER:
	case INDEX_SCATTER_ADD:
		return scatter(q, &a);
	case INDEX_ADD:
	case INDEX_COPY:
	case INDEX_FILL:
		return slices(q, &a);
	case INDEX_GATHER:
		if (!index_fits(q, &a))
			return lacks(q, OP_MISFIT);
		return gather(q, &a, grad);
	default:
		return gather(q, &a, grad);
	}
}

/* Bytes of dx, to whose zeros dy is added. */
static uint64_t zeros(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);

	return q->part != PART_FORWARD && x && has_backward(q->row->variant)
		   ? op_size(op_elems(x), x->dtype)
		   : OP_NO_ATTR;
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
{"_index_put_impl", A, "input,indices...,values*,accumulate,unsafe", INDEX_PUT},
{"_segment_reduce_backward", A, .why = WHY_NO_RULE},
{"_unsafe_index", A, "input,indices...", INDEX_TENSORS},
{"_unsafe_index_put", A, "input,indices...,values*,accumulate", INDEX_PUT},
{"argwhere", T | X | A, "input", INDEX_NONZERO},
{"gather", T | X | A, "input,dim,index", INDEX_GATHER, .params = PARAMS_MAP},
{"gather_backward", A, .why = WHY_PARTS},
{"index", A, "input,indices...", INDEX_TENSORS},
{"index_add", T | X | A, "input,dim,index,src,alpha", INDEX_ADD},
{"index_copy", T | X | A, "input,dim,index,src", INDEX_COPY},
{"index_fill", T | X | A, "input,dim,index,value", INDEX_FILL},
{"index_put", T | X | A, "input,indices...,values*,accumulate", INDEX_PUT},
{"index_reduce", T | X | A, "input,dim,index,src,reduce", INDEX_ADD},
{"index_select", T | X | A, "input,dim,index", INDEX_SELECT, .params = PARAMS_INDEX_SELECT},
{"index_select_backward", A, .why = WHY_PARTS},
{"masked_scatter", T | X | A, "input,mask,src", INDEX_MASK_SCATTER, .params = PARAMS_MAP | PARAMS_ONLY_IN_PLACE},
{"masked_scatter_backward", A, .why = WHY_PARTS},
{"masked_select", T | X | A, "input,mask", INDEX_MASK_SELECT, .params = PARAMS_MASKED_SELECT},
{"masked_select_backward", A, .why = WHY_PARTS},
{"nonzero", T | X | A, "input", INDEX_NONZERO, .params = PARAMS_MAP},
{"nonzero_static", T | X | A, .why = WHY_NO_RULE},
{"put", T | X | A, "input,index,src,accumulate", INDEX_SCATTER},
{"reshape_and_cache", L, "key,value,key_cache,value_cache,slots", INDEX_CACHE},
{"reshape_and_cache_flash", L, "key,value,key_cache,value_cache,slots", INDEX_CACHE},
{"scatter", T | X | A, "input,dim,index,src,reduce?", INDEX_SCATTER},
{"scatter_add", T | X | A, "input,dim,index,src", INDEX_SCATTER_ADD},
{"scatter_reduce", T | X | A, "input,dim,index,src,reduce", INDEX_SCATTER_ADD},
{"segment_reduce", T | A, .why = WHY_NO_RULE},
{"store_cache", L, "key,value,key_cache,value_cache,slots", INDEX_CACHE},
{"take", T | X | A, "input,index", INDEX_GATHER},
{"take_along_dim", T | X | A, "input,index,dim", INDEX_ALONG},
{"value_selecting_reduction_backward", A, .why = WHY_PARTS},
};
/* clang-format on */

const struct op_family op_index = {
    .title = "Indexing",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_index,
    .tensors = true,
    .complex = true,
    .holds = "copy", /* of x, where it is not done in place */
    .zeros = zeros,
    .each_flops = OP_EACH(0),
};
