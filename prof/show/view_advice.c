/*
 * view_advice.c - what to look at first.
 *
 * In:  all that the other views read
 * Out: one row for each rule whose number is beyond its limit
 *
 * The numbers are those of other views, which run beside, and shares of the
 * time of kernels.  What was not recorded gives no advice.
 */
#include "prof/show/view_steps.h"

#include "common/nelems.h"
#include "common/num.h"
#include "prof/ops/op.h"
#include "prof/show/params.h"
#include "prof/show/process.h"
#include "prof/show/sweep.h"

enum { RULE, VALUE, LIMIT, TEXT, COMMAND, NCOLS };

/* A kernel below this is short: about what its launch takes on the host. */
enum { SHORT_NS = 5000 };

enum rule {
	DATALOADER,
	EXPOSEDCOMM,
	EXPOSEDMEM,
	UTIL,
	IDLEHOST,
	AMP,
	SHORT,
	SIZES,
	COPIES,
	PAGEABLE,
	DATAPARALLEL,
	DDP,
	NRULES
};

/* clang-format off */
static const struct advice {
	const char *name;
	uint64_t limit;
	bool below;	     /* it is said of less, not of more */
	const char *options; /* of pp-prof, which show the rows */
	const char *brief;   /* of text, for a terminal */
	const char *text;
} rules[NRULES] = {
    [DATALOADER] = {"dataloader", 5, false, "--view steps", "waits for data: more workers",
	"% of a step waits for data: more workers, pinned memory, prefetching"},
    [EXPOSEDCOMM] = {"exposedcomm", 10, false, "--view busy", "communicates alone: overlap it",
	"% of the time communicates while nothing computes: overlap it, or send less"},
    [EXPOSEDMEM] = {"exposedmem", 10, false, "--view busy", "copies alone: overlap them",
	"% of the time copies or fills memory while nothing else runs: overlap it, or copy less"},
    [UTIL] = {"util", 50, true, "--view device", "% of time busy: larger batches",
	"% of the steps' time has a kernel running: larger batches, less between them"},
    [IDLEHOST] = {"idlehost", 20, false, "--view idle", "waits for launches: CUDA graphs",
	"% of the time waits for the host to launch: larger kernels, CUDA graphs"},
    [AMP] = {"amp", 10, false, "-g call,tc", "products without Tensor Cores: AMP",
	"% of kernels' time is of products without Tensor Cores: mixed precision, TF32"},
    [SHORT] = {"short", 20, false, "-g kernel", "kernels below 5 us: fuse them",
	"% of kernels' time is of some below 5 us while the host is late: fuse them"},
    [SIZES] = {"sizes", 10, false, "-g call,shapes", "sizes no multiple of 16 bytes",
	"% of kernels' time is of products with sizes that are no multiple of 16 bytes: pad them"},
    [COPIES] = {"copies", 5, false, "-g class,botop", "copies, layouts: channels_last",
	"% of kernels' time only copies or changes layouts: channels_last, views"},
    [PAGEABLE] = {"pageable", 2, false, "-g copy,name", "copies of pageable memory: pin it",
	"% of the GPU's time copies pageable memory: pin it"},
    [DATAPARALLEL] = {"dataparallel", 1, false, "--view device", "GPUs under DataParallel: use DDP",
	"GPUs under DataParallel: DistributedDataParallel is faster"},
    [DDP] = {"ddp", 1, true, "-g class", "no NCCL under DDP: its backend",
	"kernels of NCCL under DistributedDataParallel: use its backend"},
};
/* clang-format on */

/* The work of the GPU is kept once, by the view of devices: those of the other
 * two are its groups, and steps takes it from there in the end. */
static const struct view *const parts[] = {
    &view_steps_host, &view_busy, &view_device};
enum { STEPS, BUSY, DEVICE, NPARTS };

/* What is known of the calls of a name. */
struct product {
	bool is;     /* one had products to count */
	uint64_t ns; /* of its kernels that could use Tensor Cores and did not */
};

/* Percents, of the rows of the view busy. */
struct idle {
	struct cell *v;
	size_t n, room;
};

