/*
 * norm.c - batch, instance, layer, group and RMS normalisation.
 *
 * In:  a call with a tensor, perhaps a weight, a bias and running statistics
 * Out: FLOPs an element: mean, variance, subtraction and scaling 4, affine 5;
 *      with given statistics 2; the backward 9 for dx (10 with a weight), 2 for
 *      the weight's gradient, 1 for the bias's.  Bytes: x, y, the parameters,
 *      and the statistics that are read, written and saved
 *
 * Saved statistics are of the type that torch accumulates in: float32 of a
 * half. Group norm's are of the weight's type, or of x's without one.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

enum {
	NORM_BATCH,
	NORM_BATCH_EVAL,  /* ..._no_training */
	NORM_BATCH_TRAIN, /* ..._with_update */
	NORM_INSTANCE,
	NORM_LAYER,
	NORM_GROUP,
	NORM_GROUP_NATIVE, /* native_group_norm: N, C, HxW are numbers */
	NORM_RMS,
	NORM_RMS_SAVED, /* writes 1/rms for the backward */
	NORM_RMS_OUT,	/* the result is the first argument */
	NORM_RMS_ADD,	/* adds a residual first, both in place */
	NORM_BATCH_GRAD,
	NORM_LAYER_GRAD,
	NORM_GROUP_GRAD,
	NORM_RMS_GRAD,
	NORM_STATS,	 /* batch_norm_stats: mean and 1/std */
	NORM_APPLY,	 /* batch_norm_elemt: given those */
	NORM_STATS_GRAD, /* batch_norm_backward_reduce */
	NORM_APPLY_GRAD, /* batch_norm_backward_elemt */
	NORM_UNSAVED, /* ONNX's in inference: statistics stay in the kernel */
	NORM_UNSAVED_ADD, /* ... a residual is added first */
	NORM_UNSAVED_RMS,
	NORM_UNSAVED_RMS_ADD,
	NORM_WEIGHT, /* weight_norm: v, g along a dim */
	NORM_WEIGHT_GRAD,
	NORM_RENORM, /* rows of a dim, cut to a greatest norm */
};

#define TRAIN_FLOPS 4
#define EVAL_FLOPS 2
#define RMS_FLOPS 3
#define RMS_GRAD_FLOPS 7

struct norm {
	const struct arg *x, *weight, *bias, *mean, *var; /* running */
	const struct arg *skip, *skip_bias;		  /* of a residual */
	const struct arg *dy;			  /* of a backward operator */
	const struct arg *saved_mean, *saved_dev; /* where they are arguments */
	enum dtype saved; /* their type, where they are not */
	uint64_t n;	  /* elements */
	uint64_t rows;	  /* that have statistics of their own */
	enum op_given training;
	bool train;
	bool dx, dweight, dbias; /* wanted from a backward */
};

static bool is_rms(unsigned variant)
{
	return variant == NORM_RMS || variant == NORM_RMS_SAVED ||
	       variant == NORM_RMS_OUT || variant == NORM_RMS_ADD ||
	       variant == NORM_RMS_GRAD || variant == NORM_UNSAVED_RMS ||
	       variant == NORM_UNSAVED_RMS_ADD;
}

static bool is_grad(unsigned variant)
{
	return variant == NORM_BATCH_GRAD || variant == NORM_LAYER_GRAD ||
	       variant == NORM_GROUP_GRAD || variant == NORM_RMS_GRAD;
}

static bool is_part(unsigned variant)
{
	return variant == NORM_STATS || variant == NORM_APPLY ||
	       variant == NORM_STATS_GRAD || variant == NORM_APPLY_GRAD;
}

static bool is_unsaved(unsigned variant)
{
	return variant == NORM_UNSAVED || variant == NORM_UNSAVED_ADD ||
	       variant == NORM_UNSAVED_RMS || variant == NORM_UNSAVED_RMS_ADD;
}

/* x.shape[i], 1 where it has no such dimension. */
static uint64_t dim(const struct arg *x, size_t i)
{
	return i < x->shape.n ? op_extent(x, i) : 1;
}

