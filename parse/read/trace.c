/*
 * trace.c - the events of a Chrome trace.
 *
 * In:  the tokens of one event's object
 * Out: the members that a row of the table names, in whatever order they came
 *
 * There is no tree of values: a trace has a million events with a dozen members
 * each.  Times are read from their decimal text, because a double holds
 * microseconds since 1970 only to a quarter of one.
 */
#include "parse/read/trace.h"

#include <math.h>
#include <stdlib.h>

#include "common/ascii.h"
#include "common/intern.h"
#include "common/nelems.h"
#include "common/num.h"

enum type {
	TEXT,	/* a string, or a number as it is written */
	INT,	/* a whole number; also as text, decimal or 0x... */
	NUMBER, /* INT and its text: a process or thread, which may be a name */
	TIME,	/* microseconds */
	REAL,
	DIM3,	/* [x, y, z] */
	SOURCE, /* JSON as it is written */
};

enum place { EVENT, ARGS };

static const struct key {
	const char *name;
	enum place place;
	enum trace_key key;
	enum type type;
	bool asked; /* read only where trace_ask asks for it */
} keys[] = {
    {"ph", EVENT, TRACE_PH, TEXT},
    {"cat", EVENT, TRACE_CAT, TEXT},
    {"name", EVENT, TRACE_NAME, TEXT},
    {"pid", EVENT, TRACE_PID, NUMBER},
    {"tid", EVENT, TRACE_TID, NUMBER},
    {"ts", EVENT, TRACE_TS, TIME},
    {"dur", EVENT, TRACE_DUR, TIME},
    {"id", EVENT, TRACE_ID, INT},
    {"correlation", ARGS, TRACE_CORRELATION, INT},
    {"device", ARGS, TRACE_DEVICE, INT},
    {"context", ARGS, TRACE_CONTEXT, INT},
    {"stream", ARGS, TRACE_STREAM, INT},
    {"grid", ARGS, TRACE_GRID, DIM3},
    {"block", ARGS, TRACE_BLOCK, DIM3},
    {"grid_x", ARGS, TRACE_GRID_X, INT}, /* ONNX Runtime's, to block_z */
    {"grid_y", ARGS, TRACE_GRID_Y, INT},
    {"grid_z", ARGS, TRACE_GRID_Z, INT},
    {"block_x", ARGS, TRACE_BLOCK_X, INT},
    {"block_y", ARGS, TRACE_BLOCK_Y, INT},
    {"block_z", ARGS, TRACE_BLOCK_Z, INT},
    {"registers per thread", ARGS, TRACE_REGS, INT},
    {"shared memory", ARGS, TRACE_SMEM, INT},
    {"est. achieved occupancy %", ARGS, TRACE_OCCUPANCY, REAL},
    {"theoretical occupancy %", ARGS, TRACE_OCCUPANCY, REAL}, /* to 2021 */
    {"warps per SM", ARGS, TRACE_WARPS_PER_SM, REAL},
    {"blocks per SM", ARGS, TRACE_BLOCKS_PER_SM, REAL},
    {"graph node id", ARGS, TRACE_GRAPH_NODE, INT},
    {"name", ARGS, TRACE_LABEL, TEXT}, /* torch.cuda.graph_annotations */
    {"bytes", ARGS, TRACE_BYTES, INT},
    {"kind", ARGS, TRACE_KIND, TEXT},
    {"cuda_sync_kind", ARGS, TRACE_KIND, TEXT},
    {"External id", ARGS, TRACE_EXTERNAL_ID, INT},
    {"external id", ARGS, TRACE_EXTERNAL_ID, INT}, /* to 2022 */
    {"Sequence number", ARGS, TRACE_SEQUENCE, INT},
    {"Input Dims", ARGS, TRACE_DIMS, SOURCE},
    {"Input dims", ARGS, TRACE_DIMS, SOURCE}, /* torch 1.8 */
    {"Input type", ARGS, TRACE_TYPES, SOURCE},
    {"Input Strides", ARGS, TRACE_STRIDES, SOURCE},
    {"Concrete Inputs", ARGS, TRACE_VALUES, SOURCE},
    {"Call stack", ARGS, TRACE_CALL_STACK, TEXT},
    {"Module Hierarchy", ARGS, TRACE_HIERARCHY, TEXT},
    {"Collective name", ARGS, TRACE_COLLECTIVE, TEXT},
    {"In msg nelems", ARGS, TRACE_IN_ELEMENTS, INT},
    {"Group size", ARGS, TRACE_GROUP_SIZE, INT},
    {"Out msg nelems", ARGS, TRACE_OUT_ELEMENTS, INT},
    {"Process Group Name", ARGS, TRACE_GROUP_NAME, TEXT},
    {"dtype", ARGS, TRACE_DTYPE, TEXT},
    {"kernel_flop", ARGS, TRACE_KERNEL_FLOP, INT},
    {"kernel_num_gb", ARGS, TRACE_KERNEL_GB, REAL},
    {"kernel_backend", ARGS, TRACE_KERNEL_BACKEND, TEXT},
    {"kernel_file", ARGS, TRACE_KERNEL_FILE, TEXT},
    {"op_name", ARGS, TRACE_OP_NAME, TEXT},
    {"provider", ARGS, TRACE_PROVIDER, TEXT},
    {"node_index", ARGS, TRACE_NODE_INDEX, INT},
    {"parent_name", ARGS, TRACE_PARENT, TEXT},
    {"event_name", ARGS, TRACE_PARENT, TEXT},
    {"input_type_shape", ARGS, TRACE_INPUTS, SOURCE},
    {"output_type_shape", ARGS, TRACE_OUTPUTS, SOURCE},
    {"kernel", ARGS, TRACE_KERNEL, TEXT, true},
};

