/*
 * view_collectives.c - which rank a collective waited for.
 *
 * In:  kernels of class comm, of several ranks
 * Out: one row a rank of each collective: its time, and how much of that it waited
 *
 * Ranks start a collective in the same order, so the n-th of a name and a group is
 * the same one in all of them.  Their clocks need not agree: only durations are
 * compared.  The last to come does not wait.
 */
#include "prof/show/view.h"

#include "common/diag.h"
#include "common/nelems.h"
#include "common/order.h"
#include "prof/show/process.h"
#include "prof/show/sweep.h"

enum { DEVICE = PROCESS_NKEYS, GROUP, NAME, NTH, DUR, MIN, WAIT, LATE, NCOLS };

static bool takes(const struct record *rec)
{
	return row_is_kernel(rec) && row_is_class(rec, KCLASS_COMM);
}

static void col_group(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;

	(void)col;
	cell->kind = CELL_NA;
	if (record_has(rec, comm) && rec->comm.pg.p)
		cell_str(cell, rec->comm.pg);
	else if (record_has(rec, stream))
		cell_int(cell, rec->stream);
}

static void col_name(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;

	(void)col;
	cell_str(cell, record_has(rec, name) ? rec->name : rec->kernel);
}

static void add(const struct row *row, struct group *g)
{
	struct spans *spans = g->more;
	struct span s;

	if (sweep_span(row->rec, 0, &s))
		*vec_add(spans) = s;
}

/* The kernels of a rank that have a name and a group. */
struct part {
	const struct group *g;
	const struct spans *spans;
	size_t at; /* in the order of processes */
};

static int kind_order(const struct part *a, const struct part *b)
{
	int c = process_cell_order(&a->g->keys[GROUP], &b->g->keys[GROUP]);

	return c ? c : process_cell_order(&a->g->keys[NAME], &b->g->keys[NAME]);
}

static int by_kind(const void *a, const void *b)
{
	const struct part *x = a, *y = b;
	int c = kind_order(x, y);

	return c ? c : order_int((int64_t)x->at, (int64_t)y->at);
}

static uint64_t dur_of(const struct part *p, size_t nth)
{
	const struct span *s = &p->spans->v[nth];

	return (uint64_t)s->end - (uint64_t)s->start;
}

static void put(struct view_run *run, const struct part *p, size_t nth,
    uint64_t least, bool alone, bool late)
{
	struct cell *c = run->cells;

	memcpy(c, p->g->keys, NTH * sizeof *p->g->keys);
	cell_uint(&c[NTH], nth);
	cell_sum_time(&c[DUR], dur_of(p, nth));
	cell_sum_time(&c[MIN], least);
	/* of one rank nobody knows whom it waited for */
	c[WAIT].kind = c[LATE].kind = CELL_NA;
	if (!alone) {
		cell_sum_time(&c[WAIT], dur_of(p, nth) - least);
		cell_bool(&c[LATE], late);
	}
	view_put(run);
}

/* The nth collective of n parts. */
static void put_all(struct view_run *run, const struct part *v, size_t n, size_t nth)
{
	const struct part *late = NULL;
	size_t ranks = 0;

	for (size_t i = 0; i < n; i++) {
		if (nth >= v[i].spans->n)
			continue;
		if (!late || dur_of(&v[i], nth) < dur_of(late, nth))
			late = &v[i];
		ranks++;
	}
	for (size_t i = 0; i < n; i++) {
		if (nth < v[i].spans->n)
			put(run, &v[i], nth, dur_of(late, nth), ranks == 1,
			    &v[i] == late);
	}
}

static void put_kind(struct view_run *run, const struct part *v, size_t n)
{
	size_t least = v[0].spans->n, most = 0;
	struct cell name = v[0].g->keys[NAME];
	char clean[100];

	for (size_t i = 0; i < n; i++) {
		if (v[i].spans->n < least)
			least = v[i].spans->n;
		if (v[i].spans->n > most)
			most = v[i].spans->n;
	}
	if (least < most)
		diag_error(NULL, 0,
		    "view 'collectives': some ranks have %zu of '%s', others "
		    "%zu: "
		    "they may not belong together",
		    least,
		    diag_clean(name.kind == CELL_STR ? name.s : STR("na"),
			clean, sizeof clean),
		    most);
	for (size_t nth = 0; nth < most; nth++)
		put_all(run, v, n, nth);
}

static void print(struct view_run *run)
{
	size_t n = run->groups.list.n, next;
	struct part *v = arena_xzeroed(n, sizeof *v);

	for (size_t i = 0; i < n; i++) {
		struct group *g = run->groups.list.v[i];

		sweep_sort(g->more);
		v[i] = (struct part){g, g->more, i};
	}
	qsort(v, n, sizeof *v, by_kind);
	for (size_t i = 0; i < n; i = next) {
		for (next = i + 1; next < n && kind_order(&v[i], &v[next]) == 0;)
			next++;
		put_kind(run, v + i, next - i);
	}
	free(v);
}

/* clang-format off */
static const struct column columns[NCOLS] = {
	PROCESS_COLUMNS,
	[DEVICE] = {"device", "device", 6, CELL_INT, "device ordinal", .value = NULL, .is_key = true},
	[GROUP] = {"group", "group", 0, CELL_STR, "process group, else stream", .value = col_group},
	[NAME] = {"name", "name", 0, CELL_STR, "full name of the kernel", .value = col_name},
	[NTH] = {"nth", "nth", 6, CELL_UINT, "which of the rank's, from 0", .value = NULL},
	[DUR] = {"dur", "dur", 10, CELL_TIME, "its time on the rank", .value = NULL},
	[MIN] = {"min", "min", 10, CELL_TIME, "its least time on a rank", .value = NULL},
	[WAIT] = {"wait", "wait", 10, CELL_TIME, "dur - min: the wait for others", .value = NULL},
	[LATE] = {"late", "late", 4, CELL_BOOL, "1: the rank came last", .value = NULL},
};
/* clang-format on */

const struct view view_collectives = {
    .name = "collectives",
    .empty = "no kernel of a collective in the input",
    .help = "each collective by rank: how long it waited, who came last",
    .takes = takes,
    .keys = "file,rank,pid,device,group,name",
    .nmore = sizeof(struct spans),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .defaults = "file,pid,device,group,name,nth,rank,dur,min,wait,late",
    .needs = KIND_BIT(KIND_KERNEL),
    .add = add,
    .free = sweep_free,
    .merge = sweep_merge,
    .print = print,
};
