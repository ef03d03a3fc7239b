/*
 * fuzz_op.c - any arguments for any operator.
 *
 * The bytes choose a row of the catalogue, a part and the arguments: shapes
 * with sizes from -1 to beyond 2^62, strides, types, numbers, lists, keywords.
 *
 * Checked: what is unknown has a reason; numbers are no reasons; matrix FLOPs
 * are among the FLOPs; the result depends on nothing but the call.
 */
#include <stdlib.h>
#include <string.h>

#include "prof/ops/args.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define ARGS_MOST 12
#define DIMS_MOST 5
#define BLOCKS_MOST (1 + 3 * ARGS_MOST)

/* Copies in memory of just their size: what is read past them is then seen. */
struct blocks {
	void *v[BLOCKS_MOST];
	size_t n;
};

static void *exact(struct blocks *b, const void *p, size_t size)
{
	void *copy = malloc(size ? size : 1);

	if (!copy)
		exit(1);
	if (size)
		memcpy(copy, p, size);
	return b->v[b->n++] = copy;
}

struct bytes {
	const uint8_t *p;
	size_t n;
};

static unsigned next(struct bytes *b)
{
	if (b->n == 0)
		return 0;
	b->n--;
	return *b->p++;
}

/* Mostly small, sometimes a power of two, sometimes no size at all. */
static int64_t next_size(struct bytes *b)
{
	unsigned c = next(b);

	if (c < 200)
		return c % 20;
	if (c < 254)
		return INT64_C(1) << (c - 200) << (c > 240 ? 9 : 0);
	return c == 254 ? -1 : INT64_MAX;
}

static struct dims next_dims(struct bytes *b, int64_t *room, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		room[i] = next_size(b);
	return (struct dims){room, n};
}

/* One argument; its lists are in room and values. */
static void next_arg(struct bytes *b, const struct op_entry *e, struct arg *a,
    int64_t *room, struct value *values)
{
	unsigned kind = next(b), i;

	if (kind >= 200) {
		/* a keyword of the row, the one that this byte stands at */
		const char *args = op_row(e)->args ? op_row(e)->args : "";
		size_t at = next(b) % (strlen(args) + 1), n;

		while (at && args[at - 1] != ',')
			at--;
		n = strcspn(args + at, ".*,");
		a->name = (struct str){args + at, n};
	}
	switch (kind % 10) {
	default:
		a->kind = ARG_TENSOR;
		a->dtype = (enum dtype)(next(b) % NDTYPES);
		if (next(b) % 4)
			a->dtype = DTYPE_FLOAT32;
		a->shape = next_dims(b, room, next(b) % (DIMS_MOST + 1));
		if (next(b) % 8 == 0)
			a->strides = next_dims(b, room + DIMS_MOST, a->shape.n);
		break;
	case 5:
		a->kind = ARG_INT;
		a->value = (struct value){.kind = VALUE_INT, .i = next_size(b) - 3};
		break;
	case 6:
		a->kind = ARG_FLOAT;
		a->value =
		    (struct value){.kind = VALUE_REAL, .f = (double)next(b) / 16};
		break;
	case 7:
		a->kind = next(b) % 2 ? ARG_NONE : ARG_UNKNOWN;
		if (a->kind == ARG_NONE)
			a->value.kind = VALUE_NONE;
		break;
	case 8:
		a->kind = ARG_BOOL;
		a->value = (struct value){.kind = VALUE_BOOL, .b = next(b) % 2};
		break;
	case 9:
		a->kind = ARG_LIST;
		a->value.kind = VALUE_LIST;
		a->value.list.n = next(b) % (DIMS_MOST + 1);
		a->value.list.v = values;
		for (i = 0; i < a->value.list.n; i++) {
			bool truth = next(b) % 4 == 0;

			values[i] = (struct value){
			    .kind = truth ? VALUE_BOOL : VALUE_INT};
			if (truth)
				values[i].b = next(b) % 2;
			else
				values[i].i = next_size(b);
		}
		break;
	}
}

static void check(const struct cost *c)
{
	if ((!c->has_flops && !c->of_flops.why) ||
	    (!c->has_bytes && !c->of_bytes.why))
		abort();
	if (c->has_flops && (c->flops >= NUM_BAD || c->gemm > c->flops))
		abort();
	if (c->has_bytes && c->bytes >= NUM_BAD)
		abort();
}

/* All that a call has, in blocks. */
static void make_exact(struct blocks *b, struct call *call)
{
	struct arg *args = exact(b, call->args, call->nargs * sizeof *args);
	size_t i;

	for (i = 0; i < call->nargs; i++) {
		struct arg *a = &args[i];
		struct dims *dims[] = {&a->shape, &a->strides};

		for (size_t k = 0; k < 2; k++)
			if (dims[k]->v)
				dims[k]->v = exact(b, dims[k]->v,
				    dims[k]->n * sizeof *dims[k]->v);
		if (a->value.kind == VALUE_LIST)
			a->value.list.v = exact(b, a->value.list.v,
			    a->value.list.n * sizeof *a->value.list.v);
	}
	call->args = args;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct blocks blocks = {.n = 0};
	int64_t room[ARGS_MOST][2 * DIMS_MOST];
	struct value values[ARGS_MOST][DIMS_MOST];
	struct arg args[ARGS_MOST] = {0};
	struct bytes b = {data, size};
	struct call call = {.args = args, .has_args = true};
	struct cost one = {0}, two = {0};
	const struct op_entry *e;
	struct op_ask q;
	enum op_part part;
	int status;

	e = &op_catalogue[(next(&b) + 256 * next(&b)) % op_catalogue_n];
	if (!op_known(e))
		return 0;
	part = (enum op_part)(next(&b) % 6);
	if (!op_is_product(e) && part > PART_BACKWARD)
		part = PART_BACKWARD;
	call.op = str_of(op_row(e)->name);
	call.nargs = next(&b) % (ARGS_MOST + 1);
	for (size_t i = 0; i < call.nargs; i++)
		next_arg(&b, e, &args[i], room[i], values[i]);
	make_exact(&blocks, &call);
	op_args_bind(&q, e, &call, part, &one);
	status = e->family->model(&q);
	op_args_bind(&q, e, &call, part, &two);
	if (e->family->model(&q) != status || one.flops != two.flops ||
	    one.bytes != two.bytes || op_sure(&one)->why != op_sure(&two)->why)
		abort();
	if (status == 0)
		check(&one);
	while (blocks.n > 0)
		free(blocks.v[--blocks.n]);
	return 0;
}
