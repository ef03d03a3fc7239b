/*
 * models.h - how the tests of the models write their cases.
 *
 * F is a call as made, B its backward, U what must be unknown in part, K with a
 * kernel's name.
 */
#ifndef TESTS_UNIT_MODELS_H
#define TESTS_UNIT_MODELS_H

#include "prof/ops/op.h"
#include "tests/unit/costs.h"

#define F(name, args, flops, bytes)                                            \
	{                                                                      \
		name, args, PART_FORWARD, flops, 0, bytes, NULL                \
	}
#define B(name, args, flops, bytes)                                            \
	{                                                                      \
		name, args, PART_BACKWARD, flops, 0, bytes, NULL               \
	}
#define U(name, args, flops, bytes, why)                                       \
	{                                                                      \
		name, args, PART_FORWARD, flops, 0, bytes, why                 \
	}
#define UB(name, args, flops, bytes, why)                                      \
	{                                                                      \
		name, args, PART_BACKWARD, flops, 0, bytes, why                \
	}

/* What a kernel of the name does. */
#define K(kernel, name, args, part, flops, bytes)                              \
	{                                                                      \
		name, args, part, flops, 0, bytes, NULL, kernel                \
	}

/* How sure a number is. */
struct conf_case {
	const char *name, *args;
	enum op_part part;
	enum conf conf;
};

#define MODELS_RUN(cases) models_run(cases, sizeof(cases) / sizeof *(cases))
#define MODELS_CONF(cases) models_conf(cases, sizeof(cases) / sizeof *(cases))

static inline void models_run(const struct cost_case *c, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		costs_check(&c[i]);
}

static inline void models_conf(const struct conf_case *c, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		struct arena a = {0};
		struct cost cost;

		op_cost_of_call(
		    calls_make(&a, c[i].name, c[i].args), c[i].part, &cost);
		if (op_sure(&cost)->conf != c[i].conf)
			fail_msg("%s(%s): conf %d", c[i].name, c[i].args,
			    op_sure(&cost)->conf);
		arena_free(&a);
	}
}

#endif
