/*
 * column_hw.h - columns of what hardware counters say: values of rows of the
 * table in column.c.
 */
#ifndef PROF_SHOW_COLUMN_HW_H
#define PROF_SHOW_COLUMN_HW_H

#include "prof/row.h"
#include "prof/show/cell.h"

/* column_hw_X(col, row, cell): value functions.  A row without counters has
 * none of it; what the counters do not tell is unknown. */
typedef void column_hw(
    const struct column *col, const struct row *row, struct cell *cell);

column_hw column_hw_flops, column_hw_tensor, column_hw_from, column_hw_conf;
column_hw column_hw_bytes, column_hw_ai; /* which: HW_DRAM, HW_L2, HW_L1 */
column_hw column_hw_tflops, column_hw_gbs;
column_hw column_hw_peak, column_hw_sol, column_hw_roof, column_hw_bound;

#endif
