/*
 * read_nvprof.c - read an nvprof database.
 *
 * In:  CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, _KERNEL, _CDP_KERNEL; _RUNTIME,
 *      _DRIVER; _MARKER, _MARKER_DATA; _DEVICE; _MEMCPY, _MEMCPY2, _MEMSET, _SYNCHRONIZATION;
 *      _METRIC, _EVENT and their _INSTANCE; StringTable
 * Out: one launch a row of activity on the GPU, and a call of the host or a
 *      mark where these are asked for; one range a marker pair; a kernel's
 *      metrics and events as its counters
 *
 * Launches and their calls are joined in memory, and so are marker pairs: the
 * tables have no index, and an SQL join would make one on each run.  A call is
 * found by its correlation id alone, whatever its API: nvprof writes one file
 * for each process, so ids are unique, or again.c has them, and lists of launch
 * functions go stale.
 * Every table and every column may be missing.
 */
#include "parse/read/read.h"

#include "common/map.h"
#include "common/nelems.h"
#include "common/num.h"
#include "parse/read/again.h"
#include "parse/read/cupti.h"
#include "parse/read/cupti_api.h"
#include "parse/read/db.h"
#include "parse/read/lost.h"
#include "parse/profile.h"

/* A text of the string table, with its numbers apart as a range has them: most
 * texts differ in these alone. */
struct string {
	uint32_t text, numbers;
};

/* n strings with consecutive ids from first_id; the first is strings.v[first]. */
struct string_run {
	int64_t first_id;
	uint32_t first, n;
};

/* What a marker has besides its text.  Of the last row with an id: how many
 * rows and how many markers have the id. */
struct marker_data {
	uint32_t category; /* 1-based text, or 0 */
	uint32_t payload;  /* text, or PROFILE_NONE */
	uint32_t before;   /* the row before with the id, or MAP_NONE */
	uint32_t rows, markers;
};

/* A marker that may have data: its range, or PROFILE_NONE, and the last row. */
struct marked {
	uint32_t range, data;
};

enum { CBIDS_MOST = 2048 };

/* The part of a reading that its steps share. */
struct nvprof {
	struct db *db;
	struct profile *p;
	struct err *err;
	struct map by_corr; /* correlation id -> first launch with it */
	VEC(uint32_t) next; /* launch -> next with its correlation id */
	struct again again; /* calls of ids that have one */
	VEC(struct string) strings;
	struct string_run run; /* string ids without a gap, which are most */
	struct map string_at;  /* the other string ids -> of strings */
	struct map open;       /* marker id -> range without an end yet */
	struct map ended;      /* marker id -> end without a range yet */
	VEC(int64_t) ends;     /* their times */
	struct map data_of;    /* marker id -> last of data */
	VEC(struct marker_data) data;
	VEC(struct marked) marked;
	enum launch_kind kind;		      /* of the table being read */
	enum cupti_api api;		      /* of the table being read */
	const struct counter_table *counters; /* being read */
	struct map grouped;		      /* launch and id -> of groups */
	VEC(struct instances) groups;
	struct arena whole; /* a text with its numbers */
	struct lost lost;
	uint8_t lost_kinds[2][CBIDS_MOST]; /* of calls, from 1; 0: not asked */
};

/* The counters of one launch with one id, of all instances of a unit of the
 * GPU. */
struct instances {
	int64_t id;
	uint32_t launch;
	uint32_t n;
	uint64_t sum; /* of an event */
	double value; /* of a metric: the first */
	bool lost;    /* one of them cannot be read, or the sum is too large */
};

/* A table of activity on the GPU: one launch a row. */
struct activity {
	const char *table;
	enum launch_kind kind;
};

static const struct activity activities[] = {
    {"CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", LAUNCH_KERNEL},
    {"CUPTI_ACTIVITY_KIND_KERNEL", LAUNCH_KERNEL},
    {"CUPTI_ACTIVITY_KIND_CDP_KERNEL", LAUNCH_KERNEL},
    {"CUPTI_ACTIVITY_KIND_MEMCPY", LAUNCH_MEMCPY},
    {"CUPTI_ACTIVITY_KIND_MEMCPY2", LAUNCH_MEMCPY},
    {"CUPTI_ACTIVITY_KIND_MEMSET", LAUNCH_MEMSET},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", LAUNCH_SYNC},
};

