/*
 * read_nsys.c - read an Nsight Systems SQLite export.
 *
 * In:  CUPTI_ACTIVITY_KIND_KERNEL (or _CONCURRENT_KERNEL), _MEMCPY, _MEMSET,
 *      _SYNCHRONIZATION, _GRAPH_TRACE, _RUNTIME; NVTX_EVENTS; StringIds;
 *      CUDA_GRAPH_NODE_EVENTS or CUDA_GRAPH_EVENTS; TARGET_INFO_GPU and its
 *      kin; META_DATA_*
 * Out: one launch a row of activity on the GPU, and a call of the host or a
 *      mark where these are asked for; one range an NVTX range
 *
 * Kernels and their launches are joined on (process, correlation id), not on
 * the id alone: processes of one export use the same ids.  A process is the
 * part of nsys's 64-bit global ids above the thread: hardware, virtual machine
 * and pid.  Tables exist only if something is in them, new ones get a suffix
 * (_V2), and columns come and go: all are optional.  Of activity on the GPU all
 * versions are read; of any other table one is.
 */
#include "parse/read/read.h"

#include <stdlib.h>
#include <string.h>

#include "common/ascii.h"
#include "common/map.h"
#include "common/nelems.h"
#include "common/num.h"
#include "common/order.h"
#include "parse/read/cupti.h"
#include "parse/read/db.h"
#include "parse/read/lost.h"
#include "parse/profile.h"

/* What each process numbers for itself. */
struct process {
	int64_t id;
	struct map by_corr; /* correlation id -> first launch with it */
	struct map nodes;   /* graph node id -> first with it in made */
};

/* The kinds of NVTX rows, by the names of the enum; the ids are the same in all
 * versions so far. */
enum nvtx_kind {
	NVTX_PUSH_POP,
	NVTX_START_END,
	NVTX_PUSH_POP_TEXT, /* imported from a text file, here and below */
	NVTX_START_END_TEXT,
	NVTX_MARK,
	NVTX_DOMAIN,
	NVTX_CATEGORY,
	NNVTX_KINDS,
};

static const struct {
	const char *name;
	int64_t id;
} nvtx_kinds[NNVTX_KINDS] = {
    [NVTX_PUSH_POP] = {"NvtxPushPopRange", 59},
    [NVTX_START_END] = {"NvtxStartEndRange", 60},
    [NVTX_PUSH_POP_TEXT] = {"NvtxtPushPopRange", 70},
    [NVTX_START_END_TEXT] = {"NvtxtStartEndRange", 71},
    [NVTX_MARK] = {"NvtxMark", 34},
    [NVTX_DOMAIN] = {"NvtxDomainCreate", 75},
    [NVTX_CATEGORY] = {"NvtxCategory", 33},
};

/* Where a graph node was made, and which node it is a copy of. */
struct made_node {
	int64_t process, id;
	struct capture where;
	bool timed;	  /* else nothing tells what was around it */
	int64_t original; /* 0: none */
};

/* A call with an id that another call of its process has, too: CUDA counts
 * again after a reset of the device, and at last begins anew.  Launches without
 * a process may have calls of several. */
struct again {
	uint32_t launch; /* the first in the list of those with the id */
	uint32_t thread, api;
	int64_t start, end;
	uint8_t kind; /* enum lost_kind */
	bool failed;
	bool around; /* another, as the runtime's the driver's: the same launch */
	bool open;   /* end is not known, but the start */
	bool given; /* a launch is its own */
};

/* The thread of a row.  PROFILE_ANY is the process of rows without one. */
struct place {
	int64_t process;
	uint32_t thread;
};

/* The part of a reading that its steps share. */
struct nsys {
	struct db *db;
	struct profile *p;
	struct err *err;
	struct map strings; /* StringIds.id -> text number */
	struct map process_numbers;
	int64_t last_global; /* that was looked for, and where it is: on */
	struct place last;   /* PROFILE_NONE before the first */
	bool last_all;
	uint32_t api_name, api; /* the last of api_text */
	VEC(struct process) processes;
	VEC(uint32_t) next; /* launch -> next with its process and id */
	VEC(struct again) again;
	struct map failed; /* launches whose first call did */
	struct lost lost;
	struct intern said;	 /* diagnostics */
	VEC(uint8_t) lost_kinds; /* of texts, from 1; 0: not asked yet */
	/* A domain of NVTX belongs to one process, and a category to a domain:
	 * (process, domain, category) as 24 bytes. */
	struct intern domain_keys;
	VEC(uint32_t) domains;		  /* names: texts, or PROFILE_NONE */
	struct str memory[CUPTI_NMEMORY]; /* the names of its kinds */
	VEC(struct made_node) made;
	struct map gpus;       /* the export's number of a GPU -> its device */
	struct map others;     /* -> one of that number with other facts */
	enum launch_kind kind; /* of the table being read */
	uint64_t graphs;       /* launches traced as a whole */
	int64_t nvtx_ids[NNVTX_KINDS];
	size_t rank_from;    /* of rank_variables: which told the rank */
	int64_t gpu_process; /* that used the GPU; PROFILE_ANY: not said */
	bool used, several;  /* whether one did, and more than one */
	bool told, untold;   /* whether there are calls with a thread, and
			      * without */
	bool versions;	     /* a table's name may have a version */
	struct intern rows;  /* struct row_key: of the tables before this one */
	uint32_t nrows;	     /* of these, 0 where there is no such table */
};

/* What tells a row of the GPU from the others of its kind. */
struct row_key {
	int64_t process, corr, start, end, config, graph, name;
};

/* Tables of activity on the GPU.  A row of one that an earlier one of its kind
 * has, too, is left out. */
