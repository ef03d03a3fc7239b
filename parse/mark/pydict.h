/*
 * pydict.h - Python literal syntax to values; a parser, never eval.
 *
 * It reads what repr() makes of dicts, lists, tuples, sets, strings, numbers,
 * True, False and None, and what real markers hold besides: inf, nan, Ellipsis,
 * slice(...).  Other names and calls stay source text.  Texts of values lie in
 * the parsed text where they can, else in the arena, so both must outlive the
 * values.
 */
#ifndef PARSE_MARK_PYDICT_H
#define PARSE_MARK_PYDICT_H

#include "common/arena.h"
#include "common/diag.h"
#include "common/str.h"

enum py_kind {
	PY_NONE,
	PY_BOOL,
	PY_INT,	  /* fits int64 */
	PY_FLOAT, /* f; inf and nan too, and an int beyond 64 bits */
	PY_STR,
	PY_LIST, /* [..], and a set {..} */
	PY_TUPLE,
	PY_DICT,  /* items: key, value, key, value, ... */
	PY_OTHER, /* a name, call or complex number: slice(0, 1, None) */
};

struct py {
	enum py_kind kind;
	bool b;
	int64_t i;
	double f;
	struct str text;	/* PY_STR: the string, escapes decoded to UTF-8;
				 * else the source */
	const struct py *items; /* list, tuple, dict; NULL where n is 0 */
	size_t n;		/* items; a dict of k pairs has 2k */
};

/*
 * pydict_parse(text, a, v, err): parse the whole text as one literal, with
 * blanks around it or not.  The depth is limited to 64, items, keys and values
 * of all containers to 1048576 together.  Return 0, or -1 with the byte and the
 * reason in err (which may be NULL).
 */
int pydict_parse(struct str text, struct arena *a, struct py *v, struct err *err);

/*
 * pydict_pairs(text, a, v):
 * Parse text as a dict.  If it was cut short or cannot be read to its end, by
 * these limits too, v has the pairs that are complete.  Return 0, or -1 if text
 * does not begin as a dict.
 */
int pydict_pairs(struct str text, struct arena *a, struct py *v);

/* pydict_get(d, key): the value of a string key, the last if there are several,
 * or NULL.  d may also be NULL or not a dict. */
const struct py *pydict_get(const struct py *d, const char *key);

#endif
