/*
 * test_attention.c - fused attention against sizes worked out by hand, and the
 * count of pairs against a loop over all of them.
 */
#include "prof/ops/op.h"
#include "tests/unit/costs.h"

#define FWD PART_FORWARD
#define BWD PART_BACKWARD

static const struct cost_case cases[] = {
    /* B 2, H 4, S 8, D 16: 2 * 2*4 * 64 * 32 = 32768;
     * q, k, v, out are 2*4*8*16 = 1024 elements of 2 bytes: 8192 */
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16]", FWD, 32768, 32768, 8192, NULL},
    /* one query for both: 1024 + 2 * 2048 + 2048 bytes; two for one key */
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[1,4,8,16] f16[2,4,8,16] f16[2,4,8,16]", FWD, 32768, 32768, 7168, NULL},
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[2,4,8,16] f16[1,4,8,16] f16[1,4,8,16]", FWD, 32768, 32768, 6144, NULL},
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[2,4,8,16] f16[3,4,8,16] f16[3,4,8,16]", FWD, NA, 0, NA, WHY_MISMATCH},
    /* one for none is none, and read all the same: 1024 bytes of each */
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[1,4,8,16] f16[0,4,8,16] f16[0,4,8,16]", FWD, 0, 0, 1024, NULL},
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[0,4,8,16] f16[1,4,8,16] f16[1,4,8,16]", FWD, 0, 0, 2048, NULL},
    /* causal: 8 * 9 / 2 = 36 pairs of 64; 2*8*36*32 = 18432 */
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] is_causal=true", FWD, 18432,
	18432, 8192, NULL},
    /* a mask of bool, expanded over batch and heads, is 64 bytes */
    {"aten::scaled_dot_product_attention",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] b[2,4,8,8]/[0,0,8,1] 0.0 "
	"false",
	FWD, 32768, 32768, 8256, NULL},
    /* backward: 2*8*64 * 5*16 = 81920; q, k, v, out, dout and three gradients
     * of 2048 bytes, the log-sum-exp 4 * 2*4*8 = 256: 8 * 2048 + 256 */
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16]", BWD, 81920, 81920, 16640, NULL},
    /* without a batch: (H, S, D) of 3 sizes, (S, D) of 2;
     * 2*4*64*32 = 16384; 2*64*32 = 4096; 4 * 4 * 128 */
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[4,8,16] f16[4,8,16] f16[4,8,16]", FWD, 16384, 16384, 4096, NULL},
    {"torch.nn.functional.scaled_dot_product_attention",
	"f32[8,16] f32[8,16] f32[8,16]", FWD, 4096, 4096, 2048, NULL},
    /* top left, Sq 4 over Sk 8: 1 + 2 + 3 + 4 = 10; Sq 8 over Sk 4:
     * 1 + 2 + 3 + 4*5 = 26; 2*10*32 and 2*26*32;
     * bytes 2 * 16 * (4+8+8+4), 2 * 16 * (8+4+4+8) */
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[1,1,4,16] f16[1,1,8,16] f16[1,1,8,16] is_causal=true", FWD, 640,
	640, 768, NULL},
    {"torch.nn.functional.scaled_dot_product_attention",
	"f16[1,1,8,16] f16[1,1,4,16] f16[1,1,4,16] is_causal=true", FWD, 1664,
	1664, 768, NULL},
    /* the unfused form does all pairs, and has the weights, 2*4*64 of 2 bytes,
     * as a result; its backward is four products: 2*8*64*64 = 65536 */
    {"aten::_scaled_dot_product_attention_math",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] None 0.0 true", FWD, 32768,
	32768, 9216, NULL},
    {"aten::_scaled_dot_product_attention_math",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] None 0.0 true", BWD, 65536,
	65536, 17408, NULL},

    /* flash writes 4 * 2*4*8 = 256; grouped heads: k and v have 2 of 4:
     * 2048 + 2 * 1024 + 2048 + 256 */
    {"aten::_scaled_dot_product_flash_attention",
	"f16[2,4,8,16] f16[2,2,8,16] f16[2,2,8,16] 0.0 false false", FWD, 32768,
	32768, 6400, NULL},
    /* three heads do not share two */
    {"aten::_scaled_dot_product_flash_attention",
	"f16[2,3,8,16] f16[2,2,8,16] f16[2,2,8,16] 0.0 false false", FWD, NA, 0,
	NA, WHY_MISMATCH},
    {"aten::_scaled_dot_product_flash_attention",
	"f16[2,4,8,16] f16[2,4,8,32] f16[2,4,8,16] 0.0 false false", FWD, NA, 0,
	NA, WHY_MISMATCH},
    {"aten::_scaled_dot_product_flash_attention", "f16[2,4,8,16] ? ?", FWD, NA,
	0, NA, WHY_NO_SHAPE},
    /* emit_nvtx: no types, and no word of the mask: at most all pairs */
    {"_scaled_dot_product_flash_attention", "?[2,4,8,16] ?[2,4,8,16] ?[2,4,8,16] ? ? ?",
	FWD, 32768, 32768, NA, WHY_NO_DTYPE},
    /* the memory-efficient and cuDNN's write it where they are asked to */
    {"aten::_scaled_dot_product_efficient_attention",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] None true 0.0 false", FWD,
	32768, 32768, 8448, NULL},
    {"aten::_scaled_dot_product_efficient_attention",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] None false 0.0 false", FWD,
	32768, 32768, 8192, NULL},
    {"aten::_scaled_dot_product_efficient_attention",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] ? ? 0.0 false", FWD, 32768,
	32768, NA, WHY_ATTRIBUTE},
    /* a bias of (B, H, S, S): 2 * 512 bytes more */
    {"aten::_scaled_dot_product_cudnn_attention",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,8] true 0.0 true "
	"false",
	FWD, 18432, 18432, 9472, NULL},
    /* the backward operators; the bias is read, and its gradient written */
    {"aten::_scaled_dot_product_efficient_attention_backward",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,8] "
	"f16[2,4,8,16] f32[2,4,8] i64[] i64[] 0.0 [true,true,true,true] true",
	FWD, 46080, 46080, 18688, NULL},
    {"aten::_scaled_dot_product_efficient_attention_backward",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,8] "
	"f16[2,4,8,16] f32[2,4,8] i64[] i64[] 0.0 [true,true,true,false] false",
	FWD, 81920, 81920, 17664, NULL},
    /* its log-sum-exp is padded to 32 rows: 4 * 2*4*32 = 1024 */
    {"aten::_scaled_dot_product_efficient_attention_backward",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] None "
	"f16[2,4,8,16] f32[2,4,32] i64[] i64[] 0.0 [true,true,true,false] "
	"false",
	FWD, 81920, 81920, 17408, NULL},
    {"aten::_scaled_dot_product_cudnn_attention_backward",
	"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] "
	"f32[2,4,8,1] i64[] i64[] None None None 8 8 0.0 true",
	FWD, 46080, 46080, 16640, NULL},
    {"aten::_scaled_dot_product_cudnn_attention_backward", "f16[2,4,8,16]", BWD,
	NA, 0, NA, WHY_NO_BACKWARD},

    /* (B, S, H, D), aligned bottom right: one query at the end of 8 keys sees
     * all: 2*2*4*8*32 = 4096; 2 * 2*4*16*(1+8+8+1) + 4*8 */
    {"flash_attn::_flash_attn_forward",
	"f16[2,1,4,16] f16[2,8,4,16] f16[2,8,4,16] 0.0 0.25 true -1 -1 0.0 "
	"None "
	"false",
	FWD, 4096, 4096, 4640, NULL},
    /* two keys to the left and the query's own: 1 + 2 + 3*6 = 21 pairs;
     * 2*2*4*21*32 */
    {"flash_attn::_flash_attn_forward",
	"f16[2,8,4,16] f16[2,8,4,16] f16[2,8,4,16] 0.0 0.25 true 2 0 0.0 None "
	"false",
	FWD, 10752, 10752, 8448, NULL},
    {"FlashAttnFunc", "f16[2,8,4,16] f16[2,8,4,16] f16[2,8,4,16] 0.0 0.25 true [2,0]",
	FWD, 10752, 10752, 8448, NULL},
    /* as many as an int holds are all: 36 pairs, and 64 on both sides */
    {"FlashAttnFunc", "f16[2,8,4,16] f16[2,8,4,16] f16[2,8,4,16] 0.0 0.25 true [2147483647,0]",
	FWD, 18432, 18432, 8448, NULL},
    {"FlashAttnFunc", "f16[2,8,4,16] f16[2,8,4,16] f16[2,8,4,16] 0.0 0.25 false [2147483647,2147483647]",
	FWD, 32768, 32768, 8448, NULL},
    {"FlashAttnFunc", "f16[2,8,4,16] f16[2,8,4,16] f16[2,8,4,16] 0.0 0.25 false [0,9223372036854775807]",
	FWD, 18432, 18432, 8448, NULL},
    /* one number counts the query's own key: three again */
    {"aten::_efficient_attention_forward",
	"f16[2,8,4,16] f16[2,8,4,16] f16[2,8,4,16] None None None None None "
	"0.0 1 "
	"true window_size=3",
	FWD, 10752, 10752, 8448, NULL},
    /* mask type 2 is bottom right: 4 over 8: 5 + 6 + 7 + 8 = 26; type 1: 10 */
    {"aten::_efficient_attention_forward",
	"f16[1,4,1,16] f16[1,8,1,16] f16[1,8,1,16] None None None None None "
	"0.0 2 "
	"false",
	FWD, 1664, 1664, 768, NULL},
    {"aten::_efficient_attention_forward",
	"f16[1,4,1,16] f16[1,8,1,16] f16[1,8,1,16] None None None None None "
	"0.0 1 "
	"false",
	FWD, 640, 640, 768, NULL},

    /* packed: two sequences of 12, one of them 8 long, the other is 4:
     * 64 + 16 = 80 pairs; 2*4*80*32 = 20480; 4 * 2*12*4*16 + 4*4*12 */
    {"flash_attn::_flash_attn_varlen_forward", "f16[12,4,16] f16[12,4,16] f16[12,4,16] i32[3] i32[3] 8 8 0.0 0.25 false",
	FWD, 20480, 20480, 6336, NULL},
    /* causal: 36 + 10 = 46 */
    {"flash_attn::_flash_attn_varlen_forward", "f16[12,4,16] f16[12,4,16] f16[12,4,16] i32[3] i32[3] 8 8 0.0 0.25 true",
	FWD, 11776, 11776, 6336, NULL},
    /* one sequence is as long as all: 144 */
    {"aten::_flash_attention_forward",
	"f16[12,4,16] f16[12,4,16] f16[12,4,16] i32[2] i32[2] 12 12 0.0 false "
	"false",
	FWD, 36864, 36864, 6336, NULL},
    /* 2^62 * 4 rows are more than can be counted */
    {"aten::_flash_attention_forward",
	"f16[4611686018427387904,4,1,16] f16[4611686018427387904,4,1,16] "
	"f16[4611686018427387904,4,1,16] i32[3] i32[3] 1 1 0.0 false false",
	FWD, NA, 0, NA, WHY_OVERFLOW},
    /* memory-efficient: (1, T, H, D) */
    {"aten::_efficient_attention_forward",
	"f16[1,12,4,16] f16[1,12,4,16] f16[1,12,4,16] None i32[3] i32[3] 8 8 "
	"0.0 "
	"0 true",
	FWD, 20480, 20480, 6336, NULL},
    /* three sequences of 2 queries; 5 keys are 4, 1 and none: 8 + 2 pairs;
     * and the other way round: 2*10*32; 2*16*(6+5+5+6) + 4*6 */
    {"flash_attn::_flash_attn_varlen_forward",
	"f16[6,1,16] f16[5,1,16] f16[5,1,16] i32[4] i32[4] 2 4 0.0 0.25 false",
	FWD, 640, 640, 704 + 24, NULL, "k"},
    {"flash_attn::_flash_attn_varlen_forward",
	"f16[5,1,16] f16[6,1,16] f16[6,1,16] i32[4] i32[4] 4 2 0.0 0.25 false",
	FWD, 640, 640, 704 + 20, NULL, "k"},
    /* a query for each of two sequences, 8 and 4 keys: 12 pairs whatever
     * comes first; 2*4*12*32; 2*64*(2+12+12+2) + 4*8 */
    {"flash_attn::_flash_attn_varlen_forward",
	"f16[2,4,16] f16[12,4,16] f16[12,4,16] i32[3] i32[3] 1 8 0.0 0.25 true",
	FWD, 3072, 3072, 3616, NULL},
    {"flash_attn::_flash_attn_varlen_backward",
	"f16[12,4,16] f16[12,4,16] f16[12,4,16] f16[12,4,16] f16[12,4,16] "
	"f32[4,12] f16[12,4,16] f16[12,4,16] f16[12,4,16] i32[3] i32[3] 8 8 "
	"0.0 "
	"0.25 false",
	FWD, 51200, 51200, 12480, NULL},
    {"torch_attn::_varlen_attn",
	"f16[12,4,16] f16[12,4,16] f16[12,4,16] i32[3] i32[3] 8 8 true", FWD,
	11776, 11776, 6336, NULL},
    /* the greatest length was not told */
    {"flash_attn::_flash_attn_varlen_forward",
	"f16[12,4,16] f16[12,4,16] f16[12,4,16] i32[3] i32[3]", FWD, NA, 0,
	6336, WHY_ATTRIBUTE},
    {"flash_attn::_flash_attn_varlen_forward", "f16[12,4,16] f16[12,4,16] f16[12,4,16] i32[3] i32[3] ? ? 0.0 0.25 false",
	FWD, NA, 0, 6336, WHY_ATTRIBUTE},

    /* a paged cache: 3 sequences of at most 100 keys, 4 heads of 16, 2 of them
     * in the cache: 2*4*300*32 = 76800; 2*192 + 2*192 read and written,
     * 2 * 300 * 2 * 32 of the cache */
    {"_C::paged_attention_v1",
	"f16[3,4,16] f16[3,4,16] f16[64,2,2,16,8] f16[64,2,16,16] 2 0.25 "
	"i32[3,7] "
	"i32[3] 16 100",
	FWD, 76800, 76800, 39168, NULL},
    {"_C::paged_attention_v1",
	"f16[3,4,16] f16[3,4,16] f16[64,2,2,16,8] f16[64,2,16,16] 2 0.25 "
	"i32[3,7] "
	"i32[3] 16 ?",
	FWD, NA, 0, NA, WHY_VALUES},
    /* caches of which one has a dimension too few or too many */
    {"_C::paged_attention_v1",
	"f16[3,4,16] f16[3,4,16] f16[64,2,2,16] f16[64,2,16,16] 2 0.25 "
	"i32[3,7] i32[3] 16 100",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"_C::paged_attention_v1",
	"f16[3,4,16] f16[3,4,16] f16[64,2,2,16,8,1] f16[64,2,16,16] 2 0.25 "
	"i32[3,7] i32[3] 16 100",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"_C::paged_attention_v1",
	"f16[3,4,16] f16[3,4,16] f16[64,2,2,16,8] f16[64,2,16] 2 0.25 "
	"i32[3,7] i32[3] 16 100",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"_C::paged_attention_v1",
	"f16[3,4,16] f16[3,4,16] f16[64,2,2,16,8] f16[64,2,16,16,1] 2 0.25 "
	"i32[3,7] i32[3] 16 100",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"flash_attn_3::fwd",
	"f16[3,1,4,16] f16[64,16,2,16] f16[64,16,2,16] None None None None "
	"None "
	"None None None i32[3] 1 100 i32[3,7] None None None None None None "
	"None "
	"None 0.25 true -1 -1",
	FWD, 76800, 76800, 39216, NULL},
    /* pages of one wrong rank */
    {"flash_attn_3::fwd",
	"f16[3,1,4,16] f16[64,16,32] f16[64,16,2,16] None None None None None "
	"None None None i32[3] 1 100 i32[3,7] None None None None None None "
	"None None 0.25 true -1 -1",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"flash_attn_3::fwd",
	"f16[3,1,4,16] f16[64,16,2,16] f16[64,16,2,16,1] None None None None "
	"None None None None i32[3] 1 100 i32[3,7] None None None None None "
	"None None None 0.25 true -1 -1",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"flash_attn_3::fwd",
	"f16[3,1,4,16] f16[64,16,2,16,1] f16[64,16,2,16] None None None None "
	"None None None None i32[3] 1 100 i32[3,7] None None None None None "
	"None None None 0.25 true -1 -1",
	FWD, NA, 0, NA, WHY_MISMATCH},
    /* only an engine's step tells what is in the cache: test_cost.c */
    {"vllm::unified_attention", "f16[3,64] f16[3,32] f16[3,32]", FWD, NA, 0, NA,
	WHY_VALUES},

    /* Transformer Engine says the layout in a word: (S, B, H, D) */
    {"FusedAttnFunc",
	"true 8 8 i32[3] i32[3] None None None None f16[8,2,4,16] "
	"f16[8,2,4,16] "
	"f16[8,2,4,16] None 0.25 0.0 true 'sbhd_sbhd_sbhd' 'no_bias' 'causal'",
	FWD, 18432, 18432, 8448, NULL},
    {"FusedAttnFunc",
	"true 8 8 None None None None None None f16[8,2,4,16] f16[8,2,4,16] "
	"f16[8,2,4,16] None 0.25 0.0 true ? ? ?",
	FWD, NA, 0, NA, WHY_ATTRIBUTE},
    /* SageAttention: (B, S, H, D) where it says NHD */
    {"sageattn", "f16[2,8,4,16] f16[2,8,4,16] f16[2,8,4,16] 'NHD' false", FWD,
	32768, 32768, 8192, NULL},
    {"sageattn", "f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16]", FWD, 32768, 32768,
	8192, NULL},
    /* (B, N, S, H, D): 6 batches of 2 heads over 8: 2*12*64*32 */
    {"EvoformerAttention",
	"f16[2,3,8,2,16] f16[2,3,8,2,16] f16[2,3,8,2,16] f16[2,3,1,1,8] "
	"f16[2,1,2,8,8]",
	FWD, 49152, 49152, 12896, NULL},
    /* ONNX: (B, S, H * D); one head or four is the same, 2*2*64*(64+64);
     * grouped heads need their number: 2 of 4 in 32 of 64: 2*2*4*36*32 */
    {"com.microsoft.MultiHeadAttention", "f16[2,8,64] f16[2,8,64] f16[2,8,64]",
	FWD, 32768, 32768, 8192, NULL},
    /* of any width: 2*2*64*(3+3) */
    {"com.microsoft.MultiHeadAttention", "f16[2,8,3] f16[2,8,3] f16[2,8,3]",
	FWD, 1536, 1536, 384, NULL},
    {"com.microsoft.GroupQueryAttention", "f16[2,8,64] f16[2,8,32] f16[2,8,32]",
	FWD, NA, 0, NA, WHY_ATTRIBUTE},
    {"com.microsoft.GroupQueryAttention", "f16[2,8,60] f16[2,8,32] f16[2,8,32]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"onnx::Attention", "f16[1,7,64] f16[1,7,32] f16[1,7,32] !", FWD, NA, 0, NA,
	WHY_ATTRIBUTE},
    {"onnx::Attention",
	"f16[1,7,64] f16[1,7,32] f16[1,7,32] q_num_heads=8 kv_num_heads=?", FWD,
	NA, 0, NA, WHY_ATTRIBUTE},
    {"onnx::Attention",
	"f16[1,7,64] f16[1,7,32] f16[1,7,32] q_num_heads=8 kv_num_heads=8", FWD,
	NA, 0, NA, WHY_MISMATCH},
    /* values of another width: 2*49*(64+96); 7 * (64+64+96+96) numbers */
    {"onnx::Attention", "f16[1,7,64] f16[1,7,64] f16[1,7,96] !", FWD, 15680,
	15680, 4480, NULL},
    /* the cache has the heads, 4 of the keys, each 8 wide, so that the query
     * has 8: rows see 10, 11, ... 16 keys, 91 in all: 2*8*91*(8+8); 7*(64 + 32
     * + 32 + 64) and 2*4*9*8 numbers */
    {"com.microsoft.GroupQueryAttention",
	"f16[1,7,64] f16[1,7,32] f16[1,7,32] f16[1,4,9,8] f16[1,4,9,8] i32[1] "
	"i32[1] !",
	FWD, 23296, 23296, 3840, NULL},
    /* values 12 wide, no mask: 2*8*7*16*(8+12); 7*(64 + 32 + 48 + 96) and
     * 4*9*(8+12) numbers */
    {"onnx::Attention",
	"f16[1,7,64] f16[1,7,32] f16[1,7,48] past_key=f16[1,4,9,8] "
	"past_value=f16[1,4,9,12]",
	FWD, 35840, 35840, 4800, NULL},
    {"onnx::Attention",
	"f16[1,7,60] f16[1,7,32] f16[1,7,32] past_key=f16[1,4,9,8] "
	"past_value=f16[1,4,9,8]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"com.microsoft.GroupQueryAttention",
	"f16[2,8,64] f16[2,8,32] f16[2,8,32] num_heads=4 kv_num_heads=2", FWD,
	18432, 18432, 6144, NULL},
    /* 10 keys are cached: the one query sees 11: 2*2*4*11*32; 2*64 query and
     * result, 2*2*32 new, 2*2*2*10*16 cached */
    {"com.microsoft.GroupQueryAttention",
	"f16[2,1,64] f16[2,1,32] f16[2,1,32] f16[2,2,10,16] f16[2,2,10,16] "
	"num_heads=4 kv_num_heads=2",
	FWD, 5632, 5632, 3328, NULL},
    /* 2^40 queries */
    {"aten::_scaled_dot_product_flash_attention",
	"f16[1,1,1099511627776,1] f16[1,1,1099511627776,1] "
	"f16[1,1,1099511627776,1] 0.0 false false",
	FWD, NA, 0, 13194139533312, WHY_OVERFLOW},
    {"aten::_scaled_dot_product_flash_attention",
	"f16[1,1,1099511627776,1] f16[1,1,1099511627776,1] "
	"f16[1,1,1099511627776,1] 0.0 true false",
	FWD, NA, 0, 13194139533312, WHY_OVERFLOW},
    {"aten::_scaled_dot_product_flash_attention",
	"f16[2,4,0,16] f16[2,4,0,16] f16[2,4,0,16] 0.0 true false", FWD, 0, 0,
	0, NULL},
};

