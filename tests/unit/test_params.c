/*
 * test_params.c - the params column: one text of each style by hand, every
 * operator name that PyProf knew, and what PyProf itself printed for 292 calls
 * (golden/pyprof/zoo_results.tsv of the shared data, where it is there).
 */
#include "prof/show/params.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "common/nelems.h"
#include "common/num.h"

static struct arena arena;

/*
 * Arguments from text, as zoo_results.tsv writes them: "[32, 64]float16" a
 * tensor, "(2, 2)" and "[2, 2]" lists of numbers, "3", "1.5", "None", "True",
 * "'same'", "name=" before any of them, "?" what torch writes as "[]".
 */

static void skip_blanks(const char **p)
{
	while (**p == ' ' || **p == ',')
		++*p;
}

static size_t read_ints(const char **p, int64_t *v, size_t room)
{
	char close = **p == '[' ? ']' : ')';
	size_t n = 0;

	for (++*p, skip_blanks(p); **p != close; skip_blanks(p)) {
		size_t len = strspn(*p, "-0123456789");

		assert_true(n < room && len > 0);
		assert_true(num_parse(*p, len, INT64_MIN, INT64_MAX, &v[n++]));
		*p += len;
	}
	++*p;
	return n;
}

static void read_list(const char **p, struct arg *a)
{
	bool tuple = **p == '(';
	int64_t v[8];
	size_t n = read_ints(p, v, 8);
	size_t type = strcspn(*p, " \t");
	struct value *values;

	if (type > 0 && !tuple) {
		int64_t *dims = arena_array(&arena, n + 1, sizeof *dims);

		memcpy(dims, v, n * sizeof *v);
		a->kind = ARG_TENSOR;
		a->shape.v = dims;
		a->shape.n = n;
		a->dtype_text.p = arena_text(&arena, *p, type);
		a->dtype_text.n = type;
		a->dtype = dtype_find(a->dtype_text);
		*p += type;
		return;
	}
	values = arena_array(&arena, n + 1, sizeof *values);
	for (size_t i = 0; i < n; i++)
		values[i] = (struct value){.kind = VALUE_INT, .i = v[i]};
	a->kind = ARG_LIST;
	a->value.kind = VALUE_LIST;
	a->value.list.v = values;
	a->value.list.n = n;
}

static void read_word(struct str word, struct arg *a)
{
	struct value *v = &a->value;

	if (str_is(word, "None")) {
		a->kind = ARG_NONE;
		v->kind = VALUE_NONE;
	} else if (str_is(word, "?")) {
		a->kind = ARG_UNKNOWN;
	} else if (str_is(word, "True") || str_is(word, "False")) {
		a->kind = ARG_BOOL;
		v->kind = VALUE_BOOL;
		v->b = str_is(word, "True");
	} else if (word.p[0] == '\'') {
		a->kind = ARG_STR;
		v->kind = VALUE_STR;
		v->s.p = arena_text(&arena, word.p + 1, word.n - 2);
		v->s.n = word.n - 2;
	} else if (memchr(word.p, '.', word.n)) {
		a->kind = ARG_FLOAT;
		v->kind = VALUE_REAL;
		v->f = strtod(word.p, NULL);
	} else {
		a->kind = ARG_INT;
		v->kind = VALUE_INT;
		assert_true(num_parse(word.p, word.n, INT64_MIN, INT64_MAX, &v->i));
	}
}

static struct call call(const char *mod, const char *op, const char *args)
{
	struct call c = {
	    .mod = {mod, strlen(mod)}, .op = str_of(op), .has_args = true};
	struct arg *v = arena_array(&arena, 32, sizeof *v);

	for (skip_blanks(&args); *args; skip_blanks(&args)) {
		struct arg *a = &v[c.nargs++];
		size_t name =
		    strspn(args, "/:_abcdefghijklmnopqrstuvwxyz0123456789");
		size_t word;

		assert_true(c.nargs <= 32);
		if (args[name] == '=') {
			a->name.p = arena_text(&arena, args, name);
			a->name.n = name;
			args += name + 1;
		}
		if (*args == '[' || *args == '(') {
			read_list(&args, a);
			continue;
		}
		word = strcspn(args, " ");
		read_word((struct str){arena_text(&arena, args, word), word}, a);
		args += word;
	}
	c.args = v;
	return c;
}

struct ask {
	struct record rec;
	struct costed c;
};

/* The text for a call, in a buffer of the arena. */
static const char *text(const struct ask *ask, const struct call *call)
{
	struct costed c = ask->c;
	struct strbuf b = {0};
	const char *s;

	c.call = call;
	params_text(&ask->rec, &c, &b);
	s = arena_text(&arena, b.p, b.n);
	strbuf_free(&b);
	return s;
}

