/*
 * column_hw.h - columns of what hardware counters say: rows of the table in
 * column.c.
 */
#ifndef PROF_SHOW_COLUMN_HW_H
#define PROF_SHOW_COLUMN_HW_H

#include "prof/show/column.h"

/* column_hw_X(row, cell): value functions.  Of a row without counters there is
 * none; what the counters leave open is unknown. */
void column_hw_flops(const struct row *row, struct cell *cell);
void column_hw_tensor(const struct row *row, struct cell *cell);
void column_hw_from(const struct row *row, struct cell *cell);
void column_hw_conf(const struct row *row, struct cell *cell);
void column_hw_bytes(const struct row *row, struct cell *cell);
void column_hw_l2bytes(const struct row *row, struct cell *cell);
void column_hw_l1bytes(const struct row *row, struct cell *cell);
void column_hw_ai(const struct row *row, struct cell *cell);
void column_hw_l2ai(const struct row *row, struct cell *cell);
void column_hw_l1ai(const struct row *row, struct cell *cell);
void column_hw_tflops(const struct row *row, struct cell *cell);
void column_hw_gbs(const struct row *row, struct cell *cell);
void column_hw_peak(const struct row *row, struct cell *cell);
void column_hw_sol(const struct row *row, struct cell *cell);
void column_hw_roof(const struct row *row, struct cell *cell);
void column_hw_bound(const struct row *row, struct cell *cell);

#endif
