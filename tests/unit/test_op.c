/*
 * test_op.c - the catalogue's order, finding rows, reading arguments, checked
 * numbers, promotion.
 */
#include "prof/ops/args.h"
#include "prof/ops/table.h"
#include "tests/unit/calls.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

/* op_find searches by halves, so the rows must be in order; two rows of one
 * name must not share a name space, or the second could never be found.  No row
 * of a family is left out. */
static void test_sorted(void **state)
{
	size_t i, rows = 0;

	(void)state;
	for (i = 0; i < op_table_n; i++)
		rows += op_table[i].family->nrows;
	assert_int_equal(op_catalogue_n, rows);
	assert_true(rows > 1000);
	for (i = 0; i < op_catalogue_n; i++) {
		const struct op_row *row = op_row(&op_catalogue[i]), *next;

		assert_true(row->spaces != 0);
		assert_true(strlen(row->name) <= 96); /* LONGEST_NAME */
		assert_non_null(row->args ? row->args : row->why);
		if (i + 1 == op_catalogue_n)
			break;
		next = op_row(&op_catalogue[i + 1]);
		if (strcmp(row->name, next->name) > 0)
			fail_msg("%s before %s", row->name, next->name);
		if (strcmp(row->name, next->name) == 0) {
			if (row->spaces & next->spaces)
				fail_msg("%s: two rows", row->name);
			if (row->spaces > next->spaces)
				fail_msg("%s: order", row->name);
		}
	}
}

/* What the build made of the text of each row's arguments. */
static void test_names(void **state)
{
	size_t i, k;

	(void)state;
	for (i = 0; i < op_catalogue_n; i++) {
		const struct op_entry *e = &op_catalogue[i];
		char text[600] = "";

		for (k = 0; k < e->nnames; k++) {
			struct str name = op_args_names[e->names[k] & ~OP_FLAGS];

			snprintf(text + strlen(text), sizeof text - strlen(text),
			    "%s%.*s%s", k ? "," : "", (int)name.n, name.p,
			    e->names[k] & OP_LIST     ? "..."
			    : e->names[k] & OP_BEHIND ? "*"
			    : e->names[k] & OP_OPTION ? "?"
						      : "");
		}
		assert_string_equal(text, op_row(e)->args ? op_row(e)->args : "");
	}
}

static struct arena arena;

static const char *found(const char *name)
{
	const struct op_entry *e = op_find(calls_make(&arena, name, ""));

	return e ? op_row(e)->name : NULL;
}

static void test_find(void **state)
{
	(void)state;
	assert_string_equal(found("torch.mm"), "mm");
	assert_string_equal(found("Tensor.mm"), "mm");
	assert_string_equal(found("torch.Tensor.mm"), "mm");
	assert_string_equal(found("aten::mm"), "mm");
	assert_string_equal(found("mm"), "mm");
	assert_string_equal(found("torch.nn.functional.linear"), "linear");
	/* not in this name space */
	assert_null(found("torch.linear"));
	assert_null(found("torch.nn.functional.mm"));
	assert_null(found("nosuch.mm"));
	assert_null(found("nosuch::mm"));
	/* in place, overloads, both */
	assert_string_equal(found("Tensor.addmm_"), "addmm");
	assert_string_equal(found("aten::addmm_"), "addmm");
	assert_string_equal(found("aten::addmm.out"), "addmm");
	assert_string_equal(found("aten::addmm_.out"), "addmm");
	assert_string_equal(found("aten::addmm.dtype"), "addmm.dtype");
	assert_string_equal(found("Tensor.__matmul__"), "__matmul__");
	assert_null(found("Tensor.__matmul___"));
	/* beginnings and more */
	assert_null(found("aten::m"));
	assert_null(found("aten::mmm"));
	/* of two underscores none is that of an in-place form */
	assert_null(found("aten::bernoulli__"));
	assert_null(found("aten::_"));
	assert_null(found("aten::"));
	assert_null(found(""));
	assert_null(found("aten::mm\\u0000x"));
}

