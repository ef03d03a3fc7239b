/*
 * mark_trtllm.c - the steps of TensorRT-LLM's executor.
 *
 * In:  [Executor] _forward_step 60000: 0 ctx reqs, 0 ctx tokens, 32 gen reqs
 *      the same without the number
 * Out: a range with the step's number; a forward
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	struct str step = text;
	struct mark_facts *f;
	size_t n = 0;

	(void)domain;
	if (!str_skip(&step, "[Executor] _forward_step"))
		return false;
	m->kind = MARK_RANGE;
	m->text = text;
	f = mark_add_facts(m, a);
	f->dir = MARK_FPROP;
	if (!str_skip(&step, " "))
		return true;
	while (n < step.n && is_digit(step.p[n]))
		n++;
	if (n && n < step.n && step.p[n] == ':')
		f->step = (struct str){step.p, n};
	return true;
}

const struct decoder mark_trtllm = {
    .name = "trtllm", .decode = decode, .in_torch = true};
