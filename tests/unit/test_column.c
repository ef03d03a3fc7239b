/*
 * test_column.c - the column table, -c lists, and what each column makes of a
 * record.
 */
#include "prof/show/column.h"

#include <math.h>
#include <stdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static struct arena arena;

/* PyProf's columns, from its output.py by way of its printed headers. */
static void test_pyprof_columns(void **state)
{
	static const struct {
		const char *key, *header;
	} wanted[] = {
	    {"idx", "Idx"},
	    {"seq", "SeqId"},
	    {"altseq", "AltSeqId"},
	    {"tid", "TId"},
	    {"layer", "Layer"},
	    {"trace", "Trace"},
	    {"dir", "Direction"},
	    {"sub", "Sub"},
	    {"mod", "Module"},
	    {"op", "Op"},
	    {"kernel", "Kernel"},
	    {"params", "Params"},
	    {"sil", "Sil(ns)"},
	    {"tc", "TC"},
	    {"device", "Device"},
	    {"stream", "Stream"},
	    {"grid", "Grid"},
	    {"block", "Block"},
	    {"flops", "FLOPs"},
	    {"bytes", "Bytes"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		assert_string_equal(column_table[i].key, wanted[i].key);
		assert_string_equal(column_table[i].header, wanted[i].header);
	}
}

static void test_table(void **state)
{
	(void)state;
	for (size_t i = 0; i < column_n; i++) {
		const struct column *c = &column_table[i];

		assert_true(c->help[0] != '\0' && c->header[0] != '\0');
		assert_ptr_equal(column_find(str_of(c->key)), c);
	}
}

static void parses(const char *list, const char *wanted)
{
	struct columns cols = {0};
	struct strbuf b = {0};
	struct err err;

	assert_int_equal(column_parse(NULL, list, &cols, &err), 0);
	for (size_t i = 0; i < cols.list.n; i++) {
		strbuf_text(&b, cols.list.v[i]->key);
		strbuf_char(&b, i + 1 < cols.list.n ? ',' : '\0');
	}
	assert_string_equal(b.p, wanted);
	strbuf_free(&b);
	column_free(&cols);
}

static void fails(const char *list, const char *wanted)
{
	struct columns cols = {0};
	struct err err;

	assert_int_equal(column_parse(NULL, list, &cols, &err), -1);
	assert_string_equal(err.text, wanted);
	column_free(&cols);
}

static void test_parse(void **state)
{
	(void)state;
	parses(NULL, "idx,dir,sub,mod,op,kernel,params,sil");
	parses("sil,idx,sil", "sil,idx,sil");
	parses(
	    "+flops,bytes", "idx,dir,sub,mod,op,kernel,params,sil,flops,bytes");
	fails("flop", "unknown column 'flop' (try: flops)");
	fails("zzzzzz", "unknown column 'zzzzzz' (--help lists them; -g and "
			"views have more)");
	fails("idx,",
	    "unknown column '' (--help lists them; -g and views have more)");
	fails("",
	    "unknown column '' (--help lists them; -g and views have more)");
	fails("+",
	    "unknown column '' (--help lists them; -g and views have more)");
	fails("\033[1mxxxxxx", "unknown column '\\x1b[1mxxxxxx' (--help lists "
			       "them; -g and views have more)");
	fails("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	    "unknown column "
	    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' "
	    "(--help lists them; -g and views have more)");
	fails("q",
	    "unknown column 'q' (--help lists them; -g and views have more)");
	parses("ctr:a.sum,idx", "ctr:a.sum,idx");
	/* a backslash keeps a comma or a backslash in a key, and nothing else */
	parses("ctr:a\\,b\\\\,ctr:\\x,ctr:*", "ctr:a,b\\,ctr:\\x,ctr:*");
	parses("idx,ctr:a\\", "idx,ctr:a\\");
	fails("ctr:", "column 'ctr:': the counter's name is missing (ctr:NAME, "
		      "or ctr:* for all)");
	fails("ctr",
	    "column 'ctr': the counter's name is missing (ctr:NAME, or "
	    "ctr:* for all)");
	fails("Ctr:a", "unknown column 'Ctr:a' (--help lists them; -g and "
		       "views have more)");
}

/* What people saw in a record or a header is a name, too. */
static void test_names(void **state)
{
	(void)state;
	/* keys of the record, which columns of another name show */
	parses("dur,api_dur", "sil,apidur");
	parses("time,time", "sil,sil");
	/* headers, with any unit; a key goes before another's header */
	parses("Sil(ns),Sil(us),Sil(ms),Sil,time(us)", "sil,sil,sil,sil,sil");
	parses("GB/s,TFLOP/s,AltSeqId,Direction", "gbs,tflops,altseq,dir");
	parses("Module,module", "mod,module");
	parses("flops(G),ai(%)", "flops,ai");
	for (size_t i = 0; i < column_n; i++) {
		if (strcmp(column_table[i].header, column_table[i].key) != 0)
			parses(column_table[i].header, column_table[i].key);
	}
	/* keys of the record that no column shows, or one of that name will */
	fails("api_start", "unknown column 'api_start' (try: api)");
	fails("v",
	    "unknown column 'v' (--help lists them; -g and views have more)");
	fails("main", "unknown column 'main' (--help lists them; -g and views "
		      "have more)");
	/* what is behind it is no unit */
	fails("(ns)", "unknown column '(ns)' (--help lists them; -g and views "
		      "have more)");
	fails("sil(bytes)", "unknown column 'sil(bytes)' (try: sil)");
	fails("sil()", "unknown column 'sil()' (try: sil)");
	fails("sil(ns", "unknown column 'sil(ns' (try: sil)");
}

/* One edit up to four letters, two above; letters' case is none. */
static void test_near(void **state)
{
	(void)state;
	fails("tcc", "unknown column 'tcc' (try: tc)");
	fails("flop", "unknown column 'flop' (try: flops)");
	fails("dxxr", "unknown column 'dxxr' (--help lists them; -g and views "
		      "have more)");
	fails("kernxx", "unknown column 'kernxx' (try: kernel)");
	fails("kerxxx", "unknown column 'kerxxx' (--help lists them; -g and "
			"views have more)");
	fails("phxxe", "unknown column 'phxxe' (try: phase)");
	fails("KERNEL", "unknown column 'KERNEL' (try: kernel)");
	fails("Flop", "unknown column 'Flop' (try: flops)");
	fails("q",
	    "unknown column 'q' (--help lists them; -g and views have more)");
	fails("xd",
	    "unknown column 'xd' (--help lists them; -g and views have more)");
	/* other names and headers, where no key is as near */
	fails("tims", "unknown column 'tims' (try: time)");
	fails("durr", "unknown column 'durr' (try: dur)");
	fails("Directon", "unknown column 'Directon' (try: Direction)");
	fails("Opp", "unknown column 'Opp' (try: op)");
	/* a swap is one edit; of equally near ones that which begins alike */
	fails("tmie", "unknown column 'tmie' (try: time)");
	fails("tim", "unknown column 'tim' (try: time)");
	/* where nothing is near, the longest of which one begins with the other */
	fails("operator", "unknown column 'operator' (try: op)");
	fails("duration", "unknown column 'duration' (try: dur)");
	fails("kern", "unknown column 'kern' (try: kernel)");
	fails("kernel_name", "unknown column 'kernel_name' (try: kernel)");
	fails("qop", "unknown column 'qop' (try: op)");
	fails("opq", "unknown column 'opq' (try: op)");
}

/* A summary lists what it has. */
static void test_summary(void **state)
{
	static const struct column table[] = {
	    {"op", "Op", 9, CELL_STR, "operator"},
	    {"count", "count", 9, CELL_UINT, "how many", .also = "calls,kernels"},
	    {"ctr:a_counter_of_a_name_of_more_than_32_characters", "ctr", 9,
		CELL_UINT, "a counter"},
	};
	static const struct {
		const char *word, *message;
	} cases[] = {
	    {"foo", "unknown column 'foo' (here: op, count)"},
	    {"coun", "unknown column 'coun' (try: count; here: op, count)"},
	    {"kernles",
		"unknown column 'kernles' (try: kernels; here: op, count)"},
	    {"call", "column 'call' is one of rows (here: op, count)"},
	    {"sil", "column 'sil' is one of rows (here: op, count)"},
	    {"Sil(ns)", "column 'Sil(ns)' is one of rows (here: op, count)"},
	    {"dur", "column 'dur' is one of rows (here: op, count)"},
	    {"ctr:b", "column 'ctr:b' is one of rows (here: op, count)"},
	};
	struct columns cols = {0};
	struct err err;

	(void)state;
	assert_int_equal(column_parse_of(table, 2, NULL,
			     "calls,kernels,count,op,Op,count(k)", &cols, &err),
	    0);
	assert_int_equal(cols.list.n, 6);
	for (size_t i = 0; i < 6; i++)
		assert_ptr_equal(cols.list.v[i], &table[i == 3 || i == 4 ? 0 : 1]);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(
		    column_parse_of(table, 2, NULL, cases[i].word, &cols, &err), -1);
		assert_string_equal(err.text, cases[i].message);
	}
	/* a long name is near to nothing */
	assert_int_equal(
	    column_parse_of(table, 3, NULL, "a_counter", &cols, &err), -1);
	assert_string_equal(err.text,
	    "unknown column 'a_counter' (here: op, count, "
	    "ctr:a_counter_of_a_name_of_more_than_32_characters)");
	column_free(&cols);
}

