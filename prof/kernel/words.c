/*
 * words.c - a kernel's name in lower case, cut into words.
 *
 * In:  the full name, mangled or not
 * Out: its words, which of them are the function's own name, and that as text
 *
 * A name is mangled where nobody could demangle it.  Its identifiers say how
 * long they are, so they are cut as they would be in the demangled name.
 */
#include "prof/kernel/words.h"

#include "common/ascii.h"
#include "common/nelems.h"

static bool is_word(char c)
{
	return is_digit(c) || is_lower(c);
}

/* 1. Cutting. */

/* Add the word that begins at p; what follows it. */
static const char *add_word(
    struct words *w, const char *p, const char *end, bool joined, bool own)
{
	struct word *word = &w->v[w->n++];

	*word = (struct word){{p, 0}, joined, own};
	while (p < end && is_word(*p))
		p++;
	word->text.n = (size_t)(p - word->text.p);
	return p;
}

/* The words of an identifier. */
static void add_identifier(struct words *w, struct str s, bool own)
{
	const char *p = s.p, *end = s.p + s.n;
	bool joined = false;

	while (p < end) {
		if (is_word(*p)) {
			p = add_word(w, p, end, joined, own);
			joined = true;
		} else {
			joined &= *p++ == '_';
		}
	}
}

/* Whether digits count something else than the letters behind them: T0_, S1_,
 * the A64_ of an array, the number of Li64E. */
static bool is_number(struct str full, size_t i)
{
	return memchr("STA", full.p[i - 1], 3) ||
	       (i >= 2 && full.p[i - 2] == 'L' && full.p[i - 1] >= 'a');
}

static void cut_mangled(struct words *w, struct str full)
{
	const char *p = w->full + 2, *digits;
	bool own = true;
	size_t len, n = 0;

	while (*p && strchr("lnrvk", *p))
		p++;
	while (*p) {
		if (!is_digit(*p)) {
			own = false;
			/* _Float16 and bfloat16, which are no identifiers */
			p = strncmp(p, "df16", 4) == 0
				? add_word(w, p, p + (p[4] == 'b' ? 5 : 4),
				      false, own)
				: p + 1;
			continue;
		}
		digits = p;
		for (len = 0; is_digit(*p); p++)
			len = len < WORDS_LONGEST ? len * 10 + (size_t)(*p - '0')
						  : len;
		if (is_number(full, (size_t)(digits - w->full)))
			continue;
		if (len > strlen(p))
			len = strlen(p);
		add_identifier(w, (struct str){p, len}, own);
		if (own) {
			memcpy(w->own + n, p, len);
			memcpy(w->own + n + len, "::", 2);
			n += len + 2;
		}
		p += len;
	}
	w->own[n] = '\0';
}

/* The own name is what is outside angle brackets, before the parameters, behind
 * the return type. */
static void cut_demangled(struct words *w)
{
	static const char anonymous[] = "(anonymous namespace)";
	const char *p = w->full, *end = p + strlen(p), *begin;
	size_t n = 0, depth = 0, first = 0;
	bool open = true, joined = false;

	while (*p) {
		bool own = open && depth == 0;

		if (is_word(*p)) {
			begin = p;
			p = add_word(w, p, end, joined, own);
			joined = true;
			if (own) {
				memcpy(w->own + n, begin, (size_t)(p - begin));
				n += (size_t)(p - begin);
			}
			continue;
		}
		joined &= *p == '_';
		if (own && strncmp(p, anonymous, sizeof anonymous - 1) == 0) {
			p += sizeof anonymous - 1;
			continue;
		}
		if (own && *p == '(') {
			open = false;
		} else if (own && *p == ' ') {
			for (n = 0; first < w->n; first++)
				w->v[first].own = false;
		} else if (open && *p == '<') {
			depth++;
		} else if (open && *p == '>' && depth > 0) {
			depth--;
		} else if (own) {
			w->own[n++] = *p;
		}
		p++;
	}
	w->own[n] = '\0';
}

void words_cut(struct words *w, struct str full)
{
	size_t n = full.n < WORDS_LONGEST ? full.n : WORDS_LONGEST;

	for (size_t i = 0; i < n; i++) {
		char c = full.p[i];

		w->full[i] = (char)(is_upper(c) ? c - 'A' + 'a'
				    : c == '\0' ? ' '
						: c);
	}
	w->full[n] = '\0';
	w->n = 0;
	if (strncmp(w->full, "_z", 2) == 0)
		cut_mangled(w, full);
	else
		cut_demangled(w);
}

