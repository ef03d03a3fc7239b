/*
 * test_models_comm.c - collectives, by their calls and by their messages.
 */
#include "prof/ops/comm.h"
#include "common/nelems.h"
#include "tests/unit/models.h"

/* 8 ranks, 1024 float32 a rank: a rank adds 7 / 8 of them, 896; its own 4096
 * bytes are read and written. */
static void test_calls(void **state)
{
	static const struct cost_case cases[] = {
	    F("nccl:all_reduce", "f32[1024] world_size=8", 896, 8192),
	    F("nccl:all_reduce", "in=f32[1024] out=f32[1024] world_size=8", 896, 8192),
	    F("c10d::broadcast_", "f32[1024]", 0, 4096),
	    F("nccl:send", "f32[1024]", 0, 4096),
	    /* 1024 are given and 8192 are got, and the other way round: the
	     * ranks follow from both; 7 / 8 of 8192 are added */
	    F("nccl:all_gather", "in=f16[1024] out=f16[8192]", 0, 18432),
	    F("nccl:all_gather", "in=f16[1024] world_size=8", 0, 18432),
	    F("c10d::_allgather_base_", "f16[8192] f16[1024]", 0, 18432),
	    F("nccl:reduce_scatter", "in=f16[8192] out=f16[1024]", 7168, 18432),
	    F("c10d::_reduce_scatter_base_", "f16[1024] f16[8192]", 7168, 18432),
	    F("_c10d_functional::all_gather_into_tensor", "f16[1024] 8 'g'", 0, 18432),
	    F("_c10d_functional::reduce_scatter_tensor",
		"f16[8192] 'sum' 8 'g'", 7168, 18432),
	    F("torch.distributed.all_to_all", "f32[64] f32[64]", 0, 512),
	    F("onnx::AllReduce", "f32[1024] group_size=8", 896, 8192),
	    /* how many ranks is not known */
	    U("c10d::allreduce_", "f32[1024]", NA, 8192, WHY_ATTRIBUTE),
	    U("nccl:all_gather", "in=f16[1024]", 0, NA, WHY_ATTRIBUTE),
	    U("nccl:reduce_scatter", "in=f16[8192]", NA, NA, WHY_ATTRIBUTE),
	    U("nccl:all_reduce", "None", NA, NA, WHY_NO_SHAPE),
	    UB("nccl:all_reduce", "f32[4]", NA, NA, WHY_NO_BACKWARD),
	};

	(void)state;
	MODELS_RUN(cases);
}

/* The list of tensors of c10d::allreduce_: 2 * 512 elements. */
static void test_lists(void **state)
{
	struct arena a = {0};
	struct cost c;
	struct record *rec = calls_read(&a,
	    "{\"v\":1,\"op\":[{\"op\":\"c10d::allreduce_\",\"args\":[{\"type\":"
	    "\"TensorList\",\"value\":[{\"type\":\"tensor\",\"shape\":[512],"
	    "\"dtype\":\"float32\"},{\"type\":\"tensor\",\"shape\":[512],"
	    "\"dtype\":\"float32\"}]}]}]}");

	(void)state;
	assert_int_equal(op_cost_of_call(&rec->op.v[0], PART_FORWARD, &c), 0);
	assert_false(c.has_flops);
	assert_int_equal(c.bytes, 8192);
	assert_int_equal(c.message, 4096);
	arena_free(&a);
}

