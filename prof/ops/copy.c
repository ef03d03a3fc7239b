/*
 * copy.c - what moves elements and computes nothing: copies, casts, cat, pad.
 *
 * In:  a call with the tensors that are read
 * Out: 0 FLOPs, bytes of what is read (expanded dimensions once) and written
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

/* What the result's type and shape are. */
enum {
	COPY_SAME,   /* those of the input: clone, contiguous, flip */
	COPY_TYPE,   /* the type of `dtype`: to */
	COPY_LIKE,   /* the type of `other`: type_as */
	COPY_INTO,   /* copy_(dst, src) */
	COPY_CAT,    /* cat: all the inputs together */
	COPY_STACK,  /* the same, along a new dimension */
	COPY_HSTACK, /* along a dimension that has a number */
	COPY_VSTACK,
	COPY_DSTACK,
	COPY_COLUMNS, /* column_stack */
	COPY_REPEAT,  /* `repeats` times the elements */
	COPY_TIMES,   /* repeat_interleave: `repeats` times the elements */
	COPY_PAD,
	COPY_SCATTER, /* slice_scatter: input and src to a new tensor */
	COPY_GRAD,    /* slice_backward: dy in zeros of `input_sizes` */
	COPY_UNFOLD,  /* im2col: each window's elements side by side */
	COPY_FOLD,    /* col2im: added up to `output_size` */
	COPY_SPREAD,  /* reflection_pad2d_backward: dy added up to x's shape */
	COPY_NAMED,   /* the type that has the operator's name: half */
	COPY_DIAG,    /* diag_embed: the last dimension on a diagonal */
	COPY_ALONG,   /* flip, roll: along `dims` */
	COPY_MATRIX,  /* tril: of the last two dimensions */
	COPY_SHUFFLE, /* pixel_shuffle: channels to places, by a factor */
	COPY_UNSHUFFLE, /* back */
	COPY_CHANNELS,	/* channel_shuffle: of a number of groups */
};

#define OP_NO_SIZE OP_NO_ATTR /* the result's shape was not recorded */

/* The tensor that is copied. */
static const struct arg *source(struct op_ask *q)
{
	return op_tensor(q, q->row->variant == COPY_INTO ? AT_src : AT_input);
}

/* cat of tensors that were not recorded: together they have as many elements as
 * the result. */
static int cat_result(struct op_ask *q)
{
	const struct arg *y = op_args_result(q->call);

	if (!y)
		return lacks_bytes(q, OP_NO_SHAPE);
	q->cost->dtype = y->dtype;
	moves(q, op_elems(y), y->dtype);
	moves(q, op_elems(y), y->dtype);
	return done(q);
}

/* Whether one of the list was not recorded: a trace shows that as a tensor
 * without dimensions, which stands beside no others. */
static bool lacks_one(const struct arg *t, size_t n)
{
	bool none = false, some = false;
	size_t i;

	for (i = 0; i < n; i++) {
		if (!op_args_is_tensor(&t[i]))
			return true;
		none |= t[i].shape.v && t[i].shape.n == 0;
		some |= t[i].shape.n > 0;
	}
	return n == 0 || (none && some);
}

/* Elements of the result that are of t: _chunk_cat fills a dimension up to as
 * many chunks of one size. */
static uint64_t cat_elems(struct op_ask *q, const struct arg *t)
{
	uint64_t chunks;
	bool known = true;
	struct op_shape s;
	int64_t dim;
	size_t i;

	if (!op_args_has(q, AT_num_chunks))
		return op_elems(t);
	chunks = op_args_count(q, AT_num_chunks);
	dim = op_args_int(q, AT_dim, INT64_MIN, &known);
	if (num_bad(chunks) || !known)
		return OP_NO_ATTR;
	if (!op_shape_of(t, &s))
		return OP_NO_SHAPE;
	if (chunks == 0 || !op_dim(dim, s.n, &i))
		return OP_MISFIT;
	chunks = num_times(chunks,
	    (uint64_t)s.v[i] / chunks + ((uint64_t)s.v[i] % chunks != 0));
	s.v[i] = 1;
	return num_times(op_shape_elems(&s), chunks);
}

/* How hstack and its like make tensors of few dimensions ones of more: 1s in
 * front up to so many, then behind.  Other variants have no entry, or zeros. */
