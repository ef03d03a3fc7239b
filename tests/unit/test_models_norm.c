/*
 * test_models_norm.c - normalisation and dropout against sizes worked out by
 * hand.
 */
#include "tests/unit/models.h"

/* 2 * 3 * 4 * 5 = 120 elements, 3 channels; C is 12 bytes */
#define X "f32[2,3,4,5]"
#define C "f32[3]"

static const struct cost_case batch[] = {
    /* training: 5 * 120; x, y 960; weight, bias, mean, var 48; mean and var
     * written 24; two saved statistics of 3 float32 24 */
    F("torch.nn.functional.batch_norm",
	X " " C " " C " " C " " C " training=true", 600, 1056),
    F("torch.batch_norm", X " " C " " C " " C " " C " true 0.1 0.00001 true",
	600, 1056),
    F("aten::cudnn_batch_norm", X " " C " " C " " C " " C " true 0.1 0.00001",
	600, 1056),
    /* no weight: 4 an element; no running statistics */
    F("aten::native_batch_norm", X " None None None None true 0.1 0.00001", 480, 984),
    /* without a second dimension there is one channel: 24 twice, and 2 saved */
    F("aten::native_batch_norm", "f32[6] None None None None true 0.1 0.00001",
	24, 56),
    /* statistics given: 2 an element; x, y, 4 C */
    F("torch.nn.functional.batch_norm", X " " C " " C " " C " " C, 240, 1008),
    F("aten::native_batch_norm", X " " C " " C " " C " " C " false 0.1 0.00001",
	240, 1008),
    F("aten::_native_batch_norm_legit_no_training",
	X " " C " " C " " C " " C " 0.1 0.00001", 240, 1008),
    F("aten::_batch_norm_with_update", X " " C " " C " " C " " C " 0.1 0.00001",
	600, 1056),
    F("aten::_batch_norm_no_update", X " " C " " C " " C " " C " 0.1 0.00001",
	240, 1008),
    /* half with float32 parameters: 2 * 2 * 120 + 48 + 24 + 24 */
    F("torch.nn.functional.batch_norm",
	"f16[2,3,4,5] " C " " C " " C " " C " true", 600, 576),
    /* neither */
    U("aten::native_batch_norm", X " " C " " C " " C " " C " ? ? ?", NA, NA,
	WHY_ATTRIBUTE),
    U("cudnn_batch_norm", "?[2,3,4,5] ?[3] ?[3] ?[3] ?[3] ? ? ?", NA, NA,
	WHY_ATTRIBUTE),
    /* dx 10, the weight 2, the bias 1; dy, x, dx 1440; saved 24; weight 12,
     * its gradient and the bias's 24 */
    B("torch.nn.functional.batch_norm",
	X " " C " " C " " C " " C " training=true", 1560, 1500),
    F("aten::native_batch_norm_backward",
	X " " X " " C " " C " " C " " C " " C " true 0.00001 [true,true,true]",
	1560, 1500),
    F("aten::cudnn_batch_norm_backward",
	X " " X " " C " " C " " C " " C " " C " 0.00001 u8[0]", 1560, 1500),
    /* only dx: 10; dy, x, dx, saved, weight */
    F("aten::native_batch_norm_backward",
	X " " X " " C " " C " " C " " C " " C
	  " true 0.00001 [true,false,false]",
	1200, 1476),
    /* no weight: 9; dy, x, dx, saved */
    B("aten::native_batch_norm", X " None None None None true 0.1 0.00001",
	1080, 1464),
    /* which are wanted was not told: all */
    U("aten::native_batch_norm_backward",
	X " " X " " C " " C " " C " " C " " C " true 0.00001 ?", 1560, 1500,
	WHY_ATTRIBUTE),
    /* by given statistics: dx 2, dw 2, db 1; dy, x, dx of 480, five of 12 */
    B("torch.nn.functional.batch_norm", X " " C " " C " " C " " C, 600, 1500),
    /* a mean for each image and channel: saved 2 * 6 * 4 */
    F("torch.nn.functional.instance_norm", X " None None " C " " C " true", 600, 1032),
    F("torch.nn.functional.instance_norm", X " weight=" C " bias=" C, 600, 1032),
    F("torch.nn.functional.instance_norm",
	X " " C " " C " use_input_stats=false", 240, 984),
};

