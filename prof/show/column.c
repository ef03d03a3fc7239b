/*
 * column.c - the column table.
 *
 * In:  a row: the record, its cost, its Tensor Core verdict
 * Out: a cell: a typed value without any format
 *
 * The first twenty columns are PyProf's, with its keys, headers, widths and
 * texts, so that scripts written for it keep working.
 */
#include "prof/show/column.h"

#include <stddef.h>

#include "common/kclass.h"
#include "common/nelems.h"
#include "common/num.h"
#include "prof/show/column_hw.h"
#include "prof/show/column_levels.h"
#include "prof/show/column_name.h"
#include "prof/show/params.h"
#include "prof/roof.h"

static const char column_default[] = "idx,dir,sub,mod,op,kernel,params,sil";

/* Most functions serve one column and need not ask which. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

__extension__ typedef __int128 signed_wide;

/* A kernel that lacks what every kernel has: unknown.  Any other record: it has
 * none. */
static void set_absent(struct cell *cell, const struct record *rec)
{
	cell->kind = row_is_kernel(rec) ? CELL_NA : CELL_NONE;
}

/* Copies and sets have bytes, too. */
static void set_unmoved(struct cell *cell, const struct record *rec)
{
	cell->kind = row_is_kernel(rec) || row_is_memory(rec) ? CELL_NA : CELL_NONE;
}

/*
 * Columns that are a key of the record
 */

/* Set the cell to the member at p, whose type is the column's kind. */
static void set_member(const struct column *col, const void *p, struct cell *cell)
{
	const struct record_strs *strs = p;
	const struct record_ints *ints = p;

	switch (col->kind) {
	case CELL_INT:
		cell_int(cell, *(const int64_t *)p);
		break;
	case CELL_TIME:
		cell_time(cell, *(const int64_t *)p);
		break;
	case CELL_REAL:
		cell_double(cell, *(const double *)p);
		break;
	case CELL_NUMBER:
		cell_number(cell, *(const double *)p);
		break;
	case CELL_BOOL:
		cell_bool(cell, *(const bool *)p);
		break;
	case CELL_STR:
		cell_str(cell, *(const struct str *)p);
		break;
	case CELL_DIM3:
		cell_dim3(cell, *(const struct record_dim3 *)p);
		break;
	case CELL_LIST:
		cell_list(cell, strs->v, strs->n, col->member.joiner);
		break;
	case CELL_INTS:
		cell_ints(cell, ints->v, ints->n, col->member.joiner);
		break;
	default:
		break;
	}
}

/* A missing list is an empty one, so no has bit is asked for. */
static void col_member(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;

	if (col->member.joiner || rec->has >> col->member.key & 1)
		set_member(col, (const char *)rec + col->member.offset, cell);
	else if (!col->member.optional)
		set_absent(cell, rec);
}

#define MEMBER(name, ...)                                                      \
	.value = col_member,                                                   \
	.member = {RECORD_KEY_##name, offsetof(struct record, name), __VA_ARGS__}

/* A key that every kernel has; one that only some have; a list. */
#define ALWAYS(name) MEMBER(name, false, '\0')
#define OPTIONAL(name) MEMBER(name, true, '\0')
#define LIST(name, joiner) MEMBER(name, true, joiner)

/*
 * PyProf's columns
 */

static void col_idx(
    const struct column *col, const struct row *row, struct cell *cell)
{
	cell_int(cell, (int64_t)row->idx);
}

static void col_trace(
    const struct column *col, const struct row *row, struct cell *cell)
{
	cell_list(cell, row->rec->trace.v, row->rec->trace.n, ',');
	if (cell->kind == CELL_LIST)
		column_frame(cell);
}

/* The first call that PyProf itself recorded, or NULL. */
static const struct call *first_pyprof(const struct call *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (v[i].mod.n > 0)
			return &v[i];
	}
	return NULL;
}

/*
 * The call that the mod and op columns show: the outermost.  As in PyProf, a
 * call that PyProf recorded comes before any that the framework named.  A
 * backward kernel shows its forward; without one, the innermost autograd node.
 */
const struct call *column_call(const struct record *rec)
{
	bool backward = str_is(rec->dir, "bprop");
	bool linked = backward && rec->fwd.n > 0;
	const struct call *v = linked ? rec->fwd.v : rec->op.v;
	size_t n = linked ? rec->fwd.n : rec->op.n;
	const struct call *call = first_pyprof(v, n);

	if (call)
		return call;
	for (size_t i = n; backward && !linked && i > 0; i--) {
		if (v[i - 1].node)
			return &v[i - 1];
	}
	return n > 0 ? &v[0] : NULL;
}