static void test_cases(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		costs_check(&cases[i]);
}

/* What the flags say of the cost. */
static void test_conf(void **state)
{
	static const struct {
		const char *name, *args;
		enum conf conf;
	} c[] = {
	    {"_scaled_dot_product_flash_attention",
		"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] ? ? ?", CONF_UPPER},
	    {"aten::_scaled_dot_product_flash_attention",
		"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16] 0.0 true false",
		CONF_EXACT},
	    {"higher_order::flex_attention",
		"f16[2,4,8,16] f16[2,4,8,16] f16[2,4,8,16]", CONF_UPPER},
	    /* two sequences are what they must be, three are not */
	    {"flash_attn::_flash_attn_varlen_forward",
		"f16[12,4,16] f16[12,4,16] f16[12,4,16] i32[3] i32[3] 8 8 0.0 "
		"1.0 "
		"false",
		CONF_EXACT},
	    {"flash_attn::_flash_attn_varlen_forward",
		"f16[12,4,16] f16[12,4,16] f16[12,4,16] i32[4] i32[4] 8 8 0.0 "
		"1.0 "
		"false",
		CONF_ESTIMATE},
	    /* three of 4 fill 12 */
	    {"flash_attn::_flash_attn_varlen_forward",
		"f16[12,4,16] f16[12,4,16] f16[12,4,16] i32[4] i32[4] 4 4 0.0 "
		"1.0 "
		"false",
		CONF_EXACT},
	    {"_C::paged_attention_v1",
		"f16[3,4,16] f16[3,4,16] f16[64,2,2,16,8] f16[64,2,16,16] 2 "
		"0.25 "
		"i32[3,7] i32[3] 16 100",
		CONF_ESTIMATE},
	};
	struct arena a = {0};
	struct cost cost;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof c / sizeof *c; i++) {
		assert_int_equal(
		    op_cost_of_call(calls_make(&a, c[i].name, c[i].args),
			PART_FORWARD, &cost),
		    0);
		if (op_sure(&cost)->conf != c[i].conf)
			fail_msg("%s(%s): conf %d", c[i].name, c[i].args,
			    op_sure(&cost)->conf);
	}
	arena_free(&a);
}

