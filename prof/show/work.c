/*
 * work.c - work of several rows, of which some may be unknown.
 *
 * In:  the numbers of rows
 * Out: their sum and rate, or that it is not known
 */
#include "prof/show/work.h"

#include "prof/show/group.h"

enum work_has work_of(const struct sure *sure, bool known)
{
	if (!known)
		return WORK_UNKNOWN;
	return sure->conf == CONF_HELPER ? WORK_NONE : WORK_HAS;
}

void work_take(struct work *w, enum work_has has, uint64_t value, uint64_t ns)
{
	if (has == WORK_UNKNOWN) {
		w->out++;
		return;
	}
	*(has == WORK_HAS ? &w->n : &w->none) += 1;
	w->sum = group_sum(w->sum, value);
	w->ns = group_sum(w->ns, ns);
}

void work_take_timed(struct work *w, const struct row *row, enum work_has has,
    uint64_t value, uint64_t ns)
{
	if (row_has_time(row->rec))
		work_take(w, has, value, ns);
	else if (has != WORK_NONE)
		work_take(w, WORK_UNKNOWN, 0, 0);
}

void work_merge(struct work *to, const struct work *from)
{
	to->sum = group_sum(to->sum, from->sum);
	to->ns = group_sum(to->ns, from->ns);
	to->n = group_sum(to->n, from->n);
	to->none = group_sum(to->none, from->none);
	to->out = group_sum(to->out, from->out);
}

bool work_known(const struct work *w)
{
	return w->n > 0 || (w->none > 0 && w->out == 0);
}

/* Whether there is a sum to set cell to, given whether it is known. */
static bool has_sum(struct cell *cell, const struct work *w, bool known)
{
	if (!known && (w->none > 0 || w->out > 0))
		cell->kind = CELL_NA;
	return known;
}

/* FLOP / ns is GFLOP/s, which is a thousandth of a TFLOP/s. */
static void put_rate(
    struct cell *cell, const struct work *w, bool known, uint64_t scale)
{
	if (!has_sum(cell, w, known) || w->ns == 0)
		return;
	cell->kind = CELL_NA;
	if (w->sum != CELL_MUCH && w->ns != CELL_MUCH)
		cell_ratio(cell, w->sum, scale, w->ns);
}

void work_put(struct cell *cell, const struct work *w)
{
	if (has_sum(cell, w, work_known(w)))
		cell_sum(cell, w->sum);
}

void work_put_time(struct cell *cell, const struct work *w)
{
	if (has_sum(cell, w, work_known(w)))
		cell_sum_time(cell, w->sum);
}

void work_put_tflops(struct cell *cell, const struct work *w)
{
	put_rate(cell, w, work_known(w), 1);
}

void work_put_bytes(struct cell *cell, const struct work *w)
{
	if (has_sum(cell, w, w->n > 0))
		cell_sum(cell, w->sum);
}

void work_put_gbs(struct cell *cell, const struct work *w)
{
	put_rate(cell, w, w->n > 0, 1000);
}
