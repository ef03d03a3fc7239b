/*
 * test_dtype.c - every spelling of a dtype that sources use.
 *
 * The bits are what the types are made of (IEEE 754 and C on LP64 for the
 * plain ones, the number in the name for the rest), not what dtype.def says.
 */
#include "common/dtype.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

struct spelling {
	const char *text, *name;
	unsigned bits;
	enum dtype_class class;
};

#define COMPLEX DTYPE_COMPLEX
#define FLOAT DTYPE_FLOAT
#define INT DTYPE_INT
#define BOOL DTYPE_BOOL
#define RAW DTYPE_NO_CLASS

static const struct spelling spellings[] = {
    /* 16 bytes */
    {"complex128", "complex128", 128, COMPLEX},
    {"cdouble", "complex128", 128, COMPLEX},
    {"complex<double>", "complex128", 128, COMPLEX},
    {"c10::complex<double>", "complex128", 128, COMPLEX},
    {"ComplexDouble", "complex128", 128, COMPLEX},
    {"c128", "complex128", 128, COMPLEX},
    {"COMPLEX128", "complex128", 128, COMPLEX},
    /* 8 */
    {"float64", "float64", 64, FLOAT},
    {"double", "float64", 64, FLOAT},
    {"Double", "float64", 64, FLOAT},
    {"DOUBLE", "float64", 64, FLOAT},
    {"fp64", "float64", 64, FLOAT},
    {"f64", "float64", 64, FLOAT},
    {"int64", "int64", 64, INT},
    {"INT64", "int64", 64, INT},
    {"long", "int64", 64, INT},
    {"Long", "int64", 64, INT},
    {"long int", "int64", 64, INT},
    {"long long", "int64", 64, INT},
    {"i64", "int64", 64, INT},
    {"uint64", "uint64", 64, INT},
    {"UINT64", "uint64", 64, INT},
    {"unsigned long", "uint64", 64, INT},
    {"u64", "uint64", 64, INT},
    {"complex64", "complex64", 64, COMPLEX},
    {"COMPLEX64", "complex64", 64, COMPLEX},
    {"cfloat", "complex64", 64, COMPLEX},
    {"c10::complex<float>", "complex64", 64, COMPLEX},
    {"ComplexFloat", "complex64", 64, COMPLEX},
    {"c64", "complex64", 64, COMPLEX},
    /* 4 */
    {"float32", "float32", 32, FLOAT},
    {"torch.float32", "float32", 32, FLOAT},
    {"float", "float32", 32, FLOAT},
    {"Float", "float32", 32, FLOAT},
    {"FLOAT", "float32", 32, FLOAT},
    {"fp32", "float32", 32, FLOAT},
    {"*fp32", "float32", 32, FLOAT},
    {"tl.float32", "float32", 32, FLOAT},
    {"f32", "float32", 32, FLOAT},
    {"float*", "float32", 32, FLOAT},
    {"float *", "float32", 32, FLOAT},
    {"tf32", "float32", 32, FLOAT},
    {"int32", "int32", 32, INT},
    {"INT32", "int32", 32, INT},
    {"int", "int32", 32, INT},
    {"Int", "int32", 32, INT},
    {"i32", "int32", 32, INT},
    {"uint32", "uint32", 32, INT},
    {"unsigned int", "uint32", 32, INT},
    {"u32", "uint32", 32, INT},
    {"qint32", "qint32", 32, INT},
    {"c10::qint32", "qint32", 32, INT},
    {"complex32", "complex32", 32, COMPLEX},
    {"chalf", "complex32", 32, COMPLEX},
    {"c10::complex<c10::Half>", "complex32", 32, COMPLEX},
    {"ComplexHalf", "complex32", 32, COMPLEX},
    /* 2 */
    {"float16", "float16", 16, FLOAT},
    {"torch.float16", "float16", 16, FLOAT},
    {"FLOAT16", "float16", 16, FLOAT},
    {"half", "float16", 16, FLOAT},
    {"Half", "float16", 16, FLOAT},
    {"c10::Half", "float16", 16, FLOAT},
    {"at::Half", "float16", 16, FLOAT},
    {"fp16", "float16", 16, FLOAT},
    {"*fp16", "float16", 16, FLOAT},
    {"f16", "float16", 16, FLOAT},
    {"__half", "float16", 16, FLOAT},
    {"bfloat16", "bfloat16", 16, FLOAT},
    {"bf16", "bfloat16", 16, FLOAT},
    {"BFloat16", "bfloat16", 16, FLOAT},
    {"BFLOAT16", "bfloat16", 16, FLOAT},
    {"c10::BFloat16", "bfloat16", 16, FLOAT},
    {"__nv_bfloat16", "bfloat16", 16, FLOAT},
    {"hip_bfloat16", "bfloat16", 16, FLOAT},
    {"int16", "int16", 16, INT},
    {"short", "int16", 16, INT},
    {"Short", "int16", 16, INT},
    {"short int", "int16", 16, INT},
    {"i16", "int16", 16, INT},
    {"uint16", "uint16", 16, INT},
    {"unsigned short", "uint16", 16, INT},
    {"u16", "uint16", 16, INT},
    /* 1 */
    {"int8", "int8", 8, INT},
    {"char", "int8", 8, INT},
    {"signed char", "int8", 8, INT},
    {"Char", "int8", 8, INT},
    {"i8", "int8", 8, INT},
    {"qint8", "qint8", 8, INT},
    {"QInt8", "qint8", 8, INT},
    {"uint8", "uint8", 8, INT},
    {"byte", "uint8", 8, INT},
    {"Byte", "uint8", 8, INT},
    {"unsigned char", "uint8", 8, INT},
    {"u8", "uint8", 8, INT},
    {"quint8", "quint8", 8, INT},
    {"bool", "bool", 8, BOOL},
    {"Bool", "bool", 8, BOOL},
    {"BOOL", "bool", 8, BOOL},
    {"i1", "bool", 8, BOOL},
    {"float8_e4m3fn", "float8_e4m3fn", 8, FLOAT},
    {"c10::Float8_e4m3fn", "float8_e4m3fn", 8, FLOAT},
    {"FLOAT8E4M3FN", "float8_e4m3fn", 8, FLOAT},
    {"float8_e4m3fnuz", "float8_e4m3fnuz", 8, FLOAT},
    {"float8_e5m2", "float8_e5m2", 8, FLOAT},
    {"float8_e5m2fnuz", "float8_e5m2fnuz", 8, FLOAT},
    {"Float8_e5m2fnuz", "float8_e5m2fnuz", 8, FLOAT},
    {"float8_e8m0fnu", "float8_e8m0fnu", 8, FLOAT},
    {"e4m3", "float8_e4m3fn", 8, FLOAT},
    {"e5m2", "float8_e5m2", 8, FLOAT},
    {"e8m0", "float8_e8m0fnu", 8, FLOAT},
    {"ue8m0", "float8_e8m0fnu", 8, FLOAT},
    {"fp8", "float8_e4m3fn", 8, FLOAT},
    {"__nv_fp8_e5m2", "float8_e5m2", 8, FLOAT},
    {"bits8", "bits8", 8, RAW},
    /* half a byte, logical shapes */
    {"quint4x2", "quint4x2", 4, INT},
    {"QUInt4x2", "quint4x2", 4, INT},
    /* a byte of two values */
    {"float4_e2m1fn_x2", "float4_e2m1fn_x2", 8, FLOAT},
    {"fp4", "float4_e2m1fn_x2", 8, FLOAT},
    {"e2m1", "float4_e2m1fn_x2", 8, FLOAT},
    /* below a byte */
    {"int4", "int4", 4, INT},
    {"uint4", "uint4", 4, INT},
    {"INT4", "int4", 4, INT},
    {"int2", "int2", 2, INT},
    {"uint2", "uint2", 2, INT},
    {"int1", "int1", 1, INT},
    {"int3", "int3", 3, INT},
    {"int5", "int5", 5, INT},
    {"int6", "int6", 6, INT},
    {"int7", "int7", 7, INT},
};

