/*
 * label.c - from a backward range to its forward, where both have a label.
 *
 * In:  ranges in order of time, with their marks
 * Out: node_fwd of those that are a label's backward
 *
 * For frameworks that do not number their calls.  The label is the name of a
 * function, a module or a node.  A backward is never linked across the start of
 * a step.
 */
#include "parse/steps/label.h"

/* A forward range on the stack of its label. */
struct entry {
	uint32_t range;
	uint32_t below; /* of entries, or PROFILE_NONE */
	uint32_t step;	/* of the process, counted */
};

struct labels {
	struct intern keys; /* process and label */
	VEC(uint32_t) top;  /* of each: of entries, or PROFILE_NONE */
	VEC(struct entry) entries;
	struct intern processes;
	VEC(uint32_t) steps; /* that each has begun */
	struct strbuf key;
};

/* How many steps the range's process has begun. */
static uint32_t *step_of(struct labels *l, int64_t process)
{
	struct str bytes = {(const char *)&process, sizeof process};
	uint32_t i = intern_add(&l->processes, bytes);

	if (i == l->steps.n)
		*vec_add(&l->steps) = 0;
	return &l->steps.v[i];
}

/* The last forward of the label. */
static uint32_t *top_of(struct labels *l, int64_t process, struct str label)
{
	uint32_t i;

	l->key.n = 0;
	strbuf_int(&l->key, process);
	strbuf_char(&l->key, ' ');
	strbuf_str(&l->key, label);
	i = intern_add(&l->keys, strbuf_get(&l->key));
	if (i == l->top.n)
		*vec_add(&l->top) = PROFILE_NONE;
	return &l->top.v[i];
}

/* One range, in order of time. */
static void take(struct labels *l, struct analysis *a, uint32_t i)
{
	const struct mark_facts *f = analysis_mark(a, i)->facts;
	const struct range *v = a->p->ranges.v;
	int64_t process = a->p->threads.v[v[i].thread].process;
	uint32_t *step = step_of(l, process), *top;
	const struct entry *last;

	if (f->step.p)
		++*step;
	if (!f->label.p)
		return;
	top = top_of(l, process, f->label);
	if (f->dir != MARK_BPROP) {
		*vec_add(&l->entries) = (struct entry){i, *top, *step};
		*top = (uint32_t)l->entries.n - 1;
		return;
	}
	last = *top == PROFILE_NONE ? NULL : &l->entries.v[*top];
	if (!last || last->step != *step || v[last->range].end > v[i].start)
		return;
	a->node_fwd[i] = last->range;
	if (f->label_once)
		*top = last->below;
}

void label_forwards(struct analysis *a)
{
	struct labels l = {0};
	uint32_t i;

	for (i = 0; a->labels && i < a->p->ranges.n; i++)
		if (analysis_mark(a, i)->facts)
			take(&l, a, i);
	intern_free(&l.keys);
	intern_free(&l.processes);
	vec_free(&l.top);
	vec_free(&l.entries);
	vec_free(&l.steps);
	strbuf_free(&l.key);
}

uint32_t label_backward(const struct analysis *a, size_t launch)
{
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	uint32_t i;

	for (i = a->labels ? c->n : 0; i-- > 0;) {
		const struct mark_facts *f = analysis_mark(a, v[i])->facts;

		if (f && f->label.p)
			return f->dir == MARK_BPROP ? v[i] : PROFILE_NONE;
	}
	return PROFILE_NONE;
}
