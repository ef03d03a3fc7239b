/*
 * pydict.h - Python literal syntax to values; a parser, never eval.
 *
 * What repr() of dicts, lists, tuples, strings, numbers, True, False and None
 * gives, and what real markers hold besides: inf, nan, Ellipsis, slice(...),
 * and names or calls of any other kind, which become strings of their source.
 */
#ifndef PARSE_PYDICT_H
#define PARSE_PYDICT_H

#include "common/arena.h"
#include "common/diag.h"
#include "common/str.h"

enum py_kind {
	PY_NONE,
	PY_BOOL,
	PY_INT,	  /* fits int64 */
	PY_FLOAT, /* text: as written; inf and nan too; an int beyond 64 bits */
	PY_STR,
	PY_LIST,
	PY_TUPLE,
	PY_DICT, /* items: key, value, key, value, ... */
	PY_OTHER, /* text: the source, as Ellipsis or slice(0, 1, None) */
};

struct py {
	enum py_kind kind;
	bool b;
	int64_t i;
	double f;
	struct str text;       /* PY_STR: decoded to UTF-8 */
	const struct py *items; /* list, tuple, dict */
	size_t n;	       /* items; a dict of k pairs has 2k */
};

/* pydict_parse(text, a, v, err): the whole text as one literal; blanks around
 * it are allowed.  Depth is limited to 64.  Return 0, or -1 with the byte and
 * the reason in err. */
int pydict_parse(struct str text, struct arena *a, struct py *v,
    struct err *err);

/* pydict_get(d, key): the value of a string key, or NULL; d may be no dict. */
const struct py *pydict_get(const struct py *d, const char *key);

#endif