static void test_spellings(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof spellings / sizeof *spellings; i++) {
		const struct spelling *s = &spellings[i];
		enum dtype t = dtype_find(str_of(s->text));

		if (t == DTYPE_UNKNOWN)
			fail_msg("'%s' is unknown", s->text);
		assert_string_equal(dtype_name(t), s->name);
		assert_int_equal(dtype_bits(t), s->bits);
		assert_int_equal(dtype_class(t), s->class);
	}
}

/* These carry no size, or nobody says which. */
static void test_unknown(void **state)
{
	static const char *const texts[] = {"", " ", "*", "torch.", "weird7",
	    "Scalar", "ScalarList", "TensorList", "GenericList", "None",
	    "float3", "float321", "loat32", "complex<", "tensor", "str", "|",
	    "half|fp16", "NoneType", "Float\xff", "unknown"};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof texts / sizeof *texts; i++)
		if (dtype_find(str_of(texts[i])) != DTYPE_UNKNOWN)
			fail_msg("'%s' is known", texts[i]);
	assert_int_equal(dtype_find((struct str){0}), DTYPE_UNKNOWN);
	assert_int_equal(dtype_find(STR("float32\0")), DTYPE_UNKNOWN);
	assert_string_equal(dtype_name(DTYPE_UNKNOWN), "unknown");
	assert_int_equal(dtype_bits(DTYPE_UNKNOWN), 0);
	assert_int_equal(dtype_class(DTYPE_UNKNOWN), DTYPE_NO_CLASS);
	assert_int_equal(dtype_bits(NDTYPES), 0);
}

