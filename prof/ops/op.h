/*
 * op.h - the catalogue of operators: what a call costs.
 *
 * table.c has one row per operator; the others are one file per family, with
 * the model functions.  Models are pure: no I/O, no globals, no allocation.
 * Formulas are those of pp-models(7), which says where each is from.
 */
#ifndef PROF_OPS_OP_H
#define PROF_OPS_OP_H

#include "common/call.h"
#include "common/num.h"

/* Which part of a call's work a kernel did. */
enum op_part {
	PART_FORWARD,  /* the call as it was made */
	PART_BACKWARD, /* its whole backward, given the forward's arguments */
	PART_PRODUCT, /* one product of the backward of a GEMM or convolution */
	PART_DGRAD,
	PART_WGRAD,
	PART_DBIAS,
};

enum conf {
	CONF_UNKNOWN,
	CONF_EXACT,
	CONF_UPPER, /* an upper bound: the output's size depends on values */
	CONF_ESTIMATE,
	CONF_HELPER, /* the call's work is counted at another kernel */
};

struct cost {
	bool has_flops; /* flops and gemm */
	bool has_bytes;
	uint64_t flops; /* all floating-point operations, FMA = 2 */
	uint64_t gemm;	/* matrix products only */
	uint64_t bytes; /* algorithmic: each input once, each output once */
	enum conf conf;
	const char *why;  /* of what is unknown, or conf below exact: static
			   * text, NULL only where all is known exactly */
	enum dtype dtype; /* the type that the work is done in */

	/* Of a collective: bytes by which its bandwidth is told (0: none), the
	 * ranks (0: not known), and how many times (ranks - 1) / ranks of them
	 * a link carries (0: all, once). */
	uint64_t message, ranks;
	unsigned bus;
};

struct op_entry;

/*
 * A model sets cost (which comes zeroed, conf CONF_EXACT) to what part of the
 * call costs.  Return 0, or -1 with cost->why saying what is missing when
 * neither FLOPs nor bytes are known.  FLOPs without bytes (a dtype is missing)
 * is 0 with has_bytes false and why set.
 */
typedef int op_model(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost);

/* The name spaces in which a row's name is valid. */
enum op_space {
	SPACE_TORCH = 1,      /* PyProf mod "torch" */
	SPACE_TENSOR = 2,     /* PyProf mod "Tensor", "torch.Tensor" */
	SPACE_FUNCTIONAL = 4, /* PyProf mod "torch.nn.functional" */
	SPACE_ATEN = 8,	      /* aten::name, and torch < 1.6's bare name */
	SPACE_OTHER = 16,   /* the name is whole: "adam" of "fused_adam_cuda" */
	SPACE_ONNX = 32,    /* an operator type of ONNX or ONNX Runtime */
	SPACE_LIBRARY = 64, /* behind the name of any library: vllm::name */
};

struct op_entry {
	const char *name;   /* without its name space */
	unsigned spaces;    /* enum op_space bits */
	op_model *model;    /* NULL: no formula, and why says so */
	const char *args;   /* positional order: "input,weight,bias,stride"; a
			     * name ending in "..." takes a list of tensors, which
			     * PyProf and torch >= 1.11 flatten */
	int variant;	    /* what the family's functions make of it: FLOPs an
			     * element, which loss, transposed or not */
	int variant_bwd;    /* the same for PART_BACKWARD */
	const char *why;    /* reason where model is NULL: "view" */
	const char *family; /* its title, where the model does not tell */
	bool tc;	    /* the operator can use Tensor Cores */
	bool product; /* its backward is two products, done by kernels that
		       * have roles; other rows get PART_FORWARD and
		       * PART_BACKWARD only */
	bool by_role; /* a backward operator, the model of which knows
		       * PART_DGRAD and the like of itself */
};

/* Why a number is unknown: all that cost->why can say. */
#define WHY_NO_CALL "no call"
#define WHY_NO_MODEL "no model"
#define WHY_NO_ARGS "no arguments"
#define WHY_NO_DTYPE "no dtype"
#define WHY_NO_SHAPE "no shape"
#define WHY_ATTRIBUTE "attributes missing"
#define WHY_MISMATCH "shapes do not fit"
#define WHY_OVERFLOW "overflow"
#define WHY_VIEW "view"
#define WHY_HELPER "helper kernel"
#define WHY_VALUES "value-dependent"
#define WHY_NO_BIAS "no bias"
#define WHY_NODE "node of the backward"
#define WHY_SHARED "shared with other kernels"
#define WHY_OPERAND "which operand"
#define WHY_ALGORITHM "one of several algorithms"

/* The models, one line a family, and what `variant` means to each. */
op_model op_conv;
op_model op_gemm;

