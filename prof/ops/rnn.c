/*
 * rnn.c - recurrent layers and cells: LSTM, GRU, and the plain one.
 *
 * In:  a layer (torch's lstm, cuDNN's, ONNX's), a cell, a cell's fused
 *      pointwise part, or a PyProf module, which does not record its weights
 * Out: 2 FLOPs for each row and element of a weight matrix, 1 for each of a
 *      bias, and the gates' pointwise work; bytes of input, weights, result and
 *      states
 *
 * An element of any matrix (input, recurrent, projection) is used once in each
 * step of each sample.  So where weights were recorded their elements are all
 * that the products need, and no list of layers, directions and sizes; only
 * where they were not is their number worked out from the sizes.
 *
 * Source: arithmetic on the definitions in torch.nn; the pointwise backward on
 * torch's kernels in aten/src/ATen/native/cuda/RNN.cu.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

/* The number of gates, 4 LSTM, 3 GRU, 1 plain, plus flags. */
enum {
	RNN_GATES = 7,
	RNN_MODE = 1 << 3,   /* `mode` says which; sizes are arguments */
	RNN_CELL = 1 << 4,   /* one step */
	RNN_MODULE = 1 << 5, /* PyProf's: the weights are not recorded */
	RNN_FUSED = 1 << 6, /* the pointwise part of a cell, its input the gates */
	RNN_GRAD = 1 << 7, /* a backward operator */
	RNN_ONNX = 1 << 8, /* W, R, B with a direction in front */
	RNN_T = 1 << 9,	   /* ... and transposed */
};

#define MOST_TENSORS 512 /* of a call */

/* What a number of gates means. */
struct kind {
	uint64_t gates, work, work_grad; /* FLOPs an element, without biases */
	uint64_t states, saved; /* h, and c; elements that the fused cell saves */
};

static const struct kind *kind_of(uint64_t gates)
{
	/* 4 sums, 3 sigmoids of 4, 2 tanh, 3 for c, 1 for h;
	 * 3 sums, 2 sigmoids, the reset, tanh, 3 to blend; sum and tanh */
	static const struct kind kinds[] = {
	    {4, 22, 23, 2, 4}, {3, 16, 16, 1, 5}, {1, 2, 0, 1, 0}};
	size_t i;

	for (i = 0; i < NELEMS(kinds); i++)
		if (kinds[i].gates == gates)
			return &kinds[i];
	return NULL;
}

struct rnn {
	const struct kind *kind;
	const struct arg *x, *h, *c;
	uint64_t rows; /* steps of all samples */
	uint64_t batch, in, hidden;
	uint64_t wide;		   /* of h: the projection's, or hidden */
	uint64_t blocks, dirs;	   /* layers times directions; directions */
	uint64_t matrices, biases; /* elements of weights */
	uint64_t weight_bytes;
	enum dtype type;
	bool assumed; /* that there are biases */
};

/* All tensors of the call in order, those of lists too. */
struct tensors {
	const struct arg *v[MOST_TENSORS];
	size_t n;
};

static void add_tensor(struct tensors *t, const struct arg *a)
{
	if (a->kind == ARG_TENSOR && a->shape.v && t->n < MOST_TENSORS)
		t->v[t->n++] = a;
}

static void get_tensors(const struct call *call, struct tensors *t)
{
	size_t i, j;

	t->n = 0;
	for (i = 0; i < call->nargs; i++) {
		const struct arg *a = &call->args[i];

		add_tensor(t, a);
		if (a->kind != ARG_TENSOR && a->value.kind == VALUE_ARGS)
			for (j = 0; j < a->value.args.n; j++)
				add_tensor(t, &a->value.args.v[j]);
	}
}

/* Whether a list has tensors of which one was not recorded. */
static bool lacks_tensor(const struct call *call)
{
	size_t i, j;

	for (i = 0; i < call->nargs; i++) {
		const struct arg *a = &call->args[i];

		for (j = 0; a->value.kind == VALUE_ARGS && j < a->value.args.n; j++)
			if (!op_args_is_tensor(&a->value.args.v[j]))
				return true;
	}
	return false;
}