static const struct cost_case layer[] = {
    /* 35*20*200 = 140000: 5 each; 1120000 + 2 * 800 + 2 * 700 * 4 */
    F("torch.nn.functional.layer_norm",
	"f32[35,20,200] [200] f32[200] f32[200] 0.00001", 700000, 1127200),
    F("torch.layer_norm", "f32[35,20,200] [200] f32[200] f32[200] 0.00001 true",
	700000, 1127200),
    F("aten::native_layer_norm", "f32[8,128] [128] None None 0.00001", 4096, 8256),
    /* two dimensions: 35 rows */
    F("torch.layer_norm", "f32[35,20,200] [20,200] None None", 560000, 1120280),
    /* the weight has the shape too; without either the rows are unknown */
    F("aten::layer_norm", "f32[8,128] ? f32[128] f32[128] ? ?", 5120, 9280),
    U("aten::layer_norm", "f32[8,128] ? ? ? ? ?", 4096, NA, WHY_ATTRIBUTE),
    U("layer_norm", "?[8,128] ? ?[128] ?[128] ?", 5120, NA, WHY_NO_DTYPE),
    U("torch.layer_norm", "f32[8,128] [100]", NA, NA, WHY_MISMATCH),
    /* 13 * 140000; 3 * 560000 + 5600 + 3 * 800 */
    B("torch.layer_norm", "f32[35,20,200] [200] f32[200] f32[200]", 1820000, 1688000),
    B("torch.layer_norm", "f32[8,128] [128]", 9216, 12352),
    F("aten::native_layer_norm_backward",
	"f32[4,197,768] f32[4,197,768] [768] f32[4,197,1] f32[4,197,1] "
	"f32[768] "
	"f32[768] [true,true,true]",
	7867392, 7277728),
    /* the weight's and the bias's alone: 3 * 1024; dy, x 8192, statistics 64,
     * two gradients 1024 */
    F("aten::native_layer_norm_backward",
	"f32[8,128] f32[8,128] [128] f32[8,1] f32[8,1] f32[128] f32[128] "
	"[false,true,true]",
	3072, 9280),

    /* 2 images of 3 groups: 6 means */
    F("torch.nn.functional.group_norm", "f32[2,6,4,5] 3 f32[6] f32[6]", 1200, 2016),
    F("aten::native_group_norm", "f32[2,6,4,5] f32[6] f32[6] 2 6 20 3 0.00001",
	1200, 2016),
    B("torch.group_norm", "f32[2,6,4,5] 3 f32[6] f32[6]", 3120, 3000),
    F("aten::native_group_norm_backward",
	"f32[2,6,4,5] f32[2,6,4,5] f32[2,3] f32[2,3] f32[6] 2 6 20 3 "
	"[true,true,true]",
	3120, 3000),

    /* square, mean, scaling: 3; the weight 1 more */
    F("torch.nn.functional.rms_norm", "bf16[2,4096] [4096]", 24576, 32768),
    F("aten::_fused_rms_norm", "bf16[2,4096] [4096] None None", 24576, 32776),
    F("torch.rms_norm", "bf16[2,4096] [4096] bf16[4096]", 32768, 40960),
    F("_C::rms_norm", "bf16[16,4096] bf16[16,4096] bf16[4096] 0.000001", 262144,
	270336),
    /* x and residual, both read and written */
    F("_C::fused_add_rms_norm",
	"bf16[16,4096] bf16[16,4096] bf16[4096] 0.000001", 327680, 532480),
    /* 7 and 2: 9 * 8192; 2 * 3 * 8192 + 4 * 2 + 2 * 2 * 4096 */
    F("aten::_fused_rms_norm_backward",
	"bf16[2,4096] bf16[2,4096] [4096] f32[2,1] bf16[4096] [true,true]",
	73728, 65544),
    B("torch.rms_norm", "bf16[2,4096] [4096] bf16[4096]", 73728, 65544),
};

/*
 * Statistics are saved as torch accumulates them (toAccumulateType): float64 of
 * float64, where a number is 8 bytes and not 4.  Group norm's have the type of
 * the parameters, or of x where there are none (param_scalar_type of torch's
 * group_norm.cpp).  A backward has them as arguments, which show their type.
 */
