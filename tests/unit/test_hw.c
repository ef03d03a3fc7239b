/*
 * test_hw.c - what hardware counters add up to, and what they do not say.
 */
#include "prof/gpu/hw.h"
#include "prof/roof.h"
#include "common/nelems.h"

#include <math.h>
#include <stdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#define SASS(unit, op) unit "__sass_thread_inst_executed_op_" op "_pred_on.sum"
/* clang-format off */
#define ALL(unit, letter, add, mul, fma)                                       \
	{SASS(unit, letter "add"), add}, {SASS(unit, letter "mul"), mul},      \
	{SASS(unit, letter "fma"), fma}
/* clang-format on */
#define OPS(path) "sm__ops_path_tensor_src_" path ".sum"
#define RATE ".per_cycle_elapsed"
#define INSTS "sm__inst_executed_pipe_tensor.sum"

#define MOST 24

static struct name_cache names;

/* Counters up to the first without a name. */
struct given {
	const char *name;
	double value;
};

struct sample {
	struct record_counter v[MOST];
	struct record_counters counters;
};

static void make(struct sample *s, const struct given *given)
{
	size_t n = 0;

	for (; n < MOST && given[n].name; n++)
		s->v[n] = (struct record_counter){
		    str_of(given[n].name), given[n].value};
	s->counters = (struct record_counters){s->v, n};
}

static struct hw of(const struct given *given)
{
	struct record rec = {0};
	struct sample s;
	struct hw hw;

	make(&s, given);
	rec.counters = s.counters;
	hw_read(&rec, &hw);
	return hw;
}

/*
 * Operations
 */

#define NO_TENSOR UINT64_MAX /* not known */

