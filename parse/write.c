/*
 * write.c - the records of a profile.
 *
 * In:  launches with their facts, chains and marks
 * Out: pp-record(5), one line a launch
 */
#include "parse/write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/io.h"
#include "common/num.h"
#include "parse/steps/inner.h"
#include "parse/steps/replay.h"
#include "parse/steps/seq.h"
#include "parse/steps/unit.h"

/* JSON that many records have: keys with their values, or part of a call.  Its
 * address gives a thing the choice of two neighbouring places: with one place,
 * two things that share it would evict each other at every record.  A place
 * gives up what it holds unless the record in the making refers to it. */
struct memo {
	const void *of;
	struct strbuf json;
	uint64_t record; /* that it was used for last */
};

enum {
	MEMO_PAIRS = 2048, /* at most; a power of two */
	MEMO_ARGS = 64,	   /* more are not worth it */
};

/* The record being made, and its lists, which are used again and again. */
struct writer {
	const struct analysis *a;
	const struct write_options *opts;
	struct record rec;
	struct strbuf line;
	struct arena texts; /* of the record */
	VEC(struct str) layer, module, trace, range;
	VEC(struct str) domain, category; /* of each of range */
	bool domains, categories;	  /* some of them are not "" */
	VEC(struct call) op, fwd;
	struct seq_list seq, altseq;
	VEC(struct record_counter) counters;
	VEC(int64_t) share;
	struct str json[RECORD_NKEYS]; /* of rec */
	struct memo *memos;	       /* pairs of places */
	size_t npairs;		       /* a power of two */
	uint64_t record;	       /* from 1 */
};

static const char *const role_names[NROLES] = {
    [ROLE_NONE] = NULL,
    [ROLE_DGRAD] = "dgrad",
    [ROLE_WGRAD] = "wgrad",
    [ROLE_DBIAS] = "dbias",
};

/* The memo of what is at the address, which must last as long as the writer;
 * NULL: its places are taken. */
static struct memo *memo_of(struct writer *w, const void *of)
{
	uint64_t hash = (uintptr_t)of * UINT64_C(0xD6E8FEB86659FD93);
	struct memo *m = &w->memos[2 * ((hash >> 32) & (w->npairs - 1))];

	if (m->of != of && (m[1].of == of || m[1].record < m->record))
		m++;
	if (m->of != of) {
		if (m->record == w->record)
			return NULL;
		m->json.n = 0;
	}
	m->of = of;
	m->record = w->record;
	return m;
}

/* Put into the record what `fill` sets of the thing at the address.  Its keys
 * must follow on one another, the first being `key`. */
static void put_part(struct writer *w, enum record_key key, const void *of,
    void (*fill)(struct writer *w, const void *of))
{
	struct memo *m = memo_of(w, of);
	uint64_t has = w->rec.has;

	if (!m) {
		fill(w, of);
		return;
	}
	if (m->json.n == 0) {
		w->rec.has = 0;
		fill(w, of);
		record_write_keys(&w->rec, &m->json);
		w->rec.has = has;
	}
	if (m->json.n) {
		w->json[key] = strbuf_get(&m->json);
		w->rec.has |= UINT64_C(1) << key;
		w->rec.made |= UINT64_C(1) << key;
	}
}

/* Write mod, op and args of the call that the mark tells. */
static void put_call_json(
    struct writer *w, struct call *call, const struct mark *mark)
{
	struct memo *m = memo_of(w, mark);

	if (m && m->json.n == 0)
		call_write_names(call, &m->json);
	if (m && m->json.n)
		call->names_json = strbuf_get(&m->json);
	if (call->nargs == 0 || call->nargs > MEMO_ARGS)
		return;
	m = memo_of(w, call->args);
	if (m && m->json.n == 0)
		call_write_args(call, &m->json);
	if (m)
		call->args_json = strbuf_get(&m->json);
}

