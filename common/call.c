/*
 * call.c - a call of an operator: its JSON object, written and read by the
 * schemas call.def and arg.def.
 *
 * In:  a struct call, or the tokens of an entry of `op` or `fwd`
 * Out: the entry, keys in the order of pp-record(5), or the struct
 */
#include "common/call.h"

#include "common/field.h"
#include "common/nelems.h"
#include "common/num.h"

struct kind_row {
	const char *type;
	enum arg_kind kind;
};

static const struct kind_row kinds[] = {
    {"tensor", ARG_TENSOR},
    {"int", ARG_INT},
    {"bool", ARG_BOOL},
    {"float", ARG_FLOAT},
    {"complex", ARG_COMPLEX},
    {"unknown", ARG_UNKNOWN},
    {"", ARG_UNKNOWN},
    {"list", ARG_LIST},
    {"tuple", ARG_LIST},
    {"NoneType", ARG_NONE},
    {"str", ARG_STR},
    {"ndarray", ARG_TENSOR},
};

enum { NKINDS = NELEMS(kinds) };

enum arg_kind call_arg_kind(struct str type)
{
	size_t i;

	for (i = 0; i < NKINDS; i++)
		if (str_is(type, kinds[i].type))
			return kinds[i].kind;
	return ARG_OTHER;
}

const struct arg *call_find_arg(const struct call *call, const char *name)
{
	size_t i;

	for (i = 0; i < call->nargs; i++)
		if (call->args[i].name.n && str_is(call->args[i].name, name))
			return &call->args[i];
	return NULL;
}

/* ---- writing ---- */

/* Members are written with a comma in front, from b's byte `start` on: the
 * first one's becomes the brace. */
static void open_members(struct strbuf *b, size_t start)
{
	if (b->n == start)
		strbuf_char(b, '{');
	else
		b->p[start] = '{';
}

static void write_ints(struct strbuf *b, const int64_t *v, size_t n)
{
	size_t i;

	strbuf_char(b, '[');
	for (i = 0; i < n; i++) {
		if (i)
			strbuf_char(b, ',');
		field_int_write(b, v[i]);
	}
	strbuf_char(b, ']');
}

#define KEY(b, key) strbuf_add(b, ",\"" key "\":", sizeof key + 3)

static void write_value(struct strbuf *b, const struct value *v);

