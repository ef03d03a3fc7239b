/*
 * mark_tf.c - the ranges of NVIDIA's TensorFlow builds.
 *
 * In:  Conv2D: resnet50/conv1/Conv2D                      (basic)
 *      {"op":..,"name":..,"args":[{"name":..,"shape":..},..],"attrs":{..}}
 *                                                         (detailed, JSON)
 *      any text in the domains of nvtx-plugins
 * Out: a call with the shapes, and the dtype where the attribute T is that of
 *      all inputs; the node's path as module; backward by the path
 *
 * JSON is a subset of what the parser of Python literals reads, except for its
 * words true, false and null.  That parser also makes the best of a text that
 * was cut.
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"
#include "common/nelems.h"
#include "parse/mark/pydict.h"

/* The module of all calls: ONNX and torch have operators of the same names. */
#define MODULE STR("tensorflow")

/*
 * Backward
 */

/* Whether a part of the path, between two '/', marks a gradient. */
static bool is_gradient_part(struct str part)
{
	return str_is(part, "gradients") || str_starts(part, "gradients_") ||
	       str_is(part, "gradient_tape") || str_ends(part, "_grad");
}

static bool is_gradient_path(struct str path)
{
	const char *slash;

	while (path.n && (slash = memchr(path.p, '/', path.n))) {
		size_t n = (size_t)(slash - path.p);

		if (is_gradient_part((struct str){path.p, n}))
			return true;
		path = str_from(path, n + 1);
	}
	return false;
}

/* ReluGrad, FusedBatchNormGradV3, Conv2DBackpropFilter. */
static bool is_gradient_op(struct str op)
{
	size_t n = op.n;

	while (n && is_digit(op.p[n - 1]))
		n--;
	if (n && n < op.n && op.p[n - 1] == 'V')
		op.n = n - 1;
	return str_ends(op, "Grad") || str_has(op, "Backprop");
}

/* The forward node of a gradient's path: what stands behind the last part that
 * marks a gradient, up to the part that ends in _grad, without that ending. */
static struct str forward_path(struct str path)
{
	struct str rest = path, part;
	const char *slash;

	while (rest.n) {
		slash = memchr(rest.p, '/', rest.n);
		part = (struct str){
		    rest.p, slash ? (size_t)(slash - rest.p) : rest.n};
		rest = str_from(rest, part.n + (slash != NULL));
		if (str_ends(part, "_grad"))
			return (struct str){
			    path.p, (size_t)(part.p + part.n - 5 - path.p)};
		if (is_gradient_part(part))
			path = rest;
	}
	return (struct str){0};
}

static void set_call(struct str op, struct str node, struct arena *a, struct mark *m)
{
	struct mark_facts *f = mark_add_facts(m, a);

	m->kind = MARK_CALL;
	m->call.mod = MODULE;
	m->call.op = op;
	if (node.n)
		mark_set_module(f, a, node);
	f->label = node;
	if (is_gradient_op(op) || is_gradient_path(node)) {
		f->dir = MARK_BPROP;
		f->label = forward_path(node);
	}
}

/*
 * Detailed
 */

static struct str text_of(const struct py *v)
{
	return v && v->kind == PY_STR ? v->text : (struct str){0};
}

/* A dtype's text.  The emitter misspells bfloat16, and references end in
 * '&'. */
static struct str dtype_text(struct str s)
{
	if (s.n && s.p[s.n - 1] == '&')
		s.n--;
	return str_is(s, "bfloat32") ? STR("bfloat16") : s;
}

static void set_dtype(struct arg *arg, struct str text)
{
	arg->dtype_text = dtype_text(text);
	arg->dtype = dtype_find(arg->dtype_text);
	if (arg->dtype != DTYPE_UNKNOWN)
		arg->dtype_text = str_of(dtype_name(arg->dtype));
}

/* Inputs whose type is not T, in operators without an attribute for that
 * type. */
static const struct {
	const char *op;
	size_t input;
	const char *dtype;
} other_types[] = {
    {"Conv2DBackpropFilter", 1, "int32"},
    {"Conv2DBackpropInput", 0, "int32"},
    {"Conv3DBackpropFilterV2", 1, "int32"},
    {"Conv3DBackpropInputV2", 0, "int32"},
    {"DepthwiseConv2dNativeBackpropFilter", 1, "int32"},
    {"DepthwiseConv2dNativeBackpropInput", 0, "int32"},
    {"ResizeBilinear", 1, "int32"},
    {"ResizeNearestNeighbor", 1, "int32"},
    {"Select", 0, "bool"},
    {"SelectV2", 0, "bool"},
    {"Switch", 1, "bool"},
    {"TopKV2", 1, "int32"},
};

static const char *other_type(struct str op, size_t input)
{
	size_t i;

	for (i = 0; i < NELEMS(other_types); i++)
		if (other_types[i].input == input && str_is(op, other_types[i].op))
			return other_types[i].dtype;
	return NULL;
}

/* T, if it is the type of all inputs: no other attribute names the type of
 * one. */
