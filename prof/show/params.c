/*
 * params.c - the params column.
 *
 * In:  the call that counts, with its arguments, and the part of its work that
 *      the kernel did
 * Out: PyProf's text for that operator: "M=4096,N=64,K=1024,fp32," (a map),
 *      "[32,64]fp32;[]int32" (tensors), or for an operator that it did not
 *      know "T=[(32,10),(32,)],['float32','int64']"
 *
 * A style is asked whether the arguments are such as it can say; where they
 * are not, the general text says what is there.  PyProf ended with an
 * assertion there.
 */
#include "prof/show/params.h"

#include "common/nelems.h"
#include "common/num.h"
#include "prof/ops/args.h"
#include "prof/ops/conv.h"

/*
 * Arguments
 */

static bool is_tensor(const struct arg *a)
{
	return a && a->kind == ARG_TENSOR && a->shape.v;
}

static bool is_scalar(const struct arg *a)
{
	return a->kind == ARG_BOOL || a->kind == ARG_INT || a->kind == ARG_FLOAT;
}

/* A walk over all tensors, those inside lists too. */
struct tensors {
	const struct call *call;
	size_t i, j;
};

static const struct arg *tensors_next(struct tensors *t)
{
	for (; t->i < t->call->nargs; t->i++, t->j = 0) {
		const struct arg *a = &t->call->args[t->i];

		if (a->value.kind == VALUE_ARGS) {
			while (t->j < a->value.args.n) {
				const struct arg *b = &a->value.args.v[t->j++];

				if (is_tensor(b))
					return b;
			}
		} else if (t->j++ == 0 && is_tensor(a)) {
			return a;
		}
	}
	return NULL;
}

/*
 * Pieces of text
 */

/* PyProf's short names of types; another type is called as torch calls it. */
static const struct {
	const char *name, *text;
} short_types[] = {
    {"float32", "fp32"},
    {"float16", "fp16"},
    {"float64", "fp64"},
    {"bfloat16", "bf16"},
    {"half", "fp16"},
    {"float", "fp32"},
    {"double", "fp64"},
    {"int", "int32"},
    {"long", "int64"},
    {"short", "int16"},
};

/* Text of the profile without blanks: a params cell has none. */
static void add_solid(struct strbuf *b, struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] != ' ')
			strbuf_char(b, s.p[i]);
	}
}

static void add_type(struct strbuf *b, struct str name)
{
	if (name.n == 0) {
		strbuf_text(b, "na");
		return;
	}
	for (size_t i = 0; i < NELEMS(short_types); i++) {
		if (str_is(name, short_types[i].name)) {
			strbuf_text(b, short_types[i].text);
			return;
		}
	}
	add_solid(b, name);
}

/* The type of a tensor, or of a Python scalar as PyProf takes it. */
static struct str type_of(const struct arg *a)
{
	if (a->kind == ARG_TENSOR)
		return a->dtype_text;
	if (a->kind == ARG_BOOL)
		return STR("bool");
	return a->kind == ARG_INT ? STR("int32") : STR("float32");
}

/* "(3,4)", "(3,)" and "()" as Python writes a tuple. */
static void add_tuple(struct strbuf *b, const int64_t *v, size_t n)
{
	strbuf_char(b, '(');
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			strbuf_char(b, ',');
		strbuf_int(b, v[i]);
	}
	if (n == 1)
		strbuf_char(b, ',');
	strbuf_char(b, ')');
}

static void add_dims(struct strbuf *b, const int64_t *v, size_t n)
{
	strbuf_char(b, '[');
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			strbuf_char(b, ',');
		strbuf_int(b, v[i]);
	}
	strbuf_char(b, ']');
}

/* "[32,128]fp32", "[]int32". */
static void add_tensor(struct strbuf *b, const struct arg *a)
{
	add_dims(b, a->shape.v, a->kind == ARG_TENSOR ? a->shape.n : 0);
	add_type(b, type_of(a));
}

static void add_key(struct strbuf *b, const char *key, int64_t value)
{
	strbuf_text(b, key);
	strbuf_char(b, '=');
	strbuf_int(b, value);
	strbuf_char(b, ',');
}

