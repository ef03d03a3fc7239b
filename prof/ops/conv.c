/*
 * conv.c - convolutions in one to three dimensions: plain, grouped,
 * depthwise, transposed, and their backward operators.
 *
 * In:  a call with input and weight, or with grad_output as well
 * Out: 2 FLOPs a multiply-add of the direct algorithm, whatever the kernel
 *	does; bytes of input, weight and result
 *
 * Groups are read off the shapes and not from the argument: a weight is
 * (Co, Ci / g, k...), transposed (Ci, Co / g, k...), so that the FLOPs are
 * 2 * results * weight[1] * prod(k), and for a transposed one 2 * inputs *
 * weight[1] * prod(k).  emit_nvtx records no argument but shapes, and
 * depthwise operators have no argument for groups.
 *
 * Sources: torch/utils/flop_counter.py (conv_flop, conv_backward_flop) except
 * that the weight's gradient of a grouped convolution is not multiplied by g
 * (pytorch PR 183405); see pp-models(7).
 */
#include "prof/ops/conv.h"

#include "common/nelems.h"
#include "prof/ops/family.h"
#include "prof/ops/product.h"

enum {
	CONV_T = 1,	  /* transposed */
	CONV_ASK = 2,	  /* ... where the argument `transposed` says so */
	CONV_RELU = 4,	  /* relu of the result in the same kernel */
	CONV_GRAD = 8,	  /* a backward operator: has grad_output */
	CONV_ADD = 16,	  /* adds a tensor, z, to the result */
	CONV_CAUSAL = 32, /* of one dimension, as long as the input, depthwise */
	CONV_TBC = 64,	  /* time first, channels last: conv_tbc */
	CONV_DX = 128,	  /* backward operators of one product, in which a */
	CONV_DW = 256,	  /* list of sizes stands for input or weight */
	CONV_INT = 512,	  /* the result is int32 */
};

/* Beyond this no size, stride or padding is real; products of two fit. */
#define MANY (INT64_C(1) << 31)

struct conv {
	const struct arg *x, *w, *b, *dy;
	const struct arg *z; /* is added to the result */
	struct arg made[2];  /* tensors that the call shows otherwise */
	int64_t dims[2][OP_MAX_DIMS];
	struct op_shape xs, ws;
	size_t nd; /* dimensions in space */
	bool batched;
	bool transposed;
	uint64_t macs;	      /* of one product; or what is wrong */
	uint64_t y;	      /* elements of the result; or what is wrong */
	uint64_t channels;    /* of the result */
	enum dtype type, out; /* worked in, written */
	enum dtype cast; /* operands were cast to this before, or unknown */
};

/* The size of a transposed convolution's result in one dimension, the input of
 * a convolution whose result is `in` long; or what is wrong. */
static uint64_t transposed_size(int64_t in, const struct op_window *w, int64_t more)
{
	int64_t n;

	if (in >= MANY || w->size >= MANY || w->stride >= MANY || w->pad >= MANY ||
	    w->dilation >= MANY || more >= MANY || w->skew >= MANY)
		return NUM_OVERFLOW;
	if (w->stride < 1 || w->dilation < 1 || w->size < 1 || w->pad < 0 ||
	    w->skew < -w->pad || more < 0)
		return OP_MISFIT;
	n = (in - 1) * w->stride - 2 * w->pad - w->skew +
	    w->dilation * (w->size - 1) + more + 1;
	return n < 1 ? OP_MISFIT : (uint64_t)n;
}

static uint64_t stated_size(int64_t n)
{
	return n < 1 ? OP_MISFIT : (uint64_t)n;
}

/* The size of the result where padding is as much as keeps the input's, which
 * is half of the window's reach; or what is wrong. */
static uint64_t padded_size(int64_t in, struct op_window *w)
{
	if (w->size >= MANY || w->dilation >= MANY)
		return NUM_OVERFLOW;
	if (w->size < 1 || w->stride < 1 || w->dilation < 1)
		return OP_MISFIT;
	w->pad = w->dilation * (w->size - 1) / 2;
	return (uint64_t)(in / w->stride + (in % w->stride != 0));
}

