/*
 * out_chrome.c - a Chrome trace, for Perfetto (--chrome).
 *
 * In:  rows of the GPU and of the host, in any order
 * Out: one JSON document, an event a line: a slice for each row, a pair of flow
 *      events ("s", "f") from each launch call to its row on the GPU
 *
 * Categories and members are those of the PyTorch profiler, so that what reads
 * its traces reads these, pp-parse too.  Rows are written as they come; what is
 * kept is a number for each launch call, and the facts of each device.
 */
#include "prof/show/out.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/json.h"
#include "common/nelems.h"
#include "common/num.h"
#include "prof/show/asked.h"
#include "prof/show/chrome_args.h"
#include "prof/show/launched.h"
#include "prof/show/tracks.h"

/* What is said of kernels. */
static const char columns[] = "op,shapes,flops,tflops,gbs,tc";

struct device {
	int64_t id;
	struct record_gpu gpu; /* its texts are in chrome.texts */
};

struct chrome {
	struct tracks tracks;
	struct launched launched;
	struct intern texts;
	struct intern known; /* devices, as text, numbered as devices */
	VEC(struct device) devices;
	uint64_t flows, untimed, profiles;
	bool begun;
	bool has_base, has_rank, has_world, ranks;
	int64_t base, rank, world; /* the first one's; ranks: not the only one */
};

