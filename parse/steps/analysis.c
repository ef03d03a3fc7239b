/*
 * analysis.c - the steps from mark to unit, in their order.
 */
#include "parse/steps/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "common/map.h"
#include "parse/steps/host.h"
#include "parse/steps/link.h"
#include "parse/steps/nest.h"
#include "parse/steps/replay.h"
#include "parse/steps/result.h"
#include "parse/steps/seq.h"
#include "parse/steps/unit.h"

/* Ranges around launches: from the reader where it told them, else by time. */
static void nest(struct analysis *a)
{
	const struct profile *p = a->p;
	size_t i, end;

	if (p->chain_at.n == 0) {
		nest_launches(p, &a->around);
		return;
	}
	for (i = 0; i < p->chain.n; i++)
		*vec_add(&a->around.ranges) = p->chain.v[i];
	for (i = 0; i < p->launches.n; i++) {
		end = i + 1 < p->chain_at.n ? p->chain_at.v[i + 1] : p->chain.n;
		*vec_add(&a->around.of) = (struct chain){
		    p->chain_at.v[i], (uint32_t)(end - p->chain_at.v[i])};
	}
}

/* A range without an end is not known to enclose what came after it, so no
 * operator is told by it; layers and the like still are. */
static const struct mark *open_mark(struct analysis *a, size_t range)
{
	const struct mark *m = a->marks[range];
	struct mark *plain;

	switch (m->kind) {
	case MARK_CALL:
	case MARK_NODE:
	case MARK_ENGINE:
	case MARK_ACCUMULATE:
		plain = arena_array(&a->arena, 1, sizeof *plain);
		plain->kind = MARK_RANGE;
		plain->text = profile_text(a->p, &a->p->ranges.v[range], &a->arena);
		return plain;
	default:
		return m;
	}
}

/* Whether the mark says the range's numbers and nothing else that might depend
 * on them: then it is every range's with this text. */
static bool is_numbered(
    const struct analysis *a, const struct mark *m, const struct range *r)
{
	const struct numbers *own;

	if (r->numbers == 0 || m->facts ||
	    (m->kind != MARK_CALL && m->kind != MARK_NODE &&
		m->kind != MARK_ENGINE && m->kind != MARK_ACCUMULATE))
		return false;
	own = &a->p->numbers.v[r->numbers - 1];
	return m->call.has_seq == (own->seq != -1) &&
	       m->call.has_id == (own->id != -1) &&
	       (!m->call.has_seq || m->call.seq == own->seq) &&
	       (!m->call.has_id || m->call.id == own->id);
}

/* Numbers that are in no text. */
static void take_numbers(struct mark *m, const struct numbers *own)
{
	m->call.has_seq = own->seq != -1;
	m->call.seq = own->seq;
	m->call.has_id = own->id != -1;
	m->call.id = own->id;
}

static const struct mark *decode(struct analysis *a, const struct range *r)
{
	struct mark *m = arena_array(&a->arena, 1, sizeof *m);
	struct str domain = {0};

	if (r->domain != PROFILE_NONE)
		domain = intern_get(&a->p->texts, r->domain);
	mark_decode(profile_text(a->p, r, &a->arena), domain, &a->arena, m);
	if (r->payload != PROFILE_NONE)
		mark_add_payload(
		    m, intern_get(&a->p->texts, r->payload), domain, &a->arena);
	if (a->p->numbers_apart && r->numbers && m->kind != MARK_RANGE)
		take_numbers(m, &a->p->numbers.v[r->numbers - 1]);
	m->numbered = is_numbered(a, m, r);
	a->phases |= m->facts && m->facts->phase.p;
	a->labels |= m->facts && m->facts->label.p;
	return m;
}

/* Which of its numbers the text of a range lacks. */
enum { NPARTS = 4 };

static unsigned part_of(const struct profile *p, const struct range *r)
{
	const struct numbers *own;

	if (r->numbers == 0)
		return 0;
	own = &p->numbers.v[r->numbers - 1];
	return (own->seq != -1) + 2u * (own->id != -1);
}

/* The marks of texts, by part and text, and those of what has more. */
struct decoded {
	const struct mark **of[NPARTS];
	struct intern known;	       /* part, domain, text, payload */
	VEC(const struct mark *) more; /* by the number of these */
};

