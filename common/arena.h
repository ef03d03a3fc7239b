/*
 * arena.h - memory that is freed all at once.
 *
 * One arena per profile in pp-parse, one per record line in pp-prof.  Decoders,
 * models and writers never free: what they allocate lives until the arena is
 * reset or freed by whoever made it.  Allocation does not fail: it prints
 * "out of memory" and exits 1.
 */
#ifndef COMMON_ARENA_H
#define COMMON_ARENA_H

#include <stddef.h>

struct arena_block;

/* A zeroed struct arena is an empty one. */
struct arena {
	struct arena_block *head;
	char *at;
	char *end;
};

/* arena_alloc(a, size): size bytes, not zeroed, aligned for any type. */
void *arena_alloc(struct arena *a, size_t size);

/* arena_array(a, n, size): n elements of size bytes, zeroed; a product that
 * does not fit size_t dies like no memory. */
void *arena_array(struct arena *a, size_t n, size_t size);

/* arena_text(a, p, n): a copy of the n bytes at p with a NUL behind it. */
char *arena_text(struct arena *a, const char *p, size_t n);

/* arena_reset(a): forget everything, keep the largest block for reuse. */
void arena_reset(struct arena *a);

/* arena_free(a): give all memory back; a is then empty and usable. */
void arena_free(struct arena *a);

/* xmalloc and friends: for what outlives an arena or grows; die on no memory. */
void *arena_xmalloc(size_t size);
void *arena_xrealloc(void *p, size_t n, size_t size);
void *arena_xzeroed(size_t n, size_t size);

/* arena_keep(): from now on the program keeps what it frees, for what it asks
 * for next.  Without glibc nothing happens. */
void arena_keep(void);

#endif