static const struct {
	const char *what;
	struct given given[MOST];
	struct hw_about about;
	enum hw_conf conf;
	const char *why;
	uint64_t all, tensor;
} sums[] = {
    /* 1 + 2 + 2*3 = 9; 10 + 20 + 2*30 = 90; 100 + 200 + 2*300 = 900 */
    {"all types",
	{ALL("smsp", "d", 1, 2, 3), ALL("smsp", "f", 10, 20, 30),
	    ALL("smsp", "h", 100, 200, 300)},
	{0}, HW_EXACT, NULL, 999, NO_TENSOR},
    /* 9 + 90 + 2*900 */
    {"float16 as ncu has it",
	{ALL("smsp", "d", 1, 2, 3), ALL("smsp", "f", 10, 20, 30),
	    ALL("smsp", "h", 100, 200, 300)},
	{.half = HW_HALF_NCU}, HW_EXACT, NULL, 1899, NO_TENSOR},
    {"by multiprocessor",
	{ALL("sm", "d", 1, 2, 3), ALL("sm", "f", 10, 20, 30),
	    ALL("sm", "h", 100, 200, 300)},
	{0}, HW_EXACT, NULL, 999, NO_TENSOR},
    /* the same under two names is not twice as much */
    {"both names", {ALL("sm", "f", 1, 2, 3), ALL("smsp", "f", 1, 2, 3)}, {0},
	HW_LOWER, "not all types counted", 9, NO_TENSOR},
    {"tensor units may have been used",
	{ALL("smsp", "d", 0, 0, 0), ALL("smsp", "f", 0, 0, 5),
	    ALL("smsp", "h", 0, 0, 0)},
	{.tensor = true}, HW_LOWER, "tensor units not counted", 10, NO_TENSOR},
    {"a part of a type", {{SASS("smsp", "ffma"), 7}}, {0}, HW_UNKNOWN,
	"counters missing", 0, NO_TENSOR},
    {"a part of one, all of another",
	{ALL("smsp", "f", 1, 2, 3), {SASS("smsp", "hadd"), 1},
	    {SASS("smsp", "hfma"), 1}},
	{0}, HW_UNKNOWN, "counters missing", 0, NO_TENSOR},
    /* two from each name are not three of one */
    {"mixed names",
	{{SASS("sm", "fadd"), 1}, {SASS("smsp", "fmul"), 1}, {SASS("sm", "ffma"), 1}},
	{0}, HW_UNKNOWN, "counters missing", 0, NO_TENSOR},
    {"nothing of it", {{"dram__bytes.sum", 1}}, {0}, HW_UNKNOWN,
	"no counters of FLOPs", 0, NO_TENSOR},
    {"no number", {{SASS("smsp", "fadd"), NAN}}, {0}, HW_UNKNOWN,
	"no counters of FLOPs", 0, NO_TENSOR},
    {"infinite", {ALL("smsp", "f", 1, 2, INFINITY)}, {0}, HW_UNKNOWN,
	"overflow", 0, NO_TENSOR},
    {"less than nothing", {ALL("smsp", "f", 1, 2, -1)}, {0}, HW_UNKNOWN,
	"counters below 0", 0, NO_TENSOR},
    {"infinitely less", {ALL("smsp", "f", -INFINITY, 2, 0x1p63)}, {0},
	HW_UNKNOWN, "counters below 0", 0, NO_TENSOR},
    {"instructions, less than none", {{INSTS, -1}}, {.cc = {"7.0", 3}},
	HW_UNKNOWN, "counters below 0", 0, NO_TENSOR},
    {"instructions, too many", {{INSTS, 0x1p64}}, {.cc = {"7.0", 3}},
	HW_UNKNOWN, "overflow", 0, NO_TENSOR},
    /* 2 * 2^63 = 2^64; 2^63 + 2^63 */
    {"too many", {ALL("smsp", "f", 0, 0, 0x1p63)}, {0}, HW_UNKNOWN, "overflow",
	0, NO_TENSOR},
    {"too many of two types",
	{ALL("smsp", "f", 0x1p63, 0, 0), ALL("smsp", "d", 0x1p63, 0, 0)}, {0},
	HW_UNKNOWN, "overflow", 0, NO_TENSOR},
    {"too many halves", {ALL("smsp", "h", 0x1p63, 0, 0)}, {.half = HW_HALF_NCU},
	HW_UNKNOWN, "overflow", 0, NO_TENSOR},

    /* 2 * 4096 * 3072 * 768 = 19327352832, measured on an RTX 4090 */
    {"operations", {{OPS("fp8"), 19327352832}}, {.tensor = true}, HW_LOWER,
	"not all types counted", 19327352832, 19327352832},
    {"the whole goes before its parts",
	{{OPS("fp16_dst_fp32"), 60}, {OPS("fp16_dst_fp16"), 40},
	    {OPS("fp16"), 100}, {OPS("bf16_dst_fp32"), 1}},
	{.tensor = true}, HW_LOWER, "not all types counted", 101, 101},
    {"parts without the whole",
	{{OPS("fp16_dst_fp32"), 60}, {OPS("fp16_dst_fp16"), 40}},
	{.tensor = true}, HW_LOWER, "not all types counted", 100, 100},
    {"sparse and not",
	{{OPS("int8_sparsity_off"), 60}, {OPS("int8_sparsity_on"), 40}},
	{.tensor = true}, HW_LOWER, "not all types counted", 100, 100},
    {"not sparse alone", {{OPS("int8_sparsity_off"), 60}}, {.tensor = true},
	HW_LOWER, "sparse operations not counted", 60, 60},
    {"sparse alone", {{OPS("int8_sparsity_on"), 60}}, {.tensor = true},
	HW_UNKNOWN, "counters missing", 0, NO_TENSOR},
    {"with all else",
	{ALL("smsp", "d", 0, 0, 0), ALL("smsp", "f", 1, 2, 3),
	    ALL("smsp", "h", 0, 0, 0), {OPS("bf16_dst_fp32"), 1000}},
	{.tensor = true}, HW_EXACT, NULL, 1009, 1000},
    {"a name that nobody knows",
	{ALL("smsp", "d", 0, 0, 0), ALL("smsp", "f", 1, 2, 3),
	    ALL("smsp", "h", 0, 0, 0), {OPS("fp7_dst_fp3"), 1}},
	{.tensor = true}, HW_LOWER, "tensor counters of unknown names", 9, NO_TENSOR},
    {"none of a name that nobody knows, and what is no count",
	{ALL("smsp", "d", 0, 0, 0), ALL("smsp", "f", 1, 2, 3),
	    ALL("smsp", "h", 0, 0, 0), {OPS("fp7_dst_fp3"), 0},
	    {OPS("fp7_dst_fp3") ".peak_sustained", 1000}},
	{.tensor = true}, HW_LOWER, "tensor units not counted", 9, NO_TENSOR},

    /* 512 * 1000; the operations, where they are known, go before it */
    {"instructions of Volta", {{INSTS, 1000}}, {.tensor = true, .cc = {"7.0", 3}},
	HW_ESTIMATE, "tensor instructions", 512000, 512000},
    {"of Ampere, by type", {{INSTS, 1000}},
	{.tensor = true, .cc = {"8.0", 3}, .dtype = DTYPE_BFLOAT16},
	HW_ESTIMATE, "tensor instructions", 2048000, 2048000},
    {"of a size that is not known", {{INSTS, 1000}},
	{.tensor = true, .cc = {"8.0", 3}, .dtype = DTYPE_FLOAT32}, HW_UNKNOWN,
	"tensor instructions of unknown size", 0, NO_TENSOR},
    {"of a chip that is not known", {{INSTS, 1000}}, {.tensor = true},
	HW_UNKNOWN, "tensor instructions of unknown size", 0, NO_TENSOR},
    {"too many of them", {{INSTS, 0x1p60}}, {.tensor = true, .cc = {"7.0", 3}},
	HW_UNKNOWN, "overflow", 0, NO_TENSOR},
    {"none of them",
	{ALL("smsp", "d", 0, 0, 0), ALL("smsp", "f", 1, 2, 3),
	    ALL("smsp", "h", 0, 0, 0), {INSTS, 0}},
	{0}, HW_EXACT, NULL, 9, 0},
    /* (1.5 + 2 + 2*3) a cycle, 1000 cycles */
    {"rates",
	{{SASS("smsp", "fadd") RATE, 1.5}, {SASS("smsp", "fmul") RATE, 2},
	    {SASS("smsp", "ffma") RATE, 3}, {"smsp__cycles_elapsed.avg", 1000}},
	{0}, HW_ESTIMATE, "rates of counters", 9500, NO_TENSOR},
    /* 6 is twice the multiply-adds already */
    {"rates of the roofline's section",
	{{SASS("smsp", "fadd") RATE, 1.5}, {SASS("smsp", "fmul") RATE, 2},
	    {"derived__smsp__sass_thread_inst_executed_op_ffma_pred_on_x2", 6},
	    {"sm__cycles_elapsed.avg", 1000}},
	{0}, HW_ESTIMATE, "rates of counters", 9500, NO_TENSOR},
    {"rates without cycles",
	{{SASS("smsp", "fadd") RATE, 1.5}, {SASS("smsp", "fmul") RATE, 2},
	    {SASS("smsp", "ffma") RATE, 3}},
	{0}, HW_UNKNOWN, "counters missing", 0, NO_TENSOR},
    {"a rate of three missing",
	{{SASS("smsp", "fadd") RATE, 1.5}, {SASS("smsp", "ffma") RATE, 3},
	    {"smsp__cycles_elapsed.avg", 1000}},
	{0}, HW_UNKNOWN, "counters missing", 0, NO_TENSOR},
    {"sums go before rates",
	{ALL("smsp", "f", 10, 20, 30), {SASS("smsp", "fadd") RATE, 1},
	    {SASS("smsp", "fmul") RATE, 1}, {SASS("smsp", "ffma") RATE, 1},
	    {"smsp__cycles_elapsed.avg", 1000}},
	{0}, HW_LOWER, "not all types counted", 90, NO_TENSOR},
    /* 4096.5 * 1000 */
    {"the rate of a tensor path",
	{{OPS("fp16_dst_fp32") RATE, 4096.5}, {"sm__cycles_elapsed.avg", 1000}},
	{.tensor = true}, HW_ESTIMATE, "rates of counters", 4096500, 4096500},
    {"operations and instructions", {{OPS("fp16"), 4096}, {INSTS, 1000}},
	{.tensor = true, .cc = {"7.0", 3}}, HW_LOWER, "not all types counted",
	4096, 4096},
};