static const struct stack {
	size_t front, all;
	int64_t dim; /* along which they are joined */
} stacks[] = {
    [COPY_HSTACK] = {1, 1, 1},
    [COPY_VSTACK] = {2, 2, 0},
    [COPY_DSTACK] = {2, 3, 2},
    [COPY_COLUMNS] = {1, 2, 1},
};

/* The row's entry; NULL: what it joins is joined along `dim`. */
static const struct stack *stack_of(const struct op_ask *q)
{
	const unsigned variant = q->row->variant;

	return variant < NELEMS(stacks) && stacks[variant].all ? &stacks[variant]
							       : NULL;
}

/* The shape that a tensor is joined with. */
static bool joined_shape(
    const struct op_ask *q, const struct arg *t, struct op_shape *s)
{
	const struct stack *stack = stack_of(q);

	if (!op_shape_of(t, s))
		return false;
	if (!stack)
		return true;
	while (s->n < stack->front) {
		memmove(s->v + 1, s->v, s->n++ * sizeof *s->v);
		s->v[0] = 1;
	}
	while (s->n < stack->all)
		s->v[s->n++] = 1;
	return true;
}

/* The dimension along which n tensors from t on are joined; false where it is
 * not known.  hstack goes by the first of them. */
static bool joined_dim(const struct op_ask *q, const struct arg *t, int64_t *dim)
{
	const struct stack *stack = stack_of(q);
	bool known = true;

	if (!stack) {
		*dim = op_args_int(q, AT_dim, 0, &known);
		return known && op_args_has(q, AT_dim) &&
		       !op_args_has(q, AT_num_chunks);
	}
	*dim = stack->dim;
	if (q->row->variant == COPY_HSTACK && t->shape.n < 2)
		*dim = 0;
	return t->shape.v;
}

/* Whether the n tensors from t on, those of stack, have all the same sizes, and
 * one dimension less than `dim` may name. */
static bool stack_up(const struct op_ask *q, const struct arg *t, size_t n)
{
	bool known = true;
	int64_t dim = op_args_int(q, AT_dim, 0, &known);
	size_t i, at;

	for (i = 0; i < n; i++)
		if (!op_alike(&t[0], &t[i]))
			return false;
	return !known || !t->shape.v || op_dim(dim, t->shape.n + 1, &at);
}

/*
 * Whether the n tensors from t on have the same sizes, but along the dimension
 * where cat joins them.  One without elements and of one dimension goes with
 * any, and nothing is asked of those without dimensions, of rows that have no
 * `dim`, and of _chunk_cat, whose tensors have sizes of their own behind it.
 */
static bool join(const struct op_ask *q, const struct arg *t, size_t n)
{
	struct op_shape first = {.n = 0}, s;
	bool any = false;
	int64_t dim;
	size_t i, at;

	if (q->row->variant == COPY_STACK)
		return stack_up(q, t, n);
	if (!joined_dim(q, t, &dim))
		return true;
	for (i = 0; i < n; i++) {
		if (!joined_shape(q, &t[i], &s) || s.n == 0 ||
		    (s.n == 1 && s.v[0] == 0))
			continue;
		if (!op_dim(dim, s.n, &at))
			return false;
		s.v[at] = 0;
		if (any && !op_shape_same(&s, &first))
			return false;
		first = s;
		any = true;
	}
	return true;
}

/* cat: all tensors of the call but `out`. */
static int cat(struct op_ask *q)
{
	const struct arg *out = op_arg(q, AT_out), *t;
	enum dtype type = DTYPE_UNKNOWN;
	uint64_t n = 0;
	size_t nt, i;

	t = op_args_list(q, AT_tensors, &nt);
	if (lacks_one(t, nt))
		return cat_result(q);
	if (!join(q, t, nt))
		return lacks(q, OP_MISFIT);
	for (i = 0; i < nt; i++) {
		type = i ? op_promote2(type, t[i].dtype) : t[i].dtype;
		n = num_plus(n, cat_elems(q, &t[i]));
		/* The backward copies the parts of dy where views won't do. */
		if (q->part == PART_FORWARD)
			reads(q, &t[i]);
		else
			moves(q, op_elems(&t[i]), t[i].dtype);
	}
	type = op_args_is_tensor(out) ? out->dtype : op_args_result_type(q, type);
	q->cost->dtype = type;
	yields(q, n, type);
	return done(q);
}