static const struct cost_case saved[] = {
    /* x, y, weight and bias of 8 bytes; mean and 1/sigma of 1024 rows:
     * 16 * 786432 + 16 * 768 + 16 * 1024 */
    F("aten::native_layer_norm",
	"f64[8,128,768] [768] f64[768] f64[768] 0.00001", 3932160, 12611584),
    F("aten::native_layer_norm", "f64[2,3] [3] None None 0.00001", 24, 128),
    /* x, y of 25088 16 each; weight and bias 512; 32 groups 512 */
    F("aten::native_group_norm",
	"f64[4,32,14,14] f64[32] f64[32] 4 32 196 8 0.00001", 125440, 402432),
    /* of halves: x, y 100352; weight and bias 128; 32 groups, 2 * 2 each; of
     * float32 parameters 256 and 2 * 4; of none 2 * 2 */
    F("aten::native_group_norm",
	"f16[4,32,14,14] f16[32] f16[32] 4 32 196 8 0.00001", 125440, 100608),
    F("aten::native_group_norm",
	"f16[4,32,14,14] f32[32] f32[32] 4 32 196 8 0.00001", 125440, 100864),
    F("aten::native_group_norm", "f16[4,32,14,14] None None 4 32 196 8 0.00001",
	100352, 100480),
    /* running statistics of 32 read and written 1024, as many saved 512 */
    F("aten::native_batch_norm",
	"f64[4,32,14,14] f64[32] f64[32] f64[32] f64[32] true 0.1 0.00001",
	125440, 403456),
    F("aten::cudnn_batch_norm",
	"f64[2,4,3,3] f64[4] f64[4] f64[4] f64[4] true 0.1 0.00001", 360, 1408),
    F("aten::batch_norm_stats", "f64[2,4,3,3] 0.00001", 216, 640),
    F("aten::_fused_rms_norm", "f64[8,16] [16] f64[16] None", 512, 2240),
    /* v, w of 8192 16 each, g 512, the norms 512; of halves 4 each, 128, and
     * the norms float32 */
    F("aten::_weight_norm_interface", "f64[64,128] f64[64,1] 0", 24704, 132096),
    F("aten::_weight_norm_interface", "bf16[64,128] bf16[64,1] 0", 24704, 33152),

    /* dy, x, dx of 6 are 144; two statistics of 2 rows 32 */
    F("aten::native_layer_norm_backward",
	"f64[2,3] f64[2,3] [3] f64[2,1] f64[2,1] None None [true,false,false]",
	54, 176),
    /* dy, x, dx of 72 are 1728; 2 * 4 statistics 64; weight, dw, db 96 */
    F("aten::native_group_norm_backward",
	"f64[2,4,9] f64[2,4,9] f64[2,2] f64[2,2] f64[4] 2 4 9 2 "
	"[true,true,true]",
	936, 1888),
    F("aten::native_batch_norm_backward",
	"f64[2,4,9] f64[2,4,9] f64[4] f64[4] f64[4] f64[4] f64[4] true 0.00001 "
	"[true,true,true]",
	936, 1888),
    /* dy, x, dx of 128 are 3072; 1/rms 64; weight and dw 256 */
    F("aten::_fused_rms_norm_backward",
	"f64[8,16] f64[8,16] [16] f64[8,1] f64[16] [true,true]", 1152, 3392),
    /* halves with statistics in half: 3 * 2 * 72; 2 * 2 * 4; 3 * 2 * 4 */
    F("aten::native_group_norm_backward",
	"f16[2,4,9] f16[2,4,9] f16[2,2] f16[2,2] f16[4] 2 4 9 2 "
	"[true,true,true]",
	936, 472),
    /* the same without its arguments */
    B("torch.group_norm", "f16[2,4,9] 2 f16[4] f16[4]", 936, 472),
    B("torch.layer_norm", "f64[2,3] [3]", 54, 176),
    /* x of 72, y and x, 576 each; weight and bias 64; two statistics 64 */
    F("aten::batch_norm_elemt", "f64[2,4,9] f64[4] f64[4] f64[4] f64[4] 0.1",
	144, 1280),
    /* dy, x 1152; two statistics and two sums 128; dw and db 64 */
    F("aten::batch_norm_backward_reduce",
	"f64[2,4,9] f64[2,4,9] f64[4] f64[4] f64[4] true true true", 216, 1344),
    /* dy, x, dx 1728; two statistics and two sums 128; weight 32 */
    F("aten::batch_norm_backward_elemt",
	"f64[2,4,9] f64[2,4,9] f64[4] f64[4] f64[4] f64[4] f64[4] i32[1]", 720, 1888),
};

