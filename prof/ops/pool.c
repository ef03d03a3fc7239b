/*
 * pool.c - maximum and average pooling in one to three dimensions.
 *
 * In:  a call with a tensor whose last dimensions are pooled, kernel_size,
 *      stride, padding, dilation; or output_size (adaptive)
 * Out: a FLOP for each element of a window, one for each element of the
 *      input where windows follow from the output (adaptive); bytes of in and
 *      out, and 8 an element for the indices of a maximum
 *
 * The kernels of torch's max_pool2d write the indices whether they are asked
 * for or not, because the backward wants them.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

/* A variant is the number of spatial dimensions plus these. */
enum {
	POOL_DIMS = 3,
	POOL_MAX = 4,
	POOL_ADAPTIVE = 16,
	POOL_GRAD = 32,	    /* the operator is the backward itself */
	POOL_BARE = 64,	    /* a maximum without indices */
	POOL_ALL = 128,	    /* all of the image is one window; any dimensions */
	POOL_ANY = 256,	    /* as many dimensions as the image has */
	POOL_UNPOOL = 512,  /* puts elements where the indices say */
	POOL_RANDOM = 1024, /* fractional: output_size and a window */
};

#define MAX_SPATIAL 3

struct pool {
	size_t dims;
	struct op_shape in, out;
	uint64_t window; /* elements */
};

/* The stride: in torch the window's size where none is given, in ONNX 1. */
static void get_stride(
    struct op_ask *q, size_t dims, const int64_t *k, int64_t *s, bool *known)
{
	const struct arg *a = op_arg(q, AT_stride);
	size_t i;

	if (op_args_given(a) == GIVEN_NO ||
	    (a->value.kind == VALUE_LIST && a->value.list.n == 0))
		for (i = 0; i < dims; i++)
			s[i] = q->row->spaces & SPACE_ONNX ? 1 : k[i];
	else
		op_args_spread(q, AT_stride, s, dims, 1, known);
}

/* The output of pooling with a kernel; NUM_BAD or more when it is unknown. */
static uint64_t by_kernel(struct op_ask *q, struct pool *p)
{
	struct op_window w[MAX_SPATIAL] = {0};
	int64_t k[MAX_SPATIAL], s[MAX_SPATIAL], d[MAX_SPATIAL];
	bool known = true, ceil_mode, same;
	uint64_t places;
	size_t i, at;

	op_args_spread(q, AT_kernel_size, k, p->dims, 0, &known);
	op_args_spread(q, AT_dilation, d, p->dims, 1, &known);
	ceil_mode = op_args_bool(q, AT_ceil_mode, false, &known);
	get_stride(q, p->dims, k, s, &known);
	if (!op_args_padding(q, p->dims, w, &same) || !known ||
	    op_args_given(op_arg(q, AT_kernel_size)) == GIVEN_NO)
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
		if (num_bad(places))
			return places;
		/* torch wants a part of the image in each */
		if (!(q->row->spaces & SPACE_ONNX) &&
		    w[i].pad > (d[i] * (k[i] - 1) + 1) / 2)
			return OP_MISFIT;
		p->out.v[at] = (int64_t)places;
		p->window = num_times(p->window, (uint64_t)k[i]);
	}
	return p->window;
}

/* One number of output_size; None: as many as the input has. */
static bool adaptive_dim(const struct value *v, int64_t *dim)
{
	if (v->kind == VALUE_NONE)
		return true;
	if (v->kind != VALUE_INT || v->i < 0)
		return false;
	*dim = v->i;
	return true;
}

