/*
 * test_roof.c - which peak a kernel is held against, what bounds it, whether
 * its operator could use Tensor Cores.
 */
#include "prof/roof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static struct name_cache names;

/* A row of a kernel with this verdict, type and cost. */
struct sample {
	struct record rec;
	struct row row;
};

static void make(struct sample *s, const char *device, const char *kernel,
    enum tc tc, enum dtype dtype)
{
	memset(s, 0, sizeof *s);
	s->rec.kind = STR("kernel");
	record_set(&s->rec, kernel, str_of(kernel));
	record_mark(&s->rec, gpu);
	s->rec.gpu = (struct record_gpu){
	    .name = str_of(device), .sms = -1, .clock_khz = -1, .mem_bps = -1};
	s->row.rec = &s->rec;
	s->row.name = *name_read(&names, s->rec.kernel);
	s->row.tc = tc;
	s->row.c.cost = (struct cost){.has_flops = true,
	    .has_bytes = true,
	    .flops = 1000000,
	    .bytes = 1000,
	    .dtype = dtype};
}

#define V100 "Tesla V100-SXM2-16GB"
#define A100 "NVIDIA A100-SXM4-40GB"
#define H100 "NVIDIA H100 80GB HBM3"
#define RTX3090 "NVIDIA GeForce RTX 3090"

/* Peaks in GFLOP/s by the data sheets; 0: not known. */
static const struct {
	const char *device, *kernel;
	enum tc tc;
	enum dtype dtype;
	const char *peak;
	uint64_t giga;
} peaks[] = {
    {V100, "volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_tn", TC_YES, DTYPE_FLOAT16,
	"fp16", 125000},
    /* the name goes before the call's type: autocast, a library that converts */
    {V100, "volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_tn", TC_YES, DTYPE_FLOAT32,
	"fp16", 125000},
    {A100, "void flash_fwd_kernel<cutlass::bfloat16_t>(P)", TC_YES,
	DTYPE_FLOAT32, "bf16", 312000},
    /* but not what may be the type of sums */
    {A100, "void k<float>(P)", TC_YES, DTYPE_FLOAT16, "fp16", 312000},
    {A100, "void k<float>(P)", TC_YES, DTYPE_UNKNOWN, NULL, 0},
    {A100, "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_nt", TC_YES,
	DTYPE_UNKNOWN, "bf16", 312000},
    {A100, "cutlass_80_tensorop_s1688gemm_128x64_16x6_nn_align4", TC_YES,
	DTYPE_FLOAT32, "tf32", 156000},
    {A100, "k", TC_MAYBE_YES, DTYPE_FLOAT32, "tf32", 156000},
    {A100, "fmha_cutlassF_f32_aligned_64x64_rf_sm80", TC_YES, DTYPE_FLOAT32,
	"tf32/3", 52000},
    {A100, "cutlass_80_tensorop_d884gemm_64x128_16x3_nn_align1", TC_YES,
	DTYPE_FLOAT64, "fp64_tc", 19500},
    {A100, "cutlass_80_tensorop_i16832gemm_s8_128x64_128x3_tn_align16", TC_YES,
	DTYPE_INT8, "int8", 624000},
    {H100, "nvjet_qqtst_128x256_128x6_2x1_v_bz_TNT", TC_YES,
	DTYPE_FLOAT8_E4M3FN, "fp8", 1979000},
    /* AMD's multiply float32 as it is, 46.1 and 163.4 TFLOP/s by the data
     * sheets; as TF32 where the name says so, which the MI100 cannot */
    {"AMD Instinct MI100", "Cijk_Ailk_Bljk_SB_MT64x64x16_MI32x32x2x1_SE",
	TC_YES, DTYPE_FLOAT32, "fp32_tc", 46100},
    {"AMD Instinct MI100", "Cijk_Ailk_Bljk_S_MX_B_MT64x64x16_MI32x32x2x1_SE",
	TC_YES, DTYPE_FLOAT32, NULL, 0},
    {"AMD Instinct MI300X", "Cijk_Ailk_Bljk_SB_MT64x64x16_MI32x32x2x1_SE",
	TC_YES, DTYPE_FLOAT32, "fp32_tc", 163400},
    {"AMD Instinct MI300X", "Cijk_Ailk_Bljk_S_MX_B_MT64x64x16_MI32x32x4x1_SE",
	TC_YES, DTYPE_FLOAT32, "tf32", 653700},
    {"AMD Instinct MI250X", "k", TC_YES, DTYPE_FLOAT64, "fp64_tc", 47900},
    /* float16 sums are twice as fast on a GeForce, and only there */
    {RTX3090, "ampere_h16816gemm_256x64_ldg8_stages_32x6_tn", TC_YES,
	DTYPE_FLOAT16, "fp16_acc", 142000},
    {RTX3090, "ampere_fp16_s16816gemm_fp16_128x64_ldg8_f2f_nn", TC_YES,
	DTYPE_FLOAT16, "fp16", 71000},
    {A100, "ampere_h16816gemm_256x64_ldg8_stages_32x6_tn", TC_YES,
	DTYPE_FLOAT16, "fp16", 312000},
    /* without Tensor Cores */
    {V100, "volta_sgemm_128x64_nn", TC_NO, DTYPE_FLOAT32, "fp32", 15700},
    {V100, "volta_dgemm_128x64_nn", TC_NO, DTYPE_FLOAT64, "fp64", 7800},
    {V100, "k", TC_NO, DTYPE_FLOAT16, "fp16_vec", 31400},
    {V100, "maxwell_sgemm_fp16_128x64_tn", TC_NO, DTYPE_FLOAT16, "fp32", 15700},
    {A100, "k", TC_MAYBE_NO, DTYPE_BFLOAT16, "fp32", 19500},
    {V100, "k", TC_NO, DTYPE_INT8, "int8", 62670},
    {A100, "k", TC_NO, DTYPE_INT8, NULL, 0},
    /* the rest */
    {V100, "k", TC_NONE, DTYPE_FLOAT16, "fp32", 15700},
    {V100, "k", TC_NONE, DTYPE_INT64, "fp32", 15700},
    {V100, "k", TC_NONE, DTYPE_FLOAT64, "fp64", 7800},
    {V100, "k", TC_NONE, DTYPE_COMPLEX128, "fp64", 7800},
    {V100, "k", TC_NONE, DTYPE_UNKNOWN, NULL, 0},
    /* no such units, nothing known */
    {V100, "k", TC_YES, DTYPE_BFLOAT16, NULL, 0},
    {V100, "k", TC_YES, DTYPE_INT8, NULL, 0},
    {V100, "k", TC_UNKNOWN, DTYPE_FLOAT16, NULL, 0},
    {"nobody's", "k", TC_YES, DTYPE_FLOAT16, NULL, 0},
};