enum { NACTIVITIES = NELEMS(activities) };

/* Tables of calls of the host. */
static const struct {
	const char *table;
	enum cupti_api api;
} api_tables[] = {
    /* the runtime's call wins where both have the id */
    {"CUPTI_ACTIVITY_KIND_RUNTIME", CUPTI_RUNTIME},
    {"CUPTI_ACTIVITY_KIND_DRIVER", CUPTI_DRIVER},
};

/* nvprof keeps the low 32 bits of pthread_self(), signed or not. */
static int64_t low32(int64_t id)
{
	return (int64_t)((uint64_t)id & UINT32_MAX);
}

static bool detect(const struct source *src)
{
	size_t i;

	if (db_has_table(src->db, "StringTable"))
		return true;
	for (i = 0; i < NACTIVITIES; i++)
		if (db_has_table(src->db, activities[i].table))
			return true;
	return db_has_table(src->db, "CUPTI_ACTIVITY_KIND_MARKER");
}

/* Call row for each row of a table, which may be missing. */
static int each(struct nvprof *r, const char *table, const char *const *columns,
    int n, void (*row)(void *arg, const struct db_row *r))
{
	if (!db_has_table(r->db, table))
		return 0;
	return db_each(r->db, table, columns, n, row, r, r->err);
}

static void string_row(void *arg, const struct db_row *row)
{
	struct nvprof *r = arg;
	struct str s = db_text(row, 1);
	int64_t id = db_int(row, 0, 0);
	struct string_run *run = &r->run;
	uint32_t at = (uint32_t)r->strings.n;
	struct range range;

	if (id <= 0 || !s.p)
		return;
	profile_set_text(r->p, &range, s);
	*vec_add(&r->strings) = (struct string){range.text, range.numbers};
	if (run->n == 0)
		*run = (struct string_run){id, at, 0};
	if (id - run->first_id == run->n && at - run->first == run->n)
		run->n++;
	else
		*map_at(&r->string_at, (uint64_t)id) = at;
}

static int read_strings(struct nvprof *r)
{
	static const char *const columns[] = {"_id_", "value"};

	return each(r, "StringTable", columns, 2, string_row);
}

/* The string with an id, or NULL; id 0 is nvprof's "no string". */
static const struct string *string_of(const struct nvprof *r, int64_t id)
{
	uint32_t at;

	if (id <= 0)
		return NULL;
	if (id >= r->run.first_id && id - r->run.first_id < r->run.n)
		at = r->run.first + (uint32_t)(id - r->run.first_id);
	else
		at = map_get(&r->string_at, (uint64_t)id);
	return at == MAP_NONE ? NULL : &r->strings.v[at];
}

/* The whole text of a string id, or PROFILE_NONE. */
static uint32_t text_of(struct nvprof *r, int64_t id)
{
	const struct string *s = string_of(r, id);
	struct range range;

	if (!s)
		return PROFILE_NONE;
	if (s->numbers == 0)
		return s->text;
	range = (struct range){.text = s->text, .numbers = s->numbers};
	arena_reset(&r->whole);
	return intern_add(&r->p->texts, profile_text(r->p, &range, &r->whole));
}

/* Remember the launch under its correlation id. */
static void index_launch(struct nvprof *r, uint32_t i, int64_t corr)
{
	uint32_t *first = map_at(&r->by_corr, (uint64_t)corr);

	while (r->next.n <= i)
		*vec_add(&r->next) = MAP_NONE;
	r->next.v[i] = *first;
	*first = i;
}

static void activity_row(void *arg, const struct db_row *row)
{
	struct nvprof *r = arg;
	uint32_t i = (uint32_t)r->p->launches.n;
	struct launch *l = cupti_launch(r->p, r->kind, row, cupti_memory);

	if (r->kind == LAUNCH_KERNEL)
		l->name = text_of(r, db_int(row, CUPTI_NAME, 0));
	if (l->flags & LAUNCH_HAS_CORR)
		index_launch(r, i, l->corr);
}

