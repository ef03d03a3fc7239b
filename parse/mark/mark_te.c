/*
 * mark_te.c - the ranges of TransformerEngine.
 *
 * In:  transformer_engine.CLASS.forward[.BUFFER][.PART], or backward, as
 *      transformer_engine._Linear.backward.fc1_dgrad.wgrad_gemm
 * Out: a call of the class, with its direction; the whole as a range
 */
#include "parse/mark/mark.h"

/* Cut off the part before the next '.'. */
static struct str take_part(struct str *s)
{
	const char *dot = s->n ? memchr(s->p, '.', s->n) : NULL;
	struct str part = {s->p, dot ? (size_t)(dot - s->p) : s->n};

	*s = str_from(*s, part.n + (dot ? 1 : 0));
	return part;
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	struct str rest = text, class, method;
	struct mark_facts *f;

	(void)domain;
	if (!str_skip(&rest, "transformer_engine."))
		return false;
	class = take_part(&rest);
	method = take_part(&rest);
	if (!mark_is_word(class) ||
	    !(str_is(method, "forward") || str_is(method, "backward")))
		return false;
	m->kind = MARK_CALL;
	m->call.op = class;
	f = mark_add_facts(m, a);
	f->dir = str_is(method, "forward") ? MARK_FPROP : MARK_BPROP;
	f->range = text;
	return true;
}

const struct decoder mark_te = {.name = "te", .decode = decode};