static void col_mod(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct call *call = column_call(row->rec);

	if (call && call->mod.n > 0)
		cell_str(cell, call->mod);
	else if (call)
		cell->kind = CELL_NA;
	else
		set_absent(cell, row->rec);
}

/*
 * PyProf's text for a node without a forward: what the framework puts around
 * the operator's name is deleted.  It knew "MulBackward" but not the numbered
 * "MulBackward0", which it printed as it was; so do we.
 */
static struct str node_text(struct arena *arena, struct str name)
{
	static const char *const noise[] = {"torch", "autograd", "_backward",
	    "::", "jit", "(anonymous namespace)"};
	const char *cut;
	char *text;
	size_t n = 0;

	if (!str_ends(name, "Backward") && !str_ends(name, "backward"))
		return name;
	text = arena_text(arena, name.p, name.n);
	n = name.n;
	for (size_t k = 0; k < NELEMS(noise); k++) {
		size_t kept = 0;

		for (size_t i = 0; i < n;) {
			if (str_starts((struct str){text + i, n - i}, noise[k]))
				i += strlen(noise[k]);
			else
				text[kept++] = text[i++];
		}
		n = kept;
	}
	cut = str_find((struct str){text, n}, "Backward");
	return (struct str){text, cut ? (size_t)(cut - text) : n};
}

static void col_op(const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;
	const struct call *call = column_call(rec);

	if (call && params_bias(rec, call))
		cell_text(cell, "bias");
	else if (call && call->node)
		cell_str(cell, node_text(row->arena, call->op));
	else if (call)
		cell_str(cell, call->op);
	else if (rec->range.n > 0) /* the innermost, as PyProf had it */
		cell_str(cell, rec->range.v[rec->range.n - 1]);
	else
		set_absent(cell, rec);
	if (cell->kind == CELL_STR && cell->s.n == 0)
		cell->kind = CELL_NA;
}

/* Two texts with a character between them. */
static struct str join(struct arena *arena, struct str a, char c, struct str b)
{
	char *text = arena_alloc(arena, a.n + 1 + b.n);

	if (a.n)
		memcpy(text, a.p, a.n);
	text[a.n] = c;
	if (b.n)
		memcpy(text + a.n + 1, b.p, b.n);
	return (struct str){text, a.n + 1 + b.n};
}

/* The name of a record that is not a kernel: "memcpy_HtoD", the text of a
 * range, the function of a call. */
static struct str other_name(const struct row *row)
{
	const struct record *rec = row->rec;

	if (record_has(rec, name))
		return rec->name;
	if (str_is(rec->kind, "api") && record_has(rec, api))
		return rec->api;
	if (!record_has(rec, copy))
		return rec->kind;
	return join(row->arena, rec->kind, '_', rec->copy);
}

static void col_kernel(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;
	struct str s = rec->kernel;
	char *text;

	if (!record_has(rec, kernel)) {
		if (row_is_kernel(rec))
			cell->kind = CELL_NA;
		else
			cell_str(cell, other_name(row));
		return;
	}
	cell_str(cell, s);
	if (s.n == 0 || !memchr(s.p, ' ', s.n))
		return;
	text = arena_text(row->arena, s.p, s.n);
	for (size_t i = 0; i < s.n; i++) {
		if (text[i] == ' ')
			text[i] = '_';
	}
	cell->s.p = text;
}

static void col_params(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct strbuf b = {0};

	if (!row_is_kernel(row->rec))
		return;
	params_text(row->rec, &row->c, &b);
	cell_copy(cell, row->arena, &b);
	if (!params_call(row->rec, &row->c))
		cell->brief = STR("na"); /* in place of PyProf's "na=na," */
	strbuf_free(&b);
}

static void col_tc(const struct column *col, const struct row *row, struct cell *cell)
{
	/* a helper is no product or convolution, whatever its name says */
	if (!row_is_kernel(row->rec) || row->tc == TC_NONE ||
	    row_is_helper(row->rec))
		return;
	if (row->tc == TC_UNKNOWN)
		cell->kind = CELL_NA;
	else
		cell_text(cell, tc_text(row->tc));
}

/* Only kernels compute: a 0 for a copy would look like a result. */
static bool has_flops(const struct row *row)
{
	return row_is_kernel(row->rec) && row->c.cost.has_flops;
}

static void col_flops(
    const struct column *col, const struct row *row, struct cell *cell)
{
	if (has_flops(row))
		cell_uint(cell, row->c.cost.flops);
	else
		set_absent(cell, row->rec);
}

static void col_bytes(
    const struct column *col, const struct row *row, struct cell *cell)
{
	if (row->c.cost.has_bytes)
		cell_uint(cell, row->c.cost.bytes);
	else
		set_unmoved(cell, row->rec);
}

