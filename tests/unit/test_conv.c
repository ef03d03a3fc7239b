/*
 * test_conv.c - convolutions against sizes worked out by hand.
 */
#include "tests/unit/costs.h"

#define FWD PART_FORWARD
#define CONV2D "torch.nn.functional.conv2d"
#define CONVT2D "torch.nn.functional.conv_transpose2d"
#define BWD "aten::convolution_backward"

static const struct cost_case cases[] = {
    /* ResNet's stem: out (224 + 6 - 7)/2 + 1 = 112;
     * 2 * 64*112*112 * 3*49 = 236027904;
     * 4 * (3*224*224 + 64*3*49 + 64*112*112) = 3851008 */
    {CONV2D, "f32[1,3,224,224] f32[64,3,7,7] None [2,2] [3,3] [1,1] 1", FWD,
	236027904, 236027904, 3851008, NULL},
    {CONV2D, "f32[1,3,224,224] f32[64,3,7,7] stride=2 padding=3", FWD,
	236027904, 236027904, 3851008, NULL},
    {"aten::convolution",
	"f32[1,3,224,224] f32[64,3,7,7] None [2,2] [3,3] [1,1] false [0,0] 1",
	FWD, 236027904, 236027904, 3851008, NULL},
    /* padding first */
    {"aten::cudnn_convolution",
	"f32[1,3,224,224] f32[64,3,7,7] [3,3] [2,2] [1,1] 1 false false true",
	FWD, 236027904, 236027904, 3851008, NULL},
    {"aten::miopen_convolution",
	"f32[1,3,224,224] f32[64,3,7,7] None [3,3] [2,2] [1,1] 1 false false",
	FWD, 236027904, 236027904, 3851008, NULL},
    {"aten::_slow_conv2d_forward",
	"f32[1,3,224,224] f32[64,3,7,7] [7,7] None [2,2] [3,3]", FWD, 236027904,
	236027904, 3851008, NULL},
    /* bias: + 64*112*112 = 802816 adds, + 4 * 64 */
    {CONV2D, "f32[1,3,224,224] f32[64,3,7,7] f32[64] 2 3", FWD, 236830720,
	236027904, 3851264, NULL},
    {"aten::cudnn_convolution_relu",
	"f32[1,3,224,224] f32[64,3,7,7] f32[64] [2,2] [3,3] [1,1] 1", FWD,
	237633536, 236027904, 3851264, NULL},
    /* one picture without a batch */
    {CONV2D, "f32[3,224,224] f32[64,3,7,7] None 2 3", FWD, 236027904, 236027904,
	3851008, NULL},
    /* no attributes: the result is not known, and stride is not guessed */
    {"aten::conv2d", "?[1,3,224,224] ?[64,3,7,7] ? ? ? ? ?", FWD, NA, 0, NA,
	WHY_ATTRIBUTE},
    /* ... but one that was recorded is as good; a bias adds 64*112*112 */
    {"aten::cudnn_convolution",
	"f32[1,3,224,224] f32[64,3,7,7] ? ? ? ? ? ? ? > f32[1,64,112,112]", FWD,
	236027904, 236027904, 3851008, NULL},
    {"aten::conv2d", "?[1,3,224,224] ?[64,3,7,7] ?[64] ? ? ? ? > ?[1,64,112,112]",
	FWD, 236830720, 236027904, NA, WHY_NO_DTYPE},
    {"aten::conv2d", "?[3,224,224] ?[64,3,7,7] ? ? ? ? ? > ?[64,112,112]", FWD,
	236027904, 236027904, NA, WHY_NO_DTYPE},
    /* its channels also tell a transposed one: 2 * 4*30*2 * 8*2*2 */
    {"aten::convolution", "f16[1,4,30,2] f16[4,8,2,2] ? ? ? ? ? ? ? > f16[1,8,60,4]",
	FWD, 15360, 15360, 4576, NULL},
    /* as many channels and elements out as in: transposed or not is one number,
     * 2 * 4*6*6 * 4*3*3; 2 * (144 + 144 + 144) */
    {"aten::convolution", "f16[1,4,6,6] f16[4,4,3,3] ? ? ? ? ? ? ? > f16[1,4,6,6]",
	FWD, 10368, 10368, 864, NULL},
    {BWD, "f16[1,4,6,6] f16[1,4,6,6] f16[4,4,3,3] ? ? ? ? ? ? ? ?", PART_WGRAD,
	10368, 10368, 864, NULL},
    /* depthwise: 2 * 144 * 9; 2 * (144 + 36 + 144) */
    {"aten::convolution", "f16[1,4,6,6] f16[4,1,3,3] ? ? ? ? ? ? ? > f16[1,4,6,6]",
	FWD, 2592, 2592, 648, NULL},
    /* with fewer elements out it is not: stride 2, or transposed with padding */
    {"aten::convolution", "f16[1,4,6,6] f16[4,4,3,3] ? ? ? ? ? ? ? > f16[1,4,3,3]",
	FWD, NA, 0, NA, WHY_ATTRIBUTE},
    /* the bias is of the channels that come out; of groups and transposed, 2 * 3 */
    {"aten::conv2d", "f32[2,4,8,8] f32[6,4,3,3] f32[7]", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::conv2d", "f32[2,4,8,8] f32[6,4,3,3] f32[1]", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::conv_transpose2d",
	"f32[1,4,5,5] f32[4,6,3,3] f32[4] [1,1] [0,0] [0,0] 1 [1,1]", FWD, NA,
	0, NA, WHY_MISMATCH},
    {"aten::conv_transpose2d",
	"f32[1,4,5,5] f32[4,3,3,3] f32[3] [1,1] [0,0] [0,0] 2 [1,1]", FWD, NA,
	0, NA, WHY_MISMATCH},
    {"aten::conv_tbc", "f32[10,2,4] f32[3,4,8] f32[7] 0", FWD, NA, 0, NA,
	WHY_MISMATCH},
    /* 4 channels in groups of 1 are 4 groups, of which 6 filters are no multiple */
    {"aten::_conv_depthwise2d",
	"f32[2,4,8,8] f32[6,1,3,3] [3,3] None [1,1] [0,0] [1,1]", FWD, NA, 0,
	NA, WHY_MISMATCH},
    {"aten::conv2d", "f32[2,4,8,8] f32[6,1,3,3] None ? ? ? ? > f32[2,6,6,6]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    /* 2 * 9 for each of 2 * 8 * 36 = 576; 4 * (512 + 72 + 576) */
    {"aten::_conv_depthwise2d",
	"f32[2,4,8,8] f32[8,1,3,3] [3,3] None [1,1] [0,0] [1,1]", FWD, 10368,
	10368, 4640, NULL},
    /* what is added has the result's elements, 2 * 6 * 6 * 6 */
    {"aten::cudnn_convolution_add_relu",
	"f32[2,4,8,8] f32[6,4,3,3] f32[2,6,6,5] 1 f32[6] [1,1] [0,0] [1,1] 1",
	FWD, NA, 0, NA, WHY_MISMATCH},
    /* which need not agree */
    {"aten::conv2d", "?[2,3,224,224] ?[64,3,7,7] ? ? ? ? ? > ?[1,64,112,112]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::conv2d", "?[1,3,224,224] ?[64,3,7,7] ? ? ? ? ? > ?[1,32,112,112]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::conv2d", "?[1,3,224,224] ?[64,3,7,7] ? ? ? ? ? > ?[1,64,112]", FWD,
	NA, 0, NA, WHY_MISMATCH},
    {"aten::conv2d", "?[1,3,224,224] ?[64,3,7,7] ? ? ? ? ? > ?", FWD, NA, 0, NA,
	WHY_ATTRIBUTE},
    /* and is not asked where the attributes tell */
    {"aten::cudnn_convolution", "f32[1,3,224,224] f32[64,3,7,7] [3,3] [2,2] [1,1] 1 false false true > f32[1,1,1,1]",
	FWD, 236027904, 236027904, 3851008, NULL},
    /* the gradients' sizes from the forward: of the weight as the product */
    {"aten::conv2d", "f32[1,3,224,224] f32[64,3,7,7] ? ? ? ? ? > f32[1,64,112,112]",
	PART_WGRAD, 236027904, 236027904, 3851008, NULL},
    /* layouts of their own have as many sizes as the operator takes */
    {"aten::conv_tbc", "f32[10,2,4,1] f32[3,4,8] f32[8] 0", FWD, NA, 0, NA,
	WHY_MISMATCH},
    {"aten::conv_tbc", "f32[10,2] f32[3,4,8] f32[8] 0", FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::conv_tbc", "f32[10,2,4] f32[3,4,8,1] f32[8] 0", FWD, NA, 0, NA,
	WHY_MISMATCH},
    {"DaoAILab::_causal_conv1d_fwd_cpp", "f16[1,6,16] f16[6,1,4] f16[6]", FWD,
	NA, 0, NA, WHY_MISMATCH},
    {"aten::conv_tbc", "? f32[3,4,8] f32[8] 0", FWD, NA, 0, NA, WHY_NO_SHAPE},
    /* 1-D: out 10 - 3 + 1 = 8; 2 * 4*8 * 2*3 = 384;
     * 4 * (20 + 24 + 32) = 304 */
    {"torch.nn.functional.conv1d", "f32[1,2,10] f32[4,2,3]", FWD, 384, 384, 304, NULL},
    /* dilation 2 spans 5: out 6; 2 * 4*6 * 6 = 288; 4 * (20 + 24 + 24) */
    {"torch.nn.functional.conv1d", "f32[1,2,10] f32[4,2,3] dilation=2", FWD,
	288, 288, 272, NULL},
    /* 3-D: out 2*3*4 = 24; 2 * 24 * 8 = 384; 4 * (3*4*5 + 8 + 24) */
    {"torch.nn.functional.conv3d", "f16[1,1,3,4,5] f16[1,1,2,2,2]", FWD, 384,
	384, 184, NULL},
    /* same: out as in; 2 * 4*64*27 = 13824; 2 * (192 + 108 + 256) */
    {CONV2D, "f16[1,3,8,8] f32[4,3,3,3] padding='same'", FWD, 13824, 13824,
	1112, NULL},
    /* 2 * 4*64*3; 2 * (192 + 12 + 256) */
    {CONV2D, "f16[1,3,8,8] f32[4,3,1,1] padding='same'", FWD, 1536, 1536, 920, NULL},
    /* a result without elements, which torch refuses: 0 - 2 * 1 + 1 + 1 = 0 */
    {CONVT2D, "f16[1,3,1,1] f16[3,4,2,2] padding=1", FWD, NA, 0, NA, WHY_MISMATCH},
    /* windows that are none */
    {CONV2D, "f16[1,3,8,8] f32[4,3,0,3] padding='same'", FWD, NA, 0, NA, WHY_MISMATCH},
    {CONV2D, "f16[1,3,8,8] f32[4,3,3,3] padding='same' stride=0", FWD, NA, 0,
	NA, WHY_MISMATCH},
    {CONV2D, "f16[1,3,8,8] f32[4,3,3,3] padding='same' dilation=0", FWD, NA, 0,
	NA, WHY_MISMATCH},
    {CONV2D, "f16[1,3,8,8] f16[4,3,3,3] padding=1", FWD, 13824, 13824, 1112, NULL},
    /* valid: 6*6; 2 * 4*36*27 = 7776; 2 * (192 + 108 + 144) */
    {CONV2D, "f16[1,3,8,8] f16[4,3,3,3] padding='valid'", FWD, 7776, 7776, 888, NULL},
    {CONV2D, "f16[1,3,8,8] f16[4,3,3,3] padding='odd'", FWD, NA, 0, NA, WHY_ATTRIBUTE},
    /* four groups: 2 * 8*64 * 2*9 = 18432; 4 * (8*64 + 8*2*9 + 8*64) */
    {CONV2D, "f32[1,8,8,8] f32[8,2,3,3] None 1 1 1 4", FWD, 18432, 18432, 4672, NULL},
    /* depthwise: 2 * 8*64 * 9 = 9216; 4 * (512 + 72 + 512) */
    {CONV2D, "f32[1,8,8,8] f32[8,1,3,3] None 1 1 1 8", FWD, 9216, 9216, 4384, NULL},
    {"aten::_conv_depthwise2d",
	"f32[1,8,8,8] f32[8,1,3,3] [3,3] None [1,1] [1,1] [1,1]", FWD, 9216,
	9216, 4384, NULL},
    {CONV2D, "f32[1,8,8,8] f32[8,2,3,3] None 1 1 1 8", FWD, NA, 0, NA, WHY_MISMATCH},
    {CONV2D, "f32[1,8,8,8] f32[8,3,3,3]", FWD, NA, 0, NA, WHY_MISMATCH},
    {CONV2D, "f32[1,3,2,2] f32[4,3,3,3]", FWD, NA, 0, NA, WHY_MISMATCH},
    {CONV2D, "f32[1,3,8,8] f32[4,3,3,3] stride=0", FWD, NA, 0, NA, WHY_MISMATCH},
    {CONV2D, "f32[1,3,8,8] f32[4,3,3,3] padding=9000000000000000000", FWD, NA,
	0, NA, WHY_OVERFLOW},
    /* dy of fewer dimensions than x */
    {BWD,
	"f32[4] f32[1,3,8,8] f32[4,3,3,3] None [1,1] [0,0] [1,1] false "
	"[0,0] 1 [true,true,false]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {CONV2D, "f32[8,8] f32[3,3]", FWD, NA, 0, NA, WHY_MISMATCH},
    /* the groups divide the first size of the weight: torch's check_shape_forward */
    {CONV2D, "f32[2,8,8,8] f32[12,1,3,3] None 1 0 1 8", FWD, NA, 0, NA, WHY_MISMATCH},
    {CONVT2D, "f32[2,8,8,8] f32[8,2,3,3] None 1 0 0 3", FWD, NA, 0, NA, WHY_MISMATCH},
    /* 8 - 3 + 1 = 6 places, 5 - 1 + 3 = 7 transposed: so large is dy, with the
     * images of x and the channels that the weight makes */
    {"aten::convolution_backward", "f32[1,6,7,6] f32[1,4,8,8] f32[6,4,3,3] None [1,1] [0,0] [1,1] false [0,0] 1 [true,true,false]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::convolution_backward", "f32[1,6,6,7] f32[1,4,8,8] f32[6,4,3,3] None [1,1] [0,0] [1,1] false [0,0] 1 [true,true,false]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::convolution_backward", "f32[1,5,6,6] f32[1,4,8,8] f32[6,4,3,3] None [1,1] [0,0] [1,1] false [0,0] 1 [true,true,false]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::convolution_backward", "f32[2,6,6,6] f32[1,4,8,8] f32[6,4,3,3] None [1,1] [0,0] [1,1] false [0,0] 1 [true,true,false]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::convolution_backward", "f32[1,6,1,1] f32[1,4,2,2] f32[6,4,3,3] None [1,1] [0,0] [1,1] false [0,0] 1 [true,true,false]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::convolution_backward", "f32[1,6,7,8] f32[1,4,5,5] f32[4,6,3,3] None [1,1] [0,0] [1,1] true [0,0] 1 [true,true,false]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"aten::convolution_backward", "f32[1,5,7,7] f32[1,4,5,5] f32[4,6,3,3] None [1,1] [0,0] [1,1] true [0,0] 1 [true,true,false]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {CONV2D, "f32[1,3,8,8]", FWD, NA, 0, NA, WHY_NO_SHAPE},
    {CONV2D, "weird7[1,3,8,8] weird7[4,3,3,3] padding=1", FWD, 13824, 13824, NA,
	WHY_NO_DTYPE},

    /* transposed: 2 * 1*4*30*2 * 8*2*2 = 15360, + 8*60*4 = 1920 for the bias;
     * 4 * (240 + 128 + 1920 + 8) */
    {CONVT2D, "f32[1,4,30,2] f32[4,8,2,2] f32[8] stride=2", FWD, 17280, 15360,
	9184, NULL},
    {"aten::convolution",
	"f32[1,4,30,2] f32[4,8,2,2] f32[8] [2,2] [0,0] [1,1] true [0,0] 1", FWD,
	17280, 15360, 9184, NULL},
    {"aten::cudnn_convolution_transpose",
	"f32[1,4,30,2] f32[4,8,2,2] [0,0] [0,0] [2,2] [1,1] 1", FWD, 15360,
	15360, 9152, NULL},
    /* four groups of one channel; out (8-1)*2 - 2 + 3 + 1 = 16:
     * 2 * 2*4*64 * 9 = 9216, + 2*4*256; 4 * (512 + 36 + 2048 + 4) */
    {CONVT2D, "f32[2,4,8,8] f32[4,1,3,3] f32[4] 2 1 1 4", FWD, 11264, 9216,
	10400, NULL},
    /* groups say how many channels come out where no bias does */
    {CONVT2D, "f32[2,4,8,8] f32[4,1,3,3] None 2 1 1 4", FWD, 9216, 9216, 10384, NULL},
    /* shapes are enough for the FLOPs */
    {"aten::conv_transpose2d", "?[1,4,30,2] ?[4,8,2,2] ? ? ? ? ? ?", FWD, 15360,
	15360, NA, WHY_NO_DTYPE},
    /* but with a bias, whose adds are the result's */
    {"aten::conv_transpose2d", "?[1,4,30,2] ?[4,8,2,2] ?[8] ? ? ? ? ?", FWD, NA,
	0, NA, WHY_ATTRIBUTE},
    {CONVT2D, "f32[1,5,30,2] f32[4,8,2,2]", FWD, NA, 0, NA, WHY_MISMATCH},

    /* The gradients are products of the forward's size.
     * dgrad: 4 * (802816 + 9408 + 150528), wgrad the same sizes */
    {CONV2D, "f32[1,3,224,224] f32[64,3,7,7] f32[64] 2 3", PART_DGRAD,
	236027904, 236027904, 3851008, NULL},
    {CONV2D, "f32[1,3,224,224] f32[64,3,7,7] f32[64] 2 3", PART_WGRAD,
	236027904, 236027904, 3851008, NULL},
    {CONV2D, "f32[1,3,224,224] f32[64,3,7,7] f32[64] 2 3", PART_PRODUCT,
	236027904, 236027904, 3851008, NULL},
    /* 802816 adds; 4 * (802816 + 64) */
    {CONV2D, "f32[1,3,224,224] f32[64,3,7,7] f32[64] 2 3", PART_DBIAS, 802816,
	0, 3211520, NULL},
    /* all three */
    {CONV2D, "f32[1,3,224,224] f32[64,3,7,7] f32[64] 2 3", PART_BACKWARD,
	472858624, 472055808, 10913536, NULL},
    {CONV2D, "f32[1,3,224,224] f32[64,3,7,7] None 2 3", PART_BACKWARD,
	472055808, 472055808, 7702016, NULL},
    {CONV2D, "f32[1,3,224,224] f32[64,3,7,7] None 2 3", PART_DBIAS, NA, 0, NA,
	WHY_NO_BIAS},
    /* groups: not g times as much (pytorch PR 183405);
     * 2 * 8*64 * 2*9; 4 * (512 + 512 + 144) */
    {CONV2D, "f32[1,8,8,8] f32[8,2,3,3] None 1 1 1 4", PART_WGRAD, 18432, 18432,
	4672, NULL},
    {CONVT2D, "f32[1,4,30,2] f32[4,8,2,2] f32[8] stride=2", PART_WGRAD, 15360,
	15360, 9152, NULL},

    /* The backward operator: only what output_mask asks for. */
    {BWD,
	"f32[1,64,112,112] f32[1,3,224,224] f32[64,3,7,7] [64] [2,2] [3,3] "
	"[1,1] false [0,0] 1 [true,true,true]",
	FWD, 472858624, 472055808, 10913536, NULL},
    {BWD,
	"f32[1,64,112,112] f32[1,3,224,224] f32[64,3,7,7] None [2,2] [3,3] "
	"[1,1] false [0,0] 1 [false,true,false]",
	FWD, 236027904, 236027904, 3851008, NULL},
    {BWD,
	"f32[1,64,112,112] f32[1,3,224,224] f32[64,3,7,7] None [2,2] [3,3] "
	"[1,1] false [0,0] 1 [false,false,false]",
	FWD, 0, 0, 0, NULL},
    /* x is expanded over the batch: 192 elements are read, all 384 have a
     * gradient.  2 * 288 * 27; dx: 4 * (288 + 108 + 384), dw: 4 * (288 + 192 +
     * 108), db: 288 adds, 4 * (288 + 4) */
    {BWD,
	"f32[2,4,6,6] f32[2,3,8,8]/[0,64,8,1] f32[4,3,3,3] [4] [1,1] [0,0] "
	"[1,1] false [0,0] 1 [true,false,false]",
	FWD, 15552, 15552, 3120, NULL},
    {BWD,
	"f32[2,4,6,6] f32[2,3,8,8]/[0,64,8,1] f32[4,3,3,3] [4] [1,1] [0,0] "
	"[1,1] false [0,0] 1 [false,true,false]",
	FWD, 15552, 15552, 2352, NULL},
    {BWD,
	"f32[2,4,6,6] f32[2,3,8,8]/[0,64,8,1] f32[4,3,3,3] [4] [1,1] [0,0] "
	"[1,1] false [0,0] 1 [false,false,true]",
	FWD, 288, 0, 1168, NULL},
    /* Its parts need no attribute, as the result's gradient is there; whether
     * it is transposed shows in the channels. */
    {BWD, "?[1,64,112,112] ?[1,3,224,224] ?[64,3,7,7] ? ? ? ? ? ? ? ?",
	PART_WGRAD, 236027904, 236027904, NA, WHY_NO_DTYPE},
    {BWD, "?[1,64,112,112] ?[1,3,224,224] ?[64,3,7,7] ? ? ? ? ? ? ? ?", FWD, NA,
	0, NA, WHY_ATTRIBUTE},
    {BWD, "?[1,8,60,4] ?[1,4,30,2] ?[4,8,2,2] ? ? ? ? ? ? ? ?", PART_DGRAD,
	15360, 15360, NA, WHY_NO_DTYPE},
    {BWD, "?[1,4,60,4] ?[1,4,30,2] ?[4,4,2,2] ? ? ? ? ? ? ? ?", PART_DGRAD, NA,
	0, NA, WHY_ATTRIBUTE},
    /* input before the gradient */
    {"aten::cudnn_convolution_backward",
	"f32[1,3,224,224] f32[1,64,112,112] f32[64,3,7,7] [3,3] [2,2] [1,1] 1 "
	"false false true [true,true]",
	FWD, 472055808, 472055808, 7702016, NULL},
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
