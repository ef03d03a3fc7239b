/*
 * several.h - several views of one input, one behind the other.
 */
#ifndef PROF_SHOW_SEVERAL_H
#define PROF_SHOW_SEVERAL_H

#include "prof/show/view.h"

struct section;

/* Empty when zeroed. */
struct several {
	VEC(struct section *) list;
	bool report; /* those that lack something are not missed */
};

/* several_add(s, view): show this view behind those that were added. */
void several_add(struct several *s, const struct view *view);

/* several_report(s): show what a report has, each where the input has what it
 * needs. */
void several_report(struct several *s);

/* several_start(s, out, err): out has the format and its options, before
 * out_start; it must outlive s.  Return 0, or -1 as view_columns and out_start. */
int several_start(struct several *s, struct out *out, struct err *err);

void several_profile(struct several *s, const struct record *rec);
void several_row(struct several *s, const struct row *row);

/*
 * several_print(s, header, none):
 * Write each view under a line with its name; one that lacks something says so
 * instead, by out_note.  none: why no view has a row, where that is known, or
 * NULL.  Return the exit status: 0, 1 where one that was named lacks something,
 * 2 where one does not fit the format.
 */
int several_print(struct several *s, bool header, const char *none);
void several_free(struct several *s);

#endif
