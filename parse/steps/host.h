/*
 * host.h - ranges that are records themselves.
 */
#ifndef PARSE_STEPS_HOST_H
#define PARSE_STEPS_HOST_H

#include "parse/steps/analysis.h"

/* host_ranges(a): make a launch of each range whose kind is wanted.  The ranges
 * must be in order and have their marks. */
void host_ranges(struct analysis *a);

#endif