static void add_shape(struct strbuf *b, const char *key, const struct arg *a)
{
	strbuf_text(b, key);
	strbuf_char(b, '=');
	add_tuple(b, a->shape.v, a->shape.n);
	strbuf_char(b, ',');
}

/* The rows of a linear layer's input: an int, or a tuple of them. */
static void add_rows(struct strbuf *b, const char *key, const int64_t *v, size_t n)
{
	if (n == 1) {
		add_key(b, key, v[0]);
		return;
	}
	strbuf_text(b, key);
	strbuf_char(b, '=');
	add_tuple(b, v, n);
	strbuf_char(b, ',');
}

static void add_type_end(struct strbuf *b, const struct arg *a)
{
	add_type(b, type_of(a));
	strbuf_char(b, ',');
}

/* The type that the work is done in: where operands differ the cost knows. */
static void add_work_type(
    struct strbuf *b, const struct costed *c, const struct arg *a)
{
	if (c->cost.dtype != DTYPE_UNKNOWN)
		add_type(b, str_of(dtype_name(c->cost.dtype)));
	else
		add_type(b, type_of(a));
	strbuf_char(b, ',');
}

/*
 * Styles
 */

struct ask {
	const struct record *rec;
	const struct costed *c;
	const struct call *call;
	struct op_ask args;
};

static const struct arg *find(const struct ask *ask, enum op_at name)
{
	return op_arg(&ask->args, name);
}

static const struct arg *find_tensor(const struct ask *ask, enum op_at name)
{
	return op_tensor(&ask->args, name);
}

/* The first tensor or scalar, as a tensor. */
static bool add_one(const struct ask *ask, struct strbuf *b)
{
	const struct arg *a = op_operand(&ask->args, 0);

	if (!a || !(is_tensor(a) || is_scalar(a)))
		return false;
	add_tensor(b, a);
	return true;
}

/* "T=(32,128),fp32," */
static bool add_map(const struct ask *ask, struct strbuf *b)
{
	const struct arg *a = find_tensor(ask, AT_input);

	if (!a)
		return false;
	add_shape(b, "T", a);
	add_type_end(b, a);
	return true;
}

/* All tensors, joined by ';'. */
static bool add_all(const struct ask *ask, struct strbuf *b)
{
	struct tensors t = {.call = ask->call};
	const struct arg *a;
	size_t n = 0;

	while ((a = tensors_next(&t))) {
		if (n++ > 0)
			strbuf_char(b, ';');
		add_tensor(b, a);
	}
	return n > 0;
}

/* Whether a pointwise operator works on this argument: all positional ones,
 * and a named one unless it is an option (alpha, rounding_mode) or the
 * result. */
static bool is_operand(const struct arg *a)
{
	static const char *const names[] = {
	    "input", "self", "other", "exponent", "tensor1", "tensor2"};

	if (!is_tensor(a) && !is_scalar(a))
		return false;
	if (op_args_positional(a))
		return true;
	for (size_t i = 0; i < NELEMS(names); i++) {
		if (str_is(a->name, names[i]))
			return true;
	}
	return false;
}

static bool add_operands(const struct ask *ask, struct strbuf *b)
{
	size_t n = 0;

	for (size_t i = 0; i < ask->call->nargs; i++) {
		if (!is_operand(&ask->call->args[i]))
			continue;
		if (n++ > 0)
			strbuf_char(b, ';');
		add_tensor(b, &ask->call->args[i]);
	}
	return n > 0;
}

/* Whether the kernel multiplies matrices: PyProf's words, and the class. */
static bool is_gemm(const struct record *rec)
{
	static const char *const words[] = {"gemm", "gemv", "dot_kernel",
	    "splitKreduce_kernel", "reduce_1Block_kernel", "cutlass"};

	if (str_is(rec->class, "gemm"))
		return true;
	for (size_t i = 0; i < NELEMS(words); i++) {
		if (str_has(rec->kernel, words[i]))
			return true;
	}
	return false;
}

/* x (n.., k), w (m, k); which of the two products a backward GEMM is decides
 * the letters; where nobody knows, both operands are shown. */