/* Whether a parameter or a statistic has n elements.  One that is empty or has
 * no dimensions stands for none. */
static bool is_long(const struct arg *t, uint64_t n)
{
	uint64_t has = op_elems(t);

	return !differ(has, n) || has == 0 || t->shape.n == 0;
}

/* Whether the last sizes of x are those of s. */
static bool ends_in(const struct arg *x, const struct op_shape *s)
{
	size_t i;

	for (i = 1; i <= s->n; i++)
		if (i > x->shape.n || x->shape.v[x->shape.n - i] != s->v[s->n - i])
			return false;
	return true;
}

/* Rows of layer_norm: the sizes in front of normalized_shape, in which x ends
 * and the weight and the bias have their sizes. */
static uint64_t layer_rows(struct op_ask *q, const struct norm *m)
{
	struct op_shape s;
	uint64_t d, rows = 1;
	size_t i;

	if (op_args_ints(op_arg(q, AT_normalized_shape), s.v, OP_MAX_DIMS, &s.n) ==
	    GIVEN_YES) {
		d = op_shape_elems(&s);
		if (!ends_in(m->x, &s) || !is_long(m->weight, d) ||
		    !is_long(m->bias, d))
			return OP_MISFIT;
		for (i = 0; i + s.n < m->x->shape.n; i++)
			rows = num_times(rows, op_extent(m->x, i));
		return rows;
	}
	if (!m->weight)
		return OP_NO_ATTR;
	d = op_elems(m->weight);
	if (num_bad(d) || num_bad(m->n))
		return num_bad(d) ? d : m->n;
	if (d == 0)
		return m->n ? OP_MISFIT : OP_NO_ATTR;
	return m->n % d ? OP_MISFIT : m->n / d;
}

/*
 * Whether the parameters and the statistics, saved ones too, are as long as x
 * has channels.  ONNX Runtime also has the operators with the channels last,
 * and libraries have layouts of their own.
 */
static bool has_channels(struct op_ask *q, const struct norm *m)
{
	static const enum op_at names[] = {AT_weight, AT_bias, AT_running_mean,
	    AT_running_var, AT_save_mean, AT_save_var, AT_save_invstd, AT_mean,
	    AT_invstd};
	size_t i;

	if (q->row->spaces & (SPACE_ONNX | SPACE_LIBRARY) || m->x->shape.n < 2)
		return true;
	for (i = 0; i < NELEMS(names); i++)
		if (!is_long(op_tensor(q, names[i]), dim(m->x, 1)))
			return false;
	return true;
}

/* Rows of group_norm(x, groups): of each image as many as there are groups,
 * which divide the channels. */
static uint64_t group_rows(struct op_ask *q, const struct norm *m)
{
	uint64_t groups = op_args_count(q, AT_num_groups);
	bool fits = has_channels(q, m);

	if (!(q->row->spaces & SPACE_LIBRARY) && !num_bad(groups))
		fits = fits && groups > 0 && dim(m->x, 1) % groups == 0;
	return fits ? num_times(dim(m->x, 0), groups) : OP_MISFIT;
}

/* The same where the sizes of x are arguments: N, C, H * W. */
static uint64_t native_rows(struct op_ask *q, const struct norm *m)
{
	uint64_t groups = op_args_count(q, AT_group), c = op_args_count(q, AT_C);
	uint64_t n = op_args_count(q, AT_N);
	uint64_t all = num_times(num_times(n, c), op_args_count(q, AT_HxW));

	if (differ(all, m->n))
		return OP_MISFIT;
	if (!num_bad(groups) && (groups == 0 || (!num_bad(c) && c % groups != 0)))
		return OP_MISFIT;
	if (!is_long(m->weight, c) || !is_long(m->bias, c))
		return OP_MISFIT;
	return num_times(n, groups);
}

