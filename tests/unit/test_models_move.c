/*
 * test_models_move.c - copies, casts, views and fills against sizes worked out
 * by hand.  None of them has a FLOP, but a sum in a backward.
 */
#include "tests/unit/models.h"

/* a list of tensors that was recorded as a list */
#define T3(a, b)                                                               \
	"[{\"name\":\"\",\"type\":\"tensor\",\"shape\":" a                     \
	",\"dtype\":\"float32\"},{\"name\":\"\",\"type\":\"tensor\","          \
	"\"shape\":" b ",\"dtype\":\"float32\"}]"

static const struct cost_case copies[] = {
    /* 1000 elements: 4 in, 2 out */
    F("Tensor.half", "f32[1000]", 0, 6000),
    F("Tensor.double", "f32[1000]", 0, 12000),
    F("Tensor.bool", "f32[1000]", 0, 5000),
    F("Tensor.bfloat16", "f32[1000]", 0, 6000),
    F("Tensor.to", "f32[1000] dtype='float16'", 0, 6000),
    F("Tensor.to", "f32[1000] f16[5]", 0, 6000),
    F("Tensor.type_as", "f32[1000] f64[5]", 0, 12000),
    /* 5 is half in torch's numbers; None is no change */
    F("aten::_to_copy", "f32[1000] 5 None None None false None", 0, 6000),
    F("aten::_to_copy", "f32[1000] None None None None false None", 0, 8000),
    /* PyProf leaves a torch.dtype out: the result may be of any type */
    U("Tensor.to", "f32[1000]", 0, NA, WHY_ATTRIBUTE),
    U("Tensor.to", "f32[1000] 'cuda:0'", 0, NA, WHY_ATTRIBUTE),
    U("aten::_to_copy", "?[1000] ?", 0, NA, WHY_NO_DTYPE),
    U("aten::_to_copy", "f32[1000] ?", 0, NA, WHY_ATTRIBUTE),
    /* 32 * 64 = 2048 of 2 bytes, twice */
    F("Tensor.contiguous", "f16[32,64]", 0, 8192),
    F("Tensor.clone", "f16[32,64]", 0, 8192),
    F("torch.clone", "f16[32,64]", 0, 8192),
    F("aten::transpose_copy", "f16[128,256] 0 1", 0, 131072),
    F("Tensor.reshape", "f32[32,128] 4096", 0, 32768),
    F("torch.flip", "f32[32,128] [0]", 0, 32768),
    /* an expanded row is read once: 4 * 128 + 4 * 64 * 128 */
    F("aten::contiguous", "f32[64,128]/[0,1]", 0, 33280),
    /* the destination is not read */
    F("Tensor.copy_", "f32[1000] f16[1000]", 0, 6000),
    F("aten::copy_", "f32[64,128] f32[128] false", 0, 33280),
    /* what is copied broadcasts to the tensor, which does not grow */
    U("aten::copy_", "f32[10] f32[11] false", NA, NA, WHY_MISMATCH),
    U("aten::copy_", "f32[10,1] f32[10,5] false", NA, NA, WHY_MISMATCH),
    U("aten::copy_", "f32[10] f32[1,10] false", NA, NA, WHY_MISMATCH),
    UB("aten::copy_", "f32[10] f32[11] false", NA, NA, WHY_MISMATCH),
    F("aten::slice_scatter", "f32[8,4] f32[2,4] 0 0 2 1", 0, 288),
    /* 2 * 2 * (4 * 768 + 4 * 196 * 768) */
    F("torch.cat", "bf16[4,1,768] bf16[4,196,768] dim=1", 0, 2420736),
    F("torch.cat", "bf16[4,1,768] bf16[4,196,768] 1", 0, 2420736),
    F("aten::cat", T3("[2,3]", "[4,3]") " 0", 0, 144),
    F("torch.stack", "f32[4] f32[4] f32[4]", 0, 96),
    /* other sizes than along dim are the same, of all but an empty vector: 48
     * bytes read and written */
    /* a slice from 0 to 4 has 4 places, one of a dimension none of it */
    U("aten::slice_scatter", "f32[8,16] f32[8,5] 1 0 4 1", NA, NA, WHY_MISMATCH),
    U("aten::slice_scatter", "f32[8,16] f32[8,4] 2 0 4 1", NA, NA, WHY_MISMATCH),
    U("aten::slice_backward", "f32[8,5] [8,16] 1 0 4 1", NA, NA, WHY_MISMATCH),
    U("aten::slice_backward", "f32[7,4] [8,16] 1 0 4 1", NA, NA, WHY_MISMATCH),
    U("aten::select_scatter", "f32[8,16] f32[15] 0 1", NA, NA, WHY_MISMATCH),
    U("aten::select_backward", "f32[15] [8,16] 0 1", NA, NA, WHY_MISMATCH),
    U("aten::select_backward", "f32[1,16] [8,16] 0 1", NA, NA, WHY_MISMATCH),
    /* from -7, which is 9, beyond the end in steps of 3: 9, 12, 15; without
     * bounds all: 4 * (24 + 128), 4 * (128 + 128) */
    F("aten::slice_backward", "f32[8,3] [8,16] 1 -7 9223372036854775807 3", 0, 608),
    F("aten::slice_backward", "f32[8,16] [8,16] -1 None None 1", 0, 1024),
    /* none: 4 * 128 */
    F("aten::slice_backward", "f32[8,0] [8,16] 1 9 5 1", 0, 512),
    U("aten::cat", "f32[3,4] f32[5,6] 0", NA, NA, WHY_MISMATCH),
    U("aten::cat", "f32[3,4] f32[3,4] 2", NA, NA, WHY_MISMATCH),
    U("aten::cat", "f32[3,4] f32[0,7] 0", NA, NA, WHY_MISMATCH),
    /* what torch 1.13 stacks, and what it refuses: twice 4 bytes for each element */
    F("aten::stack", "f32[2,3] f32[2,3] -3", 0, 96),
    U("aten::stack", "f32[2,3] f32[2,3] 3", NA, NA, WHY_MISMATCH),
    U("aten::stack", "f32[2,3] f32[2,3] -4", NA, NA, WHY_MISMATCH),
    U("aten::stack", "f32[3] f32[4] 0", NA, NA, WHY_MISMATCH),
    U("aten::stack", "f32[1,3] f32[3] 0", NA, NA, WHY_MISMATCH),
    U("aten::stack", "f32[0] f32[2,3] 0", NA, NA, WHY_MISMATCH),
    F("aten::hstack", "f32[3] f32[4]", 0, 56),
    F("aten::hstack", "f32[2,3] f32[2,4]", 0, 112),
    F("aten::hstack", "f32[2,3,4] f32[2,5,4]", 0, 512),
    F("aten::hstack", "f32[0] f32[2,3]", 0, 48),
    F("torch.hstack", "f32[] f32[]", 0, 16),
    U("aten::hstack", "f32[2,3] f32[4,3]", NA, NA, WHY_MISMATCH),
    U("aten::hstack", "f32[1,3] f32[3]", NA, NA, WHY_MISMATCH),
    U("aten::hstack", "f32[2,3,4] f32[2,3,5]", NA, NA, WHY_MISMATCH),
    F("aten::vstack", "f32[3] f32[3]", 0, 48),
    F("aten::vstack", "f32[2,3] f32[3]", 0, 72),
    F("aten::vstack", "f32[2,3,4] f32[3,3,4]", 0, 480),
    U("aten::vstack", "f32[3] f32[4]", NA, NA, WHY_MISMATCH),
    U("aten::vstack", "f32[0] f32[3]", NA, NA, WHY_MISMATCH),
    U("aten::vstack", "f32[2,3] f32[2,4]", NA, NA, WHY_MISMATCH),
    U("aten::row_stack", "f32[2,3,4] f32[2,5,4]", NA, NA, WHY_MISMATCH),
    F("aten::dstack", "f32[3] f32[3]", 0, 48),
    F("aten::dstack", "f32[1,3] f32[3]", 0, 48),
    F("aten::dstack", "f32[2,3,4] f32[2,3]", 0, 240),
    U("aten::dstack", "f32[2,3] f32[2]", NA, NA, WHY_MISMATCH),
    U("aten::dstack", "f32[2,3] f32[4,3]", NA, NA, WHY_MISMATCH),
    U("aten::dstack", "f32[2,3,4] f32[3,3,4]", NA, NA, WHY_MISMATCH),
    F("aten::column_stack", "f32[3] f32[3]", 0, 48),
    F("aten::column_stack", "f32[2,3] f32[2]", 0, 64),
    F("aten::column_stack", "f32[2,3,4] f32[2,5,4]", 0, 512),
    U("aten::column_stack", "f32[3] f32[4]", NA, NA, WHY_MISMATCH),
    U("aten::column_stack", "f32[2,3] f32[3]", NA, NA, WHY_MISMATCH),
    U("aten::column_stack", "f32[2,3] f32[4,3]", NA, NA, WHY_MISMATCH),
    /* the square of the factor divides the channels, the factor the picture,
     * the groups the channels; 72 and 144 elements are moved */
    F("aten::pixel_shuffle", "f32[1,4,3,6] 2", 0, 576),
    F("aten::pixel_shuffle", "f32[2,3,8,4,5] 2", 0, 7680),
    F("aten::pixel_shuffle", "f32[1,4,3,6] ?", 0, 576),
    U("aten::pixel_shuffle", "f32[1,6,3,4] 2", NA, NA, WHY_MISMATCH),
    U("aten::pixel_shuffle", "f32[4,4] 2", NA, NA, WHY_MISMATCH),
    U("aten::pixel_shuffle", "f32[1,4,3,6] 0", NA, NA, WHY_MISMATCH),
    U("aten::pixel_shuffle", "f32[1,4,3,6] -2", NA, NA, WHY_MISMATCH),
    U("torch.nn.functional.pixel_shuffle", "f32[1,6,3,4] upscale_factor=2", NA,
	NA, WHY_MISMATCH),
    F("aten::pixel_unshuffle", "f32[1,3,4,6] 2", 0, 576),
    U("aten::pixel_unshuffle", "f32[1,4,3,6] 2", NA, NA, WHY_MISMATCH),
    U("aten::pixel_unshuffle", "f32[1,4,6,3] 2", NA, NA, WHY_MISMATCH),
    F("aten::channel_shuffle", "f32[1,6,3,4] 3", 0, 576),
    F("aten::channel_shuffle", "f32[1,0,5] 3", 0, 0),
    U("aten::channel_shuffle", "f32[1,6,3,4] 4", NA, NA, WHY_MISMATCH),
    U("aten::channel_shuffle", "f32[1,6] 3", NA, NA, WHY_MISMATCH),
    U("aten::cat", "f32[0] f32[3,4] f32[3,5] 0", NA, NA, WHY_MISMATCH),
    F("aten::cat", "f32[3,4] f32[0] 0", 0, 96),
    F("aten::cat", "f32[0] f32[3,4] 1", 0, 96),
    /* a new dimension behind the last: 24 elements */
    F("aten::stack", "f32[3,4] f32[3,4] 2", 0, 192),
    /* half joins float as float: 8 + 16 + 4 * 8 */
    F("torch.cat", "f16[4] f32[4]", 0, 56),
    F("torch.cat", "tensors=f32[4] tensors=f32[4] dim=0", 0, 64),
    U("aten::cat", "?[2,3] ?[4,3] ?", 0, NA, WHY_NO_DTYPE),
    U("aten::cat", "? ?", 0, NA, WHY_NO_SHAPE),
    /* 4 * (6 + 4 * 2 * 5 * 3) */
    F("aten::repeat", "f32[2,3] [4,5]", 0, 504),
    F("Tensor.repeat", "f32[2,3] 4 5", 0, 504),
    F("torch.tile", "f32[2,3] [4,5]", 0, 504),
    U("aten::repeat", "f32[2,3] ?", 0, NA, WHY_ATTRIBUTE),
    F("torch.repeat_interleave", "f32[2,3] 4", 0, 120),
    U("torch.repeat_interleave", "f32[2,3] i64[6]", 0, NA, WHY_VALUES),
    /* 4 * (2*3*8*8 + 2*3*10*10); the first pair is the last dimension's */
    F("aten::constant_pad_nd", "f32[2,3,8,8] [1,1,1,1] 0.0", 0, 3936),
    F("torch.nn.functional.pad", "f32[2,3] [1,2] mode='constant' value=None", 0, 72),
    F("torch.nn.functional.pad", "f32[2,3] [1,2,0,1]", 0, 96),
    F("torch.nn.functional.pad", "f32[4,4] [-1,-1]", 0, 96),
    U("torch.nn.functional.pad", "f32[2,3] [-9,0]", NA, NA, WHY_MISMATCH),
    U("torch.nn.functional.pad", "f32[2,3] [1,1,1,1,1,1]", NA, NA, WHY_MISMATCH),
    U("torch.nn.functional.pad", "f32[2,3] [9223372036854775807,0]", 0, NA,
	WHY_OVERFLOW),
    /* zeros around dy: 4 * (2 * 4 + 8 * 4) */
    F("aten::slice_backward", "f32[2,4] [8,4] 0 0 2 1", 0, 160),
    F("aten::select_backward", "f32[4] [8,4] 0 2", 0, 144),
    F("aten::triu", "f32[4,4] 0", 0, 128),

    /* the gradient is cast back, moved back */
    B("Tensor.half", "f32[1000]", 0, 6000),
    B("Tensor.to", "f32[1000] dtype='float16'", 0, 6000),
    B("Tensor.clone", "f32[4,5]", 0, 160),
    B("Tensor.copy_", "f32[1000] f16[1000]", 0, 6000),
    B("torch.cat", "f32[4] f32[6]", 0, 80),
    /* what was repeated is summed: 120 additions; 4 * (120 + 6) */
    B("Tensor.repeat", "f32[2,3] 4 5", 120, 504),
    B("torch.nn.functional.pad", "f32[2,3] [1,2]", 0, 72),
    B("torch.nn.functional.pad", "f32[2,3] [1,2] mode='constant'", 0, 72),
    B("aten::constant_pad_nd", "f32[2,3] [1,2] 0.0", 0, 72),
    B("onnx::Pad", "f32[2,3] > f32[2,6]", 0, 72),
    UB("torch.nn.functional.pad", "f32[2,3] [1,2] mode='reflect'", NA, NA,
	WHY_NO_BACKWARD),
    UB("torch.nn.functional.pad", "f32[2,3] [1,2] ?", NA, NA, WHY_NO_BACKWARD),
    UB("aten::reflection_pad1d", "f32[2,3] [1,2]", NA, NA, WHY_NO_BACKWARD),
    UB("aten::replication_pad1d", "f32[2,3] [1,2]", NA, NA, WHY_NO_BACKWARD),
};

