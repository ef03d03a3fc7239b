/*
 * test_record.c - the record written and read; every check of a key is made for
 * all keys of record.def, with values by their type.
 */
#include "common/record.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "common/json.h"

/* What a type of record.def takes, as record_write writes it, and what not. */
struct type {
	const char *name;
	const char *good;
	const char *bad[12];
};

static const struct type types[] = {
    {"INT", "5",
	{"1.5", "1e3", "true", "\"x\"", "\"\"", "\"1 \"", "\"0x1\"", "[1]", "{}"}},
    {"REAL", "0.5", {"true", "\"x\"", "\"0.5\"", "\"\"", "[1]", "{}"}},
    {"BOOL", "true", {"1", "0", "\"true\"", "[]", "{}"}},
    {"STR", "\"text\"", {"1", "1.5", "false", "[\"a\"]", "{}"}},
    {"DIM3", "[1,2,3]",
	{"1", "\"1,2,3\"", "[]", "[1,2]", "[1,2,3,4]", "[1,2,\"x\"]",
	    "[1,2,null]", "[1,2,3.5]", "{}", "true"}},
    {"STRS", "[\"a\",\"b\"]",
	{"\"a\"", "1", "[1]", "[\"a\",null]", "[[\"a\"]]", "{}", "true"}},
    {"INTS", "[7,8]", {"7", "\"7\"", "[7.5]", "[null]", "[[7]]", "{}", "true"}},
    {"CALLS", "[{\"op\":\"mm\",\"seq\":3}]",
	{"{}", "\"mm\"", "1", "[1]", "[null]", "[[]]", "[\"mm\"]",
	    "[{\"op\":1}]", "[{\"seq\":true}]"}},
    {"COUNTERS", "{\"dram bytes\":12.5}",
	{"[]", "1", "\"a\"", "{\"a\":true}", "{\"a\":\"1\"}", "{\"a\":[]}", "true"}},
    {"GPU", "{\"name\":\"V100\",\"sms\":80}",
	{"[]", "1", "\"V100\"", "{\"name\":1}", "{\"sms\":\"x\"}",
	    "{\"cc\":7.0}", "true"}},
    {"GPUS", "[{\"name\":\"V100\",\"sms\":80}]",
	{"{}", "1", "[1]", "[[]]", "[{\"name\":1}]", "true"}},
    {"COMM", "{\"name\":\"allreduce\",\"group\":8}",
	{"[]", "1", "\"a\"", "{\"name\":1}", "{\"group\":\"x\"}",
	    "{\"dtype\":6}", "true"}},
};

static const struct key {
	const char *name, *type;
} keys[] = {
#define FIELD(type, key, doc) {#key, #type},
#include "common/record.def"
#undef FIELD
};

static const struct type *type_of(size_t key)
{
	size_t i;

	for (i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(types[i].name, keys[key].type) == 0)
			return &types[i];
	fail_msg("type %s of '%s' is not in the table", keys[key].type,
	    keys[key].name);
	return NULL;
}

/* What the key's value is in a whole record. */
static const char *good_value(size_t key)
{
	return key == RECORD_KEY_v ? "1" : type_of(key)->good;
}

/* ---- one reader for all ---- */

static struct record_reader *reader;
static struct arena arena;
static struct strbuf out;

static int setup(void **state)
{
	(void)state;
	reader = record_reader_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	record_reader_free(reader);
	record_reader_free(NULL);
	arena_free(&arena);
	strbuf_free(&out);
	return 0;
}

static int read_line(struct str line, struct record *rec, struct err *err)
{
	arena_reset(&arena);
	return record_read(reader, line, &arena, rec, err);
}

/* Read a copy of the line that ends where it ends, so that reading past it is
 * seen; then write it: the same, or `wanted`. */
static void expect(struct str line, const char *wanted)
{
	struct arena copy = {0};
	struct record rec;
	struct err err;

	line.p = arena_text(&copy, line.p, line.n);
	if (read_line(line, &rec, &err))
		fail_msg("%s\nin %s", err.text, line.p);
	out.n = 0;
	record_write(&rec, &out);
	assert_int_equal(out.p[out.n - 1], '\n');
	out.p[out.n - 1] = '\0';
	assert_string_equal(out.p, wanted ? wanted : line.p);
	arena_free(&copy);
}

static void refuse(struct str line, const char *wanted)
{
	struct record rec;
	struct err err = {""};

	assert_int_equal(read_line(line, &rec, &err), -1);
	if (strcmp(err.text, wanted))
		fail_msg("'%s' and not '%s'\nin %.*s", err.text, wanted,
		    (int)line.n, line.p);
}

