/*
 * diag.c - messages on stderr.
 *
 * In:  formats and text of any origin
 * Out: whole lines on fd 2, one write a line, so that the lines of two programs
 *      of a pipe do not mix
 *
 * Not stdio: the message is cleaned as a whole, after formatting, so that no
 * caller can forget it, and nothing is allocated, so that it works when there
 * is no memory.
 */
#include "common/diag.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/die.h"
#include "common/progress.h"
#include "common/utf8.h"

enum {
	MESSAGE_MOST = 1024, /* bytes of a message, before cleaning */
	PLACE_MOST = 4096,   /* of a file's name, after it: PATH_MAX */
	LINE_MOST = PLACE_MOST + 4 * MESSAGE_MOST,
};

/* Format as vsnprintf does; what does not fit ends in dots. */
static void format_message(
    char *message, size_t size, const char *format, va_list list)
{
	int n = vsnprintf(message, size, format, list);

	if (n < 0)
		message[0] = '\0';
	else if ((size_t)n >= size)
		memcpy(message + size - 4, "...", 4);
}

int err_set(struct err *err, const char *format, ...)
{
	va_list list;

	if (!err)
		return -1;
	va_start(list, format);
	format_message(err->text, sizeof err->text, format, list);
	va_end(list);
	return -1;
}

const char *diag_clean(struct str s, char *buf, size_t size)
{
	static const char hex[] = "0123456789abcdef";
	size_t i = 0, at = 0, safe = 0, length, shown, k;
	uint32_t rune;

	if (size == 0)
		return buf;
	while (i < s.n) {
		length = utf8_next(s.p + i, s.n - i, &rune);
		shown = length;
		if (length == 0 || utf8_is_control(rune)) {
			length = length ? length : 1;
			shown = 4 * length;
		}
		if (at + shown >= size)
			break;
		for (k = i; k < i + length; k++) {
			if (shown == length) {
				buf[at++] = s.p[k];
				continue;
			}
			buf[at++] = '\\';
			buf[at++] = 'x';
			buf[at++] = hex[(unsigned char)s.p[k] >> 4];
			buf[at++] = hex[(unsigned char)s.p[k] & 15];
		}
		i += length;
		if (at + 3 < size)
			safe = at; /* dots still fit behind it */
	}
	if (i < s.n) {
		for (at = safe, k = 0; k < 3 && at + 1 < size; k++)
			buf[at++] = '.';
	}
	buf[at] = '\0';
	return buf;
}

/* PROG: [FILE[:LINE]:] MESSAGE, as one line. */
static void say(const char *file, uint64_t line, const char *message)
{
	const char *program = die_program();
	char out[LINE_MOST + 64];
	size_t at = 0;

	if (*program) {
		diag_clean(str_of(program), out, 32);
		at = strlen(out);
		out[at++] = ':';
		out[at++] = ' ';
	}
	if (file) {
		diag_clean(*file ? str_of(file) : STR("''"), out + at, PLACE_MOST);
		at += strlen(out + at);
		if (line)
			at += (size_t)snprintf(
			    out + at, 32, ":%llu", (unsigned long long)line);
		out[at++] = ':';
		out[at++] = ' ';
	}
	diag_clean(str_of(message), out + at, sizeof out - at - 1);
	at += strlen(out + at);
	out[at++] = '\n';
	progress_clear();
	die_put(out, at);
}

void diag_error(const char *file, uint64_t line, const char *format, ...)
{
	char message[MESSAGE_MOST];
	va_list list;

	va_start(list, format);
	format_message(message, sizeof message, format, list);
	va_end(list);
	say(file, line, message);
}

_Noreturn void diag_usage(const char *format, ...)
{
	char message[MESSAGE_MOST];
	va_list list;

	va_start(list, format);
	format_message(message, sizeof message, format, list);
	va_end(list);
	diag_error(NULL, 0, "%.800s (try '%.32s --help')", message, die_program());
	exit(2);
}
