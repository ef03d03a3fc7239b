/*
 * fuzz_rocprof.c - anything of rocprof, through the whole of pp-parse.
 */
#define FORMAT "rocprof"
#include "tests/fuzz/whole.h"