static void test_flops(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
		struct hw hw = of(sums[i].given);
		struct hw_flops f;

		hw_flops(&hw, &sums[i].about, &f);
		if (f.conf != sums[i].conf || !f.why != !sums[i].why ||
		    (f.why && strcmp(f.why, sums[i].why) != 0))
			fail_msg("%s: %d %s", sums[i].what, (int)f.conf,
			    f.why ? f.why : "");
		if (f.conf == HW_UNKNOWN)
			continue;
		if (f.all != sums[i].all ||
		    f.has_tensor != (sums[i].tensor != NO_TENSOR) ||
		    (f.has_tensor && f.tensor != sums[i].tensor))
			fail_msg("%s: %ju %ju", sums[i].what, (uintmax_t)f.all,
			    (uintmax_t)f.tensor);
	}
}

static void test_half(void **state)
{
	(void)state;
	assert_string_equal(hw_half_name(HW_HALF_NCU), "ncu");
	assert_string_equal(hw_half_name(HW_HALF_HTA), "hta");
	assert_null(hw_half_name(2));
}

/*
 * Bytes and time
 */

static const struct {
	struct given given[MOST];
	enum hw_quantity of;
	enum hw_state state;
	uint64_t v;
} amounts[] = {
    {{{"dram__bytes.sum", 300}}, HW_DRAM, HW_KNOWN, 300},
    {{{"dram__bytes_read.sum", 200}, {"dram__bytes_write.sum", 100}}, HW_DRAM,
	HW_KNOWN, 300},
    {{{"dram__bytes_read.sum", 200}}, HW_DRAM, HW_PARTIAL, 0},
    {{{"dram__bytes_read.sum", 200}, {"dram__bytes.sum", 300}}, HW_DRAM,
	HW_KNOWN, 300},
    /* 32 * (4 + 5); half a byte of a rounded value is rounded up */
    {{{"dram__sectors_read.sum", 4}, {"dram__sectors_write.sum", 5}}, HW_DRAM,
	HW_KNOWN, 288},
    {{{"dram__bytes.sum", 1234.5}}, HW_DRAM, HW_KNOWN, 1235},
    {{{"dram__bytes.sum", -1}}, HW_DRAM, HW_BELOW, 0},
    {{{"dram__bytes.sum", 0x1p64}}, HW_DRAM, HW_LARGE, 0},
    {{{"lts__t_bytes.sum", 70}}, HW_L2, HW_KNOWN, 70},
    {{{"lts__t_sectors.sum", 3}}, HW_L2, HW_KNOWN, 96},
    {{{"l1tex__m_xbar2l1tex_read_bytes.sum", 40},
	 {"l1tex__m_l1tex2xbar_write_bytes.sum", 2}},
	HW_L2, HW_KNOWN, 42},
    {{{"l1tex__t_bytes.sum", 80}}, HW_L1, HW_KNOWN, 80},
    {{{"l1tex__lsu_writeback_active_mem_lg.sum", 2}}, HW_L1, HW_KNOWN, 256},
    {{{"l1tex__lsu_writeback_active.sum", 3}}, HW_L1, HW_KNOWN, 384},
    /* a rate needs the time: 3e9 a second for 2000 ns, for 5000, for 0 */
    {{{"dram__bytes.sum.per_second", 3e9}}, HW_DRAM, HW_PARTIAL, 0},
    {{{"dram__bytes.sum.per_second", 3e9}, {"gpu__time_duration.avg", 2000}},
	HW_DRAM, HW_KNOWN, 6000},
    {{{"dram__bytes_read.sum.per_second", 3e9},
	 {"dram__bytes_write.sum.per_second", 1e9}, {"gpu__time_active.avg", 2000}},
	HW_DRAM, HW_KNOWN, 8000},
    {{{"dram__bytes_read.sum.per_second", 3e9}, {"gpu__time_active.avg", 2000}},
	HW_DRAM, HW_PARTIAL, 0},
    {{{"dram__bytes.sum.per_second", 3e9}, {"gpu__time_duration.max", 0}},
	HW_DRAM, HW_PARTIAL, 0},
    {{{"dram__bytes.sum.per_second", -1}, {"gpu__time_duration.max", 7}},
	HW_DRAM, HW_BELOW, 0},
    {{{"dram__bytes.sum.per_second", 1e9}, {"dram__bytes.sum", 5},
	 {"gpu__time_duration.sum", 1000}},
	HW_DRAM, HW_KNOWN, 5},
    {{{"lts__t_bytes.sum.per_second", 3e9}, {"gpu__time_duration.sum", 1000}},
	HW_L2, HW_KNOWN, 3000},
    {{{"l1tex__t_bytes.sum.per_second", 3e9}, {"gpu__time_duration.sum", 1000}},
	HW_L1, HW_KNOWN, 3000},
    /* of two ways to count the same the first, and never both */
    {{{"sm__cycles_elapsed.avg.per_second", 1e9}}, HW_CLOCK, HW_KNOWN, 1000000000},
    {{{"smsp__cycles_elapsed.avg.per_second", 2e9}}, HW_CLOCK, HW_KNOWN, 2000000000},
    {{{"sm__cycles_elapsed.avg.per_second", 1e9},
	 {"smsp__cycles_elapsed.avg.per_second", 2e9}},
	HW_CLOCK, HW_KNOWN, 1000000000},
    {{{"dram__cycles_elapsed.avg.per_second", 3e9}}, HW_DRAM_CLOCK, HW_KNOWN,
	3000000000},
    {{{"l1tex__t_bytes.sum", 1}, {"l1tex__t_sectors.sum", 3}}, HW_L1, HW_KNOWN, 1},
    {{{"l1tex__t_sectors.sum", 3}, {"l1tex__lsu_writeback_active_mem_lg.sum", 2}},
	HW_L1, HW_KNOWN, 96},
    {{{"l1tex__lsu_writeback_active_mem_lg.sum", 2},
	 {"l1tex__lsu_writeback_active.sum", 3}},
	HW_L1, HW_KNOWN, 256},
    {{{"l1tex__lsu_writeback_active.sum", 3},
	 {"l1tex__t_bytes.sum.per_second", 3e9}, {"gpu__time_duration.sum", 1000}},
	HW_L1, HW_KNOWN, 384},
    {{{"lts__t_bytes.sum", 1}, {"lts__t_sectors.sum", 3}}, HW_L2, HW_KNOWN, 1},
    {{{"lts__t_sectors.sum", 3}, {"l1tex__m_xbar2l1tex_read_bytes.sum", 40},
	 {"l1tex__m_l1tex2xbar_write_bytes.sum", 2}},
	HW_L2, HW_KNOWN, 96},
    {{{"l1tex__m_xbar2l1tex_read_bytes.sum", 40},
	 {"l1tex__m_l1tex2xbar_write_bytes.sum", 2},
	 {"lts__t_bytes.sum.per_second", 3e9}, {"gpu__time_duration.sum", 1000}},
	HW_L2, HW_KNOWN, 42},
    {{{"l1tex__m_xbar2l1tex_read_bytes.sum", 40}}, HW_L2, HW_PARTIAL, 0},
    {{{"l1tex__m_l1tex2xbar_write_bytes.sum", 2}}, HW_L2, HW_PARTIAL, 0},
    {{{"dram__sectors.sum", 3}}, HW_DRAM, HW_KNOWN, 96},
    {{{"dram__bytes_read.sum", 1}, {"dram__bytes_write.sum", 2},
	 {"dram__sectors.sum", 3}},
	HW_DRAM, HW_KNOWN, 3},
    {{{"dram__sectors.sum", 3}, {"dram__sectors_read.sum", 4},
	 {"dram__sectors_write.sum", 5}},
	HW_DRAM, HW_KNOWN, 96},
    {{{"dram__sectors_read.sum", 4}, {"dram__sectors_write.sum", 5},
	 {"dram__bytes.sum.per_second", 3e9}, {"gpu__time_duration.sum", 1000}},
	HW_DRAM, HW_KNOWN, 288},
    {{{"dram__bytes.sum.per_second", 3e9}, {"dram__bytes_read.sum.per_second", 1e9},
	 {"dram__bytes_write.sum.per_second", 1e9}, {"gpu__time_duration.sum", 1000}},
	HW_DRAM, HW_KNOWN, 3000},
    {{{"sm__inst_executed_pipe_tensor.sum", 5},
	 {"smsp__inst_executed_pipe_tensor.sum", 7}},
	HW_INSTS, HW_KNOWN, 5},
    {{{"smsp__inst_executed_pipe_tensor.sum", 7}}, HW_INSTS, HW_KNOWN, 7},
    /* the sum goes before the mean, the mean before the largest */
    {{{"gpu__time_active.avg", 1}, {"gpu__time_duration.max", 2},
	 {"gpu__time_duration.avg", 3}, {"gpu__time_duration.sum", 4}},
	HW_TIME, HW_KNOWN, 4000},
    {{{"gpu__time_active.avg", 1}, {"gpu__time_duration.max", 2},
	 {"gpu__time_duration.avg", 3}},
	HW_TIME, HW_KNOWN, 3000},
    {{{"gpu__time_active.avg", 1}, {"gpu__time_duration.max", 2}}, HW_TIME,
	HW_KNOWN, 2000},
};