/* A node's range is not the call that made it, whatever its name. */
static void test_node(void **state)
{
	struct call call = *calls_make(&arena, "aten::mm", "");

	struct cost cost;

	(void)state;
	call.node = true;
	assert_false(op_known(op_find(&call)));
	assert_int_equal(op_cost_of_call(&call, PART_FORWARD, &cost), -1);
	assert_string_equal(op_sure(&cost)->why, WHY_NODE);
	/* a name that is written as a node's */
	call = *calls_make(&arena, "MmBackward0", "");
	assert_false(op_known(op_find(&call)));
	assert_ptr_equal(
	    op_find(&call), op_find(calls_make(&arena, "CopyBackwards", "")));
	/* an operator that has a row, and what is no identifier */
	assert_true(
	    op_known(op_find(calls_make(&arena, "aten::gelu_backward", ""))));
	assert_null(op_find(calls_make(&arena, "my own Backward", "")));
	assert_null(op_find(calls_make(&arena, "Backward", "")));
	assert_null(op_find(calls_make(&arena, "-MmBackward0", "")));
	assert_null(op_find(calls_make(&arena, "Mm-Backward0", "")));
}

/* A row "self,tensors...,dim,forward,size". */
static const uint16_t layout_names[] = {
    AT_self, AT_tensors | OP_LIST, AT_dim, AT_forward, AT_size};
/* "self,indices...,values*,accumulate" */
static const uint16_t behind_names[] = {
    AT_self, AT_indices | OP_LIST, AT_values | OP_BEHIND, AT_accumulate};
static const uint16_t plain_names[] = {AT_a, AT_b};

static const struct op_row any_row = {.name = "x", .spaces = SPACE_OTHER};
static const struct op_family any_family = {.rows = &any_row, .nrows = 1};
static const struct op_entry layout = {&any_family, 0, 1, 5, layout_names};
static const struct op_entry behind = {&any_family, 0, 1, 4, behind_names};
static const struct op_entry plain = {&any_family, 0, 1, 2, plain_names};

/* The question about a call by a row, with the bits of its names. */
static struct op_ask *ask(const struct op_entry *row, const struct call *c)
{
	static struct op_ask q;
	static struct op_entry e;

	e = *row;
	for (size_t i = 0; i < e.nnames; i++)
		e.bits |= op_name_bit(e.names[i] & ~(unsigned)OP_FLAGS);
	op_args_bind(&q, &e, c, PART_FORWARD, NULL);
	return &q;
}

static void test_arguments(void **state)
{
	const struct op_entry *e = &layout;
	const struct call *c;
	bool known = true;
	size_t n;

	(void)state;
	/* flattened: two tensors, and then dim */
	c = calls_make(&arena, "x", "f32[1] f32[2] f32[3] 7 true");
	assert_int_equal(op_tensor(ask(e, c), AT_self)->shape.v[0], 1);
	assert_int_equal(op_args_list(ask(e, c), AT_tensors, &n)->shape.v[0], 2);
	assert_int_equal(n, 2);
	assert_int_equal(op_args_int(ask(e, c), AT_dim, 0, &known), 7);
	assert_true(op_args_bool(ask(e, c), AT_forward, false, &known));
	assert_true(known);
	assert_null(op_arg(ask(e, c), AT_size));
	assert_null(op_arg(ask(e, c), AT_weight));
	assert_ptr_equal(op_operand(ask(e, c), 0), op_arg(ask(e, c), AT_self));
	assert_ptr_equal(op_operand(ask(e, c), 2), op_arg(ask(e, c), AT_dim));
	assert_null(op_operand(ask(e, c), 9));
	/* a list that was kept */
	c = calls_make(&arena, "x",
	    "f32[1] "
	    "[{\"name\":\"\",\"type\":\"tensor\",\"shape\":[2],\"dtype\":"
	    "\"float32\"},{\"name\":\"\",\"type\":\"tensor\",\"shape\":[3],"
	    "\"dtype\":\"float32\"}] 7");
	assert_int_equal(op_args_list(ask(e, c), AT_tensors, &n)->shape.v[0], 2);
	assert_int_equal(n, 2);
	assert_int_equal(op_args_int(ask(e, c), AT_dim, 0, &known), 7);
	/* an empty one */
	c = calls_make(&arena, "x", "f32[1] [] 7");
	assert_null(op_args_list(ask(e, c), AT_tensors, &n));
	assert_int_equal(op_args_int(ask(e, c), AT_dim, 0, &known), 7);
	/* none */
	c = calls_make(&arena, "x", "f32[1]");
	n = 5;
	assert_null(op_args_list(ask(e, c), AT_tensors, &n));
	assert_int_equal(n, 0);
	n = 5;
	assert_null(op_args_list(ask(e, c), AT_weight, &n));
	assert_int_equal(n, 0);
	/* by keyword, flattened too */
	c = calls_make(&arena, "x", "f32[1] tensors=f32[2] tensors=f32[3] dim=7");
	assert_int_equal(op_args_list(ask(e, c), AT_tensors, &n)->shape.v[0], 2);
	assert_int_equal(n, 2);
	assert_int_equal(op_args_int(ask(e, c), AT_dim, 0, &known), 7);
	/* PyProf's capture_input_ops names a positional tensor by its maker */
	c = calls_make(&arena, "x", "/Net::f/conv1=f32[1] /Net::f/a=f32[2] 7");
	assert_int_equal(op_tensor(ask(e, c), AT_self)->shape.v[0], 1);
	assert_int_equal(op_args_int(ask(e, c), AT_dim, 0, &known), 7);
	assert_true(known);
	/* a tensor behind the list is not of the list */
	c = calls_make(&arena, "x", "f32[1] i64[2] i64[3] f32[4] true");
	assert_int_equal(
	    op_args_list(ask(&behind, c), AT_indices, &n)->shape.v[0], 2);
	assert_int_equal(n, 2);
	assert_int_equal(op_tensor(ask(&behind, c), AT_values)->shape.v[0], 4);
	assert_true(op_args_bool(ask(&behind, c), AT_accumulate, false, &known));
}