/* The type of the result of to(): a name, another tensor's, or not recorded:
 * PyProf leaves out a torch.dtype, so x.to(torch.half) has but one argument. */
static enum dtype type_of(struct op_ask *q, const struct arg *x)
{
	const struct arg *a = op_arg(q, AT_dtype);
	const struct arg *other = op_arg(q, AT_other);

	switch (q->row->variant) {
	case COPY_NAMED:
		return dtype_find(str_of(q->row->name));
	case COPY_LIKE:
		return op_args_is_tensor(other) ? other->dtype : DTYPE_UNKNOWN;
	case COPY_TYPE:
		if (op_args_is_tensor(a))
			return a->dtype;
		/* aten records all its arguments. */
		return op_args_dtype(q, AT_dtype,
		    !q->call->mod.n && op_args_given(a) == GIVEN_NO
			? x->dtype
			: DTYPE_UNKNOWN);
	default:
		return x->dtype;
	}
}

/* Product of the second argument's whole numbers: repeat([4, 5]), or of all
 * that follow one by one: repeat(4, 5). */
static uint64_t product(struct op_ask *q, const struct arg *x)
{
	const struct arg *a = op_operand(q, 1);
	const struct arg *end = q->call->args + q->call->nargs;
	int64_t v[OP_MAX_DIMS];
	uint64_t p = 1;
	size_t i, n, all = 0;

	do {
		if (op_args_ints(a, v, OP_MAX_DIMS, &n) != GIVEN_YES)
			return OP_NO_SIZE;
		for (i = 0; i < n; i++)
			p = v[i] < 0 ? OP_NO_SIZE : num_times(p, (uint64_t)v[i]);
		all += n;
	} while (!a->name.n && a->value.kind != VALUE_LIST && ++a < end);
	/* tile takes fewer than x has dimensions */
	return op_args_has(q, AT_repeats) && all < x->shape.n ? OP_MISFIT : p;
}

/* Whether the padding is what is beside the edge, of which there must be enough. */
static bool reflects(const struct op_ask *q)
{
	struct str mode;

	if (op_args_word(op_arg(q, AT_mode), &mode) == GIVEN_YES)
		return str_is(mode, "reflect");
	return str_has(q->call->op, "reflection");
}

/* Elements of x padded by (left, right) of its last dimension, then of the one
 * before, and so on; ONNX has the padding in front of every dimension first,
 * then that behind.  Negative numbers cut. */
static uint64_t padded(struct op_ask *q, const struct arg *x)
{
	struct op_shape s;
	int64_t pad[2 * OP_MAX_DIMS];
	size_t i, n;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (op_args_ints(op_arg(q, AT_pad), pad, 2 * OP_MAX_DIMS, &n) != GIVEN_YES)
		return OP_NO_SIZE;
	if (n % 2 || n / 2 > s.n)
		return OP_MISFIT;
	for (i = 0; i < n; i++) {
		int64_t *dim = &s.v[s.n - 1 - i / 2];

		if (q->row->spaces & SPACE_ONNX)
			dim = &s.v[s.n - n / 2 + i % (n / 2)];
		if (reflects(q) && pad[i] >= x->shape.v[dim - s.v])
			return OP_MISFIT;
		if (__builtin_add_overflow(*dim, pad[i], dim))
			return NUM_OVERFLOW;
	}
	for (i = 0; i < s.n; i++)
		if (s.v[i] < 0)
			return OP_MISFIT;
	return op_shape_elems(&s);
}

/* Elements of a shape that an argument lists. */
static uint64_t sized(struct op_ask *q, enum op_at name)
{
	struct op_shape s;

	if (op_args_ints(op_arg(q, name), s.v, OP_MAX_DIMS, &s.n) != GIVEN_YES)
		return OP_NO_SIZE;
	return op_shape_elems(&s);
}

/* im2col(x, kernel_size, dilation, padding, stride): windows times channels
 * times the elements of a window. */
