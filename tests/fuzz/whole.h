/*
 * whole.h - any text, as a profile of one format through the whole of pp-parse.
 *
 * In:  a byte of options, then the text.  Of the byte: 1 frames of Python, 2
 *      records of all kinds, 4 the text is packed into two gzip members, 8 the
 *      packed one is cut, 64 what JOIN does ('0' is none of them, '6' is 2 and
 *      4, 'p' is 64)
 *
 * Whatever the text: a refusal has a reason; a record is JSON and can be read
 * again; times are not negative; a text that is packed gives the same records.
 *
 * A target defines FORMAT, the word of -f, before it includes this.  It may
 * define JOIN, a function that joins the file to the profile that was read of it.
 */
#define _GNU_SOURCE /* memfd_create */
#include <string.h>
#include <zlib.h>

#include "tests/fuzz/memory.h"

#include "common/io.h"
#include "parse/steps/steps.h"
#include "parse/read/read.h"
#include "parse/write.h"

#include "common/jansson_apart.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STACKS = 1, ALL = 2, PACKED = 4, CUT = 8, JOINED = 64 };

static void check(bool holds)
{
	if (!holds)
		abort();
}

/* ---- files ---- */

static struct memory_file trace, out;

/* One gzip member of the text, behind b. */
static void pack(struct strbuf *b, struct str text)
{
	unsigned char room[4096];
	z_stream z = {0};
	int rc;

	check(deflateInit2(&z, 1, Z_DEFLATED, 16 + MAX_WBITS, 8,
		  Z_DEFAULT_STRATEGY) == Z_OK);
	z.next_in = (unsigned char *)(uintptr_t)text.p;
	z.avail_in = (unsigned)text.n;
	do {
		z.next_out = room;
		z.avail_out = sizeof room;
		rc = deflate(&z, Z_FINISH);
		strbuf_add(b, (char *)room, sizeof room - z.avail_out);
	} while (rc == Z_OK);
	check(rc == Z_STREAM_END);
	deflateEnd(&z);
}

/* ---- records ---- */

static void check_record(struct str line, struct record_reader *reader)
{
	struct arena arena = {0};
	struct record rec;
	struct err err;
	json_t *v;

	/* jansson takes no NUL in a key, which a counter may have */
	if (!str_has(line, "\\u0000")) {
		v = json_loadb(line.p, line.n, JSON_REJECT_DUPLICATES, NULL);
		check(json_is_object(v));
		json_decref(v);
	}
	check(record_read(reader, line, &arena, &rec, &err) == 0);
	check(!record_has(&rec, start) || rec.start >= 0);
	check(!record_has(&rec, dur) || rec.dur >= 0);
	check(!record_has(&rec, pid) || rec.pid >= 0);
	check(record_has(&rec, start) <= record_has(&rec, dur));
	arena_free(&arena);
}

static void check_records(const struct strbuf *text)
{
	struct record_reader *reader = record_reader_new();
	const char *lf;
	size_t at;

	for (at = 0; at < text->n; at = (size_t)(lf - text->p) + 1) {
		lf = memchr(text->p + at, '\n', text->n - at);
		check(lf != NULL);
		check_record(
		    (struct str){text->p + at, (size_t)(lf - text->p) - at}, reader);
	}
	record_reader_free(reader);
}

#ifdef JOIN
static void JOIN(struct profile *p);
#else
#define JOIN(p) ((void)(p))
#endif

/* The records of the file; false: it was refused. */
static bool parse(unsigned options, struct strbuf *to)
{
	const struct write_options opts = {
	    .profile = (options & ALL) != 0, .wanted = "all"};
	struct analysis a;
	struct profile p;
	struct err err = {0};
	bool read;

	profile_init(&p, trace.path,
	    options & ALL ? LAUNCH_ALL : LAUNCH_BIT(LAUNCH_KERNEL));
	p.stacks = options & STACKS;
	to->n = 0;
	read = read_profile(trace.path, FORMAT, &p, &err) == 0;
	check(read == !err.text[0]);
	if (read) {
		if (options & JOINED)
			JOIN(&p);
		steps_run(&a, &p);
		check(io_output(out.path, &err) == 0);
		write_records(&a, &opts);
		check(io_finish(0) == 0);
		analysis_free(&a);
		memory_get(&out, to);
	}
	profile_free(&p);
	return read;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strbuf plain = {0}, packed = {0}, bytes = {0};
	struct str text, half;
	unsigned options;
	bool read, again;

	if (!size)
		return 0;
	if (!trace.path[0]) {
		memory_open(&trace);
		memory_open(&out);
	}
	options = data[0] & (STACKS | ALL | PACKED | CUT | JOINED);
	text = (struct str){(const char *)data + 1, size - 1};
	memory_set(&trace, text);
	read = parse(options, &plain);
	check_records(&plain);
	if (options & PACKED) {
		half = (struct str){text.p, text.n / 2};
		pack(&bytes, half);
		pack(&bytes, str_from(text, half.n));
		if (options & CUT)
			bytes.n -= data[size - 1] % bytes.n;
		memory_set(&trace, strbuf_get(&bytes));
		again = parse(options, &packed);
		if (options & CUT) {
			check_records(&packed);
		} else {
			check(read == again);
			check(str_eq(strbuf_get(&plain), strbuf_get(&packed)));
		}
	}
	strbuf_free(&plain);
	strbuf_free(&packed);
	strbuf_free(&bytes);
	return 0;
}
