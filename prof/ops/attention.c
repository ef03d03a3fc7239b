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
#include "prof/ops/family.h"

#include "common/lengths.h"
#include "common/nelems.h"

enum {
	ATTN_BSHD = 1 << 0, /* (B, S, H, D) or packed (T, H, D), not (B, H, S, D) */
	ATTN_GRAD = 1 << 1,    /* a backward operator: has grad_out */
	ATTN_LSE = 1 << 2,     /* writes the log-sum-exp */
	ATTN_LSE_ASK = 1 << 3, /* ... where an argument says so */
	ATTN_BOTTOM = 1 << 4,  /* a causal mask is aligned bottom right */
	ATTN_CAUSAL = 1 << 5,  /* always causal */
	ATTN_MASK_TYPE = 1 << 6, /* custom_mask_type: 1 top left, 2 bottom right */
	ATTN_MATH = 1 << 7, /* not fused: all pairs, and the weights are kept */
	ATTN_WORDS = 1 << 8,	/* qkv_layout and attn_mask_type are words */
	ATTN_MERGED = 1 << 9,	/* (B, S, H * D) */
	ATTN_PAGED = 1 << 10,	/* key and value are pages of a cache */
	ATTN_DECODE = 1 << 11,	/* vLLM's cache, one query a sequence */
	ATTN_CODE = 1 << 12,	/* the mask is a function: an upper bound */
	ATTN_PROJECT = 1 << 13, /* (B, S, I), projected by (I, 3H) first */
	ATTN_SPLIT = 1 << 14,	/* what is between projection and attention */
	ATTN_STEP = 1 << 15,	/* a cache that is no argument: only an engine's
				 * step tells what is in it */
	ATTN_TERMS = 1 << 16,	/* the bias has terms of its sums, not a sum for
				 * each pair */
};

/* Beyond this no length is real; sums of products of two fit in 64 bits. */
#define MANY (UINT64_C(1) << 30)
#define LSE_TYPE DTYPE_FLOAT32 /* whatever the input */
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
	const struct arg *query, *key, *value, *mask, *mask2, *out, *lse, *dy;
	const struct arg *past_k, *past_v; /* what a cache has already */
	struct side qs, ks, vs;
	struct band band;
	uint64_t pairs; /* of one head, over the batch */
	enum dtype type;
	bool known;	/* what the mask follows from was recorded */
	bool any_heads; /* of (B, S, H * D) their number was not */
	bool estimate;
	uint64_t cache; /* bytes of a paged cache that are read; 0: not paged */
};

/* 1. Arguments, for which every library has names of its own. */

static const struct arg *any_arg(const struct op_ask *q, const enum op_at *names)
{
	const struct arg *x;

	for (; *names != OP_NAMES; names++)
		if ((x = op_arg(q, *names)))
			return x;
	return NULL;
}

static const struct arg *any_tensor(const struct op_ask *q, const enum op_at *names)
{
	return op_as_tensor(q, any_arg(q, names));
}

#define NAMES(...) ((const enum op_at[]){__VA_ARGS__, OP_NAMES})

/* A whole number, or otherwise where it was not given; *known becomes false
 * where it was not recorded. */
static int64_t any_int(const struct op_ask *q, const enum op_at *names,
    int64_t otherwise, bool *known)
{
	int64_t i = otherwise;
	size_t n;

	switch (op_args_ints(any_arg(q, names), &i, 1, &n)) {
	case GIVEN_YES:
		return n ? i : otherwise;
	case GIVEN_UNRECORDED:
		*known = false;
		return otherwise;
	default:
		return otherwise;
	}
}

static bool is_word(const struct op_ask *q, enum op_at name)
{
	const struct arg *x = op_arg(q, name);

	return x && x->value.kind == VALUE_STR;
}

/* Whether the text of an argument has the word in it. */
static bool says(const struct op_ask *q, enum op_at name, const char *word)
{
	const struct arg *x = op_arg(q, name);
	size_t n = strlen(word), i;

	if (!x || x->value.kind != VALUE_STR)
		return false;
	for (i = 0; i + n <= x->value.s.n; i++)
		if (memcmp(x->value.s.p + i, word, n) == 0)
			return true;
	return false;
}

/* How many keys are seen on a side; all where it is more than there can be. */
static int64_t bound(int64_t window)
{
	return window < 0 || window > (int64_t)MANY ? INFINITE : window;
}