/* Cumulative lengths with their values: 5, 0 and 7 queries: 25 + 49 pairs. */
static void test_values(void **state)
{
	struct arena a = {0};
	struct cost cost;
	struct record *rec = calls_read(&a,
	    "{\"v\":1,\"op\":[{\"op\":\"flash_attn::_flash_attn_varlen_"
	    "forward\","
	    "\"args\":["
	    "{\"type\":\"tensor\",\"shape\":[12,1,16],\"dtype\":\"float16\"},"
	    "{\"type\":\"tensor\",\"shape\":[12,1,16],\"dtype\":\"float16\"},"
	    "{\"type\":\"tensor\",\"shape\":[12,1,16],\"dtype\":\"float16\"},"
	    "{\"type\":\"tensor\",\"shape\":[4],\"dtype\":\"int32\","
	    "\"value\":[0,5,5,12]},"
	    "{\"type\":\"tensor\",\"shape\":[4],\"dtype\":\"int32\","
	    "\"value\":[0,5,5,12]},"
	    "{\"type\":\"int\",\"value\":7},{\"type\":\"int\",\"value\":7}]}]"
	    "}");

	(void)state;
	assert_int_equal(op_cost_of_call(&rec->op.v[0], PART_FORWARD, &cost), 0);
	assert_int_equal(cost.flops, 2 * (25 + 49) * 32);
	assert_int_equal(op_sure(&cost)->conf, CONF_EXACT);
	arena_free(&a);
}

