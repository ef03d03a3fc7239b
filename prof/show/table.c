/*
 * table.c - rows of cells that are kept until all are known.
 *
 * In:  rows of cells
 * Out: the same, with texts of their own
 */
#include "prof/show/table.h"

#include <assert.h>
#include <stdlib.h>

void table_init(struct table *t, size_t ncells, const struct columns *cols,
    const struct column *first)
{
	size_t n = cols->list.n;

	*t = (struct table){.ncells = ncells, .ncols = n};
	t->cols = arena_xzeroed(n, sizeof *t->cols);
	for (size_t i = 0; i < n; i++) {
		const struct column *col = cols->list.v[i];

		t->cols[i] = (struct table_column){.col = col,
		    .at = first ? (size_t)(col - first) : i,
		    .named = i >= cols->ndefault};
	}
}

static void add(struct table *t, const struct cell *cells)
{
	struct cell *row = arena_array(&t->arena, t->ncells, sizeof *row);

	for (size_t i = 0; i < t->ncells; i++)
		row[i] = cell_keep(&t->arena, &cells[i]);
	*vec_add(&t->rows) = row;
}

void table_add(struct table *t, const struct cell *cells)
{
	assert(t->nclosing == 0);
	add(t, cells);
}

void table_close(struct table *t, const struct cell *cells)
{
	add(t, cells);
	t->nclosing++;
}

void table_hide(struct table *t, size_t i)
{
	t->ncols--;
	memmove(&t->cols[i], &t->cols[i + 1], (t->ncols - i) * sizeof *t->cols);
}

void table_free(struct table *t)
{
	arena_free(&t->arena);
	vec_free(&t->rows);
	free(t->cols);
	*t = (struct table){0};
}
