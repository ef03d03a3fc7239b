/*
 * ncu.h - numbers, units and ranges as Nsight Compute prints them.
 */
#ifndef PARSE_READ_NCU_H
#define PARSE_READ_NCU_H

#include <stdbool.h>

#include "common/str.h"

/*
 * ncu_unit(text, exponent, base):
 * Set exponent to the power of ten that turns a number in this unit into the
 * base unit (Kbyte: 3), and append the name of that unit to base.  Times become
 * ns, rates are per second, bytes are bytes, the rest are counts.  "" is a
 * plain number.  False if the unit is not known.
 */
bool ncu_unit(struct str text, int *exponent, struct strbuf *base);

/* How a number can be read. */
enum ncu_number {
	NCU_NONE,  /* n/a, nan, inf, a word, nothing: there is no number */
	NCU_BAD,   /* digits, but no number */
	NCU_PLAIN, /* 4512 */
	NCU_POINT, /* 1,234.50 or 12.5: the decimal point is a point */
	NCU_COMMA, /* 1.234,50 or 12,5: it is a comma */
	NCU_EITHER_COMMA, /* 4,512: a comma, of thousands or of decimals */
	NCU_EITHER_POINT, /* 4.512: a point of the one or the other */
};

/* ncu_number(text, exponent, v): how the number can be read, and its value
 * times ten to the exponent: v[0] if the decimal point is a point, v[1] if it
 * is a comma.  The two differ for NCU_EITHER_ alone.  There is one rounding. */
enum ncu_number ncu_number(struct str text, int exponent, double v[2]);

/* ncu_id(text, id): append the digits of a kernel's number, which has groups as
 * others have ("1,000"), to id, unless that is NULL; false if it is none. */
bool ncu_id(struct str text, struct strbuf *id);

/*
 * The cells of NVTX ranges: a thread's id, then a quoted text for each range
 * that is open, outermost first:
 *
 *	97844  "<default domain>:forward:none:none:none:none:none:none"
 *
 * Those that are started and stopped have no thread, and each an id in front of
 * its domain.
 */

/* ncu_thread(cell, tid): take the thread's id off the cell; false if it begins
 * with none. */
bool ncu_thread(struct str *cell, int64_t *tid);

/* ncu_range(cell, has_id, range): take the next range off the cell.  The six
 * fields behind the text, of which the first two are the payload's type and
 * value, are cut off from the right, since a text may hold colons.  False at
 * the end, and where the cell is something else, as a text without all fields
 * is: it stays. */
struct ncu_range {
	struct str domain; /* n == 0: the default domain */
	struct str text;
	struct str payload; /* its value, p == NULL: none */
};
bool ncu_range(struct str *cell, bool has_id, struct ncu_range *range);

/* ncu_dim3(text, v): read "(8, 2, 1)" into v; false if it is not one. */
bool ncu_dim3(struct str text, int64_t v[3]);

#endif
