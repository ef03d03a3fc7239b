/*
 * fuzz_nsyscsv.c - any table of nsys stats, through the whole of pp-parse.
 */
#define FORMAT "nsys-csv"
#include "tests/fuzz/whole.h"
