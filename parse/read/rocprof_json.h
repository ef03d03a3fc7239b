/*
 * rocprof_json.h - the JSON of rocprofv3.
 */
#ifndef PARSE_READ_ROCPROF_JSON_H
#define PARSE_READ_ROCPROF_JSON_H

#include "parse/profile.h"

struct input;

/* rocprof_json_found(head): whether a file begins as the JSON of rocprofv3. */
bool rocprof_json_found(struct str head);

/* rocprof_json(input, p, err): fill p.  0, or -1 with the reason in err; a file
 * of which a part can be read has p->broken. */
int rocprof_json(struct input *input, struct profile *p, struct err *err);

#endif
