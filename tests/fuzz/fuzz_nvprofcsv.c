/*
 * fuzz_nvprofcsv.c - any table of nvprof, through the whole of pp-parse.
 */
#define FORMAT "nvprof-csv"
#include "tests/fuzz/whole.h"
