/*
 * einsum.c - products over named dimensions: einsum, and those that name them
 * in another way: tensordot, inner, vecdot.
 *
 * In:  a call with an equation ("ab,bc->ac") and its operands, or with two
 *      tensors and the dimensions to sum over
 * Out: 2 FLOPs for each combination of all the letters' values where something
 *      is summed, 1 where nothing is; bytes of operands and result
 *
 * torch multiplies several operands from left to right and drops a letter when
 * neither the result nor a later operand has it.  Where opt_einsum is installed
 * its order can be better, so several operands are an estimate.
 *
 * An ellipsis stands for dimensions without a letter, which are counted from
 * the right and get letters of their own.
 */
#include "prof/ops/family.h"

#include "common/ascii.h"
#include "common/nelems.h"

enum {
	EINSUM,
	EINSUM_DOT, /* tensordot: over `dims` */
	EINSUM_INNER,
	EINSUM_VECDOT,
};

#define LETTERS 52
/* Letters, and those that the dimensions of dots get. */
#define SYMBOLS (LETTERS + OP_MAX_DIMS)

/* A set of letters with their sizes. */
struct letters {
	uint64_t size[SYMBOLS]; /* plus 1; 0: not in the set */
};

static int letter_of(char c)
{
	if (is_lower(c))
		return c - 'a';
	return is_upper(c) ? c - 'A' + 26 : -1;
}

/* One term of the equation: how many letters, and whether it has dots. */
static bool term_letters(struct str term, size_t *n, bool *dots)
{
	size_t i;

	*n = 0;
	*dots = false;
	for (i = 0; i < term.n; i++) {
		if (term.p[i] == '.') {
			if (*dots || i + 2 >= term.n || term.p[i + 1] != '.' ||
			    term.p[i + 2] != '.')
				return false;
			*dots = true;
			i += 2;
		} else if (letter_of(term.p[i]) >= 0) {
			++*n;
		} else if (term.p[i] != ' ') {
			return false;
		}
	}
	return true;
}

/* Puts a letter of this size into the set; sizes of 1 broadcast. */
static bool put(struct letters *l, int letter, int64_t size)
{
	uint64_t n = (uint64_t)size + 1;

	if (size < 0)
		return false;
	if (l->size[letter] && l->size[letter] != n && l->size[letter] != 2 && n != 2)
		return false;
	if (n > l->size[letter])
		l->size[letter] = n;
	return true;
}

/* The letters of an operand with their sizes. */
static bool get_operand(struct str term, const struct arg *t, struct letters *l)
{
	size_t n, i, dim = 0, more;
	bool dots;

	if (!op_args_is_tensor(t) || !t->shape.v ||
	    !term_letters(term, &n, &dots) || n > t->shape.n)
		return false;
	more = t->shape.n - n; /* dimensions that the dots stand for */
	if ((more && !dots) || more > OP_MAX_DIMS)
		return false;
	for (i = 0; i < term.n; i++) {
		if (term.p[i] == ' ')
			continue;
		if (term.p[i] == '.') {
			size_t k;

			for (k = 0; k < more; k++)
				if (!put(l, (int)(LETTERS + more - 1 - k),
					t->shape.v[dim++]))
					return false;
			i += 2;
		} else if (!put(l, letter_of(term.p[i]), t->shape.v[dim++])) {
			return false;
		}
	}
	return true;
}

/* The result's letters: behind the arrow; without one, those that are in the
 * equation once, and the dots. */
static bool get_result(struct str left, struct str right,
    const struct letters *all, struct letters *out)
{
	size_t count[LETTERS] = {0}, i, n;
	bool dots;

	memset(out, 0, sizeof *out);
	if (right.p) {
		if (!term_letters(right, &n, &dots))
			return false;
		for (i = 0; i < right.n; i++)
			if (letter_of(right.p[i]) >= 0)
				out->size[letter_of(right.p[i])] =
				    all->size[letter_of(right.p[i])];
	} else {
		for (i = 0; i < left.n; i++)
			if (letter_of(left.p[i]) >= 0)
				count[letter_of(left.p[i])]++;
		for (i = 0; i < LETTERS; i++)
			if (count[i] == 1)
				out->size[i] = all->size[i];
		dots = true;
	}
	for (i = LETTERS; dots && i < SYMBOLS; i++)
		out->size[i] = all->size[i];
	return true;
}

