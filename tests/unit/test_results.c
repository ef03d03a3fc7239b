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
	enum op_part part; /* the forward where none is said */
};

#define EXACT CONF_EXACT
#define ESTIMATE CONF_ESTIMATE
#define UNKNOWN CONF_UNKNOWN
#define BACKWARD PART_BACKWARD

/* A list of two tensors. */
#define F32_TENSOR(shape)                                                      \
	"{\"name\":\"\",\"type\":\"tensor\",\"shape\":" shape                  \
	",\"dtype\":\"float32\"}"
#define F32(shape) "[" F32_TENSOR(shape) "," F32_TENSOR(shape) "]"

static void check(const struct result_case *c)
{
	struct arena a = {0};
	struct cost cost;

	op_cost_of_call(calls_make(&a, c->name, c->args), c->part, &cost);
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
    /* 4 * (8 * 6 + 8 * 6 + 6 * 6) */
    {"aten::linalg_qr", "f32[8,6] 'reduced'", 432, 528, ESTIMATE, EXACT},
    {"aten::linalg_qr", "f32[8,6] _", 432, 528, ESTIMATE, ESTIMATE},
};

/* Norms and variances of complex numbers are real; means are not. */
static const struct result_case real[] = {
    /* 8 * 24 + 4, of a row 8 * 24 + 4 * 4 */
    {"aten::norm", "c64[4,6] 2", NA, 196, UNKNOWN, EXACT},
    {"aten::linalg_vector_norm", "c64[4,6] 2 [1] false None", NA, 208, UNKNOWN, EXACT},
    {"aten::frobenius_norm", "c64[4,6] [1] false", NA, 208, UNKNOWN, EXACT},
    {"aten::std", "c64[4,6] true", NA, 196, UNKNOWN, EXACT},
    {"aten::var", "c128[4,6] [1] true false", NA, 416, UNKNOWN, EXACT},
    {"aten::dist", "c64[4,6] c64[4,6] 2", NA, 388, UNKNOWN, EXACT},
    /* 192 + 4 + 8 */
    {"aten::std_mean", "c64[4,6] true", NA, 204, UNKNOWN, EXACT},
    {"aten::var_mean", "c64[4,6] true", NA, 204, UNKNOWN, EXACT},
    {"aten::var_mean", "f32[4,6] true", 97, 104, EXACT, EXACT},
    /* in complex128: a float64 */
    {"aten::linalg_vector_norm", "c64[4,6] 2 [1] false 10", NA, 224, UNKNOWN, EXACT},
    {"aten::logsumexp", "c64[4,6] [1] false", NA, 224, UNKNOWN, EXACT},
    {"aten::mean", "c64[4,6] None", 50, 200, EXACT, EXACT},
    /* dtype complex64 (9) of real ones: additions of complex numbers, 2 * 24
     * and 2 a result for the mean, products 6 * 24; 96 in, 6 * 8 or all out */
    {"aten::sum", "f32[4,6] [0] false 9", 48, 144, EXACT, EXACT},
    {"aten::mean", "f32[4,6] [0] false 9", 60, 144, EXACT, EXACT},
    {"aten::prod", "f32[4,6] 9", 144, 104, EXACT, EXACT},
    {"aten::cumsum", "f32[4,6] 0 9", 48, 288, EXACT, EXACT},
    {"aten::cumprod", "f32[4,6] 0 9", 144, 288, EXACT, EXACT},
    /* and of whole ones int64: 24 * 4, 24 * 8 */
    {"aten::cumsum", "i32[4,6] 0 None", 24, 288, EXACT, EXACT},
    /* no formula of theirs: 24 in, 12 out, the gradient 24 more */
    {"aten::glu", "c64[4,6] -1", NA, 288, UNKNOWN, EXACT},
    {"aten::glu_backward", "c64[4,3] c64[4,6] -1", NA, 480, UNKNOWN, EXACT},
    {"aten::_prelu_kernel", "c64[4,6] c64[6]", NA, 432, UNKNOWN, EXACT},
    {"aten::l1_loss", "c64[4] c64[4] 1", NA, 68, UNKNOWN, EXACT},
    {"aten::l1_loss", "c64[4] c64[4] 0", NA, 80, UNKNOWN, EXACT},
    {"aten::pairwise_distance", "c64[4,6] c64[4,6] 2.0 0.000001 false", NA, 400,
	UNKNOWN, EXACT},
    {"aten::pairwise_distance", "c128[4,6] f32[4,6] 2.0 0.000001 false", NA,
	512, UNKNOWN, EXACT},
};

