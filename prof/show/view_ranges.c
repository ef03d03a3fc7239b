/*
 * view_ranges.c - what ranges of the user are on the GPU.
 *
 * In:  ranges and steps of the host, work of the GPU with its launch calls
 * Out: one row a range: from the first start to the last end of what was launched
 *      in it, and how long anything of that ran
 *
 * A launch is in the ranges that are open on its thread.  Where none of the user is,
 * as on autograd's thread, it is in those of the thread that runs the steps.
 */
#include "prof/show/view.h"

#include "common/map.h"
#include "common/nelems.h"
#include "common/order.h"
#include "prof/show/process.h"
#include "prof/show/sweep.h"

enum {
	RANGE = PROCESS_NKEYS,
	NTH,
	START,
	DUR,
	GPUSTART,
	GPUEND,
	PROJECTED,
	BUSY,
	KERNELS,
	NCOLS
};

/* Threads are numbered from 1; a range of none is the whole process's. */
enum { NO_THREAD, FIRST_THREAD };
#define NO_PARENT UINT32_MAX

/* As deep as a record tells what is around a launch. */
enum { DEEPEST = 256 };

struct range {
	int64_t start, end;
	int64_t first, last, busy_until; /* of what was launched in it */
	uint64_t busy, kernels, nth;
	struct str text;
	uint32_t thread, parent;
	bool is_step, any; /* any: something was launched in it */
};

struct rows {
	struct spans spans; /* work; what: its thread; more: a kernel */
	VEC(struct range) ranges;
	struct intern texts;
	struct map threads; /* by id */
	VEC(int64_t) ids;   /* of threads, from FIRST_THREAD on */
};

static uint32_t thread_of(struct rows *rows, int64_t tid)
{
	uint32_t *number = map_at(&rows->threads, (uint64_t)tid);

	if (*number == MAP_NONE) {
		*number = (uint32_t)rows->ids.n + FIRST_THREAD;
		*vec_add(&rows->ids) = tid;
	}
	return *number;
}

/* Whether the range is the user's, not of the engine nor one that only carries
 * frames or modules. */
static bool is_users(const struct record *rec)
{
	struct str s = rec->name;

	if (str_starts(s, "autograd::engine::") ||
	    str_starts(s, "torch::autograd::"))
		return false;
	if (rec->range.n > 0 && str_eq(rec->range.v[rec->range.n - 1], s))
		return true;
	return rec->layer.n > 0 && str_starts(s, "layer:");
}

static void add_range(struct rows *rows, const struct record *rec,
    const struct span *s, struct str text, bool is_step)
{
	*vec_add(&rows->ranges) = (struct range){
	    .start = s->start,
	    .end = s->end,
	    .text = intern_get(&rows->texts, intern_add(&rows->texts, text)),
	    .thread = record_has(rec, tid) ? thread_of(rows, rec->tid) : NO_THREAD,
	    .is_step = is_step,
	};
}

static void add(const struct row *row, struct group *g)
{
	const struct record *rec = row->rec;
	struct rows *rows = g->more;
	struct span s;

	if (!sweep_span(rec, NO_THREAD, &s))
		return;
	if (asked_is(rec, KIND_BITS_HOST) && s.start == s.end)
		return; /* a mark */
	if (asked_is(rec, KIND_BIT(KIND_STEP))) {
		add_range(rows, rec, &s,
		    record_has(rec, step) ? rec->step : STR(""), true);
	} else if (asked_is(rec, KIND_BIT(KIND_RANGE)) && is_users(rec)) {
		add_range(rows, rec, &s, rec->name, false);
	} else if (asked_is(rec, KIND_BITS_WORK) && sweep_launched(&s)) {
		if (record_has(rec, tid))
			s.what = thread_of(rows, rec->tid);
		s.more = row_is_kernel(rec);
		*vec_add(&rows->spans) = s;
	}
}

