/*
 * map.c - 64-bit keys to 32-bit numbers: open addressing, linear probing.
 */
#include "common/map.h"

#include <stdlib.h>

#include "common/arena.h"

/* The first size is small: there is a map for each process of a profile. */
enum { MAP_FIRST = 16, NEIGHBOURS = 8 };

struct map_slot {
	uint64_t key;
	uint32_t number;
	uint32_t used;
};

static size_t home(const struct map *m, uint64_t key)
{
	uint64_t h = key / NEIGHBOURS;

	h = (h ^ h >> 32) * UINT64_C(0xD6E8FEB86659FD93) >> 32;
	return (size_t)(h * NEIGHBOURS + key % NEIGHBOURS) & (m->nslots - 1);
}

/* The slot of key, or the free one where it would go. */
static struct map_slot *find(const struct map *m, uint64_t key)
{
	size_t at = home(m, key);

	while (m->slots[at].used && m->slots[at].key != key)
		at = (at + 1) & (m->nslots - 1);
	return &m->slots[at];
}

/* Move everything to a table of n slots. */
static void rebuild(struct map *m, size_t n)
{
	struct map old = *m;
	size_t i;

	m->nslots = n;
	m->slots = arena_xzeroed(n, sizeof *m->slots);
	for (i = 0; i < old.nslots; i++)
		if (old.slots[i].used)
			*find(m, old.slots[i].key) = old.slots[i];
	free(old.slots);
}

uint32_t *map_at(struct map *m, uint64_t key)
{
	struct map_slot *slot;

	if (m->n * 2 >= m->nslots)
		rebuild(m, m->nslots ? m->nslots * 2 : MAP_FIRST);
	slot = find(m, key);
	if (!slot->used) {
		*slot = (struct map_slot){key, MAP_NONE, 1};
		m->n++;
	}
	return &slot->number;
}

uint32_t map_get(const struct map *m, uint64_t key)
{
	const struct map_slot *slot;

	if (m->n == 0)
		return MAP_NONE;
	slot = find(m, key);
	return slot->used ? slot->number : MAP_NONE;
}

uint32_t map_take(struct map *m, uint64_t key)
{
	size_t hole, at, mask = m->nslots - 1;
	struct map_slot *slot;
	uint32_t number;

	if (m->n == 0)
		return MAP_NONE;
	slot = find(m, key);
	if (!slot->used)
		return MAP_NONE;
	number = slot->number;
	/* Move up those behind the hole that were pushed past it. */
	hole = (size_t)(slot - m->slots);
	for (at = (hole + 1) & mask; m->slots[at].used; at = (at + 1) & mask) {
		size_t want = home(m, m->slots[at].key);

		if (((at - want) & mask) >= ((at - hole) & mask)) {
			m->slots[hole] = m->slots[at];
			hole = at;
		}
	}
	m->slots[hole].used = 0;
	m->n--;
	return number;
}

void map_free(struct map *m)
{
	free(m->slots);
	*m = (struct map){0};
}