static const struct cost_case dropout[] = {
    /* 2 * 140000; x, y 1120000 and a mask of 140000 */
    F("torch.nn.functional.dropout", "f32[35,20,200] p=0.5 training=true",
	280000, 1260000),
    F("torch.nn.functional.dropout", "f32[35,20,200]", 280000, 1260000),
    F("aten::native_dropout", "f16[64,1024] 0.1 true", 131072, 327680),
    F("_fused_dropout", "f32[4,5] 0.5", 40, 180),
    /* out of training nothing runs, or what writes a mask of ones */
    U("torch.nn.functional.dropout", "f32[4,5] 0.5 false", NA, NA, WHY_NO_KERNEL),
    F("aten::native_dropout", "f32[4,5] 0.5 false", 0, 180),
    U("aten::native_dropout", "f32[4,5] ? ?", NA, 180, WHY_ATTRIBUTE),
    /* a kernel under dropout tells that it trains */
    F("aten::dropout", "f32[4,5] ? ?", 40, 180),
    B("torch.nn.functional.dropout", "f32[35,20,200]", 280000, 1260000),
    F("aten::native_dropout_backward", "f16[64,1024] b[64,1024] 1.1111", 131072,
	327680),
    F("_masked_scale", "f32[4,5] u8[4,5] 2.0", 40, 180),
    UB("_masked_scale", "f32[4,5] u8[4,5] 2.0", NA, NA, WHY_NO_BACKWARD),
};

/*
 * Sizes that contradict each other, which torch refuses: x ends in
 * normalized_shape, as layer_norm's weight and bias do; the parameters and the
 * statistics of the others have C elements, which the groups divide; dy is as
 * large as x.
 */
