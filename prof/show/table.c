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

	*t = (struct table){.ncells = ncells, .ncols = n, .first = first};
	t->cols = arena_xzeroed(n, sizeof *t->cols);
	for (size_t i = 0; i < n; i++) {
		const struct column *col = cols->list.v[i];

		t->cols[i] = (struct table_column){.col = col,
		    .at = first ? (size_t)(col - first) : i,
		    .named = i >= cols->ndefault};
	}
}

static struct cell *keep(struct arena *arena, const struct cell *cells, size_t n)
{
	struct cell *row = arena_array(arena, n, sizeof *row);

	for (size_t i = 0; i < n; i++)
		row[i] = cell_keep(arena, &cells[i]);
	return row;
}

static void add(struct table *t, const struct cell *cells)
{
	*vec_add(&t->rows) = keep(&t->arena, cells, t->ncells);
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

void table_pack(struct table *t)
{
	struct arena packed = {0};

	for (size_t i = 0; i < t->rows.n; i++)
		t->rows.v[i] = keep(&packed, t->rows.v[i], t->ncells);
	arena_free(&t->arena);
	t->arena = packed;
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
