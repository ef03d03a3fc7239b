/*
 * escape.c - foreign text in HTML and SVG.
 *
 * In:  bytes of a profile
 * Out: characters that XML allows, none of which ends or begins anything
 */
#include "prof/show/escape.h"

#include "prof/show/out.h"

/* Bytes that stay as they are. */
static bool is_plain(unsigned char c)
{
	return c >= ' ' && c < 0x7f && c != '&' && c != '<' && c != '>' &&
	       c != '"' && c != '\'' && c != '\\';
}

static const char *entity(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

/* U+FFFE and U+FFFF are no characters of XML. */
static size_t skip_none(struct str s, size_t i)
{
	return s.n - i >= 3 && memcmp(s.p + i, "\xef\xbf", 2) == 0 &&
		       (unsigned char)s.p[i + 2] >= 0xbe
		   ? 3
		   : 0;
}

void escape_text(struct str s, struct strbuf *b)
{
	struct strbuf visible = {0};
	size_t n = 0;

	while (n < s.n && is_plain((unsigned char)s.p[n]))
		n++;
	strbuf_add(b, s.p, n);
	if (n == s.n)
		return;
	out_visible(str_from(s, n), ' ', &visible);
	s = strbuf_get(&visible);
	for (size_t i = 0; i < s.n; i++) {
		const char *text = entity(s.p[i]);

		if (text) {
			strbuf_text(b, text);
		} else if (skip_none(s, i) > 0) {
			strbuf_printf(b, "\\uff%02x",
			    (unsigned)(0xc0 | ((unsigned char)s.p[i + 2] & 0x3f)));
			i += 2;
		} else {
			strbuf_char(b, s.p[i]);
		}
	}
	strbuf_free(&visible);
}
