/*
 * profile.h - a profile in memory: what every reader fills and the later steps
 * work on.
 *
 * Launches are kernels, and whatever else -k makes a record of; ranges are
 * those of NVTX, or the rows of a trace.  Both are on threads.  All times are
 * ns on the profile's own clock.  Numbers refer to the tables: thread t is
 * threads.v[t], text s is intern_get(&texts, s).
 */
#ifndef PARSE_PROFILE_H
#define PARSE_PROFILE_H

#include "common/arena.h"
#include "common/intern.h"
#include "common/record.h"
#include "common/vec.h"
#include "common/warnings.h"

#define PROFILE_NONE UINT32_MAX	      /* no thread, no range, no text */
#define PROFILE_ALL_THREADS INT64_MIN /* the tid of profile_process */
#define PROFILE_TIME_LEAST (-(INT64_C(1) << 62)) /* lesser ones are no times */
#define PROFILE_TID_LEAST (-(INT64_C(1) << 62))	 /* lesser ones are no tids */

enum launch_kind {
	LAUNCH_KERNEL,
	LAUNCH_MEMCPY,
	LAUNCH_MEMSET,
	LAUNCH_SYNC,
	LAUNCH_GRAPH, /* a CUDA graph that was traced as a whole */
	LAUNCH_API,   /* from here on what the host did: a call of CUDA */
	LAUNCH_OP,    /* a range that is an operator's call or node */
	LAUNCH_STEP,  /* one that tells a step */
	LAUNCH_RANGE, /* any other, or a mark, which is one without length */
	NLAUNCH_KINDS,
};

/* The names of a kind: in records and for -k, and in warnings. */
extern const struct profile_kind_names {
	const char *name, *noun;
} profile_kinds[NLAUNCH_KINDS];

/* A set of kinds, for -k. */
#define LAUNCH_BIT(kind) (1u << (kind))
#define LAUNCH_GPU (LAUNCH_BIT(LAUNCH_GRAPH) - 1)
#define LAUNCH_ALL (LAUNCH_BIT(NLAUNCH_KINDS) - 1)
#define LAUNCH_HOST (LAUNCH_ALL - (LAUNCH_BIT(LAUNCH_API) - 1))
#define LAUNCH_RANGES (LAUNCH_HOST - LAUNCH_BIT(LAUNCH_API))

enum launch_flag {
	LAUNCH_TIMED = 1,   /* start and end are valid */
	LAUNCH_HAS_API = 2, /* api_start, api_end, thread are valid */
	LAUNCH_HAS_CORR = 4,
	LAUNCH_HAS_STREAM = 8,
	LAUNCH_HAS_GRID = 16, /* grid, block */
	LAUNCH_HAS_REGS = 32,
	LAUNCH_HAS_SMEM = 64,
	LAUNCH_HAS_DEVICE = 128,
	LAUNCH_HAS_CONTEXT = 256,
	LAUNCH_HAS_BYTES = 512,
	/* end - start is the duration, though start means nothing: the
	 * source has no times.  LAUNCH_TIMED is not set. */
	LAUNCH_HAS_DUR = 1024,
	LAUNCH_HAS_GRAPH = 2048,
	/* no call is recorded: api_start and api_end are those of what it was
	 * launched in */
	LAUNCH_NO_CALL = 4096,
	/* the call has no end: api_end is api_start, where it stood */
	LAUNCH_API_OPEN = 8192,
	/* the graph's number is no node's id, but the place by start among
	 * those of its launch */
	LAUNCH_BY_START = 16384,
};

