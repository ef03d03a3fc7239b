/*
 * view_group.c - -g KEYS: sums over the rows that agree in some columns.
 *
 * In:  rows of what ran on the GPU; of any kind if kind is one of the keys
 * Out: one row for each tuple of keys, most time first
 *
 * It is not in view.def, since its columns depend on the keys; otherwise it is
 * a view.
 */
#include "prof/show/view.h"

enum { COUNT, TOTAL, SHARE, MEAN, MIN, MAX, KNOWN, BKNOWN, NSUMS };

/* A wait for the GPU takes time while the GPU works: like the host's it is told
 * apart by its kind, or not counted. */
static bool is_work(const struct record *rec)
{
	return row_is_gpu(rec) && !asked_is(rec, KIND_BIT(KIND_SYNC));
}

/* The sums that every group has are enough. */
static void add(const struct row *row, struct group *g)
{
	(void)row;
	(void)g;
}

static void put_sums(struct cell *sums, const struct group *g, uint64_t all)
{
	cell_sum(&sums[COUNT], g->n);
	group_put_times(&sums[TOTAL], g, all);
	if (g->timed == 0) {
		sums[KNOWN].kind = sums[BKNOWN].kind = CELL_NA;
		return;
	}
	group_put_known(&sums[KNOWN], &g->flops);
	group_put_known(&sums[BKNOWN], &g->bytes);
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
		put_sums(run->cells + nkeys, g, all.total);
		view_put(run);
	}
}

#define NO_TIME "no row has a duration"

/* clang-format off */
static const struct column sums[NSUMS] = {
	[COUNT] = {"count", "count", 9, CELL_UINT, "how many rows", .also = "calls,kernels", .value = NULL},
	[TOTAL] = {"total", "total", 14, CELL_TIME, "time of all", .value = NULL, .lacks = NO_TIME},
	[SHARE] = {"share", "share", 8, CELL_REAL, "% of the time of all", .value = NULL, .of = OF_PERCENT, .lacks = NO_TIME},
	[MEAN] = {"mean", "mean", 10, CELL_TIME, "total by those of known duration", .value = NULL, .lacks = NO_TIME},
	[MIN] = {"min", "min", 10, CELL_TIME, "shortest", .value = NULL, .lacks = NO_TIME},
	[MAX] = {"max", "max", 10, CELL_TIME, "longest", .value = NULL, .lacks = NO_TIME},
	[KNOWN] = {"known", "known", 8, CELL_REAL, "% of their time whose FLOPs are known", .value = NULL, .of = OF_KNOWN, .lacks = NO_TIME},
	[BKNOWN] = {"bknown", "bknown", 8, CELL_REAL, "% of their time whose bytes are known", .value = NULL, .of = OF_KNOWN, .lacks = NO_TIME},
};
/* clang-format on */

const struct column *view_group_sums(size_t *n)
{
	*n = NSUMS;
	return sums;
}

/* The keys and what is looked at most, as -c would have them. */
static char *brief_of(const struct columns *by)
{
	static const char sums_of_all[] = "count,total,share,mean,max";
	struct strbuf b = {0};

	for (size_t i = 0; i < by->list.n; i++) {
		for (const char *p = by->list.v[i]->key; *p; p++) {
			if (*p == ',' || *p == '\\')
				strbuf_char(&b, '\\');
			strbuf_char(&b, *p);
		}
		strbuf_char(&b, ',');
	}
	strbuf_add(&b, sums_of_all, sizeof sums_of_all);
	return b.p;
}

int view_group(const char *keys, struct view *view, struct err *err)
{
	struct columns *by = arena_xzeroed(1, sizeof *by);
	struct column *columns;
	size_t n;

	*view = (struct view){
	    .name = "group", .takes = is_work, .by = by, .add = add, .print = print};
	if (column_list(keys, by, err) < 0)
		return -1;
	n = by->list.n;
	for (size_t i = 0; i < n; i++)
		if (strcmp(by->list.v[i]->key, "kind") == 0)
			view->takes = NULL; /* any kind: they are kept apart */
	columns = arena_xzeroed(n + NSUMS, sizeof *columns);
	for (size_t i = 0; i < n; i++) {
		columns[i] = *by->list.v[i];
		columns[i].value = NULL;
		columns[i].is_key = true;
	}
	memcpy(columns + n, sums, sizeof sums);
	view->brief = brief_of(by);
	view->columns = columns;
	view->ncolumns = n + NSUMS;
	return 0;
}

void view_group_free(struct view *view)
{
	if (view->by)
		column_free((struct columns *)view->by);
	free((void *)view->by);
	free((void *)view->brief);
	free((void *)view->columns);
	view->by = NULL;
	view->brief = NULL;
	view->columns = NULL;
}
