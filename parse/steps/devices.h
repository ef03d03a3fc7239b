/*
 * devices.h - the device of each launch.
 */
#ifndef PARSE_STEPS_DEVICES_H
#define PARSE_STEPS_DEVICES_H

#include "parse/steps/analysis.h"

/* devices_find(a): set the device of each launch: the one with this ordinal in
 * the launch's own process, else the one that all processes share.
 * PROFILE_NONE where the profile describes neither. */
void devices_find(struct analysis *a);

#endif
