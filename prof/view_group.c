/*
 * view_group.c - -g KEYS: sums over the rows that agree in some columns.
 *
 * In:  rows, of records of any kind; those of the host only where the kind is a
 *      key: the time of a range is that of the kernels in it once more
 * Out: one row a tuple of keys, most time first
 *
 * Not a row of the view table, since its columns depend on the user's keys; all
 * else is a view's.
 */
#include "prof/view.h"

enum { CALLS, TOTAL, SHARE, MEAN, MIN, MAX, NSUMS };

/* Nothing is added up but what a group has anyway. */
static void add(const struct row *row, struct group *g)
{
	(void)row;
	(void)g;
}

/* Half a nanosecond is rounded up. */
static uint64_t mean_of(const struct group *g)
{
	uint64_t rest = g->total % g->timed;

	return g->total / g->timed + (rest >= g->timed - rest);
}

/* Where no duration is known, no time is. */
static void put_times(struct cell *sums, const struct group *g, uint64_t all)
{
	if (g->timed == 0) {
		for (size_t i = TOTAL; i < NSUMS; i++)
			sums[i].kind = CELL_NA;
		return;
	}
	view_time(&sums[TOTAL], g->total);
	view_share(&sums[SHARE], g->total, all);
	view_time(&sums[MEAN], g->total == GROUP_MUCH ? GROUP_MUCH : mean_of(g));
	view_time(&sums[MIN], g->min);
	view_time(&sums[MAX], g->max);
}

static void print(struct view_run *run)
{
	size_t nkeys = run->groups.keys.list.n;
	struct group all = {0};

	for (size_t i = 0; i < run->groups.list.n; i++)
		group_merge(&all, run->groups.list.v[i]);
	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct group *g = run->groups.list.v[i];

		memcpy(run->cells, g->keys, nkeys * sizeof *g->keys);
		view_uint(&run->cells[nkeys + CALLS], g->n);
		put_times(run->cells + nkeys, g, all.total);
		view_put(run);
	}
}

/* clang-format off */
static const struct column sums[NSUMS] = {
	[CALLS] = {"calls", "calls", 9, CELL_UINT, "how many", NULL},
	[TOTAL] = {"total", "total", 14, CELL_TIME, "their time", NULL},
	[SHARE] = {"share", "share", 8, CELL_REAL, "% of the time of all", NULL},
	[MEAN] = {"mean", "mean", 10, CELL_TIME, "total by those of known duration", NULL},
	[MIN] = {"min", "min", 10, CELL_TIME, "shortest", NULL},
	[MAX] = {"max", "max", 10, CELL_TIME, "longest", NULL},
};
/* clang-format on */

int view_group(const char *keys, struct view *view, struct err *err)
{
	struct columns cols = {0};
	struct column *columns;
	bool by_kind = false;

	if (column_list(keys, &cols, err) < 0) {
		column_free(&cols);
		return -1;
	}
	columns = arena_xzeroed(cols.list.n + NSUMS, sizeof *columns);
	for (size_t i = 0; i < cols.list.n; i++) {
		columns[i] = *cols.list.v[i];
		by_kind |= strcmp(columns[i].key, "kind") == 0;
	}
	memcpy(columns + cols.list.n, sums, sizeof sums);
	*view = (struct view){
	    .name = "group",
	    .gpu = !by_kind,
	    .keys = keys,
	    .columns = columns,
	    .ncolumns = cols.list.n + NSUMS,
	    .add = add,
	    .print = print,
	};
	column_free(&cols);
	return 0;
}

void view_group_free(struct view *view)
{
	free((void *)view->columns);
	view->columns = NULL;
}
