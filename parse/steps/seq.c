/*
 * seq.c - direction, node and sequence numbers of each launch.
 *
 * In:  the marks of the ranges around each launch, which calls have a node
 * Out: fprop, bprop or neither; the node, seq and altseq
 *
 * Direction follows from nesting in autograd's own ranges and from the thread
 * that autograd runs on, then from which calls a node belongs to, last from what
 * a user's range says; never from a word in an operator's name:
 * RegisterPostBackwardFunction runs in the forward, and aten::sum in a backward.
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
	int64_t *end; /* of each thread: the last end of what autograd runs */
	bool *mixed;  /* of each thread: it also runs what autograd does not */
};

static bool is_autograd(enum mark_kind kind)
{
	return kind == MARK_NODE || kind == MARK_ENGINE || kind == MARK_ACCUMULATE;
}

/* A node or engine range, in order of time.  The node of an engine range is the
 * first node inside it. */
static void take_engine(const struct analysis *a, struct engines *e, uint32_t i)
{
	const struct range *v = a->p->ranges.v, *r = &v[i];
	uint32_t *last = &e->last[r->thread];

	if (e->first[r->thread] == PROFILE_NONE)
		e->first[r->thread] = i;
	if (analysis_mark(a, i)->kind == MARK_ENGINE)
		*last = i;
	else if (*last != PROFILE_NONE && v[*last].end >= r->end &&
		 e->node[*last] == PROFILE_NONE)
		e->node[*last] = i;
}

/* Whether autograd's own thread runs such a range only inside a node: hooks may
 * update parameters there. */
static bool is_outside(const struct analysis *a, uint32_t range)
{
	const struct mark_facts *f = analysis_mark(a, range)->facts;

	return a->has_node[range] ||
	       (f && (f->step.p || (f->phase.p && str_is(f->phase, "update"))));
}

static void find_engines(const struct analysis *a, struct engines *e)
{
	const struct profile *p = a->p;
	uint32_t i, thread;

	e->node = profile_nones(p->ranges.n);
	e->first = profile_nones(p->threads.n);
	e->last = profile_nones(p->threads.n);
	e->end = arena_xrealloc(NULL, p->threads.n, sizeof *e->end);
	e->mixed = arena_xzeroed(p->threads.n, sizeof *e->mixed);
	for (i = 0; i < p->threads.n; i++)
		e->end[i] = INT64_MIN;
	for (i = 0; i < p->ranges.n; i++) {
		const struct range *r = &p->ranges.v[i];
		enum mark_kind kind = analysis_mark(a, i)->kind;

		if (kind == MARK_NODE || kind == MARK_ENGINE)
			take_engine(a, e, i);
		if (is_autograd(kind)) {
			if (r->end > e->end[r->thread])
				e->end[r->thread] = r->end;
		} else if (is_outside(a, i)) {
			thread = profile_extra(p, r)->home;
			thread = thread ? thread - 1 : r->thread;
			e->mixed[thread] |= r->end > e->end[thread];
		}
	}
}

static void free_engines(struct engines *e)
{
	free(e->node);
	free(e->first);
	free(e->last);
	free(e->end);
	free(e->mixed);
}

/* Whether what began on the thread at this time did so in a backward: the
 * thread is autograd's, and had begun its work. */
static bool in_backward(const struct analysis *a, const struct engines *e,
    uint32_t thread, int64_t time)
{
	uint32_t first = e->first[thread];

	return first != PROFILE_NONE && !e->mixed[thread] &&
	       a->p->ranges.v[first].start < time;
}

/* Whether a backward's thread made the launch.  Of a graph's kernel it is where
 * its node was captured that counts. */
static bool on_autograd(
    const struct analysis *a, const struct engines *e, size_t launch)
{
	const struct launch *l = &a->p->launches.v[launch];
	const struct capture *c;

	if (replay_number(a, launch)) {
		if (l->capture == PROFILE_NONE)
			return false;
		c = &a->p->captures.v[l->capture];
		return in_backward(a, e, c->thread, c->start);
	}
	return l->flags & LAUNCH_HAS_API &&
	       in_backward(a, e, l->thread, l->api_start);
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
		const struct mark *m = analysis_mark(a, v[i]);

		if (m->kind != MARK_CALL || m->pyprof || !m->call.has_seq ||
		    analysis_seq(a, v[i]) != 0)
			return false;
	}
	if (c->n == 0)
		return false;
	first = e->first[a->p->ranges.v[v[0]].thread];
	return first != PROFILE_NONE && first < v[0];
}

/* Whether the n ranges at v, which are inside a node, run a forward again. */
static bool runs_again(const struct analysis *a, const uint32_t *v, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if (analysis_mark(a, v[i])->module_call)
			return true;
	return false;
}

