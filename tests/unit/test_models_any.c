/*
 * test_models_any.c - every row of the catalogue with arguments that nobody
 * would pass: no crash, no number without a reason.
 *
 * Numbers come from a generator of its own with fixed seeds, so a failure comes
 * back.
 */
#include "tests/unit/models.h"

#define ROUNDS 400
#define MAX_ARGS 12

static uint32_t next(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + 1;
	return (uint32_t)(*seed >> 33);
}

static int64_t any_int(uint64_t *seed)
{
	static const int64_t odd[] = {0, 1, -1, 2, 3, 7, 64, -2, INT32_MAX,
	    INT64_MAX, INT64_MIN, (int64_t)1 << 33};

	return odd[next(seed) % (sizeof odd / sizeof *odd)];
}

static struct dims any_dims(struct arena *a, uint64_t *seed)
{
	size_t n = next(seed) % 6, i;
	int64_t *v = arena_array(a, n + 1, sizeof *v);

	for (i = 0; i < n; i++)
		v[i] = next(seed) % 4 ? (int64_t)(next(seed) % 9) : any_int(seed);
	return (struct dims){v, n};
}

static struct value any_value(struct arena *a, uint64_t *seed, int depth)
{
	static const char *const words[] = {
	    "none", "mean", "tanh", "inf", "", "float16", "same", "constant"};
	struct value v = {.kind = (enum value_kind)(next(seed) % (VALUE_LIST + 1))};
	struct value *list;
	size_t n, i;

	switch (v.kind) {
	case VALUE_BOOL:
		v.b = next(seed) % 2;
		break;
	case VALUE_INT:
		v.i = any_int(seed);
		break;
	case VALUE_REAL:
		v.f = (double)any_int(seed) / 3;
		break;
	case VALUE_STR:
		v.s = str_of(words[next(seed) % 8]);
		break;
	case VALUE_LIST:
		n = depth ? next(seed) % 5 : 0;
		list = arena_array(a, n + 1, sizeof *list);
		for (i = 0; i < n; i++)
			list[i] = any_value(a, seed, depth - 1);
		v.list.v = list;
		v.list.n = n;
		break;
	default:
		break;
	}
	return v;
}

static struct arg any_arg(struct arena *a, uint64_t *seed, int depth)
{
	static const char *const names[] = {"input", "other", "dim", "weight",
	    "out", "dtype", "reduction", "mask", "index"};
	struct arg arg = {.kind = (enum arg_kind)(next(seed) % (ARG_OTHER + 1))};
	struct arg *list;
	size_t n, i;

	if (next(seed) % 2)
		arg.kind = ARG_TENSOR;
	if (next(seed) % 6 == 0)
		arg.name = str_of(names[next(seed) % 9]);
	if (arg.kind == ARG_TENSOR) {
		if (next(seed) % 8)
			arg.shape = any_dims(a, seed);
		if (next(seed) % 8 == 0)
			arg.strides = any_dims(a, seed);
		arg.dtype = (enum dtype)(next(seed) % NDTYPES);
	} else if (arg.kind == ARG_LIST && depth && next(seed) % 2) {
		n = next(seed) % 4;
		list = arena_array(a, n + 1, sizeof *list);
		for (i = 0; i < n; i++)
			list[i] = any_arg(a, seed, depth - 1);
		arg.value.kind = VALUE_ARGS;
		arg.value.args.v = list;
		arg.value.args.n = n;
	} else if (arg.kind != ARG_UNKNOWN) {
		arg.value = any_value(a, seed, 2);
	} else if (next(seed) % 2) {
		arg.value.kind = VALUE_NONE;
	}
	return arg;
}

static void check(const struct op_entry *e, const struct call *call,
    enum op_part part, uint64_t seed)
{
	const struct name name = {.mode = (enum mode)(seed % (MODE_TANH + 1))};
	struct cost cost;
	int status = op_cost_of(e, call, part, seed % 2 ? &name : NULL, &cost);

