/*
 * replayed.c - give the kernels of a graph's replays the calls of its capture.
 *
 * In:  a profile with graphs' kernels, what captures recorded
 * Out: ranges and captures of the profile, the capture of each kernel
 *
 * Replays that are alike, in names and sizes, are looked up once.  The ranges
 * get times that are made up: all that they are to say is which kernels they
 * enclose.
 */
#include "parse/steps/replayed.h"

#include <stdlib.h>
#include <string.h>

#include "common/nelems.h"
#include "common/order.h"
#include "parse/steps/captured.h"
#include "parse/steps/nest.h"

enum { GRAPHS_MOST = 256 }; /* of the same names that are compared */

/* A kernel of a graph. */
struct node {
	int64_t time, corr, place;
	uint32_t thread, launch;
};

/* Why a replay was not joined. */
enum reason {
	JOINED,
	NO_CALL,
	NO_NAMES,
	NO_SIZES,
	SEVERAL,
	TOO_MANY,
	NO_ORDER
};

/* What was found for replays that are alike. */
struct match {
	enum reason why;
	uint32_t first; /* of the profile's captures: that of the first kernel */
	uint32_t graph;
	enum captured_alike alike;
};

/* A kernel of a replay in which not all are in order. */
struct place {
	int64_t order; /* what they are in order of */
	int64_t device, stream;
	const struct captured_kernel *sized; /* with its grid and block; or NULL */
	uint32_t name, number;
	bool by_start;
};

struct joining {
	struct profile *p;
	struct captured *c;
	struct replayed_report *report;
	VEC(struct node) nodes;
	uint32_t *names;	   /* of each text: number in c, or NONE */
	struct intern alike;	   /* names and sizes of replays */
	VEC(struct match) matches; /* of these */
	uint32_t *made[NCAPTURED]; /* of each graph: its first capture in
				    * p, or NONE */
	VEC(uint32_t) key;	   /* names of a replay */
	struct strbuf bytes;
	int64_t clock; /* the last time that was made up */
	int64_t tick;
	int64_t threads; /* that were made */
};

/* ---- replays ---- */

static bool is_node(const struct launch *l)
{
	return l->kind == LAUNCH_KERNEL && l->flags & LAUNCH_HAS_GRAPH;
}

static int by_replay(const void *pa, const void *pb)
{
	const struct node *a = pa, *b = pb;
	int c = order_int(a->time, b->time);

	c = c ? c : order_int(a->thread, b->thread);
	c = c ? c : order_int(a->corr, b->corr);
	c = c ? c : order_int(a->place, b->place);
	return c ? c : order_int(a->launch, b->launch);
}

static bool same_replay(const struct node *a, const struct node *b)
{
	return a->thread != PROFILE_NONE && a->thread == b->thread &&
	       a->time == b->time && a->corr == b->corr;
}

/* The kernels of graphs by their launches.  One whose launch call is unknown is
 * alone. */
static void find_nodes(struct joining *j)
{
	size_t i;

	for (i = 0; i < j->p->launches.n; i++) {
		const struct launch *l = &j->p->launches.v[i];
		bool called = (l->flags & LAUNCH_HAS_API) != 0;

		if (is_node(l))
			*vec_add(&j->nodes) =
			    (struct node){called ? l->api_start : l->start,
				l->corr, profile_graph(j->p, l),
				called ? l->thread : PROFILE_NONE, (uint32_t)i};
	}
	if (j->nodes.n)
		qsort(j->nodes.v, j->nodes.n, sizeof *j->nodes.v, by_replay);
}

static struct launch *launch_of(const struct joining *j, const struct node *node)
{
	return &j->p->launches.v[node->launch];
}

static uint32_t name_of(struct joining *j, const struct launch *l)
{
	if (l->name == PROFILE_NONE)
		return PROFILE_NONE;
	if (j->names[l->name] == PROFILE_NONE)
		j->names[l->name] =
		    intern_add(&j->c->texts, intern_get(&j->p->texts, l->name));
	return j->names[l->name];
}

/* ---- which capture ---- */

