/*
 * devices.h - the device of each launch.
 */
#ifndef PARSE_STEPS_DEVICES_H
#define PARSE_STEPS_DEVICES_H

#include "parse/steps/analysis.h"

/* devices_find(a): set the device of each launch that ran on one the profile
 * describes: by the ordinal of its own process, else by that of all. */
void devices_find(struct analysis *a);

#endif
