/*
 * args.c - what an argument says, where that takes more than one look.
 *
 * In:  a call's arguments as they were recorded
 * Out: numbers, lists and words of them, with "not given" told from "untold"
 *
 * op_int and op_ints fold the two into one flag; a model that may answer in
 * part (FLOPs without bytes) has to know which it was.
 */
#include "prof/ops/args.h"

enum op_given op_args_given(const struct arg *a)
{
	if (!a || a->kind == ARG_NONE || a->value.kind == VALUE_NONE)
		return GIVEN_NO;
	return a->kind == ARG_UNKNOWN ? GIVEN_UNTOLD : GIVEN_YES;
}

enum op_given op_args_ints(const struct arg *a, int64_t *v, size_t max, size_t *n)
{
	enum op_given given = op_args_given(a);
	size_t i;

	*n = 0;
	if (given != GIVEN_YES)
		return given;
	if (a->value.kind != VALUE_LIST) {
		if (max == 0 || !op_whole(&a->value, &v[0]))
			return GIVEN_UNTOLD;
		*n = 1;
		return GIVEN_YES;
	}
	if (a->value.list.n > max)
		return GIVEN_UNTOLD;
	for (i = 0; i < a->value.list.n; i++)
		if (!op_whole(&a->value.list.v[i], &v[i]))
			return GIVEN_UNTOLD;
	*n = i;
	return GIVEN_YES;
}

enum op_given op_args_real(const struct arg *a, double *x)
{
	enum op_given given = op_args_given(a);
	int64_t i;

	if (given != GIVEN_YES)
		return given;
	if (a->value.kind == VALUE_REAL)
		*x = a->value.f;
	else if (op_whole(&a->value, &i))
		*x = (double)i;
	else
		return GIVEN_UNTOLD;
	return GIVEN_YES;
}

uint64_t op_args_count(const struct op_entry *e, const struct call *call,
    const char *name, int64_t otherwise)
{
	bool known = true;
	int64_t n = op_int(e, call, name, otherwise, &known);

	return known && n >= 0 ? (uint64_t)n : OP_NO_ATTR;
}

bool op_args_is_tensor(const struct arg *a)
{
	return a && a->kind == ARG_TENSOR;
}

bool op_args_is_number(const struct arg *a)
{
	return a && (a->kind == ARG_INT || a->kind == ARG_FLOAT ||
			a->kind == ARG_BOOL);
}

bool op_args_inplace(const struct call *call)
{
	struct str s = call->op;
	const char *dot = s.n ? memchr(s.p, '.', s.n) : NULL;

	if (dot) /* aten::add_.Tensor */
		s.n = (size_t)(dot - s.p);
	if (str_starts(s, "__i"))
		return !str_is(s, "__invert__") && !str_is(s, "__index__");
	return s.n > 1 && s.p[s.n - 1] == '_' && s.p[s.n - 2] != '_';
}

/* Padding by a word. */
static bool named_padding(
    const struct op_entry *e, const struct call *call, bool *same)
{
	const struct arg *a = op_arg(e, call, "auto_pad");
	struct str word;

	if (!a || a->value.kind != VALUE_STR || str_is(a->value.s, "NOTSET"))
		a = op_arg(e, call, "padding");
	if (!a || a->value.kind != VALUE_STR)
		return false;
	word = a->value.s;
	*same = str_is(word, "same") || str_is(word, "SAME_UPPER") ||
		str_is(word, "SAME_LOWER");
	return *same || str_is(word, "valid") || str_is(word, "VALID");
}

bool op_args_padding(const struct op_entry *e, const struct call *call,
    size_t n, struct op_window *w, bool *same)
{
	const struct arg *a = op_arg(e, call, "padding");
	int64_t pad[2 * OP_MAX_DIMS];
	bool known = true, both;
	size_t i;

	*same = false;
	for (i = 0; i < n; i++)
		w[i].pad = w[i].skew = 0;
	if (n > OP_MAX_DIMS || named_padding(e, call, same))
		return n <= OP_MAX_DIMS;
	/* ONNX has those in front of all dimensions, then those behind. */
	both = a && a->value.kind == VALUE_LIST && n && a->value.list.n == 2 * n;
	op_ints(e, call, "padding", pad, both ? 2 * n : n, 0, &known);
	for (i = 0; i < n && known; i++) {
		w[i].pad = pad[i];
		if (both && __builtin_sub_overflow(pad[n + i], pad[i], &w[i].skew))
			known = false;
	}
	return known;
}

/* A flag of the old form of a loss; torch takes any word there for true. */
static bool old_flag(const struct op_entry *e, const struct call *call,
    const char *name, bool *known)
{
	const struct arg *a = op_arg(e, call, name);

	if (a && a->value.kind == VALUE_STR)
		return a->value.s.n > 0;
	return op_bool(e, call, name, true, known);
}

enum op_reduction op_args_reduction(const struct op_entry *e, const struct call *call)
{
	static const char *const word[] = {"none", "mean", "sum"};
	const struct arg *a = op_arg(e, call, "reduction");
	enum op_given given = op_args_given(a);
	bool known = true;
	int i;

	if (given == GIVEN_UNTOLD)
		return REDUCTION_UNTOLD;
	/* The old flags win where they are given, as in torch. */
	if (op_args_given(op_arg(e, call, "size_average")) != GIVEN_NO ||
	    op_args_given(op_arg(e, call, "reduce")) != GIVEN_NO) {
		bool reduce = old_flag(e, call, "reduce", &known);
		bool mean = old_flag(e, call, "size_average", &known);

		if (!known)
			return REDUCTION_UNTOLD;
		return !reduce ? REDUCTION_NONE
		       : mean  ? REDUCTION_MEAN
			       : REDUCTION_SUM;
	}
	if (given == GIVEN_NO)
		return REDUCTION_MEAN;
	for (i = 0; i < 3; i++)
		if ((a->value.kind == VALUE_STR && str_is(a->value.s, word[i])) ||
		    (a->value.kind == VALUE_INT && a->value.i == i))
			return (enum op_reduction)i;
	/* F.kl_div's batchmean is a sum divided by the batch. */
	if (a->value.kind == VALUE_STR && str_is(a->value.s, "batchmean"))
		return REDUCTION_MEAN;
	return REDUCTION_UNTOLD;
}
