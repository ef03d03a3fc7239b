/*
 * test_rnn.c - recurrent layers and cells against sizes worked out by hand.
 */
#include "prof/ops/op.h"
#include "tests/unit/costs.h"

#define FWD PART_FORWARD
#define BWD PART_BACKWARD

/* Two layers of an LSTM, I 6, H 4, both with biases: w_ih, w_hh, b_ih, b_hh */
#define LSTM_WEIGHTS                                                           \
	"f32[16,6] f32[16,4] f32[16] f32[16] f32[16,4] f32[16,4] f32[16] "     \
	"f32[16]"

static const struct cost_case cases[] = {
    /* LSTMCell(6, 4) of 3 samples: 2*3*16*(6+4) = 960, and 30*3*4 = 360 with
     * its two biases; x 18, h 12, c 12, weights 160 + 32, h' and c' 24 */
    {"LSTMCell.forward", "f32[3,6] f32[3,4] f32[3,4]", FWD, 1320, 960, 1032, NULL},
    /* the marker may leave c out */
    {"LSTMCell.forward", "f32[3,6] f32[3,4]", FWD, 1320, 960, 1032, NULL},
    /* GRU: 2*3*12*10 = 720, 22*12 = 264; 18 + 12 + 120 + 24 + 12 */
    {"GRUCell.forward", "f32[3,6] f32[3,4]", FWD, 984, 720, 744, NULL},
    /* plain: 2*3*4*10 = 240, 4*12 = 48; 18 + 12 + 40 + 8 + 12 */
    {"RNNCell.forward", "f32[3,6] f32[3,4]", FWD, 288, 240, 360, NULL},
    /* backward: twice the products; x, weights, h and its gradient (both
     * states), the first states and their gradients, dx, dw:
     * 18 + 192 + 2*24 + 24 + 24 + 18 + 192 = 516 */
    {"LSTMCell.forward", "f32[3,6] f32[3,4] f32[3,4]", BWD, 1920, 1920, 2064, NULL},
    {"LSTMCell.forward", "f32[3,6]", FWD, NA, 0, NA, WHY_ATTRIBUTE},

    /* LSTM(6, 4) over 5 steps: 5 * 960, 5 * 360;
     * x 90 + 192 + y 60 + h, c, h', c' 48 = 390 */
    {"LSTM.forward", "f32[5,3,6] f32[1,3,4] f32[1,3,4]", FWD, 6600, 4800, 1560, NULL},
    /* batch_first makes no difference */
    {"LSTM.forward", "f32[3,5,6] f32[1,3,4] f32[1,3,4]", FWD, 6600, 4800, 1560, NULL},
    /* two layers, or two directions? */
    {"LSTM.forward", "f32[5,3,6] f32[2,3,4] f32[2,3,4]", FWD, NA, 0, NA,
	WHY_ATTRIBUTE},
    {"RNN.forward", "f32[5,3,6] f32[1,3,4]", FWD, 1440, 1200, 888, NULL},

    /* torch's: the weights' elements are 96 + 64 + 64 + 64 = 288, biases 64:
     * 2*15*288 = 8640; 15 * (64 + 22*4*2) = 3600;
     * x 90, weights 352, y 60, states 4 * 24 = 96: 598 */
    {"torch.lstm",
	"f32[5,3,6] f32[2,3,4] f32[2,3,4] " LSTM_WEIGHTS
	" true 2 0.0 true false false",
	FWD, 12240, 8640, 2392, NULL},
    /* the list of weights was not recorded */
    {"aten::lstm", "f32[5,3,6] f32[2,3,4] f32[2,3,4] true 2 0.0 true false false",
	FWD, 12240, 8640, 2392, NULL},
    {"aten::lstm", "f32[5,3,6] f32[2,3,4] f32[2,3,4] false 2 0.0 true false false",
	FWD, 11280, 8640, 2136, NULL},
    /* ... and nobody says how many directions there are */
    {"aten::lstm", "f32[5,3,6] f32[2,3,4] f32[2,3,4] true 2 0.0 true", FWD, NA,
	0, NA, WHY_ATTRIBUTE},
    /* without biases: 15 * 176 = 2640; 288 weights */
    {"torch.lstm",
	"f32[5,3,6] f32[2,3,4] f32[2,3,4] f32[16,6] f32[16,4] f32[16,4] "
	"f32[16,4] "
	"false 2 0.0 true false false",
	FWD, 11280, 8640, 2136, NULL},
    /* both directions of one layer: the second reads x too: 2 * 160 = 320
     * elements: 2*15*320 = 9600; 15 * (64 + 176); y is twice as wide:
     * 90 + 384 + 120 + 96 = 690 */
    {"torch.lstm",
	"f32[5,3,6] f32[2,3,4] f32[2,3,4] f32[16,6] f32[16,4] f32[16] f32[16] "
	"f32[16,6] f32[16,4] f32[16] f32[16] true 1 0.0 true true false",
	FWD, 13200, 9600, 2760, NULL},
    /* a projection from 4 to 2: w_ih 96, w_hh (16, 2) 32, w_hr (2, 4) 8;
     * 2*15*136 = 4080; 15 * (32 + 88) = 1800;
     * 90 + 168 + y 30 + h 6 + c 12, twice: 324 */
    {"torch.lstm",
	"f32[5,3,6] f32[1,3,2] f32[1,3,4] f32[16,6] f32[16,2] f32[16] f32[16] "
	"f32[2,4] true 1 0.0 true false false",
	FWD, 5880, 4080, 1296, NULL},
    /* packed: 11 steps of 3 samples: 11 * (2*160 + 32 + 88) = 4840;
     * 66 + 192 + 44 + 48 */
    {"aten::lstm",
	"f32[11,6] i64[5] f32[1,3,4] f32[1,3,4] f32[16,6] f32[16,4] f32[16] "
	"f32[16] true 1 0.0 true false",
	FWD, 4840, 3520, 1400, NULL},
    /* lists as lists */
    {"aten::gru",
	"f32[5,3,6] f32[1,3,4] "
	"[{\"type\":\"tensor\",\"shape\":[12,6],\"dtype\":\"float32\"},"
	"{\"type\":\"tensor\",\"shape\":[12,4],\"dtype\":\"float32\"}] "
	"false 1 0.0 true false false",
	/* 2*15*120; 15 * 16 * 4; 90 + 120 + 60 + 24 */
	FWD, 4560, 3600, 1176, NULL},
    /* states that were not recorded, so that weights are in their place */
    {"aten::lstm",
	"f32[5,3,6] ? f32[32,6] f32[32,8] f32[32] f32[32] true 1 0.0 true "
	"false "
	"false",
	FWD, NA, 0, NA, WHY_NO_SHAPE},
    {"aten::gru",
	"f32[5,3,6] [] "
	"[{\"type\":\"tensor\",\"shape\":[24,6],\"dtype\":\"float32\"},"
	"{\"type\":\"tensor\",\"shape\":[24,8],\"dtype\":\"float32\"}] "
	"false 1 0.0 true false false",
	FWD, NA, 0, NA, WHY_NO_SHAPE},
    {"aten::lstm_cell", "f32[3,6] ? f32[16,6] f32[16,4] f32[16] f32[16]", FWD,
	NA, 0, NA, WHY_NO_SHAPE},
    {"aten::gru_cell", "f32[3,6] ? f32[12,6] f32[12,4] f32[12] f32[12]", FWD,
	NA, 0, NA, WHY_NO_SHAPE},
    /* weights that were not recorded stand among the numbers: which of them is
     * batch_first is not known */
    {"aten::gru", "f32[10,2,5] f32[2,2,7] ? true 1 0.0 true true false", FWD,
	NA, 0, NA, WHY_ATTRIBUTE},
    /* one of a list that was not recorded is not one that is not there */
    {"aten::gru",
	"f32[5,3,6] f32[1,3,4] "
	"[{\"type\":\"unknown\"},"
	"{\"type\":\"tensor\",\"shape\":[12,4],\"dtype\":\"float32\"}] "
	"false 1 0.0 true false false",
	FWD, NA, 0, NA, WHY_NO_SHAPE},
    {"aten::gru",
	"f32[5,3,6] f32[1,3,4] "
	"[{\"type\":\"tensor\",\"shape\":[12,6],\"dtype\":\"float32\"},"
	"{\"type\":\"tensor\",\"dtype\":\"float32\"}] "
	"false 1 0.0 true false false",
	FWD, NA, 0, NA, WHY_NO_SHAPE},
    {"aten::rnn_tanh", "f32[5,3,6]", FWD, NA, 0, NA, WHY_NO_SHAPE},
    {"aten::lstm", "f32[5,3,6] f32[2,3,4]", FWD, NA, 0, NA, WHY_NO_SHAPE},
    /* states of no dimension, or of four */
    {"torch.gru_cell", "f32[3,6] f32[] f32[12,6] f32[12,4] f32[12] f32[12]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"torch.gru_cell", "f32[3,6] f32[3,1,1,4] f32[12,6] f32[12,4] f32[12] f32[12]",
	FWD, NA, 0, NA, WHY_MISMATCH},
    {"torch.gru_cell", "f32[3,6] f32[3,4] f32[12,6] f32[12,4] f32[12] f32[12]",
	FWD, 984, 720, 744, NULL},
    {"aten::lstm_cell",
	"f32[3,6] f32[3,4] f32[3,4] f32[16,6] f32[16,4] f32[16] f32[16]", FWD,
	1320, 960, 1032, NULL},
    {"aten::lstm_cell",
	"f32[3,6] f32[3,4] f32[3,4] f32[16,7] f32[16,4] f32[16] f32[16]", FWD,
	NA, 0, NA, WHY_MISMATCH},

    /* cuDNN's, weights recorded or made up from the sizes: mode 2 is LSTM */
    {"aten::_cudnn_rnn", "f32[5,3,6] " LSTM_WEIGHTS " 4 f32[352] f32[2,3,4] f32[2,3,4] 2 4 0 2 false 0.0 true false [] None",
	FWD, 12240, 8640, 2392, NULL},
    {"aten::_cudnn_rnn",
	"f32[5,3,6] ? 4 f32[352] f32[2,3,4] f32[2,3,4] 2 4 0 2 false 0.0 true "
	"false [] None",
	FWD, 12240, 8640, 2392, NULL},
    /* mode 0 is a network of one gate, with relu: 4*(6+4) + 4*(4+4) = 72
     * weights, 16 biases: 2*15*72 = 2160; 15 * (16 + 2*8) = 480;
     * 90 + 88 + 60 + 2 * 24 numbers; there is no mode 4 */
    {"aten::_cudnn_rnn",
	"f32[5,3,6] ? 4 ? f32[2,3,4] None 0 4 0 2 false 0.0 true false [] None",
	FWD, 2640, 2160, 1144, NULL},
    /* two weights a layer: no biases, 15 * 2 * 8; 90 + 72 + 60 + 2 * 24 */
    {"aten::_cudnn_rnn",
	"f32[5,3,6] ? 2 ? f32[2,3,4] None 0 4 0 2 false 0.0 true false [] None",
	FWD, 2400, 2160, 1080, NULL},
    {"aten::_cudnn_rnn",
	"f32[5,3,6] ? 4 ? f32[2,3,4] None 4 4 0 2 false 0.0 true false [] None",
	FWD, NA, 0, NA, WHY_ATTRIBUTE},
    /* before torch 1.8, without a projection */
    {"aten::_cudnn_rnn",
	"f32[5,3,6] ? 4 f32[352] f32[2,3,4] f32[2,3,4] 2 4 2 false 0.0 true "
	"false "
	"[] None",
	FWD, 12240, 8640, 2392, NULL},
    /* two layers in two directions: the second reads 8: per direction
     * 16*(6+4) + 16*(8+4) = 352, biases 64; both 704 and 128:
     * 2*15*704 = 21120; 15 * (128 + 22*16) = 7200;
     * 90 + 832 + 120 + 4 * 48 */
    {"aten::_cudnn_rnn",
	"f32[5,3,6] ? 4 ? f32[4,3,4] f32[4,3,4] 2 4 0 2 false 0.0 true true [] "
	"None",
	FWD, 28320, 21120, 4936, NULL},
    {"aten::_cudnn_rnn", "f32[5,3,6] ? ? ? f32[4,3,4] ? ? ? ? ? ? ? ? ? ? ?",
	FWD, NA, 0, NA, WHY_ATTRIBUTE},
    /* backward: 2 * 8640; x 90 + weights 352 + y, dy 120 + h, c 48 + dx 90 +
     * dh, dc 48 + dw 352 = 1100 */
    {"aten::_cudnn_rnn",
	"f32[5,3,6] ? 4 f32[352] f32[2,3,4] f32[2,3,4] 2 4 0 2 false 0.0 true "
	"false [] None",
	BWD, 17280, 17280, 4400, NULL},
    {"aten::_cudnn_rnn_backward",
	"f32[5,3,6] ? 4 f32[352] f32[2,3,4] f32[2,3,4] f32[5,3,4] f32[5,3,4] "
	"None "
	"None 2 4 0 2 false 0.0 true false [] None u8[99] "
	"[true,true,true,true]",
	FWD, 17280, 17280, 4400, NULL},
    /* no gradient of the weights: one product, 352 less */
    {"aten::_cudnn_rnn_backward",
	"f32[5,3,6] ? 4 f32[352] f32[2,3,4] f32[2,3,4] f32[5,3,4] f32[5,3,4] "
	"None "
	"None 2 4 0 2 false 0.0 true false [] None u8[99] "
	"[true,true,true,false]",
	FWD, 8640, 8640, 2992, NULL},
    /* the input's is 4 * 90, those of both states 2 * 4 * 24 */
    {"aten::_cudnn_rnn_backward",
	"f32[5,3,6] ? 4 f32[352] f32[2,3,4] f32[2,3,4] f32[5,3,4] f32[5,3,4] "
	"None "
	"None 2 4 0 2 false 0.0 true false [] None u8[99] "
	"[false,true,true,true]",
	FWD, 17280, 17280, 4400 - 360, NULL},
    {"aten::_cudnn_rnn_backward",
	"f32[5,3,6] ? 4 f32[352] f32[2,3,4] f32[2,3,4] f32[5,3,4] f32[5,3,4] "
	"None "
	"None 2 4 0 2 false 0.0 true false [] None u8[99] "
	"[true,false,false,true]",
	FWD, 17280, 17280, 4400 - 192, NULL},
    {"aten::miopen_rnn", "f32[5,3,6] ? 4 f32[2,3,4] f32[2,3,4] 2 4 2 false 0.0 true false [] None",
	FWD, 12240, 8640, 2392, NULL},

    /* the fused pointwise part: 12 elements, 30 each; 2*48 gates, c, h', c',
     * 48 saved, 32 of biases: 212 */
    {"aten::_thnn_fused_lstm_cell",
	"f32[3,16] f32[3,16] f32[3,4] f32[16] f32[16]", FWD, 360, 0, 848, NULL},
    {"aten::_thnn_fused_lstm_cell", "f32[3,16] f32[3,16] f32[3,4] None None",
	FWD, 264, 0, 720, NULL},
    /* 12 elements of 22; 2*36 gates, h, h', 60 saved, 24: 180 */
    {"aten::_thnn_fused_gru_cell",
	"f32[3,12] f32[3,12] f32[3,4] f32[12] f32[12]", FWD, 264, 0, 720, NULL},
    {"aten::_thnn_fused_lstm_cell", "f32[3,15]", FWD, NA, 0, NA, WHY_MISMATCH},
    /* backward: dh, dc, c, c' 48, gates 48 saved; written 48 and dc 12 */
    {"aten::_thnn_fused_lstm_cell_backward_impl",
	"f32[3,4] f32[3,4] f32[3,4] f32[3,4] f32[3,16] true", FWD, 276, 0, 624, NULL},
    {"aten::_thnn_fused_lstm_cell", "f32[3,16] f32[3,16] f32[3,4] None None",
	BWD, 276, 0, 624, NULL},
    /* dh 12, saved 60; two gradients of 36, dh 12 */
    {"aten::_thnn_fused_gru_cell_backward", "f32[3,4] f32[3,20] true", FWD, 192,
	0, 624, NULL},

    /* ONNX: W (d, 4H, I), R (d, 4H, H), B (d, 8H); 2*15*160 + 15*(32 + 88);
     * 90 + 192 + 60 + h' and c' 24 */
    {"onnx::LSTM", "f32[5,3,6] f32[1,16,6] f32[1,16,4] f32[1,32]", FWD, 6600,
	4800, 1464, NULL},
    /* both directions, no biases: 2*15*240 + 15 * 16 * 8; 90 + 240 + 120 + 24 */
    {"GRU", "f32[5,3,6] f32[2,12,6] f32[2,12,4]", FWD, 9120, 7200, 1896, NULL},
    {"com.microsoft.DynamicQuantizeLSTM",
	"f32[5,3,6] int8[1,6,16] int8[1,4,16] f32[1,32]", FWD, 6600, 4800, 984, NULL},
};