static const char *const dir_names[] = {
    [MARK_DIR_NONE] = NULL,
    [MARK_FPROP] = "fprop",
    [MARK_BPROP] = "bprop",
};

static const char *const phase_names[NPHASES] = {
    [PHASE_NONE] = NULL,
    [PHASE_FORWARD] = "forward",
    [PHASE_BACKWARD] = "backward",
    [PHASE_UPDATE] = "update",
};

/* Set a list member from a vector. */
#define SET_LIST(w, key, vec)                                                  \
	do {                                                                   \
		(w)->rec.key.v = (vec).v;                                      \
		(w)->rec.key.n = (vec).n;                                      \
		if ((vec).n)                                                   \
			record_mark(&(w)->rec, key);                           \
	} while (0)

/* device to smem. */
static void fill_config(struct writer *w, const void *of)
{
	const struct config *c = of;
	struct record *rec = &w->rec;

	if (c->has & LAUNCH_HAS_DEVICE)
		record_set(rec, device, c->device);
	if (c->has & LAUNCH_HAS_CONTEXT)
		record_set(rec, context, c->context);
	if (c->has & LAUNCH_HAS_STREAM)
		record_set(rec, stream, c->stream);
	if (c->has & LAUNCH_HAS_GRID) {
		rec->grid =
		    (struct record_dim3){c->grid[0], c->grid[1], c->grid[2]};
		rec->block =
		    (struct record_dim3){c->block[0], c->block[1], c->block[2]};
		record_mark(rec, grid);
		record_mark(rec, block);
	}
	if (c->has & LAUNCH_HAS_REGS)
		record_set(rec, regs, c->regs);
	if (c->has & LAUNCH_HAS_SMEM)
		record_set(rec, smem, c->smem);
}

/* The keys that come from the launch's row. */
static void put_row(struct writer *w, size_t i)
{
	const struct profile *p = w->a->p;
	const struct launch *l = &p->launches.v[i];
	const struct config *c = profile_config(p, l);
	bool open = l->range != PROFILE_NONE && l->end == INT64_MAX;
	struct record *rec = &w->rec;
	int64_t t;

	record_set(rec, kind, str_of(profile_kinds[l->kind].name));
	if (l->flags & LAUNCH_TIMED && num_sub(l->start, p->base, &t))
		record_set(rec, start, t);
	if (l->flags & (LAUNCH_TIMED | LAUNCH_HAS_DUR) && !open &&
	    num_sub(l->end, l->start, &t))
		record_set(rec, dur, t);
	if (l->config)
		put_part(w, RECORD_KEY_device, c, fill_config);
	if (l->flags & LAUNCH_HAS_CORR)
		record_set(rec, corr, l->corr);
	if (l->flags & LAUNCH_HAS_GRAPH)
		record_set(rec, graph, profile_graph(p, l));
	if (l->flags & LAUNCH_HAS_BYTES)
		record_set(rec, bytes, c->bytes);
	if (c->copy != PROFILE_NONE)
		record_set(rec, copy, intern_get(&p->texts, c->copy));
}

/* What a rank receives, where that is not what it gives. */
static int64_t received(int64_t elements, int64_t n)
{
	return n > 0 && n != elements ? n : -1;
}

/* A collective in a group of n ranks (0 or less: not known) that has this name. */
static void put_comm(
    struct writer *w, struct record_comm *comm, int64_t n, struct str group)
{
	struct record *rec = &w->rec;

	comm->group = n > 0 ? n : profile_group_size(w->a->p, group);
	if (group.n)
		comm->pg = group;
	/* a part has the ranks of the whole */
	if (comm->group == -1 && record_has(rec, comm))
		comm->group = rec->comm.group;
	if (!comm->pg.p && record_has(rec, comm))
		comm->pg = rec->comm.pg;
	record_set(rec, comm, *comm);
}