/* Every row of dtype.def is found by its own name and by each spelling, and by
 * no other row's. */
static void test_rows(void **state)
{
	static const struct {
		const char *name, *spellings;
	} rows[] = {
#define DTYPE(id, name, bits, class, spellings) {name, spellings},
#include "common/dtype.def"
#undef DTYPE
	};
	const char *p, *bar;
	size_t i;

	(void)state;
	assert_int_equal(sizeof rows / sizeof *rows, NDTYPES - 1);
	for (i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(dtype_find(str_of(rows[i].name)), i + 1);
		assert_true(dtype_bits((enum dtype)(i + 1)) > 0);
		for (p = rows[i].spellings; (bar = strchr(p, '|')); p = bar + 1)
			assert_int_equal(
			    dtype_find((struct str){p, (size_t)(bar - p)}), i + 1);
		assert_string_equal(p, ""); /* each ends in a bar */
	}
}

static void test_complex(void **state)
{
	(void)state;
	assert_int_equal(dtype_complex(DTYPE_FLOAT64), DTYPE_COMPLEX128);
	assert_int_equal(dtype_complex(DTYPE_FLOAT32), DTYPE_COMPLEX64);
	assert_int_equal(dtype_complex(DTYPE_FLOAT16), DTYPE_COMPLEX32);
	assert_int_equal(dtype_complex(DTYPE_COMPLEX32), DTYPE_COMPLEX32);
	assert_int_equal(dtype_complex(DTYPE_BFLOAT16), DTYPE_UNKNOWN);
	assert_int_equal(dtype_complex(DTYPE_INT64), DTYPE_UNKNOWN);
	assert_int_equal(dtype_complex(DTYPE_UNKNOWN), DTYPE_UNKNOWN);
	assert_int_equal(dtype_real(DTYPE_COMPLEX128), DTYPE_FLOAT64);
	assert_int_equal(dtype_real(DTYPE_COMPLEX64), DTYPE_FLOAT32);
	assert_int_equal(dtype_real(DTYPE_COMPLEX32), DTYPE_FLOAT16);
	assert_int_equal(dtype_real(DTYPE_INT64), DTYPE_INT64);
	assert_int_equal(dtype_real(DTYPE_UNKNOWN), DTYPE_UNKNOWN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_spellings),
	    cmocka_unit_test(test_unknown),
	    cmocka_unit_test(test_rows),
	    cmocka_unit_test(test_complex),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
