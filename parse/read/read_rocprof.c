/*
 * read_rocprof.c - read what rocprof and rocprofv3 write: CSV here, JSON in
 * rocprof_json.c.
 *
 * In:  a row a kernel: rocprof's results.csv, with times, counters or both, of
 *      versions 1 and 2; rocprofv3's kernel_trace.csv and
 * memory_copy_trace.csv; a row a kernel and counter: its counter_collection.csv
 * Out: one launch a kernel or copy; counters
 *
 * The generations call the same columns otherwise: KernelName, Kernel_Name;
 * gpu-id, GPU_ID, Agent_Id.  So names are compared by their letters and digits.
 */
#include "parse/read/read.h"

#include <string.h>

#include "common/ascii.h"
#include "common/intern.h"
#include "common/map.h"
#include "common/nelems.h"
#include "common/num.h"
#include "parse/profile.h"
#include "parse/read/copies.h"
#include "parse/read/rocprof.h"
#include "parse/read/rocprof_json.h"
#include "parse/read/tables.h"

enum column {
	COLUMN_KIND,
	COLUMN_NAME,
	COLUMN_DEVICE,
	COLUMN_QUEUE,
	COLUMN_STREAM,
	COLUMN_PID,
	COLUMN_TID,
	COLUMN_CORR,
	COLUMN_START,
	COLUMN_END,
	COLUMN_LDS,
	COLUMN_GROUP_X, /* work items of a group, to GROUP_Z */
	COLUMN_GROUP_Y,
	COLUMN_GROUP_Z,
	COLUMN_GRID_X, /* work items of all, to GRID_Z */
	COLUMN_GRID_Y,
	COLUMN_GRID_Z,
	COLUMN_DIRECTION,
	COLUMN_SOURCE,
	COLUMN_DESTINATION,
	COLUMN_FUNCTION, /* of other tables */
	COLUMN_CALLS,
	COLUMN_DISPATCH,
	COLUMN_COUNTER,
	COLUMN_VALUE, /* of the counter */
	COLUMN_WAVE, /* of versions 1 and 2, where what else there is are counters */
	COLUMN_IGNORED, /* no counter */
	NCOLUMNS,
};

static const struct {
	const char *name; /* its letters, in lower case, and digits */
	enum column column;
} names[] = {
    {"kind", COLUMN_KIND},
    {"kernelname", COLUMN_NAME},
    {"gpuid", COLUMN_DEVICE},
    {"agentid", COLUMN_DEVICE},
    {"queueid", COLUMN_QUEUE},
    {"streamid", COLUMN_STREAM},
    {"pid", COLUMN_PID},
    {"processid", COLUMN_PID},
    {"tid", COLUMN_TID},
    {"threadid", COLUMN_TID},
    {"correlationid", COLUMN_CORR},
    {"beginns", COLUMN_START},
    {"starttimestamp", COLUMN_START},
    {"endns", COLUMN_END},
    {"endtimestamp", COLUMN_END},
    {"lds", COLUMN_LDS},
    {"ldsblocksize", COLUMN_LDS},
    {"groupsegmentsize", COLUMN_LDS},
    {"ldsperworkgroup", COLUMN_LDS},
    {"workgroupsizex", COLUMN_GROUP_X},
    {"workgroupsizey", COLUMN_GROUP_Y},
    {"workgroupsizez", COLUMN_GROUP_Z},
    {"gridsizex", COLUMN_GRID_X},
    {"gridsizey", COLUMN_GRID_Y},
    {"gridsizez", COLUMN_GRID_Z},
    {"direction", COLUMN_DIRECTION},
    {"sourceagentid", COLUMN_SOURCE},
    {"destinationagentid", COLUMN_DESTINATION},
    {"function", COLUMN_FUNCTION},
    {"calls", COLUMN_CALLS},
    {"dispatchid", COLUMN_DISPATCH},
    {"countername", COLUMN_COUNTER},
    {"countervalue", COLUMN_VALUE},
    {"obj", COLUMN_WAVE},
    {"wavesize", COLUMN_WAVE},
    {"index", COLUMN_IGNORED},
    {"queueindex", COLUMN_IGNORED},
    {"grd", COLUMN_IGNORED},
    {"wgr", COLUMN_IGNORED},
    {"gridsize", COLUMN_IGNORED}, /* work items of all, in one number */
    {"workgroupsize", COLUMN_IGNORED},
    {"scratchperworkitem", COLUMN_IGNORED},
    {"scr", COLUMN_IGNORED},
    {"vgpr", COLUMN_IGNORED},
    {"archvgpr", COLUMN_IGNORED},
    {"accumvgpr", COLUMN_IGNORED},
    {"sgpr", COLUMN_IGNORED},
    {"fbar", COLUMN_IGNORED},
    {"sig", COLUMN_IGNORED},
    {"dispatchns", COLUMN_IGNORED},
    {"completens", COLUMN_IGNORED},
    {"durationns", COLUMN_IGNORED},
};