static uint64_t get_rows(struct op_ask *q, const struct norm *m)
{
	switch (q->row->variant) {
	case NORM_BATCH:
	case NORM_BATCH_EVAL:
	case NORM_BATCH_TRAIN:
	case NORM_BATCH_GRAD:
	case NORM_STATS:
	case NORM_APPLY:
	case NORM_STATS_GRAD:
	case NORM_APPLY_GRAD:
		return has_channels(q, m) ? dim(m->x, 1) : OP_MISFIT;
	case NORM_UNSAVED:
	case NORM_UNSAVED_ADD:
	case NORM_UNSAVED_RMS:
	case NORM_UNSAVED_RMS_ADD:
		return 0;
	case NORM_INSTANCE:
		return has_channels(q, m) ? num_times(dim(m->x, 0), dim(m->x, 1))
					  : OP_MISFIT;
	case NORM_GROUP:
		return group_rows(q, m);
	case NORM_GROUP_NATIVE:
	case NORM_GROUP_GRAD:
		return native_rows(q, m);
	default:
		return layer_rows(q, m);
	}
}

/* Whether statistics are computed; only batch and instance norm have a choice.
 * Where it was not recorded the name of the kernel tells it, and in a backward
 * the saved mean, which is empty where none was computed. */
static void get_training(struct op_ask *q, struct norm *m)
{
	const unsigned variant = q->row->variant;
	const struct arg *saved = op_tensor(q, AT_save_mean);
	const struct arg *mean = op_arg(q, AT_running_mean);
	enum op_at name =
	    variant == NORM_INSTANCE ? AT_use_input_stats : AT_training;
	enum mode mode = op_args_mode(q);
	bool known = true;

	m->training = GIVEN_YES;
	m->train = true;
	switch (variant) {
	case NORM_BATCH_EVAL:
		m->train = false;
		break;
	case NORM_BATCH:
	case NORM_INSTANCE:
	case NORM_BATCH_GRAD:
		/* _native_batch_norm_legit.no_stats(x, w, b, training, ...) */
		if (mean && mean->kind == ARG_BOOL)
			name = AT_running_mean;
		m->train = op_args_bool(q, name, variant != NORM_BATCH, &known);
		if (known)
			break;
		if (num_bad(op_elems(saved)))
			saved = NULL;
		m->train = saved ? op_elems(saved) > 0 : mode == MODE_TRAINING;
		if (!saved && mode != MODE_TRAINING && mode != MODE_EVALUATION)
			m->training = GIVEN_UNRECORDED;
		break;
	default:
		break;
	}
}

/* Whether output_mask wants dx, dweight and dbias; without one all are wanted,
 * and so they are taken to be where it was not recorded. */
static void get_mask(struct op_ask *q, struct norm *m)
{
	int64_t want[3] = {1, 1, 1};
	enum op_given given;
	size_t n;

	given = op_args_ints(op_arg(q, AT_output_mask), want, 3, &n);
	if (given == GIVEN_UNRECORDED || (given == GIVEN_YES && n < 2))
		estimates(q, WHY_ATTRIBUTE);
	m->dx = want[0];
	m->dweight = want[1];
	m->dbias = want[2];
}

/* The type that torch accumulates numbers of the type in (toAccumulateType, of
 * a GPU), and saves statistics of them in. */
static enum dtype accumulated(enum dtype type)
{
	return type == DTYPE_FLOAT64 ? type : DTYPE_FLOAT32;
}

/* The type of the statistics that a call saves.  torch's group norm has
 * param_scalar_type. */
static enum dtype saved_type(const struct op_ask *q, const struct norm *m)
{
	const bool group = q->row->variant == NORM_GROUP ||
			   q->row->variant == NORM_GROUP_NATIVE ||
			   q->row->variant == NORM_GROUP_GRAD;

	if (!group || q->row->spaces & SPACE_LIBRARY)
		return accumulated(m->x->dtype);
	return m->weight ? m->weight->dtype : m->x->dtype;
}

/* The first of the names that is a tensor. */
static const struct arg *first_of(
    struct op_ask *q, const enum op_at *names, size_t n)
{
	const struct arg *t = NULL;
	size_t i;

	for (i = 0; i < n && !t; i++)
		t = op_tensor(q, names[i]);
	return t;
}

