/*
 * test_rules.c - the rules that hold across families, each on several: how
 * arguments may be given, what is read and written, which type comes out.
 */
#include "tests/unit/models.h"

/* Keywords in any order, torch's other words for them, and what stands in the
 * place of another argument. */
static const struct cost_case words[] = {
    /* 4*6 of 2 * 5, and the row of 6 added; 4 * (6 + 20 + 30 + 24) */
    {"torch.addmm", "mat2=f32[5,6] input=f32[6] mat1=f32[4,5]", PART_FORWARD,
	264, 240, 320, NULL},
    {"torch.nn.functional.linear", "weight=f32[5,4] bias=f32[5] input=f32[3,4]",
	PART_FORWARD, 135, 120, 208, NULL},
    /* NumPy's axis: 128 results, 4 * (8192 + 128) */
    F("torch.sum", "f32[64,128] axis=0", 8192, 33280),
    F("Tensor.sum", "f32[64,128] axis=[0,1] keepdims=true", 8192, 32772),
    F("torch.mean", "f32[64,128] axis=-1", 8256, 33024),
    F("torch.argmax", "f32[64,128] axis=1", 8192, 33280),
    /* max(a, b) is pointwise in all its spellings: 4 * (8192 + 128 + 8192) */
    F("torch.max", "f32[64,128] f32[128]", 8192, 66048),
    F("torch.max", "f32[64,128] other=f32[128]", 8192, 66048),
    F("torch.min", "input=f32[64,128] other=f32[128]", 8192, 66048),
    /* i64 to the power of a float is float32: 8 * 4 + 4 * 4 */
    F("torch.pow", "i64[4] 0.5", 4, 48),
    F("torch.pow", "i64[4] exponent=0.5", 4, 48),
    F("torch.pow", "input=f32[4] exponent=f32[4]", 4, 48),
    /* indices 16, two slices of 5 read, and x there read and written */
    F("Tensor.index_add_", "f32[4,5] dim=0 index=i64[2] source=f32[2,5]", 10, 136),
    F("Tensor.index_copy_", "f32[4,5] 0 i64[2] tensor=f32[2,5]", 0, 96),
    F("Tensor.index_copy_", "f32[4,5] 0 i64[2] source=f32[2,5]", 0, 96),
    F("Tensor.masked_scatter_", "f32[4,5] mask=b[4,5] source=f32[20]", 0, 180),
    /* a source that was not told is no source of nothing */
    U("Tensor.index_add_", "f32[4,5] 0 i64[2]", NA, NA, WHY_NO_SHAPE),
    U("Tensor.index_copy_", "f32[4,5] 0 i64[2] ?", 0, NA, WHY_NO_SHAPE),
    /* min and max: one comparison each */
    F("torch.clamp", "f32[4] max=1 min=0", 8, 32),
    F("torch.clamp", "f32[4] None 1", 4, 32),
    F("Tensor.clamp_", "f32[4] min=f32[4]", 4, 48),
    /* torch before 1.5 had the factor in the middle */
    F("Tensor.add_", "f32[4] -20 f32[4]", 8, 48),
    F("torch.addcmul", "f32[4] 0.5 f32[4] f32[4]", 12, 64),
    /* the old flags of a loss, by position: reduce false, size_average false */
    F("torch.nn.functional.mse_loss", "f32[100] f32[100] None false", 200, 1200),
    F("torch.nn.functional.mse_loss", "f32[100] f32[100] false", 300, 804),
    /* a list that was flattened, by position and by keyword: 2 * 4 * 16 */
    F("torch.cat", "f32[2,3] f32[2,5] 1", 0, 128),
    F("torch.cat", "tensors=f32[2,3] tensors=f32[2,5] dim=1", 0, 128),
    /* PyProf's capture_input_ops names tensors after what made them */
    {"torch.addmm", "1 /Net::forward=f32[6] 1 /f/conv1=f32[4,5] f32[5,6]",
	PART_FORWARD, 264, 240, 320, NULL},
    {"torch.nn.functional.linear", "/Net::forward/relu=f32[3,4] f32[5,4] None",
	PART_FORWARD, 120, 120, 188, NULL},
    F("torch.cat", "/Net::f/a=f32[2,3] /Net::f/b=f32[2,5] 1", 0, 128),
    /* words of one operator alone.  128 results of 4 + 3, 4 * (32 + 128) */
    F("torch.nn.functional.interpolate",
	"f32[1,2,4,4] scale_factor=2 mode='bilinear'", 896, 640),
    F("torch.nn.functional.upsample", "f32[1,2,4,4] scale_factor=2.0", 0, 640),
    /* 400 + 200 + 8 * 50 */
    F("torch.searchsorted", "sorted_sequence=f32[100] input=f32[50]", 0, 1000),
    /* 8 * 10 + 8 * 50 */
    F("torch.nn.functional.one_hot", "tensor=i64[10] num_classes=5", 0, 480),
    F("torch.heaviside", "f32[10] values=f32[10]", 10, 120),
    /* 3 * 40; 160 + 16 + 32 + 40 */
    F("torch.quantize_per_channel",
	"f32[10,4] scales=f32[4] zero_points=i64[4] axis=1 dtype='qint8'", 120, 248),
    /* 2 * 4 * 7 of 5 * 6; 4 * (120 + 210 + 28) */
    {"torch.tensordot", "a=f32[4,5,6] b=f32[6,5,7] dims=[[1,2],[1,0]]",
	PART_FORWARD, 1680, 1680, 1432, NULL},
    /* but `tensor` of dot is what it is */
    {"torch.dot", "f32[5] tensor=f32[5]", PART_FORWARD, 10, 10, 44, NULL},
    /* of integers float32: 2 * 8 * 4 + 4 * 4 */
    F("torch.special_xlog1py", "i64[4] i64[4]", 4, 80),
    /* torch.special's names for exp(x) - 1, a sigmoid, a rounding: 4 * (4 + 4) bytes */
    F("torch.special.expm1", "f32[4]", 4, 32),
    F("torch.special.expit", "f32[4]", 16, 32),
    F("torch.special.round", "f32[4]", 4, 32),
    /* 4 * 24 + 4; 24 + 4 of float32 */
    F("torch.special.logsumexp", "f32[4,6] 1", 100, 112),
    F("torch.special.log_softmax", "f32[4,6] 1", 120, 192),
    /* sizes one by one or in a list; 12 elements */
    F("torch.zeros", "3 4", 0, 48),
    F("Tensor.new_zeros", "f16[2] 3 4", 0, 24),
    F("torch.randint", "low=0 high=10 size=[3,4]", 0, 96),
    F("Tensor.repeat", "f32[2,3] 4 5", 0, 504),
};