/* A line with every key. */
static void whole_line(struct strbuf *b)
{
	size_t i;

	for (i = 0; i < RECORD_NKEYS; i++)
		strbuf_printf(b, "%c\"%s\":%s", i ? ',' : '{', keys[i].name,
		    good_value(i));
	strbuf_char(b, '}');
}

/* ---- all keys ---- */

static void test_every_key(void **state)
{
	struct strbuf line = {0};
	struct record rec;
	struct err err;

	(void)state;
	whole_line(&line);
	assert_int_equal(read_line(strbuf_get(&line), &rec, &err), 0);
	assert_true(rec.has == UINT64_MAX >> (64 - RECORD_NKEYS));
	expect(strbuf_get(&line), NULL);
	strbuf_free(&line);
}

/* Each key alone: read, written, marked; null is like no key. */
static void test_each_key(void **state)
{
	struct strbuf line = {0};
	struct record rec;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < RECORD_NKEYS; i++) {
		assert_string_equal(
		    record_key_name((enum record_key)i), keys[i].name);
		if (i == RECORD_KEY_v)
			continue;
		line.n = 0;
		strbuf_printf(
		    &line, "{\"v\":1,\"%s\":%s}", keys[i].name, good_value(i));
		assert_int_equal(read_line(strbuf_get(&line), &rec, &err), 0);
		assert_true(
		    rec.has == (UINT64_C(1) << RECORD_KEY_v | UINT64_C(1) << i));
		expect(strbuf_get(&line), NULL);

		line.n = 0;
		strbuf_printf(&line, "{\"v\":1,\"%s\":null}", keys[i].name);
		assert_int_equal(read_line(strbuf_get(&line), &rec, &err), 0);
		assert_true(rec.has == UINT64_C(1) << RECORD_KEY_v);
		expect(strbuf_get(&line), "{\"v\":1}");
	}
	strbuf_free(&line);
}

static bool ends_with_wrong_type(const char *text, const char *key)
{
	size_t n = strlen("field '"), k = strlen(key);

	return strncmp(text, "field '", n) == 0 && strncmp(text + n, key, k) == 0 &&
	       (text[n + k] == '\'' || text[n + k] == '.') &&
	       str_ends(str_of(text), "': wrong type");
}

static void test_wrong_types(void **state)
{
	struct strbuf line = {0};
	struct record rec;
	struct err err;
	const char *const *bad;
	size_t i;

	(void)state;
	for (i = 0; i < RECORD_NKEYS; i++) {
		for (bad = type_of(i)->bad; *bad; bad++) {
			line.n = 0;
			strbuf_text(&line, "{");
			if (i != RECORD_KEY_v)
				strbuf_text(&line, "\"v\":1,");
			strbuf_printf(&line, "\"%s\":%s}", keys[i].name, *bad);
			err.text[0] = '\0';
			assert_int_equal(
			    read_line(strbuf_get(&line), &rec, &err), -1);
			if (!ends_with_wrong_type(err.text, keys[i].name))
				fail_msg("'%s' for %.*s", err.text, (int)line.n,
				    line.p);
		}
	}
	strbuf_free(&line);
	refuse(STR("{\"v\":1,\"grid\":[1,2]}"), "field 'grid': wrong type");
}

static void test_twice(void **state)
{
	struct strbuf line = {0};
	char wanted[80];
	size_t i;

	(void)state;
	for (i = 0; i < RECORD_NKEYS; i++) {
		line.n = 0;
		strbuf_printf(&line, "{\"%s\":%s,\"stream\":1,\"%s\":%s}",
		    keys[i].name, good_value(i), keys[i].name, good_value(i));
		if (i == RECORD_KEY_stream)
			line.n = 0,
			strbuf_text(&line, "{\"stream\":null,\"stream\":1}");
		snprintf(wanted, sizeof wanted, "field '%s' twice", keys[i].name);
		refuse(strbuf_get(&line), wanted);
	}
	strbuf_free(&line);
	refuse(STR("{\"v\":1,\"op\":[{\"seq\":1,\"seq\":2}]}"),
	    "field 'op.seq' twice");
	refuse(STR("{\"v\":1,\"fwd\":[{\"args\":[{\"type\":\"int\","
		   "\"type\":\"int\"}]}]}"),
	    "field 'fwd.args.type' twice");
	refuse(STR("{\"v\":1,\"gpu\":{\"cc\":\"7.0\",\"cc\":\"7.0\"}}"),
	    "field 'gpu.cc' twice");
}

/* An unknown key in front of and behind all others of every object, but for
 * counters, whose keys are all known. */