static void gives(
    const char *mod, const char *op, const char *args, const char *wanted)
{
	struct ask ask = {.c.part = PART_FORWARD};
	struct call c = call(mod, op, args);

	record_set(&ask.rec, kernel, STR("volta_sgemm_128x64_tn"));
	if (strcmp(text(&ask, &c), wanted) != 0)
		fail_msg("%s.%s(%s): '%s', wanted '%s'", mod, op, args,
		    text(&ask, &c), wanted);
}

#define F "torch.nn.functional"

static void test_styles(void **state)
{
	(void)state;
	/* without a tensor there is nothing to say of its own */
	gives("torch", "add", "(2,3)", "T=[],[]");
	gives("torch", "cat", "(2,3)", "T=[],[]");
	gives(F, "linear", "[8,128,64]float16 [32,64]float16",
	    "M=32,N=(8,128),K=64,fp16,");
	gives(F, "linear", "[8,64]float16 [32,64]float16 [32]float16",
	    "M=32,N=8,K=64,fp16,");
	gives("", "aten::linear", "[64]bfloat16 [32,64]bfloat16",
	    "M=32,N=(),K=64,bf16,");
	/* conv2d 3x3 stride 2 padding 1 dilation 2 of 10x11:
	 * P = (10 + 2 - 4 - 1) / 2 + 1 = 4, Q = (11 + 2 - 4 - 1) / 2 + 1 = 5 */
	gives(F, "conv2d", "[2,3,10,11]float32 [4,3,3,3]float32 None 2 1 2 1",
	    "N=2,C=3,H=10,W=11,K=4,P=4,Q=5,R=3,S=3,ph=1,pw=1,U=2,V=2,"
	    "dh=2,dw=2,g=1,fp32,");
	/* 'same' keeps the size: padding 1 (3 - 1) / 2 = 1 */
	gives(F, "conv2d",
	    "[2,4,8,8]float32 [4,1,3,3]float32 "
	    "padding='same' groups=4",
	    "N=2,C=4,H=8,W=8,K=4,P=8,Q=8,R=3,S=3,ph=1,pw=1,U=1,V=1,"
	    "dh=1,dw=1,g=4,fp32,");
	gives(F, "conv2d", "[2,4,8,8]float32 [4,4,3,3]float32 None [1,2] 'valid'",
	    "N=2,C=4,H=8,W=8,K=4,P=6,Q=3,R=3,S=3,ph=0,pw=0,U=1,V=2,"
	    "dh=1,dw=1,g=1,fp32,");
	gives(F, "conv1d", "[2,4,9]float32 [4,4,3]float32 None (2,)",
	    "N=2,C=4,H=1,W=9,K=4,P=1,Q=4,R=1,S=3,ph=0,pw=0,U=1,V=2,"
	    "dh=1,dw=1,g=1,fp32,");
	/* tensors that capture_input_ops has named are positional */
	gives(F, "linear", "/net::f/relu=[8,64]float16 [32,64]float16",
	    "M=32,N=8,K=64,fp16,");
	gives("torch", "add", "/net::f/a=[5]float32 /b=[5]float32",
	    "[5]fp32;[5]fp32");
	/* forms in place, of which PyProf knew some */
	gives("Tensor", "add_", "[5]float32 [5]float32", "[5]fp32;[5]fp32");
	gives("", "aten::add_.Tensor", "[5]float32 [5]float32", "[5]fp32;[5]fp32");
	gives("torch", "celu_", "[5]float32", "T=[(5,)],['float32']");
	gives("Tensor", "__add___", "[5]float32", "T=[(5,)],['float32']");
	gives("torch", "addmm", "[5]float32 [2,3]float32 [3,5]float32",
	    "M=5,N=2,K=3,fp32,");
	gives("torch", "addmm", "1 [5]float32 1 [2,3]float32 [3,5]float32",
	    "M=5,N=2,K=3,fp32,");
	gives("", "aten::mm", "[2,3]float64 [3,5]float64", "M=5,N=2,K=3,fp64,");
	gives("", "aten::bmm", "[7,2,3]float32 [7,3,5]float32",
	    "B=7,M=5,N=2,K=3,fp32,");
	gives("torch", "matmul", "[2,1,3,4]float32 [4]float32",
	    "A=(2,1,3,4),B=(4,),fp32,");
	gives(F, "embedding", "[35]int64 [100,20]float32", "[35]int64;[100,20]fp32");
	gives("", "aten::embedding", "[100,20]float32 [35]int64",
	    "[35]int64;[100,20]fp32");
	gives("torch", "add", "[2,3]float32 [3]bool alpha=2", "[2,3]fp32;[3]bool");
	gives("torch", "add", "[2,3]float32 other=1.5", "[2,3]fp32;[]fp32");
	gives("Tensor", "__mul__", "[2]complex64 True", "[2]complex64;[]bool");
	gives("Tensor", "add_", "[9]float32 -20 [9]float32",
	    "[9]fp32;[]int32;[9]fp32");
	gives("", "aten::add.Tensor", "[9]float32 [9]float32 ?", "[9]fp32;[9]fp32");
	gives("torch", "sum", "input=[5,5]float32", "T=(5,5),fp32,");
	gives(F, "mse_loss", "[2]float32 [2]float32", "T=(2,),fp32,red=mean,");
	gives(F, "mse_loss", "[2]float32 [2]float32 None None 'sum'",
	    "T=(2,),fp32,red=sum,");
	gives("", "aten::mse_loss", "[2]float32 [2]float32 0",
	    "T=(2,),fp32,red=none,");
	gives("torch", "cat", "[2,3]float32 [2,4]float16 1", "[2,3]fp32;[2,4]fp16");
	gives("torch", "index_select", "[2,3]float32 -1 [7]int64",
	    "T=(2,3),D=-1,I=7,fp32,");
	gives("torch", "masked_select", "[2,3]float32 [3]bool",
	    "T=(2,3),M=(3,),fp32,");
	gives("Tensor", "copy_", "[4]float16 [4]float32", "T=(4,),fp32,fp16,");
	gives("torch", "randperm", "1000 device='cuda'", "N=1000,");
	gives("torch", "zeros", "3 4 device='cuda'", "[3,4]fp32");
	gives("torch", "zeros", "3 4 'x' 5", "[3,4]fp32");
	gives("torch", "ones", "size=[3,4]", "[3,4]fp32");
	gives("torch", "full", "(3,4) True", "[3,4]bool");
	gives(F, "relu", "input=[2,2]float32", "[2,2]fp32");
	gives(F, "max_pool2d", "[2,2]float32 2", "T=[(2,2)],['float32']");
	gives("torch", "arange", "5", "T=[],[]");
}