static bool fits(const struct joining *j, const struct launch *l,
    const struct captured_kernel *k)
{
	const struct config *c = profile_config(j->p, l);

	return !(l->flags & LAUNCH_HAS_GRID) || !k->has_sizes ||
	       (memcmp(c->grid, k->grid, sizeof k->grid) == 0 &&
		   memcmp(c->block, k->block, sizeof k->block) == 0);
}

/* Whether grids and blocks of the replay are those of the graph. */
static bool sizes_fit(const struct joining *j, const struct node *nodes,
    const struct captured_graph *g)
{
	size_t i;

	for (i = 0; i < g->nkernels; i++)
		if (!fits(j, launch_of(j, &nodes[i]),
			&j->c->kernels.v[g->kernels + i]))
			return false;
	return true;
}

/* Find the graph of a replay, and in what its captures must be alike. */
static enum reason find_graph(const struct joining *j, const struct node *nodes,
    uint32_t names, uint32_t *graph, enum captured_alike *alike)
{
	const struct captured_graph *v = j->c->graphs.v;
	uint32_t i, n = 0, most = 0;

	*graph = PROFILE_NONE;
	*alike = CAPTURED_SIZES;
	i = names < j->c->first.n ? j->c->first.v[names] : PROFILE_NONE;
	if (i == PROFILE_NONE)
		return NO_NAMES;
	for (; i != PROFILE_NONE; i = v[i].next) {
		if (most++ == GRAPHS_MOST)
			return TOO_MANY;
		if (!sizes_fit(j, nodes, &v[i]))
			continue;
		if (n++ && v[i].calls != v[*graph].calls)
			return SEVERAL;
		*graph = i;
	}
	if (n > 1) {
		*alike = CAPTURED_CALLS;
		*graph = j->c->of_calls.v[v[*graph].calls];
	}
	return n ? JOINED : NO_SIZES;
}

/* ---- a capture's ranges ---- */

/* The last kernel that each range of the graph is around. */
static size_t *last_kernels(const struct captured *c, const struct captured_graph *g)
{
	size_t *last = arena_xzeroed(g->nranges + 1, sizeof *last), i, k;

	for (i = 0; i < g->nkernels; i++) {
		const struct captured_kernel *own = &c->kernels.v[g->kernels + i];

		for (k = 0; k < own->n; k++)
			last[c->around.v[own->at + k]] = i;
	}
	return last;
}

static uint32_t text_in(struct joining *j, uint32_t text)
{
	return text == PROFILE_NONE
		   ? text
		   : intern_add(&j->p->texts, intern_get(&j->c->texts, text));
}

/* Add a range that begins now. */
static void add_range(struct joining *j, const struct captured_range *r,
    enum captured_alike alike, uint32_t thread)
{
	struct extra extra = {.domain = text_in(j, r->domain),
	    .payload = text_in(j, r->payload[alike]),
	    .is_op = r->op,
	    .apart = true,
	    .captured = true};

	j->clock += j->tick;
	*vec_add(&j->p->ranges) = (struct range){.start = j->clock,
	    .end = j->clock,
	    .thread = thread,
	    .text = text_in(j, r->text),
	    .extra = profile_add_extra(j->p, &extra)};
}

/* Add kernel i with those of its ranges that were not there yet; those that it
 * is the last of end behind it. */
static void add_kernel(struct joining *j, const struct captured_graph *g,
    size_t i, enum captured_alike alike, uint32_t *made, const size_t *last)
{
	const struct captured *c = j->c;
	const struct captured_kernel *k = &c->kernels.v[g->kernels + i];
	uint32_t n, thread = j->p->last_thread;

	for (n = 0; n < k->n; n++) {
		uint32_t range = c->around.v[k->at + n];
		const struct captured_range *r = &c->ranges.v[g->ranges + range];

		if (made[range] != PROFILE_NONE || r->dropped[alike])
			continue;
		made[range] = (uint32_t)j->p->ranges.n;
		add_range(j, r, alike, thread);
	}
	j->clock += j->tick;
	*vec_add(&j->p->captures) = (struct capture){j->clock, j->clock, thread};
	for (n = 0; n < k->n; n++) {
		uint32_t range = c->around.v[k->at + n];

		if (last[range] == i && made[range] != PROFILE_NONE)
			j->p->ranges.v[made[range]].end = j->clock + 1;
	}
}

