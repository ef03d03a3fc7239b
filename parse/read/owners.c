/*
 * owners.c - of which process a device is.
 *
 * In:  calls and rows of several processes, each with an id; rows with devices
 * Out: the process of each row, where its device is one process's
 *
 * A device is a process's if all its rows can be: the process can have launched
 * all rows of the device with an id that its calls have, and no other id of
 * them is some other process's.  And of none of the others is it nearly as
 * likely: rows and calls get lost, so that a row is left with an id that by
 * chance the call of another process has, too.  So FEW ids, and one in SHARE of
 * the device's, must speak against each of them.
 */
#include "parse/read/owners.h"

#include <stdlib.h>

#include "common/arena.h"
#include "common/map.h"

enum { FEW = 5, SHARE = 8 };

/* A process in a group, seen from one device. */
struct view {
	size_t calls; /* that have begun */
	bool many;    /* one of them may have more than one row */
	bool cannot;  /* it cannot have launched all of the device's rows */
};

struct owners {
	const struct claims *c;
	/* Ids of each device that some process can have launched; and of each
	 * device and process those that it can have, less those that it cannot
	 * and that are not among ids. */
	int64_t ids[OWNERS_DEVICES];
	int64_t *can;
	struct view *views; /* of processes */
};

static int64_t *can_of(struct owners *o, uint32_t device, uint32_t process)
{
	return &o->can[(size_t)device * o->c->nprocesses + process];
}

/* The rows of the device; *told: the only process that a label tells, or
 * MAP_SEVERAL, MAP_NONE. */
static size_t count_rows(
    const struct claims_group *g, uint32_t device, uint32_t *told)
{
	size_t n = 0, i;

	*told = MAP_NONE;
	for (i = 0; i < g->nrows; i++) {
		if (g->rows[i].device != device)
			continue;
		n++;
		if (g->rows[i].process != CLAIMS_NONE)
			map_only(told, g->rows[i].process);
	}
	return n;
}

/* See of each process with calls whether there is one for each row of the
 * device that begins before the next call. */
static void look(struct owners *o, const struct claims_group *g, uint32_t device)
{
	size_t begun = 0, row = 0, i;

	for (i = 0; i < g->ncalls; i++) {
		const struct claims_call *call = &g->calls[i];
		struct view *v = &o->views[call->process];

		for (; row < g->nrows && g->rows[row].timed &&
		       g->rows[row].start < call->start;
		     row++)
			begun += g->rows[row].device == device;
		v->cannot |= !v->many && begun > v->calls;
		v->many |= call->many;
		v->calls++;
	}
}

/* Count what the group says of the device, which has n rows in it.  missing:
 * there are more rows than calls can have, so that who has no call may have
 * lost it. */
static void weigh(struct owners *o, const struct claims_group *g,
    uint32_t device, size_t n, bool missing)
{
	bool any = false;
	size_t i;

	look(o, g, device);
	for (i = 0; i < g->ncalls; i++) {
		struct view *v = &o->views[g->calls[i].process];

		v->cannot |= !v->many && n > v->calls;
		any |= !v->cannot;
	}
	any &= !missing;
	o->ids[device] += any;
	for (i = 0; i < g->ncalls; i++) {
		struct view *v = &o->views[g->calls[i].process];

		if (v->calls)
			*can_of(o, device, g->calls[i].process) +=
			    (any && !v->cannot) - (!any && v->cannot);
		*v = (struct view){0};
	}
}

/* Whether there are more rows than the calls can have. */
static bool is_missing(const struct claims_group *g)
{
	size_t i;

	for (i = 0; i < g->ncalls; i++)
		if (g->calls[i].many)
			return false;
	return g->nrows > g->ncalls;
}

static void weigh_group(struct owners *o, const struct claims_group *g)
{
	bool seen[OWNERS_DEVICES] = {false}, missing = is_missing(g);
	size_t i, n;

	for (i = 0; i < g->nrows; i++) {
		uint32_t device = g->rows[i].device, told;

		if (device >= OWNERS_DEVICES || seen[device])
			continue;
		seen[device] = true;
		n = count_rows(g, device, &told);
		if (told == MAP_NONE) {
			weigh(o, g, device, n, missing);
			continue;
		}
		o->ids[device]++;
		if (told != MAP_SEVERAL)
			++*can_of(o, device, told);
	}
}

/* The process that the device is of, or CLAIMS_NONE. */
static uint32_t owner_of(struct owners *o, uint32_t device)
{
	int64_t ids = o->ids[device], most = ids / SHARE;
	uint32_t owner = CLAIMS_NONE, i;

	most = ids - (most < FEW ? FEW : most);
	for (i = 0; i < o->c->nprocesses; i++) {
		int64_t can = *can_of(o, device, i);

		if (can == ids && owner == CLAIMS_NONE)
			owner = i;
		else if (can > most)
			return CLAIMS_NONE;
	}
	return most < 0 ? CLAIMS_NONE : owner;
}

void owners_tell(struct claims *c)
{
	uint32_t ndevices =
	    c->ndevices < OWNERS_DEVICES ? c->ndevices : OWNERS_DEVICES;
	struct owners o = {.c = c};
	struct claims_group g = {0};
	uint32_t owners[OWNERS_DEVICES], i;
	size_t row;

	if (ndevices == 0)
		return;
	o.can = arena_xzeroed((size_t)ndevices * c->nprocesses, sizeof *o.can);
	o.views = arena_xzeroed(c->nprocesses, sizeof *o.views);
	while (claims_next(c, &g))
		weigh_group(&o, &g);
	for (i = 0; i < ndevices; i++)
		owners[i] = owner_of(&o, i);
	for (row = 0; row < c->rows.n; row++)
		if (c->rows.v[row].process == CLAIMS_NONE &&
		    c->rows.v[row].device < ndevices)
			c->rows.v[row].process = owners[c->rows.v[row].device];
	free(o.can);
	free(o.views);
}
