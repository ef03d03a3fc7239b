/*
 * json.c - pull scanner for JSON text.
 *
 * In:  a text in memory, or chunks from a callback
 * Out: one token a call, strings in place where they can be
 *
 * A stream keeps the token in hand whole in its buffer, so that every token is
 * scanned as if the text were in memory.  A string is passed over first, eight
 * bytes a step, and decoded only if it needs it and somebody wants it.  Lines
 * are not counted on the way: only when a place is asked for, and over what is
 * dropped or held.
 */
#include "common/json.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/arena.h"
#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"
#include "common/utf8.h"

enum {
	DEPTH_MOST = 512,
	BUFFER_FIRST = 16 * 1024, /* most files are small */
	BUFFER_USUAL = 256 * 1024,
	TOKEN_MOST = 256 << 20, /* a stream's buffer never gets larger */
	CLOSES_LOOK = 256,	/* bytes that tell whether a quote is the end */
};

enum state {
	STATE_START,
	STATE_VALUE, /* a value must follow */
	STATE_FIRST_VALUE,
	STATE_KEY,
	STATE_FIRST_KEY,
	STATE_AFTER, /* a value is over: a comma or the end of what holds it */
	STATE_DONE,
	STATE_FAILED,
};

/* A byte of the text and where it is, both from 1. */
struct place {
	const char *at;
	uint64_t line, column;
};

struct json {
	const char *at;	   /* the next byte to look at */
	const char *end;   /* of what is at hand */
	const char *token; /* where the last token began */
	enum state state;
	enum json_token last;
	unsigned mode;
	unsigned depth;
	bool eof; /* nothing follows behind end */
	bool cut;
	struct str number;
	bool counted; /* integer is the number's value */
	int64_t integer;
	struct strbuf decoded;

	long (*read)(void *arg, char *buf, size_t size); /* NULL: in memory */
	void *arg;
	char *buf;
	size_t room;
	const char *broken; /* why the stream gives no more, or NULL */

	const char *held;    /* what json_back returns to, <= token; or NULL */
	unsigned held_depth; /* inside it; of the last one that was held */
	uint64_t held_forgiven;

	struct place seen; /* at <= held, token */
	uint64_t forgiven;
	char first_forgiven[160];
	char error[256];
	size_t reason_at; /* where the reason begins in error */
	char open[DEPTH_MOST];
};

enum {
	CLASS_BLANK = 1,
	CLASS_DIGIT = 2,
	CLASS_HEX = 4,
	CLASS_ESCAPE = 8, /* may stand behind a backslash */
	CLASS_WORD = 16,  /* may not follow a number */
};

/* clang-format off */
#define B CLASS_BLANK
#define D (CLASS_DIGIT | CLASS_HEX | CLASS_WORD)
#define H (CLASS_HEX | CLASS_WORD)
#define E CLASS_ESCAPE
#define W CLASS_WORD
static const unsigned char class[256] = {
	[' '] = B, ['\t'] = B, ['\n'] = B, ['\r'] = B,
	['0'] = D, ['1'] = D, ['2'] = D, ['3'] = D, ['4'] = D,
	['5'] = D, ['6'] = D, ['7'] = D, ['8'] = D, ['9'] = D,
	['A'] = H, ['B'] = H, ['C'] = H, ['D'] = H, ['E'] = H, ['F'] = H,
	['a'] = H, ['b'] = H | E, ['c'] = H, ['d'] = H, ['e'] = H, ['f'] = H | E,
	['n'] = E, ['r'] = E, ['t'] = E, ['"'] = E, ['\\'] = E, ['/'] = E,
	['.'] = W, ['+'] = W, ['-'] = W, ['x'] = W,
};
#undef B
#undef D
#undef H
#undef E
#undef W
/* clang-format on */

static inline bool is(char c, unsigned what)
{
	return (class[(unsigned char)c] & what) != 0;
}

/* ---- eight bytes a step ---- */

#define ONES UINT64_C(0x0101010101010101)

/* Eight bytes, the first one lowest. */
static inline uint64_t load(const char *p)
{
	uint64_t x;

	memcpy(&x, p, sizeof x);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	x = __builtin_bswap64(x);
#endif
	return x;
}

/* The top bit of the first byte that is a quote, a backslash, a control or
 * not ASCII is set; those above it may be wrong (a borrow), none below is. */
static inline uint64_t special(uint64_t x)
{
	uint64_t quote = (x ^ ONES * '"') - ONES;
	uint64_t backslash = (x ^ ONES * '\\') - ONES;
	uint64_t control = x - ONES * ' ';

	return (quote | backslash | control | x) & ONES * 0x80;
}

static inline size_t first_byte(uint64_t mask)
{
	return (size_t)__builtin_ctzll(mask) / 8;
}

static inline bool is_special(unsigned char c)
{
	return c < ' ' || c == '"' || c == '\\' || c >= 0x80;
}

/* Over the bytes of a string that stand for themselves. */
static inline const char *plain_run(const char *p, const char *end)
{
	uint64_t mask;

	for (; end - p >= 8; p += 8) {
		mask = special(load(p));
		if (mask)
			return p + first_byte(mask);
	}
	while (p < end && !is_special((unsigned char)*p))
		p++;
	return p;
}

