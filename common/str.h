/*
 * str.h - strings with a length, and a growing text buffer.
 *
 * Text from a profile may hold any byte, NUL too, so nothing here stops at NUL.
 */
#ifndef COMMON_STR_H
#define COMMON_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* n bytes at p, owned by somebody else; p == NULL is "absent", not "". */
struct str {
	const char *p;
	size_t n;
};

#define STR(literal) ((struct str){(literal), sizeof(literal) - 1})

static inline struct str str_of(const char *text)
{
	return (struct str){text, text ? strlen(text) : 0};
}

static inline bool str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool str_is(struct str a, const char *text)
{
	return str_eq(a, str_of(text));
}

/* str_cmp(a, b): byte order, as memcmp, shorter first. */
int str_cmp(struct str a, struct str b);

bool str_starts(struct str s, const char *head);
bool str_ends(struct str s, const char *tail);

/* str_skip(s, head): whether *s begins with head, which is then passed. */
bool str_skip(struct str *s, const char *head);

/* str_line(rest, line): take the next line off rest, its LF too; the last may
 * have none.  False at the end. */
bool str_line(struct str *rest, struct str *line);

/* str_find(s, what): a pointer to the first occurrence of what, or NULL. */
const char *str_find(struct str s, const char *what);

static inline bool str_has(struct str s, const char *what)
{
	return str_find(s, what) != NULL;
}

/* The part of s from byte i on (i <= s.n).  Nothing is added to NULL, not even
 * 0, which C does not define. */
static inline struct str str_from(struct str s, size_t i)
{
	return (struct str){i ? s.p + i : s.p, s.n - i};
}

/* A buffer that grows; a zeroed one is empty.  p has no NUL at its end. */
struct strbuf {
	char *p;
	size_t n, room;
};

/* strbuf_reserve(b, more): room for more bytes at p + n; dies on no memory. */
void strbuf_reserve(struct strbuf *b, size_t more);
void strbuf_free(struct strbuf *b);
void strbuf_int(struct strbuf *b, int64_t i);
void strbuf_uint(struct strbuf *b, uint64_t u);
void strbuf_printf(struct strbuf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * strbuf_real(b, f), strbuf_number(b, f):
 * The shortest decimal text that reads back as f, which is finite.  A real shows
 * that it is one (7.0); a number is whole where f is, up to 2^53 (7).
 * Independent of the locale because no program calls setlocale.
 */
void strbuf_real(struct strbuf *b, double f);
void strbuf_number(struct strbuf *b, double f);

static inline void strbuf_add(struct strbuf *b, const char *p, size_t n)
{
	if (b->room - b->n < n)
		strbuf_reserve(b, n);
	if (n)
		memcpy(b->p + b->n, p, n);
	b->n += n;
}

static inline void strbuf_char(struct strbuf *b, char c)
{
	if (b->room == b->n)
		strbuf_reserve(b, 1);
	b->p[b->n++] = c;
}

static inline void strbuf_str(struct strbuf *b, struct str s)
{
	strbuf_add(b, s.p, s.n);
}

static inline void strbuf_text(struct strbuf *b, const char *text)
{
	strbuf_add(b, text, strlen(text));
}

static inline struct str strbuf_get(const struct strbuf *b)
{
	return (struct str){b->p ? b->p : "", b->n};
}

#endif