/* Bring a graph into the profile, and return its first kernel's capture. */
static uint32_t bring(struct joining *j, uint32_t graph, enum captured_alike alike)
{
	const struct captured_graph *g = &j->c->graphs.v[graph];
	uint32_t *made, first = (uint32_t)j->p->captures.n;
	size_t *last, i;

	if (j->made[alike][graph] != PROFILE_NONE)
		return j->made[alike][graph];
	made = profile_nones(g->nranges);
	last = last_kernels(j->c, g);
	/* no process of the profile has such a number */
	profile_thread_in(j->p, INT64_MIN + ++j->threads, -1, 0);
	for (i = 0; i < g->nkernels; i++)
		add_kernel(j, g, i, alike, made, last);
	free(made);
	free(last);
	j->made[alike][graph] = first;
	return first;
}

/* Where made up times begin: behind all ranges, whose order then stays, if
 * there is room for them. */
static void start_clock(struct joining *j)
{
	const struct profile *p = j->p;

	nest_sort(j->p);
	j->tick = 4 * (p->slack + 1); /* what is so far apart does not touch */
	j->clock = p->ranges.n ? p->ranges.v[p->ranges.n - 1].start : 0;
	if (j->clock > INT64_MAX / 2)
		j->clock = 0;
}

/* ---- joining ---- */

/* What stands in front of "2 kernels with these names", and behind it. */
static const struct {
	const char *before, *after;
} reasons[] = {
    [NO_CALL] = {"no launch call of", ""},
    [NO_NAMES] = {"no capture of", ""},
    [NO_SIZES] = {"no capture of", " and grids"},
    [SEVERAL] = {"captures of", " differ in operators"},
    [TOO_MANY] = {"too many captures of", ""},
    [NO_ORDER] = {"not known which is which of", ""},
};

/* The first replay that was not joined. */
static void say_first(
    struct joining *j, const struct node *nodes, size_t n, enum reason why)
{
	const struct launch *l = launch_of(j, &nodes[0]);
	struct strbuf b = {0};

	if (l->flags & LAUNCH_HAS_CORR)
		strbuf_printf(&b, "correlation id %lld, ", (long long)l->corr);
	strbuf_printf(&b, "%s %zu kernel%s with %s%s", reasons[why].before, n,
	    n == 1 ? "" : "s", n == 1 ? "this name" : "these names",
	    reasons[why].after);
	j->report->first = (struct str){arena_text(&j->p->arena, b.p, b.n), b.n};
	strbuf_free(&b);
}

/* The number of replays that are like this one. */
static uint32_t number_alike(
    struct joining *j, const struct node *nodes, size_t n, uint32_t names)
{
	struct strbuf *b = &j->bytes;
	size_t i;

	b->n = 0;
	strbuf_add(b, (const char *)&names, sizeof names);
	for (i = 0; i < n; i++) {
		const struct launch *l = launch_of(j, &nodes[i]);
		const struct config *config = profile_config(j->p, l);
		bool sizes = (l->flags & LAUNCH_HAS_GRID) != 0;

		strbuf_char(b, sizes);
		if (!sizes)
			continue;
		strbuf_add(b, (const char *)config->grid, sizeof config->grid);
		strbuf_add(b, (const char *)config->block, sizeof config->block);
	}
	return intern_add(&j->alike, strbuf_get(b));
}

/* What belongs to the replay. */
static struct match match_of(struct joining *j, const struct node *nodes, size_t n)
{
	uint32_t names, number;
	struct match m = {0};
	size_t i;

	if (nodes[0].thread == PROFILE_NONE)
		return (struct match){.why = NO_CALL};
	j->key.n = 0;
	for (i = 0; i < n; i++)
		*vec_add(&j->key) = name_of(j, launch_of(j, &nodes[i]));
	names = captured_key(j->c, j->key.v, j->key.n);
	number = number_alike(j, nodes, n, names);
	if (number < j->matches.n)
		return j->matches.v[number];
	m.why = find_graph(j, nodes, names, &m.graph, &m.alike);
	if (m.why == JOINED)
		m.first = bring(j, m.graph, m.alike);
	*vec_add(&j->matches) = m;
	return m;
}

/* ---- kernels whose order is not told ---- */

