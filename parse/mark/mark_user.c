/*
 * mark_user.c - phases and steps in the texts that users write.
 *
 * In:  forward, Backward, ## optimizer ##; step 12, iteration_3, Batch #7
 * Out: a range as ever, with a phase or a step
 *
 * The whole text must fit: `Step 0 to 10` is not a step, `loss forward` not a
 * phase.  None gives a direction: anything may run inside.
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"
#include "common/nelems.h"

static const struct {
	const char *text, *phase;
} phases[] = {
    {"forward", "forward"},
    {"Forward", "forward"},
    {"forward pass", "forward"},
    {"## forward ##", "forward"},
    {"backward", "backward"},
    {"Backward", "backward"},
    {"backward pass", "backward"},
    {"## backward ##", "backward"},
    {"loss.backward", "backward"},
    {"update", "update"},
    {"optimizer", "update"},
    {"optimizer.step", "update"},
    {"optimizer_step", "update"},
    {"## optimizer ##", "update"},
};

/* The words in front of a step, in small letters. */
static const char *const counters[] = {"step", "iteration", "iter", "batch"};

static bool starts_with(struct str s, const char *word)
{
	size_t i, n = strlen(word);

	for (i = 0; i < n && i < s.n; i++) {
		if (to_lower(s.p[i]) != word[i])
			return false;
	}
	return s.n >= n;
}

bool mark_is_counter(struct str s)
{
	size_t i;

	for (i = 0; i < NELEMS(counters); i++)
		if (s.n == strlen(counters[i]) && starts_with(s, counters[i]))
			return true;
	return false;
}

/* "step 12", "Iter_3", "batch: 7". */
static bool is_step(struct str s)
{
	size_t i, n = s.n;

	while (n && is_digit(s.p[n - 1]))
		n--;
	if (n == s.n || n == 0)
		return false;
	for (i = 0; i < 2 && n && s.p[n - 1] && strchr(" _#:-=", s.p[n - 1]); i++)
		n--;
	return mark_is_counter((struct str){s.p, n});
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	size_t i, n = NELEMS(phases);

	(void)domain;
	for (i = 0; i < n && !str_is(text, phases[i].text); i++)
		;
	if (i == n && !is_step(text))
		return false;
	m->kind = MARK_RANGE;
	m->text = text;
	if (i < n)
		mark_add_facts(m, a)->phase = str_of(phases[i].phase);
	else
		mark_add_facts(m, a)->step = text;
	return true;
}

const struct decoder mark_user = {
    .name = "user", .decode = decode, .in_torch = true};