/* Arguments that a style cannot say: the general text, never an abort. */
static void test_fallback(void **state)
{
	(void)state;
	gives(F, "linear", "[2,3]float32 [3]float32",
	    "T=[(2,3),(3,)],['float32','float32']");
	gives(F, "linear", "None", "T=[],[]");
	gives(F, "conv2d", "[2,3,8,8]float32 [4,3,3,3]float32 ? ?",
	    "T=[(2,3,8,8),(4,3,3,3)],['float32','float32']");
	gives(F, "conv2d", "[2,3,2,2]float32 [4,3,3,3]float32",
	    "T=[(2,3,2,2),(4,3,3,3)],['float32','float32']");
	gives(F, "conv2d", "[2,3,8,8]float32 [4,3,3,3]float32 None 0",
	    "T=[(2,3,8,8),(4,3,3,3)],['float32','float32']");
	gives(F, "conv2d",
	    "[1,1,9223372036854775807,8]float32 [1,1,3,3]float32 None 1 "
	    "9223372036854775807",
	    "T=[(1,1,9223372036854775807,8),(1,1,3,3)],"
	    "['float32','float32']");
	/* torch's own call has its stride among its arguments, or it is unknown */
	gives("", "aten::conv2d", "[2,3,8,8]float32 [4,3,3,3]float32",
	    "T=[(2,3,8,8),(4,3,3,3)],['float32','float32']");
	gives("torch", "mm", "[2,3]float32", "T=[(2,3)],['float32']");
	gives("torch", "sum", "3.0", "T=[],[]");
	gives("torch", "zeros", "'x'", "T=[],[]");
	gives("Foo", "forward", "[2]float32 [2]float32",
	    "T=[(2,),(2,)],['float32','float32']");
	gives("RNNCell", "forward", "[20,512]float32 [20,256]float32",
	    "T=[(20,512),(20,256)],['float32','float32']");
	gives("torch", "where", "[4]strange?type [4]float32",
	    "T=[(4,),(4,)],['strange?type','float32']");
}

/* Of a call that lacks one of the tensors that its style names the text is that
 * of an operator that nobody knows. */
