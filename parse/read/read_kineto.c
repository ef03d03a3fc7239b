/*
 * read_kineto.c - read a trace of the PyTorch profiler (Kineto).
 *
 * In:  one JSON object with traceEvents, or a bare array of events, of torch
 *      1.8 to 2.x, for CUDA and ROCm; also what torch wrote before it had
 *      Kineto; and ONNX Runtime's own profile
 * Out: one launch a kernel, copy, set or synchronisation; one range an operator
 *      or annotation; kineto.h's calls, counters and flows
 *
 * The trace is streamed: of its hundreds of megabytes only the operators' times
 * and names are kept.  Programs often write what is not quite JSON.  An event
 * that cannot be read even so is left out, and a message says where it is.
 */
#include "parse/read/read.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"
#include "parse/read/copies.h"
#include "parse/read/input.h"
#include "parse/read/kineto.h"
#include "parse/read/kineto_capture.h"
#include "parse/read/lenient.h"
#include "parse/read/parties.h"
#include "parse/profile.h"
#include "parse/read/trace.h"

struct row_kind;

/* Messages in one piece, for who looks for them. */
/* clang-format off */
static const char unclear_device[] = SAID(
    "which device a kernel ran on is not told: AMD's numbers count the CPUs, too");
static const char foreign_trace[] =
    "a trace, but not of the PyTorch profiler: of %s ('%s')%s";
/* clang-format on */

/* The part of a reading that its steps share. */
struct reading {
	struct kineto k; /* first: kineto_join's */
	struct json *j;
	struct input *input;
	struct err input_err; /* text[0] set: the input could not be read */
	struct trace_event e;
	const struct row_kind *row; /* of the event */
	unsigned mode;		    /* that it was read in */
	struct strbuf text;

	bool found;	      /* traceEvents */
	bool torch;	      /* an event of a kind that torch writes */
	bool ort;	      /* a node of ONNX Runtime's */
	bool rocm;	      /* the members say that AMD's devices were used */
	bool cut;	      /* the file ends inside an event */
	bool array;	      /* the trace is an array, which needs no end */
	bool fractions;	      /* some time is not a whole number of us */
	int64_t latest;	      /* time seen */
	int64_t device_least; /* of the GPU's rows, read or not; none: */
	int64_t device_most;  /* less than device_least */
	uint64_t events;      /* that were read */
	uint64_t lost;	      /* that could not be, */
	char first_lost[256]; /* and the first of them */
	int64_t base; /* ns to add to all times, for the profile record */
};

enum {
	MODE = JSON_LENIENT,
	RETRY = JSON_LENIENT | JSON_BARE_QUOTES,
};

/* No GPU works on one kernel for a week: such a time was lost. */
static const int64_t dur_most = INT64_C(7) * 24 * 3600 * 1000000000;

/* ---- times and threads ---- */

/* The times of the event; false, with a warning, if it has none. */
static bool take_times(
    struct reading *r, const char *noun, int64_t *start, int64_t *end)
{
	const struct trace_event *e = &r->e;
	struct profile *p = r->k.p;

	*start = *end = 0;
	if (trace_has(e, TRACE_TS) && trace_has(e, TRACE_DUR)) {
		*start = e->v[TRACE_TS].i;
		r->fractions |= !e->v[TRACE_TS].whole || !e->v[TRACE_DUR].whole;
		if (e->v[TRACE_DUR].i <= dur_most &&
		    num_sum(*start, e->v[TRACE_DUR].i, end) &&
		    profile_valid(p, *start, *end)) {
			profile_saw(p, *start);
			if (*start > r->latest)
				r->latest = *start;
			return true;
		}
	}
	warnings_add(p->warnings, "%s without valid times: no duration", noun,
	    trace_text(e, TRACE_NAME));
	return false;
}

/* The number of a process or thread.  One that has only a name gets a number
 * that no other has. */
static int64_t number_of(struct reading *r, enum trace_key key)
{
	const struct trace_value *v = &r->e.v[key];
	struct str name = trace_text(&r->e, key);

	if (!trace_has(&r->e, key))
		name = STR("");
	else if (v->whole && v->i >= PROFILE_TID_LEAST)
		return v->i;
	return PROFILE_TID_LEAST - 1 - (int64_t)intern_add(&r->k.names, name);
}

static uint32_t thread_of(struct reading *r, bool all)
{
	int64_t process = number_of(r, TRACE_PID);
	int64_t pid = process >= 0 ? process : -1;

	return all ? profile_process(r->k.p, process, pid)
		   : profile_thread_in(
			 r->k.p, process, pid, number_of(r, TRACE_TID));
}

static uint32_t text_at(struct reading *r, enum trace_key key)
{
	if (!trace_has(&r->e, key))
		return PROFILE_NONE;
	return intern_add(&r->k.p->texts, trace_text(&r->e, key));
}

/* ---- rows of the host ---- */

/* Add a member to the payload: text as it is, or as a string. */
static void put_member(
    struct reading *r, const char *name, enum trace_key key, bool quoted)
{
	struct strbuf *b = &r->text;

	if (!trace_has(&r->e, key))
		return;
	strbuf_char(b, b->n ? ',' : '{');
	strbuf_printf(b, "'%s':", name);
	if (quoted)
		json_escape(b, trace_text(&r->e, key));
	else
		strbuf_str(b, trace_text(&r->e, key));
}

static void put_number(struct reading *r, const char *name, enum trace_key key)
{
	if (!trace_has(&r->e, key))
		return;
	strbuf_char(&r->text, r->text.n ? ',' : '{');
	strbuf_printf(&r->text, "'%s':%lld", name, (long long)r->e.v[key].i);
}

static void put_real(struct reading *r, const char *name, enum trace_key key)
{
	if (!trace_has(&r->e, key))
		return;
	strbuf_char(&r->text, r->text.n ? ',' : '{');
	strbuf_printf(&r->text, "'%s':%.17g", name, r->e.v[key].f);
}

/* The arguments of the operator and its other members, as mark_kineto.c reads
 * them.  Operators of one shape have the same text. */
