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

/* order_rank(n, percent): by nearest rank, the place of the percentile among n
 * > 0 in order. */
static inline size_t order_rank(size_t n, size_t percent)
{
	return n / 100 * percent + (n % 100 * percent + 99) / 100 - 1;
}

/*
 * order_find(key, v, n, size, compare):
 * How many of the n elements of v, each of size bytes and in the order of
 * compare, come before key: the place of the first that does not.
 */
size_t order_find(const void *key, const void *v, size_t n, size_t size,
    int (*compare)(const void *a, const void *b));

/*
 * order_group(v, n, size, group, ngroups, at):
 * The numbers of the n elements of v, each of size bytes, by their groups, in
 * each as they come.  An element's group is the uint32_t group bytes into it,
 * below ngroups.  at has ngroups + 2 zeros; afterwards the numbers of group g
 * are those from at[g] to at[g + 1].  The list is the caller's to free.
 */
uint32_t *order_group(const void *v, size_t n, size_t size, size_t group,
    size_t ngroups, size_t *at);

#endif
