/*
 * test_models_index.c - embedding, pooling, indexing and optimizers against
 * sizes worked out by hand.
 */
#include "tests/unit/models.h"

#define TENSOR(shape, type)                                                    \
	"{\"name\":\"\",\"type\":\"tensor\",\"shape\":" shape                  \
	",\"dtype\":\"" type "\"}"
/* one of a list in a trace, which has no types there */
#define UNTOLD(shape) "{\"name\":\"\",\"type\":\"tensor\",\"shape\":" shape "}"
#define NONE "{\"name\":\"\",\"type\":\"NoneType\",\"value\":null}"
#define MISFIT(name, args) U(name, args, NA, NA, WHY_MISMATCH)

static const struct cost_case embedding[] = {
    /* 700 indices, 700 rows of 200 read and written:
     * 5600 + 2 * 4 * 140000 */
    F("torch.nn.functional.embedding", "i64[35,20] f32[33278,200]", 0, 1125600),
    F("torch.embedding", "f32[33278,200] i64[35,20] -1 false false", 0, 1125600),
    F("torch.nn.functional.embedding", "input=i64[35,20] weight=f32[33278,200]",
	0, 1125600),
    /* a table of 35 rows is read once: 280 + 4 * 35 * 200 + 4 * 35 * 200 */
    F("torch.nn.functional.embedding", "i64[35,1] f32[35,200]", 0, 56280),
    /* 5 rows, 20 indices of 4: 80 + 4 * 5 * 3 + 4 * 20 * 3 */
    F("aten::embedding", "f32[5,3] i32[20] -1 false false", 0, 380),
    U("aten::embedding", "?[5,3] ?[20] ? ? ?", 0, NA, WHY_NO_DTYPE),
    U("aten::embedding", "f32[5,3] ?", NA, NA, WHY_NO_SHAPE),
    /* dy 560000, indices 5600, the table 26622400 */
    B("torch.nn.functional.embedding", "i64[35,20] f32[33278,200]", 140000, 27188000),
    F("aten::embedding_dense_backward",
	"f16[32,128,768] i64[32,128] 50257 -1 false", 3145728, 83518976),
    U("aten::embedding_dense_backward", "f16[32,128,768] i64[32,128] ? ? ?",
	3145728, NA, WHY_ATTRIBUTE),
    UB("torch.nn.functional.embedding", "i64[35,20] f32[33278,200] sparse=true",
	NA, NA, WHY_NO_BACKWARD),
    /* 200 rows of 64 into 32 bags: 8 * 232 + 4 * (200 + 32) * 64 */
    F("aten::_embedding_bag",
	"f32[1000,64] i64[200] i64[32] false 0 false None false -1", 12800, 61248),
    F("torch.nn.functional.embedding_bag", "i64[32,10] f32[1000,64]", 20480, 92672),
    /* the last offset is the end: 31 bags */
    F("torch.nn.functional.embedding_bag",
	"i64[200] f32[1000,64] i64[32] include_last_offset=true", 12800, 60992),
    /* dy of 32 bags, 232 indices, the table */
    B("aten::_embedding_bag",
	"f32[1000,64] i64[200] i64[32] false 0 false None false -1", 12800, 266048),
    /* 200 rows added: dy 32 * 64, indices and their bags, the table */
    F("aten::_embedding_bag_dense_backward",
	"f32[32,64] i64[200] i64[200] i64[32] i64[0] 1000 false 0 None", 12800,
	267392),
    F("torch.nn.functional.one_hot", "i64[10] 5", 0, 480),
    U("torch.nn.functional.one_hot", "i64[10]", 0, NA, WHY_VALUES),
};

