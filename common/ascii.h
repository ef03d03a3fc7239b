/*
 * ascii.h - kinds of bytes.
 *
 * Not ctype.h: its functions ask the locale, and are undefined for the bytes
 * beyond ASCII where char has a sign.
 */
#ifndef COMMON_ASCII_H
#define COMMON_ASCII_H

#include <stdbool.h>

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
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
	return is_upper(c) || is_lower(c);
}

/* What separates words of a line. */
static inline bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* An upper-case letter as the lower-case one, any other byte as it is. */
static inline char to_lower(char c)
{
	return is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

#endif
