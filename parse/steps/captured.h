/*
 * captured.h - what stream captures recorded: the kernels of each graph in
 * their order, with the calls around them.
 *
 * Captures of the same kernels and the same calls are one graph here: a model
 * has many layers that are alike, and each may have been captured.  In what
 * they differ besides, they tell nothing.
 */
#ifndef PARSE_STEPS_CAPTURED_H
#define PARSE_STEPS_CAPTURED_H

#include "common/intern.h"
#include "common/map.h"
#include "common/vec.h"

struct profile;

/* Two captures have the same kernels where number, order and names agree; the
 * same calls where operators, shapes, types and strides agree, too, and kernels
 * share calls in the same way. */
enum captured_alike {
	CAPTURED_SIZES, /* grids and blocks agree besides */
	CAPTURED_CALLS, /* whatever the sizes */
	NCAPTURED,
};

/* A call, module, layer or frame around captured kernels, and what of it all
 * agree in that are alike. */
struct captured_range {
	uint32_t text, domain;	     /* of texts, here and below */
	uint32_t payload[NCAPTURED]; /* or PROFILE_NONE */
	bool dropped[NCAPTURED];     /* they do not agree that it is there */
	bool call; /* an operator, a node or an engine's range */
	bool op;   /* is_op of struct extra */
};

struct captured_kernel {
	uint32_t name;
	uint32_t n; /* ranges around it, outermost first: those from at on */
	size_t at;  /* of around, which are numbers of the graph's ranges */
	bool has_sizes; /* grid, block */
	int64_t grid[3], block[3];
};

struct captured_graph {
	size_t kernels, nkernels;
	size_t ranges, nranges;
	uint32_t calls; /* number that graphs of the same calls share */
	uint32_t next;	/* graph with the same names, or PROFILE_NONE */
};

/* All members are read-only to others.  A zeroed one is empty. */
struct captured {
	struct intern texts;
	struct intern names; /* lists of the numbers of names */
	VEC(uint32_t) first; /* graph of each of names, or PROFILE_NONE */
	VEC(struct captured_graph) graphs;
	VEC(struct captured_kernel) kernels;
	VEC(struct captured_range) ranges;
	VEC(uint32_t) around;
	/* for captured_add: */
	struct intern calls;		  /* names and calls */
	struct intern sizes;		  /* these and sizes */
	VEC(uint32_t) of_calls, of_sizes; /* graph of each of these */
	struct map strict; /* payload -> what of it must agree, a text */
};

/*
 * captured_add(c, p):
 * Add the captures of p, a trace that was read for them (p->of_captures), and
 * return how many it has.  p is put into order, and is not needed afterwards.
 */
size_t captured_add(struct captured *c, struct profile *p);
void captured_free(struct captured *c);

/* captured_key(c, names, n): the list of these numbers of texts, for names. */
static inline uint32_t captured_key(
    struct captured *c, const uint32_t *names, size_t n)
{
	return intern_add(
	    &c->names, (struct str){(const char *)names, n * sizeof *names});
}

#endif
