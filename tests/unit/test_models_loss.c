/*
 * test_models_loss.c - losses against sizes worked out by hand.
 */
#include "tests/unit/models.h"

static const struct cost_case nll[] = {
    /* 700 log-probabilities, 700 targets of 8, result, total_weight:
     * 2800 + 5600 + 4 + 4 */
    F("torch.nn.functional.nll_loss", "f32[700,33278] i64[700]", 700, 8408),
    F("aten::nll_loss_forward", "f32[64,1000] i64[64] None 1 -100", 64, 776),
    /* a result a row and nothing to divide by: 256 + 512 + 256 */
    F("aten::nll_loss_forward", "f32[64,1000] i64[64] None 0 -100", 64, 1024),
    F("torch.nn.functional.nll_loss", "f32[64,1000] i64[64] reduction='none'",
	64, 1024),
    F("torch.nn.functional.nll_loss", "f32[64,1000] i64[64] reduce=false", 64, 1024),
    F("torch.nn.functional.nll_loss",
	"f32[64,1000] i64[64] None None -100 None 'sum'", 64, 776),
    /* a weight a class: + 4000 */
    F("torch.nn.functional.nll_loss", "f32[64,1000] i64[64] f32[1000]", 64, 4776),
    /* a target a pixel: 2 * 5 * 6 = 60 rows; 240 + 480 + 8 */
    F("aten::nll_loss2d_forward", "f32[2,3,5,6] i64[2,5,6] None 1 -100", 60, 728),
    U("nll_loss", "?[64,1000] ?[64] ? ? ?", 64, NA, WHY_NO_DTYPE),
    U("aten::nll_loss", "f32[64,1000] i64[64] ? ? ?", 64, NA, WHY_ATTRIBUTE),
    /* dy, target, total_weight, all of dx: 4 + 5600 + 4 + 4 * 700 * 33278 */
    B("torch.nn.functional.nll_loss", "f32[700,33278] i64[700]", 700, 93184008),
    F("aten::nll_loss_backward", "f32[] f32[64,1000] i64[64] None 1 -100 f32[]",
	64, 256520),
    /* a dy a row: 256 + 512 + 256000 */
    B("torch.nn.functional.nll_loss", "f32[64,1000] i64[64] reduction='none'",
	64, 256768),

    /* log_softmax (5 * 320; 2 * 1280) and nll_loss (32; 128 + 256 + 8) */
    F("torch.nn.functional.cross_entropy", "f32[32,10] i64[32]", 1632, 2952),
    F("aten::cross_entropy_loss", "f32[32,10] i64[32] None 1 -100 0.0", 1632, 2952),
    /* log_softmax (4 * 320; 3 * 1280) and nll_loss (32; 4 + 256 + 4 + 1280) */
    B("torch.nn.functional.cross_entropy", "f32[32,10] i64[32]", 1312, 5384),
    /* smoothed, or of probabilities: other work */
    U("torch.nn.functional.cross_entropy",
	"f32[32,10] i64[32] label_smoothing=0.1", NA, NA, WHY_NO_RULE),
    U("torch.nn.functional.cross_entropy", "f32[32,10] f32[32,10]", NA, NA,
	WHY_NO_RULE),
    U("aten::cross_entropy_loss", "?[32,10] ?[32] ? ? ? ?", NA, NA, WHY_NO_RULE),
    /* one kernel: logits, targets, a float32 a row */
    F("CrossEntropyFunction", "bf16[512,1,32000] i64[512,1]", 81920000, 32774144),
    B("CrossEntropyFunction", "bf16[512,1,32000] i64[512,1]", 65536000, 65542144),
};

static const struct cost_case pointwise[] = {
    /* subtraction, square, sum: 3 * 4096; 4 * (2 * 4096 + 1) */
    F("torch.nn.functional.mse_loss", "f32[32,128] f32[32,128]", 12288, 32772),
    F("torch.nn.functional.mse_loss", "f32[32,128] f32[32,128] reduction='sum'",
	12288, 32772),
    /* no sum, 4096 results */
    F("torch.nn.functional.mse_loss",
	"f32[32,128] f32[32,128] reduction='none'", 8192, 49152),
    F("aten::mse_loss", "f32[32,128] f32[32,128] 0", 8192, 49152),
    U("aten::mse_loss", "f32[32,128] f32[32,128] ?", NA, NA, WHY_ATTRIBUTE),
    /* the old flags */
    F("torch.nn.functional.mse_loss",
	"f32[32,128] f32[32,128] size_average=false", 12288, 32772),
    F("torch.nn.functional.mse_loss", "f32[32,128] f32[32,128] None false",
	8192, 49152),
    /* torch takes any word there for true */
    F("torch.nn.functional.mse_loss", "f32[32,128] f32[32,128] 'none'", 12288, 32772),
    F("torch.nn.functional.l1_loss", "f32[100] f32[100] reduction='sum'", 300, 804),
    F("torch.nn.functional.smooth_l1_loss", "f32[100] f32[100]", 600, 804),
    F("torch.nn.functional.huber_loss", "f32[100] f32[100] 'none' 1.0", 500, 1200),
    F("torch.nn.functional.binary_cross_entropy", "f32[256] f32[256]", 1536, 2052),
    /* weights: a product an element, read */
    F("torch.nn.functional.binary_cross_entropy", "f32[256] f32[256] f32[256]",
	1792, 3076),
    F("aten::binary_cross_entropy_with_logits", "f32[256] f32[256] None None 1",
	2048, 2052),
    F("aten::kl_div", "f32[32,10] f32[32,10] 2", 1280, 2564),
    F("torch.nn.functional.kl_div",
	"f32[32,10] f32[32,10] reduction='batchmean'", 1280, 2564),
    U("torch.nn.functional.mse_loss", "f32[4,5] f32[4,6]", NA, NA, WHY_MISMATCH),

    /* 2 * (x - y) * dy: dy, x, y, dx */
    B("torch.nn.functional.mse_loss", "f32[32,128] f32[32,128]", 12288, 49156),
    B("torch.nn.functional.mse_loss",
	"f32[32,128] f32[32,128] reduction='none'", 12288, 65536),
    B("torch.nn.functional.l1_loss", "f32[100] f32[100]", 200, 1204),
    B("torch.nn.functional.smooth_l1_loss", "f32[100] f32[100]", 400, 1204),
    B("torch.nn.functional.binary_cross_entropy", "f32[256] f32[256]", 1280, 3076),
    B("torch.nn.functional.binary_cross_entropy_with_logits",
	"f32[256] f32[256]", 1280, 3076),
    B("torch.nn.functional.kl_div", "f32[32,10] f32[32,10]", 640, 3844),
    F("aten::mse_loss_backward", "f32[] f32[32,128] f32[32,128] 1", 12288, 49156),
    F("aten::mse_loss_backward", "f32[32,128] f32[32,128] f32[32,128] 0", 12288,
	65536),
    UB("aten::mse_loss_backward", "f32[] f32[4] f32[4] 1", NA, NA, WHY_NO_BACKWARD),
};

static void test_nll(void **state)
{
	(void)state;
	MODELS_RUN(nll);
}

static void test_pointwise(void **state)
{
	(void)state;
	MODELS_RUN(pointwise);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_nll),
	    cmocka_unit_test(test_pointwise),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