static void test_unknown_keys(void **state)
{
	static const char unknown[] =
	    "\"zz\":{\"a\":[1,{\"b\":null}],\"\\u0062\":\"\\n\"}";
	struct strbuf whole = {0}, line = {0};
	size_t i, n;
	const char *counters;
	bool inside;

	(void)state;
	whole_line(&whole);
	n = whole.n;
	strbuf_char(&whole, '\0');
	counters = strstr(whole.p, "\"counters\"");
	assert_non_null(counters);
	for (i = 0; i < n; i++) {
		char c = whole.p[i];

		inside = whole.p + i > counters &&
			 whole.p + i < strchr(counters, '}') + 1;
		if ((c != '{' && c != '}') || inside)
			continue;
		line.n = 0;
		strbuf_add(&line, whole.p, i + (c == '{'));
		if (c == '}')
			strbuf_char(&line, ',');
		strbuf_text(&line, unknown);
		if (c == '{')
			strbuf_char(&line, ',');
		strbuf_text(&line, whole.p + i + (c == '{'));
		expect(strbuf_get(&line), whole.p);
	}
	strbuf_free(&whole);
	strbuf_free(&line);
	expect(STR("{\"zz\":1,\"zz\":2,\"v\":1,\"VV\":3,\"\":4}"), "{\"v\":1}");
	refuse(STR("{\"v\":1,\"zz\":[1,]}"),
	    "column 16: expected a value, found ']'");
}

/* Keys in any order. */
static void test_backwards(void **state)
{
	struct strbuf whole = {0}, line = {0};
	size_t i;

	(void)state;
	whole_line(&whole);
	strbuf_char(&whole, '\0');
	for (i = RECORD_NKEYS; i-- > 0;)
		strbuf_printf(&line, "%c \"%s\" : %s", line.n ? ',' : '{',
		    keys[i].name, good_value(i));
	strbuf_text(&line, " } ");
	expect(strbuf_get(&line), whole.p);
	strbuf_free(&whole);
	strbuf_free(&line);
}

/* Keys in order with a blank in front of one, or behind one: that one alone is
 * not written as record_write does. */
static void test_blanks(void **state)
{
	struct strbuf whole = {0}, line = {0};
	size_t i, k;

	(void)state;
	whole_line(&whole);
	strbuf_char(&whole, '\0');
	for (k = 0; k < 2 * RECORD_NKEYS; k++) {
		line.n = 0;
		for (i = 0; i < RECORD_NKEYS; i++)
			strbuf_printf(&line, "%s%s\"%s\"%s:%s", i ? "," : "{",
			    k == 2 * i ? " " : "", keys[i].name,
			    k == 2 * i + 1 ? " " : "", good_value(i));
		strbuf_char(&line, '}');
		expect(strbuf_get(&line), whole.p);
	}
	strbuf_free(&whole);
	strbuf_free(&line);
}

/* ---- lines that are none ---- */

static void test_cut(void **state)
{
	struct strbuf line = {0};
	struct record rec;
	struct err err;
	size_t n;

	(void)state;
	whole_line(&line);
	for (n = 0; n < line.n; n++) {
		char *copy = arena_xmalloc(n); /* nothing behind its end */

		memcpy(copy, line.p, n);
		assert_int_equal(read_line((struct str){copy, n}, &rec, &err), -1);
		free(copy);
		if (n)
			assert_non_null(strstr(err.text, "the text ends"));
	}
	strbuf_free(&line);
	refuse(STR(""), "empty line");
	refuse(STR("{\"v\":1,\"kernel\":\"vol"),
	    "column 21: the text ends inside a string");
}

static void test_not_records(void **state)
{
	(void)state;
	refuse(STR("[1]"), "no JSON object");
	refuse(STR("5"), "no JSON object");
	refuse(STR("{}"), "no field 'v': not a record of pp-parse");
	refuse(STR("{\"v\":null}"), "no field 'v': not a record of pp-parse");
	refuse(STR("{\"kernel\":\"a\",\"dur\":5}"),
	    "no field 'v': not a record of pp-parse");
	refuse(STR("{\"v\":1} "
		   "x"),
	    "column 9: text behind the end");
	refuse(STR("{\"v\":1}{\"v\":1}"), "column 8: text behind the end");
	refuse(STR("idx,dir"), "column 1: expected a value, found 'i'");
	refuse(STR("{\"v\":1,\"kernel\":\"a\0b\"}"),
	    "column 19: control character in a string");
	refuse(STR("{\"v\":1}\0"), "column 8: text behind the end");
	refuse(STR("{\"v\":1,\"layer\":[\"a\tb\"]}"),
	    "column 19: control character in a string");
	refuse(STR("{\"v\":1,\"occ\":NaN}"),
	    "column 14: expected a value, found 'N'");
	refuse(STR("{\"v\":1,\"op\":[{\"seq\":1,]}"),
	    "column 23: expected a key, found ']'");
	/* Good lines are good after bad ones. */
	expect(STR("{\"v\":1,\"dur\":5}"), NULL);
}