static int read_activity(struct nvprof *r, const struct activity *a)
{
	r->kind = a->kind;
	return each(
	    r, a->table, cupti_columns, cupti_ncolumns(a->kind), activity_row);
}

/* Read the kinds that are wanted; the others still count for time 0. */
static int read_activities(struct nvprof *r)
{
	bool any_kernels = false;
	int64_t least;
	int i;

	for (i = 0; i < NACTIVITIES; i++) {
		if (!db_has_table(r->db, activities[i].table))
			continue;
		any_kernels |= activities[i].kind == LAUNCH_KERNEL;
		if (profile_reads(r->p, activities[i].kind)) {
			if (read_activity(r, &activities[i]) == -1)
				return -1;
			continue;
		}
		if (db_least_start(r->db, activities[i].table, false, &least,
			r->err) == -1)
			return -1;
		profile_saw(r->p, least);
	}
	if (!any_kernels)
		r->p->empty = "no kernel table: was the run traced on the GPU?";
	return 0;
}

/* Tables of counters.  CUPTI knows their names; the database has ids. */
struct counter_table {
	const char *table, *noun;
	bool is_metric;	   /* its value is of a kind that no column tells */
	bool is_instances; /* rows of the parts of a GPU */
};

static const struct counter_table counter_tables[] = {
    {"CUPTI_ACTIVITY_KIND_METRIC", "metric", true, false},
    {"CUPTI_ACTIVITY_KIND_METRIC_INSTANCE", "metric", true, true},
    {"CUPTI_ACTIVITY_KIND_EVENT", "event", false, false},
    {"CUPTI_ACTIVITY_KIND_EVENT_INSTANCE", "event", false, true},
};

enum { C_ID, C_VALUE, C_CORR, C_FLAGS, NCOUNTER_COLUMNS };

/* CUPTI_ACTIVITY_FLAG_METRIC_ */
enum { METRIC_OVERFLOWED = 1, METRIC_VALUE_INVALID = 2 };

enum { CALL_MOST = 64 }; /* launches with an id that are looked at */

/* The kernel with this correlation id; PROFILE_NONE if there is none, or
 * several. */
static uint32_t kernel_of(const struct nvprof *r, int64_t corr)
{
	uint32_t i = map_get(&r->by_corr, (uint64_t)corr), found = PROFILE_NONE;
	int n;

	for (n = 0; i != MAP_NONE && n < CALL_MOST; i = r->next.v[i], n++) {
		if (r->p->launches.v[i].kind != LAUNCH_KERNEL)
			continue;
		if (found != PROFILE_NONE)
			return PROFILE_NONE;
		found = i;
	}
	return found;
}

/* The number of the row; false if it has none. */
static bool counter_value(const struct counter_table *t,
    const struct db_row *row, uint64_t *count, double *value)
{
	int64_t i = 0, flags = db_int(row, C_FLAGS, 0);

	if (t->is_metric)
		return !(flags & (METRIC_OVERFLOWED | METRIC_VALUE_INVALID)) &&
		       cupti_metric(db_blob(row, C_VALUE), value);
	if (!db_get(row, C_VALUE, &i))
		return false;
	*count = (uint64_t)i;
	*value = (double)*count;
	return true;
}

static void keep_counter(struct nvprof *r, uint32_t launch, int64_t id, double value)
{
	struct strbuf b = {0};

	strbuf_printf(&b, "%s_%lld", r->counters->noun, (long long)id);
	profile_counter(r->p, launch, strbuf_get(&b), value);
	strbuf_free(&b);
}

static void lose_counter(struct nvprof *r, int64_t id)
{
	struct strbuf b = {0};

	strbuf_printf(&b, "%s_%lld", r->counters->noun, (long long)id);
	warnings_add(r->p->warnings, "%s without a value: no counter",
	    r->counters->noun, strbuf_get(&b));
	strbuf_free(&b);
}

/* The counter's row with this value, the first of its table; else the value is
 * that of the first, or it is told that there are two. */
