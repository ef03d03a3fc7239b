/*
 * read_nsyscsv.c - read what nsys stats prints, and nsys nvprof.
 *
 * In:  the reports cuda_gpu_trace and cuda_kern_exec_trace, separated by commas
 *      or in columns below a line of dashes, and between them other reports and
 *      lines of nsys or of a program
 * Out: one launch a kernel, copy or set; with the second report its call,
 *      process and thread, too
 *
 * Columns go by name, as versions differ.  Neither report tells all: a kernel
 * that both have is found by its times, device, name and size.  Of a name that
 * the file ends in, what is there must be the begin of one name alone.
 */
#include "parse/read/read.h"

#include <stdlib.h>
#include <string.h>

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"
#include "common/order.h"
#include "parse/profile.h"
#include "parse/read/gputrace.h"
#include "parse/read/tables.h"

/* The columns of cuda_kern_exec_trace. */
enum exec_column {
	EXEC_API_START,
	EXEC_API_DURATION,
	EXEC_START,
	EXEC_DURATION,
	EXEC_PID,
	EXEC_TID,
	EXEC_DEVICE,
	EXEC_API,
	EXEC_GRID,
	EXEC_BLOCK,
	EXEC_NAME,
	EXEC_NCOLUMNS,
};

static const char *const exec_names[EXEC_NCOLUMNS] = {
    [EXEC_API_START] = "API Start",
    [EXEC_API_DURATION] = "API Dur",
    [EXEC_START] = "Kernel Start",
    [EXEC_DURATION] = "Kernel Dur",
    [EXEC_PID] = "PID",
    [EXEC_TID] = "TID",
    [EXEC_DEVICE] = "DevId",
    [EXEC_API] = "API Function",
    [EXEC_GRID] = "GridXYZ",
    [EXEC_BLOCK] = "BlockXYZ",
    [EXEC_NAME] = "Kernel Name",
};

static const struct {
	const char *name;
	enum gputrace_column column;
} trace_names[] = {
    {"Start", GPUTRACE_START},
    {"Duration", GPUTRACE_DURATION},
    {"CorrId", GPUTRACE_CORR},
    {"GrdX", GPUTRACE_GRID_X},
    {"GrdY", GPUTRACE_GRID_Y},
    {"GrdZ", GPUTRACE_GRID_Z},
    {"BlkX", GPUTRACE_BLOCK_X},
    {"BlkY", GPUTRACE_BLOCK_Y},
    {"BlkZ", GPUTRACE_BLOCK_Z},
    {"Reg/Trd", GPUTRACE_REGS},
    {"StcSMem", GPUTRACE_STATIC},
    {"DymSMem", GPUTRACE_DYNAMIC},
    {"Bytes", GPUTRACE_SIZE},
    {"Throughput", GPUTRACE_RATE},
    {"SrcMemKd", GPUTRACE_SRC},
    {"DstMemKd", GPUTRACE_DST},
    {"Device", GPUTRACE_DEVICE},
    {"Ctx", GPUTRACE_CONTEXT},
    {"Strm", GPUTRACE_STREAM},
    {"Name", GPUTRACE_NAME},
};

/* Columns with a time that some report of nsys has. */
static const char *const timed[] = {
    "Start", "Total Time", "API Start", "Kernel Start", "Projected Start"};

enum report { REPORT_NONE, REPORT_TRACE, REPORT_EXEC, REPORT_OTHER };

/* A kernel of cuda_kern_exec_trace, or of the other report. */
struct exec {
	int64_t start, end, device;
	int64_t api_start, api_end; /* api_end < api_start: not known */
	int64_t pid, tid;
	int64_t grid[3], block[3];
	uint32_t name, api; /* texts, or PROFILE_NONE */
	uint32_t number;    /* in the file */
	bool has_device, has_grid;
	bool joined;
};

struct reading {
	struct profile *p;
	struct gputrace trace;
	struct tables tables;
	struct strbuf heads; /* perhaps, of a table whose rule comes */
	struct cells ruled;  /* those heads, placed by the rule */
	enum report report;  /* whose table this is */
	bool paused;	     /* since a line of nsys's */
	size_t at[EXEC_NCOLUMNS];
	struct str units[EXEC_NCOLUMNS];
	VEC(struct exec) execs;
	bool traced;   /* cuda_gpu_trace is there */
	uint32_t half; /* text: the begin of the last row's name, or NONE */
};

