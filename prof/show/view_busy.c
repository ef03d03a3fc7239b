/*
 * view_busy.c - what a GPU did, and what of it at the same time.
 *
 * In:  kernels, copies and fills
 * Out: one row a GPU of a process: the time from first start to last end, and
 * how much of it each class ran
 */
#include "prof/show/view.h"

#include "common/nelems.h"
#include "prof/show/process.h"
#include "prof/show/sweep.h"

enum {
	DEVICE = PROCESS_NKEYS,
	SPAN,
	BUSY,
	IDLE,
	COMPUTE,
	COMM,
	MEMORY,
	OVERLAP,
	EXPOSEDCOMM,
	EXPOSEDMEM,
	PCT, /* the same in percent of SPAN, from BUSY on */
};

/* Classes of what runs, and sets of them. */
enum { RUN_COMPUTE, RUN_COMM, RUN_MEMORY, NRUN, NSETS = 1 << NRUN };
#define HAS(run) (1u << (run))

static const unsigned char run_of[NWORKS] = {
    [WORK_KERNEL] = RUN_COMPUTE,
    [WORK_COMM] = RUN_COMM,
    [WORK_MEMCPY] = RUN_MEMORY,
    [WORK_MEMSET] = RUN_MEMORY,
    [WORK_GRAPH] = RUN_COMPUTE,
};

static void add(const struct row *row, struct group *g)
{
	struct spans *spans = g->more;
	struct span s;

	if (asked_is(row->rec, KIND_BITS_WORK) &&
	    sweep_span(row->rec, sweep_work(row->rec), &s))
		*vec_add(spans) = s;
}

/* How long each set of classes ran. */
struct sets {
	uint64_t ns[NSETS];
	size_t n[NRUN];
	int64_t since, first, last;
};

static void change(void *view, const struct span *s, int64_t at, bool begins)
{
	struct sets *sets = view;
	unsigned running = 0;

	for (unsigned i = 0; i < NRUN; i++)
		running |= sets->n[i] ? HAS(i) : 0;
	sets->ns[running] += (uint64_t)at - (uint64_t)sets->since;
	sets->since = at;
	if (begins)
		sets->n[run_of[s->what]]++;
	else
		sets->n[run_of[s->what]]--;
}

static void count(struct spans *spans, struct sets *sets)
{
	*sets = (struct sets){.since = 0};
	sweep_sort(spans);
	sets->first = sets->since = spans->v[0].start;
	sweep(spans, SWEEP_ENDS, change, sets);
	sets->last = sets->since;
}

/* The time of all sets that have all of one kind of class and none of another. */
static uint64_t with(const struct sets *sets, unsigned all, unsigned none)
{
	uint64_t ns = 0;

	for (unsigned i = 1; i < NSETS; i++)
		if ((i & all) == all && !(i & none))
			ns += sets->ns[i];
	return ns;
}

static void put(struct view_run *run, const struct group *g, const struct sets *sets)
{
	struct cell *c = run->cells;
	uint64_t span = (uint64_t)sets->last - (uint64_t)sets->first;
	uint64_t ns[] = {
	    [SPAN] = span,
	    [BUSY] = with(sets, 0, 0),
	    [IDLE] = sets->ns[0],
	    [COMPUTE] = with(sets, HAS(RUN_COMPUTE), 0),
	    [COMM] = with(sets, HAS(RUN_COMM), 0),
	    [MEMORY] = with(sets, HAS(RUN_MEMORY), 0),
	    [OVERLAP] = with(sets, HAS(RUN_COMPUTE) | HAS(RUN_COMM), 0),
	    [EXPOSEDCOMM] = with(sets, HAS(RUN_COMM), HAS(RUN_COMPUTE)),
	    [EXPOSEDMEM] =
		with(sets, HAS(RUN_MEMORY), HAS(RUN_COMPUTE) | HAS(RUN_COMM)),
	};
	bool copies = (asked_of(&run->asked, g->keys[PROCESS_FILE].s) &
			  KIND_BITS_COPIES) == KIND_BITS_COPIES;

	memcpy(c, g->keys, (DEVICE + 1) * sizeof *g->keys);
	for (size_t i = SPAN; i < PCT; i++) {
		if (!copies && (i == MEMORY || i == EXPOSEDMEM))
			ns[i] = CELL_MUCH;
		cell_sum_time(&c[i], ns[i]);
		if (i >= BUSY)
			cell_percent(&c[PCT + i - BUSY], ns[i],
			    i == OVERLAP ? ns[COMM] : span);
	}
	view_put(run);
}

static void print(struct view_run *run)
{
	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct group *g = run->groups.list.v[i];
		struct spans *spans = g->more;
		struct sets sets;

		if (spans->n == 0)
			continue;
		count(spans, &sets);
		put(run, g, &sets);
	}
}

#define NO_COPIES "no copies in the input: none ran, or see pp-parse -k"

/* clang-format off */
#define PERCENT(i, name, text) [PCT + (i) - BUSY] = {name, name, 10, CELL_REAL, text, .value = NULL, .of = OF_PERCENT}

