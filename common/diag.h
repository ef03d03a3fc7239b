/*
 * diag.h - messages on stderr: PROG: [FILE[:LINE]:] what is wrong, what to do.
 *
 * Text from a profile may be part of a message: control characters, quotes
 * aside, and those of direction are shown as \xNN, and an overlong text is cut with "...".
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

/* diag_error(file, line, format, ...): print one error line.  file == NULL
 * leaves the place out, "" is shown as ''; line == 0 leaves the line out. */
void diag_error(const char *file, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* diag_usage(format, ...): print one line and "try 'PROG --help'", exit 2. */
_Noreturn void diag_usage(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* diag_clean(s, buf, size): s for a message: controls as \xNN, cut to size,
 * always with a NUL; returns buf. */
const char *diag_clean(struct str s, char *buf, size_t size);

#endif