/* The keys that few profiles have. */
static void put_detail(struct writer *w, size_t i)
{
	const struct profile *p = w->a->p;
	const struct launch *l = &p->launches.v[i];
	const struct detail *d = &p->details.v[l->detail - 1];
	struct record *rec = &w->rec;
	struct str group = {0};
	struct record_comm comm;

	if (!isnan(d->occupancy))
		record_set(rec, occ, d->occupancy);
	if (!isnan(d->warps))
		record_set(rec, warps, d->warps);
	if (!isnan(d->blocks))
		record_set(rec, blocks, d->blocks);
	if (d->label != PROFILE_NONE) { /* inside all that the replay is in */
		*vec_add(&w->range) = intern_get(&p->texts, d->label);
		*vec_add(&w->domain) = STR("");
		*vec_add(&w->category) = STR("");
	}
	if (d->comm == PROFILE_NONE)
		return;
	comm = (struct record_comm){.name = intern_get(&p->texts, d->comm),
	    .elements = d->comm_elements,
	    .received = received(d->comm_elements, d->comm_received)};
	if (d->comm_group_name != PROFILE_NONE)
		group = intern_get(&p->texts, d->comm_group_name);
	if (d->comm_dtype != PROFILE_NONE)
		comm.dtype = intern_get(&p->texts, d->comm_dtype);
	put_comm(w, &comm, d->comm_group, group);
}

/* The text of a range or mark. */
static void put_text(struct writer *w, size_t i)
{
	const struct profile *p = w->a->p;
	const struct launch *l = &p->launches.v[i];

	if (l->range != PROFILE_NONE)
		record_set(&w->rec, name,
		    profile_text(p, &p->ranges.v[l->range], &w->texts));
	else if (l->kind != LAUNCH_KERNEL && l->name != PROFILE_NONE)
		record_set(&w->rec, name, intern_get(&p->texts, l->name));
}

static bool has_rank(const struct profile *p, const struct launch *l)
{
	return p->rank >= 0 &&
	       (p->rank_process == PROFILE_ANY ||
		   (l->thread != PROFILE_NONE &&
		       p->threads.v[l->thread].process == p->rank_process));
}

/* The own time of a range or call, and the range around it. */
static void put_self(struct writer *w, size_t i)
{
	const struct profile *p = w->a->p;
	const struct launch *l = &p->launches.v[i];
	const struct self *self = &w->a->self;
	uint32_t parent = self->launch_parent[i];
	int64_t ns = self->launch_ns[i];

	if (l->range != PROFILE_NONE) {
		parent = self->range_parent[l->range];
		ns = self->ns[l->range];
	}
	if (ns != -1 && record_has(&w->rec, dur))
		record_set(&w->rec, self, ns);
	if (parent != PROFILE_NONE)
		record_set(&w->rec, parent,
		    profile_text(p, &p->ranges.v[parent], &w->texts));
}

/* pid and tid. */
static void fill_thread(struct writer *w, const void *of)
{
	const struct thread *t = of;

	if (t->pid >= 0)
		record_set(&w->rec, pid, t->pid);
	if (t->tid >= PROFILE_TID_LEAST)
		record_set(&w->rec, tid, t->tid);
}

static void fill_api(struct writer *w, const void *of)
{
	const struct str *api = of;

	record_set(&w->rec, api, *api);
}

/* The call that launched it; of a call, itself. */
static void put_api(struct writer *w, size_t i)
{
	const struct profile *p = w->a->p;
	const struct launch *l = &p->launches.v[i];
	struct record *rec = &w->rec;
	uint32_t home = 0;
	int64_t t;

	if (l->range != PROFILE_NONE)
		home = profile_extra(p, &p->ranges.v[l->range])->home;
	if (home || l->thread != PROFILE_NONE)
		put_part(w, RECORD_KEY_pid,
		    &p->threads.v[home ? home - 1 : l->thread], fill_thread);
	if (has_rank(p, l))
		record_set(rec, rank, p->rank);
	if (l->api != PROFILE_NONE)
		put_part(w, RECORD_KEY_api, &p->texts.list.v[l->api], fill_api);
	if (!(l->flags & LAUNCH_HAS_API) || l->flags & LAUNCH_NO_CALL ||
	    launch_is_host(l))
		return;
	if (num_sub(l->api_start, p->base, &t))
		record_set(rec, api_start, t);
	if (!(l->flags & LAUNCH_API_OPEN) && num_sub(l->api_end, l->api_start, &t))
		record_set(rec, api_dur, t);
}

