/*
 * trace.h - the events of a Chrome trace, as the PyTorch profiler writes them.
 *
 * One event is read at a time, into a struct that is used again.  Its texts are
 * good until the next event is read.
 */
#ifndef PARSE_READ_TRACE_H
#define PARSE_READ_TRACE_H

#include "common/json.h"
#include "common/str.h"

/* The members that are read of an event and its args; all others are passed
 * over. */
enum trace_key {
	/* of the event itself */
	TRACE_PH,
	TRACE_CAT,
	TRACE_NAME,
	TRACE_PID,
	TRACE_TID,
	TRACE_TS,
	TRACE_DUR,
	TRACE_ID,
	/* where and how a kernel ran */
	TRACE_CORRELATION,
	TRACE_DEVICE,
	TRACE_CONTEXT,
	TRACE_STREAM,
	TRACE_GRID,
	TRACE_BLOCK,
	TRACE_GRID_X, /* one number each, here and below */
	TRACE_GRID_Y,
	TRACE_GRID_Z,
	TRACE_BLOCK_X,
	TRACE_BLOCK_Y,
	TRACE_BLOCK_Z,
	TRACE_REGS,
	TRACE_SMEM,
	TRACE_OCCUPANCY,
	TRACE_WARPS_PER_SM,
	TRACE_BLOCKS_PER_SM,
	TRACE_GRAPH_NODE,
	TRACE_LABEL,
	TRACE_BYTES,
	TRACE_KIND,
	/* an operator and its arguments */
	TRACE_EXTERNAL_ID,
	TRACE_SEQUENCE,
	TRACE_DIMS,
	TRACE_TYPES,
	TRACE_STRIDES,
	TRACE_VALUES,
	TRACE_CALL_STACK,
	TRACE_HIERARCHY,
	/* a collective */
	TRACE_COLLECTIVE,
	TRACE_IN_ELEMENTS,
	TRACE_GROUP_SIZE,
	TRACE_OUT_ELEMENTS,
	TRACE_GROUP_NAME,
	TRACE_DTYPE,
	/* what Inductor says of a kernel that it made */
	TRACE_KERNEL_FLOP,
	TRACE_KERNEL_GB,
	TRACE_KERNEL_BACKEND,
	TRACE_KERNEL_FILE,
	/* a node of ONNX Runtime's, and of which node a kernel is */
	TRACE_OP_NAME,
	TRACE_PROVIDER,
	TRACE_NODE_INDEX,
	TRACE_PARENT,
	TRACE_INPUTS,
	TRACE_OUTPUTS,
	/* of a call that launches: the kernel's name (HIP); see trace_ask */
	TRACE_KERNEL,
	TRACE_NKEYS,
};

struct trace_value {
	int64_t i;    /* a whole number; a time in ns */
	double f;     /* a real one */
	int64_t v[3]; /* a grid or block */
	size_t at, n; /* a text or a source text: its place; see trace_text */
	bool whole;   /* of a number: it was written as one */
};

enum { TRACE_NSLOTS = 256 };

struct trace_event {
	uint64_t has;
	enum trace_key asks; /* wanted is asked at those up to this one */
	struct trace_value v[TRACE_NKEYS];
	struct strbuf texts;
	/* A hash table of the keys of the event and of its args: 0, or the
	 * number of a row of trace.c's table, from 1. */
	unsigned char slots[2][TRACE_NSLOTS];
};

/* trace_init(e): nothing read yet; trace_free when done. */
void trace_init(struct trace_event *e);

/*
 * trace_ask(e, key):
 * From now on read TRACE_KERNEL, which is long and which few want: it is passed
 * over otherwise.  With TRACE_NAME, ask wanted when the name has become known,
 * too.
 */
void trace_ask(struct trace_event *e, enum trace_key key);
void trace_free(struct trace_event *e);

static inline bool trace_has(const struct trace_event *e, enum trace_key key)
{
	return (e->has >> key & 1) != 0;
}

/* trace_text(e, key): the text of ph, cat, name and the like, or the source
 * text of a list; p == NULL if the event has none. */
struct str trace_text(const struct trace_event *e, enum trace_key key);

/* trace_int(e, key, otherwise): the whole number. */
static inline int64_t trace_int(
    const struct trace_event *e, enum trace_key key, int64_t otherwise)
{
	return trace_has(e, key) ? e->v[key].i : otherwise;
}

/*
 * trace_event(j, e, wanted, arg):
 * Read the event whose JSON_OBJECT was just read, up to its end.  wanted is
 * asked whenever ph or cat has become known (see trace_ask); if it returns
 * false, the rest is passed over.  A value of the wrong type counts as missing; a number may be
 * written as a text.  Returns the last token: JSON_OBJECT_END, or JSON_ERROR.
 */
enum json_token trace_event(struct json *j, struct trace_event *e,
    bool (*wanted)(void *arg, const struct trace_event *e), void *arg);

/*
 * trace_numbers(j, number, arg):
 * Read the event again, and call number for each member of its args that is a
 * number.
 */
enum json_token trace_numbers(struct json *j,
    void (*number)(void *arg, struct str name, double value), void *arg);

/* trace_ns(s, ns): read microseconds as decimal text, to the nearest ns; false
 * if s is not a number or does not fit. */
bool trace_ns(struct str s, int64_t *ns);

#endif
