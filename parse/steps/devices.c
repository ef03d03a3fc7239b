/*
 * devices.c - the device of each launch.
 *
 * In:  devices by process and ordinal, launches with their threads
 * Out: device
 */
#include "parse/steps/devices.h"

/* Devices by their key. */
struct devices {
	struct intern keys; /* (process, ordinal) as 16 bytes */
	VEC(uint32_t) list; /* of the profile's, by the number of its key */
};

static uint32_t device_number(struct devices *d, int64_t process, int64_t ordinal)
{
	int64_t key[2] = {process, ordinal};

	return intern_add(&d->keys, (struct str){(const char *)key, sizeof key});
}

/* Number the devices.  Where two have the same process and ordinal, the first
 * one counts.  Keys that only launches ask for get numbers behind the list. */
static void number_devices(struct devices *d, const struct profile *p)
{
	size_t i;

	for (i = 0; i < p->devices.n; i++) {
		const struct device *device = &p->devices.v[i];

		if (device_number(d, device->process, device->ordinal) ==
		    d->list.n)
			*vec_add(&d->list) = (uint32_t)i;
	}
}

/* The device with this ordinal in this process, else in all processes, else
 * PROFILE_NONE. */
static uint32_t find_device(struct devices *d, int64_t process, int64_t ordinal)
{
	uint32_t i = device_number(d, process, ordinal);

	if (i >= d->list.n)
		i = device_number(d, PROFILE_ANY, ordinal);
	return i < d->list.n ? d->list.v[i] : PROFILE_NONE;
}

/* The process whose ordinal the launch may have. */
static int64_t process_of(const struct profile *p, const struct launch *l)
{
	return l->thread == PROFILE_NONE ? PROFILE_ANY
					 : p->threads.v[l->thread].pid;
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
		int64_t ordinal = profile_config(p, l)->device;

		if (!(l->flags & LAUNCH_HAS_DEVICE))
			continue;
		if (last && profile_config(p, last)->device == ordinal &&
		    process_of(p, last) == process_of(p, l))
			a->facts.v[i].device =
			    a->facts.v[last - p->launches.v].device;
		else
			a->facts.v[i].device =
			    find_device(&d, process_of(p, l), ordinal);
		last = l;
	}
	intern_free(&d.keys);
	vec_free(&d.list);
}
