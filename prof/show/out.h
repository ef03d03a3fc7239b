/*
 * out.h - output formats: rows of cells as text.
 *
 * A format is a file out_*.c, which exports a struct out_format, and a word in
 * out.def.  A writer sees cells and headers, and never asks which column they
 * are of.
 */
#ifndef PROF_SHOW_OUT_H
#define PROF_SHOW_OUT_H

#include "common/opt.h"
#include "common/str.h"
#include "prof/show/column.h"
#include "prof/show/table.h"

enum out_unit { OUT_NS, OUT_US, OUT_MS };

struct out;

struct out_format {
	const char *name; /* as messages call it: "--csv=sheet" */

	/* The option that asks for it, which sets a struct out and calls
	 * out_choose.  A zeroed one: it has none of its own. */
	struct opt opt;

	bool headless; /* needs no header line */
	bool keyed;    /* its columns are the keys of its option, so that it
			* goes with none of -c, -g and --view */

	/* Called once before all others, may be NULL: -1 with the reason. */
	int (*start)(struct out *o, struct err *err);

	/* Append one header or cell, of the column with number i, to b. */
	void (*head)(struct out *o, size_t i, struct str text, struct strbuf *b);
	void (*cell)(
	    struct out *o, size_t i, const struct cell *cell, struct strbuf *b);

	/* Append what ends a line; NULL: a newline. */
	void (*end)(struct out *o, struct strbuf *b);

	/* In place of head, cell and end where it is one document: take a row,
	 * write all of them, free what start set o->own to. */
	void (*add)(struct out *o, const struct row *row);
	void (*finish)(struct out *o);
	void (*free)(struct out *o);

	/* A profile record; may be NULL. */
	void (*profile)(struct out *o, const struct record *rec);
};

struct out {
	const struct out_format *format;
	const struct columns *cols;
	enum out_unit unit;
	const char *keys;      /* the option's argument, where it is keyed */
	int64_t width;	       /* of -w */
	struct strbuf scratch; /* of out_text */
	struct strbuf whole;   /* the sheet writer's */
	size_t *widths;	       /* the columns writer's */
	bool begun;	       /* the JSON writer's: the line has a member */
	void *own;	       /* the format's own, of a document */
};

/* The formats: out_space, out_json, ... */
#define OUT(x) extern const struct out_format out_##x;
#include "prof/show/out.def"
#undef OUT

/* out_choose(o, format, err): the format of o, unless an option asked for
 * another: then return OPT_USAGE with the reason in err. */
int out_choose(struct out *o, const struct out_format *format, struct err *err);

/* out_take: what an option does that only asks for the format at its which. */
opt_take out_take;

/* out_start(o, err): o has format, cols, unit and what options set, the rest
 * zero.  Return 0, or -1 with the reason in err, which is the user's fault. */
int out_start(struct out *o, struct err *err);
void out_free(struct out *o);

/* out_header(o, b): append the line of headers to b, if there is one. */
void out_header(struct out *o, struct strbuf *b);

/* out_row(o, row, b): append the line to b, or keep the row for out_finish. */
void out_row(struct out *o, const struct row *row, struct strbuf *b);

/* out_table(o, t): write the rows of t, which shows the columns of o. */
void out_table(struct out *o, const struct table *t);

/* out_profile(o, rec): a profile record came. */
void out_profile(struct out *o, const struct record *rec);

/* out_finish(o): all rows are read: write what was kept. */
void out_finish(struct out *o);

/* out_unit_name(i): ns, us, ms by enum out_unit, then NULL. */
const char *out_unit_name(size_t i);

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
