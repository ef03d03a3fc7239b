/*
 * link.c - from a backward node to the forward call that made it.
 *
 * In:  ranges in order of time, with their marks
 * Out: node_fwd of the nodes, has_node of their calls; the ranges around each
 *      forward call found
 *
 * One pass over time.  A table holds the latest call for each (process, number)
 * and for each (process, number, stem): that is exactly what a node may link to
 * when it begins.  Searching backwards from each node would cost its distance.
 * Taking the last kernel with the number would mix threads and iterations: the
 * number is only a peek at the thread's counter, so several calls share one.
 */
#include "parse/steps/link.h"

#include <stdlib.h>
#include <string.h>

#include "common/map.h"
#include "common/order.h"
#include "parse/steps/label.h"
#include "parse/steps/nest.h"

/* A slot's value is a range's number, with this bit where two threads tie. */
#define TIED (UINT32_C(1) << 31)

enum { STEM_LENGTH = 128, STEMS_MOST = 16, KNOWN = 1024 };

/* The latest call of a pair of process and number with one stem. */
struct by_stem {
	uint32_t stem, range;
	uint32_t next; /* of the pair, or MAP_NONE */
};

struct pair {
	uint32_t any;	/* the latest call with whatever stem */
	uint32_t first; /* of its stems */
};

/* The start of a flow, and the last call that begins there. */
struct source {
	int64_t time;
	uint32_t thread, range; /* range: or PROFILE_NONE */
};

/* What is known of the counter that a thread takes its numbers from. */
struct numbering {
	int64_t last; /* that a call had, or -1 */
	int64_t made; /* nodes of functions without a number since */
};

struct linker {
	struct analysis *a;
	struct intern processes, stems;
	uint32_t *process; /* of each thread: its number */
	struct {
		const struct mark *mark;
		uint32_t stem;
		bool function;
	} known[KNOWN];	      /* the last mark of those that share a place */
	VEC(struct map) seqs; /* of each process: seq -> number of the pair */
	VEC(struct pair) pairs;
	VEC(struct by_stem) by_stem;
	struct map more;   /* (pair, stem) -> range, behind the STEMS_MOST */
	int64_t *node_end; /* of each thread: the last end of its nodes */
	struct numbering *numbering; /* of each thread */
	VEC(uint32_t) waiting;	     /* calls that began at the current time */
	VEC(struct source) sources;  /* of flows, by thread and time */
	int64_t now;
};

/* The number of (process, seq), made when new. */
static uint32_t pair_of(struct linker *k, const struct range *r, int64_t seq)
{
	uint32_t *pair = map_at(&k->seqs.v[k->process[r->thread]], (uint64_t)seq);

	if (*pair == MAP_NONE) {
		*pair = (uint32_t)k->pairs.n;
		*vec_add(&k->pairs) = (struct pair){MAP_NONE, MAP_NONE};
	}
	return *pair;
}

/* The number of the stem of a name, with the tail behind it. */
static uint32_t stem_with(
    struct linker *k, const struct mark *m, bool node, const char *tail)
{
	char stem[STEM_LENGTH + sizeof MARK_FORWARD];
	struct str s = {stem, 0};

	s.n = mark_stem(m->call.op, node, stem, STEM_LENGTH);
	memcpy(stem + s.n, tail, strlen(tail));
	s.n += strlen(tail);
	return intern_add(&k->stems, s);
}

/* Where what is known of the name of a call or node stands. */
static size_t known_of(struct linker *k, const struct mark *m)
{
	uint64_t hash = (uintptr_t)m * UINT64_C(0xD6E8FEB86659FD93);
	size_t at = (hash >> 32) % KNOWN;

	if (k->known[at].mark != m) {
		k->known[at].mark = m;
		k->known[at].stem = stem_with(k, m, m->kind != MARK_CALL, "");
		k->known[at].function = mark_is_function(m->call.op);
	}
	return at;
}

/* The number of the stem of a call, or of a node. */
static uint32_t stem_of(struct linker *k, const struct mark *m)
{
	return k->known[known_of(k, m)].stem;
}

/* The slot of the pair's latest call with this stem; it holds MAP_NONE at
 * first.  Most pairs have a handful of stems; the map takes those beyond
 * STEMS_MOST. */
