/*
 * out.h - writers: rows of cells as text.
 *
 * A format is a row of the table in out.c and a file out_*.c.  A writer sees
 * cells and headers, and never asks which column they are of.
 */
#ifndef PROF_SHOW_OUT_H
#define PROF_SHOW_OUT_H

#include "common/str.h"
#include "prof/show/column.h"

enum out_unit { OUT_NS, OUT_US, OUT_MS };

struct out;

struct out_format {
	const char *name;
	bool headless; /* needs no header line */

	/* Called once before all others, may be NULL: -1 with the reason. */
	int (*start)(struct out *o, struct err *err);

	/* Append one header or cell, of the column with number i, to b. */
	void (*head)(struct out *o, size_t i, struct str text, struct strbuf *b);
	void (*cell)(
	    struct out *o, size_t i, const struct cell *cell, struct strbuf *b);

	/* Append what ends a line; NULL: a newline. */
	void (*end)(struct out *o, struct strbuf *b);
};

struct out {
	const struct out_format *format;
	const struct columns *cols;
	enum out_unit unit;
	int64_t width;	       /* of -w */
	struct strbuf scratch; /* of out_text */
	struct strbuf whole;   /* the sheet writer's */
	size_t *widths;	       /* the columns writer's */
	bool begun;	       /* the JSON writer's: the line has a member */
};

extern const struct out_format out_space, out_columns, out_csv, out_sheet,
    out_json, out_tree;

/* out_start(o, err): o has format, cols, unit and width set, the rest zero.
 * Return 0, or -1 with the reason in err, which is the user's fault. */
int out_start(struct out *o, struct err *err);
void out_free(struct out *o);

/* out_header(o, b), out_row(o, row, b): append the line to b. */
void out_header(struct out *o, struct strbuf *b);
void out_row(struct out *o, const struct row *row, struct strbuf *b);

/* out_cells(o, cells, b): append a line of cells, one a column of o. */
void out_cells(struct out *o, const struct cell *cells, struct strbuf *b);

/* out_tree_print(t): write the document of a grown tree: out_tree's way. */
struct tree;
void out_tree_print(const struct tree *t);

/* out_unit_find(text, unit): ns, us or ms; false when it is none of them. */
bool out_unit_find(const char *text, enum out_unit *unit);

/*
 * For the writers
 */

/* out_text(o, cell): the cell as text, data exact, PyProf's forms: valid until
 * the next call. */
struct str out_text(struct out *o, const struct cell *cell);

/* out_real(b, real): "0.125". */
void out_real(struct strbuf *b, const struct cell_real *real);

/*
 * out_visible(s, blank, b):
 * Append s as it may reach a terminal: control characters, those of C1 too, as
 * \n, \t or \xNN, a backslash doubled, bytes that are not UTF-8 as \xNN, a
 * blank as the character blank.
 */
void out_visible(struct str s, char blank, struct strbuf *b);

#endif