enum op_conv_variant {
	CONV_T = 1,	  /* transposed */
	CONV_ASK = 2,	  /* the argument `transposed` says whether */
	CONV_RELU = 4,	  /* relu of the result in the same kernel */
	CONV_GRAD = 8,	  /* a backward operator: has grad_output */
	CONV_ADD = 16,	  /* adds a tensor, z, to the result */
	CONV_CAUSAL = 32, /* of one dimension, as long as the input, depthwise */
	CONV_TBC = 64,	  /* time first, channels last: conv_tbc */
	CONV_DX = 128,	  /* backward operators of one product, in which a */
	CONV_DW = 256,	  /* list of sizes stands for input or weight */
	CONV_INT = 512,	  /* the result is int32 */
};

enum op_gemm_variant {
	GEMM_C = 1,	 /* the first operand is added: addmm */
	GEMM_T = 2,	 /* the right operand is (N, K): linear */
	GEMM_SWAP = 4,	 /* the right operand comes first: __rmatmul__ */
	GEMM_SUM = 8,	 /* summed over the batch: addbmm */
	GEMM_OUTER = 16, /* two vectors to a matrix: outer */
	GEMM_TRANS = 32, /* ONNX: transA and transB say what is transposed; C is
			  * the third operand */
	GEMM_ACT = 64,	 /* relu of the result, or gelu */
};

/* op_find(call): the row of this call, or NULL: the catalogue does not know
 * the name.  All nodes of the backward have one row, without a model. */
const struct op_entry *op_find(const struct call *call);

/* op_find_family(call): the title of the section of pp-models(7) that the call
 * belongs to, a node with its forward; NULL where the name is not known. */
const char *op_find_family(const struct call *call);

/* op_find_each(call, name): whether the call runs an operator on each tensor of
 * a list, _foreach_add_, and that operator's name, add_. */
bool op_find_each(const struct call *call, struct str *name);

/* op_cost(call, part, cost): find and run the model; 0 or -1 as a model; an
 * unknown name is -1 with why "no model". */
int op_cost(const struct call *call, enum op_part part, struct cost *cost);

/* op_cost_of(e, call, part, cost): the same for a row that was found, or NULL. */
int op_cost_of(const struct op_entry *e, const struct call *call,
    enum op_part part, struct cost *cost);

/* The catalogue, sorted by (name, spaces). */
extern const struct op_entry op_table[];
extern const unsigned op_table_n;

/*
 * Arguments by the row's names: keyword first, then position.  Where the value
 * is a list of tensors that was flattened the positions behind it move; the
 * row's "..." tells.
 *
 * `out` is what was given for a result to be written to: `out` or `grad_input`,
 * or as aten records it, the first of the last tensors of a call that has more
 * than its inputs.  It needs no place in the row, and no other name finds it or
 * what follows it.
 */
const struct arg *op_arg(
    const struct op_entry *e, const struct call *call, const char *name);

/* op_positional(a): whether the argument was given without a keyword.  PyProf
 * with capture_input_ops names such a tensor after the call that made it:
 * "/Net::forward/conv1". */
bool op_positional(const struct arg *a);

/* op_tensor(e, call, name): the argument when it is a tensor with a shape. */
const struct arg *op_tensor(
    const struct op_entry *e, const struct call *call, const char *name);

/* op_result(call): the call's first result, where the profile tells of it and
 * it is a tensor with a shape; or NULL. */
const struct arg *op_result(const struct call *call);

/* op_is_out(e, call, a): whether a, one of the call's arguments, is `out` or
 * one of those that follow it. */
bool op_is_out(
    const struct op_entry *e, const struct call *call, const struct arg *a);

/* op_operand(e, call, i): the argument by the i-th name of the row, from 0. */
const struct arg *op_operand(
    const struct op_entry *e, const struct call *call, size_t i);

/* op_list(e, call, name, n): the first of the n tensors of a list argument that
 * was flattened or not; NULL when there is none.  Where tensors follow the list
 * in the row, their names end in '*' ("self,indices...,values*,accumulate"), or
 * a flattened list would swallow them. */
const struct arg *op_list(const struct op_entry *e, const struct call *call,
    const char *name, size_t *n);

/* op_whole(v, i): whether v is a whole number; True is 1, as in torch. */
bool op_whole(const struct value *v, int64_t *i);

/* op_int, op_bool: the value, or otherwise when the argument was not given.
 * *known is set to false (never to true) when it was given but is no such
 * value or the source does not tell (emit_nvtx's []). */
int64_t op_int(const struct op_entry *e, const struct call *call,
    const char *name, int64_t otherwise, bool *known);
bool op_bool(const struct op_entry *e, const struct call *call,
    const char *name, bool otherwise, bool *known);

/* op_ints(e, call, name, out, n, otherwise, known): an int or a list of ints,
 * spread over the n places of out as torch does (one value for all). */
