/*
 * pydict.c - Python literal syntax to values.
 *
 * In:  the text of a marker, or a line that PyProf wrote; hostile
 * Out: values in the caller's arena; strings without escapes in place
 *
 * A recursive descent over the bytes, once from left to right, so a megabyte of
 * anything costs linear time.  Depth and values are limited: a packed profile
 * of some KiB may hold a list of millions.  Names and calls are passed over by
 * matching brackets: nothing is looked up and nothing is run.
 */
#include "parse/mark/pydict.h"

#include <math.h>
#include <stdlib.h>

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/utf8.h"
#include "common/vec.h"

enum { DEPTH_MOST = 64, VALUES_MOST = 1 << 20 };

struct parser {
	const char *start, *p, *end;
	struct arena *arena;
	VEC(struct py) stack; /* items of the containers that are open */
	struct strbuf text;   /* a string that has to be put together */
	struct err *err;
	unsigned depth;
	size_t nvalues; /* that were begun, but the outermost */
	bool pairs;	/* keep what is complete of the outermost dict */
	bool cut;	/* and it was not all */
};

static bool parse_value(struct parser *ps, struct py *v);

static bool fail(struct parser *ps, const char *what)
{
	err_set(ps->err, "byte %zu: %s", (size_t)(ps->p - ps->start) + 1, what);
	return false;
}