static void test_lacking(void **state)
{
	static const struct {
		const char *mod, *op, *args;
		const char *needs; /* places, from 0 */
	} cases[] = {
	    {F, "linear", "[8,64]float16 [32,64]float16", "01"},
	    {F, "conv2d", "[2,3,8,8]float32 [4,3,3,3]float32", "01"},
	    {"torch", "mm", "[2,3]float32 [3,5]float32", "01"},
	    {"torch", "bmm", "[7,2,3]float32 [7,3,5]float32", "01"},
	    {"torch", "addmm", "[5]float32 [2,3]float32 [3,5]float32", "12"},
	    {"torch", "matmul", "[2,3]float32 [3,4]float32", "01"},
	    {F, "embedding", "[35]int64 [100,20]float32", "01"},
	    {F, "mse_loss", "[2]float32 [2]float32", "0"},
	    {"torch", "index_select", "[2,3]float32 0 [7]int64", "02"},
	    {"torch", "masked_select", "[2,3]float32 [3]bool", "01"},
	    {"fused_adam_cuda", "adam",
		"[8]float32 [0]float32 [8]float32 [8]float32 [8]float16 1.0", "04"},
	    {"Tensor", "copy_", "[4]float16 [4]float32", "01"},
	    {"LSTMCell", "forward", "[20,512]float32 [20,256]float32", "01"},
	    {"torch", "sum", "[5,5]float32", "0"},
	    {"torch", "relu", "[5,5]float32", "0"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (const char *k = cases[i].needs; *k; k++) {
			struct ask ask = {.c.part = PART_FORWARD};
			struct call c =
			    call(cases[i].mod, cases[i].op, cases[i].args);
			struct arg *args =
			    arena_array(&arena, c.nargs, sizeof *args);
			const char *got;

			assert_int_not_equal(strncmp(text(&ask, &c), "T=[", 3), 0);
			memcpy(args, c.args, c.nargs * sizeof *args);
			args[*k - '0'] = (struct arg){
			    .kind = ARG_NONE, .value.kind = VALUE_NONE};
			c.args = args;
			got = text(&ask, &c);
			c.op = STR("unheard_of");
			assert_string_equal(got, text(&ask, &c));
		}
	}
}

static void test_linear_parts(void **state)
{
	static const struct {
		const char *kernel;
		enum op_part part;
		const char *wanted;
	} cases[] = {
	    {"sgemm_nn", PART_DGRAD, "M=1024,N=(8,4),K=4096,fp16,"},
	    {"sgemm_nt", PART_WGRAD, "M=1024,N=4096,K=(8,4),fp16,"},
	    {"sgemm_tn", PART_PRODUCT, "X=(8,4,1024),W=(4096,1024),fp16,"},
	    {"reduce_kernel", PART_DBIAS, "M=4096,N=(8,4),fp16,"},
	    {"reduce_kernel", PART_BACKWARD, "M=4096,N=(8,4),fp16,"},
	    {"elementwise_kernel", PART_FORWARD, "M=4096,N=(8,4),fp16,"},
	};
	struct call c = call(F, "linear", "[8,4,1024]float16 [4096,1024]float16");

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct ask ask = {.c.part = cases[i].part};

		record_set(&ask.rec, kernel, str_of(cases[i].kernel));
		assert_string_equal(text(&ask, &c), cases[i].wanted);
	}
}

/* Of a gradient the sizes of its own product: dX (7, 3) = dY (7, 5) . Y' (5, 3), in
 * columns M=3, N=7, K=5; dY (3, 5) = X' (3, 7) . dY (7, 5), as linear's M=3, N=5,
 * K=7.  The sizes of a forward are those of linear with the weight (5, 3). */
