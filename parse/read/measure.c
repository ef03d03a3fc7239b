/*
 * measure.c - numbers as a profiler prints them.
 *
 * In:  "1,234.560", a unit
 * Out: ns, to the nearest; the whole numbers of bytes that the text may stand for
 *
 * A rounded number is an interval, half a unit of its last digit to each side.
 * No double: 15 digits are not enough for a time, and what is exact must stay so.
 */
#include "parse/read/measure.h"

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"

enum { PLACES_MOST = 18 };

__extension__ typedef __int128 wide;

/* Whether the digits at p are a group of three behind a comma. */
static bool is_group(struct str s, size_t at)
{
	return ascii_digits(s.p + at, s.n - at) == 3 &&
	       (at + 3 == s.n || s.p[at + 3] == ',' || s.p[at + 3] == '.');
}

static bool add_digit(struct measure *m, char c)
{
	int64_t n;

	if (__builtin_mul_overflow(m->digits, 10, &n) || !num_sum(n, c - '0', &n))
		return false;
	m->digits = n;
	return true;
}

bool measure_read(struct str s, struct measure *m)
{
	bool minus = s.n && s.p[0] == '-', point = false;
	size_t i, ndigits = 0;

	*m = (struct measure){0, 0};
	for (i = minus; i < s.n; i++) {
		char c = s.p[i];

		if (is_digit(c)) {
			if (m->places == PLACES_MOST || !add_digit(m, c))
				return false;
			m->places += point;
			ndigits++;
		} else if (c == '.' && !point && ndigits) {
			point = true;
		} else if (!(c == ',' && !point && ndigits && is_group(s, i + 1))) {
			return false;
		}
	}
	if (minus)
		m->digits = -m->digits;
	return ndigits > 0;
}

struct str measure_cut(struct str s, struct str *unit)
{
	size_t n = s.n;

	while (n > 0 && !is_digit(s.p[n - 1]))
		n--;
	*unit = str_from(s, n);
	return (struct str){s.p, n};
}

bool measure_time(struct str unit, int *exponent)
{
	static const struct {
		const char *name;
		int exponent;
	} units[] = {{"ns", 0}, {"us", 3}, {"ms", 6}, {"s", 9}, {"nsec", 0},
	    {"usec", 3}, {"msec", 6}, {"sec", 9}};
	size_t i;

	for (i = 0; i < NELEMS(units); i++)
		if (str_is(unit, units[i].name)) {
			*exponent = units[i].exponent;
			return true;
		}
	return false;
}

bool measure_bytes(struct str unit, int64_t thousand, int64_t *factor)
{
	static const char *const units[] = {"B", "KB", "MB", "GB"};
	size_t i;

	*factor = 1;
	for (i = 0; i < NELEMS(units); i++) {
		if (str_is(unit, units[i]))
			return true;
		*factor *= thousand;
	}
	return false;
}

bool measure_rate(struct str unit, int64_t thousand, int64_t *factor)
{
	if (str_ends(unit, "/s") || str_ends(unit, "ps"))
		unit.n -= 2;
	else
		return false;
	return measure_bytes(unit, thousand, factor);
}

static wide power(unsigned n)
{
	wide p = 1;

	while (n--)
		p *= 10;
	return p;
}

/* a / b, down, of b > 0. */
static wide floor_of(wide a, wide b)
{
	return a / b - (a % b < 0);
}

static bool fits(wide a, int64_t *n)
{
	*n = (int64_t)a;
	return a >= INT64_MIN && a <= INT64_MAX;
}

bool measure_ns(const struct measure *m, int exponent, int64_t *ns)
{
	wide value = (wide)m->digits * power((unsigned)exponent);
	wide unit = power(m->places);

	return fits(floor_of(2 * value + unit, 2 * unit), ns);
}

bool measure_is_rough(const struct measure *m, int exponent)
{
	return m->places < (unsigned)exponent;
}

bool measure_whole(const struct measure *m, int64_t factor, int64_t times,
    int64_t divisor, struct whole *w)
{
	wide all = (wide)factor * times, unit, low, high;

	if (divisor <= 0 ||
	    __builtin_mul_overflow(2 * power(m->places), divisor, &unit) ||
	    __builtin_mul_overflow(2 * (wide)m->digits - 1, all, &low) ||
	    __builtin_mul_overflow(2 * (wide)m->digits + 1, all, &high) ||
	    !fits(floor_of(high, unit), &w->most))
		return false;
	low = -floor_of(-low, unit);
	return fits(low < 0 ? 0 : low, &w->least);
}

bool measure_exact(const struct measure *m, int64_t factor, int64_t *n)
{
	struct whole w;
	wide unit = power(m->places);

	if (m->digits < 0)
		return false;
	/* less than 1 wide: the nearest, if it is within a unit of the last digit */
	if (factor < unit) {
		wide value = (wide)m->digits * factor;
		wide nearest = floor_of(2 * value + unit, 2 * unit);
		wide off = value - nearest * unit;

		return (off < 0 ? -off : off) <= factor && fits(nearest, n);
	}
	if (!measure_whole(m, factor, 1, 1, &w) || w.least != w.most)
		return false;
	*n = w.least;
	return true;
}
