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

void profile_drop_inverted(struct profile *p)
{
	size_t i, n = 0;

	for (i = 0; i < p->ranges.n; i++) {
		if (p->ranges.v[i].end >= p->ranges.v[i].start)
			p->ranges.v[n++] = p->ranges.v[i];
		else
			warnings_add(p->warnings,
			    "%s left out: it ends before it starts", "range",
			    intern_get(&p->texts, p->ranges.v[i].text));
	}
	p->ranges.n = n;
}

void profile_count_orphans(struct profile *p)
{
	struct strbuf b = {0};
	size_t i;

	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];

		if (l->kind != LAUNCH_KERNEL || l->flags & LAUNCH_HAS_API)
			continue;
		b.n = 0;
		strbuf_printf(&b, "correlation id %lld", (long long)l->corr);
		warnings_add(p->warnings,
		    "%s without a launch call: no operator", "kernel",
		    l->flags & LAUNCH_HAS_CORR ? strbuf_get(&b)
					       : (struct str){NULL, 0});
	}
	strbuf_free(&b);
}

struct str profile_cc(struct profile *p, int64_t major, int64_t minor)
{
	struct strbuf b = {0};
	struct str cc;

	strbuf_printf(&b, "%lld.%lld", (long long)major, (long long)minor);
	cc = (struct str){arena_text(&p->arena, b.p, b.n), b.n};
	strbuf_free(&b);
	return cc;
}
