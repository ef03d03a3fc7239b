/*
 * field.c - typed members of a JSON object, by a table.
 *
 * In:  tokens of json.c, rows that name keys and members
 * Out: the struct's members, lists and decoded strings in the arena
 *
 * A key is looked for from behind the one found before, not in a hash: writers
 * keep the rows' order, so the first row that is looked at mostly is the one.
 * Where it stands as we write it, its text is compared before it is scanned.
 */
#include "common/field.h"

#include <math.h>
#include <stdlib.h>

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"

/* "op.args.shape", of the keys down to here. */
static void path_text(const struct fields *f, struct strbuf *b)
{
	unsigned i, n = f->depth;

	if (n > NELEMS(f->path))
		n = NELEMS(f->path);
	for (i = 0; i < n; i++) {
		if (i)
			strbuf_char(b, '.');
		strbuf_str(b, f->path[i]);
	}
	strbuf_char(b, '\0');
}

int field_complain(struct fields *f, const char *what)
{
	struct strbuf path = {0};

	path_text(f, &path);
	err_set(f->err, "field '%s'%s", path.p, what);
	strbuf_free(&path);
	return -1;
}

int field_wrong(struct fields *f, enum json_token token)
{
	if (token != JSON_ERROR)
		return field_complain(f, ": wrong type");
	return err_set(f->err, "column %llu: %s",
	    (unsigned long long)json_column(f->json), json_reason(f->json));
}

struct str field_keep(struct fields *f, struct str text)
{
	uintptr_t line = (uintptr_t)f->line.p, p = (uintptr_t)text.p;

	if (p >= line && p - line <= f->line.n)
		return text;
	return (struct str){arena_text(f->arena, text.p, text.n), text.n};
}

/* The row whose key is written at p.  None is shorter than its first two
 * bytes. */
static const struct field_row *find_written(
    const struct field_row *row, const struct field_row *end, const char *p)
{
	for (; row < end; row++)
		if (memcmp(row->written, p, 2) == 0 && row->n + 2 <= JSON_KEY_LOOK &&
		    memcmp(row->written, p, row->n + 2) == 0)
			return row;
	return NULL;
}

static const struct field_row *find_between(
    const struct field_row *row, const struct field_row *end, struct str key)
{
	for (; row < end; row++)
		if (row->n == key.n && row->key[0] == key.p[0] &&
		    memcmp(row->key, key.p, key.n) == 0)
			return row;
	return NULL;
}

static const struct field_row *find(
    const struct field_row *rows, size_t nrows, size_t from, struct str key)
{
	const struct field_row *row;

	if (key.n == 0)
		return NULL;
	row = find_between(rows + from, rows + nrows, key);
	return row ? row : find_between(rows, rows + from, key);
}

/* The row of the next key, which is read; NULL: no row has it, or *token is no
 * key. */
static const struct field_row *next_row(struct fields *f,
    const struct field_row *rows, size_t nrows, size_t from, enum json_token *token)
{
	const char *p = json_at_key(f->json);
	const struct field_row *row =
	    p ? find_written(rows + from, rows + nrows, p) : NULL;
	struct str key;

	if (row) {
		json_take_key(f->json, p, row->n);
		*token = JSON_KEY;
		return row;
	}
	*token = json_next(f->json, &key);
	return *token == JSON_KEY ? find(rows, nrows, from, key) : NULL;
}

/* The value of a key that a row knows. */
static int known(struct fields *f, const struct field_row *row, void *base,
    bool twice, bool *there)
{
	struct str text = {0};
	enum json_token token;
	int rc = 0;

	if (f->depth < NELEMS(f->path))
		f->path[f->depth] = (struct str){row->key, row->n};
	f->depth++;
	if (twice)
		return field_complain(f, " twice");
	token = json_next(f->json, &text);
	*there = token != JSON_NULL || row->null;
	if (*there)
		rc = row->read(f, token, text, (char *)base + row->offset);
	f->depth--;
	return rc;
}

int field_object(struct fields *f, const struct field_row *rows, size_t nrows,
    void *base, uint64_t *has)
{
	uint64_t seen = 0, bit;
	size_t next = 0;
	enum json_token token;
	const struct field_row *row;
	bool there = false;

	*has = 0;
	for (;;) {
		row = next_row(f, rows, nrows, next, &token);
		if (token != JSON_KEY)
			break;
		if (!row) {
			if (json_skip(f->json) == JSON_ERROR)
				return field_wrong(f, JSON_ERROR);
			continue;
		}
		next = (size_t)(row - rows);
		bit = UINT64_C(1) << next;
		if (known(f, row, base, (seen & bit) != 0, &there))
			return -1;
		seen |= bit;
		*has |= there ? bit : 0;
		next = next + 1 < nrows ? next + 1 : 0;
	}
	return token == JSON_OBJECT_END ? 0 : field_wrong(f, token);
}

