/*
 * mark_serving.c - the steps of engines that serve language models.
 *
 * In:  vLLM's execute_64_context_1(sq60sk90sqsq3600sqsk5400)_generation_4(
 *      sq4sk400sqsq4sqsk400), without the sums execute_context_1(60)_generation_4(4),
 *      and of before execute_new_1_cached_4
 *      SGLang's step[EXTEND bs=1 toks=60 c_sq=60 c_sqsq=3600 c_sqsk=5400 c_sk=90],
 *      step[DECODE bs=4]
 *      ATOM's prefill[bs=1 tok=60 ctx=[90] sqsq=3600 sqsk=5400 sk=90],
 *      decode[bs=4/8 tok=4 d=4]
 * Out: a range that is a step; the sums over the step's requests, if it has all
 *
 * What the sums are the engines' sources say: gpu_worker.py of vLLM (pull request
 * 37524), step_span_utils.py of SGLang (24911, with its tests), scheduler.py of
 * ATOM (477).  q is what a request computes, k what it sees of itself by then.
 * Where the tokens have a name of their own in the text they are not said twice.
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"

enum { NUMBERS = 12, MANY = 1 << 30 }; /* no step has so many tokens */

/* Requests that are in their prompt (context), or behind it (generation). */
enum { CONTEXT, GENERATION, NGROUPS };

/* What a text says: -1 where it says nothing. */
struct told {
	int64_t requests, tokens;
	int64_t sums[NGROUPS][NLENGTHS];
};

/* ---- vLLM ---- */

/* Read a number of s that begins here and goes as far as digits do. */
static bool take_number(struct str *s, int64_t *number)
{
	size_t n = 0;

	while (n < s->n && is_digit(s->p[n]))
		n++;
	if (!num_parse(s->p, n, 0, INT64_MAX, number))
		return false;
	*s = str_from(*s, n);
	return true;
}

/* Match the whole text, with a number for each #.  Return whether it does. */
static bool match(struct str text, const char *form, int64_t *numbers)
{
	for (; *form; form++) {
		if (*form == '#') {
			if (!take_number(&text, numbers++))
				return false;
		} else if (text.n == 0 || text.p[0] != *form) {
			return false;
		} else {
			text = str_from(text, 1);
		}
	}
	return text.n == 0;
}

#define SUMS "(sq#sk#sqsq#sqsk#)"

static bool decode_execute(struct str text, struct told *t)
{
	int64_t v[NUMBERS];

	if (match(text, "execute_#_context_#" SUMS "_generation_#" SUMS, v)) {
		memcpy(t->sums[CONTEXT], v + 2, sizeof t->sums[CONTEXT]);
		memcpy(t->sums[GENERATION], v + 7, sizeof t->sums[GENERATION]);
		return true;
	}
	return match(text, "execute_context_#(#)_generation_#(#)", v) ||
	       match(text, "execute_new_#_cached_#", v);
}

/* ---- SGLang and ATOM: a word, then names with values ---- */

/* The length of a value: up to a blank outside of brackets; 0: it is none. */
static size_t value_length(struct str s)
{
	size_t n, depth = 0;

	for (n = 0; n < s.n && (depth || s.p[n] != ' '); n++) {
		depth += s.p[n] == '[';
		depth -= depth && s.p[n] == ']';
	}
	return depth ? 0 : n;
}

/* The place that a name's value has in what is told; NULL: none.  Names with c_
 * and g_ are of a group, others of the one the text is about. */
static int64_t *place_of(struct told *t, struct str name, int group)
{
	static const char *const sums[NLENGTHS] = {
	    [LENGTH_Q] = "sq",
	    [LENGTH_K] = "sk",
	    [LENGTH_QQ] = "sqsq",
	    [LENGTH_QK] = "sqsk",
	};
	size_t i;

	if (str_is(name, "bs"))
		return &t->requests;
	if (str_is(name, "tok") || str_is(name, "toks"))
		return &t->tokens;
	if (str_skip(&name, "c_"))
		group = CONTEXT;
	else if (str_skip(&name, "g_"))
		group = GENERATION;
	for (i = 0; i < NLENGTHS; i++)
		if (str_is(name, sums[i]))
			return &t->sums[group][i];
	return NULL;
}