static const struct {
	const char *table;
	enum launch_kind kind;
} activities[] = {
    {"CUPTI_ACTIVITY_KIND_KERNEL", LAUNCH_KERNEL},
    {"CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", LAUNCH_KERNEL},
    {"CUPTI_ACTIVITY_KIND_MEMCPY", LAUNCH_MEMCPY},
    {"CUPTI_ACTIVITY_KIND_MEMSET", LAUNCH_MEMSET},
    {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", LAUNCH_SYNC},
    {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", LAUNCH_GRAPH},
};

enum { NACTIVITIES = NELEMS(activities) };

/* Tables that only exports of nsys have. */
static const char *const signs[] = {
    "StringIds",
    "META_DATA_EXPORT",
    "EXPORT_META_DATA",
    "TARGET_INFO_SESSION_START_TIME",
    "NVTX_EVENTS",
};

enum {
	TID_BITS = 24, /* of a global id; the pid is as wide, above */
	ID_MASK = (1 << TID_BITS) - 1,
	CLONES_MOST = 16, /* copies of copies of a graph node */
};

/* The parts of a global id, which is unsigned. */
static int64_t process_of(int64_t global)
{
	return (int64_t)((uint64_t)global >> TID_BITS);
}

static int64_t pid_of(int64_t process)
{
	return process & ID_MASK;
}

static struct place place_of(
    struct nsys *r, const struct db_row *row, int column, bool all_threads)
{
	struct place at = {PROFILE_ANY, PROFILE_NONE};
	int64_t global, pid;

	if (!db_get(row, column, &global)) {
		at.thread = profile_process(r->p, PROFILE_ANY, -1);
		return at;
	}
	if (r->last.thread != PROFILE_NONE && r->last_global == global &&
	    r->last_all == all_threads)
		return r->last;
	at.process = process_of(global);
	pid = pid_of(at.process);
	at.thread = all_threads ? profile_process(r->p, at.process, pid)
				: profile_thread_in(
				      r->p, at.process, pid, global & ID_MASK);
	r->last_global = global;
	r->last_all = all_threads;
	r->last = at;
	return at;
}

static bool detect(const struct source *src)
{
	char name[DB_NAME_MOST];
	size_t i;

	if (db_has_table(src->db, "StringTable"))
		return false; /* nvprof's */
	for (i = 0; i < NELEMS(signs); i++)
		if (db_find_table(src->db, signs[i], name))
			return true;
	/* Of some tables only; nvprof has no global ids. */
	for (i = 0; i < NACTIVITIES; i++)
		if (db_find_table(src->db, activities[i].table, name) &&
		    db_has_column(src->db, name, "globalPid"))
			return true;
	return db_find_table(src->db, "CUPTI_ACTIVITY_KIND_RUNTIME", name) &&
	       db_has_column(src->db, name, "globalTid");
}

/* Call row for each row of a table, which may be missing or have a version in
 * its name. */
static int each(struct nsys *r, const char *table, const char *const *columns,
    int n, void (*row)(void *arg, const struct db_row *r))
{
	char name[DB_NAME_MOST];

	if (!db_find_table(r->db, table, name))
		return 0;
	if (db_each(r->db, name, columns, n, row, r, r->err) == -1)
		return -1;
	while (r->versions && db_next_table(r->db, table, name))
		warnings_add(r->p->warnings,
		    "%s not read, as another version of it is", "table",
		    str_of(name));
	return 0;
}

/* StringIds into texts. */
static void string_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	struct str s = db_text(row, 1);
	int64_t id;

	uint32_t *at;

	if (!db_get(row, 0, &id) || !s.p)
		return;
	at = map_at(&r->strings, (uint64_t)id);
	if (*at == MAP_NONE)
		*at = intern_append(&r->p->texts, s);
	else if (*at == MAP_SEVERAL || !str_eq(intern_get(&r->p->texts, *at), s)) {
		*at = MAP_SEVERAL;
		warnings_add(r->p->warnings,
		    "%s of an id that has another: neither is read", "text", s);
	}
}

static int read_strings(struct nsys *r)
{
	static const char *const columns[] = {"id", "value"};
	char name[DB_NAME_MOST];

	if (!db_find_table(r->db, "StringIds", name)) {
		warnings_say(r->p->warnings,
		    "no table StringIds, so no names: was it exported with "
		    "--tables?",
		    (struct str){NULL, 0});
		r->p->nameless = true;
	}
	return each(r, "StringIds", columns, 2, string_row);
}

/* The text of a string id in a column, or PROFILE_NONE. */
static uint32_t text_of(const struct nsys *r, const struct db_row *row, int column)
{
	int64_t id;

	uint32_t text;

	if (!db_get(row, column, &id))
		return PROFILE_NONE;
	text = map_get(&r->strings, (uint64_t)id);
	return text == MAP_SEVERAL ? PROFILE_NONE : text;
}

/* A process by its id. */
static struct process *process_by(struct nsys *r, int64_t id)
{
	uint32_t *at = map_at(&r->process_numbers, (uint64_t)id);

	if (*at == MAP_NONE) {
		*at = (uint32_t)r->processes.n;
		*vec_add(&r->processes) = (struct process){.id = id};
	}
	return &r->processes.v[*at];
}

/* Remember the launch under its process and correlation id. */
static void index_launch(struct nsys *r, uint32_t i, int64_t process)
{
	int64_t corr = r->p->launches.v[i].corr;
	uint32_t *first = map_at(&process_by(r, process)->by_corr, (uint64_t)corr);

	while (r->next.n <= i)
		*vec_add(&r->next) = MAP_NONE;
	r->next.v[i] = *first;
	*first = i;
}

/* The first of these names that the row has; an empty one if there is no other. */
static uint32_t name_of(const struct nsys *r, const struct db_row *row)
{
	static const int columns[] = {CUPTI_DEMANGLED, CUPTI_MANGLED, CUPTI_SHORT};
	uint32_t name = PROFILE_NONE, text;
	size_t i;

	for (i = 0; i < NELEMS(columns); i++) {
		text = text_of(r, row, columns[i]);
		if (text == PROFILE_NONE)
			continue;
		name = text;
		if (intern_get(&r->p->texts, text).n > 0)
			break;
	}
	return name;
}

/* What the export says a kind of memory is called. */
static void memory_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	int64_t id = db_int(row, 0, -1);
	struct str label = db_text(row, 1);

	if (id >= 0 && id < CUPTI_NMEMORY && label.n)
		r->memory[id] = (struct str){
		    arena_text(&r->p->arena, label.p, label.n), label.n};
}

/* nsys counts from the second of CUPTI's kinds, and has the first behind the
 * last. */
static int read_memory(struct nsys *r)
{
	static const char *const columns[] = {"id", "label"};
	const size_t last = 7;
	size_t i;

	for (i = 0; i < last; i++)
		r->memory[i] = cupti_memory[i + 1];
	r->memory[last] = cupti_memory[0];
	return each(r, "ENUM_CUDA_MEM_KIND", columns, 2, memory_row);
}

/* Remember that the process used the GPU. */
static void saw_process(struct nsys *r, int64_t process)
{
	r->several |= r->used && r->gpu_process != process;
	r->gpu_process = process;
	r->used = true;
}

static uint32_t add_row(struct nsys *r, const struct launch *l)
{
	struct row_key key = {
	    .process = r->p->threads.v[l->thread].process,
	    .corr = l->corr,
	    .start = l->start,
	    .end = l->end,
	    .config = l->config,
	    .graph = profile_graph(r->p, l),
	    .name = l->name,
	};

	return intern_add(&r->rows, (struct str){(const char *)&key, sizeof key});
}

/* Remember the rows of this kind, before another table of it is read. */
static void note_rows(struct nsys *r)
{
	size_t i;

	intern_free(&r->rows);
	for (i = 0; i < r->p->launches.n; i++)
		if (r->p->launches.v[i].kind == r->kind)
			add_row(r, &r->p->launches.v[i]);
	r->nrows = (uint32_t)r->rows.list.n;
}

