/*
 * rocprof.c - read rocprofv3 --output-format json.
 *
 * In:  "rocprofiler-sdk-tool", an array of processes, each with its agents, texts,
 *      kernel symbols and records
 * Out: one launch a dispatch or copy; one range a range of roctx; calls, counters
 *
 * Records of millions of dispatches stand in front of or behind what their numbers
 * mean: a dispatch becomes a launch at once, and what it names is looked up when
 * its process ends.  Correlation ids are a process's own.
 */
#include "parse/read/rocprof.h"

#include <string.h>

#include "common/json.h"
#include "common/map.h"
#include "common/nelems.h"
#include "common/num.h"
#include "parse/read/copies.h"
#include "parse/read/input.h"

/* ---- one object ---- */

/* The objects that a record nests. */
enum place {
	ITEM,
	CORRELATION,
	DATA, /* dispatch_data, of counters */
	INFO, /* dispatch_info */
	AGENT,
	QUEUE,
	STREAM,
	GROUP,
	GRID,
	SOURCE,
	DESTINATION,
	ID,
	COUNTER,
};

enum field {
	F_NONE,
	F_KIND,
	F_OPERATION,
	F_CORR,
	F_START,
	F_END,
	F_THREAD,
	F_AGENT,
	F_QUEUE,
	F_STREAM,
	F_KERNEL,
	F_DISPATCH,
	F_LDS,
	F_GROUP_X, /* here and below to Z */
	F_GROUP_Y,
	F_GROUP_Z,
	F_GRID_X,
	F_GRID_Y,
	F_GRID_Z,
	F_BYTES,
	F_SOURCE,
	F_DESTINATION,
	F_PID,
	F_ID,
	F_TYPE,
	F_CUS,
	F_CLOCK,
	F_INDEX,
	F_KEY,
	F_COUNTER,
	NNUMBERS,
	F_NAME = NNUMBERS, /* texts */
	F_PRODUCT,
	F_FORMATTED,
	F_DEMANGLED,
	F_MANGLED,
	F_VALUE,
	NFIELDS,
};

static const struct member {
	const char *key;
	enum place in;
	enum place into;  /* ITEM: no object */
	enum field field; /* F_NONE: an object */
} members[] = {
    {"kind", ITEM, ITEM, F_KIND},
    {"operation", ITEM, ITEM, F_OPERATION},
    {"correlation_id", ITEM, CORRELATION, F_NONE},
    {"start_timestamp", ITEM, ITEM, F_START},
    {"end_timestamp", ITEM, ITEM, F_END},
    {"thread_id", ITEM, ITEM, F_THREAD},
    {"dispatch_info", ITEM, INFO, F_NONE},
    {"dispatch_data", ITEM, DATA, F_NONE},
    {"stream_id", ITEM, STREAM, F_NONE},
    {"bytes", ITEM, ITEM, F_BYTES},
    {"src_agent_id", ITEM, SOURCE, F_NONE},
    {"dst_agent_id", ITEM, DESTINATION, F_NONE},
    {"pid", ITEM, ITEM, F_PID},
    {"id", ITEM, ID, F_NONE},
    {"type", ITEM, ITEM, F_TYPE},
    {"cu_count", ITEM, ITEM, F_CUS},
    {"max_engine_clk_fcompute", ITEM, ITEM, F_CLOCK},
    {"gpu_index", ITEM, ITEM, F_INDEX},
    {"name", ITEM, ITEM, F_NAME},
    {"product_name", ITEM, ITEM, F_PRODUCT},
    {"kernel_id", ITEM, ITEM, F_KERNEL},
    {"formatted_kernel_name", ITEM, ITEM, F_FORMATTED},
    {"demangled_kernel_name", ITEM, ITEM, F_DEMANGLED},
    {"kernel_name", ITEM, ITEM, F_MANGLED},
    {"key", ITEM, ITEM, F_KEY},
    {"value", ITEM, ITEM, F_VALUE},
    {"counter_id", ITEM, COUNTER, F_NONE},
    {"internal", CORRELATION, ITEM, F_CORR},
    {"correlation_id", DATA, CORRELATION, F_NONE},
    {"start_timestamp", DATA, ITEM, F_START},
    {"end_timestamp", DATA, ITEM, F_END},
    {"dispatch_info", DATA, INFO, F_NONE},
    {"agent_id", INFO, AGENT, F_NONE},
    {"queue_id", INFO, QUEUE, F_NONE},
    {"kernel_id", INFO, ITEM, F_KERNEL},
    {"dispatch_id", INFO, ITEM, F_DISPATCH},
    {"group_segment_size", INFO, ITEM, F_LDS},
    {"workgroup_size", INFO, GROUP, F_NONE},
    {"grid_size", INFO, GRID, F_NONE},
    {"handle", AGENT, ITEM, F_AGENT},
    {"handle", QUEUE, ITEM, F_QUEUE},
    {"handle", STREAM, ITEM, F_STREAM},
    {"x", GROUP, ITEM, F_GROUP_X},
    {"y", GROUP, ITEM, F_GROUP_Y},
    {"z", GROUP, ITEM, F_GROUP_Z},
    {"x", GRID, ITEM, F_GRID_X},
    {"y", GRID, ITEM, F_GRID_Y},
    {"z", GRID, ITEM, F_GRID_Z},
    {"handle", SOURCE, ITEM, F_SOURCE},
    {"handle", DESTINATION, ITEM, F_DESTINATION},
    {"handle", ID, ITEM, F_ID},
    {"handle", COUNTER, ITEM, F_COUNTER},
};

