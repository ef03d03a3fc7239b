/*
 * group_more.c - sums of -g that are made only where they are asked for.
 *
 * In:  the rows of a group
 * Out: their median, deviation, work, rates, ...
 *
 * All are exact, so that the order of the input does not matter.
 */
#include "prof/show/group_more.h"

#include <stdlib.h>

#include "common/order.h"
#include "prof/roof.h"
#include "prof/show/mean.h"
#include "prof/show/work.h"

typedef group_wide wide;
#define WIDE_MOST (~(wide)0)

/*
 * Times
 */

/* Every duration: the median needs all. */
struct times {
	VEC(uint64_t) list;
};

static void take_med(const struct row *row, uint64_t ns, void *sum)
{
	struct times *times = sum;

	if (row_has_time(row->rec))
		*vec_add(&times->list) = ns;
}

static int by_ns(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void put_med(struct cell *cell, void *sum)
{
	struct times *times = sum;
	size_t n = times->list.n;

	cell->kind = CELL_NA;
	if (n == 0)
		return;
	qsort(times->list.v, n, sizeof *times->list.v, by_ns);
	cell_sum_time(cell, times->list.v[order_rank(n, 50)]);
}

static void free_med(void *sum)
{
	struct times *times = sum;

	vec_free(&times->list);
}

struct squares {
	wide sum, squares;
	uint64_t n;
	bool much; /* the squares do not fit */
};

static void take_std(const struct row *row, uint64_t ns, void *sum)
{
	struct squares *s = sum;

	if (!row_has_time(row->rec))
		return;
	s->n++;
	s->sum += ns;
	s->much |= __builtin_add_overflow(s->squares, (wide)ns * ns, &s->squares);
}

/* The largest whose square is at most x. */
static uint64_t root_of(wide x)
{
	wide root = 0;

	for (wide bit = (wide)1 << 63; bit > 0; bit >>= 1) {
		if ((root | bit) * (root | bit) <= x)
			root |= bit;
	}
	return (uint64_t)root;
}

/* That of a sample, rounded to a ns.  One row has none. */
static void put_std(struct cell *cell, void *sum)
{
	const struct squares *s = sum;
	wide squares, product, pairs = (wide)s->n * (s->n - 1);

	cell->kind = CELL_NA;
	if (s->n < 2 || s->much ||
	    __builtin_mul_overflow(s->squares, s->n, &squares) ||
	    __builtin_mul_overflow(s->sum, s->sum, &product) ||
	    __builtin_mul_overflow(squares - product, 4, &squares))
		return;
	cell_sum_time(cell, (root_of(squares / pairs) + 1) / 2);
}

/*
 * Numbers that some rows have, and that are unknown of some of these
 */

static void take_flops(const struct row *row, uint64_t ns, void *sum)
{
	const struct cost *cost = &row->c.cost;

	if (row_is_kernel(row->rec))
		work_take(sum,
		    work_of(&cost->of_flops, op_counted(&cost->of_flops)),
		    cost->flops, ns);
}

static void take_bytes(const struct row *row, uint64_t ns, void *sum)
{
	const struct cost *cost = &row->c.cost;

	if (row_is_kernel(row->rec) || row_is_memory(row->rec))
		work_take(sum,
		    work_of(&cost->of_bytes, op_counted(&cost->of_bytes)),
		    cost->bytes, ns);
}

/* No rate over a bound. */
static void take_tflops(const struct row *row, uint64_t ns, void *sum)
{
	const struct cost *cost = &row->c.cost;
	const struct sure *sure = &cost->of_flops;

	if (row_is_kernel(row->rec))
		work_take_timed(sum, row,
		    work_of(sure, op_counted(sure) && !op_is_bound(sure)),
		    cost->flops, ns);
}

static void take_gbs(const struct row *row, uint64_t ns, void *sum)
{
	const struct record *rec = row->rec;
	const struct cost *cost = &row->c.cost;
	const struct sure *sure = &cost->of_bytes;

	if (row_is_kernel(rec) || row_is_memory(rec))
		work_take_timed(sum, row,
		    work_of(sure, op_counted(sure) && !op_is_bound(sure)),
		    cost->bytes, ns);
}

static void take_moved(const struct row *row, uint64_t ns, void *sum)
{
	const struct record *rec = row->rec;
	bool known = record_has(rec, bytes) && rec->bytes >= 0;

	if (row_is_memory(rec))
		work_take(sum, known ? WORK_HAS : WORK_UNKNOWN,
		    known ? (uint64_t)rec->bytes : 0, ns);
}

/* As the column tc. */
static void take_tctime(const struct row *row, uint64_t ns, void *sum)
{
	enum tc tc = row_is_helper(row->rec) ? TC_NONE : row->tc;
	enum work_has has = tc == TC_UNKNOWN ? WORK_UNKNOWN
			    : tc == TC_NONE  ? WORK_NONE
					     : WORK_HAS;

	if (row_is_kernel(row->rec))
		work_take_timed(sum, row, has, tc_used(tc) ? ns : 0, ns);
}

/* As the column elig. */
static void take_eligtime(const struct row *row, uint64_t ns, void *sum)
{
	enum roof_eligible e;

	if (!row_is_kernel(row->rec))
		return;
	e = roof_eligible(row);
	work_take_timed(sum, row,
	    e == ROOF_UNKNOWN ? WORK_UNKNOWN
	    : e == ROOF_NEVER ? WORK_NONE
			      : WORK_HAS,
	    e == ROOF_YES || e == ROOF_TODAY ? ns : 0, ns);
}

static void put_work(struct cell *cell, void *sum)
{
	work_put(cell, sum);
}

static void put_time(struct cell *cell, void *sum)
{
	work_put_time(cell, sum);
}

static void put_bytes(struct cell *cell, void *sum)
{
	work_put_bytes(cell, sum);
}

static void put_tflops(struct cell *cell, void *sum)
{
	work_put_tflops(cell, sum);
}

static void put_gbs(struct cell *cell, void *sum)
{
	work_put_gbs(cell, sum);
}

/*
 * Means by time
 */

static void take_blocks(const struct row *row, uint64_t ns, void *sum)
{
	if (row_is_kernel(row->rec) && record_has(row->rec, blocks))
		mean_add(sum, row->rec->blocks, ns);
}

static void take_occ(const struct row *row, uint64_t ns, void *sum)
{
	if (row_is_kernel(row->rec) && record_has(row->rec, occ))
		mean_add(sum, row->rec->occ, ns);
}

static void put_mean(struct cell *cell, void *sum)
{
	mean_put(cell, sum);
}

/*
 * Parts
 */

/* Number and sum of the times are the group's own. */
static void save_squares(const void *sum, wide *v)
{
	const struct squares *s = sum;

	v[0] = s->much ? WIDE_MOST : s->squares;
}

static void join_squares(void *sum, const wide *v, const struct group *from)
{
	struct squares *s = sum;

	s->n = group_sum(s->n, from->timed);
	s->sum += from->total;
	s->much |= from->total == CELL_MUCH || v[0] == WIDE_MOST ||
		   __builtin_add_overflow(s->squares, v[0], &s->squares);
}

static void save_work(const void *sum, wide *v)
{
	const struct work *w = sum;

	v[0] = w->sum;
	v[1] = w->ns;
	v[2] = w->n;
	v[3] = w->none;
	v[4] = w->out;
}

static void join_work(void *sum, const wide *v, const struct group *from)
{
	struct work part = {.sum = (uint64_t)v[0],
	    .ns = (uint64_t)v[1],
	    .n = (uint64_t)v[2],
	    .none = (uint64_t)v[3],
	    .out = (uint64_t)v[4]};

	(void)from;
	work_merge(sum, &part);
}

static void save_mean(const void *sum, wide *v)
{
	const struct mean *m = sum;

	v[0] = m->ns == CELL_MUCH ? 0 : m->sum;
	v[1] = m->ns;
}

static void join_mean(void *sum, const wide *v, const struct group *from)
{
	struct mean part = {.sum = v[0], .ns = (uint64_t)v[1]};

	(void)from;
	mean_merge(sum, &part);
}

/*
 * All of them
 */

/* What a sum is kept in.  Without join it needs every row. */
static const struct kind {
	size_t size;
	size_t n;      /* numbers of a part */
	unsigned wide; /* bits: which need more than 64 bits */
	void (*save)(const void *sum, wide *v);
	void (*join)(void *sum, const wide *v, const struct group *from);
	void (*free)(void *sum);
} of_times = {.size = sizeof(struct times), .free = free_med},
  of_squares = {sizeof(struct squares), 1, 1, save_squares, join_squares, NULL},
  of_work = {sizeof(struct work), 5, 0, save_work, join_work, NULL},
  of_mean = {sizeof(struct mean), 2, 1, save_mean, join_mean, NULL};

/* clang-format off */
static const struct more {
	const struct kind *kind;
	void (*take)(const struct row *row, uint64_t ns, void *sum);
	void (*put)(struct cell *cell, void *sum);
} more[NSUMS] = {
	[SUM_MED] = {&of_times, take_med, put_med},
	[SUM_STD] = {&of_squares, take_std, put_std},
	[SUM_FLOPS] = {&of_work, take_flops, put_work},
	[SUM_BYTES] = {&of_work, take_bytes, put_bytes},
	[SUM_MOVED] = {&of_work, take_moved, put_work},
	[SUM_TFLOPS] = {&of_work, take_tflops, put_tflops},
	[SUM_GBS] = {&of_work, take_gbs, put_gbs},
	[SUM_TCTIME] = {&of_work, take_tctime, put_time},
	[SUM_ELIGTIME] = {&of_work, take_eligtime, put_time},
	[SUM_BLOCKS] = {&of_mean, take_blocks, put_mean},
	[SUM_OCC] = {&of_mean, take_occ, put_mean},
};
/* clang-format on */

void group_more_ask(struct group_more *m, enum sum sum)
{
	enum { ALIGN = sizeof(wide) };

	if (sum < SUM_MORE)
		return;
	for (size_t i = 0; i < m->n; i++) {
		if (m->which[i] == sum)
			return;
	}
	m->which[m->n] = sum;
	m->at[m->n] = m->size;
	m->n++;
	m->size += (more[sum].kind->size + ALIGN - 1) / ALIGN * ALIGN;
}

void group_more_all(struct group_more *m)
{
#define ASK(name, sum) group_more_ask(m, sum);
	GROUP_PARTS(ASK)
#undef ASK
}

static void *place(const struct group_more *m, const struct group *g, size_t i)
{
	return (char *)g->more + m->at[i];
}

void group_more_add(
    const struct group_more *m, const struct row *row, struct group *g)
{
	uint64_t ns = row_ns(row->rec);

	for (size_t i = 0; i < m->n; i++)
		more[m->which[i]].take(row, ns, place(m, g, i));
}

void group_more_put(
    const struct group_more *m, const struct group *g, struct cell *cells)
{
	for (size_t i = 0; i < m->n; i++)
		more[m->which[i]].put(&cells[m->which[i]], place(m, g, i));
}

size_t group_more_shape(enum sum sum, unsigned *big)
{
	*big = more[sum].kind->wide;
	return more[sum].kind->n;
}

void group_more_save(const struct group_more *m, const struct group *g,
    enum sum sum, struct group_numbers *numbers)
{
	for (size_t i = 0; i < m->n; i++) {
		if (m->which[i] == sum)
			more[sum].kind->save(place(m, g, i), numbers->v);
	}
}

void group_more_join(const struct group_more *m, struct group *g,
    const struct group *from, const struct group_numbers *numbers)
{
	for (size_t i = 0; i < m->n; i++) {
		const struct kind *kind = more[m->which[i]].kind;

		if (kind->join)
			kind->join(place(m, g, i), numbers[m->which[i]].v, from);
	}
}

void group_more_free(const struct group_more *m, struct group *g)
{
	for (size_t i = 0; i < m->n; i++) {
		const struct kind *kind = more[m->which[i]].kind;

		if (kind->free)
			kind->free(place(m, g, i));
	}
}