struct sums {
	bool started;
	struct view_run runs[NPARTS];
	struct intern calls;
	VEC(struct product) products;
	uint64_t kernel_ns, work_ns; /* of kernels, and copies too */
	uint64_t ns[NRULES];
	uint64_t nccl;
	bool dataparallel, ddp;
	struct idle idle;
};

static void take(uint64_t *sum, uint64_t ns)
{
	*sum = group_sum(*sum, ns);
}

static bool has_gemm(const struct row *row)
{
	return row->c.cost.has_flops && row->c.cost.gemm > 0;
}

/* Whether the device has Tensor Cores: 7.0 and later. */
static bool has_cores(const struct record *rec)
{
	struct str cc = record_has(rec, gpu) ? rec->gpu.cc : STR("");
	const char *dot = cc.n ? memchr(cc.p, '.', cc.n) : NULL;
	int64_t major;

	return dot && num_parse(cc.p, (size_t)(dot - cc.p), 0, 99, &major) &&
	       major >= 7;
}

static void take_product(const struct row *row, struct sums *sums, uint64_t ns)
{
	const struct call *call = params_call(row->rec, &row->c);
	struct strbuf b = {0};
	struct product *p;
	uint32_t i;

	if (!call)
		return;
	strbuf_str(&b, call->mod);
	strbuf_char(&b, '.');
	strbuf_str(&b, call->op);
	i = intern_add(&sums->calls, strbuf_get(&b));
	strbuf_free(&b);
	if (i == sums->products.n)
		*vec_add(&sums->products) = (struct product){false, 0};
	p = &sums->products.v[i];
	p->is |= has_gemm(row);
	if (!tc_used(row->tc) && has_cores(row->rec))
		take(&p->ns, ns);
}

static bool is_odd(const struct row *row)
{
	unsigned bits = dtype_bits(row->c.cost.dtype);

	return has_gemm(row) && row->c.entry && row->c.call && bits > 0 &&
	       bits <= 128 &&
	       !op_cost_of_aligned(row->c.entry, row->c.call, 128 / bits);
}

static bool is_copy(const struct record *rec)
{
	struct str s = record_has(rec, kernel) ? rec->kernel : STR("");

	return row_is_class(rec, KCLASS_COPY) || str_has(s, "nchwToNhwc") ||
	       str_has(s, "nhwcToNchw");
}

static void add_kernel(const struct row *row, struct sums *sums, uint64_t ns)
{
	const struct record *rec = row->rec;

	take(&sums->kernel_ns, ns);
	take_product(row, sums, ns);
	if (ns < SHORT_NS)
		take(&sums->ns[SHORT], ns);
	if (is_odd(row))
		take(&sums->ns[SIZES], ns);
	if (is_copy(rec))
		take(&sums->ns[COPIES], ns);
	if (record_has(rec, kernel) && str_starts(rec->kernel, "nccl"))
		sums->nccl++;
}

static void add_own(const struct row *row, struct sums *sums)
{
	const struct record *rec = row->rec;
	struct str name = record_has(rec, name) ? rec->name : STR("");
	uint64_t ns = row_ns(rec);

	if (asked_is(rec, KIND_BITS_WORK)) {
		take(&sums->work_ns, ns);
		if (row_is_kernel(rec))
			add_kernel(row, sums, ns);
		/* "Pagable" in traces of 2020 */
		else if (str_has(name, "Pageable") || str_has(name, "Pagable"))
			take(&sums->ns[PAGEABLE], ns);
	} else if (asked_is(rec, KIND_BITS_HOST)) {
		sums->dataparallel |= str_is(name, "DataParallel.forward");
		sums->ddp |= str_is(name, "DistributedDataParallel.forward");
		sums->nccl += str_starts(name, "nccl:");
	}
}

static void spread(struct view_run *run, const struct row *row)
{
	struct sums *sums = group_add(&run->groups, row)->more;

	for (size_t i = 0; i < NPARTS; i++) {
		if (!sums->started)
			view_start(&sums->runs[i], parts[i], run->out);
		if (i != BUSY)
			view_add(&sums->runs[i], row);
	}
	sums->started = true;
	add_own(row, sums);
}

static void free_sums(void *more)
{
	struct sums *sums = more;

	for (size_t i = 0; i < NPARTS; i++)
		view_free(&sums->runs[i]);
	vec_free(&sums->idle);
	intern_free(&sums->calls);
	vec_free(&sums->products);
}