static const struct cost_case pooling[] = {
    /* 112 + 2 - 3 over 2, + 1 = 56: 9 * 10*64*56*56; 2 and 8 bytes of those,
     * 2 bytes of 10*64*112*112 */
    F("torch.nn.functional.max_pool2d",
	"bf16[10,64,112,112] kernel_size=3 stride=2 padding=1", 18063360, 36126720),
    F("torch.max_pool2d", "bf16[10,64,112,112] [3,3] [2,2] [1,1] [1,1] false",
	18063360, 36126720),
    /* the stride is the kernel's: 8 -> 4; 4 * 16; 4 * 64 + 12 * 16 */
    F("torch.max_pool2d", "f32[1,1,8,8] 2", 64, 448),
    F("aten::max_pool2d_with_indices",
	"f32[1,1,8,8] [2,2] [] [0,0] [1,1] false", 64, 448),
    /* 7 -> 3, or 4 where a part of a window counts: 4 * 9, 4 * 16 */
    F("torch.max_pool2d", "f32[1,1,7,7] 2", 36, 304),
    F("torch.max_pool2d", "f32[1,1,7,7] 2 ceil_mode=true", 64, 388),
    /* ... but no window starts in the padding behind: ceil((4 + 2 - 2) / 3) + 1
     * is 3, the third from 6 of 1 + 4; 2 * 2 FLOPs, 16 + 2 * (4 + 8) bytes */
    F("torch.max_pool1d", "f32[1,1,4] 2 3 1 ceil_mode=true", 4, 40),
    /* a dilated window of 3 spans 5: 8 -> 4 */
    F("torch.max_pool1d", "f32[1,1,8] 3 1 dilation=2", 12, 80),
    F("torch.nn.functional.max_pool3d", "f32[1,1,4,4,4] 2", 64, 352),
    /* 9 * 9; 4 * (36 + 9) */
    F("torch.nn.functional.avg_pool2d", "f32[1,1,6,6] 2", 36, 180),
    F("aten::avg_pool2d", "f32[1,6,6] [2,2] [2,2] [0,0] false true None", 36, 180),
    U("aten::avg_pool2d", "f32[1,6,6] ? ? ? ? ? ?", NA, NA, WHY_ATTRIBUTE),
    U("torch.max_pool2d", "f32[1,1,2,2] 3", NA, NA, WHY_MISMATCH),
    U("torch.max_pool2d", "f32[1,1,8,8] 0", NA, NA, WHY_MISMATCH),
    U("torch.max_pool2d", "f32[1,1,8,8]", NA, NA, WHY_ATTRIBUTE),
    U("torch.max_pool2d", "f32[8] 2", NA, NA, WHY_MISMATCH),
    /* one an element of the input: 8*512*49; 2 * (200704 + 4096) */
    F("aten::_adaptive_avg_pool2d", "f16[8,512,7,7] [1,1]", 200704, 409600),
    F("torch.nn.functional.adaptive_avg_pool2d", "f16[8,512,7,7] 1", 200704, 409600),
    F("torch.nn.functional.adaptive_avg_pool2d", "f32[1,1,8,8] [4,null]", 64, 384),
    F("torch.nn.functional.adaptive_max_pool1d", "f32[1,1,8] 2", 8, 56),
    U("aten::_adaptive_avg_pool2d", "f16[8,512,7,7] ?", 200704, NA, WHY_ATTRIBUTE),
    /* dy's elements are added to dx: 16; dy, index, dx */
    /* 8 elements to 2 or 4, or 64 to 8; indices are int64 */
    F("aten::adaptive_avg_pool1d", "f32[1,1,8] 2", 8, 40),
    F("aten::adaptive_avg_pool3d", "f32[1,1,4,4,4] 2", 64, 288),
    F("aten::_adaptive_avg_pool3d", "f32[1,1,4,4,4] 2", 64, 288),
    F("aten::adaptive_max_pool2d", "f32[1,1,4,4] 2", 16, 112),
    F("aten::adaptive_max_pool3d", "f32[1,1,4,4,4] 2", 64, 352),
    F("aten::avg_pool1d", "f32[1,1,8] 2 [] 0 false true", 8, 48),
    F("aten::avg_pool3d", "f32[1,1,4,4,4] 2 [] 0 false true None", 64, 288),
    F("aten::max_pool1d_with_indices", "f32[1,1,8] 2 [] 0 1 false", 8, 80),
    F("aten::max_pool3d_with_indices", "f32[1,1,4,4,4] 2 [] 0 1 false", 64, 352),
    F("aten::adaptive_avg_pool2d_backward", "f32[1,1,2,2] f32[1,1,4,4]", 16, 80),
    F("aten::adaptive_avg_pool3d_backward", "f32[1,1,2,2,2] f32[1,1,4,4,4]", 64, 288),
    F("aten::_adaptive_avg_pool3d_backward", "f32[1,1,2,2,2] f32[1,1,4,4,4]", 64, 288),
    /* an image alone has as many dimensions as its windows, and not one less */
    F("aten::adaptive_avg_pool2d_backward", "f32[2,2] f32[4,4]", 16, 80),
    F("aten::_adaptive_avg_pool2d_backward", "f32[2,2] f32[4,4]", 16, 80),
    F("aten::adaptive_avg_pool3d_backward", "f32[2,2,2] f32[4,4,4]", 64, 288),
    F("aten::_adaptive_avg_pool3d_backward", "f32[2,2,2] f32[4,4,4]", 64, 288),
    F("aten::adaptive_max_pool2d_backward", "f32[2,2] f32[4,4] i64[2,2]", 4, 112),
    F("aten::adaptive_max_pool3d_backward", "f32[2,2,2] f32[4,4,4] i64[2,2,2]",
	8, 352),
    U("aten::adaptive_avg_pool2d_backward", "f32[2] f32[4]", NA, NA, WHY_MISMATCH),
    U("aten::_adaptive_avg_pool2d_backward", "f32[2] f32[4]", NA, NA, WHY_MISMATCH),
    U("aten::adaptive_avg_pool3d_backward", "f32[2,2] f32[4,4]", NA, NA, WHY_MISMATCH),
    U("aten::_adaptive_avg_pool3d_backward", "f32[2,2] f32[4,4]", NA, NA,
	WHY_MISMATCH),
    U("aten::adaptive_max_pool2d_backward", "f32[2] f32[4] i64[2]", NA, NA,
	WHY_MISMATCH),
    U("aten::adaptive_max_pool3d_backward", "f32[2,2] f32[4,4] i64[2,2]", NA,
	NA, WHY_MISMATCH),
    F("aten::avg_pool3d_backward",
	"f32[1,1,2,2,2] f32[1,1,4,4,4] [2,2,2] [2,2,2] [0,0,0] false true None",
	64, 288),
    F("aten::adaptive_max_pool2d_backward",
	"f32[1,1,2,2] f32[1,1,4,4] i64[1,1,2,2]", 4, 112),
    F("aten::adaptive_max_pool3d_backward",
	"f32[1,1,2,2,2] f32[1,1,4,4,4] i64[1,1,2,2,2]", 8, 352),
    F("aten::max_pool3d_with_indices_backward", "f32[1,1,2,2,2] f32[1,1,4,4,4] [2,2,2] [2,2,2] [0,0,0] [1,1,1] false i64[1,1,2,2,2]",
	8, 352),
    B("torch.max_pool2d", "f32[1,1,8,8] 2", 16, 448),
    F("aten::max_pool2d_with_indices_backward",
	"bf16[10,64,56,56] bf16[10,64,112,112] [3,3] [2,2] [1,1] [1,1] false "
	"i64[10,64,56,56]",
	2007040, 36126720),
    /* each goes to all of its window */
    B("torch.nn.functional.avg_pool2d", "f32[1,1,6,6] 2", 36, 180),
    F("aten::avg_pool2d_backward",
	"f32[1,1,3,3] f32[1,1,6,6] [2,2] [2,2] [0,0] false true None", 36, 180),
    U("avg_pool2d_backward", "f32[1,1,3,3] f32[1,1,6,6] ? ? ? ? ? ?", NA, 180,
	WHY_ATTRIBUTE),
    F("aten::_adaptive_avg_pool2d_backward", "f16[8,512,1,1] f16[8,512,7,7]",
	200704, 409600),
};

