/*
 * decode.h - the mark of each range, texts decoded once.
 */
#ifndef PARSE_STEPS_DECODE_H
#define PARSE_STEPS_DECODE_H

#include "parse/steps/analysis.h"

/*
 * decode_marks(a):
 * Set marks, phases and labels.  Each distinct text is decoded once, and once
 * more for each domain and payload it comes with.  Only where the mark depends
 * on the numbers in the text is it decoded for each range.  A range without an
 * end is never a call.
 */
void decode_marks(struct analysis *a);

#endif
