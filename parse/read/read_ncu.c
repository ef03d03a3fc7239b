/*
 * read_ncu.c - read what ncu --csv prints.
 *
 * In:  tables of kernels' metrics, between lines of ncu and of the program that
 *      it ran: a row a metric (the details page), or a row a kernel and a row
 *      of units (the raw page)
 * Out: one launch a kernel, with a duration and no times, and the ranges around
 *      it; a counter a metric, in base units; the device's facts
 *
 * Columns are found by name, as they differ from version to version, and a
 * table by its header, the row whose first field is ID.  Whether "4,512" is
 * 4512 or 4.512 depends on the other numbers of the file, so each number keeps
 * all its readings until the end.
 */
#include "parse/read/read.h"

#include "common/ascii.h"
#include "common/io.h"
#include "common/map.h"
#include "common/nelems.h"
#include "common/num.h"
#include "parse/read/csvrows.h"
#include "parse/read/heldrows.h"
#include "parse/read/input.h"
#include "parse/read/ncu.h"
#include "parse/read/tables.h"
#include "parse/profile.h"

/* Columns that are not metrics. */
enum role {
	ROLE_ID,
	ROLE_PROCESS,
	ROLE_KERNEL,
	ROLE_CONTEXT,
	ROLE_STREAM,
	ROLE_BLOCK,
	ROLE_GRID,
	ROLE_DEVICE,
	ROLE_CC,
	ROLE_SECTION,
	ROLE_METRIC,
	ROLE_UNIT,
	ROLE_VALUE,
	ROLE_PUSHED,
	ROLE_STARTED,
	NROLES,
	ROLE_NOTHING = NROLES,
	ROLE_COUNTER,
};

static const struct {
	const char *name;
	enum role role;
} roles[] = {
    {"ID", ROLE_ID},
    {"Process ID", ROLE_PROCESS},
    {"Kernel Name", ROLE_KERNEL},
    {"Context", ROLE_CONTEXT},
    {"Stream", ROLE_STREAM},
    {"Block Size", ROLE_BLOCK},
    {"Grid Size", ROLE_GRID},
    {"Device", ROLE_DEVICE},
    {"CC", ROLE_CC},
    {"Section Name", ROLE_SECTION},
    {"Metric Name", ROLE_METRIC},
    {"Metric Unit", ROLE_UNIT},
    {"Metric Value", ROLE_VALUE},
    {"thread "
     "Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
	ROLE_PUSHED},
    {"Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
	ROLE_STARTED},
    {"Process Name", ROLE_NOTHING},
    {"Host Name", ROLE_NOTHING},
    {"Kernel Time", ROLE_NOTHING},
    {"Body Item Label", ROLE_NOTHING},
    {"Rule Name", ROLE_NOTHING},
    {"Rule Type", ROLE_NOTHING},
    {"Rule Description", ROLE_NOTHING},
    {"Estimated Speedup Type", ROLE_NOTHING},
    {"Estimated Speedup", ROLE_NOTHING},
};

enum { NROLE_NAMES = NELEMS(roles) };

/* What a metric may say of the launch or the device. */
enum fact {
	FACT_DUR, /* the first of these four that is there counts */
	FACT_DUR_AVG,
	FACT_DUR_MAX,
	FACT_DUR_ACTIVE,
	FACT_REGS,
	FACT_SMEM_STATIC,
	FACT_SMEM_DYNAMIC,
	FACT_GRID, /* x, y, z */
	FACT_BLOCK = FACT_GRID + 3,
	FACT_SMS = FACT_BLOCK + 3,
	FACT_CLOCK,
	FACT_CC_MAJOR,
	FACT_CC_MINOR,
	NFACTS,
	FACT_NONE = NFACTS,
};

static const struct {
	const char *metric;
	const char *section; /* how its name begins; NULL: any */
	enum fact fact;
	/* Only where the number was not scaled: 16.38 Kbyte are 16384. */
	bool unscaled;
} facts[] = {
    {"gpu__time_duration.sum", NULL, FACT_DUR, false},
    {"Duration", "GPU Speed Of Light", FACT_DUR, false},
    {"gpu__time_duration.avg", NULL, FACT_DUR_AVG, false},
    {"gpu__time_duration.max", NULL, FACT_DUR_MAX, false},
    {"gpu__time_active.avg", NULL, FACT_DUR_ACTIVE, false},
    {"launch__registers_per_thread", NULL, FACT_REGS, true},
    {"Registers Per Thread", "Launch Statistics", FACT_REGS, true},
    {"launch__shared_mem_per_block_static", NULL, FACT_SMEM_STATIC, true},
    {"Static Shared Memory Per Block", "Launch Statistics", FACT_SMEM_STATIC, true},
    {"launch__shared_mem_per_block_dynamic", NULL, FACT_SMEM_DYNAMIC, true},
    {"Dynamic Shared Memory Per Block", "Launch Statistics", FACT_SMEM_DYNAMIC, true},
    {"launch__grid_dim_x", NULL, FACT_GRID, true},
    {"launch__grid_dim_y", NULL, FACT_GRID + 1, true},
    {"launch__grid_dim_z", NULL, FACT_GRID + 2, true},
    {"launch__block_dim_x", NULL, FACT_BLOCK, true},
    {"launch__block_dim_y", NULL, FACT_BLOCK + 1, true},
    {"launch__block_dim_z", NULL, FACT_BLOCK + 2, true},
    {"device__attribute_multiprocessor_count", NULL, FACT_SMS, true},
    {"# SMs", "Launch Statistics", FACT_SMS, true},
    {"device__attribute_max_gpu_frequency_khz", NULL, FACT_CLOCK, true},
    {"device__attribute_clock_rate", NULL, FACT_CLOCK, true},
    {"device__attribute_compute_capability_major", NULL, FACT_CC_MAJOR, true},
    {"device__attribute_compute_capability_minor", NULL, FACT_CC_MINOR, true},
};

enum { NFACT_NAMES = NELEMS(facts) };

static const char gpu_name[] = "device__attribute_display_name";

