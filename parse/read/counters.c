/*
 * counters.c - hardware counters that another run measured.
 *
 * In:  two profiles of the same program, one of them with counters
 * Out: the counters of the one at the launches of the other
 *
 * Only the order distinguishes two launches of one kernel: correlation ids
 * belong to a run, and ncu has no times.  So it must be known: processes have
 * an order each, and what was launched by one call, or of which no call is
 * known, is in order on its own stream only; and where one of a kernel's
 * launches may be lost, which of the others is the N-th is not known.
 */
#include "parse/read/counters.h"

#include <stdlib.h>
#include <string.h>

#include "common/ascii.h"
#include "common/map.h"
#include "common/nelems.h"
#include "common/order.h"
#include "parse/name/kname.h"
#include "parse/profile.h"

enum { HERE, THERE, NSIDES }; /* the profile, and the other run */

/* A kernel of a side. */
struct place {
	int64_t called, start;
	int64_t device, stream; /* -1: not told */
	uint32_t launch;
	uint32_t kind;
};

struct side {
	const struct profile *p;
	uint32_t *names; /* of each text, by number of join.names */
	uint32_t *whole; /* the same of whole names */
	VEC(struct place) places;
	bool timed;   /* some kernel has times: else they are in order */
	bool several; /* processes are told */
};

/* Why kernels of a kind were not joined. */
enum reason { JOINED, COUNTS, LOST, PROCESSES, ORDER };

/* Kernels of one device, name, grid and block. */
struct kind {
	size_t n[NSIDES];
	unsigned flags; /* enum launch_flag that all of the profile's have */
	int64_t process[NSIDES]; /* of the first */
	bool several;		 /* of some side, processes */
	uint32_t name;
	enum reason why;
};

struct join {
	struct side sides[NSIDES];
	unsigned flags; /* enum launch_flag that all kernels have */
	bool by_pid;	/* which processes belong together their pids tell */
	bool whole;	/* both sides have whole names */
	bool lost;	/* launches of any kind may be */
	struct intern names; /* last parts, and whole ones */
	struct intern keys;  /* of kinds, by number */
	VEC(struct kind) kinds;
	uint32_t *to;	  /* of each measured launch: the profile's, or NONE */
	uint32_t *values; /* of each measured launch: number of its counters */
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

/* ---- processes ---- */

/* The process that launched it, -1: not told. */
static int64_t process_of(const struct profile *p, const struct launch *l)
{
	return l->thread == PROFILE_NONE ? -1 : p->threads.v[l->thread].process;
}

static int64_t pid_of(const struct profile *p, const struct launch *l)
{
	return l->thread == PROFILE_NONE ? -1 : p->threads.v[l->thread].pid;
}

/* Distinct numbers. */
struct set {
	struct map of;
	uint32_t n;
};

static void put(struct set *s, int64_t number)
{
	uint32_t *at = map_at(&s->of, (uint64_t)number);

	if (*at == MAP_NONE)
		*at = s->n++;
}

static bool is_kernel(const struct launch *l)
{
	return l->kind == LAUNCH_KERNEL;
}

/* Whether both sides have the same pids, of a process each. */
static bool same_pids(const struct set *processes, const struct set *pids,
    const struct profile *there)
{
	size_t i;

	for (i = 0; i < NSIDES; i++)
		if (processes[i].n != pids[i].n || pids[i].n != pids[HERE].n)
			return false;
	for (i = 0; i < there->launches.n; i++) {
		const struct launch *l = &there->launches.v[i];

		if (is_kernel(l) && map_get(&pids[HERE].of,
					(uint64_t)pid_of(there, l)) == MAP_NONE)
			return false;
	}
	return true;
}

/* Find out on which sides there are several processes, and whether their pids
 * tell which belong together. */
static void look_at_processes(struct join *j)
{
	struct set processes[NSIDES] = {0}, pids[NSIDES] = {0};
	size_t i, k;

	for (i = 0; i < NSIDES; i++) {
		const struct profile *p = j->sides[i].p;

		for (k = 0; k < p->launches.n; k++) {
			const struct launch *l = &p->launches.v[k];

			if (!is_kernel(l) || l->thread == PROFILE_NONE)
				continue;
			put(&processes[i], process_of(p, l));
			put(&pids[i], pid_of(p, l));
		}
		j->sides[i].several = processes[i].n > 1;
	}
	if (j->sides[HERE].several && j->sides[THERE].several)
		j->by_pid = same_pids(processes, pids, j->sides[THERE].p);
	for (i = 0; i < NSIDES; i++) {
		map_free(&processes[i].of);
		map_free(&pids[i].of);
	}
}

/* ---- kinds ---- */

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

/* Whether some kernel's name tells more than the function: it has arguments. */
static bool has_whole_names(const struct profile *p)
{
	struct str name;
	size_t i;

	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];