enum table {
	TABLE_NONE,
	TABLE_KERNELS,
	TABLE_COUNTERS, /* of kernels, a row each */
	TABLE_COPIES,
	TABLE_OTHER,
};

struct reading {
	struct profile *p;
	struct tables tables;
	struct strbuf text;
	enum table table;
	size_t at[NCOLUMNS];
	VEC(uint32_t) counters;	  /* of each cell: a text, or PROFILE_NONE */
	bool counted;		  /* some table is of counters */
	struct intern dispatches; /* struct dispatch as bytes */
	VEC(uint32_t) launches;	  /* of these */
	struct map sums; /* (launch, counter) to a place of the profile's */
};

/* What tells a dispatch from others: its correlation id and start, which both
 * tables have, or its number and process where there is no start.  The end may
 * be where the file was cut. */
struct dispatch {
	int64_t number, process, start, name, device;
};

/* ---- headers ---- */

/* The column of this name; NCOLUMNS: none that is known. */
static enum column column_of(struct str name)
{
	char plain[32];
	size_t i, n = 0;

	for (i = 0; i < name.n && n < sizeof plain; i++)
		if (is_letter(name.p[i]) || is_digit(name.p[i]))
			plain[n++] = to_lower(name.p[i]);
	for (i = 0; i < NELEMS(names); i++)
		if (str_is((struct str){plain, n}, names[i].name))
			return names[i].column;
	return NCOLUMNS;
}

/* Of which table these are the heads. */
static enum table table_of(const struct cells *c, size_t *at)
{
	enum column column;
	size_t i;

	for (i = 0; i < NCOLUMNS; i++)
		at[i] = SIZE_MAX;
	for (i = c->v.n; i-- > 0;) {
		column = column_of(c->v.v[i]);
		if (column < NCOLUMNS)
			at[column] = i;
	}
	if (at[COLUMN_NAME] != SIZE_MAX && at[COLUMN_DEVICE] != SIZE_MAX)
		return at[COLUMN_COUNTER] == SIZE_MAX ? TABLE_KERNELS
		       : at[COLUMN_VALUE] != SIZE_MAX && at[COLUMN_DISPATCH] != SIZE_MAX
			   ? TABLE_COUNTERS
			   : TABLE_OTHER;
	if (at[COLUMN_START] == SIZE_MAX)
		return at[COLUMN_CALLS] != SIZE_MAX && c->v.n > 3 &&
			       str_is(c->v.v[0], "Name")
			   ? TABLE_OTHER
			   : TABLE_NONE;
	if (at[COLUMN_DIRECTION] != SIZE_MAX || at[COLUMN_SOURCE] != SIZE_MAX)
		return TABLE_COPIES;
	return at[COLUMN_FUNCTION] != SIZE_MAX ? TABLE_OTHER : TABLE_NONE;
}

/* The table whose heads these cells are; TABLE_NONE: of none.  A row has some
 * number, heads have none. */
static enum table heads_of(const struct cells *c, size_t *at)
{
	size_t i;