static uint32_t payload_of(struct reading *r)
{
	r->text.n = 0;
	put_member(r, "dims", TRACE_DIMS, false);
	put_member(r, "types", TRACE_TYPES, false);
	put_member(r, "strides", TRACE_STRIDES, false);
	put_member(r, "values", TRACE_VALUES, false);
	if (trace_has(&r->e, TRACE_COLLECTIVE)) {
		put_member(r, "comm", TRACE_COLLECTIVE, true);
		put_number(r, "elements", TRACE_IN_ELEMENTS);
		put_number(r, "received", TRACE_OUT_ELEMENTS);
		put_number(r, "group", TRACE_GROUP_SIZE);
		put_member(r, "group_name", TRACE_GROUP_NAME, true);
		put_member(r, "dtype", TRACE_DTYPE, true);
	}
	put_number(r, "kernel_flop", TRACE_KERNEL_FLOP);
	put_real(r, "kernel_num_gb", TRACE_KERNEL_GB);
	put_member(r, "kernel_backend", TRACE_KERNEL_BACKEND, true);
	put_member(r, "kernel_file", TRACE_KERNEL_FILE, true);
	if (r->k.p->stacks) {
		put_member(r, "stack", TRACE_CALL_STACK, true);
		put_member(r, "modules", TRACE_HIERARCHY, true);
	}
	if (r->text.n == 0)
		return PROFILE_NONE;
	strbuf_char(&r->text, '}');
	return intern_add(&r->k.p->texts, strbuf_get(&r->text));
}

static uint32_t numbers_of(struct reading *r)
{
	struct numbers n = {trace_int(&r->e, TRACE_SEQUENCE, -1),
	    trace_int(&r->e, TRACE_EXTERNAL_ID, -1)};

	if (n.seq < 0)
		n.seq = -1;
	if (n.id < 0)
		n.id = -1;
	if (n.seq == -1 && n.id == -1)
		return 0;
	return profile_add_numbers(r->k.p, &n);
}

/* What a row of the trace is. */
struct row_kind {
	const char *cat; /* as torch writes it, in whatever case */
	const char *ph;
	void (*add)(struct reading *r);
	enum launch_kind kind; /* of rows of the GPU */
	const char *noun;      /* for warnings */
	const char *domain;    /* of ranges: see mark_kineto.c */
	enum { OP_NONE, OP_WITH_SHAPES, OP_ALL } ops; /* which are operators */
	enum trace_key device; /* where the device is, if not an argument */
};

/* A step belongs to all threads: the backward runs on a thread of its own. */
static bool is_step(struct str name)
{
	return str_starts(name, "ProfilerStep#");
}

/* Whether the row is an operator's.  Where users' ranges have the category of
 * operators, these are the rows with shapes. */
static bool is_operator(const struct reading *r)
{
	return r->row->ops == OP_ALL ||
	       (r->row->ops == OP_WITH_SHAPES && trace_has(&r->e, TRACE_DIMS) &&
		   !str_is(trace_text(&r->e, TRACE_DIMS), "[]"));
}

static void add_range(struct reading *r)
{
	struct profile *p = r->k.p;
	struct str name = trace_text(&r->e, TRACE_NAME);
	struct range range = {0};
	struct extra extra = {.is_op = is_operator(r)};

	extra.domain = intern_add(
	    &p->texts, extra.is_op ? STR("cpu_op") : str_of(r->row->domain));

	if (!take_times(r, r->row->noun, &range.start, &range.end))
		return;
	range.thread = thread_of(r, false);
	if (is_step(name)) {
		extra.home = range.thread + 1;
		range.thread = thread_of(r, true);
		extra.is_op = false;
	}
	range.text = intern_add(&p->texts, name);
	extra.payload = payload_of(r);
	range.extra = profile_add_extra(p, &extra);
	range.numbers = numbers_of(r);
	*vec_add(&p->ranges) = range;
}

/* A node of ONNX Runtime, or one of the fences around it, which only say where
 * kernels belong. */
static void add_node(struct reading *r)
{
	struct str name = trace_text(&r->e, TRACE_NAME),
		   tail = STR("_kernel_time");
	struct profile *p = r->k.p;
	struct ort_node node = {.op = text_at(r, TRACE_OP_NAME),
	    .fence = str_ends(name, "_fence_before") ||
		     str_ends(name, "_fence_after"),
	    .on_cpu = str_is(
		trace_text(&r->e, TRACE_PROVIDER), "CPUExecutionProvider"),
	    .started = trace_has(&r->e, TRACE_TS)};
	struct extra extra = {.domain = intern_add(&p->texts, STR(ORT_NODE)),
	    .payload = PROFILE_NONE,
	    .is_op = true};
	struct range range;
	bool timed = take_times(r, r->row->noun, &node.start, &node.end);

	r->ort = true;
	if (!timed) {
		node.start = trace_int(&r->e, TRACE_TS, 0);
		node.end = node.start - (node.start > INT64_MIN);
	}
	node.thread = thread_of(r, false);
	ort_add_node(&r->k.ort, &node, intern_add(&p->texts, name),
	    trace_int(&r->e, TRACE_NODE_INDEX, -1));
	if (node.fence || !timed)
		return;
	if (str_ends(name, tail.p))
		name.n -= tail.n;
	range = (struct range){.start = node.start,
	    .end = node.end,
	    .thread = node.thread,
	    .text = intern_add(&p->texts, name)};
	r->text.n = 0;
	put_member(r, "op", TRACE_OP_NAME, true);
	put_member(r, "inputs", TRACE_INPUTS, false);
	put_member(r, "outputs", TRACE_OUTPUTS, false);
	if (r->text.n) {
		strbuf_char(&r->text, '}');
		extra.payload = intern_add(&p->texts, strbuf_get(&r->text));
	}
	range.extra = profile_add_extra(p, &extra);
	*vec_add(&p->ranges) = range;
}

/* A frame or module of Python; it is read only if -s asks for it, or of
 * captures; see passes_over. */
static void add_python(struct reading *r)
{
	int64_t start, end;

	if (r->k.p->stacks || r->k.p->of_captures)
		add_range(r);
	else
		take_times(r, r->row->noun, &start, &end);
}

