/*
 * test_gpu.c - peaks: the tables against those of the shared data, by name, by
 * what a record says, by what the user chose.
 */
#include "prof/gpu/gpu_file.h"

#include <stdio.h>
#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static struct gpu_peaks peaks_of(
    const char *name, const char *cc, int64_t sms, int64_t khz, int64_t mem_bps)
{
	struct gpu_choice none = {0};
	struct record_gpu gpu = {str_of(name), str_of(cc), sms, khz, mem_bps};
	struct gpu_peaks p;

	p = *gpu_peaks(&none, &gpu);
	return p;
}

static void is_peak(const struct gpu_peaks *p, unsigned i, uint64_t wanted)
{
	if (p->v[i] != wanted)
		fail_msg("%s: %ju, wanted %ju", gpu_peak_name(i),
		    (uintmax_t)p->v[i], (uintmax_t)wanted);
}

static void test_by_name(void **state)
{
	struct gpu_peaks p;

	(void)state;
	/* data sheet of the V100 for SXM2: 125 TFLOP/s with Tensor Cores, 15.7,
	 * 7.8; 900 GB/s */
	p = peaks_of("Tesla V100-SXM2-16GB", NULL, -1, -1, -1);
	is_peak(&p, GPU_FP16, UINT64_C(125000000000000));
	is_peak(&p, GPU_FP32, UINT64_C(15700000000000));
	is_peak(&p, GPU_FP64, UINT64_C(7800000000000));
	is_peak(&p, GPU_BF16, GPU_NONE);
	is_peak(&p, GPU_DRAM, UINT64_C(900000000000));
	/* an alias; with and without the vendor; the row goes before the record */
	p = peaks_of("Tesla V100-SXM2-32GB", "7.0", 1, 1, 1);
	is_peak(&p, GPU_FP16, UINT64_C(125000000000000));
	assert_ptr_equal(gpu_find(STR("A100-SXM4-80GB")),
	    gpu_find(STR("NVIDIA A100-SXM4-80GB")));
	assert_non_null(gpu_find(STR("A100-SXM4-80GB")));
	assert_ptr_equal(
	    gpu_find(STR("NVIDIA Tesla T4")), gpu_find(STR("NVIDIA T4")));
	/* the brand may be left out, and one is no name */
	assert_ptr_equal(gpu_find(STR("V100")), gpu_find(STR("Tesla V100")));
	assert_ptr_equal(gpu_find(STR("rtx 4090")),
	    gpu_find(STR("NVIDIA GeForce RTX 4090")));
	assert_ptr_equal(
	    gpu_find(STR("MI300X")), gpu_find(STR("AMD Instinct MI300X")));
	assert_non_null(gpu_find(STR("V100")));
	assert_non_null(gpu_find(STR("RTX 4090")));
	assert_non_null(gpu_find(STR("MI300X")));
	assert_null(gpu_find(STR("Tesla ")));
	assert_string_equal(gpu_find(STR("titan v"))->name, "NVIDIA TITAN V");
	assert_string_equal(gpu_find(STR("NVIDIA H100 80GB HBM3"))->name,
	    "NVIDIA H100 80GB HBM3");
	assert_null(gpu_find(STR("V10")));
	assert_null(gpu_find(STR("NVIDIA ")));
	assert_null(gpu_find(STR("")));
	assert_null(gpu_find((struct str){NULL, 0}));
	/* sources disagree: not known */
	p = peaks_of("NVIDIA A10G", "8.6", 80, 1710000, -1);
	is_peak(&p, GPU_FP16, GPU_NA);
	is_peak(&p, GPU_FP32, UINT64_C(35000000000000));
}

/* Devices that the shared table lacks. */
static void test_others(void **state)
{
	static const struct {
		const char *name;
		unsigned rate;
		uint64_t amount; /* in 10^9 a second; GPU_DRAM: in 10^6 */
	} cases[] = {
	    /* multiprocessors x MHz x operations a clock */
	    {"TITAN Xp", GPU_FP32, 12150}, /* 30 * 1582 * 256 = 12.150 */
	    {"TITAN X (Pascal)", GPU_FP32, 10970}, /* 28 * 1531 * 256 = 10.974 */
	    {"GeForce GTX 1060 6GB", GPU_FP32, 4372}, /* 10 * 1708 * 256 = 4.372 */
	    {"NVIDIA GeForce GTX 1060 3GB", GPU_FP32, 3935}, /* 9 * 1708 * 256 */
	    {"NVIDIA GeForce RTX 4060", GPU_FP16, 30230}, /* 24 * 2460 * 512 */
	    {"AMD Radeon RX 7900 XT", GPU_FP16, 103200},  /* 84 * 2400 * 512 */
	    {"AMD Radeon RX 9070 XT", GPU_FP16, 194600},  /* 64 * 2970 * 1024 */
	    {"AMD Radeon AI PRO R9700", GPU_INT8, 382700}, /* 64 * 2920 * 2048 */
	    {"AMD Radeon 8060S", GPU_BF16, 59400},	   /* 40 * 2900 * 512 */
	    /* bits x Gbit/s / 8 */
	    {"TITAN Xp", GPU_DRAM, 547700},		       /* 384 * 11.41 */
	    {"NVIDIA GeForce GTX 1060 6GB", GPU_DRAM, 192000}, /* 192 * 8 */
	    {"NVIDIA GeForce RTX 4060", GPU_DRAM, 272000},     /* 128 * 17 */
	    {"AMD Radeon RX 9070 XT", GPU_DRAM, 640000},       /* 256 * 20 */
	    {"AMD Radeon RX 7900 XT", GPU_DRAM, 800000},       /* 320 * 20 */
	    {"AMD Radeon 8060S", GPU_DRAM, 256000},	       /* 256 * 8 */
	    /* the vendors' figures */
	    {"Tesla K20Xm", GPU_FP32, 3950},
	    {"Tesla K20X", GPU_DRAM, 250000},
	    {"NVIDIA L20", GPU_FP16, 119000},
	    {"NVIDIA L20", GPU_INT8, 238000},
	    {"NVIDIA GB300", GPU_FP4, 15000000},
	    {"NVIDIA GB300", GPU_BF16, 2500000}, /* 360 PFLOP/s / 72 / 2 */
	    {"NVIDIA B300", GPU_BF16, 2250000},	 /* 36 PFLOP/s / 8 / 2 */
	    {"AMD Instinct MI308X", GPU_DRAM, 5300000},
	    {"AMD Instinct MI308X VF", GPU_DRAM, 5300000},
	    {"AMD Instinct MI325X VF", GPU_DRAM, 6000000},
	    {"AMD Instinct MI355X VF", GPU_DRAM, 8000000},
	};
	struct gpu_peaks p;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		p = peaks_of(cases[i].name, NULL, -1, -1, -1);
		is_peak(&p, cases[i].rate,
		    cases[i].amount *
			(cases[i].rate == GPU_DRAM ? 1000000 : 1000000000));
	}
	/* no source that is not contradicted */
	p = peaks_of("AMD Instinct MI308X", NULL, -1, -1, -1);
	is_peak(&p, GPU_FP16, GPU_NA);
	is_peak(&p, GPU_FP4, GPU_NONE);
	p = peaks_of("NVIDIA GB300", NULL, -1, -1, -1);
	is_peak(&p, GPU_FP64, GPU_NA);
	/* no source tells these */
	p = peaks_of("AMD Radeon RX 9070 XT", NULL, -1, -1, -1);
	is_peak(&p, GPU_FP64, GPU_NA);
	is_peak(&p, GPU_FP8, GPU_NA);
}

