/*
 * call.c - a call of an operator: its JSON object, written and read.
 *
 * In:  a struct call, or the tokens of an entry of `op` or `fwd`
 * Out: the entry, keys in the order of pp-record(5), or the struct
 */
#include "common/call.h"

#include "common/field.h"
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
    {"unknown", ARG_UNKNOWN},
    {"", ARG_UNKNOWN},
    {"list", ARG_LIST},
    {"tuple", ARG_LIST},
    {"NoneType", ARG_NONE},
    {"str", ARG_STR},
    {"ndarray", ARG_TENSOR},
};

enum { NKINDS = sizeof kinds / sizeof *kinds };

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

static void write_arg(struct strbuf *b, const struct arg *arg)
{
	size_t start = b->n;

	if (arg->name.n) {
		KEY(b, "name");
		json_escape(b, arg->name);
	}
	if (arg->type.p) {
		KEY(b, "type");
		json_escape(b, arg->type);
	}
	if (arg->shape.v) {
		KEY(b, "shape");
		write_ints(b, arg->shape.v, arg->shape.n);
	}
	if (arg->strides.v) {
		KEY(b, "strides");
		write_ints(b, arg->strides.v, arg->strides.n);
	}
	if (arg->dtype != DTYPE_UNKNOWN) {
		KEY(b, "dtype");
		json_escape(b, str_of(dtype_name(arg->dtype)));
	} else if (arg->dtype_text.p) {
		KEY(b, "dtype");
		json_escape(b, arg->dtype_text);
	}
	if (arg->value.kind != VALUE_ABSENT) {
		KEY(b, "value");
		write_value(b, &arg->value);
	}
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

/* What does not depend on the kernel, up to before `n`. */
static void write_head(const struct call *call, struct strbuf *b)
{
	size_t start = b->n;

	if (call->mod.p) {
		KEY(b, "mod");
		json_escape(b, call->mod);
	}
	if (call->op.p) {
		KEY(b, "op");
		json_escape(b, call->op);
	}
	if (call->has_seq) {
		KEY(b, "seq");
		field_int_write(b, call->seq);
	}
	if (call->has_id) {
		KEY(b, "id");
		field_int_write(b, call->id);
	}
	if (call->nargs || call->has_args) {
		KEY(b, "args");
		write_args(b, call->args, call->nargs);
	}
	if (call->nout) {
		KEY(b, "out");
		write_args(b, call->out, call->nout);
	}
	if (call->node)
		strbuf_text(b, ",\"node\":true");
	if (call->capture)
		strbuf_text(b, ",\"capture\":true");
	open_members(b, start);
}

void call_write(const struct call *call, struct strbuf *b)
{
	size_t start = b->n;

	write_head(call, b);
	if (b->n == start + 1)
		b->n = start; /* a lone brace: the first member brings its own */
	if (call->has_n) {
		KEY(b, "n");
		field_int_write(b, call->n);
	}
	if (call->main)
		strbuf_text(b, ",\"main\":true");
	open_members(b, start);
	strbuf_char(b, '}');
}

/* ---- reading ---- */

static field_reader read_dims, read_arg_value, read_seq, read_id, read_args,
    read_out, read_n;

/* An arg being read, with what its `value` was as a string. */
struct reading {
	struct arg arg;
	struct str text;
};

static const struct field_row arg_rows[] = {
    FIELD_ROW(struct arg, name, field_str),
    FIELD_ROW(struct arg, type, field_str),
    FIELD_ROW(struct arg, shape, read_dims),
    FIELD_ROW(struct arg, strides, read_dims),
    {"dtype", 5, offsetof(struct arg, dtype_text), field_str, false},
    {"value", 5, 0, read_arg_value, true},
};

enum { NARG_ROWS = sizeof arg_rows / sizeof *arg_rows };

static const struct field_row call_rows[] = {
    FIELD_ROW(struct call, mod, field_str),
    FIELD_ROW(struct call, op, field_str),
    {"seq", 3, 0, read_seq, false},
    {"id", 2, 0, read_id, false},
    {"args", 4, 0, read_args, false},
    {"out", 3, 0, read_out, false},
    FIELD_ROW(struct call, node, field_bool),
    FIELD_ROW(struct call, capture, field_bool),
    {"n", 1, 0, read_n, false},
    FIELD_ROW(struct call, main, field_bool),
};

enum { NCALL_ROWS = sizeof call_rows / sizeof *call_rows };

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

static int read_seq(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct call *call = member;

	const int64_t *list;
	size_t n;

	if (token != JSON_ARRAY) {
		call->has_seq = true;
		return field_int(f, token, text, &call->seq);
	}
	/* a list, as the record's own seq is one */
	if (field_ints(f, token, &list, &n))
		return -1;
	call->has_seq = n > 0;
	call->seq = n > 0 ? list[0] : 0;
	return 0;
}

static int read_id(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct call *call = member;

	call->has_id = true;
	return field_int(f, token, text, &call->id);
}

static int read_n(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct call *call = member;

	call->has_n = true;
	return field_int(f, token, text, &call->n);
}

static int read_args(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct call *call = member;

	if (token != JSON_ARRAY)
		return field_wrong(f, token);
	call->has_args = true;
	return read_arg_list(
	    f, json_next(f->json, &text), &call->args, &call->nargs);
}

static int read_out(
    struct fields *f, enum json_token token, struct str text, void *member)
{
	struct call *call = member;

	if (token != JSON_ARRAY)
		return field_wrong(f, token);
	return read_arg_list(f, json_next(f->json, &text), &call->out, &call->nout);
}

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