void op_ints(const struct op_entry *e, const struct call *call,
    const char *name, int64_t *out, size_t n, int64_t otherwise, bool *known);

/*
 * Numbers of a formula.  A number is a count, or from OP_BAD on says why there
 * is none.  That sticks: op_add(4, OP_NO_DTYPE) is OP_NO_DTYPE, so a formula is
 * written as one expression and looked at once, by op_set.
 */
#define OP_BAD (UINT64_MAX - 5)
#define OP_NO_VALUE (UINT64_MAX - 5) /* depends on the tensors' values */
#define OP_NO_ATTR (UINT64_MAX - 4)  /* an attribute is missing */
#define OP_MISFIT (UINT64_MAX - 3)   /* shapes that do not fit each other */
#define OP_NO_SHAPE (UINT64_MAX - 2)
#define OP_NO_DTYPE (UINT64_MAX - 1)
#define OP_OVERFLOW UINT64_MAX

static inline uint64_t op_mul(uint64_t a, uint64_t b)
{
	if (a >= OP_BAD || b >= OP_BAD)
		return a >= OP_BAD ? a : b;
	return num_mul(a, b, &a) && a < OP_BAD ? a : OP_OVERFLOW;
}

static inline uint64_t op_add(uint64_t a, uint64_t b)
{
	if (a >= OP_BAD || b >= OP_BAD)
		return a >= OP_BAD ? a : b;
	return num_add(a, b, &a) && a < OP_BAD ? a : OP_OVERFLOW;
}

/* op_set(cost, flops, gemm, bytes): put the numbers into cost.  Return 0, or
 * -1 when all are bad; cost->why tells what is wrong with a bad one. */
int op_set(struct cost *cost, uint64_t flops, uint64_t gemm, uint64_t bytes);

/* op_elems(t): elements of the logical shape.  NULL: OP_NO_SHAPE. */
uint64_t op_elems(const struct arg *t);

/* op_moved(t): bytes that reading or writing the tensor moves: dims of stride 0
 * once, a number 0 (rule B3).  An argument that is NULL, None or a number: 0. */
uint64_t op_moved(const struct arg *t);

/* op_moved_or(t, n, type): the same; where t was not recorded n elements of
 * type.  What is read is counted by this or op_moved, or an expanded tensor
 * counts in full; op_size is for what is written. */
uint64_t op_moved_or(const struct arg *t, uint64_t n, enum dtype type);

/* op_moved_as(t, type): the same of elements that were cast to type before;
 * DTYPE_UNKNOWN: that were not. */
uint64_t op_moved_as(const struct arg *t, enum dtype type);

/* op_grad_as(t, type): bytes of all the elements of t, which is what its
 * gradient has. */
uint64_t op_grad_as(const struct arg *t, enum dtype type);

/* op_size(n, t): bytes of n elements of type t. */
uint64_t op_size(uint64_t n, enum dtype t);

/* Shapes that a model computes. */
#define OP_MAX_DIMS 64 /* torch's limit */

struct op_shape {
	int64_t v[OP_MAX_DIMS];
	size_t n;
};

/* op_dim(dim, n, i): the dimension of n that dim names, from the end where it
 * is negative; false when there is none. */
bool op_dim(int64_t dim, size_t n, size_t *i);

/* op_windows(n, w): how many places a window has along a dimension of n
 * elements, torch's pooling_output_shape.  With ceil the last may stand over
 * the padding behind, but not begin there. */
struct op_window {
	int64_t size, stride, pad, dilation;
	bool ceil;
	int64_t skew; /* how much more padding is behind than in front */
};

uint64_t op_windows(int64_t n, const struct op_window *w);

/* op_shape_of(t, s): false when t has no shape, or one that is no shape. */
bool op_shape_of(const struct arg *t, struct op_shape *s);

/* op_broadcast(s, t): s becomes the shape that s and t broadcast to; false when
 * they do not.  A number or an absent argument changes nothing. */
bool op_broadcast(struct op_shape *s, const struct arg *t);
uint64_t op_shape_elems(const struct op_shape *s);

/* op_promote(v, n): the type that torch computes with for these operands
 * (rules B7: category first, then width; 0-dim tensors and numbers count only
 * where their category is higher); NULLs are passed over.  DTYPE_UNKNOWN when
 * one that matters is unknown. */
enum dtype op_promote(const struct arg *const *v, size_t n);

/* op_promote2(a, b): the type of a pair of tensors of these types. */
enum dtype op_promote2(enum dtype a, enum dtype b);

/* op_dtype_arg(e, call, name, otherwise): a dtype argument: a name, or torch's
 * ScalarType number, in ONNX its own; otherwise when it was not given or not told. */
enum dtype op_dtype_arg(const struct op_entry *e, const struct call *call,
    const char *name, enum dtype otherwise);

#endif