/* The dimensions in space from the attributes; 0, or what is wrong. */
static uint64_t get_axes(
    const struct op_ask *q, const struct conv *c, struct op_conv_axis *axes)
{
	int64_t stride[OP_CONV_AXES], dilation[OP_CONV_AXES], more[OP_CONV_AXES];
	struct op_window w[OP_CONV_AXES] = {0};
	int64_t size[OP_CONV_AXES + 2]; /* of all dimensions, or those in space */
	bool known = true, same;
	enum op_given given;
	size_t i, n;

	op_args_spread(q, AT_stride, stride, c->nd, 1, &known);
	op_args_spread(q, AT_dilation, dilation, c->nd, 1, &known);
	op_args_spread(q, AT_output_padding, more, c->nd, 0, &known);
	if (!op_args_padding(q, c->nd, w, &same) || !known ||
	    (given = op_args_ints(op_arg(q, AT_output_shape), size,
		 NELEMS(size), &n)) == GIVEN_UNRECORDED)
		return OP_NO_ATTR;
	for (i = 0; i < c->nd; i++) {
		struct op_conv_axis *axis = &axes[i];

		axis->in = c->xs.v[1 + c->batched + i];
		axis->w = w[i];
		axis->w.size = c->ws.v[2 + i];
		axis->w.stride = stride[i];
		axis->w.dilation = dilation[i];
		if (q->row->variant & CONV_CAUSAL)
			axis->out = (uint64_t)axis->in;
		else if (c->transposed && given == GIVEN_YES && n >= c->nd)
			axis->out = stated_size(size[n - c->nd + i]);
		else if (c->transposed && same)
			axis->out = num_times(
			    (uint64_t)axis->in, stated_size(axis->w.stride));
		else if (same)
			axis->out = padded_size(axis->in, &axis->w);
		else if (c->transposed)
			axis->out = transposed_size(axis->in, &axis->w, more[i]);
		else
			axis->out = op_windows(axis->in, &axis->w);
	}
	return 0;
}

/* Elements of the result from the attributes: N, Co, and the sizes in space. */
static uint64_t result_elems(const struct op_ask *q, const struct conv *c)
{
	struct op_conv_axis axes[OP_CONV_AXES];
	uint64_t y = get_axes(q, c, axes);
	size_t i;

	if (y)
		return y;
	y = num_times(c->batched ? (uint64_t)c->xs.v[0] : 1, c->channels);
	for (i = 0; i < c->nd; i++)
		y = num_times(y, axes[i].out);
	return y;
}

/* Channels of the result.  A transposed weight has those of one group. */
static uint64_t result_channels(const struct op_ask *q, const struct conv *c)
{
	bool known = true;
	int64_t g;

	if (!c->transposed)
		return (uint64_t)c->ws.v[0];
	if (c->b && c->b->shape.n == 1)
		return op_extent(c->b, 0);
	g = op_args_int(q, AT_groups, 1, &known);
	if (!known)
		return OP_NO_ATTR;
	if (g < 1)
		return OP_MISFIT;
	return num_times((uint64_t)c->ws.v[1], (uint64_t)g);
}

/* Whether the input's channels agree with the weight, the first size of which
 * the groups divide. */
static bool channels_fit(const struct op_ask *q, const struct conv *c)
{
	int64_t ci = c->xs.v[c->batched], g;
	bool known = true;

	g = op_args_int(q, AT_groups, 0, &known);
	if (known && g > 0 && c->ws.v[0] % g != 0)
		return false;
	if (c->transposed)
		return ci == c->ws.v[0];
	if (ci != 0 && (c->ws.v[1] == 0 || ci % c->ws.v[1] != 0))
		return false;
	if (ci != 0 && c->ws.v[0] % (ci / c->ws.v[1]) != 0)
		return false;
	return !known || g == 0 || !op_arg(q, AT_groups) ||
	       (g > 0 && c->ws.v[1] == ci / g && ci % g == 0);
}

