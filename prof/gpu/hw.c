/*
 * hw.c - what a kernel's hardware counters say.
 *
 * In:  counters by the names that CUPTI and Nsight Compute give them
 * Out: operations, bytes, time, peaks, whether the tensor units worked
 *
 * What is counted depends on who asked for it and on the chip, so that each
 * quantity has several ways to be made up.  A way of which a counter is missing
 * gives nothing: the sum of the rest would pass for the whole.
 *
 * Sources: pp-models(7), HARDWARE COUNTERS.
 */
#include "prof/gpu/hw.h"

#include <math.h>

#include "common/nelems.h"
#include "common/num.h"
#include "prof/gpu/gpu.h"
#include "prof/why.h"

enum what {
	SUM,	/* adds weight * value to the quantity */
	PEAK,	/* weight * value is the most in a cycle */
	LOWER,	/* as SUM, but there may be more than that */
	CYCLE,	/* as SUM, but weight * value is that of a cycle */
	SECOND, /* or of a second */
};

/*
 * THE table: a row of AND is needed together with the one before it.  Of
 * several ways to a quantity the first whole one counts.
 */
static const struct fact {
	struct str metric;
	enum hw_quantity of;
	enum what what;
	bool also; /* needed together with the row before it */
	unsigned weight;
} facts[] = {
/* clang-format off */
#define NAME(text) {text, sizeof(text) - 1}
#define ROW(metric, of, what, weight) {NAME(metric), of, what, false, weight}
#define AND(metric, of, what, weight) {NAME(metric), of, what, true, weight}
/* Instructions of threads that were not predicated off. */
#define THREADS(unit, op) unit "__sass_thread_inst_executed_op_" op "_pred_on.sum"
#define CORE(of, unit, letter)                                                 \
	ROW(THREADS(unit, letter "add"), of, SUM, 1),                          \
	AND(THREADS(unit, letter "mul"), of, SUM, 1),                          \
	AND(THREADS(unit, letter "fma"), of, SUM, 2)
/* The sets full, detailed and roofline have rates and no sums; the section of
 * the roofline has a metric of its own for twice the multiply-adds. */
#define A_CYCLE ".per_cycle_elapsed"
#define CORE_RATE(of, unit, letter)                                            \
	ROW(THREADS(unit, letter "add") A_CYCLE, of, CYCLE, 1),                \
	AND(THREADS(unit, letter "mul") A_CYCLE, of, CYCLE, 1),                \
	AND(THREADS(unit, letter "fma") A_CYCLE, of, CYCLE, 2),                \
	ROW(THREADS(unit, letter "add") A_CYCLE, of, CYCLE, 1),                \
	AND(THREADS(unit, letter "mul") A_CYCLE, of, CYCLE, 1),                \
	AND(X2(unit, letter), of, CYCLE, 1)
#define X2(unit, letter)                                                       \
	"derived__" unit "__sass_thread_inst_executed_op_" letter "fma_pred_on_x2"
#define CORES(of, letter)                                                      \
	CORE(of, "smsp", letter),                                              \
	CORE(of, "sm", letter),                                                \
	CORE_RATE(of, "smsp", letter),                                         \
	CORE_RATE(of, "sm", letter),                                           \
	ROW(THREADS("sm", letter "fma") ".peak_sustained", of, PEAK, 2),       \
	ROW(THREADS("smsp", letter "fma") ".peak_sustained", of, PEAK, 2),     \
	ROW(X2("sm", letter), of, PEAK, 1)
/* Operations, 2 a multiply-add.  Of the two halves most people ask for the one
 * without sparsity alone, and few kernels have the other. */
#define OPS(path) "sm__ops_path_tensor_src_" path
#define PATH(of, path)                                                         \
	ROW(OPS(path) ".sum", of, SUM, 1),                                     \
	ROW(OPS(path) "_sparsity_off.sum", of, SUM, 1),                        \
	AND(OPS(path) "_sparsity_on.sum", of, SUM, 1),                         \
	ROW(OPS(path) "_sparsity_off.sum", of, LOWER, 1),                      \
	ROW(OPS(path) ".sum" A_CYCLE, of, CYCLE, 1),                           \
	ROW(OPS(path) ".sum.peak_sustained", of, PEAK, 1),                     \
	ROW(OPS(path) "_sparsity_off.sum.peak_sustained", of, PEAK, 1)
	/* what rates are multiplied with, before them */
	ROW("gpu__time_duration.sum", HW_TIME, SUM, 1000),
	ROW("gpu__time_duration.avg", HW_TIME, SUM, 1000),
	ROW("gpu__time_duration.max", HW_TIME, SUM, 1000),
	ROW("gpu__time_active.avg", HW_TIME, SUM, 1000),
	ROW("sm__cycles_elapsed.avg", HW_CYCLES, SUM, 1),
	ROW("sm__cycles_elapsed.max", HW_CYCLES, SUM, 1),
	ROW("smsp__cycles_elapsed.avg", HW_CYCLES, SUM, 1),
	CORES(HW_FP64, "d"),
	CORES(HW_FP32, "f"),
	CORES(HW_FP16, "h"),
	PATH(HW_TENSOR_FP64, "fp64"),
	PATH(HW_TENSOR_FP64, "fp64_dst_fp64"),
	PATH(HW_TENSOR_TF32, "tf32_dst_fp32"),
	PATH(HW_TENSOR_FP16, "fp16"),
	PATH(HW_TENSOR_FP16_FP32, "fp16_dst_fp32"),
	PATH(HW_TENSOR_FP16_FP16, "fp16_dst_fp16"),
	PATH(HW_TENSOR_BF16, "bf16_dst_fp32"),
	PATH(HW_TENSOR_FP8, "fp8"),
	PATH(HW_TENSOR_FP8_FP32, "fp8_dst_fp32"),
	PATH(HW_TENSOR_FP8_FP16, "fp8_dst_fp16"),
	PATH(HW_TENSOR_FP4, "fp4_dst_fp32"),
	PATH(HW_TENSOR_INT8, "int8"),
	PATH(HW_TENSOR_INT4, "int4"),
	PATH(HW_TENSOR_INT1, "int1"),
	ROW("sm__inst_executed_pipe_tensor.sum", HW_INSTS, SUM, 1),
	ROW("smsp__inst_executed_pipe_tensor.sum", HW_INSTS, SUM, 1),
	ROW("dram__bytes.sum", HW_DRAM, SUM, 1),
	ROW("dram__bytes_read.sum", HW_DRAM, SUM, 1),
	AND("dram__bytes_write.sum", HW_DRAM, SUM, 1),
	/* sectors are of 32 bytes */
	ROW("dram__sectors.sum", HW_DRAM, SUM, 32),
	ROW("dram__sectors_read.sum", HW_DRAM, SUM, 32),
	AND("dram__sectors_write.sum", HW_DRAM, SUM, 32),
	ROW("dram__bytes.sum.per_second", HW_DRAM, SECOND, 1),
	ROW("dram__bytes_read.sum.per_second", HW_DRAM, SECOND, 1),
	AND("dram__bytes_write.sum.per_second", HW_DRAM, SECOND, 1),
	ROW("dram__bytes.sum.peak_sustained", HW_DRAM, PEAK, 1),
	ROW("lts__t_bytes.sum", HW_L2, SUM, 1),
	ROW("lts__t_sectors.sum", HW_L2, SUM, 32),
	ROW("l1tex__m_xbar2l1tex_read_bytes.sum", HW_L2, SUM, 1),
	AND("l1tex__m_l1tex2xbar_write_bytes.sum", HW_L2, SUM, 1),
	ROW("lts__t_bytes.sum.per_second", HW_L2, SECOND, 1),
	ROW("l1tex__t_bytes.sum", HW_L1, SUM, 1),
	ROW("l1tex__t_sectors.sum", HW_L1, SUM, 32),
	/* a cycle of writing back is a line of 128 bytes */
	ROW("l1tex__lsu_writeback_active_mem_lg.sum", HW_L1, SUM, 128),
	ROW("l1tex__lsu_writeback_active.sum", HW_L1, SUM, 128),
	ROW("l1tex__t_bytes.sum.per_second", HW_L1, SECOND, 1),
	ROW("sm__cycles_elapsed.avg.per_second", HW_CLOCK, SUM, 1),
	ROW("smsp__cycles_elapsed.avg.per_second", HW_CLOCK, SUM, 1),
	ROW("dram__cycles_elapsed.avg.per_second", HW_DRAM_CLOCK, SUM, 1),
    /* clang-format on */
};
#define NFACTS (NELEMS(facts))