struct launch {
	int64_t start, end;	    /* on the GPU; of LAUNCH_HOST on the host */
	int64_t api_start, api_end; /* the launch call, or itself */
	int64_t corr;
	uint32_t config;  /* of configs; 0: it has none of that */
	uint32_t thread;  /* of the launch call, or PROFILE_NONE */
	uint32_t name;	  /* text as the profile has it, a mark's text; or
			   * PROFILE_NONE */
	uint32_t api;	  /* text: name of the launch call, of LAUNCH_API its
			   * own; or PROFILE_NONE */
	uint32_t capture; /* of captures, or PROFILE_NONE */
	uint32_t range;	  /* which it is itself, or PROFILE_NONE */
	uint32_t detail;  /* 1-based, of details; 0: none */
	uint16_t flags;	  /* enum launch_flag */
	uint8_t kind;	  /* enum launch_kind */
};

/* What launches mostly have in common with others. */
struct config {
	int64_t grid[3], block[3];
	int64_t regs, smem;
	int64_t device, context, stream;
	int64_t bytes; /* a copy's or set's */
	uint32_t copy; /* text: direction of a copy, or PROFILE_NONE */
	uint16_t has;  /* the flags of these, as the launch has them */
	uint16_t gpu;  /* 1-based, of devices, where the row itself describes
			* it; 0: it is the one with the number */
};

#define PROFILE_NO_CONFIG ((struct config){.copy = PROFILE_NONE})

/*
 * A named span of time on one thread or of a whole process.  A start/end range
 * may end on another thread, so it encloses everything that its process does
 * meanwhile, and so does a step; its thread is then that of profile_process.  A
 * range that was still open when the profile ended has end INT64_MAX.
 */
struct range {
	int64_t start, end;
	uint32_t thread;
	uint32_t text;	  /* without its numbers, where it has any */
	uint32_t numbers; /* 1-based, of numbers; 0: none */
	uint32_t extra;	  /* of extras; 0: it has none of that */
};

/* What else a range may have: many have nothing, others the same. */
struct extra {
	uint32_t domain;   /* text: name of its NVTX domain, or PROFILE_NONE;
			    * of a trace the category of the row */
	uint32_t payload;  /* text: a number or JSON, or PROFILE_NONE */
	uint32_t category; /* 1-based text: its NVTX category; 0: none */
	uint32_t home;	/* of a process's: 1-based thread that began it, or 0 */
	uint32_t is_op; /* the profile calls it an operator, whatever its text */
	uint32_t apart; /* it only says what a kernel is of: no record of its own */
	uint32_t captured; /* it is of another run, in which a graph was
			    * captured: see steps/replayed.h */
	uint32_t cut;	   /* its end is lost; it was over by that time */
};

#define PROFILE_NO_EXTRA                                                       \
	((struct extra){.domain = PROFILE_NONE, .payload = PROFILE_NONE})

/*
 * The numbers that torch writes into the texts of its ranges: aten::mm, seq =
 * 7, op_id = 40.  Hardly two texts are alike, but without these numbers there
 * are few.  A trace has the numbers apart from the text; see numbers_apart.
 */
struct numbers {
	int64_t seq, id; /* -1: none, else as in the text */
};

/* The same as they are kept: hardly any needs more than 32 bits. */
#define PROFILE_LARGE UINT32_MAX

struct kept_numbers {
	uint32_t seq; /* plus 1, or PROFILE_LARGE */
	uint32_t id;  /* plus 1; of the large ones: which */
};

/* A trace's link from a forward call to its backward: the thread and start of
 * the call, and those of its node. */
struct flow {
	int64_t from, to;
	uint32_t from_thread, to_thread;
};

/* A launch, and the number of the operator that its trace says it is of. */
struct external {
	uint32_t launch;
	int64_t id; /* above 0: -1 is a range's that has none */
};

/* Facts of a launch that few profiles have. */
struct detail {
	double occupancy;     /* estimated, %; NAN: unknown, here and below */
	double warps, blocks; /* a multiprocessor */
	uint32_t comm;	      /* text: a collective, or PROFILE_NONE */
	uint32_t comm_dtype;  /* text, or PROFILE_NONE */
	uint32_t label; /* text: what the program calls the part of a graph that
			 * it is in, or PROFILE_NONE */
	uint32_t comm_group_name; /* text: the group's name, or PROFILE_NONE */
	int64_t comm_group;	  /* ranks; -1: unknown, here and below */
	int64_t comm_elements;
	int64_t comm_received;
};