	if (status == 0 && !cost.has_flops && !cost.has_bytes)
		fail_msg("%s: nothing known, seed %" PRIu64, op_row(e)->name, seed);
	if (status < 0 && (cost.has_flops || cost.has_bytes))
		fail_msg("%s: failed with numbers, seed %" PRIu64,
		    op_row(e)->name, seed);
	if (!(cost.has_flops && cost.has_bytes) && !op_sure(&cost)->why)
		fail_msg("%s: no reason, seed %" PRIu64, op_row(e)->name, seed);
	if (!cost.has_flops && (cost.flops || cost.gemm))
		fail_msg("%s: FLOPs that are not, seed %" PRIu64,
		    op_row(e)->name, seed);
	if (!cost.has_bytes && cost.bytes)
		fail_msg("%s: bytes that are not, seed %" PRIu64,
		    op_row(e)->name, seed);
	if (cost.gemm > cost.flops)
		fail_msg("%s: gemm over flops, seed %" PRIu64, op_row(e)->name,
		    seed);
	if ((cost.has_flops && cost.flops >= NUM_BAD) ||
	    (cost.has_bytes && cost.bytes >= NUM_BAD))
		fail_msg("%s: a reason as a number, seed %" PRIu64,
		    op_row(e)->name, seed);
}

static void test_any(void **state)
{
	static const enum op_part parts[] = {PART_FORWARD, PART_BACKWARD,
	    PART_PRODUCT, PART_DGRAD, PART_WGRAD, PART_DBIAS};
	struct arena a = {0};
	unsigned row;
	uint64_t round;

	(void)state;
	for (row = 0; row < op_catalogue_n; row++) {
		const struct op_entry *e = &op_catalogue[row];

		for (round = 0; round < ROUNDS; round++) {
			struct arg args[MAX_ARGS], out;
			uint64_t seed = row * UINT64_C(1000003) + round;
			const uint64_t first = seed;
			struct call call = {.op = str_of(op_row(e)->name),
			    .args = args,
			    .has_args = true,
			    .out = &out,
			    .nout = round % 2};
			size_t i;

			call.nargs = next(&seed) % (MAX_ARGS + 1);
			for (i = 0; i < call.nargs; i++)
				args[i] = any_arg(&a, &seed, 1);
			out = any_arg(&a, &seed, 0);
			for (i = 0; i < sizeof parts / sizeof *parts; i++)
				check(e, &call, parts[i], first);
			arena_reset(&a);
		}
	}
	arena_free(&a);
}

/* Names that rules lead to a model, and not rows. */
static void test_any_rule(void **state)
{
	static const char *const names[] = {"triton_poi_fused_add_mul_0",
	    "triton_red_fused__to_copy_sum_1", "triton_tem_fused_mm_2",
	    "triton_tem_fused_bmm_add_3", "triton_", "aten::_foreach_add_",
	    "aten::_foreach_norm", "aten::_foreach_addcdiv_.ScalarList"};
	struct arena a = {0};
	uint64_t round;
	size_t n;

	(void)state;
	for (n = 0; n < sizeof names / sizeof *names; n++)
		for (round = 0; round < ROUNDS; round++) {
			struct arg args[MAX_ARGS];
			uint64_t seed = n * UINT64_C(7000003) + round;
			const uint64_t first = seed;
			struct call call = {
			    .op = str_of(names[n]), .args = args, .has_args = true};
			const struct op_entry *e = op_find(&call);
			size_t i;

			assert_non_null(e);
			call.nargs = next(&seed) % (MAX_ARGS + 1);
			for (i = 0; i < call.nargs; i++)
				args[i] = any_arg(&a, &seed, 1);
			check(e, &call, PART_FORWARD, first);
			check(e, &call, PART_BACKWARD, first);
			arena_reset(&a);
		}
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_any),
	    cmocka_unit_test(test_any_rule),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
