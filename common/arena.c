/*
 * arena.c - memory that is freed all at once.
 *
 * A list of blocks, bump allocation in the newest.  Not malloc per object: a
 * profile has tens of millions of small objects with one common end of life.
 */
#include "common/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/die.h"

enum { ARENA_ALIGN = 16, ARENA_FIRST = 64 * 1024, ARENA_MOST = 4 << 20 };

struct arena_block {
	struct arena_block *next;
	size_t size; /* bytes behind the header */
};

static size_t header_size(void)
{
	size_t n = sizeof(struct arena_block);

	return (n + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
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
	a->head = b;
	a->at = (char *)b + header_size();
	a->end = a->at + want;
}

void *arena_alloc(struct arena *a, size_t size)
{
	void *p;

	if (size > SIZE_MAX - ARENA_ALIGN)
		die_no_memory();
	size = size ? size : 1;
	size = (size + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
	if (size > (size_t)(a->end - a->at))
		grow(a, size);
	p = a->at;
	a->at += size;
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
		a->head = keep;
		a->at = (char *)keep + header_size();
		a->end = a->at + keep->size;
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
