/*
 * test_models_reduce.c - reductions, scans, sorting, softmax against sizes
 * worked out by hand.
 */
#include "tests/unit/models.h"

static const struct cost_case reductions[] = {
    /* 64 * 128 = 8192 additions; 4 * (8192 + 1), 4 * (8192 + 64) */
    F("torch.sum", "f32[64,128]", 8192, 32772),
    F("torch.sum", "f32[64,128] dim=1", 8192, 33024),
    F("Tensor.sum", "f32[64,128] -1 true", 8192, 33024),
    F("torch.sum", "f32[64,128] [0,1]", 8192, 32772),
    F("aten::sum", "bf16[10,1000] [0] true None", 10000, 22000),
    F("aten::sum", "f32[64,128] [] false None", 8192, 32772),
    /* integers add up to int64: 4 * 8192 + 8 */
    F("torch.sum", "i32[64,128]", 8192, 32776),
    F("torch.sum", "b[64,128]", 8192, 8200),
    F("aten::sum", "i32[64,128] None", 8192, 32776),
    /* sum(x, *, dtype): 7 is double in torch's numbers */
    F("aten::sum", "f32[64,128] 7", 8192, 32776),
    F("aten::sum", "f16[64,128] [1] false dtype='float32'", 8192, 16640),
    /* norm(x, p, *, dtype): 2 * 120 and a root; x 480, a float32 (6) or a
     * float64 (7); the third is a dim where it is a list, or PyProf's */
    F("aten::norm", "f32[1,1,1,1,2,3,4,5] 2 6", 241, 484),
    F("aten::norm", "f32[1,1,1,1,2,3,4,5] 1 7", 240, 488),
    F("aten::norm", "f32[8,16] 2 6", 257, 516),
    F("aten::norm", "f32[8,16] 2 [1] false", 264, 544),
    F("aten::norm", "f32[8,16] 2 [1] false 7", 264, 576),
    F("torch.norm", "f32[8,16] 2 1", 264, 544),
    F("aten::linalg_vector_norm", "f32[8,16] 2 [1] false 7", 264, 576),
    F("aten::frobenius_norm", "f32[8,16] [1] false", 264, 544),
    F("torch.sum", "f32[64,128]/[0,1]", 8192, 516),
    /* an addition of complex numbers is two */
    F("torch.sum", "c64[10]", 20, 88),
    U("torch.sum", "f32[64,128] 2", NA, NA, WHY_MISMATCH),
    U("aten::sum", "f32[64,128] ? ? ?", 8192, NA, WHY_ATTRIBUTE),
    U("sum", "?[64,128] ?", 8192, NA, WHY_NO_DTYPE),
    U("aten::sum", "?", NA, NA, WHY_NO_SHAPE),
    F("torch.prod", "f32[64,128]", 8192, 32772),
    /* a division a result */
    F("torch.mean", "f32[64,128]", 8193, 32772),
    F("torch.mean", "f32[64,128] dim=1", 8256, 33024),
    U("aten::mean", "f32[64,128] ? ? ?", NA, NA, WHY_ATTRIBUTE),
    F("torch.max", "f32[64,128]", 8192, 32772),
    /* values and int64 indices: 32768 + 64 * 12 */
    F("aten::max", "f32[64,128] 1 false", 8192, 33536),
    F("aten::max.dim", "f32[64,128] 1 false", 8192, 33536),
    /* of two tensors: one an element, 3 * 32768 */
    F("torch.max", "f32[64,128] f32[64,128]", 8192, 98304),
    F("torch.amax", "f32[64,128] [1]", 8192, 33024),
    /* 32768 + 8 * 64 */
    F("torch.argmax", "f32[64,128] dim=1", 8192, 33280),
    /* x * x and the sum, and a root */
    F("torch.norm", "f32[600,200]", 240001, 480004),
    F("torch.norm", "f32[1000] 2", 2001, 4004),
    F("Tensor.norm", "f32[1000] p='fro'", 2001, 4004),
    F("torch.norm", "f32[1000] 1", 2000, 4004),
    F("torch.norm", "f32[1000] 'inf'", 2000, 4004),
    /* |x|, the power, the sum, and a root */
    F("torch.norm", "f32[1000] 3", 3001, 4004),
    F("torch.norm", "f32[64,128] 2 1", 16448, 33024),
    U("aten::norm", "f32[1000] ?", NA, 4004, WHY_ATTRIBUTE),
    /* mean (2), square (2): 4 an element, a division a result */
    F("torch.var", "f32[64,128]", 32769, 32772),
    F("torch.var", "f32[64,128] true", 32769, 32772),
    F("torch.std", "f32[64,128] 1", 32896, 33024),
    F("torch.var_mean", "f32[64,128] 1", 32832, 33280),
    F("aten::logsumexp", "f32[32,1000] [1] false", 128032, 128128),
    F("aten::any", "b[1000]", 0, 1001),
    F("Tensor.all", "b[4,4] 1", 0, 20),
    F("torch.count_nonzero", "f32[1000]", 1000, 4008),
    F("torch.equal", "f32[35,20,200] f32[35,20,200]", 140000, 1120001),

    /* dy is spread over dx: 2 * (1 + 8192) */
    B("torch.sum", "f16[64,128]", 0, 16386),
    B("torch.sum", "f32[64,128] dim=1", 0, 33024),
    B("torch.mean", "f32[64,128]", 8192, 32772),
    /* dy and its place to zeros: 64 * (4 + 8) + 32768 */
    B("torch.max", "f32[64,128] 1", 0, 33536),
    UB("torch.max", "f32[64,128]", NA, NA, WHY_NO_BACKWARD),
    /* dy * exp(x - y): dy, y of 32, x, dx of 32000 */
    B("torch.logsumexp", "f32[32,1000] [1]", 96000, 256256),
    UB("torch.argmax", "f32[64,128]", NA, NA, WHY_NO_GRADIENT),
    /* x * (dy / y): 8192 + 1; 4 * (2 * 8192 + 2) */
    B("torch.norm", "f32[64,128]", 8193, 65544),
};

