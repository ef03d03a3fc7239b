/*
 * row.c - what follows from a record.
 *
 * In:  a record of any kind
 * Out: the record with its cost and its Tensor Core verdict
 */
#include "prof/row.h"

bool row_is_kernel(const struct record *rec)
{
	return !record_has(rec, kind) || str_is(rec->kind, "kernel");
}

/* What the host did. */
static const char *const host_kinds[] = {"api", "op", "step", "range"};

bool row_is_host(const struct record *rec)
{
	size_t i;

	for (i = 0; i < sizeof host_kinds / sizeof *host_kinds; i++)
		if (record_has(rec, kind) && str_is(rec->kind, host_kinds[i]))
			return true;
	return false;
}

void row_make(struct row *row, uint64_t idx, const struct record *rec,
    struct arena *arena)
{
	*row = (struct row){.idx = idx, .rec = rec, .arena = arena};
	if (row_is_kernel(rec)) {
		cost_record(rec, &row->c);
		row->tc = tc_verdict(rec, row->c.entry ? row->c.entry->tc : -1,
		    row->c.cost.dtype);
	} else if (str_is(rec->kind, "memcpy") || str_is(rec->kind, "memset")) {
		cost_record(rec, &row->c);
	}
}