static const struct cost_case views[] = {
    U("Tensor.view", "f32[4,5] 20", NA, NA, WHY_VIEW),
    U("aten::t", "f32[4,5]", NA, NA, WHY_VIEW),
    U("Tensor.expand", "f32[1,5] 4 5", NA, NA, WHY_VIEW),
    U("torch.chunk", "f32[35,20,600] 3 dim=-1", NA, NA, WHY_VIEW),
    U("Tensor.__getitem__", "f32[8,8] 3", NA, NA, WHY_VIEW),
    U("torch.empty", "[4,5]", NA, NA, WHY_NO_KERNEL),
    UB("Tensor.view", "f32[4,5] 20", NA, NA, WHY_VIEW),
    /* the parts' gradients are put together: 2 * 4 * 35*20*600 */
    B("torch.chunk", "f32[35,20,600] 3 dim=-1", 0, 3360000),
    B("aten::split", "f32[10,4] 5 0", 0, 320),
    /* 20 additions; 4 * (20 + 5) */
    B("Tensor.expand", "f32[1,5] 4 5", 20, 100),
    B("Tensor.expand", "f32[1,5] [4,-1]", 20, 100),
    B("Tensor.expand_as", "f32[5] f32[4,5]", 20, 100),
    /* zeros around a row, three rows, rows 1, 3, 5, 7: 4 * (part + 40) */
    B("torch.select", "f32[8,5] 0 2", 0, 180),
    B("torch.narrow", "f32[8,5] -2 1 3", 0, 220),
    B("aten::slice", "f32[8,5] 0 1 9223372036854775807 2", 0, 240),
    B("aten::slice", "f32[8,5] 1 -3 -1 1", 0, 224),
    UB("aten::slice", "f32[8,5] 0 1 4 0", 0, NA, WHY_ATTRIBUTE),
    UB("torch.select", "f32[8,5] 2 0", NA, NA, WHY_MISMATCH),
    UB("torch.narrow", "f32[8,5] 0 1 30", NA, NA, WHY_MISMATCH),
    UB("aten::select", "f32[8,5] ? ?", 0, NA, WHY_ATTRIBUTE),
    UB("aten::narrow", "f32[8,5] ? 1 3", 0, NA, WHY_ATTRIBUTE),
    UB("aten::narrow", "f32[8,5] 0 1 ?", 0, NA, WHY_ATTRIBUTE),
    UB("aten::narrow", "f32[8,5] 0 1 -1", 0, NA, WHY_ATTRIBUTE),
};

