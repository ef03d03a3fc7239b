/*
 * rocprof_item.c - one object of rocprofv3's JSON.
 *
 * In:  the tokens of an object: a dispatch, copy, call, agent, symbol, ...
 * Out: the members that a row of the tables names, in whatever order they came
 *
 * Each kind of object has names of its own for what it says, so that one table
 * serves all kinds.
 */
#include "parse/read/rocprof_item.h"

#include <math.h>
#include <string.h>

#include "common/nelems.h"
#include "common/num.h"

#define KEY(text) (text), sizeof(text) - 1
#define NESTED(v) .into = (v), .ninto = NELEMS(v)

struct member {
	const char *key;
	size_t n;
	enum rocprof_field field;
	const struct member *into; /* an object's; NULL: a field */
	size_t ninto;
};

static const struct member correlation[] = {{KEY("internal"), ROCPROF_CORR}};
static const struct member agent[] = {{KEY("handle"), ROCPROF_AGENT}};
static const struct member queue[] = {{KEY("handle"), ROCPROF_QUEUE}};
static const struct member stream[] = {{KEY("handle"), ROCPROF_STREAM}};
static const struct member source[] = {{KEY("handle"), ROCPROF_SOURCE}};
static const struct member destination[] = {{KEY("handle"), ROCPROF_DESTINATION}};
static const struct member id[] = {{KEY("handle"), ROCPROF_ID}};
static const struct member counter[] = {{KEY("handle"), ROCPROF_COUNTER}};
static const struct member group[] = {
    {KEY("x"), ROCPROF_GROUP_X},
    {KEY("y"), ROCPROF_GROUP_Y},
    {KEY("z"), ROCPROF_GROUP_Z},
};
static const struct member grid[] = {
    {KEY("x"), ROCPROF_GRID_X},
    {KEY("y"), ROCPROF_GRID_Y},
    {KEY("z"), ROCPROF_GRID_Z},
};
static const struct member info[] = {
    {KEY("agent_id"), NESTED(agent)},
    {KEY("queue_id"), NESTED(queue)},
    {KEY("kernel_id"), ROCPROF_KERNEL},
    {KEY("dispatch_id"), ROCPROF_DISPATCH},
    {KEY("group_segment_size"), ROCPROF_LDS},
    {KEY("workgroup_size"), NESTED(group)},
    {KEY("grid_size"), NESTED(grid)},
};
/* of counters */
static const struct member data[] = {
    {KEY("correlation_id"), NESTED(correlation)},
    {KEY("start_timestamp"), ROCPROF_START},
    {KEY("end_timestamp"), ROCPROF_END},
    {KEY("dispatch_info"), NESTED(info)},
};
static const struct member item[] = {
    {KEY("kind"), ROCPROF_KIND},
    {KEY("operation"), ROCPROF_OPERATION},
    {KEY("correlation_id"), NESTED(correlation)},
    {KEY("start_timestamp"), ROCPROF_START},
    {KEY("end_timestamp"), ROCPROF_END},
    {KEY("thread_id"), ROCPROF_THREAD},
    {KEY("dispatch_info"), NESTED(info)},
    {KEY("dispatch_data"), NESTED(data)},
    {KEY("stream_id"), NESTED(stream)},
    {KEY("bytes"), ROCPROF_BYTES},
    {KEY("src_agent_id"), NESTED(source)},
    {KEY("dst_agent_id"), NESTED(destination)},
    {KEY("pid"), ROCPROF_PID},
    {KEY("id"), NESTED(id)},
    {KEY("type"), ROCPROF_TYPE},
    {KEY("cu_count"), ROCPROF_CUS},
    {KEY("max_engine_clk_fcompute"), ROCPROF_CLOCK},
    {KEY("gpu_index"), ROCPROF_INDEX},
    {KEY("name"), ROCPROF_NAME},
    {KEY("product_name"), ROCPROF_PRODUCT},
    {KEY("kernel_id"), ROCPROF_KERNEL},
    {KEY("formatted_kernel_name"), ROCPROF_FORMATTED},
    {KEY("demangled_kernel_name"), ROCPROF_DEMANGLED},
    {KEY("kernel_name"), ROCPROF_MANGLED},
    {KEY("key"), ROCPROF_KEY},
    {KEY("value"), ROCPROF_VALUE},
    {KEY("counter_id"), NESTED(counter)},
};

_Static_assert(ROCPROF_NFIELDS <= 64, "rocprof_item.has has a bit a field");

static void put(struct rocprof_item *e, enum rocprof_field f)
{
	e->has |= UINT64_C(1) << f;
}

static void take_text(struct rocprof_item *e, enum rocprof_field f, struct str s)
{
	e->at[f] = e->texts.n;
	e->n[f] = s.n;
	strbuf_reserve(&e->texts, s.n + 1);
	strbuf_str(&e->texts, s);
	put(e, f);
}