static void test_version(void **state)
{
	static const char newer[] =
	    "version 2 is newer than this program reads (1)";

	(void)state;
	refuse(STR("{\"v\":2}"), newer);
	refuse(STR("{\"v\":\"2\",\"dur\":5}"), newer);
	/* Whatever else a newer version may have changed. */
	refuse(STR("{\"v\":2,\"grid\":\"1x2x3\"}"), newer);
	refuse(STR("{\"dur\":5,\"v\":2}"), newer);
	refuse(STR("{\"v\":0}"), "version 0: not a record of pp-parse");
	refuse(STR("{\"v\":-1}"), "version -1: not a record of pp-parse");
}

/* ---- values ---- */

static void test_kind(void **state)
{
	struct record rec;
	struct err err;

	(void)state;
	assert_int_equal(read_line(STR("{\"v\":1}"), &rec, &err), 0);
	assert_true(str_is(rec.kind, "kernel"));
	assert_false(record_has(&rec, kind));
	expect(STR("{\"v\":1,\"kind\":\"kernel\"}"), "{\"v\":1}");
	expect(STR("{\"v\":1,\"kind\":\"memcpy\"}"), NULL);
}

/* A duration below 0 is as if it were not there; a start is what it is. */
static void test_negative(void **state)
{
	(void)state;
	expect(STR("{\"v\":1,\"start\":-5,\"dur\":0,\"api_dur\":0,\"self\":0}"),
	    NULL);
	expect(STR("{\"v\":1,\"start\":-5,\"dur\":-1,\"stream\":-1}"),
	    "{\"v\":1,\"start\":-5,\"stream\":-1}");
	expect(STR("{\"v\":1,\"api_dur\":-1}"), "{\"v\":1}");
	expect(STR("{\"v\":1,\"self\":-1}"), "{\"v\":1}");
}

/* 2^53 is 9007199254740992. */
static void test_integers(void **state)
{
	struct record rec;
	struct err err;

	(void)state;
	expect(STR("{\"v\":1,\"start\":9007199254740992}"), NULL);
	expect(STR("{\"v\":1,\"start\":-9007199254740992}"), NULL);
	expect(STR("{\"v\":1,\"start\":9007199254740993}"),
	    "{\"v\":1,\"start\":\"9007199254740993\"}");
	expect(STR("{\"v\":1,\"start\":\"-9007199254740993\"}"), NULL);
	expect(STR("{\"v\":1,\"start\":\"9223372036854775807\"}"), NULL);
	expect(STR("{\"v\":1,\"start\":-9223372036854775808}"),
	    "{\"v\":1,\"start\":\"-9223372036854775808\"}");
	expect(STR("{\"v\":1,\"start\":\"12\",\"seq\":[\"13\"],"
		   "\"grid\":[\"1\",\"2\",\"3\"]}"),
	    "{\"v\":1,\"start\":12,\"grid\":[1,2,3],\"seq\":[13]}");
	expect(STR("{\"v\":1,\"start\":-0}"), "{\"v\":1,\"start\":0}");
	refuse(STR("{\"v\":1,\"start\":9223372036854775808}"),
	    "field 'start': an integer beyond 64 bits");
	refuse(STR("{\"v\":1,\"start\":\"9223372036854775808\"}"),
	    "field 'start': an integer beyond 64 bits");
	refuse(STR("{\"v\":1,\"start\":\"-9223372036854775809\"}"),
	    "field 'start': an integer beyond 64 bits");
	refuse(STR("{\"v\":1,\"start\":\"-\"}"), "field 'start': wrong type");
	refuse(STR("{\"v\":1,\"start\":\"\"}"), "field 'start': wrong type");
	refuse(STR("{\"v\":1,\"start\":\"1e9\"}"), "field 'start': wrong type");
	assert_int_equal(
	    read_line(STR("{\"v\":1,\"start\":\"9223372036854775807\"}"), &rec, &err),
	    0);
	assert_true(rec.start == INT64_MAX);
}

