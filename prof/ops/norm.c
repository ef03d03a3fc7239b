/*
 * norm.c - batch, instance, layer, group and RMS normalisation.
 *
 * In:  a call with a tensor, weight and bias or not, running statistics or not
 * Out: FLOPs an element: mean, variance, subtraction and scaling 4, affine 5;
 *      with given statistics 2; the backward 9 for dx (10 with a weight), 2 for
 *      the weight's gradient, 1 for the bias's.  Bytes: x, y, the parameters,
 *      and the statistics that are read, written and saved
 *
 * Saved statistics are float32 whatever the input.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define STATISTIC_SIZE 4
#define TRAIN_FLOPS 4
#define EVAL_FLOPS 2
#define RMS_FLOPS 3
#define RMS_GRAD_FLOPS 7

struct norm {
	const struct arg *x, *weight, *bias, *mean, *var; /* running */
	const struct arg *skip, *sum; /* added before; and kept */
	const struct arg *dy;	      /* of a backward operator */
	uint64_t n;		      /* elements */
	uint64_t rows;		      /* that have statistics of their own */
	enum op_given training;
	bool train;
	bool dx, dweight, dbias; /* wanted of a backward */
};

/* x.shape[i], 1 where it has no such dimension. */
static uint64_t dim(const struct arg *x, size_t i)
{
	if (i >= x->shape.n)
		return 1;
	return x->shape.v[i] < 0 ? OP_NO_SHAPE : (uint64_t)x->shape.v[i];
}

/* Rows of layer_norm: elements over those of normalized_shape. */
static uint64_t layer_rows(
    const struct op_entry *e, const struct call *call, const struct norm *m)
{
	struct op_shape s;
	uint64_t d;

	if (op_args_ints(op_arg(e, call, "normalized_shape"), s.v, OP_MAX_DIMS,
		&s.n) == GIVEN_YES)
		d = op_shape_elems(&s);
	else if (m->weight)
		d = op_elems(m->weight);
	else
		return OP_NO_ATTR;
	if (d >= OP_BAD || m->n >= OP_BAD)
		return d >= OP_BAD ? d : m->n;
	if (d == 0)
		return m->n ? OP_MISFIT : 0;
	return m->n % d ? OP_MISFIT : m->n / d;
}

static uint64_t get_rows(
    const struct op_entry *e, const struct call *call, const struct norm *m)
{
	switch (e->variant) {
	case NORM_BATCH:
	case NORM_BATCH_EVAL:
	case NORM_BATCH_TRAIN:
	case NORM_BATCH_GRAD:
	case NORM_STATS:
	case NORM_APPLY:
	case NORM_STATS_GRAD:
	case NORM_APPLY_GRAD:
		return dim(m->x, 1);
	case NORM_UNSAVED:
	case NORM_UNSAVED_ADD:
	case NORM_UNSAVED_RMS:
	case NORM_UNSAVED_RMS_ADD:
		return 0;
	case NORM_INSTANCE:
		return op_mul(dim(m->x, 0), dim(m->x, 1));
	case NORM_GROUP:
		return op_mul(
		    dim(m->x, 0), op_args_count(e, call, "num_groups", -1));
	case NORM_GROUP_NATIVE:
	case NORM_GROUP_GRAD:
		return op_mul(op_args_count(e, call, "N", -1),
		    op_args_count(e, call, "group", -1));
	default:
		return layer_rows(e, call, m);
	}
}

/* Whether statistics are computed; only batch and instance norm have a choice. */
static void get_training(
    const struct op_entry *e, const struct call *call, struct norm *m)
{
	const int variant = e->variant;
	const char *name = variant == NORM_INSTANCE ? "use_input_stats" : "training";
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
		m->train = op_bool(e, call, name, variant != NORM_BATCH, &known);
		m->training = known ? GIVEN_YES : GIVEN_UNTOLD;
		break;
	default:
		break;
	}
}

/* dx, dweight and dbias as output_mask wants them; all where there is none. */
static bool get_mask(
    const struct op_entry *e, const struct call *call, struct norm *m)
{
	int64_t want[3] = {1, 1, 1};
	size_t n;

	if (op_args_ints(op_arg(e, call, "output_mask"), want, 3, &n) == GIVEN_UNTOLD)
		return false;
	m->dx = want[0];
	m->dweight = want[1];
	m->dbias = want[2];
	return true;
}

