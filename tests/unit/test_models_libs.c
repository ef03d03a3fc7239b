/*
 * test_models_libs.c - operators of libraries, and what is alike in several of
 * them: attention, recurrent layers, optimizers, quantised products, experts,
 * FBGEMM, transforms.
 *
 * The places of the arguments are those of torch's native_functions.yaml, of
 * ONNX Runtime's operator pages, and of the libraries' own schemas.
 */
#include "tests/unit/kinds.h"

#define FWD PART_FORWARD
#define BWD PART_BACKWARD

#define T(shape, type)                                                         \
	"{\"name\":\"\",\"type\":\"tensor\",\"shape\":" shape                  \
	",\"dtype\":\"" type "\"}"

/*
 * 2 sequences of 5 queries and 7 keys, 4 heads of 8.  Of a head's pairs a full
 * mask leaves 35, a causal one 1 + 2 + 3 + 4 + 5 = 15 aligned top left and 3 + 4
 * + 5 + 6 + 7 = 25 bottom right, a window of one key before 10.  A pair of 8
 * heads is 8 * 4 * 8 = 256 FLOPs, its gradients 5 products for 2: 640.
 *
 * Bytes of float16: query, result 640 each, key, value 896 each: 3072; the
 * log-sum-exp is 160.  Backward: dy and dx besides: 6304 with that.
 */
#define BS "f16[2,5,4,8]"
#define BK " f16[2,7,4,8] f16[2,7,4,8]"
#define HS "f16[2,4,5,8]"
#define HK " f16[2,4,7,8] f16[2,4,7,8]"
#define LSE " f32[2,4,5]"
#define BGRAD BS " " BS BK " " BS LSE
#define HGRAD HS " " HS HK " " HS LSE
#define NONE10 " None None None None None None None None None None"

#define FLASH "aiter::fmha_v3_fwd aiter::mha_fwd aiter::wrapper_fmha_v3_fwd"
#define FLASH_GRAD "aiter::fmha_v3_bwd aiter::mha_bwd"

