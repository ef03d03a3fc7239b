/*
 * mangled.c - what can be told of a mangled C++ name without demangling it.
 *
 * In:  a name, hostile or cut off
 * Out: whether it is safe to demangle; its qualified name
 *
 * A name is tame when its demangled text stays small.  To know that, it is
 * parsed as __cxa_demangle would, but only sizes are added up: a substitution
 * was measured when it was made, so this takes linear time however large the
 * text would be.  __cxa_demangle itself has no limit to set.
 *
 * libstdc++ demangles no name above 1024 characters.  Kernel generators often
 * write longer ones; the identifiers in front are then enough.
 */
#include "parse/name/mangled.h"

#include "common/ascii.h"
#include "common/num.h"

enum {
	NAME_MOST = 64 * 1024,
	TEXT_MOST = 1 << 20, /* bytes of demangled text; sums stop there */
	NESTED_MOST = 256,
	SUBSTITUTIONS_MOST = 1024,
};

/* Upper bounds of the fixed texts that the demangler writes. */
enum {
	WIDTH_MARK = 9,	    /* "(", ", ", "::", " const", " volatile" */
	WIDTH_BUILTIN = 20, /* "unsigned long long" */
	WIDTH_FIXED = 80,   /* "std::basic_string", "(anonymous namespace)" */
};

struct sizer {
	const char *p, *end;
	size_t subs[SUBSTITUTIONS_MOST];
	size_t nsubs;
	size_t args; /* of the largest template argument list */
	size_t pack; /* elements of the longest argument pack */
	unsigned nested;
	bool bad; /* not understood; everything then returns at once */
};

static size_t size_type(struct sizer *z);
static size_t size_encoding(struct sizer *z);

static size_t plus(size_t a, size_t b)
{
	return a + b < TEXT_MOST ? a + b : TEXT_MOST;
}

static size_t times(size_t a, size_t b)
{
	return b && a > TEXT_MOST / b ? TEXT_MOST : a * b;
}

static size_t fail(struct sizer *z)
{
	z->bad = true;
	z->p = z->end;
	return 0;
}

/* The i-th character from here, 0 behind the end. */
static char peek(const struct sizer *z, size_t i)
{
	return (size_t)(z->end - z->p) > i ? z->p[i] : '\0';
}

static bool take(struct sizer *z, char c)
{
	if (peek(z, 0) != c)
		return false;
	z->p++;
	return true;
}

static void skip_digits(struct sizer *z)
{
	while (is_digit(peek(z, 0)))
		z->p++;
}

/* "[digits] _" */
static void skip_ordinal(struct sizer *z)
{
	skip_digits(z);
	if (!take(z, '_'))
		fail(z);
}

/* Keep the size of a component that "S_" may refer to. */
static size_t note(struct sizer *z, size_t size)
{
	if (z->nsubs == SUBSTITUTIONS_MOST)
		return fail(z);
	z->subs[z->nsubs++] = size;
	return size;
}

/* "S_", "S0_", "S1A_": what it stands for. */
static size_t size_reference(struct sizer *z)
{
	size_t n = 0, digit;
	char c;

	z->p++;
	if (take(z, '_'))
		return z->nsubs ? z->subs[0] : fail(z);
	while (is_digit(c = peek(z, 0)) || is_upper(c)) {
		digit = (size_t)(is_digit(c) ? c - '0' : c - 'A' + 10);
		n = n * 36 + digit;
		if (n >= SUBSTITUTIONS_MOST)
			return fail(z);
		z->p++;
	}
	if (!take(z, '_') || n + 1 >= z->nsubs)
		return fail(z);
	return z->subs[n + 1];
}

/* "T_", "T0_" */
static size_t size_param(struct sizer *z)
{
	z->p++;
	skip_ordinal(z);
	return z->args;
}

/* "6Kernel" */
static size_t size_source_name(struct sizer *z)
{
	const char *digits = z->p;
	uint64_t n;

	skip_digits(z);
	if (!num_parse_u64(digits, (size_t)(z->p - digits), &n) ||
	    n > (size_t)(z->end - z->p))
		return fail(z);
	z->p += n;
	return plus((size_t)n, WIDTH_FIXED);
}

