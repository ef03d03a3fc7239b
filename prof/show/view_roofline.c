/*
 * view_roofline.c - achieved against attainable, by operator.
 *
 * In:  kernels
 * Out: one row for each call that counts, most time first; the total
 *
 * Rates count only kernels whose time and numbers are known, and no bounds; the
 * others add neither work nor time.  A helper adds its time, since the operator
 * would be faster without it.
 */
#include "prof/show/view.h"

#include "common/nelems.h"
#include "prof/roof.h"
#include "prof/show/svg.h"
#include "prof/show/work.h"

enum {
	CALL,
	KERNELS,
	TIME,
	SHARE,
	FLOPS,
	KNOWN,
	BYTES,
	BKNOWN,
	AI,
	TFLOPS,
	GBS,
	PEAK,
	ATTAIN,
	ROOF,
	SOL,
	BOUND,
};

struct sums {
	struct work flops, bytes;	    /* of what is known */
	struct work rate_flops, rate_bytes; /* without bounds */
	struct work both_flops, both_bytes; /* where both are known */
	bool has_roof; /* some kernel has a known roofline; then its sums */
	uint64_t roof_flops, roof_ps, roof_ns;
	uint64_t helper_ns;
	uint64_t bound_ns[ROOF_NBOUNDS];
	const char *peak_name; /* "": several */
	uint64_t peak;
};

static void take(uint64_t *sum, uint64_t more)
{
	*sum = group_sum(*sum, more);
}

static void take_peak(struct sums *s, const char *name, uint64_t peak)
{
	if (!s->peak_name) {
		s->peak_name = name;
		s->peak = peak;
	} else if (strcmp(s->peak_name, name) != 0 || s->peak != peak) {
		s->peak_name = "";
	}
}

static void take_roof(const struct row *row, uint64_t ns, struct sums *s)
{
	const struct cost *cost = &row->c.cost;
	struct roof roof;

	roof_make(row, &roof);
	if (roof.has_peak)
		take_peak(s, roof.peak_name, roof.peak);
	if (!roof.has_time || ns == 0)
		return;
	s->has_roof = true;
	take(&s->roof_flops, cost->flops);
	take(&s->roof_ps, roof.femto / 1000 + (roof.femto % 1000 >= 500));
	take(&s->roof_ns, ns);
	take(&s->bound_ns[roof_bound(&roof, (int64_t)ns)], ns);
}

static void add(const struct row *row, struct group *g)
{
	const struct record *rec = row->rec;
	const struct cost *cost = &row->c.cost;
	bool flops = op_counted(&cost->of_flops),
	     bytes = op_counted(&cost->of_bytes);
	uint64_t ns = row_ns(rec);
	struct sums *s = g->more;

	work_take(&s->flops, work_of(&cost->of_flops, flops), cost->flops, ns);
	work_take(&s->bytes, work_of(&cost->of_bytes, bytes), cost->bytes, ns);
	work_take_timed(&s->rate_flops, row,
	    work_of(&cost->of_flops, flops && !op_is_bound(&cost->of_flops)),
	    cost->flops, ns);
	work_take_timed(&s->rate_bytes, row,
	    work_of(&cost->of_bytes, bytes && !op_is_bound(&cost->of_bytes)),
	    cost->bytes, ns);
	work_take(&s->both_flops, work_of(&cost->of_flops, flops && bytes),
	    cost->flops, ns);
	work_take(&s->both_bytes, work_of(&cost->of_bytes, flops && bytes),
	    cost->bytes, ns);
	if (cost->of_flops.conf == CONF_HELPER && !cost->has_bytes)
		take(&s->helper_ns, ns);
	else
		take_roof(row, ns, s);
}