/* The saved statistics; false where there is not one for each row.  Those of
 * batch norm, which may be empty, are has_channels's. */
static bool get_saved(struct op_ask *q, struct norm *m)
{
	static const enum op_at means[] = {AT_save_mean, AT_mean};
	static const enum op_at devs[] = {
	    AT_save_invstd, AT_save_var, AT_invstd, AT_rstd};

	m->saved_mean = first_of(q, means, NELEMS(means));
	m->saved_dev = first_of(q, devs, NELEMS(devs));
	m->saved = saved_type(q, m);
	switch (q->row->variant) {
	case NORM_LAYER_GRAD:
	case NORM_GROUP_GRAD:
	case NORM_RMS_GRAD:
		return !differ(op_elems(m->saved_mean), m->rows) &&
		       !differ(op_elems(m->saved_dev), m->rows);
	default:
		return true;
	}
}

/* A statistic of each row, read or written, of the type of t if that is known. */
static void moves_statistic(
    struct op_ask *q, const struct norm *m, const struct arg *t)
{
	moves(q, m->rows, t && t->dtype ? t->dtype : m->saved);
}

/* Two of them, as mean and 1/sigma. */
static void moves_statistics(struct op_ask *q, const struct norm *m)
{
	moves_statistic(q, m, m->saved_mean);
	moves_statistic(q, m, m->saved_dev);
}

static int forward(struct op_ask *q, const struct norm *m)
{
	if (m->training != GIVEN_YES)
		return lacks(q, OP_NO_ATTR);
	reads(q, m->x);
	yields(q, m->n, m->x->dtype);
	reads(q, m->weight);
	reads(q, m->bias);
	reads(q, m->mean);
	reads(q, m->var);
	if (!m->train) {
		works(q, EVAL_FLOPS, m->n);
		return done(q);
	}
	works(q, m->weight || m->bias ? TRAIN_FLOPS + 1 : TRAIN_FLOPS, m->n);
	/* The running statistics are written back, the batch's saved. */
	reads(q, m->mean);
	reads(q, m->var);
	moves_statistics(q, m);
	return done(q);
}

/* dy and x, which a backward reads. */
static void reads_dy_x(struct op_ask *q, const struct norm *m)
{
	moves_bytes(q, op_moved_or(m->dy, m->n, m->x->dtype));
	reads(q, m->x);
}

/* The gradients that are wanted. */
static void moves_dweight(struct op_ask *q, const struct norm *m)
{
	if (m->dweight && m->weight)
		moves(q, op_elems(m->weight), m->weight->dtype);
}

static void moves_dbias(struct op_ask *q, const struct norm *m)
{
	if (m->dbias && m->bias)
		moves(q, op_elems(m->bias), m->bias->dtype);
}

static int backward(struct op_ask *q, const struct norm *m)
{
	uint64_t each = 0;

	if (m->training != GIVEN_YES)
		return lacks(q, OP_NO_ATTR);
	reads_dy_x(q, m);
	/* Given statistics do not depend on x: dx is dy / sigma * weight. */
	if (m->train || !m->mean) {
		moves_statistics(q, m);
	} else {
		reads(q, m->mean);
		reads(q, m->var);
	}
	if (m->dx) {
		each += m->train ? 9 : 1;
		each += m->weight ? 1 : 0;
		moves(q, m->n, m->x->dtype);
		reads(q, m->weight);
	}
	if (m->dweight && m->weight)
		each += 2;
	if (m->dbias && m->bias)
		each += 1;
	works(q, each, m->n);
	moves_dweight(q, m);
	moves_dbias(q, m);
	return done(q);
}

static int rms_forward(struct op_ask *q, const struct norm *m)
{
	works(q, m->weight ? RMS_FLOPS + 1 : RMS_FLOPS, m->n);
	reads(q, m->x);
	yields(q, m->n, m->x->dtype);
	reads(q, m->weight);
	if (q->row->variant == NORM_RMS_SAVED)
		moves_statistic(q, m, NULL);
	if (q->row->variant == NORM_RMS_ADD) { /* reads and writes the residual */
		works(q, 1, m->n);
		moves(q, m->n, m->x->dtype);
		moves(q, m->n, m->x->dtype);
	}
	return done(q);
}

