/*
 * test_cupti_api.c - names of calls by callback id.
 *
 * The ids are those of cupti_runtime_cbid.h and cupti_driver_cbid.h of CUDA
 * 13.0, whose last are 522 and 806.
 */
#include "parse/read/cupti_api.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const struct {
	enum cupti_api api;
	int64_t cbid;
	const char *name;
} known[] = {
    {CUPTI_RUNTIME, 1, "cudaDriverGetVersion"},
    {CUPTI_RUNTIME, 211, "cudaLaunchKernel"},
    {CUPTI_RUNTIME, 214, "cudaLaunchKernel_ptsz"},
    {CUPTI_RUNTIME, 431, "cudaLaunchKernelExC_ptsz"},
    {CUPTI_RUNTIME, 440, "cudaGetDeviceProperties"}, /* _v2 */
    {CUPTI_RUNTIME, 443, "cudaGraphInstantiate"},
    {CUPTI_RUNTIME, 449, "cudaMemPrefetchAsync"},
    {CUPTI_RUNTIME, 522, "cudaDeviceGetP2PAtomicCapabilities"},
    {CUPTI_DRIVER, 1, "cuInit"},
    {CUPTI_DRIVER, 307, "cuLaunchKernel"},
    {CUPTI_DRIVER, 334, "cuIpcGetEventHandle"},
    {CUPTI_DRIVER, 372, "cuGetErrorString"},
    {CUPTI_DRIVER, 397, "cuMemcpyHtoD_ptds"}, /* _v2_ptds */
    {CUPTI_DRIVER, 428, "cuMemsetD8Async_ptsz"},
    {CUPTI_DRIVER, 539, "cuStreamBeginCapture"}, /* _v2 */
    {CUPTI_DRIVER, 677, "cuGetProcAddress"},	 /* _v2 */
    {CUPTI_DRIVER, 806, "cuDriverGetGpuCodeIsaVersion"},
};

static void test_known(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		assert_string_equal(
		    cupti_api_name(known[i].api, known[i].cbid), known[i].name);
}

static void test_unknown(void **state)
{
	static const int64_t none[] = {INT64_MIN, -1, 0, 100000, INT64_MAX};

	(void)state;
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		assert_null(cupti_api_name(CUPTI_RUNTIME, none[i]));
		assert_null(cupti_api_name(CUPTI_DRIVER, none[i]));
	}
	assert_null(cupti_api_name(CUPTI_RUNTIME, 523));
	assert_null(cupti_api_name(CUPTI_DRIVER, 807));
}

/* No id is left out, and no name has a version. */
static void test_every(void **state)
{
	static const int64_t last[] = {[CUPTI_RUNTIME] = 522, [CUPTI_DRIVER] = 806};
	const char *name, *v;

	(void)state;
	for (int api = CUPTI_RUNTIME; api <= CUPTI_DRIVER; api++) {
		for (int64_t i = 1; i <= last[api]; i++) {
			name = cupti_api_name((enum cupti_api)api, i);
			assert_non_null(name);
			for (v = name; (v = strstr(v, "_v")); v += 2)
				assert_false(v[2] >= '0' && v[2] <= '9');
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_known),
	    cmocka_unit_test(test_unknown),
	    cmocka_unit_test(test_every),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
