/*
 * decode.c - the mark of each range, texts decoded once.
 *
 * In:  ranges with text, domain, payload and numbers
 * Out: marks: shared by all ranges that say the same but for their numbers
 *
 * A profile has millions of ranges and hundreds of texts.
 */
#include "parse/steps/decode.h"

#include "common/nelems.h"

/* Whether the end of a range is lost. */
static bool is_open(const struct profile *p, const struct range *r)
{
	return r->end == INT64_MAX || (r->extra && profile_extra(p, r)->cut);
}

/* A range without an end need not enclose what came after it, so it is no
 * longer an operator.  Layers and the like stay what they are. */
static uint32_t open_mark(struct analysis *a, uint32_t range)
{
	const struct mark *m = analysis_mark(a, range);
	struct mark *plain;

	switch (m->kind) {
	case MARK_CALL:
	case MARK_NODE:
	case MARK_ENGINE:
	case MARK_ACCUMULATE:
		plain = arena_array(&a->arena, 1, sizeof *plain);
		plain->kind = MARK_RANGE;
		plain->text = profile_text(a->p, &a->p->ranges.v[range], &a->arena);
		return analysis_add_mark(a, plain);
	default:
		return a->range_mark[range];
	}
}

/* Whether the numbers beside the text are those of the mark's call.  A range
 * with arguments is one in its own record. */
static bool has_call(const struct mark *m)
{
	return m->kind == MARK_RANGE
		   ? m->call.nargs > 0
		   : m->kind == MARK_CALL || m->kind == MARK_NODE ||
			 m->kind == MARK_ENGINE || m->kind == MARK_ACCUMULATE;
}

/* Whether the mark repeats the numbers of the range, and nothing in it can
 * depend on them.  Then all ranges with this text share it. */
static bool is_numbered(
    const struct analysis *a, const struct mark *m, const struct range *r)
{
	struct numbers own;

	if (r->numbers == 0 || m->facts || !has_call(m))
		return false;
	own = profile_numbers(a->p, r);
	return m->call.has_seq == (own.seq != -1) &&
	       m->call.has_id == (own.id != -1) &&
	       (!m->call.has_seq || m->call.seq == own.seq) &&
	       (!m->call.has_id || m->call.id == own.id);
}

/* torch's checkpoint runs its forward again inside its node. */
static bool is_checkpoint(const struct mark *m)
{
	char stem[64];
	size_t n = m->kind == MARK_NODE
		       ? mark_stem(m->call.op, true, stem, sizeof stem)
		       : 0;

	return str_has((struct str){stem, n}, "checkpoint");
}

/* Calls of modules.  No backward makes them, so inside a node they are a
 * forward that is run again: torch's checkpoint without reentrance does that in
 * the node that needs the result. */
static const char *const module_calls[] = {
    "batch_norm",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "dropout",
    "group_norm",
    "instance_norm",
    "layer_norm",
    "linear",
    "rms_norm",
    "scaled_dot_product_attention",
};

static bool is_module_call(const struct mark *m)
{
	struct str name = m->call.op;
	size_t i;

	if (m->kind != MARK_CALL)
		return false;
	str_skip(&name, "aten::");
	for (i = 0; i < NELEMS(module_calls); i++)
		if (name.n && name.p[0] == module_calls[i][0] && /* mostly not */
		    str_is(name, module_calls[i]))
			return true;
	return false;
}

/* Add the numbers of a trace, which stand beside the text. */
static void take_numbers(struct mark *m, struct numbers own)
{
	m->call.has_seq = own.seq != -1;
	m->call.seq = own.seq;
	m->call.has_id = own.id != -1;
	m->call.id = own.id;
}

/* Decode the text of a range; the mark's number. */
static uint32_t decode(struct analysis *a, const struct range *r)
{
	struct mark *m = arena_array(&a->arena, 1, sizeof *m);
	const struct extra *e = profile_extra(a->p, r);
	struct str domain = {0};

	if (e->domain != PROFILE_NONE)
		domain = intern_get(&a->p->texts, e->domain);
	mark_decode(profile_text(a->p, r, &a->arena), domain, &a->arena, m);
	if (e->payload != PROFILE_NONE)
		mark_add_payload(
		    m, intern_get(&a->p->texts, e->payload), domain, &a->arena);
	if (a->p->numbers_apart && r->numbers &&
	    (m->kind != MARK_RANGE || has_call(m)))
		take_numbers(m, profile_numbers(a->p, r));
	m->numbered = is_numbered(a, m, r);
	m->checkpoint = is_checkpoint(m);
	m->module_call = is_module_call(m);
	a->phases |= m->facts && m->facts->phase.p;
	a->labels |= m->facts && m->facts->label.p;
	a->steps |= m->facts && m->facts->step.p;
	return analysis_add_mark(a, m);
}

/* Which numbers were cut out of the text of a range. */
enum { NPARTS = 4 };

static unsigned part_of(const struct profile *p, const struct range *r)
{
	struct numbers own;

	if (r->numbers == 0)
		return 0;
	own = profile_numbers(p, r);
	return (own.seq != -1) + 2u * (own.id != -1);
}

/* The last mark of a text, and the numbers it was decoded with. */
struct slot {
	uint32_t mark; /* 1-based; 0: none yet */
	uint32_t numbers;
};

/* The marks of plain texts, by part and text; and of ranges with a domain or
 * payload. */
struct decoded {
	struct slot *of[NPARTS];
	struct intern known;   /* part, domain, text, payload */
	VEC(struct slot) more; /* by the number of these */
};

/* The slot for the mark of such a range. */
static struct slot *slot_of(
    struct analysis *a, struct decoded *d, const struct range *r)
{
	const struct extra *e = profile_extra(a->p, r);
	unsigned part = part_of(a->p, r);
	uint32_t key[4] = {part, e->domain, r->text, e->payload}, at;

	if (e->domain == PROFILE_NONE && e->payload == PROFILE_NONE) {
		if (!d->of[part])
			d->of[part] = arena_array(
			    &a->arena, a->p->texts.list.n, sizeof *d->of[part]);
		return &d->of[part][r->text];
	}
	at = intern_add(&d->known, (struct str){(const char *)key, sizeof key});
	if (at == d->more.n)
		*vec_add(&d->more) = (struct slot){0};
	return &d->more.v[at];
}

void decode_marks(struct analysis *a)
{
	const struct profile *p = a->p;
	struct decoded d = {0};
	struct slot *s;
	uint32_t i;

	a->range_mark = arena_xrealloc(NULL, p->ranges.n, sizeof *a->range_mark);
	for (i = 0; i < p->ranges.n; i++) {
		const struct range *r = &p->ranges.v[i];

		s = slot_of(a, &d, r);
		if (s->mark == 0 || (r->numbers != s->numbers &&
					!a->marks.v[s->mark - 1]->numbered))
			*s = (struct slot){1 + decode(a, r), r->numbers};
		a->range_mark[i] = s->mark - 1;
		if (is_open(p, r))
			a->range_mark[i] = open_mark(a, i);
	}
	intern_free(&d.known);
	vec_free(&d.more);
}