static void fill_gpu(struct writer *w, const void *of)
{
	const struct record_gpu *gpu = of;

	record_set(&w->rec, gpu, *gpu);
}

/* The device's facts. */
static void put_device(struct writer *w, size_t i)
{
	const struct analysis *a = w->a;
	uint32_t device = a->facts.v[i].device;

	if (device != PROFILE_NONE)
		put_part(w, RECORD_KEY_gpu, &a->p->devices.v[device].gpu, fill_gpu);
}

/* What calls inside did, for the record. */
static const struct call_inner *make_inner(
    struct writer *w, const struct inner *inner)
{
	struct call_inner *made = arena_array(&w->texts, 1, sizeof *made);
	struct str *names = arena_array(&w->texts, INNER_MOST, sizeof *names);
	uint32_t i;

	for (i = 0; i < inner->n; i++)
		names[i] = analysis_mark(w->a, inner->calls[i])->call.op;
	*made = (struct call_inner){names, inner->n, inner->zeroed};
	return made;
}

/* The entry of a call's range, with the count of its kernels where that is not
 * the unit's. */
static struct call entry(struct writer *w, uint32_t range, size_t launch)
{
	const struct analysis *a = w->a;
	const struct fact *f = &a->facts.v[launch];
	struct call call = analysis_call(a, range);
	const struct inner *inner;
	const struct tally *t;

	put_call_json(w, &call, analysis_mark(a, range));
	call.capture = replay_number(a, launch) != 0;
	if (f->unit == PROFILE_NONE)
		return call;
	t = unit_tally(a, range, launch);
	if (t->n != f->unit_n || t->best != f->unit_best) {
		call.has_n = true;
		call.n = t->n;
		call.main = t->best == launch;
	}
	if (a->inners.n && t->best == launch) {
		inner = inner_get(a, range, launch);
		if (inner)
			call.inner = make_inner(w, inner);
	}
	return call;
}

/* Of a call around a record of the host which call it was: its arguments are in
 * its own record. */
static struct call name_only(const struct call *call)
{
	return (struct call){.mod = call->mod,
	    .op = call->op,
	    .names_json = call->names_json,
	    .seq = call->seq,
	    .id = call->id,
	    .has_seq = call->has_seq,
	    .has_id = call->has_id,
	    .node = call->node,
	    .capture = call->capture};
}

/* Replace the trace: a mark with frames has all of them. */
static void set_trace(struct writer *w, const struct str *frames, size_t n)
{
	size_t i;

	w->trace.n = 0;
	for (i = 0; i < n; i++)
		*vec_add(&w->trace) = frames[i];
}

/* What the user wrote around a launch: layers, modules, frames. */
static void put_user_marks(
    struct writer *w, const struct chains *chains, const struct chain *c)
{
	const uint32_t *v = chain_ranges(chains, c);
	size_t i, k;

	for (i = 0; i < c->n; i++) {
		const struct mark *m = analysis_mark(w->a, v[i]);

		if (m->kind == MARK_LAYER)
			*vec_add(&w->layer) = m->text;
		else if (m->kind == MARK_MODULE)
			*vec_add(&w->module) = m->text;
		else if (m->kind == MARK_FRAME)
			*vec_add(&w->trace) = m->text;
		else if (m->kind == MARK_TRACE)
			set_trace(w, m->frames, m->nframes);
		for (k = 0; m->facts && k < m->facts->nmodules; k++)
			*vec_add(&w->module) = m->facts->modules[k];
		if (m->facts && m->facts->nframes)
			set_trace(w, m->facts->frames, m->facts->nframes);
	}
}

