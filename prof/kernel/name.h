/*
 * name.h - what a kernel's name says of its work.
 *
 * cuBLAS, cuDNN, CUTLASS, Tensile and attention kernels carry types and tile in
 * their names, and whether they use Tensor Cores; see pp-models(7), TENSOR
 * CORES.
 */
#ifndef PROF_KERNEL_NAME_H
#define PROF_KERNEL_NAME_H

#include "prof/kernel/mode.h"
#include "prof/kernel/tc.h"

struct name {
	/* of elements in memory; DTYPE_UNKNOWN: not said, below too */
	enum dtype operand, result;
	enum dtype sum; /* what products are added up in */
	/* operand is what the kernel reads for certain, whatever the call was
	 * given; else a type that stands somewhere in the name */
	bool sure;
	bool opaque;	/* of the operand only its size is known */
	bool tf32;	/* float32 is multiplied as TF32, if at all */
	bool three;	/* float32 in three TF32 products, for precision */
	enum tc tc;	/* the verdict of tc_by_words */
	enum mode mode; /* of its operator */
};

struct name_entry;

/*
 * The names read so far, each with what it says: a profile has many kernels of
 * few names.  Its memory is bounded.  A zeroed one is empty.
 */
struct name_cache {
	struct name_entry *entries;
	char *text; /* the names, one behind another */
	size_t used;
	struct words *words; /* of the name being read */
};

/* name_read(cache, full): what the full name says, demangled or not; good until
 * the next name_read.  Of a name that is absent or empty nothing is known. */
const struct name *name_read(struct name_cache *cache, struct str full);
void name_cache_free(struct name_cache *cache);

#endif
