/*
 * call.h - a call of an operator, with its arguments.  The schema is call.def
 * and arg.def; pp-record(5) explains it.
 *
 * What pp-parse reads from a marker and pp-prof costs; an entry of the record's
 * `op` and `fwd` lists.  All memory belongs to the arena that the reader got.
 */
#ifndef COMMON_CALL_H
#define COMMON_CALL_H

#include "common/dtype.h"
#include "common/field.h"
#include "common/str.h"

enum value_kind {
	VALUE_ABSENT, /* no value was recorded */
	VALUE_NONE,   /* None, null */
	VALUE_BOOL,
	VALUE_INT,
	VALUE_REAL,
	VALUE_STR,
	VALUE_LIST, /* values */
	VALUE_ARGS, /* a list of tensors: args */
};

struct arg;

struct value {
	enum value_kind kind;
	union {
		bool b;
		int64_t i;
		double f;
		struct str s;
		struct {
			const struct value *v;
			size_t n;
		} list;
		struct {
			const struct arg *v;
			size_t n;
		} args;
	};
};

/* What an argument is, from the record's `type` text. */
enum arg_kind {
	ARG_UNKNOWN, /* torch's []: a number, None, a 0-dim or undefined tensor */
	ARG_TENSOR, /* tensor, ndarray: has shape */
	ARG_NONE,   /* NoneType */
	ARG_BOOL,
	ARG_INT,
	ARG_FLOAT,
	ARG_COMPLEX,
	ARG_STR,
	ARG_LIST,  /* list, tuple; of tensors where value.kind is VALUE_ARGS */
	ARG_OTHER, /* any other type text */
};

struct dims {
	const int64_t *v; /* NULL: unknown; n == 0 with v set: 0-dim */
	size_t n;
};

/* The types of arg.def as members.  A dtype has its text, too: torch's
 * spelling, an unknown one as it is. */
#define ARG_MEMBER_NAME(key) struct str key;
#define ARG_MEMBER_STR(key) struct str key;
#define ARG_MEMBER_DIMS(key) struct dims key;
#define ARG_MEMBER_VALUE(key) struct value key;
#define ARG_MEMBER_DTYPE(key)                                                  \
	struct str key##_text;                                                 \
	enum dtype key;

struct arg {
#define FIELD(type, key, doc) ARG_MEMBER_##type(key)
#include "common/arg.def"
#undef FIELD
	enum arg_kind kind; /* by type and shape */
};

/* The types of call.def as members: the values, and behind them the flags, or
 * there would be gaps.  Of a number has_key tells whether there is one; of a
 * list that an empty one was recorded as such. */
#define CALL_MEMBER_STR(key) struct str key;
#define CALL_MEMBER_INT(key) int64_t key;
#define CALL_MEMBER_SEQ(key) int64_t key;
#define CALL_MEMBER_ARGS(key)                                                  \
	const struct arg *key;                                                 \
	size_t n##key;
#define CALL_MEMBER_INNER(key) const struct call_inner *key;
#define CALL_MEMBER_FLAG(key)
#define CALL_FLAG_STR(key)
#define CALL_FLAG_INT(key) bool has_##key;
#define CALL_FLAG_SEQ(key) bool has_##key;
#define CALL_FLAG_ARGS(key) bool has_##key;
#define CALL_FLAG_INNER(key)
#define CALL_FLAG_FLAG(key) bool key;

/* What other kernels than the record's did inside a call. */
struct call_inner {
	const struct str *calls; /* that launched them, and have arguments */
	size_t ncalls;
	int64_t zeroed; /* bytes of the largest tensor that was set; 0: those of
			 * one are unknown; -1: none was set */
};

struct call {
#define FIELD(type, key, doc) CALL_MEMBER_##type(key)
#include "common/call.def"
#undef FIELD
	union {
		/* a writer's: what call_write_names made; p == NULL: nothing */
		struct str names_json;
		/* a model's: of the step that it is made in, see lengths.h */
		const int64_t *lengths;
	};
	struct str args_json; /* what call_write_args made, the same */
#define FIELD(type, key, doc) CALL_FLAG_##type(key)
#include "common/call.def"
#undef FIELD
};

/* call_arg_kind(type): the kind that a type text means. */
enum arg_kind call_arg_kind(struct str type);

/* call_find_arg(call, name): the argument with this keyword, or NULL. */
const struct arg *call_find_arg(const struct call *call, const char *name);

/* call_write(call, b): append the entry as a JSON object. */
void call_write(const struct call *call, struct strbuf *b);

/* call_write_names(call, b), call_write_args(call, b): append the members mod
 * and op, or the value of args, as JSON.  A caller who writes them many times
 * keeps that in names_json and args_json. */
void call_write_names(const struct call *call, struct strbuf *b);
void call_write_args(const struct call *call, struct strbuf *b);

/*
 * call_read_list(f, token, v, n):
 * Read a list of entries that begins with token.  0, or -1 with the reason in
 * f->err.  What record_write wrote as a string because JSON or jq would not
 * keep the number is a number again (integers beyond 2^53, inf, nan), except
 * as the value of an argument of type str.
 */
int call_read_list(
    struct fields *f, enum json_token token, const struct call **v, size_t *n);

#endif