/* ---- what is read of a process ---- */

/* A call, or a range of roctx. */
struct hip_call {
	int64_t start, end, corr, thread;
	uint32_t kind, operation;
};

/* A copy, whose name is an operation's. */
struct move {
	int64_t source, destination;
	uint32_t launch, kind, operation;
};

/* A value of a counter, of an entry of counter_collection. */
struct counted {
	int64_t counter;
	double value;
	uint32_t entry;
};

/* An entry of counter_collection: the launch that it is, unless the dispatch
 * has a record of its own. */
struct entry {
	struct launch launch;
	int64_t dispatch;
	uint32_t number; /* of the launch, in the end */
};

struct reading {
	struct profile *p;
	struct json *j;
	struct input *input;
	struct err input_err;

	/* The object that is read. */
	uint64_t has;
	int64_t v[NNUMBERS];
	double value;
	size_t at[NFIELDS], n[NFIELDS]; /* of texts */
	struct strbuf texts;

	/* The process. */
	int64_t pid, gpus;
	size_t first;		 /* its launches */
	VEC(int64_t) dispatches; /* of these */
	VEC(struct hip_call) calls;
	VEC(struct hip_call) markers;
	VEC(struct move) copies;
	struct map agents; /* handles of GPUs to their numbers */
	VEC(struct entry) entries;
	VEC(struct counted) values;
	struct map symbols, marker_texts, counters; /* to texts */
	struct map operations; /* kind << 32 | operation, to texts */

	uint64_t events;
	bool found; /* the tool's array */
};

static bool has(const struct reading *r, enum field f)
{
	return (r->has >> f & 1) != 0;
}

static int64_t number(const struct reading *r, enum field f, int64_t otherwise)
{
	return has(r, f) ? r->v[f] : otherwise;
}

static struct str text(const struct reading *r, enum field f)
{
	if (!has(r, f))
		return (struct str){NULL, 0};
	return (struct str){r->texts.p + r->at[f], r->n[f]};
}

static void take_text(struct reading *r, enum field f, struct str s)
{
	r->at[f] = r->texts.n;
	r->n[f] = s.n;
	strbuf_reserve(&r->texts, s.n + 1);
	strbuf_str(&r->texts, s);
	r->has |= UINT64_C(1) << f;
}