static void add_counter(struct nvprof *r, uint32_t launch, int64_t id, double value)
{
	uint32_t *at = map_at(&r->grouped, (uint64_t)launch << 32 | (uint64_t)id);
	struct strbuf b = {0};

	if (*at == MAP_NONE) {
		*at = (uint32_t)r->groups.n;
		*vec_add(&r->groups) = (struct instances){.value = value};
		keep_counter(r, launch, id, value);
		return;
	}
	if (r->groups.v[*at].value == value)
		return;
	strbuf_printf(&b, "%s_%lld", r->counters->noun, (long long)id);
	warnings_add(r->p->warnings, "%s of a metric that was told before: left out",
	    "value", strbuf_get(&b));
	strbuf_free(&b);
}

/* One more instance of a counter. */
static void add_instance(struct nvprof *r, uint32_t launch, int64_t id,
    bool has, uint64_t count, double value)
{
	uint32_t *at;
	struct instances *g;

	at = map_at(&r->grouped, (uint64_t)launch << 32 | (uint64_t)id);
	if (*at == MAP_NONE) {
		*at = (uint32_t)r->groups.n;
		*vec_add(&r->groups) = (struct instances){
		    .launch = launch, .id = id, .value = value};
	}
	g = &r->groups.v[*at];
	g->n++;
	if (!has || !num_add(g->sum, count, &g->sum))
		g->lost = true;
}

static void counter_row(void *arg, const struct db_row *row)
{
	struct nvprof *r = arg;
	int64_t id = low32(db_int(row, C_ID, 0)), corr = 0;
	uint32_t launch = PROFILE_NONE;
	uint64_t count = 0;
	double value = 0;
	bool has = counter_value(r->counters, row, &count, &value);

	if (db_get(row, C_CORR, &corr))
		launch = kernel_of(r, corr);
	if (launch == PROFILE_NONE)
		warnings_add(r->p->warnings, "%s of no one kernel: left out",
		    r->counters->noun, (struct str){NULL, 0});
	else if (r->counters->is_instances)
		add_instance(r, launch, id, has, count, value);
	else if (has)
		add_counter(r, launch, id, value);
	else
		lose_counter(r, id);
}

/* The value of all instances together.  The counts of an event add up.  A
 * metric may be a ratio, so it has a value only if there is one instance. */
static void keep_instances(struct nvprof *r)
{
	size_t i;

	for (i = 0; i < r->groups.n && r->counters->is_instances; i++) {
		const struct instances *g = &r->groups.v[i];

		if (g->lost || (r->counters->is_metric && g->n > 1))
			lose_counter(r, g->id);
		else
			keep_counter(r, g->launch, g->id,
			    r->counters->is_metric ? g->value : (double)g->sum);
	}
	map_free(&r->grouped);
	r->groups.n = 0;
}

static int read_counters(struct nvprof *r)
{
	static const char *const columns[NCOUNTER_COLUMNS] = {
	    [C_ID] = "id",
	    [C_VALUE] = "value",
	    [C_CORR] = "correlationId",
	    [C_FLAGS] = "flags",
	};
	size_t i;

	if (!(r->p->kinds & LAUNCH_BIT(LAUNCH_KERNEL)))
		return 0;
	for (i = 0; i < NELEMS(counter_tables); i++) {
		r->counters = &counter_tables[i];
		if (each(r, r->counters->table, columns, NCOUNTER_COLUMNS,
			counter_row) == -1)
			return -1;
		keep_instances(r);
	}
	return 0;
}

enum { A_CORR, A_START, A_END, A_PID, A_TID, A_CBID, A_STATUS, NAPI_COLUMNS };

/* The name of a call, or PROFILE_NONE: unknown ones have none. */
static uint32_t api_text(struct nvprof *r, const struct db_row *row)
{
	const char *name = cupti_api_name(r->api, db_int(row, A_CBID, -1));

	return name ? intern_add(&r->p->texts, str_of(name)) : PROFILE_NONE;
}

static uint32_t api_thread(struct nvprof *r, const struct db_row *row)
{
	return profile_thread(
	    r->p, db_int(row, A_PID, -1), low32(db_int(row, A_TID, 0)));
}

