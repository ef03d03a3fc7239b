/*
 * order.h - comparing for qsort, and finding in what is in order.
 */
#ifndef COMMON_ORDER_H
#define COMMON_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* order_int(a, b): negative, 0 or positive, as qsort wants it. */
static inline int order_int(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/*
 * order_find(key, v, n, size, compare):
 * How many of the n elements of v, each of size bytes and in the order of
 * compare, come before key: the place of the first that does not.
 */
size_t order_find(const void *key, const void *v, size_t n, size_t size,
    int (*compare)(const void *a, const void *b));

#endif