/* An id is only compared, so that one above INT64_MAX may become negative. */
static void take_number(struct reading *r, enum field f, struct str s)
{
	uint64_t u;

	if (num_parse(s.p, s.n, INT64_MIN, INT64_MAX, &r->v[f]))
		r->has |= UINT64_C(1) << f;
	else if (num_parse_u64(s.p, s.n, &u)) {
		r->v[f] = (int64_t)u;
		r->has |= UINT64_C(1) << f;
	}
}

/* The value of a counter, or the text of a range. */
static void take_value(struct reading *r, enum json_token token, struct str s)
{
	if (token == JSON_STRING) {
		take_text(r, F_VALUE, s);
	} else if (num_real(s.p, s.n, &r->value)) {
		r->at[F_VALUE] = r->n[F_VALUE] = 0;
		r->has |= UINT64_C(1) << F_VALUE;
	}
}

static const struct member *find(enum place in, struct str key)
{
	size_t i;

	for (i = 0; i < NELEMS(members); i++)
		if (members[i].in == in && str_is(key, members[i].key))
			return &members[i];
	return NULL;
}

static void read_records(struct reading *r);

/* Read the members of an object whose beginning was read. */
static void read_members(struct reading *r, enum place in)
{
	const struct member *m;
	enum json_token token;
	struct str s;

	while (json_next(r->j, &s) == JSON_KEY) {
		m = find(in, s);
		if (!m && in == ITEM && str_is(s, "records")) {
			read_records(r);
			continue;
		}
		if (!m) {
			json_skip(r->j);
			continue;
		}
		token = json_next(r->j, &s);
		if (m->field == F_NONE) {
			if (token == JSON_OBJECT)
				read_members(r, m->into);
			else
				json_skip(r->j);
		} else if (token != JSON_INT && token != JSON_STRING &&
			   token != JSON_REAL) {
			json_skip(r->j);
		} else if (m->field == F_VALUE) {
			take_value(r, token, s);
		} else if (m->field >= NNUMBERS) {
			if (token == JSON_STRING)
				take_text(r, m->field, s);
		} else {
			take_number(r, m->field, s);
		}
	}
}

static void begin_item(struct reading *r)
{
	r->has = 0;
	r->texts.n = 0;
}

/* Read each object of an array, and call add. */
static void read_each(struct reading *r, void (*add)(struct reading *r))
{
	enum json_token token;

	if (json_next(r->j, NULL) != JSON_ARRAY) {
		json_skip(r->j);
		return;
	}
	while ((token = json_next(r->j, NULL)) != JSON_ARRAY_END &&
	       token != JSON_ERROR) {
		if (token != JSON_OBJECT) {
			json_skip(r->j);
			continue;
		}
		begin_item(r);
		read_members(r, ITEM);
		/* one that the end of the file cuts is left out */
		if (!json_was_cut(r->j))
			add(r);
	}
}

/* ---- records ---- */

static bool take_times(struct reading *r, enum launch_kind kind,
    const char *noun, int64_t *start, int64_t *end)
{
	struct profile *p = r->p;

	*start = number(r, F_START, 0);
	*end = number(r, F_END, 0);
	if (profile_saw_span(p, *start, *end))
		return true;
	if (p->kinds & LAUNCH_BIT(kind))
		warnings_add(p->warnings, "%s without valid times: no duration",
		    noun, (struct str){NULL, 0});
	return false;
}

static void take_shape(const struct reading *r, struct launch *l, struct config *c)
{
	int i;

	for (i = 0; i < 3; i++) {
		c->grid[i] = number(r, F_GRID_X + (unsigned)i, -1);
		c->block[i] = number(r, F_GROUP_X + (unsigned)i, -1);
	}
	if (rocprof_shape(c))
		l->flags |= LAUNCH_HAS_GRID;
}

/*
 * A launch.  Until the process ends its device is the agent's handle, and it
 * keeps the thread and the kernel's symbol in other members.
 */
