/*
 * kineto.c - put the rows of a PyTorch profiler trace together.
 *
 * In:  launches, calls, counters and ends of flows, each in the file's order
 * Out: launches with the call that made them
 *
 * Rows are joined by correlation id alone.  "External id" is not a link: from
 * torch 1.13 to 2.2 it is the row's own correlation id, which may be another
 * operator's external id.  Where it is another number, external.c may use it.
 */
#include "parse/read/kineto.h"

#include <stdlib.h>
#include <string.h>

#include "common/map.h"
#include "common/order.h"
#include "parse/read/overlap.h"

/* ---- launches and their calls ---- */

#define NO_CALL PROFILE_NONE

static int by_key(const void *pa, const void *pb)
{
	const struct kineto_key *a = pa, *b = pb;
	int c = order_int(a->external, b->external);

	c = c ? c : order_int(a->id, b->id);
	c = c ? c : order_int(a->start, b->start);
	return c ? c : order_int(a->call, b->call);
}

static void order_calls(struct kineto *k)
{
	size_t i;

	for (i = 0; i < k->calls.n; i++) {
		const struct kineto_call *c = &k->calls.v[i];
		int64_t id = kineto_id(c);

		if (id != 0)
			*vec_add(&k->keys) = (struct kineto_key){
			    id, c->start, (uint32_t)i, !c->has_corr};
	}
	if (k->keys.n)
		qsort(k->keys.v, k->keys.n, sizeof *k->keys.v, by_key);
}

static bool has_id(const struct kineto *k, size_t at, bool external, int64_t id)
{
	return at < k->keys.n && k->keys.v[at].id == id &&
	       k->keys.v[at].external == external;
}

static bool has_call(const struct kineto *k, int64_t corr)
{
	struct kineto_key key = {corr, INT64_MIN, 0, false};

	return has_id(k, order_find(&key, k->keys.v, k->keys.n, sizeof key, by_key),
	    false, corr);
}

/* The call with this id; of several, for a trace of several processes has an id
 * more than once, the last that began by then.  NO_CALL: there is none, or no
 * time tells. */
static uint32_t find_call(
    const struct kineto *k, bool external, int64_t id, const struct launch *l)
{
	const struct kineto_key *v = k->keys.v;
	struct kineto_key key = {id, INT64_MIN, 0, external};
	size_t first = order_find(&key, v, k->keys.n, sizeof *v, by_key), at;

	if (!has_id(k, first, external, id))
		return NO_CALL;
	if (!has_id(k, first + 1, external, id))
		return v[first].call;
	if (!l || !(l->flags & LAUNCH_TIMED))
		return NO_CALL;
	key.start = l->start;
	key.call = UINT32_MAX;
	at = order_find(&key, v, k->keys.n, sizeof *v, by_key);
	return at > first ? v[at - 1].call : NO_CALL;
}

static void give_shape(
    struct profile *p, struct launch *l, const struct kineto_shape *shape)
{
	struct config c = *profile_config(p, l);

	if (l->flags & LAUNCH_HAS_GRID || l->kind != LAUNCH_KERNEL)
		return;
	memcpy(c.grid, shape->grid, sizeof c.grid);
	memcpy(c.block, shape->block, sizeof c.block);
	l->flags |= LAUNCH_HAS_GRID;
	if (shape->smem >= 0 && !(l->flags & LAUNCH_HAS_SMEM)) {
		c.smem = shape->smem;
		l->flags |= LAUNCH_HAS_SMEM;
	}
	profile_set_config(p, l, &c);
}

static void give_call(struct kineto *k, struct launch *l, uint32_t call)
{
	struct kineto_call *c = &k->calls.v[call];

	c->launched = true;
	l->thread = c->thread;
	l->api = c->name;
	if (c->shape)
		give_shape(k->p, l, &k->shapes.v[c->shape - 1]);
	if (c->end < c->start)
		return;
	l->api_start = c->start;
	l->api_end = c->end;
	l->flags |= LAUNCH_HAS_API;
}

/* A kernel of a graph: its launch call, its launch and its start. */
struct node {
	uint32_t call, launch;
	int64_t start;
};

