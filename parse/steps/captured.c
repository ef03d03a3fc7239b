/*
 * captured.c - what stream captures recorded.
 *
 * In:  a trace's captured launches, the ranges around them
 * Out: graphs; of several captures that are alike one, with what they agree in
 *
 * Whether captures agree is asked of texts as the trace has them: equal texts
 * have equal meanings.  A capture is taken up as a graph of its own, compared,
 * and given up again if there is one like it.
 */
#include "parse/steps/captured.h"

#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "common/nelems.h"
#include "parse/mark/pydict.h"
#include "parse/steps/analysis.h"
#include "parse/steps/decode.h"
#include "parse/steps/nest.h"

/* A trace whose captures are taken up. */
struct taking {
	struct captured *c;
	struct analysis a;
	uint32_t *texts;   /* of each of its texts: number in c, or NONE */
	uint32_t *local;   /* of each of its ranges: number in the graph, */
	uint32_t *capture; /* if it was met in this capture */
	uint32_t number;   /* of the capture that is taken up */
};

/* ---- payloads ---- */

/* What of a call's payload need not agree: frames and modules. */
static const char *const loose_keys[] = {"stack", "modules"};

static bool is_key(const struct py *key, const char *name)
{
	return key->kind == PY_STR && str_is(key->text, name);
}

/* The key's name if it is one of these, or NULL. */
static const char *loose_key(const struct py *key)
{
	size_t i;

	for (i = 0; i < NELEMS(loose_keys); i++)
		if (is_key(key, loose_keys[i]))
			return loose_keys[i];
	return NULL;
}

/* Append a value as it was written. */
static void put_py(struct strbuf *b, const struct py *v)
{
	if (v->kind == PY_STR)
		json_escape(b, v->text);
	else
		strbuf_str(b, v->text);
}

static void put_key(struct strbuf *b, const struct py *key)
{
	strbuf_char(b, b->n ? ',' : '{');
	put_py(b, key);
	strbuf_char(b, ':');
}

/* The part of a payload that must agree, as a text. */
static uint32_t strict_part(struct captured *c, uint32_t payload)
{
	struct strbuf b = {0};
	struct arena a = {0};
	uint32_t strict;
	struct py d;
	size_t i;

	if (payload == PROFILE_NONE)
		return PROFILE_NONE;
	strict = map_get(&c->strict, payload);
	if (strict != MAP_NONE)
		return strict;
	if (pydict_pairs(intern_get(&c->texts, payload), &a, &d) == 0)
		for (i = 0; i + 1 < d.n; i += 2) {
			const struct py *key = &d.items[i];

			if (is_key(key, "values") || loose_key(key))
				continue;
			put_key(&b, key);
			put_py(&b, key + 1);
		}
	strict = intern_add(&c->texts, strbuf_get(&b));
	*map_at(&c->strict, payload) = strict;
	strbuf_free(&b);
	arena_free(&a);
	return strict;
}

static bool same_py(const struct py *a, const struct py *b)
{
	return (a->kind == PY_STR) == (b->kind == PY_STR) &&
	       str_eq(a->text, b->text);
}

/* Append the values that both have; in the place of others None, which is no
 * text and so no value. */
static void put_values(struct strbuf *b, const struct py *x, const struct py *y)
{
	size_t i;

	strbuf_char(b, '[');
	for (i = 0; i < x->n; i++) {
		if (i)
			strbuf_char(b, ',');
		if (same_py(&x->items[i], &y->items[i]))
			put_py(b, &x->items[i]);
		else
			strbuf_text(b, "None");
	}
	strbuf_char(b, ']');
}

/* Append the member of x, a key and a value, as far as y agrees. */
static void put_common(struct strbuf *b, const struct py *key, const struct py *y)
{
	const char *loose = loose_key(key);
	const struct py *v = key + 1, *w = v; /* what is strict agrees */

	if (is_key(key, "values"))
		w = pydict_get(y, "values");
	else if (loose)
		w = pydict_get(y, loose);
	if (w && same_py(v, w)) {
		put_key(b, key);
		put_py(b, v);
	} else if (w && !loose && v->kind == PY_LIST && w->kind == PY_LIST &&
		   v->n == w->n) {
		put_key(b, key);
		put_values(b, v, w);
	}
}

