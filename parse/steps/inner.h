/*
 * inner.h - work inside a call that its main kernel need not do.
 */
#ifndef PARSE_STEPS_INNER_H
#define PARSE_STEPS_INNER_H

#include "parse/steps/analysis.h"

/* inner_find(a): set inners, of calls with a main kernel.  Only where the main
 * kernel's own call has no arguments are calls around it told, and nodes of
 * what was set. */
void inner_find(struct analysis *a);

/* inner_get(a, call, launch): that of a call around the launch; NULL: none. */
const struct inner *inner_get(
    const struct analysis *a, uint32_t call, size_t launch);

#endif
