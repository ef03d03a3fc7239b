/*
 * mark_deepspeed.c - the methods that DeepSpeed wraps in ranges.
 *
 * In:  DeepSpeedEngine.forward, .backward, .step, and those of its optimizers,
 *      as DeepSpeedZeroOptimizer_Stage3.step
 * Out: a range with phase and direction
 */
#include "parse/mark/mark.h"

#include "common/nelems.h"

static const struct {
	const char *method, *phase;
	enum mark_dir dir;
} methods[] = {
    {"forward", "forward", MARK_FPROP},
    {"backward", "backward", MARK_BPROP},
    {"step", "update", MARK_DIR_NONE},
};

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	const char *dot;
	struct str class, method;
	struct mark_facts *f;
	size_t i;

	(void)domain;
	if (!str_starts(text, "DeepSpeed"))
		return false;
	dot = memchr(text.p, '.', text.n);
	if (!dot)
		return false;
	class = (struct str){text.p, (size_t)(dot - text.p)};
	method = str_from(text, class.n + 1);
	for (i = 0; i < NELEMS(methods); i++) {
		if (!str_is(method, methods[i].method) || !mark_is_word(class))
			continue;
		m->kind = MARK_RANGE;
		m->text = text;
		f = mark_add_facts(m, a);
		f->phase = str_of(methods[i].phase);
		f->dir = methods[i].dir;
		return true;
	}
	return false;
}

const struct decoder mark_deepspeed = {
    .name = "deepspeed", .domains = "DeepSpeed|", .decode = decode, .in_torch = true};
