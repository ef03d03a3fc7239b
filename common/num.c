/*
 * num.c - numbers that are checked.
 */
#include "common/num.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/ascii.h"

bool num_parse_u64(const char *p, size_t n, uint64_t *out)
{
	uint64_t u = 0;
	size_t i;

	if (n == 0)
		return false;
	for (i = 0; i < n; i++) {
		if (!is_digit(p[i]))
			return false;
		if (!num_mul(u, 10, &u) || !num_add(u, (uint64_t)(p[i] - '0'), &u))
			return false;
	}
	*out = u;
	return true;
}

bool num_parse(const char *p, size_t n, int64_t min, int64_t max, int64_t *out)
{
	bool minus = n && p[0] == '-';
	uint64_t u, most = (uint64_t)INT64_MAX + minus;
	int64_t i;

	if (n == 0)
		return false;
	if (!num_parse_u64(p + minus, n - minus, &u) || u > most)
		return false;
	i = minus ? (int64_t)(0 - u) : (int64_t)u;
	if (i < min || i > max)
		return false;
	*out = i;
	return true;
}

bool num_real(const char *p, size_t n, double *out)
{
	char text[64], *end;
	double f;

	if (n == 0 || n >= sizeof text)
		return false;
	memcpy(text, p, n);
	text[n] = '\0';
	f = strtod(text, &end);
	if (end != text + n || !isfinite(f))
		return false;
	*out = f;
	return true;
}
