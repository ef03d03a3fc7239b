/*
 * test_models_vision.c - resampling, and the pools that test_models_... of the
 * plain ones does not have.
 */
#include "tests/unit/models.h"

/*
 * (2, 3, 16, 16) to (2, 3, 32, 32): 1536 elements to 6144, 4 * 7680 = 30720
 * bytes.  A bilinear value has 4 neighbours: 4 products and 3 sums.
 */
static void test_upsample(void **state)
{
	static const struct cost_case cases[] = {
	    F("aten::upsample_nearest2d", "f32[2,3,16,16] [32,32] None None", 0,
		30720),
	    F("aten::upsample_nearest2d.vec", "f32[2,3,16,16] None [2.0,2.0]",
		0, 30720),
	    F("aten::_upsample_nearest_exact2d", "f32[2,3,16,16] [32,32]", 0, 30720),
	    F("aten::upsample_bilinear2d",
		"f32[2,3,16,16] [32,32] false None None", 43008, 30720),
	    F("aten::upsample_bilinear2d.vec",
		"f32[2,3,16,16] None false [2.0,2.0]", 43008, 30720),
	    /* 16 + 15 */
	    F("aten::upsample_bicubic2d", "f32[2,3,16,16] [32,32] false",
		190464, 30720),
	    /* 3 * 8 to 3 * 16: 2 + 1; 4 * 72 */
	    F("aten::upsample_linear1d", "f32[1,3,8] [16] false", 144, 288),
	    /* 8 + 7; 64 to 512: 4 * 576 */
	    F("aten::upsample_trilinear3d", "f32[1,1,4,4,4] [8,8,8] false",
		7680, 2304),
	    /* a product and a sum for each neighbour of each of 6144; nearest a sum */
	    F("aten::upsample_bilinear2d_backward",
		"f32[2,3,32,32] [32,32] [2,3,16,16] false", 49152, 30720),
	    F("aten::upsample_nearest2d_backward",
		"f32[2,3,32,32] [32,32] [2,3,16,16]", 6144, 30720),
	    F("aten::upsample_trilinear3d_backward",
		"f32[1,1,8,8,8] [8,8,8] [1,1,4,4,4] false", 8192, 2304),
	    B("aten::upsample_bilinear2d", "f32[2,3,16,16] [32,32] false",
		49152, 30720),
	    F("torch.nn.functional.interpolate",
		"f32[2,3,16,16] scale_factor=2 mode='bilinear'", 43008, 30720),
	    F("torch.nn.functional.interpolate", "f32[2,3,16,16] size=[32,32]",
		0, 30720),
	    F("torch.nn.functional.interpolate",
		"f32[2,3,16,16] 32 None 'bicubic'", 190464, 30720),
	    /* floor(5 * 1.5) = 7 */
	    F("torch.nn.functional.interpolate", "f32[1,1,5] None 1.5", 0, 48),
	    F("onnx::Resize", "f32[2,3,16,16] sizes=[2,3,32,32] mode='linear'",
		43008, 30720),
	    F("onnx::Resize", "f32[2,3,16,16] scales=[1.0,1.0,2.0,2.0]", 0, 30720),
	    U("torch.nn.functional.interpolate", "f32[1,1,5] 10 mode='area'",
		NA, 60, WHY_ATTRIBUTE),
	    U("aten::upsample_nearest2d", "f32[2,3,16,16] ?", 0, NA, WHY_ATTRIBUTE),
	    U("onnx::Resize", "f32[2,3,16,16]", 0, NA, WHY_ATTRIBUTE),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* 2 * 10 * 10 points of 3 channels: 600 results of 7; bytes 4 * (1536 + 400 +
 * 600). */
static void test_grids(void **state)
{
	static const struct cost_case cases[] = {
	    F("aten::grid_sampler_2d",
		"f32[2,3,16,16] f32[2,10,10,2] 0 0 false", 4200, 10144),
	    F("aten::grid_sampler", "f32[2,3,16,16] f32[2,10,10,2] 1 0 false",
		0, 10144),
	    F("torch.nn.functional.grid_sample",
		"f32[2,3,16,16] f32[2,10,10,2] mode='bicubic'", 18600, 10144),
	    F("onnx::GridSample", "f32[2,3,16,16] f32[2,10,10,2] mode='linear'",
		4200, 10144),
	    /* 2 * 8 neighbours: 15; 4 * (64 + 24 + 8) */
	    F("aten::grid_sampler_3d",
		"f32[1,1,4,4,4] f32[1,2,2,2,3] 0 0 false", 120, 384),
	    /* 8 for x and 8 for the grid; x, grid, dy read, dx, dgrid written */
	    F("aten::grid_sampler_2d_backward", "f32[2,3,10,10] f32[2,3,16,16] f32[2,10,10,2] 0 0 false [true,true]",
		9600, 17888),
	    F("aten::grid_sampler_2d_backward", "f32[2,3,10,10] f32[2,3,16,16] f32[2,10,10,2] 0 0 false [true,false]",
		4800, 16288),
	    /* 2 * 32 points, each (x, y, 1) by 3 x 2: 12; theta is 12 numbers,
	     * the grid 2 * 32 * 2 */
	    F("torch.nn.functional.affine_grid", "f32[2,2,3] [2,3,4,8]", 768, 560),
	    /* a plane or a space, of each sample */
	    U("torch.nn.functional.affine_grid", "f32[2,3] [2,3,4,8]", NA, NA,
		WHY_MISMATCH),
	    U("torch.nn.functional.affine_grid", "f32[2,1,2] [2,3,4]", NA, NA,
		WHY_MISMATCH),
	    U("torch.nn.functional.affine_grid", "f32[2,4,5] [2,3,4,5,6,7]", NA,
		NA, WHY_MISMATCH),
	    /* 2 boxes, 3 channels, 4 by 4, 2 * 2 points of 8, and the mean:
	     * 96 * 33; bytes 4 * (768 + 10 + 96) */
	    F("torchvision.ops.roi_align", "f32[1,3,16,16] f32[2,5] 4 1.0 2",
		3168, 3496),
	    U("torchvision.ops.roi_align", "f32[1,3,16,16] f32[2,5] 4 1.0 -1",
		NA, 3496, WHY_VALUES),
	    U("torchvision.ops.nms", "f32[9,4] f32[9] 0.5", NA, NA, WHY_VALUES),
	    U("aten::grid_sampler_2d", "f32[2,3,16,16] f32[2,10,10,3] 0", NA,
		NA, WHY_MISMATCH),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* (1, 2, 4, 4) float32: 32 elements; windows of 2 by 2: 8 results. */
static void test_pools(void **state)
{
	static const struct cost_case cases[] = {
	    /* ONNX: no indices; a stride of 1 where none is given: 3 by 3 */
	    F("onnx::MaxPool", "f32[1,2,4,4] kernel_shape=[2,2] strides=[2,2]",
		32, 160),
	    F("onnx::MaxPool", "f32[1,2,4,4] kernel_shape=[2,2]", 72, 200),
	    /* one row and column more behind: 2 by 2 of 4 - 3 + 1, stride 2 */
	    F("onnx::AveragePool",
		"f32[1,2,4,4] kernel_shape=[3,3] strides=[2,2] pads=[0,0,1,1]",
		72, 160),
	    /* SAME: 4 / 2 */
	    F("onnx::MaxPool", "f32[1,2,4,4] kernel_shape=[3,3] strides=[2,2] auto_pad='SAME_UPPER'",
		72, 160),
	    F("onnx::GlobalAveragePool", "f32[1,2,4,4]", 32, 136),
	    F("onnx::GlobalMaxPool", "f32[1,2,4,4,4,4]", 512, 2056),
	    /* 8 elements and 8 indices to 32 */
	    F("aten::max_unpool2d", "f32[1,2,2,2] i64[1,2,2,2] [4,4]", 0, 224),
	    F("torch.nn.functional.max_unpool2d", "f32[1,2,2,2] i64[1,2,2,2] 2",
		0, 224),
	    F("aten::fractional_max_pool2d",
		"f32[1,2,4,4] [2,2] [2,2] f32[1,2,2]", 32, 240),
	    F("aten::quantized_max_pool2d",
		"quint8[1,2,4,4] [2,2] [] 0 1 false", 32, 40),
	    /* 9 windows of 2 * 2 of 2 channels: 4 * (32 + 72) */
	    F("aten::im2col", "f32[1,2,4,4] [2,2] [1,1] [0,0] [1,1]", 0, 416),
	    F("aten::im2col", "f32[1,2,4,4] [1,1] [1,1] [0,0] [1,1]", 0, 256),
	    U("aten::im2col", "f32[1,2,4,4] [0,1] [1,1] [0,0] [1,1]", 0, NA,
		WHY_ATTRIBUTE),
	    /* the same without a batch; without channels it is no image */
	    F("aten::im2col", "f32[2,4,4] [2,2] [1,1] [0,0] [1,1]", 0, 416),
	    U("aten::im2col", "f32[4,4] [2,2] [1,1] [0,0] [1,1]", NA, NA,
		WHY_MISMATCH),
	    F("aten::col2im", "f32[1,8,9] [4,4] [2,2] [1,1] [0,0] [1,1]", 72, 416),
	    /* 10 channels are no windows of 2 * 2 */
	    U("aten::col2im", "f32[1,10,9] [4,4] [2,2] [1,1] [0,0] [1,1]", NA,
		NA, WHY_MISMATCH),
	    F("aten::reflection_pad2d_backward",
		"f32[1,2,6,6] f32[1,2,4,4] [1,1,1,1]", 72, 416),
	    U("torch.nn.functional.lp_pool2d", "f32[1,2,4,4] 2 2", NA, NA, WHY_PARTS),
	};

	(void)state;
	MODELS_RUN(cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_upsample),
	    cmocka_unit_test(test_grids),
	    cmocka_unit_test(test_pools),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
