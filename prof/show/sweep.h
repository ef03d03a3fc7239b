/*
 * sweep.h - intervals in the order of time.
 *
 * A view that asks what ran at the same time keeps 40 bytes of a row, a span, and
 * is called at each change when all is read.  Spans are half-open, in
 * nanoseconds; input order does not matter.
 */
#ifndef PROF_SHOW_SWEEP_H
#define PROF_SHOW_SWEEP_H

#include "common/record.h"
#include "common/vec.h"

struct span {
	int64_t start, end;	    /* start <= end */
	int64_t api_start, api_end; /* of the launch call; api_end < api_start:
				     * none is known */
	uint32_t what, more;	    /* the view's own */
};

struct spans {
	struct span *v;
	size_t n, room;
};

/* Work of the GPU, as all views tell it apart. */
enum work {
	WORK_KERNEL,
	WORK_COMM, /* a kernel that communicates */
	WORK_MEMCPY,
	WORK_MEMSET,
	WORK_GRAPH,
	NWORKS
};

/* sweep_work(rec): which of these a record of KIND_BITS_WORK is. */
enum work sweep_work(const struct record *rec);

/* sweep_span(rec, what, s): the span of a record; false where its time is unknown. */
bool sweep_span(const struct record *rec, uint32_t what, struct span *s);

/* sweep_launched(s): whether its launch call is known. */
static inline bool sweep_launched(const struct span *s)
{
	return s->api_start <= s->api_end;
}

/* sweep_sort(s): by start, then by what else differs. */
void sweep_sort(struct spans *s);

/* sweep_sort_by(s, order): as qsort, but without memory of its own. */
void sweep_sort_by(
    struct spans *s, int (*order)(const struct span *a, const struct span *b));

/* sweep_change: a span begins or ends at this time. */
typedef void sweep_change(void *view, const struct span *s, int64_t at, bool begins);

/* What comes first at one time. */
enum sweep_first { SWEEP_ENDS, SWEEP_BEGINS };

/* sweep(s, first, change, view): call change at each begin and each end of the
 * spans, which are sorted, in the order of time. */
void sweep(const struct spans *s, enum sweep_first first, sweep_change *change,
    void *view);

/* sweep_free(spans), sweep_merge(to, from): struct view's free and merge, where
 * group.more is a struct spans. */
void sweep_free(void *spans);
void sweep_merge(void *to, void *from);

/* sweep_move(to, from): add the spans of from, which gives up its memory first,
 * or to does: those of both never take more than the larger again. */
void sweep_move(struct spans *to, struct spans *from);

#endif