static const struct column columns[] = {
	PROCESS_COLUMNS,
	[DEVICE] = {"device", "device", 6, CELL_INT, "device ordinal", .value = NULL},
	[SPAN] = {"span", "span", 14, CELL_TIME, "from the first start to the last end", .value = NULL},
	[BUSY] = {"busy", "busy", 14, CELL_TIME, "time that anything ran", .value = NULL, .is_part = true},
	[IDLE] = {"idle", "idle", 14, CELL_TIME, "time that nothing ran", .value = NULL, .is_part = true},
	[COMPUTE] = {"compute", "compute", 14, CELL_TIME, "time that kernels ran that do not communicate", .value = NULL, .is_part = true},
	[COMM] = {"comm", "comm", 14, CELL_TIME, "time that kernels of class comm ran", .value = NULL, .is_part = true},
	[MEMORY] = {"memory", "memory", 14, CELL_TIME, "time of copies and fills", .value = NULL, .is_part = true, .lacks = NO_COPIES},
	[OVERLAP] = {"overlap", "overlap", 14, CELL_TIME, "time of both compute and comm", .value = NULL, .is_part = true},
	[EXPOSEDCOMM] = {"exposedcomm", "exposedcomm", 14, CELL_TIME, "time of comm without compute", .value = NULL, .is_part = true, .label = "expcomm"},
	[EXPOSEDMEM] = {"exposedmem", "exposedmem", 14, CELL_TIME, "time of memory without either", .value = NULL, .is_part = true, .label = "expmem", .lacks = NO_COPIES},
	PERCENT(BUSY, "busypct", "busy in % of span"),
	PERCENT(IDLE, "idlepct", "idle in % of span"),
	PERCENT(COMPUTE, "computepct", "compute in % of span"),
	PERCENT(COMM, "commpct", "comm in % of span"),
	PERCENT(MEMORY, "memorypct", "memory in % of span"),
	PERCENT(OVERLAP, "overlappct", "overlap in % of comm"),
	PERCENT(EXPOSEDCOMM, "exposedcommpct", "exposedcomm in % of span"),
	PERCENT(EXPOSEDMEM, "exposedmempct", "exposedmem in % of span"),
};
/* clang-format on */

/* -g class: one row for each set of classes that ran at the same time. */
enum { SET = DEVICE + 1, SET_TIME, SET_SHARE };

/* A set and its time. */
struct shared {
	unsigned set;
	uint64_t ns;
};

static int by_time(const void *a, const void *b)
{
	const struct shared *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? 1 : -1;
	return x->set < y->set ? -1 : 1;
}

/* "compute+comm" */
static void set_name(struct cell *cell, struct arena *arena, unsigned set)
{
	struct strbuf b = {0};

	for (unsigned i = 0; i < NRUN; i++) {
		if (set & HAS(i))
			strbuf_printf(&b, "%s%s", b.n ? "+" : "",
			    columns[COMPUTE + i].key);
	}
	cell_copy(cell, arena, &b);
	strbuf_free(&b);
}

static void print_sets(struct view_run *run)
{
	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct group *g = run->groups.list.v[i];
		struct spans *spans = g->more;
		struct shared v[NSETS];
		struct sets sets;

		if (spans->n == 0)
			continue;
		count(spans, &sets);
		for (unsigned k = 0; k < NSETS; k++)
			v[k] = (struct shared){k, k ? sets.ns[k] : 0};
		qsort(v, NSETS, sizeof *v, by_time);
		for (size_t k = 0; k < NSETS && v[k].ns > 0; k++) {
			memcpy(run->cells, g->keys, SET * sizeof *g->keys);
			set_name(&run->cells[SET], &run->groups.arena, v[k].set);
			cell_sum_time(&run->cells[SET_TIME], v[k].ns);
			cell_percent(
			    &run->cells[SET_SHARE], v[k].ns, with(&sets, 0, 0));
			view_put(run);
		}
	}
}

/* clang-format off */
static const struct column set_columns[] = {
	PROCESS_COLUMNS,
	[DEVICE] = {"device", "device", 6, CELL_INT, "device ordinal", .value = NULL},
	[SET] = {"class", "class", 20, CELL_STR, "classes that ran at the same time", .value = NULL},
	[SET_TIME] = {"time", "time", 14, CELL_TIME, "how long they did", .value = NULL},
	[SET_SHARE] = {"share", "share", 8, CELL_REAL, "% of the time that anything ran", .value = NULL, .of = OF_PERCENT},
};
/* clang-format on */

static const struct view busy_sets = {
    .name = "busy",
    .keys = "file,rank,pid,device",
    .nmore = sizeof(struct spans),
    .columns = set_columns,
    .ncolumns = NELEMS(set_columns),
    .needs = KIND_BIT(KIND_KERNEL),
    .add = add,
    .free = sweep_free,
    .merge = sweep_merge,
    .print = print_sets,
};

const struct view view_busy = {
    .name = "busy",
    .help = "by GPU: time busy and idle, of what classes; -g class: sets",
    .keys = "file,rank,pid,device",
    .nmore = sizeof(struct spans),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .defaults = "file,rank,pid,device,span,busy,idle,compute,comm,memory,"
		"overlap,exposedcomm,exposedmem",
    .split = "class",
    .by_split = &busy_sets,
    .needs = KIND_BIT(KIND_KERNEL),
    .add = add,
    .free = sweep_free,
    .merge = sweep_merge,
    .print = print,
};
