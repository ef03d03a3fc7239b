/*
 * profile.c - a profile in memory.
 */
#include "parse/profile.h"

#include <stdlib.h>
#include <string.h>

#include "common/ascii.h"
#include "common/num.h"
#include "common/order.h"

const struct profile_kind_names profile_kinds[NLAUNCH_KINDS] = {
    [LAUNCH_KERNEL] = {"kernel", "kernel"},
    [LAUNCH_MEMCPY] = {"memcpy", "memcpy row"},
    [LAUNCH_MEMSET] = {"memset", "memset row"},
    [LAUNCH_SYNC] = {"sync", "synchronisation"},
    [LAUNCH_GRAPH] = {"graph", "graph launch"},
    [LAUNCH_API] = {"api", "call"},
    [LAUNCH_OP] = {"op", "operator"},
    [LAUNCH_STEP] = {"step", "step"},
    [LAUNCH_RANGE] = {"range", "range"},
};

void profile_init(struct profile *p, const char *file, unsigned kinds)
{
	struct launch none = {0};

	*p = (struct profile){.file = file,
	    .kinds = kinds,
	    .base = INT64_MAX,
	    .rank = -1,
	    .rank_process = PROFILE_ANY,
	    .world_size = -1};
	p->warnings = warnings_new();
	profile_add_extra(p, &PROFILE_NO_EXTRA);
	profile_set_config(p, &none, &PROFILE_NO_CONFIG);
}

void profile_free(struct profile *p)
{
	intern_free(&p->texts);
	intern_free(&p->thread_keys);
	vec_free(&p->launches);
	vec_free(&p->graphs);
	vec_free(&p->ranges);
	vec_free(&p->numbers);
	vec_free(&p->large);
	intern_free(&p->extras);
	intern_free(&p->configs);
	vec_free(&p->threads);
	vec_free(&p->devices);
	vec_free(&p->captures);
	vec_free(&p->counters);
	vec_free(&p->details);
	vec_free(&p->flows);
	vec_free(&p->externals);
	vec_free(&p->groups);
	vec_free(&p->notes);
	vec_free(&p->chain);
	vec_free(&p->chain_at);
	arena_free(&p->arena);
	strbuf_free(&p->scratch);
	warnings_free(p->warnings);
	*p = (struct profile){0};
}

uint32_t *profile_nones(size_t n)
{
	uint32_t *v = arena_xrealloc(NULL, n, sizeof *v);
	size_t i;

	for (i = 0; i < n; i++)
		v[i] = PROFILE_NONE;
	return v;
}

struct launch *profile_launch(struct profile *p, enum launch_kind kind)
{
	struct launch *l = vec_add(&p->launches);

	*l = (struct launch){.kind = (uint8_t)kind,
	    .thread = PROFILE_NONE,
	    .name = PROFILE_NONE,
	    .api = PROFILE_NONE,
	    .capture = PROFILE_NONE,
	    .range = PROFILE_NONE};
	return l;
}

void profile_note(struct profile *p, const char *text)
{
	size_t i;

	for (i = 0; i < p->notes.n; i++)
		if (strcmp(p->notes.v[i], text) == 0)
			return;
	*vec_add(&p->notes) = text;
}

void profile_set_config(struct profile *p, struct launch *l, const struct config *c)
{
	enum {
		FLAGS = LAUNCH_HAS_GRID | LAUNCH_HAS_REGS | LAUNCH_HAS_SMEM |
			LAUNCH_HAS_DEVICE | LAUNCH_HAS_CONTEXT |
			LAUNCH_HAS_STREAM | LAUNCH_HAS_BYTES
	};
	struct config key = *c;

	key.has = (uint16_t)(l->flags & FLAGS);
	l->config =
	    intern_add(&p->configs, (struct str){(const char *)&key, sizeof key});
}

void profile_set_graph(struct profile *p, struct launch *l, int64_t number)
{
	size_t i = (size_t)(l - p->launches.v);

	while (p->graphs.n <= i)
		*vec_add(&p->graphs) = 0;
	p->graphs.v[i] = number;
	l->flags |= LAUNCH_HAS_GRAPH;
}

