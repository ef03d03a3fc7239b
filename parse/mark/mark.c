/*
 * mark.c - what the text of a range says: the table of decoders, and the names
 * of autograd nodes.
 *
 * In:  a range's text and domain
 * Out: the mark by the first decoder that knows the text: kind, call, facts
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"
#include "common/json.h"
#include "common/nelems.h"
#include "common/num.h"

#define DECODER(x) extern const struct decoder mark_##x;
#include "parse/mark/mark.def"
#undef DECODER

static const struct decoder *const decoders[] = {
#define DECODER(x) &mark_##x,
#include "parse/mark/mark.def"
#undef DECODER
};

enum { NDECODERS = NELEMS(decoders) };

struct mark_facts *mark_add_facts(struct mark *m, struct arena *a)
{
	if (!m->facts)
		m->facts = arena_array(a, 1, sizeof *m->facts);
	return m->facts;
}

void mark_set_module(struct mark_facts *f, struct arena *a, struct str module)
{
	struct str *v = arena_array(a, 1, sizeof *v);

	*v = module;
	f->modules = v;
	f->nmodules = 1;
}

/* Whether the domain is in the list, where each is followed by a '|'. */
bool mark_is_among(struct str domain, const char *list)
{
	const char *bar;

	for (; list && (bar = strchr(list, '|')); list = bar + 1)
		if (str_eq(domain, (struct str){list, (size_t)(bar - list)}))
			return true;
	return false;
}

static bool try(const struct decoder *d, struct str text, struct str domain,
    struct arena *a, struct mark *m)
{
	if (d->heads && (text.n == 0 || !text.p[0] || !strchr(d->heads, text.p[0])))
		return false;
	*m = (struct mark){0};
	return d->decode(text, domain, a, m);
}

/* Add what another dialect says of a name that was given to record_function.
 * Such a range has no sequence number, as it makes no node. */
static void add_from_others(struct str domain, struct arena *a, struct mark *m)
{
	struct str name = m->kind == MARK_RANGE ? m->text : m->call.op;
	struct mark other;
	size_t i;

	if ((m->kind != MARK_CALL && m->kind != MARK_RANGE) ||
	    m->call.has_seq || m->facts || str_starts(name, "aten::"))
		return;
	for (i = 0; i < NDECODERS; i++) {
		if (!decoders[i]->in_torch ||
		    !try(decoders[i], name, domain, a, &other))
			continue;
		m->facts = other.facts;
		return;
	}
}

void mark_decode(struct str text, struct str domain, struct arena *a, struct mark *m)
{
	size_t i;

	for (i = 0; domain.p && i < NDECODERS; i++)
		if (mark_is_among(domain, decoders[i]->domains) &&
		    try(decoders[i], text, domain, a, m))
			return;
	for (i = 0; i < NDECODERS; i++) {
		if (!try(decoders[i], text, domain, a, m))
			continue;
		if (decoders[i] == &mark_torch)
			add_from_others(domain, a, m);
		return;
	}
	*m = (struct mark){.kind = MARK_RANGE, .text = text};
}

bool mark_is_word(struct str s)
{
	size_t i;

	for (i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (!is_letter(c) && c != '_' && !(i && is_digit(c)))
			return false;
	}
	return s.n > 0;
}

/* The part after the last "::". */
static struct str last_part(struct str name)
{
	size_t i;

	for (i = name.n; i >= 2; i--) {
		if (name.p[i - 1] == ':' && name.p[i - 2] == ':')
			return str_from(name, i);
	}
	return name;
}

/* The length of the stem in a node's name without namespace; 0 if it is not a
 * node's name. */
static size_t node_stem(struct str part)
{
	static const struct str word = {"Backward", 8};
	size_t n = part.n;

	if (n && part.p[n - 1] == 's')
		n--;
	else
		while (n && is_digit(part.p[n - 1]))
			n--;
	if (n <= word.n || !str_ends((struct str){part.p, n}, word.p))
		return 0;
	return n - word.n;
}

bool mark_is_node(struct str name)
{
	struct str part = last_part(name);
	size_t i, n = node_stem(part);

	/* "Batch-3 Backward" is a phase of a user's */
	for (i = 0; i < n; i++) {
		char c = part.p[i];

		if (!is_digit(c) && !is_letter(c) && c != '_' && !(c & 0x80))
			return false;
	}
	return n > 0;
}

/* The calls whose node is a copy's: Tensor.contiguous and Tensor.to are
 * recorded under these names, their nodes as CopyBackwards and
 * ToCopyBackward0. */
static const char *const copies[] = {"contiguous", "to", "tocopy"};

/*
 * Functions of autograd that are written in C++.  Their class and the call that
 * applies them share some of their words only: fbgemm's
 * split_embedding_codegen_lookup_adagrad_function applies
 * SplitLookupFunction_adagrad_Op, or one with NoBag or VBE in its name.
 */
static const char *const unshared[] = {"function", "embeddingcodegen",
    "autograd", "split", "dense", "nobag", "vbe"};

