/*
 * near.c - the word that was meant.
 *
 * In:  a misspelled word, and those that there are, one after another
 * Out: the nearest, if one is near enough to be meant
 */
#include "common/near.h"

#include "common/ascii.h"

/* A longer word is not compared. */
enum { MOST = 32 };

/* What fewer letters begin with says nothing. */
enum { STEM_LEAST = 2, WORD_LEAST = 3 };

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool same(char a, char b)
{
	return to_lower(a) == to_lower(b);
}

/* Edits from a to b, which are at most MOST long, whatever the case; a swap of
 * neighbours is one. */
static size_t distance(struct str a, struct str b)
{
	size_t rows[3][MOST + 1];

	for (size_t j = 0; j <= b.n; j++)
		rows[0][j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		size_t *row = rows[i % 3], *above = rows[(i - 1) % 3];
		const size_t *above2 = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			row[j] = above[j - 1] + !same(a.p[i - 1], b.p[j - 1]);
			row[j] = least(row[j], least(above[j], row[j - 1]) + 1);
			if (i > 1 && j > 1 && same(a.p[i - 1], b.p[j - 2]) &&
			    same(a.p[i - 2], b.p[j - 1]))
				row[j] = least(row[j], above2[j - 2] + 1);
		}
	}
	return rows[a.n % 3][b.n];
}

/* Whether one begins with the other, whatever the case. */
static bool begins(struct str a, struct str b)
{
	size_t i = 0, n = least(a.n, b.n);

	while (i < n && same(a.p[i], b.p[i]))
		i++;
	return i == n;
}

void near_take(struct near *near, struct str other)
{
	struct str word = near->word;
	size_t edits, most = word.n <= 4 ? 1 : 2;
	bool stem;

	if (word.n > MOST || other.n > MOST)
		return;
	edits = distance(word, other);
	stem = begins(word, other);
	/* not if nothing of either would be left */
	if (edits > most || edits >= other.n || edits >= word.n)
		return;
	if (near->best.p && (edits > near->edits ||
				(edits == near->edits && stem <= near->begins)))
		return;
	*near = (struct near){word, other, edits, stem};
}

void near_stem(struct near *near, struct str other)
{
	struct str word = near->word;
	size_t edits = word.n > other.n ? word.n - other.n : other.n - word.n;

	if (word.n < WORD_LEAST || other.n < STEM_LEAST ||
	    !begins(word, other) || (near->best.p && edits >= near->edits))
		return;
	*near = (struct near){word, other, edits, true};
}
