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
	*t = (struct table){.ncells = ncells, .cols = cols};
	t->at = arena_xzeroed(cols->list.n, sizeof *t->at);
	for (size_t i = 0; i < cols->list.n; i++)
		t->at[i] = first ? (size_t)(cols->list.v[i] - first) : i;
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

void table_free(struct table *t)
{
	arena_free(&t->arena);
	vec_free(&t->rows);
	free(t->at);
	*t = (struct table){0};
}
