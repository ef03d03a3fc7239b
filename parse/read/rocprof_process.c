/*
 * rocprof_process.c - the end of a process of rocprofv3's JSON.
 *
 * In:  its launches with numbers of agents, symbols and operations; calls,
 *      markers, values of counters; what the numbers mean
 * Out: launches with devices, names and calls; ranges; counters
 */
#include "parse/read/rocprof_process.h"

#include <stdlib.h>

#include "common/arena.h"
#include "parse/read/copies.h"
#include "parse/read/lost.h"
#include "parse/read/rocprof.h"

void rocprof_process_put(struct map *m, int64_t id, uint32_t number)
{
	map_put_only(m, (uint64_t)id, number);
}

/* What the id means, MAP_NONE: nothing, or that is not told. */
static uint32_t meaning_of(const struct map *m, int64_t id)
{
	uint32_t number = map_get(m, (uint64_t)id);

	return number == MAP_SEVERAL ? MAP_NONE : number;
}

uint32_t *rocprof_process_operation(
    struct rocprof_process *o, uint32_t kind, uint32_t operation)
{
	return map_at(&o->operations, (uint64_t)kind << 32 | operation);
}

/* Let launch l have the device of this agent, if it is a GPU. */
static void give_device(struct rocprof_process *o, struct launch *l, int64_t handle)
{
	struct config c = *profile_config(o->p, l);
	uint32_t index = meaning_of(&o->agents, handle);

	c.device = 0;
	if (index != MAP_NONE) {
		c.device = index;
		l->flags |= LAUNCH_HAS_DEVICE;
	}
	profile_set_config(o->p, l, &c);
}

/* By id, and those of one id by their start. */
static int by_id(const void *a, const void *b)
{
	const struct rocprof_call *x = *(const struct rocprof_call *const *)a,
				  *y = *(const struct rocprof_call *const *)b;

	if (x->corr != y->corr)
		return x->corr < y->corr ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x > y) - (x < y);
}

/* How many of the calls come before those that have the id and began later. */
static size_t calls_by(const struct rocprof_call *const *calls, size_t n,
    int64_t corr, int64_t time)
{
	size_t first = 0, end = n;

	while (first < end) {
		size_t mid = first + (end - first) / 2;
		const struct rocprof_call *c = calls[mid];

		if (c->corr > corr || (c->corr == corr && c->start > time))
			end = mid;
		else
			first = mid + 1;
	}
	return first;
}

/* The call of the launch, of n calls by their ids: an id may come again, and
 * the last call that began by then is its own.  Clocks may differ, so that of
 * one alone it is that.  NULL: there is none, or no time tells. */
static const struct rocprof_call *call_of(
    const struct launch *l, const struct rocprof_call *const *calls, size_t n)
{
	size_t first, at;

	if (!(l->flags & LAUNCH_HAS_CORR) || !l->corr)
		return NULL;
	first = calls_by(calls, n, l->corr, INT64_MIN);
	if (first == n || calls[first]->corr != l->corr)
		return NULL;
	if (first + 1 == n || calls[first + 1]->corr != l->corr)
		return calls[first];
	if (!(l->flags & LAUNCH_TIMED))
		return NULL;
	at = calls_by(calls, n, l->corr, l->start);
	return at > first ? calls[at - 1] : NULL;
}

/* The thread, which may not be told. */
static uint32_t thread_of(struct rocprof_process *o, int64_t thread)
{
	return thread >= 0 ? profile_thread_in(o->p, o->process, o->pid, thread)
			   : profile_process(o->p, o->process, o->pid);
}

/* Give the launch its call, and note that the call has a launch.  Its own
 * thread is that of the call. */
static void give_call(struct rocprof_process *o, struct launch *l,
    const struct rocprof_call *c, bool *launched)
{
	int64_t thread = l->ROCPROF_LATER_THREAD;

	l->api_start = l->api_end = 0;
	l->thread = thread_of(o, c && c->thread >= 0 ? c->thread : thread);
	if (!c)
		return;
	launched[c - o->calls.v] = true;
	l->api = *rocprof_process_operation(o, c->kind, c->operation);
	l->api_start = c->start;
	l->api_end = c->end;
	l->flags |= LAUNCH_HAS_API;
}

/* Note the calls that launched a kernel of which there is no dispatch, and the
 * captures in which calls launch nothing. */
static void note_lost(struct rocprof_process *o, const bool *launched)
{
	size_t i;

	for (i = 0; i < o->calls.n && o->lost; i++) {
		const struct rocprof_call *c = &o->calls.v[i];
		uint32_t name =
		    *rocprof_process_operation(o, c->kind, c->operation);
		enum lost_kind kind =
		    name == MAP_NONE ? LOST_OTHER
				     : lost_kind(intern_get(&o->p->texts, name));

		if (kind == LOST_OTHER || (kind == LOST_LAUNCH && launched[i]) ||
		    !profile_valid(o->p, c->start, c->end))
			continue;
		lost_add(o->lost, &(struct lost_call){.start = c->start,
				      .corr = c->corr,
				      .thread = thread_of(o, c->thread),
				      .kind = (uint8_t)kind,
				      .has_corr = c->corr > 0});
	}
}