static void test_peaks(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof peaks / sizeof *peaks; i++) {
		struct sample s;
		struct roof roof;

		make(&s, peaks[i].device, peaks[i].kernel, peaks[i].tc,
		    peaks[i].dtype);
		roof_make(&s.row, &roof);
		if (roof.has_peak != (peaks[i].peak != NULL) ||
		    (roof.has_peak && (strcmp(roof.peak_name, peaks[i].peak) != 0 ||
					  roof.peak != peaks[i].giga * 1000000000)))
			fail_msg("case %zu: %s %ju", i,
			    roof.has_peak ? roof.peak_name : "none",
			    (uintmax_t)roof.peak);
	}
}

/* Elementwise work of any type but float64 is done in float32; a product
 * without matrix units in its own type, in float32 where that is as wide. */
static void test_types(void **state)
{
	static const struct {
		enum dtype dtype;
		const char *vector, *product, *matrix, *device; /* H100 */
	} types[] = {
	    {DTYPE_FLOAT64, "fp64", "fp64", "fp64_tc"},
	    {DTYPE_FLOAT32, "fp32", "fp32", "tf32"},
	    {DTYPE_FLOAT16, "fp32", "fp16_vec", "fp16"},
	    {DTYPE_BFLOAT16, "fp32", "fp32", "bf16"},
	    {DTYPE_FLOAT4_E2M1FN_X2, "fp32", NULL, "fp4", "NVIDIA B200"},
	    {DTYPE_INT16, "fp32", NULL, NULL},
	    {DTYPE_UNKNOWN, NULL, NULL, NULL},
	    {DTYPE_FLOAT8_E4M3FN, "fp32", NULL, "fp8"},
	    {DTYPE_FLOAT8_E5M2, "fp32", NULL, "fp8"},
	    {DTYPE_FLOAT8_E4M3FNUZ, "fp32", NULL, "fp8"},
	    {DTYPE_FLOAT8_E5M2FNUZ, "fp32", NULL, "fp8"},
	    {DTYPE_INT8, "fp32", NULL, "int8"},
	    {DTYPE_UINT8, "fp32", NULL, "int8"},
	    {DTYPE_COMPLEX64, "fp32", "fp32", "tf32"},
	    {DTYPE_COMPLEX128, "fp64", "fp64", "fp64_tc"},
	};
	static const enum tc verdicts[] = {TC_NONE, TC_NO, TC_YES};

	(void)state;
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		const char *const wanted[] = {
		    types[i].vector, types[i].product, types[i].matrix};

		for (size_t k = 0; k < 3; k++) {
			struct sample s;
			struct roof roof;

			make(&s, types[i].device ? types[i].device : H100, "k",
			    verdicts[k], types[i].dtype);
			roof_make(&s.row, &roof);
			if (roof.has_peak != (wanted[k] != NULL) ||
			    (wanted[k] && strcmp(roof.peak_name, wanted[k]) != 0))
				fail_msg("%s, verdict %zu: %s",
				    dtype_name(types[i].dtype), k,
				    roof.has_peak ? roof.peak_name : "-");
		}
	}
}