static void test_values(void **state)
{
	const struct op_entry *e = &plain;
	const struct call *c;
	int64_t v[3];
	bool known = true;

	(void)state;
	/* not given, None: the default holds */
	c = calls_make(&arena, "x", "None");
	assert_int_equal(op_args_int(ask(e, c), AT_a, 5, &known), 5);
	assert_int_equal(op_args_int(ask(e, c), AT_b, 6, &known), 6);
	op_args_spread(ask(e, c), AT_a, v, 3, 4, &known);
	assert_true(v[0] == 4 && v[1] == 4 && v[2] == 4);
	assert_true(known);
	/* one for all; a list; an empty list */
	c = calls_make(&arena, "x", "3 [1,2,3]");
	op_args_spread(ask(e, c), AT_a, v, 3, 4, &known);
	assert_true(v[0] == 3 && v[1] == 3 && v[2] == 3);
	op_args_spread(ask(e, c), AT_b, v, 3, 4, &known);
	assert_true(v[0] == 1 && v[1] == 2 && v[2] == 3);
	c = calls_make(&arena, "x", "[] [9]");
	op_args_spread(ask(e, c), AT_a, v, 2, 4, &known);
	assert_true(v[0] == 4 && v[1] == 4);
	op_args_spread(ask(e, c), AT_b, v, 2, 4, &known);
	assert_true(v[0] == 9 && v[1] == 9);
	assert_int_equal(op_args_int(ask(e, c), AT_b, 0, &known), 9);
	assert_true(known);
	/* not told; no such value; too many */
	c = calls_make(&arena, "x", "? [1,2,3]");
	op_args_int(ask(e, c), AT_a, 5, &known);
	assert_false(known);
	known = true;
	op_args_spread(ask(e, c), AT_a, v, 2, 5, &known);
	assert_false(known);
	known = true;
	op_args_spread(ask(e, c), AT_b, v, 2, 5, &known);
	assert_false(known);
	known = true;
	c = calls_make(&arena, "x", "1.5 f32[2]");
	op_args_int(ask(e, c), AT_a, 5, &known);
	assert_false(known);
	known = true;
	op_args_int(ask(e, c), AT_b, 5, &known);
	assert_false(known);
	/* types by name and by number: torch's ScalarType 5 is half */
	c = calls_make(&arena, "x", "'torch.bfloat16' 5");
	assert_int_equal(op_args_dtype(ask(e, c), AT_a, DTYPE_INT8), DTYPE_BFLOAT16);
	assert_int_equal(op_args_dtype(ask(e, c), AT_b, DTYPE_INT8), DTYPE_FLOAT16);
	c = calls_make(&arena, "x", "None -1");
	assert_int_equal(op_args_dtype(ask(e, c), AT_a, DTYPE_INT8), DTYPE_INT8);
	assert_int_equal(op_args_dtype(ask(e, c), AT_b, DTYPE_INT8), DTYPE_UNKNOWN);
}

