/*
 * test_gpu.c - peaks: the tables against those of the shared data, by name, by
 * what a record says, by what the user chose.
 */
#include "prof/gpu/gpu.h"

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

	gpu_peaks(&none, &gpu, &p);
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
	assert_string_equal(gpu_find(STR("titan v"))->name, "NVIDIA TITAN V");
	assert_string_equal(gpu_find(STR("NVIDIA H100 80GB HBM3"))->name,
	    "NVIDIA H100 80GB HBM3");
	assert_null(gpu_find(STR("V100")));
	assert_null(gpu_find(STR("NVIDIA ")));
	assert_null(gpu_find(STR("")));
	assert_null(gpu_find((struct str){NULL, 0}));
	/* sources disagree: not known */
	p = peaks_of("NVIDIA A10G", "8.6", 80, 1710000, -1);
	is_peak(&p, GPU_FP16, GPU_NA);
	is_peak(&p, GPU_FP32, UINT64_C(35000000000000));
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
	gpu_peaks(&c, &v100, &p);
	is_peak(&p, GPU_FP16, UINT64_C(100500000000000));
	is_peak(&p, GPU_DRAM, UINT64_C(800000000000));
	is_peak(&p, GPU_FP32, UINT64_C(15700000000000));
	/* another device after it, the first again, none */
	gpu_peaks(&c, &other, &p);
	is_peak(&p, GPU_FP16, UINT64_C(100500000000000));
	is_peak(&p, GPU_FP32, GPU_NA);
	gpu_peaks(&c, &v100, &p);
	is_peak(&p, GPU_FP32, UINT64_C(15700000000000));
	gpu_peaks(&c, NULL, &p);
	is_peak(&p, GPU_FP32, GPU_NA);
	c = (struct gpu_choice){0};
	assert_int_equal(gpu_option("Tesla T4", &c, &err), 0);
	gpu_peaks(&c, &v100, &p);
	is_peak(&p, GPU_FP16, UINT64_C(65000000000000));
	gpu_peaks(&c, NULL, &p);
	is_peak(&p, GPU_DRAM, UINT64_C(320000000000));
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
	refuses(gpu_option, "V100",
	    "unknown device 'V100' (try: Tesla V100-SXM2-16GB, "
	    "Tesla V100-SXM3-32GB, Tesla V100-PCIE-16GB, Tesla "
	    "V100S-PCIE-32GB)");
	refuses(gpu_option, "NVIDIA P40 24GB",
	    "unknown device 'NVIDIA P40 24GB' (try: Tesla M40)");
	refuses(gpu_option, "xyz", "unknown device 'xyz' (pp-prof(1) lists them)");
	refuses(gpu_option, "", "unknown device '' (pp-prof(1) lists them)");
	refuses(gpu_option, "a\033b",
	    "unknown device 'a\\x1bb' (pp-prof(1) lists them)");
	refuses(gpu_peak_option, "fp17=1",
	    "unknown peak 'fp17' (try: fp64, fp64_tc, fp32, "
	    "tf32, fp16, bf16, fp8, int8, fp4, fp16_vec, dram)");
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

/* Where the heads of the ten rates are, as "fp64" and what follows. */
static void find_rates(char **heads, size_t n, const char *tail, size_t *at)
{
	for (unsigned r = 0; r < GPU_NRATES; r++) {
		char name[40];

		snprintf(name, sizeof name, "%s%s", gpu_peak_name(r), tail);
		for (at[r] = 0; at[r] < n && strcmp(heads[at[r]], name) != 0;)
			at[r]++;
		assert_true(at[r] < n);
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
			double wanted = strtod(v[at[r]], NULL);

			if (d->peak[r] != wanted && !(unsure && d->peak[r] < 0))
				fail_msg("%s: %s is %g, wanted %g", v[0],
				    gpu_peak_name(r), d->peak[r], wanted);
		}
		rows++;
	}
	fclose(f);
	assert_int_equal(rows, gpu_table_n);
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
		for (unsigned r = 0; r < GPU_NRATES; r++)
			assert_int_equal(gpu_classes[k].rate[r],
			    strtoul(v[at[r]], NULL, 10));
		rows++;
	}
	fclose(f);
	assert_int_equal(rows, gpu_classes_n);
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
				     r == GPU_FP32 || r == GPU_FP16_VEC;
			double tera = 1e-6 * d->sms * gpu_classes[c].rate[r] *
				      (plain ? d->boost_mhz : d->tensor_mhz);

			if (d->peak[r] < 0)
				continue;
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
	    cmocka_unit_test(test_by_record),
	    cmocka_unit_test(test_choice),
	    cmocka_unit_test(test_refused),
	    cmocka_unit_test(test_devices),
	    cmocka_unit_test(test_classes),
	    cmocka_unit_test(test_formula),
	    cmocka_unit_test(test_manual),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
