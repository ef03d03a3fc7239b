/*
 * mark_nemo.c - the modules that NeMo Automodel puts in ranges.
 *
 * In:  CHILD: CLASS, as q_proj: Linear; the same text in both directions
 * Out: a range that is a module as well: a user may have written it
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"

/* LlamaMLP, but not LR: a class begins with a capital and has small letters. */
static bool is_class(struct str s)
{
	size_t i;

	if (!mark_is_word(s) || !is_upper(s.p[0]))
		return false;
	for (i = 1; i < s.n; i++)
		if (is_lower(s.p[i]))
			return true;
	return false;
}

/* An attribute, or an index into a list of modules. */
static bool is_child(struct str s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (!is_lower(s.p[i]) && !is_digit(s.p[i]) && s.p[i] != '_')
			return false;
	return s.n > 0;
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	const char *colon = str_find(text, ": ");

	if (!colon || domain.p ||
	    !is_child((struct str){text.p, (size_t)(colon - text.p)}) ||
	    !is_class(str_from(text, (size_t)(colon + 2 - text.p))))
		return false;
	m->kind = MARK_RANGE;
	m->text = text;
	mark_set_module(mark_add_facts(m, a), a, text);
	return true;
}

const struct decoder mark_nemo = {.name = "nemo", .decode = decode};
