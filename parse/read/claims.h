/*
 * claims.h - which call launched which row of the GPU, where the calls of
 * several processes have one id.
 *
 * What decides: of which process a row is, where that is told; that no row
 * begins before its call; that a call has one row, unless it launches a graph
 * or the like.  What none of these decides has no call.
 */
#ifndef PARSE_READ_CLAIMS_H
#define PARSE_READ_CLAIMS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/vec.h"
#include "parse/profile.h"

#define CLAIMS_NONE PROFILE_NONE /* no call; no process is told */

/* A call with an id. */
struct claims_call {
	int64_t id, start;
	uint32_t call;	  /* the caller's number */
	uint32_t process; /* below nprocesses */
	uint32_t space; /* of the id: ids of two spaces have nothing in common */
	uint8_t kind;	/* of rows; a call may be listed for several kinds */
	bool many;	/* it may have more than one row */
	uint32_t rows;	/* used by claims_settle: told to be of this call */
};

struct claims_row {
	int64_t id, start;
	uint32_t row;	  /* the caller's number */
	uint32_t process; /* CLAIMS_NONE: not told */
	uint32_t space;
	uint8_t kind;
	bool timed; /* start is valid */
	/* Set by claims_settle: a call's number, or CLAIMS_NONE; whether that
	 * is the only one with the id, and may have all the rows with it. */
	uint32_t call;
	bool alone;
};

struct claims {
	VEC(struct claims_call) calls;
	VEC(struct claims_row) rows;
	uint32_t nprocesses;
};

/* claims_settle(c): set the call of each row.  Rows and calls are put in
 * another order.  A row that is told to be of a process with one call of the id
 * is that call's whatever the time. */
void claims_settle(struct claims *c);
void claims_free(struct claims *c);

#endif
