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

#include "prof/show/column_levels.h"
#include "prof/show/group_more.h"

struct group_plan {
	struct group_more more;	   /* the sums that somebody asked for */
	const struct column *path; /* the key that is KEY:*, or NULL */
	struct group all;	   /* with it: every row, once */
};

/* A wait for the GPU takes time while the GPU works: like the host's it is told
 * apart by its kind, or not counted. */
static bool is_work(const struct record *rec)
{
	return row_is_gpu(rec) && !asked_is(rec, KIND_BIT(KIND_SYNC));
}

static void add(struct view_run *run, const struct row *row)
{
	struct group *g = group_add(&run->groups, row);

	group_more_add(&run->view->plan->more, row, g);
}

/* A row is of the group of each prefix of its path. */
static void add_prefixes(struct view_run *run, const struct row *row)
{
	struct group_plan *plan = run->view->plan;
	size_t n = column_path_length(plan->path, row);
	struct row level = *row;

	group_count(&plan->all, row);
	for (level.levels = 1; level.levels <= n; level.levels++)
		add(run, &level);
}

static void put_sums(struct cell *sums, const struct group *g, uint64_t all)
{
	cell_sum(&sums[SUM_COUNT], g->n);
	group_put_times(&sums[SUM_TOTAL], g, all);
	if (g->timed == 0) {
		sums[SUM_KNOWN].kind = sums[SUM_BKNOWN].kind = CELL_NA;
		return;
	}
	group_put_known(&sums[SUM_KNOWN], &g->flops);
	group_put_known(&sums[SUM_BKNOWN], &g->bytes);
}

static void print(struct view_run *run)
{
	size_t nkeys = run->groups.keys.list.n;
	struct group all = run->view->plan->all;

	for (size_t i = 0; i < run->groups.list.n && !run->view->plan->path; i++)
		group_merge(&all, run->groups.list.v[i]);
	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct group *g = run->groups.list.v[i];

		memcpy(run->cells, g->keys, nkeys * sizeof *g->keys);
		put_sums(run->cells + nkeys, g, all.total);
		group_more_put(&run->view->plan->more, g, run->cells + nkeys);
		view_put(run);
	}
}

#define NO_TIME "no row has a duration"
#define NO_COST "not known of any kernel: see --view coverage"

/* clang-format off */
static const struct column sums[NSUMS] = {
	[SUM_COUNT] = {"count", "count", 9, CELL_UINT, "how many rows", .also = "calls,kernels", .value = NULL},
	[SUM_TOTAL] = {"total", "total", 14, CELL_TIME, "time of all", .value = NULL, .lacks = NO_TIME},
	[SUM_SHARE] = {"share", "share", 8, CELL_REAL, "% of the time of all", .value = NULL, .of = OF_PERCENT, .lacks = NO_TIME},
	[SUM_MEAN] = {"mean", "mean", 10, CELL_TIME, "total by those of known duration", .value = NULL, .lacks = NO_TIME},
	[SUM_MIN] = {"min", "min", 10, CELL_TIME, "shortest", .value = NULL, .lacks = NO_TIME},
	[SUM_MAX] = {"max", "max", 10, CELL_TIME, "longest", .value = NULL, .lacks = NO_TIME},
	[SUM_KNOWN] = {"known", "known", 8, CELL_REAL, "% of their time whose FLOPs are known", .value = NULL, .of = OF_KNOWN, .lacks = NO_TIME},
	[SUM_BKNOWN] = {"bknown", "bknown", 8, CELL_REAL, "% of their time whose bytes are known", .value = NULL, .of = OF_KNOWN, .lacks = NO_TIME},
	[SUM_MED] = {"med", "med", 10, CELL_TIME, "median, by nearest rank", .also = "median", .value = NULL, .lacks = NO_TIME},
	[SUM_STD] = {"std", "std", 10, CELL_TIME, "standard deviation of a sample", .also = "stddev", .value = NULL},
	[SUM_FLOPS] = {"flops", "FLOPs", 18, CELL_UINT, "operations", .value = NULL, .of = OF_WORK, .lacks = NO_COST},
	[SUM_BYTES] = {"bytes", "Bytes", 18, CELL_UINT, "bytes of kernels, copies and fills", .value = NULL, .of = OF_WORK, .lacks = NO_COST},
	[SUM_MOVED] = {"moved", "moved", 18, CELL_UINT, "bytes that copies and fills moved", .value = NULL, .of = OF_WORK, .lacks = "no copies: see pp-parse -k"},
	[SUM_TFLOPS] = {"tflops", "TFLOP/s", 10, CELL_REAL, "10^12 operations a second", .value = NULL, .lacks = NO_COST},
	[SUM_GBS] = {"gbs", "GB/s", 10, CELL_REAL, "10^9 bytes a second", .value = NULL, .lacks = NO_COST},
	[SUM_TCTIME] = {"tctime", "tctime", 14, CELL_TIME, "time of kernels on Tensor Cores", .value = NULL},
	[SUM_ELIGTIME] = {"eligtime", "eligtime", 14, CELL_TIME, "time of kernels that could use Tensor Cores", .value = NULL},
	[SUM_BLOCKS] = {"blocks", "blocks", 7, CELL_REAL, "blocks a multiprocessor, by time", .value = NULL},
	[SUM_OCC] = {"occ", "occ", 7, CELL_REAL, "estimated occupancy by time, %", .value = NULL, .of = OF_PERCENT},
};
/* clang-format on */

