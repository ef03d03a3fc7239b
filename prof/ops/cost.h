/*
 * cost.h - which call a kernel's work is, and what it cost.
 *
 * The rules of pp-prof(1), COST: the call that counts is the innermost entry of
 * `op` (for bprop: inside the node) that has a model and its arguments, else,
 * for bprop, the innermost of `fwd` that has both, costed by its backward; and
 * the kernel must be the main one of that entry.
 */
#ifndef PROF_OPS_COST_H
#define PROF_OPS_COST_H

#include "common/record.h"
#include "prof/kernel/name.h"
#include "prof/ops/op.h"

struct costed {
	struct cost cost;
	const struct call *call; /* the call that counts, of rec; or NULL */
	const struct op_entry *entry; /* its row, or NULL */
	bool backward;		      /* call is from fwd */
	bool shares; /* launches like this one divide the call by their blocks;
		      * cost is that of all of them until op_cost_settle */
	bool helper; /* its work is counted at another kernel */
	enum op_part part;
	/* The call with what other calls of the record tell of it.  told is not
	 * set where is_told is false. */
	bool is_told;
	struct call told;
};

/* op_cost_asked(c): the call that counts, as its model saw it. */
static inline const struct call *op_cost_asked(const struct costed *c)
{
	return c->is_told ? &c->told : c->call;
}

/* op_cost_record(rec, name, out): the cost by the catalogue.  Never fails; what
 * is unknown says why.  name is what the kernel's name says. */
void op_cost_record(
    const struct record *rec, const struct name *name, struct costed *out);

/* op_cost_settle(rec, c): what no rule told, with types or without, Inductor
 * may; then, where launches divide the call, c->cost becomes the part of this
 * one. Once, at the end. */
void op_cost_settle(const struct record *rec, struct costed *c);

#endif
