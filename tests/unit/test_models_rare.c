/*
 * test_models_rare.c - operators that few programs call, against sizes worked
 * out by hand.
 */
#include "tests/unit/models.h"

#define ROI "torchvision::roi_align"
#define ROI_GRAD "torchvision::_roi_align_backward"

static const struct cost_case images[] = {
    /* 2 boxes of 4 channels, 7 by 7: 392 results of 4 points, 8 a point and 1.
     * Image 8192, boxes 40, results 1568. */
    F(ROI, "f32[2,4,16,16] f32[2,5] 0.25 7 7 2 true", 12936, 9800),
    F(ROI, "f32[2,4,16,16] f32[2,5] 1 7 7 2 true", 12936, 9800),
    F("torchvision.ops.roi_align", "f32[2,4,16,16] f32[2,5] [7,7] 0.25 2 true",
	12936, 9800),
    F("torchvision.ops.roi_align", "f32[2,4,16,16] f32[2,5] 7 0.25 2", 12936, 9800),
    /* 7 by 14: twice the results */
    F(ROI, "f32[2,4,16,16] f32[2,5] 0.25 7 14 2 true", 25872, 11368),
    F("torchvision.ops.roi_align", "f32[2,4,16,16] f32[2,5] [7,14] 0.25 2 true",
	25872, 11368),
    F(ROI, "f32[2,4,16,16] f32[2,5] 0.25 7 0 2 true", 0, 8232),
    U(ROI, "f32[2,4,16,16] f32[2,5] 0.25 -7 7 2 true", NA, NA, WHY_ATTRIBUTE),
    U(ROI, "f32[2,4,16,16] f32[2,5] 0.25 7 -7 2 true", NA, NA, WHY_ATTRIBUTE),
    /* by default 1 by 1: 8 results, 33 each; image, boxes of 4, their images */
    F("onnx::RoiAlign", "f32[2,4,16,16] f32[2,4] i64[2] sampling_ratio=2", 264, 8272),
    F("onnx::RoiAlign",
	"f32[2,4,16,16] f32[2,4] i64[2] sampling_ratio=2 output_height=7", 1848,
	8464),
    U(ROI, "f32[2,4,16,16] f32[-1,5] 0.25 7 7 2 true", NA, NA, WHY_NO_SHAPE),
    U(ROI, "f32[2,-1,16,16] f32[2,5] 0.25 7 7 2 true", NA, NA, WHY_NO_SHAPE),
    U(ROI, "f32[2,4,16,16] f32[2,5] ? ? ? ? ?", NA, NA, WHY_ATTRIBUTE),
    U(ROI, "f32[2,4,16,16] f32[2,5] 0.25 7 7 0 true", NA, 9800, WHY_VALUES),
    /* dy of 392: 4 points of 8; 1568 + 40 + an image of 2048 */
    F(ROI_GRAD, "f32[2,4,7,7] f32[2,5] 0.25 7 7 2 4 16 16 2 true", 12544, 9800),
    U(ROI_GRAD, "f32[2,4,7,7] f32[2,5] 0.25 7 7 2 4 16 16 -1 true", NA, 9800,
	WHY_VALUES),
    U(ROI_GRAD, "f32[2,4,7,7] f32[2,5] ? ? ? ? ? ? ? ? ?", NA, NA, WHY_ATTRIBUTE),
    /* dy of 96 into 24: one each; 4 * (96 + 24) */
    F("aten::_upsample_nearest_exact1d_backward",
	"f32[2,3,16] [16] [2,3,4] None", 96, 480),
    F("aten::_upsample_nearest_exact2d_backward",
	"f32[1,2,8,6] [8,6] [1,2,4,3] None None", 96, 480),
    F("aten::_upsample_nearest_exact3d_backward",
	"f32[1,2,4,4,3] [4,4,3] [1,2,2,2,3] None None None", 96, 480),
    /* two for each of 4 and of 16 neighbours */
    F("aten::_upsample_bilinear2d_aa_backward",
	"f32[1,2,8,6] [8,6] [1,2,4,3] false None None", 768, 480),
    F("aten::_upsample_bicubic2d_aa_backward",
	"f32[1,2,8,6] [8,6] [1,2,4,3] false None None", 3072, 480),
    /* 2 * 5 * 6 points of 2 numbers, each 2 * 3; theta's gradient 2 * 2 * 3 */
    F("aten::affine_grid_generator_backward", "f32[2,5,6,2] [2,3,5,6] true",
	720, 4 * (120 + 12)),
    /* a theta for each of 2 images */
    U("aten::affine_grid_generator", "f32[3,2,3] [2,3,8,8] false", NA, NA,
	WHY_MISMATCH),
    U("aten::affine_grid_generator_backward", "f32[2,5,6,3] [2,3,5,6] true", NA,
	NA, WHY_MISMATCH),
    /* a grid of unknown size; one of 40 points, 3 channels: 7 each */
    U("aten::grid_sampler_2d", "f32[1,3,8,8] f32[1,-1,8,2] 0 0 false", NA, NA,
	WHY_NO_SHAPE),
    F("aten::grid_sampler_2d", "f32[1,3,8,8] f32[1,5,8,2] 0 0 false", 840, 1568),
    /* dy of 32, x of 128, as many indices */
    F("aten::fractional_max_pool2d_backward",
	"f32[1,2,4,4] f32[1,2,8,8] [2,2] [4,4] i64[1,2,4,4]", 32, 896),
    F("aten::fractional_max_pool3d_backward",
	"f32[1,1,2,4,4] f32[1,1,4,8,8] ? ? i64[1,1,2,4,4]", 32, 1408),
};

