/*
 * diag.h - messages on stderr: PROG: [FILE[:LINE]:] what is wrong, what to do.
 *
 * Text from a profile may be part of a message: control characters, quotes
 * aside, are shown as \xNN, and an overlong text is cut with "...".
 */
#ifndef COMMON_DIAG_H
#define COMMON_DIAG_H

#include "common/str.h"

/* Why a library function failed: one line, without program and file name. */
struct err {
	char text[512];
};

/* err_set(err, format, ...): always returns -1, for "return err_set(...)".
 * err may be NULL. */
int err_set(struct err *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* diag_init(prog): the name that starts every message; call first in main. */
void diag_init(const char *prog);

/* diag_error(file, line, format, ...): print one error line.  file == NULL
 * leaves the place out; line == 0 leaves the line out. */
void diag_error(const char *file, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* diag_usage(format, ...): print one line and "try 'PROG --help'", exit 2. */
_Noreturn void diag_usage(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* diag_no_memory(): print "PROG: out of memory" and exit 1 at once. */
_Noreturn void diag_no_memory(void);

/* diag_clean(s, buf, size): s for a message: controls as \xNN, cut to size,
 * always with a NUL; returns buf. */
const char *diag_clean(struct str s, char *buf, size_t size);

/*
 * Oddities of a profile are counted by kind and said once, when the file is
 * done: "PROG: FILE: 17 kernels have zero duration (first: ...)".
 * A kind is a format with one %s, which becomes "1 kernel" or "17 kernels";
 * its address and the noun's are the kind, so pass literals.
 */
struct warnings;

struct warnings *warnings_new(void);

/* warnings_add(w, kind, noun, detail): count one more of the kind.  noun is the
 * singular ("kernel"; the plural adds s).  The first detail is kept and
 * printed as " (first: DETAIL)"; detail.p may be NULL. */
void warnings_add(
    struct warnings *w, const char *kind, const char *noun, struct str detail);

/* warnings_print(w, file): one line a kind in the order of first appearance;
 * then w is empty. */
void warnings_print(struct warnings *w, const char *file);
void warnings_free(struct warnings *w);

#endif
