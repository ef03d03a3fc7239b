/*
 * find.c - the row of the catalogue for a call's name.
 *
 * In:  a module and a name (PyProf), or a name with its library in front
 * Out: the row
 *
 * A name is spelled differently by each source, so a row has one spelling and
 * the rules here lead to it: name spaces are bits and not tables of their own,
 * overloads, in-place forms and forms for lists of tensors are the operator.
 * Nodes of the backward (MmBackward0) have one row together: what they cost is
 * said by the calls inside, or by the forward call.
 */
#include "prof/ops/find.h"

#include "common/ascii.h"
#include "common/nelems.h"

#define LONGEST_NAME 96 /* test_op checks that the rows' are not longer */

static bool is_identifier(struct str s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (!(is_letter(s.p[i]) || is_digit(s.p[i]) || s.p[i] == '_'))
			return false;
	return s.n > 0;
}

/* Order of the row's name and s, which is not empty. */
static int name_cmp(const char *name, struct str s)
{
	int c = (unsigned char)name[0] - (unsigned char)s.p[0];

	return c ? c : str_cmp(str_of(name), s); /* most differ there */
}

/* The first row whose name is not before this one. */
static size_t lower_bound(struct str name)
{
	size_t lo = 0, hi = op_catalogue_n, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (name_cmp(op_row(&op_catalogue[mid])->name, name) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Whether the row has the name. */
static bool has_name(const struct op_entry *e, struct str name)
{
	return str_eq(name, (struct str){op_row(e)->name, e->length});
}

static const struct op_entry *lookup(struct str name, unsigned spaces)
{
	const struct op_entry *e, *end = op_catalogue + op_catalogue_n;
	size_t slot;

	for (slot = op_find_slot(name); op_catalogue_slots[slot];
	     slot = (slot + 1) % OP_FIND_SLOTS) {
		e = &op_catalogue[op_catalogue_slots[slot] - 1];
		if (!has_name(e, name))
			continue;
		for (; e < end && has_name(e, name); e++)
			if (op_row(e)->spaces & spaces)
				return e;
		return NULL;
	}
	return NULL;
}

bool op_find_begins(struct str name)
{
	struct str row;
	size_t i;

	if (name.n == 0)
		return true;
	i = lower_bound(name);
	if (i == op_catalogue_n)
		return false;
	row = str_of(op_row(&op_catalogue[i])->name);
	return row.n >= name.n && memcmp(row.p, name.p, name.n) == 0;
}

/* The row of the names joined. */
static const struct op_entry *lookup_joined(
    struct str head, struct str name, unsigned spaces)
{
	char buf[LONGEST_NAME];

	if (head.n == 0)
		return lookup(name, spaces);
	if (name.n == 0 || head.n > sizeof buf || name.n > sizeof buf - head.n)
		return NULL;
	memcpy(buf, head.p, head.n);
	memcpy(buf + head.n, name.p, name.n);
	return lookup((struct str){buf, head.n + name.n}, spaces);
}

/*
 * A name, or what it is a form of: an overload is the operator
 * (aten::addmm.dtype), so is an in-place form that has no row of its own
 * (relu_), or both.  What ends in two is __add__.
 */
static const struct op_entry *lookup_forms(
    struct str head, struct str name, unsigned spaces)
{
	const char *dot = name.n ? memchr(name.p, '.', name.n) : NULL;
	const struct op_entry *e = lookup_joined(head, name, spaces);

	if (!e && dot) {
		name.n = (size_t)(dot - name.p);
		e = lookup_joined(head, name, spaces);
	}
	if (!e && name.n > 1 && name.p[name.n - 1] == '_' &&
	    name.p[name.n - 2] != '_') {
		name.n--;
		e = lookup_joined(head, name, spaces);
	}
	return e;
}

/* A prefix, and the spaces of what follows it, with `to` in its place. */
struct space_rule {
	struct str prefix;
	unsigned spaces;
	const char *to;
};

/* PyProf's modules.  Functions of torch's other modules have the names of the
 * operators behind them. */
#define TEXT(literal)                                                          \
	{                                                                      \
		literal, sizeof(literal) - 1                                   \
	}
static const struct space_rule modules[] = {
    {TEXT("torch"), SPACE_TORCH, ""},
    {TEXT("Tensor"), SPACE_TENSOR, ""},
    {TEXT("torch.Tensor"), SPACE_TENSOR, ""},
    {TEXT("torch.nn.functional"), SPACE_FUNCTIONAL, ""},
    {TEXT("torch._C._nn"), SPACE_ATEN, ""},
    {TEXT("torch.fft"), SPACE_ATEN, "fft_"},
    {TEXT("extern_kernels"), SPACE_ATEN, ""}, /* what torch.compile calls */
    {TEXT("torch.linalg"), SPACE_ATEN, "linalg_"},
    {TEXT("torch.sparse"), SPACE_ATEN, "_sparse_"},
    {TEXT("torch.special"), SPACE_ATEN, "special_"},
    {TEXT("torchvision.ops"), SPACE_OTHER, "torchvision.ops."},
};

/* Libraries whose operators are torch's or ONNX's. */
static const struct space_rule libraries[] = {
    {TEXT("aten::"), SPACE_ATEN, ""},
    {TEXT("prims::"), SPACE_ATEN, ""},
    {TEXT("torch.ops.aten."), SPACE_ATEN, ""},
    {TEXT("extern_kernels."), SPACE_ATEN, ""}, /* torch.compile's calls of others */
    {TEXT("onnx::"), SPACE_ONNX, ""},
    {TEXT("ai.onnx.preview.training."), SPACE_ONNX, ""},
    {TEXT("ai.onnx."), SPACE_ONNX, ""},
    {TEXT("com.microsoft."), SPACE_ONNX, ""},
    {TEXT("com.microsoft::"), SPACE_ONNX, ""},
};

static bool begins(struct str s, struct str head)
{
	return s.n >= head.n && memcmp(s.p, head.p, head.n) == 0;
}

static const struct op_entry *find_framework(struct str name);

static const struct op_entry *find_pyprof(const struct call *call)
{
	const struct op_entry *e = NULL;
	char buf[LONGEST_NAME];
	size_t i, n = call->mod.n;

	for (i = 0; i < NELEMS(modules); i++)
		if (str_eq(call->mod, modules[i].prefix))
			return lookup_forms(
			    str_of(modules[i].to), call->op, modules[i].spaces);
	/* A class's method, LSTM.forward; else the module, like apex's, has one
	 * function: adam of fused_adam_cuda. */
	if (n < sizeof buf - 1) {
		memcpy(buf, call->mod.p, n);
		buf[n] = '.';
		e = lookup_joined((struct str){buf, n + 1}, call->op, SPACE_OTHER);
		/* A domain of ONNX, where the name was cut at its last dot. */
		if (!e &&
		    (str_is(call->mod, "com.microsoft") ||
			str_starts(call->mod, "ai.onnx")) &&
		    call->op.n < sizeof buf - n - 1) {
			memcpy(buf + n + 1, call->op.p, call->op.n);
			e = find_framework((struct str){buf, n + 1 + call->op.n});
		}
	}
	return e ? e : lookup_forms((struct str){0}, call->op, SPACE_OTHER);
}

/* The name behind the last "::", or nothing. */
static struct str without_library(struct str name)
{
	size_t i;

	for (i = name.n; i > 2; i--)
		if (name.p[i - 1] == ':' && name.p[i - 2] == ':')
			return str_from(name, i);
	return (struct str){0};
}

/* The row of a function that SGLang's shape profiler has made an operator of:
 * there is a number behind its name. */
static const struct op_entry *find_numbered(struct str name)
{
	if (!str_starts(name, "sglang_profiler::"))
		return NULL;
	while (name.n && is_digit(name.p[name.n - 1]))
		name.n--;
	name.n -= name.n > 0; /* '_' */
	return name.n ? lookup(name, SPACE_OTHER) : NULL;
}

static const struct op_entry *find_framework(struct str name)
{
	const struct str no_head = {0};
	const struct op_entry *e;
	size_t i;

	/* torch before 1.6 wrote mm, not aten::mm; ONNX Runtime writes Gemm,
	 * and torch an autograd function by its class: LigerSiLUMulFunction. */
	if (is_identifier(name))
		return lookup_forms(
		    no_head, name, SPACE_ATEN | SPACE_ONNX | SPACE_OTHER);
	e = lookup_forms(no_head, name, SPACE_OTHER | SPACE_ONNX);
	for (i = 0; !e && i < NELEMS(libraries); i++)
		if (begins(name, libraries[i].prefix))
			return lookup_forms(str_of(libraries[i].to),
			    str_from(name, libraries[i].prefix.n),
			    libraries[i].spaces);
	/* _C::silu_and_mul and sgl_kernel::silu_and_mul are one operator. */
	e = e ? e : lookup_forms(no_head, without_library(name), SPACE_LIBRARY);
	return e ? e : find_numbered(name);
}

bool op_find_each(const struct call *call, struct str *name)
{
	struct str s = call->op;

	if (call->mod.n || call->node || !s.p)
		return false;
	str_skip(&s, "aten::");
	if (!str_skip(&s, "_foreach_"))
		return false;
	*name = s;
	return true;
}

/* MmBackward0, SelectBackward, CopyBackwards: a name that is not recorded as a
 * node's is one only where it is written as one. */
static bool is_node_name(struct str name)
{
	while (name.n && is_digit(name.p[name.n - 1]))
		name.n--;
	if (str_ends(name, "Backwards"))
		name.n--;
	if (!str_ends(name, "Backward"))
		return false;
	name.n -= 8;
	return is_identifier(name);
}

/* Rows of names that a program makes up: what they begin and end with.  Of
 * SPACE_LIBRARY they are behind the name of any library. */
static const struct {
	struct str head;
	const char *tail, *row;
	unsigned spaces;
} made_up[] = {
    {TEXT("triton_"), "", "triton_...", SPACE_OTHER},
    {TEXT("split_embedding_codegen_lookup_"), "_function",
	"split_embedding_codegen_lookup_..._function", SPACE_LIBRARY},
    {TEXT("split_embedding_codegen_lookup_"), "_function_pt2",
	"split_embedding_codegen_lookup_..._function_pt2", SPACE_LIBRARY},
    {TEXT("ssd_embedding_codegen_lookup_"), "_function",
	"split_embedding_codegen_lookup_..._function", SPACE_LIBRARY},
    {TEXT("ssd_embedding_codegen_lookup_"), "_function_pt2",
	"split_embedding_codegen_lookup_..._function_pt2", SPACE_LIBRARY},
    {TEXT(""), ".step", "Optimizer.step", SPACE_OTHER}, /* FusedAdam.step */
};

static const struct op_entry *find_made_up(struct str name)
{
	struct str bare = without_library(name), middle;
	size_t i, head, tail;

	for (i = 0; i < NELEMS(made_up); i++) {
		struct str s = made_up[i].spaces & SPACE_LIBRARY ? bare : name;

		head = made_up[i].head.n;
		tail = strlen(made_up[i].tail);
		if (s.n < head + tail || !begins(s, made_up[i].head) ||
		    !str_ends(s, made_up[i].tail))
			continue;
		middle = (struct str){s.p + head, s.n - head - tail};
		if (is_identifier(middle) || (middle.n == 0 && head && !tail))
			return lookup(str_of(made_up[i].row), made_up[i].spaces);
	}
	return NULL;
}

static const struct op_entry *find(const struct call *call)
{
	const struct op_entry *e;
	struct str name;

	if (!call->op.p)
		return NULL;
	if (op_find_each(call, &name))
		return lookup_forms((struct str){0}, name, SPACE_ATEN);
	if (call->mod.n)
		return find_pyprof(call);
	e = find_framework(call->op);
	return e ? e : find_made_up(call->op);
}

/* The row, or that of the overload with an argument more: the result's type of
 * mm(a, b, out_dtype), whose name a trace writes as mm's. */
static const struct op_entry *overload(
    const struct op_entry *e, const struct call *call)
{
	const char *longer = op_row(e)->longer;
	size_t n = call->nargs;

	if (!longer || call->mod.n || n <= e->nnames)
		return e;
	n -= call->args[n - 1].kind == ARG_TENSOR; /* out */
	return n == e->nnames + 1u ? lookup(str_of(longer), SPACE_ATEN) : e;
}

/* The one row of all nodes of the backward. */
static const struct op_row node_row = {
    .name = "...Backward", .spaces = SPACE_OTHER, .why = WHY_NODE};
static const struct op_family nodes = {.rows = &node_row, .nrows = 1};
static const struct op_entry node = {.family = &nodes};

const struct op_entry *op_find(const struct call *call)
{
	const struct op_entry *e;

	if (call->node)
		return &node;
	e = find(call);
	if (e)
		return overload(e, call);
	if (call->op.p && !call->mod.n && is_node_name(call->op))
		return &node;
	return NULL;
}