static bool add_linear(const struct ask *ask, struct strbuf *b)
{
	const struct arg *x = find_tensor(ask, AT_input);
	const struct arg *w = find_tensor(ask, AT_weight);
	enum op_part part = ask->c->part;
	const int64_t *n;
	size_t nn;
	int64_t m, k;

	if (!x || !w || w->shape.n != 2 || x->shape.n < 1)
		return false;
	n = x->shape.v;
	nn = x->shape.n - 1;
	m = w->shape.v[0];
	k = w->shape.v[1];
	if (part == PART_DBIAS || !is_gemm(ask->rec)) {
		add_key(b, "M", m);
		add_rows(b, "N", n, nn);
	} else if (part == PART_FORWARD) {
		add_key(b, "M", m);
		add_rows(b, "N", n, nn);
		add_key(b, "K", k);
	} else if (part == PART_DGRAD) {
		add_key(b, "M", k);
		add_rows(b, "N", n, nn);
		add_key(b, "K", m);
	} else if (part == PART_WGRAD) {
		add_key(b, "M", k);
		add_key(b, "N", m);
		add_rows(b, "K", n, nn);
	} else {
		add_shape(b, "X", x);
		add_shape(b, "W", w);
	}
	add_work_type(b, ask->c, x);
	return true;
}

/* One and two dimensions, one printed as a height of 1. */
static bool add_conv(const struct ask *ask, struct strbuf *b)
{
	static const struct op_conv_axis flat = {
	    1, 1, {.size = 1, .stride = 1, .dilation = 1}};
	const struct arg *x = find_tensor(ask, AT_input);
	const struct arg *f = find_tensor(ask, AT_weight);
	struct op_conv_axis axes[1 + OP_CONV_AXES] = {flat};
	const struct op_conv_axis *h, *w;
	size_t n = op_conv_axes(&ask->args, axes + 1);
	bool known = true;
	int64_t groups = op_args_int(&ask->args, AT_groups, 1, &known);

	if (!x || !f || x->shape.n != f->shape.n || n < 1 || n > 2 || !known)
		return false;
	h = &axes[n - 1];
	w = &axes[n];
	add_key(b, "N", x->shape.v[0]);
	add_key(b, "C", x->shape.v[1]);
	add_key(b, "H", h->in);
	add_key(b, "W", w->in);
	add_key(b, "K", f->shape.v[0]);
	add_key(b, "P", (int64_t)h->out);
	add_key(b, "Q", (int64_t)w->out);
	add_key(b, "R", h->w.size);
	add_key(b, "S", w->w.size);
	add_key(b, "ph", h->w.pad);
	add_key(b, "pw", w->w.pad);
	add_key(b, "U", h->w.stride);
	add_key(b, "V", w->w.stride);
	add_key(b, "dh", h->w.dilation);
	add_key(b, "dw", w->w.dilation);
	add_key(b, "g", groups);
	add_work_type(b, ask->c, x);
	return true;
}

static void add_sizes(struct strbuf *b, int64_t m, int64_t n, int64_t k)
{
	add_key(b, "M", m);
	add_key(b, "N", n);
	add_key(b, "K", k);
}

/*
 * A (m, k) times B (k, n), or a batch of them; column-major as BLAS sees it, hence
 * M is n.  A gradient is a product of its own: dA (m, k) is dY (m, n) times B',
 * and dB (k, n) is A' times dY, shown as a linear layer's, whose weight is B'.
 */
static bool add_product(const struct ask *ask, struct strbuf *b,
    const struct arg *x, const struct arg *y, size_t rank)
{
	int64_t m, n, k;

	if (!x || !y || x->shape.n != rank || y->shape.n != rank)
		return false;
	m = x->shape.v[rank - 2];
	k = x->shape.v[rank - 1];
	n = y->shape.v[rank - 1];
	if (rank == 3)
		add_key(b, "B", x->shape.v[0]);
	if (ask->c->part == PART_DGRAD)
		add_sizes(b, k, m, n);
	else if (ask->c->part == PART_WGRAD)
		add_sizes(b, k, n, m);
	else
		add_sizes(b, n, m, k);
	add_work_type(b, ask->c, x);
	return true;
}

