/*
 * parties.c - which call launched which row, in a PyTorch profiler trace that
 * has calls of several processes.
 *
 * In:  calls, launches, and the rows of the GPU that are no launches
 * Out: the call of each launch, or none
 *
 * A row of the GPU does not tell its process, unless a tool that put traces
 * together labelled it.
 */
#include "parse/read/parties.h"

#include <stdlib.h>

#include "common/map.h"
#include "common/nelems.h"
#include "parse/read/claims.h"
#include "parse/read/kineto.h"
#include "parse/read/owners.h"

/* What tells processes apart. */
struct parties {
	struct intern keys;  /* labels; processes without one, as 8 bytes */
	uint32_t *of_thread; /* number of keys, of a thread that has calls */
	uint32_t *of_launch; /* the same where its row has a label, or NONE */
	struct map devices;  /* to numbers from 0 on */
	uint32_t ndevices;
	bool labelled; /* some calls are */
};

/* "[TP00] " of "[TP00] 4711", as tools that put traces together write it. */
static struct str label_of(const struct kineto *k, int64_t process)
{
	struct str name = {NULL, 0};

	if (process < PROFILE_TID_LEAST)
		name = intern_get(
		    &k->names, (uint32_t)(PROFILE_TID_LEAST - 1 - process));
	while (name.n && name.p[name.n - 1] != ' ')
		name.n--;
	if (name.n && name.p[0] != '[')
		name.n = 0;
	return name;
}

/* The party of a row with this label; NONE: it has none, or no call has one. */
static uint32_t party_of(const struct kineto *k, struct parties *q, int64_t process)
{
	struct str label = {NULL, 0};

	if (q->labelled)
		label = label_of(k, process);
	return label.n ? intern_add(&q->keys, label) : PROFILE_NONE;
}

/* Number the parties that have calls or labels; false: there is one only. */
static bool find_parties(const struct kineto *k, struct parties *q)
{
	const struct profile *p = k->p;
	size_t i;

	q->of_thread = profile_nones(p->threads.n);
	for (i = 0; i < k->calls.n; i++) {
		uint32_t thread = k->calls.v[i].thread;
		int64_t process = p->threads.v[thread].process;
		struct str label;

		if (q->of_thread[thread] != PROFILE_NONE)
			continue;
		label = label_of(k, process);
		q->labelled |= label.n > 0;
		if (label.n == 0)
			label =
			    (struct str){(const char *)&process, sizeof process};
		q->of_thread[thread] = intern_add(&q->keys, label);
	}
	if (q->keys.list.n <= 1 && !q->labelled)
		return false;
	q->of_launch = profile_nones(p->launches.n);
	for (i = 0; i < k->labels.n; i++)
		q->of_launch[k->labels.v[i].launch] =
		    party_of(k, q, k->labels.v[i].process);
	for (i = 0; i < k->unread.n; i++)
		party_of(k, q, k->unread.v[i].process);
	return q->keys.list.n > 1;
}

/* What calls by these names may have: kinds of rows, and how many of a kind.
 * HIP copies and sets with kernels, too. */
static const struct {
	const char *starts, *has;
	unsigned kinds;
	bool many;
} call_rows[] = {
    {"", "MultiDevice", LAUNCH_BIT(LAUNCH_KERNEL), true},
    {"hip", "Batch", LAUNCH_GPU, true},
    {"hip", "Memcpy", LAUNCH_GPU, false},
    {"hip", "Memset", LAUNCH_GPU, false},
    {"", "Batch", LAUNCH_GPU & ~LAUNCH_BIT(LAUNCH_KERNEL), true},
    {"", "Memcpy", LAUNCH_GPU & ~LAUNCH_BIT(LAUNCH_KERNEL), false},
    {"", "Memset", LAUNCH_GPU & ~LAUNCH_BIT(LAUNCH_KERNEL), false},
};

