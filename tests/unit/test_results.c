/*
 * test_results.c - what type and how many elements a result has, and how sure
 * each of the two numbers is, where the arguments do not say all.
 *
 * Types and sizes are those that torch 2.6 returned for such calls.
 */
#include "tests/unit/costs.h"

#include "common/nelems.h"

/* How sure FLOPs and bytes are. */
struct result_case {
	const char *name, *args;
	uint64_t flops, bytes; /* or NA */
	enum conf of_flops, of_bytes;
};

#define EXACT CONF_EXACT
#define ESTIMATE CONF_ESTIMATE
#define UNKNOWN CONF_UNKNOWN

static void check(const struct result_case *c)
{
	struct arena a = {0};
	struct cost cost;

	op_cost_of_call(calls_make(&a, c->name, c->args), PART_FORWARD, &cost);
	if ((cost.has_flops ? cost.flops : NA) != c->flops ||
	    (cost.has_bytes ? cost.bytes : NA) != c->bytes ||
	    cost.of_flops.conf != c->of_flops || cost.of_bytes.conf != c->of_bytes)
		fail_msg("%s(%s): %d/%d %" PRIu64 " bytes %" PRIu64
			 " conf %d %d",
		    c->name, c->args, cost.has_flops, cost.has_bytes, cost.flops,
		    cost.bytes, cost.of_flops.conf, cost.of_bytes.conf);
	arena_free(&a);
}

static const struct result_case linalg[] = {
    /* 4 * (8 * 6 + 8 * 6 + 6 * 6): reduced, as nothing else was said */
    {"aten::linalg_qr", "f32[8,6]", 432, 528, ESTIMATE, EXACT},
    {"aten::linalg_qr", "f32[8,6] 'reduced'", 432, 528, ESTIMATE, EXACT},
    {"aten::linalg_qr", "f32[8,6] _", 432, 528, ESTIMATE, ESTIMATE},
};

#define RUN(cases)                                                             \
	static void run_##cases(void **state)                                  \
	{                                                                      \
		(void)state;                                                   \
		for (size_t i = 0; i < NELEMS(cases); i++)                     \
			check(&cases[i]);                                      \
	}

RUN(linalg)

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(run_linalg),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
