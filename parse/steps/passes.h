/*
 * passes.h - which pass of a phase a range is.
 */
#ifndef PARSE_STEPS_PASSES_H
#define PARSE_STEPS_PASSES_H

#include "parse/steps/analysis.h"

/* passes_number(a): number the ranges that tell a phase, for each process and
 * phase from 0.  Where none does, passes stays NULL. */
void passes_number(struct analysis *a);

#endif