static void test_amounts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
		struct hw hw = of(amounts[i].given);

		if (hw.sum[amounts[i].of].state != amounts[i].state ||
		    (amounts[i].state == HW_KNOWN &&
			hw.sum[amounts[i].of].v != amounts[i].v))
			fail_msg("case %zu: %d %ju", i,
			    (int)hw.sum[amounts[i].of].state,
			    (uintmax_t)hw.sum[amounts[i].of].v);
	}
}

/* The record's own time, of a rate of 3e9 a second; 0 or less is none. */
static void test_own_time(void **state)
{
	static const struct given rate[MOST] = {
	    {"dram__bytes.sum.per_second", 3e9}};
	static const struct {
		int64_t dur;
		enum hw_state state;
		uint64_t v;
	} times[] = {{2000, HW_KNOWN, 6000}, {1, HW_KNOWN, 3},
	    {0, HW_PARTIAL, 0}, {-1, HW_PARTIAL, 0}};

	(void)state;
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		struct record rec = {0};
		struct sample s;
		struct hw hw;

		make(&s, rate);
		rec.counters = s.counters;
		record_set(&rec, dur, times[i].dur);
		hw_read(&rec, &hw);
		assert_int_equal(hw.sum[HW_DRAM].state, times[i].state);
		if (times[i].state == HW_KNOWN)
			assert_int_equal(hw.sum[HW_DRAM].v, times[i].v);
	}
}

static void test_time(void **state)
{
	static const struct given duration[MOST] = {
	    {"gpu__time_duration.sum", 1500.25}, {"sm__cycles_elapsed.avg", 1}};
	/* 3000 cycles at 1.5 GHz are 2 us */
	static const struct given cycles[MOST] = {{"sm__cycles_elapsed.avg", 3000},
	    {"sm__cycles_elapsed.avg.per_second", 1.5e9}};
	static const struct given still[MOST] = {{"sm__cycles_elapsed.avg", 3000},
	    {"sm__cycles_elapsed.avg.per_second", 0}};
	struct record rec = {0};
	struct hw hw = of(duration);
	uint64_t ps;

	(void)state;
	assert_true(hw_time(&rec, &hw, &ps) && ps == 1500250);
	hw = of(cycles);
	assert_true(hw_time(&rec, &hw, &ps) && ps == 2000000);
	hw = of(still);
	assert_false(hw_time(&rec, &hw, &ps));
	/* the record's own goes before */
	hw = of(duration);
	record_set(&rec, dur, 7);
	assert_true(hw_time(&rec, &hw, &ps) && ps == 7000);
	rec.dur = 1;
	assert_true(hw_time(&rec, &hw, &ps) && ps == 1000);
	rec.dur = 0;
	assert_false(hw_time(&rec, &hw, &ps));
	rec.dur = INT64_MAX;
	assert_false(hw_time(&rec, &hw, &ps));
}

