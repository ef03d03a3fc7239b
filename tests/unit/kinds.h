/*
 * kinds.h - cases for many operators at once: those of a list of names cost the
 * same for the same arguments.
 */
#ifndef TESTS_UNIT_KINDS_H
#define TESTS_UNIT_KINDS_H

#include "tests/unit/models.h"

struct kind_case {
	const char *space; /* "aten::", "Tensor." */
	const char *args;
	enum op_part part;
	uint64_t flops, gemm, bytes;
	const char *why;
	const char *names; /* separated by blanks */
};

/* FLOPs that are compared elsewhere: weights, with pp-models(7). */
#define KNOWN (NA - 1)

/* Forward, backward, a product, unknown in part. */
#define KF(space, args, flops, bytes, names)                                   \
	{                                                                      \
		space, args, PART_FORWARD, flops, 0, bytes, NULL, names        \
	}
#define KB(space, args, flops, bytes, names)                                   \
	{                                                                      \
		space, args, PART_BACKWARD, flops, 0, bytes, NULL, names       \
	}
#define KP(space, args, part, flops, gemm, bytes, names)                       \
	{                                                                      \
		space, args, part, flops, gemm, bytes, NULL, names             \
	}
#define KU(space, args, part, flops, bytes, why, names)                        \
	{                                                                      \
		space, args, part, flops, 0, bytes, why, names                 \
	}

static inline void kinds_check(const struct kind_case *k, const char *name)
{
	struct arena a = {0};
	struct cost_case c = {
	    name, k->args, k->part, k->flops, k->gemm, k->bytes, k->why, NULL};
	struct cost cost;

	op_cost_of_call(calls_make(&a, name, c.args), c.part, &cost);
	if (c.flops == KNOWN)
		c.flops = cost.has_flops ? cost.flops : KNOWN;
	costs_check(&c);
	arena_free(&a);
}

/* kinds_run(k, n): check each name of each. */
static inline void kinds_run(const struct kind_case *k, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (const char *p = k[i].names; *p; p += strspn(p, " ")) {
			size_t len = strcspn(p, " ");
			char name[128];

			snprintf(name, sizeof name, "%s%.*s", k[i].space,
			    (int)len, p);
			kinds_check(&k[i], name);
			p += len;
		}
	}
}

#define KINDS_RUN(kinds) kinds_run(kinds, sizeof(kinds) / sizeof *(kinds))

#endif
