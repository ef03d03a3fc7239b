/*
 * measure.h - numbers as a profiler prints them: decimal, with a unit, rounded.
 */
#ifndef PARSE_READ_MEASURE_H
#define PARSE_READ_MEASURE_H

#include "common/str.h"

/* digits / 10^places */
struct measure {
	int64_t digits;
	unsigned places;
};

/* measure_read(s, m): the whole text as a number, perhaps with commas between
 * groups of three digits.  False if it is none, or has too many digits. */
bool measure_read(struct str s, struct measure *m);

/* measure_cut(s, unit): cut the unit off a number: "1.6782ms". */
struct str measure_cut(struct str s, struct str *unit);

/* measure_time(unit, exponent): ns, us, ms or s, or nsec to sec, as a power of
 * ten of a ns. */
bool measure_time(struct str unit, int *exponent);

/* measure_bytes(unit, thousand, factor): B, KB, MB or GB, the next of which is
 * thousand of the one before; measure_rate: the same a second, MB/s or MBps. */
bool measure_bytes(struct str unit, int64_t thousand, int64_t *factor);
bool measure_rate(struct str unit, int64_t thousand, int64_t *factor);

/* measure_ns(m, exponent, ns): to the nearest ns, half up. */
bool measure_ns(const struct measure *m, int exponent, int64_t *ns);

/* measure_is_rough(m, exponent): whether its last digit is more than a ns. */
bool measure_is_rough(const struct measure *m, int exponent);

/* Whole numbers; most < least: none. */
struct whole {
	int64_t least, most;
};

/*
 * measure_whole(m, factor, times, divisor, w):
 * The whole numbers that lie where m * factor * times / divisor does, if m was
 * rounded to its last digit.  False where that overflows.
 */
bool measure_whole(const struct measure *m, int64_t factor, int64_t times,
    int64_t divisor, struct whole *w);

/* measure_exact(m, factor, n): the whole number that was printed in a unit of
 * factor, where the text tells it; false: it does not. */
bool measure_exact(const struct measure *m, int64_t factor, int64_t *n);

#endif