/* A metric of one kernel, with all ways to read it. */
struct cell {
	double v[2];	 /* of ncu_number */
	uint32_t launch; /* its position */
	uint32_t name;	 /* text */
	uint8_t number;	 /* enum ncu_number */
	uint8_t fact;	 /* enum fact */
	bool unscaled;
};

/* What is known of a launch besides struct launch. */
struct kernel {
	int64_t fact[NFACTS];
	unsigned has; /* bits of facts */
	uint32_t cc;  /* text, or PROFILE_NONE; of the device, as below */
	uint32_t gpu;
	uint32_t table; /* the last that had a row of it */
};

/* The metric of a column, or of a row of the details page. */
struct metric {
	uint32_t name; /* text */
	uint32_t base; /* text: its base unit */
	int exponent;
	bool has_unit; /* one that is known */
	enum fact fact;
	bool unscaled; /* what the fact wants */
};

/* The table that is being read. */
struct table {
	bool any, is_long, is_summary;
	bool quoted;	/* the ids of rows are */
	bool requoted;	/* and the header is not, or the other way round */
	bool has_units; /* the details page, or behind the row of units */
	uint32_t number;
	uint64_t run;		    /* of launches of no process */
	size_t at[NROLES];	    /* columns, SIZE_MAX: none */
	VEC(enum role) role;	    /* of each column */
	VEC(struct metric) metrics; /* of each column of the raw page */
};

/* A process id.  It names several processes where runs of ncu stand one behind
 * the other: those of containers or of nodes are often the same. */
struct process {
	uint64_t run;
	bool connected; /* ncu said so, and no table has come since */
	bool any;	/* the run has a launch */
	uint32_t table; /* of whose rows it is known which run they are of */
};

/* A range around a launch. */
struct open {
	uint32_t range;	 /* its number */
	uint32_t thread; /* of the profile */
	uint32_t key;	 /* of range_keys */
};

/* For each name, the last launch with the metric, its unit and value. */
struct seen {
	uint32_t launch, base;
	double v[2]; /* of ncu_number */
};

struct reading {
	struct profile *p;
	struct csvrows *rows;
	struct table table;
	struct intern keys;	    /* of launches, and of their IDs */
	VEC(uint32_t) launches;	    /* of keys; or PROFILE_NONE */
	struct intern process_keys; /* texts */
	VEC(struct process) processes;
	VEC(uint32_t) connected; /* those that are */
	struct map had;	 /* launches and names of their metrics; empty in the
			  * first table */
	struct map told; /* launches and names of cells to these; empty until
			  * an ID comes again on the details page */
	bool again;	 /* one did */
	uint32_t last;	 /* launch of the row before */
	struct heldrows held;	       /* rows of the table, of processes */
	size_t taken;		       /* so many of these; the rest waits */
	uint64_t line;		       /* of the row */
	struct intern range_keys;      /* texts with domains and payloads */
	VEC(struct open) open, before; /* around the launch, and the last one */
	struct strbuf text;
	VEC(struct kernel) kernels;
	VEC(struct cell) cells;
	VEC(struct seen) seen; /* by text */
	size_t numbers[NCU_EITHER_POINT + 1];
	struct str undecided[NCU_EITHER_POINT + 1]; /* the first of each */
	struct strbuf said;   /* what ncu said went wrong */
	bool said_error, ran; /* ncu said anything */
	bool summary;	      /* there was one */
};

/*
 * Lines
 */

/* The first field of a line, as far as it is plain; false if there is none. */
static bool first_field(struct str line, struct str *field, bool *quoted)
{
	const char *end;

	*quoted = str_skip(&line, "\"");
	end = line.n ? memchr(line.p, *quoted ? '"' : ',', line.n) : NULL;
	if (!end)
		return false;
	*field = (struct str){line.p, (size_t)(end - line.p)};
	line = str_from(line, field->n + *quoted);
	return line.n && line.p[0] == ',';
}

/* Whether a row with this first field is a header: of a table, or of a summary,
 * which has no IDs. */
static bool is_head(struct str field)
{
	return str_is(field, "ID") || str_is(field, "Process ID");
}

static bool is_header(struct str line)
{
	struct str field;
	bool quoted;

	return first_field(line, &field, &quoted) && is_head(field) &&
	       str_has(line, "Kernel Name");
}

/* Lines of ncu itself. */
static const struct {
	const char *head;
	bool bad, error;
} sayings[] = {
    {"==PROF== ", false, false},
    {"==WARNING== ", true, false},
    {"==ERROR== ", true, true},
};

enum { NSAYINGS = NELEMS(sayings) };

/* The process with this id; good until the next call. */
static struct process *process_of(struct reading *r, struct str id)
{
	uint32_t i = intern_add(&r->process_keys, id);

	if (i == r->processes.n)
		*vec_add(&r->processes) = (struct process){.run = 0};
	return &r->processes.v[i];
}

/* Note "Connected to process 7 (/usr/bin/python3)": a run of ncu begins. */
static void take_connected(struct reading *r, struct str saying)
{
	struct process *process;

	if (!str_skip(&saying, "Connected to process "))
		return;
	saying.n = ascii_digits(saying.p, saying.n);
	process = process_of(r, saying);
	if (!process->connected)
		*vec_add(&r->connected) = (uint32_t)(process - r->processes.v);
	process->connected = true;
}

/* Keep the first error, else the last warning. */
static bool is_saying(struct reading *r, struct str line)
{
	size_t i;

	for (i = 0; i < NSAYINGS; i++) {
		if (!str_skip(&line, sayings[i].head))
			continue;
		r->ran = true;
		take_connected(r, line);
		if (!sayings[i].bad || r->said_error)
			return true;
		r->said.n = 0;
		strbuf_str(&r->said, line);
		r->said_error = sayings[i].error;
		return true;
	}
	return false;
}

/* The number of fields of a line. */
static size_t count_fields(struct str line)
{
	bool quoted = false;
	size_t i, n = 1;

	for (i = 0; i < line.n; i++) {
		quoted ^= line.p[i] == '"';
		n += line.p[i] == ',' && !quoted;
	}
	return n;
}