		if (!is_kernel(l) || l->name == PROFILE_NONE)
			continue;
		name = intern_get(&p->texts, l->name);
		if (str_starts(name, "_Z") || str_ends(name, ")"))
			return true;
	}
	return false;
}

/* The length of the word that s begins with. */
static size_t word_length(struct str s)
{
	size_t n = 0;

	while (n < s.n && (is_letter(s.p[n]) || is_digit(s.p[n]) || s.p[n] == '_'))
		n++;
	return n;
}

/* A word of a name as all demanglers have it; n == 0: not all do. */
static struct str plain_word(struct str word)
{
	static const char *const odd[] = {"void", "const", "volatile", "unnamed"};
	size_t i;

	for (i = 0; i < NELEMS(odd); i++)
		if (str_is(word, odd[i]))
			return (struct str){NULL, 0};
	if (str_is(word, "true") || str_is(word, "false"))
		return str_of(word.p[0] == 't' ? "1" : "0");
	while (is_digit(word.p[0]) && strchr("uUlL", word.p[word.n - 1]))
		word.n--; /* 4ul */
	return word;
}

/* The words of a demangled name, without arguments, casts and lambdas.  The
 * demanglers of binutils and of NVIDIA differ in the rest: "2ul" is
 * "(unsigned long)2", "{lambda()#1}" "[lambda() (instance 1)]", and of
 * functions behind & only one has the arguments. */
static void add_words(struct str name, struct strbuf *b)
{
	size_t depth = 0, n;
	bool address = false;
	struct str word;

	for (; name.n; name = str_from(name, n)) {
		char c = name.p[0];

		n = word_length(name);
		if (n == 0) {
			n = 1;
			if (strchr("([{", c) && c)
				depth++;
			else if (strchr(")]}", c) && c)
				depth -= depth > 0;
			else if (depth == 0 && (c == ',' || c == '>'))
				address = false;
			else if (depth == 0 && c == '&')
				address = name.n > 1 && !strchr(" ,>&", name.p[1]);
			continue;
		}
		if (depth > 0 || address)
			continue;
		word = plain_word((struct str){name.p, n});
		strbuf_str(b, word);
		if (word.n)
			strbuf_char(b, ' ');
	}
}

/* The number of the whole name; each distinct text is looked at once. */
static uint32_t whole_number(struct join *j, struct side *side, uint32_t text)
{
	struct strbuf b = {0};

	if (text == PROFILE_NONE)
		return PROFILE_NONE;
	if (side->whole[text] == PROFILE_NONE) {
		arena_reset(&j->arena);
		add_words(
		    kname_demangle(&j->arena, intern_get(&side->p->texts, text)),
		    &b);
		side->whole[text] = intern_add(&j->names, strbuf_get(&b));
		strbuf_free(&b);
	}
	return side->whole[text];
}

static uint32_t kind_of(struct join *j, int which, const struct launch *l)
{
	struct side *side = &j->sides[which];
	uint32_t name = name_number(j, side, l->name), i;
	const struct config *c = profile_config(side->p, l);
	int64_t key[10] = {name}, process = process_of(side->p, l);
	struct kind *kind;

	if (j->flags & LAUNCH_HAS_DEVICE)
		key[1] = c->device;
	if (j->flags & LAUNCH_HAS_GRID) {
		memcpy(key + 2, c->grid, sizeof c->grid);
		memcpy(key + 5, c->block, sizeof c->block);
	}
	if (j->by_pid)
		key[8] = pid_of(side->p, l);
	if (j->whole)
		key[9] = whole_number(j, side, l->name);
	i = intern_add(&j->keys, (struct str){(const char *)key, sizeof key});
	if (i == j->kinds.n)
		*vec_add(&j->kinds) = (struct kind){.name = name, .flags = ~0u};
	kind = &j->kinds.v[i];
	if (kind->n[which]++ == 0)
		kind->process[which] = process;
	kind->several |= side->several && kind->process[which] != process;
	if (which == HERE)
		kind->flags &= l->flags;
	return i;
}

/* ---- order ---- */

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