/* A call that is a record itself. */
static void keep_call(struct nvprof *r, const struct db_row *row, int64_t start,
    int64_t end, uint32_t thread, uint32_t api)
{
	struct launch *l = profile_host(r->p, LAUNCH_API, thread, start, end);

	l->api = api;
	if (db_get(row, A_CORR, &l->corr) && l->corr != 0)
		l->flags |= LAUNCH_HAS_CORR;
}

/* What is said of a call that no launch is of. */
static struct lost_call lost_of(
    struct nvprof *r, const struct db_row *row, int64_t start)
{
	int64_t cbid = db_int(row, A_CBID, -1);
	struct lost_call call = {.start = start, .kind = LOST_OTHER};
	const char *name;
	uint8_t *kind;

	if (!(r->p->kinds & LAUNCH_BIT(LAUNCH_KERNEL)) || cbid < 0 ||
	    cbid >= CBIDS_MOST || db_int(row, A_STATUS, 0) != 0)
		return call;
	kind = &r->lost_kinds[r->api][cbid];
	if (!*kind) {
		name = cupti_api_name(r->api, cbid);
		*kind = (uint8_t)(1 + lost_kind(str_of(name ? name : "")));
	}
	call.kind = (uint8_t)(*kind - 1);
	if (call.kind == LOST_OTHER)
		return call;
	call.has_corr = db_get(row, A_CORR, &call.corr);
	call.thread = api_thread(r, row);
	return call;
}

/* Whether the call lies in that of the launches with its id, as the driver's in
 * the runtime's, which may name their thread in other ways. */
static bool is_inside(
    const struct nvprof *r, const struct again_call *c, const struct launch *l)
{
	return c->start >= l->api_start && c->end <= l->api_end &&
	       c->process == r->p->threads.v[l->thread].process;
}

/* A call of the host, given to the launches that it made. */
static void api_row(void *arg, const struct db_row *row)
{
	struct nvprof *r = arg;
	struct again_call call = {.start = db_int(row, A_START, 0),
	    .end = db_int(row, A_END, 0),
	    .launch = MAP_NONE};
	bool kept = (r->p->kinds & LAUNCH_HOST) != 0;
	bool timed = profile_saw_span(r->p, call.start, call.end);
	struct lost_call lost;
	int64_t corr;
	uint32_t i;

	if (timed && db_get(row, A_CORR, &corr))
		call.launch = map_get(&r->by_corr, (uint64_t)corr);
	if (timed && call.launch == MAP_NONE) {
		lost = lost_of(r, row, call.start);
		if (lost.kind != LOST_OTHER)
			lost_add(&r->lost, &lost);
	}
	if (!kept && call.launch == MAP_NONE)
		return;
	call.thread = api_thread(r, row);
	call.api = api_text(r, row);
	if (kept)
		keep_call(r, row, call.start, call.end, call.thread, call.api);
	if (call.launch == MAP_NONE)
		return;
	if (r->p->launches.v[call.launch].flags & LAUNCH_HAS_API) {
		call.process = r->p->threads.v[call.thread].process;
		if (!is_inside(r, &call, &r->p->launches.v[call.launch])) {
			call.lost = lost_of(r, row, call.start);
			*vec_add(&r->again.calls) = call;
		}
		return;
	}
	for (i = call.launch; i != MAP_NONE; i = r->next.v[i]) {
		struct launch *l = &r->p->launches.v[i];

		l->flags |= LAUNCH_HAS_API;
		l->api_start = call.start;
		l->api_end = call.end;
		l->thread = call.thread;
		l->api = call.api;
	}
}

static int read_api(struct nvprof *r, const char *table, enum cupti_api api)
{
	static const char *const columns[NAPI_COLUMNS] = {
	    [A_CORR] = "correlationId",
	    [A_START] = "start",
	    [A_END] = "end",
	    [A_PID] = "processId",
	    [A_TID] = "threadId",
	    [A_CBID] = "cbid",
	    [A_STATUS] = "returnValue",
	};

	r->api = api;
	return each(r, table, columns, NAPI_COLUMNS, api_row);
}

