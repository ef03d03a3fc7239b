/*
 * mangled.h - what can be told of a mangled C++ name (Itanium ABI) without
 * demangling it.
 */
#ifndef PARSE_NAME_MANGLED_H
#define PARSE_NAME_MANGLED_H

#include "common/str.h"

/* mangled_is_tame(name): whether name is mangled and safe to hand to
 * __cxa_demangle.  Substitutions can double the text with every ten letters
 * (260 of them gave 1.1 GB), so a name is tame only when its demangled text is
 * known to stay around a megabyte at most. */
bool mangled_is_tame(struct str name);

/* mangled_own_name(name, b): append the function's qualified name without
 * template arguments and parameters, "cutlass::Kernel".  False where name is
 * not mangled or does not begin with plain identifiers. */
bool mangled_own_name(struct str name, struct strbuf *b);

#endif