static void test_attention(void **state)
{
	static const struct kind_case kinds[] = {
	    KP("aten::", HS HK " 0.0", FWD, 8960, 8960, 3072,
		"_triton_scaled_dot_attention"),
	    KP("aten::", HS HK " None 0.0 false true", FWD, 3840, 3840, 3072,
		"_scaled_dot_product_attention"),
	    KP("aten::", HS HK " None None None 5 7 true 0.0 true false", FWD,
		3840, 3840, 3232, "_cudnn_attention_forward"),
	    KP("aten::", HS HK " None None None 5 7 false 0.0 false false", FWD,
		8960, 8960, 3072, "_cudnn_attention_forward"),
	    KP("aten::", HS HK " None 0.0 true false", FWD, 3840, 3840, 3232,
		"_scaled_dot_product_fused_attention_overrideable"),
	    KP("aten::", HGRAD " i64[] i64[] None None None 5 7 0.0 true", FWD,
		9600, 9600, 6304, "_cudnn_attention_backward"),
	    KP("aten::", HGRAD " i64[] i64[] None None None 5 7 0.0 false", FWD,
		22400, 22400, 6304, "_cudnn_attention_backward"),
	    /* what is added to the weights, and its gradient: 2 * 560 */
	    KP("aten::",
		HS " " HS HK " f16[2,4,5,7] [true,true,true,true] " HS LSE
		   " None None 5 7 0.0 true i64[] i64[] 1.0",
		FWD, 9600, 9600, 7424,
		"_scaled_dot_product_fused_attention_overrideable_backward"),
	    KP("aten::",
		HS " " HS HK " f16[2,4,5,7] [true,true,true,false] " HS LSE
		   " None None 5 7 0.0 false i64[] i64[] 1.0",
		FWD, 22400, 22400, 6864,
		"_scaled_dot_product_fused_attention_overrideable_backward"),
	    /* custom_mask_type 0, 1 and 2; grad_bias as asked for */
	    KP("aten::", BS " " BS BK " None " BS " None None 5 7" LSE " 0.0 i64[] i64[] 0 false",
		FWD, 22400, 22400, 6304, "_efficient_attention_backward"),
	    KP("aten::", BS " " BS BK " None " BS " None None 5 7" LSE " 0.0 i64[] i64[] 1 false",
		FWD, 9600, 9600, 6304, "_efficient_attention_backward"),
	    KP("aten::", BS " " BS BK " None " BS " None None 5 7" LSE " 0.0 i64[] i64[] 2 false",
		FWD, 16000, 16000, 6304, "_efficient_attention_backward"),
	    KP("aten::",
		BS " " BS BK " f16[2,4,5,7] " BS " None None 5 7" LSE
		   " 0.0 i64[] i64[] 2 true",
		FWD, 16000, 16000, 7424, "_efficient_attention_backward"),
	    KP("xformers::", BS " " BS BK " None None None 5 7" LSE " " BS " 0.0 1 2 2",
		FWD, 16000, 16000, 6304, "efficient_attention_backward_cutlass"),
	    KP("xformers::", BS " " BS BK " None None None 5 7" LSE " " BS " 0.0 1 2 1",
		FWD, 9600, 9600, 6304, "efficient_attention_backward_cutlass"),
	    KP("xformers::", BS BK " None None None 5 0.0 true 2", FWD, 6400,
		6400, 3232, "efficient_attention_forward_cutlass"),
	    KP("xformers::", BS BK " None None None 5 0.0 false 1", FWD, 3840,
		3840, 3072, "efficient_attention_forward_cutlass"),
	    /* causal, and by a window of one key and the query's own */
	    KP("aten::", BGRAD " None None 5 7 0.0 true None None 1.0 None None",
		FWD, 16000, 16000, 6304, "_flash_attention_backward"),
	    KP("aten::", BGRAD " None None 5 7 0.0 false None None 1.0 1 0",
		FWD, 6400, 6400, 6304, "_flash_attention_backward"),
	    KP("", BS BK " 0.0 1.0 true -1 -1 true", FWD, 6400, 6400, 3232, FLASH),
	    KP("", BS BK " 0.0 1.0 false 1 0 false", FWD, 2560, 2560, 3072, FLASH),
	    KP("", BS BK " 0.0 1.0 true -1 -1 None None true", FWD, 6400, 6400,
		3232, "aiter::_flash_attn_forward"),
	    KP("", BS BK " 0.0 1.0 false 1 0 None None false", FWD, 2560, 2560,
		3072, "aiter::_flash_attn_forward"),
	    KP("", BGRAD " 0.0 1.0 true -1 -1", FWD, 16000, 16000, 6304, FLASH_GRAD),
	    KP("", BGRAD " 0.0 1.0 false 1 0", FWD, 6400, 6400, 6304, FLASH_GRAD),
	    KP("", BGRAD " " BS BK " None 0.0 1.0 true -1 -1", FWD, 16000,
		16000, 6304, "aiter::_flash_attn_backward"),
	    KP("", BGRAD " " BS BK " None 0.0 1.0 false 1 0", FWD, 6400, 6400,
		6304, "aiter::_flash_attn_backward"),
	    KP("", BGRAD " " BS BK " 0.0 1.0 true -1 -1", FWD, 16000, 16000,
		6304, "flash_attn::_flash_attn_backward"),
	    KP("", BGRAD " " BS BK " 0.0 1.0 false 1 0", FWD, 6400, 6400, 6304,
		"flash_attn::_flash_attn_backward"),
	    KP("", BGRAD " " BS BK " None None 5 7 0.0 1.0 true -1 -1", FWD,
		16000, 16000, 6304, "flash_attn::_flash_attn_varlen_backward"),
	    KP("", BS BK " None None 5 7 0.0 1.0 true -1 -1", FWD, 6400, 6400,
		3232, "flash_attn::_flash_attn_varlen_forward"),
	    KP("", BS BK " 0.0 1.0 true -1 -1", FWD, 6400, 6400, 3232,
		"flash_attn::_flash_attn_forward"),
	    KP("", BS BK NONE10 NONE10 " 1.0 true -1 -1", FWD, 6400, 6400, 3232,
		"flash_attn_3::fwd sgl_kernel::fwd"),
	    KP("", BS BK NONE10 NONE10 " 1.0 false 1 0", FWD, 2560, 2560, 3232,
		"flash_attn_3::fwd sgl_kernel::fwd"),
	    KP("", BS BK " None None None 5 7 0.0 1.0 true -1 -1 false", FWD,
		6400, 6400, 3232, "xformers_flash::flash_fwd"),
	    KP("", BS BK " None None None 5 7 0.0 1.0 false 1 0 false", FWD,
		2560, 2560, 3232, "xformers_flash::flash_fwd"),
	    /* packed, one sequence: 25 pairs of 4 heads; half the bytes */
	    KP("", "f16[5,4,8] f16[5,4,8] f16[7,4,8] f16[7,4,8] f16[5,4,8] f32[4,5] i32[2] i32[2] 5 7 true i64[] 1.0 [-1,-1]",
		FWD, 8000, 8000, 3152, "torch_attn::_varlen_attn_backward"),
	    KP("", "f16[5,4,8] f16[5,4,8] f16[7,4,8] f16[7,4,8] f16[5,4,8] f32[4,5] i32[2] i32[2] 5 7 false i64[] 1.0 [1,0]",
		FWD, 3200, 3200, 3152, "torch_attn::_varlen_attn_backward"),
	    /* the mask is a function: at most all pairs */
	    KP("higher_order::", HS HK " " HS LSE " " HS, FWD, 22400, 22400,
		6304, "flex_attention_backward"),
	    /* heads side by side; ONNX counts from the top left */
	    KP("onnx::", "f16[2,5,32] f16[2,7,32] f16[2,7,32] q_num_heads=4 kv_num_heads=4",
		FWD, 8960, 8960, 3072, "Attention"),
	    KP("onnx::", "f16[2,5,32] f16[2,7,32] f16[2,7,32] q_num_heads=4 kv_num_heads=4 is_causal=1",
		FWD, 3840, 3840, 3072, "Attention"),
	    /* (10, 16) by (16, 96): 30720, and its bias 960; 4 * 2 * 32 * 25 of
	     * attention; 160 + 1536 + 384 + 8, and 10 * 32 float32 */
	    KP("com.microsoft.", "u8[2,5,16] u8[16,96] f32[96] f32[1] f32[1]",
		FWD, 38080, 37120, 3368, "QAttention"),
	    /* test_attention.c has the sums */
	    KP("_C::", "f16[3,4,16] f32[3,4,2] f32[3,4,2] f16[3,4,2,16] f16[3,4,16] f16[64,2,2,16,8] f16[64,2,16,16] 2 0.25 i32[3,7] i32[3] 16 100",
		FWD, 76800, 76800, 39168, "paged_attention_v2"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

static void test_recurrent(void **state)
{
	/* 3 steps of 2 samples, 4 to 5: matrices of 45 elements, biases of 10.
	 * 2 * 6 * 45 = 540; a sum and tanh of 5, and the biases: 6 * 20 */
	static const struct kind_case kinds[] = {
	    /* 4 * (24 + 55 + 30 + 10 + 10) */
	    KP("aten::", "f32[3,2,4] f32[1,2,5] f32[5,4] f32[5,5] f32[5] f32[5] true 1 0.0 false false false",
		FWD, 660, 540, 516, "rnn_relu rnn_tanh"),
	    /* one step: 4 * (8 + 55 + 10 + 10) */
	    KP("aten::", "f32[2,4] f32[2,5] f32[5,4] f32[5,5] f32[5] f32[5]",
		FWD, 220, 180, 332, "rnn_relu_cell rnn_tanh_cell"),
	    /* 4 * (24 + 55 + 30 + 10), no state to begin with */
	    KP("onnx::", "f32[3,2,4] f32[1,5,4] f32[1,5,5] f32[1,10]", FWD, 660,
		540, 476, "RNN"),
	    /* three gates: 135 and 30; 6 * (30 + 16 * 5).  4 * (24 + 165 + 30 +
	     * 10 + 10) */
	    KP("", "f32[3,2,4] f32[1,2,5]", FWD, 2280, 1620, 956, "GRU.forward"),
	    /* two products for each: x 96, weights 220, y and dy 240, h 40; dx,
	     * dh and the weights' gradients 356 */
	    KP("aten::", "f32[3,2,4] f32[5,4] f32[5,5] f32[5] f32[5] 4 f32[55] f32[1,2,5] None f32[3,2,5] f32[3,2,5] None None 1 5 1 false 0.0 true false [] None u8[0] [true,true,false,true]",
		FWD, 1080, 1080, 952, "miopen_rnn_backward"),
	    /* 10 elements, 23 each; 13 are moved of each */
	    KF("aten::", "f32[2,5] f32[2,5] f32[2,5] f32[2,5] f32[2,20] true",
		230, 520,
		"_thnn_fused_lstm_cell_backward "
		"_thnn_fused_lstm_cell_backward_impl"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* 24 parameters of float32, 96 bytes: what is kept is read and written. */
static void test_optimizers(void **state)
{
	static const struct kind_case kinds[] = {
	    KF("onnx::", "f32[1] i64[1] f32[24] f32[24] f32[24]", 144, 480, "Adagrad"),
	    KF("onnx::", "f32[1] i64[1] f32[24] f32[24] f32[24]", 96, 480, "Momentum"),
	    KF("onnx::", "f32[1] i64[1] f32[24] f32[24] f32[24] f32[24]", 312,
		672, "Adam AdamOptimizer"),
	    KF("onnx::", "f32[1] f32[24] f32[24]", 48, 288, "SGDOptimizer"),
	    KF("", "f32[24] f32[24] f32[24]", 144, 480, "adagrad lion"),
	    KF("", "f32[24] f32[24] f32[24]", 168, 480, "rmsprop"),
	    KF("", "f32[24] f32[24] f32[24] f32[24]", 336, 672, "adamw"),
	    /* the parameter twice */
	    KF("", "f32[24] f32[24] f32[24] f32[24]", 480, 864,
		"apex.fused_lamb lamb"),
	    KF("", "f32[24] f32[24]", 48, 288, "apex.fused_sgd sgd"),
	    KF("", "f32[24] f32[24] f32[24]", 96, 480, "apex.fused_sgd sgd"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* 1000 elements of float32, and what has 8 bits. */
static void test_quantisation(void **state)
{
	static const struct kind_case kinds[] = {
	    /* x, the result, the mask; minimum, maximum, scale, zero point */
	    KF("aten::", "f32[1000] i64[1] i64[1] f32[1] f32[1] f32[1] i32[1]",
		8000, 9016,
		"_fused_moving_avg_obs_fq_helper "
		"fused_moving_avg_obs_fake_quant"),
	    KF("aten::", "f32[10,100] f32[10] i32[10] 0 -128 127", 6000, 9080,
		"fake_quantize_per_channel_affine "
		"fake_quantize_per_channel_affine_cachemask"),
	    KF("aten::", "f32[1000] b[1000]", 1000, 9000,
		"fake_quantize_per_channel_affine_cachemask_backward "
		"fake_quantize_per_tensor_affine_cachemask_backward"),
	    KB("aten::", "f32[10,100] f32[10] i32[10] 0 -128 127", 1000, 9000,
		"fake_quantize_per_channel_affine "
		"fake_quantize_per_channel_affine_cachemask"),
	    /* the scale is read, or made by two more an element and written */
	    KF("vllm::", "bf16[1000] f32[1] 'float8_e4m3fn'", 3000, 3004,
		"fp8_quantize scaled_fp8_quant"),
	    KF("vllm::", "bf16[1000] None 'float8_e4m3fn'", 5000, 3004,
		"fp8_quantize scaled_fp8_quant"),
	    /* two in a byte: 500 + 2000 + 1024 + 4 */
	    KF("_C::", "u8[10,50] bf16[10,100] u8[128,8] f32[1]", 5000, 3528,
		"scaled_fp4_quant"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* (4, 8) by (8, 6): 384; or of 64: 3072. */
static void test_products(void **state)
{
	static const struct kind_case kinds[] = {
	    /* 128 + 48 + 24 + 6, float32 96 */
	    KP("onnx::", "f32[4,8] u8[8,6] f32[6] u8[6]", FWD, 384, 384, 302,
		"DynamicQuantizeMatMul"),
	    KP("onnx::", "f32[4,8] u8[8,6] f32[6] u8[6] f32[6]", FWD, 408, 384,
		326, "DynamicQuantizeMatMul"),
	    KP("onnx::", "u8[4,8] f32[1] u8[1] u8[8,6] f32[1] u8[1]", FWD, 384,
		384, 114, "QGemm"),
	    KP("onnx::", "u8[4,8] f32[1] u8[1] u8[8,6] f32[1] u8[1] f32[1] u8[1]",
		FWD, 384, 384, 119, "QLinearMatMul"),
	    /* 4 bits in an int32: N is that of the scales behind */
	    KP("_C::", "f16[4,64] i32[8,6] i32[2,1] f16[2,6]", FWD, 3072, 3072,
		784, "gptq_gemm"),
	    KP("_C::", "f16[4,64] i32[4,12] f16[2,6] i32[10]", FWD, 3072, 3072,
		776, "marlin_gemm"),
	    KP("_C::", "f16[4,64] None i32[4,12] f16[2,6]", FWD, 3072, 3072,
		776, "gptq_marlin_gemm"),
	    KP("_C::", "f16[4,64] None i32[4,12] f32[9] i32[2,7] f16[2,6] f16[2,5]",
		FWD, 3072, 3072, 888, "gptq_marlin_gemm"),
	    /* a scale for each of 6 columns; a bias */
	    KP("aten::", "f16[4,64] u8[3,64] f16[6] f16[6] 'none'", FWD, 3096,
		3072, 776, "_mixed_dtypes_linear"),
	    /* (N, K); bfloat16 48 */
	    KP("aiter::", "int8[4,8] int8[6,8] f32[4,1] f32[1,6]", FWD, 384,
		384, 168, "gemm_a8w8"),
	    KP("primus_turbo::", "u8[4,32] u8[4,2] u8[6,32] u8[6,2] 15 false true",
		FWD, 3072, 3072, 388, "hipblaslt_gemm_fp4"),
	    KP("torchao::", "int8[4,64] f32[4] int8[6,32] f32[6] None 15", FWD,
		3072, 3072, 536, "rowwise_scaled_linear_cutlass_s8s4"),
	    KP("trtllm::", "e4m3[4,8] e4m3[8,6] f32[1] f32[1] None 15", FWD,
		384, 384, 136, "cublas_scaled_mm"),
	    KP("vllm::", "bf16[4,64] u8[6,32] u8[6,2] None", FWD, 3072, 3072,
		764, "gemm_with_dynamic_quant"),
	    /* (8, 16) by 2 of (16, 6): 128 + 192, scales 32 + 48, ends 8, 96 */
	    KP("aten::",
		"e4m3[8,16] e4m3[2,16,6] [" T("[8]", "float32") "] [0] [0] [" T(
		    "[2,6]", "float32") "] [0] [0] i32[2] None 15",
		FWD, 1536, 1536, 504, "_scaled_grouped_mm_v2"),

	    /* plain ones: (4, 5) by (5, 6) is 240, an addend 24, relu 24 */
	    KP("onnx::", "f32[4,5] f32[5,6] f32[6]", FWD, 288, 240, 320, "FusedGemm"),
	    KP("onnx::", "f32[5,4] f32[5,6] transA=1", FWD, 240, 240, 296,
		"TransposeMatMul FusedMatMul"),
	    KP("vllm::", "f32[4,5] f32[6,5] f32[6]", FWD, 264, 240, 320,
		"gemm_a16w16 rocm_unquantized_gemm"),
	    /* float16, the result of float32: 6 */
	    KP("aten::", "f16[4,6] f16[4,5] f16[5,6] 6 1 1", FWD, 264, 240, 244,
		"addmm.dtype"),
	    KP("aten::", "f16[4,6] f16[4,5] f16[5,6] 6 0 1", FWD, 240, 240, 196,
		"addmm.dtype"),
	    KP("aten::", "f16[4,5] f16[5,6] 6", FWD, 240, 240, 196, "mm.dtype"),
	    KP("aten::", "f16[2,4,5] f16[2,5,6] 6", FWD, 480, 480, 392, "bmm.dtype"),
	    KF("aten::", "f32[4] f32[6]", 24, 136, "ger outer"),
	    KP("aten::", "f32[6] f32[6]", FWD, 12, 12, 52, "dot vdot"),
	    /* the first two first: 48 + 80, and not 120 + 60 */
	    KP("aten::",
		"[" T("[2,3]", "float32") "," T("[3,4]", "float32") "," T(
		    "[4,5]", "float32") "]",
		FWD, 128, 128, 192, "chain_matmul linalg_multi_dot"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* 5 tokens of 8, each to 2 of 4 experts. */
static void test_experts(void **state)
{
#define MOE "aiter::fused_moe sglang::fused_experts vllm::inplace_fused_experts"
	static const struct kind_case kinds[] = {
	    /* gated, 12 wide: 2 * 10 * 8 * 36, 6 * 120, and 3 for each of 40;
	     * x and the result, all experts */
	    KP("", "f16[5,8] f16[4,24,8] f16[4,8,12] f32[5,2] i32[5,2]", FWD,
		6600, 5760, 2464, MOE " vllm::outplace_fused_experts"),
	    /* weights of 4 bits, not gated: 2 * 10 * 8 * 24, 5 * 120, 120 */
	    KP("com.microsoft.", "f16[5,8] f16[5,4] u8[4,12,4] f16[4,12] None u8[4,8,6] f16[4,8] None None None None k=2",
		FWD, 4560, 3840, 544, "QMoE"),
	    /* weights that are no experts', or of unlike number */
	    KU("", "f16[5,8] f16[24,8] f16[4,8,12] f32[5,2] i32[5,2]", FWD, NA,
		NA, WHY_MISMATCH, MOE),
	    KU("", "f16[5,8] f16[4,24,8] f16[8,12] f32[5,2] i32[5,2]", FWD, NA,
		NA, WHY_MISMATCH, MOE),
	    /* of no width: nothing tells the tokens */
	    KU("", "f16[5,0] f16[4,24,0] f16[4,0,12] f32[5,2] i32[5,2]", FWD,
		NA, NA, WHY_MISMATCH, MOE),
	    KU("", "f16[5,8] f16[3,24,8] f16[4,8,12] f32[5,2] i32[5,2]", FWD,
		NA, NA, WHY_MISMATCH, MOE),
	    KU("", "f16[5,8] f16[4,24,3] f16[4,8,12] f32[5,2] i32[5,2]", FWD,
		NA, NA, WHY_MISMATCH, MOE),
	    KU("", "f16[5,8] f16[4,24,8] f16[4,7,12] f32[5,2] i32[5,2]", FWD,
		NA, NA, WHY_MISMATCH, MOE),
	    KU("", "f16[5,8] f16[4,23,8] f16[4,8,12] f32[5,2] i32[5,2]", FWD,
		NA, NA, WHY_MISMATCH, MOE),
	    KU("", "f16[5,8] f16[4,24,8] f16[4,8,12] f32[5,2] i32[5,0]", FWD,
		NA, NA, WHY_ATTRIBUTE, MOE),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* test_models_fbgemm.c has the sums. */
static void test_features(void **state)
{
	static const struct kind_case kinds[] = {
	    KF("fbgemm::", "f32[10,30]", 1500, 1600,
		"FloatOrHalfToFused8BitRowwiseQuantized "
		"FloatToFused8BitRowwiseQuantized "
		"HalfToFused8BitRowwiseQuantized"),
	    KF("fbgemm::", "u8[10,40]", 640, 1680,
		"Fused8BitRowwiseQuantizedToFloat "
		"Fused8BitRowwiseQuantizedToFloatOrHalf"),
	    KF("fbgemm::", "u8[10,40] 1", 640, 1040,
		"Fused8BitRowwiseQuantizedToFloatOrHalf"),
	    KF("fbgemm::", "i32[2,10]", 20, 160,
		"asynchronous_exclusive_cumsum asynchronous_inclusive_cumsum"),
	    KF("fbgemm::", "f32[800] i64[3] i32[4] 24 12 i64[4] 8 i64[60] i64[16] 0 None None 1",
		480, 2768,
		"dense_embedding_codegen_lookup_function "
		"dense_embedding_codegen_lookup_function_pt2"),
	    KF("fbgemm::", "i32[3] i64[3,4] i64[100]", 0, 1804,
		"permute_1D_sparse_data permute_2D_sparse_data "
		"permute_sparse_data "
		"permute_sparse_features"),
	    KF("fbgemm::", "f32[16,24] i64[4] i64[3]", 0, 3128,
		"permute_pooled_embs permute_pooled_embs_auto_grad"),
	    KU("fbgemm::", "f32[16,24] i64[4] i64[5]", FWD, 0, NA, WHY_VALUES,
		"permute_duplicate_pooled_embs "
		"permute_duplicate_pooled_embs_auto_grad"),
	    /* 16 * 40 of them: 1536 + 32 + 40 + 2560 */
	    KF("fbgemm::", "f32[16,24] i64[4] i64[5] > f32[16,40]", 0, 4168,
		"permute_duplicate_pooled_embs "
		"permute_duplicate_pooled_embs_auto_grad"),
	    KF("fbgemm::", "f32[16,24]", 0, 3072,
		"recat_embedding_grad_output "
		"recat_embedding_grad_output_mixed_D "
		"recat_embedding_grad_output_mixed_D_batch"),
	    KF("aten::", "f32[1000,64] i64[200] i64[32] false 0 false None false -1",
		12800, 61248,
		"_embedding_bag _embedding_bag_forward_only embedding_bag"),
	    KF("aten::", "f16[32,128,768] i64[32,128] 50257 -1 false false",
		3145728, 83518976, "embedding_backward"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

/* 16 points: 5 * 16 * 4 = 320 complex, half of that with a real side. */
static void test_transforms(void **state)
{
	static const struct kind_case kinds[] = {
	    KF("aten::", "c64[16] None -1 None", 320, 256,
		"fft_fft fft_ifft fft_fftn fft_ifftn"),
	    KF("aten::", "c64[4,4] None [-2,-1] None", 320, 256,
		"fft_fft2 fft_ifft2 fft_fftn fft_ifftn"),
	    /* of all three dimensions, of two: 5 * 16 * 3, of one: 5 * 16 * 2 */
	    KF("aten::", "c64[2,2,4] None None None", 320, 256, "fft_fftn fft_ifftn"),
	    /* no dimensions said are all of them */
	    KF("aten::", "c64[2,2,4] None []", 320, 256, "fft_fftn fft_ifftn"),
	    KF("aten::", "c64[2,2,4] None [-2,-1] None", 240, 256,
		"fft_fft2 fft_ifft2"),
	    KF("aten::", "c64[2,2,4] None -1 None", 160, 256, "fft_fft fft_ifft"),
	    /* 9 complex numbers for 16 real ones */
	    KF("aten::", "c64[9] None -1 None", 160, 136,
		"fft_hfft fft_irfft fft_irfftn"),
	    KF("aten::", "f32[16] None -1 None", 160, 136,
		"fft_ihfft fft_rfft fft_rfftn"),
	    KF("aten::", "c64[4,3] None [-2,-1] None", 160, 160,
		"fft_irfft2 fft_irfftn"),
	    KF("aten::", "f32[4,4] None [-2,-1] None", 160, 160,
		"fft_rfft2 fft_rfftn"),
	    KF("aten::", "f32[2,2,4] None [-2,-1] None", 120, 160, "fft_rfft2"),
	    KF("aten::", "f32[2,2,4] None None None", 160, 160, "fft_rfftn"),
	    /* real numbers to as many complex ones */
	    KF("aten::", "f32[16] None -1 None", 160, 192, "fft_fft fft_ifft"),
	    /* 5 windows of 4 in 16 + 4: 100, and 20 products; 3 of each */
	    KF("aten::", "f32[16] 4 4 4 f32[4] true 'reflect' false true true",
		120, 200, "stft.center"),
	    /* ... 4 without a rim: 80 + 16; 64 + 16 + 96 */
	    KF("aten::", "f32[16] 4 4 4 f32[4] false 'reflect' false true true",
		96, 176, "stft.center"),
	    /* real and imaginary parts: 2 transforms of 16 */
	    KF("onnx::", "f32[2,16,2]", 640, 512, "DFT"),
	    KF("onnx::", "f32[2,16,2] axis=1 onesided=1", 640, 400, "DFT"),
	    KF("onnx::", "f32[2,16,1]", 320, 384, "DFT"),
	    KF("onnx::", "f32[2,16,1] onesided=1", 320, 272, "DFT"),
	    KF("onnx::", "f32[16,2,2] axis=0", 640, 512, "DFT"),
	    KU("onnx::", "f32[2,16,3]", FWD, NA, NA, WHY_MISMATCH, "DFT"),
	    KU("onnx::", "f32[2,16,0]", FWD, NA, NA, WHY_MISMATCH, "DFT"),
	    KU("onnx::", "f32[2,16,2] axis=2", FWD, NA, NA, WHY_MISMATCH, "DFT"),
	    /* a new length is the value of a tensor */
	    KU("onnx::", "f32[2,16,2] i64[]", FWD, NA, NA, WHY_VALUES, "DFT"),
	    KU("onnx::", "f32[2]", FWD, NA, NA, WHY_MISMATCH, "DFT"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

static void test_others(void **state)
{
	static const struct kind_case kinds[] = {
	    /* 12 pairs of 3 * 5 and a root */
	    KF("com.microsoft.", "f32[4,5] f32[3,5]", 192, 188, "CDist"),
	    /* 6 pairs of 4 * 5; dy, x, the distances, dx */
	    KF("aten::", "f32[6] f32[4,5] 2.0 f32[6]", 120, 208, "_pdist_backward"),
	    KF("onnx::", "f32[4,6]", 48, 216, "Dropout"),
	    KF("aten::", "f32[4,6] 0.5 true", 48, 216, "dropout native_dropout"),
	    /* 9 * 48 * 3, D and z 48 each; u, delta, z 576, A 48, B and C 288,
	     * D and the bias 32, the result 192 */
	    KF("", "f32[2,4,6] f32[2,4,6] f32[4,3] f32[2,3,6] f32[2,3,6] f32[4] f32[2,4,6] f32[4]",
		1392, 1136, "SelectiveScanFn mamba_ssm::selective_scan_fwd"),
	    KF("", "f32[2,4,6] f32[2,4,6] f32[4,3] f32[2,3,6] f32[2,3,6] None None None",
		1296, 912, "SelectiveScanFn mamba_ssm::selective_scan_fwd"),
	    KU("", "f32[2,4,6] f32[2,4,6] ? f32[2,3,6] f32[2,3,6]", FWD, NA, NA,
		WHY_NO_SHAPE, "mamba_ssm::selective_scan_fwd"),
	    KU("", "f32[2,4,6] f32[2,4,6] f32[5,3] f32[2,3,6] f32[2,3,6]", FWD,
		NA, NA, WHY_MISMATCH, "mamba_ssm::selective_scan_fwd"),
	    KU("", "f32[2,4,6] f32[2,4,6] f32[4] f32[2,3,6] f32[2,3,6]", FWD,
		NA, NA, WHY_MISMATCH, "mamba_ssm::selective_scan_fwd"),
	    KU("", "f32[4,6] f32[4,6] f32[4,3] f32[3,6] f32[3,6]", FWD, NA, NA,
		WHY_MISMATCH, "mamba_ssm::selective_scan_fwd"),
	    /* two products of 2 * 48 * 3, the bias's 48; of silu 9 more each.
	     * 4 * (48 + 12 + 48), 4 * (48 + 48 + 12), 4 * (48 + 4) */
	    KP("DaoAILab::", "f32[2,4,6] f32[4,3] f32[4] f32[2,4,6] None None None None None None None false",
		FWD, 624, 576, 1072, "_causal_conv1d_bwd_cpp"),
	    KP("DaoAILab::", "f32[2,4,6] f32[4,3] f32[4] f32[2,4,6] None None None None None None None true",
		FWD, 1056, 576, 1072, "_causal_conv1d_bwd_cpp"),
	    KP("DaoAILab::", "f32[2,4,6] f32[4,3] None f32[2,4,6] None None None None None None None true",
		FWD, 1008, 576, 864, "_causal_conv1d_bwd_cpp"),
	    /* 640 elements, 3 each; read and written, and 8 angles of 10 */
	    KF("aiter::", "f16[10,2,4,8] f16[10,2,4,8] f32[10,1,1,8]", 1920,
		2880, "rope_fwd"),
	    /* 4 to 16, with 4 indices */
	    KF("onnx::", "f32[1,1,2,2] i64[1,1,2,2] kernel_shape=[2,2] strides=[2,2]",
		0, 112, "MaxUnpool"),
	    KF("aten::", "f32[1,1,2,2,2] i64[1,1,2,2,2] [4,4,4]", 0, 352,
		"max_unpool3d"),
	    /* 32 windows of 4, of 8; an int64 each, 4 random numbers */
	    KF("aten::", "f32[1,2,8,8] [2,2] [4,4] f32[1,2,2]", 128, 912,
		"fractional_max_pool2d"),
	    KF("torch.nn.functional.", "f32[1,2,8,8] 2 [4,4]", 128, 912,
		"fractional_max_pool2d"),
	    KF("aten::", "f32[1,1,4,8,8] [2,2,2] [2,4,4] f32[1,1,3]", 256, 1420,
		"fractional_max_pool3d"),
	};

	(void)state;
	KINDS_RUN(kinds);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_attention),
	    cmocka_unit_test(test_recurrent),
	    cmocka_unit_test(test_optimizers),
	    cmocka_unit_test(test_quantisation),
	    cmocka_unit_test(test_products),
	    cmocka_unit_test(test_experts),
	    cmocka_unit_test(test_features),
	    cmocka_unit_test(test_transforms),
	    cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
