/*
 * pool.c - maximum and average pooling in one to three dimensions.
 *
 * In:  a call with a tensor whose last dimensions are pooled, kernel_size,
 *      stride, padding, dilation; or output_size (adaptive)
 * Out: an operation for each element of a window, one for each element of the
 *      input where windows follow from the output (adaptive); bytes of in and
 *      out, and 8 an element for the indices of a maximum
 *
 * The kernels of torch's max_pool2d write the indices whether they are asked
 * for or not, because the backward wants them.
 */
#include "prof/ops/args.h"
#include "prof/ops/models.h"

#define MAX_SPATIAL 3

struct pool {
	size_t dims;
	struct op_shape in, out;
	uint64_t window; /* elements */
};

/* The stride: in torch the window's size where none is given, in ONNX 1. */
static void get_stride(const struct op_entry *e, const struct call *call,
    size_t dims, const int64_t *k, int64_t *s, bool *known)
{
	const struct arg *a = op_arg(e, call, "stride");
	size_t i;

	if (op_args_given(a) == GIVEN_NO ||
	    (a->value.kind == VALUE_LIST && a->value.list.n == 0))
		for (i = 0; i < dims; i++)
			s[i] = e->spaces & SPACE_ONNX ? 1 : k[i];
	else
		op_ints(e, call, "stride", s, dims, 1, known);
}

/* The output of pooling with a kernel; OP_BAD or more when it is unknown. */
static uint64_t by_kernel(
    const struct op_entry *e, const struct call *call, struct pool *p)
{
	struct op_window w[MAX_SPATIAL] = {0};
	int64_t k[MAX_SPATIAL], s[MAX_SPATIAL], d[MAX_SPATIAL];
	bool known = true, ceil_mode, same;
	uint64_t places;
	size_t i, at;

	op_ints(e, call, "kernel_size", k, p->dims, 0, &known);
	op_ints(e, call, "dilation", d, p->dims, 1, &known);
	ceil_mode = op_bool(e, call, "ceil_mode", false, &known);
	get_stride(e, call, p->dims, k, s, &known);
	if (!op_args_padding(e, call, p->dims, w, &same) || !known)
		return OP_NO_ATTR;
	p->out = p->in;
	p->window = 1;
	for (i = 0; i < p->dims; i++) {
		at = p->in.n - p->dims + i;
		w[i].size = k[i];
		w[i].stride = s[i];
		w[i].dilation = d[i];
		w[i].ceil = ceil_mode;
		places = op_windows(p->in.v[at], &w[i]);
		if (same && s[i] > 0)
			places = (uint64_t)(p->in.v[at] / s[i] +
					    (p->in.v[at] % s[i] != 0));
		if (places >= OP_BAD)
			return places;
		p->out.v[at] = (int64_t)places;
		p->window = op_mul(p->window, (uint64_t)k[i]);
	}
	return p->window;
}

/* One of output_size: None is as many as the input has. */
static bool adaptive_dim(const struct value *v, int64_t *dim)
{
	if (v->kind == VALUE_NONE)
		return true;
	if (v->kind != VALUE_INT || v->i < 0)
		return false;
	*dim = v->i;
	return true;
}

static uint64_t by_output(
    const struct op_entry *e, const struct call *call, struct pool *p)
{
	const struct arg *a = op_arg(e, call, "output_size");
	size_t i;

	p->out = p->in;
	if (!a)
		return OP_NO_ATTR;
	for (i = 0; i < p->dims; i++) {
		const struct value *v = &a->value;

		if (v->kind == VALUE_LIST) {
			if (v->list.n != p->dims && v->list.n != 1)
				return OP_NO_ATTR;
			v = &v->list.v[v->list.n == 1 ? 0 : i];
		}
		if (!adaptive_dim(v, &p->out.v[p->in.n - p->dims + i]))
			return OP_NO_ATTR;
	}
	return 0;
}

/* FLOPs for n windows of p and bytes of x and y, or dx and dy, and indices. */
static int set(const struct op_entry *e, const struct call *call,
    const struct pool *p, uint64_t n_out, bool grad, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	const struct arg *dy = op_tensor(e, call, "grad_output");
	const struct arg *indices = op_tensor(e, call, "indices");
	uint64_t n_in = op_shape_elems(&p->in), flops, bytes;

	bytes = grad ? op_add(op_moved_or(dy, n_out, x->dtype),
			   op_size(n_in, x->dtype))
		     : op_add(op_moved(x), op_size(n_out, x->dtype));

	if (e->variant & POOL_MAX) {
		/* Of a window's gradients one is not zero. */
		flops = grad			     ? n_out
			: e->variant & POOL_ADAPTIVE ? n_in
						     : op_mul(p->window, n_out);
		if (!(e->variant & POOL_BARE))
			bytes = op_add(
			    bytes, op_moved_or(indices, n_out, DTYPE_INT64));
	} else {
		flops = e->variant & POOL_ADAPTIVE ? n_in
						   : op_mul(p->window, n_out);
	}
	return op_set(cost, flops, 0, bytes);
}