enum { NKEYS = NELEMS(keys) };

_Static_assert(TRACE_NKEYS <= 64, "trace_event.has has a bit a key");
_Static_assert(NKEYS < TRACE_NSLOTS / 2, "trace_event.slots has room");

static size_t slot_of(struct str name)
{
	return (size_t)(intern_hash(name.p, name.n) % TRACE_NSLOTS);
}

/* Put a row of the table where find looks for its name. */
static void add_row(struct trace_event *e, size_t row)
{
	unsigned char *slots = e->slots[keys[row].place];
	size_t slot = slot_of(str_of(keys[row].name));

	while (slots[slot])
		slot = (slot + 1) % TRACE_NSLOTS;
	slots[slot] = (unsigned char)(row + 1);
}

void trace_init(struct trace_event *e)
{
	size_t i;

	*e = (struct trace_event){.asks = TRACE_CAT};
	for (i = 0; i < NKEYS; i++)
		if (!keys[i].asked)
			add_row(e, i);
}

void trace_ask(struct trace_event *e, enum trace_key key)
{
	size_t i;

	if (key == TRACE_NAME)
		e->asks = key;
	for (i = 0; i < NKEYS; i++)
		if (keys[i].asked && keys[i].key == key)
			add_row(e, i);
}

void trace_free(struct trace_event *e)
{
	strbuf_free(&e->texts);
}

static const struct key *find(
    const struct trace_event *e, enum place place, struct str name)
{
	const unsigned char *slots = e->slots[place];
	size_t slot = slot_of(name);

	for (; slots[slot]; slot = (slot + 1) % TRACE_NSLOTS)
		if (str_is(name, keys[slots[slot] - 1].name))
			return &keys[slots[slot] - 1];
	return NULL;
}

/* ---- numbers ---- */

/* A decimal number: digits * 10^exponent. */
struct decimal {
	int64_t digits;
	int64_t exponent;
	int next; /* the first digit that did not fit, or -1 */
	bool negative;
};

enum { DIGITS_MOST = 19, EXPONENT_MOST = 10000 };