static void test_time(void **state)
{
	struct sample s;
	struct roof roof;

	(void)state;
	/* 15.7e6 FLOPs at 15.7 TFLOP/s take 1 us; 900000 bytes at 900 GB/s too,
	 * one byte more is longer */
	make(&s, V100, "k", TC_NONE, DTYPE_FLOAT32);
	s.row.c.cost.flops = 15700000;
	s.row.c.cost.bytes = 900000;
	roof_make(&s.row, &roof);
	assert_true(roof.has_time && !roof.memory);
	assert_true(roof.femto == 1000 * ROOF_NS);
	s.row.c.cost.bytes = 900001;
	roof_make(&s.row, &roof);
	assert_true(roof.has_time && roof.memory);
	assert_true(roof.femto == UINT64_C(1000001111));
	/* a bound has no time: it would be the most, and a rate more than that */
	s.row.c.cost.of_bytes.conf = CONF_UPPER;
	roof_make(&s.row, &roof);
	assert_true(roof.has_peak && !roof.has_time && !roof.idle);
	s.row.c.cost.of_bytes.conf = CONF_EXACT;
	s.row.c.cost.of_flops.conf = CONF_UPPER;
	roof_make(&s.row, &roof);
	assert_true(roof.has_peak && !roof.has_time && !roof.idle);
	s.row.c.cost.of_flops.conf = CONF_ESTIMATE;
	roof_make(&s.row, &roof);
	assert_true(roof.has_time);
	/* bytes unknown; no work; too much */
	s.row.c.cost.has_bytes = false;
	roof_make(&s.row, &roof);
	assert_true(roof.has_peak && !roof.has_time && !roof.idle);
	s.row.c.cost.has_bytes = true;
	s.row.c.cost.flops = s.row.c.cost.bytes = 0;
	roof_make(&s.row, &roof);
	assert_true(!roof.has_peak && !roof.has_time && roof.idle);
	s.row.c.cost.flops = UINT64_MAX;
	roof_make(&s.row, &roof);
	assert_false(roof.has_time);
	/* nothing known of the device: some bytes, or some FLOPs, are work */
	make(&s, "Nobody's", "k", TC_NONE, DTYPE_FLOAT32);
	s.row.c.cost.flops = 0;
	s.row.c.cost.bytes = 1;
	roof_make(&s.row, &roof);
	assert_true(!roof.has_peak && !roof.has_time && !roof.idle);
	s.row.c.cost.flops = 1;
	s.row.c.cost.bytes = 0;
	roof_make(&s.row, &roof);
	assert_true(!roof.has_peak && !roof.has_time && !roof.idle);
	s.row.c.cost.flops = 0;
	roof_make(&s.row, &roof);
	assert_true(!roof.has_peak && !roof.has_time && roof.idle);
}