/* The columns of a list that is closed over two names. */
static void closes(const char *list, const char *wanted)
{
	struct columns cols = {0};
	struct intern names = {0};
	struct strbuf b = {0};
	struct err err;

	intern_add(&names, STR("x"));
	intern_add(&names, STR("y"));
	assert_int_equal(column_parse(NULL, list, &cols, &err), 0);
	assert_int_equal(column_is_open(&cols), strchr(list, '*') != NULL);
	assert_int_equal(column_close(&cols, &names, &err), 0);
	assert_false(column_is_open(&cols));
	for (size_t i = 0; i < cols.list.n; i++)
		strbuf_printf(&b, "%s ", cols.list.v[i]->key);
	strbuf_char(&b, '\0');
	assert_string_equal(b.p, wanted);
	strbuf_free(&b);
	intern_free(&names);
	column_free(&cols);
}

static void test_counters_of_input(void **state)
{
	struct columns cols = {0};
	struct intern many = {0};
	struct err err;

	(void)state;
	closes("idx,ctr:*,sil", "idx ctr:x ctr:y sil ");
	closes("ctr:*,ctr:*", "ctr:x ctr:y ");
	closes("ctr:y,ctr:*,ctr:y", "ctr:y ctr:x ctr:y ");
	closes("ctr:z,idx", "ctr:z idx ");
	/* as keys */
	assert_int_equal(column_list("op,ctr:*", &cols, &err), -1);
	assert_string_equal(err.text, "'ctr:*' is no key: name the counters");
	column_free(&cols);
	assert_int_equal(column_list("op,ctr:x,ctr:x", &cols, &err), 0);
	assert_ptr_equal(cols.list.v[1], cols.list.v[2]);
	column_free(&cols);
	/* a name with NUL: the key has all of it, the header shows it */
	intern_add(&many, (struct str){"a\0b", 3});
	assert_int_equal(column_parse(NULL, "ctr:*", &cols, &err), 0);
	assert_int_equal(column_close(&cols, &many, &err), 0);
	assert_memory_equal(cols.list.v[0]->key, "ctr:a\0b", 8);
	assert_string_equal(cols.list.v[0]->header, "ctr:a\\x00b");
	column_free(&cols);
	/* more than a table has room for */
	for (int i = 0; i < 9000; i++) {
		char name[16];

		snprintf(name, sizeof name, "n%d", i);
		intern_add(&many, str_of(name));
	}
	assert_int_equal(column_parse(NULL, "ctr:*", &cols, &err), 0);
	assert_int_equal(column_close(&cols, &many, &err), -1);
	assert_string_equal(err.text,
	    "ctr:*: more than 8192 names of counters: "
	    "name those wanted");
	column_free(&cols);
	intern_free(&many);
}

