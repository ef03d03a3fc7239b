/*
 * heldrows.c - rows that are kept until it is known what they are of.
 *
 * In:  rows, one by one
 * Out: the same rows
 *
 * A table may have millions, and each repeats names of kernels, metrics and
 * units.  So a text is kept once, and a field is its number; fields that begin
 * as numbers do differ from row to row, and stand as they are.
 */
#include "parse/read/heldrows.h"

#include "common/ascii.h"

/* A field begins with twice the length of its own text, which follows, or with
 * twice the number of a text and 1: seven bits a byte, the low ones first. */
static void put_head(struct strbuf *b, uint64_t head)
{
	for (; head > 127; head >>= 7)
		strbuf_char(b, (char)(head | 128));
	strbuf_char(b, (char)head);
}

static uint64_t get_head(const unsigned char *p, size_t *at)
{
	uint64_t head = 0;
	unsigned shift = 0;

	do {
		head |= (uint64_t)(p[*at] & 127) << shift;
		shift += 7;
	} while (p[(*at)++] > 127);
	return head;
}

static void put_field(struct heldrows *h, struct str s)
{
	if (s.n && !is_digit(s.p[0])) {
		put_head(&h->bytes, (uint64_t)intern_add(&h->texts, s) << 1 | 1);
		return;
	}
	put_head(&h->bytes, (uint64_t)s.n << 1);
	strbuf_str(&h->bytes, s);
}

/* The field at *at, which then is where the next one begins. */
static struct str get_field(const struct heldrows *h, size_t *at)
{
	uint64_t head = get_head((const unsigned char *)h->bytes.p, at);
	struct str s;

	if (head & 1)
		return intern_get(&h->texts, (uint32_t)(head >> 1));
	s = (struct str){h->bytes.p + *at, (size_t)(head >> 1)};
	*at += s.n;
	return s;
}

void heldrows_add(struct heldrows *h, const struct csvrow *row)
{
	size_t i;

	*vec_add(&h->rows) = (struct heldrow){row->line, h->bytes.n, row->n};
	for (i = 0; i < row->n; i++)
		put_field(h, row->v[i]);
}

struct csvrow heldrows_get(struct heldrows *h, size_t i)
{
	const struct heldrow *row = &h->rows.v[i];
	size_t at = row->at;

	h->fields.n = 0;
	while (h->fields.n < row->n)
		*vec_add(&h->fields) = get_field(h, &at);
	return (struct csvrow){.v = h->fields.v, .n = row->n, .line = row->line};
}

void heldrows_free(struct heldrows *h)
{
	vec_free(&h->rows);
	strbuf_free(&h->bytes);
	intern_free(&h->texts);
	vec_free(&h->fields);
	*h = (struct heldrows){0};
}
