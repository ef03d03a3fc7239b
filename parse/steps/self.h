/*
 * self.h - how much of a range on the host is its own.
 */
#ifndef PARSE_STEPS_SELF_H
#define PARSE_STEPS_SELF_H

#include "parse/steps/analysis.h"

/*
 * self_find(a):
 * Set self: the parent of each range and call of the host: the innermost range
 * of its thread that was open when it began.  A range's own time is what no
 * child covers; time that two children share is covered once, and of a child
 * that ends later what lies inside.  A range of a whole process counts on the
 * thread that began it, where that is known.  Needs the ranges in order.
 */
void self_find(struct analysis *a);

#endif