/* A dimension of stride 0 is read once, and written in full; 0-dim tensors of
 * C++'s number types are numbers; `out` and in-place forms give the type. */
static const struct cost_case moves[] = {
    /* 4 + 4 * 4 + 4 * 4 */
    F("torch.mul", "f32[4]/[0] f32[4]", 4, 36),
    /* a row of 5 of 2 bytes, one result of 2 */
    F("torch.sum", "bf16[4,5]/[0,1]", 20, 12),
    F("Tensor.clone", "f32[4,5]/[0,1]", 0, 100),
    /* 4 * 8 in, 4 * 32 out */
    F("torch.softmax", "f32[4,8]/[0,1] 1", 160, 160),
    F("torch.stack", "f32[2,3]/[0,1] f32[2,3] 0", 0, 84),
    F("Tensor.copy_", "f32[4,5] f32[4,5]/[0,1]", 0, 100),
    F("torch.zeros_like", "bf16[4,5]/[0,1]", 0, 40),
    /* (3,1) and (1,4): 12 results, 4 * (3 + 4 + 12) */
    F("torch.add", "f32[3,1] f32[1,4]", 12, 76),
    U("torch.add", "f32[3] i64[4]", NA, NA, WHY_MISMATCH),
    /* a trace shows a number so; a marker of PyProf's means a tensor */
    F("aten::add", "f32[3] f64[] 1", 3, 24),
    F("torch.add", "f32[3] f64[]", 3, 32),
    F("Tensor.__iadd__", "i64[] 1", 1, 16),
    F("Tensor.__add__", "f64[] 1", 1, 16),
    /* float32's one element is read in both */
    F("torch.add", "f32[3,4] f32[]", 12, 100),
    /* read and written as fp16, the other read as fp32 */
    F("Tensor.__iadd__", "f16[4] f32[4]", 4, 32),
    /* 2 * 8192 + 4 * 64 */
    F("torch.mean", "f16[64,128] 1 true out=f32[64,1]", 8256, 16640),
    F("torch.zeros", "[3,4] out=f16[3,4]", 0, 24),
    /* nothing in it */
    F("torch.sum", "f32[0,4] 0", 0, 16),
    {"torch.matmul", "f32[0,4] f32[4,5]", PART_FORWARD, 0, 0, 80, NULL},
    {"torch.nn.functional.conv2d", "f32[0,3,32,32] f32[16,3,3,3] None 1 1",
	PART_FORWARD, 0, 0, 1728, NULL},
};

