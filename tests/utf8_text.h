/*
 * utf8_text.h - whether a whole text is UTF-8, and the text repaired: what the
 * tests expect of programs that go through it piece by piece.
 */
#ifndef TESTS_UTF8_TEXT_H
#define TESTS_UTF8_TEXT_H

#include "common/str.h"
#include "common/utf8.h"

/* Append s to b, each malformed byte as U+FFFD; return how many there were. */
static inline size_t utf8_repair(struct str s, struct strbuf *b)
{
	size_t i = 0, bad = 0, length;
	uint32_t rune;

	while (i < s.n) {
		length = utf8_next(s.p + i, s.n - i, &rune);
		if (length) {
			strbuf_add(b, s.p + i, length);
			i += length;
		} else {
			strbuf_text(b, "\xEF\xBF\xBD");
			i++;
			bad++;
		}
	}
	return bad;
}

static inline bool utf8_valid(struct str s)
{
	struct strbuf b = {0};
	size_t bad = utf8_repair(s, &b);

	strbuf_free(&b);
	return bad == 0;
}

#endif