/* Whether a row begins here: a header, or inside a table an id, or no id in
 * front of the units.  Each may be quoted or not, as the header is.  Another
 * program may have put quotes around the one alone: then the first row is one
 * with all fields, and none ends before the name, for lines of a program that
 * stand in between may begin with numbers, too.  A line that has all fields is
 * a row whatever its id is, so that it is told. */
static bool begins(void *arg, struct str line)
{
	struct table *t = &((struct reading *)arg)->table;
	struct str field;
	bool quoted, known;

	if (is_saying(arg, line))
		return false;
	if (is_header(line)) {
		t->quoted = line.p[0] == '"';
		t->requoted = false;
		return true;
	}
	if (!t->any || !first_field(line, &field, &quoted))
		return false;
	known = field.n == 0 || ncu_id(field, NULL);
	if (!known && count_fields(line) != t->role.n)
		return false;
	if (known && quoted != t->quoted && count_fields(line) == t->role.n) {
		t->quoted = quoted;
		t->requoted = true;
	}
	return quoted == t->quoted &&
	       (!t->requoted || count_fields(line) > t->at[ROLE_KERNEL]);
}

/*
 * Tables
 */

static struct metric make_metric(
    struct reading *r, struct str name, struct str section)
{
	struct metric m = {.name = intern_add(&r->p->texts, name),
	    .base = intern_add(&r->p->texts, STR("")),
	    .fact = FACT_NONE};
	size_t i;

	for (i = 0; i < NFACT_NAMES; i++) {
		if (!str_is(name, facts[i].metric) ||
		    (facts[i].section && !str_starts(section, facts[i].section)))
			continue;
		m.fact = facts[i].fact;
		m.unscaled = facts[i].unscaled;
		break;
	}
	return m;
}

static void set_unit(struct reading *r, struct metric *m, struct str unit)
{
	r->text.n = 0;
	m->has_unit = ncu_unit(unit, &m->exponent, &r->text);
	if (m->has_unit)
		m->base = intern_add(&r->p->texts, strbuf_get(&r->text));
	else
		warnings_add(r->p->warnings,
		    "%s whose unit is not known: no counter", "metric", unit);
}

static enum role role_of(struct str name)
{
	size_t i;

	for (i = 0; i < NROLE_NAMES; i++)
		if (str_is(name, roles[i].name))
			return roles[i].role;
	return ROLE_COUNTER;
}

/* Where it stands whether the launch had the metric: not where MAP_NONE. */
static uint32_t *had(struct reading *r, uint32_t launch, uint32_t name)
{
	return map_at(&r->had, (uint64_t)launch << 32 | name);
}

/* From the second table on, note that the launch had the metric. */
static void note_metric(struct reading *r, uint32_t launch, uint32_t name)
{
	if (r->table.number > 1)
		*had(r, launch, name) = 1;
}

/* A table has begun, and with it the run of each process that was connected to
 * since the last one. */
static void begin_runs(struct reading *r)
{
	size_t i;

	for (i = 0; i < r->connected.n; i++) {
		struct process *process = &r->processes.v[r->connected.v[i]];

		process->run++;
		process->connected = process->any = false;
	}
	r->connected.n = 0;
	/* From the second table on, what the first has is looked up. */
	for (i = 0; r->table.number == 1 && i < r->cells.n; i++)
		*had(r, r->cells.v[i].launch, r->cells.v[i].name) = 1;
}

static void read_header(struct reading *r, const struct csvrow *row)
{
	struct table *t = &r->table;
	size_t i;

	csvrows_name(r->rows, row);
	begin_runs(r);
	t->any = true;
	t->number++;
	t->role.n = 0;
	t->metrics.n = 0;
	for (i = 0; i < NROLE_NAMES; i++)
		if (roles[i].role < NROLES)
			t->at[roles[i].role] = csvrows_find(r->rows, roles[i].name);
	for (i = 0; i < row->n; i++)
		*vec_add(&t->role) = role_of(row->v[i]);
	t->is_long = t->at[ROLE_METRIC] != SIZE_MAX;
	t->has_units = t->is_long && t->at[ROLE_UNIT] != SIZE_MAX;
	t->is_summary = t->at[ROLE_ID] == SIZE_MAX ||
			(t->is_long && t->at[ROLE_VALUE] == SIZE_MAX);
	r->summary |= t->is_summary;
	for (i = 0; i < row->n && !t->is_long; i++)
		*vec_add(&t->metrics) =
		    make_metric(r, row->v[i], (struct str){NULL, 0});
}

static struct str line_text(struct reading *r, const struct csvrow *row)
{
	r->text.n = 0;
	strbuf_printf(&r->text, "line %llu", (unsigned long long)row->line);
	return strbuf_get(&r->text);
}

static void count_short(struct reading *r, const struct csvrow *row)
{
	if (row->n < r->table.role.n)
		warnings_add(r->p->warnings,
		    "%s shorter than the header: no counters of the rest",
		    "row", line_text(r, row));
}

/* The units of the raw page. */
static void read_units(struct reading *r, const struct csvrow *row)
{
	struct table *t = &r->table;
	size_t i;

	t->has_units = true;
	count_short(r, row);
	for (i = 0; i < t->metrics.n && i < row->n; i++)
		if (t->role.v[i] == ROLE_COUNTER)
			set_unit(r, &t->metrics.v[i], row->v[i]);
}

static struct str field(
    const struct reading *r, const struct csvrow *row, enum role role)
{
	return csvrows_field(row, r->table.at[role]);
}

/*
 * Launches
 */

static void set_int(struct launch *l, struct str s, int64_t *to, unsigned flag)
{
	if (s.p && num_parse(s.p, s.n, 0, INT64_MAX, to))
		l->flags |= (uint16_t)flag;
}

/* A range around the launch.  The same text and payload around the launch before, inside
 * the same ranges, is one range: what tells two calls apart is in the text. */