/*
 * What aten was given for its results: it tells their type and, of what is made
 * out of nothing, how many there are; and it is not read.
 */
static const struct cost_case outs[] = {
    /* 10 of 4; resized to 10 where it was empty; of 8 by arange's own type */
    F("aten::arange", "0 10 1 f32[10]", 0, 40),
    F("aten::arange", "0 10 1 f32[0]", 0, 40),
    F("aten::arange", "10 f16[0]", 0, 20),
    F("aten::arange", "0 10 1 4 0 None false", 0, 80),
    /* 16 of 2, 24 of 2 */
    F("aten::eye", "4 f16[4,4]", 0, 32),
    F("aten::eye", "4 f16[0]", 0, 32),
    F("aten::eye", "4 6 f16[4,6]", 0, 48),
    F("aten::linspace", "0.0 1.0 10 f64[10]", 0, 80),
    F("aten::logspace", "0.0 1.0 10 10.0 f64[0]", 0, 80),
    F("aten::randperm", "10 i32[10]", 0, 40),
    F("aten::full", "[3,4] 1 f16[3,4]", 0, 24),
    F("aten::zeros", "[3,4] f16[0]", 0, 24),
    F("aten::zeros", "? f16[3,4]", 0, 24),
    F("aten::randint", "10 [3,4] f32[3,4]", 0, 48),
    F("torch.arange", "10 out=f16[10]", 0, 20),
    /* a value that is a tensor is none: 12 of 4 */
    F("aten::fill", "f32[3,4] f16[]", 0, 48),
    /* 5 * 4, 4 * (4 + 4); the gradients' 3 * 4 and 9 * 4, 4 * (4 + 4 + 4) */
    F("aten::silu", "f32[4] f32[4]", 20, 32),
    F("aten::silu.out", "f32[4] f32[0]", 20, 32),
    F("aten::sigmoid_backward", "f32[4] f32[4] f32[4]", 12, 48),
    F("aten::silu_backward", "f32[4] f32[4] f32[4]", 36, 48),
    F("aten::gelu_backward", "f32[4] f32[4] 'none' f32[4]", 44, 48),
    F("torch._C._nn.gelu_backward", "f32[4] f32[4] grad_input=f32[4]", 44, 48),
    F("aten::threshold_backward", "f32[4] f32[4] 0 f32[4]", 4, 48),
    F("aten::elu_backward", "f32[4] 1 1 1 false f32[4] f32[4]", 12, 48),
    F("aten::softplus_backward", "f32[4] f32[4] 1 20 f32[4]", 16, 48),
    F("aten::hardtanh", "f32[4] -1 1 f32[4]", 8, 32),
    F("aten::hardtanh_backward", "f32[4] f32[4] -1 1 f32[4]", 8, 48),
    F("aten::leaky_relu", "f32[4] 0.01 f32[4]", 8, 32),
    F("aten::elu", "f32[4] 1 1 1 f32[4]", 12, 32),
    F("aten::softplus", "f32[4] 1 20 f32[4]", 16, 32),
    F("aten::gelu", "f32[4] 'none' f32[4]", 20, 32),
    F("aten::threshold", "f32[4] 0 0 f32[4]", 4, 32),
    /* two results */
    F("aten::log_sigmoid_forward", "f32[4] f32[4] f32[0]", 20, 32),
    /* the type written is out's: 4 * 4 + 2 * 4 */
    F("aten::sigmoid", "f32[4] f16[4]", 16, 24),
    F("aten::div", "f32[4] f32[4] f32[4]", 4, 48),
    F("aten::div", "f32[4] f32[4] 'floor' f32[4]", 4, 48),
    F("aten::round", "f32[4] 2 f32[4]", 4, 32),
    F("aten::where", "b[4] f32[4] f32[4] f32[4]", 0, 52),
    F("aten::add", "f32[4] f32[4] 1 f32[4]", 4, 48),
    F("aten::max", "f32[4] f32[4] f32[4]", 4, 48),
    /* one of 1 byte for all; 64 of 4 for each row; 8192 of 8 */
    F("aten::all", "f32[64,128] b[]", 0, 32769),
    F("aten::norm", "f32[64,128] 2 [1] false f32[64]", 16448, 33024),
    F("aten::cumsum", "f32[64,128] 1 None f64[64,128]", 8192, 98304),
    F("aten::cat", "f32[2,3] f32[2,5] 1 f16[2,8]", 0, 96),
    /* scatter.src_out(x, dim, index, src, out) reduces nothing: indices 16,
     * src 8, x read and written 2 * 16 */
    F("aten::scatter", "f32[4] 0 i64[2] f32[2] f32[4]", 0, 56),
    {"aten::mm", "f32[4,5] f32[5,6] f32[4,6]", PART_FORWARD, 240, 240, 296, NULL},
    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 1 1 f32[4,6]", PART_FORWARD, 264,
	240, 320, NULL},
    /* in place there is none: x, y, y2 are read and x written */
    F("aten::addcmul_", "f32[4] f32[4] f32[4] 1", 8, 64),
};