static uint64_t last_size(const struct arg *t)
{
	return t && t->shape.n ? op_extent(t, t->shape.n - 1) : OP_NO_SHAPE;
}

/* The n-th argument behind the tensors as a number, of a layer whose lists of
 * tensors may have been flattened or not recorded. */
static bool number_at(const struct call *call, size_t n, int64_t *i)
{
	size_t k, from = call->nargs;

	while (from > 0 && call->args[from - 1].kind != ARG_TENSOR &&
	       call->args[from - 1].value.kind != VALUE_ARGS)
		from--;
	k = from + n;
	if (k >= call->nargs)
		return false;
	if (call->args[k].value.kind == VALUE_INT)
		*i = call->args[k].value.i;
	else if (call->args[k].value.kind == VALUE_BOOL)
		*i = call->args[k].value.b;
	else
		return false;
	return true;
}

/* Weights that were recorded: matrices are multiplied, vectors added.  ONNX has
 * a direction in front. */
static void add_weights(
    const struct op_ask *q, struct rnn *r, const struct arg *const *w, size_t n)
{
	size_t dims = q->row->variant & RNN_ONNX ? 3 : 2, i;

	r->weight_bytes = 0;
	for (i = 0; i < n; i++) {
		uint64_t *sum = w[i]->shape.n >= dims ? &r->matrices : &r->biases;

		*sum = num_plus(*sum, op_elems(w[i]));
		r->weight_bytes = num_plus(r->weight_bytes, op_moved(w[i]));
	}
}

/* Weights of so many layers, from their sizes. */
static void make_weights(struct rnn *r, uint64_t layers, bool bias)
{
	uint64_t gates = num_times(r->kind->gates, r->hidden);
	uint64_t project = r->wide == r->hidden ? 0 : num_times(r->hidden, r->wide);
	uint64_t first =
	    num_plus(num_times(gates, num_plus(r->in, r->wide)), project);
	uint64_t width = num_times(r->dirs, r->wide);
	uint64_t next =
	    num_plus(num_times(gates, num_plus(width, r->wide)), project);

	r->matrices = num_times(
	    r->dirs, num_plus(first, num_times(layers ? layers - 1 : 0, next)));
	if (layers == 0)
		r->matrices = 0;
	r->biases = bias ? num_times(num_times(2, gates), r->blocks) : 0;
	r->weight_bytes = op_size(num_plus(r->matrices, r->biases), r->type);
}

/* Whether a tensor, if there is one, has these n sizes; one that is not known
 * may be any. */
static bool has_sizes(const struct arg *t, const uint64_t *v, size_t n)
{
	size_t i;

	if (!t)
		return true;
	for (i = 0; i < n && t->shape.n == n; i++)
		if (differ(op_extent(t, i), v[i]))
			return false;
	return t->shape.n == n;
}

#define SIZES(...)                                                             \
	(const uint64_t[]){__VA_ARGS__},                                       \
	    sizeof(const uint64_t[]){__VA_ARGS__} / sizeof(uint64_t)

/* Whether the weights of each block, in torch's order, are those of the sizes:
 * w_ih, w_hh, two biases or none, and where h is projected the weight of that.
 * Layers behind the first read what both directions wrote. */
