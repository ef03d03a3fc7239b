/*
 * dtype.h - element types: every spelling, its bits, its class.
 *
 * dtype.def has one row per type: torch's canonical name, bits per stored
 * element, class, and the other spellings (facts: torch c10::ScalarType, PyProf
 * type names, Kineto's C++ type names, ONNX TensorProto names).
 */
#ifndef COMMON_DTYPE_H
#define COMMON_DTYPE_H

#include "common/str.h"

enum dtype_class {
	DTYPE_NO_CLASS,
	DTYPE_BOOL,
	DTYPE_INT, /* signed and unsigned, quantised too */
	DTYPE_FLOAT,
	DTYPE_COMPLEX,
};

/* A dtype is a number; 0 is unknown. */
enum dtype {
	DTYPE_UNKNOWN,
#define DTYPE(id, name, bits, class, spellings) DTYPE_##id,
#include "common/dtype.def"
#undef DTYPE
	NDTYPES,
};

/* dtype_find(s): the type that s spells, DTYPE_UNKNOWN when none.  Case is
 * ignored after an exact match failed, and so are "torch.", "c10::", "at::",
 * "__nv_", "tl." in front and a '*' on either side. */
enum dtype dtype_find(struct str s);

/* dtype_name(t): torch's spelling, "unknown" for DTYPE_UNKNOWN. */
const char *dtype_name(enum dtype t);

/* dtype_bits(t): bits per stored element (float4_e2m1fn_x2: 8, two values);
 * 0 when unknown. */
unsigned dtype_bits(enum dtype t);
enum dtype_class dtype_class(enum dtype t);

/* dtype_complex(t): the type of complex numbers with parts of type t; a complex
 * one as it is; DTYPE_UNKNOWN where there is none. */
enum dtype dtype_complex(enum dtype t);

/* dtype_real(t): the type of the parts of complex numbers of type t, and of
 * their absolute values; any other as it is. */
enum dtype dtype_real(enum dtype t);

#endif