/* ---- headers ---- */

/* Split "Start (ns)" or "Start(nsec)" into name and unit; no unit: p == NULL. */
static struct str split_head(struct str head, struct str *unit)
{
	size_t n = head.n;

	*unit = (struct str){NULL, 0};
	if (n && head.p[n - 1] == ')') {
		while (n > 0 && head.p[n - 1] != '(')
			n--;
		if (n > 0) {
			*unit = (struct str){head.p + n, head.n - n - 1};
			head.n = n - 1;
		}
	}
	while (head.n && is_blank(head.p[head.n - 1]))
		head.n--;
	return head;
}

/* Whether these are heads of some report. */
static bool are_heads(const struct str *cells, size_t n)
{
	struct str name, unit;
	size_t i, k;
	int exponent;

	for (i = 0; i < n; i++) {
		name = split_head(cells[i], &unit);
		if (!unit.p || !measure_time(unit, &exponent))
			continue;
		for (k = 0; k < NELEMS(timed); k++)
			if (str_is(name, timed[k]))
				return true;
	}
	return false;
}

static bool has_all(const size_t *at, const unsigned char *columns, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (at[columns[i]] == SIZE_MAX)
			return false;
	return true;
}

/* Whether the heads are those of a report that is read. */
static enum report report_of(struct reading *r)
{
	static const unsigned char trace[] = {GPUTRACE_START, GPUTRACE_DURATION,
	    GPUTRACE_GRID_X, GPUTRACE_NAME},
				   exec[] = {EXEC_START, EXEC_DURATION, EXEC_NAME};

	if (has_all(r->trace.at, trace, NELEMS(trace)))
		return REPORT_TRACE;
	return has_all(r->at, exec, NELEMS(exec)) ? REPORT_EXEC : REPORT_OTHER;
}

/* A table begins with these heads. */
static void begin_table(struct reading *r, bool placed)
{
	struct intern *texts = &r->p->texts;
	struct str name, unit;
	size_t i, k;

	for (i = 0; i < GPUTRACE_NCOLUMNS; i++)
		r->trace.at[i] = SIZE_MAX;
	for (i = 0; i < EXEC_NCOLUMNS; i++)
		r->at[i] = SIZE_MAX;
	r->paused = false;
	r->heads.n = 0;
	tables_begin(&r->tables, placed);
	/* of two columns with one name the first counts */
	for (i = r->tables.ncells; i-- > 0;) {
		name = split_head(r->tables.cells.v.v[i], &unit);
		unit = intern_get(texts, intern_add(texts, unit));
		for (k = 0; k < NELEMS(trace_names); k++)
			if (str_is(name, trace_names[k].name)) {
				r->trace.at[trace_names[k].column] = i;
				r->trace.units[trace_names[k].column] = unit;
			}
		for (k = 0; k < EXEC_NCOLUMNS; k++)
			if (str_is(name, exec_names[k])) {
				r->at[k] = i;
				r->units[k] = unit;
			}
	}
	r->report = report_of(r);
	r->tables.any |= r->report != REPORT_OTHER;
	r->tables.others |= r->report == REPORT_OTHER;
	r->traced |= r->report == REPORT_TRACE;
}

/* ---- cuda_kern_exec_trace ---- */

static struct str exec_cell(const struct reading *r, enum exec_column column)
{
	const struct cells *c = &r->tables.cells;
	size_t at = r->at[column];

	return at < c->v.n ? c->v.v[at] : (struct str){NULL, 0};
}

static bool exec_time(struct reading *r, enum exec_column column, int64_t *ns)
{
	struct str s = exec_cell(r, column);
	struct measure m;
	int exponent;

	return (measure_read(s, &m) && measure_time(r->units[column], &exponent) &&
		   measure_ns(&m, exponent, ns)) ||
	       tables_odd_cell(r->p, s);
}