static bool fail_here(struct parser *ps, const char *wanted)
{
	return fail(ps, ps->p == ps->end ? "the text ends too early" : wanted);
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* Part of a name; bytes of UTF-8 letters are trusted. */
static bool is_word(char c)
{
	return is_digit(c) || is_letter(c) || c == '_' || (c & 0x80);
}

static void skip_blanks(struct parser *ps)
{
	while (ps->p < ps->end && is_space(*ps->p))
		ps->p++;
}

/* Whether the next byte is c; if so, pass it. */
static bool accept(struct parser *ps, char c)
{
	if (ps->p == ps->end || *ps->p != c)
		return false;
	ps->p++;
	return true;
}

static struct str since(const struct parser *ps, const char *from)
{
	return (struct str){from, (size_t)(ps->p - from)};
}

/*
 * Strings
 */

/* The value of one digit of the base, or -1. */
static int digit_of(char c, int base)
{
	int d = is_digit(c)	       ? c - '0'
		: c >= 'a' && c <= 'f' ? c - 'a' + 10
		: c >= 'A' && c <= 'F' ? c - 'A' + 10
				       : 99;

	return d < base ? d : -1;
}

/* Read at least `least` and at most `most` digits at p; return how many there
 * were. */
static size_t digits_at(const char *p, const char *end, int base, size_t least,
    size_t most, uint32_t *value)
{
	size_t n = 0;

	*value = 0;
	while (n < most && p + n < end && digit_of(p[n], base) >= 0) {
		*value = *value * (uint32_t)base + (uint32_t)digit_of(p[n], base);
		n++;
	}
	return n < least ? 0 : n;
}

/* Escapes of one letter, and their characters. */
static const char letters[][2] = {
    {'\\', '\\'},
    {'\'', '\''},
    {'"', '"'},
    {'n', '\n'},
    {'t', '\t'},
    {'r', '\r'},
    {'a', '\a'},
    {'b', '\b'},
    {'f', '\f'},
    {'v', '\v'},
};

/* Escapes with a code point in digits. */
static const struct {
	char letter;
	int base;
	size_t least, most;
	bool in_bytes; /* known in b'' too */
} numeric[] = {
    {'x', 16, 2, 2, true},
    {'u', 16, 4, 4, false},
    {'U', 16, 8, 8, false},
};

/* Append the character of the escape at p (behind the backslash, before end),
 * and return the escape's length.  An unknown escape keeps its backslash, as in
 * Python. */
static size_t decode_escape(
    struct strbuf *b, const char *p, const char *end, bool bytes)
{
	uint32_t rune;
	char utf8[4];
	size_t i, n;

	for (i = 0; i < NELEMS(letters); i++) {
		if (*p == letters[i][0]) {
			strbuf_char(b, letters[i][1]);
			return 1;
		}
	}
	if (*p == '\n')
		return 1;
	n = digits_at(p, end, 8, 1, 3, &rune);
	for (i = 0; n == 0 && i < NELEMS(numeric); i++) {
		if (*p != numeric[i].letter || (bytes && !numeric[i].in_bytes))
			continue;
		n = digits_at(p + 1, end, numeric[i].base, numeric[i].least,
		    numeric[i].most, &rune);
		n = n ? n + 1 : 0;
	}
	if (n == 0) {
		strbuf_char(b, '\\');
		return 0;
	}
	strbuf_add(b, utf8, utf8_put(rune, utf8));
	return n;
}

static void decode(struct strbuf *b, struct str body, bool raw, bool bytes)
{
	const char *p = body.p, *end = body.p + body.n, *slash;

	while (!raw && p < end) {
		slash = memchr(p, '\\', (size_t)(end - p));
		if (!slash || slash + 1 == end)
			break;
		strbuf_add(b, p, (size_t)(slash - p));
		p = slash + 1;
		p += decode_escape(b, p, end, bytes);
	}
	strbuf_add(b, p, (size_t)(end - p));
}

/* Pass over the string literal whose opening quote is at p, and set *body to
 * the text between the quotes. */
static bool skip_string(struct parser *ps, struct str *body, bool *escaped)
{
	char quote = *ps->p;
	size_t nquotes = 1, i;
	const char *from;

	if (ps->end - ps->p >= 3 && ps->p[1] == quote && ps->p[2] == quote)
		nquotes = 3;
	ps->p += nquotes;
	from = ps->p;
	*escaped = false;
	while (ps->p < ps->end) {
		if (*ps->p == '\\') {
			*escaped = true;
			ps->p += ps->end - ps->p > 1 ? 2 : 1;
			continue;
		}
		for (i = 0; i < nquotes && ps->p + i < ps->end; i++) {
			if (ps->p[i] != quote)
				break;
		}
		if (i == nquotes) {
			*body = since(ps, from);
			ps->p += nquotes;
			return true;
		}
		ps->p++;
	}
	return fail(ps, "the text ends within a string");
}

/* The length of a string's prefix ('r', b"" and so on), with a quote behind it;
 * 99 if no string begins at p. */
static size_t string_prefix(const struct parser *ps, bool *raw, bool *bytes)
{
	size_t n;

	*raw = *bytes = false;
	for (n = 0; ps->p + n < ps->end && n <= 2; n++) {
		switch (ps->p[n]) {
		case '\'':
		case '"':
			return n;
		case 'r':
		case 'R':
			*raw = true;
			break;
		case 'b':
		case 'B':
			*bytes = true;
			break;
		case 'u':
		case 'U':
			break;
		default:
			return 99;
		}
	}
	return 99;
}

/* One string literal or several side by side, which Python joins. */
static bool parse_strings(
    struct parser *ps, size_t prefix, bool raw, bool bytes, struct py *v)
{
	bool escaped, joined = false;
	const char *behind;
	struct str body;

	ps->text.n = 0;
	do {
		ps->p += prefix;
		if (!skip_string(ps, &body, &escaped))
			return false;
		behind = ps->p;
		if (joined || (escaped && !raw)) {
			decode(&ps->text, body, raw, bytes);
			joined = true;
		}
		skip_blanks(ps);
		prefix = string_prefix(ps, &raw, &bytes);
		if (prefix <= 2 && !joined) {
			strbuf_str(&ps->text, body);
			joined = true;
		}
	} while (prefix <= 2);
	ps->p = behind;
	v->kind = PY_STR;
	v->text = body;
	if (joined)
		v->text = (struct str){
		    arena_text(ps->arena, ps->text.p, ps->text.n), ps->text.n};
	return true;
}

/*
 * Numbers
 */

/* The digits as a C string, without '_' and sign: in buf if they fit. */
static const char *clean_digits(
    struct parser *ps, struct str s, char *buf, size_t room)
{
	char *out = s.n < room ? buf : arena_alloc(ps->arena, s.n + 1);
	size_t i, n = 0;

	for (i = 0; i < s.n; i++) {
		if (s.p[i] != '_')
			out[n++] = s.p[i];
	}
	out[n] = '\0';
	return out;
}

/* An int from its digits, without sign and prefix; one that is too long is a
 * float. */
static void set_int(
    struct parser *ps, struct str digits, int base, bool minus, struct py *v)
{
	char buf[64];
	const char *p = clean_digits(ps, digits, buf, sizeof buf);
	const char *from = p;
	int64_t i = 0;
	double f = 0;
	bool fits = true;

	for (; *p; p++) {
		int d = minus ? -digit_of(*p, base) : digit_of(*p, base);

		fits = fits && !__builtin_mul_overflow(i, base, &i) &&
		       !__builtin_add_overflow(i, d, &i);
		f = f * base + d;
	}
	v->kind = fits ? PY_INT : PY_FLOAT;
	if (fits)
		v->i = i;
	else if (base != 10) /* off by a few units in the last place */
		v->f = f;
	else
		v->f = minus ? -strtod(from, NULL) : strtod(from, NULL);
}

/* Pass over digits of the base, with '_' between them; return how many. */
static size_t skip_digits(struct parser *ps, int base)
{
	size_t n = 0;

	for (; ps->p < ps->end; ps->p++) {
		if (digit_of(*ps->p, base) >= 0)
			n++;
		else if (*ps->p != '_' || n == 0)
			break;
	}
	return n;
}

/* 0x1F, 0o17, 0b11: at the letter. */
static bool parse_based(struct parser *ps, bool minus, struct py *v)
{
	char letter = (char)(*ps->p | 0x20);
	int base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
	const char *from;

	from = ++ps->p;
	if (skip_digits(ps, base) == 0)
		return fail_here(ps, "a digit is missing");
	set_int(ps, since(ps, from), base, minus, v);
	return true;
}

/* The number at p, behind its sign. */
static bool parse_number(struct parser *ps, bool minus, struct py *v)
{
	const char *from = ps->p, *mark;
	bool real = false;
	size_t n;
	char buf[64];

	n = skip_digits(ps, 10);
	if (n == 1 && *from == '0' && ps->p < ps->end &&
	    strchr("xXoObB", *ps->p) && *ps->p)
		return parse_based(ps, minus, v);
	if (accept(ps, '.')) {
		real = true;
		n += skip_digits(ps, 10);
	}
	if (n == 0)
		return fail_here(ps, "a number has no digits");
	mark = ps->p;
	if (accept(ps, 'e') || accept(ps, 'E')) {
		if (!accept(ps, '-'))
			accept(ps, '+');
		if (skip_digits(ps, 10) == 0)
			ps->p = mark;
		else
			real = true;
	}
	if (!real) {
		set_int(ps, since(ps, from), 10, minus, v);
		if (!accept(ps, 'L')) /* Python 2's long */
			accept(ps, 'l');
		return true;
	}
	v->kind = PY_FLOAT;
	v->f = strtod(clean_digits(ps, since(ps, from), buf, sizeof buf), NULL);
	if (minus)
		v->f = -v->f;
	return true;
}

/* A number behind its sign, and the rest of a complex one. */
static bool parse_complex(struct parser *ps, bool minus, struct py *v)
{
	const char *mark;
	struct py imaginary = {0};

	if (!parse_number(ps, minus, v))
		return false;
	mark = ps->p;
	if (accept(ps, '+') || accept(ps, '-')) {
		if (ps->p < ps->end && (is_digit(*ps->p) || *ps->p == '.') &&
		    parse_number(ps, false, &imaginary) && accept(ps, 'j'))
			v->kind = PY_OTHER;
		else
			ps->p = mark;
	} else if (accept(ps, 'j') || accept(ps, 'J')) {
		v->kind = PY_OTHER;
	}
	if (ps->p < ps->end && is_word(*ps->p))
		return fail(ps, "a letter follows a number");
	return true;
}

/*
 * Names
 */

static const struct {
	const char *name;
	struct py value;
	bool number; /* may have a sign */
} names[] = {
    {"None", {.kind = PY_NONE}, false},
    {"True", {.kind = PY_BOOL, .b = true}, false},
    {"False", {.kind = PY_BOOL}, false},
    {"inf", {.kind = PY_FLOAT, .f = INFINITY}, true},
    {"nan", {.kind = PY_FLOAT, .f = NAN}, true},
    {"Infinity", {.kind = PY_FLOAT, .f = INFINITY}, true},
    {"NaN", {.kind = PY_FLOAT, .f = NAN}, true},
};

/* Pass over (...) or [...] and all that is in it. */
static bool skip_brackets(struct parser *ps)
{
	char closing[DEPTH_MOST];
	unsigned n = 0;
	struct str body;
	bool escaped;

	while (ps->p < ps->end) {
		char c = *ps->p;

		if (c == '\'' || c == '"') {
			if (!skip_string(ps, &body, &escaped))
				return false;
			continue;
		}
		if (c == '(' || c == '[' || c == '{') {
			if (n == DEPTH_MOST)
				return fail(ps, "nested too deeply");
			closing[n++] = c == '(' ? ')' : c == '[' ? ']' : '}';
		} else if (c == ')' || c == ']' || c == '}') {
			if (c != closing[--n])
				return fail(ps, "brackets do not match");
			if (n == 0) {
				ps->p++;
				return true;
			}
		}
		ps->p++;
	}
	return fail(ps, "the text ends within brackets");
}

static void skip_word(struct parser *ps)
{
	while (ps->p < ps->end && is_word(*ps->p))
		ps->p++;
}

/* torch.float16, device(type='cuda', index=0), slice(0, 1, None). */
static bool parse_name(struct parser *ps, char sign, struct py *v)
{
	const char *from = ps->p;
	struct str name;
	size_t i;

	skip_word(ps);
	name = since(ps, from);
	for (i = 0; i < NELEMS(names); i++) {
		if (!str_is(name, names[i].name) || (sign && !names[i].number))
			continue;
		*v = names[i].value;
		if (sign == '-')
			v->f = -v->f;
		return true;
	}
	if (sign)
		return fail(ps, "a sign before a name");
	while (ps->p < ps->end) {
		if (*ps->p == '(' || *ps->p == '[') {
			if (!skip_brackets(ps))
				return false;
		} else if (*ps->p == '.' && ps->end - ps->p > 1 &&
			   is_word(ps->p[1]) && !is_digit(ps->p[1])) {
			ps->p++;
			skip_word(ps);
		} else {
			break;
		}
	}
	v->kind = PY_OTHER;
	return true;
}

/*
 * Containers
 */

/* Move the items above base from the stack to the arena. */
static void take_items(struct parser *ps, size_t base, struct py *v)
{
	v->n = ps->stack.n - base;
	if (v->n) {
		struct py *items = arena_array(ps->arena, v->n, sizeof *items);

		memcpy(items, ps->stack.v + base, v->n * sizeof *items);
		v->items = items;
	}
	ps->stack.n = base;
}

static bool push_value(struct parser *ps)
{
	struct py item = {0};

	if (++ps->nvalues > VALUES_MOST)
		return fail(ps, "too many values");
	skip_blanks(ps);
	if (!parse_value(ps, &item))
		return false;
	*vec_add(&ps->stack) = item;
	skip_blanks(ps);
	return true;
}

/* Read items up to the closing bracket, and pass it.  *commas: how many. */
static bool parse_items(struct parser *ps, char closing, size_t *commas)
{
	for (*commas = 0;; ++*commas) {
		skip_blanks(ps);
		if (accept(ps, closing))
			return true;
		if (!push_value(ps))
			return false;
		if (accept(ps, closing))
			return true;
		if (!accept(ps, ','))
			return fail_here(ps, "a comma is missing");
	}
}

static bool parse_list(struct parser *ps, struct py *v)
{
	size_t base = ps->stack.n, commas;

	if (!parse_items(ps, ']', &commas))
		return false;
	v->kind = PY_LIST;
	take_items(ps, base, v);
	return true;
}

/* A tuple, or one value in parentheses, which is that value. */
static bool parse_tuple(struct parser *ps, struct py *v)
{
	size_t base = ps->stack.n, commas;

	if (!parse_items(ps, ')', &commas))
		return false;
	if (ps->stack.n == base + 1 && commas == 0) {
		*v = ps->stack.v[--ps->stack.n];
		return true;
	}
	v->kind = PY_TUPLE;
	take_items(ps, base, v);
	return true;
}

/* Read the value of the key that was just read, and the comma or bracket behind
 * it.  *valued: whether the value itself was read. */
static bool parse_pair(struct parser *ps, bool *valued)
{
	*valued = false;
	if (!accept(ps, ':'))
		return fail_here(ps, "a colon is missing");
	if (!push_value(ps))
		return false;
	*valued = true;
	if (accept(ps, ',') || (ps->p < ps->end && *ps->p == '}'))
		return true;
	return fail_here(ps, "a comma is missing");
}

/* Whether the end of the value cannot have been cut off. */
static bool is_closed(const struct py *v)
{
	return v->kind == PY_STR || v->kind == PY_LIST || v->kind == PY_TUPLE ||
	       v->kind == PY_DICT;
}

/* Read the pairs of a dict whose first key is on the stack, and pass the
 * '}'. */
static bool parse_pairs(struct parser *ps, struct py *v)
{
	size_t base = ps->stack.n - 1, whole = 0;
	bool valued, outer = ps->pairs && ps->depth == 1;

	v->kind = PY_DICT;
	while (parse_pair(ps, &valued)) {
		valued = false;
		whole += 2;
		skip_blanks(ps);
		if (accept(ps, '}')) {
			take_items(ps, base, v);
			return true;
		}
		if (!push_value(ps))
			break;
	}
	if (!outer)
		return false;
	if (valued && ps->p == ps->end && is_closed(&ps->stack.v[ps->stack.n - 1]))
		whole += 2;
	ps->cut = true;
	ps->stack.n = base + whole;
	take_items(ps, base, v);
	return true;
}

static bool parse_braces(struct parser *ps, struct py *v)
{
	size_t base = ps->stack.n, commas;
	bool outer = ps->pairs && ps->depth == 1;

	v->kind = PY_DICT;
	skip_blanks(ps);
	if (accept(ps, '}'))
		return true;
	if (!push_value(ps)) {
		ps->cut = outer;
		ps->stack.n = base;
		return outer;
	}
	if (outer || (ps->p < ps->end && *ps->p == ':'))
		return parse_pairs(ps, v);
	v->kind = PY_LIST;
	if (accept(ps, ',')) {
		if (!parse_items(ps, '}', &commas))
			return false;
	} else if (!accept(ps, '}')) {
		return fail_here(ps, "a comma is missing");
	}
	take_items(ps, base, v);
	return true;
}

/*
 * Any value
 */

static bool parse_nested(struct parser *ps, struct py *v)
{
	char open = *ps->p;
	bool ok;

	if (ps->depth == DEPTH_MOST)
		return fail(ps, "nested too deeply");
	ps->depth++;
	ps->p++;
	ok = open == '['   ? parse_list(ps, v)
	     : open == '(' ? parse_tuple(ps, v)
			   : parse_braces(ps, v);
	ps->depth--;
	return ok;
}

/* A number or name with its sign, or "...". */
static bool parse_plain(struct parser *ps, struct py *v)
{
	char sign = 0;

	if (*ps->p == '-' || *ps->p == '+')
		sign = *ps->p++;
	skip_blanks(ps);
	if (ps->p == ps->end)
		return fail_here(ps, "");
	if (is_digit(*ps->p) || *ps->p == '.')
		return parse_complex(ps, sign == '-', v);
	if (is_word(*ps->p))
		return parse_name(ps, sign, v);
	return fail(ps, "no value");
}

static bool parse_value(struct parser *ps, struct py *v)
{
	const char *from = ps->p;
	bool raw, bytes, ok;
	size_t prefix;

	if (ps->p == ps->end)
		return fail_here(ps, "");
	prefix = string_prefix(ps, &raw, &bytes);
	if (prefix <= 2)
		return parse_strings(ps, prefix, raw, bytes, v);
	if (*ps->p == '[' || *ps->p == '(' || *ps->p == '{') {
		ok = parse_nested(ps, v);
	} else if (ps->end - ps->p >= 3 && memcmp(ps->p, "...", 3) == 0) {
		ps->p += 3;
		v->kind = PY_OTHER;
		ok = true;
	} else {
		ok = parse_plain(ps, v);
	}
	if (ok && v->kind != PY_STR)
		v->text = since(ps, from);
	return ok;
}

static bool parse_text(struct parser *ps, struct py *v)
{
	skip_blanks(ps);
	if (!parse_value(ps, v))
		return false;
	if (ps->cut)
		return true;
	skip_blanks(ps);
	return ps->p == ps->end || fail(ps, "something follows the value");
}

int pydict_parse(struct str text, struct arena *a, struct py *v, struct err *err)
{
	struct parser ps = {.start = text.p,
	    .p = text.p,
	    .end = text.p + text.n,
	    .arena = a,
	    .err = err};
	bool ok;

	*v = (struct py){0};
	ok = parse_text(&ps, v);
	vec_free(&ps.stack);
	strbuf_free(&ps.text);
	return ok ? 0 : -1;
}

int pydict_pairs(struct str text, struct arena *a, struct py *v)
{
	struct parser ps = {.start = text.p,
	    .p = text.p,
	    .end = text.p + text.n,
	    .arena = a,
	    .pairs = true};
	bool dict;

	*v = (struct py){0};
	skip_blanks(&ps);
	dict = ps.p < ps.end && *ps.p == '{';
	if (dict)
		parse_text(&ps, v);
	vec_free(&ps.stack);
	strbuf_free(&ps.text);
	return dict ? 0 : -1;
}

const struct py *pydict_get(const struct py *d, const char *key)
{
	size_t i;

	if (!d || d->kind != PY_DICT)
		return NULL;
	for (i = d->n; i >= 2; i -= 2) {
		const struct py *k = &d->items[i - 2];

		if (k->kind == PY_STR && str_is(k->text, key))
			return &d->items[i - 1];
	}
	return NULL;
}
