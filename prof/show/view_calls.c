/*
 * view_calls.c - calls of operators and ranges, on the host and on the GPU.
 *
 * In:  calls and ranges of the host, work of the GPU
 * Out: one row a name, most own time on the GPU first
 *
 * No tree is built: a record of the GPU names all that it was launched in, one
 * of the host its own time and what it is in.
 */
#include "prof/show/view.h"

#include "common/nelems.h"
#include "prof/show/process.h"
#include "prof/show/svg.h"

enum {
	NAME = PROCESS_NKEYS,
	CALLS, /* behind the keys; what -g adds comes before */
	DEVSELF,
	DEVTOTAL,
	HOSTSELF,
	HOSTTOTAL,
	TCSELF,
	TCTOTAL,
	NCOLS
};

struct dev {
	uint64_t ns;	    /* of all work */
	uint64_t kernel_ns; /* of kernels, and of those on Tensor Cores */
	uint64_t tensor_ns;
};

struct sums {
	uint64_t calls, hostself, hosttotal;
	struct dev self, total;
	uint64_t last; /* idx of the row that total has */
};

static void take(uint64_t *sum, uint64_t ns)
{
	*sum = group_sum(*sum, ns);
}

static void take_dev(struct dev *to, const struct row *row, uint64_t ns)
{
	take(&to->ns, ns);
	if (!row_is_kernel(row->rec))
		return;
	take(&to->kernel_ns, ns);
	if (tc_used(row->tc))
		take(&to->tensor_ns, ns);
}

static void merge_dev(struct dev *to, const struct dev *from)
{
	take(&to->ns, from->ns);
	take(&to->kernel_ns, from->kernel_ns);
	take(&to->tensor_ns, from->tensor_ns);
}

static void merge(void *to, void *from)
{
	struct sums *into = to, *sums = from;

	into->calls += sums->calls;
	take(&into->hostself, sums->hostself);
	take(&into->hosttotal, sums->hosttotal);
	merge_dev(&into->self, &sums->self);
	merge_dev(&into->total, &sums->total);
}

static struct str call_name(struct arena *arena, const struct call *call)
{
	char *text;

	if (call->mod.n == 0)
		return call->op;
	text = arena_alloc(arena, call->mod.n + 1 + call->op.n);
	memcpy(text, call->mod.p, call->mod.n);
	text[call->mod.n] = '.';
	if (call->op.n > 0)
		memcpy(text + call->mod.n + 1, call->op.p, call->op.n);
	return (struct str){text, call->mod.n + 1 + call->op.n};
}

static struct str own_name(const struct row *row)
{
	const struct record *rec = row->rec;
	const struct call *own =
	    asked_is(rec, KIND_BIT(KIND_OP)) ? row_own_call(rec) : NULL;

	return own ? call_name(row->arena, own) : rec->name;
}

static void col_name(
    const struct column *col, const struct row *row, struct cell *cell)
{
	(void)col;
	cell_str(cell, own_name(row));
}

/* What the row's call or range is next in, of the same kind; p == NULL: nothing. */
static struct str next_name(const struct row *row)
{
	const struct record *rec = row->rec;
	size_t n = rec->op.n - (rec->op.n > 0 && row_own_call(rec));

	if (asked_is(rec, KIND_BIT(KIND_OP)))
		return n > 0 ? call_name(row->arena, &rec->op.v[n - 1])
			     : (struct str){NULL, 0};
	return rec->range.n > 1 ? rec->range.v[rec->range.n - 2]
				: (struct str){NULL, 0};
}

static uint64_t positive(int64_t ns)
{
	return ns > 0 ? (uint64_t)ns : 0;
}

/* A call that is nothing but the one around it under the same name is none of
 * its own. */
static void add_host(struct view_run *run, const struct row *row)
{
	const struct record *rec = row->rec;
	struct sums *sums = group_add(&run->groups, row)->more;
	struct str next = next_name(row);

	if (record_has(rec, self))
		take(&sums->hostself, positive(rec->self));
	if (next.p && str_eq(next, own_name(row)))
		return;
	sums->calls++;
	if (record_has(rec, dur))
		take(&sums->hosttotal, positive(rec->dur));
}

/* Add the row to a name that it was launched in, once. */
static struct sums *add_to(
    struct view_run *run, const struct row *level, const struct row *row)
{
	struct sums *sums = group_add(&run->groups, level)->more;

	if (sums->last != row->idx)
		take_dev(&sums->total, row, positive(row->rec->dur));
	sums->last = row->idx;
	return sums;
}

/* Whether the range is that of one of the calls: "Optimizer.step#SGD.step" is
 * of SGD.step, which has its row. */