/* ---- places and complaints ---- */

static void place_advance(struct place *s, const char *to)
{
	const char *lf;

	while ((lf = memchr(s->at, '\n', (size_t)(to - s->at)))) {
		s->line++;
		s->column = 1;
		s->at = lf + 1;
	}
	s->column += (uint64_t)(to - s->at);
	s->at = to;
}

/* The place of the token; remembers it, so that asking at every token stays
 * linear, unless that is behind what is held. */
static struct place place_of_token(const struct json *j)
{
	struct place place = j->seen;

	place_advance(&place, j->token);
	if (!j->held)
		((struct json *)(uintptr_t)j)->seen = place;
	return place;
}

/* Fail at p. */
static enum json_token fail(struct json *j, const char *p, const char *reason)
{
	struct place s;
	int n;

	j->token = j->at = p;
	s = place_of_token(j);
	n = snprintf(j->error, sizeof j->error,
	    "line %llu, column %llu: ", (unsigned long long)s.line,
	    (unsigned long long)s.column);
	j->reason_at = (size_t)n;
	snprintf(j->error + n, sizeof j->error - (size_t)n, "%s", reason);
	j->state = STATE_FAILED;
	return JSON_ERROR;
}

/* Fail at p, where something else was wanted. */
static enum json_token unexpected(struct json *j, const char *p, const char *wanted)
{
	unsigned char c = (unsigned char)*p;
	char reason[120];

	if (c > ' ' && c < 0x7f)
		snprintf(reason, sizeof reason, "expected %s, found '%c'",
		    wanted, c);
	else
		snprintf(reason, sizeof reason, "expected %s, found '\\x%02x'",
		    wanted, c);
	return fail(j, p, reason);
}

/* Count what is forgiven at p. */
static void forgive(struct json *j, const char *p, const char *what)
{
	struct place s = j->seen;

	if (j->forgiven++)
		return;
	place_advance(&s, p);
	snprintf(j->first_forgiven, sizeof j->first_forgiven,
	    "line %llu, column %llu: %s", (unsigned long long)s.line,
	    (unsigned long long)s.column, what);
}

/* ---- the window on the text ---- */

/* Make room behind end, keeping the token and what is held; false: that is too
 * long. */
static bool make_room(struct json *j)
{
	const char *from = j->held ? j->held : j->token;
	size_t keep = (size_t)(j->end - from), room = j->room;
	size_t token = (size_t)(j->token - from);
	char *buf;

	place_advance(&j->seen, from);
	/* Moving no more than is gained keeps one-byte reads linear. */
	if (keep > j->room / 2 || (j->buf && j->room < BUFFER_USUAL)) {
		if (j->room >= TOKEN_MOST)
			return false;
		room = j->room * 2;
	}
	if (room != j->room || !j->buf) {
		buf = arena_xmalloc(room);
		if (keep)
			memcpy(buf, from, keep);
		free(j->buf);
		j->buf = buf;
		j->room = room;
	} else {
		memmove(j->buf, from, keep);
	}
	j->seen.at = j->buf;
	j->token = j->buf + token;
	if (j->held)
		j->held = j->buf;
	j->end = j->buf + keep;
	return true;
}

/* Get more of the text.  What p points to (token <= p <= end) may move: its
 * new place is returned.  At the end of the text, eof is set. */
static const char *more(struct json *j, const char *p)
{
	size_t at = (size_t)(p - j->token), used;
	long n;

	if (j->eof)
		return p;
	if (!j->buf || j->end == j->buf + j->room) {
		if (!make_room(j)) {
			j->broken = "a text of more than 256 MiB";
			j->eof = true;
			return p;
		}
	}
	used = (size_t)(j->end - j->buf);
	n = j->read(j->arg, j->buf + used, j->room - used);
	if (n < 0)
		j->broken = "cannot read";
	if (n <= 0 || (size_t)n > j->room - used)
		j->eof = true;
	else
		j->end += n;
	return j->token + at;
}

/* Have n bytes from p on, if the text has them. */
static inline const char *have(struct json *j, const char *p, size_t n)
{
	while ((size_t)(j->end - p) < n && !j->eof)
		p = more(j, p);
	return p;
}

/* Pass blanks; the next byte, which begins a token, or -1. */
static inline int significant(struct json *j)
{
	const char *p = j->at;

	for (;;) {
		if (p == j->end) {
			j->token = p;
			p = have(j, p, 1);
			if (p == j->end)
				break;
		}
		if ((unsigned char)*p > ' ' || !is(*p, CLASS_BLANK)) {
			j->token = j->at = p;
			return (unsigned char)*p;
		}
		p++;
		while (j->end - p >= 8 && load(p) == ONES * ' ')
			p += 8;
	}
	j->token = j->at = p;
	return -1;
}

/* ---- the structure ---- */

static inline void value_over(struct json *j)
{
	j->state = j->depth ? STATE_AFTER : STATE_DONE;
}

static inline bool in_object(const struct json *j)
{
	return j->depth && j->open[j->depth - 1] == '{';
}

static inline enum json_token leave(struct json *j)
{
	bool object = in_object(j);

	j->depth--;
	value_over(j);
	return object ? JSON_OBJECT_END : JSON_ARRAY_END;
}

