/*
 * gpu.h - what a device can do at most: operations and bytes a second.
 *
 * gpu_table.c has one row per device and one per kind of multiprocessor.  A
 * device is found by its name; one that has no row, by what its record says:
 * multiprocessors x clock x operations a clock of its compute capability.  The
 * user may name or describe a device in place of the record's.
 */
#ifndef PROF_GPU_GPU_H
#define PROF_GPU_GPU_H

#include "common/diag.h"
#include "common/record.h"

/* The peaks, in the order of gpu_table.c's columns and by the names of --peak. */
enum gpu_rate {
	GPU_FP64,
	GPU_FP64_TC,
	GPU_FP32,
	GPU_FP32_TC, /* of matrix units that take float32 as it is: AMD's */
	GPU_TF32,
	GPU_FP16,
	GPU_BF16,
	GPU_FP8,
	GPU_INT8,
	GPU_FP4,
	GPU_FP16_VEC, /* without Tensor Cores */
	GPU_NRATES,
	GPU_DRAM = GPU_NRATES, /* bytes a second */
	GPU_NPEAKS,
};

/* No peak is larger, so that products with it fit 128 bits. */
#define GPU_MOST UINT64_C(1000000000000000000)

#define GPU_NONE 0	    /* the device has no such unit */
#define GPU_NA (UINT64_MAX) /* not known */

struct gpu_peaks {
	uint64_t v[GPU_NPEAKS]; /* a second; GPU_NONE, GPU_NA */
	bool has[GPU_NRATES];	/* there are such units, whatever their peak */
	bool int8_matrix;	/* int8 is done by matrix units, not by dp4a */
	bool before_8;		/* older than what cuBLAS 11 came for */
	bool half_twice; /* fp16 and fp8 that add up in fp16 are twice as fast */

	/* What decides whether there are matrix units. */
	const struct gpu_class *class; /* NULL: not known, or one of several */
	int64_t capability; /* 10 * major + minor; -1: not known, or a gfx */
	bool no_matrix;	    /* it has none for certain */
};

/* One kind of multiprocessor: operations a clock; less than 0: not known. */
struct gpu_class {
	const char *name; /* compute capability, or that and what differs */
	int32_t rate[GPU_NRATES];
	bool int8_matrix;
};

/* Peaks in 10^12 a second, dram in 10^9; 0: none, less than 0: not known. */
struct gpu_device {
	const char *name;
	const char *aliases; /* separated by ';', or NULL */
	const char *cc;
	const char *class;		     /* name of its gpu_class */
	unsigned sms, boost_mhz, tensor_mhz; /* 0: not known */
	double peak[GPU_NPEAKS];
	const char *source; /* of the figures */
	unsigned slices;    /* of MIG; 0: it has none */
	unsigned gb;	    /* of memory, where it has slices */
};

extern const struct gpu_device gpu_table[];
extern const size_t gpu_table_n;
extern const struct gpu_class gpu_classes[];
extern const size_t gpu_classes_n;

/* What the user chose; a zeroed one is no choice. */
struct gpu_choice {
	/* The device of --gpu, for every record.  Its texts are the user's, or
	 * in room. */
	bool given;
	struct record_gpu gpu;

	/* A file describes it: no row is looked for.  said has the peaks that
	 * says is true for. */
	bool described;
	bool says[GPU_NPEAKS];
	uint64_t said[GPU_NPEAKS];
	struct {
		char name[128], cc[16];
	} room;

	uint64_t peak[GPU_NPEAKS]; /* of --peak; 0: not given */

	/* Of the records so far, or of the user: whether one names a device,
	 * and whether peaks of one are known, its memory's and another. */
	bool named, known;

	/* The last record's device and its peaks, as most records have the
	 * same. */
	bool cached;
	struct record_gpu last;
	char name[128], cc[16]; /* of last */
	struct gpu_peaks peaks;
};

/*
 * gpu_find(name): the row of this device or alias, whatever the case, with or
 * without its maker and brand in front ("NVIDIA ", "Tesla ") and with or
 * without " VF" (a virtual function: all of it) behind.  NULL: none.
 */
const struct gpu_device *gpu_find(struct str name);

/*
 * gpu_option(name, choice, err), gpu_peak_option(text, choice, err):
 * Take --gpu NAME, --peak KEY=VALUE,... into choice, which keeps name.  0, or
 * -1 with the reason in err.
 */
int gpu_option(const char *name, struct gpu_choice *choice, struct err *err);
int gpu_peak_option(const char *text, struct gpu_choice *choice, struct err *err);

/* gpu_list(b): append the table of devices, a line each with tabs between. */
void gpu_list(struct strbuf *b);

/* gpu_peaks(choice, gpu): the peaks of the device that the record speaks of, or
 * of the user's; gpu == NULL: the record speaks of none.  What is not known is
 * GPU_NA.  Good until the next call. */
const struct gpu_peaks *gpu_peaks(
    struct gpu_choice *choice, const struct record_gpu *gpu);

/* gpu_is_chosen(choice, rate): whether the user said what this peak is; choice
 * may be NULL. */
bool gpu_is_chosen(const struct gpu_choice *choice, unsigned rate);

/* gpu_peak_name(i): "fp64", as --peak spells it. */
const char *gpu_peak_name(unsigned i);

#endif