static void test_product_parts(void **state)
{
	static const struct {
		const char *op, *args, *dgrad, *wgrad, *other;
	} cases[] = {
	    {"aten::mm", "[7,3]float32 [3,5]float32", "M=3,N=7,K=5,fp32,",
		"M=3,N=5,K=7,fp32,", "M=5,N=7,K=3,fp32,"},
	    {"aten::addmm", "[5]float32 [7,3]float32 [3,5]float32 1 1",
		"M=3,N=7,K=5,fp32,", "M=3,N=5,K=7,fp32,", "M=5,N=7,K=3,fp32,"},
	    {"aten::bmm", "[2,7,3]float32 [2,3,5]float32", "B=2,M=3,N=7,K=5,fp32,",
		"B=2,M=3,N=5,K=7,fp32,", "B=2,M=5,N=7,K=3,fp32,"},
	    {"aten::linear", "[7,3]float32 [5,3]float32", "M=3,N=7,K=5,fp32,",
		"M=3,N=5,K=7,fp32,", "X=(7,3),W=(5,3),fp32,"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct call c = call("", cases[i].op, cases[i].args);
		struct ask ask = {.c.part = PART_DGRAD};

		record_set(&ask.rec, kernel, STR("volta_sgemm_128x64_nn"));
		assert_string_equal(text(&ask, &c), cases[i].dgrad);
		ask.c.part = PART_WGRAD;
		assert_string_equal(text(&ask, &c), cases[i].wgrad);
		ask.c.part = PART_PRODUCT;
		assert_string_equal(text(&ask, &c), cases[i].other);
	}
}

/* The type that the work is done in, where the cost knows it better. */
static void test_work_type(void **state)
{
	struct ask ask = {.c.cost.dtype = dtype_find(STR("float16"))};
	struct call c = call("torch", "mm", "[2,3]float32 [3,4]float16");

	(void)state;
	assert_string_equal(text(&ask, &c), "M=4,N=2,K=3,fp16,");
}

/* A cell with X=512, H=256, B=20: four gates are 1024 rows of an LSTM, three
 * are 768 of a GRU. */
static void test_rnn(void **state)
{
	struct call lstm =
	    call("LSTMCell", "forward", "[20,512]float32 [20,256]float32");
	struct call gru =
	    call("GRUCell", "forward", "[20,512]float32 [20,256]float32");
	struct call node = {.op = STR("CellBackward"), .node = true};
	struct ask ask = {.c.part = PART_FORWARD};

	(void)state;
	record_set(&ask.rec, kernel, STR("volta_sgemm_128x64_tn"));
	/* Which product it is nobody says. */
	assert_string_equal(
	    text(&ask, &lstm), "cell=LSTMCell,X=512,H=256,B=20,fp32,");
	record_set(&ask.rec, sub, 0);
	record_set(&ask.rec, nsub, 3);
	assert_string_equal(
	    text(&ask, &lstm), "gemm=layer,M=1024,N=20,K=512,fp32,");
	record_set(&ask.rec, sub, 1);
	assert_string_equal(
	    text(&ask, &gru), "gemm=recur,M=768,N=20,K=256,fp32,");
	record_set(&ask.rec, kernel, STR("elementwise_kernel"));
	record_set(&ask.rec, sub, 2);
	assert_string_equal(
	    text(&ask, &gru), "cell=GRUCell,X=512,H=256,B=20,fp32,");
	/* the state was not recorded */
	struct call alone = call("GRUCell", "forward", "[20,512]float32");

	assert_null(strstr(text(&ask, &alone), "cell="));
	/* A call that a user's range puts into the backward is one as ever. */
	record_set(&ask.rec, dir, STR("bprop"));
	record_set(&ask.rec, kernel, STR("volta_sgemm_128x64_tn"));
	record_set(&ask.rec, sub, 1);
	assert_string_equal(
	    text(&ask, &gru), "gemm=recur,M=768,N=20,K=256,fp32,");
	/* Backward: tile 128x64 times grid 4 is 512 rows. */
	ask.rec.op.v = &node;
	ask.rec.op.n = 1;
	record_set(&ask.rec, kernel, STR("volta_sgemm_128x64_sliced1x4_nn"));
	record_set(&ask.rec, grid, ((struct record_dim3){4, 1, 1}));
	assert_string_equal(
	    text(&ask, &lstm), "gemm=layer,M=512,N=20,K=1024,fp32,");
	record_set(&ask.rec, kernel, STR("volta_sgemm_128x64_nt"));
	record_set(&ask.rec, grid, ((struct record_dim3){2, 1, 1}));
	assert_string_equal(
	    text(&ask, &lstm), "gemm=recur,M=256,N=1024,K=20,fp32,");
	record_set(&ask.rec, grid, ((struct record_dim3){3, 1, 1}));
	assert_string_equal(
	    text(&ask, &lstm), "cell=LSTMCell,X=512,H=256,B=20,fp32,");
}

/* Which product of the same cell a kernel is: of a backward its tile times the
 * grid must be H=256 or X=512 rows, of a forward its place tells. */
static void test_rnn_products(void **state)
{
	static const char other[] = "cell=LSTMCell,X=512,H=256,B=20,fp32,";
	static const struct {
		const char *kernel;
		int64_t blocks; /* 0: not known */
		const char *wanted;
	} backward[] = {
	    {"sgemm_128x64_nn", 4, "gemm=layer,M=512,N=20,K=1024,fp32,"},
	    {"sgemm_128x64_nn", 2, "gemm=recur,M=256,N=20,K=1024,fp32,"},
	    {"sgemm_128x64_nt", 4, "gemm=layer,M=512,N=1024,K=20,fp32,"},
	    {"sgemm_128x64_nt", 2, "gemm=recur,M=256,N=1024,K=20,fp32,"},
	    {"sgemm_x1_1x_512x1_nn", 1, "gemm=layer,M=512,N=20,K=1024,fp32,"},
	    {"sgemm_128x64_tn", 4, other},
	    {"sgemm_128x64_nn", 0, other},
	    {"sgemm_128x64_nt", 0, other},
	    {"sgemm_128x64_nn", 1, other},
	    {"sgemm_512_nn", 1, other},
	    {"sgemm_512x_nn", 1, other},
	    {"sgemm_512x0_nn", 1, other},
	    {"sgemm_128x64_nn", INT64_MAX, other},
	};
	static const struct {
		int64_t sub, nsub; /* -1: not known */
		const char *wanted;
	} forward[] = {
	    {0, 3, "gemm=layer,M=1024,N=20,K=512,fp32,"},
	    {1, 3, "gemm=recur,M=1024,N=20,K=256,fp32,"},
	    {3, 6, "gemm=layer,M=1024,N=20,K=512,fp32,"},
	    {4, 6, "gemm=recur,M=1024,N=20,K=256,fp32,"},
	    {2, 3, other},
	    {5, 6, other},
	    {0, 2, other},
	    {0, -1, other},
	    {-1, 3, other},
	};
	static const char *const not_cells[] = {
	    "[20,512,1]float32 [20,256]float32",
	    "[20,512]float32 [1,20,256]float32"};
	struct call lstm =
	    call("LSTMCell", "forward", "[20,512]float32 [20,256]float32");
	struct call node = {.op = STR("CellBackward"), .node = true};

	(void)state;
	for (size_t i = 0; i < NELEMS(backward); i++) {
		struct ask ask = {.c.part = PART_FORWARD};

		record_set(&ask.rec, dir, STR("bprop"));
		ask.rec.op = (struct record_calls){&node, 1};
		record_set(&ask.rec, kernel, str_of(backward[i].kernel));
		if (backward[i].blocks)
			record_set(&ask.rec, grid,
			    ((struct record_dim3){backward[i].blocks, 1, 1}));
		assert_string_equal(text(&ask, &lstm), backward[i].wanted);
	}
	for (size_t i = 0; i < NELEMS(forward); i++) {
		struct ask ask = {.c.part = PART_FORWARD};

		record_set(&ask.rec, kernel, STR("sgemm_128x64_tn"));
		if (forward[i].sub >= 0)
			record_set(&ask.rec, sub, forward[i].sub);
		if (forward[i].nsub >= 0)
			record_set(&ask.rec, nsub, forward[i].nsub);
		assert_string_equal(text(&ask, &lstm), forward[i].wanted);
	}
	for (size_t i = 0; i < NELEMS(not_cells); i++) {
		struct call c = call("LSTMCell", "forward", not_cells[i]);
		struct ask ask = {.c.part = PART_FORWARD};

		record_set(&ask.rec, kernel, STR("sgemm_128x64_tn"));
		assert_null(strstr(text(&ask, &c), "cell="));
	}
}

/* Every name that PyProf had a class for, except those above. */
/* One of PyProf's modules that has the operator. */
static const char *module_of(const char *op)
{
	static const char *const modules[] = {
	    "Tensor", "torch", "torch.nn.functional"};

	for (size_t i = 0; i < NELEMS(modules); i++) {
		struct call c = {.mod = str_of(modules[i]), .op = str_of(op)};

		if (op_find(&c))
			return modules[i];
	}
	fail_msg("%s: no module has it", op);
	return NULL;
}

static void test_names(void **state)
{
	static const char *const one =
	    "byte char double float half int long short to mean softmax "
	    "log_softmax batch_norm dropout ones_like zeros_like zero_ fill_ "
	    "celu elu elu_ hardshrink hardtanh hardtanh_ leaky_relu "
	    "leaky_relu_ logsigmoid prelu relu relu_ relu6 rrelu rrelu_ selu "
	    "softplus softshrink softsign tanhshrink threshold threshold_ "
	    "abs abs_ neg neg_ reciprocal reciprocal_ __abs__ __neg__ "
	    "__invert__ ceil ceil_ clamp clamp_ floor floor_ frac frac_ round "
	    "round_ sign sign_ trunc trunc_ exp exp_ exp1m exp1m_ log log_ "
	    "log10 log10_ log1p log1p_ log2 log2_ rsqrt rsqrt_ sqrt sqrt_ "
	    "acos acos_ asin asin_ atan atan_ atan2 atan2_ cos cos_ cosh cosh_ "
	    "sin sin_ sinh sinh_ tan tan_ sigmoid sigmoid_ tanh tanh_ erf erf_ "
	    "erfc erfc_ erfinv erfinv_ add add_ div div_ mul mul_ remainder "
	    "remainder_ sub sub_ fmod fmod_ __add__ __sub__ __mul__ "
	    "__floordiv__ __truediv__ __mod__ __radd__ __rsub__ __rmul__ "
	    "__rdiv__ __rtruediv__ __rfloordiv__ __iadd__ __isub__ __imul__ "
	    "__itruediv__ pow pow_ __pow__ __rpow__ lt lt_ gt gt_ ge ge_ le "
	    "le_ eq eq_ ne ne_ __lt__ __gt__ __ge__ __le__ __eq__ __ne__ "
	    "__and__ __or__ __xor__ __lshift__ __rshift__ __iand__ __ior__ "
	    "__ixor__ __ilshift__ __irshift__ addcdiv addcdiv_ addcmul "
	    "addcmul_ cat digamma lerp lerp_ mvlgamma";
	static const char *const map =
	    "sum norm reshape gather masked_scatter_ nonzero clone contiguous "
	    "any";
	static const struct {
		const char *const *names;
		const char *wanted;
	} groups[] = {{&one, "[2,3]fp32"}, {&map, "T=(2,3),fp32,"}};

	(void)state;
	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
		for (const char *p = *groups[i].names; *p;) {
			size_t n = strcspn(p, " ");

			const char *op = arena_text(&arena, p, n);

			gives(module_of(op), op, "[2,3]float32", groups[i].wanted);
			p += n + strspn(p + n, " ");
		}
	}
	gives("torch", "addmm_", "[5]float32 [2,3]float32 [3,5]float32",
	    "M=5,N=2,K=3,fp32,");
	gives("Tensor", "__matmul__", "[2]float32 [2]float32",
	    "A=(2,),B=(2,),fp32,");
	gives("fused_adam_cuda", "adam",
	    "[8]float32 [0]float32 [8]float32 [8]float32 [8]float16 1.0",
	    "T=(8,),fp32,fp16,");
}

