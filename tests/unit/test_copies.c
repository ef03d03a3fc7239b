/*
 * test_copies.c - directions of copies as each profiler writes them.
 */
#include "parse/read/copies.h"
#include "common/nelems.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static void test_directions(void **state)
{
	/* CUPTI's in a PyTorch trace and in nvprof, the long ones of nsys
	 * stats, hipMemcpyKind of ROCm's tracers, of which an array's name has
	 * that of a device in it, rocprofv3's operations */
	static const struct {
		const char *text, *copy;
	} cases[] = {
	    {"Memcpy HtoD (Pageable -> Device)", "HtoD"},
	    {"[CUDA memcpy PtoP]", "PtoP"},
	    {"[CUDA memcpy Device-to-Host]", "DtoH"},
	    {"[CUDA memcpy Device-to-Array]", "DtoA"},
	    {"CopyHostToDevice", "HtoD"},
	    {"CopyDeviceArrayToDeviceArray", "AtoA"},
	    {"CopyDeviceArrayToDevice", "AtoD"},
	    {"CopyDeviceArrayToHost", "AtoH"},
	    {"CopyDeviceToDeviceArray", "DtoA"},
	    {"CopyHostToDeviceArray", "HtoA"},
	    {"MEMORY_COPY_DEVICE_TO_DEVICE", "DtoD"},
	    {"H2D", "HtoD"},
	    {"MEMORY_COPY_NONE", NULL},
	    {"", NULL},
	};
	size_t i;

	(void)state;
	for (i = 0; i < NELEMS(cases); i++) {
		const char *copy = copies_direction(str_of(cases[i].text));

		if (!copy || !cases[i].copy)
			assert_ptr_equal(copy, cases[i].copy);
		else
			assert_string_equal(copy, cases[i].copy);
	}
}

static void test_names(void **state)
{
	struct strbuf b = {0};

	(void)state;
	assert_true(str_is(copies_name(&b, "DtoH"), "Memcpy DtoH"));
	assert_true(str_is(copies_name(&b, NULL), "Memcpy"));
	strbuf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_directions),
	    cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