static int rms_backward(struct op_ask *q, const struct norm *m)
{
	uint64_t each = 0;

	reads_dy_x(q, m);
	moves_statistic(q, m, m->saved_dev);
	if (m->dx) {
		each += RMS_GRAD_FLOPS;
		moves(q, m->n, m->x->dtype);
		reads(q, m->weight);
	}
	if (m->dweight && m->weight)
		each += 2;
	works(q, each, m->n);
	moves_dweight(q, m);
	return done(q);
}

/*
 * Batch norm in parts, for statistics of several devices: mean and variance of
 * this one, then y; in the backward the sums of dy and dy * x, then dx.  The
 * FLOPs of the parts add up to those of the whole.
 */
static int parts(struct op_ask *q, const struct norm *m)
{
	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	switch (q->row->variant) {
	case NORM_STATS:
		works(q, TRAIN_FLOPS + 1 - EVAL_FLOPS, m->n);
		reads(q, m->x);
		moves_statistics(q, m);
		break;
	case NORM_APPLY:
		works(q, EVAL_FLOPS, m->n);
		reads(q, m->x);
		moves(q, m->n, m->x->dtype);
		reads(q, m->weight);
		reads(q, m->bias);
		moves_statistics(q, m);
		break;
	case NORM_STATS_GRAD:
		works(q, 3, m->n);
		reads_dy_x(q, m);
		moves_statistics(q, m);
		moves_statistics(q, m); /* the sums */
		moves_dweight(q, m);
		moves_dweight(q, m); /* the bias's is as large */
		break;
	default: /* NORM_APPLY_GRAD */
		works(q, m->weight ? 10 : 9, m->n);
		reads_dy_x(q, m);
		moves(q, m->n, m->x->dtype);
		moves_statistics(q, m);
		moves_statistic(q, m, op_tensor(q, AT_sum_dy));
		moves_statistic(q, m, op_tensor(q, AT_sum_dy_xmu));
		reads(q, m->weight);
		break;
	}
	return done(q);
}

/* In inference nothing is saved: x (and a residual) is read, y written. */
static int unsaved(struct op_ask *q, const struct norm *m)
{
	works(q, is_rms(q->row->variant) ? RMS_FLOPS : TRAIN_FLOPS, m->n);
	reads(q, m->x);
	yields(q, m->n, m->x->dtype);
	if (m->weight || m->bias)
		works(q, 1, m->n);
	reads(q, m->weight);
	reads(q, m->bias);
	if (m->skip)
		works(q, 1, m->n);
	reads(q, m->skip);
	if (m->skip_bias)
		works(q, 1, m->n);
	reads(q, m->skip_bias);
	return done(q);
}

/* Whether g is a number for each place along dim of v, or one for all of it,
 * where dim is below 0. */
static bool has_norms(struct op_ask *q, const struct arg *v, const struct arg *g)
{
	const struct arg *a = op_arg(q, AT_dim);
	struct op_shape s;
	int64_t dim;
	size_t i;

	if (!a || !op_args_whole(&a->value, &dim) || dim < 0 || !op_shape_of(v, &s))
		return true;
	return op_dim(dim, s.n, &i) && !differ(op_elems(g), (uint64_t)s.v[i]);
}

/*
 * weight_norm(v, g, dim): v * g / |v|, a norm for each row: two an element and
 * a root, a division, a product.  The norms are saved.
 */
static int weight_norm(struct op_ask *q)
{
	const struct arg *v = op_tensor(q, AT_v), *g = op_tensor(q, AT_g);

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!v || !g)
		return lacks(q, OP_NO_SHAPE);
	if (!has_norms(q, v, g))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = v->dtype;
	works(q, 3, op_elems(v));
	works(q, 2, op_elems(g));
	reads(q, v);
	moves(q, op_elems(v), v->dtype);
	reads(q, g);
	moves(q, op_elems(g), accumulated(g->dtype));
	return done(q);
}

