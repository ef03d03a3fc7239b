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

#include <inttypes.h>

#include "common/nelems.h"
#include "prof/show/column_levels.h"
#include "prof/show/group_diff.h"
#include "prof/show/group_more.h"
#include "prof/show/process.h"
#include "prof/show/sums_bind.h"

struct group_plan {
	struct group_how how;
	struct group_more more;	   /* the sums that somebody asked for */
	const struct column *path; /* the key that is KEY:*, or NULL */
	struct group all;	   /* with it: every row, once */
	struct group_table steps[2]; /* of processes, by input; more of --sums is a
				      * bool: something worked on the GPU */
	struct group *last;	     /* of steps, of the last row */
	uint64_t nsteps[2];
	uint64_t stepless; /* rows of no step */
};

/* A wait for the GPU takes time while the GPU works: like the host's it is told
 * apart by its kind, or not counted. */
static bool is_work(const struct record *rec)
{
	return row_is_gpu(rec) && !asked_is(rec, KIND_BIT(KIND_SYNC));
}

/* A line of sums, of rows that agree in all keys that it has. */
static void join(struct view_run *run, const struct row *row)
{
	const struct group_plan *plan = run->view->plan;
	struct group *g = group_of(&run->groups, row), *of = g->more;

	group_merge(g, &run->sums->sum);
	if (plan->how.diff)
		group_merge(&of[run->input], &run->sums->sum);
	else
		group_more_join(&plan->more, g, &run->sums->sum, run->sums->more);
}

/* With --diff group.more is a group for each of the files. */
static void add(struct view_run *run, const struct row *row)
{
	struct group *g, *of;

	if (run->sums) {
		join(run, row);
		return;
	}
	g = group_add(&run->groups, row);
	of = g->more;
	if (run->view->plan->how.diff)
		group_count(&of[run->input], row);
	else if (run->view->plan->more.n > 0)
		group_more_add(&run->view->plan->more, row, g);
}

/* A row is of the group of each prefix of its path. */
static void add_prefixes(struct view_run *run, const struct row *row)
{
	struct group_plan *plan = run->view->plan;
	size_t n = column_path_length(plan->path, row);
	struct row level = *row;

	if (run->sums)
		group_merge(&plan->all, &run->sums->sum);
	else
		group_count(&plan->all, row);
	for (level.levels = 1; level.levels <= n; level.levels++)
		add(run, &level);
}

/* Whether a row is of this process and step, as most are that follow another. */
static bool is_same_step(const struct group *g, const struct record *rec)
{
	const struct cell *file = &g->keys[PROCESS_FILE];
	const struct cell *rank = &g->keys[PROCESS_RANK];
	const struct cell *pid = &g->keys[PROCESS_PID];
	const struct cell *step = &g->keys[PROCESS_NKEYS];

	return (file->kind == CELL_STR) == record_has(rec, file) &&
	       (rank->kind == CELL_INT) == record_has(rec, rank) &&
	       (pid->kind == CELL_INT) == record_has(rec, pid) &&
	       (step->kind == CELL_STR) == record_has(rec, step) &&
	       (!record_has(rec, rank) || rank->i == rec->rank) &&
	       (!record_has(rec, pid) || pid->i == rec->pid) &&
	       (!record_has(rec, step) || str_eq(step->s, rec->step)) &&
	       (!record_has(rec, file) || str_eq(file->s, rec->file));
}

/* --sums keeps the steps of processes, and which of them no work was in. */
static void note_step(struct group_plan *plan, const struct row *row, bool work)
{
	bool *worked;

	if (!plan->last || !is_same_step(plan->last, row->rec))
		plan->last = group_of(&plan->steps[0], row);
	worked = plan->last->more;
	*worked |= work;
}

static void add_with_care(struct view_run *run, const struct row *row)
{
	struct group_plan *plan = run->view->plan;

	if (plan->how.per_step && !record_has(row->rec, step)) {
		plan->stepless += run->sums ? run->sums->sum.n : 1;
		return;
	}
	if (plan->how.per_step && !run->sums)
		group_add(&plan->steps[run->input], row);
	if (plan->how.sums && !run->sums)
		note_step(plan, row, is_work(row->rec));
	if (plan->path)
		add_prefixes(run, row);
	else
		add(run, row);
}

static void merge_nothing(void *to, void *from)
{
	(void)to;
	(void)from;
}

int view_group_bind(struct view_run *run, struct sums_keys *keys, struct err *err)
{
	const struct view *view = run->view;

	for (size_t i = 0; i < view->by->list.n; i++) {
		const struct column *col =
		    sums_bind(keys, view->by->list.v[i], err);

		if (!col)
			return -1;
		run->groups.keys.list.v[i] = col;
		if (view->plan->path && column_is_path(col))
			view->plan->path = col;
	}
	return 0;
}