/* HIP records the shape of a kernel with its call. */
static uint32_t shape_of(struct reading *r)
{
	struct kineto_shape shape = {.smem = trace_int(&r->e, TRACE_SMEM, -1)};

	if (!trace_has(&r->e, TRACE_GRID) || !trace_has(&r->e, TRACE_BLOCK))
		return 0;
	memcpy(shape.grid, r->e.v[TRACE_GRID].v, sizeof shape.grid);
	memcpy(shape.block, r->e.v[TRACE_BLOCK].v, sizeof shape.block);
	*vec_add(&r->k.shapes) = shape;
	return (uint32_t)r->k.shapes.n;
}

/* cudaGraphLaunch, hipGraphLaunch, cuGraphLaunch_ptsz */
static bool is_graph_launch(struct str name)
{
	return str_has(name, "GraphLaunch");
}

static void add_call(struct reading *r)
{
	struct str name = trace_text(&r->e, TRACE_NAME);
	struct kineto_call c = {.corr = trace_int(&r->e, TRACE_CORRELATION, 0),
	    .external = trace_int(&r->e, TRACE_EXTERNAL_ID, 0),
	    .has_corr = trace_has(&r->e, TRACE_CORRELATION),
	    .kind = (uint8_t)lost_kind(name),
	    .replays = is_graph_launch(name)};

	if (!take_times(r, r->row->noun, &c.start, &c.end))
		c.end = c.start - (c.start > INT64_MIN);
	c.thread = thread_of(r, false);
	c.name = text_at(r, TRACE_NAME);
	c.shape = shape_of(r);
	c.kernel = text_at(r, TRACE_KERNEL);
	*vec_add(&r->k.calls) = c;
}

/* One end of a flow. */
static void add_end(struct reading *r, struct kineto_flows *flows)
{
	struct kineto_end end = {.id = trace_int(&r->e, TRACE_ID, -1),
	    .time = trace_int(&r->e, TRACE_TS, 0),
	    .thread = thread_of(r, false)};

	if (!trace_has(&r->e, TRACE_ID) || !trace_has(&r->e, TRACE_TS))
		return;
	if (str_is(trace_text(&r->e, TRACE_PH), "s"))
		*vec_add(&flows->from) = end;
	else
		*vec_add(&flows->to) = end;
}

/* From a forward to its backward. */
static void add_flow(struct reading *r)
{
	add_end(r, &r->k.backwards);
}

/* Before Kineto, from an operator to its kernel. */
static void add_legacy_flow(struct reading *r)
{
	add_end(r, &r->k.kernels);
}

/* ---- rows of the GPU ---- */

/* The device: an argument, or the member that this kind of row uses for it. */
static bool device_of(const struct reading *r, int64_t *device)
{
	const struct trace_event *e = &r->e;
	enum trace_key other = r->row->device;

	if (trace_has(e, TRACE_DEVICE))
		*device = e->v[TRACE_DEVICE].i;
	else if (other && trace_has(e, other) && e->v[other].whole)
		*device = e->v[other].i;
	else
		return false;
	return *device >= 0;
}

/* The stream: an argument, or the row's thread (once written as "stream 7"),
 * unless that is the device.  -1, or 32 bits that are all ones, means none. */
static bool stream_of(const struct reading *r, int64_t *stream)
{
	const struct trace_event *e = &r->e;
	struct str tid = trace_text(e, TRACE_TID);

	if (trace_has(e, TRACE_STREAM))
		*stream = e->v[TRACE_STREAM].i;
	else if (trace_has(e, TRACE_TID) && e->v[TRACE_TID].whole)
		*stream = r->row->device == TRACE_TID ? -1 : e->v[TRACE_TID].i;
	else if (!str_skip(&tid, "stream ") ||
		 !num_parse(tid.p, tid.n, 0, INT64_MAX, stream))
		return false;
	return *stream >= 0 && *stream != UINT32_MAX;
}

static bool take(const struct reading *r, enum trace_key key, int64_t *out)
{
	if (!trace_has(&r->e, key))
		return false;
	*out = r->e.v[key].i;
	return true;
}

/* grid and block: lists, or one number for each dimension. */
static bool take_shape(const struct reading *r, struct config *c)
{
	const struct trace_event *e = &r->e;
	int i;

	if (trace_has(e, TRACE_GRID) && trace_has(e, TRACE_BLOCK)) {
		memcpy(c->grid, e->v[TRACE_GRID].v, sizeof c->grid);
		memcpy(c->block, e->v[TRACE_BLOCK].v, sizeof c->block);
		return true;
	}
	for (i = 0; i < 3; i++) {
		c->grid[i] = trace_int(e, TRACE_GRID_X + (unsigned)i, -1);
		c->block[i] = trace_int(e, TRACE_BLOCK_X + (unsigned)i, -1);
		if (c->grid[i] < 0 || c->block[i] < 0)
			return false;
	}
	return true;
}

static double real_of(const struct reading *r, enum trace_key key)
{
	return trace_has(&r->e, key) && r->e.v[key].f >= 0 ? r->e.v[key].f : NAN;
}

static uint32_t detail_of(struct reading *r)
{
	struct detail d = {.occupancy = real_of(r, TRACE_OCCUPANCY),
	    .warps = real_of(r, TRACE_WARPS_PER_SM),
	    .blocks = real_of(r, TRACE_BLOCKS_PER_SM),
	    .comm = text_at(r, TRACE_COLLECTIVE),
	    .comm_dtype = text_at(r, TRACE_DTYPE),
	    .label = trace_int(&r->e, TRACE_GRAPH_NODE, 0) != 0
			 ? text_at(r, TRACE_LABEL)
			 : PROFILE_NONE,
	    .comm_group_name = text_at(r, TRACE_GROUP_NAME),
	    .comm_group = trace_int(&r->e, TRACE_GROUP_SIZE, -1),
	    .comm_elements = trace_int(&r->e, TRACE_IN_ELEMENTS, -1),
	    .comm_received = trace_int(&r->e, TRACE_OUT_ELEMENTS, -1)};

	if (isnan(d.occupancy) && isnan(d.warps) && isnan(d.blocks) &&
	    d.comm == PROFILE_NONE && d.label == PROFILE_NONE)
		return 0;
	*vec_add(&r->k.p->details) = d;
	return (uint32_t)r->k.p->details.n;
}

