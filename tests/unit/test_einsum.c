/*
 * test_einsum.c - products over named dimensions.
 */
#include "tests/unit/models.h"

#define P(name, args, flops, bytes)                                            \
	{                                                                      \
		name, args, PART_FORWARD, flops, flops, bytes, NULL            \
	}

/* Letters of a = 6, b = 7, c = 8, float32. */
static void test_equations(void **state)
{
	static const struct cost_case cases[] = {
	    /* 2 * 6 * 7 * 8; 4 * (42 + 56 + 48) */
	    P("torch.einsum", "'ab,bc->ac' f32[6,7] f32[7,8]", 672, 584),
	    P("aten::einsum", "'ab,bc' f32[6,7] f32[7,8]", 672, 584),
	    P("torch.einsum", "'ab,cb->ac' f32[6,7] f32[8,7]", 672, 584),
	    /* capitals are letters of their own */
	    P("torch.einsum", "'aB,Bc->ac' f32[6,7] f32[7,8]", 672, 584),
	    /* a batch of 3: 2 * 3 * 6 * 7 * 8, 4 * 3 * 146 */
	    P("torch.einsum", "'nab,nbc->nac' f32[3,6,7] f32[3,7,8]", 2016, 1752),
	    P("torch.einsum", "'...ab,...bc->...ac' f32[3,6,7] f32[3,7,8]",
		2016, 1752),
	    /* dots of unlike number broadcast from the right; 4 * (126 + 56 + 144) */
	    P("torch.einsum", "'...ab,...bc->...ac' f32[3,6,7] f32[7,8]", 2016, 1304),
	    /* a dimension of 1 broadcasts; 4 * (42 + 168 + 144) */
	    P("torch.einsum", "'nab,nbc->nac' f32[1,6,7] f32[3,7,8]", 2016, 1416),
	    /* all is summed */
	    P("torch.einsum", "'ab,ab->' f32[6,7] f32[6,7]", 84, 340),
	    P("onnx::Einsum", "f32[6,7] f32[7,8] equation='ab,bc->ac'", 672, 584),
	    /* nothing is summed: a product each, 42; 4 * (6 + 7 + 42) */
	    F("torch.einsum", "'a,b->ab' f32[6] f32[7]", 42, 220),
	    /* one operand: a sum of 42; or a copy */
	    F("torch.einsum", "'ab->a' f32[6,7]", 42, 192),
	    F("torch.einsum", "'ab->ba' f32[6,7]", 0, 336),
	    /* from left to right: 2 * 6 * 7 * 8, then (a, c) with c, d = 9:
	     * 2 * 6 * 8 * 9; 4 * (42 + 56 + 72 + 54) */
	    P("torch.einsum", "'ab,bc,cd->ad' f32[6,7] f32[7,8] f32[8,9]", 1536, 896),
	    U("torch.einsum", "'ab,bc->ac' f32[6,7] f32[8,8]", NA, NA, WHY_MISMATCH),
	    U("torch.einsum", "'ab,bc->ac' f32[6,7]", NA, NA, WHY_MISMATCH),
	    U("torch.einsum", "'ab->a' f32[6,7] f32[7,8]", NA, NA, WHY_MISMATCH),
	    U("torch.einsum", "'a-b' f32[6,7]", NA, NA, WHY_MISMATCH),
	    U("torch.einsum", "'ab' f32[6]", NA, NA, WHY_MISMATCH),
	    U("torch.einsum", "'..a' f32[6]", NA, NA, WHY_MISMATCH),
	    U("aten::inner", "f32[4294967296,4294967296] f32[5,4294967296]", NA,
		NA, WHY_OVERFLOW),
	    U("aten::inner", "f32[5,4294967296] f32[4294967296,4294967296]", NA,
		NA, WHY_OVERFLOW),
	    U("torch.einsum", "'ab->a-' f32[6,7]", NA, NA, WHY_MISMATCH),
	    U("torch.einsum", "'ab->a.' f32[6,7]", NA, NA, WHY_MISMATCH),
	    U("torch.einsum", "? f32[6]", NA, NA, WHY_ATTRIBUTE),
	    U("torch.einsum", "'ab,bc->ac'", NA, NA, WHY_NO_SHAPE),
	    /* twice the products; dy is read for both */
	    {"torch.einsum", "'ab,bc->ac' f32[6,7] f32[7,8]", PART_BACKWARD,
		1344, 1344, 1168, NULL},
	    UB("torch.einsum", "'ab->a' f32[6,7]", NA, NA, WHY_NO_BACKWARD),
	};
	static const struct conf_case confs[] = {
	    {"torch.einsum", "'ab,bc,cd->ad' f32[6,7] f32[7,8] f32[8,9]",
		PART_FORWARD, CONF_ESTIMATE},
	    {"torch.einsum", "'ab,bc->ac' f32[6,7] f32[7,8]", PART_FORWARD,
		CONF_EXACT},
	};

	(void)state;
	MODELS_RUN(cases);
	MODELS_CONF(confs);
}