/* The same of a backward operator's dy, and of what else it reads; gradients
 * are written in full. */
static const struct cost_case expanded[] = {
    /* of 2 * 3 * 4 * 4 the rows are one: 192; 24 results of 4 and of 8 */
    F("aten::max_pool2d_with_indices",
	"f32[2,3,4,4]/[0,16,4,1] [2,2] [2,2] 0 1 false", 96, 480),
    /* dy 4, dx 64; the indices 32 besides */
    F("aten::avg_pool2d_backward",
	"f32[1,1,2,2]/[0,0,0,0] f32[1,1,4,4] [2,2] [2,2] [0,0] "
	"false true None",
	16, 68),
    F("aten::max_pool2d_with_indices_backward",
	"f32[1,1,2,2]/[0,0,0,0] f32[1,1,4,4] [2,2] [2,2] [0,0] [1,1] false "
	"i64[1,1,2,2]",
	4, 100),
    F("aten::_adaptive_avg_pool2d_backward",
	"f32[1,1,2,2]/[0,0,0,0] f32[1,1,4,4]", 16, 68),
    /* dy 4, the mask 24, dx 96 */
    F("aten::native_dropout_backward", "f32[4,6]/[0,0] b[4,6] 2.0", 48, 124),
    /* dy 4, x 96, mean and rstd 32, the weight 24; dx 96, dw 24, db 24 */
    F("aten::native_layer_norm_backward",
	"f32[4,6]/[0,0] f32[4,6] [6] f32[4,1] f32[4,1] f32[6] f32[6] "
	"[true,true,true]",
	312, 300),
    /* dy 4, x 96, rstd 16, the weight 24; dx 96, dw 24 */
    F("aten::_fused_rms_norm_backward",
	"f32[4,6]/[0,0] f32[4,6] [6] f32[4,1] f32[6] [true,true]", 216, 260),
    /* dy 4, x 96, two of 3 read, two written; the weight 12, dx 96 */
    F("aten::native_batch_norm_backward",
	"f32[2,3,4]/[0,0,0] f32[2,3,4] f32[3] f32[3] f32[3] f32[3] f32[3] true "
	"0.1 [true,true,true]",
	312, 256),
    /* dy 4, x, target and dx 16 each */
    F("aten::mse_loss_backward", "f32[4]/[0] f32[4] f32[4] 0", 12, 52),
    F("aten::mse_loss_backward", "f32[4] f32[4] f32[4] 0", 12, 64),
    /* dy 4, target 32, dx 4 * 20 */
    F("aten::nll_loss_backward", "f32[4]/[0] f32[4,5] i64[4] None 0 -100 f32[]",
	4, 116),
    /* dy 4, x 48, dx 48: 9 for each of 6 */
    F("aten::glu_backward", "f32[2,3]/[0,0] f32[2,6] -1", 54, 100),
    /* the index 32, one element of src, 4 of x */
    F("aten::scatter_", "f32[4] 0 i64[4] f32[4]/[0]", 0, 52),
    F("aten::masked_scatter_", "f32[4] b[4] f32[4]/[0]", 0, 24),
    /* dy 96 twice, of the operands 20 + 120 read and 80 + 120 written */
    {"torch.einsum", "'ij,jk->ik' f32[4,5]/[0,1] f32[5,6]", PART_BACKWARD, 480,
	480, 532, NULL},
    /* its backward from the forward's: dy and y of 4 results, x, dx */
    B("torch.logsumexp", "f32[4,5]/[0,1] 1", 60, 132),
};

