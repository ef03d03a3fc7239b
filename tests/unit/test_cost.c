/*
 * test_cost.c - which call counts, and that it counts once.
 */
#include "common/nelems.h"
#include "prof/typed.h"
#include "prof/ops/op.h"
#include "tests/unit/costs.h"

/* An entry of op or fwd: a call, and what else its object says. */
struct entry {
	const char *name, *args, *more;
};

#define NODE "\"node\":true"
#define ALONE "\"sub\":0,\"nsub\":1,\"main\":true"
#define END                                                                    \
	{                                                                      \
		NULL, NULL, NULL                                               \
	}

static void add_entries(struct strbuf *b, const char *key, const struct entry *e)
{
	const char *comma = "";

	strbuf_printf(b, ",\"%s\":[", key);
	for (; e && e->name; e++, comma = ",") {
		strbuf_text(b, comma);
		calls_json(b, e->name, e->args);
		if (e->more) {
			b->n--;
			strbuf_printf(b, ",%s}", e->more);
		}
	}
	strbuf_char(b, ']');
}

static struct arena arena;
static struct name_cache names;

/* The cost of a record: keys, then its calls, then its forward's. */
static struct costed cost_of(
    const char *keys, const struct entry *op, const struct entry *fwd)
{
	struct strbuf b = {0};
	const struct record *rec;
	const struct name *name;
	struct costed c;

	strbuf_printf(&b, "{\"v\":1,%s", keys);
	add_entries(&b, "op", op);
	if (fwd)
		add_entries(&b, "fwd", fwd);
	strbuf_text(&b, "}");
	strbuf_char(&b, '\0');
	rec = calls_read(&arena, b.p);
	name = name_read(&names, record_has(rec, name) ? rec->name : rec->kernel);
	op_cost_record(rec, name, &c);
	typed_cost(name, &arena, &c);
	op_cost_settle(rec, &c);
	strbuf_free(&b);
	return c;
}

#define IS(c, f, g, by)                                                        \
	do {                                                                   \
		struct costed it = (c);                                        \
		assert_true(it.cost.has_flops);                                \
		assert_int_equal(it.cost.flops, f);                            \
		assert_int_equal(it.cost.gemm, g);                             \
		assert_true(it.cost.has_bytes);                                \
		assert_int_equal(it.cost.bytes, by);                           \
	} while (0)

static void is_helper(struct costed c)
{
	assert_true(c.cost.has_flops);
	assert_int_equal(c.cost.flops, 0);
	assert_int_equal(c.cost.gemm, 0);
	assert_false(c.cost.has_bytes);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_HELPER);
	assert_string_equal(op_sure(&c.cost)->why, WHY_HELPER);
	assert_int_equal(c.cost.of_bytes.conf, CONF_HELPER);
}

static void is_na(struct costed c, const char *why)
{
	assert_false(c.cost.has_flops);
	assert_false(c.cost.has_bytes);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_UNKNOWN);
	assert_null(c.call);
	assert_string_equal(op_sure(&c.cost)->why, why);
}

/*
 * The calls around the projection of a language model to its 33,278 words, as
 * PyProf and emit_nvtx of torch 1.5 record them: 35 * 20 rows of 200.
 */
static const struct entry linear_mm[] = {
    {"torch.nn.functional.linear", "f32[35,20,200] f32[33278,200] f32[33278]",
	"\"n\":2,\"main\":true"},
    {"Tensor.matmul", "f32[35,20,200] f32[200,33278]", NULL},
    {"matmul", NULL, NULL},
    {"mm", NULL, NULL},
    END,
};
static const struct entry linear_mm_fwd[] = {
    {"torch.nn.functional.linear", "f32[35,20,200] f32[33278,200] f32[33278]", NULL},
    {"Tensor.matmul", "f32[35,20,200] f32[200,33278]", NULL},
    {"matmul", NULL, NULL},
    {"mm", NULL, NULL},
    END,
};
static const struct entry mm_backward[] = {
    {"MmBackward", NULL, NODE},
    {"mm", NULL, NULL},
    END,
};

/* 2 * 700 * 33278 * 200 = 9317840000;
 * 4 * (140000 + 6655600 + 23294600) = 120360800 */
#define MM_FLOPS UINT64_C(9317840000)
#define MM_BYTES 120360800

static void test_forward(void **state)
{
	struct costed c = cost_of(
	    "\"dir\":\"fprop\",\"class\":\"gemm\"," ALONE, linear_mm, NULL);

	(void)state;
	IS(c, MM_FLOPS, MM_FLOPS, MM_BYTES);
	assert_string_equal("matmul", op_row(c.entry)->name);
	assert_true(str_is(c.call->mod, "Tensor"));
	assert_false(c.backward);
	assert_int_equal(c.part, PART_FORWARD);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_EXACT);
	assert_int_equal(c.cost.dtype, DTYPE_FLOAT32);
	assert_true(op_uses_tc(c.entry));
}

/* Another kernel of the same unit, and one of class helper, cost nothing. */
static void test_helpers(void **state)
{
	(void)state;
	is_helper(cost_of("\"dir\":\"fprop\",\"class\":\"pointwise\","
			  "\"sub\":1,\"nsub\":2",
	    linear_mm, NULL));
	is_helper(cost_of(
	    "\"dir\":\"fprop\",\"class\":\"helper\"," ALONE, linear_mm, NULL));
}

/* A node that was linked to a call without a backward, by its number alone, is
 * not that call's; without a node there is nothing else that it could be. */
static void test_node_of_no_backward(void **state)
{
	static const struct entry node[] = {{"LookupBackward", NULL, NODE}, END};
	static const struct entry zero[] = {{"aten::zero_", "f32[4]", NULL}, END};

	(void)state;
	is_na(cost_of("\"dir\":\"bprop\",\"class\":\"sort\"," ALONE, node, zero),
	    WHY_NODE);
	is_na(cost_of("\"dir\":\"bprop\",\"class\":\"sort\"," ALONE, NULL, zero),
	    WHY_NO_GRADIENT);
}

/* What is unknown of the main kernel is unknown of its helper, for the same
 * reason: not a 0 that a sum would add. */
static void test_helper_of_unknown(void **state)
{
	static const struct entry bare[] = {
	    {"aten::linear", NULL, NULL}, {"own::op", NULL, NULL}, END};
	static const struct entry node[] = {
	    {"AddmmBackward0", NULL, NODE}, {"aten::size", NULL, NULL}, END};
	static const struct entry unknown[] = {{"own::op", NULL, NULL}, END};
	static const struct entry untyped[] = {
	    {"aten::mm", "?[4,5] ?[5,6]", NULL}, END};
	static const struct entry bounds[] = {
	    {"aten::clamp", "f32[4] ? ?", NULL}, END};
	struct costed c;

	(void)state;
	is_na(cost_of("\"dir\":\"fprop\",\"class\":\"helper\"," ALONE, bare, NULL),
	    WHY_NO_ARGS);
	is_na(cost_of("\"dir\":\"fprop\",\"class\":\"gemm\"," ALONE, bare, NULL),
	    WHY_NO_ARGS);
	is_na(cost_of("\"dir\":\"bprop\",\"class\":\"helper\"," ALONE, node, bare),
	    WHY_NO_KERNEL);
	is_na(cost_of("\"dir\":\"bprop\",\"class\":\"gemm\"," ALONE, node, bare),
	    WHY_NO_KERNEL);
	is_na(cost_of("\"dir\":\"fprop\",\"class\":\"helper\"," ALONE, unknown, NULL),
	    WHY_NO_MODEL);
	is_na(cost_of("\"dir\":\"fprop\",\"class\":\"helper\"," ALONE, NULL, NULL),
	    WHY_NO_CALL);
	/* the name of the main kernel may tell the types */
	is_helper(cost_of(
	    "\"dir\":\"fprop\",\"class\":\"helper\"," ALONE, untyped, NULL));
	/* each number for itself: FLOPs without bounds */
	c = cost_of(
	    "\"dir\":\"fprop\",\"class\":\"pointwise\",\"sub\":1,\"nsub\":2",
	    bounds, NULL);
	assert_false(c.cost.has_flops || c.cost.has_bytes);
	assert_int_equal(c.cost.of_bytes.conf, CONF_HELPER);
	assert_string_equal(c.cost.of_flops.why, WHY_ATTRIBUTE);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_UNKNOWN);
}

/*
 * A main kernel that no table knows does the whole of its call, forward or
 * backward; a helper, or one that is not main, never any of it.
 */
static void test_unknown_class(void **state)
{
	/* What the class of a kernel may be when its name says nothing. */
	static const char *const unknown[] = {"\"kernel\":\"k\",",
	    "\"class\":\"other\",", "\"class\":\"novel\","};
	static const char *const units[] = {
	    "\"sub\":0,\"nsub\":1,\"main\":true",
	    "\"sub\":2,\"nsub\":3,\"main\":true", "\"main\":true"};
	static const char *const others[] = {"\"sub\":0,\"nsub\":2",
	    "\"class\":\"other\",\"sub\":1,\"nsub\":2,\"main\":false",
	    "\"class\":\"helper\",\"sub\":0,\"nsub\":1,\"main\":true",
	    "\"class\":\"helper\",\"main\":true"};
	static const struct {
		bool bprop;
		struct entry call[2];
		uint64_t flops, gemm, bytes;
		enum conf conf; /* CONF_EXACT if not given */
	} calls[] = {
	    /* 2 * 8*10*9 + 80; 4 * (72 + 90 + 10 + 80) */
	    {false,
		{{"torch.nn.functional.linear", "f32[8,9] f32[10,9] f32[10]", NULL},
		    END},
		1520, 1440, 1008},
	    /* dx and dw 1440 each, db 80; 4 * (80 + 90 + 72), 4 * (80 + 72 +
	     * 90), 4 * (80 + 10) */
	    {true,
		{{"torch.nn.functional.linear", "f32[8,9] f32[10,9] f32[10]", NULL},
		    END},
		2960, 2880, 2296, CONF_ESTIMATE},
	    /* 2 * 5*36*27; 2 * (192 + 135 + 180) */
	    {false,
		{{"torch.nn.functional.conv2d", "f16[1,3,8,8] f16[5,3,3,3]", NULL}, END},
		9720, 9720, 1014},
	    /* twice; 2 * (180 + 135 + 192) twice */
	    {true,
		{{"torch.nn.functional.conv2d", "f16[1,3,8,8] f16[5,3,3,3]", NULL}, END},
		19440, 19440, 2028, CONF_ESTIMATE},
	    /* 5 * 32, 4 * 32; two and three tensors of 64 bytes */
	    {false, {{"torch.softmax", "f16[4,8] 1", NULL}, END}, 160, 0, 128},
	    {true, {{"torch.softmax", "f16[4,8] 1", NULL}, END}, 128, 0, 192},
	    /* 2 * 2 * 4*4 * (8 + 8); 4 tensors of 2 * 64 and 4 * 8 */
	    {false,
		{{"aten::_scaled_dot_product_flash_attention",
		     "f16[1,2,4,8] f16[1,2,4,8] f16[1,2,4,8] 0.0 false false", NULL},
		    END},
		1024, 1024, 544},
	};
	struct entry node[] = {{"Backward0", NULL, NODE}, END};
	struct strbuf b = {0};
	size_t i, j, k;

	(void)state;
	for (i = 0; i < sizeof calls / sizeof *calls; i++) {
		const struct entry *op = calls[i].bprop ? node : calls[i].call;
		const struct entry *fwd = calls[i].bprop ? calls[i].call : NULL;
		const char *dir = calls[i].bprop ? "bprop" : "fprop";
		struct costed c;

		for (j = 0; j < sizeof unknown / sizeof *unknown; j++) {
			for (k = 0; k < sizeof units / sizeof *units; k++) {
				b.n = 0;
				strbuf_printf(&b, "\"dir\":\"%s\",%s%s", dir,
				    unknown[j], units[k]);
				strbuf_char(&b, '\0');
				c = cost_of(b.p, op, fwd);
				IS(c, calls[i].flops, calls[i].gemm, calls[i].bytes);
				assert_int_equal(
				    op_sure(&c.cost)->conf, calls[i].conf);
			}
		}
		for (j = 0; j < sizeof others / sizeof *others; j++) {
			b.n = 0;
			strbuf_printf(&b, "\"dir\":\"%s\",%s", dir, others[j]);
			strbuf_char(&b, '\0');
			is_helper(cost_of(b.p, op, fwd));
		}
	}
	strbuf_free(&b);
}