static int by_call(const void *pa, const void *pb)
{
	const struct node *a = pa, *b = pb;
	int c = order_int(a->call, b->call);

	c = c ? c : order_int(a->start, b->start);
	return c ? c : order_int(a->launch, b->launch);
}

/* Join rows without correlation ids, which some tools leave out, by their
 * external ids. */
static void join_loose(struct kineto *k)
{
	size_t i;
	uint32_t call;

	for (i = 0; i < k->loose.n; i++) {
		uint32_t at = k->loose.v[i].launch;
		struct launch *l = &k->p->launches.v[at];

		call = k->several ? k->call_of[at]
				  : find_call(k, true, k->loose.v[i].external, l);
		if (call != NO_CALL)
			give_call(k, l, call);
	}
}

/* Join rows by correlation ids. */
static void join_launches(struct kineto *k)
{
	struct profile *p = k->p;
	VEC(struct node) nodes = {0};
	uint32_t call;
	int64_t place = 0;
	size_t i;

	for (i = 0; i < p->launches.n; i++) {
		struct launch *l = &p->launches.v[i];

		if (!(l->flags & LAUNCH_HAS_CORR) || l->corr == 0)
			continue;
		call = k->several ? k->call_of[i] : find_call(k, false, l->corr, l);
		if (call == NO_CALL)
			continue;
		give_call(k, l, call);
		if (!(l->flags & LAUNCH_HAS_GRAPH) && k->calls.v[call].replays)
			*vec_add(&nodes) =
			    (struct node){call, (uint32_t)i, l->start};
	}
	/* A trace rarely records the node's id; the place in the replay, from
	 * 1, stands for it. */
	if (nodes.n)
		qsort(nodes.v, nodes.n, sizeof *nodes.v, by_call);
	for (i = 0; i < nodes.n; i++) {
		place = i && nodes.v[i - 1].call == nodes.v[i].call ? place + 1 : 1;
		profile_set_graph(p, &p->launches.v[nodes.v[i].launch], place);
		p->launches.v[nodes.v[i].launch].flags |= LAUNCH_BY_START;
	}
	vec_free(&nodes);
}

/* ---- counters ---- */

/* The calls that launch a kernel, in order of time. */
struct order {
	int64_t start;
	uint32_t call;
};

static int by_start(const void *pa, const void *pb)
{
	const struct order *a = pa, *b = pb;
	int c = order_int(a->start, b->start);

	return c ? c : order_int(a->call, b->call);
}

static int counters_by_start(const void *pa, const void *pb)
{
	const struct kineto_counters *a = pa, *b = pb;
	int c = order_int(a->start, b->start);

	return c ? c : order_int(a->number, b->number);
}

static size_t order_launch_calls(const struct kineto *k, struct order **list)
{
	VEC(struct order) v = {0};
	size_t i;

	for (i = 0; i < k->calls.n; i++) {
		const struct kineto_call *c = &k->calls.v[i];

		if (c->end >= c->start && c->kind == LOST_LAUNCH)
			*vec_add(&v) = (struct order){c->start, (uint32_t)i};
	}
	if (v.n)
		qsort(v.v, v.n, sizeof *v.v, by_start);
	*list = v.v;
	return v.n;
}

/* The kernel row of each correlation id, or MAP_SEVERAL. */
static struct map kernels_by_corr(const struct profile *p)
{
	struct map m = {0};
	size_t i;

	for (i = 0; i < p->launches.n; i++) {
		if (p->launches.v[i].kind != LAUNCH_KERNEL ||
		    !(p->launches.v[i].flags & LAUNCH_HAS_CORR))
			continue;
		map_put_only(&m, (uint64_t)p->launches.v[i].corr, (uint32_t)i);
	}
	return m;
}

/* The row of counters of each correlation id, or MAP_SEVERAL. */
static struct map counters_by_corr(const struct kineto *k)
{
	struct map m = {0};
	size_t i;

	for (i = 0; i < k->counters.n; i++)
		map_put_only(&m, (uint64_t)k->counters.v[i].corr, (uint32_t)i);
	return m;
}

/* Put the counters into the launch. */
static void put_counters(
    struct kineto *k, const struct kineto_counters *c, size_t launch)
{
	size_t i;

	for (i = c->at; i < c->at + c->n; i++)
		profile_counter(
		    k->p, launch, k->values.v[i].name, k->values.v[i].value);
}