/* Backwards that are not the forward's operator again. */
static const struct cost_case backwards[] = {
    /* 24 times w * dy, x * dy and a comparison; dy, x, the two gradients, w */
    B("torch.nn.functional.prelu", "f32[4,6] f32[6]", 72, 408),
    F("aten::_prelu_kernel_backward", "f32[4,6] f32[4,6] f32[1,6]", 72, 408),
    F("aten::prelu_backward", "f32[4,6]/[0,0] f32[4,6] f32[1]", 72, 296),
    /* x * (dy / y): 24 + 4; x, dx, dy and y of 4 */
    B("torch.norm", "f32[4,6] 2 1", 28, 224),
    B("torch.norm", "f32[4,6]", 25, 200),
    /* the sign of x by dy: 48; x, dx, dy */
    B("torch.norm", "f32[4,6] 1 1", 48, 208),
    UB("torch.norm", "f32[4,6] 'inf'", NA, NA, WHY_NO_BACKWARD),
    UB("torch.norm", "f32[4,6] 3", NA, NA, WHY_NO_BACKWARD),
    UB("torch.norm", "c64[4,6] 2", NA, NA, WHY_NO_BACKWARD),
    UB("torch.norm", "f32[4,6] 'nuc'", NA, NA, WHY_ATTRIBUTE),
    /* mean, subtraction and product: 3 * 24, the scaled dy 2 * 4; x, dx, dy */
    B("torch.var", "f32[4,6] 1", 80, 208),
    /* dy / (2 * y) besides: 2 * 4, and y */
    B("torch.std", "f32[4,6] 1", 88, 224),
    UB("torch.var_mean", "f32[4,6] 1", NA, NA, WHY_NO_BACKWARD),
    /* by given statistics dx 2 * 24, dw 2 * 24, db 24; dy, x and dx 96 each,
     * mean, variance and w read, dw and db written: 5 of 12 */
    F("aten::native_batch_norm_backward",
	"f32[2,3,4] f32[2,3,4] f32[3] f32[3] f32[3] f32[0] f32[0] false 0.1 "
	"[true,true,true]",
	120, 348),
    /* dx alone, without a weight */
    F("aten::native_batch_norm_backward",
	"f32[2,3,4] f32[2,3,4] None f32[3] f32[3] f32[0] f32[0] false 0.1 "
	"[true,false,false]",
	24, 312),
    B("torch.nn.functional.batch_norm",
	"f32[2,3,4] f32[3] f32[3] f32[3] f32[3] false", 120, 348),
};