static struct str common_type(const struct py *attrs)
{
	struct str type = {0};
	size_t i;

	for (i = 0; attrs && attrs->kind == PY_DICT && i < attrs->n; i += 2) {
		struct str key = text_of(&attrs->items[i]);

		if (str_is(key, "T"))
			type = text_of(&attrs->items[i + 1]);
		else if (key.n &&
			 (key.p[0] == 'T' || str_is(key, "U") ||
			     str_is(key, "Index") || str_is(key, "index_type")))
			return (struct str){0};
	}
	return type;
}

/* A shape; unknown if it, or a dimension of it, is null. */
static struct dims shape_of(const struct py *v, struct arena *a)
{
	int64_t *dims;
	size_t i;

	if (!v || v->kind != PY_LIST)
		return (struct dims){0};
	dims = arena_array(a, v->n, sizeof *dims);
	for (i = 0; i < v->n; i++) {
		if (v->items[i].kind != PY_INT || v->items[i].i < 0)
			return (struct dims){0};
		dims[i] = v->items[i].i;
	}
	return (struct dims){.v = dims, .n = v->n};
}

/* A list; one of more than ten items is cut, and ends in null. */
static void set_args(const struct py *list, const struct py *attrs,
    struct arena *a, struct call *call)
{
	struct str type = common_type(attrs);
	const struct py *cast = pydict_get(attrs, "SrcT");
	struct arg *args;
	size_t i;

	if (!list || list->kind != PY_LIST)
		return;
	args = arena_array(a, list->n, sizeof *args);
	for (i = 0; i < list->n && list->items[i].kind == PY_DICT; i++) {
		struct arg *arg = &args[i];
		const char *other = other_type(call->op, i);

		arg->name = text_of(pydict_get(&list->items[i], "name"));
		arg->type = STR("tensor");
		arg->kind = ARG_TENSOR;
		arg->shape = shape_of(pydict_get(&list->items[i], "shape"), a);
		if (type.p)
			set_dtype(arg, other ? str_of(other) : type);
		else if (cast && i == 0)
			set_dtype(arg, text_of(cast));
	}
	call->args = args;
	call->nargs = i;
	call->has_args = true;
}

static bool decode_json(struct str text, struct arena *a, struct mark *m)
{
	const struct py *attrs;
	struct str op, node;
	struct py d;

	if (!str_has(text, "\"op\"") || pydict_pairs(text, a, &d) < 0)
		return false;
	op = text_of(pydict_get(&d, "op"));
	node = text_of(pydict_get(&d, "name"));
	attrs = pydict_get(&d, "attrs");
	if (!op.p || !node.p)
		return false;
	set_call(op, node, a, m);
	set_args(pydict_get(&d, "args"), attrs, a, &m->call);
	return true;
}

/*
 * Basic
 */

/* Whether TensorFlow allows this name for a node.  Outside TensorFlow's domain
 * it must also look like one that TensorFlow makes: `Epoch: 3` is a user's. */
static bool is_node(struct str op, struct str node, bool sure)
{
	struct str last = node;
	size_t i;

	for (i = 0; i < node.n; i++) {
		char c = node.p[i];

		if (!is_letter(c) && !is_digit(c) && !(c && strchr("_./\\->", c)))
			return false;
		if (c == '/')
			last = str_from(node, i + 1);
	}
	if (node.n == 0 || sure)
		return node.n > 0;
	return is_letter(node.p[0]) &&
	       (last.n < node.n ||
		   (last.n >= op.n && str_eq((struct str){last.p, op.n}, op)));
}

static bool decode_basic(struct str text, bool sure, struct arena *a, struct mark *m)
{
	const char *colon = str_find(text, ": ");
	struct str op, node;

	if (!colon)
		return false;
	op = (struct str){text.p, (size_t)(colon - text.p)};
	node = str_from(text, op.n + 2);
	if (!mark_is_word(op) || !is_node(op, node, sure) ||
	    (!sure && !is_upper(op.p[0])))
		return false;
	set_call(op, node, a, m);
	return true;
}

/* Users of nvtx-plugins sort their ranges into these domains. */
static const struct {
	const char *domain;
	enum mark_dir dir;
} plugins[] = {
    {"Forward", MARK_FPROP},
    {"Gradient", MARK_BPROP},
};

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	bool sure = str_is(domain, "tensorflow-core");
	size_t i;

	for (i = 0; domain.p && i < NELEMS(plugins); i++) {
		if (!str_is(domain, plugins[i].domain))
			continue;
		m->kind = MARK_RANGE;
		m->text = text;
		mark_add_facts(m, a)->dir = plugins[i].dir;
		return true;
	}
	if (text.n == 0 || (domain.p && !sure))
		return false;
	return text.p[0] == '{' ? decode_json(text, a, m)
				: decode_basic(text, sure, a, m);
}

const struct decoder mark_tf = {
    .name = "tf", .domains = "tensorflow-core|Forward|Gradient|", .decode = decode};
