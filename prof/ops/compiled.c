/*
 * compiled.c - kernels that a compiler made of several operators:
 * triton_poi_fused_add_mul_relu_0.
 *
 * In:  a call with the kernel's name, its tensors and numbers of elements
 * Out: FLOPs from the operators that the name lists, for each point that the
 *      kernel runs over; bytes of the tensors
 *
 * A name lists each operator once, in alphabetical order, with underscores
 * between and inside them, and is cut short where it grows long.  So it is
 * taken apart into as few known names as possible, and FLOPs are an estimate.
 */
#include "prof/ops/family.h"

#include "common/ascii.h"
#include "common/nelems.h"

#define MAX_WORDS 64
#define FUSED "_fused_"

/* Words of a name between underscores: where each begins; at[n] is past the
 * end.  A word is empty before a name in a leading underscore: add__softmax. */
struct words {
	struct str text;
	size_t at[MAX_WORDS + 1];
	size_t n;
};

static bool is_number(struct str s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

static struct str range(const struct words *w, size_t from, size_t to)
{
	return (struct str){w->text.p + w->at[from], w->at[to] - w->at[from] - 1};
}

/* Cut what is behind "_fused_" into words, without the number at the end. */
static bool cut(struct str name, struct words *w)
{
	const char *fused = str_find(name, FUSED);
	size_t i;

	if (!fused)
		return false;
	w->text = str_from(name, (size_t)(fused - name.p) + sizeof FUSED - 1);
	w->n = 0;
	w->at[0] = 0;
	for (i = 0; i <= w->text.n; i++)
		if (i == w->text.n || w->text.p[i] == '_') {
			if (w->n == MAX_WORDS)
				return false;
			w->at[++w->n] = i + 1;
		}
	while (w->n && is_number(range(w, w->n - 1, w->n)))
		w->n--;
	return w->n > 0;
}

static const struct op_entry *find(struct str name)
{
	const struct call call = {.op = name};

	if (str_starts(name, "triton_") || name.n == 0)
		return NULL;
	return op_find(&call);
}

/* What a kernel does, which its name begins with. */
enum sort {
	POINTWISE, /* and what has no sort of its own */
	REDUCTION,
	TEMPLATE, /* a product, with what was fused into it */
};

static enum sort sort_of(struct str name)
{
	static const struct {
		const char *head;
		enum sort sort;
	} heads[] = {
	    {"triton_per_", REDUCTION},
	    {"triton_red_", REDUCTION},
	    {"triton_tem_", TEMPLATE},
	    {"triton_mm", TEMPLATE},
	};
	size_t i;

	for (i = 0; i < NELEMS(heads); i++)
		if (str_starts(name, heads[i].head))
			return heads[i].sort;
	return POINTWISE;
}

/*
 * FLOPs a point of a product that was fused in.  The product itself is another
 * kernel's, which stands in the name because its result is read; left of it is
 * the addition of the bias.  A reduction may sum up a small product, or the
 * gradient of a bias.
 */
static uint64_t each_of_product(struct str name, enum sort sort)
{
	static const struct {
		const char *name;
		uint64_t pointwise, reduction;
	} products[] = {
	    {"addbmm", 1, 1},
	    {"addmm", 1, 1},
	    {"addmv", 1, 1},
	    {"baddbmm", 1, 1},
	    {"bmm", 0, 2},
	    {"conv1d", 1, 1},
	    {"conv2d", 1, 1},
	    {"conv3d", 1, 1},
	    {"conv_transpose1d", 1, 1},
	    {"conv_transpose2d", 1, 1},
	    {"conv_transpose3d", 1, 1},
	    {"convolution", 1, 1},
	    {"convolution_backward", 0, 1},
	    {"dot", 0, 2},
	    {"linear", 1, 1},
	    {"matmul", 0, 2},
	    {"mm", 0, 2},
	    {"mv", 0, 2},
	    {"vdot", 0, 2},
	};
	size_t i;

	for (i = 0; i < NELEMS(products); i++)
		if (str_is(name, products[i].name))
			return sort == REDUCTION ? products[i].reduction
						 : products[i].pointwise;
	return 0;
}

/* What the operators of a name do, added up. */
struct work {
	uint64_t each;	    /* FLOPs a point; or what is wrong */
	uint64_t each_read; /* FLOPs an element that is summed up */
	bool product;	    /* there is a matrix product among them */
};

/*
 * The name is cut into the fewest names that cover all words: for each word,
 * from the last to the first, the name that begins there and leaves the best
 * rest.
 */
static bool cut_names(const struct words *w, size_t *next)
{
	size_t best[MAX_WORDS + 1], i, j;

	best[w->n] = 0;
	for (i = w->n; i-- > 0;) {
		best[i] = SIZE_MAX;
		for (j = i + 1; j <= w->n && op_find_begins(range(w, i, j)); j++) {
			if (best[j] < best[i] - 1 && find(range(w, i, j))) {
				best[i] = best[j] + 1;
				next[i] = j;
			}
		}
	}
	return best[0] != SIZE_MAX;
}

static struct work work_of(struct str name, enum sort sort)
{
	const struct op_family *products = find(STR("aten::mm"))->family;
	const struct op_family *sums = find(STR("aten::sum"))->family;
	struct work work = {0};
	size_t next[MAX_WORDS + 1], i;
	struct words w;

	if (!cut(name, &w) || !cut_names(&w, next))
		return (struct work){.each = OP_NO_ATTR};
	for (i = 0; i < w.n; i = next[i]) {
		struct str word = range(&w, i, next[i]);
		const struct op_entry *e = find(word);

		if (e->family == products)
			work.product = true;
		if (e->family->tc && sort != TEMPLATE)
			work.each =
			    num_plus(work.each, each_of_product(word, sort));
		else if (e->family == sums && sort == POINTWISE)
			work.each_read =
			    num_plus(work.each_read, op_cost_of_each(e));
		else if (e->family != products)
			work.each = num_plus(work.each, op_cost_of_each(e));
	}
	return work;
}

/* The elements of the largest tensor. */
static uint64_t largest(const struct call *call)
{
	uint64_t most = 0;
	bool any = false;
	size_t i;

	for (i = 0; i < call->nargs; i++) {
		uint64_t n;

		if (!op_args_is_tensor(&call->args[i]))
			continue;
		n = op_elems(&call->args[i]);
		if (num_bad(n))
			return n;
		most = n > most ? n : most;
		any = true;
	}
	return any ? most : OP_NO_SHAPE;
}

static bool is_size(const struct call *call, uint64_t n)
{
	size_t i;

	for (i = 0; i < call->nargs; i++)
		if (op_args_is_tensor(&call->args[i]) &&
		    op_elems(&call->args[i]) == n)
			return true;
	return false;
}

#define MOST_NUMBERS 3 /* z, y, x */

/*
 * The points that the kernel runs over: the product of its last numbers, y and
 * x, of a reduction x and r.  Others may stand in front (where its random
 * numbers begin, sizes that vary), so it is the longest run of numbers that
 * makes the size of a tensor; a shorter one may be a weight's.  No kernel runs
 * over more points than the largest tensor has: each is read or written.
 */
static uint64_t points(const struct call *call, enum sort sort)
{
	const size_t least = sort == REDUCTION ? 2 : 1;
	uint64_t of_last[MOST_NUMBERS + 1] = {1}, most = largest(call);
	size_t n;

	for (n = 0; n < MOST_NUMBERS && n < call->nargs; n++) {
		const struct arg *a = &call->args[call->nargs - 1 - n];

		if (a->kind != ARG_INT || a->value.kind != VALUE_INT ||
		    a->value.i <= 0)
			break;
		of_last[n + 1] = num_times(of_last[n], (uint64_t)a->value.i);
	}
	if (n < least)
		return most;
	for (; n >= least; n--)
		if (is_size(call, of_last[n]))
			return of_last[n];
	if (!num_bad(most) && !num_bad(of_last[least]) && of_last[least] > most)
		return OP_MISFIT;
	return of_last[least];
}

/* Whether a point reads one place of a tensor that has more, by the words of
 * the name: a slice does, a pool reads several. */
static bool reads_parts(struct str name)
{
	static const char *const one[] = {
	    "slice", "select", "index", "gather", "embedding"};
	static const char *const several[] = {"sum", "mean", "max", "min",
	    "prod", "pool", "split", "chunk", "glu", "unfold"};
	bool parts = false;
	size_t i;

	for (i = 0; i < NELEMS(one); i++)
		parts |= str_has(name, one[i]);
	for (i = 0; i < NELEMS(several); i++)
		parts &= !str_has(name, several[i]);
	return parts;
}

/*
 * All tensors are moved, twice where the name says that one is read and
 * written; and the work is done in the type of the first.  Of n points, or a
 * bad number, none reads more than one place of a tensor whose size is no
 * multiple of n, nor where parts are read.
 */
static void moves_tensors(struct op_ask *q, uint64_t n, bool parts)
{
	const struct call *call = q->call;
	size_t i, tensors = 0;

	for (i = 0; i < call->nargs; i++) {
		const struct arg *a = &call->args[i];
		uint64_t all, bytes, most;

		if (!op_args_is_tensor(a))
			continue;
		if (tensors++ == 0)
			q->cost->dtype = a->dtype;
		all = op_elems(a);
		bytes = op_moved(a);
		most = op_size(n, a->dtype);
		if (!num_bad(all) && !num_bad(bytes) && n > 0 && bytes > most &&
		    (parts || all % n != 0)) {
			bytes = most;
			bounds_bytes(q, WHY_BY_NAME);
		}
		moves_bytes(q,
		    num_times(str_starts(a->name, "in_out_ptr") ? 2 : 1, bytes));
	}
	if (tensors == 0)
		moves_bytes(q, OP_NO_SHAPE);
	if (q->cost->of_bytes.conf == CONF_EXACT)
		estimates_bytes(q, WHY_BY_NAME);
}

/* triton_tem_fused_mm: a product of the first two tensors. */
static void multiplies_tensors(struct op_ask *q)
{
	struct cost product = {0};
	struct arg args[2];
	struct call two = {
	    .op = STR("aten::matmul"), .args = args, .has_args = true};
	size_t i;

	for (i = 0; i < q->call->nargs && two.nargs < 2; i++)
		if (op_args_is_tensor(&q->call->args[i])) {
			args[two.nargs] = q->call->args[i];
			args[two.nargs++].name = (struct str){0};
		}
	if (two.nargs < 2) {
		works(q, 1, OP_NO_SHAPE);
		return;
	}
	op_cost_of_call(&two, PART_FORWARD, &product);
	if (product.has_flops) {
		multiplies(q, product.gemm);
		q->cost->dtype = product.dtype;
	} else {
		op_lower(&q->cost->of_flops, CONF_UNKNOWN, product.of_flops.why);
		works(q, 1, OP_NO_ATTR);
	}
}

static int cost_template(struct op_ask *q)
{
	struct work work = work_of(q->call->op, TEMPLATE);

	estimates_flops(q, WHY_BY_NAME);
	moves_tensors(q, OP_NO_SHAPE, false);
	if (work.product)
		multiplies_tensors(q);
	else
		works(q, work.each, points(q->call, TEMPLATE));
	return done(q);
}

static int cost_compiled(struct op_ask *q)
{
	struct str name = q->call->op;
	enum sort sort = sort_of(name);
	struct work work;
	uint64_t n;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (sort == TEMPLATE)
		return cost_template(q);
	work = work_of(name, sort);
	/* Of a kernel that a user wrote the numbers may be anything. */
	n = str_has(name, FUSED) ? points(q->call, sort) : OP_NO_SHAPE;
	estimates_flops(q, WHY_BY_NAME);
	/* which operators there are is all that is missing */
	if (work.each == OP_NO_ATTR)
		op_lower(&q->cost->of_flops, CONF_UNKNOWN, WHY_BY_NAME);
	if (work.each > 0)
		works(q, work.each, n);
	if (work.each_read > 0)
		works(q, work.each_read, largest(q->call));
	q->cost->no_gemm = true;
	moves_tensors(q, n, reads_parts(name));
	return done(q);
}

/* The arguments have no fixed places. */
static const struct op_row rows[] = {
    {"triton_...", O, ""},
};

const struct op_family op_compiled = {
    .title = "Compiled kernels",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_compiled,
};
