/*
 * sums_cell.h - a key of partial sums as JSON: pp-record(5), PARTIAL SUMS.
 */
#ifndef PROF_SHOW_SUMS_CELL_H
#define PROF_SHOW_SUMS_CELL_H

#include "common/field.h"
#include "prof/show/cell.h"

/* sums_cell_write(cell, b): append the cell, which is of a column that groups
 * may be made by, as a JSON value that tells its kind. */
void sums_cell_write(const struct cell *cell, struct strbuf *b);

/* sums_cell_read(f, token, text, cell): set cell to the value that begins with
 * the token; its texts are in f's line or arena.  0, or -1 with f's err set. */
int sums_cell_read(struct fields *f, enum json_token token, struct str text,
    struct cell *cell);

#endif
