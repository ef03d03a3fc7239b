/*
 * op.h - the catalogue of operators: what a call costs.
 *
 * A family of operators is one file: its rows, one an operator and argument
 * layout, and its model, which counts.  table.c lists the families; the build
 * sorts their rows into one index (catalogue.c).  Models are pure: no I/O, no
 * globals, no allocation.  Formulas are those of pp-models(7), which says where
 * each is from.
 */
#ifndef PROF_OPS_OP_H
#define PROF_OPS_OP_H

#include "common/call.h"
#include "common/nelems.h"
#include "common/num.h"
#include "prof/why.h"

/* Which part of a call's work a kernel did. */
enum op_part {
	PART_FORWARD,  /* the call as it was made */
	PART_BACKWARD, /* its whole backward, given the forward's arguments */
	PART_PRODUCT, /* one product of the backward of a GEMM or convolution */
	PART_DGRAD,
	PART_WGRAD,
	PART_DBIAS,
};

/* How sure a number is, from strong to weak. */
enum conf {
	CONF_EXACT,
	CONF_UPPER, /* an upper bound: the output's size depends on values */
	CONF_ESTIMATE,
	CONF_HELPER, /* the call's work is counted at another kernel */
	CONF_UNKNOWN,
};

/* How sure one number is. */
struct sure {
	enum conf conf;
	const char *why; /* why it is not exact: static text; NULL: it is */
};

struct cost {
	bool has_flops; /* flops and gemm */
	bool has_bytes;
	bool no_gemm;	/* gemm is 0, also where flops are not known */
	bool lost;	/* a tensor was asked for that was not recorded */
	uint64_t flops; /* all floating-point operations, FMA = 2 */
	uint64_t gemm;	/* matrix products only */
	uint64_t bytes; /* algorithmic: each input once, each output once */
	struct sure of_flops, of_bytes;
	enum dtype dtype; /* the type that the work is done in */

	/* Of a collective: bytes that its bandwidth is of (0: none), the
	 * ranks (0: not known), and how many times (ranks - 1) / ranks of them
	 * a link carries (0: all, once). */
	uint64_t message, ranks;
	unsigned bus;
};

struct name;
struct op_ask;
struct op_shape;

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

/* PyProf's text for the arguments of an operator, which show/params.c writes;
 * it has a general one for those that it did not know. */
enum op_params {
	PARAMS_GENERAL,
	PARAMS_ONE,	 /* the first tensor */
	PARAMS_MAP,	 /* its shape as T */
	PARAMS_ALL,	 /* all tensors */
	PARAMS_OPERANDS, /* tensors and numbers */
	PARAMS_LINEAR,
	PARAMS_CONV,
	PARAMS_MM,
	PARAMS_BMM,
	PARAMS_ADDMM,
	PARAMS_MATMUL,
	PARAMS_EMBEDDING,
	PARAMS_MSE_LOSS,
	PARAMS_INDEX_SELECT,
	PARAMS_MASKED_SELECT,
	PARAMS_ADAM,
	PARAMS_COPY,
	PARAMS_RANDPERM,
	PARAMS_SIZED,
	PARAMS_FULL,
	PARAMS_RNN_CELL,
	PARAMS_STYLE = 63,
	PARAMS_IN_PLACE = 64, /* of the form in '_' too */
	PARAMS_ONLY_IN_PLACE = 128,
};

/* A row of a family. */
struct op_row {
	const char *name; /* without its name space */
	unsigned spaces;  /* enum op_space bits */
	const char *args; /* positional order: "input,weight,bias,stride"; a
			   * name ending in "..." takes a list of tensors, which
			   * PyProf and torch >= 1.11 flatten; '*' ends those of
			   * tensors behind it; '?' ends one that an overload or
			   * an older release of aten's does not have, so that
			   * a list which ends before it is whole */
	unsigned variant; /* what the family's functions make of it: which loss,
			   * transposed or not */
	uint64_t each;	  /* FLOPs an element, where the family goes by these */
	unsigned backward; /* as variant and each, of the backward */
	uint64_t each_backward;
	unsigned params; /* enum op_params */
	const char *why; /* there is no formula, and this is the reason: "view" */
	bool no_tc;	 /* not on Tensor Cores, though the family is */
	const char *inside; /* inside a call of this name it does that call's
			     * work, and that one counts: ne(x, x) in isnan(x) */
	unsigned needs;	    /* inputs that are always given, where some of the
			     * others may be left out in front of others; 0:
			     * none may */
	const char *longer; /* the row of the overload that has an argument more,
			     * which is no tensor: a trace has no overloads */
	bool by_role;	    /* a backward operator, the model of which knows
			     * PART_DGRAD and the like of itself */
	bool tensors;	    /* as the family's */
	bool no_complex;    /* its FLOPs are of real numbers alone, though the
			     * family is .complex */
};