static void activity_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	uint32_t i = (uint32_t)r->p->launches.n;
	struct launch *l = cupti_launch(r->p, r->kind, row, r->memory);
	struct place at = place_of(r, row, CUPTI_PID, true);

	if (r->kind == LAUNCH_KERNEL)
		l->name = name_of(r, row);
	l->thread = at.thread;
	if (r->nrows > 0 && add_row(r, l) < r->nrows) {
		warnings_add(r->p->warnings,
		    "%s left out: another table has the same", "row",
		    l->name == PROFILE_NONE ? (struct str){NULL, 0}
					    : intern_get(&r->p->texts, l->name));
		r->p->launches.n--;
		return;
	}
	r->graphs += r->kind == LAUNCH_GRAPH;
	saw_process(r, at.process);
	if (l->flags & LAUNCH_HAS_CORR)
		index_launch(r, i, at.process);
}

/* Note a row whose kind is not wanted: its process used the GPU, and it may be
 * the launch of a graph. */
static void other_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	int64_t global;

	r->graphs += r->kind == LAUNCH_GRAPH;
	saw_process(r, db_get(row, 0, &global) ? process_of(global) : PROFILE_ANY);
}

/* Read a table if its kind is wanted; else it still counts for time 0. */
static int read_table(struct nsys *r, const char *name)
{
	static const char *const process[] = {"globalPid"};
	int64_t least;

	if (profile_reads(r->p, r->kind))
		return db_each(r->db, name, cupti_columns,
		    cupti_ncolumns(r->kind), activity_row, r, r->err);
	if (db_least_start(r->db, name, r->p->any_time, &least, r->err) == -1)
		return -1;
	profile_saw(r->p, least);
	/* who used the GPU is asked only for the rank's sake */
	if (r->kind != LAUNCH_GRAPH && (r->p->rank < 0 || r->several))
		return 0;
	return db_each(r->db, name, process, 1, other_row, r, r->err);
}

static int read_activities(struct nsys *r)
{
	char name[DB_NAME_MOST];
	unsigned seen = 0;
	int i;

	for (i = 0; i < NACTIVITIES; i++) {
		r->kind = activities[i].kind;
		r->nrows = 0;
		if (!db_find_table(r->db, activities[i].table, name))
			continue;
		do {
			if (seen & LAUNCH_BIT(r->kind))
				note_rows(r);
			seen |= LAUNCH_BIT(r->kind);
			if (read_table(r, name) == -1)
				return -1;
		} while (r->versions &&
			 db_next_table(r->db, activities[i].table, name));
	}
	r->nrows = 0;
	if (!(seen & LAUNCH_BIT(LAUNCH_KERNEL)) && r->graphs == 0)
		r->p->empty = "no kernel table: was the run traced with "
			      "nsys profile --trace=cuda?";
	return 0;
}

/* The API's name without the version of its symbol: cudaLaunchKernel_v7000. */
static uint32_t api_text(struct nsys *r, const struct db_row *row, int column)
{
	uint32_t text = text_of(r, row, column);
	struct str s;
	size_t n;

	if (text == PROFILE_NONE || text == r->api_name)
		return text == PROFILE_NONE ? text : r->api;
	r->api = r->api_name = text;
	s = intern_get(&r->p->texts, text);
	for (n = s.n; n > 0 && is_digit(s.p[n - 1]); n--)
		;
	if (n == s.n || n < 3 || memcmp(s.p + n - 2, "_v", 2) != 0)
		return text;
	s.n = n - 2;
	return r->api = intern_add(&r->p->texts, s);
}

enum { A_CORR, A_START, A_END, A_TID, A_NAME, A_STATUS, NAPI_COLUMNS };

/* A call that is a record itself. */
static void keep_call(
    struct nsys *r, const struct db_row *row, int64_t start, int64_t end)
{
	uint32_t thread = place_of(r, row, A_TID, false).thread;
	struct launch *l = profile_host(r->p, LAUNCH_API, thread, start, end);

	l->api = api_text(r, row, A_NAME);
	if (db_get(row, A_CORR, &l->corr) && l->corr != 0)
		l->flags |= LAUNCH_HAS_CORR;
}

static void set_call(struct launch *l, const struct again *call)
{
	l->flags &= (uint16_t)~LAUNCH_API_OPEN;
	l->flags |=
	    (uint16_t)(LAUNCH_HAS_API | (call->open ? LAUNCH_API_OPEN : 0));
	l->api_start = call->start;
	l->api_end = call->end;
	l->thread = call->thread;
	l->api = call->api;
}

/* What the call named by the text does. */
static enum lost_kind call_kind(struct nsys *r, uint32_t text)
{
	if (text == PROFILE_NONE)
		return LOST_OTHER;
	while (r->lost_kinds.n <= text)
		*vec_add(&r->lost_kinds) = 0;
	if (!r->lost_kinds.v[text])
		r->lost_kinds.v[text] =
		    (uint8_t)(1 + lost_kind(intern_get(&r->p->texts, text)));
	return (enum lost_kind)(r->lost_kinds.v[text] - 1);
}

static bool has_failed(const struct db_row *row)
{
	return db_int(row, A_STATUS, 0) != 0;
}

/* Give the call, whose launch, name and thread are filled in, to the launches
 * of the process that have this id; whether there are any. */
static bool give_call(struct nsys *r, int64_t process, int64_t corr,
    const struct db_row *row, struct again *call)
{
	uint32_t at = map_get(&r->process_numbers, (uint64_t)process), i;
	struct place place;

	if (at == MAP_NONE)
		return false;
	i = map_get(&r->processes.v[at].by_corr, (uint64_t)corr);
	if (i == MAP_NONE)
		return false;
	place = place_of(r, row, A_TID, false);
	r->told |= place.process != PROFILE_ANY;
	r->untold |= place.process == PROFILE_ANY;
	call->launch = i;
	call->api = api_text(r, row, A_NAME);
	call->thread = place.thread;
	if (r->p->launches.v[i].flags & LAUNCH_HAS_API) {
		call->kind = (uint8_t)call_kind(r, call->api);
		call->failed = has_failed(row);
		*vec_add(&r->again) = *call;
		return true;
	}
	if (has_failed(row))
		*map_at(&r->failed, i) = 1;
	for (; i != MAP_NONE; i = r->next.v[i])
		set_call(&r->p->launches.v[i], call);
	return true;
}

/* By launch, those that failed last, then by time. */
static int by_launch(const void *pa, const void *pb)
{
	const struct again *a = pa, *b = pb;
	int c = order_int(a->launch, b->launch);

	if (c == 0)
		c = order_int(a->failed, b->failed);
	return c ? c : order_int(a->start, b->start);
}