/* Matrix rates of float32 by AMD's data sheets and CDNA 3 white paper, in
 * GFLOP/s; of the MI250X 95.7 TFLOP/s for two dies.  NVIDIA's and RDNA's units
 * do not take float32, those of the MI50 it has none. */
static void test_fp32_tc(void **state)
{
	static const struct {
		const char *name;
		uint64_t giga;
	} cases[] = {
	    {"AMD Instinct MI100", 46100},
	    {"AMD Instinct MI210", 45300},
	    {"AMD Instinct MI250X", 47900},
	    {"AMD Instinct MI300X", 163400},
	    {"AMD Instinct MI300A", 122600},
	    {"AMD Instinct MI325X", 163400},
	    {"AMD Instinct MI350X", 144200},
	    {"AMD Instinct MI355X", 157300},
	    {"AMD Instinct MI50", 0},
	    {"AMD Radeon RX 7900 XTX", 0},
	    {"NVIDIA H100", 0},
	    {"Tesla V100", 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct gpu_peaks p = peaks_of(cases[i].name, NULL, -1, -1, -1);

		is_peak(&p, GPU_FP32_TC, cases[i].giga * 1000000000);
	}
}

static void is_other_name(const char *name, const char *of)
{
	if (!gpu_find(str_of(of)) || gpu_find(str_of(name)) != gpu_find(str_of(of)))
		fail_msg("%s is not %s", name, of);
}

static void test_other_names(void **state)
{
	(void)state;
	is_other_name("Tesla V100-DGXS-16GB", "Tesla V100-SXM2-16GB");
	is_other_name("Tesla V100-DGXS-32GB", "Tesla V100-SXM2-16GB");
	is_other_name("Tesla V100", "Tesla V100-SXM2-16GB");
	is_other_name("NVIDIA H100", "NVIDIA H100 80GB HBM3");
	is_other_name("NVIDIA A100", "NVIDIA A100-SXM4-80GB");
	is_other_name("amd instinct mi300x vf", "AMD Instinct MI300X");
	is_other_name("Instinct MI300X", "AMD Instinct MI300X");
	is_other_name("nvidia tesla v100", "Tesla V100-SXM2-16GB");
	is_other_name("NVIDIA V100", "Tesla V100-SXM2-16GB");
	is_other_name("AMD MI300X", "AMD Instinct MI300X");
	is_other_name("Radeon RX 7900 XT", "AMD Radeon RX 7900 XT");
	is_other_name("NVIDIA Quadro RTX 6000", "Quadro RTX 8000");
	is_other_name("NVIDIA GTX 1080 Ti", "NVIDIA GeForce GTX 1080 Ti");
	/* another's maker or brand, one twice, or the wrong way round */
	assert_null(gpu_find(STR("GeForce H100")));
	assert_null(gpu_find(STR("Tesla H100")));
	assert_null(gpu_find(STR("AMD V100")));
	assert_null(gpu_find(STR("AMD Tesla T4")));
	assert_null(gpu_find(STR("NVIDIA Instinct MI300X")));
	assert_null(gpu_find(STR("Instinct RX 9070")));
	assert_null(gpu_find(STR("Tesla GeForce RTX 4090")));
	assert_null(gpu_find(STR("NVIDIA NVIDIA H100")));
	assert_null(gpu_find(STR("Tesla NVIDIA V100")));
	assert_null(gpu_find(STR("AMD ")));
	assert_null(gpu_find(STR(" VF")));
	assert_null(gpu_find(STR("AMD  VF")));
	assert_null(gpu_find(STR("AMD Instinct MI355X VF VF")));
}

/* Every row says where it is from. */
static void test_sources(void **state)
{
	(void)state;
	for (size_t k = 0; k < gpu_table_n; k++) {
		const struct gpu_device *d = &gpu_table[k];

		assert_true(d->source && strlen(d->source) >= 10);
		assert_null(strpbrk(d->source, "\t\n"));
		assert_true(!d->slices == !d->gb);
	}
}

/*
 * Slices.  The data sheets have 989.4 and 3352 of the H100, 312 and 1555 or
 * 2039 of the A100, 165 and 933 of the A30.
 */
static void test_slices(void **state)
{
	static const struct {
		const char *name;
		int64_t sms;
		uint64_t fp16, dram; /* in 10^6 */
	} cases[] = {
	    /* 989.4 / 7 = 141.342857; 3352 / 8 = 419 */
	    {"NVIDIA H100 80GB HBM3 MIG 1g.10gb", -1, 141342857, 419000},
	    /* 2 of 8 slices of memory: 20 of 80 GB */
	    {"NVIDIA H100 80GB HBM3 MIG 1g.20gb", -1, 141342857, 838000},
	    {"NVIDIA H100 80GB HBM3 MIG 1g.10gb+me", -1, 141342857, 419000},
	    /* 3 * 989.4 / 7 = 424.028571; 3352 / 2 */
	    {"NVIDIA H100 80GB HBM3 MIG 3g.40gb", -1, 424028571, 1676000},
	    {"NVIDIA H100 80GB HBM3 MIG 4g.40gb", -1, 565371428, 1676000},
	    {"NVIDIA H100 80GB HBM3 MIG 7g.80gb", -1, 989400000, 3352000},
	    /* one of three that share 3g.40gb; two of them */
	    {"NVIDIA H100 80GB HBM3 MIG 1c.3g.40gb", -1, 141342857, 1676000},
	    {"NVIDIA H100 80GB HBM3 MIG 2c.3g.40gb", -1, 282685714, 1676000},
	    /* 16 of 132 multiprocessors: 989.4 * 16 / 132 = 119.927272 */
	    {"NVIDIA H100 80GB HBM3 MIG 1g.10gb", 16, 119927272, 419000},
	    /* none is no number of them */
	    {"NVIDIA H100 80GB HBM3 MIG 1g.10gb", 0, 141342857, 419000},
	    /* 312 / 7 = 44.571428; 1555 / 8 = 194.375; 71 of 141 GB is half */
	    {"NVIDIA A100-SXM4-40GB MIG 1g.5gb", -1, 44571428, 194375},
	    {"NVIDIA A100-SXM4-80GB MIG 1g.10gb", -1, 44571428, 254875},
	    {"NVIDIA H200 MIG 3g.71gb", -1, 424028571, 2400000},
	    /* four slices of either */
	    {"NVIDIA A30 MIG 1g.6gb", -1, 41250000, 233250},
	    {"NVIDIA A30 MIG 4g.24gb", -1, 165000000, 933000},
	};
	static const char *const none[] = {
	    "NVIDIA A30 MIG 5g.24gb",
	    "NVIDIA A30 MIG 0g.6gb",
	    "NVIDIA A30 MIG 1g.30gb",
	    "NVIDIA A30 MIG 1g.0gb",
	    "NVIDIA A30 MIG 3c.2g.12gb",
	    "NVIDIA A30 MIG 1g",
	    "NVIDIA A30 MIG 1g.6gbx",
	    "NVIDIA A30 MIG ",
	    "NVIDIA A30 MIG 99999999999999999999g.6gb",
	    "NVIDIA A30 MIG",
	    "Tesla T4 MIG 1g.5gb",
	    " MIG 1g.5gb",
	};
	struct gpu_peaks p;
	struct gpu_choice c = {0};
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		p = peaks_of(cases[i].name, NULL, cases[i].sms, -1, -1);
		if (p.v[GPU_FP16] / 1000000 != cases[i].fp16)
			fail_msg("%s: fp16 %ju", cases[i].name,
			    (uintmax_t)p.v[GPU_FP16]);
		is_peak(&p, GPU_DRAM, cases[i].dram * 1000000);
	}
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		p = peaks_of(none[i], NULL, -1, -1, -1);
		is_peak(&p, GPU_FP16, GPU_NA);
		is_peak(&p, GPU_DRAM, GPU_NA);
		assert_int_equal(gpu_option(none[i], &c, &err), -1);
	}
	assert_int_equal(gpu_option("H200 MIG 1g.18gb", &c, &err), 0);
	assert_true(str_is(c.gpu.cc, "9.0"));
	p = *gpu_peaks(&c, NULL);
	is_peak(&p, GPU_DRAM, UINT64_C(600000000000));
}

