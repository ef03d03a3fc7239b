/*
 * steps.h - all that is found out about a profile, step by step.
 */
#ifndef PARSE_STEPS_STEPS_H
#define PARSE_STEPS_STEPS_H

#include "parse/steps/analysis.h"

/* steps_run(a, p): all steps between reading and writing.  p is changed: its
 * ranges are put in order, and those that are wanted as records become
 * launches. */
void steps_run(struct analysis *a, struct profile *p);

#endif
