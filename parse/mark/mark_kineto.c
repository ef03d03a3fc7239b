/*
 * mark_kineto.c - the host's rows of a PyTorch profiler trace.
 *
 * In:  a row's name; its category as domain; as payload its arguments, one
 *      Python dict that the reader puts together from the row's own texts:
 *      dims [[64, 32], []]         types ["float", "Scalar"]
 *      strides [[32, 1], []]       values ["", "1"]
 *      comm "allreduce"  elements 5  received 5  group 8  group_name "0"
 *      dtype "Float"
 *      kernel_flop 6  kernel_num_gb 0.5  kernel_backend "triton"
 *      kernel_file "/tmp/c.py"
 *      stack "b.py(3): g;a.py(1): f"  modules "Net.fc"
 *      of a node of ONNX Runtime
 *      op "Conv"  inputs [{"float16": [64, 32]}]  outputs [{"float16": [64]}]
 * Out: an operator call with its arguments by position, an autograd node, ...,
 *      as mark_torch.c has them; a module or a frame of Python
 *
 * The category separates operators from users' ranges, as no name could:
 * "triton_poi_fused_add_0" is an operator.  Rows of 2021 all have one category;
 * there, a name without "::" may be a user's.
 */
#include "parse/mark/mark.h"

#include <string.h>

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"
#include "parse/mark/pydict.h"

/* "file.py(12): func" or "file.py(12)" becomes file.py:12; others stay as they
 * are.  The last number in parentheses counts, as the function's name may hold
 * others. */
static struct str frame_of(struct str s, struct arena *a)
{
	size_t close = s.n, open;
	int64_t line;
	char *text;

	for (;;) {
		while (close > 0 && s.p[close - 1] != ')')
			close--;
		if (close == 0)
			return s;
		open = --close; /* of the digits between them */
		while (open > 0 && is_digit(s.p[open - 1]))
			open--;
		if (open > 1 && s.p[open - 1] == '(' &&
		    num_parse(s.p + open, close - open, 0, INT64_MAX, &line))
			break;
	}
	text = arena_array(a, close, 1);
	memcpy(text, s.p, close);
	text[open - 1] = ':';
	return (struct str){text, close};
}

static bool decode_python(struct str text, struct arena *a, struct mark *m)
{
	if (str_skip(&text, "nn.Module: ")) {
		m->kind = MARK_MODULE;
		m->text = text;
		return true;
	}
	m->kind = MARK_FRAME;
	m->text = frame_of(text, a);
	return true;
}

static bool decode_op(struct str text, struct arena *a, struct mark *m)
{
	return mark_torch_name(text, true, a, m);
}

static bool decode_old_op(struct str text, struct arena *a, struct mark *m)
{
	return mark_torch_name(text, false, a, m);
}

/* The name of a node; what it is of stands in its payload. */
static bool decode_node(struct str text, struct arena *a, struct mark *m)
{
	(void)a;
	m->kind = MARK_RANGE;
	m->text = text;
	return true;
}

/* Decode by category.  A user's annotation may be of any dialect. */
static const struct {
	const char *domain;
	bool (*decode)(struct str text, struct arena *a, struct mark *m);
} categories[] = {
    {"cpu_op", decode_op},
    {"Operator", decode_old_op},
    {"python_function", decode_python},
    {"ort_node", decode_node},
    {"ort_session", decode_node},
};

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	size_t i;

	for (i = 0; i < NELEMS(categories); i++)
		if (str_is(domain, categories[i].domain))
			return categories[i].decode(text, a, m);
	return false;
}

/* ---- arguments ---- */

static bool is_list(const struct py *v)
{
	return v && (v->kind == PY_LIST || v->kind == PY_TUPLE);
}

/* An item of a list; NULL if there is no such item or no list. */
static const struct py *item(const struct py *list, size_t i)
{
	return is_list(list) && i < list->n ? &list->items[i] : NULL;
}