/* Operations: what they are called, and which peak they have. */
static const struct unit {
	const char *name, *peak_name;
	unsigned rate;
	unsigned whole; /* quantity that they are part of, or themselves */
} units[HW_NOPS] = {
    /* clang-format off */
	[HW_FP64] = {"fp64", "fp64_ncu", GPU_FP64, HW_FP64},
	[HW_FP32] = {"fp32", "fp32_ncu", GPU_FP32, HW_FP32},
	[HW_FP16] = {"fp16:hta", "fp16_vec_ncu", GPU_FP16_VEC, HW_FP16},
	[HW_TENSOR_FP64] = {"tensor_fp64", "fp64_tc_ncu", GPU_FP64_TC, HW_TENSOR_FP64},
	[HW_TENSOR_TF32] = {"tensor_tf32", "tf32_ncu", GPU_TF32, HW_TENSOR_TF32},
	[HW_TENSOR_FP16] = {"tensor_fp16", "fp16_ncu", GPU_FP16, HW_TENSOR_FP16},
	[HW_TENSOR_FP16_FP32] = {"tensor_fp16", "fp16_ncu", GPU_FP16, HW_TENSOR_FP16},
	[HW_TENSOR_FP16_FP16] = {"tensor_fp16", "fp16_ncu", GPU_FP16, HW_TENSOR_FP16},
	[HW_TENSOR_BF16] = {"tensor_bf16", "bf16_ncu", GPU_BF16, HW_TENSOR_BF16},
	[HW_TENSOR_FP8] = {"tensor_fp8", "fp8_ncu", GPU_FP8, HW_TENSOR_FP8},
	[HW_TENSOR_FP8_FP32] = {"tensor_fp8", "fp8_ncu", GPU_FP8, HW_TENSOR_FP8},
	[HW_TENSOR_FP8_FP16] = {"tensor_fp8", "fp8_ncu", GPU_FP8, HW_TENSOR_FP8},
	[HW_TENSOR_FP4] = {"tensor_fp4", "fp4_ncu", GPU_FP4, HW_TENSOR_FP4},
	[HW_TENSOR_INT8] = {"tensor_int8", "int8_ncu", GPU_INT8, HW_TENSOR_INT8},
	[HW_TENSOR_INT4] = {"tensor_int4", "int4_ncu", HW_NO_RATE, HW_TENSOR_INT4},
	[HW_TENSOR_INT1] = {"tensor_int1", "int1_ncu", HW_NO_RATE, HW_TENSOR_INT1},
    /* clang-format on */
};