static const struct cost_case scans[] = {
    F("aten::cumsum", "f32[64,128] 1 None", 8192, 65536),
    F("torch.cumsum", "i32[10] 0", 10, 120),
    F("torch.cummax", "f32[10] 0", 10, 160),
    F("aten::sort", "f32[1000] -1 false", 0, 16000),
    F("torch.argsort", "f32[1000]", 0, 12000),
    F("torch.msort", "f32[1000]", 0, 8000),
    /* 4 * 64 * 32000 + 64 * 50 * (4 + 8) */
    F("aten::topk", "f32[64,32000] 50 -1 true true", 0, 8230400),
    F("torch.topk", "f32[64,10] k=5 dim=0", 0, 3160),
    U("aten::topk", "f32[64,32000] ? ? ? ?", 0, NA, WHY_ATTRIBUTE),
    F("torch.kthvalue", "f32[64,10] 3", 0, 3328),
    /* as many values as elements, the inverse */
    F("aten::_unique2", "i64[1000] true true false", 0, 24000),
    F("torch.unique", "i64[1000]", 0, 16000),
    F("torch.unique", "i64[1000] return_counts=true", 0, 24000),
    /* boundaries, values, an index a value */
    F("torch.searchsorted", "f32[100] f32[1000]", 0, 12400),
    F("torch.bucketize", "f32[1000] f32[100] out_int32=true", 0, 8400),
    F("torch.histc", "f32[1000] bins=50", 0, 4200),
    U("torch.bincount", "i64[1000]", 0, NA, WHY_VALUES),

    B("torch.cumsum", "f32[64,128] 1", 8192, 65536),
    /* dy, its place, dx: 64 * 5 * 12 + 4 * 64 * 10 */
    B("torch.topk", "f32[64,10] 5", 0, 6400),
    UB("torch.cumprod", "f32[10] 0", NA, NA, WHY_NO_BACKWARD),
    UB("torch.unique", "f32[10]", NA, NA, WHY_NO_GRADIENT),
};

static const struct cost_case softmax[] = {
    /* 5 * 32000; 2 * 4 * 32000 */
    F("torch.nn.functional.softmax", "f32[32,1000] dim=-1", 160000, 256000),
    F("torch.softmax", "f32[32,1000] 1", 160000, 256000),
    /* 5 * 35 * 20 * 33278; 2 * 4 * */
    F("Tensor.log_softmax", "f32[35,20,33278] 2", 116473000, 186356800),
    F("aten::_log_softmax", "f32[64,50257] 1 false", 16082240, 25731584),
    /* half in, float out */
    F("aten::_softmax", "f16[32,1000] 1 true", 160000, 192000),
    F("torch.nn.functional.softmax", "f16[32,1000] dim=1 dtype='float32'",
	160000, 192000),
    F("aten::_masked_softmax", "f32[32,1000] b[32,1000] 1 2", 160000, 288000),
    U("_softmax", "?[32,1000] ? ?", 160000, NA, WHY_NO_DTYPE),
    /* 4 an element; dy, y, dx */
    B("torch.nn.functional.softmax", "f32[32,1000] dim=-1", 128000, 384000),
    B("Tensor.log_softmax", "f32[35,20,33278] 2", 93178400, 279535200),
    /* dy and y float, dx half */
    B("aten::_softmax", "f16[32,1000] 1 true", 128000, 320000),
    F("aten::_log_softmax_backward_data", "f32[64,50257] f32[64,50257] 1 6",
	12865792, 38597376),
    F("aten::_softmax_backward_data", "f32[8,10] f32[8,10] 1 5", 320, 800),
    F("aten::_masked_softmax_backward", "f32[8,10] f32[8,10] b[8,10] 1", 320, 1040),
    /* before torch 1.11 the input stood there for its type */
    F("_softmax_backward_data", "f32[8,10] f32[8,10] 1 f16[8,10]", 320, 800),
};

