/*
 * width.h - how many cells of a terminal a text takes.
 *
 * The numbers are those of wcwidth in a UTF-8 locale, of whatever locale the
 * program runs in: 2 for wide characters, 0 for those that combine with the one
 * before.
 */
#ifndef PROF_SHOW_WIDTH_H
#define PROF_SHOW_WIDTH_H

#include "common/str.h"

/* width_rune(rune): 0, 1 or 2; it is no control character. */
unsigned width_rune(uint32_t rune);

/* width_of(s): the cells that s takes. */
size_t width_of(struct str s);

/* width_cut(s, most, b): append s, or, where it takes more than most cells, its
 * beginning and end with ".." between.  Return the cells that were appended,
 * which may be one less than most where characters are wide. */
size_t width_cut(struct str s, size_t most, struct strbuf *b);

#endif