/* All pairs, one after another. */
static uint64_t count_pairs(int sq, int sk, int left, int right, int shift)
{
	uint64_t n = 0;
	int i, j;

	for (i = 0; i < sq; i++)
		for (j = 0; j < sk; j++)
			n += (left < 0 || j >= i + shift - left) &&
			     (right < 0 || j <= i + shift + right);
	return n;
}

static void check_pairs(int sq, int sk, int left, int right, bool causal)
{
	struct arena a = {0};
	struct cost cost;
	char args[200];
	uint64_t wanted = count_pairs(sq, sk, left, causal ? 0 : right, sk - sq);

	snprintf(args, sizeof args,
	    "f16[1,%d,1,1] f16[1,%d,1,1] f16[1,%d,1,1] 0.0 1.0 %s %d %d", sq,
	    sk, sk, causal ? "true" : "false", left, right);
	assert_int_equal(
	    op_cost_of_call(calls_make(&a, "flash_attn::_flash_attn_forward", args),
		PART_FORWARD, &cost),
	    0);
	if (cost.flops != 4 * wanted)
		fail_msg("%s: %" PRIu64 ", wanted %" PRIu64, args, cost.flops,
		    4 * wanted);
	if (left < 0 && causal) {
		/* top left */
		wanted = count_pairs(sq, sk, -1, 0, 0);
		snprintf(args, sizeof args,
		    "f16[1,1,%d,1] f16[1,1,%d,1] f16[1,1,%d,1] 0.0 true false",
		    sq, sk, sk);
		op_cost_of_call(
		    calls_make(&a, "aten::_scaled_dot_product_flash_attention", args),
		    PART_FORWARD, &cost);
		assert_int_equal(cost.flops, 4 * wanted);
	}
	arena_free(&a);
}

