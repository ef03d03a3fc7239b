/*
 * view_launches.c - how long what was launched waited to run.
 *
 * In:  kernels, copies and fills with their launch calls
 * Out: one row a stream: delays from the end of the call to the start, and how
 *      many waited at a time
 */
#include "prof/show/view.h"

#include "common/nelems.h"
#include "common/num.h"
#include "common/order.h"
#include "prof/show/process.h"
#include "prof/show/sweep.h"

enum {
	DEVICE = PROCESS_NKEYS,
	STREAM,
	COUNT,
	DELAYMED,
	DELAYP95,
	DELAYMAX,
	SHORT,
	SLOWAPI,
	LATE,
	QUEUEMEAN,
	QUEUEMAX,
	NCOLS
};

/* HTA's limits. */
enum { SLOW_NS = 50000, LATE_NS = 100000 };

static void add(const struct row *row, struct group *g)
{
	struct spans *spans = g->more;
	struct span s;

	if (asked_is(row->rec, KIND_BITS_WORK) && sweep_span(row->rec, 0, &s) &&
	    sweep_launched(&s))
		*vec_add(spans) = s;
}

/* As the column delay. */
static int64_t delay_of(const struct span *s)
{
	int64_t ns;

	if (s->start <= s->api_end)
		return 0;
	return num_sub(s->start, s->api_end, &ns) ? ns : INT64_MAX;
}

static int by_end(const struct span *a, const struct span *b)
{
	return order_int(a->end, b->end);
}

/* Count the calls, and make each span that from the call's end by its delay. */
static void put_delays(struct cell *c, struct spans *spans)
{
	uint64_t counts[NCOLS] = {0};
	size_t n = spans->n;

	for (size_t i = 0; i < n; i++) {
		struct span *s = &spans->v[i];
		uint64_t dur = (uint64_t)s->end - (uint64_t)s->start;
		uint64_t api = (uint64_t)s->api_end - (uint64_t)s->api_start;

		s->end = delay_of(s);
		counts[SHORT] += dur < api;
		counts[SLOWAPI] += api > SLOW_NS;
		counts[LATE] += s->end > LATE_NS;
	}
	sweep_sort_by(spans, by_end);
	cell_uint(&c[COUNT], n);
	cell_time(&c[DELAYMED], spans->v[order_rank(n, 50)].end);
	cell_time(&c[DELAYP95], spans->v[order_rank(n, 95)].end);
	cell_time(&c[DELAYMAX], spans->v[n - 1].end);
	for (size_t i = SHORT; i <= LATE; i++)
		cell_uint(&c[i], counts[i]);
}

/* How many are launched and have not started. */
struct queue {
	uint64_t n, most;
	uint64_t area; /* n by ns; CELL_MUCH: too large */
	int64_t since;
};

static void change(void *view, const struct span *s, int64_t at, bool begins)
{
	struct queue *q = view;
	uint64_t ns = (uint64_t)at - (uint64_t)q->since;

	(void)s;
	if (!num_mul(ns, q->n, &ns))
		ns = CELL_MUCH;
	q->area = group_sum(q->area, ns);
	q->since = at;
	q->n = begins ? q->n + 1 : q->n - 1;
	if (q->n > q->most)
		q->most = q->n;
}

static void put_queue(struct cell *c, struct spans *spans)
{
	struct queue q = {0};
	uint64_t ns;

	for (size_t i = 0; i < spans->n; i++) {
		struct span *s = &spans->v[i];

		s->end = s->start > s->api_start ? s->start : s->api_start;
		s->start = s->api_start;
	}
	sweep_sort(spans);
	q.since = spans->v[0].start;
	sweep(spans, SWEEP_BEGINS, change, &q);
	ns = (uint64_t)q.since - (uint64_t)spans->v[0].start;
	c[QUEUEMEAN].kind = CELL_NA;
	if (ns > 0 && q.area != CELL_MUCH)
		cell_ratio(&c[QUEUEMEAN], q.area, 1000, ns);
	cell_uint(&c[QUEUEMAX], q.most);
}

static void print(struct view_run *run)
{
	for (size_t i = 0; i < run->groups.list.n; i++) {
		struct group *g = run->groups.list.v[i];
		struct spans *spans = g->more;

		if (spans->n == 0)
			continue;
		memcpy(run->cells, g->keys, COUNT * sizeof *g->keys);
		put_delays(run->cells, spans);
		put_queue(run->cells, spans);
		view_put(run);
	}
}

/* clang-format off */
static const struct column columns[NCOLS] = {
	PROCESS_COLUMNS,
	[DEVICE] = {"device", "device", 6, CELL_INT, "device ordinal", .value = NULL},
	[STREAM] = {"stream", "stream", 6, CELL_INT, "stream id", .value = NULL},
	[COUNT] = {"count", "count", 9, CELL_UINT, "rows whose launch call is known", .value = NULL},
	[DELAYMED] = {"delaymed", "delaymed", 10, CELL_TIME, "median of delay", .value = NULL, .label = "med"},
	[DELAYP95] = {"delayp95", "delayp95", 10, CELL_TIME, "its 95th percentile", .value = NULL, .label = "p95"},
	[DELAYMAX] = {"delaymax", "delaymax", 10, CELL_TIME, "its maximum", .value = NULL, .label = "max"},
	[SHORT] = {"short", "short", 9, CELL_UINT, "rows shorter than their launch call", .value = NULL},
	[SLOWAPI] = {"slowapi", "slowapi", 9, CELL_UINT, "calls of more than 50 us", .value = NULL},
	[LATE] = {"late", "late", 9, CELL_UINT, "delays of more than 100 us", .value = NULL},
	[QUEUEMEAN] = {"queuemean", "queuemean", 9, CELL_REAL, "rows that waited at a time, on average", .value = NULL, .label = "qmean"},
	[QUEUEMAX] = {"queuemax", "queuemax", 9, CELL_UINT, "and at most", .value = NULL, .label = "qmax"},
};
/* clang-format on */

const struct view view_launches = {
    .name = "launches",
    .empty = "no launch call in the profile",
    .help = "by stream: waits from launch call to start, and queues",
    .keys = "file,rank,pid,device,stream",
    .nmore = sizeof(struct spans),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .needs = KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_API),
    .add = add,
    .free = sweep_free,
    .merge = sweep_merge,
    .print = print,
};
