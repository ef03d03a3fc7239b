/*
 * costs.h - what a call must cost, as tables of cases.
 */
#ifndef TESTS_UNIT_COSTS_H
#define TESTS_UNIT_COSTS_H

#include "prof/kernel/name.h"
#include "prof/ops/op.h"
#include "tests/unit/calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <inttypes.h>
#include <cmocka.h>

#define NA UINT64_MAX /* must be unknown */

struct cost_case {
	const char *name, *args;
	enum op_part part;
	uint64_t flops, gemm, bytes;
	const char *why;    /* of what is NA; NULL: nothing is */
	const char *kernel; /* its name; NULL: not known */
};

#include "tests/unit/defaults.h"
#include "tests/unit/reasons.h"

/* What is in memory behind the last argument is none: the cost is as it was. */
static inline void costs_behind(const struct cost_case *c, const struct cost *cost)
{
	static const char *const more[] = {"f64[7,11]", "3", "true"};

	if (!c->args || strpbrk(c->args, ">!"))
		return;
	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
		struct arena a = {0};
		struct strbuf b = {0};
		struct name_cache names = {0};
		const struct name *name =
		    c->kernel ? name_read(&names, str_of(c->kernel)) : NULL;
		struct call call;
		struct cost got;

		strbuf_printf(&b, "%s%s%s", c->args, *c->args ? " " : "", more[i]);
		strbuf_char(&b, '\0');
		call = *calls_make(&a, c->name, b.p);
		call.nargs--;
		op_cost_of(op_find(&call), &call, c->part, name, &got);
		if (got.has_flops != cost->has_flops ||
		    got.has_bytes != cost->has_bytes ||
		    got.flops != cost->flops || got.bytes != cost->bytes ||
		    op_sure(&got)->conf != op_sure(cost)->conf)
			fail_msg("%s(%s) with %s behind it", c->name, c->args,
			    more[i]);
		name_cache_free(&names);
		strbuf_free(&b);
		arena_free(&a);
	}
}

/* costs_check(c): run one case. */
static inline void costs_check(const struct cost_case *c)
{
	struct arena a = {0};
	const struct call *call = calls_make(&a, c->name, c->args);
	struct name_cache names = {0};
	const struct name *name =
	    c->kernel ? name_read(&names, str_of(c->kernel)) : NULL;
	struct cost cost;
	int status = op_cost_of(op_find(call), call, c->part, name, &cost);

	if (cost.has_flops != (c->flops != NA) ||
	    cost.has_bytes != (c->bytes != NA) ||
	    (cost.has_flops && (cost.flops != c->flops || cost.gemm != c->gemm)) ||
	    (cost.has_bytes && cost.bytes != c->bytes) ||
	    (c->why && (!op_sure(&cost)->why ||
			   strcmp(c->why, op_sure(&cost)->why) != 0)))
		fail_msg("%s(%s) part %d: %d/%d %" PRIu64 " gemm %" PRIu64
			 " bytes %" PRIu64 " why %s",
		    c->name, c->args, c->part, cost.has_flops, cost.has_bytes,
		    cost.flops, cost.gemm, cost.bytes,
		    op_sure(&cost)->why ? op_sure(&cost)->why : "-");
	/* what makes both unknown is one thing */
	if (c->flops == NA && c->bytes == NA)
		assert_string_equal(cost.of_flops.why, cost.of_bytes.why);
	assert_int_equal(status, c->flops == NA && c->bytes == NA ? -1 : 0);
	costs_behind(c, &cost);
	reasons_check(c);
	defaults_check(c);
	name_cache_free(&names);
	arena_free(&a);
}

#endif