static void add_range(struct reading *r, uint32_t thread, const struct ncu_range *of)
{
	struct profile *p = r->p;
	size_t i = r->open.n;
	struct open open = {.thread = thread};
	const struct open *before = i < r->before.n ? &r->before.v[i] : NULL;
	struct range *range;
	struct extra extra = PROFILE_NO_EXTRA;

	r->text.n = 0;
	strbuf_str(&r->text, of->domain);
	strbuf_char(&r->text, '\0');
	strbuf_str(&r->text, of->payload);
	strbuf_char(&r->text, '\0');
	strbuf_str(&r->text, of->text);
	open.key = intern_add(&r->range_keys, strbuf_get(&r->text));
	if (before && before->thread == thread && before->key == open.key &&
	    (i == 0 || r->open.v[i - 1].range == before[-1].range)) {
		open.range = before->range;
	} else {
		open.range = (uint32_t)p->ranges.n;
		range = vec_add(&p->ranges);
		*range = (struct range){
		    .start = (int64_t)p->launches.n, .thread = thread};
		if (of->domain.n)
			extra.domain = intern_add(&p->texts, of->domain);
		if (of->payload.p)
			extra.payload = intern_add(&p->texts, of->payload);
		range->extra = profile_add_extra(p, &extra);
		profile_set_text(p, range, of->text);
	}
	p->ranges.v[open.range].end = (int64_t)p->launches.n;
	*vec_add(&r->open) = open;
	*vec_add(&p->chain) = open.range;
}

/* The launch is complete: its ranges are those before the next one. */
static void swap_open(struct reading *r)
{
	size_t i;

	r->before.n = 0;
	for (i = 0; i < r->open.n; i++)
		*vec_add(&r->before) = r->open.v[i];
	r->open.n = 0;
}

/* Say that what is left of a cell tells no ranges; a number alone is an id. */
static void say_rest(struct reading *r, const struct csvrow *row, struct str rest)
{
	size_t i;

	for (i = 0; i < rest.n && (rest.p[i] == ' ' || is_digit(rest.p[i])); i++)
		;
	if (i < rest.n)
		warnings_add(r->p->warnings, "%s of NVTX that cannot be read",
		    "cell", line_text(r, row));
}

/* The ranges around a launch of the process; its thread, where they tell it. */
static uint32_t add_ranges(
    struct reading *r, const struct csvrow *row, int64_t pid, uint32_t process)
{
	struct str pushed = field(r, row, ROLE_PUSHED),
		   started = field(r, row, ROLE_STARTED);
	struct ncu_range range;
	uint32_t thread = process;
	int64_t tid;

	while (ncu_range(&started, true, &range))
		add_range(r, process, &range);
	if (ncu_thread(&pushed, &tid))
		thread = profile_thread(r->p, pid, tid);
	while (ncu_range(&pushed, false, &range))
		add_range(r, thread, &range);
	say_rest(r, row, started);
	say_rest(r, row, pushed);
	return thread;
}

/* Where the row's launch ran, and how large it was. */
static void set_place(struct reading *r, const struct csvrow *row,
    struct launch *l, struct config *c)
{
	set_int(l, field(r, row, ROLE_DEVICE), &c->device, LAUNCH_HAS_DEVICE);
	set_int(l, field(r, row, ROLE_CONTEXT), &c->context, LAUNCH_HAS_CONTEXT);
	set_int(l, field(r, row, ROLE_STREAM), &c->stream, LAUNCH_HAS_STREAM);
	if (ncu_dim3(field(r, row, ROLE_GRID), c->grid) &&
	    ncu_dim3(field(r, row, ROLE_BLOCK), c->block))
		l->flags |= LAUNCH_HAS_GRID;
}

/* Whether the row is of another launch than this one, by what both tell. */
static bool is_elsewhere(struct reading *r, const struct csvrow *row, uint32_t launch)
{
	const struct launch *l = &r->p->launches.v[launch];
	const struct config *a = profile_config(r->p, l);
	struct launch other = {0};
	struct config b = PROFILE_NO_CONFIG;
	uint32_t both;

	set_place(r, row, &other, &b);
	both = l->flags & other.flags;
	return (both & LAUNCH_HAS_DEVICE && a->device != b.device) ||
	       (both & LAUNCH_HAS_CONTEXT && a->context != b.context) ||
	       (both & LAUNCH_HAS_STREAM && a->stream != b.stream) ||
	       (both & LAUNCH_HAS_GRID &&
		   (memcmp(a->grid, b.grid, sizeof b.grid) != 0 ||
		       memcmp(a->block, b.block, sizeof b.block) != 0));
}

/* Say what tells no place and no size. */
static void say_odd(struct reading *r, const struct csvrow *row)
{
	static const struct {
		enum role role;
		bool is_size;
	} cells[] = {{ROLE_DEVICE, false}, {ROLE_CONTEXT, false},
	    {ROLE_STREAM, false}, {ROLE_GRID, true}, {ROLE_BLOCK, true}};
	int64_t v[3];
	size_t i;

	for (i = 0; i < NELEMS(cells); i++) {
		struct str s = field(r, row, cells[i].role);

		if (!(cells[i].is_size ? ncu_dim3(s, v)
				       : num_parse(s.p, s.n, 0, INT64_MAX, v)))
			tables_odd_cell(r->p, s);
	}
}

static void add_launch(struct reading *r, const struct csvrow *row)
{
	struct profile *p = r->p;
	struct launch *l = profile_launch(p, LAUNCH_KERNEL);
	struct kernel *k = vec_add(&r->kernels);
	struct str process = field(r, row, ROLE_PROCESS),
		   name = field(r, row, ROLE_KERNEL), cc = field(r, row, ROLE_CC);
	struct config c = PROFILE_NO_CONFIG;
	int64_t pid = -1;

	if (name.n)
		l->name = intern_add(&p->texts, name);
	if (process.p && num_parse(process.p, process.n, 0, INT32_MAX, &pid))
		l->thread = profile_process(p, pid, pid);
	if (l->thread != PROFILE_NONE) {
		l->thread = add_ranges(r, row, pid, l->thread);
	} else {
		say_rest(r, row, field(r, row, ROLE_STARTED));
		say_rest(r, row, field(r, row, ROLE_PUSHED));
	}
	if (process.p)
		process_of(r, process)->any = true;
	*vec_add(&p->chain_at) = p->chain.n;
	swap_open(r);
	set_place(r, row, l, &c);
	say_odd(r, row);
	profile_set_config(p, l, &c);
	*k = (struct kernel){.cc = PROFILE_NONE, .gpu = PROFILE_NONE};
	if (cc.p)
		k->cc = intern_add(&p->texts, cc);
}