struct thread {
	int64_t process; /* what tells processes apart: the pid, or more */
	int64_t pid;	 /* -1: unknown */
	int64_t tid;
};

/* A group of ranks. */
struct profile_group {
	struct str name;
	int64_t size; /* -1: unknown */
};

/* The call that made a node of a CUDA graph. */
struct capture {
	int64_t start, end; /* of the call that made it */
	uint32_t thread;
};

/* A hardware counter of a launch, in base units (bytes, ns, plain counts). */
struct counter {
	uint32_t launch; /* its position */
	uint32_t name;	 /* text */
	double value;
};

/* The facts of a device.  Its ordinal may belong to one process. */
#define PROFILE_ANY INT64_MIN
struct device {
	int64_t process; /* pid, or see own_devices; PROFILE_ANY: all */
	int64_t id;	 /* the profile's own number of the GPU */
	int64_t ordinal;
	struct record_gpu gpu;
};

struct profile {
	const char *file; /* for messages */
	uint64_t line;	  /* for messages, where reading failed; or 0 */
	unsigned kinds;	  /* LAUNCH_BITs: what a record is wanted of */
	bool stacks;	  /* frames and modules of Python are wanted */
	bool of_captures; /* wanted is nothing but what stream captures
			   * recorded: see read/kineto_capture.h */
	struct intern texts;
	VEC(struct launch) launches;	  /* table order */
	VEC(int64_t) graphs;		  /* by launch; see profile_set_graph */
	struct intern configs;		  /* as bytes; see profile_config */
	VEC(struct range) ranges;	  /* any order; end >= start */
	VEC(struct kept_numbers) numbers; /* of ranges; see profile_numbers */
	VEC(struct numbers) large;
	struct intern extras; /* as bytes; see profile_extra */
	uint32_t last_extra;  /* that profile_add_extra gave */
	VEC(struct thread) threads;
	struct intern thread_keys; /* (process, tid) as 16 bytes */
	uint32_t last_thread;	   /* that profile_thread gave */
	VEC(struct device) devices;
	VEC(struct capture) captures;
	VEC(struct counter) counters; /* any order; see profile_counter */
	VEC(struct detail) details;   /* of launches */
	VEC(struct flow) flows;	      /* from forward to backward, any order */
	VEC(struct external) externals;
	int64_t rank;	      /* in a distributed job; -1: unknown */
	int64_t rank_process; /* whose it is; PROFILE_ANY: all have it */
	int64_t world_size;   /* ranks of the job; -1: unknown */
	VEC(struct profile_group) groups; /* see profile_group_size */
	struct str producer;		  /* p == NULL: unknown */
	bool from_zero; /* times count from the profile's start: 0 is one */
	bool any_time;	/* they may be 0 or less, but not two zeros */
	bool touch;	/* a range encloses what begins or ends with it */
	int64_t slack;	/* and what ends so much later: the clock is coarse */
	bool numbers_apart; /* numbers are in no text */
	bool row_domains;   /* a range's domain is its row's category, not
			     * one of NVTX */
	bool own_devices; /* a device's process is that of threads, not a pid */
	bool database;	  /* the file is one */
	bool replayed;	 /* captures of another run were joined, and it was said
			  * which kernels of graphs have none */
	bool nameless;	 /* it was said why nothing has a name */
	size_t nunnamed; /* kernels of which it was said why */
	size_t nlost; /* kernels that ran and have no row that could be read */
	struct arena arena;
	struct strbuf scratch;
	struct warnings *warnings;
	const char *empty;	 /* why there are no kernels, or NULL */
	VEC(const char *) notes; /* what else must be said of the file */
	const char *broken;	 /* why only a part could be read, or NULL */

