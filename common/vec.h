/*
 * vec.h - growing arrays, for any element type.
 *
 *	VEC(int64_t) seq = {0};
 *	*vec_add(&seq) = 7;
 *	for (size_t i = 0; i < seq.n; i++) use(seq.v[i]);
 *	vec_free(&seq);
 *
 * The vector owns v.  A pointer into it is good until the next vec_add.
 * Growth doubles; no memory ends the program, as in arena.h.
 */
#ifndef COMMON_VEC_H
#define COMMON_VEC_H

#include <stddef.h>
#include <stdlib.h>

#include "common/arena.h"

#define VEC(type)                                                              \
	struct {                                                               \
		type *v;                                                       \
		size_t n, room;                                                \
	}

/* vec_add(vec): a pointer to one more element, not initialised. */
#define vec_add(vec)                                                           \
	((vec)->n == (vec)->room                                               \
		? (void)((vec)->room = (vec)->room ? (vec)->room * 2 : 16,     \
		      (vec)->v = arena_xrealloc(                               \
			  (vec)->v, (vec)->room, sizeof *(vec)->v))            \
		: (void)0,                                                     \
	    &(vec)->v[(vec)->n++])

/* vec_room(vec, most): room for `most` elements in all, where so many will be
 * added; `most` is evaluated more than once. */
#define vec_room(vec, most)                                                    \
	((most) > (vec)->room ? (void)((vec)->room = (most),                   \
				    (vec)->v = arena_xrealloc((vec)->v,        \
					(vec)->room, sizeof *(vec)->v))        \
			      : (void)0)

#define vec_free(vec)                                                          \
	(free((vec)->v), (vec)->v = NULL, (vec)->n = (vec)->room = 0)

#endif