/* Types up to and with the 'E'. */
static size_t size_types(struct sizer *z)
{
	size_t n = WIDTH_MARK;

	while (!take(z, 'E')) {
		if (z->p == z->end)
			return fail(z);
		n = plus(n, plus(size_type(z), WIDTH_MARK));
	}
	return n;
}

static size_t size_unqualified(struct sizer *z)
{
	char c = peek(z, 0), next = peek(z, 1);
	size_t n = WIDTH_FIXED;

	if (c == 'L' || is_digit(c)) {
		take(z, 'L');
		n = size_source_name(z);
	} else if (c == 'U' && (next == 'l' || next == 't')) {
		z->p += 2; /* a lambda, an unnamed type */
		if (next == 'l')
			n = plus(n, size_types(z));
		skip_ordinal(z);
	} else if ((c == 'C' || c == 'D') && is_digit(next)) {
		z->p += 2; /* repeats an identifier */
		n = (size_t)(z->end - z->p) + NAME_MOST / 64;
	} else if (is_lower(c) && next) {
		z->p += 2; /* an operator */
		if (c == 'c' && next == 'v')
			n = plus(n, size_type(z));
	} else {
		return fail(z);
	}
	while (take(z, 'B'))
		n = plus(n, size_source_name(z));
	return n;
}

/* "Li512E", "LNS_4KindE2E", "L_Z3foovE" */
static size_t size_literal(struct sizer *z)
{
	const char *value;
	size_t n;

	z->p++;
	if (peek(z, 0) == '_' && peek(z, 1) == 'Z') {
		z->p += 2;
		n = size_encoding(z);
	} else {
		n = size_type(z);
		value = z->p;
		while (z->p < z->end && *z->p != 'E')
			z->p++;
		n = plus(n, (size_t)(z->p - value));
	}
	return take(z, 'E') ? plus(n, WIDTH_MARK) : fail(z);
}

/* "X..E"; of expressions, only a parameter and the address of something. */
static size_t size_expression(struct sizer *z)
{
	size_t n;

	z->p++;
	if (peek(z, 0) == 'T') {
		n = size_param(z);
	} else if (take(z, 'a') && take(z, 'd') && peek(z, 0) == 'L') {
		n = size_literal(z);
	} else {
		return fail(z);
	}
	return take(z, 'E') ? plus(n, WIDTH_MARK) : fail(z);
}

/* From 'I' or 'J' to 'E'. */
static size_t size_template_args(struct sizer *z)
{
	size_t n = WIDTH_MARK, count = 0;
	char c;

	if (z->nested++ == NESTED_MOST)
		return fail(z);
	z->p++;
	while (!take(z, 'E')) {
		c = peek(z, 0);
		count++;
		n = plus(n, WIDTH_MARK);
		if (c == 'I' || c == 'J') {
			n = plus(n, size_template_args(z));
		} else if (c == 'L') {
			n = plus(n, size_literal(z));
		} else if (c == 'X') {
			n = plus(n, size_expression(z));
		} else if (c) {
			n = plus(n, size_type(z));
		} else {
			return fail(z);
		}
	}
	z->nested--;
	z->args = n > z->args ? n : z->args;
	z->pack = count > z->pack ? count : z->pack;
	return n;
}

/* "N..E" */
static size_t size_nested_name(struct sizer *z)
{
	size_t n = 0;
	char c;

	z->p++;
	while ((c = peek(z, 0)) && strchr("rVKRO", c))
		z->p++;
	while (!take(z, 'E')) {
		c = peek(z, 0);
		if (c == 'S' && is_lower(peek(z, 1))) {
			z->p += 2;
			n = plus(n, WIDTH_FIXED);
		} else if (c == 'S') {
			n = plus(n, size_reference(z));
		} else if (c == 'T') {
			n = plus(n, size_param(z));
		} else if (c == 'I') {
			n = plus(n, size_template_args(z));
		} else if (c == 'M') {
			z->p++;
			continue;
		} else {
			n = plus(n, size_unqualified(z));
		}
		if (z->bad)
			return 0;
		if (c != 'S' && peek(z, 0) != 'E')
			note(z, n);
	}
	return n;
}

