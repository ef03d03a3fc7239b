/*
 * fuzz_record.c - any line as a record.
 *
 * A line that is taken must be written as a line that is taken, too, and is
 * then written the same again; one that is not must say why.
 */
#include "common/record.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
	if (!holds)
		abort();
}

/* Read, and write to b without the LF; false when it is no record. */
static bool round_trip(struct record_reader *r, struct str line, struct strbuf *b)
{
	struct arena arena = {0};
	struct record rec;
	struct err err = {""};
	bool ok = record_read(r, line, &arena, &rec, &err) == 0;

	if (ok) {
		record_write(&rec, b);
		must(b->p[--b->n] == '\n');
		must(memchr(b->p, '\n', b->n) == NULL);
	} else {
		must(err.text[0] != '\0');
	}
	arena_free(&arena);
	return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct record_reader *r = record_reader_new();
	struct strbuf first = {0}, second = {0};

	if (round_trip(r, (struct str){(const char *)data, size}, &first)) {
		must(round_trip(r, strbuf_get(&first), &second));
		must(str_eq(strbuf_get(&first), strbuf_get(&second)));
	}
	strbuf_free(&first);
	strbuf_free(&second);
	record_reader_free(r);
	return 0;
}
