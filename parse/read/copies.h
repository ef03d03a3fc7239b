/*
 * copies.h - the direction of a copy, as profilers write it.
 */
#ifndef PARSE_READ_COPIES_H
#define PARSE_READ_COPIES_H

#include "common/str.h"

/* copies_direction(s): the direction, such as "HtoD", that s tells somewhere:
 * "[CUDA memcpy Host-to-Device]", "CopyHostToDevice",
 * "MEMORY_COPY_HOST_TO_DEVICE", "H2D".  NULL: none. */
const char *copies_direction(struct str s);

/* copies_name(b, copy): set b to "Memcpy HtoD", as CUPTI's names begin; copy
 * may be NULL. */
struct str copies_name(struct strbuf *b, const char *copy);

#endif
