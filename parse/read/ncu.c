/*
 * ncu.c - numbers and units as Nsight Compute prints them.
 *
 * In:  "1,234.50" and "Kbyte"
 * Out: 1234500, of bytes
 *
 * ncu scales bytes and times to a handy size by powers of 1000 [Nsight Compute
 * CLI, Metrics and Units], row by row, and separates thousands by its locale.
 * The scale is added to the exponent of the number, so there is one rounding
 * and 2.33 Mbyte are 2330000.
 */
#include "parse/read/ncu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"

/* Which prefixes a unit may carry. */
enum scale {
	PLAIN, /* none */
	LARGE, /* K, M, G, T, P */
	TIME,  /* n, u, m */
};

/* Base units, in the singular.  Upper and lower case are the same (Ghz,
 * GHz). */
static const struct {
	const char *name;
	enum scale scale;
	const char *base;
} units[] = {
    {"byte", LARGE, "byte"},
    {"second", TIME, "ns"},
    {"sec", TIME, "ns"},
    {"s", TIME, "ns"},
    {"hz", LARGE, "hz"},
    {"%", PLAIN, "%"},
    {"access", LARGE, "access"},
    {"bank", LARGE, "bank"},
    {"barrier", LARGE, "barrier"},
    {"block", LARGE, "block"},
    {"branch", LARGE, "branch"},
    {"cluster", LARGE, "cluster"},
    {"conflict", LARGE, "conflict"},
    {"cycle", LARGE, "cycle"},
    {"flop", LARGE, "flop"},
    {"inst", LARGE, "inst"},
    {"instruction", LARGE, "inst"},
    {"issue", LARGE, "issue"},
    {"iteration", LARGE, "iteration"},
    {"line", LARGE, "line"},
    {"node", LARGE, "node"},
    {"op", LARGE, "op"},
    {"packet", LARGE, "packet"},
    {"page", LARGE, "page"},
    {"pass", LARGE, "pass"},
    {"pixel", LARGE, "pixel"},
    {"primitive", LARGE, "primitive"},
    {"query", LARGE, "query"},
    {"ratio", PLAIN, "ratio"},
    {"register", LARGE, "register"},
    {"request", LARGE, "request"},
    {"sample", LARGE, "sample"},
    {"sector", LARGE, "sector"},
    {"sm", PLAIN, "SM"},
    {"tag", LARGE, "tag"},
    {"thread", LARGE, "thread"},
    {"tile", LARGE, "tile"},
    {"tpc", PLAIN, "TPC"},
    {"transaction", LARGE, "transaction"},
    {"vertex", LARGE, "vertex"},
    {"warp", LARGE, "warp"},
    {"wavefront", LARGE, "wavefront"},
};

enum { NUNITS = NELEMS(units) };

static const struct {
	char letter;
	enum scale scale;
	int exponent; /* of a TIME: to ns */
} prefixes[] = {
    {'K', LARGE, 3},
    {'k', LARGE, 3},
    {'M', LARGE, 6},
    {'G', LARGE, 9},
    {'T', LARGE, 12},
    {'P', LARGE, 15},
    {'n', TIME, 0},
    {'u', TIME, 3},
    {'m', TIME, 6},
};

enum { NPREFIXES = NELEMS(prefixes) };

enum { SECOND = 9 }; /* to ns */

