/*
 * owners.h - of which process a device is, where the rows of the GPU do not
 * tell their process.
 */
#ifndef PARSE_READ_OWNERS_H
#define PARSE_READ_OWNERS_H

#include "parse/read/claims.h"

#define OWNERS_DEVICES 64 /* so many are looked at */

/* owners_tell(c): tell the rows of each device of which that is known the
 * process.  Rows and calls are in order; so are they afterwards. */
void owners_tell(struct claims *c);

#endif