static void test_message(void **state)
{
	static const struct {
		const char *name;
		int64_t elements, ranks;
		uint64_t flops, bytes, message;
		unsigned bus;
	} cases[] = {
	    {"allreduce", 1024, 8, 896, 8192, 4096, 2},
	    {"ncclDevKernel_AllReduce_Sum_f32_RING_LL", 1024, 8, 896, 8192, 4096, 2},
	    /* of all_gather the whole is what is got, 8 * 4096 */
	    {"_allgather_base", 1024, 8, 0, 4096 + 32768, 32768, 1},
	    {"reduce_scatter_tensor_coalesced", 8192, 8, 7168, 32768 + 4096,
		32768, 1},
	    {"all_to_allv", 1024, 8, 0, 8192, 4096, 1},
	    {"broadcast", 1024, 8, 0, 4096, 4096, 0},
	    {"recv", 1024, 2, 0, 4096, 4096, 0},
	    {"reduce", 1024, 8, 896, 4096, 4096, 0},
	};
	struct cost c;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct record_comm comm = {str_of(cases[i].name),
		    cases[i].ranks, cases[i].elements, -1, STR("Float")};
		int status = op_comm_cost(&comm, -1, NULL, 0, &c);

		if (status != 0 || c.flops != cases[i].flops ||
		    c.bytes != cases[i].bytes || c.message != cases[i].message ||
		    c.ranks != (uint64_t)cases[i].ranks || c.bus != cases[i].bus)
			fail_msg("%s: %" PRIu64 " %" PRIu64 " %" PRIu64 " %u",
			    cases[i].name, c.flops, c.bytes, c.message, c.bus);
	}
}

/* of_message(c, ...): the cost of a message alone. */
static int of_message(struct cost *c, const char *name, int64_t ranks,
    int64_t elements, int64_t received, const char *dtype)
{
	struct record_comm comm = {
	    str_of(name), ranks, elements, received, str_of(dtype)};

	return op_comm_cost(&comm, -1, NULL, 0, c);
}

/*
 * Sides that no message has are none: all_reduce, reduce and broadcast have one
 * size, the part of a rank is no more than the whole.  Where the whole is not
 * so many parts as there are ranks it is an estimate.  Of 4 bytes each.
 */
static void test_sides(void **state)
{
	enum { NONE = -1, ODD, GOOD };
	static const struct {
		const char *name;
		int64_t ranks, in, out;
		int is;
		uint64_t bytes;
	} cases[] = {
	    {"allreduce", 8, 1024, 1024, GOOD, 8192},
	    {"allreduce", 8, 1024, 1023, NONE, 0},
	    {"allreduce", 8, 1024, 8192, NONE, 0},
	    {"broadcast", 8, 1024, 512, NONE, 0},
	    {"reduce", 8, 512, 1024, NONE, 0},
	    {"_allgather_base", 8, 1024, 8192, GOOD, 4096 + 32768},
	    {"_allgather_base", 8, 1024, 1023, NONE, 0},
	    {"_allgather_base", 8, 1024, 1024, ODD, 4096 + 4096},
	    {"_allgather_base", 8, 1024, 8193, ODD, 4096 + 32772},
	    {"_allgather_base", 1, 1024, 1024, GOOD, 4096 + 4096},
	    {"_allgather_base", 8, 1024, 0, NONE, 0},
	    {"_allgather_base", 8, 0, 0, GOOD, 0},
	    /* ranks by the sides: 3, and none that they tell */
	    {"_allgather_base", -1, 1024, 3072, GOOD, 4096 + 12288},
	    {"_allgather_base", -1, 1024, 1025, GOOD, 4096 + 4100},
	    {"_reduce_scatter_base", 8, 8192, 1024, GOOD, 32768 + 4096},
	    {"_reduce_scatter_base", 8, 1023, 1024, NONE, 0},
	    {"_reduce_scatter_base", 8, 1024, 1024, ODD, 4096 + 4096},
	    /* one side alone: 404 / 8 is 50.5 */
	    {"reduce_scatter", 8, 101, -1, ODD, 404 + 50},
	    {"gather", 4, 10, 40, GOOD, 40 + 160},
	    {"gather", 4, 10, 0, GOOD, 40}, /* not the root */
	    {"gather", 4, 10, 9, NONE, 0},
	    {"scatter", 4, 40, 10, GOOD, 160 + 40},
	    {"scatter", 4, 0, 10, GOOD, 40},
	    {"scatter", 4, 40, 41, NONE, 0},
	    /* each rank may send and get as much as it will */
	    {"all_to_allv", 8, 1024, 512, GOOD, 4096 + 2048},
	};
	struct cost c;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct sure *sure = &c.of_bytes;

		of_message(&c, cases[i].name, cases[i].ranks, cases[i].in,
		    cases[i].out, "Float");
		if (c.has_bytes != (cases[i].is != NONE) || c.bytes != cases[i].bytes)
			fail_msg("%zu %s: %" PRIu64, i, cases[i].name, c.bytes);
		if (cases[i].is == NONE)
			assert_int_equal(sure->conf, CONF_UNKNOWN);
		else
			assert_int_equal(sure->conf,
			    cases[i].is == ODD ? CONF_ESTIMATE : CONF_EXACT);
		if (cases[i].is == GOOD)
			assert_null(sure->why);
		else
			assert_string_equal(sure->why, WHY_MISMATCH);
		if (cases[i].is == NONE)
			assert_int_equal(c.message, 0);
	}
}

