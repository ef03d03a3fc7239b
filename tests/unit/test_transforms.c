/*
 * test_transforms.c - Fourier transforms, linear algebra and state spaces
 * against sizes worked out by hand.
 */
#include "prof/ops/op.h"
#include "tests/unit/costs.h"

#define FWD PART_FORWARD
#define BWD PART_BACKWARD

static const struct cost_case cases[] = {
    /* 3 transforms of 16: 3 * 5*16*4 = 960; 8 * 48 both ways */
    {"torch.fft.fft", "c64[3,16]", FWD, 960, 0, 768, NULL},
    {"torch.fft.ifft", "c64[3,16] n=16", FWD, 960, 0, 768, NULL},
    /* of the first dimension: 16 of 3: 5*48*log2(3) = 380.4 */
    {"torch.fft.fft", "c64[3,16] dim=0", FWD, 380, 0, 768, NULL},
    /* cut to 8: 3 * 5*8*3; 8 * (48 + 24) */
    {"torch.fft.fft", "c64[3,16] 8", FWD, 360, 0, 576, NULL},
    /* a real input: half; all of the result is written */
    {"torch.fft.fft", "f32[3,16]", FWD, 480, 0, 576, NULL},
    /* half of the result: 3 * 9 */
    {"torch.fft.rfft", "f32[3,16]", FWD, 480, 0, 408, NULL},
    {"torch.fft.irfft", "c64[3,9]", FWD, 480, 0, 408, NULL},
    /* 15 points: 2.5 * 45 * log2(15) = 439.5; 8*27 + 4*45 */
    {"torch.fft.irfft", "c64[3,9] n=15", FWD, 440, 0, 396, NULL},
    /* two dimensions are 8 * 16 = 128 points: 2 * 5*128*7 */
    {"torch.fft.fft2", "c64[2,8,16]", FWD, 8960, 0, 4096, NULL},
    {"torch.fft.fftn", "c64[2,8,16]", FWD, 10240, 0, 4096, NULL},
    {"torch.fft.fftn", "c64[2,8,16] dim=[1,2]", FWD, 8960, 0, 4096, NULL},
    {"torch.fft.rfft2", "f32[2,8,16]", FWD, 4480, 0, 2176, NULL},
    {"torch.fft.irfft2", "c64[2,8,9]", FWD, 4480, 0, 2176, NULL},
    {"aten::_fft_r2c", "f32[3,16] [1] 0 true", FWD, 480, 0, 408, NULL},
    {"aten::_fft_r2c", "f64[3,16] [1] 0 false", FWD, 480, 0, 1152, NULL},
    {"aten::_fft_c2r", "c64[3,9] [1] 2 16", FWD, 480, 0, 408, NULL},
    {"aten::_fft_c2c", "c64[2,8,16] [1,2] 0 true", FWD, 8960, 0, 4096, NULL},
    {"aten::_fft_c2c", "c64[2,8,16] [1,2] 0 true", BWD, 8960, 0, 4096, NULL},
    {"aten::_fft_c2c", "c64[2,8,16] ? ? ?", FWD, NA, 0, NA, WHY_ATTRIBUTE},
    {"aten::_fft_c2c", "c64[2,8,16] [5] 0 true", FWD, NA, 0, NA, WHY_MISMATCH},
    {"torch.fft.fft", "?", FWD, NA, 0, NA, WHY_NO_SHAPE},
    /* one point is nothing to do */
    {"torch.fft.fft", "c64[3,1]", FWD, 0, 0, 48, NULL},
    /* windows of 16 each 4, padded by 8: (64 + 16 - 16) / 4 + 1 = 17 of 2
     * signals: 2.5*544*4 = 5440, and 544 for the window;
     * 4 * (128 + 16) + 8 * 2*17*9 */
    {"torch.stft", "f32[2,64] 16 4 16 f32[16]", FWD, 5984, 0, 3024, NULL},
    {"torch.stft", "f32[2,64] 16 4 16 None", FWD, 5440, 0, 2960, NULL},
    /* not padded: (64 - 16) / 4 + 1 = 13: 2.5*416*4 */
    {"aten::stft", "f32[2,64] 16 4 16 None false true true", FWD, 4160, 0, 2384, NULL},
    /* back: 17 windows make 64: 8 * 306 + 4 * 128 */
    {"torch.istft", "c64[2,9,17] 16 4", FWD, 5440, 0, 2960, NULL},
    /* the parts of the numbers as a last dimension; one of another size */
    {"torch.istft", "f32[2,9,17,2] 16 4", FWD, 5440, 0, 2960, NULL},
    {"torch.istft", "f32[1,2,9,17,2] 16 4", FWD, NA, 0, NA, WHY_MISMATCH},
    {"torch.istft", "c64[1,2,9,17] 16 4", FWD, NA, 0, NA, WHY_MISMATCH},
    {"torch.stft", "f32[] 16 4 16 None", FWD, NA, 0, NA, WHY_MISMATCH},
    {"torch.stft", "f32[1,2,64] 16 4 16 None", FWD, NA, 0, NA, WHY_MISMATCH},
    {"onnx::DFT", "f32[3,16,1] axis=1", FWD, 480, 0, 576, NULL},
    {"onnx::DFT", "f32[3,16,1] axis=1 onesided=1", FWD, 480, 0, 408, NULL},

    /* 2 * 2*216; 4 * 2 * 36 * 2 */
    {"torch.linalg.inv", "f32[2,6,6]", FWD, 864, 0, 576, NULL},
    {"torch.linalg.inv", "f32[2,6,5]", FWD, NA, 0, NA, WHY_MISMATCH},
    /* 2/3 * 216 + 2*36*4; 4 * (36 + 24 + 24) */
    {"torch.linalg.solve", "f32[6,6] f32[6,4]", FWD, 432, 0, 336, NULL},
    {"torch.linalg.solve", "f32[6,6] f32[6]", FWD, 216, 0, 192, NULL},
    {"torch.linalg.solve", "f32[6,6]", FWD, NA, 0, NA, WHY_NO_SHAPE},
    {"torch.linalg.cholesky", "f32[6,6]", FWD, 72, 0, 288, NULL},
    /* 2*8*9 - 2/3*27 = 126; q 24 + r 9 */
    {"torch.linalg.qr", "f32[8,3]", FWD, 126, 0, 228, NULL},
    /* 4*64*3 + 8*8*9 + 9*27 = 1587; full: 64 + 9 + 3 */
    {"torch.linalg.svd", "f32[8,3]", FWD, 1587, 0, 400, NULL},
    {"torch.linalg.svd", "f32[8,3] full_matrices=false", FWD, 1587, 0, 240, NULL},
    {"aten::_linalg_svd", "f32[3,8] false true", FWD, 1587, 0, 240, NULL},
    {"torch.linalg.eigh", "f32[6,6]", FWD, 1944, 0, 312, NULL},
    {"torch.linalg.det", "f32[2,6,6]", FWD, 288, 0, 296, NULL},
    {"aten::linalg_solve_triangular", "f32[6,6] f32[6,4]", FWD, 144, 0, 336, NULL},
    /* ... and a copy of the triangle */
    {"aten::triangular_solve", "f32[6,4] f32[6,6]", FWD, 144, 0, 480, NULL},
    {"aten::cholesky_solve", "f32[6,4] f32[6,6]", FWD, 288, 0, 336, NULL},
    /* ... and 6 pivots */
    {"aten::linalg_lu_solve", "f32[6,6] i32[6] f32[6,4]", FWD, 288, 0, 360, NULL},
    {"torch.linalg.matrix_exp", "f32[6,6]", FWD, NA, 0, NA, WHY_VALUES},
    {"torch.sparse.mm", "f32[6,6] f32[6,4]", FWD, NA, 0, NA, WHY_VALUES},
    {"aten::addmm.sparse", "f32[6,4] f32[6,6] f32[6,4]", FWD, NA, 0, NA, WHY_VALUES},

    /* u (2, 8, 16), a state of 4: 9*256*4 + D 256; 4 * (3*256 + 32 + 2*128 + 8) */
    {"mamba_ssm::selective_scan_fwd",
	"f32[2,8,16] f32[2,8,16] f32[8,4] f32[2,4,16] f32[2,4,16] f32[8]", FWD,
	9472, 0, 4256, NULL},
    /* 2 heads of 4, one group of 3 states: 8 + 2*3 = 14 channels, 14 + 8 + 2;
     * rows 2*16: 2*32*14*4 = 3584, 2*32*8*3 = 1536, 2*32*2*8*4 = 4096,
     * 4*32*2*3*4 = 3072; 4 * (32*24 + 56 + 14 + 2 + 2 + 2 + 32*8) */
    {"MambaSplitConv1dScanCombinedFn",
	"f32[2,16,24] f32[14,4] f32[14] f32[2] f32[2] f32[2] 8", FWD, 12288,
	12288, 4400, NULL},
    {"MambaSplitConv1dScanCombinedFn",
	"f32[2,16,24] f32[14,4] f32[14] f32[2] f32[2] f32[2] 8", BWD, 30720,
	30720, 7776, NULL},
    {"MambaSplitConv1dScanCombinedFn",
	"f32[2,16,24] f32[30,4] f32[14] f32[2] f32[2] f32[2] 8", FWD, NA, 0, NA,
	WHY_MISMATCH},
    /* a chunk of none, and one that was not recorded; no groups */
    {"MambaSplitConv1dScanCombinedFn",
	"f32[2,16,24] f32[14,4] f32[14] f32[2] f32[2] f32[2] 0", FWD, NA, 0, NA,
	WHY_ATTRIBUTE},
    {"MambaSplitConv1dScanCombinedFn",
	"f32[2,16,24] f32[14,4] f32[14] f32[2] f32[2] f32[2]", FWD, NA, 0, NA,
	WHY_ATTRIBUTE},
    {"MambaSplitConv1dScanCombinedFn",
	"f32[2,16,24] f32[14,4] f32[14] f32[2] f32[2] f32[2] 8 ngroups=0", FWD,
	NA, 0, NA, WHY_ATTRIBUTE},
    {"MambaSplitConv1dScanCombinedFn",
	"f32[2,16,24] f32[14,4] f32[14] f32[2] f32[2] f32[2] ?", FWD, NA, 0, NA,
	WHY_ATTRIBUTE},
    /* dx and dw 2 * 2*256*4, db 256;
     * dy 256, w 32, dx 256; dy, x, dw 32; dy, db 8 */
    {"DaoAILab::_causal_conv1d_bwd_cpp",
	"f32[2,8,16] f32[8,4] f32[8] f32[2,8,16]", FWD, 4352, 4096, 5408, NULL},
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
