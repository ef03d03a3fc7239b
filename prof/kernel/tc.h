/*
 * tc.h - did this kernel use Tensor Cores: measured, else rules by kernel name.
 *
 * The ordered rules of facts in tc.c's table, on the full name in lower case,
 * vetoed by the device's compute capability; see pp-models(7), TENSOR CORES.
 */
#ifndef PROF_KERNEL_TC_H
#define PROF_KERNEL_TC_H

#include "common/record.h"

enum tc {
	TC_NONE,      /* '-': the operator cannot use them */
	TC_NO,	      /* '0': it could, and did not */
	TC_YES,	      /* '1' */
	TC_MAYBE_NO,  /* '0?': inferred from operator and dtype */
	TC_MAYBE_YES, /* '1?' */
	TC_UNKNOWN,   /* 'na' */
};

/*
 * tc_verdict(rec, eligible, dtype):
 * The verdict for a kernel record.  What its counters of the tensor pipe say goes
 * before the rules.  eligible: the call that counts is a matrix
 * product, convolution, attention or RNN (-1: unknown, then the kernel's class
 * decides).  dtype: the type the call works in, DTYPE_UNKNOWN if not known.
 */
enum tc tc_verdict(const struct record *rec, int eligible, enum dtype dtype);

/* tc_by_name(full): TC_YES, TC_NO or TC_NONE by the name alone; TC_UNKNOWN when
 * no rule matches. */
enum tc tc_by_name(struct str full);
const char *tc_text(enum tc verdict);

#endif