static inline enum json_token enter(struct json *j, int c)
{
	if (j->depth == DEPTH_MOST)
		return fail(j, j->at, "nested more than 512 deep");
	j->open[j->depth++] = (char)c;
	j->at++;
	j->state = c == '{' ? STATE_FIRST_KEY : STATE_FIRST_VALUE;
	return c == '{' ? JSON_OBJECT : JSON_ARRAY;
}

/*
 * The text ends here, too early.  In mode JSON_CUT an unfinished token is
 * dropped; a key without its value gets null, so that the tokens always make
 * sense.
 */
static enum json_token ended(struct json *j, const char *reason)
{
	if (j->broken)
		return fail(j, j->end, j->broken);
	if (!(j->mode & JSON_CUT))
		return fail(j, j->end, reason);
	j->token = j->at = j->end;
	j->cut = true;
	if (j->depth == 0) {
		j->state = STATE_DONE;
		return JSON_END;
	}
	if (j->state == STATE_VALUE && in_object(j)) {
		j->state = STATE_AFTER;
		return JSON_NULL;
	}
	return leave(j);
}

/* ---- strings ---- */

static unsigned hex_value(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
}

/* Length of the escape at p, 2 or 6; 0 when it is none; 1 when it is cut. */
static size_t escape_length(const char *p, const char *end)
{
	size_t i;

	if (end - p < 2)
		return 1;
	if (is(p[1], CLASS_ESCAPE))
		return 2;
	if (p[1] != 'u')
		return 0;
	for (i = 2; i < 6; i++) {
		if (p + i == end)
			return 1;
		if (!is(p[i], CLASS_HEX))
			return 0;
	}
	return 6;
}

static const char *blanks(const char *p, const char *end)
{
	while (p < end && is(*p, CLASS_BLANK))
		p++;
	return p;
}

/* Whether a value may begin at p, or what a stray comma may stand before. */
static bool begins_value(const char *p, const char *end)
{
	return p == end || is(*p, CLASS_DIGIT) ||
	       (*p && strchr("\"{[-tfnIN],", *p));
}

/* A value in an array is followed by its end, or by another. */
static bool closes_item(const char *p, const char *end)
{
	return *p == ']' || (*p == ',' && begins_value(blanks(p + 1, end), end));
}

/* A value in an object by its end, behind which the text goes on, or by another
 * key. */
static bool closes_member(const char *p, const char *end)
{
	if (*p == '}') {
		p = blanks(p + 1, end);
		return p == end || *p == ',' || *p == '}' || *p == ']';
	}
	if (*p != ',')
		return false;
	while (p < end && (*p == ',' || is(*p, CLASS_BLANK)))
		p++; /* more than one are forgiven elsewhere */
	if (p == end || *p != '"')
		return p == end || *p == '}';
	for (p++; p < end && *p != '"'; p++)
		p += *p == '\\' && end - p > 1;
	if (p < end)
		p = blanks(p + 1, end);
	return p == end || *p == ':';
}

/* Whether a quote in a string is its end, by what follows; what is farther off
 * is well.  A key ends at its first: one that lacks its value would take the
 * next object for its text. */
static bool closes(const struct json *j, const char *quote)
{
	const char *end = j->end, *p;

	if (j->state == STATE_KEY || j->state == STATE_FIRST_KEY)
		return true;
	/* no more than a stream has for sure, so that both see the same */
	if (end - quote > CLOSES_LOOK)
		end = quote + CLOSES_LOOK;
	p = blanks(quote + 1, end);
	if (p == end)
		return true;
	return in_object(j) ? closes_member(p, end) : closes_item(p, end);
}

/* The '}' behind which, over the line end at p, another object begins: a string
 * that has no end ran into it.  NULL: it is none. */
static const char *object_end(const struct json *j, const char *p)
{
	const char *end = j->end, *from = p, *least = j->token;

	if (end - p > CLOSES_LOOK)
		end = p + CLOSES_LOOK;
	if (p - least > CLOSES_LOOK)
		least = p - CLOSES_LOOK;
	while (from > least && is(from[-1], CLASS_BLANK))
		from--;
	if (from == least || from[-1] != ',')
		return NULL;
	for (from--; from > least && is(from[-1], CLASS_BLANK);)
		from--;
	if (from == least || from[-1] != '}')
		return NULL;
	p = blanks(p, end);
	if (p == end || *p != '{')
		return NULL;
	p = blanks(p + 1, end);
	return p < end && *p == '"' ? from - 1 : NULL;
}

/*
 * From the opening quote at j->at to the closing one, which is returned.  NULL
 * when there is none: the state tells whether it failed or the text ended.
 * *plain is set to false when the string is not its own source.
 */