static const struct arg *arg(const char *text)
{
	return &calls_make(&arena, "x", text)->args[0];
}

static void test_sizes(void **state)
{
	(void)state;
	assert_int_equal(op_elems(arg("f32[4,5,6]")), 120);
	assert_int_equal(op_elems(arg("f32[]")), 1);
	assert_int_equal(op_elems(arg("f32[4,0]")), 0);
	assert_int_equal(op_elems(arg("f32[4,-1]")), OP_NO_SHAPE);
	assert_int_equal(op_elems(arg("f32[4294967296,4294967296]")), NUM_OVERFLOW);
	assert_int_equal(op_elems(arg("?")), OP_NO_SHAPE);
	assert_int_equal(op_elems(NULL), OP_NO_SHAPE);
	assert_int_equal(op_moved(arg("f16[4,5]")), 40);
	/* expanded dimensions are read once; of no elements, none */
	assert_int_equal(op_moved(arg("f32[4,5]/[0,1]")), 20);
	assert_int_equal(op_moved(arg("f32[0,5]/[0,1]")), 0);
	/* numbers, and what Kineto shows for them */
	assert_int_equal(op_moved(arg("3")), 0);
	assert_int_equal(op_moved(arg("2.5")), 0);
	assert_int_equal(op_moved(arg("None")), 0);
	assert_int_equal(op_moved(arg("f64[]")), 0);
	assert_int_equal(op_moved(arg("i64[]")), 0);
	assert_int_equal(op_moved(arg("f32[]")), 4);
	assert_int_equal(op_moved(NULL), 0);
	assert_int_equal(op_moved(arg("?[4,5]")), OP_NO_DTYPE);
	assert_int_equal(op_moved(arg("?")), OP_NO_SHAPE);
	/* half bytes are rounded up */
	assert_int_equal(op_size(7, DTYPE_INT4), 4);
	assert_int_equal(op_size(UINT64_MAX / 2, DTYPE_FLOAT32), NUM_OVERFLOW);
	assert_int_equal(op_size(OP_NO_SHAPE, DTYPE_FLOAT32), OP_NO_SHAPE);
}

