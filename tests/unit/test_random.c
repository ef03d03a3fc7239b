/*
 * test_random.c - any arguments for every operator: the fuzz target of the
 * catalogue, fed with pseudo-random bytes, the same in every run.
 *
 * A finding aborts, or is the sanitizer's.
 */
#include "tests/fuzz/fuzz_op.c" /* the target is all there is to it */

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#define CALLS 300 /* of each row */

/* Numerical Recipes' generator; its high bits. */
static uint8_t random_byte(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return (uint8_t)(*seed >> 24);
}

static void test_rows(void **state)
{
	uint8_t bytes[160];
	uint32_t seed = 1;
	unsigned row, i;

	(void)state;
	for (row = 0; row < op_catalogue_n; row++) {
		for (i = 0; i < CALLS; i++) {
			size_t n;

			for (n = 0; n < sizeof bytes; n++)
				bytes[n] = random_byte(&seed);
			/* the target takes the row from the first two bytes,
			 * and small sizes from all bytes below 200 */
			bytes[0] = (uint8_t)row;
			bytes[1] = (uint8_t)(row >> 8);
			for (n = 4; i % 2 && n < sizeof bytes; n++)
				bytes[n] %= 200;
			LLVMFuzzerTestOneInput(bytes, i % (sizeof bytes + 1));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
