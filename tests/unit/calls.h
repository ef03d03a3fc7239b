/*
 * calls.h - calls and records for tests, from short texts.
 *
 *	calls_make(&a, "torch.mm", "f32[4,5] f32[5,6]")
 *	calls_make(&a, "aten::sum", "f32[64,128] [1] dim=0 None ? true 'same'")
 *
 * A tensor is its type and shape (and its strides: f32[4,5]/[0,1]; ?[4,5] has
 * no type), ? is what emit_nvtx shows for all that has no shape, _ what torch's
 * profiler shows for None and texts; a name and = may precede; results stand
 * behind a >; a call that ends in ! has its inputs alone.  The text becomes a
 * record's JSON and is read as pp-prof reads it.
 */
#ifndef TESTS_UNIT_CALLS_H
#define TESTS_UNIT_CALLS_H

#include "common/record.h"

#include <stdio.h>
#include <stdlib.h>

/* calls_read(a, json): the record of a line; ends the test program where it is
 * none. */
static inline struct record *calls_read(struct arena *a, const char *json)
{
	struct record_reader *r = record_reader_new();
	struct record *rec = arena_alloc(a, sizeof *rec);
	struct err err;
	char *line = arena_text(a, json, strlen(json));

	if (record_read(r, str_of(line), a, rec, &err) < 0) {
		fprintf(stderr, "%s\nin %s\n", err.text, json);
		exit(1);
	}
	record_reader_free(r);
	return rec;
}

static inline void calls_type(struct strbuf *b, const char *p, size_t n)
{
	static const char *const names[][2] = {{"f32", "float32"},
	    {"f16", "float16"}, {"f64", "float64"}, {"bf16", "bfloat16"},
	    {"i64", "int64"}, {"i32", "int32"}, {"u8", "uint8"}, {"b", "bool"},
	    {"e4m3", "float8_e4m3fn"}, {"c64", "complex64"},
	    {"c32", "complex32"}, {"c128", "complex128"}};
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++) {
		if (strlen(names[i][0]) == n && !memcmp(names[i][0], p, n)) {
			strbuf_text(b, names[i][1]);
			return;
		}
	}
	strbuf_add(b, p, n);
}

/* The JSON of one argument, the n bytes at p. */
static inline void calls_arg(struct strbuf *b, const char *p, size_t n)
{
	size_t eq = 0, open = 0, slash = 0, i;

	for (i = 0; i < n && p[i] != '\''; i++) {
		if (p[i] == '=' && !eq)
			eq = i;
		if (p[i] == '[' && !open)
			open = i + 1;
		if (p[i] == '/' && open)
			slash = i;
	}
	strbuf_printf(b, "{\"name\":\"%.*s\",", (int)eq, p);
	if (eq) {
		p += eq + 1;
		n -= eq + 1;
		open = open ? open - eq - 1 : 0;
		slash = slash ? slash - eq - 1 : 0;
	}
	if (open > 1) {
		strbuf_text(b, "\"type\":\"tensor\",\"shape\":");
		strbuf_add(b, p + open - 1, (slash ? slash : n) - (open - 1));
		if (slash) {
			strbuf_text(b, ",\"strides\":");
			strbuf_add(b, p + slash + 1, n - slash - 1);
		}
		if (p[0] != '?') {
			strbuf_text(b, ",\"dtype\":\"");
			calls_type(b, p, open - 1);
			strbuf_char(b, '"');
		}
		strbuf_char(b, '}');
	} else if (*p == '[') {
		strbuf_printf(b, "\"type\":\"list\",\"value\":%.*s}", (int)n, p);
	} else if (*p == '\'') {
		strbuf_printf(b, "\"type\":\"str\",\"value\":\"%.*s\"}",
		    (int)n - 2, p + 1);
	} else if (*p == '?') {
		strbuf_text(b, "\"type\":\"unknown\"}");
	} else if (*p == '_') {
		strbuf_text(b, "\"type\":\"unknown\",\"value\":null}");
	} else if (*p == 'N') {
		strbuf_text(b, "\"type\":\"NoneType\",\"value\":null}");
	} else if (*p == 'T') { /* a tensor whose shape was not recorded */
		strbuf_text(b, "\"type\":\"tensor\",\"dtype\":\"float32\"}");
	} else if (p[n - 1] == 'j') {
		strbuf_printf(
		    b, "\"type\":\"complex\",\"value\":\"%.*s\"}", (int)n, p);
	} else if (*p == 't' || *p == 'f') {
		strbuf_printf(b, "\"type\":\"bool\",\"value\":%.*s}", (int)n, p);
	} else {
		strbuf_printf(b, "\"type\":\"%s\",\"value\":%.*s}",
		    memchr(p, '.', n) ? "float" : "int", (int)n, p);
	}
}

/* calls_json(b, name, args): append the JSON of a call: PyProf's where the name
 * has a dot before the operator, else a framework's.  args NULL: none were
 * recorded. */
static inline void calls_json(struct strbuf *b, const char *name, const char *args)
{
	const char *dot = strstr(name, "::") ? NULL : strrchr(name, '.');
	bool inputs_alone = false;
	size_t n;

	strbuf_char(b, '{');
	if (dot)
		strbuf_printf(b, "\"mod\":\"%.*s\",", (int)(dot - name), name);
	strbuf_printf(b, "\"op\":\"%s\"", dot ? dot + 1 : name);
	if (args) {
		strbuf_text(b, ",\"args\":[");
		for (; *args; args += n + strspn(args + n, " ")) {
			n = strcspn(args, " ");
			inputs_alone = *args == '!';
			if (*args == '>')
				strbuf_text(b, "],\"out\":[");
			else if (!inputs_alone)
				calls_arg(b, args, n);
			if (*args != '>' && args[n] && !strchr(">!", args[n + 1]))
				strbuf_char(b, ',');
		}
		strbuf_char(b, ']');
	}
	if (inputs_alone)
		strbuf_text(b, ",\"noattr\":true");
	strbuf_char(b, '}');
}

/* calls_make(a, name, args): the call, in the arena. */
static inline const struct call *calls_make(
    struct arena *a, const char *name, const char *args)
{
	struct strbuf b = {0};
	struct record *rec;

	strbuf_text(&b, "{\"v\":1,\"op\":[");
	calls_json(&b, name, args);
	strbuf_text(&b, "]}");
	strbuf_char(&b, '\0');
	rec = calls_read(a, b.p);
	strbuf_free(&b);
	return &rec->op.v[0];
}

#endif
