/*
 * table.h - a held table: rows of cells that are kept until all are known,
 * since their order, their units or the widths of their columns depend on all.
 *
 * The table owns its cells and their texts.
 */
#ifndef PROF_SHOW_TABLE_H
#define PROF_SHOW_TABLE_H

#include "prof/show/column_ctr.h"

/* A column that is shown. */
struct table_column {
	const struct column *col;
	size_t at;  /* which cell of a row it shows */
	bool named; /* the user asked for it */
};

/* Empty when zeroed, but for table_init. */
struct table {
	struct arena arena;
	size_t ncells;		    /* of a row, shown or not */
	const struct column *first; /* of cell 0; NULL: cells are of cols */
	struct table_column *cols;  /* those that are shown */
	size_t ncols;
	VEC(struct cell *) rows;
	size_t nclosing; /* the last of rows, which no order moves: a total */
};

/* table_init(t, ncells, cols, first): rows of ncells cells, of which cols are
 * shown: cell i is of the column first + i, or of cols' i-th where first is
 * NULL. */
void table_init(struct table *t, size_t ncells, const struct columns *cols,
    const struct column *first);

/* table_add(t, cells): add a copy of these cells as a row.
 * table_close(t, cells): the same for a row that stays behind all others; no
 * table_add comes after it. */
void table_add(struct table *t, const struct cell *cells);
void table_close(struct table *t, const struct cell *cells);

/* table_cell(t, row, i): what column i of those shown has in this row. */
static inline const struct cell *table_cell(
    const struct table *t, size_t row, size_t i)
{
	return &t->rows.v[row][t->cols[i].at];
}

/* table_pack(t): give back the memory of rows that are listed no more. */
void table_pack(struct table *t);

/* table_hide(t, i): do not show column i of those shown any more. */
void table_hide(struct table *t, size_t i);

void table_free(struct table *t);

#endif