/* The direction of a copy: "Memcpy HtoD (Pageable -> Device)", ROCm's older
 * "CopyHostToDevice", or an argument. */
static uint32_t copy_of(struct reading *r)
{
	const char *copy = copies_direction(trace_text(&r->e, TRACE_NAME));

	if (copy)
		return intern_add(&r->k.p->texts, str_of(copy));
	return text_at(r, TRACE_KIND);
}

/* The members that only one kind of launch has. */
static void take_kind(struct reading *r, struct launch *l, struct config *c)
{
	switch ((enum launch_kind)l->kind) {
	case LAUNCH_KERNEL:
		l->name = text_at(r, TRACE_NAME);
		if (take_shape(r, c))
			l->flags |= LAUNCH_HAS_GRID;
		if (take(r, TRACE_REGS, &c->regs))
			l->flags |= LAUNCH_HAS_REGS;
		if (take(r, TRACE_SMEM, &c->smem))
			l->flags |= LAUNCH_HAS_SMEM;
		l->detail = detail_of(r);
		break;
	case LAUNCH_MEMCPY:
		c->copy = copy_of(r);
		l->name = text_at(r, TRACE_NAME);
		break;
	default:
		l->name = text_at(r, TRACE_NAME);
		break;
	}
}

static void see_device(struct reading *r, int64_t device)
{
	if (device < r->device_least)
		r->device_least = device;
	if (device > r->device_most)
		r->device_most = device;
}

/* The process where it has only a name; else 0. */
static int64_t named_process(struct reading *r)
{
	return trace_has(&r->e, TRACE_PID) && !r->e.v[TRACE_PID].whole
		   ? number_of(r, TRACE_PID)
		   : 0;
}

/* Note a row that is no launch: it may tell of which process its device is. */
static void add_unread(struct reading *r, int64_t start, bool timed, int64_t device)
{
	bool external = !trace_has(&r->e, TRACE_CORRELATION);
	int64_t id =
	    trace_int(&r->e, external ? TRACE_EXTERNAL_ID : TRACE_CORRELATION, 0);

	if (id != 0)
		*vec_add(&r->k.unread) = (struct kineto_unread){.id = id,
		    .start = start,
		    .process = named_process(r),
		    .device = device,
		    .kind = (uint8_t)r->row->kind,
		    .timed = timed,
		    .external = external};
}

static void add_launch(struct reading *r)
{
	struct profile *p = r->k.p;
	struct config c = PROFILE_NO_CONFIG;
	struct launch *l;
	int64_t start, end, node, id, process;
	bool timed = take_times(r, r->row->noun, &start, &end);
	bool has_device = device_of(r, &c.device);

	if (has_device)
		see_device(r, c.device);
	if (!profile_reads(p, r->row->kind)) {
		add_unread(r, start, timed, has_device ? c.device : -1);
		return;
	}
	l = profile_launch(p, r->row->kind);
	l->start = start;
	l->end = end;
	if (timed)
		l->flags |= LAUNCH_TIMED;
	if (has_device)
		l->flags |= LAUNCH_HAS_DEVICE;
	if (take(r, TRACE_CONTEXT, &c.context))
		l->flags |= LAUNCH_HAS_CONTEXT;
	if (stream_of(r, &c.stream))
		l->flags |= LAUNCH_HAS_STREAM;
	if (take(r, TRACE_CORRELATION, &l->corr))
		l->flags |= LAUNCH_HAS_CORR;
	if (take(r, TRACE_GRAPH_NODE, &node) && node != 0)
		profile_set_graph(p, l, node);
	if (take(r, TRACE_BYTES, &c.bytes))
		l->flags |= LAUNCH_HAS_BYTES;
	take_kind(r, l, &c);
	profile_set_config(p, l, &c);
	process = named_process(r);
	if (process)
		*vec_add(&r->k.labels) =
		    (struct kineto_label){(uint32_t)(p->launches.n - 1), process};
	if (!trace_has(&r->e, TRACE_EXTERNAL_ID))
		return;
	id = r->e.v[TRACE_EXTERNAL_ID].i;
	if (!trace_has(&r->e, TRACE_CORRELATION))
		*vec_add(&r->k.loose) =
		    (struct kineto_loose){(uint32_t)(p->launches.n - 1), id};
	else if (id > 0 && id != l->corr) /* 0 and less are no ids */
		*vec_add(&p->externals) =
		    (struct external){(uint32_t)(p->launches.n - 1), id};
}

/* Whether the kernel's row is one of ONNX Runtime's: its process is -1, or it
 * tells a node. */
static bool is_of_node(const struct trace_event *e)
{
	return trace_int(e, TRACE_PID, 0) == -1 || trace_has(e, TRACE_OP_NAME) ||
	       trace_has(e, TRACE_PARENT) || trace_has(e, TRACE_NODE_INDEX);
}

/* A row of category Kernel: torch's, or ONNX Runtime's. */
static void add_kernel(struct reading *r)
{
	static const struct row_kind kinds[] = {
	    [LAUNCH_KERNEL] = {.kind = LAUNCH_KERNEL, .noun = "kernel"},
	    [LAUNCH_MEMCPY] = {.kind = LAUNCH_MEMCPY, .noun = "memcpy row"},
	    [LAUNCH_MEMSET] = {.kind = LAUNCH_MEMSET, .noun = "memset row"},
	};
	const struct trace_event *e = &r->e;
	const struct row_kind *row = r->row;
	struct profile *p = r->k.p;
	size_t n = p->launches.n;

	if (!is_of_node(e)) {
		add_launch(r);
		return;
	}
	r->row = &kinds[ort_kind(trace_text(e, TRACE_NAME))];
	add_launch(r);
	r->row = row;
	/* an empty name of its operator: it was launched outside of nodes */
	if (p->launches.n == n ||
	    (trace_has(e, TRACE_OP_NAME) && trace_text(e, TRACE_OP_NAME).n == 0))
		return;
	ort_add_kernel(&r->k.ort, (uint32_t)n, text_at(r, TRACE_OP_NAME),
	    text_at(r, TRACE_PARENT), trace_int(e, TRACE_NODE_INDEX, -1));
}