/* Calls without arguments inside: the entry's own n and main decide. */
static void test_composite(void **state)
{
	struct entry op[] = {
	    {"torch.nn.functional.linear", "f32[8,9] f32[10,9] f32[10]",
		"\"n\":2,\"main\":true"},
	    {"matmul", NULL, NULL},
	    END,
	};
	struct costed c =
	    cost_of("\"dir\":\"fprop\",\"class\":\"gemm\"," ALONE, op, NULL);

	(void)state;
	/* 2 * 8*10*9 + 80; 4 * (72 + 90 + 10 + 80) */
	IS(c, 1520, 1440, 1008);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_ESTIMATE);
	assert_string_equal(op_sure(&c.cost)->why, WHY_SHARED);
	op[0].more = "\"n\":2";
	op[1].name = "add_";
	is_helper(cost_of(
	    "\"dir\":\"fprop\",\"class\":\"pointwise\"," ALONE, op, NULL));
	/* An entry of fewer kernels than the unit: two products in a node. */
	op[0].more = "\"n\":1,\"main\":true";
	c = cost_of("\"dir\":\"fprop\",\"class\":\"gemm\",\"sub\":1,\"nsub\":2",
	    op, NULL);
	IS(c, 1520, 1440, 1008);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_EXACT);
	/* ... and of as many, which are of no other unit */
	op[0].more = "\"n\":2,\"main\":true";
	c = cost_of("\"dir\":\"fprop\",\"class\":\"gemm\",\"sub\":1,\"nsub\":2",
	    op, NULL);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_EXACT);
}

/* Where nothing is said of units the kernel is alone. */
static void test_bare_record(void **state)
{
	struct entry op[] = {{"torch.mm", "f32[4,5] f32[5,6]", NULL}, END};

	(void)state;
	IS(cost_of("\"kernel\":\"k\"", op, NULL), 240, 240, 296);
}

static void test_na(void **state)
{
	struct entry none[] = {END};
	struct entry unknown[] = {{"torch.nosuch", "f32[4,5]", NULL}, END};
	struct entry bare[] = {{"mm", NULL, NULL}, END};
	struct entry wrong[] = {
	    {"torch.nosuch", "f32[1]", NULL},
	    {"torch.mm", "f32[4,5] f32[6,5]", NULL},
	    {"mm", NULL, NULL},
	    END,
	};
	struct entry node[] = {{"MmBackward", NULL, NODE}, END};

	(void)state;
	is_na(cost_of("\"kernel\":\"k\"," ALONE, none, NULL), WHY_NO_CALL);
	is_na(cost_of("\"kernel\":\"k\",\"graph\":3," ALONE, none, NULL), WHY_GRAPH);
	is_na(cost_of("\"kernel\":\"k\",\"graph\":3," ALONE, unknown, NULL),
	    WHY_NO_MODEL);
	is_na(cost_of("\"kernel\":\"k\"," ALONE, unknown, NULL), WHY_NO_MODEL);
	is_na(cost_of("\"kernel\":\"k\"," ALONE, bare, NULL), WHY_NO_ARGS);
	/* the innermost reason that says something */
	is_na(cost_of("\"kernel\":\"k\"," ALONE, wrong, NULL), WHY_NO_ARGS);
	wrong[2].name = "nosuch::op";
	is_na(cost_of("\"kernel\":\"k\"," ALONE, wrong, NULL), WHY_MISMATCH);
	/* no link to the forward */
	is_na(cost_of("\"dir\":\"bprop\"," ALONE, node, NULL), WHY_NODE);
}

/* dgrad and wgrad are each a product of the forward's size. */
static void test_roles(void **state)
{
	struct costed c;

	(void)state;
	c = cost_of(
	    "\"dir\":\"bprop\",\"class\":\"gemm\",\"role\":\"wgrad\"," ALONE,
	    mm_backward, linear_mm_fwd);
	IS(c, MM_FLOPS, MM_FLOPS, MM_BYTES);
	assert_true(c.backward);
	assert_int_equal(c.part, PART_WGRAD);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_EXACT);
	c = cost_of(
	    "\"dir\":\"bprop\",\"class\":\"gemm\",\"role\":\"dgrad\"," ALONE,
	    mm_backward, linear_mm_fwd);
	IS(c, MM_FLOPS, MM_FLOPS, MM_BYTES);
	assert_int_equal(c.part, PART_DGRAD);
	is_helper(
	    cost_of("\"dir\":\"bprop\",\"class\":\"gemm\",\"role\":\"dgrad\","
		    "\"sub\":1,\"nsub\":2",
		mm_backward, linear_mm_fwd));
}

/* Without roles: a product is one product, an unknown kernel the whole. */
static void test_no_roles(void **state)
{
	struct entry fwd[] = {
	    {"torch.nn.functional.linear", "f16[32,128] f16[64,128] f16[64]", NULL},
	    {"linear", NULL, NULL},
	    END,
	};
	struct entry node[] = {{"LinearBackward0", NULL, NODE}, END};
	struct costed c;

	(void)state;
	/* sizes as in test_gemm.c */
	c = cost_of("\"dir\":\"bprop\",\"class\":\"gemm\"," ALONE, node, fwd);
	IS(c, 524288, 524288, 28672);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_EXACT);
	c = cost_of("\"dir\":\"bprop\",\"class\":\"gemm\",\"sub\":0,\"nsub\":2,"
		    "\"main\":true,\"peers\":2",
	    node, fwd);
	IS(c, 524288, 524288, 28672);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_ESTIMATE);
	/* the other kernel is of another class */
	c = cost_of("\"dir\":\"bprop\",\"class\":\"gemm\",\"sub\":0,\"nsub\":2,"
		    "\"main\":true",
	    node, fwd);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_EXACT);
	IS(cost_of("\"dir\":\"bprop\",\"class\":\"other\"," ALONE, node, fwd),
	    1050624, 1048576, 61568);
	IS(cost_of("\"dir\":\"bprop\"," ALONE, node, fwd), 1050624, 1048576, 61568);
	/* the bias's gradient, and what can be no part of it */
	IS(cost_of("\"dir\":\"bprop\",\"class\":\"reduce\"," ALONE, node, fwd),
	    2048, 0, 4224);
	is_helper(
	    cost_of("\"dir\":\"bprop\",\"class\":\"copy\"," ALONE, node, fwd));
	/* its siblings have roles: the products are theirs, not the bias */
	node[0].more = NODE ",\"n\":3";
	is_helper(
	    cost_of("\"dir\":\"bprop\",\"class\":\"other\"," ALONE, node, fwd));
	is_helper(
	    cost_of("\"dir\":\"bprop\",\"class\":\"gemm\"," ALONE, node, fwd));
	IS(cost_of("\"dir\":\"bprop\",\"class\":\"reduce\"," ALONE, node, fwd),
	    2048, 0, 4224);
	/* the role says so too */
	IS(cost_of("\"dir\":\"bprop\",\"class\":\"reduce\",\"role\":"
		   "\"dbias\"," ALONE,
	       node, fwd),
	    2048, 0, 4224);
	/* no bias to have a gradient: a role contradicts that */
	fwd[0].args = "f16[32,128] f16[64,128]";
	c = cost_of(
	    "\"dir\":\"bprop\",\"class\":\"reduce\",\"role\":\"dbias\"," ALONE,
	    node, fwd);
	assert_false(c.cost.has_flops || c.cost.has_bytes);
	assert_string_equal(c.cost.of_flops.why, WHY_NO_BIAS);
	assert_string_equal(c.cost.of_bytes.why, WHY_NO_BIAS);
	is_helper(
	    cost_of("\"dir\":\"bprop\",\"class\":\"reduce\"," ALONE, node, fwd));
}

/* A call inside the node that has its arguments is costed as what it is. */
static void test_inside_node(void **state)
{
	struct entry fwd[] = {
	    {"aten::addmm", "f32[6] f32[4,5] f32[5,6] 1 1", NULL}, END};
	struct entry op[] = {
	    {"Tensor.backward", "", NULL},
	    {"torch.mm", "f32[100,100] f32[100,100]", NULL},
	    {"AddmmBackward0", NULL, NODE ",\"n\":2"},
	    {"aten::mm", "f32[5,4] f32[4,6]", NULL},
	    END,
	};
	struct costed c = cost_of(
	    "\"dir\":\"bprop\",\"class\":\"gemm\",\"role\":\"wgrad\"," ALONE,
	    op, fwd);

	(void)state;
	/* 2 * 5*6*4; 4 * (20 + 24 + 30) */
	IS(c, 240, 240, 296);
	assert_false(c.backward);
	/* what is outside of the node is not the kernel's call */
	op[3].args = NULL;
	c = cost_of(
	    "\"dir\":\"bprop\",\"class\":\"gemm\",\"role\":\"wgrad\"," ALONE,
	    op, NULL);
	is_na(c, WHY_NO_ARGS);
}

/* That torch runs mean inside adaptive_avg_pool tells one window for all of an
 * image; another call, or one inside a pool of maxima, tells nothing. */
static void test_inside_pool(void **state)
{
	struct entry op[] = {
	    {"aten::adaptive_avg_pool2d", "f16[8,512,7,7] ?", "\"n\":2"},
	    {"aten::mean", "f16[8,512,7,7] ? ? ?", NULL},
	    END,
	};
	const char *kernel = "\"dir\":\"fprop\",\"class\":\"reduce\"," ALONE;
	struct costed c;

	(void)state;
	/* 8*512 sums of 49 numbers, and as many divisions */
	IS(cost_of(kernel, op, NULL), 204800, 0, 409600);
	op[1].name = "aten::var";
	c = cost_of(kernel, op, NULL);
	assert_false(c.cost.has_bytes);
	op[0].name = "aten::adaptive_max_pool2d";
	op[1].name = "aten::mean";
	c = cost_of(kernel, op, NULL);
	assert_false(c.cost.has_bytes);
}

/* convolution_backward: each kernel the part of its role. */
static void test_backward_operator(void **state)
{
	struct entry op[] = {
	    {"ConvolutionBackward0", NULL, NODE ",\"n\":3"},
	    {"aten::convolution_backward",
		"f32[1,64,112,112] f32[1,3,224,224] f32[64,3,7,7] [64] [2,2] "
		"[3,3] [1,1] false [0,0] 1 [true,true,true]",
		"\"n\":3"},
	    END,
	};
	struct costed c = cost_of(
	    "\"dir\":\"bprop\",\"class\":\"conv\",\"role\":\"dgrad\"," ALONE,
	    op, NULL);

	(void)state;
	/* sizes as in test_conv.c */
	IS(c, 236027904, 236027904, 3851008);
	assert_int_equal(c.part, PART_DGRAD);
	is_helper(
	    cost_of("\"dir\":\"bprop\",\"class\":\"conv\",\"role\":\"dgrad\","
		    "\"sub\":1,\"nsub\":2",
		op, NULL));
	/* a third without a role, although it is the longest */
	op[1].more = "\"n\":3,\"main\":true";
	is_helper(cost_of("\"dir\":\"bprop\",\"class\":\"conv\"," ALONE, op, NULL));
	/* none has a role: the main one takes all */
	op[0].more = NODE;
	op[1].more = NULL;
	IS(cost_of("\"dir\":\"bprop\",\"class\":\"conv\",\"sub\":0,\"nsub\":3,"
		   "\"main\":true",
	       op, NULL),
	    472858624, 472055808, 10913536);
	/* emit_nvtx does not say which gradients: one product */
	op[1].args = "?[1,64,112,112] ?[1,3,224,224] ?[64,3,7,7] ? ? ? ? ? ? ?"
		     " ?";
	c = cost_of("\"dir\":\"bprop\",\"class\":\"conv\"," ALONE, op, NULL);
	assert_true(c.cost.has_flops);
	assert_int_equal(c.cost.flops, 236027904);
	assert_int_equal(c.part, PART_PRODUCT);
}