/*
 * Whether the convolution is transposed.  Where the argument was not recorded
 * the shapes may tell: a transposed weight's first size is the input's
 * channels, a plain one's the result's.  Where both have as many, the products
 * of a result as large as the input are as large, too.  False where nothing
 * tells.
 */
static bool get_transposed(const struct op_ask *q, struct conv *c)
{
	bool known = true;
	const struct arg *y = c->dy ? c->dy : op_args_result(q->call);
	int64_t ci = c->xs.v[c->batched], co;

	c->transposed = (q->row->variant & CONV_T) != 0;
	if (!(q->row->variant & CONV_ASK))
		return true;
	c->transposed = op_args_bool(q, AT_transposed, false, &known);
	if (known && op_arg(q, AT_transposed)) /* there is no default */
		return true;
	c->transposed = false;
	if (ci != c->ws.v[0])
		return true;
	if (!y || y->shape.n != c->xs.n)
		return false;
	co = y->shape.v[c->batched];
	c->transposed = co != c->ws.v[0];
	return c->transposed || op_elems(y) == op_elems(c->x);
}

static void get_type(const struct op_ask *q, struct conv *c)
{
	enum dtype x = c->x ? c->x->dtype : c->dy->dtype,
		   w = c->w ? c->w->dtype : c->dy->dtype;

	c->type = op_promote2(x, w);
	c->cast = op_cast(q->cost, x, w);
	if (c->cast)
		c->type = c->cast;
	/* A sum of int8 is int32, and so is the bias of one: no cast. */
	if (c->b && c->b->dtype != c->type && dtype_class(c->type) == DTYPE_FLOAT)
		c->cast = c->type;
}

/* A tensor in place of another, of the sizes in c->dims[i]. */
static const struct arg *make(
    struct conv *c, int i, const struct arg *like, size_t n)
{
	c->made[i] = *like;
	c->made[i].shape = (struct dims){c->dims[i], n};
	c->made[i].strides = (struct dims){0};
	return &c->made[i];
}

/* The three sizes of a convolution in one dimension: places in a tensor of n
 * sizes; -1 stands for a 1. */
struct layout {
	size_t n;
	int place[3];
};

/* *t in another layout; 0, or what is wrong. */
static uint64_t reorder(
    struct conv *c, int i, const struct arg **t, const struct layout *from)
{
	size_t j;

	if (!*t)
		return OP_NO_SHAPE;
	if ((*t)->shape.n != from->n)
		return OP_MISFIT;
	for (j = 0; j < NELEMS(from->place); j++)
		c->dims[i][j] =
		    from->place[j] < 0 ? 1 : (*t)->shape.v[from->place[j]];
	*t = make(c, i, *t, NELEMS(from->place));
	return 0;
}

/* Operators with other layouts become a convolution of x and w; 0, or what is
 * wrong. */
static uint64_t arrange(const struct op_ask *q, struct conv *c)
{
	static const struct layout depthwise = {2, {0, -1, 1}}, /* (C, k) */
	    time_first = {3, {1, 2, 0}},			/* (T, B, Ci) */
	    weight_first = {3, {2, 1, 0}}; /* (k, Ci, Co) */
	enum op_at name = q->row->variant & CONV_DX ? AT_input : AT_weight;
	uint64_t bad;
	size_t n;

	if (q->row->variant & CONV_CAUSAL)
		return reorder(c, 1, &c->w, &depthwise);
	if (q->row->variant & CONV_TBC) {
		bad = reorder(c, 0, &c->x, &time_first);
		return bad ? bad : reorder(c, 1, &c->w, &weight_first);
	}
	if (!c->dy || op_args_ints(op_arg(q, name), c->dims[0], OP_MAX_DIMS, &n) !=
			  GIVEN_YES)
		return OP_NO_SHAPE;
	if (q->row->variant & CONV_DX)
		c->x = make(c, 0, c->dy, n);
	else
		c->w = make(c, 0, c->dy, n);
	return 0;
}

