/*
 * json.h - pull scanner for JSON text.
 *
 * Streams from a callback or reads a text in memory, hands out one token at a
 * time, and copies nothing where it need not: a string without escapes that
 * lies whole in the buffer is handed out in place.  Not jansson: a trace has
 * hundreds of megabytes of which few are kept, and real files are broken in
 * ways that no library reads (see enum json_mode).  jansson checks it in the
 * tests.
 */
#ifndef COMMON_JSON_H
#define COMMON_JSON_H

#include "common/diag.h"
#include "common/str.h"

enum json_token {
	JSON_END,	 /* the text is over, and it was complete */
	JSON_OBJECT,	 /* { */
	JSON_OBJECT_END, /* } */
	JSON_ARRAY,	 /* [ */
	JSON_ARRAY_END,	 /* ] */
	JSON_KEY,	 /* text: the key, decoded; its ':' is consumed */
	JSON_STRING,	 /* text: the value, decoded */
	JSON_INT,	 /* text: the number as written; json_int: its value */
	JSON_REAL,	 /* text: the number as written */
	JSON_TRUE,
	JSON_FALSE,
	JSON_NULL,
	JSON_ERROR, /* err says what and where; nothing follows */
};

/* What is forgiven; each forgiven place is counted in json_lenient_count. */
enum json_mode {
	JSON_STRICT = 0,	/* RFC 8259 */
	JSON_BARE_NUMBERS = 1,	/* inf, NaN, N/A, ...: JSON_NULL; and 1. as 1 */
	JSON_BAD_ESCAPES = 2,	/* \c, \u with no hex: the backslash is text */
	JSON_CONTROLS = 4,	/* raw control characters in strings */
	JSON_CUT = 8,		/* a missing end, see json_next */
	JSON_STRAY_COMMAS = 16, /* [,1] [1,] [1,,2] */
	JSON_LENIENT = 31,
	/* A quote is text where nothing follows that may stand behind a string,
	 * but no string goes on over "},", a line end and '{"'.
	 * A good text means the same, but not all that the others forgive, so
	 * this is not one of the lenient ones. */
	JSON_BARE_QUOTES = 32,
};

struct json;

/* json_text(text, mode): a scanner over text, which must outlive it. */
struct json *json_text(struct str text, unsigned mode);

/* json_reset(j, text): the same scanner for another text (no allocation). */
void json_reset(struct json *j, struct str text);

/* json_stream(read, arg, mode): a scanner over what read(arg, buf, size) gives:
 * bytes read, 0 at the end, -1 on failure (JSON_ERROR "cannot read"). */
struct json *json_stream(
    long (*read)(void *arg, char *buf, size_t size), void *arg, unsigned mode);
void json_free(struct json *j);

/*
 * json_next(j, text):
 * The next token; *text as said at the token, valid until the next call.  With
 * text NULL nothing is decoded, and no repair inside the string is counted.
 * Depth is limited to 512.  Duplicate keys are the caller's matter.  Strings
 * are handed out as valid UTF-8: malformed bytes and lone surrogates become
 * U+FFFD, in every mode.  Numbers may be of any size; a byte order mark at the
 * start is passed over; a stream's tokens are limited to 256 MiB.
 *
 * In mode JSON_CUT a text that ends too early gives what is missing: JSON_NULL
 * for the value of a key, the closing tokens, then JSON_END; json_was_cut is
 * true from the first of them on.  A token that the end cuts is dropped, and so
 * is a number that touches the end inside an object or array.
 */
enum json_token json_next(struct json *j, struct str *text);

/* json_int(j): the value of the JSON_INT just read; false in *ok when it does
 * not fit 64 bits signed. */
int64_t json_int(const struct json *j, bool *ok);

/* json_next_int(j, i): in an array, where the next token is an integer of at
 * most 18 digits that is written without blanks around: read it, as json_next
 * would.  False: nothing was read; ask json_next, as the token may still be an
 * integer, near the end of the buffer. */
bool json_next_int(struct json *j, int64_t *i);

/*
 * json_at_key(j), json_take_key(j, key, n):
 * For a caller who knows which keys may come: the text from behind the quote of
 * the key that is the next token, and to read that key, as json_next would,
 * once its n bytes and `":` behind them were seen there.  At least
 * JSON_KEY_LOOK bytes may be looked at.  NULL: ask json_next, as the token may
 * still be a key, behind blanks or near the end of what is at hand.
 */
#define JSON_KEY_LOOK 24
const char *json_at_key(const struct json *j);
void json_take_key(struct json *j, const char *key, size_t n);

/* json_skip(j): after JSON_KEY, pass over its value; after JSON_OBJECT or
 * JSON_ARRAY, over the rest up to its end.  Faster than reading it, and as
 * strict.  After any other token there is nothing to pass.  Returns JSON_ERROR
 * on an error, else the last token passed. */
enum json_token json_skip(struct json *j);

/* json_leave(j): pass over what is left of the innermost object or array that
 * is open, its end included; as json_skip. */
enum json_token json_leave(struct json *j);

/* json_raw(j, raw): after JSON_KEY, pass over its value and give its source
 * text, valid until the next call (of a stream only inside what is held). */
enum json_token json_raw(struct json *j, struct str *raw);

/*
 * An array of objects of which one may be broken: hold each when it has begun,
 * and after an error read it again in a mode that forgives more, or go on with
 * the next.
 */

/* json_hold(j): right after JSON_OBJECT: keep the object's text from here on,
 * until json_release or the next json_hold. */
void json_hold(struct json *j);
void json_release(struct json *j);

/* json_back(j, mode): return to what is held, as if its JSON_OBJECT had just
 * been read, also after JSON_ERROR. */
void json_back(struct json *j, unsigned mode);

/* json_set_mode(j, mode): what is forgiven from here on. */
void json_set_mode(struct json *j, unsigned mode);

/* json_resume(j, mode): after JSON_ERROR inside or behind an object that was
 * held: go to where the next object of the same array seems to begin ("}, {"
 * and a quote, behind the error); the next token is its JSON_OBJECT.  False:
 * there is none, or none was ever held. */
bool json_resume(struct json *j, unsigned mode);

/* Where the last token (JSON_ERROR: the error) began, from 1; the column counts
 * bytes, from behind a byte order mark. */
uint64_t json_line(const struct json *j);
uint64_t json_column(const struct json *j);
const char *json_error(const struct json *j);  /* "line 6, column 12: ..." */
const char *json_reason(const struct json *j); /* the same without the place */

/* How many places were forgiven by a lenient mode or repaired in strings that
 * were read, and "line 6, column 12: what" of the first one. */
uint64_t json_lenient_count(const struct json *j);
const char *json_lenient_first(const struct json *j);
bool json_was_cut(const struct json *j);

/* json_escape(b, s): append s to b as a JSON string with its quotes; invalid
 * UTF-8 as U+FFFD, controls as \uNNNN or their short forms; DEL too, so that
 * no control character reaches a terminal (C1 controls included). */
void json_escape(struct strbuf *b, struct str s);

#endif
