/*
 * arena.c - memory that is freed all at once.
 *
 * A list of blocks, bump allocation in the newest.  Not malloc per object: a
 * profile has tens of millions of small objects with one common end of life.
 */
#include "common/arena.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "common/die.h"

/*
 * Under AddressSanitizer nothing of a block may be touched but what was handed
 * out, and a gap follows each piece: one element past an array is reported, as
 * it would be of malloc.
 */
#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
enum { ARENA_GAP = 16 };
#else
enum { ARENA_GAP = 0 };
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

enum { ARENA_ALIGN = 16, ARENA_FIRST = 8192, ARENA_MOST = 4 << 20 };

struct arena_block {
	struct arena_block *next;
	size_t size; /* bytes behind the header */
};

static size_t header_size(void)
{
	size_t n = sizeof(struct arena_block);

	return (n + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
}

/* Hand out from the block's begin. */
static void enter(struct arena *a, struct arena_block *b)
{
	a->head = b;
	a->at = (char *)b + header_size();
	a->end = a->at + b->size;
	ASAN_POISON_MEMORY_REGION(a->at, b->size);
}

/* Make a block that has room for size bytes the current one. */
static void grow(struct arena *a, size_t size)
{
	size_t want = a->head ? a->head->size * 2 : ARENA_FIRST;
	struct arena_block *b;

	if (want > ARENA_MOST)
		want = ARENA_MOST;
	if (want < size)
		want = size;
	if (want > SIZE_MAX - header_size())
		die_no_memory();
	b = arena_xmalloc(header_size() + want);
	b->next = a->head;
	b->size = want;
	enter(a, b);
}

void *arena_alloc(struct arena *a, size_t size)
{
	size_t room;
	void *p;

	if (size > SIZE_MAX - ARENA_ALIGN - ARENA_GAP)
		die_no_memory();
	room = size ? size : 1;
	room = (room + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN + ARENA_GAP;
	if (room > (size_t)(a->end - a->at))
		grow(a, room);
	p = a->at;
	a->at += room;
	ASAN_UNPOISON_MEMORY_REGION(p, size);
	return p;
}

void *arena_array(struct arena *a, size_t n, size_t size)
{
	void *p;

	if (size && n > SIZE_MAX / size)
		die_no_memory();
	size *= n;
	p = arena_alloc(a, size);
	memset(p, 0, size);
	return p;
}

char *arena_text(struct arena *a, const char *p, size_t n)
{
	char *t;

	if (n == SIZE_MAX)
		die_no_memory();
	t = arena_alloc(a, n + 1);
	if (n)
		memcpy(t, p, n);
	t[n] = '\0';
	return t;
}

void arena_reset(struct arena *a)
{
	struct arena_block *b = a->head, *next, *keep = NULL;

	for (; b; b = next) {
		next = b->next;
		if (!keep || b->size > keep->size) {
			free(keep);
			keep = b;
		} else {
			free(b);
		}
	}
	*a = (struct arena){0};
	if (keep) {
		keep->next = NULL;
		enter(a, keep);
	}
}

void arena_free(struct arena *a)
{
	struct arena_block *b = a->head, *next;

	for (; b; b = next) {
		next = b->next;
		free(b);
	}
	*a = (struct arena){0};
}

#ifdef __GLIBC__
enum { KEEP_MOST = 4 * 1024 * 1024 * (int)sizeof(long) };
#endif

/* By itself, glibc has a mapping made for each large block and gives it back
 * with the block, and the end of the heap, too.  The next block then costs a
 * page fault every 4 KiB, and zeroes written by the kernel, once more. */
void arena_keep(void)
{
#ifdef __GLIBC__
	/* older ones refuse more than half of a heap of a thread */
	if (!mallopt(M_MMAP_THRESHOLD, INT_MAX))
		mallopt(M_MMAP_THRESHOLD, KEEP_MOST);
	mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

void *arena_xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		die_no_memory();
	return p;
}

void *arena_xrealloc(void *p, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		die_no_memory();
	size *= n;
	p = realloc(p, size ? size : 1);
	if (!p)
		die_no_memory();
	return p;
}

void *arena_xzeroed(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);

	if (!p)
		die_no_memory();
	return p;
}