/* Say that the counters are of no kernel that is known. */
static void leave_out(struct kineto *k, const struct kineto_counters *c)
{
	struct strbuf b = {0};

	if (c->has_corr)
		strbuf_printf(&b, "correlation id %lld", (long long)c->corr);
	else if (c->name != PROFILE_NONE)
		strbuf_str(&b, intern_get(&k->p->texts, c->name));
	warnings_add(k->p->warnings, "%s of no one kernel: left out",
	    "counter row", b.n ? strbuf_get(&b) : (struct str){NULL, 0});
	strbuf_free(&b);
}

/* Make a launch for a kernel without a row.  call NO_CALL: unknown. */
static void add_launch(
    struct kineto *k, const struct kineto_counters *c, uint32_t call)
{
	struct launch *l = profile_launch(k->p, LAUNCH_KERNEL);
	struct config config = PROFILE_NO_CONFIG;

	l->name = c->name;
	if (c->device >= 0) {
		config.device = c->device;
		l->flags |= LAUNCH_HAS_DEVICE;
		profile_set_config(k->p, l, &config);
	}
	if (c->has_corr || (call != NO_CALL && k->calls.v[call].has_corr)) {
		l->corr = c->has_corr ? c->corr : k->calls.v[call].corr;
		l->flags |= LAUNCH_HAS_CORR;
	}
	if (call != NO_CALL)
		give_call(k, l, call);
	put_counters(k, c, k->p->launches.n - 1);
}

/* The kernel row with the id; MAP_SEVERAL: there are more, or more calls. */
static uint32_t kernel_of(
    const struct kineto *k, const struct map *kernels, int64_t corr)
{
	uint32_t l = map_get(kernels, (uint64_t)corr);

	if (l != MAP_NONE && find_call(k, false, corr, NULL) == NO_CALL &&
	    has_call(k, corr))
		return MAP_SEVERAL;
	return l;
}

/* The same of a call. */
static uint32_t kernel_of_call(
    const struct kineto *k, const struct map *kernels, uint32_t call)
{
	const struct kineto_call *c = &k->calls.v[call];

	return c->has_corr ? kernel_of(k, kernels, c->corr) : MAP_NONE;
}

/* Whether the counters may be the kernel's: the names are one, or a name was
 * not recorded. */
static bool may_be_of(
    const struct kineto *k, const struct kineto_counters *c, uint32_t launch)
{
	return launch >= MAP_SEVERAL || c->name == PROFILE_NONE ||
	       k->p->launches.v[launch].name == c->name;
}

/* Whether the order of time tells which launch each row of counters is of: the
 * name of none speaks against it. */
static bool names_agree(
    const struct kineto *k, const struct map *kernels, const struct order *list)
{
	size_t i;

	for (i = 0; i < k->counters.n; i++)
		if (!may_be_of(k, &k->counters.v[i],
			kernel_of_call(k, kernels, list[i].call)))
			return false;
	return true;
}

/* Whether rows of counters and launches are in an order of time. */
static bool are_in_order(const struct kineto *k, const struct order *list, size_t n)
{
	size_t i;

	for (i = 1; i < k->counters.n; i++)
		if (k->counters.v[i].start == k->counters.v[i - 1].start)
			return false;
	for (i = 1; i < n; i++)
		if (list[i].start == list[i - 1].start)
			return false;
	return true;
}

/* Whether all rows of counters have an id, and one of them is a kernel's or a
 * call's. */
static bool ids_tell(const struct kineto *k, const struct map *kernels)
{
	bool any = false;
	size_t i;

	for (i = 0; i < k->counters.n; i++) {
		const struct kineto_counters *c = &k->counters.v[i];

		if (!c->has_corr)
			return false;
		any |= map_get(kernels, (uint64_t)c->corr) != MAP_NONE ||
		       has_call(k, c->corr);
	}
	return any;
}