/* Its backward: for each row the dot product of dw and v, and dv, which is dw
 * and v times a factor each: 6 an element. */
static int weight_norm_grad(struct op_ask *q)
{
	const struct arg *dw = op_tensor(q, AT_grad);
	const struct arg *v = op_tensor(q, AT_v), *g = op_tensor(q, AT_g);
	const struct arg *norms = op_tensor(q, AT_norms);

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!dw || !v || !g)
		return lacks(q, OP_NO_SHAPE);
	if (!has_norms(q, v, g) || differ(op_elems(dw), op_elems(v)) ||
	    differ(op_elems(norms), op_elems(g)))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = v->dtype;
	works(q, 6, op_elems(v));
	works(q, 1, op_elems(g));
	reads(q, dw);
	reads(q, v);
	reads(q, g);
	moves_bytes(q, op_moved_or(norms, op_elems(g), accumulated(g->dtype)));
	moves(q, op_elems(v), v->dtype);
	moves(q, op_elems(g), g->dtype);
	return done(q);
}

/* renorm(x, p, dim, maxnorm): a norm of each row, a comparison and a quotient. */
static int renorm(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *a = op_arg(q, AT_dim);
	struct op_shape s;
	int64_t dim;
	bool known;
	size_t i;

	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!op_shape_of(x, &s))
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = x->dtype;
	known = a && op_args_whole(&a->value, &dim);
	if (known && !op_dim(dim, s.n, &i))
		return lacks(q, OP_MISFIT);
	works(q, 2, op_elems(x));
	works(q, 2, known ? (uint64_t)s.v[i] : OP_NO_ATTR);
	reads(q, x);
	moves(q, op_elems(x), x->dtype);
	return done(q);
}

static int cost_norm(struct op_ask *q)
{
	struct norm m = {0};

	if (q->row->variant == NORM_WEIGHT)
		return weight_norm(q);
	if (q->row->variant == NORM_WEIGHT_GRAD)
		return weight_norm_grad(q);
	if (q->row->variant == NORM_RENORM)
		return renorm(q);
	if (q->part != PART_FORWARD && is_grad(q->row->variant))
		return refuses(q, WHY_NO_BACKWARD);
	m.x = op_tensor(q, AT_input);
	m.dy = op_tensor(q, AT_grad_output);
	m.mean = op_tensor(q, AT_running_mean);
	m.var = op_tensor(q, AT_running_var);
	m.weight = op_tensor(q, AT_weight);
	m.bias = op_tensor(q, AT_bias);
	m.skip = op_tensor(q, AT_skip);
	m.skip_bias = op_tensor(q, AT_skip_bias);
	/* rmsnorm(x, weight), of libraries that return the result */
	if (q->row->variant == NORM_RMS_OUT && !m.weight && m.x) {
		m.weight = m.x;
		m.x = op_tensor(q, AT_out);
	}
	if (!m.x)
		return lacks(q, OP_NO_SHAPE);
	m.n = op_elems(m.x);
	if (differ(op_elems(m.dy), m.n))
		return lacks(q, OP_MISFIT);
	m.rows = get_rows(q, &m);
	if (m.rows == OP_NO_ATTR && op_tensor(q, AT_rstd)) /* was saved */
		m.rows = op_elems(op_tensor(q, AT_rstd));
	if (m.rows == OP_MISFIT || !get_saved(q, &m))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = m.x->dtype;
	get_training(q, &m);
	get_mask(q, &m);
	if (op_args_mode(q) != MODE_TRAINING) /* a library's, which makes all */
		takes_all(q, 1u + (m.weight != NULL) + (m.bias != NULL));
	if (is_part(q->row->variant))
		return parts(q, &m);
	if (q->part == PART_FORWARD && is_unsaved(q->row->variant))
		return unsaved(q, &m);
	if (q->part != PART_FORWARD || is_grad(q->row->variant)) {
		/* These do not record the bias, which is as large as the
		 * weight. */
		if (q->row->variant == NORM_BATCH_GRAD ||
		    q->row->variant == NORM_GROUP_GRAD)
			m.bias = m.weight;
		return is_rms(q->row->variant) ? rms_backward(q, &m)
					       : backward(q, &m);
	}
	return is_rms(q->row->variant) ? rms_forward(q, &m) : forward(q, &m);
}

