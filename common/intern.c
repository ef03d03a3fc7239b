/*
 * intern.c - one copy of each distinct string, numbered from 0.
 *
 * Open addressing with linear probing; a slot keeps the upper half of the hash
 * so that the text is looked at only when it will almost surely match.
 */
#include "common/intern.h"

#include <stdlib.h>

#include "common/diag.h"

struct intern_slot {
	uint32_t tag;
	uint32_t number; /* 1-based; 0 is a free slot */
};

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

/* The slot where a number of this hash goes or is looked for next. */
static void put(struct intern *t, uint64_t h, uint32_t number)
{
	size_t at = h & (t->nslots - 1);

	while (t->slots[at].number)
		at = (at + 1) & (t->nslots - 1);
	t->slots[at].tag = (uint32_t)(h >> 32);
	t->slots[at].number = number;
}

/* Double the table and put its numbers back. */
static void grow(struct intern *t)
{
	struct intern_slot *old = t->slots;
	size_t n = t->nslots, i;

	t->nslots = n ? n * 2 : 1024;
	t->slots = arena_xzeroed(t->nslots, sizeof *t->slots);
	for (i = 0; i < n; i++)
		if (old[i].number) {
			struct str s = t->list.v[old[i].number - 1];

			put(t, intern_hash(s.p, s.n), old[i].number);
		}
	free(old);
}

uint32_t intern_append(struct intern *t, struct str s)
{
	*vec_add(&t->list) = (struct str){arena_text(&t->text, s.p, s.n), s.n};
	return (uint32_t)t->list.n - 1;
}

uint32_t intern_add(struct intern *t, struct str s)
{
	uint64_t h = intern_hash(s.p, s.n);
	uint32_t tag = (uint32_t)(h >> 32), i;
	size_t at;

	if (t->used * 2 >= t->nslots)
		grow(t);
	for (at = h & (t->nslots - 1); t->slots[at].number;
	     at = (at + 1) & (t->nslots - 1)) {
		i = t->slots[at].number - 1;
		if (t->slots[at].tag == tag && str_eq(t->list.v[i], s))
			return i;
	}
	i = intern_append(t, s);
	put(t, h, i + 1);
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