/* Where the mark of what the range says is or goes. */
static const struct mark **slot_of(
    struct analysis *a, struct decoded *d, const struct range *r)
{
	unsigned part = part_of(a->p, r);
	uint32_t key[4] = {part, r->domain, r->text, r->payload}, at;

	if (r->domain == PROFILE_NONE && r->payload == PROFILE_NONE) {
		if (!d->of[part])
			d->of[part] = arena_array(
			    &a->arena, a->p->texts.list.n, sizeof *d->of[part]);
		return &d->of[part][r->text];
	}
	at = intern_add(&d->known, (struct str){(const char *)key, sizeof key});
	if (at == d->more.n)
		*vec_add(&d->more) = NULL;
	return &d->more.v[at];
}

/* Decode each distinct text once, in a domain or with a payload of its own once
 * more; a text whose mark is more than its numbers, as often as they differ. */
static void mark(struct analysis *a)
{
	const struct profile *p = a->p;
	struct decoded d = {0};
	const struct mark **m;
	size_t i;

	a->marks = arena_xrealloc(NULL, p->ranges.n, sizeof *a->marks);
	for (i = 0; i < p->ranges.n; i++) {
		const struct range *r = &p->ranges.v[i];

		m = slot_of(a, &d, r);
		if (!*m || (r->numbers && !(*m)->numbered))
			*m = decode(a, r);
		a->marks[i] = *m;
		if (r->end == INT64_MAX)
			a->marks[i] = open_mark(a, i);
	}
	intern_free(&d.known);
	vec_free(&d.more);
}

/* Launches as they are printed: by start, those without one last. */
struct place {
	int64_t start;
	uint32_t launch;
	bool timed;
};

static int by_start(const void *pa, const void *pb)
{
	const struct place *a = pa, *b = pb;

	if (a->timed != b->timed)
		return a->timed ? -1 : 1;
	if (a->timed && a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->launch > b->launch) - (a->launch < b->launch);
}

static void order(struct analysis *a)
{
	size_t n = a->p->launches.n, i;
	struct place *places = arena_xrealloc(NULL, n, sizeof *places);

	for (i = 0; i < n; i++) {
		const struct launch *l = &a->p->launches.v[i];

		places[i] = (struct place){
		    l->start, (uint32_t)i, (l->flags & LAUNCH_TIMED) != 0};
	}
	qsort(places, n, sizeof *places, by_start);
	for (i = 0; i < n; i++)
		if (a->p->kinds & LAUNCH_BIT(a->p->launches.v[places[i].launch].kind))
			*vec_add(&a->order) = places[i].launch;
	free(places);
}

void analysis_run(struct analysis *a, struct profile *p)
{
	size_t i;

	*a = (struct analysis){.p = p};
	if (p->chain_at.n == 0)
		nest_sort(p);
	mark(a);
	if (p->chain_at.n == 0)
		host_ranges(a);
	for (i = 0; i < p->launches.n; i++)
		*vec_add(&a->facts) = (struct fact){.kname = PROFILE_NONE,
		    .node = PROFILE_NONE,
		    .fwd = PROFILE_NONE,
		    .unit = PROFILE_NONE};
	nest(a);
	replay_split(a);
	seq_directions(a);
	link_forwards(a);
	result_shapes(a);
	if (p->kinds & LAUNCH_HOST)
		self_find(p, &a->self);
	order(a);
	unit_group(a);
}

void analysis_free(struct analysis *a)
{
	arena_free(&a->arena);
	free(a->marks);
	free(a->node_fwd);
	free(a->tallies);
	map_free(&a->replay_tally);
	vec_free(&a->replay_tallies);
	vec_free(&a->replay);
	vec_free(&a->replays);
	vec_free(&a->around.ranges);
	vec_free(&a->around.of);
	vec_free(&a->fwd_around.ranges);
	vec_free(&a->fwd_around.of);
	vec_free(&a->facts);
	vec_free(&a->knames);
	vec_free(&a->forwards);
	vec_free(&a->order);
	self_free(&a->self);
	*a = (struct analysis){0};
}
