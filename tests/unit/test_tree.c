/*
 * test_tree.c - where kernels stand in a tree: labels, passes, order.
 */
#include "prof/show/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static struct arena arena;

static struct columns by;

static int try_start(struct tree *t, const char *keys, struct err *err)
{
	column_free(&by);
	by = (struct columns){0};
	assert_int_equal(column_list(keys, &by, err), 0);
	return tree_start(t, &by, err);
}

static void start(struct tree *t, const char *keys)
{
	struct err err;

	assert_int_equal(try_start(t, keys, &err), 0);
}

static void add(struct tree *t, const struct record *rec)
{
	struct row row = {.rec = rec, .arena = &arena};

	tree_add(t, &row);
}

/* The member of an object, or the n-th of a list; NULL: there is none. */
static const struct tree_node *member(const struct tree *t,
    const struct tree_node *node, const char *label, int n)
{
	assert_non_null(node);
	assert_int_not_equal(node->kind, TREE_KERNELS);
	for (uint32_t i = node->first; i != TREE_NONE; i = t->nodes.v[i].next) {
		const struct tree_node *child = &t->nodes.v[i];

		if (label ? str_is(intern_get(&t->texts, child->label), label)
			  : n-- == 0)
			return child;
	}
	return NULL;
}

static const struct tree_node *root(const struct tree *t)
{
	return &t->nodes.v[0];
}

/* A call that a range names, behind one that no range does. */
static void test_names(void **state)
{
	static const struct {
		const char *range, *label;
	} cases[] = {
	    {"Gemm.1", "Gemm.1"},
	    {"Gemm.1()", "Gemm.1()"},
	    {"Gemm.1(a (b))", "Gemm.1(a (b))"},
	    {"Gemm.10()", "outer"},
	    {"Gemm.1x", "outer"},
	    {"Gemm", "outer"},
	    {"", "outer"},
	};
	struct call calls[2] = {
	    {.op = STR("outer")}, {.op = STR("Gemm"), .id = 1, .has_id = true}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tree t = {0};
		struct str ranges[2] = {STR("step"), str_of(cases[i].range)};
		struct record rec = {.op = {calls, 2}, .range = {ranges, 2}};

		start(&t, "op");
		add(&t, &rec);
		tree_grow(&t);
		assert_non_null(member(&t, root(&t), cases[i].label, 0));
		tree_free(&t);
	}
}

/* What a record need not have is a dash, what it should have is unknown; each
 * is told from the values of others. */
static void test_absent(void **state)
{
	static const struct {
		const char *key, *label;
	} cases[] = {
	    {"rank", "-"},
	    {"step", "-"},
	    {"flops", "na"},
	    {"bytes", "na"},
	};
	struct record rec = {0}, other = {0};

	(void)state;
	record_set(&other, rank, 3);
	record_set(&other, step, STR("4"));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct tree t = {0};

		start(&t, cases[i].key);
		add(&t, &other);
		add(&t, &rec);
		tree_grow(&t);
		assert_non_null(member(&t, root(&t), cases[i].label, 0));
		if (i < 2)
			assert_non_null(
			    member(&t, root(&t), i == 0 ? "3" : "4", 0));
		assert_null(member(&t, root(&t), "", 0));
		tree_free(&t);
	}
}

/* Below a phase: what has none is out; what is of no call, where calls name
 * themselves. */
static void test_lost(void **state)
{
	struct call call = {.op = STR("Gemm"), .id = 1, .has_id = true};
	struct str name = STR("Gemm.1()");
	struct record none = {0}, idle = {0}, full = {0};

	(void)state;
	record_set(&idle, phase, STR("forward"));
	full = idle;
	full.op = (struct record_calls){&call, 1};
	for (int named = 0; named < 2; named++) {
		struct tree t = {0};
		const struct tree_node *pass;

		full.range = (struct record_strs){&name, (size_t)named};
		start(&t, "phase,op");
		add(&t, &none);
		add(&t, &idle);
		add(&t, &full);
		tree_grow(&t);
		assert_int_equal(t.lost[TREE_NO_PHASE], 1);
		assert_int_equal(t.lost[TREE_NO_NODE], named);
		assert_int_equal(t.lost[TREE_PLACED], 2 - named);
		pass = member(&t, member(&t, root(&t), "forward", 0), NULL, 0);
		assert_int_equal(pass->n, 2 - named);
		assert_non_null(member(&t, pass, named ? "Gemm.1()" : "Gemm", 0));
		assert_int_equal(member(&t, root(&t), "backward", 0)->n, 0);
		tree_free(&t);
	}
	{ /* no phase among the keys: all are in */
		struct tree t = {0};

		start(&t, "op");
		add(&t, &none);
		add(&t, &full);
		tree_grow(&t);
		assert_int_equal(t.lost[TREE_PLACED], 2);
		assert_int_equal(member(&t, root(&t), "na", 0)->n, 1);
		tree_free(&t);
	}
}

