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

	if (db_get(row, CUPTI_START, &start) && db_get(row, CUPTI_END, &end) &&
	    profile_saw_span(p, start, end)) {
		l->start = start;
		l->end = end;
		l->flags |= LAUNCH_TIMED;
		return;
	}
	if (p->kinds & LAUNCH_BIT(l->kind))
		warnings_add(p->warnings, "%s without valid times: no duration",
		    profile_kinds[l->kind].noun, (struct str){NULL, 0});
}

/* The columns of kernels alone. */
static void take_shape(const struct db_row *row, struct launch *l)
{
	int64_t s = 0, d = 0;
	int i;

	if (db_get(row, CUPTI_GRID_X, &s) && db_get(row, CUPTI_BLOCK_X, &s)) {
		l->flags |= LAUNCH_HAS_GRID;
		for (i = 0; i < 3; i++) {
			l->grid[i] = db_int(row, CUPTI_GRID_X + i, 1);
			l->block[i] = db_int(row, CUPTI_BLOCK_X + i, 1);
		}
	}
	s = 0;
	take(row, CUPTI_REGS, &l->regs, l, LAUNCH_HAS_REGS);
	take(row, CUPTI_SMEM_STATIC, &s, l, LAUNCH_HAS_SMEM);
	take(row, CUPTI_SMEM_DYNAMIC, &d, l, LAUNCH_HAS_SMEM);
	if (!num_sum(s, d, &l->smem))
		l->flags &= (uint16_t)~LAUNCH_HAS_SMEM;
}

/* The columns of copies and sets. */
static void take_bytes(struct profile *p, const struct db_row *row, struct launch *l)
{
	int64_t kind = db_int(row, CUPTI_COPY, 0);

	take(row, CUPTI_BYTES, &l->bytes, l, LAUNCH_HAS_BYTES);
	if (db_int(row, CUPTI_RUNTIME_CORR, 0) > 0)
		take(row, CUPTI_RUNTIME_CORR, &l->corr, l, LAUNCH_HAS_CORR);
	if (kind > 0 && kind < NCOPY_KINDS)
		l->copy = intern_add(&p->texts, str_of(copy_kinds[kind]));
}

struct launch *cupti_launch(
    struct profile *p, enum launch_kind kind, const struct db_row *row)
{
	struct launch *l = profile_launch(p, kind);

	take_times(p, row, l);
	take(row, CUPTI_DEVICE, &l->device, l, LAUNCH_HAS_DEVICE);
	take(row, CUPTI_CONTEXT, &l->context, l, LAUNCH_HAS_CONTEXT);
	take(row, CUPTI_STREAM, &l->stream, l, LAUNCH_HAS_STREAM);
	take(row, CUPTI_CORR, &l->corr, l, LAUNCH_HAS_CORR);
	if (db_int(row, CUPTI_GRAPH_NODE, 0) != 0)
		take(row, CUPTI_GRAPH_NODE, &l->graph, l, LAUNCH_HAS_GRAPH);
	else if (kind == LAUNCH_GRAPH)
		take(row, CUPTI_GRAPH, &l->graph, l, LAUNCH_HAS_GRAPH);
	if (kind == LAUNCH_KERNEL)
		take_shape(row, l);
	else
		take_bytes(p, row, l);
	return l;
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
