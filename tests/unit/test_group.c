/*
 * test_group.c - rows that agree in some columns: which do, and their sums.
 */
#include "prof/show/group.h"
#include "prof/show/group_diff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static struct arena arena;

static void keys(struct group_table *t, const char *list)
{
	struct columns cols = {0};
	struct err err;

	assert_int_equal(column_parse(NULL, list, &cols, &err), 0);
	for (size_t i = 0; i < cols.list.n; i++)
		group_by(t, cols.list.v[i]);
	column_free(&cols);
}

static struct group *add(struct group_table *t, const struct record *rec)
{
	struct row row = {.rec = rec, .arena = &arena};

	return group_add(t, &row);
}

static void test_sums(void **state)
{
	struct group_table t = {.nmore = sizeof(int)};
	struct record a = {0}, b = {0};
	struct group all = {0}, *g;

	(void)state;
	keys(&t, "dir,stream");
	record_set(&a, dir, STR("fprop"));
	record_set(&a, stream, 7);
	record_set(&a, dur, 30);
	b = a;
	record_set(&b, dir, STR("bprop"));
	g = add(&t, &a);
	assert_int_equal(*(int *)g->more, 0);
	a.dur = 10;
	assert_ptr_equal(add(&t, &a), g);
	b.dur = 100;
	add(&t, &b);
	/* no duration: a row, no time */
	a.has &= ~(UINT64_C(1) << RECORD_KEY_dur);
	assert_ptr_equal(add(&t, &a), g);
	assert_int_equal(g->n, 3);
	assert_int_equal(g->timed, 2);
	assert_int_equal(g->total, 40);
	assert_int_equal(g->min, 10);
	assert_int_equal(g->max, 30);
	group_sort(&t);
	assert_int_equal(t.list.n, 2);
	assert_true(str_is(t.list.v[0]->keys[0].s, "bprop"));
	assert_int_equal(t.list.v[0]->keys[1].i, 7);
	group_merge(&all, t.list.v[0]);
	group_merge(&all, t.list.v[1]);
	assert_int_equal(all.n, 4);
	assert_int_equal(all.timed, 3);
	assert_int_equal(all.total, 140);
	assert_int_equal(all.min, 10);
	assert_int_equal(all.max, 100);
	group_free(&t);
	group_free(&t);
}

/* Keys are copies. */
static void test_copies(void **state)
{
	struct group_table t = {0};
	struct record rec = {0};
	char text[] = "first";
	struct str layers[] = {STR("a"), STR("b")};
	int64_t seq[] = {1, 2};

	(void)state;
	keys(&t, "layer,seq,phase");
	rec.layer.v = layers;
	rec.layer.n = 2;
	rec.seq.v = seq;
	rec.seq.n = 2;
	record_set(&rec, phase, str_of(text));
	add(&t, &rec);
	memcpy(text, "other", sizeof text);
	layers[0] = STR("c");
	seq[0] = 3;
	add(&t, &rec);
	group_sort(&t);
	assert_int_equal(t.list.n, 2);
	assert_true(str_is(t.list.v[0]->keys[0].list.v[0], "a"));
	assert_int_equal(t.list.v[0]->keys[1].ints.v[0], 1);
	assert_true(str_is(t.list.v[0]->keys[2].s, "first"));
	assert_true(str_is(t.list.v[1]->keys[2].s, "other"));
	group_free(&t);
}

/* What only looks alike: one list of one text or two, a text that another
 * column could go on with, the text "na" and unknown. */
static void test_distinct(void **state)
{
	const struct str one[] = {STR("a;b")}, two[] = {STR("a"), STR("b")};
	const struct str more[] = {STR("a")};
	struct group_table t = {0};
	struct record rec[5] = {0};

	(void)state;
	keys(&t, "range,module,dir");
	rec[0].range = (struct record_strs){one, 1};
	rec[1].range = (struct record_strs){two, 2};
	rec[2].range = (struct record_strs){more, 1};
	rec[2].module = (struct record_strs){two + 1, 1};
	record_set(&rec[3], dir, STR("na"));
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(add(&t, &rec[i])->number, i);
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(add(&t, &rec[i])->number, i);
	assert_int_equal(t.list.n, 5);
	group_free(&t);
}

/*
 * Where the time is the same the texts of the keys decide, byte by byte and key
 * by key, whatever the order of the rows: "10" is before "9", "B"
 * before "a"; of a text and its beginning the shorter is first,
 * though the next key of the shorter is the greater.  Unknown and the text "na"
 * look alike, so the kind decides.
 */
static void test_ties(void **state)
{
	static const struct {
		const char *dir;
		int64_t stream;
		int64_t dur;
	} rows[] = {
	    {"z", 1, 9}, /* more time goes first */
	    {"B", 1, 5},
	    {"a", 10, 5},
	    {"a", 9, 5},
	    {"a1", 0, 5},
	    {"aa", 1, 5},
	    {NULL, 2, 5},
	    {"na", 2, 5},
	};
	enum { N = sizeof rows / sizeof *rows };

	(void)state;
	for (size_t first = 0; first < N; first++) {
		struct group_table t = {0};

		keys(&t, "dir,stream");
		for (size_t i = 0; i < N; i++) {
			size_t k = (first + i * 3) % N;
			struct record rec = {0};

			if (rows[k].dir)
				record_set(&rec, dir, str_of(rows[k].dir));
			record_set(&rec, stream, rows[k].stream);
			record_set(&rec, dur, rows[k].dur);
			add(&t, &rec);
		}
		group_sort(&t);
		assert_int_equal(t.list.n, N);
		for (size_t i = 0; i < N; i++) {
			const struct cell *key = t.list.v[i]->keys;

			if (rows[i].dir)
				assert_true(str_is(key[0].s, rows[i].dir));
			else
				assert_int_equal(key[0].kind, CELL_NA);
			assert_int_equal(key[1].i, rows[i].stream);
		}
		group_free(&t);
	}
}

/* A sum that does not fit is no number. */
static void test_overflow(void **state)
{
	struct group_table t = {0};
	struct record rec = {0};
	struct group *g = NULL;

	(void)state;
	keys(&t, "dir");
	record_set(&rec, dur, INT64_MAX);
	for (int i = 0; i < 4; i++)
		g = add(&t, &rec);
	assert_int_equal(g->n, 4);
	assert_true(g->total == CELL_MUCH);
	assert_true(group_sum(CELL_MUCH, 0) == CELL_MUCH);
	rec.dur = -5;
	g = add(&t, &rec);
	assert_int_equal(g->timed, 4);
	group_free(&t);
}

/* A sum of so many steps for one of them, to the nearest whole; a half is one. */
static void test_per(void **state)
{
	static const uint64_t sums[][3] = {{8, 4, 2}, {9, 4, 2}, {10, 4, 3},
	    {11, 4, 3}, {0, 4, 0}, {1, 2, 1}, {1, 3, 0}, {2, 3, 1}, {5, 1, 5},
	    {UINT64_MAX - 1, 2, UINT64_MAX / 2}};

	(void)state;
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
		assert_int_equal(group_per(sums[i][0], sums[i][1]), sums[i][2]);
	assert_int_equal(group_per(7, 0), 7);
	assert_int_equal(group_per(CELL_MUCH, 2), CELL_MUCH);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_sums),
	    cmocka_unit_test(test_per),
	    cmocka_unit_test(test_copies),
	    cmocka_unit_test(test_distinct),
	    cmocka_unit_test(test_ties),
	    cmocka_unit_test(test_overflow),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	arena_free(&arena);
	return failed;
}