/* Read digits from p on into d; those behind the point lower the exponent. */
static const char *take_digits(
    const char *p, const char *end, bool fraction, struct decimal *d)
{
	int64_t n;

	for (; p < end && is_digit(*p); p++) {
		if (d->next < 0 && !__builtin_mul_overflow(d->digits, 10, &n) &&
		    num_sum(n, *p - '0', &n)) {
			d->digits = n;
			d->exponent -= fraction;
		} else {
			d->next = d->next < 0 ? *p - '0' : d->next;
			d->exponent += !fraction;
		}
	}
	return p;
}

static bool parse_decimal(struct str s, struct decimal *d)
{
	const char *p = s.p, *end = p + s.n, *from;
	int64_t e = 0;

	*d = (struct decimal){.next = -1};
	if (p < end && *p == '-') {
		d->negative = true;
		p++;
	}
	from = p;
	p = take_digits(p, end, false, d);
	if (p == from)
		return false;
	if (p < end && *p == '.')
		p = take_digits(p + 1, end, true, d);
	if (p < end && (*p == 'e' || *p == 'E')) {
		p++;
		p += end - p > 1 && *p == '+' && p[1] != '-';
		if (!num_parse(p, (size_t)(end - p), -EXPONENT_MOST,
			EXPONENT_MOST, &e))
			return false;
		p = end;
	}
	d->exponent += e;
	return p == end;
}

bool trace_ns(struct str s, int64_t *ns)
{
	struct decimal d;
	int64_t rest, n;

	if (s.n == 0 || !parse_decimal(s, &d))
		return false;
	n = d.digits;
	rest = d.next;
	d.exponent += 3;
	if (d.exponent > 0 && d.next >= 0)
		return false;
	for (; d.exponent > 0 && n != 0; d.exponent--)
		if (__builtin_mul_overflow(n, 10, &n))
			return false;
	for (; d.exponent < 0 && (n != 0 || rest > 0); d.exponent++) {
		rest = n % 10;
		n /= 10;
	}
	if (d.exponent == 0 && rest >= 5 && !num_sum(n, 1, &n))
		return false;
	*ns = d.negative ? -n : n;
	return true;
}

/* A whole number as text: 12, 12.0 or 0x0c. */
static bool parse_int(struct str s, int64_t *n)
{
	struct decimal d;
	size_t i;

	if (num_parse(s.p, s.n, INT64_MIN, INT64_MAX, n))
		return true;
	if (s.n > 2 && s.n <= 18 && s.p[0] == '0' && (s.p[1] | 32) == 'x') {
		uint64_t v = 0;

		for (i = 2; i < s.n; i++) {
			int c = s.p[i] | 32;
			int digit = c >= '0' && c <= '9'   ? c - '0'
				    : c >= 'a' && c <= 'f' ? c - 'a' + 10
							   : -1;

			if (digit < 0)
				return false;
			v = v << 4 | (unsigned)digit;
		}
		*n = (int64_t)v;
		return v <= INT64_MAX;
	}
	if (s.n == 0 || !parse_decimal(s, &d) || d.exponent < -DIGITS_MOST ||
	    d.next > 0)
		return false;
	for (; d.exponent < 0; d.exponent++) {
		if (d.digits % 10)
			return false;
		d.digits /= 10;
	}
	*n = d.negative ? -d.digits : d.digits;
	return d.exponent == 0;
}

/* ---- values ---- */

static void keep(struct trace_event *e, struct trace_value *v, struct str s)
{
	v->at = e->texts.n;
	v->n = s.n;
	strbuf_reserve(&e->texts, s.n + 1); /* an empty text is somewhere, too */
	strbuf_str(&e->texts, s);
}

/* Read [x, y, z]; false if it is something else, which is passed over. */
static bool read_dim3(struct json *j, struct trace_value *v)
{
	enum json_token token = json_next(j, NULL);
	bool ok = token == JSON_ARRAY, fits;
	size_t n = 0;

	if (!ok) {
		json_skip(j);
		return false;
	}
	while ((token = json_next(j, NULL)) != JSON_ARRAY_END &&
	       token != JSON_ERROR) {
		fits = token == JSON_INT && n < 3;
		if (fits)
			v->v[n++] = json_int(j, &fits);
		else
			json_skip(j);
		ok &= fits;
	}
	return ok && n == 3;
}