/* max_unpool(x, indices, output_size): zeros, and x where the indices say. */
static int unpool(const struct op_entry *e, const struct call *call,
    struct pool *p, const struct arg *x, struct cost *cost)
{
	const struct arg *indices = op_tensor(e, call, "indices");
	int64_t size[OP_MAX_DIMS], k[MAX_SPATIAL], s[MAX_SPATIAL];
	struct op_window w[MAX_SPATIAL];
	bool known = true, same;
	uint64_t out;
	size_t i, n;

	p->out = p->in;
	if (op_args_ints(op_arg(e, call, "output_size"), size, OP_MAX_DIMS, &n) ==
		GIVEN_YES &&
	    n >= p->dims) {
		for (i = 0; i < p->dims; i++)
			p->out.v[p->in.n - p->dims + i] = size[n - p->dims + i];
	} else {
		op_ints(e, call, "kernel_size", k, p->dims, -1, &known);
		get_stride(e, call, p->dims, k, s, &known);
		known = op_args_padding(e, call, p->dims, w, &same) && known;
		for (i = 0; i < p->dims && known; i++) {
			int64_t *v = &p->out.v[p->in.n - p->dims + i];

			/* what the pooling before it made *v of */
			if (*v > INT32_MAX || *v < 1 || k[i] < 1 ||
			    k[i] > INT32_MAX || s[i] < 1 || s[i] > INT32_MAX ||
			    w[i].pad < 0 || w[i].pad > INT32_MAX)
				known = false;
			else
				*v = (*v - 1) * s[i] - 2 * w[i].pad + k[i];
		}
	}
	out = known ? op_shape_elems(&p->out) : OP_NO_ATTR;
	return op_set(cost, 0, 0,
	    op_add(op_add(op_moved(x), indices ? op_moved(indices) : OP_NO_SHAPE),
		op_size(out, x->dtype)));
}

/* fractional_max_pool(x, kernel_size, output_size, samples) */
static uint64_t by_both(
    const struct op_entry *e, const struct call *call, struct pool *p)
{
	int64_t k[MAX_SPATIAL];
	bool known = true;
	uint64_t status = by_output(e, call, p);
	size_t i;

	op_ints(e, call, "kernel_size", k, p->dims, -1, &known);
	p->window = 1;
	for (i = 0; i < p->dims; i++) {
		if (!known || k[i] < 1)
			return OP_NO_ATTR;
		p->window = op_mul(p->window, (uint64_t)k[i]);
	}
	return status;
}

/* All dimensions behind the channels: their number where the row has none; to
 * one element each where the image is one window. */
static void get_dims(const struct op_entry *e, struct pool *p)
{
	size_t i;

	if (e->variant & (POOL_ANY | POOL_ALL))
		p->dims = p->in.n > 2 ? p->in.n - 2 : 0;
	if (!(e->variant & POOL_ALL))
		return;
	p->out = p->in;
	for (i = 2; i < p->in.n; i++)
		p->out.v[i] = 1;
}

int op_pool(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost)
{
	const struct arg *x = op_tensor(e, call, "input");
	const struct arg *dy = op_tensor(e, call, "grad_output");
	struct pool p = {.dims = (size_t)(e->variant & POOL_DIMS)};
	bool grad = part != PART_FORWARD;
	uint64_t status, n_out;

	if (grad && e->variant & POOL_GRAD) {
		cost->why = WHY_NO_BACKWARD;
		return -1;
	}
	if (!op_shape_of(x, &p.in) || (e->variant & POOL_GRAD && !dy))
		return op_set(cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	get_dims(e, &p);
	if (p.in.n < p.dims || (p.dims > MAX_SPATIAL && !(e->variant & POOL_ALL)))
		return op_set(cost, OP_MISFIT, 0, OP_MISFIT);
	cost->dtype = x->dtype;
	if (e->variant & POOL_UNPOOL)
		return grad ? (cost->why = WHY_NO_BACKWARD, -1)
			    : unpool(e, call, &p, x, cost);
	status = e->variant & POOL_ALL	    ? 0
		 : e->variant & POOL_RANDOM ? by_both(e, call, &p)
		 : e->variant & POOL_ADAPTIVE
		     ? (e->variant & POOL_GRAD ? 0 : by_output(e, call, &p))
		     : by_kernel(e, call, &p);
	if (status >= OP_BAD)
		p.window = status;
	if (e->variant & POOL_GRAD)
		n_out = op_elems(dy);
	else
		n_out = status >= OP_BAD ? status : op_shape_elems(&p.out);
	return set(e, call, &p, n_out, grad || e->variant & POOL_GRAD, cost);
}
