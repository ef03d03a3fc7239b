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

uint32_t *rocprof_process_operation(
    struct rocprof_process *o, uint32_t kind, uint32_t operation)
{
	return map_at(&o->operations, (uint64_t)kind << 32 | operation);
}

/* Let launch l have the device of this agent, if it is a GPU. */
static void give_device(struct rocprof_process *o, struct launch *l, int64_t handle)
{
	struct config c = *profile_config(o->p, l);
	uint32_t index = map_get(&o->agents, (uint64_t)handle);

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

/* The call of the launch, of n calls by their ids: an id may come again, and
 * the last call that began by then is its own.  Clocks may differ, so that of
 * one alone it is that. */
static const struct rocprof_call *call_of(
    const struct launch *l, const struct rocprof_call *const *calls, size_t n)
{
	size_t first = 0, end = n;

	if (!(l->flags & LAUNCH_HAS_CORR) || !l->corr)
		return NULL;
	while (first < end) { /* the first that is behind the launch */
		size_t mid = first + (end - first) / 2;
		const struct rocprof_call *c = calls[mid];

		if (c->corr > l->corr || (c->corr == l->corr && c->start > l->start))
			end = mid;
		else
			first = mid + 1;
	}
	if (first > 0 && calls[first - 1]->corr == l->corr)
		return calls[first - 1];
	return first < n && calls[first]->corr == l->corr ? calls[first] : NULL;
}

/* Give the launch its call, and note that the call has a launch. */
static void give_call(struct rocprof_process *o, struct launch *l,
    const struct rocprof_call *c, bool *launched)
{
	int64_t thread = l->ROCPROF_LATER_THREAD;

	l->api_start = l->api_end = 0;
	if (!c) {
		l->thread = thread >= 0 ? profile_thread(o->p, o->pid, thread)
					: profile_process(o->p, o->pid, o->pid);
		return;
	}
	launched[c - o->calls.v] = true;
	l->thread = profile_thread(o->p, o->pid, c->thread);
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

		if (kind == LOST_OTHER || (kind == LOST_LAUNCH && launched[i]))
			continue;
		lost_add(o->lost,
		    &(struct lost_call){.start = c->start,
			.corr = c->corr,
			.thread = profile_thread(o->p, o->pid, c->thread),
			.kind = (uint8_t)kind,
			.has_corr = c->corr != 0});
	}
}

static void name_launches(struct rocprof_process *o)
{
	struct profile *p = o->p;
	const size_t n = o->calls.n;
	const struct rocprof_call **calls = arena_xzeroed(n, sizeof *calls);
	bool *launched = arena_xzeroed(n, sizeof *launched);
	size_t i;

	for (i = 0; i < n; i++)
		calls[i] = &o->calls.v[i];
	if (n)
		qsort(calls, n, sizeof *calls, by_id);
	for (i = o->first; i < p->launches.n; i++) {
		struct launch *l = &p->launches.v[i];

		if (l->kind == LAUNCH_KERNEL) {
			l->name = map_get(
			    &o->symbols, (uint64_t)l->ROCPROF_LATER_KERNEL);
			give_device(o, l, profile_config(p, l)->device);
		}
		give_call(o, l, call_of(l, calls, n), launched);
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
		    map_get(&o->agents, (uint64_t)c->source) != MAP_NONE
			? c->source
			: c->destination);
		config = *profile_config(p, l);
		if (copy)
			config.copy = intern_add(&p->texts, str_of(copy));
		profile_set_config(p, l, &config);
	}
	strbuf_free(&b);
}

/* Ranges of roctx; a mark is none, nor what pauses the profiler. */
static void add_ranges(struct rocprof_process *o)
{
	struct profile *p = o->p;
	size_t i;

	for (i = 0; i < o->markers.n; i++) {
		const struct rocprof_call *c = &o->markers.v[i];
		uint32_t s = map_get(&o->marker_texts, (uint64_t)c->corr);
		uint32_t op = *rocprof_process_operation(o, c->kind, c->operation);
		struct range *range;

		if (s == MAP_NONE ||
		    (op != MAP_NONE &&
			str_has(intern_get(&p->texts, op), "Mark")))
			continue;
		range = vec_add(&p->ranges);
		*range = (struct range){.start = c->start,
		    .end = c->end,
		    .thread = profile_thread(p, o->pid, c->thread),
		    .text = o->texts.v[s].text,
		    .numbers = o->texts.v[s].numbers};
	}
}

static void add_calls(struct rocprof_process *o)
{
	size_t i;

	for (i = 0; i < o->calls.n && o->p->kinds & LAUNCH_BIT(LAUNCH_API); i++) {
		const struct rocprof_call *c = &o->calls.v[i];
		struct launch *l = profile_host(o->p, LAUNCH_API,
		    profile_thread(o->p, o->pid, c->thread), c->start, c->end);

		l->api = *rocprof_process_operation(o, c->kind, c->operation);
		l->corr = c->corr;
		l->flags |= LAUNCH_HAS_CORR;
	}
}

/* Entries of counter_collection whose dispatch has no record are launches. */
static void add_entries(struct rocprof_process *o)
{
	struct profile *p = o->p;
	struct map dispatches = {0};
	size_t i;

	if (o->entries.n == 0)
		return;
	for (i = o->first; i < p->launches.n; i++)
		if (p->launches.v[i].kind == LAUNCH_KERNEL)
			*map_at(&dispatches,
			    (uint64_t)o->dispatches.v[i - o->first]) = (uint32_t)i;
	for (i = 0; i < o->entries.n; i++) {
		struct rocprof_entry *e = &o->entries.v[i];
		uint32_t *at = map_at(&dispatches, (uint64_t)e->dispatch);

		e->number = *at;
		if (*at == MAP_NONE || e->dispatch < 0) {
			e->number = *at = (uint32_t)p->launches.n;
			*vec_add(&p->launches) = e->launch;
		}
	}
	map_free(&dispatches);
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

		if (v->entry >= o->entries.n || name == MAP_NONE)
			continue;
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
	add_entries(o);
	vec_free(&o->dispatches);
	add_values(o);
	add_ranges(o);
	/* what is not needed any more makes room */
	vec_free(&o->markers);
	vec_free(&o->texts);
	map_free(&o->marker_texts);
	name_launches(o);
	name_copies(o);
	add_calls(o);
	rocprof_process_free(o);
}