/* An id is only compared, so that one above INT64_MAX may become negative. */
static void take_number(struct rocprof_item *e, enum rocprof_field f,
    enum json_token token, struct str s)
{
	bool ok = false;
	uint64_t u;

	if (token == JSON_INT)
		e->v[f] = json_int(e->j, &ok);
	else
		ok = num_parse(s.p, s.n, INT64_MIN, INT64_MAX, &e->v[f]);
	if (!ok && num_parse_u64(s.p, s.n, &u)) {
		e->v[f] = (int64_t)u;
		ok = true;
	}
	if (ok)
		put(e, f);
}

static void take(struct rocprof_item *e, enum rocprof_field f,
    enum json_token token, struct str s)
{
	if (f < ROCPROF_NNUMBERS) {
		take_number(e, f, token, s);
	} else if (token == JSON_STRING) {
		take_text(e, f, s);
		if (f == ROCPROF_VALUE && !num_real(s.p, s.n, &e->value))
			e->value = NAN;
	} else if (f == ROCPROF_VALUE && num_real(s.p, s.n, &e->value)) {
		e->at[f] = e->n[f] = 0;
		put(e, f);
	}
}

static const struct member *find(const struct member *v, size_t n, struct str key)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (str_eq(key, (struct str){v[i].key, v[i].n}))
			return &v[i];
	return NULL;
}

/* The records of an item, which is being read; they have none themselves. */
static void read_records(struct rocprof_item *e)
{
	void (*record)(void *arg) = e->record;
	const uint64_t outer = e->has;
	int64_t v[ROCPROF_NNUMBERS];

	memcpy(v, e->v, sizeof v);
	e->record = NULL;
	rocprof_item_each(e, record, e->arg);
	e->record = record;
	memcpy(e->v, v, sizeof v);
	e->has = outer & ((UINT64_C(1) << ROCPROF_NNUMBERS) - 1);
}

/* Read the members of an object whose beginning was read; the token behind
 * them. */
static enum json_token read_members(
    struct rocprof_item *e, const struct member *v, size_t n)
{
	const struct member *m;
	enum json_token token;
	struct str s;

	while ((token = json_next(e->j, &s)) == JSON_KEY) {
		m = find(v, n, s);
		if (!m && v == item && e->record && str_is(s, "records")) {
			read_records(e);
			continue;
		}
		if (!m) {
			json_skip(e->j);
			continue;
		}
		token = json_next(e->j, &s);
		if (m->into && token == JSON_OBJECT)
			read_members(e, m->into, m->ninto);
		else if (!m->into && (token == JSON_INT || token == JSON_STRING ||
					 token == JSON_REAL))
			take(e, m->field, token, s);
		else
			json_skip(e->j);
	}
	return token;
}

/* Read an item whose beginning was read; false: it is not whole. */
static bool read_item(struct rocprof_item *e)
{
	e->has = 0;
	e->texts.n = 0;
	return read_members(e, item, NELEMS(item)) == JSON_OBJECT_END &&
	       !json_was_cut(e->j);
}

bool rocprof_item_read(struct rocprof_item *e)
{
	if (json_next(e->j, NULL) != JSON_OBJECT) {
		json_skip(e->j);
		return false;
	}
	read_item(e);
	return true;
}

void rocprof_item_objects(
    struct json *j, void (*read)(void *arg, uint32_t place), void *arg)
{
	enum json_token token = json_next(j, NULL);
	uint32_t place = 0;

	if (token == JSON_OBJECT)
		read(arg, 0);
	else if (token != JSON_ARRAY)
		json_skip(j);
	else
		for (; (token = json_next(j, NULL)) != JSON_ARRAY_END &&
		       token != JSON_ERROR;
		     place++)
			if (token == JSON_OBJECT)
				read(arg, place);
			else
				json_skip(j);
}

struct each {
	struct rocprof_item *e;
	void (*add)(void *arg);
	void *arg;
};

static void add_item(void *arg, uint32_t place)
{
	const struct each *each = arg;

	(void)place;
	if (read_item(each->e))
		each->add(each->arg);
}

void rocprof_item_each(struct rocprof_item *e, void (*add)(void *arg), void *arg)
{
	struct each each = {e, add, arg};

	rocprof_item_objects(e->j, add_item, &each);
}

struct str rocprof_item_text(const struct rocprof_item *e, enum rocprof_field f)
{
	if (!rocprof_item_has(e, f))
		return (struct str){NULL, 0};
	return (struct str){e->texts.p + e->at[f], e->n[f]};
}

void rocprof_item_free(struct rocprof_item *e)
{
	strbuf_free(&e->texts);
}