static bool add_mm(const struct ask *ask, struct strbuf *b)
{
	return add_product(
	    ask, b, find_tensor(ask, AT_input), find_tensor(ask, AT_mat2), 2);
}

static bool add_bmm(const struct ask *ask, struct strbuf *b)
{
	return add_product(
	    ask, b, find_tensor(ask, AT_input), find_tensor(ask, AT_mat2), 3);
}

/* The tensors alone are looked at: the old form addmm(beta, C, alpha, A, B)
 * has numbers between them. */
static bool add_addmm(const struct ask *ask, struct strbuf *b)
{
	struct tensors t = {.call = ask->call};
	const struct arg *x, *y;

	if (!tensors_next(&t))
		return false;
	x = tensors_next(&t);
	y = x ? tensors_next(&t) : NULL;
	return add_product(ask, b, x, y, 2);
}

static bool add_matmul(const struct ask *ask, struct strbuf *b)
{
	const struct arg *x = find_tensor(ask, AT_input);
	const struct arg *y = find_tensor(ask, AT_other);

	if (!x || !y)
		return false;
	add_shape(b, "A", x);
	add_shape(b, "B", y);
	add_work_type(b, ask->c, x);
	return true;
}

static bool add_embedding(const struct ask *ask, struct strbuf *b)
{
	const struct arg *table = find_tensor(ask, AT_weight);
	const struct arg *index = find_tensor(ask, AT_indices);

	if (!index) /* F.embedding's keyword */
		index = find_tensor(ask, AT_input);
	if (!table || !index)
		return false;
	add_tensor(b, index);
	strbuf_char(b, ';');
	add_tensor(b, table);
	return true;
}

/* The reduction is a word, in the framework's own calls a number. */
static bool add_mse_loss(const struct ask *ask, struct strbuf *b)
{
	static const char *const words[] = {"none", "mean", "sum"};
	const struct arg *x = find_tensor(ask, AT_input);
	const struct arg *red = find(ask, AT_reduction);
	struct str word = STR("mean");

	if (!x)
		return false;
	if (red && red->value.kind == VALUE_STR)
		word = red->value.s;
	else if (red && red->value.kind == VALUE_INT && red->value.i >= 0 &&
		 red->value.i < 3)
		word = str_of(words[red->value.i]);
	else if (red)
		return false;
	add_shape(b, "T", x);
	add_type_end(b, x);
	strbuf_text(b, "red=");
	add_solid(b, word);
	strbuf_char(b, ',');
	return true;
}

static bool add_index_select(const struct ask *ask, struct strbuf *b)
{
	const struct arg *x = find_tensor(ask, AT_input);
	const struct arg *index = find_tensor(ask, AT_index);
	bool known = find(ask, AT_dim) != NULL;
	int64_t d = op_args_int(&ask->args, AT_dim, 0, &known);

	if (!x || !known || !index || index->shape.n != 1)
		return false;
	add_shape(b, "T", x);
	add_key(b, "D", d);
	add_key(b, "I", index->shape.v[0]);
	add_type_end(b, x);
	return true;
}

static bool add_masked_select(const struct ask *ask, struct strbuf *b)
{
	const struct arg *x = find_tensor(ask, AT_input);
	const struct arg *mask = find_tensor(ask, AT_mask);

	if (!x || !mask)
		return false;
	add_shape(b, "T", x);
	add_shape(b, "M", mask);
	add_type_end(b, x);
	return true;
}

/* apex's fused kernel: weight, its half copy, two moments, gradient. */
static bool add_adam(const struct ask *ask, struct strbuf *b)
{
	const struct arg *w = find_tensor(ask, AT_p);
	const struct arg *g = find_tensor(ask, AT_g);

	if (!w || !g)
		return false;
	add_shape(b, "T", w);
	add_type_end(b, w);
	add_type_end(b, g);
	return true;
}

/* Destination first in the call, source first in the text. */
static bool add_copy(const struct ask *ask, struct strbuf *b)
{
	const struct arg *dst = find_tensor(ask, AT_input);
	const struct arg *src = find_tensor(ask, AT_src);

	if (!dst || !src)
		return false;
	add_shape(b, "T", dst);
	add_type_end(b, src);
	add_type_end(b, dst);
	return true;
}

