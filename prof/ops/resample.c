/*
 * resample.c - values between the elements of an image: upsample,
 * interpolate, grid_sample, roi_align; and the grids that say where.
 *
 * In:  a call with an image, and a size, a scale or a grid
 * Out: for each element of the result a product for each of its neighbours and
 *      the sums between: bilinear 4 + 3; in the backward a product and a sum
 *      for each neighbour; bytes of the image, the grid and the result
 *
 * How the neighbours' weights are computed is left out: it is done once for all
 * channels.
 */
#include "prof/ops/family.h"

#include "common/nelems.h"

/* Neighbours in each dimension, plus these. */
enum {
	RESAMPLE_EACH = 7,
	RESAMPLE_SHIFT = 3, /* of the number of dimensions; 0: by the input */
	RESAMPLE_DIMS = 3 << RESAMPLE_SHIFT,
	RESAMPLE_1D = 1 << RESAMPLE_SHIFT,
	RESAMPLE_2D = 2 << RESAMPLE_SHIFT,
	RESAMPLE_3D = 3 << RESAMPLE_SHIFT,
	RESAMPLE_GRID = 1 << 5,
	RESAMPLE_AFFINE = 2 << 5,
	RESAMPLE_ROI = 3 << 5,
	RESAMPLE_KIND = 3 << 5,
	RESAMPLE_MODE = 1 << 7,	 /* an argument says how many neighbours */
	RESAMPLE_GRAD = 1 << 8,	 /* the operator is the backward itself */
	RESAMPLE_ROUGH = 1 << 9, /* antialiased */
};

#define MAX_SPATIAL 3

/* Neighbours of a point in `dims` dimensions, with so many in each. */
static uint64_t neighbours(size_t dims, uint64_t each)
{
	uint64_t n = 1;

	while (dims-- > 0)
		n *= each;
	return n;
}

/* Dimensions in space by the row; 0: by the input. */
static size_t row_dims(const struct op_ask *q)
{
	return (q->row->variant & RESAMPLE_DIMS) >> RESAMPLE_SHIFT;
}

/* Neighbours in each dimension: by the name of the mode, or torch's number of
 * grid_sampler's, else the row's; 0: not known. */
static uint64_t each_dim(const struct op_ask *q)
{
	static const struct {
		const char *word;
		uint64_t each;
	} words[] = {{"nearest", 1}, {"nearest-exact", 1}, {"linear", 2},
	    {"bilinear", 2}, {"trilinear", 2}, {"bicubic", 4}, {"cubic", 4}};
	static const uint64_t numbers[] = {2, 1, 4};
	const struct arg *a = op_arg(q, AT_mode);
	enum op_given given;
	struct str word;
	size_t i;

	if (!(q->row->variant & RESAMPLE_MODE))
		return q->row->variant & RESAMPLE_EACH;
	given = op_args_word(a, &word);
	if (given == GIVEN_NO)
		return q->row->variant & RESAMPLE_EACH;
	if (a->value.kind == VALUE_INT && a->value.i >= 0 && a->value.i < 3)
		return numbers[a->value.i];
	for (i = 0; given == GIVEN_YES && i < NELEMS(words); i++)
		if (str_is(word, words[i].word))
			return words[i].each;
	return 0;
}

/* Elements of the result by a scale: floor(n * scale) in each dimension of
 * space. */
static uint64_t scaled(const struct arg *a, struct op_shape *s, size_t dims)
{
	size_t i, n;

	if (op_args_given(a) != GIVEN_YES)
		return OP_NO_ATTR;
	n = a->value.kind == VALUE_LIST ? a->value.list.n : 1;
	for (i = 0; i < dims; i++) {
		/* ONNX's scales have all dimensions, torch's those of space. */
		size_t at = n == s->n ? s->n - dims + i : n == 1 ? 0 : i;
		struct arg one = {.kind = ARG_FLOAT, .value = a->value};
		double x;

		if (a->value.kind == VALUE_LIST && at < n)
			one.value = a->value.list.v[at];
		if (op_args_real(&one, &x) != GIVEN_YES)
			return OP_NO_ATTR;
		x *= (double)s->v[s->n - dims + i];
		if (!(x >= 0 && x < (double)INT32_MAX))
			return OP_NO_ATTR;
		s->v[s->n - dims + i] = (int64_t)x;
	}
	return op_shape_elems(s);
}

