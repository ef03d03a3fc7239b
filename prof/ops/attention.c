/*
 * attention.c - scaled dot-product attention, fused: of every backend,
 * dense, packed sequences (varlen) and paged caches.
 *
 * In:  query, key and value, and what says which keys a query sees
 * Out: FLOPs of both products over the pairs that the mask leaves; bytes of
 *      query, key, value, mask and result, and the log-sum-exp where it is
 *      written
 *
 * Pairs are counted and not taken to be half of all: a causal mask over S keys
 * leaves S(S + 1) / 2, and over unequal lengths it depends on which corner it
 * is aligned to.  The mask is a band of every row, so there is one closed form
 * for causal, sliding and full.
 *
 * Sources: torch/utils/flop_counter.py (sdpa_flop_count, and the backward's
 * five products) for full attention; flash-attn's README for the alignment.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

/* Beyond this no length is real; sums of products of two fit in 64 bits. */
#define MANY (UINT64_C(1) << 30)
#define LSE_SIZE 4 /* float32 whatever the input */
#define INFINITE (-1)

/* One of query, key, value taken apart. */
struct side {
	uint64_t batch, heads, len, dim;
};

/* The keys that a query sees: row i sees [i + shift - left, i + shift + right]. */
struct band {
	int64_t left, right; /* INFINITE: no bound */
	bool bottom; /* the last query sees the last key: shift is Sk - Sq */
};

/* Lengths of packed sequences without their values: `full` of `most` and one of
 * `rest`. */
struct packed {
	uint64_t full, most, rest;
};

struct attention {
	const struct op_entry *e;
	const struct call *call;
	const struct arg *q, *k, *v, *mask, *mask2, *out, *lse, *dy;
	const struct arg *past_k, *past_v; /* what a cache has already */
	struct side qs, ks, vs;
	struct band band;
	uint64_t pairs; /* of one head, over the batch */
	enum dtype type;
	bool told; /* what the mask hangs on was recorded */
	bool estimate;
	uint64_t cache; /* bytes of a paged cache that are read; 0: not paged */
};

/* 1. Arguments, which every library calls otherwise. */

static const struct arg *any_arg(const struct attention *a, const char *const *names)
{
	const struct arg *x;

	for (; *names; names++)
		if ((x = op_arg(a->e, a->call, *names)))
			return x;
	return NULL;
}

static const struct arg *any_tensor(
    const struct attention *a, const char *const *names)
{
	const struct arg *x = any_arg(a, names);

	return x && x->kind == ARG_TENSOR && x->shape.v ? x : NULL;
}

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* A whole number, or otherwise where there is none; a->told becomes false where
 * the source does not tell. */
static int64_t any_int(
    struct attention *a, const char *const *names, int64_t otherwise)
{
	int64_t i = otherwise;
	size_t n;

	switch (op_args_ints(any_arg(a, names), &i, 1, &n)) {
	case GIVEN_YES:
		return n ? i : otherwise;
	case GIVEN_UNTOLD:
		a->told = false;
		return otherwise;
	default:
		return otherwise;
	}
}

static bool is_word(const struct attention *a, const char *name)
{
	const struct arg *x = op_arg(a->e, a->call, name);

	return x && x->value.kind == VALUE_STR;
}

/* Does the text argument have the word. */
static bool says(const struct attention *a, const char *name, const char *word)
{
	const struct arg *x = op_arg(a->e, a->call, name);
	size_t n = strlen(word), i;

	if (!x || x->value.kind != VALUE_STR)
		return false;
	for (i = 0; i + n <= x->value.s.n; i++)
		if (memcmp(x->value.s.p + i, word, n) == 0)
			return true;
	return false;
}

