/*
 * test_models_edges.c - both sides of each limit, and each reason alone: sizes
 * of 0 and beyond what is calculated with, arguments that are missing, words
 * that mean the same, the type that a cost is of.
 */
#include "tests/unit/kinds.h"

#define T(shape, type)                                                         \
	"{\"name\":\"\",\"type\":\"tensor\",\"shape\":" shape                  \
	",\"dtype\":\"" type "\"}"

#define MOST INT64_C(2147483647) /* what is beyond is no size of a tensor */

/* (n + 2 pad + skew - dilation * (size - 1) - 1) / stride + 1 places. */
static void test_windows(void **state)
{
	static const struct {
		int64_t n;
		struct op_window w;
		uint64_t places;
	} cases[] = {
	    {8, {.size = 3, .stride = 2, .pad = 1, .dilation = 1}, 4},
	    /* one less than there must be */
	    {-1, {.size = 3, .stride = 2, .pad = 1, .dilation = 1}, OP_MISFIT},
	    {8, {.size = 0, .stride = 2, .pad = 1, .dilation = 1}, OP_MISFIT},
	    {8, {.size = 3, .stride = 0, .pad = 1, .dilation = 1}, OP_MISFIT},
	    {8, {.size = 3, .stride = 2, .pad = -1, .dilation = 1}, OP_MISFIT},
	    {8, {.size = 3, .stride = 2, .pad = 1, .dilation = 0}, OP_MISFIT},
	    {8, {.size = 3, .stride = 2, .pad = 1, .dilation = 1, .skew = -2},
		OP_MISFIT},
	    /* ... and just that */
	    {0, {.size = 1, .stride = 1, .pad = 1, .dilation = 1}, 2},
	    {8, {.size = 1, .stride = 2, .pad = 1, .dilation = 1}, 5},
	    {8, {.size = 3, .stride = 1, .pad = 1, .dilation = 1}, 8},
	    {8, {.size = 3, .stride = 2, .pad = 0, .dilation = 1}, 3},
	    {8, {.size = 3, .stride = 2, .pad = 1, .dilation = 1, .skew = -1}, 4},
	    /* the window just fits, or not */
	    {3, {.size = 3, .stride = 2, .pad = 0, .dilation = 1}, 1},
	    {2, {.size = 3, .stride = 2, .pad = 0, .dilation = 1}, OP_MISFIT},
	    /* the most, and one more */
	    {MOST, {.size = 3, .stride = 2, .pad = 1, .dilation = 1}, 1073741824},
	    {MOST + 1, {.size = 3, .stride = 2, .pad = 1, .dilation = 1},
		NUM_OVERFLOW},
	    {8, {.size = MOST, .stride = 2, .pad = 1, .dilation = 1}, OP_MISFIT},
	    {8, {.size = MOST + 1, .stride = 2, .pad = 1, .dilation = 1},
		NUM_OVERFLOW},
	    {8, {.size = 3, .stride = MOST, .pad = 1, .dilation = 1}, 1},
	    {8, {.size = 3, .stride = MOST + 1, .pad = 1, .dilation = 1},
		NUM_OVERFLOW},
	    {8, {.size = 3, .stride = 2, .pad = MOST, .dilation = 1}, 2147483650},
	    {8, {.size = 3, .stride = 2, .pad = MOST + 1, .dilation = 1},
		NUM_OVERFLOW},
	    {8, {.size = 3, .stride = 2, .pad = 1, .dilation = MOST}, OP_MISFIT},
	    {8, {.size = 3, .stride = 2, .pad = 1, .dilation = MOST + 1},
		NUM_OVERFLOW},
	    {8, {.size = 3, .stride = 2, .pad = 1, .dilation = 1, .skew = MOST},
		1073741828},
	    {8, {.size = 3, .stride = 2, .pad = 1, .dilation = 1, .skew = MOST + 1},
		NUM_OVERFLOW},
	    /* a window that begins in the padding behind is none */
	    {4, {.size = 2, .stride = 3, .pad = 1, .dilation = 1, .ceil = true}, 2},
	    {5, {.size = 2, .stride = 3, .pad = 1, .dilation = 1, .ceil = true}, 2},
	    {6, {.size = 2, .stride = 3, .pad = 1, .dilation = 1, .ceil = true}, 3},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint64_t places = op_windows(cases[i].n, &cases[i].w);

		if (places != cases[i].places)
			fail_msg("case %zu: %ju", i, (uintmax_t)places);
	}
}

/* (n - 1) stride - 2 pad + dilation (size - 1) + more + 1, of one channel: 2 * n
 * * size FLOPs whatever comes out; as padding 'same' has. */
static void test_transposed(void **state)
{
#define T1 "torch.nn.functional.conv_transpose1d"
	static const struct cost_case cases[] = {
	    /* 4 * (4 + 3 + 10) */
	    {T1, "f32[1,1,4] f32[1,1,3] None 2 0 1 1 1", PART_FORWARD, 24, 24,
		68, NULL, NULL},
	    /* one element is left, or none */
	    {T1, "f32[1,1,1] f32[1,1,3] None 1 1 0 1 1", PART_FORWARD, 6, 6, 20,
		NULL, NULL},
	    {T1, "f32[1,1,1] f32[1,1,2] None 1 1 0 1 1", PART_FORWARD, NA, 0,
		NA, WHY_MISMATCH, NULL},
	    {T1, "f32[1,1,4] f32[1,1,3] None 0 0 0 1 1", PART_FORWARD, NA, 0,
		NA, WHY_MISMATCH, NULL},
	    {T1, "f32[1,1,4] f32[1,1,3] None 1 0 0 1 0", PART_FORWARD, NA, 0,
		NA, WHY_MISMATCH, NULL},
	    {T1, "f32[1,1,4] f32[1,1,3] None 1 -1 0 1 1", PART_FORWARD, NA, 0,
		NA, WHY_MISMATCH, NULL},
	    {T1, "f32[1,1,4] f32[1,1,3] None 1 0 -1 1 1", PART_FORWARD, NA, 0,
		NA, WHY_MISMATCH, NULL},
	    /* 3 * (2^31 - 1) + 3 elements */
	    {T1, "f32[1,1,4] f32[1,1,3] None 2147483647 0 0 1 1", PART_FORWARD,
		24, 24, UINT64_C(4) * (4 + 3 + 6442450944), NULL, NULL},
	    {T1, "f32[1,1,4] f32[1,1,3] None 2147483648 0 0 1 1", PART_FORWARD,
		24, 24, NA, WHY_OVERFLOW, NULL},
	    {T1, "f32[1,1,4] f32[1,1,3] None 1 0 2147483647 1 1", PART_FORWARD,
		24, 24, UINT64_C(4) * (4 + 3 + 2147483653), NULL, NULL},
	    {T1, "f32[1,1,4] f32[1,1,3] None 1 0 2147483648 1 1", PART_FORWARD,
		24, 24, NA, WHY_OVERFLOW, NULL},
	    {T1, "f32[1,1,4] f32[1,1,3] None 1 0 0 1 2147483647", PART_FORWARD,
		24, 24, UINT64_C(4) * (4 + 3 + 4294967298), NULL, NULL},
	    {T1, "f32[1,1,4] f32[1,1,3] None 1 0 0 1 2147483648", PART_FORWARD,
		24, 24, NA, WHY_OVERFLOW, NULL},
	    {T1, "f32[1,1,4] f32[1,1,3] None 1 2147483648 0 1 1", PART_FORWARD,
		24, 24, NA, WHY_OVERFLOW, NULL},
	};

	(void)state;
	MODELS_RUN(cases);
}