/* A list of tensors that was kept as one argument counts as its members. */
static void test_tensor_lists(void **state)
{
	struct call inner = call("", "x", "[2,3]float32 [4]int64");
	struct arg list = {.kind = ARG_LIST};
	struct call c = {
	    .op = STR("aten::cat"), .has_args = true, .args = &list, .nargs = 1};
	struct strbuf b = {0};
	struct ask ask = {.c.part = PART_FORWARD};

	(void)state;
	list.value.kind = VALUE_ARGS;
	list.value.args.v = inner.args;
	list.value.args.n = inner.nargs;
	assert_string_equal(text(&ask, &c), "[2,3]fp32;[4]int64");
	params_shapes(&c, &b);
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, "[2,3];[4]");
	assert_ptr_equal(params_tensor(&c), &inner.args[0]);
	strbuf_free(&b);
}

/* The call that counts, else the innermost with arguments, never a node. */
static void test_call(void **state)
{
	struct call op[] = {
	    {.op = STR("a"), .has_args = true},
	    {.op = STR("b"), .has_args = true},
	    {.op = STR("c")},
	    {.op = STR("DBackward"), .has_args = true, .node = true},
	};
	struct call fwd[] = {{.op = STR("f"), .has_args = true}};
	struct record rec = {0};
	struct costed c = {0};
	struct strbuf b = {0};

	(void)state;
	assert_null(params_call(&rec, &c));
	params_text(&rec, &c, &b);
	assert_true(str_is(strbuf_get(&b), "na=na,"));
	strbuf_free(&b);
	rec.fwd.v = fwd;
	rec.fwd.n = 1;
	assert_ptr_equal(params_call(&rec, &c), &fwd[0]);
	rec.op.v = op;
	rec.op.n = 4;
	assert_ptr_equal(params_call(&rec, &c), &op[1]);
	c.call = &op[2];
	assert_ptr_equal(params_call(&rec, &c), &op[2]);
}