#define LATER_THREAD api_start
#define LATER_KERNEL api_end

static struct launch *add_launch(struct reading *r, enum launch_kind kind)
{
	const char *noun = profile_kinds[kind].noun;
	struct config c = PROFILE_NO_CONFIG;
	struct profile *p = r->p;
	struct launch *l;
	int64_t start, end;

	r->events++;
	if (!profile_reads(p, kind)) {
		take_times(r, kind, noun, &start, &end);
		return NULL;
	}
	l = profile_launch(p, kind);
	if (take_times(r, kind, noun, &l->start, &l->end))
		l->flags |= LAUNCH_TIMED;
	l->corr = number(r, F_CORR, 0);
	if (has(r, F_CORR))
		l->flags |= LAUNCH_HAS_CORR;
	c.device = number(r, F_AGENT, 0);
	c.stream = number(r, F_STREAM, number(r, F_QUEUE, -1));
	if (c.stream >= 0)
		l->flags |= LAUNCH_HAS_STREAM;
	if (number(r, F_LDS, -1) >= 0) {
		c.smem = r->v[F_LDS];
		l->flags |= LAUNCH_HAS_SMEM;
	}
	take_shape(r, l, &c);
	profile_set_config(p, l, &c);
	l->LATER_THREAD = number(r, F_THREAD, -1);
	l->LATER_KERNEL = number(r, F_KERNEL, -1);
	*vec_add(&r->dispatches) = number(r, F_DISPATCH, -1);
	return l;
}

static void add_dispatch(struct reading *r)
{
	add_launch(r, LAUNCH_KERNEL);
}

static void add_copy(struct reading *r)
{
	struct launch *l = add_launch(r, LAUNCH_MEMCPY);
	struct config c;

	if (!l)
		return;
	if (number(r, F_BYTES, -1) >= 0) {
		c = *profile_config(r->p, l);
		c.bytes = r->v[F_BYTES];
		l->flags |= LAUNCH_HAS_BYTES;
		profile_set_config(r->p, l, &c);
	}
	*vec_add(&r->copies) = (struct move){number(r, F_SOURCE, -1),
	    number(r, F_DESTINATION, -1), (uint32_t)(r->p->launches.n - 1),
	    (uint32_t)number(r, F_KIND, 0), (uint32_t)number(r, F_OPERATION, 0)};
}

static bool make_call(struct reading *r, enum launch_kind kind,
    const char *noun, struct hip_call *c)
{
	r->events++;
	*c = (struct hip_call){.corr = number(r, F_CORR, 0),
	    .thread = number(r, F_THREAD, -1),
	    .kind = (uint32_t)number(r, F_KIND, 0),
	    .operation = (uint32_t)number(r, F_OPERATION, 0)};
	return take_times(r, kind, noun, &c->start, &c->end) && c->thread >= 0;
}

static void add_call(struct reading *r)
{
	struct hip_call c;

	if (make_call(r, LAUNCH_API, "call", &c))
		*vec_add(&r->calls) = c;
}

static void add_marker(struct reading *r)
{
	struct hip_call c;

	if (make_call(r, LAUNCH_RANGE, "range", &c))
		*vec_add(&r->markers) = c;
}

static void add_value(struct reading *r)
{
	if (has(r, F_COUNTER) && has(r, F_VALUE))
		*vec_add(&r->values) = (struct counted){
		    r->v[F_COUNTER], r->value, (uint32_t)r->entries.n};
}

/* The values of an entry of counter_collection, which is being read. */
static void read_records(struct reading *r)
{
	const uint64_t outer = r->has;
	int64_t v[NNUMBERS];

	memcpy(v, r->v, sizeof v);
	read_each(r, add_value);
	memcpy(r->v, v, sizeof v);
	r->has = outer & ((UINT64_C(1) << NNUMBERS) - 1);
}

