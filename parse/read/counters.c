/*
 * counters.c - hardware counters that another run measured.
 *
 * In:  two profiles of the same program, one of them with counters
 * Out: the counters of the one at the launches of the other
 *
 * Only the order distinguishes two launches of one kernel: correlation ids
 * belong to a run, and ncu has no times.
 */
#include "parse/read/counters.h"

#include <stdlib.h>
#include <string.h>

#include "common/order.h"
#include "parse/name/kname.h"
#include "parse/profile.h"

enum { HERE, THERE, NSIDES }; /* the profile, and the other run */

/* A kernel of a side. */
struct place {
	int64_t called, start;
	uint32_t launch;
	uint32_t kind;
};

struct side {
	const struct profile *p;
	uint32_t *names; /* of each text, by number of join.names */
	VEC(struct place) places;
};

/* Kernels of one device, name, grid and block. */
struct kind {
	size_t n[NSIDES];
	uint32_t name;
};

struct join {
	struct side sides[NSIDES];
	unsigned flags;	     /* enum launch_flag that all kernels have */
	struct intern names; /* last parts */
	struct intern keys;  /* of kinds, by number */
	VEC(struct kind) kinds;
	struct arena arena; /* of the name that is looked at */
};

/* The flags that all kernels of a profile have. */
static unsigned common_flags(const struct profile *p, unsigned flags)
{
	size_t i;

	for (i = 0; i < p->launches.n; i++)
		if (p->launches.v[i].kind == LAUNCH_KERNEL)
			flags &= p->launches.v[i].flags;
	return flags;
}

/* Behind the last "::". */
static struct str last_part(struct str name)
{
	size_t i;

	for (i = name.n; i >= 2; i--)
		if (name.p[i - 1] == ':' && name.p[i - 2] == ':')
			return str_from(name, i);
	return name;
}

/* The number of the last part of the name.  Each distinct text is looked at
 * once. */
static uint32_t name_number(struct join *j, struct side *side, uint32_t text)
{
	struct str name;

	if (text == PROFILE_NONE)
		return intern_add(&j->names, STR(""));
	if (side->names[text] == PROFILE_NONE) {
		arena_reset(&j->arena);
		name = intern_get(&side->p->texts, text);
		name = kname_short(&j->arena, kname_demangle(&j->arena, name));
		side->names[text] = intern_add(&j->names, last_part(name));
	}
	return side->names[text];
}

static uint32_t kind_of(struct join *j, struct side *side, const struct launch *l)
{
	uint32_t name = name_number(j, side, l->name), i;
	const struct config *c = profile_config(side->p, l);
	int64_t key[8] = {name};

	if (j->flags & LAUNCH_HAS_DEVICE)
		key[1] = c->device;
	if (j->flags & LAUNCH_HAS_GRID) {
		memcpy(key + 2, c->grid, sizeof c->grid);
		memcpy(key + 5, c->block, sizeof c->block);
	}
	i = intern_add(&j->keys, (struct str){(const char *)key, sizeof key});
	if (i == j->kinds.n)
		*vec_add(&j->kinds) = (struct kind){.name = name};
	return i;
}

static int by_call(const void *x, const void *y)
{
	const struct place *a = x, *b = y;
	int c = order_int(a->called, b->called);

	c = c ? c : order_int(a->start, b->start);
	return c ? c : order_int(a->launch, b->launch);
}

static int by_kind(const void *x, const void *y)
{
	const struct place *a = x, *b = y;
	int c = order_int(a->kind, b->kind);

	return c ? c : by_call(x, y);
}