static const struct cost_case norms[] = {
    /* v of 4 by 6, a norm for each of 4: 6 * 24 + 4.
     * dw, v, dv 96, g, dg and norms 16 */
    F("aten::_weight_norm_interface_backward",
	"f32[4,6] f32[4,6] f32[4,1] f32[4,1] 0", 148, 336),
    U("aten::_weight_norm_interface_backward", "f32[4,6] f32[4,6] ? f32[4,1] 0",
	NA, NA, WHY_NO_SHAPE),
    /* 4 rows of 6: 2 * 24 + 2 * 4 */
    F("aten::renorm", "f32[4,6] 2.0 0 1.0", 56, 192),
    F("Tensor.renorm_", "f32[4,6] 2.0 -1 1.0", 60, 192),
    U("aten::renorm", "f32[4,6] ? ? ?", NA, 192, WHY_ATTRIBUTE),
    U("aten::renorm", "f32[4,6] 2.0 2 1.0", NA, NA, WHY_MISMATCH),
    /* as group_norm: 5 * 64, x, y, 4 + 4 parameters, 2 statistics of 2 * 2 */
    F("aiter::_groupnorm_run", "bf16[2,4,8] 2 bf16[4] bf16[4] 0.1", 320, 304),
    F("aiter::_groupnorm_run",
	"bf16[2,4,8] f32[99] bf16[2,4,8] 2 bf16[4] bf16[4] 0.1", 320, 304),
    /* 2 * 5 * 12 and a third; 480 + 48 + 480 */
    F("aten::_transform_bias_rescale_qkv", "f32[2,5,12] f32[12] 2", 160, 1008),
    /* all of dy, x, dx, and a buffer that is empty or not */
    F("aten::log_sigmoid_backward", "f32[4,5] f32[4,5] f32[0]", 140, 240),
    F("aten::log_sigmoid_backward", "f32[4,5] f32[4,5] f32[4,5]", 140, 320),
    B("torch.nn.functional.logsigmoid", "f32[4,5]", 140, 240),
    U("aten::log_sigmoid_backward", "f32[4,5] ? f32[0]", NA, NA, WHY_NO_SHAPE),
};

static const struct cost_case losses[] = {
    /* 3 rows of 5: 60; x 60, targets 24, one result */
    F("aten::multi_margin_loss", "f32[3,5] i64[3] 1 1 None 1", 60, 88),
    F("aten::multi_margin_loss", "f32[3,5] i64[3] 2 1 None 1", 75, 88),
    F("torch.nn.functional.multi_margin_loss", "f32[3,5] i64[3]", 60, 88),
    /* a weight: a product more; three results */
    F("aten::multi_margin_loss", "f32[3,5] i64[3] 1 1 f32[5] 0", 75, 116),
    U("aten::multi_margin_loss", "f32[3,5] i64[3] ? ? None 1", NA, 88, WHY_ATTRIBUTE),
    UB("torch.nn.functional.multi_margin_loss", "f32[3,5] i64[3]", NA, NA,
	WHY_NO_BACKWARD),
    /* 7 * 20; dy, x, target, dx */
    F("aten::soft_margin_loss_backward", "f32[] f32[4,5] f32[4,5] 1", 140, 244),
    B("torch.nn.functional.soft_margin_loss", "f32[4,5] f32[4,5]", 140, 244),
};

