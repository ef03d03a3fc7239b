/*
 * phase.c - forward, backward and update, where no range tells the phase.
 *
 * In:  direction of each launch, which calls have a node, steps and optimizers
 * Out: phase of each launch
 *
 * A forward begins with a call that a node belongs to, or with a step in which
 * a node begins; a node, or what else begins a backward, and an optimizer's
 * step end it.  What a step does after its update is none of the three, though
 * operators run there.  A process with ranges of chainer_profutil's,
 * model.forward, tells all of its forwards by these.
 *
 * Only those beginnings and ends are kept that change something.  These are
 * few, so that a search in them costs little: most nodes end nothing, as the
 * node before did.
 */
#include "parse/steps/phase.h"

#include <stddef.h>
#include <stdlib.h>

#include "common/order.h"
#include "parse/steps/replay.h"

/*
 * Lines on which forwards begin and end: first one a thread, for what begins on
 * it; then one a process, for what begins on all of its threads; then one a
 * process, for what ends on them.
 */
struct turn {
	int64_t time;
	uint32_t line;
};

struct forwards {
	const struct analysis *a;
	uint32_t nthreads, nprocesses;
	uint32_t *process; /* of each thread */
	VEC(struct turn) turns;
	int64_t *begun; /* of each line for beginnings: the last of its turns */
	int64_t *ended; /* of each process: when anything ended it last */
	bool *open;	/* of each process: a turn has begun one since */
	bool *told;	/* of each process: ranges tell all of its forwards */
	bool *holds;	/* of each range: it is a step in which a node begins;
			 * NULL: there are no steps */
	int64_t *times; /* of the turns, by line */
	size_t *at;	/* line i has those from at[i] on */
};

static uint32_t begin_line(const struct forwards *f, uint32_t process)
{
	return f->nthreads + process;
}

static uint32_t end_line(const struct forwards *f, uint32_t process)
{
	return f->nthreads + f->nprocesses + process;
}

static void number_processes(struct forwards *f)
{
	const struct profile *p = f->a->p;
	struct intern ids = {0};
	uint32_t i;

	f->nthreads = (uint32_t)p->threads.n;
	f->process = arena_xrealloc(NULL, p->threads.n, sizeof *f->process);
	for (i = 0; i < f->nthreads; i++) {
		int64_t id = p->threads.v[i].process;
		struct str bytes = {(const char *)&id, sizeof id};

		f->process[i] = intern_add(&ids, bytes);
	}
	f->nprocesses = (uint32_t)ids.list.n;
	intern_free(&ids);
}

/* Find the steps in which a node of their process begins: from the last range
 * to the first, the node that begins next is known. */
static void find_steps(struct forwards *f)
{
	const struct profile *p = f->a->p;
	uint32_t *next, process, i;

	if (!f->a->steps)
		return;
	next = profile_nones(f->nprocesses);
	f->holds = arena_xzeroed(p->ranges.n, sizeof *f->holds);
	for (i = (uint32_t)p->ranges.n; i-- > 0;) {
		const struct mark *m = analysis_mark(f->a, i);
		const struct range *r = &p->ranges.v[i];

		process = f->process[r->thread];
		if (m->kind == MARK_NODE)
			next[process] = i;
		else if (m->facts && m->facts->step.p && next[process] != PROFILE_NONE)
			f->holds[i] = p->ranges.v[next[process]].start < r->end;
	}
	free(next);
}

static void find_told(struct forwards *f)
{
	const struct profile *p = f->a->p;

	f->told = arena_xzeroed(f->nprocesses, sizeof *f->told);
	for (uint32_t i = 0; i < p->ranges.n; i++) {
		const struct mark_facts *facts = analysis_mark(f->a, i)->facts;

		if (facts && facts->all_forwards)
			f->told[f->process[p->ranges.v[i].thread]] = true;
	}
}

/* A forward begins on the line.  What ends at the same time ends it. */
static void begin(struct forwards *f, uint32_t line, uint32_t process, int64_t time)
{
	if (time <= f->ended[process] || f->begun[line] > f->ended[process])
		return;
	*vec_add(&f->turns) = (struct turn){time, line};
	f->begun[line] = time;
	f->open[process] = true;
}

/* All forwards of the process end. */
static void end(struct forwards *f, uint32_t process, int64_t time)
{
	f->ended[process] = time;
	if (!f->open[process])
		return;
	*vec_add(&f->turns) = (struct turn){time, end_line(f, process)};
	f->open[process] = false;
}