/* The number of the row's run. */
static uint64_t *run_of(struct reading *r, const struct csvrow *row)
{
	struct str process = field(r, row, ROLE_PROCESS);

	return process.p ? &process_of(r, process)->run : &r->table.run;
}

/* The key of the row's launch in the present run, or so many before; without
 * its name, of the last launch with its ID.  An id is unique in a run of its
 * process; if the process is not recorded, in its table. */
static uint32_t key_of(
    struct reading *r, const struct csvrow *row, uint64_t back, bool named)
{
	struct str process = field(r, row, ROLE_PROCESS),
		   id = field(r, row, ROLE_ID);
	struct strbuf *b = &r->text;
	uint32_t key;

	b->n = 0;
	strbuf_str(b, process);
	strbuf_char(b, '\0');
	if (!process.p)
		strbuf_printf(b, "table %u ", (unsigned)r->table.number);
	strbuf_uint(b, *run_of(r, row) - back);
	strbuf_char(b, '\0');
	ncu_id(id, b);
	if (named) {
		strbuf_char(b, '\0');
		strbuf_str(b, field(r, row, ROLE_KERNEL));
	}
	key = intern_add(&r->keys, strbuf_get(b));
	if (key == r->launches.n)
		*vec_add(&r->launches) = PROFILE_NONE;
	return key;
}

/* Whether a launch of the key is in the table. */
static bool in_table(const struct reading *r, uint32_t key)
{
	uint32_t launch = r->launches.v[key];

	return launch != PROFILE_NONE &&
	       r->kernels.v[launch].table == r->table.number;
}

/* From now on look for the metrics of each launch. */
static void note_all(struct reading *r)
{
	size_t i;

	if (r->again)
		return;
	r->again = true;
	for (i = 0; i < r->cells.n; i++)
		*map_at(&r->told, (uint64_t)r->cells.v[i].launch << 32 |
				      r->cells.v[i].name) = (uint32_t)i;
}

/* Whether the row of the details page tells what the launch lacks. */
static bool lacks(struct reading *r, const struct csvrow *row, uint32_t launch)
{
	struct str name = field(r, row, ROLE_METRIC);

	note_all(r);
	return map_get(&r->told, (uint64_t)launch << 32 |
				     intern_add(&r->p->texts, name)) == MAP_NONE;
}

/* The launch of the row, which is added if it is new.  It is of the run before,
 * if that has the launch in the table, but not the metric, since rows may be in
 * any order.  Else an ID that comes again with another place or size, or in the
 * table with another name, begins a run. */
static uint32_t launch_of(struct reading *r, const struct csvrow *row)
{
	uint32_t key = key_of(r, row, 0, true), id, before,
		 launch = r->launches.v[key];
	bool other = launch != PROFILE_NONE && is_elsewhere(r, row, launch);

	if (launch != PROFILE_NONE && !other)
		return launch;
	if (r->table.is_long && *run_of(r, row) > 0) {
		before = key_of(r, row, 1, true);
		launch = r->launches.v[before];
		if (in_table(r, before) && !is_elsewhere(r, row, launch) &&
		    lacks(r, row, launch))
			return launch;
	}
	id = key_of(r, row, 0, false);
	if (other || in_table(r, id)) {
		++*run_of(r, row);
		key = key_of(r, row, 0, true);
		id = key_of(r, row, 0, false);
	}
	r->launches.v[key] = r->launches.v[id] = (uint32_t)r->kernels.n;
	add_launch(r, row);
	return r->launches.v[key];
}

/*
 * Metrics
 */

/* Metrics whose names show that they are bytes or times.  Without a unit, their
 * scale is not known. */
static const char *const scaled[] = {"byte", "time", "second", "duration",
    "frequency", "clock", "hz", "throughput", "bandwidth", "mem", "size"};

static bool is_scaled(struct str name)
{
	size_t i;

	if (str_has(name, "pct") || str_has(name, "percent"))
		return false;
	for (i = 0; i < NELEMS(scaled); i++)
		if (str_has(name, scaled[i]))
			return true;
	return false;
}

/* The launch had the metric before: its value should be the same. */
static void check_value(
    struct reading *r, const double before[2], const double now[2])
{
	if (before[0] == now[0] && before[1] == now[1])
		return;
	r->text.n = 0;
	strbuf_printf(&r->text, "line %llu", (unsigned long long)r->line);
	warnings_add(r->p->warnings, "%s of a metric that was told before: left out",
	    "value", strbuf_get(&r->text));
}

/* The name of the counter with this value.  If a metric comes in two units, the
 * second gets its unit in the name.  PROFILE_NONE: the launch has it already. */
static uint32_t counter_name(struct reading *r, uint32_t launch,
    const struct metric *m, const double v[2])
{
	struct seen *seen;

	while (r->seen.n <= m->name)
		*vec_add(&r->seen) = (struct seen){.launch = PROFILE_NONE};
	seen = &r->seen.v[m->name];
	if (seen->launch != launch) {
		*seen = (struct seen){launch, m->base, {v[0], v[1]}};
		return m->name;
	}
	if (seen->base == m->base) {
		check_value(r, seen->v, v);
		return PROFILE_NONE;
	}
	r->text.n = 0;
	strbuf_str(&r->text, intern_get(&r->p->texts, m->name));
	strbuf_text(&r->text, " [");
	strbuf_str(&r->text, intern_get(&r->p->texts, m->base));
	strbuf_char(&r->text, ']');
	return intern_add(&r->p->texts, strbuf_get(&r->text));
}