/* Sets the band from the arguments. */
static void get_band(struct attention *a)
{
	const int variant = a->e->variant;
	int64_t window[2] = {INFINITE, INFINITE}, type;
	size_t n;
	bool causal;

	a->band.bottom = (variant & ATTN_BOTTOM) != 0;
	if (variant & ATTN_MASK_TYPE) {
		/* 1: aligned top left, 2: bottom right */
		type = any_int(a, NAMES("custom_mask_type"), 0);
		causal = type == 1 || type == 2;
		a->band.bottom = type == 2;
	} else if (variant & (ATTN_CAUSAL | ATTN_CODE)) {
		a->told = !(variant & ATTN_CODE);
		causal = (variant & ATTN_CAUSAL) != 0;
	} else if (variant & ATTN_WORDS) {
		a->told = is_word(a, "attn_mask_type");
		causal = says(a, "attn_mask_type", "causal");
		a->band.bottom = says(a, "attn_mask_type", "bottom_right");
	} else {
		causal = any_int(a, NAMES("is_causal", "causal"), 0) != 0;
	}
	if (op_args_ints(op_arg(a->e, a->call, "window_size"), window, 2, &n) ==
	    GIVEN_UNTOLD)
		a->told = false;
	/* One number is how many keys are seen, the query's own with them. */
	if (n == 1) {
		window[0] = window[0] > 0 ? window[0] - 1 : INFINITE;
		window[1] = INFINITE;
	} else if (n != 2) {
		window[0] = any_int(
		    a, NAMES("window_size_left", "window_left"), INFINITE);
		window[1] = any_int(
		    a, NAMES("window_size_right", "window_right"), INFINITE);
	}
	a->band.left = window[0] < 0 ? INFINITE : window[0];
	a->band.right = causal ? 0 : window[1] < 0 ? INFINITE : window[1];
}

/* 2. Pairs. */

/* The sum over i < n of i + c clamped to [0, most]. */
static uint64_t sum_clamped(uint64_t n, int64_t c, uint64_t most)
{
	int64_t rows = (int64_t)n, top = (int64_t)most;
	int64_t from, to; /* rows that are neither 0 nor `most` */

	if (c < -rows)
		c = -rows;
	if (c > top)
		c = top;
	from = c < 0 ? -c : 0;
	to = top - c < rows ? top - c : rows;
	if (to < from)
		to = from;
	/* an arithmetic series from `from + c` to `to - 1 + c` */
	return (uint64_t)((to - from) * (from + c + to - 1 + c) / 2 +
			  (rows - to) * top);
}

/* Pairs of one sequence of sq queries and sk keys. */
static uint64_t pairs_of(const struct band *b, uint64_t sq, uint64_t sk)
{
	int64_t shift;
	uint64_t upto, before;

	if (b->left == INFINITE && b->right == INFINITE)
		return op_mul(sq, sk);
	if (sq > MANY || sk > MANY)
		return OP_OVERFLOW;
	if (b->left > (int64_t)MANY || b->right > (int64_t)MANY)
		return OP_MISFIT;
	shift = b->bottom ? (int64_t)sk - (int64_t)sq : 0;
	upto = b->right == INFINITE ? sq * sk
				    : sum_clamped(sq, shift + b->right + 1, sk);
	before = b->left == INFINITE ? 0 : sum_clamped(sq, shift - b->left, sk);
	return upto - before;
}

/* Cumulative lengths that were recorded with their values. */
static const struct arg *with_values(const struct arg *a)
{
	return a && a->value.kind == VALUE_LIST && a->value.list.n > 0 ? a : NULL;
}

/* The i-th length of cumulative ones, or why there is none. */
static uint64_t length_at(const struct arg *a, size_t i)
{
	const struct value *v = a->value.list.v;

	if (v[i].kind != VALUE_INT || v[i + 1].kind != VALUE_INT)
		return OP_NO_ATTR;
	if (v[i].i < 0 || v[i + 1].i < v[i].i)
		return OP_MISFIT;
	return (uint64_t)(v[i + 1].i - v[i].i);
}

static uint64_t pairs_by_values(
    struct attention *a, const struct arg *cq, const struct arg *ck)
{
	uint64_t sum = 0, sq, sk;
	size_t i;

	if (cq->value.list.n != ck->value.list.n)
		return OP_MISFIT;
	for (i = 0; i + 1 < cq->value.list.n; i++) {
		sq = length_at(cq, i);
		sk = length_at(ck, i);
		if (sq >= OP_BAD || sk >= OP_BAD)
			return sq >= OP_BAD ? sq : sk;
		sum = op_add(sum, pairs_of(&a->band, sq, sk));
	}
	return sum;
}