/* Elements of the result by output_size or a scale. */
static uint64_t by_size(const struct op_ask *q, const struct arg *x, size_t dims)
{
	struct op_shape s;
	int64_t size[OP_MAX_DIMS];
	size_t i, n;

	if (!op_shape_of(x, &s))
		return OP_NO_SHAPE;
	if (s.n < dims)
		return OP_MISFIT;
	switch (op_args_ints(op_arg(q, AT_size), size, OP_MAX_DIMS, &n)) {
	case GIVEN_UNRECORDED:
		return OP_NO_ATTR;
	case GIVEN_NO:
		return scaled(op_arg(q, AT_scale), &s, dims);
	case GIVEN_YES:
		break;
	}
	if (n != dims && n != s.n && n != 1)
		return n ? OP_MISFIT : scaled(op_arg(q, AT_scale), &s, dims);
	for (i = 0; i < dims; i++)
		s.v[s.n - dims + i] = size[n == 1 ? 0 : n - dims + i];
	return op_shape_elems(&s);
}

/* FLOPs of n results of so many neighbours each; 0 neighbours: not known. */
static uint64_t flops_of(uint64_t n, uint64_t points, bool grad)
{
	if (points == 0)
		return OP_NO_ATTR;
	if (points == 1) /* a copy; of whose gradients some are added up */
		return grad ? n : 0;
	return num_times(n, grad ? 2 * points : 2 * points - 1);
}

/* dx of n elements, as dy has many: each goes to so many points, which are
 * added to zeros; where it is one (nearest), each of dx is a sum of its own. */
static void moves_dx(
    struct op_ask *q, uint64_t n, uint64_t dy, uint64_t points, enum dtype type)
{
	if (points > 1)
		fills(q, n, num_times(dy, points), type, true);
	else
		moves(q, n, type);
}

/* Whether dy has the images and channels of x, and in space the sizes given. */
static bool gradient_fits(
    struct op_ask *q, const struct arg *dy, const struct op_shape *x)
{
	int64_t size[OP_MAX_DIMS];
	size_t n, i;

	if (dy->shape.n != x->n || x->n < 2 || dy->shape.v[0] != x->v[0] ||
	    dy->shape.v[1] != x->v[1])
		return false;
	if (op_args_ints(op_arg(q, AT_size), size, OP_MAX_DIMS, &n) != GIVEN_YES ||
	    n != x->n - 2)
		return true;
	for (i = 0; i < n; i++)
		if (dy->shape.v[2 + i] != size[i])
			return false;
	return true;
}

/* upsample_..._backward(dy, output_size, input_size, ...). */
static int upsample_grad(struct op_ask *q)
{
	const struct arg *dy = op_tensor(q, AT_grad_output);
	uint64_t dx = OP_NO_ATTR, points = neighbours(row_dims(q), each_dim(q));
	struct op_shape s;

	if (!dy)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = dy->dtype;
	if (q->row->variant & RESAMPLE_ROUGH)
		estimates_flops(q, WHY_ALGORITHM);
	if (op_args_ints(op_arg(q, AT_input_size), s.v, OP_MAX_DIMS, &s.n) ==
	    GIVEN_YES) {
		if (!gradient_fits(q, dy, &s))
			return lacks(q, OP_MISFIT);
		dx = op_shape_elems(&s);
	}
	works(q, 1, flops_of(op_elems(dy), points, true));
	reads(q, dy);
	moves_dx(q, dx, op_elems(dy), points, dy->dtype);
	return done(q);
}

/* The backward reads dy and writes dx, which are as large as y and x. */
static int upsample(struct op_ask *q, bool grad)
{
	const struct arg *x = op_tensor(q, AT_input);
	size_t dims = row_dims(q);
	uint64_t n, points;

	if (!x)
		return lacks(q, OP_NO_SHAPE);
	if (dims == 0 && x->shape.n < 3)
		return lacks(q, OP_MISFIT);
	/* F.interpolate: all but batch and channels. */
	if (dims == 0)
		dims = x->shape.n - 2;
	if (dims > MAX_SPATIAL)
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	if (q->row->variant & RESAMPLE_ROUGH) /* a wider window where it shrinks */
		estimates_flops(q, WHY_ALGORITHM);
	n = op_args_result_elems(q, by_size(q, x, dims));
	points = neighbours(dims, each_dim(q));
	works(q, 1, flops_of(n, points, grad));
	if (grad)
		moves_dx(q, op_elems(x), n, points, x->dtype);
	else
		reads(q, x);
	moves(q, n, x->dtype);
	return done(q);
}

/*
 * grid_sampler(x, grid): as many results a channel as the grid has points.  Its
 * gradients are that of x and, as many operations again, that of the grid.
 */
