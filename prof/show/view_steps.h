/*
 * view_steps.h - the view of steps where another view keeps the work of the GPU.
 */
#ifndef PROF_SHOW_VIEW_STEPS_H
#define PROF_SHOW_VIEW_STEPS_H

#include "prof/show/sweep.h"
#include "prof/show/view.h"

/* view_steps_host: as view_steps, but of the work it keeps no more than its first
 * start and last end: before it prints, view_steps_take gives it the rest. */
extern const struct view view_steps_host;

/* view_steps_take(g, work): add the work of a process to its group, and take
 * its memory; what: enum work. */
void view_steps_take(struct group *g, struct spans *work);

#endif