static size_t cut_unshared(char *out, size_t n)
{
	size_t i, w, length;

	for (w = 0; w < NELEMS(unshared); w++) {
		length = strlen(unshared[w]);
		for (i = 0; i + length <= n;) {
			if (memcmp(out + i, unshared[w], length) != 0) {
				i++;
				continue;
			}
			n -= length;
			memmove(out + i, out + i + length, n - i);
		}
	}
	return n;
}

static bool cut_tail(struct str *s, const char *tail)
{
	if (!str_ends(*s, tail))
		return false;
	s->n -= strlen(tail);
	return true;
}

/* torch::autograd::CppNode<fbgemm_gpu::XFunction<&f> >: *part becomes
 * XFunction; _Op and _Op_pt2 at its end are cut off. */
static bool is_function_node(struct str name, struct str *part)
{
	size_t i = 0;

	if (!str_skip(&name, "torch::autograd::CppNode<"))
		return false;
	while (i < name.n && name.p[i] != '<' && name.p[i] != '>')
		i++;
	name.n = i;
	*part = last_part(name);
	cut_tail(part, "_pt2");
	cut_tail(part, "_Op");
	return true;
}

static bool is_function_call(struct str *part)
{
	struct str s = *part;

	cut_tail(&s, "_pt2");
	if (!str_ends(s, "_function") && !str_ends(s, "_auto_grad"))
		return false;
	*part = s;
	return true;
}

bool mark_is_function(struct str name)
{
	struct str part = last_part(name);

	return is_function_call(&part);
}

size_t mark_stem(struct str name, bool node, char *out, size_t size)
{
	struct str part = last_part(name);
	bool function =
	    node ? is_function_node(name, &part) : is_function_call(&part);
	size_t i, n = 0, stem = node && !function ? node_stem(part) : 0;

	if (stem)
		part.n = stem;
	for (i = 0; i < part.n && n < size; i++) {
		char c = part.p[i];

		if (c == '_' || is_digit(c))
			continue;
		out[n++] = to_lower(c);
	}
	if (function)
		return cut_unshared(out, n);
	for (i = 0; i < NELEMS(copies); i++) {
		if (!str_is((struct str){out, n}, copies[i]) || size < 4)
			continue;
		memcpy(out, "copy", 4);
		return 4;
	}
	return n;
}

/* The value of the first member whose name speaks of a size or of bytes. */
static bool json_size(struct str text, int64_t *size)
{
	static const char *const words[] = {"size", "Size", "bytes", "Bytes"};
	struct json *j = json_text(text, JSON_STRICT);
	struct str token;
	bool named, found = false;
	size_t i;

	if (json_next(j, &token) == JSON_OBJECT)
		while (!found && json_next(j, &token) == JSON_KEY) {
			for (i = 0, named = false; i < 4; i++)
				named |= str_has(token, words[i]);
			if (!named) {
				json_skip(j);
				continue;
			}
			if (json_next(j, &token) != JSON_INT)
				break;
			*size = json_int(j, &found);
		}
	json_free(j);
	return found;
}

/* The text of a step that the payload numbers; p == NULL: it is none. */
static struct str unnumbered_step(const struct mark *m)
{
	struct str s = {NULL, 0};
	size_t i;

	if (m->facts && m->facts->step.p)
		s = m->facts->step;
	else if (m->kind == MARK_RANGE && mark_is_counter(m->text))
		s = m->text;
	for (i = 0; i < s.n; i++)
		if (is_digit(s.p[i]))
			return (struct str){NULL, 0};
	return s;
}

/* A step whose text has no number has that of its payload: iteration 2.  Where
 * this is none that counts, 2.5, nobody knows which step it is. */
static void number_step(struct mark *m, struct str payload, struct arena *a)
{
	struct str step = unnumbered_step(m);
	struct strbuf b = {0};
	double real;
	int64_t n;

	if (!step.p)
		return;
	if (!num_parse(payload.p, payload.n, INT64_MIN, INT64_MAX, &n)) {
		if (m->facts && num_real(payload.p, payload.n, &real))
			m->facts->step = (struct str){NULL, 0};
		return;
	}
	strbuf_str(&b, step);
	strbuf_char(&b, ' ');
	strbuf_str(&b, payload);
	mark_add_facts(m, a)->step = (struct str){arena_text(a, b.p, b.n), b.n};
	strbuf_free(&b);
}

void mark_add_payload(
    struct mark *m, struct str payload, struct str domain, struct arena *a)
{
	struct mark inner;
	int64_t size;
	size_t i;

	for (i = 0; domain.p && i < NDECODERS; i++)
		if (decoders[i]->payload &&
		    mark_is_among(domain, decoders[i]->domains)) {
			decoders[i]->payload(payload, a, m);
			return;
		}
	if (m->facts && m->facts->comm.p) {
		if ((num_parse(payload.p, payload.n, 1, INT64_MAX, &size) ||
			json_size(payload, &size)) &&
		    size > 0)
			m->facts->comm_bytes = size;
		return;
	}
	number_step(m, payload, a);
	if (m->kind != MARK_RANGE || payload.n == 0 || payload.p[0] != '{')
		return;
	mark_decode(payload, domain, a, &inner);
	if (inner.kind == MARK_RANGE || inner.kind == MARK_IGNORE)
		return;
	mark_add_facts(&inner, a)->range = m->text;
	*m = inner;
}
