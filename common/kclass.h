/*
 * kclass.h - the classes of kernels.
 */
#ifndef COMMON_KCLASS_H
#define COMMON_KCLASS_H

#include "common/str.h"

/* Classes in the order of preference for a unit's main kernel. */
enum kclass {
#define KCLASS(id, name) KCLASS_##id,
#include "common/kclass.def"
#undef KCLASS
	NKCLASSES,
};

/* kclass_name(c): as the record has it. */
const char *kclass_name(enum kclass c);

/* kclass_find(s): the class of this name, NKCLASSES when none. */
enum kclass kclass_find(struct str s);

/* kclass_sets(name): whether a kernel of class fill, of this full name, sets
 * memory to one value; arange and random numbers are fills, too. */
bool kclass_sets(struct str name);

#endif
