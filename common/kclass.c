/*
 * kclass.c - the classes of kernels.
 */
#include "common/kclass.h"

static const struct str names[] = {
#define KCLASS(id, name) {name, sizeof name - 1},
#include "common/kclass.def"
#undef KCLASS
};

const char *kclass_name(enum kclass c)
{
	return names[c].p;
}

enum kclass kclass_find(struct str s)
{
	int c;

	for (c = 0; c < NKCLASSES; c++) {
		if (str_eq(s, names[c]))
			break;
	}
	return (enum kclass)c;
}

bool kclass_sets(struct str name)
{
	/* at::native::FillFunctor, and fill_kernel_cuda before torch 1.5 */
	return str_has(name, "FillFunctor") || str_has(name, "fill_kernel");
}
