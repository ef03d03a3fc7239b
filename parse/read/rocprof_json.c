/*
 * rocprof_json.c - read rocprofv3 --output-format json.
 *
 * In:  "rocprofiler-sdk-tool", an array of processes, each with its agents, texts,
 *      kernel symbols and records
 * Out: one launch a dispatch or copy; one range a range of roctx; calls, counters
 */
#include "parse/read/rocprof_json.h"

#include <math.h>
#include <string.h>

#include "common/nelems.h"
#include "common/num.h"
#include "parse/read/input.h"
#include "parse/read/lenient.h"
#include "parse/read/lost.h"
#include "parse/read/rocprof.h"
#include "parse/read/rocprof_item.h"
#include "parse/read/rocprof_process.h"

struct reading {
	struct profile *p;
	struct json *j;
	struct input *input;
	struct err input_err;
	struct rocprof_item e;	  /* that is read */
	struct rocprof_process o; /* that it is in */
	struct lost lost;	  /* of all processes */
	uint64_t events;
	int64_t processes; /* that were read */
	bool found;	   /* the tool's array */
};

static int64_t number(const struct reading *r, enum rocprof_field f, int64_t otherwise)
{
	return rocprof_item_number(&r->e, f, otherwise);
}

static uint32_t keep(struct reading *r, struct str s)
{
	return intern_add(&r->p->texts, s);
}

/* ---- records ---- */

static void take_shape(const struct reading *r, struct launch *l, struct config *c)
{
	int i;

	for (i = 0; i < 3; i++) {
		c->grid[i] = number(r, ROCPROF_GRID_X + (unsigned)i, -1);
		c->block[i] = number(r, ROCPROF_GROUP_X + (unsigned)i, -1);
	}
	if (rocprof_shape(c))
		l->flags |= LAUNCH_HAS_GRID;
}

/* False: it is not wanted. */
static bool add_launch(struct reading *r, enum launch_kind kind)
{
	struct launch unread = {.kind = (uint8_t)kind}, *l = &unread;
	struct config c = PROFILE_NO_CONFIG;
	struct profile *p = r->p;

	r->events++;
	if (profile_reads(p, kind))
		l = profile_launch(p, kind);
	profile_set_times(
	    p, l, number(r, ROCPROF_START, 0), number(r, ROCPROF_END, 0));
	if (l == &unread)
		return false;
	l->corr = number(r, ROCPROF_CORR, 0); /* 0: none */
	if (l->corr)
		l->flags |= LAUNCH_HAS_CORR;
	c.device = number(r, ROCPROF_AGENT, 0);
	c.stream = number(r, ROCPROF_STREAM, number(r, ROCPROF_QUEUE, -1));
	if (c.stream >= 0)
		l->flags |= LAUNCH_HAS_STREAM;
	c.smem = number(r, ROCPROF_LDS, INT64_MIN);
	if (c.smem != INT64_MIN)
		l->flags |= LAUNCH_HAS_SMEM;
	c.bytes = number(r, ROCPROF_BYTES, INT64_MIN);
	if (kind == LAUNCH_MEMCPY && c.bytes != INT64_MIN)
		l->flags |= LAUNCH_HAS_BYTES;
	take_shape(r, l, &c);
	profile_set_config(p, l, &c);
	l->ROCPROF_LATER_THREAD = number(r, ROCPROF_THREAD, -1);
	l->ROCPROF_LATER_KERNEL = number(r, ROCPROF_KERNEL, -1);
	*vec_add(&r->o.dispatches) = number(r, ROCPROF_DISPATCH, -1);
	return true;
}

static void add_dispatch(void *reading)
{
	add_launch(reading, LAUNCH_KERNEL);
}

static void add_copy(void *reading)
{
	struct reading *r = reading;

	if (add_launch(r, LAUNCH_MEMCPY))
		*vec_add(&r->o.copies) =
		    (struct rocprof_copy){number(r, ROCPROF_SOURCE, -1),
			number(r, ROCPROF_DESTINATION, -1),
			(uint32_t)(r->p->launches.n - 1),
			(uint32_t)number(r, ROCPROF_KIND, 0),
			(uint32_t)number(r, ROCPROF_OPERATION, 0)};
}

static struct rocprof_call make_call(struct reading *r)
{
	struct rocprof_call c = {.start = number(r, ROCPROF_START, 0),
	    .end = number(r, ROCPROF_END, 0),
	    .corr = number(r, ROCPROF_CORR, 0),
	    .thread = number(r, ROCPROF_THREAD, -1),
	    .kind = (uint32_t)number(r, ROCPROF_KIND, 0),
	    .operation = (uint32_t)number(r, ROCPROF_OPERATION, 0)};

