/*
 * self.h - how much of a range or call on the host is its own.
 */
#ifndef PARSE_STEPS_SELF_H
#define PARSE_STEPS_SELF_H

#include "parse/steps/analysis.h"

/*
 * self_find(a):
 * Set self.  The parent of a range or call on the host is the innermost range
 * of its thread that was open when it began.  Its own time is that in which
 * nothing is open that began in it; of what ends after it only the part inside
 * counts.  A range of a whole process counts on the thread that began it, if
 * that is known.  The ranges must be in order.
 */
void self_find(struct analysis *a);

#endif