static const struct cost_case complexes[] = {
    /* two of float32 make one of complex64 */
    F("aten::complex", "f32[4,5] f32[4,5]", 0, 320),
    F("aten::polar", "f32[4,5] f32[4,5]", 80, 320),
    F("torch.polar", "f64[4,5] f64[4,5]", 80, 640),
    F("aten::complex", "f32[5] f32[5] c64[5]", 0, 80), /* with `out` */
    U("aten::complex", "?[5] ?[5]", 0, NA, WHY_NO_DTYPE),
    /* both parts are compared */
    F("aten::eq", "c64[20] c64[20]", 40, 340),
    F("aten::ne", "c64[20] 1", 40, 180),
    F("Tensor.__eq__", "c64[20] c64[20]", 40, 340),
    /* 4 rows of 5: both parts */
    F("aten::mean", "c64[4,5] [1] false None", 48, 192),
    F("aten::sum", "c64[4,5] [1] false None", 40, 192),
    F("aten::div", "c64[20] 2.0", 40, 320),
    F("aten::div_", "c64[20] f32[20]", 40, 400),
    F("torch.true_divide", "c64[20] f64[]", 40, 328),
    U("aten::div", "c64[20] c64[20]", NA, 480, WHY_NO_COMPLEX),
    U("Tensor.__rtruediv__", "c64[20] 2.0", NA, 320, WHY_NO_COMPLEX),
    B("aten::div", "c64[20] 2.0", 40, 320),
    UB("aten::div", "c64[20] c64[20]", NA, 480, WHY_NO_COMPLEX),
};

static const struct cost_case rest[] = {
    F("aten::trace", "f32[4,6]", 4, 100),
    F("aten::trace", "i32[4,6]", 4, 104),
    U("aten::trace", "f32[4]", NA, NA, WHY_MISMATCH),
    /* below the diagonal of 3 by 4: 1 + 2 + 3; from it on 4 + 3 + 2; two int64 */
    F("aten::tril_indices", "3 4 0 4 None None None", 0, 96),
    F("aten::triu_indices", "3 4 0 4 None None None", 0, 144),
    /* two to the right: 3 + 4 + 4; two down: 0 + 0 + 1 */
    F("torch.tril_indices", "3 4 2", 0, 176),
    F("torch.tril_indices", "3 4 -2", 0, 16),
    F("torch.tril_indices", "3 4 -9", 0, 0),
    F("torch.triu_indices", "3 4 -9", 0, 192),
    F("torch.tril_indices", "0 4", 0, 0),
    /* no offset, but a third argument */
    F("torch.tril_indices", "3 4 device='cuda'", 0, 96),
    U("aten::tril_indices", "? ? ? ? ? ? ?", 0, NA, WHY_ATTRIBUTE),
    U("aten::tril_indices", "3 4 ? 4 None None None", 0, NA, WHY_ATTRIBUTE),
    U("torch.tril_indices", "4611686018427387904 4", 0, NA, WHY_OVERFLOW),
    /* 7 indices, rows of 4: 2 * 7 * 4; rows 112, dy 48, weights 28,
     * indices and the bags that they are in 56 each */
    F("aten::_embedding_bag_per_sample_weights_backward",
	"f32[3,4] f32[10,4] i64[7] i64[3] i64[7] 0 -1", 56, 300),
    /* the maximum saves an int64 for each of 3 * 4 results:
     * 56 + 24 + 48 + 96 + 112 */
    F("aten::_embedding_bag",
	"f32[10,4] i64[7] i64[3] false 2 false None false -1", 28, 336),
    F("aten::_embedding_bag",
	"f32[10,4] i64[7] i64[3] false 0 false None false -1", 28, 240),
    F("torch.nn.functional.embedding_bag",
	"i64[7] f32[10,4] i64[3] None 2.0 false 'max'", 28, 336),
    /* an index as often as each says */
    U("aten::repeat_interleave", "i64[5] None", 0, NA, WHY_VALUES),
    U("aten::repeat_interleave", "i64[5] ?", 0, NA, WHY_VALUES),
    U("aten::repeat_interleave", "i64[5]", 0, NA, WHY_VALUES),
    F("aten::repeat_interleave", "i64[5] 20", 0, 200),
    F("aten::repeat_interleave", "f32[5] 3 None None", 0, 80),
    U("aten::repeat_interleave", "f32[5] i64[5] 0 None", 0, NA, WHY_VALUES),
    F("Tensor.repeat_interleave", "f32[5] 3", 0, 80),
    /* a mixture of experts whose tokens times k no number holds */
    U("vllm::inplace_fused_experts",
	"bf16[2305843009213693952,1] bf16[2,16,1] bf16[2,1,8] "
	"f32[1,8] i64[1,8]",
	NA, NA, WHY_OVERFLOW),
};

