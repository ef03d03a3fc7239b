/*
 * kfacts.c - what a kernel's name says of the work that it does.
 *
 * In:  the full name
 * Out: the type of the operands
 *
 * Names of cuBLAS, cuDNN, CUTLASS and Tensile are written field by field, each
 * library in its own order; a search for "fp16" would find the result's type as
 * often as the operands'.  So a name is read word by word, a product's word
 * ("s884gemm", "fprop") says what the words behind it mean, and only where
 * there is none a type's name anywhere counts.
 *
 * Sources: the names themselves.  volta_fp16_s884gemm_fp16: result, letter of
 * the sum's type and instruction, operands.  sm80_xmma_gemm_f16f16_f16f32_f32:
 * A and result first.  nvjet_hsh: a letter each for operands, sum, result.
 * Cijk_Ailk_Bljk_HHS: operands, result, sum.
 */
#include "prof/kernel/kfacts.h"

#include <string.h>

#define WORD_SIZE 24
#define WORDS_BEHIND 4 /* between a product's word and its type */

struct word {
	char text[WORD_SIZE]; /* in lower case, cut */
};

static const struct {
	const char *text;
	enum dtype dtype;
	bool anywhere; /* means a type wherever it stands */
} types[] = {
    /* the longer before what they begin with, for pairs: f16f16 */
    {"bfloat16", DTYPE_BFLOAT16, true},
    {"bf16", DTYPE_BFLOAT16, true},
    {"float16", DTYPE_FLOAT16, true},
    {"float32", DTYPE_FLOAT32, true},
    {"float64", DTYPE_FLOAT64, true},
    {"float", DTYPE_FLOAT32, true},
    {"tfloat32", DTYPE_FLOAT32, true},
    {"half", DTYPE_FLOAT16, true},
    {"double", DTYPE_FLOAT64, true},
    {"fp16", DTYPE_FLOAT16, true},
    {"fp32", DTYPE_FLOAT32, true},
    {"fp64", DTYPE_FLOAT64, true},
    {"fp8", DTYPE_FLOAT8_E4M3FN, true},
    {"tf32", DTYPE_FLOAT32, true},
    {"f16", DTYPE_FLOAT16, true},
    {"f32", DTYPE_FLOAT32, true},
    {"f64", DTYPE_FLOAT64, true},
    {"e4m3fn", DTYPE_FLOAT8_E4M3FN, true},
    {"e4m3", DTYPE_FLOAT8_E4M3FN, true},
    {"e5m2", DTYPE_FLOAT8_E5M2, true},
    {"e2m1", DTYPE_FLOAT4_E2M1FN_X2, true},
    {"int8", DTYPE_INT8, true},
    {"i8", DTYPE_INT8, false},
    {"s8", DTYPE_INT8, false},
    {"u8", DTYPE_UINT8, false},
};

/* The type that the text is, or that a pair of them begins with. */
static enum dtype type_of(const char *text, bool pair, bool anywhere)
{
	size_t i, n;

	for (i = 0; i < sizeof types / sizeof *types; i++) {
		n = strlen(types[i].text);
		if (strncmp(text, types[i].text, n) != 0 ||
		    (anywhere && !types[i].anywhere))
			continue;
		if (text[n] == '\0' || (pair && type_of(text + n, false, false)))
			return types[i].dtype;
	}
	return DTYPE_UNKNOWN;
}

static bool is_alnum(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9');
}

/* The next word at *i: letters and digits. */
static bool next_word(struct str s, size_t *i, struct word *w)
{
	size_t n = 0;

	while (*i < s.n && !is_alnum(s.p[*i]))
		++*i;
	for (; *i < s.n && is_alnum(s.p[*i]); ++*i) {
		char c = s.p[*i];

		if (n + 1 < sizeof w->text)
			w->text[n++] =
			    c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
	}
	w->text[n] = '\0';
	return n > 0;
}

/* The types of letters. */
static enum dtype letter_type(const char *letters, char c)
{
	static const struct {
		char letter;
		enum dtype dtype;
	} blas[] = {{'s', DTYPE_FLOAT32}, {'h', DTYPE_FLOAT16},
	    {'d', DTYPE_FLOAT64}, {'c', DTYPE_COMPLEX64},
	    {'z', DTYPE_COMPLEX128}, {'i', DTYPE_INT8}, {'b', DTYPE_BFLOAT16},
	    /* nvjet's own */
	    {'t', DTYPE_BFLOAT16}, {'q', DTYPE_FLOAT8_E4M3FN},
	    {'o', DTYPE_FLOAT4_E2M1FN_X2}};
	size_t i;