static struct place place_of(
    const struct joining *j, const struct node *nodes, size_t i)
{
	const struct launch *l = launch_of(j, &nodes[i]);
	const struct config *c = profile_config(j->p, l);
	bool by_start = (l->flags & LAUNCH_BY_START) != 0;

	return (struct place){.order = by_start ? l->start : nodes[i].place,
	    .device = c->device,
	    .stream = l->flags & LAUNCH_HAS_STREAM ? c->stream : -1,
	    .name = l->name,
	    .number = (uint32_t)i,
	    .by_start = by_start};
}

static int by_name(const void *pa, const void *pb)
{
	const struct place *a = pa, *b = pb;
	int c = order_int(a->name, b->name);

	c = c ? c : order_int(a->order, b->order);
	return c ? c : order_int(a->number, b->number);
}

static int compare_sizes(const struct place *a, const struct place *b)
{
	int c = 0;
	size_t i;

	for (i = 0; i < NELEMS(a->sized->grid) && c == 0; i++) {
		c = order_int(a->sized->grid[i], b->sized->grid[i]);
		c = c ? c : order_int(a->sized->block[i], b->sized->block[i]);
	}
	return c;
}

/* Of one name. */
static int by_sizes(const void *pa, const void *pb)
{
	int c = compare_sizes(pa, pb);

	return c ? c : by_name(pa, pb);
}

/* Whether what they are in order of tells it: kernels of two streams may start
 * the other way round the next time. */
static bool may_compare(const struct place *a, const struct place *b)
{
	return (!a->by_start && !b->by_start) ||
	       (a->by_start && b->by_start && a->stream >= 0 &&
		   a->stream == b->stream && a->device == b->device);
}

/* Whether each kernel of a replay surely comes before the next. */
static bool in_order(const struct joining *j, const struct node *nodes, size_t n)
{
	struct place before, place = place_of(j, nodes, 0);
	size_t i;

	for (i = 1; i < n; i++) {
		before = place;
		place = place_of(j, nodes, i);
		if (before.order >= place.order || !may_compare(&before, &place))
			return false;
	}
	return true;
}

static bool same_ranges(
    const struct joining *j, const struct match *m, uint32_t a, uint32_t b)
{
	const struct captured *c = j->c;
	const struct captured_graph *g = &c->graphs.v[m->graph];
	const struct captured_kernel *x = &c->kernels.v[g->kernels + a];
	const struct captured_kernel *y = &c->kernels.v[g->kernels + b];
	uint32_t i;

	for (i = 0; i < x->n && i < y->n; i++) {
		const struct captured_range
		    *r = &c->ranges.v[g->ranges + c->around.v[x->at + i]],
		    *o = &c->ranges.v[g->ranges + c->around.v[y->at + i]];

		if (r->text != o->text || r->domain != o->domain ||
		    r->payload[m->alike] != o->payload[m->alike] ||
		    r->dropped[m->alike] != o->dropped[m->alike] || r->op != o->op)
			return false;
	}
	return x->n == y->n;
}

/* How many of the n kernels from v on have one name. */
static size_t named_alike(const struct place *v, size_t n)
{
	size_t i = 1;

	while (i < n && v[i].name == v[0].name)
		i++;
	return i;
}

/* The same of grid and block, where all have them. */
static size_t sized_alike(const struct place *v, size_t n)
{
	size_t i = 1;

	while (i < n && (!v[0].sized || compare_sizes(&v[0], &v[i]) == 0))
		i++;
	return i;
}

/* Sort kernels of one name by their sizes, unless some have none: these may be
 * any of them. */
static void sort_sizes(struct place *v, size_t n)
{
	bool all = true;
	size_t i;

	for (i = 0; i < n; i++)
		all &= v[i].sized != NULL;
	for (i = 0; i < n && !all; i++)
		v[i].sized = NULL;
	if (all)
		qsort(v, n, sizeof *v, by_sizes);
}

static bool all_compare(const struct place *v, size_t n)
{
	size_t i;

	for (i = 1; i < n; i++)
		if (!may_compare(&v[0], &v[i]))
			return false;
	return true;
}

/* How many of the n kernels from v on stand at one place of the order. */
static size_t ordered_alike(const struct place *v, size_t n)
{
	size_t i = 1;

	while (i < n && v[i].order == v[0].order)
		i++;
	return i;
}