/* The payload with what both agree in, whose strict parts are the same. */
static uint32_t common_payload(struct captured *c, uint32_t x, uint32_t y)
{
	struct strbuf b = {0};
	struct arena a = {0};
	struct py dx, dy;
	size_t i;

	if (x == y || x == PROFILE_NONE || y == PROFILE_NONE)
		return x == y ? x : PROFILE_NONE;
	if (pydict_pairs(intern_get(&c->texts, x), &a, &dx) == 0 &&
	    pydict_pairs(intern_get(&c->texts, y), &a, &dy) == 0)
		for (i = 0; i + 1 < dx.n; i += 2)
			put_common(&b, &dx.items[i], &dy);
	x = PROFILE_NONE;
	if (b.n) {
		strbuf_char(&b, '}');
		x = intern_add(&c->texts, strbuf_get(&b));
	}
	strbuf_free(&b);
	arena_free(&a);
	return x;
}

/* ---- a capture as a graph ---- */

static uint32_t text_of(struct taking *t, uint32_t text)
{
	if (text == PROFILE_NONE)
		return text;
	if (t->texts[text] == PROFILE_NONE)
		t->texts[text] =
		    intern_add(&t->c->texts, intern_get(&t->a.p->texts, text));
	return t->texts[text];
}

enum use { UNUSED, CALL, LOOSE };

/* What a range is around a captured kernel.  What a user's range says is of the
 * other run.  A call in the text of which is a module (a dictionary of vLLM's
 * or SGLang's) is of the module. */
static enum use use_of(const struct mark *m, const struct extra *e)
{
	switch (m->kind) {
	case MARK_CALL:
	case MARK_NODE:
	case MARK_ENGINE:
	case MARK_ACCUMULATE:
		return !e->is_op && m->facts && m->facts->nmodules ? LOOSE : CALL;
	case MARK_LAYER:
	case MARK_MODULE:
	case MARK_TRACE:
	case MARK_FRAME:
		return LOOSE;
	default:
		return m->facts && (m->facts->nmodules || m->facts->nframes)
			   ? LOOSE
			   : UNUSED;
	}
}

/* The number of a range in the graph that is being made, which is the last. */
static uint32_t add_range(
    struct taking *t, struct captured_graph *g, uint32_t range, enum use use)
{
	const struct range *r = &t->a.p->ranges.v[range];
	const struct extra *extra = profile_extra(t->a.p, r);
	struct captured_range *own;
	uint32_t payload;

	if (t->capture[range] == t->number)
		return t->local[range];
	payload = text_of(t, extra->payload);
	own = vec_add(&t->c->ranges);
	*own = (struct captured_range){.text = text_of(t, r->text),
	    .domain = text_of(t, extra->domain),
	    .payload = {payload, payload},
	    .call = use == CALL,
	    .op = extra->is_op != 0};
	t->capture[range] = t->number;
	t->local[range] = (uint32_t)g->nranges++;
	return t->local[range];
}

static void add_kernel(struct taking *t, struct captured_graph *g,
    const struct launch *l, const struct chains *around, const struct chain *chain)
{
	const uint32_t *v = chain_ranges(around, chain);
	const struct config *config = profile_config(t->a.p, l);
	struct captured_kernel k = {.name = text_of(t, l->name),
	    .at = t->c->around.n,
	    .has_sizes = (l->flags & LAUNCH_HAS_GRID) != 0};
	uint32_t i;

	memcpy(k.grid, config->grid, sizeof k.grid);
	memcpy(k.block, config->block, sizeof k.block);
	for (i = 0; i < chain->n; i++) {
		enum use use = use_of(analysis_mark(&t->a, v[i]),
		    profile_extra(t->a.p, &t->a.p->ranges.v[v[i]]));

		if (use == UNUSED)
			continue;
		*vec_add(&t->c->around) = add_range(t, g, v[i], use);
	}
	k.n = (uint32_t)(t->c->around.n - k.at);
	*vec_add(&t->c->kernels) = k;
	g->nkernels++;
}

/* ---- what graphs are found by ---- */

static void put_number(struct strbuf *b, uint32_t number)
{
	strbuf_add(b, (const char *)&number, sizeof number);
}