static struct packed pack(uint64_t total, uint64_t most)
{
	return (struct packed){total / most, most, total % most};
}

static uint64_t packed_at(const struct packed *p, uint64_t i)
{
	return i < p->full ? p->most : i == p->full ? p->rest : 0;
}

/*
 * Without the values: as many sequences of the greatest length as there is room
 * for, and one of what is left.  That is what two sequences of a batch must be;
 * of more it is a guess, the flag says so.
 */
static uint64_t pairs_by_most(struct attention *a, const struct arg *cq,
    int64_t most_q, int64_t most_k, uint64_t tq, uint64_t tk)
{
	uint64_t n = cq->shape.v && cq->shape.n == 1 && cq->shape.v[0] > 0
			 ? (uint64_t)cq->shape.v[0] - 1
			 : 0;
	uint64_t i = 0, sum = 0, next;
	struct packed q, k;

	if (n == 1)
		return pairs_of(&a->band, tq, tk);
	if (most_q < 1 || most_k < 1)
		return OP_NO_ATTR;
	q = pack(tq, (uint64_t)most_q);
	k = pack(tk, (uint64_t)most_k);
	if (!(n == 2 &&
		((tq == tk && most_q == most_k) || q.full == 2 || k.full == 2)) &&
	    !(n > 0 && q.full == n && k.full == n && !q.rest && !k.rest))
		a->estimate = true;
	/* Both lengths are constant between these places. */
	while (i <= q.full || i <= k.full) {
		next = UINT64_MAX;
		if (i < q.full)
			next = q.full;
		else if (i == q.full)
			next = q.full + 1;
		if (i < k.full && k.full < next)
			next = k.full;
		else if (i == k.full && k.full + 1 < next)
			next = k.full + 1;
		sum = op_add(sum,
		    op_mul(next - i,
			pairs_of(&a->band, packed_at(&q, i), packed_at(&k, i))));
		i = next;
	}
	return sum;
}

/* Sequences packed one after another, in rows of all of them. */
static uint64_t packed_pairs(
    struct attention *a, const struct arg *cq, const struct arg *ck)
{
	bool told = a->told;
	int64_t most_q = any_int(a, NAMES("max_q", "max_seqlen_q"), 0);
	int64_t most_k =
	    any_int(a, NAMES("max_k", "max_seqlen_k", "max_seqlen_kv"), most_q);

	a->told = told; /* those are looked at where they are needed */
	if (with_values(cq) && with_values(ck ? ck : cq))
		return pairs_by_values(a, cq, ck ? ck : cq);
	return pairs_by_most(a, cq, most_q, most_k,
	    op_mul(a->qs.batch, a->qs.len), op_mul(a->ks.batch, a->ks.len));
}

/*
 * A cache in pages, the lengths of which are values: by them where they were
 * recorded, else as if each sequence were as long as the longest.
 */
static uint64_t paged_pairs(struct attention *a)
{
	const struct arg *lens = any_arg(a, NAMES("seq_lens", "seqused_k"));
	const struct arg *cq =
	    any_tensor(a, NAMES("cu_seqlens_q", "cum_seq_q", "cu_seq_q"));
	int64_t most = any_int(a, NAMES("max_seq_len", "max_seqlen_k", "max_k"), 0);
	int64_t most_q = any_int(a, NAMES("max_seqlen_q", "max_q"), 0);
	uint64_t rows = op_mul(a->qs.batch, a->qs.len), n, sum = 0, keys = 0, sq;
	size_t i;

	a->told = true;
	a->band.bottom = true; /* a query is at the end of what is cached */
	if (a->e->variant & ATTN_DECODE) {
		n = rows; /* a query each */
		sq = 1;
	} else if (cq && cq->shape.n == 1 && cq->shape.v[0] > 1 && most_q > 0) {
		n = (uint64_t)cq->shape.v[0] - 1;
		sq = (uint64_t)most_q;
		if (op_mul(n, sq) != rows)
			return OP_NO_VALUE; /* of unlike length */
	} else if (!cq) {
		n = a->qs.batch;
		sq = a->qs.len;
	} else {
		return OP_NO_VALUE;
	}
	if (with_values(lens) && lens->value.list.n == n) {
		for (i = 0; i < n; i++) {
			const struct value *v = &lens->value.list.v[i];

			if (v->kind != VALUE_INT || v->i < 0)
				return OP_NO_ATTR;
			keys = op_add(keys, (uint64_t)v->i);
			sum = op_add(sum, pairs_of(&a->band, sq, (uint64_t)v->i));
		}
	} else if (most > 0) {
		a->estimate = true;
		keys = op_mul(n, (uint64_t)most);
		sum = op_mul(n, pairs_of(&a->band, sq, (uint64_t)most));
	} else {
		return OP_NO_VALUE;
	}
	a->cache = op_size(
	    op_mul(keys, op_mul(a->ks.heads, op_add(a->ks.dim, a->vs.dim))),
	    a->k->dtype);
	return sum;
}

