/*
 * mark_pyprof.c - the dicts that PyProf and DLProf push around a call.
 *
 * In:  {'mod': M, 'op': F, 'args': [..]}   an operator call
 *      {'traceMarker': ['file:line', ..]}  the Python stack
 *      {'mod': C, 'strRepr': '..'}         an nn.Module
 *      each as Python's repr, with keys in any order and more of them
 *      (callid, input_callids, funcStack in versions 3.2 to 3.7)
 * Out: a call, frames, or a module
 *
 * The text is parsed and the keys looked up.  PyProf searched the text for
 * words and ran it as code.
 */
#include "parse/mark/mark.h"

#include "common/nelems.h"
#include "common/num.h"
#include "parse/mark/pydict.h"

/* Files of the framework: frames in one of these are left out.  This is
 * PyProf's list, plus the new name of torch's tensor.py. */
static const struct {
	const char *path;
	bool updates; /* what is called through it updates parameters */
} framework[] = {
    {"/torch/nn/modules/", false},
    {"/torch/nn/functional.py", false},
    {"/torch/tensor.py", false},
    {"/torch/_tensor.py", false},
    {"/torch/autograd/__init__.py", false},
    {"/torch/_jit_internal.py", false},
    {"/pyprof/nvtx/nvmarker.py", false},
    {"/apex/optimizers/", true},
    {"/torch/_utils.py", false},
    {"/torch/optim/", true},
};

/* The string value of a key; absent if there is none. */
static struct str text_of(const struct py *d, const char *key)
{
	const struct py *v = pydict_get(d, key);

	return v && v->kind == PY_STR ? v->text : (struct str){0};
}

/* A shape; unknown if it is not a list of integers. */
static struct dims shape_of(const struct py *v, struct arena *a)
{
	int64_t *dims;
	size_t i;

	if (!v || (v->kind != PY_TUPLE && v->kind != PY_LIST))
		return (struct dims){0};
	dims = arena_array(a, v->n, sizeof *dims);
	for (i = 0; i < v->n; i++) {
		if (v->items[i].kind != PY_INT)
			return (struct dims){0};
		dims[i] = v->items[i].i;
	}
	return (struct dims){.v = dims, .n = v->n};
}

static bool all_dicts(const struct py *list)
{
	size_t i;

	for (i = 0; i < list->n; i++) {
		if (list->items[i].kind != PY_DICT)
			return false;
	}
	return true;
}

static const struct arg *args_of(const struct py *list, struct arena *a);

/* The value of a list; a list of dicts is one of tensors.  The recursion is as
 * deep as the literal, and pydict limits that. */
static struct value value_of(const struct py *v, struct arena *a)
{
	struct value out = {.kind = VALUE_STR, .s = v->text};

	if (v->kind == PY_NONE) {
		out.kind = VALUE_NONE;
	} else if (v->kind == PY_BOOL) {
		out = (struct value){.kind = VALUE_BOOL, .b = v->b};
	} else if (v->kind == PY_INT) {
		out = (struct value){.kind = VALUE_INT, .i = v->i};
	} else if (v->kind == PY_FLOAT) {
		out = (struct value){.kind = VALUE_REAL, .f = v->f};
	} else if (v->kind == PY_LIST || v->kind == PY_TUPLE) {
		struct value *items;
		size_t i;

		if (v->n && all_dicts(v)) {
			out.kind = VALUE_ARGS;
			out.args.v = args_of(v, a);
			out.args.n = v->n;
			return out;
		}
		items = arena_array(a, v->n, sizeof *items);
		for (i = 0; i < v->n; i++)
			items[i] = value_of(&v->items[i], a);
		out.kind = VALUE_LIST;
		out.list.v = items;
		out.list.n = v->n;
	}
	return out;
}