static void test_message_parts(void **state)
{
	struct cost c;

	(void)state;
	assert_int_equal(of_message(&c, "barrier", 8, 1, -1, "Float"), -1);
	assert_string_equal(op_sure(&c)->why, WHY_NO_MODEL);
	assert_int_equal(op_comm_cost(NULL, 8, NULL, 0, &c), -1);
	assert_int_equal(of_message(&c, "allreduce", 8, -1, -1, "Float"), -1);
	assert_int_equal(of_message(&c, "allreduce", -1, 4, -1, ""), -1);
	assert_int_equal(
	    of_message(&c, "allreduce", 8, INT64_MAX, -1, "Double"), -1);
	/* the ranks are not known: neither is what a link carries, but for
	 * what goes once over each */
	assert_int_equal(of_message(&c, "allreduce", -1, 100, -1, "Float"), 0);
	assert_false(c.has_flops);
	assert_int_equal(c.bytes, 800);
	assert_int_equal(c.message, 400);
	assert_int_equal(c.ranks, 0);
	assert_int_equal(c.bus, 2);
	assert_int_equal(of_message(&c, "broadcast", -1, 100, -1, "Float"), 0);
	assert_int_equal(c.bus, 0);
	/* both sides: 100 and 60 elements; 25 and 100 make 4 ranks; 3 / 4 of
	 * 100 are added; 30 and 100 make none */
	assert_int_equal(of_message(&c, "alltoallv", -1, 100, 60, "Float"), 0);
	assert_int_equal(c.bytes, 640);
	assert_int_equal(of_message(&c, "all_gather", -1, 25, 100, "Float"), 0);
	assert_int_equal(c.bytes, 500);
	assert_int_equal(c.ranks, 4);
	assert_int_equal(of_message(&c, "reduce_scatter", -1, 100, 25, "Float"), 0);
	assert_int_equal(c.flops, 75);
	assert_int_equal(c.ranks, 4);
	assert_int_equal(of_message(&c, "all_gather", -1, 1, 1, "Float"), 0);
	assert_int_equal(c.ranks, 1);
	assert_int_equal(of_message(&c, "all_gather", -1, 30, 100, "Float"), 0);
	assert_int_equal(c.ranks, 0);
}

/* What a message, the ranks of the job and two calls tell together; "na" where
 * a number is unknown. */