static int grid_sample(struct op_ask *q, bool grad)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *grid = op_tensor(q, AT_grid);
	const struct arg *dy = op_tensor(q, AT_grad_output);
	int64_t want[2] = {1, 1};
	size_t dims, n_want;
	uint64_t n, points;

	if (!x || !grid || (q->row->variant & RESAMPLE_GRAD && !dy))
		return lacks(q, OP_NO_SHAPE);
	dims = x->shape.n - 2;
	if (x->shape.n < 4 || dims > MAX_SPATIAL ||
	    grid->shape.n != x->shape.n || grid->shape.v[0] != x->shape.v[0] ||
	    grid->shape.v[dims + 1] != (int64_t)dims)
		return lacks(q, OP_MISFIT);
	q->cost->dtype = x->dtype;
	n = op_elems(grid);
	n = num_times(num_divide(n, dims), op_extent(x, 1));
	if (differ(op_elems(dy), n))
		return lacks(q, OP_MISFIT);
	points = neighbours(dims, each_dim(q));
	reads(q, x);
	reads(q, grid);
	if (!grad) {
		works(q, 1, flops_of(n, points, false));
		moves(q, n, x->dtype);
		return done(q);
	}
	/* Both gradients where it was not recorded which. */
	takes_all(q, 2);
	op_args_ints(op_arg(q, AT_output_mask), want, NELEMS(want), &n_want);
	works(q, (uint64_t)(want[0] != 0) + (want[1] != 0),
	    flops_of(n, points, true));
	moves_bytes(q, op_moved_or(dy, n, x->dtype));
	if (want[0]) /* each point is added, the nearest too */
		fills(q, op_elems(x), num_times(n, points), x->dtype, true);
	if (want[1])
		moves(q, op_elems(grid), grid->dtype);
	estimates(q, WHY_VALUES);
	return done(q);
}

/* affine_grid_generator_backward(dgrid, size). */
static int affine_grid_grad(struct op_ask *q)
{
	const struct arg *dgrid = op_tensor(q, AT_grad);
	uint64_t n = op_elems(dgrid), dims;
	struct op_shape s;

	if (!op_shape_of(dgrid, &s))
		return lacks(q, OP_NO_SHAPE);
	dims = s.n - 2;
	if (s.n < 4 || dims > MAX_SPATIAL || (uint64_t)s.v[s.n - 1] != dims)
		return lacks(q, OP_MISFIT);
	q->cost->dtype = dgrid->dtype;
	works(q, 2 * (dims + 1), n);
	reads(q, dgrid);
	moves(q, num_times((uint64_t)s.v[0], dims * (dims + 1)), dgrid->dtype);
	return done(q);
}

/* affine_grid(theta, size): a product of each point, (x, y, 1), and theta; the
 * backward is the product of the grid's gradient and the points. */
static int affine_grid(struct op_ask *q)
{
	const struct arg *theta = op_tensor(q, AT_theta);
	struct op_shape s;
	uint64_t n, dims;

	if (!theta)
		return lacks(q, OP_NO_SHAPE);
	if (theta->shape.n != 3 || theta->shape.v[1] < 2 ||
	    theta->shape.v[1] > MAX_SPATIAL)
		return lacks(q, OP_MISFIT);
	q->cost->dtype = theta->dtype;
	dims = (uint64_t)theta->shape.v[1];
	n = OP_NO_ATTR;
	/* N, C, and the sizes in space */
	if (op_args_ints(op_arg(q, AT_size), s.v, OP_MAX_DIMS, &s.n) == GIVEN_YES &&
	    s.n == 2 + dims) {
		if (s.v[0] != theta->shape.v[0])
			return lacks(q, OP_MISFIT);
		s.v[1] = theta->shape.v[1];
		n = op_shape_elems(&s);
	}
	n = op_args_result_elems(q, n);
	works(q, 2 * (dims + 1), n);
	reads(q, theta);
	moves(q, n, theta->dtype);
	return done(q);
}

/* Sizes of the result for one box: torchvision has two numbers, its Python
 * function a list, ONNX attributes.  False: not recorded. */
static bool roi_size(const struct op_ask *q, uint64_t *n)
{
	int64_t size[2] = {1, 1};
	bool known = true;

	if (op_arg(q, AT_output_height)) {
		size[0] = op_args_int(q, AT_output_height, 1, &known);
		size[1] = op_args_int(q, AT_output_width, 1, &known);
	} else {
		op_args_spread(q, AT_size, size, 2, 1, &known);
	}
	if (!known || size[0] < 0 || size[1] < 0)
		return false;
	*n = num_times((uint64_t)size[0], (uint64_t)size[1]);
	return true;
}

/* FLOPs of n results, or of their gradients: `each` for each of sampling_ratio
 * squared points; where that is not positive the box's size says how many. */
