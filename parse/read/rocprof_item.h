/*
 * rocprof_item.h - one object of rocprofv3's JSON, with those that it nests.
 *
 * One is read at a time, into a struct that is used again.
 */
#ifndef PARSE_READ_ROCPROF_ITEM_H
#define PARSE_READ_ROCPROF_ITEM_H

#include "common/json.h"
#include "common/str.h"

/* The members that are read; all others are passed over. */
enum rocprof_field {
	ROCPROF_KIND,
	ROCPROF_OPERATION,
	ROCPROF_CORR,
	ROCPROF_START,
	ROCPROF_END,
	ROCPROF_THREAD,
	ROCPROF_AGENT,
	ROCPROF_QUEUE,
	ROCPROF_STREAM,
	ROCPROF_KERNEL,
	ROCPROF_DISPATCH,
	ROCPROF_LDS,
	ROCPROF_GROUP_X, /* work items of a group, to GROUP_Z */
	ROCPROF_GROUP_Y,
	ROCPROF_GROUP_Z,
	ROCPROF_GRID_X, /* work items of all, to GRID_Z */
	ROCPROF_GRID_Y,
	ROCPROF_GRID_Z,
	ROCPROF_BYTES,
	ROCPROF_SOURCE,
	ROCPROF_DESTINATION,
	ROCPROF_PID,
	ROCPROF_ID,
	ROCPROF_TYPE,
	ROCPROF_CUS,
	ROCPROF_CLOCK,
	ROCPROF_INDEX,
	ROCPROF_KEY,
	ROCPROF_COUNTER,
	ROCPROF_NNUMBERS,
	ROCPROF_NAME = ROCPROF_NNUMBERS, /* texts */
	ROCPROF_PRODUCT,
	ROCPROF_FORMATTED,
	ROCPROF_DEMANGLED,
	ROCPROF_MANGLED,
	ROCPROF_VALUE, /* of a counter a number */
	ROCPROF_NFIELDS,
};

struct rocprof_item {
	struct json *j;
	/* Called with arg for each object of the item's "records". */
	void (*record)(void *arg);
	void *arg;

	uint64_t has;
	int64_t v[ROCPROF_NNUMBERS];
	double value;
	size_t at[ROCPROF_NFIELDS], n[ROCPROF_NFIELDS]; /* of texts */
	struct strbuf texts;
};

/* rocprof_item_read(e): read the object that is the next value of e->j; what is
 * no object is passed over.  False then. */
bool rocprof_item_read(struct rocprof_item *e);

/* rocprof_item_each(e, add, arg): read each object of the array that is the
 * next value, and call add behind it. */
void rocprof_item_each(struct rocprof_item *e, void (*add)(void *arg), void *arg);

/* rocprof_item_objects(j, read, arg): behind the beginning of each object of
 * the array that is the next value call read, with its place.  One object alone
 * stands for an array of it. */
void rocprof_item_objects(
    struct json *j, void (*read)(void *arg, uint32_t place), void *arg);

static inline bool rocprof_item_has(
    const struct rocprof_item *e, enum rocprof_field f)
{
	return (e->has >> f & 1) != 0;
}

/* rocprof_item_number(e, f, otherwise): the number, or otherwise. */
static inline int64_t rocprof_item_number(
    const struct rocprof_item *e, enum rocprof_field f, int64_t otherwise)
{
	return rocprof_item_has(e, f) ? e->v[f] : otherwise;
}

/* rocprof_item_text(e, f): the text, good until the next item; n == 0: none. */
struct str rocprof_item_text(const struct rocprof_item *e, enum rocprof_field f);

void rocprof_item_free(struct rocprof_item *e);

#endif
