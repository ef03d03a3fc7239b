/*
 * fuzz_json.c - any text, in any mode, in memory and in pieces.
 *
 * In:  a byte whose low five bits are the mode and whose others are the size of
 *      the pieces, then the text ('@' is strict, '_' forgives all)
 *
 * Whatever the text: brackets match, a key has a value, strings are UTF-8, the
 * pieces give the same as the whole, passing over a value fails exactly where
 * reading it does, and what json_escape writes of it reads back.
 */
#include "common/json.h"

#include <stdlib.h>

#include "tests/utf8_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
	if (!holds)
		abort();
}

struct pieces {
	struct str text;
	size_t at, most;
};

static long pieces_read(void *arg, char *buf, size_t size)
{
	struct pieces *s = arg;
	size_t n = s->text.n - s->at;

	n = n < s->most ? n : s->most;
	n = n < size ? n : size;
	if (n)
		memcpy(buf, s->text.p + s->at, n);
	s->at += n;
	return (long)n;
}

/* Read all, check what a token may follow, and append tokens and places. */
static enum json_token read_all(struct json *j, struct strbuf *b)
{
	char open[513];
	size_t depth = 0;
	bool key = false;
	enum json_token token;
	struct str text;

	do {
		text = (struct str){0};
		token = json_next(j, &text);
		if (key)
			must(token != JSON_KEY && token != JSON_OBJECT_END &&
			     token != JSON_ARRAY_END && token != JSON_END);
		key = token == JSON_KEY;
		switch (token) {
		case JSON_OBJECT:
		case JSON_ARRAY:
			must(depth < 512);
			open[depth++] = (char)token;
			break;
		case JSON_OBJECT_END:
		case JSON_ARRAY_END:
			must(depth && open[depth - 1] + 1 == (char)token);
			depth--;
			break;
		case JSON_KEY:
			must(depth && open[depth - 1] == JSON_OBJECT);
			break;
		case JSON_END:
			must(depth == 0);
			break;
		default:
			break;
		}
		must(utf8_valid(text));
		strbuf_printf(b, "%d %llu:%llu ", (int)token,
		    (unsigned long long)json_line(j),
		    (unsigned long long)json_column(j));
		strbuf_str(b, text);
	} while (token != JSON_END && token != JSON_ERROR);
	strbuf_text(b, json_error(j));
	strbuf_printf(b, "%llu%d", (unsigned long long)json_lenient_count(j),
	    json_was_cut(j));
	strbuf_text(b, json_lenient_first(j));
	return token;
}

/* Pass over the first value; true where there was no error. */
static bool pass_over(struct json *j)
{
	struct str text;
	enum json_token token = json_next(j, &text);

	if (token == JSON_OBJECT || token == JSON_ARRAY)
		token = json_skip(j);
	return token != JSON_ERROR && json_next(j, &text) == JSON_END;
}

static void check_escape(struct str s)
{
	struct strbuf written = {0}, repaired = {0};
	struct json *j;
	struct str text;

	json_escape(&written, s);
	utf8_repair(s, &repaired);
	j = json_text(strbuf_get(&written), JSON_STRICT);
	must(json_next(j, &text) == JSON_STRING);
	must(str_eq(text, strbuf_get(&repaired)));
	must(json_next(j, &text) == JSON_END);
	json_free(j);
	strbuf_free(&written);
	strbuf_free(&repaired);
}

/* The text in one mode. */
static void try_mode(struct pieces pieces, unsigned mode)
{
	struct strbuf whole = {0}, parts = {0};
	struct json *j;
	enum json_token last;

	j = json_text(pieces.text, mode);
	last = read_all(j, &whole);
	json_free(j);

	j = json_stream(pieces_read, &pieces, mode);
	must(read_all(j, &parts) == last);
	must(str_eq(strbuf_get(&whole), strbuf_get(&parts)));
	json_free(j);

	j = json_text(pieces.text, mode);
	must(pass_over(j) == (last == JSON_END));
	json_free(j);
	strbuf_free(&whole);
	strbuf_free(&parts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pieces pieces;

	if (!size)
		return 0;
	pieces = (struct pieces){
	    {(const char *)data + 1, size - 1}, 0, (data[0] >> 5) + 1u};
	try_mode(pieces, data[0] & 31);
	try_mode(pieces, (data[0] & 31) | JSON_BARE_QUOTES);
	check_escape(pieces.text);
	return 0;
}