static bool weights_fit(const struct rnn *r, const struct arg *const *w, size_t n)
{
	uint64_t gates = num_times(r->kind->gates, r->hidden), b;
	bool project = r->wide != r->hidden;
	uint64_t each;

	if (r->blocks == 0)
		return n == 0;
	each = n / r->blocks;
	if (each * r->blocks != n || each < 2 || each > 5 || each % 2 != project)
		return false;
	for (b = 0; b < r->blocks; b++, w += each) {
		uint64_t in = b == 0 || b < r->dirs ? r->in
			      : r->dirs ? num_times(r->dirs, r->wide)
					: OP_NO_ATTR;

		if (!has_sizes(w[0], SIZES(gates, in)) ||
		    !has_sizes(w[1], SIZES(gates, r->wide)) ||
		    (each > 3 && (!has_sizes(w[2], SIZES(gates)) ||
				     !has_sizes(w[3], SIZES(gates)))) ||
		    (project && !has_sizes(w[each - 1], SIZES(r->wide, r->hidden))))
			return false;
	}
	return true;
}

/* Whether the states are of as many samples as a batch (T, B, I) has, or
 * (B, T, I) where batch_first is 1; -1: either.  An input of two sizes is of
 * packed samples, whose number it does not say, or of one without a batch. */
static bool states_fit(const struct rnn *r, int64_t batch_first)
{
	size_t n = r->x->shape.n;

	if (n == 2 && r->h && r->h->shape.n == 2)
		return has_sizes(r->c, SIZES(r->blocks, r->hidden));
	if (!has_sizes(r->h, SIZES(r->blocks, r->batch, r->wide)) ||
	    !has_sizes(r->c, SIZES(r->blocks, r->batch, r->hidden)))
		return false;
	return n != 3 ||
	       (batch_first != 0 && !differ(r->batch, op_extent(r->x, 0))) ||
	       (batch_first != 1 && !differ(r->batch, op_extent(r->x, 1)));
}

/* Whether a cell's states are of as many samples as its input. */
static bool cell_fits(const struct rnn *r)
{
	uint64_t n = r->x->shape.n > 1 ? op_extent(r->x, 0) : 1;

	return !differ(n, r->batch) && op_alike(r->h, r->c);
}

/* Sizes from the states: (blocks, batch, width), a cell's without blocks. */
static uint64_t get_states(struct rnn *r, bool cell)
{
	size_t n = r->h->shape.n;

	if (n < 1 || n > 3)
		return OP_MISFIT;
	r->wide = last_size(r->h);
	r->hidden = r->c ? last_size(r->c) : r->wide;
	if (cell) {
		r->blocks = 1;
		r->batch = n > 1 ? op_extent(r->h, 0) : 1;
	} else {
		if (n < 2)
			return OP_MISFIT;
		r->blocks = op_extent(r->h, 0);
		r->batch = n > 2 ? op_extent(r->h, 1) : 1;
	}
	return num_bad(r->wide) ? r->wide : 0;
}

static uint64_t get_rows(struct rnn *r)
{
	uint64_t n = op_elems(r->x);

	r->in = last_size(r->x);
	if (num_bad(r->in) || num_bad(n))
		return num_bad(r->in) ? r->in : n;
	r->rows = r->in ? n / r->in : 0;
	return 0;
}

/* 1. PyProf's modules, LSTM.forward(x, h, c): their weights and options are not
 * among the arguments. */
static uint64_t get_module(const struct op_ask *q, struct rnn *r, bool cell)
{
	struct tensors t;
	uint64_t bad;

	get_tensors(q->call, &t);
	if (t.n < 2)
		return OP_NO_ATTR; /* hidden is the size of a state */
	r->h = t.v[1];
	r->c = t.n > 2 && r->kind->states > 1 ? t.v[2] : NULL;
	if ((bad = get_states(r, cell)))
		return bad;
	/* Two states may be two layers or two directions. */
	if (!(cell ? cell_fits(r) : states_fit(r, -1)))
		return OP_MISFIT;
	if (r->blocks != 1)
		return OP_NO_ATTR;
	r->dirs = 1;
	r->assumed = true;
	make_weights(r, 1, true);
	return 0;
}

/* Whether something stands between the tensors that is none: states that were
 * not recorded, so that weights stand in their place. */
