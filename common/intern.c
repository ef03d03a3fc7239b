/*
 * intern.c - one copy of each distinct string, numbered from 0.
 *
 * Open addressing with linear probing; a slot keeps half of the hash, so that
 * the text is looked at only when it will almost surely match.
 */
#include "common/intern.h"

#include <stdlib.h>

struct intern_slot {
	uint32_t tag;
	uint32_t number; /* 1-based; 0 is a free slot */
};

/* A slot's place is told by its tag alone: growing looks at no text. */
static size_t place_of(const struct intern *t, uint32_t tag)
{
	return tag & (t->nslots - 1);
}

uint64_t intern_hash(const char *p, size_t n)
{
	uint64_t h = UINT64_C(0x9E3779B97F4A7C15) ^ n, word;

	/* Multiply and fold, eight bytes at a time. */
	for (; n >= 8; p += 8, n -= 8) {
		memcpy(&word, p, 8);
		h = (h ^ word) * UINT64_C(0xD6E8FEB86659FD93);
		h ^= h >> 32;
	}
	word = 0;
	if (n)
		memcpy(&word, p, n);
	h = (h ^ word) * UINT64_C(0xD6E8FEB86659FD93);
	h ^= h >> 32;
	h *= UINT64_C(0xD6E8FEB86659FD93);
	return h ^ h >> 29;
}

/* Put a number into the slot where it is looked for. */
static void put(struct intern *t, uint32_t tag, uint32_t number)
{
	size_t at = place_of(t, tag);

	while (t->slots[at].number)
		at = (at + 1) & (t->nslots - 1);
	t->slots[at] = (struct intern_slot){tag, number};
}

/* Double the table and put its numbers back. */
static void grow(struct intern *t)
{
	struct intern_slot *old = t->slots;
	size_t n = t->nslots, i;

	t->nslots = n ? n * 2 : 1024;
	t->slots = arena_xzeroed(t->nslots, sizeof *t->slots);
	for (i = 0; i < n; i++)
		if (old[i].number)
			put(t, old[i].tag, old[i].number);
	free(old);
}

uint32_t intern_append(struct intern *t, struct str s)
{
	*vec_add(&t->list) = (struct str){arena_text(&t->text, s.p, s.n), s.n};
	return (uint32_t)t->list.n - 1;
}

uint32_t intern_add(struct intern *t, struct str s)
{
	uint32_t tag = (uint32_t)intern_hash(s.p, s.n), i;
	size_t at;

	if (t->used * 2 >= t->nslots)
		grow(t);
	for (at = place_of(t, tag); t->slots[at].number;
	     at = (at + 1) & (t->nslots - 1)) {
		i = t->slots[at].number - 1;
		if (t->slots[at].tag == tag && str_eq(t->list.v[i], s))
			return i;
	}
	i = intern_append(t, s);
	put(t, tag, i + 1);
	t->used++;
	return i;
}

void intern_free(struct intern *t)
{
	arena_free(&t->text);
	vec_free(&t->list);
	free(t->slots);
	*t = (struct intern){0};
}
