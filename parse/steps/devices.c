/*
 * devices.c - the device of each launch.
 *
 * In:  devices by process and ordinal, launches with their threads
 * Out: device
 */
#include "parse/steps/devices.h"

/* A device of the profile's, the first of those with its key. */
struct found {
	uint32_t device;
	bool doubtful; /* another one has the key, and other facts */
	bool asked;    /* some launch ran there */
};

/* Devices by their key. */
struct devices {
	struct intern keys; /* (process, ordinal) as 16 bytes */
	VEC(struct found) list;
};

static uint32_t device_number(struct devices *d, int64_t process, int64_t ordinal)
{
	int64_t key[2] = {process, ordinal};

	return intern_add(&d->keys, (struct str){(const char *)key, sizeof key});
}

/* Number the devices.  Where two have the same process and ordinal, the first
 * one counts, or none if they differ.  Keys that only launches ask for get
 * numbers behind the list. */
static void number_devices(struct devices *d, const struct profile *p)
{
	const struct device *v = p->devices.v;
	struct found *found;
	size_t i;
	uint32_t at;

	for (i = 0; i < p->devices.n; i++) {
		at = device_number(d, v[i].process, v[i].ordinal);
		if (at == d->list.n)
			*vec_add(&d->list) = (struct found){.device = (uint32_t)i};
		found = &d->list.v[at];
		found->doubtful |=
		    profile_gpus_differ(&v[found->device].gpu, &v[i].gpu);
	}
}

/* The device with this ordinal in this process, else in all processes, else
 * PROFILE_NONE. */
static uint32_t find_device(struct devices *d, int64_t process, int64_t ordinal)
{
	uint32_t i = device_number(d, process, ordinal);

	if (i >= d->list.n)
		i = device_number(d, PROFILE_ANY, ordinal);
	if (i >= d->list.n)
		return PROFILE_NONE;
	d->list.v[i].asked = true;
	return d->list.v[i].doubtful ? PROFILE_NONE : d->list.v[i].device;
}

/* Say which devices have no facts for there are others. */
static void count_doubtful(const struct devices *d, const struct profile *p)
{
	struct strbuf b = {0};
	size_t i;

	for (i = 0; i < d->list.n; i++) {
		const struct found *f = &d->list.v[i];

		if (!f->doubtful || !f->asked)
			continue;
		b.n = 0;
		strbuf_printf(&b, "device %lld",
		    (long long)p->devices.v[f->device].ordinal);
		warnings_add(p->warnings, "%s described in two ways: no gpu",
		    "device", strbuf_get(&b));
	}
	strbuf_free(&b);
}

/* The process whose ordinal the launch may have. */
static int64_t process_of(const struct profile *p, const struct launch *l)
{
	const struct thread *t = p->threads.v;

	if (l->thread == PROFILE_NONE)
		return PROFILE_ANY;
	return p->own_devices ? t[l->thread].process : t[l->thread].pid;
}

void devices_find(struct analysis *a)
{
	const struct profile *p = a->p;
	struct devices d = {0};
	const struct launch *last = NULL; /* that has one: mostly the next, too */
	size_t i;

	if (p->devices.n == 0)
		return;
	number_devices(&d, p);
	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];
		const struct config *c = profile_config(p, l);
		int64_t ordinal = c->device;

		if (!(l->flags & LAUNCH_HAS_DEVICE))
			continue;
		if (c->gpu) {
			a->facts.v[i].device = c->gpu - 1u;
			continue;
		}
		if (last && profile_config(p, last)->device == ordinal &&
		    process_of(p, last) == process_of(p, l))
			a->facts.v[i].device =
			    a->facts.v[last - p->launches.v].device;
		else
			a->facts.v[i].device =
			    find_device(&d, process_of(p, l), ordinal);
		last = l;
	}
	count_doubtful(&d, p);
	intern_free(&d.keys);
	vec_free(&d.list);
}