static void test_pairs(void **state)
{
	int sq, sk, left, right;

	(void)state;
	for (sq = 0; sq < 7; sq++)
		for (sk = 0; sk < 7; sk++)
			for (left = -1; left < 5; left++)
				for (right = -1; right < 5; right += 2) {
					check_pairs(sq, sk, left, right, false);
					check_pairs(sq, sk, left, right, true);
				}
}

/* Operators that take a causal mask.  Of 4 queries and 8 keys they see, from the
 * top left, 1 + 2 + 3 + 4 = 10 pairs, to the bottom right 5 + 6 + 7 + 8 = 26. */
#define TOP_LEFT 10
#define BOTTOM_RIGHT 26

struct aligned {
	const char *args; /* query, key and value; the gradient */
	uint64_t pairs;
	const char *names;
};

#define BSHD                                                                   \
	"query=f16[1,4,1,16] key=f16[1,8,1,16] value=f16[1,8,1,16] "           \
	"is_causal=true causal=true grad_out=f16[1,4,1,16]"
#define BHSD                                                                   \
	"query=f16[1,1,4,16] key=f16[1,1,8,16] value=f16[1,1,8,16] "           \
	"is_causal=true causal=true grad_out=f16[1,1,4,16]"
/* One sequence, by the names that the libraries have for its ends. */
#define PACKED                                                                 \
	"query=f16[4,1,16] key=f16[8,1,16] value=f16[8,1,16] is_causal=true "  \
	"causal=true grad_out=f16[4,1,16] cu_seqlens_q=i32[2] "                \
	"cu_seqlens_k=i32[2] cum_seq_q=i32[2] cum_seq_k=i32[2] "               \
	"cu_seq_q=i32[2] cu_seq_k=i32[2]"

