/*
 * table.h - the families of operators, for those that go through all of them.
 */
#ifndef PROF_OPS_TABLE_H
#define PROF_OPS_TABLE_H

#include "prof/ops/op.h"

struct op_table {
	const char *name; /* of the file, and behind "op_" */
	const struct op_family *family;
};

extern const struct op_table op_table[];
extern const size_t op_table_n;

#endif