/* The kernels of one side, with the times that all of their kind have. */
static void list_kernels(struct join *j, int which)
{
	struct side *side = &j->sides[which];
	const struct profile *p = side->p;
	size_t i;

	side->names = profile_nones(p->texts.list.n);
	side->whole = profile_nones(p->texts.list.n);
	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];
		const struct config *c = profile_config(p, l);
		struct place place = {.launch = (uint32_t)i};

		if (!is_kernel(l))
			continue;
		side->timed |= (l->flags & LAUNCH_TIMED) != 0;
		place.kind = kind_of(j, which, l);
		if (l->flags & LAUNCH_HAS_API)
			place.called = l->api_start;
		if (l->flags & LAUNCH_TIMED)
			place.start = l->start;
		place.device = l->flags & LAUNCH_HAS_DEVICE ? c->device : -1;
		place.stream = l->flags & LAUNCH_HAS_STREAM ? c->stream : -1;
		*vec_add(&side->places) = place;
	}
	for (i = 0; i < side->places.n; i++) {
		struct place *place = &side->places.v[i];
		unsigned flags = j->kinds.v[place->kind].flags;

		if (!(flags & LAUNCH_HAS_API) || which == THERE)
			place->called = 0;
		if (!(flags & LAUNCH_TIMED) || which == THERE)
			place->start = 0;
	}
	/* qsort takes no NULL */
	if (side->places.n)
		qsort(side->places.v, side->places.n, sizeof *side->places.v,
		    by_kind);
}

/* Whether the order of n kernels of one call, or of which no call is known, is
 * that of their start: they ran one after the other. */
static bool on_one_stream(const struct place *v, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (v[i].stream < 0 || v[i].stream != v[0].stream ||
		    v[i].device != v[0].device)
			return false;
	return true;
}

/* How many of the n kernels that follow were launched by one call, or by calls
 * that are not known. */
static size_t called_at_once(const struct place *v, size_t n)
{
	size_t i = 1;

	while (i < n && v[i].called == v->called)
		i++;
	return i;
}

static size_t started_at_once(const struct place *v, size_t n)
{
	size_t i = 1;

	while (i < n && v[i].start == v->start)
		i++;
	return i;
}

/* ---- counters ---- */

static int by_launch(const void *x, const void *y)
{
	const struct counter *a = x, *b = y;
	int c = order_int(a->launch, b->launch);

	return c ? c : order_int(a->name, b->name);
}

/* Number the counters of each measured kernel: equal ones have one number. */
static void number_values(struct join *j)
{
	const struct profile *p = j->sides[THERE].p;
	size_t n = p->counters.n, i = 0, k;
	struct counter *v = arena_xzeroed(n + 1, sizeof *v);
	struct intern sets = {0};
	struct strbuf b = {0};

	j->values = profile_nones(p->launches.n);
	if (n) {
		memcpy(v, p->counters.v, n * sizeof *v);
		qsort(v, n, sizeof *v, by_launch);
	}
	for (k = 0; k < p->launches.n; k++) {
		for (b.n = 0; i < n && v[i].launch == k; i++) {
			strbuf_add(&b, (const char *)&v[i].name, sizeof v[i].name);
			strbuf_add(&b, (const char *)&v[i].value, sizeof v[i].value);
		}
		j->values[k] = intern_add(&sets, strbuf_get(&b));
	}
	intern_free(&sets);
	strbuf_free(&b);
	free(v);
}

/* Whether n measured kernels have the same counters. */
static bool same_values(const struct join *j, const struct place *v, size_t n)
{
	size_t i;

	for (i = 1; i < n; i++)
		if (j->values[v[i].launch] != j->values[v[0].launch])
			return false;
	return true;
}

/* ---- joining ---- */

/* Join n kernels whose order is not known, if it does not matter: the counters
 * of all are the same.  Return how many. */
static size_t pair_unordered(struct join *j, struct kind *kind,
    const struct place *here, const struct place *there, size_t n)
{
	size_t i;

	if (!same_values(j, there, n)) {
		kind->why = ORDER;
		return 0;
	}
	for (i = 0; i < n; i++)
		j->to[there[i].launch] = here[i].launch;
	return n;
}

/* Whether launches of any kind may be lost on this side: all that were lost are
 * of kinds that lack some, if these lack as many. */
static bool may_lack(const struct join *j, int which)
{
	const struct profile *p = j->sides[which].p;
	size_t i, n = 0;

	if (p->broken)
		return true;
	for (i = 0; i < j->kinds.n && p->nlost; i++) {
		const size_t *of = j->kinds.v[i].n;

		if (of[!which] > of[which])
			n += of[!which] - of[which];
	}
	return n != p->nlost;
}