static void test_sources(void **state)
{
	static const struct {
		const char *name; /* of the message; NULL: there is none */
		int64_t group, elements;
		const char *dtype;
		int64_t world;
		const char *outer, *outer_args, *inner, *inner_args;
		const char *wanted; /* FLOPs, bytes, ranks, type */
		enum conf flops, bytes;
	} cases[] = {
	    /* the message has a name alone: 1000 floats of the call */
	    {"nccl:all_reduce", -1, -1, "", -1, NULL, NULL, "nccl:all_reduce",
		"f32[1000]", "na 8000 0 float32", CONF_UNKNOWN, CONF_EXACT},
	    /* a world of nobody tells no more */
	    {"nccl:all_reduce", -1, -1, "", 0, NULL, NULL, "nccl:all_reduce",
		"f32[1000]", "na 8000 0 float32", CONF_UNKNOWN, CONF_EXACT},
	    /* and a group: 3 / 4 of them are added */
	    {"nccl:all_reduce", 4, -1, "", 8, NULL, NULL, "nccl:all_reduce",
		"f32[1000]", "750 8000 4 float32", CONF_EXACT, CONF_EXACT},
	    /* no type: the call's */
	    {"nccl:all_reduce", 4, 1000, "", -1, NULL, NULL, "nccl:all_reduce",
		"f32[1000]", "750 8000 4 float32", CONF_EXACT, CONF_EXACT},
	    /* bytes, not elements: 4000 of them are the call's 1000 floats */
	    {"ncclAllReduce", 4, 4000, "uint8", -1, NULL, NULL, "nccl:all_reduce",
		"f32[1000]", "750 8000 4 float32", CONF_EXACT, CONF_EXACT},
	    /* the message is of something else than the call: 3 / 4 of 400 */
	    {"allreduce", 4, 400, "Float", -1, NULL, NULL, "nccl:all_reduce",
		"f32[1000]", "300 3200 4 float32", CONF_EXACT, CONF_EXACT},
	    /* and another collective: of 400 each rank gets 1600 */
	    {"allgather", 4, 400, "Float", -1, NULL, NULL, "nccl:broadcast",
		"f32[400]", "0 8000 4 float32", CONF_EXACT, CONF_EXACT},
	    /* the inner call has one side, the outer both */
	    {NULL, -1, -1, "", 8, "c10d::alltoall_base_",
		"f32[6000] f32[4000] ?", "nccl:all_to_all", "f32[4000]",
		"0 40000 8 float32", CONF_EXACT, CONF_EXACT},
	    {NULL, -1, -1, "", -1, "c10d::_allgather_base_",
		"f32[4096] f32[512] ?", "nccl:_all_gather_base", "f32[512]",
		"0 18432 8 float32", CONF_EXACT, CONF_EXACT},
	    /* 7 / 8 of 4096 */
	    {NULL, -1, -1, "", 2, "c10d::_reduce_scatter_base_",
		"f32[512] f32[4096] ?", "nccl:_reduce_scatter_base",
		"f32[4096]", "3584 18432 8 float32", CONF_EXACT, CONF_EXACT},
	    /* an outer call of something else, and one with other sizes */
	    {NULL, -1, -1, "", -1, "c10d::allgather_", "f32[4096] f32[512]",
		"nccl:all_to_all", "f32[512]", "0 4096 0 float32", CONF_EXACT,
		CONF_ESTIMATE},
	    {NULL, -1, -1, "", -1, "c10d::alltoall_base_",
		"f32[6000] f32[4000]", "nccl:all_to_all", "f32[512]",
		"0 4096 0 float32", CONF_EXACT, CONF_ESTIMATE},
	    /* the ranks of the job: an estimate of what depends on them */
	    {NULL, -1, -1, "", 8, NULL, NULL, "nccl:all_reduce", "f32[8000]",
		"7000 64000 8 float32", CONF_ESTIMATE, CONF_EXACT},
	    {NULL, -1, -1, "", 1, NULL, NULL, "nccl:all_reduce", "f32[8]",
		"0 64 1 float32", CONF_ESTIMATE, CONF_EXACT},
	    {NULL, -1, -1, "", 0, NULL, NULL, "nccl:all_reduce", "f32[8]",
		"na 64 0 float32", CONF_UNKNOWN, CONF_EXACT},
	    {NULL, -1, -1, "", 8, NULL, NULL, "nccl:all_gather", "f32[100]",
		"0 3600 8 float32", CONF_EXACT, CONF_ESTIMATE},
	    {NULL, -1, -1, "", 8, NULL, NULL, "nccl:all_to_all", "f32[100]",
		"0 800 8 float32", CONF_EXACT, CONF_ESTIMATE},
	    /* calls inside that are no collective, or that nobody knows */
	    {NULL, -1, -1, "", 8, "nccl:all_reduce", "f32[8000]", "aten::add",
		"f32[10] f32[10]", "7000 64000 8 float32", CONF_ESTIMATE, CONF_EXACT},
	    {NULL, -1, -1, "", 8, "nccl:all_reduce", "f32[8000]", "mylib::frobnicate",
		"f32[10]", "7000 64000 8 float32", CONF_ESTIMATE, CONF_EXACT},
	    /* the ranks that the call names are not all */
	    {NULL, -1, -1, "", 8, NULL, NULL, "nccl:all_reduce",
		"f32[1000] world_size=4", "750 8000 4 float32", CONF_EXACT,
		CONF_EXACT},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct record_comm comm = {
		    .group = cases[i].group, .elements = cases[i].elements};
		struct arena a = {0};
		struct call calls[2];
		struct cost c;
		size_t n = 0;
		char got[128], flops[32] = "na", bytes[32] = "na";

		if (cases[i].name)
			comm.name = str_of(cases[i].name);
		comm.dtype = str_of(cases[i].dtype);
		comm.received = -1;
		if (cases[i].outer)
			calls[n++] =
			    *calls_make(&a, cases[i].outer, cases[i].outer_args);
		calls[n++] = *calls_make(&a, cases[i].inner, cases[i].inner_args);
		op_comm_cost(
		    cases[i].name ? &comm : NULL, cases[i].world, calls, n, &c);
		if (c.has_flops)
			snprintf(flops, sizeof flops, "%" PRIu64, c.flops);
		if (c.has_bytes)
			snprintf(bytes, sizeof bytes, "%" PRIu64, c.bytes);
		snprintf(got, sizeof got, "%s %s %" PRIu64 " %s", flops, bytes,
		    c.ranks, dtype_name(c.dtype));
		if (strcmp(got, cases[i].wanted) != 0 ||
		    c.of_flops.conf != cases[i].flops ||
		    c.of_bytes.conf != cases[i].bytes)
			fail_msg("%zu: %s, not %s; conf %d %d", i, got,
			    cases[i].wanted, c.of_flops.conf, c.of_bytes.conf);
		arena_free(&a);
	}
}