	r->events++;
	profile_saw_span(r->p, c.start, c.end);
	return c;
}

static void add_call(void *reading)
{
	struct reading *r = reading;
	struct rocprof_call c = make_call(r);

	if (!profile_valid(r->p, c.start, c.end))
		profile_untimed(r->p, LAUNCH_API);
	*vec_add(&r->o.calls) = c;
}

static void add_marker(void *reading)
{
	struct reading *r = reading;

	*vec_add(&r->o.markers) = make_call(r);
}

/* A value of the entry of counter_collection that is being read. */
static void add_value(void *reading)
{
	struct reading *r = reading;

	if (!rocprof_item_has(&r->e, ROCPROF_COUNTER))
		return;
	if (!rocprof_item_has(&r->e, ROCPROF_VALUE) || isnan(r->e.value))
		warnings_add(r->p->warnings,
		    "%s of counters without a number: left out", "value",
		    (struct str){NULL, 0});
	else
		*vec_add(&r->o.values) = (struct rocprof_value){
		    r->e.v[ROCPROF_COUNTER], r->e.value, (uint32_t)r->o.entries.n};
}

static void add_entry(void *reading)
{
	struct reading *r = reading;
	struct profile *p = r->p;

	if (!add_launch(r, LAUNCH_KERNEL))
		return;
	/* the last of both, for now */
	*vec_add(&r->o.entries) =
	    (struct rocprof_entry){p->launches.v[--p->launches.n],
		r->o.dispatches.v[--r->o.dispatches.n], PROFILE_NONE};
}

/* ---- what the numbers mean ---- */

static void add_symbol(void *reading)
{
	static const enum rocprof_field names[] = {
	    ROCPROF_FORMATTED, ROCPROF_DEMANGLED, ROCPROF_MANGLED};
	struct reading *r = reading;
	struct str name = {NULL, 0};
	size_t i;

	/* symbol 0 is none */
	if (number(r, ROCPROF_KERNEL, 0) == 0)
		return;
	for (i = 0; i < NELEMS(names) && name.n == 0; i++)
		name = rocprof_item_text(&r->e, names[i]);
	if (name.n)
		rocprof_process_put(&r->o.symbols, r->e.v[ROCPROF_KERNEL],
		    keep(r, rocprof_name(name)));
}

static void describe(struct reading *r, struct record_gpu *gpu)
{
	struct str name = rocprof_item_text(&r->e, ROCPROF_PRODUCT);
	int64_t clock_mhz = number(r, ROCPROF_CLOCK, 0);

	if (name.n == 0)
		name = rocprof_item_text(&r->e, ROCPROF_NAME);
	if (name.n)
		gpu->name = (struct str){
		    arena_text(&r->p->arena, name.p, name.n), name.n};
	if (number(r, ROCPROF_CUS, 0) > 0)
		gpu->sms = r->e.v[ROCPROF_CUS];
	if (clock_mhz > 0 && clock_mhz < INT64_MAX / 1000)
		gpu->clock_khz = clock_mhz * 1000;
}

enum { AGENT_GPU = 2 };

static void add_agent(void *reading)
{
	struct reading *r = reading;
	struct device *d;
	int64_t index;

	if (number(r, ROCPROF_TYPE, 0) != AGENT_GPU ||
	    !rocprof_item_has(&r->e, ROCPROF_ID))
		return;
	index = number(r, ROCPROF_INDEX, r->o.gpus++);
	if (index < 0 || index >= MAP_SEVERAL)
		return;
	rocprof_process_put(&r->o.agents, r->e.v[ROCPROF_ID], (uint32_t)index);
	d = vec_add(&r->p->devices);
	*d = (struct device){.process = r->o.process,
	    .id = index,
	    .ordinal = index,
	    .gpu = RECORD_NO_GPU};
	describe(r, &d->gpu);
}

static void add_counter(void *reading)
{
	struct reading *r = reading;
	struct str name = rocprof_item_text(&r->e, ROCPROF_NAME);

	if (rocprof_item_has(&r->e, ROCPROF_ID) && name.n)
		rocprof_process_put(
		    &r->o.counters, r->e.v[ROCPROF_ID], keep(r, name));
}

static bool is_text(
    struct reading *r, const struct rocprof_text *kept, struct str text)
{
	const struct range range = {.text = kept->text, .numbers = kept->numbers};
	struct arena a = {0};
	bool same = str_eq(profile_text(r->p, &range, &a), text);

	arena_free(&a);
	return same;
}