struct launch *profile_host(struct profile *p, enum launch_kind kind,
    uint32_t thread, int64_t start, int64_t end)
{
	struct launch *l = profile_launch(p, kind);

	l->thread = thread;
	if (!profile_valid(p, start, end))
		return l;
	l->flags = LAUNCH_TIMED | LAUNCH_HAS_API;
	l->start = l->api_start = start;
	l->end = l->api_end = end;
	return l;
}

void profile_counter(struct profile *p, size_t launch, struct str name, double value)
{
	*vec_add(&p->counters) = (struct counter){
	    (uint32_t)launch, intern_add(&p->texts, name), value};
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

static bool texts_differ(struct str a, struct str b)
{
	return a.p && b.p && !str_eq(a, b);
}

static bool numbers_differ(int64_t a, int64_t b)
{
	return a >= 0 && b >= 0 && a != b;
}

bool profile_gpus_differ(const struct record_gpu *a, const struct record_gpu *b)
{
	return texts_differ(a->name, b->name) || texts_differ(a->cc, b->cc) ||
	       numbers_differ(a->sms, b->sms) ||
	       numbers_differ(a->clock_khz, b->clock_khz) ||
	       numbers_differ(a->mem_bps, b->mem_bps) ||
	       numbers_differ(a->mem, b->mem) ||
	       numbers_differ(a->threads, b->threads);
}

uint32_t profile_add_extra(struct profile *p, const struct extra *e)
{
	struct str bytes = {(const char *)e, sizeof *e};

	/* mostly those of the range before */
	if (p->extras.list.n == 0 ||
	    !str_eq(intern_get(&p->extras, p->last_extra), bytes))
		p->last_extra = intern_add(&p->extras, bytes);
	return p->last_extra;
}

#define SEQ_WORD ", seq = "
#define ID_WORD ", op_id = "

enum {
	SEQ_LENGTH = sizeof SEQ_WORD - 1,
	ID_LENGTH = sizeof ID_WORD - 1,
	DIGITS_MOST = 18, /* of a number that surely fits */
};

/* Where the words of numbers stand in a text, its length: nowhere. */
struct words {
	size_t id, seq; /* the last */
	size_t id_seq;	/* the last seq in front of id */
};

static struct words find_words(struct str text)
{
	const char *p = text.p, *last = text.p + text.n - 1;
	struct words w = {text.n, text.n, text.n};
	size_t at;

	if (text.n < SEQ_LENGTH)
		return w;
	/* by the '=', which is the last but one of a word, and rare */
	for (p += SEQ_LENGTH - 2; p < last; p++) {
		p = memchr(p, '=', (size_t)(last - p));
		if (!p)
			break;
		at = (size_t)(p - text.p) + 2;
		if (memcmp(p + 2 - SEQ_LENGTH, SEQ_WORD, SEQ_LENGTH) == 0) {
			w.seq = at - SEQ_LENGTH;
		} else if (at >= ID_LENGTH &&
			   memcmp(p + 2 - ID_LENGTH, ID_WORD, ID_LENGTH) == 0) {
			w.id = at - ID_LENGTH;
			w.id_seq = w.seq;
		}
	}
	return w;
}

/* The length of the number at the beginning of s, 0: none, or one that would
 * not be written in this way. */
static size_t number_length(struct str s, int64_t *number)
{
	size_t n;

	*number = 0;
	for (n = 0; n < s.n && n < DIGITS_MOST && is_digit(s.p[n]); n++)
		*number = *number * 10 + (s.p[n] - '0');
	if ((n > 1 && s.p[0] == '0') || (n < s.n && s.p[n] != ','))
		return 0;
	return n;
}

uint32_t profile_add_numbers(struct profile *p, const struct numbers *n)
{
	struct kept_numbers kept = {PROFILE_LARGE, (uint32_t)p->large.n};

	if (n->seq < PROFILE_LARGE - 1 && n->id < PROFILE_LARGE)
		kept = (struct kept_numbers){
		    (uint32_t)(n->seq + 1), (uint32_t)(n->id + 1)};
	else
		*vec_add(&p->large) = *n;
	*vec_add(&p->numbers) = kept;
	return (uint32_t)p->numbers.n;
}

void profile_set_text(struct profile *p, struct range *r, struct str text)
{
	struct strbuf *b = &p->scratch;
	struct numbers numbers;
	struct words w = find_words(text);
	size_t id_n = 0, seq, seq_n = 0;
	size_t at = text.n; /* where profile_text will look for seq up to */

	if (w.id < text.n)
		id_n = number_length(str_from(text, w.id + ID_LENGTH), &numbers.id);
	if (id_n)
		at = w.id;
	seq = id_n ? w.id_seq : w.seq;
	if (seq == text.n) {
		seq = at;
	} else {
		seq += SEQ_LENGTH;
		seq_n = number_length(
		    str_from((struct str){text.p, at}, seq), &numbers.seq);
		/* with op_id, seq stands right before it */
		if (id_n && seq + seq_n != at)
			seq_n = 0;
	}
	r->numbers = 0;
	if (id_n + seq_n == 0) {
		r->text = intern_add(&p->texts, text);
		return;
	}
	b->n = 0;
	strbuf_add(b, text.p, seq);
	strbuf_add(b, text.p + seq + seq_n, at - seq - seq_n);
	if (id_n) {
		strbuf_add(b, ID_WORD, ID_LENGTH);
		strbuf_str(b, str_from(text, w.id + ID_LENGTH + id_n));
	}
	r->text = intern_add(&p->texts, strbuf_get(b));
	if (!seq_n)
		numbers.seq = -1;
	if (!id_n)
		numbers.id = -1;
	r->numbers = profile_add_numbers(p, &numbers);
}

struct str profile_text(
    const struct profile *p, const struct range *r, struct arena *a)
{
	struct str text = intern_get(&p->texts, r->text), whole;
	struct numbers numbers;
	struct strbuf b = {0};
	struct words w;
	size_t at, seq;

	if (r->numbers == 0 || p->numbers_apart)
		return text;
	numbers = profile_numbers(p, r);
	w = find_words(text);
	at = numbers.id == -1 ? text.n : w.id;
	seq = numbers.seq == -1
		  ? at
		  : (numbers.id == -1 ? w.seq : w.id_seq) + SEQ_LENGTH;
	strbuf_add(&b, text.p, seq);
	if (numbers.seq != -1)
		strbuf_int(&b, numbers.seq);
	strbuf_add(&b, text.p + seq, at - seq);
	if (numbers.id != -1) {
		strbuf_text(&b, ID_WORD);
		strbuf_int(&b, numbers.id);
		at += ID_LENGTH;
	}
	strbuf_str(&b, str_from(text, at));
	whole = (struct str){arena_text(a, b.p, b.n), b.n};
	strbuf_free(&b);
	return whole;
}

static int group_by_name(const void *a, const void *b)
{
	const struct profile_group *ga = a, *gb = b;

	return str_cmp(ga->name, gb->name);
}

void profile_sort_groups(struct profile *p)
{
	struct profile_group *v = p->groups.v;
	size_t i, n = 0;

	if (p->groups.n == 0)
		return;
	qsort(v, p->groups.n, sizeof *v, group_by_name);
	for (i = 0; i < p->groups.n; i++) {
		if (n == 0 || !str_eq(v[n - 1].name, v[i].name))
			v[n++] = v[i];
		else if (v[n - 1].size != v[i].size)
			v[n - 1].size = -1;
	}
	p->groups.n = n;
}

int64_t profile_group_size(const struct profile *p, struct str name)
{
	const struct profile_group key = {.name = name}, *v = p->groups.v;
	size_t at;

	if (p->groups.n == 0 || !name.p)
		return -1;
	at = order_find(&key, v, p->groups.n, sizeof *v, group_by_name);
	return at < p->groups.n && str_eq(v[at].name, name) ? v[at].size : -1;
}

void profile_untimed(struct profile *p, enum launch_kind kind)
{
	if (p->kinds & LAUNCH_BIT(kind))
		warnings_add(p->warnings, "%s without valid times: no duration",
		    profile_kinds[kind].noun, (struct str){NULL, 0});
}

void profile_drop_inverted(struct profile *p)
{
	struct arena a = {0};
	size_t i, n = 0;

	for (i = 0; i < p->ranges.n; i++) {
		if (p->ranges.v[i].end >= p->ranges.v[i].start)
			p->ranges.v[n++] = p->ranges.v[i];
		else
			warnings_add(p->warnings,
			    "%s left out: it ends before it starts", "range",
			    profile_text(p, &p->ranges.v[i], &a));
	}
	p->ranges.n = n;
	arena_free(&a);
}

/* Whether a started before b, of kernels with correlation ids. */
static bool is_before(const struct launch *a, const struct launch *b)
{
	bool timed = (a->flags & LAUNCH_TIMED) != 0;

	if (timed != ((b->flags & LAUNCH_TIMED) != 0))
		return timed;
	return timed && a->start != b->start ? a->start < b->start
					     : a->corr < b->corr;
}

void profile_count_orphans(struct profile *p)
{
	const struct launch *first = NULL;
	struct strbuf b = {0};
	size_t i, n = 0;

	for (i = 0; i < p->launches.n; i++) {
		const struct launch *l = &p->launches.v[i];

		if (l->kind != LAUNCH_KERNEL || l->flags & LAUNCH_HAS_API)
			continue;
		n++;
		if (l->flags & LAUNCH_HAS_CORR && l->corr != 0 &&
		    (!first || is_before(l, first)))
			first = l;
	}
	if (first)
		strbuf_printf(&b, "correlation id %lld", (long long)first->corr);
	for (; n > 0; n--)
		warnings_add(p->warnings, "%s without a launch call: no operator",
		    "kernel", first ? strbuf_get(&b) : (struct str){NULL, 0});
	strbuf_free(&b);
}

void profile_count_nameless(struct profile *p)
{
	size_t i, n = 0;

	for (i = 0; i < p->launches.n && !p->nameless; i++)
		if (p->launches.v[i].kind == LAUNCH_KERNEL &&
		    p->launches.v[i].name == PROFILE_NONE && n++ >= p->nunnamed)
			warnings_add(p->warnings, "%s without a name", "kernel",
			    (struct str){NULL, 0});
}

/* The flags of what is below 0. */
static unsigned negative(const struct config *c)
{
	unsigned flags = 0;
	int i;

	for (i = 0; i < 3; i++)
		if (c->grid[i] < 0 || c->block[i] < 0)
			flags |= LAUNCH_HAS_GRID;
	if (c->regs < 0)
		flags |= LAUNCH_HAS_REGS;
	if (c->smem < 0)
		flags |= LAUNCH_HAS_SMEM;
	if (c->bytes < 0)
		flags |= LAUNCH_HAS_BYTES;
	return flags & c->has;
}

void profile_drop_negative(struct profile *p)
{
	unsigned any = 0, flags;
	size_t i;

	/* there are few configs, and hardly ever one of these */
	for (i = 0; i < p->configs.list.n; i++)
		any |= negative(
		    (const void *)intern_get(&p->configs, (uint32_t)i).p);
	for (i = 0; any && i < p->launches.n; i++) {
		struct launch *l = &p->launches.v[i];
		struct config c = *profile_config(p, l);

		flags = negative(&c);
		if (!flags)
			continue;
		l->flags &= (uint16_t)~flags;
		profile_set_config(p, l, &c);
		if (p->kinds & LAUNCH_BIT(l->kind))
			warnings_add(p->warnings, "%s with a size below 0: no size",
			    profile_kinds[l->kind].noun, (struct str){NULL, 0});
	}
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
