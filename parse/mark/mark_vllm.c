/*
 * mark_vllm.c - vLLM's scopes.
 *
 * In:  gpu_model_runner: forward, and what else the engine does in a step
 * Out: a range whose phase is what follows the colon
 */
#include "parse/mark/mark.h"

#include "common/nelems.h"

static const char *const scopes[] = {
    "gpu_model_runner: ", "gpu_worker: ", "core step: ", "llm_engine step: "};

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	struct mark_facts *f;
	struct str phase = text;
	size_t i;

	(void)domain;
	for (i = 0; i < NELEMS(scopes); i++) {
		if (!str_skip(&phase, scopes[i]))
			continue;
		if (phase.n == 0)
			return false;
		m->kind = MARK_RANGE;
		m->text = text;
		f = mark_add_facts(m, a);
		f->phase = phase;
		if (str_is(f->phase, "forward"))
			f->dir = MARK_FPROP;
		return true;
	}
	return false;
}

const struct decoder mark_vllm = {
    .name = "vllm", .decode = decode, .in_torch = true};