static void test_sizes(void **state)
{
	static const struct cost_case cases[] = {
	    /* 11: (11 + 2 - 4 - 1) / 3 + 1 = 3 places: 2 * 9 * 9 = 162; 242 */
	    F("aten::im2col", "f32[1,2,11,11] [3,3] [2,2] [1,1] [3,3]", 0, 1616),
	    /* one place */
	    F("aten::im2col", "f32[1,2,3,3] [3,3] [1,1] [0,0] [1,1]", 0, 144),
	    U("aten::im2col", "f32[1,2,2,3] [3,3] [1,1] [0,0] [1,1]", NA, NA,
		WHY_MISMATCH),
	    U("aten::im2col", "f32[1,2,9,9] [0,3] [1,1] [0,0] [1,1]", 0, NA,
		WHY_ATTRIBUTE),
	    U("aten::im2col", "f32[1,2,9,9] [3,3] [0,1] [0,0] [1,1]", 0, NA,
		WHY_ATTRIBUTE),
	    U("aten::im2col", "f32[1,2,9,9] [3,3] [1,1] [-1,0] [1,1]", 0, NA,
		WHY_ATTRIBUTE),
	    U("aten::im2col", "f32[1,2,9,9] [3,3] [1,1] [0,0] [0,1]", 0, NA,
		WHY_ATTRIBUTE),
	    U("aten::im2col", "f32[1,2,9,9] [2147483647,3] [1,1] [0,0] [1,1]",
		NA, NA, WHY_MISMATCH),
	    U("aten::im2col", "f32[1,2,9,9] [2147483648,3] [1,1] [0,0] [1,1]",
		0, NA, WHY_ATTRIBUTE),
	    U("aten::im2col", "f32[1,2,9,9] [3,3] [2147483647,1] [0,0] [1,1]",
		NA, NA, WHY_MISMATCH),
	    U("aten::im2col", "f32[1,2,9,9] [3,3] [2147483648,1] [0,0] [1,1]",
		0, NA, WHY_ATTRIBUTE),
	    U("aten::im2col", "f32[1,2,9,9] [3,3] [1,1] [1073741824,0] [1,1]",
		0, NA, WHY_ATTRIBUTE),
	    /* one row of 7 places: 2 * 9 * 7 elements; 162 + 126 */
	    F("aten::im2col", "f32[1,2,9,9] [3,3] [1,1] [0,0] [2147483647,1]",
		0, 1152),
	    U("aten::im2col", "f32[1,2,9,9] [3,3] [1,1] [0,0] [2147483648,1]",
		0, NA, WHY_ATTRIBUTE),
	    U("aten::im2col", "f32[9,9] [3,3] [1,1] [0,0] [1,1]", NA, NA,
		WHY_MISMATCH),
	    F("torch.zeros", "3 0", 0, 0),
	    U("torch.zeros", "3 -1", 0, NA, WHY_ATTRIBUTE),
	    U("torch.eye", "device='cuda'", 0, NA, WHY_ATTRIBUTE),
	    /* 2^30 rows of one column, all of them below the diagonal: two
	     * int64 each */
	    F("aten::tril_indices", "1073741824 1 0", 0, UINT64_C(17179869184)),
	    U("aten::tril_indices", "1073741825 1 0", 0, NA, WHY_OVERFLOW),
	    F("aten::triu_indices", "1 1073741824 0", 0, UINT64_C(17179869184)),
	    U("aten::triu_indices", "1 1073741825 0", 0, NA, WHY_OVERFLOW),
	    F("aten::triu_indices", "1 3 1073741824", 0, 0),
	    U("aten::triu_indices", "1 3 1073741825", 0, NA, WHY_OVERFLOW),
	    F("aten::tril_indices", "3 1 -1073741824", 0, 0),
	    U("aten::tril_indices", "3 1 -1073741825", 0, NA, WHY_OVERFLOW),
	    /* an index of no dimension names all of x: 3 * 24, read and written */
	    F("onnx::GatherND", "f32[4,6] i64[3,0]", 0, 576),
	    /* of each of 4 rows, 3 of its elements */
	    F("onnx::GatherND", "f32[4,6] i64[4,3,1] batch_dims=1", 0, 192),
	    U("onnx::GatherND", "f32[4,6] i64[3,3]", NA, NA, WHY_MISMATCH),
	    U("onnx::GatherND", "f32[4,6] i64[4,3,2] batch_dims=1", NA, NA,
		WHY_MISMATCH),
	    U("onnx::GatherND", "f32[4,6] i64[3,1] batch_dims=-1", NA, NA,
		WHY_MISMATCH),
	    U("onnx::GatherND", "f32[4,6] i64[3,0] batch_dims=3", NA, NA,
		WHY_MISMATCH),
	    /* of a vector no matrix has columns */
	    U("aten::_int_mm", "int8[4,8] int8[8]", NA, NA, WHY_MISMATCH),
	    U("aten::_int_mm", "int8[4,8] int8[2,8,6]", NA, NA, WHY_MISMATCH),
	    /* 32 by 64 by 16, half of it: 2:4 sparse is 9/16, of bytes 10/16 */
	    {"aten::_cslt_sparse_mm",
		"f16[1152] f16[64,16] None None None false 0 1 true",
		PART_FORWARD, 32768, 32768, 2304 + 2048 + 1024, NULL, NULL},
	    {"aten::_cslt_sparse_mm",
		"int8[1280] int8[64,16] None None None false 0 1 true",
		PART_FORWARD, 32768, 32768, 1280 + 1024 + 512, NULL, NULL},
	    U("aten::_cslt_sparse_mm", "f16[0] f16[0,16]", NA, NA, WHY_MISMATCH),
	    /* 12 pairs of 5: difference, power, sum; no root for 0, 1 and the
	     * greatest; 4 for any other */
	    F("aten::_cdist_forward", "f32[4,5] f32[3,5] 0.0", 180, 188),
	    F("aten::_cdist_forward", "f32[4,5] f32[3,5] 1.0", 180, 188),
	    F("aten::_cdist_forward", "f32[4,5] f32[3,5] 2.0", 192, 188),
	    F("aten::_cdist_forward", "f32[4,5] f32[3,5] 3.0", 252, 188),
	    F("aten::_cdist_forward", "f32[4,5] f32[3,5] 0.5", 252, 188),
	    F("aten::_cdist_forward", "f32[4,5] f32[3,5] 1.0e301", 180, 188),
	    U("aten::_cdist_forward", "f32[4,5] f32[3,5] ?", NA, NA, WHY_ATTRIBUTE),
	    U("aten::_cdist_forward", "f32[4,5] f32[3,6]", NA, NA, WHY_MISMATCH),
	    U("aten::_cdist_forward", "f32[2,4,5] f32[3,3,5]", NA, NA, WHY_MISMATCH),
	    F("aten::_cdist_forward", "f32[2,4,5] f32[1,3,5] 2.0", 384, 316),
	    F("aten::_cdist_forward", "f32[1,4,5] f32[2,3,5] 2.0", 384, 296),
	    U("aten::_cdist_forward", "f32[5] f32[3,5]", NA, NA, WHY_MISMATCH),
	    /* how many groups there are decides the statistics: 5 * 48; x, y
	     * 384 and 2 * 2 * 3 float32 */
	    F("aten::group_norm", "f32[2,6,4] 3 None None ? true", 192, 432),
	    U("aten::group_norm", "f32[2,6,4] ? None None", 192, NA, WHY_ATTRIBUTE),
	    U("aten::group_norm", "f32[2,6,4] -3 None None ? true", NA, NA,
		WHY_MISMATCH),
	    /* beta 0 adds nothing, true adds C, false does not */
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 0 1", PART_FORWARD, 240,
		240, 296, NULL, NULL},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 0.0 1", PART_FORWARD, 240,
		240, 296, NULL, NULL},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] false 1", PART_FORWARD,
		240, 240, 296, NULL, NULL},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] true 1", PART_FORWARD,
		264, 240, 320, NULL, NULL},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 2 1", PART_FORWARD, 264,
		240, 320, NULL, NULL},
	    /* a keyword that _softmax has and softmax has not: float32 of half */
	    F("aten::_softmax", "f16[4,6] 1 true", 120, 48 + 96),
	    F("aten::_softmax", "f16[4,6] 1 false", 120, 48 + 48),
	    F("aten::softmax", "f16[4,6] 1 half_to_float=true", 120, 48 + 48),
	    F("aten::_safe_softmax", "f16[4,6] 1 half_to_float=true", 120, 48 + 48),
	    F("aten::log_softmax", "f16[4,6] 1 half_to_float=true", 120, 48 + 48),
	    F("aten::special_softmax", "f16[4,6] 1 half_to_float=true", 120, 48 + 48),
	    F("onnx::Softmax", "f16[4,6] half_to_float=true", 120, 48 + 48),
	    F("onnx::LogSoftmax", "f16[4,6] half_to_float=true", 120, 48 + 48),
	    /* slices as Python counts them, of 8 rows of 5: 4 * (5n + 40) */
	    B("aten::slice", "f32[8,5] 0 0 4 1", 0, 240),
	    B("aten::slice", "f32[8,5] 0 -8 4 1", 0, 240),
	    B("aten::slice", "f32[8,5] 0 -9 4 1", 0, 240),
	    B("aten::slice", "f32[8,5] 0 -4 8 1", 0, 240),
	    B("aten::slice", "f32[8,5] 0 8 9 1", 0, 160),
	    B("aten::slice", "f32[8,5] 0 7 8 1", 0, 180),
	    B("aten::slice", "f32[8,5] 0 0 0 1", 0, 160),
	    B("aten::slice", "f32[8,5] 0 0 -8 1", 0, 160),
	    B("aten::slice", "f32[8,5] 0 0 -9 1", 0, 160),
	    B("aten::slice", "f32[8,5] 0 0 -7 1", 0, 180),
	    B("aten::slice", "f32[8,5] 0 4 3 1", 0, 160),
	    B("aten::slice", "f32[8,5] 0 0 8 3", 0, 220),
	    /* what is reduced is no size */
	    U("aten::amax", "c64[4,6] [0]", NA, 192 + 48, WHY_NO_COMPLEX),
	    /* what a loss needs */
	    U("aten::_ctc_loss", "? i64[2,10]", NA, NA, WHY_NO_SHAPE),
	    U("aten::_ctc_loss", "f32[50,2,20] ?", NA, NA, WHY_NO_SHAPE),
	    U("aten::_ctc_loss", "f32[50,20] i64[2,10]", NA, NA, WHY_MISMATCH),
	    /* a batch of 2 has as many targets and lengths of both */
	    U("aten::_ctc_loss", "f32[50,2,20] i64[3,10]", NA, NA, WHY_MISMATCH),
	    U("aten::_ctc_loss", "f32[50,2,20] i64[2,10,1]", NA, NA, WHY_MISMATCH),
	    U("aten::_ctc_loss", "f32[50,2,20] i64[2,10] [50,50,50] [10,10]",
		NA, NA, WHY_MISMATCH),
	    U("aten::_ctc_loss", "f32[50,2,20] i64[2,10] [50,50] [10,10,10]",
		NA, NA, WHY_MISMATCH),
	    U("torch.nn.functional.ctc_loss",
		"f32[50,2,20] i64[2,10] i64[3] i64[2]", NA, NA, WHY_MISMATCH),
	    /* a weight for each class, and one that broadcasts to x */
	    U("aten::nll_loss", "f32[4,6] i64[4] f32[7] 1 -100", NA, NA, WHY_MISMATCH),
	    U("aten::nll_loss2d", "f32[2,3,4,4] i64[2,4,4] f32[4] 1 -100", NA,
		NA, WHY_MISMATCH),
	    U("torch.nn.functional.cross_entropy", "f32[4,6] i64[4] f32[7]", NA,
		NA, WHY_MISMATCH),
	    U("aten::multi_margin_loss", "f32[4,6] i64[5] 1 1.0 None 1", NA, NA,
		WHY_MISMATCH),
	    U("aten::binary_cross_entropy", "f32[4,6] f32[4,6] f32[5] 1", NA,
		NA, WHY_MISMATCH),
	    U("aten::binary_cross_entropy_with_logits",
		"f32[4,6] f32[4,6] None f32[2,4,6] 1", NA, NA, WHY_MISMATCH),
	    /* as large, but multiplied in place: no 1 in front; dy may have one */
	    U("aten::binary_cross_entropy", "f32[4,6] f32[4,6] f32[1,4,6] 1",
		NA, NA, WHY_MISMATCH),
	    U("aten::binary_cross_entropy_with_logits",
		"f32[4,6] f32[4,6] None f32[1,4,6] 1", NA, NA, WHY_MISMATCH),
	    F("aten::mse_loss_backward", "f32[1,4,6] f32[4,6] f32[4,6] 0", 72, 384),
	    U("aten::mse_loss_backward", "f32[5,6] f32[4,6] f32[4,6] 0", NA, NA,
		WHY_MISMATCH),
	    U("aten::dist", "f32[4,6] f32[5,6] 2.0", NA, NA, WHY_MISMATCH),
	    /* 3 * 24 + 1, whichever is broadcast; 4 * (24 + 6 + 1) */
	    F("aten::dist", "f32[4,6] f32[6] 2.0", 73, 124),
	    F("aten::dist", "f32[6] f32[4,6] 2.0", 73, 124),
	    /* a bag's weights and boxes */
	    U("aten::_embedding_bag", "f32[10,4] i64[7] i64[3] false 0 false f32[6]",
		NA, NA, WHY_MISMATCH),
	    U("aten::_embedding_bag", "f32[10,4] i64[7] i64[3,1] false 0", NA,
		NA, WHY_MISMATCH),
	    U("aten::_embedding_bag_per_sample_weights_backward",
		"f32[3,5] f32[10,4] i64[7] i64[3] i64[7] 0 -1", NA, NA, WHY_MISMATCH),
	    U("torchvision::roi_align", "f32[1,3,8,8] f32[5,6] 1.0 2 2 2 false",
		NA, NA, WHY_MISMATCH),
	    U("onnx::RoiAlign",
		"f32[1,3,8,8] f32[5,4] i64[4] output_height=2 output_width=2",
		NA, NA, WHY_MISMATCH),
	    U("aten::_ctc_loss", "f32[-1,2,20] i64[2,10]", NA, NA, WHY_NO_SHAPE),
	    U("aten::_ctc_loss", "f32[50,-1,20] i64[2,10]", NA, NA, WHY_NO_SHAPE),
	    U("aten::_ctc_loss", "f32[50,2,20] i64[]", NA, NA, WHY_MISMATCH),
	    F("aten::_ctc_loss", "f32[50,0,20] i64[0,10]", 0, 0),
	    U("torch.nn.functional.max_unpool2d", "f32[1,2,2,2] i64[1,2,2,2] 0",
		0, NA, WHY_ATTRIBUTE),
	    U("torch.nn.functional.max_unpool2d",
		"f32[1,2,2,2] i64[1,2,2,2] 2 0", 0, NA, WHY_ATTRIBUTE),
	    U("torch.nn.functional.max_unpool2d",
		"f32[1,2,2,2] i64[1,2,2,2] 2 2 -1", 0, NA, WHY_ATTRIBUTE),
	    U("torch.nn.functional.max_unpool2d", "f32[1,2,0,2] i64[1,2,0,2] 2",
		0, NA, WHY_ATTRIBUTE),
	    /* one element to 2 by 2 */
	    F("torch.nn.functional.max_unpool2d", "f32[1,1,1,1] i64[1,1,1,1] 2",
		0, 28),
	    U("aten::fractional_max_pool2d", "f32[1,2,8,8] ? [4,4] f32[1,2,2]",
		NA, NA, WHY_ATTRIBUTE),
	    U("aten::fractional_max_pool2d", "f32[1,2,8,8]", NA, NA, WHY_ATTRIBUTE),
	    U("aten::fractional_max_pool2d", "f32[1,2,8,8] [2,2] ? f32[1,2,2]",
		NA, NA, WHY_ATTRIBUTE),
	    /* of several sizes -1 keeps one, the last as 2(9 - 1) = 16; no other
	     * is none: 5 / 2 * 48 * log2(48) = 670; 27 read, 48 written */
	    F("aten::fft_irfftn", "c64[3,9] [3,-1] None None", 670, 216 + 192),
	    F("aten::fft_irfftn", "c64[3,9] [-1,-1] None None", 670, 216 + 192),
	    F("aten::fft_irfftn", "c64[3,9] None None None", 670, 216 + 192),
	    U("aten::fft_irfftn", "c64[3,9] [-1,0] None None", NA, NA, WHY_MISMATCH),
	    U("aten::fft_irfftn", "c64[3,9] [-2,16] None None", NA, NA, WHY_MISMATCH),
	    U("aten::fft_irfft", "c64[3,9] -1 -1 None", NA, NA, WHY_MISMATCH),
	    U("aten::fft_rfft", "f32[3,16] 0 -1 None", NA, NA, WHY_MISMATCH),
	    U("aten::fft_irfft", "c64[3,9] 4611686018427387904 -1 None", NA, NA,
		WHY_OVERFLOW),
	    /* addends of another batch, or with more dimensions than the result */
	    U("aten::baddbmm", "f32[2,6,7] f32[3,6,5] f32[3,5,7] 1 1", NA, NA,
		WHY_MISMATCH),
	    U("aten::baddbmm", "f32[1,3,6,7] f32[3,6,5] f32[3,5,7] 1 1", NA, NA,
		WHY_MISMATCH),
	    U("aten::addbmm", "f32[3,6,7] f32[3,6,5] f32[3,5,7] 1 1", NA, NA,
		WHY_MISMATCH),
	    U("aten::addmm", "f32[1,6,7] f32[6,5] f32[5,7] 1 1", NA, NA, WHY_MISMATCH),
	    /* no mask has no gradients */
	    U("aten::convolution_backward",
		"f32[1,4,6,6] f32[1,4,8,8] f32[4,4,3,3] None [1,1] [0,0] [1,1] "
		"false [0,0] 1 []",
		NA, NA, WHY_ATTRIBUTE),
	    /* heads of one: 16 of 16 turn, 3 each */
	    F("sgl_kernel::rotary_embedding",
		"i64[2] f32[2,8] f32[2,8] 1 f32[100,1]", 96, 4 * 64 + 16 + 8),
	    /* complex numbers, and who knows which others */
	    U("aten::mul", "?[10] c64[10]", NA, NA, WHY_NO_DTYPE),
	    U("aten::mm", "?[4,5] c64[5,6]", NA, NA, WHY_NO_DTYPE),
	    U("aten::mul", "?[10] f32[10]", 10, NA, WHY_NO_DTYPE),
	    /* nor has a backward operator both of its tensors */
	    U("aten::gelu_backward", "f32[4,8] ? 'none'", NA, NA, WHY_NO_SHAPE),
	    U("aten::threshold_backward", "? f32[4,8] 0", NA, NA, WHY_NO_SHAPE),
	    U("aten::elu_backward", "f32[4] 1 1 1 false ?", NA, NA, WHY_NO_SHAPE),
	    /* a tensor that was given is not one that was left out */
	    U("aten::linear", "f32[8,4] f32[6,4] T", NA, NA, WHY_NO_SHAPE),
	    U("aten::conv2d", "f32[1,4,8,8] f32[6,4,3,3] T [1,1] [0,0] [1,1] 1",
		NA, NA, WHY_NO_SHAPE),
	    U("aten::layer_norm", "f32[4,6] [6] T T", NA, NA, WHY_NO_SHAPE),
	    U("aten::batch_norm", "f32[2,3,4] T f32[3] f32[3] f32[3] true", NA,
		NA, WHY_NO_SHAPE),
	    U("aten::mse_loss_backward", "T f32[4] f32[4] 1", NA, NA, WHY_NO_SHAPE),
	    U("flash_attn::_flash_attn_varlen_forward", "f16[2,4,16] f16[12,4,16] f16[12,4,16] T i32[3] 1 8 0.0 0.25 true",
		NA, NA, WHY_NO_SHAPE),
	    /* what stands behind the operands is none of them; one is enough */
	    U("aten::eq", "? ? i32[] ?", NA, NA, WHY_NO_SHAPE),
	    U("aten::mul", "? ? f32[4] ?", NA, NA, WHY_NO_SHAPE),
	    F("aten::mul", "f32[4] ?", 4, 32),
	    /* 16 of the first, 4 of the other, 16 of what is given for the
	     * result, whether or not something follows it */
	    F("aten::le", "f32[4] b[4] f32[4]", 4, 36),
	    F("aten::le", "f32[4] b[4] f32[4] ?", 4, 36),
	    U("aten::max_pool2d", "? [2,2]", NA, NA, WHY_NO_SHAPE),
	    /* 192 elements, added once; to how many is not told */
	    U("aten::adaptive_avg_pool2d", "f32[1,3,8,8] [2,2,2]", 192, NA,
		WHY_ATTRIBUTE),
	    U("aten::adaptive_avg_pool2d", "f32[1,3,8,8] [2,-2]", 192, NA,
		WHY_ATTRIBUTE),
	    U("aten::max_pool2d_with_indices_backward",
		"? f32[1,1,4,4] [2,2] [2,2] [0,0] [1,1] false i64[1,1,2,2]", NA,
		NA, WHY_NO_SHAPE),
	};

	(void)state;
	MODELS_RUN(cases);
}