static bool is_of_call(const struct record *rec, struct str range)
{
	for (size_t i = 0; i < rec->op.n; i++) {
		struct str op = rec->op.v[i].op;

		if (op.n > 0 && op.n < range.n && range.p[range.n - op.n - 1] == '#' &&
		    str_eq(str_from(range, range.n - op.n), op))
			return true;
	}
	return false;
}

/* Each call and range around the launch, as if it had a record here. */
static void add_gpu(struct view_run *run, const struct row *row)
{
	struct record rec = *row->rec;
	struct row level = *row;
	struct sums *sums = NULL;

	level.rec = &rec;
	record_mark(&rec, kind);
	rec.kind = STR("op");
	for (size_t i = 0; i < row->rec->op.n; i++) {
		rec.op.n = i + 1;
		rec.name = row->rec->op.v[i].op;
		if (rec.name.p)
			sums = add_to(run, &level, row);
	}
	if (sums)
		take_dev(&sums->self, row, positive(row->rec->dur));
	rec.kind = STR("range");
	rec.op.n = 0;
	for (size_t i = 0; i < row->rec->range.n; i++) {
		rec.name = row->rec->range.v[i];
		if (!is_of_call(row->rec, rec.name))
			add_to(run, &level, row);
	}
}

/* Layers, modules and frames are ranges, too, but have keys of their own. */
static bool is_plain_range(const struct record *rec)
{
	return rec->range.n > 0 &&
	       str_eq(rec->range.v[rec->range.n - 1], rec->name);
}

static void spread(struct view_run *run, const struct row *row)
{
	const struct record *rec = row->rec;

	if (asked_is(rec, KIND_BITS_WORK)) {
		if (record_has(rec, dur))
			add_gpu(run, row);
	} else if (asked_is(rec, KIND_BIT(KIND_OP))) {
		if (rec->name.p || row_own_call(rec))
			add_host(run, row);
	} else if (asked_is(rec, KIND_BIT(KIND_RANGE)) && is_plain_range(rec)) {
		add_host(run, row);
	}
}

static void by_self(const struct group *g, uint64_t numbers[2])
{
	const struct sums *sums = g->more;

	numbers[0] = sums->self.ns;
	numbers[1] = sums->hostself;
}

static void print(struct view_run *run)
{
	size_t nkeys = run->groups.keys.list.n;

	process_most(&run->groups, by_self);
	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct group *g = run->groups.list.v[i];
		const struct sums *sums = g->more;
		struct cell *c = run->cells + nkeys - CALLS;

		memcpy(run->cells, g->keys, nkeys * sizeof *g->keys);
		cell_uint(&c[CALLS], sums->calls);
		cell_sum_time(&c[DEVSELF], sums->self.ns);
		cell_sum_time(&c[DEVTOTAL], sums->total.ns);
		cell_sum_time(&c[HOSTSELF], sums->hostself);
		cell_sum_time(&c[HOSTTOTAL], sums->hosttotal);
		cell_percent(&c[TCSELF], sums->self.tensor_ns, sums->self.kernel_ns);
		cell_percent(
		    &c[TCTOTAL], sums->total.tensor_ns, sums->total.kernel_ns);
		view_put(run);
	}
}

/* clang-format off */
static const struct column columns[NCOLS] = {
	PROCESS_COLUMNS,
	[NAME] = {"name", "name", 0, CELL_STR, "call or range", .value = col_name},
	[CALLS] = {"calls", "calls", 9, CELL_UINT, "how many", .value = NULL},
	[DEVSELF] = {"devself", "devself", 14, CELL_TIME, "time on the GPU where it is the innermost call", .value = NULL},
	[DEVTOTAL] = {"devtotal", "devtotal", 14, CELL_TIME, "time on the GPU of all that was launched in it", .value = NULL},
	[HOSTSELF] = {"hostself", "hostself", 14, CELL_TIME, "time on the host without what is in it", .value = NULL},
	[HOSTTOTAL] = {"hosttotal", "hosttotal", 14, CELL_TIME, "time on the host", .value = NULL},
	[TCSELF] = {"tcself", "tcself", 8, CELL_REAL, "% of devself's kernels on Tensor Cores", .value = NULL, .of = OF_PERCENT},
	[TCTOTAL] = {"tctotal", "tctotal", 8, CELL_REAL, "% of devtotal's kernels on Tensor Cores", .value = NULL, .of = OF_PERCENT},
};
/* clang-format on */

const struct view view_calls = {
    .name = "calls",
    .empty = "no call or range in the profile",
    .help = "by call or range: times on the GPU and on the host",
    .keys = "file,rank,pid,name",
    .split = "botshapes,opstack,step,module",
    .nmore = sizeof(struct sums),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .brief = "file,rank,pid,name,calls,devself,devtotal,hostself,hosttotal",
    .needs = KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_OP) | KIND_BIT(KIND_RANGE),
    .spread = spread,
    .merge = merge,
    .print = print,
    .picture = &svg_calls,
};
