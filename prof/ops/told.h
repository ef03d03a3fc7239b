/*
 * told.h - what other calls of a record tell of the one that counts.
 */
#ifndef PROF_OPS_TOLD_H
#define PROF_OPS_TOLD_H

#include "common/record.h"
#include "prof/ops/op.h"

/* Who may tell. */
struct op_told_from {
	const struct record *rec;
	const struct call *node; /* innermost autograd node, or NULL */
	size_t first;		 /* first entry of op inside the node */
	bool any;		 /* op_told_any(rec) */
};

/* op_told_any(rec): whether the record has the result of any call. */
bool op_told_any(const struct record *rec);

/* op_told_nothing(from, backward): whether op_told_find finds nothing for any
 * call, as in most records. */
static inline bool op_told_nothing(const struct op_told_from *from, bool backward)
{
	return !from->any && !(backward && from->node) &&
	       !record_has(from->rec, lengths);
}

/*
 * op_told_find(from, e, call, backward, told):
 * Set told to the call, an entry of op or (backward) of fwd, with what other
 * calls tell of it.  Its node has what was done inside and the size of its
 * result; else the result is that of a call around it, or inside it, which does
 * the same work.  The engine's step has the lengths of sequences.  e is the
 * call's row, or NULL.  False: nothing is told, and told is not set.
 */
bool op_told_find(const struct op_told_from *from, const struct op_entry *e,
    const struct call *call, bool backward, struct call *told);

#endif