static void test_transforms(void **state)
{
	static const struct cost_case cases[] = {
	    /* no type: complex, as far as is known */
	    U("aten::fft_fft", "?[16] None -1 None", 320, NA, WHY_NO_DTYPE),
	    /* its input is real, whatever its type */
	    U("aten::fft_rfft", "?[16] None -1 None", 160, NA, WHY_NO_DTYPE),
	    /* half of nothing is -2 */
	    U("aten::fft_irfft", "c64[0] None -1 None", NA, NA, WHY_MISMATCH),
	    /* one number for one number */
	    F("aten::fft_irfft", "c64[1] 1 -1 None", 0, 12),
	    U("aten::_fft_c2r", "c64[9] [0] 0 ?", NA, NA, WHY_ATTRIBUTE),
	    U("aten::_fft_c2r", "c64[9] [0] 0 -5", NA, NA, WHY_ATTRIBUTE),
	    F("aten::_fft_c2r", "c64[9] [0] 0 16", 160, 136),
	    U("aten::fft_fft", "c64[16] ?", NA, NA, WHY_ATTRIBUTE),
	    U("aten::fft_fft", "c64[16] None 1", NA, NA, WHY_MISMATCH),
	    U("aten::fft_fft", "c64[16] None -2", NA, NA, WHY_MISMATCH),
	    U("aten::fft_fft2", "c64[16] None [-2,-1] None", NA, NA, WHY_MISMATCH),
	    /* 5 windows of 4, of each of 2: 2.5 * 40 * 2; 240 + 128 */
	    F("aten::istft", "c64[2,3,5] 4 4 4 None true false true None false",
		200, 368),
	    F("aten::istft", "c64[3,5] 4 4 4 None true false true None false",
		100, 184),
	    /* without a rim it is 4 longer; or as long as is asked for */
	    F("aten::istft", "c64[3,5] 4 4 4 None false false true None false",
		100, 200),
	    F("aten::istft", "c64[3,5] 4 4 4 None true false true 10 false", 100, 160),
	    /* 20 differences of 2 each; 24 read and 20 written, of 8 bytes */
	    F("aten::diff", "c64[4,6] 1 -1 None None", 40, 352),
	    F("aten::diff", "f32[4,6] 1 -1 None None", 20, 176),
	    U("aten::istft", "c64[3,5] 4 4 4 None true false true ? false", 100,
		NA, WHY_ATTRIBUTE),
	    U("aten::istft", "c64[3,0] 4 4 4 None true false true None false",
		0, NA, WHY_ATTRIBUTE),
	    U("aten::istft", "c64[3,0] 4 4 4 None false false true None false",
		0, NA, WHY_ATTRIBUTE),
	    F("aten::istft", "c64[3,1] 4 4 4 None true false true None false",
		20, 24),
	    U("aten::istft", "c64[3] 4 4 None None true false None None false",
		NA, NA, WHY_MISMATCH),
	    U("aten::istft", "c64[1,1,3,5] 4 4 None None true false None None false",
		NA, NA, WHY_MISMATCH),
	    U("torch.stft", "f32[16] ?", NA, NA, WHY_ATTRIBUTE),
	    U("torch.stft", "f32[16] 0", NA, NA, WHY_ATTRIBUTE),
	    U("torch.stft", "f32[2,2,16] 4", NA, NA, WHY_MISMATCH),
	    /* 3 + 4 hold one window of 4 and a place behind it; not of 5 alone */
	    U("torch.stft", "f32[3] 4 4 4 None false", NA, NA, WHY_MISMATCH),
	    F("torch.stft", "f32[4] 4 4 4 None false", 20, 40),
	    /* steps of 1, of a quarter; 2.5 * 8 * 3 and 2.5 * 4 * 2 * 7 */
	    F("torch.stft", "f32[8] 8 1 8 None false", 60, 72),
	    F("aten::stft", "f32[10] 4 1 4 None false true true", 140, 208),
	    F("aten::stft", "f32[10] 4 None 4 None false true true", 140, 208),
	    U("aten::stft", "f32[10] 4 0 4 None false true true", NA, NA,
		WHY_MISMATCH),
	    U("aten::stft", "f32[10] 4 -1 4 None false true true", NA, NA,
		WHY_MISMATCH),
	    /* a quarter of 3 is none; transforms of one point are copies */
	    U("aten::stft", "f32[10] 3 None 3 None false true true", NA, NA,
		WHY_MISMATCH),
	    F("aten::stft", "f32[10] 1 1 1 None false true true", 0, 120),
	};

	(void)state;
	MODELS_RUN(cases);
}

