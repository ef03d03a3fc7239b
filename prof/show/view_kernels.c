/*
 * view_kernels.c - kernels by their full names.
 *
 * In:  kernels
 * Out: one row a name, most time first
 */
#include "prof/show/view.h"

#include "common/nelems.h"
#include "prof/show/mean.h"
#include "prof/show/process.h"

enum {
	NAME = PROCESS_NKEYS,
	TC,
	COUNT,
	TOTAL,
	SHARE,
	MEAN,
	MIN,
	MAX,
	BLOCKS,
	OCC,
	NCOLS
};

struct sums {
	struct mean blocks, occ;
	enum tc tc;
	bool seen, mixed; /* tc is of some kernel; others have another */
};

static void take_tc(struct sums *sums, enum tc tc)
{
	sums->mixed |= sums->seen && sums->tc != tc;
	sums->tc = tc;
	sums->seen = true;
}

static void add(const struct row *row, struct group *g)
{
	const struct record *rec = row->rec;
	uint64_t ns = row_ns(rec);
	struct sums *sums = g->more;

	if (record_has(rec, blocks))
		mean_add(&sums->blocks, rec->blocks, ns);
	if (record_has(rec, occ))
		mean_add(&sums->occ, rec->occ, ns);
	/* as the column tc */
	take_tc(sums, row_is_helper(rec) ? TC_NONE : row->tc);
}

static void merge(void *to, void *from)
{
	struct sums *into = to, *sums = from;

	mean_merge(&into->blocks, &sums->blocks);
	mean_merge(&into->occ, &sums->occ);
	into->mixed |= sums->mixed;
	take_tc(into, sums->tc);
}

static void by_total(const struct group *g, uint64_t numbers[2])
{
	numbers[0] = g->total;
	numbers[1] = g->timed ? g->n : 0; /* no known time: behind 0 */
}

static void put_tc(struct cell *cell, const struct sums *sums)
{
	if (sums->mixed || sums->tc == TC_UNKNOWN)
		cell->kind = CELL_NA;
	else if (sums->tc != TC_NONE)
		cell_text(cell, tc_text(sums->tc));
}

static void print(struct view_run *run)
{
	struct group all = {0};

	process_most(&run->groups, by_total);
	for (size_t i = 0; i < run->groups.list.n; i++)
		group_merge(&all, run->groups.list.v[i]);
	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct group *g = run->groups.list.v[i];
		const struct sums *sums = g->more;
		struct cell *c = run->cells;

		memcpy(c, g->keys, TC * sizeof *g->keys);
		put_tc(&c[TC], sums);
		cell_sum(&c[COUNT], g->n);
		group_put_times(&c[TOTAL], g, all.total);
		mean_put(&c[BLOCKS], &sums->blocks);
		mean_put(&c[OCC], &sums->occ);
		view_put(run);
	}
}

/* clang-format off */
static const struct column columns[NCOLS] = {
	PROCESS_COLUMNS,
	[NAME] = {"name", "name", 0, CELL_STR, "full name", .value = NULL},
	[TC] = {"tc", "TC", 2, CELL_STR, "Tensor Cores; na: not of all the same", .value = NULL, .flag = true},
	[COUNT] = {"count", "count", 9, CELL_UINT, "how many", .value = NULL},
	[TOTAL] = {"total", "total", 14, CELL_TIME, "time of all", .value = NULL},
	[SHARE] = {"share", "share", 8, CELL_REAL, "% of the time of all kernels", .value = NULL, .of = OF_PERCENT},
	[MEAN] = {"mean", "mean", 10, CELL_TIME, "total by those of known duration", .value = NULL},
	[MIN] = {"min", "min", 10, CELL_TIME, "shortest", .value = NULL},
	[MAX] = {"max", "max", 10, CELL_TIME, "longest", .value = NULL},
	[BLOCKS] = {"blocks", "blocks", 7, CELL_REAL, "blocks a multiprocessor, by time", .value = NULL},
	[OCC] = {"occ", "occ", 7, CELL_REAL, "estimated occupancy by time, %", .value = NULL, .of = OF_PERCENT},
};
/* clang-format on */

const struct view view_kernels = {
    .name = "kernels",
    .help = "by full name: times, Tensor Cores, occupancy",
    .takes = row_is_kernel,
    .keys = "file,rank,pid,name",
    .nmore = sizeof(struct sums),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .brief = "file,rank,pid,count,total,share,mean,max,tc,name",
    .needs = KIND_BIT(KIND_KERNEL),
    .add = add,
    .merge = merge,
    .print = print,
};
