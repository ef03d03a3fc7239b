/*
 * group_diff.c - a group in two files: what changed.
 *
 * In:  the rows of the group in the first file, and in the second
 * Out: both counts and totals, their difference and ratio, and a word for it
 */
#include "prof/show/group_diff.h"

uint64_t group_per(uint64_t sum, uint64_t steps)
{
	uint64_t rest;

	if (sum == CELL_MUCH || steps == 0)
		return sum;
	rest = sum % steps;
	return sum / steps + (rest > 0 && rest >= steps - rest);
}

/* A file without such rows spent no time in them; CELL_MUCH: unknown, as all is
 * of a file without steps. */
static uint64_t total_of(const struct group of[2], const uint64_t steps[2], size_t i)
{
	const struct group *g = &of[i];

	if ((g->n > 0 && g->timed == 0) || (steps && steps[i] == 0))
		return CELL_MUCH;
	return g->total > INT64_MAX ? CELL_MUCH
				    : group_per(g->total, steps ? steps[i] : 0);
}

static void put_count(struct cell *cell, uint64_t n, const uint64_t *steps)
{
	cell->kind = CELL_NA;
	if (!steps)
		cell_uint(cell, n);
	else if (*steps > 0)
		cell_ratio(cell, n, 1000, *steps);
}

/* NULL: unknown. */
static const char *state_of(const struct group of[2], const uint64_t steps[2])
{
	uint64_t a = total_of(of, steps, 0), b = total_of(of, steps, 1);

	if (steps && (steps[0] == 0 || steps[1] == 0))
		return NULL;
	if (of[0].n == 0)
		return "new";
	if (of[1].n == 0)
		return "gone";
	if (a == CELL_MUCH || b == CELL_MUCH)
		return NULL;
	return a == b ? "same" : b > a ? "more" : "less";
}

void group_diff_put(
    const struct group of[2], const uint64_t steps[2], struct cell *cells)
{
	uint64_t a = total_of(of, steps, 0), b = total_of(of, steps, 1);

	put_count(&cells[DIFF_COUNT0], of[0].n, steps);
	put_count(&cells[DIFF_COUNT1], of[1].n, steps ? steps + 1 : NULL);
	cell_sum_time(&cells[DIFF_TOTAL0], a);
	cell_sum_time(&cells[DIFF_TOTAL1], b);
	cell_text(&cells[DIFF_STATE], state_of(of, steps));
	cells[DIFF_DELTA].kind = cells[DIFF_RATIO].kind = CELL_NA;
	if (a == CELL_MUCH || b == CELL_MUCH)
		return;
	cell_time(&cells[DIFF_DELTA], (int64_t)b - (int64_t)a);
	if (a > 0)
		cell_ratio(&cells[DIFF_RATIO], b, 1000, a);
}

uint64_t group_diff_size(const struct group of[2], const uint64_t steps[2])
{
	uint64_t a = total_of(of, steps, 0), b = total_of(of, steps, 1);

	if (a == CELL_MUCH || b == CELL_MUCH)
		return 0;
	return a > b ? a - b : b - a;
}

#define NO_TIME "no row has a duration"

/* clang-format off */
const struct column group_diff_columns[NDIFFS] = {
	[DIFF_COUNT0] = {"count0", "count0", 9, CELL_UINT, "how many rows in the first file", .value = NULL},
	[DIFF_COUNT1] = {"count1", "count1", 9, CELL_UINT, "in the second", .value = NULL},
	[DIFF_TOTAL0] = {"total0", "total0", 14, CELL_TIME, "their time in the first", .value = NULL, .lacks = NO_TIME},
	[DIFF_TOTAL1] = {"total1", "total1", 14, CELL_TIME, "in the second", .value = NULL, .lacks = NO_TIME},
	[DIFF_DELTA] = {"delta", "delta", 14, CELL_TIME, "total1 - total0", .value = NULL, .lacks = NO_TIME},
	[DIFF_RATIO] = {"ratio", "ratio", 8, CELL_REAL, "total1 / total0", .value = NULL, .lacks = "the first file has no time in them"},
	[DIFF_STATE] = {"state", "state", 5, CELL_STR, "new, gone, more, less or same, by total", .value = NULL},
};
/* clang-format on */