static int by_thread(const void *pa, const void *pb)
{
	const struct again *a = pa, *b = pb;
	int c = order_int(a->launch, b->launch);

	if (c == 0)
		c = order_int(a->failed, b->failed);
	if (c == 0)
		c = order_int(a->thread, b->thread);
	return c ? c : order_int(a->start, b->start);
}

/* Take the call from a launch: it may be another's.  The process stays if all
 * calls that it may be of, one of which this is, are of one. */
static void drop_call(struct nsys *r, struct launch *l, bool one_process)
{
	const struct thread *t = &r->p->threads.v[l->thread];

	l->flags &= (uint16_t) ~(LAUNCH_HAS_API | LAUNCH_API_OPEN);
	l->api_start = l->api_end = 0;
	l->api = PROFILE_NONE;
	l->thread = one_process ? profile_process(r->p, t->process, t->pid)
				: profile_process(r->p, PROFILE_ANY, -1);
}

/* Settle the launches of the id that n calls have: each is of the last that
 * began by then.  If none had, or no time tells, which is whose is unknown; so
 * it is of calls of several processes.  A single call, the others having
 * failed, has all. */
static void settle_id(struct nsys *r, struct again *calls, size_t n)
{
	const struct thread *t = r->p->threads.v;
	bool one_process = true;
	size_t i, at;
	uint32_t k;

	for (i = 1; i < n; i++)
		one_process &=
		    t[calls[i].thread].process == t[calls[0].thread].process;
	for (k = calls->launch; k != MAP_NONE; k = r->next.v[k]) {
		struct launch *l = &r->p->launches.v[k];
		struct again key = {
		    .launch = calls->launch, .failed = calls->failed};

		at = n == 1;
		if (n > 1 && l->flags & LAUNCH_TIMED && one_process) {
			key.start = l->start;
			at = order_find(&key, calls, n, sizeof key, by_launch);
			at += at < n && calls[at].start == l->start;
		}
		if (at == 0) {
			drop_call(r, l, one_process);
			continue;
		}
		set_call(l, &calls[at - 1]);
		calls[at - 1].given = true;
	}
}

/* Note a call that no launch is of. */
static void note_lost(struct nsys *r, const struct lost_call *call)
{
	if (r->p->kinds & LAUNCH_BIT(LAUNCH_KERNEL) && call->kind != LOST_OTHER)
		lost_add(&r->lost, call);
}

/* Note the calls with one id that have no launch, but for as many as there are
 * kernels of which it is unknown whose they are. */
static void note_unsettled(struct nsys *r, const struct again *calls, size_t n)
{
	const struct launch *v = r->p->launches.v;
	size_t i, unknown = 0;
	uint32_t k;

	for (k = calls->launch; k != MAP_NONE; k = r->next.v[k])
		unknown += v[k].kind == LAUNCH_KERNEL &&
			   !(v[k].flags & LAUNCH_HAS_API);
	for (i = 0; i < n; i++) {
		const struct again *call = &calls[i];

		if (call->given || call->around)
			continue;
		if (call->kind == LOST_LAUNCH && unknown > 0)
			unknown--;
		else
			note_lost(r, &(struct lost_call){.start = call->start,
					 .corr = v[calls->launch].corr,
					 .thread = call->thread,
					 .kind = call->kind,
					 .has_corr = true});
	}
}

/* Where an id comes again, find out which call is whose. */
static void settle_calls(struct nsys *r)
{
	size_t i, n = r->again.n, end;

	qsort(r->again.v, n, sizeof *r->again.v, by_launch);
	/* the call that came first in the table, and was given to all */
	for (i = 0; i < n; i++) {
		uint32_t number = r->again.v[i].launch;
		const struct launch *l = &r->p->launches.v[number];

		if (i > 0 && r->again.v[i - 1].launch == number)
			continue;
		*vec_add(&r->again) = (struct again){.launch = number,
		    .thread = l->thread,
		    .api = l->api,
		    .start = l->api_start,
		    .end = l->api_end,
		    .kind = (uint8_t)call_kind(r, l->api),
		    .failed = map_get(&r->failed, number) != MAP_NONE,
		    .open = (l->flags & LAUNCH_API_OPEN) != 0};
	}
	n = r->again.n;
	qsort(r->again.v, n, sizeof *r->again.v, by_thread);
	for (i = 1; i < n; i++) {
		struct again *call = &r->again.v[i - 1];

		call->around = call[1].launch == call->launch &&
			       call[1].failed == call->failed &&
			       call[1].thread == call->thread &&
			       call[1].start < call->end;
	}
	qsort(r->again.v, n, sizeof *r->again.v, by_launch);
	for (i = 0; i < n; i = end) {
		const struct again *first = &r->again.v[i];
		size_t same = 0; /* that did not fail, or all did */

		for (end = i;
		     end < n && r->again.v[end].launch == first->launch; end++)
			same += r->again.v[end].failed == first->failed;
		settle_id(r, &r->again.v[i], same);
		if (!first->failed)
			note_unsettled(r, first, same);
	}
}

/* Give a call of the host to the launches of its process with its id; if there
 * are none, to those of rows without a process. */
static void runtime_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	struct again call = {.start = 0};
	struct lost_call lost = {.kind = LOST_OTHER};
	int64_t global, corr = 0;
	bool begun = db_get(row, A_START, &call.start), given = false;

	call.open = !db_get(row, A_END, &call.end);
	if (begun && !call.open)
		profile_saw_span(r->p, call.start, call.end);
	if (r->p->kinds & LAUNCH_HOST)
		keep_call(r, row, call.start,
		    begun && !call.open ? call.end : INT64_MIN);
	if (call.open)
		call.end = call.start; /* where it began says what is around it */
	if (!begun || call.end < call.start)
		return;
	lost.has_corr = db_get(row, A_CORR, &corr);
	if (corr != 0)
		given = (db_get(row, A_TID, &global) &&
			    give_call(r, process_of(global), corr, row, &call)) ||
			give_call(r, PROFILE_ANY, corr, row, &call);
	if (given || has_failed(row))
		return;
	lost.start = call.start;
	lost.kind = (uint8_t)call_kind(r, text_of(r, row, A_NAME));
	lost.corr = corr;
	lost.thread = place_of(r, row, A_TID, false).thread;
	note_lost(r, &lost);
}

static int read_runtime(struct nsys *r)
{
	static const char *const columns[NAPI_COLUMNS] = {
	    [A_CORR] = "correlationId",
	    [A_START] = "start",
	    [A_END] = "end",
	    [A_TID] = "globalTid",
	    [A_NAME] = "nameId",
	    [A_STATUS] = "returnValue",
	};
	static const char table[] = "CUPTI_ACTIVITY_KIND_RUNTIME";

	if (each(r, table, columns, NAPI_COLUMNS, runtime_row) == -1)
		return -1;
	if (r->again.n > 0)
		settle_calls(r);
	return 0;
}

