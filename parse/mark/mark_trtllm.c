/*
 * mark_trtllm.c - the steps of TensorRT-LLM's executor.
 *
 * In:  [Executor] _forward_step 60000: 0 ctx reqs, 0 ctx tokens, 32 gen reqs
 *      the same without the number
 * Out: a range with the step's number; a forward
 */
#include "parse/mark/mark.h"

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	static const struct str head = {"[Executor] _forward_step", 24};
	struct mark_facts *f;
	size_t i = head.n + 1;

	(void)domain;
	if (!str_starts(text, head.p))
		return false;
	m->kind = MARK_RANGE;
	m->text = text;
	f = mark_add_facts(m, a);
	f->dir = MARK_FPROP;
	while (i < text.n && text.p[i] >= '0' && text.p[i] <= '9')
		i++;
	if (i > head.n + 1 && text.p[head.n] == ' ' && i < text.n && text.p[i] == ':')
		f->step = (struct str){text.p + head.n + 1, i - head.n - 1};
	return true;
}

const struct decoder mark_trtllm = {
    .name = "trtllm", .decode = decode, .in_torch = true};
