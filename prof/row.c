/*
 * row.c - what is worked out of a record.
 *
 * In:  a record of any kind
 * Out: the record with its cost and its Tensor Core verdict
 */
#include "prof/row.h"

#include "common/nelems.h"
#include "prof/typed.h"

bool row_is_kernel(const struct record *rec)
{
	return !record_has(rec, kind) || str_is(rec->kind, "kernel");
}

bool row_is_memory(const struct record *rec)
{
	return record_has(rec, kind) &&
	       (str_is(rec->kind, "memcpy") || str_is(rec->kind, "memset"));
}

bool row_is_class(const struct record *rec, enum kclass class)
{
	return record_has(rec, class) && str_is(rec->class, kclass_name(class));
}

bool row_is_helper(const struct record *rec)
{
	return row_is_class(rec, KCLASS_HELPER);
}

bool row_is_host(const struct record *rec)
{
	static const char *const kinds[] = {"api", "op", "step", "range"};
	size_t i;

	for (i = 0; i < NELEMS(kinds); i++)
		if (record_has(rec, kind) && str_is(rec->kind, kinds[i]))
			return true;
	return false;
}

bool row_is_gpu(const struct record *rec)
{
	return !row_is_host(rec);
}

void row_make(struct row *row, uint64_t idx, const struct record *rec,
    struct gpu_choice *gpu, struct name_cache *names, struct arena *arena)
{
	/* not the call that is told, which is large and seldom there */
	memset(row, 0, offsetof(struct row, c.told));
	row->idx = idx;
	row->rec = rec;
	row->gpu = gpu;
	row->arena = arena;
	/* read when a column asks for it: few do */
	if (rec->counters.n > 0)
		row->counted = arena_array(arena, 1, sizeof *row->counted);
	if (row_is_kernel(rec)) {
		row->name = *name_read(
		    names, record_has(rec, name) ? rec->name : rec->kernel);
		op_cost_record(rec, &row->name, &row->c);
		typed_cost(&row->name, arena, &row->c);
		op_cost_settle(rec, &row->c);
		row->tc = tc_verdict(rec,
		    gpu_peaks(gpu, record_has(rec, gpu) ? &rec->gpu : NULL),
		    row->name.tc, row->c.entry ? op_uses_tc(row->c.entry) : -1,
		    row->c.cost.dtype);
	} else if (row_is_memory(rec)) {
		op_cost_record(rec, &row->name, &row->c);
	}
}

enum dtype row_dtype(const struct row *row)
{
	return row->name.sure ? row->name.operand : row->c.cost.dtype;
}

const struct hw *row_hw(const struct row *row)
{
	if (!row->counted)
		return NULL;
	if (!row->counted->hw.made)
		hw_read(row->rec, &row->counted->hw);
	return &row->counted->hw;
}

/* The capability of the device that the counters were read on: what the record
 * says goes before what the user does. */
static struct str counted_on(const struct row *row)
{
	const struct record *rec = row->rec;

	if (record_has(rec, gpu) && rec->gpu.cc.p)
		return rec->gpu.cc;
	return row->gpu ? row->gpu->gpu.cc : (struct str){NULL, 0};
}

static void count_flops(const struct row *row, const struct hw *hw)
{
	const struct record *rec = row->rec;
	struct hw_about about = {
	    .dtype = row_dtype(row),
	    .half = row->half,
	    .tensor = row_is_kernel(rec) && row->tc != TC_NONE && row->tc != TC_NO,
	    .cc = counted_on(row),
	};

	hw_flops(hw, &about, &row->counted->flops);
	row->counted->has_flops = true;
}

bool row_hw_flops(const struct row *row, struct hw_flops *out)
{
	const struct hw *hw = row_hw(row);

	if (!hw)
		return false;
	if (!row->counted->has_flops)
		count_flops(row, hw);
	*out = row->counted->flops;
	return true;
}

static bool names(struct str text, struct str word)
{
	for (size_t i = 0; word.n > 0 && i + word.n <= text.n; i++) {
		if (memcmp(text.p + i, word.p, word.n) == 0)
			return true;
	}
	return false;
}

const struct call *row_own_call(const struct record *rec)
{
	const struct call *last = rec->op.n > 0 ? &rec->op.v[rec->op.n - 1] : NULL;

	return last && (last->has_args || names(rec->name, last->op)) ? last : NULL;
}
