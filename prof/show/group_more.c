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

#include "prof/roof.h"
#include "prof/show/mean.h"

__extension__ typedef unsigned __int128 wide;

/* A negative time is none, as in group.total. */
static bool has_time(const struct record *rec)
{
	return record_has(rec, dur) && rec->dur >= 0;
}

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

	if (has_time(row->rec))
		*vec_add(&times->list) = ns;
}

static int by_ns(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Nearest rank. */
static void put_med(struct cell *cell, void *sum)
{
	struct times *times = sum;
	size_t n = times->list.n;

	cell->kind = CELL_NA;
	if (n == 0)
		return;
	qsort(times->list.v, n, sizeof *times->list.v, by_ns);
	cell_sum_time(cell, times->list.v[(n - 1) / 2]);
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

	if (!has_time(row->rec))
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

struct number {
	uint64_t sum, ns; /* of what is known, and its time */
	uint64_t n;	  /* rows whose own number is known */
	uint64_t none;	  /* rows that have none of their own: 0 is known */
	uint64_t out;	  /* rows that should have one */
};

enum has { HAS_UNKNOWN, HAS_NONE, HAS };

static void take_number(
    struct number *number, enum has has, uint64_t value, uint64_t ns)
{
	if (has == HAS_UNKNOWN) {
		number->out++;
		return;
	}
	*(has == HAS ? &number->n : &number->none) += 1;
	number->sum = group_sum(number->sum, value);
	number->ns = group_sum(number->ns, ns);
}

/* A helper has no work of its own. */
static enum has has_work(const struct cost *cost, bool known)
{
	if (!known)
		return HAS_UNKNOWN;
	return cost->of_flops.conf == CONF_HELPER ? HAS_NONE : HAS;
}

static void take_flops(const struct row *row, uint64_t ns, void *sum)
{
	const struct cost *cost = &row->c.cost;

	if (row_is_kernel(row->rec))
		take_number(sum, has_work(cost, op_counted(&cost->of_flops)),
		    cost->flops, ns);
}

static void take_bytes(const struct row *row, uint64_t ns, void *sum)
{
	const struct cost *cost = &row->c.cost;

	if (row_is_kernel(row->rec) || row_is_memory(row->rec))
		take_number(sum, has_work(cost, op_counted(&cost->of_bytes)),
		    cost->bytes, ns);
}

/* No rate over a bound, nor where the time is not known. */
static void take_tflops(const struct row *row, uint64_t ns, void *sum)
{
	const struct cost *cost = &row->c.cost;
	const struct sure *sure = &cost->of_flops;

	if (row_is_kernel(row->rec) && has_time(row->rec))
		take_number(sum,
		    has_work(cost, op_counted(sure) && !op_is_bound(sure)),
		    cost->flops, ns);
}

static void take_gbs(const struct row *row, uint64_t ns, void *sum)
{
	const struct record *rec = row->rec;
	const struct cost *cost = &row->c.cost;
	const struct sure *sure = &cost->of_bytes;

	if ((row_is_kernel(rec) || row_is_memory(rec)) && has_time(rec))
		take_number(sum,
		    has_work(cost, op_counted(sure) && !op_is_bound(sure)),
		    cost->bytes, ns);
}

static void take_moved(const struct row *row, uint64_t ns, void *sum)
{
	const struct record *rec = row->rec;
	bool known = record_has(rec, bytes) && rec->bytes >= 0;

	if (row_is_memory(rec))
		take_number(sum, known ? HAS : HAS_UNKNOWN,
		    known ? (uint64_t)rec->bytes : 0, ns);
}

/* As the column tc. */
static void take_tctime(const struct row *row, uint64_t ns, void *sum)
{
	enum tc tc = row_is_helper(row->rec) ? TC_NONE : row->tc;
	enum has has = tc == TC_UNKNOWN ? HAS_UNKNOWN
		       : tc == TC_NONE	? HAS_NONE
					: HAS;

	if (row_is_kernel(row->rec) && has_time(row->rec))
		take_number(sum, has, tc_used(tc) ? ns : 0, ns);
}

/* As the column elig. */
static void take_eligtime(const struct row *row, uint64_t ns, void *sum)
{
	enum roof_eligible e;

	if (!row_is_kernel(row->rec) || !has_time(row->rec))
		return;
	e = roof_eligible(row);
	take_number(sum,
	    e == ROOF_UNKNOWN ? HAS_UNKNOWN
	    : e == ROOF_NEVER ? HAS_NONE
			      : HAS,
	    e == ROOF_YES || e == ROOF_TODAY ? ns : 0, ns);
}

/* Whether there is a sum; else none where no row has such a number, unknown
 * where it would be a 0 that nobody counted. */
static bool is_known(struct cell *cell, const struct number *number)
{
	if (number->n == 0 && number->out > 0)
		cell->kind = CELL_NA;
	else if (number->n > 0 || number->none > 0)
		return true;
	return false;
}

static void put_number(struct cell *cell, void *sum)
{
	const struct number *number = sum;

	if (is_known(cell, number))
		cell_sum(cell, number->sum);
}

static void put_time(struct cell *cell, void *sum)
{
	const struct number *number = sum;

	if (is_known(cell, number))
		cell_sum_time(cell, number->sum);
}

static void put_rate(struct cell *cell, const struct number *number, uint64_t scale)
{
	if (!is_known(cell, number) || number->ns == 0)
		return;
	cell->kind = CELL_NA;
	if (number->sum != CELL_MUCH && number->ns != CELL_MUCH)
		cell_ratio(cell, number->sum, scale, number->ns);
}

/* FLOP / ns is GFLOP/s, which is a thousandth of a TFLOP/s. */
static void put_tflops(struct cell *cell, void *sum)
{
	put_rate(cell, sum, 1);
}

static void put_gbs(struct cell *cell, void *sum)
{
	put_rate(cell, sum, 1000);
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
 * All of them
 */

/* clang-format off */
static const struct more {
	size_t size;
	void (*take)(const struct row *row, uint64_t ns, void *sum);
	void (*put)(struct cell *cell, void *sum);
	void (*free)(void *sum);
} more[NSUMS] = {
	[SUM_MED] = {sizeof(struct times), take_med, put_med, free_med},
	[SUM_STD] = {sizeof(struct squares), take_std, put_std, NULL},
	[SUM_FLOPS] = {sizeof(struct number), take_flops, put_number, NULL},
	[SUM_BYTES] = {sizeof(struct number), take_bytes, put_number, NULL},
	[SUM_MOVED] = {sizeof(struct number), take_moved, put_number, NULL},
	[SUM_TFLOPS] = {sizeof(struct number), take_tflops, put_tflops, NULL},
	[SUM_GBS] = {sizeof(struct number), take_gbs, put_gbs, NULL},
	[SUM_TCTIME] = {sizeof(struct number), take_tctime, put_time, NULL},
	[SUM_ELIGTIME] = {sizeof(struct number), take_eligtime, put_time, NULL},
	[SUM_BLOCKS] = {sizeof(struct mean), take_blocks, put_mean, NULL},
	[SUM_OCC] = {sizeof(struct mean), take_occ, put_mean, NULL},
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
	m->size += (more[sum].size + ALIGN - 1) / ALIGN * ALIGN;
}

static void *place(const struct group_more *m, const struct group *g, size_t i)
{
	return (char *)g->more + m->at[i];
}

void group_more_add(
    const struct group_more *m, const struct row *row, struct group *g)
{
	uint64_t ns = has_time(row->rec) ? (uint64_t)row->rec->dur : 0;

	for (size_t i = 0; i < m->n; i++)
		more[m->which[i]].take(row, ns, place(m, g, i));
}

void group_more_put(
    const struct group_more *m, const struct group *g, struct cell *cells)
{
	for (size_t i = 0; i < m->n; i++)
		more[m->which[i]].put(&cells[m->which[i]], place(m, g, i));
}

void group_more_free(const struct group_more *m, struct group *g)
{
	for (size_t i = 0; i < m->n; i++) {
		if (more[m->which[i]].free)
			more[m->which[i]].free(place(m, g, i));
	}
}
