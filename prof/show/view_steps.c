/*
 * view_steps.c - what the time of a step was spent on.
 *
 * In:  work of the GPU, calls and ranges of the host
 * Out: one row a step of a process, and their mean
 *
 * Each role takes of a step's window the union of its rows minus what the roles
 * before it took, so that they add up to the window.
 */
#include "prof/show/view_steps.h"

#include "common/diag.h"
#include "common/nelems.h"
#include "prof/show/process.h"
#include "prof/show/svg.h"
#include "prof/show/window.h"

enum {
	STEP = PROCESS_NKEYS,
	TOTAL,
	KERNEL, /* roles, in the order in which they take */
	MEMCPY,
	MEMSET,
	COMM,
	RUNTIME,
	DATALOADER,
	CPU,
	OTHER, /* what is left */
	PCT,   /* in percent of TOTAL, from KERNEL on */
	NCOLS = PCT + PCT - KERNEL,
	NROLES = OTHER - KERNEL,
};

struct rows {
	struct spans spans; /* what: enum work; of the host NWORKS + a role's
			     * place */
	struct windows windows;
};

static struct str text_of(const struct record *rec)
{
	if (record_has(rec, name))
		return rec->name;
	return record_has(rec, api) ? rec->api : STR("");
}

static unsigned host_role(const struct record *rec, enum kind kind)
{
	struct str s = text_of(rec);

	if (str_starts(s, "nccl:") || str_starts(s, "gloo:"))
		return COMM;
	if (kind == KIND_API)
		return RUNTIME;
	if ((str_starts(s, "enumerate(DataLoader)#") &&
		str_ends(s, "__next__")) ||
	    str_starts(s, "enumerate(DataPipe)#"))
		return DATALOADER;
	return CPU;
}

static bool is_work(const struct span *s)
{
	return s->what < NWORKS;
}

/* The place of a span's role, from 0 for KERNEL. */
static unsigned role_of(const struct span *s)
{
	static const unsigned char of_work[NWORKS] = {
	    [WORK_KERNEL] = 0,
	    [WORK_COMM] = COMM - KERNEL,
	    [WORK_MEMCPY] = MEMCPY - KERNEL,
	    [WORK_MEMSET] = MEMSET - KERNEL,
	    [WORK_GRAPH] = 0,
	};

	return is_work(s) ? of_work[s->what] : s->what - NWORKS;
}

static void add_row(const struct row *row, struct rows *rows, bool keeps_work)
{
	const struct record *rec = row->rec;
	enum kind kind = asked_kind(rec);
	struct span s;

	if (!sweep_span(rec, 0, &s))
		return;
	if (KIND_BIT(kind) & KIND_BITS_WORK) {
		window_gpu(&rows->windows, &s);
		if (!keeps_work)
			return;
		s.what = sweep_work(rec);
	} else if (kind == KIND_STEP) {
		window_step(&rows->windows, &s,
		    record_has(rec, step) ? rec->step : text_of(rec));
		return;
	} else if (KIND_BIT(kind) & KIND_BITS_HOST) {
		s.what = NWORKS + host_role(rec, kind) - KERNEL;
		window_host(&rows->windows, &s);
	} else {
		return;
	}
	*vec_add(&rows->spans) = s;
}

static void add(const struct row *row, struct group *g)
{
	add_row(row, g->more, true);
}

static void add_host(const struct row *row, struct group *g)
{
	add_row(row, g->more, false);
}

void view_steps_take(struct group *g, struct spans *work)
{
	struct rows *rows = g->more;

	sweep_move(&rows->spans, work);
}

static void free_rows(void *more)
{
	struct rows *rows = more;

	sweep_free(&rows->spans);
	window_free(&rows->windows);
}

static void merge(void *to, void *from)
{
	struct rows *into = to, *rows = from;

	sweep_merge(&into->spans, &rows->spans);
	window_merge(&into->windows, &rows->windows);
}

static void make_windows(struct rows *rows)
{
	struct windows *w = &rows->windows;
	const struct spans *s = &rows->spans;

	window_sort(w);
	for (size_t i = 0; i < s->n; i++)
		if (is_work(&s->v[i]))
			window_own(w, &s->v[i]);
	for (size_t i = 0; i < s->n; i++)
		if (is_work(&s->v[i]))
			window_early(w, &s->v[i]);
	window_close(w);
}

/* Where the sweep is. */
struct roles {
	size_t n[NROLES]; /* that run */
	int64_t since;
	const struct windows *windows;
	size_t at;		/* windows before it end by since */
	uint64_t (*ns)[NROLES]; /* by window */
};

static void change(void *view, const struct span *s, int64_t at, bool begins)
{
	struct roles *r = view;
	unsigned role = 0;

	while (role < NROLES && r->n[role] == 0)
		role++;
	for (size_t i = r->at; role < NROLES && i < r->windows->list.n; i++) {
		const struct window *win = &r->windows->list.v[i];
		int64_t from = r->since > win->start ? r->since : win->start;
		int64_t to = at < win->end ? at : win->end;

		if (win->start >= at)
			break;
		if (from < to)
			r->ns[i][role] += (uint64_t)to - (uint64_t)from;
	}
	r->since = at;
	while (r->at < r->windows->list.n && r->windows->list.v[r->at].end <= at)
		r->at++;
	if (begins)
		r->n[role_of(s)]++;
	else
		r->n[role_of(s)]--;
}

/* The sums of all rows, for the mean. */
struct all {
	uint64_t n;
	uint64_t ns[PCT];
};