size_t words_end(const struct words *w, size_t i)
{
	size_t most = i + WORDS_FIELDS < w->n ? i + WORDS_FIELDS : w->n;

	for (i++; i < most && w->v[i].joined;)
		i++;
	return i;
}

/* 2. What a word can mean in any family. */

#define LONGEST_TYPE 8

static const struct {
	const char *text;
	enum dtype dtype;
} types[] = {
    {"float", DTYPE_FLOAT32},
    {"half", DTYPE_FLOAT16},
    {"bfloat16", DTYPE_BFLOAT16},
    {"double", DTYPE_FLOAT64},
    {"f16", DTYPE_FLOAT16},
    {"bf16", DTYPE_BFLOAT16},
    {"f32", DTYPE_FLOAT32},
    {"tf32", DTYPE_FLOAT32},
    {"f64", DTYPE_FLOAT64},
    {"fp16", DTYPE_FLOAT16},
    {"fp32", DTYPE_FLOAT32},
    {"fp64", DTYPE_FLOAT64},
    {"float16", DTYPE_FLOAT16},
    {"float32", DTYPE_FLOAT32},
    {"float64", DTYPE_FLOAT64},
    {"tfloat32", DTYPE_FLOAT32},
    {"bfloat", DTYPE_BFLOAT16}, /* nvFuser's */
    {"df16", DTYPE_FLOAT16},	/* mangled _Float16 */
    {"df16b", DTYPE_BFLOAT16},	/* mangled std::bfloat16_t */
    {"fp8", DTYPE_FLOAT8_E4M3FN},
    {"f8", DTYPE_FLOAT8_E4M3FN},
    {"e4m3", DTYPE_FLOAT8_E4M3FN},
    {"e4m3fn", DTYPE_FLOAT8_E4M3FN},
    {"e4m3fnuz", DTYPE_FLOAT8_E4M3FNUZ},
    {"e5m2", DTYPE_FLOAT8_E5M2},
    {"e5m2fnuz", DTYPE_FLOAT8_E5M2FNUZ},
    {"f4", DTYPE_FLOAT4_E2M1FN_X2},
    {"e2m1", DTYPE_FLOAT4_E2M1FN_X2},
    {"int8", DTYPE_INT8},
    {"i8", DTYPE_INT8},
    {"s8", DTYPE_INT8},
    {"u8", DTYPE_UINT8},
    {"i32", DTYPE_INT32},
    {"s32", DTYPE_INT32},
};

enum dtype words_type(struct str text)
{
	/* block-scaled operands: ue8m0xe4m3, ue4m3xe2m1 */
	if (text.n > 6 && text.p[0] == 'u' && text.p[5] == 'x')
		text = str_from(text, 6);
	if (text.n > LONGEST_TYPE || is_digit(text.p[0])) /* as most words */
		return DTYPE_UNKNOWN;
	for (size_t i = 0; i < NELEMS(types); i++) {
		if (types[i].text[0] == text.p[0] && str_is(text, types[i].text))
			return types[i].dtype;
	}
	return DTYPE_UNKNOWN;
}

bool words_pair(struct str text, struct str *first, struct str *second)
{
	for (size_t i = 2; i + 2 <= text.n && text.n <= LONGEST_TYPE; i++) {
		*first = (struct str){text.p, i};
		*second = str_from(text, i);
		if (words_type(*first) && words_type(*second))
			return true;
	}
	return false;
}

void words_shape(struct str text, struct str *letters, struct str *shape)
{
	size_t i = text.n;

	/* m64n128k16 is 64x128x16 */
	while (i > 0 &&
	       (is_digit(text.p[i - 1]) || (text.p[i - 1] == 'x' && i < text.n)))
		i--;
	*letters = (struct str){text.p, i};
	*shape = str_from(text, i);
}

bool words_product(struct str text, struct str *letters, struct str *shape)
{
	static const char *const ends[] = {
	    "gemm", "cudnn", "fprop", "dgrad", "wgrad"};
	if (!strchr("mnpd", text.p[text.n - 1])) /* as most words */
		return false;
	for (size_t i = 0; i < NELEMS(ends); i++) {
		if (str_ends(text, ends[i])) {
			text.n -= strlen(ends[i]);
			words_shape(text, letters, shape);
			return true;
		}
	}
	return false;
}
