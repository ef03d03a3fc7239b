/*
 * alike.h - texts that are different where values are.
 */
#ifndef PROF_SHOW_ALIKE_H
#define PROF_SHOW_ALIKE_H

#include "common/arena.h"
#include "common/str.h"

/*
 * alike_cut(texts, values, n, most, arena):
 * Cut each text to at most that many cells, as width_cut does.  Texts of values
 * that differ stay different: the second that would look like another ends in
 * "~2", the next in "~3".  A text that need not be cut keeps its own before one
 * that must.  Texts of equal values are equal.  New texts are in arena.
 */
void alike_cut(struct str *texts, const struct str *values, size_t n,
    size_t most, struct arena *arena);

#endif
