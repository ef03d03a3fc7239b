/*
 * op.h - the catalogue of operators: what a call costs.
 *
 * op_table.c has one row per operator; op_*.c have one file per family, with
 * the model functions.  Models are pure: no I/O, no globals, no allocation.
 * Formulas are those of pp-models(7), which says where each is from.
 */
#ifndef PROF_OP_H
#define PROF_OP_H

#include "common/call.h"

/* Which part of a call's work a kernel did. */
enum op_part {
	PART_FORWARD,  /* the call as it was made */
	PART_BACKWARD, /* its whole backward, given the forward's arguments */
	PART_PRODUCT,  /* one product of the backward of a GEMM or convolution */
	PART_DGRAD,
	PART_WGRAD,
	PART_DBIAS,
};

enum conf {
	CONF_UNKNOWN,
	CONF_EXACT,
	CONF_UPPER,    /* an upper bound: the output's size depends on values */
	CONF_ESTIMATE,
	CONF_HELPER,   /* the call's work is counted at another kernel */
};

struct cost {
	bool has_flops; /* flops and gemm */
	bool has_bytes;
	uint64_t flops; /* all floating-point operations, FMA = 2 */
	uint64_t gemm;	/* matrix products only */
	uint64_t bytes; /* algorithmic: each input once, each output once */
	enum conf conf;
	const char *why; /* of what is unknown: static text, never NULL then */
	enum dtype dtype; /* the type that the work is done in */
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
	SPACE_OTHER = 16,     /* the name is whole: "adam" of "fused_adam_cuda" */
};

struct op_entry {
	const char *name; /* without its name space */
	unsigned spaces;  /* enum op_space bits */
	op_model *model;  /* NULL: no formula, and why says so */
	const char *args; /* positional order: "input,weight,bias,stride"; a
			   * name ending in "..." takes a list of tensors, which
			   * PyProf and torch >= 1.11 flatten */
	int variant;	  /* what the family's functions make of it: FLOPs an
			   * element, which loss, transposed or not */
	int variant_bwd;  /* the same for PART_BACKWARD */
	const char *why;  /* reason where model is NULL: "view" */
};

/* op_find(call): the row of this call, or NULL: the catalogue does not know
 * the name. */
const struct op_entry *op_find(const struct call *call);

/* op_cost(call, part, cost): find and run the model; 0 or -1 as a model; an
 * unknown name is -1 with why "no model". */
int op_cost(const struct call *call, enum op_part part, struct cost *cost);

/* The catalogue, sorted by (name, spaces). */
extern const struct op_entry op_table[];
extern const unsigned op_table_n;

/*
 * Arguments by the row's names: keyword first, then position.  Where the value
 * is a list of tensors that was flattened the positions behind it move; the
 * row's "..." tells.
 */
const struct arg *op_arg(const struct op_entry *e, const struct call *call,
    const char *name);

/* op_tensor(e, call, name): the argument when it is a tensor with a shape. */
const struct arg *op_tensor(const struct op_entry *e, const struct call *call,
    const char *name);

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

/* op_numel(arg, n): elements of the logical shape; false on overflow or a
 * negative dimension. */
bool op_numel(const struct arg *t, uint64_t *n);

/* op_bytes(arg, bytes): what reading the tensor moves: dims of stride 0 once,
 * a scalar 0 (rule B3); false when shape or dtype is unknown. */
bool op_bytes(const struct arg *t, uint64_t *bytes);

#endif
