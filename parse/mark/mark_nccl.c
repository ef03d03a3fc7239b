/*
 * mark_nccl.c - the ranges of NCCL's own domain: its C functions.
 *
 * In:  ncclAllReduce, ncclGroupEnd; the domain NCCL, or none where an export
 *      was trimmed and lost the domains' names
 * Out: a call, and the collective that it is
 *
 * ncclGroupEnd launches the kernels of a group and names no collective.  A
 * range around it that names one is the better source.
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	struct mark_facts *f;

	(void)domain;
	if (!str_starts(text, "nccl") || text.n < 5 || !is_upper(text.p[4]) ||
	    !mark_is_word(text))
		return false;
	m->kind = MARK_CALL;
	m->call.op = text;
	f = mark_add_facts(m, a);
	f->comm = text;
	f->comm_vague =
	    str_starts(text, "ncclGroup") || str_starts(text, "ncclComm");
	return true;
}

const struct decoder mark_nccl = {
    .name = "nccl", .domains = "NCCL|", .decode = decode};
