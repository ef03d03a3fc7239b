/*
 * record.c - the record, written and read by the schema record.def.
 *
 * In:  a struct record, or a line of pp-record(5)
 * Out: the line, or the struct
 *
 * One row a key, made from record.def: where the member is, how it is written
 * and how it is read.  A type is a pair of functions here and a line in
 * record.h.
 */
#include "common/record.h"

#include <stdlib.h>

#include "common/field.h"
#include "common/json.h"
#include "common/nelems.h"

/* Members of the small objects: type, key. */
#define GPU(X)                                                                 \
	X(STR, name)                                                           \
	X(STR, cc)                                                             \
	X(INT, sms)                                                            \
	X(INT, clock_khz) X(INT, mem_bps) X(INT, mem) X(INT, threads)
#define COMM(X)                                                                \
	X(STR, name)                                                           \
	X(INT, group) X(STR, pg) X(INT, elements) X(INT, received) X(STR, dtype)

/* ---- writing, a function a type ---- */

static void write_INT(struct strbuf *b, const void *member)
{
	field_int_write(b, *(const int64_t *)member);
}

static void write_REAL(struct strbuf *b, const void *member)
{
	field_real_write(b, *(const double *)member);
}

static void write_BOOL(struct strbuf *b, const void *member)
{
	strbuf_text(b, *(const bool *)member ? "true" : "false");
}

static void write_STR(struct strbuf *b, const void *member)
{
	json_escape(b, *(const struct str *)member);
}

static void write_DIM3(struct strbuf *b, const void *member)
{
	const struct record_dim3 *d = member;

	strbuf_char(b, '[');
	field_int_write(b, d->x);
	strbuf_char(b, ',');
	field_int_write(b, d->y);
	strbuf_char(b, ',');
	field_int_write(b, d->z);
	strbuf_char(b, ']');
}

/* A list: brackets, and commas between what `element` writes of v[i]. */
#define WRITE_LIST(type, list, element)                                        \
	static void write_##type(struct strbuf *b, const void *member)         \
	{                                                                      \
		const struct list *l = member;                                 \
		size_t i;                                                      \
                                                                               \
		for (i = 0; i < l->n; i++) {                                   \
			strbuf_char(b, i ? ',' : '[');                         \
			element(b, &l->v[i]);                                  \
		}                                                              \
		strbuf_text(b, l->n ? "]" : "[]");                             \
	}

static void write_call(struct strbuf *b, const struct call *call)
{
	call_write(call, b);
}

/* Members are written with a comma in front: the first one's, at `start`,
 * becomes the brace. */
static void close_object(struct strbuf *b, size_t start)
{
	if (b->n == start)
		strbuf_char(b, '{');
	else
		b->p[start] = '{';
	strbuf_char(b, '}');
}

static bool known_STR(const struct str *s)
{
	return s->p != NULL;
}

static bool known_INT(const int64_t *i)
{
	return *i != -1;
}