/* Take the calls from n kernels that nothing tells apart, unless they are the
 * same.  Return how many. */
static size_t drop_several(struct joining *j, const struct node *nodes,
    const struct match *m, const struct place *v, size_t n)
{
	bool same = true;
	size_t i;

	for (i = 1; i < n; i++)
		same &= same_ranges(j, m, v[0].number, v[i].number);
	if (same)
		return 0;
	for (i = 0; i < n; i++)
		launch_of(j, &nodes[v[i].number])->capture = PROFILE_NONE;
	if (!j->report->first.p)
		say_first(j, nodes, n, NO_ORDER);
	return n;
}

/* The same of kernels of one name and size whose order is not told. */
static size_t drop_alike(struct joining *j, const struct node *nodes,
    const struct match *m, const struct place *v, size_t n)
{
	bool compare = all_compare(v, n);
	size_t i, some, dropped = 0;

	for (i = 0; i < n; i += some) {
		some = compare ? ordered_alike(v + i, n - i) : n;
		dropped += drop_several(j, nodes, m, v + i, some);
	}
	return dropped;
}

/* The kernel of the capture that tells the sizes of a replay's, or NULL.  Of
 * several captures, of which some have other sizes or none, nobody knows which
 * was replayed. */
static const struct captured_kernel *sizes_of(const struct joining *j,
    const struct node *node, const struct match *m, size_t i)
{
	const struct captured_graph *g = &j->c->graphs.v[m->graph];
	const struct captured_kernel *k = &j->c->kernels.v[g->kernels + i];

	return m->alike == CAPTURED_SIZES && k->has_sizes &&
		       launch_of(j, node)->flags & LAUNCH_HAS_GRID
		   ? k
		   : NULL;
}

/* Take the calls from kernels that neither order nor sizes tell apart, unless
 * they are the same.  Return how many. */
static size_t drop_unordered(struct joining *j, const struct node *nodes,
    size_t n, const struct match *m)
{
	struct place *v = arena_xrealloc(NULL, n, sizeof *v);
	size_t i, end, some, dropped = 0;

	for (i = 0; i < n; i++) {
		v[i] = place_of(j, nodes, i);
		v[i].sized = sizes_of(j, &nodes[i], m, i);
	}
	qsort(v, n, sizeof *v, by_name);
	for (i = 0; i < n; i = end) {
		end = i + named_alike(v + i, n - i);
		sort_sizes(v + i, end - i);
		for (; i < end; i += some) {
			some = sized_alike(v + i, end - i);
			dropped += drop_alike(j, nodes, m, v + i, some);
		}
	}
	free(v);
	return dropped;
}

static void join_replay(struct joining *j, const struct node *nodes, size_t n)
{
	struct match m = match_of(j, nodes, n);
	size_t i;

	if (m.why != JOINED) {
		if (!j->report->first.p)
			say_first(j, nodes, n, m.why);
		return;
	}
	for (i = 0; i < n; i++)
		launch_of(j, &nodes[i])->capture = m.first + (uint32_t)i;
	j->report->joined += n;
	if (!in_order(j, nodes, n))
		j->report->joined -= drop_unordered(j, nodes, n, &m);
}

void replayed_join(
    struct profile *p, struct captured *c, struct replayed_report *report)
{
	struct joining j = {.p = p, .c = c, .report = report};
	size_t i, n, k;

	*report = (struct replayed_report){0};
	p->replayed = true;
	find_nodes(&j);
	report->kernels = j.nodes.n;
	if (j.nodes.n)
		start_clock(&j);
	j.names = profile_nones(p->texts.list.n);
	for (i = 0; i < NCAPTURED; i++)
		j.made[i] = profile_nones(c->graphs.n);
	for (i = 0; i < j.nodes.n; i += n) {
		for (n = 1; i + n < j.nodes.n &&
			    same_replay(&j.nodes.v[i], &j.nodes.v[i + n]);
		     n++)
			;
		join_replay(&j, &j.nodes.v[i], n);
	}
	for (k = 0; k < NCAPTURED; k++)
		free(j.made[k]);
	free(j.names);
	intern_free(&j.alike);
	vec_free(&j.matches);
	vec_free(&j.nodes);
	vec_free(&j.key);
	strbuf_free(&j.bytes);
}