static size_t size_name(struct sizer *z);

/* "Z encoding E name", and the discriminator of equal names */
static size_t size_local_name(struct sizer *z)
{
	size_t n;

	z->p++;
	n = size_encoding(z);
	if (!take(z, 'E'))
		return fail(z);
	if (take(z, 's'))
		n = plus(n, WIDTH_FIXED);
	else if (take(z, 'd'))
		skip_ordinal(z);
	if (peek(z, 0) && !strchr("_E", peek(z, 0)))
		n = plus(n, size_name(z));
	if (peek(z, 0) == '_' && is_digit(peek(z, 1)))
		z->p += 2;
	return n;
}

static size_t size_name(struct sizer *z)
{
	bool is_reference = false;
	size_t n;

	if (z->nested == NESTED_MOST)
		return fail(z);
	switch (peek(z, 0)) {
	case 'N':
	case 'Z':
		z->nested++;
		n = peek(z, 0) == 'N' ? size_nested_name(z) : size_local_name(z);
		z->nested--;
		return n;
	case 'S':
		if (peek(z, 1) == 't') {
			z->p += 2;
			n = size_unqualified(z);
		} else if (is_lower(peek(z, 1))) {
			z->p += 2;
			n = WIDTH_FIXED;
			is_reference = true;
		} else {
			n = size_reference(z);
			is_reference = true;
		}
		break;
	default:
		n = size_unqualified(z);
	}
	if (peek(z, 0) == 'I') {
		if (!is_reference)
			note(z, n);
		n = plus(n, size_template_args(z));
	}
	return n;
}

static bool at_end(const struct sizer *z)
{
	return peek(z, 0) == '\0' || peek(z, 0) == 'E' || peek(z, 0) == '.';
}

/* A name and, for a function, its types. */
static size_t size_encoding(struct sizer *z)
{
	size_t n = size_name(z);

	while (!at_end(z)) {
		if (strchr("RO", peek(z, 0)) && peek(z, 1) == 'E') {
			z->p++;
			break;
		}
		n = plus(n, plus(size_type(z), WIDTH_MARK));
	}
	return n;
}

/* 'D' and a letter */
static size_t size_d_type(struct sizer *z)
{
	char c = peek(z, 1);

	z->p += 2;
	switch (c) {
	case 'p': /* once for each element of a pack */
		return note(z, times(size_type(z), z->pack + 1));
	case 'v':
		skip_ordinal(z);
		return note(z, plus(size_type(z), WIDTH_BUILTIN));
	case 'F':
		skip_digits(z);
		return take(z, '_') || take(z, 'b') ? WIDTH_BUILTIN : fail(z);
	default:
		if (c == '\0' || !strchr("fdehsuianc", c))
			return fail(z);
		return WIDTH_BUILTIN;
	}
}

/* A type that begins with 'S'. */
static size_t size_s_type(struct sizer *z)
{
	size_t n;

	if (!is_lower(peek(z, 1))) {
		n = size_reference(z);
		if (peek(z, 0) != 'I')
			return n;
		return note(z, plus(n, size_template_args(z)));
	}
	if (peek(z, 1) != 't' && peek(z, 2) != 'I') {
		z->p += 2;
		return WIDTH_FIXED;
	}
	return note(z, size_name(z));
}

static size_t size_function(struct sizer *z)
{
	z->p++;
	take(z, 'Y');
	return size_types(z);
}