static uint64_t unfolded(struct op_ask *q, const struct arg *x)
{
	int64_t k[2], d[2], p[2], s[2];
	struct op_shape in;
	bool known = true;
	uint64_t n;
	size_t i;

	op_args_spread(q, AT_kernel_size, k, 2, 0, &known);
	op_args_spread(q, AT_dilation, d, 2, 1, &known);
	op_args_spread(q, AT_padding, p, 2, 0, &known);
	op_args_spread(q, AT_stride, s, 2, 1, &known);
	if (!op_shape_of(x, &in))
		return OP_NO_SHAPE;
	if (in.n < 3)
		return OP_MISFIT;
	for (i = 0; i < 2; i++) {
		int64_t *v = &in.v[in.n - 2 + i];

		if (!known || k[i] < 1 || s[i] < 1 || d[i] < 1 || p[i] < 0 ||
		    k[i] > INT32_MAX || s[i] > INT32_MAX || d[i] > INT32_MAX ||
		    p[i] > INT32_MAX / 2 || *v > INT32_MAX)
			return OP_NO_SIZE;
		*v = *v + 2 * p[i] - d[i] * (k[i] - 1) - 1;
		if (*v < 0)
			return OP_MISFIT;
		*v = *v / s[i] + 1;
	}
	n = op_shape_elems(&in);
	return num_times(n, num_times((uint64_t)k[0], (uint64_t)k[1]));
}

/* repeat_interleave(x, repeats, dim, output_size): of repeats that are a tensor
 * the last argument alone tells how many places dim has then; without a dim x
 * is a vector. */
static uint64_t repeated(struct op_ask *q, const struct arg *x)
{
	uint64_t size = op_args_count(q, AT_output_size);
	struct op_shape s;
	int64_t dim;
	size_t i, n;

	if (num_bad(size))
		return OP_NO_VALUE;
	switch (op_args_ints(op_arg(q, AT_dim), &dim, 1, &n)) {
	case GIVEN_NO:
		return size;
	case GIVEN_UNRECORDED:
		return OP_NO_ATTR;
	default:
		break;
	}
	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (n != 1 || !op_dim(dim, s.n, &i))
		return OP_MISFIT;
	s.v[i] = 1;
	return num_times(op_shape_elems(&s), size);
}

/* col2im(x, output_size, kernel_size, ...): x has a kernel's elements for each
 * channel in the dimension before the last. */
static uint64_t folded(struct op_ask *q, const struct arg *x)
{
	int64_t k[2], size[2];
	struct op_shape in;
	bool known = true;
	uint64_t window, n;

	op_args_spread(q, AT_kernel_size, k, 2, 0, &known);
	op_args_spread(q, AT_output_size, size, 2, -1, &known);
	if (!op_shape_of(x, &in))
		return OP_NO_SHAPE;
	if (!known || k[0] < 1 || k[1] < 1 || size[0] < 0 || size[1] < 0)
		return OP_NO_SIZE;
	window = num_times((uint64_t)k[0], (uint64_t)k[1]);
	if (in.n < 2 || num_bad(window) || (uint64_t)in.v[in.n - 2] % window)
		return OP_MISFIT;
	in.v[in.n - 2] = (int64_t)((uint64_t)in.v[in.n - 2] / window);
	in.v[in.n - 1] = 1;
	n = op_shape_elems(&in);
	return num_times(n, num_times((uint64_t)size[0], (uint64_t)size[1]));
}

/* diag_embed(x, offset): the last dimension, longer by the offset, squared. */
static uint64_t embedded(struct op_ask *q, const struct arg *x)
{
	struct op_shape s;
	bool known = true;
	int64_t offset = op_args_int(q, AT_offset, 0, &known);
	uint64_t side;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (s.n == 0)
		return OP_MISFIT;
	if (!known)
		return OP_NO_SIZE;
	if (offset < -INT32_MAX || offset > INT32_MAX)
		return NUM_OVERFLOW;
	side = num_plus(
	    (uint64_t)s.v[s.n - 1], (uint64_t)(offset < 0 ? -offset : offset));
	s.n--;
	return num_times(op_shape_elems(&s), num_times(side, side));
}

/* Elements of x, of which pixel_shuffle moves channels into the picture, the
 * last two dimensions, and pixel_unshuffle back: the factor divides them, as
 * the number of groups does channel_shuffle's channels. */
static uint64_t shuffled(struct op_ask *q, const struct arg *x)
{
	struct op_shape s;
	int64_t f;
	bool fits;
	size_t n;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (s.n < 3)
		return OP_MISFIT;
	if (op_args_ints(op_operand(q, 1), &f, 1, &n) != GIVEN_YES || n != 1)
		return op_shape_elems(&s);
	if (f < 1 || f > INT32_MAX)
		return OP_MISFIT;
	if (q->row->variant == COPY_SHUFFLE)
		fits = s.v[s.n - 3] % (f * f) == 0;
	else if (q->row->variant == COPY_UNSHUFFLE)
		fits = s.v[s.n - 2] % f == 0 && s.v[s.n - 1] % f == 0;
	else
		fits = s.v[1] % f == 0;
	return fits ? op_shape_elems(&s) : OP_MISFIT;
}

