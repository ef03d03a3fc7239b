/*
 * utf8.c - UTF-8, a code point at a time.
 *
 * In:  bytes of a profile, which promise nothing
 * Out: code points, and their bytes
 *
 * Not mbrtowc(): it depends on the locale, and no program here sets one.  The
 * well-formed sequences are those of table 3-7 of the Unicode standard: only
 * the second byte's range depends on the first.
 */
#include "common/utf8.h"

#include "common/nelems.h"

enum { REPLACEMENT = 0xFFFD };

size_t utf8_next(const char *p, size_t n, uint32_t *rune)
{
	const unsigned char *u = (const unsigned char *)p;
	unsigned char low = 0x80, high = 0xBF;
	size_t length, i;
	uint32_t r;

	if (n == 0)
		return 0;
	r = u[0];
	if (r < 0x80) {
		*rune = r;
		return 1;
	}
	if (r < 0xC2 || r > 0xF4) /* stray, overlong, above U+10FFFF */
		return 0;
	length = r < 0xE0 ? 2 : r < 0xF0 ? 3 : 4;
	if (n < length)
		return 0;
	if (r == 0xE0)
		low = 0xA0; /* below is overlong */
	else if (r == 0xED)
		high = 0x9F; /* above is a surrogate */
	else if (r == 0xF0)
		low = 0x90;
	else if (r == 0xF4)
		high = 0x8F;
	if (u[1] < low || u[1] > high)
		return 0;
	r &= 0x7Fu >> length;
	for (i = 1; i < length; i++) {
		if ((u[i] & 0xC0) != 0x80)
			return 0;
		r = r << 6 | (u[i] & 0x3Fu);
	}
	*rune = r;
	return length;
}

size_t utf8_put(uint32_t rune, char out[4])
{
	if (rune > 0x10FFFF || (rune >= 0xD800 && rune <= 0xDFFF))
		rune = REPLACEMENT;
	if (rune < 0x80) {
		out[0] = (char)rune;
		return 1;
	}
	if (rune < 0x800) {
		out[0] = (char)(0xC0 | rune >> 6);
		out[1] = (char)(0x80 | (rune & 0x3F));
		return 2;
	}
	if (rune < 0x10000) {
		out[0] = (char)(0xE0 | rune >> 12);
		out[1] = (char)(0x80 | (rune >> 6 & 0x3F));
		out[2] = (char)(0x80 | (rune & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | rune >> 18);
	out[1] = (char)(0x80 | (rune >> 12 & 0x3F));
	out[2] = (char)(0x80 | (rune >> 6 & 0x3F));
	out[3] = (char)(0x80 | (rune & 0x3F));
	return 4;
}

bool utf8_is_control(uint32_t rune)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
	    {0x0, 0x1f},	/* C0 */
	    {0x7f, 0x9f},	/* DEL, C1 */
	    {0xad, 0xad},	/* soft hyphen */
	    {0x34f, 0x34f},	/* grapheme joiner */
	    {0x61c, 0x61c},	/* Arabic letter mark */
	    {0x115f, 0x1160},	/* fillers of Hangul */
	    {0x17b4, 0x17b5},	/* vowels of Khmer that are not drawn */
	    {0x180e, 0x180e},	/* vowel separator of Mongolian */
	    {0x200b, 0x200b},	/* zero width space */
	    {0x200e, 0x200f},	/* marks of direction */
	    {0x2028, 0x202e},	/* ends of lines; embeddings */
	    {0x2060, 0x206f},	/* word joiner, invisible operators, isolates */
	    {0x3164, 0x3164},	/* filler of Hangul */
	    {0xfeff, 0xfeff},	/* byte-order mark */
	    {0xffa0, 0xffa0},	/* filler of Hangul, half width */
	    {0xfff0, 0xfffb},	/* annotations, and what has no character yet */
	    {0x1bca0, 0x1bca3}, /* controls of shorthand */
	    {0x1d173, 0x1d17a}, /* of notes */
	    {0xe0000, 0xe00ff}, /* tags */
	    {0xe01f0, 0xe0fff},
	};

	if (rune < 0x7f) /* as most */
		return rune < 0x20;
	for (size_t i = 0; i < NELEMS(ranges); i++) {
		if (rune <= ranges[i].last)
			return rune >= ranges[i].first;
	}
	return false;
}
