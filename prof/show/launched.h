/*
 * launched.h - which launch calls a trace has by now, eight bytes each: a
 * fingerprint, of which two are one call.
 */
#ifndef PROF_SHOW_LAUNCHED_H
#define PROF_SHOW_LAUNCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/str.h"

struct launched_call {
	int64_t pid, tid, start, dur, corr;
};

/* Empty when zeroed. */
struct launched {
	uint64_t *v; /* by hash, 0 where there is none */
	size_t n, room;
	struct strbuf text;
};

/* launched_add(l, call, name): whether the call is new; then it is there. */
bool launched_add(
    struct launched *l, const struct launched_call *call, struct str name);
void launched_free(struct launched *l);

#endif