static void test_units(void **state)
{
	static const struct {
		const char *name, *cc;
		bool none;
		int64_t capability;
	} cases[] = {
	    {"Tesla P100-PCIE-16GB", NULL, true, 60},
	    {"Tesla V100-SXM2-16GB", NULL, false, 70},
	    {NULL, "6.1", true, 61},
	    {NULL, "7.5", false, 75},
	    {"NVIDIA GeForce GTX 1650", "7.5", true, 75},
	    {"NVIDIA GeForce GTX 1660 Ti", NULL, true, 75},
	    {"AMD Instinct MI50", "9.0", true, -1},
	    {"AMD Instinct MI100", "9.0", false, -1},
	    {"AMD Instinct MI300X", "9.4", false, -1},
	    {"nobody's", NULL, false, -1},
	    {NULL, "x.y", false, -1},
	    {NULL, "", false, -1},
	    {NULL, "7.55", false, -1},
	};
	struct gpu_peaks p;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		p = peaks_of(cases[i].name, cases[i].cc, -1, -1, -1);
		if (p.no_matrix != cases[i].none ||
		    p.capability != cases[i].capability)
			fail_msg("case %zu: %d, %d", i, p.no_matrix,
			    (int)p.capability);
	}
}

static void test_by_record(void **state)
{
	struct gpu_peaks p;

	(void)state;
	/* 80 * 1530 MHz * 1024 = 125.3376 TFLOP/s; * 128 = 15.6672; * 64 = 7.8336 */
	p = peaks_of("Some V100", "7.0", 80, 1530000, 898048000000);
	is_peak(&p, GPU_FP16, UINT64_C(125337600000000));
	is_peak(&p, GPU_FP32, UINT64_C(15667200000000));
	is_peak(&p, GPU_FP64, UINT64_C(7833600000000));
	is_peak(&p, GPU_TF32, GPU_NONE);
	is_peak(&p, GPU_DRAM, UINT64_C(898048000000));
	assert_false(p.int8_matrix);
	/* 20 * 2 GHz * 256; a GeForce of 8.6 has half the rate of a server's
	 * part, a device without a name may be either */
	p = peaks_of("NVIDIA GeForce RTX 9999", "8.6", 20, 2000000, -1);
	is_peak(&p, GPU_FP16, UINT64_C(20480000000000));
	assert_true(p.half_twice);
	p = peaks_of(NULL, "8.6", 20, 2000000, -1);
	is_peak(&p, GPU_FP16, GPU_NA);
	is_peak(&p, GPU_TF32, GPU_NA);
	is_peak(&p, GPU_FP32, UINT64_C(10240000000000));
	is_peak(&p, GPU_INT8, UINT64_C(81920000000000));
	is_peak(&p, GPU_DRAM, GPU_NA);
	/* the GTX 16 series has no Tensor Cores */
	p = peaks_of("NVIDIA GeForce GTX 1650", "7.5", 14, 1665000, -1);
	is_peak(&p, GPU_FP16, GPU_NONE);
	p = peaks_of("NVIDIA GeForce GTX 1070", "6.1", 15, 1683000, -1);
	is_peak(&p, GPU_FP32, UINT64_C(6462720000000)); /* 15 * 1683e6 * 256 */
	/* one of them, at 1 kHz: 1024 * 1000 */
	p = peaks_of(NULL, "7.0", 1, 1, 1);
	is_peak(&p, GPU_FP16, 1024000);
	is_peak(&p, GPU_DRAM, 1);
	p = peaks_of(NULL, "7.0", 0, 1, 0);
	is_peak(&p, GPU_FP16, GPU_NA);
	is_peak(&p, GPU_DRAM, GPU_NA);
	p = peaks_of(NULL, "7.0", 1, 0, -1);
	is_peak(&p, GPU_FP16, GPU_NA);
	/* nothing to go by */
	p = peaks_of(NULL, "7.2", 8, 1377000, -1);
	is_peak(&p, GPU_FP16, GPU_NA);
	p = peaks_of(NULL, "7.0", -1, 1530000, -1);
	is_peak(&p, GPU_FP16, GPU_NA);
	is_peak(&p, GPU_TF32, GPU_NONE);
	p = peaks_of(NULL, "7.0", INT64_MAX, INT64_MAX, INT64_MAX);
	is_peak(&p, GPU_FP16, GPU_NA);
	is_peak(&p, GPU_DRAM, GPU_NA);
	p = peaks_of(NULL, NULL, -1, -1, -1);
	for (unsigned i = 0; i < GPU_NPEAKS; i++)
		is_peak(&p, i, GPU_NA);
}

/* What the list shows of a row: what is less than one, what is not known. */
static void test_list(void **state)
{
	struct strbuf b = {0};

	(void)state;
	gpu_list(&b);
	/* fp64 0.1366, fp64_tc 0, fp32 4.372, fp32_tc 0 ... */
	assert_true(str_has(strbuf_get(&b),
	    "NVIDIA GeForce GTX 1060 "
	    "6GB\t6.1\t10\t1708\t0.1366\t0\t4.372\t0\t0\t0\t0"
	    "\t0\t17.49\t0\t0.06832\t192\t"));
	assert_true(str_has(strbuf_get(&b),
	    "AMD Radeon RX "
	    "9070\tgfx1201\t56\t2520\tna\t0\t36.1\t0\t0\t144.5\t144.5"
	    "\tna\t289\t0\t72.25\t640\t-\t"));
	strbuf_free(&b);
}

