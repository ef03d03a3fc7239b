/*
 * passes.c - which pass of a phase a range is.
 *
 * In:  marks that tell a phase
 * Out: passes: a number of each such range
 *
 * The texts of several passes are often the same, so the text alone does not
 * distinguish them.
 */
#include "parse/steps/passes.h"

void passes_number(struct analysis *a)
{
	struct intern phases = {0}; /* process and phase */
	VEC(uint32_t) counts = {0}; /* by the number of these */
	struct strbuf key = {0};
	uint32_t k;

	if (!a->phases)
		return;
	a->passes = arena_xzeroed(a->p->ranges.n, sizeof *a->passes);
	for (uint32_t i = 0; i < a->p->ranges.n; i++) {
		const struct mark_facts *f = analysis_mark(a, i)->facts;
		uint32_t thread = a->p->ranges.v[i].thread;

		if (!f || !f->phase.p)
			continue;
		key.n = 0;
		strbuf_int(&key, a->p->threads.v[thread].process);
		strbuf_char(&key, ' ');
		strbuf_str(&key, f->phase);
		k = intern_add(&phases, strbuf_get(&key));
		if (k == counts.n)
			*vec_add(&counts) = 0;
		a->passes[i] = counts.v[k]++;
	}
	intern_free(&phases);
	vec_free(&counts);
	strbuf_free(&key);
}