/* ---- values ---- */

int field_str(struct fields *f, enum json_token token, struct str text, void *member)
{
	if (token != JSON_STRING)
		return field_wrong(f, token);
	*(struct str *)member = field_keep(f, text);
	return 0;
}

/* Whether the text is an integer, however large. */
static bool is_integer(struct str s)
{
	if (s.n > 0 && s.p[0] == '-')
		s = str_from(s, 1);
	for (size_t i = 0; i < s.n; i++) {
		if (!is_digit(s.p[i]))
			return false;
	}
	return s.n > 0;
}

int field_int(struct fields *f, enum json_token token, struct str text, void *member)
{
	int64_t *i = member;
	bool ok;

	if (token == JSON_INT) {
		*i = json_int(f->json, &ok);
	} else {
		if (token != JSON_STRING || !is_integer(text))
			return field_wrong(f, token);
		ok = num_parse(text.p, text.n, INT64_MIN, INT64_MAX, i);
	}
	return ok ? 0 : field_complain(f, ": an integer beyond 64 bits");
}

bool field_real_text(struct str text, double *out)
{
	if (str_is(text, "inf"))
		*out = INFINITY;
	else if (str_is(text, "-inf"))
		*out = -INFINITY;
	else if (str_is(text, "nan"))
		*out = NAN;
	else
		return false;
	return true;
}

/* The number of this text, which the scanner found good. */
static double real_of(struct str text)
{
	char buf[64], *copy = buf;
	double r;

	if (text.n >= sizeof buf)
		copy = arena_xmalloc(text.n + 1);
	memcpy(copy, text.p, text.n);
	copy[text.n] = '\0';
	r = strtod(copy, NULL);
	if (copy != buf)
		free(copy);
	return r;
}

int field_real(struct fields *f, enum json_token token, struct str text, void *member)
{
	double *r = member;

	if (token == JSON_REAL || token == JSON_INT) {
		*r = real_of(text);
		return isfinite(*r)
			   ? 0
			   : field_complain(f, ": a number beyond all bounds");
	}
	if (token == JSON_STRING && field_real_text(text, r))
		return 0;
	return field_wrong(f, token);
}

int field_bool(struct fields *f, enum json_token token, struct str text, void *member)
{
	(void)text;
	if (token != JSON_TRUE && token != JSON_FALSE)
		return field_wrong(f, token);
	*(bool *)member = token == JSON_TRUE;
	return 0;
}

const void *field_take(struct fields *f, size_t mark, size_t size, size_t *n)
{
	size_t bytes = f->stack.n - mark;
	void *v = arena_alloc(f->arena, bytes);

	if (bytes)
		memcpy(v, f->stack.p + mark, bytes);
	f->stack.n = mark;
	*n = bytes / size;
	return v;
}

int field_ints(struct fields *f, enum json_token token, const int64_t **v, size_t *n)
{
	size_t mark = f->stack.n;
	struct str text;
	int64_t i;

	if (token != JSON_ARRAY)
		return field_wrong(f, token);
	for (;;) {
		while (json_next_int(f->json, &i))
			field_push(f, &i, sizeof i);
		token = json_next(f->json, &text);
		if (token == JSON_ARRAY_END)
			break;
		if (field_int(f, token, text, &i))
			return -1;
		field_push(f, &i, sizeof i);
	}
	*v = field_take(f, mark, sizeof i, n);
	return 0;
}

int field_strs(
    struct fields *f, enum json_token token, const struct str **v, size_t *n)
{
	size_t mark = f->stack.n;
	struct str s = {0}, text = {0};

	if (token != JSON_ARRAY)
		return field_wrong(f, token);
	while ((token = json_next(f->json, &text)) != JSON_ARRAY_END) {
		if (field_str(f, token, text, &s))
			return -1;
		field_push(f, &s, sizeof s);
	}
	*v = field_take(f, mark, sizeof s, n);
	return 0;
}

void field_any_int_write(struct strbuf *b, int64_t i)
{
	if (!field_is_big(i)) {
		strbuf_int(b, i);
		return;
	}
	strbuf_char(b, '"');
	strbuf_int(b, i);
	strbuf_char(b, '"');
}

static void infinite_write(struct strbuf *b, double r)
{
	if (isnan(r))
		strbuf_text(b, "\"nan\"");
	else
		strbuf_text(b, r > 0 ? "\"inf\"" : "\"-inf\"");
}

void field_real_write(struct strbuf *b, double r)
{
	if (isfinite(r))
		strbuf_real(b, r);
	else
		infinite_write(b, r);
}

void field_number_write(struct strbuf *b, double r)
{
	if (isfinite(r))
		strbuf_number(b, r);
	else
		infinite_write(b, r);
}