/* The text, and whom it is about, if n > 0, in brackets. */
static void add_text(struct strbuf *b, const char *text, struct str whom)
{
	b->n = 0;
	strbuf_text(b, text);
	if (whom.n == 0)
		return;
	strbuf_text(b, " (");
	strbuf_str(b, whom);
	strbuf_char(b, ')');
}

static void set_text(struct view_run *run, const struct advice *r, struct str whom)
{
	struct cell brief = {0};
	struct strbuf b = {0};

	add_text(&b, r->brief, whom);
	cell_copy(&brief, &run->groups.arena, &b);
	add_text(&b, r->text, whom);
	cell_copy(&run->cells[TEXT], &run->groups.arena, &b);
	run->cells[TEXT].brief = brief.s;
	strbuf_free(&b);
}

/* The whole command; for a terminal what pp-prof is to be given. */
static void set_command(struct view_run *run, const struct advice *r)
{
	struct strbuf b = {0};

	strbuf_printf(&b, "pp-parse -k all PROFILE | pp-prof %s", r->options);
	cell_copy(&run->cells[COMMAND], &run->groups.arena, &b);
	run->cells[COMMAND].brief = str_of(r->options);
	strbuf_free(&b);
}

/* Say the rule if the value is beyond its limit. */
static void say(struct view_run *run, enum rule rule, struct str whom,
    const struct cell *value)
{
	const struct advice *r = &rules[rule];
	bool above;

	if (value->kind != CELL_REAL)
		return;
	above = value->real.whole > r->limit ||
		(value->real.whole == r->limit && value->real.milli > 0);
	if (r->below ? value->real.whole >= r->limit : !above)
		return;
	cell_text(&run->cells[RULE], r->name);
	run->cells[VALUE] = *value;
	cell_uint(&run->cells[LIMIT], r->limit);
	set_text(run, r, whom);
	set_command(run, r);
	view_put(run);
}

static void say_percent(
    struct view_run *run, enum rule rule, uint64_t part, uint64_t all)
{
	struct cell value = {.kind = CELL_NONE};

	cell_percent(&value, part, all);
	say(run, rule, STR(""), &value);
}

/* What a row of another view has in one of its columns. */
static const struct cell *cell_of(
    const struct view_run *part, size_t row, const char *key)
{
	static const struct cell none = {.kind = CELL_NONE};
	size_t i = 0, n = part->view->ncolumns;

	while (i < n && strcmp(part->view->columns[i].key, key) != 0)
		i++;
	return i < n ? &part->table.rows.v[row][i] : &none;
}

static void add_id(struct strbuf *b, const char *what, const struct cell *cell)
{
	if (cell->kind == CELL_INT)
		strbuf_printf(
		    b, "%s%s %lld", b->n ? ", " : "", what, (long long)cell->i);
}

/* Which rows another view has, and by what their processes differ. */
struct whose {
	const struct view_run *part;
	bool ranks, pids;
};

static bool differs(const struct view_run *part, const char *key)
{
	for (size_t i = 1; i < part->table.rows.n; i++)
		if (process_cell_order(
			cell_of(part, 0, key), cell_of(part, i, key)) != 0)
			return true;
	return false;
}

static struct whose whose_of(const struct view_run *part)
{
	return (struct whose){part, differs(part, "rank"), differs(part, "pid")};
}

/* "GPU 0"; of several processes "GPU 0, rank 1, pid 7". */
static void set_whom(struct strbuf *b, const struct whose *of, size_t row)
{
	b->n = 0;
	add_id(b, "GPU", cell_of(of->part, row, "device"));
	if (of->ranks)
		add_id(b, "rank", cell_of(of->part, row, "rank"));
	if (of->pids)
		add_id(b, "pid", cell_of(of->part, row, "pid"));
}

/* Of each GPU a column of another view. */
static void say_rows(struct view_run *run, enum rule rule,
    const struct view_run *part, const char *key)
{
	struct whose of = whose_of(part);
	struct strbuf whom = {0};

	for (size_t i = 0; i < part->table.rows.n; i++) {
		set_whom(&whom, &of, i);
		say(run, rule, strbuf_get(&whom), cell_of(part, i, key));
	}
	strbuf_free(&whom);
}