static void test_counter(void **state)
{
	const struct record_counter a[] = {{STR("x"), 1.5}, {STR("y"), -0.0}};
	const struct record_counter b[] = {{STR("z"), 2}, {STR("x"), NAN}};
	struct record rec = {0};
	struct row row = {.rec = &rec, .arena = &arena};
	struct columns cols = {0};
	struct cell cell = {0};
	struct err err;

	(void)state;
	assert_int_equal(column_parse(NULL, "ctr:x,ctr:y,ctr:*", &cols, &err), 0);
	/* nothing was measured */
	column_value(cols.list.v[0], &row, &cell);
	assert_int_equal(cell.kind, CELL_NONE);
	column_value(cols.list.v[2], &row, &cell);
	assert_int_equal(cell.kind, CELL_NONE);
	assert_true(str_is(column_lost(&cols, 0), "x"));
	record_mark(&rec, counters);
	rec.counters.v = a;
	rec.counters.n = 2;
	column_value(cols.list.v[0], &row, &cell);
	assert_true(cell.kind == CELL_NUMBER && cell.number == 1.5);
	column_value(cols.list.v[1], &row, &cell);
	assert_true(cell.kind == CELL_NUMBER && !signbit(cell.number));
	assert_null(column_lost(&cols, 0).p);
	assert_null(column_lost(&cols, 2).p);
	/* all others: none, then z */
	column_value(cols.list.v[2], &row, &cell);
	assert_int_equal(cell.kind, CELL_NONE);
	rec.counters.v = b;
	column_value(cols.list.v[0], &row, &cell);
	assert_int_equal(cell.kind, CELL_NA); /* not a number */
	column_value(cols.list.v[1], &row, &cell);
	assert_int_equal(cell.kind, CELL_NA); /* not measured */
	column_value(cols.list.v[2], &row, &cell);
	assert_int_equal(cell.kind, CELL_MEMBERS);
	assert_int_equal(cell.members.n, 1);
	assert_true(str_is(cell.members.v[0].key, "ctr:z"));
	column_free(&cols);
}

