/*
 * fuzz_pydict.c - Python literals from any bytes.
 *
 * Checked: nothing is read outside of the text; all values can be walked; a
 * dict that parses whole gives the same pairs to pydict_pairs; the source of a
 * list or dict parses again, to as many items.
 */
#include <stdlib.h>

#include "parse/mark/pydict.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Touch all of a value; returns its bytes, so that none is optimised away. */
static size_t walk(const struct py *v)
{
	size_t i, sum = v->kind;

	for (i = 0; i < v->text.n; i++)
		sum += (unsigned char)v->text.p[i];
	for (i = 0; i < v->n; i++)
		sum += walk(&v->items[i]);
	if (v->kind == PY_DICT && v->n % 2)
		abort();
	return sum;
}

static void again(const struct py *v, struct arena *a)
{
	struct py other;

	if (v->kind != PY_LIST && v->kind != PY_DICT)
		return;
	if (pydict_parse(v->text, a, &other, NULL) < 0 ||
	    other.kind != v->kind || other.n != v->n)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size};
	struct arena a = {0};
	struct py v, pairs;
	struct err err;
	size_t sum = 0;
	int whole = pydict_parse(text, &a, &v, &err);

	if (whole == 0) {
		sum += walk(&v);
		again(&v, &a);
	} else if (strncmp(err.text, "byte ", 5) != 0) {
		abort();
	}
	if (pydict_pairs(text, &a, &pairs) == 0) {
		sum += walk(&pairs);
		if (whole == 0 && v.kind == PY_DICT && v.n != pairs.n)
			abort();
	}
	arena_free(&a);
	return sum == SIZE_MAX; /* never: sizes are small */
}