/* Combinations of the values of all letters. */
static uint64_t product(const struct letters *l)
{
	uint64_t n = 1;
	size_t i;

	for (i = 0; i < SYMBOLS; i++)
		if (l->size[i])
			n = num_times(n, l->size[i] - 1);
	return n;
}

static void unite(struct letters *l, const struct letters *m)
{
	size_t i;

	for (i = 0; i < SYMBOLS; i++)
		if (m->size[i] > l->size[i])
			l->size[i] = m->size[i];
}

/* Whether a letter of l is not in m. */
static bool has_more(const struct letters *l, const struct letters *m)
{
	size_t i;

	for (i = 0; i < SYMBOLS; i++)
		if (l->size[i] && !m->size[i])
			return true;
	return false;
}

/* Takes letters out of l that are not in m. */
static void intersect(struct letters *l, const struct letters *m)
{
	size_t i;

	for (i = 0; i < SYMBOLS; i++)
		if (!m->size[i])
			l->size[i] = 0;
}

/* The next term of the left side. */
static bool next_term(struct str *left, struct str *term)
{
	const char *comma;

	if (!left->p)
		return false;
	comma = left->n ? memchr(left->p, ',', left->n) : NULL;
	*term = (struct str){left->p, comma ? (size_t)(comma - left->p) : left->n};
	*left = comma ? str_from(*left, term->n + 1) : (struct str){0};
	return true;
}

/* For each letter, how many terms there are up to the last that has it. */
static void find_last(
    struct str left, const struct arg *t, size_t nt, size_t last[SYMBOLS])
{
	struct letters one;
	struct str term;
	size_t i, k;

	memset(last, 0, SYMBOLS * sizeof *last);
	for (i = 0; i < nt && next_term(&left, &term); i++) {
		memset(&one, 0, sizeof one);
		get_operand(term, &t[i], &one);
		for (k = 0; k < SYMBOLS; k++)
			if (one.size[k])
				last[k] = i + 1;
	}
}

/* Enters the products from left to right, each so many times.  That the terms
 * fit the tensors is known. */
static void contract(struct op_ask *q, struct str left, const struct arg *t,
    size_t nt, const struct letters *out, uint64_t times)
{
	const uint64_t sum = sum_flops(q->cost->dtype);
	const uint64_t mul = times_flops(q->cost->dtype);
	struct letters now, one, wanted;
	size_t last[SYMBOLS], i, k;
	struct str term;

	find_last(left, t, nt, last);
	memset(&now, 0, sizeof now);
	for (i = 0; i < nt && next_term(&left, &term); i++) {
		memset(&one, 0, sizeof one);
		get_operand(term, &t[i], &one);
		unite(&now, &one);
		if (i == 0 && nt > 1)
			continue;
		/* letters that the result or a later operand has */
		for (k = 0; k < SYMBOLS; k++)
			wanted.size[k] = last[k] > i + 1 ? 1 : out->size[k];
		if (nt > 1 && has_more(&now, &wanted))
			multiplies(
			    q, num_times(times * (sum + mul), product(&now)));
		else if (nt > 1)
			works(q, times * mul, product(&now));
		else if (has_more(&now, &wanted))
			works(q, times * sum, product(&now));
		intersect(&now, &wanted);
	}
}