#define WRITE_MEMBER(type, key)                                                \
	if (known_##type(&o->key)) {                                           \
		strbuf_text(b, ",\"" #key "\":");                              \
		write_##type(b, &o->key);                                      \
	}

static void write_GPU(struct strbuf *b, const void *member)
{
	const struct record_gpu *o = member;
	size_t start = b->n;

	GPU(WRITE_MEMBER)
	close_object(b, start);
}

static void write_COMM(struct strbuf *b, const void *member)
{
	const struct record_comm *o = member;
	size_t start = b->n;

	COMM(WRITE_MEMBER)
	close_object(b, start);
}

static void write_COUNTERS(struct strbuf *b, const void *member)
{
	const struct record_counters *l = member;
	size_t start = b->n, i;

	for (i = 0; i < l->n; i++) {
		strbuf_char(b, ',');
		json_escape(b, l->v[i].name);
		strbuf_char(b, ':');
		field_number_write(b, l->v[i].value);
	}
	close_object(b, start);
}

WRITE_LIST(STRS, record_strs, write_STR)
WRITE_LIST(INTS, record_ints, write_INT)
WRITE_LIST(CALLS, record_calls, write_call)
WRITE_LIST(GPUS, record_gpus, write_GPU)

/* ---- reading, a function a type ---- */

#define read_INT field_int
#define read_REAL field_real
#define read_BOOL field_bool
#define read_STR field_str

static int read_DIM3(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct record_dim3 *d = member;
	const int64_t *v;
	size_t n;

	(void)text;
	if (field_ints(f, token, &v, &n))
		return -1;
	if (n != 3)
		return field_wrong(f, token);
	*d = (struct record_dim3){v[0], v[1], v[2]};
	return 0;
}

int record_read_ints(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct record_ints *l = member;

	(void)text;
	return field_ints(f, token, &l->v, &l->n);
}

int record_read_strs(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct record_strs *l = member;

	(void)text;
	return field_strs(f, token, &l->v, &l->n);
}

#define read_INTS record_read_ints
#define read_STRS record_read_strs

static int read_CALLS(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct record_calls *l = member;

	(void)text;
	return call_read_list(f, token, &l->v, &l->n);
}

static int read_COUNTERS(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct record_counters *l = member;
	size_t mark = f->stack.n;
	struct record_counter c;

	if (token != JSON_OBJECT)
		return field_wrong(f, token);
	while ((token = json_next(f->json, &c.name)) == JSON_KEY) {
		c.name = field_keep(f, c.name);
		token = json_next(f->json, &text);
		if (token == JSON_NULL)
			continue;
		if (field_real(f, token, text, &c.value))
			return -1;
		field_push(f, &c, sizeof c);
	}
	if (token != JSON_OBJECT_END)
		return field_wrong(f, token);
	l->v = field_take(f, mark, sizeof c, &l->n);
	return 0;
}

#define MEMBER_ROW(type, key) FIELD_ROW(struct OBJECT, key, read_##type),

#define OBJECT record_gpu
static const struct field_row gpu_rows[] = {GPU(MEMBER_ROW)};
#undef OBJECT
#define OBJECT record_comm
static const struct field_row comm_rows[] = {COMM(MEMBER_ROW)};
#undef OBJECT

static int read_GPU(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct record_gpu *gpu = member;
	uint64_t has;

	(void)text;
	if (token != JSON_OBJECT)
		return field_wrong(f, token);
	*gpu = RECORD_NO_GPU;
	return field_object(f, gpu_rows, NELEMS(gpu_rows), gpu, &has);
}

static int read_GPUS(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct record_gpus *l = member;
	size_t mark = f->stack.n;
	struct record_gpu gpu;

	if (token != JSON_ARRAY)
		return field_wrong(f, token);
	while ((token = json_next(f->json, &text)) != JSON_ARRAY_END) {
		if (read_GPU(f, token, text, &gpu))
			return -1;
		field_push(f, &gpu, sizeof gpu);
	}
	l->v = field_take(f, mark, sizeof gpu, &l->n);
	return 0;
}

static int read_COMM(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct record_comm *comm = member;
	uint64_t has;

	(void)text;
	if (token != JSON_OBJECT)
		return field_wrong(f, token);
	*comm = (struct record_comm){.group = -1, .elements = -1, .received = -1};
	return field_object(f, comm_rows, NELEMS(comm_rows), comm, &has);
}

/* ---- the record ---- */

/* How a key is written; its prefix has a comma in front, and is copied whole:
 * a size that the compiler knows is a few instructions. */
#define TEXT_OF(number) #number
#define NUMBER_TEXT(number) TEXT_OF(number)
#define VERSION_TEXT NUMBER_TEXT(RECORD_VERSION)

struct write_row {
	char prefix[24];
	size_t n;
	size_t offset;
	void (*write)(struct strbuf *b, const void *member);
};

_Static_assert(RECORD_NKEYS <= 64, "record.has has a bit a key");

static const struct write_row write_rows[RECORD_NKEYS] = {
#define FIELD(type, key, doc)                                                  \
	[RECORD_KEY_##key] = {",\"" #key "\":", sizeof #key + 3,               \
	    offsetof(struct record, key), write_##type},
#include "common/record.def"
#undef FIELD
};

static const struct field_row read_rows[RECORD_NKEYS] = {
#define FIELD(type, key, doc)                                                  \
	[RECORD_KEY_##key] = FIELD_ROW(struct record, key, read_##type),
#include "common/record.def"
#undef FIELD
};

const char *record_key_name(enum record_key key)
{
	return read_rows[key].key;
}

static void write_keys(const struct record *rec, uint64_t left, struct strbuf *b)
{
	const struct write_row *row;
	unsigned key;

	for (; left; left &= left - 1) {
		key = (unsigned)__builtin_ctzll(left);
		if (rec->made >> key & 1) {
			strbuf_str(b, rec->json[key]);
			continue;
		}
		row = &write_rows[key];
		if (b->room - b->n < sizeof row->prefix)
			strbuf_reserve(b, sizeof row->prefix);
		memcpy(b->p + b->n, row->prefix, sizeof row->prefix);
		b->n += row->n;
		row->write(b, (const char *)rec + row->offset);
	}
}

void record_write_keys(const struct record *rec, struct strbuf *b)
{
	write_keys(rec, rec->has, b);
}

void record_write(const struct record *rec, struct strbuf *b)
{
	uint64_t left = rec->has;

	left &= ~(UINT64_C(1) << RECORD_KEY_v);
	if (str_is(rec->kind, "kernel"))
		left &= ~(UINT64_C(1) << RECORD_KEY_kind);
	strbuf_text(b, "{\"v\":" VERSION_TEXT);
	write_keys(rec, left, b);
	strbuf_add(b, "}\n", 2);
}

struct record_reader {
	struct fields f;
};

struct record_reader *record_reader_new(void)
{
	struct record_reader *r = arena_xmalloc(sizeof *r);

	r->f = (struct fields){0};
	r->f.json = json_text(STR(""), JSON_STRICT);
	return r;
}

void record_reader_free(struct record_reader *r)
{
	if (!r)
		return;
	json_free(r->f.json);
	strbuf_free(&r->f.stack);
	free(r);
}

/* Whether this is a record, of a version that is known. */
static int check_version(const struct record *rec, struct err *err)
{
	if (!record_has(rec, v))
		return err_set(err, "no field 'v': not a record of pp-parse");
	if (rec->v > RECORD_VERSION)
		return err_set(err,
		    "version %lld is newer than this program reads (%d)",
		    (long long)rec->v, RECORD_VERSION);
	if (rec->v < 1)
		return err_set(err, "version %lld: not a record of pp-parse",
		    (long long)rec->v);
	return 0;
}

/* A duration below 0 is nonsense, and as if it were not there. */
static void drop_negative(struct record *rec)
{
	if (rec->dur < 0)
		record_clear(rec, dur);
	if (rec->api_dur < 0)
		record_clear(rec, api_dur);
	if (rec->self < 0)
		record_clear(rec, self);
}

int record_read(struct record_reader *r, struct str line, struct arena *arena,
    struct record *rec, struct err *err)
{
	struct fields *f = &r->f;
	struct str text;
	enum json_token token;

	f->line = line;
	f->arena = arena;
	f->err = err;
	f->stack.n = 0;
	f->depth = 0;
	json_reset(f->json, line);
	memset(rec, 0, sizeof *rec);
	if (!line.n)
		return err_set(err, "empty line");
	token = json_next(f->json, &text);
	if (token == JSON_ERROR)
		return field_wrong(f, token);
	if (token != JSON_OBJECT)
		return err_set(err, "no JSON object");
	if (field_object(f, read_rows, RECORD_NKEYS, rec, &rec->has)) {
		/* A newer version may well have other types. */
		if (record_has(rec, v) && rec->v > RECORD_VERSION)
			check_version(rec, err);
		return -1;
	}
	if (json_next(f->json, &text) != JSON_END)
		return field_wrong(f, JSON_ERROR);
	drop_negative(rec);
	if (!record_has(rec, kind))
		rec->kind = STR("kernel");
	return check_version(rec, err);
}