/* An id that joined is told only where it is a number of a record. */
static void tell_corr(struct profile *p, struct launch *l)
{
	if (!(l->flags & LAUNCH_HAS_CORR) || l->corr > 0)
		return;
	l->flags &= (uint16_t)~LAUNCH_HAS_CORR;
	warnings_add(p->warnings,
	    "%s whose correlation id is out of range: not told",
	    profile_kinds[l->kind].noun, (struct str){NULL, 0});
}

static void name_launches(struct rocprof_process *o)
{
	struct profile *p = o->p;
	const struct rocprof_call **calls =
	    arena_xzeroed(o->calls.n, sizeof *calls);
	bool *launched = arena_xzeroed(o->calls.n, sizeof *launched);
	size_t i, n = 0;

	for (i = 0; i < o->calls.n; i++)
		if (profile_valid(p, o->calls.v[i].start, o->calls.v[i].end))
			calls[n++] = &o->calls.v[i];
	if (n)
		qsort(calls, n, sizeof *calls, by_id);
	for (i = o->first; i < p->launches.n; i++) {
		struct launch *l = &p->launches.v[i];

		if (l->kind == LAUNCH_KERNEL) {
			l->name = meaning_of(&o->symbols, l->ROCPROF_LATER_KERNEL);
			give_device(o, l, profile_config(p, l)->device);
		}
		give_call(o, l, call_of(l, calls, n), launched);
		tell_corr(p, l);
	}
	note_lost(o, launched);
	free(launched);
	free(calls);
}

static void name_copies(struct rocprof_process *o)
{
	struct profile *p = o->p;
	struct strbuf b = {0};
	size_t i;

	for (i = 0; i < o->copies.n; i++) {
		const struct rocprof_copy *c = &o->copies.v[i];
		struct launch *l = &p->launches.v[c->launch];
		uint32_t name =
		    *rocprof_process_operation(o, c->kind, c->operation);
		const char *copy =
		    name == MAP_NONE
			? NULL
			: copies_direction(intern_get(&p->texts, name));
		struct config config;

		l->name = intern_add(&p->texts, copies_name(&b, copy));
		/* the GPU's side; between two, the one that it comes from */
		give_device(o, l,
		    meaning_of(&o->agents, c->source) != MAP_NONE ? c->source
								  : c->destination);
		config = *profile_config(p, l);
		if (copy)
			config.copy = intern_add(&p->texts, str_of(copy));
		profile_set_config(p, l, &config);
	}
	strbuf_free(&b);
}

/* Why it is not known what the range encloses, or NULL. */
static const char *why_left_out(const struct profile *p,
    const struct rocprof_call *c, const struct range *range, bool several)
{
	return several ? SAID("%s left out: several texts")
	       : range->text == PROFILE_NONE ? SAID("%s left out: no text")
	       : c->thread < 0		     ? SAID("%s left out: no thread")
	       : profile_valid(p, c->start, c->end)
		   ? NULL
		   : SAID("%s left out: no valid times");
}

/* Whether it is a range, of those with a text or without: a mark is none, nor
 * what pauses the profiler. */
static bool is_range(
    struct rocprof_process *o, const struct rocprof_call *c, bool has_text)
{
	uint32_t op = *rocprof_process_operation(o, c->kind, c->operation);
	struct str name;

	if (op == MAP_NONE)
		return true;
	name = intern_get(&o->p->texts, op);
	return has_text ? !str_has(name, "Mark") : str_has(name, "Range");
}

/* Add a range of roctx, or say that it is left out. */
static void add_range(struct rocprof_process *o, const struct rocprof_call *c)
{
	uint32_t s = map_get(&o->marker_texts, (uint64_t)c->corr);
	struct range range = {
	    .start = c->start, .end = c->end, .text = PROFILE_NONE};
	struct arena a = {0};
	const char *why;

	if (!is_range(o, c, s != MAP_NONE))
		return;
	if (s < MAP_SEVERAL) {
		range.text = o->texts.v[s].text;
		range.numbers = o->texts.v[s].numbers;
	}
	why = why_left_out(o->p, c, &range, s == MAP_SEVERAL);
	if (!why) {
		range.thread = thread_of(o, c->thread);
		*vec_add(&o->p->ranges) = range;
		return;
	}
	warnings_add(o->p->warnings, why, "range",
	    s >= MAP_SEVERAL ? (struct str){NULL, 0}
			     : profile_text(o->p, &range, &a));
	arena_free(&a);
}