/* A node inside F.linear that is no product is not F.linear's backward. */
static void test_other_work(void **state)
{
	struct entry fwd[] = {
	    {"torch.nn.functional.linear", "f16[32,128] f16[64,128] f16[64]", NULL},
	    {"convolution", NULL, NULL},
	    END,
	};
	struct entry around[] = {
	    {"torch.mul", "f32[4,5] f32[4,5]", NULL},
	    {"torch.nn.functional.linear", "f16[32,128] f16[64,128] f16[64]", NULL},
	    {"torch.mul", NULL, NULL},
	    END,
	};
	struct entry node[] = {{"OddBackward", NULL, NODE}, END};

	(void)state;
	is_na(cost_of("\"dir\":\"bprop\",\"class\":\"other\"," ALONE, node, fwd),
	    WHY_NO_ARGS);
	/* a forward is not costed by what is told of another */
	is_na(cost_of("\"dir\":\"fprop\",\"class\":\"other\"," ALONE, node, around),
	    WHY_NO_CALL);
	/* but one around that is of the same kind: a gradient of 20 elements
	 * from that of the result and the other operand, 80 bytes each */
	IS(cost_of("\"dir\":\"bprop\",\"class\":\"other\"," ALONE, node, around),
	    20, 0, 240);
}

/*
 * A training step of a language model, as PyProf and emit_nvtx of torch 1.5
 * record it: ten kernels worked by hand.  35 * 20 = 700 tokens, 200 wide, of a
 * vocabulary of 33278.
 */
static void test_language_model(void **state)
{
	struct entry linear_bias[] = {
	    {"torch.nn.functional.linear",
		"f32[35,20,200] f32[33278,200] f32[33278]", "\"n\":2"},
	    {"Tensor.__iadd__", "f32[35,20,33278] f32[33278]", NULL},
	    {"add_", NULL, NULL},
	    END,
	};
	struct entry log_softmax[] = {
	    {"torch.nn.functional.log_softmax", "f32[35,20,33278] dim=-1", NULL},
	    {"Tensor.log_softmax", "f32[35,20,33278] -1", NULL},
	    {"log_softmax", NULL, NULL},
	    {"_log_softmax", NULL, NULL},
	    END,
	};
	struct entry log_softmax_node[] = {
	    {"LogSoftmaxBackward", NULL, NODE},
	    {"_log_softmax_backward_data", NULL, NULL},
	    END,
	};
	struct entry cross_entropy_softmax[] = {
	    {"torch.nn.functional.cross_entropy",
		"f32[700,33278] i64[700] weight=None ignore_index=-100 "
		"reduction='mean'",
		"\"n\":2,\"main\":true"},
	    {"torch.nn.functional.log_softmax", "f32[700,33278] 1", NULL},
	    {"Tensor.log_softmax", "f32[700,33278] 1", NULL},
	    {"log_softmax", NULL, NULL},
	    END,
	};
	struct entry cross_entropy_loss[] = {
	    {"torch.nn.functional.cross_entropy",
		"f32[700,33278] i64[700] weight=None ignore_index=-100 "
		"reduction='mean'",
		"\"n\":2"},
	    {"torch.nn.functional.nll_loss",
		"f32[700,33278] i64[700] None None -100 None 'mean'", NULL},
	    {"nll_loss", NULL, NULL},
	    {"nll_loss_forward", NULL, NULL},
	    END,
	};
	struct entry norm[] = {
	    {"Tensor.norm", "f32[600,200] 2.0", NULL},
	    {"torch.norm", "f32[600,200] 2.0 None false dtype=None", NULL},
	    {"norm", NULL, NULL},
	    END,
	};
	struct entry add[] = {
	    {"Tensor.add_", "f32[33278] -20 f32[33278]", NULL},
	    {"add_", NULL, NULL},
	    END,
	};
	struct entry embedding[] = {
	    {"torch.nn.functional.embedding",
		"i64[35,20] f32[33278,200] None None 2.0 false false", NULL},
	    {"torch.embedding", "f32[33278,200] i64[35,20] -1 false false", NULL},
	    {"embedding", NULL, NULL},
	    END,
	};
	struct entry embedding_node[] = {
	    {"EmbeddingBackward", NULL, NODE},
	    {"embedding_backward", NULL, NULL},
	    {"embedding_dense_backward", NULL, NULL},
	    END,
	};
	struct entry layer_norm[] = {
	    {"torch.nn.functional.layer_norm",
		"f32[35,20,200] [200] f32[200] f32[200] 1e-05", NULL},
	    {"torch.layer_norm",
		"f32[35,20,200] [200] f32[200] f32[200] 1e-05 true", NULL},
	    {"layer_norm", NULL, NULL},
	    {"native_layer_norm", NULL, NULL},
	    END,
	};
	struct entry bmm[] = {
	    {"torch.nn.functional.multi_head_attention_forward",
		"f32[35,20,200] f32[35,20,200]", "\"n\":17"},
	    {"torch.bmm", "f32[20,35,200] f32[20,200,35]", NULL},
	    {"bmm", NULL, NULL},
	    END,
	};

	(void)state;
	/* an addition an element; 4 * (2 * 700*33278 + 33278) */
	IS(cost_of("\"dir\":\"fprop\",\"class\":\"pointwise\"," ALONE,
	       linear_bias, NULL),
	    23294600, 0, 186489912);
	/* 4 * 700*33278; three tensors */
	IS(cost_of("\"dir\":\"bprop\",\"class\":\"softmax\"," ALONE,
	       log_softmax_node, log_softmax),
	    93178400, 0, 279535200);
	/* 5 * 700*33278; two tensors */
	IS(cost_of("\"dir\":\"fprop\",\"class\":\"softmax\"," ALONE,
	       cross_entropy_softmax, NULL),
	    116473000, 0, 186356800);
	/* 700 picked values and labels, loss and total weight:
	 * 700*4 + 700*8 + 4 + 4 */
	IS(cost_of("\"dir\":\"fprop\",\"class\":\"loss\"," ALONE,
	       cross_entropy_loss, NULL),
	    700, 0, 8408);
	/* 2 * 120000 + 1; 4 * 120001 */
	IS(cost_of("\"dir\":\"fprop\",\"class\":\"reduce\"," ALONE, norm, NULL),
	    240001, 0, 480004);
	/* the number in the middle is alpha: 2 * 33278; 3 * 4 * 33278 */
	IS(cost_of("\"dir\":\"fprop\",\"class\":\"pointwise\"," ALONE, add, NULL),
	    66556, 0, 399336);
	/* 700*200 adds; 700*200*4 + 700*8 + 33278*200*4 */
	IS(cost_of("\"dir\":\"bprop\",\"class\":\"embedding\",\"sub\":1,"
		   "\"nsub\":2,\"main\":true",
	       embedding_node, embedding),
	    140000, 0, 27188000);
	is_helper(cost_of("\"dir\":\"bprop\",\"class\":\"fill\",\"sub\":0,"
			  "\"nsub\":2",
	    embedding_node, embedding));
	/* torch's fill writes the table, 4 * 33278 * 200; an arange beside it
	 * does not */
	{
		static const char *const keys[] = {
		    "\"dir\":\"bprop\",\"class\":\"fill\",\"sub\":0,\"nsub\":2,"
		    "\"name\":\"void at::native::elementwise_kernel<512, 1, "
		    "at::native::fill_kernel_cuda(at::TensorIterator&)>(int)\"",
		    "\"dir\":\"bprop\",\"class\":\"fill\",\"sub\":0,\"nsub\":2,"
		    "\"name\":\"void "
		    "at::native::elementwise_kernel<arange>(int)\"",
		    /* a name alone is not enough */
		    "\"dir\":\"bprop\",\"class\":\"other\",\"sub\":0,\"nsub\":"
		    "2,"
		    "\"name\":\"void at::native::elementwise_kernel<512, 1, "
		    "at::native::fill_kernel_cuda(at::TensorIterator&)>(int)\"",
		};
		struct entry grad[] = {
		    {"aten::embedding_dense_backward",
			"f16[35,20,200] i64[35,20] 33278 -1 false",
			"\"n\":2,\"main\":false"},
		    END,
		};
		struct costed c = cost_of(keys[0], embedding_node, embedding);

		IS(c, 0, 0, 26622400);
		assert_int_equal(op_sure(&c.cost)->conf, CONF_HELPER);
		is_helper(cost_of(keys[1], embedding_node, embedding));
		is_helper(cost_of(keys[2], embedding_node, embedding));
		/* 2 * 33278 * 200 */
		IS(cost_of(keys[0], grad, NULL), 0, 0, 13311200);
	}
	/* 5 * 140000; 2*140000*4 + 2*200*4 + 2*700*4 */
	IS(cost_of("\"dir\":\"fprop\",\"class\":\"norm\",\"sub\":0,"
		   "\"nsub\":2,\"main\":true,\"peers\":2",
	       layer_norm, NULL),
	    700000, 0, 1127200);
	/* 2*20 * 35*35*200; 4*20 * (7000 + 7000 + 1225) */
	IS(cost_of("\"dir\":\"fprop\",\"class\":\"gemm\"," ALONE, bmm, NULL),
	    9800000, 9800000, 1218000);
}

/* The argument of a node is as large as what its own call returned: 4 * 7
 * additions, wherever they go.  A call around that one returned something else. */
static void test_node_argument(void **state)
{
	static const struct entry fwd[] = {
	    {"torch.Tensor.index", "f32[60,70] ?", NULL},
	    {"aten::index", "f32[6,7] ?", NULL}, END};
	static const struct entry bare[] = {
	    {"torch.Tensor.index", "f32[60,70] ?", NULL},
	    {"aten::index", NULL, NULL}, END};
	static const struct entry told[] = {
	    {"aten::index", "f32[6,7] ? > f32[5,7]", NULL}, END};
	static const struct entry node[] = {
	    {"IndexBackward0", "f32[4,7]", NODE}, END};
	static const struct entry nothing[] = {{"IndexBackward0", "?", NODE}, END};
	struct costed c;

	(void)state;
	c = cost_of("\"dir\":\"bprop\",\"class\":\"index\"," ALONE, node, fwd);
	assert_true(c.cost.has_flops && !c.cost.has_bytes);
	assert_int_equal(c.cost.flops, 28);
	assert_int_equal(c.cost.of_flops.conf, CONF_EXACT);
	assert_ptr_equal(c.call->out, NULL); /* the record's own */
	c = cost_of("\"dir\":\"bprop\",\"class\":\"index\"," ALONE, node, told);
	assert_int_equal(c.cost.flops, 35);
	is_na(cost_of("\"dir\":\"bprop\",\"class\":\"index\"," ALONE, node, bare),
	    WHY_NO_ARGS);
	is_na(cost_of("\"dir\":\"bprop\",\"class\":\"index\"," ALONE, nothing, fwd),
	    WHY_NO_SHAPE);
}

/*
 * Calls inside an entry that launched kernels of their own: work of theirs that
 * a formula holds is left out, other work is not.
 */