static const char *pass_string(struct json *j, bool *plain)
{
	const char *p = j->at + 1, *brace;
	size_t n;
	uint32_t rune;

	for (;;) {
		p = plain_run(p, j->end);
		if (p == j->end) {
			if (j->eof)
				return NULL;
			p = more(j, p);
		} else if (*p == '"') {
			if (!(j->mode & JSON_BARE_QUOTES))
				return p;
			p = have(j, p, CLOSES_LOOK);
			if (closes(j, p))
				return p;
			forgive(j, p++, "a quote inside a string");
		} else if (*p == '\\') {
			p = have(j, p, 6);
			*plain = false;
			n = escape_length(p, j->end);
			if (n == 1)
				return NULL;
			if (n == 0 && !(j->mode & JSON_BAD_ESCAPES)) {
				fail(j, p, "invalid escape in a string");
				return NULL;
			}
			if (n == 0)
				forgive(j, p, "invalid escape in a string");
			p += n ? n : 1;
		} else if ((unsigned char)*p < ' ') {
			if (!(j->mode & JSON_CONTROLS)) {
				fail(j, p, "control character in a string");
				return NULL;
			}
			if (j->mode & JSON_BARE_QUOTES && *p == '\n') {
				p = have(j, p, CLOSES_LOOK);
				brace = object_end(j, p);
				if (brace) {
					fail(j, brace, "a string without an end");
					return NULL;
				}
			}
			forgive(j, p, "control character in a string");
			p++;
		} else {
			p = have(j, p, 4);
			n = utf8_next(p, (size_t)(j->end - p), &rune);
			if (!n)
				*plain = false;
			p += n ? n : 1;
		}
	}
}

/* The code point of the \u escape at p, with its low surrogate if it is a high
 * one; *n is how many bytes it took. */
static uint32_t escaped_rune(const char *p, const char *end, size_t *n)
{
	uint32_t rune = 0, low = 0;
	size_t i;

	for (i = 2; i < 6; i++)
		rune = rune << 4 | hex_value(p[i]);
	*n = 6;
	if (rune < 0xd800 || rune > 0xdbff || end - p < 12 || p[6] != '\\' ||
	    p[7] != 'u' || escape_length(p + 6, end) != 6)
		return rune;
	for (i = 8; i < 12; i++)
		low = low << 4 | hex_value(p[i]);
	if (low < 0xdc00 || low > 0xdfff)
		return rune;
	*n = 12;
	return 0x10000 + ((rune - 0xd800) << 10 | (low - 0xdc00));
}

static char escaped_char(char c)
{
	switch (c) {
	case 'b':
		return '\b';
	case 'f':
		return '\f';
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	default:
		return c;
	}
}

/* Decode the escape at p, which pass_string found good or forgave. */
static const char *decode_escape(struct json *j, const char *p, const char *end)
{
	size_t n = escape_length(p, end);
	char utf8[4];
	uint32_t rune;

	if (n == 2) {
		strbuf_char(&j->decoded, escaped_char(p[1]));
		return p + 2;
	}
	if (n != 6) {
		strbuf_char(&j->decoded, '\\');
		return p + 1;
	}
	rune = escaped_rune(p, end, &n);
	if (rune >= 0xd800 && rune <= 0xdfff)
		forgive(j, p, "half of a surrogate pair");
	strbuf_add(&j->decoded, utf8, utf8_put(rune, utf8));
	return p + n;
}

/* The source between the quotes to what it means. */
static struct str decode(struct json *j, const char *p, const char *end)
{
	const char *run;
	size_t n;
	uint32_t rune;

	j->decoded.n = 0;
	while (p < end) {
		run = p;
		p = plain_run(p, end);
		strbuf_add(&j->decoded, run, (size_t)(p - run));
		if (p == end)
			break;
		if (*p == '\\') {
			p = decode_escape(j, p, end);
		} else if ((unsigned char)*p < 0x80) {
			strbuf_char(&j->decoded, *p++);
		} else if ((n = utf8_next(p, (size_t)(end - p), &rune))) {
			strbuf_add(&j->decoded, p, n);
			p += n;
		} else {
			forgive(j, p, "malformed UTF-8");
			strbuf_text(&j->decoded, "\xef\xbf\xbd");
			p++;
		}
	}
	return strbuf_get(&j->decoded);
}

static enum json_token string(struct json *j, struct str *text)
{
	bool plain = true;
	const char *quote = pass_string(j, &plain);

	if (!quote)
		return j->state == STATE_FAILED
			   ? JSON_ERROR
			   : ended(j, "the text ends inside a string");
	j->at = quote + 1;
	value_over(j);
	if (!text)
		return JSON_STRING;
	if (plain)
		*text = (struct str){j->token + 1, (size_t)(quote - j->token) - 1};
	else
		*text = decode(j, j->token + 1, quote);
	return JSON_STRING;
}

/* A key and its colon. */
static enum json_token key(struct json *j, struct str *text)
{
	bool plain = true;
	const char *quote = pass_string(j, &plain), *p;
	size_t n;

	if (!quote)
		return j->state == STATE_FAILED
			   ? JSON_ERROR
			   : ended(j, "the text ends inside a key");
	n = (size_t)(quote - j->token) - 1;
	for (p = have(j, quote + 1, 1); p < j->end && is(*p, CLASS_BLANK);)
		p = have(j, p + 1, 1);
	if (p == j->end)
		return ended(j, "the text ends behind a key");
	if (*p != ':')
		return unexpected(j, p, "':' behind a key");
	j->at = p + 1;
	j->state = STATE_VALUE;
	if (!text)
		return JSON_KEY;
	if (plain)
		*text = (struct str){j->token + 1, n};
	else
		*text = decode(j, j->token + 1, j->token + 1 + n);
	return JSON_KEY;
}