static bool lacks_states(const struct call *call)
{
	size_t k, from = 0;

	for (k = 0; k < call->nargs; k++)
		if (call->args[k].kind == ARG_TENSOR ||
		    call->args[k].value.kind == VALUE_ARGS)
			from = k + 1;
	for (k = 0; k < from; k++)
		if (call->args[k].kind != ARG_TENSOR &&
		    (call->args[k].value.kind != VALUE_ARGS ||
			call->args[k].value.args.n == 0))
			return true;
	return false;
}

/* 2. lstm(x, [h, c], [weights], has_biases, num_layers, dropout, train,
 * bidirectional, batch_first); packed: batch_sizes behind x. */
static uint64_t get_layers(const struct op_ask *q, struct rnn *r)
{
	int64_t bias = 1, layers = 0, both = 0, batch_first = -1;
	bool known = number_at(q->call, 0, &bias) &&
		     number_at(q->call, 1, &layers) &&
		     number_at(q->call, 4, &both);
	struct tensors t;
	size_t i = 1;
	uint64_t bad;

	if (lacks_states(q->call))
		return OP_NO_SHAPE;
	if (known) /* else the others may stand in other places, too */
		number_at(q->call, 5, &batch_first);
	get_tensors(q->call, &t);
	if (t.n > 1 && t.v[1]->shape.n == 1)
		i++; /* batch_sizes */
	if (t.n <= i)
		return OP_NO_SHAPE;
	r->h = t.v[i++];
	if (r->kind->states > 1) {
		if (t.n <= i)
			return OP_NO_SHAPE;
		r->c = t.v[i++];
	}
	if ((bad = get_states(r, false)))
		return bad;
	r->dirs = known ? 1 + (both != 0) : r->blocks == 1 ? 1 : 0;
	if (!states_fit(r, batch_first) ||
	    (t.n > i && !weights_fit(r, t.v + i, t.n - i)))
		return OP_MISFIT;
	if (t.n > i)
		add_weights(q, r, t.v + i, t.n - i);
	else if (!known || layers < 0)
		return OP_NO_ATTR;
	else
		make_weights(r, (uint64_t)layers, bias != 0);
	return 0;
}

/* 3. A cell with its weights: x, h, (c,) w_ih, w_hh, b_ih, b_hh. */
static uint64_t get_cell(const struct op_ask *q, struct rnn *r)
{
	struct tensors t;
	size_t from = 1 + (size_t)r->kind->states;
	uint64_t bad;

	if (lacks_states(q->call))
		return OP_NO_SHAPE;
	get_tensors(q->call, &t);
	if (t.n < from + 2)
		return OP_NO_SHAPE;
	r->h = t.v[1];
	r->c = r->kind->states > 1 ? t.v[2] : NULL;
	if ((bad = get_states(r, true)))
		return bad;
	r->dirs = 1;
	if (!cell_fits(r) || !weights_fit(r, t.v + from, t.n - from))
		return OP_MISFIT;
	add_weights(q, r, t.v + from, t.n - from);
	return 0;
}