static void test_inner(void **state)
{
	static const struct {
		const char *name, *args, *inner;
		uint64_t flops, gemm, bytes;
	} cases[] = {
	    /* 2 * 36 * 5 * 27 and 5 * 36 for the bias; x 192, w 135, y 180,
	     * b 5 of 4 bytes */
	    {"aten::miopen_convolution", "f32[1,3,8,8] f32[5,3,3,3] f32[5] [0,0] [1,1] [1,1] 1 false false",
		"[\"aten::mul\"]", 9900, 9720, 2048},
	    {"aten::miopen_convolution", "f32[1,3,8,8] f32[5,3,3,3] f32[5] [0,0] [1,1] [1,1] 1 false false",
		"[\"aten::mul\",\"aten::add_\"]", 9720, 9720, 2028},
	    /* two products of 9720, and 180 for the bias; dy, w, dx and
	     * dy, x, dw are 507 each, dy and db 185 */
	    {"aten::convolution_backward",
		"f32[1,5,6,6] f32[1,3,8,8] f32[5,3,3,3] [5] [1,1] [0,0] [1,1] "
		"false [0,0] 1 [true,true,true]",
		"[\"aten::add_\"]", 19440, 19440, 4056},
	    {"aten::convolution_backward",
		"f32[1,5,6,6] f32[1,3,8,8] f32[5,3,3,3] [5] [1,1] [0,0] [1,1] "
		"false [0,0] 1 [true,true,true]",
		"[\"aten::copy_\"]", 19620, 19440, 4796},
	    /* 3 * 640 with the mean, and one result; else 2 * 640, and 640 */
	    {"aten::mse_loss", "f32[64,10] f32[64,10] 1", "[]", 1920, 0, 5124},
	    {"aten::mse_loss", "f32[64,10] f32[64,10] 1", "[\"aten::mean\"]",
		1280, 0, 7680},
	    {"aten::smooth_l1_loss", "f32[64,10] f32[64,10] 2 1.0",
		"[\"aten::sum.dim_IntList\"]", 3200, 0, 7680},
	    /* its backward has no sum inside that it would hold */
	    {"aten::mse_loss_backward", "f32[] f32[64,10] f32[64,10] 1",
		"[\"aten::mean\"]", 1920, 0, 7684},
	    {"aten::_softmax_backward_data", "f32[4,8] f32[4,8] 1 6",
		"[\"aten::mul\"]", 96, 0, 384},
	    {"aten::_softmax_backward_data", "f32[4,8] f32[4,8] 1 6",
		"[\"aten::add\"]", 128, 0, 384},
	    {"aten::_softmax", "f32[4,8] 1 false", "[\"aten::mul\"]", 160, 0, 256},
	    /* x copied by another: indices 5120, src 2560, 2560 written */
	    {"aten::scatter", "f32[100,64] 0 i64[10,64] f32[10,64]",
		"[\"aten::copy_\"]", 0, 0, 10240},
	    {"aten::scatter", "f32[100,64] 0 i64[10,64] f32[10,64]",
		"[\"aten::clone\"]", 0, 0, 58880},
	    /* additions of indices are none of its own */
	    {"aten::_index_put_impl_", "f32[40,9] i64[5] f32[5,9] true true",
		"[\"aten::add_\",\"aten::div_\"]", 45, 0, 580},
	};
	struct entry op[] = {{NULL, NULL, NULL}, END};
	struct strbuf b = {0};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		b.n = 0;
		strbuf_printf(&b, "\"inner\":{\"calls\":%s}", cases[i].inner);
		strbuf_char(&b, '\0');
		op[0] = (struct entry){cases[i].name, cases[i].args, b.p};
		IS(cost_of("\"dir\":\"fprop\",\"class\":\"other\"," ALONE, op, NULL),
		    cases[i].flops, cases[i].gemm, cases[i].bytes);
	}
	strbuf_free(&b);
}

/*
 * A tensor that another kernel or a memset set: the call has what it touches.
 * What was set must be large enough to be that tensor, or of unknown size.
 */
static void test_zeroed(void **state)
{
	static const struct {
		const char *name, *args;
		uint64_t whole, size, apart; /* bytes */
	} cases[] = {
	    /* targets 800, dy and total weight 8; dx 400000, 100 elements */
	    {"aten::nll_loss_backward",
		"f32[] f32[100,1000] i64[100] None 1 -100 f32[]", 400808,
		400000, 1208},
	    /* dy 12582912 of 2 bytes in 8 * 4096 of indices; the table of 50257
	     * rows, or 4096 rows twice */
	    {"aten::embedding_dense_backward",
		"f16[32,128,768] i64[32,128] 50257 -1 false", 83518976,
		77194752, 18907136},
	    /* 5 rows of 3, all of them hit: 4 * (60 + 2 * 15) + 8 * 20 */
	    {"aten::embedding_dense_backward", "f32[20,3] i64[20] 5 -1 false",
		460, 60, 520},
	    /* dy 32 * 64, indices and bags 3200, 1000 rows or 200 twice */
	    {"aten::_embedding_bag_dense_backward",
		"f32[32,64] i64[200] i64[200] i64[32] i64[0] 1000 false 0 None",
		267392, 256000, 113792},
	    /* dy 4 * 4, its indices 8 * 4; dx 64, or 4 of it twice */
	    {"aten::adaptive_max_pool2d_backward",
		"f32[1,1,2,2] f32[1,1,8,8] i64[1,1,2,2]", 304, 256, 80},
	    /* x 4 * 4, its indices 8 * 4; y 64, or 4 of it */
	    {"aten::max_unpool2d", "f32[1,1,2,2] i64[1,1,2,2] [8,8]", 304, 256, 64},
	    /* dy 4 * 16; dx 4 * 4, of which all is added to */
	    {"aten::upsample_bilinear2d_backward",
		"f32[1,1,4,4] [4,4] [1,1,2,2] false", 80, 16, 96},
	    {"aten::upsample_nearest2d_backward",
		"f32[1,1,4,4] [4,4] [1,1,2,2]", 80, 16, 80},
	    /* x 256, a grid of one point 8, dy 4; dx 256, or 4 of it, dgrid 8 */
	    {"aten::grid_sampler_2d_backward",
		"f32[1,1,1,1] f32[1,1,8,8] f32[1,1,1,2] 0 0 false [true,true]",
		532, 256, 308},
	    /* dy 4, a box 20; dx 256, or 4 of it for its one point */
	    {"torchvision::_roi_align_backward",
		"f32[1,1,1,1] f32[1,5] 1.0 1 1 1 1 8 8 1 false", 280, 256, 56},
	    /* writes all of dx */
	    {"aten::max_pool2d_with_indices_backward", "f32[1,1,4,4] f32[1,1,8,8] [2,2] [2,2] [0,0] [1,1] false i64[1,1,4,4]",
		448, 256, 448},
	};
	struct entry op[] = {{NULL, NULL, NULL}, END};
	struct strbuf b = {0};
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct {
			uint64_t zeroed, bytes;
		} sets[] = {
		    {cases[i].size, cases[i].apart},
		    {cases[i].size + 512, cases[i].apart},
		    {0, cases[i].apart},
		    {cases[i].size - 1, cases[i].whole},
		};

		op[0] = (struct entry){cases[i].name, cases[i].args, NULL};
		for (k = 0; k <= sizeof sets / sizeof *sets; k++) {
			struct costed c = cost_of(
			    "\"dir\":\"fprop\",\"class\":\"other\"," ALONE, op,
			    NULL);

			assert_true(c.cost.has_bytes);
			assert_int_equal(c.cost.bytes,
			    k ? sets[k - 1].bytes : cases[i].whole);
			/* what was set may be another tensor */
			if (k && sets[k - 1].zeroed != cases[i].size &&
			    sets[k - 1].bytes == cases[i].apart &&
			    cases[i].apart != cases[i].whole)
				assert_int_not_equal(
				    c.cost.of_bytes.conf, CONF_EXACT);
			if (k == sizeof sets / sizeof *sets)
				break;
			b.n = 0;
			strbuf_printf(&b, "\"inner\":{\"zeroed\":%llu}",
			    (unsigned long long)sets[k].zeroed);
			strbuf_char(&b, '\0');
			op[0].more = b.p;
		}
	}
	strbuf_free(&b);
}

/* The same in a node, whose entry says it: by the forward's formula. */
static void test_zeroed_in_node(void **state)
{
	static const struct entry embedding[] = {
	    {"torch.embedding", "f32[33278,200] i64[35,20] -1 false false", NULL},
	    END};
	static const struct entry gather[] = {
	    {"torch.gather", "f32[100,64] 0 i64[10,64]", NULL}, END};
	static const struct entry nll[] = {
	    {"torch.nn.functional.nll_loss", "f32[700,33278] i64[700]", NULL}, END};
	static const struct entry softmax[] = {
	    {"torch.softmax", "f32[4,8] 1", NULL}, END};
	struct entry node[] = {
	    {"OddBackward0", NULL, NODE ",\"inner\":{\"zeroed\":0}"}, END};
	static const char keys[] =
	    "\"dir\":\"bprop\",\"class\":\"other\"," ALONE;
	static const char fill[] =
	    "\"dir\":\"bprop\",\"class\":\"fill\",\"sub\":0,\"nsub\":2,"
	    "\"name\":\"vectorized_elementwise_kernel<FillFunctor<float>>\"";
	struct costed c;

	(void)state;
	/* dy 560000, indices 5600, 700 rows of 200 read and written */
	IS(cost_of(keys, node, embedding), 140000, 0, 1685600);
	/* indices 5120, dy 2560, 640 elements read and written */
	IS(cost_of(keys, node, gather), 640, 0, 12800);
	/* 700 labels of 8 bytes and elements of 4, dy and total weight */
	IS(cost_of(keys, node, nll), 700, 0, 8408);
	/* the fill has the rest, also where its call has no arguments */
	IS(cost_of(fill, node, embedding), 0, 0, 26622400);
	IS(cost_of(fill, node, gather), 0, 0, 25600);
	IS(cost_of(fill, node, nll), 0, 0, 93178400);
	is_helper(cost_of(fill, node, softmax));
	/* dy * y by aten::mul: 3 * 32 */
	node[0].more = NODE ",\"inner\":{\"calls\":[\"aten::mul\"]}";
	c = cost_of(keys, node, softmax);
	IS(c, 96, 0, 384);
	assert_null(c.call->inner); /* the record's own */
}

/* copy_ of 7 elements of 1 and 2 bytes in launches of 3, 3, 1 and 1 blocks: 21
 * * 3 / 8 = 7, 7, 21 * 1 / 8 = 2, and the last what is left, 5. */