static void test_odd_type(void **state)
{
	struct call known = call("torch", "add", "[2]float32 [2]bfloat16 3");
	struct call odd = call("torch", "add", "[2]float32 [2]weird7 3");

	(void)state;
	assert_null(params_odd_type(&known).p);
	assert_true(str_is(params_odd_type(&odd), "weird7"));
}

/*
 * PyProf's own words
 */

enum { MOD, OP, DIR, SUB, KERNEL, ARGS, RESULT, PARAMS, NFIELDS };

static void split(char *line, char *field[NFIELDS])
{
	for (int i = 0; i < NFIELDS; i++) {
		field[i] = line;
		line += strcspn(line, "\t\n");
		if (*line)
			*line++ = '\0';
	}
}

static FILE *shared(const char *name)
{
	const char *root = getenv("PP_SHARED");
	char path[4096];

	snprintf(path, sizeof path, "%s/golden/pyprof/%s",
	    root ? root : "../shared", name);
	return fopen(path, "r");
}

/* The grid of the next line of zoo_ok.dict, which has the calls that PyProf
 * did not end with, in the same order. */
static void read_grid(FILE *dict, struct record *rec)
{
	char *line = NULL;
	const char *at;
	size_t room = 0;
	int64_t v[3];

	assert_true(getline(&line, &room, dict) > 0);
	at = strstr(line, "'grid': (");
	assert_non_null(at);
	at += strlen("'grid': ");
	assert_int_equal(read_ints(&at, v, 3), 3);
	record_set(rec, grid, ((struct record_dim3){v[0], v[1], v[2]}));
	free(line);
}