/* 4. cuDNN's and MIOpen's: all sizes are arguments. */
static uint64_t get_library(const struct op_ask *q, struct rnn *r)
{
	static const uint64_t gates[] = {1, 1, 4, 3}; /* relu, tanh, LSTM, GRU */
	bool known = true;
	int64_t mode = op_args_int(q, AT_mode, -1, &known);
	int64_t hidden = op_args_int(q, AT_hidden_size, -1, &known);
	int64_t layers = op_args_int(q, AT_num_layers, -1, &known);
	int64_t project = op_args_int(q, AT_proj_size, 0, &known);
	const struct arg *a = op_arg(q, AT_num_layers);
	/* Before torch 1.8 there was no proj_size, and all behind it stood one
	 * place ahead: batch_first, a bool, where num_layers is now. */
	bool old = a && a->value.kind == VALUE_BOOL;
	bool both =
	    op_args_bool(q, old ? AT_train : AT_bidirectional, false, &known);
	int64_t stride = op_args_int(q, AT_weight_stride0, 4, &known);
	int64_t batch_first;
	bool told = true;
	const struct arg *w;
	struct tensors t = {.n = 0};
	size_t n;

	if (old) {
		layers = project;
		project = 0;
	}
	if (!known || mode < 0 || mode > 3 || hidden < 0 || layers < 0 ||
	    project < 0)
		return OP_NO_ATTR;
	r->kind = kind_of(gates[mode]);
	r->h = op_tensor(q, AT_hx);
	r->c = op_tensor(q, AT_cx);
	r->hidden = (uint64_t)hidden;
	r->wide = project ? (uint64_t)project : r->hidden;
	r->dirs = both ? 2 : 1;
	r->blocks = num_times((uint64_t)layers, r->dirs);
	if (r->h && r->h->shape.n == 3)
		r->batch = op_extent(r->h, 1);
	else
		r->batch = OP_NO_SHAPE;
	batch_first =
	    op_args_bool(q, old ? AT_num_layers : AT_batch_first, false, &told);
	w = op_args_list(q, AT_weight, &n);
	while (w && n--)
		add_tensor(&t, w++);
	if (!states_fit(r, told ? batch_first : -1) ||
	    (t.n && !weights_fit(r, t.v, t.n)))
		return OP_MISFIT;
	if (t.n)
		add_weights(q, r, t.v, t.n);
	else
		make_weights(r, (uint64_t)layers,
		    stride > 3 || (stride > 2 && !project));
	return 0;
}

/* Whether ONNX's weights and states are those of the input.  Its layout 1 has
 * the batch in front, of the states too. */
static bool onnx_fits(const struct op_ask *q, const struct rnn *r)
{
	const struct arg *W = op_tensor(q, AT_W), *R = op_tensor(q, AT_R);
	uint64_t gates = num_times(r->kind->gates, r->hidden), n = r->dirs;
	uint64_t len = op_extent(r->x, 0), batch = op_extent(r->x, 1);

	if (q->row->variant & RNN_T) {
		if (!has_sizes(W, SIZES(n, r->in, gates)) ||
		    !has_sizes(R, SIZES(n, r->hidden, gates)))
			return false;
	} else if (!has_sizes(W, SIZES(n, gates, r->in)) ||
		   !has_sizes(R, SIZES(n, gates, r->hidden))) {
		return false;
	}
	return has_sizes(op_tensor(q, AT_B), SIZES(n, num_times(2, gates))) &&
	       has_sizes(op_tensor(q, AT_P), SIZES(n, num_times(3, r->hidden))) &&
	       ((has_sizes(r->h, SIZES(n, batch, r->hidden)) &&
		    has_sizes(r->c, SIZES(n, batch, r->hidden))) ||
		   (has_sizes(r->h, SIZES(len, n, r->hidden)) &&
		       has_sizes(r->c, SIZES(len, n, r->hidden))));
}

/* 5. ONNX: X, W (dirs, gates * H, I), R (dirs, gates * H, H), B. */
static uint64_t get_onnx(const struct op_ask *q, struct rnn *r)
{
	static const enum op_at names[] = {AT_W, AT_R, AT_B, AT_P};
	const struct arg *w[NELEMS(names)], *R = op_tensor(q, AT_R);
	size_t i, n = 0;

	for (i = 0; i < NELEMS(names); i++)
		if ((w[n] = op_tensor(q, names[i])))
			n++;
	if (!R || !op_tensor(q, AT_W))
		return OP_NO_SHAPE;
	if (R->shape.n != 3)
		return OP_MISFIT;
	r->h = op_tensor(q, AT_initial_h);
	r->c = op_tensor(q, AT_initial_c);
	r->dirs = r->blocks = op_extent(R, 0);
	r->hidden = r->wide = op_extent(R, q->row->variant & RNN_T ? 1 : 2);
	/* (T, B, I), layout 0 */
	if (r->x->shape.n != 3 || !onnx_fits(q, r))
		return OP_MISFIT;
	r->batch = op_extent(r->x, 1);
	add_weights(q, r, w, n);
	return 0;
}