static uint32_t names_key(struct captured *c, const struct captured_graph *g)
{
	VEC(uint32_t) names = {0};
	uint32_t key;
	size_t i;

	for (i = 0; i < g->nkernels; i++)
		*vec_add(&names) = c->kernels.v[g->kernels + i].name;
	key = captured_key(c, names.v, names.n);
	vec_free(&names);
	return key;
}

/* Of each range that is a call its number among the calls; of others NONE. */
static uint32_t *number_calls(
    const struct captured *c, const struct captured_graph *g)
{
	uint32_t *number = profile_nones(g->nranges), n = 0;
	size_t i;

	for (i = 0; i < g->nranges; i++)
		if (c->ranges.v[g->ranges + i].call)
			number[i] = n++;
	return number;
}

/* Names, calls, and which kernel is in which. */
static uint32_t calls_key(
    struct captured *c, const struct captured_graph *g, uint32_t names)
{
	uint32_t *number = number_calls(c, g), i, key;
	struct strbuf b = {0};
	size_t k;

	put_number(&b, names);
	for (k = 0; k < g->nranges; k++) {
		const struct captured_range *r = &c->ranges.v[g->ranges + k];

		if (!r->call)
			continue;
		put_number(&b, r->text);
		put_number(&b, r->domain);
		put_number(&b, r->op);
		put_number(&b, strict_part(c, r->payload[0]));
	}
	for (k = 0; k < g->nkernels; k++) {
		const struct captured_kernel *own = &c->kernels.v[g->kernels + k];

		put_number(&b, PROFILE_NONE); /* a kernel begins */
		for (i = 0; i < own->n; i++)
			if (number[c->around.v[own->at + i]] != PROFILE_NONE)
				put_number(&b, number[c->around.v[own->at + i]]);
	}
	key = intern_add(&c->calls, strbuf_get(&b));
	strbuf_free(&b);
	free(number);
	return key;
}

static uint32_t sizes_key(
    struct captured *c, const struct captured_graph *g, uint32_t calls)
{
	struct strbuf b = {0};
	uint32_t key;
	size_t i;

	put_number(&b, calls);
	for (i = 0; i < g->nkernels; i++) {
		const struct captured_kernel *k = &c->kernels.v[g->kernels + i];

		strbuf_char(&b, k->has_sizes);
		if (!k->has_sizes)
			continue;
		strbuf_add(&b, (const char *)k->grid, sizeof k->grid);
		strbuf_add(&b, (const char *)k->block, sizeof k->block);
	}
	key = intern_add(&c->sizes, strbuf_get(&b));
	strbuf_free(&b);
	return key;
}

/* ---- graphs that are alike ---- */

/* The next range of the graph that is a call, from i on. */
static size_t next_call(
    const struct captured *c, const struct captured_graph *g, size_t i)
{
	while (i < g->nranges && !c->ranges.v[g->ranges + i].call)
		i++;
	return i;
}

/* Keep of the calls' payloads what the graphs agree in. */
static void merge_calls(struct captured *c, const struct captured_graph *g,
    const struct captured_graph *other, enum captured_alike alike)
{
	size_t i = next_call(c, g, 0), k = next_call(c, other, 0);

	while (i < g->nranges && k < other->nranges) {
		struct captured_range *r = &c->ranges.v[g->ranges + i];
		uint32_t payload =
		    c->ranges.v[other->ranges + k].payload[CAPTURED_SIZES];

		r->payload[alike] = common_payload(c, r->payload[alike], payload);
		i = next_call(c, g, i + 1);
		k = next_call(c, other, k + 1);
	}
}

/* The next range around a kernel that is no call, from i on. */
static uint32_t next_loose(const struct captured *c,
    const struct captured_graph *g, const struct captured_kernel *k, uint32_t i)
{
	while (i < k->n && c->ranges.v[g->ranges + c->around.v[k->at + i]].call)
		i++;
	return i;
}

/* Drop the modules, layers and frames around a kernel in which the graphs
 * differ; where they have other numbers of them, all. */