/* Sets the band from the arguments. */
static void get_band(const struct op_ask *q, struct attention *a)
{
	const unsigned variant = q->row->variant;
	int64_t window[2] = {INFINITE, INFINITE}, type;
	size_t n;
	bool causal;

	a->known = true;
	a->band.bottom = (variant & ATTN_BOTTOM) != 0;
	if (variant & ATTN_MASK_TYPE) {
		/* 1: aligned top left, 2: bottom right */
		type = any_int(q, NAMES(AT_custom_mask_type), 0, &a->known);
		causal = type == 1 || type == 2;
		a->band.bottom = type == 2;
	} else if (variant & (ATTN_CAUSAL | ATTN_CODE)) {
		a->known = !(variant & ATTN_CODE);
		causal = (variant & ATTN_CAUSAL) != 0;
	} else if (variant & ATTN_WORDS) {
		a->known = is_word(q, AT_attn_mask_type);
		causal = says(q, AT_attn_mask_type, "causal");
		a->band.bottom = says(q, AT_attn_mask_type, "bottom_right");
	} else {
		causal =
		    any_int(q, NAMES(AT_is_causal, AT_causal), 0, &a->known) != 0;
	}
	if (op_args_ints(op_arg(q, AT_window_size), window, 2, &n) == GIVEN_UNRECORDED)
		a->known = false;
	/* One number is how many keys are seen, the query's own with them. */
	if (n == 1) {
		window[0] = window[0] > 0 ? window[0] - 1 : INFINITE;
		window[1] = INFINITE;
	} else if (n != 2) {
		window[0] = any_int(q, NAMES(AT_window_size_left, AT_window_left),
		    INFINITE, &a->known);
		window[1] = any_int(q, NAMES(AT_window_size_right, AT_window_right),
		    INFINITE, &a->known);
	}
	a->band.left = bound(window[0]);
	a->band.right = causal ? 0 : bound(window[1]);
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
		return num_times(sq, sk);
	if (sq > MANY || sk > MANY)
		return NUM_OVERFLOW;
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
		if (num_bad(sq) || num_bad(sk))
			return num_bad(sq) ? sq : sk;
		sum = num_plus(sum, pairs_of(&a->band, sq, sk));
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

/* The first behind the i-th that may be of another length. */
static uint64_t packed_until(const struct packed *p, uint64_t i)
{
	return i < p->full ? p->full : i == p->full ? i + 1 : UINT64_MAX;
}

/*
 * Without the values: as many sequences of the greatest length as there is room
 * for, and one of what is left.  Two sequences of a batch must be that; more
 * need not, so that is an estimate.
 */
static uint64_t pairs_by_most(struct attention *a, const struct arg *cq,
    int64_t most_q, int64_t most_k, uint64_t tq, uint64_t tk)
{
	uint64_t n = cq->shape.v && cq->shape.n == 1 && cq->shape.v[0] > 0
			 ? (uint64_t)cq->shape.v[0] - 1
			 : 0;
	uint64_t i = 0, sum = 0, next;
	struct packed rows, keys;

	if (num_bad(tq) || num_bad(tk))
		return num_bad(tq) ? tq : tk;
	if (n == 1)
		return pairs_of(&a->band, tq, tk);
	if (most_q < 1 || most_k < 1)
		return OP_NO_ATTR;
	rows = pack(tq, (uint64_t)most_q);
	keys = pack(tk, (uint64_t)most_k);
	if (!(n == 2 && ((tq == tk && most_q == most_k) || rows.full == 2 ||
			    keys.full == 2)) &&
	    !(n > 0 && rows.full == n && keys.full == n && !rows.rest && !keys.rest))
		a->estimate = true;
	/* Both lengths are constant between these places. */
	while (i <= rows.full || i <= keys.full) {
		next = packed_until(&rows, i);
		if (packed_until(&keys, i) < next)
			next = packed_until(&keys, i);
		sum = num_plus(sum,
		    num_times(next - i, pairs_of(&a->band, packed_at(&rows, i),
					    packed_at(&keys, i))));
		i = next;
	}
	return sum;
}

/* Sequences packed one after another, in rows of all of them. */
static uint64_t packed_pairs(const struct op_ask *q, struct attention *a,
    const struct arg *cq, const struct arg *ck)
{
	bool known = true; /* of most_q 0 says as much */
	int64_t most_q = any_int(q, NAMES(AT_max_q, AT_max_seqlen_q), 0, &known);
	int64_t most_k = any_int(q,
	    NAMES(AT_max_k, AT_max_seqlen_k, AT_max_seqlen_kv), most_q, &known);

	if (!known)
		most_k = 0;
	if (with_values(cq) && with_values(ck ? ck : cq))
		return pairs_by_values(a, cq, ck ? ck : cq);
	return pairs_by_most(a, cq, most_q, most_k,
	    num_times(a->qs.batch, a->qs.len), num_times(a->ks.batch, a->ks.len));
}

/* Of which requests of a step the call has the rows: those that are in their
 * prompt, those behind it, or both. */
enum whose { OF_NONE = 0, OF_CONTEXT = 1, OF_GENERATION = 2, OF_BOTH = 3 };

/* Whose the rows are.  An engine may call a kernel for each kind, and a graph's
 * batch may be filled up with rows that are nobody's. */
static enum whose whose_rows(const struct op_ask *q, uint64_t rows)
{
	const int64_t *s = q->call->lengths;
	uint64_t context = (uint64_t)s[LENGTH_Q];
	uint64_t generation = (uint64_t)s[NLENGTHS + LENGTH_Q];
	bool decodes = (q->row->variant & ATTN_DECODE) != 0;

	if (generation && (context == 0 || decodes))
		return generation <= rows ? OF_GENERATION : OF_NONE;
	if (context == 0 || decodes)
		return OF_NONE;
	if (generation == 0)
		return context <= rows ? OF_CONTEXT : OF_NONE;
	if (num_plus(context, generation) == rows)
		return OF_BOTH;
	if (context == generation)
		return OF_NONE;
	return rows == context	    ? OF_CONTEXT
	       : rows == generation ? OF_GENERATION
				    : OF_NONE;
}

/*
 * Pairs and keys by the sums over the requests of the engine's step: sq queries
 * at the end of sk keys see sq * sk of them, or under a causal mask
 * sq (sq - 1) / 2 less.
 */
static uint64_t step_pairs(const struct op_ask *q, const struct attention *a,
    uint64_t rows, uint64_t *keys)
{
	uint64_t pairs = 0;
	enum whose whose;
	int i;

	if (!q->call->lengths || a->band.left != INFINITE ||
	    (a->band.right != INFINITE && a->band.right != 0))
		return OP_NO_VALUE;
	whose = whose_rows(q, rows);
	if (whose == OF_NONE)
		return OP_NO_VALUE;
	*keys = 0;
	for (i = 0; i < 2; i++) {
		const int64_t *s = q->call->lengths + i * NLENGTHS;
		uint64_t unseen = 0;

		if (!(whose & (1 << i)))
			continue;
		if (a->band.right == 0 && s[LENGTH_QQ] > s[LENGTH_Q])
			unseen = (uint64_t)(s[LENGTH_QQ] - s[LENGTH_Q]) / 2;
		if (unseen > (uint64_t)s[LENGTH_QK])
			return OP_NO_VALUE;
		pairs = num_plus(pairs, (uint64_t)s[LENGTH_QK] - unseen);
		*keys = num_plus(*keys, (uint64_t)s[LENGTH_K]);
	}
	return pairs;
}

/*
 * A cache in pages.  The lengths of its sequences are values: where those were
 * not recorded an engine's step tells sums over them, else each is taken to be
 * as long as the longest.
 */
static uint64_t paged_pairs(const struct op_ask *q, struct attention *a)
{
	const struct arg *lens = any_arg(q, NAMES(AT_seq_lens, AT_seqused_k));
	const struct arg *cq = op_tensor(q, AT_cu_seqlens_q);
	bool known; /* not asked: 0 says as much */
	int64_t most =
	    any_int(q, NAMES(AT_max_seq_len, AT_max_seqlen_k), 0, &known);
	int64_t most_q = op_args_int(q, AT_max_seqlen_q, 0, &known);
	uint64_t rows = num_times(a->qs.batch, a->qs.len), n = 0, sum = 0,
		 keys = 0, sq = 0;
	size_t i;

	a->known = true;
	a->band.bottom = true; /* a query is at the end of what is cached */
	if (q->row->variant & ATTN_DECODE) {
		n = rows; /* a query each */
		sq = 1;
	} else if (cq && cq->shape.n == 1 && cq->shape.v[0] > 1 && most_q > 0) {
		n = (uint64_t)cq->shape.v[0] - 1;
		sq = (uint64_t)most_q;
		if (num_times(n, sq) != rows)
			n = 0; /* of unlike length */
	} else if (!cq && !(q->row->variant & ATTN_STEP)) {
		n = a->qs.batch;
		sq = a->qs.len;
	}
	if (n && with_values(lens) && lens->value.list.n == n) {
		for (i = 0; i < n; i++) {
			const struct value *v = &lens->value.list.v[i];

			if (v->kind != VALUE_INT || v->i < 0)
				return OP_NO_ATTR;
			keys = num_plus(keys, (uint64_t)v->i);
			sum = num_plus(sum, pairs_of(&a->band, sq, (uint64_t)v->i));
		}
	} else if (!num_bad(sum = step_pairs(q, a, rows, &keys))) {
		a->estimate = true;
	} else if (n && most > 0) {
		a->estimate = true;
		keys = num_times(n, (uint64_t)most);
		sum = num_times(n, pairs_of(&a->band, sq, (uint64_t)most));
	} else {
		return OP_NO_VALUE;
	}
	a->cache = op_size(
	    num_times(keys, num_times(a->ks.heads, num_plus(a->ks.dim, a->vs.dim))),
	    a->key->dtype);
	return sum;
}

/* 3. Shapes. */

static uint64_t product_of(const int64_t *v, size_t n)
{
	uint64_t p = 1;

	while (n--)
		p = num_times(p, (uint64_t)*v++);
	return p;
}

/* Batch, heads, length and width of a tensor in the row's layout. */
static uint64_t get_side(
    const struct op_ask *q, const struct arg *t, uint64_t heads, struct side *s)
{
	struct op_shape x;
	const int64_t *v = x.v;

	if (!op_shape_of(t, &x))
		return OP_NO_SHAPE;
	if (q->row->variant & ATTN_MERGED && x.n == 3) {
		if (heads == 0 || (uint64_t)v[2] % heads)
			return OP_MISFIT;
		*s = (struct side){(uint64_t)v[0], heads, (uint64_t)v[1],
		    (uint64_t)v[2] / heads};
		return 0;
	}
	if (x.n < 2)
		return OP_MISFIT;
	if (q->row->variant & ATTN_WORDS && !is_word(q, AT_qkv_layout))
		return OP_NO_ATTR;
	s->dim = (uint64_t)v[x.n - 1];
	if (q->row->variant & ATTN_WORDS && says(q, AT_qkv_layout, "sbhd")) {
		if (x.n != 4)
			return OP_MISFIT;
		s->len = (uint64_t)v[0];
		s->batch = (uint64_t)v[1];
		s->heads = (uint64_t)v[2];
	} else if (q->row->variant & ATTN_BSHD || says(q, AT_tensor_layout, "NHD")) {
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
	return num_bad(s->batch) ? s->batch : 0;
}

/* vLLM's key cache is (blocks, heads, D / x, block size, x), its value cache
 * (blocks, heads, D, block size); others' are (pages, page size, heads, D) or,
 * a token a page, (tokens, heads, D). */
static uint64_t get_cache_sides(const struct op_ask *q, struct attention *a)
{
	struct op_shape k, v;

	if (!op_shape_of(a->key, &k) || !op_shape_of(a->value, &v))
		return OP_NO_SHAPE;
	if (q->row->variant & ATTN_DECODE) {
		if (k.n != 5 || v.n != 4)
			return OP_MISFIT;
		a->ks = (struct side){0, (uint64_t)k.v[1], 0,
		    num_times((uint64_t)k.v[2], (uint64_t)k.v[4])};
		a->vs = (struct side){0, (uint64_t)v.v[1], 0, (uint64_t)v.v[2]};
		return num_bad(a->ks.dim) ? a->ks.dim : 0;
	}
	/* Without their size pages are of one token. */
	if (k.n < 3 || k.n > 4 || v.n != k.n)
		return OP_MISFIT;
	a->ks =
	    (struct side){0, (uint64_t)k.v[k.n - 2], 0, (uint64_t)k.v[k.n - 1]};
	a->vs =
	    (struct side){0, (uint64_t)v.v[v.n - 2], 0, (uint64_t)v.v[v.n - 1]};
	return 0;
}

/*
 * How many heads (B, S, H * D) has of the query and of the key: attributes, or
 * those of past_key (B, H, P, D).  False where neither was recorded, and where
 * the key's alone was not: then 1, or as many, which makes no difference to the
 * products where the key is as wide as the query.
 */
static bool get_heads(const struct op_ask *q, const struct attention *a,
    uint64_t *heads, uint64_t *kv_heads)
{
	const enum op_at *names = NAMES(AT_num_heads, AT_q_num_heads);
	struct op_shape past;
	bool known = true;
	int64_t n, kv;

	if (op_args_given(any_arg(q, names)) == GIVEN_YES) {
		n = any_int(q, names, 1, &known);
		kv = any_int(q, NAMES(AT_kv_num_heads), n, &known);
		*heads = n > 0 ? (uint64_t)n : 0;
		*kv_heads = kv > 0 ? (uint64_t)kv : 0;
		return known;
	}
	*heads = *kv_heads = 1;
	if (!op_shape_of(a->past_k, &past))
		return false;
	*heads = *kv_heads = 0; /* which does not fit */
	if (past.n == 4 && past.v[3] > 0) {
		*heads = op_last(a->query) / (uint64_t)past.v[3];
		*kv_heads = (uint64_t)past.v[1];
	}
	return true;
}

/* Whether the keys are in a paged cache. */
static bool is_paged(const struct op_ask *q)
{
	return q->row->variant & (ATTN_PAGED | ATTN_DECODE | ATTN_STEP) ||
	       any_tensor(q, NAMES(AT_page_table, AT_block_table, AT_block_tables));
}

/* ONNX: keys before the new ones, (B, H, P, D); the buffer may have room to
 * spare. */
static uint64_t past_len(const struct attention *a)
{
	struct op_shape s;

	return op_shape_of(a->past_k, &s) && s.n == 4 ? (uint64_t)s.v[2] : 0;
}

/* Whether a mask expands to the weights, (batch..., heads, queries, keys). */
static bool mask_fits(
    const struct op_ask *q, const struct attention *a, const struct arg *mask)
{
	uint64_t keys = num_plus(a->ks.len, past_len(a));
	struct op_shape m, w, k;

	if (q->row->variant & ATTN_TERMS || !op_shape_of(mask, &m) ||
	    !op_shape_of(a->query, &w) || !op_shape_of(a->key, &k))
		return true;
	if (k.n > w.n)
		w = k;
	if (q->row->variant & ATTN_MERGED) {
		w.n = w.n == 3 ? 4 : w.n;
		/* keys behind the mask's end are not seen */
		if (m.n && (uint64_t)m.v[m.n - 1] < keys)
			keys = (uint64_t)m.v[m.n - 1];
	}
	if (w.n == 4)
		w.v[0] = (int64_t)a->qs.batch;
	else if (w.n > 4 && product_of(w.v, w.n - 3) != a->qs.batch)
		return true; /* a batch of several sizes, of both */
	if (w.n > 2 && !a->any_heads)
		w.v[w.n - 3] = (int64_t)a->qs.heads;
	else if (w.n > 2 && m.n > 2)
		w.v[w.n - 3] = m.v[m.n - 3]; /* any */
	w.v[w.n - 2] = (int64_t)a->qs.len;
	w.v[w.n - 1] = (int64_t)keys;
	/* xformers takes batch and heads as one, too */
	if (q->row->variant & ATTN_MASK_TYPE && m.n == 3 && w.n == 4) {
		w = (struct op_shape){.n = 3, .v = {0, w.v[2], w.v[3]}};
		w.v[0] = (int64_t)num_times(a->qs.batch, a->qs.heads);
	}
	return op_expands(mask, &w);
}

static uint64_t get_shapes(const struct op_ask *q, struct attention *a)
{
	uint64_t heads = 1, kv_heads = 1, bad;
	const struct arg *cq =
	    any_tensor(q, NAMES(AT_cu_seqlens_q, AT_cum_seq_q, AT_cu_seq_q));
	const struct arg *ck = any_tensor(q,
	    NAMES(AT_cu_seqlens_k, AT_cum_seq_k, AT_cu_seq_k, AT_cu_seqlens_kv));

	if (q->row->variant & ATTN_MERGED)
		a->any_heads = !get_heads(q, a, &heads, &kv_heads) &&
			       a->query->shape.n == 3 && a->key->shape.n > 2;
	if ((bad = get_side(q, a->query, heads, &a->qs)))
		return bad;
	if (is_paged(q)) {
		bad = get_cache_sides(q, a);
	} else {
		bad = get_side(q, a->key, kv_heads, &a->ks);
		if (!bad)
			bad = get_side(q, a->value, kv_heads, &a->vs);
	}
	if (bad)
		return bad;
	/* several heads of the query to one of the key */
	if (a->any_heads && a->qs.dim > a->ks.dim && a->ks.dim &&
	    a->qs.dim % a->ks.dim == 0)
		return OP_NO_ATTR;
	if (a->qs.dim != a->ks.dim || a->ks.heads != a->vs.heads ||
	    a->ks.heads == 0 || a->qs.heads % a->ks.heads)
		return a->qs.heads == 0 && a->ks.heads == 0 ? 0 : OP_MISFIT;
	if (is_paged(q)) {
		a->pairs = paged_pairs(q, a);
		return 0;
	}
	if (a->ks.len != a->vs.len || a->ks.batch != a->vs.batch)
		return OP_MISFIT;
	/* A layout of three sizes and without a batch is of packed sequences. */
	if (cq || (q->row->variant & ATTN_WORDS && says(q, AT_qkv_layout, "thd"))) {
		a->pairs = cq ? packed_pairs(q, a, cq, ck) : OP_NO_ATTR;
		return 0;
	}
	if (a->qs.batch != a->ks.batch && a->qs.batch != 1 && a->ks.batch != 1)
		return OP_MISFIT;
	if (a->qs.batch == 1)
		a->qs.batch = a->ks.batch;
	if (!mask_fits(q, a, a->mask) || !mask_fits(q, a, a->mask2))
		return OP_MISFIT;
	if (q->row->variant & ATTN_MATH)
		a->band = (struct band){INFINITE, INFINITE, false};
	/* Lengths that only the device knows. */
	if (any_tensor(q, NAMES(AT_seqused_k, AT_seqlen_k, AT_block_mask)) ||
	    past_len(a))
		a->estimate = true;
	a->pairs = num_times(a->qs.batch,
	    pairs_of(&a->band, a->qs.len, num_plus(a->ks.len, past_len(a))));
	return 0;
}

/* 4. Costs. */

/* Elements of a result that is as the query is, but as wide as the values. */
static uint64_t out_elems(const struct attention *a)
{
	return num_times(num_times(a->qs.batch, a->qs.len),
	    num_times(a->qs.heads, a->vs.dim));
}

/* The result's type.  Of float8 it is wider, and only `out` shows it. */
static enum dtype out_type(const struct attention *a)
{
	if (a->out)
		return a->out->dtype;
	if (dtype_class(a->type) == DTYPE_FLOAT && dtype_bits(a->type) == 8)
		return DTYPE_BFLOAT16;
	return a->type;
}

/* Elements of the log-sum-exp. */
static uint64_t lse_elems(const struct attention *a)
{
	return num_times(num_times(a->qs.batch, a->qs.len), a->qs.heads);
}

/* Elements of the weights, which the unfused form keeps. */
static uint64_t weight_elems(const struct attention *a)
{
	return num_times(a->qs.heads, a->pairs);
}

/* Whether the forward writes the log-sum-exp; *known becomes false where that
 * follows from an argument that was not recorded. */
static bool writes_lse(const struct op_ask *q, bool *known)
{
	if (!(q->row->variant & ATTN_LSE_ASK))
		return (q->row->variant & ATTN_LSE) != 0;
	return any_int(q,
		   NAMES(AT_compute_log_sumexp, AT_return_softmax_lse,
		       AT_return_lse, AT_is_training),
		   0, known) != 0;
}

/* FLOPs of products as wide as n query-key and m value products. */
static uint64_t product_flops(const struct attention *a, uint64_t n, uint64_t m)
{
	uint64_t width =
	    num_plus(num_times(n, a->qs.dim), num_times(m, a->vs.dim));

	return num_times(num_times(2, a->qs.heads), num_times(a->pairs, width));
}

static void set_conf(struct op_ask *q, const struct attention *a)
{
	if (a->estimate)
		estimates(q, WHY_VALUES);
	else if (!a->known)
		bounds_flops(q, WHY_ATTRIBUTE);
}

static int forward(struct op_ask *q, const struct attention *a)
{
	bool known = true, lse = writes_lse(q, &known);

	if (!known)
		moves_bytes(q, OP_NO_ATTR);
	multiplies(q, product_flops(a, 1, 1));
	reads(q, a->query);
	reads(q, a->mask);
	reads(q, a->mask2);
	if (is_paged(q)) {
		moves_bytes(q, num_bad(a->pairs) ? a->pairs : a->cache);
	} else {
		reads(q, a->key);
		reads(q, a->value);
	}
	reads(q, a->past_k);
	reads(q, a->past_v);
	yields(q, out_elems(a), out_type(a));
	if (lse)
		moves(q, lse_elems(a), LSE_TYPE);
	if (q->row->variant & ATTN_MATH)
		moves(q, weight_elems(a), a->type);
	return done(q);
}

/* Whether the backward also writes the mask's gradient.  Of a list of those
 * that are wanted, each is where the list was not recorded.  Most masks are no
 * parameters, which the forward's call does not tell. */
static bool wants_mask_grad(struct op_ask *q, const struct arg *mask)
{
	const struct arg *x = op_arg(q, AT_grad_input_mask);
	int64_t want[4] = {0};
	bool known = true, wants;
	size_t n;

	if (q->part == PART_BACKWARD) {
		known = dtype_class(mask->dtype) == DTYPE_BOOL;
		wants = false;
	} else if (x) {
		known = op_args_ints(x, want, 4, &n) == GIVEN_YES && n == 4;
		wants = !known || want[3];
	} else {
		wants = op_args_bool(q, AT_bias_requires_grad, false, &known);
	}
	if (!known)
		estimates_bytes(q, WHY_ATTRIBUTE);
	return wants;
}

/*
 * The fused backward computes the weights again: query-key thrice (scores, dq,
 * dk) and value twice (dv, dweights).  The unfused one has them.
 */
static int backward(struct op_ask *q, const struct attention *a)
{
	bool math = (q->row->variant & ATTN_MATH) != 0;

	multiplies(q, product_flops(a, math ? 2 : 3, 2));
	reads(q, a->query);
	reads(q, a->key);
	reads(q, a->value);
	moves_bytes(q, op_moved_or(a->out, out_elems(a), out_type(a)));
	moves_bytes(q, op_moved_or(a->dy, out_elems(a), out_type(a)));
	if (math)
		moves(q, weight_elems(a), a->type);
	else
		moves_bytes(q, op_moved_or(a->lse, lse_elems(a), LSE_TYPE));
	reads(q, a->mask);
	reads(q, a->mask2);
	if (a->mask && wants_mask_grad(q, a->mask))
		moves(q, op_elems(a->mask), a->mask->dtype);
	moves(q, op_elems(a->query), a->type);
	moves(q, op_elems(a->key), a->type);
	moves(q, op_elems(a->value), a->type);
	return done(q);
}

/*
 * ONNX Runtime's, with the projection of its one input (B, S, I) by a weight of
 * (I, 3H).  How many heads share H makes no difference.
 */
static int projected(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *w = op_tensor(q, AT_weight);
	struct band band = {INFINITE, INFINITE, true};
	struct op_shape xs, ws, past;
	uint64_t batch, len, in, wide, hidden, rows, keys;
	bool known = true;
	size_t i;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!op_shape_of(x, &xs) || !op_shape_of(w, &ws))
		return lacks(q, OP_NO_SHAPE);
	if (xs.n != 3 || ws.n != 2 || xs.v[2] != ws.v[0] || ws.v[1] % 3)
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	if (op_args_bool(q, AT_unidirectional, false, &known))
		band.right = 0;
	if (!known)
		bounds_flops(q, WHY_VALUES);
	batch = (uint64_t)xs.v[0];
	len = (uint64_t)xs.v[1];
	in = (uint64_t)ws.v[0];
	wide = (uint64_t)ws.v[1];
	hidden = wide / 3;
	rows = num_times(batch, len);
	keys = len;
	/* (2, B, heads, P, D) of before */
	if (op_shape_of(op_tensor(q, AT_past), &past) && past.n == 5)
		keys = num_plus(keys, (uint64_t)past.v[3]);
	multiplies(q, num_times(num_times(2, rows), num_times(in, wide)));
	multiplies(q, num_times(num_times(4, batch),
			  num_times(hidden, pairs_of(&band, len, keys))));
	if (op_tensor(q, AT_bias))
		works(q, rows, wide);
	for (i = 0; i < q->call->nargs; i++)
		if (q->call->args[i].kind == ARG_TENSOR)
			reads(q, &q->call->args[i]);
	/* A quantised input's result is float32. */
	yields(q, num_times(rows, hidden),
	    dtype_class(x->dtype) == DTYPE_INT ? DTYPE_FLOAT32 : x->dtype);
	return done(q);
}

/* _transform_bias_rescale_qkv(qkv, bias, num_heads): the bias is added to all,
 * and the query, a third, is scaled. */
static int bias_rescale(struct op_ask *q)
{
	const struct arg *qkv = op_tensor(q, AT_input);
	uint64_t n = op_elems(qkv);

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!qkv)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = qkv->dtype;
	works(q, 1, n);
	works(q, 1, num_divide(n, 3));
	reads(q, qkv);
	reads(q, op_tensor(q, AT_qkv_bias));
	moves(q, n, qkv->dtype);
	return done(q);
}

