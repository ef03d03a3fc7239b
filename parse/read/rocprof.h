/*
 * rocprof.h - what rocprof's CSV and rocprofv3's JSON have in common.
 */
#ifndef PARSE_READ_ROCPROF_H
#define PARSE_READ_ROCPROF_H

#include "parse/profile.h"

/* The warning of a "value" whose counter has no name. */
extern const char rocprof_no_name[];

/* rocprof_name(name): a kernel's name without what is added for its descriptor:
 * " [clone .kd]", " (.kd)" or ".kd". */
struct str rocprof_name(struct str name);

/* rocprof_shape(c): of sizes in work items, the blocks that hold them; false
 * where a block is of none. */
bool rocprof_shape(struct config *c);

#endif