/* Hardly two texts of torch are alike, so that they are kept as ranges have them. */
static void add_marker_text(void *reading)
{
	struct reading *r = reading;
	struct str text = rocprof_item_text(&r->e, ROCPROF_VALUE);
	struct range range;
	uint32_t *at;

	if (!rocprof_item_has(&r->e, ROCPROF_KEY) || !text.n)
		return;
	at = map_at(&r->o.marker_texts, (uint64_t)r->e.v[ROCPROF_KEY]);
	if (*at != MAP_NONE) {
		if (*at != MAP_SEVERAL && !is_text(r, &r->o.texts.v[*at], text))
			*at = MAP_SEVERAL;
		return;
	}
	*at = (uint32_t)r->o.texts.n;
	profile_set_text(r->p, &range, text);
	*vec_add(&r->o.texts) = (struct rocprof_text){range.text, range.numbers};
}

/* The names of the operations of a kind of record. */
static void read_operations(struct reading *r, uint32_t kind)
{
	enum json_token token;
	uint32_t n = 0;
	struct str s;

	if (json_next(r->j, NULL) != JSON_ARRAY) {
		json_skip(r->j);
		return;
	}
	for (; (token = json_next(r->j, &s)) != JSON_ARRAY_END && token != JSON_ERROR;
	     n++)
		if (token == JSON_STRING)
			*rocprof_process_operation(&r->o, kind, n) = keep(r, s);
		else
			json_skip(r->j);
}

/* A member of strings.buffer_records, whose place is the kind's number. */
static void read_kind(void *reading, uint32_t kind)
{
	struct reading *r = reading;
	struct str key;

	while (json_next(r->j, &key) == JSON_KEY)
		if (str_is(key, "operations"))
			read_operations(r, kind);
		else
			json_skip(r->j);
}

static void read_kinds(struct reading *r)
{
	rocprof_item_objects(r->j, read_kind, r);
}

/* ---- the document ---- */

static void read_metadata(struct reading *r)
{
	if (rocprof_item_read(&r->e))
		r->o.pid = number(r, ROCPROF_PID, -1);
}

/* A member: an array of objects, each of which is added, or what read reads. */
struct section {
	const char *key;
	void (*add)(void *reading);
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
			rocprof_item_each(&r->e, v[i].add, r);
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
	static const struct section v[] = {{"buffer_records", .read = read_kinds},
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

	r->e.record = add_value;
	read_object(r, v, NELEMS(v));
	r->e.record = NULL;
}

/* A process, whose beginning was read. */
static void read_process(void *reading, uint32_t number)
{
	static const struct section v[] = {{"metadata", .read = read_metadata},
	    {"agents", add_agent}, {"counters", add_counter},
	    {"strings", .read = read_strings}, {"kernel_symbols", add_symbol},
	    {"buffer_records", .read = read_buffers},
	    {"callback_records", .read = read_callbacks}};
	struct reading *r = reading;

	(void)number;
	r->found = true;
	r->o = (struct rocprof_process){.p = r->p,
	    .process = PROFILE_TID_LEAST - ++r->processes,
	    .pid = -1,
	    .first = r->p->launches.n};
	if (r->p->kinds & LAUNCH_BIT(LAUNCH_KERNEL))
		r->o.lost = &r->lost;
	read_sections(r, v, NELEMS(v));
	rocprof_process_end(&r->o);
}

static void read_tool(struct reading *r)
{
	rocprof_item_objects(r->j, read_process, r);
}

static const char tool[] = "rocprofiler-sdk-tool";

static long read_json(void *arg, char *buf, size_t size)
{
	struct reading *r = arg;

	return input_read(r->input, buf, size, &r->input_err);
}

/* Say which part of the file was not read; that is an error. */
static void say_broken(struct reading *r, enum json_token last)
{
	struct strbuf b = {0};

	if (r->input_err.text[0])
		strbuf_text(&b, r->input_err.text);
	else if (last == JSON_ERROR)
		strbuf_printf(
		    &b, "%s: left out, and what follows", json_error(r->j));
	else if (json_was_cut(r->j))
		strbuf_text(&b, "the file ends too early: is it whole?");
	if (b.n)
		r->p->broken = arena_text(&r->p->arena, b.p, b.n);
	strbuf_free(&b);
}

int rocprof_json(struct input *input, struct profile *p, struct err *err)
{
	static const struct section v[] = {{tool, .read = read_tool}};
	struct reading r = {.p = p, .input = input};
	enum json_token last;
	int rc = 0;

	p->own_devices = true;
	r.j = r.e.j = json_stream(read_json, &r, JSON_LENIENT);
	r.e.arg = &r;
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
	lenient_say(r.j, p);
	profile_count_orphans(p);
	lost_report(&r.lost, p);
	json_free(r.j);
	rocprof_item_free(&r.e);
	return rc;
}

bool rocprof_json_found(struct str head)
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
