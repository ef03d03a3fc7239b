/*
 * mark_ort.c - the ranges of ONNX Runtime, built with its NVTX profile.
 *
 * In:  Conv.12(NODE), Gemm.0() where the node has no name; Conv.12 in the first
 *      generation; each perhaps with `_kernel` behind it, as builds write it
 *      that gather_op_profile.py reads
 *      Batch-TAG Forward, Batch-TAG Backward, where TAG may be empty
 *      Batch-TAG Recv-PEER and the like
 * Out: a call of the operator type, its node as module; the phase; a message
 *
 * A node's name is any text: it ends at the last parenthesis.  The text also
 * stays a range, since ONNX Runtime's own tools group by it.
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"

/* Pass the digits at p, with their value in *id; false if there are none or too
 * many. */
static bool take_index(struct str *s, int64_t *id)
{
	size_t n = 0;

	while (n < s->n && is_digit(s->p[n]))
		n++;
	if (!num_parse(s->p, n, 0, INT64_MAX, id))
		return false;
	*s = str_from(*s, n);
	return true;
}

static bool decode_node(struct str text, struct arena *a, struct mark *m)
{
	static const struct str tail = {"_kernel", 7};
	const char *dot = text.n ? memchr(text.p, '.', text.n) : NULL;
	struct str type, rest;
	struct mark_facts *f;

	if (!dot)
		return false;
	type = (struct str){text.p, (size_t)(dot - text.p)};
	rest = str_from(text, type.n + 1);
	if (!mark_is_word(type) || !take_index(&rest, &m->call.id))
		return false;
	if (str_ends(rest, tail.p)) {
		rest.n -= tail.n;
		text.n -= tail.n;
	}
	/* "layer.3" is somebody else's: types of operators are capitalised */
	if (rest.n == 0 && !is_upper(type.p[0]))
		return false;
	if (rest.n && (rest.n < 2 || rest.p[0] != '(' || rest.p[rest.n - 1] != ')'))
		return false;
	m->kind = MARK_CALL;
	m->call.op = type;
	m->call.has_id = true;
	f = mark_add_facts(m, a);
	f->range = text;
	if (rest.n > 2)
		mark_set_module(f, a, (struct str){rest.p + 1, rest.n - 2});
	return true;
}

static const struct {
	const char *tail, *phase;
	enum mark_dir dir;
} phases[] = {
    {" Forward", "forward", MARK_FPROP},
    {" Backward", "backward", MARK_BPROP},
};

/* The messages between the stages of a pipeline. */
static const char *const messages[] = {"Recv", "Send", "RecvMemcpy", "SendMemcpy"};

/* "Recv" of "Batch-3 Recv-1". */
static struct str message_of(struct str text)
{
	size_t end = text.n, start, i;

	while (end && is_digit(text.p[end - 1]))
		end--;
	if (end < 2 || end == text.n || text.p[end - 1] != '-')
		return (struct str){0};
	for (start = --end; start && text.p[start - 1] != ' ';)
		start--;
	for (i = 0; start && i < NELEMS(messages); i++)
		if (str_is((struct str){text.p + start, end - start}, messages[i]))
			return (struct str){text.p + start, end - start};
	return (struct str){0};
}

static bool decode_batch(struct str text, struct arena *a, struct mark *m)
{
	struct mark_facts *f;
	struct str message;
	size_t i;

	for (i = 0; i < NELEMS(phases); i++) {
		if (!str_ends(text, phases[i].tail))
			continue;
		m->kind = MARK_RANGE;
		m->text = text;
		f = mark_add_facts(m, a);
		f->phase = str_of(phases[i].phase);
		f->dir = phases[i].dir;
		return true;
	}
	message = message_of(text);
	if (!message.p)
		return false;
	m->kind = MARK_CALL;
	m->call.op = message;
	f = mark_add_facts(m, a);
	f->comm = message;
	f->range = text;
	return true;
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	if (domain.p)
		return false;
	return str_starts(text, "Batch-") ? decode_batch(text, a, m)
					  : decode_node(text, a, m);
}

const struct decoder mark_ort = {.name = "ort", .decode = decode};
