/*
 * test_models_comm.c - collectives, by their calls and by their messages.
 */
#include "prof/ops/comm.h"
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
		int status = op_comm_message(str_of(cases[i].name),
		    cases[i].elements, cases[i].ranks, DTYPE_FLOAT32, &c);

		if (status != 0 || c.flops != cases[i].flops ||
		    c.bytes != cases[i].bytes || c.message != cases[i].message ||
		    c.ranks != (uint64_t)cases[i].ranks || c.bus != cases[i].bus)
			fail_msg("%s: %" PRIu64 " %" PRIu64 " %" PRIu64 " %u",
			    cases[i].name, c.flops, c.bytes, c.message, c.bus);
	}
	assert_int_equal(
	    op_comm_message(STR("barrier"), 1, 8, DTYPE_FLOAT32, &c), -1);
	assert_string_equal(op_sure(&c)->why, WHY_NO_MODEL);
	assert_int_equal(
	    op_comm_message(STR("allreduce"), -1, 8, DTYPE_FLOAT32, &c), -1);
	assert_int_equal(
	    op_comm_message(STR("allreduce"), 4, -1, DTYPE_UNKNOWN, &c), -1);
	assert_int_equal(
	    op_comm_message(STR("allreduce"), INT64_MAX, 8, DTYPE_FLOAT32, &c), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_calls),
	    cmocka_unit_test(test_lists),
	    cmocka_unit_test(test_message),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