static bool exec_int(struct reading *r, enum exec_column column, int64_t *n)
{
	struct str s = exec_cell(r, column);
	struct measure m;

	if (!measure_read(s, &m) || m.places || m.digits < 0)
		return tables_odd_cell(r->p, s);
	*n = m.digits;
	return true;
}

static bool exec_shape(struct reading *r, enum exec_column column, int64_t *v)
{
	struct str s = exec_cell(r, column);

	return gputrace_shape(s, v) || tables_odd_cell(r->p, s);
}

/* A time and what it lasts, as start and end. */
static bool exec_span(struct reading *r, enum exec_column start,
    enum exec_column duration, int64_t *from, int64_t *to)
{
	int64_t dur;

	return exec_time(r, start, from) && exec_time(r, duration, &dur) &&
	       dur >= 0 && num_sum(*from, dur, to) &&
	       profile_saw_span(r->p, *from, *to);
}

static void add_exec(struct reading *r)
{
	struct str name = exec_cell(r, EXEC_NAME), api = exec_cell(r, EXEC_API);
	struct str half = tables_half(&r->tables, r->at[EXEC_NAME]);
	struct exec e = {.number = (uint32_t)r->execs.n,
	    .name = PROFILE_NONE,
	    .api = PROFILE_NONE,
	    .api_end = -1,
	    .pid = -1,
	    .tid = -1};

	if (!name.n && !half.n) {
		warnings_add(r->p->warnings,
		    "%s of cuda_kern_exec_trace without a name: left out",
		    "row", (struct str){NULL, 0});
		return;
	}
	if (!exec_span(r, EXEC_START, EXEC_DURATION, &e.start, &e.end)) {
		warnings_add(r->p->warnings,
		    "%s of cuda_kern_exec_trace without valid times: left out",
		    "row", (struct str){NULL, 0});
		return;
	}
	if (name.n)
		e.name = intern_add(&r->p->texts, name);
	else
		r->half = intern_add(&r->p->texts, half);
	if (api.n)
		e.api = intern_add(&r->p->texts, api);
	if (!exec_span(r, EXEC_API_START, EXEC_API_DURATION, &e.api_start, &e.api_end))
		e.api_start = e.api_end + 1;
	exec_int(r, EXEC_PID, &e.pid);
	exec_int(r, EXEC_TID, &e.tid);
	e.has_device = exec_int(r, EXEC_DEVICE, &e.device);
	e.has_grid = exec_shape(r, EXEC_GRID, e.grid) &&
		     exec_shape(r, EXEC_BLOCK, e.block);
	*vec_add(&r->execs) = e;
}

/* The same times and device. */
static int by_place(const struct exec *a, const struct exec *b)
{
	int c = order_int(a->start, b->start);

	c = c ? c : order_int(a->end, b->end);
	c = c ? c : order_int(a->has_device, b->has_device);
	return c ? c : order_int(a->device, b->device);
}

/* The same kernel: its times, device and name. */
static int by_kernel(const struct exec *a, const struct exec *b)
{
	int c = by_place(a, b);

	return c ? c : order_int(a->name, b->name);
}

static int by_kernel_number(const void *pa, const void *pb)
{
	const struct exec *a = pa, *b = pb;
	int c = by_kernel(a, b);

	return c ? c : order_int(a->number, b->number);
}

/* The same sizes, of rows that have them. */
static int by_size(const struct exec *a, const struct exec *b)
{
	int c = 0, i;

	for (i = 0; i < 3 && c == 0; i++)
		c = order_int(a->grid[i], b->grid[i]);
	for (i = 0; i < 3 && c == 0; i++)
		c = order_int(a->block[i], b->block[i]);
	return c;
}

static int by_size_number(const void *pa, const void *pb)
{
	const struct exec *a = pa, *b = pb;
	int c = by_size(a, b);

	return c ? c : order_int(a->number, b->number);
}

