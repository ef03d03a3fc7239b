/*
 * window.h - the time of steps, on the host and on the GPU.
 *
 * What a step launched may run longer than the step's range; its window is then
 * as long, and the next one's begins there.  See pp-prof(1), steps.
 */
#ifndef PROF_SHOW_WINDOW_H
#define PROF_SHOW_WINDOW_H

#include "common/intern.h"
#include "prof/show/sweep.h"

struct window {
	int64_t start, end; /* of the range; after window_close of the window */
	int64_t first, last; /* of what was launched in it */
	uint64_t n;	     /* of these */
	struct str label;    /* of labels; p == NULL: it is no step */
};

/* Empty when zeroed.  Of one process. */
struct windows {
	VEC(struct window) list;
	struct intern labels;
	struct windows_span {
		int64_t first, last;
		bool is; /* there is one */
	} host, gpu;
	int64_t early;	/* the last end before the first step's work */
	size_t dropped; /* windows behind those of list */
};

/* window_step, window_host, window_gpu(w, s): a step's range, another row of
 * the host, work of the GPU. */
void window_step(struct windows *w, const struct span *s, struct str label);
void window_host(struct windows *w, const struct span *s);
void window_gpu(struct windows *w, const struct span *s);

/* window_merge(to, from): add what is in from, and free it. */
void window_merge(struct windows *to, struct windows *from);

/* window_sort(w): all is added.  Then window_own and then window_early are
 * called with all work of the GPU, and window_close. */
void window_sort(struct windows *w);
void window_own(struct windows *w, const struct span *s);
void window_early(struct windows *w, const struct span *s);

/* window_close(w): make the windows, in order, which do not overlap.  What is
 * no whole step at the end of the profile is dropped: list.v[list.n] and so on.
 * Without steps there is one, without label, unless there is nothing. */
void window_close(struct windows *w);
void window_free(struct windows *w);

#endif
