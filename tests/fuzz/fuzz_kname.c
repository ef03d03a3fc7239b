/*
 * fuzz_kname.c - demangling, short name, class and facts of any bytes.
 *
 * What the fuzzer looks for besides faults: names that take __cxa_demangle
 * without end (its time and memory limits), and a short name that is empty
 * where the name is not.
 */
#include <stdint.h>
#include <stdlib.h>

#include "parse/name/kname.h"
#include "parse/name/mangled.h"
#include "prof/kernel/name.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct arena a;
	static struct name_cache names;
	struct str name = {(const char *)data, size}, full, s;

	full = kname_demangle(&a, name);
	if (full.p != name.p && !mangled_is_tame(name))
		abort();
	s = kname_short(&a, full);
	if ((s.n == 0) != (full.n == 0))
		abort();
	kname_class(full);
	kname_class(name);
	name_read(&names, full);
	name_read(&names, name);
	arena_reset(&a);
	return 0;
}
