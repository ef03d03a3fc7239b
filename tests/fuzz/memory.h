/*
 * memory.h - files in memory, for targets of what takes a file by name.
 *
 * A disk takes milliseconds for each, in which a target could run many times.
 * Where there is no /proc, as in a bare chroot, they are files of TMPDIR.
 */
#ifndef TESTS_FUZZ_MEMORY_H
#define TESTS_FUZZ_MEMORY_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/str.h"

struct memory_file {
	int fd;
	char path[4096];
};

static inline void memory_open(struct memory_file *f)
{
	const char *tmp = getenv("TMPDIR");

	f->fd = memfd_create("fuzz", MFD_CLOEXEC);
	snprintf(f->path, sizeof f->path, "/proc/self/fd/%d", f->fd);
	if (f->fd >= 0 && access(f->path, F_OK) == 0)
		return;
	if (f->fd >= 0)
		close(f->fd);
	snprintf(f->path, sizeof f->path, "%s/fuzz.XXXXXX", tmp ? tmp : "/tmp");
	f->fd = mkstemp(f->path);
	if (f->fd < 0)
		abort();
}

/* Make it hold just these bytes. */
static inline void memory_set(const struct memory_file *f, struct str bytes)
{
	if (ftruncate(f->fd, 0) < 0 ||
	    pwrite(f->fd, bytes.n ? bytes.p : "", bytes.n, 0) != (ssize_t)bytes.n)
		abort();
}

/* Set b to what it holds. */
static inline void memory_get(const struct memory_file *f, struct strbuf *b)
{
	off_t n = lseek(f->fd, 0, SEEK_END);

	b->n = 0;
	strbuf_reserve(b, (size_t)n + 1);
	if (pread(f->fd, b->p, (size_t)n, 0) != (ssize_t)n)
		abort();
	b->n = (size_t)n;
}

/* Set b to what a file on disk holds. */
static inline void memory_slurp(const char *path, struct strbuf *b)
{
	FILE *f = fopen(path, "rb");
	char part[4096];
	size_t n;

	if (!f)
		abort();
	b->n = 0;
	while ((n = fread(part, 1, sizeof part, f)) > 0)
		strbuf_add(b, part, n);
	fclose(f);
}

#endif
