/*
 * seq.c - direction, node and sequence numbers of each launch.
 *
 * In:  the marks of the ranges around each launch
 * Out: fprop or bprop, the node, seq and altseq
 *
 * Direction follows from nesting in autograd's own ranges, never from a word in
 * a name: RegisterPostBackwardFunction runs in the forward, and aten::sum in a
 * backward.
 */
#include "parse/steps/seq.h"

#include <stdlib.h>

#include "common/nelems.h"
#include "parse/steps/replay.h"

/* What is known of engine ranges and threads. */
struct engines {
	uint32_t *node;	 /* of each range that is an engine's */
	uint32_t *first; /* of each thread: its first node or engine range */
	uint32_t *last;	 /* of each thread: the engine range begun last */
};

/* Find the node of each engine range: the first node inside it. */
static void find_engines(const struct analysis *a, struct engines *e)
{
	const struct profile *p = a->p;
	uint32_t i, *last;

	e->node = profile_nones(p->ranges.n);
	e->first = profile_nones(p->threads.n);
	e->last = profile_nones(p->threads.n);
	for (i = 0; i < p->ranges.n; i++) {
		const struct range *r = &p->ranges.v[i];
		enum mark_kind kind = a->marks[i]->kind;

		if (kind != MARK_NODE && kind != MARK_ENGINE)
			continue;
		if (e->first[r->thread] == PROFILE_NONE)
			e->first[r->thread] = i;
		last = &e->last[r->thread];
		if (kind == MARK_ENGINE)
			*last = i;
		else if (*last != PROFILE_NONE && p->ranges.v[*last].end >= r->end &&
			 e->node[*last] == PROFILE_NONE)
			e->node[*last] = i;
	}
}

/* Whether these are calls that an old torch made in a backward: none has a
 * number of its own, none comes from above the framework, and a node has run on
 * the thread before. */
static bool all_bare(
    const struct analysis *a, const struct engines *e, const struct chain *c)
{
	const uint32_t *v = chain_ranges(&a->around, c);
	uint32_t first, i;

	for (i = 0; i < c->n; i++) {
		const struct mark *m = a->marks[v[i]];

		if (m->kind != MARK_CALL || m->pyprof || !m->call.has_seq ||
		    analysis_seq(a, v[i]) != 0)
			return false;
	}
	if (c->n == 0)
		return false;
	first = e->first[a->p->ranges.v[v[0]].thread];
	return first != PROFILE_NONE && first < v[0];
}

/* torch's checkpoint runs its forward again inside its node. */
static bool is_checkpoint(const struct mark *m)
{
	char stem[64];
	size_t n = mark_stem(m->call.op, true, stem, sizeof stem);

	return m->kind == MARK_NODE &&
	       str_has((struct str){stem, n}, "checkpoint");
}

/* Calls of modules.  No backward makes them, so inside a node they are a
 * forward that is run again: torch's checkpoint without reentrance does that in
 * the node that needs the result. */
static const char *const module_calls[] = {
    "batch_norm",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "dropout",
    "group_norm",
    "instance_norm",
    "layer_norm",
    "linear",
    "rms_norm",
    "scaled_dot_product_attention",
};

static bool is_module_call(const struct mark *m)
{
	struct str name = m->call.op;
	size_t i;

	if (m->kind != MARK_CALL)
		return false;
	str_skip(&name, "aten::");
	for (i = 0; i < NELEMS(module_calls); i++)
		if (name.n && name.p[0] == module_calls[i][0] && /* mostly not */
		    str_is(name, module_calls[i]))
			return true;
	return false;
}

/* Whether the n ranges at v, which are inside a node, run a forward again. */
static bool runs_again(const struct analysis *a, const uint32_t *v, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if (is_module_call(a->marks[v[i]]))
			return true;
	return false;
}

/* The direction that the range's facts state.  A range without an end states
 * none: what came after it may lie outside. */
static enum mark_dir stated_dir(const struct analysis *a, uint32_t range)
{
	const struct mark_facts *f = a->marks[range]->facts;

	return f && a->p->ranges.v[range].end != INT64_MAX ? f->dir : MARK_DIR_NONE;
}

/* Set direction and node from the innermost range of autograd.  Without one,
 * the direction comes from the innermost range that states one. */