static const struct cost_case indexing[] = {
    /* 8 * 888*2880, and as many elements read and written */
    F("torch.gather", "bf16[25136,2880] 0 i64[888,2880]", 0, 30689280),
    F("torch.take", "f32[100,64] i64[10]", 0, 160),
    /* 8 * 10 + 2 * 4 * 10 * 64 */
    F("torch.index_select", "f32[1000,64] 0 i64[10]", 0, 5200),
    F("torch.index_select", "f32[1000,64] -1 i64[10]", 0, 80080),
    U("torch.index_select", "f32[1000,64] 2 i64[10]", NA, NA, WHY_MISMATCH),
    F("aten::index", "f32[1000,64] [" TENSOR("[10]", "int64") "]", 0, 5200),
    /* both dimensions at once: 16 * 10 + 8 * 10; the last alone: 80 + 8 * 10000 */
    F("aten::index",
	"f32[1000,64] [" TENSOR("[10]", "int64") "," TENSOR("[10]", "int64") "]",
	0, 240),
    F("aten::index", "f32[1000,64] [" NONE "," TENSOR("[10]", "int64") "]", 0, 80080),
    /* flattened */
    F("aten::index", "f32[1000,64] i64[10] i64[10]", 0, 240),
    /* a mask of a row's length may pick all: 1000 + 2 * 256000 */
    F("aten::index", "f32[1000,64] [" TENSOR("[1000]", "bool") "]", 0, 513000),
    U("aten::index", "f32[1000,64] ?", 0, NA, WHY_NO_SHAPE),
    F("Tensor.__getitem__", "f32[1000,64] i64[10]", 0, 5200),
    /* indices, src, and what is written: 10 rows of 64 */
    F("aten::scatter_", "f32[100,64] 0 i64[10,64] f32[10,64]", 0, 10240),
    F("Tensor.scatter_", "f32[100,64] 0 i64[10,64] 1.0", 0, 7680),
    /* not in place: all of x is copied */
    F("torch.scatter", "f32[100,64] 0 i64[10,64] f32[10,64]", 0, 58880),
    /* 32000 additions; 256000 + 128000, and x read and written no more than
     * once: 2 * 25600 */
    F("aten::scatter_add_", "f32[100,64] 0 i64[500,64] f32[500,64]", 32000, 435200),
    F("Tensor.scatter_", "f32[100,64] 0 i64[10,64] f32[10,64] reduce='add'",
	640, 12800),
    /* put_ adds where it accumulates, as index_put_: 12 indices 96, 12 values
     * 48 and 12 written 48, or read as well */
    F("aten::put_", "f32[4,6] i64[12] f32[12] false", 0, 192),
    F("aten::put_", "f32[4,6] i64[12] f32[12] false", 0, 192),
    F("aten::put_", "f32[4,6] i64[12] f32[12] true", 12, 240),
    F("Tensor.put_", "f32[4,6] i64[12] f32[12] true", 12, 240),
    F("aten::put", "f32[4,6] i64[12] f32[12] true", 12, 336),
    U("aten::put_", "f32[4,6] i64[12] f32[12] ?", NA, NA, WHY_ATTRIBUTE),
    /* 10 rows of 64 added: 80 + 2560 + 2 * 2560 */
    F("Tensor.index_add_", "f32[100,64] 0 i64[10] f32[10,64]", 640, 7760),
    F("Tensor.index_copy_", "f32[100,64] 0 i64[10] f32[10,64]", 0, 5200),
    F("Tensor.index_fill_", "f32[100,64] 0 i64[10] 0.0", 0, 2640),
    F("aten::index_put_",
	"f32[100,64] [" TENSOR("[10]", "int64") "] f32[10,64] false", 0, 5200),
    F("aten::_index_put_impl_",
	"f32[100,64] [" TENSOR("[10]", "int64") "] f32[10,64] true false", 640, 7760),
    F("Tensor.index_put_", "f32[100,64] i64[10] f32[10,64]", 0, 5200),
    U("aten::index_put_", "f32[100,64] [" TENSOR("[10]", "int64") "] f32[10,64] ?",
	NA, NA, WHY_ATTRIBUTE),
    /* indices not recorded: autograd's call adds the 640 of values, another may
     * repeat them, and what is not added to is no FLOP */
    U("aten::_index_put_impl_", "f32[100,64] ? f32[10,64] true true", 640, NA,
	WHY_NO_SHAPE),
    U("aten::_index_put_impl_", "f32[100,64] ? f32[10,64] true false", NA, NA,
	WHY_NO_SHAPE),
    U("aten::_index_put_impl_", "f32[100,64] ? f32[10,64] true ?", NA, NA,
	WHY_NO_SHAPE),
    U("aten::index_put_", "f32[100,64] ? f32[10,64] true", NA, NA, WHY_NO_SHAPE),
    U("aten::index_put_", "f32[100,64] ? f32[10,64] false", 0, NA, WHY_NO_SHAPE),
    U("aten::_index_put_impl_", "f32[100,64] ? f32[10,64] ? ?", NA, NA, WHY_ATTRIBUTE),
    /* as if all were picked */
    F("torch.masked_select", "f32[100,10] b[100,10]", 0, 9000),
    F("torch.masked_select", "f32[100,10] b[10]", 0, 8010),
    F("Tensor.masked_scatter_", "f32[100] b[100] f32[100]", 0, 900),
    F("torch.nonzero", "b[100,10]", 0, 17000),

    /* dy's 640 elements are added to zeros: 2560 + 80 + 256000 */
    B("torch.index_select", "f32[1000,64] 0 i64[10]", 640, 258640),
    B("torch.gather", "f32[100,64] 0 i64[10,64]", 640, 33280),
    B("aten::index", "f32[1000,64] [" TENSOR("[10]", "int64") "]", 640, 258640),
    B("torch.masked_select", "f32[100,10] b[100,10]", 0, 9000),
    /* indices not recorded: y has 10 * 64 elements, and so has dy */
    UB("aten::index", "f32[1000,64] ? > f32[10,64]", 640, NA, WHY_NO_SHAPE),
    UB("aten::index", "f32[1000,64] ?", NA, NA, WHY_NO_SHAPE),
    UB("torch.nonzero", "b[100,10]", NA, NA, WHY_NO_GRADIENT),
    UB("Tensor.scatter_", "f32[100,64] 0 i64[10,64] f32[10,64]", NA, NA,
	WHY_NO_BACKWARD),
};