static void merge_loose(struct captured *c, const struct captured_graph *g,
    const struct captured_graph *other, size_t kernel, enum captured_alike alike)
{
	const struct captured_kernel *a = &c->kernels.v[g->kernels + kernel];
	const struct captured_kernel *b = &c->kernels.v[other->kernels + kernel];
	uint32_t na = 0, nb = 0, i, k;
	bool same;

	for (i = next_loose(c, g, a, 0); i < a->n; i = next_loose(c, g, a, i + 1))
		na++;
	for (i = next_loose(c, other, b, 0); i < b->n;
	     i = next_loose(c, other, b, i + 1))
		nb++;
	k = next_loose(c, other, b, 0);
	for (i = next_loose(c, g, a, 0); i < a->n; i = next_loose(c, g, a, i + 1)) {
		struct captured_range *x =
		    &c->ranges.v[g->ranges + c->around.v[a->at + i]];
		const struct captured_range *y = NULL;

		if (k < b->n)
			y = &c->ranges.v[other->ranges + c->around.v[b->at + k]];
		same = na == nb && y && x->text == y->text && x->domain == y->domain;
		x->dropped[alike] |= !same;
		k = next_loose(c, other, b, k + 1);
	}
}

static void merge(struct captured *c, uint32_t graph,
    const struct captured_graph *other, enum captured_alike alike)
{
	const struct captured_graph *g = &c->graphs.v[graph];
	size_t i;

	merge_calls(c, g, other, alike);
	for (i = 0; i < g->nkernels; i++)
		merge_loose(c, g, other, i, alike);
}

/* Put the graph among those of its names. */
static void enlist(struct captured *c, struct captured_graph *g, uint32_t names)
{
	while (c->first.n <= names)
		*vec_add(&c->first) = PROFILE_NONE;
	g->next = c->first.v[names];
	c->first.v[names] = (uint32_t)c->graphs.n;
	*vec_add(&c->graphs) = *g;
}

/* Keep the graph that was made last, or give it up for one like it. */
static void settle(struct captured *c, struct captured_graph *g)
{
	uint32_t names = names_key(c, g);
	uint32_t calls = calls_key(c, g, names);
	uint32_t sizes = sizes_key(c, g, calls);

	g->calls = calls;
	if (calls < c->of_calls.n)
		merge(c, c->of_calls.v[calls], g, CAPTURED_CALLS);
	else
		*vec_add(&c->of_calls) = (uint32_t)c->graphs.n;
	if (sizes == c->of_sizes.n) {
		*vec_add(&c->of_sizes) = (uint32_t)c->graphs.n;
		enlist(c, g, names);
		return;
	}
	merge(c, c->of_sizes.v[sizes], g, CAPTURED_SIZES);
	c->around.n = c->kernels.v[g->kernels].at;
	c->kernels.n = g->kernels;
	c->ranges.n = g->ranges;
}

/* Take up the capture whose launches begin at i, and return where the next
 * begins. */
static size_t take_capture(struct taking *t, size_t i, const struct chains *around)
{
	const struct profile *p = t->a.p;
	struct captured_graph g = {
	    .kernels = t->c->kernels.n, .ranges = t->c->ranges.n};
	int64_t number = profile_graph(p, &p->launches.v[i]);

	for (; i < p->launches.n && profile_graph(p, &p->launches.v[i]) == number;
	     i++)
		add_kernel(t, &g, &p->launches.v[i], around, &around->of.v[i]);
	settle(t->c, &g);
	return i;
}

size_t captured_add(struct captured *c, struct profile *p)
{
	struct taking t = {.c = c};
	struct chains around = {0};
	size_t i = 0;

	analysis_init(&t.a, p);
	nest_sort(p);
	decode_marks(&t.a);
	nest_launches(p, &around);
	t.texts = profile_nones(p->texts.list.n);
	t.local = profile_nones(p->ranges.n);
	t.capture = profile_nones(p->ranges.n);
	while (i < p->launches.n) {
		i = take_capture(&t, i, &around);
		t.number++;
	}
	free(t.texts);
	free(t.local);
	free(t.capture);
	vec_free(&around.ranges);
	vec_free(&around.of);
	analysis_free(&t.a);
	return t.number;
}

void captured_free(struct captured *c)
{
	intern_free(&c->texts);
	intern_free(&c->names);
	intern_free(&c->calls);
	intern_free(&c->sizes);
	map_free(&c->strict);
	vec_free(&c->first);
	vec_free(&c->graphs);
	vec_free(&c->kernels);
	vec_free(&c->ranges);
	vec_free(&c->around);
	vec_free(&c->of_calls);
	vec_free(&c->of_sizes);
}