/* ---- numbers and words ---- */

/* Over digits; the byte behind them is at hand, or the text is over. */
static inline const char *digits(struct json *j, const char *p)
{
	for (;;) {
		while (p < j->end && is(*p, CLASS_DIGIT))
			p++;
		if (p < j->end || j->eof)
			return p;
		p = more(j, p);
	}
}

/* Digits at *p, at least one; false when there are none. */
static inline bool some_digits(struct json *j, const char **p)
{
	size_t before = (size_t)(*p - j->token);

	*p = digits(j, *p);
	return (size_t)(*p - j->token) > before;
}

/* The text ended or goes on in a way that no number does. */
static enum json_token bad_number(struct json *j, const char *p)
{
	if (p == j->end)
		return ended(j, "the text ends inside a number");
	return unexpected(j, p, "a digit");
}

/* fraction and exponent behind the integer part that ends at p; NULL with the
 * place in *bad. */
static const char *real_part(struct json *j, const char *p, const char **bad)
{
	if (*p == '.') {
		p++;
		if (!some_digits(j, &p)) {
			*bad = p;
			if (p == j->end || !(j->mode & JSON_BARE_NUMBERS))
				return NULL;
			forgive(j, j->token, "a number JSON has not");
		}
	}
	if (p < j->end && (*p == 'e' || *p == 'E')) {
		p = have(j, p + 1, 1);
		if (p < j->end && (*p == '+' || *p == '-'))
			p++;
		if (!some_digits(j, &p)) {
			*bad = p;
			return NULL;
		}
	}
	return p;
}

static enum json_token number(struct json *j, struct str *text)
{
	enum json_token token = JSON_INT;
	size_t first = *j->at == '-';
	const char *p = j->at + first, *bad = NULL;
	size_t n;

	p = digits(j, p);
	n = (size_t)(p - j->token) - first;
	if (n == 0)
		return bad_number(j, p);
	if (n > 1 && j->token[first] == '0')
		return fail(j, j->token, "a number with a leading zero");
	if (p < j->end && (*p == '.' || (*p | 32) == 'e')) {
		token = JSON_REAL;
		p = real_part(j, p, &bad);
		if (!p)
			return bad_number(j, bad);
	}
	if (p == j->end) {
		/* Where more must follow it may be the start of a number. */
		if (j->broken || (j->depth && j->mode & JSON_CUT))
			return ended(j, "the text ends inside a number");
	} else if (is(*p, CLASS_WORD)) {
		return unexpected(j, p, "the end of the number");
	}
	j->number = (struct str){j->token, (size_t)(p - j->token)};
	j->counted = false;
	j->at = p;
	value_over(j);
	if (text)
		*text = j->number;
	return token;
}

struct word {
	const char *text; /* lower case where the mode is not strict */
	enum json_token token;
	unsigned mode; /* that allows it */
};

static const struct word words[] = {
    {"true", JSON_TRUE, 0},
    {"false", JSON_FALSE, 0},
    {"null", JSON_NULL, 0},
    {"infinity", JSON_NULL, JSON_BARE_NUMBERS},
    {"inf", JSON_NULL, JSON_BARE_NUMBERS},
    /* As the C libraries of Windows print them. */
    {"nan(ind)", JSON_NULL, JSON_BARE_NUMBERS},
    {"nan(snan)", JSON_NULL, JSON_BARE_NUMBERS},
    {"nan", JSON_NULL, JSON_BARE_NUMBERS},
    /* A trace of 2021 says so of a bandwidth. */
    {"n/a", JSON_NULL, JSON_BARE_NUMBERS},
};

enum { NWORDS = NELEMS(words), WORD_MOST = 9 };

/* How many bytes of the word stand at p: all, or as far as the text goes; 0 if
 * it is another text. */
static size_t match_word(const struct word *w, const char *p, const char *end)
{
	size_t i;

	for (i = 0; w->text[i] && p + i < end; i++) {
		if ((w->mode ? to_lower(p[i]) : p[i]) != w->text[i])
			return 0;
	}
	return i;
}

/* A word at j->at, behind `sign` bytes of sign. */
static enum json_token word(struct json *j, size_t sign)
{
	const char *p = have(j, j->at, sign + WORD_MOST) + sign;
	bool cut = p == j->end;
	size_t i, n;

	for (i = 0; i < NWORDS; i++) {
		const struct word *w = &words[i];

		if (sign && !w->mode)
			continue;
		if (w->mode && !(j->mode & w->mode))
			continue;
		n = match_word(w, p, j->end);
		if (n && !w->text[n]) {
			if (w->mode)
				forgive(j, j->token, "a number JSON has not");
			j->at = p + n;
			value_over(j);
			return w->token;
		}
		cut |= n && p + n == j->end;
	}
	if (cut)
		return ended(j, "the text ends inside a word");
	return sign ? bad_number(j, p) : unexpected(j, j->token, "a value");
}

/* ---- tokens ---- */

static enum json_token value(struct json *j, int c, struct str *text)
{
	switch (c) {
	case '"':
		return string(j, text);
	case '{':
	case '[':
		return enter(j, c);
	case '0':
	case '1':
	case '2':
	case '3':
	case '4':
	case '5':
	case '6':
	case '7':
	case '8':
	case '9':
		return number(j, text);
	case '-':
		j->at = have(j, j->at, 2);
		if (j->end - j->at > 1 && !is(j->at[1], CLASS_DIGIT))
			return word(j, 1);
		return number(j, text);
	default:
		return word(j, 0);
	}
}

