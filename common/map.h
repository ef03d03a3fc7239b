/*
 * map.h - 64-bit keys to 32-bit numbers.
 *
 * Keys of profiles (correlation ids, range ids) mostly count up, so eight
 * neighbours share a place in memory, and the places are spread by a hash: a
 * run of keys over many slots would make each look-up of a key that is not
 * there, and each removal, pass over all of it.  A zeroed struct map is empty.
 */
#ifndef COMMON_MAP_H
#define COMMON_MAP_H

#include <stddef.h>
#include <stdint.h>

#define MAP_NONE UINT32_MAX

struct map_slot;

struct map {
	struct map_slot *slots;
	size_t nslots, n; /* nslots is a power of two, or 0 */
};

/* map_at(m, key): where the number of key stands, MAP_NONE when key is new.
 * Good until the next map_at.  MAP_NONE may not be stored on purpose. */
uint32_t *map_at(struct map *m, uint64_t key);

/* map_get(m, key): the number of key, MAP_NONE when it has none. */
uint32_t map_get(const struct map *m, uint64_t key);

/* map_take(m, key): map_get, and forget key. */
uint32_t map_take(struct map *m, uint64_t key);
void map_free(struct map *m);

#endif