/*
 * In the list of a trace None is a tensor without dimensions, and an index of
 * x's sizes looks as a mask: FLOPs are 0 where nothing is added, else as many
 * as autograd's values, or unknown.
 */
static const struct cost_case untold[] = {
    U("aten::index_put_",
	"f32[100,5] [" UNTOLD("[]") "," UNTOLD("[3]") "] f32[100,3] false", 0,
	NA, WHY_NO_DTYPE),
    U("aten::index_put_",
	"f32[4,6,8] [" UNTOLD("[]") "," UNTOLD("[]") "," UNTOLD(
	    "[3]") "] f32[4,6,3] false",
	0, NA, WHY_NO_DTYPE),
    /* 100 * 3 are added here, 3 if the first were an index */
    U("aten::index_put_", "f32[100,5] [" UNTOLD("[]") "," UNTOLD("[3]") "] f32[3] true",
	NA, NA, WHY_NO_DTYPE),
    /* 2 * 4 * 5, and a mask's 9 * 5 */
    U("aten::_index_put_impl_",
	"f32[2,8,5] [" UNTOLD("[]") "," UNTOLD("[4]") "] f32[2,4,5] true true",
	40, NA, WHY_NO_DTYPE),
    U("aten::_index_put_impl_", "f32[2,8,5] [" UNTOLD("[2,8]") "] f32[9,5] true true",
	45, NA, WHY_NO_DTYPE),
    U("aten::_index_put_impl_", "f32[2,8,5] [" UNTOLD("[2,8]") "] f32[9,5] true false",
	NA, NA, WHY_NO_DTYPE),
    U("aten::_index_put_impl_",
	"f32[2,8,5] [" UNTOLD("[2,8]") "] f32[9,5] true ?", NA, NA, WHY_NO_DTYPE),
    U("aten::index_put_", "f32[100] [" UNTOLD("[100]") "] f32[37] false", 0, NA,
	WHY_NO_DTYPE),
    U("aten::index_put_", "f32[100] [" UNTOLD("[100]") "] f32[50] true", NA, NA,
	WHY_NO_DTYPE),
    U("aten::_index_put_impl_",
	"f32[100] [" UNTOLD("[100]") "] f32[37] true true", 37, NA, WHY_NO_DTYPE),
    U("aten::index_put_", "f32[8,1024] [" UNTOLD("[8,1024]") "] f32[500] false",
	0, NA, WHY_NO_DTYPE),
    U("aten::index", "f32[10,20,30] [" UNTOLD("[10]") "," UNTOLD("[7]") "]", 0,
	NA, WHY_NO_DTYPE),
    U("aten::index", "f32[10,20,30] [" UNTOLD("[3]") "," UNTOLD("[20]") "]", 0,
	NA, WHY_NO_DTYPE),
    /* the gradient adds as many as the result has */
    UB("aten::index", "f32[100,5] [" UNTOLD("[]") "," UNTOLD("[3]") "]", NA, NA,
	WHY_NO_DTYPE),
    UB("aten::index", "f32[100] [" UNTOLD("[100]") "]", NA, NA, WHY_NO_DTYPE),
    UB("aten::index", "f32[100] [" UNTOLD("[100]") "] > f32[37]", 37, NA,
	WHY_NO_DTYPE),
    /* no mask of x: 3 * 5 are added; no indices of one shape */
    U("aten::index_put_", "f32[100,5] [" UNTOLD("[3]") "] f32[5] true", 15, NA,
	WHY_NO_DTYPE),
    UB("aten::index", "f32[100,5] [" UNTOLD("[3]") "]", 15, NA, WHY_NO_DTYPE),
    MISFIT("aten::index_put_", "f32[100,5] [" UNTOLD("[3]") "] f32[4,5] true"),
    MISFIT("aten::index", "f32[10,20,30] [" UNTOLD("[3]") "," UNTOLD("[7]") "]"),
};