/* What the ranges around a launch say of its direction, from the innermost
 * outwards. */
struct told {
	enum mark_dir inner; /* a framework's innermost range that tells it */
	bool bprop;	     /* or any one of a backward */
	enum mark_dir user;  /* the innermost range of a phase that has one */
	bool has_node;	     /* a node belongs to a call */
};

static enum mark_dir dir_of_phase(struct str phase)
{
	return str_is(phase, "forward")	   ? MARK_FPROP
	       : str_is(phase, "backward") ? MARK_BPROP
					   : MARK_DIR_NONE;
}

/* Add what a range says.  A range without an end says nothing: what came after
 * it may lie outside. */
static void listen(const struct analysis *a, uint32_t range, struct told *told,
    struct fact *fact)
{
	const struct mark *m = analysis_mark(a, range);
	const struct mark_facts *f = m->facts;

	if (a->p->ranges.v[range].end == INT64_MAX)
		return;
	if (m->kind == MARK_CALL) {
		fact->in_call = true;
		told->has_node |= a->has_node[range];
	}
	fact->updates |= m->updates;
	if (!f)
		return;
	told->bprop |= f->dir == MARK_BPROP;
	if (told->inner == MARK_DIR_NONE)
		told->inner = f->dir;
	if (told->user == MARK_DIR_NONE && f->phase.p)
		told->user = dir_of_phase(f->phase);
}

/* Set node and recomp by the innermost range of autograd, which is the range k
 * of the chain. */
static void set_node(const struct analysis *a, const struct engines *e,
    const struct chain *c, uint32_t k, struct fact *f)
{
	const uint32_t *v = chain_ranges(&a->around, c);
	const struct mark *m = analysis_mark(a, v[k]);

	if (m->kind == MARK_NODE) {
		f->node = v[k];
		f->inside_node = true;
		f->recomp = m->checkpoint || runs_again(a, v + k + 1, c->n - k - 1);
	} else if (m->kind == MARK_ENGINE) {
		f->node = e->node[v[k]];
		if (f->node == PROFILE_NONE && m->call.has_seq)
			f->node = v[k];
	}
}

/* A launch that is in no backward: by what the ranges around it tell. */
static enum mark_dir told_dir(const struct told *told, const struct fact *f)
{
	if (told->inner != MARK_DIR_NONE)
		return told->inner;
	if (told->has_node)
		return MARK_FPROP;
	if (told->user != MARK_DIR_NONE)
		return told->user;
	return f->in_call ? MARK_FPROP : MARK_DIR_NONE;
}

/* Whether both directions may lie inside what the launch stands for. */
static bool may_hold_both(const struct launch *l)
{
	return l->kind == LAUNCH_STEP || l->kind == LAUNCH_RANGE ||
	       l->kind == LAUNCH_GRAPH;
}

static void direct(struct analysis *a, const struct engines *e, size_t launch)
{
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	struct fact *f = &a->facts.v[launch];
	struct told told = {0};
	uint32_t i = c->n;

	while (i-- > 0) {
		if (is_autograd(analysis_mark(a, v[i])->kind)) {
			f->bprop = true;
			set_node(a, e, c, i, f);
			break;
		}
		listen(a, v[i], &told, f);
	}
	if (!f->bprop) {
		f->bprop = told.bprop || all_bare(a, e, c) ||
			   (!told.inner && on_autograd(a, e, launch));
		f->recomp = told.bprop && told.inner == MARK_FPROP;
	}
	if (f->bprop)
		f->dir = MARK_BPROP;
	else if (!may_hold_both(&a->p->launches.v[launch]))
		f->dir = (uint8_t)told_dir(&told, f);
	if (a->p->launches.v[launch].kind == LAUNCH_GRAPH)
		f->dir = MARK_DIR_NONE;
}

void seq_directions(struct analysis *a)
{
	struct engines e;
	size_t i;

	find_engines(a, &e);
	for (i = 0; i < a->p->launches.n; i++)
		direct(a, &e, i);
	free_engines(&e);
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
		const struct mark *m = analysis_mark(a, v[i]);

		if (m->call.has_seq && m->kind == MARK_CALL)
			*vec_add(&list->of) = analysis_seq(a, v[i]);
	}
	for (i = 1; i < list->of.n && list->of.v[i - 1] <= list->of.v[i]; i++)
		;
	if (i < list->of.n) /* mostly they are in order */
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
		if (f->node != PROFILE_NONE && analysis_mark(a, f->node)->call.has_seq)
			*vec_add(&seq->of) = analysis_seq(a, f->node);
		return;
	}
	distinct(a, &a->around.of.v[launch], seq);
	for (i = 1; i < seq->of.n; i++)
		*vec_add(&altseq->of) = seq->of.v[i];
	if (seq->of.n > 1)
		seq->of.n = 1;
}