/*
 * The tensor pipe
 */

static const struct {
	const char *name;
	double value;
	int used;
} pipes[] = {
    {INSTS, 1, 1},
    {INSTS, 0, 0},
    {INSTS, NAN, -1},
    {"sm__inst_executed_pipe_tensor", 0, 0},
    {"smsp__inst_executed_pipe_tensor.avg.per_cycle_active", 0.25, 1},
    {"sm__inst_executed_pipe_tensor_op_hmma.sum", 3, 1},
    {"sm__inst_executed_pipe_tensor_op_hmma_v2.sum", 3, 1},
    {"sm__inst_executed_pipe_tensor_op_hmma.sum", 0, -1}, /* others may have */
    {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active", 0, 0},
    {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active", 0.1, 1},
    {"sm__pipe_tensor_op_hmma_cycles_active.avg.pct_of_peak_sustained_active",
	71.5, 1},
    {"sm__pipe_tensor_op_hmma_cycles_active.sum", 0, -1},
    {OPS("bf16_dst_fp32"), 1, 1},
    {OPS("bf16_dst_fp32"), 0, -1},
    /* the other unit; 0 of a part says nothing, of all it does */
    {"smsp__inst_executed_pipe_tensor.sum", 0, 0},
    {"smsp__pipe_tensor_cycles_active.sum", 0, 0},
    {"smsp__pipe_tensor_cycles_active.sum", 2, 1},
    {"smsp__inst_executed_pipe_tensor_op_hmma.sum", 3, 1},
    {"smsp__inst_executed_pipe_tensor_op_hmma.sum", 0, -1},
    {"smsp__pipe_tensor_op_hmma_cycles_active.sum", 3, 1},
    {"smsp__pipe_tensor_op_hmma_cycles_active.sum", 0, -1},
    {"sm__inst_executed_pipe_tensorial.sum", 3, -1},
    {"smsp__inst_executed_pipe_tensorial.sum", 3, -1},
    {"sm__pipe_tensor_cycles_active_v2.sum", 0, -1},
    {"smsp__ops_path_tensor_src_fp8.sum", 3, -1},
    /* what could have been */
    {INSTS ".peak_sustained", 100, -1},
    {OPS("fp8") ".peak_sustained", 100, -1},
    /* of the one that has least */
    {"sm__inst_executed_pipe_tensor.min", 0, -1},
    {"sm__inst_executed_pipe_fma.sum", 1, -1},
    {"sm__inst_executed", 1, -1},
    {"", 1, -1},
};

static void test_tensor(void **state)
{
	static const struct given both[MOST] = {
	    {INSTS, 0}, {"sm__inst_executed_pipe_tensor_op_dmma.sum", 5}};
	static const struct given busy_first[MOST] = {
	    {"sm__inst_executed_pipe_tensor_op_dmma.sum", 5}, {INSTS, 0}};
	struct sample s;

	(void)state;
	for (size_t i = 0; i < sizeof pipes / sizeof *pipes; i++) {
		const struct given one[MOST] = {{pipes[i].name, pipes[i].value}};

		make(&s, one);
		if (hw_tensor(&s.counters) != pipes[i].used)
			fail_msg("%s: %d", pipes[i].name, hw_tensor(&s.counters));
	}
	/* one that counts something decides, wherever it stands */
	make(&s, both);
	assert_int_equal(hw_tensor(&s.counters), 1);
	make(&s, busy_first);
	assert_int_equal(hw_tensor(&s.counters), 1);
	s.counters.n = 0;
	assert_int_equal(hw_tensor(&s.counters), -1);
}

/* What was measured goes before the name. */
static void test_verdict(void **state)
{
	static const struct {
		const char *kernel, *class;
		double insts;
		int eligible;
		enum tc verdict;
	} cases[] = {
	    {"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_tn", "gemm", 5, 1, TC_YES},
	    {"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_tn", "gemm", 0, 1, TC_NO},
	    {"volta_sgemm_128x64_nn", "gemm", 5, 1, TC_YES},
	    {"volta_sgemm_128x64_nn", "gemm", 0, 1, TC_NO},
	    {"triton_poi_fused_add_0", "pointwise", 5, 0, TC_YES},
	    {"triton_poi_fused_add_0", "pointwise", 0, 0, TC_NONE},
	    {"my_kernel", "gemm", 0, -1, TC_NO},
	    {"my_kernel", "other", 0, 1, TC_NO},
	    {"my_kernel", "other", 0, -1, TC_UNKNOWN},
	    {"my_kernel", "other", 5, -1, TC_YES},
	    {"my_kernel", "other", NAN, -1, TC_UNKNOWN},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct given given[MOST] = {{INSTS, cases[i].insts}};
		struct record rec = {.kind = STR("kernel")};
		struct sample s;
		struct gpu_choice none = {0};
		struct gpu_peaks unknown;
		enum tc tc;

		unknown = *gpu_peaks(&none, NULL);
		make(&s, given);
		record_mark(&rec, counters);
		rec.counters = s.counters;
		record_set(&rec, kernel, str_of(cases[i].kernel));
		record_set(&rec, class, str_of(cases[i].class));
		tc = tc_verdict(&rec, &unknown, name_read(&names, rec.kernel)->tc,
		    cases[i].eligible, DTYPE_FLOAT16);
		if (tc != cases[i].verdict)
			fail_msg("case %zu: %s", i, tc_text(tc));
	}
}

/*
 * Every kind of operation
 */

/* What each is called, and which peak it has: the name of its metrics as ncu
 * --query-metrics lists them, 2 * 4 of the cores for 4 multiply-adds. */
static const struct {
	enum hw_quantity of;
	const char *metric, *name, *peak;
	unsigned rate;
} kinds[] = {
    {HW_FP64, "d", "fp64", "fp64_ncu", GPU_FP64},
    {HW_FP32, "f", "fp32", "fp32_ncu", GPU_FP32},
    {HW_FP16, "h", "fp16:hta", "fp16_vec_ncu", GPU_FP16_VEC},
    {HW_TENSOR_FP64, "fp64", "tensor_fp64", "fp64_tc_ncu", GPU_FP64_TC},
    {HW_TENSOR_FP64, "fp64_dst_fp64", "tensor_fp64", "fp64_tc_ncu", GPU_FP64_TC},
    {HW_TENSOR_TF32, "tf32_dst_fp32", "tensor_tf32", "tf32_ncu", GPU_TF32},
    {HW_TENSOR_FP16, "fp16", "tensor_fp16", "fp16_ncu", GPU_FP16},
    {HW_TENSOR_FP16_FP32, "fp16_dst_fp32", "tensor_fp16", "fp16_ncu", GPU_FP16},
    {HW_TENSOR_FP16_FP16, "fp16_dst_fp16", "tensor_fp16", "fp16_ncu", GPU_FP16},
    {HW_TENSOR_BF16, "bf16_dst_fp32", "tensor_bf16", "bf16_ncu", GPU_BF16},
    {HW_TENSOR_FP8, "fp8", "tensor_fp8", "fp8_ncu", GPU_FP8},
    {HW_TENSOR_FP8_FP32, "fp8_dst_fp32", "tensor_fp8", "fp8_ncu", GPU_FP8},
    {HW_TENSOR_FP8_FP16, "fp8_dst_fp16", "tensor_fp8", "fp8_ncu", GPU_FP8},
    {HW_TENSOR_FP4, "fp4_dst_fp32", "tensor_fp4", "fp4_ncu", GPU_FP4},
    {HW_TENSOR_INT8, "int8", "tensor_int8", "int8_ncu", GPU_INT8},
    {HW_TENSOR_INT4, "int4", "tensor_int4", "int4_ncu", HW_NO_RATE},
    {HW_TENSOR_INT1, "int1", "tensor_int1", "int1_ncu", HW_NO_RATE},
};

struct texts {
	char v[MOST][120];
	size_t n;
	struct given given[MOST];
};

/* A metric of a kind with something behind its path; of cores its additions,
 * products or multiply-adds. */
static void put(struct texts *t, size_t kind, const char *what, double value)
{
	const char *metric = kinds[kind].metric;
	char *to = t->v[t->n];

	if (metric[1])
		snprintf(to, sizeof t->v[0], "sm__ops_path_tensor_src_%s%s",
		    metric, what);
	else
		snprintf(to, sizeof t->v[0],
		    "smsp__sass_thread_inst_executed_op_%s%s", metric, what);
	t->given[t->n] = (struct given){to, value};
	t->n++;
}

static void put_other(struct texts *t, const char *name, double value)
{
	snprintf(t->v[t->n], sizeof t->v[0], "%s", name);
	t->given[t->n] = (struct given){t->v[t->n], value};
	t->n++;
}

/* All of a kind, so many. */
static void put_all(struct texts *t, size_t kind, double n)
{
	if (kinds[kind].metric[1]) {
		put(t, kind, ".sum", n);
		return;
	}
	put(t, kind, "add_pred_on.sum", 0);
	put(t, kind, "mul_pred_on.sum", n);
	put(t, kind, "fma_pred_on.sum", 0);
}

static void check_kind(
    const struct texts *t, size_t i, uint64_t flops, uint64_t per_cycle)
{
	const struct hw hw = of(t->given);
	const struct hw_about about = {0};
	struct hw_flops f;

	hw_flops(&hw, &about, &f);
	if (f.n != 1 || f.all != flops || f.part[0].flops != flops ||
	    f.part[0].of != kinds[i].of ||
	    strcmp(f.part[0].name, kinds[i].name) != 0 ||
	    strcmp(f.part[0].peak_name, kinds[i].peak) != 0 ||
	    f.part[0].rate != kinds[i].rate || f.part[0].per_cycle != per_cycle ||
	    f.has_tensor != (kinds[i].metric[1] != 0))
		fail_msg("%s of %s: %ju, %ju a cycle", kinds[i].metric,
		    t->given[0].name, (uintmax_t)f.all,
		    (uintmax_t)f.part[0].per_cycle);
}

static void test_kinds(void **state)
{
	(void)state;
	for (size_t i = 0; i < NELEMS(kinds); i++) {
		bool tensor = kinds[i].metric[1];
		struct texts t = {.n = 0};

		put_all(&t, i, 100);
		if (tensor) { /* sums go before parts, parts before rates */
			put(&t, i, "_sparsity_off.sum", 60);
			put(&t, i, "_sparsity_on.sum", 60);
			put(&t, i, ".sum.per_cycle_elapsed", 9);
			put_other(&t, "sm__cycles_elapsed.avg", 1000);
			put(&t, i, ".sum.peak_sustained", 1024);
			put(&t, i, "_sparsity_off.sum.peak_sustained", 512);
		}
		check_kind(&t, i, 100, tensor ? 1024 : 0);
		if (!tensor)
			continue;
		t.n = 0;
		memset(t.given, 0, sizeof t.given);
		put(&t, i, "_sparsity_off.sum", 60);
		put(&t, i, "_sparsity_on.sum", 40);
		put(&t, i, "_sparsity_off.sum.peak_sustained", 512);
		check_kind(&t, i, 100, 512);
		t.n = 0;
		memset(t.given, 0, sizeof t.given);
		put(&t, i, "_sparsity_off.sum", 60);
		check_kind(&t, i, 60, 0);
		t.n = 0;
		memset(t.given, 0, sizeof t.given);
		put(&t, i, ".sum.per_cycle_elapsed", 9);
		put_other(&t, "sm__cycles_elapsed.avg", 1000);
		check_kind(&t, i, 9000, 0);
	}
}

/* Float16 and float8 by what they add up in, and a second name. */
static bool is_part(size_t i)
{
	enum hw_quantity q = kinds[i].of;

	return q == HW_TENSOR_FP16_FP32 || q == HW_TENSOR_FP16_FP16 ||
	       q == HW_TENSOR_FP8_FP32 || q == HW_TENSOR_FP8_FP16 ||
	       (i > 0 && kinds[i - 1].of == q);
}

/* No other is part of one, nor of bytes or clocks: 2^i of each, of which the
 * first three, 1 + 2 + 4, are the cores'. */
static void test_together(void **state)
{
	const struct hw_about about = {.tensor = true};
	struct texts t = {.n = 0};
	uint64_t all = 0;
	struct hw_flops f;
	struct hw hw;

	(void)state;
	for (size_t i = 0; i < NELEMS(kinds); i++) {
		if (is_part(i))
			continue;
		put_all(&t, i, (double)(UINT64_C(1) << i));
		all += UINT64_C(1) << i;
	}
	put_other(&t, "dram__bytes.sum", 7);
	put_other(&t, "lts__t_bytes.sum", 7);
	put_other(&t, "l1tex__t_bytes.sum", 7);
	put_other(&t, "sm__cycles_elapsed.avg.per_second", 7);
	assert_true(t.n <= MOST);
	hw = of(t.given);
	hw_flops(&hw, &about, &f);
	assert_int_equal(f.conf, HW_EXACT);
	assert_true(f.all == all);
	assert_true(f.tensor == all - 7);
}

/* Operations of one instruction of the tensor pipe, where the chip has one size
 * for the type: 1000 of them. */
static void test_insts(void **state)
{
	static const struct given given[MOST] = {{INSTS, 1000}};
	static const struct {
		const char *cc;
		enum dtype dtype;
		uint64_t flops; /* 0: not known */
	} cases[] = {
	    {"7.0", DTYPE_FLOAT16, 512000},
	    {"7.0", DTYPE_UNKNOWN, 512000},
	    {"7.2", DTYPE_FLOAT16, 512000},
	    {"7.2", DTYPE_INT8, 0},
	    {"7.5", DTYPE_FLOAT16, 512000},
	    {"7.5", DTYPE_BFLOAT16, 0},
	    {"7.5", DTYPE_INT8, 0},
	    {"8.0", DTYPE_FLOAT16, 2048000},
	    {"8.0", DTYPE_BFLOAT16, 2048000},
	    {"8.0", DTYPE_FLOAT32, 0},
	    {"8.6", DTYPE_FLOAT16, 0},
	    {"9.0", DTYPE_FLOAT16, 0},
	};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		const struct hw hw = of(given);
		const struct hw_about about = {
		    .cc = str_of(cases[i].cc), .dtype = cases[i].dtype};
		struct hw_flops f;

		hw_flops(&hw, &about, &f);
		if ((f.conf == HW_UNKNOWN) != (cases[i].flops == 0) ||
		    (cases[i].flops && f.all != cases[i].flops))
			fail_msg("%s %s: %ju", cases[i].cc,
			    dtype_name(cases[i].dtype), (uintmax_t)f.all);
	}
}

/* Cores of all types were counted: of a kernel that may have used the tensor
 * units that is not all, of another it is. */
static void test_row(void **state)
{
	static const struct given given[MOST] = {ALL("smsp", "d", 0, 0, 0),
	    ALL("smsp", "f", 1, 2, 3), ALL("smsp", "h", 0, 0, 0)};
	static const struct {
		const char *kind, *kernel, *class;
		enum hw_conf conf;
	} cases[] = {
	    {"kernel", "volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_tn", "gemm",
		HW_LOWER},
	    {"kernel", "triton_poi_fused_add_0", "pointwise", HW_EXACT},
	    {"kernel", "volta_sgemm_128x64_nn", "gemm", HW_EXACT},
	    {"kernel", "my_kernel", "other", HW_LOWER},
	    {"memcpy", "my_kernel", "other", HW_EXACT},
	};
	struct arena arena = {0};
	struct gpu_choice choice = {0};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		struct record rec = {0};
		struct hw_flops f;
		struct sample s;
		struct row row;

		make(&s, given);
		record_set(&rec, kind, str_of(cases[i].kind));
		record_set(&rec, kernel, str_of(cases[i].kernel));
		record_set(&rec, class, str_of(cases[i].class));
		record_mark(&rec, counters);
		rec.counters = s.counters;
		row_make(&row, 1, &rec, &choice, &names, &arena);
		assert_true(row_hw_flops(&row, &f));
		if (f.conf != cases[i].conf || f.all != 9)
			fail_msg("%s %s: %d", cases[i].kind, cases[i].kernel,
			    (int)f.conf);
	}
	arena_free(&arena);
}