static void roi_works(struct op_ask *q, uint64_t each, uint64_t n)
{
	bool known = true;
	int64_t ratio = op_args_int(q, AT_sampling_ratio, -1, &known);

	if (!known || ratio <= 0)
		works(q, 1, known ? OP_NO_VALUE : OP_NO_ATTR);
	else
		works(q, num_times((uint64_t)ratio, (uint64_t)ratio),
		    num_times(n, each));
}

/* Whether boxes are two corners each, with the number of the image in front or in
 * a tensor apart: torchvision's list for each image is flattened to the first. */
static bool boxes_fit(const struct arg *boxes, const struct arg *batch)
{
	if (boxes->shape.n != 2)
		return false;
	if (batch && differ(op_elems(batch), op_extent(boxes, 0)))
		return false;
	return op_extent(boxes, 1) == 4 || (!batch && op_extent(boxes, 1) == 5);
}

/* roi_align(x, boxes, ...): the mean of some points for each element: 7 for a
 * point and 1 to add it, and the division. */
static int roi_align(struct op_ask *q)
{
	const struct arg *x = op_tensor(q, AT_input);
	const struct arg *boxes = op_tensor(q, AT_boxes);
	uint64_t n, size;

	if (!x || !boxes)
		return lacks(q, OP_NO_SHAPE);
	if (x->shape.n != 4 || !boxes_fit(boxes, op_tensor(q, AT_batch)))
		return lacks(q, OP_MISFIT);
	if (q->part != PART_FORWARD)
		return refuses(q, WHY_NO_BACKWARD);
	q->cost->dtype = x->dtype;
	if (!roi_size(q, &size))
		return lacks(q, OP_NO_ATTR);
	n = num_times(op_extent(boxes, 0), op_extent(x, 1));
	n = num_times(n, size);
	roi_works(q, 8, n);
	works(q, 1, n);
	reads(q, x);
	reads(q, boxes);
	moves(q, n, x->dtype);
	reads(q, op_tensor(q, AT_batch));
	bounds_bytes(q, WHY_VALUES); /* boxes need not cover the image */
	return done(q);
}

/* _roi_align_backward(dy, boxes, ..., batch_size, channels, height, width,
 * ...): a product and a sum for each of a point's four neighbours. */
static int roi_align_grad(struct op_ask *q)
{
	static const enum op_at sizes[] = {
	    AT_batch_size, AT_channels, AT_height, AT_width};
	const struct arg *dy = op_tensor(q, AT_grad);
	uint64_t dx = 1;
	size_t i;

	if (!dy)
		return lacks(q, OP_NO_SHAPE);
	q->cost->dtype = dy->dtype;
	for (i = 0; i < NELEMS(sizes); i++)
		dx = num_times(dx, op_args_count(q, sizes[i]));
	roi_works(q, 8, op_elems(dy));
	reads(q, dy);
	reads(q, op_tensor(q, AT_boxes));
	/* FLOPs are two a point that is added to */
	fills(q, dx, !num_bad(q->flops) ? q->flops / 2 : dx, dy->dtype, true);
	return done(q);
}

static int cost_resample(struct op_ask *q)
{
	bool grad = q->part != PART_FORWARD;

	if (grad && q->row->variant & RESAMPLE_GRAD)
		return refuses(q, WHY_NO_BACKWARD);
	switch (q->row->variant & RESAMPLE_KIND) {
	case RESAMPLE_GRID:
		return grid_sample(q, grad || q->row->variant & RESAMPLE_GRAD);
	case RESAMPLE_AFFINE:
		return q->row->variant & RESAMPLE_GRAD ? affine_grid_grad(q)
						       : affine_grid(q);
	case RESAMPLE_ROI:
		return q->row->variant & RESAMPLE_GRAD ? roi_align_grad(q)
						       : roi_align(q);
	default:
		if (q->row->variant & RESAMPLE_GRAD)
			return upsample_grad(q);
		return upsample(q, grad);
	}
}