static uint32_t *slot_of(struct linker *k, uint32_t pair, uint32_t stem)
{
	uint32_t i, n = 0;

	for (i = k->pairs.v[pair].first; i != MAP_NONE;
	     i = k->by_stem.v[i].next, n++)
		if (k->by_stem.v[i].stem == stem)
			return &k->by_stem.v[i].range;
	if (n == STEMS_MOST)
		return map_at(&k->more, (uint64_t)pair << 32 | stem);
	i = (uint32_t)k->by_stem.n;
	*vec_add(&k->by_stem) =
	    (struct by_stem){stem, MAP_NONE, k->pairs.v[pair].first};
	k->pairs.v[pair].first = i;
	return &k->by_stem.v[i].range;
}

/* Make the call the latest of its slot. */
static void put(struct linker *k, uint32_t *slot, uint32_t range)
{
	const struct range *v = k->a->p->ranges.v;
	uint32_t old = *slot & ~TIED;
	bool tie = *slot != MAP_NONE && v[old].start == v[range].start &&
		   v[old].thread != v[range].thread;

	*slot = range | (tie ? TIED : 0);
}

/* Enter the waiting calls.  A node links to calls that began before it, not to
 * those that begin at the same time. */
static void flush(struct linker *k)
{
	size_t i;

	for (i = 0; i < k->waiting.n; i++) {
		uint32_t range = k->waiting.v[i];
		const struct mark *m = analysis_mark(k->a, range);
		uint32_t pair = pair_of(
		    k, &k->a->p->ranges.v[range], analysis_seq(k->a, range));

		put(k, &k->pairs.v[pair].any, range);
		put(k, slot_of(k, pair, stem_of(k, m)), range);
	}
	k->waiting.n = 0;
}

/*
 * Enter a call without a number that applies a function in C++.  Its node takes
 * the number that the thread's counter is at: the one that the call before it
 * had, or the next where that call made a node itself.  Of two such calls in a
 * row it is not known which has the second number.
 */
static void put_function(struct linker *k, uint32_t range)
{
	const struct range *r = &k->a->p->ranges.v[range];
	struct numbering *c = &k->numbering[r->thread];
	uint32_t stem = stem_of(k, analysis_mark(k->a, range)), *slot;
	int64_t i;

	if (c->last < 0 || c->last >= INT64_MAX - c->made - 1)
		return;
	for (i = 0; i < 2; i++) {
		slot = slot_of(k, pair_of(k, r, c->last + c->made + i), stem);
		*slot = range | (i == 0 && c->made > 0 ? TIED : 0);
	}
	c->made++;
}

static int sources_by_place(const void *pa, const void *pb)
{
	const struct source *a = pa, *b = pb;
	int c = order_int(a->thread, b->thread);

	return c ? c : order_int(a->time, b->time);
}

static int flows_by_end(const void *pa, const void *pb)
{
	const struct flow *a = pa, *b = pb;
	int c = order_int(a->to_thread, b->to_thread);

	c = c ? c : order_int(a->to, b->to);
	c = c ? c : order_int(a->from_thread, b->from_thread);
	return c ? c : order_int(a->from, b->from);
}

static void order_flows(struct linker *k)
{
	struct profile *p = k->a->p;
	size_t i;

	if (p->flows.n == 0)
		return;
	for (i = 0; i < p->flows.n; i++)
		*vec_add(&k->sources) = (struct source){p->flows.v[i].from,
		    p->flows.v[i].from_thread, PROFILE_NONE};
	qsort(k->sources.v, k->sources.n, sizeof *k->sources.v, sources_by_place);
	qsort(p->flows.v, p->flows.n, sizeof *p->flows.v, flows_by_end);
}

/* The flow that begins there, the first of several; or NULL. */
static struct source *find_source(
    const struct linker *k, uint32_t thread, int64_t time)
{
	struct source *v = k->sources.v;
	const struct source key = {.thread = thread, .time = time};
	size_t at = order_find(&key, v, k->sources.n, sizeof key, sources_by_place);

	if (at == k->sources.n || v[at].thread != thread || v[at].time != time)
		return NULL;
	return &v[at];
}

/* The flow that ends at the node, the first of several; or NULL. */
static const struct flow *find_flow(const struct linker *k, const struct range *r)
{
	const struct flow *v = k->a->p->flows.v;
	const struct flow key = {
	    .to = r->start, .to_thread = r->thread, .from = INT64_MIN};
	size_t n = k->a->p->flows.n;
	size_t at = order_find(&key, v, n, sizeof key, flows_by_end);

	if (at == n || v[at].to_thread != r->thread || v[at].to != r->start)
		return NULL;
	return &v[at];
}