static void test_share(void **state)
{
	static const struct entry copy[] = {
	    {"aten::copy_", "f16[7] b[7] false", NULL}, END};
	static const struct entry add[] = {
	    {"aten::add", "f32[7] f32[7] 1", NULL}, END};
	static const struct entry untyped[] = {
	    {"aten::add", "?[7] ?[7] 1", NULL}, END};
	static const struct entry bilinear[] = {
	    {"aten::bilinear", "f32[1,1] f32[1,1] f32[1,1,1] f32[1]", NULL}, END};
	/* around it: as many kernels, and more */
	static const struct entry around[] = {
	    {"torch.add", "f32[7] f32[7] 1", NULL}, {"add", NULL, NULL}, END};
	static const struct entry counted[] = {
	    {"torch.add", "f32[7] f32[7]", "\"n\":4,\"main\":true"},
	    {"add", NULL, NULL}, END};
	static const struct entry more[] = {
	    {"torch.add", "f32[7] f32[7] 1", "\"n\":5,\"main\":true"},
	    {"add", NULL, NULL}, END};
	/* a node that has another kernel, but not the call inside */
	static const struct entry node[] = {{"OddBackward0", NULL, NODE},
	    {"aten::copy_", "f16[7] b[7] false", "\"n\":4,\"main\":true"}, END};
	static const struct entry whole[] = {{"OddBackward0", NULL, NODE}, END};
	static const struct entry part[] = {
	    {"OddBackward0", NULL, NODE ",\"n\":5"}, {"odd", NULL, NULL}, END};
	static const struct entry softmax[] = {
	    {"torch.softmax", "f32[2,4] 1", NULL}, END};
	static const struct entry mm[] = {
	    {"aten::mm", "f32[4,5] f32[5,6]", NULL}, END};
	static const struct entry gather[] = {
	    {"c10d::_allgather_base_", "f32[7] f32[7]", NULL}, END};
#define INDUCTOR ",\"kernel_backend\":\"triton\",\"kernel_num_gb\":0.000001"
#define KEYS(dir, share)                                                       \
	"\"dir\":\"" dir                                                       \
	"\",\"class\":\"copy\",\"sub\":1,\"nsub\":4,\"share\":[" share "]"
	static const char *const wrong[] = {KEYS("fprop", ""),
	    KEYS("fprop", "3"), KEYS("fprop", "0,8"), KEYS("fprop", "9,8"),
	    KEYS("fprop", "3,-8"), KEYS("fprop", "3,8,1"),
	    KEYS("fprop", "1,8,3,2,1,2"), KEYS("fprop", "1,8,3,2"),
	    KEYS("fprop", "1,4294967296"), KEYS("fprop", "1,8,-3,-2,1,1"),
	    KEYS("fprop", "1,8,4294967295,4294967295,4294967295,4294967295"),
	    "\"dir\":\"fprop\",\"main\":false,\"share\":[3,8]"};
	struct costed c;
	size_t i;

	(void)state;
	c = cost_of(KEYS("fprop", "3,8"), copy, NULL);
	IS(c, 0, 0, 7);
	assert_int_equal(c.cost.of_bytes.conf, CONF_ESTIMATE);
	assert_string_equal(c.cost.of_bytes.why, WHY_SHARED);
	assert_int_equal(c.cost.of_flops.conf, CONF_EXACT);
	IS(cost_of(KEYS("fprop", "1,8"), copy, NULL), 0, 0, 2);
	IS(cost_of(KEYS("fprop", "1,8,3,2,1,1"), copy, NULL), 0, 0, 5);
	/* 7 FLOPs in halves of 2^32 - 2 blocks, and 84 bytes */
	c = cost_of(KEYS("fprop", "2147483647,4294967294"), add, NULL);
	IS(c, 3, 0, 42);
	assert_int_equal(c.cost.of_flops.conf, CONF_ESTIMATE);
	IS(cost_of(KEYS("fprop", "2147483647,4294967294,2147483647,1"), add, NULL),
	    4, 0, 42);
	IS(cost_of(KEYS("fprop", "1,2") ",\"name\":\"k<float>\"", around, NULL),
	    3, 0, 42);
	/* types from the name before the parts are made */
	c = cost_of(
	    KEYS("fprop",
		"1,2") ",\"name\":\"void vectorized_elementwise_kernel<4, "
		       "at::native::AddFunctor<float>>(int)\"",
	    untyped, NULL);
	IS(c, 3, 0, 42);
	/* 4 FLOPs of products and an addition in fifths: none of each, and the
	 * last has all */
	IS(cost_of(KEYS("fprop", "1,5"), bilinear, NULL), 0, 0, 4);
	IS(cost_of(KEYS("fprop", "1,5,1,4"), bilinear, NULL), 5, 4, 4);
	/* more than these launches: the main kernel has all */
	IS(cost_of(KEYS("fprop", "1,2"), more, NULL), 7, 0, 84);
	/* just these, though the entry says how many */
	IS(cost_of(KEYS("fprop", "1,2"), counted, NULL), 3, 0, 42);
	IS(cost_of(KEYS("bprop", "1,2") ",\"main\":true", node, NULL), 0, 0, 10);
	/* 4 * 8 FLOPs and 3 * 32 bytes of a backward */
	IS(cost_of(KEYS("bprop", "1,2"), whole, softmax), 16, 0, 48);
	is_helper(cost_of(KEYS("bprop", "1,2"), part, softmax));
	is_helper(cost_of(KEYS("fprop", "1,2"), mm, NULL));
	/* what Inductor counts is of all of them: 1000 bytes */
	IS(cost_of(KEYS("fprop", "1,4") INDUCTOR, untyped, NULL), 1, 0, 250);
	IS(cost_of(KEYS("fprop", "1,4,1,3") INDUCTOR, untyped, NULL), 4, 0, 250);
	/* a message of 7 * 4 bytes is the main kernel's, there and back */
#define MESSAGE                                                                \
	"\"dir\":\"fprop\",\"nsub\":2,\"share\":[1,2],\"comm\":{\"name\":"     \
	"\"allgather\",\"elements\":7,\"received\":7,\"dtype\":\"float32\"}"
	IS(cost_of(MESSAGE ",\"main\":true", gather, NULL), 0, 0, 56);
	is_helper(cost_of(MESSAGE ",\"sub\":1", gather, NULL));
	for (i = 0; i < sizeof wrong / sizeof *wrong; i++)
		is_helper(cost_of(wrong[i], copy, NULL));
}

static void test_memory(void **state)
{
	struct entry none[] = {END};
	struct costed c;

	(void)state;
	IS(cost_of("\"kind\":\"memcpy\",\"copy\":\"HtoD\",\"bytes\":4096", none, NULL),
	    0, 0, 4096);
	/* read and written */
	/* arrays are memory of the device: both ways, 2 * 4096 */
	IS(cost_of("\"kind\":\"memcpy\",\"copy\":\"DtoA\",\"bytes\":4096", none, NULL),
	    0, 0, 8192);
	IS(cost_of("\"kind\":\"memcpy\",\"copy\":\"AtoD\",\"bytes\":4096", none, NULL),
	    0, 0, 8192);
	IS(cost_of("\"kind\":\"memcpy\",\"copy\":\"AtoA\",\"bytes\":4096", none, NULL),
	    0, 0, 8192);
	IS(cost_of("\"kind\":\"memcpy\",\"copy\":\"HtoA\",\"bytes\":4096", none, NULL),
	    0, 0, 4096);
	IS(cost_of("\"kind\":\"memcpy\",\"copy\":\"DtoD\",\"bytes\":4096", none, NULL),
	    0, 0, 8192);
	IS(cost_of("\"kind\":\"memset\",\"bytes\":64", none, NULL), 0, 0, 64);
	/* one way or both is not known */
	c = cost_of("\"kind\":\"memcpy\",\"bytes\":4096", none, NULL);
	assert_false(c.cost.has_bytes);
	/* of no other kind */
	is_na(cost_of("\"kind\":\"sync\",\"bytes\":64", none, NULL), WHY_NO_CALL);
	c = cost_of("\"kind\":\"memset\"", none, NULL);
	is_na(c, WHY_ATTRIBUTE);
}

/*
 * emit_nvtx records sizes and no types: the kernel's name has the type, here
 * float16: bytes are 2 * (20 + 30 + 24).  Indices are int64 whatever the kernel
 * works in: 8 * 10 + 2 * 2 * 10 * 64.
 */
static void test_types_from_name(void **state)
{
	struct entry mm[] = {{"aten::mm", "?[4,5] ?[5,6]", NULL}, END};
	struct entry rows[] = {
	    {"aten::index_select", "?[100,64] 0 ?[10]", NULL}, END};
	struct entry half[] = {{"aten::mm", "f32[4,5] f32[5,6]", NULL}, END};
	struct entry gelu[] = {{"aten::gelu", "f32[4,5] ?", NULL}, END};
	struct costed c;

	(void)state;
	/* the name says as well how gelu was computed: by tanh, 9 an element */
	c = cost_of("\"name\":\"void vectorized_elementwise_kernel<4, "
		    "at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, "
		    "at::native::GeluType)::{lambda()#1}::operator()() const\"",
	    gelu, NULL);
	IS(c, 180, 0, 160);
	c = cost_of("\"name\":\"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_nn\"",
	    mm, NULL);
	assert_int_equal(c.cost.flops, 240);
	assert_int_equal(c.cost.bytes, 148);
	assert_int_equal(c.cost.dtype, DTYPE_FLOAT16);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_ESTIMATE);
	c = cost_of(
	    "\"name\":\"void indexSelectSmallIndex<c10::Half, long>(x)\"", rows,
	    NULL);
	assert_int_equal(c.cost.bytes, 2640);
	/* another kernel of its class works on the same call */
	c = cost_of("\"class\":\"gemm\",\"nsub\":2,\"main\":true,\"peers\":2,"
		    "\"name\":\"volta_fp16_s884gemm_fp16_128x64_ldg8_f2f_nn\"",
	    mm, NULL);
	assert_int_equal(c.cost.flops, 240);
	assert_int_equal(c.cost.of_flops.conf, CONF_ESTIMATE);
	assert_string_equal(c.cost.of_flops.why, WHY_SHARED);
	assert_int_equal(c.cost.bytes, 148);
	/* bfloat16 is read, float32 is written: 2 * (20 + 30) + 4 * 24 */
	c = cost_of("\"name\":\"nvjet_tss_128x64_64x6_1x1_h_bz_TNT\"", mm, NULL);
	assert_int_equal(c.cost.bytes, 196);
	/* a name that says nothing */
	c = cost_of("\"name\":\"gemmk1_kernel\"", mm, NULL);
	assert_int_equal(c.cost.flops, 240);
	assert_false(c.cost.has_bytes);
	assert_string_equal(op_sure(&c.cost)->why, WHY_NO_DTYPE);
	/* what was recorded holds */
	c = cost_of("\"name\":\"volta_h884gemm_64x64_nn\"", half, NULL);
	assert_int_equal(c.cost.bytes, 296);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_EXACT);
	/* a helper has no bytes, whatever its name says */
	is_helper(cost_of(
	    "\"name\":\"splitKreduce_kernel<float>\",\"class\":\"helper\"", mm,
	    NULL));
	is_helper(cost_of(
	    "\"name\":\"splitKreduce_kernel\",\"class\":\"helper\"", mm, NULL));
}

/* 8 ranks, 1024 float32: 7 / 8 of the elements are added. */
static void test_messages(void **state)
{
	static const char comm[] =
	    "\"class\":\"comm\",\"comm\":{\"name\":\"allreduce\",\"group\":8,"
	    "\"elements\":1024,\"dtype\":\"Float\"}";
	/* 2^62 of 4 bytes */
	static const char much[] =
	    "\"class\":\"comm\",\"comm\":{\"name\":\"allreduce\",\"group\":8,"
	    "\"elements\":4611686018427387904,\"dtype\":\"Float\"}";
	struct entry none[] = {END};
	struct entry call[] = {{"c10d::allreduce_", "f32[1024]", NULL}, END};
	struct entry params[] = {{"record_param_comms", NULL, NULL}, END};
	struct entry half[] = {{"c10d::allreduce_", "f16[1024]", NULL}, END};
	struct entry untyped[] = {{"c10d::allreduce_", "?[1024]", NULL}, END};
	struct costed c;
	struct strbuf b = {0};

	(void)state;
	is_na(cost_of(much, none, NULL), WHY_OVERFLOW);
	IS(cost_of(comm, none, NULL), 896, 0, 8192);
	IS(cost_of(comm, params, NULL), 896, 0, 8192);
	/* the call does not say how many ranks there are */
	c = cost_of(comm, call, NULL);
	IS(c, 896, 0, 8192);
	assert_int_equal(c.cost.ranks, 8);
	/* without a message all ranks of the profile are taken to take part */
	c = cost_of("\"class\":\"comm\",\"world_size\":8", call, NULL);
	IS(c, 896, 0, 8192);
	assert_string_equal(c.cost.of_flops.why, WHY_WORLD);
	/* the type is the message's, where it has one */
#define TYPED(type, size)                                                      \
	"\"class\":\"comm\",\"comm\":{\"name\":\"allreduce\",\"group\":"       \
	"8," size "\"dtype\":\"" type "\"}"
	c = cost_of(TYPED("BFloat16", "\"elements\":1024,"), half, NULL);
	IS(c, 896, 0, 4096);
	assert_int_equal(c.cost.dtype, DTYPE_BFLOAT16);
	c = cost_of(TYPED("Float", ""), untyped, NULL);
	assert_int_equal(c.cost.dtype, DTYPE_FLOAT32);
#undef TYPED
	/* once */
	strbuf_printf(&b, "%s,\"sub\":1,\"nsub\":2,\"main\":false", comm);
	strbuf_char(&b, '\0');
	c = cost_of(b.p, none, NULL);
	strbuf_free(&b);
	assert_int_equal(c.cost.flops, 0);
	assert_int_equal(op_sure(&c.cost)->conf, CONF_HELPER);
	/* sizes that no message has: those of the call, if there is one; its 7
	 * / 8 of the elements are added as ever */
#define MISFIT                                                                 \
	"\"class\":\"comm\",\"comm\":{\"name\":\"allreduce\",\"group\":8,"     \
	"\"elements\":1024,\"received\":512,\"dtype\":\"Float\"}"
	is_na(cost_of(MISFIT, none, NULL), WHY_MISMATCH);
	is_na(cost_of(MISFIT, params, NULL), WHY_MISMATCH);
	IS(cost_of(MISFIT, call, NULL), 896, 0, 8192);
#undef MISFIT
	/* a product inside the collective's range is no collective */
	is_na(cost_of("\"class\":\"gemm\",\"comm\":{\"name\":\"allreduce\","
		      "\"elements\":4,\"dtype\":\"float32\",\"group\":2}",
		  none, NULL),
	    WHY_NO_CALL);
}