/* The kernels of one side, with the times that all of them have. */
static void list_kernels(struct join *j, int which)
{
	struct side *side = &j->sides[which];
	const struct profile *p = side->p;
	unsigned times = common_flags(p, LAUNCH_HAS_API | LAUNCH_TIMED);
	size_t i;

	side->names =
	    arena_xrealloc(NULL, p->texts.list.n + 1, sizeof *side->names);
	for (i = 0; i < p->texts.list.n; i++)
		side->names[i] = PROFILE_NONE;
	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];
		struct place place = {.launch = (uint32_t)i};

		if (l->kind != LAUNCH_KERNEL)
			continue;
		place.kind = kind_of(j, side, l);
		if (times & LAUNCH_HAS_API)
			place.called = l->api_start;
		if (times & LAUNCH_TIMED)
			place.start = l->start;
		j->kinds.v[place.kind].n[which]++;
		*vec_add(&side->places) = place;
	}
	/* qsort takes no NULL */
	if (side->places.n)
		qsort(side->places.v, side->places.n, sizeof *side->places.v,
		    by_kind);
}

/* The kernels of each side are ordered by kind: the k-th of a kind on one side
 * belongs to the k-th on the other.  to: for each measured launch, the
 * profile's launch. */
static size_t pair(const struct join *j, uint32_t *to)
{
	const struct place *here = j->sides[HERE].places.v,
			   *there = j->sides[THERE].places.v;
	size_t i, k, h = 0, t = 0, joined = 0;

	for (i = 0; i < j->kinds.n; i++) {
		const struct kind *kind = &j->kinds.v[i];

		for (k = 0;
		     kind->n[HERE] == kind->n[THERE] && k < kind->n[HERE]; k++) {
			to[there[t + k].launch] = here[h + k].launch;
			joined++;
		}
		h += kind->n[HERE];
		t += kind->n[THERE];
	}
	return joined;
}

/* The first kind that does not fit; a measured one if there is one, since ncu
 * may have been told to leave out the others. */
static const struct kind *misfit(const struct join *j)
{
	const struct kind *found = NULL;
	size_t i;

	for (i = 0; i < j->kinds.n; i++) {
		const struct kind *kind = &j->kinds.v[i];

		if (kind->n[HERE] == kind->n[THERE])
			continue;
		if (kind->n[THERE])
			return kind;
		if (!found)
			found = kind;
	}
	return found;
}

static struct str describe(const struct join *j, struct arena *a)
{
	const struct kind *kind = misfit(j);
	struct strbuf b = {0};
	struct str text = {NULL, 0};

	if (!kind)
		return text;
	strbuf_char(&b, '\'');
	strbuf_str(&b, intern_get(&j->names, kind->name));
	strbuf_printf(&b, "', %zu measured, %zu in the profile", kind->n[THERE],
	    kind->n[HERE]);
	text = (struct str){arena_text(a, b.p, b.n), b.n};
	strbuf_free(&b);
	return text;
}

void counters_join(struct profile *p, const struct profile *measured,
    struct counters_report *report)
{
	struct join j = {.sides = {{.p = p}, {.p = measured}}};
	uint32_t *to;
	size_t i;

	j.flags = common_flags(p, LAUNCH_HAS_DEVICE | LAUNCH_HAS_GRID);
	j.flags = common_flags(measured, j.flags);
	for (i = 0; i < NSIDES; i++)
		list_kernels(&j, (int)i);

	to = arena_xrealloc(NULL, measured->launches.n + 1, sizeof *to);
	for (i = 0; i < measured->launches.n; i++)
		to[i] = PROFILE_NONE;
	report->joined = pair(&j, to);
	report->kernels = j.sides[HERE].places.n;
	report->measured = j.sides[THERE].places.n;
	report->first = describe(&j, &p->arena);
	for (i = 0; i < measured->counters.n; i++) {
		const struct counter *c = &measured->counters.v[i];

		if (to[c->launch] != PROFILE_NONE)
			profile_counter(p, to[c->launch],
			    intern_get(&measured->texts, c->name), c->value);
	}

	free(to);
	for (i = 0; i < NSIDES; i++) {
		free(j.sides[i].names);
		vec_free(&j.sides[i].places);
	}
	intern_free(&j.names);
	intern_free(&j.keys);
	vec_free(&j.kinds);
	arena_free(&j.arena);
}