/* How a key of arg.def is written, where the argument has it. */
#define WRITE_NAME(key)                                                        \
	if (arg->key.n) {                                                      \
		KEY(b, #key);                                                  \
		json_escape(b, arg->key);                                      \
	}
#define WRITE_STR(key)                                                         \
	if (arg->key.p) {                                                      \
		KEY(b, #key);                                                  \
		json_escape(b, arg->key);                                      \
	}
#define WRITE_DIMS(key)                                                        \
	if (arg->key.v) {                                                      \
		KEY(b, #key);                                                  \
		write_ints(b, arg->key.v, arg->key.n);                         \
	}
#define WRITE_DTYPE(key)                                                       \
	if (arg->key != DTYPE_UNKNOWN) {                                       \
		KEY(b, #key);                                                  \
		json_escape(b, str_of(dtype_name(arg->key)));                  \
	} else if (arg->key##_text.p) {                                        \
		KEY(b, #key);                                                  \
		json_escape(b, arg->key##_text);                               \
	}
#define WRITE_VALUE(key)                                                       \
	if (arg->key.kind != VALUE_ABSENT) {                                   \
		KEY(b, #key);                                                  \
		write_value(b, &arg->key);                                     \
	}

static void write_arg(struct strbuf *b, const struct arg *arg)
{
	size_t start = b->n;

#define FIELD(type, key, doc) WRITE_##type(key)
#include "common/arg.def"
#undef FIELD
	open_members(b, start);
	strbuf_char(b, '}');
}

static void write_args(struct strbuf *b, const struct arg *v, size_t n)
{
	size_t i;

	strbuf_char(b, '[');
	for (i = 0; i < n; i++) {
		if (i)
			strbuf_char(b, ',');
		write_arg(b, &v[i]);
	}
	strbuf_char(b, ']');
}

static void write_value(struct strbuf *b, const struct value *v)
{
	size_t i;

	switch (v->kind) {
	case VALUE_ABSENT:
	case VALUE_NONE:
		strbuf_text(b, "null");
		break;
	case VALUE_BOOL:
		strbuf_text(b, v->b ? "true" : "false");
		break;
	case VALUE_INT:
		field_int_write(b, v->i);
		break;
	case VALUE_REAL:
		field_real_write(b, v->f);
		break;
	case VALUE_STR:
		json_escape(b, v->s);
		break;
	case VALUE_LIST:
		strbuf_char(b, '[');
		for (i = 0; i < v->list.n; i++) {
			if (i)
				strbuf_char(b, ',');
			write_value(b, &v->list.v[i]);
		}
		strbuf_char(b, ']');
		break;
	case VALUE_ARGS:
		write_args(b, v->args.v, v->args.n);
		break;
	}
}

static void write_inner(struct strbuf *b, const struct call_inner *inner)
{
	size_t i, start = b->n;

	if (inner->ncalls) {
		KEY(b, "calls");
		for (i = 0; i < inner->ncalls; i++) {
			strbuf_char(b, i ? ',' : '[');
			json_escape(b, inner->calls[i]);
		}
		strbuf_char(b, ']');
	}
	if (inner->zeroed >= 0) {
		KEY(b, "zeroed");
		field_int_write(b, inner->zeroed);
	}
	open_members(b, start);
	strbuf_char(b, '}');
}

void call_write_args(const struct call *call, struct strbuf *b)
{
	write_args(b, call->args, call->nargs);
}

/* The names of call.def, which come first. */
#undef WRITE_STR
#define WRITE_STR(key)                                                         \
	if (call->key.p) {                                                     \
		KEY(b, #key);                                                  \
		json_escape(b, call->key);                                     \
	}
#define WRITE_INT(key)
#define WRITE_SEQ(key)
#define WRITE_ARGS(key)
#define WRITE_INNER(key)
#define WRITE_FLAG(key)

void call_write_names(const struct call *call, struct strbuf *b)
{
#define FIELD(type, key, doc) WRITE_##type(key)
#include "common/call.def"
#undef FIELD
}

/* The others. */
#undef WRITE_STR
#undef WRITE_INT
#undef WRITE_SEQ
#undef WRITE_ARGS
#undef WRITE_INNER
#undef WRITE_FLAG
#define WRITE_STR(key)
#define WRITE_INT(key)                                                         \
	if (call->has_##key) {                                                 \
		KEY(b, #key);                                                  \
		field_int_write(b, call->key);                                 \
	}
#define WRITE_SEQ WRITE_INT
#define WRITE_ARGS(key)                                                        \
	if (call->n##key || call->has_##key) {                                 \
		KEY(b, #key);                                                  \
		if (call->key == call->args && call->args_json.p)              \
			strbuf_str(b, call->args_json);                        \
		else                                                           \
			write_args(b, call->key, call->n##key);                \
	}
#define WRITE_INNER(key)                                                       \
	if (call->key) {                                                       \
		KEY(b, #key);                                                  \
		write_inner(b, call->key);                                     \
	}
#define WRITE_FLAG(key)                                                        \
	if (call->key)                                                         \
		strbuf_text(b, ",\"" #key "\":true");

void call_write(const struct call *call, struct strbuf *b)
{
	size_t start = b->n;

	if (call->names_json.p)
		strbuf_str(b, call->names_json);
	else
		call_write_names(call, b);
#define FIELD(type, key, doc) WRITE_##type(key)
#include "common/call.def"
#undef FIELD
	open_members(b, start);
	strbuf_char(b, '}');
}

/* ---- reading ---- */

/* An arg being read, with what its `value` was as a string. */
struct reading {
	struct arg arg;
	struct str text;
};

static int read_dims(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct dims *dims = member;

	(void)text;
	return field_ints(f, token, &dims->v, &dims->n);
}

/* A string that may be a number which JSON cannot say or jq would round. */
static void string_value(struct fields *f, struct str text, struct value *v)
{
	size_t sign = text.n && text.p[0] == '-';

	if (text.n > sign && text.p[sign] != '0' &&
	    num_parse(text.p, text.n, INT64_MIN, INT64_MAX, &v->i) &&
	    field_is_big(v->i)) {
		v->kind = VALUE_INT;
	} else if (field_real_text(text, &v->f)) {
		v->kind = VALUE_REAL;
	} else {
		v->kind = VALUE_STR;
		v->s = field_keep(f, text);
	}
}

static int read_list(struct fields *f, struct value *v);
static field_reader read_arg_value;

/* The rows of arg.def; a struct reading begins with the arg. */
#define READ_NAME(key) FIELD_ROW(struct arg, key, field_str)
#define READ_STR(key) FIELD_ROW(struct arg, key, field_str)
#define READ_DIMS(key) FIELD_ROW(struct arg, key, read_dims)
#define READ_DTYPE(key)                                                        \
	FIELD_AT(key, offsetof(struct arg, key##_text), field_str, false)
#define READ_VALUE(key) FIELD_AT(key, 0, read_arg_##key, true)

static const struct field_row arg_rows[] = {
#define FIELD(type, key, doc) READ_##type(key),
#include "common/arg.def"
#undef FIELD
};

enum { NARG_ROWS = NELEMS(arg_rows) };

static int read_value(
    struct fields *f, enum json_token token, struct str text, struct value *v)
{
	switch (token) {
	case JSON_NULL:
		v->kind = VALUE_NONE;
		return 0;
	case JSON_TRUE:
	case JSON_FALSE:
		v->kind = VALUE_BOOL;
		v->b = token == JSON_TRUE;
		return 0;
	case JSON_INT:
		v->kind = VALUE_INT;
		return field_int(f, token, text, &v->i);
	case JSON_REAL:
		v->kind = VALUE_REAL;
		return field_real(f, token, text, &v->f);
	case JSON_STRING:
		string_value(f, text, v);
		return 0;
	case JSON_ARRAY:
		return read_list(f, v);
	default:
		return field_wrong(f, token);
	}
}

/* The args of a list whose first token behind the bracket is given. */
static int read_arg_list(
    struct fields *f, enum json_token token, const struct arg **v, size_t *n)
{
	size_t mark = f->stack.n;
	struct reading r;
	struct str text;
	uint64_t has;

	for (; token != JSON_ARRAY_END; token = json_next(f->json, &text)) {
		if (token != JSON_OBJECT)
			return field_wrong(f, token);
		memset(&r, 0, sizeof r);
		if (field_object(f, arg_rows, NARG_ROWS, &r, &has))
			return -1;
		r.arg.kind = r.arg.type.p    ? call_arg_kind(r.arg.type)
			     : r.arg.shape.v ? ARG_TENSOR
					     : ARG_UNKNOWN;
		if (r.arg.dtype_text.p)
			r.arg.dtype = dtype_find(r.arg.dtype_text);
		if (r.arg.dtype != DTYPE_UNKNOWN)
			r.arg.dtype_text = str_of(dtype_name(r.arg.dtype));
		if (r.arg.kind == ARG_STR && r.text.p) {
			r.arg.value.kind = VALUE_STR;
			r.arg.value.s = r.text;
		}
		field_push(f, &r.arg, sizeof r.arg);
	}
	*v = field_take(f, mark, sizeof r.arg, n);
	return 0;
}

/* A list of tensors where its first element is an object. */
static int read_list(struct fields *f, struct value *v)
{
	size_t mark = f->stack.n;
	struct str text = {0};
	enum json_token token = json_next(f->json, &text);
	struct value element;

	if (token == JSON_OBJECT) {
		v->kind = VALUE_ARGS;
		return read_arg_list(f, token, &v->args.v, &v->args.n);
	}
	v->kind = VALUE_LIST;
	for (; token != JSON_ARRAY_END; token = json_next(f->json, &text)) {
		memset(&element, 0, sizeof element);
		if (read_value(f, token, text, &element))
			return -1;
		field_push(f, &element, sizeof element);
	}
	v->list.v = field_take(f, mark, sizeof element, &v->list.n);
	return 0;
}

static int read_arg_value(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct reading *r = member;

	if (token == JSON_STRING)
		r->text = text = field_keep(f, text);
	return read_value(f, token, text, &r->arg.value);
}

static int take_int(struct fields *f, enum json_token token, struct str text,
    int64_t *i, bool *has)
{
	*has = true;
	return field_int(f, token, text, i);
}

/* A number, or a list as the record's own seq is one. */
static int take_seq(struct fields *f, enum json_token token, struct str text,
    int64_t *seq, bool *has)
{
	const int64_t *list;
	size_t n;

	if (token != JSON_ARRAY)
		return take_int(f, token, text, seq, has);
	if (field_ints(f, token, &list, &n))
		return -1;
	*has = n > 0;
	*seq = n > 0 ? list[0] : 0;
	return 0;
}

static int take_args(struct fields *f, enum json_token token,
    const struct arg **v, size_t *n, bool *has)
{
	struct str text;

	if (token != JSON_ARRAY)
		return field_wrong(f, token);
	*has = true;
	return read_arg_list(f, json_next(f->json, &text), v, n);
}

static int read_inner_calls(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct call_inner *inner = member;

	(void)text;
	return field_strs(f, token, &inner->calls, &inner->ncalls);
}

static const struct field_row inner_rows[] = {
    FIELD_AT(calls, 0, read_inner_calls, false),
    FIELD_ROW(struct call_inner, zeroed, field_int),
};

static int take_inner(
    struct fields *f, enum json_token token, const struct call_inner **member)
{
	struct call_inner *inner = arena_array(f->arena, 1, sizeof *inner);
	uint64_t has;

	if (token != JSON_OBJECT)
		return field_wrong(f, token);
	inner->zeroed = -1;
	*member = inner;
	return field_object(f, inner_rows, NELEMS(inner_rows), inner, &has);
}

/* The types that have two or three members get the call as a whole: a reader a
 * key. */
#define READER(key, result)                                                    \
	static int read_##key(struct fields *f, enum json_token token,         \
	    struct str text, void *member)                                     \
	{                                                                      \
		struct call *call = member;                                    \
                                                                               \
		(void)text;                                                    \
		return result;                                                 \
	}
#define READER_STR(key)
#define READER_FLAG(key)
#define READER_INT(key)                                                        \
	READER(key, take_int(f, token, text, &call->key, &call->has_##key))
#define READER_SEQ(key)                                                        \
	READER(key, take_seq(f, token, text, &call->key, &call->has_##key))
#define READER_ARGS(key)                                                       \
	READER(key,                                                            \
	    take_args(f, token, &call->key, &call->n##key, &call->has_##key))
#define READER_INNER(key) READER(key, take_inner(f, token, &call->key))
#define FIELD(type, key, doc) READER_##type(key)
#include "common/call.def"
#undef FIELD

#undef READ_STR
#define READ_STR(key) FIELD_ROW(struct call, key, field_str)
#define READ_FLAG(key) FIELD_ROW(struct call, key, field_bool)
#define READ_INT(key) FIELD_AT(key, 0, read_##key, false)
#define READ_SEQ READ_INT
#define READ_ARGS READ_INT
#define READ_INNER READ_INT

static const struct field_row call_rows[] = {
#define FIELD(type, key, doc) READ_##type(key),
#include "common/call.def"
#undef FIELD
};

enum { NCALL_ROWS = NELEMS(call_rows) };

int call_read_list(
    struct fields *f, enum json_token token, const struct call **v, size_t *n)
{
	size_t mark = f->stack.n;
	struct call call;
	struct str text;
	uint64_t has;

	if (token != JSON_ARRAY)
		return field_wrong(f, token);
	while ((token = json_next(f->json, &text)) != JSON_ARRAY_END) {
		if (token != JSON_OBJECT)
			return field_wrong(f, token);
		memset(&call, 0, sizeof call);
		if (field_object(f, call_rows, NCALL_ROWS, &call, &has))
			return -1;
		field_push(f, &call, sizeof call);
	}
	*v = field_take(f, mark, sizeof call, n);
	return 0;
}
