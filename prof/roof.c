/*
 * roof.c - the roofline.
 *
 * In:  a row, the peaks of its device
 * Out: the peak that applies, the time at the roofline, what bounds the kernel
 *
 * Which units a kernel runs on follows from its Tensor Core verdict and its
 * type; the type of a matrix kernel is what its name says, as a library may
 * convert what the call was given.
 */
#include "prof/roof.h"

#include "common/nelems.h"

__extension__ typedef unsigned __int128 wide;

/* No peak at all, in place of an enum gpu_rate. */
#define NO_RATE GPU_NRATES

/* Which peak a type has: of matrix units, of a product without them, of
 * elementwise work, which torch does in float32 for every shorter type. */
static const struct use {
	enum dtype dtype;
	unsigned matrix, product, vector;
} uses[] = {
    /* clang-format off */
    {DTYPE_FLOAT64, GPU_FP64_TC, GPU_FP64, GPU_FP64},
    {DTYPE_FLOAT32, GPU_TF32, GPU_FP32, GPU_FP32},
    {DTYPE_FLOAT16, GPU_FP16, GPU_FP16_VEC, GPU_FP32},
    {DTYPE_BFLOAT16, GPU_BF16, GPU_FP32, GPU_FP32},
    {DTYPE_FLOAT8_E4M3FN, GPU_FP8, NO_RATE, GPU_FP32},
    {DTYPE_FLOAT8_E5M2, GPU_FP8, NO_RATE, GPU_FP32},
    {DTYPE_FLOAT8_E4M3FNUZ, GPU_FP8, NO_RATE, GPU_FP32},
    {DTYPE_FLOAT8_E5M2FNUZ, GPU_FP8, NO_RATE, GPU_FP32},
    {DTYPE_FLOAT4_E2M1FN_X2, GPU_FP4, NO_RATE, GPU_FP32},
    {DTYPE_INT8, GPU_INT8, GPU_INT8, GPU_FP32},
    {DTYPE_UINT8, GPU_INT8, GPU_INT8, GPU_FP32},
    {DTYPE_COMPLEX64, GPU_TF32, GPU_FP32, GPU_FP32},
    {DTYPE_COMPLEX128, GPU_FP64_TC, GPU_FP64, GPU_FP64},
    /* clang-format on */
};
static const struct use other_use = {
    .matrix = NO_RATE, .product = NO_RATE, .vector = GPU_FP32};

static const struct use *use_of(enum dtype dtype)
{
	for (size_t i = 0; i < NELEMS(uses); i++) {
		if (uses[i].dtype == dtype)
			return &uses[i];
	}
	return &other_use;
}

static void get_peaks(const struct row *row, struct gpu_peaks *peaks)
{
	struct gpu_choice none = {0};

	*peaks = *gpu_peaks(row->gpu ? row->gpu : &none,
	    record_has(row->rec, gpu) ? &row->rec->gpu : NULL);
}

static bool is_known(uint64_t peak)
{
	return peak != GPU_NONE && peak != GPU_NA;
}

static void set_peak(struct roof *roof, const char *name, uint64_t peak)
{
	if (!is_known(peak))
		return;
	roof->has_peak = true;
	roof->peak_name = name;
	roof->peak = peak;
}

/* The rate of matrix units for a type; float32 is taken as it is where a device
 * can and the kernel's name does not say TF32. */
static unsigned matrix_rate(
    const struct gpu_peaks *p, const struct name *name, enum dtype dtype)
{
	unsigned rate = use_of(dtype)->matrix;
	bool whole = is_known(p->v[GPU_FP32_TC]) || p->has[GPU_FP32_TC];

	return rate == GPU_TF32 && whole && !name->tf32 ? GPU_FP32_TC : rate;
}

/* The peak of matrix units. */
static void matrix_peak(const struct gpu_peaks *p, const struct name *name,
    enum dtype dtype, struct roof *roof)
{
	unsigned rate = matrix_rate(p, name, dtype);
	uint64_t peak = rate == NO_RATE ? GPU_NA : p->v[rate];

	if (!is_known(peak) || (rate == GPU_INT8 && !p->int8_matrix))
		return;
	if (name->three) /* of float32 alone */
		set_peak(roof, "tf32/3", peak / 3);
	else if (p->half_twice && name->sum == DTYPE_FLOAT16 &&
		 rate == GPU_FP16 && peak <= GPU_MOST / 2)
		set_peak(roof, "fp16_acc", 2 * peak);
	else
		set_peak(roof, gpu_peak_name(rate), peak);
}

/* The peak of a product without them. */
static void product_peak(const struct gpu_peaks *p, const struct name *name,
    enum dtype dtype, struct roof *roof)
{
	unsigned rate = use_of(dtype)->product;

