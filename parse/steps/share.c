/*
 * share.c - launches that divide a call among them.
 *
 * In:  tallies, kernel names, grids
 * Out: shares
 *
 * torch's iterators split what is too large for 32-bit indices into launches of
 * one kernel, each of which does as much as it has blocks.  A call that is
 * several kernels by nature launches different ones.
 */
#include "parse/steps/share.h"

#include "common/num.h"
#include "parse/steps/unit.h"

/* The kernel that the launch is one like, where its call has several. */
static uint32_t like(const struct analysis *a, size_t launch)
{
	const struct fact *f = &a->facts.v[launch];
	const struct tally *t;

	if (f->call == PROFILE_NONE ||
	    a->p->launches.v[launch].kind != LAUNCH_KERNEL ||
	    analysis_class(a, launch) == KCLASS_HELPER)
		return PROFILE_NONE;
	t = unit_tally(a, f->call, launch);
	if (!t->own || t->peers < 2)
		return PROFILE_NONE;
	switch (analysis_class(a, t->best)) {
	case KCLASS_POINTWISE:
	case KCLASS_COPY:
	case KCLASS_FILL:
		return t->best;
	default:
		return PROFILE_NONE;
	}
}

/* The blocks of a launch; 0: unknown, or more than there can be. */
static uint64_t blocks_of(const struct profile *p, const struct launch *l)
{
	const int64_t *grid = profile_config(p, l)->grid;
	uint64_t n = 1;
	int i;

	if (!(l->flags & LAUNCH_HAS_GRID))
		return 0;
	for (i = 0; i < 3; i++)
		n = num_times(n, grid[i] > 0 ? (uint64_t)grid[i] : 0);
	return n <= UINT32_MAX ? n : 0;
}

/* Add a launch of n blocks. */
static void add(const struct analysis *a, struct share *s, size_t launch, uint64_t n)
{
	uint32_t i = 0;

	s->blocks += n; /* below 2^32 * 2^32 */
	if (s->n == 0 || a->facts.v[launch].sub > a->facts.v[s->last].sub)
		s->last = (uint32_t)launch;
	while (i < s->n && s->of[i].blocks != n)
		i++;
	if (i == SHARE_MOST) {
		s->none = true;
		return;
	}
	if (i == s->n) {
		s->of[i].blocks = n;
		s->n++;
	}
	s->of[i].times++;
}

void share_find(struct analysis *a)
{
	struct map by_best = {0};
	size_t i;

	for (i = 0; i < a->facts.n; i++) {
		uint32_t best = like(a, i), *at;
		struct share *s;
		uint64_t n;

		if (best == PROFILE_NONE)
			continue;
		n = blocks_of(a->p, &a->p->launches.v[i]);
		at = map_at(&by_best, best);
		if (*at == MAP_NONE) {
			*at = (uint32_t)a->shares.n;
			*vec_add(&a->shares) = (struct share){0};
		}
		s = &a->shares.v[*at];
		s->none |= n == 0 || a->facts.v[i].kname != a->facts.v[best].kname;
		add(a, s, i, n);
		s->none |= s->blocks > UINT32_MAX;
		*map_at(&a->share_of, i) = *at;
	}
	map_free(&by_best);
}