/*
 * The roofline
 */

static struct gpu_choice no_choice;

/* A row of a kernel on the device with these counters. */
static void make_row(struct row *row, struct record *rec, struct arena *arena,
    struct sample *s, const char *device, const struct given *given)
{
	make(s, given);
	*rec = (struct record){.kind = STR("kernel")};
	record_mark(rec, gpu);
	rec->gpu = (struct record_gpu){
	    .name = str_of(device), .sms = -1, .clock_khz = -1, .mem_bps = -1};
	record_mark(rec, counters);
	rec->counters = s->counters;
	row_make(row, 1, rec, &no_choice, &names, arena);
}

#define V100 "Tesla V100-SXM2-16GB"

static void test_roof(void **state)
{
	/* 15.7e6 FLOPs at 15.7 TFLOP/s and 900000 bytes at 900 GB/s: 1 us */
	static const struct given balanced[MOST] = {
	    ALL("smsp", "f", 0, 0, 7850000), {"dram__bytes.sum", 900000}};
	/* float64 at 7.8 TFLOP/s takes 7.8e6 / 7.8e12 = 1 us, float32 less */
	static const struct given two[MOST] = {ALL("smsp", "f", 0, 0, 5000000),
	    ALL("smsp", "d", 0, 0, 3900000), {"dram__bytes.sum", 0}};
	/* 2 * 5120 * 1.2e9 = 12.288 TFLOP/s and 1024 * 0.8e9 = 819.2 GB/s */
	static const struct given measured[MOST] = {
	    ALL("smsp", "f", 0, 0, 6144000), {"dram__bytes.sum", 819200},
	    {SASS("sm", "ffma") ".peak_sustained", 5120},
	    {"sm__cycles_elapsed.avg.per_second", 1.2e9},
	    {"dram__bytes.sum.peak_sustained", 1024},
	    {"dram__cycles_elapsed.avg.per_second", 0.8e9}};
	/* so much a cycle no device does */
	static const struct given absurd[MOST] = {ALL("smsp", "f", 0, 0, 7850000),
	    {"dram__bytes.sum", 900000},
	    {SASS("sm", "ffma") ".peak_sustained", 1e15},
	    {"sm__cycles_elapsed.avg.per_second", 1.2e9}};
	static const struct given nothing[MOST] = {
	    ALL("smsp", "f", 0, 0, 0), {"dram__bytes.sum", 0}};
	static const struct given moved[MOST] = {
	    ALL("smsp", "f", 0, 0, 0), {"dram__bytes.sum", 900000}};
	static const struct given no_bytes[MOST] = {
	    ALL("smsp", "f", 0, 0, 7850000)};
	struct arena arena = {0};
	struct gpu_choice choice = {0};
	struct sample s;
	struct record rec;
	struct row row;
	struct roof roof;

	(void)state;
	make_row(&row, &rec, &arena, &s, V100, balanced);
	roof_hw(&row, &roof);
	assert_true(roof.has_time && roof.femto == 1000 * ROOF_NS);
	assert_string_equal(roof.peak_name, "fp32");

	make_row(&row, &rec, &arena, &s, V100, absurd);
	roof_hw(&row, &roof);
	assert_true(roof.has_time && roof.femto == 1000 * ROOF_NS);

	make_row(&row, &rec, &arena, &s, V100, two);
	roof_hw(&row, &roof);
	assert_true(roof.has_time && roof.femto == 1000 * ROOF_NS);
	assert_string_equal(roof.peak_name, "fp64");
	assert_false(roof.memory);

	/* peaks that were measured, whatever the device; but not the user's */
	make_row(&row, &rec, &arena, &s, "nobody's", measured);
	roof_hw(&row, &roof);
	assert_true(roof.has_time && roof.femto == 1000 * ROOF_NS);
	assert_string_equal(roof.peak_name, "fp32_ncu");
	assert_true(roof.peak == UINT64_C(12288000000000));
	choice.peak[GPU_FP32] = UINT64_C(6144000000000);
	row.gpu = &choice;
	roof_hw(&row, &roof);
	assert_true(roof.has_time && roof.femto == 2000 * ROOF_NS);
	assert_string_equal(roof.peak_name, "fp32");

	make_row(&row, &rec, &arena, &s, V100, nothing);
	roof_hw(&row, &roof);
	assert_true(!roof.has_time && roof.idle);
	make_row(&row, &rec, &arena, &s, V100, moved);
	roof_hw(&row, &roof);
	assert_true(roof.has_time && roof.memory && roof.femto == 1000 * ROOF_NS);
	assert_string_equal(roof.peak_name, "dram");
	make_row(&row, &rec, &arena, &s, V100, no_bytes);
	roof_hw(&row, &roof);
	assert_true(roof.has_peak && !roof.has_time && !roof.idle);
	/* a peak that is not known, no counters */
	make_row(&row, &rec, &arena, &s, "nobody's", balanced);
	roof_hw(&row, &roof);
	assert_true(!roof.has_peak && !roof.has_time && !roof.idle);
	rec.counters.n = 0;
	row_make(&row, 1, &rec, &no_choice, &names, &arena);
	assert_null(row_hw(&row));
	roof_hw(&row, &roof);
	assert_true(!roof.has_peak && !roof.has_time && !roof.idle);
	arena_free(&arena);
}