#define MISFIT(name, args) U(name, args, NA, NA, WHY_MISMATCH)
static const struct cost_case misfits[] = {
    MISFIT("aten::native_layer_norm", "f32[4,8,32] [16] f32[16] f32[16] 0.1"),
    MISFIT("aten::native_layer_norm", "f32[4,8,32] [4,32] None None 0.1"),
    MISFIT("aten::native_layer_norm", "f32[32] [1,32] None None 0.1"),
    MISFIT("aten::native_layer_norm", "f32[4,8,32] [32] f32[31] f32[32] 0.1"),
    MISFIT("aten::native_layer_norm", "f32[4,8,32] [32] f32[32] f32[31] 0.1"),
    MISFIT("aten::rms_norm", "f32[4,8,32] [32] f32[31]"),
    MISFIT("aten::native_layer_norm_backward",
	"f32[4,8,31] f32[4,8,32] [32] f32[4,8,1] f32[4,8,1] f32[32] f32[32] "
	"[true,true,true]"),
    /* a statistic for each of 2 * 4 rows */
    MISFIT("aten::native_layer_norm_backward",
	"f32[2,4,6] f32[2,4,6] [6] f32[2,3,1] f32[2,4,1] f32[6] f32[6] "
	"[true,true,true]"),
    MISFIT("aten::native_layer_norm_backward",
	"f32[2,4,6] f32[2,4,6] [6] f32[2,4,1] f32[2,4,6] f32[6] f32[6] "
	"[true,true,true]"),
    MISFIT("aten::_fused_rms_norm_backward",
	"f32[8,6] f32[8,6] [6] f32[7,1] f32[6] [true,true]"),
    MISFIT("aten::native_group_norm_backward",
	"f32[2,6,5] f32[2,6,5] f32[2,2] f32[2,3] f32[6] 2 6 5 3 "
	"[true,true,true]"),
    MISFIT("aten::native_group_norm_backward",
	"f32[2,6,5] f32[2,6,5] f32[2,3] f32[7] f32[6] 2 6 5 3 "
	"[true,true,true]"),
    /* rows of an empty x have theirs: two of 4 float32 */
    F("aten::native_layer_norm_backward",
	"f32[4,0] f32[4,0] [0] f32[4,1] f32[4,1] f32[0] f32[0] "
	"[true,true,true]",
	0, 32),
    /* a g for each of 8 rows, or of 6 columns */
    MISFIT("aten::_weight_norm_interface", "f32[8,6] f32[7,1] 0"),
    MISFIT("aten::_weight_norm_interface", "f32[8,6] f32[8,1] 1"),
    MISFIT("aten::_weight_norm_interface", "f32[8,6] f32[8,1] 2"),
    MISFIT("aten::_weight_norm_interface_backward",
	"f32[8,6] f32[8,6] f32[7,1] f32[7,1] 0"),
    MISFIT("aten::_weight_norm_interface_backward",
	"f32[8,6] f32[8,6] f32[8,1] f32[7,1] 0"),
    MISFIT("aten::_weight_norm_interface_backward",
	"f32[8,5] f32[8,6] f32[8,1] f32[8,1] 0"),
    /* dim -1 is None, one norm of all: 3 * 48 + 2; v and w 384, g, its norm */
    F("aten::_weight_norm", "f32[8,6] f32[1,1] -1", 146, 392),

    MISFIT("aten::batch_norm", X " f32[4] " C " " C " " C " true"),
    MISFIT("aten::batch_norm", X " " C " f32[4] " C " " C " true"),
    MISFIT("aten::batch_norm", X " " C " " C " f32[2] " C " true"),
    MISFIT("aten::batch_norm", X " " C " " C " " C " f32[2] true"),
    MISFIT("aten::native_batch_norm_backward",
	X " " X " " C " " C " " C " f32[4] " C " true 0.1 [true,true,true]"),
    MISFIT("aten::native_batch_norm_backward",
	X " " X " " C " " C " " C " " C " f32[4] true 0.1 [true,true,true]"),
    MISFIT("aten::cudnn_batch_norm_backward",
	X " " X " " C " " C " " C " " C " f32[4] 0.1 u8[0]"),
    MISFIT("aten::native_batch_norm_backward",
	"f32[2,3,4,6] " X " " C " " C " " C " " C " " C
	" true 0.1 [true,true,true]"),
    MISFIT("aten::batch_norm_elemt", X " " C " " C " f32[2] " C " 0.1"),
    MISFIT("aten::batch_norm_elemt", X " " C " " C " " C " f32[2] 0.1"),
    MISFIT("aten::instance_norm", X " f32[6] f32[6] None None true"),
    MISFIT("aten::group_norm", "f32[2,6,4,5] 4 f32[6] f32[6]"),
    MISFIT("aten::group_norm", "f32[2,6,4,5] 0 f32[6] f32[6]"),
    MISFIT("aten::group_norm", "f32[2,6,4,5] 3 f32[5] f32[6]"),
    MISFIT(
	"aten::native_group_norm", "f32[2,6,4,5] f32[6] f32[6] 2 6 20 4 0.1"),
    MISFIT(
	"aten::native_group_norm", "f32[2,6,4,5] f32[6] f32[6] 2 6 20 0 0.1"),
    MISFIT(
	"aten::native_group_norm", "f32[2,6,4,5] f32[6] f32[6] 2 6 21 3 0.1"),
    MISFIT(
	"aten::native_group_norm", "f32[2,6,4,5] f32[5] f32[6] 2 6 20 3 0.1"),
    MISFIT(
	"aten::native_group_norm", "f32[2,6,4,5] f32[6] f32[5] 2 6 20 3 0.1"),

    /* an empty statistic is none: 10 + 2 + 1 of 120; dy, x, dx 1440; saved 24;
     * weight 12, its gradient and the bias's 24 */
    F("aten::native_batch_norm_backward",
	X " " X " " C " f32[0] f32[0] " C " " C " true 0.1 [true,true,true]",
	1560, 1500),
    /* ONNX Runtime's may have the channels last, three of them here: 2 an
     * element; x, y 960; 4 C */
    F("onnx::BatchNormalization", "f32[2,4,5,3] " C " " C " " C " " C, 240, 1008),
    /* a library's own layout: 5 an element; x, y 960, 2 * 2 * 3 saved, 2 C */
    F("aiter::_groupnorm_run", "f32[2,4,5,3] 3 " C " " C, 600, 1032),
};

static void test_misfits(void **state)
{
	(void)state;
	MODELS_RUN(misfits);
}

static void test_batch(void **state)
{
	(void)state;
	MODELS_RUN(batch);
}

static void test_saved(void **state)
{
	(void)state;
	MODELS_RUN(saved);
}

static void test_layer(void **state)
{
	(void)state;
	MODELS_RUN(layer);
}

static void test_dropout(void **state)
{
	(void)state;
	MODELS_RUN(dropout);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_batch),
	    cmocka_unit_test(test_misfits),
	    cmocka_unit_test(test_saved),
	    cmocka_unit_test(test_layer),
	    cmocka_unit_test(test_dropout),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