/* In a node a collective is the main kernel of its own call, beside others; of
 * a call that has two kernels one is. */
static void test_messages_in_node(void **state)
{
	static const char keys[] =
	    "\"dir\":\"bprop\",\"class\":\"comm\",\"sub\":1,\"nsub\":2,"
	    "\"comm\":{\"name\":\"nccl:all_to_all\"}";
	static const char message[] =
	    "\"dir\":\"bprop\",\"class\":\"comm\",\"sub\":1,\"nsub\":2,"
	    "\"comm\":{\"name\":\"alltoall\",\"elements\":1000,"
	    "\"dtype\":\"Float\"}";
	static const char alone[] = "\"n\":1,\"main\":true";
	static const char second[] = "\"n\":2,\"main\":false";
	struct entry own[] = {{"WaitBackward", NULL, NODE},
	    {"nccl:all_to_all", "f32[1000]", alone}, END};
	struct entry two[] = {{"WaitBackward", NULL, NODE},
	    {"nccl:all_to_all", "f32[1000]", second}, END};
	struct entry bare[] = {{"WaitBackward", NULL, NODE},
	    {"record_param_comms", NULL, alone}, END};
	/* the outer call has two, this kernel's own message one */
	struct entry outer[] = {{"WaitBackward", NULL, NODE},
	    {"c10d::alltoall_base_", "f32[4000] f32[1000]", second},
	    {"record_param_comms", NULL, alone}, END};

	(void)state;
	IS(cost_of(keys, own, NULL), 0, 0, 8000);
	is_helper(cost_of(keys, two, NULL));
	IS(cost_of(message, bare, NULL), 0, 0, 8000);
	IS(cost_of(message, outer, NULL), 0, 0, 20000);
	is_helper(cost_of(keys, outer, NULL));
}

/* What Inductor says of its kernel decides where no rule does. */
static void test_inductor(void **state)
{
#define TRITON "\"kernel_backend\":\"triton\""
	struct entry own[] = {{"my_kernel_0", "f32[4]", NULL}, END};
	struct entry pool[] = {
	    {"triton_poi_fused_max_pool2d_0", "f32[16] f32[4] 4", NULL}, END};
	struct entry mm[] = {{"aten::mm", "f32[4,8] f32[8,2]", NULL}, END};
	struct entry misfit[] = {
	    {"triton_tem_fused_mm_0", "f32[4,5] f32[4,6]", NULL}, END};
	struct entry second[] = {
	    {"my_kernel_0", "f32[4]", "\"n\":2,\"main\":false"}, END};
	struct entry add[] = {{"aten::add", "?[4] ?[4] 1", NULL}, END};
	struct costed c;

	(void)state;
	/* 0.000001024 * 10^9 bytes */
	c = cost_of(TRITON ",\"kernel_flop\":128,\"kernel_num_gb\":1.024e-6,"
			   "\"class\":\"other\"," ALONE,
	    own, NULL);
	IS(c, 128, 128, 1024);
	assert_int_equal(c.cost.of_flops.conf, CONF_ESTIMATE);
	assert_int_equal(c.cost.of_bytes.conf, CONF_ESTIMATE);
	assert_string_equal(op_sure(&c.cost)->why, WHY_INDUCTOR);
	/* the least, and to the nearest byte: 2.45 of them are 2, 1.55 as well */
	IS(cost_of(TRITON ",\"kernel_flop\":1,\"kernel_num_gb\":2.45e-9," ALONE,
	       own, NULL),
	    1, 1, 2);
	IS(cost_of(TRITON ",\"kernel_flop\":1,\"kernel_num_gb\":1.55e-9," ALONE,
	       own, NULL),
	    1, 1, 2);
	/* 0 is that nothing was counted */
	is_na(cost_of(TRITON ",\"kernel_flop\":0,\"kernel_num_gb\":0," ALONE,
		  own, NULL),
	    WHY_NO_MODEL);
	c = cost_of(
	    TRITON ",\"kernel_flop\":0,\"kernel_num_gb\":2," ALONE, own, NULL);
	assert_false(c.cost.has_flops);
	assert_int_equal(c.cost.bytes, 2000000000);
	/* a rule decides first: 2 * 4 * 8 * 2; 4 * (32 + 16 + 8) */
	IS(cost_of(TRITON ",\"kernel_flop\":5,\"kernel_num_gb\":5," ALONE, mm, NULL),
	    128, 128, 224);
	/* one number each: no product is in a pool; 4 * (20 + 24) bytes */
	IS(cost_of(TRITON ",\"kernel_flop\":12," ALONE, pool, NULL), 12, 0, 80);
	IS(cost_of(TRITON ",\"kernel_flop\":240," ALONE, misfit, NULL), 240,
	    240, 176);
	/* a rule that has the types from the name is one, too: 4; 4 * 12 */
	c = cost_of(TRITON
	    ",\"kernel_flop\":5,\"kernel_num_gb\":5,"
	    "\"name\":\"void at::native::Functor<float>(int)\"," ALONE,
	    add, NULL);
	IS(c, 4, 0, 48);
	assert_int_equal(c.cost.of_flops.conf, CONF_EXACT);
	assert_string_equal(c.cost.of_bytes.why, WHY_NO_DTYPE);
	/* not Inductor's own; no sizes of anything real; another kernel's */
	is_na(cost_of("\"kernel_flop\":128,\"kernel_num_gb\":1," ALONE, own, NULL),
	    WHY_NO_MODEL);
	is_na(
	    cost_of(TRITON ",\"kernel_flop\":-4,\"kernel_num_gb\":1e30," ALONE,
		own, NULL),
	    WHY_NO_MODEL);
	is_na(cost_of(TRITON ",\"kernel_num_gb\":\"nan\"," ALONE, own, NULL),
	    WHY_NO_MODEL);
	is_na(cost_of(TRITON ",\"kernel_num_gb\":-1," ALONE, own, NULL),
	    WHY_NO_MODEL);
	is_na(cost_of(TRITON ",\"kernel_flop\":128,\"sub\":1,\"nsub\":2", own, NULL),
	    WHY_NO_MODEL);
	is_na(cost_of(TRITON ",\"kernel_flop\":128," ALONE, second, NULL),
	    WHY_NO_MODEL);
	is_na(cost_of(TRITON ",\"kernel_flop\":128,\"class\":\"helper\"," ALONE,
		  own, NULL),
	    WHY_NO_MODEL);
#undef TRITON
}

static int free_arena(void **state)
{
	(void)state;
	name_cache_free(&names);
	arena_free(&arena);
	return 0;
}

/* A result that the profile tells of an outer call is that of the calls in it
 * which are of its family and begin with the same tensor. */
static void test_outer_result(void **state)
{
	static const char keys[] = "\"dir\":\"fprop\"," ALONE;
	/* 4 targets of 8, 4 elements, the loss and the total weight */
	const struct entry nll[] = {
	    {"aten::cross_entropy_loss", "f32[4,5] i64[4] ? ? ?", NULL},
	    {"aten::nll_loss", "f32[4,5] i64[4] ? ? ? > f32[]", NULL},
	    {"aten::nll_loss_forward", "f32[4,5] i64[4] ? ? ?", NULL},
	    END,
	};
	/* neither list was recorded: 96 elements in and out */
	const struct entry stack[] = {
	    {"aten::stack", "? ? > f32[2,3,4,4]", NULL},
	    {"aten::cat", "? ?", NULL},
	    END,
	};
	/* by the name float32: 168 + 24 */
	const struct entry untyped[] = {
	    {"sum", "?[6,7] ? > ?[6]", NULL},
	    {"sum", "?[6,7] ? ? ?", NULL},
	    END,
	};
	/* another tensor, another family, a node between */
	const struct entry other[][4] = {
	    {{"aten::sum", "f32[6,7] ? ? ? > f32[6]", NULL},
		{"aten::sum", "f32[7,6] ? ? ?", NULL}, END},
	    {{"aten::softmax", "f32[6,7] ? ? > f32[6]", NULL},
		{"aten::sum", "f32[6,7] ? ? ?", NULL}, END},
	};
	const struct entry inside[] = {
	    {"aten::sum", "f32[6,7] ? ? ? > f32[6]", NULL},
	    {"SumBackward0", "f32[6]", NODE},
	    {"aten::sum", "f32[6,7] ? ? ?", NULL},
	    END,
	};
	const struct entry two[] = {
	    {"aten::sum", "f32[6,7] ? ? ? > f32[6]", NULL},
	    {"aten::sum", "f32[6,7] ? ? ?", NULL},
	    {"mylib::plan", "i64[1] > i64[3]", NULL},
	    END,
	};
	const struct entry narrow[] = {
	    {"torch.nn.functional.linear", "f32[20,200] f32[30,200]", NULL},
	    {"Tensor.matmul", "f32[20,200] f32[200,30]", NULL},
	    {"mylib::wrap", "f32[20,200]", NULL},
	    {"aten::mm", "f32[20,200] ? > f16[20,30]", NULL},
	    END,
	};
	const struct entry half_typed[] = {{"mul", "?[4,5] f16[4,5]", NULL}, END};
	/* its own result goes before the outer one's: 168 + 28 */
	const struct entry own[] = {
	    {"aten::sum", "f32[6,7] ? ? ? > f32[6]", NULL},
	    {"aten::sum", "f32[6,7] ? ? ? > f32[7]", NULL},
	    END,
	};
	struct strbuf b = {0};
	struct record *rec;
	struct costed c;

	(void)state;
	c = cost_of(keys, own, NULL);
	IS(c, 42, 0, 196);
	c = cost_of(keys, nll, NULL);
	IS(c, 4, 0, 56);
	assert_string_equal(op_row(c.entry)->name, "nll_loss_forward");
	assert_true(str_is(c.call->op, "aten::nll_loss_forward"));
	c = cost_of(keys, stack, NULL);
	IS(c, 0, 0, 768);
	c = cost_of("\"name\":\"reduce_kernel<512, 1, ReduceOp<float> >\","
		    "\"dir\":\"fprop\"," ALONE,
	    untyped, NULL);
	IS(c, 42, 0, 192);
	/* a type that was recorded stays: 80 + 40 + 80 */
	c = cost_of(
	    "\"name\":\"vectorized_elementwise_kernel<4, MulFunctor<float>, "
	    "std::array<char*, 3ul> >\",\"dir\":\"fprop\"," ALONE,
	    half_typed, NULL);
	IS(c, 20, 0, 200);
	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		c = cost_of(keys, other[i], NULL);
		assert_false(c.cost.has_bytes);
	}
	c = cost_of("\"dir\":\"bprop\"," ALONE, inside, NULL);
	assert_true(c.cost.has_flops);
	assert_false(c.cost.has_bytes);
	/* the outer call tells nothing, the inner does: 16000 + 24000 + 1200 */
	c = cost_of(keys, narrow, NULL);
	IS(c, 240000, 240000, 41200);
	/* 168 + 24; but no call is around the first, whatever is before it in
	 * memory */
	strbuf_printf(&b, "{\"v\":1,%s", keys);
	add_entries(&b, "op", two);
	strbuf_add(&b, "}", sizeof "}");
	rec = calls_read(&arena, b.p);
	op_cost_record(rec, NULL, &c);
	assert_int_equal(c.cost.bytes, 192);
	rec->op.v++;
	rec->op.n--;
	op_cost_record(rec, NULL, &c);
	assert_false(c.cost.has_bytes);
	strbuf_free(&b);
}

/* Types are the name's, those of indices int64, in a list as well: 10 rows of
 * 64 are read and written, 5120, and 80 of indices; what stands behind the list
 * is not of it: 2560 of values. */
