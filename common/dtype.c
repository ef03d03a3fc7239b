/*
 * dtype.c - element types: every spelling, its bits, its class.
 *
 * A scan of dtype.def's rows, not a hash: the canonical names come first in it
 * and are compared first, and whoever reads many asks dtype_name of the type
 * before (call.c does).
 */
#include "common/dtype.h"

#include "common/ascii.h"
#include "common/nelems.h"

struct row {
	const char *name;
	size_t n;
	const char *spellings; /* each followed by '|' */
	unsigned bits;
	enum dtype_class class;
};

static const struct row rows[NDTYPES] = {
    [DTYPE_UNKNOWN] = {"unknown", 7, "", 0, DTYPE_NO_CLASS},
#define DTYPE(id, name, bits, class, spellings)                                \
	[DTYPE_##id] = {name, sizeof name - 1, spellings, bits, DTYPE_##class},
#include "common/dtype.def"
#undef DTYPE
};

/* What stands in front of a type's name in one source or another. */
static const char *const fronts[] = {
    "torch.", "c10::", "at::", "__nv_", "tl.", "*", " "};

enum { NFRONTS = NELEMS(fronts) };

static struct str strip(struct str s)
{
	size_t i = 0;

	while (i < NFRONTS) {
		if (str_skip(&s, fronts[i]))
			i = 0;
		else
			i++;
	}
	while (s.n && (s.p[s.n - 1] == '*' || s.p[s.n - 1] == ' '))
		s.n--;
	return s;
}

/* Whether the n bytes at p are lower, which is in lower case. */
static bool same(const char *p, size_t n, const char *lower, size_t nlower)
{
	size_t i;

	if (n != nlower)
		return false;
	for (i = 0; i < n; i++) {
		if (to_lower(p[i]) != lower[i])
			return false;
	}
	return true;
}

static bool spells(const struct row *row, struct str s)
{
	const char *p = row->spellings, *bar;

	if (same(s.p, s.n, row->name, row->n))
		return true;
	for (; (bar = strchr(p, '|')); p = bar + 1)
		if (same(s.p, s.n, p, (size_t)(bar - p)))
			return true;
	return false;
}

enum dtype dtype_find(struct str s)
{
	unsigned t;

	for (t = DTYPE_UNKNOWN + 1; t < NDTYPES; t++)
		if (s.n == rows[t].n && memcmp(s.p, rows[t].name, s.n) == 0)
			return (enum dtype)t;
	s = strip(s);
	for (t = DTYPE_UNKNOWN + 1; t < NDTYPES; t++)
		if (spells(&rows[t], s))
			return (enum dtype)t;
	return DTYPE_UNKNOWN;
}

const char *dtype_name(enum dtype t)
{
	return t < NDTYPES ? rows[t].name : rows[DTYPE_UNKNOWN].name;
}

unsigned dtype_bits(enum dtype t)
{
	return t < NDTYPES ? rows[t].bits : 0;
}

enum dtype_class dtype_class(enum dtype t)
{
	return t < NDTYPES ? rows[t].class : DTYPE_NO_CLASS;
}

enum dtype dtype_complex(enum dtype t)
{
	switch (t) {
	case DTYPE_FLOAT64:
		return DTYPE_COMPLEX128;
	case DTYPE_FLOAT32:
		return DTYPE_COMPLEX64;
	case DTYPE_FLOAT16:
		return DTYPE_COMPLEX32;
	default:
		return dtype_class(t) == DTYPE_COMPLEX ? t : DTYPE_UNKNOWN;
	}
}

enum dtype dtype_real(enum dtype t)
{
	switch (t) {
	case DTYPE_COMPLEX128:
		return DTYPE_FLOAT64;
	case DTYPE_COMPLEX64:
		return DTYPE_FLOAT32;
	case DTYPE_COMPLEX32:
		return DTYPE_FLOAT16;
	default:
		return t;
	}
}
