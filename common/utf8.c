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
	return rune < 0x20 || (rune >= 0x7f && rune < 0xa0) || rune == 0x61c ||
	       rune == 0x200e || rune == 0x200f ||
	       (rune >= 0x2028 && rune <= 0x202e) ||
	       (rune >= 0x2066 && rune <= 0x2069);
}