static void add_entry(struct reading *r)
{
	struct launch *l = add_launch(r, LAUNCH_KERNEL);

	if (!l)
		return;
	/* the last of both, for now */
	*vec_add(&r->entries) =
	    (struct entry){*l, r->dispatches.v[--r->dispatches.n], PROFILE_NONE};
	r->p->launches.n--;
}

/* ---- what the numbers mean ---- */

static uint32_t keep(struct reading *r, struct str s)
{
	return intern_add(&r->p->texts, s);
}

static void add_symbol(struct reading *r)
{
	struct str name = text(r, F_FORMATTED);

	/* symbol 0 is none */
	if (number(r, F_KERNEL, 0) == 0)
		return;
	if (name.n == 0)
		name = text(r, F_DEMANGLED);
	if (name.n == 0)
		name = text(r, F_MANGLED);
	if (name.n)
		*map_at(&r->symbols, (uint64_t)r->v[F_KERNEL]) =
		    keep(r, rocprof_name(name));
}

enum { AGENT_GPU = 2 };

static void add_agent(struct reading *r)
{
	struct profile *p = r->p;
	struct str name = text(r, F_PRODUCT);
	struct device *d;
	int64_t index;

	if (number(r, F_TYPE, 0) != AGENT_GPU || !has(r, F_ID))
		return;
	index = number(r, F_INDEX, r->gpus++);
	if (index < 0 || index >= MAP_NONE)
		return;
	*map_at(&r->agents, (uint64_t)r->v[F_ID]) = (uint32_t)index;
	d = vec_add(&p->devices);
	*d = (struct device){.process = r->pid >= 0 ? r->pid : PROFILE_ANY,
	    .id = index,
	    .ordinal = index,
	    .gpu = RECORD_NO_GPU};
	if (name.n == 0)
		name = text(r, F_NAME);
	if (name.n)
		d->gpu.name =
		    (struct str){arena_text(&p->arena, name.p, name.n), name.n};
	if (number(r, F_CUS, 0) > 0)
		d->gpu.sms = r->v[F_CUS];
	if (number(r, F_CLOCK, 0) > 0 && r->v[F_CLOCK] < INT64_MAX / 1000)
		d->gpu.clock_khz = r->v[F_CLOCK] * 1000;
}

static void add_counter(struct reading *r)
{
	if (has(r, F_ID) && text(r, F_NAME).n)
		*map_at(&r->counters, (uint64_t)r->v[F_ID]) =
		    keep(r, text(r, F_NAME));
}

static void add_marker_text(struct reading *r)
{
	if (has(r, F_KEY) && text(r, F_VALUE).n)
		*map_at(&r->marker_texts, (uint64_t)r->v[F_KEY]) =
		    keep(r, text(r, F_VALUE));
}

static uint32_t *operation_at(struct reading *r, uint32_t kind, uint32_t operation)
{
	return map_at(&r->operations, (uint64_t)kind << 32 | operation);
}

/* The operations of each kind of record: strings.buffer_records. */
static void read_operations(struct reading *r)
{
	enum json_token token;
	uint32_t kind = 0, n;
	struct str s;

	if (json_next(r->j, NULL) != JSON_ARRAY) {
		json_skip(r->j);
		return;
	}
	for (; (token = json_next(r->j, NULL)) == JSON_OBJECT; kind++) {
		while (json_next(r->j, &s) == JSON_KEY) {
			if (!str_is(s, "operations") ||
			    json_next(r->j, NULL) != JSON_ARRAY) {
				json_skip(r->j);
				continue;
			}
			for (n = 0;
			     (token = json_next(r->j, &s)) == JSON_STRING; n++)
				*operation_at(r, kind, n) = keep(r, s);
			if (token != JSON_ARRAY_END)
				json_leave(r->j);
		}
	}
	if (token != JSON_ARRAY_END)
		json_leave(r->j);
}

/* ---- the end of a process ---- */