/* The result where the attributes were not recorded, but its shape was. */
static void take_result(const struct call *call, struct conv *c)
{
	const struct arg *y = op_args_result(call);
	int64_t co;

	if (!y || c->y != OP_NO_ATTR)
		return;
	if (y->shape.n != c->xs.n || (c->batched && y->shape.v[0] != c->xs.v[0])) {
		c->y = OP_MISFIT;
		return;
	}
	co = y->shape.v[c->batched];
	if (co < 0 || (c->channels != OP_NO_ATTR && (uint64_t)co != c->channels))
		c->y = OP_MISFIT;
	else
		c->y = op_elems(y);
	c->channels = (uint64_t)co;
}

/* Whether the gradient is as large as the result, as far as aten's attributes
 * tell. */
static bool gradient_fits(const struct op_ask *q, const struct conv *c)
{
	const struct arg *dy = c->dy;
	struct op_conv_axis axes[OP_CONV_AXES];
	size_t i;

	if (dy->shape.n != c->xs.n)
		return false;
	if (!(q->row->spaces & SPACE_ATEN))
		return true;
	if (differ(op_extent(dy, c->batched), result_channels(q, c)) ||
	    (c->batched && dy->shape.v[0] != c->xs.v[0]))
		return false;
	if (get_axes(q, c, axes))
		return true;
	for (i = 0; i < c->nd; i++)
		if (axes[i].out == OP_MISFIT ||
		    differ(op_extent(dy, 1 + c->batched + i), axes[i].out))
			return false;
	return true;
}

/* Whether the bias has an element for each channel of the result. */
static bool bias_fits(const struct op_ask *q, const struct conv *c)
{
	bool known = true;
	int64_t g = op_args_int(q, AT_groups, 1, &known);
	uint64_t n = (uint64_t)c->ws.v[0];

	if (c->transposed)
		n = known && g > 0 ? num_times((uint64_t)c->ws.v[1], (uint64_t)g)
				   : OP_NO_ATTR;
	return !c->b || !differ(op_elems(c->b), n);
}

/* The tensors and their shapes; 0, or what is wrong. */
static uint64_t get_shapes(const struct op_ask *q, struct conv *c)
{
	uint64_t bad;

	c->dy = op_tensor(q, AT_grad_output);
	c->x = op_tensor(q, AT_input);
	c->w = op_tensor(q, AT_weight);
	c->b = op_tensor(q, AT_bias);
	if (q->row->variant & CONV_ADD)
		c->z = op_tensor(q, AT_z);
	if (q->row->variant & (CONV_DX | CONV_DW | CONV_CAUSAL | CONV_TBC) &&
	    (bad = arrange(q, c)))
		return bad;
	if (!op_shape_of(c->x, &c->xs) || !op_shape_of(c->w, &c->ws) ||
	    (q->row->variant & CONV_GRAD && !c->dy))
		return OP_NO_SHAPE;
	if (c->ws.n < 3 || c->ws.n > 2 + OP_CONV_AXES ||
	    (c->xs.n != c->ws.n && c->xs.n + 1 != c->ws.n))
		return OP_MISFIT;
	c->nd = c->ws.n - 2;
	c->batched = c->xs.n == c->ws.n;
	return 0;
}

/* Shapes and attributes; 0, or what is wrong. */
static uint64_t get_sizes(const struct op_ask *q, struct conv *c)
{
	uint64_t k = 1, bad = get_shapes(q, c);
	size_t i;

	if (bad)
		return bad;
	if (!get_transposed(q, c))
		return OP_NO_ATTR;
	if (!channels_fit(q, c) || !bias_fits(q, c) ||
	    (c->dy && !gradient_fits(q, c)))
		return OP_MISFIT;
	for (i = 2; i < c->ws.n; i++)
		k = num_times(k, (uint64_t)c->ws.v[i]);
	k = num_times(k, (uint64_t)c->ws.v[1]);
	if (c->dy) {
		c->y = op_elems(c->dy);
		c->channels = (uint64_t)c->dy->shape.v[c->batched];
	} else {
		c->channels = result_channels(q, c);
		c->y = result_elems(q, c);
		take_result(q->call, c);
	}
	if (c->z && differ(op_elems(c->z), c->y))
		return OP_MISFIT;
	c->macs = num_times(c->transposed ? op_elems(c->x) : c->y, k);
	get_type(q, c);
	c->out = q->row->variant & CONV_INT ? DTYPE_INT32
					    : op_args_result_type(q, c->type);
	return 0;
}

