/*
 * view_device.c - how well each GPU was used in the time of the steps.
 *
 * In:  kernels, and what the windows of steps are made of
 * Out: one row a GPU of a process
 */
#include "prof/show/view.h"

#include <math.h>

#include "common/nelems.h"
#include "prof/roof.h"
#include "prof/show/process.h"
#include "prof/show/window.h"

enum { DEVICE = PROCESS_NKEYS, WINDOW, UTIL, SMEFF, OCC, TCSHARE, MFU, NCOLS };

/* Of a kernel; NAN: unknown. */
struct facts {
	float blocks;  /* a multiprocessor */
	float occ;     /* percent */
	float gemm_ns; /* that its products take at their peak */
	float tensor;  /* 1: on Tensor Cores, 0: not */
};

struct rows {
	struct spans spans; /* first: of all work, as view_busy has them;
			     * more: of a kernel its facts */
	struct windows windows;
	struct intern facts; /* structs as texts: most kernels come again */
};

static bool is_kernel(const struct span *s)
{
	return s->what == WORK_KERNEL || s->what == WORK_COMM;
}

/* Kernels, and whole graphs, which are kernels that the profile does not show.
 * Other work counts for the windows alone. */
static bool is_running(const struct span *s)
{
	return is_kernel(s) || s->what == WORK_GRAPH;
}

static float gemm_ns(const struct row *row)
{
	const struct cost *cost = &row->c.cost;
	struct roof roof;

	if (!cost->has_flops && !cost->no_gemm)
		return NAN;
	if (cost->gemm == 0)
		return 0;
	roof_make(row, &roof);
	if (!roof.has_peak || roof.peak == 0)
		return INFINITY; /* no peak is known */
	return (float)((double)cost->gemm * 1e9 / (double)roof.peak);
}

static float tensor(enum tc tc)
{
	if (tc == TC_UNKNOWN)
		return NAN;
	return tc_used(tc);
}

/* A negative or an absurdly large size is unknown. */
static float sane(bool has, double f, double most)
{
	return has && f >= 0 && f <= most ? (float)f : NAN;
}

static void add_kernel(const struct row *row, struct rows *rows, struct span *s)
{
	const struct record *rec = row->rec;

	const struct facts facts = {
	    .blocks = sane(
		record_has(rec, blocks) && rec->blocks > 0, rec->blocks, 1e9),
	    .occ = sane(record_has(rec, occ), rec->occ, 1e6),
	    .gemm_ns = gemm_ns(row),
	    .tensor = tensor(row->tc),
	};

	s->more = intern_add(
	    &rows->facts, (struct str){(const char *)&facts, sizeof facts});
}

static struct facts facts_of(const struct rows *rows, const struct span *s)
{
	struct facts facts;

	memcpy(&facts, intern_get(&rows->facts, s->more).p, sizeof facts);
	return facts;
}

static void add(const struct row *row, struct group *g)
{
	const struct record *rec = row->rec;
	struct rows *rows = g->more;
	struct span s;

	if (!sweep_span(rec, 0, &s))
		return;
	if (asked_is(rec, KIND_BITS_WORK)) {
		window_gpu(&rows->windows, &s);
		s.what = sweep_work(rec);
		if (is_kernel(&s))
			add_kernel(row, rows, &s);
		*vec_add(&rows->spans) = s;
	} else if (asked_is(rec, KIND_BIT(KIND_STEP))) {
		window_step(&rows->windows, &s,
		    record_has(rec, step) ? rec->step : STR(""));
	} else if (asked_is(rec, KIND_BITS_HOST)) {
		window_host(&rows->windows, &s);
	}
}

static void free_rows(void *more)
{
	struct rows *rows = more;

	window_free(&rows->windows);
	sweep_free(&rows->spans);
	intern_free(&rows->facts);
}

static void merge(void *to, void *from)
{
	struct rows *into = to, *rows = from;

	for (size_t i = 0; i < rows->spans.n; i++) {
		struct span *k = &rows->spans.v[i];

		if (is_kernel(k))
			k->more = intern_add(
			    &into->facts, intern_get(&rows->facts, k->more));
	}
	intern_free(&rows->facts);
	sweep_merge(&into->spans, &rows->spans);
	window_merge(&into->windows, &rows->windows);
}

typedef void take_span(struct windows *w, const struct span *s);

static void take_all(
    struct group *const *groups, size_t n, take_span *take, struct windows *w)
{
	for (size_t i = 0; i < n; i++) {
		const struct rows *rows = groups[i]->more;

		for (size_t k = 0; k < rows->spans.n; k++)
			take(w, &rows->spans.v[k]);
	}
}

/* From the first step to the end of the last, of all groups of a process. */
static struct windows_span window_of(struct group *const *groups, size_t n)
{
	struct windows w = {0};
	struct windows_span all = {0};

	for (size_t i = 0; i < n; i++) {
		struct rows *rows = groups[i]->more;

		window_merge(&w, &rows->windows);
	}
	window_sort(&w);
	take_all(groups, n, window_own, &w);
	take_all(groups, n, window_early, &w);
	window_close(&w);
	if (w.list.n > 0)
		all = (struct windows_span){
		    w.list.v[0].start, w.list.v[w.list.n - 1].end, true};
	window_free(&w);
	return all;
}

/*
 * Blocks are added as integers, so that what is taken away leaves nothing.  A
 * kernel counts as one block a multiprocessor at most, which fills them all, so
 * that no number of kernels can overflow the sum.
 */
#define BLOCK 1e6

/* Where the sweep is. */
struct use {
	const struct rows *rows;
	struct windows_span window;
	int64_t since;
	size_t n;	/* kernels and graphs that run */
	int64_t blocks; /* of these kernels, each at most BLOCK */
	uint64_t busy;	/* ns that any ran */
	double full;	/* ns of multiprocessors with a block */
};