/* The table: no metric is of two quantities, none has a character that no name
 * has. */
static void test_table(void **state)
{
	struct str name;

	(void)state;
	for (size_t i = 0; (name = hw_metric(i)).p; i++) {
		struct record_counter c = {name, 1};
		struct record rec = {.counters = {&c, 1}};
		struct hw hw;
		size_t n = 0;

		hw_read(&rec, &hw);
		for (size_t q = 0; q < HW_NQUANTITIES; q++)
			n += hw.sum[q].state != HW_ABSENT || hw.peak[q] > 0;
		if (n != 1 || hw.odd ||
		    strspn(name.p, "abcdefghijklmnopqrstuvwxyz0123456789_.") !=
			name.n)
			fail_msg("%s", name.p);
	}
}

static int free_names(void **state)
{
	(void)state;
	name_cache_free(&names);
	return 0;
}

/* What a cycle can do at most: a multiply-add is 2 operations. */
static void test_peaks_of(void **state)
{
	static const struct {
		const char *metric;
		enum hw_quantity of;
		double peak; /* where the metric is 100 */
	} cases[] = {
	    {"dram__bytes.sum.peak_sustained", HW_DRAM, 100},
	    {SASS("sm", "dfma") ".peak_sustained", HW_FP64, 200},
	    {SASS("sm", "ffma") ".peak_sustained", HW_FP32, 200},
	    {SASS("smsp", "hfma") ".peak_sustained", HW_FP16, 200},
	    {"derived__sm__sass_thread_inst_executed_op_ffma_pred_on_x2",
		HW_FP32, 100},
	    {OPS("fp64") ".peak_sustained", HW_TENSOR_FP64, 100},
	    {"sm__ops_path_tensor_src_int8_sparsity_off.sum.peak_sustained",
		HW_TENSOR_INT8, 100},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct given given[] = {{cases[i].metric, 100}, {NULL, 0}};
		struct hw hw = of(given);

		if (hw.peak[cases[i].of] != cases[i].peak)
			fail_msg("%s: %g", cases[i].metric, hw.peak[cases[i].of]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_flops),
	    cmocka_unit_test(test_half),
	    cmocka_unit_test(test_amounts),
	    cmocka_unit_test(test_own_time),
	    cmocka_unit_test(test_time),
	    cmocka_unit_test(test_tensor),
	    cmocka_unit_test(test_verdict),
	    cmocka_unit_test(test_kinds),
	    cmocka_unit_test(test_together),
	    cmocka_unit_test(test_row),
	    cmocka_unit_test(test_insts),
	    cmocka_unit_test(test_roof),
	    cmocka_unit_test(test_table),
	    cmocka_unit_test(test_peaks_of),
	};

	return cmocka_run_group_tests(tests, NULL, free_names);
}