/* 3. Shapes. */

static uint64_t product_of(const int64_t *v, size_t n)
{
	uint64_t p = 1;

	while (n--)
		p = op_mul(p, (uint64_t)*v++);
	return p;
}

/* Batch, heads, length and width of a tensor in the row's layout. */
static uint64_t get_side(const struct attention *a, const struct arg *t,
    uint64_t heads, struct side *s)
{
	struct op_shape x;
	const int64_t *v = x.v;

	if (!op_shape_of(t, &x))
		return OP_NO_SHAPE;
	if (a->e->variant & ATTN_MERGED && x.n == 3) {
		if (heads == 0 || (uint64_t)v[2] % heads)
			return OP_MISFIT;
		*s = (struct side){(uint64_t)v[0], heads, (uint64_t)v[1],
		    (uint64_t)v[2] / heads};
		return 0;
	}
	if (x.n < 2)
		return OP_MISFIT;
	if (a->e->variant & ATTN_WORDS && !is_word(a, "qkv_layout"))
		return OP_NO_ATTR;
	s->dim = (uint64_t)v[x.n - 1];
	if (a->e->variant & ATTN_WORDS && says(a, "qkv_layout", "sbhd")) {
		if (x.n != 4)
			return OP_MISFIT;
		s->len = (uint64_t)v[0];
		s->batch = (uint64_t)v[1];
		s->heads = (uint64_t)v[2];
	} else if (a->e->variant & ATTN_BSHD ||
		   (a->e->variant & ATTN_NAMED && says(a, "tensor_layout", "NHD"))) {
		if (x.n < 3)
			return OP_MISFIT;
		s->heads = (uint64_t)v[x.n - 2];
		s->len = (uint64_t)v[x.n - 3];
		s->batch = product_of(v, x.n - 3);
	} else {
		s->len = (uint64_t)v[x.n - 2];
		s->heads = x.n > 2 ? (uint64_t)v[x.n - 3] : 1;
		s->batch = x.n > 3 ? product_of(v, x.n - 3) : 1;
	}
	return s->batch >= OP_BAD ? s->batch : 0;
}

/* vLLM's key cache is (blocks, heads, D / x, block size, x), its value cache
 * (blocks, heads, D, block size); others' are (pages, page size, heads, D). */
static uint64_t get_cache_sides(struct attention *a)
{
	struct op_shape k, v;

	if (!op_shape_of(a->k, &k) || !op_shape_of(a->v, &v))
		return OP_NO_SHAPE;
	if (a->e->variant & ATTN_DECODE) {
		if (k.n != 5 || v.n != 4)
			return OP_MISFIT;
		a->ks = (struct side){0, (uint64_t)k.v[1], 0,
		    op_mul((uint64_t)k.v[2], (uint64_t)k.v[4])};
		a->vs = (struct side){0, (uint64_t)v.v[1], 0, (uint64_t)v.v[2]};
		return a->ks.dim >= OP_BAD ? a->ks.dim : 0;
	}
	if (k.n != 4 || v.n != 4)
		return OP_MISFIT;
	a->ks = (struct side){0, (uint64_t)k.v[2], 0, (uint64_t)k.v[3]};
	a->vs = (struct side){0, (uint64_t)v.v[2], 0, (uint64_t)v.v[3]};
	return 0;
}

