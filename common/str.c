/*
 * str.c - strings with a length, and a growing text buffer.
 */
#include "common/str.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/arena.h"
#include "common/die.h"
#include "common/num.h"

int str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.p, b.p, n) : 0;

	if (order)
		return order;
	return (a.n > b.n) - (a.n < b.n);
}

bool str_starts(struct str s, const char *head)
{
	size_t n = strlen(head);

	return s.n >= n && (n == 0 || memcmp(s.p, head, n) == 0);
}

bool str_skip(struct str *s, const char *head)
{
	size_t n = strlen(head);

	if (s->n < n || (n && memcmp(s->p, head, n) != 0))
		return false;
	*s = str_from(*s, n);
	return true;
}

bool str_ends(struct str s, const char *tail)
{
	size_t n = strlen(tail);

	return s.n >= n && (n == 0 || memcmp(s.p + s.n - n, tail, n) == 0);
}

bool str_line(struct str *rest, struct str *line)
{
	const char *lf = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;

	if (rest->n == 0)
		return false;
	*line = (struct str){rest->p, lf ? (size_t)(lf - rest->p) : rest->n};
	*rest = str_from(*rest, line->n + (lf != NULL));
	return true;
}

const char *str_find(struct str s, const char *what)
{
	size_t n = strlen(what);
	const char *p = s.p, *end;

	if (n == 0)
		return s.p;
	if (s.n < n)
		return NULL;
	for (end = s.p + s.n - n + 1; p < end; p++) {
		p = memchr(p, what[0], (size_t)(end - p));
		if (!p)
			return NULL;
		if (memcmp(p, what, n) == 0)
			return p;
	}
	return NULL;
}

void strbuf_reserve(struct strbuf *b, size_t more)
{
	size_t room = b->room ? b->room : 256;

	if (more > SIZE_MAX - b->n)
		die_no_memory();
	while (room - b->n < more)
		room = room > SIZE_MAX / 2 ? SIZE_MAX : room * 2;
	if (room > b->room) {
		b->p = arena_xrealloc(b->p, room, 1);
		b->room = room;
	}
}

void strbuf_free(struct strbuf *b)
{
	free(b->p);
	*b = (struct strbuf){0};
}

/* How many digits a number has: as many as its bits tell, or one less. */
static size_t count_digits(uint64_t u)
{
	static const uint64_t powers[] = {0, 10, 100, 1000, 10000, 100000,
	    1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
	    1000000000000, 10000000000000, 100000000000000, 1000000000000000,
	    10000000000000000, 100000000000000000, 1000000000000000000,
	    10000000000000000000u};
	/* 1233 / 4096 is a little more than lg 2 */
	size_t n = (size_t)(64 - __builtin_clzll(u | 1)) * 1233 >> 12;

	return n + (u >= powers[n]);
}

void strbuf_uint(struct strbuf *b, uint64_t u)
{
	static const char pairs[] = "00010203040506070809"
				    "10111213141516171819"
				    "20212223242526272829"
				    "30313233343536373839"
				    "40414243444546474849"
				    "50515253545556575859"
				    "60616263646566676869"
				    "70717273747576777879"
				    "80818283848586878889"
				    "90919293949596979899";
	size_t n;
	char *p;

	if (u < 10) {
		strbuf_char(b, (char)('0' + u));
		return;
	}
	n = count_digits(u);
	if (b->room - b->n < n)
		strbuf_reserve(b, n);
	b->n += n;
	for (p = b->p + b->n; u >= 100; u /= 100)
		memcpy(p -= 2, pairs + u % 100 * 2, 2);
	if (u >= 10)
		memcpy(p - 2, pairs + u * 2, 2);
	else
		p[-1] = (char)('0' + u);
}

void strbuf_int(struct strbuf *b, int64_t i)
{
	if (i < 0)
		strbuf_char(b, '-');
	strbuf_uint(b, i < 0 ? 0 - (uint64_t)i : (uint64_t)i);
}

/* Up to 15 digits survive a normal double, so %g finds fewer by itself. */
static void shortest(char text[static 40], double f)
{
	int digits;

	for (digits = fabs(f) < DBL_MIN ? 1 : DBL_DIG; digits <= 17; digits++) {
		snprintf(text, 40, "%.*g", digits, f);
		if (strtod(text, NULL) == f)
			break;
	}
}

void strbuf_real(struct strbuf *b, double f)
{
	char text[40];

	shortest(text, f);
	strbuf_text(b, text);
	if (!strpbrk(text, ".en"))
		strbuf_text(b, ".0");
}

void strbuf_number(struct strbuf *b, double f)
{
	char text[40];

	if (fabs(f) <= (double)NUM_EXACT_DOUBLE && f == (double)(int64_t)f) {
		strbuf_int(b, (int64_t)f);
		return;
	}
	shortest(text, f);
	strbuf_text(b, text);
}

void strbuf_printf(struct strbuf *b, const char *format, ...)
{
	va_list list;
	int n;

	va_start(list, format);
	n = vsnprintf(NULL, 0, format, list);
	va_end(list);
	if (n < 0)
		return;
	strbuf_reserve(b, (size_t)n + 1);
	va_start(list, format);
	vsnprintf(b->p + b->n, (size_t)n + 1, format, list);
	va_end(list);
	b->n += (size_t)n;
}