/* FLOPs an element of an operator in a compiled kernel. */
struct op_each {
	bool known;
	uint64_t flops;
};
#define OP_EACH(n)                                                             \
	{                                                                      \
		.known = true, .flops = (n)                                    \
	}

/*
 * A family of operators.  Its model sets q->cost (which comes zeroed) to
 * what q->part of the call costs.  It returns 0, or -1 when neither FLOPs nor
 * bytes are known.  What is missing of a number is said at that number: FLOPs
 * without bytes (a dtype is missing) is 0 with has_bytes false.
 */
struct op_family {
	const char *title; /* of its section in pp-models(7) */
	const struct op_row *rows;
	size_t nrows;
	int (*model)(struct op_ask *q);
	bool tc;      /* its operators can use Tensor Cores */
	bool product; /* its backward is two products, done by kernels that
		       * have roles; others get PART_FORWARD and
		       * PART_BACKWARD only */
	bool collective;
	bool lengths; /* it asks for the sums of the engine's step */
	bool complex; /* its FLOPs are those of complex numbers, too; of
		       * others no formula is known then */
	bool tensors; /* its operands are tensors of the GPU's: none is a number,
		       * which a trace shows as one without dimensions */
	const char *holds; /* operators whose work the formula includes, "add":
			    * left out where a call of theirs inside had a
			    * kernel of its own */
	struct op_each each_flops;
	struct op_each (*each)(const struct op_row *row); /* or by the row */

	/* What a call inside returns, where a call of this row runs it only
	 * with one result: x is its first tensor, y becomes the shape.  False:
	 * unknown.  NULL: always. */
	bool (*inside)(const struct op_row *row, const struct op_row *inner,
	    const struct arg *x, struct op_shape *y);

	/* zeros and aligned look at the arguments alone: q->cost is NULL. */

	/* Bytes of the tensor that the call fills with zeros before it writes
	 * to it; or what is wrong.  NULL: there is none. */
	uint64_t (*zeros)(struct op_ask *q);

	/* Whether the sizes of a product are multiples of n, as older
	 * libraries wanted for Tensor Cores.  NULL: any are good. */
	bool (*aligned)(const struct op_ask *q, unsigned n);
};

/* A row in the index of all families, with its names of arguments apart. */
struct op_entry {
	const struct op_family *family;
	uint16_t row;
	uint16_t length; /* bytes of its name */
	uint16_t nnames;
	const uint16_t *names; /* enum op_at, with flags */
	uint64_t bits; /* op_name_bit of each: most questions end here */
};

#define OP_LIST 0x8000	 /* takes a list of tensors */
#define OP_BEHIND 0x4000 /* a tensor behind a list */
#define OP_OPTION 0x2000 /* a list of arguments may end before it */
#define OP_FLAGS (OP_LIST | OP_BEHIND | OP_OPTION)

/* The index, sorted by (name, spaces); made by the build. */
extern const struct op_entry op_catalogue[];
extern const unsigned op_catalogue_n;

static inline const struct op_row *op_row(const struct op_entry *e)
{
	return &e->family->rows[e->row];
}

/* op_known(e): whether the row has a formula; e may be NULL. */
static inline bool op_known(const struct op_entry *e)
{
	return e && !op_row(e)->why;
}

/* op_why_not(e, call): why the model of the row, which may be NULL, is not run
 * for the call; or NULL. */
static inline const char *op_why_not(
    const struct op_entry *e, const struct call *call)
{
	if (!op_known(e))
		return e ? op_row(e)->why : WHY_NO_MODEL;
	return call->has_args ? NULL : WHY_NO_ARGS;
}

static inline bool op_is_product(const struct op_entry *e)
{
	return op_known(e) && e->family->product;
}

static inline bool op_uses_tc(const struct op_entry *e)
{
	return op_known(e) && e->family->tc && !op_row(e)->no_tc;
}

/* op_find(call): the row of this call, or NULL: the catalogue does not know
 * the name.  All nodes of the backward have one row, without a model. */
const struct op_entry *op_find(const struct call *call);

/* op_find_each(call, name): whether the call runs an operator on each tensor of
 * a list, _foreach_add_, and that operator's name, add_. */
bool op_find_each(const struct call *call, struct str *name);

/* op_find_begins(name): whether a row's name begins with this; one that holds a
 * NUL begins none. */
bool op_find_begins(struct str name);

/* op_cost_of_call(call, part, cost): find and run the model; 0 or -1 as a
 * model; an unknown name is -1 for "no model". */
int op_cost_of_call(const struct call *call, enum op_part part, struct cost *cost);

/* op_cost_of(e, call, part, name, cost): the same for a row that was found, or
 * NULL.  name is what the kernel's name says; NULL: nothing. */