/*
 * Operations of one instruction of a warp on the tensor pipe, where it is the
 * same for all that the chip has for the type: an estimate.
 */
static const struct inst {
	const char *cc;
	enum dtype dtype; /* DTYPE_UNKNOWN: whatever */
	unsigned k;
	const char *name;
	unsigned rate;
} insts[] = {
    {"7.0", DTYPE_UNKNOWN, 512, "tensor*512", GPU_FP16},
    {"7.2", DTYPE_FLOAT16, 512, "tensor*512", GPU_FP16},
    {"7.5", DTYPE_FLOAT16, 512, "tensor*512", GPU_FP16},
    {"8.0", DTYPE_FLOAT16, 2048, "tensor*2048", GPU_FP16},
    {"8.0", DTYPE_BFLOAT16, 2048, "tensor*2048", GPU_BF16},
};

/*
 * Names that say whether the tensor pipe worked, whatever is made of the
 * counter behind the first dot.  Where one that has all instructions is 0,
 * there were none; one of a part says so only where it is not.
 */
static const struct use {
	struct str head;
	bool exact; /* nothing more up to the dot */
	bool whole;
} uses[] = {
    {NAME("sm__inst_executed_pipe_tensor"), true, true},
    {NAME("smsp__inst_executed_pipe_tensor"), true, true},
    {NAME("sm__pipe_tensor_cycles_active"), true, true},
    {NAME("smsp__pipe_tensor_cycles_active"), true, true},
    {NAME("sm__inst_executed_pipe_tensor_"), false, false},
    {NAME("smsp__inst_executed_pipe_tensor_"), false, false},
    {NAME("sm__pipe_tensor_"), false, false},
    {NAME("smsp__pipe_tensor_"), false, false},
    {NAME("sm__ops_path_tensor_"), false, false},
};

