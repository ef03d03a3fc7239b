/*
 * view_coverage.c - how much of the time is understood, and why not the rest.
 *
 * In:  kernels
 * Out: rows: how many have an operator, shapes, ...; those that are counted, by
 *      confidence; the rest, by reason; the total
 *
 * Every kernel is in exactly one row of the parts counted, no_flops and
 * no_bytes, so these add up to the total.
 */
#include "prof/show/view.h"

#include "common/nelems.h"
#include "prof/show/params.h"

enum { PART, WHAT, KERNELS, TIME, SHARE, TOP };

/* What a kernel can have, whether it is counted or not. */
enum { HAS_OPERATOR, HAS_SHAPES, HAS_FLOPS, HAS_BYTES, NHAS };

static const char *const has_names[] = {"operator", "shapes", "flops", "bytes"};

struct sums {
	struct group has[NHAS];
};

static bool is_counted(const struct cost *cost)
{
	return op_counted(&cost->of_flops) && op_counted(&cost->of_bytes);
}

static void part_of(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct cost *cost = &row->c.cost;

	(void)col;
	cell_text(cell, is_counted(cost)	      ? "counted"
			: op_counted(&cost->of_flops) ? "no_bytes"
						      : "no_flops");
}

static void what_of(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct cost *cost = &row->c.cost;

	(void)col;
	if (is_counted(cost))
		column_value(column_find(STR("conf")), row, cell);
	else if (op_counted(&cost->of_flops))
		cell_text(cell, cost->of_bytes.why);
	else
		cell_text(cell, cost->of_flops.why);
}

/* The call that counts; without one, what the op column shows. */
static void top_of(const struct column *col, const struct row *row, struct cell *cell)
{
	(void)col;
	column_value(column_find(STR("call")), row, cell);
	if (cell->kind != CELL_STR)
		column_value(column_find(STR("op")), row, cell);
}

static void add(const struct row *row, struct group *g)
{
	const struct record *rec = row->rec;
	const struct call *call = params_call(rec, &row->c);
	const struct arg *t = call ? params_tensor(call) : NULL;
	const bool has[NHAS] = {
	    [HAS_OPERATOR] = rec->op.n > 0 || rec->fwd.n > 0,
	    [HAS_SHAPES] = t && t->shape.v,
	    [HAS_FLOPS] = op_counted(&row->c.cost.of_flops),
	    [HAS_BYTES] = op_counted(&row->c.cost.of_bytes),
	};
	struct sums *sums = g->more;

	for (size_t i = 0; i < NHAS; i++)
		if (has[i])
			group_count(&sums->has[i], row);
}

static void set(struct view_run *run, const struct group *g, uint64_t all)
{
	cell_sum(&run->cells[KERNELS], g->n);
	group_put_total(&run->cells[TIME], g, all);
}

/* All groups with one part and one what; top has the most time of them. */
struct reason {
	const struct group *top;
	struct group all;
};

/* The rank of a part: counted comes first. */
static int place(const struct group *g)
{
	return str_is(g->keys[PART].s, "counted")    ? 0
	       : str_is(g->keys[PART].s, "no_flops") ? 1
						     : 2;
}

static int by_part_time(const void *a, const void *b)
{
	const struct reason *x = a, *y = b;
	int px = place(x->top), py = place(y->top);

	if (px != py)
		return px - py;
	if (x->all.total != y->all.total)
		return x->all.total < y->all.total ? 1 : -1;
	return str_cmp(x->top->keys[WHAT].s, y->top->keys[WHAT].s);
}

static bool is_of(const struct reason *r, const struct group *g)
{
	return place(r->top) == place(g) &&
	       str_eq(r->top->keys[WHAT].s, g->keys[WHAT].s);
}

/* The reasons are few, so a linear search does.  The groups are sorted by time. */
static struct reason *find_reasons(
    const struct view_run *run, struct arena *arena, size_t *n)
{
	VEC(struct reason) list = {0};
	struct reason *v;

	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct group *g = run->groups.list.v[i];
		size_t k = 0;

		while (k < list.n && !is_of(&list.v[k], g))
			k++;
		if (k == list.n)
			*vec_add(&list) = (struct reason){.top = g};
		group_merge(&list.v[k].all, g);
	}
	*n = list.n;
	v = arena_array(arena, list.n, sizeof *v);
	if (list.n > 0) {
		memcpy(v, list.v, list.n * sizeof *v);
		qsort(v, list.n, sizeof *v, by_part_time);
	}
	vec_free(&list);
	return v;
}

static void print(struct view_run *run)
{
	struct arena arena = {0};
	struct group all = {0};
	struct sums sums = {0};
	struct reason *reasons;
	size_t n;

	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct sums *of = run->groups.list.v[i]->more;

		group_merge(&all, run->groups.list.v[i]);
		for (size_t k = 0; k < NHAS; k++)
			group_merge(&sums.has[k], &of->has[k]);
	}
	for (size_t k = 0; k < NHAS; k++) {
		cell_text(&run->cells[PART], "with");
		cell_text(&run->cells[WHAT], has_names[k]);
		set(run, &sums.has[k], all.total);
		view_put(run);
	}
	reasons = find_reasons(run, &arena, &n);
	for (size_t i = 0; i < n; i++) {
		run->cells[PART] = reasons[i].top->keys[PART];
		run->cells[WHAT] = reasons[i].top->keys[WHAT];
		run->cells[TOP] = reasons[i].top->keys[2];
		set(run, &reasons[i].all, all.total);
		view_put(run);
	}
	cell_text(&run->cells[PART], "total");
	set(run, &all, all.total);
	view_close(run);
	arena_free(&arena);
}

#define NO_CALL "no operator in the profile: see pp-nvtx(1)"
#define NO_TIME "no kernel has a duration"

/* clang-format off */
static const struct column columns[] = {
	[PART] = {"part", "part", 8, CELL_STR, "with, counted, no_flops, no_bytes, total", .value = part_of},
	[WHAT] = {"what", "what", 20, CELL_STR, "what they have; how sure; why not", .value = what_of},
	[KERNELS] = {"kernels", "kernels", 9, CELL_UINT, "how many", .value = NULL},
	[TIME] = {"time", "time", 14, CELL_TIME, "time on the GPU", .value = NULL, .lacks = NO_TIME},
	[SHARE] = {"share", "share", 8, CELL_REAL, "% of the time of all kernels", .value = NULL, .of = OF_PERCENT, .lacks = NO_TIME},
	[TOP] = {"top", "top", 30, CELL_STR, "the operator that most of the time is of", .value = top_of, .lacks = NO_CALL},
};
/* clang-format on */

const struct view view_coverage = {
    .name = "coverage",
    .help = "how much of the time is counted, and why not the rest",
    .needs = KIND_BIT(KIND_KERNEL),
    .takes = row_is_kernel,
    .keys = "part,what,top",
    .nmore = sizeof(struct sums),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .add = add,
    .print = print,
};