static int forward(const struct norm *m, struct cost *cost)
{
	uint64_t weight = m->weight || m->bias ? TRAIN_FLOPS + 1 : TRAIN_FLOPS;
	uint64_t running = op_add(op_moved(m->mean), op_moved(m->var));
	uint64_t bytes = op_add(op_moved(m->x), op_size(m->n, m->x->dtype));

	if (m->training != GIVEN_YES)
		return op_set(cost, OP_NO_ATTR, 0, OP_NO_ATTR);
	bytes = op_add(bytes, op_add(op_moved(m->weight), op_moved(m->bias)));
	bytes = op_add(bytes, running);
	if (!m->train)
		return op_set(cost, op_mul(EVAL_FLOPS, m->n), 0, bytes);
	/* The running statistics are written back, the batch's saved. */
	bytes = op_add(bytes, running);
	bytes = op_add(bytes, op_mul(2 * STATISTIC_SIZE, m->rows));
	return op_set(cost, op_mul(weight, m->n), 0, bytes);
}

/* Bytes of dy and x, which a backward reads. */
static uint64_t dy_x(const struct norm *m)
{
	return op_add(op_moved_or(m->dy, m->n, m->x->dtype), op_moved(m->x));
}

/* The gradients that are wanted. */
static uint64_t dweight_size(const struct norm *m)
{
	return m->dweight && m->weight ? op_grad_as(m->weight, DTYPE_UNKNOWN) : 0;
}

static uint64_t dbias_size(const struct norm *m)
{
	return m->dbias && m->bias ? op_grad_as(m->bias, DTYPE_UNKNOWN) : 0;
}

static int backward(const struct norm *m, struct cost *cost)
{
	const enum dtype type = m->x->dtype;
	uint64_t weight = 0, bytes = dy_x(m);

	if (m->training != GIVEN_YES)
		return op_set(cost, OP_NO_ATTR, 0, OP_NO_ATTR);
	/* Given statistics do not depend on x: dx is dy / sigma, and weight. */
	bytes = op_add(bytes, m->train || !m->mean
				  ? op_mul(2 * STATISTIC_SIZE, m->rows)
				  : op_add(op_moved(m->mean), op_moved(m->var)));
	if (m->dx) {
		weight += m->train ? 9 : 1;
		if (m->weight)
			weight++;
		bytes = op_add(bytes, op_size(m->n, type));
		bytes = op_add(bytes, op_moved(m->weight));
	}
	if (m->dweight && m->weight)
		weight += 2;
	if (m->dbias && m->bias)
		weight += 1;
	bytes = op_add(bytes, op_add(dweight_size(m), dbias_size(m)));
	return op_set(cost, op_mul(weight, m->n), 0, bytes);
}

static int rms_forward(
    const struct op_entry *e, const struct norm *m, struct cost *cost)
{
	uint64_t weight = m->weight ? RMS_FLOPS + 1 : RMS_FLOPS;
	uint64_t x = op_size(m->n, m->x->dtype), bytes;

	bytes = op_add(op_moved(m->x), op_add(x, op_moved(m->weight)));
	if (e->variant == NORM_RMS_SAVED)
		bytes = op_add(bytes, op_mul(STATISTIC_SIZE, m->rows));
	if (e->variant == NORM_RMS_ADD) {
		weight++;
		bytes = op_add(bytes, op_mul(2, x));
	}
	return op_set(cost, op_mul(weight, m->n), 0, bytes);
}

static int rms_backward(const struct norm *m, struct cost *cost)
{
	uint64_t weight = 0, bytes = dy_x(m);

	bytes = op_add(bytes, op_mul(STATISTIC_SIZE, m->rows));
	if (m->dx) {
		weight += RMS_GRAD_FLOPS;
		bytes = op_add(bytes, op_size(m->n, m->x->dtype));
		bytes = op_add(bytes, op_moved(m->weight));
	}
	if (m->dweight && m->weight)
		weight += 2;
	bytes = op_add(bytes, dweight_size(m));
	return op_set(cost, op_mul(weight, m->n), 0, bytes);
}

/*
 * Batch norm in parts, for statistics of several devices: mean and variance of
 * this one, then y; in the backward the sums of dy and dy * x, then dx.  The
 * FLOPs of the parts add up to those of the whole.
 */
static int parts(const struct op_entry *e, const struct norm *m, struct cost *cost)
{
	uint64_t x = op_size(m->n, m->x->dtype);
	uint64_t stats = op_mul(2 * STATISTIC_SIZE, m->rows);
	uint64_t params = op_add(op_moved(m->weight), op_moved(m->bias));

	switch (e->variant) {
	case NORM_STATS:
		return op_set(cost, op_mul(TRAIN_FLOPS + 1 - EVAL_FLOPS, m->n),
		    0, op_add(op_moved(m->x), stats));
	case NORM_APPLY:
		return op_set(cost, op_mul(EVAL_FLOPS, m->n), 0,
		    op_add(op_add(op_moved(m->x), x), op_add(params, stats)));
	case NORM_STATS_GRAD: /* also the gradients of weight and bias */
		return op_set(cost, op_mul(3, m->n), 0,
		    op_add(dy_x(m),
			op_add(op_mul(2, stats), op_mul(2, dweight_size(m)))));
	default:
		return op_set(cost, op_mul(m->weight ? 10 : 9, m->n), 0,
		    op_add(op_add(dy_x(m), x),
			op_add(op_mul(2, stats), op_moved(m->weight))));
	}
}

