/*
 * heldrows.h - rows that are kept until it is known what they are of.
 *
 * A zeroed struct heldrows has none.  It owns the text of all its rows.
 */
#ifndef PARSE_READ_HELDROWS_H
#define PARSE_READ_HELDROWS_H

#include "common/intern.h"
#include "common/str.h"
#include "common/vec.h"
#include "parse/read/csvrows.h"

struct heldrow {
	uint64_t line;
	size_t at; /* of bytes */
	size_t n;  /* fields */
};

struct heldrows {
	VEC(struct heldrow) rows;
	struct strbuf bytes;	/* of the fields */
	struct intern texts;	/* those that are likely to come again */
	VEC(struct str) fields; /* of the row that heldrows_get gave */
};

/* heldrows_add(h, row): keep a copy of the row, behind the others. */
void heldrows_add(struct heldrows *h, const struct csvrow *row);

/* heldrows_get(h, i): row i, counted from 0; good until the next call of a
 * function of h. */
struct csvrow heldrows_get(struct heldrows *h, size_t i);

/* heldrows_free(h): free all rows; h is then as a zeroed one. */
void heldrows_free(struct heldrows *h);

#endif