static bool begins(struct str s, struct str head)
{
	return s.n >= head.n && memcmp(s.p, head.p, head.n) == 0;
}

struct str hw_metric(size_t i)
{
	return i < NFACTS ? facts[i].metric : (struct str){NULL, 0};
}

/*
 * Reading
 */

static bool is_rate(const struct fact *fact)
{
	return fact->what == CYCLE || fact->what == SECOND;
}

/* What a rate is multiplied with: cycles, or seconds; 0: not known. */
static double factor(const struct hw *hw, enum what what)
{
	enum hw_quantity of = what == CYCLE ? HW_CYCLES : HW_TIME;

	if (hw->sum[of].state != HW_KNOWN)
		return 0;
	return what == CYCLE ? (double)hw->sum[of].v : (double)hw->sum[of].v / 1e12;
}

/* weight * value, rounded; false where that is no quantity. */
static bool weigh(double value, double weight, uint64_t *out)
{
	double product = value * weight;

	if (!(value >= 0) || !(product < 18446744073709551616.0))
		return false;
	if (value == floor(value) && weight == floor(weight) &&
	    weight < (double)NUM_EXACT_DOUBLE)
		return num_mul((uint64_t)value, (uint64_t)weight, out);
	*out = (uint64_t)(product + 0.5);
	return true;
}

/* What n rows from f on make of the quantity; has and values are the facts'. */
static void take_way(
    struct hw *hw, size_t f, size_t n, const bool *has, const double *values)
{
	const struct fact *fact = &facts[f];
	double times = is_rate(fact) ? factor(hw, fact->what) : 1;
	size_t found = 0;
	uint64_t sum = 0, more;
	bool fits = true, below = false;

	for (size_t i = f; i < f + n; i++)
		found += has[i];
	if (hw->sum[fact->of].state >= HW_BELOW || found == 0)
		return;
	hw->sum[fact->of].state = HW_PARTIAL;
	if (found < n || times == 0)
		return;
	for (size_t i = f; i < f + n; i++) {
		below |= values[i] < 0;
		fits = fits && weigh(values[i], facts[i].weight * times, &more) &&
		       num_add(sum, more, &sum);
	}
	hw->sum[fact->of].state = below ? HW_BELOW : fits ? HW_KNOWN : HW_LARGE;
	hw->sum[fact->of].lower = fact->what == LOWER;
	hw->sum[fact->of].rounded = is_rate(fact);
	hw->sum[fact->of].v = sum;
}

static void take_peak(struct hw *hw, const struct fact *fact, double value)
{
	if (hw->peak[fact->of] == 0 && value > 0 && isfinite(value))
		hw->peak[fact->of] = value * fact->weight;
}

/* Whether a counter is of tensor operations, and has some. */
static bool is_path(const struct record_counter *c)
{
	return begins(c->name, STR("sm__ops_path_tensor_")) &&
	       str_ends(c->name, ".sum") && c->value > 0;
}