/* A list that rows of 2021 have as text. */
static const struct py *as_list(const struct py *v, struct arena *a)
{
	struct py *inner;

	if (!v || v->kind != PY_STR)
		return v;
	inner = arena_array(a, 1, sizeof *inner);
	return pydict_parse(v->text, a, inner, NULL) == 0 ? inner : NULL;
}

static struct dims dims_of(const struct py *v, struct arena *a)
{
	int64_t *dims;
	size_t i;

	if (!is_list(v))
		return (struct dims){0};
	dims = arena_array(a, v->n + 1, sizeof *dims);
	for (i = 0; i < v->n; i++) {
		if (v->items[i].kind != PY_INT || v->items[i].i < 0)
			return (struct dims){0};
		dims[i] = v->items[i].i;
	}
	return (struct dims){dims, v->n};
}

static void set_dtype(struct arg *arg, struct str type)
{
	arg->dtype = dtype_find(type);
	arg->dtype_text =
	    arg->dtype == DTYPE_UNKNOWN ? type : str_of(dtype_name(arg->dtype));
}

static struct value value_of(const struct py *v, struct arena *a);

static struct value list_of(const struct py *v, struct arena *a)
{
	struct value *list = arena_array(a, v->n, sizeof *list);
	size_t i;

	for (i = 0; i < v->n; i++)
		list[i] = value_of(&v->items[i], a);
	return (struct value){.kind = VALUE_LIST, .list = {.v = list, .n = v->n}};
}

static struct value value_of(const struct py *v, struct arena *a)
{
	switch (v->kind) {
	case PY_NONE:
		return (struct value){.kind = VALUE_NONE};
	case PY_BOOL:
		return (struct value){.kind = VALUE_BOOL, .b = v->b};
	case PY_INT:
		return (struct value){.kind = VALUE_INT, .i = v->i};
	case PY_FLOAT:
		return (struct value){.kind = VALUE_REAL, .f = v->f};
	case PY_LIST:
	case PY_TUPLE:
		return list_of(v, a);
	default:
		return (struct value){.kind = VALUE_STR, .s = v->text};
	}
}

/* What Python calls the type of such a value. */
static const char *type_of(enum value_kind kind)
{
	static const char *const types[] = {
	    [VALUE_ABSENT] = "unknown",
	    [VALUE_NONE] = "NoneType",
	    [VALUE_BOOL] = "bool",
	    [VALUE_INT] = "int",
	    [VALUE_REAL] = "float",
	    [VALUE_STR] = "str",
	    [VALUE_LIST] = "list",
	    [VALUE_ARGS] = "list",
	};

	return types[kind];
}

static bool is_empty(const struct py *text)
{
	return text && text->kind == PY_STR && text->text.n == 0;
}

/* "0.+1.j": what is no other number, and no name. */
static bool is_complex(const struct py *v)
{
	return v->kind == PY_OTHER && str_ends(v->text, "j") &&
	       !is_letter(v->text.p[0]);
}

/* A number, list or text.  A trace has all of them as text: "1", "[2, 2]",
 * "True". */
static void set_value(struct arg *arg, const struct py *text, struct arena *a)
{
	struct py v = {0};

	if (!text || text->kind != PY_STR || text->text.n == 0)
		return;
	if (pydict_parse(text->text, a, &v, NULL) == 0)
		arg->value = value_of(&v, a);
	else
		arg->value = (struct value){.kind = VALUE_STR, .s = text->text};
	if (is_complex(&v))
		arg->type = STR("complex");
}

/* A tensor of these dims and type. */
static void set_tensor(struct arg *arg, const struct py *dims,
    const struct py *type, struct arena *a)
{
	arg->type = STR("tensor");
	arg->kind = ARG_TENSOR;
	arg->shape = dims_of(dims, a);
	if (type && type->kind == PY_STR && type->text.n)
		set_dtype(arg, type->text);
}

/* "float", "c10::Half": the type of a tensor is that of its elements.  Other
 * types begin with a capital: Scalar, TensorList, Int. */
