/*
 * profile.c - a profile in memory.
 */
#include "parse/profile.h"

void profile_init(struct profile *p, const char *file)
{
	*p = (struct profile){.file = file, .base = INT64_MAX, .rank = -1};
	p->warnings = warnings_new();
}

void profile_free(struct profile *p)
{
	intern_free(&p->texts);
	intern_free(&p->thread_keys);
	vec_free(&p->launches);
	vec_free(&p->ranges);
	vec_free(&p->threads);
	vec_free(&p->devices);
	vec_free(&p->captures);
	vec_free(&p->chain);
	vec_free(&p->chain_at);
	arena_free(&p->arena);
	warnings_free(p->warnings);
	*p = (struct profile){0};
}

struct launch *profile_launch(struct profile *p, enum launch_kind kind)
{
	struct launch *l = vec_add(&p->launches);

	*l = (struct launch){.kind = (uint8_t)kind,
	    .thread = PROFILE_NONE,
	    .name = PROFILE_NONE,
	    .api = PROFILE_NONE,
	    .copy = PROFILE_NONE,
	    .capture = PROFILE_NONE};
	return l;
}

uint32_t profile_thread_in(
    struct profile *p, int64_t process, int64_t pid, int64_t tid)
{
	int64_t key[2] = {process, tid};
	struct str bytes = {(const char *)key, sizeof key};
	uint32_t t = p->last_thread;

	if (t < p->threads.n && p->threads.v[t].process == process &&
	    p->threads.v[t].tid == tid)
		return t;
	t = intern_add(&p->thread_keys, bytes);
	if (t == p->threads.n)
		*vec_add(&p->threads) = (struct thread){process, pid, tid};
	p->last_thread = t;
	return t;
}

uint32_t profile_thread(struct profile *p, int64_t pid, int64_t tid)
{
	return profile_thread_in(p, pid, pid, tid);
}

uint32_t profile_process(struct profile *p, int64_t process, int64_t pid)
{
	return profile_thread_in(p, process, pid, PROFILE_ALL_THREADS);
}