static const struct cost_case aliases[] = {
    F("aten::_logcumsumexp", "f32[4,5] 1", 20, 160),
    F("aten::logcumsumexp", "f32[4,5] 1", 20, 160),
    F("aten::hann_window", "10 None None None None", 0, 40),
    F("torch.hann_window", "10", 0, 40),
    F("aten::_pad_circular", "f32[2,3,4] [1,1]", 0, 240),
    F("aten::constant_pad_nd", "f32[2,3,4] [1,1]", 0, 240),
    UB("aten::_pad_circular", "f32[2,3,4] [1,1]", NA, NA, WHY_NO_BACKWARD),
    /* 2 rows of 3 into 2 matrices of 3 by 3, or of 4 by 4 */
    F("aten::diag_embed", "f32[2,3] 0 -2 -1", 0, 96),
    F("aten::diag_embed", "f32[2,3] -1 -2 -1", 0, 152),
    U("aten::diag_embed", "f32[2,3] ? ? ?", 0, NA, WHY_ATTRIBUTE),
    /* |a - b| <= atol + rtol * |b| */
    F("torch.isclose", "f32[4,5] f32[4,5]", 120, 180),
    F("aten::isclose", "f32[4,5] f32[4,5] f64[] f64[] b[]", 120, 181),
    /* 20 with each of 3 */
    F("aten::isin", "i64[20] i64[3] false false", 60, 204),
    /* a number on either side, of which the first makes one result: 160 + 20,
     * 24 + 1 */
    F("aten::isin", "i64[20] 2 false false", 20, 180),
    F("aten::isin", "i64[20] ? false false", 20, 180),
    F("aten::isin", "2 i64[3] false false", 3, 25),
    U("aten::isin", "2 3 false false", NA, NA, WHY_NO_SHAPE),
    F("torch.pdist", "f32[4,5]", 96, 104), /* 6 pairs of 3 * 5 and a root */
    F("aten::_pdist_forward", "f32[4,5] 2.0", 96, 104),
    /* 4 * 8 * 16 - 4 * 64 / 3 = 426.67; 128 + 16 */
    F("aten::linalg_svdvals", "f32[8,4] None", 427, 144),
    F("aten::linalg_svdvals", "f32[4,8] None", 427, 144),
    F("aten::_linalg_svd", "f32[8,4] false false None", 427, 144),
    U("aten::_linalg_svd", "f32[8,4] ? ? ?", NA, NA, WHY_ATTRIBUTE),
    /* 4 * 64 * 4 + 8 * 8 * 16 + 9 * 64 = 2624; 128 + 16 + 4 * 32 + 4 * 16 */
    F("aten::_linalg_svd", "f32[8,4] false true None", 2624, 336),
    /* 9 * 64; 64 + 16 */
    F("aten::linalg_eigvalsh", "f32[4,4] 'L'", 576, 80),
    F("aten::_linalg_eigh", "f32[4,4] 'L' true", 576, 144),
    /* 2 * 64 / 3 = 42.67; three of them 128 */
    F("aten::slogdet", "f32[4,4]", 43, 72),
    F("aten::linalg_slogdet", "f32[4,4]", 43, 72),
    F("aten::linalg_slogdet", "f32[3,4,4]", 128, 216),
    /* a third each: 1000 of 1 by 1, of 2 by 2; once rounded down, once up */
    F("aten::linalg_cholesky_ex", "f32[1000,1,1] false false", 333, 12000),
    F("aten::linalg_cholesky_ex", "f32[1000,2,2] false false", 2667, 36000),
    F("aten::linalg_cholesky_ex", "f32[2,1,1] false false", 1, 24),
    U("aten::cumprod_backward", "f32[4] f32[4] 0 f32[4]", NA, NA, WHY_PARTS),
    U("aten::matrix_exp", "f32[4,4]", NA, NA, WHY_VALUES),
};