/*
 * Our columns
 */

/* What was moved, whatever its model says of bytes. */
static void col_moved(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;

	if (!row_is_memory(rec))
		return;
	cell->kind = CELL_NA;
	if (record_has(rec, bytes) && rec->bytes >= 0)
		cell_uint(cell, (uint64_t)rec->bytes);
}

static void col_end(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;
	int64_t end;

	if (record_has(rec, start) && record_has(rec, dur) &&
	    !__builtin_add_overflow(rec->start, rec->dur, &end))
		cell_time(cell, end);
	else
		set_absent(cell, rec);
}

static void col_kind(
    const struct column *col, const struct row *row, struct cell *cell)
{
	if (record_has(row->rec, kind))
		cell_str(cell, row->rec->kind);
	else
		cell_text(cell, "kernel");
}

/*
 * As HTA's launch delay.  A kernel may begin before its call returns; the delay
 * is then 0, not negative.  A difference that does not fit 64 bits is unknown.
 */
static void col_delay(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;
	signed_wide ns;

	if (!record_has(rec, start) || !record_has(rec, api_start) ||
	    !record_has(rec, api_dur)) {
		set_absent(cell, rec);
		return;
	}
	ns = (signed_wide)rec->start - rec->api_start - rec->api_dur;
	if (ns <= INT64_MAX)
		cell_time(cell, ns > 0 ? (int64_t)ns : 0);
	else
		set_absent(cell, rec);
}

static void col_opstack(
    const struct column *col, const struct row *row, struct cell *cell)
{
	size_t n = row->rec->op.n;
	struct str *v = arena_array(row->arena, n, sizeof *v);

	for (size_t i = 0; i < n; i++)
		v[i] = row->rec->op.v[i].op.p ? row->rec->op.v[i].op : STR("na");
	cell_list(cell, v, n, ';');
}

static void col_topop(
    const struct column *col, const struct row *row, struct cell *cell)
{
	if (row->rec->op.n > 0)
		cell_str(cell, row->rec->op.v[0].op);
}

static void col_botop(
    const struct column *col, const struct row *row, struct cell *cell)
{
	size_t n = row->rec->op.n;

	if (n > 0)
		cell_str(cell, row->rec->op.v[n - 1].op);
}

static void col_call(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct call *call = params_call(row->rec, &row->c);

	if (call && call->mod.n == 0)
		cell_str(cell, call->op);
	else if (call)
		cell_str(cell, join(row->arena, call->mod, '.', call->op));
}

static void col_shapes(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct call *call = params_call(row->rec, &row->c);
	struct strbuf b = {0};

	if (!call)
		return;
	params_shapes(call, &b);
	if (b.n > 0)
		cell_copy(cell, row->arena, &b);
	strbuf_free(&b);
}

static void col_botshapes(
    const struct column *col, const struct row *row, struct cell *cell)
{
	size_t n = row->rec->op.n;
	struct strbuf b = {0};

	if (n > 0)
		params_places(&row->rec->op.v[n - 1], &b);
	if (b.n > 0)
		cell_copy(cell, row->arena, &b);
	strbuf_free(&b);
}

static void col_dtype(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct call *call = params_call(row->rec, &row->c);
	const struct arg *t;

	if (row->c.cost.dtype != DTYPE_UNKNOWN) {
		cell_text(cell, dtype_name(row->c.cost.dtype));
		return;
	}
	t = call ? params_tensor(call) : NULL;
	if (t && t->dtype_text.n > 0)
		cell_str(cell, t->dtype_text);
	else
		set_absent(cell, row->rec);
}

/* Where it is unknown, the reason follows: "unknown:no model". */
static void set_conf(const struct row *row, const struct sure *s, struct cell *cell)
{
	static const char *const names[] = {
	    [CONF_EXACT] = "exact",
	    [CONF_UPPER] = "upper",
	    [CONF_ESTIMATE] = "estimate",
	    [CONF_HELPER] = "helper",
	    [CONF_UNKNOWN] = "unknown",
	};
	struct strbuf b = {0};

	if (!row_is_kernel(row->rec))
		return;
	cell_text(cell, names[s->conf]);
	if (s->conf != CONF_UNKNOWN || !s->why)
		return;
	strbuf_printf(&b, "%s:%s", names[s->conf], s->why);
	cell_copy(cell, row->arena, &b);
	strbuf_free(&b);
}

static void col_conf(
    const struct column *col, const struct row *row, struct cell *cell)
{
	set_conf(row, op_sure(&row->c.cost), cell);
}

static void col_fconf(
    const struct column *col, const struct row *row, struct cell *cell)
{
	set_conf(row, &row->c.cost.of_flops, cell);
}

