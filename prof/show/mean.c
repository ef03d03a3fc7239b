/*
 * mean.c - a mean that is weighted by time.
 *
 * In:  values, and how long each held
 * Out: their mean, with three decimals
 */
#include "prof/show/mean.h"

#define SCALE 1000000000

/* What is too large stays so. */
static void add(struct mean *m, mean_wide sum, uint64_t ns)
{
	if (__builtin_add_overflow(m->sum, sum, &m->sum) ||
	    __builtin_add_overflow(m->ns, ns, &m->ns))
		m->ns = CELL_MUCH;
}

void mean_add(struct mean *m, double value, uint64_t ns)
{
	if (value >= 0 && value <= 1e9)
		add(m, (mean_wide)(uint64_t)(value * SCALE + 0.5) * ns, ns);
}

void mean_merge(struct mean *m, const struct mean *from)
{
	add(m, from->sum, from->ns);
}

void mean_put(struct cell *cell, const struct mean *m)
{
	cell->kind = CELL_NA;
	if (m->ns > 0 && m->ns != CELL_MUCH)
		cell_ratio(cell, (uint64_t)(m->sum / m->ns), 1000, SCALE);
}
