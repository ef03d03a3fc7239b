/*
 * chrome_args.c - what a Chrome trace says of an event.
 *
 * In:  a record
 * Out: members "correlation", "grid", "Input Dims" and so on, as the PyTorch
 *      profiler has them
 */
#include "prof/show/chrome_args.h"

#include <math.h>
#include <stddef.h>

#include "common/json.h"
#include "common/nelems.h"

static const char *const categories[] = {
    [KIND_KERNEL] = "kernel",
    [KIND_MEMCPY] = "gpu_memcpy",
    [KIND_MEMSET] = "gpu_memset",
    [KIND_SYNC] = "cuda_sync",
    [KIND_GRAPH] = "gpu_graph",
    [KIND_OP] = "cpu_op",
    [KIND_API] = "cuda_runtime",
    [KIND_STEP] = "user_annotation",
    [KIND_RANGE] = "user_annotation",
};

const char *chrome_category(enum kind kind)
{
	return kind < NELEMS(categories) ? categories[kind] : NULL;
}

static void add_key(struct out *o, const char *key, struct strbuf *b)
{
	strbuf_char(b, o->begun ? ',' : '{');
	o->begun = true;
	strbuf_printf(b, "\"%s\":", key);
}

void chrome_int(struct out *o, const char *key, int64_t i, struct strbuf *b)
{
	add_key(o, key, b);
	strbuf_int(b, i);
}

static void add_text(struct out *o, const char *key, struct str s, struct strbuf *b)
{
	if (!s.p)
		return;
	add_key(o, key, b);
	json_escape(b, s);
}

static void add_real(struct out *o, const char *key, double f, struct strbuf *b)
{
	if (!isfinite(f))
		return;
	add_key(o, key, b);
	strbuf_number(b, f);
}

static void add_comm(struct out *o, const struct record *rec, struct strbuf *b)
{
	const struct record_comm *comm = &rec->comm;
	const struct {
		const char *key;
		int64_t i;
	} numbers[] = {
	    {"Group size", comm->group},
	    {"In msg nelems", comm->elements},
	    {"Out msg nelems", comm->received},
	};

	if (!record_has(rec, comm))
		return;
	add_text(o, "Collective name", comm->name, b);
	for (size_t i = 0; i < NELEMS(numbers); i++) {
		if (numbers[i].i >= 0)
			chrome_int(o, numbers[i].key, numbers[i].i, b);
	}
	add_text(o, "dtype", comm->dtype, b);
	add_text(o, "Process Group Name", comm->pg, b);
}

/* The members that are a number of the record. */
#define NUMBER(key, name)                                                      \
	{                                                                      \
		RECORD_KEY_##key, offsetof(struct record, key), name           \
	}

struct number {
	enum record_key key;
	size_t at;
	const char *name;
};

static const struct number gpu_ints[] = {
    NUMBER(device, "device"),
    NUMBER(context, "context"),
    NUMBER(stream, "stream"),
    NUMBER(corr, "correlation"),
    NUMBER(graph, "graph node id"),
    NUMBER(regs, "registers per thread"),
    NUMBER(smem, "shared memory"),
    NUMBER(bytes, "bytes"),
};

static const struct number gpu_reals[] = {
    NUMBER(occ, "est. achieved occupancy %"),
    NUMBER(warps, "warps per SM"),
    NUMBER(blocks, "blocks per SM"),
};

static const void *value_of(const struct record *rec, const struct number *n)
{
	return rec->has >> n->key & 1 ? (const char *)rec + n->at : NULL;
}

static void add_dim3(struct out *o, const char *key,
    const struct record_dim3 *d, struct strbuf *b)
{
	add_key(o, key, b);
	strbuf_char(b, '[');
	strbuf_int(b, d->x);
	strbuf_char(b, ',');
	strbuf_int(b, d->y);
	strbuf_char(b, ',');
	strbuf_int(b, d->z);
	strbuf_char(b, ']');
}

void chrome_external_id(struct out *o, const struct record *rec, struct strbuf *b)
{
	const struct call *last;

	if (rec->op.n == 0)
		return;
	last = &rec->op.v[rec->op.n - 1];
	if (last->has_id)
		chrome_int(o, "External id", last->id, b);
}

void chrome_gpu_args(struct out *o, const struct record *rec, struct strbuf *b)
{
	/* or readers would take the thread's number */
	if (!record_has(rec, stream))
		chrome_int(o, "stream", -1, b);
	for (size_t i = 0; i < NELEMS(gpu_ints); i++) {
		const int64_t *n = value_of(rec, &gpu_ints[i]);

		if (n)
			chrome_int(o, gpu_ints[i].name, *n, b);
	}
	for (size_t i = 0; i < NELEMS(gpu_reals); i++) {
		const double *f = value_of(rec, &gpu_reals[i]);

		if (f)
			add_real(o, gpu_reals[i].name, *f, b);
	}
	if (record_has(rec, grid))
		add_dim3(o, "grid", &rec->grid, b);
	if (record_has(rec, block))
		add_dim3(o, "block", &rec->block, b);
	chrome_external_id(o, rec, b);
	if (record_has(rec, copy))
		add_text(o, "kind", rec->copy, b);
	add_comm(o, rec, b);
}

/* ---- the arguments of a call ---- */