static void test_reals(void **state)
{
	static const char digits[] =
	    "0.1000000000000000055511151231257827021181"
	    "583404541015625000000000000000000000000";
	struct strbuf line = {0};
	struct record rec;
	struct err err;

	(void)state;
	expect(STR("{\"v\":1,\"occ\":12.5,\"warps\":0.1}"), NULL);
	expect(STR("{\"v\":1,\"occ\":12}"), "{\"v\":1,\"occ\":12.0}");
	expect(STR("{\"v\":1,\"occ\":1.25e1}"), "{\"v\":1,\"occ\":12.5}");
	expect(STR("{\"v\":1,\"occ\":\"inf\",\"warps\":\"-inf\","
		   "\"blocks\":\"nan\"}"),
	    NULL);
	refuse(STR("{\"v\":1,\"occ\":1e999}"),
	    "field 'occ': a number beyond all bounds");
	/* A double's all digits: 0.1 exactly as it is stored. */
	strbuf_printf(&line, "{\"v\":1,\"occ\":%s}", digits);
	expect(strbuf_get(&line), "{\"v\":1,\"occ\":0.1}");
	strbuf_free(&line);
	assert_int_equal(
	    read_line(STR("{\"v\":1,\"occ\":\"-inf\"}"), &rec, &err), 0);
	assert_true(isinf(rec.occ) && rec.occ < 0);
}

static void test_strings(void **state)
{
	static const char source[] =
	    "{\"v\":1,\"kernel\":\"k\",\"layer\":[\"a\\u0000b\",\"\"]}";
	struct record rec;
	struct err err;

	(void)state;
	assert_int_equal(read_line(str_of(source), &rec, &err), 0);
	assert_ptr_equal(rec.kernel.p, strchr(source, 'k') + 9);
	assert_int_equal(rec.layer.n, 2);
	assert_true(str_eq(rec.layer.v[0], STR("a\0b")));
	assert_true(rec.layer.v[1].n == 0 && rec.layer.v[1].p);
	expect(str_of(source), NULL);
	expect(STR("{\"v\":1,\"kernel\":\"\\u001b[31m\\u007f\\u009b\\n\"}"), NULL);
	expect(STR("{\"v\":1,\"kernel\":\"a\xff\"}"),
	    "{\"v\":1,\"kernel\":\"a\xef\xbf\xbd\"}");
	expect(STR("{\"v\":1,\"\\u006bernel\":\"a\\/\"}"),
	    "{\"v\":1,\"kernel\":\"a/\"}");
	/* Decoded ones do not share the scanner's buffer. */
	expect(STR("{\"v\":1,\"kernel\":\"\\u0041\",\"name\":\"\\u0042\","
		   "\"layer\":[\"\\u0043\",\"\\u0044\"]}"),
	    "{\"v\":1,\"kernel\":\"A\",\"name\":\"B\",\"layer\":[\"C\",\"D\"]"
	    "}");
	expect(STR("{\"v\":1,\"layer\":[],\"seq\":[],\"op\":[],"
		   "\"counters\":{},\"gpu\":{},\"devices\":[{}]}"),
	    NULL);
	expect(STR("{\"v\":1,\"counters\":{\"a\":null,\"b\":1}}"),
	    "{\"v\":1,\"counters\":{\"b\":1}}");
	/* Counters are whole where they can be, to 2^53; occ shows that it is real. */
	expect(STR("{\"v\":1,\"counters\":{\"a\":7.0,\"b\":-0.0,\"c\":61.250,"
		   "\"d\":9007199254740991,\"e\":9007199254740994,\"f\":1e17,"
		   "\"g\":\"inf\"},\"occ\":7}"),
	    "{\"v\":1,\"occ\":7.0,\"counters\":{\"a\":7,\"b\":0,\"c\":61.25,"
	    "\"d\":9007199254740991,\"e\":9007199254740994,\"f\":1e+17,"
	    "\"g\":\"inf\"}}");
}

/* A record as pp-parse makes one, field by field. */
static void test_write(void **state)
{
	static const struct str layers[] = {{"encoder", 7}, {"say \"hi\"", 8}};
	static const int64_t seq[] = {12};
	static const struct call op[] = {{.op = {"aten::mm", 8}}};
	static const struct record_counter counters[] = {{{"dram", 4}, 0.25}};
	struct record rec = {0};

	(void)state;
	record_set(&rec, kind, STR("kernel"));
	record_set(&rec, kernel, STR("sgemm"));
	record_set(&rec, start, 0);
	record_set(&rec, main, false);
	record_mark(&rec, grid);
	rec.grid = (struct record_dim3){12, 1, 5};
	record_mark(&rec, layer);
	rec.layer.v = layers;
	rec.layer.n = 2;
	record_mark(&rec, seq);
	rec.seq.v = seq;
	rec.seq.n = 1;
	record_mark(&rec, op);
	rec.op.v = op;
	rec.op.n = 1;
	record_mark(&rec, counters);
	rec.counters.v = counters;
	rec.counters.n = 1;
	record_mark(&rec, comm);
	rec.comm = (struct record_comm){.group = 8,
	    .elements = -1,
	    .received = -1,
	    .dtype = STR("float16"),
	    .pg = STR("tp_0")};
	record_mark(&rec, domain);
	rec.domain.v = layers;
	rec.domain.n = 2;
	record_mark(&rec, gpu);
	rec.gpu = RECORD_NO_GPU;
	rec.gpu.mem = INT64_C(85044297728);
	rec.gpu.threads = 2048;
	out.n = 0;
	record_write(&rec, &out);
	strbuf_char(&out, '\0');
	assert_string_equal(out.p,
	    "{\"v\":1,\"kernel\":\"sgemm\",\"start\":0,\"grid\":[12,1,5],"
	    "\"layer\":[\"encoder\",\"say \\\"hi\\\"\"],"
	    "\"domain\":[\"encoder\",\"say \\\"hi\\\"\"],\"seq\":[12],"
	    "\"main\":false,\"op\":[{\"op\":\"aten::mm\"}],"
	    "\"comm\":{\"group\":8,\"pg\":\"tp_0\",\"dtype\":\"float16\"},"
	    "\"counters\":{\"dram\":0.25},"
	    "\"gpu\":{\"mem\":85044297728,\"threads\":2048}}\n");
}

