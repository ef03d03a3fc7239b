/*
 * fits.h - which dimensions and sizes a call's tensors may have.
 */
#ifndef TESTS_UNIT_FITS_H
#define TESTS_UNIT_FITS_H

#include "tests/unit/models.h"

enum { FITS_MOST = 8 };

struct fits {
	const char *name, *args;
	enum op_part part;
	const char *text; /* of each tensor, blanks between */
};

static inline bool fits_known(const char *name, const char *args, enum op_part part)
{
	struct arena a = {0};
	struct cost cost;

	op_cost_of_call(calls_make(&a, name, args), part, &cost);
	arena_free(&a);
	return cost.has_flops && cost.has_bytes;
}

/* The call with the tensor at p, n bytes, of nd sizes. */
static inline bool fits_with(
    const struct fits *f, const char *p, size_t n, const int64_t *v, size_t nd)
{
	const char *open = memchr(p, '[', n);
	struct strbuf b = {0};
	bool known;

	strbuf_add(&b, f->args, (size_t)(open + 1 - f->args));
	for (size_t i = 0; i < nd; i++)
		strbuf_printf(&b, "%s%lld", i ? "," : "", (long long)v[i]);
	strbuf_char(&b, ']');
	strbuf_text(&b, p + n);
	strbuf_char(&b, '\0');
	known = fits_known(f->name, b.p, f->part);
	strbuf_free(&b);
	return known;
}

/*
 * What the tensor at p may be, as text: the numbers of dimensions with which
 * the call is known, 1s put in front or sizes left out there, and for each of
 * its sizes 'f' where it is free, 'z' where it may be none, 'm' where it may be
 * more, '-' where neither.
 */
static inline void fits_tensor(
    const struct fits *f, const char *p, size_t n, struct strbuf *b)
{
	const char *at = (const char *)memchr(p, '[', n) + 1;
	int64_t v[2 * FITS_MOST];
	size_t nd = 0;

	for (size_t i = 0; i < FITS_MOST; i++)
		v[i] = 1;
	while (*at != ']') {
		char *end;

		v[FITS_MOST + nd++] = strtol(at, &end, 10);
		at = end + (*end == ',');
	}
	for (size_t r = 0; r <= nd + 2; r++)
		if (fits_with(f, p, n, v + FITS_MOST + nd - r, r))
			strbuf_printf(b, "%zu", r);
	strbuf_char(b, ':');
	for (size_t i = 0; i < nd; i++) {
		int64_t *size = &v[FITS_MOST + i], was = *size;
		bool more, none;

		*size = was + 1;
		more = fits_with(f, p, n, v + FITS_MOST, nd);
		*size = 0;
		none = fits_with(f, p, n, v + FITS_MOST, nd);
		*size = was;
		strbuf_char(b, more && none ? 'f'
			       : more	    ? 'm'
			       : none	    ? 'z'
					    : '-');
	}
}

/* The texts of all tensors of the call, blanks between. */
static inline void fits_text(const struct fits *f, struct strbuf *b)
{
	for (const char *p = f->args; *p; p += strspn(p, " ")) {
		size_t n = strcspn(p, " ");
		const char *open = memchr(p, '[', n);

		if (open > p && p[n - 1] == ']' && !memchr(p, '/', n) &&
		    !memchr(p, '{', n)) {
			if (b->n)
				strbuf_char(b, ' ');
			fits_tensor(f, p, n, b);
		}
		p += n;
	}
	strbuf_char(b, '\0');
}

#endif
