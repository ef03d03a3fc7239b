/*
 * order.c - finding in what is in order, and putting in order by groups.
 *
 * In:  elements in order, and a key that is one of their kind; or elements and
 *      their groups
 * Out: the first that is not before the key; the elements' numbers by group
 *
 * bsearch finds any of those that are equal, or none; here the first, and the
 * neighbours of one that is missing, are what is asked for.
 */
#include "common/order.h"

#include "common/arena.h"

size_t order_find(const void *key, const void *v, size_t n, size_t size,
    int (*compare)(const void *a, const void *b))
{
	size_t low = 0, mid;

	while (low < n) {
		mid = low + (n - low) / 2;
		if (compare((const char *)v + mid * size, key) < 0)
			low = mid + 1;
		else
			n = mid;
	}
	return low;
}

static uint32_t group_at(const void *v, size_t i, size_t size, size_t group)
{
	const void *p = (const char *)v + i * size + group;

	return *(const uint32_t *)p;
}

uint32_t *order_group(const void *v, size_t n, size_t size, size_t group,
    size_t ngroups, size_t *at)
{
	uint32_t *list = arena_xrealloc(NULL, n, sizeof *list);
	size_t i;

	/* counts stand two places up, then beginnings one place up, which move
	 * to their ends as the list is filled */
	for (i = 0; i < n; i++)
		at[group_at(v, i, size, group) + 2]++;
	for (i = 0; i < ngroups; i++)
		at[i + 2] += at[i + 1];
	for (i = 0; i < n; i++)
		list[at[group_at(v, i, size, group) + 1]++] = (uint32_t)i;
	return list;
}