/* ---- calls ---- */

static void test_read_call(void **state)
{
	struct record rec;
	struct err err;
	const struct call *c;

	(void)state;
	assert_int_equal(
	    read_line(STR("{\"v\":1,\"op\":["
			  "{\"mod\":\"Tensor\",\"op\":\"mm\",\"seq\":7,"
			  "\"id\":0,\"args\":[],\"out\":[{\"shape\":[4]},{}],"
			  "\"node\":true,\"capture\":true,"
			  "\"n\":3,\"main\":true,\"inner\":{\"x\":[],"
			  "\"zeroed\":400,\"calls\":[\"a\",\"b\"]}},"
			  "{\"seq\":[2],\"node\":false,\"id\":null},{}]}"),
		&rec, &err),
	    0);
	assert_int_equal(rec.op.n, 3);
	c = &rec.op.v[0];
	assert_true(str_is(c->mod, "Tensor") && str_is(c->op, "mm"));
	assert_true(c->has_seq && c->seq == 7);
	assert_true(c->has_id && c->id == 0);
	assert_true(c->has_args && c->nargs == 0);
	assert_true(c->nout == 2 && c->out[0].kind == ARG_TENSOR);
	assert_true(c->out[1].kind == ARG_UNKNOWN);
	assert_true(c->node && c->capture && c->main);
	assert_true(c->has_n && c->n == 3);
	assert_true(c->inner->ncalls == 2 && str_is(c->inner->calls[1], "b"));
	assert_int_equal(c->inner->zeroed, 400);
	c = &rec.op.v[1];
	assert_null(c->mod.p);
	assert_null(c->op.p);
	assert_true(c->has_seq && c->seq == 2);
	assert_false(c->has_id || c->has_args || c->has_n || c->node);
	assert_null(c->inner);
	c = &rec.op.v[2];
	assert_false(c->has_seq);
	assert_false(c->node || c->capture || c->main);
	/* Each member alone. */
	expect(
	    STR("{\"v\":1,\"op\":[{\"mod\":\"a\"},{\"op\":\"b\"},{\"seq\":1},"
		"{\"id\":2},{\"args\":[]},{\"out\":[{}]},{\"node\":true},"
		"{\"capture\":true},{\"n\":3},{\"main\":true}]}"),
	    NULL);
}

static const char args_line[] =
    "{\"v\":1,\"op\":[{\"op\":\"f\",\"args\":["
    "{\"type\":\"tensor\",\"shape\":[4,5],\"strides\":[5,1],"
    "\"dtype\":\"float16\"},"
    "{\"name\":\"x\",\"type\":\"tensor\",\"shape\":[],\"dtype\":\"weird7\"},"
    "{\"type\":\"unknown\"},"
    "{\"type\":\"NoneType\",\"value\":null},"
    "{\"type\":\"int\",\"value\":\"9007199254740993\"},"
    "{\"type\":\"float\",\"value\":\"-inf\"},"
    "{\"type\":\"str\",\"value\":\"9007199254740993\"},"
    "{\"type\":\"str\",\"value\":\"nan\"},"
    "{\"type\":\"tuple\",\"value\":[1,2.5,true,null,\"s\",[\"inf\",[]]]},"
    "{\"type\":\"list\",\"value\":[{\"type\":\"tensor\",\"shape\":[2]},"
    "{\"type\":\"list\",\"value\":[{\"type\":\"int\",\"value\":3}]}]},"
    "{\"type\":\"slice\",\"value\":\"slice(0, 1, None)\"}"
    "]}]}";