#define P "[" TENSOR("[1000]", "float32") "," TENSOR("[24]", "float32") "]"
#define STEPS "[" TENSOR("[]", "float32") "," TENSOR("[]", "float32") "]"

static const struct cost_case optimizers[] = {
    /* apex: p, m, v read and written, g read: 7 * 4096 */
    F("fused_adam_cuda.adam", "f32[1024] f16[0] f32[1024] f32[1024] f32[1024]",
	13312, 28672),
    /* half gradient and copy: 6 * 4096 + 2 * 2048 */
    F("fused_adam_cuda.adam",
	"f32[1024] f16[1024] f32[1024] f32[1024] f16[1024] 0.001 0.9", 13312, 28672),
    U("fused_adam_cuda.adam", "f32[1024] f16[0] f32[1024]", NA, NA, WHY_NO_SHAPE),
    /* 7 * 4096, and two steps of 4 */
    F("aten::_fused_adamw_",
	P " " P " " P " " P " [] " STEPS " lr=0.001 weight_decay=0.01 "
	  "amsgrad=false",
	14336, 28680),
    F("aten::_fused_adam_",
	P " " P " " P " " P " [] " STEPS " weight_decay=0.0 amsgrad=false",
	13312, 28680),
    F("aten::_fused_adam_",
	P " " P " " P " " P " [] " STEPS " weight_decay=0.1 amsgrad=false",
	15360, 28680),
    F("aten::_fused_adam_",
	P " " P " " P " " P " " P " " STEPS " weight_decay=0.0 amsgrad=true",
	14336, 36872),
    /* the gradient is scaled, 1024 more and written, 4096; the scale and
     * whether there was an inf are read, 4 each */
    F("aten::_fused_adam_",
	P " " P " " P " " P " [] " STEPS " weight_decay=0.0 amsgrad=false "
	  "grad_scale=f32[1] found_inf=f32[1]",
	14336, 32784),
    F("aten::_fused_adam_",
	P " " P " " P " " P " [] " STEPS " weight_decay=0.0 amsgrad=false "
	  "found_inf=f32[1]",
	13312, 28684),
    /* without amsgrad nothing is asked of its list */
    F("aten::_fused_adam_",
	P " " P " " P " " P " ? " STEPS " weight_decay=0.0 amsgrad=false",
	13312, 28680),
    /* p read and written, g read; a momentum read and written */
    F("aten::_fused_sgd_",
	P " " P " [] weight_decay=0.0 momentum=0.0 nesterov=false", 2048, 12288),
    F("aten::_fused_sgd_",
	P " " P " " P " weight_decay=0.1 momentum=0.9 nesterov=true", 8192, 20480),
    /* lists that were flattened cannot be told apart */
    U("aten::_fused_sgd_", "?[1000] ?[24] ?[1000] ?[24]", NA, NA, WHY_NO_SHAPE),
    UB("fused_adam_cuda.adam", "f32[4] f16[0] f32[4] f32[4] f32[4]", NA, NA,
	WHY_NO_GRADIENT),
};

static void test_embedding(void **state)
{
	(void)state;
	MODELS_RUN(embedding);
}