/*
 * Values
 */

static struct cell value(const struct row *row, const char *key)
{
	struct cell cell = {.kind = CELL_NONE};

	column_value(column_find(str_of(key)), row, &cell);
	return cell;
}

static void is_str(const struct row *row, const char *key, const char *wanted)
{
	struct cell cell = value(row, key);

	if (cell.kind != CELL_STR || !str_is(cell.s, wanted))
		fail_msg("%s: kind %d, '%.*s', wanted '%s'", key, (int)cell.kind,
		    cell.kind == CELL_STR ? (int)cell.s.n : 0, cell.s.p, wanted);
}

static void is_kind(const struct row *row, const char *key, enum cell_kind wanted)
{
	struct cell cell = value(row, key);

	if (cell.kind != wanted)
		fail_msg("%s: kind %d, wanted %d", key, (int)cell.kind, (int)wanted);
}

static void is_real(
    const struct row *row, const char *key, uint64_t whole, unsigned milli)
{
	struct cell cell = value(row, key);

	assert_int_equal(cell.kind, CELL_REAL);
	assert_int_equal(cell.real.whole, whole);
	assert_int_equal(cell.real.milli, milli);
	assert_false(cell.real.negative);
}

static struct call call(const char *mod, const char *op)
{
	return (struct call){.mod = str_of(mod), .op = str_of(op)};
}

static struct call node(const char *op)
{
	return (struct call){.op = str_of(op), .node = true};
}

/* What mod and op show for these calls; "na" stands for unknown. */
static void shows(const struct record *rec, const char *mod, const char *op)
{
	struct row row = {.rec = rec, .arena = &arena};

	if (strcmp(mod, "na") == 0)
		is_kind(&row, "mod", CELL_NA);
	else
		is_str(&row, "mod", mod);
	if (strcmp(op, "na") == 0)
		is_kind(&row, "op", CELL_NA);
	else
		is_str(&row, "op", op);
}

static void test_op_forward(void **state)
{
	struct call calls[3];
	struct str ranges[] = {STR("outer"), STR("inner")};
	struct record rec = {0};

	(void)state;
	record_set(&rec, dir, STR("fprop"));
	rec.op.v = calls;
	shows(&rec, "na", "na");
	/* No call: the innermost user range stands for it. */
	rec.range.v = ranges;
	rec.range.n = 2;
	shows(&rec, "na", "inner");
	/* PyProf's own call goes before the framework's, the outermost first. */
	calls[0] = call(NULL, "conv2d");
	rec.op.n = 1;
	shows(&rec, "na", "conv2d");
	calls[1] = call("torch.nn.functional", "cross_entropy");
	calls[2] = call("Tensor", "log_softmax");
	rec.op.n = 3;
	shows(&rec, "torch.nn.functional", "cross_entropy");
	calls[0] = call("torch", "");
	shows(&rec, "torch", "na");
}

static void test_op_backward(void **state)
{
	struct call inner[3], forward[2];
	struct record rec = {0};

	(void)state;
	record_set(&rec, dir, STR("bprop"));
	rec.op.v = inner;
	rec.op.n = 2;
	inner[0] = node("MulBackward0");
	inner[1] = call(NULL, "mul");
	shows(&rec, "na", "MulBackward0");
	/* PyProf cut what it knew: see C.6 of its parser. */
	inner[0] = node("SplitBackward");
	shows(&rec, "na", "Split");
	inner[0] = node("torch::autograd::FooBackward");
	shows(&rec, "na", "Foo");
	inner[0] = node("torch::autograd::CopyBackwards");
	shows(&rec, "na", "torch::autograd::CopyBackwards");
	inner[0] = node("torch::jit::(anonymous "
			"namespace)::DifferentiableGraphBackward");
	shows(&rec, "na", "DifferentiableGraph");
	/* Two nodes: the innermost. */
	inner[1] = node("AddBackward0");
	shows(&rec, "na", "AddBackward0");
	/* A call that PyProf recorded inside the node names it. */
	inner[2] = call("Foo", "backward");
	rec.op.n = 3;
	shows(&rec, "Foo", "backward");
	/* The forward, where it is known. */
	rec.op.n = 1;
	rec.fwd.v = forward;
	rec.fwd.n = 2;
	forward[0] = call(NULL, "mul");
	forward[1] = call("Tensor", "__mul__");
	shows(&rec, "Tensor", "__mul__");
	rec.fwd.n = 1;
	shows(&rec, "na", "mul");
	/* No node: a bare call on the backward thread. */
	rec.fwd.n = 0;
	inner[0] = call(NULL, "sum");
	shows(&rec, "na", "sum");
}

