/*
 * column.h - THE column table: what a row of pp-prof can show.
 *
 * -c, --help, the header, the man page check and every writer read this table.
 */
#ifndef PROF_SHOW_COLUMN_H
#define PROF_SHOW_COLUMN_H

#include "prof/row.h"
#include "prof/show/cell.h"
#include "prof/show/column_ctr.h"

extern const struct column column_table[];
extern const size_t column_n;

/* column_find(key): the column of this key, or NULL. */
const struct column *column_find(struct str key);

/* column_key(i): the key of column i, NULL behind the last. */
const char *column_key(size_t i);

/*
 * column_parse(all, text, cols, err):
 * Append the columns of a comma list; "+a,b" appends the default ones first,
 * NULL just these, which are all, or those of every format where that is NULL.
 * Return 0, or -1 with "unknown column 'flop' (try: flops)".
 */
int column_parse(
    const char *all, const char *text, struct columns *cols, struct err *err);

/* column_parse_of(table, n, all, text, cols, err): the same, of another table
 * with the default columns all, or NULL for every one of its. */
int column_parse_of(const struct column *table, size_t n, const char *all,
    const char *text, struct columns *cols, struct err *err);

/* column_list(text, cols, err): the columns of a comma list and no others, as
 * keys: none may stand for several. */
int column_list(const char *text, struct columns *cols, struct err *err);

/* column_keys(text, cols, err): the same, but one may be KEY:*. */
int column_keys(const char *text, struct columns *cols, struct err *err);
void column_free(struct columns *cols);

/* column_call(rec): the call that mod and op show, or NULL where there is none. */
const struct call *column_call(const struct record *rec);

/* column_right(col): whether numbers stand in it, which are set flush right. */
bool column_right(const struct column *col);

/* column_help(b): append the table for --help. */
void column_help(struct strbuf *b);

#endif
