/*
 * inner.h - work inside a call that its main kernel need not do.
 */
#ifndef PARSE_STEPS_INNER_H
#define PARSE_STEPS_INNER_H

#include "parse/steps/analysis.h"

/* inner_find(a): set inners, of calls that have a main kernel.  A call around
 * the one that launched its main kernel has none unless that one lacks
 * arguments; but a node has what was set. */
void inner_find(struct analysis *a);

/* inner_get(a, call, launch): the inner of a call around the launch; NULL: it
 * has none. */
const struct inner *inner_get(
    const struct analysis *a, uint32_t call, size_t launch);

#endif