	for (i = 0; i < c->v.n; i++)
		if (c->v.v[i].n && is_digit(c->v.v[i].p[0]))
			return TABLE_NONE;
	return table_of(c, at);
}

/* Versions 1 and 2 have a column a counter; version 3 has none. */
static void find_counters(struct reading *r)
{
	bool has = r->at[COLUMN_WAVE] != SIZE_MAX;
	struct str head;
	size_t i;

	r->counters.n = 0;
	for (i = 0; i < r->tables.ncells; i++) {
		head = r->tables.cells.v.v[i];
		*vec_add(&r->counters) = has && head.n && column_of(head) == NCOLUMNS
					     ? intern_add(&r->p->texts, head)
					     : PROFILE_NONE;
	}
}

/* ---- rows ---- */

static struct str cell(const struct reading *r, enum column column)
{
	const struct cells *c = &r->tables.cells;
	size_t at = r->at[column];

	return at < c->v.n ? c->v.v[at] : (struct str){NULL, 0};
}

/* A number, or the one behind a word: "Agent 7", "GPU 0". */
static bool take_int(struct reading *r, enum column column, int64_t *n)
{
	struct str s = cell(r, column), whole = s;

	if (s.n == 0)
		return false;
	while (s.n && (is_letter(s.p[0]) || is_blank(s.p[0])))
		s = str_from(s, 1);
	return num_parse(s.p, s.n, 0, INT64_MAX, n) || tables_odd_cell(r->p, whole);
}

static void take_times(struct reading *r, struct launch *l)
{
	int64_t start, end;

	if (r->at[COLUMN_START] == SIZE_MAX && r->at[COLUMN_END] == SIZE_MAX)
		return;
	if (take_int(r, COLUMN_START, &start) && take_int(r, COLUMN_END, &end))
		profile_set_times(r->p, l, start, end);
	else
		profile_untimed(r->p, l->kind);
}

/* Sizes are of work items. */
static bool take_shape(struct reading *r, struct config *c)
{
	int i;

	if (r->at[COLUMN_GRID_X] == SIZE_MAX)
		return false;
	for (i = 0; i < 3; i++)
		if (!take_int(r, COLUMN_GRID_X + (unsigned)i, &c->grid[i]) ||
		    !take_int(r, COLUMN_GROUP_X + (unsigned)i, &c->block[i]))
			return false;
	return rocprof_shape(c);
}

static void take_counters(struct reading *r, size_t launch)
{
	const struct cells *c = &r->tables.cells;
	double value;
	size_t i;

	for (i = 0; i < r->counters.n && i < c->v.n; i++) {
		struct str s = c->v.v[i];

		if (r->counters.v[i] == PROFILE_NONE || s.n == 0)
			continue;
		if (num_real(s.p, s.n, &value))
			profile_counter(r->p, launch,
			    intern_get(&r->p->texts, r->counters.v[i]), value);
		else
			tables_odd_cell(r->p, s);
	}
}

/* A counter by its name.  Values of one are of parts of the GPU, and add up. */
static void take_counter(struct reading *r, uint32_t launch)
{
	struct str name = cell(r, COLUMN_COUNTER), s = cell(r, COLUMN_VALUE);
	struct profile *p = r->p;
	double value;
	uint32_t *at;

	if (name.n == 0) {
		if (r->at[COLUMN_COUNTER] != SIZE_MAX)
			warnings_add(p->warnings, rocprof_no_name, "value",
			    (struct str){NULL, 0});
		return;
	}
	if (!num_real(s.p, s.n, &value)) {
		tables_odd_cell(p, s);
		return;
	}
	at = map_at(&r->sums, (uint64_t)launch << 32 | intern_add(&p->texts, name));
	if (*at != MAP_NONE) {
		p->counters.v[*at].value += value;
		return;
	}
	*at = (uint32_t)p->counters.n;
	profile_counter(p, launch, name, value);
}

