/*
 * column_hw.c - columns of what hardware counters say.
 *
 * In:  a row
 * Out: cells, next to those of the algorithm's FLOPs and bytes in column.c
 */
#include "prof/show/column_hw.h"

#include "prof/roof.h"

static void set_uint(struct cell *cell, uint64_t u)
{
	cell->kind = CELL_UINT;
	cell->u = u;
}

static void set_ratio(struct cell *cell, uint64_t a, uint64_t scale, uint64_t b)
{
	cell->kind = CELL_REAL;
	cell->real = column_ratio(a, scale, b);
}

static void set_text(struct cell *cell, struct str s)
{
	cell->kind = CELL_STR;
	cell->s = s;
}

/* The operations; false, and what the cell then is, where they are not known. */
static bool get_flops(const struct row *row, struct hw_flops *f, struct cell *cell)
{
	if (!row_hw_flops(row, f))
		return false;
	cell->kind = CELL_NA;
	return f->conf != HW_UNKNOWN;
}

/* As get_flops, of bytes. */
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

void column_hw_flops(const struct row *row, struct cell *cell)
{
	struct hw_flops f;

	if (get_flops(row, &f, cell))
		set_uint(cell, f.all);
}

void column_hw_tensor(const struct row *row, struct cell *cell)
{
	struct hw_flops f;

	if (get_flops(row, &f, cell) && f.has_tensor)
		set_uint(cell, f.tensor);
}

/* The kinds that were added up, each once. */
void column_hw_from(const struct row *row, struct cell *cell)
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
	cell->kind = CELL_LIST;
	cell->list.v = v;
	cell->list.n = n;
	cell->joiner = '+';
}

void column_hw_conf(const struct row *row, struct cell *cell)
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
	set_text(cell, (struct str){arena_text(row->arena, b.p, b.n), b.n});
	strbuf_free(&b);
}

/* 0 / 0 of a kernel that did neither is not a number. */
static void set_intensity(
    const struct row *row, enum hw_quantity level, struct cell *cell)
{
	struct hw_flops f;
	uint64_t bytes;

	if (!get_flops(row, &f, cell) || !get_bytes(row, level, &bytes, cell))
		return;
	cell->kind = CELL_NONE;
	if (bytes > 0)
		set_ratio(cell, f.all, 1000, bytes);
}

#define LEVEL(key, level)                                                      \
	void column_hw_##key##bytes(const struct row *row, struct cell *cell)  \
	{                                                                      \
		uint64_t bytes;                                                \
                                                                               \
		if (get_bytes(row, level, &bytes, cell))                       \
			set_uint(cell, bytes);                                 \
	}                                                                      \
	void column_hw_##key##ai(const struct row *row, struct cell *cell)     \
	{                                                                      \
		set_intensity(row, level, cell);                               \
	}

LEVEL(, HW_DRAM)
LEVEL(l2, HW_L2)
LEVEL(l1, HW_L1)

/* FLOP / ps is 10^12 a second. */
void column_hw_tflops(const struct row *row, struct cell *cell)
{
	struct hw_flops f;
	uint64_t ps;

	if (get_flops(row, &f, cell) && hw_time(row->rec, row_hw(row), &ps))
		set_ratio(cell, f.all, 1000, ps);
}

/* A byte / ps is 1000 GB/s. */
void column_hw_gbs(const struct row *row, struct cell *cell)
{
	uint64_t bytes, ps;

	if (get_bytes(row, HW_DRAM, &bytes, cell) &&
	    hw_time(row->rec, row_hw(row), &ps))
		set_ratio(cell, bytes, 1000000, ps);
}

/*
 * The roofline
 */

/* The roofline by the counters: none where they say that nothing was done. */
static bool get_roof(const struct row *row, struct roof *roof, struct cell *cell)
{
	if (!row_hw(row))
		return false;
	roof_hw(row, roof);
	if (!roof->has_time && !roof->idle)
		cell->kind = CELL_NA;
	return roof->has_time;
}

void column_hw_peak(const struct row *row, struct cell *cell)
{
	struct roof roof;
	bool dram;

	if (!get_roof(row, &roof, cell) && !(cell->kind == CELL_NA && roof.has_peak))
		return;
	dram = str_starts(str_of(roof.peak_name), gpu_peak_name(GPU_DRAM));
	cell->kind = CELL_NAMED;
	cell->named.name = roof.peak_name;
	cell->named.real = column_ratio(roof.peak, 1, dram ? 1000000 : 1000000000);
}

void column_hw_sol(const struct row *row, struct cell *cell)
{
	struct roof roof;
	uint64_t ps;

	if (!get_roof(row, &roof, cell))
		return;
	cell->kind = CELL_NA;
	/* femto / 1000 of ps, in percent, in thousandths */
	if (hw_time(row->rec, row_hw(row), &ps))
		set_ratio(cell, roof.femto, 100, ps);
}

void column_hw_roof(const struct row *row, struct cell *cell)
{
	struct roof roof;

	if (!get_roof(row, &roof, cell))
		return;
	cell->kind = CELL_TIME;
	cell->i = (int64_t)(roof.femto / ROOF_NS + (roof.femto % ROOF_NS > 0));
}

void column_hw_bound(const struct row *row, struct cell *cell)
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
		set_text(cell, str_of(roof_bound_name(bound)));
}
