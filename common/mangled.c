/*
 * mangled.c - what can be told of a mangled C++ name without demangling it.
 *
 * In:  a name, hostile or cut off
 * Out: whether it is safe to demangle; its qualified name
 *
 * libstdc++ demangles nothing above 1024 letters, which the names of kernel
 * generators often are, and then the identifiers in front are all one needs.
 */
#include "common/mangled.h"

#include "common/num.h"

enum { NAME_MOST = 64 * 1024 };

bool mangled_is_tame(struct str name)
{
	return str_starts(name, "_Z") && name.n <= NAME_MOST &&
	       !memchr(name.p, '\0', name.n);
}

/* Take "6Kernel" off s and append its letters. */
static bool take_identifier(struct str *s, struct strbuf *b)
{
	size_t digits = 0;
	uint64_t n;

	while (digits < s->n && s->p[digits] >= '0' && s->p[digits] <= '9')
		digits++;
	if (!num_parse_u64(s->p, digits, &n) || n == 0 || n > s->n - digits)
		return false;
	*s = str_from(*s, digits);
	if (str_starts((struct str){s->p, (size_t)n}, "_GLOBAL__N_"))
		strbuf_text(b, "(anonymous namespace)");
	else
		strbuf_add(b, s->p, (size_t)n);
	*s = str_from(*s, (size_t)n);
	return true;
}

bool mangled_own_name(struct str name, struct strbuf *b)
{
	size_t from = b->n;
	bool nested;

	if (!str_starts(name, "_Z"))
		return false;
	name = str_from(name, 2);
	nested = str_starts(name, "N");
	if (nested)
		name = str_from(name, 1);
	do {
		if (b->n > from)
			strbuf_text(b, "::");
		if (str_starts(name, "L")) /* internal linkage */
			name = str_from(name, 1);
		if (str_starts(name, "St")) {
			strbuf_text(b, "std::");
			name = str_from(name, 2);
		}
		if (!take_identifier(&name, b))
			goto not_plain;
	} while (nested && name.n && name.p[0] >= '0' && name.p[0] <= '9');
	/* What may follow: arguments, the end, a tag, or a cut. */
	if (!nested || name.n == 0 || memchr("IEB", name.p[0], 3))
		return true;
not_plain:
	b->n = from;
	return false;
}