/*
 * Dimensions that x does not have, or named twice, more elements than there are
 * along one, and gradients of another shape: torch refuses them.
 */
#define MISFIT(name, args) U(name, args, NA, NA, WHY_MISMATCH)
static const struct cost_case misfits[] = {
    MISFIT("aten::softmax", "f32[8,5] 2 6"),
    MISFIT("aten::_softmax", "f32[10,4] -3 false"),
    UB("aten::softmax", "f32[8,5] 2 6", NA, NA, WHY_MISMATCH),
    MISFIT("aten::_softmax_backward_data", "f32[10,4] f32[10,5] 1 6"),
    MISFIT("aten::_softmax_backward_data", "f32[4] f32[1,4] 0 6"),
    MISFIT("aten::sum", "f32[4,5,6] [3] false None"),
    MISFIT("aten::sum", "f32[4,5,6] [1,1] false None"),
    MISFIT("aten::mean", "f32[4,5,6] [1,-2] false None"),
    UB("aten::sum", "f32[4,5,6] [1,1] false None", NA, NA, WHY_MISMATCH),
    MISFIT("aten::trace", "f32[2,4,6]"),
    MISFIT("aten::cumsum", "f32[4,5] 2 None"),
    MISFIT("aten::cumprod", "f32[4,5] -3 None"),
    MISFIT("aten::cummax", "f32[4,5] 2"),
    MISFIT("aten::sort", "f32[4,5] 2 false"),
    UB("aten::cumsum", "f32[4,5] 2 None", NA, NA, WHY_MISMATCH),
    MISFIT("aten::topk", "f32[4,50] 51 -1 true true"),
    MISFIT("aten::topk", "f32[4,50] 5 2 true true"),
    UB("aten::topk", "f32[4,50] 51 -1 true true", NA, NA, WHY_MISMATCH),
    MISFIT("aten::kthvalue", "f32[4,5] 6 1 false"),
    MISFIT("aten::index_select", "f32[10,6,4] 3 i64[3]"),

    /* sort(x, stable, dim, descending) has a bool in the dimension's place: in
     * and out 24 each, six int64 */
    F("aten::sort", "f32[6] true -1 false", 0, 96),
    /* without dimensions dim may be 0: 5, in and out 4 each; sum 1 */
    F("torch.softmax", "f32[] 0", 5, 8),
    F("torch.cumsum", "f32[] 0", 1, 8),
    /* all the elements that there are: 200 values, as many int64, x */
    F("aten::topk", "f32[4,50] 50 -1 true true", 0, 3200),
    F("aten::kthvalue", "f32[4,5] 5 1 false", 0, 128),
    /* a list of dimensions, none of them twice: 120; x 480, y 24 */
    F("aten::sum", "f32[4,5,6] [0,1] false None", 120, 504),
};

static void test_misfits(void **state)
{
	(void)state;
	MODELS_RUN(misfits);
}

static void test_reductions(void **state)
{
	(void)state;
	MODELS_RUN(reductions);
}

static void test_scans(void **state)
{
	(void)state;
	MODELS_RUN(scans);
}

static void test_softmax(void **state)
{
	(void)state;
	MODELS_RUN(softmax);
}

static void test_conf(void **state)
{
	static const struct conf_case cases[] = {
	    {"torch.unique", "i64[1000]", PART_FORWARD, CONF_UPPER},
	    {"torch.sort", "i64[1000]", PART_FORWARD, CONF_EXACT},
	};

	(void)state;
	MODELS_CONF(cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_reductions),
	    cmocka_unit_test(test_scans),
	    cmocka_unit_test(test_softmax),
	    cmocka_unit_test(test_misfits),
	    cmocka_unit_test(test_conf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