/* Whether a backward, or an update by an optimizer, begins with the range. */
static bool ends_forward(const struct mark *m)
{
	const struct mark_facts *f = m->facts;

	return m->kind == MARK_NODE || m->kind == MARK_ENGINE ||
	       (f && (f->optimizer ||
			 (f->phase.p && str_is(f->phase, "backward"))));
}

/* One range, in order of time. */
static void take(struct forwards *f, uint32_t i)
{
	const struct range *r = &f->a->p->ranges.v[i];
	uint32_t process = f->process[r->thread];

	if (ends_forward(analysis_mark(f->a, i)))
		end(f, process, r->start);
	else if (f->told[process])
		return;
	else if (f->a->has_node[i])
		begin(f, r->thread, process, r->start);
	else if (f->holds && f->holds[i])
		begin(f, begin_line(f, process), process, r->start);
}

/* The times of the turns, line by line. */
static void order_turns(struct forwards *f)
{
	size_t nlines = f->nthreads + 2 * (size_t)f->nprocesses, i;
	uint32_t *order;

	f->at = arena_xzeroed(nlines + 2, sizeof *f->at);
	order = order_group(f->turns.v, f->turns.n, sizeof *f->turns.v,
	    offsetof(struct turn, line), nlines, f->at);
	f->times = arena_xrealloc(NULL, f->turns.n, sizeof *f->times);
	for (i = 0; i < f->turns.n; i++)
		f->times[i] = f->turns.v[order[i]].time;
	free(order);
}

static void find_forwards(struct forwards *f)
{
	size_t nlines;
	uint32_t i;

	number_processes(f);
	find_steps(f);
	find_told(f);
	nlines = f->nthreads + f->nprocesses;
	f->begun = arena_xrealloc(NULL, nlines, sizeof *f->begun);
	f->ended = arena_xrealloc(NULL, f->nprocesses, sizeof *f->ended);
	f->open = arena_xzeroed(f->nprocesses, sizeof *f->open);
	for (i = 0; i < nlines; i++)
		f->begun[i] = INT64_MIN;
	for (i = 0; i < f->nprocesses; i++)
		f->ended[i] = INT64_MIN;
	for (i = 0; i < f->a->p->ranges.n; i++)
		take(f, i);
	order_turns(f);
}

static void free_forwards(struct forwards *f)
{
	free(f->process);
	vec_free(&f->turns);
	free(f->begun);
	free(f->ended);
	free(f->open);
	free(f->told);
	free(f->holds);
	free(f->times);
	free(f->at);
}

/* The last turn of the line up to that time, or INT64_MIN. */
static int64_t last_turn(const struct forwards *f, uint32_t line, int64_t time)
{
	size_t from = f->at[line], to = f->at[line + 1];

	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (f->times[mid] <= time)
			from = mid + 1;
		else
			to = mid;
	}
	return from > f->at[line] ? f->times[from - 1] : INT64_MIN;
}

/* Whether a forward is going on when the launch is made. */
static bool in_forward(const struct forwards *f, const struct launch *l)
{
	uint32_t process;
	int64_t begun, ended;

	if (!(l->flags & LAUNCH_HAS_API) || f->turns.n == 0)
		return false;
	process = f->process[l->thread];
	ended = last_turn(f, end_line(f, process), l->api_start);
	begun = last_turn(f, l->thread, l->api_start);
	return begun > ended ||
	       last_turn(f, begin_line(f, process), l->api_start) > ended;
}

/* Whether an operator's call is around the launch: of a graph's kernel, around
 * the replay. */
static bool in_call(const struct analysis *a, size_t launch)
{
	const struct chain *c;
	const uint32_t *v;
	uint32_t i;

	if (!replay_number(a, launch))
		return a->facts.v[launch].in_call;
	c = &a->replay.v[launch];
	v = chain_ranges(&a->around, c);
	for (i = 0; i < c->n; i++)
		if (analysis_mark(a, v[i])->kind == MARK_CALL)
			return true;
	return false;
}

static enum phase phase_of(const struct forwards *f, size_t launch)
{
	const struct fact *fact = &f->a->facts.v[launch];

	if (fact->dir == MARK_BPROP || fact->bprop)
		return PHASE_BACKWARD;
	if (fact->updates)
		return PHASE_UPDATE;
	return in_call(f->a, launch) && in_forward(f, &f->a->p->launches.v[launch])
		   ? PHASE_FORWARD
		   : PHASE_NONE;
}

void phase_find(struct analysis *a)
{
	struct forwards f = {.a = a};
	size_t i;

	if (a->p->chain_at.n == 0)
		find_forwards(&f);
	for (i = 0; i < a->facts.n; i++)
		a->facts.v[i].phase = (uint8_t)phase_of(&f, i);
	free_forwards(&f);
}
