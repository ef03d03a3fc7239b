/*
 * kdecode.h - what a matrix kernel's name says of how it works.
 *
 * cuBLAS, cuDNN, CUTLASS, Tensile and attention kernels carry their types, tile
 * and layout in their names; see pp-models(7), TENSOR CORES.
 */
#ifndef PROF_KERNEL_KDECODE_H
#define PROF_KERNEL_KDECODE_H

#include "common/dtype.h"

struct kdecode {
	enum dtype in; /* operands in memory; DTYPE_UNKNOWN: not said, below too */
	enum dtype acc; /* what sums are kept in */
	enum dtype out;
	bool tf32;   /* float32 operands go through TF32 Tensor Cores */
	bool three;  /* ... in three products, for precision */
	bool sparse; /* 2:4 */
	bool split_k;
	unsigned m, n, k; /* tile of a block; 0: not said */
	unsigned stages;
	char layout[3]; /* "tn": whether A, B are transposed, column-major; or "" */
};

/* kdecode_name(full, d): set d to what the full name says, demangled or not. */
void kdecode_name(struct str full, struct kdecode *d);

#endif