/* PyProf's list of words, and the class; see facts of linear in pp-prof(1). */
static void test_bias(void **state)
{
	static const struct {
		const char *kernel, *class, *op;
	} cases[] = {
	    {"elementwise_kernel", "pointwise", "bias"},
	    {"vectorized_elementwise_kernel", NULL, "bias"},
	    {"scal_kernel", NULL, "bias"},
	    {"volta_sgemm_128x64_tn", NULL, "linear"},
	    {"gemv2T_kernel_val", NULL, "linear"},
	    {"dot_kernel", NULL, "linear"},
	    {"splitKreduce_kernel", NULL, "linear"},
	    {"reduce_1Block_kernel", NULL, "linear"},
	    {"cutlass::Kernel", NULL, "linear"},
	    {"nvjet_hsh_128x256_64x4", "gemm", "linear"},
	};
	struct call linear = call("torch.nn.functional", "linear");
	struct record rec = {0};

	(void)state;
	rec.op.v = &linear;
	rec.op.n = 1;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		rec.kernel = str_of(cases[i].kernel);
		rec.class = str_of(cases[i].class);
		shows(&rec, "torch.nn.functional", cases[i].op);
	}
	rec.kernel = STR("elementwise_kernel");
	linear.mod = STR("torch");
	shows(&rec, "torch", "linear");
}

static void test_lists(void **state)
{
	struct str frames[] = {STR("/home/u/train.py:88"), STR("net.py:20")};
	int64_t ids[] = {4, 9};
	struct record rec = {0};
	struct row row = {.rec = &rec, .arena = &arena};
	struct cell cell;

	(void)state;
	is_kind(&row, "trace", CELL_NONE);
	is_kind(&row, "layer", CELL_NONE);
	is_kind(&row, "seq", CELL_NONE);
	is_kind(&row, "opstack", CELL_NONE);
	rec.trace.v = frames;
	rec.trace.n = 1;
	cell = value(&row, "trace");
	assert_true(str_is(cell.brief, "train.py:88"));
	rec.trace.n = 2;
	cell = value(&row, "trace");
	assert_int_equal(cell.kind, CELL_LIST);
	assert_int_equal(cell.list.n, 2);
	assert_int_equal(cell.joiner, ',');
	assert_true(str_is(cell.brief, "net.py:20"));
	frames[1] = STR("/net.py:20");
	assert_true(str_is(value(&row, "trace").brief, "net.py:20"));
	rec.layer.v = frames;
	rec.layer.n = 2;
	assert_int_equal(value(&row, "layer").joiner, ':');
	rec.seq.v = ids;
	rec.seq.n = 2;
	cell = value(&row, "seq");
	assert_int_equal(cell.kind, CELL_INTS);
	assert_int_equal(cell.ints.v[1], 9);
}

/* What every kernel has is unknown where the record lacks it; the rest is
 * none. */
static void test_absent(void **state)
{
	static const char *const unknown[] = {"tid", "dir", "sub", "mod", "op",
	    "kernel", "sil", "device", "stream", "grid", "block", "flops",
	    "bytes", "start", "end", "pid", "corr", "api", "apidur", "delay",
	    "regs", "smem", "class", "dtype", "gemm", "ai", "tflops", "gbs",
	    "occ", "warps", "blocks"};
	static const char *const none[] = {"seq", "altseq", "layer", "trace",
	    "rank", "graph", "phase", "step", "range", "module", "opstack", "topop",
	    "botop", "call", "role", "shapes", "recomp", "algbw", "busbw"};
	struct record rec = {0};
	struct row row = {.rec = &rec, .arena = &arena, .tc = TC_UNKNOWN};

	(void)state;
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		is_kind(&row, unknown[i], CELL_NA);
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		is_kind(&row, none[i], CELL_NONE);
	is_kind(&row, "tc", CELL_NA);
	is_str(&row, "kind", "kernel");
	op_unknown(&row.c.cost, WHY_VIEW);
	is_str(&row, "conf", "unknown:view");
	is_str(&row, "why", "view");
	is_str(&row, "params", "na=na,");
	/* A copy has what it has, and bytes; nothing else is asked of it. */
	record_set(&rec, kind, STR("memcpy"));
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
		bool bytes = strcmp(unknown[i], "bytes") == 0 ||
			     strcmp(unknown[i], "gbs") == 0;

		if (strcmp(unknown[i], "kernel") != 0)
			is_kind(&row, unknown[i], bytes ? CELL_NA : CELL_NONE);
	}
	is_kind(&row, "tc", CELL_NONE);
	is_kind(&row, "conf", CELL_NONE);
	is_kind(&row, "fconf", CELL_NONE);
	is_kind(&row, "bconf", CELL_NONE);
	is_kind(&row, "params", CELL_NONE);
	is_str(&row, "kernel", "memcpy");
	is_str(&row, "kind", "memcpy");
	record_set(&rec, copy, STR("HtoD"));
	is_str(&row, "kernel", "memcpy_HtoD");
	row.c.cost =
	    (struct cost){.has_flops = true, .has_bytes = true, .bytes = 4096};
	record_set(&rec, dur, 1000);
	is_kind(&row, "flops", CELL_NONE);
	is_kind(&row, "ai", CELL_NONE);
	assert_int_equal(value(&row, "bytes").u, 4096);
	is_real(&row, "gbs", 4, 96);
}