static int einsum(struct op_ask *q)
{
	const struct arg *equation = op_arg(q, AT_equation), *t;
	uint64_t times = q->part == PART_FORWARD ? 1 : 2; /* a product for each */
	struct str left, right = {0}, rest, term;
	struct letters all, out;
	size_t nt, i;

	t = op_args_list(q, AT_operands, &nt);
	if (nt == 0)
		return lacks(q, OP_NO_SHAPE);
	if (!equation || equation->value.kind != VALUE_STR)
		return lacks(q, OP_NO_ATTR);
	left = equation->value.s;
	for (i = 0;
	     i + 1 < left.n && !(left.p[i] == '-' && left.p[i + 1] == '>'); i++)
		;
	if (i + 1 < left.n) {
		right = str_from(left, i + 2);
		left.n = i;
	}
	memset(&all, 0, sizeof all);
	q->cost->dtype = t[0].dtype;
	for (i = 0, rest = left; i < nt && next_term(&rest, &term); i++) {
		if (!op_args_is_tensor(&t[i]))
			return lacks(q, OP_NO_SHAPE);
		if (!get_operand(term, &t[i], &all))
			return lacks(q, OP_MISFIT);
		reads(q, &t[i]);
		q->cost->dtype = op_promote2(q->cost->dtype, t[i].dtype);
	}
	if (i != nt || rest.p || !get_result(left, right, &all, &out))
		return lacks(q, OP_MISFIT);
	contract(q, left, t, nt, &out, times);
	if (nt > 2)
		estimates_flops(q, WHY_ALGORITHM);
	yields(q, product(&out), q->cost->dtype);
	if (q->part == PART_FORWARD)
		return done(q);
	if (nt != 2)
		return refuses(q, WHY_NO_BACKWARD);
	takes_all(q, 2);
	moves(q, product(&out), q->cost->dtype); /* dy is read for both */
	moves(q, op_elems(&t[0]), t[0].dtype);
	moves(q, op_elems(&t[1]), t[1].dtype);
	return done(q);
}

/*
 * The dimensions of an operand, the first or the second, that tensordot sums
 * over: (a, b, 2), (a, b, [[0, 1], [0, 1]]), aten's (a, b, [0, 1], [0, 1]).
 * 0, or what is wrong.
 */
static uint64_t get_over(const struct op_ask *q, const struct op_shape *s,
    bool second, size_t *v, size_t *n)
{
	const struct arg *dims = op_arg(q, AT_dims);
	const struct arg *other = op_arg(q, AT_dims_other);
	int64_t list[OP_MAX_DIMS], count;
	bool known = true;
	size_t i;

	if (dims && dims->value.kind == VALUE_LIST) {
		struct arg one = *dims;

		if (one.value.list.n == 2 && one.value.list.v[0].kind == VALUE_LIST)
			one.value = one.value.list.v[second];
		else if (second)
			one = other ? *other : op_args_unrecorded;
		if (op_args_ints(&one, list, OP_MAX_DIMS, n) != GIVEN_YES)
			return OP_NO_ATTR;
	} else {
		count = op_args_int(q, AT_dims, 2, &known);
		if (!known || count < 0 || (size_t)count > s->n)
			return known ? OP_MISFIT : OP_NO_ATTR;
		*n = (size_t)count;
		for (i = 0; i < *n; i++)
			list[i] = (int64_t)(second ? i : s->n - *n + i);
	}
	for (i = 0; i < *n; i++)
		if (!op_dim(list[i], s->n, &v[i]))
			return OP_MISFIT;
	return 0;
}

/* Multiply-adds of linalg_vecdot, which broadcasts and sums along `dim`, and
 * elements of its result. */
static uint64_t vecdot(
    struct op_ask *q, struct op_shape *s, const struct arg *b, uint64_t *out)
{
	bool known = true;
	int64_t dim = op_args_int(q, AT_dim, -1, &known);
	uint64_t bad = op_broadcast(s, b), mnk = op_shape_elems(s);
	size_t at;

	if (bad || !known)
		return bad ? bad : OP_NO_ATTR;
	if (s->n == 0)
		s->v[s->n++] = 1;
	if (!op_dim(dim, s->n, &at))
		return OP_MISFIT;
	s->v[at] = 1;
	*out = op_shape_elems(s);
	return mnk;
}