static void test_cases(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		costs_check(&cases[i]);
}

/* A module's biases are taken to be there, and where nobody says which
 * gradients are wanted all of them. */
static void test_conf(void **state)
{
#define BACKWARD(mask)                                                         \
	"f32[5,3,6] ? 4 f32[352] f32[2,3,4] f32[2,3,4] f32[5,3,4] f32[5,3,4] " \
	"None None 2 4 0 2 false 0.0 true false [] None u8[99] " mask
	struct arena a = {0};
	struct cost cost;

	(void)state;
	op_cost_of_call(calls_make(&a, "LSTMCell.forward", "f32[3,6] f32[3,4]"),
	    PART_FORWARD, &cost);
	assert_int_equal(op_sure(&cost)->conf, CONF_ESTIMATE);
	op_cost_of_call(calls_make(&a, "torch.gru_cell",
			    "f32[3,6] f32[3,4] f32[12,6] f32[12,4]"),
	    PART_FORWARD, &cost);
	assert_int_equal(op_sure(&cost)->conf, CONF_EXACT);
	op_cost_of_call(calls_make(&a, "aten::_cudnn_rnn_backward", BACKWARD("?")),
	    PART_FORWARD, &cost);
	assert_int_equal(op_sure(&cost)->conf, CONF_ESTIMATE);
	op_cost_of_call(calls_make(&a, "aten::_cudnn_rnn_backward",
			    BACKWARD("[true,true,true,true]")),
	    PART_FORWARD, &cost);
	assert_int_equal(op_sure(&cost)->conf, CONF_EXACT);
	arena_free(&a);
}