/* In inference, where nothing is saved: x (and a residual) in, y out. */
static int unsaved(const struct op_entry *e, const struct norm *m, struct cost *cost)
{
	bool rms = e->variant == NORM_UNSAVED_RMS ||
		   e->variant == NORM_UNSAVED_RMS_ADD;
	uint64_t weight = rms ? RMS_FLOPS : TRAIN_FLOPS;
	uint64_t x = op_size(m->n, m->x->dtype);
	uint64_t bytes = op_add(op_moved(m->x), x);

	if (m->weight || m->bias)
		weight++;
	bytes = op_add(bytes, op_add(op_moved(m->weight), op_moved(m->bias)));
	if (m->skip) {
		weight++;
		bytes = op_add(bytes, op_moved(m->skip));
	}
	if (m->sum) { /* a bias of the skip's */
		weight++;
		bytes = op_add(bytes, op_moved(m->sum));
	}
	return op_set(cost, op_mul(weight, m->n), 0, bytes);
}

/*
 * weight_norm(v, g, dim): v * g / |v|, a norm for each row: two an element and
 * a root, a division, a product.  The norms are saved.
 */
static int weight_norm(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *v = op_tensor(e, call, "v"), *g = op_tensor(e, call, "g");
	uint64_t n = op_elems(v), rows = op_elems(g);

	if (part != PART_FORWARD) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (!v || !g)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	cost->dtype = v->dtype;
	return op_set(cost, op_add(op_mul(3, n), op_mul(2, rows)), 0,
	    op_add(op_add(op_moved(v), op_size(n, v->dtype)),
		op_add(op_moved(g), op_mul(STATISTIC_SIZE, rows))));
}

static bool is_rms(int variant)
{
	return variant == NORM_RMS || variant == NORM_RMS_SAVED ||
	       variant == NORM_RMS_OUT || variant == NORM_RMS_ADD ||
	       variant == NORM_RMS_GRAD || variant == NORM_UNSAVED_RMS ||
	       variant == NORM_UNSAVED_RMS_ADD;
}

static bool is_grad(int variant)
{
	return variant == NORM_BATCH_GRAD || variant == NORM_LAYER_GRAD ||
	       variant == NORM_GROUP_GRAD || variant == NORM_RMS_GRAD;
}

int op_norm(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	struct norm m = {0};

	if (e->variant == NORM_WEIGHT)
		return weight_norm(e, call, part, cost);
	if (part != PART_FORWARD && is_grad(e->variant)) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	m.x = op_tensor(e, call, "input");
	m.dy = op_tensor(e, call, "grad_output");
	m.mean = op_tensor(e, call, "running_mean");
	m.var = op_tensor(e, call, "running_var");
	m.weight = op_tensor(e, call, "weight");
	m.bias = op_tensor(e, call, "bias");
	m.skip = op_tensor(e, call, "skip");
	m.sum = op_tensor(e, call, "skip_bias");
	/* rmsnorm(x, weight), of libraries that return the result */
	if (e->variant == NORM_RMS_OUT && !m.weight && m.x) {
		m.weight = m.x;
		m.x = op_tensor(e, call, "out");
	}
	if (!m.x)
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	m.n = op_elems(m.x);
	m.rows = get_rows(e, call, &m);
	cost->dtype = m.x->dtype;
	get_training(e, call, &m);
	if (!get_mask(e, call, &m))
		return op_set(cost, OP_NO_ATTR, 0, OP_NO_ATTR);
	if (e->variant >= NORM_STATS && e->variant <= NORM_APPLY_GRAD) {
		if (part == PART_FORWARD)
			return parts(e, &m, cost);
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (part == PART_FORWARD && e->variant >= NORM_UNSAVED)
		return unsaved(e, &m, cost);
	if (part != PART_FORWARD || is_grad(e->variant)) {
		/* batch_norm's own backward does not say what bias it had. */
		if (e->variant == NORM_BATCH_GRAD || e->variant == NORM_GROUP_GRAD)
			m.bias = m.weight;
		return is_rms(e->variant) ? rms_backward(&m, cost)
					  : backward(&m, cost);
	}
	return is_rms(e->variant) ? rms_forward(e, &m, cost) : forward(&m, cost);
}