int op_cost_of(const struct op_entry *e, const struct call *call,
    enum op_part part, const struct name *name, struct cost *cost);

/* op_cost_of_zeros(e, call, part): what the family's zeros says of the call:
 * bytes, or what is wrong; OP_NO_ATTR where it has none.  e is not NULL. */
uint64_t op_cost_of_zeros(
    const struct op_entry *e, const struct call *call, enum op_part part);

/* op_cost_of_aligned(e, call, n): what the family's aligned says. */
bool op_cost_of_aligned(
    const struct op_entry *e, const struct call *call, unsigned n);

/* op_cost_of_each(e): FLOPs an element in a compiled kernel, or OP_NO_ATTR.  e
 * is not NULL. */
uint64_t op_cost_of_each(const struct op_entry *e);

/* Why a number of a formula is none, from NUM_BAD on (common/num.h); the last
 * is NUM_OVERFLOW.  op_set turns it into a reason. */
#define OP_NO_VALUE (NUM_BAD + 0) /* depends on the tensors' values */
#define OP_NO_ATTR (NUM_BAD + 1)  /* an attribute is missing */
#define OP_MISFIT (NUM_BAD + 2)	  /* shapes that do not fit each other */
#define OP_NO_SHAPE (NUM_BAD + 3)
#define OP_NO_DTYPE (NUM_BAD + 4)

/* op_set(cost, flops, gemm, bytes): put the numbers into cost.  A bad one is
 * unknown, for the reason that it holds; where one is OP_MISFIT, all are.
 * Return 0, or -1 when all are bad. */
int op_set(struct cost *cost, uint64_t flops, uint64_t gemm, uint64_t bytes);

/* op_unknown(cost, why): neither number is known; all else of cost is zeroed. */
void op_unknown(struct cost *cost, const char *why);

/* op_lower(s, conf, why): a number is no surer than conf, for this reason; what
 * is less sure already stays. */
void op_lower(struct sure *s, enum conf conf, const char *why);

/* op_sure(cost): how sure the weaker number of the two is; a helper is one,
 * whatever is known of its bytes. */
const struct sure *op_sure(const struct cost *cost);

/* op_counted(s): whether there is nothing left to count: the number is there,
 * or it is counted at another kernel. */
static inline bool op_counted(const struct sure *s)
{
	return s->conf != CONF_UNKNOWN;
}

/* op_is_bound(s): whether it is an upper bound, over which there is no rate. */
static inline bool op_is_bound(const struct sure *s)
{
	return s->conf == CONF_UPPER;
}

/* op_elems(t): elements of the logical shape.  NULL: OP_NO_SHAPE. */
uint64_t op_elems(const struct arg *t);

/* op_extent(t, i): the i-th size of its shape, which has as many. */
uint64_t op_extent(const struct arg *t, size_t i);

/* op_last(t): the last size of its shape; OP_NO_SHAPE where it has none. */
uint64_t op_last(const struct arg *t);

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

/* op_shape_same(s, t): whether the shapes are the same. */
bool op_shape_same(const struct op_shape *s, const struct op_shape *t);

/* op_alike(a, b): whether two tensors have the same shape; also where one has
 * none, or is NULL. */
bool op_alike(const struct arg *a, const struct arg *b);

/* op_broadcast(s, t): s becomes the shape that s and t broadcast to; 0, or what
 * is wrong.  A number or an absent argument changes nothing. */
uint64_t op_broadcast(struct op_shape *s, const struct arg *t);

/* op_expands(t, s): whether t broadcasts to just that shape; also where it has
 * none, or is NULL. */
bool op_expands(const struct arg *t, const struct op_shape *s);
uint64_t op_shape_elems(const struct op_shape *s);

/* op_promote(v, n, marker): the type that torch computes with for these
 * operands (rules B7: category first, then width; 0-dim tensors and numbers
 * count only where their category is higher); NULLs are passed over.
 * DTYPE_UNKNOWN when one that matters is unknown.  marker: the call is
 * PyProf's, so that a tensor without dimensions is no number of a trace. */
enum dtype op_promote(const struct arg *const *v, size_t n, bool marker);

/* op_promote2(a, b): the type of a pair of tensors of these types. */
enum dtype op_promote2(enum dtype a, enum dtype b);

/*
 * op_cast(cost, a, b):
 * Two floats of unlike type meet in a marker that was written before autocast
 * cast the wider one to a half (PyProf): all of the work is then done in that.
 * DTYPE_UNKNOWN where autocast casts neither; if a and b differ all the same,
 * as those of a library's kernel may, cost becomes an estimate.
 */
enum dtype op_cast(struct cost *cost, enum dtype a, enum dtype b);

#endif