static void col_bconf(
    const struct column *col, const struct row *row, struct cell *cell)
{
	set_conf(row, &row->c.cost.of_bytes, cell);
}

static void col_why(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const char *why = op_sure(&row->c.cost)->why;

	if (why)
		cell_text(cell, why);
}

static void col_gemm(
    const struct column *col, const struct row *row, struct cell *cell)
{
	if (has_flops(row) || (row_is_kernel(row->rec) && row->c.cost.no_gemm))
		cell_uint(cell, row->c.cost.gemm);
	else
		set_absent(cell, row->rec);
}

/* FLOPs per byte; none for a kernel that neither computes nor moves bytes. */
static void col_ai(const struct column *col, const struct row *row, struct cell *cell)
{
	const struct cost *cost = &row->c.cost;

	if (!has_flops(row) || !cost->has_bytes)
		set_absent(cell, row->rec);
	else if (cost->bytes > 0)
		cell_ratio(cell, cost->flops, 1000, cost->bytes);
}

/* FLOP / ns is GFLOP/s, which is a thousandth of a TFLOP/s. */
static void col_tflops(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;

	if (has_flops(row) && !op_is_bound(&row->c.cost.of_flops) &&
	    record_has(rec, dur) && rec->dur > 0)
		cell_ratio(cell, row->c.cost.flops, 1, (uint64_t)rec->dur);
	else
		set_absent(cell, rec);
}

/* A byte a nanosecond is a GB/s. */
static void col_gbs(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;
	const struct cost *cost = &row->c.cost;

	if (cost->has_bytes && !op_is_bound(&cost->of_bytes) &&
	    record_has(rec, dur) && rec->dur > 0)
		cell_ratio(cell, cost->bytes, 1000, (uint64_t)rec->dur);
	else
		set_unmoved(cell, rec);
}

/*
 * The roofline
 */

/* The roofline of a row.  False without one: the cell is then none where there is
 * no work, and unknown where the work, the peak or the bandwidth is unknown. */
static bool get_roof(const struct row *row, struct roof *roof, struct cell *cell)
{
	if (!row_is_kernel(row->rec))
		return false;
	roof_make(row, roof);
	if (!roof->has_time && !roof->idle)
		cell->kind = CELL_NA;
	return roof->has_time;
}

static void col_peak(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct roof roof;

	if (get_roof(row, &roof, cell) || (cell->kind == CELL_NA && roof.has_peak))
		cell_peak(cell, roof.peak_name, roof.peak);
}

static void col_sol(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;
	struct roof roof;
	uint64_t tenths;

	if (!get_roof(row, &roof, cell))
		return;
	cell->kind = CELL_NA;
	/* femto / 10^6 of dur, in percent, in thousandths */
	if (record_has(rec, dur) && rec->dur > 0 &&
	    num_mul((uint64_t)rec->dur, 10, &tenths))
		cell_ratio(cell, roof.femto, 1, tenths);
}

static void col_roof(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct roof roof;

	if (get_roof(row, &roof, cell))
		cell_time(cell, roof_ns(&roof));
}

static void col_bound(
    const struct column *col, const struct row *row, struct cell *cell)
{
	struct roof roof;
	enum roof_bound bound;

	if (!get_roof(row, &roof, cell))
		return;
	bound = roof_bound(&roof, record_has(row->rec, dur) ? row->rec->dur : 0);
	cell->kind = CELL_NA;
	if (bound != ROOF_NO_BOUND)
		cell_text(cell, roof_bound_name(bound));
}

static void col_elig(
    const struct column *col, const struct row *row, struct cell *cell)
{
	static const char *const texts[] = {
	    [ROOF_NO] = "0",
	    [ROOF_TODAY] = "1?",
	    [ROOF_YES] = "1",
	};
	enum roof_eligible e;

	if (!row_is_kernel(row->rec))
		return;
	e = roof_eligible(row);
	if (e == ROOF_UNKNOWN)
		cell->kind = CELL_NA;
	else if (e != ROOF_NEVER)
		cell_text(cell, texts[e]);
}

static void col_pg(const struct column *col, const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;

	if (record_has(rec, comm) && rec->comm.pg.p)
		cell_str(cell, rec->comm.pg);
}

/* Whether the message and the time of a collective are known. */
static bool get_message(const struct row *row, struct cell *cell)
{
	const struct record *rec = row->rec;
	const struct op_entry *e = row->c.entry;
	bool collective =
	    (e && e->family->collective) || row_is_class(rec, KCLASS_COMM);

	if (row->c.cost.message && record_has(rec, dur) && rec->dur > 0)
		return true;
	cell->kind = row->c.cost.message || collective ? CELL_NA : CELL_NONE;
	return false;
}