/* Elements of x, which has each of the dimensions `dims` that are named, once;
 * roll has a shift for each, or one for x as a vector. */
static uint64_t turned(struct op_ask *q, const struct arg *x)
{
	int64_t dim[OP_MAX_DIMS], shift[OP_MAX_DIMS];
	bool seen[OP_MAX_DIMS] = {0}, flips = !op_args_has(q, AT_shifts);
	size_t i, at, n, nshifts;

	if (op_args_ints(op_arg(q, AT_dims), dim, OP_MAX_DIMS, &n) == GIVEN_UNRECORDED)
		return op_elems(x);
	for (i = 0; i < n && x->shape.n && x->shape.n <= OP_MAX_DIMS; i++) {
		if (!op_dim(dim[i], x->shape.n, &at) || (flips && seen[at]))
			return OP_MISFIT;
		seen[at] = true;
	}
	if (op_args_ints(op_arg(q, AT_shifts), shift, OP_MAX_DIMS, &nshifts) ==
		GIVEN_YES &&
	    nshifts != (n ? n : 1))
		return OP_MISFIT;
	return op_elems(x);
}

/* Elements of the result. */
static uint64_t result_elems(struct op_ask *q, const struct arg *x)
{
	const struct arg *a;
	int64_t times;
	uint64_t n;
	size_t i;

	switch (q->row->variant) {
	case COPY_REPEAT:
		return num_times(op_elems(x), product(q, x));
	case COPY_TIMES:
		/* aten's form of `repeats` alone: an index as often as each
		 * says, output_size of them */
		if (!q->call->mod.n && q->call->nargs <= 2) {
			n = op_args_count(q, AT_repeats);
			return !num_bad(n) ? n : OP_NO_VALUE;
		}
		a = op_operand(q, 1);
		if (op_args_is_tensor(a))
			return repeated(q, x);
		if (op_args_ints(a, &times, 1, &i) != GIVEN_YES || i != 1 ||
		    times < 0)
			return OP_NO_SIZE;
		return num_times(op_elems(x), (uint64_t)times);
	case COPY_PAD:
		return padded(q, x);
	case COPY_DIAG:
		return embedded(q, x);
	case COPY_ALONG:
		return turned(q, x);
	case COPY_MATRIX:
		return x->shape.n < 2 ? OP_MISFIT : op_elems(x);
	case COPY_SHUFFLE:
	case COPY_UNSHUFFLE:
	case COPY_CHANNELS:
		return shuffled(q, x);
	case COPY_UNFOLD:
		return unfolded(q, x);
	case COPY_FOLD:
		return folded(q, x);
	case COPY_SPREAD:
		return op_elems(op_tensor(q, AT_self));
	case COPY_GRAD:
		return sized(q, AT_input_sizes);
	default:
		return op_elems(x);
	}
}

/* Whether src broadcasts to dst; nothing is asked of what has no dimensions. */
static bool broadcasts_to(const struct arg *src, const struct arg *dst)
{
	struct op_shape to;

	return !op_shape_of(dst, &to) || to.n == 0 || op_expands(src, &to);
}

/* How many of n places a slice has, torch's way: numbers below 0 count from the
 * end, and those beyond it are cut off; -1: not recorded. */
static int64_t sliced(struct op_ask *q, int64_t n)
{
	bool known = true;
	int64_t step = op_args_int(q, AT_step, 1, &known);
	int64_t from = op_args_int(q, AT_start, 0, &known);
	int64_t to = op_args_int(q, AT_end, n, &known);

	if (!known || step < 1)
		return -1;
	from += from < 0 ? n : 0;
	to += to < 0 ? n : 0;
	from = from < 0 ? 0 : from > n ? n : from;
	to = to < from ? from : to > n ? n : to;
	return to > from ? (to - from - 1) / step + 1 : 0;
}

/* Whether a piece is that which the call cuts out of the whole, a slice or one
 * of a dimension; also of what cuts in another way. */