static void test_untyped_list(void **state)
{
	static const char keys[] =
	    "\"name\":\"reduce_kernel<512, 1, ReduceOp<float> >\","
	    "\"dir\":\"fprop\"," ALONE;
	static const struct entry index[] = {
	    {"aten::index", "?[1000,64] [{\"type\":\"tensor\",\"shape\":[10]}]", NULL},
	    END,
	};
	static const struct entry put[] = {
	    {"aten::index_put_", "?[1000,64] [{\"type\":\"tensor\",\"shape\":[10]}] ?[10,64] false",
		NULL},
	    END,
	};

	/* int32, as was recorded: 40 */
	static const struct entry short_index[] = {
	    {"aten::index", "?[1000,64] [{\"type\":\"tensor\",\"shape\":[10],\"dtype\":\"int32\"}]",
		NULL},
	    END,
	};

	/* as many as x has rows, in another order: 8 * 10 + 2 * 2560 */
	static const struct entry order[] = {
	    {"aten::index", "?[10,64] [{\"type\":\"tensor\",\"shape\":[10]}]", NULL},
	    END,
	};
	static const struct entry put_order[] = {
	    {"aten::index_put_", "?[10,64] [{\"type\":\"tensor\",\"shape\":[10]}] ?[10,64] false",
		NULL},
	    END,
	};
	/* None, or a mask: what is put there is not known */
	static const struct entry none[] = {
	    {"aten::index_put_", "?[1000,64] [{\"type\":\"tensor\",\"shape\":[]},{\"type\":\"tensor\",\"shape\":[3]}] ?[1000,3] false",
		NULL},
	    END,
	};
	static const struct entry mask[] = {
	    {"aten::index_put_",
		"?[10] [{\"type\":\"tensor\",\"shape\":[10]}] ?[5] false", NULL},
	    END,
	};

	(void)state;
	IS(cost_of(keys, index, NULL), 0, 0, 5200);
	IS(cost_of(keys, short_index, NULL), 0, 0, 5160);
	IS(cost_of(keys, put, NULL), 0, 0, 5200);
	IS(cost_of(keys, order, NULL), 0, 0, 5200);
	IS(cost_of(keys, put_order, NULL), 0, 0, 5200);
	assert_false(cost_of(keys, none, NULL).cost.has_bytes);
	assert_true(cost_of(keys, none, NULL).cost.has_flops);
	assert_false(cost_of(keys, mask, NULL).cost.has_bytes);
	assert_true(cost_of(keys, mask, NULL).cost.has_flops);
}

/* Calls are looked at up to 64 away from the one that counts: the sum of 6 rows
 * of 7 reads 168 bytes and writes 24. */
static void test_near(void **state)
{
	static const char keys[] = "\"dir\":\"fprop\"," ALONE;
	struct entry calls[70];

	(void)state;
	for (size_t n = 64; n <= 66; n++) {
		struct costed c;

		calls[0] =
		    (struct entry){"aten::sum", "f32[6,7] ? ? ? > f32[6]", NULL};
		for (size_t i = 1; i < n; i++)
			calls[i] =
			    (struct entry){"aten::sum", "f32[6,7] ? ? ?", NULL};
		calls[n] = (struct entry)END;
		c = cost_of(keys, calls, NULL);
		if (n <= 65)
			IS(c, 42, 0, 192);
		else
			assert_false(c.cost.has_bytes);
	}
}

/* The last call of the forward, whose result the node tells, likewise: x of 20, 200
 * and w of 30, 200 in float32, dy of 20, 30 in float16.  Two products of 240000, for
 * which dy is read twice, x, w, and their gradients are read and written once: 2 * 1200
 * + 2 * 16000 + 2 * 24000; else dy is float32, too. */
static void test_near_node(void **state)
{
	static const char keys[] =
	    "\"dir\":\"bprop\",\"class\":\"other\"," ALONE;
	static const struct entry node[] = {
	    {"MmBackward0", "f16[20,30]", NODE},
	    END,
	};
	struct entry calls[70];

	(void)state;
	for (size_t n = 64; n <= 66; n++) {
		for (size_t i = 1; i < n; i++)
			calls[i] =
			    (struct entry){"mylib::wrap", "f32[20,200]", NULL};
		calls[0] = (struct entry){"torch.nn.functional.linear",
		    "f32[20,200] f32[30,200]", NULL};
		calls[n - 1] = (struct entry){"aten::mm", "f32[20,200] ?", NULL};
		calls[n] = (struct entry)END;
		IS(cost_of(keys, node, calls), 480000, 480000,
		    n <= 65 ? 82400 : 84800);
	}
}

/* A result that was found elsewhere makes estimates of what needs it: 6*6*4 =
 * 144 elements, 2 * 144 * 3*3*3 = 7776; 4 * (192 + 108 + 144) = 1776. */
static void test_similar_result(void **state)
{
	static const char keys[] =
	    "\"dir\":\"fprop\",\"class\":\"conv\"," ALONE;
	static const struct entry conv[] = {
	    {"aten::conv2d", "f32[1,3,8,8] f32[4,3,3,3] ? ? ? ? ?", NULL},
	    {"aten::cudnn_convolution",
		"f32[1,3,8,8] f32[4,3,3,3] ? ? ? > f32[1,4,6,6]", "\"similar\":true"},
	    END,
	};
	/* its values are known: stride 2, padding 0 */
	static const struct entry known[] = {
	    {"aten::cudnn_convolution",
		"f32[1,3,8,8] f32[4,3,3,3] [0,0] [1,1] [1,1] 1 > f32[1,4,6,6]",
		"\"similar\":true"},
	    END,
	};
	/* ... and by the name alone float32 */
	static const struct entry untyped[] = {
	    {"aten::cudnn_convolution",
		"?[1,3,8,8] ?[4,3,3,3] ? ? ? > ?[1,4,6,6]", "\"similar\":true"},
	    END,
	};
	struct costed c;

	(void)state;
	c = cost_of(keys, conv, NULL);
	IS(c, 7776, 7776, 1776);
	assert_int_equal(c.cost.of_flops.conf, CONF_ESTIMATE);
	assert_int_equal(c.cost.of_bytes.conf, CONF_ESTIMATE);
	assert_string_equal(c.cost.of_flops.why, WHY_SIMILAR);
	c = cost_of(keys, known, NULL);
	IS(c, 7776, 7776, 1776);
	assert_int_equal(c.cost.of_flops.conf, CONF_EXACT);
	assert_int_equal(c.cost.of_bytes.conf, CONF_EXACT);
	c = cost_of("\"name\":\"volta_sgemm_32x32_nn\",\"dir\":\"fprop\","
		    "\"class\":\"conv\"," ALONE,
	    untyped, NULL);
	IS(c, 7776, 7776, 1776);
	assert_int_equal(c.cost.of_flops.conf, CONF_ESTIMATE);
	assert_int_equal(c.cost.of_bytes.conf, CONF_ESTIMATE);
}

/*
 * With as many channels out as in a weight of 64, 64, 3, 3 does not tell
 * whether a convolution is transposed: the other calls do.  Stride 2, padding
 * 1: (17 + 2 - 3) / 2 + 1 = 9.  The product is of 2*64*9*9 = 10368 elements,
 * which a transposed one has of its input: 2 * 10368 * 64*9 = 11943936.  Bytes,
 * of float32: (2*64*17*17 + 64*64*9 + 10368) * 4 = (36992 + 36864 + 10368) * 4.
 */
#define BIG "f32[2,64,17,17]"
#define SMALL "f32[2,64,9,9]"
#define W64 " f32[64,64,3,3] "
#define NONE7 "? ? ? ? ? ? ?"

static void test_equal_channels(void **state)
{
	static const char fprop[] =
	    "\"dir\":\"fprop\",\"class\":\"conv\"," ALONE;
	static const char dgrad[] = "\"dir\":\"bprop\",\"class\":\"conv\","
				    "\"role\":\"dgrad\"," ALONE;
	static const struct {
		struct entry fwd[4]; /* outermost first */
		struct entry back[3];
		bool known;
	} cases[] = {
	    {{{"aten::conv2d", BIG W64 NONE7, NULL},
		 {"aten::convolution", BIG W64 NONE7 " > " SMALL, NULL},
		 {"aten::_convolution", BIG W64 NONE7 "? ? ? ?", NULL}, END},
		{{"ConvolutionBackward0", SMALL, NODE},
		    {"aten::convolution_backward", SMALL " " BIG W64 NONE7 "?", NULL},
		    END},
		true},
	    {{{"aten::conv_transpose2d", SMALL W64 NONE7, NULL},
		 {"aten::convolution", SMALL W64 NONE7 " > " BIG, NULL},
		 {"aten::_convolution", SMALL W64 NONE7 "? ? ? ?", NULL}, END},
		{{"ConvolutionBackward0", BIG, NODE},
		    {"aten::convolution_backward", BIG " " SMALL W64 NONE7 "?", NULL},
		    END},
		true},
	    /* the innermost tells */
	    {{{"aten::convolution", BIG W64 NONE7 " > " SMALL, NULL},
		 {"aten::_convolution", BIG W64 NONE7 "? ? ? ?", NULL},
		 {"aten::cudnn_convolution", BIG W64 NONE7, NULL}, END},
		{{"ConvolutionBackward0", SMALL, NODE},
		    {"aten::convolution_backward", SMALL " " BIG W64 NONE7 "?", NULL},
		    END},
		true},
	    {{{"aten::convolution", SMALL W64 NONE7 " > " BIG, NULL},
		 {"aten::cudnn_convolution_transpose", SMALL W64 NONE7, NULL}, END},
		{{"ConvolutionBackward0", BIG, NODE},
		    {"aten::convolution_backward", BIG " " SMALL W64 NONE7 "?", NULL},
		    END},
		true},
	    /* nothing does */
	    {{{"aten::convolution", BIG W64 NONE7 " > " SMALL, NULL},
		 {"aten::_convolution", BIG W64 NONE7 "? ? ? ?", NULL}, END},
		{{"ConvolutionBackward0", SMALL, NODE},
		    {"aten::convolution_backward", SMALL " " BIG W64 NONE7 "?", NULL},
		    END},
		false},
	    /* a convolution of another tensor */
	    {{{"aten::conv2d", SMALL W64 NONE7, NULL},
		 {"aten::convolution", BIG W64 NONE7 " > " SMALL, NULL}, END},
		{{"ConvolutionBackward0", SMALL, NODE},
		    {"aten::convolution_backward", SMALL " " BIG W64 NONE7 "?", NULL},
		    END},
		false},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct costed fwd = cost_of(fprop, cases[i].fwd, NULL);
		struct costed back = cost_of(dgrad, cases[i].back, cases[i].fwd);

		if (cases[i].known) {
			IS(fwd, 11943936, 11943936, 336896);
			IS(back, 11943936, 11943936, 336896);
		} else {
			assert_false(fwd.cost.has_flops || back.cost.has_flops);
		}
	}
}

/*
 * Attention over a cache, by the sums of an engine's step: 2 * heads * pairs *
 * (Dqk + Dv) FLOPs, the keys and values that are read once.
 */