/* clang-format off */
static const struct op_row rows[] = {
{"BatchNormalization", N, "input,weight,bias,running_mean,running_var", NORM_BATCH},
{"BatchNormalizationGrad", N, .why = WHY_NO_RULE},
{"FusedLayerNormAffineFunction", O, "input,weight,bias,normalized_shape", NORM_LAYER},
{"FusedRMSNormAffineFunction", O, "input,weight,normalized_shape", NORM_RMS_SAVED},
{"GroupNorm", N, "input,weight,bias", NORM_UNSAVED},
{"GroupNormalization", N, "input,weight,bias", NORM_UNSAVED},
{"InstanceNormalization", N, "input,weight,bias", NORM_UNSAVED},
{"LRN", N, .why = WHY_NO_RULE},
{"LayerNormalization", N, "input,weight,bias", NORM_UNSAVED},
{"LayerNormalizationGrad", N, .why = WHY_NO_RULE},
{"LigerLayerNormFunction", O, "input,weight,bias", NORM_LAYER},
{"LigerRMSNormFunction", O, "input,weight", NORM_RMS_SAVED},
{"LpNormalization", N, .why = WHY_NO_RULE},
{"MeanVarianceNormalization", N, "input", NORM_UNSAVED},
{"RMSNormalization", N, "input,weight", NORM_UNSAVED_RMS},
{"SimplifiedLayerNormalization", N, "input,weight", NORM_UNSAVED_RMS},
{"SkipLayerNormalization", N, "input,skip,weight,bias,skip_bias", NORM_UNSAVED_ADD},
{"SkipSimplifiedLayerNormalization", N, "input,skip,weight,skip_bias", NORM_UNSAVED_RMS_ADD},
{"_LayerNorm", O, "input,weight,bias", NORM_LAYER},
{"_RMSNorm", O, "input,weight", NORM_RMS_SAVED},
{"_batch_norm_impl_index", A, "input,weight,bias,running_mean,running_var,training", NORM_BATCH},
{"_batch_norm_impl_index_backward", A, "impl,input,grad_output,weight,running_mean,running_var,save_mean,save_var,"
 "training,eps,output_mask,reserve", NORM_BATCH_GRAD},
{"_batch_norm_no_update", A, "input,weight,bias,running_mean,running_var", NORM_BATCH_EVAL},
{"_batch_norm_with_update", A, "input,weight,bias,running_mean,running_var", NORM_BATCH_TRAIN},
{"_fused_rms_norm", A, "input,normalized_shape,weight", NORM_RMS_SAVED},
{"_fused_rms_norm_backward", A, "grad_output,input,normalized_shape,rstd,weight,output_mask", NORM_RMS_GRAD},
/* AITER puts the result and a workspace in front since 2026. */
{"_groupnorm_run", L, "workspace...,input*,num_groups,weight,bias", NORM_GROUP},
{"_native_batch_norm_legit", A, "input,weight,bias,running_mean,running_var,training", NORM_BATCH},
{"_native_batch_norm_legit_functional", A, "input,weight,bias,running_mean,running_var,training", NORM_BATCH},
{"_native_batch_norm_legit_no_training", A, "input,weight,bias,running_mean,running_var", NORM_BATCH_EVAL},
{"_weight_norm", T | A, "v,g,dim", NORM_WEIGHT},
{"_weight_norm_interface", A, "v,g,dim", NORM_WEIGHT},
{"_weight_norm_interface_backward", A, "grad,v,g,norms,dim", NORM_WEIGHT_GRAD},
{"add_rmsnorm", L, "out,input,residual,residual_out,weight", NORM_RMS_ADD},
{"apex::FusedLayerNormAffineFunction", O, "input,weight,bias,normalized_shape", NORM_LAYER},
{"apex::FusedRMSNormAffineFunction", O, "input,weight,normalized_shape", NORM_RMS_SAVED},
{"batch_norm", F, "input,running_mean,running_var,weight,bias,training", NORM_BATCH, .params = PARAMS_ONE},
{"batch_norm", T | A, "input,weight,bias,running_mean,running_var,training", NORM_BATCH, .params = PARAMS_ONE},
{"batch_norm_backward", A, "grad_output,input,weight,running_mean,running_var,save_mean,save_invstd,"
 "training,eps,output_mask,reserve", NORM_BATCH_GRAD},
{"batch_norm_backward_elemt", T | A, "grad_output,input,mean,invstd,weight,sum_dy,sum_dy_xmu,count", NORM_APPLY_GRAD},
{"batch_norm_backward_reduce", T | A, "grad_output,input,mean,invstd,weight", NORM_STATS_GRAD},
{"batch_norm_elemt", T | A, "input,weight,bias,mean,invstd,eps", NORM_APPLY},
{"batch_norm_gather_stats_with_counts", T | A, .why = WHY_NO_RULE},
{"batch_norm_stats", T | A, "input,eps", NORM_STATS},
{"batch_norm_update_stats", T | A, .why = WHY_NO_RULE},
{"cudnn_batch_norm", A, "input,weight,bias,running_mean,running_var,training", NORM_BATCH},
{"cudnn_batch_norm_backward", A, "input,grad_output,weight,running_mean,running_var,save_mean,save_var,eps,reserve", NORM_BATCH_GRAD},
{"fused_add_rms_norm", L, "input,residual,weight", NORM_RMS_ADD},
{"fused_add_rmsnorm", L, "input,residual,weight", NORM_RMS_ADD},
{"group_norm", F | T | A, "input,num_groups,weight,bias", NORM_GROUP},
{"instance_norm", F, "input,running_mean,running_var,weight,bias,use_input_stats", NORM_INSTANCE},
{"instance_norm", T | A, "input,weight,bias,running_mean,running_var,use_input_stats", NORM_INSTANCE},
{"layer_norm", F | T | A, "input,normalized_shape,weight,bias", NORM_LAYER},
{"local_response_norm", F, .why = WHY_PARTS},
{"miopen_batch_norm", A, "input,weight,bias,running_mean,running_var,training", NORM_BATCH},
{"miopen_batch_norm_backward", A, "input,grad_output,weight,running_mean,running_var,save_mean,save_var", NORM_BATCH_GRAD},
{"native_batch_norm", T | A, "input,weight,bias,running_mean,running_var,training", NORM_BATCH},
{"native_batch_norm_backward", A, "grad_output,input,weight,running_mean,running_var,save_mean,save_invstd,"
 "training,eps,output_mask", NORM_BATCH_GRAD},
{"native_group_norm", T | A, "input,weight,bias,N,C,HxW,group", NORM_GROUP_NATIVE},
{"native_group_norm_backward", A, "grad_output,input,mean,rstd,weight,N,C,HxW,group,output_mask", NORM_GROUP_GRAD},
{"native_layer_norm", T | A, "input,normalized_shape,weight,bias", NORM_LAYER},
{"native_layer_norm_backward", A, "grad_output,input,normalized_shape,mean,rstd,weight,bias,output_mask", NORM_LAYER_GRAD},
{"primus::fused_ln_modulate", O, .why = WHY_NO_RULE},
{"primus::fused_ln_modulate_backward", O, .why = WHY_NO_RULE},
{"quantized_batch_norm", T | A, .why = WHY_NO_RULE},
{"renorm", T | X | A, "input,p,dim,max_norm", NORM_RENORM},
{"rms_norm", F | T | A, "input,normalized_shape,weight", NORM_RMS},
{"rms_norm", L, "out,input,weight", NORM_RMS_OUT},
{"rmsnorm", L, "out,input,weight", NORM_RMS_OUT},
{"rmsnorm2d_fwd", L, "input,weight", NORM_RMS},
};
/* clang-format on */

const struct op_family op_norm = {
    .title = "Normalisation",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_norm,
    .tensors = true,
    .each_flops = OP_EACH(5),
};