static void test_words(void **state)
{
	/* a result of 64 by 1, 4 or 16 neighbours; 16 and 64 elements */
	static const struct cost_case cases[] = {
#define I "torch.nn.functional.interpolate"
#define I_ARGS "f32[1,1,4,4] [8,8] None "
	    F(I, I_ARGS "'nearest'", 0, 320),
	    F(I, I_ARGS "'nearest-exact'", 0, 320),
	    F(I, I_ARGS "'bilinear'", 448, 320),
	    F(I, I_ARGS "'bicubic'", 1984, 320),
	    U(I, I_ARGS "'odd'", NA, 320, WHY_ATTRIBUTE),
	    F("torch.nn.functional.interpolate",
		"f32[1,1,2,2,2] [4,4,4] None 'trilinear'", 960, 288),
	    F("onnx::Resize", "f32[1,1,4,4] sizes=[1,1,8,8] mode='cubic'", 1984, 320),
	    F("onnx::Resize", "f32[1,1,4,4] sizes=[1,1,8,8] mode='linear'", 448, 320),
	    F("onnx::Resize", "f32[1,1,4,4] sizes=[1,1,8,8] mode='nearest'", 0, 320),
	    /* a tenth of 4 is none */
	    F("onnx::Resize",
		"f32[1,1,4,4] scales=[1.0,1.0,0.1,0.1] mode='nearest'", 0, 64),
	    /* torch's numbers: bilinear, nearest, bicubic; 12 results */
	    F("aten::grid_sampler_2d", "f32[1,3,4,4] f32[1,2,2,2] 0", 84, 272),
	    F("aten::grid_sampler_2d", "f32[1,3,4,4] f32[1,2,2,2] 1", 0, 272),
	    F("aten::grid_sampler_2d", "f32[1,3,4,4] f32[1,2,2,2] 2", 372, 272),
	    U("aten::grid_sampler_2d", "f32[1,3,4,4] f32[1,2,2,2] 3", NA, 272,
		WHY_ATTRIBUTE),
	    U("aten::grid_sampler_2d", "f32[1,3,4,4] f32[1,2,2,2] -1", NA, 272,
		WHY_ATTRIBUTE),
	    F("aten::grid_sampler", "f32[1,3,4,4] f32[1,2,2,2] 1", 0, 272),
	    /* 24 results of 8 neighbours, or one: 15 each; 4 * (192 + 24 + 24) */
	    F("aten::grid_sampler_3d", "f32[1,3,4,4,4] f32[1,2,2,2,3] 0", 360, 960),
	    F("aten::grid_sampler_3d", "f32[1,3,4,4,4] f32[1,2,2,2,3] 1", 0, 960),
	    U("aten::grid_sampler_3d", "f32[1,3,4,4,4] f32[1,2,2,2,3] ?", NA,
		960, WHY_ATTRIBUTE),
	/* FBGEMM's SparseType: 0 to 5, else its default */
#define D "fbgemm::dense_embedding_codegen_lookup_function"
#define D_ARGS                                                                 \
	"f32[800] i64[3] i32[4] 24 12 i64[4] 8 i64[60] i64[16] 0 None None "
	    F(D, D_ARGS "0", 480, 2528 + 480),
	    F(D, D_ARGS "1", 480, 2528 + 240),
	    F(D, D_ARGS "2", 480, 2528 + 120),
	    F(D, D_ARGS "3", 480, 2528 + 60),
	    F(D, D_ARGS "4", 480, 2528 + 30),
	    F(D, D_ARGS "5", 480, 2528 + 240),
	    F(D, D_ARGS "6", 480, 2528 + 480),
	    F(D, D_ARGS "-1", 480, 2528 + 480),
	    F(D, D_ARGS "?", 480, 2528 + 480),
	    /* of no rows: 8 + 96 + 64 and none */
	    F("fbgemm::permute_2D_sparse_data",
		"i32[2] i64[3,4] f32[0,8] None 0", 0, 168),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* Letters of either end, dots, and what is no equation. */
static void test_equations(void **state)
{
#define E(equation) "torch.einsum", equation " f32[6,7] f32[7,8]"
	static const struct cost_case cases[] = {
	    {E("'aZ,Zc->ac'"), PART_FORWARD, 672, 672, 584, NULL, NULL},
	    {E("'za,aA->zA'"), PART_FORWARD, 672, 672, 584, NULL, NULL},
	    /* Z and the dimension of the dots are two */
	    {"torch.einsum", "'...aZ,...Zc->...ac' f32[3,6,7] f32[3,7,8]",
		PART_FORWARD, 2016, 2016, 1752, NULL, NULL},
	    {E("'a.,bc->ac'"), PART_FORWARD, NA, 0, NA, WHY_MISMATCH, NULL},
	    {E("'a..,bc->ac'"), PART_FORWARD, NA, 0, NA, WHY_MISMATCH, NULL},
	    {E("'.a.b,bc->ac'"), PART_FORWARD, NA, 0, NA, WHY_MISMATCH, NULL},
	    {E("'..ab,bc->ac'"), PART_FORWARD, NA, 0, NA, WHY_MISMATCH, NULL},
	    {E("'...a...b,bc->ac'"), PART_FORWARD, NA, 0, NA, WHY_MISMATCH, NULL},
	    {E("'a1,1c->ac'"), PART_FORWARD, NA, 0, NA, WHY_MISMATCH, NULL},
	    {"torch.tensordot", "f32[6,7] f32[7,8] 1", PART_FORWARD, 672, 672,
		584, NULL, NULL},
	    /* two products; A, B, dY twice, dA, dB */
	    {"torch.tensordot", "f32[6,7] f32[7,8] 1", PART_BACKWARD, 1344,
		1344, 4 * (2 * 42 + 2 * 56 + 2 * 48), NULL, NULL},
	};

	(void)state;
	MODELS_RUN(cases);
}

/* What a cost is of, which decides Tensor Cores and the peak. */
static void test_types(void **state)
{
	static const struct {
		const char *name, *args;
		enum dtype dtype;
	} cases[] = {
	    {"aten::mm", "f16[4,5] f16[5,6]", DTYPE_FLOAT16},
	    {"aten::mm.dtype", "f16[4,5] f16[5,6] 6", DTYPE_FLOAT32},
	    {"torch.mm", "f16[4,5] f32[5,6]", DTYPE_FLOAT16},
	    {"torch.mm", "f32[4,5] bf16[5,6]", DTYPE_BFLOAT16},
	    /* of two halves neither is cast, nor is a float64 */
	    {"torch.mm", "f16[4,5] bf16[5,6]", DTYPE_FLOAT32},
	    {"torch.mm", "f64[4,5] f32[5,6]", DTYPE_FLOAT64},
	    {"aten::conv2d", "f16[1,4,8,8] f16[4,4,3,3] None [1,1] [0,0] [1,1] 1",
		DTYPE_FLOAT16},
	    {"aten::conv2d", "c64[1,4,8,8] c64[4,4,3,3] None [1,1] [0,0] [1,1] 1",
		DTYPE_COMPLEX64},
	    {"aten::_int_mm", "int8[4,8] int8[8,6]", DTYPE_INT8},
	    {"aten::scaled_dot_product_attention",
		"bf16[2,4,5,8] bf16[2,4,7,8] bf16[2,4,7,8] None 0.0 false",
		DTYPE_BFLOAT16},
	    {"aten::_grouped_mm", "bf16[8,16] bf16[2,16,6] i32[2] None None",
		DTYPE_BFLOAT16},
	    {"aten::_weight_norm_interface", "f16[3,4] f16[3,1] 0", DTYPE_FLOAT16},
	    {"aten::_weight_norm_interface_backward",
		"f16[3,4] f16[3,4] f16[3,1] f32[3,1] 0", DTYPE_FLOAT16},
	    {"torch.einsum", "'ab,bc->ac' f16[6,7] f16[7,8]", DTYPE_FLOAT16},
	    {"aten::linalg_multi_dot",
		"[" T("[2,3]", "float64") "," T("[3,4]", "float64") "]",
		DTYPE_FLOAT64},
	    {"aten::kron", "f64[2,3] f64[3,4]", DTYPE_FLOAT64},
	    {"aten::lstm_cell",
		"f16[2,4] [" T("[2,5]", "float16") "," T(
		    "[2,5]", "float16") "] f16[20,4] f16[20,5]",
		DTYPE_FLOAT16},
	    {"aten::_thnn_fused_lstm_cell",
		"f16[2,20] f16[2,20] f16[2,5] None None", DTYPE_FLOAT16},
	    {"aten::add", "f16[4] f16[4]", DTYPE_FLOAT16},
	    {"aten::gelu", "bf16[4]", DTYPE_BFLOAT16},
	    {"aten::sum", "f16[4,6]", DTYPE_FLOAT16},
	    {"aten::cumsum", "f64[4,6] 1", DTYPE_FLOAT64},
	    {"aten::softmax", "f16[4,6] 1", DTYPE_FLOAT16},
	    {"aten::layer_norm", "bf16[4,6] [6] None None", DTYPE_BFLOAT16},
	    {"aten::max_pool2d", "f16[1,1,8,8] [2,2] [] 0 1 false", DTYPE_FLOAT16},
	    {"aten::upsample_nearest2d", "f16[1,1,4,4] [8,8]", DTYPE_FLOAT16},
	    {"aten::index_select", "f64[4,6] 0 i64[2]", DTYPE_FLOAT64},
	    {"aten::cat", "f64[2] f64[3]", DTYPE_FLOAT64},
	    {"aten::clone", "f64[2]", DTYPE_FLOAT64},
	    {"aten::zeros", "[2] 7 None None None", DTYPE_FLOAT64},
	    {"aten::native_dropout", "f16[4,6] 0.5 true", DTYPE_FLOAT16},
	    {"aten::embedding", "f16[10,4] i64[3]", DTYPE_FLOAT16},
	    {"aten::mse_loss", "f64[4] f64[4] 1", DTYPE_FLOAT64},
	    {"aten::nll_loss", "f64[4,6] i64[4] None 1", DTYPE_FLOAT64},
	    {"aten::linalg_inv", "f64[6,6]", DTYPE_FLOAT64},
	    {"aten::fft_fft", "c128[16] None -1 None", DTYPE_COMPLEX128},
	    {"aten::quantize_per_tensor", "f16[4] 0.1 0 12", DTYPE_FLOAT16},
	    {"aten::cdist", "f64[4,5] f64[3,5] 2.0 None", DTYPE_FLOAT64},
	    {"aten::linalg_cross", "f64[4,3] f64[4,3]", DTYPE_FLOAT64},
	    {"aten::_amp_foreach_non_finite_check_and_unscale_",
		"[" T("[24]", "float16") "] f32[1] f32[1]", DTYPE_FLOAT16},
	    {"sgd", "f16[24] f16[24] f16[24]", DTYPE_FLOAT16},
	    {"nccl:all_reduce", "f16[24] world_size=8", DTYPE_FLOAT16},
	    {"mamba_ssm::selective_scan_fwd",
		"f32[2,4,6] f32[2,4,6] f32[4,3] f32[2,3,6] f32[2,3,6]",
		DTYPE_UNKNOWN},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena a = {0};
		struct cost cost;

		op_cost_of_call(calls_make(&a, cases[i].name, cases[i].args),
		    PART_FORWARD, &cost);
		if (cost.dtype != cases[i].dtype)
			fail_msg("%s(%s): %s", cases[i].name, cases[i].args,
			    dtype_name(cost.dtype));
		arena_free(&a);
	}
}

/* How sure a cost is: exact where all is recorded, estimated where values or a
 * choice decide, at most so much where only a part may be touched. */
static void test_conf(void **state)
{
#define FW PART_FORWARD
	static const struct conf_case cases[] = {
	    {"aten::mm", "f32[4,5] f32[5,6]", FW, CONF_EXACT},
	    {"onnx::Gemm", "f32[4,5] f32[5,6]", FW, CONF_EXACT},
	    {"onnx::Gemm", "f32[4,5] f32[6,5] transB=1", FW, CONF_EXACT},
	    {"onnx::MatMul", "f32[4,5] f32[5,6]", FW, CONF_EXACT},
	    {"onnx::FusedMatMul", "f32[4,5] f32[5,6]", FW, CONF_EXACT},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 1 1", FW, CONF_EXACT},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] ? ?", FW, CONF_ESTIMATE},
	    {"aten::_addmm_activation", "f32[6] f32[4,5] f32[5,6] 1 1 true", FW,
		CONF_EXACT},
	    {"aten::_addmm_activation", "f32[6] f32[4,5] f32[5,6] 1 1 ?", FW,
		CONF_ESTIMATE},
	    {"aten::conv2d", "f32[1,4,8,8] f32[4,4,3,3] None [1,1] [0,0] [1,1] 1",
		FW, CONF_EXACT},
	    {"aten::scaled_dot_product_attention",
		"f16[2,4,5,8] f16[2,4,7,8] f16[2,4,7,8] None 0.0 false", FW,
		CONF_EXACT},
	    {"aten::scaled_dot_product_attention",
		"f16[2,4,5,8] f16[2,4,7,8] f16[2,4,7,8] ? ? ?", FW, CONF_UPPER},
	    {"higher_order::flex_attention",
		"f16[2,4,5,8] f16[2,4,7,8] f16[2,4,7,8]", FW, CONF_UPPER},
	    /* how many of the keys are used only the device knows */
	    {"flash_attn_3::fwd",
		"f16[2,5,4,8] f16[2,7,4,8] f16[2,7,4,8] None None None None "
		"None "
		"None None None None None None None None None None None None "
		"None "
		"None None 0.3 false -1 -1",
		FW, CONF_EXACT},
	    {"flash_attn_3::fwd",
		"f16[2,5,4,8] f16[2,7,4,8] f16[2,7,4,8] None None None None "
		"None "
		"None None None i32[2] None None None None None None None None "
		"None "
		"None None 0.3 false -1 -1",
		FW, CONF_ESTIMATE},
	    {"torch.einsum", "'ab,bc->ac' f16[6,7] f16[7,8]", FW, CONF_EXACT},
	    {"aten::_int_mm", "int8[4,8] int8[8,6]", FW, CONF_EXACT},
	    /* what it is that is there and no tensor: the result's type */
	    {"aten::mm", "f16[4,5] f16[5,6] ?", FW, CONF_ESTIMATE},
	    {"aiter::gemm_a8w8", "int8[4,8] int8[6,8] f32[4,1] f32[1,6]", FW,
		CONF_ESTIMATE},
	    {"aten::_grouped_mm", "bf16[8,16] bf16[2,16,6] i32[2] None None",
		FW, CONF_EXACT},
	    {"vllm::fused_moe", "f16[5,8] f16[4,24,8] f16[4,8,12] f32[5,4] 2",
		FW, CONF_ESTIMATE},
	    {"aten::add", "f32[4] f32[4] 1", FW, CONF_EXACT},
	    {"aten::gelu", "f32[4]", FW, CONF_EXACT},
	    {"aten::gelu", "f32[4] ?", FW, CONF_ESTIMATE},
	    {"aten::sum", "f32[4] None", FW, CONF_EXACT},
	    /* how wide a head is, where less than a row is turned; of a maximum
	     * the places are written */
	    {"sgl_kernel::rotary_embedding",
		"i64[16] bf16[16,128] bf16[16,32] 16 bf16[100,16]", FW, CONF_EXACT},
	    {"sgl_kernel::rotary_embedding",
		"i64[16] bf16[16,128] bf16[16,32] ? bf16[100,16]", FW, CONF_UPPER},
	    {"sgl_kernel::rotary_embedding",
		"i64[16] bf16[16,16] bf16[16,16] ? bf16[100,16]", FW, CONF_EXACT},
	    {"aten::_embedding_bag", "f32[10,4] i64[7] i64[3] false 0 false None false",
		PART_BACKWARD, CONF_EXACT},
	    {"aten::_embedding_bag", "f32[10,4] i64[7] i64[3] false ? false None false",
		PART_BACKWARD, CONF_ESTIMATE},
	    {"aten::softmax", "f32[4,6] 1 None", FW, CONF_EXACT},
	    /* the type of the result: a number that is none, a word, no value */
	    {"aten::softmax", "f32[4,6] 1 6", FW, CONF_EXACT},
	    {"aten::softmax", "f32[4,6] 1 None", FW, CONF_EXACT},
	    {"aten::softmax", "f32[4,6] 1 99", FW, CONF_UNKNOWN},
	    {"aten::softmax", "f32[4,6] 1 -3", FW, CONF_UNKNOWN},
	    {"aten::softmax", "f32[4,6] 1 'nothing'", FW, CONF_UNKNOWN},
	    {"aten::sum", "f32[4,6] [1] false 99", FW, CONF_UNKNOWN},
	    {"aten::cumsum", "f32[4,6] 1 99", FW, CONF_UNKNOWN},
	    /* which gradients */
	    {"aten::_scaled_dot_product_efficient_attention_backward",
		"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] "
		"f16[2,4,8,8] f16[2,4,8,16] f32[2,4,8] i64[] i64[] 0.0 "
		"[true,true,true,false] false",
		FW, CONF_EXACT},
	    {"aten::_scaled_dot_product_efficient_attention_backward",
		"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] "
		"f16[2,4,8,8] f16[2,4,8,16] f32[2,4,8] i64[] i64[] 0.0 ? false",
		FW, CONF_ESTIMATE},
	    {"aten::native_layer_norm_backward",
		"f32[4,6] f32[4,6] [6] f32[4,1] f32[4,1] f32[6] f32[6] []", FW,
		CONF_ESTIMATE},
	    {"aten::cumsum", "f32[4,6] 1 None", FW, CONF_EXACT},
	    {"aten::sort", "f32[4,6] 1 false", FW, CONF_EXACT},
	    {"aten::_unique2", "f32[24] true false false", FW, CONF_UPPER},
	    {"aten::isin", "f32[4] f32[3]", FW, CONF_ESTIMATE},
	    {"aten::nonzero", "f32[4,6]", FW, CONF_UPPER},
	    {"aten::masked_select", "f32[4,6] b[4,6]", FW, CONF_UPPER},
	    {"aten::gather", "f32[4,6] 0 i64[2,6]", FW, CONF_EXACT},
	    {"aten::index", "f32[9,4] [" T("[3]", "int64") "]", FW, CONF_EXACT},
	    {"aten::index", "f32[9,4] [" T("[9]", "bool") "]", FW, CONF_UPPER},
	    {"Tensor.__getitem__", "f32[9,4] i64[3]", FW, CONF_ESTIMATE},
	    {"aten::linalg_inv", "f32[6,6]", FW, CONF_ESTIMATE},
	    {"aten::_ctc_loss", "f32[50,2,20] i64[2,10]", FW, CONF_ESTIMATE},
	    {"aten::mse_loss", "f32[4] f32[4] 1", FW, CONF_EXACT},
	    {"aten::layer_norm", "f32[4,6] [6] None None", FW, CONF_EXACT},
	    {"aten::native_batch_norm_backward",
		"f32[2,3] f32[2,3] f32[3] None None f32[3] f32[3] true 0.1 "
		"[true,true,true]",
		FW, CONF_EXACT},
	    {"aten::native_batch_norm_backward",
		"f32[2,3] f32[2,3] f32[3] None None f32[3] f32[3] true 0.1 ?",
		FW, CONF_ESTIMATE},
	    {"aten::upsample_bilinear2d", "f32[1,1,4,4] [8,8] false None", FW,
		CONF_EXACT},
	    {"aten::_upsample_bilinear2d_aa", "f32[1,1,4,4] [8,8] false None",
		FW, CONF_ESTIMATE},
	    {"aten::grid_sampler_2d", "f32[1,3,4,4] f32[1,2,2,2] 0", FW, CONF_EXACT},
	    {"torchvision::roi_align", "f32[1,3,8,8] f32[5,5] 1.0 2 2 2 false",
		FW, CONF_UPPER},
	    {"LSTM.forward", "f32[5,3,6] f32[1,3,4] f32[1,3,4]", FW, CONF_ESTIMATE},
	    {"aten::gru_cell", "f32[2,4] f32[2,5] f32[15,4] f32[15,5]", FW,
		CONF_EXACT},
	    {"mamba_ssm::selective_scan_fwd",
		"f32[2,4,6] f32[2,4,6] f32[4,3] f32[2,3,6] f32[2,3,6]", FW,
		CONF_ESTIMATE},
	    {"aten::quantize_per_tensor", "f32[4] 0.1 0 12", FW, CONF_EXACT},
	    {"aten::max_pool2d", "f32[1,1,8,8] [2,2] [] 0 1 false", FW, CONF_EXACT},
	    {"aten::fft_fft", "c64[16] None -1 None", FW, CONF_EXACT},
	    {"aten::cdist", "f32[4,5] f32[3,5] 2.0", FW, CONF_EXACT},
	    {"nccl:all_reduce", "f32[16] world_size=8", FW, CONF_EXACT},
	    {"aten::native_dropout", "f32[4,6] 0.5 true", FW, CONF_EXACT},
	    {"sgd", "f32[24] f32[24]", FW, CONF_EXACT},
	    {"aten::zeros", "[2] 7 None None None", FW, CONF_EXACT},
	};
#undef FW

	(void)state;
	MODELS_CONF(cases);
}

/* Each tensor that an operator cannot do without, left out alone: what is not
 * recorded of it is the reason. */
static void test_left_out(void **state)
{
	static const struct {
		const char *name, *args, *needed; /* '1': of the argument there */
	} cases[] = {
	    {"aten::log_sigmoid_backward", "f32[4] f32[4] f32[0]", "11"},
	    {"aten::copy_", "f32[4] f32[4] false", "11"},
	    {"aten::slice_scatter", "f32[8,4] f32[2,4] 0 0 2 1", "11"},
	    {"aten::embedding", "f32[10,4] i64[3]", "11"},
	    {"aten::embedding_dense_backward", "f32[3,4] i64[3] 10 -1 false", "11"},
	    {"aten::_embedding_bag", "f32[10,4] i64[7] i64[3] false 0", "11"},
	    {"aten::_embedding_bag_per_sample_weights_backward",
		"f32[3,4] f32[10,4] i64[7] i64[3] i64[7] 0 -1", "111"},
	    {"fbgemm::permute_2D_sparse_data", "i32[3] i64[3,4] i64[100]", "111"},
	    {"fbgemm::dense_embedding_codegen_lookup_function",
		"f32[800] i64[3] i32[4] 24 12 i64[4] 8 i64[60] i64[16] 0",
		"000000011"},
	    {"fbgemm::bounds_check_indices", "i64[3] i64[60] i64[16] 1", "01"},
	    {"aten::masked_select", "f32[4,6] b[4,6]", "11"},
	    {"aten::masked_scatter", "f32[4,6] b[4,6] f32[4,6]", "111"},
	    {"aten::gather", "f32[4,6] 0 i64[2,6]", "101"},
	    {"aten::index_select", "f32[4,6] 0 i64[2]", "101"},
	    {"onnx::GatherND", "f32[4,6] i64[3,1]", "11"},
	    {"onnx::Compress", "f32[4,6] b[4]", "11"},
	    {"sgl_kernel::store_cache", "bf16[16,4,16] bf16[16,4,16] u8[9,16,4,16] u8[9,16,4,16] i64[16]",
		"11101"},
	    {"aten::multi_margin_loss", "f32[4,6] i64[4] 1 1.0 None 1", "11"},
	    {"aten::_ctc_loss", "f32[50,2,20] i64[2,10]", "11"},
	    {"aten::mse_loss", "f32[4] f32[4] 1", "11"},
	    {"aten::nll_loss", "f32[4,6] i64[4] None 1 -100", "11"},
	    {"aten::_weight_norm", "f32[8,6] f32[8,1] 0", "11"},
	    {"aten::_weight_norm_interface_backward",
		"f32[8,6] f32[8,6] f32[8,1] f32[8,1] 0", "111"},
	    {"adam", "f32[24] f32[0] f32[24] f32[24] f32[24]", "11111"},
	    {"sgd", "f32[24] f32[24] f32[24]", "1"},
	    {"aten::grid_sampler_2d", "f32[1,3,4,4] f32[1,2,2,2] 0", "11"},
	    {"aten::grid_sampler_2d_backward",
		"f32[1,3,2,2] f32[1,3,4,4] f32[1,2,2,2] 0 0 false [true,true]",
		"111"},
	    {"torchvision::roi_align", "f32[1,3,8,8] f32[5,5] 1.0 2 2 2 false", "11"},
	    {"aten::affine_grid_generator", "f32[2,2,3] [2,3,4,5] false", "1"},
	    {"LigerRopeFunction",
		"f16[1,4,10,8] f16[1,4,10,8] f16[10,8] f16[10,8]", "101"},
	    {"aten::_softmax_backward_data", "f32[4,6] f32[4,6] 1 6", "11"},
	    {"aten::max_unpool2d", "f32[1,1,2,2] i64[1,1,2,2] [4,4]", "11"},
	    {"aten::max_pool2d_with_indices_backward",
		"f32[1,1,2,2] f32[1,1,4,4] [2,2] [2,2] [0,0] [1,1] false "
		"i64[1,1,2,2]",
		"11"},
	    {"aten::searchsorted", "f32[10] f32[4]", "11"},
	    {"aten::cdist", "f64[4,5] f64[3,5]", "11"},
	    {"aten::linalg_cross", "f64[4,3] f64[4,3]", "11"},
	    {"aten::linalg_solve", "f32[6,6] f32[6,2]", "11"},
	    {"aten::mm", "f32[4,5] f32[5,6]", "11"},
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6]", "011"},
	    {"aten::conv2d",
		"f32[1,4,8,8] f32[4,4,3,3] None [1,1] [0,0] [1,1] 1", "11"},
	    {"aten::convolution_backward", "f32[1,4,6,6] f32[1,4,8,8] f32[4,4,3,3] None [1,1] [0,0] [1,1] false [0,0] 1 [true,true,false]",
		"111"},
	    {"aten::conv_tbc", "f32[10,2,4] f32[3,4,8] f32[8] 0", "11"},
	    {"aten::scaled_dot_product_attention",
		"f16[2,4,5,8] f16[2,4,7,8] f16[2,4,7,8]", "111"},
	    {"aten::_transform_bias_rescale_qkv", "f16[2,5,96] f16[96] 4", "1"},
	    {"aten::_scaled_mm", "e4m3[4,8] e4m3[8,6] f32[] f32[]", "11"},
	    {"aten::_weight_int4pack_mm",
		"bf16[4,64] i32[1,4,32,4] 32 bf16[2,8,2]", "1101"},
	    {"aten::_grouped_mm", "bf16[8,16] bf16[2,16,6] i32[2] None None", "11"},
	    {"vllm::fused_moe", "f16[5,8] f16[4,24,8] f16[4,8,12] f32[5,4] 2", "111"},
	    {"mamba_ssm::selective_scan_fwd",
		"f32[2,4,6] f32[2,4,6] f32[4,3] f32[2,3,6] f32[2,3,6]", "101"},
	    {"DaoAILab::_causal_conv1d_bwd_cpp",
		"f32[2,4,6] f32[4,3] None f32[2,4,6]", "11"},
	    {"aten::gru_cell", "f32[2,4] f32[2,5] f32[15,4] f32[15,5]", "1111"},
	    {"onnx::RNN", "f32[3,2,4] f32[1,5,4] f32[1,5,5]", "111"},
	    {"torch.tensordot", "f32[6,7] f32[7,8] 1", "11"},
	    {"aten::kron", "f32[2,3] f32[3,4]", "11"},
	    {"aten::bilinear", "f32[4,5] f32[4,6] f32[3,5,6] None", "111"},
	    {"aten::quantize_per_tensor", "f32[4] 0.1 0 12", "1"},
	    {"onnx::DFT", "f32[2,16,2]", "1"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (size_t k = 0; cases[i].needed[k]; k++) {
			const char *p = cases[i].args;
			char args[400];
			struct arena a = {0};
			struct cost cost;

			if (cases[i].needed[k] != '1')
				continue;
			for (size_t n = 0; n < k; n++)
				p += strcspn(p, " ") + 1;
			snprintf(args, sizeof args, "%.*s?%s",
			    (int)(p - cases[i].args), cases[i].args,
			    p + strcspn(p, " "));
			op_cost_of_call(calls_make(&a, cases[i].name, args),
			    PART_FORWARD, &cost);
			if (cost.has_bytes || !op_sure(&cost)->why ||
			    strcmp(op_sure(&cost)->why, WHY_NO_SHAPE) != 0 ||
			    (cost.has_flops && cost.flops != 0))
				fail_msg("%s(%s): %ju, %d, %s", cases[i].name,
				    args, (uintmax_t)cost.flops, cost.has_bytes,
				    op_sure(&cost)->why ? op_sure(&cost)->why : "-");
			arena_free(&a);
		}
	}
}

/* Names about as long as what is made of them in a buffer, of a domain of ONNX
 * and of a module: none is an operator. */
static void test_long_names(void **state)
{
	static const char *const mods[] = {"com.microsoft", "ai.onnx.preview",
	    "torch", "Tensor", "torch.nn.functional", "some_module"};

	(void)state;
	for (size_t i = 0; i < sizeof mods / sizeof *mods; i++) {
		for (size_t n = 1; n < 300; n++) {
			char text[300];
			struct call call = {.mod = str_of(mods[i])};

			memset(text, 'x', n);
			call.op = (struct str){text, n};
			assert_null(op_find(&call));
			memset(text, 'X', n);
			assert_null(op_find(&call));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_windows),
	    cmocka_unit_test(test_transposed),
	    cmocka_unit_test(test_sizes),
	    cmocka_unit_test(test_transforms),
	    cmocka_unit_test(test_words),
	    cmocka_unit_test(test_equations),
	    cmocka_unit_test(test_types),
	    cmocka_unit_test(test_conf),
	    cmocka_unit_test(test_left_out),
	    cmocka_unit_test(test_long_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
