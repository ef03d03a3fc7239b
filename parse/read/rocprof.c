/*
 * rocprof.c - what rocprof's CSV and rocprofv3's JSON have in common.
 */
#include "parse/read/rocprof.h"

#include <string.h>

#include "common/nelems.h"

const char rocprof_no_name[] = "%s of counters of no one name: left out";

struct str rocprof_name(struct str name)
{
	static const char *const tails[] = {" [clone .kd]", " (.kd)", ".kd"};
	size_t i;

	for (i = 0; i < NELEMS(tails); i++)
		if (str_ends(name, tails[i])) {
			name.n -= strlen(tails[i]);
			break;
		}
	return name;
}

bool rocprof_shape(struct config *c)
{
	int i;

	for (i = 0; i < 3; i++) {
		if (c->grid[i] < 0 || c->block[i] <= 0)
			return false;
		c->grid[i] =
		    c->grid[i] / c->block[i] + (c->grid[i] % c->block[i] != 0);
	}
	return true;
}
