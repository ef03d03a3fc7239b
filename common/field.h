/*
 * field.h - typed members of a JSON object, by a table.
 *
 * What record.c and call.c read a record with: a row says which key goes to
 * which member of a struct and what may stand there.  Unknown keys are passed
 * over, a key twice or a value of another type is an error that names the path
 * ("field 'op.seq': wrong type").
 */
#ifndef COMMON_FIELD_H
#define COMMON_FIELD_H

#include "common/arena.h"
#include "common/diag.h"
#include "common/json.h"
#include "common/str.h"

/* What reading needs; json is strict and over line. */
struct fields {
	struct json *json;
	struct str line;
	struct arena *arena;
	struct err *err;
	struct strbuf stack; /* elements of lists that are not over */
	struct str path[4];  /* keys from the record down to here */
	unsigned depth;
};

/* A reader gets the value's first token and sets *member.  0, or -1 with err
 * set. */
typedef int field_reader(
    struct fields *f, enum json_token token, struct str text, void *member);

struct field_row {
	const char *key;
	size_t n;	     /* bytes of key */
	const char *written; /* the key and the '":' behind it */
	size_t offset;	     /* of the member */
	field_reader *read;
	bool null; /* read gets null, too; else null is like no key */
};

/* FIELD_AT is the row of a key; FIELD_ROW the same where the member has the
 * key's name. */
#define FIELD_AT(key, offset, read, null)                                      \
	{                                                                      \
#key, sizeof #key - 1, #key "\":", offset, read, null          \
	}
#define FIELD_ROW(type, key, read)                                             \
	FIELD_AT(key, offsetof(type, key), read, false)

/* field_object(f, rows, nrows, base, has): the members of an object whose
 * JSON_OBJECT was read, into the struct at base; *has gets a bit a row that was
 * there.  At most 64 rows.  Rows in the order of the keys are found fastest. */
int field_object(struct fields *f, const struct field_row *rows, size_t nrows,
    void *base, uint64_t *has);

/* Readers: struct str, int64_t (a number or a string of digits), double (also
 * "inf", "-inf", "nan"), bool. */
field_reader field_str, field_int, field_real, field_bool;

/* field_wrong(f, token): set err to what is wrong with the value that begins
 * with token: its type, or what the scanner says.  -1. */
int field_wrong(struct fields *f, enum json_token token);

/* field_complain(f, what): set err to the path and what is wrong with it, as ":
 * too large".  -1. */
int field_complain(struct fields *f, const char *what);

/* field_keep(f, text): text, which is the scanner's, for the record's life. */
struct str field_keep(struct fields *f, struct str text);

/* field_real_text(text, out): "inf", "-inf" or "nan"; false: another. */
bool field_real_text(struct str text, double *out);

/* field_real_write(b, r), field_number_write(b, r): strbuf_real and
 * strbuf_number; inf and nan are strings. */
void field_real_write(struct strbuf *b, double r);
void field_number_write(struct strbuf *b, double r);

/* Whether a double does not hold i and all integers below it exactly. */
static inline bool field_is_big(int64_t i)
{
	return i > INT64_C(1) << 53 || i < -(INT64_C(1) << 53);
}

/* field_int_write(b, i): i as record_write writes it: beyond 2^53 a string. */
void field_any_int_write(struct strbuf *b, int64_t i);

static inline void field_int_write(struct strbuf *b, int64_t i)
{
	if ((uint64_t)i <= UINT64_C(1) << 53) /* nearly all */
		strbuf_uint(b, (uint64_t)i);
	else
		field_any_int_write(b, i);
}

/* Lists are gathered on the stack: mark = f->stack.n; push each element (its
 * size a multiple of 8); then take moves what lies above mark to the arena. */
static inline void field_push(struct fields *f, const void *element, size_t n)
{
	strbuf_add(&f->stack, element, n);
}
const void *field_take(struct fields *f, size_t mark, size_t size, size_t *n);

/* field_ints(f, token, v, n): a list of integers, into the arena; *v is never
 * NULL after success. */
int field_ints(
    struct fields *f, enum json_token token, const int64_t **v, size_t *n);

/* field_strs(f, token, v, n): the same of strings. */
int field_strs(
    struct fields *f, enum json_token token, const struct str **v, size_t *n);

#endif
