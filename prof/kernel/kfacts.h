/*
 * kfacts.h - what a kernel's name says of the work that it does.
 */
#ifndef PROF_KERNEL_KFACTS_H
#define PROF_KERNEL_KFACTS_H

#include "common/dtype.h"
#include "common/str.h"

/* kfacts_dtype(full): the type of the operands, DTYPE_UNKNOWN where the name
 * does not tell.  Of a product that of A; of templates the first floating-point
 * type.  TF32 is float32, of which it is a way to multiply. */
enum dtype kfacts_dtype(struct str full);

#endif