	/* For a source that has no times but says which ranges enclose each
	 * launch: range numbers, outermost first.  Launch i has those from
	 * chain.v[chain_at.v[i]] up to chain.v[chain_at.v[i + 1]], the last
	 * launch those to the end.  Empty otherwise; nest.h then finds them. */
	VEC(uint32_t) chain;
	VEC(uint64_t) chain_at;

	/* The smallest valid time of an event; INT64_MAX: none.  Readers call
	 * profile_saw with every valid time. */
	int64_t base;
	int64_t base_offset; /* ns from 1970 to the clock's own 0, or 0 */
	bool no_epoch;	     /* when the clock's own 0 was is not known */
};

/* profile_init(p, file, kinds): an empty profile. */
void profile_init(struct profile *p, const char *file, unsigned kinds);
void profile_free(struct profile *p);

/* profile_note(p, text): add it to the notes, unless it is one. */
void profile_note(struct profile *p, const char *text);

/* profile_nones(n): n times PROFILE_NONE; the caller frees it. */
uint32_t *profile_nones(size_t n);

/* profile_launch(p, kind): add a launch of which nothing is known yet. */
struct launch *profile_launch(struct profile *p, enum launch_kind kind);

/* profile_set_config(p, l, c): give the launch, whose flags are set, what is
 * equal to c. */
void profile_set_config(
    struct profile *p, struct launch *l, const struct config *c);

/* profile_set_graph(p, l, number): the node's id, or the id of a whole graph.
 * Most profiles have none, so that launches have no room for it. */
void profile_set_graph(struct profile *p, struct launch *l, int64_t number);

/* profile_graph(p, l): it, or 0. */
static inline int64_t profile_graph(const struct profile *p, const struct launch *l)
{
	size_t i = (size_t)(l - p->launches.v);

	return i < p->graphs.n ? p->graphs.v[i] : 0;
}

/* profile_config(p, l): good until the next profile_set_config. */
static inline const struct config *profile_config(
    const struct profile *p, const struct launch *l)
{
	return (const void *)intern_get(&p->configs, l->config).p;
}

/* profile_host(p, kind, thread, start, end): add a launch of LAUNCH_HOST; it
 * has no times if start and end are not valid. */
struct launch *profile_host(struct profile *p, enum launch_kind kind,
    uint32_t thread, int64_t start, int64_t end);

/* profile_counter(p, launch, name, value): add a counter to the launch at this
 * position.  Counters are printed in the order in which they are added.  If the
 * launch has one of this name already, the first value stays. */
void profile_counter(
    struct profile *p, size_t launch, struct str name, double value);

/* profile_thread(p, pid, tid): the number of this thread, which is added if it
 * is new. */
uint32_t profile_thread(struct profile *p, int64_t pid, int64_t tid);

/* profile_thread_in(p, process, pid, tid): the same where the pid alone does
 * not identify a process (virtual machines). */
uint32_t profile_thread_in(
    struct profile *p, int64_t process, int64_t pid, int64_t tid);

/* profile_process(p, process, pid): the number of the thread that stands for
 * the whole process. */
uint32_t profile_process(struct profile *p, int64_t process, int64_t pid);

/* profile_add_numbers(p, n): the number of a copy of n, for a range. */
uint32_t profile_add_numbers(struct profile *p, const struct numbers *n);

/* profile_numbers(p, r): those of a range that has some. */
static inline struct numbers profile_numbers(
    const struct profile *p, const struct range *r)
{
	struct kept_numbers n = p->numbers.v[r->numbers - 1];

	return n.seq == PROFILE_LARGE
		   ? p->large.v[n.id]
		   : (struct numbers){(int64_t)n.seq - 1, (int64_t)n.id - 1};
}

/* profile_set_text(p, r, text): give the range a copy of text, with its numbers
 * apart. */
