/*
 * fit.c - the widths of a table's columns.
 *
 * In:  what each column wishes and what it cannot do without
 * Out: widths whose sum fits
 */
#include "prof/show/fit.h"

void fit_ask(struct fit *f, size_t width, bool whole)
{
	size_t least = whole || width < FIT_LEAST ? width : FIT_LEAST;

	if (width > f->wish)
		f->wish = width;
	if (least > f->least)
		f->least = least;
}

/* What a column gets where none is wider than most, unless it has to be. */
static size_t share(const struct fit *f, size_t most)
{
	size_t width = f->wish < most ? f->wish : most;

	return width > f->least ? width : f->least;
}

/* The cells of a line. */
static size_t line(const struct fit *v, size_t n, size_t most)
{
	size_t all = n > 0 ? n - 1 : 0;

	for (size_t i = 0; i < n; i++)
		all += share(&v[i], most);
	return all;
}

size_t fit_widths(struct fit *v, size_t n, size_t most)
{
	size_t low = 0, high = most + 1, rest;

	if (line(v, n, 0) > most)
		return line(v, n, 0);
	/* line(low) fits; line(high) does not, or nobody wishes more */
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (line(v, n, mid) <= most)
			low = mid;
		else
			high = mid;
	}
	rest = most - line(v, n, low);
	for (size_t i = n; i-- > 0;) {
		v[i].width = share(&v[i], low);
		if (rest > 0 && v[i].width == low && low < v[i].wish) {
			v[i].width++;
			rest--;
		}
	}
	return 0;
}