/* Let launch l have the device of this agent, if it is a GPU. */
static void give_device(struct reading *r, struct launch *l, int64_t handle)
{
	struct config c = *profile_config(r->p, l);
	uint32_t index = map_get(&r->agents, (uint64_t)handle);

	c.device = 0;
	if (index != MAP_NONE) {
		c.device = index;
		l->flags |= LAUNCH_HAS_DEVICE;
	}
	profile_set_config(r->p, l, &c);
}

static void give_call(struct reading *r, struct launch *l, const struct map *calls)
{
	uint32_t at = l->flags & LAUNCH_HAS_CORR && l->corr
			  ? map_get(calls, (uint64_t)l->corr)
			  : MAP_NONE;
	const struct hip_call *c;
	int64_t thread = l->LATER_THREAD;

	l->api_start = l->api_end = 0;
	if (at == MAP_NONE) {
		l->thread = thread >= 0 ? profile_thread(r->p, r->pid, thread)
					: profile_process(r->p, r->pid, r->pid);
		return;
	}
	c = &r->calls.v[at];
	l->thread = profile_thread(r->p, r->pid, c->thread);
	l->api = *operation_at(r, c->kind, c->operation);
	l->api_start = c->start;
	l->api_end = c->end;
	l->flags |= LAUNCH_HAS_API;
}

static void name_copies(struct reading *r)
{
	struct profile *p = r->p;
	struct strbuf b = {0};
	size_t i;

	for (i = 0; i < r->copies.n; i++) {
		const struct move *c = &r->copies.v[i];
		struct launch *l = &p->launches.v[c->launch];
		uint32_t name = *operation_at(r, c->kind, c->operation);
		const char *copy =
		    name == MAP_NONE
			? NULL
			: copies_direction(intern_get(&p->texts, name));
		struct config config;

		l->name = keep(r, copies_name(&b, copy));
		/* the GPU's side; between two, the one that it comes from */
		give_device(r, l,
		    map_get(&r->agents, (uint64_t)c->source) != MAP_NONE
			? c->source
			: c->destination);
		config = *profile_config(p, l);
		if (copy)
			config.copy = keep(r, str_of(copy));
		profile_set_config(p, l, &config);
	}
	strbuf_free(&b);
}

/* Ranges of roctx; a mark is none, nor what pauses the profiler. */
static void add_ranges(struct reading *r)
{
	struct profile *p = r->p;
	size_t i;

	for (i = 0; i < r->markers.n; i++) {
		const struct hip_call *c = &r->markers.v[i];
		uint32_t s = map_get(&r->marker_texts, (uint64_t)c->corr);
		uint32_t op = *operation_at(r, c->kind, c->operation);
		struct range range = {.start = c->start, .end = c->end};

		if (s == MAP_NONE ||
		    (op != MAP_NONE &&
			str_has(intern_get(&p->texts, op), "Mark")))
			continue;
		range.thread = profile_thread(p, r->pid, c->thread);
		profile_set_text(p, &range, intern_get(&p->texts, s));
		*vec_add(&p->ranges) = range;
	}
}

static void add_calls(struct reading *r)
{
	size_t i;

	for (i = 0; i < r->calls.n && r->p->kinds & LAUNCH_BIT(LAUNCH_API); i++) {
		const struct hip_call *c = &r->calls.v[i];
		struct launch *l = profile_host(r->p, LAUNCH_API,
		    profile_thread(r->p, r->pid, c->thread), c->start, c->end);

		l->api = *operation_at(r, c->kind, c->operation);
		l->corr = c->corr;
		l->flags |= LAUNCH_HAS_CORR;
	}
}

/* Entries of counter_collection whose dispatch has no record are launches. */
static void add_entries(struct reading *r)
{
	struct profile *p = r->p;
	struct map dispatches = {0};
	size_t i;

	for (i = r->first; i < p->launches.n; i++)
		if (p->launches.v[i].kind == LAUNCH_KERNEL)
			*map_at(&dispatches,
			    (uint64_t)r->dispatches.v[i - r->first]) = (uint32_t)i;
	for (i = 0; i < r->entries.n; i++) {
		struct entry *e = &r->entries.v[i];
		uint32_t *at = map_at(&dispatches, (uint64_t)e->dispatch);

		if (*at == MAP_NONE) {
			*at = (uint32_t)p->launches.n;
			*vec_add(&p->launches) = e->launch;
		}
		e->number = *at;
	}
	map_free(&dispatches);
}

