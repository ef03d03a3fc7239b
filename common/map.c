/*
 * map.c - 64-bit keys to 32-bit numbers, in pages of neighbouring keys.
 *
 * A page is a cache line of numbers; a table finds the page of a key (open
 * addressing, linear probing).  Keys that count up so cost four bytes each, and
 * are found where their neighbour was; keys far apart cost a line each.
 */
#include "common/map.h"

#include <stdlib.h>
#include <string.h>

#include "common/arena.h"

/* The first size is small: there is a map for each process of a profile. */
enum { MAP_FIRST = 16, PAGE = 16 };

struct map_slot {
	uint64_t page;
	size_t end; /* behind its numbers; 0: free */
};

/* The slot of a page, or the free one where it would go. */
static struct map_slot *find(const struct map *m, uint64_t page)
{
	uint64_t h = (page ^ page >> 32) * UINT64_C(0xD6E8FEB86659FD93);
	size_t at = (size_t)(h >> 32) & (m->nslots - 1);

	while (m->slots[at].end && m->slots[at].page != page)
		at = (at + 1) & (m->nslots - 1);
	return &m->slots[at];
}

/* Double the table. */
static void grow(struct map *m)
{
	struct map_slot *old = m->slots;
	size_t n = m->nslots, i;

	m->nslots = n ? n * 2 : MAP_FIRST;
	m->slots = arena_xzeroed(m->nslots, sizeof *m->slots);
	for (i = 0; i < n; i++)
		if (old[i].end)
			*find(m, old[i].page) = old[i];
	free(old);
}

/* Room for one more page's numbers, all MAP_NONE; where they end. */
static size_t add_page(struct map *m)
{
	size_t end = (m->npages + 1) * PAGE;

	if (end > m->room) {
		m->room = m->room ? m->room * 2 : MAP_FIRST * PAGE;
		m->numbers =
		    arena_xrealloc(m->numbers, m->room, sizeof *m->numbers);
	}
	memset(m->numbers + end - PAGE, 0xff, PAGE * sizeof *m->numbers);
	m->npages++;
	return end;
}

/* Where the number of a key stands, or would; NULL: its page is not there. */
static uint32_t *number_at(const struct map *m, uint64_t key)
{
	const struct map_slot *slot;

	if (m->npages == 0)
		return NULL;
	slot = find(m, key / PAGE);
	return slot->end ? &m->numbers[slot->end - PAGE + key % PAGE] : NULL;
}

uint32_t *map_at(struct map *m, uint64_t key)
{
	struct map_slot *slot;

	if (m->npages * 2 >= m->nslots)
		grow(m);
	slot = find(m, key / PAGE);
	if (!slot->end) {
		slot->page = key / PAGE;
		slot->end = add_page(m);
	}
	return &m->numbers[slot->end - PAGE + key % PAGE];
}

uint32_t map_get(const struct map *m, uint64_t key)
{
	const uint32_t *number = number_at(m, key);

	return number ? *number : MAP_NONE;
}

uint32_t map_take(struct map *m, uint64_t key)
{
	uint32_t *at = number_at(m, key), number = at ? *at : MAP_NONE;

	if (at)
		*at = MAP_NONE;
	return number;
}

void map_free(struct map *m)
{
	free(m->slots);
	free(m->numbers);
	*m = (struct map){0};
}
