/*
 * view_idle.c - what a stream waited for.
 *
 * In:  kernels, copies and fills with their launch calls
 * Out: one row a stream: the time between what it ran, by what that was due to
 *
 * A gap ends where the next row starts, and began at the latest end so far: on
 * one stream that is the row before, but rows of a graph may overlap.
 */
#include "prof/show/view.h"

#include "common/nelems.h"
#include "prof/show/process.h"
#include "prof/show/sweep.h"

enum {
	DEVICE = PROCESS_NKEYS,
	STREAM,
	HOST,
	GAP,
	OTHER,
	NOLAUNCH,
	SHARE,
	NCOLS
};

/* A shorter gap is what the GPU takes from one kernel to the next: HTA's limit. */
enum { SHORT_NS = 30000 };

static void add(const struct row *row, struct group *g)
{
	struct spans *spans = g->more;
	struct span s;

	if (asked_is(row->rec, KIND_BITS_WORK) && sweep_span(row->rec, 0, &s))
		*vec_add(spans) = s;
}

/* What the time from end to the start of s was due to. */
static unsigned cause(const struct span *s, int64_t end)
{
	if (!sweep_launched(s))
		return NOLAUNCH;
	if (s->api_start > end)
		return HOST;
	return (uint64_t)s->start - (uint64_t)end < SHORT_NS ? GAP : OTHER;
}

static void put(struct view_run *run, const struct group *g, struct spans *spans)
{
	uint64_t ns[NCOLS] = {0}, all = 0;
	int64_t end;

	sweep_sort(spans);
	end = spans->v[0].end;
	for (size_t i = 1; i < spans->n; i++) {
		const struct span *s = &spans->v[i];

		if (s->start > end)
			ns[cause(s, end)] += (uint64_t)s->start - (uint64_t)end;
		if (s->end > end)
			end = s->end;
	}
	memcpy(run->cells, g->keys, HOST * sizeof *g->keys);
	for (size_t i = HOST; i < SHARE; i++) {
		cell_sum_time(&run->cells[i], ns[i]);
		all += ns[i];
	}
	cell_percent(&run->cells[SHARE], all,
	    (uint64_t)end - (uint64_t)spans->v[0].start);
	view_put(run);
}

static void print(struct view_run *run)
{
	for (size_t i = 0; i < run->groups.list.n; i++) {
		struct group *g = run->groups.list.v[i];
		struct spans *spans = g->more;

		if (spans->n > 0)
			put(run, g, spans);
	}
}

/* clang-format off */
static const struct column columns[NCOLS] = {
	PROCESS_COLUMNS,
	[DEVICE] = {"device", "device", 6, CELL_INT, "device ordinal", .value = NULL},
	[STREAM] = {"stream", "stream", 6, CELL_INT, "stream id", .value = NULL},
	[HOST] = {"host", "host", 14, CELL_TIME, "gaps that the next launch call began in", .value = NULL},
	[GAP] = {"gap", "gap", 14, CELL_TIME, "others of less than 30 us", .value = NULL, .is_part = true},
	[OTHER] = {"other", "other", 14, CELL_TIME, "longer ones", .value = NULL, .is_part = true},
	[NOLAUNCH] = {"nolaunch", "nolaunch", 14, CELL_TIME, "those before what has no launch call", .value = NULL, .is_part = true},
	[SHARE] = {"share", "share", 8, CELL_REAL, "% that they are of the stream's span", .value = NULL, .of = OF_PERCENT},
};
/* clang-format on */

const struct view view_idle = {
    .name = "idle",
    .help = "by stream: what its gaps were due to",
    .keys = "file,rank,pid,device,stream",
    .nmore = sizeof(struct spans),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .needs = KIND_BIT(KIND_KERNEL) | KIND_BITS_COPIES | KIND_BIT(KIND_API),
    .add = add,
    .free = sweep_free,
    .merge = sweep_merge,
    .print = print,
};