static bool piece_fits(
    struct op_ask *q, const struct arg *piece, const struct op_shape *whole)
{
	const bool slice = op_args_has(q, AT_step);
	struct op_shape has, cut = *whole;
	bool known = true;
	int64_t dim = op_args_int(q, AT_dim, 0, &known);
	size_t i;

	if (!op_args_has(q, AT_dim) || !known || !op_shape_of(piece, &has))
		return true;
	if (!op_dim(dim, cut.n, &i) || has.n + !slice != cut.n)
		return false;
	if (slice) {
		cut.v[i] = sliced(q, cut.v[i]);
		if (cut.v[i] < 0)
			cut.v[i] = has.v[i];
	} else {
		cut.n--;
		memmove(cut.v + i, cut.v + i + 1, (cut.n - i) * sizeof *cut.v);
	}
	return op_shape_same(&has, &cut);
}

/* copy_(dst, src), which does not read dst; slice_scatter(x, src), which does. */
static int into(struct op_ask *q)
{
	const struct arg *dst = op_tensor(q, AT_input);
	const struct arg *src = op_tensor(q, AT_src);
	struct op_shape whole;

	if (!dst || !src)
		return lacks_bytes(q, OP_NO_SHAPE);
	if (q->row->variant == COPY_SCATTER && op_shape_of(dst, &whole) &&
	    !piece_fits(q, src, &whole))
		return lacks(q, OP_MISFIT);
	if (q->row->variant == COPY_INTO && !broadcasts_to(src, dst))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = dst->dtype;
	if (q->part == PART_FORWARD) {
		reads(q, src);
		moves(q, op_elems(dst), dst->dtype);
		if (q->row->variant == COPY_SCATTER)
			reads(q, dst);
	} else {
		/* dsrc is dy cast, or the part of dy where src was put */
		moves(q, op_elems(src), dst->dtype);
		moves(q, op_elems(src), src->dtype);
	}
	return done(q);
}

/* Whether it pads with copies of elements, whose gradients add up. */
static bool is_fold(struct op_ask *q)
{
	struct str mode;

	if (q->row->variant != COPY_PAD)
		return false;
	switch (op_args_word(op_arg(q, AT_mode), &mode)) {
	case GIVEN_YES:
		return !str_is(mode, "constant");
	case GIVEN_NO:
		return str_has(q->call->op, "reflection") ||
		       str_has(q->call->op, "replication") ||
		       str_has(q->call->op, "circular");
	default:
		return true;
	}
}

