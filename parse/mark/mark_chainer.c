/*
 * mark_chainer.c - the ranges of Chainer's CUDAProfileHook and of
 * chainer_profutil.
 *
 * In:  LABEL.forward, LABEL.backward around each function; labels are the names
 *      of classes, or symbols: `_ * 0.5`
 *      iteration, model.forward, model.backward, model.update
 * Out: a call with its direction; phases and the step, as ranges
 *
 * The text is cut at the last dot, since a label may hold one.
 * `encoder.forward` is a user's: Chainer's classes begin with a capital, and
 * its symbols have a '_' in place of the operand.
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"
#include "common/nelems.h"

static const struct {
	const char *text, *phase;
	enum mark_dir dir;
} parts[] = {
    {"iteration", NULL, MARK_DIR_NONE},
    {"model.forward", "forward", MARK_FPROP},
    {"model.backward", "backward", MARK_BPROP},
    {"model.update", "update", MARK_DIR_NONE},
};

static const struct {
	const char *tail;
	enum mark_dir dir;
} tails[] = {
    {".forward", MARK_FPROP},
    {".backward", MARK_BPROP},
};

static bool is_part_of_word(char c)
{
	return mark_is_word((struct str){&c, 1}) || is_digit(c);
}

/* Whether a '_' stands alone: "_ + _", "2 - _", "|_|". */
static bool has_operand(struct str s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (s.p[i] == '_' && (i == 0 || !is_part_of_word(s.p[i - 1])) &&
		    (i + 1 == s.n || !is_part_of_word(s.p[i + 1])))
			return true;
	return false;
}

static bool is_label(struct str s)
{
	if (mark_is_word(s))
		return s.p[0] == '_' || is_upper(s.p[0]);
	return has_operand(s);
}

static bool decode_function(struct str text, struct arena *a, struct mark *m)
{
	struct mark_facts *f;
	size_t i, n;

	for (i = 0; i < NELEMS(tails); i++) {
		if (!str_ends(text, tails[i].tail))
			continue;
		n = text.n - strlen(tails[i].tail);
		if (!is_label((struct str){text.p, n}))
			return false;
		m->kind = MARK_CALL;
		m->call.op = (struct str){text.p, n};
		f = mark_add_facts(m, a);
		f->dir = tails[i].dir;
		f->label = m->call.op;
		f->label_once = true;
		return true;
	}
	return false;
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	struct mark_facts *f;
	size_t i;

	if (domain.p)
		return false;
	for (i = 0; i < NELEMS(parts); i++) {
		if (!str_is(text, parts[i].text))
			continue;
		m->kind = MARK_RANGE;
		m->text = text;
		f = mark_add_facts(m, a);
		if (parts[i].phase)
			f->phase = str_of(parts[i].phase);
		else
			f->step = text;
		f->dir = parts[i].dir;
		f->all_forwards = f->dir == MARK_FPROP;
		return true;
	}
	return decode_function(text, a, m);
}

const struct decoder mark_chainer = {.name = "chainer", .decode = decode};
