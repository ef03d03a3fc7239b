/*
 * mark_trt.c - the ranges of TensorRT: layers by their names.
 *
 * In:  LAYER, LAYER + LAYER (fused), LAYER || LAYER (merged side by side)
 *      Reformatting CopyNode for TENSOR to LAYER + LAYER
 *      {ForeignNode[FIRST...LAST]}
 *      ExecutionContext::execute, ::enqueue
 * Out: a call named by the text, its layers as modules; the phase; a forward
 *
 * In TensorRT's own domain every text is a layer.  Elsewhere a text must look
 * like nobody else's, as layers are named by the imported network.
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"

/* The layers of a text; v == NULL: none. */
struct layers {
	struct str *v;
	size_t n;
};

/* The place of the next joint, or NULL. */
static const char *find_joint(struct str s)
{
	size_t i;

	for (i = 0; i + 3 <= s.n; i++)
		if (memcmp(s.p + i, " + ", 3) == 0 ||
		    (i + 4 <= s.n && memcmp(s.p + i, " || ", 4) == 0))
			return s.p + i;
	return NULL;
}

static struct layers split(struct str s, struct arena *a)
{
	struct layers l = {0};
	const char *joint;
	size_t n = 1, i;

	for (i = 0; i < s.n; i++)
		n += s.p[i] == '+' || (s.p[i] == '|' && i && s.p[i - 1] == '|');
	l.v = arena_array(a, n, sizeof *l.v);
	while ((joint = find_joint(s))) {
		l.v[l.n++] = (struct str){s.p, (size_t)(joint - s.p)};
		s = str_from(s, (size_t)(joint - s.p) + (joint[1] == '+' ? 3 : 4));
	}
	l.v[l.n++] = s;
	return l;
}

/* FIRST...LAST of a ForeignNode: all layers between the two. */
static struct layers split_foreign(struct str inner, struct arena *a)
{
	struct layers l = {0};
	const char *dots = str_find(inner, "...");
	size_t first = dots ? (size_t)(dots - inner.p) : inner.n;

	l.v = arena_array(a, 2, sizeof *l.v);
	l.v[l.n++] = (struct str){inner.p, first};
	if (dots)
		l.v[l.n++] = str_from(inner, first + 3);
	return l;
}

/* Cut off what stands around the layers of a {ForeignNode[FIRST...LAST]}. */
static bool strip_foreign(struct str *s)
{
	struct str inner = *s;

	if (!str_skip(&inner, "{ForeignNode[") || !str_ends(inner, "]}"))
		return false;
	*s = (struct str){inner.p, inner.n - 2};
	return true;
}

/* The layers of a reformat, behind the last " to ": the name of the tensor
 * stands in front of it and may hold another. */
static struct str reformat_target(struct str s)
{
	size_t i;

	for (i = s.n; i >= 4; i--)
		if (memcmp(s.p + i - 4, " to ", 4) == 0)
			return str_from(s, i);
	return str_from(s, s.n);
}

/* Whether importers of networks make such names: a path, a name with a number
 * behind it, or TensorRT's own for a layer without a name. */
static bool is_layer(struct str s)
{
	size_t n = s.n, i;

	if (str_starts(s, "(Unnamed Layer* ") || str_starts(s, "PWN("))
		return true;
	for (i = 0; i < s.n; i++)
		if (s.p[i] == ' ')
			return false;
	if (s.n && memchr(s.p, '/', s.n))
		return true;
	while (n && is_digit(s.p[n - 1]))
		n--;
	return n > 1 && n < s.n && s.p[n - 1] == '_';
}

static bool all_layers(const struct layers *l)
{
	size_t i;

	for (i = 0; i < l->n; i++)
		if (!is_layer(l->v[i]))
			return false;
	return l->n > 1;
}

static void set_layers(
    struct str text, const struct layers *l, struct arena *a, struct mark *m)
{
	struct mark_facts *f = mark_add_facts(m, a);

	m->kind = MARK_CALL;
	m->call.op = text;
	f->modules = l->v;
	f->nmodules = l->n;
	f->dir = MARK_FPROP;
}

/* ExecutionContext::execute and the like: the root of an inference. */
static bool decode_root(struct str text, struct arena *a, struct mark *m)
{
	struct str phase = text;
	struct mark_facts *f;

	if (!str_skip(&phase, "IExecutionContext::") &&
	    !str_skip(&phase, "ExecutionContext::"))
		return false;
	if (!mark_is_word(phase))
		return false;
	m->kind = MARK_RANGE;
	m->text = text;
	f = mark_add_facts(m, a);
	f->phase = phase;
	f->dir = MARK_FPROP;
	return true;
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	bool sure = str_is(domain, "TensorRT");
	struct layers l = {0};
	struct str inner = text;

	if ((domain.p && !sure) || text.n == 0)
		return false;
	if (decode_root(text, a, m))
		return true;
	if (str_skip(&inner, "Reformatting CopyNode for "))
		l = split(reformat_target(inner), a);
	else if (strip_foreign(&inner))
		l = split_foreign(inner, a);
	else if (sure || find_joint(text)) {
		l = split(text, a);
		if (!sure && !all_layers(&l))
			return false;
	} else {
		return false;
	}
	set_layers(text, &l, a, m);
	return true;
}

const struct decoder mark_trt = {
    .name = "trt", .domains = "TensorRT|", .decode = decode};