static void test_numbers(void **state)
{
	struct cost cost = {0};

	(void)state;
	assert_int_equal(num_times(3, 4), 12);
	assert_int_equal(num_plus(3, 4), 7);
	assert_int_equal(
	    num_times(UINT64_C(1) << 32, UINT64_C(1) << 32), NUM_OVERFLOW);
	assert_int_equal(num_plus(NUM_BAD - 1, 1), NUM_OVERFLOW);
	assert_int_equal(num_times(0, OP_NO_DTYPE), OP_NO_DTYPE);
	assert_int_equal(num_plus(OP_NO_SHAPE, OP_NO_DTYPE), OP_NO_SHAPE);

	assert_int_equal(op_set(&cost, 5, 4, 3), 0);
	assert_true(cost.has_flops && cost.has_bytes && !op_sure(&cost)->why);
	memset(&cost, 0, sizeof cost);
	assert_int_equal(op_set(&cost, 5, 4, OP_NO_DTYPE), 0);
	assert_true(cost.has_flops && !cost.has_bytes);
	assert_string_equal(op_sure(&cost)->why, WHY_NO_DTYPE);
	memset(&cost, 0, sizeof cost);
	assert_int_equal(op_set(&cost, OP_NO_VALUE, 0, 3), 0);
	assert_true(!cost.has_flops && cost.has_bytes);
	assert_string_equal(op_sure(&cost)->why, WHY_VALUES);
	memset(&cost, 0, sizeof cost);
	assert_int_equal(op_set(&cost, OP_MISFIT, 0, NUM_OVERFLOW), -1);
	assert_string_equal(op_sure(&cost)->why, WHY_MISMATCH);
	memset(&cost, 0, sizeof cost);
	/* a call of these shapes did not run */
	assert_int_equal(op_set(&cost, 5, 4, OP_MISFIT), -1);
	assert_true(!cost.has_flops && !cost.has_bytes);
	assert_string_equal(cost.of_flops.why, WHY_MISMATCH);
	memset(&cost, 0, sizeof cost);
	assert_int_equal(op_set(&cost, 5, OP_MISFIT, 3), -1);
	assert_string_equal(cost.of_bytes.why, WHY_MISMATCH);
	memset(&cost, 0, sizeof cost);
	op_set(&cost, OP_NO_ATTR, 0, OP_NO_ATTR);
	assert_string_equal(op_sure(&cost)->why, WHY_ATTRIBUTE);
	memset(&cost, 0, sizeof cost);
	op_set(&cost, NUM_OVERFLOW, 0, NUM_OVERFLOW);
	assert_string_equal(op_sure(&cost)->why, WHY_OVERFLOW);
	memset(&cost, 0, sizeof cost);
	op_set(&cost, OP_NO_SHAPE, 0, OP_NO_DTYPE);
	/* each number has its own reason */
	assert_string_equal(cost.of_flops.why, WHY_NO_SHAPE);
	assert_string_equal(cost.of_bytes.why, WHY_NO_DTYPE);
	/* an estimate that is unknown is unknown, a bound that is estimated is
	 * an estimate */
	cost = (struct cost){.of_bytes = {CONF_ESTIMATE, WHY_VALUES}};
	op_set(&cost, 5, 4, OP_NO_SHAPE);
	assert_int_equal(cost.of_bytes.conf, CONF_UNKNOWN);
	assert_string_equal(cost.of_bytes.why, WHY_NO_SHAPE);
	assert_int_equal(cost.of_flops.conf, CONF_EXACT);
	op_lower(&cost.of_flops, CONF_UPPER, WHY_VALUES);
	op_lower(&cost.of_flops, CONF_ESTIMATE, WHY_ATTRIBUTE);
	op_lower(&cost.of_flops, CONF_UPPER, WHY_VALUES);
	assert_int_equal(cost.of_flops.conf, CONF_ESTIMATE);
	assert_string_equal(cost.of_flops.why, WHY_ATTRIBUTE);
	/* together they are as the weaker one */
	assert_ptr_equal(op_sure(&cost), &cost.of_bytes);
	cost.of_bytes.conf = CONF_UPPER;
	assert_ptr_equal(op_sure(&cost), &cost.of_flops);
	op_set(&cost, OP_NO_SHAPE, 0, OP_NO_SHAPE);
	assert_string_equal(op_sure(&cost)->why, WHY_NO_SHAPE);
}

static void test_broadcast(void **state)
{
	struct op_shape s;

	(void)state;
	assert_true(op_shape_of(arg("f32[3,1,5]"), &s));
	assert_int_equal(op_broadcast(&s, arg("f32[4,1]")), 0);
	assert_int_equal(s.n, 3);
	assert_true(s.v[0] == 3 && s.v[1] == 4 && s.v[2] == 5);
	assert_int_equal(op_broadcast(&s, arg("f32[2,1,1,1]")), 0);
	assert_int_equal(op_shape_elems(&s), 120);
	assert_int_equal(op_broadcast(&s, arg("7")), 0);
	assert_int_equal(op_broadcast(&s, NULL), 0);
	assert_int_equal(op_broadcast(&s, arg("f32[]")), 0);
	assert_int_equal(op_shape_elems(&s), 120);
	assert_int_equal(op_broadcast(&s, arg("f32[3]")), OP_MISFIT);
	assert_false(op_shape_of(arg("?"), &s));
	assert_false(op_shape_of(arg("f32[-2]"), &s));
	/* one with none is none */
	assert_true(op_shape_of(arg("f32[1]"), &s));
	assert_int_equal(op_broadcast(&s, arg("f32[0]")), 0);
	assert_int_equal(op_shape_elems(&s), 0);
}

/* The type of a call with these operands. */
static enum dtype promoted(const char *args)
{
	const struct call *c = calls_make(&arena, "x", args);
	const struct arg *v[4] = {0};
	size_t i;

	for (i = 0; i < c->nargs; i++)
		v[i] = &c->args[i];
	return op_promote(v, 4, false);
}

/* What torch.result_type gives for these (torch 1.13's documentation of type
 * promotion, and its examples). */