static void test_choice(void **state)
{
	struct gpu_choice c = {0};
	struct record_gpu v100 = {
	    STR("Tesla V100-SXM2-16GB"), STR("7.0"), 80, 1530000, -1};
	struct record_gpu other = {.sms = -1, .clock_khz = -1, .mem_bps = -1};
	struct gpu_peaks p;
	struct err err;

	(void)state;
	assert_int_equal(gpu_peak_option("fp16=100.5,dram=800", &c, &err), 0);
	p = *gpu_peaks(&c, &v100);
	is_peak(&p, GPU_FP16, UINT64_C(100500000000000));
	is_peak(&p, GPU_DRAM, UINT64_C(800000000000));
	is_peak(&p, GPU_FP32, UINT64_C(15700000000000));
	/* the same but for its multiprocessors */
	v100.name = STR("Some V100");
	v100.sms = 40;
	p = *gpu_peaks(&c, &v100);
	is_peak(&p, GPU_FP32, UINT64_C(7833600000000)); /* 40 * 1.53 GHz * 128 */
	v100.sms = 80;
	p = *gpu_peaks(&c, &v100);
	is_peak(&p, GPU_FP32, UINT64_C(15667200000000));
	/* as many as its clock says: 1530000 * 1530000 * 1000 * 128 */
	v100.sms = 1530000;
	p = *gpu_peaks(&c, &v100);
	is_peak(&p, GPU_FP32, UINT64_C(299635200000000000));
	v100.sms = 80;
	v100.name = STR("Tesla V100-SXM2-16GB");
	/* another device after it, the first again, none */
	p = *gpu_peaks(&c, &other);
	is_peak(&p, GPU_FP16, UINT64_C(100500000000000));
	is_peak(&p, GPU_FP32, GPU_NA);
	p = *gpu_peaks(&c, &v100);
	is_peak(&p, GPU_FP32, UINT64_C(15700000000000));
	p = *gpu_peaks(&c, NULL);
	is_peak(&p, GPU_FP32, GPU_NA);
	c = (struct gpu_choice){0};
	assert_int_equal(gpu_option("Tesla T4", &c, &err), 0);
	p = *gpu_peaks(&c, &v100);
	is_peak(&p, GPU_FP16, UINT64_C(65000000000000));
	assert_true(gpu_is_chosen(&c, GPU_FP16));
	p = *gpu_peaks(&c, NULL);
	is_peak(&p, GPU_DRAM, UINT64_C(320000000000));
	c = (struct gpu_choice){.peak[GPU_FP32] = 1};
	assert_true(gpu_is_chosen(&c, GPU_FP32));
	assert_false(gpu_is_chosen(&c, GPU_FP16));
	assert_false(gpu_is_chosen(NULL, GPU_FP16));
}

/*
 * A description
 */

static int describe(const char *text, struct gpu_choice *c, struct err *err)
{
	*c = (struct gpu_choice){0};
	return gpu_file_parse(str_of(text), "f.json", c, err);
}

static void test_described(void **state)
{
	struct record_gpu t4 = {STR("Tesla T4"), STR("7.5"), -1, -1, -1};
	struct gpu_choice c;
	struct gpu_peaks p;
	struct err err;

	(void)state;
	/* 80 * 1.53 GHz * 1024 = 125.3376, * 128 = 15.6672 as of 7.0; bf16 is
	 * what the file says */
	assert_int_equal(describe("{\"name\": \"Tesla T4\", \"cc\": \"7.0\", "
				  "\"sms\": 80, \"clock_khz\": 1530000,"
				  "\"mem_bps\": 900000000000, \"peaks\": "
				  "{\"bf16\": 1.5, \"fp8\": 0}}",
			     &c, &err),
	    0);
	p = *gpu_peaks(&c, &t4);
	is_peak(&p, GPU_FP16, UINT64_C(125337600000000));
	is_peak(&p, GPU_FP32, UINT64_C(15667200000000));
	is_peak(&p, GPU_BF16, UINT64_C(1500000000000));
	is_peak(&p, GPU_FP8, GPU_NONE);
	is_peak(&p, GPU_DRAM, UINT64_C(900000000000));
	assert_int_equal(p.capability, 70);
	assert_true(gpu_is_chosen(&c, GPU_BF16));
	assert_false(gpu_is_chosen(&c, GPU_FP16));
	/* --peak goes before it; dram among the peaks goes before mem_bps */
	assert_int_equal(gpu_peak_option("bf16=2", &c, &err), 0);
	c.cached = false;
	p = *gpu_peaks(&c, NULL);
	is_peak(&p, GPU_BF16, UINT64_C(2000000000000));
	assert_int_equal(
	    describe("{\"mem_bps\": 1, \"peaks\": {\"dram\": 2.5}}", &c, &err), 0);
	p = *gpu_peaks(&c, NULL);
	is_peak(&p, GPU_DRAM, UINT64_C(2500000000));
	/* what was worked out before the file was read is not kept */
	assert_int_equal(describe("{\"cc\": \"7.0\"}", &c, &err), 0);
	gpu_peaks(&c, NULL);
	assert_int_equal(gpu_file_parse(STR("{\"cc\": \"7.0\", \"peaks\": "
					    "{\"fp8\": 3}}"),
			     "x.json", &c, &err),
	    0);
	p = *gpu_peaks(&c, NULL);
	is_peak(&p, GPU_FP8, UINT64_C(3000000000000));
	/* of nothing nothing is known; a name after it is taken in its place */
	assert_int_equal(describe(" {} ", &c, &err), 0);
	p = *gpu_peaks(&c, &t4);
	is_peak(&p, GPU_FP16, GPU_NA);
	assert_int_equal(gpu_option("Tesla T4", &c, &err), 0);
	p = *gpu_peaks(&c, NULL);
	is_peak(&p, GPU_FP16, UINT64_C(65000000000000));
}

#define KEYS                                                                   \
	"no key of a device (name, cc, sms, clock_khz, mem_bps, mem, "         \
	"threads, peaks)"
#define CC "not a compute capability, as \"8.0\" or \"gfx90a\""
#define PEAKS                                                                  \
	"no peak (fp64, fp64_tc, fp32, fp32_tc, tf32, fp16, bf16, fp8, int8, " \
	"fp4, "                                                                \
	"fp16_vec, dram)"

/* Whole numbers to the last digit, whichever way they are written: 2^53 + 1 is
 * no double.  Capabilities of one digit or two and one behind the point. */
