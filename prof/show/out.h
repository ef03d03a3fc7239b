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

/* OUT_AUTO: see scale.h; OUT_UNSET: what the format has without -u. */
enum out_unit { OUT_NS, OUT_US, OUT_MS, OUT_AUTO, OUT_UNSET };

struct out;

/*
 * What a format does that writes one document of all, rather than lines.  What
 * is seen, titles, notes and pictures come from several struct outs, which have
 * one page: see struct out.
 */
struct out_document {
	/* An input of this name is opened. */
	void (*input)(struct out *o, struct str name);

	/* A row of the input came; holds: --where did not leave it out. */
	void (*seen)(struct out *o, const struct row *row, bool holds);

	/* What comes next: its name, and what it shows in a line, or NULL. */
	void (*title)(struct out *o, struct str name, const char *help);

	/* What the reader should know of it: a line. */
	void (*note)(struct out *o, struct str line);

	/* A picture of it, as SVG. */
	void (*picture)(struct out *o, struct str svg);

	/* All is written. */
	void (*close)(struct out *o, bool whole);
};

struct out_format {
	const char *name; /* as messages call it: "--csv=sheet" */

	/* The option that asks for it, which sets a struct out and calls
	 * out_choose.  A zeroed one: it has none of its own. */
	struct opt opt;

	bool headless; /* needs no header line */
	bool fits;     /* for a person to look at: see defaults, -u auto,
			* missing.h */
	bool wide;     /* but there is room for all columns of a view */
	bool sums;     /* for another -g: the groups, and no cells of them */
	bool keyed;    /* its columns are the keys of its option, so that it
			* goes with none of -c, -g and --view */

	/* The columns of rows if -c does not say them; NULL: those of all. */
	const char *(*defaults)(const struct out *o);

	/* Called once before all others, may be NULL: -1 with the reason. */
	int (*start)(struct out *o, struct err *err);

	/* Append one header or cell, of the column with number i, to b. */
	void (*head)(struct out *o, size_t i, struct str text, struct strbuf *b);
	void (*cell)(
	    struct out *o, size_t i, const struct cell *cell, struct strbuf *b);

	/* Append what ends a line; NULL: a newline. */
	void (*end)(struct out *o, struct strbuf *b);

	/* In place of head, cell and end where lines depend on others: take a
	 * row; append or write what was kept of them, when all are read (whole)
	 * or the input ended early; free what start set o->own to. */
	void (*add)(struct out *o, const struct row *row, struct strbuf *b);
	void (*finish)(struct out *o, bool whole, struct strbuf *b);
	void (*free)(struct out *o);

	/* The same for a table: write it, with its header if o->headed.  -1
	 * with the reason.  NULL: a line a row. */
	int (*table)(struct out *o, struct table *t, struct err *err);

	/* A profile record; may be NULL. */
	void (*profile)(struct out *o, const struct record *rec);

	/* Append the line that names the next of several views, the first one
	 * or not; NULL: its name, behind an empty line. */
	void (*title)(const char *name, bool first, struct strbuf *b);

	const struct out_document *document; /* NULL: it writes lines */
};

struct out {
	const struct out_format *format;
	const struct columns *cols;
	enum out_unit unit;
	const char *keys;      /* the option's argument, where it is keyed */
	int64_t width;	       /* of -w */
	bool held;	       /* what comes is a table, and no rows */
	bool headed;	       /* out_header was called */
	struct strbuf scratch; /* of out_text */
	struct strbuf whole;   /* the sheet writer's */
	bool begun;	       /* the JSON writer's: the line has a member */
	void *own;	       /* the format's own, of a document */
	struct out *page;      /* whose document it is part of; NULL: its own */
	const char *view;      /* its name, where several are shown, or NULL */
	int64_t most;	       /* rows that -n asks for; -1: all */
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

/* out_defaults(o): the columns of rows without -c; NULL: those of all formats. */
const char *out_defaults(const struct out *o);

/* out_row(o, row, b): append the line to b, or keep the row for out_finish. */
void out_row(struct out *o, const struct row *row, struct strbuf *b);

/* out_table(o, t, err): write the rows of t, which shows the columns of o.
 * Return 0, or -1 with the reason in err, which is the user's fault. */
int out_table(struct out *o, struct table *t, struct err *err);

/* out_profile(o, rec): a profile record came. */
void out_profile(struct out *o, const struct record *rec);

/* out_finish(o, whole, b): no more rows come: append or write what was kept. */
void out_finish(struct out *o, bool whole, struct strbuf *b);

/* out_input(o, name): an input of this name is opened. */
void out_input(struct out *o, struct str name);

/* out_seen(o, row, holds): a row of the input came, shown or not; holds:
 * --where did not leave it out. */
void out_seen(struct out *o, const struct row *row, bool holds);

/*
 * out_title(o, name, help, first):
 * One of several tables comes, the first or not.
 * out_heading(o, name, help): the only one comes, which lines need not say.
 */
void out_title(struct out *o, struct str name, const char *help, bool first);
void out_heading(struct out *o, struct str name, const char *help);

/* out_note(o, format, ...): a line that the reader of what comes should know:
 * in the document, or a message on stderr, which names the view of several. */
void out_note(struct out *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* out_close(o, whole): nothing comes any more; whole: all was read. */
void out_close(struct out *o, bool whole);

/* out_unit_name(i): ns, us, ms, auto by enum out_unit, then NULL. */
const char *out_unit_name(size_t i);

/*
 * For the writers
 */

/* out_text(o, cell): the cell as text, data exact, PyProf's forms: valid until
 * the next call. */
struct str out_text(struct out *o, const struct cell *cell);

/* out_real(b, real): "0.125". */
void out_real(struct strbuf *b, const struct cell_real *real);

/* out_json_cell(o, i, cell, b): append the cell as the next member of an
 * object, with what stands in front of it; none where there is no value. */
void out_json_cell(
    struct out *o, size_t i, const struct cell *cell, struct strbuf *b);

/*
 * out_visible(s, blank, b):
 * Append s as it may reach a terminal: control characters, those of C1 too, as
 * \n, \t or \xNN, those of direction as \uNNNN, a backslash doubled, bytes that
 * are not UTF-8 as \xNN, a blank as the character blank.
 */
void out_visible(struct str s, char blank, struct strbuf *b);

#endif