/* A little-endian 32-bit word of a blob. */
static int64_t word(struct str blob, size_t at)
{
	const unsigned char *p = (const unsigned char *)blob.p + at;

	return (int64_t)((uint32_t)p[0] | (uint32_t)p[1] << 8 |
			 (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
}

/* CUPTI_ACTIVITY_FLAG_MARKER_ */
enum { MARKER_INSTANTANEOUS = 1, MARKER_START = 2, MARKER_END = 4 };

/* The end of a range that is opened now: not known yet, or that of a row which
 * came before the start row.  An older end belongs to a range whose start the
 * profile missed. */
static int64_t end_of(struct nvprof *r, uint64_t id, int64_t start)
{
	uint32_t i = map_take(&r->ended, id);

	return i != MAP_NONE && r->ends.v[i] >= start ? r->ends.v[i] : INT64_MAX;
}

/* The thread of a marker; PROFILE_NONE if it has none, or no text. */
static uint32_t marker_thread(
    struct nvprof *r, const struct db_row *row, const struct string *text)
{
	struct str object = db_blob(row, 3);

	if (!text || object.n < 8)
		return PROFILE_NONE;
	return profile_thread(r->p, word(object, 0), word(object, 4));
}

/* A mark that is a record itself: it encloses nothing. */
static void keep_mark(struct nvprof *r, const struct db_row *row, int64_t time)
{
	int64_t id = db_int(row, 4, 0);
	uint32_t thread = marker_thread(r, row, string_of(r, id));

	if (thread != PROFILE_NONE)
		profile_host(r->p, LAUNCH_RANGE, thread, time, time)->name =
		    text_of(r, id);
}

/* CUpti_MetricValueKind of a payload that is an integer. */
enum { PAYLOAD_UINT64 = 1, PAYLOAD_INT64 = 4 };

/* The text of an integer payload, or PROFILE_NONE. */
static uint32_t payload_of(struct nvprof *r, int64_t kind, struct str blob)
{
	struct strbuf b = {0};
	uint32_t text;
	uint64_t u;

	if (blob.n != sizeof u || (kind != PAYLOAD_UINT64 && kind != PAYLOAD_INT64))
		return PROFILE_NONE;
	u = (uint64_t)word(blob, 0) | (uint64_t)word(blob, 4) << 32;
	if (kind == PAYLOAD_UINT64)
		strbuf_uint(&b, u);
	else
		strbuf_int(&b, (int64_t)u);
	text = intern_add(&r->p->texts, strbuf_get(&b));
	strbuf_free(&b);
	return text;
}

/* Category and payload of a marker.  The file has numbers of categories and no
 * names. */
static void data_row(void *arg, const struct db_row *row)
{
	struct nvprof *r = arg;
	struct marker_data d = {0};
	int64_t category = low32(db_int(row, 1, 0));
	struct strbuf b = {0};
	uint32_t *last;

	d.payload = payload_of(r, db_int(row, 2, -1), db_blob(row, 3));
	if (category != 0) {
		strbuf_int(&b, category);
		d.category = 1 + intern_add(&r->p->texts, strbuf_get(&b));
		strbuf_free(&b);
	}
	if (d.category == 0 && d.payload == PROFILE_NONE)
		return;
	last = map_at(&r->data_of, (uint64_t)db_int(row, 0, 0));
	d.before = *last;
	d.rows = 1 + (*last == MAP_NONE ? 0 : r->data.v[*last].rows);
	*last = (uint32_t)r->data.n;
	*vec_add(&r->data) = d;
}

/* Note a marker, which may have data. */
static void note_marker(struct nvprof *r, uint64_t id, uint32_t range)
{
	uint32_t data = r->data.n ? map_get(&r->data_of, id) : MAP_NONE;

	if (data == MAP_NONE)
		return;
	r->data.v[data].markers++;
	*vec_add(&r->marked) = (struct marked){range, data};
}

/* Give the markers their data: those of an id by their order, if there are as
 * many of both; else nothing tells which is whose. */
static void give_data(struct nvprof *r)
{
	size_t i;

	for (i = r->marked.n; i-- > 0;) {
		struct marked *m = &r->marked.v[i];
		struct marker_data *last = &r->data.v[m->data], d = *last;
		struct range *range;
		struct extra e;

		if (d.rows != d.markers)
			continue;
		/* the next is of the row before this one */
		if (d.before != MAP_NONE) {
			last->category = r->data.v[d.before].category;
			last->payload = r->data.v[d.before].payload;
			last->before = r->data.v[d.before].before;
		}
		if (m->range == PROFILE_NONE)
			continue;
		range = &r->p->ranges.v[m->range];
		e = *profile_extra(r->p, range);
		e.category = d.category;
		e.payload = d.payload;
		range->extra = profile_add_extra(r->p, &e);
	}
}

/* End a range whose end is lost where its id begins again, as it was over when
 * that was free. */
static void cut_range(struct nvprof *r, struct range *range, int64_t time)
{
	struct extra extra = *profile_extra(r->p, range);

	extra.cut = true;
	range->end = time;
	range->extra = profile_add_extra(r->p, &extra);
	arena_reset(&r->whole);
	warnings_add(r->p->warnings,
	    "%s without an end, ended where its id begins again", "range",
	    profile_text(r->p, range, &r->whole));
}

/* The row that opens a range. */
static void open_range(
    struct nvprof *r, const struct db_row *row, uint64_t id, int64_t time)
{
	const struct string *text = string_of(r, db_int(row, 4, 0));
	struct extra extra = PROFILE_NO_EXTRA;
	uint32_t thread = PROFILE_NONE, *open;
	struct range *range;

	if (time > 0)
		thread = marker_thread(r, row, text);
	note_marker(r, id,
	    thread == PROFILE_NONE ? PROFILE_NONE : (uint32_t)r->p->ranges.n);
	if (thread == PROFILE_NONE) {
		warnings_add(r->p->warnings,
		    time <= 0 ? "%s left out: no valid times"
		    : text    ? "%s left out: no thread"
			      : "%s left out: no text",
		    "range",
		    text ? intern_get(&r->p->texts, text->text)
			 : (struct str){NULL, 0});
		return;
	}
	extra.domain = text_of(r, db_int(row, 5, 0));
	range = vec_add(&r->p->ranges);
	*range = (struct range){.start = time,
	    .end = end_of(r, id, time),
	    .thread = thread,
	    .text = text->text,
	    .numbers = text->numbers,
	    .extra = profile_add_extra(r->p, &extra)};
	if (range->end != INT64_MAX)
		return;
	open = map_at(&r->open, id);
	if (*open != MAP_NONE)
		cut_range(r, &r->p->ranges.v[*open], time);
	*open = (uint32_t)r->p->ranges.n - 1;
}

static void close_range(struct nvprof *r, uint64_t id, int64_t time)
{
	uint32_t i = map_take(&r->open, id);

	if (i != MAP_NONE) {
		r->p->ranges.v[i].end = time;
		return;
	}
	*map_at(&r->ended, id) = (uint32_t)r->ends.n;
	*vec_add(&r->ends) = time;
}

/* Marker rows into ranges: start and end rows share an id. */
static void marker_row(void *arg, const struct db_row *row)
{
	struct nvprof *r = arg;
	int64_t flags = db_int(row, 0, 0), time = db_int(row, 1, 0);
	uint64_t id = (uint64_t)db_int(row, 2, 0);

	if (time > 0)
		profile_saw(r->p, time);
	if (flags & MARKER_START) {
		open_range(r, row, id, time);
	} else if (flags & MARKER_END) {
		close_range(r, id, time);
	} else if (flags & MARKER_INSTANTANEOUS) {
		note_marker(r, id, PROFILE_NONE);
		if (r->p->kinds & LAUNCH_BIT(LAUNCH_RANGE))
			keep_mark(r, row, time);
	}
}

static int read_markers(struct nvprof *r)
{
	static const char *const columns[] = {
	    "flags", "timestamp", "id", "objectId", "name", "domain"};
	static const char *const data_columns[] = {
	    "id", "category", "payloadKind", "payload"};

	if (each(r, "CUPTI_ACTIVITY_KIND_MARKER_DATA", data_columns, 4,
		data_row) == -1)
		return -1;
	if (each(r, "CUPTI_ACTIVITY_KIND_MARKER", columns, 6, marker_row) == -1)
		return -1;
	give_data(r);
	return 0;
}

enum {
	D_ID,
	D_NAME,
	D_MAJOR,
	D_MINOR,
	D_SMS,
	D_CLOCK,
	D_BANDWIDTH,
	D_MEMORY,
	D_WARPS,
	D_WARP_THREADS,
	NDEVICE_COLUMNS,
};

/* Read what the file says of a GPU. */
static void device_row(void *arg, const struct db_row *row)
{
	struct nvprof *r = arg;
	struct device *d = vec_add(&r->p->devices);
	uint32_t name = text_of(r, db_int(row, D_NAME, 0));
	int64_t kilobytes = db_int(row, D_BANDWIDTH, -1), major;
	int64_t memory = db_int(row, D_MEMORY, -1);

	*d = (struct device){
	    .process = PROFILE_ANY, .ordinal = db_int(row, D_ID, -1)};
	d->gpu = RECORD_NO_GPU;
	d->gpu.sms = db_int(row, D_SMS, -1);
	d->gpu.mem = memory > 0 ? memory : -1;
	d->gpu.threads = cupti_threads(
	    db_int(row, D_WARPS, -1), db_int(row, D_WARP_THREADS, -1));
	d->gpu.clock_khz = db_int(row, D_CLOCK, -1);
	d->gpu.mem_bps =
	    kilobytes >= 0 && kilobytes < INT64_MAX / 1000 ? kilobytes * 1000 : -1;
	if (name != PROFILE_NONE)
		d->gpu.name = intern_get(&r->p->texts, name);
	if (db_get(row, D_MAJOR, &major))
		d->gpu.cc = profile_cc(r->p, major, db_int(row, D_MINOR, 0));
}

static int read_devices(struct nvprof *r)
{
	static const char *const columns[NDEVICE_COLUMNS] = {
	    [D_ID] = "id",
	    [D_NAME] = "name",
	    [D_MAJOR] = "computeCapabilityMajor",
	    [D_MINOR] = "computeCapabilityMinor",
	    [D_SMS] = "numMultiprocessors",
	    [D_CLOCK] = "coreClockRate",
	    [D_BANDWIDTH] = "globalMemoryBandwidth",
	    [D_MEMORY] = "globalMemorySize",
	    [D_WARPS] = "maxWarpsPerMultiprocessor",
	    [D_WARP_THREADS] = "numThreadsPerWarp",
	};

	return each(r, "CUPTI_ACTIVITY_KIND_DEVICE", columns, NDEVICE_COLUMNS,
	    device_row);
}

static int read_all(const struct source *src, struct profile *p, struct err *err)
{
	struct nvprof r = {.db = src->db, .p = p, .err = err};
	size_t i;
	int rc = -1;

	p->producer = STR("nvprof");
	if (read_strings(&r) == -1 || read_devices(&r) == -1 ||
	    read_activities(&r) == -1 || read_counters(&r) == -1)
		goto out;
	for (i = 0; i < NELEMS(api_tables); i++)
		if (read_api(&r, api_tables[i].table, api_tables[i].api) == -1)
			goto out;
	again_settle(&r.again, p, r.next.v, &r.lost);
	if (read_markers(&r) == -1)
		goto out;
	profile_drop_inverted(p);
	profile_count_orphans(p);
	lost_report(&r.lost, p);
	rc = 0;
out:
	map_free(&r.by_corr);
	vec_free(&r.next);
	vec_free(&r.again.calls);
	vec_free(&r.strings);
	map_free(&r.string_at);
	arena_free(&r.whole);
	map_free(&r.open);
	map_free(&r.ended);
	vec_free(&r.ends);
	map_free(&r.data_of);
	vec_free(&r.data);
	vec_free(&r.marked);
	map_free(&r.grouped);
	vec_free(&r.groups);
	vec_free(&r.lost.calls);
	return rc;
}

const struct reader read_nvprof = {
    .name = "nvprof",
    .what = "an nvprof database",
    .database = true,
    .late = true, /* newer exports have tables of these names, too */
    .detect = detect,
    .read = read_all,
};
