/*
 * args.h - what an argument says, where that takes more than one look.
 *
 * A value can be given, not given (the default holds) or untold: emit_nvtx
 * writes [] for a number, a list, None and a 0-dim tensor alike.
 */
#ifndef PROF_OPS_ARGS_H
#define PROF_OPS_ARGS_H

#include "prof/ops/op.h"

enum op_given {
	GIVEN_NO, /* the default holds: not there, or None */
	GIVEN_YES,
	GIVEN_UNTOLD, /* it is there, but the source does not tell the value */
};

/* op_args_given(a): of an argument that op_arg found, or NULL. */
enum op_given op_args_given(const struct arg *a);

/* op_args_ints(a, v, max, n): the whole numbers of a list, or the one number,
 * at most max of them, into v.  GIVEN_UNTOLD too where it is something else. */
enum op_given op_args_ints(const struct arg *a, int64_t *v, size_t max, size_t *n);

/* op_args_real(a, x): the number that a is. */
enum op_given op_args_real(const struct arg *a, double *x);

/* op_args_count(e, call, name, otherwise): a number that is a count, otherwise
 * where it was not given; or OP_NO_ATTR. */
uint64_t op_args_count(const struct op_entry *e, const struct call *call,
    const char *name, int64_t otherwise);

/* op_args_is_tensor(a): a is a tensor, with a shape or without. */
bool op_args_is_tensor(const struct arg *a);

/* op_args_is_number(a): a is a Python number. */
bool op_args_is_number(const struct arg *a);

/* op_args_inplace(call): the call writes its result over its first tensor: a
 * name in one '_' (add_) or an augmented assignment (__iadd__). */
bool op_args_inplace(const struct call *call);

/* op_args_padding(e, call, n, w, same): pad and skew of the n windows from
 * `padding`, torch's or ONNX's, or from the words for it: *same is set, and
 * nothing else, where the result is as large as the input over the stride.
 * False: it is there, but not told. */
bool op_args_padding(const struct op_entry *e, const struct call *call,
    size_t n, struct op_window *w, bool *same);

enum op_reduction {
	REDUCTION_NONE, /* torch's numbers */
	REDUCTION_MEAN,
	REDUCTION_SUM,
	REDUCTION_UNTOLD,
};

/* op_args_reduction(e, call): of a loss: `reduction` as a word or torch's
 * number; torch 0.4's size_average and reduce where the row names them. */
enum op_reduction op_args_reduction(
    const struct op_entry *e, const struct call *call);

#endif