/* Why the bytes of a call are not known, by all that tells of it. */
static void test_reasons(void **state)
{
	static const struct {
		const char *name, *args, *why;
	} cases[] = {
	    /* a part larger than the whole */
	    {"c10d::_allgather_base_", "f32[100] f32[400]", WHY_MISMATCH},
	    /* a part, and how many there are is not known */
	    {"nccl:_all_gather_base", "f32[100]", WHY_ATTRIBUTE},
	    /* 2^62 floats are 2^64 bytes: the other side is not as large */
	    {"c10d::alltoall_base_", "f32[4611686018427387904] f32[64]", WHY_OVERFLOW},
	    {"nccl:all_reduce", "?", WHY_NO_SHAPE},
	};
	size_t i;

	(void)state;
	for (i = 0; i < NELEMS(cases); i++) {
		struct arena a = {0};
		struct call call = *calls_make(&a, cases[i].name, cases[i].args);
		struct cost c;

		op_comm_cost(NULL, -1, &call, 1, &c);
		assert_false(c.has_bytes);
		assert_string_equal(c.of_bytes.why, cases[i].why);
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_calls),
	    cmocka_unit_test(test_lists),
	    cmocka_unit_test(test_message),
	    cmocka_unit_test(test_sides),
	    cmocka_unit_test(test_message_parts),
	    cmocka_unit_test(test_sources),
	    cmocka_unit_test(test_reasons),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