/* Types by torch's promotion. */
static const struct cost_case types[] = {
    /* fp16 and bf16 meet in fp32: 2 * 12 + 2 * 4 + 4 * 12 */
    F("torch.add", "f16[3,4] bf16[4]", 12, 80),
    F("torch.add", "f16[3,4] f32[4]", 12, 88),
    /* a number of a higher category decides, one of the same does not */
    F("torch.add", "i32[4] 2.5", 4, 32),
    F("torch.add", "2.5 f16[4]", 4, 16),
    F("torch.mul", "b[4] 3", 4, 36),
    F("torch.add", "b[4] b[4]", 4, 12),
    /* true division of integers is fp32, of the floor not */
    F("torch.div", "i32[4] i32[4]", 4, 48),
    F("torch.div", "i64[4] i64[4] rounding_mode='floor'", 4, 96),
    /* the exponential and its like of integers are fp32 */
    F("torch.sigmoid", "i64[4]", 16, 48),
    /* sums of integers are int64, means fp32, comparisons bool */
    F("torch.sum", "b[64,128] -1", 8192, 8704),
    F("torch.cumsum", "i32[4,5] dim=1", 20, 240),
    F("torch.mean", "i64[64,128]", 8193, 65540),
    F("torch.eq", "f32[4] f32[1]", 4, 24),
    /* complex: an addition 2, a product 6, of matrices 8; its size is real */
    F("torch.neg", "c64[4]", 8, 64),
    F("torch.mul", "f32[4] c64[4]", 24, 80),
    F("torch.abs", "c64[4]", 4, 48),
    F("torch.sum", "c64[10]", 20, 88),
    U("torch.exp", "c64[4]", NA, 64, WHY_NO_COMPLEX),
    {"torch.mm", "c64[4,5] c64[5,6]", PART_FORWARD, 960, 960, 592, NULL},
    /* 2 * 2*2 positions of 9; 8 * (16 + 9 + 4) */
    {"torch.nn.functional.conv2d", "c64[1,1,4,4] c64[1,1,3,3]", PART_FORWARD,
	288, 288, 232, NULL},
    /* one byte an element: 264 and 24 + 20 + 30 + 24 */
    {"torch.addmm", "float8_e4m3fn[4,6] float8_e4m3fn[4,5] float8_e4m3fn[5,6]",
	PART_FORWARD, 264, 240, 98, NULL},
    {"torch.nn.functional.conv2d", "bf16[8,3,32,32] bf16[16,3,3,3] f32[16] 1 1",
	PART_FORWARD, 7208960, 7077888, 312192, NULL},
    /* out_dtype is the result's alone: 20 + 30 + 4 * 24 */
    {"aten::mm.dtype", "float8_e5m2[4,5] float8_e4m3fn[5,6] 6", PART_FORWARD,
	240, 240, 146, NULL},
    /* half_to_float, input_dtype, dtype */
    F("aten::_softmax", "f16[8,16] 1 true", 640, 768),
    F("aten::_softmax_backward_data", "f32[8,16] f32[8,16] 1 5", 512, 1280),
    F("torch.nn.functional.softmax", "f16[8,16] dim=1 dtype='float32'", 640, 768),
    F("aten::_to_copy", "f32[4,5] 15 0 None None false None", 0, 120),
    F("Tensor.double", "b[4,5]", 0, 180),
    /* PyProf leaves out a torch.dtype */
    U("Tensor.to", "f32[4,5]", 0, NA, WHY_ATTRIBUTE),
};

/* Windows, dimensions from the end, pictures without a batch. */
static const struct cost_case shapes[] = {
    /* 16 * 1024 results of 27; 4 * (3072 + 432 + 16384) */
    {"torch.nn.functional.conv2d", "f32[3,32,32] f32[16,3,3,3] padding='same'",
	PART_FORWARD, 884736, 884736, 79552, NULL},
    /* as many as the input whatever the window: 2*16*1024 of 48 */
    {"torch.nn.functional.conv2d",
	"f32[2,3,32,32] f32[16,3,4,4] padding='same' dilation=2", PART_FORWARD,
	3145728, 3145728, 158720, NULL},
    /* (32 - 3)/2 + 1 = 15 rows of 30: 2*16*450 of 27 */
    {"torch.nn.functional.conv2d", "f32[2,3,32,32] f32[16,3,3,3] stride=[2,1]",
	PART_FORWARD, 777600, 777600, 83904, NULL},
    /* two groups: 2 * 8*8 results of 2*3 */
    {"torch.nn.functional.conv1d", "f32[2,4,10] f32[8,2,3] groups=2",
	PART_FORWARD, 1536, 1536, 1024, NULL},
    /* (8-1)*2 - 2 + 2 + 1 + 1 = 16: 512 inputs of 6*9 */
    {"torch.nn.functional.conv_transpose2d", "f32[2,4,8,8] f32[4,6,3,3] None 2 1 1 1 1",
	PART_FORWARD, 55296, 55296, 15200, NULL},
    /* without output_padding 15 each way: 2*6*225 added, and 6 written */
    {"torch.nn.functional.conv_transpose2d",
	"f32[2,4,8,8] f32[4,3,3,3] f32[6] 2 1 0 2", PART_DBIAS, 2700, 0, 10824, NULL},
    /* -2 of two dimensions is the first: two rows of 5, read and written */
    F("torch.index_select", "f32[4,5] -2 i32[2]", 0, 88),
    F("torch.topk", "f32[4,5] k=2 dim=0", 0, 200),
    U("torch.topk", "f32[4,5] 6", NA, NA, WHY_MISMATCH),
    U("torch.nn.functional.layer_norm", "f32[8,16] [0]", NA, NA, WHY_MISMATCH),
    F("Tensor.mean", "f32[2,3,4] [0,-1]", 27, 108),
    F("Tensor.sum", "f32[2,3,4] dim=[0,1] keepdim=true", 24, 112),
    F("torch.nn.functional.pad", "f32[2,3,4] [1,2,-1,0] 'constant' 0.0", 0, 208),
    F("torch.nn.functional.glu", "f32[4,6] 0", 60, 144),
    F("torch.nn.functional.nll_loss", "f32[2,10,4,4] i64[2,4,4]", 32, 392),
    F("torch.nn.functional.cross_entropy", "f32[10] i64[]", 51, 100),
    F("torch.std", "f32[64,128] false", 32770, 32772),
    F("torch.std", "f32[64,128] 1 true", 32896, 33024),
};