static uint64_t get_sizes(const struct op_ask *q, struct rnn *r)
{
	const unsigned variant = q->row->variant;
	struct tensors t;
	uint64_t bad;

	r->kind = kind_of(variant & RNN_GATES);
	r->x = op_tensor(q, AT_input);
	if (!r->x && variant & RNN_MODULE) {
		get_tensors(q->call, &t);
		r->x = t.n ? t.v[0] : NULL;
	}
	if (!r->x)
		return OP_NO_SHAPE;
	r->type = r->x->dtype;
	if ((bad = get_rows(r)))
		return bad;
	if (variant & RNN_MODULE)
		return get_module(q, r, (variant & RNN_CELL) != 0);
	if (variant & RNN_CELL)
		return get_cell(q, r);
	if (variant & RNN_MODE)
		return get_library(q, r);
	if (variant & RNN_ONNX)
		return get_onnx(q, r);
	return get_layers(q, r);
}

/* Costs. */

/* Elements of the states as they end: h, and c of an LSTM. */
static uint64_t state_elems(const struct rnn *r)
{
	uint64_t wide = r->kind->states > 1 ? num_plus(r->wide, r->hidden) : r->wide;

	return num_times(num_times(r->blocks, r->batch), wide);
}

/* Elements of the result; a cell's is its state. */
static uint64_t result_elems(const struct op_ask *q, const struct rnn *r)
{
	if (q->row->variant & RNN_CELL)
		return 0;
	if (r->dirs == 0)
		return OP_NO_ATTR;
	return num_times(r->rows, num_times(r->dirs, r->wide));
}

/* The states at the start, and their gradients, which are as large. */
static void reads_start(struct op_ask *q, const struct rnn *r)
{
	reads(q, r->h);
	/* LSTMCell's markers leave c out where it is in a tuple. */
	if (!r->c && r->kind->states > 1 && q->row->variant & RNN_MODULE)
		reads(q, r->h);
	else
		reads(q, r->c);
}

static int forward(struct op_ask *q, const struct rnn *r)
{
	multiplies(q, num_times(num_times(2, r->rows), r->matrices));
	works(q, r->rows,
	    num_plus(r->biases,
		num_times(r->kind->work, num_times(r->hidden, r->blocks))));
	reads(q, r->x);
	moves_bytes(q, r->weight_bytes);
	moves(q, result_elems(q, r), r->type);
	reads_start(q, r);
	moves(q, state_elems(r), r->type);
	return done(q);
}

/* Whether a backward operator's result, of y elements, and gradients are those
 * of the forward. */
static bool gradients_fit(const struct op_ask *q, const struct rnn *r, uint64_t y)
{
	static const enum op_at results[] = {AT_output, AT_grad_output};
	size_t i;

	for (i = 0; i < NELEMS(results); i++) {
		const struct arg *t = op_tensor(q, results[i]);

		if (t && differ(op_elems(t), y))
			return false;
	}
	return op_alike(op_tensor(q, AT_grad_hy), r->h) &&
	       op_alike(op_tensor(q, AT_grad_cy), r->c);
}

/*
 * Two products for each of the forward's: the gradients of what was multiplied
 * and of the weights.
 */