/* A kernel from before Kineto.  Flows that end where its row stands link it. */
static void add_legacy(struct reading *r)
{
	struct profile *p = r->k.p;
	size_t n = p->launches.n;

	add_launch(r);
	if (p->launches.n > n)
		*vec_add(&r->k.legacy) = (struct kineto_legacy){
		    p->launches.v[n].start, (uint32_t)n, thread_of(r, false)};
}

/* Members of a row of counters that are not counters. */
static const char *const no_counters[] = {
    "External id", "context", "correlation", "device", "stream"};

static void add_value(void *arg, struct str name, double value)
{
	struct reading *r = arg;
	struct profile *p = r->k.p;
	size_t i;

	for (i = 0; i < NELEMS(no_counters); i++)
		if (str_is(name, no_counters[i]))
			return;
	*vec_add(&r->k.values) = (struct record_counter){
	    intern_get(&p->texts, intern_add(&p->texts, name)), value};
}

/* The counters of a kernel; the times are made up. */
static void add_counters(struct reading *r)
{
	struct kineto_counters c = {.start = trace_int(&r->e, TRACE_TS, 0),
	    .corr = trace_int(&r->e, TRACE_CORRELATION, 0),
	    .has_corr = trace_int(&r->e, TRACE_CORRELATION, 0) != 0,
	    .device = -1,
	    .name = PROFILE_NONE,
	    .number = (uint32_t)r->k.counters.n,
	    .at = r->k.values.n};
	int64_t device;

	if (!(r->k.p->kinds & LAUNCH_BIT(LAUNCH_KERNEL)))
		return;
	if (device_of(r, &device))
		c.device = device;
	if (!str_is(trace_text(&r->e, TRACE_NAME), "__missing__"))
		c.name = text_at(r, TRACE_NAME);
	json_back(r->j, r->mode);
	trace_numbers(r->j, add_value, r);
	c.n = r->k.values.n - c.at;
	*vec_add(&r->k.counters) = c;
}

/* ---- the table of rows ---- */

#define ROW(name, with, how) .cat = (name), .ph = (with), .add = (how)
#define RANGE(name, word, in, which)                                                \
	{                                                                           \
		ROW(name, "X", add_range), .noun = word, .domain = in, .ops = which \
	}
#define CALL(name)                                                             \
	{                                                                      \
		ROW(name, "X", add_call), .noun = "call"                       \
	}
#define LAUNCH(name, of, word)                                                 \
	{                                                                      \
		ROW(name, "X", add_launch), .kind = of, .noun = word           \
	}

static const struct row_kind rows[] = {
    RANGE("cpu_op", "operator", "cpu_op", OP_ALL),
    /* of 2021, like the next */
    RANGE("Operator", "operator", "Operator", OP_WITH_SHAPES),
    RANGE("Python", "operator", "Operator", OP_WITH_SHAPES),
    RANGE("user_annotation", "annotation", "user_annotation", OP_NONE),
    {ROW("python_function", "X", add_python), .noun = "Python frame",
	.domain = "python_function"},
    /* ONNX Runtime's */
    {ROW("Node", "X", add_node), .noun = "operator", .domain = ORT_NODE,
	.ops = OP_ALL},
    RANGE("Session", "range", "ort_session", OP_NONE),
    CALL("cuda_runtime"), /* hip's too */
    CALL("cuda_driver"),
    CALL("Runtime"),
    CALL("xpu_runtime"),
    CALL("xpu_driver"),
    CALL("mtia_runtime"),
    CALL("glow_runtime"),
    CALL("privateuse1_runtime"),
    CALL("privateuse1_driver"),
    {ROW("kernel", "X", add_kernel), .kind = LAUNCH_KERNEL, .noun = "kernel"},
    LAUNCH("gpu_memcpy", LAUNCH_MEMCPY, "memcpy row"),
    LAUNCH("Memcpy", LAUNCH_MEMCPY, "memcpy row"),
    LAUNCH("gpu_memset", LAUNCH_MEMSET, "memset row"),
    LAUNCH("Memset", LAUNCH_MEMSET, "memset row"),
    LAUNCH("cuda_sync", LAUNCH_SYNC, "synchronisation"),
    {ROW("cuda_profiler_range", "X", add_counters), .device = TRACE_PID},
    {ROW("fwdbwd", "sf", add_flow)},
    {ROW("forward_backward", "sf", add_flow)},
    {ROW("cpu_to_cuda", "sf", add_legacy_flow)},
};

/* Rows of torch before Kineto have no category; their process identifies
 * them. */
static const struct row_kind legacy_rows[] = {
    RANGE("CPU functions", "operator", "cpu_op", OP_NONE),
    {ROW("CUDA functions", "X", add_legacy), .kind = LAUNCH_KERNEL,
	.noun = "kernel", .device = TRACE_TID},
};

static bool same_word(struct str s, const char *word)
{
	size_t i;

	for (i = 0; i < s.n && word[i]; i++)
		if (to_lower(s.p[i]) != to_lower(word[i]))
			return false;
	return i == s.n && !word[i];
}

static const struct row_kind *find_row(
    const struct row_kind *table, size_t n, struct str word)
{
	size_t i;

	for (i = 0; word.p && i < n; i++)
		if (same_word(word, table[i].cat))
			return &table[i];
	return NULL;
}

/* Whether the phase is one of these letters. */
static bool is_one_of(struct str ph, const char *letters)
{
	return ph.n == 1 && memchr(letters, ph.p[0], strlen(letters));
}

/* Whether it is work of the GPU, none of which may be lost in silence. */
static bool is_work(const struct row_kind *row)
{
	return row && (row->add == add_kernel || row->add == add_launch);
}

/* Whether the phase is that of an event without an end: what begins, what is at
 * once, or none.  Ends, flows and the like stand beside another event. */
static bool is_half(struct str ph)
{
	return !ph.p || is_one_of(ph, "BbiIn");
}

/* Whether of captures such a row is of no use: a frame of Python that nobody
 * asked for.  Modules are read all the same, as nothing else tells the place of
 * a graph's kernel. */