static bool is_element_type(const struct py *type)
{
	return type && type->kind == PY_STR && type->text.n &&
	       (str_starts(type->text, "c10::") || is_lower(type->text.p[0]));
}

/* A list of tensors, one level deeper.  Either each has a type (then one with
 * neither shape nor type is None or unknown), or none has. */
static void set_tensors(struct arg *arg, const struct py *dims,
    const struct py *types, const struct py *strides, struct arena *a)
{
	struct arg *list = arena_array(a, dims->n, sizeof *list);
	const struct py *type;
	size_t i;

	for (i = 0; i < dims->n; i++) {
		type = item(types, i);
		if (type && !dims->items[i].n && !is_element_type(type)) {
			list[i].type = STR("unknown");
			continue;
		}
		set_tensor(&list[i], &dims->items[i], type, a);
		if (item(strides, i))
			list[i].strides = dims_of(item(strides, i), a);
	}
	arg->type = STR("list");
	arg->kind = ARG_LIST;
	arg->value =
	    (struct value){.kind = VALUE_ARGS, .args = {.v = list, .n = dims->n}};
}

static bool holds_lists(const struct py *dims)
{
	return is_list(dims) && dims->n && is_list(&dims->items[0]);
}

static void set_arg(struct arg *arg, const struct py *dims, const struct py *type,
    const struct py *strides, const struct py *value, struct arena *a)
{
	if (holds_lists(dims)) {
		set_tensors(arg, dims, type, strides, a);
		return;
	}
	if ((is_list(dims) && dims->n) || is_element_type(type)) {
		set_tensor(arg, dims, type, a);
		if (is_list(strides) && strides->n)
			arg->strides = dims_of(strides, a);
		return;
	}
	set_value(arg, value, a);
	if (!arg->type.n)
		arg->type = str_of(type_of(arg->value.kind));
	arg->kind = call_arg_kind(arg->type);
	/* Of an event with values: no number, no list of up to 30 numbers. */
	if (arg->value.kind == VALUE_ABSENT && is_empty(type) && is_empty(value))
		arg->value.kind = VALUE_NONE;
}

static void add_args(const struct py *d, struct arena *a, struct call *call)
{
	const struct py *dims = as_list(pydict_get(d, "dims"), a);
	const struct py *types = as_list(pydict_get(d, "types"), a);
	const struct py *strides = pydict_get(d, "strides");
	const struct py *values = pydict_get(d, "values");
	struct arg *args;
	size_t i;

	if (!is_list(dims))
		return;
	args = arena_array(a, dims->n, sizeof *args);
	for (i = 0; i < dims->n; i++)
		set_arg(&args[i], &dims->items[i], item(types, i),
		    item(strides, i), item(values, i), a);
	call->args = args;
	call->nargs = dims->n;
	call->has_args = true;
}

/* A node's tensors, each {type: shape}. */
static size_t node_tensors(
    const struct py *list, struct arena *a, const struct arg **out)
{
	struct arg *args;
	size_t i;

	if (!is_list(list))
		return 0;
	args = arena_array(a, list->n, sizeof *args);
	for (i = 0; i < list->n; i++) {
		const struct py *t = &list->items[i];

		args[i].type = STR("unknown");
		if (t->kind == PY_DICT && t->n == 2)
			set_tensor(&args[i], &t->items[1], &t->items[0], a);
	}
	*out = args;
	return list->n;
}

/* A node of ONNX Runtime becomes a call: attributes, and which of the inputs
 * were left out, are not recorded. */
static void make_node(
    const struct py *d, struct str op, struct arena *a, struct mark *m)
{
	struct str name = m->text;

	m->kind = MARK_CALL;
	m->call = (struct call){.op = op, .noattr = true};
	m->call.nargs = node_tensors(pydict_get(d, "inputs"), a, &m->call.args);
	m->call.has_args = is_list(pydict_get(d, "inputs"));
	m->call.nout = node_tensors(pydict_get(d, "outputs"), a, &m->call.out);
	if (name.n)
		mark_set_module(mark_add_facts(m, a), a, name);
}