/* "number '1.2.3' in line 8" */
static struct str place(struct reading *r, struct str text)
{
	r->text.n = 0;
	strbuf_text(&r->text, "number '");
	strbuf_str(&r->text, text);
	strbuf_printf(&r->text, "' in line %llu", (unsigned long long)r->line);
	return strbuf_get(&r->text);
}

/* Note that the cell is to be added; false: there is one of its launch and
 * name, which counts. */
static bool note_cell(struct reading *r, const struct cell *c)
{
	uint32_t *at = map_at(&r->told, (uint64_t)c->launch << 32 | c->name);

	if (*at == MAP_NONE) {
		*at = (uint32_t)r->cells.n;
		return true;
	}
	check_value(r, r->cells.v[*at].v, c->v);
	return false;
}

/* On the details page the rows of a launch stand together, unless they were
 * sorted or are those of several runs: look for each from now on. */
static void note_again(struct reading *r, uint32_t launch)
{
	if (launch != r->last && r->kernels.v[launch].table == r->table.number)
		note_all(r);
}

static void add_cell(
    struct reading *r, uint32_t launch, const struct metric *m, struct str text)
{
	struct cell c = {.launch = launch,
	    .fact = (uint8_t)m->fact,
	    .unscaled = m->exponent == 0};
	enum ncu_number number = ncu_number(text, m->exponent, c.v);

	c.number = (uint8_t)number;
	if (number == NCU_NONE)
		return;
	if (number == NCU_BAD) {
		warnings_add(r->p->warnings, "%s that cannot be read: no counter",
		    "number", place(r, text));
		return;
	}
	if (m->fact < NFACTS && m->unscaled && !c.unscaled)
		c.fact = FACT_NONE;
	c.name = counter_name(r, launch, m, c.v);
	if (c.name == PROFILE_NONE || (r->again && !note_cell(r, &c)))
		return;
	if (r->numbers[number]++ == 0 && number >= NCU_EITHER_COMMA) {
		struct str s = place(r, text);

		r->undecided[number] =
		    (struct str){arena_text(&r->p->arena, s.p, s.n), s.n};
	}
	*vec_add(&r->cells) = c;
}

static void add_metric(
    struct reading *r, uint32_t launch, const struct metric *m, struct str text)
{
	struct str name = intern_get(&r->p->texts, m->name);

	if (str_is(name, gpu_name)) {
		r->kernels.v[launch].gpu = intern_add(&r->p->texts, text);
		return;
	}
	if (r->table.has_units ? !m->has_unit : is_scaled(name)) {
		if (!r->table.has_units)
			warnings_add(r->p->warnings,
			    "%s whose unit is not told: no counter", "value", name);
		return;
	}
	add_cell(r, launch, m, text);
}

/* A row of the details page.  The row of a rule has no metric. */
static void read_long(struct reading *r, const struct csvrow *row, uint32_t launch)
{
	struct str name = field(r, row, ROLE_METRIC),
		   unit = field(r, row, ROLE_UNIT),
		   value = field(r, row, ROLE_VALUE);
	struct metric m;

	if (!name.p || name.n == 0)
		return;
	if (!value.p) {
		count_short(r, row);
		return;
	}
	m = make_metric(r, name, field(r, row, ROLE_SECTION));
	if (unit.p)
		set_unit(r, &m, unit);
	note_metric(r, launch, m.name);
	add_metric(r, launch, &m, value);
}

static bool is_metric(const struct reading *r, const struct csvrow *row, size_t i)
{
	return r->table.role.v[i] == ROLE_COUNTER && row->v[i].n > 0;
}

/* A row of the raw page. */
static void read_wide(struct reading *r, const struct csvrow *row, uint32_t launch)
{
	const struct table *t = &r->table;
	size_t i;

	count_short(r, row);
	for (i = 0; i < row->n; i++) {
		if (is_metric(r, row, i))
			note_metric(r, launch, t->metrics.v[i].name);
		if (t->role.v[i] == ROLE_COUNTER)
			add_metric(r, launch, &t->metrics.v[i], row->v[i]);
	}
}

/*
 * Rows
 */

/* The number of fields without empty ones at the end. */
static size_t width(const struct csvrow *row)
{
	size_t n = row->n;

	while (n && row->v[n - 1].n == 0)
		n--;
	return n;
}

/* A row is left out: on the raw page that is a kernel, on the other a metric. */
static void count_lost(struct reading *r)
{
	r->p->nlost += !r->table.is_long;
}

/* Whether the fields of the row are under their headers: a comma that should
 * have been quoted moves all that follow. */
static bool is_sound(struct reading *r, const struct csvrow *row)
{
	if (row->broken) {
		count_lost(r);
		warnings_add(r->p->warnings, "%s left out: the quotes are wrong",
		    "row", line_text(r, row));
		return false;
	}
	if (r->table.any && width(row) > r->table.role.n) {
		count_lost(r);
		warnings_add(r->p->warnings,
		    "%s left out: more fields than the header has", "row",
		    line_text(r, row));
		return false;
	}
	return true;
}

/* Read a row of a launch. */
static void take_row(struct reading *r, const struct csvrow *row)
{
	uint32_t launch = launch_of(r, row);

	r->line = row->line;
	/* a raw page has one row a launch of a run */
	if (!r->table.is_long && r->kernels.v[launch].table == r->table.number) {
		++*run_of(r, row);
		launch = launch_of(r, row);
	}
	note_again(r, launch);
	r->kernels.v[launch].table = r->table.number;
	r->last = launch;
	if (r->table.is_long)
		read_long(r, row, launch);
	else
		read_wide(r, row, launch);
}

/* Whether the row cannot be of the run of its process that was before the
 * table: it repeats a metric, or is of another launch. */
static bool is_of_next_run(struct reading *r, const struct csvrow *row)
{
	uint32_t key =
	    key_of(r, row, 0, true); /* which may move what it is a place in */
	uint32_t launch = r->launches.v[key];
	struct str name = field(r, row, ROLE_METRIC);
	size_t i;

	if (launch == PROFILE_NONE)
		return false;
	if (is_elsewhere(r, row, launch))
		return true;
	if (r->table.is_long)
		return name.n && field(r, row, ROLE_VALUE).p &&
		       *had(r, launch, intern_add(&r->p->texts, name)) != MAP_NONE;
	for (i = 0; i < row->n; i++)
		if (is_metric(r, row, i) &&
		    *had(r, launch, r->table.metrics.v[i].name) != MAP_NONE)
			return true;
	return false;
}