static void test_described_values(void **state)
{
	static const struct {
		const char *text;
		int64_t sms, mem_bps;
	} counts[] = {
	    {"{\"sms\": 8e1, \"mem_bps\": 1e11}", 80, INT64_C(100000000000)},
	    {"{\"sms\": 1.0, \"mem_bps\": 1e18}", 1, INT64_C(1000000000000000000)},
	    /* the record's other keys */
	    {"{\"sms\": 1, \"mem_bps\": 9, \"mem\": 8, \"threads\": 2048}", 1, 9},
	    {"{\"sms\": 1, \"mem_bps\": 9007199254740993}", 1,
		INT64_C(9007199254740993)},
	    {"{\"sms\": 132.0, \"mem_bps\": 1000000000000000000}", 132,
		INT64_C(1000000000000000000)},
	};
	static const struct {
		const char *cc;
		bool good;
	} ccs[] = {{"7.5", true}, {"12.0", true}, {"gfx942", true},
	    {"gfx90a", true}, {"gfx1100", true}, {"7.x", false}, {"7", false},
	    {"7.", false}, {".5", false}, {"7.55", false}, {"07.5", false},
	    {"0.5", false}, {"120.0", false}, {" 7.5", false}, {"7,5", false},
	    {"sm_75", false}, {"gfx", false}, {"gfx94", false},
	    {"gfx94x", false}, {"gfx90A", false}, {"-7.5", false},
	    /* 15 bytes are the most */
	    {"gfx123456789abc", true}, {"gfx123456789abcd", false}};
	struct gpu_choice c;
	struct err err;
	char text[60];

	(void)state;
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		assert_int_equal(describe(counts[i].text, &c, &err), 0);
		assert_int_equal(c.gpu.sms, counts[i].sms);
		assert_true(c.gpu.mem_bps == counts[i].mem_bps);
	}
	for (size_t i = 0; i < sizeof ccs / sizeof *ccs; i++) {
		snprintf(text, sizeof text, "{\"sms\": 1,\n\"cc\": \"%s\"}",
		    ccs[i].cc);
		if (describe(text, &c, &err) != (ccs[i].good ? 0 : -1))
			fail_msg("'%s'", ccs[i].cc);
		if (ccs[i].good)
			assert_true(str_is(c.gpu.cc, ccs[i].cc));
		else
			assert_string_equal(
			    err.text, "f.json:2: column 1: 'cc': " CC);
	}
}

/* A name of 127 bytes is taken, one of 128 is not. */
static void test_long_name(void **state)
{
	struct gpu_choice c;
	struct err err;
	char text[200];

	(void)state;
	for (int n = 127; n <= 128; n++) {
		snprintf(text, sizeof text, "{\"name\": \"%0*d\", \"sms\": 1}",
		    n, 0);
		assert_int_equal(describe(text, &c, &err), n == 127 ? 0 : -1);
	}
	assert_string_equal(err.text,
	    "f.json:1: column 2: 'name': not a text of 1 to 127 bytes");
}

static void test_misdescribed(void **state)
{
	static const struct {
		const char *text, *wanted;
	} cases[] = {
	    {"[]", "f.json:1: column 1: not an object of JSON"},
	    {"{\"cores\": 1}", "f.json:1: column 2: 'cores': " KEYS},
	    {"{\"\": 1}", "f.json:1: column 2: '': " KEYS},
	    /* a key that stands for another in a text, and one with an escape */
	    {"{\"name\": \"\\\"cores\\\":\",\n \"co\\\"res\"\n:1}",
		"f.json:2: column 2: 'co\"res': " KEYS},
	    {"{\"name\": \"a: b\", \"cc\": 7.0}",
		"f.json:1: column 18: 'cc': " CC},
	    {"{\"cc\": \"12345678901234567\"}",
		"f.json:1: column 2: 'cc': " CC},
	    {"{\"name\": \"\"}",
		"f.json:1: column 2: 'name': not a text of 1 to 127 bytes"},
	    {"{\"sms\": 0}",
		"f.json:1: column 2: 'sms': not a whole number above 0"},
	    {"{\"sms\": 80.5}",
		"f.json:1: column 2: 'sms': not a whole number above 0"},
	    {"{\"sms\": 0.0}",
		"f.json:1: column 2: 'sms': not a whole number above 0"},
	    {"{\"sms\": -80.0}",
		"f.json:1: column 2: 'sms': not a whole number above 0"},
	    {"{\"sms\": \"80\"}",
		"f.json:1: column 2: 'sms': not a whole number above 0"},
	    {"{\"mem_bps\": 1.1e18}",
		"f.json:1: column 2: 'mem_bps': not a whole number of bytes a "
		"second above 0"},
	    {"{\"mem_bps\": 1e300}",
		"f.json:1: column 2: 'mem_bps': not a whole number of bytes a "
		"second above 0"},
	    {"{\"sms\": true}",
		"f.json:1: column 2: 'sms': not a whole number above 0"},
	    {"{\n\n\t\"clock_khz\": -1}",
		"f.json:3: column 2: 'clock_khz': not a whole number of kHz "
		"above 0"},
	    {"{\"mem_bps\": 1000000000000001000}",
		"f.json:1: column 2: 'mem_bps': not a whole number of bytes a "
		"second above 0"},
	    {"{\"peaks\": []}", "f.json:1: column 2: 'peaks': not an object"},
	    {"{\"peaks\": {\"fp16\": 1,\n\"fp17\": 1}}",
		"f.json:2: column 1: 'fp17': " PEAKS},
	    {"{\"peaks\": {\"fp16\": -1}}",
		"f.json:1: column 12: 'fp16': not a number of TFLOP/s, or 0 "
		"for none"},
	    /* 10^-300 * 10^12 a second, which is none; 0.4 */
	    {"{\"peaks\": {\"fp16\":\n1e-300}}",
		"f.json:1: column 12: 'fp16': not a number of TFLOP/s, or 0 "
		"for none"},
	    {"{\"peaks\": {\"fp16\": 0,\n \"dram\": 4e-10}}",
		"f.json:2: column 2: 'dram': not a number of GB/s, or 0 for "
		"none"},
	    {"{\"peaks\": {\"dram\": null}}",
		"f.json:1: column 12: 'dram': not a number of GB/s, or 0 for "
		"none"},
	    {"{\"peaks\": {\"fp16\": 1}, \"Peaks\": 1}",
		"f.json:1: column 24: 'Peaks': " KEYS},
	    {"{\"a\\u001bb\": 1}", "f.json:1: column 2: 'a\\x1bb': " KEYS},
	};
	struct gpu_choice c;
	struct err err;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (describe(cases[i].text, &c, &err) != -1 ||
		    strcmp(err.text, cases[i].wanted) != 0)
			fail_msg("case %zu: %s", i, err.text);
	}
	/* what is no JSON, jansson says in words of its own */
	assert_int_equal(describe("", &c, &err), -1);
	assert_memory_equal(err.text, "f.json:1: column 1: ", 20);
	assert_true(str_ends(str_of(err.text), ", write an object of JSON"));
	/* which may have what is in the file: no control character is shown */
	assert_int_equal(describe("{\"sms\": \033[31m}", &c, &err), -1);
	assert_null(strchr(err.text, '\033'));
	assert_non_null(strstr(err.text, "\\x1b"));
	assert_int_equal(describe("{\"sms\": \302\23331m}", &c, &err), -1);
	assert_null(strchr(err.text, '\302'));
	assert_non_null(strstr(err.text, "\\xc2\\x9b"));
	assert_int_equal(
	    describe("{\"cc\": \"7.0\",\n \"cc\": \"7.0\"}", &c, &err), -1);
	assert_memory_equal(err.text, "f.json:2: column ", 17);
	assert_int_equal(describe("{} {}", &c, &err), -1);
	assert_int_equal(describe("{\"sms\": 99999999999999999999}", &c, &err), -1);
	assert_int_equal(
	    gpu_file_parse((struct str){NULL, 0}, "f.json", &c, &err), -1);
	assert_int_equal(gpu_file_read("no such.json", &c, &err), -1);
	assert_string_equal(
	    err.text, "no such.json: No such file or directory");
	assert_int_equal(gpu_file_read(".", &c, &err), -1);
}