/* Read name=value, with blanks between them; false if it is something else. */
static bool decode_pairs(struct str s, struct told *t, int group)
{
	struct str value;
	int64_t *place;
	size_t n;

	while (s.n) {
		for (n = 0; n < s.n && (is_letter(s.p[n]) || s.p[n] == '_'); n++)
			;
		if (n == 0 || n == s.n || s.p[n] != '=')
			return false;
		place = place_of(t, (struct str){s.p, n}, group);
		value = str_from(s, n + 1);
		value.n = value_length(value);
		s = str_from(s, n + 1 + value.n);
		str_skip(&s, " ");
		if (value.n == 0)
			return false;
		if (place && !take_number(&value, place))
			return false;
	}
	return true;
}

/* The text between the brackets of "word[...]". */
static bool take_brackets(struct str *text, const char *word)
{
	if (!str_skip(text, word) || text->n == 0 || text->p[text->n - 1] != ']')
		return false;
	text->n--;
	return true;
}

static bool decode_sglang(struct str text, struct told *t)
{
	int group = CONTEXT;
	size_t n = 0;

	if (!take_brackets(&text, "step["))
		return false;
	while (n < text.n &&
	       (is_letter(text.p[n]) || is_digit(text.p[n]) || text.p[n] == '_'))
		n++;
	if (n == 0 || n == text.n || text.p[n] != ' ')
		return false;
	if (str_is((struct str){text.p, n}, "DECODE"))
		group = GENERATION;
	if (!decode_pairs(str_from(text, n + 1), t, group) || t->requests < 0)
		return false;
	/* before 0.5.14 what the label says already was left out */
	if (t->sums[CONTEXT][LENGTH_Q] < 0)
		t->sums[CONTEXT][LENGTH_Q] = t->tokens;
	if (t->sums[GENERATION][LENGTH_Q] < 0 && group == GENERATION)
		t->sums[GENERATION][LENGTH_Q] = t->requests;
	return true;
}

static bool decode_atom(struct str text, struct told *t)
{
	int group = CONTEXT;

	if (!take_brackets(&text, "prefill[")) {
		group = GENERATION;
		if (!take_brackets(&text, "decode["))
			return false;
	}
	if (!decode_pairs(text, t, group) || t->requests < 0 || t->tokens < 0)
		return false;
	t->sums[group][LENGTH_Q] = t->tokens;
	return true;
}

/* ---- all of them ---- */

/* Whether these can be sums over requests: q of at least 1, k of at least q. */
static bool are_sums(const int64_t *v)
{
	int64_t q = v[LENGTH_Q], qq = v[LENGTH_QQ];

	return q >= 0 && q <= MANY && v[LENGTH_K] >= q && v[LENGTH_K] <= MANY &&
	       qq >= q && (qq - q) % 2 == 0 && v[LENGTH_QK] >= qq;
}

/* The sums of both groups; NULL: they are not all there.  A group that nothing
 * is said of has no requests, if the other has. */
static const int64_t *sums_of(struct told *t, struct arena *a)
{
	int64_t *all;
	int i, given = 0;

	for (i = 0; i < NGROUPS; i++) {
		int64_t *v = t->sums[i];

		if (v[LENGTH_K] < 0 && v[LENGTH_QQ] < 0 && v[LENGTH_QK] < 0) {
			memset(v, 0, sizeof t->sums[i]);
			continue;
		}
		if (!are_sums(v))
			return NULL;
		given++;
	}
	if (given == 0)
		return NULL;
	all = arena_array(a, NGROUPS * NLENGTHS, sizeof *all);
	memcpy(all, t->sums, sizeof t->sums);
	return all;
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	static bool (*const forms[])(struct str text, struct told * t) = {
	    decode_execute, decode_sglang, decode_atom};
	struct mark_facts *f;
	struct told t;
	size_t i;

	(void)domain;
	for (i = 0; i < NELEMS(forms); i++) {
		memset(&t, 0xff, sizeof t); /* all -1 */
		if (forms[i](text, &t))
			break;
	}
	if (i == NELEMS(forms))
		return false;
	m->kind = MARK_RANGE;
	m->text = text;
	f = mark_add_facts(m, a);
	f->step = text;
	f->lengths = sums_of(&t, a);
	return true;
}

const struct decoder mark_serving = {
    .name = "serving", .heads = "desp", .decode = decode, .in_torch = true};