/* A comma, or the end of an object or array, where a comma was before or none
 * should be; false when that is no place for c. */
static bool stray(struct json *j, int c, int close)
{
	if (!(j->mode & JSON_STRAY_COMMAS) || (c != ',' && c != close))
		return false;
	forgive(j, j->token, "a comma too many");
	return true;
}

/* Pass a byte order mark. */
static void start(struct json *j)
{
	j->at = have(j, j->at, 3);
	if (j->end - j->at >= 3 && memcmp(j->at, "\xef\xbb\xbf", 3) == 0) {
		j->at += 3;
		j->token = j->seen.at = j->at;
	}
	j->state = STATE_VALUE;
}

static enum json_token next_key(struct json *j, int c, struct str *text);
static enum json_token next_value(struct json *j, int c, struct str *text);

static inline enum json_token next(struct json *j, struct str *text)
{
	int c;

	if (j->state == STATE_START)
		start(j);
	if (j->state == STATE_FAILED)
		return JSON_ERROR;
	c = significant(j);
	if (j->state == STATE_AFTER) {
		int open = j->open[j->depth - 1];

		if (c == ',') {
			j->at++;
			j->state = open == '{' ? STATE_KEY : STATE_VALUE;
			c = significant(j);
		} else if (c == open + 2) { /* '{' + 2 is '}', '[' + 2 is ']' */
			j->at++;
			return leave(j);
		} else if (c < 0) {
			return ended(j, open == '{'
					    ? "the text ends inside an object"
					    : "the text ends inside an array");
		} else {
			return unexpected(j, j->at,
			    open == '{' ? "',' or '}'" : "',' or ']'");
		}
	}
	if (j->state == STATE_KEY || j->state == STATE_FIRST_KEY)
		return next_key(j, c, text);
	return next_value(j, c, text);
}

static enum json_token next_key(struct json *j, int c, struct str *text)
{
	for (;;) {
		if (c == '"')
			return key(j, text);
		if (c < 0)
			return ended(j, "the text ends inside an object");
		if (c == '}' && j->state == STATE_FIRST_KEY)
			break;
		if (!stray(j, c, '}'))
			return unexpected(j, j->at, "a key");
		if (c == '}')
			break;
		j->at++;
		c = significant(j);
	}
	j->at++;
	return leave(j);
}

static enum json_token next_value(struct json *j, int c, struct str *text)
{
	bool in_array = j->depth && !in_object(j);

	if (j->state == STATE_DONE) {
		if (c >= 0)
			return fail(j, j->at, "text behind the end");
		return j->broken ? fail(j, j->at, j->broken) : JSON_END;
	}
	while (in_array) {
		if (c == ']' && j->state == STATE_FIRST_VALUE)
			break;
		if (!stray(j, c, ']')) {
			j->state = STATE_VALUE;
			in_array = false;
		} else if (c == ']') {
			break;
		} else {
			j->at++;
			c = significant(j);
		}
	}
	if (in_array) {
		j->at++;
		return leave(j);
	}
	if (c < 0)
		return ended(j, "the text ends where a value should be");
	return value(j, c, text);
}

/* The end of a short string without escapes whose opening quote is at p, NULL
 * where it is another: longer than 23 bytes, or near the end of what is at
 * hand. */
static inline const char *quick_string(const struct json *j, const char *p)
{
	const char *last = p + 17;
	uint64_t mask;

	if (j->end - p < 28)
		return NULL;
	for (p++; !(mask = special(load(p))); p += 8)
		if (p == last)
			return NULL;
	p += first_byte(mask);
	return *p == '"' ? p : NULL;
}

/* A key with no blank before it or its colon; false: it is read the long way. */
static inline bool quick_key(struct json *j, struct str *text)
{
	const char *p = j->at, *quote;

	if (j->end - p < 28)
		return false;
	if (j->state == STATE_AFTER) {
		if (*p != ',' || !in_object(j))
			return false;
		p++;
	} else if (j->state != STATE_FIRST_KEY) {
		return false;
	}
	if (*p != '"')
		return false;
	quote = quick_string(j, p);
	if (!quote || quote[1] != ':')
		return false;
	j->token = p;
	j->at = quote + 2;
	j->state = STATE_VALUE;
	if (text)
		*text = (struct str){p + 1, (size_t)(quote - p) - 1};
	return true;
}

/* An integer of at most 18 digits at p, behind which a comma or `close` stands;
 * read, or false: it is read the long way. */
static inline bool quick_int(struct json *j, const char *p, char close)
{
	const char *first = p + (*p == '-'), *end = first;
	int64_t n = 0;

	if (j->end - p < 24)
		return false;
	for (; is(*end, CLASS_DIGIT) && end - first < 18; end++)
		n = n * 10 + (*end - '0');
	if (end == first || (*first == '0' && end - first > 1) ||
	    (*end != ',' && *end != close))
		return false;
	j->token = p;
	j->number = (struct str){p, (size_t)(end - p)};
	j->counted = true;
	j->integer = first == p ? n : -n;
	j->at = end;
	j->state = STATE_AFTER;
	return true;
}

