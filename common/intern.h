/*
 * intern.h - one copy of each distinct string, numbered from 0.
 *
 * Two interned strings are equal when their numbers are.  The table owns the
 * text; it lives until intern_free.
 */
#ifndef COMMON_INTERN_H
#define COMMON_INTERN_H

#include <stdint.h>

#include "common/arena.h"
#include "common/str.h"
#include "common/vec.h"

struct intern_slot;

/* A zeroed struct intern is an empty table. */
struct intern {
	struct arena text;
	VEC(struct str) list; /* by number */
	size_t used;	      /* slots */
	struct intern_slot *slots;
	size_t nslots; /* a power of two, or 0 */
};

/* intern_add(t, s): the number of s, which is copied when it is new. */
uint32_t intern_add(struct intern *t, struct str s);

/* intern_append(t, s): a new number for a copy of s, which is not looked for:
 * for text that is known to be new.  intern_add does not find it either. */
uint32_t intern_append(struct intern *t, struct str s);

/* intern_get(t, i): the string of number i; there is a NUL behind it. */
static inline struct str intern_get(const struct intern *t, uint32_t i)
{
	return t->list.v[i];
}

void intern_free(struct intern *t);

/* intern_hash(p, n): a 64-bit hash of n bytes, the one the table uses. */
uint64_t intern_hash(const char *p, size_t n);

#endif