static int cost_copy(struct op_ask *q)
{
	const struct arg *x = source(q);
	uint64_t n;
	enum dtype type;
	struct op_shape whole;

	if (q->row->variant == COPY_CAT || q->row->variant == COPY_STACK ||
	    stack_of(q))
		return cat(q);
	if (q->row->variant == COPY_INTO || q->row->variant == COPY_SCATTER)
		return into(q);
	if (q->part != PART_FORWARD && (q->row->variant == COPY_GRAD || is_fold(q)))
		return refuses(q, WHY_NO_BACKWARD);
	if (!x)
		return lacks_bytes(q, OP_NO_SHAPE);
	if (q->row->variant == COPY_GRAD &&
	    op_args_ints(op_arg(q, AT_input_sizes), whole.v, OP_MAX_DIMS,
		&whole.n) == GIVEN_YES &&
	    !piece_fits(q, x, &whole))
		return lacks(q, OP_MISFIT);
	type = op_args_result_type(q, type_of(q, x));
	n = result_elems(q, x);
	if (q->row->variant != COPY_GRAD)
		n = op_args_result_elems(q, n);
	q->cost->dtype = type;
	if (type == DTYPE_UNKNOWN && q->row->variant == COPY_TYPE && x->dtype)
		moves_bytes(q, OP_NO_ATTR);
	if (q->part == PART_FORWARD) {
		if (q->row->variant == COPY_FOLD || q->row->variant == COPY_SPREAD)
			works(q, sum_flops(x->dtype), op_elems(x));
		reads(q, x);
		yields(q, n, type);
	} else {
		/* What was repeated is summed. */
		if (q->row->variant == COPY_REPEAT ||
		    q->row->variant == COPY_TIMES || q->row->variant == COPY_UNFOLD)
			works(q, sum_flops(x->dtype), n);
		moves(q, n, type);
		moves(q, op_elems(x), x->dtype);
	}
	return done(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"Bernoulli", N, "input", COPY_SAME},
{"Cast", N, "input,dtype", COPY_TYPE},
{"CastLike", N, "input,other", COPY_LIKE},
{"Concat", N, "tensors...", COPY_CAT},
{"ConcatFromSequence", N, .why = WHY_NO_RULE},
{"CopySlices", O, .why = WHY_NODE},
{"DepthToSpace", N, "input,blocksize", COPY_SHUFFLE},
{"Expand", N, .why = WHY_VALUES},
{"Flip", N, "input", COPY_SAME},
{"Identity", N, "input", COPY_SAME},
{"MemcpyFromHost", N, "input", COPY_SAME},
{"MemcpyToHost", N, "input", COPY_SAME},
{"NhwcToNchw", N, "input", COPY_SAME},
{"Pad", N, "input", COPY_PAD},
{"SequenceConstruct", N, .why = WHY_NO_KERNEL},
{"Slice", N, .why = WHY_VALUES},
{"SpaceToDepth", N, "input,blocksize", COPY_UNSHUFFLE},
{"Split", N, "input", COPY_SAME},
{"Tile", N, .why = WHY_VALUES},
{"Transpose", N, "input", COPY_SAME},
{"Trilu", N, "input", COPY_MATRIX},
{"_cat", A, "tensors...,dim", COPY_CAT},
{"_chunk_cat", A, "tensors...,dim,num_chunks", COPY_CAT},
{"_coalesce", A, .why = WHY_VALUES},
{"_copy_from", A, "src,input,non_blocking", COPY_INTO},
{"_cudnn_rnn_flatten_weight", A, "tensors...", COPY_CAT},
{"_local_scalar_dense", A, .why = WHY_NO_KERNEL},
{"_pad_circular", A, "input,pad", COPY_PAD},
{"_sparse_csr_tensor_unsafe", A, .why = WHY_NO_KERNEL},
{"_to_copy", A, "input,dtype", COPY_TYPE},
{"_to_sparse_csr", A, .why = WHY_VALUES},
{"alias_copy", T | A, "input", COPY_SAME},
{"bfloat16", X, "input", COPY_NAMED},
{"bool", X, "input", COPY_NAMED},
{"byte", X, "input", COPY_NAMED, .params = PARAMS_ONE},
{"cartesian_prod", T | A, .why = WHY_PARTS},
{"cat", T | A, "tensors...,dim", COPY_CAT, .params = PARAMS_ALL},
{"cdouble", X, "input", COPY_NAMED},
{"cfloat", X, "input", COPY_NAMED},
{"channel_shuffle", T | F | A, "input,groups", COPY_CHANNELS},
{"char", X, "input", COPY_NAMED, .params = PARAMS_ONE},
{"clone", T | X | A, "input", COPY_SAME, .params = PARAMS_MAP},
{"col2im", A, "input,output_size,kernel_size,dilation,padding,stride", COPY_FOLD},
{"column_stack", T | A, "tensors...", COPY_COLUMNS},
{"concat", T | A, "tensors...,dim", COPY_CAT},
{"concatenate", T | A, "tensors...,dim", COPY_CAT},
{"constant_pad_nd", T | A, "input,pad,value", COPY_PAD},
{"contiguous", X | A, "input", COPY_SAME, .params = PARAMS_MAP},
{"copy", X | A, "input,src,non_blocking", COPY_INTO, .params = PARAMS_COPY | PARAMS_ONLY_IN_PLACE},
{"cpu", X, "input", COPY_SAME},
{"cuda", X, "input", COPY_SAME},
{"detach_copy", T | A, "input", COPY_SAME},
{"diag_embed", T | X | A, "input,offset,dim1,dim2", COPY_DIAG},
{"diagonal_backward", A, "input,input_sizes", COPY_GRAD},
{"diagonal_scatter", T | X | A, "input,src", COPY_SCATTER},
{"double", X, "input", COPY_NAMED, .params = PARAMS_ONE},
{"dstack", T | A, "tensors...", COPY_DSTACK},
{"flatten", T | X | A, "input", COPY_SAME},
{"flip", T | X | A, "input,dims", COPY_ALONG},
{"fliplr", T | X | A, "input", COPY_SAME},
{"flipud", T | X | A, "input", COPY_SAME},
{"float", X, "input", COPY_NAMED, .params = PARAMS_ONE},
{"half", X, "input", COPY_NAMED, .params = PARAMS_ONE},
{"hstack", T | A, "tensors...", COPY_HSTACK},
{"im2col", A, "input,kernel_size,dilation,padding,stride", COPY_UNFOLD},
{"int", X, "input", COPY_NAMED, .params = PARAMS_ONE},
{"item", X | A, .why = WHY_NO_KERNEL},
{"long", X, "input", COPY_NAMED, .params = PARAMS_ONE},
{"native_channel_shuffle", T | A, "input,groups", COPY_CHANNELS},
{"pad", F | T | A, "input,pad,mode,value", COPY_PAD},
{"permute_copy", T | A, "input", COPY_SAME},
{"pixel_shuffle", T | F | A, "input,upscale_factor", COPY_SHUFFLE},
{"pixel_unshuffle", T | F | A, "input,downscale_factor", COPY_UNSHUFFLE},
{"ravel", T | X | A, "input", COPY_SAME},
{"reflection_pad1d", A, "input,pad", COPY_PAD},
{"reflection_pad1d_backward", A, "input,self,pad", COPY_SPREAD},
{"reflection_pad2d", A, "input,pad", COPY_PAD},
{"reflection_pad2d_backward", A, "input,self,pad", COPY_SPREAD},
{"reflection_pad3d", A, "input,pad", COPY_PAD},
{"reflection_pad3d_backward", A, "input,self,pad", COPY_SPREAD},
{"repeat", X | A, "input,repeats", COPY_REPEAT},
{"repeat_interleave", T | X | A, "input,repeats,dim?,output_size?", COPY_TIMES},
{"replication_pad1d", A, "input,pad", COPY_PAD},
{"replication_pad1d_backward", A, "input,self,pad", COPY_SPREAD},
{"replication_pad2d", A, "input,pad", COPY_PAD},
{"replication_pad2d_backward", A, "input,self,pad", COPY_SPREAD},
{"replication_pad3d", A, "input,pad", COPY_PAD},
{"replication_pad3d_backward", A, "input,self,pad", COPY_SPREAD},
{"reshape", T | X | A, "input", COPY_SAME, .params = PARAMS_MAP},
{"resize_", X | A, .why = WHY_NO_KERNEL},
{"resize_as_", X | A, .why = WHY_NO_KERNEL},
{"roll", T | X | A, "input,shifts,dims", COPY_ALONG},
{"rot90", T | X | A, "input", COPY_SAME},
{"row_stack", T | A, "tensors...", COPY_VSTACK},
{"select_backward", A, "input,input_sizes,dim,index", COPY_GRAD},
{"select_scatter", T | X | A, "input,src,dim,index", COPY_SCATTER},
{"short", X, "input", COPY_NAMED, .params = PARAMS_ONE},
{"slice_backward", A, "input,input_sizes,dim,start,end,step", COPY_GRAD},
{"slice_scatter", T | X | A, "input,src,dim,start,end,step", COPY_SCATTER},
{"split_with_sizes_copy", T | A, "input", COPY_SAME},
{"squeeze_copy", T | A, "input", COPY_SAME},
{"stack", T | A, "tensors...,dim", COPY_STACK},
{"t_copy", T | A, "input", COPY_SAME},
{"tile", T | X | A, "input,dims", COPY_REPEAT},
{"to", X | A, "input,dtype", COPY_TYPE, .params = PARAMS_ONE},
{"to_dense", A, .why = WHY_VALUES},
{"to_sparse", A, .why = WHY_VALUES},
{"transpose_copy", T | A, "input", COPY_SAME},
{"tril", T | X | A, "input", COPY_MATRIX},
{"triu", T | X | A, "input", COPY_MATRIX},
{"type", X, "input,dtype", COPY_TYPE},
{"type_as", X | A, "input,other", COPY_LIKE},
{"unfold_backward", A, "input,input_sizes", COPY_GRAD},
{"unsqueeze_copy", T | A, "input", COPY_SAME},
{"view_copy", T | A, "input", COPY_SAME},
{"vstack", T | A, "tensors...", COPY_VSTACK},
};
/* clang-format on */

const struct op_family op_copy = {
    .title = "Conversions and copies",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_copy,
    .tensors = true,
    .complex = true,
    .each_flops = OP_EACH(0),
};
