/*
 * num.h - numbers that are checked: parsed whole or not at all, multiplied
 * without wrapping.
 */
#ifndef COMMON_NUM_H
#define COMMON_NUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* num_parse(p, n, min, max, out): the n bytes at p as a decimal integer,
 * optional '-', no blanks, no '+'.  True and *out set, or false when the text
 * is not such a number or it lies outside [min, max]. */
bool num_parse(const char *p, size_t n, int64_t min, int64_t max, int64_t *out);

/* num_parse_u64(p, n, out): as num_parse for 0 to 2^64 - 1. */
bool num_parse_u64(const char *p, size_t n, uint64_t *out);

/* num_real(p, n, out): the n bytes at p, at most 63, as strtod reads them.
 * False when they are not such a number as a whole, or it is not finite. */
bool num_real(const char *p, size_t n, double *out);

/* num_mul, num_add(a, b, out): true and *out set, or false on overflow. */
static inline bool num_mul(uint64_t a, uint64_t b, uint64_t *out)
{
	return !__builtin_mul_overflow(a, b, out);
}

static inline bool num_add(uint64_t a, uint64_t b, uint64_t *out)
{
	return !__builtin_add_overflow(a, b, out);
}

/* num_sum, num_sub(a, b, out): a + b and a - b of signed numbers, false on
 * overflow. */
static inline bool num_sum(int64_t a, int64_t b, int64_t *out)
{
	return !__builtin_add_overflow(a, b, out);
}

static inline bool num_sub(int64_t a, int64_t b, int64_t *out)
{
	return !__builtin_sub_overflow(a, b, out);
}

/*
 * Numbers of a formula.  A number is a count, or from NUM_BAD on says why there
 * is none.  That sticks: num_plus(4, bad) is bad, so a formula is written as one
 * expression and looked at once, at its end.  Of two bad ones the first stays.
 */
#define NUM_BAD (UINT64_MAX - 5)
#define NUM_OVERFLOW UINT64_MAX

/* num_bad(n): whether it is none. */
static inline bool num_bad(uint64_t n)
{
	return n >= NUM_BAD;
}

static inline uint64_t num_times(uint64_t a, uint64_t b)
{
	if (num_bad(a) || num_bad(b))
		return num_bad(a) ? a : b;
	return num_mul(a, b, &a) && !num_bad(a) ? a : NUM_OVERFLOW;
}

static inline uint64_t num_plus(uint64_t a, uint64_t b)
{
	if (num_bad(a) || num_bad(b))
		return num_bad(a) ? a : b;
	return num_add(a, b, &a) && !num_bad(a) ? a : NUM_OVERFLOW;
}

/* num_divide(n, by): the whole part of the quotient; by is not 0. */
static inline uint64_t num_divide(uint64_t n, uint64_t by)
{
	return num_bad(n) ? n : n / by;
}

/* num_least(a, b): the lesser of two counts. */
static inline uint64_t num_least(uint64_t a, uint64_t b)
{
	if (num_bad(a) || num_bad(b))
		return num_bad(a) ? a : b;
	return a < b ? a : b;
}

/* Largest integer that a double holds exactly with all below it. */
#define NUM_EXACT_DOUBLE (INT64_C(1) << 53)

#endif