/* Which of r->dispatches launch i is; it is added if it is new. */
static uint32_t dispatch_of(struct reading *r, uint32_t i, struct dispatch d)
{
	const struct launch *l = &r->p->launches.v[i];
	uint32_t at;

	d.name = l->name;
	d.device =
	    l->flags & LAUNCH_HAS_DEVICE ? profile_config(r->p, l)->device : -1;
	at = intern_add(&r->dispatches, (struct str){(const char *)&d, sizeof d});
	if (at == r->launches.n)
		*vec_add(&r->launches) = i;
	return at;
}

/* A table of counters begins.  Only from here on it matters which dispatches
 * there were. */
static void find_dispatches(struct reading *r)
{
	const struct profile *p = r->p;
	uint32_t i;

	if (r->counted)
		return;
	r->counted = true;
	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];

		if (l->kind == LAUNCH_KERNEL && l->flags & LAUNCH_TIMED)
			dispatch_of(r, i, (struct dispatch){l->corr, -1, l->start});
	}
}

/* The launch of this row, which is the last: where its dispatch had a row
 * before, it is that one, of which kernel_trace.csv tells more. */
static uint32_t same_launch(struct reading *r)
{
	struct profile *p = r->p;
	uint32_t last = (uint32_t)p->launches.n - 1, at;
	const struct launch *l = &p->launches.v[last];
	struct dispatch d = {l->corr, -1, l->start};

	if (!r->counted || (r->table == TABLE_KERNELS && !(l->flags & LAUNCH_TIMED)))
		return last;
	if (!(l->flags & LAUNCH_TIMED) &&
	    (!take_int(r, COLUMN_START, &d.start) || d.start == 0)) {
		if (!take_int(r, COLUMN_DISPATCH, &d.number))
			return last;
		take_int(r, COLUMN_PID, &d.process);
	}
	at = dispatch_of(r, last, d); /* which may move the list */
	at = r->launches.v[at];
	if (at == last)
		return last;
	if (r->table == TABLE_KERNELS)
		p->launches.v[at] = *l;
	p->launches.n--;
	return at;
}

static void take_thread(struct reading *r, struct launch *l)
{
	int64_t pid = -1, tid;
	bool has_pid = take_int(r, COLUMN_PID, &pid);

	if (take_int(r, COLUMN_TID, &tid))
		l->thread = profile_thread(r->p, pid, tid);
	else if (has_pid)
		l->thread = profile_process(r->p, pid, pid);
}

static void add_kernel(struct reading *r)
{
	struct str kind = cell(r, COLUMN_KIND), name = cell(r, COLUMN_NAME);
	struct launch unread = {.kind = LAUNCH_KERNEL}, *l = &unread;
	struct config c = PROFILE_NO_CONFIG;
	struct profile *p = r->p;
	uint32_t launch;

	if (str_is(kind, "MEMORY_COPY"))
		return;
	if (kind.n && !str_is(kind, "KERNEL_DISPATCH")) {
		warnings_add(p->warnings, "%s: passed over",
		    "row of another kind", kind);
		return;
	}
	if (p->kinds & LAUNCH_BIT(LAUNCH_KERNEL))
		l = profile_launch(p, LAUNCH_KERNEL);
	take_times(r, l);
	if (l == &unread)
		return;
	if (name.n)
		l->name = intern_add(&p->texts, rocprof_name(name));
	else if (tables_half(&r->tables, r->at[COLUMN_NAME]).n)
		p->nunnamed++;
	if (take_int(r, COLUMN_DEVICE, &c.device))
		l->flags |= LAUNCH_HAS_DEVICE;
	if (take_int(r, COLUMN_STREAM, &c.stream) ||
	    (r->at[COLUMN_STREAM] == SIZE_MAX &&
		take_int(r, COLUMN_QUEUE, &c.stream)))
		l->flags |= LAUNCH_HAS_STREAM;
	if (take_int(r, COLUMN_CORR, &l->corr))
		l->flags |= LAUNCH_HAS_CORR;
	if (take_int(r, COLUMN_LDS, &c.smem))
		l->flags |= LAUNCH_HAS_SMEM;
	if (take_shape(r, &c))
		l->flags |= LAUNCH_HAS_GRID;
	take_thread(r, l);
	profile_set_config(p, l, &c);
	launch = same_launch(r);
	take_counters(r, launch);
	take_counter(r, launch);
}