/* Give the launch what the row tells of its call. */
static void give_call(struct profile *p, struct launch *l, const struct exec *e)
{
	if (e->pid >= 0)
		l->thread = e->tid >= 0 ? profile_thread(p, e->pid, e->tid)
					: profile_process(p, e->pid, e->pid);
	l->api = e->api;
	if (e->api_end < e->api_start || l->thread == PROFILE_NONE)
		return;
	l->api_start = e->api_start;
	l->api_end = e->api_end;
	l->flags |= LAUNCH_HAS_API;
}

/* A launch of its own, where the stream has no other report. */
static void add_launch(struct profile *p, const struct exec *e)
{
	struct launch *l = profile_launch(p, LAUNCH_KERNEL);
	struct config c = PROFILE_NO_CONFIG;

	l->start = e->start;
	l->end = e->end;
	l->name = e->name;
	p->nunnamed += e->name == PROFILE_NONE;
	l->flags |= LAUNCH_TIMED;
	if (e->has_device) {
		c.device = e->device;
		l->flags |= LAUNCH_HAS_DEVICE;
	}
	if (e->has_grid) {
		memcpy(c.grid, e->grid, sizeof c.grid);
		memcpy(c.block, e->block, sizeof c.block);
		l->flags |= LAUNCH_HAS_GRID;
	}
	profile_set_config(p, l, &c);
	give_call(p, l, e);
}

/* The row with half a name, or NULL: the file ends in it. */
static struct exec *find_half(struct exec *v, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (v[i].name == PROFILE_NONE)
			return &v[i];
	return NULL;
}

/* The one row that is not joined, has the times and device of this one and a
 * name that begins so; NULL: none, or several. */
static struct exec *find_whole(const struct profile *p, const struct exec *half,
    struct str begin, struct exec *v, size_t n)
{
	struct exec *found = NULL;
	struct str name;
	size_t i;

	for (i = 0; i < n; i++) {
		if (v[i].joined || by_place(&v[i], half) != 0 ||
		    v[i].name == PROFILE_NONE)
			continue;
		name = intern_get(&p->texts, v[i].name);
		if (name.n < begin.n || memcmp(name.p, begin.p, begin.n) != 0)
			continue;
		if (found)
			return NULL;
		found = &v[i];
	}
	return found;
}

static void join_rows(struct profile *p, struct exec *kernel, struct exec *e)
{
	kernel->joined = e->joined = true;
	give_call(p, &p->launches.v[kernel->number], e);
}

/* Join the row with half a name, if it has one that is whole. */
static void join_half(struct reading *r, struct exec *kernels, size_t n)
{
	struct profile *p = r->p;
	struct exec *kernel = find_half(kernels, n), *e;
	struct str begin;

	if (r->half == PROFILE_NONE)
		return;
	begin = intern_get(&p->texts, r->half);
	if (!kernel) {
		e = find_half(r->execs.v, r->execs.n);
		kernel = e ? find_whole(p, e, begin, kernels, n) : NULL;
		if (kernel)
			join_rows(p, kernel, e);
		return;
	}
	e = find_whole(p, kernel, begin, r->execs.v, r->execs.n);
	if (!e)
		return;
	join_rows(p, kernel, e);
	p->launches.v[kernel->number].name = e->name;
	p->nunnamed--;
}

/* How many rows are of the kernel of the first, and whether all have sizes. */
static size_t count_rows(const struct exec *v, size_t n, bool *sized)
{
	size_t i;

	for (i = 0; i < n && by_kernel(&v[i], v) == 0; i++)
		*sized &= v[i].has_grid;
	return i;
}

/* Join the rows of one kernel, or of several with its times: by size, where all
 * have one, and those of one size in order. */
static void join_kernel(struct profile *p, struct exec *kernels,
    size_t nkernels, struct exec *execs, size_t nexecs, bool sized)
{
	size_t i = 0, k = 0;
	int c;

	if (sized) {
		qsort(kernels, nkernels, sizeof *kernels, by_size_number);
		qsort(execs, nexecs, sizeof *execs, by_size_number);
	}
	while (i < nexecs && k < nkernels) {
		c = sized ? by_size(&kernels[k], &execs[i]) : 0;
		if (c == 0)
			join_rows(p, &kernels[k++], &execs[i++]);
		else if (c < 0)
			k++;
		else
			i++;
	}
}