/*
 * 8 ranks, a message of 8 GB in a second: an all_reduce's links carry
 * 2 * 7 / 8 of it, an all_gather's 7 / 8, a broadcast's all.
 */
static void test_bandwidths(void **state)
{
	struct record rec = {0};
	struct row row = {.rec = &rec, .arena = &arena};

	(void)state;
	row.c.cost = (struct cost){.message = 8000000000, .ranks = 8, .bus = 2};
	is_kind(&row, "algbw", CELL_NA); /* no time */
	record_set(&rec, dur, 1000000000);
	is_real(&row, "algbw", 8, 0);
	is_real(&row, "busbw", 14, 0);
	row.c.cost.bus = 1;
	is_real(&row, "busbw", 7, 0);
	row.c.cost.bus = 0;
	is_real(&row, "busbw", 8, 0);
	/* how many ranks is not known */
	row.c.cost.ranks = 0;
	row.c.cost.bus = 1;
	is_real(&row, "algbw", 8, 0);
	is_kind(&row, "busbw", CELL_NA);
	/* no message: of a collective it is unknown, of others there is none */
	row.c.cost.message = 0;
	is_kind(&row, "algbw", CELL_NONE);
	record_set(&rec, class, STR("comm"));
	is_kind(&row, "algbw", CELL_NA);
	is_kind(&row, "busbw", CELL_NA);
}

static void test_kernel_blanks(void **state)
{
	struct record rec = {0};
	struct row row = {.rec = &rec, .arena = &arena};

	(void)state;
	record_set(&rec, kernel, STR("unsigned int f"));
	is_str(&row, "kernel", "unsigned_int_f");
	record_set(&rec, kernel, STR(""));
	is_str(&row, "kernel", "");
}

static void test_times(void **state)
{
	struct record rec = {0};
	struct row row = {.rec = &rec, .arena = &arena};

	(void)state;
	record_set(&rec, start, 1500);
	record_set(&rec, dur, 250);
	record_set(&rec, api_start, 1100);
	record_set(&rec, api_dur, 30);
	assert_int_equal(value(&row, "end").i, 1750);
	assert_int_equal(value(&row, "delay").i, 370); /* 1500 - 1100 - 30 */
	rec.start = 1120;
	assert_int_equal(value(&row, "delay").i, 0); /* before its end */
	rec.start = 1500;
	assert_int_equal(value(&row, "apidur").i, 30);
	assert_int_equal(value(&row, "delay").kind, CELL_TIME);
	/* one of two is not enough */
	rec = (struct record){0};
	record_set(&rec, start, 1500);
	is_kind(&row, "end", CELL_NA);
	is_kind(&row, "delay", CELL_NA);
	record_set(&rec, api_start, 1100);
	is_kind(&row, "delay", CELL_NA);
	rec = (struct record){0};
	record_set(&rec, dur, 250);
	is_kind(&row, "end", CELL_NA);
	record_set(&rec, api_start, 1100);
	record_set(&rec, api_dur, 30);
	is_kind(&row, "delay", CELL_NA);
	record_set(&rec, start, 1500);
	/* Hostile times do not wrap. */
	rec.start = INT64_MAX;
	rec.api_start = -2;
	is_kind(&row, "end", CELL_NA);
	/* 2^63 - 1 + 2 does not fit, but less 30 it does; less 1 it does not */
	assert_true(value(&row, "delay").i == INT64_MAX - 28);
	rec.api_dur = 1;
	is_kind(&row, "delay", CELL_NA);
	/* far before the end of the call is before it */
	rec.start = INT64_MIN;
	rec.api_start = INT64_MAX;
	rec.api_dur = INT64_MAX;
	is_kind(&row, "delay", CELL_TIME);
	assert_int_equal(value(&row, "delay").i, 0);
	rec.start = 1500;
	rec.api_start = 1500;
	assert_int_equal(value(&row, "delay").i, 0);
	rec.api_start = INT64_MIN; /* 1500 + 2^63 + 1 */
	rec.api_dur = -1;
	is_kind(&row, "delay", CELL_NA);
}

