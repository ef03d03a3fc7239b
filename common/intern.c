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

/* Double the table and put every number back. */
static void grow(struct intern *t)
{
	size_t n = t->nslots ? t->nslots * 2 : 1024, i, at;
	struct intern_slot *slots = arena_xmalloc(n * sizeof *slots);
	uint64_t h;

	memset(slots, 0, n * sizeof *slots);
	for (i = 0; i < t->list.n; i++) {
		h = intern_hash(t->list.v[i].p, t->list.v[i].n);
		for (at = h & (n - 1); slots[at].number;)
			at = (at + 1) & (n - 1);
		slots[at].tag = (uint32_t)(h >> 32);
		slots[at].number = (uint32_t)(i + 1);
	}
	free(t->slots);
	t->slots = slots;
	t->nslots = n;
}

uint32_t intern_add(struct intern *t, struct str s)
{
	uint64_t h = intern_hash(s.p, s.n);
	uint32_t tag = (uint32_t)(h >> 32), i;
	size_t at;

	if (t->list.n * 2 >= t->nslots)
		grow(t);
	for (at = h & (t->nslots - 1); t->slots[at].number;
	     at = (at + 1) & (t->nslots - 1)) {
		i = t->slots[at].number - 1;
		if (t->slots[at].tag == tag && str_eq(t->list.v[i], s))
			return i;
	}
	if (t->list.n >= UINT32_MAX) /* UINT32_MAX means "no text" to users */
		diag_no_memory();
	i = (uint32_t)t->list.n;
	t->slots[at].tag = tag;
	t->slots[at].number = i + 1;
	*vec_add(&t->list) = (struct str){arena_text(&t->text, s.p, s.n), s.n};
	return i;
}

void intern_free(struct intern *t)
{
	arena_free(&t->text);
	vec_free(&t->list);
	free(t->slots);
	*t = (struct intern){0};
}