void view_group_join(
    struct view_run *run, const struct sums_line *sums, const struct row *row)
{
	if (run->view->takes && !run->view->takes(row->rec))
		return;
	run->sums = sums;
	run->view->spread(run, row);
	run->sums = NULL;
}

bool view_group_steps(const struct view_run *run)
{
	return run->view->plan->how.per_step || run->view->plan->how.sums;
}

void view_group_step(struct view_run *run, const struct record *rec, bool work)
{
	struct group_plan *plan = run->view->plan;
	struct row row = {.rec = rec};

	if (!work && run->view->takes)
		return; /* of rows that are not shown */
	if (plan->how.sums)
		note_step(plan, &row, work);
	else if (record_has(rec, step))
		group_add(&plan->steps[run->input], &row);
}

/* A key of --sums besides the user's: --per-step leaves rows of no step out. */
static void has_step(
    const struct column *col, const struct row *row, struct cell *cell)
{
	(void)col;
	cell_bool(cell, record_has(row->rec, step));
}

static const struct column of_step = {
    .key = "", .kind = CELL_BOOL, .value = has_step};

void view_group_write(struct view_run *run, const struct str *with, size_t n)
{
	struct group_plan *plan = run->view->plan;

	sums_write(&(struct sums_source){.by = run->view->by,
	    .groups = &run->groups,
	    .more = &plan->more,
	    .steps = &plan->steps[0],
	    .with = with,
	    .nwith = n});
}

static void count_steps(struct group_plan *plan)
{
	for (size_t i = 0; i < 2; i++) {
		process_order(&plan->steps[i], merge_nothing);
		plan->nsteps[i] = plan->steps[i].list.n;
	}
	if (plan->stepless > 0)
		diag_error(NULL, 0, "rows of no step, which are left out: %" PRIu64,
		    plan->stepless);
	for (size_t i = 0; plan->how.diff && i < 2; i++)
		if (plan->nsteps[i] == 0)
			diag_error(NULL,
			    0, "the %s file has no row of a step: leave out --per-step",
			    i == 0 ? "first" : "second");
}

static const uint64_t *steps_of(const struct group_plan *plan)
{
	return plan->how.per_step ? plan->nsteps : NULL;
}

void view_group_ready(struct view_run *run)
{
	struct group_plan *plan = run->view->plan;

	if (plan->how.per_step)
		count_steps(plan);
	if (plan->stepless > 0)
		run->empty = "no row is of a step: leave out --per-step";
	for (size_t i = 0; plan->how.diff && i < run->groups.list.n; i++) {
		struct group *g = run->groups.list.v[i];

		g->total = group_diff_size(g->more, steps_of(plan));
	}
}

static void put_sums(struct cell *sums, const struct group *g, uint64_t all)
{
	cell_sum(&sums[SUM_COUNT], g->n);
	group_put_times(&sums[SUM_TOTAL], g, all);
	group_put_known(&sums[SUM_KNOWN], g, &g->flops);
	group_put_known(&sums[SUM_BKNOWN], g, &g->bytes);
}

/* What --per-step divides, besides the count, which becomes a fraction. */
static const bool divided[NSUMS] = {
    [SUM_TOTAL] = true,
    [SUM_FLOPS] = true,
    [SUM_BYTES] = true,
    [SUM_MOVED] = true,
    [SUM_TCTIME] = true,
    [SUM_ELIGTIME] = true,
};

static void divide(struct cell *sums, uint64_t steps)
{
	if (sums[SUM_COUNT].kind == CELL_UINT)
		cell_ratio(&sums[SUM_COUNT], sums[SUM_COUNT].u, 1000, steps);
	for (size_t i = 0; i < NSUMS; i++) {
		struct cell *cell = &sums[i];

		if (divided[i] && cell->kind == CELL_UINT)
			cell_uint(cell, group_per(cell->u, steps));
		else if (divided[i] && cell->kind == CELL_TIME)
			cell_time(
			    cell, (int64_t)group_per((uint64_t)cell->i, steps));
	}
}

static void put(struct view_run *run, const struct group *g, uint64_t all)
{
	const struct group_plan *plan = run->view->plan;
	size_t nkeys = run->groups.keys.list.n;
	struct cell *cells = run->cells + nkeys;

	memcpy(run->cells, g->keys, nkeys * sizeof *g->keys);
	if (plan->how.diff) {
		group_diff_put(g->more, steps_of(plan), cells);
	} else {
		put_sums(cells, g, all);
		group_more_put(&plan->more, g, cells);
		if (plan->how.per_step)
			divide(cells, plan->nsteps[0]);
	}
	view_put(run);
}

