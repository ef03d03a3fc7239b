/*
 * args.h - a call that a model is asked about, and its arguments.
 *
 * A model names an argument (AT_weight), the row says where arguments of that
 * name stand, and op_args_bind finds all of them once for the call.
 *
 * An argument can be given, not given (the default holds) or not recorded:
 * emit_nvtx writes [] for a number, a list, None and a 0-dim tensor alike.
 * torch's profiler shows numbers and short lists of them, but neither None nor
 * texts.  So an unknown argument with the value None is None to a caller who
 * asks for a number, a list or a tensor, and not recorded to one who asks for a
 * text.
 */
#ifndef PROF_OPS_ARGS_H
#define PROF_OPS_ARGS_H

#include "prof/kernel/mode.h"
#include "prof/ops/op.h"

enum op_at {
#define NAME(name) AT_##name,
#define ALSO(name, word)
#include "prof/ops/names.def"
#undef NAME
#undef ALSO
	OP_NAMES
};

/* The names' texts. */
extern const struct str op_args_names[OP_NAMES];

#define OP_MOST_NAMES 32 /* in a row */

/* op_name_bit(name): its bit in op_entry's bits; others have the same. */
static inline uint64_t op_name_bit(unsigned name)
{
	return (uint64_t)1 << name % 64;
}

/* What a model is asked: the part of the call, by the row.  It keeps accounts,
 * which family.h has the words for; the answer goes to cost. */
struct op_ask {
	const struct op_entry *entry;
	const struct op_row *row; /* of the entry */
	const struct call *call;
	enum op_part part;
	struct cost *cost;	 /* NULL where only arguments are looked at */
	const struct name *name; /* what the kernel's name says; NULL: nothing */

	/* Where the row's names stand in the call: n arguments from first on,
	 * n is 0 where there is none.  Positional arguments come first. */
	struct {
		size_t first, n;
	} place[OP_MOST_NAMES];
	bool keywords; /* the call has arguments by keyword */
	size_t out;    /* the first of the results given; nargs: none */
	bool lost;     /* what is not there was not recorded */

	/* Accounts: counts, or why they are not known.  flops has all. */
	uint64_t flops, gemm, bytes;
	uint64_t result; /* elements of the first result, where has_result */
	bool has_result;
};

/* op_args_bind(q, e, call, part, cost): begin to ask; finds the arguments, and
 * sets q->name to NULL. */
void op_args_bind(struct op_ask *q, const struct op_entry *e,
    const struct call *call, enum op_part part, struct cost *cost);

/*
 * op_args_find(q, name): the argument of that name, or NULL: by keyword, else
 * by its place.  Where the value is a list of tensors that was flattened the
 * places behind it move.
 *
 * `out` is what was given for a result to be written to: `out` or `grad_input`,
 * or as aten records it, the first of the last tensors of a call that has more
 * than its inputs.  It needs no place in the row, and no other name finds it or
 * what follows it.
 */
const struct arg *op_args_find(const struct op_ask *q, enum op_at name);

/* What op_args_find finds in place of an argument that the list of arguments
 * ends before, although it had one: its value was not recorded. */
extern const struct arg op_args_unrecorded;

static inline const struct arg *op_arg(const struct op_ask *q, enum op_at name)
{
	return op_args_find(q, name);
}

/* op_args_has(q, name): whether the row has an argument of that name. */
bool op_args_has(const struct op_ask *q, enum op_at name);

/* op_as_tensor(q, a): an argument that was found, when it is a tensor with a
 * shape.  Where the list of arguments was cut before it nothing is known of the
 * cost: it may have been one. */
static inline const struct arg *op_as_tensor(
    const struct op_ask *q, const struct arg *a)
{
	if (a == &op_args_unrecorded && q->lost && q->cost)
		q->cost->lost = true;
	return a && a->kind == ARG_TENSOR && a->shape.v ? a : NULL;
}

/* op_tensor(q, name): the same of the argument of that name. */
static inline const struct arg *op_tensor(const struct op_ask *q, enum op_at name)
{
	return op_as_tensor(q, op_args_find(q, name));
}

/* op_operand(q, i): the argument by the i-th name of the row, from 0. */
static inline const struct arg *op_operand(const struct op_ask *q, size_t i)
{
	const struct op_entry *e = q->entry;

	if (i >= e->nnames)
		return NULL;
	return op_args_find(q, (enum op_at)(e->names[i] & ~OP_FLAGS));
}

/* op_args_list(q, name, n): the first of the n tensors of a list argument that
 * was flattened or not; NULL when there is none.  Where tensors follow the list
 * in the row, their names end in '*' ("self,indices...,values*,accumulate"), or
 * a flattened list would swallow them. */
const struct arg *op_args_list(const struct op_ask *q, enum op_at name, size_t *n);

/* op_args_moved(q, t): op_moved, but one element for a tensor without
 * dimensions that is no number: in a marker of PyProf's, which does not show
 * numbers so; of an operator that takes none; the first in place, and of a call
 * that has no other tensor. */
uint64_t op_args_moved(const struct op_ask *q, const struct arg *t);

/* op_args_is_out(q, a): whether a, one of the call's arguments, is `out` or one
 * of those that follow it. */
bool op_args_is_out(const struct op_ask *q, const struct arg *a);

/* op_args_positional(a): whether the argument was given without a keyword.
 * PyProf with capture_input_ops names such a tensor after the call that made
 * it: "/Net::forward/conv1". */
bool op_args_positional(const struct arg *a);

/* op_args_result(call): the call's first result, where the profile tells of it
 * and it is a tensor with a shape; or NULL. */
const struct arg *op_args_result(const struct call *call);