/* The times, and each role's percent of the first. */
static void put_times(struct cell *c, const uint64_t *ns)
{
	cell_sum_time(&c[TOTAL], ns[TOTAL]);
	for (size_t i = KERNEL; i <= OTHER; i++) {
		cell_sum_time(&c[i], ns[i]);
		cell_percent(&c[PCT + i - KERNEL], ns[i], ns[TOTAL]);
	}
}

static void put(struct view_run *run, const struct group *g,
    const struct window *win, const uint64_t *roles, struct all *all)
{
	unsigned asked = asked_of(&run->asked, g->keys[PROCESS_FILE].s);
	uint64_t ns[PCT] = {0};

	ns[TOTAL] = ns[OTHER] = (uint64_t)win->end - (uint64_t)win->start;
	for (size_t i = KERNEL; i < OTHER; i++) {
		ns[i] = roles[i - KERNEL];
		ns[OTHER] -= ns[i];
	}
	if (!(asked & KIND_BIT(KIND_MEMCPY)))
		ns[MEMCPY] = CELL_MUCH;
	if (!(asked & KIND_BIT(KIND_MEMSET)))
		ns[MEMSET] = CELL_MUCH;
	memcpy(run->cells, g->keys, STEP * sizeof *g->keys);
	if (win->label.p)
		cell_str(&run->cells[STEP], win->label);
	put_times(run->cells, ns);
	view_put(run);
	all->n++;
	for (size_t i = TOTAL; i < PCT; i++)
		all->ns[i] = group_sum(all->ns[i], ns[i]);
}

static void put_mean(struct view_run *run, const struct all *all)
{
	uint64_t ns[PCT];

	for (size_t i = TOTAL; i < PCT; i++) {
		uint64_t rest = all->ns[i] % all->n;

		ns[i] = all->ns[i] == CELL_MUCH
			    ? CELL_MUCH
			    : all->ns[i] / all->n + (rest >= all->n - rest);
	}
	cell_text(&run->cells[STEP], "mean");
	put_times(run->cells, ns);
	for (size_t i = KERNEL; i <= OTHER; i++)
		cell_percent(
		    &run->cells[PCT + i - KERNEL], all->ns[i], all->ns[TOTAL]);
	view_close(run);
}

static void say_dropped(const struct windows *w)
{
	char clean[100];

	for (size_t i = w->list.n; i < w->list.n + w->dropped; i++)
		diag_error(NULL,
		    0, "view 'steps': the last step '%s' was not recorded whole: left out",
		    diag_clean(w->list.v[i].label, clean, sizeof clean));
}

static void print(struct view_run *run)
{
	struct all all = {0};

	for (size_t i = 0; i < run->groups.list.n; i++) {
		struct group *g = run->groups.list.v[i];
		struct rows *rows = g->more;
		struct roles roles = {.windows = &rows->windows};
		size_t n;

		make_windows(rows);
		n = rows->windows.list.n;
		roles.ns = arena_xzeroed(n + 1, sizeof *roles.ns);
		sweep_sort(&rows->spans);
		if (rows->spans.n > 0)
			roles.since = rows->spans.v[0].start;
		sweep(&rows->spans, SWEEP_ENDS, change, &roles);
		for (size_t k = 0; k < n; k++)
			put(run, g, &rows->windows.list.v[k], roles.ns[k], &all);
		say_dropped(&rows->windows);
		free(roles.ns);
	}
	if (all.n > 0)
		put_mean(run, &all);
}

/* clang-format off */
#define ROLE(i, name, text, ...)                                               \
	[i] = {name, name, 14, CELL_TIME, text, .value = NULL, .is_part = true, __VA_ARGS__}, \
	[PCT + (i) - KERNEL] = {name "pct", name "pct", 8, CELL_REAL, name " in % of total", .value = NULL, .of = OF_PERCENT}

static const struct column columns[NCOLS] = {
	PROCESS_COLUMNS,
	[STEP] = {"step", "step", 16, CELL_STR, "step label", .value = NULL},
	[TOTAL] = {"total", "total", 14, CELL_TIME, "time of the step", .value = NULL},
	ROLE(KERNEL, "kernel", "kernels that do not communicate", .label = NULL),
	ROLE(MEMCPY, "memcpy", "else copies", .label = NULL),
	ROLE(MEMSET, "memset", "else fills", .label = NULL),
	ROLE(COMM, "comm", "else communication", .label = NULL),
	ROLE(RUNTIME, "runtime", "else calls of CUDA", .label = NULL),
	ROLE(DATALOADER, "dataloader", "else waiting for data", .label = "loader"),
	ROLE(CPU, "cpu", "else operators and ranges of the host", .label = NULL),
	ROLE(OTHER, "other", "else", .label = NULL),
};
/* clang-format on */

const struct view view_steps = {
    .name = "steps",
    .help = "by step: what its time was spent on, and the mean",
    .keys = "file,rank,pid",
    .nmore = sizeof(struct rows),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .defaults = "file,rank,pid,step,total,kernel,memcpy,memset,comm,runtime,"
		"dataloader,cpu,other",
    .needs = KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_OP) | KIND_BIT(KIND_API) |
	     KIND_BIT(KIND_STEP),
    .add = add,
    .free = free_rows,
    .merge = merge,
    .print = print,
    .picture = &svg_steps,
};

/* Of the same rows and columns. */
const struct view view_steps_host = {
    .name = "steps",
    .keys = "file,rank,pid",
    .nmore = sizeof(struct rows),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .needs = KIND_BIT(KIND_KERNEL) | KIND_BIT(KIND_OP) | KIND_BIT(KIND_API) |
	     KIND_BIT(KIND_STEP),
    .free = free_rows,
    .merge = merge,
    .print = print,
    .add = add_host,
};