static bool passes_over(const struct reading *r, const struct trace_event *e)
{
	return r->k.p->of_captures && !r->k.p->stacks && r->row &&
	       r->row->add == add_python && trace_has(e, TRACE_NAME) &&
	       !str_starts(trace_text(e, TRACE_NAME), "nn.Module: ");
}

/* Whether rows of this kind are read, as far as the kind is known by now. */
static bool wanted(void *arg, const struct trace_event *e)
{
	struct reading *r = arg;
	struct str ph = trace_text(e, TRACE_PH);

	if (!trace_has(e, TRACE_CAT))
		return true;
	if (!r->row || !same_word(trace_text(e, TRACE_CAT), r->row->cat))
		r->row = find_row(rows, NELEMS(rows), trace_text(e, TRACE_CAT));
	r->torch |= r->row && is_one_of(ph, r->row->ph);
	if (passes_over(r, e) ||
	    (ph.p && !is_one_of(ph, "Xsf") && !(is_work(r->row) && is_half(ph))))
		r->row = NULL;
	return r->row != NULL;
}

/* ---- events ---- */

static void add_event(struct reading *r)
{
	const struct trace_event *e = &r->e;
	struct str ph = trace_text(e, TRACE_PH);

	r->events++;
	if (!trace_has(e, TRACE_CAT))
		r->row = find_row(
		    legacy_rows, NELEMS(legacy_rows), trace_text(e, TRACE_PID));
	if (r->row && is_one_of(ph, r->row->ph)) {
		r->torch = true;
		r->row->add(r);
	} else if (is_work(r->row) && is_half(ph)) {
		warnings_add(r->k.p->warnings,
		    "%s in no complete event (ph X): left out", r->row->noun,
		    trace_text(e, TRACE_NAME));
	}
}

/* Count an event that cannot be read, and keep the first reason. */
static void lose(struct reading *r, const char *why)
{
	if (r->lost++ == 0)
		snprintf(r->first_lost, sizeof r->first_lost, "%s", why);
}

/* Read the event that has begun; JSON_ERROR if the trace cannot be read on. */
static enum json_token read_event(struct reading *r)
{
	char failed[sizeof r->first_lost];
	enum json_token token;

	json_hold(r->j);
	r->mode = MODE;
	token = trace_event(r->j, &r->e, wanted, r);
	if (token == JSON_ERROR && !r->input_err.text[0]) {
		snprintf(failed, sizeof failed, "%s", json_error(r->j));
		r->mode = RETRY;
		json_back(r->j, r->mode);
		token = trace_event(r->j, &r->e, wanted, r);
		json_set_mode(r->j, MODE);
		if (token == JSON_ERROR)
			lose(r, failed);
	}
	r->cut |= json_was_cut(r->j);
	if (token == JSON_OBJECT_END && !r->cut) {
		add_event(r);
		json_set_mode(r->j, MODE);
	}
	json_release(r->j);
	return token;
}

/* An array of events, whose JSON_ARRAY was read. */
static enum json_token read_events(struct reading *r)
{
	enum json_token token;

	r->found = true;
	json_set_mode(r->j, MODE);
	for (;;) {
		token = json_next(r->j, NULL);
		if (token == JSON_ARRAY_END)
			break;
		if (token == JSON_OBJECT) {
			token = read_event(r);
		} else {
			token = json_skip(r->j);
			if (token == JSON_ERROR)
				lose(r, json_error(r->j));
		}
		if (token == JSON_ERROR &&
		    (r->input_err.text[0] || !json_resume(r->j, MODE)))
			break;
	}
	json_set_mode(r->j, RETRY);
	return token;
}

/* ---- what stands beside the events ---- */

/* The number here; otherwise if there is none. */
static int64_t next_int(struct json *j, int64_t otherwise)
{
	int64_t value = otherwise;
	struct str s;
	bool ok;

	switch (json_next(j, &s)) {
	case JSON_INT:
		value = json_int(j, &ok);
		return ok ? value : otherwise;
	case JSON_STRING:
		num_parse(s.p, s.n, INT64_MIN, INT64_MAX, &value);
		return value;
	default:
		json_skip(j);
		return otherwise;
	}
}

/* The facts of a device; -1: not recorded. */
struct device_facts {
	int64_t id, major, minor, sms, warp, mem, threads;
	int64_t amd_smem; /* only ROCm tells it */
	struct str name;
};

static const struct {
	const char *key;
	size_t at;
} device_keys[] = {
    {"id", offsetof(struct device_facts, id)},
    {"computeMajor", offsetof(struct device_facts, major)},
    {"major", offsetof(struct device_facts, major)}, /* early in 2021 */
    {"computeMinor", offsetof(struct device_facts, minor)},
    {"minor", offsetof(struct device_facts, minor)},
    {"numSms", offsetof(struct device_facts, sms)},
    {"multiProcessorCount", offsetof(struct device_facts, sms)},
    {"warpSize", offsetof(struct device_facts, warp)},
    {"totalGlobalMem", offsetof(struct device_facts, mem)},
    {"maxThreadsPerMultiprocessor", offsetof(struct device_facts, threads)},
    {"maxThreadsPerMultiProcessor", offsetof(struct device_facts, threads)}, /* ROCm */
    {"maxSharedMemoryPerMultiProcessor", offsetof(struct device_facts, amd_smem)},
};

/* The value of a device's key. */
static void read_fact(struct reading *r, struct str key, struct device_facts *f)
{
	struct str s;
	size_t i;

	for (i = 0; i < NELEMS(device_keys); i++)
		if (str_is(key, device_keys[i].key)) {
			*(int64_t *)(void *)((char *)f + device_keys[i].at) =
			    next_int(r->j, -1);
			return;
		}
	if (!str_is(key, "name") || json_next(r->j, &s) != JSON_STRING) {
		json_skip(r->j);
		return;
	}
	f->name = (struct str){arena_text(&r->k.p->arena, s.p, s.n), s.n};
}

/* What is never 0. */
static int64_t amount(int64_t n)
{
	return n > 0 ? n : -1;
}