/* Set phase, pass and step.  The innermost phase and step win.  The pass is
 * that of the outermost range with the same phase. */
static void put_phase(struct writer *w, const struct mark_facts *f, uint32_t range)
{
	struct record *rec = &w->rec;

	if (profile_extra(w->a->p, &w->a->p->ranges.v[range])->captured)
		return; /* not of this run */
	if (f->step.p)
		record_set(rec, step, f->step);
	if (f->lengths) {
		rec->lengths =
		    (struct record_ints){f->lengths, (size_t)2 * NLENGTHS};
		record_mark(rec, lengths);
	}
	if (!f->phase.p)
		return;
	if (!record_has(rec, pass) || !str_eq(rec->phase, f->phase))
		record_set(rec, pass, w->a->passes[range]);
	record_set(rec, phase, f->phase);
}

/* An entry of the list of ranges, with the domain and category of its own. */
static void add_range(struct writer *w, struct str text, uint32_t range)
{
	const struct profile *p = w->a->p;
	const struct extra *e = profile_extra(p, &p->ranges.v[range]);
	struct str domain = STR(""), category = STR("");

	if (e->captured)
		return; /* not of this run */
	if (e->domain != PROFILE_NONE && !p->row_domains)
		domain = intern_get(&p->texts, e->domain);
	if (e->category)
		category = intern_get(&p->texts, e->category - 1);
	*vec_add(&w->range) = text;
	*vec_add(&w->domain) = domain;
	*vec_add(&w->category) = category;
	w->domains |= domain.n > 0;
	w->categories |= category.n > 0;
}

/* The facts of a range. */
static void put_range_facts(
    struct writer *w, const struct mark_facts *f, uint32_t range)
{
	struct record *rec = &w->rec;

	if (f->range.p)
		add_range(w, f->range, range);
	put_phase(w, f, range);
	if (f->comm.p && !(f->comm_vague && record_has(rec, comm))) {
		struct record_comm comm = {
		    .name = f->comm, .group = -1, .elements = -1, .received = -1};

		if (f->comm_elements > 0) {
			comm.elements = f->comm_elements;
			comm.received =
			    received(f->comm_elements, f->comm_received);
			comm.dtype = f->comm_dtype;
		} else if (f->comm_bytes > 0) { /* a message of bytes */
			comm.elements = f->comm_bytes;
			comm.dtype = STR("uint8");
		}
		put_comm(w, &comm, f->comm_group, f->comm_group_name);
	}
}

/* What Inductor says of the kernel that the innermost call launches. */
static void put_inductor(struct writer *w, const struct mark_inductor *in)
{
	struct record *rec = &w->rec;

	if (in->flop >= 0)
		record_set(rec, kernel_flop, in->flop);
	if (in->num_gb >= 0)
		record_set(rec, kernel_num_gb, in->num_gb);
	if (in->backend.n)
		record_set(rec, kernel_backend, in->backend);
	if (in->file.n)
		record_set(rec, kernel_file, in->file);
}

/* The call that a record of an operator is about, with its arguments, where its
 * range is no call around others: AccumulateGrad, a range with shapes. */
static void put_own(struct writer *w, const struct launch *l, size_t i)
{
	if (l->kind == LAUNCH_OP && !analysis_is_call(w->a, l->range) &&
	    analysis_mark(w->a, l->range)->call.nargs > 0)
		*vec_add(&w->op) = entry(w, l->range, i);
}