static void engine_steps(void **state)
{
	static const char unified[] = "vllm::unified_attention_with_output";
	/* 8 heads of 64, 2 of keys: 2048 FLOPs a pair; 512 bytes a key, and
	 * 2048 a row that is read and written */
	static const struct {
		const char *lengths;
		int rows;
		uint64_t pairs, keys; /* NA: not known */
	} cases[] = {
	    {"[0,0,0,0,4,100,4,100]", 4, 100, 100},
	    /* 4, 5, 6, 7 and 8 of 8 keys */
	    {"[5,8,25,40,0,0,0,0]", 5, 30, 8},
	    {"[5,8,25,40,1,12,1,12]", 6, 42, 20},
	    /* a kernel for each kind */
	    {"[5,8,25,40,1,12,1,12]", 5, 30, 8},
	    {"[5,8,25,40,1,12,1,12]", 1, 12, 12},
	    /* two drafts behind each of two: 9 and 10 of 10, 19 and 20 of 20 */
	    {"[0,0,0,0,4,30,8,60]", 4, 58, 30},
	    /* a graph for 8 */
	    {"[0,0,0,0,4,100,4,100]", 8, 100, 100},
	    {"[5,8,25,40,0,0,0,0]", 8, 30, 8},
	    /* whose rows these are is not told */
	    {"[5,8,25,40,1,12,1,12]", 7, NA, NA},
	    {"[5,8,25,40,1,12,1,12]", 2, NA, NA},
	    {"[3,30,9,90,3,60,3,60]", 3, NA, NA},
	    {"[0,0,0,0,4,100,4,100]", 3, NA, NA},
	    {"[5,8,25,40,0,0,0,0]", 4, NA, NA},
	    {"[0,0,0,0,0,0,0,0]", 4, NA, NA},
	    /* no sums */
	    {"[0,0,0,0,4,100,4]", 4, NA, NA},
	    {"[0,0,0,0,4,100,4,100,0]", 4, NA, NA},
	    {"[0,0,0,0,4,100,4,-100]", 4, NA, NA},
	    {"[5,8,2500,40,0,0,0,0]", 5, NA, NA},
	    {"[0,0,0,0,4,\"9223372036854775807\",4,\"9223372036854775807\"]", 4,
		NA, NA},
	    {"[]", 4, NA, NA},
	};
	char keys[200], args[200];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct entry op[] = {{unified, args, NULL}, END};
		uint64_t rows = (uint64_t)cases[i].rows;
		struct costed c;

		snprintf(keys, sizeof keys, ALONE ",\"lengths\":%s",
		    cases[i].lengths);
		snprintf(args, sizeof args,
		    "f16[%d,8,64] f16[%d,2,64] f16[%d,2,64] f16[%d,8,64]",
		    cases[i].rows, cases[i].rows, cases[i].rows, cases[i].rows);
		c = cost_of(keys, op, NULL);
		if (cases[i].pairs == NA) {
			assert_true(!c.cost.has_flops);
			continue;
		}
		if (!c.cost.has_flops || c.cost.flops != 2048 * cases[i].pairs ||
		    c.cost.gemm != c.cost.flops || !c.cost.has_bytes ||
		    c.cost.bytes != 512 * cases[i].keys + 2048 * rows)
			fail_msg("%s, %d rows: %" PRIu64 " FLOPs, %" PRIu64
				 " bytes",
			    cases[i].lengths, cases[i].rows, c.cost.flops,
			    c.cost.bytes);
		assert_int_equal(c.cost.of_flops.conf, CONF_ESTIMATE);
		assert_string_equal(c.cost.of_flops.why, WHY_VALUES);
	}
}

/* The same of operators that have another way: lengths that were recorded are
 * exact, and the sums better than the greatest length. */
static void engine_steps_beside(void **state)
{
	static const char keys[] = ALONE ",\"lengths\":[5,8,25,40,3,60,3,60]";
	static const struct entry longest[] = {{"_C::paged_attention_v1",
						   "f16[3,4,16] f16[3,4,16] "
						   "f16[64,2,2,16,8] "
						   "f16[64,2,16,16] 2 0.25 "
						   "i32[3,7] i32[3] 16 100",
						   NULL},
	    END};
	static const char ragged[] =
	    "bf16[4,8,64] u8[100] bf16[4,8,64] bf16[99,1,2,64] bf16[99,1,2,64] "
	    "i32[5] i32[77] i32[9]";
	static const struct entry numbered[] = {
	    {"sglang_profiler::attention_paged_attention_ragged_100", ragged, NULL},
	    END};
	static const struct entry window[] = {
	    {"flash_attn::_flash_attn_varlen_forward",
		"f16[3,4,16] f16[64,16,2,16] f16[64,16,2,16] i32[4] i32[4] 1 "
		"100 0.0 0.25 true 10 0 0.0 None false i32[3,7]",
		NULL},
	    END};
	static const char decode[] = ALONE ",\"lengths\":[0,0,0,0,3,60,3,60]";
	struct costed c;

	(void)state;
	/* decodes: 60 pairs of those behind their prompt: 2 * 4 * 60 * 32 */
	c = cost_of(keys, longest, NULL);
	assert_int_equal(c.cost.flops, 15360);
	assert_int_equal(cost_of(ALONE, longest, NULL).cost.flops, 76800);
	/* 2 * 8 * 60 * 128; 60 keys of 512, 4 rows read and written */
	c = cost_of(decode, numbered, NULL);
	assert_int_equal(c.cost.flops, 122880);
	assert_int_equal(c.cost.bytes, 60 * 512 + 4 * 2048);
	assert_true(!cost_of(ALONE, numbered, NULL).cost.has_flops);
	/* 11 keys a query are seen: 2 * 4 * 3 * 11 * 32 */
	c = cost_of(decode, window, NULL);
	assert_int_equal(c.cost.flops, 8448);
}

/*
 * A backward costed by its forward's call alone has all gradients: an estimate
 * where there are several, as each may be unwanted.  A role tells which it is,
 * and so does a kernel's name: cuDNN has one that makes all of a batch norm's,
 * and a kernel of a product makes one of two alike.
 */
#define OTHER "\"name\":\"mystery_kernel\""
#define BY_KERNEL(name) "\"name\":\"" name "\""
static void test_wanted(void **state)
{
	static const struct {
		const char *key, *name, *args;
		uint64_t flops;
		enum conf flops_conf, bytes_conf;
	} cases[] = {
	    /* 2 * 2 * 2 * 8 * 169 * 54 of two products, 2 * 8 * 169 of the bias */
	    {OTHER, "aten::conv2d",
		"f32[2,6,15,15] f32[8,6,3,3] f32[8] [1,1] [0,0] [1,1] 1",
		586768, CONF_ESTIMATE, CONF_ESTIMATE},
	    /* 2 * 2 * 4 * 5 * 6, and 24 */
	    {OTHER, "aten::linear", "f32[4,5] f32[6,5] f32[6]", 504,
		CONF_ESTIMATE, CONF_ESTIMATE},
	    {OTHER, "torch.nn.functional.linear", "f32[4,5] f32[6,5]", 480,
		CONF_ESTIMATE, CONF_ESTIMATE},
	    {OTHER, "aten::bmm", "f32[2,3,4] f32[2,4,5]", 480, CONF_ESTIMATE,
		CONF_ESTIMATE},
	    {OTHER, "torch.einsum", "'ij,jk->ik' f32[4,5] f32[5,6]", 480,
		CONF_ESTIMATE, CONF_ESTIMATE},
	    {OTHER, "torch.inner", "f32[4,5] f32[6,5]", 480, CONF_ESTIMATE,
		CONF_ESTIMATE},
	    /* 13 an element */
	    {OTHER, "aten::native_layer_norm", "f32[8,16] [16] f32[16] f32[16] 0.1",
		1664, CONF_ESTIMATE, CONF_ESTIMATE},
	    {OTHER, "torch.nn.functional.layer_norm",
		"f32[8,16] [16] f32[16] f32[16] 0.1", 1664, CONF_ESTIMATE,
		CONF_ESTIMATE},
	    {OTHER, "aten::native_batch_norm",
		"f32[2,4,9] f32[4] f32[4] f32[4] f32[4] true 0.1 0.1", 936,
		CONF_ESTIMATE, CONF_ESTIMATE},
	    {OTHER, "aten::native_group_norm", "f32[2,4,9] f32[4] f32[4] 2 4 9 2 0.1",
		936, CONF_ESTIMATE, CONF_ESTIMATE},
	    /* 4 * 3 * (12 * 6 + 12 * 4): two products for each of the forward's */
	    {OTHER, "aten::gru_cell",
		"f32[3,6] f32[3,4] f32[12,6] f32[12,4] f32[12] f32[12]", 1440,
		CONF_ESTIMATE, CONF_ESTIMATE},
	    /* q, k and v have theirs from one kernel, a bias perhaps: 5
	     * products of 2 * 2 * 8 * 10 * 10 * 64; a mask has none */
	    {OTHER, "aten::_scaled_dot_product_efficient_attention",
		"f16[2,8,10,64] f16[2,8,10,64] f16[2,8,10,64] f16[2,8,10,10] "
		"true 0.0 false",
		1024000, CONF_EXACT, CONF_ESTIMATE},
	    {OTHER, "aten::_scaled_dot_product_efficient_attention",
		"f16[2,8,10,64] f16[2,8,10,64] f16[2,8,10,64] b[2,8,10,10] "
		"true 0.0 false",
		1024000, CONF_EXACT, CONF_EXACT},
	    /* one gradient: 9 an element; and those that say which */
	    {OTHER, "aten::native_layer_norm", "f32[8,16] [16] None None 0.1",
		1152, CONF_EXACT, CONF_EXACT},
	    {OTHER, "aten::_softmax", "f32[8,16] 1 false", 512, CONF_EXACT,
		CONF_EXACT},
	    {"\"role\":\"wgrad\"", "aten::linear", "f32[4,5] f32[6,5] f32[6]",
		240, CONF_EXACT, CONF_EXACT},
	    {"\"role\":\"dbias\"", "aten::linear", "f32[4,5] f32[6,5] f32[6]",
		24, CONF_EXACT, CONF_EXACT},
	    {"\"class\":\"gemm\"", "aten::linear", "f32[4,5] f32[6,5] f32[6]",
		240, CONF_EXACT, CONF_EXACT},
	    {"\"class\":\"reduce\"", "aten::linear", "f32[4,5] f32[6,5] f32[6]",
		24, CONF_EXACT, CONF_EXACT},
	    {BY_KERNEL("cudnn::bn_bw_1C11_kernel_new"), "torch.batch_norm",
		"f32[2,4,9] f32[4] f32[4] f32[4] f32[4] true", 936, CONF_EXACT,
		CONF_EXACT},
	};

	(void)state;
	for (size_t i = 0; i < NELEMS(cases); i++) {
		const struct entry op[] = {{"XBackward0", NULL, NODE}, END};
		const struct entry fwd[] = {
		    {cases[i].name, cases[i].args, NULL}, END};
		struct strbuf b = {0};
		struct cost c;

		strbuf_printf(
		    &b, "\"dir\":\"bprop\",\"main\":true,%s", cases[i].key);
		strbuf_char(&b, '\0');
		c = cost_of(b.p, op, fwd).cost;
		strbuf_free(&b);
		if (c.flops != cases[i].flops ||
		    c.of_flops.conf != cases[i].flops_conf ||
		    c.of_bytes.conf != cases[i].bytes_conf)
			fail_msg("%s(%s) by %s: %" PRIu64 " %d %d",
			    cases[i].name, cases[i].args, cases[i].key, c.flops,
			    c.of_flops.conf, c.of_bytes.conf);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(engine_steps),
	    cmocka_unit_test(engine_steps_beside),
	    cmocka_unit_test(test_forward),
	    cmocka_unit_test(test_helpers),
	    cmocka_unit_test(test_helper_of_unknown),
	    cmocka_unit_test(test_node_of_no_backward),
	    cmocka_unit_test(test_unknown_class),
	    cmocka_unit_test(test_composite),
	    cmocka_unit_test(test_bare_record),
	    cmocka_unit_test(test_na),
	    cmocka_unit_test(test_roles),
	    cmocka_unit_test(test_no_roles),
	    cmocka_unit_test(test_inside_node),
	    cmocka_unit_test(test_inside_pool),
	    cmocka_unit_test(test_backward_operator),
	    cmocka_unit_test(test_other_work),
	    cmocka_unit_test(test_language_model),
	    cmocka_unit_test(test_node_argument),
	    cmocka_unit_test(test_inner),
	    cmocka_unit_test(test_zeroed),
	    cmocka_unit_test(test_zeroed_in_node),
	    cmocka_unit_test(test_share),
	    cmocka_unit_test(test_memory),
	    cmocka_unit_test(test_types_from_name),
	    cmocka_unit_test(test_messages),
	    cmocka_unit_test(test_messages_in_node),
	    cmocka_unit_test(test_inductor),
	    cmocka_unit_test(test_outer_result),
	    cmocka_unit_test(test_untyped_list),
	    cmocka_unit_test(test_near),
	    cmocka_unit_test(test_near_node),
	    cmocka_unit_test(test_similar_result),
	    cmocka_unit_test(test_wanted),
	    cmocka_unit_test(test_equal_channels),
	};

	return cmocka_run_group_tests(tests, NULL, free_arena);
}