static void refuses(int (*take)(const char *, struct gpu_choice *, struct err *),
    const char *text, const char *wanted)
{
	struct gpu_choice c = {0};
	struct err err;

	assert_int_equal(take(text, &c, &err), -1);
	assert_string_equal(err.text, wanted);
}

static void test_refused(void **state)
{
	(void)state;
	refuses(gpu_option, "V100-",
	    "unknown device 'V100-' (try: Tesla V100-SXM2-16GB, "
	    "Tesla V100-SXM3-32GB, Tesla V100-PCIE-16GB)");
	refuses(gpu_option, "NVIDIA P40 24GB",
	    "unknown device 'NVIDIA P40 24GB' (try: Tesla M40)");
	refuses(gpu_option, "GeForce H200",
	    "unknown device 'GeForce H200' (try: NVIDIA H200, NVIDIA H200 NVL, "
	    "NVIDIA GH200 480GB)");
	refuses(gpu_option, "xyz", "unknown device 'xyz' (--list-gpus lists them)");
	refuses(gpu_option, "", "unknown device '' (--list-gpus lists them)");
	refuses(gpu_option, "a\033b",
	    "unknown device 'a\\x1bb' (--list-gpus lists them)");
	refuses(gpu_peak_option, "fp17=1",
	    "unknown peak 'fp17' (try: fp64, fp64_tc, fp32, "
	    "fp32_tc, tf32, fp16, bf16, fp8, int8, fp4, fp16_vec, dram)");
	refuses(gpu_peak_option, "fp16", "--peak 'fp16': not fp16=TFLOP/s above 0");
	refuses(gpu_peak_option, "fp16=0",
	    "--peak 'fp16=0': not fp16=TFLOP/s above 0");
	refuses(gpu_peak_option, "fp16=1e3",
	    "--peak 'fp16=1e3': not fp16=TFLOP/s above 0");
	refuses(gpu_peak_option, "fp16=-1",
	    "--peak 'fp16=-1': not fp16=TFLOP/s above 0");
	refuses(gpu_peak_option, "fp16=1.2.3",
	    "--peak 'fp16=1.2.3': not fp16=TFLOP/s above 0");
	refuses(gpu_peak_option, "fp16=.",
	    "--peak 'fp16=.': not fp16=TFLOP/s above 0");
	refuses(gpu_peak_option, "fp16=1000001",
	    "--peak 'fp16=1000001': not fp16=TFLOP/s above 0");
	refuses(gpu_peak_option,
	    "fp32=1,dram=", "--peak 'dram=': not dram=GB/s above 0");
}

/*
 * The tables of the shared data
 */

static FILE *open_shared(const char *name)
{
	const char *shared = getenv("PP_SHARED");
	struct strbuf path = {0};
	FILE *f;

	strbuf_printf(&path, "%s/tables/%s", shared ? shared : "../shared", name);
	strbuf_char(&path, '\0');
	f = fopen(path.p, "r");
	strbuf_free(&path);
	return f;
}

/* Cut a line at its tabs; how many fields it has. */
static size_t cut(char *line, char **fields, size_t most)
{
	size_t n = 0;

	line[strcspn(line, "\r\n")] = '\0';
	for (char *p = line; p && n < most;) {
		fields[n++] = p;
		p = strchr(p, '\t');
		if (p)
			*p++ = '\0';
	}
	return n;
}

/* Where the heads of the rates are, as "fp64" and what follows; behind the last
 * of the matrix rate of float32, which the tables lack: test_fp32_tc. */
static void find_rates(char **heads, size_t n, const char *tail, size_t *at)
{
	for (unsigned r = 0; r < GPU_NRATES; r++) {
		char name[40];

		snprintf(name, sizeof name, "%s%s", gpu_peak_name(r), tail);
		for (at[r] = 0; at[r] < n && strcmp(heads[at[r]], name) != 0;)
			at[r]++;
		assert_true(at[r] < n || r == GPU_FP32_TC);
	}
}

static void test_devices(void **state)
{
	FILE *f = open_shared("gpus.tsv");
	char line[4000], head[4000], *v[40], *heads[40];
	size_t at[GPU_NRATES], n, rows = 0;

	(void)state;
	if (!f)
		skip();
	assert_non_null(fgets(head, sizeof head, f));
	n = cut(head, heads, 40);
	find_rates(heads, n, "", at);
	while (fgets(line, sizeof line, f)) {
		const struct gpu_device *d;
		bool unsure;

		assert_int_equal(cut(line, v, 40), n);
		d = gpu_find(str_of(v[0]));
		if (!d || strcmp(d->name, v[0]) != 0)
			fail_msg("%s has no row", v[0]);
		for (char *alias = v[1]; *alias;) {
			size_t len = strcspn(alias, ";");

			assert_ptr_equal(gpu_find((struct str){alias, len}), d);
			alias += len + (alias[len] == ';');
		}
		assert_string_equal(d->cc, v[2]);
		assert_string_equal(d->class, v[3]);
		assert_int_equal(d->sms, strtol(v[4], NULL, 10));
		assert_int_equal(d->boost_mhz, strtol(v[5], NULL, 10));
		assert_int_equal(d->tensor_mhz, strtol(v[6], NULL, 10));
		assert_true(d->peak[GPU_DRAM] == strtod(v[7], NULL));
		/* what its source says is uncertain may be unknown */
		unsure = strstr(v[n - 1], "not established") ||
			 strstr(v[n - 1], "uncertain");
		for (unsigned r = 0; r < GPU_NRATES; r++) {
			double wanted;

			if (at[r] == n)
				continue;
			wanted = strtod(v[at[r]], NULL);
			if (d->peak[r] != wanted && !(unsure && d->peak[r] < 0))
				fail_msg("%s: %s is %g, wanted %g", v[0],
				    gpu_peak_name(r), d->peak[r], wanted);
		}
		rows++;
	}
	fclose(f);
	assert_in_range(rows, 60, gpu_table_n); /* others: test_others */
}

