/*
 * table.c - the table of the families of operators.
 *
 * A family is a file of its own, with its rows and its model; table.def has its
 * name and nothing else.  The build makes one catalogue of all their rows,
 * sorted, with the names of their arguments taken apart:
 * prof/ops/gen/catalogue.c.
 */
#include "prof/ops/table.h"

#include "common/nelems.h"

#define FAMILY(name) extern const struct op_family op_##name;
#include "prof/ops/table.def"
#undef FAMILY

#define FAMILY(name) {#name, &op_##name},
const struct op_table op_table[] = {
#include "prof/ops/table.def"
};
#undef FAMILY

const size_t op_table_n = NELEMS(op_table);