/* Add the sums of a group to others. */
static void merge(struct sums *to, const struct sums *from)
{
	work_merge(&to->flops, &from->flops);
	work_merge(&to->bytes, &from->bytes);
	work_merge(&to->rate_flops, &from->rate_flops);
	work_merge(&to->rate_bytes, &from->rate_bytes);
	work_merge(&to->both_flops, &from->both_flops);
	work_merge(&to->both_bytes, &from->both_bytes);
	to->has_roof |= from->has_roof;
	take(&to->roof_flops, from->roof_flops);
	take(&to->roof_ps, from->roof_ps);
	take(&to->roof_ns, from->roof_ns);
	take(&to->helper_ns, from->helper_ns);
	for (size_t i = 0; i < ROOF_NBOUNDS; i++)
		take(&to->bound_ns[i], from->bound_ns[i]);
	if (from->peak_name)
		take_peak(to, from->peak_name, from->peak);
}

/* a * scale / b in thousandths: unknown if that is said or a sum did not fit,
 * none if b is 0. */
static void put_ratio(
    struct cell *cell, bool known, uint64_t a, uint64_t scale, uint64_t b)
{
	cell->kind = CELL_NA;
	if (!known || a == CELL_MUCH || b == CELL_MUCH)
		return;
	cell->kind = CELL_NONE;
	if (b > 0)
		cell_ratio(cell, a, scale, b);
}

static void put_peak(struct cell *cell, const struct sums *s)
{
	cell->kind = CELL_NA;
	if (!s->peak_name)
		return;
	cell->kind = CELL_NONE;
	if (s->peak_name[0])
		cell_peak(cell, s->peak_name, s->peak);
}

/* What most of the time of the kernels is bound by. */
static void put_bound(struct cell *cell, const struct sums *s)
{
	enum roof_bound most = ROOF_COMPUTE;

	for (unsigned i = most; i < ROOF_NBOUNDS; i++) {
		if (s->bound_ns[i] > s->bound_ns[most])
			most = (enum roof_bound)i;
	}
	cell->kind = CELL_NA;
	if (s->bound_ns[most] > 0)
		cell_text(cell, roof_bound_name(most));
}

static void set(struct view_run *run, const struct group *g,
    const struct sums *s, uint64_t all)
{
	struct cell *c = run->cells;
	uint64_t ns = group_sum(s->roof_ns, s->helper_ns);
	uint64_t roof_ns = s->roof_ps / 1000 + (s->roof_ps % 1000 > 0);

	cell_sum(&c[KERNELS], g->n);
	group_put_total(&c[TIME], g, all);
	work_put(&c[FLOPS], &s->flops);
	group_put_known(&c[KNOWN], g, &g->flops);
	work_put_bytes(&c[BYTES], &s->bytes);
	group_put_known(&c[BKNOWN], g, &g->bytes);
	put_ratio(&c[AI], work_known(&s->both_flops), s->both_flops.sum, 1000,
	    s->both_bytes.sum);
	work_put_tflops(&c[TFLOPS], &s->rate_flops);
	work_put_gbs(&c[GBS], &s->rate_bytes);
	put_peak(&c[PEAK], s);
	/* a FLOP a picosecond is a TFLOP/s */
	put_ratio(&c[ATTAIN], s->has_roof, s->roof_flops, 1000, s->roof_ps);
	cell_sum_time(&c[ROOF],
	    s->has_roof && s->roof_ps != CELL_MUCH ? roof_ns : CELL_MUCH);
	/* ps / (1000 * ns) in percent, in thousandths */
	put_ratio(&c[SOL], s->has_roof, s->roof_ps, 100, ns);
	put_bound(&c[BOUND], s);
}

/* Kernels without a call that counts have one row for scripts, and one for each
 * operator where a person reads. */
static void uncalled_of(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct cell call = {.kind = CELL_NONE};

	(void)col;
	column_value(column_find(STR("call")), row, &call);
	if (call.kind == CELL_NONE)
		column_value(column_find(STR("op")), row, cell);
	if (cell->kind != CELL_STR)
		*cell = (struct cell){.kind = CELL_NONE};
}

static const struct column uncalled = {.key = "op", .value = uncalled_of};

/* "- relu" where no call counts; a list, as a call may have that name. */
static struct cell name_of(struct view_run *run, const struct group *g)
{
	struct cell cell = g->keys[0];
	struct str *v;