static void test_read_args(void **state)
{
	struct record rec;
	struct err err;
	const struct arg *a;

	(void)state;
	assert_int_equal(read_line(str_of(args_line), &rec, &err), 0);
	assert_int_equal(rec.op.v[0].nargs, 11);
	a = rec.op.v[0].args;
	assert_int_equal(a[0].kind, ARG_TENSOR);
	assert_int_equal(a[0].dtype, DTYPE_FLOAT16);
	assert_true(a[0].shape.n == 2 && a[0].shape.v[1] == 5);
	assert_true(a[0].strides.n == 2 && a[0].strides.v[0] == 5);
	assert_int_equal(a[0].value.kind, VALUE_ABSENT);
	assert_int_equal(a[0].name.n, 0);
	assert_true(str_is(a[1].name, "x"));
	assert_true(a[1].shape.v && a[1].shape.n == 0);
	assert_null(a[1].strides.v);
	assert_int_equal(a[1].dtype, DTYPE_UNKNOWN);
	assert_true(str_is(a[1].dtype_text, "weird7"));
	assert_int_equal(a[2].kind, ARG_UNKNOWN);
	assert_null(a[2].shape.v);
	assert_int_equal(a[3].kind, ARG_NONE);
	assert_int_equal(a[3].value.kind, VALUE_NONE);
	assert_int_equal(a[4].value.kind, VALUE_INT);
	assert_true(a[4].value.i == INT64_C(9007199254740993));
	assert_int_equal(a[5].value.kind, VALUE_REAL);
	assert_true(isinf(a[5].value.f) && a[5].value.f < 0);
	assert_int_equal(a[6].value.kind, VALUE_STR);
	assert_true(str_is(a[6].value.s, "9007199254740993"));
	assert_int_equal(a[7].value.kind, VALUE_STR);
	assert_true(str_is(a[7].value.s, "nan"));
	assert_int_equal(a[8].kind, ARG_LIST);
	assert_int_equal(a[8].value.kind, VALUE_LIST);
	assert_int_equal(a[8].value.list.n, 6);
	assert_true(a[8].value.list.v[1].f == 2.5);
	assert_true(
	    a[8].value.list.v[2].kind == VALUE_BOOL && a[8].value.list.v[2].b);
	assert_int_equal(a[8].value.list.v[3].kind, VALUE_NONE);
	assert_true(str_is(a[8].value.list.v[4].s, "s"));
	assert_int_equal(a[8].value.list.v[5].list.n, 2);
	assert_int_equal(a[8].value.list.v[5].list.v[0].kind, VALUE_REAL);
	assert_int_equal(a[9].value.kind, VALUE_ARGS);
	assert_int_equal(a[9].value.args.n, 2);
	assert_int_equal(a[9].value.args.v[0].kind, ARG_TENSOR);
	assert_int_equal(a[9].value.args.v[1].value.kind, VALUE_ARGS);
	assert_true(a[9].value.args.v[1].value.args.v[0].value.i == 3);
	assert_int_equal(a[10].kind, ARG_OTHER);
	expect(str_of(args_line), NULL);
}

/* Where the writer was another program: other orders, other spellings. */
static void test_args_other(void **state)
{
	struct record rec;
	struct err err;

	(void)state;
	expect(STR("{\"v\":1,\"op\":[{\"args\":[{\"dtype\":\"c10::Half\","
		   "\"shape\":[2],\"type\":\"tensor\"}],\"op\":\"f\"}]}"),
	    "{\"v\":1,\"op\":[{\"op\":\"f\",\"args\":[{\"type\":\"tensor\","
	    "\"shape\":[2],\"dtype\":\"float16\"}]}]}");
	/* The value of a str is text even where it comes before its type. */
	expect(STR("{\"v\":1,\"op\":[{\"args\":[{\"value\":\"inf\","
		   "\"type\":\"str\"}]}]}"),
	    "{\"v\":1,\"op\":[{\"args\":[{\"type\":\"str\","
	    "\"value\":\"inf\"}]}]}");
	/* Only what the writer makes of an integer is one. */
	expect(STR("{\"v\":1,\"op\":[{\"args\":[{\"value\":"
		   "\"09007199254740993\"},{\"value\":\"12\"},"
		   "{\"value\":\"-\"},{\"value\":\"\"}]}]}"),
	    NULL);
	assert_int_equal(
	    read_line(STR("{\"v\":1,\"op\":[{\"args\":[{\"shape\":[3]},{}]}]}"),
		&rec, &err),
	    0);
	assert_int_equal(rec.op.v[0].args[0].kind, ARG_TENSOR);
	assert_int_equal(rec.op.v[0].args[1].kind, ARG_UNKNOWN);
}

