/*
 * passes.h - which pass of a phase a range is.
 */
#ifndef PARSE_STEPS_PASSES_H
#define PARSE_STEPS_PASSES_H

#include "parse/steps/analysis.h"

/* passes_number(a): number the ranges that name a phase, from 0 for each
 * process and phase.  passes stays NULL if no range names one. */
void passes_number(struct analysis *a);

#endif