static bool add_randperm(const struct ask *ask, struct strbuf *b)
{
	bool known = find(ask, AT_n) != NULL;
	int64_t n = op_args_int(&ask->args, AT_n, 0, &known);

	if (!known)
		return false;
	add_key(b, "N", n);
	return true;
}

/* The dims of zeros(3, 4), zeros((3, 4)) and full((3, 4), 1): a list, or the
 * leading numbers. */
static bool add_size(const struct ask *ask, struct strbuf *b)
{
	const struct call *call = ask->call;
	const struct arg *a = find(ask, AT_size);
	bool list = a && a->value.kind == VALUE_LIST;
	size_t n = list ? a->value.list.n : call->nargs;

	if (!a)
		return false;
	strbuf_char(b, '[');
	for (size_t i = 0; i < n; i++) {
		const struct value *v =
		    list ? &a->value.list.v[i] : &call->args[i].value;

		if (v->kind != VALUE_INT) {
			if (list || i == 0)
				return false;
			break;
		}
		if (i > 0)
			strbuf_char(b, ',');
		strbuf_int(b, v->i);
	}
	strbuf_char(b, ']');
	return true;
}

/* PyProf takes float32, because its markers leave out a dtype argument. */
static bool add_sized(const struct ask *ask, struct strbuf *b)
{
	if (!add_size(ask, b))
		return false;
	strbuf_text(b, "fp32");
	return true;
}

static bool add_full(const struct ask *ask, struct strbuf *b)
{
	const struct arg *value = find(ask, AT_fill_value);

	if (!value || !is_scalar(value) || !add_size(ask, b))
		return false;
	add_type(b, type_of(value));
	return true;
}

/* The first tile size AxB in a GEMM's name: a word between underscores. */
static bool name_tile(struct str name, int64_t *rows, int64_t *cols)
{
	while (name.n > 0) {
		const char *end = memchr(name.p, '_', name.n);
		struct str word = {name.p, end ? (size_t)(end - name.p) : name.n};
		const char *x = memchr(word.p, 'x', word.n);

		if (x && num_parse(word.p, (size_t)(x - word.p), 1, 1 << 20, rows) &&
		    num_parse(x + 1, word.n - (size_t)(x - word.p) - 1, 1,
			1 << 20, cols))
			return true;
		if (!end)
			break;
		name = str_from(name, word.n + 1);
	}
	return false;
}

struct rnn {
	int64_t gates, x, h, batch;
};

static void add_rnn_gemm(
    struct strbuf *b, bool layer, int64_t m, int64_t n, int64_t k)
{
	strbuf_text(b, layer ? "gemm=layer," : "gemm=recur,");
	add_key(b, "M", m);
	add_key(b, "N", n);
	add_key(b, "K", k);
}

/* Which of the two products a backward GEMM of a cell is: the size of the
 * tiles times the number of blocks is that of the result. */
static bool add_rnn_backward(
    const struct record *rec, const struct rnn *r, struct strbuf *b)
{
	bool wgrad = str_ends(rec->kernel, "_nt");
	int64_t rows, cols, gates;

	if (!(wgrad || str_ends(rec->kernel, "_nn")) ||
	    !record_has(rec, grid) || !name_tile(rec->kernel, &rows, &cols) ||
	    __builtin_mul_overflow(rows, rec->grid.x, &rows) ||
	    __builtin_mul_overflow(r->gates, r->h, &gates) ||
	    (rows != r->h && rows != r->x))
		return false;
	add_rnn_gemm(b, rows != r->h, rows, wgrad ? gates : r->batch,
	    wgrad ? r->batch : gates);
	return true;
}

/* Kernels of a forward come as product with the input, product with the state,
 * pointwise. */
