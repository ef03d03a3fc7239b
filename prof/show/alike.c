/*
 * alike.c - texts that are different where values are.
 *
 * In:  texts with the values that they show
 * Out: the texts, cut, and marked where two values would look the same
 */
#include "prof/show/alike.h"

#include <stdio.h>

#include "common/intern.h"
#include "prof/show/width.h"

/* A value, and what shows it. */
struct name {
	struct str text; /* as it came, then as it goes */
	bool done;
};

struct names {
	struct intern values; /* numbered as list */
	VEC(struct name) list;
	struct intern taken; /* texts that some value has */
	VEC(unsigned) marks; /* of each of these, the last mark behind it */
	struct strbuf b;
};

/* Whether the text is free; it is then taken. */
static bool take(struct names *t, struct str text)
{
	if (intern_add(&t->taken, text) < t->marks.n)
		return false;
	*vec_add(&t->marks) = 1;
	return true;
}

/* Set b to the text cut so that a mark fits behind it. */
static void mark(struct names *t, struct str text, size_t most, unsigned k)
{
	char end[16];
	size_t n = (size_t)snprintf(end, sizeof end, "~%u", k);

	t->b.n = 0;
	width_cut(text, most > n ? most - n : 0, &t->b);
	strbuf_add(&t->b, end, n);
}

static void name(struct names *t, struct name *of, size_t most, struct arena *arena)
{
	uint32_t base;

	t->b.n = 0;
	width_cut(of->text, most, &t->b);
	if (!take(t, strbuf_get(&t->b))) {
		base = intern_add(&t->taken, strbuf_get(&t->b));
		do {
			mark(t, of->text, most, ++t->marks.v[base]);
		} while (!take(t, strbuf_get(&t->b)));
	}
	of->text = (struct str){arena_text(arena, t->b.p, t->b.n), t->b.n};
	of->done = true;
}

void alike_cut(struct str *texts, const struct str *values, size_t n,
    size_t most, struct arena *arena)
{
	struct names t = {0};
	uint32_t *of = arena_xzeroed(n, sizeof *of);

	for (size_t i = 0; i < n; i++) {
		of[i] = intern_add(&t.values, values[i]);
		if (of[i] == t.list.n)
			*vec_add(&t.list) = (struct name){texts[i], false};
	}
	for (size_t i = 0; i < t.list.n; i++) {
		struct name *v = &t.list.v[i];

		if (width_of(v->text) <= most)
			v->done = take(&t, v->text);
	}
	for (size_t i = 0; i < t.list.n; i++) {
		if (!t.list.v[i].done)
			name(&t, &t.list.v[i], most, arena);
	}
	for (size_t i = 0; i < n; i++)
		texts[i] = t.list.v[of[i]].text;
	free(of);
	intern_free(&t.values);
	intern_free(&t.taken);
	vec_free(&t.list);
	vec_free(&t.marks);
	strbuf_free(&t.b);
}