/*
 * Whether a node may belong to a call by its number alone, which has another name.
 * torch names the nodes of its own operators after them, so it is not the forward
 * of this one: that call is not in the profile, or it has another number.
 */
static bool may_differ(const struct linker *k, uint32_t range)
{
	return !str_starts(analysis_mark(k->a, range)->call.op, "aten::");
}

/* The call at the start of the node's flow, where the call that was found ran
 * on another thread; else what was found.  named: some call of this number has
 * the node's name. */
static uint32_t follow_flow(
    struct linker *k, uint32_t node, uint32_t found, bool named)
{
	const struct range *v = k->a->p->ranges.v;
	const struct flow *f = find_flow(k, &v[node]);
	const struct source *s;

	if (!f)
		return found;
	if (found != MAP_NONE && !(found & TIED) && v[found].thread == f->from_thread)
		return found;
	s = find_source(k, f->from_thread, f->from);
	if (s && s->range != PROFILE_NONE && (named || may_differ(k, s->range)) &&
	    analysis_seq(k->a, s->range) == analysis_seq(k->a, node))
		return s->range;
	return found;
}

/* The latest call of the pair that has the node's name, or MAP_NONE. */
static uint32_t find_named(struct linker *k, uint32_t pair, const struct mark *m)
{
	uint32_t found = *slot_of(k, pair, stem_of(k, m));

	return found != MAP_NONE
		   ? found
		   : *slot_of(k, pair, stem_with(k, m, true, MARK_FORWARD));
}

/* The forward call of a node, or PROFILE_NONE. */
static uint32_t find(struct linker *k, uint32_t node)
{
	const struct mark *m = analysis_mark(k->a, node);
	const struct range *r = &k->a->p->ranges.v[node];
	uint32_t pair = pair_of(k, r, analysis_seq(k->a, node));
	uint32_t found = find_named(k, pair, m), any = k->pairs.v[pair].any;
	bool named = found != MAP_NONE;

	if (!named && any != MAP_NONE && may_differ(k, any & ~TIED))
		found = any;
	found = follow_flow(k, node, found, named);
	if (found == MAP_NONE)
		return PROFILE_NONE;
	if (found & TIED) {
		warnings_add(k->a->p->warnings,
		    "%s not linked: two calls have its number", "node", m->call.op);
		return PROFILE_NONE;
	}
	return found;
}

static void link_to(struct analysis *a, uint32_t node, uint32_t call)
{
	a->node_fwd[node] = call;
	if (call != PROFILE_NONE)
		a->has_node[call] = true;
}

/* One range, in order of time. */
static void step(struct linker *k, uint32_t i)
{
	const struct mark *m = analysis_mark(k->a, i);
	const struct range *r = &k->a->p->ranges.v[i];
	int64_t *node_end = &k->node_end[r->thread];
	struct source *s;

	if (r->start != k->now) {
		flush(k);
		k->now = r->start;
	}
	if (m->kind == MARK_NODE && r->end > *node_end)
		*node_end = r->end;
	if (!m->call.has_seq) {
		if (m->kind == MARK_CALL && k->known[known_of(k, m)].function)
			put_function(k, i);
		return;
	}
	if (m->kind == MARK_CALL)
		k->numbering[r->thread] =
		    (struct numbering){analysis_seq(k->a, i), 0};
	s = k->sources.n && m->kind == MARK_CALL
		? find_source(k, r->thread, r->start)
		: NULL;
	if (s)
		s->range = i;
	if (m->kind == MARK_NODE || m->kind == MARK_ENGINE)
		link_to(k->a, i, find(k, i));
	else if (m->kind == MARK_CALL &&
		 (analysis_seq(k->a, i) != 0 || r->end > *node_end))
		*vec_add(&k->waiting) = i;
}

/* Whether a call of PyProf's lies inside the launch's node.  One without a
 * module is the operator that the node itself ran: it names no forward. */
static bool names_itself(const struct analysis *a, size_t launch)
{
	const struct chain *c = &a->around.of.v[launch];
	const uint32_t *v = chain_ranges(&a->around, c);
	uint32_t i;

	for (i = c->n; i-- > 0 && v[i] != a->facts.v[launch].node;)
		if (analysis_mark(a, v[i])->kind == MARK_CALL &&
		    analysis_mark(a, v[i])->pyprof &&
		    analysis_mark(a, v[i])->call.mod.n > 0)
			return true;
	return false;
}

