/*
 * share.c - the part of a call's work that one of several launches of one
 * kernel did.
 *
 * In:  the key share of a record, what the whole call cost
 * Out: this launch's part
 *
 * A copy of more than 2^31 bytes is several launches, each of some of the
 * elements.  How many no profile tells; blocks tell in proportion.
 */
#include "prof/ops/share.h"

bool op_share_valid(const struct record_ints *share)
{
	uint64_t sum, all;
	size_t i;

	if (share->n < 2 || share->n % 2 != 0)
		return false;
	for (i = 0; i < share->n; i++)
		if (share->v[i] < 1 || share->v[i] > UINT32_MAX)
			return false;
	sum = (uint64_t)share->v[0];
	all = (uint64_t)share->v[1];
	for (i = 2; i < share->n; i += 2)
		sum = num_plus(
		    sum, (uint64_t)share->v[i] * (uint64_t)share->v[i + 1]);
	return share->n == 2 ? sum <= all : sum == all;
}

/* What `own` of `all` blocks do of n; all is below 2^32. */
static uint64_t part_of(uint64_t n, uint64_t own, uint64_t all)
{
	return n / all * own + n % all * own / all;
}

static uint64_t share_of(const struct record_ints *share, uint64_t n)
{
	uint64_t all = (uint64_t)share->v[1], left = n;
	size_t i;

	if (share->n == 2)
		return part_of(n, (uint64_t)share->v[0], all);
	for (i = 2; i < share->n; i += 2)
		left -= (uint64_t)share->v[i + 1] *
			part_of(n, (uint64_t)share->v[i], all);
	return left;
}

void op_share_take(const struct record_ints *share, struct cost *cost)
{
	uint64_t other = cost->flops - cost->gemm;

	/* apart, or rounding could leave more of the products than of all */
	cost->gemm = share_of(share, cost->gemm);
	cost->flops = cost->gemm + share_of(share, other);
	cost->bytes = share_of(share, cost->bytes);
}