/* List the call for each kind of rows that it may have. */
static void add_call(const struct kineto *k, struct claims *claims,
    const struct claims_call *call)
{
	const struct kineto_call *c = &k->calls.v[call->call];
	struct claims_call own = *call;
	struct str name = {NULL, 0};
	unsigned kinds = LAUNCH_GPU;
	size_t i;

	if (c->name != PROFILE_NONE)
		name = intern_get(&k->p->texts, c->name);
	own.many = c->kind != LOST_LAUNCH;
	if (c->kind == LOST_LAUNCH)
		kinds = LAUNCH_BIT(LAUNCH_KERNEL);
	for (i = 0; i < NELEMS(call_rows); i++)
		if (str_starts(name, call_rows[i].starts) &&
		    str_has(name, call_rows[i].has)) {
			own.many = call_rows[i].many;
			kinds = call_rows[i].kinds;
			break;
		}
	for (; own.kind < LAUNCH_GRAPH; own.kind++)
		if (LAUNCH_BIT(own.kind) & kinds)
			*vec_add(&claims->calls) = own;
}

/* The device as a number from 0 on. */
static uint32_t device_number(struct parties *q, int64_t device)
{
	uint32_t *at = map_at(&q->devices, (uint64_t)device);

	if (*at == MAP_NONE)
		*at = q->ndevices++;
	return *at;
}

/* Add a launch with this id. */
static void add_row(const struct kineto *k, struct parties *q,
    struct claims *claims, bool external, int64_t id, uint32_t launch)
{
	const struct launch *l = &k->p->launches.v[launch];
	struct claims_row row = {.id = id,
	    .start = l->start,
	    .row = launch,
	    .process = q->of_launch[launch],
	    .device = CLAIMS_NONE,
	    .space = external,
	    .kind = l->kind,
	    .timed = (l->flags & LAUNCH_TIMED) != 0};

	if (l->flags & LAUNCH_HAS_DEVICE)
		row.device = device_number(q, profile_config(k->p, l)->device);
	if (id != 0)
		*vec_add(&claims->rows) = row;
}

static void list_rows(const struct kineto *k, struct parties *q, struct claims *claims)
{
	const struct profile *p = k->p;
	size_t i;

	for (i = 0; i < p->launches.n; i++)
		if (p->launches.v[i].flags & LAUNCH_HAS_CORR)
			add_row(k, q, claims, false, p->launches.v[i].corr,
			    (uint32_t)i);
	for (i = 0; i < k->loose.n; i++)
		add_row(k, q, claims, true, k->loose.v[i].external,
		    k->loose.v[i].launch);
	for (i = 0; i < k->unread.n; i++) {
		const struct kineto_unread *u = &k->unread.v[i];

		*vec_add(&claims->rows) = (struct claims_row){.id = u->id,
		    .start = u->start,
		    .row = PROFILE_NONE,
		    .process = party_of(k, q, u->process),
		    .device = u->device >= 0 ? device_number(q, u->device)
					     : CLAIMS_NONE,
		    .space = u->external,
		    .kind = u->kind,
		    .timed = u->timed};
	}
}

static void list_calls(
    const struct kineto *k, const struct parties *q, struct claims *claims)
{
	size_t i;

	for (i = 0; i < k->calls.n; i++) {
		const struct kineto_call *c = &k->calls.v[i];

		if (kineto_id(c) != 0)
			add_call(k, claims,
			    &(struct claims_call){.id = kineto_id(c),
				.start = c->start,
				.call = (uint32_t)i,
				.process = q->of_thread[c->thread],
				.space = !c->has_corr});
	}
}

/* Find the call of each launch: by correlation id, or where its row has none by
 * external id. */
static void find_calls(struct kineto *k, struct parties *q)
{
	struct claims claims = {0};
	size_t i;

	list_calls(k, q, &claims);
	list_rows(k, q, &claims);
	claims.nprocesses = (uint32_t)q->keys.list.n;
	claims.ndevices = q->ndevices;
	claims_order(&claims);
	owners_tell(&claims);
	claims_settle(&claims);
	for (i = 0; i < claims.rows.n; i++)
		if (claims.rows.v[i].row != PROFILE_NONE)
			k->call_of[claims.rows.v[i].row] = claims.rows.v[i].call;
	for (i = 0; i < claims.calls.n; i++)
		k->calls.v[claims.calls.v[i].call].launched |=
		    claims.calls.v[i].launched;
	claims_free(&claims);
}

void parties_settle(struct kineto *k)
{
	struct parties parties = {0};

	k->several = find_parties(k, &parties);
	if (k->several) {
		k->call_of = profile_nones(k->p->launches.n);
		find_calls(k, &parties);
	}
	free(parties.of_thread);
	free(parties.of_launch);
	intern_free(&parties.keys);
	map_free(&parties.devices);
}