/* Read the facts of one device and its id. */
static void read_device(struct reading *r)
{
	struct profile *p = r->k.p;
	struct device_facts f = {-1, -1, -1, -1, -1, -1, -1, -1, {NULL, 0}};
	struct device *d;
	struct str s;

	while (json_next(r->j, &s) == JSON_KEY)
		read_fact(r, s, &f);
	if (f.id < 0)
		return;
	d = vec_add(&p->devices);
	*d = (struct device){.process = PROFILE_ANY, .id = f.id, .ordinal = f.id};
	d->gpu = RECORD_NO_GPU;
	d->gpu.name = f.name;
	d->gpu.sms = amount(f.sms);
	d->gpu.mem = amount(f.mem);
	d->gpu.threads = amount(f.threads);
	/* ROCm's version of its architecture is no compute capability */
	if (f.major >= 0 && f.minor >= 0 && f.amd_smem == -1 &&
	    (f.warp == 32 || f.warp == -1))
		d->gpu.cc = profile_cc(p, f.major, f.minor);
}

/* Read each object of an array. */
static void read_objects(struct reading *r, void (*read)(struct reading *r))
{
	enum json_token token;

	if (json_next(r->j, NULL) != JSON_ARRAY) {
		json_skip(r->j);
		return;
	}
	while ((token = json_next(r->j, NULL)) != JSON_ARRAY_END &&
	       token != JSON_ERROR) {
		if (token == JSON_OBJECT)
			read(r);
		else
			json_skip(r->j);
	}
}

static void read_devices(struct reading *r)
{
	read_objects(r, read_device);
}

/* A number of ranks, which torch keeps in an int; -1: there is none. */
static int64_t next_ranks(struct json *j)
{
	int64_t n = next_int(j, -1);

	return n > 0 && n <= INT32_MAX ? n : -1;
}

/* A group of ranks; one without a name is nobody's. */
static void read_group(struct reading *r)
{
	struct profile_group group = {.size = -1};
	struct str s;

	while (json_next(r->j, &s) == JSON_KEY) {
		if (str_is(s, "pg_size")) {
			group.size = next_ranks(r->j);
		} else if (str_is(s, "pg_name")) {
			enum json_token token = json_next(r->j, &s);

			if (token == JSON_STRING || token == JSON_INT)
				group.name = (struct str){
				    arena_text(&r->k.p->arena, s.p, s.n), s.n};
			else
				json_skip(r->j);
		} else {
			json_skip(r->j);
		}
	}
	if (group.name.p)
		*vec_add(&r->k.p->groups) = group;
}

static void read_distributed(struct reading *r)
{
	struct str s;

	if (json_next(r->j, NULL) != JSON_OBJECT) {
		json_skip(r->j);
		return;
	}
	while (json_next(r->j, &s) == JSON_KEY) {
		if (str_is(s, "rank"))
			r->k.p->rank = next_int(r->j, -1);
		else if (str_is(s, "world_size"))
			r->k.p->world_size = next_ranks(r->j);
		else if (str_is(s, "pg_config"))
			read_objects(r, read_group);
		else
			json_skip(r->j);
	}
}

static void read_base(struct reading *r)
{
	r->base = next_int(r->j, 0);
}

static void read_rocm(struct reading *r)
{
	r->rocm = true;
	json_skip(r->j);
}

static void read_trace_events(struct reading *r)
{
	if (json_next(r->j, NULL) == JSON_ARRAY)
		read_events(r);
	else
		json_skip(r->j);
}

static const struct {
	const char *key;
	void (*read)(struct reading *r);
} members[] = {
    {"traceEvents", read_trace_events},
    {"deviceProperties", read_devices},
    {"computeProperties", read_devices}, /* early in 2021 */
    {"distributedInfo", read_distributed},
    {"baseTimeNanoseconds", read_base},
    {"roctracer_version", read_rocm},
    {"hip_runtime_version", read_rocm},
};

static void read_member(struct reading *r, struct str key)
{
	size_t i;

	for (i = 0; i < NELEMS(members); i++)
		if (str_is(key, members[i].key)) {
			members[i].read(r);
			return;
		}
	json_skip(r->j);
}

static enum json_token read_document(struct reading *r)
{
	struct str key;
	enum json_token token = json_next(r->j, NULL);

	if (token == JSON_ARRAY) {
		r->array = true;
		token = read_events(r);
	} else if (token == JSON_OBJECT) {
		while ((token = json_next(r->j, &key)) == JSON_KEY)
			read_member(r, key);
	}
	return token == JSON_ERROR ? token : json_next(r->j, NULL);
}

/* ---- AMD's devices ---- */

enum { DEVICES_MOST = 1024 }; /* of one machine */

/* Whether the properties are of devices 0, 1, 2 and so on. */
static bool are_counted(const struct profile *p)
{
	size_t i;

	for (i = 0; i < p->devices.n; i++)
		if (p->devices.v[i].id != (int64_t)i)
			return false;
	return p->devices.n > 0;
}

static bool same_names(const struct device *v, size_t n)
{
	size_t i;

	for (i = 1; i < n; i++)
		if (!v[i].gpu.name.p || !v[0].gpu.name.p ||
		    !str_eq(v[i].gpu.name, v[0].gpu.name))
			return false;
	return true;
}

/*
 * ROCm numbers the sockets of the CPU first, so that of two sockets the
 * first GPU is device 2.  How many there are no trace tells: of all
 * that are possible each must lead to a device of one name.
 */
static void place_amd_devices(const struct reading *r, struct profile *p)
{
	int64_t n = (int64_t)p->devices.n, least, most, i;
	int64_t a = r->device_least, b = r->device_most;
	bool unclear = false;

	if (n > DEVICES_MOST || !are_counted(p) || a > b)
		return;
	/* so many sockets: device b has properties, and so has device a */
	most = a;
	least = b - n + 1 > 0 ? b - n + 1 : 0;
	for (i = 0; i < n; i++) {
		/* device i + least is one of those from i - (most - least) on */
		int64_t from = i - (most - least) > 0 ? i - (most - least) : 0;
		struct device *d = &p->devices.v[i];

		d->ordinal = -1;
		if (least > most || i + least > b || i + least < a)
			continue;
		if (same_names(&p->devices.v[from], (size_t)(i - from) + 1))
			d->ordinal = i + least;
		else
			unclear = true;
	}
	if (p->launches.n && (least > most || unclear))
		warnings_say(p->warnings, unclear_device, (struct str){NULL, 0});
}

