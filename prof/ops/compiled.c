/*
 * compiled.c - kernels that a compiler made of several operators:
 * triton_poi_fused_add_mul_relu_0.
 *
 * In:  a call with the kernel's name, its tensors and numbers of elements
 * Out: FLOPs from the operators that the name lists, for each element; bytes of
 *      the tensors
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
	size_t i;

	for (i = 0; i + sizeof FUSED - 1 <= name.n; i++)
		if (memcmp(name.p + i, FUSED, sizeof FUSED - 1) == 0)
			break;
	if (i + sizeof FUSED - 1 > name.n)
		return false;
	w->text = str_from(name, i + sizeof FUSED - 1);
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

/*
 * Weights of all operators of the name, added up; *product is the row of a
 * matrix product among them.  The name is cut into the fewest names that cover
 * all words: for each word, from the last to the first, the name that begins
 * there and leaves the best rest.
 */
static uint64_t weights(struct str name, const struct op_entry **product)
{
	size_t best[MAX_WORDS + 1], next[MAX_WORDS + 1], i, j;
	struct words w;
	const struct op_entry *products = find(STR("aten::mm"));
	uint64_t sum = 0;

	if (!cut(name, &w))
		return OP_NO_ATTR;
	best[w.n] = 0;
	for (i = w.n; i-- > 0;) {
		best[i] = SIZE_MAX;
		for (j = i + 1; j <= w.n && op_find_begins(range(&w, i, j)); j++) {
			if (best[j] == SIZE_MAX || best[j] + 1 >= best[i] ||
			    !find(range(&w, i, j)))
				continue;
			best[i] = best[j] + 1;
			next[i] = j;
		}
	}
	if (best[0] == SIZE_MAX)
		return OP_NO_ATTR;
	for (i = 0; i < w.n; i = next[i]) {
		const struct op_entry *e = find(range(&w, i, next[i]));

		if (e->family == products->family)
			*product = e;
		else
			sum = num_plus(sum, op_cost_of_each(e));
	}
	return sum;
}

/* Elements that the kernel works on: its numbers of elements, in x and, of a
 * reduction, in r; or as many as its largest tensor has. */
static uint64_t elements(const struct call *call)
{
	const size_t want = str_starts(call->op, "triton_red_") ||
				    str_starts(call->op, "triton_per_")
				? 2
				: 1;
	uint64_t n = 1, largest = 0;
	size_t i, numbers = 0;

	for (i = 0; i < call->nargs; i++) {
		const struct arg *a = &call->args[i];

		if (op_args_is_tensor(a)) {
			uint64_t m = op_elems(a);

			if (m >= NUM_BAD)
				return m;
			largest = m > largest ? m : largest;
		} else if (a->kind == ARG_INT && a->value.kind == VALUE_INT &&
			   a->value.i > 0 && numbers < want) {
			n = num_times(n, (uint64_t)a->value.i);
			numbers++;
		}
	}
	if (numbers == want)
		return n;
	return largest ? largest : OP_NO_SHAPE;
}

/* Bytes of all tensors, twice where the name says that one is read and written;
 * and the type of the first. */
static uint64_t tensor_bytes(const struct call *call, enum dtype *dtype)
{
	uint64_t bytes = 0;
	size_t i, n = 0;

	for (i = 0; i < call->nargs; i++) {
		const struct arg *a = &call->args[i];

		if (!op_args_is_tensor(a))
			continue;
		if (!a->shape.v)
			return OP_NO_SHAPE;
		bytes = num_plus(
		    bytes, num_times(str_starts(a->name, "in_out_ptr") ? 2 : 1,
			       op_moved(a)));
		if (n++ == 0)
			*dtype = a->dtype;
	}
	return n ? bytes : OP_NO_SHAPE;
}

/* triton_tem_fused_mm: a product of the first two tensors. */
static void multiplies_tensors(struct op_ask *q)
{
	struct cost product = {0};
	struct arg args[2];
	struct call two = {.op = STR("aten::mm"), .args = args, .has_args = true};
	size_t i;

	for (i = 0; i < q->call->nargs && two.nargs < 2; i++)
		if (op_args_is_tensor(&q->call->args[i])) {
			args[two.nargs] = q->call->args[i];
			args[two.nargs++].name = (struct str){0};
		}
	if (two.nargs < 2) {
		works(q, 1, OP_NO_SHAPE);
	} else if (op_cost_of_call(&two, PART_FORWARD, &product) < 0 ||
		   !product.has_flops) {
		works(q, 1, OP_MISFIT);
	} else {
		multiplies(q, product.gemm);
		works(q, 1, product.flops - product.gemm);
		q->cost->dtype = product.dtype;
	}
}

static int cost_compiled(struct op_ask *q)
{
	const struct op_entry *product = NULL;
	uint64_t weight;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	weight = weights(q->call->op, &product);
	estimates(q, WHY_VALUES);
	moves_bytes(q, tensor_bytes(q->call, &q->cost->dtype));
	if (product)
		multiplies_tensors(q);
	else
		works(q, weight, elements(q->call));
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