#define RUN(what)                                                              \
	static void run_##what(void **state)                                   \
	{                                                                      \
		(void)state;                                                   \
		MODELS_RUN(what);                                              \
	}
RUN(images)
RUN(norms)
RUN(losses)
RUN(complexes)
RUN(rest)
RUN(aliases)

static const struct conf_case confs[] = {
    {ROI, "f32[2,4,16,16] f32[2,5] 0.25 7 7 2 true", PART_FORWARD, CONF_UPPER},
    {ROI_GRAD, "f32[2,4,7,7] f32[2,5] 0.25 7 7 2 4 16 16 2 true", PART_FORWARD,
	CONF_EXACT},
    {"aten::_upsample_bilinear2d_aa_backward",
	"f32[1,2,8,6] [8,6] [1,2,4,3] false None None", PART_FORWARD, CONF_ESTIMATE},
    {"aten::upsample_bilinear2d_backward",
	"f32[1,2,8,6] [8,6] [1,2,4,3] false None None", PART_FORWARD, CONF_EXACT},
    {"aten::isin", "i64[20] i64[3] false false", PART_FORWARD, CONF_ESTIMATE},
    /* of one number there is but one comparison */
    {"aten::isin", "i64[20] 2 false false", PART_FORWARD, CONF_EXACT},
};

static void run_confs(void **state)
{
	(void)state;
	MODELS_CONF(confs);
}

/* A cache whose pages are tokens: 64 rows are 4 sequences of 16 queries, each
 * of 16 keys.  2 * (64 + 64) * 8 heads * 4 * 16 * 17 / 2 pairs, or 4 * 256. */
static void run_pages(void **state)
{
#define PREFILL(causal)                                                        \
	"bf16[64,8,64] bf16[1000,2,64] bf16[1000,2,64] i32[5] i32[5] "         \
	"i32[64] 16 16 0.0 0.125 0.0 false " causal " -1 -1 false"
	/* q and y 65536, 64 keys and values of 2 heads of 64 */
	static const struct cost_case pages[] = {
	    {"aiter::mha_batch_prefill", PREFILL("true"), PART_FORWARD, 1114112,
		1114112, 163840, NULL},
	    {"aiter::mha_batch_prefill", PREFILL("false"), PART_FORWARD,
		2097152, 2097152, 163840, NULL},
	    /* all pairs of 8 heads: 4 * 8 * 16 * 16 * 32; q, k, v, y 16384
	     * each, and what is added to the weights */
	    {"customflash::custom_flash_aligned", "f32[1,8,16,32] f32[1,8,16,32] f32[1,8,16,32] f32[1,8,16,8] 0.1",
		PART_FORWARD, 262144, 262144, 69632, NULL},
	};

	(void)state;
	MODELS_RUN(pages);
}

/* What an optimizer does is recorded without its tensors. */
static void run_steps(void **state)
{
	struct call call = {.op = str_of("FusedAdam.step"), .has_args = true};
	struct cost cost;

	(void)state;
	assert_int_equal(op_cost_of_call(&call, PART_FORWARD, &cost), -1);
	assert_string_equal(cost.of_flops.why, WHY_NO_ARGS);
	call.op = str_of("a.b.step");
	assert_null(op_find(&call));
	call.op = str_of(".step");
	assert_null(op_find(&call));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(run_images),
	    cmocka_unit_test(run_norms),
	    cmocka_unit_test(run_losses),
	    cmocka_unit_test(run_complexes),
	    cmocka_unit_test(run_rest),
	    cmocka_unit_test(run_aliases),
	    cmocka_unit_test(run_confs),
	    cmocka_unit_test(run_pages),
	    cmocka_unit_test(run_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