enum {
	N_START,
	N_END,
	N_KIND,
	N_TEXT,
	N_TEXT_ID,
	N_TID,
	N_DOMAIN,
	N_CATEGORY,
	N_JSON,
	N_JSON_ID,
	N_PAYLOAD, /* a number */
	NNVTX_COLUMNS,
};

/* The number of a process's domain, or with a category of that in it. */
static uint32_t number_of(
    struct nsys *r, int64_t process, int64_t domain, int64_t category)
{
	int64_t key[3] = {process, domain, category};
	struct str bytes = {(const char *)key, sizeof key};
	uint32_t i = intern_add(&r->domain_keys, bytes);

	if (i == r->domains.n)
		*vec_add(&r->domains) = PROFILE_NONE;
	return i;
}

/* PROFILE_NONE for the default domain. */
static uint32_t domain_of(struct nsys *r, int64_t process, const struct db_row *row)
{
	int64_t id = db_int(row, N_DOMAIN, 0);

	return id == 0 ? PROFILE_NONE : number_of(r, process, id, 0);
}

/* From 1; 0: none. */
static uint32_t category_of(struct nsys *r, int64_t process, const struct db_row *row)
{
	int64_t id = db_int(row, N_CATEGORY, 0);

	return id == 0 ? 0
		       : 1 + number_of(r, process, db_int(row, N_DOMAIN, 0), id);
}

static enum nvtx_kind nvtx_kind(const struct nsys *r, int64_t id)
{
	int i;

	for (i = 0; i < NNVTX_KINDS && r->nvtx_ids[i] != id; i++)
		;
	return (enum nvtx_kind)i;
}

/* The export's own numbers for the kinds of NVTX rows. */
static void enum_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	struct str name = db_text(row, 1);
	int i;

	for (i = 0; i < NNVTX_KINDS; i++)
		if (name.p && str_is(name, nvtx_kinds[i].name))
			r->nvtx_ids[i] = db_int(row, 0, nvtx_kinds[i].id);
}

/* The text of an NVTX row: its own is returned, else *text is the registered
 * one.  Exports of 2019 have empty texts instead of none. */
static struct str nvtx_text(struct nsys *r, const struct db_row *row, uint32_t *text)
{
	struct str own = db_text(row, N_TEXT);

	*text = own.n ? PROFILE_NONE : text_of(r, row, N_TEXT_ID);
	return *text == PROFILE_NONE ? own : (struct str){NULL, 0};
}

/* A range's payload as text, or PROFILE_NONE. */
static uint32_t payload_of(struct nsys *r, const struct db_row *row)
{
	struct str s = db_text(row, N_JSON);
	uint32_t text = PROFILE_NONE;

	if (!s.p)
		text = text_of(r, row, N_JSON_ID);
	if (!s.p && text == PROFILE_NONE)
		s = db_text(row, N_PAYLOAD);
	return s.p ? intern_add(&r->p->texts, s) : text;
}

/* A mark encloses nothing; it becomes a record if those are wanted. */
static void mark_row(struct nsys *r, const struct db_row *row)
{
	struct str own;
	uint32_t text, thread;
	int64_t time;

	if (!db_get(row, N_START, &time))
		return;
	profile_saw_span(r->p, time, time);
	if (!(r->p->kinds & LAUNCH_BIT(LAUNCH_RANGE)))
		return;
	own = nvtx_text(r, row, &text);
	if (own.p)
		text = intern_add(&r->p->texts, own);
	if (text == PROFILE_NONE)
		return;
	thread = place_of(r, row, N_TID, false).thread;
	profile_host(r->p, LAUNCH_RANGE, thread, time, time)->name = text;
}

static void nvtx_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	enum nvtx_kind kind =
	    nvtx_kind(r, db_int(row, N_KIND, r->nvtx_ids[NVTX_PUSH_POP]));
	struct place at;
	struct range range = {0};
	struct extra extra = PROFILE_NO_EXTRA;
	struct arena whole = {0};
	struct str own;

	if (kind == NNVTX_KINDS)
		return; /* names of threads */
	if (kind == NVTX_MARK) {
		mark_row(r, row);
		return;
	}
	own = nvtx_text(r, row, &range.text);
	if (own.p)
		profile_set_text(r->p, &range, own);
	if (range.text == PROFILE_NONE) {
		/* without the table no range has one, which was said */
		if (kind != NVTX_DOMAIN && kind != NVTX_CATEGORY && !r->p->nameless)
			warnings_add(r->p->warnings, "%s left out: no text",
			    "range", (struct str){NULL, 0});
		return;
	}
	at = place_of(r, row, N_TID,
	    kind == NVTX_START_END || kind == NVTX_START_END_TEXT);
	extra.domain = domain_of(r, at.process, row);
	extra.category = category_of(r, at.process, row);
	if (kind == NVTX_DOMAIN || kind == NVTX_CATEGORY) {
		uint32_t named = kind == NVTX_DOMAIN
				     ? extra.domain
				     : extra.category - 1; /* PROFILE_NONE: none */

		if (named != PROFILE_NONE)
			r->domains.v[named] = range.text;
		return;
	}
	if (!db_get(row, N_START, &range.start)) {
		warnings_add(r->p->warnings, "%s left out: it has no start",
		    "range", profile_text(r->p, &range, &whole));
		arena_free(&whole);
		return;
	}
	if (at.process == PROFILE_ANY && r->told && !r->untold) {
		warnings_add(r->p->warnings, "%s of no thread: no call is in it",
		    "range", profile_text(r->p, &range, &whole));
		arena_free(&whole);
	}
	range.end = db_int(row, N_END, INT64_MAX);
	range.thread = at.thread;
	extra.payload = payload_of(r, row);
	range.extra = profile_add_extra(r->p, &extra);
	*vec_add(&r->p->ranges) = range;
	/* of one that stays open, the start alone is a time */
	profile_saw_span(r->p, range.start,
	    range.end == INT64_MAX && range.start < 0 ? range.start : range.end);
}

/* Put names for the numbers.  A category without a name has its id as text. */
static void name_domain(struct nsys *r, struct extra *e)
{
	uint32_t *category;
	struct str key;
	struct strbuf b = {0};
	int64_t id;

	if (e->domain != PROFILE_NONE)
		e->domain = r->domains.v[e->domain];
	if (e->category == 0)
		return;
	category = &r->domains.v[e->category - 1];
	if (*category == PROFILE_NONE) {
		key = intern_get(&r->domain_keys, e->category - 1);
		memcpy(&id, key.p + 2 * sizeof id, sizeof id);
		strbuf_int(&b, id);
		*category = intern_add(&r->p->texts, strbuf_get(&b));
		strbuf_free(&b);
	}
	e->category = *category + 1;
}