/* op_args_result_differs(q): whether the results that ONNX Runtime recorded are
 * not of as many elements as q->result, neither the first nor all together (a
 * split); only of a forward whose result was entered, and whose bytes are exact.
 * Those of other profiles are told by other calls: the arguments are surer. */
bool op_args_result_differs(const struct op_ask *q);

/* op_args_result_elems(q, n): n elements of the result; where n is not known
 * for want of an attribute or of values, those of the call's first result, if
 * the profile tells of it. */
uint64_t op_args_result_elems(const struct op_ask *q, uint64_t n);

/* op_args_result_type(q, otherwise): the type of the call's first result as it
 * was recorded, else as the name of the kernel tells that writes it; else the
 * one given. */
enum dtype op_args_result_type(const struct op_ask *q, enum dtype otherwise);

/* op_args_whole(v, i): whether v is a whole number; True is 1, as in torch. */
bool op_args_whole(const struct value *v, int64_t *i);

/* op_args_int, op_args_bool: the value, or otherwise when the argument was not
 * given.  *known is set to false (never to true) when it was given but is no
 * such value or was not recorded. */
int64_t op_args_int(
    const struct op_ask *q, enum op_at name, int64_t otherwise, bool *known);
bool op_args_bool(
    const struct op_ask *q, enum op_at name, bool otherwise, bool *known);

/* op_args_spread(q, name, out, n, otherwise, known): an int or a list of ints,
 * spread over the n places of out as torch does (one value for all). */
void op_args_spread(const struct op_ask *q, enum op_at name, int64_t *out,
    size_t n, int64_t otherwise, bool *known);

/* op_args_dtype(q, name, otherwise): a dtype argument: a name, or torch's
 * ScalarType number, in ONNX its own; otherwise when it was not given or not
 * recorded; DTYPE_UNKNOWN where it is no type that is known. */
enum dtype op_args_dtype(
    const struct op_ask *q, enum op_at name, enum dtype otherwise);

/* op_args_type(a, onnx, otherwise): the same of an argument, or NULL. */
enum dtype op_args_type(const struct arg *a, bool onnx, enum dtype otherwise);

enum op_given {
	GIVEN_NO, /* the default holds: not there, or None */
	GIVEN_YES,
	GIVEN_UNRECORDED, /* it is there, but its value was not recorded */
};

/* op_args_given(a): of an argument that op_arg found, or NULL. */
enum op_given op_args_given(const struct arg *a);

/* op_args_ints(a, v, max, n): the whole numbers of a list, or the one number,
 * at most max of them, into v.  GIVEN_UNRECORDED too where it is something
 * else; GIVEN_YES with n = 0 of an empty list, which sets nothing. */
enum op_given op_args_ints(const struct arg *a, int64_t *v, size_t max, size_t *n);

/* op_args_word(a, word): set word to the text that a is.  GIVEN_UNRECORDED too
 * where it is something else, or may be a text that was not shown. */
enum op_given op_args_word(const struct arg *a, struct str *word);

/* op_args_real(a, x): the number that a is. */
enum op_given op_args_real(const struct arg *a, double *x);

/* op_args_count(q, name): a number that is a count; OP_NO_ATTR where it was not
 * given or recorded, OP_MISFIT below 0.
 * op_args_count_or: otherwise where it was not given. */
uint64_t op_args_count(const struct op_ask *q, enum op_at name);
uint64_t op_args_count_or(
    const struct op_ask *q, enum op_at name, int64_t otherwise);

/* op_args_is_tensor(a): a is a tensor, with a shape or without. */
bool op_args_is_tensor(const struct arg *a);

/* op_args_lacks_operand(q, unknown): whether an operand that may be a tensor
 * was not recorded: the list of arguments was cut before it, or with unknown,
 * its type is not known. */
bool op_args_lacks_operand(const struct op_ask *q, bool unknown);

/* op_args_is_number(a): a is a Python number. */
bool op_args_is_number(const struct arg *a);

/* op_args_inplace(call): the call writes its result over its first tensor: a
 * name in one '_' (add_) or an augmented assignment (__iadd__). */
bool op_args_inplace(const struct call *call);

/* op_args_mode(q): the mode that the kernel's name tells. */
enum mode op_args_mode(const struct op_ask *q);

/* op_args_padding(q, n, w, same): pad and skew of the n windows from `padding`,
 * torch's or ONNX's, or from the words for it: *same is set, and nothing else,
 * where the result is as large as the input over the stride.  False: it is
 * there, but was not recorded. */
bool op_args_padding(
    const struct op_ask *q, size_t n, struct op_window *w, bool *same);

/* op_args_elsewhere(q): whether a call inside, of an operator in family->holds,
 * has a kernel of its own. */
bool op_args_elsewhere(const struct op_ask *q);

/* op_args_zeroed(q, n): whether another kernel or a memset has already set the
 * tensor of n bytes that the call fills with zeros first. */
bool op_args_zeroed(const struct op_ask *q, uint64_t n);

/* op_args_fit_dim(q, x): whether x has the dimension `dim`; also where that was
 * not given or not recorded.  A bool is none: sort(x, stable, dim). */
bool op_args_fit_dim(const struct op_ask *q, const struct arg *x);

enum op_reduction {
	REDUCTION_NONE,
	REDUCTION_WHOLE, /* a mean or a sum, which cost the same */
	REDUCTION_UNRECORDED,
};

/* op_args_reduction(q): of a loss: `reduction` as a word or torch's number;
 * torch 0.4's size_average and reduce where the row names them. */
enum op_reduction op_args_reduction(const struct op_ask *q);

#endif