static const struct aligned forwards[] = {
    {BSHD, BOTTOM_RIGHT,
	"FlashAttnFunc aiter::_flash_attn_forward aiter::fmha_v3_fwd "
	"aiter::mha_fwd aiter::wrapper_fmha_v3_fwd "
	"aten::_flash_attention_forward "
	"flash_attn::_flash_attn_forward flash_attn_3::fwd sgl_kernel::fwd"},
    {PACKED, BOTTOM_RIGHT,
	"aten::_flash_attention_forward flash_attn::_flash_attn_varlen_forward "
	"flash_attn_3::fwd sgl_kernel::fwd torch_attn::_varlen_attn "
	"xformers_flash::flash_fwd"},
    {BSHD " custom_mask_type=1", TOP_LEFT,
	"aten::_efficient_attention_forward "
	"xformers::efficient_attention_forward_cutlass"},
    {BSHD " custom_mask_type=2", BOTTOM_RIGHT,
	"aten::_efficient_attention_forward "
	"xformers::efficient_attention_forward_cutlass"},
    {BSHD " qkv_layout='bshd_bshd_bshd' attn_mask_type='causal'", TOP_LEFT,
	"FusedAttnFunc"},
    {BSHD " qkv_layout='bshd_bshd_bshd' attn_mask_type='causal_bottom_right'",
	BOTTOM_RIGHT, "FusedAttnFunc"},
    {BHSD, TOP_LEFT,
	"aten::_cudnn_attention_forward aten::_scaled_dot_product_attention "
	"aten::_scaled_dot_product_cudnn_attention "
	"aten::_scaled_dot_product_efficient_attention "
	"aten::_scaled_dot_product_flash_attention "
	"aten::_scaled_dot_product_fused_attention_overrideable "
	"aten::scaled_dot_product_attention"},
};

static const struct aligned backwards[] = {
    {BSHD, BOTTOM_RIGHT,
	"aiter::_flash_attn_backward aiter::fmha_v3_bwd aiter::mha_bwd "
	"aten::_flash_attention_backward flash_attn::_flash_attn_backward"},
    {PACKED, BOTTOM_RIGHT,
	"aten::_flash_attention_backward "
	"flash_attn::_flash_attn_varlen_backward "
	"torch_attn::_varlen_attn_backward"},
    {BSHD " custom_mask_type=1", TOP_LEFT,
	"aten::_efficient_attention_backward "
	"xformers::efficient_attention_backward_cutlass"},
    {BSHD " custom_mask_type=2", BOTTOM_RIGHT,
	"aten::_efficient_attention_backward "
	"xformers::efficient_attention_backward_cutlass"},
    {BHSD, TOP_LEFT,
	"aten::_cudnn_attention_backward "
	"aten::_scaled_dot_product_cudnn_attention_backward "
	"aten::_scaled_dot_product_efficient_attention_backward "
	"aten::_scaled_dot_product_flash_attention_backward "
	"aten::_scaled_dot_product_fused_attention_overrideable_backward"},
};

static void check_aligned(const struct aligned *c, uint64_t flops_a_pair)
{
	char name[128];
	size_t n;

	for (const char *p = c->names; *p; p += n + strspn(p + n, " ")) {
		struct arena a = {0};
		struct cost cost;

		n = strcspn(p, " ");
		snprintf(name, sizeof name, "%.*s", (int)n, p);
		op_cost_of_call(calls_make(&a, name, c->args), PART_FORWARD, &cost);
		if (!cost.has_flops || cost.flops != flops_a_pair * c->pairs ||
		    cost.of_flops.conf != CONF_EXACT)
			fail_msg("%s(%s): %d %" PRIu64 ", wanted %" PRIu64,
			    name, c->args, cost.has_flops, cost.flops,
			    flops_a_pair * c->pairs);
		arena_free(&a);
	}
}

