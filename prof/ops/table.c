/*
 * table.c - the families of operators, in alphabetical order.
 *
 * A family is a file of its own, with its rows and its model; here is its name
 * and nothing else.  The build makes one index of all their rows, sorted, with
 * the names of their arguments taken apart: prof/ops/gen/catalogue.c.
 */
#include "prof/ops/table.h"

#define FAMILIES                                                               \
	FAMILY(activation)                                                     \
	FAMILY(attention)                                                      \
	FAMILY(bilinear)                                                       \
	FAMILY(chain)                                                          \
	FAMILY(comm)                                                           \
	FAMILY(compiled)                                                       \
	FAMILY(conv)                                                           \
	FAMILY(copy)                                                           \
	FAMILY(cross)                                                          \
	FAMILY(distance)                                                       \
	FAMILY(dropout)                                                        \
	FAMILY(einsum)                                                         \
	FAMILY(embedding)                                                      \
	FAMILY(fft)                                                            \
	FAMILY(fill)                                                           \
	FAMILY(gemm)                                                           \
	FAMILY(grouped)                                                        \
	FAMILY(index)                                                          \
	FAMILY(linalg)                                                         \
	FAMILY(loss)                                                           \
	FAMILY(moe)                                                            \
	FAMILY(norm)                                                           \
	FAMILY(optim)                                                          \
	FAMILY(pointwise)                                                      \
	FAMILY(pool)                                                           \
	FAMILY(quant)                                                          \
	FAMILY(reduce)                                                         \
	FAMILY(resample)                                                       \
	FAMILY(rnn)                                                            \
	FAMILY(rope)                                                           \
	FAMILY(scaled)                                                         \
	FAMILY(scan)                                                           \
	FAMILY(softmax)                                                        \
	FAMILY(ssm)                                                            \
	FAMILY(view)

#define FAMILY(name) extern const struct op_family op_##name;
FAMILIES
#undef FAMILY

#define FAMILY(name) {#name, &op_##name},
const struct op_table op_table[] = {FAMILIES};
#undef FAMILY

const size_t op_table_n = sizeof op_table / sizeof *op_table;
