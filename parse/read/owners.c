/*
 * owners.c - of which process a device is.
 *
 * In:  calls and rows of several processes, each with an id; rows with devices
 * Out: the process of each row, where its device is one process's
 *
 * A device is a process's if all its rows can be: the process can have launched
 * all rows of the device with an id that its calls have, and others can have
 * far fewer.  Rows and calls get lost, so that a row is left with an id that by
 * chance the call of another process has, too.  So the others must fall behind
 * by FEW ids, and by one in SHARE of the device's.  Of ids that only others
 * have the calls may be lost; that is believed where of LUCK times as many it
 * is certain, by more rows than calls, or calls behind the rows.
 */
#include "parse/read/owners.h"

#include <stdlib.h>
#include <string.h>

#include "common/arena.h"
#include "common/map.h"

enum { FEW = 5, SHARE = 8, LUCK = 2 };

/* A process in a group, seen from one device. */
struct view {
	size_t calls; /* that have begun */
	bool many;    /* one of them may have more than one row */
	bool cannot;  /* it cannot have launched all of the device's rows */
};

/* Ids of a device's rows, as a process has them. */
struct tally {
	uint32_t can;	 /* it can have launched them */
	uint32_t cannot; /* it cannot, though it has calls of the id */
};

struct owners {
	const struct claims *c;
	/* Ids of each device that some process can have launched, and that have
	 * calls, but of which one is missing: can counts the former alone. */
	uint32_t ids[OWNERS_DEVICES], missing[OWNERS_DEVICES];
	uint32_t told[OWNERS_DEVICES]; /* by labels: the only process */
	struct tally *tallies;	       /* of devices and processes */
	struct view *views;	       /* of processes */
};

static struct tally *tally_of(
    const struct owners *o, uint32_t device, uint32_t process)
{
	return &o->tallies[(size_t)device * o->c->nprocesses + process];
}

/* The rows of the device; *told: labels tell the process of some. */
static size_t count_rows(
    struct owners *o, const struct claims_group *g, uint32_t device, bool *told)
{
	size_t n = 0, i;

	*told = false;
	for (i = 0; i < g->nrows; i++) {
		if (g->rows[i].device != device)
			continue;
		n++;
		if (g->rows[i].process == CLAIMS_NONE)
			continue;
		map_only(&o->told[device], g->rows[i].process);
		*told = true;
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
 * there are more rows than calls can have. */
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
	missing |= !any;
	o->ids[device] += !missing;
	o->missing[device] += missing && g->ncalls > 0;
	for (i = 0; i < g->ncalls; i++) {
		uint32_t process = g->calls[i].process;
		struct view *v = &o->views[process];

		if (v->calls && v->cannot)
			tally_of(o, device, process)->cannot++;
		else if (v->calls && !missing)
			tally_of(o, device, process)->can++;
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
	bool seen[OWNERS_DEVICES] = {false}, missing = is_missing(g), told;
	size_t i, n;

	for (i = 0; i < g->nrows; i++) {
		uint32_t device = g->rows[i].device;

		if (device >= OWNERS_DEVICES || seen[device])
			continue;
		seen[device] = true;
		n = count_rows(o, g, device, &told);
		if (!told) {
			weigh(o, g, device, n, missing);
			continue;
		}
		o->ids[device]++;
		if (o->told[device] != MAP_SEVERAL)
			tally_of(o, device, o->told[device])->can++;
	}
}

/* The process that the device is of, or CLAIMS_NONE. */
static uint32_t owner_of(const struct owners *o, uint32_t device)
{
	uint32_t ids = o->ids[device], most = 0, next = 0, owner = CLAIMS_NONE, i;

	for (i = 0; i < o->c->nprocesses; i++) {
		uint32_t can = tally_of(o, device, i)->can;

		if (can > most) {
			next = most;
			most = can;
			owner = i;
		} else if (can > next) {
			next = can;
		}
	}
	if (owner == CLAIMS_NONE || tally_of(o, device, owner)->cannot ||
	    (o->told[device] != MAP_NONE && o->told[device] != owner) ||
	    most - next < FEW || most - next < ids / SHARE ||
	    ids - most > o->missing[device] / LUCK)
		return CLAIMS_NONE;
	return owner;
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
	o.tallies =
	    arena_xzeroed((size_t)ndevices * c->nprocesses, sizeof *o.tallies);
	o.views = arena_xzeroed(c->nprocesses, sizeof *o.views);
	memset(o.told, 0xff, sizeof o.told); /* MAP_NONE */
	while (claims_next(c, &g))
		weigh_group(&o, &g);
	for (i = 0; i < ndevices; i++)
		owners[i] = owner_of(&o, i);
	for (row = 0; row < c->rows.n; row++)
		if (c->rows.v[row].process == CLAIMS_NONE &&
		    c->rows.v[row].device < ndevices)
			c->rows.v[row].process = owners[c->rows.v[row].device];
	free(o.tallies);
	free(o.views);
}