static bool is_complex(const struct conv *c)
{
	return dtype_class(c->type) == DTYPE_COMPLEX;
}

static uint64_t product_flops(const struct conv *c)
{
	return num_times(is_complex(c) ? 8 : 2, c->macs);
}

/* FLOPs of an addition for each element of the result. */
static uint64_t adds(const struct conv *c)
{
	return num_times(is_complex(c) ? 2 : 1, c->y);
}

static int forward(struct op_ask *q, const struct conv *c)
{
	multiplies(q, product_flops(c));
	moves_bytes(q, op_moved_as(c->x, c->cast));
	moves_bytes(q, op_moved_as(c->w, c->cast));
	yields(q, c->y, c->out);
	if (c->b && !elsewhere(q)) {
		works(q, 1, adds(c));
		moves_bytes(q, op_moved_as(c->b, c->cast));
	}
	if (c->z) {
		works(q, 1, adds(c));
		moves_bytes(q, op_moved_as(c->z, c->cast));
	}
	if (q->row->variant & CONV_RELU)
		works(q, 1, c->y);
	return done(q);
}

/* Which gradients a backward operator makes, by its output_mask. */
static bool get_mask(const struct op_ask *q, unsigned *gradients)
{
	const struct arg *a = op_arg(q, AT_output_mask);
	size_t i;

	*gradients = 0;
	if (!a || a->value.kind != VALUE_LIST || a->value.list.n < 2 ||
	    a->value.list.n > 3)
		return false;
	for (i = 0; i < a->value.list.n; i++) {
		if (a->value.list.v[i].kind != VALUE_BOOL)
			return false;
		if (a->value.list.v[i].b)
			*gradients |= 1u << i;
	}
	return true;
}

static int backward(struct op_ask *q, const struct conv *c)
{
	const unsigned variant = q->row->variant;
	struct op_product p = {
	    .flops = product_flops(c),
	    .adds = adds(c),
	    .has_bias = c->b || variant & CONV_GRAD,
	    .dy = c->dy ? op_moved_as(c->dy, c->cast) : op_size(c->y, c->type),
	    .a = op_moved_as(c->x, c->cast),
	    .b = op_moved_as(c->w, c->cast),
	    .da = op_grad_as(c->x, c->cast),
	    .db = op_grad_as(c->w, c->cast),
	    .dc = op_size(c->channels, c->type),
	};
	unsigned gradients;

	/* aten::sum makes the bias's */
	if (q->part != PART_DBIAS && elsewhere(q))
		p.has_bias = false;
	if (variant & (CONV_DX | CONV_DW))
		gradients = variant & CONV_DX ? PRODUCT_DGRAD : PRODUCT_WGRAD;
	else if (q->part != PART_FORWARD)
		return op_product_backward(q, &p);
	else if (!get_mask(q, &gradients))
		return lacks(q, OP_NO_ATTR);
	if (!p.has_bias)
		gradients &= ~(unsigned)PRODUCT_DBIAS;
	op_product_enter(q, &p, gradients);
	return done(q);
}

static int cost_conv(struct op_ask *q)
{
	struct conv c = {0};
	uint64_t bad = get_sizes(q, &c);

	if (bad)
		return lacks(q, bad);
	q->cost->dtype = c.type;
	if (q->part == PART_FORWARD && !(q->row->variant & CONV_GRAD))
		return forward(q, &c);
	return backward(q, &c);
}