static void test_bound(void **state)
{
	/* 1 us at the roofline */
	struct roof roof = {.has_time = true, .femto = 1000 * ROOF_NS};

	(void)state;
	assert_int_equal(roof_bound(&roof, 1000), ROOF_COMPUTE);
	assert_int_equal(roof_bound(&roof, 500), ROOF_COMPUTE);
	assert_int_equal(roof_bound(&roof, 2000), ROOF_COMPUTE); /* 50 % */
	assert_int_equal(roof_bound(&roof, 2001), ROOF_LATENCY);
	assert_int_equal(roof_bound(&roof, 5000), ROOF_COMPUTE); /* not short */
	assert_int_equal(roof_bound(&roof, 10000), ROOF_COMPUTE); /* 10 % */
	assert_int_equal(roof_bound(&roof, 10001), ROOF_LATENCY);
	roof.memory = true;
	assert_int_equal(roof_bound(&roof, 1000), ROOF_MEMORY);
	assert_int_equal(roof_bound(&roof, 0), ROOF_NO_BOUND);
	assert_int_equal(roof_bound(&roof, INT64_MAX), ROOF_LATENCY);
	roof.femto = UINT64_MAX;
	assert_int_equal(roof_bound(&roof, 1), ROOF_MEMORY);
	roof.has_time = false;
	assert_int_equal(roof_bound(&roof, 1000), ROOF_NO_BOUND);
}

/* A product of these sizes on the device that did not use them. */
static enum roof_eligible of_product(
    const char *device, enum dtype dtype, int64_t m, int64_t n, int64_t k)
{
	const int64_t a[] = {m, k}, b[] = {k, n};
	const struct arg args[] = {
	    {.kind = ARG_TENSOR, .shape = {a, 2}, .dtype = dtype},
	    {.kind = ARG_TENSOR, .shape = {b, 2}, .dtype = dtype},
	};
	const struct call call = {.op = STR("aten::mm"), .args = args, .nargs = 2};
	struct sample s;

	make(&s, device, "volta_sgemm_128x64_nn", TC_NO, dtype);
	s.rec.gpu.cc = STR("7.0");
	s.row.c.call = &call;
	s.row.c.entry = op_find(&call);
	assert_non_null(s.row.c.entry);
	return roof_eligible(&s.row);
}

