/*
 * tables.h - lines of a file in which a profiler printed tables, perhaps among
 * lines of the program.
 */
#ifndef PARSE_READ_TABLES_H
#define PARSE_READ_TABLES_H

#include "common/diag.h"
#include "parse/profile.h"
#include "parse/read/cells.h"

struct source;

struct tables {
	struct profile *p;
	struct cells cells; /* of the line that is read */
	size_t ncells;	    /* of the table that it is in */
	size_t named;	    /* of these, those with heads */
	bool placed;	    /* which is in columns, not separated by commas */
	bool any, others;   /* tables that are read, and others */
	uint64_t line;	    /* its number */
	bool cut;	    /* the file ends inside it */
	uint64_t over;	    /* number of the first that is too long; 0: none */
	struct str half; /* the cell that the file ends in; p == NULL: none */
	struct strbuf text;
};

/* What a kind of table is called, and how one is read. */
struct tables_kind {
	void (*read_line)(void *reading, struct str line);
	const char *none;   /* the error where no table is read */
	const char *others; /* the warning where some are not */
};

/* tables_read(t, src, kind, reading, err): let kind->read_line read each line,
 * but for those that are too long, which are counted.  0, or -1 with the reason
 * in err. */
int tables_read(struct tables *t, const struct source *src,
    const struct tables_kind *kind, void *reading, struct err *err);

/* tables_begin(t, placed): t->cells are the heads of a table, which is in
 * columns, or separated by commas. */
void tables_begin(struct tables *t, bool placed);

/* tables_may_be_row(t, line): whether the line may be a row, perhaps a damaged
 * one. */
bool tables_may_be_row(const struct tables *t, struct str line);

/* tables_row(t, line, whole): whether t->cells are those of a row; whole: all
 * of the line is cells.  A row that cannot be read is counted, a program's line
 * passed over; a number or name that the file ends in is emptied. */
bool tables_row(struct tables *t, struct str line, bool whole);

/* tables_half(t, at): what of the cell was emptied, as the file ends in it. */
struct str tables_half(const struct tables *t, size_t at);

/* tables_line(t): "line 7", the one that is read, good until the next call. */
struct str tables_line(struct tables *t);

/* tables_odd_cell(p, cell): count a cell that has something else than it
 * should; false, for who has nothing then. */
bool tables_odd_cell(struct profile *p, struct str cell);

/* tables_found(src, is_head): whether is_head knows a line of the source's
 * first bytes. */
bool tables_found(const struct source *src,
    bool (*is_head)(struct cells *c, struct str line));

void tables_free(struct tables *t);

#endif
