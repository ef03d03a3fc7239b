/*
 * order.c - finding in what is in order.
 *
 * In:  elements in order, and a key that is one of their kind
 * Out: the first that is not before the key
 *
 * bsearch finds any of those that are equal, or none; here the first, and the
 * neighbours of one that is missing, are what is asked for.
 */
#include "common/order.h"

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