static uint64_t get_heads(struct attention *a, const char *const *names)
{
	int64_t n = any_int(a, names, 1);

	return n > 0 ? (uint64_t)n : 0;
}

/* Whether the keys are in a paged cache. */
static bool is_paged(const struct attention *a)
{
	return a->e->variant & (ATTN_PAGED | ATTN_DECODE) ||
	       any_tensor(a, NAMES("page_table", "block_table", "block_tables"));
}

/* ONNX: keys before the new ones, (B, H, P, D); the buffer may have room to
 * spare. */
static uint64_t past_len(struct attention *a)
{
	struct op_shape s;

	if (!op_shape_of(a->past_k, &s) || s.n != 4)
		return 0;
	a->estimate = true;
	return (uint64_t)s.v[2];
}

static uint64_t get_shapes(struct attention *a)
{
	uint64_t heads = 1, kv_heads = 1, bad;
	const struct arg *cq =
	    any_tensor(a, NAMES("cu_seqlens_q", "cum_seq_q", "cu_seq_q"));
	const struct arg *ck = any_tensor(
	    a, NAMES("cu_seqlens_k", "cum_seq_k", "cu_seq_k", "cu_seqlens_kv"));
	bool told = a->told;

	if (a->e->variant & ATTN_MERGED) {
		heads = get_heads(a, NAMES("num_heads", "q_num_heads"));
		a->told = told;
		kv_heads = get_heads(a, NAMES("kv_num_heads"));
		if (!any_arg(a, NAMES("kv_num_heads")))
			kv_heads = heads;
		a->told = told;
	}
	if ((bad = get_side(a, a->q, heads, &a->qs)))
		return bad;
	if (is_paged(a)) {
		bad = get_cache_sides(a);
	} else {
		bad = get_side(a, a->k, kv_heads, &a->ks);
		if (!bad)
			bad = get_side(a, a->v, kv_heads, &a->vs);
	}
	if (bad)
		return bad;
	if (a->qs.dim != a->ks.dim || a->ks.heads != a->vs.heads ||
	    a->ks.heads == 0 || a->qs.heads % a->ks.heads)
		return a->qs.heads == 0 && a->ks.heads == 0 ? 0 : OP_MISFIT;
	if (is_paged(a)) {
		a->pairs = paged_pairs(a);
		return 0;
	}
	if (a->ks.len != a->vs.len || a->ks.batch != a->vs.batch)
		return OP_MISFIT;
	/* A layout of three sizes and without a batch is of packed sequences. */
	if (cq || (a->e->variant & ATTN_WORDS && says(a, "qkv_layout", "thd"))) {
		a->pairs = cq ? packed_pairs(a, cq, ck) : OP_NO_ATTR;
		return 0;
	}
	if (a->qs.batch != a->ks.batch && a->qs.batch != 1 && a->ks.batch != 1)
		return OP_MISFIT;
	if (a->ks.batch > a->qs.batch && a->qs.batch == 1)
		a->qs.batch = a->ks.batch;
	if (a->e->variant & ATTN_MATH)
		a->band = (struct band){INFINITE, INFINITE, false};
	/* Lengths that only the device knows. */
	if (any_tensor(a, NAMES("seqused_k", "seqlen_k", "block_mask")))
		a->estimate = true;
	a->pairs = op_mul(a->qs.batch,
	    pairs_of(&a->band, a->qs.len, op_add(a->ks.len, past_len(a))));
	return 0;
}

/* 4. Costs. */

/* Elements of a result that is as the query is, but as wide as the values. */
static uint64_t out_elems(const struct attention *a)
{
	return op_mul(
	    op_mul(a->qs.batch, a->qs.len), op_mul(a->qs.heads, a->vs.dim));
}

/* The result's type: of float8 it is wider, and told by `out` alone. */
static enum dtype out_type(const struct attention *a)
{
	if (a->out)
		return a->out->dtype;
	if (dtype_class(a->type) == DTYPE_FLOAT && dtype_bits(a->type) == 8)
		return DTYPE_BFLOAT16;
	return a->type;
}