static void test_promotion(void **state)
{
	const struct arg *none[2];
	struct record *rec;

	(void)state;
	assert_int_equal(promoted("f32[2] f32[2]"), DTYPE_FLOAT32);
	assert_int_equal(promoted("f16[2] f32[2]"), DTYPE_FLOAT32);
	assert_int_equal(promoted("f16[2] bf16[2]"), DTYPE_FLOAT32);
	assert_int_equal(promoted("i64[2] f16[2]"), DTYPE_FLOAT16);
	assert_int_equal(promoted("b[2] u8[2]"), DTYPE_UINT8);
	assert_int_equal(promoted("u8[2] int8[2]"), DTYPE_INT16);
	assert_int_equal(promoted("u8[2] i32[2]"), DTYPE_INT32);
	assert_int_equal(promoted("f32[2] c64[2]"), DTYPE_COMPLEX64);
	assert_int_equal(promoted("f64[2] c64[2]"), DTYPE_COMPLEX128);
	assert_int_equal(promoted("f16[2] complex32[2]"), DTYPE_COMPLEX32);
	/* numbers and 0-dim tensors only where their category is higher */
	assert_int_equal(promoted("f16[2] 2.5"), DTYPE_FLOAT16);
	assert_int_equal(promoted("i32[2] 2"), DTYPE_INT32);
	assert_int_equal(promoted("i32[2] 2.5"), DTYPE_FLOAT32);
	assert_int_equal(promoted("b[2] 2"), DTYPE_INT64);
	assert_int_equal(promoted("b[2] true"), DTYPE_BOOL8);
	assert_int_equal(promoted("f16[2] f32[]"), DTYPE_FLOAT16);
	assert_int_equal(promoted("i32[2] f16[]"), DTYPE_FLOAT16);
	assert_int_equal(promoted("f32[2] f64[]"), DTYPE_FLOAT32);
	assert_int_equal(promoted("i32[2] f64[]"), DTYPE_FLOAT32);
	assert_int_equal(promoted("2.5 f16[2]"), DTYPE_FLOAT16);
	/* one that is not known, and none */
	assert_int_equal(promoted("f32[2] weird7[2]"), DTYPE_UNKNOWN);
	assert_int_equal(promoted("f32[2] None"), DTYPE_FLOAT32);
	assert_int_equal(promoted(""), DTYPE_UNKNOWN);
	/* PyProf's markers say NoneType for it */
	rec = calls_read(&arena, "{\"v\":1,\"op\":[{\"op\":\"x\",\"args\":["
				 "{\"type\":\"tensor\",\"shape\":[2],\"dtype\":"
				 "\"int32\"},{\"type\":\"NoneType\"}]}]}");
	none[0] = &rec->op.v[0].args[0];
	none[1] = &rec->op.v[0].args[1];
	assert_int_equal(op_promote(none, NELEMS(none), false), DTYPE_INT32);
}

static void test_begins(void **state)
{
	static const char nul[] = "add\0";

	(void)state;
	assert_true(op_find_begins(str_of("")));
	assert_true(op_find_begins(str_of("addm")));
	assert_true(op_find_begins(str_of("addmm")));
	assert_false(op_find_begins(str_of("addmmx")));
	assert_false(op_find_begins((struct str){nul, sizeof nul}));
	assert_false(op_find_begins((struct str){nul, sizeof nul - 1}));
}

/* Of a call without arguments there is nothing to point at. */
static void test_no_arguments(void **state)
{
	struct call none = {.op = str_of("aten::add"), .has_args = true};
	const struct op_entry *e = op_find(&none);
	struct op_ask q;
	size_t n;

	(void)state;
	assert_non_null(e);
	op_args_bind(&q, e, &none, PART_FORWARD, NULL);
	assert_null(op_args_find(&q, AT_self));
	assert_null(op_args_find(&q, AT_out));
	assert_null(op_args_list(&q, AT_self, &n));
	assert_int_equal(n, 0);
}

static int free_arena(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_sorted),
	    cmocka_unit_test(test_names),
	    cmocka_unit_test(test_find),
	    cmocka_unit_test(test_node),
	    cmocka_unit_test(test_arguments),
	    cmocka_unit_test(test_values),
	    cmocka_unit_test(test_sizes),
	    cmocka_unit_test(test_numbers),
	    cmocka_unit_test(test_broadcast),
	    cmocka_unit_test(test_promotion),
	    cmocka_unit_test(test_begins),
	    cmocka_unit_test(test_no_arguments),
	};

	return cmocka_run_group_tests(tests, NULL, free_arena);
}