#define EXACT                                                                  \
	{                                                                      \
		CONF_EXACT, NULL                                               \
	}

/* How sure FLOPs and bytes are, and why they are not exact. */
static const struct {
	const char *name, *args;
	enum op_part part;
	struct sure flops, bytes;
} sure[] = {
    {"torch.exp", "f32[4]", PART_FORWARD, EXACT, EXACT},
    /* 0 FLOPs are sure */
    {"torch.masked_select", "f32[4] b[4]", PART_FORWARD, EXACT,
	{CONF_UPPER, WHY_VALUES}},
    {"torch.nonzero", "b[4]", PART_FORWARD, EXACT, {CONF_UPPER, WHY_VALUES}},
    {"aten::embedding", "f32[9,2] i64[3]", PART_FORWARD, EXACT,
	{CONF_ESTIMATE, WHY_VALUES}},
    {"torch.zeros", "[3,4]", PART_FORWARD, EXACT, {CONF_ESTIMATE, WHY_NO_DTYPE}},
    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] ? ?", PART_FORWARD,
	{CONF_ESTIMATE, WHY_ATTRIBUTE}, {CONF_ESTIMATE, WHY_ATTRIBUTE}},
    {"aten::add", "f32[4] f32[4] ?", PART_FORWARD,
	{CONF_ESTIMATE, WHY_ATTRIBUTE}, EXACT},
    {"torch.div", "f32[4] f32[4]", PART_BACKWARD, {CONF_ESTIMATE, WHY_OPERAND},
	{CONF_ESTIMATE, WHY_OPERAND}},
    {"torch.einsum", "'ij,jk,kl->il' f32[2,3] f32[3,4] f32[4,5]", PART_FORWARD,
	{CONF_ESTIMATE, WHY_ALGORITHM}, EXACT},
    {"aten::add", "?[4] ?[4] ?", PART_FORWARD, {CONF_ESTIMATE, WHY_ATTRIBUTE},
	{CONF_UNKNOWN, WHY_NO_DTYPE}},
    {"aten::exp", "?", PART_FORWARD, {CONF_UNKNOWN, WHY_NO_SHAPE},
	{CONF_UNKNOWN, WHY_NO_SHAPE}},
};

static void is_sure(const struct sure *s, const struct sure *want)
{
	assert_int_equal(s->conf, want->conf);
	assert_string_equal(s->why ? s->why : "-", want->why ? want->why : "-");
}

static void test_sure(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof sure / sizeof *sure; i++) {
		struct arena a = {0};
		struct cost cost;

		op_cost_of_call(calls_make(&a, sure[i].name, sure[i].args),
		    sure[i].part, &cost);
		is_sure(&cost.of_flops, &sure[i].flops);
		is_sure(&cost.of_bytes, &sure[i].bytes);
		arena_free(&a);
	}
}

static void test_words(void **state)
{
	(void)state;
	MODELS_RUN(words);
}

static void test_moves(void **state)
{
	(void)state;
	MODELS_RUN(moves);
}

static void test_outs(void **state)
{
	(void)state;
	MODELS_RUN(outs);
}

static void test_expanded(void **state)
{
	(void)state;
	MODELS_RUN(expanded);
}

static void test_backwards(void **state)
{
	(void)state;
	MODELS_RUN(backwards);
}

static void test_types(void **state)
{
	(void)state;
	MODELS_RUN(types);
}

static void test_shapes(void **state)
{
	(void)state;
	MODELS_RUN(shapes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_words),
	    cmocka_unit_test(test_moves),
	    cmocka_unit_test(test_outs),
	    cmocka_unit_test(test_expanded),
	    cmocka_unit_test(test_backwards),
	    cmocka_unit_test(test_types),
	    cmocka_unit_test(test_shapes),
	    cmocka_unit_test(test_sure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