static uint64_t lse_bytes(const struct attention *a)
{
	return op_mul(
	    LSE_SIZE, op_mul(op_mul(a->qs.batch, a->qs.len), a->qs.heads));
}

/* Whether the forward writes the log-sum-exp; *known false where that hangs on
 * what was not recorded. */
static bool writes_lse(struct attention *a, bool *known)
{
	bool told = a->told;
	int64_t ask;

	if (!(a->e->variant & ATTN_LSE_ASK))
		return (a->e->variant & ATTN_LSE) != 0;
	a->told = true;
	ask = any_int(a,
	    NAMES("compute_log_sumexp", "return_softmax_lse", "return_lse",
		"is_training"),
	    0);
	*known = a->told;
	a->told = told;
	return ask != 0;
}

static uint64_t moved(const struct arg *t)
{
	return t ? op_moved(t) : 0;
}

/* FLOPs of products as wide as n query-key and m value products. */
static uint64_t product_flops(const struct attention *a, uint64_t n, uint64_t m)
{
	uint64_t width = op_add(op_mul(n, a->qs.dim), op_mul(m, a->vs.dim));

	return op_mul(op_mul(2, a->qs.heads), op_mul(a->pairs, width));
}

static void set_conf(const struct attention *a, struct cost *cost)
{
	if (a->estimate)
		cost->conf = CONF_ESTIMATE;
	else if (!a->told)
		cost->conf = CONF_UPPER;
	if (cost->conf == CONF_UPPER)
		cost->why = WHY_ATTRIBUTE;
}

static int forward(struct attention *a, struct cost *cost)
{
	uint64_t flops = product_flops(a, 1, 1);
	uint64_t bytes =
	    op_add(op_moved(a->q), op_add(moved(a->mask), moved(a->mask2)));
	bool known = true;

	if (is_paged(a))
		bytes = op_add(bytes, a->pairs >= OP_BAD ? a->pairs : a->cache);
	else
		bytes = op_add(bytes, op_add(op_moved(a->k), op_moved(a->v)));
	bytes = op_add(bytes, op_add(moved(a->past_k), moved(a->past_v)));
	bytes = op_add(bytes, op_size(out_elems(a), out_type(a)));
	if (writes_lse(a, &known))
		bytes = op_add(bytes, lse_bytes(a));
	if (!known)
		bytes = OP_NO_ATTR;
	/* The unfused form also returns the weights. */
	if (a->e->variant & ATTN_MATH)
		bytes = op_add(
		    bytes, op_size(op_mul(a->qs.heads, a->pairs), a->type));
	return op_set(cost, flops, flops, bytes);
}

/* Bytes of a tensor that the call shows, else of what it must be. */
static uint64_t read_bytes(const struct arg *t, uint64_t otherwise)
{
	return t ? op_moved(t) : otherwise;
}

/* Whether the backward operator also writes the mask's gradient. */
static bool wants_mask_grad(const struct attention *a)
{
	const struct arg *x = any_arg(a, NAMES("grad_input_mask"));
	int64_t want[4] = {0};
	bool known = true;
	size_t n;

	if (!a->mask)
		return false;
	if (x)
		return op_args_ints(x, want, 4, &n) == GIVEN_YES && n == 4 &&
		       want[3];
	return op_bool(a->e, a->call, "bias_requires_grad", false, &known);
}

/*
 * The fused backward computes the weights again: query-key thrice (scores, dq,
 * dk) and value twice (dv, dweights).  The unfused one has them.
 */
static int backward(const struct attention *a, struct cost *cost)
{
	bool math = (a->e->variant & ATTN_MATH) != 0;
	uint64_t flops = product_flops(a, math ? 2 : 3, 2), bytes;
	uint64_t out = op_size(out_elems(a), out_type(a));

	bytes = op_add(op_moved(a->q), op_add(op_moved(a->k), op_moved(a->v)));
	bytes = op_add(bytes, read_bytes(a->out, out));
	bytes = op_add(bytes, read_bytes(a->dy, out));
	bytes = op_add(bytes, math ? op_size(op_mul(a->qs.heads, a->pairs), a->type)
				   : read_bytes(a->lse, lse_bytes(a)));
	bytes = op_add(bytes, op_add(moved(a->mask), moved(a->mask2)));
	if (wants_mask_grad(a))
		bytes = op_add(bytes, op_size(op_elems(a->mask), a->mask->dtype));
	bytes = op_add(bytes, op_size(op_elems(a->q), a->type));
	bytes = op_add(bytes, op_size(op_elems(a->k), a->type));
	bytes = op_add(bytes, op_size(op_elems(a->v), a->type));
	return op_set(cost, flops, flops, bytes);
}

