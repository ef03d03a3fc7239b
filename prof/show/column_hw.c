/*
 * column_hw.c - columns of what hardware counters say.
 *
 * In:  a row
 * Out: cells; column.c has those of the FLOPs and bytes that the models say
 */
#include "prof/show/column_hw.h"

#include "prof/roof.h"

/* Most functions serve one column and need not ask which. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* Get the operations.  Return false where they are not known, with the cell set. */
static bool get_flops(const struct row *row, struct hw_flops *f, struct cell *cell)
{
	if (!row_hw_flops(row, f))
		return false;
	cell->kind = CELL_NA;
	return f->conf != HW_UNKNOWN;
}

/* The same for bytes. */
static bool get_bytes(const struct row *row, enum hw_quantity level,
    uint64_t *bytes, struct cell *cell)
{
	const struct hw *hw = row_hw(row);

	if (!hw)
		return false;
	cell->kind = CELL_NA;
	*bytes = hw->sum[level].v;
	return hw->sum[level].state == HW_KNOWN;
}

void column_hw_flops(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct hw_flops f;

	if (get_flops(row, &f, cell))
		cell_uint(cell, f.all);
}

void column_hw_tensor(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct hw_flops f;

	if (get_flops(row, &f, cell) && f.has_tensor)
		cell_uint(cell, f.tensor);
}

/* The kinds of operations that were added up, each once. */
void column_hw_from(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct hw_flops f;
	struct str *v;
	size_t n = 0;

	if (!get_flops(row, &f, cell))
		return;
	v = arena_array(row->arena, f.n, sizeof *v);
	for (size_t i = 0; i < f.n; i++) {
		struct str name = str_of(f.part[i].name);

		if (n == 0 || !str_eq(v[n - 1], name))
			v[n++] = name;
	}
	cell_list(cell, v, n, '+');
	cell->kind = CELL_LIST; /* an empty list, too */
}

void column_hw_conf(
    const struct column *col, const struct row *row, struct cell *cell)
{
	static const char *const names[] = {
	    [HW_UNKNOWN] = "unknown",
	    [HW_EXACT] = "exact",
	    [HW_LOWER] = "lower",
	    [HW_ESTIMATE] = "estimate",
	};
	struct strbuf b = {0};
	struct hw_flops f;

	if (!row_hw_flops(row, &f))
		return;
	strbuf_text(&b, names[f.conf]);
	if (f.conf != HW_EXACT)
		strbuf_printf(&b, ":%s", f.why);
	cell_copy(cell, row->arena, &b);
	strbuf_free(&b);
}

void column_hw_bytes(
    const struct column *col, const struct row *row, struct cell *cell)
{
	uint64_t bytes;

	if (get_bytes(row, (enum hw_quantity)col->which, &bytes, cell))
		cell_uint(cell, bytes);
}

/* None for a kernel that neither computes nor moves bytes. */
void column_hw_ai(const struct column *col, const struct row *row, struct cell *cell)
{
	struct hw_flops f;
	uint64_t bytes;

	if (!get_flops(row, &f, cell) ||
	    !get_bytes(row, (enum hw_quantity)col->which, &bytes, cell))
		return;
	cell->kind = CELL_NONE;
	if (bytes > 0)
		cell_ratio(cell, f.all, 1000, bytes);
}

/* FLOP / ps is 10^12 a second. */
void column_hw_tflops(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct hw_flops f;
	uint64_t ps;

	if (get_flops(row, &f, cell) && hw_time(row->rec, row_hw(row), &ps))
		cell_ratio(cell, f.all, 1000, ps);
}

/* A byte / ps is 1000 GB/s. */
void column_hw_gbs(const struct column *col, const struct row *row, struct cell *cell)
{
	uint64_t bytes, ps;

	if (get_bytes(row, HW_DRAM, &bytes, cell) &&
	    hw_time(row->rec, row_hw(row), &ps))
		cell_ratio(cell, bytes, 1000000, ps);
}

/*
 * The roofline
 */

/* The roofline by the counters; none where they say that the kernel did nothing. */
static bool get_roof(const struct row *row, struct roof *roof, struct cell *cell)
{
	if (!row_hw(row))
		return false;
	roof_hw(row, roof);
	if (!roof->has_time && !roof->idle)
		cell->kind = CELL_NA;
	return roof->has_time;
}

void column_hw_peak(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct roof roof;

	if (get_roof(row, &roof, cell) || (cell->kind == CELL_NA && roof.has_peak))
		cell_peak(cell, roof.peak_name, roof.peak);
}

void column_hw_sol(const struct column *col, const struct row *row, struct cell *cell)
{
	struct roof roof;
	uint64_t ps;

	if (!get_roof(row, &roof, cell))
		return;
	cell->kind = CELL_NA;
	/* femto / 1000 of ps, in percent, in thousandths */
	if (hw_time(row->rec, row_hw(row), &ps))
		cell_ratio(cell, roof.femto, 100, ps);
}

void column_hw_roof(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct roof roof;

	if (!get_roof(row, &roof, cell))
		return;
	cell_time(cell, roof_ns(&roof));
}

void column_hw_bound(
    const struct column *col, const struct row *row, struct cell *cell)
{
	enum roof_bound bound = ROOF_NO_BOUND;
	struct roof roof;
	uint64_t ps;

	if (!get_roof(row, &roof, cell))
		return;
	if (hw_time(row->rec, row_hw(row), &ps))
		bound = roof_bound(&roof, (int64_t)(ps / 1000));
	cell->kind = CELL_NA;
	if (bound != ROOF_NO_BOUND)
		cell_text(cell, roof_bound_name(bound));
}
