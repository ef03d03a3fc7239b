/*
 * kname.h - kernel names: demangling, short names, and the class by the name.
 */
#ifndef PARSE_NAME_KNAME_H
#define PARSE_NAME_KNAME_H

#include "common/arena.h"
#include "common/kclass.h"
#include "common/str.h"

/* kname_demangle(a, name): the C++ name (Itanium ABI), or name itself where it
 * is not mangled or does not demangle.  Never fails; refuses to demangle more
 * than 64 KiB (a hostile name can expand without bound). */
struct str kname_demangle(struct arena *a, struct str name);

/* kname_short(a, full): PyProf's short name: cut at the first '<'; "void ",
 * "at::", "cuda::", "native::", "(anonymous namespace)::" deleted wherever they
 * stand, in this order; cut at the first '('.  Where that leaves nothing
 * ("operator()", a lambda), the function's own name without templates and
 * arguments.  Of one that is longer than 256 bytes, the part behind its last
 * "::". An empty name stays empty. */
struct str kname_short(struct arena *a, struct str full);

/* kname_class(full): the class by the table in kname.c, KCLASS_OTHER when no
 * row matches. */
enum kclass kname_class(struct str full);

#endif
