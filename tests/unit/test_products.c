/*
 * test_products.c - quantised, grouped, chained and bilinear products and
 * distances against sizes worked out by hand.
 */
#include "prof/ops/op.h"
#include "tests/unit/costs.h"

#define FWD PART_FORWARD
#define BWD PART_BACKWARD

static const struct cost_case cases[] = {
    /* 2 * 16*32*64 = 65536; a 1024 + b 2048 + out 512 as a; two scales of float
     * are 8, of double and long they are numbers */
    {"aten::_scaled_mm", "e4m3[16,64] e4m3[64,32] f32[] f32[] None None None false",
	FWD, 65536, 65536, 3592, NULL},
    /* a type was chosen, or may have been, and was not recorded */
    {"aten::_scaled_mm", "e4m3[16,64] e4m3[64,32] f32[] f32[] ? ? ? ?", FWD,
	65536, 65536, NA, WHY_NO_DTYPE},
    /* the result's type is an argument: 6 is float32, 24 float8_e4m3fn */
    {"aten::_scaled_mm", "e4m3[16,64] e4m3[64,32] f32[] f32[] None None 6 false",
	FWD, 65536, 65536, 5128, NULL},
    {"aten::_scaled_mm", "e4m3[16,64] e4m3[64,32] f32[] f32[] None None 24 false",
	FWD, 65536, 65536, 3592, NULL},
    /* scales by blocks: 1 for 32 of K */
    {"aten::_scaled_mm", "e4m3[16,64] e4m3[64,32] float8_e8m0fnu[32] float8_e8m0fnu[64] bf16[32] None None false",
	FWD, 66048, 65536, 3744, NULL},
    /* two values in a byte: K is 2 * 32; 512 + 1024 + 1024 of bfloat16, 15; no
     * result has four bits */
    {"aten::_scaled_mm", "float4_e2m1fn_x2[16,32] float4_e2m1fn_x2[32,32] f32[] f32[] None None 15",
	FWD, 65536, 65536, 2568, NULL},
    {"aten::_scaled_mm", "float4_e2m1fn_x2[16,32] float4_e2m1fn_x2[32,32] f32[] f32[] None None None false",
	FWD, 65536, 65536, NA, WHY_NO_DTYPE},
    {"aten::_scaled_mm", "e4m3[16,64] e4m3[63,32] f32[] f32[]", FWD, NA, 0, NA,
	WHY_MISMATCH},
#define LIST(shape)                                                            \
	"[{\"type\":\"tensor\",\"shape\":[" shape "],\"dtype\":\"float32\"}]"
    /* lists of scales are read: 4 * (16 + 32) more than 16*64 + 64*32 + 2*512 */
    {"aten::_scaled_mm_v2",
	"e4m3[16,64] e4m3[64,32] " LIST("16,1") " [0] [0] " LIST(
	    "1,32") " [0] [0] None 15",
	FWD, 65536, 65536, 4288, NULL},
    {"aten::_scaled_mm_v2", "e4m3[16,64] e4m3[64,32] ? [0] [0] ? [0] [0] None 15",
	FWD, 65536, 65536, NA, WHY_NO_SHAPE},
    {"aten::_int_mm", "int8[16,64] int8[64,32]", FWD, 65536, 65536, 5120, NULL},
    /* the result that the caller gave is written, not read */
    {"aten::_int_mm", "int8[16,64] int8[64,32] i32[16,32]", FWD, 65536, 65536,
	5120, NULL},
    {"aten::_scaled_mm",
	"e4m3[16,64] e4m3[64,32] f32[] f32[] None None None false bf16[16,32]",
	FWD, 65536, 65536, 4104, NULL},
    /* four bits: 2*16*32*64; 2048 + 32*64/2, scales
     * (64/64, 32, 2) of 2 bytes 128 + 1024 */
    {"aten::_weight_int4pack_mm", "bf16[16,64] i32[4,1,32,2] 64 bf16[1,32,2]",
	FWD, 65536, 65536, 4224, NULL},
    /* (N, K) of bytes: 2048 + 2048 + 64 + 1024 */
    {"aten::_weight_int8pack_mm", "bf16[16,64] int8[32,64] bf16[32]", FWD,
	65536, 65536, 5184, NULL},
    {"aten::_dyn_quant_matmul_4bit", "f32[16,64] u8[1088] 32 64 32", FWD, 65536,
	65536, 7232, NULL},
    /* packs 32 * 64: 8192 read, half a byte each written */
    {"aten::_convert_weight_to_int4pack", "i32[32,64] 8", FWD, 0, 0, 9216, NULL},
    {"aten::_convert_weight_to_int4pack", "u8[32,32] 8", FWD, 0, 0, 2048, NULL},
    /* 2:4 sparse (128, 64): K 64, half of it is done: 2*128*256*32;
     * 2 * (128*36 flat + 64*256 + 128*256) */
    {"aten::_cslt_sparse_mm", "f16[4608] f16[64,256] None None None false 0 1 true",
	FWD, 2097152, 2097152, 107520, NULL},
    /* a bias of M: + 128*256; 2 * (128 + 128*32 + 128*4 + 64*256 + 128*256) */
    {"aten::_sparse_semi_structured_addmm",
	"f16[128] f16[128,32] int16[128,4] f16[64,256] 1 1 None", FWD, 2129920,
	2097152, 107776, NULL},
    /* 2 * (128*32 + 128*4 + 64*256), and 4 * 128*256, the result's own type */
    {"aten::_sparse_semi_structured_mm", "f16[128,32] int16[128,4] f16[64,256] 6",
	FWD, 2097152, 2097152, 173056, NULL},
    {"aten::_sparse_semi_structured_linear",
	"f16[256,64] f16[128,32] int16[128,4] bias=f16[128] "
	"activation=None out_dtype=None",
	FWD, 2129920, 2097152, 107776, NULL},
    {"onnx::MatMulInteger", "u8[2,16,64] int8[2,64,32]", FWD, 131072, 131072,
	10240, NULL},
    /* four bits in blocks of 32: 2048 + 32*2*16 + 2*64 + 1024 */
    {"com.microsoft.MatMulNBits", "f16[16,64] u8[32,2,16] f16[64]", FWD, 65536,
	65536, 4224, NULL},
    {"com.microsoft.MatMulIntegerToFloat", "u8[16,64] int8[64,32] f32[] f32[]",
	FWD, 65536, 65536, 5128, NULL},
    {"_C::cutlass_scaled_mm", "bf16[16,32] e4m3[16,64] e4m3[64,32] f32[1] f32[1]",
	FWD, 65536, 65536, 4104, NULL},
    {"_C::cutlass_scaled_fp4_mm",
	"bf16[16,32] u8[16,32] u8[32,32] e4m3[128,4] e4m3[128,4] f32[1]", FWD,
	65536, 65536, 3588, NULL},
    /* N is that of the scales: qweight (64, 32/8), scales (1, 32) */
    {"_C::awq_gemm", "f16[16,64] i32[64,4] f16[1,32] i32[1,4] 8", FWD, 65536,
	65536, 4176, NULL},
    {"bitsandbytes::gemv_4bit", "f16[1,64] u8[1024,1] [32,64] f32[32] f32[16] 64",
	FWD, 4096, 4096, 1408, NULL},
    {"bitsandbytes::int8_linear_matmul", "int8[16,64] int8[32,64]", FWD, 65536,
	65536, 5120, NULL},
    {"deep_gemm::fp8_gemm_nt", "e4m3[16,64] f32[16,1] e4m3[32,64] f32[1,1] bf16[16,32]",
	FWD, 65536, 65536, 4164, NULL},
    {"aiter::gemm_a4w4", "u8[16,32] u8[32,32] u8[16,2] u8[32,2]", FWD, 65536,
	65536, 2656, NULL},
    /* 5 rows of two operands, the weights transposed or not */
    {"primus_turbo::hipblaslt_gemm_fp8",
	"e4m3[16,64] f32[] e4m3[32,64] f32[] 15 false true", FWD, 65536, 65536,
	4104, NULL},
    {"primus_turbo::hipblaslt_gemm_fp8",
	"e4m3[64,16] f32[] e4m3[64,32] f32[] 15 true false", FWD, 65536, 65536,
	4104, NULL},
    {"primus_turbo::hipblaslt_gemm_fp8", "e4m3[16,64] f32[] e4m3[32,64] f32[] 15 ? ?",
	FWD, NA, 0, NA, WHY_ATTRIBUTE},

    /* 10 rows in 4 groups: 2*10*8*6 = 960; 2 * (80 + 4*48 + 60) + 16 */
    {"aten::_grouped_mm", "bf16[10,8] bf16[4,8,6] i32[4] None None", FWD, 960,
	960, 680, NULL},
    /* 3 rows are of 3 groups at most: 2 * (24 + 3*48 + 18) + 16 */
    {"aten::_grouped_mm", "bf16[3,8] bf16[4,8,6] i32[4] None None", FWD, 288,
	288, 388, NULL},
    /* columns are in groups: 2*5*8*10; 2 * (4*40 + 80 + 50) + 16 */
    {"aten::_grouped_mm", "bf16[4,5,8] bf16[8,10] i32[4] None None", FWD, 800,
	800, 596, NULL},
    /* a batch: 2*4*5*8*6; 2 * (160 + 192 + 120) */
    {"aten::_grouped_mm", "bf16[4,5,8] bf16[4,8,6] None None None", FWD, 1920,
	1920, 944, NULL},
    /* K is in groups, each has a result: 2*5*10*6; 2 * (50 + 60 + 4*30) + 16 */
    {"aten::_grouped_mm", "bf16[5,10] bf16[10,6] i32[4] None None", FWD, 600,
	600, 476, NULL},
    {"aten::_grouped_mm", "bf16[5,10] bf16[10,6] None None None", FWD, 600, 600,
	NA, WHY_NO_SHAPE},
    {"aten::_grouped_mm", "bf16[10,8] bf16[4,7,6] i32[4] None None", FWD, NA, 0,
	NA, WHY_MISMATCH},
    /* dA and dB: dy 60 + 192 + 80, dy 60 + 80 + 192, the ends twice */
    {"aten::_grouped_mm", "bf16[10,8] bf16[4,8,6] i32[4] None None", BWD, 1920,
	1920, 1360, NULL},
    {"aten::_grouped_mm", "bf16[10,8] bf16[4,8,6] i32[4] None None", PART_WGRAD,
	960, 960, 680, NULL},
    /* 3 groups are read, all 4 have a gradient; dA: 2 * (18 + 3*48 + 24) + 16,
     * dB: 2 * (18 + 24 + 4*48) + 16 */
    {"aten::_grouped_mm", "bf16[3,8] bf16[4,8,6] i32[4] None None", PART_DGRAD,
	288, 288, 388, NULL},
    {"aten::_grouped_mm", "bf16[3,8] bf16[4,8,6] i32[4] None None", PART_WGRAD,
	288, 288, 484, NULL},
    /* a bias for each group: 60 more; 24 * 2 bytes more.  Its gradient: dy and
     * itself, 2 * (60 + 24), which the products do not read */
    {"aten::_grouped_mm", "bf16[10,8] bf16[4,8,6] i32[4] bf16[4,6] None", FWD,
	1020, 960, 728, NULL},
    {"aten::_grouped_mm", "bf16[10,8] bf16[4,8,6] i32[4] bf16[4,6] None",
	PART_DBIAS, 60, 0, 168, NULL},
    {"aten::_grouped_mm", "bf16[10,8] bf16[4,8,6] i32[4] bf16[4,6] None",
	PART_WGRAD, 960, 960, 680, NULL},
    {"aten::_grouped_mm", "bf16[10,8] bf16[4,8,6] i32[4] bf16[4,6] None", BWD,
	1980, 1920, 1528, NULL},
    {"aten::_grouped_mm", "bf16[10,8] bf16[4,8,6] i32[4] None None", PART_DBIAS,
	NA, 0, NA, WHY_NO_BIAS},
    /* bytes each: 80 + 192 + 2 * 60 + scales 40 + 96 + 16 */
    {"aten::_scaled_grouped_mm",
	"e4m3[10,8] e4m3[4,8,6] f32[10] f32[4,6] i32[4] None None None", FWD,
	960, 960, 544, NULL},
    /* two values in a byte: K is 2 * 4; 40 + 96 + 2 * 60 + 40 + 96 + 16 */
    {"aten::_scaled_grouped_mm",
	"float4_e2m1fn_x2[10,4] float4_e2m1fn_x2[4,4,6] f32[10] f32[4,6] "
	"i32[4] None None None",
	FWD, 960, 960, 408, NULL},
    {"primus_turbo::grouped_gemm", "bf16[10,8] bf16[4,6,8] i64[4]", FWD, 960,
	960, 696, NULL},
    {"primus_turbo::grouped_gemm_variable_k", "bf16[10,5] bf16[10,6] i64[4]",
	FWD, 600, 600, 492, NULL},
    /* rows are summed up of two matrices, which have as many */
    {"primus_turbo::grouped_gemm_variable_k", "bf16[10,10,5] bf16[10,6] i64[4]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"primus_turbo::grouped_gemm_variable_k", "bf16[10,5] bf16[10,10,6] i64[4]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"primus_turbo::grouped_gemm_variable_k", "bf16[10,5] bf16[9,6] i64[4]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    /* 6 tokens to 2 of 4 experts, H 8, I 5, gated: 2*12*10*8 + 2*12*8*5 = 2880;
     * + 6*12*5 = 360, + 3*48 = 144; 2 * (2*48 + 4*80 + 4*40) */
    {"vllm::outplace_fused_experts",
	"bf16[6,8] bf16[4,10,8] bf16[4,8,5] f32[6,2] i32[6,2]", FWD, 3384, 2880,
	1152, NULL},
    /* one token reaches 2 experts: 2 * (2*8 + 2*80 + 2*40);
     * 2*2*10*8 + 2*2*8*5 = 480, + 60 + 24 */
    {"vllm::fused_moe", "bf16[1,8] bf16[4,10,8] bf16[4,8,5] f32[1,4] 2 true",
	FWD, 564, 480, 512, NULL},
    /* not gated, k 1: 2*6*5*8 * 2 = 960; 5*6*5, 1*48 */
    {"com.microsoft.MoE", "f32[6,8] f32[6,4] f32[4,5,8] None f32[4,8,5]", FWD,
	1158, 960, 1664, NULL},
    {"vllm::fused_moe", "bf16[1,8] bf16[4,10,8] bf16[4,8,5] f32[1,4] ? true",
	FWD, NA, 0, NA, WHY_ATTRIBUTE},

    /* (10, 30) (30, 5) (5, 60): the first two first: 2*1500 + 2*3000 = 9000,
     * not 2*9000 + 2*18000; 4 * (300 + 150 + 300 + 600) */
    {"torch.chain_matmul", "f32[10,30] f32[30,5] f32[5,60]", FWD, 9000, 9000,
	5400, NULL},
    {"torch.chain_matmul", "f32[10,30] f32[31,5]", FWD, NA, 0, NA, WHY_MISMATCH},
    /* a vector behind: right to left, 2*30*5 + 2*10*30 */
    {"torch.chain_matmul", "f32[10,30] f32[30,5] f32[5]", FWD, 900, 900, 1860, NULL},
    /* 6 * 20 products; 4 * (6 + 20 + 120) */
    {"torch.kron", "f32[2,3] f32[4,5]", FWD, 120, 0, 584, NULL},

    /* rows 8, O 7, I1 5, I2 6: 2*8*7*6 * (5 + 1) = 4032 */
    {"torch.nn.functional.bilinear", "f32[2,4,5] f32[2,4,6] f32[7,5,6]", FWD,
	4032, 4032, 1416, NULL},
    {"torch.nn.functional.bilinear", "f32[8,5] f32[7,6] f32[7,5,6]", FWD, NA, 0,
	NA, WHY_MISMATCH},

    /* 12 components; 4 * (12 + 3 + 12); complex 2 * 6 + 2; dy for x */
    {"torch.cross", "f32[4,3] f32[1,3] dim=1", FWD, 36, 0, 108, NULL},
    {"aten::linalg_cross", "f16[4,3] f16[4,3] -1", FWD, 36, 0, 72, NULL},
    {"torch.cross", "c64[4,3] c64[4,3]", FWD, 168, 0, 288, NULL},
    {"torch.cross", "f32[4,3] f32[1,3]", PART_BACKWARD, 36, 0, 108, NULL},
    {"torch.cross", "f32[4,3] f32[5,3]", FWD, NA, 0, NA, WHY_MISMATCH},

    /* 2 * 20 pairs of 3: 40 * (9 + 1), by sums of absolutes 40 * 9, of cubes
     * 40 * 13; 4 * (24 + 15 + 40) */
    {"torch.cdist", "f32[2,4,3] f32[5,3]", FWD, 400, 0, 316, NULL},
    {"torch.cdist", "f32[2,4,3] f32[5,3] 1.0", FWD, 360, 0, 316, NULL},
    {"torch.cdist", "f32[2,4,3] f32[5,3] p=3.0", FWD, 520, 0, 316, NULL},
    {"torch.cdist", "f32[4,3] f32[5,2]", FWD, NA, 0, NA, WHY_MISMATCH},
    /* 4*60; dy 20, x 27, distances 20, dx 12 */
    {"aten::_cdist_backward", "f32[4,5] f32[4,3] f32[5,3] 2.0 f32[4,5]", FWD,
	240, 0, 316, NULL},
    /* 4 * 3 / 2 pairs: 6 * 10; 4 * (12 + 6) */
    {"aten::_pdist_forward", "f32[4,3] 2.0", FWD, 60, 0, 72, NULL},
    /* 4*12 + 4; 4 * (12 + 12 + 4); 6*12 + 6*4 */
    /* 12 differences with their eps, absolute values and sums: p is 1 */
    {"aten::pairwise_distance", "f32[4,3] f32[4,3] 1.0", FWD, 48, 0, 112, NULL},
    {"aten::pairwise_distance", "f32[4,3] f32[4,3] ?", FWD, NA, 0, NA, WHY_ATTRIBUTE},
    {"torch.nn.functional.pairwise_distance", "f32[4,3] f32[4,3]", FWD, 52, 0,
	112, NULL},
    {"torch.nn.functional.cosine_similarity", "f32[4,3] f32[4,3]", FWD, 96, 0,
	112, NULL},
    /* (B, S, I) by (I, 3H): 2*16*8*12 = 3072, bias 192, 4*2*4*64 = 2048;
     * 4 * (128 + 96 + 12 + 64) */
    {"com.microsoft.Attention", "f32[2,8,8] f32[8,12] f32[12] num_heads=2", FWD,
	5312, 5120, 1200, NULL},
};

static void test_cases(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		costs_check(&cases[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_cases),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