/* Both reports in one order: the rows of each kernel side by side. */
static void join(struct reading *r)
{
	struct profile *p = r->p;
	VEC(struct exec) kernels = {0};
	size_t i, k = 0, nkernels, nexecs;
	bool sized;
	int c;

	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];
		const struct config *config = profile_config(p, l);
		struct exec *kernel;

		if (l->kind != LAUNCH_KERNEL || !(l->flags & LAUNCH_TIMED))
			continue;
		kernel = vec_add(&kernels);
		*kernel = (struct exec){.start = l->start,
		    .end = l->end,
		    .has_device = (l->flags & LAUNCH_HAS_DEVICE) != 0,
		    .has_grid = (l->flags & LAUNCH_HAS_GRID) != 0,
		    .device = config->device,
		    .name = l->name,
		    .number = (uint32_t)i};
		memcpy(kernel->grid, config->grid, sizeof kernel->grid);
		memcpy(kernel->block, config->block, sizeof kernel->block);
	}
	if (kernels.n)
		qsort(kernels.v, kernels.n, sizeof *kernels.v, by_kernel_number);
	qsort(r->execs.v, r->execs.n, sizeof *r->execs.v, by_kernel_number);
	for (i = 0; i < r->execs.n && k < kernels.n;) {
		struct exec *e = &r->execs.v[i], *kernel = &kernels.v[k];

		c = by_kernel(kernel, e);
		if (c != 0) {
			k += c < 0;
			i += c > 0;
			continue;
		}
		sized = true;
		nkernels = count_rows(kernel, kernels.n - k, &sized);
		nexecs = count_rows(e, r->execs.n - i, &sized);
		join_kernel(p, kernel, nkernels, e, nexecs, sized);
		k += nkernels;
		i += nexecs;
	}
	join_half(r, kernels.v, kernels.n);
	for (i = 0; i < r->execs.n; i++)
		if (!r->execs.v[i].joined)
			warnings_add(
			    p->warnings, "%s of cuda_kern_exec_trace of no kernel in cuda_gpu_trace: left out",
			    "row", (struct str){NULL, 0});
	vec_free(&kernels);
}

static void take_execs(struct reading *r)
{
	size_t i;

	if (r->execs.n == 0 || !(r->p->kinds & LAUNCH_BIT(LAUNCH_KERNEL)))
		return;
	if (r->traced) {
		join(r);
		return;
	}
	for (i = 0; i < r->execs.n; i++)
		add_launch(r->p, &r->execs.v[i]);
}

/* ---- lines ---- */

/* Whether the line is one of nsys's between its reports. */
static bool is_between(struct str line)
{
	static const char *const heads[] = {"Processing [", " ** ", "NOTICE"};
	size_t i;

	if (line.n > 2 && line.p[0] == '[' && is_digit(line.p[1]))
		return true; /* [3/3] Executing 'cuda_gpu_trace' stats report */
	for (i = 0; i < NELEMS(heads); i++)
		if (str_starts(line, heads[i]))
			return true;
	return false;
}

static bool is_number(const struct reading *r, size_t at)
{
	const struct cells *c = &r->tables.cells;
	struct measure m;

	return at < c->v.n && measure_read(c->v.v[at], &m);
}

/* Whether these cells may be heads: a row has some number. */
static bool are_words(const struct cells *c)
{
	size_t i;

	for (i = 0; i < c->v.n; i++)
		if (c->v.v[i].n && is_digit(c->v.v[i].p[0]))
			return false;
	return true;
}

/* Whether the table goes on in this line, behind one of nsys's.  That may stand
 * inside a table, where both streams go to one file, or in front of a report
 * that is not known: its heads or rule end the table. */
static bool goes_on(struct reading *r, struct str line, bool whole)
{
	const struct cells *c = &r->tables.cells;
	bool exec = r->report == REPORT_EXEC, may_be_row;

	if (whole && c->v.n == r->tables.ncells &&
	    is_number(r, exec ? r->at[EXEC_START] : r->trace.at[GPUTRACE_START]) &&
	    is_number(r,
		exec ? r->at[EXEC_DURATION] : r->trace.at[GPUTRACE_DURATION])) {
		r->paused = false;
		return true;
	}
	may_be_row = tables_may_be_row(&r->tables, line);
	if (cells_ruled(&r->ruled, line) || (whole && may_be_row && are_words(c))) {
		r->report = REPORT_NONE;
		return false;
	}
	return may_be_row || (r->tables.cut && is_number(r, 0));
}

