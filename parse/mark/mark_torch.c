/*
 * mark_torch.c - the ranges of torch.autograd.profiler.emit_nvtx.
 *
 * In:  NAME[, seq = N][, op_id = M][, sizes = [..]][, input_op_ids = [..]]
 *      as torch 1.0 to 2.x write it (1.0: ", seq=N" and ", stashed seq=N"), and
 *      the bare names of torch's own ranges
 * Out: an operator call with the shapes, an autograd node, an engine range, the
 *      accumulation of a gradient, or a range that is none of these; the step,
 *      the update, the collective or the module that torch's own names tell
 *
 * The text is read from the right end, because the name is any text and may
 * look like the parts.  Millions of texts differ in their numbers only, so
 * nothing is allocated except the lists of the call.
 */
#include "parse/mark/mark.h"

#include "common/ascii.h"
#include "common/nelems.h"
#include "common/num.h"

/* The parts behind the name.  The lists are source text; p == NULL: absent. */
struct parts {
	bool any, has_seq, has_id;
	int64_t seq, id;
	struct str sizes;
};

/*
 * Passing over a text from the left.  Each function returns the place behind
 * what it passed, or NULL.
 */

static const char *pass(const char *p, const char *end, const char *what)
{
	for (; *what; what++) {
		if (p == end || *p++ != *what)
			return NULL;
	}
	return p;
}

static const char *pass_number(const char *p, const char *end, bool sign)
{
	if (sign && p < end && *p == '-')
		p++;
	if (p == end || !is_digit(*p))
		return NULL;
	while (p < end && is_digit(*p))
		p++;
	return p;
}

/* "[2, 3]" or "[]" */
static const char *pass_dims(const char *p, const char *end)
{
	p = pass(p, end, "[");
	if (p && p < end && *p == ']')
		return p + 1;
	while (p) {
		p = pass_number(p, end, false);
		if (p && p < end && *p == ']')
			return p + 1;
		if (p)
			p = pass(p, end, ", ");
	}
	return NULL;
}

/* "(916,0)" */
static const char *pass_pair(const char *p, const char *end)
{
	p = pass(p, end, "(");
	if (p)
		p = pass_number(p, end, false);
	if (p)
		p = pass(p, end, ",");
	if (p)
		p = pass_number(p, end, true);
	return p ? pass(p, end, ")") : NULL;
}

/* Whether s is '[', items with ", " between, ']'; *n: how many. */
static bool is_list(struct str s,
    const char *(*pass_item)(const char *p, const char *end), size_t *n)
{
	const char *end = s.p + s.n, *p = pass(s.p, end, "[");

	*n = 0;
	if (p && p < end && *p == ']')
		return p + 1 == end;
	while (p) {
		p = pass_item(p, end);
		++*n;
		if (p && p < end && *p == ']')
			return p + 1 == end;
		if (p)
			p = pass(p, end, ", ");
	}
	return false;
}

/*
 * Taking the parts off the right end
 */

/* Cut "LABEL[..]" off the end of s, and set *list to the list. */
static bool take_list(struct str *s, const char *label,
    const char *(*pass_item)(const char *p, const char *end), struct str *list,
    size_t *count)
{
	size_t i = s->n, n = strlen(label);

	if (i == 0 || s->p[i - 1] != ']')
		return false;
	while (i && (is_digit(s->p[i - 1]) || strchr("[](), -", s->p[i - 1])) &&
	       s->p[i - 1])
		i--;
	i++; /* the label ends in "= ", of which the blank was passed */
	if (!str_ends((struct str){s->p, i}, label))
		return false;
	*list = str_from(*s, i);
	if (!is_list(*list, pass_item, count))
		return false;
	s->n = i - n;
	return true;
}

/* Cut "LABELn" off the end of s. */
static bool take_number(struct str *s, const char *label, int64_t min, int64_t *n)
{
	size_t i = s->n;

	while (i && is_digit(s->p[i - 1]))
		i--;
	if (i && s->p[i - 1] == '-')
		i--;
	if (i == s->n || !str_ends((struct str){s->p, i}, label) ||
	    !num_parse(s->p + i, s->n - i, min, INT64_MAX, n))
		return false;
	s->n = i - strlen(label);
	return true;
}

/* How the sequence number is written: by torch 1.1 and later, and by torch 1.0
 * in calls and in nodes. */
static const char *const seq_labels[] = {", seq = ", ", seq=", ", stashed seq="};

/* Cut all parts off the end of text; the name remains. */
static struct str take_parts(struct str text, struct parts *parts, size_t *nargs)
{
	struct str name = text, ids;
	size_t i, n;

