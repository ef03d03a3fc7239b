/*
 * mark_xla.c - the ranges of XLA, which JAX and TensorFlow run.
 *
 * In:  Thunk:#[name=N,]hlo_op=H[,unique_hlo_op_id=U]#
 *      XlaModule:#[prefix=P,]hlo_module=M[,program_id=I]#
 *      XlaCompile:#..#, XlaPass:#..#, XlaAutotunerMeasurement:#..# and others
 *      each perhaps with "TSL:" in front, as the reports of nsys print them
 * Out: a call of the HLO operation, its name as module; the HLO module; the
 *      phases of a compilation
 *
 * The text is read from the right end: N is any text, with commas, brackets,
 * '=' and '#'.
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"
#include "common/nelems.h"

static bool is_id(struct str s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (s.p[i] == ',' || s.p[i] == '#' || s.p[i] == '=')
			return false;
	return s.n > 0;
}

/* Cut "LABELn" off the end, if it is there. */
static void take_number(struct str *s, const char *label)
{
	size_t i = s->n, n = strlen(label);

	while (i && is_digit(s->p[i - 1]))
		i--;
	if (i < s->n && str_ends((struct str){s->p, i}, label))
		s->n = i - n;
}

/* Cut "LABEL=id" and the comma before it off the end. */
static bool take_id(struct str *s, const char *label, struct str *id)
{
	size_t i = s->n, n = strlen(label);

	while (i && s->p[i - 1] != '=')
		i--;
	*id = str_from(*s, i);
	if (!is_id(*id) || !str_ends((struct str){s->p, i}, label))
		return false;
	i -= n;
	if (i && s->p[i - 1] != ',')
		return false;
	s->n = i ? i - 1 : 0;
	return true;
}

static const char transpose[] = "transpose(jvp(";

/* The name without the transpose(..) around jvp(..); p == NULL: it has no
 * end. */
static struct str forward_name(struct str name, struct arena *a)
{
	const char *at = str_find(name, transpose);
	size_t head = (size_t)(at - name.p), open = head + 10, i, depth = 1;
	char *text;

	for (i = open; i < name.n && depth; i++)
		depth += (name.p[i] == '(') - (size_t)(name.p[i] == ')');
	if (depth)
		return (struct str){0};
	text = arena_array(a, name.n, 1);
	memcpy(text, name.p, head);
	memcpy(text + head, name.p + open, i - 1 - open);
	memcpy(text + head + i - 1 - open, name.p + i, name.n - i);
	return (struct str){text, name.n - 11};
}

static bool decode_thunk(struct str inner, struct arena *a, struct mark *m)
{
	struct mark_facts *f;

	take_number(&inner, ",unique_hlo_op_id=");
	if (!take_id(&inner, "hlo_op=", &m->call.op))
		return false;
	if (inner.n && !str_skip(&inner, "name="))
		return false;
	m->kind = MARK_CALL;
	if (inner.n == 0)
		return true;
	f = mark_add_facts(m, a);
	mark_set_module(f, a, inner);
	/* jvp is the forward of a derivative, its transpose the backward */
	f->dir = str_has(inner, transpose) ? MARK_BPROP
		 : str_has(inner, "jvp(")  ? MARK_FPROP
					   : MARK_DIR_NONE;
	if (f->dir == MARK_FPROP)
		f->label = f->modules[0];
	if (f->dir == MARK_BPROP)
		f->label = forward_name(f->modules[0], a);
	return true;
}

/* Kernels inside these are not part of the model. */
static const struct {
	const char *head, *phase;
} phases[] = {
    {"XlaAutotuner", "autotune"},
    {"XlaCompile", "compile"},
    {"XlaPass", "compile"},
};

static bool decode_xla(
    struct str text, struct str body, struct arena *a, struct mark *m)
{
	const char *mark = str_find(body, ":#");
	struct str inner, module;
	struct mark_facts *f;
	size_t i;

	if (!mark)
		return false;
	m->kind = MARK_RANGE;
	m->text = text;
	inner = str_from(body, (size_t)(mark + 2 - body.p));
	if (inner.n == 0)
		return true;
	inner.n--;
	take_number(&inner, ",program_id=");
	if (str_starts(body, "XlaModule:#") &&
	    take_id(&inner, "hlo_module=", &module)) {
		mark_set_module(mark_add_facts(m, a), a, module);
		return true;
	}
	for (i = 0; i < NELEMS(phases); i++) {
		if (!str_starts(body, phases[i].head))
			continue;
		f = mark_add_facts(m, a);
		f->phase = str_of(phases[i].phase);
		break;
	}
	return true;
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	struct str body = text, inner;

	(void)domain;
	str_skip(&body, "TSL:");
	if (body.n < 2 || body.p[body.n - 1] != '#')
		return false;
	inner = (struct str){body.p, body.n - 1};
	if (str_skip(&inner, "Thunk:#") && inner.n)
		return decode_thunk(inner, a, m);
	return str_starts(body, "Xla") && decode_xla(text, body, a, m);
}

const struct decoder mark_xla = {.name = "xla", .domains = "TSL|", .decode = decode};