/*
 * Tensors that contradict each other, which torch refuses.  Pooling [2,4,8,8]
 * by 2 makes [2,4,4,4], of dy and of the indices; padding is at most half of
 * the window.
 */
static const struct cost_case misfits[] = {
    MISFIT("aten::max_pool2d_with_indices_backward",
	"f32[2,4,5,4] f32[2,4,8,8] [2,2] [2,2] [0,0] [1,1] false i64[2,4,4,4]"),
    MISFIT("aten::max_pool2d_with_indices_backward",
	"f32[2,4,4,4] f32[2,4,8,8] [2,2] [2,2] [0,0] [1,1] false i64[2,4,4,5]"),
    MISFIT("aten::max_pool2d_with_indices_backward",
	"f32[4,4,4] f32[2,4,8,8] [2,2] [2,2] [0,0] [1,1] false i64[2,4,4,4]"),
    MISFIT("aten::avg_pool2d_backward",
	"f32[2,4,5,4] f32[2,4,8,8] [2,2] [2,2] [0,0] false true None"),
    MISFIT("aten::avg_pool2d_backward",
	"f32[2,4,4,4] f32[2,4,8,8] [9,2] [2,2] [0,0] false true None"),
    MISFIT("aten::max_pool2d_with_indices",
	"f32[2,4,8,8] [2,2] [2,2] [2,2] [1,1] false"),
    MISFIT("aten::max_pool2d_with_indices",
	"f32[2,4,8,8] [3,3] [2,2] [1,2] [1,1] false"),
    MISFIT("aten::upsample_bilinear2d_backward",
	"f32[2,3,8,10] [8,8] [2,3,4,4] false None None"),
    MISFIT("aten::upsample_bilinear2d_backward",
	"f32[2,3,10,8] [8,8] [2,3,4,4] false None None"),
    MISFIT("aten::upsample_bilinear2d_backward",
	"f32[2,2,8,8] [8,8] [2,3,4,4] false None None"),
    MISFIT("aten::upsample_bilinear2d_backward",
	"f32[1,3,8,8] [8,8] [2,3,4,4] false None None"),
    MISFIT(
	"aten::upsample_nearest1d_backward", "f32[2,3,8] [8] [2,3,4,4] None"),
    MISFIT("aten::grid_sampler_2d", "f32[2,3,4,5] f32[3,6,7,2] 0 0 false"),
    MISFIT("aten::grid_sampler_2d_backward",
	"f32[2,3,6,8] f32[2,3,4,5] f32[2,6,7,2] 0 0 false [true,true]"),
    MISFIT(
	"aten::embedding_dense_backward", "f32[3,6,16] i64[3,5] 100 -1 false"),
    MISFIT("aten::native_dropout_backward", "f32[10] b[11] 2.0"),

    /* an index is no larger than src, nor than x but along dim */
    MISFIT("aten::gather", "f32[10,6,4] 0 i64[3,7,4]"),
    MISFIT("aten::gather", "f32[10,6,4] 0 i64[3,4]"),
    MISFIT("aten::scatter_add_", "f32[10,6] 0 i64[3,6] f32[2,6]"),
    MISFIT("aten::scatter_add_", "f32[10,6] 0 i64[3,6] f32[3,5]"),
    MISFIT("aten::scatter_add_", "f32[10,6] 0 i64[3,6] f32[3,6,1]"),
    MISFIT("aten::scatter_add_", "f32[10,6] 0 i64[3,7] f32[3,7]"),
    /* src has a slice for each index, as large as those of x */
    MISFIT("aten::index_add_", "f32[10,6] 0 i64[4] f32[3,6]"),
    MISFIT("aten::index_add_", "f32[10,6] 0 i64[3] f32[3,7]"),
    MISFIT("aten::index_copy_", "f32[10,6] 0 i64[3] f32[3,7]"),
    MISFIT("aten::index_copy_", "f32[10,6] 0 i64[6] f32[6]"),
    MISFIT("aten::index_copy_", "f32[10,6] 1 i64[6] f32[6]"),
    MISFIT("aten::index_fill_", "f32[10,6] 2 i64[3] 1.0"),
    /* values broadcast to what the indices name, a mask is as large as x */
    MISFIT("aten::index_put_", "f32[10,6] i64[3] f32[4,6] false"),
    MISFIT("aten::index_put_", "f32[10,6] i64[3] f32[0,6] false"),
    MISFIT("aten::index_put_", "f32[10,6] i64[3] f32[3] false"),
    MISFIT("aten::index_put_", "f32[10,6] i64[3] f32[3] true"),
    MISFIT("aten::index_put_", "f32[10,6] i64[3] f32[9] false"),
    MISFIT("aten::index_put_", "f32[10,6] i64[3] f32[18] false"),
    MISFIT("aten::index_put_", "f32[10,6] i64[3] f32[6,3] false"),
    MISFIT("aten::index_put_", "f32[10,6] i64[3] f32[2,3,6] false"),
    MISFIT("aten::index_put_", "f32[10,6] i64[3] f32[1,3,6] false"),
    /* (3) in the place of two sizes, in front of (8) where that is between */
    MISFIT("aten::index_put_", "f32[10,6,8] i64[3] i64[3] f32[8,3] false"),
    MISFIT("aten::index_put_",
	"f32[10,8,6] [" TENSOR("[3]", "int64") "," NONE "," TENSOR(
	    "[3]", "int64") "] f32[8,3] false"),
    MISFIT("aten::index_put_",
	"f32[8,10,6] [" NONE "," TENSOR("[3]", "int64") "," TENSOR(
	    "[3]", "int64") "] f32[3,8] false"),
    /* more than a mask can pick; rows of another size */
    MISFIT("aten::index_put_", "f32[10,6] b[10,6] f32[61] false"),
    MISFIT("aten::index_put_", "f32[10,6] b[10] f32[7,5] false"),
    MISFIT("aten::index_put_", "f32[10,6] b[10] f32[11,6] false"),
    MISFIT("aten::index", "f32[10,6,4] b[10,7]"),
    MISFIT("aten::index", "f32[10,6,4] b[10,6,4,1]"),
    MISFIT("aten::index", "f32[10,6,4] i64[3] b[10]"),
    MISFIT("aten::index", "f32[10,6,4] i64[3] b[6] i64[2]"),

    /* along dim an index may be larger than x, and src than it anywhere; an
     * empty one may be anything: indices 8, elements 4 twice */
    F("aten::gather", "f32[2,6] 0 i64[3,5]", 0, 240),
    F("aten::gather", "f32[2,6] 1 i64[2,7]", 0, 224),
    F("aten::gather", "f32[2,6] 0 i64[0,9]", 0, 0),
    F("aten::scatter_add_", "f32[10,6] 0 i64[3,6] f32[5,9]", 18, 360),
    /* a row for each of no dimension */
    F("aten::index_copy_", "f32[10] 0 i64[1] f32[]", 0, 16),
    /* three values for rows of two; a mask's number of values is not known */
    F("aten::index_put_", "f32[10,6] i64[3] f32[6] false", 0, 120),
    /* ... a row, a column, one for all; indices 24, 18 elements 72, and values */
    F("aten::index_put_", "f32[10,6] i64[3] f32[1,6] false", 0, 120),
    F("aten::index_put_", "f32[10,6] i64[3] f32[3,1] false", 0, 108),
    F("aten::index_put_", "f32[10,6] i64[3] f32[1] false", 0, 100),
    /* indices 24 and 24, 3 * 8 elements 96, values 96 */
    F("aten::index_put_", "f32[10,6,8] i64[3] i64[3] f32[3,8] false", 0, 240),
    F("aten::index_put_",
	"f32[10,8,6] [" TENSOR("[3]", "int64") "," NONE "," TENSOR(
	    "[3]", "int64") "] f32[3,8] false",
	0, 240),
    F("aten::index_put_",
	"f32[8,10,6] [" NONE "," TENSOR("[3]", "int64") "," TENSOR(
	    "[3]", "int64") "] f32[8,3] false",
	0, 240),
    F("aten::index_put_",
	"f32[8,10,6] [" NONE
	"," TENSOR("[3]", "int64") "," TENSOR("[3]", "int64") "] f32[3] false",
	0, 156),
    /* indices that broadcast to (5,3): 40 and 24; 15 * 8 elements and values */
    F("aten::index_put_", "f32[10,6,8] i64[5,1] i64[3] f32[5,3,8] false", 0, 1024),
    F("aten::index_put_", "f32[10,6,8] i64[5,1] i64[3] f32[5,1,1] false", 0, 564),
    /* one index, of no dimension: 8, 6 elements 24, and as many values */
    F("aten::index_put_", "f32[10,6] i64[] f32[6] false", 0, 56),
    /* as many values, added: 18 sums; 24 + 72 + twice 72 */
    F("aten::index_put_", "f32[10,6] i64[3] f32[6,3] true", 18, 240),
    /* a mask of 60, values, and at most all elements */
    F("aten::index_put_", "f32[10,6] b[10,6] f32[] false", 0, 304),
    F("aten::index_put_", "f32[10,6] b[10,6] f32[1] false", 0, 304),
    F("aten::index_put_", "f32[10,6] b[10,6] f32[7] false", 0, 328),
    F("aten::index_put_", "f32[10,6] b[10] f32[7,6] false", 0, 418),
    F("aten::index_put_", "f32[10,6] b[10] f32[6] false", 0, 274),
    F("aten::index_put_", "f32[10,6] b[10] f32[7,1] false", 0, 278),
    F("aten::index_put_",
	"f32[6,10] [" NONE "," TENSOR("[10]", "bool") "] f32[6,7] false", 0, 418),
    /* one element fills a mask, whatever its rank: 60 + 4 + 240, and 10 + 4 +
     * 240; not where it is added, or beside an index or another mask */
    F("aten::index_put_", "f32[10,6] b[10,6] f32[1,1] false", 0, 304),
    F("aten::index_put_", "f32[10,6] b[10,6] f32[1,1,1] false", 0, 304),
    F("aten::index_put_", "f32[10,6] b[10] f32[1,1,1] false", 0, 254),
    F("aten::index_put_",
	"f32[6,10] [" NONE "," TENSOR("[10]", "bool") "] f32[1,1,1] false", 0, 254),
    MISFIT("aten::index_put_", "f32[10,6] b[10,6] f32[1,1] true"),
    MISFIT("aten::index_put_", "f32[10,6] b[10] i64[1] f32[1,1,1] false"),
    MISFIT("aten::index_put_", "f32[10,6] i64[1] b[6] f32[1,1,1] false"),
    MISFIT("aten::index_put_", "f32[10,6] b[10] b[6] f32[1,1,1] false"),
    MISFIT("aten::index_put_", "f32[10,6] i64[3] f32[1,1,1] false"),

    /* as many trues as indices, 7: mask 100, indices 56, 7 elements twice; with
     * one index as many as the mask has; of two masks one may pick one element,
     * the other all: 10 + 20 + 2 * 4 * 20 */
    F("aten::index", "f32[100,50] b[100] i64[7]", 0, 212),
    F("aten::index", "f32[50,100] i64[7] b[100]", 0, 212),
    F("aten::index", "f32[100,50] b[100] i64[1]", 0, 908),
    F("aten::index", "f32[10,20] b[10] b[20]", 0, 190),
    F("aten::index", "f32[20,10] b[20] b[10]", 0, 190),
    /* a mask of two dimensions: 200 + 32 + 2 * 4 * 4, of rows of 30: * 30 */
    F("aten::index", "f32[10,20,40] b[10,20] i64[4]", 0, 264),
    F("aten::index", "f32[10,20,40,30] b[10,20] i64[4]", 0, 1192),
    /* indices of 2 * 3, the mask's 3 for each row; 2 * 1, at most 10 for each */
    F("aten::index", "f32[10,20] b[10] i64[2,3]", 0, 106),
    F("aten::index", "f32[10,20] b[10] i64[2,1]", 0, 186),

    /* padding is half of the window: 4 * 4 places of 9, 5 * 5 of 4; x 256, y
     * and the indices 12 a place; ONNX takes any: 6 * 6 of 4, y 144 */
    F("aten::max_pool2d_with_indices",
	"f32[1,1,8,8] [3,3] [2,2] [1,1] [1,1] false", 144, 448),
    F("aten::max_pool2d_with_indices",
	"f32[1,1,8,8] [2,2] [2,2] [1,1] [1,1] false", 100, 556),
    F("onnx::MaxPool",
	"f32[1,1,8,8] kernel_shape=[2,2] strides=[2,2] pads=[2,2,2,2]", 144, 400),
    /* where the output's size was not recorded: an addition for each of 384;
     * dy 1536, dx 384 */
    F("aten::upsample_nearest2d_backward", "f32[2,3,8,8] None [2,3,4,4] None",
	384, 1920),
    /* one mask for all: 2 an element; x, dx 40, 1 */
    F("aten::native_dropout_backward", "f32[10] b[1] 2.0", 20, 81),
    /* no element of the result, no FLOPs */
    F("aten::adaptive_avg_pool2d", "f32[2,4,8,8] [0,5]", 0, 2048),
    /* a row for each index, in whatever shape */
    F("aten::embedding_dense_backward", "f32[15,16] i64[3,5] 100 -1 false", 240, 7480),
};

