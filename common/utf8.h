/*
 * utf8.h - UTF-8, a code point at a time; independent of the locale.
 */
#ifndef COMMON_UTF8_H
#define COMMON_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* utf8_next(p, n, rune): length of the well-formed sequence at p (1 to 4) with
 * its code point in *rune, or 0 when p holds none (n == 0, a stray byte, an
 * overlong form, a surrogate, above U+10FFFF, cut off). */
size_t utf8_next(const char *p, size_t n, uint32_t *rune);

/* utf8_put(rune, out): write the code point's bytes to out, return how many.
 * A surrogate or a value above U+10FFFF is written as U+FFFD. */
size_t utf8_put(uint32_t rune, char out[4]);

/*
 * utf8_is_control(rune):
 * Whether a terminal would obey it, or draw nothing, so that a text holds what
 * nobody sees: C0, DEL and C1; what turns the direction of the text behind it
 * (Unicode's annex 9); the ends of a line and of a paragraph; Unicode's
 * Default_Ignorable_Code_Point, tags and the zero width space among them, and
 * the annotations.  Not the joiners (U+200C, U+200D) and the selectors of
 * variants, which change how the characters beside them are drawn.
 */
bool utf8_is_control(uint32_t rune);

#endif
