/*
 * ort.c - find the node of each kernel in ONNX Runtime's own profile.
 *
 * In:  rows of nodes and kernels, in the file's order
 * Out: kernels that seem to be launched while their node ran
 *
 * The profiler files a kernel under the start of the node that launched it, and
 * writes the kernels of a start behind the row with that start
 * (include/onnxruntime/core/common/gpu_profiler_common.h, MergeEvents).  Later
 * versions tell that row's name (parent_name) or the node's number.  A fence,
 * or a node of the CPU, may have the start of the node, so the row may be
 * theirs; the run of the GPU with this start on their thread is meant.  The
 * first version that had kernels put them in front of the row (onnxruntime PR
 * 9567), which only op_name shows.
 */
#include "parse/read/ort.h"

#include "common/json.h"
#include "common/nelems.h"

/* Whether kernels may be of it. */
static bool launches(const struct ort_node *node)
{
	return !node->fence && !node->on_cpu;
}

void ort_add_node(
    struct ort *o, const struct ort_node *node, uint32_t name, int64_t index)
{
	uint32_t number = (uint32_t)o->nodes.n;

	*vec_add(&o->nodes) = *node;
	*map_at(&o->by_name, name) = number;
	if (!node->fence && index >= 0)
		*map_at(&o->by_index, (uint64_t)index) = number;
}

void ort_add_kernel(
    struct ort *o, uint32_t launch, uint32_t op, uint32_t parent, int64_t index)
{
	struct ort_kernel k = {.launch = launch,
	    .op = op,
	    .node = PROFILE_NONE,
	    .before = (uint32_t)o->nodes.n,
	    .names = true};

	if (parent != PROFILE_NONE)
		k.node = map_get(&o->by_name, parent);
	else if (index >= 0)
		k.node = map_get(&o->by_index, (uint64_t)index);
	else
		k.names = false;
	*vec_add(&o->kernels) = k;
}

enum launch_kind ort_kind(struct str name)
{
	static const struct {
		const char *name;
		enum launch_kind kind;
	} rows[] = {
	    /* core/providers/cuda/cupti_manager.cc, GetMemcpyKindString */
	    {"MemcpyHostToDevice", LAUNCH_MEMCPY},
	    {"MemcpyDeviceToHost", LAUNCH_MEMCPY},
	    {"MemcpyDeviceToDevice", LAUNCH_MEMCPY},
	    {"MemcpyHostToHost", LAUNCH_MEMCPY},
	    {"MemcpyHostToDeviceArray", LAUNCH_MEMCPY},
	    {"MemcpyDeviceArrayToHost", LAUNCH_MEMCPY},
	    {"MemcpyDeviceArrayToDeviceArray", LAUNCH_MEMCPY},
	    {"MemcpyDeviceArrayToDevice", LAUNCH_MEMCPY},
	    {"MemcpyDeviceToDeviceArray", LAUNCH_MEMCPY},
	    /* core/providers/rocm/roctracer_manager.cc, by the call */
	    {"hipMemcpy", LAUNCH_MEMCPY},
	    {"hipMemcpyAsync", LAUNCH_MEMCPY},
	    {"hipMemcpyWithStream", LAUNCH_MEMCPY},
	    {"hipMemcpy2D", LAUNCH_MEMCPY},
	    {"hipMemcpy2DAsync", LAUNCH_MEMCPY},
	    {"hipMemset", LAUNCH_MEMSET},
	    {"hipMemsetAsync", LAUNCH_MEMSET},
	};
	size_t i;

	for (i = 0; i < NELEMS(rows); i++)
		if (str_is(name, rows[i].name))
			return rows[i].kind;
	return LAUNCH_KERNEL;
}

/* The runs of the GPU, by thread and start; the last of several. */
struct starts {
	struct intern keys;
	VEC(uint32_t) runs; /* by key */
};

static uint32_t key_of(struct starts *s, const struct ort_node *node)
{
	int64_t key[2] = {node->start, node->thread};

	return intern_add(&s->keys, (struct str){(const char *)key, sizeof key});
}

static void find_starts(struct starts *s, const struct ort *o)
{
	size_t i;

	for (i = 0; i < o->nodes.n; i++) {
		uint32_t key = key_of(s, &o->nodes.v[i]);

		if (key == s->runs.n)
			*vec_add(&s->runs) = PROFILE_NONE;
		if (o->nodes.v[i].started && launches(&o->nodes.v[i]))
			s->runs.v[key] = (uint32_t)i;
	}
}

/* The last run in front of a place, PROFILE_NONE: there is none. */
static uint32_t *runs_before(const struct ort *o)
{
	uint32_t *last = profile_nones(o->nodes.n + 1);
	size_t i;

	for (i = 0; i < o->nodes.n; i++)
		last[i + 1] = launches(&o->nodes.v[i]) ? (uint32_t)i : last[i];
	return last;
}