static bool parse_value(
    struct trace_event *e, enum type type, struct str s, struct trace_value *v)
{
	switch (type) {
	case TEXT:
		keep(e, v, s);
		return true;
	case INT:
		return parse_int(s, &v->i);
	case NUMBER:
		keep(e, v, s);
		v->whole = parse_int(s, &v->i);
		return true;
	case TIME:
		v->whole = !memchr(s.p, '.', s.n);
		return trace_ns(s, &v->i);
	case REAL:
		return num_real(s.p, s.n, &v->f);
	default:
		return false;
	}
}

/* Read the value of the key; false if it is not of the key's type. */
static bool read_value(struct json *j, struct trace_event *e,
    const struct key *k, struct trace_value *v)
{
	enum json_token token;
	struct str s;

	if (k->type == DIM3)
		return read_dim3(j, v);
	if (k->type == SOURCE) {
		token = json_raw(j, &s);
		if (token == JSON_ERROR || token == JSON_NULL)
			return false;
		keep(e, v, s);
		return true;
	}
	token = json_next(j, &s);
	if (token == JSON_STRING || token == JSON_INT || token == JSON_REAL)
		return parse_value(e, k->type, s, v);
	json_skip(j);
	return false;
}

struct str trace_text(const struct trace_event *e, enum trace_key key)
{
	if (!trace_has(e, key))
		return (struct str){NULL, 0};
	return (struct str){e->texts.p + e->v[key].at, e->v[key].n};
}

/* Read the members of the event or its args.  If a key comes twice, the last
 * value of its type counts. */
static enum json_token read_members(struct json *j, struct trace_event *e,
    enum place place, bool (*wanted)(void *arg, const struct trace_event *e),
    void *arg)
{
	struct trace_value v = {0};
	enum json_token token;
	const struct key *k;
	struct str name;

	while ((token = json_next(j, &name)) == JSON_KEY) {
		k = find(e, place, name);
		if (!k && place == EVENT && str_is(name, "args")) {
			if (json_next(j, NULL) == JSON_OBJECT)
				read_members(j, e, ARGS, wanted, arg);
			else
				json_skip(j);
		} else if (!k) {
			json_skip(j);
		} else if (read_value(j, e, k, &v)) {
			e->v[k->key] = v;
			e->has |= UINT64_C(1) << k->key;
			if (k->key <= e->asks && !wanted(arg, e))
				return json_leave(j);
		}
	}
	return token;
}

enum json_token trace_event(struct json *j, struct trace_event *e,
    bool (*wanted)(void *arg, const struct trace_event *e), void *arg)
{
	e->has = 0;
	e->texts.n = 0;
	return read_members(j, e, EVENT, wanted, arg);
}

/* Pass on those members of the args that are numbers. */
static void read_numbers(struct json *j,
    void (*number)(void *arg, struct str name, double value), void *arg)
{
	struct strbuf key = {0};
	enum json_token token;
	struct str s;
	double value;

	while (json_next(j, &s) == JSON_KEY) {
		key.n = 0;
		strbuf_str(&key, s);
		token = json_next(j, &s);
		if ((token == JSON_INT || token == JSON_REAL) &&
		    num_real(s.p, s.n, &value))
			number(arg, strbuf_get(&key), value);
		json_skip(j);
	}
	strbuf_free(&key);
}

enum json_token trace_numbers(struct json *j,
    void (*number)(void *arg, struct str name, double value), void *arg)
{
	enum json_token token;
	struct str name;

	while ((token = json_next(j, &name)) == JSON_KEY) {
		if (str_is(name, "args") && json_next(j, NULL) == JSON_OBJECT)
			read_numbers(j, number, arg);
		else
			json_skip(j);
	}
	return token;
}