static void col_algbw(
    const struct column *col, const struct row *row, struct cell *cell)
{
	if (get_message(row, cell))
		cell_ratio(cell, row->c.cost.message, 1000, (uint64_t)row->rec->dur);
}

static void col_busbw(
    const struct column *col, const struct row *row, struct cell *cell)
{
	const struct cost *cost = &row->c.cost;
	uint64_t bytes, time;

	if (!get_message(row, cell))
		return;
	cell->kind = CELL_NA;
	if (cost->bus == 0)
		cell_ratio(cell, cost->message, 1000, (uint64_t)row->rec->dur);
	else if (cost->ranks &&
		 num_mul(cost->message, cost->bus * (cost->ranks - 1), &bytes) &&
		 num_mul((uint64_t)row->rec->dur, cost->ranks, &time))
		cell_ratio(cell, bytes, 1000, time);
}

/* Why no row has one, and what to do. */
#define NO_CALLS "no operator in the profile: see pp-nvtx(1)"
#define NO_SHAPES "no shapes in the profile: see pp-nvtx(1)"
#define NO_DIR "nothing tells it: see pp-parse(1), Direction"
#define NO_LAYER "no range 'layer:NAME' in the profile"
#define NO_PYTHON "a trace needs with_stack=True, and pp-parse -s"
#define NO_PHASES                                                              \
	"no range of a phase or a step in the profile: see pp-parse(1), Phase"
#define NO_COST "not known of any kernel: see --view coverage"
#define NO_PRODUCT "no product or convolution in the input"
#define NO_TENSOR "neither a kernel's name nor an operator tells it"
#define NO_TYPE "no product has a type that is known"
#define NO_COUNTERS "no counters in the profile: see pp-parse --counters"
#define FEW_COUNTERS "a counter is missing: see pp-models(7), HARDWARE COUNTERS"