static bool add_rnn_forward(
    const struct record *rec, const struct rnn *r, struct strbuf *b)
{
	int64_t gates;

	if (!record_has(rec, sub) || !record_has(rec, nsub) || rec->nsub < 3 ||
	    rec->sub % 3 > 1 || __builtin_mul_overflow(r->gates, r->h, &gates))
		return false;
	add_rnn_gemm(b, rec->sub % 3 == 0, gates, r->batch,
	    rec->sub % 3 == 0 ? r->x : r->h);
	return true;
}

/* The state, which has no name in the row: the argument behind the input. */
static const struct arg *second_tensor(const struct call *call)
{
	const struct arg *a = call->nargs > 1 ? &call->args[1] : NULL;

	return is_tensor(a) && op_args_positional(a) ? a : NULL;
}

/* Whether a node ran the kernel: the direction alone may come from a user's
 * range, around calls that are made as ever. */
static bool is_backward(const struct ask *ask)
{
	const struct record_calls *op = &ask->rec->op;
	bool node = false;

	for (size_t i = 0; i < op->n; i++)
		node |= op->v[i].node;
	return ask->c->backward || (node && str_is(ask->rec->dir, "bprop"));
}

static bool add_rnn_cell(const struct ask *ask, struct strbuf *b)
{
	bool lstm = str_is(ask->call->mod, "LSTMCell");
	const struct arg *x = find_tensor(ask, AT_input);
	const struct arg *h = second_tensor(ask->call);
	struct rnn r = {.gates = lstm ? 4 : 3};

	if (!(lstm || str_is(ask->call->mod, "GRUCell")) || !x || !h ||
	    x->shape.n != 2 || h->shape.n != 2)
		return false;
	r.batch = x->shape.v[0];
	r.x = x->shape.v[1];
	r.h = h->shape.v[1];
	if (!is_gemm(ask->rec) ||
	    !(is_backward(ask) ? add_rnn_backward(ask->rec, &r, b)
			       : add_rnn_forward(ask->rec, &r, b))) {
		strbuf_text(b, "cell=");
		strbuf_str(b, ask->call->mod);
		strbuf_char(b, ',');
		add_key(b, "X", r.x);
		add_key(b, "H", r.h);
		add_key(b, "B", r.batch);
	}
	add_work_type(b, ask->c, x);
	return true;
}

static bool (*const styles[])(const struct ask *ask, struct strbuf *b) = {
    [PARAMS_ONE] = add_one,
    [PARAMS_MAP] = add_map,
    [PARAMS_ALL] = add_all,
    [PARAMS_OPERANDS] = add_operands,
    [PARAMS_LINEAR] = add_linear,
    [PARAMS_CONV] = add_conv,
    [PARAMS_MM] = add_mm,
    [PARAMS_BMM] = add_bmm,
    [PARAMS_ADDMM] = add_addmm,
    [PARAMS_MATMUL] = add_matmul,
    [PARAMS_EMBEDDING] = add_embedding,
    [PARAMS_MSE_LOSS] = add_mse_loss,
    [PARAMS_INDEX_SELECT] = add_index_select,
    [PARAMS_MASKED_SELECT] = add_masked_select,
    [PARAMS_ADAM] = add_adam,
    [PARAMS_COPY] = add_copy,
    [PARAMS_RANDPERM] = add_randperm,
    [PARAMS_SIZED] = add_sized,
    [PARAMS_FULL] = add_full,
    [PARAMS_RNN_CELL] = add_rnn_cell,
};

/* The style for a call by its row.  PyProf knew some operators only in the form
 * in '_', and others in both; it knew no forms for lists of tensors. */
static unsigned style_of(const struct op_entry *e, const struct call *call)
{
	unsigned params = op_row(e)->params;
	bool in_place = op_args_inplace(call);
	struct str each;

	if (op_find_each(call, &each))
		return PARAMS_GENERAL;
	if (params & PARAMS_ONLY_IN_PLACE && !in_place)
		return PARAMS_GENERAL;
	if (!(params & (PARAMS_IN_PLACE | PARAMS_ONLY_IN_PLACE)) && in_place &&
	    !str_ends(str_of(op_row(e)->name), "_"))
		return PARAMS_GENERAL;
	return params & PARAMS_STYLE;
}

/* Append PyProf's text for an operator that it knew; false: it did not, or the
 * arguments are none that the text can say. */