/* Whether it is known which run the rows of the row's process are of: its first
 * in the present one, or another than before, where one row is. */
static bool is_decided(struct reading *r, const struct csvrow *row)
{
	struct process *process = process_of(r, field(r, row, ROLE_PROCESS));

	if (!process->any)
		process->table = r->table.number;
	return process->table == r->table.number;
}

/* Read the rows that were held, in order: all, or up to one whose run is not
 * known. */
static void take_held(struct reading *r, bool all)
{
	struct csvrow row;

	for (; r->taken < r->held.rows.n; r->taken++) {
		row = heldrows_get(&r->held, r->taken);
		if (!all && !is_decided(r, &row))
			return;
		take_row(r, &row);
	}
	r->taken = 0;
	heldrows_free(&r->held);
}

/* Read the row of a process, or hold it until it is known which run it is of. */
static void see_row(struct reading *r, const struct csvrow *row)
{
	bool decided = is_decided(r, row);
	struct process *process;

	if (decided && r->held.rows.n == 0) {
		take_row(r, row);
		return;
	}
	heldrows_add(&r->held, row);
	if (!decided && is_of_next_run(r, row)) {
		process = process_of(r, field(r, row, ROLE_PROCESS));
		process->run++;
		process->table = r->table.number;
		take_held(r, false);
	}
}

/* How many fields of a row count: without quotes the last one before the end of
 * the file, or of a row that was cut there, may be half a number. */
static size_t nfields(const struct reading *r, const struct csvrow *row)
{
	const struct table *t = &r->table;

	if (row->cut || (!t->is_long && !t->quoted && row->n < t->role.n))
		return row->n - 1;
	return row->n < t->role.n ? row->n : t->role.n;
}

static void read_row(struct reading *r, const struct csvrow *row)
{
	struct csvrow known = *row;
	struct str id = csvrows_field(row, 0);

	if (row->n == 0 && !row->broken)
		return;
	if (!row->broken && is_head(id)) {
		take_held(r, true);
		read_header(r, row);
		return;
	}
	if (!is_sound(r, row) || r->table.is_summary)
		return;
	id = field(r, row, ROLE_ID);
	if (id.n == 0) {
		if (!r->table.is_long && field(r, row, ROLE_KERNEL).n == 0) {
			take_held(r, true);
			read_units(r, row);
		} else {
			warnings_add(r->p->warnings, "%s left out: no ID",
			    "row", line_text(r, row));
		}
		return;
	}
	if (!ncu_id(id, NULL)) {
		count_lost(r);
		warnings_add(r->p->warnings, "%s left out: its ID is no number",
		    "row", line_text(r, row));
		return;
	}
	known.n = nfields(r, row);
	if (r->table.number > 1 && field(r, row, ROLE_PROCESS).p)
		see_row(r, &known);
	else
		take_row(r, &known);
}

/*
 * The end: what numbers mean, and what they tell
 */

/* Which of the cell's values counts; -1: none. */
static int reading_of(const struct reading *r, const struct cell *c)
{
	bool points = r->numbers[NCU_POINT], commas = r->numbers[NCU_COMMA];

	if (c->number < NCU_EITHER_COMMA)
		return 0;
	if (points != commas)
		return points ? 0 : 1;
	/* ncu prints two decimals, so a comma before three digits is none of
	 * decimals; a point may be that of another program */
	return !points && c->number == NCU_EITHER_COMMA ? 0 : -1;
}

static void take_fact(struct kernel *k, const struct cell *c, double v)
{
	/* exact up to 2^53: 104 days in ns */
	if (c->fact >= NFACTS || k->has & 1u << c->fact || v < 0 ||
	    v > (double)NUM_EXACT_DOUBLE)
		return;
	k->fact[c->fact] = (int64_t)(v + 0.5);
	k->has |= 1u << c->fact;
}

static void take_cells(struct reading *r)
{
	size_t i;

	for (i = 0; i < r->cells.n; i++) {
		const struct cell *c = &r->cells.v[i];
		int which = reading_of(r, c);

		if (which < 0) {
			warnings_add(r->p->warnings,
			    "%s that can be read in two ways: no counter",
			    "number", r->undecided[c->number]);
			continue;
		}
		take_fact(&r->kernels.v[c->launch], c, c->v[which]);
		profile_counter(r->p, c->launch,
		    intern_get(&r->p->texts, c->name), c->v[which]);
	}
}

static bool has(const struct kernel *k, enum fact fact, int n)
{
	unsigned bits = ((1u << n) - 1) << fact;

	return (k->has & bits) == bits;
}

static void fill_launch(struct profile *p, struct launch *l, const struct kernel *k)
{
	struct config c = *profile_config(p, l);
	const int64_t *fact = k->fact;
	enum fact dur;

	for (dur = FACT_DUR; dur <= FACT_DUR_ACTIVE; dur++) {
		if (!has(k, dur, 1))
			continue;
		l->end = fact[dur];
		l->flags |= LAUNCH_HAS_DUR;
		break;
	}
	if (has(k, FACT_REGS, 1)) {
		c.regs = fact[FACT_REGS];
		l->flags |= LAUNCH_HAS_REGS;
	}
	if (has(k, FACT_SMEM_STATIC, 2)) {
		c.smem = fact[FACT_SMEM_STATIC] + fact[FACT_SMEM_DYNAMIC];
		l->flags |= LAUNCH_HAS_SMEM;
	}
	if (!(l->flags & LAUNCH_HAS_GRID) && has(k, FACT_GRID, 6)) {
		memcpy(c.grid, fact + FACT_GRID, sizeof c.grid);
		memcpy(c.block, fact + FACT_BLOCK, sizeof c.block);
		l->flags |= LAUNCH_HAS_GRID;
	}
	profile_set_config(p, l, &c);
}

