/*
 * host.c - ranges that are records themselves.
 *
 * In:  ranges with their marks, the kinds that are wanted
 * Out: a launch of each that is wanted: it goes through the later steps as any
 *      other, and so gets its operators, direction and forward
 */
#include "parse/steps/host.h"

/* The kind of record that a range makes: as the profile calls it, else by its
 * mark. */
static enum launch_kind kind_of(const struct extra *e, const struct mark *m)
{
	if (e->is_op || m->kind == MARK_CALL || m->kind == MARK_NODE)
		return LAUNCH_OP;
	if (m->facts && m->facts->step.p)
		return LAUNCH_STEP;
	return LAUNCH_RANGE;
}

void host_ranges(struct analysis *a)
{
	struct profile *p = a->p;
	uint32_t i;

	if (!(p->kinds & LAUNCH_RANGES))
		return;
	for (i = 0; i < p->ranges.n; i++) {
		const struct range *r = &p->ranges.v[i];
		const struct extra *e = profile_extra(p, r);
		enum launch_kind kind = kind_of(e, analysis_mark(a, i));

		if (p->kinds & LAUNCH_BIT(kind) && !e->apart)
			profile_host(p, kind, r->thread, r->start, r->end)->range =
			    i;
	}
}