/* The type at hand; see size_type. */
static size_t size_type_inner(struct sizer *z)
{
	char c = peek(z, 0);
	size_t n;

	switch (c) {
	case 'r':
	case 'V':
	case 'K':
		for (n = 0; peek(z, 0) && strchr("rVK", peek(z, 0)); z->p++)
			n += WIDTH_MARK;
		return note(z,
		    plus(n, peek(z, 0) == 'F' ? size_function(z) : size_type(z)));
	case 'P':
	case 'R':
	case 'O':
	case 'C':
	case 'G':
		z->p++;
		return note(z, plus(size_type(z), WIDTH_MARK));
	case 'F':
		return note(z, size_function(z));
	case 'A':
		z->p++;
		skip_ordinal(z);
		return note(z, plus(size_type(z), WIDTH_BUILTIN));
	case 'M':
		z->p++;
		n = size_type(z);
		return note(z, plus(n, size_type(z)));
	case 'T':
		n = size_param(z);
		if (peek(z, 0) == 'I')
			n = plus(note(z, n), size_template_args(z));
		return note(z, n);
	case 'S':
		return size_s_type(z);
	case 'D':
		return size_d_type(z);
	case 'U':
		z->p++;
		n = size_source_name(z);
		if (peek(z, 0) == 'I')
			n = plus(n, size_template_args(z));
		return note(z, plus(n, size_type(z)));
	case 'u':
		z->p++;
		return note(z, size_source_name(z));
	case 'N':
	case 'Z':
		return note(z, size_name(z));
	default:
		if (is_digit(c))
			return note(z, size_name(z));
		if (!is_lower(c))
			return fail(z);
		z->p++;
		return WIDTH_BUILTIN;
	}
}

/* The type at hand; numbers substitutions as libiberty's demangler does. */
static size_t size_type(struct sizer *z)
{
	size_t n;

	if (z->nested++ == NESTED_MOST)
		return fail(z);
	n = size_type_inner(z);
	z->nested--;
	return n;
}

/* An upper bound of the demangled text, TEXT_MOST where it is not known. */
static size_t text_size(struct str name)
{
	struct sizer z = {0};
	size_t n, pass, args = 0, pack = 0;

	/* Twice: a template parameter may come before its argument. */
	for (pass = 0; pass < 2; pass++) {
		z = (struct sizer){.p = name.p + 2,
		    .end = name.p + name.n,
		    .args = args,
		    .pack = pack};
		n = size_encoding(&z);
		if (z.bad || peek(&z, 0) == 'E')
			return TEXT_MOST;
		args = z.args;
		pack = z.pack;
	}
	return n;
}

/* Whether the text stays short even if each reference repeats all that is in
 * front of it. */
static bool is_short(struct str name)
{
	size_t i, k, bound = name.n;

	for (i = 0; i < name.n && bound < TEXT_MOST; i++) {
		if (name.p[i] != 'S' && name.p[i] != 'T')
			continue;
		for (k = i + 1;
		     k < name.n && (is_digit(name.p[k]) || is_upper(name.p[k]));)
			k++;
		if (k < name.n && name.p[k] == '_')
			bound *= 2;
	}
	return bound < TEXT_MOST;
}

bool mangled_is_tame(struct str name)
{
	if (!str_starts(name, "_Z") || name.n > NAME_MOST ||
	    memchr(name.p, '\0', name.n))
		return false;
	return is_short(name) || text_size(name) < TEXT_MOST;
}

/* Take "6Kernel" off s and append "Kernel". */
static bool take_identifier(struct str *s, struct strbuf *b)
{
	size_t digits = 0;
	uint64_t n;

	while (digits < s->n && is_digit(s->p[digits]))
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

	if (!str_skip(&name, "_Z"))
		return false;
	nested = str_skip(&name, "N");
	do {
		if (b->n > from)
			strbuf_text(b, "::");
		str_skip(&name, "L"); /* internal linkage */
		if (str_skip(&name, "St"))
			strbuf_text(b, "std::");
		if (!take_identifier(&name, b))
			goto not_plain;
	} while (nested && name.n && is_digit(name.p[0]));
	/* Template arguments, the end of the name, an ABI tag, or the name was
	 * cut here. */
	if (!nested || name.n == 0 || memchr("IEB", name.p[0], 3))
		return true;
not_plain:
	b->n = from;
	return false;
}