/* Without letters; sizes as above. */
static void test_dots(void **state)
{
	static const struct cost_case cases[] = {
	    P("torch.inner", "f32[6,7] f32[8,7]", 672, 584),
	    P("torch.inner", "f32[7] f32[7]", 14, 60),
	    P("torch.tensordot", "f32[6,7] f32[7,8] 1", 672, 584),
	    P("torch.tensordot", "f32[6,7] f32[7,8] dims=[[1],[0]]", 672, 584),
	    P("aten::tensordot", "f32[6,7] f32[7,8] [1] [0]", 672, 584),
	    /* nothing to add up: 48 zeros; with (2, 6, 0) and (0, 8) 96; 12 of
	     * (0, 6) and (2, 0), 16 of (2, 6, 0) and (6, 0, 8) */
	    P("aten::tensordot", "f32[6,0] f32[0,8] [1] [0]", 0, 192),
	    P("aten::tensordot", "f32[6,0] f32[8,0] [1] [-1]", 0, 192),
	    P("aten::tensordot", "f32[0,6] f32[2,0] [0] [1]", 0, 48),
	    P("torch.tensordot", "f32[2,6,0] f32[0,8] 1", 0, 384),
	    P("torch.tensordot", "f32[2,6,0] f32[6,0,8] 2", 0, 64),
	    P("torch.tensordot", "f32[6,0] f32[8,0] [[1],[1]]", 0, 192),
	    U("aten::tensordot", "f32[6,0] f32[0,8] [1]", 0, NA, WHY_ATTRIBUTE),
	    U("aten::tensordot", "f32[6,0] f32[0,8] [1] [2]", NA, NA, WHY_MISMATCH),
	    /* the number of elements alone fits: 48 is 8 * 6, 24 is 8 * 3 */
	    U("torch.inner", "f32[4,6] f32[6,5]", NA, NA, WHY_MISMATCH),
	    U("torch.inner", "f32[4,0] f32[6,5]", NA, NA, WHY_MISMATCH),
	    U("torch.tensordot", "f32[6,8] f32[6,4] 1", NA, NA, WHY_MISMATCH),
	    U("aten::tensordot", "f32[4,5] f32[5,4] [0,1] [0,1]", NA, NA,
		WHY_MISMATCH),
	    U("aten::tensordot", "f32[4,5] f32[5,4] [0,1] [0]", NA, NA, WHY_MISMATCH),
	    /* 2 * 20; 4 * (20 + 20 + 1) */
	    P("aten::tensordot", "f32[4,5] f32[5,4] [0,1] [1,0]", 40, 164),
	    /* the last two with the first two: 2 * 3 * 20 * 7; 4 * (60 + 140 + 21) */
	    P("torch.tensordot", "f32[3,4,5] f32[4,5,7] 2", 840, 884),
	    /* one that meets 1 is summed first: 18 products; 4 * (6 + 24 + 18) */
	    P("torch.tensordot", "f32[6,1] f32[8,3] 1", 36, 192),
	    /* both dimensions: 2 * 42; 4 * (42 + 42 + 1) */
	    P("torch.tensordot", "f32[6,7] f32[6,7]", 84, 340),
	    /* 6 rows of 7 */
	    P("aten::linalg_vecdot", "f32[6,7] f32[6,7] -1", 84, 360),
	    P("aten::linalg_vecdot", "f32[6,7] f32[7] -1", 84, 220),
	    P("torch.linalg.vecdot", "f32[6,7] f32[6,7] dim=0", 84, 364),
	    P("torch.inner", "c64[6,7] c64[8,7]", 2688, 1168),
	    U("torch.tensordot", "f32[6,7] f32[7,8] 5", NA, NA, WHY_MISMATCH),
	    /* one more than there are, and more than a tensor may have */
	    U("torch.tensordot", "f32[6,7] f32[6,7] 3", NA, NA, WHY_MISMATCH),
	    U("torch.tensordot", "f32[6,7] f32[6,7] 1000", NA, NA, WHY_MISMATCH),
	    U("torch.tensordot", "f32[6,7] f32[8,8] 1", NA, NA, WHY_MISMATCH),
	    U("torch.tensordot", "f32[6,7] f32[7,8] ?", NA, NA, WHY_ATTRIBUTE),
	    U("torch.tensordot", "f32[6,7] f32[7,8] dims=[[1.5],[0]]", NA, NA,
		WHY_ATTRIBUTE),
	    U("aten::tensordot", "f32[6,7] f32[7,8] [1.5] [0]", NA, NA, WHY_ATTRIBUTE),
	};

	(void)state;
	MODELS_RUN(cases);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_equations),
	    cmocka_unit_test(test_dots),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