/* Distances: 4 a coordinate and a root, 24 * 4 + 4; cosines 6 * 24 + 6 * 4. */
static const struct result_case distances[] = {
    {"aten::pairwise_distance", "f32[4,6] f32[4,6] 2.0 0.000001 false", 100,
	208, EXACT, EXACT},
    /* of integers float32: 8 * 48 + 4 * 4; of them and halves the halves */
    {"aten::pairwise_distance", "i64[4,6] i64[4,6] 2.0 0.000001 false", 100,
	400, EXACT, EXACT},
    {"aten::pairwise_distance", "i64[4,6] f16[4,6] 2.0 0.000001 false", 100,
	248, EXACT, EXACT},
    {"aten::cosine_similarity", "f32[4,6] f32[4,6] 1", 168, 208, EXACT, EXACT},
    /* without dimensions, which is one element */
    {"aten::cosine_similarity", "f32[] f32[] 0", 12, 12, EXACT, EXACT},
    {"aten::cosine_similarity", "f32[] f32[] -1", 12, 12, EXACT, EXACT},
    {"aten::cosine_similarity", "f32[1] f32[] 0", 12, 12, EXACT, EXACT},
    {"aten::cosine_similarity", "f32[] f32[] 1", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::pairwise_distance", "f32[] f32[] 2.0 0.000001 false", 5, 12, EXACT, EXACT},
    /* 4 * 3 pairs of 5 coordinates and a root; batches broadcast */
    {"aten::cdist", "f32[4,5] f32[3,5] 2.0", 192, 188, EXACT, EXACT},
    {"aten::cdist", "f32[0,4,5] f32[0,3,5] 2.0", 0, 0, EXACT, EXACT},
    {"aten::cdist", "f32[0,4,5] f32[1,3,5] 2.0", 0, 60, EXACT, EXACT},
    {"aten::cdist", "f32[1,4,5] f32[0,3,5] 2.0", 0, 80, EXACT, EXACT},
    {"aten::cdist", "f32[2,1,4,5] f32[1,3,3,5] 2.0", 1152, 628, EXACT, EXACT},
    {"aten::cdist", "f32[4,5] f32[2,3,5] 2.0", 384, 296, EXACT, EXACT},
    {"aten::cdist", "f32[2,4,5] f32[3,3,5] 2.0", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::_cdist_forward", "f32[0,4,5] f32[1,3,5] 2.0", 0, 60, EXACT, EXACT},
};

/* What is copied is a tensor, also where it looks like a number: read and
 * written 8 + 8, 8 + 4, 8 + 4 * 10; once where it is expanded. */
static const struct result_case copies[] = {
    {"aten::copy_", "i64[] i64[] false", 0, 16, EXACT, EXACT},
    {"aten::copy_", "f64[] f64[] false", 0, 16, EXACT, EXACT},
    {"aten::copy_", "f32[] f64[] false", 0, 12, EXACT, EXACT},
    {"aten::copy_", "f64[] f32[] false", 0, 12, EXACT, EXACT},
    {"aten::copy_", "f32[10] i64[] false", 0, 48, EXACT, EXACT},
    {"aten::_copy_from", "i64[] f32[10] false", 0, 48, EXACT, EXACT},
    {"aten::copy_", "f32[10] f32[10]/[0] false", 0, 44, EXACT, EXACT},
    {"aten::copy_", "f32[10] ?[] false", 0, NA, EXACT, UNKNOWN},
    /* x and y of 10, and the one that is put there */
    {"aten::select_scatter", "i64[10] i64[] 0 3", 0, 168, EXACT, EXACT},
};

/* Additions of complex numbers are 2, products 6. */
static const struct result_case complexes[] = {
    /* 12 are added: 16 + 96 + 192 + 192 */
    {"aten::index_add", "c64[4,6] 0 i64[2] c64[2,6] 1", 24, 496, EXACT, EXACT},
    /* 12 elements of src times alpha, 6 of complex ones */
    {"aten::index_add", "c64[4,6] 0 i64[2] c64[2,6] 2", 96, 496, EXACT, EXACT},
    {"aten::index_add", "f32[4,6] 0 i64[2] f32[2,6] 0.5", 24, 256, EXACT, EXACT},
    {"aten::index_add", "f32[4,6] 0 i64[2] f32[2,6] ?", 12, 256, ESTIMATE, EXACT},
    /* 12 are combined; indices 16, src 48, x and y 96 each */
    {"aten::index_reduce", "f32[4,6] 0 i64[2] f32[2,6] 'amax' true", 12, 256,
	EXACT, EXACT},
    {"aten::index_reduce", "f32[4,6] 0 i64[2] f32[2,6] _ true", 12, 256, EXACT, EXACT},
    /* which has no alpha: nothing is missing */
    {"aten::index_reduce", "f32[4,6] 0 i64[2] f32[2,6] 'amax' !", 12, 256,
	EXACT, EXACT},
    {"aten::scatter_add", "c64[4,6] 0 i64[2,6] c64[2,6]", 24, 576, EXACT, EXACT},
    {"aten::put_", "c64[4,6] i64[2] c64[2] true", 4, 64, EXACT, EXACT},
    {"aten::put_", "c64[4,6] i64[2] c64[2] false", 0, 48, EXACT, EXACT},
    {"aten::index_put_",
	"c64[4,6] "
	"[{\"name\":\"\",\"type\":\"tensor\",\"shape\":[2],\"dtype\":\"int64\"}"
	"] "
	"c64[2,6] true",
	24, 304, EXACT, EXACT},
    /* a mask with as many trues as indices, 7: mask 100, indices 56, values 28,
     * 7 read and written */
    {"aten::index_put_", "f32[100,50] b[100] i64[7] f32[7] true", 7, 240,
	CONF_UPPER, CONF_UPPER},
    {"aten::scatter_reduce", "c64[4,6] 0 i64[2,6] c64[2,6] 'sum'", 24, 576,
	EXACT, EXACT},
    {"aten::scatter_reduce", "c64[4,6] 0 i64[2,6] c64[2,6] 'prod'", 72, 576,
	EXACT, EXACT},
    {"aten::scatter", "c64[4,6] 0 i64[2,6] c64[2,6] 'multiply'", 72, 576, EXACT,
	EXACT},
    {"aten::scatter", "c64[4,6] 0 i64[2,6] c64[2,6] 'add'", 24, 576, EXACT, EXACT},
    /* which of both was not recorded; of real numbers they are one */
    {"aten::scatter_reduce", "c64[4,6] 0 i64[2,6] c64[2,6] _", NA, 576, UNKNOWN,
	EXACT},
    {"aten::scatter_reduce", "f32[4,6] 0 i64[2,6] f32[2,6] _", 12, 336, EXACT, EXACT},
    /* the embedding's table: 3 rows of 6; 24 + 144 + 240 */
    {"aten::embedding_dense_backward", "c64[3,6] i64[3] 5 -1 false", 36, 408,
	EXACT, EXACT},
    /* dy (4, 8) is added to dx (4, 6) */
    {"aten::reflection_pad1d_backward", "c64[4,8] c64[4,6] [1,1]", 64, 448,
	EXACT, EXACT},
    {"aten::replication_pad1d_backward", "c64[4,8] c64[4,6] [1,1]", 64, 448,
	EXACT, EXACT},
    {"aten::replication_pad1d_backward", "f32[4,8] f32[4,6] [1,1]", 32, 224,
	EXACT, EXACT},
    {"aten::kron", "c64[2,2] c64[2,3]", 144, 272, EXACT, EXACT},
    {"aten::kron", "c64[2,2] f32[2,3]", 144, 248, EXACT, EXACT},
    {"aten::kron", "f32[2,2] f32[2,3]", 24, 136, EXACT, EXACT},
    /* 8 for each of 4 * 6 * 3 */
    {"aten::linalg_vecdot", "c64[4,6] c64[4,6] -1", 192, 416, EXACT, EXACT},
    {"aten::einsum", "'ij,jk->ik' c64[4,6] c64[6,3]", 576, 432, EXACT, EXACT},
    {"aten::einsum", "'ij,ij->ij' c64[4,6] c64[4,6]", 144, 576, EXACT, EXACT},
    {"aten::einsum", "'ij->i' c64[4,6]", 48, 224, EXACT, EXACT},
    /* (3, 2, 4) with rows of 2 and 4, and a bias: 8 * (2*3*4*2 + 2*3*4) + 2 * 6 */
    {"aten::bilinear", "c64[2,2] c64[2,4] c64[3,2,4] c64[3]", 588, 360, EXACT, EXACT},
    /* 4 * 2 * 4 * 6 * 3 */
    {"aten::chain_matmul", "c64[4,6] c64[6,3]", 576, 432, EXACT, EXACT},
    /* 36 elements are added to 16 */
    {"aten::col2im", "c64[1,4,9] [4,4] [2,2] [1,1] [0,0] [1,1]", 72, 416, EXACT,
	EXACT},
    /* gradients: dy is added to dx */
    {"aten::gather", "c64[4,6] 0 i64[2,6]", 24, 384, EXACT, EXACT, BACKWARD},
    {"aten::index", "c64[4,6] _ > c64[2,6]", 24, NA, EXACT, UNKNOWN, BACKWARD},
    {"aten::expand", "c64[1,5] [4,5]", 40, 200, EXACT, EXACT, BACKWARD},
    {"aten::repeat", "c64[3] [2]", 12, 72, EXACT, EXACT, BACKWARD},
    {"aten::embedding", "c64[5,6] i64[3] -1 false false", 36, 408, EXACT, EXACT,
	BACKWARD},
    {"aten::mean", "c64[4,6] None", 48, 200, EXACT, EXACT, BACKWARD},
    {"aten::logsumexp", "c64[4,6] [1] false", NA, NA, UNKNOWN, UNKNOWN, BACKWARD},
    {"aten::einsum", "'ij,jk->ik' c64[4,6] c64[6,3]", 1152, 864, ESTIMATE,
	ESTIMATE, BACKWARD},
    /* no kernel of torch takes these, or no rule is of them */
    {"aten::_softmax", "c64[4,6] 1 false", NA, 384, UNKNOWN, EXACT},
    {"aten::_log_softmax", "c64[4,6] 1 false", NA, 384, UNKNOWN, EXACT},
    {"aten::renorm", "c64[4,6] 2 0 1.0", NA, 384, UNKNOWN, EXACT},
    {"aten::rms_norm", "c64[4,6] [6] None None", NA, 384, UNKNOWN, EXACT},
    {"aten::native_dropout", "c64[4,6] 0.5 true", NA, 408, UNKNOWN, EXACT},
    {"aten::avg_pool1d", "c64[2,4,6] [2] [] 0 false true", NA, 576, UNKNOWN, EXACT},
};

/* Nothing is summed: the result has zeros. */
static const struct result_case empty[] = {
    {"aten::linalg_vecdot", "f32[4,0] f32[4,0] -1", 0, 16, EXACT, EXACT},
    {"aten::linalg_vecdot", "f32[0,4] f32[0,4] -1", 0, 0, EXACT, EXACT},
    {"aten::inner", "f32[4,0] f32[3,0]", 0, 48, EXACT, EXACT},
    /* dimensions are those of both together */
    {"aten::linalg_vecdot", "f32[4,3] f32[2,4,3] 0", 48, 192, EXACT, EXACT},
    {"aten::linalg_vecdot", "f32[4,1] f32[1,4] 0", 32, 48, EXACT, EXACT},
};

/* True division of integers is of float32; with a rounding_mode of integers. */
static const struct result_case division[] = {
    {"aten::div", "i64[4] i64[4]", 4, 80, EXACT, EXACT},
    {"aten::div", "i64[4] i64[4] None", 4, 80, EXACT, EXACT},
    {"aten::div", "i64[4] i64[4] 'floor'", 4, 96, EXACT, EXACT},
    {"aten::div", "i64[4] 2.5 'trunc'", 4, 48, EXACT, EXACT},
    /* a trace shows no words: there is one, or None was given */
    {"aten::div", "i64[4] i64[4] _", 4, 96, EXACT, ESTIMATE},
    {"aten::divide", "i64[4] 2 ?", 4, 64, EXACT, ESTIMATE},
    {"aten::div", "b[4] 2 _", 4, 36, EXACT, ESTIMATE},
    {"aten::div", "i64[4] i64[4] !", 4, 80, EXACT, ESTIMATE},
    /* these have no words */
    {"aten::true_divide", "i64[4] i64[4] !", 4, 80, EXACT, EXACT},
    {"aten::sqrt", "i64[4] !", 4, 48, EXACT, EXACT},
    /* what tells the type all the same */
    {"aten::div", "f32[4] f32[4] _", 4, 48, EXACT, EXACT},
    {"aten::div_", "i64[4] i64[4] _", 4, 96, EXACT, EXACT},
    {"aten::div", "i64[4] i64[4] _ > f32[4]", 4, 80, EXACT, EXACT},
};

/* result_type of the tensor and the bounds: integers beside a float make
 * float32, 8 * 4 + 4 * 4; bool beside integers int64, 4 + 8 * 4. */
static const struct result_case bounds[] = {
    {"aten::clamp", "i64[4] 0.5 1.5", 8, 48, EXACT, EXACT},
    {"aten::clamp", "i64[4] 0 1.5", 8, 48, EXACT, EXACT},
    {"aten::clamp", "i64[4] 0 1", 8, 64, EXACT, EXACT},
    {"aten::clamp", "u8[4] 0.5 None", 4, 20, EXACT, EXACT},
    {"aten::clamp", "b[4] 0 1", 8, 36, EXACT, EXACT},
    {"aten::clamp_min", "i64[4] 0.5", 4, 48, EXACT, EXACT},
    {"aten::clamp_max", "i64[4] 0.5", 4, 48, EXACT, EXACT},
    {"torch.clip", "i64[4] min=0.5 max=2", 8, 48, EXACT, EXACT},
    {"aten::clamp", "f16[4] 0.5 1.5", 8, 16, EXACT, EXACT},
    /* hardtanh makes its bounds integers where x is */
    {"aten::hardtanh", "i64[4] 0.5 2.5", 8, 64, EXACT, EXACT},
};

/* A number that was not recorded is taken to be of the tensors' category or of
 * a lower one, but x * 2 and x * 2.5 move 64 and 48 bytes. */
static const struct result_case hidden_numbers[] = {
    {"aten::mul", "i64[4] ?", 4, 64, EXACT, ESTIMATE},
    {"aten::mul", "i32[4] ?", 4, 32, EXACT, ESTIMATE},
    {"aten::mul", "u8[4] ?", 4, 8, EXACT, ESTIMATE},
    {"aten::mul", "b[4] ?", 4, 8, EXACT, ESTIMATE},
    {"aten::sub", "i64[4] ? 1", 4, 64, EXACT, ESTIMATE},
    {"aten::rsub", "i64[4] ? 1", 4, 64, EXACT, ESTIMATE},
    {"aten::remainder", "i64[4] ?", 4, 64, EXACT, ESTIMATE},
    {"aten::fmod", "i64[4] ?", 4, 64, EXACT, ESTIMATE},
    {"aten::pow", "i64[4] ?", 4, 64, EXACT, ESTIMATE},
    {"aten::pow", "? i64[4]", 4, 64, EXACT, ESTIMATE},
    {"aten::floor_divide", "i64[4] ?", 4, 64, EXACT, ESTIMATE},
    {"aten::clamp", "i64[4] ? ?", NA, 64, UNKNOWN, ESTIMATE},
    {"aten::clamp", "i64[4] 0 ?", NA, 64, UNKNOWN, ESTIMATE},
    {"aten::clamp_min", "i64[4] ?", 4, 64, EXACT, ESTIMATE},
    {"aten::clamp_max", "i64[4] ?", 4, 64, EXACT, ESTIMATE},
    {"aten::where", "b[4] ? i64[4]", 0, 68, EXACT, ESTIMATE},
    /* floats keep their type, and so do integers that a float has raised */
    {"aten::mul", "f16[4] ?", 4, 16, EXACT, EXACT},
    {"aten::clamp", "i64[4] 0.5 ?", NA, 48, UNKNOWN, EXACT},
    {"aten::where", "b[4] ? f32[4]", 0, 36, EXACT, EXACT},
    /* no number changes it: always bool, always float, never a float */
    {"aten::eq", "i64[4] ?", 4, 36, EXACT, EXACT},
    {"aten::div", "i64[4] ?", 4, 48, EXACT, EXACT},
    {"aten::bitwise_and", "i64[4] ?", 4, 64, EXACT, EXACT},
    {"aten::bitwise_and", "b[4] ?", 4, 8, EXACT, ESTIMATE},
    /* it is no operand */
    {"aten::threshold", "i64[4] ? ?", 4, 64, EXACT, EXACT},
    {"aten::add", "i64[4] i64[4] ?", 4, 96, ESTIMATE, EXACT},
    /* the result's type is known: of x, of out, or recorded */
    {"aten::mul_", "i64[4] ?", 4, 64, EXACT, EXACT},
    {"aten::mul", "i64[4] ? f32[4]", 4, 48, EXACT, EXACT},
    {"aten::mul", "i64[4] ? > f32[4]", 4, 48, EXACT, EXACT},
};

/* Beside lists of two tensors of 4 elements a vector has a value for each, which
 * is not shown; not of three; a tensor without dimensions is read for each. */
static const struct result_case scalars[] = {
    {"aten::_foreach_addcdiv_", F32("[4]") " " F32("[4]") " " F32("[4]") " f32[2]",
	2 * 2 * 4, 2 * 4 * 16, ESTIMATE, EXACT},
    {"aten::_foreach_addcmul", F32("[4]") " " F32("[4]") " " F32("[4]") " f32[2]",
	2 * 2 * 4, 2 * 4 * 16, ESTIMATE, EXACT},
    {"aten::_foreach_addcmul", F32("[4]") " " F32("[4]") " " F32("[4]") " f32[3]",
	NA, NA, UNKNOWN, UNKNOWN},
    {"aten::_foreach_mul_", F32("[4]") " f32[]", 2 * 4, 2 * (2 * 16 + 4), EXACT,
	EXACT},
};

/* A result tells how many elements there are: 12 + 8 * 10; without it all 12
 * may be, with two indices each. */
static const struct result_case nonzeros[] = {
    {"onnx::NonZero", "b[3,4] > i64[2,5]", 0, 92, EXACT, EXACT},
    {"aten::nonzero", "b[3,4] > i64[5,2]", 0, 92, EXACT, EXACT},
    {"onnx::NonZero", "b[3,4]", 0, 204, EXACT, CONF_UPPER},
    {"onnx::NonZero", "b[3,4] > i64[2,13]", NA, NA, UNKNOWN, UNKNOWN},
};

/* What torch 1.13 refuses, and what is near it and it takes. */
static const struct result_case refused[] = {
    {"aten::multinomial", "f32[16] 17 false None", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::searchsorted", "f32[4,100] f32[8,16] false false None None", NA, NA,
	UNKNOWN, UNKNOWN},
    {"aten::searchsorted", "f32[1,100] f32[4,16] false false None None", NA, NA,
	UNKNOWN, UNKNOWN},
    {"aten::searchsorted", "f32[4,100] f32[16] false false None None", NA, NA,
	UNKNOWN, UNKNOWN},
    {"aten::bucketize", "f32[8,16] f32[4,5] false false", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::flip", "f32[8,16] [0,2]", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::flip", "f32[8,16] [0,0]", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::flip", "f32[8,16] [0,-2]", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::repeat", "f32[8,16] [2]", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::roll", "f32[8,16] [1,2] [0]", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::roll", "f32[8,16] [1] [2]", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::roll", "f32[8,16] [1,2] []", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::tril", "f32[4] 0", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::triu", "f32[] 0", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::gather", "f32[8,16] 2 i64[8,16] false", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::gather", "f32[8,16] 2 i64[0,0] false", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::max", "f32[0,3] 0 false", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::max", "f32[0]", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::amax", "f32[0,3] [0] false", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::amax", "f32[0,3] [] false", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::amin", "f32[0,3] [0,1] false", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::argmax", "f32[0,3] 0 false", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::argmax", "f32[0,3] None false", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::aminmax", "f32[0,3] 0 false", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::constant_pad_nd", "f32[8,16] [1,2,3] 0.0", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::reflection_pad2d", "f32[2,3,8,9] [9,1,2,2]", NA, NA, UNKNOWN, UNKNOWN},
    {"aten::native_channel_shuffle", "f32[2,12,5,5] 5", NA, NA, UNKNOWN, UNKNOWN},
};

static const struct result_case taken[] = {
    {"aten::multinomial", "f32[16] 17 true None", 0, 200, EXACT, EXACT},
    {"aten::multinomial", "f32[4,16] 16 false None", 0, 768, EXACT, EXACT},
    {"aten::searchsorted", "f32[4,100] f32[4,16] false false None None", 0,
	2368, EXACT, EXACT},
    {"aten::searchsorted", "f32[100] f32[4,16] false false None None", 0, 1168,
	EXACT, EXACT},
    {"aten::flip", "f32[8,16] [-1]", 0, 1024, EXACT, EXACT},
    {"aten::repeat", "f32[8,16] [1,2,3]", 0, 3584, EXACT, EXACT},
    {"aten::tile", "f32[8,16] [2]", 0, 1536, EXACT, EXACT},
    {"aten::roll", "f32[8,16] [3] []", 0, 1024, EXACT, EXACT},
    {"aten::roll", "f32[8,16] [1,2] [0,0]", 0, 1024, EXACT, EXACT},
    {"aten::tril", "f32[2,3,4] 0", 0, 192, EXACT, EXACT},
    {"aten::max", "f32[0,3] 1 false", 0, 0, EXACT, EXACT},
    {"aten::amax", "f32[0,3] [1] false", 0, 0, EXACT, EXACT},
    {"aten::sum", "f32[0,3] [0] false None", 0, 12, EXACT, EXACT},
    {"aten::reflection_pad2d", "f32[2,3,8,9] [8,8,2,2]", 0, 8928, EXACT, EXACT},
    {"aten::native_channel_shuffle", "f32[2,12,5,5] 3", 0, 4800, EXACT, EXACT},
    /* what is taken is read and written */
    {"aten::expand_copy", "f32[4,1] [4,5] false", 0, 16 + 80, EXACT, EXACT},
    {"aten::select_copy", "f32[4,5] 0 2", 0, 20 + 20, EXACT, EXACT},
    {"aten::slice_copy", "f32[4,5] 1 0 4 2", 0, 32 + 32, EXACT, EXACT},
    {"aten::narrow_copy", "f32[4,5] 0 1 3", 0, 60 + 60, EXACT, EXACT},
    {"aten::gcd", "i64[4] i64[4]", 4, 96, EXACT, EXACT},
    {"aten::lcm", "i32[4] i64[4]", 4, 80, EXACT, EXACT},
    {"aten::polygamma", "2 f32[4]", 4, 32, EXACT, EXACT},
    {"aten::polygamma", "2 i64[4]", 4, 48, EXACT, EXACT},
};

/* A size of 0 leaves no elements, whatever the others make. */
static const struct result_case none[] = {
    {"aten::relu", "f32[4294967296,4294967296,0]", 0, 0, EXACT, EXACT},
    {"aten::relu", "f32[0,4294967296,4294967296]", 0, 0, EXACT, EXACT},
    {"aten::add", "f32[4294967296,4294967296,0] f32[0] 1", 0, 0, EXACT, EXACT},
    {"aten::relu", "f32[4294967296,4294967296]", NA, NA, UNKNOWN, UNKNOWN},
};

/* A trace has a complex number as a complex128 without dimensions, or as text. */
static const struct result_case numbers[] = {
    {"aten::mul", "f32[4] c128[]", 24, 48, EXACT, EXACT},
    {"aten::mul", "f16[4] c128[]", 24, 24, EXACT, EXACT},
    {"aten::mul", "bf16[4] c128[]", 24, 40, EXACT, EXACT},
    {"aten::mul", "f64[4] c128[]", 24, 96, EXACT, EXACT},
    {"aten::mul", "i64[4] c128[]", 24, 64, EXACT, EXACT},
    {"aten::mul", "c64[4] c128[]", 24, 64, EXACT, EXACT},
    {"aten::add", "f32[4] c128[] 1", 8, 48, EXACT, EXACT},
    /* a tensor: as wide as the other's floats */
    {"aten::mul", "f32[4] c64[]", 24, 56, EXACT, EXACT},
    {"aten::mul", "f16[4] c64[]", 24, 32, EXACT, EXACT},
    {"aten::mul", "f64[4] c64[]", 24, 104, EXACT, EXACT},
    {"Tensor.__mul__", "f32[4] c128[]", 24, 64, EXACT, EXACT},
    {"Tensor.__mul__", "f32[4] 1.+2.j", 24, 48, EXACT, EXACT},
    {"aten::pow", "f32[4] 0.+1.j", NA, 48, UNKNOWN, EXACT},
    {"aten::where", "b[4] f32[4] 0.+2.j", 0, 52, EXACT, EXACT},
    {"aten::div", "c64[4] 0.+2.j", NA, 64, UNKNOWN, EXACT},
    {"aten::div", "c64[4] 2.0", 8, 64, EXACT, EXACT},
    {"aten::full", "[3] 0.+1.j _ _ _ false", 0, 24, EXACT, EXACT},
};

static const struct result_case others[] = {
    /* 24 elements: 5 each; x, y, weight, bias, and both saved statistics */
    {"aten::_native_batch_norm_legit",
	"f32[2,3,4] f32[3] f32[3] true 0.1 0.00001", 120, 240, EXACT, EXACT},
    {"aten::_native_batch_norm_legit", "f32[2,3,4] _ _ true 0.1 0.00001", 96,
	216, EXACT, EXACT},
    /* ... and running ones, which are read and written */
    {"aten::_native_batch_norm_legit",
	"f32[2,3,4] f32[3] f32[3] f32[3] f32[3] true 0.1 0.00001", 120, 288,
	EXACT, EXACT},
    {"aten::_native_batch_norm_legit",
	"f32[2,3,4] f32[3] f32[3] f32[3] f32[3] false 0.1 0.00001", 48, 240,
	EXACT, EXACT},
    /* 22 windows of 16: 5 * 352 * 4, or half of it where the result is real;
     * a product with the window, of complex numbers two */
    {"aten::istft", "c64[16,22] 16 4 16 f32[16] true false false _ true", 7744,
	3552, EXACT, EXACT},
    {"aten::istft", "c64[16,22] 16 4 16 f32[16] true false false _ false", 3872,
	3216, EXACT, EXACT},
    {"aten::istft", "c64[9,22] 16 4 16 f32[16] true false true _ false", 3872,
	1984, EXACT, EXACT},
    {"aten::istft", "c64[16,22] 16 4 16 f32[16] true false false _ ?", NA, NA,
	UNKNOWN, UNKNOWN},
    {"aten::istft", "c64[9,22] 16 4 16 f32[16] true false true _ ?", 3872, 1984,
	EXACT, EXACT},
    {"aten::stft", "c64[100] 16 4 16 f32[16] false false true", 7744, 3680,
	EXACT, EXACT},
    /* int64 (4) takes whole numbers, other types the numbers as they are */
    {"aten::arange", "0 3.5 1 4 _ _ false", 0, 24, EXACT, EXACT},
    {"aten::arange", "0 3.5 1 3 _ _ false", 0, 16, EXACT, EXACT},
    {"aten::arange", "0.9 4.1 1.9 4 _ _ false", 0, 32, EXACT, EXACT},
    {"aten::arange", "0.9 4.1 1.9 3 _ _ false", 0, 8, EXACT, EXACT},
    {"aten::arange", "-3.5 0 1 4 _ _ false", 0, 24, EXACT, EXACT},
    {"aten::arange", "3.5 4 _ _ false", 0, 24, EXACT, EXACT},
    {"aten::arange", "0 3.5 1 _ _ _ false", 0, 16, EXACT, EXACT},
    {"aten::arange", "0 3.5 1 i64[0]", 0, 24, EXACT, EXACT},
    {"aten::arange", "0 1e30 1 4 _ _ false", 0, NA, EXACT, UNKNOWN},
    /* a tensor for the value is fetched before, and none to the kernel: x and y
     * of 96, indices of 16 */
    {"aten::index_fill", "f32[4,6] 0 i64[2] f32[]", 0, 208, EXACT, EXACT},
    {"aten::index_fill", "i64[4,6] 0 i64[2] i64[]", 0, 192 + 16 + 192, EXACT, EXACT},
    {"aten::index_fill", "f32[4,6] 0 i64[2] 1.0", 0, 208, EXACT, EXACT},
};

/* Where all operands look like numbers the first is a tensor. */
static const struct result_case alone[] = {
    /* 8 in, 8 out; int64 by 2.5 is float32: 8 + 4; |z| 16 + 8 */
    {"aten::exp", "f64[]", 1, 16, EXACT, EXACT},
    {"aten::pow", "f64[] f64[]", 1, 16, EXACT, EXACT},
    {"aten::mul", "f64[] 2", 1, 16, EXACT, EXACT},
    {"aten::mul", "i64[] 2.5", 1, 12, EXACT, EXACT},
    {"aten::mul", "i64[] i64[]", 1, 16, EXACT, EXACT},
    {"aten::abs", "c128[]", 1, 24, EXACT, EXACT},
    /* a float64 and a whole number, or an int64 and a real one */
    {"aten::mul", "f64[] i64[]", 1, NA, EXACT, UNKNOWN},
    {"aten::mul", "i64[] f64[]", 1, NA, EXACT, UNKNOWN},
    {"aten::mul_", "f64[] i64[]", 1, 16, EXACT, EXACT},
    /* the float32 is a tensor, and the int64 may be a number */
    {"aten::mul", "f32[] i64[]", 1, 8, EXACT, EXACT},
    {"aten::mul", "i64[] f32[]", 1, 8, EXACT, EXACT},
    {"aten::mul", "f64[4] i64[]", 4, 64, EXACT, EXACT},
    {"aten::mul", "f64[] f32[4]", 4, 32, EXACT, EXACT},
    {"aten::sum", "f64[] None", 1, 16, EXACT, EXACT},
    /* written over: 8 + 4 + 8 */
    {"aten::mul_", "f64[] f32[]", 1, 20, EXACT, EXACT},
};

/* Of operators that Python hands no numbers all tensors are read, also those
 * that look like some: 8 each, and what is written. */
static const struct result_case tensors[] = {
    {"aten::type_as", "i64[] f32[4]", 0, 8 + 4, EXACT, EXACT},
    {"aten::type_as", "f64[] i64[]", 0, 8 + 8, EXACT, EXACT},
    {"aten::gather", "i64[] 0 i64[] false", 0, 8 + 8 + 8, EXACT, EXACT},
    {"aten::bucketize", "i64[] i64[4] false false", 0, 8 + 32 + 8, EXACT, EXACT},
    {"aten::mse_loss", "f64[] f64[] 1", 3, 8 + 8 + 8, EXACT, EXACT},
    {"aten::gelu_backward", "f64[] f64[] 'none'", 11, 8 + 8 + 8, EXACT, EXACT},
    {"aten::cat", "f64[2] f64[2] 0", 0, 64, EXACT, EXACT},
    {"aten::stack", "f64[] f64[] 0", 0, 32, EXACT, EXACT},
    {"aten::expand", "f64[] [4]", 4, 32 + 8, EXACT, EXACT, BACKWARD},
    {"aten::dist", "f64[4] f64[] 2", 13, 32 + 8 + 8, EXACT, EXACT},
};

/* The gradient of one of two operands, where nothing tells which. */
static const struct result_case operands[] = {
    /* dy and dx of 200, and the other operand, of 10 or of 20 */
    {"aten::mul", "f32[10,1] f32[1,20]", 200, 1680, EXACT, ESTIMATE, BACKWARD},
    {"aten::mul", "f32[10] f32[10]", 10, 120, EXACT, EXACT, BACKWARD},
    {"aten::mul", "f32[10] f16[10]", 10, 100, EXACT, ESTIMATE, BACKWARD},
    /* a number has no gradient */
    {"aten::mul", "f32[10] f64[]", 10, 80, EXACT, EXACT, BACKWARD},
    {"aten::mul", "f64[] f32[10]", 10, 80, EXACT, EXACT, BACKWARD},
    /* nor have whole numbers and truth values: dy 40, mask 10, dx 40 */
    {"aten::mul", "b[10] f32[10]", 10, 90, EXACT, EXACT, BACKWARD},
    {"aten::mul", "f32[10] b[10]", 10, 90, EXACT, EXACT, BACKWARD},
    {"aten::sub", "i64[10] f32[10] 1", 10, 80, EXACT, EXACT, BACKWARD},
    {"aten::sub", "f32[10] i64[10] 1", 0, 80, EXACT, EXACT, BACKWARD},
    {"aten::add", "f32[10] i64[10] 2", 0, 80, EXACT, EXACT, BACKWARD},
    {"aten::div", "f32[10] i64[10]", 10, 160, EXACT, EXACT, BACKWARD},
    /* but a marker's tensor without dimensions has one: dy 40, y 8, dx 40 */
    {"Tensor.__sub__", "f32[10] f64[]", 10, 80, EXACT, EXACT, BACKWARD},
    {"Tensor.__mul__", "f32[10] f64[]", 10, 88, EXACT, ESTIMATE, BACKWARD},
    /* x.sub_(2, y) */
    {"Tensor.sub", "f32[10] 2 f32[10]", 10, 80, EXACT, EXACT, BACKWARD},
    {"Tensor.add", "f32[10] 2 f32[10]", 10, 80, EXACT, EXACT, BACKWARD},
    {"Tensor.add", "f32[10] 1 f32[10]", 0, 80, EXACT, EXACT, BACKWARD},
    /* running sums: 2 * 20 of complex numbers; dy 160, dx 160 and 80 */
    {"aten::cumsum", "c64[4,5] 1 None", 40, 320, EXACT, EXACT, BACKWARD},
    {"aten::cumsum", "f32[4,5] 1 9", 40, 240, EXACT, EXACT, BACKWARD},
    {"aten::cumsum", "f16[4,5] 1 6", 20, 120, EXACT, EXACT, BACKWARD},
    /* whether alpha is 1 */
    {"aten::add", "f32[10] f32[10] ?", 0, 80, ESTIMATE, EXACT, BACKWARD},
    {"aten::add", "f32[10] f64[] ?", 0, 80, EXACT, EXACT, BACKWARD},
    {"aten::sub", "f32[10] f32[10] ?", 10, 80, EXACT, EXACT, BACKWARD},
};

/* Floats of unlike type: autocast casts to halves, and never float64. */
static const struct result_case types[] = {
    /* 2 * 20 * 6; half 40 + 60 + 48, float32 80 + 120 + 96, float64
     * 160 and 192, float8 30 */
    {"aten::linear", "f32[4,5] f16[6,5] None", 240, 148, EXACT, EXACT},
    {"aten::linear", "bf16[4,5] f32[6,5] None", 240, 148, EXACT, EXACT},
    {"aten::linear", "f16[4,5] bf16[6,5] None", 240, 196, ESTIMATE, ESTIMATE},
    {"aten::linear", "f32[4,5] e4m3[6,5] None", 240, 206, ESTIMATE, ESTIMATE},
    {"aten::linear", "f64[4,5] f32[6,5] None", 240, 472, ESTIMATE, ESTIMATE},
    /* 6 of 9 of 4 * 9; 4 * 25 + 6 * 4 * 9 + 6 * 9 */
    {"aten::conv2d", "f16[1,4,5,5] f32[6,4,3,3] None [1,1] [0,0] [1,1] 1", 3888,
	740, EXACT, EXACT},
    {"aten::conv2d", "e4m3[1,4,5,5] f32[6,4,3,3] None [1,1] [0,0] [1,1] 1",
	3888, 1180, ESTIMATE, ESTIMATE},
};

/* What else is read, and how large what is written is. */
static const struct result_case sizes[] = {
    /* 5 * (5 + 1 + 2 - 1) differences: 100 + 20 + 40 + 140 */
    {"torch.diff", "f32[5,5] 1 0 f32[1,5] f32[2,5]", 35, 300, EXACT, EXACT},
    /* 7 and then 6 rows */
    {"torch.diff", "f32[5,5] 2 0 f32[1,5] f32[2,5]", 65, 280, EXACT, EXACT},
    {"torch.diff", "f32[5,5] 2 0", 35, 160, EXACT, EXACT},
    {"torch.diff", "f32[5,5] 9 0", 50, 100, EXACT, EXACT},
    /* a copy, for which nothing is put together */
    {"torch.diff", "f32[5,5] 0 0 f32[1,5] f32[2,5]", 0, 200, EXACT, EXACT},
    {"torch.diff", "f32[5,5] 1 0 f32[1,4]", NA, NA, UNKNOWN, UNKNOWN},
    {"torch.diff", "f32[5,5] 1 0 f32[5]", NA, NA, UNKNOWN, UNKNOWN},
    {"torch.diff", "f32[0,5]", 0, 0, EXACT, EXACT},
    /* 2 * 2 of (9, 9), windows of 9: 972 + 48 + 96 and 24 random numbers */
    {"aten::fractional_max_pool2d", "f32[1,3,9,9] [3,3] [2,2] f32[1,3,2]", 108,
	1140, EXACT, EXACT},
    {"torch.nn.functional.fractional_max_pool2d", "f32[1,3,9,9] 3 2", 108, 1140,
	EXACT, EXACT},
    /* (4, 4): 972 + 192 + 384 + 24; (4, 2) */
    {"torch.nn.functional.fractional_max_pool2d", "f32[1,3,9,9] 3 None 0.5",
	432, 1572, EXACT, EXACT},
    {"torch.nn.functional.fractional_max_pool2d",
	"f32[1,3,9,9] 3 None [0.5,0.25]", 216, 1284, EXACT, EXACT},
    {"torch.nn.functional.fractional_max_pool2d", "f32[1,3,9,9] 3 None [0.5]",
	NA, NA, UNKNOWN, UNKNOWN},
    {"torch.nn.functional.fractional_max_pool2d", "f32[1,3,9,9] 3 None 1.5", NA,
	NA, UNKNOWN, UNKNOWN},
    {"torch.nn.functional.fractional_max_pool2d", "f32[1,3,9,9] 3", NA, NA,
	UNKNOWN, UNKNOWN},
    /* both broadcast: 5 rows of 2 */
    {"torch.take_along_dim", "f32[5,5] i64[1,2] 1", 0, 96, EXACT, EXACT},
    {"torch.take_along_dim", "f32[1,5] i64[5,2] 1", 0, 160, EXACT, EXACT},
    {"torch.take_along_dim", "f32[5,5] i64[3]", 0, 48, EXACT, EXACT},
    {"torch.take_along_dim", "f32[5,5] i64[3,2] 1", NA, NA, UNKNOWN, UNKNOWN},
    {"torch.take_along_dim", "f32[5,5] i64[2] 1", NA, NA, UNKNOWN, UNKNOWN},
    {"torch.take_along_dim", "f32[5,5] i64[1,2] 1", 10, 156, EXACT, EXACT, BACKWARD},
    /* two of (1, 2, 3) to 5 chunks of one: 48 + 80; of (7) to 2 of 4 */
    {"aten::_chunk_cat", F32("[1,2,3]") " -1 5", 0, 128, EXACT, EXACT},
    {"aten::_chunk_cat", F32("[7]") " 0 2", 0, 120, EXACT, EXACT},
    {"aten::_chunk_cat", F32("[8]") " 0 2", 0, 128, EXACT, EXACT},
    {"aten::_chunk_cat", F32("[8]") " 0 ?", 0, NA, EXACT, UNKNOWN},
    /* sizes by torch.fft's keyword */
    {"torch.fft.fft2", "c64[5,6,7] s=[3,10] dim=[1,2]", 3680, 2880, EXACT, EXACT},
    /* None is as many as the input has: 4 * (1024 + 2 * 8 * 8 * 7) */
    {"torch.nn.functional.adaptive_avg_pool2d", "f32[2,8,8,8] [null,7]", 1024,
	7680, EXACT, EXACT},
    /* of integers float32 */
    {"torch.nn.functional.softsign", "i64[20]", 60, 240, EXACT, EXACT},
    {"torch.nn.functional.tanhshrink", "i64[20]", 40, 240, EXACT, EXACT},
    /* PyProf's markers have tensors without dimensions: 8 + 8 + 8 + 8 */
    {"torch.put", "i64[] i64[] i64[] false", 0, 32, EXACT, EXACT},
};

#define RUN(cases)                                                             \
	static void run_##cases(void **state)                                  \
	{                                                                      \
		(void)state;                                                   \
		for (size_t i = 0; i < NELEMS(cases); i++)                     \
			check(&cases[i]);                                      \
	}

RUN(linalg)
RUN(real)
RUN(distances)
RUN(copies)
RUN(complexes)
RUN(empty)
RUN(division)
RUN(scalars)
RUN(nonzeros)
RUN(none)
RUN(refused)
RUN(taken)
RUN(bounds)
RUN(hidden_numbers)
RUN(numbers)
RUN(others)
RUN(alone)
RUN(tensors)
RUN(operands)
RUN(types)
RUN(sizes)

/*
 * ONNX Runtime's profile has shapes of results, too.  One of other elements
 * than the operator makes of its inputs cannot be that of the call (onnx.ai's
 * shape inference); it is that of the case, or has one along a dimension more.
 */
static void test_recorded(void **state)
{
	static const char *const calls[][3] = {
	    {"onnx::MatMul", "f32[2,4,5] f32[5,6]", "2,4,6"},
	    {"onnx::MatMul", "f32[5] f32[5]", ""},
	    {"onnx::Gemm", "f32[4,5] f32[6,5] f32[6] transB=1", "4,6"},
	    {"com.microsoft.FusedMatMul", "f32[3,5,4] f32[5,6] transA=1", "3,4,6"},
	    {"onnx::MatMulInteger", "u8[4,5] u8[5,6]", "4,6"},
	    {"onnx::Einsum", "f32[4,5] f32[5,6] equation='ab,bc->ac'", "4,6"},
	    {"onnx::Conv", "f32[1,3,8,8] f32[4,3,3,3] f32[4] kernel_shape=[3,3] strides=[1,1] pads=[1,1,1,1]",
		"1,4,8,8"},
	    {"onnx::Conv", "f32[1,4,8,8] f32[6,2,3,3] kernel_shape=[3,3] strides=[2,2] pads=[1,1,1,1] group=2",
		"1,6,4,4"},
	    {"onnx::Conv", "f32[1,3,8,8] f32[4,3,3,3] kernel_shape=[3,3] strides=[2,2] auto_pad='SAME_UPPER'",
		"1,4,4,4"},
	    {"onnx::ConvTranspose",
		"f32[1,4,5,5] f32[4,6,3,3] kernel_shape=[3,3]", "1,6,7,7"},
	    {"onnx::Concat", "f32[2,3] f32[2,4] axis=1", "2,7"},
	    {"onnx::Transpose", "f32[2,3,4] perm=[2,0,1]", "4,2,3"},
	    {"onnx::DepthToSpace", "f32[1,8,2,3] blocksize=2", "1,2,4,6"},
	    {"onnx::Identity", "f32[2,3]", "2,3"},
	    {"onnx::Cast", "f32[2,3] to=10", "2,3"},
	    {"onnx::Add", "f32[2,1,4] f32[3,1]", "2,3,4"},
	    {"onnx::Add", "f32[2,3] f32[]", "2,3"},
	    {"onnx::Where", "b[4,1] f32[3] f32[]", "4,3"},
	    {"onnx::Equal", "i64[4,3] i64[3]", "4,3"},
	    {"onnx::Pow", "f32[4,3] f32[1]", "4,3"},
	    {"onnx::Not", "b[4]", "4"},
	    {"onnx::Clip", "f32[4,3] f32[] f32[]", "4,3"},
	    {"onnx::Sum", "f32[4,3] f32[3] f32[4,1]", "4,3"},
	    {"onnx::Relu", "f32[2,3]", "2,3"},
	    {"onnx::PRelu", "f32[2,3,4] f32[3,1]", "2,3,4"},
	    {"com.microsoft.FastGelu", "f32[2,3] f32[3]", "2,3"},
	    {"onnx::Softmax", "f32[2,3] axis=-1", "2,3"},
	    {"onnx::ReduceMean", "f32[2,3,4] axes=[1] keepdims=1", "2,1,4"},
	    {"onnx::ReduceSum", "f32[2,3,4] axes=[-1] keepdims=0", "2,3"},
	    {"onnx::ArgMax", "f32[2,3,4] axis=1 keepdims=0", "2,4"},
	    {"onnx::MaxPool", "f32[1,3,8,8] kernel_shape=[2,2] strides=[2,2]",
		"1,3,4,4"},
	    {"onnx::AveragePool",
		"f32[1,3,8,8] kernel_shape=[3,3] strides=[2,2] pads=[1,1,1,1]",
		"1,3,4,4"},
	    {"onnx::GlobalAveragePool", "f32[1,3,8,8]", "1,3,1,1"},
	    {"onnx::LayerNormalization", "f32[2,3,4] f32[4] f32[4] axis=-1", "2,3,4"},
	    {"onnx::BatchNormalization",
		"f32[2,3,4] f32[3] f32[3] f32[3] f32[3]", "2,3,4"},
	    {"com.microsoft.SkipLayerNormalization",
		"f32[2,3,4] f32[2,3,4] f32[4] f32[4]", "2,3,4"},
	    {"onnx::Gather", "f32[7,4] i64[2,3] axis=0", "2,3,4"},
	    {"onnx::Gather", "f32[2,7,4] i64[] axis=1", "2,4"},
	    {"onnx::GatherElements", "f32[7,4] i64[2,4] axis=0", "2,4"},
	    {"onnx::ScatterND", "f32[7,4] i64[2,1] f32[2,4]", "7,4"},
	    {"onnx::CumSum", "f32[2,3] i64[]", "2,3"},
	    {"onnx::QuantizeLinear", "f32[2,3] f32[] u8[]", "2,3"},
	    {"onnx::DequantizeLinear", "u8[2,3] f32[] u8[]", "2,3"},
	    {"onnx::MultiHeadAttention",
		"f16[2,5,32] f16[2,7,32] f16[2,7,32] num_heads=4", "2,5,32"},
	    {"com.microsoft.Attention",
		"f16[2,5,32] f16[32,96] f16[96] num_heads=4", "2,5,32"},
	};
	size_t i;
	int more;

	(void)state;
	for (i = 0; i < NELEMS(calls); i++) {
		for (more = 0; more < 2; more++) {
			struct arena a = {0};
			struct cost cost;
			char text[400];

			/* twice as many along a dimension in front */
			snprintf(text, sizeof text, "%s > f32[%s%s%s]",
			    calls[i][1], more ? "2" : "",
			    more && *calls[i][2] ? "," : "", calls[i][2]);
			op_cost_of_call(calls_make(&a, calls[i][0], text),
			    PART_FORWARD, &cost);
			if (more ? cost.has_flops || cost.has_bytes ||
				       strcmp(cost.of_bytes.why, WHY_MISMATCH) != 0
				 : !cost.has_flops && !cost.has_bytes)
				fail_msg("%s(%s): %d %d %s", calls[i][0], text,
				    cost.has_flops, cost.has_bytes,
				    cost.of_bytes.why ? cost.of_bytes.why : "-");
			arena_free(&a);
		}
	}
}

/* All parts of a split are its result; behind the result of others stand masks
 * and indices; what a mask picks is no more than a bound. */
static void test_several(void **state)
{
	static const struct result_case cases[] = {
	    /* 24 read and written */
	    {"onnx::Split", "f32[4,6] > f32[4,2] f32[4,4]", 0, 192, EXACT, EXACT},
	    {"onnx::Split", "f32[4,6] > f32[4,2] f32[4,3]", NA, NA, UNKNOWN, UNKNOWN},
	    /* ... and a mask of 24 */
	    {"onnx::Dropout", "f32[4,6] > f32[4,6] b[4,6]", 48, 216, EXACT, EXACT},
	    /* without an axis the first: 24 of 4 bytes, 12 of 8 */
	    {"onnx::ArgMin", "f32[2,3,4] > i64[1,3,4]", 24, 192, EXACT, EXACT},
	    {"onnx::ArgMin", "f32[2,3,4]", 24, 192, EXACT, EXACT},
	    /* where it is told none is reduced without axes */
	    {"onnx::ReduceSum", "f32[2,3,4] noop_with_empty_axes=1 > f32[2,3,4]",
		NA, NA, UNKNOWN, UNKNOWN},
	    {"onnx::ReduceSum",
		"f32[2,3,4] axes=[1] noop_with_empty_axes=1 > f32[2,1,4]", 24,
		128, EXACT, EXACT},
	    {"onnx::ReduceSum", "f32[2,3,4] noop_with_empty_axes=0 > f32[1,1,1]",
		24, 100, EXACT, EXACT},
	    /* 2 * 25 * 4 * 6 * 9; x 100, weight 216, y 6 * 10 * 10 as is told,
	     * or input times stride; 6 * 11 * 11 by the windows */
	    {"onnx::ConvTranspose", "f32[1,4,5,5] f32[4,6,3,3] strides=[2,2] output_shape=[10,10] > f32[1,6,10,10]",
		10800, 3664, EXACT, EXACT},
	    {"onnx::ConvTranspose", "f32[1,4,5,5] f32[4,6,3,3] strides=[2,2] auto_pad='SAME_UPPER' > f32[1,6,10,10]",
		10800, 3664, EXACT, EXACT},
	    {"onnx::ConvTranspose",
		"f32[1,4,5,5] f32[4,6,3,3] strides=[2,2] > f32[1,6,11,11]",
		10800, 4168, EXACT, EXACT},
	    /* a mask of 100, indices 56, 7 elements twice */
	    {"aten::index", "f32[100,50] b[100] i64[7] > f32[3]", 0, 212,
		CONF_UPPER, CONF_UPPER},
	};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++)
		check(&cases[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(run_linalg),
	    cmocka_unit_test(run_real),
	    cmocka_unit_test(run_distances),
	    cmocka_unit_test(run_copies),
	    cmocka_unit_test(run_complexes),
	    cmocka_unit_test(run_empty),
	    cmocka_unit_test(run_division),
	    cmocka_unit_test(run_scalars),
	    cmocka_unit_test(run_nonzeros),
	    cmocka_unit_test(run_none),
	    cmocka_unit_test(run_refused),
	    cmocka_unit_test(run_taken),
	    cmocka_unit_test(run_bounds),
	    cmocka_unit_test(run_hidden_numbers),
	    cmocka_unit_test(run_numbers),
	    cmocka_unit_test(run_others),
	    cmocka_unit_test(run_alone),
	    cmocka_unit_test(run_tensors),
	    cmocka_unit_test(run_operands),
	    cmocka_unit_test(run_types),
	    cmocka_unit_test(run_sizes),
	    cmocka_unit_test(test_recorded),
	    cmocka_unit_test(test_several),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