/* The run that the row is of: itself, or the one with its start. */
static uint32_t run_of(const struct ort *o, struct starts *s, uint32_t node)
{
	if (node == PROFILE_NONE || launches(&o->nodes.v[node]))
		return node;
	if (!o->nodes.v[node].started)
		return PROFILE_NONE;
	return s->runs.v[key_of(s, &o->nodes.v[node])];
}

/* The run behind whose row, or whose fence's, the kernel stands, else the last
 * run in front of it. */
static uint32_t run_before(const struct ort *o, struct starts *s,
    const uint32_t *last, const struct ort_kernel *k)
{
	uint32_t run = PROFILE_NONE;

	if (k->before && k->op != PROFILE_NONE)
		run = run_of(o, s, k->before - 1);
	return run == PROFILE_NONE ? last[k->before] : run;
}

static uint32_t run_behind(
    const struct ort *o, struct starts *s, const struct ort_kernel *k)
{
	return k->before < o->nodes.n ? run_of(o, s, k->before) : PROFILE_NONE;
}

static bool agrees(const struct ort *o, const struct ort_kernel *k, uint32_t run)
{
	return run != PROFILE_NONE && o->nodes.v[run].op == k->op;
}

/* Whether the kernels stand in front of their nodes' rows: their op_name fits
 * those, and not always those before. */
static bool come_first(const struct ort *o, struct starts *s, const uint32_t *last)
{
	bool unfit = false;
	size_t i;

	for (i = 0; i < o->kernels.n; i++) {
		const struct ort_kernel *k = &o->kernels.v[i];

		if (k->names || k->op == PROFILE_NONE)
			continue;
		if (!agrees(o, k, run_behind(o, s, k)))
			return false;
		unfit |= !agrees(o, k, run_before(o, s, last, k));
	}
	return unfit;
}

/* Let the kernel be launched at some time from start to end on the thread. */
static void put_inside(struct launch *l, uint32_t thread, int64_t start, int64_t end)
{
	l->thread = thread;
	l->api_start = start;
	l->api_end = end;
	l->flags |= LAUNCH_HAS_API | LAUNCH_NO_CALL;
}

/* A kernel of which only the operator is known: a call without arguments, on a
 * thread that has nothing else. */
static void put_apart(struct profile *p, const struct ort_kernel *k, uint32_t op)
{
	struct launch *l = &p->launches.v[k->launch];
	struct strbuf b = {0};
	struct range r = {.start = l->start, .end = l->end};
	struct extra extra = PROFILE_NO_EXTRA;

	if (!(l->flags & LAUNCH_TIMED) || op == PROFILE_NONE)
		return;
	r.thread = profile_thread_in(p, PROFILE_TID_LEAST, -1,
	    PROFILE_TID_LEAST - 1 - (int64_t)k->launch);
	extra.apart = true;
	extra.domain = intern_add(&p->texts, STR(ORT_NODE));
	r.text = intern_add(&p->texts, STR(""));
	strbuf_text(&b, "{'op':");
	json_escape(&b, intern_get(&p->texts, op));
	strbuf_char(&b, '}');
	extra.payload = intern_add(&p->texts, strbuf_get(&b));
	r.extra = profile_add_extra(p, &extra);
	strbuf_free(&b);
	*vec_add(&p->ranges) = r;
	put_inside(l, r.thread, r.start, r.end);
}

void ort_join(struct ort *o, struct profile *p)
{
	struct starts starts = {0};
	uint32_t *last = runs_before(o);
	bool first;
	size_t i;

	find_starts(&starts, o);
	first = come_first(o, &starts, last);
	for (i = 0; i < o->kernels.n; i++) {
		const struct ort_kernel *k = &o->kernels.v[i];
		bool told = k->op != PROFILE_NONE;
		uint32_t run = k->names	       ? run_of(o, &starts, k->node)
			       : first && told ? run_behind(o, &starts, k)
					       : run_before(o, &starts, last, k);
		const struct ort_node *node;

		if (told && !agrees(o, k, run)) {
			put_apart(p, k, k->op);
			continue;
		}
		if (run == PROFILE_NONE)
			continue;
		node = &o->nodes.v[run];
		if (node->end < node->start)
			put_apart(p, k, node->op);
		else
			put_inside(&p->launches.v[k->launch], node->thread,
			    node->start, node->end);
	}
	free(last);
	intern_free(&starts.keys);
	vec_free(&starts.runs);
}

void ort_free(struct ort *o)
{
	vec_free(&o->nodes);
	vec_free(&o->kernels);
	map_free(&o->by_name);
	map_free(&o->by_index);
}