static void refuse(struct kineto *k, size_t nlaunches, bool ordered)
{
	struct strbuf b = {0};

	if (k->counters.n != nlaunches)
		strbuf_printf(&b,
		    SAID(
			"%llu row%s of counters, but %llu launch%s of kernels: "
			"which is whose cannot be told, so these kernels have "
			"no operator"),
		    (unsigned long long)k->counters.n, k->counters.n == 1 ? "" : "s",
		    (unsigned long long)nlaunches, nlaunches == 1 ? "" : "es");
	else if (k->several)
		strbuf_text(
		    &b, SAID("rows of counters, and launches of several "
			     "processes: which is whose cannot be told, so "
			     "these kernels have no operator"));
	else if (!ordered)
		strbuf_text(&b, SAID("rows of counters or launches at one "
				     "time: which is whose cannot be told, so "
				     "these kernels have no operator"));
	else
		strbuf_text(&b, SAID("rows of counters and kernels have other "
				     "names in the same "
				     "order: not joined, so these kernels have "
				     "no operator"));
	profile_note(k->p, arena_text(&k->p->arena, b.p, b.n));
	strbuf_free(&b);
}

/* Join the row with the launch call at its place in the order of time. */
static void join_in_order(struct kineto *k, const struct kineto_counters *c,
    const struct map *kernels, uint32_t call)
{
	uint32_t l = kernel_of_call(k, kernels, call);

	if (l == MAP_NONE)
		add_launch(k, c, call);
	else if (l == MAP_SEVERAL)
		leave_out(k, c);
	else
		put_counters(k, c, l);
}

/* Join the row by its id.  If it is not the only one with that, two kernels may
 * have run, of which a call that launches a graph may have launched both. */
static void join_by_corr(struct kineto *k, const struct kineto_counters *c,
    const struct map *kernels, bool alone)
{
	uint32_t l = kernel_of(k, kernels, c->corr);
	uint32_t call = find_call(k, false, c->corr, NULL);

	if (call != NO_CALL && !alone && !k->calls.v[call].replays)
		call = NO_CALL;
	if (l == MAP_NONE)
		add_launch(k, c, call);
	else if (l == MAP_SEVERAL || !alone || !may_be_of(k, c, l))
		leave_out(k, c);
	else
		put_counters(k, c, l);
}

/*
 * Join rows of counters and launches by the id, where all rows have one, as in
 * later versions, and one of these is known.  Otherwise one to one, in the order of time: the times of
 * counters are made up, as the window is cut into equal parts.  This holds only
 * if there are as many of both and no name speaks against it.
 */
static void join_counters(struct kineto *k)
{
	struct map kernels = kernels_by_corr(k->p), rows = counters_by_corr(k);
	struct order *list;
	size_t n = order_launch_calls(k, &list), i;
	bool ordered;

	qsort(k->counters.v, k->counters.n, sizeof *k->counters.v,
	    counters_by_start);
	ordered = are_in_order(k, list, n);
	if (ids_tell(k, &kernels)) {
		for (i = 0; i < k->counters.n; i++)
			join_by_corr(k, &k->counters.v[i], &kernels,
			    map_get(&rows, (uint64_t)k->counters.v[i].corr) !=
				MAP_SEVERAL);
	} else if (n == k->counters.n && !k->several && ordered &&
		   names_agree(k, &kernels, list)) {
		for (i = 0; i < n; i++)
			join_in_order(k, &k->counters.v[i], &kernels, list[i].call);
	} else {
		refuse(k, n, ordered);
		for (i = 0; i < k->counters.n; i++)
			add_launch(k, &k->counters.v[i], NO_CALL);
	}
	free(list);
	map_free(&kernels);
	map_free(&rows);
}

/* ---- flows ---- */

static int by_id(const void *pa, const void *pb)
{
	const struct kineto_end *a = pa, *b = pb;
	int c = order_int(a->id, b->id);

	return c ? c : order_int(a->time, b->time);
}

/* Call pair for each id that has one start and one end. */
static void pair_ends(struct kineto *k, struct kineto_flows *flows,
    void (*pair)(struct kineto *k, const struct kineto_end *from,
	const struct kineto_end *to))
{
	const struct kineto_end *f = flows->from.v, *t = flows->to.v;
	size_t i = 0, m = 0, nf = flows->from.n, nt = flows->to.n, fi, tm;

	if (nf == 0 || nt == 0)
		return;
	qsort(flows->from.v, nf, sizeof *f, by_id);
	qsort(flows->to.v, nt, sizeof *t, by_id);
	while (i < nf && m < nt) {
		int64_t id = f[i].id < t[m].id ? f[i].id : t[m].id;

		for (fi = i; i < nf && f[i].id == id; i++)
			;
		for (tm = m; m < nt && t[m].id == id; m++)
			;
		if (i == fi + 1 && m == tm + 1)
			pair(k, &f[fi], &t[tm]);
	}
}

