/*
 * test_models_alike.c - operators that are alike, element by element: what kind
 * each is of, by lists of names.
 *
 * Whether a result of integers is an integer, a float32 or a bool is what
 * torch's documentation says, and which gradients are calculated from what
 * follows from the derivative: that of exp from its result, of x + y from none.
 * All tensors have 6 elements: 24 bytes of float32, 48 of int64 and complex64,
 * 6 of bool.
 */
#include "tests/unit/kinds.h"

#define FWD PART_FORWARD
#define BWD PART_BACKWARD

static const struct {
	const char *space, *args;
	enum op_part part;
	uint64_t flops, bytes;
	const char *names;
} kinds[] = {
    /* integers become float32 */
    {"aten::", "i64[6]", FWD, KNOWN, 48 + 24,
	"acos acosh angle arccos arccosh arcsin arcsinh arctan arctanh asin "
	"asinh atan atanh cos cosh deg2rad digamma erf erfc erfinv exp exp2 "
	"expm1 i0 lgamma log log10 log1p log2 logit rad2deg reciprocal rsqrt "
	"sigmoid sin sinc sinh special_digamma special_entr special_erf "
	"special_erfc special_erfcx special_erfinv special_exp2 special_expit "
	"special_expm1 special_gammaln special_i0 special_i0e special_i1 "
	"special_i1e special_log1p special_log_ndtr special_logit "
	"special_ndtri special_psi special_sinc sqrt tan tanh"},
    {"aten::", "i64[6] i64[6]", FWD, KNOWN, 96 + 24,
	"arctan2 atan2 copysign div divide special_xlog1py special_xlogy "
	"special_zeta true_divide xlogy"},
    {"Tensor.", "i64[6] i64[6]", FWD, KNOWN, 96 + 24,
	"__div__ __rdiv__ __rtruediv__ __truediv__"},
    /* they stay what they are */
    {"aten::", "i64[6]", FWD, KNOWN, 48 + 48,
	"_conj_physical abs absolute bitwise_not ceil conj_physical fix "
	"floor nan_to_num neg negative round sgn sign square trunc"},
    {"aten::", "i64[6] i64[6]", FWD, KNOWN, 96 + 48,
	"__and__ __iand__ __ilshift__ __ior__ __irshift__ __ixor__ __lshift__ "
	"__or__ __rand__ __ror__ __rshift__ __rxor__ __xor__ bitwise_and "
	"bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor "
	"floor_divide fmax fmin fmod heaviside maximum minimum mul multiply "
	"pow remainder"},
    {"aten::", "i64[6] 3", FWD, KNOWN, 48 + 48, "clamp_max clamp_min"},
    {"aten::", "i64[6] i64[6] 1", FWD, KNOWN, 96 + 48, "add rsub sub subtract"},
    {"Tensor.", "i64[6]", FWD, KNOWN, 48 + 48, "__abs__ __invert__ __neg__"},
    {"Tensor.", "i64[6] i64[6]", FWD, KNOWN, 96 + 48,
	"__add__ __floordiv__ __iadd__ __ifloordiv__ __imod__ __imul__ "
	"__ipow__ __isub__ __mod__ __mul__ __pow__ __radd__ __rfloordiv__ "
	"__rmod__ __rmul__ __rpow__ __rsub__ __sub__"},
    {"onnx::", "i64[6]", FWD, KNOWN, 48 + 48, "Abs BitwiseNot Neg Sign"},
    {"onnx::", "i64[6] i64[6]", FWD, KNOWN, 96 + 48,
	"Add BitShift BitwiseAnd BitwiseOr BitwiseXor Div Max Mean Min Mod Mul "
	"Pow Sub Sum"},
    /* rounded quotients, too */
    {"aten::", "i64[6] i64[6] 'floor'", FWD, 6, 96 + 48, "div divide"},
    {"torch.", "i64[6] i64[6] rounding_mode='trunc'", FWD, 6, 96 + 48, "div divide"},
    /* of floats alone */
    {"aten::", "f32[6]", FWD, KNOWN, 24 + 24, "frac"},
    {"aten::", "f32[6] f32[6]", FWD, KNOWN, 48 + 24,
	"hypot logaddexp logaddexp2 nextafter"},
    {"Tensor.", "f32[6] f32[6]", FWD, KNOWN, 48 + 24, "__idiv__ __itruediv__"},
    {"onnx::", "f32[6]", FWD, KNOWN, 24 + 24,
	"Acos Acosh Asin Asinh Atan Atanh Ceil Cos Cosh Erf Exp Floor Log "
	"Reciprocal Round Sigmoid Sin Sinh Sqrt Tan Tanh"},
    /* the result is bool */
    {"aten::", "f32[6]", FWD, KNOWN, 24 + 6,
	"isfinite isinf isnan isneginf isposinf logical_not signbit"},
    {"aten::", "f32[6] f32[6]", FWD, KNOWN, 48 + 6,
	"eq ge greater greater_equal gt isclose le less less_equal logical_and "
	"logical_or logical_xor lt ne not_equal"},
    {"Tensor.", "f32[6] f32[6]", FWD, KNOWN, 48 + 6,
	"__eq__ __ge__ __gt__ __le__ __lt__ __ne__"},
    {"onnx::", "f32[6]", FWD, KNOWN, 24 + 6, "IsInf IsNaN"},
    {"onnx::", "f32[6] f32[6]", FWD, KNOWN, 48 + 6,
	"Equal Greater GreaterOrEqual Less LessOrEqual"},
    {"onnx::", "b[6]", FWD, KNOWN, 6 + 6, "Not"},
    {"onnx::", "b[6] b[6]", FWD, KNOWN, 12 + 6, "And Or Xor"},

    /* complex: two additions, or four products and two additions; an amount
     * and an angle are real */
    {"aten::", "c64[6]", FWD, 12, 48 + 48, "neg negative"},
    {"aten::", "c64[6] c64[6] 1", FWD, 12, 96 + 48, "add rsub sub subtract"},
    {"aten::", "c64[6] c64[6]", FWD, 12, 96 + 6, "eq ne not_equal"},
    {"Tensor.", "c64[6] c64[6]", FWD, 12, 96 + 48,
	"__add__ __iadd__ __isub__ __radd__ __rsub__ __sub__"},
    {"Tensor.", "c64[6]", FWD, 12, 48 + 48, "__neg__"},
    {"Tensor.", "c64[6] c64[6]", FWD, 12, 96 + 6, "__eq__ __ne__"},
    {"aten::", "c64[6]", FWD, 36, 48 + 48, "square"},
    {"aten::", "c64[6] c64[6]", FWD, 36, 96 + 48, "mul multiply"},
    {"Tensor.", "c64[6] c64[6]", FWD, 36, 96 + 48, "__imul__ __mul__ __rmul__"},
    {"aten::", "c64[6] 2.0", FWD, 12, 48 + 48, "div divide true_divide"},
    {"Tensor.", "c64[6] 2.0", FWD, 12, 48 + 48,
	"__div__ __idiv__ __itruediv__ __truediv__"},
    /* for the rest there is no rule, nor for a quotient of two */
    {"aten::", "c64[6] c64[6]", FWD, NA, 96 + 48, "div divide pow true_divide xlogy"},
    {"Tensor.", "c64[6] c64[6]", FWD, NA, 96 + 48,
	"__div__ __idiv__ __ipow__ __itruediv__ __pow__ __rdiv__ __rpow__ "
	"__rtruediv__ __truediv__"},
    {"aten::", "c64[6]", FWD, NA, 48 + 48,
	"acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh "
	"atan atanh cos cosh exp exp2 expm1 log log10 log1p log2 reciprocal "
	"rsqrt sgn sigmoid sin sinc sinh sqrt tan tanh"},
    {"aten::", "c64[6]", FWD, 6, 48 + 24, "abs absolute angle"},
    {"Tensor.", "c64[6]", FWD, 6, 48 + 24, "__abs__"},
    {"onnx::", "c64[6]", FWD, 6, 48 + 24, "Abs"},
    /* its other half has the other sign */
    {"aten::", "c64[6]", FWD, 0, 48 + 48, "conj_physical _conj_physical"},

    /* gradients: dy, the input or the result, and dx */
    {"aten::", "f32[6] 3", BWD, KNOWN, 72, "clamp_max clamp_min"},
    {"aten::", "f32[6]", BWD, KNOWN, 72,
	"acos acosh arccos arccosh arcsin arcsinh arctan arctanh "
	"asin asinh atan atanh cos cosh erf erfc erfinv "
	"exp exp2 expm1 lgamma log log10 log1p log2 reciprocal rsqrt sigmoid "
	"sin sinh sqrt square tan tanh"},
    /* dy by the sign of x, which is an operation itself: 6 * 2 */
    {"aten::", "f32[6]", BWD, 12, 72, "abs absolute"},
    {"Tensor.", "f32[6]", BWD, 12, 72, "__abs__"},
    {"aten::", "f32[6] 0 1", BWD, 12, 72, "clamp clip"},
    /* the other factor or the divisor */
    {"aten::", "f32[6] f32[6]", BWD, KNOWN, 72, "div divide mul multiply true_divide"},
    {"Tensor.", "f32[6] f32[6]", BWD, KNOWN, 72,
	"__div__ __idiv__ __imul__ __itruediv__ __mul__ __rmul__ __truediv__"},
    {"Tensor.", "c64[6] c64[6]", BWD, 36, 144, "__imul__ __mul__ __rmul__"},
    {"aten::", "c64[6] c64[6]", BWD, 36, 144, "mul multiply"},
    /* both */
    {"aten::", "f32[6] f32[6]", BWD, KNOWN, 96, "pow"},
    {"Tensor.", "f32[6] f32[6]", BWD, KNOWN, 96,
	"__ipow__ __pow__ __rdiv__ __rpow__ __rtruediv__"},
    /* none of them */
    {"aten::", "f32[6]", BWD, KNOWN, 48, "deg2rad frac neg negative rad2deg"},
    {"aten::", "f32[6] f32[6]", BWD, 0, 48, "add"},
    {"Tensor.", "f32[6] f32[6]", BWD, 0, 48, "__add__ __iadd__ __radd__"},
    /* -dy: of the second operand of a difference, of rsub's first */
    {"aten::", "f32[6] f32[6]", BWD, 6, 48, "rsub sub subtract"},
    {"aten::", "f32[6] f32[6] 2", BWD, 6, 48, "add rsub sub subtract"},
    {"aten::", "f32[6] f64[]", BWD, 0, 48, "add sub subtract"},
    {"aten::", "f32[6] 3 2", BWD, 0, 48, "add sub subtract"},
    {"aten::", "f32[6] 3", BWD, 6, 48, "rsub"},
    {"aten::", "c64[6] c64[6] 2", BWD, 12, 96, "add rsub sub subtract"},
    {"Tensor.", "f32[6] f32[6]", BWD, 6, 48, "__isub__ __rsub__ __sub__"},
    {"Tensor.", "f32[6] 2", BWD, 0, 48, "__isub__ __sub__"},
    {"Tensor.", "f32[6] 2", BWD, 6, 48, "__rsub__"},
    {"Tensor.", "f32[6]", BWD, KNOWN, 48, "__neg__"},
    /* it is 0 */
    {"aten::", "f32[6]", BWD, 0, 24, "ceil fix floor round sign trunc"},
    /* the mask */
    {"aten::", "f32[6] b[6] 0", BWD, 0, 54, "masked_fill"},
    {"aten::", "b[6] f32[6] f32[6]", BWD, 0, 54, "where"},
    {"Tensor.", "f32[6] b[6] f32[6]", BWD, 0, 54, "where"},

    /* activations */
    {"aten::", "f32[6]", FWD, KNOWN, 48,
	"celu elu gelu hardshrink hardsigmoid hardswish hardtanh leaky_relu "
	"log_sigmoid mish relu relu6 selu silu softplus softshrink threshold"},
    {"torch.nn.functional.", "f32[6]", FWD, KNOWN, 48,
	"logsigmoid softsign tanhshrink"},
    {"onnx::", "f32[6]", FWD, KNOWN, 48,
	"Celu Elu Gelu HardSigmoid HardSwish LeakyRelu Mish QuickGelu Relu "
	"Selu "
	"Shrink Softplus Softsign Swish ThresholdedRelu"},
    {"aten::", "f32[6]", BWD, KNOWN, 72,
	"celu elu hardshrink hardsigmoid hardswish hardtanh leaky_relu "
	"log_sigmoid log_sigmoid_forward mish relu relu6 selu silu softplus "
	"softshrink threshold"},
    {"torch.nn.functional.", "f32[6]", BWD, KNOWN, 72, "logsigmoid"},
    {"aten::", "f32[6] f32[6]", FWD, KNOWN, 72,
	"hardshrink_backward hardsigmoid_backward hardswish_backward "
	"hardtanh_backward leaky_relu_backward logit_backward mish_backward "
	"rrelu_with_noise sigmoid_backward silu_backward softplus_backward "
	"softshrink_backward tanh_backward threshold_backward"},
    {"onnx::", "f32[6] f32[6]", FWD, KNOWN, 72, "GeluGrad ReluGrad"},
    {"aten::", "f32[6] 1.0 1.0 1.0 true f32[6]", FWD, KNOWN, 72, "elu_backward"},
    {"aten::", "f32[6] f32[6] f32[6]", FWD, KNOWN, 96, "rrelu_with_noise_backward"},

    /* bits and truth have no gradient */
    {"aten::", "f32[6] f32[6]", BWD, NA, NA,
	"__and__ __iand__ __ilshift__ __ior__ __irshift__ __ixor__ __lshift__ "
	"__or__ __rand__ __ror__ __rshift__ __rxor__ __xor__ bitwise_and "
	"bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift "
	"bitwise_xor eq floor_divide ge greater greater_equal gt isclose "
	"isfinite isinf isnan isneginf isposinf le less less_equal logical_and "
	"logical_not logical_or logical_xor lt ne not_equal signbit"},
    {"Tensor.", "f32[6] f32[6]", BWD, NA, NA,
	"__eq__ __floordiv__ __ge__ __gt__ __ifloordiv__ __invert__ __le__ "
	"__lt__ __ne__ __rfloordiv__"},
};

static void test_kinds(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct kind_case k = {kinds[i].space, kinds[i].args,
		    kinds[i].part, kinds[i].flops, 0, kinds[i].bytes,
		    kinds[i].bytes == NA   ? WHY_NO_GRADIENT
		    : kinds[i].flops == NA ? WHY_NO_COMPLEX
					   : NULL,
		    kinds[i].names};

		kinds_run(&k, 1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_kinds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