/* The calls and the other ranges around a launch. */
static void put_chain(struct writer *w, size_t i)
{
	const struct analysis *a = w->a;
	const struct chain *c = &a->around.of.v[i];
	const uint32_t *v = chain_ranges(&a->around, c);
	const struct mark *call = NULL;
	const struct launch *l = &a->p->launches.v[i];
	bool host = launch_is_host(l);
	uint32_t own = l->range;
	uint32_t engine = PROFILE_NONE;
	size_t k;

	for (k = 0; k < c->n; k++) {
		const struct mark *m = analysis_mark(a, v[k]);

		switch (m->kind) {
		case MARK_CALL:
		case MARK_NODE:
			*vec_add(&w->op) = entry(w, v[k], i);
			if (host && v[k] != own)
				w->op.v[w->op.n - 1] =
				    name_only(&w->op.v[w->op.n - 1]);
			call = m;
			break;
		case MARK_ENGINE:
		case MARK_ACCUMULATE:
			engine = v[k];
			if (!host)
				add_range(w, m->text, v[k]);
			break;
		case MARK_RANGE:
			add_range(w, m->text, v[k]);
			break;
		default:
			break;
		}
		if (m->facts)
			put_range_facts(w, m->facts, v[k]);
	}
	if (call && call->facts && call->facts->inductor)
		put_inductor(w, call->facts->inductor);
	put_own(w, l, i);
	if (host && engine != PROFILE_NONE && w->op.n == 0)
		/* the only name there is */
		add_range(w, analysis_mark(a, engine)->call.op, engine);
}

/* The ranges around the replay of a graph.  None of them counts as an
 * operator. */
static void put_replay(struct writer *w, size_t i)
{
	const struct analysis *a = w->a;
	const struct chain *c = &a->replay.v[i];
	const uint32_t *v = chain_ranges(&a->around, c);
	size_t k;

	for (k = 0; k < c->n; k++) {
		const struct mark *m = analysis_mark(a, v[k]);

		if (m->facts)
			put_phase(w, m->facts, v[k]);
		if (m->kind != MARK_LAYER && m->kind != MARK_MODULE &&
		    m->kind != MARK_TRACE && m->kind != MARK_FRAME &&
		    m->kind != MARK_NOTE)
			add_range(w,
			    profile_text(a->p, &a->p->ranges.v[v[k]], &w->texts),
			    v[k]);
	}
	/* what the capture of another run tells is nearer to the kernel */
	if (a->p->replayed)
		put_user_marks(w, &a->around, &a->around.of.v[i]);
	if (w->layer.n + w->module.n + w->trace.n == 0)
		put_user_marks(w, &a->around, c);
}

/* The forward that a backward kernel belongs to. */
static void put_forward(struct writer *w, const struct fact *f, bool host)
{
	const struct analysis *a = w->a;
	const struct chain *c = &a->fwd_around.of.v[f->fwd];
	const uint32_t *v = chain_ranges(&a->fwd_around, c);
	size_t k;

	for (k = 0; k < c->n; k++) {
		struct call call;

		if (analysis_mark(a, v[k])->kind != MARK_CALL)
			continue;
		call = analysis_call(a, v[k]);
		if (host)
			call = name_only(&call);
		else
			put_call_json(w, &call, analysis_mark(a, v[k]));
		*vec_add(&w->fwd) = call;
	}
	put_user_marks(w, &a->fwd_around, c);
}

/* The blocks of this launch, where it shares a call with others, and of all of
 * them; at the last those of the others, too, as it takes what they leave. */
static void put_share(struct writer *w, size_t launch)
{
	const struct analysis *a = w->a;
	const struct profile *p = a->p;
	const int64_t *grid = profile_config(p, &p->launches.v[launch])->grid;
	uint32_t i = map_get(&a->share_of, launch);
	const struct share *s;

	if (i == MAP_NONE || a->shares.v[i].none)
		return;
	s = &a->shares.v[i];
	w->share.n = 0;
	*vec_add(&w->share) = grid[0] * grid[1] * grid[2];
	*vec_add(&w->share) = (int64_t)s->blocks;
	for (i = 0; s->last == launch && i < s->n; i++) {
		bool own = s->of[i].blocks == (uint64_t)w->share.v[0];

		if (s->of[i].times == own)
			continue;
		*vec_add(&w->share) = (int64_t)s->of[i].blocks;
		*vec_add(&w->share) = s->of[i].times - own;
	}
	SET_LIST(w, share, w->share);
}