/* Values of one counter are of parts of the GPU, and add up. */
static void add_values(struct reading *r)
{
	struct profile *p = r->p;
	struct map sums = {0}; /* (launch, counter) to a place of the profile's */
	size_t i;

	for (i = 0; i < r->values.n; i++) {
		const struct counted *v = &r->values.v[i];
		uint32_t name = map_get(&r->counters, (uint64_t)v->counter), *at;

		if (v->entry >= r->entries.n || name == MAP_NONE)
			continue;
		at = map_at(&sums,
		    (uint64_t)r->entries.v[v->entry].number << 32 | name);
		if (*at != MAP_NONE) {
			p->counters.v[*at].value += v->value;
			continue;
		}
		*at = (uint32_t)p->counters.n;
		profile_counter(p, r->entries.v[v->entry].number,
		    intern_get(&p->texts, name), v->value);
	}
	map_free(&sums);
}

static void free_process(struct reading *r)
{
	vec_free(&r->calls);
	vec_free(&r->dispatches);
	vec_free(&r->markers);
	vec_free(&r->copies);
	map_free(&r->agents);
	vec_free(&r->entries);
	vec_free(&r->values);
	map_free(&r->symbols);
	map_free(&r->marker_texts);
	map_free(&r->counters);
	map_free(&r->operations);
}

static void end_process(struct reading *r)
{
	struct profile *p = r->p;
	struct map calls = {0};
	size_t i;

	for (i = 0; i < r->calls.n; i++)
		*map_at(&calls, (uint64_t)r->calls.v[i].corr) = (uint32_t)i;
	add_entries(r);
	add_values(r);
	for (i = r->first; i < p->launches.n; i++) {
		struct launch *l = &p->launches.v[i];

		if (l->kind == LAUNCH_KERNEL) {
			l->name = map_get(&r->symbols, (uint64_t)l->LATER_KERNEL);
			give_device(r, l, profile_config(p, l)->device);
		}
		give_call(r, l, &calls);
	}
	name_copies(r);
	add_ranges(r);
	add_calls(r);
	map_free(&calls);
	free_process(r);
}

/* ---- the document ---- */

static void read_metadata(struct reading *r)
{
	if (json_next(r->j, NULL) != JSON_OBJECT) {
		json_skip(r->j);
		return;
	}
	begin_item(r);
	read_members(r, ITEM);
	r->pid = number(r, F_PID, -1);
}

/* A member: an array of objects, each of which is added, or what read reads. */
struct section {
	const char *key;
	void (*add)(struct reading *r);
	void (*read)(struct reading *r);
};

/* Read the members of an object that are sections. */
static void read_sections(struct reading *r, const struct section *v, size_t n)
{
	struct str key;
	size_t i;

	while (json_next(r->j, &key) == JSON_KEY) {
		for (i = 0; i < n && !str_is(key, v[i].key); i++)
			;
		if (i == n)
			json_skip(r->j);
		else if (v[i].add)
			read_each(r, v[i].add);
		else
			v[i].read(r);
	}
}

static void read_object(struct reading *r, const struct section *v, size_t n)
{
	if (json_next(r->j, NULL) == JSON_OBJECT)
		read_sections(r, v, n);
	else
		json_skip(r->j);
}

static void read_strings(struct reading *r)
{
	static const struct section v[] = {
	    {"buffer_records", .read = read_operations},
	    {"marker_api", add_marker_text}};

	read_object(r, v, NELEMS(v));
}

static void read_buffers(struct reading *r)
{
	static const struct section v[] = {{"kernel_dispatch", add_dispatch},
	    {"hip_api", add_call}, {"marker_api", add_marker},
	    {"memory_copy", add_copy}};

	read_object(r, v, NELEMS(v));
}