/* 2,000,000 FLOPs in 3,000 ns are 666.67 FLOP/ns = 0.66667 TFLOP/s;
 * 7,000 bytes in 3,000 ns are 2.3333 GB/s; 2000000 / 7000 = 285.714. */
static void test_rates(void **state)
{
	struct record rec = {0};
	struct row row = {.rec = &rec, .arena = &arena};
	struct cost *cost = &row.c.cost;

	(void)state;
	record_set(&rec, dur, 3000);
	*cost = (struct cost){.has_flops = true,
	    .has_bytes = true,
	    .flops = 2000000,
	    .gemm = 1500000,
	    .bytes = 7000,
	    .of_flops = {CONF_ESTIMATE, WHY_ATTRIBUTE}};
	assert_int_equal(value(&row, "flops").u, 2000000);
	assert_int_equal(value(&row, "gemm").u, 1500000);
	assert_int_equal(value(&row, "bytes").u, 7000);
	is_str(&row, "conf", "estimate");
	is_real(&row, "tflops", 0, 667);
	is_real(&row, "gbs", 2, 333);
	is_real(&row, "ai", 285, 714);
	is_str(&row, "fconf", "estimate");
	is_str(&row, "bconf", "exact");
	/* A bound has no rate. */
	cost->of_flops = (struct sure){CONF_UPPER, WHY_ATTRIBUTE};
	is_str(&row, "conf", "upper");
	is_kind(&row, "tflops", CELL_NA);
	is_real(&row, "gbs", 2, 333);
	cost->of_flops = (struct sure){CONF_EXACT, NULL};
	cost->of_bytes = (struct sure){CONF_UPPER, WHY_VALUES};
	is_str(&row, "conf", "upper");
	is_str(&row, "bconf", "upper");
	is_real(&row, "tflops", 0, 667);
	is_kind(&row, "gbs", CELL_NA);
	assert_int_equal(value(&row, "bytes").u, 7000);
	/* Where one is na conf says so, and why. */
	cost->has_bytes = false;
	cost->of_bytes = (struct sure){CONF_UNKNOWN, WHY_NO_DTYPE};
	is_str(&row, "fconf", "exact");
	is_str(&row, "bconf", "unknown:no dtype");
	is_str(&row, "conf", "unknown:no dtype");
	is_str(&row, "why", "no dtype");
	/* A helper stays one. */
	cost->of_flops = (struct sure){CONF_HELPER, WHY_HELPER};
	is_str(&row, "conf", "helper");
	is_str(&row, "bconf", "unknown:no dtype");
	cost->has_bytes = true;
	cost->of_flops = cost->of_bytes = (struct sure){CONF_EXACT, NULL};
	/* A helper's name decides what it ran on, but it is no product. */
	row.tc = TC_NO;
	is_str(&row, "tc", "0");
	record_set(&rec, class, STR("helper"));
	is_kind(&row, "tc", CELL_NONE);
	/* Half is rounded up: 1 / 2000 = 0.0005; a third under it is not. */
	cost->flops = 1;
	cost->bytes = 2000;
	is_real(&row, "ai", 0, 1);
	cost->bytes = 2001;
	is_real(&row, "ai", 0, 0);
	/* (2^64 - 1) / 1 ns */
	cost->bytes = UINT64_MAX;
	rec.dur = 1;
	is_real(&row, "gbs", UINT64_MAX, 0);
	cost->flops = UINT64_MAX;
	is_real(&row, "tflops", 18446744073709551, 615);
	is_real(&row, "ai", 1, 0);
	/* A helper did no FLOP; nothing moved is no ratio; no time, no rate. */
	cost->flops = 0;
	is_real(&row, "tflops", 0, 0);
	cost->bytes = 0;
	is_kind(&row, "ai", CELL_NONE);
	rec.dur = 0;
	is_kind(&row, "tflops", CELL_NA);
	is_kind(&row, "gbs", CELL_NA);
	cost->has_bytes = false;
	is_kind(&row, "ai", CELL_NA);
}

static void test_reals(void **state)
{
	struct record rec = {0};
	struct row row = {.rec = &rec, .arena = &arena};

	(void)state;
	record_set(&rec, occ, 12.5);
	is_real(&row, "occ", 12, 500);
	record_set(&rec, occ, 0.0625);
	is_real(&row, "occ", 0, 63);
	record_set(&rec, occ, 1e300);
	is_kind(&row, "occ", CELL_NA);
	record_set(&rec, warps, -1.5);
	assert_true(value(&row, "warps").real.negative);
	record_set(&rec, warps, -0.0001);
	assert_false(value(&row, "warps").real.negative);
}

