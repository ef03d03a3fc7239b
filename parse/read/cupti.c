/*
 * cupti.c - the activity tables of CUPTI.
 *
 * In:  a row with the columns that the table has, or a value of one
 * Out: a launch, or a number
 */
#include "parse/read/cupti.h"

#include <string.h>

#include "common/nelems.h"
#include "common/num.h"

const char *const cupti_columns[CUPTI_NCOLUMNS] = {
    [CUPTI_START] = "start",
    [CUPTI_END] = "end",
    [CUPTI_DEVICE] = "deviceId",
    [CUPTI_CONTEXT] = "contextId",
    [CUPTI_STREAM] = "streamId",
    [CUPTI_CORR] = "correlationId",
    [CUPTI_GRID_X] = "gridX",
    [CUPTI_GRID_Y] = "gridY",
    [CUPTI_GRID_Z] = "gridZ",
    [CUPTI_BLOCK_X] = "blockX",
    [CUPTI_BLOCK_Y] = "blockY",
    [CUPTI_BLOCK_Z] = "blockZ",
    [CUPTI_REGS] = "registersPerThread",
    [CUPTI_SMEM_STATIC] = "staticSharedMemory",
    [CUPTI_SMEM_DYNAMIC] = "dynamicSharedMemory",
    [CUPTI_BYTES] = "bytes",
    [CUPTI_COPY] = "copyKind",
    [CUPTI_NAME] = "name",
    [CUPTI_RUNTIME_CORR] = "runtimeCorrelationId",
    [CUPTI_DEMANGLED] = "demangledName",
    [CUPTI_MANGLED] = "mangledName",
    [CUPTI_SHORT] = "shortName",
    [CUPTI_PID] = "globalPid",
    [CUPTI_GRAPH_NODE] = "graphNodeId",
    [CUPTI_GRAPH] = "graphId",
    [CUPTI_SRC] = "srcKind",
    [CUPTI_DST] = "dstKind",
    [CUPTI_MEMORY] = "memoryKind",
    [CUPTI_NSYS_MEMORY] = "memKind",
    [CUPTI_SYNC] = "type",
    [CUPTI_NSYS_SYNC] = "syncType",
};

/* CUpti_ActivityMemcpyKind, followed by nsys's own kinds for unified memory. */
static const char *const copy_kinds[] = {
    [1] = "HtoD",
    [2] = "DtoH",
    [3] = "HtoA",
    [4] = "AtoH",
    [5] = "AtoA",
    [6] = "AtoD",
    [7] = "DtoA",
    [8] = "DtoD",
    [9] = "HtoH",
    [10] = "PtoP",
    [11] = "HtoD",
    [12] = "DtoH",
    [13] = "DtoD",
};

enum { NCOPY_KINDS = NELEMS(copy_kinds) };

/* CUpti_ActivityMemoryKind */
const struct str cupti_memory[CUPTI_NMEMORY] = {
    {"Unknown", 7},
    {"Pageable", 8},
    {"Pinned", 6},
    {"Device", 6},
    {"Array", 5},
    {"Managed", 7},
    {"Device Static", 13},
    {"Managed Static", 14},
};

/* CUpti_ActivitySynchronizationType */
static const char *const sync_kinds[] = {
    [1] = "Event Sync",
    [2] = "Stream Wait Event",
    [3] = "Stream Sync",
    [4] = "Context Sync",
};

enum { NSYNC_KINDS = NELEMS(sync_kinds) };

/* Set *out and the flag if the column has a value. */
static void take(const struct db_row *row, int column, int64_t *out,
    struct launch *l, enum launch_flag flag)
{
	if (db_get(row, column, out))
		l->flags |= (uint16_t)flag;
}

static void take_times(struct profile *p, const struct db_row *row, struct launch *l)
{
	int64_t start, end;

	if (db_get(row, CUPTI_START, &start) && db_get(row, CUPTI_END, &end))
		profile_set_times(p, l, start, end);
	else
		profile_untimed(p, l->kind);
}

static void take_graph(struct profile *p, const struct db_row *row, struct launch *l)
{
	int64_t number;

	if (db_int(row, CUPTI_GRAPH_NODE, 0) != 0)
		profile_set_graph(p, l, db_int(row, CUPTI_GRAPH_NODE, 0));
	else if (l->kind == LAUNCH_GRAPH && db_get(row, CUPTI_GRAPH, &number))
		profile_set_graph(p, l, number);
}

/* The columns of kernels alone. */
static void take_shape(const struct db_row *row, struct launch *l, struct config *c)
{
	int64_t s = 0, d = 0, x, y;
	int i;

	if (db_get(row, CUPTI_GRID_X, &x) && db_get(row, CUPTI_BLOCK_X, &y)) {
		l->flags |= LAUNCH_HAS_GRID;
		c->grid[0] = x;
		c->block[0] = y;
		for (i = 1; i < 3; i++) {
			c->grid[i] = db_int(row, CUPTI_GRID_X + i, 1);
			c->block[i] = db_int(row, CUPTI_BLOCK_X + i, 1);
		}
	}
	take(row, CUPTI_REGS, &c->regs, l, LAUNCH_HAS_REGS);
	take(row, CUPTI_SMEM_STATIC, &s, l, LAUNCH_HAS_SMEM);
	take(row, CUPTI_SMEM_DYNAMIC, &d, l, LAUNCH_HAS_SMEM);
	if (!num_sum(s, d, &c->smem)) {
		c->smem = 0;
		l->flags &= (uint16_t)~LAUNCH_HAS_SMEM;
	}
}

