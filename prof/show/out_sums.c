/*
 * out_sums.c - --sums: partial sums in place of a table.
 *
 * In:  nothing: sums_write.c writes the groups themselves, not cells
 * Out: the option
 */
#include "prof/show/out.h"

const struct out_format out_sums = {
    .name = "--sums",
    .opt = {.name = "sums",
	.help = "with -g: sums that another pp-prof -g adds up",
	.daily = NULL,
	.take = out_take,
	.which = &out_sums},
    .headless = true,
    .sums = true,
};