static int cost_attention(struct op_ask *q)
{
	bool grad = (q->row->variant & ATTN_GRAD) != 0;
	struct attention a = {
	    .query = op_tensor(q, AT_query),
	    .key = op_tensor(q, AT_key),
	    .value = op_tensor(q, AT_value),
	    .mask = any_tensor(q, NAMES(AT_attn_mask, AT_attn_bias, AT_bias)),
	    .mask2 = op_tensor(q, AT_res_mask),
	    .past_k = op_tensor(q, AT_past_key),
	    .past_v = op_tensor(q, AT_past_value),
	    .out = op_tensor(q, AT_out),
	    .lse = op_tensor(q, AT_logsumexp),
	    .dy = op_tensor(q, AT_grad_out),
	};
	uint64_t bad;

	if (q->row->variant & ATTN_PROJECT)
		return projected(q);
	if (q->row->variant & ATTN_SPLIT)
		return bias_rescale(q);
	if (q->row->variant & ATTN_STEP && !q->call->lengths)
		return lacks(q, OP_NO_VALUE);
	if (q->part != PART_FORWARD &&
	    (grad || q->row->variant & (ATTN_PAGED | ATTN_DECODE | ATTN_STEP)))
		return refuses(q, WHY_NO_BACKWARD);
	if (!a.query || !a.key || !a.value)
		return lacks(q, OP_NO_SHAPE);
	a.type = a.query->dtype;
	q->cost->dtype = a.type;
	get_band(q, &a);
	bad = get_shapes(q, &a);
	if (bad)
		return lacks(q, bad);
	set_conf(q, &a);
	return grad || q->part != PART_FORWARD ? backward(q, &a) : forward(q, &a);
}

