/*
 * die.c - the program's name, and its end when there is no memory.
 */
#include "common/die.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static const char *program = "";

void die_init(const char *prog)
{
	program = prog;
}

const char *die_program(void)
{
	return program;
}

void die_put(const char *p, size_t n)
{
	ssize_t got;

	while (n) {
		got = write(STDERR_FILENO, p, n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return; /* there is nowhere to say that this failed */
		p += got;
		n -= (size_t)got;
	}
}

_Noreturn void die_no_memory(void)
{
	char out[64];
	int n = snprintf(out, sizeof out, "%.32s%sout of memory\n", program,
	    *program ? ": " : "");

	if (n > 0)
		die_put(out, (size_t)n);
	_exit(1);
}