static void direct(struct analysis *a, const struct engines *e, size_t launch)
{
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	struct fact *f = &a->facts.v[launch];
	enum mark_dir inner = MARK_DIR_NONE, dir;
	bool bprop = false;
	uint32_t i = c->n;

	while (i-- > 0) {
		const struct mark *m = a->marks[v[i]];

		dir = stated_dir(a, v[i]);
		bprop |= dir == MARK_BPROP;
		inner = inner ? inner : dir;
		if (m->kind != MARK_NODE && m->kind != MARK_ENGINE &&
		    m->kind != MARK_ACCUMULATE)
			continue;
		f->bprop = true;
		if (m->kind == MARK_NODE) {
			f->node = v[i];
			f->inside_node = true;
			f->recomp = is_checkpoint(m) ||
				    runs_again(a, v + i + 1, c->n - i - 1);
		} else if (m->kind == MARK_ENGINE) {
			f->node = e->node[v[i]];
			if (f->node == PROFILE_NONE && m->call.has_seq)
				f->node = v[i];
		}
		return;
	}
	f->bprop = bprop || all_bare(a, e, c);
	f->recomp = bprop && inner == MARK_FPROP;
}

/* Whether an operator's call or node is around the launch. */
static bool in_operator(const struct analysis *a, size_t i)
{
	const struct chain *c = &a->around.of.v[i];
	const uint32_t *v = chain_ranges(&a->around, c);
	size_t k;

	for (k = 0; k < c->n; k++)
		if (a->marks[v[k]]->kind == MARK_CALL ||
		    a->marks[v[k]]->kind == MARK_NODE)
			return true;
	return false;
}

/* Whether the launch has a direction.  A graph has none, and neither has a
 * kernel of a graph whose capture is not recorded.  A user's range may hold
 * both directions, and a call that no operator made belongs to neither: these
 * have one only inside a backward. */
static bool has_direction(const struct analysis *a, size_t i)
{
	enum launch_kind kind = a->p->launches.v[i].kind;

	if (kind == LAUNCH_STEP || kind == LAUNCH_RANGE ||
	    (kind == LAUNCH_API && !in_operator(a, i)))
		return a->facts.v[i].bprop;
	return kind != LAUNCH_GRAPH &&
	       (replay_number(a, i) == 0 || a->around.of.v[i].n > 0);
}

void seq_directions(struct analysis *a)
{
	struct engines e;
	size_t i;

	find_engines(a, &e);
	for (i = 0; i < a->p->launches.n; i++) {
		direct(a, &e, i);
		a->facts.v[i].directed = has_direction(a, i);
	}
	free(e.node);
	free(e.first);
	free(e.last);
}

static int by_value(const void *pa, const void *pb)
{
	int64_t a = *(const int64_t *)pa, b = *(const int64_t *)pb;

	return (a > b) - (a < b);
}

/* The distinct numbers of the chain, ascending; 0 only where it is alone. */
static void distinct(
    const struct analysis *a, const struct chain *c, struct seq_list *list)
{
	const uint32_t *v = chain_ranges(&a->around, c);
	size_t i, n = 0;

	for (i = 0; i < c->n; i++) {
		const struct mark *m = a->marks[v[i]];

		if (m->call.has_seq && m->kind == MARK_CALL)
			*vec_add(&list->of) = analysis_seq(a, v[i]);
	}
	if (list->of.n > 1)
		qsort(list->of.v, list->of.n, sizeof *list->of.v, by_value);
	for (i = 0; i < list->of.n; i++)
		if (n == 0 || list->of.v[n - 1] != list->of.v[i])
			list->of.v[n++] = list->of.v[i];
	if (n > 1 && list->of.v[0] == 0) {
		for (i = 1; i < n; i++)
			list->of.v[i - 1] = list->of.v[i];
		n--;
	}
	list->of.n = n;
}

void seq_numbers(const struct analysis *a, size_t launch, struct seq_list *seq,
    struct seq_list *altseq)
{
	const struct fact *f = &a->facts.v[launch];
	size_t i;

	seq->of.n = altseq->of.n = 0;
	if (f->bprop) {
		if (f->node != PROFILE_NONE && a->marks[f->node]->call.has_seq)
			*vec_add(&seq->of) = analysis_seq(a, f->node);
		return;
	}
	distinct(a, &a->around.of.v[launch], seq);
	for (i = 1; i < seq->of.n; i++)
		*vec_add(&altseq->of) = seq->of.v[i];
	if (seq->of.n > 1)
		seq->of.n = 1;
}