/* Join the kernels of a kind, as far as their order is known or does not
 * matter, and return how many. */
static size_t pair_kind(struct join *j, struct kind *kind,
    const struct place *here, const struct place *there)
{
	size_t i, end, n, joined = 0;
	bool ordered;

	if (kind->n[HERE] != kind->n[THERE]) {
		kind->why = COUNTS;
		return 0;
	}
	if (kind->several) {
		kind->why = PROCESSES;
		return 0;
	}
	if (j->lost) {
		if (kind->n[HERE] > 1)
			joined =
			    pair_unordered(j, kind, here, there, kind->n[HERE]);
		kind->why = joined ? JOINED : LOST;
		return joined;
	}
	for (i = 0; i < kind->n[HERE]; i = end) {
		end = i + called_at_once(here + i, kind->n[HERE] - i);
		ordered = on_one_stream(here + i, end - i);
		for (; i < end; i += n) {
			n = !j->sides[HERE].timed ? 1
			    : ordered ? started_at_once(here + i, end - i)
				      : end - i;
			joined += pair_unordered(j, kind, here + i, there + i, n);
		}
	}
	return joined;
}

/* The kernels of each side are ordered by kind: the k-th of a kind on one side
 * belongs to the k-th on the other. */
static size_t pair(struct join *j)
{
	const struct place *here = j->sides[HERE].places.v,
			   *there = j->sides[THERE].places.v;
	size_t i, joined = 0;

	for (i = 0; i < j->kinds.n; i++) {
		struct kind *kind = &j->kinds.v[i];

		joined += pair_kind(j, kind, here, there);
		here += kind->n[HERE];
		there += kind->n[THERE];
	}
	return joined;
}

/* The first kind that was not joined; a measured one if there is one, since ncu
 * may have been told to leave out the others. */
static const struct kind *misfit(const struct join *j)
{
	const struct kind *found = NULL;
	size_t i;

	for (i = 0; i < j->kinds.n; i++) {
		const struct kind *kind = &j->kinds.v[i];

		if (kind->why == JOINED)
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
	static const char *const reasons[] = {
	    [LOST] = "of which a launch may be lost",
	    [PROCESSES] =
		"of several processes, and which is which is not told",
	    [ORDER] = "in an order that is not told",
	};
	const struct kind *kind = misfit(j);
	struct strbuf b = {0};
	struct str text = {NULL, 0};

	if (!kind)
		return text;
	strbuf_char(&b, '\'');
	strbuf_str(&b, intern_get(&j->names, kind->name));
	if (kind->why == COUNTS)
		strbuf_printf(&b, "', %zu measured, %zu in the profile",
		    kind->n[THERE], kind->n[HERE]);
	else
		strbuf_printf(&b, "', %s", reasons[kind->why]);
	text = (struct str){arena_text(a, b.p, b.n), b.n};
	strbuf_free(&b);
	return text;
}

void counters_join(struct profile *p, const struct profile *measured,
    struct counters_report *report)
{
	struct join j = {.sides = {{.p = p}, {.p = measured}}};
	size_t i;

	j.flags = common_flags(p, LAUNCH_HAS_DEVICE | LAUNCH_HAS_GRID);
	j.flags = common_flags(measured, j.flags);
	j.whole = has_whole_names(p) && has_whole_names(measured);
	look_at_processes(&j);
	for (i = 0; i < NSIDES; i++)
		list_kernels(&j, (int)i);
	j.lost = may_lack(&j, HERE) || may_lack(&j, THERE);

	j.to = profile_nones(measured->launches.n);
	number_values(&j);
	report->joined = pair(&j);
	report->kernels = j.sides[HERE].places.n;
	report->measured = j.sides[THERE].places.n;
	report->first = describe(&j, &p->arena);
	for (i = 0; i < measured->counters.n; i++) {
		const struct counter *c = &measured->counters.v[i];

		if (j.to[c->launch] != PROFILE_NONE)
			profile_counter(p, j.to[c->launch],
			    intern_get(&measured->texts, c->name), c->value);
	}

	free(j.to);
	free(j.values);
	for (i = 0; i < NSIDES; i++) {
		free(j.sides[i].names);
		free(j.sides[i].whole);
		vec_free(&j.sides[i].places);
	}
	intern_free(&j.names);
	intern_free(&j.keys);
	vec_free(&j.kinds);
	arena_free(&j.arena);
}
