/*
 * warnings.h - oddities of a profile, counted by kind and said once, when the
 * file is done: "PROG: FILE: 17 kernels have zero duration (first: ...)".
 *
 * A kind is a format with one %s, which becomes "1 kernel" or "17 kernels"; its
 * address and the noun's are the kind, so pass literals.
 */
#ifndef COMMON_WARNINGS_H
#define COMMON_WARNINGS_H

#include "common/str.h"

/* SAID(text): a message, or its format, that is passed on in a variable; tests
 * look for these in the man page, as for the literals of calls. */
#define SAID(text) text

struct warnings;

struct warnings *warnings_new(void);

/* warnings_add(w, kind, noun, detail): count one more of the kind.  noun is the
 * singular ("kernel"; the plural adds s).  The first detail is kept and
 * printed as " (first: DETAIL)"; detail.p may be NULL. */
void warnings_add(
    struct warnings *w, const char *kind, const char *noun, struct str detail);

/* warnings_say(w, text, detail): a line of its own: text, a literal, and then
 * detail, unless its p is NULL.  It is not counted, so a caller who may have
 * many limits them itself. */
void warnings_say(struct warnings *w, const char *text, struct str detail);

/* warnings_print(w, file): one line a kind in the order of first appearance;
 * then w is empty. */
void warnings_print(struct warnings *w, const char *file);
void warnings_free(struct warnings *w);

#endif