/* Do so for all ranges, each distinct extra once. */
static void name_domains(struct nsys *r)
{
	struct profile *p = r->p;
	uint32_t *named = profile_nones(p->extras.list.n);
	size_t i;

	for (i = 0; i < p->ranges.n; i++) {
		struct range *range = &p->ranges.v[i];
		uint32_t *to = &named[range->extra];
		struct extra e;

		if (*to == PROFILE_NONE) {
			e = *profile_extra(p, range);
			name_domain(r, &e);
			*to = profile_add_extra(p, &e);
		}
		range->extra = *to;
	}
	free(named);
}

/* Read the ranges, and give their domains names once all are known. */
static int read_nvtx(struct nsys *r)
{
	static const char *const columns[NNVTX_COLUMNS] = {
	    [N_START] = "start",
	    [N_END] = "end",
	    [N_KIND] = "eventType",
	    [N_TEXT] = "text",
	    [N_TEXT_ID] = "textId",
	    [N_TID] = "globalTid",
	    [N_DOMAIN] = "domainId",
	    [N_CATEGORY] = "category",
	    [N_JSON] = "jsonText",
	    [N_JSON_ID] = "jsonTextId",
	    [N_PAYLOAD] = ("uint64Value|int64Value|uint32Value|int32Value|"
			   "doubleValue|floatValue"),
	};
	static const char *const enum_columns[] = {"id", "name"};
	size_t i;

	for (i = 0; i < NNVTX_KINDS; i++)
		r->nvtx_ids[i] = nvtx_kinds[i].id;
	if (each(r, "ENUM_NSYS_EVENT_TYPE", enum_columns, 2, enum_row) == -1)
		return -1;
	if (each(r, "NVTX_EVENTS", columns, NNVTX_COLUMNS, nvtx_row) == -1)
		return -1;
	if (r->domains.n)
		name_domains(r);
	profile_drop_inverted(r->p);
	return 0;
}

/* A graph node and the call that made it. */
static void node_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	struct place at;
	int64_t id, start = 0, end;
	bool timed = db_get(row, 1, &start);

	if (!db_get(row, 0, &id))
		return;
	if (!db_get(row, 2, &end))
		end = start;
	at = place_of(r, row, 3, false);
	*vec_add(&r->made) = (struct made_node){.process = at.process,
	    .id = id,
	    .where = {timed ? start : INT64_MIN, end, at.thread},
	    .timed = timed,
	    .original = db_int(row, 4, 0)};
}

static int by_node(const void *pa, const void *pb)
{
	const struct made_node *a = pa, *b = pb;
	int c = order_int(a->process, b->process);

	c = c ? c : order_int(a->id, b->id);
	return c ? c : order_int(a->where.start, b->where.start);
}

static bool same_node(const struct made_node *a, const struct made_node *b)
{
	return a->process == b->process && a->id == b->id;
}

static void order_nodes(struct nsys *r)
{
	const struct made_node *v = r->made.v;
	size_t i;

	if (r->made.n)
		qsort(r->made.v, r->made.n, sizeof *r->made.v, by_node);
	for (i = 0; i < r->made.n; i++)
		if (i == 0 || !same_node(&v[i], &v[i - 1]))
			*map_at(&process_by(r, v[i].process)->nodes,
			    (uint64_t)v[i].id) = (uint32_t)i;
}

/* The node with the id; of several, for a graph that is gone leaves its ids,
 * the last that was made before this time.  NULL: none was, or of several no
 * time tells. */
static const struct made_node *made_before(
    struct nsys *r, int64_t process, int64_t id, int64_t time)
{
	const struct map *nodes = &process_by(r, process)->nodes;
	const struct made_node *v = r->made.v, *of;
	struct made_node key = {.process = process, .id = id, .where.start = time};
	uint32_t first = map_get(nodes, (uint64_t)id);
	size_t at;

	if (first == MAP_NONE)
		return NULL;
	of = &v[first];
	if (first + 1 == r->made.n || !same_node(of, of + 1))
		return of->timed && time != INT64_MIN && of->where.start > time
			   ? NULL
			   : of;
	at = order_find(&key, v, r->made.n, sizeof key, by_node);
	return of->timed && at > first ? &v[at - 1] : NULL;
}

/* The node that was captured: instantiating a graph makes copies.  NULL if the
 * export has only a copy of it. */
static const struct made_node *captured(
    struct nsys *r, int64_t process, int64_t id, int64_t time)
{
	const struct made_node *node = made_before(r, process, id, time);
	int hops;

	for (hops = 0; node && hops < CLONES_MOST; hops++) {
		if (!node->original)
			return node;
		if (node->timed)
			time = node->where.start;
		node = made_before(r, process, node->original, time);
	}
	return NULL;
}

/* When the launch was made; INT64_MIN: not known. */
static int64_t launch_time(const struct launch *l)
{
	return l->flags & LAUNCH_HAS_API ? l->api_start
	       : l->flags & LAUNCH_TIMED ? l->start
					 : INT64_MIN;
}

static int read_graph_nodes(struct nsys *r)
{
	static const char *const columns[] = {
	    "graphNodeId", "start", "end", "globalTid", "originalGraphNodeId"};
	const struct made_node *node;
	size_t i;

	/* its name until 2023, later that of a table about whole graphs */
	if (each(r, "CUDA_GRAPH_EVENTS", columns, 5, node_row) == -1 ||
	    each(r, "CUDA_GRAPH_NODE_EVENTS", columns, 5, node_row) == -1)
		return -1;
	order_nodes(r);
	for (i = 0; i < r->p->launches.n && r->made.n; i++) {
		struct launch *l = &r->p->launches.v[i];

		if (!(l->flags & LAUNCH_HAS_GRAPH) || l->kind == LAUNCH_GRAPH)
			continue;
		node = captured(r, r->p->threads.v[l->thread].process,
		    profile_graph(r->p, l), launch_time(l));
		if (!node || !node->timed)
			continue;
		l->capture = (uint32_t)r->p->captures.n;
		*vec_add(&r->p->captures) = node->where;
	}
	return 0;
}

/* The columns that describe GPUs, by table and version. */
enum {
	G_ID,
	G_NAME,
	G_SMS,
	G_CLOCK_HZ,
	G_BANDWIDTH,
	G_MAJOR,
	G_MINOR,
	G_MEMORY,
	G_WARPS,
	G_WARP_THREADS,
	G_ORDINAL,
	G_OLD_ORDINAL,
	G_OLD_SMS,
	G_OLD_CLOCK_KHZ,
	G_OLD_BANDWIDTH_KB,
	G_OLD_MEMORY,
	G_OLD_WARPS,
	G_OLD_WARP_THREADS,
	G_OLD_MAJOR,
	G_OLD_MINOR,
	G_OLD_PID,
	NGPU_COLUMNS,
};

