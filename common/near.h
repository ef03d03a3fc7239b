/*
 * near.h - the word that was meant: the nearest to a misspelled one
 */
#ifndef COMMON_NEAR_H
#define COMMON_NEAR_H

#include <stdbool.h>

#include "common/str.h"

struct near {
	struct str word; /* as the user wrote it */
	struct str best; /* best.p == NULL: none is near */
	size_t edits;	 /* from word to best */
	bool begins;	 /* one of them begins with the other */
};

/* near_take(near, other): make other the best if it is nearer: one edit away
 * (insert, delete, replace, swap), two if the word has more than four letters.
 * Of equally near ones it is one that begins alike ("tim": time), else the
 * first. */
void near_take(struct near *near, struct str other);

/* near_stem(near, other): make other the best if one of it and the word begins
 * with the other one, and it is nearer: "operator": op.  For where near_take
 * has found none. */
void near_stem(struct near *near, struct str other);

#endif