static int backward(struct op_ask *q, const struct rnn *r)
{
	int64_t want[4] = {1, 1, 1, 1}; /* input, hx, cx, weights */
	bool cell = (q->row->variant & RNN_CELL) != 0;
	uint64_t y = cell ? state_elems(r) : result_elems(q, r);
	enum op_given given;
	size_t n;

	if (!gradients_fit(q, r, y))
		return lacks(q, OP_MISFIT);
	given = op_args_ints(op_arg(q, AT_output_mask), want, 4, &n);
	if (given == GIVEN_UNRECORDED || (given == GIVEN_YES && n < 4))
		estimates(q, WHY_ATTRIBUTE);
	takes_all(q, 2);
	multiplies(q, num_times(num_times(want[3] ? 4 : 2, r->rows), r->matrices));
	reads(q, r->x);
	moves_bytes(q, r->weight_bytes);
	moves(q, y, r->type);
	moves(q, y, r->type); /* dy */
	reads_start(q, r);
	reads(q, op_tensor(q, AT_grad_hy));
	reads(q, op_tensor(q, AT_grad_cy));
	if (want[0])
		moves(q, op_elems(r->x), r->type);
	if (want[1])
		reads_start(q, r);
	if (want[3])
		moves_bytes(q, r->weight_bytes);
	return done(q);
}