static const char *const gpu_columns[NGPU_COLUMNS] = {
    [G_ID] = "id",
    [G_NAME] = "name",
    [G_SMS] = "smCount",
    [G_CLOCK_HZ] = "clockRate",
    [G_BANDWIDTH] = "memoryBandwidth",
    [G_MAJOR] = "computeMajor",
    [G_MINOR] = "computeMinor",
    [G_MEMORY] = "totalMemory",
    [G_WARPS] = "maxWarpsPerSm",
    [G_WARP_THREADS] = "threadsPerWarp",
    [G_ORDINAL] = "cuDevice",
    [G_OLD_ORDINAL] = "deviceId", /* TARGET_INFO_CUDA_GPU, here and below */
    [G_OLD_SMS] = "numMultiprocessors",
    [G_OLD_CLOCK_KHZ] = "coreClockRate",
    [G_OLD_BANDWIDTH_KB] = "globalMemoryBandwidth",
    [G_OLD_MEMORY] = "globalMemorySize",
    [G_OLD_WARPS] = "maxWarpsPerMultiprocessor",
    [G_OLD_WARP_THREADS] = "numThreadsPerWarp",
    [G_OLD_MAJOR] = "computeCapabilityMajor",
    [G_OLD_MINOR] = "computeCapabilityMinor",
    [G_OLD_PID] = "pid",
};

/* The new column, else the old one times scale, else -1. */
static int64_t either(const struct db_row *row, int column, int old, int64_t scale)
{
	int64_t v = -1;

	if (db_get(row, column, &v))
		return v >= 0 ? v : -1;
	if (db_get(row, old, &v) && v >= 0 && v < INT64_MAX / scale)
		return v * scale;
	return -1;
}

/* The same for a value that is never 0: exports write 0 where they do not know
 * it. */
static int64_t amount(const struct db_row *row, int column, int old, int64_t scale)
{
	int64_t v = either(row, column, old, scale);

	return v > 0 ? v : -1;
}

static bool is_unknown(const struct record_gpu *gpu)
{
	return !gpu->name.p && !gpu->cc.p && gpu->sms == -1 &&
	       gpu->clock_khz == -1 && gpu->mem_bps == -1 && gpu->mem == -1 &&
	       gpu->threads == -1;
}

/* Read what an export says of a GPU, under its CUDA ordinal. */
static void gpu_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	struct device *d = vec_add(&r->p->devices);
	struct str name = db_text(row, G_NAME);
	int64_t hz = amount(row, G_CLOCK_HZ, G_OLD_CLOCK_KHZ, 1000);
	int64_t major = amount(row, G_MAJOR, G_OLD_MAJOR, 1);
	uint32_t *at;

	*d = (struct device){.process = db_int(row, G_OLD_PID, PROFILE_ANY),
	    .ordinal = db_int(row, G_ORDINAL,
		db_int(row, G_OLD_ORDINAL, db_int(row, G_ID, -1))),
	    .id = db_int(row, G_ID, -1)};
	d->gpu = RECORD_NO_GPU;
	d->gpu.sms = amount(row, G_SMS, G_OLD_SMS, 1);
	d->gpu.mem = amount(row, G_MEMORY, G_OLD_MEMORY, 1);
	d->gpu.threads = cupti_threads(amount(row, G_WARPS, G_OLD_WARPS, 1),
	    amount(row, G_WARP_THREADS, G_OLD_WARP_THREADS, 1));
	d->gpu.clock_khz = hz >= 0 ? hz / 1000 : -1;
	d->gpu.mem_bps = amount(row, G_BANDWIDTH, G_OLD_BANDWIDTH_KB, 1000);
	if (name.p && name.n)
		d->gpu.name = (struct str){
		    arena_text(&r->p->arena, name.p, name.n), name.n};
	if (major >= 0)
		d->gpu.cc =
		    profile_cc(r->p, major, either(row, G_MINOR, G_OLD_MINOR, 1));
	if (is_unknown(&d->gpu)) {
		r->p->devices.n--;
		return;
	}
	at = map_at(&r->gpus, (uint64_t)d->id);
	if (*at != MAP_NONE &&
	    profile_gpus_differ(&r->p->devices.v[*at].gpu, &d->gpu))
		at = map_at(&r->others, (uint64_t)d->id);
	if (*at == MAP_NONE)
		*at = (uint32_t)(r->p->devices.n - 1);
}

/* Add the GPU as one of the process's, under its ordinal there. */
static void add_own(struct nsys *r, uint32_t gpu, int64_t ordinal, int64_t pid)
{
	struct device d;

	if (gpu == MAP_NONE)
		return;
	d = r->p->devices.v[gpu];
	d.ordinal = ordinal;
	d.process = pid;
	*vec_add(&r->p->devices) = d;
}

/* A process's own ordinal of a GPU.  Each virtual machine numbers its GPUs from
 * 0, and the row does not tell the machine: two GPUs may be meant. */
static void ordinal_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	uint64_t id = (uint64_t)db_int(row, 0, -1);
	int64_t ordinal = db_int(row, 1, -1), pid;

	if (!db_get(row, 2, &pid))
		return;
	add_own(r, map_get(&r->gpus, id), ordinal, pid);
	add_own(r, map_get(&r->others, id), ordinal, pid);
}

static int read_devices(struct nsys *r)
{
	static const char *const columns[] = {"gpuId", "cudaId", "pid"};

	if (each(r, "TARGET_INFO_CUDA_GPU", gpu_columns, NGPU_COLUMNS, gpu_row) == -1)
		return -1;
	if (r->p->devices.n == 0 &&
	    each(r, "TARGET_INFO_GPU", gpu_columns, NGPU_COLUMNS, gpu_row) == -1)
		return -1;
	return each(r, "TARGET_INFO_CUDA_DEVICE", columns, 3, ordinal_row);
}

/* Environment variables with the rank of a process, as launchers set them.
 * torchrun's comes first: it runs below the others, which then number
 * machines. */
static const char *const rank_variables[] = {
    "RANK=\"",
    "OMPI_COMM_WORLD_RANK=\"",
    "PMI_RANK=\"",
    "SLURM_PROCID=\"",
};

/* Read the producer's version and the rank from tables of names and values. */
static void meta_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	struct str name = db_text(row, 0), value = db_text(row, 1);
	struct strbuf b = {0};
	struct str rank;
	size_t i;

	if (str_is(name, "EXPORT_PRODUCT_VERSION")) {
		strbuf_text(&b, "nsys ");
		strbuf_str(&b, value);
		r->p->producer =
		    (struct str){arena_text(&r->p->arena, b.p, b.n), b.n};
		strbuf_free(&b);
	}
	if (!str_ends(name, "ENVIRONMENT_VARIABLE"))
		return;
	for (i = 0; i < r->rank_from; i++) {
		rank = value;
		if (str_skip(&rank, rank_variables[i]) && rank.n &&
		    num_parse(rank.p, rank.n - 1, 0, INT64_MAX, &r->p->rank)) {
			r->rank_from = i;
			return;
		}
	}
}