/* clang-format off */
const struct column column_table[] = {
	{"idx", "Idx", 5, CELL_INT, "line of the input, from 1", .value = col_idx},
	{"seq", "SeqId", 7, CELL_INTS, "sequence id", LIST(seq, ',')},
	{"altseq", "AltSeqId", 7, CELL_INTS, "other sequence ids around the launch", LIST(altseq, ',')},
	{"tid", "TId", 12, CELL_INT, "thread that launched", ALWAYS(tid)},
	{"layer", "Layer", 0, CELL_LIST, "user layers, outermost first, by ':'", LIST(layer, ':'), .lacks = NO_LAYER},
	{"trace", "Trace", 0, CELL_LIST, "frames, outermost first; with -w the last", .value = col_trace, .lacks = NO_PYTHON},
	{"dir", "Direction", 5, CELL_STR, "fprop or bprop", ALWAYS(dir), .lacks = NO_DIR},
	{"sub", "Sub", 3, CELL_INT, "ordinal of the kernel within its call, from 0", ALWAYS(sub)},
	{"mod", "Module", 0, CELL_STR, "name space of op", .value = col_mod, .lacks = NO_CALLS},
	{"op", "Op", 0, CELL_STR, "outermost call; of bprop the forward's", .value = col_op, .lacks = NO_CALLS},
	{"kernel", "Kernel", 0, CELL_STR, "short name of the kernel", .value = col_kernel},
	{"params", "Params", 0, CELL_STR, "sizes and types of call, in PyProf's words", .value = col_params, .lacks = NO_SHAPES},
	{"sil", "Sil(ns)", 8, CELL_TIME, "duration: time on the GPU, or the host's", .also = "time", ALWAYS(dur), .label = "time"},
	{"tc", "TC", 2, CELL_STR, "1 used Tensor Cores, 0 a product that did not; ? inferred", .value = col_tc, .lacks = NO_PRODUCT, .unknown = NO_TENSOR, .flag = true},
	{"device", "Device", 3, CELL_INT, "device ordinal", ALWAYS(device)},
	{"stream", "Stream", 3, CELL_INT, "stream id", ALWAYS(stream)},
	{"grid", "Grid", 12, CELL_DIM3, "blocks x,y,z", ALWAYS(grid)},
	{"block", "Block", 12, CELL_DIM3, "threads of a block x,y,z", ALWAYS(block)},
	{"flops", "FLOPs", 12, CELL_UINT, "operations; a multiply-add is 2", .value = col_flops, .of = OF_WORK, .lacks = NO_COST},
	{"bytes", "Bytes", 12, CELL_UINT, "each input once, each output once", .value = col_bytes, .of = OF_WORK, .lacks = NO_COST},
	{"name", "name", 0, CELL_STR, "full name of the kernel, or of a call or range", ALWAYS(name)},
	{"copy", "copy", 5, CELL_STR, "direction of a copy: HtoD, DtoH, ...", OPTIONAL(copy)},
	{"moved", "moved", 12, CELL_UINT, "bytes that a copy or fill moved", .value = col_moved, .of = OF_WORK},
	{"start", "start", 14, CELL_TIME, "start on the GPU, or the host's; 0: first event", ALWAYS(start)},
	{"end", "end", 14, CELL_TIME, "end on the GPU, or the host's", .value = col_end},
	{"kind", "kind", 8, CELL_STR, "kernel, memcpy, memset, ...", .value = col_kind},
	{"pid", "pid", 8, CELL_INT, "process id", ALWAYS(pid)},
	{"file", "file", 0, CELL_STR, "profile that the record is from", OPTIONAL(file)},
	{"rank", "rank", 5, CELL_INT, "rank in a distributed job", OPTIONAL(rank)},
	{"corr", "corr", 10, CELL_INT, "correlation id", ALWAYS(corr)},
	{"graph", "graph", 10, CELL_INT, "CUDA graph node id", OPTIONAL(graph)},
	{"api", "api", 0, CELL_STR, "launch call", ALWAYS(api)},
	{"apidur", "apidur", 10, CELL_TIME, "time of the launch call", ALWAYS(api_dur)},
	{"delay", "delay", 10, CELL_TIME, "wait from the launch call's end to the start", .value = col_delay},
	{"self", "self", 10, CELL_TIME, "time on the host that nothing inside covers", OPTIONAL(self)},
	{"parent", "parent", 0, CELL_STR, "range that a range or call of the host is in", OPTIONAL(parent)},
	{"regs", "regs", 5, CELL_INT, "registers a thread", ALWAYS(regs)},
	{"smem", "smem", 8, CELL_INT, "shared memory a block, bytes", ALWAYS(smem)},
	{"phase", "phase", 8, CELL_STR, "forward, backward or update", OPTIONAL(phase), .lacks = NO_PHASES},
	{"pass", "pass", 4, CELL_INT, "which pass of the phase, from 0", OPTIONAL(pass), .lacks = NO_PHASES},
	{"step", "step", 0, CELL_STR, "step label", OPTIONAL(step), .lacks = NO_PHASES},
	{"range", "range", 0, CELL_LIST, "other ranges, outermost first, by ';'", LIST(range, ';')},
	{"domain", "domain", 0, CELL_LIST, "NVTX domains of range, by ';'", LIST(domain, ';')},
	{"category", "category", 0, CELL_LIST, "NVTX categories of range, by ';'", LIST(category, ';')},
	{"module", "module", 0, CELL_LIST, "modules, outermost first, by ';'", LIST(module, ';'), .lacks = NO_PYTHON},
	{"opstack", "opstack", 0, CELL_LIST, "calls, outermost first, by ';'", .value = col_opstack, .lacks = NO_CALLS},
	{"topop", "topop", 0, CELL_STR, "outermost call around the launch", .value = col_topop, .lacks = NO_CALLS},
	{"botop", "botop", 0, CELL_STR, "innermost call around the launch", .value = col_botop, .lacks = NO_CALLS},
	{"call", "call", 0, CELL_STR, "call that flops, bytes and params speak of", .value = col_call, .lacks = NO_CALLS},
	{"role", "role", 6, CELL_STR, "dgrad, wgrad or dbias", OPTIONAL(role)},
	{"class", "class", 10, CELL_STR, "what the kernel's name says it does", ALWAYS(class)},
	{"shapes", "shapes", 0, CELL_STR, "tensors of call: [2,3];[3,4]", .value = col_shapes, .lacks = NO_SHAPES},
	{"botshapes", "botshapes", 0, CELL_STR, "of botop's arguments by position: [2,3];[]", .value = col_botshapes, .lacks = NO_SHAPES},
	{"dtype", "dtype", 10, CELL_STR, "type the work is done in", .value = col_dtype},
	{"conf", "conf", 0, CELL_STR, "exact, upper, estimate, helper, unknown:why", .value = col_conf},
	{"fconf", "fconf", 0, CELL_STR, "how sure flops are, as conf", .value = col_fconf},
	{"bconf", "bconf", 0, CELL_STR, "how sure bytes are, as conf", .value = col_bconf},
	{"why", "why", 0, CELL_STR, "reason for na, or for conf below exact", .value = col_why},
	{"gemm", "gemm", 12, CELL_UINT, "those FLOPs that are matrix products'", .value = col_gemm, .of = OF_WORK, .lacks = NO_COST},
	{"ai", "ai", 8, CELL_REAL, "arithmetic intensity, flops / bytes", .value = col_ai, .lacks = NO_COST},
	{"tflops", "TFLOP/s", 6, CELL_REAL, "flops / sil, 10^12 a second", .value = col_tflops, .lacks = NO_COST},
	{"gbs", "GB/s", 7, CELL_REAL, "bytes / sil, 10^9 a second", .value = col_gbs, .lacks = NO_COST},
	{"pg", "pg", 0, CELL_STR, "process group of a collective", .value = col_pg},
	{"algbw", "algbw", 7, CELL_REAL, "a collective's message / sil, GB/s", .value = col_algbw},
	{"busbw", "busbw", 7, CELL_REAL, "what a link carries of it / sil, GB/s", .value = col_busbw},
	{"peak", "peak", 16, CELL_NAMED, "peak that applies, TFLOP/s; dram: GB/s", .value = col_peak, .of_device = true, .lacks = NO_COST},
	{"sol", "sol", 6, CELL_REAL, "% of the roofline", .value = col_sol, .of = OF_PERCENT, .of_device = true, .lacks = NO_COST},
	{"roof", "roof", 10, CELL_TIME, "time at the roofline", .value = col_roof, .of_device = true, .lacks = NO_COST},
	{"bound", "bound", 7, CELL_STR, "compute, memory or latency", .value = col_bound, .of_device = true, .lacks = NO_COST},
	{"elig", "elig", 4, CELL_STR, "1 could use Tensor Cores, 0 could not: device, type", .value = col_elig, .of_device = true, .lacks = NO_TYPE, .flag = true},
	{"recomp", "recomp", 6, CELL_BOOL, "1: a forward that is computed again", OPTIONAL(recomp)},
	{"occ", "occ", 6, CELL_REAL, "estimated occupancy, %", ALWAYS(occ), .of = OF_PERCENT},
	{"warps", "warps", 6, CELL_REAL, "warps a multiprocessor", ALWAYS(warps)},
	{"blocks", "blocks", 6, CELL_REAL, "blocks a multiprocessor", ALWAYS(blocks)},
	{"kernel_flop", "kernel_flop", 12, CELL_INT, "FLOPs of products by Inductor", OPTIONAL(kernel_flop)},
	{"kernel_num_gb", "kernel_num_gb", 13, CELL_NUMBER, "10^9 bytes by Inductor", OPTIONAL(kernel_num_gb)},
	{"kernel_backend", "kernel_backend", 0, CELL_STR, "what Inductor made the kernel with", OPTIONAL(kernel_backend)},
	{"kernel_file", "kernel_file", 0, CELL_STR, "where Inductor wrote the kernel", OPTIONAL(kernel_file)},
	{"hwflops", "hwflops", 12, CELL_UINT, "operations by hardware counters", .value = column_hw_flops, .of = OF_WORK, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwtensor", "hwtensor", 12, CELL_UINT, "those of them on Tensor Cores", .value = column_hw_tensor, .of = OF_WORK, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwfrom", "hwfrom", 0, CELL_LIST, "what hwflops adds up, by '+'", .value = column_hw_from, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwconf", "hwconf", 0, CELL_STR, "exact, lower:why, estimate:why, unknown:why", .value = column_hw_conf, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwbytes", "hwbytes", 12, CELL_UINT, "bytes of memory by counters", .value = column_hw_bytes, .which = HW_DRAM, .of = OF_WORK, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwai", "hwai", 8, CELL_REAL, "hwflops / hwbytes", .value = column_hw_ai, .which = HW_DRAM, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwtflops", "hwtflops", 6, CELL_REAL, "hwflops / time, 10^12 a second", .value = column_hw_tflops, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwgbs", "hwgbs", 7, CELL_REAL, "hwbytes / time, 10^9 a second", .value = column_hw_gbs, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwpeak", "hwpeak", 16, CELL_NAMED, "peak of most of hwflops' time, as peak", .value = column_hw_peak, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwsol", "hwsol", 6, CELL_REAL, "% of the roofline by counters", .value = column_hw_sol, .of = OF_PERCENT, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwroof", "hwroof", 10, CELL_TIME, "time at that roofline", .value = column_hw_roof, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"hwbound", "hwbound", 7, CELL_STR, "compute, memory or latency by counters", .value = column_hw_bound, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"l2bytes", "l2bytes", 12, CELL_UINT, "bytes of the L2 cache by counters", .value = column_hw_bytes, .which = HW_L2, .of = OF_WORK, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"l2ai", "l2ai", 8, CELL_REAL, "hwflops / l2bytes", .value = column_hw_ai, .which = HW_L2, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"l1bytes", "l1bytes", 12, CELL_UINT, "bytes of the L1 caches by counters", .value = column_hw_bytes, .which = HW_L1, .of = OF_WORK, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
	{"l1ai", "l1ai", 8, CELL_REAL, "hwflops / l1bytes", .value = column_hw_ai, .which = HW_L1, .lacks = NO_COUNTERS, .unknown = FEW_COUNTERS},
};
/* clang-format on */
const size_t column_n = NELEMS(column_table);

const struct column *column_find(struct str key)
{
	for (size_t i = 0; i < column_n; i++) {
		if (str_is(key, column_table[i].key))
			return &column_table[i];
	}
	return NULL;
}

const char *column_key(size_t i)
{
	return i < column_n ? column_table[i].key : NULL;
}

/* The first key of a comma list, and the length it has there: behind a
 * backslash a comma or a backslash is part of the key. */
static struct str first_key(struct str rest, struct arena *arena, size_t *len)
{
	bool quoted = false;
	char *text;
	size_t n = 0, i;

	for (*len = 0; *len < rest.n && rest.p[*len] != ','; (*len)++) {
		if (rest.p[*len] == '\\' && *len + 1 < rest.n) {
			quoted = true;
			(*len)++;
		}
	}
	if (!quoted)
		return (struct str){rest.p, *len};
	text = arena_text(arena, rest.p, *len);
	for (i = 0; i < *len; i++) {
		if (rest.p[i] == '\\' && i + 1 < *len &&
		    (rest.p[i + 1] == ',' || rest.p[i + 1] == '\\'))
			i++;
		text[n++] = rest.p[i];
	}
	return (struct str){text, n};
}

/* Append the columns of a comma list. */
static int list_of(const struct column *table, size_t n, const char *text,
    struct columns *cols, struct err *err)
{
	struct str rest;

	for (rest = str_of(text);;) {
		size_t len;
		struct str key = first_key(rest, &cols->made, &len);
		const struct column *col = column_name_find(table, n, key);
		bool of_rows = table == column_table;

		if (!col && of_rows) {
			col = column_levels(table, n, cols, key, err);
			if (!col && !err->text[0])
				col = column_make(cols, key, err);
			if (!col && err->text[0])
				return -1;
		}
		if (!col)
			return column_name_unknown(table, n,
			    of_rows ? NULL : column_table, column_n, key, err);
		*vec_add(&cols->list) = col;
		if (len == rest.n)
			return 0;
		rest = str_from(rest, len + 1);
	}
}

int column_parse_of(const struct column *table, size_t n, const char *all,
    const char *text, struct columns *cols, struct err *err)
{
	if (!text || *text == '+') {
		for (size_t i = 0; !all && i < n; i++)
			*vec_add(&cols->list) = &table[i];
		if (all && list_of(table, n, all, cols, err) < 0)
			return -1;
		cols->ndefault = cols->list.n;
		if (!text)
			return 0;
		text++;
	}
	return list_of(table, n, text, cols, err);
}

/* Only groups have a row for each prefix. */
static int no_path(const struct columns *cols, struct err *err)
{
	for (size_t i = 0; i < cols->list.n; i++) {
		if (column_is_path(cols->list.v[i]))
			return err_set(err, "'%s' goes with -g alone",
			    cols->list.v[i]->key);
	}
	return 0;
}

int column_keys(const char *text, struct columns *cols, struct err *err)
{
	if (list_of(column_table, column_n, text, cols, err) < 0)
		return -1;
	if (column_is_open(cols))
		return err_set(err, "'ctr:*' is no key: name the counters");
	return 0;
}

int column_list(const char *text, struct columns *cols, struct err *err)
{
	if (column_keys(text, cols, err) < 0)
		return -1;
	return no_path(cols, err);
}

int column_parse(
    const char *all, const char *text, struct columns *cols, struct err *err)
{
	if (column_parse_of(column_table, column_n, all ? all : column_default,
		text, cols, err) < 0)
		return -1;
	return no_path(cols, err);
}

void column_free(struct columns *cols)
{
	vec_free(&cols->list);
	arena_free(&cols->made);
}

bool column_right(const struct column *col)
{
	return col->kind == CELL_INT || col->kind == CELL_UINT ||
	       col->kind == CELL_REAL || col->kind == CELL_TIME ||
	       col->kind == CELL_NUMBER || col->flag;
}

void column_help(struct strbuf *b)
{
	strbuf_printf(b, "\nColumns (default %s):\n", column_default);
	for (size_t i = 0; i < column_n; i++)
		strbuf_printf(b, "  %-9s %-10s %s\n", column_table[i].key,
		    column_table[i].header, column_table[i].help);
	column_make_help(b);
}