static void read_callbacks(struct reading *r)
{
	static const struct section v[] = {{"counter_collection", add_entry}};

	read_object(r, v, NELEMS(v));
}

/* A process, whose beginning was read. */
static void read_process(struct reading *r)
{
	static const struct section v[] = {{"metadata", .read = read_metadata},
	    {"agents", add_agent}, {"counters", add_counter},
	    {"strings", .read = read_strings}, {"kernel_symbols", add_symbol},
	    {"buffer_records", .read = read_buffers},
	    {"callback_records", .read = read_callbacks}};

	r->found = true;
	r->pid = -1;
	r->gpus = 0;
	r->first = r->p->launches.n;
	read_sections(r, v, NELEMS(v));
	end_process(r);
}

static const char tool[] = "rocprofiler-sdk-tool";

static void read_tool(struct reading *r)
{
	enum json_token token = json_next(r->j, NULL);

	if (token == JSON_OBJECT) {
		read_process(r);
		return;
	}
	if (token != JSON_ARRAY) {
		json_skip(r->j);
		return;
	}
	while ((token = json_next(r->j, NULL)) == JSON_OBJECT)
		read_process(r);
	if (token != JSON_ARRAY_END)
		json_leave(r->j);
}

static long read_json(void *arg, char *buf, size_t size)
{
	struct reading *r = arg;

	return input_read(r->input, buf, size, &r->input_err);
}

static void say_broken(struct reading *r, enum json_token last)
{
	const char *why = r->input_err.text[0] ? r->input_err.text
			  : last == JSON_ERROR ? json_error(r->j)
			  : json_was_cut(r->j)
			      ? "the file ends too early: is it whole?"
			      : NULL;

	if (why)
		r->p->broken = arena_text(&r->p->arena, why, strlen(why));
}

int rocprof_json(struct input *input, struct profile *p, struct err *err)
{
	static const struct section v[] = {{tool, .read = read_tool}};
	struct reading r = {.p = p, .input = input};
	enum json_token last;
	int rc = 0;

	r.j = json_stream(read_json, &r, JSON_LENIENT);
	read_object(&r, v, NELEMS(v));
	last = json_next(r.j, NULL);
	if (r.input_err.text[0] && r.events == 0)
		rc = err_set(err, "%s", r.input_err.text);
	else if (last == JSON_ERROR && r.events == 0)
		rc = err_set(err, "%s", json_error(r.j));
	else if (!r.found)
		rc = err_set(err, "no process of rocprofv3");
	else
		say_broken(&r, last);
	free_process(&r);
	json_free(r.j);
	strbuf_free(&r.texts);
	return rc;
}

bool rocprof_is_json(struct str head)
{
	static const char *const parts[] = {"{", "\"", tool, "\""};
	size_t i;

	str_skip(&head, "\xEF\xBB\xBF");
	for (i = 0; i < NELEMS(parts); i++) {
		while (i < 2 && head.n && strchr(" \t\r\n", head.p[0]) && head.p[0])
			head = str_from(head, 1);
		if (!str_skip(&head, parts[i]))
			return false;
	}
	return true;
}

/* ---- what the CSV has, too ---- */

struct str rocprof_name(struct str name)
{
	static const char *const tails[] = {" [clone .kd]", " (.kd)", ".kd"};
	size_t i;

	for (i = 0; i < NELEMS(tails); i++)
		if (str_ends(name, tails[i])) {
			name.n -= strlen(tails[i]);
			break;
		}
	return name;
}

bool rocprof_shape(struct config *c)
{
	int i;

	for (i = 0; i < 3; i++) {
		if (c->grid[i] < 0 || c->block[i] <= 0)
			return false;
		c->grid[i] =
		    c->grid[i] / c->block[i] + (c->grid[i] % c->block[i] != 0);
	}
	return true;
}