static bool add_style(struct ask *ask, const struct op_entry *e, struct strbuf *b)
{
	unsigned style = e ? style_of(e, ask->call) : PARAMS_GENERAL;

	if (style == PARAMS_GENERAL)
		return false;
	op_args_bind(&ask->args, e, ask->call, ask->c->part, NULL);
	return styles[style](ask, b);
}

/* "T=[(32,10),(32,)],['float32','int64']" */
static void add_general(const struct call *call, struct strbuf *b)
{
	struct tensors t = {.call = call};
	const struct arg *a;
	size_t n = 0;

	strbuf_text(b, "T=[");
	while ((a = tensors_next(&t))) {
		if (n++ > 0)
			strbuf_char(b, ',');
		add_tuple(b, a->shape.v, a->shape.n);
	}
	strbuf_text(b, "],[");
	t = (struct tensors){.call = call};
	for (n = 0; (a = tensors_next(&t));) {
		if (n++ > 0)
			strbuf_char(b, ',');
		strbuf_char(b, '\'');
		if (a->dtype_text.n > 0)
			add_solid(b, a->dtype_text);
		else
			strbuf_text(b, "na");
		strbuf_char(b, '\'');
	}
	strbuf_char(b, ']');
}

static const struct call *innermost_with_args(const struct call *v, size_t n)
{
	for (size_t i = n; i > 0; i--) {
		if (v[i - 1].has_args && !v[i - 1].node)
			return &v[i - 1];
	}
	return NULL;
}

const struct call *params_call(const struct record *rec, const struct costed *c)
{
	const struct call *call = c->call;

	if (!call)
		call = innermost_with_args(rec->op.v, rec->op.n);
	if (!call)
		call = innermost_with_args(rec->fwd.v, rec->fwd.n);
	return call;
}

void params_text(const struct record *rec, const struct costed *c, struct strbuf *b)
{
	struct ask ask = {.rec = rec, .c = c, .call = params_call(rec, c)};
	const struct op_entry *e = c->entry;
	size_t n = b->n;

	if (!ask.call) {
		strbuf_text(b, "na=na,");
		return;
	}
	if (!e || c->call != ask.call)
		e = op_find(ask.call);
	if (add_style(&ask, e, b))
		return;
	b->n = n;
	add_general(ask.call, b);
}

bool params_bias(const struct record *rec, const struct call *call)
{
	return str_is(call->op, "linear") &&
	       str_is(call->mod, "torch.nn.functional") && !is_gemm(rec);
}

const struct arg *params_tensor(const struct call *call)
{
	struct tensors t = {.call = call};

	return tensors_next(&t);
}

struct str params_odd_type(const struct call *call)
{
	struct tensors t = {.call = call};
	const struct arg *a;

	while ((a = tensors_next(&t))) {
		if (a->dtype_text.n > 0 && a->dtype == DTYPE_UNKNOWN)
			return a->dtype_text;
	}
	return (struct str){0};
}

void params_shapes(const struct call *call, struct strbuf *b)
{
	struct tensors t = {.call = call};
	const struct arg *a;
	size_t n = 0;

	while ((a = tensors_next(&t))) {
		if (n++ > 0)
			strbuf_char(b, ';');
		add_dims(b, a->shape.v, a->shape.n);
	}
}

static void add_place(const struct arg *a, struct strbuf *b)
{
	bool list = a->value.kind == VALUE_ARGS;

	if (!list) {
		add_dims(b, a->shape.v, a->shape.v ? a->shape.n : 0);
		return;
	}
	strbuf_char(b, '[');
	for (size_t i = 0; i < a->value.args.n; i++) {
		const struct arg *t = &a->value.args.v[i];

		if (i > 0)
			strbuf_char(b, ',');
		add_dims(b, t->shape.v, t->shape.v ? t->shape.n : 0);
	}
	strbuf_char(b, ']');
}

void params_places(const struct call *call, struct strbuf *b)
{
	for (size_t i = 0; i < call->nargs; i++) {
		if (i > 0)
			strbuf_char(b, ';');
		add_place(&call->args[i], b);
	}
}