static void test_wrong_calls(void **state)
{
	static const struct {
		const char *entry, *path;
	} cases[] = {
	    {"{\"mod\":1}", "op.mod"},
	    {"{\"op\":[]}", "op.op"},
	    {"{\"seq\":\"x\"}", "op.seq"},
	    {"{\"seq\":[1.5]}", "op.seq"},
	    {"{\"id\":{}}", "op.id"},
	    {"{\"args\":{}}", "op.args"},
	    {"{\"args\":[5]}", "op.args"},
	    {"{\"args\":[null]}", "op.args"},
	    {"{\"args\":[{},\"x\"]}", "op.args"},
	    {"{\"out\":5}", "op.out"},
	    {"{\"out\":[{\"shape\":5}]}", "op.out.shape"},
	    {"{\"node\":1}", "op.node"},
	    {"{\"capture\":\"yes\"}", "op.capture"},
	    {"{\"n\":true}", "op.n"},
	    {"{\"main\":0}", "op.main"},
	    {"{\"inner\":\"a\"}", "op.inner"},
	    {"{\"inner\":[1]}", "op.inner"},
	    {"{\"inner\":{\"calls\":[1]}}", "op.inner.calls"},
	    {"{\"inner\":{\"calls\":{}}}", "op.inner.calls"},
	    {"{\"inner\":{\"zeroed\":1.5}}", "op.inner.zeroed"},
	    {"{\"args\":[{\"name\":1}]}", "op.args.name"},
	    {"{\"args\":[{\"type\":1}]}", "op.args.type"},
	    {"{\"args\":[{\"shape\":5}]}", "op.args.shape"},
	    {"{\"args\":[{\"shape\":[1,\"x\"]}]}", "op.args.shape"},
	    {"{\"args\":[{\"strides\":\"\"}]}", "op.args.strides"},
	    {"{\"args\":[{\"dtype\":6}]}", "op.args.dtype"},
	    {"{\"args\":[{\"value\":{}}]}", "op.args.value"},
	    {"{\"args\":[{\"value\":[1,{}]}]}", "op.args.value"},
	    {"{\"args\":[{\"value\":[{},1]}]}", "op.args.value"},
	    {"{\"args\":[{\"value\":[{\"shape\":1}]}]}", "op.args.value.shape"},
	    {"{\"args\":[{\"value\":[{\"value\":[{\"shape\":1}]}]}]}",
		"op.args.value.value"},
	};
	char line[200], wanted[100];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		snprintf(line, sizeof line, "{\"v\":1,\"op\":[{},%s]}",
		    cases[i].entry);
		snprintf(wanted, sizeof wanted, "field '%s': wrong type",
		    cases[i].path);
		refuse(str_of(line), wanted);
	}
}

/* Nested as deep as JSON may be here, and one more. */
static void test_deep(void **state)
{
	/* { [ { [ { are open where the value begins. */
	static const char head[] = "{\"v\":1,\"op\":[{\"args\":[{\"value\":";
	struct strbuf line = {0};
	struct record rec;
	struct err err;
	size_t depth, i;

	(void)state;
	for (depth = 507; depth <= 508; depth++) {
		line.n = 0;
		strbuf_text(&line, head);
		for (i = 0; i < depth; i++)
			strbuf_char(&line, '[');
		for (i = 0; i < depth; i++)
			strbuf_char(&line, ']');
		strbuf_text(&line, "}]}]}");
		assert_int_equal(read_line(strbuf_get(&line), &rec, &err),
		    depth == 507 ? 0 : -1);
	}
	assert_non_null(strstr(err.text, "nested more than 512 deep"));
	strbuf_free(&line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_every_key),
	    cmocka_unit_test(test_each_key),
	    cmocka_unit_test(test_wrong_types),
	    cmocka_unit_test(test_twice),
	    cmocka_unit_test(test_unknown_keys),
	    cmocka_unit_test(test_backwards),
	    cmocka_unit_test(test_blanks),
	    cmocka_unit_test(test_cut),
	    cmocka_unit_test(test_not_records),
	    cmocka_unit_test(test_version),
	    cmocka_unit_test(test_kind),
	    cmocka_unit_test(test_negative),
	    cmocka_unit_test(test_integers),
	    cmocka_unit_test(test_reals),
	    cmocka_unit_test(test_strings),
	    cmocka_unit_test(test_write),
	    cmocka_unit_test(test_read_call),
	    cmocka_unit_test(test_read_args),
	    cmocka_unit_test(test_args_other),
	    cmocka_unit_test(test_wrong_calls),
	    cmocka_unit_test(test_deep),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
