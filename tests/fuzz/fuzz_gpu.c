/*
 * fuzz_gpu.c - the name of a device and its description in JSON.
 *
 * In:  a name, or from a '{' on a description
 * Out: nothing; a reason stands where the text is refused, and what was taken
 *      gives peaks that are no more than the largest
 */
#include "prof/gpu/gpu_file.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct gpu_peaks *p)
{
	for (size_t i = 0; i < GPU_NPEAKS; i++) {
		if (p->v[i] != GPU_NA && p->v[i] > GPU_MOST)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size};
	struct gpu_choice choice = {0};
	struct record_gpu gpu = {
	    .name = text, .cc = text, .sms = 7, .clock_khz = -1, .mem_bps = -1};
	struct gpu_peaks peaks;
	struct err err = {.text = ""};

	peaks = *gpu_peaks(&choice, &gpu);
	check(&peaks);
	if (gpu_file_parse(text, "f.json", &choice, &err) < 0) {
		if (err.text[0] == '\0')
			abort();
		return 0;
	}
	peaks = *gpu_peaks(&choice, &gpu);
	check(&peaks);
	return 0;
}