/* The value of a key: a short string or an integer in one step, all else the
 * long way.  So do strings where bare quotes are forgiven: a quote need not end
 * them. */
static inline enum json_token quick_value(struct json *j, struct str *text)
{
	int c = significant(j);
	const char *quote;

	if (c < 0)
		return next(j, text);
	if (is((char)c, CLASS_DIGIT) && quick_int(j, j->at, '}')) {
		if (text)
			*text = j->number;
		return JSON_INT;
	}
	if (c != '"' || j->mode & JSON_BARE_QUOTES)
		return value(j, c, text);
	quote = quick_string(j, j->at);
	if (!quote)
		return value(j, c, text);
	if (text)
		*text = (struct str){j->at + 1, (size_t)(quote - j->at) - 1};
	j->at = quote + 1;
	j->state = STATE_AFTER;
	return JSON_STRING;
}

enum json_token json_next(struct json *j, struct str *text)
{
	if (quick_key(j, text))
		return j->last = JSON_KEY;
	if (j->state == STATE_VALUE && in_object(j))
		return j->last = quick_value(j, text);
	return j->last = next(j, text);
}

bool json_next_int(struct json *j, int64_t *i)
{
	const char *p = j->at;

	if (j->end - p < 25)
		return false;
	if (j->state == STATE_AFTER && *p == ',' && !in_object(j))
		p++;
	else if (j->state != STATE_FIRST_VALUE)
		return false;
	if (!quick_int(j, p, ']'))
		return false;
	j->last = JSON_INT;
	*i = j->integer;
	return true;
}

const char *json_at_key(const struct json *j)
{
	const char *p = j->at;

	if (j->end - p < JSON_KEY_LOOK + 2)
		return NULL;
	if (j->state == STATE_AFTER && *p == ',' && in_object(j))
		p++;
	else if (j->state != STATE_FIRST_KEY)
		return NULL;
	return *p == '"' ? p + 1 : NULL;
}

void json_take_key(struct json *j, const char *key, size_t n)
{
	j->token = key - 1;
	j->at = key + n + 2;
	j->state = STATE_VALUE;
	j->last = JSON_KEY;
}

int64_t json_int(const struct json *j, bool *ok)
{
	const char *p = j->number.p;
	size_t n = j->number.n, i = p[0] == '-';
	int64_t value = 0;

	*ok = true;
	if (j->counted)
		return j->integer;
	if (n > 18) {
		*ok = num_parse(p, n, INT64_MIN, INT64_MAX, &value);
		return value;
	}
	for (; i < n; i++)
		value = value * 10 + (p[i] - '0');
	return p[0] == '-' ? -value : value;
}

enum json_token json_leave(struct json *j)
{
	enum json_token token = j->last;
	unsigned depth = j->depth;

	while (j->depth >= depth && token != JSON_ERROR && token != JSON_END)
		token = next(j, NULL);
	return j->last = token;
}

enum json_token json_skip(struct json *j)
{
	enum json_token token = j->last;

	if (token == JSON_KEY)
		token = next(j, NULL);
	j->last = token;
	if (token == JSON_OBJECT || token == JSON_ARRAY)
		return json_leave(j);
	return token;
}

enum json_token json_raw(struct json *j, struct str *raw)
{
	size_t behind = 0;
	const char *p;

	*raw = (struct str){0};
	significant(j);
	p = j->at;
	if (j->held)
		behind = (size_t)(p - j->held);
	if (json_skip(j) == JSON_ERROR)
		return JSON_ERROR;
	if (j->held)
		p = j->held + behind; /* it may have moved */
	*raw = (struct str){p, (size_t)(j->at - p)};
	return j->last;
}

void json_hold(struct json *j)
{
	place_of_token(j);
	j->held = j->token;
	j->held_depth = j->depth;
	j->held_forgiven = j->forgiven;
}

void json_release(struct json *j)
{
	j->held = NULL;
}

void json_back(struct json *j, unsigned mode)
{
	j->token = j->held;
	j->at = j->held + 1;
	j->state = STATE_FIRST_KEY;
	j->last = JSON_OBJECT;
	j->depth = j->held_depth;
	j->forgiven = j->held_forgiven;
	j->cut = false;
	j->mode = mode;
}

void json_set_mode(struct json *j, unsigned mode)
{
	j->mode = mode;
}

/* Over blanks from p on; where they end, j->end at the end of the text. */
static const char *pass_blanks(struct json *j, const char *p)
{
	for (p = have(j, p, 1); p < j->end && is(*p, CLASS_BLANK);)
		p = have(j, p + 1, 1);
	return p;
}

/* Whether at the brace that is the token one object ends and another begins;
 * then that one's brace is the next to be read. */
static bool next_object(struct json *j)
{
	const char *p = pass_blanks(j, j->token + 1);
	size_t brace;

	if (p == j->end || *p != ',')
		return false;
	p = pass_blanks(j, p + 1);
	if (p == j->end || *p != '{')
		return false;
	brace = (size_t)(p - j->token);
	p = pass_blanks(j, p + 1);
	if (p == j->end || *p != '"')
		return false;
	j->at = j->token + brace;
	return true;
}