/* By launch, else by start, what has neither last; files one after another. */
static void test_order(void **state)
{
	static const struct {
		int64_t launch, start; /* -1: none */
		const char *file;
	} cases[] = {{9, 1, "a"}, {-1, -1, "a"}, {0, 8, "b"}, {-1, 5, "a"},
	    {4, 7, "a"}, {4, 6, "a"}};
	static const uint32_t want[] = {4, 5, 3, 0, 1, 2};
	struct tree t = {0};
	const struct tree_node *node;
	uint32_t at;

	(void)state;
	start(&t, "kind");
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct record rec = {0};

		record_set(&rec, file, str_of(cases[i].file));
		if (cases[i].launch >= 0)
			record_set(&rec, api_start, cases[i].launch);
		if (cases[i].start >= 0)
			record_set(&rec, start, cases[i].start);
		add(&t, &rec);
	}
	tree_grow(&t);
	node = member(&t, root(&t), "kernel", 0);
	assert_int_equal(node->kind, TREE_KERNELS);
	assert_int_equal(node->n, 6);
	at = node->first;
	for (size_t i = 0; i < 6; i++, at = t.kernels.v[at].next)
		assert_int_equal(at, want[i]);
	assert_int_equal(at, TREE_NONE);
	tree_free(&t);
}

/* Times that do not fit are unknown. */
static void test_times(void **state)
{
	struct tree t = {0};
	struct record rec = {0}, profile = {0};

	(void)state;
	start(&t, "kind");
	record_set(&rec, start, INT64_MAX - 5);
	record_set(&rec, dur, 5);
	add(&t, &rec);
	record_set(&rec, dur, 6);
	add(&t, &rec);
	record_set(&profile, base, STR("10"));
	tree_profile(&t, &profile);
	add(&t, &rec);
	record_set(&rec, start, 7);
	add(&t, &rec);
	profile.has = 0; /* of another profile, which does not tell */
	tree_profile(&t, &profile);
	add(&t, &rec);
	assert_int_equal(t.kernels.v[0].end, INT64_MAX);
	assert_int_equal(t.kernels.v[1].has, TREE_HAS_START | TREE_HAS_DUR);
	assert_int_equal(t.kernels.v[2].has, TREE_HAS_DUR);
	assert_int_equal(t.kernels.v[3].start, 17);
	assert_int_equal(t.kernels.v[3].end, 23);
	assert_int_equal(t.kernels.v[4].start, 7);
	tree_free(&t);
}

/* A level for each key, a list for each phase; more keys than that are wrong. */
static void test_depth(void **state)
{
	struct tree t = {0}, none = {0};
	struct strbuf keys = {0};
	struct record rec = {0};
	const struct tree_node *node;
	struct err err;

	(void)state;
	for (int i = 0; i < TREE_KEYS; i++)
		strbuf_text(&keys, i ? ",phase" : "phase");
	strbuf_char(&keys, '\0');
	start(&t, keys.p);
	record_set(&rec, phase, STR("update"));
	add(&t, &rec);
	tree_grow(&t);
	node = root(&t);
	for (int i = 0; i < TREE_KEYS; i++) {
		assert_int_equal(node->kind, TREE_OBJECT);
		assert_int_equal(node->n, 3);
		node = member(&t, node, "update", 0);
		assert_int_equal(node->kind, TREE_LIST);
		node = member(&t, node, NULL, 0);
	}
	assert_int_equal(node->kind, TREE_KERNELS);
	assert_int_equal(node->n, 1);
	tree_free(&t);
	keys.n--;
	strbuf_add(&keys, ",op", 4);
	assert_int_equal(try_start(&none, keys.p, &err), -1);
	assert_non_null(strstr(err.text, "32 keys"));
	tree_free(&none);
	strbuf_free(&keys);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_names),
	    cmocka_unit_test(test_absent),
	    cmocka_unit_test(test_lost),
	    cmocka_unit_test(test_order),
	    cmocka_unit_test(test_times),
	    cmocka_unit_test(test_depth),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	column_free(&by);
	arena_free(&arena);
	return failed;
}