/* ---- what else a row has ---- */

static struct str text_of(const struct py *d, const char *key)
{
	const struct py *v = pydict_get(d, key);

	return v && v->kind == PY_STR ? v->text : (struct str){0};
}

static int64_t int_of(const struct py *d, const char *key)
{
	const struct py *v = pydict_get(d, key);

	return v && v->kind == PY_INT ? v->i : 0;
}

static void add_comm(const struct py *d, struct arena *a, struct mark *m)
{
	struct str name = text_of(d, "comm");
	struct mark_facts *f;

	if (name.n == 0)
		return;
	f = mark_add_facts(m, a);
	f->comm = name;
	f->comm_vague = false;
	f->comm_elements = int_of(d, "elements");
	f->comm_received = int_of(d, "received");
	f->comm_group = int_of(d, "group");
	f->comm_group_name = text_of(d, "group_name");
	f->comm_dtype = text_of(d, "dtype");
}

static void add_inductor(const struct py *d, struct arena *a, struct mark *m)
{
	const struct py *flop = pydict_get(d, "kernel_flop");
	const struct py *gb = pydict_get(d, "kernel_num_gb");
	struct mark_inductor in = {.flop = -1,
	    .num_gb = -1,
	    .backend = text_of(d, "kernel_backend"),
	    .file = text_of(d, "kernel_file")};
	struct mark_inductor *own;

	if (flop && flop->kind == PY_INT && flop->i >= 0)
		in.flop = flop->i;
	if (gb && gb->kind == PY_INT && gb->i >= 0)
		in.num_gb = (double)gb->i;
	else if (gb && gb->kind == PY_FLOAT && gb->f >= 0)
		in.num_gb = gb->f;
	if (in.flop == -1 && in.num_gb < 0 && !in.backend.n && !in.file.n)
		return;
	own = arena_array(a, 1, sizeof *own);
	*own = in;
	mark_add_facts(m, a)->inductor = own;
}

/* "inner;outer": frames, innermost first. */
static void add_stack(struct str stack, struct arena *a, struct mark *m)
{
	struct mark_facts *f;
	struct str *frames;
	size_t i, n = 1, end = stack.n;

	if (stack.n == 0)
		return;
	for (i = 0; i < stack.n; i++)
		n += stack.p[i] == ';';
	frames = arena_array(a, n, sizeof *frames);
	f = mark_add_facts(m, a);
	f->frames = frames;
	for (i = stack.n + 1; i-- > 0;) {
		if (i > 0 && stack.p[i - 1] != ';')
			continue;
		if (end > i)
			frames[f->nframes++] =
			    frame_of((struct str){stack.p + i, end - i}, a);
		end = i ? i - 1 : 0;
	}
}

static void payload(struct str text, struct arena *a, struct mark *m)
{
	struct str modules, op;
	struct py d;

	if (pydict_pairs(text, a, &d) == -1)
		return;
	op = text_of(&d, "op");
	if (m->kind == MARK_RANGE && op.n) {
		make_node(&d, op, a, m);
		return;
	}
	if (m->kind == MARK_RANGE) /* a call in its own record alone */
		m->call.op = m->text;
	if (m->kind == MARK_CALL || m->kind == MARK_NODE ||
	    m->kind == MARK_ACCUMULATE || m->kind == MARK_RANGE)
		add_args(&d, a, &m->call);
	add_comm(&d, a, m);
	add_inductor(&d, a, m);
	add_stack(text_of(&d, "stack"), a, m);
	modules = text_of(&d, "modules");
	if (modules.n)
		mark_set_module(mark_add_facts(m, a), a, modules);
}

const struct decoder mark_kineto = {
    .name = "kineto",
    .domains =
	"cpu_op|Operator|user_annotation|python_function|ort_node|ort_session|",
    .decode = decode,
    .payload = payload,
};