static uint64_t by_output(struct op_ask *q, struct pool *p)
{
	const struct arg *a = op_arg(q, AT_output_size);
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

/* Whether the backward adds dy to zeros where the indices say; the others write
 * each element of dx. */
static bool adds_to_zeros(unsigned variant)
{
	return variant & POOL_MAX && variant & (POOL_ADAPTIVE | POOL_RANDOM);
}

/* How many random numbers place the windows of a fractional maximum: one for
 * each channel and dimension. */
static uint64_t samples(const struct pool *p)
{
	struct op_shape s = p->in;

	s.n -= p->dims;
	return num_times(p->dims, op_shape_elems(&s));
}

/* FLOPs for n_out windows of p and bytes of x and y, or dy and dx, and indices. */
static int set(struct op_ask *q, const struct pool *p, uint64_t n_out, bool grad)
{
	const unsigned variant = q->row->variant;
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *dy = op_tensor(q, AT_grad_output);
	uint64_t n_in = op_shape_elems(&p->in);

	if (grad && variant & POOL_MAX)
		works(q, 1, n_out); /* of a window's gradients one is not zero */
	else if (variant & POOL_ADAPTIVE)
		works(q, 1, n_out ? n_in : 0);
	else
		works(q, p->window, n_out);
	if (grad) {
		moves_bytes(q, op_moved_or(dy, n_out, x->dtype));
		if (adds_to_zeros(variant))
			fills(q, n_in, n_out, x->dtype, true);
		else
			moves(q, n_in, x->dtype);
	} else {
		reads(q, x);
		yields(q, n_out, x->dtype);
		if (variant & POOL_RANDOM)
			moves_bytes(q, op_moved_or(op_tensor(q, AT_random_samples),
					   samples(p), x->dtype));
	}
	if (variant & POOL_MAX && !(variant & POOL_BARE))
		moves_bytes(q,
		    op_moved_or(op_tensor(q, AT_indices), n_out, DTYPE_INT64));
	return done(q);
}

/* max_unpool(x, indices, output_size): zeros, and x where the indices say. */
static int unpool(struct op_ask *q, struct pool *p, const struct arg *x)
{
	const struct arg *indices = op_tensor(q, AT_indices);
	int64_t size[OP_MAX_DIMS], k[MAX_SPATIAL], s[MAX_SPATIAL];
	struct op_window w[MAX_SPATIAL];
	bool known = true, same;
	size_t i, n;

	p->out = p->in;
	if (op_args_ints(op_arg(q, AT_output_size), size, OP_MAX_DIMS, &n) ==
		GIVEN_YES &&
	    n >= p->dims) {
		for (i = 0; i < p->dims; i++)
			p->out.v[p->in.n - p->dims + i] = size[n - p->dims + i];
	} else {
		op_args_spread(q, AT_kernel_size, k, p->dims, -1, &known);
		get_stride(q, p->dims, k, s, &known);
		known = op_args_padding(q, p->dims, w, &same) && known;
		for (i = 0; i < p->dims && known; i++) {
			int64_t *v = &p->out.v[p->in.n - p->dims + i];

			/* the size that was pooled to *v before */
			if (*v > INT32_MAX || *v < 1 || k[i] < 1 ||
			    k[i] > INT32_MAX || s[i] < 1 || s[i] > INT32_MAX ||
			    w[i].pad < 0 || w[i].pad > INT32_MAX)
				known = false;
			else
				*v = (*v - 1) * s[i] - 2 * w[i].pad + k[i];
		}
	}
	reads(q, x);
	if (indices)
		reads(q, indices);
	else
		moves_bytes(q, OP_NO_SHAPE);
	fills(q,
	    op_args_result_elems(q, known ? op_shape_elems(&p->out) : OP_NO_ATTR),
	    op_elems(x), x->dtype, false);
	return done(q);
}

/* The output's size as a part of the input's, cut off to a whole number: one
 * for all dimensions, or one for each. */
static uint64_t by_ratio(struct op_ask *q, struct pool *p)
{
	const struct arg *a = op_arg(q, AT_output_ratio);
	struct arg one;
	double ratio;

	p->out = p->in;
	if (!a)
		return OP_NO_ATTR;
	one = *a;
	for (size_t i = 0; i < p->dims; i++) {
		int64_t *size = &p->out.v[p->in.n - p->dims + i];

		if (a->value.kind == VALUE_LIST && a->value.list.n != p->dims)
			return OP_NO_ATTR;
		if (a->value.kind == VALUE_LIST)
			one.value = a->value.list.v[i];
		if (op_args_real(&one, &ratio) != GIVEN_YES ||
		    !(ratio > 0 && ratio < 1))
			return OP_NO_ATTR;
		*size = (int64_t)((double)*size * ratio);
	}
	return 0;
}

/* fractional_max_pool(x, kernel_size, output_size, samples) */
static uint64_t by_both(struct op_ask *q, struct pool *p)
{
	int64_t k[MAX_SPATIAL];
	bool known = true;
	uint64_t status = op_args_given(op_arg(q, AT_output_size)) == GIVEN_YES
			      ? by_output(q, p)
			      : by_ratio(q, p);
	size_t i;

	op_args_spread(q, AT_kernel_size, k, p->dims, -1, &known);
	p->window = 1;
	for (i = 0; i < p->dims; i++) {
		if (!known || k[i] < 1)
			return OP_NO_ATTR;
		p->window = num_times(p->window, (uint64_t)k[i]);
	}
	return status;
}

/* Where the row has no number of dimensions, all behind the channels are
 * pooled; where the image is one window, to one element each. */
static void get_dims(struct op_ask *q, struct pool *p)
{
	size_t i;

	if (q->row->variant & (POOL_ANY | POOL_ALL))
		p->dims = p->in.n > 2 ? p->in.n - 2 : 0;
	if (!(q->row->variant & POOL_ALL))
		return;
	p->out = p->in;
	for (i = 2; i < p->in.n; i++)
		p->out.v[i] = 1;
}

/* The output; NUM_BAD or more when it is unknown. */
static uint64_t get_out(struct op_ask *q, struct pool *p)
{
	const unsigned variant = q->row->variant;

	if (variant & POOL_ALL) /* from get_dims */
		return 0;
	if (variant & POOL_RANDOM)
		return by_both(q, p);
	if (!(variant & POOL_ADAPTIVE))
		return by_kernel(q, p);
	return variant & POOL_GRAD ? 0 : by_output(q, p); /* dy has it */
}

/* Whether dy and the indices of a backward operator have the shape of the
 * result, where that is known.  Adaptive pooling has no size of its own there. */
static bool gradient_fits(
    const struct op_ask *q, const struct pool *p, uint64_t status)
{
	const struct arg out = {.shape = {(int64_t *)p->out.v, p->out.n}};

	if (num_bad(status) || q->row->variant & POOL_ADAPTIVE ||
	    !(q->row->variant & POOL_GRAD))
		return true;
	return op_alike(op_tensor(q, AT_grad_output), &out) &&
	       op_alike(op_tensor(q, AT_indices), &out);
}

/* torch runs mean where adaptive_avg_pool has one window for all of an image. */
static bool inside(const struct op_row *row, const struct op_row *inner,
    const struct arg *x, struct op_shape *y)
{
	const unsigned variant = row->variant;
	size_t dims = (size_t)(variant & POOL_DIMS), i;

	if (!(variant & POOL_ADAPTIVE) || variant & (POOL_MAX | POOL_GRAD) ||
	    strcmp(inner->name, "mean") != 0 || !op_shape_of(x, y) || y->n < dims)
		return false;
	for (i = y->n - dims; i < y->n; i++)
		y->v[i] = 1;
	return true;
}

static int cost_pool(struct op_ask *q)
{
	const unsigned variant = q->row->variant;
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *dy = op_tensor(q, AT_grad_output);
	struct pool p = {.dims = (size_t)(variant & POOL_DIMS)};
	bool grad = q->part != PART_FORWARD;
	uint64_t status, n_out;

	if (grad && variant & POOL_GRAD)
		return refuses(q, WHY_NO_BACKWARD);
	if (!op_shape_of(x, &p.in) || (variant & POOL_GRAD && !dy))
		return lacks(q, OP_NO_SHAPE);
	get_dims(q, &p);
	if (p.in.n < p.dims || (p.dims > MAX_SPATIAL && !(variant & POOL_ALL)))
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	if (variant & POOL_UNPOOL)
		return grad ? refuses(q, WHY_NO_BACKWARD) : unpool(q, &p, x);
	status = get_out(q, &p);
	if (status == OP_MISFIT || !gradient_fits(q, &p, status))
		return lacks(q, OP_MISFIT);
	if (num_bad(status))
		p.window = status;
	if (variant & POOL_GRAD)
		n_out = op_elems(dy);
	else
		n_out = op_args_result_elems(
		    q, num_bad(status) ? status : op_shape_elems(&p.out));
	return set(q, &p, n_out, grad || variant & POOL_GRAD);
}

/* Bytes of dx, to whose zeros dy is added. */
static uint64_t zeros(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	bool grad = q->part != PART_FORWARD || q->row->variant & POOL_GRAD;

	return grad && x && adds_to_zeros(q->row->variant)
		   ? op_size(op_elems(x), x->dtype)
		   : OP_NO_ATTR;
}

/* clang-format off */
static const struct op_row rows[] = {
{"AveragePool", N, "input", POOL_ANY},
{"GlobalAveragePool", N, "input", POOL_ADAPTIVE | POOL_ALL},
{"GlobalLpPool", N, .why = WHY_NO_RULE},
{"GlobalMaxPool", N, "input", POOL_MAX | POOL_BARE | POOL_ADAPTIVE | POOL_ALL},
{"LpPool", N, .why = WHY_NO_RULE},
{"MaxPool", N, "input", POOL_MAX | POOL_BARE | POOL_ANY},
{"MaxRoiPool", N, .why = WHY_VALUES},
{"MaxUnpool", N, "input,indices,output_size", POOL_UNPOOL | POOL_ANY},
{"NhwcMaxPool", N, .why = WHY_NO_RULE},
{"_adaptive_avg_pool2d", A, "input,output_size", POOL_ADAPTIVE | 2},
{"_adaptive_avg_pool2d_backward", A, "grad_output,input", POOL_GRAD | POOL_ADAPTIVE | 2},
{"_adaptive_avg_pool3d", A, "input,output_size", POOL_ADAPTIVE | 3},
{"_adaptive_avg_pool3d_backward", A, "grad_output,input", POOL_GRAD | POOL_ADAPTIVE | 3},
{"adaptive_avg_pool1d", F | T | A, "input,output_size", POOL_ADAPTIVE | 1},
{"adaptive_avg_pool2d", F | T | A, "input,output_size", POOL_ADAPTIVE | 2},
{"adaptive_avg_pool2d_backward", A, "grad_output,input", POOL_GRAD | POOL_ADAPTIVE | 2},
{"adaptive_avg_pool3d", F | T | A, "input,output_size", POOL_ADAPTIVE | 3},
{"adaptive_avg_pool3d_backward", A, "grad_output,input", POOL_GRAD | POOL_ADAPTIVE | 3},
{"adaptive_max_pool1d", F | T | A, "input,output_size", POOL_ADAPTIVE | POOL_MAX | 1},
{"adaptive_max_pool2d", F | T | A, "input,output_size", POOL_ADAPTIVE | POOL_MAX | 2},
{"adaptive_max_pool2d_backward", A, "grad_output,input,indices", POOL_GRAD | POOL_ADAPTIVE | POOL_MAX | 2},
{"adaptive_max_pool3d", F | T | A, "input,output_size", POOL_ADAPTIVE | POOL_MAX | 3},
{"adaptive_max_pool3d_backward", A, "grad_output,input,indices", POOL_GRAD | POOL_ADAPTIVE | POOL_MAX | 3},
{"avg_pool1d", F | T | A, "input,kernel_size,stride,padding,ceil_mode", 1},
{"avg_pool2d", F | T | A, "input,kernel_size,stride,padding,ceil_mode", 2},
{"avg_pool2d_backward", A, "grad_output,input,kernel_size,stride,padding,ceil_mode", POOL_GRAD | 2},
{"avg_pool3d", F | T | A, "input,kernel_size,stride,padding,ceil_mode", 3},
{"avg_pool3d_backward", A, "grad_output,input,kernel_size,stride,padding,ceil_mode", POOL_GRAD | 3},
{"fractional_max_pool2d", F, "input,kernel_size,output_size,output_ratio", POOL_MAX | POOL_RANDOM | 2},
{"fractional_max_pool2d", A, "input,kernel_size,output_size,random_samples", POOL_MAX | POOL_RANDOM | 2},
{"fractional_max_pool2d_backward", A, "grad_output,input,kernel_size,output_size,indices", POOL_GRAD | POOL_MAX | POOL_RANDOM | 2},
{"fractional_max_pool3d", A, "input,kernel_size,output_size,random_samples", POOL_MAX | POOL_RANDOM | 3},
{"fractional_max_pool3d_backward", A, "grad_output,input,kernel_size,output_size,indices", POOL_GRAD | POOL_MAX | POOL_RANDOM | 3},
{"lp_pool1d", F, .why = WHY_PARTS},
{"lp_pool2d", F, .why = WHY_PARTS},
{"max_pool1d", F | T | A, "input,kernel_size,stride,padding,dilation,ceil_mode", POOL_MAX | 1},
{"max_pool1d_with_indices", F | T | A, "input,kernel_size,stride,padding,dilation,ceil_mode", POOL_MAX | 1},
{"max_pool2d", F | T | A, "input,kernel_size,stride,padding,dilation,ceil_mode", POOL_MAX | 2},
{"max_pool2d_with_indices", F | T | A, "input,kernel_size,stride,padding,dilation,ceil_mode", POOL_MAX | 2},
{"max_pool2d_with_indices_backward", A, "grad_output,input,kernel_size,stride,padding,dilation,ceil_mode,indices", POOL_GRAD | POOL_MAX | 2},
{"max_pool3d", F | T | A, "input,kernel_size,stride,padding,dilation,ceil_mode", POOL_MAX | 3},
{"max_pool3d_with_indices", F | T | A, "input,kernel_size,stride,padding,dilation,ceil_mode", POOL_MAX | 3},
{"max_pool3d_with_indices_backward", A, "grad_output,input,kernel_size,stride,padding,dilation,ceil_mode,indices", POOL_GRAD | POOL_MAX | 3},
{"max_unpool2d", F, "input,indices,kernel_size,stride,padding,output_size", POOL_UNPOOL | 2},
{"max_unpool2d", A, "input,indices,output_size", POOL_UNPOOL | 2},
{"max_unpool3d", A, "input,indices,output_size", POOL_UNPOOL | 3},
{"quantized_max_pool2d", T | A, "input,kernel_size,stride,padding,dilation,ceil_mode", POOL_MAX | POOL_BARE | 2},
};
/* clang-format on */

const struct op_family op_pool = {
    .title = "Pooling",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_pool,
    .tensors = true,
    .inside = inside,
    .zeros = zeros,
};