static int read_meta(struct nsys *r)
{
	static const char *const tables[] = {
	    "META_DATA_EXPORT", "EXPORT_META_DATA", "META_DATA_CAPTURE"};
	static const char *const columns[] = {"name", "value"};
	size_t i;

	r->p->producer = STR("nsys");
	r->p->any_time = r->p->no_epoch = true;
	r->rank_from = NELEMS(rank_variables);
	for (i = 0; i < NELEMS(tables); i++)
		if (each(r, tables[i], columns, 2, meta_row) == -1)
			return -1;
	return 0;
}

enum { SEVERITY_WARNING = 2, SAID_MOST = 20 };

/* Whether a diagnostic is of events that this program reads, and of some that
 * are missing: others are about sampling, OpenGL, what was switched on. */
static bool tells_missing(struct str text)
{
	static const char *const missing[] = {
	    "No ", "Not ", "not ", "Unable", "lost", "dropped"};
	size_t i;

	if (!str_has(text, "CUDA") && !str_has(text, "NVTX"))
		return false;
	for (i = 0; i < NELEMS(missing); i++)
		if (str_has(text, missing[i]))
			return true;
	return false;
}

/* What nsys itself says of events that it could not collect, each once. */
static void diagnostic_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	struct str text = db_text(row, 1);
	size_t before = r->said.list.n;

	if (db_int(row, 0, 0) < SEVERITY_WARNING || !text.p || !tells_missing(text))
		return;
	intern_add(&r->said, text);
	if (r->said.list.n == before)
		return;
	if (before < SAID_MOST)
		warnings_say(r->p->warnings, "nsys says: ", text);
	else
		warnings_add(r->p->warnings, "%s of nsys: not shown",
		    "other message", (struct str){NULL, 0});
}

static int read_diagnostics(struct nsys *r)
{
	static const char *const columns[] = {"severity", "text"};

	return each(r, "DIAGNOSTIC_EVENT", columns, 2, diagnostic_row);
}

/* Times count from when the recording began, which this table tells: see
 * --ts-normalize of nsys export for times since 1970. */
static void epoch_row(void *arg, const struct db_row *row)
{
	struct nsys *r = arg;
	int64_t began;

	if (!r->p->no_epoch || !db_get(row, 0, &began) || began < 0)
		return;
	r->p->base_offset = began;
	r->p->no_epoch = false;
}

static int read_epoch(struct nsys *r)
{
	static const char *const columns[] = {"utcEpochNs"};
	const int64_t since_1970 = INT64_C(1000000000000000000); /* ns, in 2001 */

	if (r->p->base != INT64_MAX && r->p->base >= since_1970) {
		r->p->no_epoch = false;
		return 0;
	}
	return each(r, "TARGET_INFO_SESSION_START_TIME", columns, 1, epoch_row);
}

/* If several processes used the GPU, the rank of the run belongs to none of
 * them; else to the one that did. */
static void check_rank(struct nsys *r)
{
	if (r->several)
		r->p->rank = -1;
	r->p->rank_process = r->gpu_process;
}

/* Say that without ranges there are no operators. */
static void say_ranges(struct nsys *r)
{
	char name[DB_NAME_MOST];
	bool wanted = !(r->p->kinds & LAUNCH_BIT(LAUNCH_KERNEL)) &&
		      r->p->kinds & LAUNCH_RANGES;
	size_t i;

	if (db_find_table(r->db, "NVTX_EVENTS", name))
		return;
	for (i = 0; i < r->p->launches.n && !wanted; i++)
		wanted = r->p->launches.v[i].kind == LAUNCH_KERNEL;
	if (wanted)
		profile_note(r->p,
		    "no table NVTX_EVENTS, so no operators: was the run "
		    "traced with nsys profile --trace=cuda,nvtx?");
}

/* Say that graphs traced as a whole have no kernels in the file. */
static void say_graphs(struct nsys *r)
{
	static const char remedy[] =
	    "record them with nsys profile --cuda-graph-trace=node";
	struct strbuf b = {0};

	if (r->graphs == 0)
		return;
	if (r->graphs == 1)
		strbuf_printf(&b,
		    "1 CUDA graph launch was traced as a whole, without its "
		    "kernels: %s",
		    remedy);
	else
		strbuf_printf(&b,
		    SAID("%llu CUDA graph launches were traced as a whole, "
			 "without their kernels: %s"),
		    (unsigned long long)r->graphs, remedy);
	profile_note(r->p, arena_text(&r->p->arena, b.p, b.n));
	strbuf_free(&b);
}

static int read_all(const struct source *src, struct profile *p, struct err *err)
{
	struct nsys r = {.db = src->db,
	    .p = p,
	    .err = err,
	    .last = {.thread = PROFILE_NONE},
	    .api_name = PROFILE_NONE,
	    .gpu_process = PROFILE_ANY};
	size_t i;
	int rc = -1;

	r.versions = db_has_names(r.db, "*_V[1-9]");
	if (read_meta(&r) == -1 || read_strings(&r) == -1 ||
	    read_devices(&r) == -1 || read_memory(&r) == -1 ||
	    read_activities(&r) == -1 || read_runtime(&r) == -1 ||
	    read_nvtx(&r) == -1 || read_graph_nodes(&r) == -1 ||
	    read_epoch(&r) == -1 || read_diagnostics(&r) == -1)
		goto out;
	check_rank(&r);
	profile_count_orphans(p);
	lost_report(&r.lost, p);
	say_graphs(&r);
	say_ranges(&r);
	rc = 0;
out:
	map_free(&r.strings);
	map_free(&r.process_numbers);
	for (i = 0; i < r.processes.n; i++) {
		map_free(&r.processes.v[i].by_corr);
		map_free(&r.processes.v[i].nodes);
	}
	vec_free(&r.processes);
	vec_free(&r.next);
	vec_free(&r.again);
	intern_free(&r.said);
	intern_free(&r.rows);
	vec_free(&r.lost.calls);
	map_free(&r.failed);
	vec_free(&r.lost_kinds);
	intern_free(&r.domain_keys);
	vec_free(&r.domains);
	map_free(&r.gpus);
	map_free(&r.others);
	vec_free(&r.made);
	return rc;
}

const struct reader read_nsys = {
    .name = "nsys",
    .what = "an Nsight Systems export",
    .database = true,
    .detect = detect,
    .read = read_all,
};
