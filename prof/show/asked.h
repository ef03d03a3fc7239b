/*
 * asked.h - kinds of records, and which of them the input has.
 *
 * What was not asked for is not there, and must not be shown as 0.  The profile
 * record says what -k named; without one it is kernels, and what is seen.
 */
#ifndef PROF_SHOW_ASKED_H
#define PROF_SHOW_ASKED_H

#include "common/intern.h"
#include "common/record.h"

enum kind {
	KIND_KERNEL,
	KIND_MEMCPY,
	KIND_MEMSET,
	KIND_SYNC,
	KIND_GRAPH,
	KIND_OP,
	KIND_API,
	KIND_STEP,
	KIND_RANGE,
	KIND_OTHER, /* of a later version, or the profile record's */
};

#define KIND_BIT(kind) (1u << (kind))
#define KIND_BITS_COPIES (KIND_BIT(KIND_MEMCPY) | KIND_BIT(KIND_MEMSET))
#define KIND_BITS_HOST                                                         \
	(KIND_BIT(KIND_API) | KIND_BIT(KIND_OP) | KIND_BIT(KIND_STEP) |        \
	    KIND_BIT(KIND_RANGE))

/* What works on the GPU: a wait (sync) does not. */
#define KIND_BITS_WORK                                                         \
	(KIND_BIT(KIND_KERNEL) | KIND_BITS_COPIES | KIND_BIT(KIND_GRAPH))

enum kind asked_kind(const struct record *rec);

/* asked_is(rec, bits): whether the record's kind is one of these. */
static inline bool asked_is(const struct record *rec, unsigned bits)
{
	return (KIND_BIT(asked_kind(rec)) & bits) != 0;
}

/* Empty when zeroed. */
struct asked {
	struct intern files; /* names, "" for none; numbered as list */
	VEC(struct asked_file {
		unsigned bits; /* of kinds that were seen or named */
		bool named;    /* by a profile record: these are all */
	})
	list;
	uint32_t last; /* the file of the last record */
};

/* asked_add(a, rec): any record, profile records too. */
void asked_add(struct asked *a, const struct record *rec);

/* asked_of(a, file): the kinds that the records of a file (p == NULL: of none)
 * have, as bits. */
unsigned asked_of(struct asked *a, struct str file);

/*
 * asked_check(a, name, needs, err):
 * Return 0 where all files have the kinds of the bits, else -1 with "view 'steps'
 * needs op,api,step: run pp-parse -k all", which names those that are missing.
 */
int asked_check(struct asked *a, const char *name, unsigned needs, struct err *err);

/* asked_missing(a, bits, b): append the names of those kinds of the bits that
 * some file was not asked for, "op,api". */
void asked_missing(const struct asked *a, unsigned bits, struct strbuf *b);

void asked_free(struct asked *a);

#endif