	*parts = (struct parts){0};
	take_list(&name, ", input_op_ids = ", pass_pair, &ids, &n);
	if (!take_list(&name, ", sizes = ", pass_dims, &parts->sizes, nargs))
		parts->sizes = (struct str){0};
	parts->has_id = take_number(&name, ", op_id = ", 0, &parts->id);
	for (i = 0; i < NELEMS(seq_labels); i++) {
		if (!take_number(&name, seq_labels[i], INT64_MIN, &parts->seq))
			continue;
		/* torch writes -1, and ROCm less, where there is none */
		parts->has_seq = parts->seq >= 0;
		break;
	}
	parts->any = name.n < text.n;
	return name;
}

/*
 * Shapes
 */

/* Read the integers of "[2, 3]" at *p, and pass them. */
static struct dims read_dims(const char **p, const char *end, struct arena *a)
{
	const char *q = *p + 1, *behind = pass_dims(*p, end);
	size_t n = 0, i;
	int64_t *dims;

	*p = behind;
	if (q + 1 == behind)
		return (struct dims){0};
	for (i = 0, n = 1; q + i < behind; i++)
		n += q[i] == ',';
	dims = arena_array(a, n, sizeof *dims);
	for (i = 0; i < n; i++) {
		const char *from = q;

		q = pass_number(q, end, false);
		if (!num_parse(from, (size_t)(q - from), 0, INT64_MAX, &dims[i]))
			return (struct dims){0};
		q += 2; /* ", " or the bracket and what follows */
	}
	return (struct dims){.v = dims, .n = n};
}

/* One argument for each shape.  "[]" may be a number, None, a list, or a tensor
 * of no dimensions; the text does not show which. */
static void set_args(struct str sizes, size_t n, struct arena *a, struct call *c)
{
	struct arg *args = arena_array(a, n, sizeof *args);
	const char *p = sizes.p + 1, *end = sizes.p + sizes.n;
	size_t i;

	for (i = 0; i < n; i++) {
		bool unknown = p[1] == ']';

		args[i].type = unknown ? STR("unknown") : STR("tensor");
		args[i].kind = unknown ? ARG_UNKNOWN : ARG_TENSOR;
		args[i].shape = read_dims(&p, end, a);
		p += 2; /* ", " */
	}
	c->args = args;
	c->nargs = n;
	c->has_args = true;
}

/*
 * Names
 */

/* Names of things that are not operators, whatever parts follow: the whole
 * name, its head, or its last part behind a "::".  The first row that fits
 * wins. */
static const struct name_rule {
	const char *text;
	enum mark_kind kind;
	enum { WHOLE, HEAD, LAST } where;
} rules[] = {
    {"__start_profile", MARK_IGNORE, WHOLE},
    {"__stop_profile", MARK_IGNORE, WHOLE},
    {"autograd::engine::evaluate_function: ", MARK_ENGINE, HEAD},
    {"GraphRoot", MARK_ENGINE, LAST},
    {"AccumulateGrad", MARK_ACCUMULATE, LAST},
    {"CopySlices", MARK_NODE, LAST},
    /* C++ torch::autograd::Function: the name is its type's */
    {"torch::autograd::CppNode<", MARK_NODE, HEAD},
};

static bool fits(const struct name_rule *rule, struct str name)
{
	size_t n = strlen(rule->text);

	switch (rule->where) {
	case WHOLE:
		return str_is(name, rule->text);
	case HEAD:
		return str_starts(name, rule->text);
	case LAST:
		return str_ends(name, rule->text) &&
		       (name.n == n ||
			   str_ends((struct str){name.p, name.n - n}, "::"));
	}
	return false;
}

/*
 * Ranges of torch that are not operators of its dispatcher, by the head of
 * their names, and what they say.  Those that users knew as ranges are still
 * listed as ranges.
 */
static const struct own_range {
	const char *head;
	enum { OP_ALL, OP_BEHIND, OP_TO_PAREN, OP_TO_COLON, NO_OP } op;
	enum {
		SAYS_NOTHING,
		SAYS_STEP,
		SAYS_UPDATE,
		SAYS_OPTIMIZER,
		SAYS_COMM,
		SAYS_WRAPPER
	} says;
} own_ranges[] = {
    {"ProfilerStep#", NO_OP, SAYS_STEP},
    {"Optimizer.step#", OP_BEHIND, SAYS_OPTIMIZER},
    {"Optimizer.zero_grad#", OP_BEHIND, SAYS_UPDATE},
    {"enumerate(DataLoader)#", OP_BEHIND, SAYS_NOTHING},
    {"FSDP::", OP_TO_PAREN, SAYS_NOTHING}, /* FSDP::pre_forward (blocks.8) */
    {"Torch-Compiled Region: ", OP_TO_COLON, SAYS_NOTHING},
    {"nccl:", OP_ALL, SAYS_COMM},
    {"c10d::", OP_ALL, SAYS_WRAPPER},
    {"_c10d_functional::", OP_ALL, SAYS_WRAPPER},
    {"record_param_comms", OP_ALL, SAYS_WRAPPER},
};