/* clang-format off */
static const struct op_row rows[] = {
{"AffineGrid", N, "theta,size", RESAMPLE_AFFINE},
{"CenterCropPad", N, .why = WHY_VALUES},
{"GridSample", N, "input,grid", RESAMPLE_GRID | RESAMPLE_MODE | 2},
{"Resize", N, "input", RESAMPLE_MODE | 1},
{"RoiAlign", N, "input,boxes,batch", RESAMPLE_ROI},
{"Upsample", N, "input", RESAMPLE_MODE | 1},
{"_upsample_bicubic2d_aa", A, "input,size,align_corners,scale", RESAMPLE_2D | RESAMPLE_ROUGH | 4},
{"_upsample_bicubic2d_aa_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_2D | RESAMPLE_ROUGH | 4},
{"_upsample_bilinear2d_aa", A, "input,size,align_corners,scale", RESAMPLE_2D | RESAMPLE_ROUGH | 2},
{"_upsample_bilinear2d_aa_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_2D | RESAMPLE_ROUGH | 2},
{"_upsample_nearest_exact1d", A, "input,size,scale", RESAMPLE_1D | 1},
{"_upsample_nearest_exact1d_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_1D | 1},
{"_upsample_nearest_exact2d", A, "input,size,scale", RESAMPLE_2D | 1},
{"_upsample_nearest_exact2d_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_2D | 1},
{"_upsample_nearest_exact3d", A, "input,size,scale", RESAMPLE_3D | 1},
{"_upsample_nearest_exact3d_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_3D | 1},
{"affine_grid", F, "theta,size", RESAMPLE_AFFINE},
{"affine_grid_generator", A, "theta,size", RESAMPLE_AFFINE},
{"affine_grid_generator_backward", A, "grad,size", RESAMPLE_GRAD | RESAMPLE_AFFINE},
{"cudnn_affine_grid_generator", A, "theta", RESAMPLE_AFFINE},
{"cudnn_grid_sampler", A, "input,grid", RESAMPLE_GRID | 2},
{"grid_sample", F, "input,grid,mode", RESAMPLE_GRID | RESAMPLE_MODE | 2},
{"grid_sampler", T | A, "input,grid,mode", RESAMPLE_GRID | RESAMPLE_MODE | 2},
{"grid_sampler_2d", A, "input,grid,mode", RESAMPLE_GRID | RESAMPLE_MODE | 2},
{"grid_sampler_2d_backward", A, "grad_output,input,grid,mode,padding_mode,align_corners,output_mask", RESAMPLE_GRAD | RESAMPLE_GRID | RESAMPLE_MODE | 2},
{"grid_sampler_3d", A, "input,grid,mode", RESAMPLE_GRID | RESAMPLE_MODE | 2},
{"grid_sampler_3d_backward", A, "grad_output,input,grid,mode,padding_mode,align_corners,output_mask", RESAMPLE_GRAD | RESAMPLE_GRID | RESAMPLE_MODE | 2},
{"interpolate", F, "input,size,scale,mode", RESAMPLE_MODE | 1},
{"torchvision.ops.nms", O, .why = WHY_VALUES},
{"torchvision.ops.roi_align", O, "input,boxes,size,scale,sampling_ratio", RESAMPLE_ROI},
{"torchvision::_roi_align_backward", O, "grad,boxes,scale,output_height,output_width,batch_size,channels,height,width,"
 "sampling_ratio,aligned", RESAMPLE_GRAD | RESAMPLE_ROI},
{"torchvision::nms", O, .why = WHY_VALUES},
{"torchvision::roi_align", O, "input,boxes,scale,output_height,output_width,sampling_ratio,aligned", RESAMPLE_ROI},
{"upsample", F, "input,size,scale,mode", RESAMPLE_MODE | 1},
{"upsample_bicubic2d", A, "input,size,align_corners,scale", RESAMPLE_2D | 4},
{"upsample_bicubic2d_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_2D | 4},
{"upsample_bilinear", F, "input,size,scale", RESAMPLE_2D | 2},
{"upsample_bilinear2d", A, "input,size,align_corners,scale", RESAMPLE_2D | 2},
{"upsample_bilinear2d_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_2D | 2},
{"upsample_linear1d", A, "input,size,align_corners,scale", RESAMPLE_1D | 2},
{"upsample_linear1d_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_1D | 2},
{"upsample_nearest", F, "input,size,scale", 1},
{"upsample_nearest1d", A, "input,size,scale", RESAMPLE_1D | 1},
{"upsample_nearest1d_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_1D | 1},
{"upsample_nearest2d", A, "input,size,scale", RESAMPLE_2D | 1},
{"upsample_nearest2d_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_2D | 1},
{"upsample_nearest3d", A, "input,size,scale", RESAMPLE_3D | 1},
{"upsample_nearest3d_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_3D | 1},
{"upsample_trilinear3d", A, "input,size,align_corners,scale", RESAMPLE_3D | 2},
{"upsample_trilinear3d_backward", A, "grad_output,size,input_size", RESAMPLE_GRAD | RESAMPLE_3D | 2},
};
/* clang-format on */

const struct op_family op_resample = {
    .title = "Resampling",
    .rows = rows,
    .nrows = NELEMS(rows),
    .model = cost_resample,
    .tensors = true,
};
