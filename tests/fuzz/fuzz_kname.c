/*
 * fuzz_kname.c - demangling, short name, class and decoding of any bytes.
 *
 * What the fuzzer looks for besides faults: names that take __cxa_demangle
 * without end (its time and memory limits), and a short name that is empty
 * where the name is not.
 */
#include <stdint.h>
#include <stdlib.h>

#include "common/kname.h"
#include "common/mangled.h"
#include "prof/kernel/kdecode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct arena a;
	struct kdecode d;
	struct str name = {(const char *)data, size}, full, s;

	full = kname_demangle(&a, name);
	if (full.p != name.p && !mangled_is_tame(name))
		abort();
	s = kname_short(&a, full);
	if ((s.n == 0) != (full.n == 0))
		abort();
	kname_class(full);
	kname_class(name);
	kdecode_name(full, &d);
	kdecode_name(name, &d);
	if (d.layout[0] && strlen(d.layout) > 2)
		abort();
	arena_reset(&a);
	return 0;
}