void profile_set_text(struct profile *p, struct range *r, struct str text);

/* profile_add_extra(p, e): the number of what is equal to e, for a range. */
uint32_t profile_add_extra(struct profile *p, const struct extra *e);

/* profile_extra(p, r): what else the range has; good until the next
 * profile_add_extra. */
static inline const struct extra *profile_extra(
    const struct profile *p, const struct range *r)
{
	return (const void *)intern_get(&p->extras, r->extra).p;
}

/* profile_text(p, r, a): the whole text of the range, in p or in a. */
struct str profile_text(
    const struct profile *p, const struct range *r, struct arena *a);

/* profile_sort_groups(p): put the groups in order for profile_group_size; of a
 * name that has several sizes none is known. */
void profile_sort_groups(struct profile *p);

/* profile_group_size(p, name): ranks of the group; -1: unknown. */
int64_t profile_group_size(const struct profile *p, struct str name);

/* profile_untimed(p, kind): count one of the kind whose times are not valid, if
 * a record of it is wanted. */
void profile_untimed(struct profile *p, enum launch_kind kind);

/* profile_drop_inverted(p): drop ranges that end before they start. */
void profile_drop_inverted(struct profile *p);

/* profile_count_orphans(p): warn of kernels that no call launched, naming the
 * correlation id of the first by its start.  They stay, without an operator. */
void profile_count_orphans(struct profile *p);

/* profile_count_nameless(p): warn of kernels without a name, but for those of
 * which it was said why. */
void profile_count_nameless(struct profile *p);

/* profile_drop_negative(p): drop sizes below 0 (bytes, grid and block,
 * registers, shared memory), which are counted. */
void profile_drop_negative(struct profile *p);

/* profile_cc(p, major, minor): the compute capability as text, "7.0". */
struct str profile_cc(struct profile *p, int64_t major, int64_t minor);

/* profile_gpus_differ(a, b): whether a fact that both have is not the same. */
bool profile_gpus_differ(const struct record_gpu *a, const struct record_gpu *b);

/* profile_reads(p, kind): whether launches of the kind are to be read: those
 * that a record is wanted of, and with kernels the sets of memory, which say
 * what a kernel need not do. */
static inline bool profile_reads(const struct profile *p, enum launch_kind kind)
{
	return p->kinds & LAUNCH_BIT(kind) ||
	       (kind == LAUNCH_MEMSET && p->kinds & LAUNCH_BIT(LAUNCH_KERNEL));
}

static inline bool launch_is_host(const struct launch *l)
{
	return l->kind >= LAUNCH_API;
}

/* profile_valid(p, start, end): whether these are times.  Lost times are
 * written as two zeros, or as a negative start where the profile has none. */
static inline bool profile_valid(const struct profile *p, int64_t start, int64_t end)
{
	if (end < start || (start == 0 && end == 0))
		return false;
	if (start > 0 || (start == 0 && p->from_zero))
		return true;
	/* the duration fits, too */
	return p->any_time && start >= PROFILE_TIME_LEAST &&
	       end <= INT64_MAX + start;
}

static inline void profile_saw(struct profile *p, int64_t time)
{
	if (time < p->base)
		p->base = time;
}

/* profile_saw_span(p, start, end): whether these are times; if so, call
 * profile_saw with the start. */
static inline bool profile_saw_span(struct profile *p, int64_t start, int64_t end)
{
	if (!profile_valid(p, start, end))
		return false;
	profile_saw(p, start);
	return true;
}

/* profile_set_times(p, l, start, end): give the launch its times; it has none
 * if these are not valid, which is counted. */
static inline void profile_set_times(
    struct profile *p, struct launch *l, int64_t start, int64_t end)
{
	if (!profile_saw_span(p, start, end)) {
		profile_untimed(p, l->kind);
		return;
	}
	l->start = start;
	l->end = end;
	l->flags |= LAUNCH_TIMED;
}

#endif
