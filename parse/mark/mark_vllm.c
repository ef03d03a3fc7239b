/*
 * mark_vllm.c - vLLM's scopes.
 *
 * In:  gpu_model_runner: forward, and what else the engine does in a step
 * Out: a range whose phase is what follows the colon
 */
#include "parse/mark/mark.h"

static const char *const scopes[] = {
    "gpu_model_runner: ", "gpu_worker: ", "core step: ", "llm_engine step: "};

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	struct mark_facts *f;
	size_t i;

	(void)domain;
	for (i = 0; i < sizeof scopes / sizeof *scopes; i++) {
		if (!str_starts(text, scopes[i]) || text.n == strlen(scopes[i]))
			continue;
		m->kind = MARK_RANGE;
		m->text = text;
		f = mark_add_facts(m, a);
		f->phase = str_from(text, strlen(scopes[i]));
		if (str_is(f->phase, "forward"))
			f->dir = MARK_FPROP;
		return true;
	}
	return false;
}

const struct decoder mark_vllm = {
    .name = "vllm", .decode = decode, .in_torch = true};