/* The pointwise part of a cell in one kernel, whose input are the gates. */
static int fused(struct op_ask *q)
{
	const struct kind *k = kind_of(q->row->variant & RNN_GATES);
	bool grad = (q->row->variant & RNN_GRAD) != 0;
	const struct arg *t = op_tensor(q, grad ? AT_workspace : AT_input_gates);
	const struct arg *b[2] = {
	    op_tensor(q, AT_input_bias), op_tensor(q, AT_hidden_bias)};
	/* states, and their gradients */
	const struct arg *h[] = {op_tensor(q, AT_hx), op_tensor(q, AT_cx),
	    op_tensor(q, AT_cy), op_tensor(q, AT_grad_hy),
	    op_tensor(q, AT_grad_cy)};
	uint64_t n = op_elems(t), per = grad ? k->saved : k->gates;
	uint64_t gates = op_last(t);
	size_t i;

	if (grad && q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (num_bad(n) || n % per)
		return lacks(q, num_bad(n) ? n : OP_MISFIT);
	q->cost->dtype = t->dtype;
	n /= per;
	for (i = 0; i < NELEMS(h); i++)
		if (h[i] && differ(op_elems(h[i]), n))
			return lacks(q, OP_MISFIT);
	if (!op_alike(t, grad ? NULL : op_tensor(q, AT_hidden_gates)) ||
	    (b[0] && differ(op_elems(b[0]), gates)) || !op_alike(b[0], b[1]))
		return lacks(q, OP_MISFIT);
	if (grad || q->part != PART_FORWARD) {
		works(q, k->work_grad, n);
		/* An LSTM: dh, dc, c before and after, the saved gates; their
		 * gradient and that of c.  A GRU: dh, what was saved; two
		 * gradients of the gates and that of h. */
		moves(q,
		    num_times(n, k->gates == 4 ? 4 + 4 + 4 + 1 : 1 + 5 + 6 + 1),
		    t->dtype);
		return done(q);
	}
	works(q, k->work, n);
	/* Both gates, h or c, the new states, and what is saved. */
	moves(q, num_times(n, 2 * k->gates + 1 + k->states + k->saved), t->dtype);
	for (i = 0; i < 2; i++) {
		if (!b[i])
			continue;
		works(q, k->gates, n);
		reads(q, b[i]);
	}
	return done(q);
}

static int cost_rnn(struct op_ask *q)
{
	struct rnn r = {0};
	bool grad = (q->row->variant & RNN_GRAD) != 0;
	uint64_t bad;

	if (q->row->variant & RNN_FUSED)
		return fused(q);
	if (grad && q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	bad = lacks_tensor(q->call) ? OP_NO_SHAPE : get_sizes(q, &r);
	if (bad)
		return lacks(q, bad);
	q->cost->dtype = r.type;
	if (r.assumed)
		estimates(q, WHY_ATTRIBUTE);
	return grad || q->part != PART_FORWARD ? backward(q, &r) : forward(q, &r);
}

/* clang-format off */
static const struct op_row rows[] = {
{"AttnLSTM", N, .why = WHY_NO_RULE},
{"DynamicQuantizeLSTM", N, "input,W,R,B,sequence_lens,initial_h,initial_c,P,W_scale,W_zero_point,R_scale,"
 "R_zero_point", RNN_ONNX | RNN_T | 4, .needs = 3},
{"GRU", N, "input,W,R,B,sequence_lens,initial_h", RNN_ONNX | 3, .needs = 3},
{"GRU.forward", O, "input", RNN_MODULE | 3},
{"GRUCell.forward", O, "input", RNN_MODULE | RNN_CELL | 3, .params = PARAMS_RNN_CELL},
{"LSTM", N, "input,W,R,B,sequence_lens,initial_h,initial_c,P", RNN_ONNX | 4, .needs = 3},
{"LSTM.forward", O, "input", RNN_MODULE | 4},
{"LSTMCell.forward", O, "input", RNN_MODULE | RNN_CELL | 4, .params = PARAMS_RNN_CELL},
{"RNN", N, "input,W,R,B,sequence_lens,initial_h", RNN_ONNX | 1, .needs = 3},
{"RNN.forward", O, "input", RNN_MODULE | 1},
{"RNNCell.forward", O, "input", RNN_MODULE | RNN_CELL | 1},
{"_cudnn_rnn", A, "input,weight...,weight_stride0,weight_buf,hx,cx,mode,hidden_size,proj_size,num_layers,"
 "batch_first,dropout,train,bidirectional,batch_sizes,dropout_state", RNN_MODE},
{"_cudnn_rnn_backward", A, "input,weight...,weight_stride0,weight_buf,hx,cx,output,grad_output,grad_hy,grad_cy,"
 "mode,hidden_size,proj_size,num_layers,batch_first,dropout,train,bidirectional,"
 "batch_sizes,dropout_state,reserve,output_mask", RNN_MODE | RNN_GRAD},
{"_thnn_differentiable_lstm_cell_backward", A, .why = WHY_PARTS},
{"_thnn_fused_gru_cell", A, "input_gates,hidden_gates,hx,input_bias,hidden_bias", RNN_FUSED | 3},
{"_thnn_fused_gru_cell_backward", A, "grad_hy,workspace,has_bias", RNN_FUSED | RNN_GRAD | 3},
{"_thnn_fused_lstm_cell", A, "input_gates,hidden_gates,cx,input_bias,hidden_bias", RNN_FUSED | 4},
{"_thnn_fused_lstm_cell_backward", A, "grad_hy,grad_cy,cx,cy,workspace,has_bias", RNN_FUSED | RNN_GRAD | 4},
{"_thnn_fused_lstm_cell_backward_impl", A, "grad_hy,grad_cy,cx,cy,workspace,has_bias", RNN_FUSED | RNN_GRAD | 4},
{"gru", T | A, "input", 3},
{"gru_cell", T | A, "input", RNN_CELL | 3},
{"lstm", T | A, "input", 4},
{"lstm_cell", T | A, "input", RNN_CELL | 4},
{"miopen_rnn", A, "input,weight...,weight_stride0,hx,cx,mode,hidden_size,num_layers,batch_first,dropout,"
 "train,bidirectional,batch_sizes,dropout_state", RNN_MODE},
{"miopen_rnn_backward", A, "input,weight...,weight_stride0,weight_buf,hx,cx,output,grad_output,grad_hy,grad_cy,"
 "mode,hidden_size,num_layers,batch_first,dropout,train,bidirectional,batch_sizes,"
 "dropout_state,reserve,output_mask", RNN_MODE | RNN_GRAD},
{"rnn_relu", T | A, "input", 1},
{"rnn_relu_cell", T | A, "input", RNN_CELL | 1},
{"rnn_tanh", T | A, "input", 1},
{"rnn_tanh_cell", T | A, "input", RNN_CELL | 1},
};
/* clang-format on */

const struct op_family op_rnn = {
    .title = "Recurrent layers",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_rnn,
    .tc = true,
};
