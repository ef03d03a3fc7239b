/*
 * quantity.c - numbers of cells, compared.
 *
 * In:  a cell, or a number as a user writes it
 * Out: which is greater
 *
 * Two numbers are compared as doubles; where these are equal, by their digits,
 * since ids and times of 64 bits have more of them than a double.
 */
#include "prof/show/quantity.h"

#include "common/ascii.h"
#include "common/num.h"
#include "prof/show/out.h"

/* A decimal number: sign, digits before the point without leading zeros, digits
 * behind it. */
struct parts {
	bool negative;
	struct str whole, fraction;
};

static bool split(struct str s, struct parts *d)
{
	size_t sign = s.n > 0 && s.p[0] == '-', n;

	s = (struct str){s.p + sign, s.n - sign};
	n = ascii_digits(s.p, s.n);
	*d = (struct parts){.negative = sign, .whole = {s.p, n}};
	while (d->whole.n > 0 && d->whole.p[0] == '0')
		d->whole = (struct str){d->whole.p + 1, d->whole.n - 1};
	if (n == 0 || n == s.n)
		return n > 0;
	d->fraction = (struct str){s.p + n + 1, s.n - n - 1};
	return s.p[n] == '.' && d->fraction.n > 0 &&
	       ascii_digits(d->fraction.p, d->fraction.n) == d->fraction.n;
}

bool quantity_parse(struct str s, struct quantity *q)
{
	struct parts d;

	*q = (struct quantity){.digits = s};
	return split(s, &d) && num_real(s.p, s.n, &q->near);
}

bool quantity_of(const struct cell *cell, struct out *out, struct quantity *q)
{
	switch (cell->kind) {
	case CELL_INT:
	case CELL_UINT:
	case CELL_REAL:
	case CELL_TIME:
	case CELL_BOOL:
		return quantity_parse(out_text(out, cell), q);
	case CELL_NAMED:
		return quantity_of(
		    &(struct cell){.kind = CELL_REAL, .real = cell->named.real},
		    out, q);
	case CELL_NUMBER:
		*q = (struct quantity){.near = cell->number};
		return true;
	default:
		return false;
	}
}

/* The order of fractions: as texts, with zeros behind the shorter one. */
static int order_fraction(struct str a, struct str b)
{
	for (size_t i = 0; i < a.n || i < b.n; i++) {
		int x = i < a.n ? a.p[i] : '0', y = i < b.n ? b.p[i] : '0';

		if (x != y)
			return x - y;
	}
	return 0;
}

static int order_digits(struct str a, struct str b)
{
	struct parts x, y;
	int order;

	split(a, &x);
	split(b, &y);
	if (x.whole.n != y.whole.n)
		order = x.whole.n < y.whole.n ? -1 : 1;
	else
		order = memcmp(x.whole.p, y.whole.p, x.whole.n);
	if (order == 0)
		order = order_fraction(x.fraction, y.fraction);
	/* both have one sign, since near is the same, or are 0 */
	return x.negative ? -order : order;
}

int quantity_order(const struct quantity *a, const struct quantity *b)
{
	if (a->near != b->near)
		return a->near < b->near ? -1 : 1;
	if (!a->digits.p || !b->digits.p)
		return 0;
	return order_digits(a->digits, b->digits);
}
