/*
 * map.h - 64-bit keys to 32-bit numbers.
 *
 * Keys of profiles (correlation ids, range ids, string ids) mostly count up,
 * and such keys are cheap: four bytes each.  Keys far apart cost 64.  A zeroed
 * struct map is empty.
 */
#ifndef COMMON_MAP_H
#define COMMON_MAP_H

#include <stddef.h>
#include <stdint.h>

#define MAP_NONE UINT32_MAX
#define MAP_SEVERAL (MAP_NONE - 1) /* see map_only */

struct map_slot;

struct map {
	struct map_slot *slots;
	size_t nslots; /* a power of two, or 0 */
	uint32_t *numbers;
	size_t npages, room; /* of numbers */
};

/* map_at(m, key): where the number of key stands, MAP_NONE when key is new.
 * Good until the next map_at.  To store MAP_NONE is to forget the key. */
uint32_t *map_at(struct map *m, uint64_t key);

/* map_only(at, number): at, which is MAP_NONE at first, becomes the only number
 * that it was called with, or MAP_SEVERAL.  number is none of these two. */
static inline void map_only(uint32_t *at, uint32_t number)
{
	*at = *at == MAP_NONE || *at == number ? number : MAP_SEVERAL;
}

/* map_put_only(m, key, number): the same of the number of key. */
static inline void map_put_only(struct map *m, uint64_t key, uint32_t number)
{
	map_only(map_at(m, key), number);
}

/* map_get(m, key): the number of key, MAP_NONE when it has none. */
uint32_t map_get(const struct map *m, uint64_t key);

/* map_take(m, key): map_get, and forget key; its memory stays the map's. */
uint32_t map_take(struct map *m, uint64_t key);
void map_free(struct map *m);

#endif