const struct column *view_group_sums(size_t *n)
{
	*n = NSUMS;
	return sums;
}

/* The keys and more columns, as -c would have them. */
static char *keys_and(const struct columns *by, const char *more)
{
	struct strbuf b = {0};

	for (size_t i = 0; i < by->list.n; i++) {
		for (const char *p = by->list.v[i]->key; *p; p++) {
			if (*p == ',' || *p == '\\')
				strbuf_char(&b, '\\');
			strbuf_char(&b, *p);
		}
		strbuf_char(&b, ',');
	}
	strbuf_add(&b, more, strlen(more) + 1);
	return b.p;
}

void view_group_ask(const struct view *view, const struct column *col)
{
	size_t i = (size_t)(col - view->columns);

	if (view->plan && i >= view->by->list.n)
		group_more_ask(&view->plan->more, (enum sum)(i - view->by->list.n));
}

size_t view_group_room(const struct view *view)
{
	return view->plan->more.size;
}

void view_group_drop(const struct view *view, struct group *g)
{
	group_more_free(&view->plan->more, g);
}

/* Which key is KEY:*. */
static int find_path(struct view *view, struct err *err)
{
	struct group_plan *plan = view->plan;

	for (size_t i = 0; i < view->by->list.n; i++) {
		const struct column *col = view->by->list.v[i];

		if (!column_is_path(col))
			continue;
		if (plan->path)
			return err_set(err, "only one key may be '%s' or '%s'",
			    plan->path->key, col->key);
		plan->path = col;
		view->spread = add_prefixes;
	}
	return 0;
}

int view_group(const char *keys, struct view *view, struct err *err)
{
	struct columns *by = arena_xzeroed(1, sizeof *by);
	struct column *columns;
	size_t n;

	*view = (struct view){.name = "group",
	    .takes = is_work,
	    .by = by,
	    .plan = arena_xzeroed(1, sizeof *view->plan),
	    .spread = add,
	    .print = print};
	if (column_keys(keys, by, err) < 0 || find_path(view, err) < 0)
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
	view->brief = keys_and(by, "count,total,share,mean,max");
	view->defaults =
	    keys_and(by, "count,total,share,mean,min,max,known,bknown");
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
	free((void *)view->defaults);
	free(view->plan);
	free((void *)view->columns);
	view->by = NULL;
	view->brief = NULL;
	view->defaults = NULL;
	view->plan = NULL;
	view->columns = NULL;
}
