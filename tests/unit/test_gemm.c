/*
 * test_gemm.c - matrix products against sizes worked out by hand.
 */
#include "tests/unit/costs.h"

#define FWD PART_FORWARD

static const struct cost_case cases[] = {
    /* 2 * 4 * 6 * 5 = 240; 4 * (20 + 30 + 24) = 296 */
    {"torch.mm", "f32[4,5] f32[5,6]", FWD, 240, 240, 296, NULL},
    {"Tensor.mm", "f32[4,5] mat2=f32[5,6]", FWD, 240, 240, 296, NULL},
    {"torch.mm", "mat2=f32[5,6] input=f32[4,5]", FWD, 240, 240, 296, NULL},
    /* the bare name of torch before 1.6 */
    {"mm", "?[4,5] ?[5,6]", FWD, 240, 240, NA, WHY_NO_DTYPE},
    {"aten::mm", "f32[4,5] f32[6,5]", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::mm", "f32[4,5] ?", FWD, NA, 0, NA, WHY_NO_SHAPE},
    {"aten::mm", "f32[4,5]", FWD, NA, 0, NA, WHY_NO_SHAPE},
    {"aten::mm", "", FWD, NA, 0, NA, WHY_NO_SHAPE},
    {"aten::mm", NULL, FWD, NA, 0, NA, WHY_NO_ARGS},
    {"aten::mm", "f32[4,-5] f32[-5,6]", FWD, NA, 0, NA, WHY_NO_SHAPE},
    /* a type that nobody knows: FLOPs without bytes */
    {"torch.mm", "weird7[4,5] weird7[5,6]", FWD, 240, 240, NA, WHY_NO_DTYPE},
    /* 8 * 120 = 960; 8 * 74 = 592 */
    {"torch.mm", "c64[4,5] c64[5,6]", FWD, 960, 960, 592, NULL},
    /* ... and 2 * 24 of additions; 8 * (6 + 20 + 30 + 24) */
    {"aten::addmm", "c64[6] c64[4,5] c64[5,6] 1 1", FWD, 1008, 960, 640, NULL},
    /* no work: 0, not unknown; 4 * (0 + 30 + 0) */
    {"torch.mm", "f32[0,5] f32[5,6]", FWD, 0, 0, 120, NULL},
    /* nothing to sum up: 0 FLOPs, and the result is written: 4 * 24 */
    {"torch.mm", "f32[4,0] f32[0,6]", FWD, 0, 0, 96, NULL},
    /* 2^40 * 2^40 */
    {"torch.mm", "f32[1099511627776,1099511627776] f32[1099511627776,1099511627776]",
	FWD, NA, 0, NA, WHY_OVERFLOW},
    /* two values in a byte: K = 2 * 16; bytes 8*16 + 16*8 + out 8*8 of a
     * byte each, as torch would type it */
    {"aten::mm", "float4_e2m1fn_x2[8,16] float4_e2m1fn_x2[16,8]", FWD, 4096,
	4096, 320, NULL},
    /* pairs in an outer product: 2 * 4*6; 4 + 6 + 24.  dA = dY.b adds up:
     * 2 * 2 * 24; 24 + 6 + 4 */
    {"aten::outer", "float4_e2m1fn_x2[4] float4_e2m1fn_x2[6]", FWD, 48, 0, 34, NULL},
    {"aten::outer", "float4_e2m1fn_x2[4] float4_e2m1fn_x2[6]", PART_DGRAD, 96,
	96, 34, NULL},
    /* out_dtype: 2 * (20 + 30) + 4 * 24 */
    {"aten::mm.dtype", "f16[4,5] f16[5,6] 6", FWD, 240, 240, 196, NULL},
    /* a trace writes no overload: 40 + 60 and 96 of float32, not 48 of float16;
     * an addition more of 24, whose operand is 48; y is what out is */
    {"aten::mm", "f16[4,5] f16[5,6] 6", FWD, 240, 240, 196, NULL},
    {"aten::mm", "f16[4,5] f16[5,6] 6 f32[4,6]", FWD, 240, 240, 196, NULL},
    {"aten::mm", "f16[4,5] f16[5,6] f16[4,6]", FWD, 240, 240, 148, NULL},
    {"aten::bmm", "f16[2,4,5] f16[2,5,6] 6", FWD, 480, 480, 392, NULL},
    {"aten::addmm", "f16[4,6] f16[4,5] f16[5,6] 6 1 1", FWD, 264, 240, 244, NULL},
    {"aten::addmm", "f16[4,6] f16[4,5] f16[5,6] 6 0 1", FWD, 240, 240, 196, NULL},
    {"aten::addmm", "f16[4,6] f16[4,5] f16[5,6] 0 1", FWD, 240, 240, 148, NULL},
    {"aten::addmm", "f16[4,6] f16[4,5] f16[5,6] 0 1 f16[4,6]", FWD, 240, 240,
	148, NULL},
    {"aten::baddbmm", "f16[2,4,6] f16[2,4,5] f16[2,5,6] 6 1 1", FWD, 528, 480,
	488, NULL},

    /* 240 + 24; 4 * (6 + 20 + 30 + 24) */
    {"torch.addmm", "f32[6] f32[4,5] f32[5,6]", FWD, 264, 240, 320, NULL},
    {"Tensor.addmm_", "f32[4,6] f32[4,5] f32[5,6]", FWD, 264, 240, 392, NULL},
    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 1 1", FWD, 264, 240, 320, NULL},
    /* beta 0: C is not read */
    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 0 1", FWD, 240, 240, 296, NULL},
    {"torch.addmm", "f32[6] f32[4,5] f32[5,6] beta=0", FWD, 240, 240, 296, NULL},
    {"torch.addmm", "f32[6] f32[4,5] f32[5,6] beta=0.0 alpha=2", FWD, 240, 240,
	296, NULL},
    /* numbers between the tensors: beta, C, alpha, A, B (torch < 1.5):
     * 2 * 64 * 500 * 784 = 50176000, + 64 * 500;
     * 4 * (500 + 64*784 + 784*500 + 64*500) = 1898704 */
    {"torch.addmm", "1 f32[500] 1 f32[64,784] f32[784,500]", FWD, 50208000,
	50176000, 1898704, NULL},
    {"torch.addmm", "0 f32[500] f32[64,784] f32[784,500]", FWD, 50176000,
	50176000, 1896704, NULL},
    {"Tensor.addmm_", "f32[4,6] 1 1 f32[4,5] f32[5,6]", FWD, 264, 240, 392, NULL},
    /* a 0-dim C is a number to PyProf */
    {"torch.addmm", "0.5 f32[4,5] f32[5,6]", FWD, 264, 240, 296, NULL},
    {"torch.addmm", "0.5 f32[4,5] f32[5,6] out=f32[4,6]", FWD, 264, 240, 296, NULL},
    /* C expanded from a row: read once */
    {"aten::addmm", "f32[4,6]/[0,1] f32[4,5] f32[5,6] 1 1", FWD, 264, 240, 320, NULL},
    {"torch.addmm", "f32[4,5] f32[5,6]", FWD, NA, 0, NA, WHY_NO_SHAPE},
    /* beta given as nothing: the product is known, and what is added bounds
     * the rest */
    {"aten::addmm", "?[6] ?[4,5] ?[5,6] ? ?", FWD, 264, 240, NA, WHY_NO_DTYPE},

    /* 3 * 240; 4 * 3 * 74 */
    {"torch.bmm", "f32[3,4,5] f32[3,5,6]", FWD, 720, 720, 888, NULL},
    /* the first is an expand(): 4 * (4*6 + 7*6*7 + 7*4*7) */
    {"aten::bmm", "f32[7,4,6]/[0,6,1] f32[7,6,7]", FWD, 2352, 2352, 2056, NULL},
    {"torch.baddbmm", "f16[1] f16[3,4,5] f16[3,5,6] beta=0 alpha=0.125", FWD,
	720, 720, 444, NULL},
    /* 720 + 72; 4 * (72 + 60 + 90 + 72) */
    {"torch.baddbmm", "f32[3,4,6] f32[3,4,5] f32[3,5,6]", FWD, 792, 720, 1176, NULL},
    /* summed to one matrix: 720 + 24; 4 * (24 + 60 + 90 + 24) */
    {"torch.addbmm", "f32[4,6] f32[3,4,5] f32[3,5,6]", FWD, 744, 720, 792, NULL},

    /* 2 * 2 * 3 * 4 * 6 * 5; 2 * 6 * 74 */
    {"torch.matmul", "f16[2,3,4,5] f16[2,3,5,6]", FWD, 1440, 1440, 888, NULL},
    /* a matrix on the right is read once: 2 * (480 + 30 + 576) */
    {"torch.matmul", "f16[8,3,4,5] f16[5,6]", FWD, 5760, 5760, 2172, NULL},
    /* (3,1) and (2) are (3,2): 2 * 6 * 120; 4 * (60 + 60 + 144) */
    {"Tensor.__matmul__", "f32[3,1,4,5] f32[2,5,6]", FWD, 1440, 1440, 1056, NULL},
    /* y.__rmatmul__(x) is x @ y */
    {"torch.Tensor.__rmatmul__", "f32[5,6] f32[4,5]", FWD, 240, 240, 296, NULL},
    {"torch.matmul", "f32[3,4,5] f32[2,5,6]", FWD, NA, 0, NA, WHY_MISMATCH},
    /* a vector on the left: 2 * 6 * 1 * 6 * 5; 4 * (5 + 180 + 36) */
    {"torch.matmul", "f32[5] f32[2,3,5,6]", FWD, 360, 360, 884, NULL},
    /* on the right: 2 * 6 * 20; 4 * (120 + 5 + 24) */
    {"torch.matmul", "f32[2,3,4,5] f32[5]", FWD, 240, 240, 596, NULL},
    {"torch.matmul", "f32[5] f32[5]", FWD, 10, 10, 44, NULL},
    {"torch.matmul", "f32[] f32[5]", FWD, NA, 0, NA, WHY_MISMATCH},
    /* matmul broadcasts; bmm takes as many of each, and mm matrices alone.
     * 2 * 2*4*6*5; 4 * (20 + 60 + 48) */
    {"torch.matmul", "f32[1,4,5] f32[2,5,6]", FWD, 480, 480, 512, NULL},
    {"torch.bmm", "f32[1,4,5] f32[2,5,6]", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::bmm", "f32[2,4,5] f32[1,5,6]", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::bmm", "f32[4,5] f32[5,6]", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::baddbmm", "f32[2,4,6] f32[1,4,5] f32[2,5,6] 1 1", FWD, NA, 0, NA,
	WHY_MISMATCH},
    {"aten::addbmm", "f32[4,6] f32[1,4,5] f32[2,5,6] 1 1", FWD, NA, 0, NA,
	WHY_MISMATCH},
    {"aten::mm", "f32[2,4,5] f32[2,5,6]", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::addmm", "f32[6] f32[1,4,5] f32[5,6] 1 1", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::mv", "f32[1,4,5] f32[5]", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::dot", "f32[1,5] f32[5]", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::vdot", "f32[1,5] f32[5]", FWD, NA, 0, NA, WHY_MISMATCH},

    /* 2 * 8 * 10 * 9 + 80; 4 * (72 + 90 + 10 + 80) */
    {"torch.nn.functional.linear", "f32[8,9] f32[10,9] f32[10]", FWD, 1520,
	1440, 1008, NULL},
    {"torch.nn.functional.linear", "f32[8,9] f32[10,9] bias=f32[10]", FWD, 1520,
	1440, 1008, NULL},
    {"torch.nn.functional.linear", "bf16[4,16,128] bf16[256,128] None", FWD,
	4194304, 4194304, 114688, NULL},
    {"aten::linear", "f32[8,9] f32[10,9] ?", FWD, 1440, 1440, 968, NULL},
    {"torch.nn.functional.linear", "f32[9] f32[10,9]", FWD, 180, 180, 436, NULL},
    /* a weight has two dimensions at most */
    {"torch.nn.functional.linear", "f32[2,8,9] f32[2,10,9]", FWD, NA, 0, NA,
	WHY_MISMATCH},
    /* autocast: all of it in the narrower float, the bias too:
     * 2 * (32*128 + 256*128 + 256 + 32*256) = 90624 */
    {"torch.nn.functional.linear", "f32[32,128] f16[256,128] f32[1,256]", FWD,
	2105344, 2097152, 90624, NULL},
    {"torch.nn.functional.linear", "f16[32,128] f16[256,128] f32[256]", FWD,
	2105344, 2097152, 90624, NULL},

    /* 2 * 128 * 256; 4 * (32768 + 256 + 128) */
    {"torch.mv", "f32[128,256] f32[256]", FWD, 65536, 65536, 132608, NULL},
    {"aten::addmv", "f32[128] f32[128,256] f32[256] 1 1", FWD, 65664, 65536,
	133120, NULL},
    {"torch.dot", "f32[1000] f32[1000]", FWD, 2000, 2000, 8004, NULL},
    /* nothing to add up: one multiplication an element */
    {"torch.outer", "f32[3] f32[4]", FWD, 12, 0, 76, NULL},
    {"torch.addr", "f32[3,4] f32[3] f32[4]", FWD, 24, 0, 124, NULL},

    /* The backward of linear: dX = dY.W, dW = dY'.X, each the forward's
     * product: 2 * 32 * 64 * 128 = 524288;
     * dX: 2 * (32*64 + 64*128 + 32*128) = 28672, dW the same sizes */
    {"torch.nn.functional.linear", "f16[32,128] f16[64,128] f16[64]",
	PART_DGRAD, 524288, 524288, 28672, NULL},
    {"torch.nn.functional.linear", "f16[32,128] f16[64,128] f16[64]",
	PART_WGRAD, 524288, 524288, 28672, NULL},
    {"torch.nn.functional.linear", "f16[32,128] f16[64,128] f16[64]",
	PART_PRODUCT, 524288, 524288, 28672, NULL},
    /* 32 * 64 adds; 2 * (32*64 + 64) */
    {"torch.nn.functional.linear", "f16[32,128] f16[64,128] f16[64]",
	PART_DBIAS, 2048, 0, 4224, NULL},
    /* 2 * 524288 + 2048; 2 * 28672 + 4224 */
    {"torch.nn.functional.linear", "f16[32,128] f16[64,128] f16[64]",
	PART_BACKWARD, 1050624, 1048576, 61568, NULL},
    {"torch.nn.functional.linear", "f16[32,128] f16[64,128]", PART_DBIAS, NA, 0,
	NA, WHY_NO_BIAS},
    {"torch.nn.functional.linear", "f16[32,128] f16[64,128]", PART_BACKWARD,
	1048576, 1048576, 57344, NULL},
    /* two bmm of the forward's cost */
    {"torch.bmm", "f32[3,4,5] f32[3,5,6]", PART_BACKWARD, 1440, 1440, 1776, NULL},
    {"torch.bmm", "f32[3,4,5] f32[3,5,6]", PART_DGRAD, 720, 720, 888, NULL},
    /* A is expanded: 4 elements are read, all 32 have a gradient.  2*8*6*4;
     * dA: 4 * (48 + 24 + 32), dB: 4 * (48 + 4 + 24); a product without a role
     * counts as dA */
    {"torch.matmul", "f32[8,4]/[0,1] f32[4,6]", PART_DGRAD, 384, 384, 416, NULL},
    {"torch.matmul", "f32[8,4]/[0,1] f32[4,6]", PART_WGRAD, 384, 384, 304, NULL},
    {"torch.matmul", "f32[8,4]/[0,1] f32[4,6]", PART_PRODUCT, 384, 384, 416, NULL},
    {"torch.matmul", "f32[8,4]/[0,1] f32[4,6]", PART_BACKWARD, 768, 768, 720, NULL},
    /* beta 0: C has no gradient */
    {"torch.addmm", "f32[6] f32[4,5] f32[5,6] beta=0", PART_DBIAS, NA, 0, NA,
	WHY_NO_BIAS},
    {"torch.addmm", "f32[6] f32[4,5] f32[5,6]", PART_DBIAS, 24, 0, 120, NULL},
    /* da = dY.b and db = dY'.a: 2 * 12 each; 4 * (12 + 4 + 3) each */
    {"torch.outer", "f32[3] f32[4]", PART_DGRAD, 24, 24, 76, NULL},
    {"torch.outer", "f32[3] f32[4]", PART_BACKWARD, 48, 48, 152, NULL},
};

static void test_cases(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		costs_check(&cases[i]);
}

static struct cost run(const char *name, const char *args, enum op_part part)
{
	struct arena a = {0};
	struct cost cost;

	op_cost_of_call(calls_make(&a, name, args), part, &cost);
	arena_free(&a);
	return cost;
}

/* Whether C is added depends on beta, which emit_nvtx does not record: it is 1
 * where it was not given. */
static void test_conf(void **state)
{
	(void)state;
	assert_int_equal(
	    run("aten::mm", "?[4,5] ?[5,6]", FWD).of_flops.conf, CONF_EXACT);
	assert_int_equal(
	    run("aten::addmm", "?[6] ?[4,5] ?[5,6] ? ?", FWD).of_flops.conf,
	    CONF_ESTIMATE);
	assert_int_equal(
	    run("aten::addmm", "?[6] ?[4,5] ?[5,6] ? ?", PART_WGRAD).of_flops.conf,
	    CONF_EXACT);
	assert_int_equal(
	    run("aten::addmm", "f32[6] f32[4,5] f32[5,6] 1 1", FWD).of_flops.conf,
	    CONF_EXACT);
}

static void test_dtype(void **state)
{
	(void)state;
	assert_int_equal(
	    run("torch.mm", "f16[4,5] f16[5,6]", FWD).dtype, DTYPE_FLOAT16);
	assert_int_equal(
	    run("torch.nn.functional.linear", "f32[4,5] bf16[6,5]", FWD).dtype,
	    DTYPE_BFLOAT16);
	assert_int_equal(run("mm", "?[4,5] ?[5,6]", FWD).dtype, DTYPE_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_cases),
	    cmocka_unit_test(test_conf),
	    cmocka_unit_test(test_dtype),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
