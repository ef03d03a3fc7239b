/*
 * fuzz_torch.c - texts of ranges from any bytes, by all decoders.
 *
 * Checked: nothing is read outside of the text; a kind comes out with what it
 * promises; a call can be written; stems fit; a range's text is the text or
 * its beginning.
 */
#include <stdlib.h>

#include "parse/mark.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size};
	struct arena a = {0};
	struct mark m;
	size_t i, sum = 0;

	mark_decode(text, (struct str){0}, &a, &m);
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
		for (i = 0; i < m.text.n; i++)
			sum += (unsigned char)m.text.p[i];
		break;
	case MARK_TRACE:
		for (i = 0; i < m.nframes; i++)
			sum += m.frames[i].n ? (unsigned char)*m.frames[i].p : 0;
		break;
	case MARK_NOTE:
	case MARK_IGNORE:
		break;
	}
	arena_free(&a);
	return sum == SIZE_MAX; /* never: sizes are small */
}