/* Whether two rows of other views, which begin with the same columns, are of
 * one GPU. */
static bool same_gpu(const struct cell *a, const struct cell *b)
{
	for (size_t i = 0; i <= PROCESS_NKEYS; i++)
		if (process_cell_order(&a[i], &b[i]) != 0)
			return false;
	return true;
}

/* Whether copies that nothing hides fill the time of the GPU of this row:
 * larger batches would not. */
static bool is_copying(const struct view_run *busy, const struct cell *gpu)
{
	for (size_t i = 0; i < busy->table.rows.n; i++) {
		const struct cell *v = cell_of(busy, i, "exposedmempct");

		if (same_gpu(busy->table.rows.v[i], gpu))
			return v->kind == CELL_REAL &&
			       v->real.whole >= rules[UTIL].limit;
	}
	return false;
}

static void say_util(struct view_run *run, const struct view_run *device,
    const struct view_run *busy)
{
	struct whose of = whose_of(device);
	struct strbuf whom = {0};

	for (size_t i = 0; i < device->table.rows.n; i++) {
		set_whom(&whom, &of, i);
		if (!is_copying(busy, device->table.rows.v[i]))
			say(run, UTIL, strbuf_get(&whom),
			    cell_of(device, i, "util"));
	}
	strbuf_free(&whom);
}

/* Time that nothing ran on the GPU until something came that was launched only
 * then, in percent of its span: as the view idle has it of a stream. */
static void host_percent(const struct spans *spans, struct cell *value)
{
	int64_t end = spans->v[0].end;
	uint64_t ns = 0;

	for (size_t i = 1; i < spans->n; i++) {
		const struct span *s = &spans->v[i];

		if (s->start > end && sweep_launched(s) && s->api_start > end)
			ns += (uint64_t)s->start - (uint64_t)end;
		if (s->end > end)
			end = s->end;
	}
	cell_percent(value, ns, (uint64_t)end - (uint64_t)spans->v[0].start);
}

/* That of each row of the view busy. */
static void find_idle(const struct view_run *busy, struct idle *idle)
{
	for (size_t i = 0; i < busy->groups.list.n; i++) {
		const struct spans *spans = busy->groups.list.v[i]->more;
		struct cell value = {.kind = CELL_NONE};

		if (spans->n == 0)
			continue;
		host_percent(spans, &value);
		*vec_add(idle) = value;
	}
}

/* Return whether it is said of any GPU. */
static bool say_idle(
    struct view_run *run, const struct view_run *busy, const struct idle *idle)
{
	size_t before = run->table.rows.n;
	struct whose of = whose_of(busy);
	struct strbuf whom = {0};

	for (size_t i = 0; i < idle->n; i++) {
		set_whom(&whom, &of, i);
		say(run, IDLEHOST, strbuf_get(&whom), &idle->v[i]);
	}
	strbuf_free(&whom);
	return run->table.rows.n > before;
}

/* The most GPUs that a process used. */
static uint64_t most_gpus(const struct view_run *device)
{
	uint64_t n = 0, most = 0;

	for (size_t i = 0; i < device->table.rows.n; i++) {
		bool same = i > 0;

		for (size_t k = 0; k < PROCESS_NKEYS && same; k++)
			same = process_cell_order(&device->table.rows.v[i - 1][k],
				   &device->table.rows.v[i][k]) == 0;
		n = same ? n + 1 : 1;
		if (n > most)
			most = n;
	}
	return most;
}

static void say_count(struct view_run *run, enum rule rule, uint64_t n)
{
	struct cell value = {.kind = CELL_NONE};

	cell_ratio(&value, n, 1000, 1);
	say(run, rule, STR(""), &value);
}

static void say_kernels(struct view_run *run, struct sums *sums, bool late)
{
	for (size_t i = 0; i < sums->products.n; i++) {
		if (sums->products.v[i].is)
			take(&sums->ns[AMP], sums->products.v[i].ns);
	}
	for (enum rule rule = AMP; rule <= COPIES; rule++) {
		if (rule != SHORT || late)
			say_percent(run, rule, sums->ns[rule], sums->kernel_ns);
	}
	say_percent(run, PAGEABLE, sums->ns[PAGEABLE], sums->work_ns);
}

