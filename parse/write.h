/*
 * write.h - the records of a profile, through io_write.
 */
#ifndef PARSE_WRITE_H
#define PARSE_WRITE_H

#include "parse/steps/analysis.h"

/* What the options say of the output. */
struct write_options {
	bool profile;	    /* the record of kind profile first */
	struct str file;    /* for the key `file`; p == NULL: left out */
	const char *wanted; /* what -k said, for the profile record */
};

/* write_records(a, opts): one line a launch, in the order of a->order.  Stops
 * when output fails (io_failed). */
void write_records(const struct analysis *a, const struct write_options *opts);

#endif