void hw_read(const struct record *rec, struct hw *hw)
{
	const struct record_counters *counters = &rec->counters;
	double values[NFACTS];
	bool has[NFACTS] = {false};

	memset(hw, 0, sizeof *hw);
	hw->made = true;
	if (record_has(rec, dur) && rec->dur > 0 &&
	    num_mul((uint64_t)rec->dur, 1000, &hw->sum[HW_TIME].v))
		hw->sum[HW_TIME].state = HW_KNOWN;
	for (size_t k = 0; k < counters->n; k++) {
		const struct record_counter *c = &counters->v[k];
		bool known = false;

		for (size_t i = 0; i < NFACTS; i++) {
			if (!str_eq(facts[i].metric, c->name) || isnan(c->value))
				continue;
			known = has[i] = true;
			values[i] = c->value;
		}
		hw->odd |= !known && is_path(c);
	}
	for (size_t f = 0, n; f < NFACTS; f += n) {
		for (n = 1; f + n < NFACTS && facts[f + n].also;)
			n++;
		if (facts[f].what != PEAK)
			take_way(hw, f, n, has, values);
		else if (has[f])
			take_peak(hw, &facts[f], values[f]);
	}
}

/* 1, 0 or -1 by one counter.  A peak is not what was done, and a minimum of 0
 * is that of one unit. */
static int tensor_by(const struct record_counter *c)
{
	const char *dot = c->name.n > 0 ? memchr(c->name.p, '.', c->name.n) : NULL;
	struct str base = c->name, rollup = STR("");

	if (dot) {
		base.n = (size_t)(dot - c->name.p);
		rollup = str_from(c->name, base.n);
	}
	if (str_starts(rollup, ".min") || str_has(rollup, ".peak_sustained"))
		return -1;
	for (size_t i = 0; i < NELEMS(uses); i++) {
		if (uses[i].exact ? !str_eq(base, uses[i].head)
				  : !begins(base, uses[i].head))
			continue;
		if (c->value > 0)
			return 1;
		return uses[i].whole && c->value == 0 ? 0 : -1;
	}
	return -1;
}

int hw_tensor(const struct record_counters *counters)
{
	int used = -1;

	for (size_t i = 0; i < counters->n && used != 1; i++) {
		int by = tensor_by(&counters->v[i]);

		if (by >= 0)
			used = by;
	}
	return used;
}

/*
 * Operations
 */

static void unknown(struct hw_flops *out, const char *why)
{
	if (out->conf == HW_UNKNOWN && out->why)
		return;
	out->conf = HW_UNKNOWN;
	out->why = why;
}

/* Not all may have been counted, which matters less than an estimate does. */
static void lower(struct hw_flops *out, const char *why)
{
	if (out->conf != HW_EXACT)
		return;
	out->conf = HW_LOWER;
	out->why = why;
}

static void estimate(struct hw_flops *out, const char *why)
{
	if (out->conf == HW_UNKNOWN)
		return;
	out->conf = HW_ESTIMATE;
	out->why = why;
}

static void add_part(struct hw_flops *out, const struct hw_part *part)
{
	bool tensor = part->of >= HW_TENSOR;

	out->part[out->n++] = *part;
	if (!num_add(out->all, part->flops, &out->all) ||
	    (tensor && !num_add(out->tensor, part->flops, &out->tensor)))
		unknown(out, WHY_OVERFLOW);
	out->has_tensor |= tensor;
}

/* Why a quantity that has counters is not known. */
static const char *why_none(enum hw_state state)
{
	return state == HW_PARTIAL ? WHY_COUNTERS
	       : state == HW_BELOW ? WHY_BELOW
				   : WHY_OVERFLOW;
}

/* Operations of one kind, unless they are part of what is known as a whole. */
static void add_unit(const struct hw *hw, enum hw_quantity q,
    const struct hw_about *about, struct hw_flops *out)
{
	const struct unit *u = &units[q];
	struct hw_part part = {.of = q,
	    .name = u->name,
	    .rate = u->rate,
	    .peak_name = u->peak_name,
	    .flops = hw->sum[q].v,
	    .per_cycle = hw->peak[q] < 1e15 ? (uint64_t)(hw->peak[q] + 0.5) : 0};

	if (u->whole != q && hw->sum[u->whole].state == HW_KNOWN)
		return;
	if (hw->sum[q].state != HW_KNOWN) {
		if (hw->sum[q].state != HW_ABSENT)
			unknown(out, why_none(hw->sum[q].state));
		return;
	}
	if (q == HW_FP16 && about->half == HW_HALF_NCU) {
		part.name = "fp16:ncu";
		part.per_cycle *= 2;
		if (!num_mul(part.flops, 2, &part.flops))
			unknown(out, WHY_OVERFLOW);
	}
	if (hw->sum[q].lower)
		lower(out, WHY_SPARSE);
	if (hw->sum[q].rounded)
		estimate(out, WHY_RATES);
	add_part(out, &part);
}