/* ---- all of it ---- */

static long read_json(void *arg, char *buf, size_t size)
{
	struct reading *r = arg;

	return input_read(r->input, buf, size, &r->input_err);
}

static void say(struct reading *r, const char **where, struct strbuf *b)
{
	*where = arena_text(&r->k.p->arena, b->p, b->n);
	strbuf_free(b);
}

/* An array of events may lack its end, by the format, but torch and
 * ONNX Runtime write it. */
static const char no_end[] = SAID("the array of events has no end (]), as of a "
				  "file that was cut: is it whole?");

/* Say which part of the file was not read; that is an error. */
static void say_broken(struct reading *r, enum json_token last)
{
	struct strbuf b = {0};

	if (r->input_err.text[0])
		strbuf_text(&b, r->input_err.text);
	else if (r->lost)
		strbuf_printf(&b, "%s: %llu event%s left out%s", r->first_lost,
		    (unsigned long long)r->lost, r->lost == 1 ? "" : "s",
		    last == JSON_ERROR ? ", and what follows" : "");
	else if (last == JSON_ERROR)
		strbuf_text(&b, json_error(r->j));
	else if (r->cut)
		strbuf_text(
		    &b, SAID("the file ends inside an event: is it whole?"));
	else if (json_was_cut(r->j) && !r->array)
		strbuf_text(&b, "the file ends too early: is it whole?");
	else if (json_was_cut(r->j))
		warnings_say(r->k.p->warnings, no_end, (struct str){NULL, 0});
	if (b.n)
		say(r, &r->k.p->broken, &b);
}

/* Say why there may be no kernels. */
static void say_empty(struct reading *r)
{
	struct strbuf b = {0};

	strbuf_printf(&b,
	    "0 GPU kernels in %llu events: was the GPU's activity profiled?",
	    (unsigned long long)r->events);
	say(r, &r->k.p->empty, &b);
}

/* Find how coarse the clock is: some versions cut off everything below a
 * microsecond, and a double holds times since 1970 to a quarter of one. */
static int64_t slack_of(const struct reading *r)
{
	const int64_t since_1970 = INT64_C(1) << 60; /* ns, in 2006 */

	return !r->fractions ? 1000 : r->latest > since_1970 ? 250 : 0;
}

/* What the beginning of other tools' traces has, where torch's has not. */
static const struct {
	const char *has, *tool, *advice;
} foreign[] = {
    {"/device:GPU:", "JAX or TensorFlow"},
    {"/device:TPU:", "JAX or TensorFlow"},
    {"/host:CPU", "JAX or TensorFlow"},
    {"hlo_module", "JAX or TensorFlow"},
    {"BeginNs", "rocprof", ": give its results.csv"},
    {"CPU HIP API", "rocprof", ": give its results.csv"},
};

/* Refuse a trace that shows to be of another tool. */
static int refuse_foreign(struct str head, struct err *err)
{
	size_t i;

	for (i = 0; i < NELEMS(foreign); i++)
		if (str_has(head, foreign[i].has))
			return err_set(err, foreign_trace, foreign[i].tool,
			    foreign[i].has,
			    foreign[i].advice ? foreign[i].advice : "");
	return 0;
}

static int read_all(const struct source *src, struct profile *p, struct err *err)
{
	struct reading r = {.k.p = p,
	    .input = src->input,
	    .device_least = INT64_MAX,
	    .device_most = -1};
	enum json_token last;
	int rc = -1;

	p->producer = STR("PyTorch profiler");
	p->numbers_apart = p->touch = true;
	p->from_zero = p->any_time = true;
	p->row_domains = true;
	trace_init(&r.e);
	if (p->of_captures) {
		trace_ask(&r.e, TRACE_KERNEL);
		trace_ask(&r.e, TRACE_NAME);
	}
	r.j = json_stream(read_json, &r, RETRY);
	last = read_document(&r);
	if (r.input_err.text[0] && r.events == 0) {
		err_set(err, "%s", r.input_err.text);
	} else if (last == JSON_ERROR && r.events == 0) {
		err_set(err, "%s", r.lost ? r.first_lost : json_error(r.j));
	} else if (!r.found) {
		err_set(err, "no traceEvents: not a trace of the "
			     "PyTorch profiler");
	} else if (r.torch || refuse_foreign(src->head, err) == 0) {
		if (r.ort)
			p->producer = STR("ONNX Runtime");
		p->slack = slack_of(&r);
		if (r.rocm)
			place_amd_devices(&r, p);
		parties_settle(&r.k);
		kineto_join(&r.k);
		if (p->of_captures)
			kineto_capture(&r.k);
		profile_sort_groups(p);
		say_broken(&r, last);
		lenient_say(r.j, p);
		say_empty(&r);
		p->base_offset = r.base;
		rc = 0;
	}
	json_free(r.j);
	trace_free(&r.e);
	kineto_free(&r.k);
	strbuf_free(&r.text);
	return rc;
}

static struct str pass_blanks(struct str s)
{
	while (s.n && s.p[0] && strchr(" \t\r\n", s.p[0]))
		s = str_from(s, 1);
	return s;
}

/* Whether this is the beginning of a JSON object, or of an array of objects. */
static bool detect(const struct source *src)
{
	struct str head = src->head;
	const char *follow;

	str_skip(&head, "\xEF\xBB\xBF");
	head = pass_blanks(head);
	if (head.n == 0 || (head.p[0] != '{' && head.p[0] != '['))
		return false;
	follow = head.p[0] == '{' ? "\"}," : "{],";
	head = pass_blanks(str_from(head, 1));
	return head.n == 0 || (head.p[0] && strchr(follow, head.p[0]));
}

const struct reader read_kineto = {
    .name = "kineto",
    .what = "a trace of the PyTorch profiler",
    .give = "a PyTorch trace",
    .late = true, /* a program under ncu may print JSON first */
    .detect = detect,
    .read = read_all,
};
