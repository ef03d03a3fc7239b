/*
 * ascii.h - kinds of bytes.
 *
 * Not ctype.h: its functions ask the locale, and are undefined for the bytes
 * beyond ASCII where char has a sign.
 */
#ifndef COMMON_ASCII_H
#define COMMON_ASCII_H

#include <stdbool.h>
#include <stddef.h>

/* As a number, which is what most callers make of it next. */
static inline bool is_digit(char c)
{
	return (unsigned)(c - '0') <= 9;
}

static inline bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static inline bool is_letter(char c)
{
	return is_lower(c) || is_upper(c);
}

/* What separates words of a line. */
static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* How many decimal digits the n bytes at p begin with. */
static inline size_t ascii_digits(const char *p, size_t n)
{
	size_t i = 0;

	while (i < n && is_digit(p[i]))
		i++;
	return i;
}

/* An upper-case letter as the lower-case one, any other byte as it is. */
static inline char to_lower(char c)
{
	return is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

#endif
