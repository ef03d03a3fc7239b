/*
 * claims.h - which call launched which row of the GPU, where the calls of
 * several processes have one id.
 *
 * What decides: of which process a row is, where that is told, or owners.h
 * found it; that no row begins before its call; that a call has one row, unless
 * it launches a graph or the like.  What none of these decides has no call.
 */
#ifndef PARSE_READ_CLAIMS_H
#define PARSE_READ_CLAIMS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/vec.h"
#include "parse/profile.h"

#define CLAIMS_NONE PROFILE_NONE /* no call, process or device is told */

/* A call with an id. */
struct claims_call {
	int64_t id, start;
	uint32_t call;	  /* the caller's number */
	uint32_t process; /* below nprocesses */
	uint32_t space; /* of the id: ids of two spaces have nothing in common */
	uint8_t kind;	/* of rows; a call may be listed for several kinds */
	bool many;	/* it may have more than one row */
	/* Set by claims_settle: some row of the kind is its, or may be, as
	 * nothing tells whose it is. */
	bool launched;
	uint32_t rows; /* used by claims_settle: told to be of this call */
};

struct claims_row {
	int64_t id, start;
	uint32_t row;	  /* the caller's number */
	uint32_t process; /* CLAIMS_NONE: not told */
	uint32_t device;  /* below ndevices, or CLAIMS_NONE */
	uint32_t space;
	uint8_t kind;
	bool timed;    /* start is valid */
	uint32_t call; /* set by claims_settle: a call's number, or CLAIMS_NONE */
};

struct claims {
	VEC(struct claims_call) calls;
	VEC(struct claims_row) rows;
	uint32_t nprocesses, ndevices;
};

/* The calls and rows of one id, and the rows' kind; both by their start, rows
 * without one behind. */
struct claims_group {
	struct claims_call *calls;
	struct claims_row *rows;
	size_t ncalls, nrows;
	size_t call, row; /* places of the first */
};

/* claims_order(c): put calls and rows in order, once all are there. */
void claims_order(struct claims *c);

/* claims_next(c, g): go to the next group that has rows, where g is zeroed to
 * the first; false behind the last. */
bool claims_next(const struct claims *c, struct claims_group *g);

/* claims_settle(c): set the call of each row; all are in order.  A row that is
 * told to be of a process with one call of the id is that call's whatever the
 * time. */
void claims_settle(struct claims *c);
void claims_free(struct claims *c);

#endif