bool json_resume(struct json *j, unsigned mode)
{
	const char *p;

	j->held = NULL;
	if (j->held_depth == 0)
		return false; /* no object has been held yet */
	for (;;) {
		p = memchr(j->token, '}', (size_t)(j->end - j->token));
		j->token = p ? p : j->end;
		if (!p) {
			have(j, j->token, 1);
			if (j->token == j->end)
				return false;
		} else if (next_object(j)) {
			break;
		} else {
			j->token++;
		}
	}
	j->state = STATE_VALUE;
	j->depth = j->held_depth - 1;
	j->last = JSON_OBJECT_END;
	j->mode = mode;
	return true;
}

/* ---- the scanner ---- */

static struct json *make(unsigned mode)
{
	struct json *j = arena_xmalloc(sizeof *j);

	/* Not the stack of brackets, which is written before it is read. */
	memset(j, 0, offsetof(struct json, open));
	j->mode = mode;
	return j;
}

void json_reset(struct json *j, struct str text)
{
	j->at = j->token = text.p ? text.p : "";
	j->end = j->at + text.n;
	j->state = STATE_START;
	j->last = JSON_NULL;
	j->depth = 0;
	j->eof = true;
	j->cut = false;
	j->held = NULL;
	j->held_depth = 0;
	j->seen = (struct place){j->at, 1, 1};
	j->forgiven = 0;
	j->first_forgiven[0] = '\0';
	j->error[0] = '\0';
	j->reason_at = 0;
}

struct json *json_text(struct str text, unsigned mode)
{
	struct json *j = make(mode);

	json_reset(j, text);
	return j;
}

struct json *json_stream(
    long (*read)(void *arg, char *buf, size_t size), void *arg, unsigned mode)
{
	struct json *j = make(mode);

	json_reset(j, STR(""));
	j->read = read;
	j->arg = arg;
	j->room = BUFFER_FIRST;
	j->eof = false;
	return j;
}

void json_free(struct json *j)
{
	if (!j)
		return;
	strbuf_free(&j->decoded);
	free(j->buf);
	free(j);
}

uint64_t json_line(const struct json *j)
{
	return place_of_token(j).line;
}

uint64_t json_column(const struct json *j)
{
	return place_of_token(j).column;
}

const char *json_error(const struct json *j)
{
	return j->error;
}

const char *json_reason(const struct json *j)
{
	return j->error + j->reason_at;
}

uint64_t json_lenient_count(const struct json *j)
{
	return j->forgiven;
}

const char *json_lenient_first(const struct json *j)
{
	return j->first_forgiven;
}

bool json_was_cut(const struct json *j)
{
	return j->cut;
}

/* ---- writing ---- */

/* As special, and DEL. */
static inline uint64_t unsafe(uint64_t x)
{
	return special(x) | (((x ^ ONES * 0x7f) - ONES) & ONES * 0x80);
}

/* Over the bytes that a JSON string of ours holds as they are. */
static const char *safe_run(const char *p, const char *end)
{
	uint64_t x, mask;
	size_t i, n;

	for (; end - p >= 8; p += 8) {
		mask = unsafe(load(p));
		if (mask)
			return p + first_byte(mask);
	}
	/* what is left, with blanks behind it */
	n = (size_t)(end - p);
	x = ONES * ' ';
	for (i = n; i-- > 0;)
		x = x << 8 | (unsigned char)p[i];
	mask = unsafe(x);
	return mask ? p + first_byte(mask) : end;
}

/* A control character, a quote or a backslash. */
static void escape_rune(struct strbuf *b, uint32_t rune)
{
	static const char named[] = "\"\"\\\\\bb\ff\nn\rr\tt";
	static const char hex[] = "0123456789abcdef";
	char text[6] = {'\\', 'u', '0', '0', '0', '0'};
	size_t i;

	for (i = 0; i + 1 < sizeof named; i += 2) {
		if (rune == (uint32_t)named[i]) {
			text[1] = named[i + 1];
			strbuf_add(b, text, 2);
			return;
		}
	}
	text[4] = hex[rune >> 4 & 15];
	text[5] = hex[rune & 15];
	strbuf_add(b, text, 6);
}

void json_escape(struct strbuf *b, struct str s)
{
	const char *p = s.n ? s.p : "", *end = p + s.n, *run;
	size_t n;
	uint32_t rune;

	if (b->room - b->n < s.n + 2)
		strbuf_reserve(b, s.n + 2);
	b->p[b->n++] = '"';
	if (safe_run(p, end) == end) { /* nearly all */
		memcpy(b->p + b->n, p, s.n);
		b->n += s.n;
		b->p[b->n++] = '"';
		return;
	}
	while (p < end) {
		run = p;
		p = safe_run(p, end);
		strbuf_add(b, run, (size_t)(p - run));
		if (p == end)
			break;
		n = utf8_next(p, (size_t)(end - p), &rune);
		if (!n)
			strbuf_text(b, "\xef\xbf\xbd");
		else if (n == 1 || (rune >= 0x80 && rune < 0xa0))
			escape_rune(b, rune);
		else
			strbuf_add(b, p, n);
		p += n ? n : 1;
	}
	strbuf_char(b, '"');
}