static void print(struct view_run *run)
{
	struct group all = run->view->plan->all;

	for (size_t i = 0; i < run->groups.list.n && !run->view->plan->path; i++)
		group_merge(&all, run->groups.list.v[i]);
	for (size_t i = 0; i < run->groups.list.n; i++)
		put(run, run->groups.list.v[i], all.total);
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
	[SUM_ELIGTIME] = {"eligtime", "eligtime", 14, CELL_TIME, "time of kernels that could use Tensor Cores", .value = NULL, .of_device = true},
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

	if (view->plan && !view->plan->how.diff && i >= view->by->list.n)
		group_more_ask(&view->plan->more, (enum sum)(i - view->by->list.n));
}

size_t view_group_room(const struct view *view)
{
	return view->plan->how.diff ? 2 * sizeof(struct group)
				    : view->plan->more.size;
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
		view->spread = add_with_care;
	}
	return 0;
}

/* The keys, and behind them what is known of a group. */
static void make_columns(struct view *view)
{
	const struct group_how *how = &view->plan->how;
	const struct column *more = how->diff ? group_diff_columns : sums;
	size_t n = view->by->list.n, nmore = how->diff ? NDIFFS : NSUMS;
	struct column *columns = arena_xzeroed(n + nmore, sizeof *columns);

	for (size_t i = 0; i < n; i++) {
		columns[i] = *view->by->list.v[i];
		columns[i].value = NULL;
		columns[i].is_key = true;
	}
	memcpy(columns + n, more, nmore * sizeof *more);
	if (how->per_step && how->diff)
		columns[n + DIFF_COUNT0].kind = columns[n + DIFF_COUNT1].kind =
		    CELL_REAL;
	else if (how->per_step)
		columns[n + SUM_COUNT].kind = CELL_REAL;
	view->columns = columns;
	view->ncolumns = n + nmore;
	if (how->diff)
		return; /* all are shown */
	view->brief = keys_and(view->by, "count,total,share,mean,max");
	view->defaults =
	    keys_and(view->by, "count,total,share,mean,min,max,known,bknown");
}

/* What --sums keeps: whole lists, of which levels can be made, each key once,
 * and no number of a line, which says nothing of another input. */
static int keep_all(struct view *view, struct err *err)
{
	const struct columns *by = view->by;

	if (view->plan->path)
		return err_set(err,
		    "--sums keeps whole lists: '%s' can be made of '%s'",
		    view->plan->path->key, view->plan->path->base->key);
	for (size_t i = 0; i < by->list.n; i++) {
		if (strcmp(by->list.v[i]->key, "idx") == 0)
			return err_set(err, "'idx' is no key of --sums");
		for (size_t k = 0; k < i; k++) {
			if (strcmp(by->list.v[i]->key, by->list.v[k]->key) == 0)
				return err_set(err,
				    "--sums keeps each key once: '%s'",
				    by->list.v[i]->key);
		}
	}
	group_more_all(&view->plan->more);
	view->plan->steps[0].nmore = sizeof(bool);
	view->apart = &of_step;
	return 0;
}

static void by_step(struct view *view)
{
	static const char *const keys[] = {"file", "rank", "pid", "step"};

	view->spread = add_with_care;
	for (size_t i = 0; i < 2; i++) {
		for (size_t k = 0; k < NELEMS(keys); k++)
			group_by(&view->plan->steps[i],
			    column_find(str_of(keys[k])));
	}
}

int view_group(const char *keys, const struct group_how *how, struct view *view,
    struct err *err)
{
	struct columns *by = arena_xzeroed(1, sizeof *by);

	*view = (struct view){.name = "group",
	    .takes = is_work,
	    .empty = "no kernel, copy or fill in the input "
		     "(-g kind takes records of the host, too)",
	    .by = by,
	    .plan = arena_xzeroed(1, sizeof *view->plan),
	    .spread = add,
	    .print = print};
	view->plan->how = *how;
	if (column_keys(keys, by, err) < 0 || find_path(view, err) < 0)
		return -1;
	for (size_t i = 0; i < by->list.n; i++)
		if (strcmp(by->list.v[i]->key, "kind") == 0) {
			view->takes = NULL; /* any kind: they are kept apart */
			view->empty = NULL;
		}
	if (how->sums && keep_all(view, err) < 0)
		return -1;
	if (how->per_step || how->sums)
		by_step(view);
	make_columns(view);
	return 0;
}

void view_group_free(struct view *view)
{
	if (view->by)
		column_free((struct columns *)view->by);
	free((void *)view->by);
	free((void *)view->brief);
	free((void *)view->defaults);
	for (size_t i = 0; view->plan && i < 2; i++)
		group_free(&view->plan->steps[i]);
	free(view->plan);
	free((void *)view->columns);
	view->by = NULL;
	view->brief = NULL;
	view->defaults = NULL;
	view->plan = NULL;
	view->columns = NULL;
}