/* The differences are on purpose. */
static const char *different(const char *op, bool backward, const char *params)
{
	static const struct {
		const char *op, *theirs, *ours;
	} table[] = {
	    /* The size of the result, not of the tiles that cover it. */
	    {"forward", "gemm=layer,M=512,N=32,K=1024,fp32,",
		"gemm=layer,M=512,N=20,K=1024,fp32,"},
	    {"forward", "gemm=layer,M=512,N=32,K=768,fp32,",
		"gemm=layer,M=512,N=20,K=768,fp32,"},
	    /* The gradient's own product, as PyProf has it for linear. */
	    {"mm", "M=4096,N=64,K=1024,fp32,", "M=1024,N=64,K=4096,fp32,"},
	};

	for (size_t i = 0; backward && i < sizeof table / sizeof *table; i++)
		if (strcmp(op, table[i].op) == 0 &&
		    strcmp(params, table[i].theirs) == 0)
			return table[i].ours;
	return params;
}

static void test_zoo(void **state)
{
	FILE *tsv = shared("zoo_results.tsv"), *dict = shared("zoo_ok.dict");
	char *line = NULL, *f[NFIELDS];
	size_t room = 0;
	int n = 0, wrong = 0;

	(void)state;
	if (!tsv || !dict) {
		if (tsv)
			fclose(tsv);
		if (dict)
			fclose(dict);
		skip();
	}
	assert_true(getline(&line, &room, tsv) > 0);
	while (getline(&line, &room, tsv) > 0) {
		struct ask ask = {.c.part = PART_FORWARD};
		struct call c;
		bool backward;

		split(line, f);
		if (strncmp(f[RESULT], "ok:", 3) != 0)
			continue;
		n++;
		arena_reset(&arena);
		c = call(f[MOD], f[OP], f[ARGS]);
		backward = strcmp(f[DIR], "bprop") == 0;
		record_set(&ask.rec, kernel, str_of(f[KERNEL]));
		record_set(&ask.rec, sub, f[SUB][0] - '0');
		record_set(&ask.rec, nsub, 4);
		read_grid(dict, &ask.rec);
		/* PyProf takes the first kernel for the gradient of the input,
		 * the second for that of the weight. */
		record_set(&ask.rec, dir, str_of(f[DIR]));
		ask.c.backward = backward;
		if (backward)
			ask.c.part = f[SUB][0] == '0'	? PART_DGRAD
				     : f[SUB][0] == '1' ? PART_WGRAD
							: PART_BACKWARD;
		if (strcmp(text(&ask, &c),
			different(f[OP], backward, f[PARAMS])) != 0) {
			print_error("%s.%s(%s) %s %s: '%s', PyProf '%s'\n",
			    f[MOD], f[OP], f[ARGS], f[DIR], f[KERNEL],
			    text(&ask, &c), f[PARAMS]);
			wrong++;
		}
	}
	free(line);
	fclose(tsv);
	fclose(dict);
	assert_int_equal(wrong, 0);
	assert_int_equal(n, 292);
}

static int reset(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_styles),
	    cmocka_unit_test(test_fallback),
	    cmocka_unit_test(test_lacking),
	    cmocka_unit_test(test_linear_parts),
	    cmocka_unit_test(test_product_parts),
	    cmocka_unit_test(test_work_type),
	    cmocka_unit_test(test_rnn),
	    cmocka_unit_test(test_rnn_products),
	    cmocka_unit_test(test_names),
	    cmocka_unit_test(test_tensor_lists),
	    cmocka_unit_test(test_call),
	    cmocka_unit_test(test_odd_type),
	    cmocka_unit_test(test_zoo),
	};

	return cmocka_run_group_tests(tests, NULL, reset);
}