static void add_dims(struct strbuf *b, const struct dims *d)
{
	strbuf_char(b, '[');
	for (size_t i = 0; i < d->n; i++) {
		if (i > 0)
			strbuf_char(b, ',');
		strbuf_int(b, d->v[i]);
	}
	strbuf_char(b, ']');
}

static bool is_tensors(const struct arg *arg)
{
	return arg->value.kind == VALUE_ARGS;
}

static void arg_dims(const struct arg *arg, struct strbuf *b)
{
	add_dims(b, &arg->shape);
}

static void arg_strides(const struct arg *arg, struct strbuf *b)
{
	add_dims(b, &arg->strides);
}

/* The element type, or what the profiler calls all others; "" is None. */
static void arg_type(const struct arg *arg, struct strbuf *b)
{
	if (arg->kind == ARG_TENSOR)
		json_escape(b, arg->dtype_text);
	else if (arg->value.kind == VALUE_NONE)
		strbuf_text(b, "\"\"");
	else
		strbuf_text(b, arg->value.kind == VALUE_LIST ? "\"ScalarList\""
							     : "\"Scalar\"");
}

/* As Python prints it; lists of lists are as deep as the record's. */
static void value_text(const struct value *v, struct strbuf *b)
{
	switch (v->kind) {
	case VALUE_BOOL:
		strbuf_text(b, v->b ? "True" : "False");
		break;
	case VALUE_INT:
		strbuf_int(b, v->i);
		break;
	case VALUE_REAL:
		strbuf_number(b, v->f);
		break;
	case VALUE_STR:
		strbuf_str(b, v->s);
		break;
	case VALUE_LIST:
		strbuf_char(b, '[');
		for (size_t i = 0; i < v->list.n; i++) {
			if (i > 0)
				strbuf_text(b, ", ");
			value_text(&v->list.v[i], b);
		}
		strbuf_char(b, ']');
		break;
	default:
		strbuf_text(b, "None");
		break;
	}
}

static void arg_value(const struct arg *arg, struct strbuf *b)
{
	struct strbuf text = {0};

	if (arg->value.kind > VALUE_NONE && !is_tensors(arg))
		value_text(&arg->value, &text);
	json_escape(b, strbuf_get(&text));
	strbuf_free(&text);
}

static bool has_strides(const struct arg *arg)
{
	return arg->strides.v != NULL;
}

static bool has_type(const struct arg *arg)
{
	return arg->dtype_text.n > 0;
}

/* Lists of the arguments.  One of tensors is a list of its own where some
 * tensor in it has what is listed, else it is what stands there for all. */
static const struct {
	const char *key;
	void (*add)(const struct arg *arg, struct strbuf *b);
	bool (*has)(const struct arg *arg); /* NULL: every tensor has */
	const char *all;
	bool flat; /* lists of tensors have none */
} lists[] = {
    {"Input Dims", arg_dims, NULL, "[]", false},
    {"Input type", arg_type, has_type, "\"TensorList\"", false},
    {"Input Strides", arg_strides, has_strides, "[]", false},
    {"Concrete Inputs", arg_value, NULL, "", true},
};

static bool some_has(size_t which, const struct arg *list)
{
	size_t i;

	for (i = 0; lists[which].has && i < list->value.args.n; i++) {
		if (lists[which].has(&list->value.args.v[i]))
			return true;
	}
	return !lists[which].has;
}

static void add_tensors(size_t which, const struct arg *list, struct strbuf *b)
{
	if (!some_has(which, list)) {
		strbuf_text(b, lists[which].all);
		return;
	}
	strbuf_char(b, '[');
	for (size_t i = 0; i < list->value.args.n; i++) {
		if (i > 0)
			strbuf_char(b, ',');
		lists[which].add(&list->value.args.v[i], b);
	}
	strbuf_char(b, ']');
}

static void add_list(
    struct out *o, size_t which, const struct call *call, struct strbuf *b)
{
	add_key(o, lists[which].key, b);
	strbuf_char(b, '[');
	for (size_t i = 0; i < call->nargs; i++) {
		const struct arg *arg = &call->args[i];

		if (i > 0)
			strbuf_char(b, ',');
		if (is_tensors(arg) && !lists[which].flat)
			add_tensors(which, arg, b);
		else
			lists[which].add(arg, b);
	}
	strbuf_char(b, ']');
}

/* Whether the profiler's lists can say it: they know no keywords. */
static bool is_positional(const struct call *call)
{
	for (size_t i = 0; i < call->nargs; i++) {
		if (call->args[i].name.n > 0)
			return false;
	}
	return call->has_args && call->mod.n == 0;
}

void chrome_host_args(struct out *o, const struct record *rec,
    const struct call *own, struct strbuf *b)
{
	if (own && own->has_id)
		chrome_int(o, "External id", own->id, b);
	if (own && own->has_seq)
		chrome_int(o, "Sequence number", own->seq, b);
	for (size_t i = 0; own && is_positional(own) && i < NELEMS(lists); i++)
		add_list(o, i, own, b);
	if (record_has(rec, kernel_flop))
		chrome_int(o, "kernel_flop", rec->kernel_flop, b);
	if (record_has(rec, kernel_num_gb))
		add_real(o, "kernel_num_gb", rec->kernel_num_gb, b);
	if (record_has(rec, kernel_backend))
		add_text(o, "kernel_backend", rec->kernel_backend, b);
	if (record_has(rec, kernel_file))
		add_text(o, "kernel_file", rec->kernel_file, b);
	add_comm(o, rec, b);
}