static void add_copy(struct reading *r)
{
	const char *copy = copies_direction(cell(r, COLUMN_DIRECTION));
	struct launch unread = {.kind = LAUNCH_MEMCPY}, *l = &unread;
	struct config c = PROFILE_NO_CONFIG;
	struct profile *p = r->p;

	if (p->kinds & LAUNCH_BIT(LAUNCH_MEMCPY))
		l = profile_launch(p, LAUNCH_MEMCPY);
	take_times(r, l);
	if (l == &unread)
		return;
	l->name = intern_add(&p->texts, copies_name(&r->text, copy));
	if (copy)
		c.copy = intern_add(&p->texts, str_of(copy));
	/* the GPU's side */
	if (copy && take_int(r, *copy == 'D' ? COLUMN_SOURCE : COLUMN_DESTINATION,
			&c.device))
		l->flags |= LAUNCH_HAS_DEVICE;
	if (take_int(r, COLUMN_STREAM, &c.stream))
		l->flags |= LAUNCH_HAS_STREAM;
	if (take_int(r, COLUMN_CORR, &l->corr))
		l->flags |= LAUNCH_HAS_CORR;
	take_thread(r, l);
	profile_set_config(p, l, &c);
}

/* ---- lines ---- */

static void begin_table(struct reading *r, enum table table)
{
	r->table = table;
	tables_begin(&r->tables, false);
	r->tables.any |= table != TABLE_OTHER;
	r->tables.others |= table == TABLE_OTHER;
	find_counters(r);
	if (table == TABLE_COUNTERS)
		find_dispatches(r);
}

static void read_line(void *reading, struct str line)
{
	struct reading *r = reading;
	struct cells *c = &r->tables.cells;
	size_t at[NCOLUMNS];
	enum table table;
	bool whole;

	if (line.n == 0 || (!r->tables.cut && !memchr(line.p, ',', line.n)))
		return;
	whole = cells_commas(c, line);
	table = whole ? heads_of(c, at) : TABLE_NONE;
	if (table != TABLE_NONE) {
		memcpy(r->at, at, sizeof at);
		begin_table(r, table);
	} else if (r->table == TABLE_NONE || r->table == TABLE_OTHER) {
		return;
	} else if (tables_row(&r->tables, line, whole)) {
		(r->table == TABLE_COPIES ? add_copy : add_kernel)(r);
	}
}

static int read_all(const struct source *src, struct profile *p, struct err *err)
{
	static const struct tables_kind kind = {.read_line = read_line,
	    .none = "a table of rocprof that has no single kernels: rocprofv3 "
		    "--kernel-trace, or rocprof --timestamp on",
	    .others = SAID("tables without single kernels: passed over")};
	struct reading r = {.p = p, .tables.p = p};
	int status;

	p->producer = STR("rocprof");
	p->no_epoch = true;
	if (rocprof_json_found(src->head))
		return rocprof_json(src->input, p, err);
	status = tables_read(&r.tables, src, &kind, &r, err);
	tables_free(&r.tables);
	strbuf_free(&r.text);
	vec_free(&r.counters);
	intern_free(&r.dispatches);
	vec_free(&r.launches);
	map_free(&r.sums);
	return status;
}

static bool is_header(struct cells *c, struct str line)
{
	size_t at[NCOLUMNS];

	return line.n && memchr(line.p, ',', line.n) && cells_commas(c, line) &&
	       heads_of(c, at) != TABLE_NONE;
}

static bool detect(const struct source *src)
{
	return rocprof_json_found(src->head) || tables_found(src, is_header);
}

const struct reader read_rocprof = {
    .name = "rocprof",
    .what = "what rocprof or rocprofv3 writes",
    .detect = detect,
    .read = read_all,
};