static void test_classes(void **state)
{
	FILE *f = open_shared("cc_rates.tsv");
	char line[4000], head[4000], *v[40], *heads[40];
	size_t at[GPU_NRATES], n, rows = 0;

	(void)state;
	if (!f)
		skip();
	assert_non_null(fgets(head, sizeof head, f));
	n = cut(head, heads, 40);
	find_rates(heads, n, "_per_clk_sm", at);
	while (fgets(line, sizeof line, f)) {
		size_t k = 0;

		assert_int_equal(cut(line, v, 40), n);
		while (k < gpu_classes_n && strcmp(gpu_classes[k].name, v[0]) != 0)
			k++;
		assert_true(k < gpu_classes_n);
		for (unsigned r = 0; r < GPU_NRATES; r++) {
			if (at[r] < n)
				assert_int_equal(gpu_classes[k].rate[r],
				    strtoul(v[at[r]], NULL, 10));
		}
		rows++;
	}
	fclose(f);
	assert_in_range(rows, 20, gpu_classes_n);
}

static const struct gpu_class *class_of(const char *name)
{
	size_t k = 0;

	while (k < gpu_classes_n && strcmp(gpu_classes[k].name, name) != 0)
		k++;
	assert_true(k < gpu_classes_n);
	return &gpu_classes[k];
}

/*
 * Devices that the shared table lacks, cell by cell: multiprocessors and clocks
 * as the row's source says, what the clock gives in four digits, and the
 * vendors' own figures where those differ; -1 where no source tells.
 */
static const struct {
	const char *name, *cc, *class;
	unsigned sms, mhz, tensor_mhz;
	double dram;
	struct {
		unsigned rate;
		double peak;
	} other[GPU_NRATES];
} device_rows[] = {
    {"Tesla K20X", "3.5", "3.5", 14, 732, 732, 250,
	{{GPU_FP64, 1.31}, {GPU_FP32, 3.95}}},
    {"NVIDIA TITAN X (Pascal)", "6.1", "6.1", 28, 1531, 1531, 480},
    {"NVIDIA TITAN Xp", "6.1", "6.1", 30, 1582, 1582, 547.7},
    {"NVIDIA GeForce GTX 1060 6GB", "6.1", "6.1", 10, 1708, 1708, 192},
    {"NVIDIA GeForce GTX 1060 3GB", "6.1", "6.1", 9, 1708, 1708, 192},
    {"NVIDIA L20", "8.9", "8.9-geforce", 92, 2520, 2520, 864,
	{{GPU_TF32, 60}, {GPU_FP16, 119}, {GPU_BF16, 119}, {GPU_FP8, 238},
	    {GPU_INT8, 238}}},
    {"NVIDIA GeForce RTX 4060", "8.9", "8.9-geforce", 24, 2460, 2460, 272},
    {"NVIDIA GB300", "10.3", "10.3", 152, 2000, 2008, 8000,
	{{GPU_FP64, -1}, {GPU_FP64_TC, -1}, {GPU_FP32, 80}, {GPU_FP8, 5000},
	    {GPU_INT8, 159.5}, {GPU_FP16_VEC, -1}}},
    {"AMD Instinct MI308X", "gfx942", "gfx942", 80, 0, 0, 5300,
	{{GPU_FP64, -1}, {GPU_FP64_TC, -1}, {GPU_FP32, -1}, {GPU_FP32_TC, -1},
	    {GPU_TF32, -1}, {GPU_FP16, -1}, {GPU_BF16, -1}, {GPU_FP8, -1},
	    {GPU_INT8, -1}, {GPU_FP16_VEC, -1}}},
    {"AMD Radeon RX 7900 XT", "gfx1100", "gfx1100", 84, 2400, 2400, 800,
	{{GPU_FP32, 51.6}}},
    {"AMD Radeon RX 7900 GRE", "gfx1100", "gfx1100", 80, 2245, 2245, 576},
    {"AMD Radeon 8060S", "gfx1151", "gfx1151", 40, 2900, 2900, 256,
	{{GPU_FP16, 59.4}, {GPU_BF16, 59.4}, {GPU_INT8, 59.4}, {GPU_FP16_VEC, -1}}},
    {"AMD Radeon RX 9070 XT", "gfx1201", "gfx1201", 64, 2970, 2970, 640,
	{{GPU_FP64, -1}, {GPU_FP32, 48.7}, {GPU_FP8, -1}}},
    {"AMD Radeon RX 9070", "gfx1201", "gfx1201", 56, 2520, 2520, 640,
	{{GPU_FP64, -1}, {GPU_FP32, 36.1}, {GPU_FP8, -1}}},
    {"AMD Radeon AI PRO R9700", "gfx1201", "gfx1201", 64, 2920, 2920, 640,
	{{GPU_FP64, -1}, {GPU_FP32, 47.8}, {GPU_FP8, -1}}},
};

static void test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof device_rows / sizeof *device_rows; i++) {
		const char *name = device_rows[i].name;
		const struct gpu_device *d = gpu_find(str_of(name));
		double wanted[GPU_NRATES];

		assert_non_null(d);
		assert_string_equal(d->cc, device_rows[i].cc);
		assert_string_equal(d->class, device_rows[i].class);
		assert_int_equal(d->sms, device_rows[i].sms);
		assert_int_equal(d->boost_mhz, device_rows[i].mhz);
		assert_int_equal(d->tensor_mhz, device_rows[i].tensor_mhz);
		assert_true(d->peak[GPU_DRAM] == device_rows[i].dram);
		for (unsigned r = 0; r < GPU_NRATES; r++) {
			bool plain = r == GPU_FP64 || r == GPU_FP64_TC ||
				     r == GPU_FP32 || r == GPU_FP32_TC ||
				     r == GPU_FP16_VEC;
			char text[40];

			snprintf(text, sizeof text, "%.4g",
			    1e-6 * d->sms * class_of(d->class)->rate[r] *
				(plain ? d->boost_mhz : d->tensor_mhz));
			wanted[r] = strtod(text, NULL);
		}
		for (size_t k = 0;
		     k < GPU_NRATES && device_rows[i].other[k].peak != 0; k++)
			wanted[device_rows[i].other[k].rate] =
			    device_rows[i].other[k].peak;
		for (unsigned r = 0; r < GPU_NRATES; r++) {
			if (d->peak[r] != wanted[r])
				fail_msg("%s: %s is %g, wanted %g", name,
				    gpu_peak_name(r), d->peak[r], wanted[r]);
		}
	}
}

/* How many slices of compute, and GB of memory: NVIDIA's MIG user guide, and
 * the memory of the data sheets. */
