/*
 * rocprof.h - the JSON of rocprofv3, and what it has in common with the CSV.
 */
#ifndef PARSE_READ_ROCPROF_H
#define PARSE_READ_ROCPROF_H

#include "parse/profile.h"

struct input;

/* rocprof_is_json(head): whether a file begins as the JSON of rocprofv3. */
bool rocprof_is_json(struct str head);

/* rocprof_json(input, p, err): fill p.  0, or -1 with the reason in err; a file
 * of which a part can be read has p->broken. */
int rocprof_json(struct input *input, struct profile *p, struct err *err);

/* rocprof_name(name): a kernel's name without what is added for its descriptor:
 * " [clone .kd]", " (.kd)" or ".kd". */
struct str rocprof_name(struct str name);

/* rocprof_shape(c): of sizes in work items, the blocks that hold them; false
 * where a block is of none. */
bool rocprof_shape(struct config *c);

#endif