	/* sums in float32 are float32 operations, whatever is read */
	if (rate == GPU_FP16_VEC && name->sum == DTYPE_FLOAT32)
		rate = GPU_FP32;
	if (rate != NO_RATE && !(rate == GPU_INT8 && p->int8_matrix))
		set_peak(roof, gpu_peak_name(rate), p->v[rate]);
}

/* The peak of elementwise work. */
static void vector_peak(
    const struct gpu_peaks *p, enum dtype dtype, struct roof *roof)
{
	unsigned rate = use_of(dtype)->vector;

	if (dtype != DTYPE_UNKNOWN)
		set_peak(roof, gpu_peak_name(rate), p->v[rate]);
}

static void compute_peak(
    const struct row *row, const struct gpu_peaks *p, struct roof *roof)
{
	switch (row->tc) {
	case TC_YES:
	case TC_MAYBE_YES:
		matrix_peak(p, &row->name, row_dtype(row), roof);
		break;
	case TC_NO:
	case TC_MAYBE_NO:
		product_peak(p, &row->name, row_dtype(row), roof);
		break;
	case TC_NONE:
		vector_peak(p, row->c.cost.dtype, roof);
		break;
	default:
		break;
	}
}

/* n / a second in femtoseconds, rounded; false when that is too many. */
static bool femto_of(uint64_t n, uint64_t a_second, uint64_t *out)
{
	wide q = ((wide)n * 1000000000000000u + a_second / 2) / a_second;

	*out = (uint64_t)q;
	return q <= UINT64_MAX;
}

void roof_make(const struct row *row, struct roof *roof)
{
	const struct cost *cost = &row->c.cost;
	struct gpu_peaks p;
	uint64_t compute = 0, move = 0;

	memset(roof, 0, sizeof *roof);
	if (!cost->has_flops)
		return;
	get_peaks(row, &p);
	if (cost->flops > 0)
		compute_peak(row, &p, roof);
	else if (cost->has_bytes && cost->bytes > 0)
		set_peak(roof, gpu_peak_name(GPU_DRAM), p.v[GPU_DRAM]);
	if (!cost->has_bytes || !roof->has_peak || !is_known(p.v[GPU_DRAM])) {
		roof->idle =
		    cost->has_bytes && cost->flops == 0 && cost->bytes == 0;
		return;
	}
	if (cost->flops > 0 && !femto_of(cost->flops, roof->peak, &compute))
		return;
	if (!femto_of(cost->bytes, p.v[GPU_DRAM], &move))
		return;
	roof->memory = move > compute;
	roof->femto = roof->memory ? move : compute;
	roof->has_time =
	    !op_is_bound(&cost->of_flops) && !op_is_bound(&cost->of_bytes);
}

/* The peak of operations of one kind; false where it is not known. */
static bool part_peak(const struct row *row, const struct gpu_peaks *p,
    const struct hw_part *part, const char **name, uint64_t *peak)
{
	uint64_t said = hw_peak(&row->counted->hw, part->of, part->per_cycle);
	unsigned rate = part->rate;

	if (said > 0 && (rate == HW_NO_RATE || !gpu_is_chosen(row->gpu, rate))) {
		*name = part->peak_name;
		*peak = said;
		return true;
	}
	if (rate == HW_NO_RATE || !is_known(p->v[rate]) ||
	    (rate == GPU_INT8 && !p->int8_matrix))
		return false;
	*name = gpu_peak_name(rate);
	*peak = p->v[rate];
	return true;
}

/* Bytes a second of the memory; 0: not known. */
static uint64_t dram_peak(
    const struct row *row, const struct gpu_peaks *p, const char **name)
{
	double cycle = row->counted->hw.peak[HW_DRAM];
	uint64_t said = 0;

	if (cycle < 1e15)
		said = hw_peak(&row->counted->hw, HW_DRAM, (uint64_t)(cycle + 0.5));
	if (said && !gpu_is_chosen(row->gpu, GPU_DRAM)) {
		*name = "dram_ncu";
		return said;
	}
	*name = gpu_peak_name(GPU_DRAM);
	return is_known(p->v[GPU_DRAM]) ? p->v[GPU_DRAM] : 0;
}

/* The time of all operations; false where a peak is not known. */
static bool hw_compute(const struct row *row, const struct gpu_peaks *p,
    const struct hw_flops *f, uint64_t *femto, struct roof *roof)
{
	*femto = 0;
	for (size_t i = 0; i < f->n; i++) {
		const char *name;
		uint64_t peak, time;

		if (f->part[i].flops == 0)
			continue;
		if (!part_peak(row, p, &f->part[i], &name, &peak) ||
		    !femto_of(f->part[i].flops, peak, &time))
			return false;
		if (!roof->has_peak || time > *femto) {
			set_peak(roof, name, peak);
			*femto = time;
		}
	}
	return true;
}

