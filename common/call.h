/*
 * call.h - a call of an operator, with its arguments.
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
	ARG_STR,
	ARG_LIST,  /* list, tuple; of tensors where value.kind is VALUE_ARGS */
	ARG_OTHER, /* any other type text */
};

struct dims {
	const int64_t *v; /* NULL: unknown; n == 0 with v set: 0-dim */
	size_t n;
};

struct arg {
	struct str name; /* keyword; n == 0: positional */
	struct str type; /* as recorded */
	enum arg_kind kind;
	struct dims shape;
	struct dims strides;   /* in elements */
	struct str dtype_text; /* torch's spelling, an unknown one as it is */
	enum dtype dtype;
	struct value value;
};

struct call {
	struct str mod; /* torch.nn.functional, Tensor, ...; absent: framework */
	struct str op;	/* conv2d, aten::mm, MulBackward0 */
	int64_t seq;	/* the call's own sequence number, where has_seq */
	int64_t id;	/* PyProf's callid, torch's op_id, where has_id */
	const struct arg *args;
	size_t nargs;
	const struct arg *out; /* results, where the profile tells of them */
	size_t nout;

	/* Where the entry encloses other kernels than the record's unit: how
	 * many, and whether this one is their main; see pp-record(5). */
	int64_t n;
	bool has_n, main;

	bool has_seq, has_id;
	bool has_args; /* an empty args list was recorded as such */
	bool node;     /* the range of an autograd node */
	bool capture;  /* from the time a CUDA graph was captured */
};

/* call_arg_kind(type): the kind that a type text means. */
enum arg_kind call_arg_kind(struct str type);

/* call_find_arg(call, name): the argument with this keyword, or NULL. */
const struct arg *call_find_arg(const struct call *call, const char *name);

/* call_write(call, b): append the entry as a JSON object. */
void call_write(const struct call *call, struct strbuf *b);

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