/* The same of tensordot, where it was not recorded which n dimensions of the
 * second operand are summed over: they have as many elements as the first's. */
static uint64_t paired_by_first(const struct op_shape *a,
    const struct op_shape *b, const size_t *v, size_t n, uint64_t *out)
{
	uint64_t na = op_shape_elems(a), nb = op_shape_elems(b), k = 1;

	for (size_t i = 0; i < n; i++)
		k = num_times(k, (uint64_t)a->v[v[i]]);
	if (num_bad(na) || num_bad(nb))
		return num_plus(na, nb);
	if (k && (na % k || nb % k))
		return OP_MISFIT;
	*out = k ? num_times(na / k, nb / k) : OP_NO_ATTR;
	return k ? num_times(*out, k) : 0;
}

/*
 * The same of inner and tensordot, which pair what they do not sum.  inner sums
 * over the last dimensions, unless one operand has none; tensordot sums a
 * dimension first that meets one of 1.
 */
static uint64_t paired(
    struct op_ask *q, struct op_shape *a, struct op_shape *b, uint64_t *out)
{
	bool inner = q->row->variant == EINSUM_INNER;
	size_t va[OP_MAX_DIMS] = {a->n - 1}, vb[OP_MAX_DIMS] = {b->n - 1};
	size_t na = inner && a->n && b->n, nb = na, i;
	uint64_t bad = inner ? 0 : get_over(q, a, false, va, &na), k = 1;

	if (bad)
		return bad;
	bad = inner ? 0 : get_over(q, b, true, vb, &nb);
	if (bad == OP_NO_ATTR)
		return paired_by_first(a, b, va, na, out);
	if (bad)
		return bad;
	if (na != nb)
		return OP_MISFIT;
	for (i = 0; i < na; i++) {
		int64_t *x = &a->v[va[i]], *y = &b->v[vb[i]];

		if (*x != *y && (inner || (*x != 1 && *y != 1)))
			return OP_MISFIT;
		if (*x == *y)
			k = num_times(k, (uint64_t)*x);
		*x = *y = 1;
	}
	*out = num_times(op_shape_elems(a), op_shape_elems(b));
	return num_times(*out, k);
}

static int dot(struct op_ask *q)
{
	const struct arg *a = op_operand(q, 0), *b = op_operand(q, 1);
	bool grad = q->part != PART_FORWARD;
	uint64_t out = 0, mnk;
	struct op_shape sa, sb;

	if (!op_shape_of(a, &sa) || !op_shape_of(b, &sb))
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = op_promote2(a->dtype, b->dtype);
	mnk = q->row->variant == EINSUM_VECDOT ? vecdot(q, &sa, b, &out)
					       : paired(q, &sa, &sb, &out);
	if (num_bad(mnk))
		return lacks(q, mnk);
	if (grad)
		mnk = num_times(2, mnk); /* a product for each operand */
	multiplies(q,
	    num_times(sum_flops(q->cost->dtype) + times_flops(q->cost->dtype), mnk));
	reads(q, a);
	reads(q, b);
	yields(q, out, q->cost->dtype);
	if (grad) {
		takes_all(q, 2);
		moves(q, out, q->cost->dtype); /* dy is read for both */
		moves(q, op_elems(a), a->dtype);
		moves(q, op_elems(b), b->dtype);
	}
	return done(q);
}

static int cost_einsum(struct op_ask *q)
{
	return q->row->variant == EINSUM ? einsum(q) : dot(q);
}

/* clang-format off */
static const struct op_row rows[] = {
{"Einsum", N, "operands...", EINSUM},
{"einsum", T | A, "equation,operands...", EINSUM},
{"inner", T | X | A, "input,other", EINSUM_INNER},
{"linalg_vecdot", A, "input,other,dim", EINSUM_VECDOT},
{"tensordot", T | A, "input,other,dims,dims_other", EINSUM_DOT},
};
/* clang-format on */

const struct op_family op_einsum = {
    .title = "Einstein sums",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_einsum,
    .complex = true,
    .tc = true,
};
