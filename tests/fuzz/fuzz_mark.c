/*
 * fuzz_mark.c - texts of ranges from any bytes, by all decoders.
 *
 * The first byte picks the domain.  Checked: nothing is read outside of the
 * text; a kind comes out with what it promises; a call can be written; stems
 * fit; a range's text is the text or its beginning; facts can be read whole; a
 * text whose numbers are kept apart is put together again.
 */
#include <stdlib.h>

#include "parse/mark/mark.h"
#include "parse/profile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* NULL: none.  '0' of a seed is the first. */
static const char *const domains[] = {NULL, "TensorRT", "NCCL", "TSL",
    "tensorflow-core", "Forward", "CCCL", "DeepSpeed", "pytorch", "mine"};

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void check_call(const struct mark *m)
{
	struct strbuf b = {0};
	char stem[16];

	check(m->call.op.p != NULL);
	check(m->call.node == (m->kind == MARK_NODE));
	check(!m->call.has_seq || m->call.seq >= 0);
	check(m->call.has_args || m->call.nargs == 0);
	check(mark_stem(m->call.op, m->call.node, stem, sizeof stem) <= sizeof stem);
	call_write(&m->call, &b);
	check(b.n >= 2 && b.p[0] == '{' && b.p[b.n - 1] == '}');
	strbuf_free(&b);
}

/* Touch all of a text; returns its bytes, so that none is optimised away. */
static size_t walk(struct str s)
{
	size_t i, sum = 0;

	for (i = 0; i < s.n; i++)
		sum += (unsigned char)s.p[i];
	return sum;
}

static size_t check_facts(const struct mark_facts *f)
{
	size_t i, sum = walk(f->range) + walk(f->phase) + walk(f->step);

	check(f->dir <= MARK_BPROP);
	check(f->comm.p || !f->comm_vague);
	for (i = 0; i < f->nmodules; i++) {
		check(f->modules[i].p != NULL);
		sum += walk(f->modules[i]);
	}
	return sum + walk(f->label) + walk(f->comm);
}

/* The text as a profile keeps it. */
static void check_kept(struct str text)
{
	struct arena a = {0};
	struct profile p;
	struct range r;

	profile_init(&p, "text", LAUNCH_ALL);
	profile_set_text(&p, &r, text);
	check(str_eq(profile_text(&p, &r, &a), text));
	profile_free(&p);
	arena_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text, domain;
	struct arena a = {0};
	struct mark m;
	size_t i, sum = 0, n = sizeof domains / sizeof *domains;

	if (size == 0)
		return 0;
	domain = str_of(domains[(data[0] + n - '0' % n) % n]);
	size--;
	text = (struct str){(const char *)data + 1, size};
	check_kept(text);
	mark_decode(text, domain, &a, &m);
	if (m.facts)
		sum += check_facts(m.facts);
	switch (m.kind) {
	case MARK_RANGE:
		check(m.text.n <= size &&
		      str_eq(m.text, (struct str){text.p, m.text.n}));
		check(m.text.n == size || !m.call.has_seq);
		break;
	case MARK_CALL:
	case MARK_NODE:
	case MARK_ENGINE:
	case MARK_ACCUMULATE:
		check_call(&m);
		break;
	case MARK_LAYER:
	case MARK_MODULE:
	case MARK_FRAME:
		sum += walk(m.text);
		break;
	case MARK_TRACE:
		for (i = 0; i < m.nframes; i++)
			sum += walk(m.frames[i]);
		break;
	case MARK_NOTE:
	case MARK_IGNORE:
		break;
	}
	arena_free(&a);
	return sum == SIZE_MAX; /* never: sizes are small */
}