static void test_call(void **state)
{
	int64_t x[] = {2, 3}, y[] = {3, 4};
	struct arg args[] = {
	    {.kind = ARG_TENSOR, .shape = {x, 2}, .dtype_text = STR("float16")},
	    {.kind = ARG_INT, .value = {.kind = VALUE_INT, .i = 1}},
	    {.kind = ARG_TENSOR, .shape = {y, 2}},
	};
	struct arg listed[] = {args[2], {.kind = ARG_TENSOR}, args[0]};
	struct arg places[] = {args[1],
	    {.value = {.kind = VALUE_ARGS, .args = {listed, 3}}}, args[0]};
	struct call calls[] = {
	    {.mod = STR("Tensor"),
		.op = STR("matmul"),
		.args = args,
		.nargs = 3,
		.has_args = true},
	    {.op = STR("mm")},
	};
	struct record rec = {0};
	struct row row = {.rec = &rec, .arena = &arena};

	(void)state;
	rec.op.v = calls;
	rec.op.n = 2;
	is_str(&row, "topop", "matmul");
	is_str(&row, "botop", "mm");
	assert_int_equal(value(&row, "opstack").list.n, 2);
	/* No model counted: the innermost call with arguments is shown. */
	is_str(&row, "call", "Tensor.matmul");
	is_str(&row, "shapes", "[2,3];[3,4]");
	is_str(&row, "dtype", "float16");
	args[0].dtype_text = (struct str){0};
	is_kind(&row, "dtype", CELL_NA);
	args[0].dtype_text = STR("float16");
	rec.op.n = 1;
	is_str(&row, "topop", "matmul");
	is_str(&row, "botop", "matmul");
	rec.op.n = 0;
	is_kind(&row, "topop", CELL_NONE);
	is_kind(&row, "botop", CELL_NONE);
	rec.op.n = 2;
	calls[0].op = (struct str){0};
	is_kind(&row, "topop", CELL_NA);
	row.c.call = &calls[1];
	is_str(&row, "call", "mm");
	is_kind(&row, "shapes", CELL_NONE);
	is_kind(&row, "dtype", CELL_NA);
	/* by position: a number, a list of tensors, one of which has no shape */
	is_kind(&row, "botshapes", CELL_NONE);
	calls[1].args = places;
	calls[1].nargs = 3;
	calls[1].has_args = true;
	is_str(&row, "botshapes", "[];[[3,4],[],[2,3]];[2,3]");
	calls[1].nargs = 1;
	is_str(&row, "botshapes", "[]");
}

/* A column that shows a member of the record reads it as what it is there. */
static void test_members(void **state)
{
	static const char *const types[] = {
#define FIELD(type, key, doc) #type,
#include "common/record.def"
#undef FIELD
	};
	static const char *const kinds[] = {
	    [CELL_INT] = "INT",
	    [CELL_TIME] = "INT",
	    [CELL_REAL] = "REAL",
	    [CELL_NUMBER] = "REAL",
	    [CELL_BOOL] = "BOOL",
	    [CELL_STR] = "STR",
	    [CELL_LIST] = "STRS",
	    [CELL_INTS] = "INTS",
	    [CELL_DIM3] = "DIM3",
	    [CELL_MEMBERS] = NULL,
	};
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < column_n; i++) {
		const struct column *c = &column_table[i];

		if (c->member.offset == 0)
			continue;
		n++;
		assert_non_null(kinds[c->kind]);
		assert_string_equal(kinds[c->kind], types[c->member.key]);
		assert_int_equal(c->kind == CELL_LIST || c->kind == CELL_INTS,
		    c->member.joiner != '\0');
	}
	assert_true(n >= 30);
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
	    cmocka_unit_test(test_pyprof_columns),
	    cmocka_unit_test(test_table),
	    cmocka_unit_test(test_members),
	    cmocka_unit_test(test_parse),
	    cmocka_unit_test(test_names),
	    cmocka_unit_test(test_near),
	    cmocka_unit_test(test_summary),
	    cmocka_unit_test(test_counters_of_input),
	    cmocka_unit_test(test_counter),
	    cmocka_unit_test(test_op_forward),
	    cmocka_unit_test(test_op_backward),
	    cmocka_unit_test(test_bias),
	    cmocka_unit_test(test_lists),
	    cmocka_unit_test(test_absent),
	    cmocka_unit_test(test_bandwidths),
	    cmocka_unit_test(test_kernel_blanks),
	    cmocka_unit_test(test_times),
	    cmocka_unit_test(test_rates),
	    cmocka_unit_test(test_reals),
	    cmocka_unit_test(test_call),
	};

	return cmocka_run_group_tests(tests, NULL, reset);
}