static double clipped(const struct use *u, int64_t from, int64_t to)
{
	if (from < u->window.first)
		from = u->window.first;
	if (to > u->window.last)
		to = u->window.last;
	return from < to ? (double)((uint64_t)to - (uint64_t)from) : 0;
}

static void change(void *view, const struct span *s, int64_t at, bool begins)
{
	struct use *u = view;
	double ns = clipped(u, u->since, at);
	float blocks;

	u->since = at;
	if (u->n > 0)
		u->busy += (uint64_t)ns;
	u->full += ns * fmin(1, (double)u->blocks / BLOCK);
	if (!is_running(s))
		return;
	u->n = begins ? u->n + 1 : u->n - 1;
	blocks = is_kernel(s) ? facts_of(u->rows, s).blocks : NAN;
	if (!isnan(blocks))
		u->blocks += (begins ? 1 : -1) *
			     (int64_t)(fmin(1, (double)blocks) * BLOCK + 0.5);
}

/* A sum over kernels in the window, and the time of those that it has. */
struct sum {
	double sum, ns;
};

static void take(struct sum *sum, float value, double ns)
{
	if (isnan(value))
		return;
	sum->sum += value * ns;
	sum->ns += ns;
}

static void put_quotient(struct cell *cell, double a, double b)
{
	cell->kind = CELL_NA;
	if (b > 0 && isfinite(a))
		cell_double(cell, a / b);
}

static void put(
    struct view_run *run, const struct group *g, struct windows_span window)
{
	struct rows *rows = g->more;
	struct use u = {.rows = rows, .window = window, .since = window.first};
	double all = clipped(&u, window.first, window.last), kernels = 0;
	struct sum occ = {0}, tensor_ns = {0}, gemm = {0}, blocks = {0};
	struct cell *c = run->cells;

	sweep_sort(&rows->spans);
	sweep(&rows->spans, SWEEP_ENDS, change, &u);
	for (size_t i = 0; i < rows->spans.n; i++) {
		const struct span *s = &rows->spans.v[i];
		double ns = clipped(&u, s->start, s->end);
		struct facts f;

		if (!is_kernel(s) || ns <= 0)
			continue;
		f = facts_of(rows, s);
		kernels += ns;
		take(&blocks, f.blocks, ns);
		take(&occ, f.occ, ns);
		take(&tensor_ns, f.tensor, ns);
		/* the part of its work that the part of its time is */
		take(&gemm,
		    f.gemm_ns / (float)((double)s->end - (double)s->start), ns);
	}
	memcpy(c, g->keys, WINDOW * sizeof *g->keys);
	cell_sum_time(&c[WINDOW], (uint64_t)window.last - (uint64_t)window.first);
	put_quotient(&c[UTIL], 100 * (double)u.busy, all);
	put_quotient(&c[SMEFF], blocks.ns > 0 ? 100 * u.full : NAN, all);
	put_quotient(&c[OCC], occ.sum, occ.ns);
	/* of a sum that lacks something something must be there */
	put_quotient(
	    &c[TCSHARE], tensor_ns.ns > 0 ? 100 * tensor_ns.sum : NAN, kernels);
	put_quotient(&c[MFU],
	    gemm.ns == kernels || gemm.sum > 0 ? 100 * gemm.sum : NAN, all);
	view_put(run);
}

static void print(struct view_run *run)
{
	struct group *const *v = run->groups.list.v;
	size_t n = run->groups.list.n, next;

	for (size_t i = 0; i < n; i = next) {
		struct windows_span window;

		for (next = i + 1; next < n && process_same(v[i], v[next]);)
			next++;
		window = window_of(v + i, next - i);
		for (size_t k = i; k < next; k++) {
			const struct rows *rows = v[k]->more;

			if (rows->facts.list.n > 0)
				put(run, v[k], window);
		}
	}
}

#define NO_OCC "the profile has no estimates of occupancy"

/* clang-format off */
static const struct column columns[NCOLS] = {
	PROCESS_COLUMNS,
	[DEVICE] = {"device", "device", 6, CELL_INT, "device ordinal", .value = NULL},
	[WINDOW] = {"window", "window", 14, CELL_TIME, "from the first step to the last one's end", .value = NULL},
	[UTIL] = {"util", "util", 8, CELL_REAL, "% of it that a kernel or a graph ran", .value = NULL, .of = OF_PERCENT},
	[SMEFF] = {"smeff", "smeff", 8, CELL_REAL, "% of the multiprocessors that had a block", .value = NULL, .of = OF_PERCENT, .lacks = NO_OCC},
	[OCC] = {"occ", "occ", 8, CELL_REAL, "estimated occupancy of the kernels, %", .value = NULL, .of = OF_PERCENT, .lacks = NO_OCC},
	[TCSHARE] = {"tcshare", "tcshare", 8, CELL_REAL, "% of kernels' time on Tensor Cores", .value = NULL, .of = OF_PERCENT},
	[MFU] = {"mfu", "mfu", 8, CELL_REAL, "% of the peak that products reached", .value = NULL, .of = OF_PERCENT, .of_device = true, .lacks = "no product has FLOPs that are known: see --view coverage"},
};
/* clang-format on */

const struct view view_device = {
    .name = "device",
    .help = "by GPU, in the time of the steps: how well it was used",
    .keys = "file,rank,pid,device",
    .nmore = sizeof(struct rows),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .needs = KIND_BIT(KIND_KERNEL),
    .add = add,
    .free = free_rows,
    .merge = merge,
    .print = print,
};