/* The tensor units by their instructions, where their operations are not
 * counted. */
static void add_insts(
    const struct hw *hw, const struct hw_about *about, struct hw_flops *out)
{
	struct hw_part part = {.of = HW_INSTS, .name = "tensor", .rate = HW_NO_RATE};
	uint64_t n = hw->sum[HW_INSTS].v;

	if (out->has_tensor || hw->sum[HW_INSTS].state == HW_ABSENT)
		return;
	if (hw->sum[HW_INSTS].state != HW_KNOWN) {
		unknown(out, why_none(hw->sum[HW_INSTS].state));
		return;
	}
	if (n == 0) {
		add_part(out, &part);
		return;
	}
	for (size_t i = 0; i < NELEMS(insts); i++) {
		const struct inst *k = &insts[i];

		if (!str_is(about->cc, k->cc) ||
		    (k->dtype != DTYPE_UNKNOWN && k->dtype != about->dtype))
			continue;
		part.name = k->name;
		part.rate = k->rate;
		if (!num_mul(n, k->k, &part.flops)) {
			unknown(out, WHY_OVERFLOW);
			return;
		}
		add_part(out, &part);
		estimate(out, WHY_INSTS);
		return;
	}
	unknown(out, WHY_INST_SIZE);
}

void hw_flops(const struct hw *hw, const struct hw_about *about, struct hw_flops *out)
{
	memset(out, 0, sizeof *out);
	out->conf = HW_EXACT;

	/* 1. Add up what is there. */
	for (unsigned q = 0; q < HW_NOPS; q++)
		add_unit(hw, (enum hw_quantity)q, about, out);
	add_insts(hw, about, out);
	if (out->n == 0)
		unknown(out, WHY_NO_COUNTERS);

	/* 2. What may have been left out. */
	for (unsigned q = 0; q < HW_TENSOR; q++) {
		if (hw->sum[q].state == HW_ABSENT)
			lower(out, WHY_TYPES);
	}
	if (hw->odd)
		lower(out, WHY_ODD_TENSOR);
	else if (about->tensor && out->tensor == 0)
		lower(out, WHY_TENSOR);
}

/*
 * Time and peaks
 */

__extension__ typedef unsigned __int128 wide;

bool hw_time(const struct record *rec, const struct hw *hw, uint64_t *ps)
{
	wide q;

	if (record_has(rec, dur))
		return rec->dur > 0 && num_mul((uint64_t)rec->dur, 1000, ps);
	if (hw->sum[HW_TIME].state == HW_KNOWN) {
		*ps = hw->sum[HW_TIME].v;
		return *ps > 0;
	}
	if (hw->sum[HW_CYCLES].state != HW_KNOWN ||
	    hw->sum[HW_CLOCK].state != HW_KNOWN || hw->sum[HW_CLOCK].v == 0)
		return false;
	q = (wide)hw->sum[HW_CYCLES].v * 1000000000000u / hw->sum[HW_CLOCK].v;
	*ps = (uint64_t)q;
	return q > 0 && q <= UINT64_MAX;
}

uint64_t hw_peak(const struct hw *hw, enum hw_quantity of, uint64_t per_cycle)
{
	enum hw_quantity clock = of == HW_DRAM ? HW_DRAM_CLOCK : HW_CLOCK;
	uint64_t peak;

	if (hw->sum[clock].state != HW_KNOWN ||
	    !num_mul(per_cycle, hw->sum[clock].v, &peak) || peak > GPU_MOST)
		return 0;
	return peak;
}

const char *hw_half_name(size_t i)
{
	static const char *const names[] = {
	    [HW_HALF_HTA] = "hta",
	    [HW_HALF_NCU] = "ncu",
	};

	return i < NELEMS(names) ? names[i] : NULL;
}