static void test_sliced(void **state)
{
	static const struct {
		const char *name;
		unsigned slices, gb;
	} sliced[] = {
	    {"NVIDIA A100-SXM4-40GB", 7, 40},
	    {"NVIDIA A100-SXM4-80GB", 7, 80},
	    {"NVIDIA A100-PCIE-40GB", 7, 40},
	    {"NVIDIA A100 80GB PCIe", 7, 80},
	    {"NVIDIA A800-SXM4-80GB", 7, 80},
	    {"NVIDIA A30", 4, 24},
	    {"NVIDIA H100 80GB HBM3", 7, 80},
	    {"NVIDIA H100 PCIe", 7, 80},
	    {"NVIDIA H100 NVL", 7, 94},
	    {"NVIDIA H800", 7, 80},
	    {"NVIDIA H20", 7, 96},
	    {"NVIDIA H200", 7, 141},
	    {"NVIDIA H200 NVL", 7, 141},
	    {"NVIDIA GH200 480GB", 7, 96},
	    {"NVIDIA B200", 7, 180},
	    {"NVIDIA GB200", 7, 186},
	    {"NVIDIA B300 SXM6 AC", 7, 270},
	    {"NVIDIA GB300", 7, 279},
	    {"NVIDIA RTX PRO 6000 Blackwell Workstation Edition", 4, 96},
	};
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < sizeof sliced / sizeof *sliced; i++) {
		const struct gpu_device *d = gpu_find(str_of(sliced[i].name));

		assert_non_null(d);
		if (d->slices != sliced[i].slices || d->gb != sliced[i].gb)
			fail_msg("%s: %d, %d", sliced[i].name, (int)d->slices,
			    (int)d->gb);
	}
	for (size_t k = 0; k < gpu_table_n; k++)
		n += gpu_table[k].slices != 0;
	assert_int_equal(n, sizeof sliced / sizeof *sliced);
}

/* RDNA 3.5 multiplies as RDNA 3 does. */
static void test_alike(void **state)
{
	(void)state;
	for (unsigned r = 0; r < GPU_NRATES; r++)
		assert_int_equal(
		    class_of("gfx1151")->rate[r], class_of("gfx1100")->rate[r]);
}

/*
 * RDNA 4.  "Using the Matrix Cores of AMD RDNA 4 architecture GPUs" (gpuopen.com)
 * has FP16 1024, BF16 1024 and I8 2048 a clock and unit, and no more.
 */
static void test_rdna4(void **state)
{
	struct gpu_peaks p;

	(void)state;
	/* 10 units at 1 GHz */
	p = peaks_of(NULL, "gfx1201", 10, 1000000, -1);
	is_peak(&p, GPU_FP16, UINT64_C(10240000000000));
	is_peak(&p, GPU_BF16, UINT64_C(10240000000000));
	is_peak(&p, GPU_INT8, UINT64_C(20480000000000));
	is_peak(&p, GPU_FP32, UINT64_C(2560000000000));
	is_peak(&p, GPU_FP16_VEC, UINT64_C(5120000000000));
	is_peak(&p, GPU_FP64, GPU_NA);
	is_peak(&p, GPU_FP8, GPU_NA);
	is_peak(&p, GPU_FP64_TC, GPU_NONE);
	is_peak(&p, GPU_TF32, GPU_NONE);
	is_peak(&p, GPU_FP4, GPU_NONE);
	assert_false(p.no_matrix);
}

/* Volta was the first with Tensor Cores, and the GTX 16 series of Turing has
 * none.  Of a kind that no table has nobody knows. */
static void test_no_matrix(void **state)
{
	static const struct {
		const char *name, *cc;
		bool none;
	} cases[] = {
	    {NULL, "3.5", true},
	    {NULL, "6.1", true},
	    {NULL, "6.9", true},
	    {NULL, "7.0", false},
	    {NULL, "7.2", false},
	    {NULL, "7.5", false},
	    {"NVIDIA GeForce GTX 1650", "7.5", true},
	    {NULL, "12.0", false},
	    {NULL, "gfx906", true},
	    {NULL, "gfx908", false},
	    {NULL, "gfx90b", false},
	    {NULL, "x", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct gpu_peaks p =
		    peaks_of(cases[i].name, cases[i].cc, 10, 1000000, -1);

		if (p.no_matrix != cases[i].none)
			fail_msg("%s", cases[i].cc);
	}
}

/* Matrix units have integers too, but Volta's. */
static void test_integers(void **state)
{
	(void)state;
	for (size_t k = 0; k < gpu_classes_n; k++) {
		const struct gpu_class *c = &gpu_classes[k];

		if (c->int8_matrix !=
		    (c->rate[GPU_FP16] > 0 && strcmp(c->name, "7.0") != 0))
			fail_msg("%s", c->name);
	}
}

/* A row is what the formula gives, as far as a data sheet rounds; those of
 * which it says itself that they are not are few. */
static void test_formula(void **state)
{
	size_t apart = 0;

	(void)state;
	for (size_t k = 0; k < gpu_table_n; k++) {
		const struct gpu_device *d = &gpu_table[k];
		size_t c = 0;

		while (c < gpu_classes_n &&
		       strcmp(gpu_classes[c].name, d->class) != 0)
			c++;
		assert_true(c < gpu_classes_n);
		for (unsigned r = 0; r < GPU_NRATES; r++) {
			bool plain = r == GPU_FP64 || r == GPU_FP64_TC ||
				     r == GPU_FP32 || r == GPU_FP32_TC ||
				     r == GPU_FP16_VEC;
			double tera = 1e-6 * d->sms * gpu_classes[c].rate[r] *
				      (plain ? d->boost_mhz : d->tensor_mhz);

			if (d->peak[r] < 0)
				continue;
			if (d->boost_mhz == 0) { /* nothing to compare with */
				assert_true(d->peak[r] == 0);
				continue;
			}
			assert_true((d->peak[r] > 0) == (tera > 0));
			if (d->peak[r] < 0.94 * tera || d->peak[r] > 1.06 * tera)
				apart++;
		}
	}
	assert_in_range(apart, 0, 16);
}

/* The manual lists them. */
static void test_manual(void **state)
{
	FILE *f = fopen("man/pp-prof.1", "r");
	struct strbuf page = {0};
	int c;

	(void)state;
	if (!f)
		skip();
	while ((c = getc(f)) != EOF)
		strbuf_char(&page, (char)c);
	fclose(f);
	for (size_t k = 0; k < gpu_table_n; k++) {
		if (!str_has(strbuf_get(&page), gpu_table[k].name))
			fail_msg("man/pp-prof.1 lacks %s", gpu_table[k].name);
	}
	strbuf_free(&page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_by_name),
	    cmocka_unit_test(test_others),
	    cmocka_unit_test(test_fp32_tc),
	    cmocka_unit_test(test_other_names),
	    cmocka_unit_test(test_sources),
	    cmocka_unit_test(test_slices),
	    cmocka_unit_test(test_units),
	    cmocka_unit_test(test_by_record),
	    cmocka_unit_test(test_list),
	    cmocka_unit_test(test_choice),
	    cmocka_unit_test(test_refused),
	    cmocka_unit_test(test_described),
	    cmocka_unit_test(test_described_values),
	    cmocka_unit_test(test_misdescribed),
	    cmocka_unit_test(test_long_name),
	    cmocka_unit_test(test_devices),
	    cmocka_unit_test(test_classes),
	    cmocka_unit_test(test_rows),
	    cmocka_unit_test(test_sliced),
	    cmocka_unit_test(test_alike),
	    cmocka_unit_test(test_rdna4),
	    cmocka_unit_test(test_no_matrix),
	    cmocka_unit_test(test_integers),
	    cmocka_unit_test(test_formula),
	    cmocka_unit_test(test_manual),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