void roof_hw(const struct row *row, struct roof *roof)
{
	const struct hw *hw = row_hw(row);
	struct gpu_peaks p;
	struct hw_flops f;
	uint64_t compute, move, bytes, dram;
	const char *dram_name;

	memset(roof, 0, sizeof *roof);
	if (!row_hw_flops(row, &f) || f.conf == HW_UNKNOWN)
		return;
	get_peaks(row, &p);
	if (!hw_compute(row, &p, &f, &compute, roof)) {
		roof->has_peak = false;
		return;
	}
	if (hw->sum[HW_DRAM].state != HW_KNOWN)
		return;
	bytes = hw->sum[HW_DRAM].v;
	roof->idle = f.all == 0 && bytes == 0;
	dram = dram_peak(row, &p, &dram_name);
	if (roof->idle || dram == 0 || !femto_of(bytes, dram, &move))
		return;
	if (f.all == 0)
		set_peak(roof, dram_name, dram);
	roof->memory = move > compute;
	roof->femto = roof->memory ? move : compute;
	roof->has_time = true;
}

int64_t roof_ns(const struct roof *roof)
{
	return (int64_t)(roof->femto / ROOF_NS + (roof->femto % ROOF_NS > 0));
}

/*
 * A kernel far below both roofs waits for something else: its launch, too few
 * threads, one step after the other.  A short one never gets near, as it is
 * over before all of the device is at work.
 */
static const struct {
	int64_t below_ns; /* 0: however long */
	unsigned percent; /* of the roofline */
} latency[] = {
    {0, 10},
    {5000, 50},
};

enum roof_bound roof_bound(const struct roof *roof, int64_t dur)
{
	if (!roof->has_time || dur <= 0)
		return ROOF_NO_BOUND;
	for (size_t i = 0; i < NELEMS(latency); i++) {
		if ((latency[i].below_ns == 0 || dur < latency[i].below_ns) &&
		    (wide)roof->femto * 100 <
			(wide)(uint64_t)dur * ROOF_NS * latency[i].percent)
			return ROOF_LATENCY;
	}
	return roof->memory ? ROOF_MEMORY : ROOF_COMPUTE;
}

const char *roof_bound_name(enum roof_bound bound)
{
	static const char *const names[] = {
	    [ROOF_NO_BOUND] = "na",
	    [ROOF_COMPUTE] = "compute",
	    [ROOF_MEMORY] = "memory",
	    [ROOF_LATENCY] = "latency",
	};

	return names[bound];
}

/*
 * Could it have used Tensor Cores
 */

/*
 * cuBLAS before 11 and cuDNN before 7.6.3 took none but multiples of 16 bytes
 * (NVIDIA, "Matrix Multiplication Background User's Guide", table 1, has both
 * eras).  A device from 8.0 on needs newer ones.
 */
static bool any_era(const struct row *row, const struct gpu_peaks *p, enum dtype dtype)
{
	const struct op_entry *e = row->c.entry;
	unsigned bits = dtype_bits(dtype);

	if (!p->before_8 || !e || !row->c.call || bits == 0 || bits > 128)
		return true;
	return op_cost_of_aligned(e, row->c.call, 128 / bits);
}

enum roof_eligible roof_eligible(const struct row *row)
{
	enum dtype dtype = row->c.cost.dtype;
	struct gpu_peaks p;
	unsigned rate;

	if (row->tc == TC_NONE || row->c.cost.of_flops.conf == CONF_HELPER ||
	    row_is_helper(row->rec))
		return ROOF_NEVER;
	get_peaks(row, &p);
	if (dtype == DTYPE_UNKNOWN)
		dtype = row_dtype(row);
	rate = matrix_rate(&p, &row->name, dtype);
	if (dtype == DTYPE_UNKNOWN ||
	    (row->tc == TC_UNKNOWN && !op_uses_tc(row->c.entry)))
		return ROOF_UNKNOWN;
	if (rate == NO_RATE)
		return ROOF_NO;
	if (tc_used(row->tc))
		return ROOF_YES;
	if (p.no_matrix)
		return ROOF_NO;
	if (p.v[rate] == GPU_NA && !p.has[rate])
		return ROOF_UNKNOWN;
	if (p.v[rate] == GPU_NONE || (rate == GPU_INT8 && !p.int8_matrix))
		return ROOF_NO;
	return any_era(row, &p, dtype) ? ROOF_YES : ROOF_TODAY;
}