static void test_misfits(void **state)
{
	(void)state;
	MODELS_RUN(misfits);
}

static void test_pooling(void **state)
{
	(void)state;
	MODELS_RUN(pooling);
}

static void test_indexing(void **state)
{
	(void)state;
	MODELS_RUN(indexing);
	MODELS_RUN(untold);
}

static void test_optimizers(void **state)
{
	(void)state;
	MODELS_RUN(optimizers);
}

static void test_conf(void **state)
{
	static const struct conf_case cases[] = {
	    {"torch.nonzero", "b[100,10]", PART_FORWARD, CONF_UPPER},
	    /* an index may come twice; the gradient is written whole */
	    {"torch.embedding", "f32[5,3] i64[4]", PART_FORWARD, CONF_ESTIMATE},
	    {"torch.embedding", "f32[5,3] i64[4]", PART_BACKWARD, CONF_EXACT},
	    {"torch.masked_select", "f32[10] b[10]", PART_FORWARD, CONF_UPPER},
	    {"aten::index", "f32[10] b[10]", PART_FORWARD, CONF_UPPER},
	    {"aten::index", "f32[10,20] b[10] i64[7]", PART_FORWARD, CONF_UPPER},
	    {"aten::index", "f32[10] i64[10]", PART_FORWARD, CONF_EXACT},
	    /* PyProf may have left a slice out of x[:, i] */
	    {"Tensor.__getitem__", "f32[10,10] i64[10]", PART_FORWARD, CONF_ESTIMATE},
	};

	(void)state;
	MODELS_CONF(cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_embedding),
	    cmocka_unit_test(test_pooling),
	    cmocka_unit_test(test_misfits),
	    cmocka_unit_test(test_indexing),
	    cmocka_unit_test(test_optimizers),
	    cmocka_unit_test(test_conf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