size_t op_conv_axes(const struct op_ask *q, struct op_conv_axis *axes)
{
	struct conv c = {0};
	size_t i;

	if (get_shapes(q, &c) || !get_transposed(q, &c) || get_axes(q, &c, axes))
		return 0;
	for (i = 0; i < c.nd; i++)
		if (num_bad(axes[i].out))
			return 0;
	return c.nd;
}

/* Channels in and out. */
static bool aligned(const struct op_ask *q, unsigned n)
{
	const struct arg *w = op_tensor(q, AT_weight);

	return !w || w->shape.n < 2 ||
	       (w->shape.v[0] > 0 && w->shape.v[0] % n == 0 &&
		   w->shape.v[1] > 0 && w->shape.v[1] % n == 0);
}

/* clang-format off */
static const struct op_row rows[] = {
{"Conv", N, "input,weight,bias"},
{"ConvBiasReLU_", O, "input,weight,bias,padding,stride", CONV_RELU},
{"ConvBias_", O, "input,weight,bias,padding,stride"},
{"ConvGrad", N, "grad_output,input,weight", CONV_GRAD, .by_role = true},
{"ConvInteger", N, "input,weight", CONV_INT},
{"ConvTranspose", N, "input,weight,bias", CONV_T},
{"ConvTransposeWithDynamicPads", N, .why = WHY_VALUES},
{"DeformConv", N, .why = WHY_NO_RULE},
{"FusedConv", N, "input,weight,bias,z", CONV_ADD},
{"NhwcConv", N, .why = WHY_NO_RULE},
{"QLinearConv", N, "input,x_scale,x_zero,weight,w_scale,w_zero,y_scale,y_zero,bias"},
{"_causal_conv1d_fwd_cpp", L, "input,weight,bias", CONV_CAUSAL},
{"_conv_depthwise2d", A, "input,weight,kernel_size,bias,stride,padding,dilation"},
{"_conv_depthwise2d_backward", A, "grad_output,input,weight,kernel_size,stride,padding,dilation,output_mask", CONV_GRAD, .by_role = true},
{"_convolution", T | A, "input,weight,bias,stride,padding,dilation,transposed,output_padding,groups"
 ",benchmark,deterministic,cudnn_enabled,allow_tf32", CONV_ASK},
{"_convolution_mode", A, "input,weight,bias,stride,padding,dilation,groups"},
{"_convolution_nogroup", A, "input,weight,bias,stride,padding,dilation,transposed,output_padding", CONV_ASK},
{"_slow_conv2d_backward", A, "grad_output,input,weight,kernel_size,stride,padding,output_mask?", CONV_GRAD, .by_role = true},
{"_slow_conv2d_forward", A, "input,weight,kernel_size,bias,stride,padding"},
{"conv1d", F | T | A, "input,weight,bias,stride,padding,dilation,groups", .params = PARAMS_CONV},
{"conv2d", F | T | A, "input,weight,bias,stride,padding,dilation,groups", .params = PARAMS_CONV},
{"conv3d", F | T | A, "input,weight,bias,stride,padding,dilation,groups"},
{"conv_depthwise3d", A, "input,weight,kernel_size,bias,stride,padding,dilation"},
{"conv_tbc", A, "input,weight,bias,padding", CONV_TBC},
{"conv_tbc_backward", A, .why = WHY_NO_RULE},
{"conv_transpose1d", F | T | A, "input,weight,bias,stride,padding,output_padding,groups,dilation", CONV_T},
{"conv_transpose2d", F | T | A, "input,weight,bias,stride,padding,output_padding,groups,dilation", CONV_T},
{"conv_transpose3d", F | T | A, "input,weight,bias,stride,padding,output_padding,groups,dilation", CONV_T},
{"convolution", T | A, "input,weight,bias,stride,padding,dilation,transposed,output_padding,groups", CONV_ASK},
{"convolution_backward", A, "grad_output,input,weight,bias_sizes,stride,padding,dilation,transposed,output_padding,groups,output_mask", CONV_GRAD | CONV_ASK, .by_role = true},
{"convolution_backward_overrideable", A, "grad_output,input,weight,stride,padding,dilation,transposed,output_padding,groups,output_mask", CONV_GRAD | CONV_ASK, .by_role = true},
{"convolution_overrideable", A, "input,weight,bias,stride,padding,dilation,transposed,output_padding,groups", CONV_ASK},
{"cudnn_convolution", A, "input,weight,padding,stride,dilation,groups,benchmark,deterministic,allow_tf32"},
{"cudnn_convolution_add_relu", A, "input,weight,z,alpha,bias,stride,padding,dilation,groups", CONV_ADD | CONV_RELU},
{"cudnn_convolution_backward", A, "input,grad_output,weight,padding,stride,dilation,groups"
 ",benchmark,deterministic,allow_tf32,output_mask", CONV_GRAD, .by_role = true},
{"cudnn_convolution_backward_input", A, "input,grad_output,weight,padding,stride,dilation,groups", CONV_GRAD | CONV_DX, .by_role = true},
{"cudnn_convolution_backward_weight", A, "weight,grad_output,input,padding,stride,dilation,groups", CONV_GRAD | CONV_DW, .by_role = true},
{"cudnn_convolution_relu", A, "input,weight,bias,stride,padding,dilation,groups", CONV_RELU},
{"cudnn_convolution_transpose", A, "input,weight,padding,output_padding,stride,dilation,groups"
 ",benchmark,deterministic,allow_tf32", CONV_T},
{"cudnn_convolution_transpose_backward", A, "input,grad_output,weight,padding,output_padding,stride,dilation,groups"
 ",benchmark,deterministic,allow_tf32,output_mask", CONV_GRAD | CONV_T, .by_role = true},
{"miopen_convolution", A, "input,weight,bias,padding,stride,dilation,groups,benchmark,deterministic"},
{"miopen_convolution_add_relu", A, "input,weight,z,alpha,bias,stride,padding,dilation,groups", CONV_ADD | CONV_RELU},
{"miopen_convolution_backward", A, "input,grad_output,weight,padding,stride,dilation,groups"
 ",benchmark,deterministic,output_mask", CONV_GRAD, .by_role = true},
{"miopen_convolution_relu", A, "input,weight,bias,stride,padding,dilation,groups", CONV_RELU},
{"miopen_convolution_transpose", A, "input,weight,bias,padding,output_padding,stride,dilation,groups"
 ",benchmark,deterministic", CONV_T},
{"miopen_depthwise_convolution", A, "input,weight,bias,padding,stride,dilation,groups,benchmark,deterministic"},
{"mkldnn_convolution", A, "input,weight,bias,padding,stride,dilation,groups"},
{"slow_conv3d", A, "input,weight,kernel_size,bias,stride,padding"},
{"slow_conv3d_forward", A, "input,weight,kernel_size,bias,stride,padding"},
{"slow_conv_dilated2d", A, "input,weight,kernel_size,bias,stride,padding,dilation"},
{"slow_conv_dilated3d", A, "input,weight,kernel_size,bias,stride,padding,dilation"},
{"slow_conv_transpose2d", A, "input,weight,kernel_size,bias,stride,padding,output_padding,dilation", CONV_T},
{"slow_conv_transpose3d", A, "input,weight,kernel_size,bias,stride,padding,output_padding,dilation", CONV_T},
{"thnn_conv2d", A, "input,weight,kernel_size,bias,stride,padding"},
{"thnn_conv2d_forward", A, "input,weight,kernel_size,bias,stride,padding"},
{"thnn_conv_depthwise2d", A, "input,weight,kernel_size,bias,stride,padding,dilation"},
{"thnn_conv_depthwise2d_backward", A, "grad_output,input,weight,kernel_size,stride,padding,dilation,output_mask", CONV_GRAD, .by_role = true},
{"thnn_conv_depthwise2d_forward", A, "input,weight,kernel_size,bias,stride,padding,dilation"},
};
/* clang-format on */

const struct op_family op_conv = {
    .title = "Convolutions",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_conv,
    .complex = true,
    .holds = "add,sum", /* of the bias, and of its gradient */
    .aligned = aligned,
    .tc = true,
    .product = true,
};
