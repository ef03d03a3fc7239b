/*
 * share.h - the part of a call's work that one of several launches of one
 * kernel did, by the key share of its record.
 *
 * share has the blocks of this launch and of all.  The last launch does what
 * the others leave, so it has those too: pairs of blocks and of how many
 * launches have as many.
 */
#ifndef PROF_OPS_SHARE_H
#define PROF_OPS_SHARE_H

#include "common/record.h"
#include "prof/ops/op.h"

/* op_share_valid(share): whether it is one: each number from 1 to 2^32 - 1, and
 * together no more than all. */
bool op_share_valid(const struct record_ints *share);

/* op_share_take(share, cost): cost becomes this launch's part, each number
 * rounded down but for the last launch.  share is valid. */
void op_share_take(const struct record_ints *share, struct cost *cost);

#endif