/*
 * Weights and states are those of the input: as torch.nn has them for a layer
 * and a direction, w_ih (gH, I), w_hh (gH, H or P), biases (gH), w_hr (P, H), and
 * (layers * directions, B, H) of a state; torch refuses others
 * (check_forward_args, check_rnn_cell_forward_hidden, checkSizes in RNN.cu).
 */
static void test_fits(void **state)
{
#define H " f32[2,3,4] f32[2,3,4] "
#define END " true 2 0.0 true false false"
#define CUDNN " 4 f32[352]" H "2 4 0 2 false 0.0 true false [] None"
#define HALVES "f32[16,6] f32[16,4] f32[16] f32[16] "
	static const struct {
		const char *name, *args;
		bool fits;
	} calls[] = {
	    {"aten::_cudnn_rnn", "f32[5,3,6] " LSTM_WEIGHTS CUDNN, true},
	    {"aten::_cudnn_rnn", "f32[5,3,7] " LSTM_WEIGHTS CUDNN, false},
	    {"aten::_cudnn_rnn", "f32[5,2,6] " LSTM_WEIGHTS CUDNN, false},
	    {"aten::_cudnn_rnn", "f32[3,5,6] " LSTM_WEIGHTS CUDNN, false},
	    /* batch_first; packed */
	    {"aten::_cudnn_rnn",
		"f32[3,5,6] " LSTM_WEIGHTS " 4 f32[352]" H
		"2 4 0 2 true 0.0 true false [] None",
		true},
	    {"aten::_cudnn_rnn",
		"f32[5,3,6] " LSTM_WEIGHTS " 4 f32[352]" H
		"2 4 0 2 true 0.0 true false [] None",
		false},
	    {"aten::_cudnn_rnn",
		"f32[11,6] " LSTM_WEIGHTS " 4 f32[352]" H
		"2 4 0 2 false 0.0 true false [3,3,2,2,1] None",
		true},
	    {"aten::_cudnn_rnn",
		"f32[11,7] " LSTM_WEIGHTS " 4 f32[352]" H
		"2 4 0 2 false 0.0 true false [3,3,2,2,1] None",
		false},
	    /* before torch 1.8: no proj_size */
	    {"aten::_cudnn_rnn",
		"f32[3,5,6] " LSTM_WEIGHTS " 4 f32[352]" H
		"2 4 2 true 0.0 true false [] None",
		true},
	    {"aten::_cudnn_rnn",
		"f32[5,3,6] " LSTM_WEIGHTS " 4 f32[352]" H
		"2 4 2 true 0.0 true false [] None",
		false},
	    /* states of other layers, samples, widths */
	    {"aten::_cudnn_rnn", "f32[5,3,6] " LSTM_WEIGHTS " 4 f32[352] f32[1,3,4] f32[1,3,4] 2 4 0 2 false 0.0 true false [] None",
		false},
	    {"aten::_cudnn_rnn", "f32[5,3,6] " LSTM_WEIGHTS " 4 f32[352] f32[2,3,5] f32[2,3,4] 2 4 0 2 false 0.0 true false [] None",
		false},
	    {"aten::_cudnn_rnn", "f32[5,3,6] " LSTM_WEIGHTS " 4 f32[352] f32[2,3,4] f32[2,3,5] 2 4 0 2 false 0.0 true false [] None",
		false},
	    {"aten::_cudnn_rnn", "f32[5,3,6] " LSTM_WEIGHTS " 4 f32[352] f32[2,4,4] f32[2,4,4] 2 4 0 2 false 0.0 true false [] None",
		false},
	    /* projected from 4 to 2, both directions, two layers: 2 * 2 inputs */
	    {"aten::_cudnn_rnn",
		"f32[5,3,6] f32[16,6] f32[16,2] f32[16] f32[16] f32[2,4] "
		"f32[16,6] f32[16,2] f32[16] f32[16] f32[2,4] "
		"f32[16,4] f32[16,2] f32[16] f32[16] f32[2,4] f32[16,4] "
		"f32[16,2] f32[16] f32[16] f32[2,4] "
		"5 f32[576] f32[4,3,2] f32[4,3,4] 2 4 2 2 false 0.0 true true "
		"[] None",
		true},
	    {"aten::_cudnn_rnn",
		"f32[5,3,6] f32[16,6] f32[16,2] f32[16] f32[16] f32[2,4] "
		"f32[16,6] f32[16,2] f32[16] f32[16] f32[2,4] "
		"f32[16,2] f32[16,2] f32[16] f32[16] f32[2,4] f32[16,4] "
		"f32[16,2] f32[16] f32[16] f32[2,4] "
		"5 f32[576] f32[4,3,2] f32[4,3,4] 2 4 2 2 false 0.0 true true "
		"[] None",
		false},
	    {"aten::_cudnn_rnn_backward",
		"f32[5,3,6] " LSTM_WEIGHTS " 4 f32[352]" H
		"f32[5,3,4] f32[5,3,4] f32[2,3,4] None "
		"2 4 0 2 false 0.0 true false [] None u8[99] "
		"[true,true,true,true]",
		true},
	    {"aten::_cudnn_rnn_backward",
		"f32[5,3,6] " LSTM_WEIGHTS " 4 f32[352]" H
		"f32[5,3,4] f32[5,3,5] f32[2,3,4] None "
		"2 4 0 2 false 0.0 true false [] None u8[99] "
		"[true,true,true,true]",
		false},
	    {"aten::_cudnn_rnn_backward",
		"f32[5,3,6] " LSTM_WEIGHTS " 4 f32[352]" H
		"f32[5,3,4] f32[5,3,4] f32[2,3,5] None "
		"2 4 0 2 false 0.0 true false [] None u8[99] "
		"[true,true,true,true]",
		false},
	    {"aten::miopen_rnn",
		"f32[5,3,6] " LSTM_WEIGHTS " 4" H
		"2 4 2 false 0.0 true false [] None",
		true},
	    {"aten::miopen_rnn",
		"f32[5,3,11] " LSTM_WEIGHTS " 4" H
		"2 4 2 false 0.0 true false [] None",
		false},
	    {"aten::lstm", "f32[5,3,6]" H LSTM_WEIGHTS END, true},
	    {"aten::lstm", "f32[5,3,11]" H LSTM_WEIGHTS END, false},
	    {"aten::lstm", "f32[5,4,6]" H LSTM_WEIGHTS END, false},
	    {"aten::lstm",
		"f32[3,5,6]" H LSTM_WEIGHTS " true 2 0.0 true false true", true},
	    /* emit_nvtx does not say which: a batch first, or behind */
	    {"lstm", "f32[5,3,6]" H LSTM_WEIGHTS " ? ? ? ? ? ?", true},
	    {"lstm", "f32[3,5,6]" H LSTM_WEIGHTS " ? ? ? ? ? ?", true},
	    {"lstm", "f32[5,5,6]" H LSTM_WEIGHTS " ? ? ? ? ? ?", false},
	    /* one sample */
	    {"aten::lstm",
		"f32[5,1,6] f32[1,1,4] f32[1,1,4] " HALVES
		"true 1 0.0 true false false",
		true},
	    {"aten::lstm",
		"f32[1,5,6] f32[1,1,4] f32[1,1,4] " HALVES
		"true 1 0.0 true false true",
		true},
	    {"aten::lstm",
		"f32[5,3,6] f32[2,3,4] f32[2,3,4] " HALVES HALVES
		"true 1 0.0 true true false",
		true},
	    {"aten::lstm",
		"f32[5,3,6] f32[2,3,4] f32[2,3,4] " HALVES HALVES
		"true 2 0.0 true false false",
		false},
	    /* a weight or a bias too few, or one of another size */
	    {"aten::lstm", "f32[5,3,6] f32[1,3,4] f32[1,3,4] f32[16,6] f32[16,4] f32[16] true 1 0.0 true false false",
		false},
	    {"aten::lstm", "f32[5,3,6] f32[1,3,4] f32[1,3,4] f32[16,6] f32[16,4] f32[16] f32[12] true 1 0.0 true false false",
		false},
	    {"aten::lstm", "f32[5,3,6] f32[1,3,4] f32[1,3,4] f32[12,6] f32[16,4] f32[16] f32[16] true 1 0.0 true false false",
		false},
	    {"aten::lstm", "f32[5,3,6] f32[1,3,2] f32[1,3,4] f32[16,6] f32[16,4] f32[16] f32[16] true 1 0.0 true false false",
		false},
	    {"aten::gru", "f32[5,3,6] f32[1,3,4] f32[12,6] f32[12,4] f32[12] f32[12] true 1 0.0 true false false",
		true},
	    {"aten::gru", "f32[5,3,6] f32[1,3,4] f32[16,6] f32[16,4] f32[16] f32[16] true 1 0.0 true false false",
		false},
	    {"aten::rnn_tanh", "f32[5,3,6] f32[1,3,4] f32[4,6] f32[4,4] false 1 0.0 true false false",
		true},
	    {"aten::rnn_tanh", "f32[5,3,6] f32[1,3,4] f32[4,5] f32[4,4] false 1 0.0 true false false",
		false},
	    {"aten::gru", "f32[11,6] i64[5] f32[1,3,4] f32[12,6] f32[12,4] f32[12] f32[12] true 1 0.0 true false",
		true},
	    /* modules: packed, without a batch, a batch in front */
	    {"GRU.forward", "f32[11,6] f32[1,3,4]", true},
	    {"LSTM.forward", "f32[5,6] f32[1,4] f32[1,4]", true},
	    {"LSTM.forward", "f32[5,6] f32[1,4] f32[1,3,4]", false},
	    {"LSTM.forward", "f32[5,3,6] f32[1,3,2] f32[1,3,4]", true},
	    {"LSTM.forward", "f32[5,3,6] f32[1,2,4] f32[1,2,4]", false},
	    {"LSTMCell.forward", "f32[6] f32[4] f32[4]", true},
	    {"LSTMCell.forward", "f32[3,6] f32[2,4] f32[2,4]", false},
	    {"LSTMCell.forward", "f32[3,6] f32[3,4] f32[3,5]", false},
	    {"aten::gru_cell", "f32[3,6] f32[3,4] f32[12,6] f32[12,4]", true},
	    {"aten::gru_cell", "f32[3,6] f32[2,4] f32[12,6] f32[12,4]", false},
	    {"aten::gru_cell", "f32[3,6] f32[3,4] f32[12,6] f32[12,5]", false},
	    {"aten::gru_cell",
		"f32[3,6] f32[3,4] f32[12,6] f32[12,4] f32[12] f32[4]", false},
	    {"aten::_thnn_fused_lstm_cell",
		"f32[3,16] f32[3,16] f32[3,4] None None", true},
	    {"aten::_thnn_fused_lstm_cell",
		"f32[3,16] f32[3,12] f32[3,4] None None", false},
	    {"aten::_thnn_fused_lstm_cell",
		"f32[3,16] f32[3,16] f32[3,5] None None", false},
	    {"aten::_thnn_fused_lstm_cell",
		"f32[3,16] f32[3,16] f32[3,4] f32[4] f32[4]", false},
	    {"aten::_thnn_fused_gru_cell_backward", "f32[3,4] f32[3,20] true", true},
	    {"aten::_thnn_fused_gru_cell_backward", "f32[3,4] f32[3,25] true", false},
	    /* ONNX: either layout */
	    {"onnx::LSTM", "f32[5,3,6] f32[1,16,6] f32[1,16,4] f32[1,32] None f32[1,3,4] f32[1,3,4] f32[1,12]",
		true},
	    {"onnx::LSTM", "f32[3,5,6] f32[1,16,6] f32[1,16,4] f32[1,32] None f32[3,1,4] f32[3,1,4] layout=1",
		true},
	    {"onnx::LSTM", "f32[5,3,6] f32[1,16,6] f32[1,16,4] f32[1,32] None f32[1,2,4] f32[1,2,4]",
		false},
	    {"onnx::LSTM", "f32[5,3,7] f32[1,16,6] f32[1,16,4] f32[1,32]", false},
	    {"onnx::LSTM", "f32[5,3,6] f32[1,12,6] f32[1,16,4] f32[1,32]", false},
	    {"onnx::LSTM", "f32[5,3,6] f32[1,16,6] f32[1,16,4] f32[1,16]", false},
	    {"onnx::GRU", "f32[5,3,6] f32[2,12,6] f32[2,12,4] f32[2,24]", true},
	    {"onnx::GRU", "f32[5,3,6] f32[2,16,6] f32[2,16,4] f32[2,32]", false},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof calls / sizeof *calls; i++) {
		struct arena a = {0};
		struct cost cost;

		op_cost_of_call(calls_make(&a, calls[i].name, calls[i].args),
		    PART_FORWARD, &cost);
		if (cost.has_flops != calls[i].fits ||
		    (!calls[i].fits && strcmp(cost.of_flops.why, WHY_MISMATCH) != 0))
			fail_msg("%s(%s): %s", calls[i].name, calls[i].args,
			    cost.has_flops ? "exact" : cost.of_flops.why);
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_cases),
	    cmocka_unit_test(test_conf),
	    cmocka_unit_test(test_fits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