/*
 * ONNX Runtime's, with the projection of its one input (B, S, I) by a weight of
 * (I, 3H).  How many heads share H makes no difference.
 */
static int projected(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	const struct arg *w = op_tensor(e, call, "weight");
	const struct arg *b = op_tensor(e, call, "bias");
	struct band band = {INFINITE, INFINITE, true};
	struct op_shape xs, ws, past;
	uint64_t rows, hidden, keys, gemm, flops, bytes = 0;
	bool known = true;
	size_t i;

	if (part != PART_FORWARD) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (!op_shape_of(x, &xs) || !op_shape_of(w, &ws))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	if (xs.n != 3 || ws.n != 2 || xs.v[2] != ws.v[0] || ws.v[1] % 3)
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	cost->dtype = x->dtype;
	if (op_bool(e, call, "unidirectional", false, &known))
		band.right = 0;
	rows = op_mul((uint64_t)xs.v[0], (uint64_t)xs.v[1]);
	hidden = (uint64_t)ws.v[1] / 3;
	keys = (uint64_t)xs.v[1];
	/* (2, B, heads, P, D) of before */
	if (op_shape_of(op_tensor(e, call, "past"), &past) && past.n == 5)
		keys = op_add(keys, (uint64_t)past.v[3]);
	gemm =
	    op_mul(op_mul(2, rows), op_mul((uint64_t)ws.v[0], (uint64_t)ws.v[1]));
	flops = b ? op_mul(rows, (uint64_t)ws.v[1]) : 0;
	gemm = op_add(gemm,
	    op_mul(op_mul(4, (uint64_t)xs.v[0]),
		op_mul(hidden, pairs_of(&band, (uint64_t)xs.v[1], keys))));
	for (i = 0; i < call->nargs; i++)
		if (call->args[i].kind == ARG_TENSOR)
			bytes = op_add(bytes, op_moved(&call->args[i]));
	/* A quantised input's result is float32. */
	bytes = op_add(bytes,
	    op_size(op_mul(rows, hidden),
		dtype_class(x->dtype) == DTYPE_INT ? DTYPE_FLOAT32 : x->dtype));
	if (!known)
		cost->conf = CONF_UPPER;
	return op_set(cost, op_add(gemm, flops), gemm, bytes);
}

int op_attention(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	struct attention a = {.e = e, .call = call, .told = true};
	bool grad = (e->variant & ATTN_GRAD) != 0;
	uint64_t bad;

	if (e->variant & ATTN_PROJECT)
		return projected(e, call, part, cost);
	if (part != PART_FORWARD &&
	    (grad || e->variant & (ATTN_PAGED | ATTN_DECODE))) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	a.q = op_tensor(e, call, "query");
	a.k = op_tensor(e, call, "key");
	a.v = op_tensor(e, call, "value");
	a.mask = any_tensor(&a, NAMES("attn_mask", "attn_bias", "bias"));
	a.mask2 = op_tensor(e, call, "res_mask");
	a.past_k = op_tensor(e, call, "past_key");
	a.past_v = op_tensor(e, call, "past_value");
	a.out = op_tensor(e, call, "out");
	a.lse = op_tensor(e, call, "logsumexp");
	a.dy = op_tensor(e, call, "grad_out");
	if (!a.q || !a.k || !a.v)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	a.type = a.q->dtype;
	cost->dtype = a.type;
	get_band(&a);
	bad = get_shapes(&a);
	if (bad)
		return op_set(cost, bad, bad, bad);
	set_conf(&a, cost);
	return grad || part != PART_FORWARD ? backward(&a, cost)
					    : forward(&a, cost);
}