static void free_rows(void *more)
{
	struct rows *rows = more;

	sweep_free(&rows->spans);
	vec_free(&rows->ranges);
	intern_free(&rows->texts);
	map_free(&rows->threads);
	vec_free(&rows->ids);
}

static void merge(void *to, void *from)
{
	struct rows *into = to, *rows = from;
	uint32_t *numbers =
	    arena_xzeroed(rows->ids.n + FIRST_THREAD, sizeof *numbers);

	for (size_t i = 0; i < rows->ids.n; i++)
		numbers[i + FIRST_THREAD] = thread_of(into, rows->ids.v[i]);
	for (size_t i = 0; i < rows->spans.n; i++)
		rows->spans.v[i].what = numbers[rows->spans.v[i].what];
	sweep_merge(&into->spans, &rows->spans);
	for (size_t i = 0; i < rows->ranges.n; i++) {
		struct range *r = vec_add(&into->ranges);

		*r = rows->ranges.v[i];
		r->thread = numbers[r->thread];
		r->text =
		    intern_get(&into->texts, intern_add(&into->texts, r->text));
	}
	free(numbers);
	free_rows(rows);
}

static int by_time(const void *a, const void *b)
{
	const struct range *x = a, *y = b;
	int c = order_int(x->start, y->start);

	if (c == 0)
		c = order_int(y->end, x->end);
	return c ? c : str_cmp(x->text, y->text);
}

static int by_thread(const void *a, const void *b)
{
	const struct range *x = a, *y = b;
	int c = order_int(x->thread, y->thread);

	return c ? c : by_time(a, b);
}

static int by_text(const void *a, const void *b)
{
	const struct range *x = a, *y = b;
	int c = str_cmp(x->text, y->text);

	return c ? c : by_time(a, b);
}

/* Sorted by threads: what each is in, the range that is still open. */
static void set_parents(struct range *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t p = i > 0 && v[i - 1].thread == v[i].thread
				 ? (uint32_t)i - 1
				 : NO_PARENT;

		while (p != NO_PARENT && v[p].end <= v[i].start)
			p = v[p].parent;
		v[i].parent = p;
	}
}

static int64_t id_of(const struct rows *rows, uint32_t thread)
{
	return rows->ids.v[thread - FIRST_THREAD];
}

/* The thread that runs the steps, the first of several, else the only one that
 * has ranges. */
static uint32_t main_thread(const struct rows *rows)
{
	const struct range *v = rows->ranges.v;
	uint32_t only = NO_THREAD, steps = NO_THREAD;
	bool several = false;

	for (size_t i = 0; i < rows->ranges.n; i++) {
		uint32_t t = v[i].thread;

		if (t == NO_THREAD)
			continue;
		if (v[i].is_step &&
		    (steps == NO_THREAD || id_of(rows, t) < id_of(rows, steps)))
			steps = t;
		several |= only != NO_THREAD && t != only;
		only = t;
	}
	if (steps != NO_THREAD)
		return steps;
	return several ? NO_THREAD : only;
}

static void take(struct range *r, const struct span *s)
{
	int64_t from = s->start;

	if (!r->any) {
		r->first = r->last = r->busy_until = s->start;
		r->any = true;
	}
	if (s->end > r->last)
		r->last = s->end;
	if (from < r->busy_until)
		from = r->busy_until;
	if (s->end > from) {
		r->busy += (uint64_t)s->end - (uint64_t)from;
		r->busy_until = s->end;
	}
	r->kernels += s->more;
}

/* Add the span to the ranges of a thread that are open when it is launched;
 * false: there is none. */