static struct str trim(struct str s)
{
	while (s.n && is_blank(s.p[0]))
		s = str_from(s, 1);
	while (s.n && is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

/* Unit i without a prefix, in the singular or the plural. */
static bool is_unit(struct str s, size_t i)
{
	size_t n = strlen(units[i].name);

	if (s.n == n + 1 && n > 1 && s.p[n] == 's')
		s.n--;
	return s.n == n && strncasecmp(s.p, units[i].name, n) == 0;
}

/* The number of the unit, and its exponent; NUNITS if it is unknown. */
static size_t find_unit(struct str s, int *exponent)
{
	size_t i, k;

	for (i = 0; i < NUNITS; i++) {
		if (is_unit(s, i)) {
			*exponent = units[i].scale == TIME ? SECOND : 0;
			return i;
		}
	}
	for (k = 0; s.n > 1 && k < NPREFIXES; k++) {
		if (prefixes[k].letter != s.p[0])
			continue;
		for (i = 0; i < NUNITS; i++) {
			if (units[i].scale == prefixes[k].scale &&
			    is_unit(str_from(s, 1), i)) {
				*exponent = prefixes[k].exponent;
				return i;
			}
		}
	}
	return NUNITS;
}

bool ncu_unit(struct str text, int *exponent, struct strbuf *base)
{
	struct str above = trim(text), below = {NULL, 0};
	const char *slash = above.n ? memchr(above.p, '/', above.n) : NULL;
	size_t i, k = NUNITS;
	int down = 0;

	*exponent = 0;
	if (above.n == 0)
		return true;
	if (slash) {
		below = trim(str_from(above, (size_t)(slash - above.p) + 1));
		above = trim((struct str){above.p, (size_t)(slash - above.p)});
		k = find_unit(below, &down);
		if (k == NUNITS)
			return false;
	}
	i = find_unit(above, exponent);
	/* 1/s has no word above */
	if (i == NUNITS && !(slash && str_is(above, "1")))
		return false;
	if (i == NUNITS)
		*exponent = 0;
	strbuf_text(base, i == NUNITS ? "1" : units[i].base);
	if (!slash)
		return true;
	/* a rate is per second */
	*exponent -= units[k].scale == TIME ? down - SECOND : down;
	strbuf_printf(base, "/%s", units[k].scale == TIME ? "s" : units[k].base);
	return true;
}

/* --- numbers -------------------------------------------------------------- */

enum { DIGITS_MOST = 64 }; /* of a number, with what separates them */

/* The places where the parts of a number end. */
struct parts {
	struct str digits; /* with separators, without sign and exponent */
	bool minus, has_power;
	int power; /* that is written behind an e */
	size_t points, commas;
};

/* What stands behind the digits: nothing, or e+06. */
static bool take_power(struct parts *parts, struct str rest)
{
	int64_t power;

	if (rest.n == 0)
		return true;
	if (rest.p[0] != 'e' && rest.p[0] != 'E')
		return false;
	rest = str_from(rest, 1);
	if (rest.n > 1 && rest.p[0] == '+' && rest.p[1] != '-')
		rest = str_from(rest, 1);
	if (!num_parse(rest.p, rest.n, -999, 999, &power))
		return false;
	parts->power = (int)power;
	parts->has_power = true;
	return true;
}

static bool take_apart(struct parts *parts, struct str s)
{
	size_t n = 0;

	*parts = (struct parts){.minus = s.p[0] == '-'};
	if (s.p[0] == '-' || s.p[0] == '+')
		s = str_from(s, 1);
	for (; n < s.n && (is_digit(s.p[n]) || s.p[n] == '.' || s.p[n] == ',');
	     n++) {
		parts->points += s.p[n] == '.';
		parts->commas += s.p[n] == ',';
	}
	parts->digits = (struct str){s.p, n};
	return n > 0 && n < DIGITS_MOST && is_digit(s.p[0]) &&
	       is_digit(s.p[n - 1]) && take_power(parts, str_from(s, n));
}

/* Whether c separates thousands in s: 1 to 3 digits without a leading 0, then
 * groups of three. */
static bool is_grouped(struct str s, char c)
{
	size_t i, n = 0; /* digits since the last c */
	bool first = true;

	if (s.p[0] == '0')
		return false;
	for (i = 0; i < s.n; i++) {
		if (s.p[i] != c) {
			n++;
			continue;
		}
		if (first ? n > 3 : n != 3)
			return false;
		first = false;
		n = 0;
	}
	return n == 3;
}

/* The value if point is the decimal point. */
static double value(const struct parts *parts, char point, int exponent)
{
	char text[DIGITS_MOST + 32];
	size_t i, n = 0;

	if (parts->minus)
		text[n++] = '-';
	for (i = 0; i < parts->digits.n; i++) {
		char c = parts->digits.p[i];

		if (is_digit(c))
			text[n++] = c;
		else if (c == point)
			text[n++] = '.';
	}
	snprintf(text + n, sizeof text - n, "e%d", parts->power + exponent);
	return strtod(text, NULL);
}

/* Where there is only one kind of separator. */
static enum ncu_number one_kind(const struct parts *parts, char c, size_t n)
{
	bool grouped = is_grouped(parts->digits, c);

	if (n > 1 && (!grouped || parts->has_power))
		return NCU_BAD;
	if (n > 1)
		return c == ',' ? NCU_POINT : NCU_COMMA;
	if (grouped && !parts->has_power)
		return c == ',' ? NCU_EITHER_COMMA : NCU_EITHER_POINT;
	return c == ',' ? NCU_COMMA : NCU_POINT;
}

/* Where there are both kinds: the last one is the decimal point. */
static enum ncu_number two_kinds(const struct parts *parts)
{
	struct str s = parts->digits;
	size_t at = s.n;

	while (is_digit(s.p[at - 1]))
		at--;
	at--;
	if (s.p[at] == '.')
		return parts->points == 1 && is_grouped((struct str){s.p, at}, ',')
			   ? NCU_POINT
			   : NCU_BAD;
	return parts->commas == 1 && is_grouped((struct str){s.p, at}, '.')
		   ? NCU_COMMA
		   : NCU_BAD;
}

static enum ncu_number kind_of(const struct parts *parts)
{
	if (parts->points && parts->commas)
		return two_kinds(parts);
	if (parts->points)
		return one_kind(parts, '.', parts->points);
	if (parts->commas)
		return one_kind(parts, ',', parts->commas);
	return NCU_PLAIN;
}

enum ncu_number ncu_number(struct str text, int exponent, double v[2])
{
	struct str s = trim(text);
	enum ncu_number kind;
	struct parts parts;
	size_t sign;

	sign = s.n && (s.p[0] == '-' || s.p[0] == '+');
	if (s.n == sign ||
	    !(is_digit(s.p[sign]) || s.p[sign] == '.' || s.p[sign] == ','))
		return NCU_NONE;
	if (!take_apart(&parts, s))
		return NCU_BAD;
	kind = kind_of(&parts);
	if (kind == NCU_BAD)
		return NCU_BAD;
	v[0] = value(&parts, kind == NCU_COMMA ? ',' : '.', exponent);
	v[1] = value(&parts, kind == NCU_POINT ? '.' : ',', exponent);
	return isfinite(v[0]) && isfinite(v[1]) ? kind : NCU_BAD;
}

bool ncu_dim3(struct str text, int64_t v[3])
{
	struct str s = trim(text), part;
	const char *comma;
	int i;

	if (s.n < 2 || s.p[0] != '(' || s.p[s.n - 1] != ')')
		return false;
	s = (struct str){s.p + 1, s.n - 2};
	for (i = 0; i < 3; i++) {
		comma = s.n ? memchr(s.p, ',', s.n) : NULL;
		if (!comma != (i == 2))
			return false;
		part = trim((struct str){s.p, comma ? (size_t)(comma - s.p) : s.n});
		if (!num_parse(part.p, part.n, 0, UINT32_MAX, &v[i]))
			return false;
		if (comma)
			s = str_from(s, (size_t)(comma - s.p) + 1);
	}
	return true;
}
