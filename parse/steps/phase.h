/*
 * phase.h - forward, backward and update, where no range tells the phase.
 */
#ifndef PARSE_STEPS_PHASE_H
#define PARSE_STEPS_PHASE_H

#include "parse/steps/analysis.h"

/*
 * phase_find(a):
 * Set phase of each launch: backward of what is bprop; update of what was
 * called through the code of an optimizer; forward of what was launched in an
 * operator's call while a forward was going on.  A forward begins at the start
 * of a call on the launch's thread that a node belongs to, or of a step of its
 * process in which a node begins; it ends at the start of a node, an engine
 * range, a range of phase backward or the step of an optimizer on any thread of
 * the process.  The last of these decides, of two at one time the end.  A phase
 * that a range tells comes before all this; see write.c.
 */
void phase_find(struct analysis *a);

#endif