/* Set fwd of each launch to the forward of its node, and number the forwards
 * in order of time. */
static void give(struct analysis *a)
{
	uint32_t *number = profile_nones(a->p->ranges.n), from, range;
	size_t i;

	for (i = 0; i < a->facts.n; i++) {
		struct fact *f = &a->facts.v[i];

		from = f->node;
		if (from == PROFILE_NONE && f->bprop)
			from = label_backward(a, i);
		if (from == PROFILE_NONE)
			continue;
		range = a->node_fwd[from];
		if (range == PROFILE_NONE || (f->inside_node && names_itself(a, i)))
			continue;
		f->fwd = range;
		number[range] = 0;
	}
	for (i = 0; i < a->p->ranges.n; i++) {
		if (number[i] == PROFILE_NONE)
			continue;
		number[i] = (uint32_t)a->forwards.n;
		*vec_add(&a->forwards) = (uint32_t)i;
	}
	for (i = 0; i < a->facts.n; i++)
		if (a->facts.v[i].fwd != PROFILE_NONE)
			a->facts.v[i].fwd = number[a->facts.v[i].fwd];
	free(number);
}

/* Where the chains come from the reader: the ranges around a forward are those
 * of any chain that holds it, up to itself. */
static void given_chains(struct analysis *a)
{
	struct map position = {0};
	size_t i;
	uint32_t k, at;

	for (i = 0; i < a->forwards.n; i++) {
		*map_at(&position, a->forwards.v[i]) = (uint32_t)i;
		*vec_add(&a->fwd_around.of) = (struct chain){0};
	}
	for (i = 0; i < a->around.of.n; i++) {
		const struct chain *c = &a->around.of.v[i];

		for (k = 0; k < c->n; k++) {
			at = map_get(&position, a->around.ranges.v[c->at + k]);
			if (at != MAP_NONE)
				a->fwd_around.of.v[at] = chain_of(c->at, k + 1,
				    c->cut && k >= CHAIN_MOST / 2);
		}
	}
	map_free(&position);
	for (i = 0; i < a->around.ranges.n; i++)
		*vec_add(&a->fwd_around.ranges) = a->around.ranges.v[i];
}

void link_nodes(struct analysis *a)
{
	struct profile *p = a->p;
	struct linker k = {.a = a, .now = INT64_MIN};
	size_t i;

	a->node_fwd = arena_xrealloc(NULL, p->ranges.n, sizeof *a->node_fwd);
	a->has_node = arena_xzeroed(p->ranges.n, sizeof *a->has_node);
	k.node_end = arena_xrealloc(NULL, p->threads.n, sizeof *k.node_end);
	k.numbering = arena_xrealloc(NULL, p->threads.n, sizeof *k.numbering);
	k.process = arena_xrealloc(NULL, p->threads.n, sizeof *k.process);
	for (i = 0; i < p->threads.n; i++) {
		int64_t id = p->threads.v[i].process;
		struct str bytes = {(const char *)&id, sizeof id};

		k.process[i] = intern_add(&k.processes, bytes);
		if (k.process[i] == k.seqs.n)
			*vec_add(&k.seqs) = (struct map){0};
		k.node_end[i] = INT64_MIN;
		k.numbering[i].last = -1;
	}
	order_flows(&k);
	for (i = 0; i < p->ranges.n; i++) {
		a->node_fwd[i] = PROFILE_NONE;
		step(&k, (uint32_t)i);
	}
	free(k.node_end);
	free(k.numbering);
	free(k.process);
	intern_free(&k.processes);
	intern_free(&k.stems);
	for (i = 0; i < k.seqs.n; i++)
		map_free(&k.seqs.v[i]);
	vec_free(&k.seqs);
	vec_free(&k.pairs);
	vec_free(&k.by_stem);
	map_free(&k.more);
	vec_free(&k.waiting);
	vec_free(&k.sources);
}

void link_forwards(struct analysis *a)
{
	const struct profile *p = a->p;

	label_forwards(a);
	give(a);
	if (p->chain_at.n)
		given_chains(a);
	else
		nest_ranges(p, a->forwards.v, a->forwards.n, &a->fwd_around);
}