/* The kind of memory in a column; p == NULL: not known. */
static struct str memory_of(
    const struct db_row *row, int column, const struct str *memory)
{
	int64_t i = db_int(row, column, -1);

	return i >= 0 && i < CUPTI_NMEMORY ? memory[i] : (struct str){NULL, 0};
}

/* The name of a copy, set or synchronisation, into b; empty: not all of it is
 * known. */
static void name_of(const struct launch *l, struct str copy,
    const struct db_row *row, const struct str *memory, struct strbuf *b)
{
	int64_t sync = db_int(row, CUPTI_SYNC, db_int(row, CUPTI_NSYS_SYNC, 0));
	struct str src = memory_of(row, CUPTI_SRC, memory);
	struct str dst = memory_of(row, CUPTI_DST, memory);
	struct str set = memory_of(row, CUPTI_MEMORY, memory);

	b->n = 0;
	if (!set.p)
		set = memory_of(row, CUPTI_NSYS_MEMORY, memory);
	if (l->kind == LAUNCH_SYNC && sync > 0 && sync < NSYNC_KINDS) {
		strbuf_text(b, sync_kinds[sync]);
	} else if (l->kind == LAUNCH_MEMSET && set.p) {
		strbuf_text(b, "Memset (");
		strbuf_str(b, set);
		strbuf_char(b, ')');
	} else if (l->kind == LAUNCH_MEMCPY && copy.p && src.p && dst.p) {
		strbuf_text(b, "Memcpy ");
		strbuf_str(b, copy);
		strbuf_text(b, " (");
		strbuf_str(b, src);
		strbuf_text(b, " -> ");
		strbuf_str(b, dst);
		strbuf_char(b, ')');
	}
}

/* The columns of copies, sets and synchronisations. */
static void take_bytes(struct profile *p, const struct db_row *row,
    const struct str *memory, struct launch *l, struct config *c)
{
	int64_t kind = db_int(row, CUPTI_COPY, 0);
	struct str copy = {NULL, 0};

	take(row, CUPTI_BYTES, &c->bytes, l, LAUNCH_HAS_BYTES);
	if (db_int(row, CUPTI_RUNTIME_CORR, 0) > 0)
		take(row, CUPTI_RUNTIME_CORR, &l->corr, l, LAUNCH_HAS_CORR);
	if (kind > 0 && kind < NCOPY_KINDS) {
		copy = str_of(copy_kinds[kind]);
		c->copy = intern_add(&p->texts, copy);
	}
	name_of(l, copy, row, memory, &p->scratch);
	if (p->scratch.n)
		l->name = intern_add(&p->texts, strbuf_get(&p->scratch));
}

struct launch *cupti_launch(struct profile *p, enum launch_kind kind,
    const struct db_row *row, const struct str *memory)
{
	struct launch *l = profile_launch(p, kind);
	struct config c = PROFILE_NO_CONFIG;

	take_times(p, row, l);
	take(row, CUPTI_DEVICE, &c.device, l, LAUNCH_HAS_DEVICE);
	take(row, CUPTI_CONTEXT, &c.context, l, LAUNCH_HAS_CONTEXT);
	take(row, CUPTI_STREAM, &c.stream, l, LAUNCH_HAS_STREAM);
	take(row, CUPTI_CORR, &l->corr, l, LAUNCH_HAS_CORR);
	if (l->corr == 0) /* which is no id */
		l->flags &= (uint16_t)~LAUNCH_HAS_CORR;
	take_graph(p, row, l);
	if (kind == LAUNCH_KERNEL)
		take_shape(row, l, &c);
	else
		take_bytes(p, row, memory, l, &c);
	profile_set_config(p, l, &c);
	return l;
}

int64_t cupti_threads(int64_t warps, int64_t threads)
{
	int64_t n;

	if (warps <= 0 || threads <= 0 || __builtin_mul_overflow(warps, threads, &n))
		return -1;
	return n;
}

/* The range of a metric that is a double (a ratio, a percentage, bytes a
 * second).  Values outside it are not taken for numbers. */
static const double least_metric = 1e-12, most_metric = 1e18;

bool cupti_metric(struct str blob, double *value)
{
	uint64_t u = 0;
	double d;
	int i;

	if (blob.n != sizeof u)
		return false;
	for (i = 0; i < 8; i++)
		u |= (uint64_t)(unsigned char)blob.p[i] << (8 * i);
	if (u < UINT64_C(1) << 52) {
		*value = (double)u;
		return true;
	}
	memcpy(&d, &u, sizeof d);
	if (!(d >= least_metric && d <= most_metric))
		return false;
	*value = d;
	return true;
}