/* The compute capability, as "8.6"; p == NULL if it is not known. */
static struct str cc_of(struct profile *p, const struct kernel *k)
{
	struct str s = {NULL, 0};
	const char *dot = NULL;
	int64_t major, minor;

	if (has(k, FACT_CC_MAJOR, 2))
		return profile_cc(
		    p, k->fact[FACT_CC_MAJOR], k->fact[FACT_CC_MINOR]);
	if (k->cc != PROFILE_NONE)
		s = intern_get(&p->texts, k->cc);
	if (s.n)
		dot = memchr(s.p, '.', s.n);
	if (!dot || !num_parse(s.p, (size_t)(dot - s.p), 1, 999, &major) ||
	    !num_parse(dot + 1, s.n - (size_t)(dot + 1 - s.p), 0, 99, &minor))
		return (struct str){NULL, 0};
	return profile_cc(p, major, minor);
}

/* Add what the launch says of its device, unless an earlier launch did. */
static void fill_device(struct profile *p, struct device *d, const struct kernel *k)
{
	if (!d->gpu.cc.p)
		d->gpu.cc = cc_of(p, k);
	if (!d->gpu.name.p && k->gpu != PROFILE_NONE)
		d->gpu.name = intern_get(&p->texts, k->gpu);
	if (d->gpu.sms < 0 && has(k, FACT_SMS, 1))
		d->gpu.sms = k->fact[FACT_SMS];
	if (d->gpu.clock_khz < 0 && has(k, FACT_CLOCK, 1))
		d->gpu.clock_khz = k->fact[FACT_CLOCK];
}

/* The device of the launch.  Each process has its own ordinals. */
static struct device *device_of(
    struct profile *p, struct intern *keys, const struct launch *l)
{
	int64_t process =
	    l->thread == PROFILE_NONE ? PROFILE_ANY : p->threads.v[l->thread].pid;
	int64_t id = profile_config(p, l)->device, key[2] = {process, id};
	uint32_t i = intern_add(keys, (struct str){(const char *)key, sizeof key});

	if (i == p->devices.n)
		*vec_add(&p->devices) = (struct device){
		    .process = process, .id = id, .ordinal = id, .gpu = RECORD_NO_GPU};
	return &p->devices.v[i];
}

static void finish(struct reading *r)
{
	struct profile *p = r->p;
	struct intern keys = {0};
	size_t i;

	take_cells(r);
	for (i = 0; i < r->kernels.n; i++) {
		struct launch *l = &p->launches.v[i];

		fill_launch(p, l, &r->kernels.v[i]);
		if (l->flags & LAUNCH_HAS_DEVICE)
			fill_device(p, device_of(p, &keys, l), &r->kernels.v[i]);
	}
	intern_free(&keys);
	if (!(p->kinds & LAUNCH_BIT(LAUNCH_KERNEL)))
		p->launches.n = p->counters.n = 0;
}

static const char no_kernels[] =
    SAID("a summary has no single kernels: print without --print-summary");

/* The message for a file without kernels. */
static int explain(struct reading *r, struct err *err)
{
	struct strbuf b = {0};

	if (!r->table.any && !r->ran)
		return err_set(err,
		    "no table of ncu --csv: there is no header row (\"ID\", "
		    "... \"Kernel Name\", ...)");
	if (r->summary)
		return err_set(err, "%s", no_kernels);
	strbuf_text(&b, "0 GPU kernels");
	if (r->said.n) {
		strbuf_text(&b, ": ncu says: ");
		strbuf_str(&b, strbuf_get(&r->said));
	} else {
		strbuf_text(&b, r->table.any
				    ? ": the table has no row of one"
				    : ": no table: was ncu run with --csv?");
	}
	r->p->empty = arena_text(&r->p->arena, b.p, b.n);
	strbuf_free(&b);
	return 0;
}

static int read_rows(struct reading *r, struct err *err)
{
	struct csvrow row;
	int got;

	while ((got = csvrows_next(r->rows, &row, err)) > 0)
		read_row(r, &row);
	take_held(r, true);
	if (got < 0) {
		r->p->line = csvrows_line(r->rows) + 1;
		return -1;
	}
	if (r->kernels.n == 0)
		return explain(r, err);
	if (r->summary)
		profile_note(r->p, no_kernels);
	if (r->said_error)
		warnings_add(r->p->warnings, "%s in what ncu says", "error",
		    strbuf_get(&r->said));
	finish(r);
	return 0;
}

static int read_all(const struct source *src, struct profile *p, struct err *err)
{
	struct reading r = {.p = p};
	int status;

	p->producer = STR("ncu");
	*vec_add(&p->chain_at) = 0;
	r.rows = csvrows_open(io_lines_from(input_read, src->input), begins, &r);
	status = read_rows(&r, err);
	csvrows_close(r.rows);
	intern_free(&r.keys);
	vec_free(&r.launches);
	heldrows_free(&r.held);
	strbuf_free(&r.text);
	strbuf_free(&r.said);
	vec_free(&r.kernels);
	vec_free(&r.cells);
	vec_free(&r.seen);
	intern_free(&r.process_keys);
	intern_free(&r.range_keys);
	vec_free(&r.processes);
	vec_free(&r.connected);
	vec_free(&r.open);
	vec_free(&r.before);
	map_free(&r.had);
	map_free(&r.told);
	vec_free(&r.table.role);
	vec_free(&r.table.metrics);
	return status;
}

/* Whether the head has a line that only ncu prints, or the header of a
 * table. */
static bool detect(const struct source *src)
{
	struct str line, rest = src->head;
	size_t i;

	str_skip(&rest, "\xEF\xBB\xBF");
	while (str_line(&rest, &line)) {
		if (is_header(line))
			return true;
		for (i = 0; i < NSAYINGS; i++)
			if (str_starts(line, sayings[i].head))
				return true;
	}
	return false;
}

const struct reader read_ncu = {
    .name = "ncu",
    .what = "the output of ncu --csv",
    .give = "what ncu --csv prints (-f ncu where other output precedes it)",
    .detect = detect,
    .read = read_all,
    .any = true,
};
