/*
 * test_op.c - the catalogue's order, finding rows, reading arguments, checked
 * numbers, promotion.
 */
#include "prof/op.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

/* op_find searches by halves, so the rows must be in order; two rows of one
 * name must not share a name space, or the second could never be found. */
static void test_sorted(void **state)
{
	unsigned i, j;

	(void)state;
	assert_true(op_table_n > 0);
	for (i = 0; i < op_table_n; i++) {
		const struct op_entry *e = &op_table[i];

		assert_true(e->spaces != 0);
		assert_non_null(e->args ? e->args : e->why);
		for (j = i + 1; j < op_table_n; j++) {
			const struct op_entry *f = &op_table[j];

			if (strcmp(e->name, f->name) == 0) {
				if (e->spaces & f->spaces)
					fail_msg("%s: two rows", e->name);
				if (e->spaces > f->spaces)
					fail_msg("%s: order", e->name);
			} else if (j == i + 1 && strcmp(e->name, f->name) > 0) {
				fail_msg("%s before %s", e->name, f->name);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_sorted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