/* Two products of a head of 16 forwards, five backwards. */
static void test_aligned(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof forwards / sizeof *forwards; i++)
		check_aligned(&forwards[i], 2 * 2 * 16);
	for (i = 0; i < sizeof backwards / sizeof *backwards; i++)
		check_aligned(&backwards[i], 5 * 2 * 16);
}

/* How many keys of a sequence are used only the device knows. */
static void test_used(void **state)
{
	static const char *const used[][2] = {
	    {"aten::_flash_attention_forward", BSHD " seqused_k=i32[1]"},
	    {"flash_attn_3::fwd", BSHD " seqused_k=i32[1]"},
	    {"sgl_kernel::fwd", BSHD " seqused_k=i32[1]"},
	    {"aten::_efficient_attention_forward",
		BSHD " custom_mask_type=1 seqlen_k=i32[1]"},
	    {"xformers::efficient_attention_forward_cutlass",
		BSHD " custom_mask_type=1 seqlen_k=i32[1]"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
		struct arena a = {0};
		struct cost cost;

		op_cost_of_call(calls_make(&a, used[i][0], used[i][1]),
		    PART_FORWARD, &cost);
		assert_true(cost.has_flops);
		if (cost.of_flops.conf != CONF_ESTIMATE)
			fail_msg("%s: conf %d", used[i][0], cost.of_flops.conf);
		arena_free(&a);
	}
}

/*
 * What a mask is added to, or masks, are the weights, (batch..., heads,
 * queries, keys); it expands to them (torch's scaled_dot_product_attention:
 * add_, or expand).
 */
static void test_masks(void **state)
{
#define SDPA "aten::scaled_dot_product_attention"
#define Q "f16[2,8,5,16] f16[2,8,7,16] f16[2,8,7,16] "
#define EFFICIENT "aten::_efficient_attention_forward"
#define XFORMERS "xformers::efficient_attention_forward_cutlass"
#define QS "f16[2,5,8,16] f16[2,7,8,16] f16[2,7,8,16] "
#define MHA "onnx::MultiHeadAttention"
#define QM "f16[2,5,32] f16[2,7,32] f16[2,7,32] num_heads=4 "
	static const struct {
		const char *name, *args;
		bool fits;
	} masks[] = {
	    {SDPA, Q "b[2,8,5,7]", true},
	    {SDPA, Q "b[2,8,6,7]", false},
	    {SDPA, Q "b[2,8,5,8]", false},
	    {SDPA, Q "b[2,4,5,7]", false},
	    {SDPA, Q "b[3,8,5,7]", false},
	    {SDPA, Q "f16[2,1,5,7]", true},
	    {SDPA, Q "f16[1,8,5,7]", true},
	    {SDPA, Q "f16[2,1,1,7]", true},
	    {SDPA, Q "f16[8,5,7]", true},
	    {SDPA, Q "f16[2,5,7]", false},
	    {SDPA, Q "f16[5,7]", true},
	    {SDPA, Q "f16[5,1]", true},
	    {SDPA, Q "f16[1,7]", true},
	    {SDPA, Q "f16[7]", true},
	    {SDPA, Q "f16[]", true},
	    {SDPA, Q "f16[1,1,1,1]", true},
	    /* add_ puts no sizes in front of the weights' */
	    {SDPA, Q "f16[1,2,8,5,7]", false},
	    /* (H, S, D), (S, D), and (A, B, H, S, D) */
	    {SDPA, "f16[8,5,16] f16[8,7,16] f16[8,7,16] b[8,5,7]", true},
	    {SDPA, "f16[8,5,16] f16[8,7,16] f16[8,7,16] b[1,8,5,7]", false},
	    {SDPA, "f16[5,16] f16[7,16] f16[7,16] b[5,7]", true},
	    {SDPA, "f16[5,16] f16[7,16] f16[7,16] b[7,5]", false},
	    {SDPA, "f16[3,2,8,5,16] f16[3,2,8,7,16] f16[3,2,8,7,16] b[3,2,8,5,7]",
		true},
	    {SDPA, "f16[3,2,8,5,16] f16[3,2,8,7,16] f16[3,2,8,7,16] b[2,8,5,7]", true},
	    {SDPA, "f16[3,2,8,5,16] f16[3,2,8,7,16] f16[3,2,8,7,16] b[3,8,5,7]",
		false},
	    /* a batch that is the keys' */
	    {SDPA, "f16[1,8,5,16] f16[2,8,7,16] f16[2,8,7,16] b[2,8,5,7]", true},
	    {SDPA, "f16[8,5,16] f16[2,8,7,16] f16[2,8,7,16] b[2,8,5,7]", true},
	    {SDPA, "f16[2,8,5,16] f16[1,8,7,16] f16[1,8,7,16] b[2,8,5,7]", true},
	    /* grouped: the heads are the query's */
	    {SDPA, "f16[2,8,5,16] f16[2,2,7,16] f16[2,2,7,16] b[2,8,5,7] 0.0 false None true",
		true},
	    {SDPA, "f16[2,8,5,16] f16[2,2,7,16] f16[2,2,7,16] b[2,2,5,7] 0.0 false None true",
		false},
	    {"aten::_scaled_dot_product_attention_math", Q "f16[5,7]", true},
	    {"aten::_scaled_dot_product_attention_math", Q "f16[7,5]", false},
	    {"aten::_scaled_dot_product_efficient_attention",
		Q "f16[2,8,5,7]/[280,35,7,1] false", true},
	    {"aten::_scaled_dot_product_efficient_attention",
		Q "f16[2,8,5,7]/[0,0,8,1] false", true},
	    {"aten::_scaled_dot_product_efficient_attention",
		Q "f16[2,8,5,6] false", false},
	    {"aten::_scaled_dot_product_cudnn_attention",
		Q "f16[2,8,5,7] false", true},
	    {"aten::_scaled_dot_product_cudnn_attention",
		Q "f16[2,8,7,5] false", false},
	    {"aten::_scaled_dot_product_efficient_attention_backward", "f16[2,8,5,16] " Q "f16[2,8,5,7] f16[2,8,5,16] f32[2,8,32] i64[] i64[] 0.0 [true,true,true,true]",
		true},
	    {"aten::_scaled_dot_product_efficient_attention_backward", "f16[2,8,5,16] " Q "f16[2,8,6,7] f16[2,8,5,16] f32[2,8,32] i64[] i64[] 0.0 [true,true,true,true]",
		false},
	    /* (B, S, H, D); batch and heads in one */
	    {EFFICIENT, QS "f16[2,8,5,7] None None None None 0.0 0 false", true},
	    {EFFICIENT, QS "f16[2,5,8,7] None None None None 0.0 0 false", false},
	    {XFORMERS, QS "f16[2,8,5,7] None None None 0.0 false 0", true},
	    {XFORMERS, QS "f16[16,5,7] None None None 0.0 false 0", true},
	    {XFORMERS, QS "f16[5,7] None None None 0.0 false 0", true},
	    {XFORMERS, QS "f16[8,5,7] None None None 0.0 false 0", false},
	    /* packed: of the sequences the mask may be of one */
	    {EFFICIENT, "f16[1,10,8,16] f16[1,14,8,16] f16[1,14,8,16] f16[1,8,5,7] i32[3] i32[3] 5 7 0.0 0 false",
		true},
	    /* (B, N, S, H, D): one bias for all queries, one for all N */
	    {"EvoformerAttention", "f16[2,3,5,8,16] f16[2,3,5,8,16] f16[2,3,5,8,16] f16[2,3,1,1,5] f16[2,1,8,5,5]",
		true},
	    {"EvoformerAttention", "f16[2,3,5,8,16] f16[2,3,5,8,16] f16[2,3,5,8,16] f16[2,3,1,1,6] f16[2,1,8,5,5]",
		false},
	    {"EvoformerAttention", "f16[2,3,5,8,16] f16[2,3,5,8,16] f16[2,3,5,8,16] f16[2,3,1,1,5] f16[2,3,5,5]",
		false},
	    /* (S, B, H, D) */
	    {"FusedAttnFunc",
		"query=f16[5,2,8,16] key=f16[7,2,8,16] value=f16[7,2,8,16] "
		"attn_bias=f16[1,8,5,7] "
		"qkv_layout='sbhd_sbhd_sbhd' attn_mask_type='no_mask' "
		"is_training=false",
		true},
	    {"FusedAttnFunc",
		"query=f16[5,2,8,16] key=f16[7,2,8,16] value=f16[7,2,8,16] "
		"attn_bias=f16[5,8,5,7] "
		"qkv_layout='sbhd_sbhd_sbhd' attn_mask_type='no_mask' "
		"is_training=false",
		false},
	    /* (B, S, H * D): 3 keys of before, of which the buffer may have less */
	    {MHA, QM "attn_bias=f16[1,4,5,7]", true},
	    {MHA, QM "attn_bias=f16[1,1,5,7]", true},
	    {MHA, QM "attn_bias=f16[1,5,5,7]", false},
	    {MHA, QM "attn_bias=f16[1,4,6,7]", false},
	    {MHA, QM "attn_bias=f16[1,4,5,8]", false},
	    {MHA, QM "attn_bias=f16[1,4,5,10] past_key=f16[2,4,3,8] past_value=f16[2,4,3,8]",
		true},
	    {MHA, QM "attn_bias=f16[1,4,5,9] past_key=f16[2,4,3,8] past_value=f16[2,4,3,8]",
		true},
	    {MHA, QM "attn_bias=f16[1,4,5,11] past_key=f16[2,4,3,8] past_value=f16[2,4,3,8]",
		false},
	    /* the number of heads was not recorded: that of the bias */
	    {MHA, "f16[2,5,32] f16[2,7,32] f16[2,7,32] attn_bias=f16[1,4,5,7]", true},
	    {MHA, "f16[2,5,32] f16[2,7,32] f16[2,7,32] attn_bias=f16[1,4,6,7]", false},
	    {MHA, "f16[2,5,32] f16[2,7,32] f16[2,7,32] attn_bias=f16[3,4,5,7]", false},
	    /* ONNX's Attention fills a mask up that is too short */
	    {"onnx::Attention", "f16[2,5,32] f16[2,7,32] f16[2,7,32] f16[5,4] q_num_heads=4 kv_num_heads=4",
		true},
	    {"onnx::Attention",
		"f16[2,4,5,8] f16[2,4,7,8] f16[2,4,7,8] f16[5,7]", true},
	    {"onnx::Attention",
		"f16[2,4,5,8] f16[2,4,7,8] f16[2,4,7,8] f16[6,7]", false},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof masks / sizeof *masks; i++) {
		struct arena a = {0};
		struct cost cost;

		op_cost_of_call(calls_make(&a, masks[i].name, masks[i].args),
		    PART_FORWARD, &cost);
		if (cost.has_flops != masks[i].fits ||
		    (!masks[i].fits && strcmp(cost.of_flops.why, WHY_MISMATCH) != 0))
			fail_msg("%s(%s): %s", masks[i].name, masks[i].args,
			    cost.has_flops ? "exact" : cost.of_flops.why);
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_cases),
	    cmocka_unit_test(test_conf),
	    cmocka_unit_test(test_values),
	    cmocka_unit_test(test_pairs),
	    cmocka_unit_test(test_aligned),
	    cmocka_unit_test(test_used),
	    cmocka_unit_test(test_masks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
