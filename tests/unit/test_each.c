/*
 * test_each.c - operators that run on each tensor of a list.
 */
#include "tests/unit/models.h"

static const char *list(struct strbuf *b, const char *op, const char *args)
{
	strbuf_printf(b,
	    "{\"v\":1,\"op\":[{\"op\":\"aten::%s\",\"args\":[%s]}]}", op, args);
	strbuf_char(b, '\0');
	return b->p;
}

#define F4(...)                                                                \
	"{\"type\":\"tensor\",\"shape\":[" #__VA_ARGS__                        \
	"],\"dtype\":\"float32\"}"
#define LIST(...) "{\"type\":\"TensorList\",\"value\":[" __VA_ARGS__ "]}"
#define U1 "{\"type\":\"unknown\"}"
#define N1 ",{\"type\":\"NoneType\",\"value\":null}"
#define N3 N1 N1 N1
#define N4 N3 N1
#define TWO LIST(F4(1000) "," F4(24))

static void test_each(void **state)
{
	/* 1024 elements of 4 bytes in all, each case once for each tensor */
	static const struct {
		const char *op, *args;
		uint64_t flops, bytes;
		const char *why;
	} cases[] = {
	    /* x is read and written, y read: 3 * 4 * 1024 */
	    {"_foreach_mul_", TWO "," TWO, 1024, 12288, NULL},
	    {"_foreach_mul_.List", TWO "," TWO, 1024, 12288, NULL},
	    {"_foreach_sqrt", TWO, 1024, 8192, NULL},
	    /* a number for each tensor costs no memory */
	    {"_foreach_mul", TWO ",{\"type\":\"ScalarList\",\"value\":[2.0,3.0]}",
		1024, 8192, NULL},
	    {"_foreach_zero_", TWO, 0, 4096, NULL},
	    {"_foreach_copy_", TWO "," TWO, 0, 8192, NULL},
	    /* |x| * |x| and the sum, and a root each; dtype is the third */
	    {"_foreach_norm", TWO ",{\"type\":\"int\",\"value\":2},{\"type\":\"int\",\"value\":7}",
		2050, 4096 + 2 * 8, NULL},
	    /* lists that were not recorded; of unlike length */
	    {"_foreach_add_", LIST() "," LIST(), NA, NA, WHY_NO_SHAPE},
	    {"_foreach_sqrt", LIST(U1 "," F4(24)), NA, NA, WHY_NO_SHAPE},
	    {"_foreach_sqrt", LIST(F4(1000) "," U1), NA, NA, WHY_NO_SHAPE},
	    {"_foreach_add_", TWO "," LIST(U1 "," F4(24)), NA, NA, WHY_NO_SHAPE},
	    {"_foreach_add_", TWO "," LIST(F4(1)), NA, NA, WHY_MISMATCH},
	    {"_foreach_add_", TWO "," LIST(), NA, NA, WHY_MISMATCH},
	    {"_foreach_mul", TWO ",{\"type\":\"ScalarList\",\"value\":[2.0]}",
		NA, NA, WHY_MISMATCH},
	    {"_foreach_mul", TWO ",{\"type\":\"ScalarList\",\"value\":[]}", NA,
		NA, WHY_MISMATCH},
	    /* alpha is a product more; a third argument is no dtype but norm's */
	    {"_foreach_add_", TWO "," TWO ",{\"type\":\"int\",\"value\":2}",
		2048, 12288, NULL},
	    /* a vector of numbers is addcdiv's and addcmul's alone: what
	     * they are and whether they multiply is not known, so 2 an element
	     * are an estimate; x, y, z read, one written; the others take a
	     * tensor of no dimension */
	    {"_foreach_addcdiv_", TWO "," TWO "," TWO "," F4(2), 2048, 16384,
		WHY_ATTRIBUTE},
	    {"_foreach_addcdiv_", TWO "," TWO "," TWO "," F4(3), NA, NA, WHY_MISMATCH},
	    {"_foreach_mul_", LIST(F4(24)) "," F4(1), NA, NA, WHY_MISMATCH},
	    {"_foreach_mul_", LIST(F4(24)) "," F4(1, 1), NA, NA, WHY_MISMATCH},
	    {"_foreach_mul_", LIST(F4(24)) "," F4(), 24, 196, NULL},
	    /* two that do not fit, of the second pair alone */
	    {"_foreach_mul", LIST(F4(1000) "," F4(24)) "," LIST(F4(1000) "," F4(7)),
		NA, NA, WHY_MISMATCH},
	    /* as many as are taken: 8 arguments; not one more */
	    {"_foreach_sqrt", TWO N4 N3, 1024, 8192, NULL},
	    {"_foreach_sqrt", TWO N4 N4, NA, NA, WHY_NO_SHAPE},
	    {"_foreach_nosuch_", TWO, NA, NA, WHY_NO_MODEL},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena a = {0};
		struct strbuf b = {0};
		struct record *rec =
		    calls_read(&a, list(&b, cases[i].op, cases[i].args));
		struct cost c;

		assert_int_equal(op_cost_of_call(&rec->op.v[0], PART_FORWARD, &c),
		    cases[i].flops == NA && cases[i].bytes == NA ? -1 : 0);
		if (c.has_flops != (cases[i].flops != NA) ||
		    (c.has_flops && c.flops != cases[i].flops) ||
		    (c.has_bytes && c.bytes != cases[i].bytes) ||
		    (cases[i].why && strcmp(cases[i].why, op_sure(&c)->why) != 0))
			fail_msg("%s: %" PRIu64 " %" PRIu64 " %s", cases[i].op,
			    c.flops, c.bytes,
			    op_sure(&c)->why ? op_sure(&c)->why : "-");
		if (!cases[i].why)
			assert_int_equal(c.dtype, DTYPE_FLOAT32);
		strbuf_free(&b);
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