static bool take_open(struct rows *rows, uint32_t thread, const struct span *s)
{
	struct range *v = rows->ranges.v;
	struct range key = {
	    .thread = thread, .start = s->api_start, .end = INT64_MIN};
	size_t i = order_find(&key, v, rows->ranges.n, sizeof key, by_thread);
	uint32_t at =
	    i > 0 && v[i - 1].thread == thread ? (uint32_t)i - 1 : NO_PARENT;
	bool any = false;

	for (unsigned depth = 0; at != NO_PARENT && depth < DEEPEST; depth++) {
		if (s->api_start < v[at].end) {
			take(&v[at], s);
			any = true;
		}
		at = v[at].parent;
	}
	return any;
}

/* Find what was launched in each range; they are then in the order of their
 * texts. */
static void find_all(struct rows *rows)
{
	uint32_t main = main_thread(rows);
	size_t n = rows->ranges.n;
	struct range *v = rows->ranges.v;

	if (n > 0)
		qsort(v, n, sizeof *v, by_thread);
	set_parents(v, n);
	/* in the order of their starts, so that busy is a union */
	sweep_sort(&rows->spans);
	for (size_t i = 0; i < rows->spans.n; i++) {
		const struct span *s = &rows->spans.v[i];

		if (s->what == NO_THREAD || !take_open(rows, s->what, s)) {
			if (main != NO_THREAD && s->what != main)
				take_open(rows, main, s);
		}
		take_open(rows, NO_THREAD, s);
	}
	if (n > 0)
		qsort(v, n, sizeof *v, by_text);
	for (size_t i = 1; i < n; i++)
		v[i].nth = str_eq(v[i].text, v[i - 1].text) ? v[i - 1].nth + 1 : 0;
}

static void put(struct view_run *run, const struct group *g, const struct range *r)
{
	struct cell *c = run->cells;

	memcpy(c, g->keys, PROCESS_NKEYS * sizeof *g->keys);
	cell_str(&c[RANGE], r->text);
	cell_uint(&c[NTH], r->nth);
	cell_time(&c[START], r->start);
	cell_sum_time(&c[DUR], (uint64_t)r->end - (uint64_t)r->start);
	if (r->any) {
		cell_time(&c[GPUSTART], r->first);
		cell_time(&c[GPUEND], r->last);
		cell_sum_time(&c[PROJECTED], (uint64_t)r->last - (uint64_t)r->first);
	}
	cell_sum_time(&c[BUSY], r->busy);
	cell_uint(&c[KERNELS], r->kernels);
	view_put(run);
}

static void print(struct view_run *run)
{
	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct group *g = run->groups.list.v[i];
		struct rows *rows = g->more;

		find_all(rows);
		if (rows->ranges.n > 0)
			qsort(rows->ranges.v, rows->ranges.n,
			    sizeof *rows->ranges.v, by_time);
		for (size_t k = 0; k < rows->ranges.n; k++)
			put(run, g, &rows->ranges.v[k]);
	}
}

/* -g range: the sums of each text. */
enum {
	SUM_RANGE = PROCESS_NKEYS,
	SUM_COUNT,
	SUM_DUR,
	SUM_PROJECTED,
	SUM_BUSY,
	SUM_KERNELS
};

struct sum {
	struct str text;
	uint64_t n, dur, projected, busy, kernels;
};

static int by_busy(const void *a, const void *b)
{
	const struct sum *x = a, *y = b;

	if (x->busy != y->busy)
		return x->busy < y->busy ? 1 : -1;
	return str_cmp(x->text, y->text);
}

