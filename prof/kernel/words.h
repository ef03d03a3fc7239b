/*
 * words.h - a kernel's name in lower case, cut into words.
 *
 * A word is letters and digits.  The libraries write a name field by field with
 * underscores between; C++ puts templates and parameters around that.
 */
#ifndef PROF_KERNEL_WORDS_H
#define PROF_KERNEL_WORDS_H

#include "common/dtype.h"

#define WORDS_LONGEST 16384 /* of a name, the rest is not looked at */
#define WORDS_FIELDS 32	    /* joined to one word, so that time is linear */

struct word {
	struct str text;
	bool joined; /* to the word before, by underscores alone */
	bool own;    /* of the function's own name */
};

struct words {
	struct word v[WORDS_LONGEST / 2 + 1];
	size_t n;
	/* NUL at the end of both and nowhere else */
	char full[WORDS_LONGEST + 1];
	/* without return type, arguments, templates; mangled "1f" becomes "f::" */
	char own[WORDS_LONGEST + WORDS_LONGEST / 2 + 1];
};

/* words_cut(w, full): set w to the words of the name, demangled or not. */
void words_cut(struct words *w, struct str full);

/* words_end(w, i): behind the last word that is joined to word i, or far from it. */
size_t words_end(const struct words *w, size_t i);

/* words_type(text): the element type that the word means in a field of a
 * matrix kernel's name.  TF32 is float32, of which it is a way to multiply. */
enum dtype words_type(struct str text);

/* words_pair(text, first, second): whether the word is two types, f16f32. */
bool words_pair(struct str text, struct str *first, struct str *second);

/* words_shape(text, letters, shape): cut s884 or s64x128x16 into the letters
 * and the shape of the instruction; both may be empty. */
void words_shape(struct str text, struct str *letters, struct str *shape);

/*
 * words_product(text, letters, shape):
 * Whether the word is a product's: s884gemm, sgemm, fprop; then what stands
 * before that as words_shape cuts it.
 */
bool words_product(struct str text, struct str *letters, struct str *shape);

#endif
