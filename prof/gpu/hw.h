/*
 * hw.h - what a kernel's hardware counters say: operations, bytes, time.
 *
 * Which metric says what is one table in hw.c.  See pp-models(7), HARDWARE
 * COUNTERS, for the formulas and where they are from.
 */
#ifndef PROF_GPU_HW_H
#define PROF_GPU_HW_H

#include "common/dtype.h"
#include "common/record.h"

/* What counters add up to. */
enum hw_quantity {
	/* operations of the cores, a multiply-add is 2 */
	HW_FP64,
	HW_FP32,
	HW_FP16, /* instructions; see enum hw_half */
	/* operations of the tensor units, by source and destination */
	HW_TENSOR,
	HW_TENSOR_FP64 = HW_TENSOR,
	HW_TENSOR_TF32,
	HW_TENSOR_FP16, /* whatever they add up in */
	HW_TENSOR_FP16_FP32,
	HW_TENSOR_FP16_FP16,
	HW_TENSOR_BF16,
	HW_TENSOR_FP8,
	HW_TENSOR_FP8_FP32,
	HW_TENSOR_FP8_FP16,
	HW_TENSOR_FP4,
	HW_TENSOR_INT8,
	HW_TENSOR_INT4,
	HW_TENSOR_INT1,
	HW_NOPS,
	HW_INSTS = HW_NOPS, /* of the tensor pipe, each of a warp */
	/* bytes */
	HW_DRAM,
	HW_L2,
	HW_L1,
	HW_TIME,   /* ps; the record's duration where it has one */
	HW_CYCLES, /* of a multiprocessor */
	HW_CLOCK,  /* of it, a second */
	HW_DRAM_CLOCK,
	HW_NQUANTITIES,
};

enum hw_state {
	HW_ABSENT,
	HW_PARTIAL, /* some of the counters that make it up are missing */
	HW_BELOW,   /* one of them is below 0, which none can be */
	HW_LARGE,   /* 64 bits do not hold it */
	HW_KNOWN,
};

struct hw {
	bool made; /* the rest is */
	struct {
		enum hw_state state;
		bool lower;   /* not all of it */
		bool rounded; /* by a rate, which ncu rounds */
		uint64_t v;
	} sum[HW_NQUANTITIES];
	double peak[HW_NQUANTITIES]; /* most in a cycle; 0: not said */
	bool odd; /* tensor operations under a name that is not known */
};

/*
 * What an instruction on two halves counts for.  The counter has one for it;
 * HTA and the public roofline scripts take that number, Nsight Compute's own
 * chart takes it twice.
 */
enum hw_half { HW_HALF_HTA, HW_HALF_NCU };

/* hw_half_name(i): "hta", "ncu" by enum hw_half, then NULL. */
const char *hw_half_name(size_t i);

enum hw_conf {
	HW_UNKNOWN,  /* why */
	HW_EXACT,    /* as measured */
	HW_LOWER,    /* there may be more: why */
	HW_ESTIMATE, /* why */
};

/* Operations of one kind. */
struct hw_part {
	enum hw_quantity of; /* HW_INSTS: estimated */
	const char *name;
	unsigned rate;	       /* enum gpu_rate of their peak, or HW_NO_RATE */
	const char *peak_name; /* of the peak that the counters say */
	uint64_t flops, per_cycle; /* 0: not said */
};

#define HW_NO_RATE (~0u)

struct hw_flops {
	enum hw_conf conf;
	const char *why;
	uint64_t all; /* unless conf is HW_UNKNOWN */
	bool has_tensor;
	uint64_t tensor; /* those of the tensor units */
	struct hw_part part[HW_NOPS];
	size_t n;
};

/* What has to be known besides the counters. */
struct hw_about {
	enum hw_half half;
	bool tensor; /* it may have used the tensor units */
	struct str cc;
	enum dtype dtype; /* of the operands */
};

/* hw_read(rec, hw): what the record's counters say.  Never fails; what is not
 * there is absent. */
void hw_read(const struct record *rec, struct hw *hw);

/* hw_flops(hw, about, out): the operations; never fails. */
void hw_flops(
    const struct hw *hw, const struct hw_about *about, struct hw_flops *out);

/* hw_time(rec, hw, ps): how long it took: the record's duration, else what the
 * counters say; false where neither does. */
bool hw_time(const struct record *rec, const struct hw *hw, uint64_t *ps);

/* hw_peak(hw, of, per_cycle): per_cycle times the clock of the quantity, a
 * second; 0: not said. */
uint64_t hw_peak(const struct hw *hw, enum hw_quantity of, uint64_t per_cycle);

/* hw_tensor(counters): 1 where the tensor pipe did something, 0 where it did
 * nothing, -1 where no counter says. */
int hw_tensor(const struct record_counters *counters);

/* hw_metric(i): the name of the table's row i, p == NULL behind the last. */
struct str hw_metric(size_t i);

#endif