static void add_flow(struct kineto *k, const struct kineto_end *from,
    const struct kineto_end *to)
{
	*vec_add(&k->p->flows) =
	    (struct flow){from->time, to->time, from->thread, to->thread};
}

/* By where a kernel's row begins. */
static int legacy_by_place(const void *pa, const void *pb)
{
	const struct kineto_legacy *a = pa, *b = pb;
	int c = order_int(a->thread, b->thread);

	c = c ? c : order_int(a->start, b->start);
	return c ? c : order_int(a->launch, b->launch);
}

/* The operator's flow ends where the row of a kernel begins, and launched it.
 * legacy must be in order. */
static void add_operator(struct kineto *k, const struct kineto_end *from,
    const struct kineto_end *to)
{
	const struct kineto_legacy *v = k->legacy.v;
	const struct kineto_legacy key = {to->time, 0, to->thread};
	size_t at = order_find(&key, v, k->legacy.n, sizeof *v, legacy_by_place);
	struct launch *l;

	if (at == k->legacy.n || v[at].thread != to->thread ||
	    v[at].start != to->time)
		return;
	l = &k->p->launches.v[v[at].launch];
	l->thread = from->thread;
	l->api_start = l->api_end = from->time;
	l->flags |= LAUNCH_HAS_API | LAUNCH_API_OPEN;
}

static void join_legacy(struct kineto *k)
{
	if (k->legacy.n == 0)
		return;
	qsort(k->legacy.v, k->legacy.n, sizeof *k->legacy.v, legacy_by_place);
	pair_ends(k, &k->kernels, add_operator);
}

/* ---- what is odd ---- */

static void count_lost(struct kineto *k)
{
	struct lost lost = {0};
	size_t i;

	for (i = 0; i < k->calls.n; i++) {
		const struct kineto_call *c = &k->calls.v[i];

		if (c->launched || c->kind == LOST_OTHER)
			continue;
		lost_add(&lost, &(struct lost_call){.start = c->start,
				    .corr = c->corr,
				    .thread = c->thread,
				    .kind = c->kind,
				    .has_corr = c->has_corr});
	}
	lost_report(&lost, k->p);
}

/* ---- all of it ---- */

/* Make records of the calls. */
static void add_calls(struct kineto *k)
{
	struct launch *l;
	size_t i;

	for (i = 0; i < k->calls.n; i++) {
		const struct kineto_call *c = &k->calls.v[i];

		l = profile_host(k->p, LAUNCH_API, c->thread, c->start, c->end);
		l->api = c->name;
		l->corr = c->corr;
		if (c->has_corr)
			l->flags |= LAUNCH_HAS_CORR;
	}
}

void kineto_join(struct kineto *k)
{
	order_calls(k);
	join_launches(k);
	join_loose(k);
	join_legacy(k);
	if (k->ort.kernels.n)
		ort_join(&k->ort, k->p);
	if (k->counters.n)
		join_counters(k);
	profile_count_orphans(k->p);
	if (k->p->kinds & LAUNCH_BIT(LAUNCH_KERNEL)) {
		count_lost(k);
		overlap_count(k->p, 0);
	}
	pair_ends(k, &k->backwards, add_flow);
	if (k->p->kinds & LAUNCH_HOST)
		add_calls(k);
}

void kineto_free(struct kineto *k)
{
	vec_free(&k->calls);
	vec_free(&k->shapes);
	vec_free(&k->counters);
	vec_free(&k->values);
	vec_free(&k->backwards.from);
	vec_free(&k->backwards.to);
	vec_free(&k->kernels.from);
	vec_free(&k->kernels.to);
	vec_free(&k->loose);
	vec_free(&k->unread);
	free(k->call_of);
	vec_free(&k->legacy);
	vec_free(&k->keys);
	vec_free(&k->labels);
	intern_free(&k->names);
	ort_free(&k->ort);
}