static const struct own_range *find_own(struct str name)
{
	size_t i;

	for (i = 0; name.n && i < NELEMS(own_ranges); i++)
		if (own_ranges[i].head[0] == name.p[0] && /* nearly never */
		    str_starts(name, own_ranges[i].head))
			return &own_ranges[i];
	return NULL;
}

/* Cut "(MODULE)" off the name, and return the module. */
static struct str take_module(struct str *name)
{
	const char *paren = str_find(*name, " (");
	struct str module = {0};

	if (!paren || name->p[name->n - 1] != ')')
		return module;
	module.p = paren + 2;
	module.n = (size_t)(name->p + name->n - 1 - module.p);
	name->n = (size_t)(paren - name->p);
	return module;
}

/* The operator's name in it, and the module. */
static struct str own_op(
    const struct own_range *own, struct str name, struct str *module)
{
	size_t head = strlen(own->head);

	if (own->op == OP_BEHIND)
		return str_from(name, head);
	if (own->op == OP_TO_COLON)
		return (struct str){name.p, head - 2};
	if (own->op == OP_TO_PAREN)
		*module = take_module(&name);
	return name;
}

static struct str set_own(const struct own_range *own, struct str name,
    struct arena *a, struct mark *m)
{
	struct mark_facts *f = mark_add_facts(m, a);
	struct str module = {0}, op = own_op(own, name, &module);

	m->kind = own->op == NO_OP ? MARK_NOTE : MARK_CALL;
	if (module.p)
		mark_set_module(f, a, module);
	if (own->op != NO_OP && own->op != OP_ALL)
		f->range = name;
	if (own->says == SAYS_STEP)
		f->step = name;
	if (own->says == SAYS_UPDATE || own->says == SAYS_OPTIMIZER)
		f->phase = STR("update");
	f->optimizer = own->says == SAYS_OPTIMIZER;
	if (own->says == SAYS_COMM || own->says == SAYS_WRAPPER)
		f->comm = name;
	f->comm_vague = own->says == SAYS_WRAPPER;
	return op;
}

/* Functions that make tensors.  Torch before 1.6 recorded them by their bare
 * names unless shapes were asked for: without inputs there is no sequence
 * number.  Other bare names may be a user's. */
static const char *const makers[] = {"arange", "empty", "empty_like", "eye",
    "full", "full_like", "linspace", "ones", "ones_like", "rand", "rand_like",
    "randint", "randn", "randn_like", "randperm", "zeros", "zeros_like"};

static bool is_maker(struct str name)
{
	size_t i;

	for (i = 0; i < NELEMS(makers); i++)
		if (str_is(name, makers[i]))
			return true;
	return false;
}

/* "## forward ##", "my range (of mine)": users' ranges. */
static bool is_operator(struct str name)
{
	return !memchr(name.p, '#', name.n) && !str_has(name, " (");
}

/* The kind of a name; *op is set to the operator or node. */
static bool classify(
    struct str name, bool parts, enum mark_kind *kind, struct str *op)
{
	size_t i;

	*op = name;
	for (i = 0; i < NELEMS(rules); i++) {
		if (!fits(&rules[i], name))
			continue;
		*kind = rules[i].kind;
		if (*kind == MARK_ENGINE && rules[i].where == HEAD)
			str_skip(op, rules[i].text);
		return true;
	}
	if (mark_is_node(name)) {
		*kind = MARK_NODE;
		return true;
	}
	if (!parts && !str_starts(name, "aten::") && !is_maker(name))
		return false;
	*kind = is_operator(name) ? MARK_CALL : MARK_RANGE;
	return true;
}

static bool decode_name(struct str name, bool sure, struct arena *a, struct mark *m)
{
	const struct own_range *own = find_own(name);
	struct str op;

	if (own)
		op = set_own(own, name, a, m);
	else if (!classify(name, sure, &m->kind, &op))
		return false;
	if (m->kind == MARK_RANGE) {
		m->text = name;
		return true;
	}
	if (m->kind == MARK_NOTE)
		return true;
	m->text = name;
	m->call.op = op;
	m->call.node = m->kind == MARK_NODE;
	return true;
}

bool mark_torch_name(struct str name, bool sure, struct arena *a, struct mark *m)
{
	return decode_name(name, sure || str_has(name, "::"), a, m);
}

static bool decode(
    struct str text, struct str domain, struct arena *a, struct mark *m)
{
	struct parts parts;
	struct str name;
	size_t nargs = 0;

	(void)domain;
	name = take_parts(text, &parts, &nargs);
	if (!decode_name(name, parts.any, a, m))
		return false;
	if (m->kind == MARK_RANGE || m->kind == MARK_NOTE)
		return true;
	m->call.has_id = parts.has_id;
	m->call.id = parts.id;
	if (parts.has_seq) {
		m->call.has_seq = true;
		m->call.seq = parts.seq;
	}
	if (parts.sizes.p)
		set_args(parts.sizes, nargs, a, &m->call);
	return true;
}

const struct decoder mark_torch = {
    .name = "torch", .domains = "pytorch|", .decode = decode};
