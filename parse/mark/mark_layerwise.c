/*
 * mark_layerwise.c - the dicts that SGLang, vLLM and TensorRT-LLM push around a
 * module's forward.
 *
 * In:  {'Module': PATH, 'TrainableParams': {..}, 'Inputs': [SHAPE, ..],
 *       'StaticParams': {..}} as Python's repr; keys are left out when empty,
 *      and vLLM adds keyword inputs at the top level: 'positions': [[16]]
 *      {'Module': PATH, 'Outputs': [..]}, vLLM's second range behind the call
 * Out: the module; a call of it with the shapes of the inputs, where there are
 *      any; the whole text as a range where it says more
 */
#include "parse/mark/mark.h"

#include "common/nelems.h"
#include "parse/mark/pydict.h"

/* Keys that are not keyword inputs. */
static const char *const own_keys[] = {
    "Module", "TrainableParams", "Inputs", "Outputs", "StaticParams"};

static bool is_own(struct str key)
{
	size_t i;

	for (i = 0; i < NELEMS(own_keys); i++)
		if (str_is(key, own_keys[i]))
			return true;
	return false;
}

static bool is_list(const struct py *v)
{
	return v && (v->kind == PY_LIST || v->kind == PY_TUPLE);
}

static bool is_shape(const struct py *v)
{
	size_t i;

	for (i = 0; is_list(v) && i < v->n; i++)
		if (v->items[i].kind != PY_INT)
			return false;
	return is_list(v);
}

/* A tensor of this shape; unknown if it is not a shape. */
static void set_arg(
    struct str name, const struct py *v, struct arena *a, struct arg *arg)
{
	int64_t *dims;
	size_t i;

	arg->name = name;
	arg->type = STR("unknown");
	arg->kind = ARG_UNKNOWN;
	if (!is_shape(v))
		return;
	dims = arena_array(a, v->n, sizeof *dims);
	for (i = 0; i < v->n; i++)
		dims[i] = v->items[i].i;
	arg->type = STR("tensor");
	arg->kind = ARG_TENSOR;
	arg->shape = (struct dims){.v = dims, .n = v->n};
}

/* The number of arguments in the inputs of a key. */
static size_t count_inputs(struct str key, const struct py *v)
{
	return (str_is(key, "Inputs") || !is_own(key)) && is_list(v) ? v->n : 0;
}

/* Positional inputs, then those by keyword, one argument a tensor. */
static void set_args(const struct py *d, struct arena *a, struct call *call)
{
	struct arg *args;
	size_t i, k, n = 0;
	int keyword;

	for (i = 0; i < d->n; i += 2)
		n += count_inputs(d->items[i].text, &d->items[i + 1]);
	args = arena_array(a, n, sizeof *args);
	for (keyword = 0; keyword < 2; keyword++) {
		for (i = 0; i < d->n; i += 2) {
			struct str key = d->items[i].text;
			const struct py *v = &d->items[i + 1];

			if (keyword == is_own(key))
				continue;
			for (k = 0; k < count_inputs(key, v); k++)
				set_arg(keyword ? key : (struct str){0},
				    &v->items[k], a, &args[call->nargs++]);
		}
	}
	call->args = args;
	call->has_args = true;
}

static bool is_dict(const struct py *v)
{
	return v && v->kind == PY_DICT && v->n;
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	const struct py *module;
	struct mark_facts *f;
	struct py d;

	(void)domain;
	if (text.n == 0 || text.p[0] != '{' || !str_has(text, "Module") ||
	    pydict_pairs(text, a, &d) < 0)
		return false;
	module = pydict_get(&d, "Module");
	if (!module || module->kind != PY_STR)
		return false;
	m->kind = MARK_NOTE;
	f = mark_add_facts(m, a);
	f->dir = MARK_FPROP;
	mark_set_module(f, a, module->text);
	set_args(&d, a, &m->call);
	if (m->call.nargs) {
		m->kind = MARK_CALL;
		m->call.mod = STR("nn.Module"); /* no operator of torch's */
		m->call.op = module->text;
	}
	if (is_dict(pydict_get(&d, "TrainableParams")) ||
	    is_list(pydict_get(&d, "Outputs")))
		f->range = text;
	return true;
}

const struct decoder mark_layerwise = {.name = "layerwise", .decode = decode};
