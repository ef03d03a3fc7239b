/*
 * ort.c - find the node of each kernel in ONNX Runtime's own profile.
 *
 * In:  rows of nodes and kernels, in the file's order
 * Out: kernels that seem to be launched while their node ran
 *
 * The profiler files a kernel under the start of the node that launched it, and
 * writes the kernels of a start behind the row with that start
 * (include/onnxruntime/core/common/gpu_profiler_common.h, MergeEvents).  Later
 * versions tell that row's name (parent_name) or the node's number.  A fence
 * may have the start of its node, so the row may be the fence's; the run with
 * this start is meant.  The first version that had kernels put them in front of
 * the row (onnxruntime PR 9567), which only op_name shows.
 */
#include "parse/read/ort.h"

#include "common/json.h"
#include "common/nelems.h"

void ort_add_node(
    struct ort *o, const struct ort_node *node, uint32_t name, int64_t index)
{
	uint32_t number = (uint32_t)o->nodes.n;

	*vec_add(&o->nodes) = *node;
	*map_at(&o->by_name, name) = number;
	if (node->runs && index >= 0)
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

/* The last run in front of a place, PROFILE_NONE: there is none. */
static uint32_t *runs_before(const struct ort *o)
{
	uint32_t *last = profile_nones(o->nodes.n + 1);
	size_t i;

	for (i = 0; i < o->nodes.n; i++)
		last[i + 1] = o->nodes.v[i].runs ? (uint32_t)i : last[i];
	return last;
}

/* The run that the row is of: itself, or the one with its start. */
static uint32_t run_of(const struct ort *o, const struct map *by_start, uint32_t node)
{
	if (node == PROFILE_NONE || o->nodes.v[node].runs)
		return node;
	return map_get(by_start, (uint64_t)o->nodes.v[node].start);
}

/* The run behind whose row, or whose fence's, the kernel stands, else the last
 * run in front of it. */
static uint32_t run_before(const struct ort *o, const struct map *by_start,
    const uint32_t *last, const struct ort_kernel *k)
{
	uint32_t run = PROFILE_NONE;

	if (k->before && k->op != PROFILE_NONE)
		run = run_of(o, by_start, k->before - 1);
	return run == PROFILE_NONE ? last[k->before] : run;
}

static uint32_t run_behind(
    const struct ort *o, const struct map *by_start, const struct ort_kernel *k)
{
	return k->before < o->nodes.n ? run_of(o, by_start, k->before)
				      : PROFILE_NONE;
}

static bool agrees(const struct ort *o, const struct ort_kernel *k, uint32_t run)
{
	return run != PROFILE_NONE && o->nodes.v[run].op == k->op;
}

/* Whether the kernels stand in front of their nodes' rows: their op_name fits
 * those, and not always those before. */
static bool come_first(
    const struct ort *o, const struct map *by_start, const uint32_t *last)
{
	bool unfit = false;
	size_t i;

	for (i = 0; i < o->kernels.n; i++) {
		const struct ort_kernel *k = &o->kernels.v[i];

		if (k->names || k->op == PROFILE_NONE)
			continue;
		if (!agrees(o, k, run_behind(o, by_start, k)))
			return false;
		unfit |= !agrees(o, k, run_before(o, by_start, last, k));
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

/* A kernel that tells an operator, but has no node: a call without arguments,
 * on a thread that has nothing else. */
static void put_apart(struct profile *p, const struct ort_kernel *k)
{
	struct launch *l = &p->launches.v[k->launch];
	struct strbuf b = {0};
	struct range r = {.start = l->start, .end = l->end};
	struct extra extra = PROFILE_NO_EXTRA;

	if (!(l->flags & LAUNCH_TIMED))
		return;
	r.thread = profile_thread_in(p, PROFILE_TID_LEAST, -1,
	    PROFILE_TID_LEAST - 1 - (int64_t)k->launch);
	extra.apart = true;
	extra.domain = intern_add(&p->texts, STR(ORT_NODE));
	r.text = intern_add(&p->texts, STR(""));
	strbuf_text(&b, "{'op':");
	json_escape(&b, intern_get(&p->texts, k->op));
	strbuf_char(&b, '}');
	extra.payload = intern_add(&p->texts, strbuf_get(&b));
	r.extra = profile_add_extra(p, &extra);
	strbuf_free(&b);
	*vec_add(&p->ranges) = r;
	put_inside(l, r.thread, r.start, r.end);
}

void ort_join(struct ort *o, struct profile *p)
{
	struct map by_start = {0};
	uint32_t *last = runs_before(o);
	bool first;
	size_t i;

	for (i = 0; i < o->nodes.n; i++)
		if (o->nodes.v[i].runs)
			*map_at(&by_start, (uint64_t)o->nodes.v[i].start) =
			    (uint32_t)i;
	first = come_first(o, &by_start, last);
	for (i = 0; i < o->kernels.n; i++) {
		const struct ort_kernel *k = &o->kernels.v[i];
		bool told = k->op != PROFILE_NONE;
		uint32_t run = k->names ? run_of(o, &by_start, k->node)
			       : first && told
				   ? run_behind(o, &by_start, k)
				   : run_before(o, &by_start, last, k);

		if (told && !agrees(o, k, run))
			put_apart(p, k);
		else if (run != PROFILE_NONE)
			put_inside(&p->launches.v[k->launch], o->nodes.v[run].thread,
			    o->nodes.v[run].start, o->nodes.v[run].end);
	}
	free(last);
	map_free(&by_start);
}

void ort_free(struct ort *o)
{
	vec_free(&o->nodes);
	vec_free(&o->kernels);
	map_free(&o->by_name);
	map_free(&o->by_index);
}