	for (i = 0; strchr(letters, c) && i < sizeof blas / sizeof *blas; i++)
		if (blas[i].letter == c)
			return blas[i].dtype;
	return DTYPE_UNKNOWN;
}

/* Whether a word is a product's, and the letter in front of it: s884gemm. */
static bool is_product(const char *text, char *letter)
{
	static const char *const ends[] = {
	    "gemm", "cudnn", "fprop", "dgrad", "wgrad"};
	size_t n = strlen(text), i, m;

	for (i = 0; i < sizeof ends / sizeof *ends; i++) {
		m = strlen(ends[i]);
		if (n < m || strcmp(text + n - m, ends[i]) != 0)
			continue;
		n -= m;
		/* AMD's igemm is implicit, of any type */
		*letter = n && strcmp(text, "igemm") != 0 ? text[0] : '\0';
		if (n > 1 && text[0] == 'g') /* gcgemm */
			*letter = text[1];
		/* what stands between is the instruction: 884, 64x128x16 */
		for (m = 1; m < n; m++)
			if (!strchr("0123456789x", text[m]) &&
			    !(m == 1 && text[0] == 'g'))
				return false;
		return true;
	}
	return false;
}

/* The type behind a product's word, or that of its letter. */
static enum dtype product_type(struct str s, size_t i, char letter)
{
	static const char *const between[] = {"relu", "optimized", "analytic",
	    "implicit", "gemm", "indexed", "wo", "smem", "sparse", "unity"};
	struct word w;
	size_t n, j;

	for (n = 0; n < WORDS_BEHIND && next_word(s, &i, &w); n++) {
		enum dtype t = type_of(w.text, true, false);

		if (t)
			return t;
		for (j = 0; j < sizeof between / sizeof *between; j++)
			if (strcmp(w.text, between[j]) == 0)
				break;
		if (j == sizeof between / sizeof *between)
			break;
	}
	return letter ? letter_type("shdczi", letter) : DTYPE_UNKNOWN;
}

/* nvjet_[sm90_]hsh_: letters of A, sum and result. */
static enum dtype nvjet_type(struct str s, size_t i)
{
	struct word w;

	if (next_word(s, &i, &w) && strncmp(w.text, "sm", 2) == 0 &&
	    w.text[2] >= '0' && w.text[2] <= '9')
		next_word(s, &i, &w);
	if (w.text[0] == 'b') /* int8 here, not bfloat16 */
		return DTYPE_INT8;
	return letter_type("hstqoid", w.text[0]);
}

/* ..._Bljk_HHS_: a letter, or two of 8 bits. */
static enum dtype tensile_type(struct str s, size_t i)
{
	struct word w;

	if (!next_word(s, &i, &w))
		return DTYPE_UNKNOWN;
	if (strncmp(w.text, "f8", 2) == 0)
		return DTYPE_FLOAT8_E4M3FN;
	if (strncmp(w.text, "b8", 2) == 0)
		return DTYPE_FLOAT8_E5M2;
	return letter_type("shdczib", w.text[0]);
}

enum dtype kfacts_dtype(struct str full)
{
	enum dtype named = DTYPE_UNKNOWN, t;
	bool complex = false;
	struct word w;
	size_t i = 0;
	char letter;

	while (next_word(full, &i, &w)) {
		t = DTYPE_UNKNOWN;
		if (is_product(w.text, &letter))
			t = product_type(full, i, letter);
		else if (strcmp(w.text, "nvjet") == 0)
			t = nvjet_type(full, i);
		else if (strcmp(w.text, "bljk") == 0 ||
			 strcmp(w.text, "bjlk") == 0)
			t = tensile_type(full, i);
		if (t)
			return t;
		t = type_of(w.text, false, true);
		if (complex && t)
			t = t == DTYPE_FLOAT64	 ? DTYPE_COMPLEX128
			    : t == DTYPE_FLOAT16 ? DTYPE_COMPLEX32
						 : DTYPE_COMPLEX64;
		if (!named)
			named = t;
		complex = strcmp(w.text, "complex") == 0;
	}
	return named;
}
