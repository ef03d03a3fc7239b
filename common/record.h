/*
 * record.h - the record: what pp-parse prints and pp-prof reads, one JSON
 * object a line.  The schema is record.def; pp-record(5) explains it.
 *
 * A struct record owns nothing: what its members point to belongs to the arena
 * of whoever filled it.
 */
#ifndef COMMON_RECORD_H
#define COMMON_RECORD_H

#include "common/arena.h"
#include "common/call.h"
#include "common/diag.h"
#include "common/field.h"
#include "common/str.h"

#define RECORD_VERSION 1

struct record_gpu {
	struct str name; /* p == NULL: unknown */
	struct str cc;	 /* compute capability, "7.0"; p == NULL: unknown */
	int64_t sms;	 /* -1: unknown, here and below */
	int64_t clock_khz;
	int64_t mem_bps; /* memory bandwidth, bytes a second */
	int64_t mem;	 /* memory, bytes */
	int64_t threads; /* of a multiprocessor, at most */
};

/* A device of which nothing is known. */
#define RECORD_NO_GPU                                                          \
	((struct record_gpu){                                                  \
	    .sms = -1, .clock_khz = -1, .mem_bps = -1, .mem = -1, .threads = -1})

struct record_comm {
	struct str name;  /* p == NULL: unknown */
	int64_t group;	  /* ranks; -1: unknown */
	int64_t elements; /* that a rank gives; -1: unknown, here and below */
	int64_t received; /* that it gets */
	struct str dtype;
	struct str pg; /* name of the process group */
};

struct record_counter {
	struct str name;
	double value;
};

struct record_dim3 {
	int64_t x, y, z;
};

/* Lists, in the record's arena; n == 0 is the empty list. */
struct record_strs {
	const struct str *v;
	size_t n;
};

struct record_ints {
	const int64_t *v;
	size_t n;
};

struct record_calls {
	const struct call *v;
	size_t n;
};

struct record_counters {
	const struct record_counter *v;
	size_t n;
};

struct record_gpus {
	const struct record_gpu *v;
	size_t n;
};

/* The types of record.def as C types. */
#define RECORD_INT int64_t
#define RECORD_REAL double
#define RECORD_BOOL bool
#define RECORD_STR struct str
#define RECORD_DIM3 struct record_dim3
#define RECORD_STRS struct record_strs
#define RECORD_INTS struct record_ints
#define RECORD_CALLS struct record_calls
#define RECORD_COUNTERS struct record_counters
#define RECORD_GPU struct record_gpu
#define RECORD_GPUS struct record_gpus
#define RECORD_COMM struct record_comm

enum record_key {
#define FIELD(type, key, doc) RECORD_KEY_##key,
#include "common/record.def"
#undef FIELD
	RECORD_NKEYS,
};

struct record {
	uint64_t has;		/* bit per key: the key is present */
	uint64_t made;		/* bit per key: it stands in json */
	const struct str *json; /* by key: what record_write_keys made of it and
				 * perhaps of more keys.  A reader sets
				 * neither. */
#define FIELD(type, key, doc) RECORD_##type key;
#include "common/record.def"
#undef FIELD
};

/* Whether rec has the key, and setting one: record_set(rec, dur, 5); the value
 * of a struct or list member is assigned separately. */
#define record_has(rec, key) (((rec)->has >> RECORD_KEY_##key & 1) != 0)
#define record_mark(rec, key) ((rec)->has |= UINT64_C(1) << RECORD_KEY_##key)
#define record_clear(rec, key)                                                 \
	((rec)->has &= ~(UINT64_C(1) << RECORD_KEY_##key), (rec)->key = 0)
#define record_set(rec, key, value)                                            \
	((rec)->key = (value), record_mark(rec, key))

/* record_key_name(key): its spelling in the record. */
const char *record_key_name(enum record_key key);

/*
 * record_write(rec, b):
 * Append rec as one line with its LF: the keys that are present, in the order
 * of record.def, `v` always; `kind` only where it is not "kernel".  Integers
 * beyond 2^53 are written as strings, inf and nan as strings, invalid UTF-8 is
 * repaired.
 */
void record_write(const struct record *rec, struct strbuf *b);

/* record_write_keys(rec, b): append the keys that are present, each with a
 * comma in front, for rec->json. */
void record_write_keys(const struct record *rec, struct strbuf *b);

/* A reader keeps its scanner between lines. */
struct record_reader;

struct record_reader *record_reader_new(void);
void record_reader_free(struct record_reader *r);

/*
 * record_read(r, line, arena, rec, err):
 * Parse one line of pp-record(5), without its LF.  Strings of rec live in arena
 * or in line, so both must outlive rec.  Unknown keys are passed over, null is
 * like no key.  kind is set, though not marked, where the line has none.
 * Integers may be strings of digits, reals "inf", "-inf", "nan".  Return 0, or
 * -1 with the reason in err ("field 'grid': wrong type", "field 'op.seq'
 * twice", "version 2 is newer than this program reads (1)", "column 57: ...");
 * rec is then undefined.
 */
int record_read(struct record_reader *r, struct str line, struct arena *arena,
    struct record *rec, struct err *err);

/* record_read_ints, record_read_strs: readers of a field_row whose member is a
 * struct record_ints or record_strs, for other lines that have such members. */
field_reader record_read_ints, record_read_strs;

#endif
