/*
 * ncu.c - numbers, units and ranges as Nsight Compute prints them.
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

/* A number taken apart. */
struct parts {
	/* With points and commas, without sign, power and other separators. */
	struct str digits;
	char text[DIGITS_MOST];
	bool minus, has_power;
	int power; /* that is written behind an e */
	size_t points, commas;
	size_t groups; /* that other separators made */
};

/* What separates thousands besides the point and the comma: blanks and
 * apostrophes, in UTF-8, then no-break spaces of Windows' code pages 1252 and
 * 850. */
static const char *const separators[] = {
    " ", "\xC2\xA0", "\xE2\x80\xAF", "'", "\xE2\x80\x99", "\xA0", "\xFF"};

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

/* Skip the separator, which must have three digits behind it, no more. */
static bool skip_separator(struct str *s, const char *separator)
{
	struct str rest = *s;

	if (!str_skip(&rest, separator) || ascii_digits(rest.p, rest.n) != 3)
		return false;
	*s = rest;
	return true;
}

/* The separator that s begins with, or NULL. */
static const char *find_separator(struct str s)
{
	size_t i;

	for (i = 0; i < NELEMS(separators); i++)
		if (skip_separator(&s, separators[i]))
			return separators[i];
	return NULL;
}

static bool take_apart(struct parts *parts, struct str s)
{
	const char *separator = NULL;
	size_t n = 0;

	*parts = (struct parts){.minus = s.p[0] == '-'};
	if (s.p[0] == '-' || s.p[0] == '+')
		s = str_from(s, 1);
	/* 1 to 3 digits without a leading 0 may have groups behind them */
	if (ascii_digits(s.p, s.n) >= 1 && ascii_digits(s.p, s.n) <= 3 &&
	    s.p[0] != '0')
		separator = find_separator(str_from(s, ascii_digits(s.p, s.n)));
	while (s.n && n < DIGITS_MOST) {
		if (is_digit(s.p[0]) || s.p[0] == '.' || s.p[0] == ',') {
			parts->points += s.p[0] == '.';
			parts->commas += s.p[0] == ',';
			parts->text[n++] = s.p[0];
			s = str_from(s, 1);
			continue;
		}
		if (!separator || parts->points + parts->commas > 0 ||
		    !skip_separator(&s, separator))
			break;
		parts->groups++;
	}
	parts->digits = (struct str){parts->text, n};
	return n > 0 && n < DIGITS_MOST && is_digit(parts->text[0]) &&
	       is_digit(parts->text[n - 1]) && take_power(parts, s);
}

/* Whether c separates groups in s: at most `most` digits without a leading 0,
 * then groups of `group`, the last one of three. */
static bool has_groups(struct str s, char c, size_t most, size_t group)
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
		if (first ? n > most : n != group)
			return false;
		first = false;
		n = 0;
	}
	return n == 3;
}

/* Whether c separates thousands in s.  Of the commas of India, the last is
 * before three digits and the others before two: 1,17,344. */
static bool is_grouped(struct str s, char c)
{
	return has_groups(s, c, 3, 3) || (c == ',' && has_groups(s, c, 2, 2));
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

/* Where the groups have separators of their own: a point or comma is that of
 * the decimals. */
static enum ncu_number grouped_kind(const struct parts *parts)
{
	if (parts->points + parts->commas > 1 || parts->has_power)
		return NCU_BAD;
	if (parts->points)
		return NCU_POINT;
	return parts->commas ? NCU_COMMA : NCU_PLAIN;
}

static enum ncu_number kind_of(const struct parts *parts)
{
	if (parts->groups)
		return grouped_kind(parts);
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

bool ncu_id(struct str text, struct strbuf *id)
{
	struct str s = trim(text);
	struct parts parts;
	size_t i;
	char c;

	if (s.n && ascii_digits(s.p, s.n) == s.n) { /* of any length */
		if (id)
			strbuf_str(id, s);
		return true;
	}
	if (s.n == 0 || !is_digit(s.p[0]) || !take_apart(&parts, s) ||
	    parts.has_power ||
	    (parts.points > 0) + (parts.commas > 0) + (parts.groups > 0) != 1)
		return false;
	c = parts.points ? '.' : ',';
	if (!parts.groups && !is_grouped(parts.digits, c))
		return false;
	for (i = 0; id && i < parts.digits.n; i++)
		if (is_digit(parts.digits.p[i]))
			strbuf_char(id, parts.digits.p[i]);
	return true;
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

/* --- ranges of NVTX --------------------------------------------------------- */

enum { FIELDS_BEHIND = 6 }; /* types and values of payload, color, message */

/* The length of the quoted text that s begins with: up to a quote behind which
 * another begins or s ends, with blanks between. */
static size_t quoted_length(struct str s, size_t fields)
{
	size_t i, k, n = 0;

	for (i = 1; i < s.n; i++) {
		n += s.p[i] == ':';
		if (s.p[i] != '"' || n < fields)
			continue;
		for (k = i + 1; k < s.n && is_blank(s.p[k]);)
			k++;
		if (k == s.n || (k > i + 1 && s.p[k] == '"'))
			return i + 1;
	}
	return 0;
}

/* The text in front of the n-th colon from the right; false: there are fewer. */
static bool without_fields(struct str *s, size_t n)
{
	size_t i = s->n;

	while (i > 0 && n > 0)
		n -= s->p[--i] == ':';
	s->n = i;
	return n == 0;
}

bool ncu_thread(struct str *cell, int64_t *tid)
{
	struct str s = trim(*cell);
	size_t n = ascii_digits(s.p, s.n);

	if (n == 0 || (n < s.n && !is_blank(s.p[n])) ||
	    !num_parse(s.p, n, 0, INT64_MAX, tid))
		return false;
	*cell = str_from(s, n);
	return true;
}

/* Take the text up to a colon off s, and the colon. */
static bool take_field(struct str *s, struct str *field)
{
	const char *colon = s->n ? memchr(s->p, ':', s->n) : NULL;

	if (!colon)
		return false;
	*field = (struct str){s->p, (size_t)(colon - s->p)};
	*s = str_from(*s, field->n + 1);
	return true;
}

bool ncu_range(struct str *cell, bool has_id, struct ncu_range *range)
{
	struct str s = trim(*cell), id, rest, fields, type;
	size_t n;

	if (s.n < 2 || s.p[0] != '"')
		return false;
	n = quoted_length(s, FIELDS_BEHIND + 1 + has_id);
	if (n == 0)
		return false;
	rest = str_from(s, n);
	s = (struct str){s.p + 1, n - 2};
	if ((has_id && !take_field(&s, &id)) || !take_field(&s, &range->domain))
		return false;
	fields = s;
	if (!without_fields(&s, FIELDS_BEHIND))
		return false;
	range->text = s;
	fields = str_from(fields, s.n + 1);
	if (!take_field(&fields, &type) || !take_field(&fields, &range->payload))
		return false;
	*cell = rest;
	if (str_is(type, "none"))
		range->payload = (struct str){NULL, 0};
	if (str_is(range->domain, "<default domain>"))
		range->domain.n = 0;
	return true;
}