/* A line inside a table. */
static void read_row(struct reading *r, struct str line)
{
	struct cells *c = &r->tables.cells;
	bool whole =
	    r->tables.placed ? cells_placed(c, line) : cells_commas(c, line);
	struct str half;

	if (r->paused && !goes_on(r, line, whole))
		return;
	if (!tables_row(&r->tables, line, whole))
		return;
	if (r->report == REPORT_EXEC) {
		add_exec(r);
		return;
	}
	half = tables_half(&r->tables, r->trace.at[GPUTRACE_NAME]);
	if (half.n)
		r->half = intern_add(&r->p->texts, half);
	gputrace_add(&r->trace, &r->tables);
}

/* Whether the line may be one of heads; a row may look so, too. */
static bool begins_header(struct str line)
{
	return line.n && !is_digit(line.p[0]) && line.p[0] != ',' &&
	       memchr(line.p, '(', line.n) &&
	       (str_has(line, "Start") || str_has(line, "Time"));
}

/* A table begins, if these are heads above its rule. */
static void begin_ruled(struct reading *r)
{
	struct cells was = r->tables.cells;

	cells_placed(&r->ruled, strbuf_get(&r->heads));
	if (!are_heads(r->ruled.v.v, r->ruled.v.n))
		return;
	r->tables.cells = r->ruled;
	r->ruled = was;
	begin_table(r, true);
}

static void read_line(void *reading, struct str line)
{
	struct reading *r = reading;
	struct cells *c = &r->tables.cells;
	bool may_begin = begins_header(line);

	if (r->heads.n && cells_ruled(&r->ruled, line)) {
		begin_ruled(r);
	} else if (may_begin && memchr(line.p, ',', line.n) &&
		   cells_commas(c, line) && are_heads(c->v.v, c->v.n)) {
		begin_table(r, false);
	} else if (is_between(line)) {
		r->paused = true;
	} else if (r->report == REPORT_TRACE || r->report == REPORT_EXEC) {
		read_row(r, line);
	}
	if (may_begin) {
		r->heads.n = 0;
		strbuf_str(&r->heads, line);
	}
}

static int read_all(const struct source *src, struct profile *p, struct err *err)
{
	static const struct tables_kind reports = {.read_line = read_line,
	    .none = "a table of nsys stats that has no single kernels: "
		    "nsys stats -r cuda_gpu_trace -f csv, or "
		    "nsys export --type sqlite",
	    .others = SAID("reports without single kernels: passed over")};
	struct reading r = {.p = p,
	    .tables.p = p,
	    .half = PROFILE_NONE,
	    .trace = {.p = p, .thousand = 1000, .whole_rate = true, .pid = -1}};
	int status;

	p->producer = STR("nsys stats");
	p->any_time = p->from_zero = p->no_epoch = true;
	status = tables_read(&r.tables, src, &reports, &r, err);
	if (status == 0)
		take_execs(&r);
	gputrace_free(&r.trace);
	tables_free(&r.tables);
	strbuf_free(&r.heads);
	cells_free(&r.ruled);
	vec_free(&r.execs);
	return status;
}

/* Whether the line is the header of some report. */
static bool is_header(struct cells *c, struct str line)
{
	bool commas = line.n && memchr(line.p, ',', line.n);

	if (!line.n || !memchr(line.p, '(', line.n))
		return false;
	if (commas && !cells_commas(c, line))
		return false;
	if (!commas) {
		cells_headed(c, line);
		cells_placed(c, line);
	}
	return are_heads(c->v.v, c->v.n);
}

static bool detect(const struct source *src)
{
	return tables_found(src, is_header);
}

const struct reader read_nsyscsv = {
    .name = "nsys-csv",
    .what = "a table of nsys stats",
    .detect = detect,
    .read = read_all,
};