/* clang-format off */
static const struct op_row rows[] = {
{"Attention", N, "query,key,value,attn_mask,past_key,past_value", ATTN_MERGED, .needs = 3},
{"DecoderMaskedMultiHeadAttention", N, .why = WHY_VALUES},
{"EvoformerAttention", A | O, "query,key,value,res_mask,bias", ATTN_BSHD},
{"FlashAttnFunc", A | O, "query,key,value,dropout_p,softmax_scale,causal,window_size,softcap,alibi_slopes,"
 "deterministic,return_softmax,is_grad_enabled", ATTN_BSHD | ATTN_LSE | ATTN_BOTTOM},
{"FusedAttnFunc", A | O, "is_training,max_seqlen_q,max_seqlen_kv,cu_seqlens_q,cu_seqlens_kv,cu_seqlens_q_padded,"
 "cu_seqlens_kv_padded,page_table_k,page_table_v,query,key,value,attn_bias,attn_scale,"
 "dropout_p,fast_zero_fill,qkv_layout,attn_bias_type,attn_mask_type,"
 "softmax_type,window_size,rng_gen,fused_attention_backend,use_fav2_bwd,fp8,fp8_meta,"
 "quantizers,deterministic,softmax_offset", ATTN_BSHD | ATTN_WORDS | ATTN_LSE_ASK},
{"GroupQueryAttention", N, "query,key,value,past_key,past_value,seqlens_k,total_sequence_length", ATTN_MERGED | ATTN_CAUSAL | ATTN_BOTTOM, .needs = 1},
{"LongformerAttention", N, .why = WHY_VALUES},
{"MultiHeadAttention", N, "query,key,value,qkv_bias,key_padding_mask,attn_bias,past_key,past_value", ATTN_MERGED, .needs = 1},
{"PackedAttention", N, .why = WHY_VALUES},
{"PagedAttention", N, .why = WHY_VALUES},
{"QAttention", N, "input,weight,bias,input_scale,weight_scale,mask_index,input_zero_point,"
 "weight_zero_point,past", ATTN_PROJECT, .needs = 5},
{"_C::paged_attention_v1", O, "out,query,key,value,num_kv_heads,scale,block_tables,seq_lens,block_size,max_seq_len", ATTN_BSHD | ATTN_DECODE},
{"_C::paged_attention_v2", O, "out,exp_sums,max_logits,tmp_out,query,key,value,num_kv_heads,scale,block_tables,"
 "seq_lens,block_size,max_seq_len", ATTN_BSHD | ATTN_DECODE},
{"_cudnn_attention_backward", A, "grad_out,query,key,value,out,logsumexp,philox_seed,philox_offset,attn_bias,cum_seq_q,"
 "cum_seq_k,max_q,max_k,dropout_p,is_causal,scale", ATTN_GRAD},
{"_cudnn_attention_forward", A, "query,key,value,attn_bias,cum_seq_q,cum_seq_k,max_q,max_k,compute_log_sumexp,"
 "dropout_p,is_causal,return_debug_mask,scale", ATTN_LSE_ASK},
{"_efficient_attention_backward", A, "grad_out,query,key,value,bias,out,cu_seqlens_q,cu_seqlens_k,max_seqlen_q,max_seqlen_k,"
 "logsumexp,dropout_p,philox_seed,philox_offset,custom_mask_type,bias_requires_grad,"
 "scale?,num_splits_key,window_size?", ATTN_BSHD | ATTN_GRAD | ATTN_MASK_TYPE},
{"_efficient_attention_forward", A, "query,key,value,bias,cu_seqlens_q,cu_seqlens_k,max_seqlen_q,max_seqlen_k,dropout_p,"
 "custom_mask_type,compute_log_sumexp,scale?,seqlen_k,window_size?", ATTN_BSHD | ATTN_LSE_ASK | ATTN_MASK_TYPE},
{"_flash_attention_backward", A, "grad_out,query,key,value,out,logsumexp,cum_seq_q,cum_seq_k,max_q,max_k,dropout_p,"
 "is_causal,rng_state,unused,scale?,window_size_left?,window_size_right", ATTN_BSHD | ATTN_GRAD | ATTN_BOTTOM},
{"_flash_attention_forward", A, "query,key,value,cum_seq_q,cum_seq_k,max_q,max_k,dropout_p,is_causal,return_debug_mask,"
 "scale?,window_size_left?,window_size_right,seqused_k,alibi_slopes", ATTN_BSHD | ATTN_LSE | ATTN_BOTTOM},
{"_native_multi_head_attention", A, .why = WHY_PARTS},
{"_scaled_dot_product_attention", A, "query,key,value,attn_mask,dropout_p,need_attn_weights,is_causal"},
{"_scaled_dot_product_attention_math", A, "query,key,value,attn_mask,dropout_p,is_causal,dropout_mask,scale?,enable_gqa?", ATTN_MATH},
{"_scaled_dot_product_cudnn_attention", A, "query,key,value,attn_bias,compute_log_sumexp,dropout_p,is_causal,return_debug_mask,"
 "scale", ATTN_LSE_ASK},
{"_scaled_dot_product_cudnn_attention_backward", A, "grad_out,query,key,value,out,logsumexp,philox_seed,philox_offset,attn_bias,cum_seq_q,"
 "cum_seq_k,max_q,max_k,dropout_p,is_causal,scale", ATTN_GRAD},
{"_scaled_dot_product_efficient_attention", A, "query,key,value,attn_bias,compute_log_sumexp,dropout_p,is_causal,scale", ATTN_LSE_ASK},
{"_scaled_dot_product_efficient_attention_backward", A, "grad_out,query,key,value,attn_bias,out,logsumexp,philox_seed,philox_offset,dropout_p,"
 "grad_input_mask,is_causal,scale", ATTN_GRAD},
{"_scaled_dot_product_flash_attention", A, "query,key,value,dropout_p,is_causal,return_debug_mask,scale", ATTN_LSE},
{"_scaled_dot_product_flash_attention_backward", A, "grad_out,query,key,value,out,logsumexp,cum_seq_q,cum_seq_k,max_q,max_k,dropout_p,"
 "is_causal,philox_seed,philox_offset,scale", ATTN_GRAD},
{"_scaled_dot_product_fused_attention_overrideable", A, "query,key,value,attn_bias,dropout_p,is_causal,return_debug_mask,scale", ATTN_LSE},
{"_scaled_dot_product_fused_attention_overrideable_backward", A, "grad_out,query,key,value,attn_bias,grad_input_mask,out,logsumexp,cum_seq_q,cum_seq_k,"
 "max_q,max_k,dropout_p,is_causal,philox_seed,philox_offset,scale", ATTN_GRAD},
{"_transform_bias_rescale_qkv", A, "input,qkv_bias,num_heads", ATTN_SPLIT, .no_tc = true},
{"_triton_scaled_dot_attention", A, "query,key,value,dropout_p"},
{"aiter::_flash_attn_backward", O, "grad_out,query,key,value,out,logsumexp,dq,dk,dv,dbias,dropout_p,softmax_scale,causal,"
 "window_size_left,window_size_right,bias", ATTN_BSHD | ATTN_GRAD | ATTN_BOTTOM},
{"aiter::_flash_attn_forward", O, "query,key,value,dropout_p,softmax_scale,causal,window_size_left,window_size_right,"
 "bias,alibi_slopes,return_lse", ATTN_BSHD | ATTN_LSE_ASK | ATTN_BOTTOM},
{"aiter::fmha_v3_bwd", O, "grad_out,query,key,value,out,logsumexp,dropout_p,softmax_scale,is_causal,"
 "window_size_left,window_size_right", ATTN_BSHD | ATTN_GRAD | ATTN_BOTTOM},
{"aiter::fmha_v3_fwd", O, "query,key,value,dropout_p,softmax_scale,is_causal,window_size_left,window_size_right,"
 "return_softmax_lse", ATTN_BSHD | ATTN_LSE_ASK | ATTN_BOTTOM},
{"aiter::mha_batch_prefill", O, "query,key,value,cu_seqlens_q,kv_indptr,kv_page_indices,max_seqlen_q,max_seqlen_k,"
 "dropout_p,softmax_scale,logits_soft_cap,zero_tensors,is_causal,window_size_left,"
 "window_size_right,return_softmax_lse", ATTN_BSHD | ATTN_PAGED | ATTN_LSE_ASK},
{"aiter::mha_bwd", O, "grad_out,query,key,value,out,logsumexp,dropout_p,softmax_scale,is_causal,"
 "window_size_left,window_size_right", ATTN_BSHD | ATTN_GRAD | ATTN_BOTTOM},
{"aiter::mha_fwd", O, "query,key,value,dropout_p,softmax_scale,is_causal,window_size_left,window_size_right,"
 "return_softmax_lse", ATTN_BSHD | ATTN_LSE_ASK | ATTN_BOTTOM},
{"aiter::wrapper_fmha_v3_fwd", O, "query,key,value,dropout_p,softmax_scale,is_causal,window_size_left,window_size_right,"
 "return_softmax_lse", ATTN_BSHD | ATTN_LSE_ASK | ATTN_BOTTOM},
{"com.microsoft.Attention", N, "input,weight,bias,mask_index,past,attention_bias", ATTN_PROJECT, .needs = 2},
{"customflash::custom_flash_aligned", O, "query,key,value,attn_bias,scale", ATTN_TERMS},
{"flash_attn::_flash_attn_backward", O, "grad_out,query,key,value,out,logsumexp,dq,dk,dv,dropout_p,softmax_scale,causal,"
 "window_size_left,window_size_right", ATTN_BSHD | ATTN_GRAD | ATTN_BOTTOM},
{"flash_attn::_flash_attn_forward", O, "query,key,value,dropout_p,softmax_scale,causal,window_size_left,window_size_right,"
 "softcap,alibi_slopes,return_softmax", ATTN_BSHD | ATTN_LSE | ATTN_BOTTOM},
{"flash_attn::_flash_attn_varlen_backward", O, "grad_out,query,key,value,out,logsumexp,dq,dk,dv,cu_seqlens_q,cu_seqlens_k,"
 "max_seqlen_q,max_seqlen_k,dropout_p,softmax_scale,causal,window_size_left,"
 "window_size_right", ATTN_BSHD | ATTN_GRAD | ATTN_BOTTOM},
{"flash_attn::_flash_attn_varlen_forward", O, "query,key,value,cu_seqlens_q,cu_seqlens_k,max_seqlen_q,max_seqlen_k,dropout_p,"
 "softmax_scale,causal,window_size_left,window_size_right,softcap,alibi_slopes,"
 "return_softmax,block_table,leftpad_k,seqused_k,zero_tensors", ATTN_BSHD | ATTN_LSE | ATTN_BOTTOM},
{"flash_attn_3::fwd", O, "query,key,value,k_new,v_new,q_v,out,cu_seqlens_q,cu_seqlens_k,cu_seqlens_k_new,"
 "seqused_q,seqused_k,max_seqlen_q,max_seqlen_k,page_table,kv_batch_idx,leftpad_k,"
 "rotary_cos,rotary_sin,seqlens_rotary,q_descale,k_descale,v_descale,softmax_scale,"
 "is_causal,window_size_left,window_size_right", ATTN_BSHD | ATTN_LSE | ATTN_BOTTOM},
{"flashinfer::BatchPrefillWithPagedKVCache", O, .why = WHY_VALUES},
{"higher_order::flex_attention", O, "query,key,value,score_mod,block_mask", ATTN_LSE | ATTN_CODE},
{"higher_order::flex_attention_backward", O, "query,key,value,out,logsumexp,grad_out", ATTN_GRAD | ATTN_CODE},
{"multi_head_attention_forward", F, .why = WHY_PARTS},
{"sageattn", A | O, "query,key,value,tensor_layout,is_causal"},
{"scaled_dot_product_attention", F, "query,key,value,attn_mask,dropout_p,is_causal,scale?,enable_gqa?"},
{"scaled_dot_product_attention", A, "query,key,value,attn_mask,dropout_p,is_causal,scale?,enable_gqa?"},
{"sgl_kernel::fwd", O, "query,key,value,k_new,v_new,q_v,out,cu_seqlens_q,cu_seqlens_k,cu_seqlens_k_new,"
 "seqused_q,seqused_k,max_seqlen_q,max_seqlen_k,page_table,kv_batch_idx,leftpad_k,"
 "rotary_cos,rotary_sin,seqlens_rotary,q_descale,k_descale,v_descale,softmax_scale,"
 "is_causal,window_size_left,window_size_right", ATTN_BSHD | ATTN_LSE | ATTN_BOTTOM},
{"sglang_profiler::attention_paged_attention_ragged", O, "out,workspace,query,key,value,kv_indptr,"
 "kv_page_indices", ATTN_BSHD | ATTN_STEP | ATTN_CAUSAL},
{"torch_attn::_varlen_attn", O, "query,key,value,cu_seq_q,cu_seq_k,max_q,max_k,is_causal,scale,window_size", ATTN_BSHD | ATTN_LSE | ATTN_BOTTOM},
{"torch_attn::_varlen_attn_backward", O, "grad_out,query,key,value,out,logsumexp,cu_seq_q,cu_seq_k,max_q,max_k,is_causal,"
 "rng_state,scale,window_size", ATTN_BSHD | ATTN_GRAD | ATTN_BOTTOM},
{"vllm::unified_attention", O, "query,key,value", ATTN_BSHD | ATTN_STEP | ATTN_CAUSAL},
{"vllm::unified_attention_with_output", O, "query,key,value,out", ATTN_BSHD | ATTN_STEP | ATTN_CAUSAL},
{"xformers::efficient_attention_backward_cutlass", O, "grad_out,query,key,value,attn_bias,cu_seqlens_q,cu_seqlens_k,max_seqlen_q,"
 "max_seqlen_k,logsumexp,out,dropout_p,rng_seed,rng_offset,custom_mask_type,scale,"
 "num_splits_key,window_size?", ATTN_BSHD | ATTN_GRAD | ATTN_MASK_TYPE},
{"xformers::efficient_attention_forward_cutlass", O, "query,key,value,attn_bias,cu_seqlens_q,cu_seqlens_k,max_seqlen_q,dropout_p,"
 "compute_log_sumexp,custom_mask_type,scale,seqlen_k,window_size?", ATTN_BSHD | ATTN_LSE_ASK | ATTN_MASK_TYPE},
{"xformers_flash::flash_fwd", O, "query,key,value,cu_seqlens_q,cu_seqlens_k,seqused_k,max_seqlen_q,max_seqlen_k,p,"
 "softmax_scale,is_causal,window_left,window_right,return_softmax,block_tables", ATTN_BSHD | ATTN_LSE | ATTN_BOTTOM},
};
/* clang-format on */

const struct op_family op_attention = {
    .title = "Attention",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_attention,
    .tc = true,
    .lengths = true,
};
