/*
 * test_table.c - a held table: its cells are its own, it shows what is asked
 * for, and its closing rows stay last.
 */
#include "prof/show/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include "prof/show/column.h"

static const struct column columns[] = {
    {"name", "name", 0, CELL_STR, "", .value = NULL},
    {"list", "list", 0, CELL_LIST, "", .value = NULL},
    {"ids", "ids", 0, CELL_INTS, "", .value = NULL},
    {"n", "n", 9, CELL_UINT, "", .value = NULL},
    {"all", "all", 0, CELL_MEMBERS, "", .value = NULL},
};
enum { NCOLUMNS = sizeof columns / sizeof *columns };

/* Nothing of a row points to where its cells came from. */
static void test_owns(void **state)
{
	char text[] = "relu", key[] = "x";
	struct str list[] = {{text, 4}, {text, 2}};
	int64_t ids[] = {3, 12};
	struct cell_member members[] = {{{key, 1}, 1.5}};
	struct cell cells[NCOLUMNS] = {0};
	struct columns cols = {0};
	struct table t;

	(void)state;
	for (size_t i = 0; i < NCOLUMNS; i++)
		*vec_add(&cols.list) = &columns[i];
	table_init(&t, NCOLUMNS, &cols, columns);
	cell_str(&cells[0], (struct str){text, 4});
	cells[0].brief = (struct str){text, 1};
	cell_list(&cells[1], list, 2, ';');
	cell_ints(&cells[2], ids, 2, ',');
	cell_uint(&cells[3], 7);
	cell_members(&cells[4], members, 1, ';');
	table_add(&t, cells);
	memset(text, '?', sizeof text);
	memset(key, '?', sizeof key);
	memset(list, 0, sizeof list);
	memset(ids, 0, sizeof ids);
	memset(members, 0, sizeof members);
	memset(cells, 0, sizeof cells);
	assert_true(str_is(table_cell(&t, 0, 0)->s, "relu"));
	assert_true(str_is(table_cell(&t, 0, 0)->brief, "r"));
	assert_true(str_is(table_cell(&t, 0, 1)->list.v[0], "relu"));
	assert_true(str_is(table_cell(&t, 0, 1)->list.v[1], "re"));
	assert_int_equal(table_cell(&t, 0, 2)->ints.v[1], 12);
	assert_int_equal(table_cell(&t, 0, 3)->u, 7);
	assert_true(str_is(table_cell(&t, 0, 4)->members.v[0].key, "x"));
	table_free(&t);
	column_free(&cols);
}

/* Columns are shown in their own order, one twice, not all; a total is last. */
static void test_shows(void **state)
{
	struct cell cells[NCOLUMNS] = {0};
	struct columns cols = {0};
	struct table t;

	(void)state;
	*vec_add(&cols.list) = &columns[3];
	*vec_add(&cols.list) = &columns[0];
	*vec_add(&cols.list) = &columns[3];
	table_init(&t, NCOLUMNS, &cols, columns);
	for (uint64_t i = 0; i < 40; i++) {
		cell_uint(&cells[3], i);
		table_add(&t, cells);
	}
	assert_int_equal(t.nclosing, 0);
	cell_uint(&cells[3], 780);
	cell_text(&cells[0], "total");
	table_close(&t, cells);
	assert_int_equal(t.rows.n, 41);
	assert_int_equal(t.nclosing, 1);
	assert_int_equal(table_cell(&t, 17, 0)->u, 17);
	assert_int_equal(table_cell(&t, 17, 1)->kind, CELL_NONE);
	assert_int_equal(table_cell(&t, 17, 2)->u, 17);
	assert_true(str_is(table_cell(&t, 40, 1)->s, "total"));
	table_free(&t);
	/* cells as they are shown */
	table_init(&t, cols.list.n, &cols, NULL);
	cell_text(&cells[1], "second");
	table_add(&t, cells);
	assert_true(str_is(table_cell(&t, 0, 1)->s, "second"));
	table_free(&t);
	column_free(&cols);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_owns),
	    cmocka_unit_test(test_shows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