/* kernel, name and class. */
static void fill_kernel(struct writer *w, const void *of)
{
	const struct kernel_name *k = of;

	record_set(&w->rec, kernel, k->brief);
	record_set(&w->rec, name, k->full);
	record_set(&w->rec, class, str_of(kclass_name(k->class)));
}

/* Direction, unit and numbers. */
static void put_facts(struct writer *w, size_t i)
{
	const struct analysis *a = w->a;
	const struct fact *f = &a->facts.v[i];
	struct record *rec = &w->rec;

	if (f->kname != PROFILE_NONE)
		put_part(w, RECORD_KEY_kernel, &a->knames.v[f->kname], fill_kernel);
	if (dir_names[f->dir])
		record_set(rec, dir, str_of(dir_names[f->dir]));
	if (phase_names[f->phase])
		record_set(rec, phase, str_of(phase_names[f->phase]));
	if (f->recomp)
		record_set(rec, recomp, true);
	if (role_names[f->role])
		record_set(rec, role, str_of(role_names[f->role]));
	seq_numbers(a, i, &w->seq, &w->altseq);
	SET_LIST(w, seq, w->seq.of);
	SET_LIST(w, altseq, w->altseq.of);
	if (a->p->launches.v[i].kind != LAUNCH_KERNEL)
		return;
	record_set(rec, sub, f->sub);
	record_set(rec, nsub, f->nsub);
	if (f->main)
		record_set(rec, main, true);
	if (f->main && f->peers > 1)
		record_set(rec, peers, f->peers);
	if (a->shares.n)
		put_share(w, i);
}

static void put_counters(struct writer *w, size_t launch)
{
	const struct analysis *a = w->a;
	size_t i;

	w->counters.n = 0;
	for (i = a->counter_at[launch]; i < a->counter_at[launch + 1]; i++) {
		const struct counter *c = &a->p->counters.v[a->counters[i]];

		*vec_add(&w->counters) = (struct record_counter){
		    intern_get(&a->p->texts, c->name), c->value};
	}
	SET_LIST(w, counters, w->counters);
}

/* The record as a line. */
static void put_line(struct writer *w)
{
	if (w->opts->file.p)
		record_set(&w->rec, file, w->opts->file);
	w->line.n = 0;
	record_write(&w->rec, &w->line);
	io_write(strbuf_get(&w->line));
}

/* One launch as a line. */
static void put_launch(struct writer *w, size_t i)
{
	const struct analysis *a = w->a;
	const struct fact *f = &a->facts.v[i];
	bool host = launch_is_host(&a->p->launches.v[i]);

	w->rec.has = 0;
	w->rec.made = 0;
	w->record++;
	arena_reset(&w->texts);
	w->layer.n = w->module.n = w->trace.n = w->range.n = 0;
	w->domain.n = w->category.n = 0;
	w->domains = w->categories = false;
	w->op.n = w->fwd.n = 0;
	put_row(w, i);
	put_text(w, i);
	if (host)
		put_self(w, i);
	put_api(w, i);
	put_device(w, i);
	put_facts(w, i);
	if (replay_number(a, i))
		put_replay(w, i);
	put_chain(w, i);
	if (a->p->launches.v[i].detail)
		put_detail(w, i); /* what it says of a collective wins */
	if (record_has(&w->rec, comm) && a->p->world_size > 0)
		record_set(&w->rec, world_size, a->p->world_size);
	if (f->fwd != PROFILE_NONE)
		put_forward(w, f, host);
	if (w->layer.n + w->module.n + w->trace.n == 0)
		put_user_marks(w, &a->around, &a->around.of.v[i]);
	SET_LIST(w, layer, w->layer);
	SET_LIST(w, module, w->module);
	SET_LIST(w, trace, w->trace);
	SET_LIST(w, range, w->range);
	if (w->domains)
		SET_LIST(w, domain, w->domain);
	if (w->categories)
		SET_LIST(w, category, w->category);
	SET_LIST(w, op, w->op);
	SET_LIST(w, fwd, w->fwd);
	if (a->counters)
		put_counters(w, i);
	put_line(w);
}

