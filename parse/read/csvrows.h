/*
 * csvrows.h - rows of comma-separated values with named columns.
 *
 * Rows may stand between lines of other text, as in the output of a program
 * that ran under a profiler: the caller says which lines begin a row.  Text is
 * handed out as it is, with NUL and control characters.
 */
#ifndef PARSE_READ_CSVROWS_H
#define PARSE_READ_CSVROWS_H

#include "common/diag.h"
#include "common/str.h"
#include "parse/read/cells.h"

/* csvrows_begins: whether a row begins with this line, which has no line end
 * and is not inside a row. */
typedef bool csvrows_begins(void *arg, struct str line);

struct csvrow {
	const struct str *v; /* fields, good until the next row */
	size_t n;
	uint64_t line; /* that it began in, from 1 */
	/* The fields are no good: a quote is not closed before the next row or
	 * the end of the file, or stands inside a field, or the row is longer
	 * than CELLS_BYTES or has more than CELLS_MOST fields. */
	bool broken;
	bool cut; /* the file ends in the last field, unless it is whole */
};

struct csvrows;
struct io_lines;

/* csvrows_open(lines, begins, arg): the rows of these lines, which
 * csvrows_close closes.  begins NULL: every line that is not blank begins a
 * row. */
struct csvrows *csvrows_open(
    struct io_lines *lines, csvrows_begins *begins, void *arg);
void csvrows_close(struct csvrows *r);

/* csvrows_next(r, row, err): 1 and the next row, 0 at the end, -1 with the
 * reason in err where the file cannot be read. */
int csvrows_next(struct csvrows *r, struct csvrow *row, struct err *err);

/* csvrows_line(r): how many lines were read. */
uint64_t csvrows_line(const struct csvrows *r);

/* csvrows_name(r, row): name the columns by the fields of row from now on.  Of
 * two columns with one name, the first counts. */
void csvrows_name(struct csvrows *r, const struct csvrow *row);

/* csvrows_columns(r), csvrows_column(r, i): how many columns have names, and
 * the name of column i. */
size_t csvrows_columns(const struct csvrows *r);
struct str csvrows_column(const struct csvrows *r, size_t i);

/* csvrows_find(r, name): the column of this name, or SIZE_MAX. */
size_t csvrows_find(const struct csvrows *r, const char *name);

/* csvrows_field(row, column): the field, with p == NULL where the row is too
 * short or column is SIZE_MAX. */
struct str csvrows_field(const struct csvrow *row, size_t column);

#endif
