/*
 * decode.h - the mark of each range, texts decoded once.
 */
#ifndef PARSE_STEPS_DECODE_H
#define PARSE_STEPS_DECODE_H

#include "parse/steps/analysis.h"

/*
 * decode_marks(a):
 * Set marks, phases and labels.  Each distinct text is decoded once, in a
 * domain or with a payload of its own once more; a text whose mark is more than
 * its numbers, as often as they differ.  A range without an end has no call.
 */
void decode_marks(struct analysis *a);

#endif