/* The pid of the one process that the profile has; -1: none, or several. */
static int64_t only_pid(const struct profile *p)
{
	const struct thread *only = NULL;
	size_t i;

	for (i = 0; i < p->threads.n; i++) {
		const struct thread *t = &p->threads.v[i];

		if (t->pid < 0)
			continue;
		if (only && only->process != t->process)
			return -1;
		only = t;
	}
	return only ? only->pid : -1;
}

/* The record about the profile itself. */
static void put_profile(struct writer *w)
{
	const struct profile *p = w->a->p;
	VEC(struct record_gpu) devices = {0};
	struct strbuf base = {0};
	VEC(struct str) kinds = {0};
	const char *kind = w->opts->wanted;
	int64_t t;
	size_t i, k;

	w->rec.has = 0;
	record_set(&w->rec, kind, STR("profile"));
	if (p->producer.p)
		record_set(&w->rec, producer, p->producer);
	if (p->base != INT64_MAX && !p->no_epoch &&
	    num_sum(p->base, p->base_offset, &t)) {
		strbuf_int(&base, t);
		record_set(&w->rec, base, strbuf_get(&base));
	}
	for (;; kind += i + 1) {
		i = strcspn(kind, ",");
		for (k = 0; k < kinds.n; k++)
			if (str_eq(kinds.v[k], (struct str){kind, i}))
				break;
		if (k == kinds.n)
			*vec_add(&kinds) = (struct str){kind, i};
		if (!kind[i])
			break;
	}
	SET_LIST(w, kinds, kinds);
	for (i = 0; i < p->devices.n; i++)
		*vec_add(&devices) = p->devices.v[i].gpu;
	SET_LIST(w, devices, devices);
	if (p->rank >= 0)
		record_set(&w->rec, rank, p->rank);
	t = only_pid(p);
	if (t >= 0)
		record_set(&w->rec, pid, t);
	put_line(w);
	vec_free(&kinds);
	vec_free(&devices);
	strbuf_free(&base);
}

void write_records(const struct analysis *a, const struct write_options *opts)
{
	struct writer w = {.a = a, .opts = opts};
	size_t i;

	/* what has few launches needs few places, each of which costs its zeroes */
	for (w.npairs = 1; w.npairs < MEMO_PAIRS && w.npairs < a->order.n;)
		w.npairs *= 2;
	w.memos = arena_xzeroed(2 * w.npairs, sizeof *w.memos);
	w.rec.json = w.json;

	if (opts->profile)
		put_profile(&w);
	for (i = 0; i < a->order.n && !io_failed(); i++)
		put_launch(&w, a->order.v[i]);
	strbuf_free(&w.line);
	for (i = 0; i < 2 * w.npairs; i++)
		strbuf_free(&w.memos[i].json);
	free(w.memos);
	arena_free(&w.texts);
	vec_free(&w.layer);
	vec_free(&w.module);
	vec_free(&w.trace);
	vec_free(&w.range);
	vec_free(&w.domain);
	vec_free(&w.category);
	vec_free(&w.op);
	vec_free(&w.fwd);
	vec_free(&w.seq.of);
	vec_free(&w.altseq.of);
	vec_free(&w.counters);
	vec_free(&w.share);
}