static void put_sums(struct view_run *run, const struct group *g, struct rows *rows)
{
	struct sum *v = arena_xzeroed(rows->ranges.n + 1, sizeof *v);
	size_t n = 0;

	for (size_t i = 0; i < rows->ranges.n; i++) {
		const struct range *r = &rows->ranges.v[i];
		struct sum *sum = &v[n - (r->nth > 0)];

		n += r->nth == 0;
		sum->text = r->text;
		sum->n++;
		sum->dur =
		    group_sum(sum->dur, (uint64_t)r->end - (uint64_t)r->start);
		sum->projected = group_sum(
		    sum->projected, (uint64_t)r->last - (uint64_t)r->first);
		sum->busy = group_sum(sum->busy, r->busy);
		sum->kernels += r->kernels;
	}
	qsort(v, n, sizeof *v, by_busy);
	for (size_t i = 0; i < n; i++) {
		struct cell *c = run->cells;

		memcpy(c, g->keys, PROCESS_NKEYS * sizeof *g->keys);
		cell_str(&c[SUM_RANGE], v[i].text);
		cell_uint(&c[SUM_COUNT], v[i].n);
		cell_sum_time(&c[SUM_DUR], v[i].dur);
		cell_sum_time(&c[SUM_PROJECTED], v[i].projected);
		cell_sum_time(&c[SUM_BUSY], v[i].busy);
		cell_uint(&c[SUM_KERNELS], v[i].kernels);
		view_put(run);
	}
	free(v);
}

static void print_sums(struct view_run *run)
{
	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct group *g = run->groups.list.v[i];

		find_all(g->more);
		put_sums(run, g, g->more);
	}
}

/* clang-format off */
static const struct column columns[NCOLS] = {
	PROCESS_COLUMNS,
	[RANGE] = {"range", "range", 0, CELL_STR, "text of the range, label of the step", .value = NULL},
	[NTH] = {"nth", "nth", 6, CELL_UINT, "which of this text, from 0", .value = NULL},
	[START] = {"start", "start", 14, CELL_TIME, "start on the host", .value = NULL},
	[DUR] = {"dur", "dur", 14, CELL_TIME, "time on the host", .value = NULL},
	[GPUSTART] = {"gpustart", "gpustart", 14, CELL_TIME, "first start of what was launched in it", .value = NULL},
	[GPUEND] = {"gpuend", "gpuend", 14, CELL_TIME, "last end of that", .value = NULL},
	[PROJECTED] = {"projected", "projected", 14, CELL_TIME, "gpuend - gpustart", .value = NULL},
	[BUSY] = {"busy", "busy", 14, CELL_TIME, "time that anything of that ran", .value = NULL},
	[KERNELS] = {"kernels", "kernels", 9, CELL_UINT, "how many of that are kernels", .value = NULL},
};

static const struct column sum_columns[] = {
	PROCESS_COLUMNS,
	[SUM_RANGE] = {"range", "range", 0, CELL_STR, "text of the range, label of the step", .value = NULL},
	[SUM_COUNT] = {"count", "count", 9, CELL_UINT, "how many", .value = NULL},
	[SUM_DUR] = {"dur", "dur", 14, CELL_TIME, "time on the host", .value = NULL},
	[SUM_PROJECTED] = {"projected", "projected", 14, CELL_TIME, "from first starts to last ends on the GPU", .value = NULL},
	[SUM_BUSY] = {"busy", "busy", 14, CELL_TIME, "time that anything ran in each", .value = NULL},
	[SUM_KERNELS] = {"kernels", "kernels", 9, CELL_UINT, "how many kernels", .value = NULL},
};
/* clang-format on */

static const struct view range_sums = {
    .name = "ranges",
    .empty = "no range or step in the profile",
    .keys = "file,rank,pid",
    .nmore = sizeof(struct rows),
    .columns = sum_columns,
    .ncolumns = NELEMS(sum_columns),
    .needs = KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_RANGE),
    .add = add,
    .free = free_rows,
    .merge = merge,
    .print = print_sums,
};

const struct view view_ranges = {
    .name = "ranges",
    .empty = "no range or step in the profile",
    .help = "each range of the user: its work on the GPU; -g range: sums",
    .keys = "file,rank,pid",
    .nmore = sizeof(struct rows),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .brief = "file,rank,pid,range,nth,start,dur,projected,busy,kernels",
    .split = "range",
    .by_split = &range_sums,
    .needs = KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_RANGE),
    .add = add,
    .free = free_rows,
    .merge = merge,
    .print = print,
};