static void add_calls(struct rocprof_process *o)
{
	size_t i;

	for (i = 0; i < o->calls.n && o->p->kinds & LAUNCH_BIT(LAUNCH_API); i++) {
		const struct rocprof_call *c = &o->calls.v[i];
		struct launch *l = profile_host(o->p, LAUNCH_API,
		    thread_of(o, c->thread), c->start, c->end);

		l->api = *rocprof_process_operation(o, c->kind, c->operation);
		l->corr = c->corr;
		if (c->corr > 0)
			l->flags |= LAUNCH_HAS_CORR;
	}
}

/* Whether both are of one kernel, as far as is told. */
static bool same_kernel(const struct launch *a, const struct launch *b)
{
	return a->ROCPROF_LATER_KERNEL == b->ROCPROF_LATER_KERNEL ||
	       a->ROCPROF_LATER_KERNEL < 0 || b->ROCPROF_LATER_KERNEL < 0;
}

static bool same_dispatch(const struct launch *a, const struct launch *b)
{
	return a->start == b->start && a->corr == b->corr && same_kernel(a, b);
}

static void say_no_kernel(struct profile *p, int64_t dispatch)
{
	struct strbuf b = {0};

	strbuf_printf(&b, "dispatch id %lld", (long long)dispatch);
	warnings_add(p->warnings, "%s of no one kernel: left out",
	    "counter set", strbuf_get(&b));
	strbuf_free(&b);
}

/* The launch of an entry: that of the record with its dispatch id, or of an
 * entry before that is of the same dispatch, or a new one. */
static uint32_t launch_of(struct rocprof_process *o,
    const struct rocprof_entry *e, const struct map *records, struct map *made)
{
	struct profile *p = o->p;
	uint32_t at = map_get(records, (uint64_t)e->dispatch), *last;

	if (at < MAP_SEVERAL && same_kernel(&p->launches.v[at], &e->launch))
		return at;
	if (at != MAP_NONE) {
		say_no_kernel(p, e->dispatch);
		return PROFILE_NONE;
	}
	last = map_at(made, (uint64_t)e->dispatch);
	if (e->dispatch < 0 || *last == MAP_NONE ||
	    !same_dispatch(&p->launches.v[*last], &e->launch)) {
		*last = (uint32_t)p->launches.n;
		*vec_add(&p->launches) = e->launch;
	}
	return *last;
}

/* Find the launches of entries of counter_collection. */
static void add_entries(struct rocprof_process *o)
{
	struct profile *p = o->p;
	struct map records = {0}, made = {0}; /* dispatch ids to launches */
	size_t i;

	for (i = o->first; i < p->launches.n && o->entries.n; i++) {
		int64_t dispatch = o->dispatches.v[i - o->first];

		if (p->launches.v[i].kind != LAUNCH_KERNEL || dispatch < 0)
			continue;
		map_put_only(&records, (uint64_t)dispatch, (uint32_t)i);
	}
	for (i = 0; i < o->entries.n; i++)
		o->entries.v[i].number =
		    launch_of(o, &o->entries.v[i], &records, &made);
	map_free(&records);
	map_free(&made);
}

/* Values of one counter are of parts of the GPU, and add up. */
static void add_values(struct rocprof_process *o)
{
	struct profile *p = o->p;
	struct map sums = {0}; /* (launch, counter) to a place of the profile's */
	size_t i;

	for (i = 0; i < o->values.n; i++) {
		const struct rocprof_value *v = &o->values.v[i];
		uint32_t name = map_get(&o->counters, (uint64_t)v->counter), *at;

		if (v->entry >= o->entries.n ||
		    o->entries.v[v->entry].number == PROFILE_NONE)
			continue;
		if (name >= MAP_SEVERAL) {
			warnings_add(p->warnings, rocprof_no_name, "value",
			    (struct str){NULL, 0});
			continue;
		}
		at = map_at(&sums,
		    (uint64_t)o->entries.v[v->entry].number << 32 | name);
		if (*at != MAP_NONE) {
			p->counters.v[*at].value += v->value;
			continue;
		}
		*at = (uint32_t)p->counters.n;
		profile_counter(p, o->entries.v[v->entry].number,
		    intern_get(&p->texts, name), v->value);
	}
	map_free(&sums);
}

void rocprof_process_free(struct rocprof_process *o)
{
	vec_free(&o->calls);
	vec_free(&o->dispatches);
	vec_free(&o->markers);
	vec_free(&o->texts);
	vec_free(&o->copies);
	vec_free(&o->entries);
	vec_free(&o->values);
	map_free(&o->agents);
	map_free(&o->symbols);
	map_free(&o->marker_texts);
	map_free(&o->counters);
	map_free(&o->operations);
}

void rocprof_process_end(struct rocprof_process *o)
{
	size_t i;

	add_entries(o);
	vec_free(&o->dispatches);
	add_values(o);
	for (i = 0; i < o->markers.n; i++)
		add_range(o, &o->markers.v[i]);
	/* what is not needed any more makes room */
	vec_free(&o->markers);
	vec_free(&o->texts);
	map_free(&o->marker_texts);
	name_launches(o);
	name_copies(o);
	add_calls(o);
	rocprof_process_free(o);
}
