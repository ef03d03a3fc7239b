/*
 * test_profile.c - texts of ranges and the numbers kept apart from them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "parse/profile.h"

/* What torch writes is cut; what could not be put together again is not. */
static const struct {
	const char *text, *kept;
	int64_t seq, id;
} texts[] = {
    {"aten::mm", "aten::mm", -1, -1},
    {"", "", -1, -1},
    {"aten::mm, seq = 7", "aten::mm, seq = ", 7, -1},
    {"aten::mm, seq = 0", "aten::mm, seq = ", 0, -1},
    {"aten::mm, op_id = 40", "aten::mm, op_id = ", -1, 40},
    {"aten::mm, seq = 7, op_id = 40", "aten::mm, seq = , op_id = ", 7, 40},
    {"mm, seq = 7, op_id = 40, sizes = [[2, 3], []]",
	"mm, seq = , op_id = , sizes = [[2, 3], []]", 7, 40},
    {"mm, seq = 7, sizes = [[2, 3]]", "mm, seq = , sizes = [[2, 3]]", 7, -1},
    {", seq = 1", ", seq = ", 1, -1},
    /* the last of each, and seq right before op_id */
    {"a, seq = 1, seq = 2", "a, seq = 1, seq = ", 2, -1},
    {"a, seq = 1, b, op_id = 2", "a, seq = 1, b, op_id = ", -1, 2},
    {"a, op_id = 1, op_id = 2", "a, op_id = 1, op_id = ", -1, 2},
    {"a, op_id = 1, seq = 2", "a, op_id = , seq = 2", -1, 1},
    {"a, seq = 1, op_id = B, seq = 2", "a, seq = 1, op_id = B, seq = ", 2, -1},
    /* numbers that would not come out as they went in */
    {"a, seq = 007", "a, seq = 007", -1, -1},
    {"a, seq = -1", "a, seq = -1", -1, -1},
    {"a, seq = 7x", "a, seq = 7x", -1, -1},
    {"a, seq = ", "a, seq = ", -1, -1},
    {"a, seq = , op_id = 5", "a, seq = , op_id = ", -1, 5},
    {"a, seq = 5, op_id = ", "a, seq = , op_id = ", 5, -1},
    {"a, seq = 9223372036854775807", "a, seq = 9223372036854775807", -1, -1},
    {"a, seq = 999999999999999999", "a, seq = ", 999999999999999999, -1},
    /* around 2^32 - 1, from where on numbers are kept in 64 bits */
    {"a, seq = 4294967293, op_id = 4294967294",
	"a, seq = , op_id = ", 4294967293, 4294967294},
    {"a, seq = 4294967294, op_id = 1", "a, seq = , op_id = ", 4294967294, 1},
    {"a, seq = 4294967295", "a, seq = ", 4294967295, -1},
    {"a, seq = 1, op_id = 4294967295", "a, seq = , op_id = ", 1, 4294967295},
};

static void test_texts(void **state)
{
	struct profile p;
	struct arena a = {0};
	struct range r;
	struct str s;
	size_t i;

	(void)state;
	profile_init(&p, "x", LAUNCH_GPU);
	for (i = 0; i < sizeof texts / sizeof *texts; i++) {
		profile_set_text(&p, &r, str_of(texts[i].text));
		assert_string_equal(intern_get(&p.texts, r.text).p, texts[i].kept);
		if (texts[i].seq == -1 && texts[i].id == -1) {
			assert_int_equal(r.numbers, 0);
		} else {
			assert_int_equal(profile_numbers(&p, &r).seq, texts[i].seq);
			assert_int_equal(profile_numbers(&p, &r).id, texts[i].id);
		}
		s = profile_text(&p, &r, &a);
		assert_int_equal(s.n, strlen(texts[i].text));
		assert_string_equal(s.p, texts[i].text);
	}
	arena_free(&a);
	profile_free(&p);
}

static void test_shared(void **state)
{
	struct profile p;
	struct range a, b;

	(void)state;
	profile_init(&p, "x", LAUNCH_GPU);
	profile_set_text(&p, &a, STR("aten::mm, seq = 7, op_id = 40"));
	profile_set_text(&p, &b, STR("aten::mm, seq = 123, op_id = 4"));
	assert_int_equal(a.text, b.text);
	assert_int_equal(p.texts.list.n, 1);
	profile_free(&p);
}

static void test_valid(void **state)
{
	struct profile p;

	(void)state;
	profile_init(&p, "x", LAUNCH_GPU);
	assert_true(profile_valid(&p, 1, 1));
	assert_false(profile_valid(&p, 2, 1));
	assert_false(profile_valid(&p, 0, 5));
	assert_false(profile_valid(&p, -1, 5));
	p.from_zero = true;
	assert_true(profile_valid(&p, 0, 5));
	assert_false(profile_valid(&p, 0, 0));
	assert_false(profile_valid(&p, INT64_MIN, INT64_MAX));
	profile_free(&p);
}

/* The launches before and behind one of a graph have none; a number may be 0. */
static void test_graphs(void **state)
{
	struct profile p;
	size_t i;

	(void)state;
	profile_init(&p, "x", LAUNCH_GPU);
	for (i = 0; i < 5; i++)
		profile_launch(&p, LAUNCH_KERNEL);
	profile_set_graph(&p, &p.launches.v[3], INT64_MAX);
	profile_set_graph(&p, &p.launches.v[1], 7);
	profile_set_graph(&p, &p.launches.v[2], 0);
	assert_int_equal(profile_graph(&p, &p.launches.v[0]), 0);
	assert_int_equal(profile_graph(&p, &p.launches.v[1]), 7);
	assert_int_equal(profile_graph(&p, &p.launches.v[2]), 0);
	assert_int_equal(profile_graph(&p, &p.launches.v[3]), INT64_MAX);
	assert_int_equal(profile_graph(&p, &p.launches.v[4]), 0);
	for (i = 0; i < 5; i++)
		assert_int_equal(p.launches.v[i].flags & LAUNCH_HAS_GRAPH,
		    i >= 1 && i <= 3 ? LAUNCH_HAS_GRAPH : 0);
	profile_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_texts),
	    cmocka_unit_test(test_shared),
	    cmocka_unit_test(test_valid),
	    cmocka_unit_test(test_graphs),
	};

	return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}