static void set_arg(const struct py *d, struct arena *a, struct arg *arg)
{
	const struct py *value = pydict_get(d, "value");

	arg->name = text_of(d, "name");
	arg->type = text_of(d, "type");
	arg->kind = call_arg_kind(arg->type);
	arg->shape = shape_of(pydict_get(d, "shape"), a);
	arg->dtype_text = text_of(d, "dtype");
	arg->dtype = dtype_find(arg->dtype_text);
	if (arg->dtype != DTYPE_UNKNOWN)
		arg->dtype_text = str_of(dtype_name(arg->dtype));
	if (value)
		arg->value = value_of(value, a);
}

static const struct arg *args_of(const struct py *list, struct arena *a)
{
	struct arg *args = arena_array(a, list->n, sizeof *args);
	size_t i;

	for (i = 0; i < list->n; i++)
		set_arg(&list->items[i], a, &args[i]);
	return args;
}

/* DLProf's number of the call, as an int or a string; -1 if there is none. */
static void set_callid(const struct py *v, struct call *call)
{
	int64_t id = -1;

	if (v && v->kind == PY_INT)
		id = v->i;
	else if (v && v->kind == PY_STR)
		num_parse(v->text.p, v->text.n, 0, INT64_MAX, &id);
	call->has_id = id >= 0;
	call->id = call->has_id ? id : 0;
}

/* A call without args: its text was cut, or they were left out. */
static bool set_call(const struct py *d, struct arena *a, struct mark *m)
{
	const struct py *args = pydict_get(d, "args");
	struct call *call = &m->call;

	call->mod = text_of(d, "mod");
	call->op = text_of(d, "op");
	if (!call->mod.p || !call->op.p)
		return false;
	if (args && (args->kind != PY_LIST || !all_dicts(args)))
		return false;
	if (args) {
		call->args = args_of(args, a);
		call->nargs = args->n;
		call->has_args = true;
	}
	set_callid(pydict_get(d, "callid"), call);
	m->kind = MARK_CALL;
	return true;
}

/* Whether the frame is in a file of the framework; then see what that says. */
static bool is_framework(struct str frame, struct mark *m)
{
	size_t i;

	for (i = 0; i < NELEMS(framework); i++) {
		if (!str_has(frame, framework[i].path))
			continue;
		m->updates |= framework[i].updates;
		return true;
	}
	return false;
}

static bool set_trace(const struct py *d, struct arena *a, struct mark *m)
{
	const struct py *list = pydict_get(d, "traceMarker");
	struct str *frames;
	size_t i;

	if (!list || list->kind != PY_LIST)
		return false;
	frames = arena_array(a, list->n, sizeof *frames);
	for (i = 0; i < list->n; i++) {
		if (list->items[i].kind != PY_STR)
			return false;
		if (!is_framework(list->items[i].text, m))
			frames[m->nframes++] = list->items[i].text;
	}
	m->frames = frames;
	m->kind = MARK_TRACE;
	return true;
}

/* LSTMCell(512, 256) */
static bool set_module(const struct py *d, struct arena *a, struct mark *m)
{
	struct str mod = text_of(d, "mod"), repr = text_of(d, "strRepr");
	char *p;

	if (!mod.p || !repr.p)
		return false;
	p = arena_alloc(a, mod.n + repr.n + 2);
	m->text = (struct str){p, mod.n + repr.n + 2};
	memcpy(p, mod.p, mod.n);
	p += mod.n;
	*p++ = '(';
	memcpy(p, repr.p, repr.n);
	p[repr.n] = ')';
	m->kind = MARK_MODULE;
	return true;
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	struct py d;
	size_t i = 0;
	bool known;

	(void)domain;
	while (i < text.n && (text.p[i] == ' ' || text.p[i] == '\t'))
		i++;
	if (i == text.n || text.p[i] != '{')
		return false;
	if (pydict_pairs(text, a, &d) < 0)
		return false;
	if (pydict_get(&d, "op"))
		known = set_call(&d, a, m);
	else if (pydict_get(&d, "traceMarker"))
		known = set_trace(&d, a, m);
	else
		known = set_module(&d, a, m);
	m->pyprof = known;
	return known;
}

const struct decoder mark_pyprof = {
    .name = "pyprof", .heads = " \t{", .decode = decode};