static void begin(struct chrome *c, struct strbuf *b)
{
	if (!c->begun)
		strbuf_text(
		    b, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
	c->begun = true;
}

/* ,"ts":12.345: microseconds; no digit is lost */
static void add_time(struct out *o, struct strbuf *b, const char *key, int64_t ns)
{
	const struct cell cell = {.kind = CELL_TIME, .i = ns};

	strbuf_printf(b, ",\"%s\":", key);
	strbuf_str(b, out_text(o, &cell));
}

static void add_place(struct strbuf *b, struct track at)
{
	strbuf_text(b, ",\"pid\":");
	strbuf_int(b, at.pid);
	strbuf_text(b, ",\"tid\":");
	strbuf_int(b, at.tid);
}

/* A slice, up to the value of args. */
static void begin_slice(struct out *o, const char *category, struct str name,
    struct track at, int64_t start, int64_t dur, struct strbuf *b)
{
	strbuf_printf(b, ",\n{\"ph\":\"X\",\"cat\":\"%s\",\"name\":", category);
	json_escape(b, name);
	add_place(b, at);
	add_time(o, b, "ts", start);
	add_time(o, b, "dur", dur);
	strbuf_text(b, ",\"args\":");
}

static void end_slice(struct out *o, struct strbuf *b)
{
	strbuf_text(b, o->begun ? "}}" : "{}}");
	o->begun = false;
}

/* One end of an arrow; Perfetto wants that of the GPU bound to the slice that
 * begins there. */
static void add_end(
    struct out *o, char ph, struct track at, int64_t time, struct strbuf *b)
{
	struct chrome *c = o->own;

	strbuf_printf(b,
	    ",\n{\"ph\":\"%c\",\"cat\":\"ac2g\",\"name\":\"ac2g\",\"id\":", ph);
	strbuf_uint(b, c->flows);
	add_place(b, at);
	add_time(o, b, "ts", time);
	strbuf_text(b, ph == 'f' ? ",\"bp\":\"e\"}" : "}");
}

/* The call is written once, whoever comes first: its own record, or that of
 * what it launched, where the input has no records of calls. */
static void add_call(struct out *o, const struct record *rec, struct str name,
    struct track at, int64_t start, int64_t dur, struct strbuf *b)
{
	struct chrome *c = o->own;
	const struct launched_call call = {.pid = at.pid,
	    .tid = at.tid,
	    .start = start,
	    .dur = dur,
	    .corr = record_has(rec, corr) ? rec->corr : 0};

	if (!launched_add(&c->launched, &call, name))
		return;
	begin_slice(o, chrome_category(KIND_API), name, at, start, dur, b);
	if (record_has(rec, corr))
		chrome_int(o, "correlation", rec->corr, b);
	else
		chrome_external_id(o, rec, b); /* finds what it launched */
	end_slice(o, b);
}

/* The launch of a row of the GPU. */
static void add_launch(struct out *o, const struct record *rec,
    struct track device, struct strbuf *b)
{
	struct chrome *c = o->own;
	struct track host;

	if (!record_has(rec, api_start))
		return;
	host = tracks_host(&c->tracks, rec, b);
	if (record_has(rec, api) && record_has(rec, api_dur))
		add_call(o, rec, rec->api, host, rec->api_start, rec->api_dur, b);
	c->flows++;
	add_end(o, 's', host, rec->api_start, b);
	add_end(o, 'f', device, rec->start, b);
}

static struct str copy_text(struct chrome *c, struct str s)
{
	return s.p ? intern_get(&c->texts, intern_add(&c->texts, s)) : s;
}

/* What the trace says of its devices at its end: a device of several ranks has
 * the facts of the first. */
static void note_device(struct chrome *c, const struct record *rec)
{
	char text[24];
	struct device *d;
	int n;

	if (!record_has(rec, device) || !record_has(rec, gpu))
		return;
	n = snprintf(text, sizeof text, "%" PRId64, rec->device);
	if (intern_add(&c->known, (struct str){text, (size_t)n}) < c->devices.n)
		return;
	d = vec_add(&c->devices);
	*d = (struct device){rec->device, rec->gpu};
	d->gpu.name = copy_text(c, rec->gpu.name);
	d->gpu.cc = copy_text(c, rec->gpu.cc);
}

static struct str gpu_name(const struct record *rec, enum kind kind)
{
	if (record_has(rec, name))
		return rec->name;
	if (record_has(rec, kernel))
		return rec->kernel;
	if (record_has(rec, copy))
		return rec->copy;
	return rec->kind.p ? rec->kind : str_of(chrome_category(kind));
}

static void add_gpu(
    struct out *o, const struct row *row, enum kind kind, struct strbuf *b)
{
	const struct record *rec = row->rec;
	struct chrome *c = o->own;
	struct track at = tracks_device(&c->tracks, rec, b);

	note_device(c, rec);
	begin_slice(o, chrome_category(kind), gpu_name(rec, kind), at,
	    rec->start, rec->dur, b);
	chrome_gpu_args(o, rec, b);
	for (size_t i = 0; kind == KIND_KERNEL && i < o->cols->list.n; i++) {
		struct cell cell = {.kind = CELL_NONE};

		column_value(o->cols->list.v[i], row, &cell);
		out_json_cell(o, i, &cell, b);
	}
	end_slice(o, b);
	add_launch(o, rec, at, b);
}

/* Modules and frames of Python are no ranges of the user's. */
static bool is_python(const struct record *rec)
{
	size_t n = rec->range.n;

	return (record_has(rec, module) || record_has(rec, trace)) &&
	       (n == 0 || !str_eq(rec->range.v[n - 1], rec->name));
}

static void add_host(
    struct out *o, const struct record *rec, enum kind kind, struct strbuf *b)
{
	struct chrome *c = o->own;
	struct track at = tracks_host(&c->tracks, rec, b);
	const struct call *own = kind == KIND_OP ? row_own_call(rec) : NULL;
	struct str name = record_has(rec, name) ? rec->name
			  : own && own->op.p	? own->op
						: rec->kind;

	if (kind == KIND_API) {
		add_call(o, rec, record_has(rec, api) ? rec->api : name, at,
		    rec->start, rec->dur, b);
		return;
	}
	begin_slice(o,
	    kind == KIND_RANGE && is_python(rec) ? "python_function"
						 : chrome_category(kind),
	    name, at, rec->start, rec->dur, b);
	chrome_host_args(o, rec, own, b);
	end_slice(o, b);
}

static void note_rank(struct chrome *c, const struct record *rec)
{
	if (!record_has(rec, rank))
		return;
	c->ranks |= c->has_rank && c->rank != rec->rank;
	if (!c->has_rank)
		c->rank = rec->rank;
	c->has_rank = true;
	if (record_has(rec, world_size)) {
		c->has_world = true;
		c->world = rec->world_size;
	}
}

static void add(struct out *o, const struct row *row, struct strbuf *b)
{
	const struct record *rec = row->rec;
	struct chrome *c = o->own;
	enum kind kind = asked_kind(rec);

	begin(c, b);
	if (!chrome_category(kind))
		return;
	if (!record_has(rec, start) || !record_has(rec, dur)) {
		c->untimed++;
		return;
	}
	note_rank(c, rec);
	if (row_is_host(rec))
		add_host(o, rec, kind, b);
	else
		add_gpu(o, row, kind, b);
}

static void profile(struct out *o, const struct record *rec)
{
	struct chrome *c = o->own;

	c->has_base = c->profiles++ == 0 && record_has(rec, base) &&
		      num_parse(rec->base.p, rec->base.n, 0, INT64_MAX, &c->base);
	note_rank(c, rec);
}

static int start(struct out *o, struct err *err)
{
	(void)err;
	o->unit = OUT_US;
	o->own = arena_xzeroed(1, sizeof(struct chrome));
	return 0;
}

/* "8.6" */
static void add_capability(struct strbuf *b, struct str cc)
{
	const char *dot = cc.p ? memchr(cc.p, '.', cc.n) : NULL;
	size_t n = dot ? (size_t)(dot - cc.p) : 0;
	int64_t major, minor;

	if (!dot || !num_parse(cc.p, n, 0, INT32_MAX, &major) ||
	    !num_parse(dot + 1, cc.n - n - 1, 0, INT32_MAX, &minor))
		return;
	strbuf_printf(b, ",\"computeMajor\":%" PRId64 ",\"computeMinor\":%" PRId64,
	    major, minor);
}

static void add_device(struct strbuf *b, const struct device *d)
{
	const struct {
		const char *key;
		int64_t i;
	} facts[] = {
	    {"numSms", d->gpu.sms},
	    {"totalGlobalMem", d->gpu.mem},
	    {"maxThreadsPerMultiprocessor", d->gpu.threads},
	};

	strbuf_printf(b, "{\"id\":%" PRId64, d->id);
	if (d->gpu.name.p) {
		strbuf_text(b, ",\"name\":");
		json_escape(b, d->gpu.name);
	}
	add_capability(b, d->gpu.cc);
	for (size_t i = 0; i < NELEMS(facts); i++) {
		if (facts[i].i >= 0)
			strbuf_printf(
			    b, ",\"%s\":%" PRId64, facts[i].key, facts[i].i);
	}
	strbuf_char(b, '}');
}

/* What the PyTorch profiler has beside the events, where it is one profile's. */
static void add_facts(const struct chrome *c, struct strbuf *b)
{
	if (c->devices.n > 0) {
		strbuf_text(b, ",\n\"deviceProperties\":[");
		for (size_t i = 0; i < c->devices.n; i++) {
			if (i > 0)
				strbuf_char(b, ',');
			add_device(b, &c->devices.v[i]);
		}
		strbuf_char(b, ']');
	}
	if (c->has_rank && !c->ranks) {
		strbuf_printf(
		    b, ",\n\"distributedInfo\":{\"rank\":%" PRId64, c->rank);
		if (c->has_world)
			strbuf_printf(b, ",\"world_size\":%" PRId64, c->world);
		strbuf_char(b, '}');
	}
	if (c->has_base)
		strbuf_printf(b, ",\n\"baseTimeNanoseconds\":%" PRId64, c->base);
}

static void finish(struct out *o, bool whole, struct strbuf *b)
{
	struct chrome *c = o->own;

	if (!whole && !c->begun)
		return;
	begin(c, b);
	strbuf_text(b, "\n]");
	add_facts(c, b);
	strbuf_text(b, "}\n");
	if (c->untimed > 0)
		diag_error(NULL,
		    0, "%" PRIu64 " record%s no start or duration: not in the trace",
		    c->untimed, c->untimed > 1 ? "s have" : " has");
}

static void free_chrome(struct out *o)
{
	struct chrome *c = o->own;

	tracks_free(&c->tracks);
	launched_free(&c->launched);
	intern_free(&c->texts);
	intern_free(&c->known);
	vec_free(&c->devices);
	free(c);
}

static int take(const struct opt *opt, const char *value, void *to, struct err *err)
{
	int status = out_take(opt, value, to, err);

	if (status == 0)
		((struct out *)to)->keys = columns;
	return status;
}

const struct out_format out_chrome = {
    .name = "--chrome",
    .opt = {.name = "chrome",
	.help = "a Chrome trace for Perfetto: the GPU's rows, the host's, and "
		"arrows from launches",
	.take = take,
	.which = &out_chrome},
    .headless = true,
    .keyed = true,
    .start = start,
    .add = add,
    .finish = finish,
    .free = free_chrome,
    .profile = profile,
};