static void test_eligible(void **state)
{
	const struct call ours = {.op = STR("mylib::product")},
			  product = {.op = STR("aten::mm")};
	struct sample s;

	(void)state;
	assert_int_equal(of_product(V100, DTYPE_FLOAT16, 64, 64, 64), ROOF_YES);
	/* multiples of 16 bytes, before cuBLAS 11: 8 of float16 */
	assert_int_equal(of_product(V100, DTYPE_FLOAT16, 64, 68, 64), ROOF_TODAY);
	assert_int_equal(of_product(V100, DTYPE_FLOAT16, 1, 64, 64), ROOF_TODAY);
	assert_int_equal(of_product(A100, DTYPE_FLOAT16, 64, 68, 64), ROOF_YES);
	/* types that the device has no units for */
	assert_int_equal(of_product(V100, DTYPE_FLOAT32, 64, 64, 64), ROOF_NO);
	assert_int_equal(of_product(V100, DTYPE_BFLOAT16, 64, 64, 64), ROOF_NO);
	assert_int_equal(of_product(V100, DTYPE_INT8, 64, 64, 64), ROOF_NO);
	assert_int_equal(of_product(V100, DTYPE_INT64, 64, 64, 64), ROOF_NO);
	assert_int_equal(of_product(A100, DTYPE_FLOAT32, 64, 64, 64), ROOF_YES);
	assert_int_equal(of_product(A100, DTYPE_FLOAT64, 64, 64, 64), ROOF_YES);
	assert_int_equal(of_product(RTX3090, DTYPE_FLOAT64, 64, 64, 64), ROOF_NO);
	assert_int_equal(
	    of_product("Tesla P100-SXM2-16GB", DTYPE_FLOAT16, 64, 64, 64), ROOF_NO);
	assert_int_equal(
	    of_product("NVIDIA GeForce GTX 1660 Ti", DTYPE_FLOAT16, 64, 64, 64),
	    ROOF_NO);
	/* AMD's take float32 as it is from the MI100 on, and float64 from the
	 * MI200; RDNA's neither */
	assert_int_equal(
	    of_product("AMD Instinct MI100", DTYPE_FLOAT32, 64, 64, 64), ROOF_YES);
	assert_int_equal(
	    of_product("AMD Instinct MI100", DTYPE_FLOAT64, 64, 64, 64), ROOF_NO);
	assert_int_equal(
	    of_product("AMD Instinct MI210", DTYPE_FLOAT32, 64, 64, 64), ROOF_YES);
	assert_int_equal(
	    of_product("AMD Instinct MI210", DTYPE_FLOAT64, 64, 64, 64), ROOF_YES);
	assert_int_equal(
	    of_product("AMD Instinct MI50", DTYPE_FLOAT32, 64, 64, 64), ROOF_NO);
	assert_int_equal(
	    of_product("AMD Radeon RX 7900 XTX", DTYPE_FLOAT32, 64, 64, 64),
	    ROOF_NO);
	/* whatever the rate is: of these no source tells it */
	assert_int_equal(
	    of_product("AMD Instinct MI308X", DTYPE_FLOAT32, 64, 64, 64), ROOF_YES);
	assert_int_equal(
	    of_product("NVIDIA A10G", DTYPE_FLOAT16, 64, 64, 64), ROOF_YES);
	/* of one without clocks the compute capability decides, which is 7.0 */
	assert_int_equal(
	    of_product("nobody's", DTYPE_FLOAT16, 64, 64, 64), ROOF_YES);
	assert_int_equal(
	    of_product("nobody's", DTYPE_BFLOAT16, 64, 64, 64), ROOF_NO);
	assert_int_equal(of_product("nobody's", DTYPE_FLOAT32, 64, 64, 64), ROOF_NO);
	/* a call of no rule, a rule without the call's sizes: no size is known
	 * that does not fit */
	make(&s, V100, "volta_sgemm_128x64_nn", TC_NO, DTYPE_FLOAT16);
	s.row.c.call = &ours;
	assert_int_equal(roof_eligible(&s.row), ROOF_YES);
	s.row.c.call = NULL;
	s.row.c.entry = op_find(&product);
	assert_int_equal(roof_eligible(&s.row), ROOF_YES);
	/* the verdict decides what an operator is; a helper is none */
	make(&s, V100, "k", TC_NONE, DTYPE_FLOAT16);
	assert_int_equal(roof_eligible(&s.row), ROOF_NEVER);
	make(&s, V100, "k", TC_YES, DTYPE_FLOAT16);
	assert_int_equal(roof_eligible(&s.row), ROOF_YES);
	s.row.c.cost.of_flops.conf = CONF_HELPER;
	assert_int_equal(roof_eligible(&s.row), ROOF_NEVER);
	make(&s, V100, "k", TC_UNKNOWN, DTYPE_FLOAT16);
	assert_int_equal(roof_eligible(&s.row), ROOF_UNKNOWN);
	/* a type that nobody knows is not one without units */
	make(&s, V100, "k", TC_NO, DTYPE_UNKNOWN);
	assert_int_equal(roof_eligible(&s.row), ROOF_UNKNOWN);
	make(&s, V100, "k", TC_NO, DTYPE_COMPLEX128);
	assert_int_equal(roof_eligible(&s.row), ROOF_NO);
}

static int free_names(void **state)
{
	(void)state;
	name_cache_free(&names);
	return 0;
}

/* Whole nanoseconds, of 10^6 fs; what is begun is one. */
static void test_round(void **state)
{
	static const struct {
		uint64_t femto;
		int64_t ns;
	} cases[] = {
	    {0, 0},
	    {1, 1},
	    {999999, 1},
	    {1000000, 1},
	    {1000001, 2},
	    {UINT64_MAX, 18446744073710},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct roof roof = {.femto = cases[i].femto};

		assert_int_equal(roof_ns(&roof), cases[i].ns);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_peaks),
	    cmocka_unit_test(test_types),
	    cmocka_unit_test(test_time),
	    cmocka_unit_test(test_round),
	    cmocka_unit_test(test_bound),
	    cmocka_unit_test(test_eligible),
	};

	return cmocka_run_group_tests(tests, NULL, free_names);
}