	if (run->groups.keys.list.n == 1 || g->keys[1].kind != CELL_STR)
		return cell;
	v = arena_array(&run->groups.arena, 2, sizeof *v);
	v[0] = STR("-");
	v[1] = g->keys[1].s;
	cell_list(&cell, v, 2, ' ');
	return cell;
}

static void print(struct view_run *run)
{
	struct group all = {0};
	struct sums sums = {0};

	for (size_t i = 0; i < run->groups.list.n; i++) {
		group_merge(&all, run->groups.list.v[i]);
		merge(&sums, run->groups.list.v[i]->more);
	}
	for (size_t i = 0; i < run->groups.list.n; i++) {
		const struct group *g = run->groups.list.v[i];

		run->cells[CALL] = name_of(run, g);
		set(run, g, g->more, all.total);
		view_put(run);
	}
	cell_text(&run->cells[CALL], "total");
	set(run, &all, &sums, all.total);
	view_close(run);
}

#define NO_COST "not known of any kernel: see --view coverage"
#define NO_CALL "no operator in the profile: see pp-nvtx(1)"
#define NO_TIME "no kernel has a duration"

/* clang-format off */
static const struct column columns[] = {
	[CALL] = {"call", "call", 30, CELL_STR, "call that counts", .value = NULL, .lacks = NO_CALL},
	[KERNELS] = {"kernels", "kernels", 9, CELL_UINT, "how many", .value = NULL},
	[TIME] = {"time", "time", 14, CELL_TIME, "time on the GPU", .value = NULL, .lacks = NO_TIME},
	[SHARE] = {"share", "share", 8, CELL_REAL, "% of the time of all kernels", .value = NULL, .of = OF_PERCENT, .lacks = NO_TIME},
	[FLOPS] = {"flops", "FLOPs", 18, CELL_UINT, "operations", .value = NULL, .of = OF_WORK, .lacks = NO_COST},
	[KNOWN] = {"known", "known", 8, CELL_REAL, "% of the time whose FLOPs are known", .value = NULL, .of = OF_KNOWN, .lacks = NO_TIME},
	[BYTES] = {"bytes", "Bytes", 18, CELL_UINT, "bytes moved", .value = NULL, .of = OF_WORK, .lacks = NO_COST},
	[BKNOWN] = {"bknown", "bknown", 8, CELL_REAL, "% of the time whose bytes are known", .value = NULL, .of = OF_KNOWN, .lacks = NO_TIME},
	[AI] = {"ai", "ai", 10, CELL_REAL, "flops / bytes", .value = NULL, .lacks = NO_COST},
	[TFLOPS] = {"tflops", "TFLOP/s", 10, CELL_REAL, "achieved", .value = NULL, .lacks = NO_COST},
	[GBS] = {"gbs", "GB/s", 10, CELL_REAL, "achieved", .value = NULL, .lacks = NO_COST},
	[PEAK] = {"peak", "peak", 16, CELL_NAMED, "peak that applies", .value = NULL, .of_device = true, .lacks = NO_COST},
	[ATTAIN] = {"attain", "attain", 10, CELL_REAL, "attainable TFLOP/s", .value = NULL, .of_device = true, .lacks = NO_COST},
	[ROOF] = {"roof", "roof", 14, CELL_TIME, "time at the roofline", .value = NULL, .of_device = true, .lacks = NO_COST},
	[SOL] = {"sol", "sol", 8, CELL_REAL, "% of the roofline", .value = NULL, .of = OF_PERCENT, .of_device = true, .lacks = NO_COST},
	[BOUND] = {"bound", "bound", 7, CELL_STR, "what most of the time is bound by", .value = NULL, .of_device = true, .lacks = NO_COST},
};
/* clang-format on */

const struct view view_roofline = {
    .name = "roofline",
    .help = "by operator: achieved and attainable rates",
    .needs = KIND_BIT(KIND_KERNEL),
    .takes = row_is_kernel,
    .keys = "call",
    .apart = &uncalled,
    .brief = "call,kernels,time,share,tflops,gbs,sol,known,bound",
    .nmore = sizeof(struct sums),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .add = add,
    .print = print,
    .picture = &svg_roofline,
};