/* Give each process the work of its GPUs.  Both have all processes, in order. */
static void give_work(const struct view_run *steps, const struct view_run *devices)
{
	size_t n = steps->groups.list.n, k = 0;

	for (size_t i = 0; i < devices->groups.list.n; i++) {
		const struct group *device = devices->groups.list.v[i];

		while (k < n && !process_same(steps->groups.list.v[k], device))
			k++;
		if (k < n)
			view_steps_take(steps->groups.list.v[k], device->more);
	}
}

/* Let another view make its table, where it lacks nothing. */
static void run_part(struct view_run *part, const struct asked *asked,
    const struct view_run *devices)
{
	struct columns none = {0};
	struct asked own = part->asked;
	struct err err;
	bool has;

	part->asked = *asked; /* which has the profile records, too */
	has = view_ready(part, &none, "", &err) == 0;
	if (has && devices)
		give_work(part, devices);
	if (has && part->groups.list.n > 0)
		part->view->print(part);
	part->asked = own;
}

/* Let the view busy make its table of the groups of devices, which begin with
 * the same spans and keys. */
static void run_busy(struct sums *sums, const struct asked *asked)
{
	struct view_run *busy = &sums->runs[BUSY];

	group_free(&busy->groups);
	busy->groups = sums->runs[DEVICE].groups;
	run_part(busy, asked, NULL);
	find_idle(busy, &sums->idle);
	busy->groups = (struct group_table){0};
}

/* Rules whose records were not asked for are left out: say so, as no row would
 * else mean that all is well. */
static void say_untried(struct view_run *run)
{
	struct strbuf b = {0};

	asked_missing(&run->asked, KIND_BITS_COPIES | KIND_BITS_HOST, &b);
	if (b.n > 0)
		out_note(run->out, "some rules were not tried, as they need %.*s: run pp-parse -k all",
		    (int)b.n, b.p);
	strbuf_free(&b);
}

static void print(struct view_run *run)
{
	struct sums *sums = run->groups.list.v[0]->more;
	struct view_run *runs = sums->runs;
	struct err err;
	bool late = false;

	say_untried(run);
	run_part(&runs[DEVICE], &run->asked, NULL);
	run_busy(sums, &run->asked);
	run_part(&runs[STEPS], &run->asked, &runs[DEVICE]);
	if (runs[STEPS].table.rows.n > 0)
		say(run, DATALOADER, STR(""),
		    cell_of(&runs[STEPS], runs[STEPS].table.rows.n - 1,
			"dataloaderpct"));
	say_rows(run, EXPOSEDCOMM, &runs[BUSY], "exposedcommpct");
	say_rows(run, EXPOSEDMEM, &runs[BUSY], "exposedmempct");
	say_util(run, &runs[DEVICE], &runs[BUSY]);
	if (asked_check(&run->asked, view_idle.name, view_idle.needs, &err) == 0)
		late = say_idle(run, &runs[BUSY], &sums->idle);
	say_kernels(run, sums, late);
	if (sums->dataparallel)
		say_count(run, DATAPARALLEL, most_gpus(&runs[DEVICE]));
	if (sums->ddp && sums->kernel_ns > 0)
		say_count(run, DDP, sums->nccl);
}

/* clang-format off */
static const struct column columns[NCOLS] = {
	[RULE] = {"rule", "rule", 12, CELL_STR, "what it is about", .value = NULL},
	[VALUE] = {"value", "value", 8, CELL_REAL, "the number", .value = NULL},
	[LIMIT] = {"limit", "limit", 5, CELL_UINT, "what it is beyond", .value = NULL},
	[TEXT] = {"text", "text", 0, CELL_STR, "what it means, and what helps", .value = NULL},
	[COMMAND] = {"command", "command", 0, CELL_STR, "what shows the rows", .value = NULL},
};
/* clang-format on */

const struct view view_advice = {
    .name = "advice",
    .empty = "no number is beyond its limit",
    .help = "what to look at first, and the command that shows it",
    .keys = "",
    .nmore = sizeof(struct sums),
    .columns = columns,
    .ncolumns = NELEMS(columns),
    .brief = "rule,value,limit,command,text",
    .needs = KIND_BIT(KIND_KERNEL),
    .spread = spread,
    .free = free_sums,
    .print = print,
};