static const struct cost_case fills[] = {
    F("aten::fill_", "bf16[888,3072] 0.0", 0, 5455872),
    F("Tensor.zero_", "f32[4,5]", 0, 80),
    F("Tensor.normal_", "f32[1000] 0.0 1.0", 0, 4000),
    F("torch.zeros_like", "f16[4,5]", 0, 40),
    F("aten::zeros_like", "f16[4,5] 6 None None None None", 0, 80),
    /* a 0-dim tensor shows as its number: one element of some type */
    U("torch.ones_like", "1.0", 0, NA, WHY_NO_DTYPE),
    /* float32 unless it is said */
    F("torch.zeros", "3 4", 0, 48),
    F("torch.zeros", "[3,4]", 0, 48),
    F("torch.zeros", "size=[3,4] dtype='float16'", 0, 24),
    F("torch.zeros", "3 4 device='cuda'", 0, 48),
    F("aten::zeros", "[3,4] None None None None", 0, 48),
    F("aten::zeros", "[3,4] 5 None None None", 0, 24),
    F("torch.ones", "[]", 0, 4),
    U("aten::zeros", "? ? ? ? ?", 0, NA, WHY_ATTRIBUTE),
    U("torch.zeros", "-3", 0, NA, WHY_NO_SHAPE),
    F("Tensor.new_zeros", "f16[4] [2,2]", 0, 8),
    /* the type of the number: float32, int64, bool */
    F("torch.full", "[4,4] 1.5", 0, 64),
    F("torch.full", "[4,4] 1", 0, 128),
    F("torch.full", "[4,4] true", 0, 16),
    F("torch.randint", "0 10 [3,4]", 0, 96),
    F("torch.randint", "10 size=[3,4]", 0, 96),
    /* ceil((10 - 3) / 2) = 4 of int64; ceil(1 / 0.3) = 4 of float32 */
    F("torch.arange", "1000", 0, 8000),
    F("torch.arange", "3 10 2", 0, 32),
    F("torch.arange", "0.0 1.0 0.3", 0, 16),
    F("aten::arange", "1000 dtype='int64'", 0, 8000),
    F("aten::arange", "1000 None None None None", 0, 8000),
    F("aten::arange", "0 10 2 6 None None None", 0, 20),
    U("torch.arange", "0 10 0", 0, NA, WHY_ATTRIBUTE),
    U("torch.arange", "5 0", NA, NA, WHY_MISMATCH),
    /* none, backwards, and the most that a double counts: 8 * (2^53 - 1) */
    F("torch.arange", "0", 0, 0),
    F("torch.arange", "5 5 2", 0, 0),
    F("torch.arange", "5 0 -2", 0, 24),
    F("torch.arange", "9007199254740991", 0, 72057594037927928),
    U("torch.arange", "9007199254740992", 0, NA, WHY_ATTRIBUTE),
    F("torch.linspace", "0.0 1.0 50", 0, 200),
    F("torch.eye", "3", 0, 36),
    F("torch.eye", "3 4", 0, 48),
    F("torch.randperm", "1000", 0, 8000),
    UB("torch.zeros_like", "f32[4]", NA, NA, WHY_NO_GRADIENT),
    /* by p for each of 20, which is read and x is not; by x itself */
    F("aten::bernoulli_", "f32[4,5] f32[4,5] None", 0, 160),
    F("aten::bernoulli_", "f32[4,5] f64[5] None", 0, 120),
    F("aten::bernoulli_", "f32[4,5] 0.5 None", 0, 80),
    F("aten::bernoulli_", "f32[4,5] ? ?", 0, 80),
    F("aten::bernoulli", "f32[4,5] None", 0, 160),
    F("aten::bernoulli", "f32[4,5] 0.5 None", 0, 80),
    F("aten::bernoulli", "f16[4,5] f32[4,5] None", 0, 120),
    F("aten::bernoulli", "f32[4,5] None f32[4,5]", 0, 160),
    U("aten::bernoulli", "f32[4,5] ?", 0, 160, WHY_ATTRIBUTE),
    U("aten::bernoulli_", "f32[4,5] f32[4,6] None", NA, NA, WHY_MISMATCH),
    U("aten::bernoulli_", "f32[4] f32[3,4] None", NA, NA, WHY_MISMATCH),
    UB("aten::bernoulli", "f32[4,5] None", NA, NA, WHY_NO_GRADIENT),
    /* 4 * (20 + 20); 4 * (4 + 5 + 20); 8 * (5 + 5) */
    F("aten::poisson", "f32[4,5] None", 0, 160),
    F("aten::normal", "f32[4,5] 1.0 None", 0, 160),
    F("aten::normal", "1.0 f32[4,5] None", 0, 160),
    F("aten::normal", "f32[4,1] f32[5] None", 0, 116),
    F("torch.normal", "f64[5] 2.0", 0, 80),
    F("aten::normal", "0.0 1.0 [3,4] None None None None None", 0, 48),
    F("aten::normal", "0.0 1.0 [3,4] None 5 None None None", 0, 24),
    F("aten::normal", "f32[4,5] f32[4,5] None f32[4,5]", 0, 240),
    U("aten::normal", "f32[4,5] f32[4,6] None", NA, NA, WHY_MISMATCH),
    /* the value is a number to the kernel, which torch fetches */
    F("aten::fill_", "f32[4,5] f32[]", 0, 80),
};

static void test_copies(void **state)
{
	(void)state;
	MODELS_RUN(copies);
}

static void test_views(void **state)
{
	(void)state;
	MODELS_RUN(views);
}

static void test_fills(void **state)
{
	(void)state;
	MODELS_RUN(fills);
}

/* PyProf's marker may have lost a dtype; a framework's arguments are all there. */
static void test_conf(void **state)
{
	static const struct conf_case cases[] = {
	    {"torch.zeros", "3 4", PART_FORWARD, CONF_ESTIMATE},
	    {"torch.zeros", "3 4 dtype='float16'", PART_FORWARD, CONF_EXACT},
	    {"aten::zeros", "[3,4] None None None None", PART_FORWARD, CONF_EXACT},
	    {"torch.zeros_like", "f32[4]", PART_FORWARD, CONF_EXACT},
	    {"Tensor.fill_", "f32[4] 0.0", PART_FORWARD, CONF_EXACT},
	};

	(void)state;
	MODELS_CONF(cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_copies),
	    cmocka_unit_test(test_views),
	    cmocka_unit_test(test_fills),
	    cmocka_unit_test(test_conf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
